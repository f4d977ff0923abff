/* --list: packs and levels, with par and the player's best. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/print.h"
#include "core/text.h"

struct line {
	struct level level;
	struct best best;
};

static bool read_line(const struct library *library, struct place place, struct store *store,
                      struct line *line, struct error *error)
{
	if (!library_level_bare(library, place, &line->level, error))
		return false;
	const struct mode *mode = library_mode(library, place);
	line->best = store_best(store, level_identity(mode, &line->level));
	return true;
}

/* Moves, or points where there is no end. */
static int64_t best_number(const struct line *line)
{
	return line->level.endless ? line->best.score : line->best.count;
}

static bool print_line(const struct library *library, struct place place, const struct line *line)
{
	char heading[HEADING_MAX], par[16] = "-", best[16] = "-";
	heading_of_place(library, place, heading);
	if (line->level.par >= 0)
		snprintf(par, sizeof par, "%d", line->level.par);
	if (line->best.count >= 0)
		snprintf(best, sizeof best, "%" PRId64, best_number(line));
	const int blanks = 48 - text_columns(heading);
	return printf("  %s%*s par %3s   best %3s%s\n", heading, blanks > 0 ? blanks : 0, "", par,
	              best, line->best.optimal ? " *" : "") > 0;
}

static bool print_line_json(const struct library *library, struct place place,
                            const struct line *line)
{
	json_t *object = json_of_place(library, place);
	json_object_set_new(object, "par",
	                    line->level.par >= 0 ? json_integer(line->level.par) : json_null());
	json_object_set_new(object, "best",
	                    line->best.count >= 0 ? json_integer(best_number(line)) : json_null());
	return print_json(object);
}

static void print_pack(const struct library *library, int pack)
{
	char title[HEADER_BYTES_MAX];
	text_clean(title, sizeof title, library_pack_title(library, pack));
	printf("%s: %s\n", pack_mode(&library->packs[pack], 0)->title, title);
}

int cli_list(const struct options *options, struct library *library, const struct places *places,
             struct store *store)
{
	struct error error;
	struct line *line = malloc(sizeof *line);
	int status = line == NULL ? STATUS_NO : STATUS_GOOD, pack = -1;
	for (int i = 0; i < places->count && status == STATUS_GOOD; i++) {
		const struct place place = places->place[i];
		if (!read_line(library, place, store, line, &error)) {
			status = cli_fail(&error);
			break;
		}
		if (place.pack != pack && !options->json)
			print_pack(library, place.pack);
		pack = place.pack;
		if (!(options->json ? print_line_json : print_line)(library, place, line))
			status = STATUS_NO;
	}
	free(line);
	return status;
}
