/* What the files of the general search share: its table's nodes, its queue, its way beyond the
 * table. For general*.c alone. */
#ifndef PARLOUR_SOLVE_GENERAL_PRIVATE_H
#define PARLOUR_SOLVE_GENERAL_PRIVATE_H

#include "algo/state_table.h"
#include "solve/general.h"

enum {
	TICK_STATES = 256,    /* states expanded between two looks at clock and caller, or */
	TICK_WORK = 1 << 16,  /* work done, as general_work tells it */
	BATCH = 16,           /* successors made before the first is looked for in the table */
	SEARCHES_MAX = 60000, /* then the table begins anew */
	NO_WAY = UINT16_MAX,  /* as a bound: dead */
};

/* What the table keeps beside a state. */
struct node {
	uint32_t parent;
	uint32_t next, previous; /* in its bucket */
	uint16_t depth;
	uint16_t bound;
	uint16_t search;         /* the last that met it; depth, parent and move are of that one */
	move_code move;          /* from the parent */
	uint16_t open;           /* in a bucket */
};

struct general {
	const struct puzzle *puzzle;
	struct level level;
	size_t bytes;
	bool ready;              /* there is a table */
	bool full;               /* it has no room for what the search came upon */
	struct state_table table;
	int search;              /* number of the one that runs, from 1 */
	uint16_t proven[SEARCHES_MAX + 1]; /* the lower bound each came to, or NO_WAY */
	struct answer *answer;
	uint32_t *bucket; /* first state of each sum, or STATE_NONE */
	int bucket_count;
	int sum;                 /* no open state has a lesser one */
	int weight;              /* of the bound in that sum */
	uint32_t goal;           /* the solved state nearest to the start so far, or STATE_NONE */
	long made;               /* work since the last look at the clock */
	int told;                /* the upper bound told at that look */
	bool stopped;            /* that look said: no more */
	uint8_t batch[BATCH][STATE_MAX];
};

static inline struct node *node_at(const struct general *general, uint32_t number)
{
	return state_table_payload(&general->table, number);
}

/* The work of making so many successors and bounding them. What a mode does for one grows faster
 * than its cells, so it is taken to grow as their square; one of a 4x4 board counts 16. */
static inline long general_work(const struct general *general, int successors)
{
	const long cells = level_cells(&general->level);
	return successors * (cells * cells / 16 + 1);
}

/* ---- the queue ---- */

/* Puts a state into the bucket of its depth plus weighted bound; false without memory. */
bool queue_put(struct general *general, uint32_t number);
void queue_remove(struct general *general, uint32_t number);

/* The next state to expand, removed; STATE_NONE when there is none. */
uint32_t queue_take(struct general *general);

/* Orders the queue by another weight; false without memory. */
bool queue_reorder(struct general *general, int weight);
void queue_empty(struct general *general);

/* ---- states ---- */

/* The bound of a state of the table that this search meets for the first time: the mode's, or what
 * earlier searches have shown. */
uint16_t general_bound(const struct general *general, const struct node *node,
                       const struct state *state);

/* Puts the way to general->goal, if there is one, into the answer. */
void general_fill_plan(struct general *general);

/* Goes on from all that is open without storing anything more. */
enum verdict general_go_beyond(struct general *general, struct monitor *monitor);

#endif
