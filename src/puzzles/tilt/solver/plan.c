/* Plans that were put together of parts. */
#include <string.h>

#include "puzzles/tilt/solver/search.h"
#include "puzzles/tilt/tilt.h"

static bool is_horizontal(move_code move)
{
	return move == LEFT || move == RIGHT;
}

/* Whether a move to a side where the goal's blocks can rest solves the position. */
static bool solves(const struct tilt_task *task, const uint8_t grid[CELLS_MAX], move_code *last)
{
	for (enum tilt_axis axis = 0; axis < TILT_AXES; axis++) {
		uint8_t to[CELLS_MAX];
		if (task->goal_side[axis] < 0)
			continue;
		*last = tilt_axis_move(axis, task->goal_side[axis]);
		memcpy(to, grid, sizeof to);
		tilt_slide(task->level, to, *last);
		if (memcmp(to, task->level->goal, (size_t)level_cells(task->level)) == 0)
			return true;
	}
	return false;
}

/* Leaves out moves that move nothing, and of two along one axis the first, whose effect the second
 * has alone. Ends as soon as one more move solves the position. Returns how many are left. */
static int tidy(const struct tilt_task *task, move_code *plan, int count, bool *solved)
{
	uint8_t grid[CELLS_MAX];
	int length = 0;
	move_code last;
	memcpy(grid, task->grid, sizeof grid);
	for (int i = 0; i < count; i++) {
		if (solves(task, grid, &last)) {
			*solved = true;
			plan[length++] = last;
			return length;
		}
		if (!tilt_slide(task->level, grid, plan[i]))
			continue;
		if (length > 0 && is_horizontal(plan[length - 1]) == is_horizontal(plan[i]))
			length--;
		plan[length++] = plan[i];
	}
	return length;
}

void tilt_take_plan(const struct tilt_task *task, move_code *plan, int count)
{
	struct answer *answer = task->answer;
	bool solved = false;
	int before;
	do {
		before = count;
		count = tidy(task, plan, count, &solved);
	} while (count < before);
	if (!solved || (answer->upper >= 0 && count >= answer->upper))
		return;
	memcpy(answer->plan, plan, (size_t)count * sizeof *plan);
	answer->upper = answer->length = count;
}
