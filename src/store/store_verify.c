#include "store/store_private.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/puzzle.h"
#include "puzzle/replay.h"

void verify_free(struct verifier *verifier)
{
	free(verifier->text);
	free(verifier->read);
	*verifier = (struct verifier){.text = NULL};
}

static void read_text(struct verifier *verifier, const char *text)
{
	struct error error;
	verify_free(verifier);
	verifier->text = strdup(text);
	verifier->read = malloc(sizeof *verifier->read);
	if (verifier->read == NULL || verifier->text == NULL ||
	    !replay_read("text", text, strlen(text), verifier->read, &error)) {
		free(verifier->read);
		verifier->read = NULL;
	}
}

/* The level whose identity and text are the first two values; NULL if the text is not a level, or a
 * different one. */
static const struct replay_level *level_of(sqlite3_context *context, sqlite3_value **values)
{
	struct verifier *verifier = sqlite3_user_data(context);
	const char *text = (const char *)sqlite3_value_text(values[1]);
	if (text == NULL)
		return NULL;
	if (verifier->text == NULL || strcmp(verifier->text, text) != 0)
		read_text(verifier, text);
	const struct replay_level *read = verifier->read;
	const uint64_t identity = (uint64_t)sqlite3_value_int64(values[0]);
	return read != NULL && read->identity == identity ? read : NULL;
}

static bool is_reproduced(const struct replay_level *read, const char *moves, sqlite3_int64 count,
                          sqlite3_int64 score)
{
	struct replay replay;
	struct error error;
	if (!replay_moves(read->puzzle, &read->level, moves, &replay, &error) || replay.assisted)
		return false;
	if (read->level.endless)
		return replay.count == count && replay.score == score && score > 0;
	return replay.count == count && replay.solved && score == 0;
}

static void replayed(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	const struct replay_level *read = level_of(context, values);
	const char *puzzle = (const char *)sqlite3_value_text(values[2]);
	const char *moves = (const char *)sqlite3_value_text(values[3]);
	const bool good = read != NULL && puzzle != NULL && moves != NULL &&
	                  strcmp(puzzle, read->puzzle->name) == 0 &&
	                  is_reproduced(read, moves, sqlite3_value_int64(values[4]),
	                                sqlite3_value_int64(values[5]));
	sqlite3_result_int(context, good);
}

static void par(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	const struct replay_level *read = level_of(context, values);
	sqlite3_result_int(context, read != NULL ? read->level.par : -1);
}

/* DIRECTONLY: a hostile file's schema can't call them. */
int verify_register(struct verifier *verifier, sqlite3 *file)
{
	const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
	int code =
		sqlite3_create_function(file, "replayed", 6, flags, verifier, replayed, NULL, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_create_function(file, "par", 2, flags, verifier, par, NULL, NULL);
	return code;
}
