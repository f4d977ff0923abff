/* Draws one board after another from the seed until one fits the recipe.
 *
 * Frozen are the order of the draws (random.h, each puzzle's generator, reach.c), the number of
 * boards tried, and the acceptance test. A board is accepted for its minimum number of moves and
 * nothing else. If a solver counts states differently or proves sooner, that changes the work,
 * never the board. Reaching a limit is an error; it never leads to the next board. */
#include "play/generate.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "solve/solve.h"

enum {
	REACHABLE_STATES = 60000, /* walked through to pick a goal; frozen */
};

/* What a recipe without seconds may take, about five seconds each. Boards that are found at all
 * usually take a hundredth of it. On a larger board both take longer. In a walk, a move tried costs
 * its cells and WALK_BASE, and a state as much as WALK_STATE moves. In a proof, a state costs the
 * square of its cells and PROOF_BASE; on a board of more than SMALL_CELLS, which some solvers leave
 * to the general search, LARGE_CELL times its cells and LARGE_BASE. All measured. */
enum {
	WALK_BASE = 120,
	WALK_STATE = 2,
	SMALL_CELLS = 64,
	PROOF_BASE = 2000,
	LARGE_CELL = 100,
	LARGE_BASE = 36000,
};
static const uint64_t walk_max = UINT64_C(2500000000), proof_max = UINT64_C(25000000000);

enum outcome {
	ACCEPTED,
	REJECTED,
	LIMIT,     /* a limit of work or time, between two boards */
	UNDECIDED, /* the same, or that of memory, during a board's proof */
	NO_MEMORY,
};

/* The work on one level. */
struct generator {
	const struct puzzle *puzzle;
	const struct recipe *recipe;
	const struct generate_watcher *watcher; /* or NULL */
	struct level blank;                     /* size and headers */
	struct random random;
	double deadline; /* by seconds_used(), so that a busy machine does not matter; 0: none */
	uint64_t walked; /* work of walks, out of walk_max */
	uint64_t proved; /* work of proofs, out of proof_max */
	struct generate_progress *progress;
	struct answer answer;
};

#define ALL "--generate" /* the place of an error that no header makes alone */

/* Reads the recipe's headers, or only one of them, if it is given. Errors say that they are in
 * `place`. */
static bool read_headers(const struct puzzle *puzzle, const struct recipe *recipe, int only,
                         const char *place, struct level *level, struct error *error)
{
	struct level_text text = {
		.file = place,
		.rows = recipe->rows,
		.columns = {recipe->columns, 0},
	};
	*level = (struct level){.rows = recipe->rows, .columns = recipe->columns, .par = -1};
	for (int h = HEADER_RULES; h < HEADER_COUNT; h++)
		if (only < 0 || only == h)
			text.value[h] = recipe->value[h];
	return puzzle->format.read_headers == NULL ||
	       puzzle->format.read_headers(level, &text, error);
}

/* Names the option at fault: the one that makes the same error alone. */
static bool name_option(const struct puzzle *puzzle, const struct recipe *recipe,
                        struct level *level, struct error *error)
{
	char option[32];
	struct error alone;
	for (int h = HEADER_RULES; h < HEADER_COUNT; h++) {
		snprintf(option, sizeof option, "--%s", header_name((enum header)h));
		if (recipe->value[h] != NULL &&
		    !read_headers(puzzle, recipe, h, option, level, &alone) &&
		    strcmp(alone.text + strlen(option), error->text + strlen(ALL)) == 0) {
			*error = alone;
			break;
		}
	}
	return false;
}

bool generate_begin(const struct puzzle *puzzle, const struct recipe *recipe, struct level *level,
                    struct error *error)
{
	for (int h = HEADER_RULES; h < HEADER_COUNT; h++)
		if (recipe->value[h] != NULL && (puzzle->format.headers & 1U << h) == 0)
			return error_set(error, _("--%s \"%s\": %s levels have no \"%s:\""),
			                 header_name((enum header)h),
			                 text_shown(recipe->value[h]).bytes, puzzle->name,
			                 header_name((enum header)h));
	return read_headers(puzzle, recipe, -1, ALL, level, error) ||
	       name_option(puzzle, recipe, level, error);
}

/* The blank level, of a recipe that does not contradict itself. */
static bool begin_checked(const struct puzzle *puzzle, const struct recipe *recipe,
                          struct level *level, struct error *error)
{
	return generate_begin(puzzle, recipe, level, error) &&
	       (puzzle->generator.check == NULL || puzzle->generator.check(level, recipe, error));
}

bool recipe_check(const struct puzzle *puzzle, const struct recipe *recipe, struct error *error)
{
	struct level level;
	return begin_checked(puzzle, recipe, &level, error);
}

/* ---- the work ---- */

static void report(const struct generator *generator)
{
	if (generator->watcher != NULL)
		generator->watcher->report(generator->watcher->context, generator->progress);
}

/* The smallest distance of a minimum within these bounds from the wanted range; 0: it may be in the
 * range. */
static int distance_to(const struct recipe *recipe, int lower, int upper)
{
	if (lower > recipe->par_max)
		return lower - recipe->par_max;
	return upper >= 0 && upper < recipe->par_min ? recipe->par_min - upper : 0;
}

/* Keeps the bounds of a board that was rejected, if it is the closest so far. */
static void note_closest(struct generator *generator, int lower, int upper)
{
	struct generate_progress *closest = generator->progress;
	const struct recipe *recipe = generator->recipe;
	const int distance = distance_to(recipe, lower, upper);
	if (distance > 0 && (closest->lower < 0 ||
	                     distance < distance_to(recipe, closest->lower, closest->upper))) {
		closest->lower = lower;
		closest->upper = upper;
	}
}

static void count_walk(struct generator *generator, const struct reach *reach)
{
	generator->progress->states += reach->states;
	generator->walked += (reach->moves + WALK_STATE * (uint64_t)reach->states) *
	                     (uint64_t)(level_cells(&generator->blank) + WALK_BASE);
	generator->progress->over |= generator->walked >= walk_max;
}

/* What may be spent on a state in proofs. */
static uint64_t proof_price(const struct generator *generator)
{
	const uint64_t cells = (uint64_t)level_cells(&generator->blank);
	return cells <= SMALL_CELLS ? cells * cells + PROOF_BASE : LARGE_CELL * cells + LARGE_BASE;
}

static void count_proof(struct generator *generator)
{
	const uint64_t states = generator->answer.states;
	const uint64_t left = proof_max - generator->proved, price = proof_price(generator);
	generator->progress->states += states;
	generator->progress->over |= states >= left / price;
	generator->proved += states < left / price ? states * price : left;
}

/* Draws a board with a goal; REJECTED if this try came to nothing. */
static enum outcome draw_board(struct generator *generator, struct level *level)
{
	const struct puzzle *puzzle = generator->puzzle;
	const struct recipe *recipe = generator->recipe;
	*level = generator->blank;
	if (!puzzle->generator.start(level, recipe, &generator->random))
		return REJECTED;
	if (puzzle->generator.set_goal == NULL)
		return ACCEPTED;
	struct state goal;
	struct reach reach = {0, 0, 0};
	const int distance =
		reach_pick(puzzle, level, REACHABLE_STATES, recipe->par_min, recipe->par_max,
	                   recipe->farthest, &generator->random, &goal, &reach);
	count_walk(generator, &reach);
	if (distance == REACH_NO_MEMORY)
		return NO_MEMORY;
	if (distance < 0) {
		note_closest(generator, reach.farthest, reach.farthest);
		return REJECTED;
	}
	puzzle->generator.set_goal(level, &goal);
	return ACCEPTED;
}

/* Whether the minimum may lie within the recipe's range; once it is proven, whether it does. */
static bool may_fit(const struct recipe *recipe, const struct answer *answer)
{
	return distance_to(recipe, answer->lower, answer->upper) == 0;
}

static bool out_of_time(const struct generator *generator)
{
	return generator->deadline > 0 && seconds_used() >= generator->deadline;
}

static bool keep_searching(void *context, const struct answer *answer)
{
	const struct generator *generator = context;
	report(generator);
	return may_fit(generator->recipe, answer) && !out_of_time(generator);
}

static enum outcome judge(struct generator *generator, struct level *level)
{
	struct answer *answer = &generator->answer;
	struct limits limits = limits_default;
	if (level->endless)
		return ACCEPTED;
	if (generator->deadline == 0)
		limits.states = (proof_max - generator->proved) / proof_price(generator);
	const bool proven = solve_position(generator->puzzle, level, &level->start, &limits,
	                                   keep_searching, generator, answer);
	count_proof(generator);
	if (answer->verdict == UNSOLVABLE)
		return REJECTED;
	if (!may_fit(generator->recipe, answer)) {
		note_closest(generator, answer->lower, answer->upper);
		return REJECTED;
	}
	if (!proven)
		return UNDECIDED;
	assert(answer->lower == answer->upper);
	level->par = answer->upper;
	return ACCEPTED;
}

/* REJECTED: no board within the limit of tries fits. */
static enum outcome find_board(struct generator *generator, struct level *level)
{
	for (int i = 0; i < TRIES_MAX; i++) {
		if (out_of_time(generator) ||
		    (generator->deadline == 0 && generator->progress->over))
			return LIMIT;
		generator->progress->tries++;
		report(generator);
		enum outcome outcome = draw_board(generator, level);
		if (outcome == ACCEPTED)
			outcome = judge(generator, level);
		if (outcome != REJECTED)
			return outcome;
	}
	return REJECTED;
}

/* ---- what to say when there is none ---- */

enum { PART_MAX = 384 }; /* bytes of a sentence */

/* "the closest had par 24", or that there was no board. */
static void describe_closest(const struct generate_progress *progress, char out[PART_MAX])
{
	if (progress->lower < 0)
		snprintf(out, PART_MAX, "%s", _("no board was solvable"));
	else if (progress->lower == progress->upper)
		snprintf(out, PART_MAX, _("the closest had par %d"), progress->upper);
	else if (progress->upper >= 0)
		snprintf(out, PART_MAX, _("the closest had par %d to %d"), progress->lower,
		         progress->upper);
	else
		snprintf(out, PART_MAX, _("the closest had par %d or more"), progress->lower);
}

/* A board that was looked for, and the work done, in words and numbers. */
struct quest {
	const char *puzzle;
	char size[16], par[32], seed[32], tries[TEXT_NUMBER_MAX], states[TEXT_NUMBER_MAX];
};

static struct quest quest_of(const struct generator *generator, uint64_t seed)
{
	const struct recipe *recipe = generator->recipe;
	struct quest quest = {.puzzle = generator->puzzle->name};
	snprintf(quest.size, sizeof quest.size, "%dx%d", recipe->rows, recipe->columns);
	if (recipe->par_min == recipe->par_max)
		snprintf(quest.par, sizeof quest.par, "%d", recipe->par_min);
	else
		snprintf(quest.par, sizeof quest.par, "%d..%d", recipe->par_min, recipe->par_max);
	snprintf(quest.seed, sizeof quest.seed, "%" PRIu64, seed);
	text_write_number((uint64_t)generator->progress->tries, quest.tries);
	text_write_number(generator->progress->states, quest.states);
	return quest;
}

static void describe_tries(const struct quest *quest, int tries, char out[PART_MAX])
{
	snprintf(out, PART_MAX,
	         /* TRANSLATORS: In this message and the next ones: the board's size, the puzzle's
	          * ID, the par, the seed, and the number of tries, with which the form goes. */
	         text_plural("no %s %s board of par %s with seed %s in %s try",
	                     "no %s %s board of par %s with seed %s in %s tries", tries),
	         quest->size, quest->puzzle, quest->par, quest->seed, quest->tries);
}

static void describe_seconds(const struct quest *quest, int tries, double seconds,
                             char out[PART_MAX])
{
	if (seconds == 1)
		snprintf(out, PART_MAX,
		         text_plural(
				 "no %s %s board of par %s with seed %s in %s try and 1 second",
				 "no %s %s board of par %s with seed %s in %s tries and 1 second",
				 tries),
		         quest->size, quest->puzzle, quest->par, quest->seed, quest->tries);
	else
		snprintf(out, PART_MAX,
		         text_plural(
				 "no %s %s board of par %s with seed %s in %s try and %g seconds",
				 "no %s %s board of par %s with seed %s in %s tries and %g seconds",
				 tries),
		         quest->size, quest->puzzle, quest->par, quest->seed, quest->tries,
		         seconds);
}

static void describe_states(const struct quest *quest, int tries, char out[PART_MAX])
{
	snprintf(out, PART_MAX,
	         text_plural("no %s %s board of par %s with seed %s in %s try and %s states",
	                     "no %s %s board of par %s with seed %s in %s tries and %s states",
	                     tries),
	         quest->size, quest->puzzle, quest->par, quest->seed, quest->tries, quest->states);
}

static bool explain(const struct generator *generator, enum outcome outcome, uint64_t seed,
                    struct error *error)
{
	const struct quest quest = quest_of(generator, seed);
	const int tries = generator->progress->tries;
	char work[PART_MAX], closest[PART_MAX];
	if (outcome == NO_MEMORY)
		return error_set(error, _("out of memory"));
	if (outcome == REJECTED)
		describe_tries(&quest, tries, work);
	else if (generator->deadline > 0)
		describe_seconds(&quest, tries, generator->recipe->seconds, work);
	else
		describe_states(&quest, tries, work);
	if (outcome == UNDECIDED)
		snprintf(closest, sizeof closest, _("the last has par %d or more, not proven"),
		         generator->answer.lower);
	else
		describe_closest(generator->progress, closest);
	/* TRANSLATORS: What was tried, and the closest board that was found. */
	return error_set(error, _("%s; %s"), work, closest);
}

bool generate_watched(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                      const struct generate_watcher *watcher, struct generate_progress *progress,
                      struct level *level, struct error *error)
{
	struct generator *generator = calloc(1, sizeof *generator);
	*progress = (struct generate_progress){.lower = -1, .upper = -1};
	if (generator == NULL)
		return error_set(error, _("out of memory"));
	generator->puzzle = puzzle;
	generator->recipe = recipe;
	generator->watcher = watcher;
	generator->progress = progress;
	generator->random = (struct random){seed};
	generator->deadline = recipe->seconds > 0 ? seconds_used() + recipe->seconds : 0;
	bool made = begin_checked(puzzle, recipe, &generator->blank, error);
	if (made) {
		const enum outcome outcome = find_board(generator, level);
		made = outcome == ACCEPTED || explain(generator, outcome, seed, error);
		progress->none = !made && outcome != NO_MEMORY;
	}
	free(generator);
	return made;
}

bool generate(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
              struct level *level, struct error *error)
{
	struct generate_progress progress;
	return generate_watched(puzzle, recipe, seed, NULL, &progress, level, error);
}

struct recipe recipe_of_step(const struct puzzle *puzzle, const struct board_step *step)
{
	struct recipe recipe = puzzle->generator.recipe;
	recipe.rows = step->rows;
	recipe.columns = step->columns;
	recipe.pieces = step->pieces;
	recipe.colours = step->colours;
	recipe.par_min = step->par_min;
	recipe.par_max = step->par_max;
	recipe.value[HEADER_RULES] = step->rules;
	return recipe;
}

bool recipe_is_plain(const struct puzzle *puzzle, const struct recipe *recipe)
{
	for (int h = 0; h < HEADER_COUNT; h++)
		if (recipe->value[h] != NULL)
			return false;
	return recipe->pieces == puzzle->generator.recipe.pieces &&
	       recipe->colours == puzzle->generator.recipe.colours &&
	       recipe->par_min == puzzle->generator.recipe.par_min &&
	       recipe->par_max == puzzle->generator.recipe.par_max;
}

void generate_name(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                   char *out, size_t size)
{
	snprintf(out, size, "%s:%dx%d#%" PRIu64, puzzle->name, recipe->rows, recipe->columns, seed);
}

bool generate_print(const struct puzzle *puzzle, const struct level *level, const char *title,
                    FILE *out)
{
	struct level_writer *writer = calloc(1, sizeof *writer);
	if (writer == NULL)
		return false;
	char par[16];
	puzzle->format.write(level, NULL, writer);
	writer->text.title = title;
	writer->text.value[HEADER_MODE] = puzzle->name;
	if (level->par >= 0) {
		snprintf(par, sizeof par, "%d", level->par);
		writer->text.value[HEADER_PAR] = par;
	}
	level_text_print(&writer->text, out);
	free(writer);
	return true;
}

uint64_t generate_fresh_seed(void)
{
	struct timespec time;
	clock_gettime(CLOCK_REALTIME, &time);
	struct random random = {(uint64_t)time.tv_sec ^ (uint64_t)time.tv_nsec << 20 ^
	                        (uint64_t)getpid() << 40};
	return random_below(&random, 1000000);
}
