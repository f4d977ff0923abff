/* What sessions tell each other: words through the ring, damaged and forged files, sessions that
 * died; and games, which those who read along make again, position by position. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "algo/random.h"
#include "play/relay.h"
#include "puzzle/registry.h"
#include "store/live.h"
#include "support/folder.h"
#include "support/games.h"
#include "support/help.h"

enum { READS = 100 }; /* until a file that stays unreadable is called so */

static char *folder;
static struct live live = LIVE_CLOSED;
static struct live_reader reader = {.file = -1};

static void begin(void)
{
	folder = folder_new_state();
}

static void end(void)
{
	live_reader_close(&reader);
	live_close(&live);
	folder_free(folder);
}

static void open_both(void)
{
	ck_assert(live_open(&live, "anna"));
	ck_assert(live_reader_open(&reader, "anna"));
	ck_assert_int_eq(live_read(&reader), LIVE_TEXT);
	ck_assert_str_eq(reader.text, "");
}

static void expect_text(const char *text)
{
	ck_assert_int_eq(live_read(&reader), LIVE_TEXT);
	ck_assert_str_eq(reader.text, text);
}

static void expect_word(const char *word)
{
	ck_assert_int_eq(live_read(&reader), LIVE_ADDED);
	ck_assert_int_eq(reader.count, 1);
	ck_assert_str_eq(reader.words[0].text, word);
}

static char *path_of(const char *player)
{
	static char path[600];
	snprintf(path, sizeof path, "%s/parlour/live/%s", folder, player);
	return path;
}

/* ---- words ---- */

START_TEST(a_reader_gets_the_text_and_the_words_after_it)
{
	open_both();
	ck_assert_int_eq(live_read(&reader), LIVE_NONE);
	ck_assert(live_begin(&live, "one"));
	ck_assert(live_add(&live, "up"));
	expect_text("one");
	expect_word("up");
	ck_assert_int_eq(live_read(&reader), LIVE_NONE);
	ck_assert(live_add(&live, "down"));
	expect_word("down");
	ck_assert(live_begin(&live, "one")); /* the same text again is another */
	expect_text("one");
	ck_assert_int_eq(live_read(&reader), LIVE_NONE);
}
END_TEST

START_TEST(a_newcomer_gets_all_words_since_the_text)
{
	char word[LIVE_WORD_MAX];
	int got = 0;
	open_both();
	ck_assert(live_begin(&live, "text"));
	for (int i = 0; i < LIVE_WORDS; i++) {
		snprintf(word, sizeof word, "%d", i);
		must(live_add(&live, word), "word %d", i);
	}
	ck_assert(!live_add(&live, "too-many"));
	expect_text("text");
	while (live_read(&reader) == LIVE_ADDED)
		for (int i = 0; i < reader.count; i++) {
			snprintf(word, sizeof word, "%d", got++);
			must(strcmp(word, reader.words[i].text) == 0, "%s", word);
		}
	ck_assert_int_eq(got, LIVE_WORDS);
}
END_TEST

/* Ten times around the ring, with a reader in step and one that falls behind. */
START_TEST(words_go_round_the_ring)
{
	struct live_reader slow;
	char word[LIVE_WORD_MAX];
	open_both();
	ck_assert(live_reader_open(&slow, "anna"));
	ck_assert_int_eq(live_read(&slow), LIVE_TEXT);
	for (int i = 0; i < 10 * LIVE_WORDS; i++) {
		snprintf(word, sizeof word, "%d", i);
		if (!live_add(&live, word)) {
			ck_assert(live_begin(&live, word));
			must(live_read(&reader) == LIVE_TEXT, "no text at %d", i);
			must(strcmp(reader.text, word) == 0, "%s", word);
			continue;
		}
		must(live_read(&reader) == LIVE_ADDED && reader.count == 1, "no word %d", i);
		must(strcmp(reader.words[0].text, word) == 0, "%s", word);
	}
	ck_assert_int_eq(live_read(&slow), LIVE_TEXT);
	ck_assert_str_eq(slow.text, reader.text);
	for (int i = atoi(slow.text) + 1; i < 10 * LIVE_WORDS; i += slow.count)
		must(live_read(&slow) == LIVE_ADDED && atoi(slow.words[0].text) == i, "%d", i);
	ck_assert_int_eq(live_read(&slow), LIVE_NONE);
	live_reader_close(&slow);
}
END_TEST

START_TEST(a_text_has_a_limit)
{
	char *text = malloc(LIVE_TEXT_MAX + 2);
	ck_assert_ptr_nonnull(text);
	open_both();
	memset(text, 'x', LIVE_TEXT_MAX);
	text[LIVE_TEXT_MAX] = '\0';
	ck_assert(live_begin(&live, text));
	expect_text(text);
	strcat(text, "x");
	ck_assert(!live_begin(&live, text));
	expect_text("");
	free(text);
}
END_TEST

/* A word, and its share of the next text. */
START_TEST(a_move_costs_a_hundred_bytes_at_most)
{
	struct stat status;
	open_both();
	ck_assert_int_eq(stat(path_of("anna"), &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0600);
	const double word = (double)(status.st_size - LIVE_TEXT_MAX) / LIVE_WORDS;
	ck_assert(word + (double)LIVE_TEXT_MAX / LIVE_WORDS <= 100);
}
END_TEST

/* ---- damage ---- */

static void change_byte(off_t at)
{
	char byte;
	const int file = open(path_of("anna"), O_RDWR);
	must(pread(file, &byte, 1, at) == 1, "byte %ld", (long)at);
	byte ^= 0x10;
	must(pwrite(file, &byte, 1, at) == 1, "byte %ld", (long)at);
	close(file);
}

static void expect_foreign(void)
{
	enum live_news news = LIVE_NONE;
	for (int i = 0; i < READS && news == LIVE_NONE; i++)
		news = live_read(&reader);
	ck_assert_int_eq(news, LIVE_FOREIGN);
}

/* Any changed byte of the head, the text or the first words: what is read is what was told, or
 * nothing. */
START_TEST(a_changed_byte_is_noticed)
{
	struct stat status;
	open_both();
	ck_assert(live_begin(&live, "a text of some length"));
	ck_assert(live_add(&live, "up"));
	ck_assert_int_eq(stat(path_of("anna"), &status), 0);
	const off_t text = status.st_size - LIVE_TEXT_MAX;
	for (off_t at = 0; at < status.st_size; at++) {
		if (at == text + 21)
			break;
		change_byte(at);
		live_reader_close(&reader);
		ck_assert(live_reader_open(&reader, "anna"));
		const enum live_news news = live_read(&reader);
		must(news == LIVE_NONE || news == LIVE_TEXT, "byte %ld", (long)at);
		must(news == LIVE_NONE || strcmp(reader.text, "a text of some length") == 0,
		     "text");
		must((news == LIVE_TEXT) == (at >= 32 && at < text), "byte %ld", (long)at);
		if (news == LIVE_TEXT && live_read(&reader) == LIVE_ADDED)
			must(strcmp(reader.words[0].text, "up") == 0, "byte %ld", (long)at);
		change_byte(at);
	}
}
END_TEST

/* A write that stopped in the middle of a text: the reader waits, and goes on once it is whole. */
START_TEST(a_half_written_text_is_not_there_yet)
{
	struct stat status;
	open_both();
	ck_assert(live_begin(&live, "text"));
	ck_assert_int_eq(stat(path_of("anna"), &status), 0);
	const off_t text = status.st_size - LIVE_TEXT_MAX;
	change_byte(text + 2);
	ck_assert_int_eq(live_read(&reader), LIVE_NONE);
	ck_assert_int_eq(live_read(&reader), LIVE_NONE);
	change_byte(text + 2);
	expect_text("text");
}
END_TEST

START_TEST(a_file_of_another_version_is_left_alone)
{
	open_both();
	ck_assert(live_begin(&live, "text"));
	change_byte(7);
	expect_foreign();
	change_byte(7);
	expect_text("text");
	ck_assert_int_eq(truncate(path_of("anna"), 20), 0);
	expect_foreign();
}
END_TEST

START_TEST(a_file_that_is_none_can_t_be_opened)
{
	struct live_reader other;
	ck_assert(live_open(&live, "anna"));
	ck_assert_int_eq(mkdir(path_of("berta"), 0700), 0);
	ck_assert_int_eq(mkfifo(path_of("clara"), 0600), 0);
	ck_assert(!live_reader_open(&other, "berta"));
	ck_assert(!live_reader_open(&other, "clara"));
	ck_assert(!live_reader_open(&other, "dora"));
	ck_assert(!live_reader_open(&other, "../scores.log"));
	struct live own;
	ck_assert(!live_open(&own, "berta"));
	ck_assert(!live_open(&own, "clara"));
	ck_assert_int_eq(live_read(&other), LIVE_NONE);
	ck_assert(!live_is_on(&other));
}
END_TEST

static void add_name(void *names, const char *player)
{
	strcat(strcat(names, player), " ");
}

START_TEST(all_files_of_players_are_listed)
{
	char names[100] = "";
	live_list(add_name, names);
	ck_assert_str_eq(names, "");
	ck_assert(live_open(&live, "anna"));
	const int file = open(path_of(".hidden"), O_CREAT | O_WRONLY, 0600);
	close(file);
	live_list(add_name, names);
	ck_assert_str_eq(names, "anna ");
}
END_TEST

/* ---- sessions ---- */

/* Another process tells something, and waits. */
static pid_t start_session(const char *text)
{
	int ready[2];
	char byte = 0;
	ck_assert_int_eq(pipe(ready), 0);
	const pid_t child = fork();
	if (child == 0) {
		struct live own;
		byte = live_open(&own, "berta") && live_begin(&own, text);
		if (write(ready[1], &byte, 1) == 1)
			pause();
		_exit(0);
	}
	ck_assert_int_eq(read(ready[0], &byte, 1), 1);
	ck_assert_int_eq(byte, 1);
	close(ready[0]);
	close(ready[1]);
	return child;
}

static void kill_session(pid_t child)
{
	kill(child, SIGKILL);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

/* Sessions that follow each other at once, with the same number of words. */
START_TEST(a_session_s_words_are_not_the_next_one_s)
{
	for (int session = 0; session < 3; session++) {
		ck_assert(live_open(&live, "anna"));
		ck_assert(live_begin(&live, "text"));
		ck_assert(live_reader_open(&reader, "anna"));
		expect_text("text");
		ck_assert_int_eq(live_read(&reader), LIVE_NONE);
		ck_assert(live_add(&live, "up"));
		ck_assert(live_add(&live, "down"));
		ck_assert_int_eq(live_read(&reader), LIVE_ADDED);
		ck_assert_int_eq(reader.count, 2);
		live_reader_close(&reader);
		live_close(&live);
	}
}
END_TEST

START_TEST(a_session_that_died_is_over)
{
	struct live second;
	pid_t child = start_session("one");
	ck_assert(live_reader_open(&reader, "berta"));
	ck_assert(live_is_on(&reader));
	expect_text("one");
	ck_assert(!live_open(&second, "berta")); /* held by the other session */
	kill_session(child);
	ck_assert(!live_is_on(&reader));
	child = start_session("two");
	ck_assert(live_is_on(&reader));
	expect_text("two");
	kill_session(child);
}
END_TEST

/* ---- games ---- */

static struct library library;

/* The other side: makes the game again from a text, and follows the words. */
struct follower {
	struct session session;
	uint32_t node;
	int count;
};

static void follow(struct follower *follower, const struct session *told, const char *level_text)
{
	struct relayed relayed;
	struct error error = {""};
	struct level level;
	char *text = relay_text(told, "tilt/classic:3", level_text);
	ck_assert_ptr_nonnull(text);
	must(relay_read(&relayed, text, &error), "%s", error.text);
	must(pack_level(&relayed.pack, 0, &level, &error), "%s", error.text);
	ck_assert_str_eq(relayed.place, "tilt/classic:3");
	ck_assert_int_eq(relayed.count, session_count(told));
	open_session(&follower->session, told->puzzle, &level, NULL);
	ck_assert(session_restore(&follower->session, relayed.saved));
	follower->node = relay_node(told);
	follower->count = relayed.count;
	relayed_free(&relayed);
	free(text);
}

static void expect_same(const struct follower *follower, const struct session *told)
{
	struct state one, other;
	session_state(told, &one);
	session_state(&follower->session, &other);
	must(same_state(&one, &other), "another position");
	must(session_count(told) == session_count(&follower->session), "another count");
	must(session_score(told) == session_score(&follower->session), "another score");
	must(session_count(told) == follower->count, "another count by words");
}

static void tell(struct follower *follower, const struct session *told)
{
	char word[RELAY_WORD_MAX];
	move_code move;
	const int distance = relay_distance(told, follower->node);
	int words = 0;
	for (; relay_next(told, &follower->node, word); words++) {
		must(relay_take(&follower->session, word, &move) != RELAY_WRONG, "%s", word);
		follower->count = relay_count(word, follower->count);
	}
	must(distance > RELAY_STEPS_MAX || words == distance, "%d of %d", words, distance);
	expect_same(follower, told);
}

static void check_told(const struct puzzle *puzzle, const struct level *level, const char *text)
{
	struct random random = {7};
	struct session session;
	struct follower follower;
	open_session(&session, puzzle, level, NULL);
	play_wildly(&session, 10, &random);
	follow(&follower, &session, text);
	expect_same(&follower, &session);
	for (int i = 0; i < 300; i++) {
		play_wildly(&session, 1 + (int)random_below(&random, 4), &random);
		tell(&follower, &session);
	}
	session_close(&follower.session);
	session_close(&session);
}

START_TEST(a_game_that_is_told_is_made_again)
{
	static const char *const names[] = {
		"tilt/classic:10",   "gems/motherlode:4",      "gems/endless:1",
		"bishop/pillars:14", "lines/three-by-three:4",
	};
	struct level_list levels = {0};
	struct error error = {""};
	must(library_open(&library, &error), "%s", error.text);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		must(library_find(&library, names[i], &levels, &error), "%s", error.text);
	for (int i = 0; i < levels.count; i++) {
		struct level level;
		char *text = library_level_text(&library, levels.refs[i]);
		must(library_level(&library, levels.refs[i], &level, &error), "%s", error.text);
		check_told(library_puzzle(&library, levels.refs[i]), &level, text);
		free(text);
	}
	level_list_free(&levels);
	library_close(&library);
}
END_TEST

START_TEST(a_shipped_level_is_found_by_what_it_is)
{
	struct relayed relayed;
	struct level_list levels = {0};
	struct level_ref ref;
	struct error error;
	char text[2000];
	ck_assert(library_open(&library, &error));
	ck_assert(library_find(&library, "tilt/first-steps:2", &levels, &error));
	char *own = library_level_text(&library, levels.refs[0]);
	const char *const places[] = {"tilt/first-steps:2",
	                              "tilt/first-steps:3",
	                              "tilt/first-steps:999",
	                              "tilt/first-steps",
	                              "",
	                              "gems/first-steps:2",
	                              "/etc/passwd:2"};
	for (int i = 0; i < 7; i++) {
		snprintf(text, sizeof text, "%s\n | 0 | #0\n%s", places[i], own);
		ck_assert(relay_read(&relayed, text, &error));
		ck_assert_int_eq(relayed_find(&relayed, &library, &ref), i == 0);
		relayed_free(&relayed);
	}
	free(own);
	level_list_free(&levels);
	library_close(&library);
}
END_TEST

/* A level that somebody shows under the name of a game ID is not found by that name. */
START_TEST(a_shown_level_is_no_game_id)
{
	struct level_list levels = {0};
	struct level_ref shown, again;
	struct error error;
	struct pack pack;
	static const char text[] = "level: False\nmode: tilt\n\na.   .a\n";
	ck_assert(library_open(&library, &error));
	for (int i = 0; i < 2; i++) {
		ck_assert(pack_read_text(&pack, "tilt:4x4#3", text, sizeof text - 1, &error));
		ck_assert(library_show(&library, &pack, i == 0 ? &shown : &again));
	}
	ck_assert_int_eq(shown.pack, again.pack);
	ck_assert(library_find(&library, "tilt:4x4#3", &levels, &error));
	ck_assert_int_ne(levels.refs[0].pack, shown.pack);
	ck_assert_int_eq(library_text(&library, levels.refs[0])->rows, 4);
	level_list_free(&levels);
	library_close(&library);
}
END_TEST

#define LEVEL "level: A\nmode: tilt\n\na..   ..a\n"

START_TEST(texts_that_are_none_are_refused)
{
	static const char two_levels[] = "place\n| 0 | #0\n" LEVEL LEVEL;
	static const char *const texts[] = {
		"",
		"x",
		"\n",
		"\n\n",
		"place\n| 0 | #0\n",
		"place\n| 0 | #0\nlevel: A\n",
		two_levels,
		"place\n| 0 | #0\nlevel: A\nmode: chess\n\na   a\n",
	};
	struct relayed relayed;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct error error = {""};
		must(!relay_read(&relayed, texts[i], &error), "%s", texts[i]);
		ck_assert(error.text[0] != '\0');
	}
}
END_TEST

START_TEST(words_that_do_not_fit_are_refused)
{
	static const char *const wrong[] = {"=",    "=-1", "=2",  "=x",  "=99999999999",
	                                    "left", "up",  "xyz", "=1 ", "1"};
	struct session session;
	move_code move;
	open_tilt(&session, "a..   ..a\n", NULL);
	ck_assert_int_eq(relay_take(&session, "right", &move), RELAY_MOVE);
	ck_assert_int_eq(relay_take(&session, "=0", &move), RELAY_BACK);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		must(relay_take(&session, wrong[i], &move) == RELAY_WRONG, "%s", wrong[i]);
	ck_assert_int_eq(session_count(&session), 0);
	session_close(&session);
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, a_reader_gets_the_text_and_the_words_after_it);
	tcase_add_test(tests, a_newcomer_gets_all_words_since_the_text);
	tcase_add_test(tests, words_go_round_the_ring);
	tcase_add_test(tests, a_text_has_a_limit);
	tcase_add_test(tests, a_move_costs_a_hundred_bytes_at_most);
	tcase_add_test(tests, a_changed_byte_is_noticed);
	tcase_add_test(tests, a_half_written_text_is_not_there_yet);
	tcase_add_test(tests, a_file_of_another_version_is_left_alone);
	tcase_add_test(tests, a_file_that_is_none_can_t_be_opened);
	tcase_add_test(tests, all_files_of_players_are_listed);
	tcase_add_test(tests, a_session_s_words_are_not_the_next_one_s);
	tcase_add_test(tests, a_session_that_died_is_over);
	tcase_add_test(tests, a_game_that_is_told_is_made_again);
	tcase_add_test(tests, a_shipped_level_is_found_by_what_it_is);
	tcase_add_test(tests, a_shown_level_is_no_game_id);
	tcase_add_test(tests, texts_that_are_none_are_refused);
	tcase_add_test(tests, words_that_do_not_fit_are_refused);
}

int main(void)
{
	return run_tests("live", add);
}
