/* A race between players of one host, as they tell each other of it (store/live.h): one to three
 * fresh boards, started at the same time.
 *
 * Each player's text is a line "race1 OWNER BEGAN STARTS LEVEL,...", then a line "TENTHS MOVES"
 * for each board so far. The words after it are those of play/relay.h, and "+": on to the next
 * board. OWNER proposed the race at BEGAN, in milliseconds since 1970, which tells races apart;
 * whoever has these two in their text takes part. STARTS is 0 until the owner says so; only the
 * owner's counts, and so do the owner's levels: game IDs of default size.
 *
 * All of it may be forged. Whoever reads it makes the boards and replays the moves. A time is taken
 * to be no earlier than when the reader had not seen the move yet. */
#ifndef PARLOUR_PLAY_RACE_H
#define PARLOUR_PLAY_RACE_H

#include "play/game_id.h"
#include "play/rival.h"

enum {
	RACE_PLAYERS_MAX = 8,
	RACE_RIVALS_MAX = 2 * RACE_PLAYERS_MAX - 1, /* as those who join at once know nobody */
	RACE_BOARDS_MAX = 3,
	RACE_LEVEL_MAX = 64, /* bytes of a level's name with its NUL */
	RACE_MILLISECONDS = 3600000, /* from the start, until nobody can come back any more */
};

struct race_text {
	char owner[PLAYER_NAME_MAX + 1];
	int64_t began, starts; /* milliseconds since 1970; starts 0: not said yet */
	int boards;
	char level[RACE_BOARDS_MAX][RACE_LEVEL_MAX];
};

/* Reads the first line of a text; *rest is what follows it. False if it is not of a race. */
bool race_text_read(struct race_text *race, const char *text, const char **rest);

/* That line, with its newline. */
enum { RACE_LINE_MAX = 400 };
void race_text_write(const struct race_text *race, char out[RACE_LINE_MAX]);

/* Adds a board that was solved, with its moves, to the lines of a text, which may be NULL. None are
 * left without memory. */
void race_add_line(char **lines, int tenths, const struct session *session);

/* Whether two texts are about the same race. */
bool race_is_same(const struct race_text *one, const struct race_text *other);

/* Names fresh boards of a puzzle. */
void race_choose(struct race_text *race, const struct puzzle *puzzle, int boards, uint64_t seed);

/* The game ID of a board; false if it can't be one. */
bool race_board(const struct race_text *race, int board, struct game_id *id);

/* Makes a board to race on, in seconds at most; the caller frees it. NULL with an error. */
struct level *race_make_board(const struct game_id *id, struct error *error);

/* The boards, made: what the owner's text names. */
struct race_boards {
	const struct puzzle *puzzle[RACE_BOARDS_MAX];
	struct level *level[RACE_BOARDS_MAX];
	int count;
};

/* ---- who races ---- */

struct racer {
	struct rival rival;
	int board;         /* the board that is played, from 0 */
	struct finish sum; /* of the boards solved so far */
	struct finish seen[RACE_BOARDS_MAX]; /* the sum when a board was first seen solved */
	char *lines;       /* of the boards solved since the last text, as in a text; NULL: none */
	bool done;         /* with all boards */
	bool wrong;        /* told something that does not fit, since the last text */
};

/* At the start of the first board; false without memory. */
bool racer_open(struct racer *racer, const char *name, const struct race_boards *boards);
void racer_close(struct racer *racer);

/* Whether the current board is solved. */
bool racer_solved(const struct racer *racer);

/* Follows a word told at that time, in tenths since the start. */
void racer_take_word(struct racer *racer, const struct race_boards *boards, const char *word,
                     int64_t tenths);

/* Begins again with what follows a text's first line; no time in it is before `earliest` or after
 * `now`. A board that was seen solved counts as it was then, whatever the text says of it. */
void racer_take_text(struct racer *racer, const struct race_boards *boards, const char *rest,
                     int64_t earliest, int64_t now);

/* How the racer has finished; count -1: not yet. */
struct finish racer_finish(const struct racer *racer);

#endif
