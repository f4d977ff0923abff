/* --generate: new levels on standard output, each proven, and reproducible from its comment. */
#include "play/generate.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "os/clock.h"
#include "os/text.h"
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

/* ---- progress, on a terminal ---- */

enum {
	PROGRESS_MILLISECONDS = 250, /* between two updates, and before the first */
	PROGRESS_MAX = 80,
};

/* One line on standard error, rewritten while a level is searched for. */
struct progress_line {
	bool on_terminal;
	int number, count; /* number of the level, from 1, and of all */
	int64_t next;      /* time of the next update */
	int columns;       /* width of what is shown */
};

static void show_progress(void *context, const struct generate_progress *progress)
{
	struct progress_line *line = context;
	char text[PROGRESS_MAX], number[32] = "", closest[32] = "", tries[TEXT_NUMBER_MAX];
	if (!line->on_terminal || milliseconds_now() < line->next)
		return;
	line->next = milliseconds_now() + PROGRESS_MILLISECONDS;
	if (line->count > 1)
		snprintf(number, sizeof number, "%d/%d: ", line->number, line->count);
	if (progress->lower >= 0 && progress->lower == progress->upper)
		snprintf(closest, sizeof closest, ", closest par %d", progress->upper);
	text_write_number((uint64_t)progress->tries, tries);
	const int columns = snprintf(text, sizeof text, "%stry %s%s", number, tries, closest);
	const int rest = line->columns > columns ? line->columns - columns : 0;
	fprintf(stderr, "\r%s%*s", text, rest, "");
	line->columns = columns;
	fflush(stderr);
}

static void erase_progress(struct progress_line *line)
{
	if (line->columns > 0)
		fprintf(stderr, "\r%*s\r", line->columns, "");
	line->columns = 0;
	fflush(stderr);
}

/* ---- levels ---- */

/* Prints the command that generates this level. */
static void print_command(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                          bool with_time)
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
	if (with_time)
		printf(" --time-limit %g", recipe->seconds);
	printf(" --par %d..%d --seed %" PRIu64 "\n", recipe->par_min, recipe->par_max, seed);
}

/* Says how to search longer after a search that reached its limit. */
static bool add_advice(const struct recipe *recipe, const struct generate_progress *progress,
                       struct error *error)
{
	const struct error why = *error;
	if (!progress->over || recipe->seconds > 0)
		return false;
	return error_set(error, "%s; --time-limit SECONDS searches longer", why.text);
}

static bool print_one(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                      struct progress_line *line, struct level *level, struct error *error)
{
	char title[64];
	struct generate_progress progress;
	const struct generate_watcher watcher = {show_progress, line};
	line->next = milliseconds_now() + PROGRESS_MILLISECONDS;
	const bool made = generate_watched(puzzle, recipe, seed, &watcher, &progress, level, error);
	erase_progress(line);
	if (!made)
		return add_advice(recipe, &progress, error);
	if (recipe_is_plain(puzzle, recipe))
		generate_name(puzzle, recipe, seed, title, sizeof title);
	else
		snprintf(title, sizeof title, "%s %dx%d, seed %" PRIu64, puzzle->title,
		         recipe->rows, recipe->columns, seed);
	print_command(puzzle, recipe, seed, progress.over);
	return generate_print(puzzle, level, title, stdout) || error_set(error, "out of memory");
}

/* Prints as many levels as asked for, with consecutive seeds. */
static bool print_all(const struct options *options, const struct puzzle *puzzle,
                      const struct recipe *recipe, struct level *level, struct error *error)
{
	const uint64_t seed = options->seeded ? options->seed : generate_fresh_seed();
	struct progress_line line = {.on_terminal = isatty(STDERR_FILENO), .count = options->count};
	for (int i = 0; i < options->count; i++) {
		if (i > 0)
			putchar('\n');
		line.number = i + 1;
		if (!print_one(puzzle, recipe, seed + (uint64_t)i, &line, level, error))
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
		error_set(&error, "--generate needs a mode, such as %s; \"%.40s\" is not one",
		          puzzle_at(0)->name, options->levels[0]);
		return cli_fail(error.text);
	}
	struct level level;
	const struct recipe recipe = recipe_of(options, puzzle);
	if (!recipe_check(puzzle, &recipe, &error))
		return cli_fail(error.text);
	if (print_all(options, puzzle, &recipe, &level, &error))
		return STATUS_OK;
	cli_fail(error.text);
	return STATUS_NO;
}
