/* The session: undo and redo, saved games, the minimum that is shown after every move, and the
 * solver's thread. */
#include <check.h>
#include <poll.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/clock.h"
#include "play/report.h"
#include "play/session.h"
#include "puzzle/key.h"
#include "puzzle/registry.h"
#include "support/games.h"
#include "support/help.h"

/* Goes round in a square: right down left up. */
static const char square[] = "a.. ...\n... ...\n... ..a";

static struct solver *new_solver(void)
{
	struct error error = {""};
	struct solver *solver = solver_new(&limits_default, &error);
	must(solver != NULL, "%s", error.text);
	return solver;
}

static void check_moves(const struct session *session, const char *expected)
{
	char *moves = session_moves(session);
	ck_assert_str_eq(moves, expected);
	free(moves);
}

/* ---- undo and redo ---- */

START_TEST(moves_are_counted_and_refused_ones_are_not)
{
	struct session session;
	open_tilt(&session, square, NULL);
	ck_assert_int_eq(session_count(&session), 0);
	ck_assert(!session_undo(&session) && !session_redo(&session));
	ck_assert(!session_restart(&session) && !session_return_to_checkpoint(&session));
	play(&session, "right");
	ck_assert(!session_move(&session, 1)); /* right once more */
	ck_assert(!session_move(&session, 999));
	ck_assert_int_eq(session_count(&session), 1);
	check_moves(&session, "right");
	session_close(&session);
}
END_TEST

START_TEST(undo_and_redo_follow_the_history)
{
	struct session session;
	open_tilt(&session, square, NULL);
	play(&session, "right down left");
	ck_assert(session_undo(&session) && session_undo(&session));
	check_moves(&session, "right");
	ck_assert(session_redo(&session));
	check_moves(&session, "right down");
	ck_assert(session_undo(&session));
	play(&session, "left");
	check_moves(&session, "right left");
	ck_assert(!session_redo(&session));
	session_close(&session);
}
END_TEST

START_TEST(a_restart_can_be_undone)
{
	struct session session;
	open_tilt(&session, square, NULL);
	play(&session, "right down");
	ck_assert(session_restart(&session));
	ck_assert_int_eq(session_count(&session), 0);
	ck_assert(!session_restart(&session));
	play(&session, "down");
	check_moves(&session, "down");
	ck_assert(session_undo(&session) && session_undo(&session));
	check_moves(&session, "right down");
	ck_assert_int_eq(session_count(&session), 2);
	session_close(&session);
}
END_TEST

START_TEST(the_checkpoint_restores_the_move_count)
{
	struct session session;
	open_tilt(&session, square, NULL);
	play(&session, "right down");
	session_set_checkpoint(&session);
	ck_assert(!session_return_to_checkpoint(&session));
	play(&session, "left up");
	ck_assert(session_return_to_checkpoint(&session));
	check_moves(&session, "right down");
	ck_assert_int_eq(session_count(&session), 2);
	ck_assert(session_undo(&session));
	check_moves(&session, "right down left up");
	session_restart(&session);
	ck_assert(session_return_to_checkpoint(&session));
	check_moves(&session, "right down");
	session_close(&session);
}
END_TEST

START_TEST(keys_make_moves)
{
	struct session session;
	move_code move;
	open_tilt(&session, square, NULL);
	ck_assert_int_eq(session_press(&session, PRESS_RIGHT, &move), INTENT_MOVE);
	ck_assert_int_eq(session_count(&session), 1);
	ck_assert_int_eq(session_press(&session, PRESS_RIGHT, &move), INTENT_REFUSED);
	ck_assert_int_eq(session_count(&session), 1);
	ck_assert_int_eq(session_press(&session, 'Z', &move), INTENT_NONE);
	session_close(&session);
}
END_TEST

/* ---- against a model ---- */

enum { MODEL_MAX = 2000 };

/* The same game as a list of positions with names. */
struct model {
	struct state state[MODEL_MAX];
	int count[MODEL_MAX];
	int names; /* as far as given */
	int line[MODEL_MAX];
	int length, at, checkpoint;
};

static void model_append(struct model *model, int name)
{
	model->line[++model->at] = name;
	model->length = model->at + 1;
}

static bool model_jump(struct model *model, int name)
{
	if (model->line[model->at] == name)
		return false;
	model_append(model, name);
	return true;
}

static bool model_move(struct model *model, const struct session *session, move_code move)
{
	const int here = model->line[model->at];
	struct state next = model->state[here];
	if (!session->puzzle->rules.apply(&session->level, &next, move))
		return false;
	model->state[++model->names] = next;
	model->count[model->names] = model->count[here] + 1;
	model_append(model, model->names);
	return true;
}

/* Does the same to both; they must agree on whether it was possible. */
static void act(struct session *session, struct model *model, struct random *random)
{
	const move_code move = (move_code)random_below(random, 4);
	switch (random_below(random, 12)) {
	case 0:
		session_set_checkpoint(session);
		model->checkpoint = model->line[model->at];
		break;
	case 1:
		must(session_restart(session) == model_jump(model, 0), "restart");
		break;
	case 2:
		must(session_return_to_checkpoint(session) == model_jump(model, model->checkpoint),
		     "return");
		break;
	case 3:
	case 4:
		must(session_undo(session) == (model->at > 0), "undo");
		model->at -= model->at > 0;
		break;
	case 5:
		must(session_redo(session) == (model->at + 1 < model->length), "redo");
		model->at += model->at + 1 < model->length;
		break;
	default:
		must(session_move(session, move) == model_move(model, session, move), "move");
	}
}

static void compare(const struct session *session, const struct model *model)
{
	struct state state;
	const int here = model->line[model->at];
	session_state(session, &state);
	must(same_state(&state, &model->state[here]), "another position");
	must(session_count(session) == model->count[here], "another count");
	must(session_solved(session) == session->puzzle->rules.solved(&session->level, &state),
	     "solved");
}

static struct model model;

START_TEST(long_games_agree_with_a_model)
{
	struct random random = {41};
	struct level level;
	for (int i = 0; i < 30; i++) {
		struct session session;
		random_tilt(&random, 5, 6, 5, &level);
		open_session(&session, puzzle_named("tilt"), &level, NULL);
		memset(&model, 0, sizeof model);
		model.state[0] = level.start;
		model.length = 1;
		for (int step = 0; step < 600; step++) {
			act(&session, &model, &random);
			compare(&session, &model);
		}
		session_close(&session);
	}
}
END_TEST

/* ---- saved games ---- */

static void compare_position(const struct session *a, const struct session *b, const char *name)
{
	struct state one, two;
	session_state(a, &one);
	session_state(b, &two);
	must(same_state(&one, &two), "%s: another position", name);
	must(session_count(a) == session_count(b), "%s: another count", name);
}

/* Undoes everything, redoes everything, and returns to the checkpoint. */
static void compare_games(struct session *a, struct session *b, const char *name)
{
	must(a->line.at == b->line.at && a->line.count == b->line.count, "%s: another place", name);
	compare_position(a, b, name);
	while (session_undo(a) && session_undo(b))
		compare_position(a, b, name);
	while (session_redo(a) && session_redo(b))
		compare_position(a, b, name);
	session_return_to_checkpoint(a);
	session_return_to_checkpoint(b);
	compare_position(a, b, name);
}

static void check_words(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static int number;
	struct random random = {42};
	struct session session, retry;
	if (number++ % SLOWDOWN != 0)
		return;
	open_session(&session, puzzle, level, NULL);
	for (int i = 0; i < 4; i++) {
		play_wildly(&session, 60, &random);
		open_session(&retry, puzzle, level, NULL);
		char *words = session_text(&session);
		must(session_restore(&retry, words), "%s: not restored: %s", name, words);
		char *other = session_text(&retry);
		must(strcmp(words, other) == 0, "%s: %s became %s", name, words, other);
		must(retry.node_count <= session.node_count, "%s: %s made twice", name, words);
		compare_games(&session, &retry, name);
		free(words);
		free(other);
		session_close(&retry);
	}
	session_close(&session);
}

START_TEST(histories_survive_as_text)
{
	for_every_level(check_words);
}
END_TEST

static void must_say(const struct session *session, const char *expected)
{
	char *words = session_text(session);
	ck_assert_str_eq(words, expected);
	free(words);
}

static void undo_all(struct session *session)
{
	while (session_undo(session))
		;
}

START_TEST(history_text_means_its_moves)
{
	struct session session;
	open_tilt(&session, square, NULL);
	must_say(&session, "| 0 | #0");
	play(&session, "right down");
	session_set_checkpoint(&session);
	play(&session, "left");
	session_restart(&session);
	play(&session, "down");
	session_return_to_checkpoint(&session);
	session_undo(&session);
	must_say(&session, "right down left #0 down #2 | 5 | #2");
	/* After undo and other moves the checkpoint is no longer on the line, but its start is. */
	undo_all(&session);
	play(&session, "down");
	must_say(&session, "down | 1 | #0,right,down");
	session_return_to_checkpoint(&session);
	must_say(&session, "down #0,right,down | 2 | #2");
	play(&session, "left");
	session_set_checkpoint(&session);
	session_undo(&session);
	play(&session, "up");
	must_say(&session, "down #0,right,down up | 3 | #2,left");
	session_close(&session);
}
END_TEST

START_TEST(an_undone_restart_survives_as_text)
{
	struct session session;
	open_tilt(&session, square, NULL);
	play(&session, "right");
	session_restart(&session);
	play(&session, "down right");
	session_set_checkpoint(&session);
	undo_all(&session);
	play(&session, "down");
	must_say(&session, "down | 1 | @down,right");
	session_return_to_checkpoint(&session);
	must_say(&session, "down @down,right | 2 | #2");
	session_close(&session);
}
END_TEST

/* The checkpoint is only one move away, but must appear as a jump again. */
START_TEST(a_position_returned_to_is_referred_to)
{
	struct session session;
	open_tilt(&session, square, NULL);
	play(&session, "right");
	session_set_checkpoint(&session);
	play(&session, "down");
	session_return_to_checkpoint(&session);
	session_undo(&session);
	session_set_checkpoint(&session);
	session_redo(&session);
	session_return_to_checkpoint(&session);
	must_say(&session, "right down #1 #2 | 4 | #2");
	session_close(&session);
}
END_TEST

/* Far from the start, each time to another move that was undone and replaced. */
START_TEST(history_text_grows_with_the_moves_only)
{
	enum { FAR = 1000, RETURNS = 1000, WORDS = 3 * 12 };
	static const char *const round[] = {"right", "down", "left", "up"};
	struct session session, retry;
	open_tilt(&session, square, NULL);
	for (int i = 0; i < FAR; i++)
		play(&session, round[i % 4]);
	for (int i = 0; i < RETURNS; i++) {
		play(&session, round[i % 4]);
		session_set_checkpoint(&session);
		session_undo(&session);
		play(&session, round[(i + 1) % 4]);
		session_return_to_checkpoint(&session);
	}
	char *words = session_text(&session);
	ck_assert_uint_le(strlen(words), (FAR + RETURNS) * WORDS);
	open_tilt(&retry, square, NULL);
	ck_assert(session_restore(&retry, words));
	ck_assert_uint_le(retry.node_count, session.node_count);
	compare_games(&session, &retry, "square");
	free(words);
	session_close(&retry);
	session_close(&session);
}
END_TEST

/* The format of the first saved games: the whole path to a checkpoint that was off the line. */
START_TEST(history_text_with_whole_paths_is_read)
{
	struct session session;
	open_tilt(&session, square, NULL);
	ck_assert(session_restore(&session, "down @right,down up @right,left* | 4 | @right,down"));
	check_moves(&session, "right left*");
	ck_assert(session_undo(&session) && session_undo(&session));
	check_moves(&session, "right down");
	ck_assert(!session_assisted(&session) && session_return_to_checkpoint(&session));
	check_moves(&session, "right down");
	session_close(&session);
}
END_TEST

/* Each return far along the line must be found at once, without a linear search. */
START_TEST(history_text_with_many_returns_is_read_fast)
{
	enum { MOVES = 150000 };
	struct session session;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	ck_assert_ptr_nonnull(out);
	for (int i = 0; i < MOVES; i++)
		fputs(i % 2 == 0 ? "right " : "left ", out);
	for (int i = 0; i < MOVES; i++)
		fprintf(out, "#%d ", MOVES - 2 * (i % 2));
	fprintf(out, "| %d | #0", MOVES);
	fclose(out);
	open_tilt(&session, square, NULL);
	ck_assert(session_restore(&session, text));
	const double begin = seconds_used();
	char *words = session_text(&session);
	must(seconds_used() - begin < 2.0, "words took %.1f s", seconds_used() - begin);
	must(words != NULL && strcmp(words, text) == 0, "other words");
	free(words);
	free(text);
	session_close(&session);
}
END_TEST

START_TEST(moves_made_for_the_player_are_remembered)
{
	struct session session;
	open_tilt(&session, square, NULL);
	play(&session, "right");
	ck_assert(!session_solver_move(&session)); /* nothing is proven yet */
	struct state state;
	struct answer answer;
	session_state(&session, &state);
	solve_position(session.puzzle, &session.level, &state, &limits_default, NULL, NULL,
	               &answer);
	session_take_answer(&session, &answer);
	ck_assert(!session_assisted(&session) && session_solver_move(&session));
	ck_assert(session_assisted(&session));
	char *words = session_text(&session);
	ck_assert_ptr_nonnull(strstr(words, "right "));
	ck_assert_ptr_nonnull(strstr(words, "* | 2* | #0"));
	session_close(&session);
	open_tilt(&session, square, NULL);
	ck_assert(session_restore(&session, words));
	ck_assert(session_assisted(&session));
	ck_assert(session_undo(&session) && !session_assisted(&session));
	free(words);
	session_close(&session);
}
END_TEST

/* A game of the square, proven, in which `show` reveals an optimal solution, undone to its
 * start. */
static void open_shown(struct session *session, bool (*show)(struct session *session))
{
	struct answer answer;
	open_tilt(session, square, NULL);
	solve_position(session->puzzle, &session->level, &session->level.start, &limits_default,
	               NULL, NULL, &answer);
	session_take_answer(session, &answer);
	must(show(session), "a way is shown");
	session_replay_end(session);
	while (session_undo(session))
		;
	ck_assert_int_eq(session_count(session), 0);
}

/* Moves made by hand after a solution was shown count as assisted, until the game is restarted, by
 * a restart or a return to its start; undoing that restores the mark. */
START_TEST(a_shown_solution_stays_marked_when_played_by_hand)
{
	static bool (*const show[])(struct session *) = {session_solver_move,
	                                                 session_replay_minimum};
	static bool (*const again[])(struct session *) = {session_restart,
	                                                  session_return_to_checkpoint};
	struct session session;
	open_shown(&session, show[_i % 2]);
	play(&session, "right");
	ck_assert(session_assisted(&session));
	ck_assert(session_undo(&session) && again[_i / 2](&session));
	ck_assert(!again[_i / 2](&session)); /* no solution is shown there */
	play(&session, "right");
	ck_assert(!session_assisted(&session));
	ck_assert(session_undo(&session) && session_undo(&session));
	play(&session, "right");
	ck_assert(session_assisted(&session));
	session_close(&session);
}
END_TEST

/* A checkpoint set before a solution was shown is unassisted, also when it is restored
 * afterwards. */
START_TEST(moves_made_before_a_solution_was_shown_survive_as_text)
{
	struct session session, retry;
	struct answer answer;
	open_tilt(&session, square, NULL);
	solve_position(session.puzzle, &session.level, &session.level.start, &limits_default, NULL,
	               NULL, &answer);
	play(&session, "down");
	session_set_checkpoint(&session);
	session_undo(&session);
	session_take_answer(&session, &answer);
	ck_assert(session_solver_move(&session) && session_return_to_checkpoint(&session));
	char *words = session_text(&session);
	open_tilt(&retry, square, NULL);
	ck_assert(session_restore(&retry, words));
	ck_assert(!session_assisted(&session) && !session_assisted(&retry));
	play(&retry, "right");
	ck_assert(session_assisted(&retry));
	free(words);
	session_close(&retry);
	session_close(&session);
}
END_TEST

START_TEST(a_shown_solution_is_remembered)
{
	static bool (*const show[])(struct session *) = {session_solver_move,
	                                                 session_replay_minimum};
	struct session session;
	open_shown(&session, show[_i]);
	char *words = session_text(&session);
	ck_assert_ptr_nonnull(strstr(words, "| 0* | #0"));
	session_close(&session);
	open_tilt(&session, square, NULL);
	ck_assert(session_restore(&session, words));
	play(&session, "right");
	ck_assert(session_assisted(&session));
	session_restart(&session);
	free(words);
	words = session_text(&session);
	ck_assert_ptr_nonnull(strstr(words, "right* #0 | 2 | #0"));
	session_close(&session);
	open_tilt(&session, square, NULL);
	ck_assert(session_restore(&session, words));
	play(&session, "right");
	ck_assert(!session_assisted(&session));
	free(words);
	session_close(&session);
}
END_TEST

/* As a game just opened, whatever was played. */
START_TEST(a_discarded_game_is_at_its_start)
{
	struct session session;
	open_tilt(&session, square, NULL);
	char *fresh = session_text(&session);
	play(&session, "right");
	session_set_checkpoint(&session);
	play(&session, "down");
	session_restart(&session);
	session_discard(&session);
	ck_assert_int_eq(session_count(&session), 0);
	ck_assert(!session_undo(&session) && !session_redo(&session));
	ck_assert(!session_return_to_checkpoint(&session));
	ck_assert_int_eq(session_best(&session)->score, 0);
	char *words = session_text(&session);
	ck_assert_str_eq(words, fresh);
	play(&session, "right");
	ck_assert_int_eq(session_count(&session), 1);
	free(words);
	free(fresh);
	session_close(&session);
}
END_TEST

static const char *const bad_words[] = {
	"", " ", "right", "right |", "right | 1", "|", "||", "| |", "right | | #0", "| 0 | ",
	"nonsense | 0 | #0", "right nonsense | 1 | #0", "left | 1 | #0", "right right | 2 | #0",
	"right | 2 | #0", "| 1 | #0", "right | -1 | #0", "right | x | #0", "right | 1x | #0",
	"right | 1 1 | #0", "right | 1** | #0", "| 99999999999999999999 | #0", "| 4294967296 | #0",
	"| 0 | nonsense", "| 0 | right", "| 0 | @left", "| 0 | @right,right", "| 0 | |",
	"| 0 | #1", "| 0 | #x", "| 0 | #-1", "| 0 | #0 #0", "right #2 | 1 | #0",
	"@nonsense | 1 | #0", "@right,nonsense | 1 | #0", "@right,right | 1 | #0",
	"@left | 1 | #0", "| 0 | #0,left", "| 0 | #1,right", "right #1,right | 2 | #0",
	"right #2,down | 2 | #0", "right ,down | 2 | #0", "RIGHT | 1 | #0", "right** | 1 | #0",
	"* | 1 | #0", "ri*ght | 1 | #0", "right\n | 1 | #0",
};

START_TEST(history_text_that_does_not_fit_is_refused)
{
	struct session session;
	open_tilt(&session, square, NULL);
	const char *words = bad_words[_i];
	ck_assert_msg(!session_restore(&session, words), "\"%s\" was taken", words);
	ck_assert_int_eq(session_count(&session), 0);
	ck_assert(!session_undo(&session) && !session_redo(&session) &&
	          !session_return_to_checkpoint(&session));
	char *start = session_text(&session);
	ck_assert_str_eq(start, "| 0 | #0");
	free(start);
	play(&session, "right down");
	check_moves(&session, "right down");
	session_close(&session);
}
END_TEST

/* ---- the clock ---- */

static void check_times(const struct session *session, const char *expected)
{
	char *times = session_times(session);
	ck_assert_str_eq(times, expected);
	free(times);
}

static void play_at(struct session *session, int tenths, const char *name)
{
	session_set_clock(session, tenths);
	play(session, name);
}

/* A game of two attempts, with moves undone, at a clock. */
static void play_timed(struct session *session)
{
	open_tilt(session, square, NULL);
	session_start_clock(session);
	play_at(session, 12, "right");
	play_at(session, 17, "down");
	session_set_clock(session, 30);
	ck_assert(session_undo(session));
	play_at(session, 47, "left");
	session_set_checkpoint(session);
	session_set_clock(session, 60);
	ck_assert(session_restart(session));
	play_at(session, 65, "down");
}

START_TEST(times_are_those_of_the_moves_that_count)
{
	struct session session;
	play_timed(&session);
	check_times(&session, "5"); /* since the restart */
	ck_assert(session_undo(&session));
	check_times(&session, "");
	ck_assert(session_undo(&session));
	check_moves(&session, "right left");
	check_times(&session, "12,35");  /* with the time of the move undone */
	session_set_clock(&session, 40); /* never goes back */
	play(&session, "right");
	check_times(&session, "12,35,18");
	session_close(&session);
	open_tilt(&session, square, NULL);
	session_set_clock(&session, 9); /* was not started */
	play(&session, "right");
	check_times(&session, "");
	session_close(&session);
}
END_TEST

START_TEST(the_clock_goes_on_in_a_restored_game)
{
	struct session session, retry;
	char *words, *times;
	play_timed(&session);
	ck_assert(session_text_with_clock(&session, &words, &times));
	ck_assert_str_eq(times, "65,0,12,47,60,5");
	open_tilt(&retry, square, NULL);
	ck_assert(session_restore(&retry, words) && session_restore_clock(&retry, times));
	check_times(&retry, "5");
	play_at(&retry, 70, "up");
	check_times(&retry, "5,5");
	ck_assert(session_return_to_checkpoint(&retry));
	check_times(&retry, "12,35");
	session_close(&retry);
	open_tilt(&retry, square, NULL); /* of an older version */
	ck_assert(session_restore(&retry, words) && !session_restore_clock(&retry, ""));
	play_at(&retry, 70, "up");
	check_times(&retry, "");
	ck_assert(session_restart(&retry));
	play_at(&retry, 75, "down");
	check_times(&retry, "5");
	free(words);
	free(times);
	session_close(&retry);
	session_close(&session);
}
END_TEST

/* A start that is not on the line any more has its time too. */
START_TEST(long_games_keep_their_clock)
{
	struct random random = {5};
	for (int i = 0; i < 50; i++) {
		struct session session, retry;
		char *words, *times, *same, *again;
		open_tilt(&session, square, NULL);
		session_start_clock(&session);
		for (int step = 1; step < 60; step++) {
			session_set_clock(&session, step * 7);
			play_wildly(&session, 1, &random);
		}
		ck_assert(session_text_with_clock(&session, &words, &times));
		open_tilt(&retry, square, NULL);
		ck_assert(session_restore(&retry, words));
		must(session_restore_clock(&retry, times), "%s: %s", words, times);
		char *expected = session_times(&session);
		check_times(&retry, expected);
		ck_assert(session_text_with_clock(&retry, &again, &same));
		ck_assert_str_eq(same, times);
		free(expected);
		free(again);
		free(same);
		free(words);
		free(times);
		session_close(&retry);
		session_close(&session);
	}
}
END_TEST

START_TEST(times_that_do_not_fit_are_none)
{
	static const char *const wrong[] = {
		"65",
		"65,0,12,47,60",
		"65,0,12,47,60,5,5",
		"65,0,12,11,60,5",
		"65,0,12,47,66,5",
		"-1,0,12,47,60,5",
		"65,0,-1,47,60,5",
		"65,0,12,47,-1,5",
		"65,0,12,47,60,-2",
		"65,0,12,47,60,5x",
		"65,0,12,47,60,5 ",
		"65,0,12,47,60,",
		"1000000000,0,12,47,60,5",
		"65,0,12,47,60,99999999999999999999",
	};
	struct session session, retry;
	play_timed(&session);
	char *words = session_text(&session);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		open_tilt(&retry, square, NULL);
		ck_assert(session_restore(&retry, words));
		must(!session_restore_clock(&retry, wrong[i]), "%s was taken", wrong[i]);
		check_times(&retry, "");
		ck_assert_int_eq(retry.tenths, 0);
		session_close(&retry);
	}
	free(words);
	session_close(&session);
}
END_TEST

START_TEST(no_text_breaks_a_session)
{
	static const char *const parts[] = {"right", "left",     "up", "down", " ", " ",
	                                    "|",     "@",        "#",  ",",    "0", "1",
	                                    "7",     "| 0 | #0", "x",  "-",    "\n"};
	struct random random = {43};
	int taken = 0;
	for (int i = 0; i < 3000; i++) {
		struct session session;
		char words[256] = "";
		for (uint32_t p = random_below(&random, 12); p > 0; p--)
			strcat(words, parts[random_below(&random, sizeof parts / sizeof parts[0])]);
		if (random_below(&random, 2) == 0)
			strcat(words, " | 0 | #0");
		open_tilt(&session, square, NULL);
		const bool good = session_restore(&session, words);
		taken += good;
		must(good || (session.node_count == 1 && session_count(&session) == 0),
		     "\"%s\" left something", words);
		play_wildly(&session, 5, &random);
		session_close(&session);
	}
	ck_assert_int_gt(taken, 50);
}
END_TEST

START_TEST(a_history_is_bounded)
{
	struct session session, retry;
	open_tilt(&session, "a.. ..a", NULL);
	for (move_code move = 1; session_move(&session, move);)
		move = move == 1 ? 3 : 1;
	ck_assert(session.full);
	ck_assert_uint_eq(session.node_count, HISTORY_MAX);
	ck_assert_int_eq(session_count(&session), HISTORY_MAX - 1);
	char *words = session_text(&session);
	open_tilt(&retry, "a.. ..a", NULL);
	ck_assert(session_restore(&retry, words));
	ck_assert_int_eq(session_count(&retry), HISTORY_MAX - 1);
	free(words);
	session_close(&retry);
	ck_assert(session_undo(&session));
	ck_assert_int_eq(session_count(&session), HISTORY_MAX - 2);
	session_close(&session);
}
END_TEST

/* ---- proofs ---- */

static struct answer answer;

/* Answers the question about the level's start without the thread. */
static void search_start(const struct session *session)
{
	solve_position(session->puzzle, &session->level, &session->level.start, &limits_default,
	               NULL, NULL, &answer);
}

/* Waits until the minimum from here is proven, or given up, and a solved game is reviewed. */
static void settle(struct session *session)
{
	struct pollfd news = {.fd = solver_fd(session->solver), .events = POLLIN};
	must(session->answer.verdict != SEARCHING || session->question != 0, "nobody was asked");
	while (session->question != 0) {
		poll(&news, 1, -1);
		session_poll_solver(session);
	}
	must(session->answer.verdict != SEARCHING, "no longer asking");
}

static void check_number(const struct session *session, int rest, const char *name)
{
	const struct answer *ours = &session->answer;
	must(session->question == 0, "%s: asks", name);
	if (rest == NO_WAY) {
		must(ours->verdict == UNSOLVABLE, "%s: verdict %d, no way", name, ours->verdict);
		return;
	}
	must(ours->verdict == OPTIMAL && ours->upper == rest && ours->lower == rest,
	     "%s: %d..%d, truth %d", name, ours->lower, ours->upper, rest);
	struct state state;
	session_state(session, &state);
	must(ours->length == rest && plan_solves(session->puzzle, &session->level, &state, ours),
	     "%s: a wrong plan", name);
}

/* Along the plan and back: everything is known, and nothing is asked. */
static void follow_plan(struct session *session, const char *name)
{
	const int length = session->answer.length;
	for (int i = length; i > 0; i--) {
		move_code move;
		check_number(session, i, name);
		must(session_next_move(session, &move) && session_move(session, move), "%s: stuck",
		     name);
	}
	check_number(session, 0, name);
	must(session_solved(session), "%s: the plan does not solve", name);
	for (int i = 1; i <= length; i++) {
		session_undo(session);
		check_number(session, i, name);
	}
	session_redo(session);
	check_number(session, length > 0 ? length - 1 : 0, name);
	session_restart(session);
	check_number(session, length, name);
}

static struct solver *solver; /* its loop index */

static void check_plan(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static int number;
	struct session session;
	const struct limits limits = {.bytes = limits_default.bytes, .states = 200000};
	if (number++ % SLOWDOWN != 0 ||
	    !solve_position(puzzle, level, &level->start, &limits, NULL, NULL, &answer))
		return;
	open_session(&session, puzzle, level, solver);
	settle(&session);
	check_number(&session, answer.upper, name);
	must(level->par < 0 || level->par == session.answer.upper, "%s: par", name);
	follow_plan(&session, name);
	session_close(&session);
}

START_TEST(following_the_plan_needs_no_search)
{
	solver = new_solver();
	for_every_level(check_plan);
	solver_free(solver);
}
END_TEST

/* The true minimum from the current position. */
static int truth(const struct brute *brute, const struct session *session)
{
	struct state state;
	session_state(session, &state);
	for (int i = 0; i < brute->count; i++)
		if (memcmp(&brute->state[i], &state, session->level.state_size) == 0)
			return brute->rest[i];
	ck_abort_msg("not among the positions that can be reached");
}

static void check_detour(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static int number;
	struct random random = {44};
	struct session session;
	struct brute brute;
	if (number++ % SLOWDOWN != 0 ||
	    !brute_init(&brute, puzzle, level, &level->start, 1500))
		return;
	open_session(&session, puzzle, level, solver);
	for (int i = 0; i < 25; i++) {
		const int rest = truth(&brute, &session);
		must(rest == NO_WAY || session.answer.lower <= rest, "%s: carried %d, truth %d",
		     name, session.answer.lower, rest);
		settle(&session);
		check_number(&session, rest, name);
		play_wildly(&session, 1 + (int)random_below(&random, 3), &random);
	}
	session_close(&session);
	brute_free(&brute);
}

START_TEST(the_counter_is_right_everywhere)
{
	solver = new_solver();
	for_every_level(check_detour);
	solver_free(solver);
}
END_TEST

START_TEST(undo_restores_the_counter_at_once)
{
	struct random random = {45};
	struct level level;
	solver = new_solver();
	for (int i = 0; i < 40; i++) {
		struct session session;
		if (!random_level(puzzle_named("tilt"), &random, &level))
			continue;
		open_session(&session, puzzle_named("tilt"), &level, solver);
		settle(&session);
		const int rest = session.answer.upper;
		if (play_random(&session, &random)) {
			settle(&session); /* solvable or not */
			ck_assert(session_undo(&session));
			check_number(&session, rest, "undo");
			ck_assert(session_redo(&session));
			ck_assert_uint_eq(session.question, 0);
			ck_assert_int_ne(session.answer.verdict, SEARCHING);
		}
		session_close(&session);
	}
	solver_free(solver);
}
END_TEST

/* Plays until the position is unsolvable; false if that did not happen. */
static bool play_to_death(struct session *session, struct random *random)
{
	settle(session);
	for (int i = 0; i < 30 && session->answer.verdict == OPTIMAL; i++) {
		if (!play_random(session, random))
			return false;
		settle(session);
	}
	return session->answer.verdict == UNSOLVABLE;
}

START_TEST(dead_ends_stay_dead_ends)
{
	struct random random = {46};
	struct level level;
	int deaths = 0;
	solver = new_solver();
	for (int i = 0; i < 60; i++) {
		struct session session;
		if (!random_level(puzzle_named("tilt"), &random, &level))
			continue;
		open_session(&session, puzzle_named("tilt"), &level, solver);
		if (play_to_death(&session, &random)) {
			deaths++;
			for (int m = 0; m < 10 && play_random(&session, &random); m++)
				check_number(&session, NO_WAY, "dead"); /* without asking the
				                                         * solver */
			while (session_undo(&session))
				must(session.answer.verdict != SEARCHING, "forgotten");
			must(session.answer.verdict == OPTIMAL, "dead from the start");
		}
		session_close(&session);
	}
	ck_assert_int_gt(deaths, 5);
	solver_free(solver);
}
END_TEST

START_TEST(answers_are_accepted_without_a_solver)
{
	struct session session;
	open_tilt(&session, corners, NULL);
	ck_assert_int_eq(session.answer.verdict, SEARCHING);
	ck_assert_int_eq(session.answer.upper, -1);
	ck_assert_uint_eq(session.question, 0);
	ck_assert(!session_poll_solver(&session));
	move_code move;
	ck_assert(!session_next_move(&session, &move));
	search_start(&session);
	ck_assert(session_take_answer(&session, &answer));
	ck_assert(!session_take_answer(&session, &answer));
	check_number(&session, 3, "corners");
	follow_plan(&session, "corners");
	session_close(&session);
}
END_TEST

/* A move improves the minimum by one at most. */
START_TEST(a_lower_bound_is_carried_over)
{
	struct session session;
	open_tilt(&session, corners, NULL);
	search_start(&session);
	session_take_answer(&session, &answer);
	play(&session, answer.plan[0] == 1 ? "down" : "right"); /* off the plan */
	ck_assert_int_eq(session.answer.verdict, SEARCHING);
	ck_assert_int_eq(session.answer.lower, 2);
	ck_assert_int_eq(session.answer.upper, -1);
	answer = (struct answer){.verdict = SEARCHING, .lower = 1, .upper = -1};
	ck_assert(!session_take_answer(&session, &answer));
	ck_assert_int_eq(session.answer.lower, 2);
	answer.upper = 9;
	ck_assert(session_take_answer(&session, &answer));
	ck_assert_int_eq(session.answer.lower, 2);
	ck_assert_int_eq(session.answer.upper, 9);
	session_close(&session);
}
END_TEST

static void prove(struct session *session)
{
	static struct answer found;
	struct state state;
	session_state(session, &state);
	must(solve_position(session->puzzle, &session->level, &state, &limits_default, NULL, NULL,
	                    &found),
	     "no proof");
	session_take_answer(session, &found);
}

START_TEST(a_bound_shows_that_par_is_out_of_reach)
{
	struct session session;
	char text[REPORT_MAX];
	open_tilt(&session, corners, NULL);
	session.level.par = 3;
	play(&session, "right");
	session_take_answer(&session,
	                    &(struct answer){.verdict = SEARCHING, .lower = 2, .upper = -1});
	report_over_par(&session, true, text);
	ck_assert_str_eq(text, ""); /* three might still be enough */
	session_take_answer(&session,
	                    &(struct answer){.verdict = SEARCHING, .lower = 3, .upper = -1});
	report_over_par(&session, true, text);
	ck_assert_str_eq(text, ">=+1");
	report_over_par(&session, false, text);
	ck_assert_str_eq(text, "≥+1");
	prove(&session);
	report_over_par(&session, false, text);
	ck_assert_str_eq(text, "+2");
	session_take_answer(&session, &(struct answer){.verdict = UNSOLVABLE, .upper = -1});
	report_over_par(&session, true, text);
	ck_assert_str_eq(text, "");
	session_close(&session);
}
END_TEST

START_TEST(a_detour_counts_as_moves_over_par)
{
	struct session session;
	solver = new_solver();
	open_tilt(&session, corners, solver);
	session.level.par = 3;
	settle(&session);
	ck_assert_int_eq(session_over_par(&session), 0);
	move_code move;
	ck_assert(session_next_move(&session, &move));
	ck_assert(session_move(&session, move));
	ck_assert_int_eq(session_over_par(&session), 0);
	session_restart(&session);
	struct random random = {47};
	for (int i = 0; i < 20; i++) {
		play_random(&session, &random);
		settle(&session);
		if (session.answer.verdict == OPTIMAL)
			ck_assert_int_eq(session_over_par(&session),
			                 session_count(&session) + session.answer.upper - 3);
	}
	session.level.par = -1;
	ck_assert_int_eq(session_over_par(&session), 0);
	session_close(&session);
	solver_free(solver);
}
END_TEST

START_TEST(hints_come_in_stages_and_end_with_the_position)
{
	struct session session;
	char text[REPORT_MAX];
	open_tilt(&session, corners, NULL);
	report_hint(&session, text);
	ck_assert_str_eq(text, "");
	session_hint(&session);
	report_hint(&session, text);
	ck_assert_str_eq(text, "Hint: no solution is known yet.");
	search_start(&session);
	session_take_answer(&session, &answer);
	report_hint(&session, text);
	ck_assert_str_eq(text, "Hint: at least 1 move keeps the minimum.");
	session_hint(&session);
	ck_assert_int_eq(session.hint, HINT_PIECE);
	session_hint(&session);
	session_hint(&session);
	ck_assert_int_eq(session.hint, HINT_MOVE);
	char name[MOVE_NAME_MAX], expected[REPORT_MAX];
	session.puzzle->format.name_move(&session.level, answer.plan[0], name);
	ck_assert_str_eq(name, "down");
	snprintf(expected, sizeof expected, "Hint: %s. %s", name,
	         "2 moves later the block at a3 is home at d2 for good.");
	report_hint(&session, text);
	ck_assert_str_eq(text, expected);
	session_move(&session, answer.plan[0]);
	ck_assert_int_eq(session.hint, HINT_NONE);
	session_close(&session);
}
END_TEST

/* Compares the choices with searches of each position after a valid move. */
static void check_choices(const struct session *session)
{
	const struct choices *choices = &session->choices;
	struct state here, after;
	struct answer rest;
	move_code moves[MOVES_MAX];
	int keeping = 0;
	session_state(session, &here);
	const int valid = puzzle_valid_moves(session->puzzle, &session->level, &here, moves);
	for (int i = 0; i < valid; i++) {
		after = here;
		session->puzzle->rules.apply(&session->level, &after, moves[i]);
		solve_position(session->puzzle, &session->level, &after, &limits_default, NULL,
		               NULL, &rest);
		keeping += rest.verdict == OPTIMAL && rest.upper < session->answer.upper;
	}
	ck_assert(choices->valid == valid && choices->judged == valid && !choices->undecided);
	ck_assert_int_eq(choices->keeping, keeping);
}

/* Asks for the first stage, and waits until the thread has judged all moves. */
static void settle_choices(struct session *session)
{
	struct pollfd news = {.fd = solver_fd(session->solver), .events = POLLIN};
	session_hint(session);
	while (session->question != 0) {
		poll(&news, 1, -1);
		session_poll_solver(session);
	}
}

START_TEST(the_first_hint_counts_the_moves_that_keep_the_minimum)
{
	struct solver *own = new_solver();
	struct random random = {61};
	int counted = 0, several = 0;
	for (int i = 0; i < 60; i++) {
		struct session session;
		struct level level;
		const struct puzzle *puzzle = puzzle_at(i % puzzle_count());
		while (!random_level(puzzle, &random, &level))
			;
		open_session(&session, puzzle, &level, own);
		play_random(&session, &random);
		if (level.endless || session_solved(&session)) {
			session_close(&session);
			continue;
		}
		settle(&session);
		settle_choices(&session);
		if (session.answer.verdict == OPTIMAL) {
			check_choices(&session);
			counted++;
			several += session.choices.keeping > 1;
		}
		session_close(&session);
	}
	ck_assert_int_gt(counted, 30);
	ck_assert_int_gt(several, 5);
	solver_free(own);
}
END_TEST

/* Without the thread, as --plain does it. */
START_TEST(the_choices_can_be_proven_one_by_one)
{
	struct session session;
	struct state after;
	char text[REPORT_MAX];
	int searched = 0;
	open_tilt(&session, square, NULL);
	ck_assert(!session_next_choice(&session, &after)); /* no hint was asked for */
	search_start(&session);
	session_take_answer(&session, &answer);
	session_hint(&session);
	while (session_next_choice(&session, &after)) {
		solve_position(session.puzzle, &session.level, &after, &limits_default, NULL, NULL,
		               &answer);
		ck_assert(session_take_choice(&session, &after, &answer));
		searched++;
	}
	ck_assert_int_gt(searched, 0);
	check_choices(&session);
	report_hint(&session, text);
	ck_assert_str_eq(text, "Hint: each of the 2 moves keeps the minimum.");
	play(&session, "right");
	ck_assert_int_eq(session.choices.valid, 0);
	session_close(&session);
}
END_TEST

START_TEST(a_next_stage_ends_the_count)
{
	struct session session;
	struct solver *own = new_solver();
	open_tilt(&session, square, own);
	settle(&session);
	session_hint(&session);
	ck_assert(session.question != 0 && session.about == ABOUT_CHOICE);
	session_hint(&session);
	ck_assert_uint_eq(session.question, 0);
	session_close(&session);
	solver_free(own);
}
END_TEST

/* Without reasons of the puzzle, what the other moves cost is the one shown. */
START_TEST(the_last_stage_goes_on_with_the_count)
{
	struct session session;
	struct puzzle plain = without_bound(puzzle_named("tilt")); /* it would judge them */
	struct level level;
	struct solver *own = new_solver();
	char text[REPORT_MAX];
	plain.reasons = (struct puzzle_reasons){NULL};
	read_tilt(corners, &level);
	open_session(&session, &plain, &level, own);
	settle(&session);
	session_hint(&session);
	session_hint(&session);
	ck_assert_int_lt(session.choices.judged, session.choices.valid);
	settle_choices(&session);
	ck_assert_int_eq(session.hint, HINT_MOVE);
	check_choices(&session);
	report_hint(&session, text);
	ck_assert_str_eq(text, "Hint: down. Any other move costs at least 2 extra moves.");
	session_close(&session);
	solver_free(own);
}
END_TEST

START_TEST(an_unproven_plan_is_no_minimum)
{
	struct session session;
	char text[REPORT_MAX];
	open_tilt(&session, corners, NULL);
	search_start(&session);
	answer.verdict = GAVE_UP;
	answer.lower = 1;
	session_take_answer(&session, &answer);
	session_hint(&session);
	report_hint(&session, text);
	ck_assert_str_eq(text, "Hint: a solution in 3 moves is known.");
	session_close(&session);
}
END_TEST

/* Restores a history in a session whose page watches it, or not. */
static bool is_unaided(const char *history, bool watched)
{
	struct session session;
	open_tilt(&session, corners, NULL);
	if (watched)
		session_watch(&session);
	must(session_restore(&session, history), "%s", history);
	char *text = session_text(&session);
	const bool unaided = session_unaided(&session);
	must((strchr(text, 'u') != NULL) == unaided, "\"%s\"", text);
	free(text);
	session_close(&session);
	return unaided;
}

START_TEST(only_a_watched_game_is_unaided)
{
	ck_assert(is_unaided("| 0u | #0", true));
	ck_assert(is_unaided("down right | 2u | #0", true));
	ck_assert(is_unaided("down #0 right | 3u | #0", true));
	ck_assert(!is_unaided("down right | 2u | #0", false));
	ck_assert(!is_unaided("down right | 2 | #0", true)); /* as version 0.1 wrote it */
	ck_assert(!is_unaided("down #0 right | 1 | #0", true));
	ck_assert(!is_unaided("down right* | 2* | #0", true));
	ck_assert(!is_unaided("down right* #0 down right | 5u | #0", true));
	struct session session;
	open_tilt(&session, corners, NULL);
	session_watch(&session);
	play(&session, "down");
	session_note_aid(&session);
	session_undo(&session);
	ck_assert(!session_unaided(&session));
	ck_assert(!session_restart(&session)); /* at the start: a hint leaves nothing to restart */
	play(&session, "down");
	ck_assert(session_restart(&session) && !session_unaided(&session));
	session_discard(&session);
	ck_assert(session_unaided(&session)); /* a new game */
	session_hint(&session);
	ck_assert(!session_unaided(&session));
	session_close(&session);
}
END_TEST

START_TEST(the_counter_is_written_out)
{
	struct session session;
	char text[REPORT_MAX];
	open_tilt(&session, corners, NULL);
	report_best(&session, true, text);
	ck_assert_str_eq(text, "best from here >=0 ...");
	search_start(&session);
	session_take_answer(&session, &answer);
	report_best(&session, true, text);
	ck_assert_str_eq(text, "best from here 3 proven");
	report_best(&session, false, text);
	ck_assert_str_eq(text, "best from here 3 \xE2\x9C\x93");
	answer = (struct answer){.verdict = UNSOLVABLE, .upper = -1};
	session.answer = answer;
	report_best(&session, false, text);
	ck_assert_str_eq(text, "unsolvable from here");
	session_close(&session);
}
END_TEST

/* ---- the thread ---- */

/* An invented puzzle: two numbers, of which each move increments one, without end. It is solved
 * when their sum is the level's amount; with amount 0 never. This endless search stops at a gate
 * until the test opens it, so that the order of events does not depend on luck. */
/* Positions expanded. The gate comes before the first tick: nothing is published by then. */
enum { GATE_AT = 100, TICK = 256 };

static atomic_int expanded;
static atomic_int pace; /* microseconds of sleep every 100 positions */
static sem_t gate_reached, gate_open;

static int value(const struct state *state, int which)
{
	return state->byte[2 * which] << 8 | state->byte[2 * which + 1];
}

static int sums_moves(const struct level *level, const struct state *state,
                      move_code out[MOVES_MAX])
{
	(void)state;
	if (level->amount == 0) {
		const int count = atomic_fetch_add(&expanded, 1) + 1;
		if (count == GATE_AT) {
			sem_post(&gate_reached);
			sem_wait(&gate_open);
		}
		if (count % 100 == 0 && atomic_load(&pace) > 0)
			usleep((useconds_t)atomic_load(&pace));
	}
	out[0] = 0;
	out[1] = 1;
	return 2;
}

static bool sums_apply(const struct level *level, struct state *state, move_code move)
{
	(void)level;
	const int grown = value(state, move) + 1;
	if (move > 1 || grown > UINT16_MAX)
		return false;
	state->byte[2 * move] = (uint8_t)(grown >> 8);
	state->byte[2 * move + 1] = (uint8_t)grown;
	return true;
}

static bool sums_solved(const struct level *level, const struct state *state)
{
	return level->amount > 0 && value(state, 0) + value(state, 1) >= level->amount;
}

static int sums_at_least(const struct level *level, const struct state *state)
{
	(void)level;
	(void)state;
	return 0;
}

static const struct puzzle sums_puzzle = {
	.name = "sums",
	.rules.moves = sums_moves,
	.rules.apply = sums_apply,
	.rules.solved = sums_solved,
	.rules.lower_bound = sums_at_least,
};

static const struct level endless = {.rows = 1, .columns = 2, .state_size = 4};
static const struct level twenty = {.rows = 1, .columns = 2, .state_size = 4, .amount = 20};

static uint64_t ask_endless(void)
{
	atomic_store(&expanded, 0);
	return solver_ask(solver, &sums_puzzle, &endless, &endless.start);
}

/* From this number on the answer is 20 less. */
static uint64_t ask_from(int number)
{
	const struct state state = {{0, (uint8_t)number}};
	return solver_ask(solver, &sums_puzzle, &twenty, &state);
}

static void start_solver(const struct limits *limits)
{
	struct error error;
	atomic_store(&pace, 0);
	sem_init(&gate_reached, 0, 0);
	sem_init(&gate_open, 0, 0);
	solver = solver_new(limits, &error);
	ck_assert_ptr_nonnull(solver);
}

static void wait_at_gate(void)
{
	while (sem_wait(&gate_reached) != 0)
		continue;
}

/* Waits for an answer to a question. */
static void wait_update(uint64_t question)
{
	struct pollfd news = {.fd = solver_fd(solver), .events = POLLIN};
	do
		poll(&news, 1, -1);
	while (!solver_peek(solver, question, &answer));
}

static void wait_final(uint64_t question)
{
	do
		wait_update(question);
	while (answer.verdict == SEARCHING);
}

static bool readable(void)
{
	struct pollfd news = {.fd = solver_fd(solver), .events = POLLIN};
	return poll(&news, 1, 0) == 1;
}

START_TEST(a_question_is_answered)
{
	start_solver(&limits_default);
	ck_assert(!readable());
	ck_assert(!solver_peek(solver, 0, &answer));
	const uint64_t question = ask_from(7);
	ck_assert_uint_ne(question, 0);
	wait_final(question);
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_eq(answer.upper, 13);
	ck_assert_int_eq(answer.length, 13);
	ck_assert(!readable());
	ck_assert(solver_peek(solver, question, &answer));
	ck_assert(!solver_peek(solver, question + 1, &answer));
	ck_assert(!solver_peek(solver, 0, &answer));
	solver_free(solver);
}
END_TEST

START_TEST(of_many_questions_the_last_is_answered)
{
	struct random random = {51};
	start_solver(&limits_default);
	for (int storm = 0; storm < 20; storm++) {
		uint64_t question = 0;
		int number = 0;
		for (int i = 0; i < 400; i++) {
			number = (int)random_below(&random, 21);
			const uint64_t next = ask_from(number);
			must(next > question, "numbers must grow");
			question = next;
			if (random_below(&random, 50) == 0)
				solver_forget(solver);
			if (random_below(&random, 50) == 0)
				solver_peek(solver, question, &answer);
		}
		question = ask_from(number);
		wait_final(question);
		must(answer.verdict == OPTIMAL && answer.upper == 20 - number, "%d, truth %d",
		     answer.upper, 20 - number);
	}
	solver_free(solver);
}
END_TEST

START_TEST(a_new_question_cancels_the_old_one)
{
	start_solver(&limits_default);
	const uint64_t old = ask_endless();
	wait_at_gate();
	const uint64_t question = ask_from(5);
	sem_post(&gate_open);
	wait_final(question);
	ck_assert_int_eq(answer.upper, 15);
	ck_assert_int_le(atomic_load(&expanded), GATE_AT + TICK);
	ck_assert(!solver_peek(solver, old, &answer));
	solver_free(solver);
}
END_TEST

START_TEST(old_questions_get_no_answer)
{
	start_solver(&limits_default);
	const uint64_t old = ask_from(3);
	wait_final(old);
	const uint64_t question = ask_endless();
	wait_at_gate();
	ck_assert(!solver_peek(solver, question, &answer));
	ck_assert(!solver_peek(solver, old, &answer)); /* another one is being answered */
	ck_assert(!readable());
	const uint64_t last = ask_from(4);
	sem_post(&gate_open);
	wait_final(last);
	ck_assert_int_eq(answer.upper, 16);
	solver_free(solver);
}
END_TEST

START_TEST(a_cancelled_question_is_not_searched)
{
	start_solver(&limits_default);
	const uint64_t old = ask_endless();
	wait_at_gate();
	solver_forget(solver);
	sem_post(&gate_open);
	usleep(30000); /* time to continue, if it wrongly would */
	ck_assert_int_le(atomic_load(&expanded), GATE_AT + TICK);
	const uint64_t question = ask_from(18);
	wait_final(question);
	ck_assert_int_eq(answer.upper, 2);
	ck_assert_int_le(atomic_load(&expanded), GATE_AT + TICK);
	ck_assert(!solver_peek(solver, old, &answer));
	solver_forget(solver);
	solver_forget(solver);
	ck_assert(!readable());
	solver_free(solver);
}
END_TEST

START_TEST(a_pause_halts_the_search)
{
	const struct limits limits = {.bytes = limits_default.bytes, .states = 20000};
	start_solver(&limits);
	const uint64_t question = ask_endless();
	wait_at_gate();
	solver_pace(solver, PACE_PAUSE);
	sem_post(&gate_open);
	usleep(30000); /* time to continue, if it wrongly would */
	ck_assert_int_le(atomic_load(&expanded), GATE_AT + TICK);
	ck_assert(!readable());
	solver_pace(solver, PACE_ON);
	wait_final(question);
	ck_assert_int_eq(answer.verdict, GAVE_UP);
	ck_assert_int_gt(answer.lower, 100);
	ck_assert_int_gt(atomic_load(&expanded), GATE_AT + TICK);
	solver_free(solver);
}
END_TEST

START_TEST(a_new_question_counts_during_a_pause)
{
	start_solver(&limits_default);
	ask_endless();
	wait_at_gate();
	solver_pace(solver, PACE_PAUSE);
	sem_post(&gate_open);
	const uint64_t question = ask_from(11);
	solver_pace(solver, PACE_ON);
	wait_final(question);
	ck_assert_int_eq(answer.upper, 9);
	ck_assert_int_le(atomic_load(&expanded), GATE_AT + TICK);
	solver_free(solver);
}
END_TEST

/* The same puzzle with its own solver, which finds a plan at once and then takes its time. */
static atomic_int opened, closed, effort; /* effort: milliseconds of work */

static void *slow_open(const struct level *level, size_t bytes)
{
	(void)level;
	must(bytes > 0, "no memory to work with");
	atomic_fetch_add(&opened, 1);
	return &opened;
}

static void slow_close(void *context)
{
	must(context == &opened, "another's memory");
	atomic_fetch_add(&closed, 1);
}

static void slow_search(void *context, const struct state *start, struct monitor *monitor,
                        struct answer *so_far)
{
	must(context == &opened &&
	     so_far->verdict == SEARCHING && so_far->upper == -1, "not fresh");
	so_far->upper = so_far->length = twenty.amount - value(start, 0) - value(start, 1);
	memset(so_far->plan, 0, sizeof so_far->plan);
	if (!monitor_report(monitor, so_far))
		return;
	sem_post(&gate_reached);
	sem_wait(&gate_open);
	const double end = seconds_used() + atomic_load(&effort) * 1e-3;
	while (seconds_used() < end)
		continue;
	if (!monitor_report(monitor, so_far))
		return;
	so_far->lower = so_far->upper;
	so_far->verdict = OPTIMAL;
}

static const struct puzzle_solver slow_kernel = {.open = slow_open,
                                                 .close = slow_close,
                                                 .search = slow_search};

static struct puzzle slow_puzzle;

static void start_slow(int milliseconds)
{
	slow_puzzle = sums_puzzle;
	slow_puzzle.solver = &slow_kernel;
	atomic_store(&effort, milliseconds);
	atomic_store(&opened, 0);
	atomic_store(&closed, 0);
	start_solver(&limits_default);
}

static uint64_t ask_slow(int milliseconds)
{
	start_slow(milliseconds);
	const uint64_t question = solver_ask(solver, &slow_puzzle, &twenty, &twenty.start);
	wait_at_gate();
	return question;
}

static void wait_closed(int count)
{
	while (atomic_load(&closed) < count)
		usleep(1000);
}

START_TEST(the_puzzle_s_solver_is_used_and_its_first_plan_shown_at_once)
{
	start_slow(50);
	for (int number = 3; number <= 12; number += 9) {
		const struct state state = {{0, (uint8_t)number}};
		const uint64_t question = solver_ask(solver, &slow_puzzle, &twenty, &state);
		wait_update(question);
		ck_assert_int_eq(answer.verdict, SEARCHING);
		ck_assert_int_eq(answer.upper, 20 - number);
		ck_assert_int_eq(answer.length, 20 - number);
		wait_at_gate();
		sem_post(&gate_open);
		wait_final(question);
		ck_assert_int_eq(answer.verdict, OPTIMAL);
		ck_assert_int_eq(answer.lower, 20 - number);
	}
	ck_assert_int_eq(atomic_load(&opened), 1); /* one solver per level */
	struct level other = twenty; /* levels that differ only in their start share it */
	other.start.byte[1] = 1;
	const uint64_t question = solver_ask(solver, &slow_puzzle, &other, &other.start);
	wait_at_gate();
	sem_post(&gate_open);
	wait_final(question);
	ck_assert_int_eq(atomic_load(&opened), 2);
	ck_assert_int_eq(atomic_load(&closed), 1);
	wait_final(ask_from(1));
	ck_assert_int_eq(atomic_load(&closed), 2);
	solver_free(solver);
}
END_TEST

START_TEST(quick_results_are_not_cached)
{
	const uint64_t question = ask_slow(0);
	sem_post(&gate_open);
	wait_final(question);
	wait_closed(1);
	ck_assert(solver_peek(solver, question, &answer)); /* its knowledge stays */
	ck_assert_int_eq(answer.lower, 20);
	solver_free(solver);
	ck_assert_int_eq(atomic_load(&closed), 1);
}
END_TEST

START_TEST(an_idle_session_frees_its_memory)
{
	const uint64_t question = ask_slow(50);
	sem_post(&gate_open);
	wait_final(question);
	solver_pace(solver, PACE_PAUSE);
	solver_pace(solver, PACE_ON);
	usleep(30000); /* time to discard it, if it wrongly would */
	ck_assert_int_eq(atomic_load(&closed), 0);
	solver_pace(solver, PACE_REST);
	wait_closed(1);
	solver_free(solver);
}
END_TEST

START_TEST(after_idling_the_question_is_asked_again)
{
	const uint64_t question = ask_slow(50);
	solver_pace(solver, PACE_REST);
	sem_post(&gate_open);
	wait_closed(1); /* in the middle of the search */
	solver_pace(solver, PACE_ON);
	wait_at_gate();
	sem_post(&gate_open);
	wait_final(question);
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_eq(atomic_load(&opened), 2);
	solver_free(solver);
}
END_TEST

START_TEST(bounds_are_reported_during_the_search)
{
	start_solver(&limits_default);
	atomic_store(&pace, 2000);
	const uint64_t question = ask_endless();
	wait_at_gate();
	sem_post(&gate_open);
	wait_update(question);
	ck_assert_int_eq(answer.verdict, SEARCHING);
	ck_assert_int_gt(answer.lower, 0);
	ck_assert_int_eq(answer.upper, -1);
	ck_assert_int_eq(answer.length, 0);
	const int lower = answer.lower;
	wait_update(question);
	ck_assert_int_gt(answer.lower, lower);
	solver_free(solver);
}
END_TEST

START_TEST(a_solver_can_be_closed_during_a_search)
{
	start_solver(&limits_default);
	ask_endless();
	wait_at_gate();
	sem_post(&gate_open);
	solver_free(solver);
	start_solver(&limits_default);
	ask_endless();
	wait_at_gate();
	solver_pace(solver, PACE_PAUSE);
	sem_post(&gate_open);
	solver_free(solver); /* paused */
	start_solver(&limits_default);
	solver_pace(solver, PACE_REST);
	ask_endless();
	solver_free(solver); /* idle */
	start_solver(&limits_default);
	solver_free(solver); /* never asked */
	solver_free(NULL);
}
END_TEST

START_TEST(a_session_that_closes_drops_its_question)
{
	struct session session;
	start_solver(&limits_default);
	atomic_store(&expanded, 0);
	open_session(&session, &sums_puzzle, &endless, solver);
	ck_assert_uint_ne(session.question, 0);
	wait_at_gate();
	session_close(&session);
	sem_post(&gate_open);
	wait_final(ask_from(20));
	ck_assert_int_eq(answer.upper, 0);
	ck_assert_int_le(atomic_load(&expanded), GATE_AT + TICK);
	solver_free(solver);
}
END_TEST

/* The player moves before the thread has found anything, again and again. */
START_TEST(answers_for_another_position_are_ignored)
{
	struct session session;
	start_solver(&limits_default);
	open_session(&session, &sums_puzzle, &twenty, solver);
	settle(&session);
	for (int i = 0; i < 50; i++) {
		ck_assert(session_move(&session, (move_code)(i % 2)));
		if (i % 7 == 0)
			ck_assert(session_restart(&session));
	}
	session_restart(&session);
	for (int i = 1; i <= 18; i++) {
		ck_assert(session_move(&session, (move_code)(i % 2)));
		if (i % 3 == 0) {
			settle(&session);
			check_number(&session, 20 - i, "sums");
		}
	}
	session_close(&session);
	solver_free(solver);
}
END_TEST

/* ---- plans without a proof ---- */

static void open_level(struct session *session, const char *text)
{
	struct level level;
	const struct puzzle *puzzle = read_level(text, &level);
	open_session(session, puzzle, &level, NULL);
}

/* Follows the plan to the end; returns the number of moves. */
static int follow(struct session *session)
{
	move_code move;
	int made = 0;
	for (; !session_solved(session); made++) {
		must(session_next_move(session, &move), "no way is known after %d moves", made);
		must(session_move(session, move), "no move");
	}
	return made;
}

static const char square_of_lines[] = "level: x\nmode: lines\n\n6..\nc.3\n.9.\n";

START_TEST(the_hint_undoes_a_wrong_move)
{
	struct session session;
	open_level(&session, square_of_lines);
	prove(&session);
	const int minimum = session.answer.upper;
	play(&session, "a-up 3-left b-down");
	ck_assert_int_eq(session.answer.verdict, SEARCHING);
	ck_assert_int_eq(session.answer.upper, minimum + 3);
	ck_assert_int_le(session.answer.lower, session.answer.upper);
	/* An answer that knows less leaves the plan unchanged; a lower bound that reaches its
	 * length proves it. */
	session_take_answer(&session,
	                    &(struct answer){.verdict = GAVE_UP, .lower = 1, .upper = -1});
	ck_assert_int_eq(session.answer.upper, minimum + 3);
	ck_assert_int_eq(session.answer.verdict, GAVE_UP);
	ck_assert_int_eq(follow(&session), minimum + 3);
	session_close(&session);
}
END_TEST

START_TEST(a_bound_that_meets_a_known_plan_proves_it)
{
	struct session session;
	open_level(&session, square_of_lines);
	prove(&session);
	const int minimum = session.answer.upper;
	play(&session, "a-up");
	session_take_answer(&session, &(struct answer){.verdict = SEARCHING,
	                                               .lower = minimum + 1,
	                                               .upper = -1});
	ck_assert_int_eq(session.answer.verdict, OPTIMAL);
	ck_assert_int_eq(session.answer.upper, minimum + 1);
	ck_assert_int_eq(follow(&session), minimum + 1);
	session_close(&session);
}
END_TEST

START_TEST(an_irreversible_mistake_leaves_no_solution)
{
	struct session session;
	move_code move;
	open_tilt(&session, corners, NULL);
	prove(&session);
	play(&session, "right");
	ck_assert_int_eq(session.answer.upper, -1);
	ck_assert(!session_next_move(&session, &move));
	session_close(&session);
}
END_TEST

/* ---- scores ---- */

static const char for_ever[] = "level: x\nmode: gems\nrefill: random 5 5\n\n"
			       "abcde\nbcdea\naabde\ndcaab\neabcd\n";

START_TEST(the_best_score_outlives_undo_help_and_a_restart)
{
	struct session session;
	open_level(&session, for_ever);
	ck_assert_int_eq(session_best(&session)->score, 0);
	play(&session, "c4-d4");
	const int once = session_score(&session);
	ck_assert_int_gt(once, 0);
	ck_assert(session_undo(&session));
	ck_assert_int_eq(session_score(&session), 0);
	ck_assert_int_eq(session_best(&session)->score, once);
	for (int i = 0; i < 10; i++)
		ck_assert(session_solver_move(&session));
	ck_assert_int_gt(session_score(&session), once);
	ck_assert_int_eq(session_best(&session)->score, once); /* the bot's points are not the
	                                                       * player's */
	while (session_undo(&session))
		;
	play(&session, "c4-d4"); /* in endless games undoing an assisted move removes the mark */
	ck_assert(!session_assisted(&session));
	ck_assert(session_restart(&session));
	ck_assert_int_eq(session_best(&session)->score, once);
	ck_assert_int_eq(session_best(&session)->count, 1);
	char *moves = session_best_moves(&session);
	ck_assert_str_eq(moves, "c4-d4");
	free(moves);
	session_close(&session);
}
END_TEST

START_TEST(scores_come_back_with_the_history)
{
	struct session session, retry;
	open_level(&session, for_ever);
	play(&session, "c4-d4");
	session_solver_move(&session);
	char *words = session_text(&session);
	open_level(&retry, for_ever);
	ck_assert(session_restore(&retry, words));
	ck_assert_int_eq(session_score(&retry), session_score(&session));
	ck_assert_int_eq(session_best(&retry)->score, session_best(&session)->score);
	free(words);
	session_close(&session);
	session_close(&retry);
}
END_TEST

START_TEST(having_no_moves_left_is_known_at_once)
{
	struct session session;
	char text[REPORT_MAX];
	open_level(&session, "level: x\nmode: gems\n\naaba\ncbcb\n");
	ck_assert(!session.stuck);
	play(&session, "c2-d2");
	ck_assert(session.stuck);
	ck_assert_int_eq(session.answer.verdict, UNSOLVABLE);
	report_best(&session, true, text);
	ck_assert_str_eq(text, "no moves left");
	session_hint(&session);
	report_hint(&session, text);
	ck_assert_str_eq(text, "Hint: no moves left. Undo.");
	session_close(&session);
}
END_TEST

START_TEST(undo_is_not_advised_at_the_start)
{
	struct session session;
	char text[REPORT_MAX];
	open_level(&session, "level: x\nmode: tilt\n\na#b b#a\n");
	session_hint(&session);
	report_hint(&session, text);
	ck_assert_str_eq(text, "Hint: no moves left.");
	session_close(&session);
}
END_TEST

/* ---- all tests ---- */

static void add_play(TCase *tests)
{
	tcase_add_test(tests, moves_are_counted_and_refused_ones_are_not);
	tcase_add_test(tests, undo_and_redo_follow_the_history);
	tcase_add_test(tests, a_restart_can_be_undone);
	tcase_add_test(tests, the_checkpoint_restores_the_move_count);
	tcase_add_test(tests, keys_make_moves);
	tcase_add_test(tests, long_games_agree_with_a_model);
	tcase_add_test(tests, histories_survive_as_text);
	tcase_add_test(tests, history_text_means_its_moves);
	tcase_add_test(tests, an_undone_restart_survives_as_text);
	tcase_add_test(tests, a_position_returned_to_is_referred_to);
	tcase_add_test(tests, history_text_grows_with_the_moves_only);
	tcase_add_test(tests, history_text_with_whole_paths_is_read);
	tcase_add_test(tests, history_text_with_many_returns_is_read_fast);
	tcase_add_test(tests, moves_made_for_the_player_are_remembered);
	tcase_add_loop_test(tests, a_shown_solution_stays_marked_when_played_by_hand, 0, 4);
	tcase_add_test(tests, moves_made_before_a_solution_was_shown_survive_as_text);
	tcase_add_loop_test(tests, a_shown_solution_is_remembered, 0, 2);
	tcase_add_test(tests, a_discarded_game_is_at_its_start);
	tcase_add_loop_test(tests, history_text_that_does_not_fit_is_refused, 0,
	                    sizeof bad_words / sizeof bad_words[0]);
	tcase_add_test(tests, times_are_those_of_the_moves_that_count);
	tcase_add_test(tests, the_clock_goes_on_in_a_restored_game);
	tcase_add_test(tests, long_games_keep_their_clock);
	tcase_add_test(tests, times_that_do_not_fit_are_none);
	tcase_add_test(tests, no_text_breaks_a_session);
	tcase_add_test(tests, a_history_is_bounded);
}

static void add_numbers(TCase *tests)
{
	tcase_add_test(tests, following_the_plan_needs_no_search);
	tcase_add_test(tests, the_counter_is_right_everywhere);
	tcase_add_test(tests, undo_restores_the_counter_at_once);
	tcase_add_test(tests, dead_ends_stay_dead_ends);
	tcase_add_test(tests, answers_are_accepted_without_a_solver);
	tcase_add_test(tests, a_lower_bound_is_carried_over);
	tcase_add_test(tests, a_bound_shows_that_par_is_out_of_reach);
	tcase_add_test(tests, a_detour_counts_as_moves_over_par);
	tcase_add_test(tests, hints_come_in_stages_and_end_with_the_position);
	tcase_add_test(tests, only_a_watched_game_is_unaided);
	tcase_add_test(tests, the_choices_can_be_proven_one_by_one);
	tcase_add_test(tests, an_unproven_plan_is_no_minimum);
	tcase_add_test(tests, the_counter_is_written_out);
}

static void add_solver(TCase *tests)
{
	tcase_add_test(tests, the_first_hint_counts_the_moves_that_keep_the_minimum);
	tcase_add_test(tests, a_next_stage_ends_the_count);
	tcase_add_test(tests, the_last_stage_goes_on_with_the_count);
	tcase_add_test(tests, a_question_is_answered);
	tcase_add_test(tests, of_many_questions_the_last_is_answered);
	tcase_add_test(tests, a_new_question_cancels_the_old_one);
	tcase_add_test(tests, old_questions_get_no_answer);
	tcase_add_test(tests, a_cancelled_question_is_not_searched);
	tcase_add_test(tests, a_pause_halts_the_search);
	tcase_add_test(tests, a_new_question_counts_during_a_pause);
	tcase_add_test(tests, the_puzzle_s_solver_is_used_and_its_first_plan_shown_at_once);
	tcase_add_test(tests, bounds_are_reported_during_the_search);
	tcase_add_test(tests, quick_results_are_not_cached);
	tcase_add_test(tests, an_idle_session_frees_its_memory);
	tcase_add_test(tests, after_idling_the_question_is_asked_again);
	tcase_add_test(tests, a_solver_can_be_closed_during_a_search);
	tcase_add_test(tests, a_session_that_closes_drops_its_question);
	tcase_add_test(tests, answers_for_another_position_are_ignored);
}

static void add_ways(TCase *tests)
{
	tcase_add_test(tests, the_hint_undoes_a_wrong_move);
	tcase_add_test(tests, a_bound_that_meets_a_known_plan_proves_it);
	tcase_add_test(tests, an_irreversible_mistake_leaves_no_solution);
	tcase_add_test(tests, the_best_score_outlives_undo_help_and_a_restart);
	tcase_add_test(tests, scores_come_back_with_the_history);
	tcase_add_test(tests, having_no_moves_left_is_known_at_once);
	tcase_add_test(tests, undo_is_not_advised_at_the_start);
}

static void add(TCase *tests)
{
	add_ways(tests);
	add_play(tests);
}

static void add_threads(TCase *tests)
{
	add_numbers(tests);
	add_solver(tests);
}

int main(void)
{
	return run_tests_apart("session", add, add_threads);
}
