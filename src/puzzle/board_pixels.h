/* Paints parts of a board with pixels. Where a position is given as y and x, in pixels from the
 * picture's origin, it is the upper left pixel of a cell, or anywhere between cells while something
 * moves. A cell is picture->side pixels wide and high. */
#ifndef PARLOUR_PUZZLE_BOARD_PIXELS_H
#define PARLOUR_PUZZLE_BOARD_PIXELS_H

#include "puzzle/picture.h"
#include "puzzle/sprite.h"

/* Where a cell of the board begins. */
static inline int board_y(const struct picture *picture, struct size margin, int row)
{
	return 2 * margin.rows + row * picture->side;
}

static inline int board_x(const struct picture *picture, struct size margin, int column)
{
	return margin.columns + column * picture->side;
}

/* The frame around rows x columns cells, in whole rows of the screen: with a face like a cell's, a
 * line around bare background; and the cells as a chequer of two colours, or bare, with a dot in
 * the middle of each. */
void pixels_frame(struct picture *picture, struct size margin, int rows, int columns,
                  colour_id face);
void pixels_chequer(struct picture *picture, struct size margin, int rows, int columns,
                    colour_id even, colour_id odd);
void pixels_dots(struct picture *picture, struct size margin, int rows, int columns);

/* Fills a cell with one colour. */
void pixels_ground(struct picture *picture, int y, int x, colour_id colour);

/* A wall: a block of stone. */
void pixels_stone(struct picture *picture, int y, int x);

/* A raised block with the symbol of its hue. */
void pixels_block(struct picture *picture, int y, int x, int hue);

/* A sunken goal: a ring, which stays visible under a block of another colour; with a block of
 * its own colour in it, the block is set into the ring. */
void pixels_goal(struct picture *picture, int y, int x, int hue);
void pixels_goal_under(struct picture *picture, int y, int x, int goal);
void pixels_home(struct picture *picture, int y, int x, int hue);

/* Makes the pixels of a painted cell, or one pixel, that many tones brighter, if they have a hue.
 * Of a glyph, the paper. */
void pixels_shine(struct picture *picture, int y, int x, int tones);
void pixels_shine_at(struct picture *picture, int y, int x, int tones);

/* The symbol of a hue, drawn with that side, in pixels. False if there is none: of hues beyond the
 * eighth, where letters are wanted, and in so few pixels that it would not look like its glyph. */
bool pixels_draw_symbol(struct picture *picture, int y, int x, int side, int hue, colour_id ink);

/* The symbol of a hue, in the middle of a cell, on what is there. */
void pixels_symbol(struct picture *picture, int y, int x, int hue, colour_id ink);

/* A glyph in the middle of a cell, and the glyph of a hue. */
void pixels_glyph(struct picture *picture, int y, int x, char32_t glyph, colour_id ink);
void pixels_letter(struct picture *picture, int y, int x, int hue, colour_id ink);

/* The same in a rectangle of pixels: where that is too small for a drawing, as a glyph in the
 * lowest whole row. */
void pixels_small_symbol(struct picture *picture, int y, int x, int height, int width, int hue,
                         colour_id ink);

/* Marks around a cell: two corners (the cursor: moves often, so it takes few bytes) with legs
 * across, or the upper ones with legs both ways where a piece leaves them free; four corners with
 * legs both ways of the given number of pixels, or of a default that suits the cell; a ring. */
void pixels_cursor(struct picture *picture, int y, int x, colour_id colour);
void pixels_upper_corners(struct picture *picture, int y, int x, colour_id colour);
void pixels_brackets(struct picture *picture, int y, int x, int leg, colour_id colour);
void pixels_legs(struct picture *picture, int y, int x, int leg, colour_id colour);
void pixels_corners(struct picture *picture, int y, int x, colour_id colour);
void pixels_ring(struct picture *picture, int y, int x, colour_id colour);

/* A bar in the left or right half of a cell of the screen, beside a piece that leaves that half
 * free: its glyph stays, and the bar is its ground. And such bars at both sides of a cell of the
 * board, in so many rows of the screen. */
void pixels_bar(struct picture *picture, int row, int column, bool left, colour_id colour);
void pixels_bars(struct picture *picture, int y, int x, int rows, colour_id colour);

/* Marks a painted cell as chosen, as the hint's source, or as its target: by four corners, a ring,
 * four corners, on a background that was painted before. Without colours, a chosen cell is reverse,
 * and a source has its background alone. */
void pixels_chosen(struct picture *picture, int y, int x);
void pixels_source(struct picture *picture, int y, int x);
void pixels_target(struct picture *picture, int y, int x);

/* In cells of one row: a mark beside the symbol. */
void pixels_tab(struct picture *picture, int y, int x, colour_id colour);

#endif
