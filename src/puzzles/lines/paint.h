/* What the pictures of a position have in common, whether they are made of glyphs or of pixels. */
#ifndef PARLOUR_PUZZLES_LINES_PAINT_H
#define PARLOUR_PUZZLES_LINES_PAINT_H

#include "puzzles/lines/lines.h"

/* How the lines of a group are drawn. */
struct look {
	const char32_t *middle; /* by the tile's solid sides */
	char32_t across, down;
};

struct scene {
	const struct level *level;
	struct picture *picture;
	int height, width;             /* size of the board on the screen */
	int middle_row, middle_column; /* middle of a cell */
	struct look open, closed;
	uint8_t piece[CELLS_MAX], joined[CELLS_MAX];
	struct groups groups;
	uint8_t tint[CELLS_MAX]; /* by the group's number */
	move_code moving;        /* the slide in this frame */
	int shift;               /* by rows or columns of the screen; 0: at rest */
};

/* Finds all of that for a scene whose level and picture are set. */
void lines_set_scene(struct scene *scene, const struct view *view);

/* Paints with pixels. `shift` is not used: a slide moves by pixels. */
void lines_paint_pixels(const struct scene *scene, const struct view *view);

/* Paints the buttons around a board of pixels: all of them, those that move the held tile lit; and
 * again those that slide a line in a marked move. */
void lines_paint_buttons(const struct scene *scene, const struct cursor *cursor);
void lines_paint_marked_buttons(const struct scene *scene, const struct view *view);

/* The margin at the end of a line slides it when clicked, with the cursor on its last cell. */
void lines_add_area(const struct scene *scene, move_code move);

#endif
