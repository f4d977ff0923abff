#include "puzzles/tilt/tilt.h"

#include <string.h>

#include "puzzle/cursor.h"

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

int tilt_slide(const struct level *level, uint8_t grid[CELLS_MAX], int direction, int reach)
{
	int farthest = 0;
	for (int l = tilt_line_count(level, direction) - 1; l >= 0; l--) {
		const struct tilt_line line = tilt_line_of(level, direction, l);
		int free = 0; /* where the next block will come to rest */
		for (int i = 0; i < line.length; i++) {
			const int cell = line.first + i * line.step;
			if (level->map[cell]) {
				free = i + 1;
			} else if (grid[cell] != 0) {
				const int distance = i - free++;
				const int moved = distance < reach ? distance : reach;
				const uint8_t colour = grid[cell];
				grid[cell] = 0;
				grid[cell - moved * line.step] = colour;
				if (distance > farthest)
					farthest = distance;
			}
		}
	}
	return farthest;
}

/* ---- packed states ---- */

int tilt_block_count(const struct level *level)
{
	int count = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		count += level->pieces[colour];
	return count;
}

/* Bytes per block: one if the board has at most 256 cells. */
static int cell_width(const struct level *level)
{
	return level_cells(level) <= 256 ? 1 : 2;
}

size_t tilt_state_size(const struct level *level)
{
	const int cells = level_cells(level), list = tilt_block_count(level) * cell_width(level);
	const int size = list < cells ? list : cells;
	return size == 0 ? 1 : (size_t)size;
}

void tilt_unpack(const struct level *level, const struct state *state, uint8_t grid[CELLS_MAX])
{
	if (level->state_size == (size_t)level_cells(level)) {
		memcpy(grid, state->byte, level->state_size);
		return;
	}
	memset(grid, 0, (size_t)level_cells(level));
	const uint8_t *byte = state->byte;
	const bool wide = cell_width(level) == 2;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		for (int i = 0; i < level->pieces[colour]; i++) {
			int cell = *byte++;
			if (wide)
				cell = cell << 8 | *byte++;
			grid[cell] = (uint8_t)colour;
		}
}

void tilt_pack(const struct level *level, const uint8_t grid[CELLS_MAX], struct state *state)
{
	if (level->state_size == (size_t)level_cells(level)) {
		memcpy(state->byte, grid, level->state_size);
		return;
	}
	const int width = cell_width(level);
	uint8_t *next[COLOURS_MAX + 1]; /* where to store the next cell of each colour */
	uint8_t *byte = state->byte;
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		next[colour] = byte;
		byte += width * level->pieces[colour];
	}
	for (int cell = 0; cell < level_cells(level); cell++)
		if (grid[cell] != 0) {
			if (width == 2)
				*next[grid[cell]]++ = (uint8_t)(cell >> 8);
			*next[grid[cell]]++ = (uint8_t)cell;
		}
}
