/* --list: packs and levels, with par and the player's best. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/print.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/measured.h"
#include "puzzle/shape.h"

struct list_line {
	uint64_t identity, shape;
	int par;
	bool endless;
	struct best best;
};

static bool read_levels(const struct library *library, const struct level_list *levels,
                        struct list_line *lines, struct error *error)
{
	struct level level;
	for (int i = 0; i < levels->count; i++) {
		const struct level_ref ref = levels->refs[i];
		if (!library_level_bare(library, ref, &level, error))
			return false;
		lines[i].identity = level_identity(library_puzzle(library, ref), &level);
		lines[i].shape = level_shape(library_puzzle(library, ref), &level).least;
		lines[i].par = level.par;
		lines[i].endless = level.endless;
	}
	return true;
}

/* Reads all results before anything is printed, because the reader of the output may be slow. NULL,
 * or why not all are known. */
static const char *read_bests(struct store *store, struct list_line *lines, int count)
{
	store_begin_snapshot(store);
	for (int i = 0; i < count; i++)
		lines[i].best = store_best(store, lines[i].identity);
	return cli_read_problem(store, store_end_snapshot(store));
}

/* Moves, or points if the level is endless. */
static int64_t best_number(const struct list_line *line)
{
	return line->endless ? line->best.score : line->best.count;
}

static bool print_line(const struct library *library, struct level_ref ref,
                       const struct list_line *line)
{
	char heading[HEADING_MAX], par[16] = "-", best[16] = "-";
	level_heading(library, ref, heading);
	if (line->par >= 0)
		snprintf(par, sizeof par, "%d", line->par);
	if (line->best.count >= 0)
		snprintf(best, sizeof best, "%" PRId64, best_number(line));
	const char *stars = !line->best.optimal ? "" : line->best.unaided ? " **" : " *";
	const int blanks = 48 - text_columns(heading);
	printf("  %s%*s ", heading, blanks > 0 ? blanks : 0, "");
	/* TRANSLATORS: Columns of --list: a level's par, and the player's best number of moves. */
	printf(_("par %3s   best %3s"), par, best);
	return printf("%s\n", stars) > 0;
}

static bool print_line_json(const struct library *library, struct level_ref ref,
                            const struct list_line *line)
{
	json_t *par = json_if_known(line->par >= 0, line->par);
	const int measured = measured_rating(line->identity);
	json_t *rating = json_if_known(measured >= 0, measured);
	json_t *best = json_if_known(line->best.count >= 0, best_number(line));
	json_t *more =
		json_pack("{s:o, s:o, s:o, s:o, s:o}", "identity", json_of_identity(line->identity),
	                  "shape", json_of_identity(line->shape), "par", par, "rating", rating,
	                  "best", best);
	return print_json(json_of_level(library, ref, more));
}

static void print_pack(const struct library *library, int pack)
{
	char title[2 * HEADER_BYTES_MAX];
	text_sanitize(title, sizeof title, library_shown_pack(library, pack));
	print_headed(_(pack_puzzle(&library->packs[pack], 0)->title), title);
}

static bool print_lines(const struct request *request, const struct list_line *lines)
{
	const struct library *library = request->library;
	const bool json = request->options->json;
	bool good = true;
	for (int i = 0, pack = -1; good && i < request->levels.count; i++) {
		const struct level_ref ref = request->levels.refs[i];
		if (ref.pack != pack && !json)
			print_pack(library, ref.pack);
		pack = ref.pack;
		good = (json ? print_line_json : print_line)(library, ref, &lines[i]);
	}
	return good;
}

int cli_list(struct request *request)
{
	struct error error;
	struct list_line *lines = calloc((size_t)request->levels.count, sizeof *lines);
	if (lines == NULL)
		return cli_fail(_("out of memory"));
	bool printed = false, good = read_levels(request->library, &request->levels, lines, &error);
	if (good) {
		const char *unread = read_bests(request->store, lines, request->levels.count);
		printed = print_lines(request, lines);
		good = unread == NULL ||
		       error_set(&error, _("your results can't be read: %s"), unread);
	}
	free(lines);
	return !good ? cli_fail(error.text) : printed ? STATUS_OK : STATUS_NO;
}
