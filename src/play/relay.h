/* A game as others are told of it: a text with the level and the moves so far, and then a word for
 * each change, from which they make the same game again. What they read may be forged: the level is
 * read like any level file, and each move must be valid.
 *
 * The text is a line with the level's place, which may be "" (one that only this player has), a
 * line with the moves as a saved game (session_restore), and the level in level file format. A
 * word is the name of a move, or "=3": back to the position after three moves. */
#ifndef PARLOUR_PLAY_RELAY_H
#define PARLOUR_PLAY_RELAY_H

#include "play/library.h"
#include "play/session.h"

enum {
	RELAY_WORD_MAX = MOVE_NAME_MAX,
	RELAY_STEPS_MAX = 32, /* words for one change; one that takes more is told as a text */
};

/* ---- telling ---- */

/* The text of the game as it is now, to be freed by the caller; NULL without memory. */
char *relay_text(const struct session *session, const char *place, const char *level_text);

/* Goes one word from a position that others know, *node, to the current one. False if it is that
 * already. Positions are known by the session's node numbers. */
bool relay_next(const struct session *session, uint32_t *node, char word[RELAY_WORD_MAX]);

/* How many words it is away; more than RELAY_STEPS_MAX are not counted. */
int relay_distance(const struct session *session, uint32_t node);

/* The node of the current position, and whether the number is one of the session's. */
uint32_t relay_node(const struct session *session);

/* ---- reading ---- */

/* A text taken apart. */
struct relayed {
	char place[LEVEL_NAME_MAX]; /* as it was written: it may be anything */
	char *saved;                /* to be freed */
	int count;                  /* moves so far, as it says */
	struct pack pack; /* with one level, not yet read by its puzzle; named as a game ID, if it
	                   * is said to be one */
};

/* False if it is not like one. */
bool relay_read(struct relayed *relayed, const char *text, struct error *error);
void relayed_free(struct relayed *relayed);

/* The shipped level of that place, if it is the same level; false if not. */
bool relayed_find(const struct relayed *relayed, const struct library *library,
                  struct level_ref *ref);

/* What a word did. */
enum relay_step { RELAY_WRONG, RELAY_MOVE, RELAY_BACK };

/* Follows a word in a session that was restored from a text; *move is the move made. */
enum relay_step relay_take(struct session *session, const char *word, move_code *move);

/* The number of moves after a word, by its form alone. */
int relay_count(const char *word, int count);

#endif
