/* --generate: new levels on standard output, each proven, and reproducible from its comment. */
#include "play/generate.h"

#include <inttypes.h>
#include <string.h>

#include "cli/commands.h"
#include "puzzle/registry.h"

static struct recipe recipe_of(const struct options *options, const struct puzzle *puzzle)
{
	struct recipe recipe = puzzle->generator.recipe;
	if (options->rows > 0) {
		recipe.rows = options->rows;
		recipe.columns = options->columns;
	}
	if (options->pieces > 0)
		recipe.pieces = options->pieces;
	if (options->colours > 0)
		recipe.colours = options->colours;
	if (options->par_min >= 0) {
		recipe.par_min = options->par_min;
		recipe.par_max = options->par_max;
	}
	recipe.seconds = options->limits.seconds;
	for (int h = 0; h < HEADER_COUNT; h++)
		recipe.value[h] = options->value[h];
	return recipe;
}

/* Prints it in quotes for the shell. */
static void print_quoted(const char *text)
{
	putchar('\'');
	for (; *text != '\0'; text++)
		if (*text == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*text);
	putchar('\'');
}

/* Prints the command that generates this level. */
static void print_command(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed)
{
	printf("; parlour --generate %s --size %dx%d", puzzle->name, recipe->rows, recipe->columns);
	if (recipe->pieces > 0)
		printf(" --pieces %d", recipe->pieces);
	if (recipe->colours > 0)
		printf(" --colours %d", recipe->colours);
	for (int h = 0; h < HEADER_COUNT; h++)
		if (recipe->value[h] != NULL) {
			printf(" --%s ", header_name((enum header)h));
			print_quoted(recipe->value[h]);
		}
	printf(" --par %d..%d --seed %" PRIu64 "\n", recipe->par_min, recipe->par_max, seed);
}

static bool print_one(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                      struct level *level, struct error *error)
{
	char title[64];
	if (!generate(puzzle, recipe, seed, level, error))
		return false;
	if (recipe_is_plain(puzzle, recipe))
		generate_name(puzzle, recipe, seed, title, sizeof title);
	else
		snprintf(title, sizeof title, "%s %dx%d, seed %" PRIu64, puzzle->title,
		         recipe->rows, recipe->columns, seed);
	print_command(puzzle, recipe, seed);
	return generate_print(puzzle, level, title, stdout) || error_set(error, "out of memory");
}

/* Prints as many levels as asked for, with consecutive seeds. */
static bool print_all(const struct options *options, const struct puzzle *puzzle,
                      const struct recipe *recipe, struct level *level, struct error *error)
{
	const uint64_t seed = options->seeded ? options->seed : generate_fresh_seed();
	for (int i = 0; i < options->count; i++) {
		if (i > 0)
			putchar('\n');
		if (!print_one(puzzle, recipe, seed + (uint64_t)i, level, error))
			return false;
	}
	return true;
}

int cli_generate(struct request *request)
{
	const struct options *options = request->options;
	struct error error;
	const struct puzzle *puzzle = puzzle_named(options->levels[0]);
	if (puzzle == NULL) {
		error_set(&error, "--generate makes levels of a mode; \"%.40s\" is none",
		          options->levels[0]);
		return cli_fail(error.text);
	}
	struct level level;
	const struct recipe recipe = recipe_of(options, puzzle);
	if (!generate_begin(puzzle, &recipe, &level, &error))
		return cli_fail(error.text);
	if (print_all(options, puzzle, &recipe, &level, &error))
		return STATUS_OK;
	cli_fail(error.text);
	return STATUS_NO;
}
