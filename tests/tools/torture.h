/* Shared by the parts of the torture test. Each part must find no fault at any count:
 *
 *	endure kill 10000 PARLOUR         sessions killed while they write
 *	endure drop 200 PARLOUR           lines dropped
 *	endure drop 200 PARLOUR CONFIG    the same through ssh, to the host "server" of that file
 *	endure fail 0 PARLOUR fail.so     calls that fail
 *	endure crowd 200 PARLOUR          many sessions at once
 */
#ifndef PARLOUR_TESTS_TOOLS_TORTURE_H
#define PARLOUR_TESTS_TOOLS_TORTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "support/term.h"

enum { TEXT_MAX = 4096 };

/* One run. */
struct torture {
	const char *program;      /* an absolute path */
	const char *const *extra; /* further arguments; NULL at the end */
	int count;
};

/* Each reports its faults and returns how many it found. */
int torture_kill(const struct torture *torture);
int torture_drop(const struct torture *torture);
int torture_fail(const struct torture *torture);
int torture_crowd(const struct torture *torture);

/* ---- reports ---- */

/* Reports a fault in a line on standard error. Returns 1. */
__attribute__((format(printf, 1, 2))) int fault(const char *format, ...);

/* Ends the run: the test itself can't go on. */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- a player ---- */

struct player {
	char *home;       /* holds level files and "state" */
	const char *name; /* of --player; NULL: the account's only player */
};

struct player player_new(void);
void player_free(struct player *player);

/* A path in the home; valid until the eighth call from now. */
const char *at_player(const struct player *player, const char *name);

/* A path in the folder of the player's data: "parlour.db". */
const char *at_own(const struct player *player, const char *name);

/* Writes the level file "room-NUMBER.level"; below number 576 no two levels have one size. Its only
 * piece is at the left of the first row: right and left always move it, so any number of moves can
 * be made, and none of them solves the level. Right, then down does. */
void player_write_level(const struct player *player, int number);

/* Starts the program on a terminal; each list has NULL at the end, or is NULL. */
struct term *player_start(const struct player *player, const char *const *argv,
                          const char *const *environment);

/* ---- saved data ---- */

/* Reads the game in progress of level file `number`; "" if there is none. Takes the lock as the
 * program does, and has SQLite check the file. Returns the number of faults. */
int kept_game(const struct player *player, int number, char words[TEXT_MAX]);

/* How many moves a saved game has: the number after the first bar. */
int moves_of_words(const char *words);

/* Like kept_game, for any query that gives one text. */
int kept_text(const struct player *player, const char *query, char text[TEXT_MAX]);

/* ---- the screen ---- */

/* The number after "moves "; -1 while there is none. */
int moves_shown(struct term *term);
bool is_shown(struct term *term, const char *text);

/* Seconds of processor time used by a process; -1 when it has ended. */
double seconds_of(pid_t process);

/* Its parent process. */
pid_t parent_of(pid_t process);

/* ---- random numbers ---- */

/* A number below `limit`; the same sequence in each run. */
unsigned chance(uint64_t *seed, unsigned limit);

#endif
