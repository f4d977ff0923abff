#include "puzzles/bishop/crowd.h"

#include <stdlib.h>

enum {
	NOWHERE = CROWD_NOWHERE,
	FREE = CROWD_FREE,
	WAYS_MOST = 32, /* to bring one piece */
};

/* A piece on its way and the free cell that is to be beside it. */
struct crowd_pair {
	uint16_t piece, hole;
};

struct crowd_visit {
	struct crowd_pair before;
	uint32_t search; /* the last one that came here, from 1 */
	bool other_hole; /* nothing moved, but another free cell is looked at */
};

static void find_ahead(struct crowd *crowd)
{
	const struct level *level = crowd->level;
	for (int cell = 0; cell < crowd->cells; cell++)
		for (int d = 0; d < crowd->directions; d++) {
			const struct ray ray = bishop_ray(level, cell, d);
			const int ahead = cell + ray.step;
			crowd->ahead[d][cell] = ray.length == 0 || level->map[ahead] == WALL
			                                ? NOWHERE
			                                : (uint16_t)ahead;
		}
}

bool crowd_init(struct crowd *crowd, const struct level *level, const struct state *start, int most,
                int pairs)
{
	const int cells = level_cells(level);
	const size_t square = (size_t)cells * (size_t)cells;
	*crowd = (struct crowd){
		.level = level,
		.cells = cells,
		.directions = bishop_kind(level)->directions,
		.most = most,
		.pairs_left = pairs,
		.hop = malloc((size_t)most * sizeof *crowd->hop),
		.queue = malloc(square * sizeof *crowd->queue),
		.visit = calloc(square, sizeof *crowd->visit),
	};
	find_ahead(crowd);
	bishop_unpack(level, start, crowd->board.piece);
	return crowd->hop != NULL && crowd->queue != NULL && crowd->visit != NULL;
}

void crowd_free(struct crowd *crowd)
{
	free(crowd->hop);
	free(crowd->queue);
	free(crowd->visit);
}

/* ---- looking round ---- */

void crowd_begin_look(struct crowd *crowd)
{
	crowd->count = 0;
	for (int cell = 0; cell < crowd->cells; cell++)
		crowd->is_seen[cell] = false;
}

void crowd_see(struct crowd *crowd, int cell, int before)
{
	crowd->is_seen[cell] = true;
	crowd->before[cell] = (uint16_t)before;
	crowd->seen[crowd->count++] = cell;
}

void crowd_look(struct crowd *crowd, int shut)
{
	for (int i = 0; i < crowd->count; i++)
		for (int d = 0; d < crowd->directions; d++) {
			const int from = crowd->seen[i], to = crowd->ahead[d][from];
			if (to != NOWHERE && !crowd->is_seen[to] && !crowd->filled[to] &&
			    to != shut)
				crowd_see(crowd, to, from);
		}
}

void crowd_look_from(struct crowd *crowd, int cell)
{
	crowd_begin_look(crowd);
	crowd_see(crowd, cell, NOWHERE);
	crowd_look(crowd, NOWHERE);
}

/* ---- moving ---- */

/* The direction from a cell to one beside it; `directions`: it is not beside it. */
static int direction_between(const struct crowd *crowd, int from, int to)
{
	int d = 0;
	while (d < crowd->directions && crowd->ahead[d][from] != to)
		d++;
	return d;
}

bool crowd_is_beside(const struct crowd *crowd, int cell, int other)
{
	return direction_between(crowd, cell, other) < crowd->directions;
}

/* Whether a step goes straight on from a move. */
static bool goes_on(const struct crowd *crowd, const struct hop *hop, int from, int to)
{
	const int d = direction_between(crowd, from, to);
	int cell = hop->from;
	if (hop->to != from || !bishop_kind(crowd->level)->far)
		return false;
	while (cell != from && cell != NOWHERE)
		cell = crowd->ahead[d][cell];
	return cell == from;
}

struct hop crowd_hop_at(const struct crowd *crowd, int i)
{
	return i == crowd->board.hops - 1 ? crowd->board.last : crowd->hop[i];
}

static void move(struct crowd_board *board, int from, int to)
{
	board->piece[to] = board->piece[from];
	board->piece[from] = FREE;
}

bool crowd_hop(struct crowd *crowd, int from, int to)
{
	struct crowd_board *board = &crowd->board;
	if (board->hops == crowd->most)
		return false;
	move(board, from, to);
	if (board->hops > 0)
		crowd->hop[board->hops - 1] = board->last;
	board->last = (struct hop){(uint16_t)from, (uint16_t)to};
	board->hops++;
	return true;
}

bool crowd_step(struct crowd *crowd, int from, int to)
{
	struct crowd_board *board = &crowd->board;
	if (board->hops == 0 || !goes_on(crowd, &board->last, from, to))
		return crowd_hop(crowd, from, to);
	move(board, from, to);
	board->last.to = (uint16_t)to;
	return true;
}

/* Moves the pieces between where the last look began and a free cell on towards that cell, each as
 * far as it can. */
static bool push(struct crowd *crowd, int free_cell)
{
	int way[CELLS_MAX], length = 0, pushed = 0;
	for (int cell = free_cell; cell != NOWHERE; cell = crowd->before[cell])
		way[length++] = cell;
	for (int i = 1; i < length; i++) {
		if (crowd->board.piece[way[i]] == FREE)
			continue;
		for (int at = i; at > pushed; at--)
			if (!crowd_step(crowd, way[at], way[at - 1]))
				return false;
		pushed++;
	}
	return true;
}

bool crowd_make_free(struct crowd *crowd, int cell)
{
	const uint8_t *piece = crowd->board.piece;
	if (piece[cell] == FREE)
		return true;
	crowd_look_from(crowd, cell);
	for (int i = 0; i < crowd->count; i++) {
		const int seen = crowd->seen[i];
		if (piece[seen] == FREE && !crowd->kept[seen])
			return push(crowd, seen);
	}
	return false;
}

/* ---- ways for a piece ---- */

static struct crowd_visit *visit_of(const struct crowd *crowd, struct crowd_pair pair)
{
	return &crowd->visit[pair.piece * crowd->cells + pair.hole];
}

static void visit(struct crowd *crowd, struct crowd_pair pair, struct crowd_pair before,
                  bool other_hole)
{
	struct crowd_visit *visit = visit_of(crowd, pair);
	if (visit->search == crowd->search)
		return;
	*visit = (struct crowd_visit){before, crowd->search, other_hole};
	crowd->queue[crowd->pairs++] = pair;
}

/* Visits the pairs of a piece, the first time that it is there, with all cells that were free at
 * the beginning; with one that is kept only beside it. */
static void open_holes(struct crowd *crowd, struct crowd_pair before)
{
	if (crowd->opened[before.piece])
		return;
	crowd->opened[before.piece] = true;
	for (int cell = 0; cell < crowd->cells; cell++)
		if (crowd->board.piece[cell] == FREE && !crowd->filled[cell] &&
		    cell != before.piece &&
		    (!crowd->kept[cell] || crowd_is_beside(crowd, before.piece, cell)))
			visit(crowd, (struct crowd_pair){before.piece, (uint16_t)cell}, before,
			      true);
}

/* Visits the pairs after one: another piece moves into the free cell, or the piece on its way does.
 */
static void visit_next(struct crowd *crowd, struct crowd_pair at)
{
	open_holes(crowd, at);
	for (int d = 0; d < crowd->directions; d++) {
		const uint16_t beside = crowd->ahead[d][at.hole];
		if (beside == at.piece)
			visit(crowd, (struct crowd_pair){at.hole, at.piece}, at, false);
		else if (beside != NOWHERE && !crowd->filled[beside] && !crowd->kept[beside] &&
		         !crowd->kept[at.hole])
			visit(crowd, (struct crowd_pair){at.piece, beside}, at, false);
	}
}

/* Finds a way for the nearest piece of a colour to a cell. */
static bool find_way(struct crowd *crowd, uint8_t piece, int to, struct crowd_pair *end)
{
	crowd->pairs = 0;
	crowd->search++;
	for (int cell = 0; cell < crowd->cells; cell++)
		crowd->opened[cell] = false;
	for (int cell = 0; cell < crowd->cells; cell++)
		if (crowd->board.piece[cell] == piece && !crowd->filled[cell])
			open_holes(crowd, (struct crowd_pair){(uint16_t)cell, NOWHERE});
	for (int i = 0; i < crowd->pairs && crowd->pairs_left-- > 0; i++) {
		*end = crowd->queue[i];
		if (end->piece == to)
			return true;
		visit_next(crowd, *end);
	}
	return false;
}

/* Goes a way that was found, given by its end, as long as the free cells that it counted on are
 * free when it needs them. */
static bool go(struct crowd *crowd, struct crowd_pair end)
{
	const uint8_t *piece = crowd->board.piece;
	int count = 0;
	for (struct crowd_pair at = end; at.hole != NOWHERE; at = visit_of(crowd, at)->before)
		crowd->queue[count++] = at; /* the queue is not needed any more */
	while (count-- > 0) {
		const struct crowd_pair to = crowd->queue[count];
		const struct crowd_visit *found = visit_of(crowd, to);
		const int hole = found->other_hole ? to.hole : found->before.hole;
		if (piece[hole] != FREE)
			return true;
		if (piece[to.hole] != FREE && !crowd_step(crowd, to.hole, hole))
			return false;
	}
	return true;
}

bool crowd_bring(struct crowd *crowd, uint8_t piece, int cell)
{
	struct crowd_pair end;
	for (int i = 0; i < WAYS_MOST && crowd->board.piece[cell] != piece; i++)
		if (!find_way(crowd, piece, cell, &end) || !go(crowd, end))
			return false;
	return crowd->board.piece[cell] == piece;
}
