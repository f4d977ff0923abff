/* The tour alternates between the puzzles and takes the levels of each in strides, so that no
 * puzzle or pack comes twice in a row. It is the same every time, so that a recording can be
 * repeated. */
#include "play/library.h"

#include <assert.h>
#include <stdlib.h>

#include "os/text.h"
#include "puzzle/registry.h"

enum {
	TOUR_PAR_MIN = 3, /* a shorter one is over too soon */
	TOUR_PAR_MAX = 12,
	ENDLESS = 3, /* one round in this many has endless games */
};

/* The puzzle's levels for the tour, in their order: those with a suitable par, or else the endless
 * ones. Returns how many. */
static int list_fit(const struct library *library, const struct puzzle *puzzle, bool endless,
                    struct level_ref *out)
{
	int count = 0;
	for (int p = 0; p < library->shipped; p++)
		for (int l = 0; l < library->packs[p].count; l++) {
			const struct level_ref ref = {p, l};
			const char *par = library_text(library, ref)->value[HEADER_PAR];
			long number;
			if (library_puzzle(library, ref) == puzzle && (par == NULL) == endless &&
			    (endless || text_read_number(par, TOUR_PAR_MIN, TOUR_PAR_MAX, &number)))
				out[count++] = ref;
		}
	return count;
}

static int common_divisor(int a, int b)
{
	return b == 0 ? a : common_divisor(b, a % b);
}

/* Puts levels on every `step`th place of the tour, repeated as needed, in strides that are coprime
 * to `count` and about two fifths of it, so that a cycle visits all of them. */
static void lay_out(const struct level_ref *levels, int count, struct level_ref *tour, int places,
                    int step)
{
	int stride = 2 * count / 5;
	while (stride > 1 && common_divisor(count, stride) > 1)
		stride--;
	for (int i = 0; count > 0 && i < places; i++)
		tour[i * step] = levels[i * (stride > 1 ? stride : 1) % count];
}

/* Every round has a level of each puzzle that has any. There are as many rounds as the puzzle with
 * the most levels needs. `levels` has room for all shipped ones. */
static struct level_list lay_out_all(const struct library *library, struct level_ref *levels)
{
	int rounds = 0, width = 0, column = 0;
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		const int count = list_fit(library, puzzle_at(i), false, levels);
		width += count > 0;
		rounds = count > rounds ? count : rounds;
	}
	struct level_ref *tour = calloc((size_t)rounds * (size_t)width, sizeof *tour);
	for (int i = 0; tour != NULL && puzzle_at(i) != NULL; i++) {
		int count = list_fit(library, puzzle_at(i), false, levels);
		if (count == 0)
			continue;
		lay_out(levels, count, tour + column, rounds, width);
		count = list_fit(library, puzzle_at(i), true, levels);
		lay_out(levels, count, tour + (ENDLESS - 1) * width + column, rounds / ENDLESS,
		        ENDLESS * width);
		column++;
	}
	assert(tour == NULL || column == width);
	return (struct level_list){tour, tour == NULL ? 0 : rounds * width};
}

struct level_list tour_levels(const struct library *library)
{
	int all = 0;
	for (int p = 0; p < library->shipped; p++)
		all += library->packs[p].count;
	struct level_ref *levels = calloc((size_t)all, sizeof *levels);
	const struct level_list tour =
		levels == NULL ? (struct level_list){NULL, 0} : lay_out_all(library, levels);
	free(levels);
	return tour;
}
