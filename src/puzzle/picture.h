/* The canvas that everything is painted on: cells with glyphs, pixels, and clickable areas.
 *
 * A picture knows nothing of terminals. Text and boards in ASCII have roles, which say what a
 * thing is, and tints, which tell pieces apart; the screen decides how these look. Boards made of
 * pixels have colours, which the theme decides. A pixel is one column wide and half a row high,
 * about square: a cell of the picture shows two, one above the other. Painting is clipped. */
#ifndef PARLOUR_PUZZLE_PICTURE_H
#define PARLOUR_PUZZLE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/char32.h"
#include "os/glyph.h"
#include "puzzle/colour.h"

enum role {
	ROLE_TEXT,    /* ordinary text */
	ROLE_QUIET,   /* secondary text */
	ROLE_STRONG,  /* titles, the key of a footer entry */
	ROLE_WARNING, /* warnings: not saved, unsolvable from here */
	ROLE_GOLD,    /* a star, a record */
	ROLE_GREEN,   /* what is proven or done */
	ROLE_ACCENT,  /* what stands out in a page without being a title */
	ROLE_WALL,
	ROLE_FLOOR,
	ROLE_PIECE,    /* on its tint */
	ROLE_GOAL,     /* in its tint */
	ROLE_HOME,     /* a piece on its goal */
	ROLE_HINT,     /* the hint's piece or line */
	ROLE_CURSOR,   /* brackets around the cell under the cursor */
	ROLE_SELECTED, /* the selected piece: inverse */
	ROLE_MARK,     /* a possible target or move */
	ROLE_LINE,     /* in its tint, still open */
	ROLE_CLOSED,   /* on its tint, closed */
	ROLE_PAINTED,  /* pixels, or a glyph in a colour: ink on paper */
	ROLE_COUNT
};

enum glyph_set {
	GLYPHS_SHAPES,  /* shapes and block characters: needs UTF-8 */
	GLYPHS_LETTERS, /* pieces as letters, the rest as above */
	GLYPHS_ASCII,   /* ASCII only */
	GLYPHS_COUNT
};

/* How many tones of a hue the terminal shows: with one, gaps keep neighbours apart rather than
 * light and dark edges; with none, all pieces are the ink of text. */
enum tones { TONES_MANY, TONES_TWO, TONES_ONE, TONES_NONE };

struct picture_cell {
	char32_t glyph; /* os/glyph.h; 0: right half of the wide one to the left */
	uint8_t role;   /* enum role */
	uint8_t tint;   /* 0: none, else a piece's colour from 1 */
	colour_id ink;  /* with ROLE_PAINTED: the colour of the glyph */
	colour_id paper;
};

/* A rectangle that acts like a key when clicked. */
struct click_area {
	int row, column, rows, columns;
	int key;  /* the key it stands for: enum key or a character */
	int cell; /* the board's cell or the list's line; -1: none */
};

struct size {
	int rows, columns; /* a size on the screen */
};

enum { CLICK_AREAS_MAX = 2048 };

struct picture {
	int rows, columns;
	struct picture_cell *cells; /* rows x columns, row by row */
	enum glyph_set glyphs;
	bool pixels; /* boards are painted with pixels rather than in ASCII */
	enum tones tones;
	struct size scale; /* scale of one board cell; with pixels, rows are rounded down */
	int side;          /* side of one board cell, in pixels */
	int frame;         /* rows of the frame above and below a board of pixels: puzzle/board.h */
	int row, column;   /* the origin: picture_set_origin */
	struct rectangle {
		int row, column, rows, columns;
	} clip; /* nothing is painted outside: picture_clip */
	struct click_area click_areas[CLICK_AREAS_MAX];
	int click_area_count;
	struct raster *rasters; /* sprites painted so far: puzzle/sprite.h */
	bool ordered;           /* the terminal itself orders what is read from right to left */
	bool has_right_to_left; /* such text has been put in order since it was erased */
};

/* An empty picture; picture_resize gives it cells. */
struct picture *picture_new(void);
void picture_free(struct picture *picture);

/* Sets the size (each at least 1) and erases. False without memory: then the size is unchanged. */
bool picture_resize(struct picture *picture, int rows, int columns);

static inline bool picture_is_flat(const struct picture *picture)
{
	return picture->tones >= TONES_ONE;
}

static inline bool picture_is_mono(const struct picture *picture)
{
	return picture->tones == TONES_NONE;
}

/* The rows and columns of a cell with that side, in pixels. */
static inline struct size picture_scale(int side)
{
	return (struct size){side / 2, side};
}

/* Sets the size of a board's cell: its side in pixels, and so its scale. */
void picture_set_side(struct picture *picture, int side);

/* Sets all cells to blanks of ROLE_TEXT, removes clickable areas, resets origin and clip. */
void picture_erase(struct picture *picture);

/* Sets the origin for all following painting. */
void picture_set_origin(struct picture *picture, int row, int column);

/* Clips painting, reading and clicks to a rectangle of the screen; picture_erase ends it. */
void picture_clip(struct picture *picture, int row, int column, int rows, int columns);

/* Clips painting to a rectangle from the origin, too, until the clip that this returns is set
 * again. */
struct rectangle picture_clip_more(struct picture *picture, int row, int column, int rows,
                                   int columns);

void picture_put(struct picture *picture, int row, int column, char32_t glyph, enum role role,
                 int tint);

/* Fills a rectangle. */
void picture_fill(struct picture *picture, int row, int column, int rows, int columns,
                  char32_t glyph, enum role role, int tint);

/* Writes sanitized text, up to `columns` columns; returns the column after it. Truncated text ends
 * with a mark. Text with letters from right to left is put into the order of the screen. */
int picture_text(struct picture *picture, int row, int column, int columns, enum role role,
                 const char *text);

/* The same for the first `length` bytes of a text, a row of a longer one with that direction. */
int picture_text_row(struct picture *picture, int row, int column, int columns, enum role role,
                     const char *text, size_t length, enum text_direction direction);

/* The next glyph of a text that is not empty (glyph_next), or '?' if the picture is to be ASCII. */
char32_t picture_next_glyph(const struct picture *picture, const char **text, const char *end);

/* Puts one glyph of a text; returns the column after it. */
int picture_put_glyph(struct picture *picture, int row, int column, enum role role, char32_t glyph);

/* glyph_order, unless the terminal orders text itself or nothing beyond ASCII is shown. */
int picture_order(struct picture *picture, enum text_direction direction, char32_t glyphs[],
                  int place[], int count);

/* The same as picture_text with a format, up to the right edge. */
int picture_print(struct picture *picture, int row, int column, enum role role, const char *format,
                  ...) __attribute__((format(printf, 5, 6)));

/* A painted cell; a blank outside. */
struct picture_cell picture_cell_at(const struct picture *picture, int row, int column);

/* ---- pixels ---- */

/* Painting with COLOUR_NONE changes nothing. `y` is in half rows, from the origin. */
void picture_pixel(struct picture *picture, int y, int x, colour_id colour);
void picture_pixels(struct picture *picture, int y, int x, int height, int width, colour_id colour);

/* The colour of a pixel; COLOUR_NONE where there is text or nothing. */
colour_id picture_pixel_at(const struct picture *picture, int y, int x);

/* How many of `length` pixels a piece has moved in a frame, 1 to `frames`, of an animation: it
 * slows down towards the end. */
int picture_eased(int length, int frame, int frames);

/* Whether both halves of a cell are pixels, rather than a glyph in it. */
static inline bool picture_cell_is_pixels(struct picture_cell cell)
{
	return cell.glyph == U' ' || cell.glyph == U'▀' || cell.glyph == U'▄';
}

/* A glyph in a colour; the paper stays: the lower pixel's, unless `paper` is another colour. */
void picture_ink(struct picture *picture, int row, int column, char32_t glyph, colour_id ink,
                 colour_id paper);

/* ---- roles ---- */

/* Changes only the role of painted cells. */
void picture_set_role(struct picture *picture, int row, int column, int columns, enum role role);

/* Makes a rectangle clickable. If two overlap, the last one added wins. */
void picture_click_area(struct picture *picture, int row, int column, int rows, int columns,
                        int key, int cell);

/* The clickable area at a screen position (not relative to the origin), or NULL. */
const struct click_area *picture_click_area_at(const struct picture *picture, int row, int column);

/* One of two glyphs, depending on the picture's glyph set. */
char32_t picture_glyph(const struct picture *picture, char32_t unicode, char32_t ascii);

/* The glyph for pieces of a colour (from 1): shapes for the first eight, then letters. For goals:
 * hollow shapes, then lower-case letters. */
char32_t picture_piece_glyph(const struct picture *picture, int colour);
char32_t picture_goal_glyph(const struct picture *picture, int colour);

#endif
