#include "play/generate.h"

#include <inttypes.h>
#include <stdlib.h>

#include "solve/reach.h"

enum {
	TRIES = 2000,
	REACHABLE_STATES = 60000, /* looked at to pick a goal */
	PROOF_STATES = 400000,
};

/* The headers that are asked for must be those of this mode. */
static bool check_headers(const struct puzzle *puzzle, const struct recipe *recipe,
                          struct error *error)
{
	for (int h = HEADER_RULES; h < HEADER_COUNT; h++)
		if (recipe->value[h] != NULL && (puzzle->format.headers & 1U << h) == 0)
			return error_set(error, "%s levels have no \"%s:\"", puzzle->name,
			                 header_name((enum header)h));
	return true;
}

bool generate_begin(const struct puzzle *puzzle, const struct recipe *recipe, struct level *level,
                    struct error *error)
{
	struct level_text text = {
		.file = "--generate", .rows = recipe->rows, .columns = {recipe->columns, 0},
	};
	for (int h = HEADER_RULES; h < HEADER_COUNT; h++)
		text.value[h] = recipe->value[h];
	*level = (struct level){.rows = recipe->rows, .columns = recipe->columns, .par = -1};
	return check_headers(puzzle, recipe, error) &&
	       (puzzle->format.read_headers == NULL ||
	        puzzle->format.read_headers(level, &text, error));
}

/* One try: a board with a goal, not yet proven. */
static bool try_board(const struct puzzle *puzzle, const struct recipe *recipe,
                      const struct level *blank, struct random *random, struct level *level)
{
	*level = *blank;
	if (!puzzle->generator.start(level, recipe, random))
		return false;
	if (puzzle->generator.set_goal == NULL)
		return true;
	struct state goal;
	if (reach_pick(puzzle, level, REACHABLE_STATES, recipe->par_least, recipe->par_most,
	               recipe->farthest, random, &goal) < 0)
		return false;
	puzzle->generator.set_goal(level, &goal);
	return true;
}

static bool prove(const struct puzzle *puzzle, const struct recipe *recipe, struct level *level,
                  struct answer *answer)
{
	if (level->endless)
		return true;
	const struct limits limits = {.bytes = limits_default.bytes, .states = PROOF_STATES};
	if (!search(puzzle, level, &level->start, &limits, NULL, NULL, answer) ||
	    answer->verdict != OPTIMAL || answer->upper < recipe->par_least ||
	    answer->upper > recipe->par_most)
		return false;
	level->par = answer->upper;
	return true;
}

static bool try_all(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                    const struct level *blank, struct level *level, struct answer *answer)
{
	struct random random = {seed};
	for (int i = 0; i < TRIES; i++)
		if (try_board(puzzle, recipe, blank, &random, level) &&
		    prove(puzzle, recipe, level, answer))
			return true;
	return false;
}

bool generate(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
              struct level *level, struct error *error)
{
	struct answer *answer = malloc(sizeof *answer);
	struct level *blank = malloc(sizeof *blank);
	bool made = answer != NULL && blank != NULL;
	if (!made)
		error_set(error, "out of memory");
	made = made && generate_begin(puzzle, recipe, blank, error);
	if (made) {
		made = try_all(puzzle, recipe, seed, blank, level, answer);
		if (!made)
			error_set(error,
			          "no %s level of %dx%d with par %d..%d found in %d tries "
			          "with seed %" PRIu64 "; ask for another par, size or "
			          "number of pieces",
			          puzzle->name, recipe->rows, recipe->columns, recipe->par_least,
			          recipe->par_most, TRIES, seed);
	}
	free(answer);
	free(blank);
	return made;
}

bool recipe_is_plain(const struct puzzle *puzzle, const struct recipe *recipe)
{
	for (int h = 0; h < HEADER_COUNT; h++)
		if (recipe->value[h] != NULL)
			return false;
	return recipe->pieces == puzzle->generator.recipe.pieces &&
	       recipe->colours == puzzle->generator.recipe.colours &&
	       recipe->par_least == puzzle->generator.recipe.par_least &&
	       recipe->par_most == puzzle->generator.recipe.par_most;
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
