/* A seed is for ever: game IDs and daily boards against what version 0.1 made of them, and that
 * neither a solver's speed nor its way of counting changes a board. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/generate.h"
#include "puzzle/registry.h"
#include "support/help.h"

static struct error error;

/* The puzzle's own recipe in another size. */
static struct recipe plain_recipe(const struct puzzle *puzzle, int rows, int columns)
{
	struct recipe recipe = puzzle->generator.recipe;
	recipe.rows = rows;
	recipe.columns = columns;
	return recipe;
}

/* ---- what version 0.1 made ---- */

/* A line of seeds.txt: "tilt:7x7#1234 8 16763272747145629582", a game ID, its par and the level's
 * identity. Returns whether the line is about this puzzle. */
static bool check_line(const struct puzzle *puzzle, const char *line)
{
	char name[16], id[64];
	int rows, columns, par;
	uint64_t seed, identity;
	struct level level;
	must(sscanf(line, "%15[a-z]:%dx%d#%" SCNu64 " %d %" SCNu64, name, &rows, &columns, &seed,
	            &par, &identity) == 6,
	     "bad line: %s", line);
	if (strcmp(name, puzzle->name) != 0)
		return false;
	const struct recipe recipe = plain_recipe(puzzle, rows, columns);
	generate_name(puzzle, &recipe, seed, id, sizeof id);
	must(generate(puzzle, &recipe, seed, &level, &error), "%s: %s", id, error.text);
	must(level.par == par, "%s: par %d, in version 0.1 it was %d", id, level.par, par);
	must(level_identity(puzzle, &level) == identity, "%s is another board than in version 0.1",
	     id);
	return true;
}

static void check_puzzle(const struct puzzle *puzzle)
{
	enum { LEAST = 100 };
	const char *top = getenv("srcdir");
	char path[4096], line[128];
	int count = 0;
	snprintf(path, sizeof path, "%s/tests/unit/seeds.txt", top == NULL ? "." : top);
	FILE *file = fopen(path, "r");
	must(file != NULL, "%s can't be read", path);
	while (fgets(line, sizeof line, file) != NULL)
		count += check_line(puzzle, line);
	fclose(file);
	must(count >= LEAST, "%s has %d seeds only", puzzle->name, count);
}

START_TEST(game_ids_and_daily_boards_are_those_of_version_0_1)
{
	for (int i = 0; puzzle_at(i) != NULL; i++)
		check_puzzle(puzzle_at(i));
}
END_TEST

/* ---- no solver changes a board ---- */

/* A solver that gives the puzzle's answers, but first reports an absurd number of states. */
static const struct puzzle *answering;

static void *counting_open(const struct level *level, size_t bytes)
{
	return answering->solver->open(level, bytes);
}

static void counting_close(void *context)
{
	answering->solver->close(context);
}

static void counting_search(void *context, const struct state *start, struct monitor *monitor,
                            struct answer *answer)
{
	answer->states = UINT64_MAX / 2;
	if (monitor_report(monitor, answer))
		answering->solver->search(context, start, monitor, answer);
}

static const struct puzzle_solver counting_solver = {
	.open = counting_open,
	.close = counting_close,
	.search = counting_search,
};

static void check_same(const struct puzzle *puzzle, const struct puzzle *other,
                       const struct recipe *recipe, uint64_t seed)
{
	struct level level, again;
	must(generate(puzzle, recipe, seed, &level, &error), "%s", error.text);
	must(generate(other, recipe, seed, &again, &error), "%s", error.text);
	must(same_level(puzzle, &level, &again),
	     "%s, seed %" PRIu64 ": another solver, another "
	     "board",
	     puzzle->name, seed);
}

START_TEST(a_solver_that_counts_differently_makes_the_same_boards)
{
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		answering = puzzle_at(i);
		struct puzzle counting = *answering;
		if (answering->solver == NULL)
			continue;
		counting.solver = &counting_solver;
		for (uint64_t seed = 0; seed < 10; seed++)
			check_same(answering, &counting, &answering->generator.recipe, seed);
	}
}
END_TEST

START_TEST(the_general_search_makes_the_same_boards)
{
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		const struct puzzle *puzzle = puzzle_at(i);
		struct puzzle general = *puzzle;
		struct recipe recipe = plain_recipe(puzzle, 4, 5);
		general.solver = NULL;
		recipe.par_min = 3;
		recipe.par_max = 5;
		for (uint64_t seed = 0; seed < 10; seed++)
			check_same(puzzle, &general, &recipe, seed);
	}
}
END_TEST

/* Version 0.1 passed over a board in the wanted range whose proof took too many states. */
START_TEST(a_board_is_accepted_however_long_its_proof)
{
	const struct puzzle *lines = puzzle_named("lines");
	struct recipe recipe = plain_recipe(lines, 5, 5);
	struct level level;
	recipe.par_min = 6;
	recipe.par_max = 9;
	must(generate(lines, &recipe, 9, &level, &error), "%s", error.text);
	ck_assert_int_eq(level.par, 8);
	must(generate(lines, &recipe, 2, &level, &error), "%s", error.text);
	ck_assert_int_eq(level.par, 9);
}
END_TEST

/* ---- a limit of time ---- */

START_TEST(without_time_there_is_no_board)
{
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		struct recipe recipe = puzzle_at(i)->generator.recipe;
		struct level level;
		recipe.seconds = 1e-9;
		ck_assert(!generate(puzzle_at(i), &recipe, 1, &level, &error));
		must(strstr(error.text, "--time-limit") != NULL, "%s", error.text);
	}
}
END_TEST

/* ---- all of them ---- */

static void add_all(TCase *tests)
{
	tcase_add_test(tests, game_ids_and_daily_boards_are_those_of_version_0_1);
	tcase_add_test(tests, a_solver_that_counts_differently_makes_the_same_boards);
	tcase_add_test(tests, the_general_search_makes_the_same_boards);
	tcase_add_test(tests, a_board_is_accepted_however_long_its_proof);
	tcase_add_test(tests, without_time_there_is_no_board);
}

int main(void)
{
	return run_tests("seeds", add_all);
}
