/* The search for a new board: what the form offers can be had, and is opened again by its name. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/library.h"
#include "play/new_board.h"
#include "puzzle/registry.h"
#include "support/help.h"

static struct error error;

/* ---- sizes ---- */

START_TEST(every_difficulty_has_pars_of_the_recipe)
{
	for (int p = 0; puzzle_at(p) != NULL; p++) {
		const struct puzzle *puzzle = puzzle_at(p);
		const struct recipe *recipe = &puzzle->generator.recipe;
		const struct board_size usual =
			new_board_size(puzzle, new_board_usual_size(puzzle));
		must(usual.rows == recipe->rows && usual.columns == recipe->columns,
		     "%s: its usual size is not offered", puzzle->name);
		for (int s = 0; new_board_size(puzzle, s).rows > 0; s++) {
			const struct board_size size = new_board_size(puzzle, s);
			int next = recipe->par_min;
			for (int d = 0; d < DIFFICULTIES; d++) {
				const struct par_range pars =
					new_board_pars(puzzle, size, (enum difficulty)d);
				must(pars.min == next && pars.max >= pars.min, "%s %dx%d: %d..%d",
				     puzzle->name, size.rows, size.columns, pars.min, pars.max);
				next = pars.max + 1;
			}
			must(next == recipe->par_max + 1, "%s: up to %d", puzzle->name, next);
		}
	}
}
END_TEST

START_TEST(a_puzzle_without_sizes_offers_its_usual_one)
{
	struct puzzle puzzle = *puzzle_at(0);
	puzzle.generator.sizes = NULL;
	const struct recipe *recipe = &puzzle.generator.recipe;
	const struct board_size size = new_board_size(&puzzle, new_board_usual_size(&puzzle));
	ck_assert_int_eq(size.rows, recipe->rows);
	ck_assert_int_eq(size.columns, recipe->columns);
	ck_assert_int_eq(new_board_size(&puzzle, 1).rows, 0);
	const struct par_range hard = new_board_pars(&puzzle, size, DIFFICULTY_HARD);
	ck_assert_int_gt(hard.min, recipe->par_min);
	ck_assert_int_eq(hard.max, recipe->par_max);
}
END_TEST

/* ---- the search ---- */

static void expect_board(struct library *library, const struct puzzle *puzzle, int difficulty)
{
	char name[64];
	struct new_board board;
	struct level_list found = {0};
	struct level *level = malloc(sizeof *level);
	const struct board_size size = new_board_size(puzzle, new_board_usual_size(puzzle));
	new_board_begin(&board, puzzle, size, (enum difficulty)difficulty, 120);
	enum new_board_result result;
	do
		result = new_board_step(&board);
	while (result == NEW_BOARD_SEARCHING);
	must(result == NEW_BOARD_FOUND, "%s: no %s board", puzzle->name,
	     difficulty_name((enum difficulty)difficulty));
	new_board_name(&board, name, sizeof name);
	must(library_find(library, name, &found, &error), "%s", error.text);
	must(library_level(library, found.refs[0], level, &error), "%s", error.text);
	must(level->par == board.par && level->rows == size.rows &&
	             level->columns == size.columns && board.par >= board.wanted.min &&
	             board.par <= board.wanted.max,
	     "%s: par %d, expected %d", name, level->par, board.par);
	level_list_free(&found);
	free(level);
}

START_TEST(every_puzzle_has_boards_of_every_difficulty)
{
	struct library library;
	ck_assert(library_open(&library, &error));
	for (int p = 0; puzzle_at(p) != NULL; p++)
		for (int d = 0; d < DIFFICULTIES; d++)
			expect_board(&library, puzzle_at(p), d);
	library_close(&library);
}
END_TEST

/* Without time, one board is tried. The nearest of several is the one that is kept. */
START_TEST(the_nearest_board_is_kept)
{
	struct new_board board;
	const struct puzzle *lines = puzzle_named("lines");
	const struct board_size size = {.rows = 3, .columns = 3, .medium = 5, .hard = 7};
	new_board_begin(&board, lines, size, DIFFICULTY_HARD, 0);
	board.seed = 1;
	int best = -1;
	for (int i = 1; i <= 20; i++) {
		const int before = board.par;
		const enum new_board_result result = new_board_step(&board);
		ck_assert_int_eq(board.tried, i);
		ck_assert_int_eq(result, board.par == 7 ? NEW_BOARD_FOUND : NEW_BOARD_NONE);
		ck_assert_int_ge(board.par, before);
		if (board.par > before)
			best = i;
		ck_assert_uint_eq(board.nearest, (uint64_t)best);
	}
	ck_assert_int_ge(board.par, 5);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, every_difficulty_has_pars_of_the_recipe);
	tcase_add_test(tests, a_puzzle_without_sizes_offers_its_usual_one);
	tcase_add_test(tests, every_puzzle_has_boards_of_every_difficulty);
	tcase_add_test(tests, the_nearest_board_is_kept);
}

int main(void)
{
	return run_tests("new_board", add_all);
}
