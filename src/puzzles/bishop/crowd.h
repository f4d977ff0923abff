/* A crowded board, on which pieces of any kind go step by step, each to a free cell beside it. The
 * moves are kept: steps straight on are one move. */
#ifndef PARLOUR_PUZZLES_BISHOP_CROWD_H
#define PARLOUR_PUZZLES_BISHOP_CROWD_H

#include "puzzles/bishop/bishop.h"

enum {
	CROWD_NOWHERE = CELLS_MAX,
	CROWD_FREE = 0,
	CROWD_DIRECTIONS = 8,
};

/* A move, by cells of the board. */
struct hop {
	uint16_t from, to;
};

struct crowd_board {
	uint8_t piece[CELLS_MAX]; /* as in a grid */
	int hops;
	struct hop last; /* the others are in the crowd */
};

struct crowd_pair;
struct crowd_visit;

struct crowd {
	const struct level *level;
	int cells, directions;
	uint16_t ahead[CROWD_DIRECTIONS][CELLS_MAX]; /* the next cell, or CROWD_NOWHERE */
	bool filled[CELLS_MAX];                      /* from and to these cells nothing moves */
	bool kept[CELLS_MAX]; /* kept free, except for a piece that is brought through them */
	struct crowd_board board;
	struct hop *hop;
	int most; /* of them */

	/* Of the last look round: the cells it came to, in breadth, and from where. */
	int seen[CELLS_MAX], count;
	uint16_t before[CELLS_MAX];
	bool is_seen[CELLS_MAX];

	/* Of the last search for a way: pairs in breadth, and their visits, `cells` for each piece.
	 */
	struct crowd_pair *queue;
	struct crowd_visit *visit;
	int pairs, pairs_left;
	uint32_t search;
	bool opened[CELLS_MAX]; /* the piece was here, with all free cells */
};

/* Begins with a position of a level, at most `most` moves, and so many pairs of a piece and a free
 * cell for all searches for ways. False: no memory. Free it in any case. */
bool crowd_init(struct crowd *crowd, const struct level *level, const struct state *start, int most,
                int pairs);
void crowd_free(struct crowd *crowd);

/* Whether a piece can step from one cell to the other. */
bool crowd_is_beside(const struct crowd *crowd, int cell, int other);

/* A look round: begins anew, with all cells that are seen; then goes on to all that can be reached
 * and are not filled, but for one (CROWD_NOWHERE: none). */
void crowd_begin_look(struct crowd *crowd);
void crowd_see(struct crowd *crowd, int cell, int before);
void crowd_look(struct crowd *crowd, int shut);
void crowd_look_from(struct crowd *crowd, int cell);

/* The moves so far, from 0. */
struct hop crowd_hop_at(const struct crowd *crowd, int i);

/* Makes a move, however far. False: there were `most` before; likewise below. */
bool crowd_hop(struct crowd *crowd, int from, int to);

/* Moves a piece to a free cell beside it. */
bool crowd_step(struct crowd *crowd, int from, int to);

/* Frees a cell: the pieces from it to the nearest free cell that is not kept move on. False also if
 * there is none. */
bool crowd_make_free(struct crowd *crowd, int cell);

/* Brings the nearest piece of a colour to a cell. False also if no way was found. */
bool crowd_bring(struct crowd *crowd, uint8_t piece, int cell);

#endif
