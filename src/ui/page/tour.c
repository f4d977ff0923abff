/* The tour goes from puzzle to puzzle, and through the levels of each by strides, so that neither
 * puzzles nor packs come in a row. It is the same every time, so that a recording can be made
 * again. */
#include "ui/page/tour.h"

#include <assert.h>
#include <stdlib.h>

#include "os/text.h"
#include "puzzle/registry.h"
#include "ui/page/game.h"

enum {
	PAR_LEAST = 3, /* a shorter one is over too soon */
	PAR_MOST = 12,
	ENDLESS = 3, /* one of so many rounds has endless games */
};

/* Whether the level's par is fit for the tour; or else, whether it is endless: it has no par. */
static bool is_fit(const struct library *library, struct level_ref place, bool endless)
{
	const char *value = library_text(library, place)->value[HEADER_PAR];
	long par;
	return endless ? value == NULL
	               : value != NULL && text_read_number(value, PAR_LEAST, PAR_MOST, &par);
}

/* The puzzle's levels for the tour, in their order; returns how many. */
static int list_fit(const struct library *library, const struct puzzle *puzzle, bool endless,
                    struct level_ref *out)
{
	int count = 0;
	for (int p = 0; p < library->shipped; p++)
		for (int l = 0; l < library->packs[p].count; l++) {
			const struct level_ref place = {p, l};
			if (library_puzzle(library, place) == puzzle &&
			    is_fit(library, place, endless))
				out[count++] = place;
		}
	return count;
}

/* A step that visits all of `count` levels in a cycle: coprime to `count`, and about two fifths of
 * it. */
static int stride_of(int count)
{
	for (int stride = 2 * count / 5; stride > 1; stride--) {
		int a = count, b = stride;
		while (b != 0) {
			const int rest = a % b;
			a = b;
			b = rest;
		}
		if (a == 1)
			return stride;
	}
	return 1;
}

/* Puts levels on every `step`th place of the tour, each as often as it takes. */
static void lay_out(const struct level_ref *levels, int count, struct level_ref *tour, int places,
                    int step)
{
	assert(count > 0);
	const int stride = stride_of(count);
	for (int i = 0; i < places; i++)
		tour[i * step] = levels[i * stride % count];
}

/* Counts the puzzles that have a level for the tour. Every round has one level of each; there are
 * as many rounds as the puzzle with the most levels needs. */
static int count_puzzles(const struct library *library, struct level_ref *levels, int *rounds)
{
	int puzzles = 0;
	*rounds = 0;
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		const int count = list_fit(library, puzzle_at(i), false, levels);
		puzzles += count > 0;
		*rounds = count > *rounds ? count : *rounds;
	}
	return puzzles;
}

/* `levels` has room for all shipped ones. */
static struct level_list lay_out_all(const struct library *library, struct level_ref *levels)
{
	int rounds, column = 0;
	const int width = count_puzzles(library, levels, &rounds);
	struct level_ref *tour = calloc((size_t)rounds * (size_t)width, sizeof *tour);
	for (int i = 0; tour != NULL && puzzle_at(i) != NULL; i++) {
		int count = list_fit(library, puzzle_at(i), false, levels);
		if (count == 0)
			continue;
		lay_out(levels, count, tour + column, rounds, width);
		count = list_fit(library, puzzle_at(i), true, levels);
		if (count > 0)
			lay_out(levels, count, tour + (ENDLESS - 1) * width + column,
			        rounds / ENDLESS, ENDLESS * width);
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
	struct level_list tour = {NULL, 0};
	struct level_ref *levels = calloc((size_t)all, sizeof *levels);
	if (levels != NULL)
		tour = lay_out_all(library, levels);
	free(levels);
	return tour;
}

bool tour_begin(struct app *app)
{
	app->levels = tour_levels(app->library);
	return app->levels.count > 0;
}
