/* Verifies stored results by replaying them. Others may have written the player's file, or it may
 * be damaged: only what replaying the moves on the level's text gives counts.
 *
 * SQL functions do this, so that statements can skip rows that fail:
 *
 *   replayed(level, text, mode, moves, count, score): 1 if the text is a level of this identity
 *   and puzzle, and the moves solve it in `count` moves without help; or, for an endless level,
 *   give this score in `count` moves; else 0.
 *
 *   par(level, text): the level's par; -1 if it has none, or the text is another level's. A result
 *   with more moves is not optimal, whatever the row says. */
#ifndef PARLOUR_STORE_STORE_VERIFY_H
#define PARLOUR_STORE_STORE_VERIFY_H

#include <sqlite3.h>
#include <stdbool.h>

struct replay_level;

/* Caches the last level read, because results of one level come together. All zero: none. */
struct verifier {
	char *text;                /* the level's; NULL: none */
	struct replay_level *read; /* NULL: the text is not a level */
};

/* Registers the functions with a connection; both must outlive their use. Returns SQLite's code. */
int verify_register(struct verifier *verifier, sqlite3 *file);

/* Frees the cached level. */
void verify_free(struct verifier *verifier);

#endif
