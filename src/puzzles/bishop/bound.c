/* The parts of the board, and a lower bound for a position.
 *
 * Two cells are in one part when a piece alone on the board could come from one to the other.
 * Pieces never leave their parts, nor do they block or attack across them, so each part is a
 * separate level, unless colours take turns.
 *
 * The bound: pieces move one at a time, and none is faster than alone on the board. The table
 * has a row of such distances for each target. The minimum sum that brings a piece to every
 * target is an assignment problem a colour (assignment.h). Where there are more targets than rows,
 * each without its piece counts one move. */
#include "puzzles/bishop/assignment.h"
#include "puzzles/bishop/bishop.h"

#include <assert.h>
#include <string.h>

enum {
	FARTHEST = 254,            /* moves: this distance or more */
	UNREACHED = 255,
};

/* ---- parts ---- */

/* Moves that a piece alone needs from each cell to the target. */
static void fill_row(const struct level *level, int target, uint8_t row[CELLS_MAX])
{
	uint16_t queue[CELLS_MAX];
	int head = 0, tail = 0;
	memset(row, UNREACHED, CELLS_MAX);
	row[target] = 0;
	queue[tail++] = (uint16_t)target;
	while (head < tail) {
		const int cell = queue[head++];
		const uint8_t next = (uint8_t)(row[cell] < FARTHEST ? row[cell] + 1 : FARTHEST);
		for (int d = 0; d < bishop_kind(level)->directions; d++) {
			const struct ray ray = bishop_ray(level, cell, d);
			for (int s = bishop_free_cells(level->map, cell, ray); s > 0; s--)
				if (row[cell + s * ray.step] == UNREACHED) {
					row[cell + s * ray.step] = next;
					queue[tail++] = (uint16_t)(cell + s * ray.step);
				}
		}
	}
}

int bishop_find_parts(const struct level *level, const uint8_t grid[CELLS_MAX], int of[CELLS_MAX])
{
	const int cells = level_cells(level);
	uint8_t row[CELLS_MAX];
	int parts = 0;
	for (int cell = 0; cell < cells; cell++)
		of[cell] = -1;
	for (int cell = 0; cell < cells; cell++) {
		if (of[cell] >= 0 || (!is_piece(grid[cell]) && level->goal[cell] == 0))
			continue;
		fill_row(level, cell, row);
		for (int other = 0; other < cells; other++)
			if (row[other] != UNREACHED)
				of[other] = parts;
		parts++;
	}
	return parts;
}

/* Whether some part of the board has more targets of a colour than pieces, which no move can
 * change. */
static bool is_hopeless(const struct level *level)
{
	uint8_t grid[CELLS_MAX];
	int of[CELLS_MAX];
	bishop_unpack(level, &level->start, grid);
	const int parts = bishop_find_parts(level, grid, of);
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		int spare[CELLS_MAX] = {0};
		for (int cell = 0; cell < level_cells(level); cell++)
			if (of[cell] >= 0)
				spare[of[cell]] +=
					(grid[cell] == colour) - (level->goal[cell] == colour);
		for (int part = 0; part < parts; part++)
			if (spare[part] < 0)
				return true;
	}
	return false;
}

int bishop_split(const struct level *level, const struct state *state, int part,
                 struct level *out)
{
	uint8_t grid[CELLS_MAX];
	int of[CELLS_MAX];
	bishop_unpack(level, state, grid);
	/* A hopeless level is not split, so that the solver detects it before searching. */
	const bool whole = (level->rules & (ALTERNATE | LACKS_PIECES)) != 0;
	const int parts = whole ? 1 : bishop_find_parts(level, grid, of);
	if (out == NULL)
		return parts;
	*out = *level;
	out->start = *state;
	if (parts > 1) {
		for (int cell = 0; cell < level_cells(level); cell++)
			if (of[cell] != part && grid[cell] != WALL)
				grid[cell] = out->goal[cell] = 0;
		bishop_derive_level(out, grid);
		bishop_prepare(out);
	}
	return parts;
}

/* Not where a part lacks pieces: it is easy to see that this has no solution, and its parts are not
 * searched. */
bool bishop_has_certificate(const struct level *level)
{
	return (level->rules & LACKS_PIECES) == 0;
}

/* ---- the table ---- */

/* Colour by colour from row 1 on; row 0 has the last row of each colour. */
static void make_table(struct level *level)
{
	uint8_t row = 0;
	memset(level->table, 0, sizeof level->table);
	if (level->amount > BISHOP_TARGETS_MAX)
		return;
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		for (int cell = 0; cell < level_cells(level); cell++)
			if (level->goal[cell] == colour)
				fill_row(level, cell, level->table[++row]);
		level->table[0][colour] = row;
	}
}

bool bishop_has_table(const struct level *level)
{
	return level->amount <= BISHOP_TARGETS_MAX;
}

int bishop_first_row(const struct level *level, int colour)
{
	return level->table[0][colour - 1] + 1;
}

void bishop_prepare(struct level *level)
{
	level->rules &= ~(uint32_t)LACKS_PIECES;
	if (is_hopeless(level))
		level->rules |= LACKS_PIECES;
	make_table(level);
}

/* ---- the bound ---- */

int bishop_in_rotation(int colours, const int *need, int last)
{
	int max = 0;
	for (int i = 0; i < colours; i++) {
		const int moves = need[(last + i) % colours];
		/* At the start any colour may be the first. */
		const int before = last == 0 ? 0 : i;
		if (moves > 0 && before + 1 + (moves - 1) * colours > max)
			max = before + 1 + (moves - 1) * colours;
	}
	return max;
}

int bishop_colour_lower_bound(const struct level *level, int colour, const uint16_t *cell,
                              int count)
{
	if (bishop_has_table(level))
		return bishop_assign(level, colour, cell, count, NULL);
	int away = bishop_targets(level, colour);
	for (int i = 0; i < count; i++)
		away -= level->goal[cell[i]] == colour;
	return away;
}

int bishop_lower_bound(const struct level *level, const struct state *state)
{
	uint16_t cell[CELLS_MAX];
	int need[COLOURS_MAX], sum = 0, first = 0, colours = 0, last = 0;
	if ((level->rules & LACKS_PIECES) != 0)
		return DEAD_END;
	if (!bishop_has_table(level))
		return level->amount - bishop_at_home(level, state);
	bishop_piece_cells(level, state, cell);
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		const int pieces = level->pieces[colour];
		if (pieces == 0)
			continue;
		need[colours] = bishop_colour_lower_bound(level, colour, cell + first, pieces);
		sum += need[colours++];
		first += pieces;
		if (colour == bishop_last_mover(level, state))
			last = colours;
	}
	if ((level->rules & ALTERNATE) == 0)
		return sum;
	const int turns = bishop_in_rotation(colours, need, last);
	return turns > sum ? turns : sum;
}
