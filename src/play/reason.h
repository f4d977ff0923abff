/* The reason for a move: the one to show, of those that the puzzle finds and those that hold in
 * every puzzle. Nothing is searched: reasons come from the rules and from proofs that the session
 * has. Looking for one takes a few milliseconds at most. */
#ifndef PARLOUR_PLAY_REASON_H
#define PARLOUR_PLAY_REASON_H

#include "play/session.h"

/* Kinds of reasons for all puzzles. */
enum reason_kind {
	/* A hint's move: */
	REASON_SOLVES = -1,      /* solves the level */
	REASON_ONLY_MOVE = -2,   /* is the only valid one */
	REASON_ALL_LOSE = -3,    /* every other makes the level unsolvable */
	REASON_OTHERS_COST = -4, /* every other costs at least `count` */
	/* A costly move: */
	REASON_STUCK = -5,      /* leaves no valid move */
	REASON_REPEATS = -6,    /* goes back to the position after `count` moves */
	REASON_SKIPPED = -7,    /* `move`, the next one, leads to the same position without it */
	REASON_UNDONE = -8,     /* `move`, the next one, leads back to the position before */
	REASON_TAKEN_BACK = -9, /* `move` takes it back, and no move after it is better */
};

/* Why the next move of the known plan is good; false: nothing is proven. */
bool reason_of_hint(const struct session *session, struct reason *out);

/* What is wrong with the move made at a position of the review, from 0; false: nothing is proven,
 * or it keeps the minimum. */
bool reason_of_mistake(const struct session *session, int position, struct reason *out);

/* Writes a reason as a sentence of at most REASON_COLUMNS. */
void reason_write(const struct session *session, const struct reason *reason, char out[REASON_MAX]);

#endif
