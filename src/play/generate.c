/* One board after the other is drawn from the seed, until one of them is as the recipe wants it.
 *
 * Frozen are the order of the draws (random.h, each puzzle's generator, reach.c), how many boards
 * are tried, and the acceptance. A board is accepted for its minimum number of moves and for
 * nothing else. A solver may count states differently or prove sooner: that changes the time, never
 * the board. One that can't prove in time ends in an error, not in the next board. */
#include "play/generate.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "os/clock.h"
#include "solve/solve.h"

enum {
	TRIES = 2000,             /* frozen */
	REACHABLE_STATES = 60000, /* walked through to pick a goal; frozen */
	SECONDS = 60,             /* unless the recipe gives another time */
};

enum outcome {
	ACCEPTED,
	REJECTED,
	UNDECIDED, /* time or the memory of a search ran out before it was known */
	NO_MEMORY,
};

/* The work on one level. */
struct generator {
	const struct puzzle *puzzle;
	const struct recipe *recipe;
	struct level blank; /* size and headers */
	struct random random;
	double deadline; /* as seconds_used() counts: a busy machine takes no time from it */
	struct answer answer;
};

bool generate_begin(const struct puzzle *puzzle, const struct recipe *recipe, struct level *level,
                    struct error *error)
{
	struct level_text text = {
		.file = "--generate",
		.rows = recipe->rows,
		.columns = {recipe->columns, 0},
	};
	*level = (struct level){.rows = recipe->rows, .columns = recipe->columns, .par = -1};
	for (int h = HEADER_RULES; h < HEADER_COUNT; h++) {
		text.value[h] = recipe->value[h];
		if (text.value[h] != NULL && (puzzle->format.headers & 1U << h) == 0)
			return error_set(error, "%s levels have no \"%s:\"", puzzle->name,
			                 header_name((enum header)h));
	}
	return puzzle->format.read_headers == NULL ||
	       puzzle->format.read_headers(level, &text, error);
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
	const int distance =
		reach_pick(puzzle, level, REACHABLE_STATES, recipe->par_min, recipe->par_max,
	                   recipe->farthest, &generator->random, &goal);
	if (distance < 0)
		return distance == REACH_NO_MEMORY ? NO_MEMORY : REJECTED;
	puzzle->generator.set_goal(level, &goal);
	return ACCEPTED;
}

/* Whether the minimum may lie within the recipe's range; once it is proven, whether it does. */
static bool may_fit(const struct recipe *recipe, const struct answer *answer)
{
	return answer->lower <= recipe->par_max &&
	       (answer->upper < 0 || answer->upper >= recipe->par_min);
}

static bool keep_searching(void *context, const struct answer *answer)
{
	const struct generator *generator = context;
	return may_fit(generator->recipe, answer) && seconds_used() < generator->deadline;
}

static enum outcome judge(struct generator *generator, struct level *level)
{
	struct answer *answer = &generator->answer;
	if (level->endless)
		return ACCEPTED;
	const bool proven = solve_position(generator->puzzle, level, &level->start, &limits_default,
	                                   keep_searching, generator, answer);
	if (answer->verdict == UNSOLVABLE || !may_fit(generator->recipe, answer))
		return REJECTED;
	if (!proven)
		return UNDECIDED;
	assert(answer->lower == answer->upper);
	level->par = answer->upper;
	return ACCEPTED;
}

/* REJECTED: none of all that are tried is as wanted. */
static enum outcome find_board(struct generator *generator, struct level *level)
{
	for (int i = 0; i < TRIES; i++) {
		if (seconds_used() >= generator->deadline)
			return UNDECIDED;
		enum outcome outcome = draw_board(generator, level);
		if (outcome == ACCEPTED)
			outcome = judge(generator, level);
		if (outcome != REJECTED)
			return outcome;
	}
	return REJECTED;
}

static bool explain(enum outcome outcome, const struct puzzle *puzzle, const struct recipe *recipe,
                    uint64_t seed, double seconds, struct error *error)
{
	if (outcome == NO_MEMORY)
		return error_set(error, "out of memory");
	if (outcome == UNDECIDED)
		return error_set(error,
		                 "no %s level of %dx%d with par %d..%d was proven within %g "
		                 "seconds and %zu MiB with seed %" PRIu64 "; give more time with "
		                 "--time-limit, or ask for another par, size or number of pieces",
		                 puzzle->name, recipe->rows, recipe->columns, recipe->par_min,
		                 recipe->par_max, seconds, limits_default.bytes >> 20, seed);
	return error_set(error,
	                 "no %s level of %dx%d with par %d..%d found in %d tries with seed "
	                 "%" PRIu64 "; ask for another par, size or number of pieces",
	                 puzzle->name, recipe->rows, recipe->columns, recipe->par_min,
	                 recipe->par_max, TRIES, seed);
}

bool generate(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
              struct level *level, struct error *error)
{
	struct generator *generator = malloc(sizeof *generator);
	if (generator == NULL)
		return error_set(error, "out of memory");
	const double seconds = recipe->seconds > 0 ? recipe->seconds : SECONDS;
	generator->puzzle = puzzle;
	generator->recipe = recipe;
	generator->random = (struct random){seed};
	generator->deadline = seconds_used() + seconds;
	bool made = generate_begin(puzzle, recipe, &generator->blank, error);
	if (made) {
		const enum outcome outcome = find_board(generator, level);
		made = outcome == ACCEPTED ||
		       explain(outcome, puzzle, recipe, seed, seconds, error);
	}
	free(generator);
	return made;
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
