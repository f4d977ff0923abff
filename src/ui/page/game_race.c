/* A race: the player and others on the same board, each seen by the others as a number of moves and
 * a proven distance from the goal. Until the start the board is not shown; then nothing helps:
 * neither counter nor hints. Fewer moves win, then less time, from the start to the last move.
 *
 * A ghost is a result with its times: the player's own best, or one of the leaderboard. */
#include "ui/page/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/least.h"
#include "os/clock.h"
#include "play/scores.h"

enum {
	WAIT_MILLISECONDS = 3000, /* until a ghost starts; the solver looks at its way meanwhile */
	GHOSTS_MAX = 100,         /* of one level that can be chosen */
	TIME_MAX = 24,            /* bytes of a time in words */
};

static const char own_ghost[] = "your best";

/* ---- which ghost ---- */

/* Whose results there are: the player's own comes first, if `own`. */
struct ghosts {
	struct scores scores;
	const struct score *others[GHOSTS_MAX];
	int count;
	bool own;
	char *moves, *times; /* of the player's own */
};

static void find_ghosts(const struct app *app, struct ghosts *ghosts)
{
	struct leaderboard board;
	*ghosts = (struct ghosts){.count = 0};
	ghosts->own = store_best_timed(app->store, game_of(app)->identity, &ghosts->moves,
	                               &ghosts->times);
	if (!other_rank(app, &ghosts->scores, &board))
		return;
	for (int i = 0; i < board.count && ghosts->count < GHOSTS_MAX; i++)
		if (board.score[i].times[0] != '\0' && other_is_one(app, &board.score[i]))
			ghosts->others[ghosts->count++] = &board.score[i];
}

static void free_ghosts(struct ghosts *ghosts)
{
	scores_free(&ghosts->scores);
	if (ghosts->own) {
		free(ghosts->moves);
		free(ghosts->times);
	}
}

/* The number of a name among them; the first if it is not there; -1: there are none. */
static int find_name(const struct ghosts *ghosts, const char *name)
{
	for (int i = 0; i < ghosts->count; i++)
		if (strcmp(ghosts->others[i]->player, name) == 0)
			return i + ghosts->own;
	return ghosts->own + ghosts->count > 0 ? 0 : -1;
}

/* Opens the ghost of that name, or the first one of those after it that can be opened. */
static bool open_ghost(struct app *app, const char *name, struct rival *rival)
{
	struct ghosts ghosts;
	const struct session *session = &game_of(app)->session;
	bool opened = false;
	find_ghosts(app, &ghosts);
	const int all = ghosts.own + ghosts.count, first = find_name(&ghosts, name);
	for (int i = 0; i < all && !opened; i++) {
		const int number = (first + i) % all - ghosts.own;
		const struct score *other = number < 0 ? NULL : ghosts.others[number];
		opened = rival_open_ghost(rival, other == NULL ? own_ghost : other->player,
		                          session->puzzle, &session->level,
		                          other == NULL ? ghosts.moves : other->moves,
		                          other == NULL ? ghosts.times : other->times);
	}
	free_ghosts(&ghosts);
	return opened;
}

/* The name of the ghost after one; the same if there is no other. */
static void find_next(const struct app *app, const char *name, char next[RIVAL_NAME_MAX])
{
	struct ghosts ghosts;
	find_ghosts(app, &ghosts);
	const int all = ghosts.own + ghosts.count, after = find_name(&ghosts, name) + 1;
	const int number = all == 0 ? -1 : after % all - ghosts.own;
	snprintf(next, RIVAL_NAME_MAX, "%s",
	         number < 0 ? own_ghost : ghosts.others[number]->player);
	free_ghosts(&ghosts);
}

/* ---- beginning ---- */

/* A new try. What was there before can't be reached until the race is left: neither by undo nor as
 * a checkpoint. */
static void begin_try(struct app *app)
{
	struct session *session = &game_of(app)->session;
	session_begin_again(session);
	session_set_checkpoint(session);
	session->checkpoint_set = false;
	game_of(app)->seconds = 0;
	app->message[0] = '\0';
}

void race_open_ghost(struct app *app)
{
	struct game *game = game_of(app);
	struct racing *race = calloc(1, sizeof *race);
	if (game->session.level.endless || race == NULL ||
	    !open_ghost(app, app->rival, &race->rivals[0])) {
		free(race);
		app_say(app, game->session.level.endless
		                     ? "An endless game has no ghosts."
		                     : "No ghost yet: this level has no result with times.");
		return;
	}
	race->count = 1;
	race->waiting = true;
	race->own.count = -1;
	race->starts = milliseconds_now() + WAIT_MILLISECONDS;
	game->race = race;
	begin_try(app);
}

void race_close(struct game *game)
{
	for (int i = 0; game->race != NULL && i < game->race->count; i++)
		rival_close(&game->race->rivals[i]);
	free(game->race);
	game->race = NULL;
}

bool race_waits(const struct game *game)
{
	return game->race != NULL && game->race->waiting;
}

bool race_is_on(const struct game *game)
{
	return game->race != NULL && game->race->own.count < 0;
}

/* ---- time ---- */

/* Tenths since the start: the clock of the player's session, less what it had before. */
static int64_t tenths_now(const struct game *game)
{
	const struct session *session = &game->session;
	const int64_t played = game->stopped ? 0 : (milliseconds_now() - game->started) / 100;
	const struct history_node *here = &session->nodes[session_current_node(session)];
	return game->tenths + played - session->nodes[here->start].tenths;
}

int64_t race_due(const struct game *game)
{
	const struct racing *race = game->race;
	int64_t due = 0;
	if (race_waits(game)) {
		const int64_t left = race->starts - milliseconds_now();
		return race->starts - (left > 0 ? (left - 1) / 1000 * 1000 : 0);
	}
	if (!race_is_on(game) || game->stopped)
		return 0;
	for (int i = 0; i < race->count; i++) {
		const int64_t next = rival_next(&race->rivals[i]);
		if (next >= 0)
			due = app_sooner(due,
			                 milliseconds_now() +
			                         100 * greatest(0, (int)(next - tenths_now(game))));
	}
	return due;
}

/* Asks the solver about the rivals' positions, when it has nothing else to do. */
static void prepare(struct game *game)
{
	struct racing *race = game->race;
	for (int i = 0; i < race->count; i++)
		if (!rival_prepare(&race->rivals[i], &game->session))
			return;
}

void race_update(struct game *game)
{
	if (game->race != NULL)
		prepare(game);
}

void race_tick(struct app *app)
{
	struct game *game = game_of(app);
	struct racing *race = game->race;
	bool changed = false;
	if (race == NULL)
		return;
	prepare(game);
	if (race->waiting) {
		race->waiting = app_until(race->starts) > 0;
		if (!race->waiting)
			game_note_solved(game);
		return;
	}
	for (int i = 0; i < race->count; i++)
		changed |= rival_follow(&race->rivals[i], tenths_now(game));
	app->unchanged = !changed;
}

void race_changed(struct game *game)
{
	const struct session *session = &game->session;
	if (!race_is_on(game) || race_waits(game) || game->replay != REPLAY_NONE ||
	    !session_solved(session) || session_assisted(session))
		return;
	game->race->own = (struct finish){session_count(session),
	                                  session->nodes[session_current_node(session)].tenths};
}

/* ---- keys ---- */

void race_next_ghost(struct app *app)
{
	const struct game *game = game_of(app);
	const char *name = game->race == NULL ? own_ghost : game->race->rivals[0].name;
	if (game->run != NULL || game->trial) {
		app_say(app, "There are no ghosts here.");
		return;
	}
	if (game->replay == REPLAY_OTHER)
		name = game->other;
	snprintf(app->rival, sizeof app->rival, "%s", name);
	if (race_is_on(game))
		find_next(app, name, app->rival);
	app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
	                                 .page = PAGE_GAME,
	                                 .start = START_GHOST,
	                                 .level = game->level});
}

static bool is_help(enum action action)
{
	return action == ACTION_HINT || action == ACTION_SOLVE || action == ACTION_COUNT;
}

/* Until the start the player can only leave, or choose another ghost. */
static bool is_for_waiting(enum action action)
{
	return action == ACTION_BACK || action == ACTION_LEVELS || action == ACTION_RACE ||
	       action == ACTION_NEXT || action == ACTION_PREVIOUS || action == ACTION_GO;
}

bool race_refuses(const struct game *game, enum action action)
{
	if (race_waits(game))
		return !is_for_waiting(action) && (action < ACTION_THEME || action == ACTION_EDIT);
	return race_is_on(game) && is_help(action);
}

bool race_action(struct app *app, enum action action)
{
	struct game *game = game_of(app);
	struct session *session = &game->session;
	if (race_waits(game))
		return !is_for_waiting(action);
	if (!race_is_on(game))
		return false;
	if (is_help(action))
		app_say(app, "There is no help in a race.");
	else if (action == ACTION_UNDO && session_count(session) == 0)
		app_say(app, "Nothing to undo.");
	else if (action == ACTION_RESTART && session_undo_to(session, 0))
		game_changed(app); /* the time goes on, so it is no new try */
	else
		return false;
	return true;
}

/* ---- words ---- */

/* "0:12.3" */
static void print_time(int64_t tenths, char out[TIME_MAX])
{
	snprintf(out, TIME_MAX, "%d:%02d.%d", (int)(tenths / 600), (int)(tenths / 10 % 60),
	         (int)(tenths % 10));
}

void race_corner(const struct game *game, char *out, size_t size)
{
	snprintf(out, size, "race: %s", game->race->rivals[0].name);
}

void race_words(struct game *game, char out[REPORT_MAX])
{
	struct racing *race = game->race;
	char words[REPORT_MAX];
	int used = snprintf(out, REPORT_MAX, "you %d", session_count(&game->session));
	for (int i = 0; i < race->count && used < REPORT_MAX; i++) {
		rival_words(&race->rivals[i], &game->session, words, sizeof words);
		used += snprintf(out + used, (size_t)(REPORT_MAX - used), " · %s %s",
		                 race->rivals[i].name, words);
	}
}

void race_result(const struct game *game, char out[REPORT_MAX])
{
	const struct racing *race = game->race;
	const struct finish end = rival_end(&race->rivals[0]);
	const int order = finish_compare(&race->own, &end);
	char own[TIME_MAX], other[TIME_MAX];
	print_time(race->own.tenths, own);
	print_time(end.tenths, other);
	snprintf(out, REPORT_MAX, "%s; %.40s %d in %s; you %d in %s",
	         order < 0   ? "You win"
	         : order > 0 ? "You lose"
	                     : "A draw",
	         race->rivals[0].name, end.count, other, race->own.count, own);
}

static void put_centred(struct picture *picture, int row, enum role role, const char *text)
{
	picture_text(picture, row, greatest(0, (picture->columns - text_columns(text)) / 2),
	             picture->columns, role, text);
}

void race_draw_waiting(struct app *app)
{
	const struct game *game = game_of(app);
	const struct racing *race = game->race;
	struct picture *picture = app->picture;
	const int middle = picture->rows / 2;
	const struct finish end = rival_end(&race->rivals[0]);
	char text[REPORT_MAX], time[TIME_MAX], key[KEY_NAME_MAX];
	print_time(end.tenths, time);
	snprintf(text, sizeof text, "Race against %s", race->rivals[0].name);
	put_centred(picture, middle - 2, ROLE_STRONG, text);
	snprintf(text, sizeof text, text_plural("%d move in %s", "%d moves in %s", end.count),
	         end.count, time);
	put_centred(picture, middle - 1, ROLE_TEXT, text);
	snprintf(text, sizeof text, "%d", (app_until(race->starts) + 999) / 1000);
	put_centred(picture, middle + 1, ROLE_STRONG, text);
	snprintf(text, sizeof text, "%s: the next ghost.", app_key(app, ON_GAME, 'G', key));
	app_draw_footer(app, ON_GAME, NULL, text, ROLE_QUIET, false);
}
