/* The leaderboard: what many writers add stays (SCORE_RECORDS each, default 100), and only what
 * replays counts, however the log was changed. Each test has its own state directory. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "algo/hash.h"
#include "os/text.h"
#include "play/scores.h"
#include "store/score_log.h"
#include "store/store.h"
#include "support/games.h"
#include "support/folder.h"
#include "support/help.h"

enum { PATH_BYTES = 512, LOG_BYTES = 4 << 20, WRITERS = 8 };

static struct library library;
static char *root, folder[PATH_BYTES], path[PATH_BYTES + 16];

static void set_up(void)
{
	struct error error = {""};
	root = folder_new_state();
	snprintf(folder, sizeof folder, "%s/parlour", root);
	snprintf(path, sizeof path, "%s/scores.log", folder);
	must(library_open(&library, &error), "%s", error.text);
}

static void tear_down(void)
{
	library_close(&library);
	folder_free(root);
}

/* ---- the log as bytes ---- */

static size_t read_log(char bytes[LOG_BYTES])
{
	return folder_read_into(path, bytes, LOG_BYTES);
}

static void write_log(const char *bytes, size_t size)
{
	mkdir(folder, 0700);
	folder_write(path, bytes, size);
}

static off_t log_size(void)
{
	struct stat status;
	return stat(path, &status) == 0 ? status.st_size : -1;
}

/* A record of the log, for a separate place, so that it is new. */
#define RECORD(place) "1 anna x " place " left"

/* Appends a line with any content. */
static void put(const char *text)
{
	uint64_t hash = HASH_BEGIN;
	for (const char *c = text; *c != '\0'; c++)
		hash = hash_more(hash, (unsigned char)*c);
	mkdir(folder, 0700);
	FILE *file = fopen(path, "ab");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "score1 %016" PRIx64 " %s\n", hash, text);
	ck_assert_int_eq(fclose(file), 0);
}

/* Adds a record, which must be saved. */
static void add(const char *text)
{
	struct score_log log;
	score_log_open(&log);
	must(score_log_add(&log, text, false), "%s", log.trouble);
	ck_assert_ptr_null(log.trouble);
	score_log_close(&log);
}

struct texts {
	int count;
	char last[SCORE_LINE_MAX];
};

static void take_text(void *context, const char *tag, const char *text)
{
	ck_assert_str_eq(tag, "score1");
	struct texts *texts = context;
	texts->count++;
	snprintf(texts->last, sizeof texts->last, "%s", text);
}

/* The number of records in the log; `last`, unless it is NULL, is the last one. */
static int count_texts(const char *last)
{
	static struct texts texts;
	struct error error = {""};
	texts = (struct texts){0};
	must(score_log_read(take_text, &texts, &error), "%s", error.text);
	if (last != NULL)
		ck_assert_str_eq(texts.last, last);
	return texts.count;
}

/* ---- the log ---- */

START_TEST(added_results_are_read)
{
	ck_assert_int_eq(count_texts(NULL), 0); /* there is no folder */
	add(RECORD("one"));
	ck_assert_int_eq(count_texts(RECORD("one")), 1);
	add(RECORD("two-words"));
	add(RECORD("three"));
	ck_assert_int_eq(count_texts(RECORD("three")), 3);
}
END_TEST

/* Replaces the C library's: it only counts. */
static int syncs;
int fsync(int file) /* NOLINT(readability-inconsistent-declaration-parameter-name) */
{
	(void)file;
	syncs++;
	return 0;
}

START_TEST(added_results_are_on_the_disk)
{
	static const char *const texts[] = {RECORD("one"), RECORD("two"), RECORD("three")};
	for (int i = 0; i < 3; i++) {
		syncs = 0;
		add(texts[i]);
		ck_assert_int_gt(syncs, 0);
	}
}
END_TEST

/* Only the log decides. */
START_TEST(only_new_results_are_added)
{
	static char bytes[LOG_BYTES];
	add("5 anna x place a b c");
	add("6 anna x place a b c"); /* not fewer words */
	add("6 anna x place a b c d");
	ck_assert_int_eq(count_texts("5 anna x place a b c"), 1);
	add("7 anna x place a b");
	add("8 ann x place a b c");
	add("8 annabel x place a b c");
	add("8 anna y place a b c");
	add("8 anna x place2 a b c");
	ck_assert_int_eq(count_texts("8 anna x place2 a b c"), 6);
	const size_t size = read_log(bytes);
	bytes[size - 2] = 'd'; /* a line with a wrong checksum doesn't count */
	write_log(bytes, size);
	add("9 anna x place2 a b c");
	ck_assert_int_eq(count_texts("9 anna x place2 a b c"), 6);
	ck_assert_int_eq(unlink(path), 0); /* as when the log is empty again */
	add("10 anna x place a b c");
	ck_assert_int_eq(count_texts("10 anna x place a b c"), 1);
}
END_TEST

START_TEST(pending_results_are_added_if_new)
{
	struct score_log log;
	mkdir(folder, 0700);
	mkdir(path, 0700); /* it can't be written */
	score_log_open(&log);
	ck_assert(!score_log_add(&log, "1 anna x place a b c", false));
	ck_assert(!score_log_add(&log, "2 anna x place a b c", false));
	ck_assert(!score_log_add(&log, "3 anna x place a b", false));
	rmdir(path);
	ck_assert(score_log_flush(&log));
	score_log_close(&log);
	ck_assert_int_eq(count_texts("3 anna x place a b"), 2);
}
END_TEST

START_TEST(a_partial_line_is_truncated)
{
	static char before[LOG_BYTES], after[LOG_BYTES];
	add(RECORD("one"));
	const off_t first = log_size();
	add(RECORD("two"));
	const size_t size = read_log(before);
	for (size_t keep = (size_t)first + 1; keep < size; keep++) {
		write_log(before, keep);
		ck_assert_int_eq(count_texts(RECORD("one")), 1);
		add(RECORD("two"));
		ck_assert_uint_eq(read_log(after), size);
		ck_assert_mem_eq(after, before, size);
	}
	write_log(before, 5); /* the first line of the file */
	add(RECORD("one"));
	add(RECORD("two"));
	read_log(after);
	ck_assert_mem_eq(after, before, size + 1);
}
END_TEST

START_TEST(foreign_text_is_not_truncated)
{
	static char bytes[LOG_BYTES];
	static const char foreign[] = "something else\nthat nobody ended";
	write_log(foreign, strlen(foreign));
	add(RECORD("one"));
	ck_assert_int_eq(count_texts(RECORD("one")), 1);
	read_log(bytes);
	ck_assert_mem_eq(bytes, foreign, strlen(foreign));
	memset(bytes, 'x', LOG_BYTES); /* longer than any line */
	write_log(bytes, 3 * SCORE_LINE_MAX);
	add(RECORD("two"));
	ck_assert_int_eq(count_texts(RECORD("two")), 1);
	ck_assert_int_gt(log_size(), 3 * SCORE_LINE_MAX);
}
END_TEST

static void write_texts(int writer, int records)
{
	struct score_log log;
	char text[64];
	score_log_open(&log);
	for (int i = 0; i < records; i++) {
		snprintf(text, sizeof text, "1 writer %d %d left", writer, i);
		score_log_add(&log, text, false);
	}
	for (int i = 0; i < 2000 && !score_log_flush(&log); i++)
		usleep(10000); /* while it waits too long, until others are done */
	_exit(log.trouble == NULL ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Each writer's records are in order. */
static int next_of[WRITERS];

static void take_in_order(void *context, const char *tag, const char *text)
{
	int writer, record;
	(void)tag;
	(*(int *)context)++;
	must(sscanf(text, "1 writer %d %d left", &writer, &record) == 2, "%s", text);
	must(writer >= 0 && writer < WRITERS && record == next_of[writer], "%s", text);
	next_of[writer]++;
}

START_TEST(many_writers_lose_nothing)
{
	const char *wanted = getenv("SCORE_RECORDS");
	const int records = wanted != NULL ? atoi(wanted) : 100;
	struct error error = {""};
	int status, count = 0;
	for (int writer = 0; writer < WRITERS; writer++)
		if (fork() == 0)
			write_texts(writer, records);
	for (int writer = 0; writer < WRITERS; writer++) {
		ck_assert_int_gt(wait(&status), 0);
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
	}
	must(score_log_read(take_in_order, &count, &error), "%s", error.text);
	ck_assert_int_eq(count, WRITERS * records);
}
END_TEST

/* Writers are killed at any moment; all results reported as saved are there. */
START_TEST(a_killed_writer_loses_nothing_that_was_saved)
{
	struct random random = {.state = 3};
	for (int round = 0; round < 30; round++) {
		int told[2];
		ck_assert_int_eq(pipe(told), 0);
		const int before = count_texts(NULL);
		const pid_t child = fork();
		if (child == 0) {
			struct score_log log;
			char text[64];
			score_log_open(&log);
			for (int i = 0;; i++) {
				snprintf(text, sizeof text, "1 anna %d %d left", round, i);
				if (score_log_add(&log, text, false) && write(told[1], "+", 1) != 1)
					_exit(EXIT_FAILURE);
			}
		}
		close(told[1]);
		usleep(random_below(&random, 5000));
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		char byte;
		int acknowledged = 0;
		while (read(told[0], &byte, 1) == 1)
			acknowledged++;
		close(told[0]);
		char next[64];
		snprintf(next, sizeof next, "1 anna %d next left", round);
		add(next);
		const int added = count_texts(next) - before - 1;
		must(added >= acknowledged && added <= acknowledged + 1, "%d of %d are there",
		     added, acknowledged);
	}
}
END_TEST

static void limit_files(rlim_t size)
{
	struct rlimit limit;
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* A limit on file sizes acts like a full disk: first with a short write. */
START_TEST(a_full_disk_is_reported_and_retried)
{
	struct score_log log;
	signal(SIGXFSZ, SIG_IGN);
	add(RECORD("one"));
	const off_t size = log_size();
	score_log_open(&log);
	limit_files((rlim_t)size + 10);
	ck_assert(!score_log_add(&log, RECORD("two"), false));
	ck_assert_str_eq(log.trouble, "disk full");
	ck_assert_int_eq(log_size(), size); /* no torn line is left */
	ck_assert(!score_log_add(&log, RECORD("three"), false));
	ck_assert(!score_log_flush(&log));
	limit_files(RLIM_INFINITY);
	ck_assert_int_eq(count_texts(RECORD("one")), 1);
	ck_assert(score_log_add(&log, RECORD("four"), false));
	ck_assert_ptr_null(log.trouble);
	ck_assert_int_eq(count_texts(RECORD("four")), 4);
	score_log_close(&log);
}
END_TEST

START_TEST(the_log_is_bounded)
{
	struct score_log log;
	struct error error = {""};
	struct texts texts = {0};
	add(RECORD("one"));
	ck_assert_int_eq(truncate(path, SCORE_LOG_MAX - 40), 0);
	score_log_open(&log);
	ck_assert(!score_log_add(&log, RECORD("a-text-for-which-there-is-no-room-left"), false));
	ck_assert_str_eq(log.trouble, "leaderboard full");
	score_log_close(&log);
	ck_assert_str_eq(log.trouble, "leaderboard full");
	ck_assert_int_eq(count_texts(RECORD("one")), 1);
	ck_assert_int_eq(truncate(path, SCORE_LOG_MAX + 1), 0);
	ck_assert(!score_log_read(take_text, &texts, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "larger than the limit for leaderboards, 32 MiB"));
}
END_TEST

START_TEST(each_player_has_a_share)
{
	static char text[SCORE_LINE_MAX - 64];
	struct score_log log;
	memset(text, 'x', sizeof text - 1);
	const off_t lines = SCORE_PLAYER_MAX / (off_t)(sizeof text + strlen("score1 ") + 17);
	for (off_t i = 0; i < lines; i++) {
		const int length = sprintf(text, "1 mallory x %jd left", (intmax_t)i);
		text[length] = 'x';
		put(text);
	}
	score_log_open(&log);
	ck_assert(score_log_add(&log, RECORD("one"), false)); /* anna has hers */
	char *place = text + strlen("1 mallory x ");
	const char last = *place;
	*place = 'y';
	ck_assert(!score_log_add(&log, text, false));
	ck_assert_str_eq(log.trouble, "your share of the leaderboard is full");
	score_log_close(&log);
	ck_assert_str_eq(log.trouble, "your share of the leaderboard is full");
	ck_assert_int_eq(count_texts(RECORD("one")), (int)lines + 1);
	*place = last; /* it is not new, and needs no room */
	score_log_open(&log);
	ck_assert(score_log_add(&log, text, false));
	score_log_close(&log);
}
END_TEST

START_TEST(pending_results_are_bounded)
{
	static char text[SCORE_LINE_MAX - 64];
	struct score_log log;
	memset(text, 'x', sizeof text - 1);
	text[sprintf(text, RECORD("0"))] = 'x';
	char *place = text + strlen("1 anna x ");
	mkdir(folder, 0700);
	mkdir(path, 0700); /* it can't be written */
	score_log_open(&log);
	for (int i = 0; i < 4; i++) {
		*place = (char)('a' + i);
		ck_assert(!score_log_add(&log, text, false));
		ck_assert_str_eq(log.trouble, "not a file");
	}
	score_log_add(&log, text, false);
	rmdir(path);
	ck_assert(!score_log_flush(&log)); /* all but the fifth */
	ck_assert_str_eq(log.trouble, "out of memory");
	ck_assert_int_eq(count_texts(text), 4);
	ck_assert(!score_log_flush(&log));
	score_log_close(&log);
}
END_TEST

START_TEST(a_log_that_is_not_a_regular_file_is_left_alone)
{
	struct score_log log;
	struct error error = {""};
	struct texts texts = {0};
	mkdir(folder, 0700);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	score_log_open(&log);
	ck_assert(!score_log_add(&log, RECORD("one"), false));
	ck_assert_str_eq(log.trouble, "not a file");
	score_log_close(&log);
	ck_assert(!score_log_read(take_text, &texts, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "is not a regular file"));
}
END_TEST

START_TEST(without_a_home_there_is_no_log)
{
	struct score_log log;
	unsetenv("XDG_STATE_HOME");
	score_log_open(&log);
	ck_assert(!score_log_add(&log, RECORD("one"), false));
	ck_assert_str_eq(log.trouble, "no home directory");
	score_log_close(&log);
	ck_assert_int_eq(count_texts(NULL), 0);
}
END_TEST

/* Root may write anywhere, so the test runs as another user. */
START_TEST(a_read_only_log_is_reported)
{
	struct score_log log;
	add(RECORD("one"));
	ck_assert_int_eq(chmod(root, 0755), 0);
	chmod(path, 0444);
	chmod(folder, 0555);
	if (geteuid() == 0)
		ck_assert_int_eq(seteuid(65534), 0);
	score_log_open(&log);
	const bool saved = score_log_add(&log, RECORD("two"), false);
	const char *trouble = log.trouble;
	score_log_close(&log);
	const int count = count_texts(RECORD("one"));
	if (getuid() == 0)
		ck_assert_int_eq(seteuid(0), 0);
	chmod(folder, 0700);
	ck_assert(!saved);
	ck_assert_str_eq(trouble, "permission denied");
	ck_assert_int_eq(count, 1);
}
END_TEST

START_TEST(waiting_for_another_writer_times_out)
{
	char name[PATH_BYTES + 32];
	struct score_log log;
	add(RECORD("one"));
	snprintf(name, sizeof name, "%s/scores.lock", folder);
	const int lock = open(name, O_RDWR);
	ck_assert_int_eq(flock(lock, LOCK_EX), 0);
	score_log_open(&log);
	ck_assert(!score_log_add(&log, RECORD("two"), false));
	ck_assert_str_eq(log.trouble, "another session is writing");
	close(lock);
	score_log_close(&log); /* the last attempt */
	ck_assert_ptr_null(log.trouble);
	ck_assert_int_eq(count_texts(RECORD("two")), 2);
}
END_TEST

/* ---- games ---- */

static struct level_ref place_of(const char *name)
{
	struct level_list places = {0};
	struct error error = {""};
	must(library_find(&library, name, &places, &error), "%s", error.text);
	const struct level_ref ref = places.refs[0];
	level_list_free(&places);
	return ref;
}

static void open_place(struct session *session, struct level_ref ref)
{
	static struct level level;
	struct error error = {""};
	must(library_level(&library, ref, &level, &error), "%s", error.text);
	must(session_open(session, library_puzzle(&library, ref), &level, NULL, &error), "%s",
	     error.text);
}

static void find_plan(const struct session *session, struct answer *answer)
{
	struct state state;
	session_state(session, &state);
	solve_position(session->puzzle, &session->level, &state, &limits_default, NULL, NULL,
	               answer);
}

/* Makes at most `detour` random moves, then those of an optimal plan from there. */
static void solve(struct session *session, int detour)
{
	static struct answer answer;
	struct random random = {.state = 11};
	struct state state;
	for (int i = 0; i < detour; i++) {
		move_code moves[MOVES_MAX];
		session_state(session, &state);
		const int count =
			puzzle_valid_moves(session->puzzle, &session->level, &state, moves);
		if (count > 0)
			session_move(session, moves[random_below(&random, (uint32_t)count)]);
	}
	find_plan(session, &answer);
	while (answer.verdict != OPTIMAL && session_undo(session))
		find_plan(session, &answer);
	for (int i = 0; i < answer.length; i++)
		must(session_move(session, answer.plan[i]), "a plan that does not go");
}

/* NULL: not recorded. */
static char *text_of(const char *player, struct level_ref ref, const struct session *session,
                     time_t date)
{
	char *text;
	ck_assert(scores_record(player, &library, ref, session, date, &text));
	return text;
}

/* The record of such a game. */
static char *record(const char *player, const char *name, int detour, time_t date)
{
	struct session session;
	const struct level_ref ref = place_of(name);
	open_place(&session, ref);
	solve(&session, detour);
	char *text = text_of(player, ref, &session, date);
	must(text != NULL, "%s: no record", name);
	session_close(&session);
	return text;
}

static void add_record(const char *player, const char *name, int detour, time_t date)
{
	char *text = record(player, name, detour, date);
	add(text);
	free(text);
}

/* Adds the record with a part of it changed. */
static void add_forged(const char *text, const char *from, const char *to)
{
	const char *found = strstr(text, from);
	char *forged = NULL;
	must(found != NULL, "%s is not in %s", from, text);
	must(asprintf(&forged, "%.*s%s%s", (int)(found - text), text, to, found + strlen(from)) > 0,
	     "out of memory");
	put(forged);
	free(forged);
}

static void take_score(void *scores, const char *tag, const char *text)
{
	scores_add(scores, tag, text);
}

static void read_scores(struct scores *scores)
{
	struct error error = {""};
	*scores = (struct scores){0};
	must(score_log_read(take_score, scores, &error), "%s", error.text);
	must(score_log_read_others(take_score, scores, &error), "%s", error.text);
	ck_assert_msg(scores_sort(scores, &error), "%s", error.text);
}

/* A level's ranking: "alice 8, bob 9". */
static const char *board_of(const char *name)
{
	static char out[512];
	struct scores scores;
	struct leaderboard board;
	struct error error = {""};
	read_scores(&scores);
	must(scores_rank(&scores, &library, place_of(name), &board, &error), "%s", error.text);
	out[0] = '\0';
	for (int i = 0; i < board.count; i++) {
		const size_t length = strlen(out);
		snprintf(out + length, sizeof out - length, "%s%s %d", i > 0 ? ", " : "",
		         board.score[i].player, board.score[i].count);
	}
	scores_free(&scores);
	return out;
}

#define LEVEL "tilt/first-steps:3"

static int par_of(const char *name)
{
	static struct level level;
	struct error error = {""};
	must(library_level(&library, place_of(name), &level, &error), "%s", error.text);
	return level.par;
}

static const char *line(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *line(const char *format, ...)
{
	static char text[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return text;
}

START_TEST(the_leaderboard_is_ranked_by_moves_then_by_date)
{
	const int par = par_of(LEVEL);
	ck_assert_str_eq(board_of(LEVEL), "");
	add_record("late", LEVEL, 0, 300);
	add_record("early", LEVEL, 0, 200);
	add_record("Same_time", LEVEL, 0, 200);
	ck_assert_str_eq(board_of(LEVEL), line("Same_time %d, early %d, late %d", par, par, par));
	ck_assert_str_eq(board_of("tilt/first-steps:2"), "");
}
END_TEST

START_TEST(a_player_appears_once_with_the_best_result)
{
	const int par = par_of(LEVEL);
	add_record("bob", LEVEL, 1, 50);
	ck_assert_str_ne(board_of(LEVEL), line("bob %d", par));
	add_record("alice", LEVEL, 0, 500);
	add_record("bob", LEVEL, 0, 100);
	add_record("bob", LEVEL, 2, 20);
	add_record("bob", LEVEL, 0, 900); /* which must not count as the date, or it would rank
	                                   * lower */
	ck_assert_str_eq(board_of(LEVEL), line("bob %d, alice %d", par, par));
}
END_TEST

START_TEST(each_level_has_its_leaderboard)
{
	static const char *const names[] = {"tilt/first-steps:1", "gems/first-steps:2",
	                                    "bishop/first-steps:1", "lines/first-steps:2",
	                                    "tilt:5x5#20260101"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		add_record("p.1-x_Y", names[i], 0, 10);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		ck_assert_str_eq(board_of(names[i]), line("p.1-x_Y %d", par_of(names[i])));
}
END_TEST

/* Of a player, the moves and times of the fastest among the shortest; by date as before. */
START_TEST(records_carry_times)
{
	const char *const date_and_place = " anna 63fbd167c26d9604 tilt/first-steps:1";
	struct scores scores;
	struct leaderboard board;
	struct error error = {""};
	add(line("300%s right up", date_and_place));
	add(line("400%s~12,5 right up", date_and_place));
	add(line("500%s~12,9 right up", date_and_place)); /* not new */
	add(line("600%s right up", date_and_place));      /* nor this */
	ck_assert_int_eq(count_texts(NULL), 2);
	add(line("700%s~3,5 right up", date_and_place));
	add(line("800%s~1,1,1 left right up", date_and_place)); /* longer: not new */
	add(line("800%s~1,1,1 down right up", " berta 63fbd167c26d9604 tilt/first-steps:1"));
	add(line("900%s~1,1,1 right up", " clara 63fbd167c26d9604 tilt/first-steps:1"));
	ck_assert_int_eq(count_texts(NULL), 5);
	read_scores(&scores);
	must(scores_rank(&scores, &library, place_of("tilt/first-steps:1"), &board, &error), "%s",
	     error.text);
	ck_assert_int_eq(board.count, 3);
	ck_assert_str_eq(board.score[0].player, "anna");
	ck_assert_int_eq(board.score[0].date, 300);
	ck_assert_str_eq(board.score[0].times, "3,5");
	ck_assert_str_eq(board.score[0].moves, "right up");
	ck_assert_str_eq(board.score[1].times, ""); /* three for two moves */
	ck_assert_str_eq(board.score[2].times, "1,1,1");
	scores_free(&scores);
}
END_TEST

START_TEST(a_game_with_a_clock_gives_a_record_with_times)
{
	struct session session;
	const struct level_ref ref = place_of("tilt/first-steps:1");
	open_place(&session, ref);
	session_start_clock(&session);
	session_set_clock(&session, 12);
	play(&session, "right");
	session_set_clock(&session, 17);
	play(&session, "up");
	char *text = text_of("anna", ref, &session, 7);
	ck_assert_str_eq(text, "7 anna 63fbd167c26d9604 tilt/first-steps:1~12,5 right up");
	free(text);
	session_close(&session);
}
END_TEST

START_TEST(forged_results_never_show)
{
	char identity[32], other[32];
	char *good = record("eve", LEVEL, 0, 100);
	char *elsewhere = record("eve", "tilt/first-steps:2", 0, 1);
	ck_assert_int_eq(sscanf(good, "%*s %*s %31s", identity), 1);
	ck_assert_int_eq(sscanf(elsewhere, "%*s %*s %31s", other), 1);
	const char *moves = strstr(good, LEVEL) + strlen(LEVEL) + 1;
	char stars[256], first[32], shortened[256];
	ck_assert_int_eq(sscanf(moves, "%31s", first), 1);
	snprintf(stars, sizeof stars, "%s*%s", first, moves + strlen(first));
	snprintf(shortened, sizeof shortened, "%.*s", (int)(strrchr(moves, ' ') - moves), moves);
	add_forged(good, moves, shortened);       /* a move less */
	add_forged(good, moves, "");
	add_forged(good, moves, stars); /* made by the solver */
	add_forged(good, moves, "left left left");
	add_forged(good, moves, "\033[2J");
	add_forged(good, identity, other); /* of another level */
	add_forged(good, identity, "0");
	add_forged(good, identity, "000000000000000G");
	add_forged(good, "100 ", "-100 ");
	add_forged(good, "100 ", "99999999999999999 ");
	add_forged(good, "100 ", "");
	add_forged(good, "eve", "../eve");
	add_forged(good, "eve", "eve\033[31m");
	add_forged(good, "eve", "abcdefghijklmnopqrstuvwxyzabcdefghi");
	add_forged(good, "eve ", "");
	put("eve");
	put("1 eve");
	put("1 eve 0123456789abcdef");
	ck_assert_str_eq(board_of(LEVEL), "");
	ck_assert_str_eq(board_of("tilt/first-steps:2"), "");
	put(good);
	ck_assert_str_eq(board_of(LEVEL), line("eve %d", par_of(LEVEL)));
	free(good);
	free(elsewhere);
}
END_TEST

/* A later version may have a level at another place, or another level at its place. */
START_TEST(results_follow_a_level_to_another_place)
{
	const char *const now = "tilt/first-steps:2";
	char *here = record("amy", now, 0, 300), *before = record("bob", now, 0, 100);
	char *removed = record("cid", now, 0, 200);
	put(here);
	add_forged(before, now, LEVEL);
	add_forged(removed, now, "tilt/gone");
	ck_assert_str_eq(board_of(now),
	                 line("bob %d, cid %d, amy %d", par_of(now), par_of(now), par_of(now)));
	ck_assert_str_eq(board_of(LEVEL), "");
	free(here);
	free(before);
	free(removed);
}
END_TEST

/* ---- against the clock ---- */

/* A game of that many moves, advised as a player may be; returns its record, NULL if there is none,
 * and its points. */
static char *timed_record(const char *player, const char *name, int moves, time_t date, int *points)
{
	struct session session;
	const struct level_ref ref = place_of(name);
	open_place(&session, ref);
	for (int i = 0; i < moves; i++) {
		move_code move;
		ck_assert(session_next_move(&session, &move) && session_move(&session, move));
	}
	*points = session_best(&session)->score;
	char *text = text_of(player, ref, &session, date);
	session_close(&session);
	return text;
}

static void add_points(const char *text)
{
	struct score_log log;
	score_log_open(&log);
	must(score_log_add(&log, text, true), "%s", log.trouble);
	score_log_close(&log);
}

#define MINUTE "gems/against-the-clock:1"
#define UNTIMED "gems/fireworks:1"

/* More points need more words; the log takes them, but nothing twice. */
START_TEST(games_against_the_clock_are_ranked_by_points)
{
	int low, high;
	char *one = timed_record("one", MINUTE, 3, 100, &low);
	char *other = timed_record("other", MINUTE, 7, 200, &high);
	char *more = timed_record("one", MINUTE, 9, 300, &high);
	ck_assert_int_lt(low, high);
	add_points(one);
	add_points(other);
	ck_assert_str_eq(board_of(MINUTE), "other 7, one 3");
	add_points(more);
	add_points(one);
	ck_assert_str_eq(board_of(MINUTE), "one 9, other 7");
	ck_assert_int_eq(count_texts(more), 3);
	add_forged(more, "one", "eve*");
	char *shorter = strdup(more);
	*strrchr(shorter, ' ') = '\0';
	strcat(shorter, "*");
	put(shorter); /* with a move that the bot made */
	ck_assert_str_eq(board_of(MINUTE), "one 9, other 7");
	ck_assert_str_eq(board_of("gems/against-the-clock:2"), "");
	free(shorter);
	free(one);
	free(other);
	free(more);
}
END_TEST

/* Without a clock there is all the time in the world, and no leaderboard. */
START_TEST(games_without_a_clock_are_not_ranked)
{
	int points;
	ck_assert_ptr_null(timed_record("one", UNTIMED, 5, 100, &points));
	ck_assert_int_gt(points, 0);
	ck_assert_ptr_null(timed_record("one", "gems/endless:1", 5, 100, &points));
	ck_assert_ptr_null(timed_record(NULL, MINUTE, 5, 100, &points));
	ck_assert_ptr_null(timed_record("one", MINUTE, 0, 100, &points));
	char *text = timed_record("one", MINUTE, 5, 100, &points);
	add_forged(text, MINUTE, UNTIMED);
	ck_assert_str_eq(board_of(UNTIMED), "");
	free(text);
}
END_TEST

START_TEST(only_solved_games_of_named_players_enter_the_leaderboard)
{
	struct session session;
	const struct level_ref ref = place_of(LEVEL);
	open_place(&session, ref);
	ck_assert_ptr_null(text_of("eve", ref, &session, 1)); /* not solved */
	solve(&session, 0);
	char *text = text_of("eve", ref, &session, 1);
	ck_assert_ptr_nonnull(text);
	free(text);
	ck_assert_ptr_null(text_of(NULL, ref, &session, 1));
	session_close(&session);
}
END_TEST

START_TEST(assisted_games_and_files_do_not_enter_the_leaderboard)
{
	struct session session;
	struct pack pack = read_pack("level: X\nmode: tilt\n\na.. ..a\n");
	const struct level_ref ref = {library_replace_pack(&library, -1, &pack), 0};
	open_place(&session, ref);
	solve(&session, 0);
	ck_assert_ptr_null(text_of("eve", ref, &session, 1));
	session_close(&session);
	const struct level_ref shipped = place_of(LEVEL);
	open_place(&session, shipped);
	static struct answer answer;
	find_plan(&session, &answer);
	session_take_answer(&session, &answer);
	while (!session_solved(&session))
		ck_assert(session_solver_move(&session));
	ck_assert(session_assisted(&session));
	ck_assert_ptr_null(text_of("eve", shipped, &session, 1));
	session_close(&session);
}
END_TEST

START_TEST(a_solution_too_long_does_not_enter_the_leaderboard)
{
	struct session session;
	const struct level_ref ref = place_of(LEVEL);
	open_place(&session, ref);
	solve(&session, 20000);
	ck_assert_int_ge(session_count(&session), 20000);
	ck_assert_ptr_null(text_of("eve", ref, &session, 1));
	session_close(&session);
}
END_TEST

START_TEST(player_names_are_valid_folder_names)
{
	static const char *const good[] = {"a", "Z", "0", "_", "a.b-c_d", "a..",
	                                   "abcdefghijklmnopqrstuvwxyz012345"};
	static const char *const bad[] = {"", ".", "..", ".a", "-a", "a/b", "a b", "a\n",
	                                  "\303\244", "a%", "abcdefghijklmnopqrstuvwxyz0123456"};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		must(text_is_player_name(good[i]), "%s", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		must(!text_is_player_name(bad[i]), "%s", bad[i]);
}
END_TEST

/* ---- other hosts ---- */

/* Appends a valid line of any tag to others.log. */
static void put_other(const char *tag, const char *text)
{
	char others[PATH_BYTES + 16], *line = score_line_write(tag, text);
	mkdir(folder, 0700);
	snprintf(others, sizeof others, "%s/others.log", folder);
	FILE *file = fopen(others, "ab");
	ck_assert(line != NULL && file != NULL);
	ck_assert(fputs(line, file) >= 0);
	ck_assert_int_eq(fclose(file), 0);
	free(line);
}

START_TEST(a_changed_log_is_noticed)
{
	struct score_log_stamp stamp = {0};
	ck_assert(!score_log_has_changed(&stamp)); /* there is none */
	add(RECORD("one"));
	ck_assert(score_log_has_changed(&stamp));
	ck_assert(!score_log_has_changed(&stamp));
	add(RECORD("two"));
	ck_assert(score_log_has_changed(&stamp));
	put_other("digest1", "1000 0000000000000001 2:1");
	ck_assert(score_log_has_changed(&stamp));
	ck_assert(!score_log_has_changed(&stamp));
}
END_TEST

/* A record of a player of another host. */
static void put_record_of(const char *host, const char *player, const char *name, int64_t date)
{
	char *text = record(player, name, 0, date), *with = scores_with_host(text, host);
	ck_assert_ptr_nonnull(with);
	put_other("score1", with);
	free(text);
	free(with);
}

START_TEST(players_of_other_hosts_are_ranked_beside_ours)
{
	const int par = par_of(LEVEL);
	put_record_of("b.example", "anna", LEVEL, 100);
	ck_assert_str_eq(board_of(LEVEL), line("anna@b.example %d", par));
	add_record("anna", LEVEL, 0, 200);
	put_record_of("c", "anna", LEVEL, 300);
	put_record_of("c", "anna", LEVEL, 50);
	ck_assert_str_eq(board_of(LEVEL),
	                 line("anna@c %d, anna@b.example %d, anna %d", par, par, par));
}
END_TEST

/* Each log has its own players: guests can write scores.log, and only parlour-sync the other. */
START_TEST(nobody_can_pass_for_a_player_of_another_host)
{
	char *own = record("eve", LEVEL, 0, 100), *with = scores_with_host(own, "b");
	put(with);
	put_other("score1", own);
	put("1 b");
	ck_assert_str_eq(board_of(LEVEL), "");
	put_other("score1", with);
	char *withdrawal = score_line_write("withdraw1", "1000 b");
	FILE *file = fopen(path, "ab");
	ck_assert(withdrawal != NULL && file != NULL && fputs(withdrawal, file) >= 0);
	ck_assert_int_eq(fclose(file), 0);
	ck_assert_str_eq(board_of(LEVEL), line("eve@b %d", par_of(LEVEL)));
	free(withdrawal);
	free(own);
	free(with);
}
END_TEST

/* Wherever the withdrawal is in the file. */
START_TEST(a_host_can_withdraw_its_records)
{
	const int par = par_of(LEVEL);
	put_record_of("b", "anna", LEVEL, 100);
	put_other("withdraw1", "200 b");
	put_other("withdraw1", "150 b");
	put_other("withdraw1", "300 nobody");
	put_record_of("b", "bob", LEVEL, 200);
	put_record_of("bb", "carl", LEVEL, 200);
	ck_assert_str_eq(board_of(LEVEL), line("carl@bb %d", par));
	put_record_of("b", "anna", LEVEL, 201);
	ck_assert_str_eq(board_of(LEVEL), line("carl@bb %d, anna@b %d", par, par));
	for (int i = 0; i < 300; i++)
		put_other("withdraw1", line("%d h%d", i, i));
	put_other("withdraw1", "x b");
	put_other("withdraw1", "900 b/b");
	put_other("withdraw1", "900");
	ck_assert_str_eq(board_of(LEVEL), line("carl@bb %d, anna@b %d", par, par));
}
END_TEST

/* Those of a player: the latest line holds, wherever it is in the file. */
START_TEST(a_player_may_be_withdrawn)
{
	const int par = par_of(LEVEL);
	put_record_of("b", "anna", LEVEL, 100);
	put_record_of("b", "bob", LEVEL, 100);
	put_record_of("c", "anna", LEVEL, 100);
	put_other("withdraw1", "200 anna@b 200");
	put_other("withdraw1", "200 anna@b 50");
	ck_assert_str_eq(board_of(LEVEL), line("anna@c %d, bob@b %d", par, par));
	put_record_of("b", "anna", LEVEL, 201);
	ck_assert_str_eq(board_of(LEVEL), line("anna@c %d, bob@b %d, anna@b %d", par, par, par));
	put_other("withdraw1", "300 anna@b 0"); /* the name is back */
	put_other("withdraw1", "250 anna@b 250");
	ck_assert_str_eq(board_of(LEVEL), line("anna@b %d, anna@c %d, bob@b %d", par, par, par));
	put_other("withdraw1", "400 bob@b");
	put_other("withdraw1", "400 bob 400");
	put_other("withdraw1", "400 b 400");
	put_other("withdraw1", "400 bob@b x");
	put_other("withdraw1", "400 bob@b 400 ");
	ck_assert_str_eq(board_of(LEVEL), line("anna@b %d, anna@c %d, bob@b %d", par, par, par));
}
END_TEST

static int count_wanted(const struct score_filter *filter)
{
	struct scores scores = {.filter = *filter};
	struct error error = {""};
	must(score_log_read(take_score, &scores, &error), "%s", error.text);
	must(score_log_read_others(take_score, &scores, &error), "%s", error.text);
	const int count = (int)scores.count;
	scores_free(&scores);
	return count;
}

START_TEST(only_records_that_are_wanted_are_ranked)
{
	add_record("anna", LEVEL, 0, 100);
	put_record_of("b", "anna", LEVEL, 200);
	put_record_of("c", "anna", LEVEL, 300);
	ck_assert_int_eq(count_wanted(&(struct score_filter){0}), 3);
	ck_assert_int_eq(count_wanted(&(struct score_filter){.since = 200}), 2);
	ck_assert_int_eq(count_wanted(&(struct score_filter){.until = 200}), 2);
	ck_assert_int_eq(count_wanted(&(struct score_filter){.since = 101, .until = 299}), 1);
	ck_assert_int_eq(count_wanted(&(struct score_filter){.host = "b"}), 1);
	ck_assert_int_eq(count_wanted(&(struct score_filter){.host = "localhost"}), 1);
	ck_assert_int_eq(count_wanted(&(struct score_filter){.host = "B"}), 0);
}
END_TEST

START_TEST(lines_that_are_carried_are_sound)
{
	static const char *const sound[] = {"1 anna 0123456789abcdef tilt/x:1 left",
	                                    "0 a@b 0123456789abcdef p 0 left up"};
	static const char *const unsound[] = {"",
	                                      "1",
	                                      "1 anna",
	                                      "1 anna 0123456789abcdef",
	                                      "1 anna 0123456789abcdef p",
	                                      "1 anna 0123456789abcdef p ",
	                                      "1 anna 0123456789abcdef  left",
	                                      "x anna 0123456789abcdef p left",
	                                      "1 anna 0123456789abcdex p left",
	                                      "1 anna@ 0123456789abcdef p left",
	                                      "1 @b 0123456789abcdef p left",
	                                      "1 anna@b@c 0123456789abcdef p left",
	                                      "1 anna@-b 0123456789abcdef p left",
	                                      "1 anna 0123456789abcdef p le\tft",
	                                      "1 anna 0123456789abcdef p l\303\244ft"};
	for (size_t i = 0; i < sizeof sound / sizeof *sound; i++)
		must(scores_line_is_sound("score2", sound[i]), "%s", sound[i]);
	for (size_t i = 0; i < sizeof unsound / sizeof *unsound; i++)
		must(!scores_line_is_sound("score1", unsound[i]), "%s", unsound[i]);
	char *large = malloc(SCORE_TEXT_MAX + 1);
	memset(large, 'x', SCORE_TEXT_MAX);
	large[SCORE_TEXT_MAX] = '\0';
	memcpy(large, sound[0], strlen(sound[0]));
	ck_assert(!scores_line_is_sound("score1", large));
	large[SCORE_TEXT_MAX - 1] = '\0';
	ck_assert(scores_line_is_sound("score1", large));
	free(large);
	ck_assert(scores_line_is_sound("withdraw1", "1 b"));
	ck_assert(!scores_line_is_sound("withdraw1", "1 b c"));
	ck_assert(!scores_line_is_sound("withdraw1", "1"));
	ck_assert(!scores_line_is_sound("withdraw1", sound[0]));
}
END_TEST

static int percentile(uint64_t level, int count)
{
	struct scores scores;
	read_scores(&scores);
	const int result = scores_percentile(&scores, level, count);
	scores_free(&scores);
	return result;
}

START_TEST(a_digest_says_how_many_are_worse)
{
	ck_assert_int_eq(percentile(16, 5), -1);
	put_other("digest1", "5 0000000000000010 3:2 5:10 7:4 9:4");
	ck_assert_int_eq(percentile(16, 2), 100);
	ck_assert_int_eq(percentile(16, 3), 90);
	ck_assert_int_eq(percentile(16, 5), 40);
	ck_assert_int_eq(percentile(16, 9), 0);
	ck_assert_int_eq(percentile(17, 5), -1);
	put_other("digest1", "7 0000000000000010 3:1 5:1 9:22");
	put_other("digest1", "6 0000000000000010 3:100");
	ck_assert_int_eq(percentile(16, 5), 91);
	put_other("digest1", "7 0000000000000011 3:19"); /* too few */
	ck_assert_int_eq(percentile(17, 1), -1);
	for (int i = 0; i < 300; i++)
		put_other("digest1", line("9 %016x 1:20 2:%d", 1000 + 7 * i % 300, i));
	ck_assert_int_eq(percentile(1000 + 7 * 299 % 300, 1), 100 * 299 / 319);
	static const char *const bad[] = {"",
	                                  "9",
	                                  "9 0000000000000010",
	                                  "9 0000000000000010 ",
	                                  "9 0000000000000010 3",
	                                  "9 0000000000000010 3:100 x",
	                                  "9 0000000000000010 -3:100",
	                                  "9 10 3:100",
	                                  "x 0000000000000010 3:100",
	                                  "9 0000000000000010 3:-100"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		put_other("digest1", bad[i]);
		must(!scores_line_is_sound("digest1", bad[i]), "%s", bad[i]);
	}
	ck_assert(scores_line_is_sound("digest1", "7 0000000000000010 3:1 5:1 9:22"));
	ck_assert_int_eq(percentile(16, 5), 91);
}
END_TEST

START_TEST(names_of_hosts_are_safe)
{
	static const char *const good[] = {"a", "A.b-c.example", "9"};
	static const char *const bad[] = {"", ".a", "-a", "a_b", "a@b", "a/b", "a b", "\303\244"};
	char longest[HOST_NAME_BYTES + 2];
	memset(longest, 'a', sizeof longest);
	longest[HOST_NAME_BYTES + 1] = '\0';
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		must(text_is_host_name(good[i]), "%s", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		must(!text_is_host_name(bad[i]), "%s", bad[i]);
	ck_assert(!text_is_host_name(longest));
	longest[HOST_NAME_BYTES] = '\0';
	ck_assert(text_is_host_name(longest));
}
END_TEST

/* ---- a changed log ---- */

static const char *const held[] = {LEVEL, "gems/first-steps:2", "bishop/first-steps:1",
                                   "lines/first-steps:2"};
enum { HELD = sizeof held / sizeof *held, PLAYERS = 3 };

/* A changed log ranks nothing that was not ranked before: the same player with at least as many
 * moves. */
static void check_boards(int best[HELD][PLAYERS], const char *what, unsigned long at)
{
	struct scores scores;
	struct error error = {""};
	read_scores(&scores);
	for (int h = 0; h < HELD; h++) {
		struct leaderboard board;
		must(scores_rank(&scores, &library, place_of(held[h]), &board, &error), "%s",
		     error.text);
		for (int i = 0; i < board.count; i++) {
			const int player = board.score[i].player[0] - 'a';
			must(strlen(board.score[i].player) == 1 && player >= 0 && player < PLAYERS,
			     "%s at %lu: %s", what, at, board.score[i].player);
			must(board.score[i].count >= best[h][player], "%s at %lu: %s in %d", what,
			     at, board.score[i].player, board.score[i].count);
		}
	}
	scores_free(&scores);
}

static size_t make_log(char bytes[LOG_BYTES], int best[HELD][PLAYERS])
{
	for (int h = 0; h < HELD; h++)
		for (int player = 0; player < PLAYERS; player++) {
			const char name[2] = {(char)('a' + player), '\0'};
			char *text = record(name, held[h], player, 100 * player);
			const char *moves = strstr(text, held[h]);
			best[h][player] = 0;
			for (; moves != NULL; moves = strchr(moves + 1, ' '))
				best[h][player]++;
			best[h][player]--;
			add(text);
			free(text);
		}
	return read_log(bytes);
}

START_TEST(a_changed_byte_is_rejected)
{
	static const char changes[] = {1, 0x20, (char)0x80};
	static char bytes[LOG_BYTES];
	int best[HELD][PLAYERS];
	const size_t size = make_log(bytes, best);
	check_boards(best, "nothing", 0);
	ck_assert_int_eq(count_texts(NULL), HELD * PLAYERS);
	for (size_t at = 0; at < size; at++) {
		const char change = changes[at % sizeof changes];
		bytes[at] ^= change;
		write_log(bytes, size);
		const int count = count_texts(NULL);
		must(count < HELD * PLAYERS && count >= HELD * PLAYERS - 2, "at %zu", at);
		check_boards(best, "change", at);
		bytes[at] ^= change;
	}
}
END_TEST

START_TEST(a_log_that_ends_early_is_read_up_to_there)
{
	static char bytes[LOG_BYTES];
	int best[HELD][PLAYERS], lines = 0;
	const size_t size = make_log(bytes, best);
	for (size_t keep = 0; keep < size; keep++) {
		lines += keep > 0 && bytes[keep - 1] == '\n';
		write_log(bytes, keep);
		ck_assert_int_eq(count_texts(NULL), lines);
		check_boards(best, "end", keep);
	}
}
END_TEST

/* Bytes changed, inserted, removed, repeated elsewhere, truncated; NULs and newlines among them. */
static size_t mutate(char *bytes, size_t size, struct random *random)
{
	const size_t at = random_below(random, (uint32_t)size);
	const size_t some = 1 + random_below(random, 120), left = size - at;
	switch (random_below(random, 6)) {
	case 0: bytes[at] = (char)random_below(random, 256); break;
	case 1: bytes[at] = "\n \0*"[random_below(random, 4)]; break;
	case 2: /* removed */
		memmove(bytes + at, bytes + at + (some < left ? some : left),
		        left - (some < left ? some : left));
		return size - (some < left ? some : left);
	case 3: /* repeated */
		memmove(bytes + at + some, bytes + at, left);
		return size + some;
	case 4: /* overwrite existing bytes */
		memmove(bytes + at, bytes + random_below(random, (uint32_t)size),
		        some < left ? some : left);
		break;
	default: return at + 1;
	}
	return size;
}

START_TEST(damaged_lines_of_a_log_are_ignored)
{
	static char bytes[LOG_BYTES], changed[LOG_BYTES];
	struct random random = {.state = 20261122};
	int best[HELD][PLAYERS];
	const size_t size = make_log(bytes, best);
	for (unsigned long round = 0; round < 1500; round++) {
		size_t left = size;
		memcpy(changed, bytes, size);
		for (uint32_t more = 1 + random_below(&random, 6); more > 0 && left > 0; more--)
			left = mutate(changed, left, &random);
		write_log(changed, left);
		check_boards(best, "damage", round);
		if (round % 10 != 0)
			continue; /* each addition is synced, which takes time */
		const int count = count_texts(NULL);
		add("1 somebody 0123456789abcdef nowhere left");
		must(count_texts("1 somebody 0123456789abcdef nowhere left") == count + 1,
		     "damage %lu: nothing can be added", round);
	}
}
END_TEST

/* ---- the store ---- */

START_TEST(players_have_a_folder_each)
{
	struct error error = {""};
	struct store *alice = store_open("alice"), *bob = store_open("bob");
	struct store *nobody = store_open(NULL);
	ck_assert_str_eq(store_player(alice), "alice");
	ck_assert_ptr_null(store_player(nobody));
	ck_assert(store_set(alice, "bell", 1) && store_set(bob, "bell", 2));
	ck_assert_int_eq(store_setting(alice, "bell", 0), 1);
	ck_assert_int_eq(store_setting(bob, "bell", 0), 2);
	ck_assert_int_eq(store_setting(nobody, "bell", 0), 0);
	must(store_close(alice, &error) && store_close(bob, &error) && store_close(nobody, &error),
	     "%s", error.text);
	ck_assert_int_eq(access(line("%s/players/alice/parlour.db", folder), F_OK), 0);
	ck_assert_int_eq(access(line("%s/players/bob/parlour.db", folder), F_OK), 0);
	ck_assert_int_ne(access(line("%s/parlour.db", folder), F_OK), 0);
	struct stat status;
	ck_assert_int_eq(stat(line("%s/players", folder), &status), 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0700);
}
END_TEST

START_TEST(a_store_reports_the_leaderboard)
{
	struct error error = {""};
	mkdir(folder, 0700);
	mkdir(path, 0700);
	struct store *store = store_open("alice");
	store_add_score(store, NULL, false);
	ck_assert_ptr_null(store_trouble(store));
	store_add_score(store, RECORD("one"), false);
	ck_assert_str_eq(store_trouble(store), "not a file");
	ck_assert(store_set(store, "bell", 1)); /* which is saved all the same */
	ck_assert_str_eq(store_trouble(store), "not a file");
	rmdir(path);
	ck_assert(store_set(store, "bell", 2)); /* and retries */
	ck_assert_ptr_null(store_trouble(store));
	ck_assert_int_eq(count_texts(RECORD("one")), 1);
	remove(path);
	mkdir(path, 0700);
	store_add_score(store, RECORD("two"), false);
	ck_assert(!store_close(store, &error));
	ck_assert_str_eq(error.text, "not a file (the leaderboard)");
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, added_results_are_read);
	tcase_add_test(tests, added_results_are_on_the_disk);
	tcase_add_test(tests, only_new_results_are_added);
	tcase_add_test(tests, pending_results_are_added_if_new);
	tcase_add_test(tests, a_partial_line_is_truncated);
	tcase_add_test(tests, foreign_text_is_not_truncated);
	tcase_add_test(tests, many_writers_lose_nothing);
	tcase_add_test(tests, a_killed_writer_loses_nothing_that_was_saved);
	tcase_add_test(tests, a_full_disk_is_reported_and_retried);
	tcase_add_test(tests, the_log_is_bounded);
	tcase_add_test(tests, each_player_has_a_share);
	tcase_add_test(tests, pending_results_are_bounded);
	tcase_add_test(tests, a_changed_log_is_noticed);
	tcase_add_test(tests, a_log_that_is_not_a_regular_file_is_left_alone);
	tcase_add_test(tests, without_a_home_there_is_no_log);
	tcase_add_test(tests, a_read_only_log_is_reported);
	tcase_add_test(tests, waiting_for_another_writer_times_out);
	tcase_add_test(tests, the_leaderboard_is_ranked_by_moves_then_by_date);
	tcase_add_test(tests, a_player_appears_once_with_the_best_result);
	tcase_add_test(tests, each_level_has_its_leaderboard);
	tcase_add_test(tests, records_carry_times);
	tcase_add_test(tests, a_game_with_a_clock_gives_a_record_with_times);
	tcase_add_test(tests, forged_results_never_show);
	tcase_add_test(tests, results_follow_a_level_to_another_place);
	tcase_add_test(tests, games_against_the_clock_are_ranked_by_points);
	tcase_add_test(tests, games_without_a_clock_are_not_ranked);
	tcase_add_test(tests, only_solved_games_of_named_players_enter_the_leaderboard);
	tcase_add_test(tests, assisted_games_and_files_do_not_enter_the_leaderboard);
	tcase_add_test(tests, a_solution_too_long_does_not_enter_the_leaderboard);
	tcase_add_test(tests, player_names_are_valid_folder_names);
	tcase_add_test(tests, players_of_other_hosts_are_ranked_beside_ours);
	tcase_add_test(tests, nobody_can_pass_for_a_player_of_another_host);
	tcase_add_test(tests, a_host_can_withdraw_its_records);
	tcase_add_test(tests, a_player_may_be_withdrawn);
	tcase_add_test(tests, only_records_that_are_wanted_are_ranked);
	tcase_add_test(tests, lines_that_are_carried_are_sound);
	tcase_add_test(tests, a_digest_says_how_many_are_worse);
	tcase_add_test(tests, names_of_hosts_are_safe);
	tcase_add_test(tests, a_changed_byte_is_rejected);
	tcase_add_test(tests, a_log_that_ends_early_is_read_up_to_there);
	tcase_add_test(tests, damaged_lines_of_a_log_are_ignored);
	tcase_add_test(tests, players_have_a_folder_each);
	tcase_add_test(tests, a_store_reports_the_leaderboard);
}

int main(void)
{
	return run_tests("scores", add_all);
}
