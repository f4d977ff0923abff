/* Watching: another player's game, as its session tells it (ui/broadcast.h), is made again in a
 * session of this page, with this player's size, theme and solver. What is read may be forged, and
 * is checked as any level and move; a game that does not fit stays where it was, and the page says
 * why.
 *
 * The file is read 25 times a second, one or two short reads each time. The screen is drawn only
 * if that brings news. */
#include "ui/page/game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"

enum {
	READ_MILLISECONDS = 40,
	LOOK_MILLISECONDS = 1000, /* whether the player is still there */
	READS_MAX = 8,            /* at a time; the rest waits for the next */
	SILENT_SECONDS = 60,      /* without a move, until that is mentioned */
	FAULT_COLUMNS = 80,       /* of the reason why a game can't be followed */
};

void watch_tell(struct app *app)
{
	const struct game *game = game_of(app);
	race_tell(app);
	if (game_is_told(game))
		broadcast_game(&app->broadcast, app->library, game->level, &game->session);
}

/* ---- a new game ---- */

/* Opens the level and makes the moves so far. The text was read by the puzzle before. */
static bool open_level(struct app *app, struct level_ref ref, const char *saved)
{
	struct game *game = game_of(app);
	session_close(&game->session);
	game->animation = (struct move_animation){.frame = 0};
	game->best = (struct best){.count = -1};
	game->solved = false;
	scroll_reset(&app->scroll);
	return game_open_session(app, ref) && session_restore(&game->session, saved);
}

/* The level of the library, or that of the text. Takes the pack, if it is good. */
static bool find_level(struct app *app, struct relayed *relayed, struct level_ref *ref,
                       struct error *error)
{
	struct level *level = malloc(sizeof *level);
	const bool good = level != NULL && pack_level_bare(&relayed->pack, 0, level, error);
	free(level);
	if (!good)
		return level == NULL ? error_set(error, _("out of memory")) : false;
	if (relayed_find(relayed, app->library, ref))
		return true;
	struct pack taken = relayed->pack;
	relayed->pack = (struct pack){.count = 0};
	return library_show(app->library, &taken, ref) || error_set(error, _("out of memory"));
}

/* Begins the game of the reader's text. False if it is none. */
static bool begin(struct app *app, struct error *error)
{
	const struct watching *watching = game_of(app)->watching;
	struct relayed relayed;
	struct level_ref ref;
	if (!relay_read(&relayed, watching->reader.text, error))
		return false;
	bool good = find_level(app, &relayed, &ref, error);
	if (good && !open_level(app, ref, relayed.saved))
		good = error_set(error, _("its moves do not fit the level"));
	relayed_free(&relayed);
	return good;
}

/* The reader has a new text: a level was opened or left, or the same game goes on from here. */
static void take_text(struct app *app)
{
	struct watching *watching = game_of(app)->watching;
	const uint64_t before = game_of(app)->identity;
	watching->moved = watching->reader.time;
	watching->idle = watching->reader.text[0] == '\0';
	watching->fault.text[0] = '\0';
	app->message[0] = '\0';
	if (!watching->idle && begin(app, &watching->fault))
		game_changed(app);
	if (!watching->idle && game_of(app)->identity != before)
		app_say(app, _("%s plays another level now."), watching->reader.player);
}

/* Whether there was no memory for a level: then there is nothing to show. */
static bool is_lost(const struct app *app)
{
	return game_of(app)->session.nodes == NULL;
}

/* ---- its moves ---- */

static void take_word(struct app *app, const struct live_word *word)
{
	struct game *game = game_of(app);
	struct session *session = &game->session;
	struct state from;
	move_code move;
	const int score = session_score(session);
	session_state(session, &from);
	const enum relay_step step = relay_take(session, word->text, &move);
	game->watching->moved = word->time;
	app->message[0] = '\0';
	animation_stop(app);
	if (step == RELAY_MOVE) {
		playback_follow(app, &from, move, false);
		game_moved(app, &from, score, move);
	} else if (step == RELAY_BACK) {
		game_changed(app);
	} else {
		error_set(&game->watching->fault,
		          session->full ? _("it is too long") : _("a move is not valid"));
	}
}

static void take_words(struct app *app)
{
	const struct watching *watching = game_of(app)->watching;
	for (int i = 0; i < watching->reader.count; i++)
		if (watching->fault.text[0] == '\0' && !watching->idle)
			take_word(app, &watching->reader.words[i]);
}

/* ---- reading on ---- */

/* True if there was news. */
static bool read_on(struct app *app)
{
	struct watching *watching = game_of(app)->watching;
	enum live_news news = LIVE_TEXT;
	bool changed = false;
	for (int i = 0; i < READS_MAX && !is_lost(app) && news != LIVE_NONE && news != LIVE_FOREIGN;
	     i++) {
		news = live_read(&watching->reader);
		if (news == LIVE_TEXT)
			take_text(app);
		else if (news == LIVE_ADDED)
			take_words(app);
		changed |= news != LIVE_NONE;
	}
	if (news == LIVE_FOREIGN)
		error_set(&watching->fault, _("it can't be read"));
	return changed;
}

/* Whether the player is there; true if that is new, or the time since the last move is due to be
 * shown. */
static bool look(struct watching *watching)
{
	const bool gone = !live_is_on(&watching->reader), news = gone != watching->gone;
	watching->looked = milliseconds_now();
	watching->gone = gone;
	return news || wall_milliseconds() - watching->moved > SILENT_SECONDS * 1000;
}

int64_t watch_due(const struct game *game)
{
	return game->watching == NULL ? 0 : game->watching->due;
}

void watch_tick(struct app *app)
{
	struct watching *watching = game_of(app)->watching;
	if (watching == NULL || app_until(watching->due) > 0)
		return;
	app->unchanged = !read_on(app);
	if (is_lost(app)) {
		app_say(app, _("Out of memory."));
		game_leave(app);
		return;
	}
	if (app_until(watching->looked + LOOK_MILLISECONDS) == 0 && look(watching))
		app->unchanged = false;
	watching->due = milliseconds_now() + READ_MILLISECONDS;
}

/* ---- words ---- */

static void say_gone(const char *player, char *out, size_t size)
{
	snprintf(out, size, _("The game of %s is no longer shown."), player);
}

static void say_idle(const char *player, char *out, size_t size)
{
	snprintf(out, size, _("%s shows no game now."), player);
}

static void say_fault(const char *player, const struct error *fault, char *out, size_t size)
{
	char why[sizeof fault->text];
	snprintf(why, sizeof why, "%.*s", (int)text_fit(fault->text, FAULT_COLUMNS), fault->text);
	/* TRANSLATORS: a player, and the reason, such as "its moves do not fit the level". */
	snprintf(out, size, _("The game of %s can't be followed: %s."), player, why);
}

static void say_silent(const char *player, int minutes, char *out, size_t size)
{
	snprintf(out, size,
	         text_plural("%s has not moved for %d minute.", "%s has not moved for %d minutes.",
	                     minutes),
	         player, minutes);
}

void watch_words(const struct game *game, char out[REPORT_MAX])
{
	const struct watching *watching = game->watching;
	const char *player = watching->reader.player;
	const int64_t silent = (wall_milliseconds() - watching->moved) / 1000;
	char result[REPORT_MAX], clean[REPORT_MAX - HEADER_BYTES_MAX];
	out[0] = '\0';
	if (watching->gone) {
		say_gone(player, out, REPORT_MAX);
	} else if (watching->idle) {
		say_idle(player, out, REPORT_MAX);
	} else if (watching->fault.text[0] != '\0') {
		say_fault(player, &watching->fault, out, REPORT_MAX);
	} else if (session_solved(&game->session)) {
		report_result(&game->session, result);
		text_sanitize(clean, sizeof clean, result);
		snprintf(out, REPORT_MAX, C_("heading", "%s: %s"), player, clean);
	} else if (silent >= SILENT_SECONDS) {
		say_silent(player, silent < 6000 ? (int)silent / 60 : 100, out, REPORT_MAX);
	}
}

/* ---- the page ---- */

void watch_close(struct game *game)
{
	if (game->watching != NULL)
		live_reader_close(&game->watching->reader);
	free(game->watching);
	game->watching = NULL;
}

/* Opens the player's game as it is now. False with a sentence. */
static bool join(struct app *app, const char *player, char why[MESSAGE_MAX])
{
	struct watching *watching = game_of(app)->watching;
	struct error error;
	if (!live_reader_open(&watching->reader, player) || !live_is_on(&watching->reader) ||
	    live_read(&watching->reader) != LIVE_TEXT) {
		say_gone(player, why, MESSAGE_MAX);
	} else if (watching->reader.text[0] == '\0') {
		say_idle(player, why, MESSAGE_MAX);
	} else if (!begin(app, &error)) {
		say_fault(player, &error, why, MESSAGE_MAX);
	} else {
		watching->moved = watching->reader.time;
		read_on(app);
		snprintf(why, MESSAGE_MAX, "%s", _("Out of memory."));
		return !is_lost(app);
	}
	return false;
}

bool watch_open(struct app *app, const char *player)
{
	struct game *game = game_of(app);
	char why[MESSAGE_MAX];
	snprintf(why, sizeof why, "%s", _("Out of memory."));
	game->watching = calloc(1, sizeof *game->watching);
	if (game->watching == NULL || !join(app, player, why)) {
		watch_close(game);
		session_close(&game->session);
		app_say(app, "%s", why);
		return false;
	}
	animation_stop(app);
	game->started = milliseconds_now();
	game->watching->due = game->started;
	return true;
}
