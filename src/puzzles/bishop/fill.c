/* A plan at once, however long: crowded boards are filled cell by cell.
 *
 * The free cells are gathered first, around one cell. Moves can be taken back: those that gather
 * them in the goal are the end of the plan, in reverse order. What is left is to fill all other
 * cells. Next is one with few cells beside it, and of these the farthest from the free ones. Filled
 * cells are left alone, so they are chosen so that the others stay connected. A piece of the right
 * colour goes there step by step, while other pieces move out of its way; if it can't, the dead end
 * that leads to the cell is freed first, or the cells around it are searched in all arrangements.
 * So are the last cells, where no piece gets past another. (Motion of pebbles on graphs:
 * Kornhauser, Miller and Spirakis 1984.) */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "algo/least.h"
#include "algo/random.h"
#include "puzzles/bishop/crowd.h"
#include "puzzles/bishop/patch.h"

enum {
	NOWHERE = CROWD_NOWHERE,
	FREE = CROWD_FREE,
	ATTEMPTS_MOST = 64,
	PASSES_MOST = 8,       /* over the cells that are freed */
	BESIDE_UNITS = 2,      /* a cell beside counts so much, */
	CHANCES = 4,           /* and chance less than that */
	BOARD_MOST = 400,      /* cells; takes 3 MB */
	PAIRS_MOST = 1 << 20,  /* in all; some 20 ms */
	STATES_MOST = 1 << 16, /* of all searches of a few cells; some 20 ms, */
	SEARCH_MOST = 1 << 12, /* and of each */
	STEPS_MOST = 500,      /* that it finds */
};

struct filling {
	struct crowd crowd;
	uint8_t start[CELLS_MAX];  /* pieces, as in a grid, */
	uint8_t wanted[CELLS_MAX]; /* and those of the goal when its free cells are gathered */
	bool outside[CELLS_MAX];   /* walls, and cells that no piece gets to */
	struct hop *back;          /* the moves that gathered them */
	int backs;
	int order[CELLS_MAX], filled_count; /* the cells filled so far */
	int states_left;
	int attempt; /* from 0; later ones go by chance, too */
	struct random random;
};

/* Begins anew with these pieces, without moves and filled cells. */
static void put(struct filling *filling, const uint8_t *piece)
{
	struct crowd *crowd = &filling->crowd;
	memcpy(crowd->board.piece, piece, sizeof crowd->board.piece);
	memcpy(crowd->filled, filling->outside, sizeof crowd->filled);
	crowd->board.hops = filling->filled_count = 0;
}

/* ---- the free cells ---- */

/* The sum of the distances from a cell to those that the goal leaves free. */
static long distance_to_free(struct crowd *crowd, int cell)
{
	int distance[CELLS_MAX];
	long sum = 0;
	crowd_look_from(crowd, cell);
	for (int i = 0; i < crowd->count; i++) {
		const int at = crowd->seen[i], before = crowd->before[at];
		distance[at] = before == NOWHERE ? 0 : distance[before] + 1;
		if (crowd->level->goal[at] == FREE)
			sum += distance[at];
	}
	return sum;
}

/* The target around which free cells are gathered: that with the least distance to them; in later
 * attempts any. */
static int choose_middle(struct filling *filling)
{
	struct crowd *crowd = &filling->crowd;
	int target[CELLS_MAX], count = 0, best = NOWHERE;
	long least_sum = LONG_MAX;
	for (int cell = 0; cell < crowd->cells; cell++)
		if (crowd->level->goal[cell] != FREE)
			target[count++] = cell;
	if (filling->attempt > 0)
		return target[random_below(&filling->random, (uint32_t)count)];
	for (int i = 0; i < count; i++) {
		const long sum = distance_to_free(crowd, target[i]);
		if (sum < least_sum) {
			least_sum = sum;
			best = target[i];
		}
	}
	return best;
}

/* Makes the goal with all pieces: those without a target are where it has none, as far as can be
 * from where the last look began. False: a target lacks its piece. */
static bool complete_goal(const struct filling *filling, uint8_t *goal)
{
	const struct crowd *crowd = &filling->crowd;
	int over[UINT8_MAX + 1] = {0}, next = crowd->count - 1;
	memcpy(goal, filling->start, sizeof filling->start);
	for (int i = 0; i < crowd->count; i++) {
		const int cell = crowd->seen[i];
		goal[cell] = crowd->level->goal[cell];
		over[filling->start[cell]]++;
		over[goal[cell]]--;
	}
	for (int piece = FREE + 1; piece <= UINT8_MAX; piece++) {
		for (; over[piece] > 0 && next >= 0; next--)
			if (goal[crowd->seen[next]] == FREE) {
				goal[crowd->seen[next]] = (uint8_t)piece;
				over[piece]--;
			}
		if (over[piece] != 0)
			return false;
	}
	return true;
}

/* Frees some cells. One that was free may be lost when another one is freed. */
static bool free_all(struct crowd *crowd, const int *cell, int count)
{
	bool done = true, again = true;
	for (int i = 0; i < count; i++)
		crowd->kept[cell[i]] = true;
	for (int pass = 0; pass < PASSES_MOST && done && again; pass++) {
		again = false;
		for (int i = 0; i < count && done; i++) {
			again |= crowd->board.piece[cell[i]] != FREE;
			done = crowd_make_free(crowd, cell[i]);
		}
	}
	for (int i = 0; i < count; i++)
		crowd->kept[cell[i]] = false;
	return done && !again;
}

/* Gathers the free cells of the goal around a cell. Then what is on the board is wanted. */
static bool gather(struct filling *filling)
{
	struct crowd *crowd = &filling->crowd;
	uint8_t goal[CELLS_MAX];
	int near[CELLS_MAX], count = 0;
	put(filling, filling->start);
	crowd_look_from(crowd, choose_middle(filling));
	if (!complete_goal(filling, goal))
		return false;
	put(filling, goal);
	for (int i = 0; i < crowd->count; i++)
		if (goal[crowd->seen[i]] == FREE) {
			near[count] = crowd->seen[count];
			count++;
		}
	if (!free_all(crowd, near, count))
		return false;
	filling->backs = crowd->board.hops;
	for (int i = 0; i < filling->backs; i++)
		filling->back[i] = crowd_hop_at(crowd, i);
	memcpy(filling->wanted, crowd->board.piece, sizeof filling->wanted);
	return true;
}

/* The end of the plan: what gathered the free cells, backwards. */
static bool spread(struct filling *filling)
{
	bool done = true;
	for (int i = filling->backs - 1; i >= 0 && done; i--)
		done = crowd_hop(&filling->crowd, filling->back[i].to, filling->back[i].from);
	return done;
}

/* ---- all arrangements of a few cells ---- */

/* Brings what is wanted to a few cells, at most PATCH_CELLS, while nothing moves in others. FREE:
 * anything is. */
static bool search(struct filling *filling, const int *cell, int count, const uint8_t *wanted)
{
	struct crowd *crowd = &filling->crowd;
	struct patch patch = {.cells = count};
	struct hop step[STEPS_MOST];
	int states = least(filling->states_left, SEARCH_MOST);
	for (int i = 0; i < count; i++) {
		patch.cell[i] = (uint16_t)cell[i];
		patch.piece[i] = crowd->board.piece[cell[i]];
		patch.wanted[i] = wanted[cell[i]];
		for (int j = 0; j < count; j++)
			if (crowd_is_beside(crowd, cell[j], cell[i]))
				patch.beside[i] |= (uint16_t)(1U << j);
	}
	filling->states_left -= states;
	const int steps = patch_search(&patch, step, STEPS_MOST, &states);
	filling->states_left += states;
	for (int i = 0; i < steps; i++)
		if (!crowd_step(crowd, step[i].from, step[i].to))
			return false;
	return steps >= 0;
}

/* Brings what is wanted to a cell, and back to filled cells near it. */
static bool search_around(struct filling *filling, int cell)
{
	struct crowd *crowd = &filling->crowd;
	uint8_t wanted[CELLS_MAX] = {FREE};
	bool filled[CELLS_MAX];
	memcpy(filled, crowd->filled, sizeof filled);
	memcpy(crowd->filled, filling->outside, sizeof filled);
	crowd_look_from(crowd, cell);
	memcpy(crowd->filled, filled, sizeof filled);
	const int count = least(crowd->count, PATCH_CELLS);
	for (int i = 0; i < count; i++)
		if (i == 0 || filled[crowd->seen[i]])
			wanted[crowd->seen[i]] = filling->wanted[crowd->seen[i]];
	return search(filling, crowd->seen, count, wanted);
}

/* ---- filling cells ---- */

/* The next cell in a direction. NOWHERE: there is none, or it is filled. */
static int open_beside(const struct crowd *crowd, int cell, int d)
{
	const int beside = crowd->ahead[d][cell];
	return beside != NOWHERE && crowd->filled[beside] ? NOWHERE : beside;
}

/* Lists the cells of a dead end from its end, which is the first even if it is none. Returns how
 * many. */
static int list_dead_end(const struct crowd *crowd, int end, int cell[CELLS_MAX])
{
	int count = 0;
	for (int at = end, before = NOWHERE, ways = 1; ways == 1;) {
		int next = NOWHERE;
		ways = 0;
		for (int d = 0; d < crowd->directions; d++) {
			const int beside = open_beside(crowd, at, d);
			if (beside != NOWHERE && beside != before) {
				next = beside;
				ways++;
			}
		}
		if (count == 0 || ways == 1)
			cell[count++] = at;
		before = at;
		at = next;
	}
	return count;
}

/* Brings what is wanted to the end of a dead end when some cells of it are free. */
static bool bring_after(struct filling *filling, const int *dead_end, int freed)
{
	struct crowd *crowd = &filling->crowd;
	bool done = true;
	for (int i = 0; i < freed; i++)
		crowd->kept[dead_end[i]] = true;
	for (int i = freed - 1; i >= 0 && done; i--)
		done = crowd_make_free(crowd, dead_end[i]);
	done = done && crowd_bring(crowd, filling->wanted[dead_end[0]], dead_end[0]);
	for (int i = 0; i < freed; i++)
		crowd->kept[dead_end[i]] = false;
	return done;
}

/* Fills a cell after less or more of its dead end is freed. */
static bool fill_through(struct filling *filling, int cell, const struct crowd_board *before)
{
	int dead_end[CELLS_MAX];
	const int count = list_dead_end(&filling->crowd, cell, dead_end);
	bool done = false;
	for (int freed = 0; !done && freed <= count; freed++) {
		filling->crowd.board = *before;
		done = bring_after(filling, dead_end, freed);
	}
	return done;
}

/* Fills a cell by way of one beside it, while filled cells near it may move. */
static bool fill_from_beside(struct filling *filling, int cell, const struct crowd_board *before)
{
	struct crowd *crowd = &filling->crowd;
	bool done = false;
	for (int d = 0; d < crowd->directions && !done; d++) {
		const int beside = open_beside(crowd, cell, d);
		if (beside == NOWHERE)
			continue;
		crowd->board = *before;
		done = crowd_bring(crowd, filling->wanted[cell], beside) &&
		       search_around(filling, cell);
	}
	return done;
}

static bool fill(struct filling *filling, int cell)
{
	const struct crowd_board before = filling->crowd.board;
	const bool done =
		fill_through(filling, cell, &before) || fill_from_beside(filling, cell, &before);
	if (done) {
		filling->crowd.filled[cell] = true;
		filling->order[filling->filled_count++] = cell;
	}
	return done;
}

/* ---- the order of the cells ---- */

/* Whether the cells that are not filled stay connected without one of them. */
static bool can_be_filled(struct crowd *crowd, int cell)
{
	crowd_begin_look(crowd);
	for (int d = 0; d < crowd->directions; d++) {
		const int beside = open_beside(crowd, cell, d);
		if (beside == NOWHERE)
			continue;
		if (crowd->count == 0) {
			crowd_see(crowd, beside, NOWHERE);
			crowd_look(crowd, cell);
		} else if (!crowd->is_seen[beside]) {
			return false;
		}
	}
	return true;
}

static int count_beside(const struct crowd *crowd, int cell)
{
	int count = 0;
	for (int d = 0; d < crowd->directions; d++)
		count += open_beside(crowd, cell, d) != NOWHERE;
	return count;
}

/* The lower, the sooner a cell is filled. */
static int priority_of(struct filling *filling, int cell)
{
	const uint32_t chance = filling->attempt == 0 ? 0 : random_below(&filling->random, CHANCES);
	return BESIDE_UNITS * count_beside(&filling->crowd, cell) + (int)chance;
}

/* The cell to be filled next. NOWHERE: none can be. */
static int choose(struct filling *filling)
{
	struct crowd *crowd = &filling->crowd;
	int order[CELLS_MAX], count = 0, best = NOWHERE, lowest = INT_MAX;
	crowd_begin_look(crowd);
	for (int cell = 0; cell < crowd->cells; cell++)
		if (!crowd->filled[cell] && filling->wanted[cell] == FREE)
			crowd_see(crowd, cell, NOWHERE);
	crowd_look(crowd, NOWHERE);
	for (int i = 0; i < crowd->count; i++)
		if (crowd->before[crowd->seen[i]] != NOWHERE)
			order[count++] = crowd->seen[i];
	while (count-- > 0) {
		const int priority = priority_of(filling, order[count]);
		if (priority < lowest && can_be_filled(crowd, order[count])) {
			best = order[count];
			lowest = priority;
		}
	}
	return best;
}

static bool fill_all(struct filling *filling)
{
	const struct crowd *crowd = &filling->crowd;
	while (memcmp(crowd->board.piece, filling->wanted, sizeof filling->wanted) != 0) {
		const int cell = choose(filling);
		if (cell == NOWHERE || !fill(filling, cell))
			return false;
	}
	return true;
}

/* Searches what is left when no more cells can be filled one by one, with those filled last. */
static bool finish(struct filling *filling)
{
	struct crowd *crowd = &filling->crowd;
	int cell[CELLS_MAX], count = 0;
	for (int i = 0; i < crowd->cells; i++)
		if (!crowd->filled[i])
			cell[count++] = i;
	while (count < PATCH_CELLS && filling->filled_count > 0)
		cell[count++] = filling->order[--filling->filled_count];
	return count <= PATCH_CELLS && search(filling, cell, count, filling->wanted);
}

/* ---- plans ---- */

static bool attempt(struct filling *filling)
{
	if (!gather(filling))
		return false;
	put(filling, filling->start);
	return (fill_all(filling) || finish(filling)) && spread(filling);
}

/* Returns the length of the plan; 0: there is none. */
static int fill_in_attempts(struct filling *filling, move_code *plan)
{
	const struct crowd *crowd = &filling->crowd;
	bool done = false;
	for (; !done && crowd->pairs_left > 0 && filling->attempt < ATTEMPTS_MOST;
	     filling->attempt++)
		done = attempt(filling);
	for (int i = 0; i < crowd->board.hops && done; i++) {
		const struct hop hop = crowd_hop_at(crowd, i);
		plan[i] = bishop_path_between(crowd->level, hop.from, hop.to).code;
	}
	return done ? crowd->board.hops : 0;
}

/* False: there is nothing to fill, or not all of it is together. */
static bool find_outside(struct filling *filling)
{
	struct crowd *crowd = &filling->crowd;
	int first = 0;
	while (first < crowd->cells && crowd->level->goal[first] == FREE)
		first++;
	if (first == crowd->cells)
		return false;
	crowd_look_from(crowd, first);
	for (int cell = 0; cell < crowd->cells; cell++) {
		filling->outside[cell] = !crowd->is_seen[cell];
		if (filling->outside[cell] && crowd->level->goal[cell] != FREE)
			return false;
	}
	return true;
}

int bishop_fill(const struct level *level, const struct state *start, move_code *plan, int most)
{
	const bool is_fit = level_cells(level) <= BOARD_MOST &&
	                    (level->rules & (NO_ATTACK | SLIDE | ALTERNATE)) == 0;
	struct filling *filling = is_fit ? calloc(1, sizeof *filling) : NULL;
	int moves = 0;
	if (filling == NULL)
		return 0;
	filling->states_left = STATES_MOST;
	filling->back = malloc((size_t)most * sizeof *filling->back);
	if (crowd_init(&filling->crowd, level, start, most, PAIRS_MOST) && filling->back != NULL &&
	    find_outside(filling)) {
		memcpy(filling->start, filling->crowd.board.piece, sizeof filling->start);
		moves = fill_in_attempts(filling, plan);
	}
	free(filling->back);
	crowd_free(&filling->crowd);
	free(filling);
	return moves;
}
