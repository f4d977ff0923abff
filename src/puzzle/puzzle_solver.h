/* What every search is asked and what it answers, and how a puzzle brings a faster one of its own.
 *
 * The general search (solve/general.c) answers for any puzzle and is the reference. A kernel
 * answers the same question for one puzzle, by what is special about its rules: same verdicts, same
 * numbers of moves, sooner. */
#ifndef PARLOUR_PUZZLE_PUZZLE_SOLVER_H
#define PARLOUR_PUZZLE_PUZZLE_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "os/parallel.h"
#include "puzzle/level.h"

enum {
	PLAN_MAX = 4096,  /* a longer way is not told, only its length */
};

/* What a search may use. */
struct limits {
	size_t bytes;     /* of memory for states and tables, kept work included */
	uint64_t states;  /* 0: no limit */
	double seconds;   /* 0: no limit */
	int threads;      /* 1..THREADS_MAX; 0 is one too */
};

enum verdict {
	SEARCHING,  /* still at it, or stopped by whoever asked */
	OPTIMAL,    /* lower == upper, and the plan is such a way */
	UNSOLVABLE, /* no way is left: proven */
	GAVE_UP     /* a limit was met; the bounds are true */
};

/* Always lower <= shortest <= upper. */
struct answer {
	enum verdict verdict;
	int lower;        /* at least so many moves */
	int upper;        /* a way of so many moves is known; -1: none */
	uint64_t states;  /* positions stored; by a search that stores none, positions looked at */
	int length;       /* of the plan: upper, or 0 where no way is known or it is too long */
	move_code plan[PLAN_MAX];
};

/* Called every few milliseconds with the answer so far, its plan included. False: stop. */
typedef bool progress_fn(void *context, const struct answer *answer);

/* The limits of a search that runs, and whoever waits for it. */
struct monitor {
	const struct limits *limits;
	progress_fn *tick; /* NULL: nobody waits */
	void *context;
	double deadline;  /* on the monotonic clock, seconds; 0: none */
};

struct puzzle_solver {
	/* Makes ready to search positions of this level, within so many bytes for all that it will
	 * ever keep. It takes no time to speak of: what does is done by the first search, which can
	 * be stopped. NULL: this level is not for this kernel, or there is no memory. */
	void *(*open)(const struct level *level, size_t bytes);
	void (*close)(void *own);
	/* Searches from a position, on a fresh answer (SEARCHING, 0, -1). What is learned may serve
	 * the next call. Looks at the watch every few milliseconds at most, preparations included,
	 * and returns at once where monitor_report says no. */
	void (*search)(void *own, const struct state *start, struct monitor *monitor,
	               struct answer *answer);
};

/* Whether verdict, bounds and plan length agree: for assertions. */
bool answer_is_valid(const struct answer *answer);

/* Starts the clock of the limits. */
struct monitor monitor_begin(const struct limits *limits, progress_fn *tick, void *context);

/* Tells the answer so far. False: the search is to end. Its verdict is then GAVE_UP where a limit
 * of states or seconds was met, and SEARCHING where nobody wants to know any more. */
bool monitor_report(struct monitor *monitor, struct answer *answer);

#endif
