/* A* over the numbered positions of a level, and what it needs of the level.
 *
 * The closed table keeps a small number for each position: its g, and whether it has been expanded.
 * It has 16 bits, or what the number of a position leaves of 64; plans with more moves than that
 * can count are left to deepen.c. For the first values of f expansion is partial: where the bound
 * is almost exact, most successors are never needed. Later each position is expanded once. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_ASTAR_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_ASTAR_H

#include <limits.h>

#include "algo/astar.h"
#include "algo/proof_table.h"
#include "puzzle/puzzle_solver.h"
#include "puzzles/bishop/solver/pattern.h"
#include "puzzles/bishop/solver/space.h"

struct bishop_context;

enum { BISHOP_NEVER = INT_MAX }; /* higher than any f */

/* A successor that waits to be looked up. */
struct successor {
	uint64_t rank;
	uint16_t g, h;
	uint16_t missing; /* of a beam: the weight of the targets that lack their piece */
};

/* A position to be expanded. */
struct expansion {
	uint64_t rank;
	int g, f;
	int f_max;   /* successors with a larger f are left out */
	int limit;   /* only plans shorter than that matter */
	bool weigh;  /* what successors miss is wanted */
	bool cut;    /* something was left out for that reason */
	int f_later; /* the lowest f of the successors that were left out, or BISHOP_NEVER */
	int made;    /* successors, with those left out */
};

struct bishop_search {
	struct bishop_context *context;
	struct astar astar;       /* its items: numbers of positions */
	struct hash_slots closed; /* number + 1 -> g, and EXPANDED */
	size_t bytes;             /* memory that it may use */
	uint64_t start;
	int partial_max;         /* up to this f, successors with a larger one are left out */
	bool cut;                /* what leads to longer plans was left out: see limit_of */
	bool plan_found;         /* a shorter one, since progress was reported */
	bool slow;               /* its bounds take long */
	bool weigh;              /* it is a beam's, which wants to know what positions miss */
	uint64_t met;            /* positions */
	uint64_t made, made_max; /* successors, and when to pause */
	bool lost;               /* some successors, when it was stopped: it can't be continued */
	int work;                /* since progress was reported */
	struct bishop_desk desk;
	struct successor *successor;
	struct monitor *monitor;
	struct answer *answer;
};

/* What the searches of a level share; it does not change while one of them runs, but between its
 * calls of bishop_search_run. */
struct bishop_context {
	struct level level;
	bool backward; /* searched from its goal to its start: a beam's, see beam.c */
	size_t bytes;  /* for everything */
	struct space space;
	struct patterns patterns;
	struct proof_table proofs;   /* proofs of positions on plans that were proven shortest */
	struct bishop_search search; /* the last one, if it can be continued, */
	bool interrupted;
	int upper;               /* of its answer when it was interrupted */
	uint64_t paid, beam_due; /* successors when a database was built last; of the next beam */
	int width;               /* of that */
	/* Of the space's cells, 0 unless they are targets (see beam.h), and their sum. */
	uint16_t weight[CELLS_MAX];
	int weight_sum;
	uint64_t full; /* number + 1 of the position from which one filled the memory */
};

/* The largest number of moves from the start that a slot of the closed table holds. */
int bishop_search_g_max(const struct space *space);

/* Begins a search. False: no room. The caller must free the search in either case. */
bool bishop_search_begin(struct bishop_search *search, struct bishop_context *context,
                         uint64_t start, size_t bytes, struct monitor *monitor,
                         struct answer *answer);
void bishop_search_free(struct bishop_search *search);

/* Gives a search that was stopped a new monitor and a new answer, which may know better bounds and
 * a shorter plan. */
void bishop_search_resume(struct bishop_search *search, struct monitor *monitor,
                          struct answer *answer);

/* Continues until `made` successors have been made. Never ASTAR_CONTINUE; ASTAR_FULL also where
 * plans are too long for it. */
enum astar_outcome bishop_search_run(struct bishop_search *search, uint64_t made);

/* Writes the plan from a position with a proven one; returns its length. */
int bishop_context_plan(struct bishop_context *context, uint64_t rank, move_code *out, int max);

/* Saves the proof for all positions on a plan. */
void bishop_context_save(struct bishop_context *context, uint64_t rank,
                         const struct answer *answer);

/* For pipeline.c, in astar.c. The first fills in an expansion of a position that was taken from the
 * open list with priority f, and closes it; false: it has been expanded. The second lists
 * successors and returns how many; there must be room for bishop_space_steps_max. The third opens
 * the position again, for what was left out, and counts the work. The fourth visits successors.
 * The last two are false without memory. */
bool bishop_search_take(struct bishop_search *search, uint64_t rank, int f,
                        struct expansion *expansion);
int bishop_search_list(const struct bishop_context *context, struct bishop_desk *desk,
                       struct expansion *expansion, struct successor *out);
bool bishop_search_settle(struct bishop_search *search, const struct expansion *expansion);
bool bishop_search_visit(struct bishop_search *search, const struct successor *successor,
                         int count);

/* For beam.c, in astar.c. The first closes a position unless it is closed already; false without
 * memory. The second takes the plan through a position with that g, from which as many moves more
 * are proven, if it is shorter than the known one. */
bool bishop_search_close(struct bishop_search *search, uint64_t rank, int g, bool *fresh);
void bishop_search_solve(struct bishop_search *search, uint64_t rank, int g, int distance);

/* Called after a batch: reports when due, and says when to pause. */
enum astar_outcome bishop_search_progress(void *context);

/* The proven number of moves from a position, or -1. */
static inline int bishop_context_distance(const struct bishop_context *context, uint64_t rank)
{
	const struct proof *proof = proof_table_find(&context->proofs, &rank);
	return proof == NULL ? -1 : proof->upper;
}

#endif
