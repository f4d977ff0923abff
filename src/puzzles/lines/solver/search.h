/* What the searches of lines share: a search that runs, the threads that walk for it, and what a
 * kind of goal has to bring. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_SEARCH_H
#define PARLOUR_PUZZLES_LINES_SOLVER_SEARCH_H

#include <stdatomic.h>

#include "puzzle/puzzle_solver.h"
#include "puzzles/lines/solver/board.h"

enum {
	DEPTH_MAX = 250,       /* slides; a walk goes no deeper */
	LOOK_STATES = 1 << 12, /* generated between two looks at the watch */
	FAR = 8, /* a bound says how far a board is up to here, and then only counts */
};

struct walker;
struct ball;

/* How a kind of goal is searched. `own` is its own data, which no search changes. */
struct goal_kind {
	/* How a board looks: the lesser, the nearer to the goal, 0..RANK_MAX. *least gets at least
	 * so many slides to it, 0 only when solved. */
	int (*rank)(const void *own, const struct board *board, int *least);
	/* Looks through all ways of exactly so many slides; true where one solves, with its turns
	 * in the walker's path. False also when the search is to end. */
	bool (*walk)(struct walker *walker, const struct board *board, struct turn last, int left);
};

enum { RANK_MAX = 4095 };

/* A search from one position. */
struct effort {
	const struct field *field;
	const struct goal_kind *kind;
	const void *own;
	const struct ball *ball; /* that walks go to; NULL: to the goal itself */
	struct monitor *monitor;
	struct answer *answer;       /* only the first walker's thread touches it */
	atomic_uint_fast64_t states; /* generated so far */
	atomic_bool stop;            /* found, or nobody wants to know any more */
	atomic_bool found;
	bool ended; /* the watch said no */
	int length; /* of the path that was found */
	struct turn path[DEPTH_MAX];
};

/* One thread's part of it. */
struct walker {
	struct effort *effort;
	bool first;            /* it looks at the watch */
	bool stopped;          /* the search is to end: no walk goes on any more */
	uint64_t states, told; /* generated, and how many of them the effort knows of */
	int depth;
	struct turn path[DEPTH_MAX];
};

void lines_walker_init(struct walker *walker, struct effort *effort, bool first);

/* Tells what was done and looks at the watch; false: the search is to end. */
bool lines_walker_look(struct walker *walker);

static inline bool walker_goes_on(struct walker *walker)
{
	return !walker->stopped &&
	       (walker->states - walker->told < LOOK_STATES || lines_walker_look(walker));
}

/* Makes the walker's path the effort's, unless another one has been found. */
void lines_walker_found(struct walker *walker);

/* Boards a few slides away from the start, by which the work is shared out. */
struct shares;

/* NULL: no memory within so many bytes, or the search is to end. */
struct shares *lines_shares_new(struct effort *effort, const struct board *start, size_t bytes);
void lines_shares_free(struct shares *shares);

/* Looks for a way of exactly so many slides, with so many threads: through shares where there are
 * any, else from the start. True: the effort's path is one. */
bool lines_search_depth(struct effort *effort, const struct board *start,
                        const struct shares *shares, int slides, int threads);

/* Looks for any way of at most so many slides, keeping so many boards of each length, within so
 * many bytes. True: the effort's path is one. */
bool lines_search_beam(struct effort *effort, const struct board *start, int width, int most,
                       size_t bytes);

#endif
