/* The solver of match three: its rules on bit-planes against the plain ones, its bound against
 * brute force, and its answers against the general search, however it is used. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "play/generate.h"
#include "puzzle/registry.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/rules.h"
#include "puzzles/gems/solver/bound_table.h"
#include "puzzles/gems/solver/space.h"
#include "support/help.h"

#define GEMS puzzle_named("gems")

enum { PLENTY = 16 << 20 };

/* ---- random boards ---- */

static const struct kind {
	const char *rules, *goal, *refill;
	int dead;      /* one cell in that many is a dead gem; 0: none */
	bool hanging;  /* gems begin in the air */
} kinds[] = {
	{.goal = "clear"},
	{.goal = "clear", .hanging = true},
	{.goal = "clear", .dead = 9},
	{.rules = "holes", .goal = "clear"},
	{.rules = "holes", .goal = "clear", .dead = 9, .hanging = true},
	{.goal = "clear a"},
	{.goal = "clear ab", .dead = 12},
	{.rules = "holes", .goal = "clear b"},
	{.goal = "score 60"},
	{.goal = "clear", .refill = "ab - ba c aab"},
	{.goal = "clear a", .refill = "cab ba bcc - abc"},
	{.goal = "score 90", .refill = "abc bca cab acb bac"},
	{.rules = "holes", .goal = "score 60", .refill = "abc bca - acb bac", .hanging = true},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The first words of a kind's refill, one for each column. */
static const char *some_words(const char *refill, int columns, char out[64])
{
	if (refill == NULL)
		return NULL;
	snprintf(out, 64, "%s", refill);
	for (char *at = out; *at != '\0'; at++)
		if (*at == ' ' && --columns == 0)
			*at = '\0';
	return out;
}

static void begin_level(const struct kind *kind, int rows, int columns, struct level *level)
{
	struct error error;
	char words[64];
	struct recipe recipe = {.rows = rows, .columns = columns, .pieces = -1, .colours = -1};
	recipe.value[HEADER_RULES] = kind->rules;
	recipe.value[HEADER_GOAL] = kind->goal;
	recipe.value[HEADER_REFILL] = some_words(kind->refill, columns, words);
	must(generate_begin(GEMS, &recipe, level, &error), "%s", error.text);
}

static uint8_t random_cell(const struct kind *kind, int colours, struct random *random)
{
	if (kind->dead > 0 && random_below(random, (uint32_t)kind->dead) == 0)
		return DEAD_GEM;
	return (uint8_t)(1 + random_below(random, (uint32_t)colours));
}

/* Columns of gems of random heights, some of them lifted if gems may hang. */
static void scatter(const struct kind *kind, const struct level *level, int colours,
                    struct gems *gems, struct random *random)
{
	const int rows = level->rows, columns = level->columns;
	*gems = (struct gems){.score = 0};
	for (int column = 0; column < columns; column++) {
		const int high = (int)random_below(random, (uint32_t)rows + 1);
		const int room = rows - high;
		const int low = kind->hanging ? (int)random_below(random, (uint32_t)room + 1) : 0;
		for (int row = low; row < low + high; row++)
			gems->cell[(rows - 1 - row) * columns + column] =
				random_cell(kind, colours, random);
	}
}

/* A random board without runs, with something to clear; false if this attempt failed. */
static bool random_board(const struct kind *kind, int rows, int columns, int colours,
                         struct random *random, struct level *level)
{
	struct gems gems;
	bool in_run[CELLS_MAX];
	int count[COLOURS_MAX + 1] = {0};
	begin_level(kind, rows, columns, level);
	scatter(kind, level, colours, &gems, random);
	for (int column = 0; column < columns; column++)
		gems_count_column(level, &gems, column, count);
	if (gems_find_runs(level, &gems, in_run) > 0 || count[1] == 0 || count[2] == 0)
		return false;
	gems_set_start(level, &gems);
	return true;
}

/* A board of the generator: solvable if all must be cleared. */
static bool built_board(const struct kind *kind, int rows, int columns, int colours,
                        struct random *random, struct level *level)
{
	const struct recipe recipe = {.rows = rows, .columns = columns, .pieces = -1,
	                              .colours = colours};
	begin_level(kind, rows, columns, level);
	return GEMS->generator.start(level, &recipe, random);
}

static void next_board(const struct kind *kind, struct random *random, struct level *level)
{
	for (;;) {
		const int rows = 2 + (int)random_below(random, 4);
		const int columns = 2 + (int)random_below(random, 4);
		const int colours = 2 + (int)random_below(random, 2);
		const bool built = random_below(random, 2) == 0;
		if (built ? built_board(kind, rows, columns, colours, random, level)
		          : random_board(kind, rows, columns, colours, random, level))
			return;
	}
}

/* ---- rules ---- */

/* A level prepared for search. */
struct prepared {
	const struct level *level;
	struct gems_space *space;
	struct transport transport;
};

static void prepared_init(struct prepared *prepared, const struct level *level)
{
	struct gems gems;
	gems_unpack(level, &level->start, &gems);
	prepared->level = level;
	prepared->space = malloc(sizeof *prepared->space);
	must(prepared->space != NULL && gems_space_accepts(level), "not accepted");
	must(gems_transport_init(&prepared->transport, PLENTY), "no transport bound");
	gems_space_init(prepared->space, level, &gems);
}

static void prepared_free(struct prepared *prepared)
{
	free(prepared->space);
	gems_transport_free(&prepared->transport);
}

static struct position position_of(const struct prepared *prepared, const struct state *state)
{
	struct gems gems;
	struct position position;
	gems_unpack(prepared->level, state, &gems);
	gems_space_position(prepared->space, prepared->level, &gems, &position);
	return position;
}

/* Compares all swaps and their results with the plain rules. */
static int same_successors(const struct prepared *prepared, const struct state *state)
{
	static struct successor next[SUCCESSORS_MAX];
	move_code moves[MOVES_MAX];
	const struct position position = position_of(prepared, state);
	const int count = puzzle_valid_moves(GEMS, prepared->level, state, moves);
	must(gems_space_successors(prepared->space, &position, next) == count,
	     "another number of swaps");
	for (int i = 0; i < count; i++) {
		struct state to = *state;
		int at = 0;
		while (at < count && next[at].move != moves[i])
			at++;
		must(at < count, "swap %d is missing", moves[i]);
		must(GEMS->rules.apply(prepared->level, &to, moves[i]), "refused");
		const struct position expected = position_of(prepared, &to);
		must(memcmp(&expected, &next[at].position, sizeof expected) == 0,
		     "swap %d leads elsewhere", moves[i]);
	}
	return count;
}

/* Changes the colours at random, so that high codes and more planes occur. */
static void mix_colours(struct level *level, int max, struct random *random)
{
	struct gems gems;
	uint8_t code[COLOURS_MAX + 1];
	gems_unpack(level, &level->start, &gems);
	for (int i = 0; i <= COLOURS_MAX; i++)
		code[i] = (uint8_t)(1 + random_below(random, (uint32_t)max));
	code[2] = (uint8_t)(code[1] % max + 1);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (is_gem(gems.cell[cell]) && gems.cell[cell] <= 2)
			gems.cell[cell] = code[gems.cell[cell]];
	bool in_run[CELLS_MAX];
	if (gems_find_runs(level, &gems, in_run) == 0)
		gems_set_start(level, &gems);
}

START_TEST(planes_play_by_the_rules)
{
	static const int sides[][2] = {{8, 8}, {8, 8}, {7, 7}, {3, 5},  {26, 2}, {4, 16},
	                               {9, 5}, {2, 2}, {1, 8}, {12, 5}, {5, 12}, {16, 4}};
	struct random random = {1};
	int swaps = 0, boards = 0, four = 0;
	for (int i = 0; i < 4000; i++) {
		const int *side = sides[i % (int)(sizeof sides / sizeof sides[0])];
		struct level level;
		struct prepared prepared;
		struct kind kind = kinds[random_below(&random, KINDS)];
		if (side[1] > 5)
			kind.refill = NULL;
		if (!random_board(&kind, side[0], side[1], 2 + (int)random_below(&random, 4),
		                  &random, &level))
			continue;
		if (kind.refill == NULL && i % 3 == 0)
			mix_colours(&level, 14, &random);
		prepared_init(&prepared, &level);
		struct state state = level.start;
		do
			swaps += same_successors(&prepared, &state);
		while (wander(GEMS, &level, &state, 1, &random) > 0);
		four += prepared.space->planes == PLANES_MAX;
		prepared_free(&prepared);
		boards++;
	}
	ck_assert_int_gt(boards, 500);
	ck_assert_int_gt(swaps, 3000);
	ck_assert_int_gt(four, 50);
}
END_TEST

/* ---- the bound ---- */

static int cost_of(const char *columns)
{
	struct transport transport;
	uint64_t symbols = 0;
	const int count = (int)strlen(columns);
	for (int i = 0; i < count; i++)
		symbols |= (uint64_t)(columns[i] == '|' ? TRANSPORT_WALL : columns[i] - '0')
		           << 4 * i;
	ck_assert(gems_transport_init(&transport, PLENTY));
	const int cost = gems_transport_cost(&transport, symbols, count, 4);
	gems_transport_free(&transport);
	return cost;
}

START_TEST(transport_counts_steps)
{
	static const struct {
		const char *columns; /* the number of gems in each; |: a wall */
		int cost;
	} cases[] = {
		{"000", 0},
		{"300", 0},
		{"111", 0},
		{"01110", 0},
		{"222", 0},
		{"12321", 0},
		{"311", 0},
		{"131", 0},
		{"33", 0},
		{"1111", 0},
		{"12211", 0},
		{"21", 1},
		{"12", 1},
		{"201", 1},
		{"1101", 1},
		{"1011", 1},
		{"10101", 2},
		{"100011", 3},
		{"1001001", 4},
		{"211", 3},
		{"121", 2},
		{"2200", 2},
		{"3300", 0},
		{"3100", 1},
		{"5000", 0},
		{"4001", 2},
		{"2020", 2},
		{"1", TRANSPORT_IMPOSSIBLE},
		{"11", TRANSPORT_IMPOSSIBLE},
		{"2", TRANSPORT_IMPOSSIBLE},
		{"11|1", TRANSPORT_IMPOSSIBLE},
		{"111|111", 0},
		{"111|1", TRANSPORT_IMPOSSIBLE},
		{"3|12", 1},
		{"|", 0},
		{"", 0},
		{"100000010000001", TRANSPORT_COST_MAX},
	};
	struct transport transport;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		must(cost_of(cases[i].columns) == cases[i].cost, "%s costs %d, expected %d",
		     cases[i].columns, cost_of(cases[i].columns), cases[i].cost);
	ck_assert(!gems_transport_init(&transport, 100));
	gems_transport_free(&transport);
}
END_TEST

/* Short of memory, costs may be too low, but never too high. */
START_TEST(transport_without_memory_underestimates)
{
	enum { COLUMNS = 10 };
	struct random random = {24};
	struct transport plenty, little;
	int lower = 0;
	ck_assert(gems_transport_init(&plenty, PLENTY));
	for (size_t limit = (size_t)128 << 10; limit <= (size_t)1 << 20; limit *= 2) {
		ck_assert(gems_transport_init(&little, limit));
		for (int i = 0; i < 100000; i++) {
			uint64_t columns = 1 + random_below(&random, TRANSPORT_GEMS_MAX);
			for (int c = 1; c < COLUMNS; c++)
				columns |= (uint64_t)random_below(&random, 5) << 4 * c;
			const int cost = gems_transport_cost(&plenty, columns, COLUMNS, 4);
			const int low = gems_transport_cost(&little, columns, COLUMNS, 4);
			must(low <= cost, "%" PRIx64 " costs %d, found %d", columns, cost, low);
			lower += low < cost;
		}
		gems_transport_free(&little);
	}
	gems_transport_free(&plenty);
	ck_assert_int_gt(lower, 1000);
}
END_TEST

/* Never more than the distance, and never dead where there is a plan. It falls by one at most from
 * each position to the next. */
static void check_bound(struct prepared *prepared, const struct brute *brute, int number,
                        int seen[3])
{
	static struct successor next[SUCCESSORS_MAX];
	const struct position position = position_of(prepared, &brute->state[number]);
	const int rest = brute->rest[number];
	const int bound = gems_bound(prepared->space, &prepared->transport, &position);
	must((bound == 0) == (rest == 0), "bound %d at distance %d", bound, rest);
	must(rest == NO_WAY || (bound != BOUND_DEAD && bound <= rest), "bound %d at distance %d",
	     bound, rest);
	seen[0] += bound == BOUND_DEAD;
	seen[1] += bound > 1;
	seen[2] += rest == NO_WAY;
	const int count = gems_space_successors(prepared->space, &position, next);
	for (int i = 0; i < count && bound > 0; i++) {
		const int after =
			gems_bound(prepared->space, &prepared->transport, &next[i].position);
		must(after == BOUND_DEAD || after >= bound - 1, "bound %d after one of %d", after,
		     bound);
	}
}

START_TEST(bound_is_never_too_high)
{
	struct random random = {2};
	int seen[3] = {0}, boards = 0;
	for (int i = 0; i < 900; i++) {
		struct level level;
		struct prepared prepared;
		struct brute brute;
		next_board(&kinds[i % KINDS], &random, &level);
		if (!brute_init(&brute, GEMS, &level, &level.start, 3000))
			continue;
		prepared_init(&prepared, &level);
		for (int number = 0; number < brute.count; number++)
			check_bound(&prepared, &brute, number, seen);
		prepared_free(&prepared);
		brute_free(&brute);
		boards++;
	}
	ck_assert_int_gt(boards, 700);
	ck_assert_int_gt(seen[0], 500);
	ck_assert_int_gt(seen[1], 500);
	ck_assert_int_gt(seen[2], seen[0]);
}
END_TEST

static int bound_at_start(const char *rows)
{
	char text[256];
	struct level level;
	struct prepared prepared;
	snprintf(text, sizeof text, "level: t\nmode: gems\n\n%s", rows);
	read_level(text, &level);
	prepared_init(&prepared, &level);
	const struct position position = position_of(&prepared, &level.start);
	const int bound = gems_bound(prepared.space, &prepared.transport, &position);
	prepared_free(&prepared);
	return bound;
}

/* A gem that hangs beyond a gap falls with the first step, whose run is elsewhere. */
START_TEST(one_swap_may_clear_two_parts)
{
	ck_assert_int_eq(bound_at_start("......b\nddc....\nccd.bb.\n"), 1);
	ck_assert_int_eq(bound_at_start("ddc.eeb\nccd.bbe\n"), 2);
}
END_TEST

/* ---- answers ---- */

static void compare_boards(int threads, int boards, uint64_t seed)
{
	struct random random = {seed};
	int proven = 0, solvable = 0;
	for (int i = 0; i < boards; i++) {
		static struct answer answer;
		const struct limits limits = {.bytes = PLENTY};
		struct level level;
		next_board(&kinds[i % KINDS], &random, &level);
		proven += compare_with_reference(GEMS, &level, 4, 30000, threads, &random);
		solve_position(GEMS, &level, &level.start, &limits, NULL, NULL, &answer);
		solvable += answer.verdict == OPTIMAL && answer.upper > 0;
	}
	ck_assert_int_gt(proven, 3 * boards);
	ck_assert_int_gt(solvable, boards / 4);
	ck_assert_int_lt(solvable, boards / 4 * 3);
}

START_TEST(answers_agree_with_the_reference)
{
	compare_boards(1, 1300, 3);
}
END_TEST

START_TEST(answers_are_the_same_with_two_threads)
{
	compare_boards(2, 300, 4);
}
END_TEST

/* Larger boards, built backwards, and positions reached in play. */
START_TEST(longer_plans_agree_with_the_reference)
{
	struct random random = {5};
	int proven = 0;
	for (int i = 0; i < 40; i++) {
		struct level level;
		while (!built_board(&kinds[i % 4 == 3 ? 3 : 0], 4 + i % 3, 6 - i % 3, 3 + i % 3,
		                    &random, &level))
			;
		proven += compare_with_reference(GEMS, &level, 5, 20000, 1 + i % 2, &random);
	}
	ck_assert_int_gt(proven, 100);
}
END_TEST

static void check_par(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static struct answer answer;
	const struct limits limits = {.bytes = (size_t)64 << 20};
	if (puzzle != GEMS || level->endless || is_record(name))
		return;
	ck_assert_msg(gems_space_accepts(level), "%s is left to the general search", name);
	solve_position(puzzle, level, &level->start, &limits, NULL, NULL, &answer);
	ck_assert_msg(answer.verdict == OPTIMAL && answer.upper == level->par,
	              "%s: %d, the file says %d", name, answer.upper, level->par);
	ck_assert_msg(plan_solves(puzzle, level, &level->start, &answer), "%s: no plan", name);
}

START_TEST(shipped_levels_have_their_par)
{
	ck_assert_int_gt(for_shipped_levels(check_par), 0);
}
END_TEST

/* ---- interruption ---- */

struct interruption {
	int ticks, stop_at; /* counted from 1 */
	int optimum;        /* NO_WAY: there is none */
	const struct level *level;
};

static bool true_bounds(const struct interruption *interruption, const struct answer *answer)
{
	const int optimum = interruption->optimum;
	if (optimum == NO_WAY)
		return answer->upper < 0;
	return answer->lower <= optimum && (answer->upper < 0 || answer->upper >= optimum) &&
	       (answer->upper < 0 ||
	        plan_solves(GEMS, interruption->level, &interruption->level->start, answer));
}

static bool interrupt(void *context, const struct answer *answer)
{
	struct interruption *interruption = context;
	must(true_bounds(interruption, answer), "%d to %d, it is %d", answer->lower, answer->upper,
	     interruption->optimum);
	return ++interruption->ticks != interruption->stop_at;
}

static int optimum_of(const struct answer *answer)
{
	return answer->verdict == OPTIMAL ? answer->upper : NO_WAY;
}

/* Stops one search at its first tick, the next at its second and so on; lets the last one end. */
static int interrupt_everywhere(const struct level *level, int threads)
{
	static struct answer answer;
	const struct limits limits = {.bytes = PLENTY, .threads = threads};
	struct interruption interruption = {.level = level};
	solve_position(GEMS, level, &level->start, &limits, NULL, NULL, &answer);
	interruption.optimum = optimum_of(&answer);
	struct level_solver *kept = level_solver_new(GEMS, level, &limits);
	must(kept != NULL, "out of memory");
	int interrupted = 0;
	for (interruption.stop_at = 1;; interruption.stop_at++) {
		interruption.ticks = 0;
		if (level_solver_run(kept, &level->start, interrupt, &interruption, &answer))
			break;
		must(answer.verdict == SEARCHING, "verdict %d", (int)answer.verdict);
		must(interruption.ticks == interruption.stop_at,
		     "called after it was told to stop");
		must(true_bounds(&interruption, &answer), "%d to %d when stopped", answer.lower,
		     answer.upper);
		interrupted++;
	}
	must(optimum_of(&answer) == interruption.optimum, "%d instead of %d", optimum_of(&answer),
	     interruption.optimum);
	level_solver_free(kept);
	return interrupted;
}

START_TEST(a_search_can_be_interrupted_at_every_tick)
{
	struct random random = {6};
	int interrupted = 0;
	for (int i = 0; i < 30; i++) {
		struct level level;
		while (!built_board(&kinds[0], 6, 6, 4, &random, &level))
			;
		interrupted += interrupt_everywhere(&level, 1 + i % 2);
	}
	ck_assert_int_gt(interrupted, 40);
}
END_TEST

/* Large enough for threads to share a search; interrupted, it goes on to the same answer. */
START_TEST(threads_share_a_large_search)
{
	struct random random = {13};
	const struct limits one = {.bytes = (size_t)128 << 20, .threads = 1};
	const int boards = SANITIZED ? 2 : 8;
	int shared = 0;
	for (int i = 0; i < boards; i++) {
		static struct answer answer, expected;
		const struct recipe recipe = {.rows = 8, .columns = 8, .pieces = 46, .colours = 4};
		const struct limits more = {.bytes = one.bytes, .threads = 2 + i % 2};
		struct level level;
		begin_level(&kinds[0], 8, 8, &level);
		while (!GEMS->generator.start(&level, &recipe, &random))
			;
		solve_position(GEMS, &level, &level.start, &one, NULL, NULL, &expected);
		ck_assert(expected.verdict == OPTIMAL);
		struct interruption interruption = {
			.level = &level, .optimum = expected.upper, .stop_at = 200};
		struct level_solver *kept = level_solver_new(GEMS, &level, &more);
		must(kept != NULL, "out of memory");
		while (!level_solver_run(kept, &level.start, interrupt, &interruption, &answer))
			;
		must(answer.verdict == OPTIMAL && answer.upper == expected.upper,
		     "%d moves with threads, %d without", answer.upper, expected.upper);
		must(plan_solves(GEMS, &level, &level.start, &answer), "no plan");
		shared += expected.states > 20000; /* it expands half as many, or more */
		level_solver_free(kept);
	}
	ck_assert_int_ge(shared, boards / 2);
}
END_TEST

/* Threads share the rounds when memory is full, with true bounds all the time. */
START_TEST(threads_go_on_in_full_memory)
{
	/* Seeds of boards that need more than 32 MiB hold. */
	static const uint64_t seeds[] = {7, 28};
	const int boards = SANITIZED ? 1 : (int)(sizeof seeds / sizeof seeds[0]);
	const struct limits plenty = {.bytes = (size_t)256 << 20, .threads = 2};
	for (int i = 0; i < boards; i++) {
		static struct answer answer, expected;
		const struct recipe recipe = {.rows = 8, .columns = 8, .pieces = 54, .colours = 4};
		const struct limits little = {.bytes = (size_t)32 << 20, .threads = 2 + i % 2};
		struct random random = {seeds[i]};
		struct level level;
		begin_level(&kinds[0], 8, 8, &level);
		while (!GEMS->generator.start(&level, &recipe, &random))
			;
		solve_position(GEMS, &level, &level.start, &plenty, NULL, NULL, &expected);
		must(expected.states > 700000, "%d states", (int)expected.states);
		struct interruption interruption = {
			.level = &level, .optimum = optimum_of(&expected), .stop_at = 6000 * i};
		struct level_solver *kept = level_solver_new(GEMS, &level, &little);
		must(kept != NULL, "out of memory");
		while (!level_solver_run(kept, &level.start, interrupt, &interruption, &answer))
			;
		must(answer.verdict == expected.verdict && answer.upper == expected.upper,
		     "%d moves in little memory, %d in plenty", answer.upper, expected.upper);
		must(answer.upper < 0 || plan_solves(GEMS, &level, &level.start, &answer),
		     "no plan");
		level_solver_free(kept);
	}
}
END_TEST

/* A player makes moves, undoes them and errs, and every other search is interrupted. */
START_TEST(cached_proofs_stay_true)
{
	enum { GAMES = 12, POSITIONS = 100 }; /* more than there are epochs */
	struct random random = {7};
	int dead = 0, solved = 0;
	for (int i = 0; i < GAMES; i++) {
		static struct answer answer, fresh;
		const struct limits limits = {.bytes = PLENTY};
		struct level level;
		while (!built_board(&kinds[i % 3 == 2 ? 3 : 0], 5, 5, 3 + i % 2, &random, &level))
			;
		struct level_solver *kept = level_solver_new(GEMS, &level, &limits);
		struct state state = level.start;
		must(kept != NULL, "out of memory");
		for (int p = 0; p < POSITIONS; p++) {
			struct interruption interruption = {.level = &level};
			solve_position(GEMS, &level, &state, &limits, NULL, NULL, &fresh);
			interruption.optimum = optimum_of(&fresh);
			interruption.stop_at = (int)random_below(&random, 2);
			struct level from = level;
			from.start = state;
			interruption.level = &from;
			level_solver_run(kept, &state, interrupt, &interruption, &answer);
			level_solver_run(kept, &state, NULL, NULL, &answer);
			must(answer.verdict == fresh.verdict && answer.upper == fresh.upper,
			     "%d moves, a new search says %d", answer.upper, fresh.upper);
			must(answer.upper < 0 || plan_solves(GEMS, &level, &state, &answer),
			     "no plan");
			dead += answer.verdict == UNSOLVABLE;
			solved += answer.upper > 0;
			if (random_below(&random, 3) == 0 ||
			    wander(GEMS, &level, &state, 1, &random) == 0)
				state = level.start;
		}
		level_solver_free(kept);
	}
	ck_assert_int_gt(dead, GAMES * POSITIONS / 10);
	ck_assert_int_gt(solved, GAMES * POSITIONS / 10);
}
END_TEST

/* A game is resumed after a colour has been cleared, and undone to where it was there. */
START_TEST(a_cleared_colour_can_come_back)
{
	static struct answer answer;
	const struct limits limits = {.bytes = PLENTY};
	struct level level;
	move_code move;
	read_level("level: t\nmode: gems\nrules: holes\n\n....\n..b.\ncaab\naccb\n", &level);
	struct level_solver *kept = level_solver_new(GEMS, &level, &limits);
	struct state later = level.start;
	ck_assert_ptr_nonnull(kept);
	ck_assert(puzzle_find_move(GEMS, &level, &level.start, "c3-d3", &move));
	ck_assert(GEMS->rules.apply(&level, &later, move));
	level_solver_run(kept, &later, NULL, NULL, &answer);
	ck_assert_int_eq(answer.upper, 1);
	level_solver_run(kept, &level.start, NULL, NULL, &answer);
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_eq(answer.upper, 2);
	ck_assert(plan_solves(GEMS, &level, &level.start, &answer));
	level_solver_free(kept);
}
END_TEST

/* ---- memory ---- */

START_TEST(little_memory_gives_up_or_is_right)
{
	struct random random = {8};
	struct level level;
	int gave_up = 0, right = 0;
	const struct recipe recipe = {.rows = 8, .columns = 8, .pieces = 45, .colours = 4};
	begin_level(&kinds[0], 8, 8, &level);
	while (!GEMS->generator.start(&level, &recipe, &random))
		;
	static struct answer answer, expected;
	const struct limits plenty = {.bytes = (size_t)256 << 20};
	ck_assert(solve_position(GEMS, &level, &level.start, &plenty, NULL, NULL, &expected));
	for (size_t bytes = 1 << 16; bytes <= plenty.bytes; bytes *= 4) {
		const struct limits limits = {.bytes = bytes};
		struct level_solver *kept = level_solver_new(GEMS, &level, &limits);
		ck_assert_ptr_nonnull(kept);
		for (int again = 0; again < 2; again++) {
			level_solver_run(kept, &level.start, NULL, NULL, &answer);
			if (answer.verdict == GAVE_UP) {
				gave_up++;
				must(answer.lower <= expected.upper, "too high");
				must(answer.upper < 0 || (answer.upper >= expected.upper &&
				     plan_solves(GEMS, &level, &level.start, &answer)), "no plan");
				continue;
			}
			right++;
			ck_assert_int_eq(answer.verdict, OPTIMAL);
			ck_assert_int_eq(answer.upper, expected.upper);
		}
		level_solver_free(kept);
	}
	ck_assert_int_ge(gave_up, 2);
	ck_assert_int_ge(right, 2);
}
END_TEST

/* In little memory the search goes on, with true bounds, to the answer that it has in plenty. */
START_TEST(a_search_goes_on_in_full_memory)
{
	struct random random = {11};
	int beyond = 0, unsolvable = 0;
	for (int i = 1; i <= 24; i += SANITIZED ? 2 : 1) { /* still of each kind */
		static struct answer answer, expected;
		const struct limits plenty = {.bytes = (size_t)128 << 20};
		const struct limits little = {.bytes = 2 << 20};
		struct recipe recipe = {.rows = 8, .columns = 8, .pieces = 40, .colours = 4};
		struct level level, from;
		recipe.value[HEADER_RULES] = kinds[i % 6 == 5 ? 3 : 0].rules;
		recipe.pieces = recipe.value[HEADER_RULES] == NULL ? 44 : 26;
		begin_level(&kinds[i % 6 == 5 ? 3 : 0], 8, 8, &level);
		while (!GEMS->generator.start(&level, &recipe, &random))
			;
		if (i % 3 == 1) /* most such boards can't be cleared */
			wander(GEMS, &level, &level.start, 2, &random);
		solve_position(GEMS, &level, &level.start, &plenty, NULL, NULL, &expected);
		struct interruption interruption = {.level = &level,
		                                    .optimum = optimum_of(&expected)};
		struct level_solver *kept = level_solver_new(GEMS, &level, &little);
		must(kept != NULL, "out of memory");
		from = level;
		for (int moves = 0;; moves++) {
			level_solver_run(kept, &from.start, interrupt, &interruption, &answer);
			must(answer.verdict == expected.verdict &&
			     answer.upper == expected.upper - (expected.upper < 0 ? 0 : moves),
			     "%d moves instead of %d", answer.upper, expected.upper - moves);
			beyond += answer.states > 35000; /* more than 2 MiB hold */
			unsolvable += answer.verdict == UNSOLVABLE;
			if (answer.upper <= 0 || moves == 3)
				break;
			must(plan_solves(GEMS, &from, &from.start, &answer), "no plan");
			GEMS->rules.apply(&from, &from.start, answer.plan[0]);
			interruption.level = &from;
			interruption.optimum--;
		}
		level_solver_free(kept);
	}
	ck_assert_int_gt(beyond, SANITIZED ? 2 : 8);
	ck_assert_int_gt(unsolvable, 0);
}
END_TEST

/* The most memory that this process has had, in KiB on Linux; -1 where freed memory may stay. */
static long most_memory(void)
{
	struct rusage usage;
#ifdef HAVE_MALLOC_TRIM
	if (!SANITIZED && getrusage(RUSAGE_SELF, &usage) == 0)
		return usage.ru_maxrss;
#endif
	(void)usage;
	return -1;
}

static bool stop_after_many(void *context, const struct answer *so_far)
{
	(void)context;
	return so_far->states < 1500000;
}

/* The second table has the memory of the first, not more. */
START_TEST(two_tables_stay_within_the_limit)
{
	static struct answer answer;
	const struct limits limits = {.bytes = (size_t)32 << 20, .until_stopped = true};
	struct random random = {8};
	struct recipe recipe = {.rows = 8, .columns = 8, .pieces = 64, .colours = 4};
	struct level level;
	begin_level(&kinds[0], 8, 8, &level);
	while (!GEMS->generator.start(&level, &recipe, &random))
		;
	const long before = most_memory();
	solve_position(GEMS, &level, &level.start, &limits, stop_after_many, NULL, &answer);
	const long grown = most_memory() - before;
	must(answer.states >= 1500000, "%" PRIu64 " positions: both tables are not needed",
	     answer.states);
	must(grown < 40 << 10, "%ld KiB", grown);
}
END_TEST

/* What a table of bounds says is what it was last told, however full it is. */
START_TEST(a_table_of_bounds_forgets_but_does_not_err)
{
	enum { WORDS = 3, POSITIONS = 300 };
	struct random random = {12};
	struct bound_table table;
	int bound[POSITIONS] = {0}, found = 0, lost = 0;
	ck_assert(!bound_table_init(&table, WORDS, 63));
	ck_assert(bound_table_init(&table, WORDS, 4096));
	ck_assert_uint_eq(table.buckets, 4096 / 64);
	for (int i = 0; i < 20000; i++) {
		const uint32_t number = random_below(&random, POSITIONS);
		const struct position position = {.word = {number, number / 7, 5}};
		/* Many hashes are the same. */
		const uint64_t hash = (uint64_t)(number % 150) * UINT64_C(0x9E3779B97F4A7C15);
		const int got = bound_table_get(&table, &position, hash);
		if (got > 0)
			ck_assert_int_eq(got, bound[number]);
		found += got > 0;
		lost += got == 0 && bound[number] > 0;
		bound[number] = 1 + (int)random_below(&random, BOUND_NONE);
		bound_table_put(&table, &position, hash, bound[number], random_below(&random, 99));
		ck_assert_int_eq(bound_table_get(&table, &position, hash), bound[number]);
	}
	ck_assert_int_gt(found, 2000);
	ck_assert_int_gt(lost, 2000);
	bound_table_free(&table);
}
END_TEST

/* When memory runs out, kept positions are discarded, and the answer is right. */
START_TEST(memory_is_freed_by_clearing_the_table)
{
	struct random random = {9};
	int proven = 0;
	const struct recipe recipe = {.rows = 8, .columns = 8, .pieces = 42, .colours = 4};
	for (int i = 0; i < 6; i += SANITIZED ? 2 : 1) {
		static struct answer answer, fresh;
		struct level level;
		begin_level(&kinds[0], 8, 8, &level);
		while (!GEMS->generator.start(&level, &recipe, &random))
			;
		const struct limits limits = {.bytes = 3 << 20};
		struct level_solver *kept = level_solver_new(GEMS, &level, &limits);
		struct state state = level.start;
		ck_assert_ptr_nonnull(kept);
		for (int p = 0; p < 20; p++) {
			level_solver_run(kept, &state, NULL, NULL, &answer);
			solve_position(GEMS, &level, &state, &limits, NULL, NULL, &fresh);
			must(answer.verdict == fresh.verdict ||
			     answer.verdict == OPTIMAL || answer.verdict == UNSOLVABLE,
			     "verdict %d, a new search says %d", (int)answer.verdict,
			     (int)fresh.verdict);
			must(fresh.verdict == GAVE_UP || answer.upper == fresh.upper,
			     "%d moves, a new search says %d", answer.upper, fresh.upper);
			proven += fresh.verdict != GAVE_UP;
			if (wander(GEMS, &level, &state, 1, &random) == 0 || p % 5 == 4)
				state = level.start;
		}
		level_solver_free(kept);
	}
	ck_assert_int_gt(proven, 40 / SLOWDOWN);
}
END_TEST

/* ---- levels for the general search ---- */

START_TEST(other_levels_are_declined)
{
	struct level level;
	struct random random = {10};
	begin_level(&(struct kind){.goal = "clear"}, 9, 8, &level);
	ck_assert(!gems_space_accepts(&level));
	ck_assert_ptr_null(gems_solver.open(&level, PLENTY));
	begin_level(&(struct kind){.goal = "clear"}, 2, 17, &level);
	ck_assert(!gems_space_accepts(&level));
	begin_level(&(struct kind){.goal = "score 60", .refill = "random 7 4"}, 4, 4, &level);
	ck_assert(!gems_space_accepts(&level));
	while (!random_board(&kinds[0], 8, 8, 2, &random, &level))
		;
	ck_assert(gems_space_accepts(&level));
	ck_assert_ptr_null(gems_solver.open(&level, 1000));
	struct gems gems;
	gems_unpack(&level, &level.start, &gems);
	gems.cell[0] = COLOURS_MAX;
	gems_set_start(&level, &gems);
	ck_assert(!gems_space_accepts(&level));
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, planes_play_by_the_rules);
	tcase_add_test(tests, transport_counts_steps);
	tcase_add_test(tests, transport_without_memory_underestimates);
	tcase_add_test(tests, bound_is_never_too_high);
	tcase_add_test(tests, one_swap_may_clear_two_parts);
	tcase_add_test(tests, answers_agree_with_the_reference);
	tcase_add_test(tests, answers_are_the_same_with_two_threads);
	tcase_add_test(tests, longer_plans_agree_with_the_reference);
	tcase_add_test(tests, shipped_levels_have_their_par);
	tcase_add_test(tests, a_search_can_be_interrupted_at_every_tick);
	tcase_add_test(tests, cached_proofs_stay_true);
	tcase_add_test(tests, a_cleared_colour_can_come_back);
	tcase_add_test(tests, little_memory_gives_up_or_is_right);
	tcase_add_test(tests, a_search_goes_on_in_full_memory);
	tcase_add_test(tests, two_tables_stay_within_the_limit);
	tcase_add_test(tests, a_table_of_bounds_forgets_but_does_not_err);
	tcase_add_test(tests, memory_is_freed_by_clearing_the_table);
	tcase_add_test(tests, other_levels_are_declined);
}

static void add_threads(TCase *tests)
{
	tcase_add_test(tests, threads_share_a_large_search);
	tcase_add_test(tests, threads_go_on_in_full_memory);
}

int main(void)
{
	return run_tests_apart("solver_gems", add, add_threads);
}
