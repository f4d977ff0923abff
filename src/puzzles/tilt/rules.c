#include "puzzles/tilt/tilt.h"

#include <string.h>

#include "puzzle/cursor.h"
#include "puzzle/pieces.h"

/* ---- lines of cells ---- */

int tilt_line_count(const struct level *level, int direction)
{
	return direction == UP || direction == DOWN ? level->columns : level->rows;
}

struct tilt_line tilt_line_of(const struct level *level, int direction, int index)
{
	const int rows = level->rows, columns = level->columns;
	switch (direction) {
	case UP:
		return (struct tilt_line){index, columns, rows};
	case DOWN:
		return (struct tilt_line){(rows - 1) * columns + index, -columns, rows};
	case LEFT:
		return (struct tilt_line){index * columns, 1, columns};
	default:
		return (struct tilt_line){index * columns + columns - 1, -1, columns};
	}
}

bool tilt_slide(const struct level *level, uint8_t grid[CELLS_MAX], int direction)
{
	bool moved = false;
	for (int l = tilt_line_count(level, direction) - 1; l >= 0; l--) {
		const struct tilt_line line = tilt_line_of(level, direction, l);
		int free = 0; /* where the next block will come to rest */
		for (int i = 0; i < line.length; i++) {
			const int cell = line.first + i * line.step;
			if (level->map[cell]) {
				free = i + 1;
			} else if (grid[cell] != 0) {
				const int distance = i - free++;
				const uint8_t colour = grid[cell];
				grid[cell] = 0;
				grid[cell - distance * line.step] = colour;
				moved |= distance > 0;
			}
		}
	}
	return moved;
}

void tilt_distances(const struct level *level, const uint8_t grid[CELLS_MAX], int direction,
                    uint8_t distance[CELLS_MAX])
{
	memset(distance, 0, (size_t)level_cells(level));
	for (int l = tilt_line_count(level, direction) - 1; l >= 0; l--) {
		const struct tilt_line line = tilt_line_of(level, direction, l);
		int free = 0; /* cells between this one and the wall ahead that hold no block */
		for (int i = 0; i < line.length; i++) {
			const int cell = line.first + i * line.step;
			if (level->map[cell])
				free = 0;
			else if (grid[cell] == 0)
				free++;
			else
				distance[cell] = (uint8_t)free;
		}
	}
}

/* ---- packed states ---- */

void tilt_unpack(const struct level *level, const struct state *state, uint8_t grid[CELLS_MAX])
{
	memset(grid, 0, (size_t)level_cells(level));
	pieces_unpack(level, level->state_size, state, grid);
}
