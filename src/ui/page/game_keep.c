/* What is kept of a game: where it is, with each change; its result, or its highest score; and that
 * it was played last. What can't even be written down, for want of memory or as the place of a kept
 * game may be taken, stays dirty: it is tried again, and told as what can't be saved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "play/scores.h"
#include "ui/app.h"

static const char no_memory[] = "no memory", not_read[] = "the kept game could not be read";

/* A demo is nobody's game, and a trial is of a level that is being drawn. */
static bool is_kept(const struct game *game)
{
	return game->open && !game->demo && !game->trial;
}

static bool is_unkept(const struct game *game)
{
	return is_kept(game) && game->dirty;
}

const char *game_trouble(const struct app *app)
{
	const struct game *game = &app->game;
	return !is_unkept(game) ? NULL : game->unread ? not_read : no_memory;
}

/* ---- keeping ---- */

/* By which the level is found again from any directory: a file's name, but not standard input's,
 * begins at the root. */
static void name_kept(const struct app *app, char out[LEVEL_NAME_MAX])
{
	char name[LEVEL_NAME_MAX];
	library_name(app->library, app->game.place, name);
	char *here = library_is_common(app->library, app->game.place) || name[0] == '/' ||
	                             strncmp(name, "-:", 2) == 0
	                     ? NULL
	                     : getcwd(NULL, 0);
	if (here == NULL || snprintf(out, LEVEL_NAME_MAX, "%s/%s", here, name) >= LEVEL_NAME_MAX)
		snprintf(out, LEVEL_NAME_MAX, "%s", name);
	free(here);
}

/* False, and nothing kept, without the memory to write it down, or where it might be written over
 * another. */
static bool keep_progress(struct app *app)
{
	struct game *game = &app->game;
	if (game->unread)
		return false;
	char name[LEVEL_NAME_MAX];
	char *words = session_text(&game->session);
	char *text = library_print(app->library, game->place);
	name_kept(app, name);
	const bool kept = words != NULL && text != NULL;
	if (kept)
		store_keep_game(app->store, &(struct kept_game){
						    .level = game->identity,
						    .place = name,
						    .puzzle = game->session.puzzle->name,
						    .history = words,
						    .text = text,
						    .seconds = game_seconds(game),
					    });
	free(text);
	free(words);
	return kept;
}

/* Adds a result; level, mode, place and time are the game's. The moves are freed; NULL is for lack
 * of memory, and false then. */
static bool add_result(struct app *app, char *moves, struct result result)
{
	struct game *game = &app->game;
	char name[LEVEL_NAME_MAX];
	char *text = library_print(app->library, game->place);
	name_kept(app, name);
	result.level = game->identity;
	result.puzzle = game->session.puzzle->name;
	result.place = name;
	result.text = text;
	result.moves = moves;
	result.seconds = game_seconds(game);
	const bool kept = moves != NULL && text != NULL;
	if (kept)
		store_add_result(app->store, &result);
	free(text);
	free(moves);
	game->best = store_best(app->store, game->identity);
	return kept;
}

/* False for want of memory. */
static bool keep_on_board(struct app *app)
{
	const struct game *game = &app->game;
	char *text;
	const bool made = scores_text(store_player(app->store), app->library, game->place,
	                              &game->session, time(NULL), &text);
	store_add_score(app->store, text);
	free(text);
	return made;
}

static bool keep_result(struct app *app)
{
	const struct session *session = &app->game.session;
	const int count = session_count(session);
	app->game.recorded = keep_on_board(app) &&
	                     add_result(app, session_moves(session),
	                                (struct result){
						.count = count,
						.optimal = count == session_minimum(session),
					});
	return app->game.recorded;
}

void game_keep_score(struct app *app)
{
	const struct game *game = &app->game;
	const struct session *session = &game->session;
	if (!is_kept(game) || !session->level.endless ||
	    session_best_score(session) <= game->best.score)
		return;
	if (!add_result(app, session_best_moves(session), (struct result){
		.count = session_best_count(session),
		.score = session_best_score(session),
	}))
		store_give_up(app->store, no_memory);
	app_say(app, "best score so far: %d", session_best_score(session));
}

/* With the first move, or else as the game is left: a level is to open at once. */
static void keep_place(struct app *app)
{
	struct game *game = &app->game;
	const long place = menu_last(game->identity);
	if (!is_kept(game) || game->placed)
		return;
	game->placed = true;
	if (store_setting(app->store, MENU_LAST, -1) != place)
		store_set(app->store, MENU_LAST, place);
}

void game_keep(struct app *app)
{
	struct game *game = &app->game;
	if (!is_unkept(game))
		return;
	keep_place(app);
	const bool result = game->solved && !session_helped(&game->session);
	game->dirty = !(result ? keep_result(app) : keep_progress(app));
}

void game_keep_last(struct app *app)
{
	game_keep(app);
	game_try_again(app);
	if (is_unkept(&app->game))
		store_give_up(app->store, game_trouble(app));
	keep_place(app);
	game_keep_score(app);
}

/* ---- taking up ---- */

static void resume(void *context, const struct kept_game *kept)
{
	struct app *app = context;
	if (!session_restore(&app->game.session, kept->history)) {
		app->game.unread = app->game.session.full;
		if (!app->game.unread)
			app_say(app, "the game kept of this level does not fit it; begun anew");
		return;
	}
	app->game.seconds = kept->seconds;
	if (app->game.session.line.count > 1) {
		char key[KEY_NAME_MAX];
		app_say(app, "resumed at move %d; %s restarts", session_count(&app->game.session),
		        app_key(app, ON_GAME, 'r', key));
	}
}

void game_try_again(struct app *app)
{
	struct game *game = &app->game;
	if (!is_unkept(game) ||
	    (game->unread && store_game(app->store, game->identity, NULL, NULL) != STORE_NONE))
		return;
	game->unread = false;
	game_keep(app);
}

void game_take_up(struct app *app)
{
	struct game *game = &app->game;
	game->unread |=
		store_game(app->store, game->identity, resume, app) == STORE_UNREADABLE;
	if (game->unread)
		app_say(app, "%s; this one is not kept", not_read);
}
