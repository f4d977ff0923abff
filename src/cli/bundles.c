#include "cli/bundles.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/export_record.h"
#include "cli/import.h"
#include "cli/operator.h"
#include "cli/print.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/portable.h"
#include "store/bundle.h"
#include "store/data_file.h"

enum {
	READ_MILLISECONDS = 3000,  /* for all bundles: the player waits */
	PROOF_MILLISECONDS = 1000, /* for all levels */
	FILE_MAX = 64 << 20,       /* bytes of the player's file: then nothing more is taken in */
};

static void report(const struct request *request, enum log_level level, const char *text)
{
	struct operator* operator= request->operator;
	log_write(&operator->log, level, "%s: bundle: %s", operator->player, text);
}

static char *player_file(const struct request *request)
{
	char name[DATA_FILE_NAME_MAX];
	data_file_player_path(request->options->player, "parlour.db", name);
	return data_file_path(name);
}

/* ---- what arrives ---- */

/* What became of the bundles. */
struct arrival {
	struct request *request;
	int64_t deadline;
	bool complete;
	int added;
};

/* Reads lines until the deadline, and skips those that are wrong; returns how many. */
static int read_lines(struct import *import, struct arrival *arrival, const char *text)
{
	struct error error;
	int wrong = 0;
	while (*text != '\0' && milliseconds_now() < arrival->deadline) {
		const size_t size = strcspn(text, "\n");
		wrong += size > 0 && !import_line(import, text, size, &error);
		text += size + (text[size] == '\n');
	}
	arrival->complete &= *text == '\0';
	return wrong;
}

static void take_bundle(void *context, const char *host, const struct bundle *bundle)
{
	struct arrival *arrival = context;
	struct request *request = arrival->request;
	struct import import = {.options = request->options,
	                        .library = request->library,
	                        .proof_deadline = milliseconds_now() + PROOF_MILLISECONDS};
	int added[ENTRY_KINDS] = {0};
	char words[160];
	const int wrong = read_lines(&import, arrival, bundle->text);
	if (!store_add_all(request->store, &import.all, added))
		arrival->complete = false;
	import_free(&import);
	for (int kind = 0; kind < ENTRY_KINDS; kind++)
		arrival->added += kind == ENTRY_LEVEL ? 0 : added[kind];
	snprintf(words, sizeof words, "%d lines of %s are wrong", wrong, host);
	if (wrong > 0)
		report(request, LEVEL_WARNING, words);
}

/* Whether the player's file has room for more. */
static bool has_room(const struct request *request)
{
	struct stat status;
	char *path = player_file(request);
	const bool full = path != NULL && stat(path, &status) == 0 && status.st_size > FILE_MAX;
	free(path);
	if (full)
		report(request, LEVEL_WARNING, "the player's file is too large to take in more");
	return !full;
}

/* Remembers which bundles were taken in, with the data: it is lost with them. */
static void remember(struct request *request, long sum, bool complete)
{
	if (complete)
		store_set(request->store, SETTING_ARRIVED, sum);
	else
		report(request, LEVEL_WARNING, "not all was taken in");
}

bool bundles_arrived(struct request *request)
{
	const char *key = request->options->bundle_key;
	struct arrival arrival = {.request = request,
	                          .deadline = milliseconds_now() + READ_MILLISECONDS,
	                          .complete = true};
	char *folder = key == NULL ? NULL : bundle_arriving_path(key);
	const uint64_t all = folder == NULL ? 0 : bundle_sum_of_all(folder);
	const long sum = (long)(all & INT32_MAX);
	if (all != 0 && store_setting(request->store, SETTING_ARRIVED, -1) != sum &&
	    has_room(request)) {
		bundle_read_all(folder, take_bundle, &arrival);
		remember(request, sum, arrival.complete);
	}
	free(folder);
	return arrival.added > 0;
}

/* ---- what leaves ---- */

static int count_entries(const struct entries *entries)
{
	int count = 0;
	for (const struct entry *entry = entries->oldest; entry != NULL; entry = entry->next)
		count++;
	return count;
}

/* Drops lines that don't fit, the oldest results first; returns how many. */
static int drop(char **line, int count)
{
	size_t size = 0;
	int dropped = 0;
	for (int i = count; i-- > 0;) {
		const size_t more = line[i] == NULL ? 0 : strlen(line[i]) + 1;
		if (size + more <= BUNDLE_MAX) {
			size += more;
			continue;
		}
		free(line[i]);
		line[i] = NULL;
		dropped++;
	}
	return dropped;
}

/* One text of the lines, which are freed. NULL without memory. */
static char *join(char **line, int count)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	for (int i = 0; i < count; i++) {
		if (out != NULL && line[i] != NULL)
			fprintf(out, "%s\n", line[i]);
		free(line[i]);
	}
	return out == NULL ? NULL : file_close_memory(out, &text, true);
}

static char *write_text(const struct entries *all, int *dropped)
{
	int count = 0;
	char **line = calloc((size_t)count_entries(all) + 1, sizeof *line);
	const struct entry *entry = line == NULL ? NULL : all->oldest;
	for (; entry != NULL; entry = entry->next)
		line[count++] = json_line(record_to_json(entry));
	*dropped = drop(line, count);
	char *text = line == NULL ? NULL : join(line, count);
	free(line);
	return text;
}

static void leave(struct request *request, const char *path)
{
	struct entries all = {0};
	struct error error = {""};
	int omitted, dropped = 0;
	char words[80];
	if (!store_read_all(request->store, &all, &omitted)) {
		entries_free(&all);
		return;
	}
	char *text = write_text(&all, &dropped);
	entries_free(&all);
	if (text == NULL || !bundle_leave(path, text, &error))
		report(request, LEVEL_WARNING, text == NULL ? "out of memory" : error.text);
	snprintf(words, sizeof words, "no room for %d records, the oldest results", dropped);
	if (dropped > 0)
		report(request, LEVEL_NOTICE, words);
	free(text);
}

/* Whether the player's file was written after the bundle. */
static bool is_newer(const struct request *request, const char *bundle)
{
	struct stat ours, left;
	char *path = player_file(request);
	const bool known = path != NULL && stat(path, &ours) == 0 && stat(bundle, &left) == 0;
	free(path);
	if (!known || left.st_size == 0)
		return known;
	const struct timespec us = time_written(&ours), it = time_written(&left);
	return us.tv_sec != it.tv_sec ? us.tv_sec > it.tv_sec : us.tv_nsec >= it.tv_nsec;
}

void bundles_end(struct request *request)
{
	const char *key = request->options->bundle_key;
	char *path = key == NULL ? NULL : bundle_leaving_path(key);
	if (path != NULL) {
		store_retry(request->store);
		if (is_newer(request, path))
			leave(request, path);
	}
	free(path);
}

void bundles_begin(struct request *request)
{
	bundles_end(request); /* if the last session was killed */
	bundles_arrived(request);
}
