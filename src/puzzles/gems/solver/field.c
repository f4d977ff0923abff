#include "puzzles/gems/solver/field.h"

#include <string.h>

#include "algo/bits.h"

enum { RUN = 3 };

/* ---- making ready ---- */

bool gems_field_takes(const struct level *level)
{
	if (level->endless || (level->rules & (RULE_RANDOM | RULE_WIDE)) != 0 ||
	    level_cells(level) > PLANE_CELLS || level->columns > PLANE_COLUMNS)
		return false;
	for (int column = 0; column < level->columns; column++)
		if (level->table[column][LETTERS_MOST] != EMPTY)
			return false;
	return true;
}

static void note_code(uint8_t cell, int *most, bool *dead)
{
	if (cell == DEAD_GEM)
		*dead = true;
	else if (cell > *most)
		*most = cell;
}

static int most_code(const struct level *level, const struct gems *gems, bool *dead)
{
	int most = 0;
	*dead = false;
	for (int cell = 0; cell < level_cells(level); cell++)
		note_code(gems->cell[cell], &most, dead);
	for (int column = 0; column < level->columns; column++)
		for (int i = 0; i < LETTERS_MOST; i++)
			note_code(level->table[column][i], &most, dead);
	return most;
}

int gems_field_planes(const struct level *level, const struct gems *gems)
{
	bool dead;
	const int most = most_code(level, gems, &dead);
	return planes_for(most + dead);
}

/* A bit for each colour on the board. */
static uint32_t codes_of(const struct level *level, const struct gems *gems)
{
	uint32_t codes = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (is_gem(gems->cell[cell]))
			codes |= UINT32_C(1) << gems->cell[cell];
	return codes;
}

bool gems_field_fits(const struct field *field, const struct level *level, const struct gems *gems)
{
	return gems_field_planes(level, gems) <= field->planes &&
	       (codes_of(level, gems) & ~field->codes) == 0;
}

static void stream_init(struct field *field, int column, const uint8_t *letter)
{
	int count = 0;
	for (; letter[count] != EMPTY; count++)
		for (int i = 0; i < PLANES_MAX; i++)
			field->stream[column][i][count / 64] |= (uint64_t)(letter[count] >> i & 1)
			                                        << count % 64;
	field->letters[column] = (uint8_t)count;
	for (int i = count - 1; i >= 0; i--) {
		memcpy(field->to_come[column][i], field->to_come[column][i + 1], CODES);
		field->to_come[column][i][letter[i]]++;
		field->to_come[column][i][0]++;
		field->codes |= UINT32_C(1) << letter[i];
	}
}

void gems_field_init(struct field *field, const struct level *level, const struct gems *gems)
{
	bool dead;
	memset(field, 0, sizeof *field);
	most_code(level, gems, &dead);
	field->shape = planes_shape(level->rows, level->columns, (level->rules & RULE_HOLES) != 0,
	                            dead);
	field->words = field->planes = gems_field_planes(level, gems);
	if ((level->rules & RULE_WORDS) != 0) {
		field->taken_at = field->words;
		field->words += (level->columns + 7) / 8;
		for (int column = 0; column < level->columns; column++)
			stream_init(field, column, level->table[column]);
	}
	if ((level->rules & RULE_SCORE) != 0) {
		field->score_at = field->words++;
		field->amount = (uint32_t)level->amount;
	} else {
		field->wanted = level->rules & RULE_CLEAR_ALL;
	}
	field->codes |= codes_of(level, gems);
}

static unsigned taken(const struct field *field, const struct position *position, int column)
{
	return position->word[field->taken_at + column / 8] >> 8 * (column % 8) & 255;
}

void gems_field_position(const struct field *field, const struct level *level,
                         const struct gems *gems, struct position *position)
{
	const struct plane_shape *shape = &field->shape;
	*position = (struct position){.word = {0}};
	for (int cell = 0; cell < level_cells(level); cell++) {
		const int column = cell % level->columns;
		const int row = level->rows - 1 - cell / level->columns;
		const int code = gems->cell[cell] == DEAD_GEM ? planes_dead_code(field->planes)
		                                              : gems->cell[cell];
		planes_put(position->word, planes_cell(shape, row, column), code, field->planes);
	}
	if (field->taken_at > 0)
		for (int column = 0; column < level->columns; column++)
			position->word[field->taken_at + column / 8] |=
				(uint64_t)gems->taken[column] << 8 * (column % 8);
	if (field->score_at > 0)
		position->word[field->score_at] = (uint64_t)gems->score;
}

/* ---- one swap ---- */

/* 64 bits of a stream, from this one on. */
static uint64_t stream_bits(const uint64_t stream[STREAM_WORDS], unsigned from)
{
	const uint64_t low = stream[from / 64] >> from % 64;
	return from % 64 == 0 ? low : low | stream[from / 64 + 1] << (64 - from % 64);
}

/* Fills a column from its lowest empty cell up, as long as it has letters. */
static void fill_column(const struct field *field, struct position *position, int column, int cell)
{
	const struct plane_shape *shape = &field->shape;
	const unsigned used = taken(field, position, column);
	const unsigned left = field->letters[column] - used;
	const unsigned room = (unsigned)(column * shape->stride + shape->rows - cell);
	const unsigned count = room < left ? room : left;
	const uint64_t mask = (UINT64_C(1) << count) - 1;
	for (int i = 0; i < field->planes; i++)
		position->word[i] |= (stream_bits(field->stream[column][i], used) & mask) << cell;
	position->word[field->taken_at + column / 8] += (uint64_t)count << 8 * (column % 8);
}

static void fill(const struct field *field, struct position *position)
{
	const struct plane_shape *shape = &field->shape;
	const uint64_t empty = shape->cells & ~planes_solid(position->word, field->planes);
	uint64_t rows = (UINT64_C(1) << shape->rows) - 1;
	for (int column = 0; column < shape->columns; column++, rows <<= shape->stride)
		if ((empty & rows) != 0)
			fill_column(field, position, column, __builtin_ctzll(empty & rows));
}

static void add_points(const struct field *field, struct position *position, uint64_t points)
{
	uint64_t *score = &position->word[field->score_at];
	*score = *score + points < field->amount ? *score + points : field->amount;
}

PLANES_INLINE void cascade(const struct field *field, struct position *position, int planes)
{
	uint64_t points = 0;
	for (uint64_t step = 1;; step++) {
		uint64_t across, upright;
		const uint64_t runs = planes_runs(&field->shape, position->word, &across, &upright,
		                                  planes);
		if (runs == 0)
			break;
		if (field->score_at > 0)
			points += POINTS * step *
			          (uint64_t)(bits_count(across) + bits_count(upright));
		planes_clear(position->word, runs, planes);
		planes_fall(&field->shape, position->word, planes);
		if (field->taken_at > 0)
			fill(field, position);
	}
	if (field->score_at > 0)
		add_points(field, position, points);
}

/* The swap's code in struct level's order of cells. */
static move_code code_of(const struct plane_shape *shape, int cell, int upper)
{
	const int column = cell / shape->stride, row = shape->rows - 1 - cell % shape->stride;
	return (move_code)(2 * (row * shape->columns + column) + upper);
}

PLANES_INLINE int successors(const struct field *field, const struct position *position,
                             struct successor *out, int planes)
{
	const struct plane_shape *shape = &field->shape;
	const struct plane_swaps swaps = planes_swaps(shape, position->word, planes);
	int count = 0;
	for (int upper = 0; upper < 2; upper++)
		for (uint64_t mask = upper ? swaps.up : swaps.right; mask != 0; mask &= mask - 1) {
			const int cell = __builtin_ctzll(mask);
			out[count].position = *position;
			out[count].move = code_of(shape, cell, upper);
			planes_exchange(out[count].position.word, cell, upper ? 1 : shape->stride,
			                planes);
			cascade(field, &out[count].position, planes);
			count++;
		}
	return count;
}

int gems_field_successors(const struct field *field, const struct position *position,
                          struct successor out[SUCCESSORS_MAX])
{
	return field->planes == PLANES_MAX ? successors(field, position, out, PLANES_MAX)
	                                   : successors(field, position, out, PLANES_MAX - 1);
}

/* ---- the bound ---- */

/* What is known of all colours so far. */
struct tally {
	int sum, most;  /* of the costs of the colours to be cleared */
	int runs;       /* that there can be at most: as many as swaps */
	bool wanted;    /* something is to be cleared */
};

/* Adds a colour that takes this cost to be cleared. */
static bool add_cost(struct tally *tally, int cost)
{
	tally->wanted = true;
	tally->sum += cost;
	if (cost > tally->most)
		tally->most = cost;
	return cost < SPREAD_NEVER;
}

static int bound_of(const struct tally *tally)
{
	const int half = (tally->sum + 1) / 2;
	int bound = half > tally->most ? half : tally->most;
	if (bound == 0)
		bound = tally->wanted;
	return bound > tally->runs ? BOUND_DEAD : bound;
}

/* A byte SPREAD_WALL for each byte that is 0, else 0. */
static uint64_t walls_of(uint64_t counts)
{
	const uint64_t ones = ~UINT64_C(0) / 255;
	return (~(counts + 127 * ones) >> 7 & ones) * SPREAD_WALL;
}

/* Where all gems are to be cleared, each part between two walls takes a swap of its own; but not
 * while gems hang, for then a step anywhere may set off runs in any part. */
PLANES_INLINE int count_parts(const struct field *field, const struct position *position,
                              uint64_t walls, int planes)
{
	const uint64_t solid = planes_solid(position->word, planes);
	const uint64_t open = ~walls & (~UINT64_C(0) / 255) << 1;
	if ((field->codes & ~field->wanted) != 0 ||
	    ((solid & field->shape.above) >> 1 & ~solid) != 0)
		return 0;
	return bits_count(open & ~(open << 8));
}

/* Where a column is a byte and nothing falls in. */
PLANES_INLINE int bound_of_bytes(const struct field *field, struct spread *spread,
                                 const struct position *position, int planes)
{
	struct tally tally = {.wanted = false};
	const struct plane_shape *shape = &field->shape;
	const uint64_t gems = planes_gems(shape, position->word, planes);
	const uint64_t walls = shape->holes ? 0 : walls_of(bits_of_bytes(gems));
	uint64_t counts[CODES];
	int colours = 0;
	for (uint32_t codes = field->codes; codes != 0; codes &= codes - 1) {
		const int code = __builtin_ctz(codes);
		const uint64_t each = bits_of_bytes(planes_colour(position->word, code, planes));
		const int all = (int)(each * (~UINT64_C(0) / 255) >> 56);
		tally.runs += all / RUN;
		if (all == 0 || (field->wanted >> code & 1) == 0)
			continue;
		if (all < RUN)
			return BOUND_DEAD;
		counts[colours++] = each | walls;
	}
	for (int i = 0; i < colours; i++)
		if (!add_cost(&tally, gems_spread_cost(spread, counts[i], shape->columns)))
			return BOUND_DEAD;
	const int bound = bound_of(&tally);
	const int parts = shape->holes ? 0 : count_parts(field, position, walls, planes);
	return bound == BOUND_DEAD || bound >= parts ? bound : parts;
}

/* How many gems of a colour, or of all (code 0), a column has or will get. */
static int count_column(const struct field *field, const struct position *position,
                        uint64_t cells, int code, int column)
{
	const struct plane_shape *shape = &field->shape;
	const uint64_t rows = (UINT64_C(1) << shape->rows) - 1;
	const int here = bits_count(cells >> column * shape->stride & rows);
	if (field->taken_at == 0)
		return here;
	return here + field->to_come[column][taken(field, position, column)][code];
}

static int bound_of_columns(const struct field *field, struct spread *spread,
                            const struct position *position)
{
	struct tally tally = {.wanted = false};
	const struct plane_shape *shape = &field->shape;
	const int planes = field->planes;
	const uint64_t gems = planes_gems(shape, position->word, planes);
	for (uint32_t codes = field->codes; codes != 0; codes &= codes - 1) {
		const int code = __builtin_ctz(codes);
		const uint64_t cells = planes_colour(position->word, code, planes);
		uint32_t state = SPREAD_BEGIN;
		int all = 0;
		for (int column = 0; column < shape->columns; column++) {
			const int count = count_column(field, position, cells, code, column);
			const bool wall = !shape->holes &&
			                  count_column(field, position, gems, 0, column) == 0;
			all += count;
			state = spread_read(spread, state,
			                    wall                  ? SPREAD_WALL
			                    : count < SPREAD_MOST ? (unsigned)count
			                                          : SPREAD_MOST);
		}
		tally.runs += all / RUN;
		if (all > 0 && (field->wanted >> code & 1) != 0 &&
		    !add_cost(&tally, spread->cost[state]))
			return BOUND_DEAD;
	}
	return bound_of(&tally);
}

int gems_field_bound(const struct field *field, struct spread *spread,
                     const struct position *position)
{
	if (field->score_at > 0)
		return position->word[field->score_at] < field->amount;
	if (field->shape.stride != 8 || field->taken_at > 0)
		return bound_of_columns(field, spread, position);
	return field->planes == PLANES_MAX
	               ? bound_of_bytes(field, spread, position, PLANES_MAX)
	               : bound_of_bytes(field, spread, position, PLANES_MAX - 1);
}

/* ---- the guess ---- */

static int count_swaps(const struct field *field, const struct position *position)
{
	const struct plane_swaps swaps =
		field->planes == PLANES_MAX
			? planes_swaps(&field->shape, position->word, PLANES_MAX)
			: planes_swaps(&field->shape, position->word, PLANES_MAX - 1);
	return bits_count(swaps.right) + bits_count(swaps.up);
}

/* Colours of which a run of three leaves one or two over: of four or five all must go in one step,
 * of seven or eight so many. That is rarely to be had. */
static int count_awkward(const struct field *field, const struct position *position)
{
	static const uint8_t awkward[] = {0, 0, 0, 0, 3, 3, 0, 2, 2};
	int sum = 0;
	for (uint32_t codes = field->codes & field->wanted; codes != 0; codes &= codes - 1) {
		const uint64_t each = bits_of_bytes(
			planes_colour(position->word, __builtin_ctz(codes), field->planes));
		const uint64_t all = each * (~UINT64_C(0) / 255) >> 56;
		sum += all < sizeof awkward ? awkward[all] : 0;
	}
	return sum;
}

int gems_field_rank(const struct field *field, const struct position *position, int bound)
{
	const int swaps = count_swaps(field, position);
	const int least = field->score_at == 0
	                          ? bound + count_awkward(field, position)
	                          : (int)(field->amount - position->word[field->score_at]);
	return (least + 1) * SUCCESSORS_MAX - swaps;
}
