/* --generate: new levels on standard output, each proven, and reproducible from its command. */
#include "play/generate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/print.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/registry.h"
#include "puzzle/shape.h"

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

/* Writes it in quotes for the shell. */
static void write_quoted(const char *text, FILE *out)
{
	fputc('\'', out);
	for (; *text != '\0'; text++)
		if (*text == '\'')
			fputs("'\\''", out);
		else
			fputc(*text, out);
	fputc('\'', out);
}

/* ---- progress, on a terminal ---- */

enum {
	PROGRESS_MILLISECONDS = 250, /* between two updates, and before the first */
	PROGRESS_MAX = 160,          /* bytes */
	PROGRESS_COLUMNS = 79,
};

/* One line on standard error, rewritten while a level is searched for. */
struct progress_line {
	uint64_t number, count; /* number of the level, from 1, and of all */
	int64_t next;           /* time of the next update */
	int columns;            /* width of what is shown */
	bool on_terminal;
};

static void write_progress(const struct progress_line *line,
                           const struct generate_progress *progress, char out[PROGRESS_MAX])
{
	char number[48] = "", text[PROGRESS_MAX - 48], tries[TEXT_NUMBER_MAX];
	if (line->count > 1)
		snprintf(number, sizeof number, "%" PRIu64 "/%" PRIu64 ": ", line->number,
		         line->count);
	text_write_number((uint64_t)progress->tries, tries);
	if (progress->lower >= 0 && progress->lower == progress->upper)
		/* TRANSLATORS: A board is being generated; %s is the number of this try. */
		snprintf(text, sizeof text, _("try %s, closest par %d"), tries, progress->upper);
	else
		/* TRANSLATORS: A board is being generated; %s is the number of this try. */
		snprintf(text, sizeof text, _("try %s"), tries);
	snprintf(out, PROGRESS_MAX, "%s%s", number, text);
}

static void show_progress(void *context, const struct generate_progress *progress)
{
	struct progress_line *line = context;
	char text[PROGRESS_MAX];
	if (!line->on_terminal || milliseconds_now() < line->next)
		return;
	line->next = milliseconds_now() + PROGRESS_MILLISECONDS;
	write_progress(line, progress, text);
	text[text_fit(text, PROGRESS_COLUMNS)] = '\0';
	const int columns = text_columns(text);
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

/* What the command asks for. */
struct order {
	const struct puzzle *puzzle;
	struct recipe recipe;
	struct progress_line line;
	uint64_t printed; /* levels so far */
	bool json;
};

/* Writes the command that generates this level. */
static void write_command(const struct order *order, uint64_t seed, bool with_time, FILE *out)
{
	const struct recipe *recipe = &order->recipe;
	fprintf(out, "parlour --generate %s --size %dx%d", order->puzzle->name, recipe->rows,
	        recipe->columns);
	if (recipe->pieces > 0)
		fprintf(out, " --pieces %d", recipe->pieces);
	if (recipe->colours > 0)
		fprintf(out, " --colours %d", recipe->colours);
	for (int h = 0; h < HEADER_COUNT; h++)
		if (recipe->value[h] != NULL) {
			fprintf(out, " --%s ", header_name((enum header)h));
			write_quoted(recipe->value[h], out);
		}
	if (with_time)
		fprintf(out, " --time-limit %g", recipe->seconds);
	fprintf(out, " --par %d..%d --seed %" PRIu64, recipe->par_min, recipe->par_max, seed);
}

static void name_level(const struct order *order, uint64_t seed, char *title, size_t size)
{
	if (recipe_is_plain(order->puzzle, &order->recipe))
		generate_name(order->puzzle, &order->recipe, seed, title, size);
	else
		snprintf(title, size, "%s %dx%d, seed %" PRIu64, order->puzzle->title,
		         order->recipe.rows, order->recipe.columns, seed);
}

static bool print_level(const struct order *order, uint64_t seed, bool with_time,
                        const struct level *level)
{
	char title[64];
	name_level(order, seed, title, sizeof title);
	fputs("; ", stdout);
	write_command(order, seed, with_time, stdout);
	putchar('\n');
	return generate_print(order->puzzle, level, title, stdout);
}

/* The level's text, or the command if `level` is NULL, as a JSON string; NULL without memory. */
static json_t *json_of_text(const struct order *order, uint64_t seed, bool with_time,
                            const struct level *level)
{
	char title[64], *text = NULL;
	size_t size;
	bool good = true;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	name_level(order, seed, title, sizeof title);
	if (level == NULL)
		write_command(order, seed, with_time, out);
	else
		good = generate_print(order->puzzle, level, title, out);
	text = file_close_memory(out, &text, good);
	json_t *string = text == NULL ? NULL : json_string(text);
	free(text);
	return string;
}

static bool print_level_json(const struct order *order, uint64_t seed, bool with_time,
                             const struct level *level)
{
	const struct shape shape = level_shape(order->puzzle, level);
	json_t *object = json_pack("{s:s, s:I, s:o, s:o, s:o, s:i, s:i}", "mode",
	                           order->puzzle->name, "seed", (json_int_t)seed, "identity",
	                           json_of_identity(level_identity(order->puzzle, level)), "shape",
	                           json_of_identity(shape.least), "par",
	                           json_if_known(level->par >= 0, level->par), "rows", level->rows,
	                           "columns", level->columns);
	json_t *more = json_pack("{s:i, s:i, s:i, s:o, s:o}", "pieces", shape.pieces, "walls",
	                         shape.walls, "symmetries", shape.symmetries, "command",
	                         json_of_text(order, seed, with_time, NULL), "level",
	                         json_of_text(order, seed, with_time, level));
	const bool complete = json_object_update(object, more) == 0;
	json_decref(more);
	if (complete)
		return print_json(object);
	json_decref(object);
	return false;
}

static bool print_none_json(const struct order *order, uint64_t seed, const struct error *why)
{
	return print_json(json_pack("{s:s, s:I, s:n, s:s}", "mode", order->puzzle->name, "seed",
	                            (json_int_t)seed, "level", "reason", why->text));
}

/* Says how to search longer after a search that reached its limit. */
static void add_advice(const struct recipe *recipe, const struct generate_progress *progress,
                       struct error *error)
{
	const struct error why = *error;
	if (progress->over && recipe->seconds <= 0)
		/* TRANSLATORS: %s says why no board was made. */
		error_set(error, _("%s; --time-limit SECONDS searches longer"), why.text);
}

/* Makes the level of a seed and prints it. STATUS_NO: the seed gives none, and the error says
 * why. */
static int print_one(struct order *order, uint64_t seed, struct level *level, struct error *error)
{
	struct progress_line *line = &order->line;
	struct generate_progress progress;
	const struct generate_watcher watcher = {show_progress, line};
	line->next = milliseconds_now() + PROGRESS_MILLISECONDS;
	const bool made = generate_watched(order->puzzle, &order->recipe, seed, &watcher, &progress,
	                                   level, error);
	erase_progress(line);
	if (!made) {
		add_advice(&order->recipe, &progress, error);
		return progress.none ? STATUS_NO : STATUS_ERROR;
	}
	if (order->printed++ > 0 && !order->json)
		putchar('\n');
	const bool printed =
		(order->json ? print_level_json : print_level)(order, seed, progress.over, level);
	if (printed || ferror(stdout)) /* main reports that */
		return STATUS_OK;
	error_set(error, _("out of memory"));
	return STATUS_ERROR;
}

/* Prints as many levels as asked for, with consecutive seeds; ends at the first that fails. */
static int print_count(const struct options *options, struct order *order, struct level *level,
                       struct error *error)
{
	const uint64_t seed = options->seeded ? options->seed : generate_fresh_seed();
	const int count = options->count < 0 ? 1 : options->count;
	order->line.count = (uint64_t)count;
	for (int i = 0; i < count; i++) {
		order->line.number = (uint64_t)i + 1;
		const int status = print_one(order, seed + (uint64_t)i, level, error);
		if (status != STATUS_OK)
			return status;
	}
	return STATUS_OK;
}

/* Prints the levels of all seeds of a range that give one. Each line of JSON is written at once: so
 * the last whole line says how far the work has come, whatever ends it. */
static int print_range(const struct options *options, struct order *order, struct level *level,
                       struct error *error)
{
	const uint64_t first = options->seed, last = options->seed_last;
	order->line.count = last - first + (last - first < UINT64_MAX);
	for (uint64_t seed = first;; seed++) {
		order->line.number = seed - first + 1;
		const int status = print_one(order, seed, level, error);
		if (status == STATUS_ERROR)
			return status;
		if (status == STATUS_NO && order->json && !print_none_json(order, seed, error))
			break;
		if (fflush(stdout) != 0 || seed == last)
			break;
	}
	if (order->printed > 0)
		return STATUS_OK;
	const struct error why = *error;
	error_set(error, _("none of the seeds %llu..%llu gives a level; the last: %s"),
	          (unsigned long long)first, (unsigned long long)last, why.text);
	return STATUS_NO;
}

int cli_generate(struct request *request)
{
	const struct options *options = request->options;
	struct error error;
	const struct puzzle *puzzle = puzzle_named(options->levels[0]);
	if (puzzle == NULL) {
		error_set(&error, _("--generate needs a mode, such as %s; \"%s\" is not one"),
		          puzzle_at(0)->name, text_shown(options->levels[0]).bytes);
		return cli_fail(error.text);
	}
	struct level level;
	struct order order = {.puzzle = puzzle,
	                      .recipe = recipe_of(options, puzzle),
	                      .line = {.on_terminal = isatty(STDERR_FILENO)},
	                      .json = options->json};
	if (!recipe_check(puzzle, &order.recipe, &error))
		return cli_fail(error.text);
	const int status = options->seed_range ? print_range(options, &order, &level, &error)
	                                       : print_count(options, &order, &level, &error);
	if (status != STATUS_OK)
		cli_fail(error.text);
	return status;
}
