/* Reasons in tilt: which blocks a move brings home, which it puts in another's way, and what can't
 * be reached any more. */
#include <stdio.h>
#include <string.h>

#include "algo/hash.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/cell.h"
#include "puzzle/cursor.h"
#include "puzzle/pieces.h"
#include "puzzles/tilt/tilt.h"

enum {
	PLAN_STEPS = 400,   /* of a plan that is followed to its end */
	STOP_BLOCKS = 99,   /* that might stop others */
	BOUND_STEPS = 3,    /* within which a block must come home */
	REACH_MAX = 500,    /* positions that are looked at: less than a few milliseconds */
	REACH_BYTES = 16,   /* of each, at most */
	REACH_SLOTS = 1024, /* of the hash table */
};

/* A move of all blocks. */
struct tilting {
	uint8_t before[CELLS_MAX], after[CELLS_MAX];
	uint8_t distance[CELLS_MAX]; /* that each block slides, by its cell before */
	int step;                    /* between cells, against the direction */
	int direction;
};

static void tilt_from(const struct level *level, const uint8_t grid[CELLS_MAX], int direction,
                      struct tilting *out)
{
	const size_t cells = (size_t)level_cells(level);
	out->direction = direction;
	out->step = tilt_line_of(level, direction, 0).step;
	memcpy(out->before, grid, cells);
	memcpy(out->after, grid, cells);
	tilt_distances(level, grid, direction, out->distance);
	tilt_slide(level, out->after, direction);
}

static void tilt_state(const struct level *level, const struct state *state, move_code move,
                       struct tilting *out)
{
	uint8_t grid[CELLS_MAX];
	tilt_unpack(level, state, grid);
	tilt_from(level, grid, move, out);
}

/* Where the block at a cell stops. */
static int stop_of(const struct tilting *tilting, int cell)
{
	return cell - tilting->distance[cell] * tilting->step;
}

static bool is_home(const struct level *level, const uint8_t grid[CELLS_MAX], int cell)
{
	return grid[cell] != 0 && grid[cell] == level->goal[cell];
}

/* ---- blocks that come home ---- */

/* Of each block, by its cell: where the plan leaves it, and after which of its moves, from 0. */
struct journey {
	int end[CELLS_MAX], last[CELLS_MAX];
};

/* False if there is no plan, or a very long one. */
static bool follow(const struct level *level, const struct judged_move *move,
                   const struct tilting *first, struct journey *out)
{
	const int cells = level_cells(level);
	struct tilting next = *first;
	if (move->plan == NULL || move->length > PLAN_STEPS)
		return false;
	for (int cell = 0; cell < cells; cell++) {
		out->end[cell] = stop_of(first, cell);
		out->last[cell] = first->distance[cell] > 0 ? 0 : -1;
	}
	for (int i = 1; i < move->length; i++) {
		tilt_from(level, next.after, move->plan[i], &next);
		for (int cell = 0; cell < cells; cell++) {
			if (first->before[cell] == 0 || next.distance[out->end[cell]] == 0)
				continue;
			out->end[cell] = stop_of(&next, out->end[cell]);
			out->last[cell] = i;
		}
	}
	return true;
}

static bool find_home(const struct level *level, const struct judged_move *move,
                      const struct tilting *tilting, struct reason *out)
{
	struct journey journey;
	if (!follow(level, move, tilting, &journey))
		return false;
	for (int cell = level_cells(level) - 1; cell >= 0; cell--) {
		const int colour = tilting->before[cell];
		if (colour == 0 || journey.last[cell] != 0 || level->goal[cell] == colour ||
		    level->goal[journey.end[cell]] != colour)
			continue;
		out->cell = cell;
		out->count++;
	}
	out->kind = TILT_HOME;
	return out->count > 0;
}

static bool find_last(const struct level *level, const struct tilting *tilting, struct reason *out)
{
	if (memcmp(tilting->after, level->goal, (size_t)level_cells(level)) != 0)
		return false;
	for (int cell = 0; cell < level_cells(level); cell++)
		out->count += level->goal[cell] != 0 && !is_home(level, tilting->before, cell);
	out->kind = TILT_LAST;
	return true;
}

bool tilt_gain(const struct level *level, const struct state *state, const struct judged_move *move,
               struct reason *out)
{
	struct tilting tilting;
	tilt_state(level, state, move->move, &tilting);
	*out = (struct reason){.cell = -1, .other = -1};
	return find_last(level, &tilting, out) || find_home(level, move, &tilting, out);
}

/* ---- blocks that stop others ---- */

/* The cell where a tilt stops a block against the one that rests at `stop`; -1: there is none.
 * Then the cell before `stop` in its direction is where that block comes to rest. */
static int stopped_at(const struct level *level, const struct tilting *tilting, int stop)
{
	int row = stop / level->columns, column = stop % level->columns;
	if (!direction_step(level, (tilting->direction + 2) % DIRECTIONS, &row, &column))
		return -1;
	const int at = row * level->columns + column;
	for (int cell = at + tilting->step; cell >= 0 && cell < level_cells(level);
	     cell += tilting->step)
		if (tilting->before[cell] != 0 && tilting->distance[cell] > 0)
			return stop_of(tilting, cell) == at ? at : -1;
	return -1;
}

/* Whether the block that the move has put at `stop` stops another in the plan's next move. */
static bool find_stopped(const struct level *level, const struct judged_move *move,
                         const struct tilting *first, int stop, struct reason *out)
{
	struct tilting next;
	if (move->length < 2)
		return false;
	tilt_from(level, first->after, move->plan[1], &next);
	const int at = next.distance[stop] > 0 ? -1 : stopped_at(level, &next, stop);
	if (at < 0)
		return false;
	*out = (struct reason){.kind = is_home(level, next.after, at) ? TILT_STOP_GOAL : TILT_STOP,
	                       .cell = stop,
	                       .other = at,
	                       .move = move->plan[1]};
	return true;
}

static bool find_stop(const struct level *level, const struct judged_move *move,
                      const struct tilting *tilting, struct reason *out)
{
	struct reason found;
	int tried = 0;
	*out = (struct reason){.kind = REASON_NONE};
	for (int cell = 0; cell < level_cells(level) && tried < STOP_BLOCKS; cell++)
		if (tilting->before[cell] == 0 && tilting->after[cell] != 0 && ++tried > 0 &&
		    find_stopped(level, move, tilting, cell, &found) &&
		    (out->kind == REASON_NONE || found.kind == TILT_STOP_GOAL))
			*out = found;
	return out->kind != REASON_NONE;
}

/* ---- blocks on their way home ---- */

/* The block moved now that comes home first. */
static bool find_bound(const struct level *level, const struct judged_move *move,
                       const struct tilting *tilting, struct reason *out)
{
	struct journey journey;
	*out = (struct reason){.kind = TILT_BOUND, .count = BOUND_STEPS + 1};
	if (!follow(level, move, tilting, &journey))
		return false;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (tilting->distance[cell] > 0 && journey.last[cell] > 0 &&
		    journey.last[cell] < out->count &&
		    level->goal[journey.end[cell]] == tilting->before[cell]) {
			out->cell = cell;
			out->other = journey.end[cell];
			out->count = journey.last[cell];
		}
	return out->count <= BOUND_STEPS;
}

bool tilt_purpose(const struct level *level, const struct state *state,
                  const struct judged_move *move, struct reason *out)
{
	struct tilting tilting;
	tilt_state(level, state, move->move, &tilting);
	return find_stop(level, move, &tilting, out) || find_bound(level, move, &tilting, out);
}

/* ---- faults ---- */

/* Positions that can be reached from one, as packed bytes, with a hash table of their numbers. */
struct reach {
	int count;
	uint8_t packed[REACH_MAX][REACH_BYTES];
	uint16_t slot[REACH_SLOTS]; /* a number plus 1; 0: free */
};

/* Adds a position unless it is there. False if there is no room. */
static bool reach_add(struct reach *reach, size_t size, const struct state *state)
{
	uint64_t hash = HASH_BEGIN;
	for (size_t i = 0; i < size; i++)
		hash = hash_more(hash, state->byte[i]);
	size_t slot = hash % REACH_SLOTS;
	while (reach->slot[slot] != 0 &&
	       memcmp(reach->packed[reach->slot[slot] - 1], state->byte, size) != 0)
		slot = (slot + 1) % REACH_SLOTS;
	if (reach->slot[slot] != 0)
		return true;
	if (reach->count == REACH_MAX)
		return false;
	memcpy(reach->packed[reach->count], state->byte, size);
	reach->slot[slot] = (uint16_t)++reach->count;
	return true;
}

/* Marks the goals that hold a block of their colour in some position that can be reached. False if
 * there are too many positions. */
static bool mark_filled(const struct level *level, const struct state *start,
                        bool filled[CELLS_MAX])
{
	struct reach reach = {.count = 0};
	struct state state = {{0}};
	const size_t size = level->state_size;
	bool fits = size <= REACH_BYTES && reach_add(&reach, size, start);
	for (int i = 0; fits && i < reach.count; i++) {
		uint8_t grid[CELLS_MAX];
		memcpy(state.byte, reach.packed[i], size);
		tilt_unpack(level, &state, grid);
		for (int cell = 0; cell < level_cells(level); cell++)
			filled[cell] |= is_home(level, grid, cell);
		for (int d = 0; d < DIRECTIONS; d++) {
			uint8_t next[CELLS_MAX];
			struct state after = {{0}};
			memcpy(next, grid, (size_t)level_cells(level));
			if (!tilt_slide(level, next, d))
				continue;
			pieces_pack(level, size, next, &after);
			fits = fits && reach_add(&reach, size, &after);
		}
	}
	return fits;
}

static bool find_lost_goal(const struct level *level, const struct tilting *tilting,
                           struct reason *out)
{
	bool filled[CELLS_MAX] = {false};
	struct state after = {{0}};
	pieces_pack(level, level->state_size, tilting->after, &after);
	if (!mark_filled(level, &after, filled))
		return false;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (level->goal[cell] != 0 && !filled[cell]) {
			*out = (struct reason){.kind = TILT_LOST_GOAL, .cell = cell, .other = -1};
			return true;
		}
	return false;
}

/* A block that leaves its goal to none of its colour. */
static bool find_leaving(const struct level *level, const struct tilting *tilting,
                         struct reason *out)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		if (is_home(level, tilting->before, cell) &&
		    tilting->after[cell] != level->goal[cell] &&
		    !is_home(level, tilting->after, stop_of(tilting, cell))) {
			*out = (struct reason){.kind = TILT_LEAVES, .cell = cell, .other = -1};
			return true;
		}
	return false;
}

bool tilt_fault(const struct level *level, const struct state *state,
                const struct judged_move *move, struct reason *out)
{
	struct tilting tilting;
	tilt_state(level, state, move->move, &tilting);
	return (move->after == MINIMUM_NONE && find_lost_goal(level, &tilting, out)) ||
	       find_leaving(level, &tilting, out);
}

/* ---- words ---- */

void tilt_write_reason(const struct level *level, const struct reason *reason, char *out,
                       size_t size)
{
	char cell[CELL_NAME_MAX] = "", other[CELL_NAME_MAX] = "";
	const char *way = direction_word(reason->move % DIRECTIONS);
	if (reason->cell >= 0)
		cell_name(level, reason->cell, cell);
	if (reason->other >= 0)
		cell_name(level, reason->other, other);
	switch ((enum tilt_reason)reason->kind) {
	case TILT_LAST:
		if (reason->count == 1)
			snprintf(out, size, "%s", _("The last block comes home."));
		else
			snprintf(out, size,
			         text_plural("The last %d block comes home.",
			                     "The last %d blocks come home.", reason->count),
			         reason->count);
		break;
	case TILT_HOME:
		if (reason->count == 1)
			snprintf(out, size, _("The block at %s stops on its goal for good."), cell);
		else
			snprintf(out, size,
			         text_plural("%d block stops on its goal for good.",
			                     "%d blocks stop on their goals for good.",
			                     reason->count),
			         reason->count);
		break;
	case TILT_STOP:
		/* TRANSLATORS: The second %s is a move: up, right, down or left. */
		snprintf(out, size, _("It puts a block at %s: then %s stops another at %s."), cell,
		         way, other);
		break;
	case TILT_STOP_GOAL:
		/* TRANSLATORS: The second %s is a move: up, right, down or left. */
		snprintf(out, size,
		         _("It puts a block at %s: then %s stops another on its goal, %s."), cell,
		         way, other);
		break;
	case TILT_BOUND:
		snprintf(out, size,
		         text_plural("%d move later the block at %s is home at %s for good.",
		                     "%d moves later the block at %s is home at %s for good.",
		                     reason->count),
		         reason->count, cell, other);
		break;
	case TILT_LEAVES:
		snprintf(out, size, _("The block at %s leaves its goal."), cell);
		break;
	case TILT_LOST_GOAL:
		snprintf(out, size, _("No block can stop on its goal at %s any more."), cell);
		break;
	}
}
