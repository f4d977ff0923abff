/* The transport bound: how far apart the gems of a colour are, as a lower bound on the swaps that
 * clear them.
 *
 * Only the number of gems of the colour in each column counts. Vertical swaps and falling do not
 * change these numbers, and a horizontal swap moves one gem of the colour by one column. A run
 * takes three or more gems from one column, or one each from three or more adjacent columns. So in
 * the end each gem is cleared in some column, and every column in which only one or two are
 * cleared has as many horizontal runs across it. The cost of a colour is the minimum number of
 * single steps from column to column that brings this about. A swap moves two gems, of different
 * colours: half the sum of all costs, and the cost of any colour, never exceed the number of swaps.
 *
 * This is minimum-cost transport along a line, solved column by column (dynamic programming). All
 * that matters of the columns to the left is the number of gems carried over the border, how many
 * horizontal runs are under way, and at which cost. These together are one state of an automaton
 * that reads the number of gems of one column after the other. It is built lazily: a state is made
 * when it is first reached, and kept, so that reading a column is one lookup. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_TRANSPORT_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algo/state_table.h"

enum {
	TRANSPORT_GEMS_MAX = 13, /* more gems in a column count as this many */
	TRANSPORT_WALL,          /* a column that no gem can enter parts the board */
	TRANSPORT_SYMBOLS,
	TRANSPORT_COST_MAX = 4, /* higher costs count as this */
	TRANSPORT_IMPOSSIBLE,   /* one or two gems are left alone somewhere */
	TRANSPORT_START = 1,    /* the state before the first column */
};

/* A state's transitions and cost. */
struct transport_entry {
	uint16_t next[TRANSPORT_SYMBOLS]; /* the state after one more column; 0: not made yet */
	uint16_t cost;                    /* if no column follows */
};

/* Caches the cost of recent columns, because most are needed again and again. */
struct transport_cache {
	uint64_t columns; /* 0: none */
	int cost;
};

struct transport {
	struct state_table states;
	struct transport_entry *entry; /* entry of each state */
	uint32_t room;                 /* in states */
	struct transport_cache *cache;
};

/* An automaton that takes at most `limit` bytes. False where that or the memory is too little for
 * the first states; it can be freed all the same. */
bool gems_transport_init(struct transport *transport, size_t limit);
void gems_transport_free(struct transport *transport);

/* The cost of a colour from the symbols of its columns, `bits` each, the first one lowest; not all
 * are 0. Their number and bits must be the same in all calls. */
int gems_transport_cost(struct transport *transport, uint64_t columns, int count, int bits);

#endif
