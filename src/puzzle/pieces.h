/* Packed positions of boards with pieces that differ by nothing but colour.
 *
 * A grid has the colour of the piece in each cell, 0 where there is none. Packed, it is the list of
 * the cells of the pieces, colour by colour and each colour's cells in rising order, so that pieces
 * of one colour are interchangeable. A cell takes one byte where the board has at most 256 cells,
 * two otherwise, the higher one first. On boards so full that the list would be as long as the
 * grid, the grid itself is the packed form.
 *
 * `bytes` is what pieces_bytes gave; a puzzle may keep more of its own after them in a state. */
#ifndef PARLOUR_PUZZLE_PIECES_H
#define PARLOUR_PUZZLE_PIECES_H

#include "os/error.h"
#include "puzzle/level.h"

/* Whether a cell of a grid holds a piece: its content is a colour. */
static inline bool is_piece(uint8_t content)
{
	return content != 0 && content <= COLOURS_MAX;
}

/* The number of pieces of all colours: the sum of level->pieces. */
int pieces_count(const struct level *level);

/* The bytes of a packed position; needs level->pieces. */
size_t pieces_bytes(const struct level *level);

/* Packs a grid. Values above COLOURS_MAX, such as walls, are not listed. */
void pieces_pack(const struct level *level, size_t bytes, const uint8_t grid[CELLS_MAX],
                 struct state *state);

/* Puts the pieces on a grid that the caller has filled with what it holds without them. */
void pieces_unpack(const struct level *level, size_t bytes, const struct state *state,
                   uint8_t grid[CELLS_MAX]);

/* Lists the cells of all pieces, in the order of the packed form. Returns how many. */
int pieces_cells(const struct level *level, size_t bytes, const struct state *state,
                 uint16_t out[CELLS_MAX]);

/* Moves a piece of that colour to a cell without a piece. */
void pieces_move(const struct level *level, size_t bytes, struct state *state, int colour, int from,
                 int to);

struct bit_writer;

/* Writes the cells of all pieces, in that order, for a certificate. */
void pieces_put(const struct level *level, size_t bytes, const struct state *state,
                struct bit_writer *out);

struct recipe;

/* For generator.check: whether the pieces that a recipe asks for fit in `room` cells. */
bool pieces_check_room(const struct recipe *recipe, int room, struct error *error);

/* The same for its pieces and colours, with at least one free cell. `min` and `max` are the numbers
 * of pieces of a recipe that gives none. */
bool pieces_check_recipe(const struct recipe *recipe, int min, int max, struct error *error);

#endif
