#include "play/generate.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	TRIES = 2000,
	REACHABLE_STATES = 60000, /* looked at to pick a goal */
	PROOF_STATES = 400000,
};

/* One try: a board with a goal, not yet proven. */
static bool try_board(const struct mode *mode, const struct recipe *recipe, struct random *random,
                      struct level *level)
{
	if (!mode->generate(level, recipe, random))
		return false;
	if (mode->set_goal == NULL)
		return true;
	struct state goal;
	if (search_reachable(mode, level, REACHABLE_STATES, recipe->par_least, recipe->par_most,
	                     random, &goal) < 0)
		return false;
	mode->set_goal(level, &goal);
	return true;
}

static bool prove(const struct mode *mode, const struct recipe *recipe, struct level *level,
                  struct answer *answer)
{
	const struct limits limits = {.bytes = limits_default.bytes, .states = PROOF_STATES};
	if (!search(mode, level, &level->start, &limits, NULL, NULL, answer) ||
	    answer->verdict != OPTIMAL || answer->upper < recipe->par_least ||
	    answer->upper > recipe->par_most)
		return false;
	level->par = answer->upper;
	return true;
}

bool generate(const struct mode *mode, const struct recipe *recipe, uint64_t seed,
              struct level *level, struct error *error)
{
	struct random random = {seed};
	struct answer *answer = malloc(sizeof *answer);
	bool made = false;
	for (int i = 0; answer != NULL && !made && i < TRIES; i++)
		made = try_board(mode, recipe, &random, level) &&
		       prove(mode, recipe, level, answer);
	free(answer);
	if (!made)
		error_set(error, "no %s level of %dx%d with par %d..%d found in %d tries with seed "
		                 "%" PRIu64 "; ask for another par, size or number of pieces",
		          mode->name, recipe->rows, recipe->columns, recipe->par_least,
		          recipe->par_most, TRIES, seed);
	return made;
}

bool recipe_is_plain(const struct mode *mode, const struct recipe *recipe)
{
	return recipe->pieces == mode->recipe.pieces && recipe->colours == mode->recipe.colours &&
	       recipe->par_least == mode->recipe.par_least &&
	       recipe->par_most == mode->recipe.par_most;
}

void generate_name(const struct mode *mode, const struct recipe *recipe, uint64_t seed,
                   char *out, size_t size)
{
	snprintf(out, size, "%s:%dx%d#%" PRIu64, mode->name, recipe->rows, recipe->columns, seed);
}

bool generate_print(const struct mode *mode, const struct level *level, const char *title,
                    FILE *out)
{
	struct level_writer *writer = calloc(1, sizeof *writer);
	if (writer == NULL)
		return false;
	char par[16];
	mode->write(level, NULL, writer);
	writer->text.title = title;
	writer->text.value[HEADER_MODE] = mode->name;
	if (level->par >= 0) {
		snprintf(par, sizeof par, "%d", level->par);
		writer->text.value[HEADER_PAR] = par;
	}
	level_text_print(&writer->text, out);
	free(writer);
	return true;
}
