/* Every puzzle's rules: tilt's own, against a slide so naive that it can be believed, and then the
 * promises that every mode makes, over every shipped level and random ones. The second part names
 * no mode, so a new one is tested by being in the list. */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/library.h"
#include "puzzle/key.h"
#include "puzzle/registry.h"
#include "support/help.h"

/* ---- tilt: the rules ---- */

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

START_TEST(a_swipe_that_moves_nothing_is_no_move)
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
START_TEST(blocks_of_one_colour_have_no_names)
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
	ck_assert(search(puzzle, &level, &level.start, &limits_default, NULL, NULL, &answer));
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_eq(answer.upper, 0);
	ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(every_colour_must_be_home)
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

/* ---- tilt: faults ---- */

static const struct {
	const char *rows, *message;
} faults[] = {
	{"a.\n..", "x.level:4: the goal is missing: expected a second word in each row"},
	{"a. .a.\n.. ...",
	 "x.level:4: the start is 2 wide and the goal 3; expected the same width"},
	{"a. .a\n.# ..",
	 "x.level:5: column 2 is a wall in the start only: walls stand in both words"},
	{"a. #a\n.. ..",
	 "x.level:4: column 1 is a wall in the goal only: walls stand in both words"},
	{"a. .#\n.. a.",
	 "x.level:4: column 2 is a wall in the goal only: walls stand in both words"},
	{"ab aa",
	 "x.level:4: colour 'a': blocks 1, goals 2; expected as many goals as blocks"},
	{"bb ..",
	 "x.level:4: colour 'b': blocks 2, goals 0; expected as many goals as blocks"},
	{".z ..",
	 "x.level:4: colour 'z': blocks 1, goals 0; expected as many goals as blocks"},
	{".# .#", "x.level:4: no block on the board: expected at least one letter a to z"},
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

START_TEST(every_fault_is_told)
{
	char text[256];
	setlocale(LC_CTYPE, "C.UTF-8");
	snprintf(text, sizeof text, "level: t\nmode: tilt\n\n%s\n", faults[_i].rows);
	ck_assert_str_eq(refused(text, strlen(text)), faults[_i].message);
}
END_TEST

/* ---- tilt: against a naive slide ---- */

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
	                               {1, 26, 20}, {26, 1, 20}, {20, 13, 129}, {17, 16, 136}};
	struct random random = {12};
	struct level level;
	for (int i = 0; i < 10; i++)
		for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
			random_tilt(&random, sizes[s][0], sizes[s][1], sizes[s][2], &level);
			check_slides(&level, &random);
		}
}
END_TEST

/* ---- tilt: packed states ---- */

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

/* Whatever the way, one board is one string of bytes. */
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

/* ---- promises of every mode ---- */

enum { WALK = 60, BRUTE_MAX = 20000, PROOF_STATES = 300000 };

static bool tail_is_zero(const struct level *level, const struct state *state)
{
	for (size_t i = level->state_size; i < sizeof state->byte; i++)
		if (state->byte[i] != 0)
			return false;
	return true;
}

static void check_names(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct random random = {21};
	struct state state = level->start;
	move_code valid[MOVES_MAX], found;
	static char names[MOVES_MAX][MOVE_NAME_MAX];
	for (int step = 0; step < WALK; step++) {
		const int count = puzzle_valid_moves(puzzle, level, &state, valid);
		for (int i = 0; i < count; i++) {
			puzzle->format.name_move(level, valid[i], names[i]);
			must(names[i][0] != '\0' && strpbrk(names[i], " |@,\t\n") == NULL,
			     "%s: name \"%s\"", name, names[i]);
			must(puzzle_find_move(puzzle, level, &state, names[i], &found) &&
			             found == valid[i],
			     "%s: %s is not found again", name, names[i]);
			for (int j = 0; j < i; j++)
				must(strcmp(names[i], names[j]) != 0, "%s: %s twice", name,
				     names[i]);
		}
		wander(puzzle, level, &state, 1, &random);
	}
}

START_TEST(names_of_moves_are_distinct_and_found_again)
{
	for_every_level(check_names);
}
END_TEST

static void check_written(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct level again;
	read_back(puzzle, level, &again);
	must(same_level(puzzle, level, &again), "%s is read back as another level", name);
}

START_TEST(what_is_written_is_read_again)
{
	for_every_level(check_written);
}
END_TEST

static void check_states(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct random random = {22};
	struct state state = level->start;
	must(level->state_size >= 1 && level->state_size <= STATE_MAX, "%s: state_size", name);
	for (int step = 0; step < WALK; step++) {
		must(tail_is_zero(level, &state), "%s: bytes behind the state", name);
		move_code moves[MOVES_MAX];
		const int count = puzzle->rules.moves(level, &state, moves);
		must(count >= 0 && count <= MOVES_MAX, "%s: %d moves", name, count);
		for (int i = 0; i < count; i++) {
			struct state one = state, two = state;
			const bool made = puzzle->rules.apply(level, &one, moves[i]);
			must(puzzle->rules.apply(level, &two, moves[i]) == made &&
			             same_state(&one, &two),
			     "%s: the same move, two outcomes", name);
			must(made || same_state(&one, &state),
			     "%s: move %d changes it though refused", name, i);
		}
		wander(puzzle, level, &state, 1, &random);
	}
}

START_TEST(equal_states_have_equal_bytes)
{
	for_every_level(check_states);
}
END_TEST

/* Every number is tried as a move, whether moves() names it or not. */
static void check_refusals(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct random random = {23};
	struct state state = level->start;
	wander(puzzle, level, &state, (int)random_below(&random, 5), &random);
	move_code valid[MOVES_MAX];
	const int count = puzzle_valid_moves(puzzle, level, &state, valid);
	for (uint32_t code = 0; code <= UINT16_MAX; code += code < 3000 ? 1 : 97) {
		struct state next = state;
		bool listed = false;
		for (int i = 0; i < count; i++)
			listed = listed || valid[i] == code;
		const bool made = puzzle->rules.apply(level, &next, (move_code)code);
		must(made == listed, "%s: move %u is %svalid", name, code, made ? "" : "not ");
		must(made || same_state(&next, &state), "%s: refused move %u changed it", name,
		     code);
	}
}

START_TEST(only_listed_moves_are_made_and_refused_ones_change_nothing)
{
	for_every_level(check_refusals);
}
END_TEST

/* Every distance from the brute-force search, where the board is small enough for it. */
static void check_bounds(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct brute brute;
	if (!brute_init(&brute, puzzle, level, &level->start, BRUTE_MAX))
		return;
	for (int i = 0; i < brute.count; i++) {
		const int bound = puzzle->rules.lower_bound(level, &brute.state[i]),
			  rest = brute.rest[i];
		must(bound != DEAD_END || rest == NO_WAY, "%s: dead at %d moves from home", name,
		     rest);
		must(rest == NO_WAY || bound <= rest, "%s: bound %d, truth %d", name, bound, rest);
		must(bound >= 0 || bound == DEAD_END, "%s: bound %d", name, bound);
	}
	brute_free(&brute);
}

START_TEST(the_bound_never_exceeds_the_truth)
{
	for_every_level(check_bounds);
}
END_TEST

/* Along a proven plan the truth is known even where the board is too large for brute force. */
static void check_plan(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static struct answer answer;
	const struct limits limits = {.bytes = limits_default.bytes, .states = PROOF_STATES};
	if (!search(puzzle, level, &level->start, &limits, NULL, NULL, &answer)) {
		must(level->par < 0 || answer.lower <= level->par, "%s: par is too low", name);
		must(level->par < 0 || answer.upper < 0 || answer.upper >= level->par,
		     "%s: par is too high", name);
		return;
	}
	must(answer.verdict == OPTIMAL, "%s can't be solved", name);
	must(plan_solves(puzzle, level, &level->start, &answer), "%s: the plan does not solve",
	     name);
	must(level->par < 0 || level->par == answer.length, "%s: par %d, found %d", name,
	     level->par, answer.length);
	struct state state = level->start;
	for (int i = 0; i <= answer.length; i++) {
		const int rest = answer.length - i,
			  bound = puzzle->rules.lower_bound(level, &state);
		must(bound != DEAD_END && bound <= rest, "%s: bound %d, truth %d", name, bound,
		     rest);
		must(puzzle->rules.solved(level, &state) == (rest == 0), "%s: solved too early",
		     name);
		must(i == answer.length || puzzle->rules.apply(level, &state, answer.plan[i]),
		     "%s: move %d", name, i);
	}
}

START_TEST(the_plan_solves_and_its_length_is_par)
{
	for_every_level(check_plan);
}
END_TEST

static void has_par(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	(void)puzzle;
	must((level->par >= 0) != level->endless, "%s: par %d", name, level->par);
}

START_TEST(every_shipped_level_that_ends_has_a_par)
{
	ck_assert_int_gt(for_shipped_levels(has_par), 0);
}
END_TEST

/* For its identity and its moves a level need not be prepared for searches. */
static void check_bare(const struct library *library, struct level_ref place)
{
	struct level level, bare;
	struct error error;
	const struct puzzle *puzzle = library_puzzle(library, place);
	must(library_level(library, place, &level, &error), "%s", error.text);
	must(library_level_bare(library, place, &bare, &error), "%s", error.text);
	ck_assert_uint_eq(level_identity(puzzle, &bare), level_identity(puzzle, &level));
	ck_assert_mem_eq(&bare.start, &level.start, sizeof bare.start);
	puzzle_prepare(puzzle, &bare);
	ck_assert_mem_eq(&bare, &level, sizeof bare);
}

START_TEST(a_bare_level_is_the_same_level)
{
	struct library library;
	struct error error;
	must(library_open(&library, &error), "%s", error.text);
	for (int p = 0; p < library.shipped; p++)
		for (int l = 0; l < library.packs[p].count; l++)
			check_bare(&library, (struct level_ref){p, l});
	library_close(&library);
}
END_TEST

/* From wherever random moves lead, the bound is held against a search without one. */
static void check_detours(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static struct answer answer;
	const struct limits limits = {.bytes = limits_default.bytes, .states = 50000};
	const struct puzzle plain = without_bound(puzzle);
	struct random random = {24};
	for (int i = 0; i < 5; i++) {
		struct state state = level->start;
		wander(puzzle, level, &state, 1 + (int)random_below(&random, 30), &random);
		const int bound = puzzle->rules.lower_bound(level, &state);
		search(&plain, level, &state, &limits, NULL, NULL, &answer);
		if (answer.upper >= 0)
			must(bound != DEAD_END && bound <= answer.upper,
			     "%s: bound %d, a way of %d", name, bound, answer.upper);
		must(!puzzle->rules.solved(level, &state) || bound == 0, "%s: solved, bound %d",
		     name, bound);
	}
}

START_TEST(the_bound_holds_after_detours)
{
	for_every_level(check_detours);
}
END_TEST

/* ---- tilt: the bound ---- */

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

START_TEST(ways_longer_than_a_byte_counts_are_found)
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
	check_bounds(puzzle_named("tilt"), &level, "staircases");
	search(puzzle_named("tilt"), &level, &level.start, &limits_default, NULL, NULL, &answer);
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_eq(answer.upper, 301);
	ck_assert(plan_solves(puzzle_named("tilt"), &level, &level.start, &answer));
}
END_TEST

/* ---- what is painted ---- */

enum { EDGE = 3 }; /* cells around the board that nobody may touch */

static struct picture *canvas(const struct puzzle *puzzle, const struct level *level,
                              struct scale scale, enum glyph_set glyphs)
{
	struct picture *picture = picture_new();
	must(picture != NULL, "out of memory");
	const struct scale size = puzzle_extent(puzzle, level, scale);
	must(picture_resize(picture, size.rows + 2 * EDGE, size.columns + 2 * EDGE), "no picture");
	picture->glyphs = glyphs;
	picture->scale = scale;
	picture_fill(picture, 0, 0, picture->rows, picture->columns, U'\x7F', ROLE_WARNING, 99);
	picture_move_to(picture, EDGE, EDGE);
	return picture;
}

static void check_canvas(const struct picture *picture, const char *name)
{
	for (int r = 0; r < picture->rows; r++)
		for (int c = 0; c < picture->columns; c++) {
			const struct cell cell = picture->cells[r * picture->columns + c];
			const bool edge = r < EDGE || c < EDGE || r >= picture->rows - EDGE ||
			                  c >= picture->columns - EDGE;
			must((cell.glyph == 0x7F) == edge, "%s: cell %d,%d", name, r, c);
			must(cell.role < ROLE_COUNT, "%s: role %d", name, cell.role);
			must(picture->glyphs != GLYPHS_ASCII || cell.glyph < 0x80, "%s: U+%04X",
			     name, (unsigned)cell.glyph);
		}
	for (int i = 0; i < picture->widget_count; i++) {
		const struct widget *widget = &picture->widgets[i];
		must(widget->row >= EDGE && widget->column >= EDGE &&
		     widget->row + widget->rows <= picture->rows - EDGE &&
		     widget->column + widget->columns <= picture->columns - EDGE,
		     "%s: a widget outside", name);
	}
}

static void paint_and_check(const struct puzzle *puzzle, const struct level *level,
                            const struct view *view, struct scale scale, const char *name)
{
	for (int set = 0; set < GLYPHS_COUNT; set++) {
		struct picture *picture = canvas(puzzle, level, scale, (enum glyph_set)set);
		puzzle->screen.paint(level, view, picture);
		check_canvas(picture, name);
		picture_free(picture);
	}
}

static void check_painting(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static const struct scale scales[] = {{1, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 6}};
	struct cursor cursor = {.row = level->rows / 2, .column = level->columns / 2, .chosen = -1};
	move_code moves[MOVES_MAX];
	const int count = puzzle_valid_moves(puzzle, level, &level->start, moves);
	for (size_t s = 0; s < sizeof scales / sizeof scales[0]; s++) {
		struct view view = {.state = &level->start};
		paint_and_check(puzzle, level, &view, scales[s], name);
		view.cursor = &cursor;
		for (int i = 0; i < count && i < 4; i++) {
			view.hint = view.hint == NULL ? &moves[i] : NULL;
			view.moving = moves[i];
			const int frames =
				puzzle->screen.frames == NULL
					? 0
					: puzzle->screen.frames(level, &level->start, moves[i]);
			must(frames >= 0, "%s: %d frames", name, frames);
			for (view.frame = 0; view.frame <= frames; view.frame++)
				paint_and_check(puzzle, level, &view, scales[s], name);
		}
	}
}

START_TEST(painting_fills_its_place_and_no_more)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	for_every_level(check_painting);
}
END_TEST

/* ---- keys ---- */

static void check_keys(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static const int keys[] = {
		PRESS_UP, PRESS_RIGHT, PRESS_DOWN, PRESS_LEFT, PRESS_SHIFT_UP, PRESS_SHIFT_RIGHT,
		PRESS_SHIFT_DOWN, PRESS_SHIFT_LEFT, PRESS_ENTER, ' ', PRESS_ESCAPE, PRESS_TAB,
		PRESS_CLICK, PRESS_HOME, PRESS_END, PRESS_OTHER, PRESS_NONE,
		'h', 'K', 'w', 0x7F,
	};
	struct random random = {25};
	struct state state = level->start;
	struct cursor cursor = {.row = level->rows / 2, .column = level->columns / 2, .chosen = -1};
	int tries = 0;
	for (int i = 0; i < 400; i++) {
		move_code move = UINT16_MAX;
		const int key = keys[random_below(&random, sizeof keys / sizeof keys[0])];
		if (puzzle->screen.press(level, &state, &cursor, key, &move) == INTENT_MOVE) {
			must(move != UINT16_MAX, "%s: key %d makes no move", name, key);
			puzzle->rules.apply(level, &state, move);
			tries++;
		}
		must(cursor.row >= 0 && cursor.row < level->rows && cursor.column >= 0 &&
		             cursor.column < level->columns && cursor.chosen >= -1 &&
		             cursor.chosen < level->rows * level->columns,
		     "%s: the hand is outside", name);
	}
	move_code valid[MOVES_MAX];
	must(tries > 0 || puzzle_valid_moves(puzzle, level, &level->start, valid) == 0,
	     "%s can't be played with keys", name);
}

START_TEST(keys_keep_the_hand_on_the_board_and_make_moves)
{
	for_every_level(check_keys);
}
END_TEST

static void check_pointing(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	move_code valid[MOVES_MAX];
	const int count = puzzle_valid_moves(puzzle, level, &level->start, valid);
	for (int i = 0; i < count; i++) {
		char text[100] = "", whole[MOVE_NAME_MAX], cut[4] = "xyz";
		puzzle->format.name_move(level, valid[i], whole);
		puzzle->text.hint_text(level, &level->start, valid[i], text, sizeof text);
		must(text[0] != '\0' && strcmp(text, whole) != 0, "%s: points with \"%s\"", name,
		     text);
		puzzle->text.hint_text(level, &level->start, valid[i], cut, 3);
		must(strlen(cut) < 3, "%s: writes too much", name);
	}
}

START_TEST(the_second_stage_of_a_hint_is_not_yet_the_move)
{
	for_every_level(check_pointing);
}
END_TEST

/* What stands on each cell, for those who do not see the board: what changes is told, and in words
 * that any locale has. */
static void check_telling(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct random random = {7};
	struct state state = level->start, before = state;
	wander(puzzle, level, &state, 1, &random);
	bool told = false;
	for (int cell = 0; cell < level_cells(level); cell++) {
		char words[48] = "x", old[48], cut[4] = "xyz";
		puzzle->text.describe_cell(level, &state, cell, words, sizeof words);
		puzzle->text.describe_cell(level, &before, cell, old, sizeof old);
		puzzle->text.describe_cell(level, &state, cell, cut, 3);
		must(strlen(words) < sizeof words - 1 && strlen(cut) < 3, "%s: %s", name, words);
		must(strspn(words, "abcdefghijklmnopqrstuvwxyz ") == strlen(words), "%s: %s", name,
		     words);
		told |= strcmp(words, old) != 0;
	}
	must(told == !same_state(&state, &before), "%s: a change is not told", name);
}

START_TEST(what_changes_on_a_board_is_told_in_words)
{
	for_every_level(check_telling);
}
END_TEST

/* ---- the list ---- */

START_TEST(modes_are_found_by_their_names)
{
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		const struct puzzle *puzzle = puzzle_at(i);
		ck_assert_ptr_eq(puzzle_named(puzzle->name), puzzle);
		ck_assert(puzzle->title[0] != '\0' && puzzle->text.goal[0] != '\0' &&
		          puzzle->text.legend[0] != '\0' && puzzle->text.rules[0] != NULL &&
		          puzzle->text.help[0] != NULL);
	}
	ck_assert_ptr_null(puzzle_named(""));
	ck_assert_ptr_null(puzzle_named("Tilt"));
}
END_TEST

/* ---- all of them ---- */

static void add_tilt(TCase *tests)
{
	tcase_add_test(tests, the_rules_example_holds);
	tcase_add_test(tests, all_blocks_slide_at_once);
	tcase_add_test(tests, blocks_stop_each_other_and_never_merge);
	tcase_add_test(tests, a_block_on_its_goal_is_not_locked);
	tcase_add_test(tests, passing_over_a_goal_does_not_count);
	tcase_add_test(tests, a_swipe_that_moves_nothing_is_no_move);
	tcase_add_test(tests, blocks_of_one_colour_have_no_names);
	tcase_add_test(tests, a_start_may_be_solved);
	tcase_add_test(tests, every_colour_must_be_home);
	tcase_add_loop_test(tests, every_fault_is_told, 0, sizeof faults / sizeof faults[0]);
	tcase_add_test(tests, slides_agree_with_single_steps);
	tcase_add_test(tests, slides_agree_on_the_largest_boards);
	tcase_add_test(tests, states_are_packed_as_small_as_they_can);
	tcase_add_test(tests, the_same_board_has_the_same_bytes);
	tcase_add_test(tests, ways_longer_than_a_byte_counts_are_found);
}

static void add_promises(TCase *tests)
{
	tcase_add_test(tests, modes_are_found_by_their_names);
	tcase_add_test(tests, names_of_moves_are_distinct_and_found_again);
	tcase_add_test(tests, what_is_written_is_read_again);
	tcase_add_test(tests, equal_states_have_equal_bytes);
	tcase_add_test(tests, only_listed_moves_are_made_and_refused_ones_change_nothing);
	tcase_add_test(tests, the_bound_never_exceeds_the_truth);
	tcase_add_test(tests, the_plan_solves_and_its_length_is_par);
	tcase_add_test(tests, every_shipped_level_that_ends_has_a_par);
	tcase_add_test(tests, a_bare_level_is_the_same_level);
	tcase_add_test(tests, the_bound_holds_after_detours);
	tcase_add_test(tests, painting_fills_its_place_and_no_more);
	tcase_add_test(tests, keys_keep_the_hand_on_the_board_and_make_moves);
	tcase_add_test(tests, the_second_stage_of_a_hint_is_not_yet_the_move);
	tcase_add_test(tests, what_changes_on_a_board_is_told_in_words);
}

static void add_all(TCase *tests)
{
	add_tilt(tests);
	add_promises(tests);
}

int main(void)
{
	return run_tests("modes", add_all);
}
