/* Somebody else's game of the same board, as far as a race shows it: how many moves, and how far
 * from the goal, proven; never the board. A ghost is a result that was recorded with its times
 * (puzzle/times.h), and moves again when it did. */
#ifndef PARLOUR_PLAY_RIVAL_H
#define PARLOUR_PLAY_RIVAL_H

#include "os/text.h"
#include "play/session.h"

enum {
	RIVAL_NAME_MAX = SHARED_NAME_MAX + 1, /* bytes of a name, which may be of another host */
	RIVAL_MOVES_MAX = 10000,
};

/* How somebody has finished. */
struct finish {
	int count; /* moves of the solution; -1: not finished */
	int tenths;
};

struct rival {
	char name[RIVAL_NAME_MAX];
	struct session session; /* without a solver */
	int *left;              /* the minimum from each of its nodes, as far as settled */
	uint32_t room;          /* how many that are */
};

/* Opens a rival at the level's start; false without memory. */
bool rival_open(struct rival *rival, const char *name, const struct puzzle *puzzle,
                const struct level *level);

/* Opens a ghost at the start of its moves. False, with nothing open, if they do not solve the level
 * without help, if the times do not fit, or without memory. */
bool rival_open_ghost(struct rival *rival, const char *name, const struct puzzle *puzzle,
                      const struct level *level, const char *moves, const char *times);

/* One that is all zero may be closed, too. */
void rival_close(struct rival *rival);

/* Moves a ghost on to where it was at that time; true if it has moved. */
bool rival_follow(struct rival *rival, int64_t tenths);

/* When a ghost moves next; -1: it has finished. */
int64_t rival_next(const struct rival *rival);

/* The minimum from where the rival is, by the proofs of the player's session, whose solver is asked
 * for it if it is not known; true if it is settled. */
bool rival_left(struct rival *rival, struct session *session, int *left);

/* The same, in order, for all positions of a ghost: true if all are settled. */
bool rival_prepare(struct rival *rival, struct session *session);

/* Where the rival is; at the end of a ghost's moves, whether it is there already or not. */
struct finish rival_finish(const struct rival *rival);
struct finish rival_end(const struct rival *rival);

/* Who is ahead: fewer moves, then less time; below 0: the first. */
int finish_compare(const struct finish *one, const struct finish *other);

/* "7 moves, 5 left", or in brief "7, 5 left"; a number that is not settled is "?". */
void rival_words(struct rival *rival, struct session *session, bool brief, char *out, size_t size);

#endif
