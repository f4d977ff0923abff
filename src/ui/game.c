/* The board page: playing, and watching (--demo, T). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "ui/app.h"

/* ---- time ---- */

/* Milliseconds between two moves made by themselves, by speed. */
static int step_milliseconds(const struct app *app)
{
	static const int pace[SPEEDS] = {3000, 2000, 1400, 1000, 700, 500, 350, 200, 100};
	return pace[app->settings.speed - 1];
}

static bool is_key_frame(const struct game *game, int frame)
{
	const struct mode *mode = game->session.mode;
	const struct motion *motion = &game->motion;
	if (mode->is_key_frame == NULL)
		return frame == (motion->frames + 1) / 2;
	return mode->is_key_frame(&game->session.level, &motion->from, motion->move, frame);
}

/* Between two pictures of a motion: the whole way takes about an eighth of a second, but for
 * pictures that the mode wants to be looked at. */
static int frame_milliseconds(const struct app *app)
{
	const struct game *game = &app->game;
	const struct motion *motion = &game->motion;
	if (game->session.mode->is_key_frame != NULL && is_key_frame(game, motion->frame))
		return 60 * (SPEEDS + 1 - app->settings.speed);
	const int whole = 40 + 16 * (SPEEDS - app->settings.speed);
	const int each = whole / (motion->frames > 0 ? motion->frames : 1);
	return each < 16 ? 16 : each > 40 ? 40 : each;
}

int64_t game_seconds(const struct game *game)
{
	return game->seconds + (milliseconds_now() - game->started) / 1000;
}

int game_score(const struct game *game)
{
	const struct session *session = &game->session;
	const struct motion *motion = &game->motion;
	if (motion->frame == 0 || session->mode->points == NULL)
		return session_score(session);
	return motion->score + session->mode->points(&session->level, &motion->from, motion->move,
	                                             motion->frame);
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
	if (game->motion.frame > 0)
		return until(game->motion.due);
	return game->step_due > 0 && !game->paused ? until(game->step_due) : -1;
}

/* ---- keeping ---- */

static void keep_progress(struct app *app)
{
	struct game *game = &app->game;
	if (game->unread) {
		store_give_up(app->store, "the kept game could not be read");
		return;
	}
	char name[PLACE_MAX];
	char *words = session_words(&game->session);
	library_name(app->library, game->place, name);
	if (words != NULL)
		store_keep_game(app->store, &(struct kept_game){
			.level = game->identity,
			.place = name,
			.mode = game->session.mode->name,
			.history = words,
			.seconds = game_seconds(game),
		});
	free(words);
}

/* Adds a result; level, mode and time are the game's. The moves are freed. */
static void add_result(struct app *app, char *moves, struct result result)
{
	struct game *game = &app->game;
	result.level = game->identity;
	result.mode = game->session.mode->name;
	result.moves = moves;
	result.seconds = game_seconds(game);
	if (moves != NULL)
		store_add_result(app->store, &result);
	free(moves);
	game->best = store_best(app->store, game->identity);
}

static void keep_result(struct app *app)
{
	const struct session *session = &app->game.session;
	const int count = session_count(session);
	add_result(app, session_moves(session), (struct result){
		.count = count,
		.optimal = count == session_least(session),
	});
}

void game_keep_score(struct app *app)
{
	const struct game *game = &app->game;
	const struct session *session = &game->session;
	if (!game->open || !session->level.endless || game->demo || game->unread ||
	    session_best_score(session) <= game->best.score)
		return;
	add_result(app, session_best_moves(session), (struct result){
		.count = session_best_count(session),
		.score = session_best_score(session),
	});
	app_say(app, "best score so far: %d", session_best_score(session));
}

/* Where the menu begins next time; written with the first move, as a level that was only looked at
 * is to open at once. */
static void keep_place(struct app *app)
{
	const long place = menu_last(app->game.identity);
	if (store_setting(app->store, MENU_LAST, -1) != place)
		store_set(app->store, MENU_LAST, place);
}

void game_keep(struct app *app)
{
	struct game *game = &app->game;
	if (!game->open || !game->dirty || game->demo)
		return;
	game->dirty = false;
	if (!game->placed)
		keep_place(app);
	game->placed = true;
	if (game->solved && !session_helped(&game->session))
		keep_result(app);
	else
		keep_progress(app);
}

/* ---- opening and closing ---- */

static bool plays_itself(const struct game *game)
{
	return game->demo || game->solving;
}

static void plan_step(struct app *app)
{
	app->game.step_due = milliseconds_now() + step_milliseconds(app);
}

static void resume(void *context, const struct kept_game *kept)
{
	struct app *app = context;
	if (!session_restore(&app->game.session, kept->history)) {
		app_say(app, "the game kept of this level does not fit it; begun anew");
		return;
	}
	app->game.seconds = kept->seconds;
	if (app->game.session.line.count > 1)
		app_say(app, "resumed at move %d; r restarts",
		        session_count(&app->game.session));
}

static void take_up(struct app *app)
{
	struct game *game = &app->game;
	game->unread =
		store_game(app->store, game->identity, resume, app) == STORE_UNREADABLE;
	if (game->unread)
		app_say(app, "the kept game could not be read; this one is not kept");
}

void game_close(struct app *app)
{
	if (!app->game.open)
		return;
	game_keep(app);
	game_keep_score(app);
	session_close(&app->game.session);
	app->game.open = false;
}

static bool begin_session(struct app *app, struct place place)
{
	struct error error;
	struct level *level = malloc(sizeof *level);
	struct game *game = &app->game;
	const bool good =
		level != NULL && library_level(app->library, place, level, &error) &&
		session_open(&game->session, library_mode(app->library, place), level,
	                     app->solver, &error);
	if (good)
		game->identity = level_identity(game->session.mode, level);
	else
		app_say(app, "%s", level == NULL ? "out of memory" : error.text);
	free(level);
	return good;
}

bool game_open(struct app *app, struct place place)
{
	const bool demo = app->game.demo;
	game_close(app);
	app->game = (struct game){.demo = demo};
	if (!begin_session(app, place)) {
		app->game.demo = false;
		app->over = !menu_open(app);
		return false;
	}
	struct game *game = &app->game;
	game->open = true;
	game->place = place;
	game->started = milliseconds_now();
	game->best = store_best(app->store, game->identity);
	app->page = PAGE_GAME;
	if (demo)
		plan_step(app);
	else
		take_up(app);
	game->solved = session_solved(&game->session);
	return true;
}

void game_go(struct app *app, int step)
{
	const int count = app->places.count;
	const int to = app->current + step;
	if (!app->game.demo && (to < 0 || to >= count)) {
		app_say(app, to < 0 ? "this is the first level" : "this is the last level; R for "
		                                                  "the list");
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
	game->dirty = true;
	game->showing = false;
	game->solved = session_solved(&game->session);
	if (game->solved)
		game->solving = false;
	if (!plays_itself(game)) {
		game->step_due = 0;
		return;
	}
	plan_step(app);
	if (game->solved && game->demo) { /* a while to look at it */
		char result[REPORT_MAX];
		report_result(&game->session, result);
		app_say(app, "%s", result);
		game->step_due += 1500;
	}
}

/* The next picture of the motion: 0 behind the last one. */
static int next_frame(const struct app *app)
{
	const struct motion *motion = &app->game.motion;
	int frame = motion->frame + 1;
	if (app->settings.animation == ANIMATION_REDUCED)
		while (frame <= motion->frames && !is_key_frame(&app->game, frame))
			frame++;
	return frame <= motion->frames ? frame : 0;
}

static void advance_motion(struct app *app)
{
	struct motion *motion = &app->game.motion;
	motion->frame = next_frame(app);
	motion->due = milliseconds_now() + frame_milliseconds(app);
}

static void begin_motion(struct app *app, const struct state *from, int score, move_code move)
{
	struct motion *motion = &app->game.motion;
	const struct session *session = &app->game.session;
	*motion = (struct motion){.from = *from, .score = score, .move = move};
	if (app->settings.animation == ANIMATION_OFF || session->mode->frames == NULL)
		return;
	motion->frames = session->mode->frames(&session->level, from, move);
	if (motion->frames > 0)
		advance_motion(app);
}

static void say_news(struct app *app, const struct state *before, move_code move)
{
	const char *news = report_news(&app->game.session, before, move);
	if (news != NULL)
		app_say(app, "%s", news);
}

static void make_own_move(struct app *app)
{
	struct session *session = &app->game.session;
	struct state from;
	move_code move;
	const int score = session_score(session);
	session_state(session, &from);
	if (!session_next(session, &move) || !session_solve_on(session))
		return;
	begin_motion(app, &from, score, move);
	after_change(app);
	say_news(app, &from, move);
}

/* The demo's or T's next move; the demo's next level once this one is over. */
static void take_step(struct app *app)
{
	struct game *game = &app->game;
	const struct session *session = &game->session;
	const bool shown = session->level.endless && game->demo &&
	                   session_count(session) >= SHOWN_MOVES;
	move_code move;
	/* T goes by any way that is known, the demo by a proven one. */
	const bool waits = game->demo || session->answer.length == 0;
	if (!session->level.endless && session->answer.verdict == SEARCHING && waits) {
		plan_step(app);
		return;
	}
	if (!shown && session_next(session, &move)) {
		make_own_move(app);
	} else if (game->demo) {
		app->message[0] = '\0';
		game_go(app, 1);
	} else {
		game->solving = false;
		game->step_due = 0;
		app_say(app, "no way is known from here");
	}
}

void game_tick(struct app *app)
{
	struct game *game = &app->game;
	if (!game->open || app->page != PAGE_GAME)
		return;
	const int64_t now = milliseconds_now();
	if (game->motion.frame > 0 && now >= game->motion.due)
		advance_motion(app);
	else if (game->step_due > 0 && !game->paused && now >= game->step_due)
		take_step(app);
}

/* ---- keys ---- */

unsigned game_where(const struct app *app)
{
	return app->game.demo ? ON_DEMO : app->game.solved ? ON_RESULT : ON_GAME;
}

static void leave(struct app *app)
{
	game_close(app);
	app->game.demo = false;
	if (!menu_open(app))
		app->over = true;
}

static void changed(struct app *app, bool done)
{
	if (done)
		after_change(app);
}

static void press(struct app *app, int key, int cell)
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
	else if (intent == INTENT_REFUSED && session->mode->refusal != NULL)
		app_say(app, "%s", session->mode->refusal);
	if (intent != INTENT_MOVE)
		return;
	begin_motion(app, &from, score, move);
	after_change(app);
	say_news(app, &from, move);
}

/* Escape gives up a choice before it leaves. */
static void back(struct app *app)
{
	move_code move;
	if (game_where(app) != ON_GAME ||
	    session_press(&app->game.session, PRESS_ESCAPE, &move) == INTENT_NONE)
		leave(app);
}

/* A game without an end is over when its player begins anew. */
static void restart(struct app *app)
{
	game_keep_score(app);
	changed(app, session_restart(&app->game.session));
}

static void start_solving(struct app *app)
{
	struct game *game = &app->game;
	if (game->session.answer.verdict == UNSOLVABLE) {
		app_say(app, "there is no way from here");
		return;
	}
	game->solving = true;
	game->step_due = milliseconds_now();
	if (!game->session.level.endless && game->session.answer.length == 0)
		app_say(app, "it plays on as soon as a way is known; any key stops it");
}

static void demo_step(struct app *app, bool forward)
{
	struct game *game = &app->game;
	game->paused = true;
	if (forward)
		make_own_move(app);
	else
		changed(app, session_undo(&game->session));
	app_say(app, "paused");
}

static void toggle_pause(struct app *app)
{
	struct game *game = &app->game;
	game->paused = !game->paused;
	plan_step(app);
	app_say(app, game->paused ? "paused" : "going on");
}

static bool game_action(struct app *app, enum action action)
{
	struct session *session = &app->game.session;
	switch (action) {
	case ACTION_UNDO: changed(app, session_undo(session)); return true;
	case ACTION_REDO: changed(app, session_redo(session)); return true;
	case ACTION_RESTART: restart(app); return true;
	case ACTION_RETURN: changed(app, session_return(session)); return true;
	case ACTION_CHECKPOINT:
		session_set_checkpoint(session);
		app->game.dirty = true;
		app_say(app, "checkpoint set; ' returns here");
		return true;
	case ACTION_HINT: session_hint(session); return true;
	case ACTION_SOLVE: start_solving(app); return true;
	case ACTION_NEXT: game_go(app, 1); return true;
	case ACTION_PREVIOUS: game_go(app, -1); return true;
	case ACTION_PAUSE: toggle_pause(app); return true;
	case ACTION_STEP: demo_step(app, true); return true;
	case ACTION_STEP_BACK: demo_step(app, false); return true;
	case ACTION_SHOW: app->game.showing = !app->game.showing; return true;
	case ACTION_LEVELS: leave(app); return true;
	case ACTION_BACK: back(app); return true;
	default: return false;
	}
}

void game_key(struct app *app, int key, int cell, enum action action)
{
	struct game *game = &app->game;
	const bool skipped = game->motion.frame > 0;
	if (game->solved)
		game_keep(app); /* before the key takes it back */
	game->motion.frame = 0; /* any key skips to the end */
	if (skipped && game->solved)
		return; /* the result has not been seen yet */
	if (game->solving) {    /* and ends what plays by itself */
		game->solving = false;
		game->step_due = 0;
		if (action == ACTION_BACK || action == ACTION_SOLVE)
			return;
	}
	if (!game_action(app, action) && !game->demo && !game->solved)
		press(app, key, cell);
}
