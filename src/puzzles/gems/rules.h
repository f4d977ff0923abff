/* The rules of match three on an unpacked position: swaps, runs, steps, streams, reshuffles.
 *
 * Cells are numbered as in struct level. A swap's move code is twice its left or lower cell, plus
 * one if the other cell is the upper neighbour rather than the right one. */
#ifndef PARLOUR_PUZZLES_GEMS_RULES_H
#define PARLOUR_PUZZLES_GEMS_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "algo/random.h"
#include "puzzle/level.h"

enum {
	EMPTY = 0, /* contents of a cell; 1..COLOURS_MAX: a gem of that colour */
	DEAD_GEM = COLOURS_MAX + 1,
	POINTS = 10,            /* for a run of three in the first step of a cascade */
	STREAM_COLOURS_MIN = 3, /* with two, a cascade might hardly ever end */
	CASCADE_MAX = 100,      /* steps over a random stream; then a new board is dealt */
};

/* Bits of level->rules. Bit 1 << colour: the goal is to clear all gems of that colour. */
enum {
	RULE_HOLES = 1 << 0,    /* a gem may be swapped into an empty cell */
	RULE_SCORE = 1 << 27,   /* the goal is to score level->amount */
	RULE_STREAMS = 1 << 28, /* columns refill from level->table[column], which ends at a 0 */
	RULE_RANDOM = 1 << 29,  /* columns refill at random, from level->seed */
	RULE_WIDE = 1 << 30,    /* a cell takes a byte of the state, not half a byte */
	RULE_CLEAR_ALL = (1 << (COLOURS_MAX + 1)) - 2,
};

struct gems {
	uint8_t cell[CELLS_MAX];
	uint32_t taken[SIDE_MAX]; /* letters that each column has taken from its stream */
	int score;                /* at most level->amount; 0 where points are not the goal */
};

static inline bool is_gem(int cell)
{
	return cell != EMPTY && cell != DEAD_GEM;
}

static inline bool is_wanted(const struct level *level, int cell)
{
	return is_gem(cell) && (level->rules >> cell & 1) != 0;
}

/* The number of colours of a random stream, stored after the columns' letters. */
static inline int stream_colours(const struct level *level)
{
	return level->table[COLOURS_MAX][0];
}

/* ---- packed states ---- */

void gems_unpack(const struct level *level, const struct state *state, struct gems *gems);

/* Does not touch the bytes after state_size. */
void gems_pack(const struct level *level, const struct gems *gems, struct state *state);

/* Makes this the level's start, and derives RULE_WIDE and the size of a state from it and the
 * level's headers. */
void gems_set_start(struct level *level, const struct gems *start);

/* ---- swaps ---- */

/* The second cell of a swap; -1 if it would be off the board. */
int gems_partner(const struct level *level, int swap);

void gems_swap(struct gems *gems, int a, int b);

/* Makes the swap, without its cascade. False, and no change, if it is not valid: it must make a
 * run. */
bool gems_make_swap(const struct level *level, struct gems *gems, int swap);

/* The first valid swap from this code on; -1 if there is none. */
int gems_next_swap(const struct level *level, struct gems *gems, int swap);

/* ---- steps ---- */

/* The next letter of a column that has taken `taken`; EMPTY at the end of its stream. */
uint8_t gems_letter(const struct level *level, int column, uint32_t taken);

/* Adds a column's gems of each colour to the counts, letters to come included, except those of a
 * random stream, which never ends. Returns their number. */
int gems_count_column(const struct level *level, const struct gems *gems, int column,
                      int count[COLOURS_MAX + 1]);

/* The gems to be cleared, those to come included. */
int gems_count_wanted(const struct level *level, const struct gems *gems);

/* Marks the cells of all runs. Returns the number of threes: length - 2, summed over the runs. */
int gems_find_runs(const struct level *level, const struct gems *gems, bool in_run[CELLS_MAX]);

void gems_clear(const struct level *level, struct gems *gems, const bool in_run[CELLS_MAX]);

/* Lowers everything above an empty cell by one row, and lets the next letters in at the top. False
 * if nothing falls. */
bool gems_fall(const struct level *level, struct gems *gems);

/* Whether a cascade ends before this step (from 1) although there are runs: a new board is dealt
 * instead. */
bool gems_cascade_ends(const struct level *level, int step);

/* Repeats until there is no run: clears all runs, then lets gems fall. Returns the points. */
int gems_cascade(const struct level *level, struct gems *gems);

/* ---- random boards ---- */

/* Fills every cell but those of dead gems with the first `colours` colours, without making a run.
 * False if it gets stuck, which cannot happen with three or more. */
bool gems_deal(const struct level *level, struct gems *gems, int colours, struct random *random);

/* Deals a new board with a valid swap: the same gems in another order if possible, otherwise gems
 * of the stream's colours. The result depends on the level and the position alone. */
void gems_reshuffle(const struct level *level, struct gems *gems);

#endif
