/* A rectangle of cells and its symmetries. */
#include "chart.h"

static void add_symmetry(struct grid *grid, int transpose, int flip_rows, int flip_columns)
{
	uint8_t *image = grid->image[grid->symmetries++];
	for (int r = 0; r < grid->rows; r++)
		for (int c = 0; c < grid->columns; c++) {
			int row = flip_rows ? grid->rows - 1 - r : r;
			int column = flip_columns ? grid->columns - 1 - c : c;
			if (transpose) {
				const int swapped = row;
				row = column;
				column = swapped;
			}
			image[r * grid->columns + c] = (uint8_t)(row * grid->columns + column);
		}
}

void grid_init(struct grid *grid, int rows, int columns)
{
	*grid = (struct grid){.rows = rows, .columns = columns, .cells = rows * columns};
	grid->every = (UINT64_C(1) << grid->cells) - 1;
	for (int r = 0; r < rows; r++)
		grid->left_column |= UINT64_C(1) << (r * columns);
	const int transpositions = rows == columns ? 2 : 1;
	for (int transpose = 0; transpose < transpositions; transpose++)
		for (int flips = 0; flips < 4; flips++)
			add_symmetry(grid, transpose, flips & 1, flips >> 1);
}

cell_set grid_image(const struct grid *grid, int symmetry, cell_set set)
{
	cell_set image = 0;
	for (; set != 0; set &= set - 1)
		image |= UINT64_C(1) << grid->image[symmetry][first_cell(set)];
	return image;
}

cell_set grid_beside(const struct grid *grid, cell_set set)
{
	return (set << grid->columns | set >> grid->columns | (set & ~grid->left_column) >> 1 |
	        (set & ~(grid->left_column << (grid->columns - 1))) << 1) &
	       grid->every;
}
