/* The search against one that is too simple to be wrong, on tiny boards and on invented puzzles:
 * random graphs whose lower bound is admissible but not consistent. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/generate.h"
#include "solve/solve.h"
#include "puzzle/registry.h"
#include "support/help.h"

/* ---- a puzzle made up: walk along the edges of a graph to one of its goals ---- */

enum { NODES_MAX = 65000, EDGES_MAX = 3 };

static struct graph {
	int nodes;
	int edges[NODES_MAX];
	int next[NODES_MAX][EDGES_MAX];
	bool goal[NODES_MAX];
	int rest[NODES_MAX];  /* moves to the nearest goal, or NO_WAY */
	int bound[NODES_MAX];
} graph;

static int node_of(const struct state *state)
{
	return state->byte[0] << 8 | state->byte[1];
}

static struct state state_of(int node)
{
	return (struct state){{(uint8_t)(node >> 8), (uint8_t)node}};
}

static int graph_moves(const struct level *level, const struct state *state,
                       move_code out[MOVES_MAX])
{
	(void)level;
	/* One more than there are: apply has the last word. */
	for (int i = 0; i <= graph.edges[node_of(state)]; i++)
		out[i] = (move_code)i;
	return graph.edges[node_of(state)] + 1;
}

static bool graph_apply(const struct level *level, struct state *state, move_code move)
{
	(void)level;
	const int node = node_of(state);
	if (move >= graph.edges[node])
		return false;
	*state = state_of(graph.next[node][move]);
	return true;
}

static bool graph_solved(const struct level *level, const struct state *state)
{
	(void)level;
	return graph.goal[node_of(state)];
}

static int graph_at_least(const struct level *level, const struct state *state)
{
	(void)level;
	return graph.bound[node_of(state)];
}

static const struct puzzle graph_puzzle = {
	.name = "graph",
	.rules.moves = graph_moves,
	.rules.apply = graph_apply,
	.rules.solved = graph_solved,
	.rules.lower_bound = graph_at_least,
};

static const struct level graph_level = {.rows = 1, .columns = 2, .par = -1, .state_size = 2};

static void add_edge(int from, int to)
{
	graph.next[from][graph.edges[from]++] = to;
}

static void clear_graph(int nodes)
{
	memset(&graph, 0, sizeof graph);
	graph.nodes = nodes;
}

/* Fills rest[] by relaxing edges until no distance gets shorter. */
static void measure_graph(void)
{
	bool changed = true;
	for (int node = 0; node < graph.nodes; node++)
		graph.rest[node] = graph.goal[node] ? 0 : NO_WAY;
	while (changed) {
		changed = false;
		for (int node = graph.nodes - 1; node >= 0; node--)
			for (int e = 0; e < graph.edges[node]; e++) {
				const int there = graph.rest[graph.next[node][e]];
				int *here = &graph.rest[node];
				if (there != NO_WAY && (*here == NO_WAY || there + 1 < *here)) {
					*here = there + 1;
					changed = true;
				}
			}
	}
}

/* Bounds that are true and nothing else: any number up to the distance. */
static void bound_graph(struct random *random)
{
	for (int node = 0; node < graph.nodes; node++) {
		const int rest = graph.rest[node];
		if (rest == NO_WAY)
			graph.bound[node] = (int)random_below(random, 12) - 1; /* DEAD is -1 */
		else
			graph.bound[node] = (int)random_below(random, (uint32_t)rest + 1);
	}
}

/* Edges lead a little ahead, now and then back; a few goals, mostly far away. */
static void random_graph(struct random *random, int nodes, int reach)
{
	clear_graph(nodes);
	for (int node = 0; node < nodes; node++)
		for (uint32_t e = random_below(random, EDGES_MAX + 1); e > 0; e--) {
			const int ahead = (int)random_below(random, (uint32_t)reach) - reach / 5;
			const int to = node + ahead;
			add_edge(node, to < 0 ? 0 : to >= nodes ? nodes - 1 : to);
		}
	for (uint32_t goals = random_below(random, 3) + 1; goals > 0; goals--)
		graph.goal[nodes - 1 - (int)random_below(random, (uint32_t)nodes / 4)] = true;
	measure_graph();
	bound_graph(random);
}

/* Node after node, the last one the goal, and no bound. */
static void row_graph(int nodes)
{
	clear_graph(nodes);
	for (int node = 0; node + 1 < nodes; node++)
		add_edge(node, node + 1);
	graph.goal[nodes - 1] = true;
	for (int node = 0; node < nodes; node++)
		graph.rest[node] = nodes - 1 - node;
}

/* ---- what every answer promises ---- */

static struct answer answer;

static void check_promises(const struct puzzle *puzzle, const struct level *level,
                           const struct state *start, int rest)
{
	must(answer.lower >= 0, "lower %d", answer.lower);
	must(rest == NO_WAY || answer.lower <= rest, "lower %d, truth %d", answer.lower, rest);
	must(answer.upper == -1 || (rest != NO_WAY && answer.upper >= rest), "upper %d, truth %d",
	     answer.upper, rest);
	must(answer.length == 0 || answer.length == answer.upper, "length %d, upper %d",
	     answer.length, answer.upper);
	must(answer.length == 0 || plan_solves(puzzle, level, start, &answer), "a wrong plan");
	must(answer.length > 0 || answer.upper <= 0 || answer.upper > PLAN_MAX, "no plan");
}

static void check_proof(const struct puzzle *puzzle, const struct level *level,
                        const struct state *start, int rest)
{
	const bool proven =
		solve_position(puzzle, level, start, &limits_default, NULL, NULL, &answer);
	check_promises(puzzle, level, start, rest);
	must(proven, "no proof");
	if (rest == NO_WAY) {
		must(answer.verdict == UNSOLVABLE, "verdict %d, no way", answer.verdict);
		return;
	}
	must(answer.verdict == OPTIMAL, "verdict %d, truth %d", answer.verdict, rest);
	must(answer.lower == rest && answer.upper == rest, "%d..%d, truth %d", answer.lower,
	     answer.upper, rest);
}

/* ---- against brute force ---- */

/* Searches from some of the positions that can be reached; returns how many had a way. */
static int check_positions(const struct puzzle *puzzle, const struct level *level, int positions,
                           struct random *random)
{
	struct brute brute;
	int ways = 0;
	if (!brute_init(&brute, puzzle, level, &level->start, 4000))
		return 0;
	for (int i = 0; i < positions; i++) {
		const int at = i == 0 ? 0 : (int)random_below(random, (uint32_t)brute.count);
		check_proof(puzzle, level, &brute.state[at], brute.rest[at]);
		ways += brute.rest[at] != NO_WAY;
	}
	brute_free(&brute);
	return ways;
}

START_TEST(tiny_tilt_boards_agree_with_brute_force)
{
	enum { BOARDS = 600 };
	struct random random = {31};
	struct level level;
	int ways = 0;
	for (int i = 0; i < BOARDS; i++) {
		random_tilt(&random, 1 + (int)random_below(&random, 5),
		            2 + (int)random_below(&random, 4), 4, &level);
		ways += check_positions(puzzle_named("tilt"), &level, 1, &random);
	}
	ck_assert_int_gt(ways, BOARDS / 10);
	ck_assert_int_lt(ways, BOARDS * 9 / 10);
}
END_TEST

START_TEST(every_puzzle_agrees_with_brute_force)
{
	enum { BOARDS = SANITIZED ? 15 : 60, POSITIONS = 5 };
	struct random random = {32};
	struct level level;
	for (int m = 0; puzzle_at(m) != NULL; m++) {
		int ways = 0;
		for (int i = 0; i < BOARDS; i++)
			if (random_level(puzzle_at(m), &random, &level))
				ways += check_positions(puzzle_at(m), &level, POSITIONS, &random);
		must(ways > BOARDS / 4, "%s: %d ways only", puzzle_at(m)->name, ways);
	}
}
END_TEST

START_TEST(inconsistent_bounds_give_right_answers)
{
	struct random random = {33};
	int ways = 0;
	for (int i = 0; i < 300; i++) {
		random_graph(&random, 30 + (int)random_below(&random, 300),
		             3 + (int)random_below(&random, 30));
		const struct state start = state_of(0);
		check_proof(&graph_puzzle, &graph_level, &start, graph.rest[0]);
		ways += graph.rest[0] != NO_WAY;
	}
	ck_assert_int_gt(ways, 30);
	ck_assert_int_lt(ways, 270);
}
END_TEST

/* ---- on the way ---- */

struct ticks {
	int rest, count, stop_at; /* stop_at 0: never */
	int lower, upper;
};

static bool monitor(void *context, const struct answer *so_far)
{
	struct ticks *ticks = context;
	must(so_far->verdict == SEARCHING, "verdict %d on the way", so_far->verdict);
	must(so_far->lower <= ticks->rest || ticks->rest == NO_WAY, "lower %d, truth %d",
	     so_far->lower, ticks->rest);
	must(so_far->upper == -1 || so_far->upper >= ticks->rest, "upper %d, truth %d",
	     so_far->upper, ticks->rest);
	must(so_far->lower >= ticks->lower, "lower fell from %d", ticks->lower);
	must(ticks->upper == -1 || so_far->upper <= ticks->upper, "upper rose from %d",
	     ticks->upper);
	ticks->lower = so_far->lower;
	ticks->upper = so_far->upper;
	return ++ticks->count != ticks->stop_at;
}

/* A large random graph that has a way from node 0. */
static void large_graph(struct random *random)
{
	do
		random_graph(random, 3000, 60);
	while (graph.rest[0] == NO_WAY);
}

START_TEST(bounds_are_true_at_every_tick)
{
	struct random random = {34};
	int count = 0;
	for (int i = 0; i < 10; i++) {
		large_graph(&random);
		struct ticks ticks = {.rest = graph.rest[0], .upper = -1};
		const struct state start = state_of(0);
		solve_position(&graph_puzzle, &graph_level, &start, &limits_default, monitor,
		               &ticks, &answer);
		ck_assert_int_eq(answer.verdict, OPTIMAL);
		ck_assert_int_eq(answer.upper, graph.rest[0]);
		ck_assert_int_ge(answer.lower, ticks.lower);
		count += ticks.count;
	}
	ck_assert_int_gt(count, 50);
}
END_TEST

/* Wherever the search is stopped, the bounds are true and the plan, if any, reaches a goal. */
START_TEST(an_interrupted_search_has_true_bounds)
{
	struct random random = {35};
	int with_plan = 0;
	for (int i = 0; i < 60; i++) {
		large_graph(&random);
		struct ticks all = {.rest = graph.rest[0], .upper = -1};
		const struct state start = state_of(0);
		solve_position(&graph_puzzle, &graph_level, &start, &limits_default, monitor, &all,
		               &answer);
		for (int stop = 1; stop <= all.count; stop++) {
			struct ticks ticks = {.rest = graph.rest[0], .upper = -1, .stop_at = stop};
			ck_assert(!solve_position(&graph_puzzle, &graph_level, &start,
			                          &limits_default, monitor, &ticks, &answer));
			ck_assert_int_eq(ticks.count, stop);
			ck_assert_int_eq(answer.verdict, SEARCHING);
			check_promises(&graph_puzzle, &graph_level, &start, graph.rest[0]);
			with_plan += answer.length > 0;
		}
	}
	ck_assert_int_gt(with_plan, 0);
}
END_TEST

/* Two paths lead to a long row, and the bound makes the search follow the longer one first. When it
 * finds the shorter one, the whole row is a move nearer; until that has been propagated, the depth
 * stored for the goal is out of date. */
START_TEST(an_improved_plan_is_reported_right)
{
	enum { SHORT = 1, LONG = 2, LONGER = 3, ROW = 4, END = 1504 };
	const struct state start = state_of(0);
	int upper_seen = 0;
	row_graph(END + 1);
	memset(graph.edges, 0, ROW * sizeof graph.edges[0]);
	add_edge(0, SHORT);
	add_edge(0, LONG);
	add_edge(LONG, LONGER);
	add_edge(LONGER, ROW);
	add_edge(SHORT, ROW);
	measure_graph();
	graph.bound[SHORT] = graph.rest[SHORT];
	for (int stop = 1; stop <= 12; stop++) {
		struct ticks ticks = {.rest = graph.rest[0], .upper = -1, .stop_at = stop};
		solve_position(&graph_puzzle, &graph_level, &start, &limits_default, monitor,
		               &ticks, &answer);
		check_promises(&graph_puzzle, &graph_level, &start, graph.rest[0]);
		upper_seen += answer.verdict == SEARCHING && answer.upper >= 0;
	}
	ck_assert_int_gt(upper_seen, 0);
	check_proof(&graph_puzzle, &graph_level, &start, graph.rest[0]);
}
END_TEST

START_TEST(a_limit_of_states_makes_it_give_up)
{
	struct random random = {36};
	const struct limits limits = {.bytes = limits_default.bytes, .states = 300};
	int gave_up = 0;
	for (int i = 0; i < 20; i++) {
		large_graph(&random);
		const struct state start = state_of(0);
		if (!solve_position(&graph_puzzle, &graph_level, &start, &limits, NULL, NULL,
		                    &answer)) {
			ck_assert_int_eq(answer.verdict, GAVE_UP);
			ck_assert_uint_ge(answer.states, 300);
			ck_assert_uint_lt(answer.states, 300 + 256 * EDGES_MAX);
			gave_up++;
		}
		check_promises(&graph_puzzle, &graph_level, &start, graph.rest[0]);
	}
	ck_assert_int_gt(gave_up, 10);
}
END_TEST

START_TEST(a_limit_of_memory_makes_it_give_up)
{
	static const size_t sizes[] = {0, 100, 8192, 10000, 70000, 80000, 100000, 200000};
	const struct state start = state_of(0);
	row_graph(60000);
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		const struct limits limits = {.bytes = sizes[i]};
		ck_assert(!solve_position(&graph_puzzle, &graph_level, &start, &limits, NULL, NULL,
		                          &answer));
		ck_assert_int_eq(answer.verdict, GAVE_UP);
		ck_assert_uint_le(answer.states * 22, sizes[i]); /* a node and its state */
		check_promises(&graph_puzzle, &graph_level, &start, 59999);
	}
	ck_assert_int_gt(answer.lower, 1000);
}
END_TEST

/* ---- work that is kept ---- */

static bool stop_sometimes(void *context, const struct answer *so_far)
{
	(void)so_far;
	return random_below(context, 3) != 0;
}

/* Asks one search about many nodes of a graph, breaking off some; returns how many it proved. */
static int ask_about_many(const struct limits *limits, bool stop, struct random *random)
{
	int proven = 0;
	struct level_solver *kept = level_solver_new(&graph_puzzle, &graph_level, limits);
	must(kept != NULL, "no memory");
	for (int i = 0; i < 40; i++) {
		const int node = (int)random_below(random, (uint32_t)graph.nodes);
		const struct state start = state_of(node);
		proven += level_solver_run(kept, &start, stop ? stop_sometimes : NULL, random,
		                           &answer);
		check_promises(&graph_puzzle, &graph_level, &start, graph.rest[node]);
		must(answer.verdict != UNSOLVABLE || graph.rest[node] == NO_WAY, "not dead");
		must(answer.verdict != OPTIMAL || answer.upper == graph.rest[node], "%d, truth %d",
		     answer.upper, graph.rest[node]);
	}
	level_solver_free(kept);
	return proven;
}

START_TEST(cached_proofs_stay_true)
{
	struct random random = {51};
	const struct limits little = {.bytes = 60000};
	int broken_off = 0, short_of_memory = 0;
	for (int i = 0; i < 60; i++) {
		random_graph(&random, 300 + (int)random_below(&random, 6000), 60);
		ck_assert_int_eq(ask_about_many(&limits_default, false, &random), 40);
		broken_off += 40 - ask_about_many(&limits_default, true, &random);
		short_of_memory += 40 - ask_about_many(&little, false, &random);
	}
	ck_assert_int_gt(broken_off, 20);
	ck_assert_int_gt(short_of_memory, 20);
}
END_TEST

/* Levels that need more states than fit, some of which are proven all the same. */
static int proven_beyond, given_up;

static void prove_with_little(const struct puzzle *puzzle, const struct level *level,
                              const char *name)
{
	enum { STRIDE = SANITIZED ? 4 : 3 };
	static int number;
	struct puzzle general = *puzzle;
	const struct limits little = {.bytes = 120000};
	const struct limits enough = {.bytes = limits_default.bytes,
	                              .states = 200000 / SLOWDOWN};
	general.solver = NULL;
	if (level->endless || level->par < 3 || number++ % STRIDE != 0 ||
	    !solve_position(&general, level, &level->start, &enough, NULL, NULL, &answer))
		return;
	const bool fits = answer.states * (level->state_size + 22) < little.bytes;
	const bool proven =
		solve_position(&general, level, &level->start, &little, NULL, NULL, &answer);
	must(answer.lower <= level->par && (answer.upper < 0 || answer.upper >= level->par),
	     "%s: %d..%d, par %d", name, answer.lower, answer.upper, level->par);
	must(!proven || (answer.verdict == OPTIMAL && answer.upper == level->par), "%s: wrong",
	     name);
	must(answer.length == 0 || plan_solves(puzzle, level, &level->start, &answer), "%s: no way",
	     name);
	proven_beyond += proven && !fits;
	given_up += !proven;
}

START_TEST(the_search_continues_when_memory_is_full)
{
	for_shipped_levels(prove_with_little);
	ck_assert_int_gt(proven_beyond, 3 / SLOWDOWN);
	ck_assert_int_gt(given_up, 10 / SLOWDOWN);
}
END_TEST

static int ticks_unlimited, ticks_limited;

static bool count_tick(void *context, const struct answer *so_far)
{
	(void)so_far;
	++*(int *)context;
	return true;
}

/* If the search gives up, it does so sooner with a limit just above the states that fit. */
static void give_up_with_little(const struct puzzle *puzzle, const struct level *level,
                                const char *name)
{
	static int number;
	struct puzzle general = *puzzle;
	struct limits little = {.bytes = 120000};
	general.solver = NULL;
	if (level->endless || level->par < 3 || number++ % SLOWDOWN != 0 ||
	    solve_position(&general, level, &level->start, &little, count_tick, &ticks_unlimited,
	                   &answer))
		return;
	little.states = answer.states + 1;
	must(!solve_position(&general, level, &level->start, &little, count_tick, &ticks_limited,
	                     &answer),
	     "%s: proven with a limit", name);
}

START_TEST(a_limit_of_states_holds_when_memory_is_full)
{
	ticks_unlimited = ticks_limited = 0;
	for_shipped_levels(give_up_with_little);
	ck_assert_int_gt(ticks_limited, 10 / SLOWDOWN);
	ck_assert_int_lt(2 * ticks_limited, ticks_unlimited);
}
END_TEST

START_TEST(cached_proofs_save_work)
{
	struct random random = {52};
	uint64_t first = 0, again = 0;
	for (int i = 0; i < 20; i++) {
		large_graph(&random);
		struct level_solver *kept =
			level_solver_new(&graph_puzzle, &graph_level, &limits_default);
		const struct state start = state_of(0);
		ck_assert(level_solver_run(kept, &start, NULL, NULL, &answer));
		first += answer.states;
		ck_assert(level_solver_run(kept, &start, NULL, NULL, &answer));
		again += answer.states;
		level_solver_free(kept);
	}
	ck_assert_uint_lt(again * 5, first * 4);
}
END_TEST

struct early {
	const struct state *start;
	int ways;
};

static bool watch_early(void *context, const struct answer *so_far)
{
	struct early *early = context;
	if (so_far->upper < 0)
		return true;
	must(plan_solves(&graph_puzzle, &graph_level, early->start, so_far),
	     "no way of that length");
	early->ways++;
	return true;
}

START_TEST(an_early_plan_is_reported)
{
	struct random random = {53};
	int early = 0;
	for (int i = 0; i < 20; i++) {
		large_graph(&random);
		const struct state start = state_of(0);
		struct early watched = {.start = &start};
		ck_assert(solve_position(&graph_puzzle, &graph_level, &start, &limits_default,
		                         watch_early, &watched, &answer));
		early += watched.ways > 0;
	}
	ck_assert_int_gt(early, 10);
}
END_TEST

/* ---- positions of several parts ---- */

/* Two walkers in one graph that never meet; level.amount has a bit for each that still counts. */
enum { BOTH = 3, STRIDE = EDGES_MAX + 1 };

static struct state walker(const struct state *state, int which)
{
	struct state one = {{0}};
	memcpy(one.byte, state->byte + 2 * which, 2);
	return one;
}

static int pair_moves(const struct level *level, const struct state *state,
                      move_code out[MOVES_MAX])
{
	int count = 0;
	for (int which = 0; which < 2; which++) {
		move_code moves[MOVES_MAX];
		const struct state one = walker(state, which);
		const int found =
			level->amount & 1 << which ? graph_moves(level, &one, moves) : 0;
		for (int i = 0; i < found; i++)
			out[count++] = (move_code)(moves[i] + which * STRIDE);
	}
	return count;
}

static bool pair_apply(const struct level *level, struct state *state, move_code move)
{
	const int which = move / STRIDE;
	struct state one = walker(state, which);
	if (!graph_apply(level, &one, (move_code)(move % STRIDE)))
		return false;
	memcpy(state->byte + 2 * which, one.byte, 2);
	return true;
}

static bool pair_solved(const struct level *level, const struct state *state)
{
	for (int which = 0; which < 2; which++) {
		const struct state one = walker(state, which);
		if ((level->amount & 1 << which) && !graph_solved(level, &one))
			return false;
	}
	return true;
}

static int pair_at_least(const struct level *level, const struct state *state)
{
	int sum = 0;
	for (int which = 0; which < 2; which++) {
		const struct state one = walker(state, which);
		const int lowest = level->amount & 1 << which ? graph_at_least(level, &one) : 0;
		if (lowest == DEAD_END)
			return DEAD_END;
		sum += lowest;
	}
	return sum;
}

static int pair_split(const struct level *level, const struct state *state, int part,
                      struct level *out)
{
	if (out != NULL) {
		*out = *level;
		out->start = *state;
		out->amount = 1 << part;
	}
	return level->amount == BOTH ? 2 : 1;
}

static const struct puzzle pair_puzzle = {
	.name = "pair",
	.rules.moves = pair_moves,
	.rules.apply = pair_apply,
	.rules.solved = pair_solved,
	.rules.lower_bound = pair_at_least,
	.rules.split = pair_split,
};

static const struct level pair_level = {
	.rows = 1, .columns = 4, .par = -1, .state_size = 4, .amount = BOTH,
};

/* The first walker at node 0, the other anywhere; *rest gets the truth. */
static struct state random_pair(struct random *random, int *rest)
{
	const int other = (int)random_below(random, (uint32_t)graph.nodes);
	const struct state one = state_of(other);
	struct state pair = state_of(0);
	memcpy(pair.byte + 2, one.byte, 2);
	const bool way = graph.rest[0] != NO_WAY && graph.rest[other] != NO_WAY;
	*rest = way ? graph.rest[0] + graph.rest[other] : NO_WAY;
	return pair;
}

START_TEST(the_optima_of_parts_add_up)
{
	struct random random = {37};
	int ways = 0;
	for (int i = 0; i < 300; i++) {
		int rest;
		random_graph(&random, 20 + (int)random_below(&random, 300),
		             3 + (int)random_below(&random, 30));
		const struct state start = random_pair(&random, &rest);
		check_proof(&pair_puzzle, &pair_level, &start, rest);
		ways += rest != NO_WAY;
	}
	ck_assert_int_gt(ways, 15);
	ck_assert_int_lt(ways, 270);
}
END_TEST

START_TEST(parts_are_bounded_and_interrupted_like_the_whole)
{
	struct random random = {38};
	int ticks_seen = 0, gave_up = 0;
	for (int i = 0; i < 30; i++) {
		int rest;
		large_graph(&random);
		const struct state start = random_pair(&random, &rest);
		struct ticks all = {.rest = rest, .upper = -1};
		solve_position(&pair_puzzle, &pair_level, &start, &limits_default, monitor, &all,
		               &answer);
		ticks_seen += all.count;
		for (int stop = 1; stop <= all.count; stop += 3) {
			struct ticks ticks = {.rest = rest, .upper = -1, .stop_at = stop};
			solve_position(&pair_puzzle, &pair_level, &start, &limits_default, monitor,
			               &ticks, &answer);
			ck_assert_int_eq(answer.verdict, SEARCHING);
			check_promises(&pair_puzzle, &pair_level, &start, rest);
		}
		const struct limits limits = {.bytes = limits_default.bytes, .states = 1000};
		gave_up += !solve_position(&pair_puzzle, &pair_level, &start, &limits, NULL, NULL,
		                           &answer);
		check_promises(&pair_puzzle, &pair_level, &start, rest);
	}
	ck_assert_int_gt(ticks_seen, 50);
	ck_assert_int_gt(gave_up, 5);
}
END_TEST

START_TEST(endless_levels_are_not_searched)
{
	struct level level = graph_level;
	const struct state start = state_of(0);
	row_graph(10);
	level.endless = true;
	ck_assert(!solve_position(&graph_puzzle, &level, &start, &limits_default, NULL, NULL,
	                          &answer));
	ck_assert_int_eq(answer.verdict, GAVE_UP);
	ck_assert_int_eq(answer.lower, 0);
	ck_assert_int_eq(answer.upper, -1);
	ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(the_farthest_state_is_found)
{
	struct random random = {39};
	struct level level = graph_level;
	for (int i = 0; i < 20; i++) {
		struct state found;
		random_graph(&random, 200, 20);
		level.start = state_of(0);
		int far = -1;
		for (int max = 0; max < 200; max++) {
			const int distance = reach_pick(&graph_puzzle, &level, 100000, max, max,
			                                false, &random, &found, NULL);
			if (distance >= 0)
				far = distance;
		}
		ck_assert_int_eq(reach_pick(&graph_puzzle, &level, 100000, 0, 999, true, &random,
		                            &found, NULL),
		                 far);
	}
}
END_TEST

/* ---- far and near ---- */

START_TEST(long_plans_are_found)
{
	static const int lengths[] = {0, 1, 254, 255, 256, 257, PLAN_MAX - 1, PLAN_MAX};
	const struct state start = state_of(0);
	row_graph(lengths[_i] + 1);
	check_proof(&graph_puzzle, &graph_level, &start, lengths[_i]);
	ck_assert_int_eq(answer.length, lengths[_i]);
}
END_TEST

START_TEST(a_plan_too_long_to_report_has_its_length)
{
	const struct state start = state_of(0);
	row_graph(PLAN_MAX + 2);
	check_proof(&graph_puzzle, &graph_level, &start, PLAN_MAX + 1);
	ck_assert_int_eq(answer.length, 0);
	row_graph(50001);
	check_proof(&graph_puzzle, &graph_level, &start, 50000);
}
END_TEST

START_TEST(a_plan_too_long_to_count_is_given_up)
{
	const struct state start = state_of(0);
	row_graph(NODES_MAX);
	ck_assert(!solve_position(&graph_puzzle, &graph_level, &start, &limits_default, NULL, NULL,
	                          &answer));
	ck_assert_int_eq(answer.verdict, GAVE_UP);
	check_promises(&graph_puzzle, &graph_level, &start, NODES_MAX - 1);
	ck_assert_int_gt(answer.lower, 50000);
}
END_TEST

START_TEST(an_unsolvable_start_is_known_at_once)
{
	const struct state start = state_of(0);
	row_graph(1000);
	graph.goal[999] = false;
	check_proof(&graph_puzzle, &graph_level, &start, NO_WAY);
	ck_assert_uint_eq(answer.states, 1000);
	graph.bound[0] = DEAD_END;
	check_proof(&graph_puzzle, &graph_level, &start, NO_WAY);
	ck_assert_uint_eq(answer.states, 1);
}
END_TEST

START_TEST(a_good_bound_saves_work)
{
	struct random random = {37};
	const struct state start = state_of(0);
	large_graph(&random);
	for (int node = 0; node < graph.nodes; node++)
		graph.bound[node] = graph.rest[node] == NO_WAY ? DEAD_END : graph.rest[node];
	check_proof(&graph_puzzle, &graph_level, &start, graph.rest[0]);
	const uint64_t states = answer.states;
	memset(graph.bound, 0, sizeof graph.bound);
	check_proof(&graph_puzzle, &graph_level, &start, graph.rest[0]);
	ck_assert_uint_lt(states * 2, answer.states);
}
END_TEST

/* ---- everything that can be reached ---- */

static int depth_of(const struct brute *brute, const struct state *state)
{
	for (int i = 0; i < brute->count; i++)
		if (same_state(&brute->state[i], state))
			return brute->depth[i];
	ck_abort_msg("not among the positions that can be reached");
}

static void check_reachable(const struct puzzle *puzzle, const struct level *level,
                            const struct brute *brute, struct random *random)
{
	const int farthest = brute->depth[brute->count - 1];
	for (int i = 0; i < 10; i++) {
		struct state found;
		const int lowest = (int)random_below(random, (uint32_t)farthest + 3);
		const int max = lowest + (int)random_below(random, 4);
		const int distance =
			reach_pick(puzzle, level, 100000, lowest, max, false, random, &found, NULL);
		must((distance < 0) == (lowest > farthest), "%d in %d..%d of %d", distance, lowest,
		     max, farthest);
		if (distance < 0)
			continue;
		must(distance >= lowest && distance <= max, "%d not in %d..%d", distance, lowest,
		     max);
		must(depth_of(brute, &found) == distance, "%d is %d", distance,
		     depth_of(brute, &found));
	}
}

START_TEST(distances_of_reachable_states_are_exact)
{
	struct random random = {38};
	struct level level;
	struct brute brute;
	for (int m = 0; puzzle_at(m) != NULL; m++)
		for (int i = 0; i < 40; i++)
			if (random_level(puzzle_at(m), &random, &level) &&
			    brute_init(&brute, puzzle_at(m), &level, &level.start, 4000)) {
				check_reachable(puzzle_at(m), &level, &brute, &random);
				brute_free(&brute);
			}
}
END_TEST

START_TEST(reachable_states_are_limited_and_reproducible)
{
	struct random random = {39}, again = {39};
	struct state found, other;
	struct level level = graph_level;
	row_graph(1000);
	ck_assert_int_eq(reach_pick(&graph_puzzle, &level, 100, 100, 999, false, &random, &found,
	                            NULL),
	                 -1);
	const int distance =
		reach_pick(&graph_puzzle, &level, 100, 50, 999, false, &random, &found, NULL);
	ck_assert_int_ge(distance, 50);
	ck_assert_int_lt(distance, 100);
	ck_assert_int_eq(node_of(&found), distance);
	ck_assert_int_eq(reach_pick(&graph_puzzle, &level, 2000, 999, 2000, false, &random, &found,
	                            NULL),
	                 999);
	random = again;
	const int one =
		reach_pick(&graph_puzzle, &level, 2000, 0, 999, false, &random, &found, NULL);
	const int two =
		reach_pick(&graph_puzzle, &level, 2000, 0, 999, false, &again, &other, NULL);
	ck_assert_int_eq(one, two);
	ck_assert(same_state(&found, &other));
}
END_TEST

/* ---- new levels ---- */

static const int pars[][2] = {{0, 0}, {1, 3}, {4, 6}, {8, 8}, {10, 20}};

static void check_generated(const struct puzzle *puzzle, uint64_t seed, const int par[2])
{
	struct recipe recipe = puzzle->generator.recipe;
	struct level level, again;
	struct error error = {""};
	recipe.par_min = par[0];
	recipe.par_max = par[1];
	must(generate(puzzle, &recipe, seed, &level, &error), "%s", error.text);
	must(generate(puzzle, &recipe, seed, &again, &error), "%s", error.text);
	must(same_level(puzzle, &level, &again), "the same seed, another level");
	must(level.rows == recipe.rows && level.columns == recipe.columns, "another size");
	must(level.par >= par[0] && level.par <= par[1], "par %d", level.par);
	const struct puzzle plain = without_bound(puzzle);
	solve_position(&plain, &level, &level.start, &limits_default, NULL, NULL, &answer);
	must(answer.verdict != OPTIMAL || answer.upper == level.par, "par %d, truth %d", level.par,
	     answer.upper);
	must(answer.verdict != UNSOLVABLE, "no way");
	read_back(puzzle, &level, &again);
	must(same_level(puzzle, &level, &again), "read back as another level");
	must(generate(puzzle, &recipe, seed + 1000, &again, &error), "%s", error.text);
	must(level_identity(puzzle, &level) != level_identity(puzzle, &again),
	     "seeds don't matter");
}

START_TEST(generated_levels_are_proven_and_reproducible)
{
	for (uint64_t seed = 0; seed < 4; seed++)
		check_generated(puzzle_named("tilt"), seed, pars[_i]);
}
END_TEST

START_TEST(every_puzzle_has_its_recipe)
{
	for (int m = 0; puzzle_at(m) != NULL; m++) {
		const int par[2] = {puzzle_at(m)->generator.recipe.par_min,
		                    puzzle_at(m)->generator.recipe.par_max};
		check_generated(puzzle_at(m), 7, par);
		ck_assert(recipe_is_plain(puzzle_at(m), &puzzle_at(m)->generator.recipe));
	}
}
END_TEST

START_TEST(pieces_and_colours_are_as_requested)
{
	struct recipe recipe = puzzle_named("tilt")->generator.recipe;
	struct level level;
	struct error error;
	recipe.pieces = 5;
	recipe.colours = 2;
	ck_assert(!recipe_is_plain(puzzle_named("tilt"), &recipe));
	ck_assert(generate(puzzle_named("tilt"), &recipe, 3, &level, &error));
	ck_assert_int_eq(level.pieces[1] + level.pieces[2], 5);
	ck_assert_int_gt(level.pieces[2], 0);
	recipe.pieces = recipe.rows * recipe.columns;
	ck_assert(!generate(puzzle_named("tilt"), &recipe, 3, &level, &error));
	ck_assert_str_eq(error.text, "a 7x7 board has room for at most 48 pieces, not 49");
}
END_TEST

START_TEST(a_game_has_an_id)
{
	char name[64];
	generate_name(puzzle_named("tilt"), &puzzle_named("tilt")->generator.recipe, UINT64_MAX,
	              name, sizeof name);
	ck_assert_str_eq(name, "tilt:7x7#18446744073709551615");
}
END_TEST

/* What a seed means is a promise to whoever wrote it down. */
START_TEST(a_seed_always_makes_the_same_level)
{
	struct level level;
	struct error error;
	const struct puzzle *puzzle = puzzle_named("tilt");
	ck_assert(generate(puzzle, &puzzle->generator.recipe, 1234, &level, &error));
	ck_assert_uint_eq(level_identity(puzzle, &level), UINT64_C(16763272747145629582));
}
END_TEST

/* ---- all of them ---- */

static void add_search(TCase *tests)
{
	tcase_add_test(tests, tiny_tilt_boards_agree_with_brute_force);
	tcase_add_test(tests, every_puzzle_agrees_with_brute_force);
	tcase_add_test(tests, inconsistent_bounds_give_right_answers);
	tcase_add_test(tests, bounds_are_true_at_every_tick);
	tcase_add_test(tests, an_interrupted_search_has_true_bounds);
	tcase_add_test(tests, an_improved_plan_is_reported_right);
	tcase_add_test(tests, a_limit_of_states_makes_it_give_up);
	tcase_add_test(tests, cached_proofs_stay_true);
	tcase_add_test(tests, the_search_continues_when_memory_is_full);
	tcase_add_test(tests, a_limit_of_states_holds_when_memory_is_full);
	tcase_add_test(tests, cached_proofs_save_work);
	tcase_add_test(tests, an_early_plan_is_reported);
	tcase_add_test(tests, a_limit_of_memory_makes_it_give_up);
	tcase_add_test(tests, the_optima_of_parts_add_up);
	tcase_add_test(tests, parts_are_bounded_and_interrupted_like_the_whole);
	tcase_add_test(tests, endless_levels_are_not_searched);
	tcase_add_test(tests, the_farthest_state_is_found);
	tcase_add_loop_test(tests, long_plans_are_found, 0, 8);
	tcase_add_test(tests, a_plan_too_long_to_report_has_its_length);
	tcase_add_test(tests, a_plan_too_long_to_count_is_given_up);
	tcase_add_test(tests, an_unsolvable_start_is_known_at_once);
	tcase_add_test(tests, a_good_bound_saves_work);
	tcase_add_test(tests, distances_of_reachable_states_are_exact);
	tcase_add_test(tests, reachable_states_are_limited_and_reproducible);
}

static void add_all(TCase *tests)
{
	add_search(tests);
	tcase_add_loop_test(tests, generated_levels_are_proven_and_reproducible, 0, 5);
	tcase_add_test(tests, every_puzzle_has_its_recipe);
	tcase_add_test(tests, pieces_and_colours_are_as_requested);
	tcase_add_test(tests, a_game_has_an_id);
	tcase_add_test(tests, a_seed_always_makes_the_same_level);
}

int main(void)
{
	return run_tests("search", add_all);
}
