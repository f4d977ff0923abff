/* Match three on bit-planes: a board of up to 64 cells in three to five words.
 *
 * A cell's bit is its column times `stride` plus its row from the bottom; bit i of its colour's
 * code is in plane i. Code 0 is an empty cell; if the board has dead gems, the last code is theirs.
 * Comparing all cells with their neighbours at once gives all valid swaps and all runs in a few
 * shifts, and columns fall by shifts as well. The masks of the shape cut off what would spill into
 * the next column; beyond the first and the last column everything is empty.
 *
 * Callers pass the number of planes as a constant, so that loops over them are unrolled. */
#ifndef PARLOUR_PUZZLES_GEMS_PLANES_H
#define PARLOUR_PUZZLES_GEMS_PLANES_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/gems/rules.h"

enum {
	PLANES_MIN = 3,
	PLANE_CELLS = 64,
};

/* The board's cells, and masks of them. */
struct plane_shape {
	int rows, columns, stride;
	bool holes;    /* a gem may be swapped into an empty cell */
	bool dead;     /* the last code is that of dead gems */
	bool simple;   /* a byte a column, and neither of these */
	uint64_t cells;
	uint64_t below, above; /* with a cell above them, with one below */
	uint64_t floor, top;   /* the lowest, the highest of each column */
	uint64_t low, high;    /* all but those with two cells below them, with two above */
	uint64_t ends;         /* all but those between two cells of their column */
	uint64_t last, last2;  /* all but those with a cell on their right, with two */
};

/* Valid swaps, by their left or lower cell. */
struct plane_swaps {
	uint64_t right, up;
};

#define PLANES_INLINE static inline __attribute__((always_inline))

/* ---- cells ---- */

static inline struct plane_shape planes_shape(int rows, int columns, bool holes, bool dead)
{
	/* With a byte a column, all columns can be counted at once, and shifts are faster. */
	const bool bytes = rows <= 8 && columns <= 8;
	struct plane_shape shape = {
		.rows = rows,
		.columns = columns,
		.stride = bytes ? 8 : rows,
		.holes = holes,
		.dead = dead,
		.simple = bytes && !holes && !dead,
	};
	for (int column = 0; column < columns; column++)
		for (int row = 0; row < rows; row++) {
			const uint64_t bit = UINT64_C(1) << (column * shape.stride + row);
			shape.cells |= bit;
			shape.below |= row + 1 < rows ? bit : 0;
			shape.above |= row > 0 ? bit : 0;
			shape.floor |= row == 0 ? bit : 0;
			shape.top |= row + 1 == rows ? bit : 0;
		}
	shape.low = ~(shape.above & shape.above << 1);
	shape.high = ~(shape.below & shape.below >> 1);
	shape.ends = ~(shape.below & shape.above);
	shape.last = ~(shape.cells >> shape.stride);
	shape.last2 = ~(shape.cells >> 2 * shape.stride);
	return shape;
}

/* The planes needed for `codes` codes, besides that of an empty cell. */
static inline int planes_for(int codes)
{
	int planes = PLANES_MIN;
	while (codes >> planes != 0)
		planes++;
	return planes;
}

/* Puts a part of a grid into empty planes. `grid` is its top left cell, in rows of `columns`. */
static inline void planes_read(const struct plane_shape *shape, const uint8_t *grid, int columns,
                               uint64_t *plane, int planes)
{
	for (int row = shape->rows - 1; row >= 0; row--, grid += columns)
		for (int column = 0; column < shape->columns; column++) {
			const unsigned code = grid[column] == DEAD_GEM ? ~0U : grid[column];
			for (int i = 0; i < planes; i++)
				plane[i] |= (uint64_t)(code >> i & 1)
				            << (column * shape->stride + row);
		}
}

PLANES_INLINE uint64_t planes_solid(const uint64_t *plane, int planes)
{
	uint64_t solid = 0;
#pragma GCC unroll 5
	for (int i = 0; i < planes; i++)
		solid |= plane[i];
	return solid;
}

PLANES_INLINE uint64_t planes_dead(const struct plane_shape *shape, const uint64_t *plane,
                                   int planes)
{
	uint64_t dead = ~UINT64_C(0);
	if (!shape->dead)
		return 0;
#pragma GCC unroll 5
	for (int i = 0; i < planes; i++)
		dead &= plane[i];
	return dead;
}

PLANES_INLINE uint64_t planes_gems(const struct plane_shape *shape, const uint64_t *plane,
                                   int planes)
{
	return planes_solid(plane, planes) & ~planes_dead(shape, plane, planes);
}

/* Cells of the colour with this code, which is not 0. */
PLANES_INLINE uint64_t planes_colour(const uint64_t *plane, int code, int planes)
{
	uint64_t cells = ~UINT64_C(0);
#pragma GCC unroll 5
	for (int i = 0; i < planes; i++)
		cells &= (code >> i & 1) != 0 ? plane[i] : ~plane[i];
	return cells;
}

/* ---- swaps ---- */

/* Cells that differ from the one at this offset. */
struct plane_differences {
	uint64_t below, below2, left, left2, below_left;
	uint64_t corner; /* the one below differs from the one on the left */
};

PLANES_INLINE void plane_compare(struct plane_differences *differences, uint64_t plane, int right)
{
	const uint64_t below = plane << 1, left = plane << right;
	differences->below |= plane ^ below;
	differences->corner |= below ^ left;
	differences->left |= plane ^ left;
	differences->below2 |= plane ^ plane << 2;
	differences->below_left |= plane ^ plane << (right + 1);
	differences->left2 |= plane ^ plane << 2 * right;
}

/* A gem makes a run in its new cell if two gems of its colour are in line with it: both before the
 * cell, both after it, or one on each side. It is enough to compare it with the nearer one of such
 * a pair, and the two of the pair with each other. Each word below has a bit where a pair differs,
 * and each from_... a bit where a gem from that side makes no run. No run may be on the board. */
PLANES_INLINE struct plane_swaps planes_swaps_on(const struct plane_shape *shape,
                                                 const uint64_t *plane, int planes)
{
	const int right = shape->stride;
	const uint64_t gems = planes_gems(shape, plane, planes);
	struct plane_differences differences = {0};
#pragma GCC unroll 5
	for (int i = 0; i < planes; i++)
		plane_compare(&differences, plane[i], right);

	const uint64_t below = differences.below << 1 | shape->low;
	const uint64_t above = differences.below >> 2 | shape->high;
	const uint64_t around = differences.below2 >> 1 | shape->ends;
	const uint64_t at_left = differences.left << right;
	const uint64_t at_right = differences.left >> 2 * right | shape->last2;
	const uint64_t at_sides = differences.left2 >> right | shape->last;
	const uint64_t above_left = differences.below_left >> 1;
	const uint64_t below_right = differences.below_left >> right;
	const uint64_t below_left = differences.corner;
	const uint64_t above_right = differences.corner >> (right + 1);

	const uint64_t from_above = (below | around) & (at_left | above_left) &
	                            ((at_right & at_sides) | above_right);
	const uint64_t from_below = (above | around) & (at_left | below_left) &
	                            ((at_right & at_sides) | below_right);
	const uint64_t from_right = ((below & around) | below_right) & (above | above_right) &
	                            (at_left | at_sides);
	const uint64_t from_left = ((below & around) | below_left) & (above | above_left) &
	                           (at_right | at_sides);
	const uint64_t movable =
		shape->holes ? shape->cells & ~planes_dead(shape, plane, planes) : gems;
	const uint64_t none = shape->holes ? ~gems : 0; /* no gem can come from there */
	return (struct plane_swaps){
		.right = movable & movable >> right &
		         ~((from_right | none >> right) & (from_left >> right | none)),
		.up = movable & movable >> 1 & shape->below &
		      ~((from_above | none >> 1) & (from_below >> 1 | none)),
	};
}

/* All boards. Not inlined, because that would slow down the simple ones. */
static __attribute__((noinline, unused)) struct plane_swaps
planes_swaps_any(const struct plane_shape *shape, const uint64_t *plane, int planes)
{
	return planes_swaps_on(shape, plane, planes);
}

PLANES_INLINE struct plane_swaps planes_swaps(const struct plane_shape *shape,
                                              const uint64_t *plane, int planes)
{
	if (!shape->simple)
		return planes_swaps_any(shape, plane, planes);
	struct plane_shape known = *shape; /* so that the compiler shifts by constants */
	known.stride = 8;
	known.holes = known.dead = false;
	return planes_swaps_on(&known, plane, planes);
}

/* Swaps a cell with the one `places` bits above. */
PLANES_INLINE void planes_exchange(uint64_t *plane, int cell, int places, int planes)
{
#pragma GCC unroll 5
	for (int i = 0; i < planes; i++) {
		const uint64_t differs = (plane[i] ^ plane[i] >> places) & UINT64_C(1) << cell;
		plane[i] ^= differs | differs << places;
	}
}

/* ---- steps ---- */

/* Cells that differ from the one `places` bits above. */
PLANES_INLINE uint64_t planes_differences(const uint64_t *plane, int places, int planes)
{
	uint64_t differences = 0;
#pragma GCC unroll 5
	for (int i = 0; i < planes; i++)
		differences |= plane[i] ^ plane[i] >> places;
	return differences;
}

/* Cells above the lowest hole of their column. Adding 1 at the floor of a column flips all bits up
 * to and including that hole; nothing is carried out of its top. */
PLANES_INLINE uint64_t planes_above_holes(const struct plane_shape *shape, uint64_t solid)
{
	return ~(solid ^ ((solid & ~shape->top) + shape->floor) ^ (solid & shape->top));
}

/* Lowers cells by one row. */
PLANES_INLINE void planes_lower(uint64_t *plane, uint64_t cells, int planes)
{
#pragma GCC unroll 5
	for (int i = 0; i < planes; i++)
		plane[i] = (plane[i] & ~cells) | (plane[i] & cells) >> 1;
}

/* Lets all columns fall: lowers the gems above an empty cell by one row, until none falls. */
PLANES_INLINE void planes_fall(const struct plane_shape *shape, uint64_t *plane, int planes)
{
	for (;;) {
		const uint64_t solid = planes_solid(plane, planes);
		const uint64_t above = planes_above_holes(shape, solid);
		if ((solid & above) == 0)
			return;
		planes_lower(plane, above, planes);
	}
}

/* A step of a cascade: clears all runs, and lets the rest fall. *horizontal and *vertical are the
 * runs' threes, by left or lowest cell. False without runs. */
PLANES_INLINE bool planes_step(const struct plane_shape *shape, uint64_t *plane,
                               uint64_t *horizontal, uint64_t *vertical, int planes)
{
	const int right = shape->stride;
	const uint64_t gems = planes_gems(shape, plane, planes);
	const uint64_t beside = planes_differences(plane, right, planes);
	const uint64_t over = planes_differences(plane, 1, planes);
	*horizontal = gems & ~(beside | beside >> right);
	*vertical = gems & ~(over | over >> 1 | shape->high);
	const uint64_t runs = *horizontal | *horizontal << right | *horizontal << 2 * right |
	                      *vertical | *vertical << 1 | *vertical << 2;
	if (runs == 0)
		return false;
#pragma GCC unroll 5
	for (int i = 0; i < planes; i++)
		plane[i] &= ~runs;
	planes_fall(shape, plane, planes);
	return true;
}

#endif
