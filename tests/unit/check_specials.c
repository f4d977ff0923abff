/* Special gems: what each shape leaves, what each kind clears, chains, points and levels of the
 * game, level text; then random games against a naive second implementation. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"
#include "play/generate.h"
#include "play/session.h"
#include "puzzle/registry.h"
#include "puzzle/replay.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/rules.h"
#include "support/help.h"

#define GEMS puzzle_named("gems")
#define SPECIALS "rules: specials\nrefill: random 7 5\n"

enum { TEXT_MAX = 1024, SIDE = 8 };

static const char letters[] = GEMS_ALPHABET, kinds[] = GEMS_KIND_LETTERS;

static void read_gems(const char *headers, const char *rows, struct level *level)
{
	char text[2 * TEXT_MAX];
	snprintf(text, sizeof text, "level: t\nmode: gems\n%s\n%s\n", headers, rows);
	read_level(text, level);
}

/* ---- one step ---- */

/* A board of rows "colours kinds", one below the other; the kinds of a row may be left out. */
static void set_board(const char *rows, struct level *level, struct gems *gems)
{
	*gems = (struct gems){.score = 0};
	*level = (struct level){.rules = RULE_SPECIALS};
	for (int cell = 0; *rows != '\0'; level->rows++, rows += *rows == '\n') {
		level->columns = (int)strcspn(rows, " \n");
		for (int c = 0; c < level->columns; c++)
			gems->cell[cell + c] = (uint8_t)(strchr(letters, *rows++) - letters);
		rows += *rows == ' ';
		for (int c = 0; *rows != '\n' && *rows != '\0'; c++)
			gems->kind[cell + c] = (uint8_t)(strchr(kinds, *rows++) - kinds);
		cell += level->columns;
	}
}

/* The same the other way round; kinds only in rows that have special gems. */
static const char *board_of(const struct level *level, const struct gems *gems)
{
	static char text[TEXT_MAX];
	char *to = text;
	for (int row = 0; row < level->rows; row++) {
		bool special = false;
		for (int c = 0; c < level->columns; c++) {
			*to++ = letters[gems->cell[row * level->columns + c]];
			special |= gems->kind[row * level->columns + c] != GEM_PLAIN;
		}
		if (special)
			*to++ = ' ';
		for (int c = 0; special && c < level->columns; c++)
			*to++ = kinds[gems->kind[row * level->columns + c]];
		*to++ = '\n';
	}
	to[-1] = '\0';
	return text;
}

/* A step: the board before, the swap that comes first ("": none), the number of the step; its
 * points; and the board that it leaves, before anything falls. */
static const struct step_case {
	const char *what, *before, *swap;
	int number, points;
	const char *after;
} steps[] = {
	/* What shapes leave: at the swapped cell, else in the middle. */
	{"three", "aab\nbca", "c1-c2", 1, 10, "...\nbcb"},
	{"four across", "aaba\nbcac", "c1-c2", 1, 20, "..a. ..-.\nbcbc"},
	{"four across, from the left", "baaa\nacbc", "a1-a2", 1, 20, "a... -...\nbcbc"},
	{"four down", "ab\nac\nba\nab", "a2-b2", 1, 20, ".b\n.c\nab |.\n.b"},
	{"four across, no swap", "aaaa\nbcbc", "", 2, 40, ".a.. .-..\nbcbc"},
	{"four down, no swap", "ab\nac\nab\nab", "", 1, 20, ".b\nac |.\n.b\n.b"},
	{"five across", "aabaa\nbcacb", "c1-c2", 1, 30, "..a.. ..*..\nbcbcb"},
	{"five down, no swap", "ab\nac\nab\nac\nab", "", 3, 90, ".b\n.c\nab *.\n.c\n.b"},
	{"six across, no swap", "aaaaaa", "", 1, 40, "..a... ..*..."},
	{"an L", "abc\nacb\nbaa\nabc", "a1-a2", 1, 20, ".bc\n.cb\na.. o..\nbbc"},
	{"an L, no swap", "abc\nacb\naaa", "", 1, 20, ".bc\n.cb\na.. o.."},
	{"a T, no swap", "aaa\nbac\ncab", "", 1, 20, ".a. .o.\nb.c\nc.b"},
	{"a plus, no swap", "bac\naaa\ncab", "", 1, 20, "b.c\n.a. .o.\nc.b"},
	{"a cross of five and three", "aaaaa\nbcabc\ncbacb", "", 1, 40,
         "..a.. ..*..\nbc.bc\ncb.cb"},
	{"a cross of four and three", "aaaa\nabcb\nacbc", "", 1, 30, "a... o...\n.bcb\n.cbc"},
	{"two shapes of a swap", "bbabc\naabac", "c1-c2", 1, 40, "..b.c ..-..\n..a.c ..-.."},
	{"a corner of two fives", "aaaaa\nabcbc\nacbcb\nabcbc\nacbcb", "", 1, 60,
         "..a.. ..*..\n.bcbc\n.cbcb\n.bcbc\n.cbcb"},
	{"two fours, one beside the other", "aaaa\nbbbb", "", 1, 40, ".a.. .-..\n.b.. .-.."},
	{"an H of three runs", "aba\naaa\naba", "", 1, 30, ".b.\na.. o..\n.b."},

	/* What kinds clear: 5 for each gem outside the run. */
	{"a row gem", "aaab .-..\nbcbc", "", 1, 15, "....\nbcbc"},
	{"a column gem", "bcab\naaab .|..\ncbca\nbcac", "", 1, 25, "b.ab\n...b\nc.ca\nb.ac"},
	{"a blast gem", "bcdeb\ncaaac ..o..\nbcdeb\nedcbe", "", 1, 40,
         "b...b\nc...c\nb...b\nedcbe"},
	{"a blast gem in a corner", "aaab o...\nbcdc\ncbcd", "", 1, 20, "...b\n..dc\ncbcd"},
	{"a blast gem in another corner", "dcbc\ncdcb\nbaaa ...o", "", 1, 20, "dcbc\ncd..\nb..."},
	{"a colour gem", "aaab *...\nbacb\nccba", "", 1, 20, "...b\nb.cb\nccb."},
	{"dead gems and holes stay", "?.aaa ..-..\n?.bcb", "", 1, 10, "?....\n?.bcb"},
	{"a row gem in step three", "aaab .-..", "", 3, 45, "...."},

	/* Chains. */
	{"a row gem sets off a column gem", "bcbd\naaab -..|\nbcbd", "", 1, 25, "bcb.\n....\nbcb."},
	{"a blast gem sets off a colour gem", "aaab o...\nbcdc .*..\ncbcd", "", 1, 35,
         "...b\n..d.\n.b.d"},
	{"two row gems set each other off once", "aaab -..-", "", 1, 15, "...."},
	{"a special gem of the run leaves a new one", "aaaa .-..\nbcbc", "", 1, 20,
         ".a.. .-..\nbcbc"},
	{"a special gem that is left is not set off", "aaaab ....|\nbcbcb", "", 1, 20,
         ".a..b .-..|\nbcbcb"},
	{"nor cleared", "aaaa -...\nbcbc", "", 1, 20, ".a.. .-..\nbcbc"},

	/* A colour gem that is swapped. */
	{"a colour gem beside b", "abca *...\nbcab", "a2-b2", 1, 20, "..ca\n.ca."},
	{"it clears its colour beside its own", "aabc *...\nbcca", "a2-b2", 1, 15, "..bc\nbcc."},
	{"beside a row gem", "abca *-..\nbcab", "a2-b2", 1, 30, "....\n.ca."},
	{"two colour gems", "abca **..\nbcab", "a2-b2", 1, 30, "..c.\n.c.."},
	{"with a run as well", "aac\nbba ..*", "c1-c2", 1, 15, "...\nbb."},
};

static int find_swap(const struct level *level, const char *name)
{
	move_code move;
	if (*name == '\0')
		return -1;
	must(GEMS->format.read_move(level, name, &move), "%s is no name", name);
	return move;
}

START_TEST(steps_clear_and_leave_what_the_rules_say)
{
	const struct step_case *test = &steps[_i];
	struct level level;
	struct gems gems;
	struct gems_step step;
	set_board(test->before, &level, &gems);
	const int swap = find_swap(&level, test->swap);
	must(swap < 0 || gems_make_swap(&level, &gems, swap), "%s: refused", test->what);
	must(gems_find_step(&level, &gems, test->number, swap, &step), "%s: nothing", test->what);
	gems_clear(&level, &gems, &step);
	ck_assert_msg(strcmp(board_of(&level, &gems), test->after) == 0, "%s:\n%s\nnot\n%s",
	              test->what, board_of(&level, &gems), test->after);
	ck_assert_msg(step.points == test->points, "%s: %d points", test->what, step.points);
}
END_TEST

START_TEST(a_colour_gem_is_swapped_with_gems_alone)
{
	struct level level;
	struct gems gems;
	set_board("?a. .*.\nbcb", &level, &gems);
	ck_assert(!gems_make_swap(&level, &gems, find_swap(&level, "a2-b2")));
	ck_assert(!gems_make_swap(&level, &gems, find_swap(&level, "b2-c2")));
	ck_assert(gems_make_swap(&level, &gems, find_swap(&level, "b1-b2")));
	set_board("abc *.-\naca .|.", &level, &gems); /* others need a run */
	ck_assert(!gems_make_swap(&level, &gems, find_swap(&level, "b2-c2")));
	ck_assert(!gems_make_swap(&level, &gems, find_swap(&level, "b1-b2")));
}
END_TEST

/* The row gem that four a leave is in the run of the next step, and clears its row. */
START_TEST(a_gem_that_is_left_goes_off_in_a_later_step)
{
	struct level level;
	struct gems gems;
	set_board("daeaf\naabag\nccacc", &level, &gems);
	const int swap = find_swap(&level, "c1-c2");
	ck_assert(gems_make_swap(&level, &gems, swap));
	ck_assert_int_eq(gems_cascade(&level, &gems, swap), 20 + 2 * (10 + 2 * 5));
	ck_assert_str_eq(board_of(&level, &gems), ".....\n..e.f\nccbcc");
}
END_TEST

/* ---- levels of the game ---- */

START_TEST(levels_multiply_points_and_grow)
{
	struct level level, plain;
	read_gems(SPECIALS, "aab\nbba", &level);
	read_gems("refill: random 7 5\n", "aab\nbba", &plain);
	static const struct {
		int score, rank, done, whole;
	} ranks[] = {
		{0, 1, 0, 500},
		{499, 1, 499, 500},
		{500, 2, 0, 2000},
		{2499, 2, 1999, 2000},
		{2500, 3, 0, 4500},
		{7000, 4, 0, 8000},
		{SCORE_MAX, 182, SCORE_MAX - 996495500, 16562000},
	};
	for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
		const int score = ranks[i].score;
		int done, whole;
		struct gems gems;
		ck_assert(GEMS->text.progress(&level, score, &done, &whole));
		ck_assert_int_eq(gems_score_rank(&level, score), ranks[i].rank);
		ck_assert_int_eq(done, ranks[i].done);
		ck_assert_int_eq(whole, ranks[i].whole);
		set_board("aaba\nbcac", &level, &gems);
		gems.score = score;
		const int swap = find_swap(&level, "c1-c2");
		ck_assert(gems_make_swap(&level, &gems, swap));
		ck_assert_int_eq(gems_cascade(&level, &gems, swap), 20 * ranks[i].rank);
		read_gems(SPECIALS, "aab\nbba", &level);
	}
	int done, whole;
	ck_assert(GEMS->text.progress(&plain, 700, &done, &whole));
	ck_assert_int_eq(done, 200);
	ck_assert_int_eq(whole, 1000);
	read_gems("", "aab\nbba", &plain);
	ck_assert(!GEMS->text.progress(&plain, 0, &done, &whole));
}
END_TEST

/* A new level is announced by the move that reaches it. The session's score is the state's. */
START_TEST(a_new_level_is_announced)
{
	struct level level;
	struct gems gems;
	char text[80], expected[80];
	int score = 0, reached = 1;
	read_gems(SPECIALS, "aaba\nbcac\nabab\ncdcd", &level);
	struct state state = level.start;
	for (int i = 0; i < 200; i++) {
		move_code move;
		ck_assert(GEMS->rules.advise(&level, &state, &move));
		GEMS->text.remark(&level, &state, score, move, text, sizeof text);
		score = puzzle_score(GEMS, &level, &state, move, score);
		ck_assert(GEMS->rules.apply(&level, &state, move));
		gems_unpack(&level, &state, &gems);
		ck_assert_int_eq(gems.score, score);
		const int rank = gems_score_rank(&level, score);
		snprintf(expected, sizeof expected, "Level %d! Points are multiplied by %d.", rank,
		         rank);
		ck_assert_int_eq(strncmp(text, expected, strlen(expected)) == 0, rank > reached);
		reached = rank;
	}
	ck_assert_int_gt(reached, 2);
}
END_TEST

/* A move's frames have the points with the level's factor, and call out chains. */
START_TEST(frames_have_the_points_of_the_level)
{
	struct level level;
	struct random random = {3};
	read_gems(SPECIALS, "aaba\nbcac\nabab\ncdcd", &level);
	struct state state = level.start;
	for (int i = 0; i < 200; i++) {
		move_code moves[MOVES_MAX];
		const int count = puzzle_valid_moves(GEMS, &level, &state, moves);
		ck_assert_int_gt(count, 0);
		const move_code move = moves[random_below(&random, (uint32_t)count)];
		const int frames = GEMS->screen.frames(&level, &state, move);
		int before = 0;
		for (int frame = 1; frame <= frames; frame++) {
			const int points = GEMS->rules.points(&level, &state, move, frame);
			must(points >= before, "frame %d: %d after %d", frame, points, before);
			before = points;
		}
		ck_assert_int_eq(before, GEMS->rules.points(&level, &state, move, 0));
		ck_assert(GEMS->rules.apply(&level, &state, move));
	}
}
END_TEST

/* ---- text ---- */

START_TEST(special_gems_survive_writing_and_reading)
{
	static const char *const headers[] = {
		SPECIALS,
		"rules: holes specials\nrefill: random 7 5\n",
		"rules: specials\nrefill: random 7 26\ngoal: clock 120\n",
	};
	static const char *const rows[] = {"aab\nbba", "aab ...\nbba ...", "aab -|o\nbba *.-",
	                                   "?aab .*..\nbbba ...|"};
	for (size_t h = 0; h < sizeof headers / sizeof headers[0]; h++)
		for (size_t r = 0; r < sizeof rows / sizeof rows[0] - (h != 1); r++) {
			struct level level, again;
			read_gems(headers[h], r == 3 ? "?aab .*..\nbbca ...|" : rows[r], &level);
			read_back(GEMS, &level, &again);
			ck_assert(same_level(GEMS, &level, &again));
			ck_assert_int_eq(level.seconds, h == 2 ? 120 : 0);
		}
}
END_TEST

/* Special gems and plain ones are different levels, and different positions. */
START_TEST(kinds_make_a_difference)
{
	static const char *const rows[] = {"aab\nbba", "aab -..\nbba", "aab |..\nbba",
	                                   "aab o..\nbba", "aab *..\nbba"};
	uint64_t identity[GEM_KINDS + 1];
	struct level level[GEM_KINDS + 1];
	char text[TEXT_MAX], word[48];
	for (int i = 0; i <= GEM_KINDS; i++) {
		snprintf(text, sizeof text, "%s%s", rows[i % GEM_KINDS],
		         i == 0 || i == GEM_KINDS ? "" : " ...");
		read_gems(i < GEM_KINDS ? SPECIALS : "refill: random 7 5\n", text, &level[i]);
		identity[i] = level_identity(GEMS, &level[i]);
		for (int j = 0; j < i; j++) {
			ck_assert(identity[i] != identity[j]);
			ck_assert(!same_state(&level[i].start, &level[j].start));
		}
	}
	static const char *const words[] = {"a",           "a row gem",    "a column gem",
	                                    "a blast gem", "a colour gem", "a"};
	for (int i = 0; i <= GEM_KINDS; i++) {
		GEMS->text.describe_cell(&level[i], &level[i].start, 0, word, sizeof word);
		ck_assert_str_eq(word, words[i]);
	}
}
END_TEST

static const struct {
	const char *headers, *rows, *message;
} errors[] = {
	{"rules: specials\n", "aab\nbba",
         "x.level:3: special gems need an endless level: \"refill: random\" and"},
	{"rules: specials\nrefill: a b c\n", "aab\nbba", "x.level:3: special gems need"},
	{"rules: specials\nrefill: random 1 5\ngoal: score 50\n", "aab\nbba",
         "x.level:3: special gems need"},
	{"refill: random 1 5\ngoal: clock 9\n", "aab\nbba", "x.level:4: goal is \"clock 9\""},
	{"refill: random 1 5\ngoal: clock 3601\n", "aab\nbba", "x.level:4: goal is \"clock 3601\""},
	{"refill: random 1 5\ngoal: clock\n", "aab\nbba", "x.level:4: goal is \"clock\""},
	{"goal: clock 60\n", "aab\nbba",
         "x.level:3: goal is \"clock 60\"; expected a level with \"refill: random\", which "
         "a clock needs"},
	{"refill: random 1 5\n", "aab ...\nbba ...", "x.level:5: the row has a second word"},
	{SPECIALS, "aab ..\nbba ..",
         "x.level:6: the first words are 3 wide and the second ones 2; expected the same width"},
	{SPECIALS, "aab ...\nbba ..x",
         "x.level:7: 'x' in column 3 of the second word; expected '.', or a special gem"},
	{SPECIALS, "aab? ....\nbba. ...-",
         "x.level:7: '-' in column 4 of the second word, but there is no gem"},
	{SPECIALS, "aab? ...*\nbba. ....",
         "x.level:6: '*' in column 4 of the second word, but there is no gem"},
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

/* The endless levels of version 0.1: identity, and after 100 moves score and a hash of the
 * state. */
static const struct {
	uint64_t identity;
	int score;
	uint64_t state;
} endless[] = {
	{UINT64_C(0x0f6071c67153c99d), 2130, UINT64_C(0x55de0abc8d05c84e)},
	{UINT64_C(0x082a512246cf7291), 2600, UINT64_C(0x01b116474291722f)},
	{UINT64_C(0x52d5ed3fd451d04b), 4150, UINT64_C(0x27725c42ccd076e9)},
	{UINT64_C(0xeb4fd969727fd1da), 2660, UINT64_C(0x955d9c2b344f06e5)},
	{UINT64_C(0x22b416b0d8f1ec22), 2140, UINT64_C(0xba2029e647e13edd)},
	{UINT64_C(0x4ee8ad40f67a1a44), 2050, UINT64_C(0x881efc7adf6cc0bc)},
};

/* They are the levels that old results, games and replays are about, and play as they did. */
START_TEST(old_levels_play_as_they_did)
{
	struct pack pack;
	struct error error;
	struct level level;
	char path[4096];
	snprintf(path, sizeof path, "%s/levels/gems/endless.level", getenv("srcdir"));
	must(pack_read_file(&pack, path, &error), "%s", error.text);
	must(pack.count == sizeof endless / sizeof endless[0] &&
	             pack_level(&pack, _i, &level, &error),
	     "no such level");
	pack_free(&pack);
	ck_assert_uint_eq(level_identity(GEMS, &level), endless[_i].identity);
	struct state state = level.start;
	int score = 0;
	for (int i = 0; i < 100; i++) {
		move_code moves[MOVES_MAX];
		const int count = puzzle_valid_moves(GEMS, &level, &state, moves);
		const move_code move = moves[i * 7 % count];
		score = puzzle_score(GEMS, &level, &state, move, score);
		ck_assert(GEMS->rules.apply(&level, &state, move));
	}
	uint64_t hash = HASH_BEGIN;
	for (size_t i = 0; i < level.state_size; i++)
		hash = hash_more(hash, state.byte[i]);
	ck_assert_int_eq(score, endless[_i].score);
	ck_assert_uint_eq(hash, endless[_i].state);
}
END_TEST

/* ---- random games against a naive version ---- */

struct naive {
	int rows, columns, score;
	int colour[SIDE][SIDE], kind[SIDE][SIDE];
};

static void naive_read(struct naive *naive, const struct level *level, const struct gems *gems)
{
	*naive = (struct naive){level->rows, level->columns, gems->score, {{0}}, {{0}}};
	for (int cell = 0; cell < level_cells(level); cell++) {
		naive->colour[cell / level->columns][cell % level->columns] = gems->cell[cell];
		naive->kind[cell / level->columns][cell % level->columns] = gems->kind[cell];
	}
}

static int colour_at(const struct naive *naive, int row, int column)
{
	const bool inside = row >= 0 && row < naive->rows && column >= 0 && column < naive->columns;
	const int colour = inside ? naive->colour[row][column] : 0;
	return colour == DEAD_GEM ? 0 : colour;
}

/* The length of the run through a cell; 0 below three. */
static int run_length(const struct naive *naive, int row, int column, int down)
{
	const int colour = colour_at(naive, row, column);
	int before = 0, after = 0;
	while (colour != 0 &&
	       colour_at(naive, row - (before + 1) * down, column - (before + 1) * !down) == colour)
		before++;
	while (colour != 0 &&
	       colour_at(naive, row + (after + 1) * down, column + (after + 1) * !down) == colour)
		after++;
	return before + after + 1 >= 3 ? before + after + 1 : 0;
}

/* Numbers shapes: neighbours in one run get one number, until nothing changes. */
static void number_shapes(const struct naive *naive, int shape[SIDE][SIDE])
{
	for (int r = 0; r < naive->rows; r++)
		for (int c = 0; c < naive->columns; c++)
			shape[r][c] = run_length(naive, r, c, 0) || run_length(naive, r, c, 1)
			                      ? 1 + r * SIDE + c
			                      : 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (int r = 0; r < naive->rows; r++)
			for (int c = 0; c < naive->columns; c++)
				for (int down = 0; down < 2; down++) {
					if (run_length(naive, r, c, down) == 0 ||
					    colour_at(naive, r + down, c + !down) !=
					            colour_at(naive, r, c))
						continue;
					int *one = &shape[r][c],
					    *other = &shape[r + down][c + !down];
					changed |= *one != *other;
					*one = *other = *one < *other ? *one : *other;
				}
	}
}

/* The kind that a shape leaves, and where. */
static int left_by(const struct naive *naive, int shape[SIDE][SIDE], int number,
                   const int swapped[2], int *cell)
{
	int longest = 0, first = -1, down = 0, crossing = -1, at = -1;
	for (int d = 0; d < 2; d++)
		for (int r = 0; r < naive->rows; r++)
			for (int c = 0; c < naive->columns; c++) {
				const int length = run_length(naive, r, c, d);
				if (shape[r][c] != number)
					continue;
				if (length > longest) {
					longest = length;
					first = r * naive->columns + c;
					down = d;
				}
				if (crossing < 0 && run_length(naive, r, c, 0) &&
				    run_length(naive, r, c, 1))
					crossing = r * naive->columns + c;
				if (r * naive->columns + c == swapped[0] ||
				    r * naive->columns + c == swapped[1])
					at = r * naive->columns + c;
			}
	const int middle = first + (longest - 1) / 2 * (down ? naive->columns : 1);
	*cell = at >= 0 ? at : longest < 5 && crossing >= 0 ? crossing : middle;
	return longest >= 5    ? GEM_COLOUR
	       : crossing >= 0 ? GEM_BLAST
	       : longest == 4  ? (down ? GEM_COLUMN : GEM_ROW)
	                       : GEM_PLAIN;
}

/* Whether a cleared special gem clears a cell. `target`: the colour of a colour gem. */
static bool reaches(const struct naive *naive, int row, int column, int target, int r, int c)
{
	switch (naive->kind[row][column]) {
	case GEM_ROW:
		return r == row;
	case GEM_COLUMN:
		return c == column;
	case GEM_BLAST:
		return abs(r - row) <= 1 && abs(c - column) <= 1;
	case GEM_COLOUR:
		return naive->colour[r][c] == target;
	default:
		return false;
	}
}

/* Clears what is reached from cleared cells, again and again; returns how many cells. */
static int spread(const struct naive *naive, bool gone[SIDE][SIDE], int target[SIDE][SIDE])
{
	int count = 0;
	for (int before = -1; before != count;) {
		before = count;
		for (int from = 0; from < naive->rows * naive->columns; from++)
			for (int to = 0; to < naive->rows * naive->columns; to++) {
				const int row = from / naive->columns,
					  column = from % naive->columns;
				const int r = to / naive->columns, c = to % naive->columns;
				if (!gone[row][column] || gone[r][c] ||
				    colour_at(naive, r, c) == 0 ||
				    !reaches(naive, row, column, target[row][column], r, c))
					continue;
				gone[r][c] = true;
				count++;
			}
	}
	return count;
}

/* Colour gems clear their own colour, swapped ones the other's; these go first. Returns how many
 * cells that are not in runs. */
static int naive_clear(const struct naive *naive, int shape[SIDE][SIDE], const int swapped[2],
                       bool gone[SIDE][SIDE])
{
	int target[SIDE][SIDE] = {{0}}, count = 0;
	for (int r = 0; r < naive->rows; r++)
		for (int c = 0; c < naive->columns; c++) {
			target[r][c] = naive->colour[r][c];
			gone[r][c] = shape[r][c] != 0;
		}
	for (int i = 0; i < 2 && swapped[0] >= 0; i++) {
		const int r = swapped[i] / naive->columns, c = swapped[i] % naive->columns;
		const int other_r = swapped[1 - i] / naive->columns;
		const int other_c = swapped[1 - i] % naive->columns;
		if (naive->kind[r][c] != GEM_COLOUR || colour_at(naive, other_r, other_c) == 0)
			continue;
		target[r][c] = naive->colour[other_r][other_c];
		count += !gone[r][c];
		gone[r][c] = true;
	}
	return count + spread(naive, gone, target);
}

/* One step, on a board that is at rest or has just been swapped; returns its points. */
static int naive_step(struct naive *naive, int number, const int swapped[2])
{
	int shape[SIDE][SIDE], windows = 0, cell;
	bool gone[SIDE][SIDE] = {{false}};
	struct naive after = *naive;
	number_shapes(naive, shape);
	for (int r = 0; r < naive->rows; r++)
		for (int c = 0; c < naive->columns; c++)
			for (int down = 0; down < 2; down++) {
				const int colour = colour_at(naive, r, c);
				windows += colour != 0 &&
				           colour_at(naive, r + down, c + !down) == colour &&
				           colour_at(naive, r + 2 * down, c + 2 * !down) == colour;
			}
	const int others = naive_clear(naive, shape, swapped, gone);
	for (int r = 0; r < naive->rows; r++)
		for (int c = 0; c < naive->columns; c++)
			if (gone[r][c])
				after.colour[r][c] = after.kind[r][c] = 0;
	for (int s = 1; s <= SIDE * SIDE; s++) {
		const int r = (s - 1) / SIDE, c = (s - 1) % SIDE;
		if (r >= naive->rows || c >= naive->columns || shape[r][c] != s)
			continue;
		const int kind = left_by(naive, shape, s, swapped, &cell);
		if (kind == GEM_PLAIN)
			continue;
		after.colour[cell / naive->columns][cell % naive->columns] = naive->colour[r][c];
		after.kind[cell / naive->columns][cell % naive->columns] = kind;
	}
	*naive = after;
	int rank = 1;
	for (int sum = 500; naive->score >= sum; sum += 500 * rank * rank)
		rank++;
	return rank * number * (10 * windows + 5 * others);
}

static bool same_board(const struct naive *naive, const struct level *level,
                       const struct gems *gems)
{
	struct naive other;
	naive_read(&other, level, gems);
	return memcmp(naive->colour, other.colour, sizeof other.colour) == 0 &&
	       memcmp(naive->kind, other.kind, sizeof other.kind) == 0;
}

/* Compares all steps of a move; counts those that leave each kind. */
static void compare_move(const struct level *level, const struct state *state, move_code move,
                         int left[GEM_KINDS])
{
	static const int none[2] = {-1, -1};
	struct gems gems;
	struct gems_step step;
	struct naive naive;
	gems_unpack(level, state, &gems);
	must(gems_make_swap(level, &gems, move), "refused");
	const int swapped[2] = {move / 2, gems_partner(level, move)};
	int number = 1;
	for (; gems_find_step(level, &gems, number, move, &step); number++) {
		naive_read(&naive, level, &gems);
		const int points = naive_step(&naive, number, number == 1 ? swapped : none);
		must(points == step.points, "%d points, not %d", step.points, points);
		for (int i = 0; i < step.left_count; i++)
			left[step.left[i].kind]++;
		gems_clear(level, &gems, &step);
		must(same_board(&naive, level, &gems), "step %d:\n%s", number,
		     board_of(level, &gems));
		while (gems_fall(level, &gems))
			;
	}
	naive_read(&naive, level, &gems);
	must(naive_step(&naive, number, none) == 0, "a step is missing");
}

/* Makes some gems special at random. */
static void sprinkle(const struct level *level, struct state *state, struct random *random)
{
	struct gems gems;
	gems_unpack(level, state, &gems);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (is_gem(gems.cell[cell]) && random_below(random, 6) == 0)
			gems.kind[cell] = (uint8_t)random_below(random, GEM_KINDS);
	gems_pack(level, &gems, state);
}

/* A random endless board. */
static void make_level(int rows, int columns, int colours, int seed, struct level *level)
{
	char refill[32];
	struct error error;
	snprintf(refill, sizeof refill, "random %d %d", seed, colours);
	const struct recipe recipe =
		{.rows = rows,
	         .columns = columns,
	         .pieces = -1,
	         .colours = -1,
	         .par_max = PAR_MAX,
	         .value = {[HEADER_RULES] = "specials", [HEADER_REFILL] = refill}};
	must(generate(GEMS, &recipe, (uint64_t)seed, level, &error), "%s", error.text);
}

START_TEST(random_games_agree_with_the_naive_rules)
{
	struct random random = {17};
	int left[GEM_KINDS] = {0};
	for (int seed = 1; seed <= 60; seed++) {
		struct level level;
		make_level(3 + (int)random_below(&random, 6), 3 + (int)random_below(&random, 6),
		           4 + seed % 4, seed, &level);
		struct state state = level.start;
		for (int i = 0; i < 60; i++) {
			move_code moves[MOVES_MAX];
			if (i % 3 == 0)
				sprinkle(&level, &state, &random);
			const int count = puzzle_valid_moves(GEMS, &level, &state, moves);
			must(count > 0, "no swap");
			const move_code move = moves[random_below(&random, (uint32_t)count)];
			compare_move(&level, &state, move, left);
			ck_assert(GEMS->rules.apply(&level, &state, move));
			ck_assert(state_is_valid(&level, &state));
		}
	}
	for (int kind = GEM_ROW; kind < GEM_KINDS; kind++)
		ck_assert_int_gt(left[kind], 20);
}
END_TEST

/* Positions that look alike have equal bytes, however they came about: packing what is unpacked
 * changes nothing. */
START_TEST(states_are_canonical)
{
	struct random random = {18};
	struct level level;
	make_level(SIDE_MAX, SIDE_MAX, 26, 1, &level);
	ck_assert_uint_eq(level.state_size, CELLS_MAX + 3 * SIDE_MAX + 4);
	make_level(6, 6, 4, 1, &level);
	struct state state = level.start;
	for (int i = 0; i < 100; i++) {
		struct gems gems;
		struct state again = {{0}};
		ck_assert_int_eq(wander(GEMS, &level, &state, 1, &random), 1);
		gems_unpack(&level, &state, &gems);
		gems_pack(&level, &gems, &again);
		ck_assert(same_state(&state, &again));
	}
}
END_TEST

/* A reshuffle deals the same special gems. */
START_TEST(a_reshuffle_keeps_special_gems)
{
	struct level level;
	struct gems gems;
	read_gems("rules: specials\nrefill: random 7 9\n", "aab\nbba", &level);
	set_board("abcdef -.|.o.\nghiabc ......\ndefghi .....-\nabcdef ......", &level, &gems);
	level.rules |= RULE_RANDOM;
	level.endless = true;
	level.table[COLOURS_MAX][0] = 9;
	ck_assert_int_eq(gems_next_swap(&level, &gems, 0), -1);
	gems_reshuffle(&level, &gems);
	ck_assert_int_ge(gems_next_swap(&level, &gems, 0), 0);
	int kind_of[COLOURS_MAX + 1] = {0}, count[GEM_KINDS] = {0};
	for (int cell = 0; cell < level_cells(&level); cell++) {
		count[gems.kind[cell]]++;
		if (gems.kind[cell] != GEM_PLAIN)
			kind_of[gems.cell[cell]] = gems.kind[cell];
	}
	ck_assert_int_eq(count[GEM_ROW], 2);
	ck_assert_int_eq(count[GEM_COLUMN], 1);
	ck_assert_int_eq(count[GEM_BLAST], 1);
	ck_assert_int_eq(kind_of[1], GEM_ROW); /* each keeps its colour if it can */
	ck_assert_int_eq(kind_of[3], GEM_COLUMN);
	ck_assert_int_eq(kind_of[5], GEM_BLAST);
	ck_assert_int_eq(kind_of[9], GEM_ROW);
}
END_TEST

/* ---- games ---- */

/* The moves of a session replay to its score, on the level read from its text. */
START_TEST(games_replay_to_their_score)
{
	for (int seed = 1; seed <= 5; seed++) {
		struct level level, again;
		struct session session;
		struct replay replay;
		struct error error;
		make_level(6, 7, 5, seed, &level);
		ck_assert(session_open(&session, GEMS, &level, NULL, &error));
		struct random random = {(uint64_t)seed};
		for (int i = 0; i < 150; i++) {
			struct state state;
			move_code moves[MOVES_MAX];
			session_state(&session, &state);
			const int count = puzzle_valid_moves(GEMS, &level, &state, moves);
			ck_assert(session_move(&session,
			                       moves[random_below(&random, (uint32_t)count)]));
		}
		char *moves = session_moves(&session);
		read_back(GEMS, &level, &again);
		ck_assert(replay_moves(GEMS, &again, moves, &replay, &error));
		ck_assert_int_eq(replay.count, 150);
		ck_assert_int_eq(replay.score, session_score(&session));
		free(moves);
		session_close(&session);
	}
}
END_TEST

/* The points of a hundred moves, by advice or greedily. */
static int hundred_moves(const struct level *level, bool greedy)
{
	struct state state = level->start;
	int score = 0;
	for (int i = 0; i < 100; i++) {
		move_code moves[MOVES_MAX], move, again;
		const int count = puzzle_valid_moves(GEMS, level, &state, moves);
		must(GEMS->rules.advise(level, &state, &move), "no advice after %d", i);
		must(GEMS->rules.advise(level, &state, &again) && again == move, "another advice");
		for (int m = 0, best = -1; greedy && m < count; m++) {
			const int points = GEMS->rules.points(level, &state, moves[m], 0);
			move = points > best ? moves[m] : move;
			best = points > best ? points : best;
		}
		score = puzzle_score(GEMS, level, &state, move, score);
		must(GEMS->rules.apply(level, &state, move), "advised what is no move");
	}
	return score;
}

/* Greed sees the gems that fall in, and the bot does not; it has to be better all the same. */
START_TEST(the_bot_beats_greed)
{
	int advised = 0, greedy = 0;
	for (int seed = 1; seed <= (SANITIZED ? 1 : 4); seed++) {
		struct level level;
		make_level(8, 8, 7, seed, &level);
		advised += hundred_moves(&level, false);
		greedy += hundred_moves(&level, true);
	}
	ck_assert_msg(advised > greedy, "%d points, greed has %d", advised, greedy);
}
END_TEST

START_TEST(the_bot_ignores_the_stream)
{
	struct level level;
	struct random random = {9};
	make_level(6, 6, 5, 3, &level);
	struct state state = level.start;
	for (int i = 0; i < 20; i++) {
		struct level other = level;
		move_code here, there;
		other.seed = random_next(&random);
		ck_assert(GEMS->rules.advise(&level, &state, &here));
		ck_assert(GEMS->rules.advise(&other, &state, &there));
		ck_assert_int_eq(here, there);
		ck_assert(GEMS->rules.apply(&level, &state, here));
	}
}
END_TEST

START_TEST(the_bot_plays_on_every_board)
{
	static const int sides[][3] = {{1, 9, 3}, {9, 1, 3}, {2, 3, 3}, {4, 20, 6}, {26, 26, 4}};
	enum { LAST = sizeof sides / sizeof sides[0] - 1 };
	for (int i = 0; i <= LAST - SANITIZED; i++) { /* the last would take 14 s */
		const int moves = i == LAST || SANITIZED ? 1 : 5;
		struct level level;
		make_level(sides[i][0], sides[i][1], sides[i][2], 1, &level);
		struct state state = level.start;
		for (int m = 0; m < moves; m++) {
			move_code move;
			ck_assert(GEMS->rules.advise(&level, &state, &move));
			ck_assert(GEMS->rules.apply(&level, &state, move));
		}
	}
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_loop_test(tests, steps_clear_and_leave_what_the_rules_say, 0,
	                    sizeof steps / sizeof steps[0]);
	tcase_add_test(tests, a_colour_gem_is_swapped_with_gems_alone);
	tcase_add_test(tests, a_gem_that_is_left_goes_off_in_a_later_step);
	tcase_add_test(tests, levels_multiply_points_and_grow);
	tcase_add_test(tests, a_new_level_is_announced);
	tcase_add_test(tests, frames_have_the_points_of_the_level);
	tcase_add_test(tests, special_gems_survive_writing_and_reading);
	tcase_add_test(tests, kinds_make_a_difference);
	tcase_add_loop_test(tests, every_error_is_reported, 0, sizeof errors / sizeof errors[0]);
	tcase_add_loop_test(tests, old_levels_play_as_they_did, 0,
	                    sizeof endless / sizeof endless[0]);
	tcase_add_test(tests, random_games_agree_with_the_naive_rules);
	tcase_add_test(tests, states_are_canonical);
	tcase_add_test(tests, a_reshuffle_keeps_special_gems);
	tcase_add_test(tests, games_replay_to_their_score);
	tcase_add_test(tests, the_bot_beats_greed);
	tcase_add_test(tests, the_bot_ignores_the_stream);
	tcase_add_test(tests, the_bot_plays_on_every_board);
}

int main(void)
{
	return run_tests("specials", add);
}
