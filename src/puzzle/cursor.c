#include "puzzle/cursor.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/language.h"
#include "puzzle/key.h"

int cursor_cell(const struct level *level, const struct cursor *cursor)
{
	assert(cursor->row >= 0 && cursor->row < level->rows);
	assert(cursor->column >= 0 && cursor->column < level->columns);
	return cursor->row * level->columns + cursor->column;
}

void cursor_put(const struct level *level, struct cursor *cursor, int cell)
{
	assert(cell >= 0 && cell < level_cells(level));
	cursor->row = cell / level->columns;
	cursor->column = cell % level->columns;
}

int direction_row_step(int direction)
{
	return direction == DOWN ? 1 : direction == UP ? -1 : 0;
}

int direction_column_step(int direction)
{
	return direction == RIGHT ? 1 : direction == LEFT ? -1 : 0;
}

static const char *const names[DIRECTIONS] =
	{[UP] = "up", [RIGHT] = "right", [DOWN] = "down", [LEFT] = "left"};

const char *direction_name(int direction)
{
	assert(direction >= 0 && direction < DIRECTIONS);
	return names[direction];
}

const char *direction_word(int direction)
{
	static const char *const words[DIRECTIONS] = {
		/* TRANSLATORS: Directions are typed as moves, too: one word each. English is
		 * understood. */
		[UP] = NC_("move", "up"),
		[RIGHT] = NC_("move", "right"),
		[DOWN] = NC_("move", "down"),
		[LEFT] = NC_("move", "left"),
	};
	assert(direction >= 0 && direction < DIRECTIONS);
	return language_text_in(words[direction]);
}

void move_in_words(const char *name, char out[MOVE_WORDS_MAX])
{
	const char *hyphen = strrchr(name, '-'), *end = hyphen == NULL ? name : hyphen + 1;
	const int direction = direction_named(end);
	snprintf(out, MOVE_WORDS_MAX, "%.*s%s", (int)(end - name), name,
	         direction < 0 ? end : direction_word(direction));
}

int direction_named(const char *name)
{
	for (int direction = 0; direction < DIRECTIONS; direction++)
		if (strcmp(name, names[direction]) == 0)
			return direction;
	return -1;
}

int direction_of_key(int key, bool *shifted)
{
	*shifted = key >= PRESS_SHIFT_UP && key <= PRESS_SHIFT_LEFT;
	const int direction = key - (*shifted ? PRESS_SHIFT_UP : PRESS_UP);
	return direction >= 0 && direction < DIRECTIONS ? direction : -1;
}

/* -1 where both are as far. */
static int direction_of(int down, int right)
{
	if (abs(down) == abs(right))
		return -1;
	if (abs(down) > abs(right))
		return down > 0 ? DOWN : UP;
	return right > 0 ? RIGHT : LEFT;
}

int direction_of_swipe(int down, int right)
{
	return direction_of(2 * down, right);
}

int direction_of_drag(const struct level *level, int from, int to, int *cells)
{
	const int down = to / level->columns - from / level->columns;
	const int right = to % level->columns - from % level->columns;
	*cells = abs(down) > abs(right) ? abs(down) : abs(right);
	return direction_of(down, right);
}

bool direction_step(const struct level *level, int direction, int *row, int *column)
{
	const int r = *row + direction_row_step(direction);
	const int c = *column + direction_column_step(direction);
	if (r < 0 || r >= level->rows || c < 0 || c >= level->columns)
		return false;
	*row = r;
	*column = c;
	return true;
}
