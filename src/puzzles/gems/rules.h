/* The rules of match three on an unpacked position: swaps, runs, steps, streams, reshuffles.
 *
 * Cells are numbered as in struct level. A swap is a number, the move's code: twice its left or
 * lower cell, and one more where the other cell is the upper neighbour, not the right one. */
#ifndef PARLOUR_PUZZLES_GEMS_RULES_H
#define PARLOUR_PUZZLES_GEMS_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "algo/random.h"
#include "puzzle/level.h"

enum {
	EMPTY = 0, /* what a cell holds; 1..COLOURS_MAX: a gem of that colour */
	DEAD_GEM = COLOURS_MAX + 1,
	POINTS = 10,             /* of a run of three in the first step of a cascade */
	STREAM_COLOURS_LEAST = 3, /* with two, a cascade may hardly ever end */
	CASCADE_MAX = 100,       /* steps over a random stream; then the board is dealt anew */
};

/* Bits of level->rules. The bit 1 << colour says that all gems of that colour are to be cleared. */
enum {
	RULE_HOLES = 1 << 0,   /* a gem may change places with an empty cell */
	RULE_SCORE = 1 << 27,  /* the goal is to score level->amount */
	RULE_WORDS = 1 << 28,  /* columns refill from level->table[column], which ends at a 0 */
	RULE_RANDOM = 1 << 29, /* columns refill by chance, from level->seed */
	RULE_WIDE = 1 << 30,   /* a cell takes a byte of the state, not half of one */
	RULE_CLEAR_ALL = (1 << (COLOURS_MAX + 1)) - 2,
};

struct gems {
	uint8_t cell[CELLS_MAX];
	uint32_t taken[SIDE_MAX]; /* letters that each column has had from its stream */
	int score;                /* where it is the goal: at most level->amount; else 0 */
};

static inline bool is_gem(int cell)
{
	return cell != EMPTY && cell != DEAD_GEM;
}

static inline bool is_wanted(const struct level *level, int cell)
{
	return is_gem(cell) && (level->rules >> cell & 1) != 0;
}

/* How many colours a random stream has: kept behind the columns' letters. */
static inline int stream_colours(const struct level *level)
{
	return level->table[COLOURS_MAX][0];
}

/* ---- packed states ---- */

void gems_unpack(const struct level *level, const struct state *state, struct gems *gems);

/* Leaves the bytes behind state_size alone. */
void gems_pack(const struct level *level, const struct gems *gems, struct state *state);

/* Makes this the level's start, and sets what follows from it and the level's headers: RULE_WIDE
 * and the size of a state. */
void gems_set_start(struct level *level, const struct gems *start);

/* ---- swaps ---- */

/* The second cell of a swap; -1 where the board has none. */
int gems_partner(const struct level *level, int swap);

void gems_swap(struct gems *gems, int a, int b);

/* Whether two neighbours may change places. */
bool gems_can_swap(const struct level *level, struct gems *gems, int a, int b);

/* Makes the swap alone, before anything goes; false, and nothing changed, if it is not valid. */
bool gems_begin(const struct level *level, struct gems *gems, int swap);

/* The first valid swap from this number on; -1 if there is none. */
int gems_next_swap(const struct level *level, struct gems *gems, int swap);

/* ---- steps ---- */

/* The letter that enters a column after so many; EMPTY at the stream's end. */
uint8_t gems_letter(const struct level *level, int column, uint32_t taken);

/* Adds a column's gems of each colour, letters to come included but for those of a random stream,
 * which has no end; returns how many there are. */
int gems_count_column(const struct level *level, const struct gems *gems, int column,
                      int count[COLOURS_MAX + 1]);

/* Marks the cells of all runs; returns how many windows of three there are, which is the sum of
 * length - 2 over the runs. */
int gems_find_runs(const struct level *level, const struct gems *gems, bool in_run[CELLS_MAX]);

void gems_clear(const struct level *level, struct gems *gems, const bool in_run[CELLS_MAX]);

/* Lowers all that hangs over an empty cell by one, with a letter of the stream behind it. False
 * if nothing does. */
bool gems_fall(const struct level *level, struct gems *gems);

/* Whether a cascade ends before this step (from 1), though there are runs: the board is dealt anew
 * then. */
bool gems_is_calmed(const struct level *level, int step);

/* Steps until there is no run: all runs go, then all falls. Returns the points. */
int gems_cascade(const struct level *level, struct gems *gems);

/* ---- boards by chance ---- */

/* Fills every cell that holds no dead gem, without making a run, from so many gems of each colour.
 * False where it got stuck: never with three colours or more that do not run out. */
bool gems_deal(const struct level *level, struct gems *gems, int bag[COLOURS_MAX + 1],
               struct random *random);

/* A bag of these colours, from the first on, that does not run out. */
void gems_fill_bag(int colours, int bag[COLOURS_MAX + 1]);

/* Deals the board anew, so that there is a swap: its own gems in another order if that can be done,
 * else others of the stream. What comes follows from the level and the position alone. */
void gems_reshuffle(const struct level *level, struct gems *gems);

#endif
