/* What the unit tests share: levels from C strings, random boards, and a brute-force search.
 *
 * Nothing here is clever, so that it can be trusted. The brute-force search stores whole positions
 * and all moves between them, and computes the distances backwards, without bounds or packing. */
#ifndef PARLOUR_TESTS_SUPPORT_HELP_H
#define PARLOUR_TESTS_SUPPORT_HELP_H

#include <check.h>
#include <stdbool.h>

#include "puzzle/pack.h"
#include "puzzle/puzzle.h"
#include "solve/solve.h"

/* ck_assert for inner loops: costs nothing while the condition holds. */
#define must(condition, ...)                          \
	do {                                          \
		if (!(condition))                     \
			ck_abort_msg(__VA_ARGS__);    \
	} while (0)

/* Runs one test case of tests; the exit status for main. Installs the program's list of puzzles,
 * unless a list is installed. A test has ten minutes, so that only one that hangs is stopped.
 * Under a sanitizer, processes are slow to start and to end: one runs all tests, unless CK_FORK is
 * set. */
typedef void add_tests(TCase *tests);
int run_tests(const char *name, add_tests *add);
/* The same with a second case for the tests that start threads: the first has the tag "one-thread",
 * so that it can be left out. */
int run_tests_apart(const char *name, add_tests *add, add_tests *add_threads);
int run_suite(Suite *suite);

/* ---- levels ---- */

/* Reads a pack named "x.level", which must be accepted. */
struct pack read_pack(const char *text);

/* Reads a text that must be refused; returns the message, valid until the next call. */
const char *refused(const char *text, size_t size);

/* The first level of a pack's text. */
const struct puzzle *read_level(const char *text, struct level *level);

/* A tilt level from its rows alone. */
void read_tilt(const char *rows, struct level *level);

/* Writes the level as a file has it and reads it again. */
void read_back(const struct puzzle *puzzle, const struct level *level, struct level *again);

/* True if both levels play the same and have the same identity. */
bool same_level(const struct puzzle *puzzle, const struct level *a, const struct level *b);

/* The rows of a position as a level file has them, a newline after each. */
enum { BOARD_TEXT_MAX = SIDE_MAX * (4 * SIDE_MAX + 1) + 1 };
void board_text(const struct puzzle *puzzle, const struct level *level, const struct state *state,
                char out[BOARD_TEXT_MAX]);

/* A random tilt board, goals and blocks anywhere: often unsolvable. `pieces` at most. */
void random_tilt(struct random *random, int rows, int columns, int pieces, struct level *level);

/* A small random board of a puzzle with a goal that can be reached; false if this try failed. */
bool random_level(const struct puzzle *puzzle, struct random *random, struct level *level);

/* Calls `check` with every shipped level, and then with small random ones, of every puzzle. */
typedef void level_check(const struct puzzle *puzzle, const struct level *level, const char *name);
void for_every_level(level_check *check);

/* Calls `check` with the shipped levels alone; returns how many there were. */
int for_shipped_levels(level_check *check);

/* Whether a level, by its name, is one of the records: their proofs are the longest. Tests that
 * prove many positions, or prove without the puzzle's own solver, leave them out. */
bool is_record(const char *name);

/* Calls `check` with the levels of a file of the source tree. */
void for_levels_of_file(const char *path, level_check *check);

/* ---- moves ---- */

/* Makes a move by its name, which must be valid. */
void make_move(const struct puzzle *puzzle, const struct level *level, struct state *state,
               const char *name);

/* Makes some random valid moves; returns how many. */
int wander(const struct puzzle *puzzle, const struct level *level, struct state *state, int moves,
           struct random *random);

bool same_state(const struct state *a, const struct state *b);

/* True if the answer's plan consists of valid moves from `start` to a solution. */
bool plan_solves(const struct puzzle *puzzle, const struct level *level, const struct state *start,
                 const struct answer *answer);

/* ---- brute force ---- */

enum { NO_WAY = -1 };

struct brute {
	int count;              /* number of all positions that can be reached */
	struct state *state;
	int *depth;             /* moves from the first position */
	int *rest;              /* moves to the nearest solution, or NO_WAY */
};

/* Everything that can be reached from `start`; false if it is more than `max` positions. */
bool brute_init(struct brute *brute, const struct puzzle *puzzle, const struct level *level,
                const struct state *start, int max);
void brute_free(struct brute *brute);

/* Compares the lower bound of every reachable position with brute force, unless there are too many.
 * A level_check. */
void check_lower_bounds(const struct puzzle *puzzle, const struct level *level, const char *name);

/* The puzzle with a lower bound of 0: turns solve_position() into a breadth-first search. */
struct puzzle without_bound(const struct puzzle *puzzle);

/* ---- solvers ---- */

/* Solves positions that random play of the level reaches, all with one solver that keeps what it
 * learns, and compares each answer with the general search's (which may give up after `max`
 * states: then only the bounds are compared). The bounds reported meanwhile must be true as well.
 * Returns how many positions both have proven. */
int compare_with_reference(const struct puzzle *puzzle, const struct level *level, int positions,
                           uint64_t max, int threads, struct random *random);

/* Whether a sanitizer makes searches many times slower. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
/* Tests divide the number of their random boards by it. */
enum { SLOWDOWN = SANITIZED ? 8 : 1 };

#endif
