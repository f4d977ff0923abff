/* Saves a game: its history after each change, its result or highest score, and which level was
 * played last. What can't be saved, because memory is short or another saved game might be
 * overwritten, stays dirty: saving is retried, and NOT SAVED is shown. */
#include "ui/page/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "os/language.h"
#include "play/scores.h"

/* Demos and games of others are not saved; a trial is part of a draft, which the editor saves. */
static bool is_saved(const struct game *game)
{
	return !game->demo && !game->trial && game->watching == NULL;
}

const char *game_trouble(const struct app *app)
{
	const struct game *game = game_of(app);
	if (!game->dirty || !is_saved(game))
		return NULL;
	return game->unread ? _("the saved game could not be read") : _("out of memory");
}

/* ---- saving ---- */

/* A name that finds the level from any folder: the absolute path for a file. Standard input keeps
 * its name. */
static const char *name_level(const struct app *app, char out[LEVEL_NAME_MAX])
{
	char name[LEVEL_NAME_MAX];
	library_name(app->library, game_of(app)->level, name);
	const bool relative = !library_is_portable(app->library, game_of(app)->level) &&
	                      name[0] != '/' && strncmp(name, "-:", 2) != 0;
	char *here = relative ? getcwd(NULL, 0) : NULL;
	if (here == NULL || snprintf(out, LEVEL_NAME_MAX, "%s/%s", here, name) >= LEVEL_NAME_MAX)
		snprintf(out, LEVEL_NAME_MAX, "%s", name);
	free(here);
	return out;
}

/* Saves the game in progress, or adds a result: the solution, or the highest score of an endless
 * game. False, with nothing saved, without memory. */
static bool save(struct app *app, enum entry_kind kind)
{
	const struct game *game = game_of(app);
	const struct session *session = &game->session;
	char name[LEVEL_NAME_MAX];
	char *text = library_level_text(app->library, game->level);
	struct entry entry = {.kind = kind,
	                      .level = game->identity,
	                      .name = session->puzzle->name,
	                      .place = name_level(app, name),
	                      .text = text,
	                      .seconds =
	                              clock_is_on(game) ? clock_seconds(game) : game_seconds(game),
	                      .ends_game = kind == ENTRY_RESULT && clock_is_over(game)};
	char *words = NULL, *times = NULL;
	if (kind == ENTRY_GAME) {
		session_text_with_clock(session, &words, &times);
	} else if (session->level.endless) {
		words = session_best_moves(session);
		times = session_best_times(session);
		entry.number = session_best(session)->count;
		entry.score = session_best(session)->score;
	} else {
		words = session_moves(session);
		times = session_times(session);
		entry.number = session_count(session);
		entry.optimal = session_count(session) == session_minimum(session);
		entry.unaided = game->result.unaided;
		entry.hinted = game->result.hinted;
	}
	entry.words = words;
	entry.times = times;
	entry.date = kind == ENTRY_RESULT && game->solved ? game->result.date : time(NULL);
	const bool good = words != NULL && times != NULL && text != NULL;
	if (good)
		store_save(app->store, &entry);
	free(text);
	free(times);
	free(words);
	return good;
}

/* Whether the best result has the minimum number of moves. */
static bool is_minimal(const struct game *game)
{
	return game->best.count >= 0 && !game->session.level.endless &&
	       (game->best.optimal || game->best.count <= game->session.level.par);
}

static bool add_result(struct app *app)
{
	struct game *game = game_of(app);
	const bool had_star = is_minimal(game), good = save(app, ENTRY_RESULT);
	game->best = store_best(app->store, game->identity);
	if (!had_star && is_minimal(game))
		star_earn(&app->star, game->identity);
	if (!game->session.level.endless)
		game->percentile = app_percentile(game->identity, session_count(&game->session));
	return good;
}

/* Adds it to the leaderboard, with points only if they are the player's best; false without
 * memory. */
static bool add_score(struct app *app)
{
	const struct game *game = game_of(app);
	const bool by_points = game->session.level.endless;
	char *text;
	if (by_points && session_best(&game->session)->score <= game->best.score)
		return true;
	const bool made = scores_record(store_player(app->store), app->library, game->level,
	                                &game->session, time(NULL), &text);
	store_add_score(app->store, text, by_points);
	free(text);
	return made;
}

void game_save_score(struct app *app)
{
	const struct session *session = &game_of(app)->session;
	if (!is_saved(game_of(app)) || !session->level.endless || clock_is_on(game_of(app)) ||
	    session_best(session)->score <= game_of(app)->best.score)
		return;
	if (!add_result(app))
		store_note_loss(app->store, _("out of memory"));
	app_say(app, _("New best score: %d."), session_best(session)->score);
}

/* Saves which level or run was opened last: with the first move, or else when the player leaves the
 * game, so that opening a level never waits for the disk. */
static void note_opened(struct app *app)
{
	struct game *game = game_of(app);
	const long setting = setting_of_level(app->last_level);
	if (!is_saved(game) || game->noted)
		return;
	game->noted = true;
	if (store_setting(app->store, SETTING_LAST_LEVEL, -1) != setting)
		store_set(app->store, SETTING_LAST_LEVEL, setting);
}

/* Whether the game is a result: solved without help, or with points when time is up. */
static bool is_result(const struct game *game)
{
	const struct session *session = &game->session;
	return game->solved &&
	       (clock_is_on(game) ? session_best(session)->score > 0 : !session_assisted(session));
}

void game_save(struct app *app, bool retry)
{
	struct game *game = game_of(app);
	if (game_trouble(app) == NULL)
		return;
	if (retry && game->unread)
		game->unread = store_find(app->store, ENTRY_GAME, game->identity, NULL, NULL) !=
		               STORE_NONE;
	note_opened(app);
	if (game->run != NULL) {
		game->dirty = !run_save(app);
	} else if (is_result(game)) {
		game->recorded = add_score(app) && add_result(app);
		game->dirty = !game->recorded;
	} else {
		game->dirty = game->unread || !save(app, ENTRY_GAME);
	}
}

void game_close(struct app *app)
{
	struct game *game = game_of(app);
	game->dirty |= clock_is_on(game) && !game->stopped; /* time has passed */
	game_save(app, false);
	game_save(app, true);
	if (game_trouble(app) != NULL)
		store_note_loss(app->store, game_trouble(app));
	note_opened(app);
	game_save_score(app);
	run_close(game);
	watch_close(game);
	race_close(app);
	broadcast_nothing(&app->broadcast);
	session_close(&game->session);
	*game = (struct game){.replay = REPLAY_NONE};
}

/* ---- resuming ---- */

static void resume(void *context, const struct entry *saved)
{
	struct app *app = context;
	struct game *game = game_of(app);
	const struct session *session = &game->session;
	if (clock_is_on(game) && saved->seconds >= session->level.seconds)
		return; /* its time is up */
	if (!session_restore(&game->session, saved->words)) {
		game->unread = session->full;
		if (!session->full)
			app_say(app, _("The saved game does not fit this level. Restarted."));
		return;
	}
	game->seconds = saved->seconds;
	session_restore_clock(&game->session, saved->times);
	game->tenths = session->tenths;
	if (session->line.count > 1) {
		char key[KEY_NAME_MAX];
		app_say(app, _("Resumed at move %d. %s restarts."), session_count(session),
		        app_key(app, ON_GAME, 'r', key));
	}
}

void game_resume(struct app *app)
{
	struct game *game = game_of(app);
	session_start_clock(&game->session);
	if (store_find(app->store, ENTRY_GAME, game->identity, resume, app) == STORE_UNREADABLE)
		game->unread = true;
	if (game->unread)
		app_say(app, _("The saved game could not be read, so this one is not saved."));
}
