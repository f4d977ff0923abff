#include "play/library.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/file.h"
#include "os/text.h"
#include "play/generate.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"

/* Makes room for another pack; NULL without memory. */
static struct pack *add_pack(struct library *library)
{
	struct pack *packs =
		realloc(library->packs, (size_t)(library->count + 1) * sizeof *packs);
	if (packs == NULL)
		return NULL;
	library->packs = packs;
	packs[library->count] = (struct pack){0};
	return &packs[library->count];
}

bool library_open(struct library *library, struct error *error)
{
	*library = (struct library){0};
	for (const struct shipped_pack *shipped = shipped_packs; shipped->name != NULL; shipped++) {
		struct pack *pack = add_pack(library);
		if (pack == NULL)
			error_set(error, "out of memory");
		/* The tests verify that the puzzles accept the shipped levels; asking them here
		 * would take more time than the rest of the start. */
		if (pack == NULL ||
		    !pack_read_syntax(pack, shipped->name, (const char *)shipped->text,
		                      shipped->size, error)) {
			library_close(library);
			return false;
		}
		library->count++;
	}
	library->shipped = library->count;
	return true;
}

void library_close(struct library *library)
{
	for (int i = 0; i < library->count; i++)
		pack_free(&library->packs[i]);
	free(library->packs);
	*library = (struct library){0};
}

void level_list_free(struct level_list *levels)
{
	free(levels->refs);
	*levels = (struct level_list){0};
}

/* Appends one level of a pack, or all of them (level -1). */
static bool add_levels(const struct library *library, struct level_list *levels, int pack,
                       int level, struct error *error)
{
	const int first = level < 0 ? 0 : level;
	const int count = level < 0 ? library->packs[pack].count : 1;
	struct level_ref *ref =
		realloc(levels->refs, (size_t)(levels->count + count) * sizeof *ref);
	if (ref == NULL)
		return error_set(error, "out of memory");
	levels->refs = ref;
	for (int i = 0; i < count; i++)
		ref[levels->count++] = (struct level_ref){pack, first + i};
	return true;
}

bool library_list_pack(const struct library *library, struct level_list *levels, int pack,
                       struct error *error)
{
	return add_levels(library, levels, pack, -1, error);
}

/* Splits "NAME:7" into NAME and 7; the number is 0 if there is none. */
static int cut_number(char *name)
{
	char *colon = strrchr(name, ':');
	long number;
	if (colon == NULL || !text_read_number(colon + 1, 1, PACK_LEVELS_MAX, &number))
		return 0;
	*colon = '\0';
	return (int)number;
}

static bool add_numbered(const struct library *library, struct level_list *levels, int pack,
                         int number, struct error *error)
{
	const struct pack *from = &library->packs[pack];
	if (number > from->count)
		return error_at(error, from->name, 0, "there is no level %d, only %d", number,
		                from->count);
	return add_levels(library, levels, pack, number - 1, error);
}

/* Appends all levels of a puzzle's shipped packs; false if `name` is not a puzzle. */
static bool find_puzzle(const struct library *library, const char *name, struct level_list *levels,
                      struct error *error, bool *good)
{
	if (puzzle_named(name) == NULL)
		return false;
	*good = true;
	for (int p = 0; *good && p < library->shipped; p++)
		if (strcmp(pack_puzzle(&library->packs[p], 0)->name, name) == 0)
			*good = add_levels(library, levels, p, -1, error);
	return true;
}

int library_pack(const struct library *library, const char *name)
{
	for (int p = 0; p < library->count; p++)
		if (strcmp(library->packs[p].name, name) == 0)
			return p;
	return -1;
}

/* ---- game IDs ---- */

/* Parses "PUZZLE:ROWSxCOLUMNS#SEED"; false if it is anything else. */
static bool parse_id(const char *name, const struct puzzle **puzzle, struct recipe *recipe,
                     uint64_t *seed)
{
	char puzzle_name[16], rows[4], columns[4];
	long sides[2];
	int used = 0;
	if (sscanf(name, "%15[a-z]:%3[0-9]x%3[0-9]#%n", puzzle_name, rows, columns, &used) != 3 ||
	    used == 0 || !text_read_unsigned(name + used, seed) ||
	    !text_read_number(rows, 1, SIDE_MAX, &sides[0]) ||
	    !text_read_number(columns, 1, SIDE_MAX, &sides[1]))
		return false;
	*puzzle = puzzle_named(puzzle_name);
	if (*puzzle == NULL)
		return false;
	*recipe = (*puzzle)->generator.recipe;
	recipe->rows = (int)sides[0];
	recipe->columns = (int)sides[1];
	return true;
}

static bool read_generated(struct pack *pack, const struct puzzle *puzzle,
                           const struct level *level, const char *name, struct error *error)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	const bool printed = out != NULL && generate_print(puzzle, level, name, out);
	if (out == NULL || file_close_memory(out, &text, printed) == NULL)
		return error_set(error, "out of memory");
	const bool good = pack_read_text(pack, name, text, size, error);
	free(text);
	return good;
}

static bool make_id(struct library *library, const struct puzzle *puzzle, const char *name,
                    const struct recipe *recipe, uint64_t seed, struct error *error)
{
	struct pack *pack = add_pack(library);
	struct level *level = malloc(sizeof *level);
	bool good = pack != NULL && level != NULL;
	if (!good)
		error_set(error, "out of memory");
	good = good && generate(puzzle, recipe, seed, level, error) &&
	       read_generated(pack, puzzle, level, name, error);
	library->count += good;
	free(level);
	return good;
}

/* The level of a game ID, which is generated only once. */
static bool find_id(struct library *library, const struct puzzle *puzzle,
                    const struct recipe *recipe, uint64_t seed, struct level_list *levels,
                    struct error *error)
{
	char name[64];
	generate_name(puzzle, recipe, seed, name, sizeof name);
	const int made = library_pack(library, name);
	return (made >= 0 || make_id(library, puzzle, name, recipe, seed, error)) &&
	       add_levels(library, levels, made >= 0 ? made : library->count - 1, -1, error);
}

void library_daily(const struct puzzle *puzzle, time_t now, char out[LEVEL_NAME_MAX])
{
	struct tm day = {0};
	gmtime_r(&now, &day);
	const int date = (day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 + day.tm_mday;
	generate_name(puzzle, &puzzle->generator.recipe, (uint64_t)date, out, LEVEL_NAME_MAX);
}

/* The puzzle, seed and date of a daily board; false if the level is not one. */
static bool is_daily(const struct library *library, struct level_ref ref,
                     const struct puzzle **puzzle, uint64_t *seed, struct tm *day)
{
	struct recipe recipe;
	if (!parse_id(library->packs[ref.pack].name, puzzle, &recipe, seed) ||
	    recipe.rows != (*puzzle)->generator.recipe.rows ||
	    recipe.columns != (*puzzle)->generator.recipe.columns || *seed < 19700101 ||
	    *seed > 99991231)
		return false;
	*day = (struct tm){.tm_year = (int)(*seed / 10000) - 1900,
	                   .tm_mon = (int)(*seed / 100 % 100) - 1, .tm_mday = (int)(*seed % 100)};
	const struct tm asked = *day;
	timegm(day);
	return day->tm_mon == asked.tm_mon && day->tm_mday == asked.tm_mday;
}

bool library_day(const struct library *library, struct level_ref ref, char out[DAY_MAX])
{
	const struct puzzle *puzzle;
	uint64_t seed;
	struct tm day;
	return is_daily(library, ref, &puzzle, &seed, &day) &&
	       strftime(out, DAY_MAX, "%Y-%m-%d", &day) > 0;
}

bool library_daily_neighbour(const struct library *library, struct level_ref ref, int step,
                             char out[LEVEL_NAME_MAX])
{
	const struct puzzle *puzzle;
	uint64_t seed;
	struct tm day;
	int number = 0;
	if (!is_daily(library, ref, &puzzle, &seed, &day))
		return false;
	while (puzzle_at(number) != puzzle)
		number++;
	number += step;
	if (number < 0 || puzzle_at(number) == NULL)
		return false;
	generate_name(puzzle_at(number), &puzzle_at(number)->generator.recipe, seed, out,
	              LEVEL_NAME_MAX);
	return true;
}

/* ---- names ---- */

static bool open_file(struct library *library, const char *path, struct error *error)
{
	struct pack *pack = add_pack(library);
	if (pack == NULL)
		return error_set(error, "out of memory");
	if (!pack_read_file(pack, path, error))
		return false;
	library->count++;
	return true;
}

/* The error for an unknown name, with the nearest known one. */
static bool unknown_name(const struct library *library, const char *asked, struct error *error)
{
	char name[LEVEL_NAME_MAX];
	snprintf(name, sizeof name, "%s", asked);
	cut_number(name);
	const char *nearest = NULL;
	const int count = puzzle_count();
	const char **names = calloc((size_t)count + (size_t)library->shipped, sizeof *names);
	if (names != NULL) {
		for (int m = 0; m < count; m++)
			names[m] = puzzle_at(m)->name;
		for (int p = 0; p < library->shipped; p++)
			names[count + p] = library->packs[p].name;
		nearest = text_nearest(name, names, count + library->shipped);
	}
	free(names);
	const int shown = 60;
	const char *cut = strlen(asked) > (size_t)shown ? "..." : "";
	if (nearest != NULL && strcmp(nearest, name) != 0)
		return error_set(error, "%.*s%s: no such pack or file; did you mean \"%s\"?", shown,
		                 asked, cut, nearest);
	return error_set(error, "%.*s%s: no such mode, pack, level or file%s%s", shown, asked, cut,
	                 library->advice == NULL ? "" : "; ",
	                 library->advice == NULL ? "" : library->advice);
}

static bool find_in_file(struct library *library, const char *name, struct level_list *levels,
                         struct error *error)
{
	char path[LEVEL_NAME_MAX];
	int number = 0;
	if (snprintf(path, sizeof path, "%s", name) >= (int)sizeof path)
		return error_set(error, "%.60s...: name too long", name);
	if (access(path, F_OK) != 0 && strcmp(path, "-") != 0)
		number = cut_number(path);
	if (access(path, F_OK) != 0 && strcmp(path, "-") != 0)
		return unknown_name(library, name, error);
	if (!open_file(library, path, error))
		return false;
	const int pack = library->count - 1;
	return number > 0 ? add_numbered(library, levels, pack, number, error)
	                  : add_levels(library, levels, pack, -1, error);
}

bool library_find(struct library *library, const char *name, struct level_list *levels,
                  struct error *error)
{
	bool good = false;
	if (find_puzzle(library, name, levels, error, &good))
		return good;
	const struct puzzle *puzzle;
	struct recipe recipe;
	uint64_t seed;
	if (parse_id(name, &puzzle, &recipe, &seed))
		return find_id(library, puzzle, &recipe, seed, levels, error);
	char pack_name[LEVEL_NAME_MAX];
	snprintf(pack_name, sizeof pack_name, "%s", name);
	const int number = cut_number(pack_name);
	const int pack = library_pack(library, pack_name);
	if (pack >= 0 && pack < library->shipped)
		return number > 0 ? add_numbered(library, levels, pack, number, error)
		                  : add_levels(library, levels, pack, -1, error);
	return library->no_files ? unknown_name(library, name, error)
	                         : find_in_file(library, name, levels, error);
}

void library_neighbours(const struct library *library, struct level_ref ref,
                        struct level_list *levels, int *current)
{
	const bool shipped = ref.pack < library->shipped;
	const int first = shipped ? 0 : ref.pack;
	const int last = shipped ? library->shipped - 1 : ref.pack;
	int count = 0;
	for (int p = first; p <= last; p++)
		count += library->packs[p].count;
	struct level_ref *all = calloc((size_t)count, sizeof *all);
	if (all == NULL)
		return;
	level_list_free(levels);
	levels->refs = all;
	for (int p = first; p <= last; p++)
		for (int l = 0; l < library->packs[p].count; l++) {
			if (p == ref.pack && l == ref.level)
				*current = levels->count;
			all[levels->count++] = (struct level_ref){p, l};
		}
}

void library_name(const struct library *library, struct level_ref ref, char out[LEVEL_NAME_MAX])
{
	const struct pack *pack = &library->packs[ref.pack];
	if (strchr(pack->name, '#') != NULL && ref.pack >= library->shipped && pack->count == 1)
		snprintf(out, LEVEL_NAME_MAX, "%s", pack->name);
	else
		snprintf(out, LEVEL_NAME_MAX, "%s:%d", pack->name, ref.level + 1);
}

bool library_is_portable(const struct library *library, struct level_ref ref)
{
	const struct puzzle *puzzle;
	struct recipe recipe;
	uint64_t seed;
	return ref.pack < library->shipped ||
	       parse_id(library->packs[ref.pack].name, &puzzle, &recipe, &seed);
}

const char *library_pack_title(const struct library *library, int pack)
{
	const char *title = library->packs[pack].levels[0].value[HEADER_PACK];
	if (title != NULL)
		return title;
	const char *name = library->packs[pack].name, *slash = strrchr(name, '/');
	return slash == NULL ? name : slash + 1;
}

int library_replace_pack(struct library *library, int pack, struct pack *taken)
{
	if (pack < 0 && add_pack(library) == NULL) {
		pack_free(taken);
		return -1;
	}
	if (pack < 0)
		pack = library->count++;
	pack_free(&library->packs[pack]);
	library->packs[pack] = *taken;
	return pack;
}

const struct level_text *library_text(const struct library *library, struct level_ref ref)
{
	assert(ref.pack >= 0 && ref.pack < library->count);
	assert(ref.level >= 0 && ref.level < library->packs[ref.pack].count);
	return &library->packs[ref.pack].levels[ref.level];
}

char *library_level_text(const struct library *library, struct level_ref ref)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	level_text_print(library_text(library, ref), out);
	return file_close_memory(out, &text, true);
}

const struct puzzle *library_puzzle(const struct library *library, struct level_ref ref)
{
	return pack_puzzle(&library->packs[ref.pack], ref.level);
}

bool library_level_bare(const struct library *library, struct level_ref ref, struct level *level,
                        struct error *error)
{
	return pack_level_bare(&library->packs[ref.pack], ref.level, level, error);
}

bool library_level(const struct library *library, struct level_ref ref, struct level *level,
                   struct error *error)
{
	return pack_level(&library->packs[ref.pack], ref.level, level, error);
}
