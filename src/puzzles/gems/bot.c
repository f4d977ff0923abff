/* An expectimax search of three swaps.
 *
 * The first swap is tried with gems that fall in by chance, the same for every swap, so that luck
 * weighs on all alike. Behind it two more swaps are looked for among the gems that are there, with
 * nothing falling in; where they end, every swap that is left counts as some points. The better
 * half of the swaps goes on to be tried more often (successive halving: Karnin, Koren, Somekh
 * 2013), and the best mean is the advice.
 *
 * A board is a few bit-planes (gems_planes.h). One of more than 64 cells is looked at through
 * windows. */
#include "puzzles/gems/bot.h"

#include <stddef.h>

#include "algo/bits.h"
#include "algo/hash.h"
#include "algo/random.h"
#include "puzzles/gems/planes.h"

enum {
	SIDE = 8,         /* of a window on a large board, where the board allows it */
	OVERLAP = 3,      /* of windows: what makes a swap valid lies within four cells in line */
	PLANES = 5,       /* for BOT_COLOURS_MAX and dead gems */
	POINTS = 10,      /* of three in a row in a cascade's first step */
	STEPS_MAX = 20,   /* of a cascade that are looked at */
	SAMPLES = 24,     /* of what may fall in */
	SAMPLE_STEPS = 4, /* of a cascade, until the same falls in again */
	SWAP_WORTH = 6,   /* points for each swap that is left */
	SWAPS_WORTH = 10, /* so many count */
	DEEP_SWAPS = 14,  /* with more than these on the board, one swap less is looked ahead */
	SWAPS_MAX = 2 * PLANE_CELLS,
};

/* What a board, or a window on it, is played by. */
struct table {
	struct plane_shape shape;
	int planes; /* in use */
	int colours;
};

struct planes {
	uint64_t plane[PLANES];
};

/* What falls in, in each step of a cascade. */
struct sample {
	struct planes step[SAMPLE_STEPS];
};

/* ---- the rules, on planes ---- */

static struct plane_swaps find_swaps(const struct table *table, const struct planes *planes)
{
	switch (table->planes) {
	case 3:
		return planes_swaps(&table->shape, planes->plane, 3);
	case 4:
		return planes_swaps(&table->shape, planes->plane, 4);
	default:
		return planes_swaps(&table->shape, planes->plane, PLANES);
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
		uint64_t across, upright;
		const uint64_t runs = planes_runs(shape, plane, &across, &upright, planes);
		if (runs == 0)
			break;
		points += POINTS * step *
		          (bits_count(across) + bits_count(upright));
		planes_clear(plane, runs, planes);
		planes_fall(shape, plane, planes);
		if (sample != NULL)
			fill(shape, plane, sample->step[step % SAMPLE_STEPS].plane, planes);
	}
	return points;
}

/* The points of a swap and all that follows; with `sample` NULL nothing falls in. */
static int play(const struct table *table, struct planes *planes, int cell, int places,
                const struct sample *sample)
{
	switch (table->planes) {
	case 3:
		return cascade(&table->shape, planes->plane, cell, places, sample, 3);
	case 4:
		return cascade(&table->shape, planes->plane, cell, places, sample, 4);
	default:
		return cascade(&table->shape, planes->plane, cell, places, sample, PLANES);
	}
}

/* ---- the search ---- */

/* What a board is worth. */
typedef int worth_fn(const struct table *table, const struct planes *planes);

static int worth_at_rest(const struct table *table, const struct planes *planes)
{
	const struct plane_swaps swaps = find_swaps(table, planes);
	const int count = bits_count(swaps.right) + bits_count(swaps.up);
	return SWAP_WORTH * (count < SWAPS_WORTH ? count : SWAPS_WORTH);
}

/* The most that a swap from this mask scores, with the worth of the board behind it. */
static int best_of(const struct table *table, const struct planes *planes, uint64_t mask,
                   int places, worth_fn *worth_behind)
{
	int best = 0;
	for (; mask != 0; mask &= mask - 1) {
		struct planes next = *planes;
		const int points = play(table, &next, __builtin_ctzll(mask), places, NULL);
		const int worth = points + worth_behind(table, &next);
		if (worth > best)
			best = worth;
	}
	return best;
}

static int best_swap(const struct table *table, const struct planes *planes,
                     worth_fn *worth_behind)
{
	const struct plane_swaps swaps = find_swaps(table, planes);
	const int right = best_of(table, planes, swaps.right, table->shape.stride, worth_behind);
	const int up = best_of(table, planes, swaps.up, 1, worth_behind);
	return right > up ? right : up;
}

static int worth_of_one(const struct table *table, const struct planes *planes)
{
	return best_swap(table, planes, worth_at_rest);
}

static int worth_of_two(const struct table *table, const struct planes *planes)
{
	return best_swap(table, planes, worth_of_one);
}

/* ---- the first swap ---- */

struct candidate {
	int cell;   /* -1: none */
	int places; /* to the other cell */
	bool upper; /* that is the one above */
	int worth;  /* sum over the samples so far */
};

static int list_swaps(const struct table *table, struct plane_swaps swaps,
                      struct candidate list[SWAPS_MAX])
{
	int count = 0;
	for (uint64_t mask = swaps.right; mask != 0; mask &= mask - 1)
		list[count++] = (struct candidate){.cell = __builtin_ctzll(mask),
		                                   .places = table->shape.stride};
	for (uint64_t mask = swaps.up; mask != 0; mask &= mask - 1)
		list[count++] = (struct candidate){.cell = __builtin_ctzll(mask),
		                                   .places = 1, .upper = true};
	return count;
}

/* The best ones first; equal ones keep their order. */
static void sort(struct candidate *list, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0 && list[j].worth > list[j - 1].worth; j--) {
			const struct candidate better = list[j];
			list[j] = list[j - 1];
			list[j - 1] = better;
		}
}

/* The best swap of a board, or one of no cell if there is none. */
static struct candidate choose(const struct table *table, const struct planes *planes,
                               const struct sample samples[SAMPLES], worth_fn *worth)
{
	static const struct {
		int samples; /* so many have been tried when the round ends */
		int keep;    /* so many swaps go on to the next */
	} rounds[] = {{5, 4}, {12, 2}, {SAMPLES, 1}};
	struct candidate list[SWAPS_MAX];
	int count = list_swaps(table, find_swaps(table, planes), list), s = 0;
	if (count == 0)
		return (struct candidate){.cell = -1};
	if (count > DEEP_SWAPS)
		worth = worth_of_one;
	for (size_t r = 0; r < sizeof rounds / sizeof rounds[0]; r++) {
		for (; s < rounds[r].samples; s++)
			for (int i = 0; i < count; i++) {
				struct planes next = *planes;
				list[i].worth += play(table, &next, list[i].cell, list[i].places,
				                      &samples[s]);
				list[i].worth += worth(table, &next);
			}
		sort(list, count);
		count = count < rounds[r].keep ? count : rounds[r].keep;
	}
	return list[0];
}

static void draw_samples(const struct table *table, struct random *random,
                         struct sample samples[SAMPLES])
{
	const struct plane_shape *shape = &table->shape;
	for (int s = 0; s < SAMPLES; s++)
		for (int i = 0; i < SAMPLE_STEPS; i++) {
			struct planes drawn = {.plane = {0}};
			for (int cell = 0; cell < shape->rows * shape->columns; cell++) {
				const int row = cell / shape->columns;
				const int column = cell % shape->columns;
				const uint32_t colour =
					random_below(random, (uint32_t)table->colours);
				planes_put(drawn.plane, planes_cell(shape, row, column),
				           1 + (int)colour, table->planes);
			}
			samples[s].step[i] = drawn;
		}
}

/* ---- windows ---- */

/* The part of the grid that a window shows; `grid` points at its top left cell. */
static struct planes window_of(const struct table *table, const uint8_t *grid, int columns)
{
	const struct plane_shape *shape = &table->shape;
	struct planes planes = {.plane = {0}};
	for (int column = 0; column < shape->columns; column++)
		for (int row = 0; row < shape->rows; row++) {
			const int colour = grid[(shape->rows - 1 - row) * columns + column];
			planes_put(planes.plane, planes_cell(shape, row, column),
			           colour <= table->colours ? colour
			                                    : planes_dead_code(table->planes),
			           table->planes);
		}
	return planes;
}

/* Where the next window begins that is `length` long, of `whole` there is; -1 behind the last. */
static int next_window(int at, int length, int whole)
{
	if (at + length >= whole)
		return -1;
	at += length - OVERLAP;
	return at + length < whole ? at : whole - length;
}

static void choose_window(int rows, int columns, int *high, int *wide)
{
	*high = columns < SIDE ? PLANE_CELLS / columns : SIDE;
	*high = rows < *high ? rows : *high;
	*wide = columns < PLANE_CELLS / *high ? columns : PLANE_CELLS / *high;
}

/* What chance brings is a matter of the grid, so that the same grid gives the same advice. */
static struct random chance_of(const uint8_t *grid, int cells)
{
	uint64_t hash = HASH_BEGIN;
	for (int cell = 0; cell < cells; cell++)
		hash = hash_more(hash, grid[cell]);
	return (struct random){hash};
}

static struct table table_for(const uint8_t *grid, int cells, int colours, int high, int wide)
{
	bool dead = false;
	for (int cell = 0; cell < cells; cell++)
		if (grid[cell] > colours)
			dead = true;
	return (struct table){
		.shape = planes_shape(high, wide, false, dead),
		.planes = planes_for(colours + dead),
		.colours = colours,
	};
}

bool gems_bot_advise(const uint8_t *grid, int rows, int columns, int colours,
                     struct bot_swap *best)
{
	struct sample samples[SAMPLES];
	struct random random = chance_of(grid, rows * columns);
	int high, wide, worth = -1;
	choose_window(rows, columns, &high, &wide);
	const struct table table = table_for(grid, rows * columns, colours, high, wide);
	draw_samples(&table, &random, samples);
	worth_fn *look_ahead = rows * columns <= PLANE_CELLS ? worth_of_two : worth_of_one;
	for (int top = 0; top >= 0; top = next_window(top, high, rows))
		for (int left = 0; left >= 0; left = next_window(left, wide, columns)) {
			const struct planes planes =
				window_of(&table, grid + top * columns + left, columns);
			const struct candidate found = choose(&table, &planes, samples, look_ahead);
			if (found.cell < 0 || found.worth <= worth)
				continue;
			worth = found.worth;
			best->row = top + high - 1 - found.cell % table.shape.stride;
			best->column = left + found.cell / table.shape.stride;
			best->upper = found.upper;
		}
	return worth >= 0;
}
