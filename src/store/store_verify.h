/* Whether a kept result is what its moves come to. The player's file may have been written by
 * others, or be damaged: of a result nothing is believed but what a replay from the level's own
 * text says.
 *
 * To SQLite these are functions, so that a statement passes over the rows which are not believed:
 *
 *   replayed(level, text, mode, moves, count, score): 1 if the text is a level of this identity
 *   and mode, and the moves solve it in so many, with no help; or, where the level is endless, have
 *   that score in so many; else 0.
 *
 *   par(level, text): the level's par; -1 where it has none, or the text is not that level's. More
 *   moves than that are not the least, whatever the row says. */
#ifndef PARLOUR_STORE_STORE_VERIFY_H
#define PARLOUR_STORE_STORE_VERIFY_H

#include <sqlite3.h>
#include <stdbool.h>

struct replay_level;

/* The level that was read last: results of one level stand together. All zero: none. */
struct verifier {
	char *text;                /* of it; NULL: none */
	struct replay_level *read; /* NULL: the text is no level */
};

/* Makes the functions known to a connection, for as long as both live; SQLite's code. */
int verify_register(struct verifier *verifier, sqlite3 *file);

/* Leaves it as it was at first. */
void verify_free(struct verifier *verifier);

#endif
