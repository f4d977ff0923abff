/* Reasons: each claim holds wherever it is shown, and most hints have one. Claims are checked on
 * random boards by playing the moves, by searches of the positions after them, and by rules written
 * once more, naively. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "play/library.h"
#include "play/reason.h"
#include "play/session.h"
#include "puzzle/cell.h"
#include "puzzle/cursor.h"
#include "puzzle/registry.h"
#include "puzzles/bishop/bishop.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/rules.h"
#include "puzzles/lines/lines.h"
#include "puzzles/tilt/tilt.h"
#include "support/help.h"

enum {
	WANTED = 200 / SLOWDOWN, /* times that each kind is shown and checked */
	STATES = 20000,                /* a search on a random board may store */
	KIND_MIN = REASON_TAKEN_BACK,  /* the last of enum reason_kind */
	KINDS_OF_PUZZLE = 12,          /* more than any puzzle has */
	LINE_LONGEST = 12,                 /* moves of a line that are played at random */
	BRUTE_MAX = 20000,
	ROWS = 4,       /* of boards of gems */
	WALK = 20,      /* moves to the goal of a board of tilt */
	MIXED = 800,    /* boards of all puzzles; then only the first two lack moves often enough */
	BOARDS = 20000, /* tried until each kind has been shown often enough */
};

/* How often each kind was checked: those of all puzzles, then the puzzle's. */
struct counts {
	bool enough_mistakes; /* only hints are left to check */
	int of[KINDS_OF_PUZZLE - KIND_MIN];
};

static int *count_of(struct counts *counts, int kind)
{
	must(kind != REASON_NONE && kind >= KIND_MIN && kind < KINDS_OF_PUZZLE, "kind %d", kind);
	return &counts->of[kind - KIND_MIN];
}

/* A move with a reason, on which the claim is checked. */
struct shown {
	const struct session *session;
	const struct puzzle *puzzle;
	const struct level *level;
	struct level_solver *solver;
	struct state before, after;
	move_code move;
	const struct answer *plan; /* of a hint; NULL: a mistake */
	struct reason reason;
};

static struct answer found;

/* The minimum from a position by a search; MINIMUM_UNKNOWN at its limit. */
static int minimum_of(struct level_solver *solver, const struct state *state)
{
	level_solver_run(solver, state, NULL, NULL, &found);
	return found.verdict == OPTIMAL      ? found.upper
	       : found.verdict == UNSOLVABLE ? MINIMUM_NONE
	                                     : MINIMUM_UNKNOWN;
}

static void apply(const struct shown *shown, struct state *state, move_code move)
{
	must(shown->puzzle->rules.apply(shown->level, state, move), "the move is not valid");
}

static bool is_valid(const struct shown *shown, const struct state *state, move_code move)
{
	struct state after = *state;
	return shown->puzzle->rules.apply(shown->level, &after, move);
}

/* ---- claims for all puzzles ---- */

/* A move that was not valid, and now continues a shortest solution. */
static void check_enabled(const struct shown *shown)
{
	struct state state = shown->after;
	ck_assert(!is_valid(shown, &shown->before, shown->reason.move));
	apply(shown, &state, shown->reason.move);
	const int minimum = minimum_of(shown->solver, &state);
	ck_assert(minimum == MINIMUM_UNKNOWN || minimum == shown->plan->upper - 2);
}

/* What the other moves cost, at least; MINIMUM_NONE: none solves the level. */
static int cost_of_others(const struct shown *shown, int *others)
{
	move_code moves[MOVES_MAX];
	const int valid = puzzle_valid_moves(shown->puzzle, shown->level, &shown->before, moves);
	int cost = MINIMUM_NONE;
	*others = valid - 1;
	for (int i = 0; i < valid; i++) {
		struct state after = shown->before;
		apply(shown, &after, moves[i]);
		if (moves[i] == shown->move)
			continue;
		const int minimum = minimum_of(shown->solver, &after);
		if (minimum >= 0 && (cost < 0 || minimum + 1 - shown->plan->upper < cost))
			cost = minimum + 1 - shown->plan->upper;
	}
	return cost;
}

/* Of the position after the first moves of the review. */
static void replay(const struct shown *shown, int moves, struct state *state)
{
	*state = shown->level->start;
	for (int i = 1; i <= moves; i++)
		apply(shown, state, shown->session->nodes[shown->session->review.nodes[i]].move);
}

static void check_general_hint(const struct shown *shown)
{
	int others, cost;
	switch (shown->reason.kind) {
	case REASON_SOLVES:
		ck_assert(shown->puzzle->rules.solved(shown->level, &shown->after));
		break;
	case REASON_ONLY_MOVE:
		cost_of_others(shown, &others);
		ck_assert_int_eq(others, 0);
		break;
	case REASON_ALL_LOSE:
		ck_assert_int_eq(cost_of_others(shown, &others), MINIMUM_NONE);
		ck_assert_int_gt(others, 0);
		break;
	default:
		ck_assert_int_eq(shown->reason.kind, REASON_OTHERS_COST);
		cost = cost_of_others(shown, &others);
		must(cost == MINIMUM_NONE || cost >= shown->reason.count,
		     "another costs %d, not %d at least", cost, shown->reason.count);
		ck_assert_int_gt(shown->reason.count, 0);
	}
}

static void check_general_mistake(const struct shown *shown, int position)
{
	struct state state, then;
	move_code moves[MOVES_MAX];
	switch (shown->reason.kind) {
	case REASON_STUCK:
		ck_assert_int_eq(puzzle_valid_moves(shown->puzzle, shown->level, &shown->after,
		                                    moves),
		                 0);
		break;
	case REASON_REPEATS:
		ck_assert_int_le(shown->reason.count, position);
		replay(shown, shown->reason.count, &state);
		ck_assert(same_state(&state, &shown->after));
		break;
	case REASON_SKIPPED:
		state = shown->before;
		apply(shown, &state, shown->reason.move);
		replay(shown, position + 2, &then);
		ck_assert(same_state(&state, &then));
		break;
	case REASON_UNDONE:
		replay(shown, position + 2, &then);
		ck_assert(same_state(&shown->before, &then));
		state = shown->after;
		apply(shown, &state, shown->reason.move);
		ck_assert(same_state(&state, &then));
		break;
	default:
		ck_assert_int_eq(shown->reason.kind, REASON_TAKEN_BACK);
		state = shown->after;
		apply(shown, &state, shown->reason.move);
		ck_assert(same_state(&state, &shown->before));
		ck_assert_int_eq(minimum_of(shown->solver, &shown->after),
		                 minimum_of(shown->solver, &shown->before) + 1);
	}
}

/* ---- tilt ---- */

/* Blocks with numbers from 1, and where they lie; 0: nothing. */
struct numbered {
	int at[CELLS_MAX];
};

/* Moves blocks one cell at a time, as long as any can. */
static void slide(const struct level *level, struct numbered *board, int direction)
{
	for (bool moved = true; moved;) {
		moved = false;
		for (int cell = 0; cell < level_cells(level); cell++) {
			int row = cell / level->columns, column = cell % level->columns;
			if (board->at[cell] == 0 ||
			    !direction_step(level, direction, &row, &column))
				continue;
			const int next = row * level->columns + column;
			if (level->map[next] || board->at[next] != 0)
				continue;
			board->at[next] = board->at[cell];
			board->at[cell] = 0;
			moved = true;
		}
	}
}

static int where(const struct level *level, const struct numbered *board, int number)
{
	int cell = 0;
	while (cell < level_cells(level) && board->at[cell] != number)
		cell++;
	return cell;
}

/* Numbers the blocks of a position by their cells, and lists their colours. */
static void number_blocks(const struct level *level, const struct state *state,
                          struct numbered *board, uint8_t grid[CELLS_MAX])
{
	tilt_unpack(level, state, grid);
	for (int cell = 0; cell < level_cells(level); cell++)
		board->at[cell] = grid[cell] != 0 ? cell + 1 : 0;
}

/* Counts the blocks that the move brings to their goals and the plan leaves there. */
static void check_homes(const struct shown *shown, const struct numbered *first,
                        const uint8_t grid[CELLS_MAX])
{
	const struct level *level = shown->level;
	struct numbered now = *first;
	bool stays[CELLS_MAX] = {false};
	int homes = 0, at_cell = 0;
	slide(level, &now, shown->move);
	const struct numbered after = now;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (grid[cell] != 0 && grid[cell] != level->goal[cell])
			stays[cell] = level->goal[where(level, &after, cell + 1)] == grid[cell];
	for (int i = 1; i < shown->plan->length; i++) {
		slide(level, &now, shown->plan->plan[i]);
		for (int cell = 0; cell < level_cells(level); cell++)
			stays[cell] = stays[cell] && where(level, &now, cell + 1) ==
			                                     where(level, &after, cell + 1);
	}
	for (int cell = 0; cell < level_cells(level); cell++) {
		homes += stays[cell];
		at_cell += stays[cell] && cell == shown->reason.cell;
	}
	ck_assert_int_eq(homes, shown->reason.count);
	ck_assert_int_eq(at_cell, 1);
}

/* Whether the block that the move puts at `cell` stops another at `other` in the next one: without
 * it, that block goes on. */
static bool stops(const struct shown *shown, struct numbered now, const uint8_t grid[CELLS_MAX])
{
	const struct level *level = shown->level;
	const int cell = shown->reason.cell, other = shown->reason.other;
	ck_assert_int_eq(now.at[cell], 0);
	ck_assert_int_eq(shown->reason.move, shown->plan->plan[1]);
	slide(level, &now, shown->move);
	struct numbered with = now, without = now;
	without.at[cell] = 0;
	slide(level, &with, shown->reason.move);
	slide(level, &without, shown->reason.move);
	const int stopped = with.at[other];
	return now.at[cell] != 0 && with.at[cell] == now.at[cell] && stopped != 0 &&
	       now.at[other] != stopped && where(level, &without, stopped) != other &&
	       (shown->reason.kind == TILT_STOP) == (grid[stopped - 1] != level->goal[other]);
}

/* Follows the block to its goal. */
static void check_bound(const struct shown *shown, struct numbered now,
                        const uint8_t grid[CELLS_MAX])
{
	const struct level *level = shown->level;
	const int number = shown->reason.cell + 1, goal = shown->reason.other;
	ck_assert_int_eq(level->goal[goal], grid[shown->reason.cell]);
	for (int i = 0; i < shown->plan->length; i++) {
		const int from = where(level, &now, number);
		slide(level, &now, shown->plan->plan[i]);
		const int to = where(level, &now, number);
		ck_assert(i != 0 || from != to);
		ck_assert(i != shown->reason.count || (from != to && to == goal));
		ck_assert(i <= shown->reason.count || to == goal);
	}
}

/* Whether some position that can be reached has a block of its colour on a goal. */
static bool is_filled(const struct shown *shown, int goal)
{
	struct brute brute;
	bool filled = false;
	must(brute_init(&brute, shown->puzzle, shown->level, &shown->after, BRUTE_MAX),
	     "too many positions");
	for (int i = 0; i < brute.count; i++) {
		uint8_t grid[CELLS_MAX];
		tilt_unpack(shown->level, &brute.state[i], grid);
		filled |= grid[goal] == shown->level->goal[goal];
	}
	brute_free(&brute);
	return filled;
}

static void check_tilt(const struct shown *shown)
{
	const struct level *level = shown->level;
	struct numbered board;
	uint8_t grid[CELLS_MAX], after[CELLS_MAX];
	int missing = 0;
	number_blocks(level, &shown->before, &board, grid);
	tilt_unpack(level, &shown->after, after);
	const int cell = shown->reason.cell;
	switch (shown->reason.kind) {
	case TILT_LAST:
		for (int c = 0; c < level_cells(level); c++)
			missing += level->goal[c] != 0 && grid[c] != level->goal[c];
		ck_assert(shown->puzzle->rules.solved(level, &shown->after));
		ck_assert_int_eq(missing, shown->reason.count);
		break;
	case TILT_HOME:
		check_homes(shown, &board, grid);
		break;
	case TILT_STOP:
	case TILT_STOP_GOAL:
		ck_assert(stops(shown, board, grid));
		break;
	case TILT_BOUND:
		check_bound(shown, board, grid);
		break;
	case TILT_LEAVES:
		ck_assert(grid[cell] != 0 && grid[cell] == level->goal[cell]);
		slide(level, &board, shown->move);
		ck_assert(where(level, &board, cell + 1) != cell);
		ck_assert(after[cell] != grid[cell]);
		break;
	default:
		ck_assert_int_eq(shown->reason.kind, TILT_LOST_GOAL);
		ck_assert_int_eq(minimum_of(shown->solver, &shown->after), MINIMUM_NONE);
		ck_assert(level->goal[cell] != 0 && !is_filled(shown, cell));
	}
}

/* ---- gems ---- */

/* The gems of a colour, or of all that must go (0), in some columns; letters to come included. */
static int count_gems(const struct level *level, const struct state *state, int colour, int first,
                      int end)
{
	struct gems gems;
	int count = 0;
	gems_unpack(level, state, &gems);
	for (int column = first; column < end; column++) {
		for (int cell = column; cell < level_cells(level); cell += level->columns)
			count += colour == 0 ? is_wanted(level, gems.cell[cell])
			                     : gems.cell[cell] == colour;
		for (uint32_t i = gems.taken[column];
		     level->rules & RULE_STREAMS && gems_letter(level, column, i) != EMPTY; i++)
			count += colour == 0 ? is_wanted(level, gems_letter(level, column, i))
			                     : gems_letter(level, column, i) == colour;
	}
	return count;
}

/* How many gems lie in runs once two are swapped. */
static int count_in_runs(const struct shown *shown)
{
	static const int steps[] = {1, SIDE_MAX};
	const struct level *level = shown->level;
	bool in_run[CELLS_MAX] = {false};
	uint8_t cell[SIDE_MAX * SIDE_MAX] = {0}; /* rows of SIDE_MAX */
	struct gems gems;
	int count = 0;
	gems_unpack(level, &shown->before, &gems);
	gems_swap(&gems, shown->move / 2, gems_partner(level, shown->move));
	for (int i = 0; i < level_cells(level); i++)
		cell[i / level->columns * SIDE_MAX + i % level->columns] = gems.cell[i];
	for (int s = 0; s < 2; s++)
		for (int i = 0; i + 2 * steps[s] < CELLS_MAX; i++) {
			const bool fits = s == 1 || i % SIDE_MAX + 2 < SIDE_MAX;
			if (fits && is_gem(cell[i]) && cell[i] == cell[i + steps[s]] &&
			    cell[i] == cell[i + 2 * steps[s]])
				for (int k = 0; k < 3; k++)
					in_run[i + k * steps[s]] = true;
		}
	for (int i = 0; i < CELLS_MAX; i++)
		count += in_run[i];
	return count;
}

/* Whether a part of the board between empty columns has that many gems of the colour. */
static bool is_cut_off(const struct shown *shown, int colour)
{
	const int columns = shown->level->columns;
	for (int first = 0; first < columns; first++)
		for (int end = first + 1; end <= columns; end++) {
			bool apart = true;
			for (int side = 0; side < 2; side++) {
				const int beside = side == 0 ? first - 1 : end;
				struct gems gems;
				gems_unpack(shown->level, &shown->after, &gems);
				for (int c = beside; beside >= 0 && beside < columns &&
				                     c < level_cells(shown->level);
				     c += columns)
					apart &= !is_gem(gems.cell[c]);
			}
			if (apart && count_gems(shown->level, &shown->after, colour, first, end) ==
			                     shown->reason.count)
				return true;
		}
	return false;
}

static void check_gems(const struct shown *shown)
{
	const struct level *level = shown->level;
	struct gems gems;
	gems_unpack(level, &shown->before, &gems);
	const int colour = shown->reason.cell < 0 ? 0 : gems.cell[shown->reason.cell];
	const int before = count_gems(level, &shown->before, colour, 0, level->columns);
	const int after = count_gems(level, &shown->after, colour, 0, level->columns);
	const int count = shown->reason.count;
	int all = 0;
	for (int c = 1; c <= COLOURS_MAX; c++)
		all += count_gems(level, &shown->before, c, 0, level->columns) -
		       count_gems(level, &shown->after, c, 0, level->columns);
	switch (shown->reason.kind) {
	case GEMS_LAST:
	case GEMS_LAST_COLOUR:
		ck_assert_int_eq(before, count);
		ck_assert_int_eq(after, 0);
		ck_assert(shown->reason.kind == GEMS_LAST_COLOUR ||
		          shown->puzzle->rules.solved(level, &shown->after));
		break;
	case GEMS_CHAIN:
		ck_assert_int_gt(count, count_in_runs(shown));
		ck_assert(level->rules & RULE_RANDOM || all == count);
		break;
	case GEMS_ENABLES:
		check_enabled(shown);
		break;
	case GEMS_MANY:
		ck_assert_int_gt(count, 3);
		ck_assert_int_eq(count, count_in_runs(shown));
		break;
	case GEMS_TOO_FEW:
		ck_assert_int_eq(after, count);
		ck_assert(count == 1 || count == 2);
		ck_assert_int_eq(minimum_of(shown->solver, &shown->after), MINIMUM_NONE);
		break;
	default:
		ck_assert_int_eq(shown->reason.kind, GEMS_CUT_OFF);
		ck_assert(count == 1 || count == 2);
		ck_assert_int_gt(after, count);
		ck_assert(is_cut_off(shown, colour));
		ck_assert_int_eq(minimum_of(shown->solver, &shown->after), MINIMUM_NONE);
	}
}

/* ---- bishop ---- */

/* Where the moved piece is after some moves of the plan. */
static int follow(const struct shown *shown, int moves)
{
	int at = bishop_decode(shown->level, shown->move).from;
	for (int i = 0; i < moves; i++) {
		const struct path path = bishop_decode(shown->level, shown->plan->plan[i]);
		at = path.from == at ? path.to : at;
	}
	return at;
}

/* Whether a move of the plan is not possible if the moved piece is put back before it. */
static bool needs_way(const struct shown *shown)
{
	const int from = bishop_decode(shown->level, shown->move).from;
	struct state state = shown->before;
	for (int i = 0; i < shown->plan->length; i++) {
		const move_code move = shown->plan->plan[i];
		struct path paths[PATHS_MAX];
		uint8_t grid[CELLS_MAX];
		bishop_unpack(shown->level, &state, grid);
		const int at = follow(shown, i);
		if (i > 0 && move == shown->reason.move && grid[from] == 0) {
			grid[from] = grid[at];
			grid[at] = 0;
			const int open =
				bishop_open_paths(shown->level, grid,
			                          bishop_decode(shown->level, move).from, paths);
			int k = 0;
			while (k < open && paths[k].code != move)
				k++;
			return k == open;
		}
		apply(shown, &state, move);
	}
	return false;
}

/* Whether the piece at a cell has a valid move, whoever's turn it is. */
static bool can_move(const struct shown *shown, struct state state, int cell)
{
	move_code moves[MOVES_MAX];
	if (shown->level->rules & ALTERNATE)
		state.byte[shown->level->state_size - 1] = 0;
	const int count = puzzle_valid_moves(shown->puzzle, shown->level, &state, moves);
	for (int i = 0; i < count; i++)
		if (bishop_decode(shown->level, moves[i]).from == cell)
			return true;
	return false;
}

static void check_bishop(const struct shown *shown)
{
	const struct level *level = shown->level;
	const struct path path = bishop_decode(level, shown->move);
	uint8_t grid[CELLS_MAX], after[CELLS_MAX];
	bishop_unpack(level, &shown->before, grid);
	bishop_unpack(level, &shown->after, after);
	const int colour = grid[path.from];
	const bool arrives = level->goal[path.to] == colour && level->goal[path.from] != colour;
	switch (shown->reason.kind) {
	case BISHOP_LAST:
		ck_assert(arrives);
		ck_assert(shown->puzzle->rules.solved(level, &shown->after));
		break;
	case BISHOP_HOME:
		ck_assert(arrives);
		for (int i = 1; i <= shown->plan->length; i++)
			ck_assert_int_eq(follow(shown, i), path.to);
		break;
	case BISHOP_WAY:
		ck_assert(needs_way(shown));
		break;
	case BISHOP_ENABLES:
		check_enabled(shown);
		ck_assert_int_ne(bishop_decode(level, shown->reason.move).from, path.to);
		break;
	case BISHOP_BOUND:
		ck_assert_int_eq(shown->reason.cell, path.to);
		ck_assert_int_eq(follow(shown, shown->plan->length), shown->reason.other);
		ck_assert_int_eq(level->goal[shown->reason.other], colour);
		ck_assert_int_ne(shown->reason.other, path.to);
		break;
	case BISHOP_SHUTS_IN:
		ck_assert_int_eq(shown->reason.cell, path.to);
		ck_assert(is_piece(after[shown->reason.other]));
		ck_assert(can_move(shown, shown->before, shown->reason.other));
		ck_assert(!can_move(shown, shown->after, shown->reason.other));
		break;
	default:
		ck_assert_int_eq(shown->reason.kind, BISHOP_LEAVES);
		ck_assert_int_eq(shown->reason.cell, path.from);
		ck_assert(level->goal[path.from] == colour && level->goal[path.to] != colour);
	}
}

/* ---- lines ---- */

/* How many tiles are in closed groups, blanks not counted. */
static int count_closed(const struct level *level, const struct state *state)
{
	struct groups groups;
	uint8_t piece[CELLS_MAX];
	int closed = 0;
	lines_groups(level, state, &groups);
	lines_unpack(level, state, piece);
	for (int cell = 0; cell < level_cells(level); cell++)
		closed += (piece[cell] & SIDES) != 0 && groups.of[cell] >= 0 &&
		          groups.closed[groups.of[cell]];
	return closed;
}

/* How many sides meet no other. */
static int count_open_ends(const struct level *level, const struct state *state)
{
	uint8_t piece[CELLS_MAX];
	int open = 0;
	lines_unpack(level, state, piece);
	for (int cell = 0; cell < level_cells(level); cell++)
		for (int d = 0; d < DIRECTIONS; d++) {
			int row = cell / level->columns, column = cell % level->columns;
			if ((piece[cell] & 1 << d) != 0)
				open += !direction_step(level, d, &row, &column) ||
				        (piece[row * level->columns + column] &
				         1 << (d + 2) % DIRECTIONS) == 0;
		}
	return open;
}

static void check_lines(const struct shown *shown)
{
	const struct level *level = shown->level;
	const int before = count_closed(level, &shown->before);
	const int after = count_closed(level, &shown->after);
	const int count = shown->reason.count;
	struct state then = shown->after, without = shown->before;
	switch (shown->reason.kind) {
	case LINES_LAST:
		ck_assert_int_eq(count_open_ends(level, &shown->after), 0);
		ck_assert(shown->puzzle->rules.solved(level, &shown->after));
		ck_assert_int_eq(after - before, count);
		break;
	case LINES_CLOSES:
		ck_assert_int_eq(after - before, count);
		break;
	case LINES_THEN:
		apply(shown, &then, shown->reason.move);
		apply(shown, &without, shown->reason.move);
		ck_assert_int_eq(count_closed(level, &then) - after, count);
		ck_assert_int_lt(count_closed(level, &without) - before, count);
		ck_assert_int_eq(minimum_of(shown->solver, &then), shown->plan->upper - 2);
		break;
	case LINES_ENDS:
		ck_assert_int_eq(count_open_ends(level, &shown->before) -
		                         count_open_ends(level, &shown->after),
		                 count);
		break;
	default:
		ck_assert_int_eq(shown->reason.kind, LINES_OPENS);
		ck_assert_int_eq(before - after, count);
	}
	ck_assert_int_gt(count, 0);
}

/* ---- random boards ---- */

typedef void claim_check(const struct shown *shown);

/* A puzzle, and its kinds. */
static const struct subject_of_test {
	const char *puzzle;
	claim_check *check;
	int first_fault, kinds;
} subjects[] = {
	{"tilt", check_tilt, TILT_LEAVES, TILT_LOST_GOAL},
	{"gems", check_gems, GEMS_TOO_FEW, GEMS_CUT_OFF},
	{"bishop", check_bishop, BISHOP_SHUTS_IN, BISHOP_LEAVES},
	{"lines", check_lines, LINES_OPENS, LINES_OPENS},
};

enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

/* A sentence that fits. */
static void check_words(const struct shown *shown)
{
	char words[REASON_MAX];
	reason_write(shown->session, &shown->reason, words);
	const size_t length = strlen(words);
	must(length > 5 && length <= REASON_COLUMNS, "\"%s\"", words);
	must(words[length - 1] == '.' && (words[0] < 'a' || words[0] > 'z'), "\"%s\"", words);
}

/* Proves what the session asks about the other moves. */
static void prove_choices(struct session *session, struct level_solver *solver)
{
	struct state after;
	while (session_next_choice(session, &after)) {
		level_solver_run(solver, &after, NULL, NULL, &found);
		must(session_take_choice(session, &after, &found), "it was not settled");
	}
}

/* Whether the hint at the session's position has a reason; *shown is filled. With `judged`, the
 * other moves are judged if nothing else is found. */
static bool show_hint(struct session *session, struct level_solver *solver, bool judged,
                      struct shown *shown)
{
	while (session->hint != HINT_MOVE)
		session_hint(session);
	*shown = (struct shown){.session = session,
	                        .puzzle = session->puzzle,
	                        .level = &session->level,
	                        .solver = solver,
	                        .move = session->answer.plan[0],
	                        .plan = &session->answer};
	session_state(session, &shown->before);
	shown->after = shown->before;
	apply(shown, &shown->after, shown->move);
	if (judged && !reason_of_hint(session, &shown->reason))
		prove_choices(session, solver);
	return reason_of_hint(session, &shown->reason);
}

static void check_hint(struct session *session, struct level_solver *solver,
                       const struct subject_of_test *subject, struct counts *counts)
{
	struct shown shown;
	if (!show_hint(session, solver, subject->kinds == 0, &shown))
		return;
	(shown.reason.kind > 0 ? subject->check : check_general_hint)(&shown);
	check_words(&shown);
	++*count_of(counts, shown.reason.kind);
}

/* Solves the session's position; true if there is something to hint at. */
static bool prove(struct session *session, struct level_solver *solver)
{
	struct state state;
	session_state(session, &state);
	if (session->answer.verdict != SEARCHING)
		return session->answer.verdict == OPTIMAL && session->answer.length > 0;
	level_solver_run(solver, &state, NULL, NULL, &found);
	session_take_answer(session, &found);
	return found.verdict == OPTIMAL && found.length > 0;
}

/* Checks the claims about the moves to the session's position, from this one on. */
static void check_mistakes(struct session *session, struct level_solver *solver, int first,
                           const struct subject_of_test *subject, struct counts *counts)
{
	struct state state;
	must(session_replay(session), "no memory");
	while (session_next_reviewed(session, &state)) {
		level_solver_run(solver, &state, NULL, NULL, &found);
		must(session_take_reviewed(session, &state, &found), "it was not settled");
	}
	for (int i = first; i + 1 < session->review.count; i++) {
		struct shown shown = {.session = session,
		                      .puzzle = session->puzzle,
		                      .level = &session->level,
		                      .solver = solver,
		                      .move = session->nodes[session->review.nodes[i + 1]].move};
		if (!reason_of_mistake(session, i, &shown.reason))
			continue;
		const int cost = session_move_cost(session, i);
		ck_assert(cost > 0 || cost == COST_UNSOLVABLE);
		replay(&shown, i, &shown.before);
		replay(&shown, i + 1, &shown.after);
		if (shown.reason.kind > 0)
			subject->check(&shown);
		else
			check_general_mistake(&shown, i);
		check_words(&shown);
		++*count_of(counts, shown.reason.kind);
	}
	session_replay_end(session);
}

/* Plays moves at random, with a hint before each; tries all others too, and reviews them. */
static void play(struct session *session, struct level_solver *solver, struct random *random,
                 const struct subject_of_test *subject, struct counts *counts)
{
	move_code moves[MOVES_MAX];
	struct state state;
	const int line = 1 + (int)random_below(random, LINE_LONGEST);
	for (int i = 0; i < line && prove(session, solver); i++) {
		check_hint(session, solver, subject, counts);
		session_state(session, &state);
		const int count =
			puzzle_valid_moves(session->puzzle, &session->level, &state, moves);
		for (int k = 0; k < count && !counts->enough_mistakes; k++) {
			session_move(session, moves[k]);
			check_mistakes(session, solver, i, subject, counts);
			session_undo(session);
		}
		const bool best = random_below(random, 3) == 0;
		session_move(session, best ? session->answer.plan[0]
		                           : moves[random_below(random, (uint32_t)count)]);
	}
	if (session_count(session) > 1 && !counts->enough_mistakes)
		check_mistakes(session, solver, 0, subject, counts);
}

static void try_board(const struct puzzle *puzzle, const struct level *level, struct random *random,
                      const struct subject_of_test *subject, struct counts *counts)
{
	static struct session session;
	struct limits limits = limits_default;
	struct error error = {""};
	limits.states = STATES;
	struct level_solver *solver = level_solver_new(puzzle, level, &limits);
	must(solver != NULL && session_open(&session, puzzle, level, NULL, &error), "%s",
	     error.text);
	play(&session, solver, random, subject, counts);
	session_close(&session);
	level_solver_free(solver);
}

/* Gems in columns of any height, of which one or two colours must be cleared. */
static bool random_gems(struct random *random, struct level *level)
{
	const int columns = 4 + (int)random_below(random, 4);
	char text[256], row[ROWS][8];
	struct error error = {""};
	struct pack pack;
	for (int column = 0; column < columns; column++) {
		const int height = (int)random_below(random, ROWS + 1);
		for (int r = ROWS - 1; r >= 0; r--)
			row[r][column] = r < ROWS - height ? '.' : "aabc"[random_below(random, 4)];
	}
	int used = snprintf(text, sizeof text, "level: x\nmode: gems\ngoal: clear %s\n\n",
	                    random_below(random, 2) == 0 ? "a" : "ab");
	for (int r = 0; r < ROWS; r++)
		used += snprintf(text + used, sizeof text - (size_t)used, "%.*s\n", columns,
		                 row[r]);
	if (!pack_read_text(&pack, "x.level", text, strlen(text), &error))
		return false; /* it has runs, or no such gems */
	must(pack_level(&pack, 0, level, &error), "%s", error.text);
	pack_free(&pack);
	return true;
}

/* Of the puzzle's generator; or, every other time, a board on which things go wrong. */
static bool next_board(const struct puzzle *puzzle, struct random *random, bool usual,
                       struct level *level)
{
	if (!usual && strcmp(puzzle->name, "gems") == 0)
		return random_gems(random, level);
	if (strcmp(puzzle->name, "tilt") == 0) {
		random_tilt(random, 3 + (int)random_below(random, 2), usual ? 5 : 4, usual ? 5 : 2,
		            level);
		struct state goal = level->start;
		if (wander(puzzle, level, &goal, WALK, random) > 0)
			puzzle->generator.set_goal(level, &goal);
		return true;
	}
	return random_level(puzzle, random, level) && !level->endless;
}

static bool are_enough(struct counts *counts, int first, int last)
{
	for (int kind = first; kind <= last; kind++)
		if (kind != REASON_NONE && *count_of(counts, kind) < WANTED)
			return false;
	return true;
}

static void print_counts(struct counts *counts, const char *name, int first, int last)
{
	printf("%s, %.1f s:", name, (double)clock() / CLOCKS_PER_SEC);
	for (int kind = first; kind <= last; kind++)
		if (kind != REASON_NONE)
			printf(" %d: %d", kind, *count_of(counts, kind));
	printf("\n");
}

START_TEST(every_claim_of_a_puzzle_holds)
{
	const struct subject_of_test *subject = &subjects[_i];
	const struct puzzle *puzzle = puzzle_named(subject->puzzle);
	struct random random = {(uint64_t)_i + 7};
	struct counts counts = {.enough_mistakes = false};
	static struct level level;
	int i = 0;
	for (; i < BOARDS && !are_enough(&counts, 1, subject->kinds); i++)
		if (next_board(puzzle, &random, i % 2 == 0, &level)) {
			try_board(puzzle, &level, &random, subject, &counts);
			counts.enough_mistakes =
				are_enough(&counts, subject->first_fault, subject->kinds);
		}
	print_counts(&counts, subject->puzzle, KIND_MIN, subject->kinds);
	must(are_enough(&counts, 1, subject->kinds), "some kind was shown too rarely");
}
END_TEST

static void check_none(const struct shown *shown)
{
	ck_abort_msg("kind %d without reasons of the puzzle", shown->reason.kind);
}

/* Without the reasons of the puzzle, which come first. */
START_TEST(every_general_claim_holds)
{
	static const struct subject_of_test general = {.puzzle = "all", .check = check_none};
	struct random random = {71};
	struct counts counts = {.enough_mistakes = false};
	static struct level level;
	for (int i = 0; i < BOARDS && !are_enough(&counts, KIND_MIN, -1); i++) {
		const struct subject_of_test *subject = &subjects[i % (i < MIXED ? SUBJECTS : 2)];
		struct puzzle puzzle = *puzzle_named(subject->puzzle);
		puzzle.reasons = (struct puzzle_reasons){NULL};
		if (next_board(&puzzle, &random, random_below(&random, 2) == 0, &level))
			try_board(&puzzle, &level, &random, &general, &counts);
		counts.enough_mistakes = are_enough(&counts, REASON_TAKEN_BACK, REASON_STUCK);
	}
	print_counts(&counts, "all puzzles", KIND_MIN, -1);
	must(are_enough(&counts, KIND_MIN, -1), "some kind was shown too rarely");
}
END_TEST

/* ---- how many hints have one ---- */

/* The packs for beginners, and the first pack of each puzzle. */
static bool is_counted(const struct library *library, int pack)
{
	const char *slash = strrchr(library->packs[pack].name, '/');
	const char *name = slash == NULL ? library->packs[pack].name : slash + 1;
	return strcmp(name, "first-steps") == 0 || strcmp(name, "classic") == 0 ||
	       strcmp(name, "classics") == 0;
}

/* Follows a shortest plan of the level, and counts the hints with a reason. */
static void count_hints(struct session *session, struct level_solver *solver, int *hints, int *have)
{
	while (prove(session, solver)) {
		struct shown shown;
		const bool has = show_hint(session, solver, true, &shown);
		++*hints;
		*have += has;
		if (getenv("SHOW_REASONS") != NULL) {
			char words[REASON_MAX] = "-", name[MOVE_NAME_MAX];
			if (has)
				reason_write(session, &shown.reason, words);
			session->puzzle->format.name_move(&session->level, shown.move, name);
			printf("  %d %s: %s\n", session->answer.upper, name, words);
		}
		session_move(session, session->answer.plan[0]);
	}
}

START_TEST(most_hints_have_a_reason)
{
	static struct session session;
	static struct level level;
	struct library library;
	struct error error = {""};
	must(library_open(&library, &error), "%s", error.text);
	for (int p = 0; p < library.shipped; p++) {
		int hints = 0, have = 0;
		for (int l = 0; is_counted(&library, p) && l < library.packs[p].count; l++) {
			const struct level_ref ref = {p, l};
			const struct puzzle *puzzle = library_puzzle(&library, ref);
			must(library_level(&library, ref, &level, &error), "%s", error.text);
			struct level_solver *solver =
				level_solver_new(puzzle, &level, &limits_default);
			must(session_open(&session, puzzle, &level, NULL, &error), "%s",
			     error.text);
			count_hints(&session, solver, &hints, &have);
			session_close(&session);
			level_solver_free(solver);
		}
		if (hints == 0)
			continue;
		printf("%s: %d of %d hints have a reason\n", library.packs[p].name, have, hints);
		must(100 * have >= 80 * hints, "%s: %d of %d hints only", library.packs[p].name,
		     have, hints);
	}
	library_close(&library);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_loop_test(tests, every_claim_of_a_puzzle_holds, 0, SUBJECTS);
	tcase_add_test(tests, every_general_claim_holds);
	tcase_add_test(tests, most_hints_have_a_reason);
}

int main(void)
{
	return run_tests("reason", add_all);
}
