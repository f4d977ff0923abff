/* The search of one level of match three: what its parts share.
 *
 * A depth-first search (depth_first.c) and A* (astar.c) take turns on one table of positions, and
 * report shorter plans as they find them. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_SEARCH_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_SEARCH_H

#include "algo/astar.h"
#include "puzzle/puzzle_solver.h"
#include "puzzles/gems/solver/table.h"

enum { BATCH_MAX = 512 }; /* successors of a batch */

/* A swap that may lead to the goal. */
struct candidate {
	uint32_t number; /* of the position after it */
	int rank;        /* the lowest is tried first */
	move_code move;
};

/* A position on the current path of the depth-first search. */
struct ply {
	uint32_t number;
	int count, tried;
	struct candidate candidate[SUCCESSORS_MAX];
};

struct gems_search {
	struct level level;
	struct gems_space space;
	struct transport transport;
	struct position_table table;
	struct astar astar;
	size_t bytes;
	bool ready; /* space, transport, table and open list are */

	/* The depth-first search: its path, and how many plies there is room for. */
	struct ply *ply;
	int depth, ply_room;

	/* Successors of the positions expanded last, and their hashes. */
	struct successor successor[BATCH_MAX];
	uint32_t hash[BATCH_MAX];
	int successors;
	struct successor plan_successor[SUCCESSORS_MAX]; /* of a position on a plan */

	/* This call of the solver. */
	uint32_t start;
	unsigned expanded;     /* positions */
	unsigned pause_at;     /* so many */
	unsigned report_at;    /* so many */
	uint32_t count_before; /* positions in the table when it began */
	bool improved;         /* a shorter plan was found and is not reported yet */
	struct monitor *monitor;
	struct answer *answer;
};

/* A plan of this length exists. True if it is the shortest so far, and the caller is to fill it
 * in. */
bool gems_search_improve(struct gems_search *search, int length);

/* Makes a swap, which must be valid. */
void gems_search_make_move(struct gems_search *search, struct position *position, move_code move);

/* Fills in the plan from move `from` on, from a position whose distance is proven. */
void gems_search_fill_proven(struct gems_search *search, struct position position, int from);

enum entry_status gems_search_status(const struct gems_search *search, uint32_t number);

/* Reports the answer so far: CONTINUE or STOPPED. */
enum astar_outcome gems_search_report(struct gems_search *search);

/* To be called after expansions: reports when it is time to, and says when to pause. */
enum astar_outcome gems_search_progress(struct gems_search *search);

/* Expands a position: appends its successors and their hashes, and prefetches their slots in the
 * table. */
void gems_search_expand(struct gems_search *search, uint32_t number);

/* Adds a position in its free slot: its number, or STATE_NONE without memory. */
uint32_t gems_search_add(struct gems_search *search, uint64_t *slot,
                         const struct position *position, uint32_t hash, int bound);

/* The number of a position, added if need be. */
uint32_t gems_search_put(struct gems_search *search, const struct position *position, int bound);

/* The depth-first search for a first plan: goes on where it stopped (at the start, while
 * search->depth is 0), for so many expansions or until a plan is known. PROVEN: there is none. */
enum astar_outcome gems_depth_first(struct gems_search *search, unsigned expansions);

/* Empties the open list and puts the start in. False without memory. */
bool gems_astar_begin(struct gems_search *search);

/* A*: goes on for so many expansions. */
enum astar_outcome gems_astar(struct gems_search *search, unsigned expansions);

#endif
