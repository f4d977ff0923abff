/* Gems: a swap, then steps that clear all matches and let the columns fall and fill. A move is a
 * cell times two: a swap with the right neighbour, or, one more, with the upper one. */
#include <stdio.h>
#include <string.h>

#include "verify.h"

/* Writes the content of a cell, or a letter that will fall, and notes whether it is the largest. */
static void note(struct level *level, uint8_t *to, int content)
{
	*to = (uint8_t)content;
	level->largest = content > level->largest ? content : level->largest;
}

static bool read_refill(struct level *level, const char *word)
{
	for (int column = 0; column < level->columns; column++) {
		int *count = &level->letters[column];
		for (; is_colour(content_of(*word)) && *count < CELLS_MAX; word++)
			note(level, &level->refill[column][(*count)++], content_of(*word));
		word += *count == 0 && *word == '-';
		word += strspn(word, " \t");
	}
	return *word == '\0' || refuse("refill: only words of letters are covered");
}

static bool read_level(struct level *level, const struct text *text)
{
	char letters[COLOURS + 1] = "";
	const char *rules = text->header[RULES], *goal = text->header[GOAL];
	level->holes = rules != NULL && strcmp(rules, "holes") == 0;
	if (text->count[1] > 0 || (rules != NULL && !level->holes))
		return refuse("special gems are not covered");
	if (text->header[REFILL] != NULL && !read_refill(level, text->header[REFILL]))
		return false;
	for (int cell = 0; cell < cells_of(level); cell++) {
		const int content = content_of(text->word[0][cell]);
		if (content < 0 || content == WALL)
			return refuse("this board can't be read");
		note(level, &level->start.cell[cell], content);
	}
	level->moves = 2 * cells_of(level);
	level->wanted = goal == NULL || strcmp(goal, "clear") == 0 ? UINT32_MAX : 0;
	if (goal != NULL && sscanf(goal, "clear %26[a-z]", letters) == 1)
		for (const char *letter = letters; *letter != '\0'; letter++)
			level->wanted |= UINT32_C(1) << content_of(*letter);
	return level->wanted != 0 ||
	       (sscanf(goal, "score %6d", &level->score) == 1 && level->score > 0) ||
	       refuse("goal: %s is not covered", goal);
}

/* ---- moves ---- */

/* The other cell of a swap; less than 0: outside. */
static int partner(const struct level *level, int move)
{
	const int cell = move / 2, columns = level->columns;
	return move % 2 != 0 ? cell - columns : cell % columns + 1 < columns ? cell + 1 : -1;
}

static void name_move(const struct level *level, int move, char out[NAME_BYTES])
{
	name_cells(level, move / 2, partner(level, move), out);
}

/* Marks the matches of three that begin at a cell, to the right and down. Returns their number:
 * that of a longer match's gems, less two, which is how they score. */
static int mark(const struct level *level, const uint8_t *grid, int cell, bool *match)
{
	const int columns = level->columns;
	const bool room[] = {cell % columns + 2 < columns, cell + 2 * columns < cells_of(level)};
	int found = 0;
	for (int down = 0; down < 2; down++) {
		const int next = cell + (down ? columns : 1), last = next + next - cell;
		if (room[down] && is_colour(grid[cell]) && grid[next] == grid[cell] &&
		    grid[last] == grid[cell]) {
			match[cell] = match[next] = match[last] = true;
			found++;
		}
	}
	return found;
}

/* Whether a gem is in a match. Tries where that could begin. */
static bool is_matched(const struct level *level, const uint8_t *grid, int cell)
{
	bool match[CELLS_MAX] = {false};
	for (int back = 0; back <= 2; back++) {
		if (cell >= back)
			mark(level, grid, cell - back, match);
		if (cell >= back * level->columns)
			mark(level, grid, cell - back * level->columns, match);
	}
	return match[cell];
}

/* Lets a column fall, then fills it, the first letter lowest. */
static void fall(const struct level *level, struct state *state, int column)
{
	const int columns = level->columns;
	int to = cells_of(level) - columns + column;
	for (int cell = to; cell >= 0; cell -= columns) {
		const uint8_t content = state->cell[cell];
		state->cell[cell] = 0;
		state->cell[to] = content;
		to -= content != 0 ? columns : 0;
	}
	for (; to >= 0 && state->taken[column] < level->letters[column]; to -= columns)
		state->cell[to] = level->refill[column][state->taken[column]++];
}

static bool swap(const struct level *level, struct state *state, int move)
{
	const int from = move / 2, to = partner(level, move);
	const uint8_t one = state->cell[from], other = to < 0 ? one : state->cell[to];
	if (one == other || one == DEAD || other == DEAD ||
	    ((one == 0 || other == 0) && !level->holes))
		return false;
	state->cell[from] = other;
	state->cell[to] = one;
	if (!is_matched(level, state->cell, from) && !is_matched(level, state->cell, to))
		return false;
	for (int step = 1;; step++) {
		bool match[CELLS_MAX] = {false};
		int found = 0;
		for (int cell = 0; cell < cells_of(level); cell++)
			found += mark(level, state->cell, cell, match);
		if (found == 0)
			return true;
		for (int cell = 0; cell < cells_of(level); cell++)
			state->cell[cell] = match[cell] ? 0 : state->cell[cell];
		for (int column = 0; column < level->columns; column++)
			fall(level, state, column);
		state->score += 10 * step * found;
		if (state->score > level->score)
			state->score = level->score;
	}
}

/* Counts gems, and letters that still fall, by column and colour; all of them as colour 0. */
static void count_gems(const struct level *level, const struct state *state,
                       int count[SIDE_MAX][CONTENTS])
{
	for (int column = 0; column < level->columns; column++) {
		memset(count[column], 0, sizeof count[column]);
		for (int cell = column; cell < cells_of(level); cell += level->columns)
			count[column][state->cell[cell]]++;
		for (int i = state->taken[column]; i < level->letters[column]; i++)
			count[column][level->refill[column][i]]++;
		count[column][0] = 0;
		for (int colour = 1; colour <= COLOURS; colour++)
			count[column][0] += count[column][colour];
	}
}

static bool is_solved(const struct level *level, const struct state *state)
{
	int count[SIDE_MAX][CONTENTS], left = level->score - state->score;
	count_gems(level, state, count);
	for (int column = 0; column < level->columns; column++)
		for (int colour = 1; colour <= COLOURS; colour++)
			left += level->wanted >> colour & 1 ? count[column][colour] : 0;
	return left == 0;
}

/* ---- the bound: how far apart the gems of a colour are ---- */

/* Only how many of them are in each column counts, -1 for a wall: a column without any gem, which
 * none can enter. A swap carries at most one gem of a colour to the next column, and one of another
 * colour. Matches take three or more from a column, or one each from three or more in a row. */
enum { COLUMNS = 8, CARRIES = 4, COUNT_MAX = 13, CACHED = 1 << 16 };

/* Whether matches can take all gems, from the left: some of the first column's in rows of up to
 * five (longer ones are two), and the others up and down. A match up and down may cross rows, so
 * it needs three gems in all, not three that are left of `all` when the rows have taken theirs. */
static bool can_match(const int count[COLUMNS], const int all[COLUMNS], int first)
{
	int left[COLUMNS];
	while (first < COLUMNS && count[first] <= 0)
		first++;
	if (first == COLUMNS)
		return true;
	memcpy(left, count, sizeof left);
	left[first] = 0;
	if (all[first] >= 3 && can_match(left, all, first))
		return true;
	left[first] = count[first];
	for (int column = first; column < COLUMNS && column < first + 5; column++)
		if (left[column]-- <= 0)
			return false;
		else if (column >= first + 2 && can_match(left, all, first))
			return true;
	return false;
}

/* Whether they can once so many gems have been carried to the next column. */
static bool can_clear(int count[COLUMNS], int carries)
{
	bool can = carries == 0 && can_match(count, count, 0);
	for (int i = 0; carries > 0 && !can && i < 2 * (COLUMNS - 1); i++) {
		int *from = &count[i / 2 + i % 2], *to = &count[i / 2 + 1 - i % 2];
		if (*from > 0 && *to >= 0) {
			--*from;
			++*to;
			can = can_clear(count, carries - 1);
			++*from;
			--*to;
		}
	}
	return can;
}

/* How many must be carried, at most CARRIES; UNSOLVABLE if there are one or two between walls. */
static int carries_of(int count[COLUMNS])
{
	static uint64_t known[CACHED]; /* keys */
	static int carries[CACHED];
	uint64_t key = 1;
	int between = 0;
	for (int column = 0; column <= COLUMNS; column++) {
		const int gems = column < COLUMNS ? count[column] : -1;
		if (gems < 0 && (between == 1 || between == 2))
			return UNSOLVABLE;
		between = gems < 0 ? 0 : between + gems;
		key = key * (COUNT_MAX + 2) + (uint64_t)(gems + 1);
	}
	const uint64_t at = key * UINT64_C(0x9E3779B97F4A7C15) >> 48;
	if (known[at] != key) {
		known[at] = key;
		for (carries[at] = 0; carries[at] < CARRIES && !can_clear(count, carries[at]);)
			carries[at]++;
	}
	return carries[at];
}

static int bound(const struct level *level, const struct state *state)
{
	int all[SIDE_MAX][CONTENTS], sum = 0, most = 0;
	count_gems(level, state, all);
	for (int colour = 1; level->columns <= COLUMNS && colour <= level->largest; colour++) {
		int count[COLUMNS];
		for (int i = 0; i < COLUMNS; i++) {
			const bool wall = i >= level->columns || (all[i][0] == 0 && !level->holes);
			/* More can go up and down as well. */
			const int few = all[i][colour] < COUNT_MAX ? all[i][colour] : COUNT_MAX;
			count[i] = wall ? -1 : few;
		}
		const int carries = level->wanted >> colour & 1 ? carries_of(count) : 0;
		if (carries == UNSOLVABLE)
			return UNSOLVABLE;
		sum += carries;
		most = carries > most ? carries : most;
	}
	return most > (sum + 1) / 2 ? most : (sum + 1) / 2;
}

const struct puzzle gems_puzzle = {"gems", read_level, name_move, swap, is_solved, bound, NULL};
