/* Reasons in bishop: pieces that come home, make way for others, or shut them in. */
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "puzzle/cell.h"
#include "puzzles/bishop/bishop.h"

enum { WAY_STEPS = 4 }; /* moves of the plan among which another piece needs the way */

static bool is_home(const struct level *level, const uint8_t grid[CELLS_MAX], int cell)
{
	return is_piece(grid[cell]) && grid[cell] == level->goal[cell];
}

/* Where the piece that the plan's first move moves ends. */
static int end_of_plan(const struct level *level, const struct judged_move *move)
{
	int at = bishop_decode(level, move->move).to;
	for (int i = 1; i < move->length; i++) {
		const struct path path = bishop_decode(level, move->plan[i]);
		at = path.from == at ? path.to : at;
	}
	return at;
}

/* Whether the plan leaves the piece where its first move puts it. */
static bool stays(const struct level *level, const struct judged_move *move)
{
	const int to = bishop_decode(level, move->move).to;
	for (int i = 1; i < move->length; i++)
		if (bishop_decode(level, move->plan[i]).from == to)
			return false;
	return move->plan != NULL;
}

/* ---- good moves ---- */

/* Whether the path goes over a cell, or ends there. A knight's only step is its whole move. */
static bool goes_over(const struct level *level, const struct path *path, int cell)
{
	const struct ray ray = bishop_ray(level, path->from, path->direction);
	for (int i = 1; i <= path->steps; i++)
		if (path->from + i * ray.step == cell)
			return true;
	return false;
}

/* A move of another piece, soon in the plan, over the cell that this one leaves. */
static bool find_way(const struct level *level, const struct judged_move *move, struct reason *out)
{
	const struct path own = bishop_decode(level, move->move);
	int at = own.to;
	for (int i = 1; i < move->length && i <= WAY_STEPS; i++) {
		const struct path path = bishop_decode(level, move->plan[i]);
		if (path.from == at) {
			at = path.to;
		} else if (goes_over(level, &path, own.from)) {
			out->kind = BISHOP_WAY;
			out->move = move->plan[i];
			return true;
		}
	}
	return false;
}

bool bishop_gain(const struct level *level, const struct state *state,
                 const struct judged_move *move, struct reason *out)
{
	const struct path path = bishop_decode(level, move->move);
	struct state after = *state;
	uint8_t grid[CELLS_MAX];
	*out = (struct reason){.cell = -1, .other = -1};
	if (!bishop_apply(level, &after, move->move))
		return false;
	bishop_unpack(level, state, grid);
	const bool arrives = !is_home(level, grid, path.from) && level->goal[path.to] != 0 &&
	                     level->goal[path.to] == grid[path.from];
	if (arrives && bishop_solved(level, &after))
		out->kind = BISHOP_LAST;
	else if (arrives && stays(level, move))
		out->kind = BISHOP_HOME;
	else
		find_way(level, move, out);
	return out->kind != REASON_NONE;
}

bool bishop_purpose(const struct level *level, const struct state *state,
                    const struct judged_move *move, struct reason *out)
{
	const struct path path = bishop_decode(level, move->move);
	const int end = end_of_plan(level, move);
	struct state early = *state;
	uint8_t grid[CELLS_MAX];
	bishop_unpack(level, state, grid);
	if (move->length > 1 && bishop_decode(level, move->plan[1]).from != path.to &&
	    !bishop_apply(level, &early, move->plan[1])) {
		*out = (struct reason){.kind = BISHOP_ENABLES,
		                       .cell = -1,
		                       .other = -1,
		                       .move = move->plan[1]};
		return true;
	}
	*out = (struct reason){.kind = BISHOP_BOUND, .cell = path.to, .other = end};
	return move->plan != NULL && end != path.to && level->goal[end] == grid[path.from];
}

/* ---- faults ---- */

/* Whether a piece has a valid move, if it is its colour's turn. */
static bool can_move(const struct level *level, uint8_t grid[CELLS_MAX], int cell)
{
	struct path paths[PATHS_MAX];
	const int open = bishop_open_paths(level, grid, cell, paths);
	const uint8_t colour = grid[cell];
	bool found = false;
	int other;
	grid[cell] = 0;
	for (int i = 0; i < open && !found; i++)
		found = (level->rules & NO_ATTACK) == 0 ||
		        !bishop_sees_other(level, grid, paths[i].to, colour, &other);
	grid[cell] = colour;
	return found;
}

/* A piece away from home that can't move any more. */
static bool find_shut_in(const struct level *level, uint8_t before[CELLS_MAX],
                         uint8_t after[CELLS_MAX], int moved_to, struct reason *out)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		if (is_piece(after[cell]) && cell != moved_to && !is_home(level, after, cell) &&
		    !can_move(level, after, cell) && can_move(level, before, cell)) {
			*out = (struct reason){.kind = BISHOP_SHUTS_IN,
			                       .cell = moved_to,
			                       .other = cell};
			return true;
		}
	return false;
}

bool bishop_fault(const struct level *level, const struct state *state,
                  const struct judged_move *move, struct reason *out)
{
	const struct path path = bishop_decode(level, move->move);
	uint8_t before[CELLS_MAX], after[CELLS_MAX];
	struct state next = *state;
	if (!bishop_apply(level, &next, move->move))
		return false;
	bishop_unpack(level, state, before);
	bishop_unpack(level, &next, after);
	bool found = find_shut_in(level, before, after, path.to, out);
	if (!found && is_home(level, before, path.from) && !is_home(level, after, path.to)) {
		*out = (struct reason){.kind = BISHOP_LEAVES, .cell = path.from, .other = -1};
		found = true;
	}
	return found;
}

/* ---- words ---- */

static const char *const last_home[KINDS] = {
	N_("The last bishop comes home."), N_("The last rook comes home."),
	N_("The last queen comes home."),  N_("The last knight comes home."),
	N_("The last king comes home."),
};

static const char *const home[KINDS] = {
	N_("The bishop comes home for good."), N_("The rook comes home for good."),
	N_("The queen comes home for good."),  N_("The knight comes home for good."),
	N_("The king comes home for good."),
};

static const char *const shuts_in[KINDS] = {
	N_("On %s it shuts in the bishop at %s."), N_("On %s it shuts in the rook at %s."),
	N_("On %s it shuts in the queen at %s."),  N_("On %s it shuts in the knight at %s."),
	N_("On %s it shuts in the king at %s."),
};

static const char *const leaves[KINDS] = {
	N_("The bishop at %s leaves its goal."), N_("The rook at %s leaves its goal."),
	N_("The queen at %s leaves its goal."),  N_("The knight at %s leaves its goal."),
	N_("The king at %s leaves its goal."),
};

void bishop_write_reason(const struct level *level, const struct reason *reason, char *out,
                         size_t size)
{
	const uint32_t kind = level->rules >> PIECE_SHIFT;
	char cell[CELL_NAME_MAX] = "", other[CELL_NAME_MAX] = "", from[CELL_NAME_MAX] = "",
	     to[CELL_NAME_MAX] = "";
	if (reason->cell >= 0)
		cell_name(level, reason->cell, cell);
	if (reason->other >= 0)
		cell_name(level, reason->other, other);
	switch ((enum bishop_reason)reason->kind) {
	case BISHOP_LAST:
		snprintf(out, size, "%s", _(last_home[kind]));
		break;
	case BISHOP_HOME:
		snprintf(out, size, "%s", _(home[kind]));
		break;
	case BISHOP_WAY:
		cell_name(level, bishop_decode(level, reason->move).from, from);
		cell_name(level, bishop_decode(level, reason->move).to, to);
		snprintf(out, size, _("It makes way for a later move, %s-%s."), from, to);
		break;
	case BISHOP_ENABLES:
		cell_name(level, bishop_decode(level, reason->move).from, from);
		cell_name(level, bishop_decode(level, reason->move).to, to);
		snprintf(out, size, _("It allows %s-%s next."), from, to);
		break;
	case BISHOP_BOUND:
		snprintf(out, size, _("From %s it goes on to its goal, %s."), cell, other);
		break;
	case BISHOP_SHUTS_IN:
		snprintf(out, size, _(shuts_in[kind]), cell, other);
		break;
	case BISHOP_LEAVES:
		snprintf(out, size, _(leaves[kind]), cell);
		break;
	}
}
