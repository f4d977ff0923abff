/* What everything paints into: cells with a glyph, a role and a tint, and the places to click.
 *
 * A picture knows no terminal. Roles say what a thing is, the screen decides how that looks;
 * tints tell pieces apart by colour. Painting outside is clipped. */
#ifndef PARLOUR_PUZZLE_PICTURE_H
#define PARLOUR_PUZZLE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uchar.h>

enum role {
	ROLE_TEXT,     /* ordinary text */
	ROLE_QUIET,    /* text that may be overlooked */
	ROLE_STRONG,   /* titles, the key of a footer entry */
	ROLE_WARNING,  /* what must be seen: not saved, no way from here */
	ROLE_WALL,
	ROLE_FLOOR,
	ROLE_PIECE,    /* filled with its tint */
	ROLE_GOAL,     /* drawn in its tint */
	ROLE_HOME,     /* a piece that stands where it is wanted */
	ROLE_HINT,     /* what a hint points at */
	ROLE_CURSOR,   /* brackets around the cell under the cursor */
	ROLE_CHOSEN,   /* the piece that was chosen: inverse */
	ROLE_MARK,     /* where something could go, or what could be done */
	ROLE_LINE,     /* drawn in its tint, still open */
	ROLE_CLOSED,   /* drawn on its tint, filled: as it should be */
	ROLE_COUNT
};

enum glyph_set {
	GLYPHS_SHAPES,  /* shapes and block characters: needs UTF-8 */
	GLYPHS_LETTERS, /* pieces as letters, the rest as before */
	GLYPHS_ASCII,   /* nothing but ASCII */
	GLYPHS_COUNT
};

struct cell {
	char32_t glyph; /* 0: covered by the wide character to the left */
	uint8_t role;   /* enum role */
	uint8_t tint;   /* 0: none, else a piece's colour from 1 */
};

/* A rectangle that acts like a key when clicked. */
struct widget {
	int row, column, rows, columns;
	int key;  /* what it stands for: enum key or a character */
	int cell; /* the board's cell or the list's line; -1: none */
};

struct scale {
	int rows, columns; /* size of one board cell on the screen */
};

enum { WIDGETS_MAX = 2048 };

struct picture {
	int rows, columns;
	struct cell *cells;           /* rows x columns, row by row */
	enum glyph_set glyphs;
	struct scale scale;           /* for painting boards */
	int row, column;              /* where (0, 0) is painted: picture_move_to */
	struct rectangle {
		int row, column, rows, columns;
	} clip; /* all there is to paint in: picture_clip */
	struct widget widgets[WIDGETS_MAX];
	int widget_count;
};

/* An empty picture; picture_resize gives it cells. */
struct picture *picture_new(void);
void picture_free(struct picture *picture);

/* Sets the size (each at least 1) and erases. False when there is no memory: the old size stays. */
bool picture_resize(struct picture *picture, int rows, int columns);

/* Blank cells of ROLE_TEXT, no widgets, origin at the top left. */
void picture_erase(struct picture *picture);

/* Puts the origin for all that is painted from now on. */
void picture_move_to(struct picture *picture, int row, int column);

/* Lets nothing be painted, read or clicked outside of a rectangle of the screen, until the next
 * such call, or picture_erase. */
void picture_clip(struct picture *picture, int row, int column, int rows, int columns);

void picture_put(struct picture *picture, int row, int column, char32_t glyph, enum role role,
                 int tint);

/* Fills a rectangle. */
void picture_fill(struct picture *picture, int row, int column, int rows, int columns,
                  char32_t glyph, enum role role, int tint);

/* Writes text, made harmless, up to `columns` columns; returns the column behind it. What is longer
 * ends with a mark that says so. */
int picture_text(struct picture *picture, int row, int column, int columns, enum role role,
                 const char *text);

/* The same with a format, up to the right edge. */
int picture_print(struct picture *picture, int row, int column, enum role role,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Changes the glyph of what is already painted there, and no more. */
void picture_set_glyph(struct picture *picture, int row, int column, char32_t glyph);

/* The role of what is painted there; ROLE_TEXT outside. */
enum role picture_role(const struct picture *picture, int row, int column);

/* The glyph that is painted there; a blank outside. */
char32_t picture_glyph_at(const struct picture *picture, int row, int column);

/* Changes the role of what is already painted there. */
void picture_set_role(struct picture *picture, int row, int column, int columns, enum role role);

/* Makes a rectangle clickable. The last one added wins. */
void picture_widget(struct picture *picture, int row, int column, int rows, int columns, int key,
                    int cell);

/* The widget at a place of the screen (not of the origin), or NULL. */
const struct widget *picture_widget_at(const struct picture *picture, int row, int column);

/* One of two glyphs, by the picture's glyph set. */
char32_t picture_glyph(const struct picture *picture, char32_t unicode, char32_t ascii);

/* The glyph of the pieces of a colour (from 1): a shape each for the first eight, else a letter. */
char32_t picture_piece(const struct picture *picture, int colour);

#endif
