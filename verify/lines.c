/* Lines: a row or column slides by one cell, round its ends. A move is a line times two, rows from
 * the top and then columns: right or up, and, one more, left or down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

static bool read_level(struct level *level, const struct text *text)
{
	static const char digits[] = "0123456789abcdef";
	const char *goal = text->header[GOAL];
	for (int cell = 0; cell < cells_of(level); cell++) {
		const char tile = text->word[0][cell], mark = text->word[1][cell];
		const char *digit = strchr(digits, tile == '.' ? '0' : tile);
		if (digit == NULL || (text->count[1] > 0 && mark != '*' && mark != '.'))
			return refuse("this board can't be read");
		level->start.cell[cell] = (uint8_t)(digit - digits + (mark == '*' ? STAR : 0));
		level->stars = level->stars || mark == '*';
	}
	level->moves = 2 * (level->rows + level->columns);
	level->largest = level->stars ? 2 * STAR - 1 : STAR - 1;
	level->close_all = goal == NULL ? !level->stars : strcmp(goal, "close all") == 0;
	return goal == NULL || level->close_all || sscanf(goal, "close %6d", &level->close) == 1 ||
	       sscanf(goal, "groups %6d", &level->groups) == 1 ||
	       refuse("goal: %s is not covered", goal);
}

/* ---- moves ---- */

static void name_move(const struct level *level, int move, char out[NAME_BYTES])
{
	const int line = move / 2, column = line - level->rows;
	if (column < 0)
		snprintf(out, NAME_BYTES, "%d-%s", -column, move % 2 ? "left" : "right");
	else
		snprintf(out, NAME_BYTES, "%c-%s", 'a' + column, move % 2 ? "down" : "up");
}

static bool slide(const struct level *level, struct state *state, int move)
{
	const int line = move / 2, columns = level->columns;
	const bool row = line < level->rows, back = move % 2;
	const int length = row ? columns : level->rows, step = row ? 1 : columns;
	uint8_t *first = state->cell + (row ? line * columns : line - level->rows), held[SIDE_MAX];
	if (length == 1 || (length == 2 && back))
		return false;
	for (int i = 0; i < length; i++)
		held[i] = first[i * step];
	/* Right and down, each tile goes to the next cell. */
	for (int i = 0; i < length; i++)
		first[i * step] = held[(i + (row != back ? length - 1 : 1)) % length];
	return true;
}

/* ---- groups ---- */

/* Lists the tiles of a group from its first one on; false if one of them has an open end. Sides are
 * 0 top, 1 right, 2 bottom, 3 left. */
static bool gather(const struct level *level, const struct state *state, bool seen[CELLS_MAX],
                   int group[CELLS_MAX], int *count)
{
	const int columns = level->columns, step[] = {-columns, 1, columns, -1};
	bool closed = true;
	for (int next = 0; next < *count; next++)
		for (int side = 0, cell = group[next]; side < 4; side++) {
			const int other = cell + step[side];
			const bool edge = other < 0 || other >= cells_of(level) ||
			                  (side % 2 != 0 && other / columns != cell / columns);
			if ((state->cell[cell] >> side & 1) == 0)
				continue;
			if (edge || (state->cell[other] >> (side + 2) % 4 & 1) == 0) {
				closed = false;
			} else if (!seen[other]) {
				seen[other] = true;
				group[(*count)++] = other;
			}
		}
	return closed;
}

static bool is_solved(const struct level *level, const struct state *state)
{
	bool seen[CELLS_MAX] = {false};
	int tiles = 0, groups = 0, stars = 0, group[CELLS_MAX];
	for (int cell = 0, count = 1; cell < cells_of(level); cell++, count = 1) {
		if (seen[cell] || state->cell[cell] % STAR == 0)
			continue;
		seen[cell] = true;
		group[0] = cell;
		const bool closed = gather(level, state, seen, group, &count);
		if (level->close_all && !closed)
			return false;
		groups += closed;
		tiles += closed ? count : 0;
		while (!closed && count-- > 0)
			stars += state->cell[group[count]] / STAR;
	}
	return stars == 0 && tiles >= level->close && groups >= level->groups;
}

/* ---- the bound, if all must be closed ---- */

static int larger(int one, int other)
{
	return one > other ? one : other;
}

/* Slides that make up for a difference, each for at most two. */
static int half(int difference)
{
	return (abs(difference) + 1) / 2;
}

/* Slides along the other axis that rows, or columns, need for what they hold. Each takes a tile
 * from every one of them and puts in another; slides along them change nothing of this. In the end
 * the first has no sides before it and the last none after it, neighbours have as many sides
 * towards each other, and each has as many along it as against. */
static int across(const struct level *level, const struct state *state, bool columns)
{
	const int count = columns ? level->columns : level->rows;
	const int before = columns ? 3 : 0, after = (before + 2) % 4;
	const int along = (before + 1) % 4, against = (before + 3) % 4;
	int have[SIDE_MAX][4] = {{0}};
	for (int cell = 0; cell < cells_of(level); cell++)
		for (int side = 0; side < 4; side++)
			if (state->cell[cell] >> side & 1)
				have[columns ? cell % count : cell / level->columns][side]++;
	int most = larger(have[0][before], have[count - 1][after]);
	for (int i = 0; i < count; i++) {
		most = larger(most, half(have[i][along] - have[i][against]));
		if (i + 1 < count)
			most = larger(most, half(have[i][after] - have[i + 1][before]));
	}
	return most;
}

static int bound(const struct level *level, const struct state *state)
{
	return level->close_all ? across(level, state, true) + across(level, state, false) : 0;
}

const struct puzzle lines_puzzle = {"lines", read_level, name_move, slide, is_solved, bound, NULL};
