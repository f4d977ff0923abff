/* An expectimax search of three swaps.
 *
 * The first swap is tried with gems that fall in by chance, the same for every swap, so that luck
 * weighs on all alike. Behind it two more swaps are looked for among the gems that are there, with
 * nothing falling in; where they end, every swap that is left counts as some points. The better
 * half of the swaps goes on to be tried more often (successive halving: Karnin, Koren, Somekh
 * 2013), and the best mean is the advice.
 *
 * A board is a few bit-planes: bit i of a cell's colour is in plane i, and a cell's place in the
 * word counts rows from the bottom. All valid swaps, all runs and one row of falling come out of a
 * handful of shifts each. A board of more than 64 cells is looked at through windows. */
#include "modes/gems_bot.h"

#include <stddef.h>

#include "core/hash.h"
#include "core/random.h"

enum {
	CELLS = 64,
	SIDE = 8,         /* of a window on a large board, where the board allows it */
	OVERLAP = 3,      /* of windows: what makes a swap valid lies within four cells in line */
	PLANES = 5,       /* for BOT_COLOURS_MAX */
	POINTS = 10,      /* of three in a row in a cascade's first step */
	STEPS_MAX = 20,   /* of a cascade that are looked at */
	SAMPLES = 24,     /* of what may fall in */
	SAMPLE_STEPS = 4, /* of a cascade, until the same falls in again */
	SWAP_WORTH = 6,   /* points for each swap that is left */
	SWAPS_WORTH = 10, /* so many count */
	DEEP_SWAPS = 14,  /* with more than these on the board, one swap less is looked ahead */
	SWAPS_MAX = 2 * CELLS,
};

/* The board's or window's cells, as masks of those that have neighbours. */
struct shape {
	int rows, columns;
	int planes;          /* in use */
	uint64_t cells;
	uint64_t left, right, right2; /* one to the left; one, two to the right */
};

struct planes {
	uint64_t plane[PLANES];
	uint64_t solid;      /* cells that are not empty; what is solid in no plane never matches */
};

/* Swaps by the left or lower cell. */
struct swaps {
	uint64_t right, up;
};

/* What falls in, in each step of a cascade. */
struct sample {
	struct planes step[SAMPLE_STEPS];
};

static void shape_init(struct shape *shape, int rows, int columns, int colours)
{
	*shape = (struct shape){.rows = rows, .columns = columns, .planes = 1};
	while (colours >> shape->planes != 0)
		shape->planes++;
	for (int cell = 0; cell < rows * columns; cell++) {
		const uint64_t bit = UINT64_C(1) << cell;
		const int column = cell % columns;
		shape->cells |= bit;
		shape->left |= column > 0 ? bit : 0;
		shape->right |= column + 1 < columns ? bit : 0;
		shape->right2 |= column + 2 < columns ? bit : 0;
	}
}

static void put(struct planes *planes, int cell, int colour)
{
	for (int i = 0; i < PLANES; i++)
		planes->plane[i] |= (uint64_t)(colour >> i & 1) << cell;
	planes->solid |= UINT64_C(1) << cell;
}

/* ---- the rules, on planes ---- */

static uint64_t gems_of(const struct shape *shape, const struct planes *planes)
{
	uint64_t gems = 0;
	for (int i = 0; i < shape->planes; i++)
		gems |= planes->plane[i];
	return gems;
}

/* Gems whose colour is that of the cell so many places on. */
static uint64_t same(const struct shape *shape, const struct planes *planes, uint64_t gems,
                     int places)
{
	uint64_t differ = 0;
	for (int i = 0; i < shape->planes; i++)
		differ |= planes->plane[i] ^ planes->plane[i] >> places;
	return gems & gems >> places & ~differ;
}

/* A gem makes a run where it comes to if two gems of its colour wait there: both before the place,
 * both behind it, or one on each side. The masks say of a place which pairs wait; a swap is valid
 * if the gem is of the colour of the nearer one of such a pair. */
static struct swaps find_swaps(const struct shape *shape, const struct planes *planes)
{
	const int up = shape->columns;
	const uint64_t gems = gems_of(shape, planes);
	const uint64_t same_right = same(shape, planes, gems, 1) & shape->right;
	const uint64_t same_right2 = same(shape, planes, gems, 2) & shape->right2;
	const uint64_t same_up = same(shape, planes, gems, up);
	const uint64_t same_up2 = same(shape, planes, gems, 2 * up);
	const uint64_t same_up_right = same(shape, planes, gems, up + 1) & shape->right;
	const uint64_t same_up_left = same(shape, planes, gems, up - 1) & shape->left;

	const uint64_t at_left = same_right << 2 & shape->left & shape->left << 1;
	const uint64_t at_right = same_right >> 1 & shape->right;
	const uint64_t at_sides = same_right2 << 1;
	const uint64_t below = same_up << 2 * up;
	const uint64_t above = same_up >> up;
	const uint64_t around = same_up2 << up;

	const uint64_t from_right = (at_left & same_right2 << 1) | (below & same_up_right << up) |
	                            ((above | around) & same_up_left >> 1);
	const uint64_t from_left = (at_right & same_right2 << 1) | (below & same_up_left << up) |
	                           ((above | around) & same_up_right << 1);
	const uint64_t from_above = ((at_left | at_sides) & same_up_right << 1) |
	                            (at_right & same_up_left >> 1) | (below & same_up2 << up);
	const uint64_t from_below = ((at_left | at_sides) & same_up_left << up) |
	                            (at_right & same_up_right << up) | (above & same_up2 << up);
	return (struct swaps){
		.right = ((from_right & shape->right) | (from_left & shape->left) >> 1) & gems &
		         gems >> 1,
		.up = (from_above | from_below >> up) & gems & gems >> up,
	};
}

static void swap_cells(const struct shape *shape, struct planes *planes, int cell, int places)
{
	for (int i = 0; i < shape->planes; i++) {
		const uint64_t plane = planes->plane[i];
		const uint64_t differs = (plane ^ plane >> places) & UINT64_C(1) << cell;
		planes->plane[i] ^= differs | differs << places;
	}
}

/* The cells of all runs; *windows is how many threes in a row there are. */
static uint64_t find_runs(const struct shape *shape, const struct planes *planes, int *windows)
{
	const int up = shape->columns;
	const uint64_t gems = gems_of(shape, planes);
	uint64_t across = same(shape, planes, gems, 1) & shape->right;
	uint64_t upright = same(shape, planes, gems, up);
	across &= across >> 1 & shape->right2;
	upright &= upright >> up;
	*windows = __builtin_popcountll(across) + __builtin_popcountll(upright);
	return across | across << 1 | across << 2 | upright | upright << up | upright << 2 * up;
}

/* All columns fall: what lies above an empty cell comes down by one, until nothing does. */
static void fall(const struct shape *shape, struct planes *planes)
{
	const int up = shape->columns;
	for (;;) {
		uint64_t above = (shape->cells & ~planes->solid) << up;
		for (int rows = 1; rows < shape->rows; rows *= 2)
			above |= above << rows * up;
		const uint64_t falling = planes->solid & above;
		if (falling == 0)
			return;
		for (int i = 0; i < shape->planes; i++) {
			const uint64_t plane = planes->plane[i];
			planes->plane[i] = (plane & ~above) | (plane & above) >> up;
		}
		planes->solid = (planes->solid & ~above) | falling >> up;
	}
}

static void fill(const struct shape *shape, struct planes *planes, const struct planes *from)
{
	const uint64_t empty = shape->cells & ~planes->solid;
	for (int i = 0; i < shape->planes; i++)
		planes->plane[i] |= from->plane[i] & empty;
	planes->solid = shape->cells;
}

/* The points of a swap and all that follows; with `sample` NULL nothing falls in. */
static int play(const struct shape *shape, struct planes *planes, int cell, int places,
                const struct sample *sample)
{
	int points = 0, windows;
	swap_cells(shape, planes, cell, places);
	for (int step = 1; step <= STEPS_MAX; step++) {
		const uint64_t runs = find_runs(shape, planes, &windows);
		if (runs == 0)
			break;
		points += POINTS * step * windows;
		for (int i = 0; i < shape->planes; i++)
			planes->plane[i] &= ~runs;
		planes->solid &= ~runs;
		fall(shape, planes);
		if (sample != NULL)
			fill(shape, planes, &sample->step[step % SAMPLE_STEPS]);
	}
	return points;
}

/* ---- the search ---- */

/* What a board is worth. */
typedef int worth_fn(const struct shape *shape, const struct planes *planes);

static int worth_at_rest(const struct shape *shape, const struct planes *planes)
{
	const struct swaps swaps = find_swaps(shape, planes);
	const int count = __builtin_popcountll(swaps.right) + __builtin_popcountll(swaps.up);
	return SWAP_WORTH * (count < SWAPS_WORTH ? count : SWAPS_WORTH);
}

/* The most that a swap from this mask scores, with the worth of the board behind it. */
static int best_of(const struct shape *shape, const struct planes *planes, uint64_t mask,
                   int places, worth_fn *worth_behind)
{
	int best = 0;
	for (; mask != 0; mask &= mask - 1) {
		struct planes next = *planes;
		const int points = play(shape, &next, __builtin_ctzll(mask), places, NULL);
		const int worth = points + worth_behind(shape, &next);
		if (worth > best)
			best = worth;
	}
	return best;
}

static int best_swap(const struct shape *shape, const struct planes *planes,
                     worth_fn *worth_behind)
{
	const struct swaps swaps = find_swaps(shape, planes);
	const int right = best_of(shape, planes, swaps.right, 1, worth_behind);
	const int up = best_of(shape, planes, swaps.up, shape->columns, worth_behind);
	return right > up ? right : up;
}

static int worth_of_one(const struct shape *shape, const struct planes *planes)
{
	return best_swap(shape, planes, worth_at_rest);
}

static int worth_of_two(const struct shape *shape, const struct planes *planes)
{
	return best_swap(shape, planes, worth_of_one);
}

/* ---- the first swap ---- */

struct candidate {
	int cell;   /* -1: none */
	int places; /* to the other cell */
	bool upper; /* that is the one above */
	int worth;  /* sum over the samples so far */
};

static int list_swaps(const struct shape *shape, struct swaps swaps,
                      struct candidate list[SWAPS_MAX])
{
	int count = 0;
	for (uint64_t mask = swaps.right; mask != 0; mask &= mask - 1)
		list[count++] = (struct candidate){.cell = __builtin_ctzll(mask), .places = 1};
	for (uint64_t mask = swaps.up; mask != 0; mask &= mask - 1)
		list[count++] = (struct candidate){.cell = __builtin_ctzll(mask),
		                                   .places = shape->columns, .upper = true};
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
static struct candidate choose(const struct shape *shape, const struct planes *planes,
                               const struct sample samples[SAMPLES], worth_fn *worth)
{
	static const struct {
		int samples; /* so many have been tried when the round ends */
		int keep;    /* so many swaps go on to the next */
	} rounds[] = {{5, 4}, {12, 2}, {SAMPLES, 1}};
	struct candidate list[SWAPS_MAX];
	int count = list_swaps(shape, find_swaps(shape, planes), list), s = 0;
	if (count == 0)
		return (struct candidate){.cell = -1};
	if (count > DEEP_SWAPS)
		worth = worth_of_one;
	for (size_t r = 0; r < sizeof rounds / sizeof rounds[0]; r++) {
		for (; s < rounds[r].samples; s++)
			for (int i = 0; i < count; i++) {
				struct planes next = *planes;
				list[i].worth += play(shape, &next, list[i].cell, list[i].places,
				                      &samples[s]);
				list[i].worth += worth(shape, &next);
			}
		sort(list, count);
		count = count < rounds[r].keep ? count : rounds[r].keep;
	}
	return list[0];
}

static void draw_samples(const struct shape *shape, int colours, struct random *random,
                         struct sample samples[SAMPLES])
{
	for (int s = 0; s < SAMPLES; s++)
		for (int step = 0; step < SAMPLE_STEPS; step++) {
			struct planes drawn = {.solid = 0};
			for (int cell = 0; cell < shape->rows * shape->columns; cell++)
				put(&drawn, cell, 1 + (int)random_below(random, (uint32_t)colours));
			samples[s].step[step] = drawn;
		}
}

/* ---- windows ---- */

/* The part of the grid that a window shows; `grid` points at its top left cell. */
static struct planes window_of(const struct shape *shape, const uint8_t *grid, int columns,
                               int colours)
{
	struct planes planes = {.solid = 0};
	for (int cell = 0; cell < shape->rows * shape->columns; cell++) {
		const int row = shape->rows - 1 - cell / shape->columns;
		const int colour = grid[row * columns + cell % shape->columns];
		if (colour != 0)
			put(&planes, cell, colour <= colours ? colour : 0);
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
	*high = columns < SIDE ? CELLS / columns : SIDE;
	*high = rows < *high ? rows : *high;
	*wide = columns < CELLS / *high ? columns : CELLS / *high;
}

/* What chance brings is a matter of the grid, so that the same grid gives the same advice. */
static struct random chance_of(const uint8_t *grid, int cells)
{
	uint64_t hash = HASH_BEGIN;
	for (int cell = 0; cell < cells; cell++)
		hash = hash_more(hash, grid[cell]);
	return (struct random){hash};
}

bool bot_advise(const uint8_t *grid, int rows, int columns, int colours, struct bot_swap *best)
{
	struct shape shape;
	struct sample samples[SAMPLES];
	struct random random = chance_of(grid, rows * columns);
	int high, wide, worth = -1;
	choose_window(rows, columns, &high, &wide);
	shape_init(&shape, high, wide, colours);
	draw_samples(&shape, colours, &random, samples);
	worth_fn *look_ahead = rows * columns <= CELLS ? worth_of_two : worth_of_one;
	for (int top = 0; top >= 0; top = next_window(top, high, rows))
		for (int left = 0; left >= 0; left = next_window(left, wide, columns)) {
			const struct planes planes =
				window_of(&shape, grid + top * columns + left, columns, colours);
			const struct candidate found = choose(&shape, &planes, samples, look_ahead);
			if (found.cell < 0 || found.worth <= worth)
				continue;
			worth = found.worth;
			best->row = top + high - 1 - found.cell / wide;
			best->column = left + found.cell % wide;
			best->upper = found.upper;
		}
	return worth >= 0;
}
