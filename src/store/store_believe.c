#include "store/store_believe.h"

#include <stdlib.h>
#include <string.h>

#include "core/mode.h"
#include "core/replay.h"

void believe_free(struct believe *believe)
{
	free(believe->text);
	free(believe->read);
	*believe = (struct believe){ .text = NULL };
}

static void read_text(struct believe *believe, const char *text)
{
	struct error error;
	believe_free(believe);
	believe->text = strdup(text);
	believe->read = malloc(sizeof *believe->read);
	if (believe->read == NULL || believe->text == NULL ||
	    !replay_read("text", text, strlen(text), believe->read, &error)) {
		free(believe->read);
		believe->read = NULL;
	}
}

/* The level of that identity and text; NULL if the text is none, or another's. */
static const struct replay_level *level_of(struct believe *believe, sqlite3_value *identity,
                                           sqlite3_value *text)
{
	const char *words = (const char *)sqlite3_value_text(text);
	if (words == NULL)
		return NULL;
	if (believe->text == NULL || strcmp(believe->text, words) != 0)
		read_text(believe, words);
	const struct replay_level *read = believe->read;
	return read != NULL && read->identity == (uint64_t)sqlite3_value_int64(identity) ? read
	                                                                                 : NULL;
}

static bool comes_to(const struct replay_level *read, const char *moves, sqlite3_int64 count,
                     sqlite3_int64 score)
{
	struct replay replay;
	struct error error;
	if (!replay_moves(read->mode, &read->level, moves, &replay, &error) || replay.helped)
		return false;
	if (read->level.endless)
		return replay.count == count && replay.score == score && score > 0;
	return replay.count == count && replay.solved && score == 0;
}

static void replayed(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	const struct replay_level *read =
		level_of(sqlite3_user_data(context), values[0], values[1]);
	const char *mode = (const char *)sqlite3_value_text(values[2]);
	const char *moves = (const char *)sqlite3_value_text(values[3]);
	const bool good = read != NULL && mode != NULL && moves != NULL &&
	                  strcmp(mode, read->mode->name) == 0 &&
	                  comes_to(read, moves, sqlite3_value_int64(values[4]),
	                           sqlite3_value_int64(values[5]));
	sqlite3_result_int(context, good);
}

static void par(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	const struct replay_level *read =
		level_of(sqlite3_user_data(context), values[0], values[1]);
	sqlite3_result_int(context, read != NULL ? read->level.par : -1);
}

/* Not to be called by what a hostile file says of its tables. */
int believe_begin(struct believe *believe, sqlite3 *file)
{
	const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
	int code = sqlite3_create_function(file, "replayed", 6, flags, believe, replayed, NULL,
	                                   NULL);
	return code != SQLITE_OK ? code
	                         : sqlite3_create_function(file, "par", 2, flags, believe, par,
	                                                   NULL, NULL);
}
