/* Match three on bit-planes: a board of up to 64 cells in three to five words.
 *
 * A cell's bit is its column times `stride` plus its row from the bottom; bit i of its colour's
 * code is in plane i. Code 0 is an empty cell; if the board has dead gems, the last code is theirs.
 * Comparing all cells with their neighbours at once gives all valid swaps and all runs in a few
 * shifts, and columns fall by shifts as well. The masks of the shape cut off what would spill into
 * the next column; beyond the first and the last column everything is empty.
 *
 * Callers pass the number of planes as a constant, so that the compiler leaves out the fourth and
 * the fifth plane where there are fewer. */
#ifndef PARLOUR_PUZZLES_GEMS_PLANES_H
#define PARLOUR_PUZZLES_GEMS_PLANES_H

#include <stdbool.h>
#include <stdint.h>

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
#define PLANES_NOINLINE static __attribute__((noinline, unused))

/* ---- cells ---- */

static inline int planes_cell(const struct plane_shape *shape, int row_from_bottom, int column)
{
	return column * shape->stride + row_from_bottom;
}

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
			const uint64_t bit = UINT64_C(1) << planes_cell(&shape, row, column);
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

/* The planes needed for so many codes, besides that of an empty cell. */
static inline int planes_for(int codes)
{
	int planes = PLANES_MIN;
	while (codes >> planes != 0)
		planes++;
	return planes;
}

/* The code of dead gems. */
static inline int planes_dead_code(int planes)
{
	return (1 << planes) - 1;
}

/* Puts a code into an empty cell. */
static inline void planes_put(uint64_t *plane, int cell, int code, int planes)
{
	for (int i = 0; i < planes; i++)
		plane[i] |= (uint64_t)(code >> i & 1) << cell;
}

PLANES_INLINE uint64_t planes_solid(const uint64_t *plane, int planes)
{
	return plane[0] | plane[1] | plane[2] | (planes > 3 ? plane[3] : 0) |
	       (planes > 4 ? plane[4] : 0);
}

PLANES_INLINE uint64_t planes_dead(const struct plane_shape *shape, const uint64_t *plane,
                                   int planes)
{
	if (!shape->dead)
		return 0;
	const uint64_t all = ~UINT64_C(0);
	return plane[0] & plane[1] & plane[2] & (planes > 3 ? plane[3] : all) &
	       (planes > 4 ? plane[4] : all);
}

PLANES_INLINE uint64_t planes_gems(const struct plane_shape *shape, const uint64_t *plane,
                                   int planes)
{
	return planes_solid(plane, planes) & ~planes_dead(shape, plane, planes);
}

/* Cells of the colour with this code, which is not 0. */
PLANES_INLINE uint64_t planes_colour(const uint64_t *plane, int code, int planes)
{
	const uint64_t none = ~UINT64_C(0);
	return (plane[0] ^ ((code & 1) != 0 ? 0 : none)) &
	       (plane[1] ^ ((code & 2) != 0 ? 0 : none)) &
	       (plane[2] ^ ((code & 4) != 0 ? 0 : none)) &
	       (planes > 3 ? plane[3] ^ ((code & 8) != 0 ? 0 : none) : none) &
	       (planes > 4 ? plane[4] ^ ((code & 16) != 0 ? 0 : none) : none);
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
	const uint64_t solid = planes_solid(plane, planes);
	const uint64_t gems = planes_gems(shape, plane, planes);
	struct plane_differences differences = {0};
	plane_compare(&differences, plane[0], right);
	plane_compare(&differences, plane[1], right);
	plane_compare(&differences, plane[2], right);
	if (planes > 3)
		plane_compare(&differences, plane[3], right);
	if (planes > 4)
		plane_compare(&differences, plane[4], right);

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
	if (!shape->holes)
		return (struct plane_swaps){
			.right = gems & gems >> right & ~(from_right & from_left >> right),
			.up = gems & gems >> 1 & shape->below & ~(from_above & from_below >> 1),
		};
	const uint64_t free = shape->cells & ~(solid & ~gems);
	return (struct plane_swaps){
		.right = free & free >> right &
		         ((gems >> right & ~from_right) | (gems & ~(from_left >> right))),
		.up = free & free >> 1 & shape->below &
		      ((gems >> 1 & ~from_above) | (gems & ~(from_below >> 1))),
	};
}

/* All boards. Not inlined, because that would slow down the simple ones. */
PLANES_NOINLINE struct plane_swaps planes_swaps_any(const struct plane_shape *shape,
                                                    const uint64_t *plane, int planes)
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

PLANES_INLINE void plane_exchange(uint64_t *plane, uint64_t cell, int places)
{
	const uint64_t differs = (*plane ^ *plane >> places) & cell;
	*plane ^= differs | differs << places;
}

/* Swaps a cell with the one `places` bits above. */
PLANES_INLINE void planes_exchange(uint64_t *plane, int number, int places, int planes)
{
	const uint64_t cell = UINT64_C(1) << number;
	plane_exchange(&plane[0], cell, places);
	plane_exchange(&plane[1], cell, places);
	plane_exchange(&plane[2], cell, places);
	if (planes > 3)
		plane_exchange(&plane[3], cell, places);
	if (planes > 4)
		plane_exchange(&plane[4], cell, places);
}

/* ---- steps ---- */

/* Cells that differ from the one `places` bits above. */
PLANES_INLINE uint64_t planes_differences(const uint64_t *plane, int places, int planes)
{
	return (plane[0] ^ plane[0] >> places) | (plane[1] ^ plane[1] >> places) |
	       (plane[2] ^ plane[2] >> places) |
	       (planes > 3 ? plane[3] ^ plane[3] >> places : 0) |
	       (planes > 4 ? plane[4] ^ plane[4] >> places : 0);
}

/* The cells of all runs; *horizontal and *vertical are their threes, by left or lowest cell. */
PLANES_INLINE uint64_t planes_runs(const struct plane_shape *shape, const uint64_t *plane,
                                   uint64_t *horizontal, uint64_t *vertical, int planes)
{
	const int right = shape->stride;
	const uint64_t gems = planes_gems(shape, plane, planes);
	const uint64_t beside = planes_differences(plane, right, planes);
	const uint64_t over = planes_differences(plane, 1, planes);
	*horizontal = gems & ~(beside | beside >> right);
	*vertical = gems & ~(over | over >> 1 | shape->high);
	return *horizontal | *horizontal << right | *horizontal << 2 * right | *vertical |
	       *vertical << 1 | *vertical << 2;
}

/* Empties the cells. */
PLANES_INLINE void planes_clear(uint64_t *plane, uint64_t cells, int planes)
{
	plane[0] &= ~cells;
	plane[1] &= ~cells;
	plane[2] &= ~cells;
	if (planes > 3)
		plane[3] &= ~cells;
	if (planes > 4)
		plane[4] &= ~cells;
}

/* Cells above the lowest hole of their column. Adding 1 at the floor of a column flips all bits up
 * to and including that hole; nothing is carried out of its top. */
PLANES_INLINE uint64_t planes_above_holes(const struct plane_shape *shape, uint64_t solid)
{
	return ~(solid ^ ((solid & ~shape->top) + shape->floor) ^ (solid & shape->top));
}

PLANES_INLINE void plane_lower(uint64_t *plane, uint64_t cells)
{
	*plane = (*plane & ~cells) | (*plane & cells) >> 1;
}

/* Lets all columns fall: lowers what is above an empty cell by one row, until nothing falls. */
PLANES_INLINE void planes_fall(const struct plane_shape *shape, uint64_t *plane, int planes)
{
	for (;;) {
		const uint64_t solid = planes_solid(plane, planes);
		const uint64_t above = planes_above_holes(shape, solid);
		if ((solid & above) == 0)
			return;
		plane_lower(&plane[0], above);
		plane_lower(&plane[1], above);
		plane_lower(&plane[2], above);
		if (planes > 3)
			plane_lower(&plane[3], above);
		if (planes > 4)
			plane_lower(&plane[4], above);
	}
}

#endif
