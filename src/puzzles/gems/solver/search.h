/* The search of one level of match three: shared by its parts.
 *
 * A depth-first search (depth_first.c) and A* (astar.c) take turns on one table of positions, with
 * beam searches between them (beam.c), and report shorter plans as they find them. Several threads
 * share a long A* (pipeline.c). Once the table is full, a table of bounds takes its memory, and a
 * branch and bound (branch_and_bound.c), which they share, too, the turn: for this call and the
 * next ones.
 *
 * What is proven stays in the table: dead positions, and those whose distance to the goal is known.
 * Everything else holds for one call of the solver, whose number (epoch) it bears; the next call
 * begins another epoch and need not touch it. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_SEARCH_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_SEARCH_H

#include "algo/astar.h"
#include "algo/state_table.h"
#include "puzzle/puzzle_solver.h"
#include "puzzles/gems/solver/bound_table.h"
#include "puzzles/gems/solver/space.h"

enum {
	BATCH_MAX = 512, /* successors of a batch */
	GEMS_THREADS_MAX = 4,
	EPOCHS = 64,
	H_MAX = 31,
	DISTANCE_MAX = 2047,
	MOVE_CODE_MAX = 127,
	/* Every swap clears three gems or more, and gems and letters to come run out. */
	PLIES_MAX = (PLANE_CELLS + PLANE_COLUMNS * LETTERS_MAX) / 3 + 1,
};

enum entry_status {
	STATUS_SEEN,   /* only its bound is known */
	STATUS_OPEN,   /* waits to be expanded */
	STATUS_CLOSED, /* has been expanded */
	STATUS_DEAD,   /* proven: no plan leads to the goal */
	STATUS_SOLVED  /* proven: its distance to the goal, and a shortest plan */
};

/* What is known of a position. */
struct entry {
	uint32_t parent;        /* if the position is solved: the next of the plan; or STATE_NONE */
	unsigned distance : 11; /* g, from the start; of a solved position: to the goal */
	unsigned move : 7;      /* from the parent; of a solved position: of the plan */
	unsigned epoch : 6;
	unsigned h : 5;      /* the lower bound, capped */
	unsigned status : 3; /* as of its epoch: ask entry_status */
};

/* What is to be known of a successor before it is looked up. */
struct outlook {
	uint32_t hash;
	int bound; /* 0: it is the goal */
};

/* A swap that may lead to the goal. */
struct candidate {
	uint32_t number; /* number of the position after it */
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
	struct transport transport[GEMS_THREADS_MAX]; /* one thread takes the first */
	int threads;                                  /* that have one */
	struct state_table table;                     /* a position's words, and its entry */
	struct astar astar;
	struct bound_table bounds; /* instead of table and open list, once that one has been full */
	size_t bytes;
	bool ready; /* space and transport are, and either table */
	unsigned epoch;
	bool dead[EPOCHS]; /* every position of that epoch is dead */

	/* The path of the depth-first search. Its moves are the beginning of the answer's plan. */
	struct ply *ply[PLIES_MAX]; /* made when it is first reached; else NULL */
	int depth;

	/* The successors, `astar.pending` of them, of the positions expanded last. */
	struct successor successor[BATCH_MAX];
	struct outlook outlook[BATCH_MAX];

	/* This call of the solver. */
	uint32_t start;
	uint64_t expanded;     /* positions */
	uint64_t pause_at;     /* that many expanded */
	uint64_t report_at;    /* that many expanded */
	uint32_t count_before; /* positions in the table when it began */
	uint64_t stored;       /* positions in the table when it was given up, and */
	uint64_t stored_at;    /* positions expanded by then */
	uint32_t beam_width;   /* of the next beam search */
	bool improved;         /* a shorter plan was found and is not reported yet */
	struct monitor *monitor;
	struct answer *answer;
};

static inline struct entry *entry_at(const struct gems_search *search, uint32_t number)
{
	return state_table_payload(&search->table, number);
}

/* The status of a position in this epoch. */
static inline enum entry_status entry_status(const struct gems_search *search,
                                             const struct entry *entry)
{
	if (entry->epoch == search->epoch || entry->status >= STATUS_DEAD)
		return (enum entry_status)entry->status;
	return search->dead[entry->epoch] ? STATUS_DEAD : STATUS_SEEN;
}

static inline void entry_set_status(const struct gems_search *search, struct entry *entry,
                                    enum entry_status status)
{
	entry->epoch = search->epoch % EPOCHS;
	entry->status = status & 7;
}

/* A plan exists: `moves` moves, then the plan of a solved position, or STATE_NONE at the goal. True
 * if it is the shortest so far; the caller then fills in those moves. */
bool gems_search_improve(struct gems_search *search, int moves, uint32_t number);

/* Makes the automata of other threads, as many as this call may have and as there is memory for. */
void gems_search_make_transports(struct gems_search *search);

/* The answer's number of states: positions stored, and once the table has been full, expanded. */
uint64_t gems_search_states(const struct gems_search *search);

/* Reports the answer so far: CONTINUE or STOPPED. */
enum astar_outcome gems_search_report(struct gems_search *search);

/* Called after expansions: reports when due, and says when to pause. */
enum astar_outcome gems_search_progress(void *context);

/* Lists the successors of a position with that g that may lie on a shorter plan than `upper` (-1:
 * no plan is known), without `from`, and their outlooks; returns how many. There must be room for
 * SUCCESSORS_MAX. */
int gems_search_list(const struct gems_search *search, struct transport *transport,
                     const struct position *position, int g, int upper, struct successor *out,
                     struct outlook *outlook);

/* Expands a position: appends its successors and their outlooks, and prefetches their slots in the
 * table. */
void gems_search_expand(struct gems_search *search, uint32_t number);

/* Shorter than state_table_hash: positions are whole words. */
static inline uint64_t gems_hash(const struct position *position, int words)
{
	uint64_t hash = 0;
	for (int i = 0; i < words; i++)
		hash = state_hash_word(hash, position->word[i]);
	return hash;
}

/* Adds a position in its free slot: its number, or STATE_NONE without memory. */
uint32_t gems_search_add(struct gems_search *search, uint64_t *slot,
                         const struct position *position, uint32_t hash, int bound);

/* The number of a position, added if need be. */
uint32_t gems_search_put(struct gems_search *search, const struct position *position, int bound);

/* The depth-first search for a first plan: goes on where it stopped (at the start, while
 * search->depth is 0), for that many expansions or until a plan is known. PROVEN: there is none. */
enum astar_outcome gems_depth_first(struct gems_search *search, unsigned expansions);

/* Empties the open list and puts the start in. False without memory. */
bool gems_astar_begin(struct gems_search *search);

/* A*: continues for that many expansions. */
enum astar_outcome gems_astar(struct gems_search *search, unsigned expansions);

/* For pipeline.c, in astar.c. The first closes a position that has been taken from the open list
 * with priority f, unless it is no longer open: then false. The second takes that back. The third
 * opens successors that are new or that are reached by a shorter path. Both are false without
 * memory. */
bool gems_astar_close(struct gems_search *search, uint32_t number, int f);
bool gems_astar_reopen(struct gems_search *search, uint32_t number, int f);
bool gems_astar_visit(struct gems_search *search, const struct successor *successor,
                      const struct outlook *outlook, int count);

/* The same as gems_astar on several threads, until search->pause_at (pipeline.c). CONTINUE: it did
 * nothing, as there is not enough memory. */
enum astar_outcome gems_pipeline(struct gems_search *search);

/* Looks for a shorter plan in a beam of that width, to the end. FULL: it did not. */
enum astar_outcome gems_beam(struct gems_search *search, const struct position *start,
                             uint32_t width);

/* Whether a beam of that width keeps to its share of the memory. */
bool gems_beam_fits(const struct gems_search *search, uint32_t width);

/* Raises the lower bound until a plan of that length is known, or there is none. It needs the table
 * of bounds, and `bytes` beside it. */
enum astar_outcome gems_branch_and_bound(struct gems_search *search, const struct position *start,
                                         size_t bytes);

#endif
