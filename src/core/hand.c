#include "core/hand.h"

#include "core/key.h"

int hand_cell(const struct level *level, const struct hand *hand)
{
	return hand->row * level->columns + hand->column;
}

void hand_point(const struct level *level, struct hand *hand, int cell)
{
	hand->row = cell / level->columns;
	hand->column = cell % level->columns;
}

int direction_down(int direction)
{
	return direction == DOWN ? 1 : direction == UP ? -1 : 0;
}

int direction_right(int direction)
{
	return direction == RIGHT ? 1 : direction == LEFT ? -1 : 0;
}

int direction_of_key(int key, bool *shifted)
{
	enum { PLAIN = 3, ALL = 5 };
	static const int keys[DIRECTIONS][ALL] = {
		[UP] = {PRESS_UP, 'k', 'w', PRESS_SHIFT_UP, 'K'},
		[RIGHT] = {PRESS_RIGHT, 'l', 'd', PRESS_SHIFT_RIGHT, 'L'},
		[DOWN] = {PRESS_DOWN, 'j', 's', PRESS_SHIFT_DOWN, 'J'},
		[LEFT] = {PRESS_LEFT, 'h', 'a', PRESS_SHIFT_LEFT, 'H'},
	};
	for (int direction = 0; direction < DIRECTIONS; direction++)
		for (int i = 0; i < ALL; i++)
			if (key == keys[direction][i]) {
				*shifted = i >= PLAIN;
				return direction;
			}
	return -1;
}

bool direction_step(const struct level *level, int direction, int *row, int *column)
{
	const int r = *row + direction_down(direction), c = *column + direction_right(direction);
	if (r < 0 || r >= level->rows || c < 0 || c >= level->columns)
		return false;
	*row = r;
	*column = c;
	return true;
}
