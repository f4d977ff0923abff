#include "puzzles/gems/solver/space.h"

#include <string.h>

#include "algo/bits.h"

/* ---- preparation ---- */

bool gems_space_accepts(const struct level *level)
{
	if (level->endless || (level->rules & (RULE_RANDOM | RULE_WIDE)) != 0 ||
	    level_cells(level) > PLANE_CELLS || level->columns > PLANE_COLUMNS)
		return false;
	for (int column = 0; column < level->columns; column++)
		if (level->table[column][LETTERS_MAX] != EMPTY)
			return false;
	return true;
}

static void count_code(uint8_t cell, int *max, bool *dead)
{
	if (cell == DEAD_GEM)
		*dead = true;
	else if (cell > *max)
		*max = cell;
}

static int max_code(const struct level *level, const struct gems *gems, bool *dead)
{
	int max = 0;
	*dead = false;
	for (int cell = 0; cell < level_cells(level); cell++)
		count_code(gems->cell[cell], &max, dead);
	for (int column = 0; column < level->columns; column++)
		for (int i = 0; i < LETTERS_MAX; i++)
			count_code(level->table[column][i], &max, dead);
	return max;
}

int gems_space_planes(const struct level *level, const struct gems *gems)
{
	bool dead;
	const int max = max_code(level, gems, &dead);
	return planes_for(max + dead);
}

/* A bit for each colour on the board. */
static uint32_t colours_of(const struct level *level, const struct gems *gems)
{
	uint32_t codes = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (is_gem(gems->cell[cell]))
			codes |= UINT32_C(1) << gems->cell[cell];
	return codes;
}

bool gems_space_fits(const struct gems_space *space, const struct level *level,
                     const struct gems *gems)
{
	return gems_space_planes(level, gems) <= space->planes &&
	       (colours_of(level, gems) & ~space->codes) == 0;
}

static void stream_init(struct gems_space *space, int column, const uint8_t *letter)
{
	int count = 0;
	for (; letter[count] != EMPTY; count++)
		for (int i = 0; i < PLANES_MAX; i++)
			space->stream[column][i][count / 64] |= (uint64_t)(letter[count] >> i & 1)
			                                        << count % 64;
	space->letters[column] = (uint8_t)count;
	for (int i = count - 1; i >= 0; i--) {
		memcpy(space->to_come[column][i], space->to_come[column][i + 1], CODES);
		space->to_come[column][i][letter[i]]++;
		space->to_come[column][i][0]++;
		space->codes |= UINT32_C(1) << letter[i];
	}
}

void gems_space_init(struct gems_space *space, const struct level *level, const struct gems *gems)
{
	bool dead;
	memset(space, 0, sizeof *space);
	max_code(level, gems, &dead);
	space->shape =
		planes_shape(level->rows, level->columns, (level->rules & RULE_HOLES) != 0, dead);
	space->words = space->planes = gems_space_planes(level, gems);
	if ((level->rules & RULE_STREAMS) != 0) {
		space->taken_at = space->words;
		space->words += (level->columns + 7) / 8;
		for (int column = 0; column < level->columns; column++)
			stream_init(space, column, level->table[column]);
	}
	if ((level->rules & RULE_SCORE) != 0) {
		space->score_at = space->words++;
		space->amount = (uint32_t)level->amount;
	} else {
		space->wanted = level->rules & RULE_CLEAR_ALL;
	}
	space->codes |= colours_of(level, gems);
}

void gems_space_position(const struct gems_space *space, const struct level *level,
                         const struct gems *gems, struct position *position)
{
	const struct plane_shape *shape = &space->shape;
	*position = (struct position){.word = {0}};
	for (int cell = 0; cell < level_cells(level); cell++) {
		const int column = cell % level->columns;
		const int row = level->rows - 1 - cell / level->columns;
		const int code = gems->cell[cell] == DEAD_GEM ? planes_dead_code(space->planes)
		                                              : gems->cell[cell];
		planes_put(position->word, planes_cell(shape, row, column), code, space->planes);
	}
	if (space->taken_at > 0)
		for (int column = 0; column < level->columns; column++)
			position->word[space->taken_at + column / 8] |=
				(uint64_t)gems->taken[column] << 8 * (column % 8);
	if (space->score_at > 0)
		position->word[space->score_at] = (uint64_t)gems->score;
}

/* ---- one swap ---- */

/* 64 bits of a stream, from bit `from` on. */
static uint64_t stream_bits(const uint64_t stream[STREAM_WORDS], unsigned from)
{
	const uint64_t low = stream[from / 64] >> from % 64;
	return from % 64 == 0 ? low : low | stream[from / 64 + 1] << (64 - from % 64);
}

/* Fills a column with its next letters, from its lowest empty cell up. */
static void fill_column(const struct gems_space *space, struct position *position, int column,
                        int cell)
{
	const struct plane_shape *shape = &space->shape;
	const unsigned used = letters_taken(space, position, column);
	const unsigned left = space->letters[column] - used;
	const unsigned room = (unsigned)(column * shape->stride + shape->rows - cell);
	const unsigned count = room < left ? room : left;
	const uint64_t mask = (UINT64_C(1) << count) - 1;
	for (int i = 0; i < space->planes; i++)
		position->word[i] |= (stream_bits(space->stream[column][i], used) & mask) << cell;
	position->word[space->taken_at + column / 8] += (uint64_t)count << 8 * (column % 8);
}

static void fill(const struct gems_space *space, struct position *position)
{
	const struct plane_shape *shape = &space->shape;
	const uint64_t empty = shape->cells & ~planes_solid(position->word, space->planes);
	uint64_t rows = (UINT64_C(1) << shape->rows) - 1;
	for (int column = 0; column < shape->columns; column++, rows <<= shape->stride)
		if ((empty & rows) != 0)
			fill_column(space, position, column, __builtin_ctzll(empty & rows));
}

static void add_points(const struct gems_space *space, struct position *position, uint64_t points)
{
	uint64_t *score = &position->word[space->score_at];
	*score = *score + points < space->amount ? *score + points : space->amount;
}

PLANES_INLINE void cascade(const struct gems_space *space, struct position *position, int planes)
{
	uint64_t points = 0;
	for (uint64_t step = 1;; step++) {
		uint64_t horizontal, vertical;
		const uint64_t runs =
			planes_runs(&space->shape, position->word, &horizontal, &vertical, planes);
		if (runs == 0)
			break;
		if (space->score_at > 0)
			points += POINTS * step *
			          (uint64_t)(bits_count(horizontal) + bits_count(vertical));
		planes_clear(position->word, runs, planes);
		planes_fall(&space->shape, position->word, planes);
		if (space->taken_at > 0)
			fill(space, position);
	}
	if (space->score_at > 0)
		add_points(space, position, points);
}

/* The move code of a swap: cells are numbered as in struct level. */
static move_code code_of(const struct plane_shape *shape, int cell, int upper)
{
	const int column = cell / shape->stride, row = shape->rows - 1 - cell % shape->stride;
	return (move_code)(2 * (row * shape->columns + column) + upper);
}

PLANES_INLINE int successors(const struct gems_space *space, const struct position *position,
                             struct successor *out, int planes)
{
	const struct plane_shape *shape = &space->shape;
	const struct plane_swaps swaps = planes_swaps(shape, position->word, planes);
	int count = 0;
	for (int upper = 0; upper < 2; upper++)
		for (uint64_t mask = upper ? swaps.up : swaps.right; mask != 0; mask &= mask - 1) {
			const int cell = __builtin_ctzll(mask);
			out[count].position = *position;
			out[count].move = code_of(shape, cell, upper);
			planes_exchange(out[count].position.word, cell, upper ? 1 : shape->stride,
			                planes);
			cascade(space, &out[count].position, planes);
			count++;
		}
	return count;
}

int gems_space_successors(const struct gems_space *space, const struct position *position,
                          struct successor out[SUCCESSORS_MAX])
{
	return space->planes == PLANES_MAX ? successors(space, position, out, PLANES_MAX)
	                                   : successors(space, position, out, PLANES_MAX - 1);
}
