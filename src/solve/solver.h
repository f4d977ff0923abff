/* The one thread: answers the newest question about a position while the game goes on.
 *
 * Everything that crosses is copied. What was learned of a level stays with the thread until it is
 * asked about another, or rests; what took no time to speak of is not kept, but found again. A
 * question has a number; the thread searches on only while its own number is the one wanted, so a
 * new question can't be missed and needs no stop flag. Whoever asks waits for the file descriptor
 * to become readable, then peeks. */
#ifndef PARLOUR_SOLVE_SOLVER_H
#define PARLOUR_SOLVE_SOLVER_H

#include "solve/solve.h"

struct solver;

/* Starts the thread, at low priority. NULL with an error where that fails. */
struct solver *solver_new(const struct limits *limits, struct error *error);

/* Ends the search that runs, and the thread. */
void solver_free(struct solver *solver);

/* Asks for the shortest way from a position; drops the question before. Returns its number. */
uint64_t solver_ask(struct solver *solver, const struct puzzle *puzzle, const struct level *level,
                    const struct state *state);

/* Drops the question without asking another. */
void solver_forget(struct solver *solver);

/* Copies what is known so far of a question; false if nothing is, or another is being answered. */
bool solver_peek(struct solver *solver, uint64_t question, struct answer *answer);

/* Readable when there is news: bounds at most four times a second, the first way and the final
 * answer at once.
 * solver_peek makes it unreadable again. */
int solver_fd(const struct solver *solver);

enum pace {
	PACE_ON,
	PACE_PAUSE, /* halts the search: while nobody can see what it finds */
	PACE_REST,  /* gives back all memory too: a question not answered yet begins anew */
};
void solver_pace(struct solver *solver, enum pace pace);

#endif
