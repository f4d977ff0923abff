/* Tilt's rules, against a slide so naive that it can be trusted; its level files, and its bound. */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "puzzle/registry.h"
#include "support/help.h"

/* ---- the rules ---- */

/* Makes moves given by name on rows of start and goal and compares the board. */
static void check_tilt(const char *rows, const char *moves, const char *expected)
{
	struct level level;
	char text[BOARD_TEXT_MAX], copy[64], *rest = NULL;
	read_tilt(rows, &level);
	struct state state = level.start;
	snprintf(copy, sizeof copy, "%s", moves);
	for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
		make_move(puzzle_named("tilt"), &level, &state, name);
	board_text(puzzle_named("tilt"), &level, &state, text);
	ck_assert_str_eq(text, expected);
}

START_TEST(the_rules_example_holds)
{
	check_tilt(".a#b.c .a#b.c", "left", "a.#bc.\n");
	check_tilt(".a#b.c .a#b.c", "left right", ".a#.bc\n");
}
END_TEST

START_TEST(all_blocks_slide_at_once)
{
	check_tilt("ab.. ab..\n.... ....\n.#.. .#..", "down", "....\n.b..\na#..\n");
	check_tilt("ab.. ab..\n.... ....\n.#.. .#..", "down right", "....\n...b\na#..\n");
}
END_TEST

START_TEST(blocks_stop_each_other_and_never_merge)
{
	check_tilt("a.a.b a.a.b", "right", "..aab\n");
	check_tilt("a.a.b a.a.b", "left", "aab..\n");
	check_tilt("a a\n. .\nb b\n. .", "down", ".\n.\na\nb\n");
	check_tilt("a a\n. .\nb b\n. .", "down up", "a\nb\n.\n.\n");
}
END_TEST

START_TEST(a_block_on_its_goal_is_not_locked)
{
	check_tilt("a.b .ab", "right", ".ab\n");
	check_tilt("a.b .ab", "right left", "ab.\n");
}
END_TEST

START_TEST(passing_over_a_goal_does_not_count)
{
	struct level level;
	read_tilt("a... .a..", &level);
	const struct puzzle *puzzle = puzzle_named("tilt");
	struct state state = level.start;
	make_move(puzzle, &level, &state, "right");
	ck_assert(!puzzle->rules.solved(&level, &state));
}
END_TEST

START_TEST(a_tilt_that_moves_nothing_is_not_a_move)
{
	struct level level;
	move_code move;
	const struct puzzle *puzzle = puzzle_named("tilt");
	read_tilt("a..# ..a#", &level);
	ck_assert(!puzzle_find_move(puzzle, &level, &level.start, "left", &move));
	ck_assert(!puzzle_find_move(puzzle, &level, &level.start, "up", &move));
	ck_assert(!puzzle_find_move(puzzle, &level, &level.start, "down", &move));
	ck_assert(puzzle_find_move(puzzle, &level, &level.start, "right", &move));
	move_code valid[MOVES_MAX];
	ck_assert_int_eq(puzzle_valid_moves(puzzle, &level, &level.start, valid), 1);
	ck_assert_int_eq(valid[0], move);
	ck_assert(!puzzle_find_move(puzzle, &level, &level.start, "Right", &move));
	ck_assert(!puzzle_find_move(puzzle, &level, &level.start, "", &move));
}
END_TEST

/* The two blocks change places with each other: the position is the same. */
START_TEST(blocks_of_one_colour_are_interchangeable)
{
	struct level level;
	const struct puzzle *puzzle = puzzle_named("tilt");
	read_tilt("a. ..\n.. ..\n.a aa", &level);
	struct state one = level.start, two = level.start;
	make_move(puzzle, &level, &one, "right");
	make_move(puzzle, &level, &one, "down");
	make_move(puzzle, &level, &two, "right");
	make_move(puzzle, &level, &two, "up");
	ck_assert(!same_state(&one, &two));
	make_move(puzzle, &level, &two, "down");
	ck_assert(same_state(&one, &two));
	struct level turned;
	read_tilt(".a ..\n.. ..\na. aa", &turned);
	ck_assert_uint_eq(turned.state_size, level.state_size);
	ck_assert(!same_state(&turned.start, &level.start));
}
END_TEST

START_TEST(a_start_may_be_solved)
{
	struct level level;
	struct answer answer;
	const struct puzzle *puzzle = puzzle_named("tilt");
	read_tilt("ab. ab.", &level);
	ck_assert(puzzle->rules.solved(&level, &level.start));
	ck_assert(
		solve_position(puzzle, &level, &level.start, &limits_default, NULL, NULL, &answer));
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_eq(answer.upper, 0);
	ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(every_colour_must_reach_its_goals)
{
	struct level level;
	const struct puzzle *puzzle = puzzle_named("tilt");
	read_tilt("ab ba", &level);
	ck_assert(!puzzle->rules.solved(&level, &level.start));
	read_tilt("ab. a.b", &level);
	ck_assert(!puzzle->rules.solved(&level, &level.start));
	read_tilt("aa. aa.", &level);
	ck_assert(puzzle->rules.solved(&level, &level.start));
}
END_TEST

/* ---- faults ---- */

static const struct {
	const char *rows, *message;
} faults[] = {
	{"a.\n..", "x.level:4: the goal is missing: expected a second word in each row"},
	{"a. .a.\n.. ...",
         "x.level:4: the start is 2 wide and the goal 3; expected the same width"},
	{"a. .a\n.# ..",
         "x.level:5: column 2 is a wall in the start only: walls must be in both words"},
	{"a. #a\n.. ..",
         "x.level:4: column 1 is a wall in the goal only: walls must be in both words"},
	{"a. .#\n.. a.",
         "x.level:4: column 2 is a wall in the goal only: walls must be in both words"},
	{"ab aa", "x.level:4: colour 'a' has 1 block but 2 goals"},
	{"bb ..", "x.level:4: colour 'b' has 2 blocks but no goals"},
	{".z ..", "x.level:4: colour 'z' has 1 block but no goals"},
	{".# .#", "x.level:4: add a block (a to z)"},
	{"a. .a\nA. A.",
         "x.level:5: 'A' in column 1 of the start; expected '.', '#' or a letter a to z"},
	{"a. .1", "x.level:4: '1' in column 2 of the goal; expected '.', '#' or a letter a to z"},
	{"a. .{", "x.level:4: '{' in column 2 of the goal; expected '.', '#' or a letter a to z"},
	{"a` .a", "x.level:4: '`' in column 2 of the start; expected '.', '#' or a letter a to z"},
	{"a\x1B .a",
         "x.level:4: '?' in column 2 of the start; expected '.', '#' or a letter a to z"},
	{"a\xC3\xA9 .a", "x.level:4: '\xC3\xA9' in column 2 of the start; expected '.', '#' or a "
                         "letter a to z"},
};

START_TEST(every_error_is_reported)
{
	char text[256];
	setlocale(LC_CTYPE, "C.UTF-8");
	snprintf(text, sizeof text, "level: t\nmode: tilt\n\n%s\n", faults[_i].rows);
	ck_assert_str_eq(refused(text, strlen(text)), faults[_i].message);
}
END_TEST

/* ---- against a naive slide ---- */

static const struct {
	const char *name;
	int down, right;
} directions[] = {{"up", -1, 0}, {"right", 0, 1}, {"down", 1, 0}, {"left", 0, -1}};

/* The board's text, a row every `width` characters. One step of one block; false at the end. */
static bool step_any(char *board, int rows, int columns, int down, int right)
{
	const int width = columns + 1;
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < columns; c++) {
			char *from = &board[r * width + c];
			const int row = r + down, column = c + right;
			if (*from < 'a' || row < 0 || row >= rows || column < 0 ||
			    column >= columns || board[row * width + column] != '.')
				continue;
			board[row * width + column] = *from;
			*from = '.';
			return true;
		}
	return false;
}

static void check_slides(const struct level *level, struct random *random)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	char before[BOARD_TEXT_MAX], naive[BOARD_TEXT_MAX], after[BOARD_TEXT_MAX];
	struct state state = level->start;
	for (int i = 0; i < 6; i++) {
		const uint32_t d = random_below(random, 4);
		board_text(puzzle, level, &state, before);
		memcpy(naive, before, sizeof naive);
		while (step_any(naive, level->rows, level->columns, directions[d].down,
		                directions[d].right))
			continue;
		const bool moved = puzzle->rules.apply(level, &state, (move_code)d);
		board_text(puzzle, level, &state, after);
		char name[MOVE_NAME_MAX];
		puzzle->format.name_move(level, (move_code)d, name);
		must(strcmp(name, directions[d].name) == 0, "%s for %s", name, directions[d].name);
		must(strcmp(after, naive) == 0, "%s on\n%smakes\n%sand not\n%s", name, before,
		     after, naive);
		must(moved == (strcmp(before, naive) != 0), "%s on\n%s", name, before);
	}
}

START_TEST(slides_agree_with_single_steps)
{
	struct random random = {11};
	struct level level;
	for (int i = 0; i < 1500; i++) {
		const int rows = 1 + (int)random_below(&random, 9);
		const int columns = 2 + (int)random_below(&random, 8);
		random_tilt(&random, rows, columns, 1 + rows * columns / 2, &level);
		check_slides(&level, &random);
	}
}
END_TEST

START_TEST(slides_agree_on_the_largest_boards)
{
	static const int sizes[][3] = {{26, 26, 3}, {26, 26, 200}, {26, 26, 676}, {16, 16, 256},
	                               {1, 26, 20}, {26, 1, 20},   {20, 13, 129}, {17, 16, 136}};
	struct random random = {12};
	struct level level;
	for (int i = 0; i < 10; i++)
		for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
			random_tilt(&random, sizes[s][0], sizes[s][1], sizes[s][2], &level);
			check_slides(&level, &random);
		}
}
END_TEST

/* ---- packed states ---- */

/* A tilt level with the blocks at the top of an empty board. */
static void blocks_on_top(int rows, int columns, int blocks, struct level *level)
{
	char text[2048];
	int used = 0;
	for (int r = 0; r < rows; r++) {
		char word[SIDE_MAX + 1];
		for (int c = 0; c < columns; c++)
			word[c] = r * columns + c < blocks ? "abc"[(r + c) % 3] : '.';
		word[columns] = '\0';
		used += snprintf(text + used, sizeof text - (size_t)used, "%s %s\n", word, word);
	}
	read_tilt(text, level);
}

START_TEST(states_are_packed_as_small_as_they_can)
{
	struct level level;
	blocks_on_top(16, 16, 5, &level);
	ck_assert_uint_eq(level.state_size, 5); /* 256 cells: a byte a block */
	blocks_on_top(16, 17, 5, &level);
	ck_assert_uint_eq(level.state_size, 10);
	blocks_on_top(4, 4, 15, &level);
	ck_assert_uint_eq(level.state_size, 15);
	blocks_on_top(4, 4, 16, &level);
	ck_assert_uint_eq(level.state_size, 16); /* the grid */
	blocks_on_top(16, 17, 135, &level);
	ck_assert_uint_eq(level.state_size, 270);
	blocks_on_top(16, 17, 200, &level);
	ck_assert_uint_eq(level.state_size, 272);
	blocks_on_top(26, 26, 676, &level);
	ck_assert_uint_eq(level.state_size, 676);
}
END_TEST

/* Whatever the moves were, a board has one encoding. */
START_TEST(the_same_board_has_the_same_bytes)
{
	static const int sizes[][3] = {{3, 4, 5}, {3, 4, 12}, {17, 16, 30}, {17, 16, 200}};
	struct random random = {13};
	struct level level, again;
	const struct puzzle *puzzle = puzzle_named("tilt");
	for (int i = 0; i < 200; i++) {
		const int *size = sizes[i % 4];
		random_tilt(&random, size[0], size[1], size[2], &level);
		struct state state = level.start;
		wander(puzzle, &level, &state, 5, &random);
		again = level;
		again.start = state;
		struct level read;
		read_back(puzzle, &again, &read);
		must(same_state(&read.start, &state), "other bytes for the same board");
		must(same_level(puzzle, &read, &again), "another level");
	}
}
END_TEST

/* ---- the bound ---- */

/* One block alone, mostly on staircases where it turns at every cell: it starts in the bottom left
 * corner, and its goal is 301 moves away. */
static const char *const staircases[SIDE_MAX] = {
	"#....##........##.###.#...", "..##.#....###.##.##.#.....", ".#...#...#....#...##.....#",
	".#..#..#..#..#.........###", "..#.....#.......#....#####", "#..##.#....#...#.#.#.#....",
	"##..#...###.....#.###..#..", "..#..#....#..#..#.#...##..", "...#..#..#.#.#...###.##..#",
	".#..#..##.....#....#..#.#.", "..#..#..#..##..#....#.....", "#..#..#..#...##...##.....#",
	"##..#..#..#...#..###.#..##", "..#..#..#..#..#...#..#.#..", "...#..#..#..#..###..##....",
	".#..#..#..#..#..#..#.##..#", "..#..#..#..#..#......##.##", "#..#..#..#..#..##.#......#",
	"##..#..#..#..#..#..#..#...", "..#..#..#..#..#..#..##....", "...#..#..#..#..#..#..#...#",
	".#..#..#..#..#..#..#..##..", "..#..#..#..#..#..#..#..##.", "#..#..#..#..#..#..#..#..#.",
	"##..#..#..#..#..#..#..#...", "....##....##....##....##..",
};

START_TEST(solutions_longer_than_255_moves_are_found)
{
	enum { START_ROW = 25, START_COLUMN = 0, GOAL_ROW = 18, GOAL_COLUMN = 23 };
	static struct answer answer;
	struct level level;
	char text[2048];
	int used = 0;
	for (int r = 0; r < SIDE_MAX; r++) {
		char start[SIDE_MAX + 1], goal[SIDE_MAX + 1];
		strcpy(start, staircases[r]);
		strcpy(goal, staircases[r]);
		if (r == START_ROW)
			start[START_COLUMN] = 'a';
		if (r == GOAL_ROW)
			goal[GOAL_COLUMN] = 'a';
		used += snprintf(text + used, sizeof text - (size_t)used, "%s %s\n", start, goal);
	}
	read_tilt(text, &level);
	check_lower_bounds(puzzle_named("tilt"), &level, "staircases");
	solve_position(puzzle_named("tilt"), &level, &level.start, &limits_default, NULL, NULL,
	               &answer);
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_eq(answer.upper, 301);
	ck_assert(plan_solves(puzzle_named("tilt"), &level, &level.start, &answer));
}
END_TEST

/* ---- all of them ---- */

static void add_all(TCase *tests)
{
	tcase_add_test(tests, the_rules_example_holds);
	tcase_add_test(tests, all_blocks_slide_at_once);
	tcase_add_test(tests, blocks_stop_each_other_and_never_merge);
	tcase_add_test(tests, a_block_on_its_goal_is_not_locked);
	tcase_add_test(tests, passing_over_a_goal_does_not_count);
	tcase_add_test(tests, a_tilt_that_moves_nothing_is_not_a_move);
	tcase_add_test(tests, blocks_of_one_colour_are_interchangeable);
	tcase_add_test(tests, a_start_may_be_solved);
	tcase_add_test(tests, every_colour_must_reach_its_goals);
	tcase_add_loop_test(tests, every_error_is_reported, 0, sizeof faults / sizeof faults[0]);
	tcase_add_test(tests, slides_agree_with_single_steps);
	tcase_add_test(tests, slides_agree_on_the_largest_boards);
	tcase_add_test(tests, states_are_packed_as_small_as_they_can);
	tcase_add_test(tests, the_same_board_has_the_same_bytes);
	tcase_add_test(tests, solutions_longer_than_255_moves_are_found);
}

int main(void)
{
	return run_tests("tilt", add_all);
}
