/* The moment of triumph: from each piece light runs along the lines of its moves, square by square,
 * to the edge of the board or to what stands in its way, and fades as it came. */
#include <stdlib.h>

#include "puzzle/board_pixels.h"
#include "puzzles/bishop/bishop.h"

enum {
	REACHED = 500, /* when the light reaches the last square, in thousandths of the moment */
	FADING = 600,  /* when it begins to fade */
	WHOLE = 1000,
};

static const struct size margin = {BISHOP_MARGIN_ROWS, BISHOP_MARGIN_COLUMNS};

/* Where the light along a line begins and ends, in pixels from the piece's square. */
struct light {
	int near, far;
};

/* How many squares lie before a piece in a direction, to the edge or to what stands there. */
static int free_squares(const struct level *level, const uint8_t grid[CELLS_MAX], int cell,
                        const struct direction *d)
{
	int row = cell / level->columns + d->down, column = cell % level->columns + d->right;
	int count = 0;
	for (; row >= 0 && row < level->rows && column >= 0 && column < level->columns &&
	       grid[row * level->columns + column] == 0;
	     row += d->down, column += d->right)
		count++;
	return count;
}

static int clamp(int length, int side)
{
	return length < 0 ? 0 : length > side ? side : length;
}

/* Lights the background of a square, which stays darker or lighter than its neighbours: a lozenge
 * in its middle that grows with `size`, and with a side's pixels covers all of it. */
static void light_square(const struct level *level, int cell, int size, int hue,
                         struct picture *picture)
{
	const int side = picture->side;
	const bool whole = size == side;
	const colour_id dark = hue_colour(hue, whole ? TONE_DARK : TONE_BASE);
	const colour_id light = hue_colour(hue, whole ? TONE_BASE : TONE_LIGHT);
	const int y = board_y(picture, margin, cell / level->columns);
	const int x = board_x(picture, margin, cell % level->columns);
	for (int i = 0; i < side; i++)
		for (int j = 0; j < side; j++) {
			const colour_id under = picture_pixel_at(picture, y + i, x + j);
			const int far = abs(2 * i + 1 - side) + abs(2 * j + 1 - side);
			if (far < 2 * size &&
			    (under == COLOUR_SQUARE || under == COLOUR_SQUARE_ODD))
				picture_pixel(picture, y + i, x + j,
				              under == COLOUR_SQUARE ? dark : light);
		}
}

/* The light of one piece. */
static void paint_rays(const struct level *level, const uint8_t grid[CELLS_MAX], int cell,
                       struct light light, struct picture *picture)
{
	const struct kind *kind = bishop_kind(level);
	const int side = picture->side;
	for (int i = 0; i < kind->directions; i++) {
		const struct direction *d = &kind->direction[i];
		const int count = free_squares(level, grid, cell, d);
		for (int n = 0; n < count; n++)
			light_square(level, cell + (n + 1) * (d->down * level->columns + d->right),
			             clamp(light.far - n * side, side) -
			                     clamp(light.near - n * side, side),
			             grid[cell], picture);
	}
}

/* The most squares that a piece has before it. */
static int longest_ray(const struct level *level, const uint8_t grid[CELLS_MAX])
{
	const struct kind *kind = bishop_kind(level);
	int longest = 1;
	for (int cell = 0; cell < level_cells(level); cell++)
		for (int i = 0; is_piece(grid[cell]) && i < kind->directions; i++) {
			const int count = free_squares(level, grid, cell, &kind->direction[i]);
			longest = count > longest ? count : longest;
		}
	return longest;
}

void bishop_triumph(const struct level *level, const struct state *state, int time,
                    struct picture *picture)
{
	uint8_t grid[CELLS_MAX];
	bishop_unpack(level, state, grid);
	const int length = longest_ray(level, grid) * picture->side;
	const int fading = time < FADING ? 0 : time - FADING;
	const struct light light = {length * fading / (WHOLE - FADING), length * time / REACHED};
	for (int cell = 0; cell < level_cells(level); cell++) {
		if (!is_piece(grid[cell]))
			continue;
		pixels_shine(picture, board_y(picture, margin, cell / level->columns),
		             board_x(picture, margin, cell % level->columns), 1);
		paint_rays(level, grid, cell, light, picture);
	}
}
