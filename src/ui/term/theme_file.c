/* The player's own theme: a file of lines, each a colour's name and its value. */
#include "ui/term/theme.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "os/file.h"
#include "os/language.h"
#include "os/text.h"

enum { FILE_BYTES_MAX = 1 << 14 };

static const char blanks[] = " \t\r";

static const char *const hue_names[THEME_HUES] = {"ruby",     "sapphire", "citrine", "emerald",
                                                  "amethyst", "amber",    "pearl",   "aquamarine"};

static const char *const board_names[COLOURS_OF_BOARD] = {
	[COLOUR_CELL] = "cell",
	[COLOUR_CELL_ODD] = "cell-odd",
	[COLOUR_SQUARE] = "square",
	[COLOUR_SQUARE_ODD] = "square-odd",
	[COLOUR_PIT] = "pit",
	[COLOUR_FRAME] = "frame",
	[COLOUR_FRAME_LIGHT] = "frame-light",
	[COLOUR_FRAME_DARK] = "frame-dark",
	[COLOUR_STONE] = "stone",
	[COLOUR_STONE_LIGHT] = "stone-light",
	[COLOUR_STONE_DARK] = "stone-dark",
	[COLOUR_BUTTON] = "button",
	[COLOUR_BUTTON_LIT] = "button-lit",
	[COLOUR_LABEL] = "label",
	[COLOUR_CURSOR] = "cursor",
	[COLOUR_CHOSEN] = "chosen",
	[COLOUR_CHOSEN_CELL] = "chosen-cell",
	[COLOUR_HINT] = "hint",
	[COLOUR_HINT_CELL] = "hint-cell",
	[COLOUR_MARK] = "mark",
	[COLOUR_FORBIDDEN] = "forbidden",
	[COLOUR_ACCENT] = "accent",
	[COLOUR_GOLD] = "gold",
	[COLOUR_GREEN] = "green",
	[COLOUR_WARNING] = "warning",
	[COLOUR_QUIET] = "quiet",
};

enum { NAMES_MAX = COLOURS_OF_BOARD + THEME_HUES + 2 * THEMES };

/* The errors of lines: theme_read adds file and line. */
struct reader {
	struct theme *theme;
	int line;
	bool begun; /* a colour was given */
	struct error *error;
};

/* ---- errors ---- */

static bool unknown_theme(const struct reader *reader, const char *word, const char *const names[],
                          int count)
{
	const char *nearest = text_nearest(word, names, count);
	if (nearest == NULL)
		return error_set(reader->error,
		                 _("unknown theme \"%s\"; parlour(6) lists them all"),
		                 text_shown(word).bytes);
	return error_set(reader->error, _("unknown theme \"%s\"; did you mean \"%s\"?"),
	                 text_shown(word).bytes, nearest);
}

static bool unknown_colour(const struct reader *reader, const char *word)
{
	const char *names[NAMES_MAX];
	int count = 0;
	for (int i = 0; i < THEME_HUES; i++)
		names[count++] = hue_names[i];
	for (int i = COLOUR_CELL; i < COLOURS_OF_BOARD; i++)
		names[count++] = board_names[i];
	names[count++] = "base";
	const char *nearest = text_nearest(word, names, count);
	if (nearest == NULL)
		return error_set(reader->error,
		                 _("unknown colour \"%s\"; parlour(6) lists them all"),
		                 text_shown(word).bytes);
	return error_set(reader->error, _("unknown colour \"%s\"; did you mean \"%s\"?"),
	                 text_shown(word).bytes, nearest);
}

/* ---- lines ---- */

static bool read_base(struct reader *reader, const char *name)
{
	const char *names[NAMES_MAX];
	int count = 0;
	if (reader->begun)
		return error_set(reader->error, _("\"base\" must come before the colours"));
	for (int i = 0; i < THEMES; i++) {
		const struct theme *const pair[] = {themes[i].dark, themes[i].light};
		for (int k = 0; k < 2; k++) {
			names[count++] = pair[k]->name;
			if (strcasecmp(name, pair[k]->name) == 0) {
				*reader->theme = *pair[k];
				return true;
			}
		}
	}
	return unknown_theme(reader, name, names, count);
}

/* Where the theme keeps a colour; NULL: there is none of that name. */
static uint32_t *colour_named(struct theme *theme, const char *name)
{
	for (int i = 0; i < THEME_HUES; i++)
		if (strcmp(name, hue_names[i]) == 0)
			return &theme->hue[i];
	for (int i = COLOUR_CELL; i < COLOURS_OF_BOARD; i++)
		if (strcmp(name, board_names[i]) == 0)
			return &theme->board[i];
	return NULL;
}

static bool read_value(const struct reader *reader, const char *text, uint32_t *colour)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	if (text[0] != '#' || strlen(text) != 7 || strspn(text + 1, digits) != 6)
		return error_set(reader->error,
		                 _("expected a colour as in \"#e2433f\", not \"%s\""),
		                 text_shown(text).bytes);
	const uint32_t value = (uint32_t)strtoul(text + 1, NULL, 16);
	*colour = value == 0 ? 0x000001 : value; /* 0 is what a table leaves out */
	return true;
}

static char *trim(char *text)
{
	text += strspn(text, blanks);
	for (char *end = text + strlen(text); end > text && strchr(blanks, end[-1]) != NULL;)
		*--end = '\0';
	return text;
}

static bool read_line(struct reader *reader, char *line)
{
	line = trim(line);
	if (*line == '\0' || *line == ';')
		return true;
	char *equals = strchr(line, '=');
	if (equals == NULL)
		return error_set(reader->error,
		                 _("expected COLOUR = #rrggbb, as in \"ruby = #e2433f\""));
	*equals = '\0';
	const char *name = trim(line), *value = trim(equals + 1);
	if (strcmp(name, "base") == 0)
		return read_base(reader, value);
	uint32_t *colour = colour_named(reader->theme, name);
	reader->begun = true;
	reader->theme->cube = (struct theme_cube){0}; /* chosen for the colours as they were */
	return colour == NULL ? unknown_colour(reader, name) : read_value(reader, value, colour);
}

/* ---- the file ---- */

bool theme_read(struct theme *theme, const char *file, char *text, struct error *error)
{
	struct error reason;
	struct reader reader = {.theme = theme, .error = &reason};
	bool good = true;
	*theme = *themes[0].dark;
	for (char *next = text; good && next != NULL;) {
		char *line = strsep(&next, "\n");
		reader.line++;
		good = read_line(&reader, line);
	}
	theme->name = NC_("theme", "your own");
	return good || error_at(error, file, reader.line, "%s", reason.text);
}

static bool read_file(struct theme *theme, const char *path, int file, struct error *error)
{
	char text[FILE_BYTES_MAX + 1];
	const ssize_t size = file_read(file, text, sizeof text);
	if (size < 0)
		return error_at(error, path, 0, "%s", error_reason(errno));
	if (size > FILE_BYTES_MAX)
		return error_at(error, path, 0, _("larger than the limit for themes, %d KiB"),
		                FILE_BYTES_MAX >> 10);
	if (memchr(text, '\0', (size_t)size) != NULL)
		return error_at(error, path, 0, _("not a theme: not text"));
	text[size] = '\0';
	return theme_read(theme, path, text, error);
}

bool theme_load(struct theme *theme, bool *found, struct error *error)
{
	char *path = file_user_path(getenv("XDG_CONFIG_HOME"), ".config", "theme");
	bool good = true;
	*found = path != NULL && access(path, F_OK) == 0;
	if (*found) {
		const int file = file_open(path, _("expected a theme"), error);
		good = file >= 0 && read_file(theme, path, file, error);
		if (file >= 0)
			close(file);
	}
	free(path);
	return good;
}
