/* What the searches of lines share: a search from one position, its worker threads, and the
 * interface of a kind of goal. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_SEARCH_H
#define PARLOUR_PUZZLES_LINES_SOLVER_SEARCH_H

#include <stdatomic.h>

#include "puzzle/puzzle_solver.h"
#include "puzzles/lines/solver/board.h"

enum {
	DEPTH_MAX = 250,         /* slides in the deepest search */
	REPORT_STATES = 1 << 12, /* generated between two reports to the monitor */
	ESTIMATE_MAX = 4095,
};

struct search;
struct worker;
struct perimeter;

/* How a kind of goal is searched. `data` is its own; searches do not change it. */
struct goal_search {
	/* *used gets the bytes it takes. NULL: no memory, or more than `bytes`. */
	void *(*open)(const struct geometry *geometry, const struct level *level, size_t bytes,
	              size_t *used);
	void (*close)(void *data);
	/* Fills tables that are worth their cost once searches have generated `generated` states.
	 * Called before any other use. False: the search must end; the next call resumes. */
	bool (*prepare)(void *data, struct search *search, uint64_t generated);
	/* Estimates the distance to the goal, 0..ESTIMATE_MAX, for comparison only. *lower gets a
	 * lower bound on it, 0 only if the board is solved. */
	int (*evaluate)(const void *data, const struct board *board, int *lower);
	/* Depth-first search of all paths of exactly `left` slides. True: the worker's path is a
	 * solution. False also if the search must end. */
	bool (*dfs)(struct worker *worker, const struct board *board, struct slide last, int left);
};

extern const struct goal_search lines_close_all, lines_close_some;

/* A search from one position. */
struct search {
	const struct geometry *geometry;
	const struct goal_search *goal;
	const void *data;                  /* the goal's */
	const struct perimeter *perimeter; /* NULL: search to the goal itself */
	struct monitor *monitor;
	struct answer *answer;       /* only the first worker's thread uses it */
	atomic_uint_fast64_t states; /* generated so far */
	atomic_bool stop;            /* found or ended */
	atomic_bool found;
	bool ended; /* the monitor said no */
	int length; /* of the path found */
	struct slide path[DEPTH_MAX];
};

/* One thread's part of it. */
struct worker {
	struct search *search;
	bool first;                /* it reports to the monitor */
	bool stopped;              /* the search must end */
	uint64_t states, reported; /* generated; of them, added to the search's */
	int depth;
	struct slide path[DEPTH_MAX];
};

void lines_worker_init(struct worker *worker, struct search *search, bool first);

/* Adds the worker's states to the search's and reports to the monitor; false: the search must
 * end. */
bool lines_worker_report(struct worker *worker);

static inline bool worker_continues(struct worker *worker)
{
	return !worker->stopped &&
	       (worker->states - worker->reported < REPORT_STATES || lines_worker_report(worker));
}

/* Makes the worker's path the search's, unless one was found before. */
void lines_worker_found(struct worker *worker);

/* The boards a few slides after the start; threads share a search out by them. */
struct subtrees;

/* NULL: no memory, more than `bytes`, or the search must end. */
struct subtrees *lines_subtrees_new(struct search *search, const struct board *start, size_t bytes);
void lines_subtrees_free(struct subtrees *subtrees);

/* Searches all paths of exactly `slides` slides: by subtrees on `threads` threads, or if `subtrees`
 * is NULL from the start on one. True: the search's path is a solution. */
bool lines_search_depth(struct search *search, const struct board *start,
                        const struct subtrees *subtrees, int slides, int threads);

/* Looks for any solution of at most `most` slides, keeping `width` boards of each length; takes at
 * most `bytes`. True: the search's path is one. */
bool lines_beam_search(struct search *search, const struct board *start, int width, int most,
                       size_t bytes);

#endif
