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
	enum { LEAST = 100 / SLOWDOWN };
	const char *top = getenv("srcdir");
	char path[4096], line[128];
	int count = 0, number = 0;
	snprintf(path, sizeof path, "%s/tests/unit/seeds.txt", top == NULL ? "." : top);
	FILE *file = fopen(path, "r");
	must(file != NULL, "%s can't be read", path);
	while (fgets(line, sizeof line, file) != NULL)
		if (number++ % SLOWDOWN == 0)
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
		struct recipe recipe = answering->generator.recipe;
		recipe.seconds = 60; /* in place of the limit of states */
		for (uint64_t seed = 0; seed < 10 / SLOWDOWN; seed++)
			check_same(answering, &counting, &recipe, seed);
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
		for (uint64_t seed = 0; seed < 10 / SLOWDOWN; seed++)
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
		must(strstr(error.text, "in 0 tries and 1e-09 seconds") != NULL, "%s", error.text);
	}
}
END_TEST

/* ---- the limits of a recipe without seconds ---- */

/* The same message, with the same counts, each time. */
static void check_limit(const char *name, struct recipe recipe, const char *expected)
{
	struct level level;
	struct generate_progress progress[2];
	char first[sizeof error.text];
	const struct puzzle *puzzle = puzzle_named(name);
	for (int i = 0; i < 2; i++) {
		must(!generate_watched(puzzle, &recipe, 1, NULL, &progress[i], &level, &error),
		     "%s: found", name);
		must(progress[i].over && progress[i].tries > 0, "%s: %s", name, error.text);
		must(i == 0 || strcmp(first, error.text) == 0, "%s, then %s", first, error.text);
		snprintf(first, sizeof first, "%s", error.text);
	}
	must(strstr(first, expected) != NULL, "%s", first);
	must(progress[0].states == progress[1].states, "other states");
}

START_TEST(limits_of_states_are_the_same_everywhere)
{
	struct recipe lines = plain_recipe(puzzle_named("lines"), 26, 26);
	if (SANITIZED || getenv("UNDER_VALGRIND") != NULL) /* minutes */
		return;
	lines.par_min = lines.par_max = 10;
	check_limit("lines", lines, "the last has par 9 or more, not proven");
}
END_TEST

/* A report for each try; what came closest only ever comes closer. */
struct watched {
	int reports, tries, closest;
};

static void watch(void *context, const struct generate_progress *progress)
{
	struct watched *watched = context;
	must(progress->tries >= watched->tries, "fewer tries");
	must(progress->upper >= watched->closest, "the closest went away");
	watched->tries = progress->tries;
	watched->closest = progress->upper;
	watched->reports++;
}

START_TEST(a_failed_search_says_what_came_closest)
{
	const struct puzzle *tilt = puzzle_named("tilt");
	struct recipe recipe = plain_recipe(tilt, 3, 3);
	struct watched watched = {0, 0, -1};
	const struct generate_watcher watcher = {watch, &watched};
	struct generate_progress progress;
	struct level level;
	char expected[128];
	recipe.par_min = recipe.par_max = 30;
	ck_assert(!generate_watched(tilt, &recipe, 1, &watcher, &progress, &level, &error));
	ck_assert(!progress.over);
	ck_assert_int_eq(watched.tries, TRIES_MAX);
	ck_assert_int_ge(watched.reports, TRIES_MAX);
	snprintf(expected, sizeof expected,
	         "no 3x3 tilt board of par 30 with seed 1 in 2,000 tries; the closest had par %d",
	         progress.upper);
	ck_assert_str_eq(error.text, expected);
	/* It is true: there is one of that par, and none of a higher one. */
	recipe.par_min = recipe.par_max = progress.upper;
	ck_assert(generate(tilt, &recipe, 1, &level, &error));
	recipe.par_min++;
	recipe.par_max = 30;
	ck_assert(!generate(tilt, &recipe, 1, &level, &error));
}
END_TEST

/* ---- wishes that nothing can fulfil ---- */

static const struct impossible {
	const char *puzzle;
	int rows, columns, pieces, colours, par; /* 0: the puzzle's default */
	const char *goal, *at_fault;
} impossible[] = {
	{"tilt", 7, 7, 49, 0, 0, NULL, "a 7x7 board has room for at most 48 pieces, not 49"},
	{"tilt", 7, 7, 3, 4, 0, NULL, "3 pieces can have at most 3 colours, not 4"},
	{"tilt", 7, 7, 0, 5, 0, NULL, "4 pieces can have at most 4 colours, not 5"},
	{"tilt", 1, 2, 0, 0, 0, NULL, "a 1x2 board is too small for 2 pieces"},
	{"tilt", 1, 9, 0, 0, 2, NULL, "a 1x9 board needs at most 1 move; par 2 is not possible"},
	{"bishop", 3, 3, 9, 0, 0, NULL, "a 3x3 board has room for at most 8 pieces, not 9"},
	{"bishop", 6, 6, 2, 3, 0, NULL, "2 pieces can have at most 2 colours, not 3"},
	{"gems", 6, 6, 37, 0, 0, NULL, "a 6x6 board has room for at most 36 pieces, not 37"},
	{"gems", 6, 6, 5, 1, 0, NULL, "at least 6 gems are needed, not 5"},
	{"gems", 6, 6, 12, 5, 0, NULL,
         "12 gems are too few for 5 colours; each needs 3"},
	{"gems", 6, 6, 12, 4, 4, NULL, "12 gems need at most 3 moves; par 4 is not possible"},
	{"gems", 6, 6, 0, 3, 0, "clear bx", "the goal's 'x' is not among the 3 colours a to c"},
	{"gems", 6, 6, 0, 2, 0, "clear c", "the goal's 'c' is not among the 2 colours a to b"},
	{"lines", 4, 4, 0, 3, 0, NULL, "tiles in lines have no colours"},
	{"lines", 4, 4, 17, 0, 0, NULL, "a 4x4 board has room for at most 16 pieces, not 17"},
	{"lines", 4, 4, 0, 0, 11, NULL, "par is at most 10 for lines, not 11"},
	{"lines", 4, 4, 0, 0, 0, "close 17",
         "16 tiles are too few for the goal, which needs at least 17"},
	{"lines", 4, 4, 7, 0, 0, "groups 4",
         "7 tiles are too few for the goal, which needs at least 8"},
	{"lines", 4, 4, 0, 0, 0, "close 1", "a closed group has at least 2 tiles"},
};
enum { IMPOSSIBLE = sizeof impossible / sizeof impossible[0] };

START_TEST(impossible_wishes_are_refused_at_once)
{
	const struct impossible *wish = &impossible[_i];
	struct recipe recipe = plain_recipe(puzzle_named(wish->puzzle), wish->rows, wish->columns);
	if (wish->pieces > 0)
		recipe.pieces = wish->pieces;
	if (wish->colours > 0)
		recipe.colours = wish->colours;
	if (wish->par > 0)
		recipe.par_min = recipe.par_max = wish->par;
	recipe.value[HEADER_GOAL] = wish->goal;
	ck_assert(!recipe_check(puzzle_named(wish->puzzle), &recipe, &error));
	must(strstr(error.text, wish->at_fault) == error.text, "%s", error.text);
}
END_TEST

/* Nothing is refused that the puzzle can make: on small boards of every recipe, `start` agrees. */
static void check_not_refused(const struct puzzle *puzzle, const struct recipe *recipe)
{
	struct level level;
	struct random random = {1};
	if (recipe_check(puzzle, recipe, &error))
		return;
	for (int i = 0; i < 50; i++) {
		must(generate_begin(puzzle, recipe, &level, &error), "%s", error.text);
		must(!puzzle->generator.start(&level, recipe, &random),
		     "%s %dx%d, %d pieces, %d colours: refused, but made", puzzle->name,
		     recipe->rows, recipe->columns, recipe->pieces, recipe->colours);
	}
}

START_TEST(nothing_that_can_be_made_is_refused)
{
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		const bool coloured = strcmp(puzzle_at(i)->name, "lines") != 0;
		for (int size = 0; size < 16; size++) {
			struct recipe recipe =
				plain_recipe(puzzle_at(i), 1 + size / 4, 1 + size % 4);
			if (size == 0)
				continue;
			recipe.par_min = 1; /* what a par can be depends on more than `start` */
			for (recipe.pieces = -1; recipe.pieces < 18; recipe.pieces++)
				for (recipe.colours = -1; recipe.colours < (coloured ? 6 : 0);
				     recipe.colours++)
					if (recipe.pieces != 0 && recipe.colours != 0)
						check_not_refused(puzzle_at(i), &recipe);
		}
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
	tcase_add_test(tests, limits_of_states_are_the_same_everywhere);
	tcase_add_test(tests, a_failed_search_says_what_came_closest);
	tcase_add_loop_test(tests, impossible_wishes_are_refused_at_once, 0, IMPOSSIBLE);
	tcase_add_test(tests, nothing_that_can_be_made_is_refused);
}

int main(void)
{
	return run_tests("seeds", add_all);
}
