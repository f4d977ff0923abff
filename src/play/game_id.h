/* Game IDs, such as "tilt:7x7#1234": a puzzle's default recipe in some size, and a seed. The same
 * ID is the same board everywhere. A daily board has the default size, and a date as its seed. The
 * rungs of ladders (play/ladder.h) and the boards of runs (play/run_id.h) have game IDs too:
 * "tilt:ladder#2026-48:3", "tilt:streak#20261125:7". */
#ifndef PARLOUR_PLAY_GAME_ID_H
#define PARLOUR_PLAY_GAME_ID_H

#include <time.h>

#include "play/run_id.h"
#include "puzzle/pack.h"

enum { LEVEL_NAME_MAX = 512 }; /* bytes of a level's name */

struct game_id {
	const struct puzzle *puzzle;
	struct recipe recipe;
	uint64_t seed;
	int week, rung; /* of a ladder; 0: none */
	struct run_id run; /* of which it is board number `board`, */
	int board;         /* from 1; 0: of none */
};

/* The game ID of a board of a run. */
struct game_id game_id_of_run(const struct run_id *run, int board);

/* Parses "PUZZLE:ROWSxCOLUMNS#SEED", or the name of a rung or of a board of a run; false if it is
 * anything else. */
bool game_id_parse(const char *name, struct game_id *id);
/* Whether a name looks like a game ID with a number out of range, or a ladder of no week; the error
 * says which. */
bool game_id_fault(const char *name, struct error *error);
void game_id_name(const struct game_id *id, char out[LEVEL_NAME_MAX]);

/* Generates its level, as a pack of that name. */
bool game_id_make(const struct game_id *id, struct pack *pack, struct error *error);

/* The same of its level, which was generated before. */
bool game_id_pack(const struct game_id *id, const struct level *level, struct pack *pack,
                  struct error *error);

/* The game ID of a puzzle's daily board: the same for everyone, by the date in UTC. */
void game_id_daily(const struct puzzle *puzzle, time_t now, char out[LEVEL_NAME_MAX]);
/* Whether it is that of a daily board; *day is then its date. */
bool game_id_is_daily(const struct game_id *id, struct tm *day);

/* The ID before (-1) or after (1) it: for a daily board the same day's board of the previous or
 * next puzzle, for a rung the one below or above, for a board of a run the one before or after it,
 * for any other the seed before or after. False if there is none. */
bool game_id_neighbour(const struct game_id *id, int step, char out[LEVEL_NAME_MAX]);

#endif
