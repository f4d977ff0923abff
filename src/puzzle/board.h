/* Paints board cells for all puzzles with walls, pieces and goals.
 *
 * Rows and columns count from the board's top left. The picture's scale is the size of a cell;
 * `margin` is the distance of the board's first cell from the picture's origin. */
#ifndef PARLOUR_PUZZLE_BOARD_H
#define PARLOUR_PUZZLE_BOARD_H

#include "puzzle/picture.h"

/* The rows and columns that the frame of a board of pixels takes on each side. It has room for the
 * names of rows, if the margin has. The margin is where it is painted: a frame of fewer rows leaves
 * the margin's outer part free, one of more goes beyond it. */
enum { FRAME_ROWS_MAX = 2 };
struct size board_frame_size(struct size margin, int frame_rows);

/* The rows and columns around the board in this picture: of that frame, or of the margin. */
struct size board_around(const struct picture *picture, struct size margin);

/* Fills a cell as a wall. */
void board_wall(struct picture *picture, struct size margin, int row, int column);

/* A frame around `rows` x `columns` cells, which are painted on it: made of glyphs, a wall as large
 * as the margin. */
void board_frame(struct picture *picture, struct size margin, int rows, int columns);

/* The same with column letters below and row numbers on the left, if they fit, so that moves can be
 * named: on the frame, or made of glyphs around a thin one, as wide as the margin. */
void board_thin_frame(struct picture *picture, struct size margin, int rows, int columns);

/* Makes every cell clickable: PRESS_CLICK with the cell's number. */
void board_click_areas(struct picture *picture, struct size margin, int rows, int columns);

/* Marks a painted cell: the cursor, the hint's target (ROLE_HINT), a piece that can move
 * (ROLE_MARK); in ASCII, by (), <> or :: in its middle row, in cells one row high the left one in
 * the cell before. This changes few screen cells: the cursor moves often. */
void board_brackets(struct picture *picture, struct size margin, int row, int column,
                    enum role role);

/* An empty cell of a board whose frame is painted: a dim dot, in ASCII. */
void board_floor(struct picture *picture, struct size margin, int row, int column);

/* Any cell of a board with walls, pieces and goals. `piece` and `goal` are colours; 0: none. */
void board_cell(struct picture *picture, struct size margin, int row, int column, bool wall,
                int piece, int goal);

/* A glyph in the middle of an otherwise empty cell. */
void board_mark(struct picture *picture, struct size margin, int row, int column, char32_t glyph,
                enum role role, int tint);

/* A piece in a given role: ROLE_PIECE, ROLE_HOME on its goal, ROLE_SELECTED, ROLE_HINT (the piece
 * to move; in ASCII in {}). `goal` is the colour of the goal under it; 0: none. */
void board_piece_in_role(struct picture *picture, struct size margin, int row, int column,
                         int colour, int goal, enum role role);

/* Text on the frame, up to `columns` columns; returns the column after it. */
int board_frame_text(struct picture *picture, int row, int column, int columns, const char *text);

/* The same for a label; without it, if it does not fit whole. */
int board_frame_label(struct picture *picture, int row, int column, int columns, const char *text);

/* The glyph of a colour outside the cells: on that paper, if boards are made of pixels. */
void board_glyph(struct picture *picture, int row, int column, int colour, colour_id paper);

/* Fills a part of the frame with arrows; of a board made of pixels, with one for each cell along
 * it. */
void board_arrows(struct picture *picture, int row, int column, struct size size, char32_t arrow,
                  enum role role);

#endif
