/* The search that serves every puzzle: the least number of moves from a position, with bounds that
 * are true at any time on the way.
 *
 * A* over packed states (Hart, Nilsson, Raphael 1968), which is breadth-first search where the
 * mode's bound is 0. It knows no threads: tests, --solve, the benchmark and the generator call it
 * directly, the solver's thread calls it for the player. A fast search for one mode answers the
 * same question behind the same struct answer. */
#ifndef PARLOUR_SEARCH_SEARCH_H
#define PARLOUR_SEARCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/mode.h"

enum { PLAN_MAX = 4096 }; /* a longer way is not told, only its length */

struct limits {
	size_t bytes;     /* of memory for states and tables */
	uint64_t states;  /* 0: no limit */
	double seconds;   /* 0: no limit */
};

/* What a search may use unless somebody says otherwise: 256 MiB. */
extern const struct limits limits_default;

enum verdict {
	SEARCHING,  /* still at it */
	OPTIMAL,    /* lower == upper, and the plan is such a way */
	UNSOLVABLE, /* no way is left: proven */
	GAVE_UP     /* a limit was met; the bounds are true */
};

/* Always lower <= shortest <= upper. */
struct answer {
	enum verdict verdict;
	int lower;        /* at least so many moves */
	int upper;        /* a way of so many moves is known; -1: none */
	uint64_t states;  /* distinct states stored */
	int length;       /* of the plan: upper, or 0 where no way is known or it is too long */
	move_code plan[PLAN_MAX];
};

/* Called every few hundred states with the answer so far, its plan aside. False: stop. */
typedef bool tick_fn(void *context, const struct answer *answer);

/* Searches from `start`. Where the mode can split the position, each part is searched alone and the
 * answers are added up; the limits hold for all together. An endless level is given up at once:
 * there is nothing to find. Fills *answer; true if it holds a proof (OPTIMAL or UNSOLVABLE). Stopped
 * by the tick function, the verdict stays SEARCHING. */
bool search(const struct mode *mode, const struct level *level, const struct state *start,
            const struct limits *limits, tick_fn *tick, void *context, struct answer *answer);

/* Walks breadth-first through everything that can be reached from the level's start, up to a
 * number of states, and picks one at a distance in least..most: a random one of those at a random
 * distance, or at the farthest. Returns the distance, or -1 if there is no such state within
 * the limits. */
int search_reachable(const struct mode *mode, const struct level *level, uint64_t states,
                     int least, int most, bool farthest, struct random *random,
                     struct state *found);

#endif
