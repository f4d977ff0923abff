#include "puzzle/cell.h"

#include <assert.h>
#include <stdio.h>

void cell_name(const struct level *level, int cell, char out[CELL_NAME_MAX])
{
	assert(cell >= 0 && cell < level_cells(level));
	const int row = level->rows - cell / level->columns;
	snprintf(out, CELL_NAME_MAX, "%c%d", 'a' + cell % level->columns, row);
}

bool cell_read(const struct level *level, const char **text, int *cell)
{
	const char *at = *text;
	const int column = *at++ - 'a';
	int row = 0;
	if (column < 0 || column >= level->columns || *at < '1' || *at > '9')
		return false;
	while (*at >= '0' && *at <= '9' && row <= SIDE_MAX)
		row = 10 * row + *at++ - '0';
	if (row > level->rows)
		return false;
	*cell = (level->rows - row) * level->columns + column;
	*text = at;
	return true;
}

bool cell_read_pair(const struct level *level, const char *text, int *from, int *to)
{
	return cell_read(level, &text, from) && *text++ == '-' && cell_read(level, &text, to) &&
	       *text == '\0';
}

/* A board of all cells that have names. */
static const struct level largest = {.rows = SIDE_MAX, .columns = SIDE_MAX};

/* Whether a cell of the largest board is not on this one. */
static bool is_off(const struct level *level, int cell)
{
	return cell % SIDE_MAX >= level->columns || SIDE_MAX - cell / SIDE_MAX > level->rows;
}

bool cell_off_board(const struct level *level, const char *text, char out[CELL_NAME_MAX])
{
	int from, to;
	const char *end = text;
	if (cell_read(&largest, &end, &from) && *end == '\0')
		to = from;
	else if (!cell_read_pair(&largest, text, &from, &to))
		return false;
	const int cell = is_off(level, from) ? from : to;
	cell_name(&largest, cell, out);
	return is_off(level, cell);
}
