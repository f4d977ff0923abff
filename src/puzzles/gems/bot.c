/* The bot of match three: an expectimax search of three swaps.
 *
 * The first swap is tried with random gems falling in, the same ones for every swap, so that luck
 * favours none. After it two more swaps are searched without refill; at the end, each valid swap
 * that is left counts as some points. The better half of the swaps is tried more often (successive
 * halving: Karnin, Koren, Somekh 2013), and the best mean wins.
 *
 * A board is a few bit-planes (planes.h). One of more than 64 cells is searched by windows. */
#include <stddef.h>

#include "algo/bits.h"
#include "algo/hash.h"
#include "algo/random.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/planes.h"
#include "puzzles/gems/rules.h"

enum {
	SIDE = 8,            /* of a window on a large board, where the board allows it */
	OVERLAP = 3,         /* of windows: four cells in line decide whether a swap is valid */
	PLANES = 5,          /* for COLOURS_MAX and dead gems */
	STEPS_MAX = 20,      /* of a cascade that are played */
	SAMPLES = 24,        /* of gems that may fall in */
	SAMPLE_STEPS = 4,    /* of a cascade, before a sample repeats */
	SWAP_VALUE = 6,      /* points for each valid swap that is left, */
	SWAPS_VALUED = 10,   /* up to so many */
	DEEP_SWAPS_MAX = 14, /* with more valid swaps, the search is one swap shorter */
	SWAPS_MAX = 2 * PLANE_CELLS,
};

/* The shape of a window, or a board, and its colours. */
struct bot_setup {
	struct plane_shape shape;
	int planes; /* in use */
	int colours;
};

struct planes {
	uint64_t plane[PLANES];
};

/* The gems that fall in, in each step of a cascade. */
struct sample {
	struct planes step[SAMPLE_STEPS];
};

/* ---- the rules, on planes ---- */

static struct plane_swaps find_swaps(const struct bot_setup *setup, const struct planes *planes)
{
	switch (setup->planes) {
	case 3:
		return planes_swaps(&setup->shape, planes->plane, 3);
	case 4:
		return planes_swaps(&setup->shape, planes->plane, 4);
	default:
		return planes_swaps(&setup->shape, planes->plane, PLANES);
	}
}

PLANES_INLINE void fill(const struct plane_shape *shape, uint64_t *plane, const uint64_t *from,
                        int planes)
{
	const uint64_t empty = shape->cells & ~planes_solid(plane, planes);
	for (int i = 0; i < planes; i++)
		plane[i] |= from[i] & empty;
}

PLANES_INLINE int cascade(const struct plane_shape *shape, uint64_t *plane, int cell, int places,
                          const struct sample *sample, int planes)
{
	int points = 0;
	planes_exchange(plane, cell, places, planes);
	for (int step = 1; step <= STEPS_MAX; step++) {
		uint64_t horizontal, vertical;
		const uint64_t runs = planes_runs(shape, plane, &horizontal, &vertical, planes);
		if (runs == 0)
			break;
		points += POINTS * step * (bits_count(horizontal) + bits_count(vertical));
		planes_clear(plane, runs, planes);
		planes_fall(shape, plane, planes);
		if (sample != NULL)
			fill(shape, plane, sample->step[step % SAMPLE_STEPS].plane, planes);
	}
	return points;
}

/* The points of a swap and its cascade. Without a sample nothing falls in. */
static int make_swap(const struct bot_setup *setup, struct planes *planes, int cell, int places,
                     const struct sample *sample)
{
	switch (setup->planes) {
	case 3:
		return cascade(&setup->shape, planes->plane, cell, places, sample, 3);
	case 4:
		return cascade(&setup->shape, planes->plane, cell, places, sample, 4);
	default:
		return cascade(&setup->shape, planes->plane, cell, places, sample, PLANES);
	}
}

/* ---- the search ---- */

/* The value of a board. */
typedef int evaluate_fn(const struct bot_setup *setup, const struct planes *planes);

static int evaluate_static(const struct bot_setup *setup, const struct planes *planes)
{
	const struct plane_swaps swaps = find_swaps(setup, planes);
	const int count = bits_count(swaps.right) + bits_count(swaps.up);
	return SWAP_VALUE * (count < SWAPS_VALUED ? count : SWAPS_VALUED);
}

/* The best swap of a mask: its points plus the value of the board after it. */
static int best_swap_of(const struct bot_setup *setup, const struct planes *planes, uint64_t mask,
                        int places, evaluate_fn *evaluate)
{
	int best = 0;
	for (; mask != 0; mask &= mask - 1) {
		struct planes next = *planes;
		const int points = make_swap(setup, &next, __builtin_ctzll(mask), places, NULL);
		const int value = points + evaluate(setup, &next);
		if (value > best)
			best = value;
	}
	return best;
}

static int best_swap(const struct bot_setup *setup, const struct planes *planes,
                     evaluate_fn *evaluate)
{
	const struct plane_swaps swaps = find_swaps(setup, planes);
	const int right = best_swap_of(setup, planes, swaps.right, setup->shape.stride, evaluate);
	const int up = best_swap_of(setup, planes, swaps.up, 1, evaluate);
	return right > up ? right : up;
}

static int evaluate_one_swap(const struct bot_setup *setup, const struct planes *planes)
{
	return best_swap(setup, planes, evaluate_static);
}

static int evaluate_two_swaps(const struct bot_setup *setup, const struct planes *planes)
{
	return best_swap(setup, planes, evaluate_one_swap);
}

/* ---- the first swap ---- */

struct candidate {
	int cell;   /* -1: none */
	int places; /* to the other cell */
	bool upper; /* that is the one above */
	int value;  /* sum over the samples so far */
};

static int list_swaps(const struct bot_setup *setup, struct plane_swaps swaps,
                      struct candidate list[SWAPS_MAX])
{
	int count = 0;
	for (uint64_t mask = swaps.right; mask != 0; mask &= mask - 1)
		list[count++] = (struct candidate){.cell = __builtin_ctzll(mask),
		                                   .places = setup->shape.stride};
	for (uint64_t mask = swaps.up; mask != 0; mask &= mask - 1)
		list[count++] = (struct candidate){.cell = __builtin_ctzll(mask),
		                                   .places = 1, .upper = true};
	return count;
}

/* Sorts the best ones first; equal ones keep their order. */
static void sort(struct candidate *list, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0 && list[j].value > list[j - 1].value; j--) {
			const struct candidate better = list[j];
			list[j] = list[j - 1];
			list[j - 1] = better;
		}
}

/* The best swap of a board; its cell is -1 if there is none. */
static struct candidate choose(const struct bot_setup *setup, const struct planes *planes,
                               const struct sample samples[SAMPLES], evaluate_fn *evaluate)
{
	static const struct {
		int samples; /* tried by the end of the round */
		int keep;    /* swaps that go on to the next round */
	} rounds[] = {{5, 4}, {12, 2}, {SAMPLES, 1}};
	struct candidate list[SWAPS_MAX];
	int count = list_swaps(setup, find_swaps(setup, planes), list), s = 0;
	if (count == 0)
		return (struct candidate){.cell = -1};
	if (count > DEEP_SWAPS_MAX)
		evaluate = evaluate_one_swap;
	for (size_t r = 0; r < sizeof rounds / sizeof rounds[0]; r++) {
		for (; s < rounds[r].samples; s++)
			for (int i = 0; i < count; i++) {
				struct planes next = *planes;
				list[i].value += make_swap(setup, &next, list[i].cell,
				                           list[i].places, &samples[s]);
				list[i].value += evaluate(setup, &next);
			}
		sort(list, count);
		count = count < rounds[r].keep ? count : rounds[r].keep;
	}
	return list[0];
}

static void draw_samples(const struct bot_setup *setup, struct random *random,
                         struct sample samples[SAMPLES])
{
	const struct plane_shape *shape = &setup->shape;
	for (int s = 0; s < SAMPLES; s++)
		for (int i = 0; i < SAMPLE_STEPS; i++) {
			struct planes drawn = {.plane = {0}};
			for (int cell = 0; cell < shape->rows * shape->columns; cell++) {
				const int row = cell / shape->columns;
				const int column = cell % shape->columns;
				const uint32_t colour =
					random_below(random, (uint32_t)setup->colours);
				planes_put(drawn.plane, planes_cell(shape, row, column),
				           1 + (int)colour, setup->planes);
			}
			samples[s].step[i] = drawn;
		}
}

/* ---- windows ---- */

/* The planes of a window; `grid` points at its top left cell. */
static struct planes window_of(const struct bot_setup *setup, const uint8_t *grid, int columns)
{
	const struct plane_shape *shape = &setup->shape;
	struct planes planes = {.plane = {0}};
	for (int column = 0; column < shape->columns; column++)
		for (int row = 0; row < shape->rows; row++) {
			const int colour = grid[(shape->rows - 1 - row) * columns + column];
			planes_put(planes.plane, planes_cell(shape, row, column),
			           colour <= setup->colours ? colour
			                                    : planes_dead_code(setup->planes),
			           setup->planes);
		}
	return planes;
}

/* The start of the next window of `length` cells, out of `whole`; -1 after the last. */
static int next_window(int at, int length, int whole)
{
	if (at + length >= whole)
		return -1;
	at += length - OVERLAP;
	return at + length < whole ? at : whole - length;
}

static void window_size(int rows, int columns, int *high, int *wide)
{
	*high = columns < SIDE ? PLANE_CELLS / columns : SIDE;
	*high = rows < *high ? rows : *high;
	*wide = columns < PLANE_CELLS / *high ? columns : PLANE_CELLS / *high;
}

/* Random numbers that depend on the grid alone, so that the same grid gives the same advice. */
static struct random random_of(const uint8_t *grid, int cells)
{
	uint64_t hash = HASH_BEGIN;
	for (int cell = 0; cell < cells; cell++)
		hash = hash_more(hash, grid[cell]);
	return (struct random){hash};
}

static struct bot_setup setup_for(const uint8_t *grid, int cells, int colours, int high, int wide)
{
	bool dead = false;
	for (int cell = 0; cell < cells; cell++)
		if (grid[cell] > colours)
			dead = true;
	return (struct bot_setup){
		.shape = planes_shape(high, wide, false, dead),
		.planes = planes_for(colours + dead),
		.colours = colours,
	};
}

bool gems_bot_advise(const uint8_t *grid, int rows, int columns, int colours,
                     struct bot_swap *best)
{
	struct sample samples[SAMPLES];
	struct random random = random_of(grid, rows * columns);
	int high, wide, value = -1;
	window_size(rows, columns, &high, &wide);
	const struct bot_setup setup = setup_for(grid, rows * columns, colours, high, wide);
	draw_samples(&setup, &random, samples);
	evaluate_fn *evaluate =
		rows * columns <= PLANE_CELLS ? evaluate_two_swaps : evaluate_one_swap;
	for (int top = 0; top >= 0; top = next_window(top, high, rows))
		for (int left = 0; left >= 0; left = next_window(left, wide, columns)) {
			const struct planes planes =
				window_of(&setup, grid + top * columns + left, columns);
			const struct candidate found = choose(&setup, &planes, samples, evaluate);
			if (found.cell < 0 || found.value <= value)
				continue;
			value = found.value;
			best->row = top + high - 1 - found.cell % setup.shape.stride;
			best->column = left + found.cell / setup.shape.stride;
			best->upper = found.upper;
		}
	return value >= 0;
}
