/* Saves a game: its history after each change, its result or highest score, and that its level was
 * the last one played. What can't be saved, for lack of memory or because another saved game might
 * be overwritten, stays dirty: saving is retried, and NOT SAVED is shown. */
#include "ui/page/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "play/scores.h"

static const char no_memory[] = "no memory", not_read[] = "the kept game could not be read";

/* Demos are not saved; a trial is part of a draft, which the editor saves. */
static bool is_kept(const struct game *game)
{
	return !game->demo && !game->trial;
}

static bool is_unkept(const struct game *game)
{
	return is_kept(game) && game->dirty;
}

const char *game_trouble(const struct app *app)
{
	const struct game *game = game_of(app);
	return !is_unkept(game) ? NULL : game->unread ? not_read : no_memory;
}

/* ---- keeping ---- */

/* A name that finds the level again from any folder: a file gets its absolute path. Standard input
 * keeps its name. */
static void name_kept(const struct app *app, char out[LEVEL_NAME_MAX])
{
	char name[LEVEL_NAME_MAX];
	library_name(app->library, game_of(app)->level, name);
	char *here = library_is_portable(app->library, game_of(app)->level) || name[0] == '/' ||
	                             strncmp(name, "-:", 2) == 0
	                     ? NULL
	                     : getcwd(NULL, 0);
	if (here == NULL || snprintf(out, LEVEL_NAME_MAX, "%s/%s", here, name) >= LEVEL_NAME_MAX)
		snprintf(out, LEVEL_NAME_MAX, "%s", name);
	free(here);
}

/* False, with nothing saved, without memory or if another saved game might be overwritten. */
static bool keep_progress(struct app *app)
{
	struct game *game = game_of(app);
	if (game->unread)
		return false;
	char name[LEVEL_NAME_MAX];
	char *words = session_text(&game->session);
	char *text = library_level_text(app->library, game->level);
	name_kept(app, name);
	const bool kept = words != NULL && text != NULL;
	if (kept)
		store_save(app->store, &(struct entry){.kind = ENTRY_GAME,
		                                       .level = game->identity,
		                                       .place = name,
		                                       .name = game->session.puzzle->name,
		                                       .words = words,
		                                       .text = text,
		                                       .seconds = game_seconds(game)});
	free(text);
	free(words);
	return kept;
}

/* Adds a result; level, puzzle, name and time are the game's. Frees the moves. False without
 * memory, for example if `moves` is NULL. */
static bool add_result(struct app *app, char *moves, struct entry result)
{
	struct game *game = game_of(app);
	char name[LEVEL_NAME_MAX];
	char *text = library_level_text(app->library, game->level);
	name_kept(app, name);
	result.kind = ENTRY_RESULT;
	result.date = time(NULL);
	result.level = game->identity;
	result.name = game->session.puzzle->name;
	result.place = name;
	result.text = text;
	result.words = moves;
	result.seconds = game_seconds(game);
	const bool kept = moves != NULL && text != NULL;
	if (kept)
		store_save(app->store, &result);
	free(text);
	free(moves);
	game->best = store_best(app->store, game->identity);
	return kept;
}

/* Adds it to the leaderboard; false without memory. */
static bool add_score(struct app *app)
{
	const struct game *game = game_of(app);
	char *text;
	const bool made = scores_record(store_player(app->store), app->library, game->level,
	                                &game->session, time(NULL), &text);
	store_add_score(app->store, text);
	free(text);
	return made;
}

static bool keep_result(struct app *app)
{
	const struct session *session = &game_of(app)->session;
	const int count = session_count(session);
	game_of(app)->recorded =
		add_score(app) && add_result(app, session_moves(session),
	                                     (struct entry){
						     .number = count,
						     .optimal = count == session_minimum(session),
					     });
	return game_of(app)->recorded;
}

void game_keep_score(struct app *app)
{
	const struct game *game = game_of(app);
	const struct session *session = &game->session;
	if (!is_kept(game) || !session->level.endless ||
	    session_best(session)->score <= game->best.score)
		return;
	if (!add_result(app, session_best_moves(session),
	                (struct entry){
				.number = session_best(session)->count,
				.score = session_best(session)->score,
			}))
		store_note_loss(app->store, no_memory);
	app_say(app, "best score so far: %d", session_best(session)->score);
}

/* Saves which level was opened last: with the first move, or else when the player leaves the game,
 * so that opening a level does not wait for the disk. */
static void note_opened(struct app *app)
{
	struct game *game = game_of(app);
	const long setting = setting_of_level(game->identity);
	if (!is_kept(game) || game->noted)
		return;
	game->noted = true;
	if (store_setting(app->store, SETTING_LAST_LEVEL, -1) != setting)
		store_set(app->store, SETTING_LAST_LEVEL, setting);
}

void game_keep(struct app *app)
{
	struct game *game = game_of(app);
	if (!is_unkept(game))
		return;
	note_opened(app);
	const bool result = game->solved && !session_assisted(&game->session);
	game->dirty = !(result ? keep_result(app) : keep_progress(app));
}

void game_keep_last(struct app *app)
{
	game_keep(app);
	game_retry(app);
	if (is_unkept(game_of(app)))
		store_note_loss(app->store, game_trouble(app));
	note_opened(app);
	game_keep_score(app);
}

/* ---- resuming ---- */

static void resume(void *context, const struct entry *kept)
{
	struct app *app = context;
	if (!session_restore(&game_of(app)->session, kept->words)) {
		game_of(app)->unread = game_of(app)->session.full;
		if (!game_of(app)->unread)
			app_say(app, "the game kept of this level does not fit it; begun anew");
		return;
	}
	game_of(app)->seconds = kept->seconds;
	if (game_of(app)->session.line.count > 1) {
		char key[KEY_NAME_MAX];
		app_say(app, "resumed at move %d; %s restarts",
		        session_count(&game_of(app)->session), app_key(app, ON_GAME, 'r', key));
	}
}

void game_retry(struct app *app)
{
	struct game *game = game_of(app);
	if (!is_unkept(game) || (game->unread && store_find(app->store, ENTRY_GAME, game->identity,
	                                                    NULL, NULL) != STORE_NONE))
		return;
	game->unread = false;
	game_keep(app);
}

void game_resume(struct app *app)
{
	struct game *game = game_of(app);
	game->unread |=
		store_find(app->store, ENTRY_GAME, game->identity, resume, app) == STORE_UNREADABLE;
	if (game->unread)
		app_say(app, "%s; this one is not kept", not_read);
}
