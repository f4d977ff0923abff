/* The rules of match three on an unpacked position: swaps, runs, steps, streams, reshuffles.
 *
 * Cells are numbered as in struct level. A swap's move code is twice its left or lower cell, plus
 * one if the other cell is the upper neighbour rather than the right one.
 *
 * Special gems (RULE_SPECIALS, endless levels only). A special gem has a colour, lies in runs and
 * is swapped like any gem of it. When it is cleared, it clears other gems with it:
 *
 *   GEM_ROW, GEM_COLUMN   its row, its column
 *   GEM_BLAST             the cells around it, diagonals included
 *   GEM_COLOUR            all gems of its colour
 *
 * A special gem cleared by another does the same, in the same step. Dead gems stay.
 *
 * Runs that share a cell form a shape. Once a step has cleared everything, before gems fall, each
 * shape leaves at most one special gem of its colour, of the first kind that applies:
 *
 *   a run of five or more   GEM_COLOUR
 *   runs that cross         GEM_BLAST
 *   a run of four           GEM_ROW if it is horizontal, GEM_COLUMN if it is vertical
 *
 * It lies where the swap put a gem of the shape. Any other shape, as all of a cascade's later
 * steps, leaves it in the middle of its longest run, or for GEM_BLAST where runs cross first, from
 * the top left, row by row. Of two middles the left or upper one counts; of runs of one length the
 * horizontal ones come first, then the one that begins first.
 *
 * A colour gem can be swapped with any gem beside it, and always clears something: in the first
 * step, along with runs, it is cleared and clears all gems of the other gem's colour instead of its
 * own. If both are colour gems, both do so.
 *
 * Points: in step k, each gem that is cleared outside runs earns 5 k. All points of a move are
 * multiplied by the number of the game's level (gems_score_rank) before the move. */
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
	STREAM_COLOURS_MIN = 3, /* with two, a cascade might practically never end */
	BLAST_POINTS = 5,       /* for a gem cleared outside runs, in the first step */
	CASCADE_MAX = 100,      /* steps over a random stream; then a new board is dealt */
};

enum gem_kind { GEM_PLAIN, GEM_ROW, GEM_COLUMN, GEM_BLAST, GEM_COLOUR, GEM_KINDS };

/* Bits of level->rules. Bit 1 << colour: the goal is to clear all gems of that colour. */
enum {
	RULE_HOLES = 1 << 0,    /* a gem may be swapped into an empty cell */
	RULE_SCORE = 1 << 27,   /* the goal is to score level->amount */
	RULE_STREAMS = 1 << 28, /* columns refill from level->table[column], which ends at a 0 */
	RULE_RANDOM = 1 << 29,  /* columns refill at random, from level->seed */
	RULE_WIDE = 1 << 30,    /* a cell takes a byte of the state, not half a byte */
	RULE_CLEAR_ALL = (1 << (COLOURS_MAX + 1)) - 2,
};
#define RULE_SPECIALS (UINT32_C(1) << 31) /* special gems */

struct gems {
	uint8_t cell[CELLS_MAX];
	uint8_t kind[CELLS_MAX];  /* enum gem_kind; GEM_PLAIN without RULE_SPECIALS */
	uint32_t taken[SIDE_MAX]; /* letters that each column has taken from its stream */
	int score;                /* if points are the goal, at most level->amount; with
	                           * RULE_SPECIALS at most SCORE_MAX; else 0 */
};

/* What a step of a cascade does, before gems fall. */
struct gems_step {
	bool cleared[CELLS_MAX];
	int points;
	int left_count; /* special gems that it leaves in cells it has cleared */
	struct {
		uint16_t cell;
		uint8_t colour, kind;
	} left[CELLS_MAX / 4];
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

/* The gems to clear, including those still to fall. */
int gems_count_wanted(const struct level *level, const struct gems *gems);

/* Marks the cells of all runs. Returns the number of threes: length - 2, summed over the runs. */
int gems_find_runs(const struct level *level, const struct gems *gems, bool in_run[CELLS_MAX]);

/* Finds what step `number` of a cascade, from 1, does. `swap` is the one that set off the cascade;
 * -1: none. False if there is nothing to clear: the cascade is over. */
bool gems_find_step(const struct level *level, const struct gems *gems, int number, int swap,
                    struct gems_step *step);

/* Clears the step's cells and puts the special gems it leaves there. */
void gems_clear(const struct level *level, struct gems *gems, const struct gems_step *step);

/* Completes a step whose runs are found: adds what special gems clear, and leaves new ones
 * (specials.c). `swapped`: two cells, or -1. Returns the number of gems cleared outside runs. */
int gems_add_specials(const struct level *level, const struct gems *gems, const int swapped[2],
                      struct gems_step *step);

/* Lowers everything above an empty cell by one row, and lets the next letters in at the top. False
 * if nothing falls. */
bool gems_fall(const struct level *level, struct gems *gems);

/* Whether a cascade ends before this step (from 1) although there are runs: a new board is dealt
 * instead. */
bool gems_cascade_ends(const struct level *level, int step);

/* Repeats until there is nothing to clear: a step, then lets gems fall. `swap` as in
 * gems_find_step. Returns the points, at most SCORE_MAX. */
int gems_cascade(const struct level *level, struct gems *gems, int swap);

/* ---- levels of the endless game ---- */

/* The points at which level `rank` (from 1) ends: 250 n (n + 1); with special gems, where level n
 * multiplies points by n and takes more of them, 500 (1 + 4 + 9 + ... + n n). */
int gems_rank_end(const struct level *level, int rank);

/* The level of the game that a score belongs to, from 1. */
int gems_score_rank(const struct level *level, int score);

/* ---- random boards ---- */

/* Fills every cell but those of dead gems with the first `colours` colours, without making a run.
 * False if it gets stuck, which cannot happen with three or more. */
bool gems_deal(const struct level *level, struct gems *gems, int colours, struct random *random);

/* Deals a new board with a valid swap: the same gems in another order if possible, otherwise gems
 * of the stream's colours. The result depends on the level and the position alone. */
void gems_reshuffle(const struct level *level, struct gems *gems);

#endif
