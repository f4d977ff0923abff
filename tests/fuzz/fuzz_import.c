/* Any lines for --import: each is refused with one harmless line, or is an entry that its level and
 * moves prove, and that --export writes so that it is imported as the same. */
#undef NDEBUG /* the assertions are the test */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/export_record.h"
#include "fuzz/message.h"
#include "play/run.h"
#include "play/session.h"
#include "puzzle/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- the entry ---- */

static void check_result(const struct replay_level *read, const struct entry *entry)
{
	struct replay replay;
	struct error error;
	assert(replay_moves(read->puzzle, &read->level, entry->words, &replay, &error));
	assert(!replay.assisted && replay.count == entry->number);
	assert(read->level.endless ? replay.score == entry->score
	                           : replay.solved && entry->score == 0);
}

static void check_game(const struct replay_level *read, const struct entry *entry)
{
	static struct session session;
	struct error error;
	assert(session_open(&session, read->puzzle, &read->level, NULL, &error));
	assert(session_restore(&session, entry->words));
	session_close(&session);
}

static void check_run(const struct entry *entry)
{
	static struct run_boards boards;
	static struct run run;
	struct run_id id;
	struct error error;
	int board;
	assert(run_id_parse(entry->place, &id, &board) && board == 0);
	assert(run_read(&run, &boards, &id, entry->words, &error));
	assert(run_score(&run) == entry->score && run.count <= RUN_BOARDS_MAX);
	run_free(&run);
}

static void check_entry(const struct entry *entry)
{
	static struct replay_level read;
	struct error error;
	assert(entry->kind != ENTRY_LEVEL && entry->kind < ENTRY_KINDS);
	if (entry->kind == ENTRY_SETTING || entry->kind == ENTRY_DRAFT)
		return;
	if (entry->kind == ENTRY_RUN) {
		check_run(entry);
		return;
	}
	assert(replay_read("text", entry->text, strlen(entry->text), &read, &error));
	assert(read.identity == entry->level && strcmp(read.puzzle->name, entry->name) == 0);
	if (entry->kind == ENTRY_RESULT)
		check_result(&read, entry);
	else
		check_game(&read, entry);
}

/* ---- there and back ---- */

static void check_same(const struct entry *a, const struct entry *b)
{
	assert(a->kind == b->kind && a->level == b->level);
	assert(strcmp(a->name, b->name) == 0 && strcmp(a->place, b->place) == 0);
	assert(strcmp(a->words, b->words) == 0 && strcmp(a->text, b->text) == 0);
	assert(a->number == b->number && a->seconds == b->seconds);
	assert(a->date == b->date && a->score == b->score && a->optimal == b->optimal);
}

static void write_and_read(const struct entry *entry)
{
	struct entry again;
	struct error error;
	json_t *written = record_to_json(entry);
	assert(record_is_importable(written));
	char *line = json_dumps(written, JSON_ENSURE_ASCII);
	assert(line != NULL);
	json_t *read = record_from_json(line, strlen(line), &again, &error);
	assert(read != NULL);
	check_same(entry, &again);
	json_decref(read);
	json_decref(written);
	free(line);
}

static void check_line(const char *line, size_t size)
{
	struct entry entry;
	struct error error = {""};
	json_t *object = record_from_json(line, size, &entry, &error);
	if (object == NULL) {
		check_message(&error);
		return;
	}
	if (entry.kind != ENTRY_KINDS) { /* a rating */
		check_entry(&entry);
		write_and_read(&entry);
	}
	json_decref(object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *line = (const char *)data, *const end = line + size;
	while (line < end) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		if (stop == NULL)
			stop = end;
		check_line(line, (size_t)(stop - line));
		line = stop < end ? stop + 1 : end;
	}
	return 0;
}
