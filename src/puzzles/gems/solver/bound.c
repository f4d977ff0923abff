/* The lower bound of match three, and the rank by which the depth-first search orders positions.
 *
 * For each colour to clear, transport.h gives a lower bound on the horizontal steps of its
 * gems. A swap moves two gems, of different colours: the largest cost of a colour, and half the sum
 * of all, never exceed the number of swaps. */
#include "algo/bits.h"
#include "puzzles/gems/solver/space.h"

enum { RUN = 3 };

#define BYTES_OF_ONE (~UINT64_C(0) / 255)

/* ---- the bound ---- */

/* The bound from the columns of `colours` colours that must be cleared; each swap clears a run, and
 * there are at most `runs`. */
PLANES_INLINE int bound_of(struct transport *transport, const uint64_t *symbols, int colours,
                           int runs, int columns, int bits)
{
	int sum = 0, max = colours > 0;
	for (int i = 0; i < colours; i++) {
		const int cost = gems_transport_cost(transport, symbols[i], columns, bits);
		if (cost == TRANSPORT_IMPOSSIBLE)
			return BOUND_DEAD;
		sum += cost;
		max = cost > max ? cost : max;
	}
	const int half = (sum + 1) / 2;
	const int bound = half > max ? half : max;
	return bound > runs ? BOUND_DEAD : bound;
}

/* A byte TRANSPORT_WALL for each byte that is 0, else 0. */
static uint64_t walls_of(uint64_t counts)
{
	return (~(counts + 127 * BYTES_OF_ONE) >> 7 & BYTES_OF_ONE) * TRANSPORT_WALL;
}

/* If all gems must be cleared, each part between two walls takes a separate swap; but not while
 * gems are still to fall, because then a step anywhere may cause runs in any part. */
PLANES_INLINE int count_parts(const struct gems_space *space, const struct position *position,
                              uint64_t walls, int planes)
{
	const uint64_t solid = planes_solid(position->word, planes);
	const uint64_t open = ~walls & BYTES_OF_ONE << 1;
	if ((space->codes & ~space->wanted) != 0 ||
	    ((solid & space->shape.above) >> 1 & ~solid) != 0)
		return 0;
	return bits_count(open & ~(open << 8));
}

/* How many gems of a colour, or of all (code 0), a column has or will get. */
static int count_column(const struct gems_space *space, const struct position *position,
                        uint64_t cells, int code, int column)
{
	const struct plane_shape *shape = &space->shape;
	const uint64_t rows = (UINT64_C(1) << shape->rows) - 1;
	const int present = bits_count(cells >> column * shape->stride & rows);
	if (space->taken_at == 0)
		return present;
	return present + space->to_come[column][letters_taken(space, position, column)][code];
}

/* A colour's columns, four bits each; *all is how many gems it has and will get. */
static uint64_t read_columns(const struct gems_space *space, const struct position *position,
                             uint64_t gems, uint64_t cells, int code, int *all)
{
	uint64_t symbols = 0;
	*all = 0;
	for (int column = 0; column < space->shape.columns; column++) {
		int symbol = count_column(space, position, cells, code, column);
		*all += symbol;
		if (symbol > TRANSPORT_GEMS_MAX)
			symbol = TRANSPORT_GEMS_MAX;
		if (!space->shape.holes && count_column(space, position, gems, 0, column) == 0)
			symbol = TRANSPORT_WALL;
		symbols |= (uint64_t)symbol << 4 * column;
	}
	return symbols;
}

/* The bound if gems must be cleared. `bytes`: there is a byte a column, and no refill. */
PLANES_INLINE int clear_bound(const struct gems_space *space, struct transport *transport,
                              const struct position *position, bool bytes, int planes)
{
	const struct plane_shape *shape = &space->shape;
	const uint64_t gems = planes_gems(shape, position->word, planes);
	const uint64_t walls = bytes && !shape->holes ? walls_of(bits_of_bytes(gems)) : 0;
	uint64_t symbols[CODES];
	int colours = 0, runs = 0;
	for (uint32_t codes = space->codes; codes != 0; codes &= codes - 1) {
		const int code = __builtin_ctz(codes);
		const uint64_t cells = planes_colour(position->word, code, planes);
		int all;
		if (bytes) {
			const uint64_t each = bits_of_bytes(cells);
			all = (int)(each * BYTES_OF_ONE >> 56);
			symbols[colours] = each | walls;
		} else {
			symbols[colours] = read_columns(space, position, gems, cells, code, &all);
		}
		runs += all / RUN;
		if (all == 0 || (space->wanted >> code & 1) == 0)
			continue;
		if (all < RUN)
			return BOUND_DEAD;
		colours++;
	}
	const int bound =
		bound_of(transport, symbols, colours, runs, shape->columns, bytes ? 8 : 4);
	const int parts = bytes && !shape->holes ? count_parts(space, position, walls, planes) : 0;
	return bound == BOUND_DEAD || bound >= parts ? bound : parts;
}

int gems_bound(const struct gems_space *space, struct transport *transport,
               const struct position *position)
{
	if (space->score_at > 0)
		return position->word[space->score_at] < space->amount;
	if (space->shape.stride != 8 || space->taken_at > 0)
		return clear_bound(space, transport, position, false, space->planes);
	return space->planes == PLANES_MAX
	               ? clear_bound(space, transport, position, true, PLANES_MAX)
	               : clear_bound(space, transport, position, true, PLANES_MAX - 1);
}

/* ---- the rank ---- */

/* A penalty for colours of which runs of three leave one or two over: four or five gems must all go
 * in one step, and so must four or five of seven or eight, which is rarely possible. */
static int count_awkward(const struct gems_space *space, const struct position *position)
{
	static const uint8_t awkward[] = {0, 0, 0, 0, 3, 3, 0, 2, 2};
	int penalty = 0;
	for (uint32_t codes = space->codes & space->wanted; codes != 0; codes &= codes - 1) {
		const uint64_t each = bits_of_bytes(
			planes_colour(position->word, __builtin_ctz(codes), space->planes));
		const uint64_t all = each * BYTES_OF_ONE >> 56;
		penalty += all < sizeof awkward ? awkward[all] : 0;
	}
	return penalty;
}

int gems_rank(const struct gems_space *space, const struct position *position, int bound)
{
	const struct plane_swaps swaps =
		space->planes == PLANES_MAX
			? planes_swaps(&space->shape, position->word, PLANES_MAX)
			: planes_swaps(&space->shape, position->word, PLANES_MAX - 1);
	const int priority = space->score_at == 0
	                             ? bound + count_awkward(space, position)
	                             : (int)(space->amount - position->word[space->score_at]);
	return (priority + 1) * SUCCESSORS_MAX - bits_count(swaps.right) - bits_count(swaps.up);
}
