/* Bishop's own search against the general one, on random boards of all rules and kinds of
 * pieces. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/bishop/solver/beam.h"
#include "puzzles/bishop/solver/deepen.h"
#include "puzzles/bishop/solver/pattern.h"
#include "puzzles/bishop/solver/space.h"
#include "puzzle/registry.h"
#include "solve/beam.h"
#include "support/help.h"

enum { TEXT_MAX = 4096 };

static const struct puzzle *bishop(void)
{
	return puzzle_named("bishop");
}

static const char *const kinds[] = {"bishop", "rook", "queen", "knight", "king"};
static const char *const rules[] = {
	"", "no-attack", "slide", "no-attack slide",
	"alternate", "alternate no-attack", "alternate slide", "alternate no-attack slide",
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0], RULE_COUNT = sizeof rules / sizeof rules[0] };

/* ---- random boards ---- */

struct board {
	int rows, columns;
	int walls, pieces, colours;
	int spare;             /* pieces without a target */
};

static void write_rows(const struct board *board, const char *start, const char *goal, char *out)
{
	for (int row = 0; row < board->rows; row++)
		out += sprintf(out, "%.*s %.*s\n", board->columns, start + row * board->columns,
		               board->columns, goal + row * board->columns);
}

/* A cell that is still free. */
static int free_cell(const char *cells, int count, struct random *random)
{
	int cell;
	do
		cell = (int)random_below(random, (uint32_t)count);
	while (cells[cell] != '.');
	return cell;
}

static void fill_rows(const struct board *board, struct random *random, char *out)
{
	char start[CELLS_MAX], goal[CELLS_MAX];
	const int cells = board->rows * board->columns;
	memset(start, '.', sizeof start);
	for (int w = 0; w < board->walls; w++)
		start[free_cell(start, cells, random)] = '#';
	memcpy(goal, start, sizeof goal);
	for (int p = 0; p < board->pieces; p++) {
		const char letter = (char)('a' + p % board->colours);
		start[free_cell(start, cells, random)] = letter;
		if (p < board->pieces - board->spare)
			goal[free_cell(goal, cells, random)] = letter;
	}
	write_rows(board, start, goal, out);
}

/* False where colours see each other that may not. */
static bool read_quietly(const char *text, struct level *level)
{
	struct pack pack;
	struct error error;
	if (!pack_read_text(&pack, "x.level", text, strlen(text), &error))
		return false;
	const bool good = pack_level(&pack, 0, level, &error);
	pack_free(&pack);
	return good;
}

/* A level of those rules; false if no start of some was peaceful. */
static bool random_board(const struct board *board, const char *rule, const char *kind,
                         struct random *random, struct level *level)
{
	char text[TEXT_MAX];
	for (int tries = 0; tries < 200; tries++) {
		int used = snprintf(text, sizeof text, "level: t\nmode: bishop\npiece: %s\n", kind);
		if (rule[0] != '\0')
			used += snprintf(text + used, sizeof text - (size_t)used, "rules: %s\n",
			                 rule);
		text[used++] = '\n';
		fill_rows(board, random, text + used);
		if (read_quietly(text, level))
			return true;
	}
	return false;
}

static struct board small_board(struct random *random)
{
	struct board board = {
		.rows = 2 + (int)random_below(random, 4),
		.columns = 3 + (int)random_below(random, 2),
	};
	const int cells = board.rows * board.columns;
	board.walls = (int)random_below(random, (uint32_t)cells / 3 + 1);
	const int room = cells - board.walls < 6 ? cells - board.walls - 1 : 5;
	board.pieces = 1 + (int)random_below(random, (uint32_t)room);
	board.colours =
		1 + (int)random_below(random, (uint32_t)(board.pieces < 3 ? board.pieces : 3));
	board.spare = (int)random_below(random, (uint32_t)(board.pieces + 1) / 2);
	return board;
}

/* Half of all small boards get a goal that can be reached, and many moves away if there is one. */
static void small_level(const char *rule, const char *kind, struct random *random,
                        struct level *level)
{
	struct board board;
	do
		board = small_board(random);
	while (!random_board(&board, rule, kind, random, level));
	if (random_below(random, 2) == 0)
		return;
	struct state state = level->start;
	wander(bishop(), level, &state, 200, random);
	bishop()->generator.set_goal(level, &state);
}

/* ---- the same as the reference ---- */

/* What came out, so that nothing is tested in vain. */
static void count_verdicts(const struct level *level, int count[GAVE_UP + 1], int *deep)
{
	static struct answer answer;
	solve_position(bishop(), level, &level->start, &limits_default, NULL, NULL, &answer);
	count[answer.verdict]++;
	*deep += answer.upper >= 8;
}

static void compare_boards(const char *rule, int threads, uint64_t seed)
{
	struct random random = {seed};
	int verdicts[GAVE_UP + 1] = {0}, compared = 0, deep = 0;
	enum { BOARDS = SANITIZED ? 20 : 80, POSITIONS = 3 };
	for (int k = 0; k < KIND_COUNT; k++)
		for (int i = 0; i < BOARDS; i++) {
			struct level level;
			small_level(rule, kinds[k], &random, &level);
			compared += compare_with_reference(bishop(), &level, POSITIONS, 20000,
			                                   threads, &random);
			count_verdicts(&level, verdicts, &deep);
		}
	ck_assert_int_ge(compared, KIND_COUNT * BOARDS * POSITIONS * 9 / 10);
	ck_assert_int_ge(verdicts[OPTIMAL], KIND_COUNT * BOARDS / 5);
	ck_assert_int_ge(verdicts[UNSOLVABLE], KIND_COUNT * BOARDS / 10);
	ck_assert_int_ge(deep, BOARDS / 8);
	ck_assert_int_eq(verdicts[GAVE_UP], 0);
}

START_TEST(random_boards_agree_with_the_reference)
{
	compare_boards(rules[_i], 1, 1 + (uint64_t)_i);
}
END_TEST

START_TEST(threads_give_the_same_answers)
{
	compare_boards(rules[_i], 2, 101 + (uint64_t)_i);
}
END_TEST

/* Boards so full that few cells are free. */
START_TEST(full_boards)
{
	struct random random = {7};
	int compared = 0;
	for (int i = 0; i < 80; i++) {
		struct level level;
		const struct board board = {
			.rows = 3, .columns = 3, .pieces = 8 - i % 2, .colours = 1 + i % 4,
		};
		must(random_board(&board, rules[4 * (i / 4 % 2)], kinds[i % KIND_COUNT], &random,
		                  &level), "no board");
		compared += compare_with_reference(bishop(), &level, 3, 20000, 1, &random);
	}
	ck_assert_int_ge(compared, 200);
}
END_TEST

/* More targets than the bound has a table for. */
START_TEST(a_board_of_many_targets)
{
	struct random random = {8};
	struct level level;
	const struct board board = {.rows = 5, .columns = 6, .pieces = 28, .colours = 1};
	for (int i = 0; i < 5; i++) {
		random_board(&board, "", i % 2 == 0 ? "king" : "rook", &random, &level);
		ck_assert_int_eq(level.amount, 28);
		ck_assert_int_eq(compare_with_reference(bishop(), &level, 4, 0, 1, &random), 4);
	}
}
END_TEST

/* A colour with more sets of cells than a database has room for. */
START_TEST(a_colour_without_a_database)
{
	struct random random = {9};
	struct level level;
	const struct board board = {.rows = 5, .columns = 6, .pieces = 8, .colours = 1};
	int compared = 0;
	for (int i = 0; i < 10 / SLOWDOWN; i++) {
		random_board(&board, i % 2 == 0 ? "" : "slide", kinds[1 + i % 3], &random, &level);
		compared += compare_with_reference(bishop(), &level, 3, 20000, 1, &random);
	}
	ck_assert_int_ge(compared, 15 / SLOWDOWN);
}
END_TEST

/* ---- numbers and bounds by themselves ---- */

/* Whether a step leads to that position. */
static bool has_rank(const struct step *step, int count, uint64_t rank)
{
	for (int i = 0; i < count; i++)
		if (step[i].rank == rank)
			return true;
	return false;
}

/* The steps of a position are its moves, and each leads back. Returns how many. */
static int compare_steps(const struct level *level, const struct space *space,
                         const struct state *state)
{
	static struct step step[CELLS_MAX * DIRECTIONS_MAX], back[CELLS_MAX * DIRECTIONS_MAX];
	move_code moves[MOVES_MAX];
	struct position position;
	uint64_t rank, next;
	ck_assert(bishop_space_rank(space, state, &rank));
	bishop_space_unrank(space, rank, &position);
	ck_assert(bishop_space_is_valid(space, &position));
	const bool begun = !space->alternate || position.last != 0;
	const int count = bishop_space_steps(space, &position, false, step);
	ck_assert_int_eq(count, puzzle_valid_moves(bishop(), level, state, moves));
	for (int i = 0; i < count; i++)
		ck_assert_uint_eq(bishop_space_rank_after(space, &position, step[i].from,
		                                          step[i].to),
		                  step[i].rank);
	for (int i = 0; i < count; i++) {
		struct state after = *state;
		bishop()->rules.apply(level, &after, moves[i]);
		ck_assert(bishop_space_rank(space, &after, &next));
		ck_assert(has_rank(step, count, next));
		bishop_space_unrank(space, next, &position);
		const int backs = bishop_space_steps(space, &position, true, back);
		ck_assert(!begun || has_rank(back, backs, rank));
	}
	return count;
}

/* On small boards and on large ones, where a set of cells takes several words. */
START_TEST(steps_are_moves)
{
	struct random random = {22};
	const struct board large = {
		.rows = 14, .columns = 13, .walls = 25, .pieces = 4, .colours = 2};
	int compared = 0, wide = 0;
	for (int i = 0; i < 4 * RULE_COUNT * KIND_COUNT; i++) {
		struct level level;
		struct space space;
		const char *rule = rules[i % RULE_COUNT];
		const char *kind = kinds[i / RULE_COUNT % KIND_COUNT];
		if (i % 3 != 0)
			small_level(rule, kind, &random, &level);
		else if (!random_board(&large, rule, kind, &random, &level))
			continue;
		if (!bishop_space_init(&space, &level, (size_t)64 << 20))
			continue;
		struct state state = level.start;
		for (int k = 0; k < 5; k++, wander(bishop(), &level, &state, 3, &random))
			compared += compare_steps(&level, &space, &state);
		wide += space.words > 1;
		bishop_space_free(&space);
	}
	ck_assert_int_ge(compared, 5000);
	ck_assert_int_ge(wide, 20);
}
END_TEST

/* No step lessens the bound by more than a move. */
static void compare_with_children(const struct patterns *patterns, const struct position *position,
                                  struct estimate *estimate, int h)
{
	static struct step step[CELLS_MAX * DIRECTIONS_MAX];
	const int count = bishop_space_steps(patterns->space, position, false, step);
	for (int i = 0; i < count; i++) {
		const int after = bishop_bound_after(patterns, position, estimate, &step[i]);
		ck_assert(after == DEAD_END || after >= h - 1);
	}
}

/* Compares the bound after each move with that of the position which it leads to; returns how many
 * differ from the bound before. */
static int compare_after_moves(const struct patterns *patterns, const struct state *state)
{
	static struct step step[CELLS_MAX * DIRECTIONS_MAX];
	struct estimate estimate, fresh;
	struct position position, child;
	uint64_t rank;
	int changed = 0;
	ck_assert(bishop_space_rank(patterns->space, state, &rank));
	bishop_space_unrank(patterns->space, rank, &position);
	const int h = bishop_bound(patterns, &position, &estimate);
	const int count = bishop_space_steps(patterns->space, &position, false, step);
	for (int i = 0; i < count; i++) {
		const int after = bishop_bound_after(patterns, &position, &estimate, &step[i]);
		bishop_space_unrank(patterns->space, step[i].rank, &child);
		const int bound = bishop_bound(patterns, &child, &fresh);
		must(after == bound, "after move %d: %d, not %d", i, after, bound);
		changed += after != h;
	}
	return changed;
}

/* Many pieces, on boards with and without targets for all of them. */
START_TEST(an_assignment_after_a_move_is_that_of_the_position)
{
	struct random random = {29};
	int boards = 0, changed = 0, spare = 0, crowded = 0;
	for (int i = 0; i < 100 * RULE_COUNT * KIND_COUNT; i++) {
		const struct board board = {.rows = 3 + i % 5,
		                            .columns = 4 + i % 3,
		                            .walls = i % 4,
		                            .pieces = 1 + i % 15,
		                            .colours = 1 + i % 3};
		struct level level;
		struct space space;
		struct patterns patterns;
		if (!random_board(&board, rules[i % RULE_COUNT], kinds[i % KIND_COUNT], &random,
		                  &level))
			continue;
		for (int cell = 0; i % 4 == 0 && cell < level_cells(&level); cell += 2)
			level.goal[cell] = 0;
		level.amount = 0;
		for (int cell = 0; cell < level_cells(&level); cell++)
			level.amount += level.goal[cell] != 0;
		bishop_prepare(&level);
		if ((level.rules & LACKS_PIECES) != 0 ||
		    !bishop_space_init(&space, &level, (size_t)64 << 20))
			continue;
		struct state state = level.start;
		bishop_patterns_init(&patterns, &space, 0);
		for (int k = 0; k < 3; k++, wander(bishop(), &level, &state, 3, &random))
			changed += compare_after_moves(&patterns, &state);
		spare += level.amount < board.pieces;
		crowded += board.pieces > 10;
		boards++;
		bishop_patterns_free(&patterns);
		bishop_space_free(&space);
	}
	must(boards > 500 && changed > 10000 && spare > 100 && crowded > 100,
	     "%d boards, %d changes, %d with spare pieces, %d crowded", boards, changed, spare,
	     crowded);
}
END_TEST

/* A database's bound is at least the assignment bound that it replaces. */
START_TEST(databases_never_lower_the_bound)
{
	static struct answer answer;
	struct random random = {23};
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = 1};
	int more = 0, dead = 0;
	for (int i = 0; i < 12 * RULE_COUNT * KIND_COUNT; i++) {
		struct level level;
		struct space space;
		struct patterns built, asked;
		struct position position;
		struct estimate estimate;
		uint64_t rank;
		int group;
		small_level(rules[i % RULE_COUNT], kinds[i % KIND_COUNT], &random, &level);
		struct monitor monitor = monitor_begin(&limits, NULL, NULL);
		if (!bishop_space_init(&space, &level, limits.bytes))
			continue;
		ck_assert(bishop_space_rank(&space, &level.start, &rank));
		bishop_space_unrank(&space, rank, &position);
		bishop_patterns_init(&built, &space, (size_t)1 << 20);
		bishop_patterns_init(&asked, &space, (size_t)1 << 20);
		bishop_patterns_make_room(&asked, limits.bytes);
		while ((group = bishop_patterns_next(&built)) >= 0)
			ck_assert(bishop_patterns_build(&built, group, limits.bytes, &monitor,
			                                &answer));
		ck_assert(!bishop_patterns_are_slow(&built));
		/* Asked twice: worked out, then saved. */
		const int weaker = bishop_bound(&asked, &position, &estimate);
		ck_assert_int_ne(weaker, DEAD_END);
		ck_assert_int_eq(bishop_bound(&asked, &position, &estimate), weaker);
		const int bound = bishop_bound(&built, &position, &estimate);
		if (bound != DEAD_END) {
			ck_assert_int_ge(bound, weaker);
			more += bound > weaker;
			compare_with_children(&built, &position, &estimate, bound);
		} else {
			dead++;
		}
		bishop_patterns_free(&built);
		bishop_patterns_free(&asked);
		bishop_space_free(&space);
	}
	ck_assert_int_ge(more, 10);
	ck_assert_int_ge(dead, 2);
}
END_TEST

/* What came out of the bounds of some levels' positions. */
struct bounds {
	int compared, larger, dead;
};

static int bound_by_division(const struct patterns *patterns, const struct position *position)
{
	return bishop_division_bound(&patterns->division, patterns->space, position);
}

static int bound_by_stops(const struct patterns *patterns, const struct position *position)
{
	return bishop_stops_bound(&patterns->routes, patterns->space, position);
}

static void compare_bounds(const struct patterns *patterns,
                           int (*bound_of)(const struct patterns *, const struct position *),
                           struct random *random, struct bounds *bounds)
{
	const struct space *space = patterns->space;
	const struct level *level = space->level;
	static struct answer answer;
	const struct limits some = {.bytes = (size_t)64 << 20, .states = 5000};
	struct puzzle general = *bishop();
	struct state state = level->start;
	struct position position;
	general.solver = NULL;
	for (int i = 0; i < 4; i++, wander(bishop(), level, &state, 3, random)) {
		uint64_t rank;
		if (!solve_position(&general, level, &state, &some, NULL, NULL, &answer))
			continue;
		ck_assert(bishop_space_rank(space, &state, &rank));
		bishop_space_unrank(space, rank, &position);
		const int bound = bound_of(patterns, &position);
		const int alone = bishop_lower_bound(level, &state);
		must(bound != DEAD_END || answer.verdict == UNSOLVABLE, "not dead");
		must(answer.verdict == UNSOLVABLE || bound <= answer.upper, "%d of %d", bound,
		     answer.upper);
		bounds->compared++;
		bounds->dead += bound == DEAD_END && alone != DEAD_END;
		bounds->larger += bound != DEAD_END && bound > alone;
	}
}

START_TEST(divisions_never_exceed_the_distance)
{
	static struct answer answer;
	struct random random = {21};
	struct bounds bounds = {0};
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = 1};
	for (int i = 0; i < 160; i++) {
		struct level level;
		struct space space;
		struct patterns patterns;
		small_level(rules[i % RULE_COUNT], kinds[i % KIND_COUNT], &random, &level);
		struct monitor monitor = monitor_begin(&limits, NULL, NULL);
		if (!bishop_space_init(&space, &level, limits.bytes))
			continue;
		uint64_t start;
		ck_assert(bishop_space_rank(&space, &level.start, &start));
		bishop_patterns_init(&patterns, &space, (size_t)1 << 20);
		while (patterns.next.sets > 0) {
			answer = (struct answer){.verdict = SEARCHING, .upper = -1};
			ck_assert(bishop_division_build(&patterns, start, -1, limits.bytes,
			                                &monitor, &answer));
			ck_assert_ptr_nonnull(patterns.division.database[0].distance);
			compare_bounds(&patterns, bound_by_division, &random, &bounds);
		}
		bishop_patterns_free(&patterns);
		bishop_space_free(&space);
	}
	ck_assert_int_ge(bounds.compared, 500);
	ck_assert_int_ge(bounds.larger, 25);
	ck_assert_int_ge(bounds.dead, 5);
}
END_TEST

START_TEST(stops_never_exceed_the_distance)
{
	enum { FAR_KINDS = 3, TOO_LITTLE = 7 };
	struct random random = {33};
	struct bounds bounds = {0};
	for (int i = 0; i < 400; i++) {
		struct level level;
		struct space space;
		struct patterns patterns;
		small_level(i % 2 == 0 ? "slide" : "no-attack slide", kinds[i % FAR_KINDS], &random,
		            &level);
		if ((level.rules & LACKS_PIECES) != 0 ||
		    !bishop_space_init(&space, &level, (size_t)1 << 20))
			continue;
		bishop_patterns_init(&patterns, &space, (size_t)1 << 20);
		if (patterns.routes.bits != NULL)
			compare_bounds(&patterns, bound_by_stops, &random, &bounds);
		bishop_patterns_free(&patterns);
		bishop_patterns_init(&patterns, &space, TOO_LITTLE);
		ck_assert_ptr_null(patterns.routes.bits);
		bishop_patterns_free(&patterns);
		bishop_space_free(&space);
	}
	ck_assert_int_ge(bounds.compared, 500);
	ck_assert_int_ge(bounds.larger, 100);
}
END_TEST

/* ---- large ---- */

/* A serpentine corridor, one cell wide, for a king: as many rows of it, then some of an open floor
 * with a row of other kings, which are at home. */
static void serpentine(int corridor, int floor, const char *kings, char out[TEXT_MAX])
{
	static const char empty[SIDE_MAX + 1] = "..........................";
	int used = snprintf(out, TEXT_MAX, "level: t\nmode: bishop\npiece: king\n\n");
	for (int row = 0; row < corridor + floor; row++) {
		char start[SIDE_MAX + 1];
		memcpy(start, empty, sizeof start);
		if (row % 2 == 1 && row < corridor) {
			memset(start, '#', SIDE_MAX);
			start[row % 4 == 1 ? SIDE_MAX - 1 : 0] = '.';
		}
		for (int i = 0; row == corridor + floor - 1 && kings[i] != '\0'; i++)
			start[i] = kings[i];
		char goal[SIDE_MAX + 1];
		memcpy(goal, start, sizeof goal);
		if (row == 0)
			start[0] = 'a';
		if (row == corridor - 1)
			goal[SIDE_MAX - 1] = 'a';
		used += snprintf(out + used, TEXT_MAX - (size_t)used, "%s %s\n", start, goal);
	}
}

START_TEST(plans_longer_than_255_moves)
{
	static struct answer answer;
	struct random random = {3};
	struct level level;
	char text[TEXT_MAX];
	serpentine(SIDE_MAX - 1, 0, "", text);
	read_level(text, &level);
	solve_position(bishop(), &level, &level.start, &limits_default, NULL, NULL, &answer);
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_gt(answer.upper, 300);
	ck_assert(plan_solves(bishop(), &level, &level.start, &answer));
	ck_assert_int_eq(compare_with_reference(bishop(), &level, 6, 0, 1, &random), 6);
}
END_TEST

/* Searches from a position that needs more moves than A* can count beside such large numbers of
 * positions: it ends without a wrong verdict, and deepening goes on. Where a level begins with such
 * a position, the solver declines it. */
START_TEST(plans_longer_than_a_search_counts)
{
	static struct answer answer;
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = 1};
	struct level level;
	char text[TEXT_MAX];
	serpentine(9, 12, "bbb.ccc", text);
	read_level(text, &level);
	const struct state far = level.start;
	const int distance = bishop_lower_bound(&level, &far);
	ck_assert_int_gt(distance, 1 << (63 - RANK_BITS_MAX));
	ck_assert_ptr_null(bishop()->solver->open(&level, limits.bytes));
	ck_assert(solve_position(bishop(), &level, &far, &limits, NULL, NULL, &answer));
	ck_assert_int_eq(answer.upper, distance);
	for (int i = 0; i < distance - 9; i++)
		ck_assert(bishop_apply(&level, &level.start, answer.plan[i]));
	void *context = bishop()->solver->open(&level, limits.bytes);
	ck_assert_ptr_nonnull(context);
	for (int ends = 0; ends < 2; ends++) {
		struct monitor monitor = monitor_begin(&limits, NULL, NULL);
		monitor.has_end = ends == 1;
		answer = (struct answer){.verdict = SEARCHING, .upper = -1};
		bishop()->solver->search(context, &far, &monitor, &answer);
		ck_assert_int_eq(answer.verdict, ends == 1 ? OPTIMAL : GAVE_UP);
		ck_assert_int_eq(answer.lower, distance);
	}
	ck_assert_int_eq(answer.upper, distance);
	ck_assert(plan_solves(bishop(), &level, &far, &answer));
	bishop()->solver->close(context);
}
END_TEST

START_TEST(large_boards_are_accepted_and_too_large_ones_declined)
{
	struct random random = {4};
	struct level level;
	const size_t bytes = (size_t)64 << 20;
	const struct board few = {
		.rows = 26, .columns = 26, .walls = 60, .pieces = 3, .colours = 2};
	const struct board many = {
		.rows = 26, .columns = 26, .walls = 60, .pieces = 9, .colours = 3};
	const struct board max = {.rows = 26, .columns = 26, .pieces = 670, .colours = 1};
	random_board(&few, "", "rook", &random, &level);
	void *context = bishop()->solver->open(&level, bytes);
	ck_assert_ptr_nonnull(context);
	bishop()->solver->close(context);
	ck_assert_int_eq(compare_with_reference(bishop(), &level, 2, 0, 1, &random), 2);
	random_board(&many, "", "rook", &random, &level);
	ck_assert_ptr_null(bishop()->solver->open(&level, bytes));
	random_board(&max, "", "rook", &random, &level);
	ck_assert_ptr_null(bishop()->solver->open(&level, bytes));
	ck_assert_ptr_null(bishop()->solver->open(&level, 100));
}
END_TEST

/* ---- stopped, and short of memory ---- */

/* Levels whose search takes a while, of each rule; false if none was found. */
static bool longer_board(int number, struct random *random, struct level *level)
{
	const struct board board = {
		.rows = 5, .columns = 5, .walls = 4, .pieces = 6, .colours = 2, .spare = number % 3,
	};
	const struct board taking_turns = {
		.rows = 4, .columns = 4, .walls = 2, .pieces = 4, .colours = 2, .spare = number % 2,
	};
	const char *rule = rules[number % RULE_COUNT];
	return random_board(rule[0] == 'a' ? &taking_turns : &board, rule,
	                    kinds[number % KIND_COUNT], random, level);
}

struct stop {
	int left;              /* ticks until the search is stopped */
	int shortest;          /* the truth; -1: there is no way */
	int ticks, bounded;    /* ticks so far, and those with a plan */
};

static bool stop_later(void *context, const struct answer *answer)
{
	struct stop *stop = context;
	stop->ticks++;
	stop->bounded += answer->upper >= 0;
	must(answer->verdict == SEARCHING, "verdict %d in a tick", (int)answer->verdict);
	must(stop->shortest < 0 || answer->lower <= stop->shortest, "at least %d of %d",
	     answer->lower, stop->shortest);
	must(answer->upper < 0 || (stop->shortest >= 0 && answer->upper >= stop->shortest),
	     "%d moves where %d are needed", answer->upper, stop->shortest);
	must(answer->upper < 0 || answer->length == answer->upper, "the way is not told");
	return stop->left-- > 0;
}

static void check_right(const struct level *level, int shortest, const struct answer *answer)
{
	must(answer->verdict == (shortest < 0 ? UNSOLVABLE : OPTIMAL), "verdict %d",
	     (int)answer->verdict);
	must(answer->upper == shortest, "%d moves, not %d", answer->upper, shortest);
	must(shortest < 0 || plan_solves(bishop(), level, &level->start, answer), "no way");
}

/* Stops a search at one tick, the next at a later one, with growing gaps; returns how often it
 * stopped. */
static int break_off(const struct level *level, int shortest, int gap, int threads, int *bounded)
{
	static struct answer answer;
	const struct limits limits = {.bytes = limits_default.bytes, .threads = threads};
	struct level_solver *kept = NULL;
	int broken = 0;
	for (int ticks = 0;; ticks += 1 + ticks / gap) {
		struct stop stop = {.left = ticks, .shortest = shortest};
		/* Kept from one to the next, then fresh for each. */
		if (ticks % 2 == 0) {
			level_solver_free(kept);
			kept = level_solver_new(bishop(), level, &limits);
		}
		const bool proven =
			level_solver_run(kept, &level->start, stop_later, &stop, &answer);
		*bounded += stop.bounded;
		if (proven)
			break;
		broken++;
		must(answer.verdict == SEARCHING, "verdict %d when stopped", (int)answer.verdict);
		must(stop.ticks == ticks + 1, "went on after it was stopped");
	}
	check_right(level, shortest, &answer);
	level_solver_run(kept, &level->start, NULL, NULL, &answer);
	check_right(level, shortest, &answer);
	level_solver_free(kept);
	return broken;
}

START_TEST(a_search_can_be_interrupted_at_any_time)
{
	static struct answer reference;
	struct random random = {5};
	struct puzzle general = *bishop();
	const struct limits some = {.bytes = (size_t)256 << 20, .states = 20000};
	enum { ROUNDS = SANITIZED ? 1 : 2 };
	int broken = 0, bounded = 0, solvable = 0;
	general.solver = NULL;
	for (int i = 0; i < ROUNDS * RULE_COUNT * KIND_COUNT; i++) {
		struct level level;
		if (!longer_board(i, &random, &level) ||
		    !solve_position(&general, &level, &level.start, &some, NULL, NULL, &reference))
			continue;
		broken += break_off(&level, reference.upper, 4, 1, &bounded);
		solvable += reference.upper >= 0;
	}
	ck_assert_int_ge(broken, 100 * ROUNDS);
	ck_assert_int_ge(bounded, 25 * ROUNDS);
	ck_assert_int_ge(solvable, 10 * ROUNDS);
}
END_TEST

/* A level whose table gets so large that the search can be stopped while it grows. */
START_TEST(a_long_search_can_be_interrupted_at_any_time)
{
	struct level level;
	int bounded = 0;
	read_level("level: t\nmode: bishop\nrules: slide\n\n"
	           "b.....b.   b.......\n"
	           ".....a..   ........\n"
	           "........   ........\n"
	           ".......a   ...b....\n"
	           "........   ......a.\n"
	           "........   ........\n"
	           "a.b.....   a.......\n"
	           "........   .a.....b\n", &level);
	ck_assert_int_ge(break_off(&level, 15, 32, 1, &bounded), 50);
	ck_assert_int_gt(bounded, 0);
}
END_TEST

/* One for which pieces of both colours get databases together. */
static void divided_level(struct level *level)
{
	read_level("level: t\nmode: bishop\n\n"
	           ".b.....#   .......#\n"
	           "a...a.b.   ....a.b.\n"
	           ".#.#.#..   .#.#.#.b\n"
	           "a.......   ....b...\n"
	           ".....#..   .....#..\n"
	           "#.#.a.b.   #.#.....\n"
	           ".b.....#   ...a...#\n"
	           "........   b.a...a.\n", level);
}

START_TEST(a_divided_search_can_be_interrupted_at_any_time)
{
	struct level level;
	int bounded = 0;
	divided_level(&level);
	ck_assert_int_ge(break_off(&level, 31, 16, 1, &bounded), 20);
	ck_assert_int_gt(bounded, 0);
}
END_TEST

/* Long enough for threads to share the search and the building of databases. */
START_TEST(threads_share_a_long_search)
{
	struct level level;
	int bounded = 0;
	read_level("level: t\nmode: bishop\nrules: slide\n\n"
	           "........   ........\n"
	           "..c.b...   ......a.\n"
	           ".....#..   .....#..\n"
	           "........   ....b...\n"
	           "...a.#..   .....#..\n"
	           "b...a.b.   a.c.b...\n"
	           ".....#..   .a.b.#.c\n"
	           "..a.#.c.   ....#...\n", &level);
	ck_assert_int_ge(break_off(&level, 22, 1, 2 + _i, &bounded), 8);
	ck_assert_int_gt(bounded, 0);
}
END_TEST

/* With any amount of memory, the answer is right or its bounds are true. */
START_TEST(little_memory_gives_no_wrong_answers)
{
	static struct answer answer, reference;
	struct random random = {6};
	struct puzzle general = *bishop();
	const struct limits some = {.bytes = (size_t)256 << 20, .states = 20000};
	enum { STEP = SANITIZED ? 1 : 2 };
	int gave_up = 0, right = 0;
	general.solver = NULL;
	for (int i = 0; i < RULE_COUNT * KIND_COUNT; i++) {
		struct level level;
		if (!longer_board(i, &random, &level) ||
		    !solve_position(&general, &level, &level.start, &some, NULL, NULL, &reference))
			continue;
		for (size_t bytes = 1 << 12; bytes <= 1 << 23; bytes += bytes / STEP) {
			struct limits limits = {.bytes = bytes, .threads = 1};
			void *context = bishop()->solver->open(&level, bytes);
			if (context == NULL)
				continue;
			struct monitor monitor = monitor_begin(&limits, NULL, NULL);
			answer = (struct answer){.verdict = SEARCHING, .upper = -1};
			bishop()->solver->search(context, &level.start, &monitor, &answer);
			bishop()->solver->close(context);
			gave_up += answer.verdict == GAVE_UP;
			right += answer.verdict != GAVE_UP;
			if (answer.verdict != GAVE_UP)
				check_right(&level, reference.upper, &answer);
			must(reference.upper < 0 || answer.lower <= reference.upper, "too high");
			must(answer.upper < 0 || answer.upper >= reference.upper, "too low");
			must(answer.upper < 0 ||
			             plan_solves(bishop(), &level, &level.start, &answer),
			     "no way");
		}
	}
	ck_assert_int_ge(gave_up, 20);
	ck_assert_int_ge(right, 100);
}
END_TEST

/* With hardly any memory, iterative deepening comes to the same result, with any lower bound of the
 * databases and with or without a plan to begin with. */
START_TEST(deepening_agrees_with_the_reference)
{
	static struct answer answer, reference;
	struct random random = {31};
	struct puzzle general = *bishop();
	const struct limits some = {.bytes = (size_t)256 << 20, .states = 20000},
			    none = {.bytes = 0};
	int proven = 0, stopped = 0, planned = 0;
	general.solver = NULL;
	for (int i = 0; i < 2 * RULE_COUNT * KIND_COUNT / SLOWDOWN; i++) {
		struct level level;
		struct space space;
		struct patterns patterns;
		uint64_t start;
		if (!longer_board(i, &random, &level) ||
		    !solve_position(&general, &level, &level.start, &some, NULL, NULL,
		                    &reference) ||
		    reference.upper == 0 || !bishop_space_init(&space, &level, (size_t)64 << 20))
			continue;
		struct stop stop = {.left = 1000, .shortest = reference.upper};
		struct monitor monitor = monitor_begin(&none, stop_later, &stop);
		answer = (struct answer){.verdict = SEARCHING, .upper = -1};
		if (i % 2 == 0)
			beam_plan(bishop(), &level, (size_t)1 << 20, 500, &monitor, &answer);
		planned += answer.upper > reference.upper;
		bishop_patterns_init(&patterns, &space, (size_t)1 << 20);
		ck_assert(bishop_space_rank(&space, &level.start, &start));
		bishop_deepen(&level, &patterns, start, (size_t)1 << 18, &monitor, &answer);
		must(answer.verdict != GAVE_UP, "no room");
		if (answer.verdict != SEARCHING)
			check_right(&level, reference.upper, &answer);
		proven += answer.verdict == OPTIMAL;
		stopped += answer.verdict == SEARCHING;
		bishop_patterns_free(&patterns);
		bishop_space_free(&space);
	}
	ck_assert_int_ge(proven, 20 / SLOWDOWN);
	ck_assert_int_ge(planned, 1);
	ck_assert_int_ge(stopped, 1); /* where there is no plan it never ends */
}
END_TEST

typedef enum astar_outcome beam_fn(struct bishop_search *, int, size_t, uint64_t *);

/* A beam of the solver; false if the level has none backward, and that is wanted. */
static bool run_own_beam(const struct level *level, beam_fn *beam, int width,
                         struct monitor *monitor, struct answer *answer)
{
	struct bishop_context context = {.level = *level};
	struct bishop_search search = {
		.context = &context, .monitor = monitor, .answer = answer};
	uint64_t made = 0;
	const size_t bytes = (size_t)1 << 22;
	ck_assert(bishop_space_init(&context.space, &context.level, bytes));
	bishop_patterns_init(&context.patterns, &context.space, (size_t)1 << 20);
	const bool has_beam = beam == bishop_beam || bishop_beam_has_back(&context);
	if (has_beam &&
	    bishop_space_rank(&context.space, &level->start, &search.start) &&
	    bishop_bound_of_rank(&context.patterns, search.start) != DEAD_END) {
		const enum astar_outcome outcome = beam(&search, width, bytes, &made);
		ck_assert(outcome == ASTAR_PAUSED || outcome == ASTAR_FULL);
		ck_assert_int_eq(answer->length, answer->upper < 0 ? 0 : answer->upper);
	}
	bishop_patterns_free(&context.patterns);
	bishop_space_free(&context.space);
	return has_beam;
}

/* A beam's plans solve, and are found for most boards; if it is as wide as the board has positions,
 * they are shortest. */
START_TEST(a_beam_finds_plans)
{
	static struct answer answer, reference;
	enum { ALL = 1 << 16 };
	static const struct {
		beam_fn *run; /* NULL: the beam beside the general search */
		int width;
	} beams[] = {{NULL, 0},
	             {bishop_beam, 16},
	             {bishop_beam, ALL},
	             {bishop_beam_back, 16},
	             {bishop_beam_back, ALL}};
	struct random random = {32};
	const struct limits none = {.bytes = 0};
	struct monitor monitor = monitor_begin(&none, NULL, NULL);
	const int width = beams[_i].width;
	int found = 0, missed = 0;
	for (int i = 0; i < 4 * RULE_COUNT * KIND_COUNT; i++) {
		struct level level;
		small_level(rules[i % RULE_COUNT], kinds[i % KIND_COUNT], &random, &level);
		solve_position(bishop(), &level, &level.start, &limits_default, NULL, NULL,
		               &reference);
		answer = (struct answer){.verdict = SEARCHING, .upper = -1};
		if (reference.upper == 0)
			continue;
		if (beams[_i].run == NULL)
			beam_plan(bishop(), &level, (size_t)1 << 22, 4096, &monitor, &answer);
		else if (!run_own_beam(&level, beams[_i].run, width, &monitor, &answer))
			continue;
		must(answer.upper < 0 || (reference.upper >= 0 && answer.upper >= reference.upper),
		     "%d moves where %d are needed", answer.upper, reference.upper);
		must(answer.upper < 0 || plan_solves(bishop(), &level, &level.start, &answer),
		     "no plan");
		must(width < ALL || answer.upper == reference.upper,
		     "%d moves where %d are enough", answer.upper, reference.upper);
		found += answer.upper >= 0;
		missed += answer.upper < 0 && reference.upper >= 0;
	}
	ck_assert_int_ge(found, beams[_i].run == bishop_beam_back ? 5 : 40);
	ck_assert_int_le(missed, found / 10);
}
END_TEST

/* Asks for a plan at once for a part of a board, which must solve it; then for a much shorter one,
 * so that it is given up on the way or another one is found. */
static bool has_plan_at_once(const struct level *part)
{
	static struct answer answer;
	answer = (struct answer){.verdict = SEARCHING};
	answer.length = bishop_fill(part, &part->start, answer.plan, PLAN_MAX);
	answer.upper = answer.length;
	if (answer.length == 0)
		return false;
	ck_assert(plan_solves(bishop(), part, &part->start, &answer));
	const int few = answer.upper / 2;
	answer.length = bishop_fill(part, &part->start, answer.plan, few);
	answer.upper = answer.length;
	ck_assert_int_le(answer.length, few);
	ck_assert(answer.length == 0 || plan_solves(bishop(), part, &part->start, &answer));
	return true;
}

/* Nearly all crowded boards that can be solved have a plan at once; with rules that forbid moves,
 * none has. */
START_TEST(crowded_boards_have_a_plan_at_once)
{
	enum { BOARDS = 400 / SLOWDOWN };
	struct random random = {33};
	int asked = 0, found = 0;
	for (int i = 0; i < BOARDS; i++) {
		struct level level, part;
		const struct board board = {.rows = 6, .columns = 6, .walls = i % 5,
		                            .pieces = 18 + i % 14, .colours = 2 + i % 3,
		                            .spare = i % 3};
		const char *rule = rules[i % 8 != 0 ? 0 : i / 8 % RULE_COUNT];
		if (!random_board(&board, rule, kinds[i % KIND_COUNT], &random, &level))
			continue;
		struct state state = level.start;
		wander(bishop(), &level, &state, 1000, &random);
		bishop()->generator.set_goal(&level, &state);
		const int parts = bishop_split(&level, &level.start, 0, NULL);
		for (int p = 0; p < parts; p++) {
			bishop_split(&level, &level.start, p, &part);
			if (bishop_solved(&part, &part.start))
				continue;
			const bool has_plan = has_plan_at_once(&part);
			asked += rule[0] == '\0';
			found += has_plan;
			ck_assert(rule[0] == '\0' || !has_plan);
		}
	}
	ck_assert_int_ge(asked, BOARDS / 2);
	ck_assert_int_ge(found, asked - asked / 100);
}
END_TEST

struct wait {
	int ticks;
	struct answer answer;
};

static bool wait_for_plan(void *context, const struct answer *answer)
{
	struct wait *wait = context;
	wait->answer = *answer;
	return answer->upper < 0 && ++wait->ticks < 200;
}

/* Exchanges that no beam solves in a second have a plan when each part has had a short turn; the
 * second needs some attempts. */
static const char *const crowded[] = {
	"aaaaaaaa   bbbbbbbb\naaaaaaaa   bbbbbbbb\naaaaaaaa   bbbbbbbb\n"
	"........   ........\n........   ........\nbbbbbbbb   aaaaaaaa\n"
	"bbbbbbbb   aaaaaaaa\nbbbbbbbb   aaaaaaaa\n",
	"aaaaaaaa   bbbbbbbb\naaaaaaaa   bbbbbbbb\naaaaaaa.   bbbbbbb.\n"
	"........   ........\nbbbbbbb.   aaaaaaa.\nbbbbbbbb   aaaaaaaa\n"
	"bbbbbbbb   aaaaaaaa\n",
};

START_TEST(a_crowded_exchange_soon_has_a_plan)
{
	static struct answer answer;
	struct wait wait = {0};
	struct level level;
	char text[400];
	snprintf(text, sizeof text, "level: t\nmode: bishop\n\n%s", crowded[_i]);
	read_level(text, &level);
	solve_position(bishop(), &level, &level.start, &limits_default, wait_for_plan, &wait,
	               &answer);
	ck_assert_int_gt(wait.answer.upper, 0);
	ck_assert(plan_solves(bishop(), &level, &level.start, &wait.answer));
	ck_assert(plan_solves(bishop(), &level, &level.start, &answer));
}
END_TEST

/* ---- hard to prove ---- */

struct look {
	int at_least, lower, upper;
	int ticks, least, most; /* so far; to go on for; and to wait for a plan */
};

static bool look_on(void *context, const struct answer *answer)
{
	struct look *look = context;
	must(answer->lower >= look->at_least && answer->lower >= look->lower, "fell to %d",
	     answer->lower);
	must(answer->upper < 0 || answer->length == answer->upper, "the plan is not told");
	look->lower = answer->lower;
	look->upper = answer->upper;
	return ++look->ticks < (look->upper < 0 ? look->most : look->least);
}

/* Boards that no search proves soon have a plan soon, and a bound for all of their parts at once:
 * two crowded ones, one with many positions, and one with so many that the general search has it;
 * each also with little memory. The first then goes on until that is full, and searches on by
 * deepening. */
START_TEST(boards_too_hard_to_prove_have_plan_and_bound)
{
	static const char *const texts[] = {
		"level: t\nmode: bishop\n\n"
		"aaaaaaaa   bbbbbbbb\naaaaaaaa   bbbbbbbb\n........   ........\n"
		"........   ........\n........   ........\nbbbbbbbb   aaaaaaaa\n"
		"bbbbbbbb   aaaaaaaa\n",
		"level: t\nmode: bishop\npiece: rook\nrules: slide\n\n"
		"a...a.....   a......caa\n.ac.......   b.........\n"
		"..........   c.........\n.....a....   ..........\n"
		".bc..c....   ..........\n..........   ..........\n"
		"....b.....   .........c\n......b...   ..........\n"
		"..........   ..........\n..........   ..b...ba..\n",
		"level: t\nmode: bishop\npiece: rook\nrules: slide\n\n"
		"a...a....b   aa.....caa\n.ac.......   b.........\n"
		"..........   c.........\n.....a....   ..........\n"
		".bc..c....   ..........\na.........   ..........\n"
		"....b.....   .........c\n......b...   ..........\n"
		"..........   ..........\n..........   ..b...ba.b\n",
		"level: t\nmode: bishop\n\n"
		"aaaaaaaa   bbbbbbbb\naaaaaaaa   bbbbbbbb\n........   ........\n"
		"........   ........\n........   ........\n........   ........\n"
		"bbbbbbbb   aaaaaaaa\nbbbbbbbb   aaaaaaaa\n",
	};
	static struct answer answer;
	struct level level;
	const bool little = _i % 2 != 0;
	const struct limits limits = {.bytes = (size_t)(little ? 16 : 256) << 20,
	                              .threads = 1,
	                              .until_stopped = true};
	read_level(texts[_i / 2], &level);
	if (_i / 2 == 2)
		ck_assert_ptr_null(bishop()->solver->open(&level, limits.bytes));
	struct look look = {.at_least = bishop_lower_bound(&level, &level.start),
	                    .least = _i == 1 && !SANITIZED ? 5000 : 1200,
	                    .most = 8000,
	                    .upper = -1};
	solve_position(bishop(), &level, &level.start, &limits, look_on, &look, &answer);
	ck_assert_int_ne(answer.verdict, GAVE_UP);
	ck_assert_int_ne(answer.verdict, UNSOLVABLE);
	ck_assert_int_ge(answer.lower, look.at_least);
	ck_assert_int_gt(answer.upper, 0);
	ck_assert(plan_solves(bishop(), &level, &level.start, &answer));
}
END_TEST

/* ---- shipped levels ---- */

static int played;

static void check_shipped(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static struct answer answer;
	static int number;
	struct random random = {11};
	if (puzzle != bishop() || number++ % SLOWDOWN != 0)
		return;
	solve_position(puzzle, level, &level->start, &limits_default, NULL, NULL, &answer);
	must(answer.verdict == OPTIMAL && answer.upper == level->par, "%s: %d moves, par %d", name,
	     answer.upper, level->par);
	played += compare_with_reference(puzzle, level, 8, 20000, 1 + played % 2, &random);
}

START_TEST(shipped_levels_are_solved_in_par)
{
	ck_assert_int_gt(for_shipped_levels(check_shipped), 0);
	ck_assert_int_gt(played, 300 / SLOWDOWN);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_loop_test(tests, random_boards_agree_with_the_reference, 0, RULE_COUNT);
	tcase_add_loop_test(tests, threads_give_the_same_answers, 0, RULE_COUNT);
	tcase_add_test(tests, full_boards);
	tcase_add_test(tests, a_board_of_many_targets);
	tcase_add_test(tests, a_colour_without_a_database);
	tcase_add_test(tests, steps_are_moves);
	tcase_add_test(tests, an_assignment_after_a_move_is_that_of_the_position);
	tcase_add_test(tests, databases_never_lower_the_bound);
	tcase_add_test(tests, divisions_never_exceed_the_distance);
	tcase_add_test(tests, stops_never_exceed_the_distance);
	tcase_add_test(tests, plans_longer_than_255_moves);
	tcase_add_test(tests, plans_longer_than_a_search_counts);
	tcase_add_test(tests, large_boards_are_accepted_and_too_large_ones_declined);
	tcase_add_test(tests, a_search_can_be_interrupted_at_any_time);
	tcase_add_test(tests, a_long_search_can_be_interrupted_at_any_time);
	tcase_add_test(tests, a_divided_search_can_be_interrupted_at_any_time);
	tcase_add_test(tests, little_memory_gives_no_wrong_answers);
	tcase_add_test(tests, deepening_agrees_with_the_reference);
	tcase_add_loop_test(tests, a_beam_finds_plans, 0, 5);
	tcase_add_test(tests, crowded_boards_have_a_plan_at_once);
	tcase_add_loop_test(tests, a_crowded_exchange_soon_has_a_plan, 0, 2);
	tcase_add_loop_test(tests, boards_too_hard_to_prove_have_plan_and_bound, 0, 8);
	tcase_add_test(tests, shipped_levels_are_solved_in_par);
}

static void add_threads(TCase *tests)
{
	tcase_add_loop_test(tests, threads_share_a_long_search, 0, SANITIZED ? 1 : 2);
}

int main(void)
{
	return run_tests_apart("solver_bishop", add_all, add_threads);
}
