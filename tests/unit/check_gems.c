/* Match three: its rules one by one, then against a naive second implementation; its bound against
 * brute force; its pictures and keys; the bot of the endless game. */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/generate.h"
#include "puzzle/key.h"
#include "puzzle/registry.h"
#include "support/help.h"

#define GEMS puzzle_named("gems")

enum { TEXT_MAX = 4096, NAIVE_SIDE = 8 };

/* Reads a level from headers, each ended by a newline, and rows. */
static void read_gems(const char *headers, const char *rows, struct level *level)
{
	char text[TEXT_MAX];
	const int size =
		snprintf(text, sizeof text, "level: t\nmode: gems\n%s\n%s\n", headers, rows);
	must(size < (int)sizeof text, "board too large");
	read_level(text, level);
}

static int points_of(const struct level *level, const struct state *state, const char *name)
{
	move_code move;
	must(puzzle_find_move(GEMS, level, state, name, &move), "%s is no move here", name);
	return GEMS->rules.points(level, state, move, 0);
}

static bool is_valid(const struct level *level, const struct state *state, const char *name)
{
	move_code move;
	return puzzle_find_move(GEMS, level, state, name, &move);
}

static void check_board(const struct level *level, const struct state *state, const char *expected)
{
	char text[BOARD_TEXT_MAX];
	board_text(GEMS, level, state, text);
	ck_assert_str_eq(text, expected);
}

/* Makes one move on a board; checks its points and the board after it. */
static void check_move(const char *headers, const char *rows, const char *name, int points,
                       const char *expected)
{
	struct level level;
	read_gems(headers, rows, &level);
	struct state state = level.start;
	ck_assert_int_eq(points_of(&level, &state, name), points);
	make_move(GEMS, &level, &state, name);
	check_board(&level, &state, expected);
}

/* ---- swaps ---- */

START_TEST(the_rules_example_has_two_swaps)
{
	struct level level;
	move_code valid[MOVES_MAX];
	char names[2][MOVE_NAME_MAX];
	read_gems("", "abc?ca\naab??a\n??c???\n?eccac", &level);
	ck_assert_int_eq(puzzle_valid_moves(GEMS, &level, &level.start, valid), 2);
	for (int i = 0; i < 2; i++)
		GEMS->format.name_move(&level, valid[i], names[i]);
	ck_assert_str_eq(names[0], "c3-c4");
	ck_assert_str_eq(names[1], "e1-f1");
}
END_TEST

START_TEST(a_swap_is_read_in_either_order)
{
	struct level level;
	move_code one, other;
	read_gems("", "aab\nbba", &level);
	ck_assert(GEMS->format.read_move(&level, "c1-c2", &one));
	ck_assert(GEMS->format.read_move(&level, "c2-c1", &other));
	ck_assert_int_eq(one, other);
	ck_assert(GEMS->format.read_move(&level, "b1-a1", &one));
	char name[MOVE_NAME_MAX];
	GEMS->format.name_move(&level, one, name);
	ck_assert_str_eq(name, "a1-b1");
	static const char *const none[] = {"a1-a1", "a1-b2", "a1-c1", "a2-a3", "c1-d1", "a1", ""};
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		ck_assert_msg(!GEMS->format.read_move(&level, none[i], &one), "%s is read",
		              none[i]);
}
END_TEST

static void check_reason(const char *headers, const char *name, const char *expected)
{
	struct level level;
	char reason[160] = "";
	move_code move;
	read_gems(headers, "?....\naa.ab\nbb?cc", &level);
	struct state state = level.start;
	ck_assert(GEMS->format.read_move(&level, name, &move));
	must(!GEMS->rules.apply(&level, &state, move), "%s is valid", name);
	GEMS->text.explain(&level, &state, move, reason, sizeof reason);
	ck_assert_str_eq(reason, expected);
}

START_TEST(a_refusal_says_why)
{
	check_reason("", "a2-b2", "Both gems are of one colour.");
	check_reason("", "b2-c2", "c2 is empty.");
	check_reason("", "b1-c1", "c1 is a dead gem: it can't be swapped.");
	check_reason("", "a2-a3", "a3 is a dead gem: it can't be swapped.");
	check_reason("", "d3-e3", "d3 is empty.");
	check_reason("", "a1-a2", "");
	check_reason("rules: holes\n", "b2-b3", "");
	ck_assert_str_eq(GEMS->text.refusal, "No match: swap undone.");
}
END_TEST

START_TEST(swaps_without_a_run_are_refused)
{
	struct level level;
	read_gems("", "?....\naa.ab\nbb?cc", &level);
	ck_assert(!is_valid(&level, &level.start, "a1-a2")); /* no run */
	ck_assert(!is_valid(&level, &level.start, "a2-b2")); /* equal gems */
	ck_assert(!is_valid(&level, &level.start, "c2-d2")); /* into a hole */
	ck_assert(!is_valid(&level, &level.start, "b1-c1")); /* a dead gem */
}
END_TEST

START_TEST(dead_gems_match_nothing)
{
	struct level level;
	read_gems("", "a?.\n??a\n??a", &level);
	move_code valid[MOVES_MAX];
	ck_assert_int_eq(puzzle_valid_moves(GEMS, &level, &level.start, valid), 0);
}
END_TEST

START_TEST(holes_can_be_swapped_into_if_the_rule_says_so)
{
	struct level level;
	read_gems("", "aa.a", &level);
	ck_assert(!is_valid(&level, &level.start, "c1-d1"));
	check_move("rules: holes\n", "aa.a", "c1-d1", 10, "....\n");
	/* The run counts before anything falls, and the cell that the swap left empty is a hole,
	 * too. */
	check_move("rules: holes\n", ".b..\naa.a\nbccb", "c2-d2", 10, "....\n.b..\nbccb\n");
	check_move("rules: holes\n", "..c.\naaba\nbb.b", "c1-c2", 20, "....\n....\naaca\n");
}
END_TEST

/* ---- steps ---- */

START_TEST(runs_score_by_their_length)
{
	check_move("", "aab\ncca", "c1-c2", 10, "...\nccb\n");
	check_move("", "aaba\nccac", "c1-c2", 20, "....\nccbc\n");
	check_move("", "aabaa\nccacc", "c1-c2", 30, ".....\nccbcc\n");
}
END_TEST

START_TEST(crossing_runs_are_cleared_once)
{
	check_move("", ".a..\n.a..\nabaa", "a1-b1", 20, "....\n....\nb...\n");
	check_move("", ".a.c\nabaa\ncacc", "a2-b2", 20, "....\nb..c\nc.cc\n");
}
END_TEST

START_TEST(all_runs_are_cleared_at_once)
{
	check_move("", "aab\nbba", "c1-c2", 20, "...\n...\n");
	check_move("", "ab\nab\nba", "a1-b1", 20, "..\n..\n..\n");
}
END_TEST

START_TEST(a_later_step_scores_more)
{
	/* c c c for 10; then a a a and b b b at once, twice 10 each. */
	check_move("", ".bb.\n.cab\ncaca", "b1-b2", 50, "....\n....\n....\n");
}
END_TEST

START_TEST(columns_fall_by_what_is_in_them)
{
	check_move("", "c?.\nb?c\naab\nbca", "c1-c2", 10, "...\nc?.\nb?c\nbcb\n");
}
END_TEST

/* ---- refill ---- */

START_TEST(streams_fill_columns_from_their_first_letter)
{
	const char *score = "goal: score 99\nrefill: de fg hk\n";
	check_move(score, "aab\ncca", "c1-c2", 10, "dfh\nccb\n");
	check_move(score, "...\naab\ncca", "c1-c2", 10, "egk\ndfh\nccb\n");
	check_move("refill: cde dfd\n", "ab\nab\nba", "a1-b1", 20, "ed\ndf\ncd\n");
	check_move("refill: d - -\n", "aab\ncca", "c1-c2", 10, "d..\nccb\n");
	/* New gems make runs as well, in the next step. */
	check_move("refill: d d dd\n", "aab\ncca", "c1-c2", 30, "..d\nccb\n");
}
END_TEST

START_TEST(a_random_stream_is_the_same_each_time)
{
	const char *rows = "abcdefga\nbcdefgab\ncdefgabc\naabcdefg\nbbcdefga\naadefgab\nccbbefgd\n"
	                   "aababecd";
	struct level one, same, other;
	read_gems("refill: random 5 7\n", rows, &one);
	read_gems("refill: random 5 7\n", rows, &same);
	read_gems("refill: random 6 7\n", rows, &other);
	struct state a = one.start, b = same.start, c = other.start;
	struct random random = {3};
	ck_assert(one.endless && !GEMS->rules.solved(&one, &a));
	for (int i = 0; i < 200; i++) {
		move_code moves[MOVES_MAX];
		const int count = puzzle_valid_moves(GEMS, &one, &a, moves);
		ck_assert_int_gt(count, 0);
		const move_code move = moves[random_below(&random, (uint32_t)count)];
		ck_assert(GEMS->rules.apply(&one, &a, move) && GEMS->rules.apply(&same, &b, move));
		if (i == 0)
			ck_assert(GEMS->rules.apply(&other, &c, move));
		ck_assert(same_state(&a, &b));
		ck_assert(i > 0 || !same_state(&a, &c));
	}
}
END_TEST

/* Generates a level. */
static void make_level(struct recipe recipe, uint64_t seed, struct level *level)
{
	struct error error;
	if (recipe.par_max == 0)
		recipe.par_max = PAR_MAX;
	must(generate(GEMS, &recipe, seed, level, &error), "%s", error.text);
}

static bool scores_ten(const struct level *level, const struct state *state, move_code move)
{
	struct state next = *state;
	return GEMS->rules.apply(level, &next, move) &&
	       GEMS->rules.points(level, state, move, 0) == 10;
}

/* Makes two moves far apart, one after the other; false if that sets off more runs. */
static bool make_both(const struct level *level, struct state *state, move_code first,
                      move_code second)
{
	if (!scores_ten(level, state, first))
		return false;
	GEMS->rules.apply(level, state, first);
	return scores_ten(level, state, second) && GEMS->rules.apply(level, state, second);
}

START_TEST(streams_are_independent)
{
	struct level level;
	struct random random = {4};
	int compared = 0;
	make_level((struct recipe){.rows = 4, .columns = 14, .pieces = -1, .colours = -1,
	                           .value = {[HEADER_REFILL] = "random 11 6"}}, 1, &level);
	for (int i = 0; i < 300; i++) {
		struct state state = level.start;
		move_code moves[MOVES_MAX];
		wander(GEMS, &level, &state, (int)random_below(&random, 30), &random);
		const int count = puzzle_valid_moves(GEMS, &level, &state, moves);
		const move_code a = moves[random_below(&random, (uint32_t)count)];
		const move_code b = moves[random_below(&random, (uint32_t)count)];
		if (abs(a / 2 % level.columns - b / 2 % level.columns) < 6)
			continue;
		struct state one = state, other = state;
		if (!make_both(&level, &one, a, b) || !make_both(&level, &other, b, a))
			continue;
		must(same_state(&one, &other), "the order of two far moves matters");
		compared++;
	}
	ck_assert_int_gt(compared, 10);
}
END_TEST

/* ---- goals ---- */

START_TEST(clear_all_is_solved_when_all_is_cleared)
{
	struct level level;
	read_gems("", "aab\nbba", &level);
	struct state state = level.start;
	ck_assert(!GEMS->rules.solved(&level, &state));
	make_move(GEMS, &level, &state, "c1-c2");
	ck_assert(GEMS->rules.solved(&level, &state));
	read_gems("", "aab?\nbba?", &level); /* dead gems stay */
	state = level.start;
	make_move(GEMS, &level, &state, "c1-c2");
	ck_assert(GEMS->rules.solved(&level, &state));
}
END_TEST

START_TEST(clear_colours_is_solved_when_they_are_cleared)
{
	struct level level;
	read_gems("goal: clear a\n", "aab\ncca", &level);
	struct state state = level.start;
	make_move(GEMS, &level, &state, "c1-c2");
	ck_assert(GEMS->rules.solved(&level, &state));
	read_gems("goal: clear ac\n", "aab\ncca", &level);
	ck_assert(!GEMS->rules.solved(&level, &state));
	/* Gems that are still to come count. */
	read_gems("goal: clear a\nrefill: b b ba\n", "aab\ncca", &level);
	state = level.start;
	make_move(GEMS, &level, &state, "c1-c2");
	check_board(&level, &state, "..a\nccb\n");
	ck_assert(!GEMS->rules.solved(&level, &state));
}
END_TEST

START_TEST(a_score_is_solved_when_it_is_reached)
{
	struct level level;
	for (int amount = 19; amount <= 21; amount++) {
		char goal[32];
		snprintf(goal, sizeof goal, "goal: score %d\n", amount);
		read_gems(goal, "aabc\nbbac", &level);
		struct state state = level.start;
		ck_assert_int_eq(GEMS->rules.lower_bound(&level, &state), 1);
		make_move(GEMS, &level, &state, "c1-c2");
		ck_assert(GEMS->rules.solved(&level, &state) == (amount <= 20));
		ck_assert_int_eq(GEMS->rules.lower_bound(&level, &state), amount > 20);
	}
}
END_TEST

START_TEST(the_status_shows_what_is_left)
{
	struct level level;
	char text[80];
	read_gems("", "aab\nbba", &level);
	GEMS->text.status(&level, &level.start, 0, text, sizeof text);
	ck_assert_str_eq(text, "6 gems left");
	read_gems("goal: clear c\n", "aab?\nbbac", &level);
	GEMS->text.status(&level, &level.start, 0, text, sizeof text);
	ck_assert_str_eq(text, "1 gem left");
	read_gems("goal: score 300\n", "aab\nbba", &level);
	GEMS->text.status(&level, &level.start, 0, text, sizeof text);
	ck_assert_str_eq(text, "goal 300");
	static const struct {
		int score;
		const char *text;
	} ranks[] = {
		{0, "level 1, next at 500"},      {499, "level 1, next at 500"},
		{500, "level 2, next at 1500"},   {1499, "level 2, next at 1500"},
		{1500, "level 3, next at 3000"},  {3000, "level 4, next at 5000"},
	};
	read_gems("refill: random 1 3\n", "aab\nbba", &level);
	for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
		GEMS->text.status(&level, &level.start, ranks[i].score, text, sizeof text);
		ck_assert_str_eq(text, ranks[i].text);
	}
}
END_TEST

/* ---- errors ---- */

static const struct {
	const char *headers, *rows, *message;
} errors[] = {
	{"rules: hole\n", "aab\nbba",
         "x.level:3: rules is \"hole\"; expected any of holes, "
         "specials, separated by blanks"},
	{"goal: clean\n", "aab\nbba",
         "x.level:3: goal is \"clean\"; expected \"clear\", \"clear\" and letters a to z, "
         "\"score\" and a number from 1 to 999999, or \"clock\" and 10 to 3600 seconds"},
	{"goal: clear A\n", "aab\nbba", "x.level:3: goal is \"clear A\"; expected \"clear\""},
	{"goal: clear a b\n", "aab\nbba", "x.level:3: goal is \"clear a b\"; expected \"clear\""},
	{"goal: score\n", "aab\nbba", "x.level:3: goal is \"score\"; expected \"clear\""},
	{"goal: score 0\n", "aab\nbba", "x.level:3: goal is \"score 0\"; expected \"clear\""},
	{"goal: score 1000000\n", "aab\nbba", "x.level:3: goal is \"score 1000000\"; expected"},
	{"goal: clear c\n", "aab\nbba", "x.level:3: colour 'c' is in the goal, but no gem has it"},
	{"refill: random 1\n", "aab\nbba",
         "x.level:3: refill is \"random 1\"; expected \"random\", a seed, and a number of colours "
         "from 3 to 26"},
	{"refill: random 1 2\n", "aab\nbba", "x.level:3: refill is \"random 1 2\"; expected"},
	{"refill: random 1 27\n", "aab\nbba", "x.level:3: refill is \"random 1 27\"; expected"},
	{"refill: random -1 5\n", "aab\nbba", "x.level:3: refill is \"random -1 5\"; expected"},
	{"refill: random 1 5 5\n", "aab\nbba", "x.level:3: refill is \"random 1 5 5\"; expected"},
	{"refill: random 18446744073709551616 5\n", "aab\nbba",
         "x.level:3: refill is \"random 1844"},
	{"refill: random 1 5\ngoal: clear\n", "aab\nbba",
         "x.level:4: goal is \"clear\"; expected \"score\" and a number, or no goal: with a "
         "random refill the board never stays clear"},
	{"refill: a b\n", "aab\nbba",
         "x.level:3: refill has 2 words; expected 3, one for each column"},
	{"refill: a b c d\n", "aab\nbba", "x.level:3: refill has 4 words; expected 3"},
	{"refill: a B c\n", "aab\nbba",
         "x.level:3: refill of column 2 is \"B\"; expected letters a to z, or \"-\" for none"},
	{"", "aab\nbb#", "x.level:5: '#' in column 3; expected '.', '?' or a letter a to z"},
	{"", "aab\nbbé", "x.level:5: 'é' in column 3; expected '.', '?' or a letter a to z"},
	{"", "aab aab",
         "x.level:4: the row has a second word; only levels with \"rules: specials\" have one"},
	{"", "abc\nbbb",
         "x.level:5: three or more of colour 'b' in a row from column 1; the start "
         "must have no match"},
	{"", "ab\ncb\n.b", "x.level:4: three or more of colour 'b' in a row from column 2"},
	{"", "..\n?.", "x.level:4: add a gem to clear (a to z)"},
	{"refill: random 1 5\n", "abc\nbca",
         "x.level:5: no swap makes a match; an endless level needs one"},
	{"piece: rook\n", "aab\nbba", "x.level:3: gems levels have no \"piece:\""},
};

START_TEST(every_error_is_reported)
{
	char text[TEXT_MAX];
	const int size = snprintf(text, sizeof text, "level: t\nmode: gems\n%s\n%s\n",
	                          errors[_i].headers, errors[_i].rows);
	const char *message = refused(text, (size_t)size);
	ck_assert_msg(strncmp(message, errors[_i].message, strlen(errors[_i].message)) == 0,
	              "\"%s\" instead of \"%s\"", message, errors[_i].message);
}
END_TEST

START_TEST(a_stream_may_not_be_longer_than_the_largest_board)
{
	char text[TEXT_MAX], word[CELLS_MAX + 2];
	struct level level;
	for (int length = CELLS_MAX; length <= CELLS_MAX + 1; length++) {
		for (int i = 0; i < length; i++)
			word[i] = (char)('a' + i % 3);
		word[length] = '\0';
		const int size = snprintf(text, sizeof text,
		                          "level: t\nmode: gems\nrefill: - %s -\n\naab\nbba\n",
		                          word);
		if (length > CELLS_MAX) {
			ck_assert_str_eq(refused(text, (size_t)size),
			                 "x.level:3: refill of column 2 has 677 letters; expected "
			                 "at most 676");
			continue;
		}
		read_level(text, &level);
		struct level again;
		read_back(GEMS, &level, &again);
		ck_assert(same_level(GEMS, &level, &again));
	}
}
END_TEST

START_TEST(levels_survive_writing_and_reading)
{
	static const char *const headers[] = {
		"", "rules: holes\n", "goal: clear ab\n", "goal: score 70\n", "refill: ab - c\n",
		"refill: random 18446744073709551615 26\n",
		"goal: score 999999\nrefill: random 0 3\nrules: holes\n",
		"goal: clear c\nrefill: ab - c\nrules: holes\n",
	};
	for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
		struct level level, again;
		read_gems(headers[i], "?.b\naab\nbba", &level);
		read_back(GEMS, &level, &again);
		must(same_level(GEMS, &level, &again), "%s is read back as another level",
		     headers[i]);
	}
}
END_TEST

/* ---- packing ---- */

static size_t size_of_state(const char *headers, const char *rows)
{
	struct level level;
	read_gems(headers, rows, &level);
	return level.state_size;
}

START_TEST(states_are_packed_tightly)
{
	ck_assert_uint_eq(size_of_state("", "aab\nbba"), 3);
	ck_assert_uint_eq(size_of_state("", "aab\nbb.\n??a"), 5);
	ck_assert_uint_eq(size_of_state("", "aab\nbbn"), 3); /* fourteen colours: half bytes */
	ck_assert_uint_eq(size_of_state("", "aab\nbbo"), 6);
	ck_assert_uint_eq(size_of_state("refill: o - -\n", "aab\nbba"), 6 + 3);
	ck_assert_uint_eq(size_of_state("refill: a - -\n", "aab\nbba"), 3 + 3);
	ck_assert_uint_eq(size_of_state("refill: random 1 14\n", "aab\nbba"), 3 + 3 * 3);
	ck_assert_uint_eq(size_of_state("refill: random 1 15\n", "aab\nbba"), 6 + 3 * 3);
	ck_assert_uint_eq(size_of_state("goal: score 255\n", "aab\nbba"), 3 + 1);
	ck_assert_uint_eq(size_of_state("goal: score 256\n", "aab\nbba"), 3 + 2);
	ck_assert_uint_eq(size_of_state("goal: score 65536\n", "aab\nbba"), 3 + 3);
}
END_TEST

START_TEST(the_largest_board_fits)
{
	struct level level;
	make_level((struct recipe){.rows = SIDE_MAX, .columns = SIDE_MAX, .pieces = -1,
	                           .colours = 26, .value = {[HEADER_REFILL] = "random 1 26"}},
	           1, &level);
	ck_assert_uint_eq(level.state_size, CELLS_MAX + 3 * SIDE_MAX);
	struct random random = {5};
	struct state state = level.start;
	ck_assert_int_eq(wander(GEMS, &level, &state, 30, &random), 30);
}
END_TEST

/* ---- against the naive rules ---- */

struct naive {
	int rows, columns;
	bool holes;
	char cell[NAIVE_SIDE][NAIVE_SIDE + 1];
	const char *stream[NAIVE_SIDE];
};

static char naive_at(const struct naive *naive, int row, int column)
{
	return row >= 0 && row < naive->rows && column >= 0 && column < naive->columns
	               ? naive->cell[row][column]
	               : '#';
}

static bool naive_is_gem(char cell)
{
	return cell >= 'a' && cell <= 'z';
}

/* How many equal gems are in line from this one on. */
static int naive_length(const struct naive *naive, int row, int column, int down, int right)
{
	int length = 1;
	while (naive_at(naive, row + length * down, column + length * right) ==
	       naive_at(naive, row, column))
		length++;
	return length;
}

/* Marks maximal runs one by one; returns the sum of their lengths less two. */
static int naive_mark(const struct naive *naive, bool marked[NAIVE_SIDE][NAIVE_SIDE])
{
	int sum = 0;
	memset(marked, 0, NAIVE_SIDE * sizeof marked[0]);
	for (int down = 0; down < 2; down++)
		for (int row = 0; row < naive->rows; row++)
			for (int column = 0; column < naive->columns; column++) {
				const int right = !down;
				const char cell = naive_at(naive, row, column);
				const int length = naive_length(naive, row, column, down, right);
				if (!naive_is_gem(cell) || length < 3 ||
				    naive_at(naive, row - down, column - right) == cell)
					continue;
				sum += length - 2;
				for (int i = 0; i < length; i++)
					marked[row + i * down][column + i * right] = true;
			}
	return sum;
}

static void naive_settle(struct naive *naive, bool marked[NAIVE_SIDE][NAIVE_SIDE])
{
	for (int column = 0; column < naive->columns; column++) {
		char kept[NAIVE_SIDE];
		int count = 0;
		for (int row = naive->rows - 1; row >= 0; row--)
			if (!marked[row][column] && naive->cell[row][column] != '.')
				kept[count++] = naive->cell[row][column];
		while (count < naive->rows && *naive->stream[column] != '\0')
			kept[count++] = *naive->stream[column]++;
		for (int i = 0; i < naive->rows; i++)
			naive->cell[naive->rows - 1 - i][column] = i < count ? kept[i] : '.';
	}
}

/* Swaps two neighbours. Returns the points, or 0 and changes nothing if the swap is not valid. */
static int naive_move(struct naive *naive, int row, int column, int down, int right)
{
	bool marked[NAIVE_SIDE][NAIVE_SIDE];
	const struct naive before = *naive;
	const char one = naive_at(naive, row, column);
	const char other = naive_at(naive, row + down, column + right);
	if (other == '#' || one == '?' || other == '?' || one == other ||
	    (!naive->holes && (one == '.' || other == '.')))
		return 0;
	naive->cell[row][column] = other;
	naive->cell[row + down][column + right] = one;
	naive_mark(naive, marked);
	if (!marked[row][column] && !marked[row + down][column + right]) {
		*naive = before;
		return 0;
	}
	int points = 0, sum;
	for (int k = 1; (sum = naive_mark(naive, marked)) > 0; k++) {
		points += 10 * k * sum;
		naive_settle(naive, marked);
	}
	return points;
}

static bool naive_read(struct naive *naive, const struct level *level, const struct state *state)
{
	char text[BOARD_TEXT_MAX];
	board_text(GEMS, level, state, text);
	for (int row = 0; row < level->rows; row++)
		memcpy(naive->cell[row], text + row * (level->columns + 1), (size_t)level->columns);
	naive->rows = level->rows;
	naive->columns = level->columns;
	bool marked[NAIVE_SIDE][NAIVE_SIDE];
	return naive_mark(naive, marked) == 0;
}

/* A kind of random board; `words` holds its streams. */
struct random_kind {
	int rows, columns, colours;
	bool holes, streams, dead;
	char goal[24];
	char words[NAIVE_SIDE][8];
};

static void random_rows(const struct random_kind *kind, struct random *random, char out[TEXT_MAX])
{
	char *to = out;
	int height[NAIVE_SIDE];
	for (int column = 0; column < kind->columns; column++)
		height[column] = (int)random_below(random, (uint32_t)kind->rows + 1);
	for (int row = 0; row < kind->rows; row++) {
		for (int column = 0; column < kind->columns; column++)
			*to++ = kind->rows - row > height[column] ? '.'
			        : kind->dead && random_below(random, 8) == 0
			                ? '?'
			                : (char)('a' +
			                         random_below(random, (uint32_t)kind->colours));
		*to++ = '\n';
	}
	*to = '\0';
}

/* A level of that kind; false if this board has runs, or nothing to clear. */
static bool read_random_level(struct random_kind *kind, struct random *random, struct level *level)
{
	char rows[TEXT_MAX], text[TEXT_MAX], refill[TEXT_MAX] = "";
	size_t used = 0;
	struct error error;
	struct pack pack;
	for (int column = 0; column < kind->columns && kind->streams; column++) {
		const int length = (int)random_below(random, 5);
		for (int i = 0; i < length; i++)
			kind->words[column][i] =
				(char)('a' + random_below(random, (uint32_t)kind->colours));
		kind->words[column][length] = '\0';
		used += (size_t)snprintf(refill + used, sizeof refill - used, " %s",
		                         length == 0 ? "-" : kind->words[column]);
	}
	random_rows(kind, random, rows);
	const int size = snprintf(text, sizeof text, "level: t\nmode: gems\n%s%s%s%s%s%s\n%s",
	                          kind->holes ? "rules: holes\n" : "", kind->goal,
	                          kind->goal[0] == '\0' ? "" : "\n", kind->streams ? "refill:" : "",
	                          refill, kind->streams ? "\n" : "", rows);
	if (!pack_read_text(&pack, "x.level", text, (size_t)size, &error))
		return false;
	must(pack_level(&pack, 0, level, &error), "%s", error.text);
	pack_free(&pack);
	return true;
}

static struct random_kind some_kind(struct random *random, int side, int colours)
{
	struct random_kind kind = {
		.rows = 1 + (int)random_below(random, (uint32_t)side),
		.columns = 1 + (int)random_below(random, (uint32_t)side),
		.colours = 2 + (int)random_below(random, (uint32_t)colours - 1),
		.holes = random_below(random, 3) == 0,
		.streams = random_below(random, 3) == 0,
		.dead = random_below(random, 3) == 0,
	};
	if (random_below(random, 4) == 0)
		strcpy(kind.goal, "goal: clear a");
	else if (random_below(random, 4) == 0)
		snprintf(kind.goal, sizeof kind.goal, "goal: score %d",
		         10 * (1 + (int)random_below(random, 8)));
	return kind;
}

/* Compares the naive rules with the puzzle's for every pair of neighbours. Makes the last valid
 * swap; false if there is none. */
static bool compare_moves(const struct level *level, struct state *state, struct naive *naive)
{
	struct naive made = *naive;
	struct state reached = *state;
	int count = 0;
	for (int row = 0; row < naive->rows; row++)
		for (int column = 0; column < naive->columns; column++)
			for (int down = 0; down < 2; down++) {
				struct naive next = *naive;
				char name[40];
				move_code move;
				const int points = naive_move(&next, row, column, down, !down);
				snprintf(name, sizeof name, "%c%d-%c%d", 'a' + column,
				         naive->rows - row, 'a' + column + !down,
				         naive->rows - row - down);
				must(puzzle_find_move(GEMS, level, state, name, &move) ==
				             (points > 0),
				     "%s is wrong", name);
				if (points == 0)
					continue;
				must(GEMS->rules.points(level, state, move, 0) == points,
				     "%s scores %d, not %d", name,
				     GEMS->rules.points(level, state, move, 0), points);
				count++;
				made = next;
				reached = *state;
				GEMS->rules.apply(level, &reached, move);
			}
	move_code moves[MOVES_MAX];
	must(puzzle_valid_moves(GEMS, level, state, moves) == count, "moves are missing");
	*naive = made;
	*state = reached;
	return count > 0;
}

START_TEST(moves_agree_with_the_naive_rules)
{
	struct random random = {6};
	int moves = 0;
	for (int i = 0; i < 10000; i++) {
		struct level level;
		struct random_kind kind = some_kind(&random, NAIVE_SIDE, 5);
		if (!read_random_level(&kind, &random, &level))
			continue;
		struct state state = level.start;
		struct naive naive = {.holes = kind.holes};
		for (int column = 0; column < level.columns; column++)
			naive.stream[column] = kind.words[column];
		must(naive_read(&naive, &level, &state), "a start with runs");
		while (compare_moves(&level, &state, &naive)) {
			struct naive now = naive;
			naive_read(&now, &level, &state);
			must(memcmp(now.cell, naive.cell, sizeof now.cell) == 0, "another board");
			moves++;
		}
	}
	ck_assert_int_gt(moves, 2000);
}
END_TEST

/* ---- search and bound ---- */

struct tally {
	int solvable, unsolvable, dead, parts;
};

/* Compares search and bound with all reachable positions. */
static void check_brute(const struct level *level, struct tally *tally)
{
	static struct answer answer;
	struct brute brute;
	if (!brute_init(&brute, GEMS, level, &level->start, 3000))
		return;
	must(solve_position(GEMS, level, &level->start, &limits_default, NULL, NULL, &answer),
	     "given up");
	if (brute.rest[0] == NO_WAY) {
		must(answer.verdict == UNSOLVABLE, "found what is not there");
		tally->unsolvable++;
	} else {
		must(answer.verdict == OPTIMAL && answer.upper == brute.rest[0] &&
		     plan_solves(GEMS, level, &level->start, &answer), "%d moves, %d are enough",
		     answer.upper, brute.rest[0]);
		tally->solvable += brute.rest[0] > 0;
	}
	for (int i = 0; i < brute.count; i++) {
		const int bound = GEMS->rules.lower_bound(level, &brute.state[i]),
			  rest = brute.rest[i];
		must(rest == NO_WAY || (bound != DEAD_END && bound <= rest), "bound %d, truth %d",
		     bound, rest);
		must(GEMS->rules.solved(level, &brute.state[i]) == (bound == 0), "0 means solved");
		tally->dead += bound == DEAD_END;
		tally->parts += bound > 1;
	}
	brute_free(&brute);
}

START_TEST(search_and_bound_agree_with_brute_force)
{
	struct random random = {7};
	struct tally tally = {0};
	for (int i = 0; i < 40000 / SLOWDOWN; i++) {
		struct level level;
		struct random_kind kind = some_kind(&random, 4, 3);
		if (read_random_level(&kind, &random, &level))
			check_brute(&level, &tally);
	}
	ck_assert_int_gt(tally.solvable, 100 / SLOWDOWN);
	ck_assert_int_gt(tally.unsolvable, 100 / SLOWDOWN);
	ck_assert_int_gt(tally.dead, 100 / SLOWDOWN);
}
END_TEST

/* Boards built backwards can be cleared. Two side by side take the sum of their swaps. */
START_TEST(the_bound_counts_parts)
{
	struct tally tally = {0};
	for (uint64_t seed = 1; seed <= 60; seed++) {
		struct level level;
		make_level((struct recipe){.rows = 4, .columns = 5, .pieces = 12, .colours = 3},
		           seed, &level);
		check_brute(&level, &tally);
	}
	ck_assert_int_eq(tally.solvable, 60);
	struct level level;
	read_gems("", "aab.cca\nbba.aac", &level);
	ck_assert_int_eq(GEMS->rules.lower_bound(&level, &level.start), 2);
	check_brute(&level, &tally);
	ck_assert_int_gt(tally.parts, 0);
	/* A hanging gem may fall in one part after a swap in the other. */
	read_gems("", "....cc.\naab....\nbba...c", &level);
	ck_assert_int_eq(GEMS->rules.lower_bound(&level, &level.start), 1);
	read_gems("rules: holes\n", "aab.cca\nbba.aac", &level);
	ck_assert_int_eq(GEMS->rules.lower_bound(&level, &level.start), 1);
}
END_TEST

static int bound_of(const char *headers, const char *rows)
{
	struct level level;
	read_gems(headers, rows, &level);
	return GEMS->rules.lower_bound(&level, &level.start);
}

START_TEST(unsolvable_positions_are_dead)
{
	ck_assert_int_eq(bound_of("", "aac\nbba\nbca"), DEAD_END); /* two of c */
	ck_assert_int_eq(bound_of("goal: clear a\n", "aac\nbba\nbca"), 1);
	ck_assert_int_eq(bound_of("refill: c - -\n", "aac\nbba\nbca"), 1);   /* one is to come */
	ck_assert_int_eq(bound_of("", "ab.ba\nab.ba\nba.ab"), 2);
	ck_assert_int_eq(bound_of("", "ab.?b\nab.ca\nba.ca"), DEAD_END);     /* b beyond the gap */
	ck_assert_int_eq(bound_of("", "ab?ba\nab?ba\nba?ab"), 2); /* dead gems part it, too */
	ck_assert_int_eq(bound_of("rules: holes\n", "ab.b.\nab.ca\nba.ca"), DEAD_END);
	ck_assert_int_eq(bound_of("rules: holes\n", "ab.b.\nab.aa\nba..."), 1);
}
END_TEST

/* ---- the endless game ---- */

static void check_endless(const struct level *level, int moves)
{
	struct random random = {8};
	struct state state = level->start;
	for (int i = 0; i < moves; i++) {
		struct naive naive = {.rows = 0};
		must(wander(GEMS, level, &state, 1, &random) == 1, "no swap after %d", i);
		if (level->rows <= NAIVE_SIDE && level->columns <= NAIVE_SIDE)
			must(naive_read(&naive, level, &state), "a run after %d", i);
		char text[BOARD_TEXT_MAX];
		board_text(GEMS, level, &state, text);
		must(strchr(text, '.') == NULL, "not full after %d", i);
	}
}

START_TEST(there_is_always_a_swap)
{
	static const struct {
		const char *refill, *rows;
	} starts[] = {
		{"refill: random 1 26\n", "aaba"},       {"refill: random 2 26\n", "a\na\nb\na"},
		{"refill: random 3 26\n", "aab\nbba"},   {"refill: random 4 20\n", "ab\nab\nba"},
		{"refill: random 5 3\n", "aab\nbba"},
		{"refill: random 6 9\n", "aaba?\n???b?\naab??"},
		{"refill: random 7 4\nrules: holes\n", "aa.a\n?b??"},
	};
	struct level level;
	for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
		read_gems(starts[i].refill, starts[i].rows, &level);
		check_endless(&level, 200);
	}
	for (int colours = 3; colours <= 9; colours++) {
		char refill[32];
		snprintf(refill, sizeof refill, "random 9 %d", colours);
		make_level((struct recipe){.rows = colours, .columns = 5, .pieces = -1,
		                           .colours = -1, .value = {[HEADER_REFILL] = refill}},
		           1, &level);
		check_endless(&level, 200);
	}
	make_level((struct recipe){.rows = SIDE_MAX, .columns = SIDE_MAX, .pieces = -1,
	                           .colours = -1, .value = {[HEADER_REFILL] = "random 9 3"}},
	           1, &level);
	check_endless(&level, 5);
}
END_TEST

/* ---- the bot ---- */

/* The points of a game of 100 moves, all by advice. */
static int advised_points(const struct level *level)
{
	struct state state = level->start;
	int points = 0;
	for (int i = 0; i < 100; i++) {
		move_code move, again;
		must(GEMS->rules.advise(level, &state, &move), "no advice after %d", i);
		must(GEMS->rules.advise(level, &state, &again) && again == move, "another advice");
		points += GEMS->rules.points(level, &state, move, 0);
		must(GEMS->rules.apply(level, &state, move), "advised what is no move after %d", i);
	}
	return points;
}

START_TEST(advice_beats_greed)
{
	enum { GAMES = 6, GREEDY = 2903 }; /* the mean of always taking the most points */
	int sum = 0;
	for (int seed = 1; seed <= GAMES; seed++) {
		struct level level;
		char refill[32];
		snprintf(refill, sizeof refill, "random %d 7", seed);
		make_level((struct recipe){.rows = 8, .columns = 8, .pieces = -1, .colours = -1,
		                           .value = {[HEADER_REFILL] = refill}},
		           (uint64_t)seed, &level);
		sum += advised_points(&level);
	}
	ck_assert_int_gt(sum, GAMES * (GREEDY + 900));
}
END_TEST

START_TEST(advice_is_given_on_every_board)
{
	static const struct {
		int rows, columns;
		const char *refill;
	} boards[] = {
		{1, 9, "random 1 3"},  {9, 1, "random 2 3"},   {2, 3, "random 3 3"},
		{4, 20, "random 4 6"}, {20, 3, "random 5 26"}, {9, 9, "random 6 5"},
	};
	struct level level;
	for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
		make_level((struct recipe){.rows = boards[i].rows, .columns = boards[i].columns,
		                           .pieces = -1, .colours = 3,
		                           .value = {[HEADER_REFILL] = boards[i].refill}},
		           1, &level);
		ck_assert_int_gt(advised_points(&level), 0);
	}
	/* The only valid swap is into a hole, which the bot does not know. */
	move_code move;
	read_gems("rules: holes\nrefill: random 1 5\n", "aa.a", &level);
	ck_assert(GEMS->rules.advise(&level, &level.start, &move));
	ck_assert(GEMS->rules.apply(&level, &level.start, move));
}
END_TEST

/* Swapping a gem with the dead one above it would put five dead gems in a row: not a run. */
START_TEST(advice_leaves_dead_gems_alone)
{
	static const char *const refills[] = {
		"refill: random 1 6\n", "refill: random 1 7\n", "refill: random 1 26\n",
	};
	for (size_t i = 0; i < sizeof refills / sizeof refills[0]; i++) {
		struct level level;
		move_code move;
		read_gems(refills[i], "ab?ba\n??c??\nbbabc", &level);
		ck_assert(GEMS->rules.advise(&level, &level.start, &move));
		ck_assert(GEMS->rules.apply(&level, &level.start, move));
	}
}
END_TEST

/* The bot must not see what comes: another stream for the same board changes nothing. */
START_TEST(advice_ignores_the_stream)
{
	struct level level;
	make_level((struct recipe){.rows = 8, .columns = 8, .pieces = -1, .colours = -1,
	                           .value = {[HEADER_REFILL] = "random 1 7"}}, 3, &level);
	struct random random = {9};
	struct state state = level.start;
	for (int i = 0; i < 20; i++) {
		struct level other = level;
		move_code here, there;
		other.seed = random_next(&random);
		ck_assert(GEMS->rules.advise(&level, &state, &here));
		ck_assert(GEMS->rules.advise(&other, &state, &there));
		ck_assert_int_eq(here, there);
		GEMS->rules.apply(&level, &state, here);
	}
}
END_TEST

/* ---- keys ---- */

/* Presses a key. Returns the name of its move, or "cursor" or "none". */
static const char *press(const struct level *level, struct cursor *cursor, int key)
{
	static char name[MOVE_NAME_MAX];
	move_code move;
	const enum intent intent = GEMS->screen.press(level, &level->start, cursor, key, &move);
	if (intent != INTENT_MOVE)
		return intent == INTENT_CURSOR ? "cursor" : "none";
	if (move == 1) /* above the top left gem */
		return "off";
	GEMS->format.name_move(level, move, name);
	return name;
}

static const char *click(const struct level *level, struct cursor *cursor, int row, int column)
{
	cursor->row = row;
	cursor->column = column;
	return press(level, cursor, PRESS_CLICK);
}

static void ck_cursor(const struct cursor *cursor, int row, int column, int selected)
{
	ck_assert_int_eq(cursor->row, row);
	ck_assert_int_eq(cursor->column, column);
	ck_assert_int_eq(cursor->selected, selected);
}

START_TEST(arrows_move_the_cursor_or_the_selected_gem)
{
	struct level level;
	struct cursor cursor = {.row = 1, .column = 1, .selected = -1};
	read_gems("", "a.b\naab\nbba", &level);
	ck_assert_str_eq(press(&level, &cursor, PRESS_UP), "cursor");
	ck_assert_str_eq(press(&level, &cursor, PRESS_UP), "cursor"); /* the edge */
	ck_cursor(&cursor, 0, 1, -1);
	ck_assert_str_eq(press(&level, &cursor, PRESS_ENTER), "cursor"); /* nothing to select */
	ck_cursor(&cursor, 0, 1, -1);
	press(&level, &cursor, PRESS_RIGHT);
	press(&level, &cursor, PRESS_DOWN);
	ck_assert_str_eq(press(&level, &cursor, PRESS_ENTER), "cursor");
	ck_cursor(&cursor, 1, 2, 5);
	ck_assert_str_eq(press(&level, &cursor, PRESS_RIGHT), "off"); /* the edge */
	ck_assert_str_eq(press(&level, &cursor, PRESS_UP), "c2-c3");     /* no run, but tried */
	ck_assert_str_eq(press(&level, &cursor, PRESS_DOWN), "c1-c2");
	ck_cursor(&cursor, 1, 2, 5);
	ck_assert_str_eq(press(&level, &cursor, PRESS_ENTER), "cursor");
	ck_cursor(&cursor, 1, 2, -1);
	press(&level, &cursor, PRESS_ENTER);
	ck_assert_str_eq(press(&level, &cursor, PRESS_ESCAPE), "cursor");
	ck_cursor(&cursor, 1, 2, -1);
	ck_assert_str_eq(press(&level, &cursor, PRESS_ESCAPE), "none");
	ck_assert_str_eq(press(&level, &cursor, 'x'), "none");
}
END_TEST

START_TEST(shifted_arrows_swap_at_once)
{
	struct level level;
	struct cursor cursor = {.row = 1, .column = 2, .selected = -1};
	read_gems("", "a.b\naab\nbba", &level);
	ck_assert_str_eq(press(&level, &cursor, PRESS_SHIFT_DOWN), "c1-c2");
	ck_assert_str_eq(press(&level, &cursor, PRESS_SHIFT_DOWN), "c1-c2");
	ck_assert_str_eq(press(&level, &cursor, PRESS_SHIFT_UP), "c2-c3");
	ck_assert_str_eq(press(&level, &cursor, PRESS_SHIFT_LEFT), "b2-c2");
	ck_assert_str_eq(press(&level, &cursor, PRESS_SHIFT_RIGHT), "off"); /* the edge */
	ck_cursor(&cursor, 1, 2, -1);
}
END_TEST

START_TEST(clicks_select_and_swap)
{
	struct level level;
	struct cursor cursor = {.row = 0, .column = 0, .selected = -1};
	read_gems("", "a.b\naab\nbba", &level);
	ck_assert_str_eq(click(&level, &cursor, 1, 2), "cursor");
	ck_cursor(&cursor, 1, 2, 5);
	ck_assert_str_eq(click(&level, &cursor, 2, 2), "c1-c2");
	ck_cursor(&cursor, 1, 2, 5); /* unchanged, in case the swap is refused */
	ck_assert_str_eq(click(&level, &cursor, 2, 0), "cursor"); /* another one is selected */
	ck_cursor(&cursor, 2, 0, 6);
	ck_assert_str_eq(click(&level, &cursor, 2, 0), "cursor"); /* and deselected */
	ck_cursor(&cursor, 2, 0, -1);
	click(&level, &cursor, 2, 0);
	ck_assert_str_eq(click(&level, &cursor, 0, 1), "cursor"); /* and on an empty cell */
	ck_cursor(&cursor, 0, 1, -1);
}
END_TEST

/* ---- pictures ---- */

static struct picture *painted(const struct level *level, const struct view *view,
                               struct size scale)
{
	struct picture *picture = picture_new();
	const struct size extent = puzzle_extent(GEMS, level, scale.columns);
	must(picture != NULL && picture_resize(picture, extent.rows, extent.columns), "no memory");
	picture_set_side(picture, scale.columns);
	picture->glyphs = GLYPHS_ASCII;
	GEMS->screen.paint(level, view, picture);
	return picture;
}

/* One row of the picture, in cells of 1x2, without blanks around it. */
static void ck_row(const struct level *level, const struct view *view, int row,
                   const char *expected)
{
	char text[200] = "";
	int length = 0;
	struct picture *picture = painted(level, view, (struct size){1, 2});
	for (int c = 0; c < picture->columns; c++)
		text[length++] = (char)picture->cells[row * picture->columns + c].glyph;
	picture_free(picture);
	while (length > 0 && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
	ck_assert_str_eq(text + strspn(text, " "), expected);
}

static int count_role(const struct level *level, const struct view *view, enum role role)
{
	int count = 0;
	struct picture *picture = painted(level, view, (struct size){2, 4});
	for (int i = 0; i < picture->rows * picture->columns; i++)
		count += picture->cells[i].role == role;
	picture_free(picture);
	return count;
}

START_TEST(gems_holes_and_dead_gems_look_different)
{
	struct level level;
	read_gems("goal: clear ac\n", "?.b\naab\ncca", &level);
	const struct view view = {.state = &level.start};
	ck_row(&level, &view, 0, "clear A C");
	ck_row(&level, &view, 2, "3 |##. B |");
	ck_row(&level, &view, 3, "2 |A A B |");
	ck_row(&level, &view, 6, "a b c");
}
END_TEST

/* Behind the gem, the character of its kind in level files. */
START_TEST(special_gems_are_marked)
{
	struct level level;
	read_gems("rules: specials\nrefill: random 1 5\n", "aab -|.\nbba .o*", &level);
	const struct view view = {.state = &level.start};
	ck_row(&level, &view, 2, "2 |A-A|B |");
	ck_row(&level, &view, 3, "1 |B BoA*|");
}
END_TEST

START_TEST(the_border_shows_the_next_letters)
{
	struct level level;
	read_gems("refill: dc - e\n", "aab\ncca", &level);
	const struct view view = {.state = &level.start};
	ck_row(&level, &view, 1, "+D---E-+");
	make_move(GEMS, &level, &level.start, "c1-c2");
	ck_row(&level, &view, 1, "+C-----+");
	read_gems("refill: random 1 5\n", "aab\ncca", &level); /* hidden from the player */
	ck_row(&level, &view, 1, "+------+");
}
END_TEST

START_TEST(swaps_and_hints_are_marked)
{
	struct level level;
	struct cursor cursor = {.row = 0, .column = 0, .selected = 0};
	move_code valid[MOVES_MAX];
	read_gems("", "aab\nbba", &level);
	struct view view = {.state = &level.start};
	ck_assert_int_eq(count_role(&level, &view, ROLE_HINT), 0);
	ck_assert_int_eq(count_role(&level, &view, ROLE_SELECTED), 0);
	view.valid_count = puzzle_valid_moves(GEMS, &level, &level.start, valid);
	view.valid = valid;
	ck_assert_int_eq(view.valid_count, 1);
	ck_row(&level, &view, 2, "2 |A A B||");
	ck_row(&level, &view, 3, "1 |B B A |");
	view.valid_count = 0;
	view.hint = &valid[0];
	ck_row(&level, &view, 2, "2 |A A<B||");
	ck_row(&level, &view, 3, "1 |B B{A}|");
	ck_assert_int_eq(count_role(&level, &view, ROLE_HINT), 2 + 2 + 1); /* and the bar */
	view.hint = NULL;
	view.cursor = &cursor;
	ck_assert_int_eq(count_role(&level, &view, ROLE_SELECTED), 1); /* its letter */
	ck_assert_int_eq(count_role(&level, &view, ROLE_CURSOR), 2); /* its sides */
}
END_TEST

/* How two columns of three gems fall from frame to frame: the row of the pair above them. */
static void check_fall(const struct level *level, struct view *view)
{
	static const int rows[] = {4, 3, 2, 1, 1}; /* faster and faster */
	for (int i = 0; i < 5; i++, view->frame++)
		for (int row = 4; row >= 1; row--) {
			char expected[16];
			snprintf(expected, sizeof expected, "%d |%s|", row,
			         row == rows[i] ? "D C " : ". . ");
			ck_row(level, view, 6 - row, expected);
		}
}

START_TEST(a_cascade_is_shown_step_by_step)
{
	struct level level;
	move_code move;
	read_gems("", "dc\nab\nab\nba", &level);
	ck_assert(GEMS->format.read_move(&level, "a1-b1", &move));
	struct view view = {.state = &level.start, .moving = move, .frame = 1};
	ck_assert_int_eq(GEMS->screen.frames(&level, &level.start, move), 11);
	for (; view.frame <= 3; view.frame++) { /* the swap */
		ck_row(&level, &view, 0, "");
		ck_row(&level, &view, 5, view.frame == 1 ? "1 |B A |" : "1 |A B |");
	}
	ck_row(&level, &view, 0, "+20");
	ck_row(&level, &view, 2, "4 |D C |");
	ck_row(&level, &view, 3, "3 |A*B*|");
	ck_row(&level, &view, 5, "1 |A*B*|");
	for (view.frame = 5; view.frame <= 6; view.frame++) { /* the gems shrink */
		ck_row(&level, &view, 2, "4 |D C |");
		ck_row(&level, &view, 3, "3 |. . |");
	}
	check_fall(&level, &view);
	for (int frame = 1; frame <= 11; frame++)
		ck_assert_int_eq(GEMS->screen.is_key_frame(&level, &level.start, move, frame),
		                 frame == 4);
}
END_TEST

/* The gems go there and back; nothing is earned. */
START_TEST(a_refused_swap_is_tried_and_taken_back)
{
	static const char *const names[] = {"a2-b2", "b2-a2", "a1-a2"};
	struct level level;
	read_gems("", "ab\nca", &level);
	for (int i = 0; i < 3; i++) {
		move_code move;
		ck_assert(GEMS->format.read_move(&level, names[i], &move));
		struct view view = {.state = &level.start, .moving = move};
		struct state state = level.start;
		const int frames = GEMS->screen.refused_frames(&level, &state, move);
		ck_assert(!GEMS->rules.apply(&level, &state, move));
		ck_assert_int_eq(frames, 7);
		for (view.frame = 1; view.frame <= frames; view.frame++) {
			const bool there = view.frame >= 2 && view.frame <= 6;
			ck_row(&level, &view, 0, "");
			ck_row(&level, &view, 2,
			       !there  ? "2 |A B |"
			       : i < 2 ? "2 |B A |"
			               : "2 |C B |");
			ck_row(&level, &view, 3, there && i == 2 ? "1 |A A |" : "1 |C A |");
			ck_assert_int_eq(GEMS->screen.is_key_frame(&level, &state, move,
			                                           view.frame),
			                 view.frame == 4);
			ck_assert_int_eq(GEMS->rules.points(&level, &state, move, view.frame), 0);
		}
	}
}
END_TEST

START_TEST(what_cannot_move_does_not_try)
{
	static const char *const names[] = {"a1-b1", "c1-d1", "d1-e1"};
	struct level level;
	move_code move;
	read_gems("", "...b.\nab.??", &level);
	ck_assert(GEMS->format.read_move(&level, "a1-b1", &move));
	ck_assert_int_eq(GEMS->screen.refused_frames(&level, &level.start, move), 7);
	for (int i = 1; i < 3; i++) {
		ck_assert(GEMS->format.read_move(&level, names[i], &move));
		ck_assert_int_eq(GEMS->screen.refused_frames(&level, &level.start, move), 0);
	}
	move = 2 * 4; /* beyond the right edge */
	ck_assert_int_eq(GEMS->screen.refused_frames(&level, &level.start, move), 0);
}
END_TEST

/* From the frame in which points are earned on, until the next ones are, they are named and, from
 * the second step on, the chain. */
static void check_caption(const struct level *level, const struct state *state, move_code move,
                          int frame, int step, int earned)
{
	char caption[32] = "";
	const struct view view = {.state = state, .moving = move, .frame = frame};
	if (step > 1)
		snprintf(caption, sizeof caption, "Chain x%d +%d", step, earned);
	else if (step > 0)
		snprintf(caption, sizeof caption, "+%d", earned);
	ck_row(level, &view, 0, caption);
}

/* Whether this is the frame before a reshuffle. */
static bool is_stuck(const struct level *level, const struct state *state, move_code move,
                     int frame, bool earned)
{
	return !earned && GEMS->screen.is_key_frame(level, state, move, frame);
}

/* The points rise with each key frame, up to those of the move. */
START_TEST(points_rise_with_the_frames)
{
	struct random random = {10};
	struct level level;
	int cascades = 0;
	make_level((struct recipe){.rows = 6, .columns = 6, .pieces = -1, .colours = -1,
	                           .value = {[HEADER_REFILL] = "random 3 4"}}, 1, &level);
	struct state state = level.start;
	for (int i = 0; i < 100; i++) {
		move_code moves[MOVES_MAX];
		const int count = puzzle_valid_moves(GEMS, &level, &state, moves);
		const move_code move = moves[random_below(&random, (uint32_t)count)];
		const int frames = GEMS->screen.frames(&level, &state, move);
		int before = 0, step = 0, earned = 0;
		for (int frame = 1; frame <= frames; frame++) {
			const int points = GEMS->rules.points(&level, &state, move, frame);
			const bool more = points > before;
			step += more;
			earned = more ? points - before : earned;
			if (frame < frames || !is_stuck(&level, &state, move, frame, more)) {
				check_caption(&level, &state, move, frame, step, earned);
				must(more == GEMS->screen.is_key_frame(&level, &state, move, frame),
				     "frame %d: %d points after %d", frame, points, before);
			}
			cascades += more && before > 0;
			before = points;
		}
		must(before == GEMS->rules.points(&level, &state, move, 0), "%d points at the end",
		     before);
		GEMS->rules.apply(&level, &state, move);
	}
	ck_assert_int_gt(cascades, 50);
}
END_TEST

/* A frame shows the stuck board before a reshuffle. */
START_TEST(a_reshuffle_is_announced)
{
	struct random random = {11};
	struct level level;
	int seen = 0;
	read_gems("refill: random 1 9\n", "aaba", &level);
	struct state state = level.start;
	for (int i = 0; i < 20; i++) {
		move_code moves[MOVES_MAX];
		puzzle_valid_moves(GEMS, &level, &state, moves);
		const int frames = GEMS->screen.frames(&level, &state, moves[0]);
		const struct view view = {.state = &state, .moving = moves[0], .frame = frames};
		const int points = GEMS->rules.points(&level, &state, moves[0], frames);
		if (GEMS->screen.is_key_frame(&level, &state, moves[0], frames) &&
		    points == GEMS->rules.points(&level, &state, moves[0], frames - 1)) {
			ck_row(&level, &view, 0, "no swap left");
			seen++;
		}
		wander(GEMS, &level, &state, 1, &random);
	}
	ck_assert_int_gt(seen, 0);
}
END_TEST

START_TEST(a_hint_points_at_a_gem)
{
	struct level level;
	move_code move;
	char text[80];
	read_gems("rules: holes\n", "aa.a", &level);
	ck_assert(puzzle_find_move(GEMS, &level, &level.start, "c1-d1", &move));
	GEMS->text.hint_text(&level, &level.start, move, text, sizeof text);
	ck_assert_str_eq(text, "Hint: the gem at d1.");
}
END_TEST

/* ---- new levels ---- */

START_TEST(new_levels_follow_the_recipe)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct level level;
		struct recipe recipe = GEMS->generator.recipe;
		make_level(recipe, seed, &level);
		ck_assert(level.par >= 5 && level.par <= 9);
		recipe.pieces = 20;
		recipe.colours = 3;
		recipe.par_min = 2;
		make_level(recipe, seed, &level);
		char text[BOARD_TEXT_MAX], status[80];
		board_text(GEMS, &level, &level.start, text);
		ck_assert(strchr(text, 'c') != NULL && strpbrk(text, "defg?") == NULL);
		GEMS->text.status(&level, &level.start, 0, status, sizeof status);
		ck_assert_str_eq(status, "20 gems left");
	}
}
END_TEST

START_TEST(impossible_recipes_are_refused)
{
	static const struct recipe recipes[] = {
		{.rows = 1, .columns = 2, .pieces = -1, .colours = -1},
		{.rows = 2, .columns = 2, .pieces = -1, .colours = -1},
		{.rows = 3, .columns = 3, .pieces = 10, .colours = -1},
		{.rows = 6, .columns = 6, .pieces = 2, .colours = -1},
		{.rows = 6, .columns = 6, .pieces = -1, .colours = 1},
		{.rows = 6, .columns = 6, .pieces = 9, .colours = 4},
		{.rows = 2, .columns = 2, .pieces = -1, .colours = -1,
		 .value = {[HEADER_REFILL] = "random 1 5"}},
		{.rows = 3, .columns = 3, .pieces = -1, .colours = 2,
		 .value = {[HEADER_GOAL] = "clear z"}},
	};
	for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
		struct recipe recipe = recipes[i];
		struct level level;
		struct error error;
		recipe.par_max = PAR_MAX;
		must(!generate(GEMS, &recipe, 1, &level, &error), "recipe %d came to something",
		     (int)i);
	}
}
END_TEST

static void add_rules(TCase *tests)
{
	tcase_add_test(tests, the_rules_example_has_two_swaps);
	tcase_add_test(tests, a_swap_is_read_in_either_order);
	tcase_add_test(tests, swaps_without_a_run_are_refused);
	tcase_add_test(tests, a_refusal_says_why);
	tcase_add_test(tests, dead_gems_match_nothing);
	tcase_add_test(tests, holes_can_be_swapped_into_if_the_rule_says_so);
	tcase_add_test(tests, runs_score_by_their_length);
	tcase_add_test(tests, crossing_runs_are_cleared_once);
	tcase_add_test(tests, all_runs_are_cleared_at_once);
	tcase_add_test(tests, a_later_step_scores_more);
	tcase_add_test(tests, columns_fall_by_what_is_in_them);
	tcase_add_test(tests, streams_fill_columns_from_their_first_letter);
	tcase_add_test(tests, a_random_stream_is_the_same_each_time);
	tcase_add_test(tests, streams_are_independent);
	tcase_add_test(tests, clear_all_is_solved_when_all_is_cleared);
	tcase_add_test(tests, clear_colours_is_solved_when_they_are_cleared);
	tcase_add_test(tests, a_score_is_solved_when_it_is_reached);
	tcase_add_test(tests, the_status_shows_what_is_left);
	tcase_add_test(tests, moves_agree_with_the_naive_rules);
}

static void add_levels(TCase *tests)
{
	tcase_add_loop_test(tests, every_error_is_reported, 0, sizeof errors / sizeof errors[0]);
	tcase_add_test(tests, a_stream_may_not_be_longer_than_the_largest_board);
	tcase_add_test(tests, levels_survive_writing_and_reading);
	tcase_add_test(tests, states_are_packed_tightly);
	tcase_add_test(tests, the_largest_board_fits);
	tcase_add_test(tests, search_and_bound_agree_with_brute_force);
	tcase_add_test(tests, the_bound_counts_parts);
	tcase_add_test(tests, unsolvable_positions_are_dead);
	tcase_add_test(tests, new_levels_follow_the_recipe);
	tcase_add_test(tests, impossible_recipes_are_refused);
}

static void add_endless(TCase *tests)
{
	tcase_add_test(tests, there_is_always_a_swap);
	tcase_add_test(tests, advice_beats_greed);
	tcase_add_test(tests, advice_is_given_on_every_board);
	tcase_add_test(tests, advice_leaves_dead_gems_alone);
	tcase_add_test(tests, advice_ignores_the_stream);
}

static void add_player(TCase *tests)
{
	tcase_add_test(tests, arrows_move_the_cursor_or_the_selected_gem);
	tcase_add_test(tests, shifted_arrows_swap_at_once);
	tcase_add_test(tests, clicks_select_and_swap);
	tcase_add_test(tests, gems_holes_and_dead_gems_look_different);
	tcase_add_test(tests, special_gems_are_marked);
	tcase_add_test(tests, the_border_shows_the_next_letters);
	tcase_add_test(tests, swaps_and_hints_are_marked);
	tcase_add_test(tests, a_cascade_is_shown_step_by_step);
	tcase_add_test(tests, a_refused_swap_is_tried_and_taken_back);
	tcase_add_test(tests, what_cannot_move_does_not_try);
	tcase_add_test(tests, points_rise_with_the_frames);
	tcase_add_test(tests, a_reshuffle_is_announced);
	tcase_add_test(tests, a_hint_points_at_a_gem);
}

static void add_all(TCase *tests)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	add_rules(tests);
	add_levels(tests);
	add_endless(tests);
	add_player(tests);
}

int main(void)
{
	return run_tests("gems", add_all);
}
