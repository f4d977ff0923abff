/* The solver's thread: answers the newest question about a position while the game goes on.
 *
 * Everything is copied between the threads. The searches of a level are kept until the thread is
 * asked about another or idle for long; results found in under 10 ms are discarded and recomputed.
 * A question has a number; the thread searches only while its own number is the one wanted, so a
 * new question can't be missed and needs no stop flag. The caller waits for the file descriptor to
 * become readable, then peeks. */
#ifndef PARLOUR_SOLVE_SOLVER_H
#define PARLOUR_SOLVE_SOLVER_H

#include "solve/solve.h"

struct solver;

/* Starts the thread, at low priority. NULL with an error where that fails. */
struct solver *solver_new(const struct limits *limits, struct error *error);

/* Ends the search that runs, and the thread. */
void solver_free(struct solver *solver);

/* Asks for a shortest plan from a position instead of the question before. Returns its number. */
uint64_t solver_ask(struct solver *solver, const struct puzzle *puzzle, const struct level *level,
                    const struct state *state);

/* Drops the question without asking another. */
void solver_forget(struct solver *solver);

/* Copies the answer to a question so far; false if there is none. */
bool solver_peek(struct solver *solver, uint64_t question, struct answer *answer);

/* Readable when the answer has changed: bounds at most four times a second, the first plan and the
 * final answer at once. solver_peek makes it unreadable again. */
int solver_fd(const struct solver *solver);

enum pace {
	PACE_ON,
	PACE_PAUSE, /* halts the search, for instance while the screen is not updated */
	PACE_REST,  /* frees all memory too: a question without an answer starts over */
};
void solver_pace(struct solver *solver, enum pace pace);

#endif
