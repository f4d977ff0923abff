/* Letting others watch: if the player agreed, the game on the board is told to live/NAME
 * (store/live.h) in the words of play/relay.h. What fails there is never the player's concern: a
 * game that is too long, or can't be written, can't be watched. */
#ifndef PARLOUR_UI_BROADCAST_H
#define PARLOUR_UI_BROADCAST_H

#include "play/relay.h"
#include "store/live.h"

/* The setting: 1 if the player agreed, 0 if not; never set: not asked yet. */
#define SETTING_WATCH "watch"

struct broadcast {
	struct live live;
	bool begun;    /* the text of this game was told */
	bool failed;   /* it could not be: not again before the game is restarted */
	uint32_t node; /* the position that was told last, see relay_next */
	bool racing;   /* the file tells a race instead, whether others may watch or not */
};

#define BROADCAST_OFF               \
	{                           \
		.live = LIVE_CLOSED \
	}

/* Begins or ends, for a player of a shared account. False if another session of the player has
 * begun, or nothing can be written. */
bool broadcast_open(struct broadcast *broadcast, const char *player);
void broadcast_close(struct broadcast *broadcast);

static inline bool broadcast_is_on(const struct broadcast *broadcast)
{
	return broadcast->live.file >= 0;
}

/* Tells how a game has changed, or all of it if it is new. Nothing if the broadcast is off. */
void broadcast_game(struct broadcast *broadcast, const struct library *library,
                    struct level_ref level, const struct session *session);

/* Another game is on the board, or the same without its history: it must be told anew. */
static inline void broadcast_forget(struct broadcast *broadcast)
{
	broadcast->begun = broadcast->failed = false;
}

/* Tells that no game is on the board. */
void broadcast_nothing(struct broadcast *broadcast);

/* Tells a text of a race (play/race.h) instead of games, until it ends; false if another session of
 * the player tells something, or it can't be written. */
bool broadcast_race(struct broadcast *broadcast, const char *player, const char *text);

/* Ends that. The file is kept open if others may watch the player. */
void broadcast_end_race(struct broadcast *broadcast, bool keep);

#endif
