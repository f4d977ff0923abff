#include "puzzles/bishop/solver/stops.h"

#include <stdlib.h>
#include <string.h>

#include "algo/least.h"
#include "puzzles/bishop/assignment.h"

enum {
	NEAR = 3,        /* moves; of a longer route anything is believed */
	FIRST_ROOM = 64, /* routes */
	BEHIND = 0,      /* the sets of a route */
	PASSED = 1,
	STANDS = 2,
	SETS = 3,
};

/* ---- routes ---- */

/* Sets of bits of one route, as far as it has come. */
struct draft {
	uint64_t bits[SETS][WORDS_MAX];
};

struct maker {
	struct routes *routes;
	const struct space *space;
	uint32_t count, room; /* routes */
	size_t limit;
	int row;
};

/* The number of rows of the table, and one for row 0. */
static int count_rows(const struct space *space)
{
	return bishop_first_row(space->level, COLOURS_MAX + 1);
}

static size_t route_words(const struct space *space)
{
	return (size_t)SETS * (size_t)space->words;
}

static bool make_room(struct maker *maker)
{
	struct routes *routes = maker->routes;
	const size_t route = route_words(maker->space) * sizeof(uint64_t);
	const uint32_t room = maker->room == 0 ? FIRST_ROOM : 2 * maker->room;
	if (routes->bytes + (size_t)(room - maker->room) * route > maker->limit)
		return false;
	uint64_t *bits = realloc(routes->bits, (size_t)room * route);
	if (bits == NULL)
		return false;
	routes->bits = bits;
	routes->bytes += (size_t)(room - maker->room) * route;
	maker->room = room;
	return true;
}

static bool add_route(struct maker *maker, const struct draft *draft)
{
	const size_t words = (size_t)maker->space->words;
	if (maker->count == maker->room && !make_room(maker))
		return false;
	uint64_t *bits = maker->routes->bits + maker->count++ * route_words(maker->space);
	for (size_t s = 0; s < SETS; s++)
		memcpy(bits + s * words, draft->bits[s], words * sizeof *bits);
	return true;
}

/* Adds all routes that go on from a cell in `left` moves. False: no room. */
static bool go_on(struct maker *maker, const struct draft *draft, int cell, int left)
{
	const struct space *space = maker->space;
	const uint8_t *distance = space->level->table[maker->row];
	if (left == 0)
		return add_route(maker, draft);
	for (int d = 0; d < space->directions; d++) {
		const uint16_t *ahead = space->ahead[d];
		struct draft longer = *draft;
		for (int to = ahead[cell]; to < space->cells; to = ahead[to]) {
			put_bit(longer.bits[PASSED], to);
			if (distance[space->board[to]] != left - 1)
				continue;
			struct draft next = longer;
			put_bit(next.bits[STANDS], to);
			if (ahead[to] < space->cells)
				put_bit(next.bits[BEHIND], ahead[to]);
			if (!go_on(maker, &next, to, left - 1))
				return false;
		}
	}
	return true;
}

static bool make_all(struct maker *maker)
{
	const struct space *space = maker->space;
	const struct draft none = {{{0}}};
	uint32_t *first = maker->routes->first;
	for (maker->row = 1; maker->row < count_rows(space); maker->row++)
		for (int cell = 0; cell < space->cells; cell++) {
			const int left = space->level->table[maker->row][space->board[cell]];
			*first++ = maker->count;
			if (left > 0 && left <= NEAR && !go_on(maker, &none, cell, left))
				return false;
		}
	*first = maker->count;
	return true;
}

void bishop_routes_init(struct routes *routes, const struct space *space, size_t bytes)
{
	struct maker maker = {.routes = routes, .space = space, .limit = bytes};
	*routes = (struct routes){.bits = NULL};
	if (!space->slide || !bishop_has_table(space->level))
		return;
	const size_t firsts =
		((size_t)(count_rows(space) - 1) * (size_t)space->cells + 1) * sizeof(uint32_t);
	routes->bytes = firsts;
	routes->first = firsts > bytes ? NULL : malloc(firsts);
	if (routes->first == NULL || !make_all(&maker))
		bishop_routes_free(routes);
}

void bishop_routes_free(struct routes *routes)
{
	free(routes->bits);
	free(routes->first);
	*routes = (struct routes){.bits = NULL};
}

/* ---- one piece ---- */

/* Where the pieces of a position may go, and stand on the way. */
struct stops {
	const struct routes *routes;
	const struct space *space;
	const struct position *position;
	int pieces;
	uint64_t targets[PIECES_MAX];           /* of each piece, by number within its colour */
	uint64_t stands[PIECES_MAX][WORDS_MAX]; /* where each may stand, */
	uint64_t once[WORDS_MAX];               /* at least one, */
	uint64_t twice[WORDS_MAX];              /* at least two, */
	uint64_t stays[WORDS_MAX];              /* and one that never moves */
};

/* Adds where a piece stands on those routes to a row's target that may be taken; false if there are
 * none. `empty`: the cells where no other piece may stand. */
static bool take_routes(const struct stops *stops, int row, int cell, const uint64_t *empty,
                        uint64_t *stands)
{
	const struct space *space = stops->space;
	const int words = space->words, distance = space->level->table[row][space->board[cell]];
	const uint32_t *first = stops->routes->first + (row - 1) * space->cells + cell;
	const uint64_t *route = stops->routes->bits + first[0] * route_words(space);
	bool any = distance == 0 || distance > NEAR;
	if (distance > NEAR)
		memset(stands, 0xFF, (size_t)words * sizeof *stands);
	for (uint32_t i = first[0]; i < first[1]; i++, route += route_words(space)) {
		uint64_t bad = 0;
		for (int w = 0; w < words; w++)
			bad |= (route[BEHIND * words + w] & empty[w]) |
			       (route[PASSED * words + w] & stops->stays[w]);
		if (bad != 0)
			continue;
		any = true;
		for (int w = 0; w < words; w++)
			stands[w] |= route[STANDS * words + w];
	}
	return any;
}

/* Leaves out targets of a piece, and cells where it might stand, to which no route leads any more.
 * False: there are none. */
static bool narrow(struct stops *stops, int piece, int first_row)
{
	const int words = stops->space->words, cell = stops->position->cell[piece];
	uint64_t *before = stops->stands[piece];
	uint64_t stands[WORDS_MAX], empty[WORDS_MAX], targets = 0, change = 0;
	for (int w = 0; w < words; w++) {
		const uint64_t others = stops->twice[w] | (stops->once[w] & ~before[w]);
		stands[w] = 0;
		empty[w] = ~others;
	}
	put_bit(stands, cell);
	for (uint64_t left = stops->targets[piece]; left != 0; left &= left - 1)
		if (take_routes(stops, first_row + __builtin_ctzll(left), cell, empty, stands))
			targets |= left & (~left + 1);
	change = targets ^ stops->targets[piece];
	stops->targets[piece] = targets;
	for (int w = 0; w < words; w++) {
		change |= stands[w] ^ before[w];
		before[w] = stands[w];
	}
	return change != 0;
}

/* ---- all pieces ---- */

static void count_stands(struct stops *stops)
{
	const int words = stops->space->words;
	for (int w = 0; w < words; w++)
		stops->once[w] = stops->twice[w] = stops->stays[w] = 0;
	for (int i = 0; i < stops->pieces; i++) {
		const uint64_t *stands = stops->stands[i];
		int count = 0;
		for (int w = 0; w < words; w++) {
			stops->twice[w] |= stops->once[w] & stands[w];
			stops->once[w] |= stands[w];
			count += __builtin_popcountll(stands[w]);
		}
		if (count == 1)
			put_bit(stops->stays, stops->position->cell[i]);
	}
}

/* Finds a target another piece, and so on, until one is free (Kuhn 1955). */
static bool match(const struct stops *stops, const struct colour_group *group, int target,
                  uint64_t *tried, int8_t *target_of)
{
	for (int i = 0; i < group->count; i++) {
		const uint64_t bit = (uint64_t)1 << i;
		if ((stops->targets[group->first + i] >> target & 1) == 0 || (*tried & bit) != 0)
			continue;
		*tried |= bit;
		if (target_of[i] < 0 || match(stops, group, target_of[i], tried, target_of)) {
			target_of[i] = (int8_t)target;
			return true;
		}
	}
	return false;
}

/* Whether each target of a colour can have a piece. */
static bool can_match(const struct stops *stops, const struct colour_group *group)
{
	const struct level *level = stops->space->level;
	const int first = bishop_first_row(level, group->colour);
	const int targets = bishop_first_row(level, group->colour + 1) - first;
	int8_t target_of[PIECES_MAX];
	memset(target_of, -1, sizeof target_of);
	for (int target = 0; target < targets; target++) {
		uint64_t tried = 0;
		if (!match(stops, group, target, &tried, target_of))
			return false;
	}
	return true;
}

/* Narrows what all pieces may do; *done if nothing changed. False: some target has no piece. */
static bool narrow_all(struct stops *stops, bool *done)
{
	const struct space *space = stops->space;
	*done = true;
	for (int t = 0; t < space->groups; t++) {
		const struct colour_group *group = &space->group[t];
		const int first_row = bishop_first_row(space->level, group->colour);
		bool narrower = false;
		for (int i = group->first; i < group->first + group->count; i++)
			narrower |= narrow(stops, i, first_row);
		*done &= !narrower;
		if (narrower && !can_match(stops, group))
			return false;
	}
	count_stands(stops);
	return true;
}

/* Assigns the pieces to targets; at first each may stand anywhere. Returns the sum of all moves. */
static int assign_all(struct stops *stops)
{
	const struct space *space = stops->space;
	const size_t size = (size_t)space->words * sizeof(uint64_t);
	int sum = 0;
	for (int t = 0; t < space->groups; t++) {
		const struct colour_group *group = &space->group[t];
		uint16_t cell[PIECES_MAX];
		bishop_space_board_cells(space, stops->position, t, cell);
		sum += bishop_assign(space->level, group->colour, cell, group->count,
		                     stops->targets + group->first);
		stops->pieces += group->count;
	}
	for (int i = 0; i < stops->pieces; i++)
		memset(stops->stands[i], 0xFF, size);
	memset(stops->once, 0xFF, size);
	memset(stops->twice, 0xFF, size);
	memset(stops->stays, 0, size);
	return sum;
}

int bishop_stops_bound(const struct routes *routes, const struct space *space,
                       const struct position *position)
{
	struct stops stops;
	stops.routes = routes;
	stops.space = space;
	stops.position = position;
	stops.pieces = 0;
	const int sum = assign_all(&stops);
	bool done = sum == 0;
	while (!done)
		if (!narrow_all(&stops, &done))
			return sum + 1;
	return sum;
}
