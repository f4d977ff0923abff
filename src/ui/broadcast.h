/* Letting others watch: if the player agreed, the game on the board is told to live/NAME
 * (store/live.h) in the words of play/relay.h. What fails there is never the player's concern: a
 * game that is too long, or can't be written, can't be watched. */
#ifndef PARLOUR_UI_BROADCAST_H
#define PARLOUR_UI_BROADCAST_H

#include "play/race.h"
#include "play/relay.h"
#include "store/live.h"

/* Somebody else in a race that this player has left. */
struct left_opponent {
	char name[PLAYER_NAME_MAX + 1];
	struct finish finish;
};

/* What this player had told of a race when they left it: as a reader got it (store/live.h). And
 * the others, if it was in this session: what they told may be gone. */
struct left_race {
	char *text; /* NULL: none */
	struct live_word *words;
	int count;
	struct left_opponent opponents[RACE_RIVALS_MAX];
	int opponent_count;
};

struct broadcast {
	struct live live;
	bool begun;    /* the text of this game was told */
	bool failed;   /* it could not be: not again before the game is restarted */
	uint32_t node; /* the position that was told last, see relay_next */
	bool racing;   /* the file tells a race instead, whether others may watch or not */
	struct left_race left;
};

#define BROADCAST_OFF               \
	{                           \
		.live = LIVE_CLOSED \
	}

/* Notes what the player's file has of a race that the player was in, in this session or another,
 * unless the file is open. A race that was noted before stays if the file has none any more. */
void broadcast_note_left(struct broadcast *broadcast, const char *player);

/* Whether the race noted is this one. */
bool broadcast_has_left(const struct broadcast *broadcast, const struct race_text *race);

/* Begins or ends, for a player of a shared account. False if another session of the player has
 * begun, or nothing can be written. Notes first what was left. */
bool broadcast_open(struct broadcast *broadcast, const char *player);
void broadcast_close(struct broadcast *broadcast);
void broadcast_free(struct broadcast *broadcast);

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

/* Ends that, and closes the file, in which the text of the race stays. `text`, which it takes, is
 * what was told of a race that has started; or NULL. */
void broadcast_end_race(struct broadcast *broadcast, char *text);

#endif
