#include "support/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/generate.h"
#include "play/library.h"
#include "puzzle/registry.h"
#include "puzzles/list.h"

static void add_case(Suite *suite, const char *name, const char *tag, add_tests *add)
{
	TCase *tests = tcase_create(name);
	tcase_set_timeout(tests, 600);
	if (tag != NULL)
		tcase_set_tags(tests, tag);
	add(tests);
	suite_add_tcase(suite, tests);
}

int run_tests(const char *name, add_tests *add)
{
	return run_tests_apart(name, add, NULL);
}

int run_tests_apart(const char *name, add_tests *add, add_tests *add_threads)
{
	Suite *suite = suite_create(name);
	add_case(suite, name, add_threads == NULL ? NULL : "one-thread", add);
	if (add_threads != NULL)
		add_case(suite, "threads", NULL, add_threads);
	return run_suite(suite);
}

int run_suite(Suite *suite)
{
	struct error error;
	if (puzzle_count() == 0 && !registry_install(all_puzzles, &error)) {
		fprintf(stderr, "%s\n", error.text);
		return EXIT_FAILURE;
	}
	if (SANITIZED)
		setenv("CK_FORK", "no", 0);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- levels ---- */

struct pack read_pack(const char *text)
{
	struct pack pack;
	struct error error = {""};
	must(pack_read_text(&pack, "x.level", text, strlen(text), &error), "%s", error.text);
	return pack;
}

const char *refused(const char *text, size_t size)
{
	static struct error error;
	struct pack pack = {.count = -7};
	error.text[0] = '\0';
	must(!pack_read_text(&pack, "x.level", text, size, &error), "accepted:\n%s", text);
	must(pack.count == -7 && pack.text == NULL, "a refused pack was touched");
	return error.text;
}

const struct puzzle *read_level(const char *text, struct level *level)
{
	struct error error = {""};
	struct pack pack = read_pack(text);
	const struct puzzle *puzzle = pack_puzzle(&pack, 0);
	must(pack_level(&pack, 0, level, &error), "%s", error.text);
	pack_free(&pack);
	return puzzle;
}

void read_tilt(const char *rows, struct level *level)
{
	char text[4096];
	const int size = snprintf(text, sizeof text, "level: t\nmode: tilt\n\n%s\n", rows);
	must(size < (int)sizeof text, "board too large");
	read_level(text, level);
}

void read_back(const struct puzzle *puzzle, const struct level *level, struct level *again)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	must(out != NULL && generate_print(puzzle, level, "again", out) && fclose(out) == 0,
	     "not written");
	must(read_level(text, again) == puzzle, "another puzzle was read back");
	free(text);
}

bool same_level(const struct puzzle *puzzle, const struct level *a, const struct level *b)
{
	return a->rows == b->rows && a->columns == b->columns && a->par == b->par &&
	       a->state_size == b->state_size && same_state(&a->start, &b->start) &&
	       memcmp(a->map, b->map, sizeof a->map) == 0 &&
	       memcmp(a->goal, b->goal, sizeof a->goal) == 0 && a->rules == b->rules &&
	       a->amount == b->amount && a->seed == b->seed && a->endless == b->endless &&
	       memcmp(a->pieces, b->pieces, sizeof a->pieces) == 0 &&
	       memcmp(a->table, b->table, sizeof a->table) == 0 &&
	       level_identity(puzzle, a) == level_identity(puzzle, b);
}

void board_text(const struct puzzle *puzzle, const struct level *level, const struct state *state,
                char out[BOARD_TEXT_MAX])
{
	struct level_writer *writer = calloc(1, sizeof *writer);
	must(writer != NULL, "out of memory");
	puzzle->format.write(level, state, writer);
	size_t used = 0;
	for (int row = 0; row < level->rows; row++)
		used += (size_t)snprintf(out + used, BOARD_TEXT_MAX - used, "%s\n",
		                         writer->text.words[0][row]);
	free(writer);
}

/* A random cell that is still floor. */
static char *floor_cell(char *cells, int count, struct random *random)
{
	char *cell;
	do
		cell = &cells[random_below(random, (uint32_t)count)];
	while (*cell != '.');
	return cell;
}

static void scatter(char *start, char *goal, int cells, int pieces, int colours,
                    struct random *random)
{
	for (int i = 0; i < pieces; i++) {
		const char letter = (char)('a' + random_below(random, (uint32_t)colours));
		*floor_cell(start, cells, random) = letter;
		*floor_cell(goal, cells, random) = letter;
	}
}

void random_tilt(struct random *random, int rows, int columns, int pieces, struct level *level)
{
	char start[CELLS_MAX], goal[CELLS_MAX], text[2048];
	const int cells = rows * columns;
	const int wanted = 1 + (int)random_below(random, (uint32_t)pieces);
	const int blocks = wanted < cells ? wanted : cells;
	memset(start, '.', sizeof start);
	for (uint32_t w = random_below(random, (uint32_t)(cells - blocks) / 3 + 1); w > 0; w--)
		*floor_cell(start, cells, random) = '#';
	memcpy(goal, start, sizeof goal);
	scatter(start, goal, cells, blocks, 1 + (int)random_below(random, 4), random);
	int used = 0;
	for (int row = 0; row < rows; row++)
		used += snprintf(text + used, sizeof text - (size_t)used, "%.*s %.*s\n", columns,
		                 start + row * columns, columns, goal + row * columns);
	read_tilt(text, level);
}

/* Headers of random levels; others have none. */
static const struct variant {
	const char *puzzle, *rules, *goal, *piece, *refill;
} variants[] = {
	{.puzzle = "gems", .rules = "holes"},
	{.puzzle = "gems", .goal = "clear a"},
	{.puzzle = "gems", .goal = "score 60", .refill = "random 7 4"},
	{.puzzle = "gems", .refill = "random 7 5"},
	{.puzzle = "bishop", .rules = "no-attack"},
	{.puzzle = "bishop", .rules = "slide"},
	{.puzzle = "bishop", .rules = "alternate", .piece = "queen"},
	{.puzzle = "bishop", .rules = "no-attack slide alternate", .piece = "rook"},
	{.puzzle = "bishop", .piece = "knight"},
	{.puzzle = "bishop", .rules = "no-attack", .piece = "king"},
	{.puzzle = "lines", .goal = "close 3"},
	{.puzzle = "lines", .goal = "groups 1"},
};

static void add_headers(const struct puzzle *puzzle, struct random *random, struct recipe *recipe)
{
	const int count = (int)(sizeof variants / sizeof variants[0]);
	int selected = -1;
	uint32_t seen = 1; /* without headers */
	for (int i = 0; i < count; i++)
		if (strcmp(variants[i].puzzle, puzzle->name) == 0 &&
		    random_below(random, ++seen) == 0)
			selected = i;
	if (selected < 0)
		return;
	recipe->value[HEADER_RULES] = variants[selected].rules;
	recipe->value[HEADER_GOAL] = variants[selected].goal;
	recipe->value[HEADER_PIECE] = variants[selected].piece;
	recipe->value[HEADER_REFILL] = variants[selected].refill;
}

bool random_level(const struct puzzle *puzzle, struct random *random, struct level *level)
{
	struct state goal;
	struct error error;
	struct recipe recipe = {
		.rows = 2 + (int)random_below(random, 4),
		.columns = 2 + (int)random_below(random, 4),
		.pieces = -1,
		.colours = -1,
		.par_min = 0,
		.par_max = 100,
	};
	add_headers(puzzle, random, &recipe);
	must(generate_begin(puzzle, &recipe, level, &error), "%s", error.text);
	if (!puzzle->generator.start(level, &recipe, random))
		return false;
	if (puzzle->generator.set_goal == NULL)
		return true;
	if (reach_pick(puzzle, level, 20000, 0, 100, false, random, &goal, NULL) < 0)
		return false;
	puzzle->generator.set_goal(level, &goal);
	return true;
}

static void check_shipped(const struct library *library, int pack, level_check *check)
{
	struct level level;
	struct error error;
	char name[LEVEL_NAME_MAX];
	for (int i = 0; i < library->packs[pack].count; i++) {
		const struct level_ref ref = {pack, i};
		must(library_level(library, ref, &level, &error), "%s", error.text);
		library_name(library, ref, name);
		check(library_puzzle(library, ref), &level, name);
	}
}

bool is_record(const char *name)
{
	return strstr(name, "/records:") != NULL;
}

int for_shipped_levels(level_check *check)
{
	struct library library;
	struct error error;
	int count = 0;
	must(library_open(&library, &error), "%s", error.text);
	for (int p = 0; p < library.shipped; p++) {
		check_shipped(&library, p, check);
		count += library.packs[p].count;
	}
	library_close(&library);
	return count;
}

void for_levels_of_file(const char *path, level_check *check)
{
	const char *top = getenv("srcdir");
	char whole[4096], name[4200];
	struct pack pack;
	struct level level;
	struct error error = {""};
	snprintf(whole, sizeof whole, "%s/%s", top == NULL ? "." : top, path);
	must(pack_read_file(&pack, whole, &error), "%s", error.text);
	for (int i = 0; i < pack.count; i++) {
		must(pack_level(&pack, i, &level, &error), "%s", error.text);
		snprintf(name, sizeof name, "%s:%d", path, i + 1);
		check(pack_puzzle(&pack, i), &level, name);
	}
	pack_free(&pack);
}

void for_every_level(level_check *check)
{
	enum { TRIES = 40 };
	struct random random = {2024};
	struct level level;
	must(for_shipped_levels(check) > 0, "no level is shipped");
	for (int m = 0; puzzle_at(m) != NULL; m++) {
		int made = 0;
		for (int i = 0; i < TRIES; i++) {
			char name[64];
			snprintf(name, sizeof name, "random %s %d", puzzle_at(m)->name, i);
			if (random_level(puzzle_at(m), &random, &level)) {
				made++;
				check(puzzle_at(m), &level, name);
			}
		}
		must(made >= TRIES / 4, "%s made %d levels only", puzzle_at(m)->name, made);
	}
}

/* ---- moves ---- */

void make_move(const struct puzzle *puzzle, const struct level *level, struct state *state,
               const char *name)
{
	move_code move;
	must(puzzle_find_move(puzzle, level, state, name, &move), "%s is no move here", name);
	must(puzzle->rules.apply(level, state, move), "%s was refused", name);
}

int wander(const struct puzzle *puzzle, const struct level *level, struct state *state, int moves,
           struct random *random)
{
	move_code valid[MOVES_MAX];
	for (int made = 0; made < moves; made++) {
		const int count = puzzle_valid_moves(puzzle, level, state, valid);
		if (count == 0)
			return made;
		puzzle->rules.apply(level, state, valid[random_below(random, (uint32_t)count)]);
	}
	return moves;
}

bool same_state(const struct state *a, const struct state *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

bool plan_solves(const struct puzzle *puzzle, const struct level *level, const struct state *start,
                 const struct answer *answer)
{
	struct state state = *start;
	for (int i = 0; i < answer->length; i++)
		if (!puzzle->rules.apply(level, &state, answer->plan[i]))
			return false;
	return puzzle->rules.solved(level, &state);
}

/* ---- brute force ---- */

/* All moves between positions, and a hash of the positions. */
struct web {
	struct brute *brute;
	const struct puzzle *puzzle;
	const struct level *level;
	int max;
	int room;         /* for positions; it grows, as most boards reach few */
	int *slot;        /* number + 1; 0: empty */
	uint32_t slots;
	int (*edge)[2];   /* from, to */
	int edges, edge_room;
};

static uint32_t hash_position(const struct state *state, size_t size)
{
	uint32_t hash = 2166136261U;
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ state->byte[i]) * 16777619U;
	return hash;
}

static void *grow(void *room, int count, size_t size)
{
	room = realloc(room, (size_t)count * size);
	must(room != NULL, "out of memory");
	return room;
}

static void grow_brute(struct web *web)
{
	struct brute *brute = web->brute;
	web->room = 2 * web->room + 64;
	brute->state = grow(brute->state, web->room, sizeof *brute->state);
	brute->depth = grow(brute->depth, web->room, sizeof *brute->depth);
	brute->rest = grow(brute->rest, web->room, sizeof *brute->rest);
}

/* The number of a position, new or not; -1 when there are too many. */
static int number_of(struct web *web, const struct state *state, int depth)
{
	struct brute *brute = web->brute;
	uint32_t i = hash_position(state, web->level->state_size) % web->slots;
	for (; web->slot[i] != 0; i = (i + 1) % web->slots)
		if (same_state(&brute->state[web->slot[i] - 1], state))
			return web->slot[i] - 1;
	if (brute->count == web->max)
		return -1;
	if (brute->count == web->room)
		grow_brute(web);
	brute->state[brute->count] = *state;
	brute->depth[brute->count] = depth;
	brute->rest[brute->count] = web->puzzle->rules.solved(web->level, state) ? 0 : NO_WAY;
	web->slot[i] = ++brute->count;
	return brute->count - 1;
}

static void add_edge(struct web *web, int from, int to)
{
	if (web->edges == web->edge_room) {
		web->edge_room = web->edge_room == 0 ? 256 : 2 * web->edge_room;
		web->edge = grow(web->edge, web->edge_room, sizeof *web->edge);
	}
	web->edge[web->edges][0] = from;
	web->edge[web->edges++][1] = to;
}

static bool spread(struct web *web, int from)
{
	move_code moves[MOVES_MAX];
	const struct state state = web->brute->state[from];
	const int count = web->puzzle->rules.moves(web->level, &state, moves);
	for (int i = 0; i < count; i++) {
		struct state next = state;
		if (!web->puzzle->rules.apply(web->level, &next, moves[i]))
			continue;
		const int to = number_of(web, &next, web->brute->depth[from] + 1);
		if (to < 0)
			return false;
		add_edge(web, from, to);
	}
	return true;
}

/* A plan from here is a move longer than one from there; repeated until nothing gets shorter. */
static void compute_distances(struct web *web)
{
	int *rest = web->brute->rest;
	for (bool changed = true; changed;) {
		changed = false;
		for (int e = web->edges - 1; e >= 0; e--) {
			const int from = web->edge[e][0], to = web->edge[e][1];
			if (rest[to] != NO_WAY &&
			    (rest[from] == NO_WAY || rest[to] + 1 < rest[from])) {
				rest[from] = rest[to] + 1;
				changed = true;
			}
		}
	}
}

bool brute_init(struct brute *brute, const struct puzzle *puzzle, const struct level *level,
                const struct state *start, int max)
{
	struct web web = {.brute = brute, .puzzle = puzzle, .level = level, .max = max};
	*brute = (struct brute){0};
	web.slots = (uint32_t)max * 2 + 1;
	web.slot = calloc(web.slots, sizeof *web.slot);
	must(web.slot != NULL, "out of memory");
	number_of(&web, start, 0);
	bool whole = true;
	for (int from = 0; whole && from < brute->count; from++)
		whole = spread(&web, from);
	if (whole)
		compute_distances(&web);
	else
		brute_free(brute);
	free(web.slot);
	free(web.edge);
	return whole;
}

void brute_free(struct brute *brute)
{
	free(brute->state);
	free(brute->depth);
	free(brute->rest);
	*brute = (struct brute){0};
}

void check_lower_bounds(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	enum { MOST = 8000 / SLOWDOWN };
	struct brute brute;
	if (!brute_init(&brute, puzzle, level, &level->start, MOST))
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

static int no_bound(const struct level *level, const struct state *state)
{
	(void)level;
	(void)state;
	return 0;
}

struct puzzle without_bound(const struct puzzle *puzzle)
{
	struct puzzle plain = *puzzle;
	plain.rules.lower_bound = no_bound;
	return plain;
}

/* ---- solvers ---- */

/* The reports of a search so far. */
struct reported {
	const struct puzzle *puzzle;
	const struct level *level;
	const struct state *start;
	int lower, upper; /* the best of all; -1: none */
	int left;         /* reports until it is stopped; -1: it is not */
};

/* Of a search whose proof there is nothing to compare with, and which may never end. */
enum { REPORTS_MAX = 500 };

static bool check_report(void *context, const struct answer *answer)
{
	struct reported *reported = context;
	must(answer->lower >= reported->lower, "the lower bound fell from %d to %d",
	     reported->lower, answer->lower);
	must(answer->upper < 0 || answer->lower <= answer->upper, "bounds %d to %d", answer->lower,
	     answer->upper);
	must(reported->upper < 0 || (answer->upper >= 0 && answer->upper <= reported->upper),
	     "the upper bound rose from %d to %d", reported->upper, answer->upper);
	if (answer->upper >= 0 && answer->upper != reported->upper && answer->length > 0)
		must(plan_solves(reported->puzzle, reported->level, reported->start, answer),
		     "a plan of %d moves does not solve", answer->upper);
	reported->lower = answer->lower;
	reported->upper = answer->upper;
	reported->left -= reported->left > 0;
	return reported->left != 0;
}

/* The board, for the message of a failure. */
static const char *describe(const struct puzzle *puzzle, const struct level *level,
                            const struct state *state)
{
	static char text[BOARD_TEXT_MAX];
	board_text(puzzle, level, state, text);
	return text;
}

static bool compare_position(struct level_solver *kept, const struct puzzle *puzzle,
                             const struct level *level, const struct state *state, uint64_t max)
{
	static struct answer ours, reference;
	struct puzzle general = *puzzle;
	const struct limits limits = {.bytes = (size_t)256 << 20, .states = max};
	struct reported reported = {puzzle, level, state, 0, -1, -1};
	general.solver = NULL;
	solve_position(&general, level, state, &limits, NULL, NULL, &reference);
	if (reference.verdict == GAVE_UP)
		reported.left = REPORTS_MAX;
	level_solver_run(kept, state, check_report, &reported, &ours);
	const char *board = describe(puzzle, level, state);
	must(ours.verdict == UNSOLVABLE || reported.lower <= ours.lower, "the last bound fell:\n%s",
	     board);
	if (ours.upper >= 0) {
		must(ours.lower <= ours.upper, "bounds %d to %d:\n%s", ours.lower, ours.upper,
		     board);
		must(ours.upper >= reference.lower, "%d moves where %d are needed:\n%s", ours.upper,
		     reference.lower, board);
		must(ours.length != ours.upper || plan_solves(puzzle, level, state, &ours),
		     "a plan of %d moves does not solve:\n%s", ours.upper, board);
	}
	if (reference.upper >= 0)
		must(ours.verdict != UNSOLVABLE && ours.lower <= reference.upper &&
		             reported.lower <= reference.upper,
		     "verdict %d, at least %d, where a plan of %d is known:\n%s", (int)ours.verdict,
		     ours.lower, reference.upper, board);
	if (reference.verdict == GAVE_UP || ours.verdict == GAVE_UP || ours.verdict == SEARCHING)
		return false;
	must(ours.verdict == reference.verdict && ours.upper == reference.upper,
	     "verdict %d, %d moves; the reference says %d, %d:\n%s", (int)ours.verdict, ours.upper,
	     (int)reference.verdict, reference.upper, board);
	must(ours.verdict != OPTIMAL || ours.lower == ours.upper, "bounds apart:\n%s", board);
	return true;
}

int compare_with_reference(const struct puzzle *puzzle, const struct level *level, int positions,
                           uint64_t max, int threads, struct random *random)
{
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = threads};
	struct level_solver *kept = level_solver_new(puzzle, level, &limits);
	struct state state = level->start;
	int compared = 0;
	must(kept != NULL, "out of memory");
	for (int i = 0; i < positions; i++) {
		compared += compare_position(kept, puzzle, level, &state, max);
		if (random_below(random, 4) == 0)
			state = level->start;
		if (wander(puzzle, level, &state, 1 + (int)random_below(random, 2), random) == 0)
			state = level->start;
	}
	level_solver_free(kept);
	return compared;
}
