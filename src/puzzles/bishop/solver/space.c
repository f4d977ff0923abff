#include "puzzles/bishop/solver/space.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t POSITIONS_MAX = ((uint64_t)1 << RANK_BITS) - 1;

/* ---- cells ---- */

static void number_cells(struct space *space, const struct level *level)
{
	uint8_t grid[CELLS_MAX];
	int part[CELLS_MAX];
	bishop_unpack(level, &level->start, grid);
	for (int cell = 0; cell < CELLS_MAX; cell++)
		part[cell] = -1;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (part[cell] < 0 && (is_piece(grid[cell]) || level->goal[cell] != 0))
			bishop_fill_part(level, cell, 0, part);
	for (int cell = 0; cell < CELLS_MAX; cell++) {
		space->number[cell] = CELLS_MAX;
		if (part[cell] == 0) {
			space->number[cell] = (uint16_t)space->cells;
			space->board[space->cells++] = (uint16_t)cell;
		}
	}
}

static bool make_rays(struct space *space)
{
	const size_t rays = (size_t)space->directions * (size_t)space->cells;
	space->ray = calloc(rays * (size_t)space->words, sizeof *space->ray);
	return space->ray != NULL;
}

/* Finds the cells ahead of one, up to a wall. */
static void cast_ray(struct space *space, const struct level *level, int direction, int cell)
{
	const int from = space->board[cell];
	const struct ray ray = bishop_ray(level, from, direction);
	space->ahead[direction][cell] = (uint16_t)space->cells;
	for (int steps = 1; steps <= ray.length; steps++) {
		const int to = from + steps * ray.step;
		if (level->map[to] == WALL)
			break;
		if (steps == 1)
			space->ahead[direction][cell] = space->number[to];
		put_bit(bishop_space_ray(space, direction, cell), space->number[to]);
	}
}

static void link_cells(struct space *space, const struct level *level)
{
	const struct direction *direction = bishop_kind(level)->direction;
	for (int d = 0; d < space->directions; d++) {
		space->rising[d] = direction[d].down > 0 ||
		                   (direction[d].down == 0 && direction[d].right > 0);
		for (int cell = 0; cell < space->cells; cell++)
			cast_ray(space, level, d, cell);
	}
	for (int d = 0; d < space->directions; d++)
		for (int other = 0; other < space->directions; other++)
			if (direction[other].down == -direction[d].down &&
			    direction[other].right == -direction[d].right)
				memcpy(space->behind[d], space->ahead[other],
				       sizeof space->behind[d]);
}

/* ---- numbers ---- */

static uint64_t sum_or_most(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Pascal's triangle; numbers that are too large become UINT64_MAX. */
static bool make_space_binomials(struct space *space, int most)
{
	const size_t row = (size_t)space->cells + 1;
	space->binomial = malloc(row * ((size_t)most + 1) * sizeof *space->binomial);
	if (space->binomial == NULL)
		return false;
	for (size_t cell = 0; cell < row; cell++)
		space->binomial[cell] = 1;
	for (int size = 1; size <= most; size++) {
		uint64_t *of = space->binomial + row * (size_t)size;
		const uint64_t *before = of - row;
		of[0] = 0;
		for (size_t cell = 1; cell < row; cell++)
			of[cell] = sum_or_most(of[cell - 1], before[cell - 1]);
	}
	return true;
}

/* Makes room for one more digit with so many values; false if a number does not hold it. */
static bool place_digit(uint64_t values, uint64_t *unit, uint64_t *positions)
{
	*unit = *positions;
	if (values > POSITIONS_MAX / *positions)
		return false;
	*positions *= values;
	return true;
}

static bool place_digits(struct space *space)
{
	uint64_t positions = 1;
	for (int t = 0; t < space->groups; t++) {
		struct colour_group *group = &space->group[t];
		group->sets = bishop_space_binomials(space, group->count)[space->cells];
		if (!place_digit(group->sets, &group->unit, &positions))
			return false;
	}
	const uint64_t turns = space->alternate ? (uint64_t)space->groups + 1 : 1;
	return place_digit(turns, &space->turn_unit, &positions);
}

/* The most pieces of a colour; 0 if there are too many in all. */
static int number_groups(struct space *space, const struct level *level)
{
	int first = 0, most = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		const int count = level->pieces[colour];
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
		most = count > most ? count : most;
	}
	return most;
}

size_t bishop_space_bytes(const struct space *space)
{
	int most = 0;
	for (int t = 0; t < space->groups; t++)
		most = space->group[t].count > most ? space->group[t].count : most;
	return ((size_t)space->cells + 1) * ((size_t)most + 1) * sizeof *space->binomial +
	       (size_t)space->directions * (size_t)space->cells * (size_t)space->words *
	               sizeof *space->ray;
}

bool bishop_space_init(struct space *space, const struct level *level, size_t bytes)
{
	*space = (struct space){
		.directions = bishop_kind(level)->directions,
		.slide = bishop_kind(level)->far && (level->rules & SLIDE) != 0,
		.no_attack = (level->rules & NO_ATTACK) != 0,
		.alternate = (level->rules & ALTERNATE) != 0,
	};
	const int most = number_groups(space, level);
	number_cells(space, level);
	space->words = (space->cells + 63) / 64;
	if (most == 0 || bishop_space_bytes(space) > bytes)
		return false;
	if (!make_space_binomials(space, most) || !place_digits(space) || !make_rays(space)) {
		bishop_space_free(space);
		return false;
	}
	link_cells(space, level);
	return true;
}

void bishop_space_free(struct space *space)
{
	free(space->binomial);
	free(space->ray);
	space->binomial = space->ray = NULL;
}

/* The number of a set of cells: the inverse of bishop_space_cells_of. */
static uint64_t bishop_space_set(const struct space *space, const uint16_t *cell, int count)
{
	uint64_t set = 0;
	for (int i = 0; i < count; i++)
		set += bishop_space_binomials(space, i + 1)[cell[i]];
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

/* The colour group that moved last, from 1; 0: nobody yet. */
static int last_group(const struct space *space, const struct level *level,
                      const struct state *state)
{
	const int last = bishop_last_mover(level, state);
	for (int t = 0; t < space->groups; t++)
		if (space->group[t].colour == last)
			return t + 1;
	return 0;
}

bool bishop_space_rank(const struct space *space, const struct level *level,
                       const struct state *state, uint64_t *rank)
{
	uint16_t cell[CELLS_MAX];
	const int count = bishop_piece_cells(level, state, cell);
	for (int i = 0; i < count; i++) {
		cell[i] = space->number[cell[i]];
		if (cell[i] == CELLS_MAX)
			return false;
	}
	*rank = (uint64_t)last_group(space, level, state) * space->turn_unit;
	for (int t = 0; t < space->groups; t++) {
		const struct colour_group *group = &space->group[t];
		*rank += bishop_space_set(space, cell + group->first, group->count) * group->unit;
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
	const uint16_t *at = position->cell;
	int t = 0;
	while (*at != from)
		at++;
	while (position->cell + space->group[t].first + space->group[t].count <= at)
		t++;
	const struct colour_group *group = &space->group[t];
	uint16_t cell[PIECES_MAX];
	memcpy(cell, position->cell + group->first, group->count * sizeof *cell);
	int i = (int)(at - position->cell) - group->first;
	for (; i > 0 && cell[i - 1] > to; i--)
		cell[i] = cell[i - 1];
	for (; i < group->count - 1 && cell[i + 1] < to; i++)
		cell[i] = cell[i + 1];
	cell[i] = (uint16_t)to;
	const uint64_t set = bishop_space_set(space, cell, group->count);
	const uint64_t last = space->alternate ? (uint64_t)t + 1 : 0;
	return position->rank + (set - position->set[t]) * group->unit +
	       (last - (uint64_t)position->last) * space->turn_unit;
}
