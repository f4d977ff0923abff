/* Special gems: what a step's shapes leave, and what special gems clear. rules.h has the rules.
 *
 * First all shapes are found, each by a walk along its runs. Then the runs' special gems, and a
 * colour gem that was swapped, go on a stack; each one taken from it clears its cells, and special
 * gems among these follow it. Every gem is cleared once, so the order makes no difference. */
#include <string.h>

#include "puzzles/gems/rules.h"

/* ---- shapes ---- */

/* The runs through each cell. */
struct runs {
	/* By direction, horizontal first: the run's length, 0 if there is none; its first cell. */
	uint8_t length[2][CELLS_MAX];
	uint16_t first[2][CELLS_MAX];
};

/* Runs that share cells. */
struct shape {
	int longest, direction, first; /* the longest run */
	int crossing;                  /* the first cell in two runs; -1: none */
	int swapped;                   /* the cell where the swap put a gem of it; -1: none */
};

static int stride(const struct level *level, int direction)
{
	return direction == 0 ? 1 : level->columns;
}

/* Finds the runs of one direction. */
static void find_runs(const struct level *level, const struct gems *gems, int direction,
                      struct runs *runs)
{
	const int step = stride(level, direction), cells = level_cells(level);
	const int sides[2] = {level->columns, level->rows};
	memset(runs->length[direction], 0, (size_t)cells);
	for (int first = 0; first < cells; first++) {
		const int at = direction == 0 ? first % level->columns : first / level->columns;
		const uint8_t colour = gems->cell[first];
		if (!is_gem(colour) || (at > 0 && gems->cell[first - step] == colour))
			continue;
		int length = 1;
		while (at + length < sides[direction] &&
		       gems->cell[first + length * step] == colour)
			length++;
		for (int i = 0; i < length && length >= 3; i++) {
			runs->length[direction][first + i * step] = (uint8_t)length;
			runs->first[direction][first + i * step] = (uint16_t)first;
		}
	}
}

/* Notes a run of the shape, if it is the longest. */
static void note_run(struct shape *shape, int length, int direction, int first)
{
	if (length < shape->longest || (length == shape->longest &&
	                                (direction > shape->direction ||
	                                 (direction == shape->direction && first >= shape->first))))
		return;
	shape->longest = length;
	shape->direction = direction;
	shape->first = first;
}

static void note_cell(const struct runs *runs, int cell, const int swapped[2], struct shape *shape)
{
	for (int d = 0; d < 2; d++)
		note_run(shape, runs->length[d][cell], d, runs->first[d][cell]);
	if (runs->length[0][cell] > 0 && runs->length[1][cell] > 0 &&
	    (shape->crossing < 0 || cell < shape->crossing))
		shape->crossing = cell;
	if (cell == swapped[0] || cell == swapped[1])
		shape->swapped = cell;
}

/* Walks from a cell along all runs of its shape, marking the cells. */
static struct shape walk(const struct level *level, const struct runs *runs, int from,
                         const int swapped[2], bool seen[CELLS_MAX])
{
	struct shape shape = {.crossing = -1, .swapped = -1};
	uint16_t stack[CELLS_MAX];
	int height = 0;
	stack[height++] = (uint16_t)from;
	seen[from] = true;
	while (height > 0) {
		const int cell = stack[--height];
		note_cell(runs, cell, swapped, &shape);
		for (int d = 0; d < 2; d++)
			for (int i = 0; i < runs->length[d][cell]; i++) {
				const int next = runs->first[d][cell] + i * stride(level, d);
				if (!seen[next])
					stack[height++] = (uint16_t)next;
				seen[next] = true;
			}
	}
	return shape;
}

/* The kind of gem that a shape leaves. */
static enum gem_kind kind_left(const struct shape *shape)
{
	if (shape->longest >= 5)
		return GEM_COLOUR;
	if (shape->crossing >= 0)
		return GEM_BLAST;
	if (shape->longest == 4)
		return shape->direction == 0 ? GEM_ROW : GEM_COLUMN;
	return GEM_PLAIN;
}

/* The cell where it leaves that. */
static int cell_left(const struct level *level, const struct shape *shape)
{
	if (shape->swapped >= 0)
		return shape->swapped;
	if (shape->longest < 5 && shape->crossing >= 0)
		return shape->crossing;
	return shape->first + (shape->longest - 1) / 2 * stride(level, shape->direction);
}

static void leave_specials(const struct level *level, const struct gems *gems, const int swapped[2],
                           struct gems_step *step)
{
	struct runs runs = {0};
	bool seen[CELLS_MAX] = {false};
	for (int direction = 0; direction < 2; direction++)
		find_runs(level, gems, direction, &runs);
	for (int cell = 0; cell < level_cells(level); cell++) {
		if (!step->cleared[cell] || seen[cell])
			continue;
		const struct shape shape = walk(level, &runs, cell, swapped, seen);
		const enum gem_kind kind = kind_left(&shape);
		if (kind == GEM_PLAIN)
			continue;
		const int i = step->left_count++;
		step->left[i].cell = (uint16_t)cell_left(level, &shape);
		step->left[i].colour = gems->cell[cell];
		step->left[i].kind = (uint8_t)kind;
	}
}

/* ---- clearing ---- */

struct blast {
	const struct level *level;
	const struct gems *gems;
	bool *cleared;
	uint16_t stack[CELLS_MAX]; /* special gems that are cleared and have not cleared others */
	int height;
	int others; /* gems cleared so far, runs not counted */
};

static void clear_cell(struct blast *blast, int cell)
{
	if (blast->cleared[cell] || !is_gem(blast->gems->cell[cell]))
		return;
	blast->cleared[cell] = true;
	blast->others++;
	if (blast->gems->kind[cell] != GEM_PLAIN)
		blast->stack[blast->height++] = (uint16_t)cell;
}

static void clear_colour(struct blast *blast, uint8_t colour)
{
	for (int cell = 0; cell < level_cells(blast->level); cell++)
		if (blast->gems->cell[cell] == colour)
			clear_cell(blast, cell);
}

/* Clears a rectangle, as far as it is on the board. */
static void clear_area(struct blast *blast, int top, int left, int rows, int columns)
{
	const struct level *level = blast->level;
	for (int row = top < 0 ? 0 : top; row < top + rows && row < level->rows; row++)
		for (int c = left < 0 ? 0 : left; c < left + columns && c < level->columns; c++)
			clear_cell(blast, row * level->columns + c);
}

/* Clears what the special gem in a cell does. */
static void set_off(struct blast *blast, int cell)
{
	const struct level *level = blast->level;
	const int row = cell / level->columns, column = cell % level->columns;
	switch ((enum gem_kind)blast->gems->kind[cell]) {
	case GEM_ROW:
		clear_area(blast, row, 0, 1, level->columns);
		break;
	case GEM_COLUMN:
		clear_area(blast, 0, column, level->rows, 1);
		break;
	case GEM_BLAST:
		clear_area(blast, row - 1, column - 1, 3, 3);
		break;
	case GEM_COLOUR:
		clear_colour(blast, blast->gems->cell[cell]);
		break;
	default:
		break;
	}
}

/* Whether a cell has a colour gem that was swapped with a gem: it clears the other's colour instead
 * of its own. */
static bool is_swapped(const struct gems *gems, const int swapped[2], int cell)
{
	return cell >= 0 && (cell == swapped[0] || cell == swapped[1]) &&
	       gems->kind[cell] == GEM_COLOUR && is_gem(gems->cell[swapped[0]]) &&
	       is_gem(gems->cell[swapped[1]]);
}

/* Sets off colour gems that were swapped. They do not go on the stack. */
static void set_off_swapped(struct blast *blast, const int swapped[2])
{
	const struct gems *gems = blast->gems;
	for (int i = 0; i < 2; i++)
		if (is_swapped(gems, swapped, swapped[i]) && !blast->cleared[swapped[i]]) {
			blast->cleared[swapped[i]] = true;
			blast->others++;
		}
	for (int i = 0; i < 2; i++)
		if (is_swapped(gems, swapped, swapped[i]))
			clear_colour(blast, gems->cell[swapped[1 - i]]);
}

int gems_add_specials(const struct level *level, const struct gems *gems, const int swapped[2],
                      struct gems_step *step)
{
	struct blast blast = {.level = level, .gems = gems, .cleared = step->cleared};
	leave_specials(level, gems, swapped, step);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (step->cleared[cell] && gems->kind[cell] != GEM_PLAIN &&
		    !is_swapped(gems, swapped, cell))
			blast.stack[blast.height++] = (uint16_t)cell;
	set_off_swapped(&blast, swapped);
	while (blast.height > 0)
		set_off(&blast, blast.stack[--blast.height]);
	return blast.others;
}
