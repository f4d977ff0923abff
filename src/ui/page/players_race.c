/* Races in the list of who plays: they are proposed and joined here (play/race.h). Who takes part
 * says so in their own file, and everybody sees from all files who does. */
#include "ui/page/players.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/registry.h"
#include "store/store.h"

enum {
	START_MILLISECONDS = 5000, /* from the owner's key to the start of a race */
};

static const char full[] = N_("Eight players are in that race: it is full.");
_Static_assert(RACE_PLAYERS_MAX == 8, "the message says eight");

bool players_race_is_own(const struct app *app)
{
	return app->race.boards > 0 && strcmp(app->race.owner, store_player(app->store)) == 0;
}

/* Before it has started. */
static void end_race(struct app *app)
{
	broadcast_end_race(&app->broadcast, NULL);
	settings_broadcast(app);
	app->race.boards = 0;
}

/* Tells the others that the player takes part; false with a message. */
static bool tell_race(struct app *app)
{
	char line[RACE_LINE_MAX];
	race_text_write(&app->race, line);
	if (broadcast_race(&app->broadcast, store_player(app->store), line))
		return true;
	end_race(app);
	app_say(app, _("Another session of yours is in a race or is being watched."));
	return false;
}

static void leave(struct app *app, const char *why)
{
	end_race(app);
	app_say(app, "%s", why);
}

void players_leave_race(struct app *app)
{
	leave(app,
	      players_race_is_own(app) ? _("Your race is withdrawn.") : _("You left the race."));
}

static void open_race(struct app *app)
{
	app_go(app, (struct destination){.transition = TRANSITION_COVER,
	                                 .page = PAGE_GAME,
	                                 .start = START_RACE});
}

/* The puzzle of an offer, as many as there are. */
static const struct puzzle *offered(int offer)
{
	int count = 0;
	for (int i = 0; puzzle_at(i) != NULL; i++)
		count += run_is_offered(puzzle_at(i));
	assert(count > 0);
	offer %= count;
	for (int i = 0;; i++)
		if (run_is_offered(puzzle_at(i)) && offer-- == 0)
			return puzzle_at(i);
}

/* Names the boards of the player's race, and says so to the others. */
static void choose_boards(struct app *app)
{
	const int offer = players_of(app)->offer;
	race_choose(&app->race, offered(offer / 2), offer % 2 == 0 ? 1 : RACE_BOARDS_MAX,
	            (uint64_t)wall_milliseconds());
	tell_race(app);
}

void players_propose(struct app *app)
{
	if (app->race.boards > 0) {
		players_leave_race(app);
		return;
	}
	app->race = (struct race_text){.began = wall_milliseconds()};
	snprintf(app->race.owner, sizeof app->race.owner, "%s", store_player(app->store));
	choose_boards(app);
}

void players_offer_other(struct app *app)
{
	if (!players_race_is_own(app))
		return;
	players_of(app)->offer++;
	choose_boards(app);
}

int players_count_racers(const struct app *app, const struct race_text *race)
{
	const struct players *players = players_of(app);
	int count = 0;
	for (int i = 0; i < players->count; i++)
		count += players->player[i].race.boards > 0 &&
		         race_is_same(&players->player[i].race, race);
	return count;
}

void players_start_race(struct app *app)
{
	if (!players_race_is_own(app)) {
		app_say(app, _("Only the player who proposed the race can start it."));
	} else if (players_count_racers(app, &app->race) == 0) {
		app_say(app, _("Nobody has joined your race yet."));
	} else {
		app->race.starts = wall_milliseconds() + START_MILLISECONDS;
		if (tell_race(app))
			open_race(app);
	}
}

/* Whether a race has begun so long ago that nobody can come back. */
static bool is_past(const struct race_text *race)
{
	return race->starts > 0 && wall_milliseconds() - race->starts > RACE_MILLISECONDS;
}

/* The player who proposed a race; NULL: is not there, or has left it. */
static const struct player *find_owner(const struct players *players, const struct race_text *race)
{
	for (int i = 0; i < players->count; i++) {
		const struct player *player = &players->player[i];
		if (strcmp(player->reader.player, race->owner) == 0)
			return player->race.boards > 0 && race_is_same(&player->race, race) ? player
			                                                                    : NULL;
	}
	return NULL;
}

/* What the player was told of this race before they left it, in this session or in one that ended
 * in it: false if they were not there when it began. */
static bool was_there(struct app *app, const struct race_text *race, struct race_text *left)
{
	const char *rest;
	broadcast_note_left(&app->broadcast, store_player(app->store));
	return broadcast_has_left(&app->broadcast, race) &&
	       race_text_read(left, app->broadcast.left.text, &rest) && left->starts > 0;
}

/* Until a race has begun, only its owner's text says what it is about; then what they themselves
 * were told before. */
void players_join(struct app *app, const struct player *player)
{
	const struct player *owner = find_owner(players_of(app), &player->race);
	const struct race_text *race = owner != NULL ? &owner->race : &player->race;
	struct race_text left;
	const bool back = was_there(app, race, &left);
	if (back)
		race = &left;
	if (players_race_is_own(app) && race_is_same(race, &app->race)) {
		char key[KEY_NAME_MAX];
		app_say(app, _("%s starts your race."), app_key(app, ON_PLAYERS, 's', key));
	} else if (is_past(race) || (race->starts == 0 && owner == NULL)) {
		app_say(app, _("That race is over."));
	} else if (race->starts > 0 && !back) {
		app_say(app, _("That race has begun without you."));
	} else if (players_count_racers(app, race) >= RACE_PLAYERS_MAX) {
		app_say(app, "%s", _(full));
	} else {
		app->message[0] = '\0';
		app->race = *race;
		if (race->starts > 0)
			open_race(app);
		else
			tell_race(app);
	}
}

/* Whether as many have joined before this player as may race: then two joined at once. */
static bool is_too_late(const struct app *app)
{
	const struct players *players = players_of(app);
	const int64_t own = app->broadcast.live.time;
	int before = 0;
	for (int i = 0; i < players->count; i++) {
		const struct player *player = &players->player[i];
		const char *name = player->reader.player;
		const int64_t time = player->reader.time;
		if (player->race.boards > 0 && race_is_same(&player->race, &app->race))
			before += strcmp(name, app->race.owner) == 0 || time < own ||
			          (time == own && strcmp(name, store_player(app->store)) < 0);
	}
	return before >= RACE_PLAYERS_MAX;
}

/* What the player who proposed the race says of it; false if they took it back. Who starts it and
 * leaves at once has started it. */
static bool ask_owner(const struct app *app, struct race_text *race)
{
	struct live_reader reader;
	const char *rest;
	const struct player *owner = find_owner(players_of(app), &app->race);
	if (owner != NULL) {
		*race = owner->race;
		return true;
	}
	const bool good = live_reader_open(&reader, app->race.owner) &&
	                  live_read(&reader) == LIVE_TEXT &&
	                  race_text_read(race, reader.text, &rest) &&
	                  race_is_same(race, &app->race) && race->starts > 0;
	live_reader_close(&reader);
	return good;
}

void players_follow_owner(struct app *app)
{
	struct race_text race;
	if (app->race.boards == 0 || players_race_is_own(app))
		return;
	if (is_too_late(app)) {
		leave(app, _(full));
	} else if (!ask_owner(app, &race)) {
		leave(app, _("The race was withdrawn."));
	} else {
		app->race = race;
		if (race.starts > 0)
			open_race(app);
	}
}

/* "Tilt, 3 boards" */
static void name_boards(const struct race_text *race, char out[HEADER_BYTES_MAX])
{
	struct game_id id;
	const bool good = race_board(race, 0, &id);
	/* TRANSLATORS: the boards of a race: a puzzle, and how many */
	snprintf(out, HEADER_BYTES_MAX, text_plural("%s, %d board", "%s, %d boards", race->boards),
	         good ? _(id.puzzle->title) : "", race->boards);
}

void players_describe_race(const struct player *player, bool wide, char out[PLAYERS_RACE_MAX])
{
	char boards[HEADER_BYTES_MAX];
	const struct race_text *race = &player->race;
	name_boards(race, boards);
	if (race->starts > 0)
		snprintf(out, PLAYERS_RACE_MAX,
		         /* TRANSLATORS: after a player's name: "anna    is in a race: Tilt, 3
		          * boards"; the second is for a narrow screen: 25 columns */
		         wide ? _("is in a race: %s") : _("races: %s"), boards);
	else if (strcmp(race->owner, player->reader.player) == 0)
		snprintf(out, PLAYERS_RACE_MAX,
		         /* TRANSLATORS: after a player's name; the second is for a narrow screen */
		         wide ? _("proposes a race: %s") : _("race: %s"), boards);
	else
		/* TRANSLATORS: after a player's name: the race that another player proposed */
		snprintf(out, PLAYERS_RACE_MAX, _("has joined %s's race"), race->owner);
}

void players_describe_own(const struct app *app, char out[MESSAGE_MAX])
{
	char boards[HEADER_BYTES_MAX], key[KEY_NAME_MAX];
	out[0] = '\0';
	if (app->race.boards == 0)
		return;
	const int count = players_count_racers(app, &app->race);
	name_boards(&app->race, boards);
	if (!players_race_is_own(app))
		/* TRANSLATORS: the owner of a race, its boards, and the owner again */
		snprintf(out, MESSAGE_MAX, _("You joined %s's race: %s. %s starts it."),
		         app->race.owner, boards, app->race.owner);
	else if (count == 0)
		/* TRANSLATORS: the boards of a race; a key offers others */
		snprintf(out, MESSAGE_MAX, _("Your race: %s. Nobody has joined. %s changes it."),
		         boards, app_key(app, ON_PLAYERS, PRESS_TAB, key));
	else
		snprintf(out, MESSAGE_MAX,
		         /* TRANSLATORS: the boards of a race, how many have joined it, a key */
		         text_plural("Your race: %s. %d has joined. %s starts it.",
		                     "Your race: %s. %d have joined. %s starts it.", count),
		         boards, count, app_key(app, ON_PLAYERS, 's', key));
}
