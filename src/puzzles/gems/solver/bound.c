/* The lower bound of match three, and the rank by which the depth-first search orders positions.
 *
 * For each colour to be cleared, transport.h gives a lower bound on the horizontal steps of its
 * gems. A swap moves two gems, of different colours: the largest cost of a colour, and half the sum
 * of all, never exceed the number of swaps. */
#include "algo/bits.h"
#include "puzzles/gems/solver/space.h"

enum { RUN = 3 };

/* ---- the bound ---- */

/* Sums over the colours seen so far. */
struct tally {
	int sum, max; /* of the costs of the colours to be cleared */
	int runs;     /* at most so many can be cleared: each swap clears one */
	bool wanted;  /* there is something to clear */
};

/* Adds a colour to be cleared. False if it cannot be. */
static bool add_cost(struct tally *tally, int cost)
{
	tally->wanted = true;
	tally->sum += cost;
	if (cost > tally->max)
		tally->max = cost;
	return cost < TRANSPORT_IMPOSSIBLE;
}

static int bound_of(const struct tally *tally)
{
	const int half = (tally->sum + 1) / 2;
	int bound = half > tally->max ? half : tally->max;
	if (bound == 0)
		bound = tally->wanted;
	return bound > tally->runs ? BOUND_DEAD : bound;
}

/* A byte TRANSPORT_WALL for each byte that is 0, else 0. */
static uint64_t walls_of(uint64_t counts)
{
	const uint64_t ones = ~UINT64_C(0) / 255;
	return (~(counts + 127 * ones) >> 7 & ones) * TRANSPORT_WALL;
}

/* Where all gems are to be cleared, each part between two walls takes a separate swap; but not
 * while gems hang, because then a step anywhere may set off runs in any part. */
PLANES_INLINE int count_parts(const struct gems_space *space, const struct position *position,
                              uint64_t walls, int planes)
{
	const uint64_t solid = planes_solid(position->word, planes);
	const uint64_t open = ~walls & (~UINT64_C(0) / 255) << 1;
	if ((space->codes & ~space->wanted) != 0 ||
	    ((solid & space->shape.above) >> 1 & ~solid) != 0)
		return 0;
	return bits_count(open & ~(open << 8));
}

/* For boards with a byte a column and no refill. */
PLANES_INLINE int bound_of_bytes(const struct gems_space *space, struct transport *transport,
                                 const struct position *position, int planes)
{
	struct tally tally = {.wanted = false};
	const struct plane_shape *shape = &space->shape;
	const uint64_t gems = planes_gems(shape, position->word, planes);
	const uint64_t walls = shape->holes ? 0 : walls_of(bits_of_bytes(gems));
	uint64_t counts[CODES];
	int colours = 0;
	for (uint32_t codes = space->codes; codes != 0; codes &= codes - 1) {
		const int code = __builtin_ctz(codes);
		const uint64_t each = bits_of_bytes(planes_colour(position->word, code, planes));
		const int all = (int)(each * (~UINT64_C(0) / 255) >> 56);
		tally.runs += all / RUN;
		if (all == 0 || (space->wanted >> code & 1) == 0)
			continue;
		if (all < RUN)
			return BOUND_DEAD;
		counts[colours++] = each | walls;
	}
	for (int i = 0; i < colours; i++)
		if (!add_cost(&tally, gems_transport_cost(transport, counts[i], shape->columns)))
			return BOUND_DEAD;
	const int bound = bound_of(&tally);
	const int parts = shape->holes ? 0 : count_parts(space, position, walls, planes);
	return bound == BOUND_DEAD || bound >= parts ? bound : parts;
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

static int bound_of_columns(const struct gems_space *space, struct transport *transport,
                            const struct position *position)
{
	struct tally tally = {.wanted = false};
	const struct plane_shape *shape = &space->shape;
	const int planes = space->planes;
	const uint64_t gems = planes_gems(shape, position->word, planes);
	for (uint32_t codes = space->codes; codes != 0; codes &= codes - 1) {
		const int code = __builtin_ctz(codes);
		const uint64_t cells = planes_colour(position->word, code, planes);
		uint32_t state = TRANSPORT_START;
		int all = 0;
		for (int column = 0; column < shape->columns; column++) {
			const int count = count_column(space, position, cells, code, column);
			const bool wall = !shape->holes &&
			                  count_column(space, position, gems, 0, column) == 0;
			all += count;
			state = transport_next(transport, state,
			                       wall                         ? TRANSPORT_WALL
			                       : count < TRANSPORT_GEMS_MAX ? (unsigned)count
			                                                    : TRANSPORT_GEMS_MAX);
		}
		tally.runs += all / RUN;
		if (all > 0 && (space->wanted >> code & 1) != 0 &&
		    !add_cost(&tally, transport->entry[state].cost))
			return BOUND_DEAD;
	}
	return bound_of(&tally);
}

int gems_bound(const struct gems_space *space, struct transport *transport,
               const struct position *position)
{
	if (space->score_at > 0)
		return position->word[space->score_at] < space->amount;
	if (space->shape.stride != 8 || space->taken_at > 0)
		return bound_of_columns(space, transport, position);
	return space->planes == PLANES_MAX
	               ? bound_of_bytes(space, transport, position, PLANES_MAX)
	               : bound_of_bytes(space, transport, position, PLANES_MAX - 1);
}

/* ---- the rank ---- */

static int count_swaps(const struct gems_space *space, const struct position *position)
{
	const struct plane_swaps swaps =
		space->planes == PLANES_MAX
			? planes_swaps(&space->shape, position->word, PLANES_MAX)
			: planes_swaps(&space->shape, position->word, PLANES_MAX - 1);
	return bits_count(swaps.right) + bits_count(swaps.up);
}

/* A penalty for colours of which runs of three leave one or two over: four or five gems must all go
 * in one step, and so must four or five of seven or eight, which is rarely possible. */
static int count_awkward(const struct gems_space *space, const struct position *position)
{
	static const uint8_t awkward[] = {0, 0, 0, 0, 3, 3, 0, 2, 2};
	int penalty = 0;
	for (uint32_t codes = space->codes & space->wanted; codes != 0; codes &= codes - 1) {
		const uint64_t each = bits_of_bytes(
			planes_colour(position->word, __builtin_ctz(codes), space->planes));
		const uint64_t all = each * (~UINT64_C(0) / 255) >> 56;
		penalty += all < sizeof awkward ? awkward[all] : 0;
	}
	return penalty;
}

int gems_rank(const struct gems_space *space, const struct position *position, int bound)
{
	const int swaps = count_swaps(space, position);
	const int priority = space->score_at == 0
	                             ? bound + count_awkward(space, position)
	                             : (int)(space->amount - position->word[space->score_at]);
	return (priority + 1) * SUCCESSORS_MAX - swaps;
}
