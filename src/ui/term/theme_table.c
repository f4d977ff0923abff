/* The themes. Those with names of other programs' themes have the colours that their authors
 * published: Solarized (Ethan Schoonover), Gruvbox (Pavel Pertsev), Nord (Sven Greb), Catppuccin
 * Mocha and Latte, Dracula (Zeno Rocha). Those for colour-blind eyes were found by a search for
 * colours that stay far apart (CIEDE2000) in simulations: the figures are in
 * tests/unit/check_look.c. */
#include "ui/term/theme.h"

#include "os/language.h"

/* clang-format off */

/* Ruby, sapphire, citrine, emerald, amethyst, amber, pearl, aquamarine. */
#define JEWELS \
	{0xfa3c50, 0x1f8cff, 0xffe244, 0x2ac46f, 0xc860d4, 0xff9434, 0xd4dae3, 0x18e4fa}

/* Glint, light, base, dark, edge; symbol; ring, sunk. */
#define TONES_OF(glint, light, base, dark, edge, symbol, ring, sunk) \
	{0, glint, light, base, dark, edge, symbol, ring, sunk}
#define JEWELS_CUBE { \
	TONES_OF(224, 203, 196, 88, 52, 16, 196, 52), \
	TONES_OF(153, 75, 33, 25, 17, 16, 33, 17), \
	TONES_OF(230, 228, 220, 178, 94, 16, 220, 58), \
	TONES_OF(158, 78, 35, 29, 22, 16, 35, 22), \
	TONES_OF(225, 177, 170, 127, 53, 16, 170, 53), \
	TONES_OF(230, 215, 208, 166, 94, 16, 208, 94), \
	TONES_OF(231, 255, 253, 248, 240, 16, 253, 239), \
	TONES_OF(195, 123, 45, 37, 23, 16, 45, 23), \
}

#define VELVET \
	[COLOUR_CELL] = 0x14161e, [COLOUR_CELL_ODD] = 0x1b1e28, \
	[COLOUR_SQUARE] = 0x2b3245, [COLOUR_SQUARE_ODD] = 0x4a566f, [COLOUR_PIT] = 0x08090c, \
	[COLOUR_CHOSEN] = 0xffd75f, [COLOUR_CHOSEN_CELL] = 0x7d5c0c, \
	[COLOUR_HINT] = 0xb4f8b8, [COLOUR_HINT_CELL] = 0x1f4a2c, \
	[COLOUR_MARK] = 0xdee2eb, [COLOUR_FORBIDDEN] = 0xe5786d, \
	[COLOUR_ACCENT] = 0x4f9bff, [COLOUR_GOLD] = 0xf0c428, [COLOUR_GREEN] = 0x3ddc5f, \
	[COLOUR_WARNING] = 0xff5547
#define VELVET_CUBE \
	[COLOUR_CELL] = 232, [COLOUR_CELL_ODD] = 233, [COLOUR_CHOSEN_CELL] = 94

static const struct theme jewel_dark = {
	.name = "jewel",
	.board = {
		VELVET,
		[COLOUR_FRAME] = 0x3a4050, [COLOUR_FRAME_LIGHT] = 0x5a6378,
		[COLOUR_FRAME_DARK] = 0x262a36,
		[COLOUR_STONE] = 0x59606f, [COLOUR_STONE_LIGHT] = 0x7d8595,
		[COLOUR_STONE_DARK] = 0x383d49,
		[COLOUR_BUTTON] = 0xb4bed6, [COLOUR_LABEL] = 0xb4bcd0,
	},
	.hue = JEWELS,
	.cube = {.board = {VELVET_CUBE}, .hue = JEWELS_CUBE},
};

/* The same stones on the same velvet, in a case of maple: on a light board, a citrine that can be
 * seen is brown. */
static const struct theme jewel_light = {
	.name = "jewel light",
	.board = {
		VELVET,
		[COLOUR_FRAME] = 0xc8a77a, [COLOUR_FRAME_LIGHT] = 0xe6cda4,
		[COLOUR_FRAME_DARK] = 0x6e4f2a,
		[COLOUR_STONE] = 0x8a8478, [COLOUR_STONE_LIGHT] = 0xb5aea1,
		[COLOUR_STONE_DARK] = 0x5c574e,
		[COLOUR_BUTTON] = 0x2a1e0e, [COLOUR_LABEL] = 0x3a2a14,
	},
	.hue = JEWELS,
	.cube = {
		.board = {
			VELVET_CUBE, [COLOUR_FRAME] = 179, [COLOUR_FRAME_LIGHT] = 222,
			[COLOUR_FRAME_DARK] = 94,
		},
		.hue = JEWELS_CUBE,
	},
};

/* ---- for colour-blind eyes ---- */

/* Base tones among the 256 colours, where the most similar ones would not be far enough apart: the
 * best sets that a search of those readable on the cells found. 0: the most similar one. */
#define BASES(a, b, c, d, e, f, g, h) { \
	[0][TONE_BASE] = (a), [1][TONE_BASE] = (b), [2][TONE_BASE] = (c), [3][TONE_BASE] = (d), \
	[4][TONE_BASE] = (e), [5][TONE_BASE] = (f), [6][TONE_BASE] = (g), [7][TONE_BASE] = (h)}

#define SAFE_BOARD \
	[COLOUR_CELL] = 0x080808, [COLOUR_CELL_ODD] = 0x121212, [COLOUR_FORBIDDEN] = 0xff8080, \
	[COLOUR_ACCENT] = 0x5f9fff, [COLOUR_GOLD] = 0xffd700, [COLOUR_GREEN] = 0x5fd787
/* Dark on light backgrounds too: dark hues on white are harder to tell apart. */
#define SAFE_BOARD_IN_SILVER SAFE_BOARD, \
	[COLOUR_FRAME] = 0xb9bdc6, [COLOUR_FRAME_LIGHT] = 0xdde0e6, \
	[COLOUR_FRAME_DARK] = 0x565b66, [COLOUR_LABEL] = 0x20242c, [COLOUR_BUTTON] = 0x20242c

static const struct theme safe_dark_6 = {
	.name = "dark background, 6 colours",
	.board = {SAFE_BOARD},
	.hue = {0xd700ff, 0xff0000, 0xffff00, 0x87ffd7, 0x808080, 0xffafff, 0xffffff, 0x5f87ff},
};

static const struct theme safe_dark_8 = {
	.name = "dark background, 8 colours",
	.board = {SAFE_BOARD},
	.hue = {0xe4fcff, 0xc71eff, 0x6b9099, 0xc99600, 0x52daa1, 0xfefb00, 0x827d62, 0xd2adff},
	.cube.hue = BASES(159, 99, 66, 166, 230, 220, 144, 147),
};

static const struct theme safe_light_6 = {
	.name = "light background, 6 colours",
	.board = {
		[COLOUR_CELL] = 0xffffff, [COLOUR_CELL_ODD] = 0xfcfcfc,
		[COLOUR_FORBIDDEN] = 0xa00000, [COLOUR_ACCENT] = 0x0040a0,
		[COLOUR_GOLD] = 0x806000, [COLOUR_GREEN] = 0x006000,
	},
	.hue = {0x2060ff, 0x806060, 0x600000, 0xe02000, 0x0000a0, 0x200020, 0x006000, 0x800080},
	.cube.hue = BASES(20, 96, 52, 160, 17, 238, 0, 0),
};

#define PROTAN_HUES \
	{0xe04080, 0xffff00, 0xc0a060, 0xffc0ff, 0x00ffe0, 0xff0000, 0xa0a0a0, 0x0080ff}

static const struct theme protan_dark = {
	.name = "protanopia",
	.board = {SAFE_BOARD},
	.hue = PROTAN_HUES,
	.cube.hue = BASES(154, 225, 138, 196, 69, 122, 198, 208),
};

static const struct theme protan_light = {
	.name = "protanopia light",
	.board = {SAFE_BOARD_IN_SILVER},
	.hue = PROTAN_HUES,
	.cube.hue = BASES(154, 225, 138, 196, 69, 122, 198, 208),
};

#define DEUTAN_HUES \
	{0xe060a0, 0x0080e0, 0xffff00, 0xa0a000, 0xa0ffff, 0xffffe0, 0x808060, 0x60c0ff}

static const struct theme deutan_dark = {
	.name = "deuteranopia",
	.board = {SAFE_BOARD},
	.hue = DEUTAN_HUES,
	.cube.hue = BASES(66, 159, 46, 99, 100, 230, 147, 108),
};

static const struct theme deutan_light = {
	.name = "deuteranopia light",
	.board = {SAFE_BOARD_IN_SILVER},
	.hue = DEUTAN_HUES,
	.cube.hue = BASES(66, 159, 46, 99, 100, 230, 147, 108),
};

#define TRITAN_HUES \
	{0xff0000, 0x0080e0, 0xe0ff00, 0x60ffff, 0xffc060, 0x808040, 0xe000e0, 0xc0a0ff}

static const struct theme tritan_dark = {
	.name = "tritanopia",
	.board = {SAFE_BOARD},
	.hue = TRITAN_HUES,
	.cube.hue = BASES(48, 100, 165, 31, 226, 196, 214, 146),
};

static const struct theme tritan_light = {
	.name = "tritanopia light",
	.board = {SAFE_BOARD_IN_SILVER},
	.hue = TRITAN_HUES,
	.cube.hue = BASES(48, 100, 165, 31, 226, 196, 214, 146),
};

/* ---- high contrast ---- */

static const struct theme contrast_dark = {
	.name = "high contrast",
	.board = {
		[COLOUR_CELL_ODD] = 0x121212, [COLOUR_SQUARE] = 0x000001,
		[COLOUR_SQUARE_ODD] = 0x444444, [COLOUR_PIT] = 0x808080,
		[COLOUR_FRAME] = 0xd0d0d0, [COLOUR_FRAME_LIGHT] = 0xffffff,
		[COLOUR_FRAME_DARK] = 0xa0a0a0, [COLOUR_STONE] = 0x9a9a9a,
		[COLOUR_STONE_LIGHT] = 0xffffff, [COLOUR_STONE_DARK] = 0x606060,
		[COLOUR_BUTTON] = 0x000001, [COLOUR_LABEL] = 0x000001,
		[COLOUR_CHOSEN] = 0xffff00, [COLOUR_HINT] = 0x00ff00, [COLOUR_MARK] = 0xffffff,
		[COLOUR_FORBIDDEN] = 0xff8080, [COLOUR_ACCENT] = 0x80d0ff,
		[COLOUR_GOLD] = 0xffff00, [COLOUR_GREEN] = 0x00ff00,
	},
	.hue = {0xff5050, 0x60a0ff, 0xffff30, 0x30e050, 0xe070ff, 0xffa030, 0xffffff, 0x40f0ff},
};

static const struct theme contrast_light = {
	.name = "high contrast light",
	.board = {
		[COLOUR_CELL] = 0xffffff, [COLOUR_CELL_ODD] = 0xf4f4f4,
		[COLOUR_SQUARE] = 0xc0c0c0, [COLOUR_SQUARE_ODD] = 0xffffff, [COLOUR_PIT] = 0x808080,
		[COLOUR_FRAME] = 0x303030, [COLOUR_FRAME_LIGHT] = 0x505050,
		[COLOUR_FRAME_DARK] = 0x000001, [COLOUR_STONE] = 0x606060,
		[COLOUR_STONE_LIGHT] = 0x909090, [COLOUR_STONE_DARK] = 0x303030,
		[COLOUR_BUTTON] = 0xffffff, [COLOUR_LABEL] = 0xffffff,
	},
	.hue = {0xb00000, 0x0040c0, 0x705000, 0x006020, 0x7000a0, 0xa03800, 0x404040, 0x005a70},
};

/* ---- well known ---- */

#define SOLARIZED_HUES \
	{0xdc322f, 0x268bd2, 0xb58900, 0x859900, 0x6c71c4, 0xcb4b16, 0x93a1a1, 0x2aa198}

static const struct theme solarized_dark = {
	.name = "solarized dark",
	.board = {
		[COLOUR_CELL] = 0x001f27, [COLOUR_CELL_ODD] = 0x002b36, [COLOUR_PIT] = 0x001015,
		[COLOUR_SQUARE] = 0x073642, [COLOUR_SQUARE_ODD] = 0x2c5762,
		[COLOUR_FRAME] = 0x1d4a56, [COLOUR_STONE] = 0x586e75,
	},
	.hue = SOLARIZED_HUES,
};

static const struct theme solarized_light = {
	.name = "solarized light",
	.board = {
		[COLOUR_CELL] = 0xfdf6e3, [COLOUR_CELL_ODD] = 0xeee8d5, [COLOUR_STONE] = 0x93a1a1,
	},
	.cube.board = {[COLOUR_CELL] = 230, [COLOUR_CELL_ODD] = 229},
	.hue = SOLARIZED_HUES,
};

static const struct theme gruvbox_dark = {
	.name = "gruvbox dark",
	.board = {
		[COLOUR_CELL] = 0x1d2021, [COLOUR_CELL_ODD] = 0x282828, [COLOUR_SQUARE] = 0x3c3836,
		[COLOUR_SQUARE_ODD] = 0x665c54, [COLOUR_FRAME] = 0x504945,
		[COLOUR_STONE] = 0x7c6f64,
		[COLOUR_LABEL] = 0xd5c4a1, [COLOUR_CURSOR] = 0xfbf1c7,
	},
	.hue = {0xfb4934, 0x83a598, 0xfabd2f, 0xb8bb26, 0xd3869b, 0xfe8019, 0xebdbb2, 0x8ec07c},
};

static const struct theme gruvbox_light = {
	.name = "gruvbox light",
	.board = {
		[COLOUR_CELL] = 0xfbf1c7, [COLOUR_CELL_ODD] = 0xf2e5bc, [COLOUR_SQUARE] = 0xd5c4a1,
		[COLOUR_SQUARE_ODD] = 0xebdbb2, [COLOUR_FRAME] = 0xbdae93,
		[COLOUR_STONE] = 0x928374,
		[COLOUR_LABEL] = 0x3c3836, [COLOUR_CURSOR] = 0x282828,
	},
	.cube.board = {
		[COLOUR_CELL] = 230, [COLOUR_CELL_ODD] = 229, [COLOUR_SQUARE] = 180,
		[COLOUR_SQUARE_ODD] = 223, [COLOUR_FRAME] = 137, [COLOUR_FRAME_LIGHT] = 180,
		[COLOUR_FRAME_DARK] = 94,
	},
	.hue = {0x9d0006, 0x076678, 0xb57614, 0x79740e, 0x8f3f71, 0xaf3a03, 0x504945, 0x427b58},
};

static const struct theme nord = {
	.name = "nord",
	.board = {
		[COLOUR_CELL] = 0x1c2028, [COLOUR_CELL_ODD] = 0x242933, [COLOUR_SQUARE] = 0x2e3440,
		[COLOUR_SQUARE_ODD] = 0x4c566a, [COLOUR_FRAME] = 0x434c5e,
		[COLOUR_STONE] = 0x616e88,
		[COLOUR_LABEL] = 0xd8dee9, [COLOUR_CURSOR] = 0xeceff4,
	},
	.hue = {0xbf616a, 0x81a1c1, 0xebcb8b, 0xa3be8c, 0xb48ead, 0xd08770, 0xeceff4, 0x88c0d0},
};

static const struct theme catppuccin_mocha = {
	.name = "catppuccin mocha",
	.board = {
		[COLOUR_CELL] = 0x181825, [COLOUR_CELL_ODD] = 0x1e1e2e, [COLOUR_SQUARE] = 0x313244,
		[COLOUR_SQUARE_ODD] = 0x585b70, [COLOUR_PIT] = 0x11111b, [COLOUR_FRAME] = 0x45475a,
		[COLOUR_STONE] = 0x6c7086, [COLOUR_LABEL] = 0xcdd6f4, [COLOUR_CURSOR] = 0xf5e0dc,
	},
	.hue = {0xf38ba8, 0x89b4fa, 0xf9e2af, 0xa6e3a1, 0xcba6f7, 0xfab387, 0xcdd6f4, 0x94e2d5},
};

static const struct theme catppuccin_latte = {
	.name = "catppuccin latte",
	.board = {
		[COLOUR_CELL] = 0xeff1f5, [COLOUR_CELL_ODD] = 0xe6e9ef, [COLOUR_SQUARE] = 0xbcc0cc,
		[COLOUR_SQUARE_ODD] = 0xdce0e8, [COLOUR_FRAME] = 0xacb0be,
		[COLOUR_STONE] = 0x8c8fa1,
		[COLOUR_LABEL] = 0x3c3f58, [COLOUR_CURSOR] = 0x4c4f69,
	},
	.hue = {0xd20f39, 0x1e66f5, 0xdf8e1d, 0x40a02b, 0x8839ef, 0xfe640b, 0x4c4f69, 0x179299},
};

static const struct theme dracula = {
	.name = "dracula",
	.board = {
		[COLOUR_CELL] = 0x191a21, [COLOUR_CELL_ODD] = 0x21222c, [COLOUR_SQUARE] = 0x343746,
		[COLOUR_SQUARE_ODD] = 0x565b78, [COLOUR_PIT] = 0x0e0f13, [COLOUR_FRAME] = 0x44475a,
		[COLOUR_CURSOR] = 0xf8f8f2,
	},
	.hue = {0xff5555, 0x8be9fd, 0xf1fa8c, 0x50fa7b, 0xbd93f9, 0xffb86c, 0xf8f8f2, 0xff79c6},
};

const struct theme_pair themes[THEMES] = {
	/* TRANSLATORS: The context "theme" has names of themes, sets of colours; solarized,
	 * gruvbox, nord, catppuccin and dracula are proper names. */
	{NC_("theme", "jewel"), &jewel_dark, &jewel_light},
	{NC_("theme", "dark background, 6 colours"), &safe_dark_6, &safe_dark_6},
	{NC_("theme", "dark background, 8 colours"), &safe_dark_8, &safe_dark_8},
	{NC_("theme", "light background, 6 colours"), &safe_light_6, &safe_light_6},
	{NC_("theme", "protanopia"), &protan_dark, &protan_light},
	{NC_("theme", "deuteranopia"), &deutan_dark, &deutan_light},
	{NC_("theme", "tritanopia"), &tritan_dark, &tritan_light},
	{NC_("theme", "high contrast"), &contrast_dark, &contrast_light},
	{NC_("theme", "solarized"), &solarized_dark, &solarized_light},
	{NC_("theme", "gruvbox"), &gruvbox_dark, &gruvbox_light},
	{NC_("theme", "nord"), &nord, &nord},
	{NC_("theme", "catppuccin"), &catppuccin_mocha, &catppuccin_latte},
	{NC_("theme", "dracula"), &dracula, &dracula},
};
/* clang-format on */
