/* The moment of triumph: one block after another lights up in its goal, and from each a ring of its
 * colour spreads over the floor, as on water into which a stone falls. */
#include "puzzle/board_pixels.h"
#include "puzzles/tilt/tilt.h"

enum {
	LAST = 500, /* when the last block lights up, in thousandths of the moment */
	SPARK = 90, /* how long a block is at its brightest */
	LIFE = 420, /* lifetime of a ring */
	REACH = 4,  /* reach of the ring of a single block, in cells */
};

static const struct size margin = TILT_MARGIN;

/* How far rings spread, in pixels: less the more there are, so that they take as many bytes. */
static int reach_of(int side, int rings)
{
	int reach = REACH * side;
	while (reach * reach * rings > REACH * REACH * side * side)
		reach--;
	return reach;
}

/* A ring over the floor, `radius` pixels around the middle of a cell. */
static void paint_ring(const struct level *level, int cell, int radius, colour_id colour,
                       struct picture *picture)
{
	const int side = picture->side, width = side < 8 ? 1 : side / 4;
	const int inner = radius > width ? radius - width : 0, reach = radius - side / 2;
	const int top = board_y(picture, margin, cell / level->columns);
	const int left = board_x(picture, margin, cell % level->columns);
	for (int y = -reach; y < side + reach; y++)
		for (int x = -reach; x < side + reach; x++) {
			const int down = 2 * y + 1 - side, right = 2 * x + 1 - side;
			const int far = down * down + right * right; /* in halves of a pixel */
			const colour_id under = picture_pixel_at(picture, top + y, left + x);
			if (far < 4 * radius * radius && far >= 4 * inner * inner &&
			    (under == COLOUR_CELL || under == COLOUR_CELL_ODD))
				picture_pixel(picture, top + y, left + x, colour);
		}
}

/* A block that has been lit for so long, and its ring, which grows ever slower. */
static void light(const struct level *level, int cell, int hue, int age, int reach,
                  struct picture *picture)
{
	const int left = LIFE - age;
	pixels_shine(picture, board_y(picture, margin, cell / level->columns),
	             board_x(picture, margin, cell % level->columns), age < SPARK ? 2 : 1);
	if (left > 0)
		paint_ring(level, cell, reach * (LIFE * LIFE - left * left) / (LIFE * LIFE),
		           hue_colour(hue, left > LIFE / 3 ? TONE_RING : TONE_DARK), picture);
}

void tilt_triumph(const struct level *level, const struct state *state, int time,
                  struct picture *picture)
{
	uint8_t grid[CELLS_MAX];
	int blocks = 0, number = 0;
	tilt_unpack(level, state, grid);
	for (int cell = 0; cell < level_cells(level); cell++)
		blocks += grid[cell] != 0 && grid[cell] == level->goal[cell];
	const int reach = reach_of(picture->side, blocks);
	for (int cell = 0; cell < level_cells(level); cell++) {
		if (grid[cell] == 0 || grid[cell] != level->goal[cell])
			continue;
		const int age = time - LAST * number++ / blocks;
		if (age >= 0)
			light(level, cell, grid[cell], age, reach, picture);
	}
}
