/* The board page: playing, watching (--demo, T), and the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "ui/app.h"

enum {
	HEAD_ROWS = 1,  /* above the board */
	FOOT_ROWS = 3,  /* below: message, counter, keys */
};

/* Sizes of a board's cell on the screen, the largest first. */
static const struct scale scales[] = {{3, 6}, {2, 4}, {1, 2}};

/* ---- time ---- */

/* Milliseconds between two moves made by themselves, by speed. */
static int step_milliseconds(const struct app *app)
{
	static const int pace[SPEEDS] = {3000, 2000, 1400, 1000, 700, 500, 350, 200, 100};
	return pace[app->settings.speed - 1];
}

/* Between two pictures of a motion: the whole way takes about an eighth of a second. */
static int frame_milliseconds(const struct app *app, const struct motion *motion)
{
	const int whole = 40 + 16 * (SPEEDS - app->settings.speed);
	const int each = whole / (motion->frames > 0 ? motion->frames : 1);
	return each < 16 ? 16 : each > 40 ? 40 : each;
}

static int64_t played_seconds(const struct game *game)
{
	return game->seconds + (app_now() - game->started) / 1000;
}

static int until(int64_t due)
{
	const int64_t left = due - app_now();
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

/* ---- opening and closing ---- */

static bool plays_itself(const struct game *game)
{
	return game->demo || game->solving;
}

static void plan_step(struct app *app)
{
	app->game.step_due = app_now() + step_milliseconds(app);
}

static void resume(void *context, const struct kept_game *kept)
{
	struct app *app = context;
	if (!session_restore(&app->game.session, kept->history)) {
		app_say(app, "the game kept of this level does not fit it; begun anew");
		return;
	}
	app->game.seconds = kept->seconds;
	if (app->game.session.line_count > 1)
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
	game->started = app_now();
	game->best = store_best(app->store, game->identity);
	app->page = PAGE_GAME;
	if (demo)
		plan_step(app);
	else
		take_up(app);
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
			.seconds = played_seconds(game),
		});
	free(words);
}

static void keep_result(struct app *app)
{
	struct game *game = &app->game;
	const int count = session_count(&game->session);
	char *moves = session_moves(&game->session);
	if (moves != NULL)
		store_add_result(app->store, &(struct result){
			.level = game->identity,
			.mode = game->session.mode->name,
			.moves = moves,
			.count = count,
			.optimal = count == session_least(&game->session),
			.seconds = played_seconds(game),
		});
	free(moves);
	game->best = store_best(app->store, game->identity);
}

void game_keep(struct app *app)
{
	struct game *game = &app->game;
	if (!game->open || !game->dirty || game->demo)
		return;
	game->dirty = false;
	if (game->solved && !game->helped)
		keep_result(app);
	else if (!game->solved)
		keep_progress(app);
}

/* ---- moving ---- */

/* The position changed: solved or not, and what moves next. */
static void after_change(struct app *app)
{
	struct game *game = &app->game;
	game->dirty = true;
	game->solved = session_solved(&game->session);
	if (game->solved)
		game->solving = false;
	if (session_count(&game->session) == 0)
		game->helped = false;
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

static void begin_motion(struct app *app, const struct state *from, move_code move)
{
	struct motion *motion = &app->game.motion;
	const struct session *session = &app->game.session;
	*motion = (struct motion){.from = *from, .move = move};
	if (app->settings.animation == ANIMATION_OFF || session->mode->frames == NULL)
		return;
	motion->frames = session->mode->frames(&session->level, from, move);
	if (motion->frames <= 0)
		return;
	motion->frame = app->settings.animation == ANIMATION_REDUCED ? (motion->frames + 1) / 2 : 1;
	motion->due = app_now() + frame_milliseconds(app, motion);
}

static void make_own_move(struct app *app)
{
	struct session *session = &app->game.session;
	struct state from;
	move_code move;
	session_state(session, &from);
	if (!session_next(session, &move) || !session_move(session, move))
		return;
	begin_motion(app, &from, move);
	after_change(app);
}

static void advance_motion(struct app *app)
{
	struct motion *motion = &app->game.motion;
	const bool last = motion->frame >= motion->frames ||
	                  app->settings.animation == ANIMATION_REDUCED;
	motion->frame = last ? 0 : motion->frame + 1;
	motion->due = app_now() + frame_milliseconds(app, motion);
}

/* The demo's or T's next move; the demo's next level once this one is over. */
static void take_step(struct app *app)
{
	struct game *game = &app->game;
	const enum verdict verdict = game->session.answer.verdict;
	if (verdict == SEARCHING) {
		plan_step(app);
		return;
	}
	if (game->session.answer.length > 0) {
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
	const int64_t now = app_now();
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

static void press(struct app *app, int key)
{
	struct game *game = &app->game;
	struct state from;
	move_code move;
	session_state(&game->session, &from);
	if (session_press(&game->session, key, &move) != INTENT_MOVE) {
		if (game->session.full)
			app_say(app, "no room for more moves; restart or undo");
		return;
	}
	begin_motion(app, &from, move);
	after_change(app);
}

static void start_solving(struct app *app)
{
	struct game *game = &app->game;
	if (game->session.answer.verdict == UNSOLVABLE) {
		app_say(app, "there is no way from here; undo");
		return;
	}
	game->solving = game->helped = true;
	game->step_due = app_now();
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
	case ACTION_RESTART: changed(app, session_restart(session)); return true;
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
	case ACTION_LEVELS:
	case ACTION_BACK: leave(app); return true;
	default: return false;
	}
}

bool game_key(struct app *app, int key, enum action action)
{
	struct game *game = &app->game;
	game->motion.frame = 0; /* any key skips to the end */
	if (game->solving) {    /* and ends what plays by itself */
		game->solving = false;
		game->step_due = 0;
		if (action == ACTION_BACK || action == ACTION_SOLVE)
			return true;
	}
	if (game_action(app, action))
		return true;
	if (!game->demo && !game->solved)
		press(app, key);
	return true;
}

/* ---- drawing ---- */

/* What separates two parts of the title; returns the column behind it. */
static int draw_dot(struct picture *picture, int column)
{
	picture_put(picture, 0, column + 1, picture_glyph(picture, U'·', U'-'), ROLE_QUIET, 0);
	return column + 3;
}

static void draw_title(struct app *app)
{
	const struct game *game = &app->game;
	struct picture *picture = app->picture;
	const struct level_text *text = library_text(app->library, game->place);
	const struct pack *pack = &app->library->packs[game->place.pack];
	char best[32] = "";
	if (game->best.count >= 0)
		snprintf(best, sizeof best, "your best %d", game->best.count);
	if (game->demo)
		snprintf(best, sizeof best, "demo");
	const int right = picture->columns - 1 - text_columns(best);
	int column = 1;
	if (picture->columns >= 60) {
		column = picture_text(picture, 0, column, right, ROLE_STRONG, "Parlour") + 3;
		column = picture_text(picture, 0, column, right - column, ROLE_QUIET,
		                      game->session.mode->title);
		column = draw_dot(picture, column);
		column = picture_text(picture, 0, column, right - column, ROLE_QUIET,
		                      library_pack_title(app->library, game->place.pack)) + 1;
	}
	char number[32];
	snprintf(number, sizeof number, "%d/%d", game->place.level + 1, pack->count);
	column = picture_text(picture, 0, column, right - column, ROLE_QUIET, number);
	column = draw_dot(picture, column);
	picture_text(picture, 0, column, right - column - 1, ROLE_STRONG, text->title);
	picture_print(picture, 0, right, ROLE_TEXT, "%s", best);
}

/* The counter: one role for all of it, so that a new number costs few bytes. */
static void draw_counter(struct app *app)
{
	const struct session *session = &app->game.session;
	struct picture *picture = app->picture;
	const bool wide = picture->columns >= 60;
	const int row = picture->rows - 2, gap = wide ? 4 : 2;
	char best[REPORT_MAX];
	report_best(session, picture->glyphs == GLYPHS_ASCII, best);
	int column = picture_print(picture, row, wide, ROLE_TEXT, "moves %-3d",
	                           session_count(session)) + gap - 2;
	column = picture_print(picture, row, column, ROLE_TEXT, "%-20s", best) + gap - 1;
	if (session->answer.verdict == UNSOLVABLE)
		picture_set_role(picture, row, column - gap - 19, 16, ROLE_WARNING);
	if (session->level.par >= 0)
		column = picture_print(picture, row, column, ROLE_TEXT, "par %d",
		                       session->level.par) + gap;
	if (session_over_par(session) > 0)
		picture_print(picture, row, column, ROLE_STRONG, "+%d", session_over_par(session));
}

/* The hint that was asked for, or the level's own words. */
static void draw_edges(struct app *app)
{
	const struct game *game = &app->game;
	const char *own = library_text(app->library, game->place)->value[HEADER_HINT];
	char hint[REPORT_MAX];
	report_hint(&game->session, hint);
	if (hint[0] != '\0')
		app_draw_edges(app, game_where(app), hint, ROLE_STRONG);
	else
		app_draw_edges(app, game_where(app), own == NULL ? "" : own, ROLE_QUIET);
}

/* The largest scale in which the board fits, or the smallest. */
static void choose_scale(const struct app *app, struct scale *scale, struct scale *extent)
{
	const struct session *session = &app->game.session;
	const int rows = app->picture->rows - HEAD_ROWS - FOOT_ROWS;
	for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
		*scale = scales[i];
		*extent = mode_extent(session->mode, &session->level, *scale);
		if (extent->rows <= rows && extent->columns <= app->picture->columns)
			return;
	}
}

static void draw_board(struct app *app, struct scale scale, struct scale extent)
{
	const struct game *game = &app->game;
	const struct session *session = &game->session;
	struct picture *picture = app->picture;
	struct state state;
	move_code hint = 0;
	session_state(session, &state);
	const bool moving = game->motion.frame > 0;
	const bool pointing = session->hint == HINT_MOVE && session_next(session, &hint);
	const struct view view = {
		.state = moving ? &game->motion.from : &state,
		.hand = &session->hand,
		.hint = pointing ? &hint : NULL,
		.moving = game->motion.move,
		.frame = game->motion.frame,
	};
	const int room = picture->rows - HEAD_ROWS - FOOT_ROWS;
	picture->scale = scale;
	picture_move_to(picture, HEAD_ROWS + (room - extent.rows) / 2,
	                (picture->columns - extent.columns) / 2);
	session->mode->paint(&session->level, &view, picture);
	picture_move_to(picture, 0, 0);
}

/* A line of the result, centred in its box. */
static void draw_centred(struct picture *picture, int row, int column, int columns,
                         enum role role, const char *text)
{
	picture_text(picture, row, column + (columns - text_columns(text)) / 2, columns, role, text);
}

static void draw_result(struct app *app)
{
	const struct game *game = &app->game;
	struct picture *picture = app->picture;
	char result[REPORT_MAX], second[REPORT_MAX];
	report_result(&game->session, result);
	const int64_t seconds = played_seconds(game);
	char par[24] = "";
	if (game->session.level.par >= 0)
		snprintf(par, sizeof par, "par %d   ", game->session.level.par);
	snprintf(second, sizeof second, "%syour best %d   time %d:%02d", par, game->best.count,
	         (int)(seconds / 60), (int)(seconds % 60));
	if (game->helped)
		snprintf(second, sizeof second, "solved for you: r to try it yourself");
	const int columns = picture->columns < 56 ? picture->columns : 56;
	const int row = HEAD_ROWS + (picture->rows - HEAD_ROWS - FOOT_ROWS - 6) / 2;
	const int column = (picture->columns - columns) / 2;
	picture_fill(picture, row, column, 6, columns, U' ', ROLE_TEXT, 0);
	const char32_t line = picture_glyph(picture, U'─', U'-');
	picture_fill(picture, row, column, 1, columns, line, ROLE_QUIET, 0);
	picture_fill(picture, row + 5, column, 1, columns, line, ROLE_QUIET, 0);
	draw_centred(picture, row + 1, column, columns, ROLE_STRONG, result);
	draw_centred(picture, row + 2, column, columns, ROLE_TEXT, second);
	draw_centred(picture, row + 4, column, columns, ROLE_QUIET,
	             "Enter next   r again   u undo   R levels");
}

void game_draw(struct app *app)
{
	struct scale scale, extent;
	struct game *game = &app->game;
	choose_scale(app, &scale, &extent);
	if (app_needs(app, extent.rows + HEAD_ROWS + FOOT_ROWS, extent.columns))
		return;
	draw_title(app);
	draw_board(app, scale, extent);
	draw_counter(app);
	draw_edges(app);
	if (game->solved && !game->demo && game->motion.frame == 0)
		draw_result(app);
}
