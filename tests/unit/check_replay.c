/* Replays, which lose nothing of the game; results as text, whose symbols are true; and replays of
 * untrusted moves. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/library.h"
#include "play/session.h"
#include "play/report.h"
#include "puzzle/replay.h"
#include "puzzle/times.h"
#include "support/folder.h"
#include "support/games.h"
#include "puzzle/registry.h"
#include "support/help.h"

static struct library library;

static void open_library(void)
{
	struct error error = {""};
	must(library_open(&library, &error), "%s", error.text);
}

static void close_library(void)
{
	library_close(&library);
}

/* Adds a search's answer about the position to the session's proofs. */
static struct answer prove(struct session *session)
{
	static struct answer found;
	struct state state;
	session_state(session, &state);
	solve_position(session->puzzle, &session->level, &state, &limits_default, NULL, NULL,
	               &found);
	session_take_answer(session, &found);
	return found;
}

/* Goes to the end of the replay; returns the number of moves. */
static int walk(struct session *session)
{
	move_code move;
	int made = 0;
	while (session_redo_move(session, &move)) {
		must(session_redo(session), "no redo");
		made++;
	}
	return made;
}

/* ---- replays ---- */

START_TEST(a_replay_follows_the_player_s_moves)
{
	struct session session;
	open_tilt(&session, corners, NULL);
	play(&session, "right");
	session_undo(&session);
	play(&session, "down");
	play(&session, "right");
	session_restart(&session);
	session_undo(&session);
	play(&session, "up");
	char *before = session_text(&session);
	ck_assert(session_replay(&session));
	ck_assert_int_eq(session_count(&session), 0);
	ck_assert_int_eq(walk(&session), 3);
	ck_assert(session_solved(&session));
	session_undo(&session);
	ck_assert_int_eq(session_count(&session), 2);
	session_replay_seek(&session, session.line.count - 1);
	ck_assert(session_solved(&session));
	session_replay_seek(&session, 0);
	ck_assert_int_eq(session_count(&session), 0);
	ck_assert(!session_undo(&session));
	session_replay_end(&session);
	char *after = session_text(&session);
	ck_assert_str_eq(before, after);
	ck_assert_int_eq(session_count(&session), 3);
	free(before);
	free(after);
	session_close(&session);
}
END_TEST

START_TEST(the_shortest_solution_can_be_replayed_once_proven)
{
	struct session session;
	open_tilt(&session, corners, NULL);
	play(&session, "right");
	play(&session, "left");
	char *before = session_text(&session);
	ck_assert(!session_replay_minimum(&session));
	ck_assert(session_replay(&session));
	ck_assert_int_eq(prove(&session).upper, 3);
	for (int i = 0; i < 3; i++) { /* from one to the other and back */
		const uint32_t nodes = session.node_count;
		ck_assert(session_replay_minimum(&session));
		ck_assert_int_eq(walk(&session), 3);
		ck_assert(session_solved(&session));
		ck_assert_int_eq(session.answer.upper, 0);
		ck_assert_uint_eq(session.node_count, nodes + (i == 0 ? 3 : 0));
		ck_assert(session_replay(&session));
		ck_assert_int_eq(walk(&session), 2);
	}
	session_replay_end(&session);
	session_replay_end(&session); /* there is none any more */
	char *after = session_text(&session);
	ck_assert_str_eq(before, "right left | 2 | #0");
	ck_assert_str_eq(after, "right left | 2* | #0"); /* except that a solution was shown */
	ck_assert(!session_assisted(&session));
	free(before);
	free(after);
	session_close(&session);
}
END_TEST

START_TEST(redo_of_a_restart_is_not_a_move)
{
	struct session session;
	move_code move;
	open_tilt(&session, corners, NULL);
	ck_assert(!session_redo_move(&session, &move));
	play(&session, "down");
	session_restart(&session);
	session_undo(&session);
	ck_assert(!session_redo_move(&session, &move));
	session_undo(&session);
	ck_assert(session_redo_move(&session, &move));
	ck_assert_int_eq(move, session.nodes[1].move);
	session_close(&session);
}
END_TEST

/* ---- sharing ---- */

static const struct sitting nothing_known = {-1, 0, false};

static void expect_shared_after(const struct session *session, struct sitting sitting,
                                const char *name, bool ascii, const char *expected)
{
	struct level_list places = {0};
	struct error error = {""};
	char text[SHARE_MAX];
	must(library_find(&library, name, &places, &error), "%s", error.text);
	share_text(session, &library, places.refs[0], sitting, ascii, text);
	ck_assert_str_eq(text, expected);
	level_list_free(&places);
}

static void expect_shared(const struct session *session, const char *name, bool ascii,
                          const char *expected)
{
	expect_shared_after(session, nothing_known, name, ascii, expected);
}

START_TEST(a_shared_result_hides_its_moves)
{
	struct session session;
	open_tilt(&session, corners, NULL);
	play(&session, "down");
	play(&session, "right");
	play(&session, "up");
	/* Nothing is proven: only that the last move solved it. */
	expect_shared(&session, "tilt/classic:3", true,
	              "Parlour tilt/classic:3\n3 moves\n..#\n"
	              "Play: parlour tilt/classic:3\n");
	session_replay(&session);
	prove(&session);
	session_replay_end(&session);
	expect_shared(&session, "tilt/classic:3", true,
	              "Parlour tilt/classic:3\n3 moves, par 3 *\n###\n"
	              "Play: parlour tilt/classic:3\n");
	expect_shared(&session, "tilt:5x5#7", false,
	              "Parlour tilt:5x5#7\n3 moves, par 3 ★\n●●●\n"
	              "Play: parlour tilt:5x5#7\n");
	expect_shared_after(&session, (struct sitting){-1, 0, true}, "tilt:5x5#7", false,
	                    "Parlour tilt:5x5#7\n3 moves, par 3 ★★\n●●●\n"
	                    "Play: parlour tilt:5x5#7\n");
	session_close(&session);
}
END_TEST

START_TEST(a_shared_result_tells_day_time_and_days_in_a_row)
{
	struct session session;
	open_tilt(&session, corners, NULL);
	play(&session, "down");
	play(&session, "right");
	play(&session, "up");
	expect_shared_after(&session, (struct sitting){65, 4, false}, "tilt:7x7#20261123", true,
	                    "Parlour daily 2026-11-23: tilt\n3 moves\ntime 1:05, 4 days in a row\n"
	                    "..#\nPlay: parlour tilt:7x7#20261123\n");
	expect_shared_after(&session, (struct sitting){3605, 1, false}, "tilt:7x7#20261123", true,
	                    "Parlour daily 2026-11-23: tilt\n3 moves\ntime 60:05, 1 day in a row\n"
	                    "..#\nPlay: parlour tilt:7x7#20261123\n");
	/* Only a daily board has days in a row. */
	expect_shared_after(&session, (struct sitting){0, 4, false}, "tilt:7x7#20261323", true,
	                    "Parlour tilt:7x7#20261323\n3 moves\ntime 0:00\n..#\n"
	                    "Play: parlour tilt:7x7#20261323\n");
	expect_shared_after(&session, (struct sitting){-1, 4, true}, "tilt/classic:3", true,
	                    "Parlour tilt/classic:3\n3 moves\n..#\n"
	                    "Play: parlour tilt/classic:3\n");
	session_close(&session);
}
END_TEST

START_TEST(a_shared_result_shows_detours)
{
	struct session session;
	open_tilt(&session, corners, NULL);
	prove(&session);
	play(&session, "right"); /* away, and nobody asked how far */
	play(&session, "left");
	play(&session, "down");
	play(&session, "right");
	play(&session, "up");
	expect_shared(&session, "tilt/classic:3", true,
	              "Parlour tilt/classic:3\n5 moves, par 3\n..###\n"
	              "Play: parlour tilt/classic:3\n");
	session_replay(&session);
	session_redo(&session);
	prove(&session);
	session_replay_end(&session);
	expect_shared(&session, "tilt/classic:3", true,
	              "Parlour tilt/classic:3\n5 moves, par 3\no####\n"
	              "Play: parlour tilt/classic:3\n");
	session_close(&session);
}
END_TEST

START_TEST(a_shared_result_shows_help)
{
	struct session session;
	open_tilt(&session, corners, NULL);
	prove(&session);
	while (session_solver_move(&session))
		continue;
	expect_shared(&session, "tilt/classic:3", true,
	              "Parlour tilt/classic:3\n3 moves, par 3, with help\n###\n"
	              "Play: parlour tilt/classic:3\n");
	session_close(&session);
}
END_TEST

START_TEST(a_shared_score_of_the_solver_s_game_says_so)
{
	struct session session;
	struct level level;
	char expected[SHARE_MAX];
	const struct puzzle *puzzle = read_level("mode: gems\nlevel: x\nrefill: random 5 5\n"
	                                         "goal: clock 10\n\n"
	                                         "abcde\nbcdea\naabae\ndcaab\neabcd\n",
	                                         &level);
	open_session(&session, puzzle, &level, NULL);
	session_solver_move(&session);
	snprintf(expected, sizeof expected,
	         "Parlour gems/against-the-clock:1\n"
	         "%d points, 1 move, with help\n"
	         "Play: parlour gems/against-the-clock:1\n",
	         session_score(&session));
	ck_assert_int_gt(session_score(&session), 0);
	expect_shared(&session, "gems/against-the-clock:1", true, expected);
	session_close(&session);
}
END_TEST

START_TEST(a_shared_result_of_a_file_has_its_title_and_code)
{
	struct session session;
	char *folder = folder_new(), path[512];
	snprintf(path, sizeof path, "%s/my.level", folder);
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs("level: Home\xe2\x80\xae\nmode: tilt\n\na.   a.\n", file);
	fclose(file);
	open_tilt(&session, corners, NULL);
	expect_shared(&session, path, true, "Parlour tilt: Home?\n0 moves\n"
	              "Play: parlour parlour:16IpjwGiSDy96twPhThEvwZjwoO1i\n");
	folder_free(folder);
	session_close(&session);
}
END_TEST

START_TEST(a_long_game_is_abbreviated)
{
	struct session session;
	char text[SHARE_MAX];
	struct level level;
	read_tilt("a.. ...\n... ...\n... ..a", &level);
	open_session(&session, puzzle_named("tilt"), &level, NULL);
	for (int i = 0; i < 500; i++)
		play(&session, i % 2 == 0 ? "right" : "left");
	play(&session, "down");
	play(&session, "right");
	session_replay(&session);
	for (int i = 0; i < 3; i++, session_redo(&session))
		prove(&session);
	session_replay_end(&session);
	share_text(&session, &library, (struct level_ref){0, 0}, (struct sitting){3600, 3, false},
	           false, text);
	ck_assert_uint_lt(strlen(text), 600);
	ck_assert_ptr_nonnull(strstr(text, "502 moves, par 2\n"));
	ck_assert_ptr_nonnull(strstr(text, " +382\n"));
	int lines = 0;
	for (const char *c = text; *c != '\0'; c++)
		lines += *c == '\n';
	ck_assert_int_eq(lines, SHARE_LINES);
	session_close(&session);
}
END_TEST

/* The line of symbols for a solved game. */
static void symbols(const struct session *session, char out[SHARE_MAX])
{
	char text[SHARE_MAX];
	share_text(session, &library, (struct level_ref){0, 0}, nothing_known, true, text);
	const char *line = strchr(strchr(text, '\n') + 1, '\n') + 1;
	const char *end = strstr(line, "Play: ");
	size_t length = 0;
	for (; line < end; line++)
		if (*line != '\n')
			out[length++] = *line;
	out[length] = '\0';
}

/* Makes random moves, then follows the plan to the end, and asks about some positions on the path:
 * each symbol must agree with a search of all of them. */
static void check_symbols(const struct puzzle *puzzle, const struct level *level, const char *name,
                          struct random *random)
{
	struct session session;
	int rest[128], count = 0;
	open_session(&session, puzzle, level, NULL);
	struct answer answer = prove(&session);
	rest[0] = answer.upper;
	for (const int detours = (int)random_below(random, 6); answer.verdict == OPTIMAL;) {
		struct state state;
		move_code move, moves[MOVES_MAX];
		session_state(&session, &state);
		if (puzzle->rules.solved(level, &state) || count == 100)
			break;
		const int valid = puzzle_valid_moves(puzzle, level, &state, moves);
		move = count < detours ? moves[random_below(random, (uint32_t)valid)]
		                       : answer.plan[0];
		must(session_move(&session, move), "%s: no move", name);
		session_state(&session, &state);
		solve_position(puzzle, level, &state, &limits_default, NULL, NULL, &answer);
		rest[++count] = answer.upper;
		if (random_below(random, 2) == 0)
			session_take_answer(&session, &answer);
	}
	if (session_solved(&session)) {
		char line[SHARE_MAX];
		symbols(&session, line);
		must((int)strlen(line) == count, "%s: %d moves, \"%s\"", name, count, line);
		for (int i = 0; i < count; i++)
			must(line[i] == '.' || (line[i] == '#') == (rest[i + 1] == rest[i] - 1),
			     "%s: from %d to %d is told as %c", name, rest[i], rest[i + 1],
			     line[i]);
	}
	session_close(&session);
}

START_TEST(each_symbol_is_right)
{
	struct random random = {.state = 77};
	int number = 0;
	for (int p = 0; p < library.shipped; p++)
		for (int l = 0; l < library.packs[p].count; l++) {
			struct level level;
			struct error error = {""};
			char name[LEVEL_NAME_MAX];
			const struct level_ref ref = {p, l};
			must(library_level(&library, ref, &level, &error), "%s", error.text);
			library_name(&library, ref, name);
			if (!level.endless && level.par <= 6 && number++ % SLOWDOWN == 0)
				check_symbols(library_puzzle(&library, ref), &level, name,
				              &random);
		}
}
END_TEST

/* ---- untrusted moves ---- */

static struct replay replay_corners(const char *words)
{
	struct level level;
	struct replay replay;
	struct error error = {""};
	read_tilt(corners, &level);
	must(replay_moves(puzzle_named("tilt"), &level, words, &replay, &error), "%s", error.text);
	return replay;
}

START_TEST(replayed_moves_give_the_same_result)
{
	struct replay replay = replay_corners("down right up");
	ck_assert(replay.solved && !replay.assisted);
	ck_assert_int_eq(replay.count, 3);
	ck_assert_int_eq(replay.score, 0);
	replay = replay_corners("  down,right\n");
	ck_assert(!replay.solved);
	ck_assert_int_eq(replay.count, 2);
	replay = replay_corners("");
	ck_assert(!replay.solved);
	ck_assert_int_eq(replay.count, 0);
}
END_TEST

START_TEST(a_star_marks_help)
{
	const struct replay replay = replay_corners("down right* up");
	ck_assert(replay.solved && replay.assisted);
	ck_assert_int_eq(replay.count, 3);
}
END_TEST

static void check_refused_moves(const char *words, const char *expected)
{
	struct level level;
	struct replay replay;
	struct error error = {""};
	read_tilt(corners, &level);
	ck_assert(!replay_moves(puzzle_named("tilt"), &level, words, &replay, &error));
	ck_assert_str_eq(error.text, expected);
}

START_TEST(the_first_invalid_move_is_named)
{
	check_refused_moves("down sideways", "move 2: \"sideways\" is not a valid move here");
	check_refused_moves("down down", "move 2: \"down\" is not a valid move here. "
	                                 "Nothing moves that way.");
	check_refused_moves("*", "move 1: \"*\" is not a valid move here");
	check_refused_moves("down**", "move 1: \"down**\" is not a valid move here");
	check_refused_moves("down rightrightright!",
	                    "move 2: \"rightrightright!\" is not a valid move here");
	check_refused_moves("aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffg",
	                    "move 1: \"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee"
	                    "ffffffffff...\" is not a valid move here");
	check_refused_moves("\033[2J", "move 1: \"?[2J\" is not a valid move here");
}
END_TEST

START_TEST(a_list_of_moves_is_bounded)
{
	struct level level;
	struct replay replay;
	struct error error = {""};
	const size_t round = strlen("right left ");
	char *words = malloc(REPLAY_MOVES_MAX / 2 * round + sizeof "right");
	must(words != NULL, "no memory");
	for (int i = 0; i < REPLAY_MOVES_MAX / 2; i++)
		memcpy(words + (size_t)i * round, "right left ", round + 1);
	read_tilt("a.. ..a", &level);
	ck_assert(replay_moves(puzzle_named("tilt"), &level, words, &replay, &error));
	ck_assert_int_eq(replay.count, REPLAY_MOVES_MAX);
	strcat(words + REPLAY_MOVES_MAX / 2 * round, "right");
	ck_assert(!replay_moves(puzzle_named("tilt"), &level, words, &replay, &error));
	ck_assert_str_eq(error.text, "more than 1000000 moves");
	free(words);
}
END_TEST

/* Random games of every level: replaying the session's moves gives what the session says. */
static void check_against_session(const struct puzzle *puzzle, const struct level *level,
                                  const char *name)
{
	struct session session;
	struct random random = {.state = 5};
	struct replay replay;
	struct error error = {""};
	open_session(&session, puzzle, level, NULL);
	move_code valid[MOVES_MAX];
	struct state state;
	int count = 1;
	for (int i = 0; i < 30 && count > 0; i++) {
		session_state(&session, &state);
		count = puzzle_valid_moves(puzzle, level, &state, valid);
		if (count > 0)
			session_move(&session, valid[random_below(&random, (uint32_t)count)]);
	}
	char *words = session_moves(&session);
	session_state(&session, &state);
	must(replay_moves(puzzle, level, words, &replay, &error), "%s: %s", name, error.text);
	must(same_state(&replay.state, &state), "%s: another position", name);
	must(replay.count == session_count(&session) && replay.score == session_score(&session) &&
	     replay.solved == session_solved(&session), "%s: other figures", name);
	free(words);
	session_close(&session);
}

START_TEST(the_moves_of_a_session_give_its_result)
{
	for_every_level(check_against_session);
}
END_TEST

static bool read_again(const char *text, struct replay_level *read, struct error *error)
{
	return replay_read("kept", text, strlen(text), read, error);
}

START_TEST(times_are_read)
{
	int64_t tenths = 0;
	ck_assert(times_fit("12,5,30", 3, &tenths));
	ck_assert_int_eq(tenths, 47);
	ck_assert(times_fit("0", 1, &tenths) && times_fit("", 0, &tenths));
	ck_assert(times_fit("999999999,0", 2, &tenths));
	const char *const wrong[] = {"12,5",    "12,5,30,1", "12,5,",         "12,,5",  ",12,5",
	                             "12,-5,3", "12,5,x",    "999999999,1,1", "1,2,3,", "+1,2,3",
	                             "1,2,3 ",  "1 ,2,3",    "9999999999,0,0"};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		must(!times_fit(wrong[i], 3, &tenths), "%s was taken", wrong[i]);
	ck_assert(times_are_less("12,5", "12,6") && !times_are_less("12,5", "12,5"));
	ck_assert(times_are_less("12,5", "") && !times_are_less("", "12,5"));
	ck_assert(!times_are_less("x", "12,5") && times_are_less("12,5", "12,x"));
}
END_TEST

START_TEST(a_level_is_identified_by_its_text)
{
	static struct replay_level one, same, other;
	struct error error = {""};
	ck_assert(read_again("level: X\nmode: tilt\n\na.. ..a\n", &one, &error));
	ck_assert(read_again("level: Y\nmode: tilt\npar: 1\n\na.. ..a\n", &same, &error));
	ck_assert(read_again("level: X\nmode: tilt\n\na.. .a.\n", &other, &error));
	ck_assert(one.puzzle == puzzle_named("tilt"));
	ck_assert(one.identity == level_identity(one.puzzle, &one.level));
	ck_assert(one.identity == same.identity && one.identity != other.identity);
}
END_TEST

START_TEST(a_text_that_is_not_one_level_is_refused)
{
	static struct replay_level read;
	struct error error = {""};
	ck_assert(!read_again("", &read, &error));
	ck_assert(!read_again("level: X\nmode: tilt\n\na.. ...\n", &read, &error));
	ck_assert(!read_again("mode: tilt\nlevel: X\n\na.. ..a\nlevel: Y\n\na.. ..a\n", &read,
	                      &error));
	ck_assert_str_eq(error.text, "kept:5: expected one level, not 2");
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, open_library, close_library);
	tcase_add_test(tests, a_replay_follows_the_player_s_moves);
	tcase_add_test(tests, the_shortest_solution_can_be_replayed_once_proven);
	tcase_add_test(tests, redo_of_a_restart_is_not_a_move);
	tcase_add_test(tests, a_shared_result_hides_its_moves);
	tcase_add_test(tests, a_shared_result_tells_day_time_and_days_in_a_row);
	tcase_add_test(tests, a_shared_result_shows_detours);
	tcase_add_test(tests, a_shared_result_shows_help);
	tcase_add_test(tests, a_shared_score_of_the_solver_s_game_says_so);
	tcase_add_test(tests, a_shared_result_of_a_file_has_its_title_and_code);
	tcase_add_test(tests, a_long_game_is_abbreviated);
	tcase_add_test(tests, each_symbol_is_right);
	tcase_add_test(tests, replayed_moves_give_the_same_result);
	tcase_add_test(tests, a_star_marks_help);
	tcase_add_test(tests, the_first_invalid_move_is_named);
	tcase_add_test(tests, a_list_of_moves_is_bounded);
	tcase_add_test(tests, the_moves_of_a_session_give_its_result);
	tcase_add_test(tests, times_are_read);
	tcase_add_test(tests, a_level_is_identified_by_its_text);
	tcase_add_test(tests, a_text_that_is_not_one_level_is_refused);
}

int main(void)
{
	return run_tests("replay", add_all);
}
