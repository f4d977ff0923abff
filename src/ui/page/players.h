/* The list of who plays: what its page, the races that are proposed there and the ghosts of the day
 * share. */
#ifndef PARLOUR_UI_PAGE_PLAYERS_H
#define PARLOUR_UI_PAGE_PLAYERS_H

#include "play/ghosts.h"
#include "play/race.h"
#include "store/live.h"
#include "store/score_log.h"
#include "ui/app.h"

struct player {
	struct live_reader reader;
	char title[HEADER_BYTES_MAX]; /* of the level; "": there is none */
	char place[LEVEL_NAME_MAX];   /* where it is found */
	const struct puzzle *puzzle;
	struct race_text race; /* that the player takes part in; no boards: none */
	int count;
	int64_t began, moved; /* wall_milliseconds() */
	bool on;
};

struct players {
	struct player *player; /* by name */
	int count, room;
	char chosen[PLAYER_NAME_MAX + 1];  /* "": the first */
	struct ghosts ghosts;              /* of the day; they are listed after the players */
	char chosen_ghost[RACE_LEVEL_MAX]; /* its board; "": a player is chosen */
	struct score_log_stamp stamp;      /* of the logs that the ghosts are from */
	int64_t day, ghosts_due;           /* the day of these; when to look again */
	int joined;                        /* the player's race, when that was seen last */
	int offer;                         /* the race proposed: a puzzle, one board or three */
	int top;
	int64_t due;
};

struct players *players_of(const struct app *app);

/* ---- ghosts of the day ---- */

/* Reads the logs, if that is due and they have changed, and checks one of the boards. */
void players_tick_ghosts(struct app *app);
int64_t players_ghosts_due(const struct players *players);

void players_close_ghosts(struct players *players);

/* An entry of the list that is a ghost, after those of the players: races against it, and draws its
 * row. */
void players_race_ghost(struct app *app, int entry);
void players_draw_ghost(struct app *app, int row, int entry, bool chosen);

/* ---- races ---- */

/* Whether the player has proposed a race. */
bool players_race_is_own(const struct app *app);

/* Proposes a race, or leaves the one the player is in. */
void players_propose(struct app *app);

/* Offers other boards for the race that the player proposed. */
void players_offer_other(struct app *app);

void players_start_race(struct app *app);

/* Joins the race that another player takes part in; once it has begun, only if the player was in it
 * before. */
void players_join(struct app *app, const struct player *player);

void players_leave_race(struct app *app);

/* The owner of the joined race starts it, changes its boards or withdraws it. */
void players_follow_owner(struct app *app);

/* How many others take part in a race. */
int players_count_racers(const struct app *app, const struct race_text *race);

/* What a racing player does; shorter unless `wide`. */
enum { PLAYERS_RACE_MAX = HEADER_BYTES_MAX + 128 };
void players_describe_race(const struct player *player, bool wide, char out[PLAYERS_RACE_MAX]);

/* The player's own race, in a sentence; "": there is none. */
void players_describe_own(const struct app *app, char out[MESSAGE_MAX]);

#endif
