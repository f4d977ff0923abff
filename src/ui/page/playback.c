/* Automatic play. The demo and T follow the solver's plan from the position, a replay its line of
 * moves; pause, step and speed are the same for all. */
#include "ui/page/game.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"

enum {
	LOOK_MILLISECONDS = 1500, /* longer, at a board that the demo has solved */
	TOUR_MOVES = 20,          /* moves of an endless game */
};

void playback_plan(struct app *app)
{
	static const int pace[SPEEDS] = {3000, 2000, 1400, 1000, 700, 500, 350, 200, 100};
	struct game *game = game_of(app);
	game->step_due = 0;
	if (game->demo || game->solving || game->replay != REPLAY_NONE)
		game->step_due = milliseconds_now() + pace[app->settings.speed - 1];
	if (game->solved && game->demo)
		game->step_due += LOOK_MILLISECONDS;
}

/* ---- moving the cursor ---- */

/* Whether the cell has new content. */
static bool is_new(const struct session *session, const struct state *from, const struct state *to,
                   int cell)
{
	char before[REPORT_MAX], after[REPORT_MAX];
	session->puzzle->text.describe_cell(&session->level, from, cell, before, sizeof before);
	session->puzzle->text.describe_cell(&session->level, to, cell, after, sizeof after);
	return after[0] != '\0' && strcmp(before, after) != 0;
}

static int distance_to(const struct level *level, const struct cursor *cursor, int cell)
{
	return abs(cell / level->columns - cursor->row) +
	       abs(cell % level->columns - cursor->column);
}

/* The cell with new content that is nearest to the cursor; the cursor's cell if there is none. */
static int nearest_change(const struct session *session, const struct state *from,
                          const struct state *to)
{
	const struct level *level = &session->level;
	const struct cursor *cursor = &session->cursor;
	int nearest = cursor_cell(level, cursor), minimum = level->rows + level->columns;
	for (int cell = 0; cell < level_cells(level); cell++) {
		const int distance = distance_to(level, cursor, cell);
		if (distance < minimum && is_new(session, from, to, cell)) {
			nearest = cell;
			minimum = distance;
		}
	}
	return nearest;
}

void playback_follow(struct app *app, const struct state *from, move_code move, bool back)
{
	struct session *session = &game_of(app)->session;
	const struct puzzle *puzzle = session->puzzle;
	struct state to;
	int source, target;
	session_state(session, &to);
	if (puzzle->screen.move_cells != NULL) {
		puzzle->screen.move_cells(&session->level, back ? &to : from, move, &source,
		                          &target);
		session_set_cursor(session, back ? source : target);
	} else {
		session_set_cursor(session, nearest_change(session, from, &to));
	}
}

/* The cell nearest to the cursor that one of the moves takes a piece from. */
static int nearest_source(const struct session *session, const struct state *here,
                          const move_code moves[MOVES_MAX], int count)
{
	const struct level *level = &session->level;
	int nearest = cursor_cell(level, &session->cursor), minimum = INT_MAX;
	for (int i = 0; i < count; i++) {
		int source, target;
		session->puzzle->screen.move_cells(level, here, moves[i], &source, &target);
		const int distance = distance_to(level, &session->cursor, source);
		if (distance < minimum) {
			nearest = source;
			minimum = distance;
		}
	}
	return nearest;
}

void playback_find(struct app *app)
{
	struct session *session = &game_of(app)->session;
	move_code moves[MOVES_MAX];
	struct state here, next;
	session_state(session, &here);
	const int count = puzzle_valid_moves(session->puzzle, &session->level, &here, moves);
	if (count == 0)
		return;
	if (session->puzzle->screen.move_cells != NULL) {
		session_set_cursor(session, nearest_source(session, &here, moves, count));
		return;
	}
	next = here;
	session->puzzle->rules.apply(&session->level, &next, moves[0]);
	/* compared backwards, so that the new content is the moving piece */
	session_set_cursor(session, nearest_change(session, &next, &here));
}

/* ---- moves ---- */

static bool next_move(const struct game *game, move_code *move)
{
	return game->replay != REPLAY_NONE ? session_redo_move(&game->session, move)
	                                   : session_next_move(&game->session, move);
}

static bool make_move(struct app *app)
{
	struct game *game = game_of(app);
	struct session *session = &game->session;
	struct state from;
	move_code move;
	const int score = session_score(session);
	session_state(session, &from);
	if (!next_move(game, &move))
		return false;
	if (!(game->replay != REPLAY_NONE ? session_redo(session) : session_solver_move(session)))
		return false;
	app->message[0] = '\0';
	playback_follow(app, &from, move, false);
	game_moved(app, &from, score, move);
	return true;
}

/* The demo follows a proven plan, T any known one. */
static bool waits_for_plan(const struct game *game)
{
	const struct answer *answer = &game->session.answer;
	return game->replay == REPLAY_NONE && !game->session.level.endless &&
	       answer->verdict == SEARCHING && (game->demo || answer->length == 0);
}

/* The demo shows only a part of an endless game. */
static bool has_shown_enough(const struct app *app)
{
	const struct game *game = game_of(app);
	return game->demo && game->session.level.endless &&
	       session_count(&game->session) >= (tour_is_on(app) ? TOUR_MOVES : DEMO_MOVES_MAX);
}

/* The end of a replay, or of the plan. */
static void stop(struct app *app)
{
	struct game *game = game_of(app);
	game->step_due = 0;
	game->solving = false;
	game->paused = game->replay != REPLAY_NONE;
	if (game->paused) {
		char key[KEY_NAME_MAX];
		app_say(app, _("End of the replay. %s plays it again."),
		        app_key(app, ON_REPLAY, ' ', key));
	} else {
		app_say(app, _("No solution is known from here."));
	}
}

void playback_step(struct app *app)
{
	if (waits_for_plan(game_of(app))) {
		playback_plan(app);
		return;
	}
	game_tell_time(game_of(app));
	if (!has_shown_enough(app) && make_move(app))
		return;
	if (game_of(app)->demo) {
		app->message[0] = '\0';
		game_go_on(app, 1);
	} else {
		stop(app);
	}
}

void playback_solve(struct app *app)
{
	struct game *game = game_of(app);
	session_note_aid(&game->session); /* whatever it says */
	if (game->session.answer.verdict == UNSOLVABLE) {
		app_say(app, _("Unsolvable from here."));
		return;
	}
	game->solving = true;
	game->step_due = milliseconds_now();
	if (!game->session.level.endless && game->session.answer.length == 0)
		app_say(app, _("Waiting for the solver. Any key stops it."));
}

/* ---- keys ---- */

/* For a replay, playback_words says so. */
static void say_pause(struct app *app)
{
	if (game_of(app)->replay == REPLAY_NONE)
		app_say(app, game_of(app)->paused ? _("Paused.") : _("Resumed."));
}

static void step(struct app *app, bool forward)
{
	struct session *session = &game_of(app)->session;
	struct state from;
	move_code move;
	game_of(app)->paused = true;
	session_state(session, &from);
	if (forward) {
		if (!make_move(app) && waits_for_plan(game_of(app))) {
			app_say(app, _("No solution is known from here."));
			return;
		}
	} else if (session_undo(session)) {
		if (session_redo_move(session, &move))
			playback_follow(app, &from, move, true);
		game_changed(app);
	}
	say_pause(app);
}

/* At the end of a replay, starts it again. */
static void toggle_pause(struct app *app)
{
	struct game *game = game_of(app);
	move_code move;
	game->paused = !game->paused;
	if (!game->paused && game->replay != REPLAY_NONE && !next_move(game, &move)) {
		session_replay_seek(&game->session, 0);
		game_changed(app);
	}
	playback_plan(app);
	say_pause(app);
}

static void seek(struct app *app, bool end)
{
	struct session *session = &game_of(app)->session;
	game_of(app)->paused = true;
	session_replay_seek(session, end ? session->line.count - 1 : 0);
	game_changed(app);
}

static void show_replay(struct app *app, enum replay_kind replay)
{
	struct game *game = game_of(app);
	game->replay = replay;
	game->paused = false;
	game_changed(app);
}

/* False, with nothing changed, if there is nothing to replay. */
static bool begin_replay(struct app *app, enum replay_kind replay)
{
	struct session *session = &game_of(app)->session;
	const bool begun = replay == REPLAY_OWN       ? session_replay(session)
	                   : replay == REPLAY_MINIMUM ? session_replay_minimum(session)
	                                              : other_replay(app);
	if (begun)
		show_replay(app, replay);
	return begun;
}

/* From the player's own to a shortest one, to another player's, and back, as far as they are
 * there. */
static void switch_replay(struct app *app)
{
	const struct game *game = game_of(app);
	const enum replay_kind before = game->replay;
	for (enum replay_kind next = before + 1; next <= REPLAY_OTHER; next++)
		if (begin_replay(app, next))
			return;
	if (before == REPLAY_OWN)
		app_say(app, game->session.level.endless
		                     ? _("An endless game has no shortest solution.")
		                     : _("No shortest solution is proven yet."));
	else
		begin_replay(app, REPLAY_OWN);
}

bool playback_action(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_PAUSE: toggle_pause(app); return true;
	case ACTION_STEP: step(app, true); return true;
	case ACTION_STEP_BACK: step(app, false); return true;
	case ACTION_FIRST: seek(app, false); return true;
	case ACTION_LAST: seek(app, true); return true;
	case ACTION_SWITCH_REPLAY: switch_replay(app); return true;
	default: return false;
	}
}

/* ---- replays ---- */

bool playback_replay(struct app *app)
{
	if (session_count(&game_of(app)->session) == 0) {
		app_say(app, _("There are no moves to replay."));
		return false;
	}
	if (begin_replay(app, REPLAY_OWN))
		return true;
	app_say(app, _("Out of memory."));
	return false;
}

bool playback_replay_moves(struct app *app, const char *moves)
{
	const bool begun = session_replay_moves(&game_of(app)->session, moves);
	if (begun)
		show_replay(app, REPLAY_OWN);
	return begun;
}

void playback_end_replay(struct app *app)
{
	struct game *game = game_of(app);
	if (game->from_list) {
		game_leave(app);
		return;
	}
	session_replay_end(&game->session);
	game_changed(app);
	game->replay = REPLAY_NONE;
	game->paused = false;
	game->step_due = 0;
}

bool tour_is_on(const struct app *app)
{
	return app->options->tour && game_of(app)->demo;
}

/* What is replayed, and its number of moves. */
static void describe_replay(const struct game *game, char out[REPORT_MAX])
{
	const struct session *session = &game->session;
	const int count = (int)session->line.count - 1;
	const bool assisted = session->nodes[session->line.nodes[count]].assisted;
	char moves[MESSAGE_MAX];
	snprintf(moves, sizeof moves,
	         game->paused ? text_plural("%d move, paused", "%d moves, paused", count)
	                      : text_plural("%d move", "%d moves", count),
	         count);
	/* TRANSLATORS: the end is "3 moves" or "3 moves, paused", here and below. */
	const char *format = _("Shortest solution (proven): %s");
	if (game->replay == REPLAY_OTHER) {
		snprintf(out, REPORT_MAX, _("%s's solution: %s"), game->other, moves);
		return;
	}
	if (game->replay == REPLAY_OWN)
		format = !session_replay_is_solution(session) ? _("Your game: %s")
		         : assisted                           ? _("Solution with help: %s")
		                                              : _("Your solution: %s");
	snprintf(out, REPORT_MAX, format, moves);
}

void playback_words(const struct app *app, char out[REPORT_MAX])
{
	const struct game *game = game_of(app);
	out[0] = '\0';
	if (tour_is_on(app)) {
		snprintf(out, REPORT_MAX, "%s", _("Any other key: list of levels."));
	} else if (game->replay != REPLAY_NONE) {
		if (game->paused)
			review_words(app, out);
		if (out[0] == '\0')
			describe_replay(game, out);
	}
}
