/* The rules of the fifteen puzzle of tests/puzzles: what a new puzzle tests beside the promises of
 * all puzzles, see doc/new-puzzle.md. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/registry.h"
#include "puzzles/fifteen.h"
#include "support/help.h"

static void read_fifteen(const char *rows, struct level *level)
{
	char text[256];
	snprintf(text, sizeof text, "level: t\nmode: fifteen\n\n%s\n", rows);
	read_level(text, level);
}

START_TEST(a_tile_slides_into_the_gap)
{
	static const char *const after[] = {"up",   "123\n4.6\n758\n", "right", "123\n.46\n758\n",
	                                    "down", ".23\n146\n758\n"};
	struct level level;
	char text[BOARD_TEXT_MAX];
	read_fifteen("1.3\n426\n758", &level);
	struct state state = level.start;
	for (int i = 0; i < 6; i += 2) {
		make_move(&fifteen_puzzle, &level, &state, after[i]);
		board_text(&fifteen_puzzle, &level, &state, text);
		ck_assert_str_eq(text, after[i + 1]);
	}
}
END_TEST

START_TEST(tiles_do_not_wrap)
{
	struct level level;
	move_code move;
	read_fifteen("12\n3.", &level);
	ck_assert(!puzzle_find_move(&fifteen_puzzle, &level, &level.start, "up", &move));
	ck_assert(!puzzle_find_move(&fifteen_puzzle, &level, &level.start, "left", &move));
	ck_assert(puzzle_find_move(&fifteen_puzzle, &level, &level.start, "down", &move));
	ck_assert(!puzzle_find_move(&fifteen_puzzle, &level, &level.start, "sideways", &move));
}
END_TEST

/* Sam Loyd's prize of 1880 was never paid. */
START_TEST(two_tiles_alone_never_swap)
{
	static struct answer answer;
	struct level level;
	read_fifteen("1234\n5678\n9abc\ndfe.", &level);
	solve_position(&fifteen_puzzle, &level, &level.start, &limits_default, NULL, NULL, &answer);
	ck_assert_int_eq(answer.verdict, UNSOLVABLE);
	ck_assert_uint_le(answer.states, 1);
}
END_TEST

static const struct {
	const char *rows, *message;
} faults[] = {
	{"12\n34", "x.level:5: column 2 is not a tile of this board; expected '.' or 1 to 3"},
	{"12\n1.", "x.level:5: '1' is there twice; expected every tile once"},
	{"1#\n2.", "x.level:4: column 2 is not a tile of this board; expected '.' or 1 to 3"},
	{"123456\n789abc\ndefghi\njklmno\n......",
         "x.level:4: a board of 30 cells; expected 25 at most"},
};

START_TEST(every_error_is_reported)
{
	char text[256];
	snprintf(text, sizeof text, "level: t\nmode: fifteen\n\n%s\n", faults[_i].rows);
	ck_assert_str_eq(refused(text, strlen(text)), faults[_i].message);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, a_tile_slides_into_the_gap);
	tcase_add_test(tests, tiles_do_not_wrap);
	tcase_add_test(tests, two_tiles_alone_never_swap);
	tcase_add_loop_test(tests, every_error_is_reported, 0, sizeof faults / sizeof faults[0]);
}

int main(void)
{
	static const struct puzzle *const list[] = {&fifteen_puzzle, NULL};
	struct error error;
	return registry_install(list, &error) ? run_tests("fifteen", add_all) : EXIT_FAILURE;
}
