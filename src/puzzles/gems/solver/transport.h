/* How far apart the gems of a colour are: a lower bound on what it takes to clear them.
 *
 * Look at nothing but how many gems of one colour each column holds. Vertical swaps and falling
 * don't change these numbers, and a horizontal swap moves one gem of the colour by one column. A
 * run takes three or more from one column, or one each from three or more columns side by side. So
 * in the end each gem goes in some column, such that every column with only one or two to go has
 * that many runs across it; the cost of a colour is the least number of single steps from column to
 * column until that is so. Two gems move in a swap, of different colours: half the sum of the costs
 * of all colours, and the cost of any, is never more than the number of swaps that are needed.
 *
 * This is minimum-cost transport along a line, solved column by column (dynamic programming): what
 * matters of the columns on the left is the number of gems carried over the border, how many runs
 * across are under way, and at which cost. All that together is one state of a machine that reads a
 * column's number of gems and goes on to the next state. States are made when they are met for the
 * first time, and found again as long as the machine lives: reading a column is one step. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_TRANSPORT_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SPREAD_MOST = 13, /* so many gems in a column are as good as more */
	SPREAD_WALL,      /* for a column that no gem can enter: gems on its two sides stay apart */
	SPREAD_SYMBOLS,
	SPREAD_COST_MAX = 4, /* a greater cost is told as this */
	SPREAD_NEVER,        /* somewhere one or two are alone */
	SPREAD_BEGIN = 1,    /* the state before the first column */
};

struct spread_state;

/* Columns whose cost was asked for: the same ones are asked for again and again. */
struct spread_memo {
	uint64_t columns; /* 0: none */
	int cost;
};

struct spread {
	size_t bytes, limit;
	int count, room;
	struct spread_state *state;
	uint32_t (*next)[SPREAD_SYMBOLS]; /* 0: not known yet */
	uint8_t *cost;                    /* if no column follows */
	uint32_t *slot;                   /* hash of states: number, or 0 */
	uint32_t mask;
	struct spread_memo *memo;
};

/* A machine that takes so many bytes at most. False where that or the memory is too little for the
 * first states; it can be freed all the same. */
bool gems_spread_init(struct spread *spread, size_t limit);
void gems_spread_free(struct spread *spread);

/* Makes the state that follows, the slow way; 0 where there is no memory. */
uint32_t gems_spread_make(struct spread *spread, uint32_t number, unsigned symbol);

/* The state after one more column. 0 stands for "not known, no memory left", stays so, and costs
 * nothing. */
static inline uint32_t spread_read(struct spread *spread, uint32_t state, unsigned symbol)
{
	const uint32_t next = spread->next[state][symbol];
	return next != 0 || state == 0 ? next : gems_spread_make(spread, state, symbol);
}

/* The cost of a colour in so many columns, a byte each, the first one lowest. It is not all 0. */
int gems_spread_cost(struct spread *spread, uint64_t columns, int count);

#endif
