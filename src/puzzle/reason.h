/* Reasons: why a move is good, or what is wrong with it.
 *
 * A reason is a claim, written as one sentence. Whoever finds it has proven it, by the rules or
 * from minima that are proven, so the claim holds wherever it is shown. */
#ifndef PARLOUR_PUZZLE_REASON_H
#define PARLOUR_PUZZLE_REASON_H

#include "puzzle/level.h"

/* A proven minimum: a number of moves, or one of these. */
enum { MINIMUM_UNKNOWN = -1, MINIMUM_NONE = -2 /* unsolvable, proven */ };

enum {
	REASON_NONE = 0,
	REASON_COLUMNS = 70, /* a sentence's, at most, in English */
};

/* A valid move, with what is known about it. */
struct judged_move {
	move_code move;
	int before, after;     /* minima from the position, and from the one after the move */
	int length;            /* of the plan */
	const move_code *plan; /* solves the position, beginning with this move; NULL: none known */
};

/* A claim. Which of the other members it has depends on the kind. */
struct reason {
	int kind; /* the puzzle's kinds are numbered from 1, those of all puzzles from -1 down */
	int cell, other; /* cells; -1: none */
	int count;
	move_code move;
};

#endif
