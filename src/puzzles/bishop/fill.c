/* A plan at once, however long: crowded boards are filled target by target.
 *
 * Next is a target with few cells beside it, and of these the farthest from the cells that are no
 * targets. Filled cells are left alone, so they are chosen so that the others stay connected. A
 * piece of the target's colour goes there step by step, while other pieces move out of its way: a
 * search in breadth over the pairs of where the piece is and one free cell finds how, as if the
 * other free cells did not change. When one of them did, it is repeated from there. The last cells,
 * where no piece gets past another, are searched in all arrangements. (Motion of pebbles on graphs:
 * Kornhauser, Miller and Spirakis 1984.) */
#include "algo/random.h"
#include "puzzles/bishop/bishop.h"
#include "puzzles/bishop/ending.h"

#include <limits.h>
#include <stdlib.h>

enum {
	NOWHERE = CELLS_MAX,
	FREE = 0,
	DIRECTIONS_MAX = 8,
	ATTEMPTS_MOST = 64,
	WAYS_MOST = 32,        /* for one target */
	BESIDE_UNITS = 2,      /* a cell beside counts so much, */
	CHANCES = 4,           /* and chance less than that */
	BOARD_MOST = 400,      /* cells; takes 3 MB */
	STATES_MOST = 1 << 16, /* of endings, in all; some 20 ms */
	STEPS_MOST = 500,      /* of an ending */
	PAIRS_MOST = 1 << 20,  /* in all; some 20 ms */
};

struct board {
	uint8_t piece[CELLS_MAX]; /* as in a grid */
	int hops;
	struct hop last; /* the others are in the filling */
};

/* A piece on its way and the free cell that is to be beside it. */
struct pair {
	uint16_t piece, hole;
};

struct visit {
	struct pair before;
	uint32_t search; /* the last one that came here, from 1 */
	bool other_hole; /* nothing moved, but another free cell is looked at */
};

struct filling {
	const struct level *level;
	int cells, directions;
	uint16_t ahead[DIRECTIONS_MAX][CELLS_MAX]; /* the next cell, or NOWHERE */
	struct board board;
	bool filled[CELLS_MAX]; /* walls, and cells from and to which nothing moves any more */
	int order[CELLS_MAX], filled_count; /* the cells filled so far */
	int kept; /* a target that is kept free until its piece is beside it, or NOWHERE */
	struct hop *hop;
	int most; /* of them */

	/* Of the last look round: the cells it came to, in breadth, and from where. */
	int seen[CELLS_MAX], count;
	uint16_t before[CELLS_MAX];
	bool is_seen[CELLS_MAX];

	/* Of the last search for a way: pairs in breadth, and their visits, `cells` for each piece.
	 */
	struct pair *queue;
	struct visit *visit;
	int pairs, pairs_left;
	uint32_t search;
	int states_left; /* of endings */
	int attempt;     /* from 0; later ones go by chance, too */
	struct random random;
	bool opened[CELLS_MAX]; /* the piece was here, with all free cells */
};

/* ---- looking round ---- */

static void begin_look(struct filling *filling)
{
	filling->count = 0;
	for (int cell = 0; cell < filling->cells; cell++)
		filling->is_seen[cell] = false;
}

static void see(struct filling *filling, int cell, int before)
{
	filling->is_seen[cell] = true;
	filling->before[cell] = (uint16_t)before;
	filling->seen[filling->count++] = cell;
}

/* Goes on from all cells seen to those that are not filled, but for one. */
static void look(struct filling *filling, int shut)
{
	for (int i = 0; i < filling->count; i++)
		for (int d = 0; d < filling->directions; d++) {
			const int from = filling->seen[i], to = filling->ahead[d][from];
			if (to != NOWHERE && !filling->is_seen[to] && !filling->filled[to] &&
			    to != shut)
				see(filling, to, from);
		}
}

/* ---- moving ---- */

/* The direction from a cell to one beside it; `directions`: it is not beside it. */
static int direction_between(const struct filling *filling, int from, int to)
{
	int d = 0;
	while (d < filling->directions && filling->ahead[d][from] != to)
		d++;
	return d;
}

static bool is_beside(const struct filling *filling, int cell, int other)
{
	return direction_between(filling, cell, other) < filling->directions;
}

/* Whether a step goes straight on from a hop. */
static bool goes_on(const struct filling *filling, const struct hop *hop, int from, int to)
{
	const int d = direction_between(filling, from, to);
	int cell = hop->from;
	if (hop->to != from || !bishop_kind(filling->level)->far)
		return false;
	while (cell != from && cell != NOWHERE)
		cell = filling->ahead[d][cell];
	return cell == from;
}

/* Moves a piece to a free cell beside it. False: the plan gets too long. */
static bool move(struct filling *filling, int from, int to)
{
	struct board *board = &filling->board;
	board->piece[to] = board->piece[from];
	board->piece[from] = FREE;
	if (board->hops > 0 && goes_on(filling, &board->last, from, to)) {
		board->last.to = (uint16_t)to;
		return true;
	}
	if (board->hops > 0)
		filling->hop[board->hops - 1] = board->last;
	board->last = (struct hop){(uint16_t)from, (uint16_t)to};
	return ++board->hops <= filling->most;
}

/* Frees a cell: the pieces from it to the nearest free one move on by a cell. */
static bool make_free(struct filling *filling, int cell)
{
	begin_look(filling);
	see(filling, cell, NOWHERE);
	look(filling, NOWHERE);
	for (int i = 0; i < filling->count; i++) {
		int to = filling->seen[i];
		if (filling->board.piece[to] != FREE)
			continue;
		for (; to != cell; to = filling->before[to])
			if (!move(filling, filling->before[to], to))
				return false;
		return true;
	}
	return false;
}

/* ---- ways for a piece ---- */

static struct visit *visit_of(const struct filling *filling, struct pair pair)
{
	return &filling->visit[pair.piece * filling->cells + pair.hole];
}

static void visit(struct filling *filling, struct pair pair, struct pair before, bool other_hole)
{
	struct visit *visit = visit_of(filling, pair);
	if (visit->search == filling->search)
		return;
	*visit = (struct visit){before, filling->search, other_hole};
	filling->queue[filling->pairs++] = pair;
}

/* Visits the pairs of a piece, the first time that it is there, with all cells that were free at
 * the beginning; with the one that is kept only beside it. */
static void open_holes(struct filling *filling, struct pair before)
{
	if (filling->opened[before.piece])
		return;
	filling->opened[before.piece] = true;
	for (int cell = 0; cell < filling->cells; cell++)
		if (filling->board.piece[cell] == FREE && !filling->filled[cell] &&
		    cell != before.piece &&
		    (cell != filling->kept || is_beside(filling, before.piece, cell)))
			visit(filling, (struct pair){before.piece, (uint16_t)cell}, before, true);
}

/* Visits the pairs after one: another piece moves into the free cell, or the piece on its way does.
 */
static void visit_next(struct filling *filling, struct pair at)
{
	open_holes(filling, at);
	for (int d = 0; d < filling->directions; d++) {
		const uint16_t beside = filling->ahead[d][at.hole];
		if (beside == at.piece)
			visit(filling, (struct pair){at.hole, at.piece}, at, false);
		else if (beside != NOWHERE && !filling->filled[beside] && beside != filling->kept &&
		         at.hole != filling->kept)
			visit(filling, (struct pair){at.piece, beside}, at, false);
	}
}

/* Finds a way for the nearest piece of a colour to a target. */
static bool find_way(struct filling *filling, uint8_t piece, int target, struct pair *end)
{
	filling->pairs = 0;
	filling->search++;
	for (int cell = 0; cell < filling->cells; cell++)
		filling->opened[cell] = false;
	for (int cell = 0; cell < filling->cells; cell++)
		if (filling->board.piece[cell] == piece && !filling->filled[cell])
			open_holes(filling, (struct pair){(uint16_t)cell, NOWHERE});
	for (int i = 0; i < filling->pairs && filling->pairs_left-- > 0; i++) {
		*end = filling->queue[i];
		if (end->piece == target)
			return true;
		visit_next(filling, *end);
	}
	return false;
}

/* Goes a way that was found, given by its end, as long as the free cells that it counted on are
 * free when it needs them. False: the plan gets too long. */
static bool go(struct filling *filling, struct pair end)
{
	const uint8_t *piece = filling->board.piece;
	int count = 0;
	for (struct pair at = end; at.hole != NOWHERE; at = visit_of(filling, at)->before)
		filling->queue[count++] = at; /* the queue is not needed any more */
	while (count-- > 0) {
		const struct pair to = filling->queue[count];
		const struct visit *found = visit_of(filling, to);
		const int hole = found->other_hole ? to.hole : found->before.hole;
		if (piece[hole] != FREE)
			return true;
		if (piece[to.hole] != FREE && !move(filling, to.hole, hole))
			return false;
	}
	return true;
}

/* Brings a piece of a colour to a target. */
static bool bring(struct filling *filling, uint8_t piece, int target)
{
	struct pair end;
	for (int i = 0; i < WAYS_MOST && filling->board.piece[target] != piece; i++)
		if (!find_way(filling, piece, target, &end) || !go(filling, end))
			return false;
	return filling->board.piece[target] == piece;
}

/* ---- targets ---- */

/* Brings what is wanted to a cell; to a target that is freed first, if that fails otherwise. */
static bool fill(struct filling *filling, int cell)
{
	const uint8_t piece = filling->level->goal[cell];
	const struct board before = filling->board;
	filling->kept = NOWHERE;
	bool done = piece == FREE ? make_free(filling, cell) : bring(filling, piece, cell);
	if (!done && piece != FREE) {
		filling->board = before;
		filling->kept = cell;
		done = make_free(filling, cell) && bring(filling, piece, cell);
	}
	if (done) {
		filling->filled[cell] = true;
		filling->order[filling->filled_count++] = cell;
	}
	return done;
}

/* Whether the cells that are not filled stay connected without one of them. */
static bool can_be_filled(struct filling *filling, int cell)
{
	begin_look(filling);
	for (int d = 0; d < filling->directions; d++) {
		const int beside = filling->ahead[d][cell];
		if (beside == NOWHERE || filling->filled[beside])
			continue;
		if (filling->count == 0) {
			see(filling, beside, NOWHERE);
			look(filling, cell);
		} else if (!filling->is_seen[beside]) {
			return false;
		}
	}
	return true;
}

static int count_beside(const struct filling *filling, int cell)
{
	int count = 0;
	for (int d = 0; d < filling->directions; d++) {
		const int beside = filling->ahead[d][cell];
		count += beside != NOWHERE && !filling->filled[beside];
	}
	return count;
}

/* The lower, the sooner a cell is filled. */
static int priority_of(struct filling *filling, int cell)
{
	const uint32_t chance = filling->attempt == 0 ? 0 : random_below(&filling->random, CHANCES);
	return BESIDE_UNITS * count_beside(filling, cell) + (int)chance;
}

/* Of the cells that are targets, or are not, the one to be filled next. NOWHERE: none can be. */
static int choose(struct filling *filling, bool target)
{
	int order[CELLS_MAX], count = 0, best = NOWHERE, lowest = INT_MAX;
	begin_look(filling);
	for (int cell = 0; cell < filling->cells; cell++)
		if (!filling->filled[cell] && (filling->level->goal[cell] != FREE) != target)
			see(filling, cell, NOWHERE);
	look(filling, NOWHERE);
	for (int i = 0; i < filling->count; i++)
		if (filling->before[filling->seen[i]] != NOWHERE)
			order[count++] = filling->seen[i];
	while (count-- > 0) {
		const int priority = priority_of(filling, order[count]);
		if (priority < lowest && can_be_filled(filling, order[count])) {
			best = order[count];
			lowest = priority;
		}
	}
	return best;
}

static bool is_solved(const struct filling *filling)
{
	for (int cell = 0; cell < filling->cells; cell++) {
		const uint8_t wanted = filling->level->goal[cell];
		if (wanted != FREE && filling->board.piece[cell] != wanted)
			return false;
	}
	return true;
}

static bool fill_all(struct filling *filling)
{
	while (!is_solved(filling)) {
		int cell = choose(filling, true);
		if (cell == NOWHERE)
			cell = choose(filling, false);
		if (cell == NOWHERE || !fill(filling, cell))
			return false;
	}
	return true;
}

/* Opens the cells that were filled last, until there are enough for an ending. */
static void open_last(struct filling *filling)
{
	int open = 0;
	for (int cell = 0; cell < filling->cells; cell++)
		open += !filling->filled[cell];
	while (open < ENDING_CELLS && filling->filled_count > 0) {
		filling->filled[filling->order[--filling->filled_count]] = false;
		open++;
	}
}

/* The cells that are open, as an ending; false: there are too many. */
static bool take_ending(const struct filling *filling, struct ending *ending)
{
	*ending = (struct ending){0};
	for (int cell = 0; cell < filling->cells; cell++) {
		if (filling->filled[cell])
			continue;
		if (ending->cells == ENDING_CELLS)
			return false;
		ending->wanted[ending->cells] = filling->level->goal[cell];
		ending->piece[ending->cells] = filling->board.piece[cell];
		ending->cell[ending->cells++] = (uint16_t)cell;
	}
	for (int i = 0; i < ending->cells; i++)
		for (int j = 0; j < ending->cells; j++)
			if (is_beside(filling, ending->cell[i], ending->cell[j]))
				ending->beside[j] |= (uint16_t)(1U << i);
	return true;
}

/* Solves what is left when no more targets can be filled one by one. */
static bool finish(struct filling *filling)
{
	struct ending ending;
	struct hop step[STEPS_MOST];
	open_last(filling);
	if (!take_ending(filling, &ending))
		return false;
	const int count = ending_search(&ending, step, STEPS_MOST, &filling->states_left);
	for (int i = 0; i < count; i++)
		if (!move(filling, step[i].from, step[i].to))
			return false;
	return count >= 0;
}

/* ---- plans ---- */

static void begin(struct filling *filling, const struct level *level, const struct state *start)
{
	filling->level = level;
	filling->cells = level_cells(level);
	filling->directions = bishop_kind(level)->directions;
	filling->board.hops = 0;
	filling->filled_count = 0;
	bishop_unpack(level, start, filling->board.piece);
	for (int cell = 0; cell < filling->cells; cell++) {
		filling->filled[cell] = level->map[cell] == WALL;
		for (int d = 0; d < filling->directions; d++) {
			const struct ray ray = bishop_ray(level, cell, d);
			const int ahead = cell + ray.step;
			filling->ahead[d][cell] = ray.length == 0 || level->map[ahead] == WALL
			                                  ? NOWHERE
			                                  : (uint16_t)ahead;
		}
	}
}

static void write_plan(const struct filling *filling, move_code *plan)
{
	const int last = filling->board.hops - 1;
	for (int i = 0; i <= last; i++) {
		const struct hop *hop = i == last ? &filling->board.last : &filling->hop[i];
		plan[i] = bishop_path_between(filling->level, hop->from, hop->to).code;
	}
}

/* Returns the length of the plan; 0: there is none. */
static int fill_in_attempts(struct filling *filling, const struct level *level,
                            const struct state *start, move_code *plan)
{
	bool done = false;
	filling->pairs_left = PAIRS_MOST;
	filling->states_left = STATES_MOST;
	for (; !done && filling->pairs_left > 0 && filling->attempt < ATTEMPTS_MOST;
	     filling->attempt++) {
		begin(filling, level, start);
		done = fill_all(filling) || finish(filling);
	}
	if (!done)
		return 0;
	write_plan(filling, plan);
	return filling->board.hops;
}

int bishop_fill(const struct level *level, const struct state *start, move_code *plan, int most)
{
	const size_t pairs = (size_t)level_cells(level) * (size_t)level_cells(level);
	const bool is_fit = level_cells(level) <= BOARD_MOST &&
	                    (level->rules & (NO_ATTACK | SLIDE | ALTERNATE)) == 0;
	struct filling *filling = is_fit ? calloc(1, sizeof *filling) : NULL;
	int moves = 0;
	if (filling == NULL)
		return 0;
	filling->most = most;
	filling->hop = malloc((size_t)most * sizeof *filling->hop);
	filling->queue = malloc(pairs * sizeof *filling->queue);
	filling->visit = calloc(pairs, sizeof *filling->visit);
	if (filling->hop != NULL && filling->queue != NULL && filling->visit != NULL)
		moves = fill_in_attempts(filling, level, start, plan);
	free(filling->hop);
	free(filling->queue);
	free(filling->visit);
	free(filling);
	return moves;
}
