/* The search for every puzzle: A* over packed states (Hart, Nilsson, Raphael 1968), which is
 * breadth-first search where the puzzle's lower bound is 0. */
#ifndef PARLOUR_SOLVE_GENERAL_H
#define PARLOUR_SOLVE_GENERAL_H

#include "algo/astar.h"
#include "algo/state_table.h"
#include "puzzle/puzzle.h"

enum {
	TICK_STATES = 256,    /* states expanded between two reports of progress, or */
	TICK_WORK = 1 << 16,  /* work done, in units of general_work */
	BATCH = 16,           /* successors made before the first is looked up in the table */
	SEARCHES_MAX = 60000, /* then the table is emptied */
	H_DEAD = UINT16_MAX,  /* as h: no plan leads on from the state */
};

/* The payload of a state in the table. */
struct node {
	uint32_t parent; /* or STATE_NONE */
	uint16_t g;      /* moves from the start */
	uint16_t h;      /* lower bound on the moves that are left, or H_DEAD */
	uint16_t search; /* the last that met it; g, parent and move belong to that one */
	move_code move;  /* from the parent */
};

/* A successor that waits to be looked up. */
struct successor {
	struct state state;
	uint32_t hash;
	move_code move;
};

struct general {
	const struct puzzle *puzzle;
	struct level level;
	size_t bytes;
	bool ready; /* there is a table */
	bool full;  /* it has no room for a state that was met */
	struct state_table table;
	int search;                        /* number of the one that runs, from 1 */
	uint16_t proven[SEARCHES_MAX + 1]; /* the lower bound that each proved, or H_DEAD */
	struct astar astar;                /* its items: g << 32 | number of the state */
	struct answer *answer;
	struct monitor *monitor;
	unsigned expanded; /* states, in this search */
	uint32_t goal;     /* the solved state nearest to the start so far, or STATE_NONE */
	long work;         /* since progress was last reported */
	int reported;      /* the upper bound reported then */
	struct successor batch[BATCH];
};

/* Like the functions of struct puzzle_solver, for any level of any puzzle; NULL: no memory. */
struct general *general_open(const struct puzzle *puzzle, const struct level *level, size_t bytes);
void general_close(struct general *general);
void general_search(struct general *general, const struct state *start, struct monitor *monitor,
                    struct answer *answer);

/* ---- shared with linear_memory.c ---- */

static inline struct node *node_at(const struct general *general, uint32_t number)
{
	return state_table_payload(&general->table, number);
}

/* Whether an item of the open list is up to date: no plan with fewer moves has led to its state
 * since. (Once it is taken it never comes back with the same g.) */
static inline bool general_is_open(const struct general *general, uint64_t item)
{
	return node_at(general, (uint32_t)item)->g == item >> 32;
}

/* The work of making and bounding some successors. What a puzzle does for one grows faster than
 * its cells, so it is taken to grow with their square; one of a 4x4 board counts 16. */
static inline long general_work(const struct general *general, int successors)
{
	const long cells = level_cells(&general->level);
	return successors * (cells * cells / 16 + 1);
}

/* Orders the open list by weight 1; false without memory. */
bool general_unweigh(struct general *general);

/* h of a state in the table that this search meets for the first time: the puzzle's lower bound, or
 * what earlier searches have proven. */
uint16_t general_h(const struct general *general, const struct node *node,
                   const struct state *state);

/* Puts the plan to general->goal, if there is one, into the answer. */
void general_fill_plan(struct general *general);

/* Goes on from all open states without storing anything more. */
enum verdict general_linear_memory(struct general *general);

#endif
