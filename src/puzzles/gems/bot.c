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
	SIDE = 8,            /* side of a window on a large board, where the board allows it */
	OVERLAP = 3,         /* between windows: four cells in line decide if a swap is valid */
	PLANES = 5,          /* for COLOURS_MAX and dead gems */
	STEPS_MAX = 20,      /* steps of a cascade that are played */
	SAMPLES = 24,        /* samples of gems that may fall in */
	SAMPLE_STEPS = 4,    /* steps of a cascade, before a sample repeats */
	SWAP_VALUE = 6,      /* points for each valid swap that is left, */
	SWAPS_VALUED = 10,   /* at most */
	DEEP_SWAPS_MAX = 14, /* with more valid swaps, the search is one swap shorter */
	SWAPS_MAX = 2 * PLANE_CELLS,
};

/* A board, or a window of one. */
struct planes {
	uint64_t plane[PLANES];
};

struct bot {
	struct plane_shape shape; /* shape of a window, or of the board */
	int planes;               /* in use */

	/* What falls in, in each step of a cascade. */
	struct planes sample[SAMPLES][SAMPLE_STEPS];
};

/* ---- the rules, on planes ---- */

static struct plane_swaps find_swaps(const struct bot *bot, const struct planes *planes)
{
	switch (bot->planes) {
	case 3:
		return planes_swaps(&bot->shape, planes->plane, 3);
	case 4:
		return planes_swaps(&bot->shape, planes->plane, 4);
	default:
		return planes_swaps(&bot->shape, planes->plane, PLANES);
	}
}

PLANES_INLINE int cascade(const struct plane_shape *shape, uint64_t *plane, int cell, bool upper,
                          const struct planes *sample, int planes)
{
	int points = 0;
	planes_exchange(plane, cell, upper ? 1 : shape->stride, planes);
	for (int step = 1; step <= STEPS_MAX; step++) {
		uint64_t horizontal, vertical;
		if (!planes_step(shape, plane, &horizontal, &vertical, planes))
			break;
		points += POINTS * step * (bits_count(horizontal) + bits_count(vertical));
		if (sample == NULL)
			continue;
		const uint64_t empty = shape->cells & ~planes_solid(plane, planes);
		for (int i = 0; i < planes; i++)
			plane[i] |= sample[step % SAMPLE_STEPS].plane[i] & empty;
	}
	return points;
}

/* The points of a swap and its cascade. Without a sample nothing falls in. */
static int make_swap(const struct bot *bot, struct planes *planes, int cell, bool upper,
                     const struct planes *sample)
{
	switch (bot->planes) {
	case 3:
		return cascade(&bot->shape, planes->plane, cell, upper, sample, 3);
	case 4:
		return cascade(&bot->shape, planes->plane, cell, upper, sample, 4);
	default:
		return cascade(&bot->shape, planes->plane, cell, upper, sample, PLANES);
	}
}

/* ---- the search ---- */

/* The value of a board at the end of the search. */
static int evaluate_static(const struct bot *bot, const struct planes *planes)
{
	const struct plane_swaps swaps = find_swaps(bot, planes);
	const int count = bits_count(swaps.right) + bits_count(swaps.up);
	return SWAP_VALUE * (count < SWAPS_VALUED ? count : SWAPS_VALUED);
}

/* The value of a board: the points of the best `depth` swaps, and the value of the board after
 * them. */
static int evaluate(const struct bot *bot, const struct planes *planes, int depth)
{
	const struct plane_swaps swaps = find_swaps(bot, planes);
	int best = 0;
	for (int upper = 0; upper < 2; upper++)
		for (uint64_t mask = upper ? swaps.up : swaps.right; mask != 0; mask &= mask - 1) {
			struct planes next = *planes;
			int value = make_swap(bot, &next, __builtin_ctzll(mask), upper, NULL);
			value += depth == 1 ? evaluate_static(bot, &next)
			                    : evaluate(bot, &next, depth - 1);
			best = value > best ? value : best;
		}
	return best;
}

/* A first swap. */
struct candidate {
	int cell;   /* -1: none */
	bool upper; /* with the cell above */
	int value;  /* sum over the samples so far */
};

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

/* The best swap of a board, with `depth` more searched after it. */
static struct candidate choose(const struct bot *bot, const struct planes *planes, int depth)
{
	static const struct {
		int samples; /* tried by the end of the round */
		int keep;    /* swaps that go on to the next round */
	} rounds[] = {{5, 4}, {12, 2}, {SAMPLES, 1}};
	const struct plane_swaps swaps = find_swaps(bot, planes);
	struct candidate list[SWAPS_MAX] = {{.cell = -1}};
	int count = 0, s = 0;
	for (int upper = 0; upper < 2; upper++)
		for (uint64_t mask = upper ? swaps.up : swaps.right; mask != 0; mask &= mask - 1)
			list[count++] = (struct candidate){__builtin_ctzll(mask), upper, 0};
	if (count > DEEP_SWAPS_MAX)
		depth = 1;
	for (size_t r = 0; r < sizeof rounds / sizeof rounds[0]; r++) {
		for (; s < rounds[r].samples; s++)
			for (int i = 0; i < count; i++) {
				struct planes next = *planes;
				list[i].value += make_swap(bot, &next, list[i].cell, list[i].upper,
				                           bot->sample[s]);
				list[i].value += evaluate(bot, &next, depth);
			}
		sort(list, count);
		count = count < rounds[r].keep ? count : rounds[r].keep;
	}
	return list[0];
}

/* ---- windows ---- */

static void draw_samples(struct bot *bot, int colours, struct random *random)
{
	const struct plane_shape *shape = &bot->shape;
	uint8_t grid[PLANE_CELLS];
	for (int s = 0; s < SAMPLES * SAMPLE_STEPS; s++) {
		struct planes *planes = &bot->sample[s / SAMPLE_STEPS][s % SAMPLE_STEPS];
		for (int row = shape->rows - 1; row >= 0; row--)
			for (int column = 0; column < shape->columns; column++)
				grid[row * shape->columns + column] =
					(uint8_t)(1 + random_below(random, (uint32_t)colours));
		*planes = (struct planes){{0}};
		planes_read(shape, grid, shape->columns, planes->plane, bot->planes);
	}
}

/* Prepares for the windows of a grid. The random numbers depend on the grid alone, so that the same
 * grid gives the same advice. */
static void prepare(struct bot *bot, const uint8_t *grid, int rows, int columns, int colours)
{
	struct random random = {HASH_BEGIN};
	bool dead = false;
	for (int cell = 0; cell < rows * columns; cell++) {
		random.state = hash_more(random.state, grid[cell]);
		if (grid[cell] == DEAD_GEM)
			dead = true;
		else if (grid[cell] > colours)
			colours = grid[cell];
	}
	const int side = columns < SIDE ? PLANE_CELLS / columns : SIDE;
	const int high = rows < side ? rows : side;
	const int wide = columns < PLANE_CELLS / high ? columns : PLANE_CELLS / high;
	bot->shape = planes_shape(high, wide, false, dead);
	bot->planes = planes_for(colours + dead);
	draw_samples(bot, colours, &random);
}

/* The start of the next window of `length` cells, out of `whole`; -1 after the last. */
static int next_window(int at, int length, int whole)
{
	if (at + length >= whole)
		return -1;
	at += length - OVERLAP;
	return at + length < whole ? at : whole - length;
}

int gems_bot_advise(const uint8_t *grid, int rows, int columns, int colours)
{
	struct bot bot;
	prepare(&bot, grid, rows, columns, colours);
	const struct plane_shape *shape = &bot.shape;
	const int depth = rows * columns <= PLANE_CELLS ? 2 : 1;
	int swap = -1, value = -1;
	for (int top = 0; top >= 0; top = next_window(top, shape->rows, rows))
		for (int left = 0; left >= 0; left = next_window(left, shape->columns, columns)) {
			struct planes planes = {{0}};
			planes_read(shape, grid + top * columns + left, columns, planes.plane,
			            bot.planes);
			const struct candidate best = choose(&bot, &planes, depth);
			if (best.cell < 0 || best.value <= value)
				continue;
			const int row = top + shape->rows - 1 - best.cell % shape->stride;
			value = best.value;
			swap = 2 * (row * columns + left + best.cell / shape->stride) + best.upper;
		}
	return swap;
}
