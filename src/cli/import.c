/* --import: reads what --export wrote. All lines are read and replayed before anything is stored,
 * and one bad line rejects all.
 *
 * A result is optimal only if the par of a shipped level proves it, or a search here. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/export_record.h"
#include "cli/import.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/language.h"
#include "puzzle/replay.h"

enum {
	IMPORT_BYTES_MAX = 256 << 20, /* size of all lines */
	PROOF_SECONDS = 1,            /* per level, unless a limit is given */
	PROOFS_MILLISECONDS = 30000,  /* for all levels */
};

/* ---- proofs ---- */

/* The minimum number of moves of a level; -1 if it is not proven in time. */
static int prove_minimum(const struct import *import, const char *text)
{
	struct error error;
	const struct limits limits = options_limits(import->options, PROOF_SECONDS);
	struct replay_level read;
	struct answer answer;
	if (milliseconds_now() >= import->proof_deadline ||
	    !replay_read("text", text, strlen(text), &read, &error))
		return -1;
	puzzle_prepare(read.puzzle, &read.level);
	solve_position(read.puzzle, &read.level, &read.level.start, &limits, NULL, NULL, &answer);
	return answer.verdict == OPTIMAL ? answer.upper : -1;
}

/* The par of a shipped level, which is proven; -1: not shipped. */
static int shipped_par(const struct library *library, uint64_t identity)
{
	struct error error;
	int found = -1;
	struct level level;
	for (int p = 0; p < library->shipped; p++)
		for (int l = 0; l < library->packs[p].count; l++) {
			const struct level_ref ref = {p, l};
			if (library_level_bare(library, ref, &level, &error) &&
			    level_identity(library_puzzle(library, ref), &level) == identity)
				found = level.par;
		}
	return found;
}

/* A level's minimum; -1: not proven. */
struct import_minimum {
	uint64_t level;
	int moves;
};

static int find_minimum(const struct import *import, const struct entry *entry)
{
	const int moves = prove_minimum(import, entry->text);
	return moves < 0 ? shipped_par(import->library, entry->level) : moves;
}

/* Remembers it; nothing is lost without memory but time. */
static void keep_minimum(struct import *import, uint64_t level, int moves)
{
	enum { STEP = 64 };
	struct import_minimum *more = import->minimum;
	if (import->minima % STEP == 0)
		more = realloc(more, (import->minima + STEP) * sizeof *more);
	if (more == NULL)
		return;
	import->minimum = more;
	more[import->minima++] = (struct import_minimum){level, moves};
}

static bool is_minimum(struct import *import, const struct entry *entry)
{
	for (size_t i = import->minima; i-- > 0;)
		if (import->minimum[i].level == entry->level)
			return entry->number == import->minimum[i].moves;
	const int moves = find_minimum(import, entry);
	keep_minimum(import, entry->level, moves);
	return entry->number == moves;
}

/* ---- lines ---- */

/* Nobody has moved a game in the future, although clocks may differ. */
static int64_t move_date(int64_t date)
{
	const int64_t now = (int64_t)time(NULL);
	return date > now + SECONDS_PER_DAY ? now : date;
}

static bool is_of_host(const struct entry *entry)
{
	return entry->kind == ENTRY_SETTING && setting_is_of_host(entry->name);
}

bool import_line(struct import *import, const char *line, size_t size, struct error *error)
{
	struct entry entry;
	json_t *object = record_from_json(line, size, &entry, error);
	if (object == NULL)
		return false;
	if (entry.kind == ENTRY_KINDS || is_of_host(&entry)) {
		json_decref(object);
		return true;
	}
	if (entry.kind == ENTRY_RESULT && entry.optimal)
		entry.optimal = is_minimum(import, &entry);
	if (entry.kind == ENTRY_GAME)
		entry.date = move_date(entry.date);
	const bool taken = entries_add(&import->all, &entry);
	import->count[entry.kind]++;
	json_decref(object);
	return taken || error_set(error, _("out of memory"));
}

void import_free(struct import *import)
{
	entries_free(&import->all);
	free(import->minimum);
}

/* Reads the next line, without its newline. The last one, at the file's end, may be empty. */
static bool read_line(FILE *in, char line[RECORD_BYTES_MAX], size_t *size, struct error *error)
{
	int byte;
	*size = 0;
	while ((byte = getc_unlocked(in)) != EOF && byte != '\n') {
		if (*size == RECORD_BYTES_MAX)
			return error_set(error, _("longer than %d MiB"), RECORD_BYTES_MAX >> 20);
		line[(*size)++] = (char)byte;
	}
	return true;
}

static bool read_lines(struct import *import, FILE *in, struct error *error)
{
	char *line = malloc(RECORD_BYTES_MAX);
	size_t size, total = 0;
	struct error fault;
	bool good = line != NULL || error_set(&fault, _("out of memory"));
	while (good && !feof(in) && !ferror(in)) {
		import->line++;
		good = read_line(in, line, &size, &fault);
		total += size;
		if (good && total > IMPORT_BYTES_MAX)
			good = error_set(&fault, _("more than %d MiB"), IMPORT_BYTES_MAX >> 20);
		if (good && size > 0 && !ferror(in))
			good = import_line(import, line, size, &fault);
	}
	if (ferror(in))
		good = error_at(error, import->name, 0, "%s", error_reason(errno));
	else if (!good)
		error_at(error, import->name, import->line, "%s", fault.text);
	free(line);
	return good;
}

static bool read_input(struct import *import, struct error *error)
{
	if (strcmp(import->name, "-") == 0) {
		import->name = _("standard input");
		return read_lines(import, stdin, error);
	}
	const int file =
		file_open_named(import->name, _("expected a file written by --export"), error);
	if (file < 0)
		return false;
	FILE *in = fdopen(file, "r");
	if (in == NULL) {
		close(file);
		return error_at(error, import->name, 0, _("out of memory"));
	}
	const bool good = read_lines(import, in, error);
	fclose(in);
	return good;
}

/* ---- all ---- */

/* What was read, and what of it is new; "" if nothing. */
static void print_summary(const char *all, const char *new)
{
	if (all[0] == '\0') {
		puts(_("Nothing to import."));
		return;
	}
	if (new[0] == '\0')
		/* TRANSLATORS: %s is what was imported: "2 results, 1 game". */
		printf(_("%s; new: nothing"), all);
	else
		/* TRANSLATORS: Both %s are such as "2 results, 1 game". */
		printf(_("%s; new: %s"), all, new);
	putchar('\n');
}

static bool store_all(struct import *import, struct store *store, struct error *error)
{
	int added[ENTRY_KINDS];
	char all[ENTRY_SUMMARY_MAX], new[ENTRY_SUMMARY_MAX];
	if (!store_add_all(store, &import->all, added)) {
		const char *why = store_trouble(store);
		return error_set(error, _("nothing was imported: %s"),
		                 why != NULL ? why : _("out of memory"));
	}
	added[ENTRY_LEVEL] = 0;
	entry_summary(import->count, all);
	entry_summary(added, new);
	print_summary(all, new);
	return true;
}

int cli_import(struct request *request)
{
	const struct options *options = request->options;
	struct error error;
	struct import import = {.options = options,
	                        .library = request->library,
	                        .name = options->level_count > 0 ? options->levels[0] : "-",
	                        .proof_deadline = milliseconds_now() + PROOFS_MILLISECONDS};
	const bool good = read_input(&import, &error) && store_all(&import, request->store, &error);
	import_free(&import);
	return good ? STATUS_OK : cli_fail(error.text);
}
