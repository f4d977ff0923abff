#include "puzzles/bishop/solver/space.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t POSITIONS_MAX = ((uint64_t)1 << RANK_BITS_MAX) - 1;

/* ---- cells ---- */

static void number_cells(struct space *space)
{
	const struct level *level = space->level;
	uint8_t grid[CELLS_MAX];
	int part[CELLS_MAX];
	bishop_unpack(level, &level->start, grid);
	bishop_find_parts(level, grid, part);
	for (int cell = 0; cell < level_cells(level); cell++) {
		space->number[cell] = CELLS_MAX;
		if (part[cell] >= 0) {
			space->number[cell] = (uint16_t)space->cells;
			space->board[space->cells++] = (uint16_t)cell;
		}
	}
}

/* Finds the cells ahead of one, up to a wall. */
static void cast_ray(struct space *space, int direction, int cell)
{
	const int from = space->board[cell];
	const struct ray ray = bishop_ray(space->level, from, direction);
	const int length = bishop_free_cells(space->level->map, from, ray);
	space->rising[direction] = ray.step > 0;
	space->ahead[direction][cell] =
		length == 0 ? (uint16_t)space->cells : space->number[from + ray.step];
	for (int steps = 1; steps <= length; steps++)
		put_bit(bishop_space_ray(space, direction, cell),
		        space->number[from + steps * ray.step]);
}

/* ---- numbers ---- */

/* Pascal's triangle; numbers that are too large become UINT64_MAX. */
static void fill_binomials(struct space *space, int size_max)
{
	const size_t row = (size_t)space->cells + 1;
	for (size_t cell = 0; cell < row; cell++)
		space->binomial[cell] = 1;
	for (int size = 1; size <= size_max; size++) {
		uint64_t *of = space->binomial + row * (size_t)size;
		const uint64_t *before = of - row;
		of[0] = 0;
		for (size_t cell = 1; cell < row; cell++)
			if (__builtin_add_overflow(of[cell - 1], before[cell - 1], &of[cell]))
				of[cell] = UINT64_MAX;
	}
}

/* False if there are more positions than a number holds. */
static bool number_positions(struct space *space, int size_max)
{
	uint64_t positions = 1;
	fill_binomials(space, size_max);
	for (int t = 0; t < space->groups; t++) {
		struct colour_group *group = &space->group[t];
		group->sets = bishop_space_sets(space, space->cells, group->count);
		group->unit = positions;
		if (group->sets > POSITIONS_MAX / positions)
			return false;
		positions *= group->sets;
	}
	space->turn_unit = positions;
	if (space->alternate) {
		const uint64_t turns = (uint64_t)space->groups + 1;
		if (turns > POSITIONS_MAX / positions)
			return false;
		positions *= turns;
	}
	while (positions >> space->rank_bits != 0)
		space->rank_bits++;
	return true;
}

/* The most pieces of a colour; 0 if there are too many in all. */
static int number_groups(struct space *space)
{
	int first = 0, max = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		const int count = space->level->pieces[colour];
		if (count == 0)
			continue;
		if (first + count > PIECES_MAX)
			return 0;
		space->group[space->groups++] = (struct colour_group){
			.colour = (uint8_t)colour,
			.first = (uint8_t)first,
			.count = (uint8_t)count,
		};
		first += count;
		max = count > max ? count : max;
	}
	return max;
}

bool bishop_space_init(struct space *space, const struct level *level, size_t bytes)
{
	*space = (struct space){
		.level = level,
		.directions = bishop_kind(level)->directions,
		.slide = bishop_kind(level)->far && (level->rules & SLIDE) != 0,
		.no_attack = (level->rules & NO_ATTACK) != 0,
		.alternate = (level->rules & ALTERNATE) != 0,
	};
	const int size_max = number_groups(space);
	number_cells(space);
	space->words = (space->cells + 63) / 64;
	const size_t rays = (size_t)space->directions * (size_t)space->cells *
	                    (size_t)space->words;
	const size_t binomials = ((size_t)space->cells + 1) * ((size_t)size_max + 1);
	space->bytes = rays * sizeof *space->ray + binomials * sizeof *space->binomial;
	if (size_max == 0 || space->bytes > bytes)
		return false;
	space->ray = calloc(rays, sizeof *space->ray);
	space->binomial = malloc(binomials * sizeof *space->binomial);
	if (space->ray == NULL || space->binomial == NULL || !number_positions(space, size_max)) {
		bishop_space_free(space);
		return false;
	}
	for (int d = 0; d < space->directions; d++)
		for (int cell = 0; cell < space->cells; cell++)
			cast_ray(space, d, cell);
	return true;
}

void bishop_space_free(struct space *space)
{
	free(space->binomial);
	free(space->ray);
	space->binomial = space->ray = NULL;
}

/* The number of a set of cells: the inverse of bishop_space_cells_of. */
static uint64_t set_of(const struct space *space, const uint16_t *cell, int count)
{
	uint64_t set = 0;
	for (int i = 0; i < count; i++)
		set += bishop_space_sets(space, cell[i], i + 1);
	return set;
}

void bishop_space_cells_of(const struct space *space, uint64_t set, int count, uint16_t *cell)
{
	int at = space->cells;
	for (int i = count; i > 1; i--) {
		const uint64_t *of = bishop_space_binomials(space, i);
		do
			at--;
		while (of[at] > set);
		set -= of[at];
		cell[i - 1] = (uint16_t)at;
	}
	if (count > 0)
		cell[0] = (uint16_t)set;
}

bool bishop_space_rank(const struct space *space, const struct state *state, uint64_t *rank)
{
	uint16_t cell[CELLS_MAX];
	const int count = bishop_piece_cells(space->level, state, cell);
	const int last = bishop_last_mover(space->level, state);
	for (int i = 0; i < count; i++) {
		cell[i] = space->number[cell[i]];
		if (cell[i] == CELLS_MAX)
			return false;
	}
	*rank = 0;
	for (int t = 0; t < space->groups; t++) {
		const struct colour_group *group = &space->group[t];
		*rank += set_of(space, cell + group->first, group->count) * group->unit;
		if (group->colour == last)
			*rank += ((uint64_t)t + 1) * space->turn_unit;
	}
	return true;
}

/* ---- positions ---- */

void bishop_space_unrank(const struct space *space, uint64_t rank, struct position *position)
{
	position->rank = rank;
	memset(position->taken, 0, (size_t)space->words * sizeof *position->taken);
	for (int t = 0; t < space->groups; t++) {
		const struct colour_group *group = &space->group[t];
		const uint64_t set = rank % group->sets;
		rank /= group->sets;
		position->set[t] = set;
		bishop_space_cells_of(space, set, group->count, position->cell + group->first);
		for (int i = 0; i < group->count; i++)
			put_bit(position->taken, position->cell[group->first + i]);
	}
	position->last = (int)rank;
}

uint64_t bishop_space_rank_after(const struct space *space, const struct position *position,
                                 int from, int to)
{
	struct position after = *position;
	int t = 0, i = 0;
	while (after.cell[i] != from)
		i++;
	while (space->group[t].first + space->group[t].count <= i)
		t++;
	const struct colour_group *group = &space->group[t];
	uint16_t *cell = after.cell + group->first;
	for (i -= group->first; i > 0 && cell[i - 1] > to; i--)
		cell[i] = cell[i - 1];
	for (; i < group->count - 1 && cell[i + 1] < to; i++)
		cell[i] = cell[i + 1];
	cell[i] = (uint16_t)to;
	const uint64_t set = set_of(space, cell, group->count);
	const int last = space->alternate ? t + 1 : 0;
	return position->rank + (set - position->set[t]) * group->unit +
	       (uint64_t)(last - position->last) * space->turn_unit;
}
