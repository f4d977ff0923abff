#include "sync/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/file.h"
#include "play/scores.h"
#include "store/score_file.h"
#include "sync/log.h"

enum { BATCH = 500 };

bool names_open(struct names *names, const char *log, const char *host)
{
	*names = (struct names){.path = file_beside(log, "withdrawn.log"), .host = host};
	return names->path != NULL;
}

void names_close(struct names *names)
{
	free(names->path);
	names->path = NULL;
}

bool names_are_due(const struct names *names)
{
	struct stat now;
	return stat(names->path, &now) == 0 &&
	       (!file_is_same(&now, &names->file) || now.st_size != names->file.st_size);
}

/* Texts to be sent together. */
struct batch {
	struct names *names;
	struct database *database;
	struct error *error;
	char *text[BATCH]; /* "DATE NAME@HOST UNTIL" */
	int count;
	bool failed;
};

static void send_batch(struct batch *batch)
{
	PGresult *result = NULL;
	char *array = database_array(batch->text, batch->count);
	if (array == NULL)
		error_set(batch->error, "out of memory");
	else
		result = database_query(batch->database,
		                        "SELECT parlour.withdraw_players($1::text[])", 1,
		                        (const char *const *)&array, batch->error);
	const int withdrawn = result == NULL ? 0 : atoi(PQgetvalue(result, 0, 0));
	if (withdrawn > 0)
		log_say(LOG_INFO, "told other hosts of %d name%s that no longer count%s", withdrawn,
		        withdrawn == 1 ? "" : "s", withdrawn == 1 ? "s" : "");
	batch->failed |= result == NULL;
	PQclear(result);
	free(array);
	while (batch->count > 0)
		free(batch->text[--batch->count]);
}

static void take_line(void *context, const struct score_line *line)
{
	struct batch *batch = context;
	if (batch->failed || line->kind != SCORE_WITHDRAWAL || strchr(line->text, ' ') == NULL)
		return;
	char *text = scores_with_host(line->text, batch->names->host);
	if (text == NULL) {
		batch->failed = true;
		error_set(batch->error, "out of memory");
	} else if (scores_line_is_sound(line->tag, text)) {
		batch->text[batch->count++] = text;
	} else {
		free(text);
	}
	if (batch->count == BATCH)
		send_batch(batch);
}

/* Said once. */
static void report(struct names *names, const char *why)
{
	if (!names->told)
		log_say(LOG_ERR, "%s; other hosts are not told which names no longer count", why);
	names->told = true;
}

bool names_send(struct names *names, struct database *database, bool all, struct error *error)
{
	struct batch batch = {.names = names, .database = database, .error = error};
	struct error why;
	struct stat now = {0};
	if (stat(names->path, &now) != 0)
		return true;
	off_t from = !all && file_is_same(&now, &names->file) && now.st_size >= names->sent
	                     ? names->sent
	                     : 0;
	names->file = now;
	if (!score_file_read(names->path, &from, take_line, &batch, NULL, &why)) {
		report(names, why.text);
		return !batch.failed;
	}
	if (batch.count > 0)
		send_batch(&batch);
	if (!batch.failed)
		names->sent = from;
	else
		names->file.st_size = -1;
	return !batch.failed;
}
