#include "puzzles/gems/solver/space.h"

#include <assert.h>
#include <string.h>

#include "algo/bits.h"

#define DEAD_BIT (UINT32_C(1) << DEAD_GEM)

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

/* A bit for each colour on the board, and one for dead gems. */
static uint32_t contents_of(const struct level *level, const struct gems *gems)
{
	uint32_t contents = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		contents |= UINT32_C(1) << gems->cell[cell];
	return contents & ~(UINT32_C(1) << EMPTY);
}

bool gems_space_fits(const struct gems_space *space, const struct level *level,
                     const struct gems *gems)
{
	return (contents_of(level, gems) & ~(space->codes | DEAD_BIT)) == 0;
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
	const uint32_t contents = contents_of(level, gems);
	const bool holes = (level->rules & RULE_HOLES) != 0, dead = contents >> DEAD_GEM != 0;
	memset(space, 0, sizeof *space);
	space->shape = planes_shape(level->rows, level->columns, holes, dead);
	space->codes = contents & ~DEAD_BIT;
	for (int column = 0; column < level->columns; column++)
		stream_init(space, column, level->table[column]);
	space->words = space->planes = planes_for(31 - __builtin_clz(space->codes | 1) + dead);
	if ((level->rules & RULE_STREAMS) != 0) {
		space->taken_at = space->words;
		space->words += (level->columns + 7) / 8;
	}
	if ((level->rules & RULE_SCORE) != 0) {
		space->score_at = space->words++;
		space->amount = (uint32_t)level->amount;
	} else {
		space->wanted = level->rules & RULE_CLEAR_ALL;
	}
}

void gems_space_position(const struct gems_space *space, const struct level *level,
                         const struct gems *gems, struct position *position)
{
	*position = (struct position){.word = {0}};
	planes_read(&space->shape, gems->cell, level->columns, position->word, space->planes);
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

/* Fills each column with its next letters, from its lowest empty cell up. */
static void fill(const struct gems_space *space, struct position *position)
{
	const struct plane_shape *shape = &space->shape;
	uint64_t empty = shape->cells & ~planes_solid(position->word, space->planes);
	while (empty != 0) {
		const int cell = __builtin_ctzll(empty), column = cell / shape->stride;
		const unsigned room = (unsigned)(column * shape->stride + shape->rows - cell);
		const unsigned used = letters_taken(space, position, column);
		const unsigned left = space->letters[column] - used;
		const unsigned count = room < left ? room : left;
		const uint64_t mask = (UINT64_C(1) << count) - 1;
		for (int i = 0; i < space->planes; i++)
			position->word[i] |= (stream_bits(space->stream[column][i], used) & mask)
			                     << cell;
		position->word[space->taken_at + column / 8] += (uint64_t)count << 8 * (column % 8);
		empty &= ~(((UINT64_C(1) << room) - 1) << cell);
	}
}

/* Swaps a cell with its upper or right neighbour, and plays the cascade. */
PLANES_INLINE void swap(const struct gems_space *space, struct position *position, int cell,
                        int upper, int planes)
{
	uint64_t points = 0;
	planes_exchange(position->word, cell, upper ? 1 : space->shape.stride, planes);
	for (uint64_t step = 1;; step++) {
		uint64_t horizontal, vertical;
		if (!planes_step(&space->shape, position->word, &horizontal, &vertical, planes))
			break;
		if (space->score_at > 0)
			points += POINTS * step *
			          (uint64_t)(bits_count(horizontal) + bits_count(vertical));
		if (space->taken_at > 0)
			fill(space, position);
	}
	if (space->score_at > 0) {
		uint64_t *score = &position->word[space->score_at];
		*score = *score + points < space->amount ? *score + points : space->amount;
	}
}

/* The move code of a swap: cells are numbered as in struct level. */
static move_code code_of(const struct plane_shape *shape, int cell, int upper)
{
	const int column = cell / shape->stride, row = shape->rows - 1 - cell % shape->stride;
	return (move_code)(2 * (row * shape->columns + column) + upper);
}

void gems_space_move(const struct gems_space *space, struct position *position, move_code move)
{
	const struct plane_shape *shape = &space->shape;
	const int column = move / 2 % shape->columns, row = move / 2 / shape->columns;
	const int cell = column * shape->stride + shape->rows - 1 - row;
	assert(code_of(shape, cell, move % 2) == move);
	swap(space, position, cell, move % 2, space->planes);
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
			swap(space, &out[count++].position, cell, upper, planes);
		}
	return count;
}

int gems_space_successors(const struct gems_space *space, const struct position *position,
                          struct successor out[SUCCESSORS_MAX])
{
	return space->planes == PLANES_MAX ? successors(space, position, out, PLANES_MAX)
	                                   : successors(space, position, out, PLANES_MAX - 1);
}
