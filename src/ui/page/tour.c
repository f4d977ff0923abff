/* The tour that the demo makes where no level is named: from puzzle to puzzle, and through each by
 * strides, so that neither puzzles nor packs come in a row. It is the same every time, so that a
 * recording can be made again. */
#include <assert.h>
#include <stdlib.h>

#include "os/text.h"
#include "puzzle/registry.h"
#include "ui/page/game.h"

enum {
	PAR_LEAST = 3, /* what is shorter is over before it was seen */
	PAR_MOST = 12,
	ENDLESS = 3,   /* one of so many rounds has a game without an end */
};

/* Neither a trifle nor long; or else without an end, which is without par. */
static bool is_fit(const struct library *library, struct level_ref place, bool endless)
{
	const char *value = library_text(library, place)->value[HEADER_PAR];
	long par;
	return endless ? value == NULL
	               : value != NULL && text_number(value, PAR_LEAST, PAR_MOST, &par);
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

/* A stride over a circle of `count` places that meets all of them, about two fifths of it. */
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

/* Puts levels on every `step`th place of the tour, as often as it takes. */
static void lay_out(const struct level_ref *levels, int count, struct level_ref *tour, int places,
                    int step)
{
	assert(count > 0);
	const int stride = stride_of(count);
	for (int i = 0; i < places; i++)
		tour[i * step] = levels[i * stride % count];
}

/* Every round has a level of each puzzle; there are as many as the one with the most has levels. */
static int count_rounds(const struct library *library, struct level_ref *levels)
{
	int rounds = 0;
	for (int m = 0; puzzle_at(m) != NULL; m++) {
		const int count = list_fit(library, puzzle_at(m), false, levels);
		assert(count > 0); /* every puzzle comes with some */
		rounds = count > rounds ? count : rounds;
	}
	return rounds;
}

static struct level_list make_tour(const struct library *library, struct level_ref *levels)
{
	int width = 0;
	while (puzzle_at(width) != NULL)
		width++;
	const int rounds = count_rounds(library, levels);
	struct level_ref *tour = calloc((size_t)rounds * (size_t)width, sizeof *tour);
	for (int m = 0; tour != NULL && m < width; m++) {
		int count = list_fit(library, puzzle_at(m), false, levels);
		lay_out(levels, count, tour + m, rounds, width);
		count = list_fit(library, puzzle_at(m), true, levels);
		if (count > 0)
			lay_out(levels, count, tour + (ENDLESS - 1) * width + m, rounds / ENDLESS,
			        ENDLESS * width);
	}
	return (struct level_list){tour, tour == NULL ? 0 : rounds * width};
}

bool tour_begin(struct app *app)
{
	const struct library *library = app->library;
	int all = 0;
	for (int p = 0; p < library->shipped; p++)
		all += library->packs[p].count;
	struct level_ref *levels = calloc((size_t)all, sizeof *levels);
	if (levels != NULL)
		app->levels = make_tour(library, levels);
	free(levels);
	return app->levels.count > 0;
}
