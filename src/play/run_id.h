/* Runs: series of boards of a puzzle that become more difficult, one for each kind and day (UTC)
 * and the same for everyone. A run has a name, "tilt:streak#20261125", and so have its boards,
 * "tilt:streak#20261125:7", which are levels like those of game IDs.
 *
 * The boards are frozen. Those of a streak are picked by rating: play/streak.h. In a storm, a
 * board's seed is the hash of its name, and its recipe is one of the puzzle's steps
 * (puzzle_generator), a step further every few boards. */
#ifndef PARLOUR_PLAY_RUN_ID_H
#define PARLOUR_PLAY_RUN_ID_H

#include <time.h>

#include "os/clock.h"
#include "puzzle/puzzle.h"

enum run_kind {
	RUN_STREAK, /* boards in the minimum number of moves, until the first that is not */
	RUN_STORM,  /* as many boards as possible in three minutes */
	RUN_KINDS
};

enum {
	RUN_BOARDS_MAX = 100, /* boards of a run */
	RUN_NAME_MAX = 64,    /* bytes of a name */
	RUN_DAY_MAX = DATE_WORDS_MAX,
};

struct run_id {
	const struct puzzle *puzzle;
	enum run_kind kind;
	int date; /* 20261125 */
};

/* "Streak", "Storm". */
const char *run_title(enum run_kind kind);

/* Whether the puzzle has runs. */
bool run_is_offered(const struct puzzle *puzzle);
/* The run of a day. */
struct run_id run_of_day(const struct puzzle *puzzle, enum run_kind kind, time_t day);

/* Parses the name of a run, or of a board of it; false if it is anything else. *board is from 1;
 * 0: the run itself. */
bool run_id_parse(const char *name, struct run_id *id, int *board);
bool run_id_equal(const struct run_id *one, const struct run_id *other);

/* Writes the name of the run (board 0) or of a board. */
void run_id_name(const struct run_id *id, int board, char out[RUN_NAME_MAX]);
/* Writes its day: "25 November 2026". */
void run_id_day(const struct run_id *id, char out[RUN_DAY_MAX]);

/* Of a board, from 1. */
struct recipe run_recipe(const struct run_id *id, int board);
uint64_t run_seed(const struct run_id *id, int board);

#endif
