/* The board page: opening and playing a game. */
#include <stdio.h>
#include <stdlib.h>

#include "os/text.h"
#include "ui/app.h"

/* ---- time ---- */

int64_t game_seconds(const struct game *game)
{
	return game->seconds + (game->stands ? 0 : (milliseconds_now() - game->started) / 1000);
}

/* Solved or not: the clock stands still at a result, and while that is replayed. Time that was kept
 * with a result does not count for the next one. */
static void note_solved(struct game *game)
{
	game->solved = session_solved(&game->session);
	const bool stands = game->solved || game->replay != REPLAY_NONE;
	if (stands && !game->stands)
		game->seconds = game_seconds(game);
	else if (!stands && game->stands) {
		game->started = milliseconds_now();
		if (game->recorded)
			game->seconds = 0;
		game->recorded = false;
	}
	game->stands = stands;
}

static int until(int64_t due)
{
	const int64_t left = due - milliseconds_now();
	return left < 0 ? 0 : (int)left;
}

int game_timeout(const struct app *app)
{
	const struct game *game = &app->game;
	if (!game->open || app->page != PAGE_GAME)
		return -1;
	if (!animation_is_over(game))
		return until(game->animation.due);
	return game->step_due > 0 && !game->paused ? until(game->step_due) : -1;
}

/* ---- opening and closing ---- */

void game_close(struct app *app)
{
	if (!app->game.open)
		return;
	game_keep_last(app);
	session_close(&app->game.session);
	app->game.open = false;
}

static bool begin_session(struct app *app, struct level_ref place)
{
	struct error error;
	struct level *level = malloc(sizeof *level);
	struct game *game = &app->game;
	const bool good = level != NULL && library_level(app->library, place, level, &error) &&
	                  session_open(&game->session, library_puzzle(app->library, place), level,
	                               app->solver, &error);
	if (good)
		game->identity = level_identity(game->session.puzzle, level);
	else
		app_say(app, "%s", level == NULL ? "out of memory" : error.text);
	free(level);
	return good;
}

/* Opens the level at its start; without it, the list. */
static bool open_level(struct app *app, struct level_ref place, bool trial)
{
	struct game *game = &app->game;
	const bool demo = game->demo;
	game_close(app);
	if (!trial)
		editor_close(app);
	*game = (struct game){.demo = demo, .trial = trial};
	if (!begin_session(app, place)) {
		game->demo = false;
		app->over = !menu_open(app);
		return false;
	}
	game->open = true;
	window_forget(app);
	game->place = place;
	game->started = milliseconds_now();
	game->best = store_best(app->store, game->identity);
	app->page = PAGE_GAME;
	return true;
}

/* Does the player see where the hand is? */
static bool has_cursor(const struct puzzle *puzzle)
{
	return puzzle->text.key_labels[KEY_GROUP_SPACE] != NULL;
}

bool game_open(struct app *app, struct level_ref place)
{
	if (!open_level(app, place, false))
		return false;
	struct game *game = &app->game;
	if (game->demo)
		playback_plan(app);
	else
		game_take_up(app);
	if (!has_cursor(game->session.puzzle))
		playback_find(app);
	note_solved(game);
	return true;
}

bool game_try(struct app *app, struct level_ref place)
{
	if (!open_level(app, place, true))
		return false;
	note_solved(&app->game);
	return true;
}

/* Whether the game is now what the store says of its best result. */
static bool is_best(const struct game *game)
{
	const struct session *session = &game->session;
	return session_count(session) == game->best.count && !session_helped(session) &&
	       (session->level.endless ? session_score(session) == game->best.score
	                               : session_solved(session));
}

/* Makes the moves, as if they had been played. */
static bool take_moves(struct app *app, const char *moves)
{
	char *history = NULL;
	struct game *game = &app->game;
	if (asprintf(&history, "%s | %d | #0", moves, game->best.count) < 0)
		return false;
	const bool good = session_restore(&game->session, history) && is_best(game);
	free(history);
	return good;
}

bool game_open_best(struct app *app, struct level_ref place)
{
	if (!open_level(app, place, false))
		return false;
	struct game *game = &app->game;
	char *moves = game->best.count < 0 ? NULL : store_best_moves(app->store, game->identity);
	const bool good = moves != NULL && take_moves(app, moves);
	free(moves);
	note_solved(game);
	if (good)
		return true;
	app_say(app, game->best.count < 0 ? "no game of this level is kept to replay"
	                                  : "the result kept of this level does not fit it");
	game_leave(app);
	return false;
}

/* From a puzzle's board of a day to that of the puzzle before or after; false if this is none, or
 * there is none. */
static bool go_to_daily(struct app *app, int step)
{
	char name[LEVEL_NAME_MAX];
	struct level_list found = {0};
	struct error error;
	if (!library_daily_neighbour(app->library, app->game.place, step, name))
		return false;
	if (!library_find(app->library, name, &found, &error))
		app_say(app, "%s", error.text);
	else if (game_open(app, found.place[0]))
		app_set_places(app, found.place[0]);
	level_list_free(&found);
	return true;
}

static void say_end(struct app *app, int step)
{
	if (step < 0) {
		app_say(app, "this is the first level");
	} else {
		char key[KEY_NAME_MAX];
		app_say(app, "this is the last level; %s for the list",
		        app_key(app, game_where(app), 'R', key));
	}
}

void game_go(struct app *app, int step)
{
	if (app->game.trial) {
		game_leave(app);
		return;
	}
	const int count = app->places.count;
	const int to = app->current + step;
	if (!app->game.demo && (to < 0 || to >= count)) {
		if (!go_to_daily(app, step))
			say_end(app, step);
		return;
	}
	const int next = (to + count) % count;
	if (game_open(app, app->places.place[next]))
		app->current = next;
}

/* ---- moving ---- */

/* The position changed: solved or not, and what moves next. */
static void after_change(struct app *app)
{
	struct game *game = &app->game;
	game->dirty |= game->replay == REPLAY_NONE;
	game->showing = false;
	note_solved(game);
	if (game->solved)
		game->solving = false;
	game->step_due = 0;
	if (playback_is_on(game))
		playback_plan(app);
	if (game->solved && game->demo) {
		char result[REPORT_MAX];
		report_result(&game->session, result);
		app_say(app, "%s", result);
	}
}

void game_changed(struct app *app, bool done)
{
	if (done)
		after_change(app);
}

void game_moved(struct app *app, const struct state *from, int score, move_code move)
{
	const char *news = report_remark(&app->game.session, from, move);
	animation_begin(app, from, score, move);
	after_change(app);
	if (app->game.solved)
		animation_celebrate(app);
	if (news != NULL)
		app_say(app, "%s", news);
}

void game_tick(struct app *app)
{
	struct game *game = &app->game;
	if (!game->open || app->page != PAGE_GAME)
		return;
	const int64_t now = milliseconds_now();
	if (!animation_is_over(game) && now >= game->animation.due)
		animation_tick(app);
	else if (game->step_due > 0 && !game->paused && now >= game->step_due)
		playback_step(app);
}

/* ---- keys ---- */

unsigned game_where(const struct app *app)
{
	const struct game *game = &app->game;
	return game->demo                     ? ON_DEMO
	       : game->replay != REPLAY_NONE ? ON_REPLAY
	       : game->solved                ? ON_RESULT
	                                     : ON_GAME;
}

/* To the list of levels, or to what is being drawn. */
void game_leave(struct app *app)
{
	const bool trial = app->game.trial;
	game_close(app);
	app->game.demo = false;
	if (trial)
		editor_return(app);
	else if (!menu_open(app))
		app->over = true;
}

static bool press(struct app *app, int key, int cell)
{
	struct session *session = &app->game.session;
	struct state from;
	move_code move;
	const int score = session_score(session);
	session_state(session, &from);
	if (cell >= 0)
		session_point(session, cell);
	const enum intent intent = session_press(session, key, &move);
	if (session->full)
		app_say(app, "no room for more moves; restart or undo");
	else if (intent == INTENT_REFUSED)
		app_say(app, "%s", session->puzzle->text.refusal);
	if (intent == INTENT_MOVE && !has_cursor(session->puzzle))
		playback_follow(app, &from, move, false);
	if (intent == INTENT_MOVE)
		game_moved(app, &from, score, move);
	return intent != INTENT_NONE;
}

/* Escape gives up a choice before it leaves. */
static void back(struct app *app)
{
	move_code move;
	if (app->game.replay != REPLAY_NONE)
		playback_end_replay(app);
	else if (game_where(app) != ON_GAME ||
	         session_press(&app->game.session, PRESS_ESCAPE, &move) == INTENT_NONE)
		game_leave(app);
}

/* The history led elsewhere, or else says why not. */
static void go(struct app *app, bool done, const char *why)
{
	game_changed(app, done);
	if (!done)
		app_say(app, "%s", why);
}

/* A game without an end is over when its player begins anew. */
static void restart(struct app *app)
{
	game_keep_score(app);
	char key[KEY_NAME_MAX];
	if (!session_restart(&app->game.session)) {
		app_say(app, "this is the start");
		return;
	}
	game_changed(app, true);
	app_say(app, "begun anew; %s takes that back", app_key(app, game_where(app), 'u', key));
}

static void set_checkpoint(struct app *app)
{
	char key[KEY_NAME_MAX];
	session_set_checkpoint(&app->game.session);
	app->game.dirty = true;
	app_say(app, "checkpoint set; %s returns here", app_key(app, game_where(app), '\'', key));
}

/* The level's start, to draw on; or back to that. */
static void edit(struct app *app)
{
	if (app->game.trial)
		game_leave(app);
	else
		editor_open(app, app->game.place);
}

static bool game_action(struct app *app, enum action action)
{
	struct session *session = &app->game.session;
	switch (action) {
	case ACTION_UNDO:
		go(app, session_undo(session), "there is no move to take back");
		return true;
	case ACTION_REDO: go(app, session_redo(session), "no move was taken back"); return true;
	case ACTION_RESTART: restart(app); return true;
	case ACTION_RETURN: go(app, session_return(session), "this is the checkpoint"); return true;
	case ACTION_CHECKPOINT: set_checkpoint(app); return true;
	case ACTION_HINT: session_hint(session); return true;
	case ACTION_SOLVE:
		playback_solve(app);
		return true;
	case ACTION_NEXT: game_go(app, 1); return true;
	case ACTION_PREVIOUS: game_go(app, -1); return true;
	case ACTION_REPLAY:
		playback_replay(app);
		return true;
	case ACTION_SHARE: result_share(app); return true;
	case ACTION_SHOW: app->game.showing = !app->game.showing; return true;
	case ACTION_LEVELS: game_leave(app); return true;
	case ACTION_EDIT: edit(app); return true;
	case ACTION_BACK: back(app); return true;
	default:
		return window_action(app, action) || playback_action(app, action);
	}
}

bool game_key(struct app *app, int key, int cell, enum action action)
{
	struct game *game = &app->game;
	const bool skipped = game->animation.frame > 0, shared = game->sharing;
	if (game->solved)
		game_keep(app); /* before the key takes it back */
	animation_stop(game);   /* any key skips to the end */
	game->sharing = false;
	if (shared || (skipped && game_where(app) == ON_RESULT))
		return true; /* the result has not been seen yet, or is seen again */
	if (game->solving) {    /* and ends what plays by itself */
		game->solving = false;
		game->step_due = 0;
		if (action == ACTION_BACK || action == ACTION_SOLVE)
			return true;
	}
	if (game_action(app, action))
		return true;
	if (tour_is_on(app)) {
		game_leave(app);
		return true;
	}
	return game_where(app) == ON_GAME && press(app, key, cell);
}
