/* The limits and the answer of a search, and the interface of a puzzle's own solver.
 *
 * The general search (solve/general.c) answers for any puzzle and is the reference. A puzzle's
 * solver gives the same verdicts and the same numbers of moves, sooner. */
#ifndef PARLOUR_PUZZLE_PUZZLE_SOLVER_H
#define PARLOUR_PUZZLE_PUZZLE_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "os/parallel.h"
#include "puzzle/level.h"

enum {
	PLAN_MAX = 4096, /* moves; of a longer plan only the length is given */
};

/* What a search may use. */
struct limits {
	size_t bytes;       /* memory for states and tables, between searches too */
	uint64_t states;    /* 0: no limit */
	double seconds;     /* 0: no limit */
	int threads;        /* 1..THREADS_MAX; 0 is one too */
	bool until_stopped; /* it goes on when memory is full, as the progress function will end it;
	                       so it does within a limit of seconds */
};

enum verdict {
	SEARCHING,  /* not finished, or stopped by the caller */
	OPTIMAL,    /* lower == upper, and the plan has that many moves */
	UNSOLVABLE, /* proven: there is no plan */
	GAVE_UP     /* a limit was reached; the bounds are true */
};

/* Always lower <= shortest plan <= upper. */
struct answer {
	enum verdict verdict;
	int lower;       /* lower bound on the moves of a plan */
	int upper;       /* moves of the shortest plan known; -1: none is */
	uint64_t states; /* positions stored; by a search that stores none, positions met */
	int length;      /* length of `plan`: upper, or 0 where none is known or it is too long */
	move_code plan[PLAN_MAX];
};

/* Called every few milliseconds with the answer so far, plan included. False: stop. */
typedef bool progress_fn(void *context, const struct answer *answer);

/* Watches over a running search: its limits, and who receives its progress. */
struct monitor {
	const struct limits *limits;
	progress_fn *progress; /* or NULL */
	void *context;         /* for progress */
	double deadline;       /* on the monotonic clock, seconds; 0: none */
	bool has_end;          /* the deadline or `progress` will end a search that goes on for ever
	                          when memory is full; false where a limit of states counts */
};

struct puzzle_solver {
	/* Prepares searches of this level's positions; returns their context, which never takes
	 * more than `bytes`. Whatever takes long is left to the first search, which can be
	 * stopped. NULL: this solver does not take the level, or there is no memory. */
	void *(*open)(const struct level *level, size_t bytes);
	void (*close)(void *context);
	/* Searches from a position, on a fresh answer (SEARCHING, 0, -1), or, if it takes plans, on
	 * one with bounds and a plan that are known already. The context may keep what helps the
	 * next call. Calls monitor_report at least every few milliseconds, preparations included,
	 * and returns at once when that returns false. */
	void (*search)(void *context, const struct state *start, struct monitor *monitor,
	               struct answer *answer);
	/* Whether it takes them. Then the parts of a level are searched in turns, and for those
	 * that are left to the general search plans are looked for beside it: solve/solve.c. */
	bool takes_plans;
};

/* Whether verdict, bounds and plan length agree: for assertions. */
bool answer_is_valid(const struct answer *answer);

/* Starts the clock of the limits. */
struct monitor monitor_begin(const struct limits *limits, progress_fn *progress, void *context);

/* Reports the answer so far. False: the search must end. The verdict is then GAVE_UP where a limit
 * of states or seconds was reached, and SEARCHING where the caller said so. */
bool monitor_report(struct monitor *monitor, struct answer *answer);

#endif
