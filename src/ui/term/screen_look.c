/* How roles look: colours and attributes for as many colours as the terminal has. */
#include "ui/term/screen_private.h"

/* Of the 256 colours, those that are in no palette. */
enum {
	BLACK = 16,
	WHITE = 231,
	GREY = 244,
	DARK_GREY = 242,
	ALARM = 202,
};

/* Of the eight colours. */
enum { ANSI_BLACK = 0, ANSI_RED = 1, ANSI_WHITE = 7 };

void screen_set_palette(struct screen *screen, int palette)
{
	screen->palette = palette_of(screen->colours, palette);
}

const char *screen_palette(const struct screen *screen)
{
	return screen->colours < 8 ? "no colours" : screen->palette->name;
}

static int tint_colour(const struct screen *screen, int tint)
{
	return screen->palette->colour[(tint - 1) % screen->palette->count];
}

/* With 256 colours, pieces and the cursor are recognised by shape and background, and bold would
 * cost bytes at each of their edges. */
static uint8_t role_flags(const struct screen *screen, enum role role)
{
	const bool colours = screen->colours > 0, many = screen->colours == 256;
	switch (role) {
	case ROLE_QUIET:
	case ROLE_FLOOR: return many ? 0 : LOOK_DIM;
	case ROLE_STRONG:
	case ROLE_GOAL:
	case ROLE_MARK:
	case ROLE_WARNING: return LOOK_BOLD;
	case ROLE_LINE: return many || !colours ? 0 : LOOK_BOLD; /* there bold is bright */
	case ROLE_CURSOR: return many ? 0 : LOOK_BOLD;
	case ROLE_HINT: return LOOK_REVERSE | LOOK_BOLD;
	case ROLE_SELECTED:
		return LOOK_BOLD | (colours ? LOOK_REVERSE : LOOK_UNDERLINE);
	case ROLE_PIECE: return many ? 0 : colours ? LOOK_BOLD : LOOK_REVERSE;
	case ROLE_CLOSED:
	case ROLE_HOME: return many ? 0 : LOOK_BOLD | (colours ? 0 : LOOK_REVERSE);
	default: return 0;
	}
}

/* A piece is filled with its colour; every other time that the palette goes round, it is drawn
 * instead. Bold black is grey on many terminals, and hard to read on a colour. */
static void fill(const struct screen *screen, int tint, struct look *look)
{
	const bool many = screen->colours == 256;
	const int colour = tint_colour(screen, tint);
	if ((tint - 1) / screen->palette->count % 2 == 1) {
		look->foreground = (int16_t)colour;
		return;
	}
	look->background = (int16_t)colour;
	const bool light = palette_is_light(colour);
	look->foreground = light ? (many ? BLACK : ANSI_BLACK) : (many ? WHITE : ANSI_WHITE);
	if (light)
		look->flags &= (uint8_t)~LOOK_BOLD;
}

static struct look role_look(const struct screen *screen, enum role role, int tint)
{
	struct look look = {COLOUR_OWN, COLOUR_OWN, role_flags(screen, role)};
	const bool many = screen->colours == 256;
	if (screen->colours == 0)
		return look;
	switch (role) {
	case ROLE_QUIET:
	case ROLE_WALL: look.foreground = many ? GREY : COLOUR_OWN; break;
	case ROLE_FLOOR: look.foreground = many ? DARK_GREY : COLOUR_OWN; break;
	case ROLE_WARNING: look.foreground = many ? ALARM : ANSI_RED; break;
	case ROLE_GOAL:
	case ROLE_MARK:
	case ROLE_LINE:
		if (tint != 0)
			look.foreground = (int16_t)tint_colour(screen, tint);
		break;
	case ROLE_PIECE:
	case ROLE_CLOSED:
	case ROLE_HOME:
		if (tint != 0)
			fill(screen, tint, &look);
		break;
	default: break;
	}
	return look;
}

struct spot screen_spot(const struct screen *screen, struct picture_cell cell)
{
	struct spot spot = {cell.glyph, role_look(screen, cell.role, cell.tint)};
	/* Without colours a full wall would look like a piece, which is inverse then. */
	if (screen->colours == 0 && cell.role == ROLE_WALL && cell.glyph == U'█')
		spot.glyph = U'▒';
	if (spot.glyph >= 0x80 && !screen->unicode)
		spot.glyph = U'?';
	const bool coloured =
		spot.look.foreground != COLOUR_OWN || spot.look.background != COLOUR_OWN;
	spot.look.flags &= coloured ? screen->writer.coloured_flags : screen->writer.flags;
	if (spot.glyph == U' ' && (spot.look.flags & LOOK_SEEN_ON_BLANKS) == 0) {
		spot.look.foreground = COLOUR_ANY;
		spot.look.flags = 0;
	}
	return spot;
}
