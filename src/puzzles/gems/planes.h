/* Match three on bit-planes: a board of up to 64 cells in three to five words.
 *
 * A cell's place in the word is its column times `stride` plus its row from the bottom; bit i of
 * its colour's code is in plane i. Code 0 is an empty cell, and where the board has dead gems the
 * last code is theirs. "Unlike its neighbour", asked of all cells at once, gives all valid swaps
 * and all runs in a few shifts; a column falls by shifts as well. The masks of the shape stop what
 * would run over into the next column; past the first and the last column all is empty.
 *
 * The number of planes is a parameter that callers give as a constant, so that what the fourth and
 * the fifth plane would take is left out where there are fewer. */
#ifndef PARLOUR_PUZZLES_GEMS_PLANES_H
#define PARLOUR_PUZZLES_GEMS_PLANES_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PLANES_MIN = 3,
	PLANE_CELLS = 64,
};

/* The board's cells, as masks of those that have neighbours. */
struct plane_shape {
	int rows, columns, stride;
	bool holes;    /* a gem may be swapped into an empty cell */
	bool dead;     /* the last code is that of dead gems */
	bool plain;    /* a byte a column, and neither of these */
	uint64_t cells;
	uint64_t below, above; /* with a cell above them, with one below */
	uint64_t floor, top;   /* the lowest, the highest of each column */
	uint64_t low, high;    /* all but those with two cells below them, with two above */
	uint64_t ends;         /* all but those between two cells of their column */
	uint64_t last, last2;  /* all but those with a cell on their right, with two */
};

/* Valid swaps by their left or lower cell. */
struct plane_swaps {
	uint64_t right, up;
};

#define PLANES_INLINE static inline __attribute__((always_inline))
#define PLANES_APART static __attribute__((noinline, unused))

/* ---- cells ---- */

static inline int planes_cell(const struct plane_shape *shape, int row_from_bottom, int column)
{
	return column * shape->stride + row_from_bottom;
}

static inline struct plane_shape planes_shape(int rows, int columns, bool holes, bool dead)
{
	/* With a byte a column, columns can be counted all at once, and shifts are faster. */
	const bool bytes = rows <= 8 && columns <= 8;
	struct plane_shape shape = {
		.rows = rows, .columns = columns, .stride = bytes ? 8 : rows,
		.holes = holes, .dead = dead, .plain = bytes && !holes && !dead,
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

/* The planes that so many codes take beside that of an empty cell. */
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

/* Gives an empty cell a code. */
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

/* Cells that are unlike the one so many places before. */
struct plane_unlikes {
	uint64_t below, below2, left, left2, below_left;
	uint64_t corner; /* the one below is unlike the one on the left */
};

PLANES_INLINE void plane_compare(struct plane_unlikes *unlikes, uint64_t plane, int right)
{
	const uint64_t below = plane << 1, left = plane << right;
	unlikes->below |= plane ^ below;
	unlikes->corner |= below ^ left;
	unlikes->left |= plane ^ left;
	unlikes->below2 |= plane ^ plane << 2;
	unlikes->below_left |= plane ^ plane << (right + 1);
	unlikes->left2 |= plane ^ plane << 2 * right;
}

/* A gem makes a run where it comes to if two gems of its colour wait there: both before the place,
 * both behind it, or one on each side; it has only to be like the nearer one of such a pair. The
 * words say of each place what is unlike: pairs, then neighbours; and so a swap is valid where none
 * of several sums has a bit. No run may be on the board. */
PLANES_INLINE struct plane_swaps planes_swaps_on(const struct plane_shape *shape,
                                                 const uint64_t *plane, int planes)
{
	const int right = shape->stride;
	const uint64_t solid = planes_solid(plane, planes);
	const uint64_t gems = planes_gems(shape, plane, planes);
	struct plane_unlikes unlikes = {0};
	plane_compare(&unlikes, plane[0], right);
	plane_compare(&unlikes, plane[1], right);
	plane_compare(&unlikes, plane[2], right);
	if (planes > 3)
		plane_compare(&unlikes, plane[3], right);
	if (planes > 4)
		plane_compare(&unlikes, plane[4], right);

	const uint64_t below = unlikes.below << 1 | shape->low;
	const uint64_t above = unlikes.below >> 2 | shape->high;
	const uint64_t around = unlikes.below2 >> 1 | shape->ends;
	const uint64_t at_left = unlikes.left << right;
	const uint64_t at_right = unlikes.left >> 2 * right | shape->last2;
	const uint64_t at_sides = unlikes.left2 >> right | shape->last;
	const uint64_t above_left = unlikes.below_left >> 1;
	const uint64_t below_right = unlikes.below_left >> right;
	const uint64_t below_left = unlikes.corner;
	const uint64_t above_right = unlikes.corner >> (right + 1);

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

/* Boards of all kinds. Not to be inlined: next to the plain ones it would slow these. */
PLANES_APART struct plane_swaps planes_swaps_any(const struct plane_shape *shape,
                                                 const uint64_t *plane, int planes)
{
	return planes_swaps_on(shape, plane, planes);
}

PLANES_INLINE struct plane_swaps planes_swaps(const struct plane_shape *shape,
                                              const uint64_t *plane, int planes)
{
	if (!shape->plain)
		return planes_swaps_any(shape, plane, planes);
	struct plane_shape known = *shape; /* to the compiler, which then shifts by constants */
	known.stride = 8;
	known.holes = known.dead = false;
	return planes_swaps_on(&known, plane, planes);
}

PLANES_INLINE void plane_exchange(uint64_t *plane, uint64_t cell, int places)
{
	const uint64_t differs = (*plane ^ *plane >> places) & cell;
	*plane ^= differs | differs << places;
}

/* Exchanges a cell with the one so many places on. */
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

/* Cells that are unlike the one so many places on. */
PLANES_INLINE uint64_t planes_unlike(const uint64_t *plane, int places, int planes)
{
	return (plane[0] ^ plane[0] >> places) | (plane[1] ^ plane[1] >> places) |
	       (plane[2] ^ plane[2] >> places) |
	       (planes > 3 ? plane[3] ^ plane[3] >> places : 0) |
	       (planes > 4 ? plane[4] ^ plane[4] >> places : 0);
}

/* The cells of all runs; *across and *upright are their threes, by left or lowest cell. */
PLANES_INLINE uint64_t planes_runs(const struct plane_shape *shape, const uint64_t *plane,
                                   uint64_t *across, uint64_t *upright, int planes)
{
	const int right = shape->stride;
	const uint64_t gems = planes_gems(shape, plane, planes);
	const uint64_t beside = planes_unlike(plane, right, planes);
	const uint64_t over = planes_unlike(plane, 1, planes);
	*across = gems & ~(beside | beside >> right);
	*upright = gems & ~(over | over >> 1 | shape->high);
	return *across | *across << right | *across << 2 * right | *upright | *upright << 1 |
	       *upright << 2;
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

/* Cells above the lowest hole of their column. Adding 1 at the floor of a column turns all gems up
 * to that hole around, and the hole itself; nothing is carried out of its top. */
PLANES_INLINE uint64_t planes_above_holes(const struct plane_shape *shape, uint64_t solid)
{
	return ~(solid ^ ((solid & ~shape->top) + shape->floor) ^ (solid & shape->top));
}

PLANES_INLINE void plane_lower(uint64_t *plane, uint64_t cells)
{
	*plane = (*plane & ~cells) | (*plane & cells) >> 1;
}

/* All columns fall: what lies above an empty cell comes down by one, until nothing does. */
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
