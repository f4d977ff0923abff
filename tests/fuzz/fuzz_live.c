/* Any bytes as what a session tells those who watch. The first byte chooses: the rest is a whole
 * file of a player, or a text and, after it, words, each ended by a NUL.
 *
 * A file tells a text without a NUL, and words of a few printable characters, or nothing. A text
 * is refused with a message, or makes a game; a word is refused and changes nothing, or makes a
 * valid move, or goes back to an earlier position. As what somebody in a race tells, it is followed
 * through its boards as far as it fits, in rising times. */
#undef NDEBUG /* the assertions are the test */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/message.h"
#include "play/race.h"
#include "play/relay.h"
#include "puzzle/puzzle.h"
#include "puzzle/replay.h"
#include "store/live.h"

enum { READS = 100, WORDS = 1000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- games ---- */

static void check_word(struct session *session, const char *word)
{
	struct state before, after;
	move_code move;
	const int count = session_count(session);
	session_state(session, &before);
	const enum relay_step step = relay_take(session, word, &move);
	const int now = session_count(session);
	session_state(session, &after);
	if (step == RELAY_MOVE) {
		assert(now == count + 1);
		assert(session->puzzle->rules.apply(&session->level, &before, move));
	} else if (step == RELAY_BACK) {
		assert(now <= count);
		return;
	} else {
		assert(now == count);
	}
	assert(memcmp(&before, &after, sizeof after) == 0);
	assert(step == RELAY_WRONG || relay_count(word, count) == now);
}

static void check_game(const struct relayed *relayed, const char *words, const char *end)
{
	struct session session;
	struct level level;
	struct error error;
	if (!pack_level_bare(&relayed->pack, 0, &level, &error)) {
		check_message(&error);
		return;
	}
	assert(session_open(&session, pack_puzzle(&relayed->pack, 0), &level, NULL, &error));
	session_restore(&session, relayed->saved);
	for (int i = 0; i < WORDS && words < end; i++) {
		check_word(&session, words);
		words += strlen(words) + 1;
	}
	session_close(&session);
}

/* The text ends with a NUL before `end`. */
static void check_text(const char *text, const char *end)
{
	struct relayed relayed;
	struct error error;
	if (!relay_read(&relayed, text, &error)) {
		check_message(&error);
		return;
	}
	assert(relayed.pack.count == 1 && relayed.count >= 0);
	check_game(&relayed, text + strlen(text) + 1, end);
	relayed_free(&relayed);
}

/* ---- races ---- */

enum { NOW = 1000, EARLIEST = 10 };

static void check_line(const char *text)
{
	struct race_text race, same;
	const char *rest;
	char line[RACE_LINE_MAX];
	if (!race_text_read(&race, text, &rest))
		return;
	assert(race.boards >= 1 && race.boards <= RACE_BOARDS_MAX && race.starts >= 0);
	race_text_write(&race, line);
	assert(race_text_read(&same, line, &rest) && *rest == '\0');
	assert(race_is_same(&race, &same) && race.starts == same.starts);
}

static void check_racer(const struct racer *racer, const struct race_boards *boards)
{
	const struct finish finish = racer_finish(racer);
	assert(racer->board >= 0 && racer->board < boards->count);
	assert(racer->sum.tenths >= 0 && racer->sum.tenths <= NOW && racer->sum.count >= 0);
	assert(!racer->done || session_solved(&racer->rival.session));
	assert(racer->done == (finish.count > 0) && (!racer->done || finish.tenths >= EARLIEST));
}

/* What follows the text's first line, and the words after it, on two small boards. */
static void check_race(const char *text, const char *words, const char *end)
{
	static const char board[] =
		"level: A\nmode: tilt\n\na..#   ...#\n..#.   ..#a\n....   ....\n";
	struct replay_level read;
	struct error error;
	struct racer racer;
	const char *rest = strchr(text, '\n');
	assert(replay_read("board", board, strlen(board), &read, &error));
	const struct race_boards boards = {.puzzle = {read.puzzle, read.puzzle},
	                                   .level = {&read.level, &read.level},
	                                   .count = 2};
	check_line(text);
	assert(racer_open(&racer, "anna", &boards));
	racer_take_text(&racer, &boards, rest == NULL ? "" : rest + 1, EARLIEST, NOW);
	check_racer(&racer, &boards);
	for (int i = 0; i < WORDS && words < end; i++) {
		racer_take_word(&racer, &boards, words, NOW);
		check_racer(&racer, &boards);
		words += strlen(words) + 1;
	}
	racer_close(&racer);
}

/* ---- files ---- */

static void check_read(const struct live_reader *reader, enum live_news news)
{
	if (news == LIVE_TEXT)
		check_text(reader->text, reader->text + strlen(reader->text) + 1);
	assert(reader->count >= 0 && reader->count <= LIVE_BATCH);
	for (int i = 0; news == LIVE_ADDED && i < reader->count; i++) {
		const char *text = reader->words[i].text;
		assert(strlen(text) < LIVE_WORD_MAX);
		for (; *text != '\0'; text++)
			assert(*text > ' ' && *text < '\177');
	}
}

static void check_file(const uint8_t *data, size_t size)
{
	FILE *file = tmpfile();
	assert(file != NULL && fwrite(data, 1, size, file) == size && fflush(file) == 0);
	struct live_reader reader = {.file = dup(fileno(file))};
	for (int i = 0; i < READS; i++)
		check_read(&reader, live_read(&reader));
	live_reader_close(&reader);
	fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	if (data[0] % 4 == 0) {
		check_file(data + 1, size - 1);
		return 0;
	}
	char *text = malloc(size);
	assert(text != NULL);
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	check_text(text, text + size);
	check_race(text, text + strlen(text) + 1, text + size);
	free(text);
	return 0;
}
