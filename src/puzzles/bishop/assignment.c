/* By shortest augmenting paths (Jonker and Volgenant 1987).
 *
 * Prices of targets and pieces are never together more than the distance, and as much where a piece
 * is assigned. A target at first takes the nearest piece, if that is free; the others one along a
 * shortest path in what distances exceed prices.
 *
 * When a piece moves, its target has to find another one, and the piece another target. What the
 * others need, if they leave a target free, is the length of a shortest path between the two
 * targets; it does not depend on where the piece goes. */
#include "puzzles/bishop/assignment.h"

#include <assert.h>
#include <string.h>

#include "algo/least.h"

enum { NEVER = 1 << 14 }; /* more than any sum of moves */

static const uint8_t free_of_charge[CELLS_MAX];

/* The assignment of pieces to targets of a colour, both numbered from 1. */
struct assignment {
	const uint8_t (*row)[CELLS_MAX]; /* of each target, from 0 */
	const uint16_t *cell;            /* of each piece, from 0 */
	int targets, pieces;
	int target_price[BISHOP_TARGETS_MAX + 1];
	int piece_price[CELLS_MAX + 1];
	int target_of[CELLS_MAX + 1]; /* a piece's, or 0; of 0: the one without a piece */
	int path_cost[CELLS_MAX + 1]; /* on the path being searched: its cost up to a piece, */
	int before[CELLS_MAX + 1];    /* the piece before that one, or 0, */
	bool done[CELLS_MAX + 1];     /* and whether it is known to be the minimum */
};

/* Extends the paths from a piece to those that its target could take instead, and changes prices so
 * that the path to the nearest of all that are not done costs nothing more. Returns that piece. */
static int extend(struct assignment *a, int piece)
{
	const int target = a->target_of[piece];
	int nearest = 0;
	a->done[piece] = true;
	for (int p = 1; p <= a->pieces; p++) {
		if (a->done[p])
			continue;
		const int cost = a->row[target - 1][a->cell[p - 1]] - a->target_price[target] -
		                 a->piece_price[p];
		if (cost < a->path_cost[p]) {
			a->path_cost[p] = cost;
			a->before[p] = piece;
		}
		if (nearest == 0 || a->path_cost[p] < a->path_cost[nearest])
			nearest = p;
	}
	const int delta = a->path_cost[nearest];
	for (int p = 0; p <= a->pieces; p++)
		if (a->done[p]) {
			a->target_price[a->target_of[p]] += delta;
			a->piece_price[p] -= delta;
		} else {
			a->path_cost[p] -= delta;
		}
	return nearest;
}

/* Assigns a piece to a target, and reassigns others, along the shortest augmenting path. */
static void assign(struct assignment *a, int target)
{
	const size_t count = (size_t)a->pieces + 1;
	int piece = 0;
	a->target_of[0] = target;
	memset(a->path_cost, 0x7F, count * sizeof *a->path_cost); /* more than any cost */
	memset(a->before, 0, count * sizeof *a->before);
	memset(a->done, 0, count * sizeof *a->done);
	do
		piece = extend(a, piece);
	while (a->target_of[piece] != 0);
	for (; piece != 0; piece = a->before[piece])
		a->target_of[piece] = a->target_of[a->before[piece]];
}

/* Prices a target at its least distance, and assigns the piece if it is free. */
static bool take_nearest(struct assignment *a, int target)
{
	const uint8_t *row = a->row[target - 1];
	int nearest = 1;
	for (int p = 2; p <= a->pieces; p++)
		if (row[a->cell[p - 1]] < row[a->cell[nearest - 1]])
			nearest = p;
	a->target_price[target] = row[a->cell[nearest - 1]];
	if (a->target_of[nearest] != 0)
		return false;
	a->target_of[nearest] = target;
	return true;
}

/* Assigns a colour's pieces to all of its targets. */
static void assign_all(struct assignment *a, const struct level *level, int colour,
                       const uint16_t *cell, int pieces)
{
	const size_t count = (size_t)pieces + 1;
	int left[BISHOP_TARGETS_MAX], lefts = 0;
	a->row = &level->table[bishop_first_row(level, colour)];
	a->targets = bishop_first_row(level, colour + 1) - bishop_first_row(level, colour);
	a->cell = cell;
	a->pieces = pieces;
	assert(pieces >= a->targets);
	memset(a->piece_price, 0, count * sizeof *a->piece_price);
	memset(a->target_of, 0, count * sizeof *a->target_of);
	a->target_price[0] = 0;
	for (int target = 1; target <= a->targets; target++)
		if (!take_nearest(a, target))
			left[lefts++] = target;
	for (int i = 0; i < lefts; i++)
		assign(a, left[i]);
}

static int sum_of(const struct assignment *a)
{
	int sum = 0;
	for (int p = 1; p <= a->pieces; p++)
		if (a->target_of[p] != 0)
			sum += a->row[a->target_of[p] - 1][a->cell[p - 1]];
	return sum;
}

/* By the prices, no minimum assignment gives a piece a target at a higher cost than both. */
static void list_targets(const struct assignment *a, uint64_t *targets)
{
	for (int p = 1; p <= a->pieces; p++) {
		targets[p - 1] = 0;
		for (int t = 1; t <= a->targets; t++)
			if (a->row[t - 1][a->cell[p - 1]] == a->target_price[t] + a->piece_price[p])
				targets[p - 1] |= (uint64_t)1 << (t - 1);
	}
}

int bishop_assign(const struct level *level, int colour, const uint16_t *cell, int count,
                  uint64_t *targets)
{
	struct assignment a;
	assign_all(&a, level, colour, cell, count);
	if (targets != NULL)
		list_targets(&a, targets);
	return sum_of(&a);
}

/* ---- after a move ---- */

/* The least sum of the others, if they leave a target to the piece that moves: by target, from 1;
 * 0: without one. Shortest paths from its own target (Dijkstra 1959); a path leads from one target
 * to another by way of the latter's piece. Several pieces may be without a target. */
static void sum_others(const struct assignment *a, int moved, int16_t *others)
{
	int length[BISHOP_TARGETS_MAX + 1], sum = 0;
	bool done[BISHOP_TARGETS_MAX + 1] = {false};
	for (int t = 0; t <= a->targets; t++) {
		length[t] = NEVER;
		sum += a->target_price[t];
	}
	for (int p = 1; p <= a->pieces; p++)
		sum += p == moved ? 0 : a->piece_price[p];
	length[a->target_of[moved]] = 0;
	for (;;) {
		int from = -1;
		for (int t = 0; t <= a->targets; t++)
			if (!done[t] && length[t] < NEVER && (from < 0 || length[t] < length[from]))
				from = t;
		if (from < 0)
			break;
		done[from] = true;
		const uint8_t *row = from == 0 ? free_of_charge : a->row[from - 1];
		const int before = length[from] - a->target_price[from];
		for (int p = 1; p <= a->pieces; p++) {
			int *to = &length[a->target_of[p]];
			const int path = before + row[a->cell[p - 1]] - a->piece_price[p];
			if (p != moved && path < *to)
				*to = path;
		}
	}
	for (int t = 0; t <= a->targets; t++)
		others[t] = (int16_t)(length[t] == NEVER ? NEVER
		                                         : sum + length[t] - a->target_price[t]);
}

void bishop_prepare_moves(const struct level *level, int colour, const uint16_t *cell, int count,
                          int16_t others[][BISHOP_TARGETS_MAX + 1])
{
	struct assignment a;
	assign_all(&a, level, colour, cell, count);
	for (int p = 1; p <= count; p++)
		sum_others(&a, p, others[p - 1]);
}

int bishop_assign_after(const struct level *level, int colour, const int16_t *others, int cell)
{
	const int first = bishop_first_row(level, colour);
	const int targets = bishop_first_row(level, colour + 1) - first;
	int sum = others[0];
	for (int t = 1; t <= targets; t++)
		sum = least(sum, others[t] + level->table[first + t - 1][cell]);
	return sum;
}
