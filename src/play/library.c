#include "play/library.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "play/generate.h"
#include "play/ladder.h"
#include "puzzle/level_code.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"

static bool add_pack(struct library *library, struct pack *taken, struct error *error)
{
	return library_replace_pack(library, -1, taken) >= 0 ||
	       error_set(error, _("out of memory"));
}

/* The tests verify that the puzzles accept the shipped levels. Doing so here would take longer than
 * the rest of the start. */
bool library_open(struct library *library, struct error *error)
{
	*library = (struct library){0};
	for (const struct shipped_pack *shipped = shipped_packs; shipped->name != NULL; shipped++) {
		struct pack pack;
		if (!pack_read_syntax(&pack, shipped->name, (const char *)shipped->text,
		                      shipped->size, error) ||
		    !add_pack(library, &pack, error)) {
			library_close(library);
			return false;
		}
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

/* Appends a level of a pack, by its number from 1, or all of them (0). */
static bool add_levels(const struct library *library, struct level_list *levels, int pack,
                       int number, struct error *error)
{
	const struct pack *from = &library->packs[pack];
	const int first = number > 0 ? number - 1 : 0, count = number > 0 ? 1 : from->count;
	if (number > from->count)
		return error_at(error, from->name, 0, _("there is no level %d; the last is %d"),
		                number, from->count);
	struct level_ref *refs =
		realloc(levels->refs, (size_t)(levels->count + count) * sizeof *refs);
	if (refs == NULL)
		return error_set(error, _("out of memory"));
	levels->refs = refs;
	for (int i = 0; i < count; i++)
		refs[levels->count++] = (struct level_ref){pack, first + i};
	return true;
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

/* Appends all levels of a puzzle's shipped packs. */
static bool add_puzzle(const struct library *library, const struct puzzle *puzzle,
                       struct level_list *levels, struct error *error)
{
	for (int p = 0; p < library->shipped; p++)
		if (pack_puzzle(&library->packs[p], 0) == puzzle &&
		    !add_levels(library, levels, p, 0, error))
			return false;
	return true;
}

int library_pack(const struct library *library, const char *name)
{
	for (int p = 0; p < library->count; p++)
		if (strcmp(library->packs[p].name, name) == 0 && (p == 0 || p != library->foreign))
			return p;
	return -1;
}

/* ---- game IDs ---- */

/* The level of a game ID, which is generated only once. */
static bool find_id(struct library *library, const struct game_id *id, struct level_list *levels,
                    struct error *error)
{
	struct pack pack;
	char name[LEVEL_NAME_MAX];
	game_id_name(id, name);
	const int made = library_pack(library, name);
	if (made < 0 && (!game_id_make(id, &pack, error) || !add_pack(library, &pack, error)))
		return false;
	return add_levels(library, levels, made >= 0 ? made : library->count - 1, 0, error);
}

/* The level of a level code, which is read only once. What is copied often has blanks around it. */
static bool find_code(struct library *library, const char *name, struct level_list *levels,
                      struct error *error)
{
	struct pack pack;
	char copy[LEVEL_NAME_MAX];
	snprintf(copy, sizeof copy, "%s", name);
	const char *code = text_trim(copy);
	const int read = library_pack(library, code);
	if (read < 0 && (!level_code_read(&pack, code, error) || !add_pack(library, &pack, error)))
		return false;
	return add_levels(library, levels, read >= 0 ? read : library->count - 1, 0, error);
}

/* All rungs of a ladder. */
static bool find_ladder(struct library *library, const struct puzzle *puzzle, int week,
                        struct level_list *levels, struct error *error)
{
	bool good = true;
	for (int rung = 1; good && rung <= LADDER_RUNGS; rung++) {
		char name[LEVEL_NAME_MAX];
		ladder_name(puzzle, week, rung, name, sizeof name);
		good = library_find(library, name, levels, error);
	}
	return good;
}

int library_rung(const struct library *library, struct level_ref ref, char week[DAY_MAX])
{
	struct game_id id;
	if (!game_id_parse(library->packs[ref.pack].name, &id) || id.rung == 0)
		return 0;
	snprintf(week, DAY_MAX, "%04d-%02d", id.week / 100, id.week % 100);
	return id.rung;
}

bool library_add_id(struct library *library, const struct game_id *id, const struct level *level,
                    struct level_ref *ref, struct error *error)
{
	struct pack pack;
	char name[LEVEL_NAME_MAX];
	game_id_name(id, name);
	const int made = library_pack(library, name);
	if (made < 0 &&
	    (!game_id_pack(id, level, &pack, error) || !add_pack(library, &pack, error)))
		return false;
	*ref = (struct level_ref){made >= 0 ? made : library->count - 1, 0};
	return true;
}

bool library_day(const struct library *library, struct level_ref ref, char out[DAY_MAX])
{
	struct game_id id;
	struct tm day;
	return game_id_parse(library->packs[ref.pack].name, &id) && game_id_is_daily(&id, &day) &&
	       strftime(out, DAY_MAX, "%Y-%m-%d", &day) > 0;
}

bool library_id_neighbour(const struct library *library, struct level_ref ref, int step,
                          char out[LEVEL_NAME_MAX])
{
	struct game_id id;
	return game_id_parse(library->packs[ref.pack].name, &id) &&
	       game_id_neighbour(&id, step, out);
}

const char *library_end(const struct library *library, struct level_ref ref, int step)
{
	struct game_id id;
	struct tm day;
	if (!game_id_parse(library->packs[ref.pack].name, &id))
		return step < 0 ? _("This is the first level.") : _("This is the last level.");
	if (id.rung > 0)
		return step < 0 ? _("This is the ladder's first rung.")
		                : _("This is the ladder's last rung.");
	if (game_id_is_daily(&id, &day))
		return step < 0 ? _("This is the day's first board.")
		                : _("This is the day's last board.");
	if (id.board > 0)
		return step < 0 ? _("This is the run's first board.")
		                : _("This is the run's last board.");
	return step < 0 ? _("This is the smallest seed.") : _("This is the largest seed.");
}

bool library_run(const struct library *library, struct level_ref ref, struct run_id *run,
                 int *board)
{
	return run_id_parse(library->packs[ref.pack].name, run, board) && *board > 0;
}

/* ---- names ---- */

/* The error for what may be meant as a game ID, with an example of the same puzzle. */
static bool unknown_id(const char *asked, struct error *error)
{
	char name[16] = "", id[LEVEL_NAME_MAX];
	sscanf(asked, "%15[a-z]", name);
	const struct puzzle *puzzle =
		puzzle_named(name) == NULL ? puzzle_at(0) : puzzle_named(name);
	generate_name(puzzle, &puzzle->generator.recipe, 42, id, sizeof id);
	return error_set(error, _("%s: no such file or game ID; an ID looks like \"%s\""),
	                 text_shown(asked).bytes, id);
}

/* Whether a seed would make it a game ID: "tilt:7x7". */
static bool lacks_seed(const char *asked)
{
	char id[LEVEL_NAME_MAX];
	struct game_id parsed;
	return snprintf(id, sizeof id, "%s#0", asked) < (int)sizeof id &&
	       game_id_parse(id, &parsed);
}

/* The error for an unknown name, with the nearest known one. */
static bool unknown_name(const struct library *library, const char *asked, struct error *error)
{
	char name[LEVEL_NAME_MAX];
	snprintf(name, sizeof name, "%s", asked);
	cut_number(name);
	const char *nearest = NULL;
	const size_t room = (size_t)puzzle_count() + (size_t)library->shipped;
	const char **names = calloc(room, sizeof *names);
	if (names != NULL) {
		int count = 0;
		for (int m = 0; m < puzzle_count(); m++)
			names[count++] = puzzle_at(m)->name;
		for (int p = 0; p < library->shipped; p++)
			names[count++] = library->packs[p].name;
		nearest = text_nearest(name, names, count);
	}
	free(names);
	struct run_id run;
	int board;
	if (run_id_parse(asked, &run, &board))
		return error_set(error, _("%s is a run; a board of it is \"%s:1\""), asked, asked);
	if (asked[strspn(asked, " ")] == '\0')
		return library->advice == NULL
		               ? error_set(error, _("the LEVEL is empty: \"%s\""),
		                           text_shown(asked).bytes)
		               : error_set(error, _("the LEVEL is empty: \"%s\"; %s"),
		                           text_shown(asked).bytes, library->advice);
	if (game_id_fault(asked, error))
		return false;
	if (strchr(asked, '#') != NULL)
		return unknown_id(asked, error);
	if (lacks_seed(asked))
		return error_set(error, _("%s: a game ID needs a seed, such as \"%s#42\""), asked,
		                 asked);
	if (nearest != NULL && strcmp(nearest, name) != 0)
		return error_set(error, _("%s: no such pack or file; did you mean \"%s\"?"),
		                 text_shown(asked).bytes, nearest);
	if (library->advice == NULL)
		return error_set(error, _("%s: no such mode, pack, level or file"),
		                 text_shown(asked).bytes);
	/* TRANSLATORS: The last %s is advice: "--list shows all". */
	return error_set(error, _("%s: no such mode, pack, level or file; %s"),
	                 text_shown(asked).bytes, library->advice);
}

/* Whether it can be read only once. */
static bool is_stream(const char *path)
{
	return strcmp(path, "-") == 0 || file_is_descriptor(path);
}

static bool find_in_file(struct library *library, const char *name, struct level_list *levels,
                         struct error *error)
{
	char path[LEVEL_NAME_MAX];
	int number = 0;
	if (snprintf(path, sizeof path, "%s", name) >= (int)sizeof path)
		return error_set(error, _("%s: name too long"), text_shown(name).bytes);
	if (access(path, F_OK) != 0 && strcmp(path, "-") != 0)
		number = cut_number(path);
	if (access(path, F_OK) != 0 && strcmp(path, "-") != 0)
		return unknown_name(library, name, error);
	if (is_stream(path) && library_pack(library, path) >= 0)
		return add_levels(library, levels, library_pack(library, path), number, error);
	struct pack pack;
	const bool good = library->pipes ? pack_read_named(&pack, path, error)
	                                 : pack_read_file(&pack, path, error);
	return good && add_pack(library, &pack, error) &&
	       add_levels(library, levels, library->count - 1, number, error);
}

bool library_find(struct library *library, const char *name, struct level_list *levels,
                  struct error *error)
{
	char pack_name[LEVEL_NAME_MAX];
	struct game_id id;
	int week, rung;
	const struct puzzle *puzzle = puzzle_named(name);
	if (puzzle != NULL)
		return add_puzzle(library, puzzle, levels, error);
	if (ladder_parse(name, &puzzle, &week, &rung) && rung == 0)
		return find_ladder(library, puzzle, week, levels, error);
	if (game_id_parse(name, &id))
		return find_id(library, &id, levels, error);
	if (level_code_is(name + strspn(name, " ")))
		return find_code(library, name, levels, error);
	snprintf(pack_name, sizeof pack_name, "%s", name);
	const int number = cut_number(pack_name);
	const int pack = library_pack(library, pack_name);
	if (pack >= 0 && pack < library->shipped)
		return add_levels(library, levels, pack, number, error);
	return library->no_files ? unknown_name(library, name, error)
	                         : find_in_file(library, name, levels, error);
}

bool library_find_shipped(const struct library *library, uint64_t identity, struct level_ref *ref)
{
	struct error error;
	struct level level;
	for (ref->pack = 0; ref->pack < library->shipped; ref->pack++)
		for (ref->level = 0; ref->level < library->packs[ref->pack].count; ref->level++)
			if (library_level_bare(library, *ref, &level, &error) &&
			    level_identity(library_puzzle(library, *ref), &level) == identity)
				return true;
	return false;
}

void library_neighbours(const struct library *library, struct level_ref ref,
                        struct level_list *levels, int *current)
{
	const bool shipped = ref.pack < library->shipped;
	const int first = shipped ? 0 : ref.pack;
	const int last = shipped ? library->shipped - 1 : ref.pack;
	struct level_list all = {0};
	struct error error;
	for (int p = first; p <= last; p++)
		if (!add_levels(library, &all, p, 0, &error)) {
			level_list_free(&all);
			return;
		}
	level_list_free(levels);
	*levels = all;
	for (int i = 0; i < all.count; i++)
		if (all.refs[i].pack == ref.pack && all.refs[i].level == ref.level)
			*current = i;
}

void library_name(const struct library *library, struct level_ref ref, char out[LEVEL_NAME_MAX])
{
	const struct pack *pack = &library->packs[ref.pack];
	if ((strchr(pack->name, '#') != NULL && ref.pack >= library->shipped && pack->count == 1) ||
	    level_code_is(pack->name))
		snprintf(out, LEVEL_NAME_MAX, "%s", pack->name);
	else
		snprintf(out, LEVEL_NAME_MAX, "%s:%d", pack->name, ref.level + 1);
}

bool library_is_portable(const struct library *library, struct level_ref ref)
{
	struct game_id id;
	const char *name = library->packs[ref.pack].name;
	return ref.pack < library->shipped || level_code_is(name) || game_id_parse(name, &id);
}

const char *library_pack_title(const struct library *library, int pack)
{
	const char *title = library->packs[pack].levels[0].value[HEADER_PACK];
	if (title != NULL)
		return title;
	const char *name = library->packs[pack].name, *slash = strrchr(name, '/');
	if (level_code_is(name))
		/* TRANSLATORS: Instead of the title of a pack: the level came as a code. */
		return _("Level code");
	return slash == NULL ? name : slash + 1;
}

const char *library_shown(const struct library *library, int pack, const char *text)
{
	const bool ours = pack < library->shipped || strcmp(text, UNTITLED) == 0;
	return ours ? language_level_text(text) : text;
}

const char *library_shown_pack(const struct library *library, int pack)
{
	return library_shown(library, pack, library_pack_title(library, pack));
}

const char *library_shown_title(const struct library *library, struct level_ref ref)
{
	return library_shown(library, ref.pack, library_text(library, ref)->title);
}

int library_replace_pack(struct library *library, int pack, struct pack *taken)
{
	if (pack < 0) {
		struct pack *packs =
			realloc(library->packs, (size_t)(library->count + 1) * sizeof *packs);
		if (packs == NULL) {
			pack_free(taken);
			return -1;
		}
		library->packs = packs;
		pack = library->count++;
	} else {
		pack_free(&library->packs[pack]);
	}
	library->packs[pack] = *taken;
	return pack;
}

bool library_show(struct library *library, struct pack *taken, struct level_ref *ref)
{
	const int pack =
		library_replace_pack(library, library->foreign > 0 ? library->foreign : -1, taken);
	if (pack >= 0)
		library->foreign = pack;
	*ref = (struct level_ref){pack, 0};
	return pack >= 0;
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

/* ---- the player's own levels ---- */

char *user_levels_path(const char *name)
{
	return file_user_path(getenv("XDG_DATA_HOME"), ".local/share", name);
}

void user_levels_make_folder(const char *path)
{
	char *folder = user_levels_path("");
	const size_t length = folder == NULL ? 0 : strlen(folder);
	if (length > 0 && strncmp(path, folder, length) == 0 && strchr(path + length, '/') == NULL)
		file_make_folders(path);
	free(folder);
}

static int is_level_file(const struct dirent *entry)
{
	return fnmatch("*.level", entry->d_name, FNM_PERIOD) == 0;
}

/* The path plus ":NUMBER" must fit in a level name. */
static bool read_file(struct library *library, struct level_list *levels, const char *path,
                      struct error *error)
{
	struct pack pack;
	if (path == NULL)
		return error_set(error, _("out of memory"));
	if (strlen(path) + sizeof ":10000" > LEVEL_NAME_MAX)
		return error_set(error, _("%s: name too long"), text_shown(path).bytes);
	if (!pack_read_file(&pack, path, error))
		return false;
	const int number = library_replace_pack(library, library_pack(library, path), &pack);
	return number < 0 ? error_set(error, _("out of memory"))
	                  : add_levels(library, levels, number, 0, error);
}

int user_levels_read(struct library *library, struct level_list *levels, struct error *error)
{
	struct dirent **entries = NULL;
	struct error other;
	int left_out = 0;
	char *folder = library->no_files ? NULL : user_levels_path("");
	const int count = folder == NULL ? 0 : scandir(folder, &entries, is_level_file, alphasort);
	for (int i = 0; i < count; i++) {
		char *path = user_levels_path(entries[i]->d_name);
		left_out += !read_file(library, levels, path, left_out == 0 ? error : &other);
		free(path);
		free(entries[i]);
	}
	const size_t length = folder == NULL ? 0 : strlen(folder);
	if (left_out > 0 && strncmp(error->text, folder, length) == 0) /* it need not be repeated */
		memmove(error->text, error->text + length, strlen(error->text + length) + 1);
	if (count < 0 && errno != ENOENT) /* usually the folder does not exist */
		left_out += !error_at(error, folder, 0, "%s", error_reason(errno));
	free(entries);
	free(folder);
	return left_out;
}
