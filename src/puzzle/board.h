/* Painting the cells of a board, the same for all puzzles that have walls, pieces and goals.
 *
 * Rows and columns are the board's, counted from the top left; the picture's scale says how large
 * a cell is, and `margin` how far the board's first cell is from the picture's origin. */
#ifndef PARLOUR_PUZZLE_BOARD_H
#define PARLOUR_PUZZLE_BOARD_H

#include "puzzle/picture.h"

/* Fills a cell as a wall. */
void board_wall(struct picture *picture, struct scale margin, int row, int column);

/* A wall all around `rows` x `columns` cells, as thick as the margin. */
void board_frame(struct picture *picture, struct scale margin, int rows, int columns);

/* A thin frame around `rows` x `columns` cells, as wide as the margin: where that has room, with
 * the columns' letters below and the rows' numbers at the left, so that moves can be told by
 * name. */
void board_edge(struct picture *picture, struct scale margin, int rows, int columns);

/* Makes every cell clickable: PRESS_CLICK with the cell's number. */
void board_clicks(struct picture *picture, struct scale margin, int rows, int columns);

/* The cursor, or a hint, on what is painted in a cell already: a bar at each side of its middle
 * row; in ASCII, and in cells of one row, parentheses, the left one in the cell before. Two places,
 * and no piece's ground behind them: a cursor moves often, and each change of ground is a dozen
 * bytes on a slow line. */
void board_brackets(struct picture *picture, struct scale margin, int row, int column,
                    enum role role);

/* An empty cell: a quiet dot. */
void board_floor(struct picture *picture, struct scale margin, int row, int column);

/* A cell where a piece of `colour` (from 1) is wanted: brackets in its tint around its glyph. */
void board_goal(struct picture *picture, struct scale margin, int row, int column, int colour);

/* A cell of a board with walls, pieces and goals: the colour of the piece there and the one wanted
 * there, 0 for none. */
void board_cell(struct picture *picture, struct scale margin, int row, int column, bool wall,
                int piece, int wanted);

/* A glyph in the middle of a cell that is otherwise empty. */
void board_mark(struct picture *picture, struct scale margin, int row, int column, char32_t glyph,
                enum role role, int tint);

/* A piece in a role of its own: ROLE_PIECE, ROLE_CHOSEN, ROLE_HINT. `wanted`: the colour wanted
 * here if it is another one, else 0. */
void board_piece_as(struct picture *picture, struct scale margin, int row, int column, int colour,
                    int wanted, enum role role);

/* A piece. `home`: it stands where one of its colour is wanted; `wanted`: the colour wanted here
 * if it is another one, else 0. */
void board_piece(struct picture *picture, struct scale margin, int row, int column, int colour,
                 bool home, int wanted);

#endif
