/* What the parts of torture share. Each part is a bar that must hold at any count:
 *
 *	endure kill 10000 PARLOUR         sessions killed while they write
 *	endure drop 200 PARLOUR           lines that drop
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

/* What is run, and how. */
struct torture {
	const char *program;      /* an absolute path */
	const char *const *extra; /* further arguments of the part; ends with NULL */
	int count;
};

/* Each returns how many faults it found, and has told of them. */
int torture_kill(const struct torture *torture);
int torture_drop(const struct torture *torture);
int torture_fail(const struct torture *torture);
int torture_crowd(const struct torture *torture);

/* ---- telling ---- */

/* A fault, on a line of standard error. Returns 1. */
__attribute__((format(printf, 1, 2))) int fault(const char *format, ...);

/* Ends the run: torture itself can't go on. */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- a player ---- */

struct player {
	char *home;       /* in it are level files, and "state" */
	const char *name; /* --player; NULL: the account's only one */
};

struct player player_new(void);
void player_free(struct player *player);

/* A path in the home; good until the eighth call after. */
const char *at_player(const struct player *player, const char *name);

/* The same for the player's own folder of games: "parlour.db". */
const char *at_own(const struct player *player, const char *name);

/* Writes the level file "room-NUMBER.level", of a size of its own below number 576: one piece at
 * the left of the first row, which right and left then always move, so that any number of moves can
 * be made and none solves it. Right and down do. */
void player_write_level(const struct player *player, int number);

/* The program on a terminal; each list ends with NULL, and may be it. */
struct term *player_start(const struct player *player, const char *const *argv,
                          const char *const *environment);

/* ---- what was kept ---- */

/* The words of the game that is kept of the level file `number`; "" where none is.
 * Takes the lock as the program does and has SQLite check the file. Returns the faults. */
int kept_game(const struct player *player, int number, char words[TEXT_MAX]);

/* The same for moves that were made: what stands behind the first bar. */
int moves_of_words(const char *words);

/* The same by any query that gives one text. */
int kept_text(const struct player *player, const char *query, char text[TEXT_MAX]);

/* ---- what is shown ---- */

/* The number behind "moves "; -1 while there is none. */
int moves_shown(struct term *term);
bool is_shown(struct term *term, const char *text);

/* Seconds of processor time that a process has used; -1 when it has ended. */
double seconds_of(pid_t process);

/* The process that started it. */
pid_t parent_of(pid_t process);

/* ---- chance ---- */

/* Below `limit`, the same ones in each run. */
unsigned chance(uint64_t *seed, unsigned limit);

#endif
