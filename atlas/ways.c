#include "ways.h"

#include <stdlib.h>
#include <string.h>

/* Rows slide right, columns down. */
static void shift_line(const struct grid *grid, int columns, int line, int by, struct phase *phase)
{
	const int length = columns ? grid->rows : grid->columns;
	for (int i = 0; i < length; i++) {
		const int to = (i + by) % length;
		phase->to[columns ? i * grid->columns + line : line * grid->columns + i] =
			(uint8_t)(columns ? to * grid->columns + line : line * grid->columns + to);
	}
	phase->slides += by < length - by ? by : length - by;
}

static int compare_phases(const void *a, const void *b)
{
	const struct phase *one = a, *other = b;
	return one->slides != other->slides ? one->slides - other->slides
	                                    : memcmp(one->to, other->to, sizeof one->to);
}

void ways_init(struct ways *ways, const struct grid *grid)
{
	*ways = (struct ways){.cells = grid->cells};
	for (int columns = 0; columns < 2; columns++) {
		const int lines = columns ? grid->columns : grid->rows;
		const int length = columns ? grid->rows : grid->columns;
		int all = 1;
		for (int i = 0; i < lines; i++)
			all *= length;
		for (int number = 1; number < all; number++) {
			struct phase *phase = &ways->phase[columns][ways->phases[columns]++];
			for (int line = 0, left = number; line < lines; line++, left /= length)
				shift_line(grid, columns, line, left % length, phase);
		}
		qsort(ways->phase[columns], (size_t)ways->phases[columns],
		      sizeof *ways->phase[columns], compare_phases);
	}
}

static uint64_t count_from(const struct ways *ways, int columns, int slides)
{
	uint64_t count = slides == 0;
	for (int i = 0; i < ways->phases[columns]; i++)
		if (ways->phase[columns][i].slides <= slides)
			count +=
				count_from(ways, !columns, slides - ways->phase[columns][i].slides);
	return count;
}

uint64_t ways_count(const struct ways *ways, int slides)
{
	return slides == 0 ? 1 : count_from(ways, 0, slides) + count_from(ways, 1, slides);
}

static int walk_from(const struct ways *ways, const struct layout *from, int columns, int slides,
                     int (*visit)(void *context, const struct layout *layout), void *context)
{
	if (slides == 0)
		return visit(context, from);
	for (int i = 0; i < ways->phases[columns]; i++) {
		const struct phase *phase = &ways->phase[columns][i];
		struct layout to = {{0}};
		if (phase->slides > slides)
			return 0;
		for (int tile = 0; tile < ways->cells; tile++)
			to.cell[tile] = phase->to[from->cell[tile]];
		const int seen =
			walk_from(ways, &to, !columns, slides - phase->slides, visit, context);
		if (seen != 0)
			return seen;
	}
	return 0;
}

int ways_walk(const struct ways *ways, const struct layout *from, int slides,
              int (*visit)(void *context, const struct layout *layout), void *context)
{
	const int seen = walk_from(ways, from, 0, slides, visit, context);
	return seen != 0 || slides == 0 ? seen : walk_from(ways, from, 1, slides, visit, context);
}

void results_add(struct results *results, const struct layout *layout)
{
	if (results->count == results->room) {
		results->room = 2 * results->room + 256;
		results->to = chart_realloc(results->to, results->room, sizeof *results->to);
	}
	results->to[results->count++] = *layout;
}

static int add_result(void *context, const struct layout *layout)
{
	results_add(context, layout);
	return 0;
}

static int compare_layouts(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct layout));
}

void ways_list(const struct ways *ways, int slides, struct results *results)
{
	struct layout in_place = {{0}};
	const uint32_t begin = results->count;
	uint32_t kept = begin;
	for (uint8_t cell = 0; cell < ways->cells; cell++)
		in_place.cell[cell] = cell;
	ways_walk(ways, &in_place, slides, add_result, results);
	qsort(results->to + begin, results->count - begin, sizeof *results->to, compare_layouts);
	for (uint32_t i = begin; i < results->count; i++)
		if (i == begin || compare_layouts(&results->to[i], &results->to[kept - 1]) != 0)
			results->to[kept++] = results->to[i];
	results->count = kept;
}
