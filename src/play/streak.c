#include "play/streak.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "algo/hash.h"
#include "algo/least.h"
#include "play/generate.h"

enum { PICK_DIGITS = 3 };

static int digit(char c)
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	const char *found = strchr(digits, c);
	assert(c != '\0' && found != NULL);
	return (int)(found - digits);
}

/* The first row of a puzzle, and how many it has. */
static const struct streak_row *rows_of(const struct puzzle *puzzle, int *count)
{
	const struct streak_row *first = streak_rows, *const end = streak_rows + streak_row_count;
	while (first < end && strcmp(first->puzzle, puzzle->name) != 0)
		first++;
	const struct streak_row *last = first;
	while (last < end && strcmp(last->puzzle, puzzle->name) == 0)
		last++;
	*count = (int)(last - first);
	return first;
}

struct streak_pick streak_pick(const struct puzzle *puzzle, int date, int board)
{
	int count;
	char name[64];
	const struct streak_row *rows = rows_of(puzzle, &count);
	assert(board > 0);
	if (count == 0)
		return (struct streak_pick){0, board % STREAK_SEEDS};
	const int row = least(board, count);
	const char *picks = rows[row - 1].picks;
	snprintf(name, sizeof name, "%s:streak#%d:%d", puzzle->name, date, row);
	const uint64_t number = hash_text(name) + (uint64_t)(board - row);
	const char *pick = picks + number % (strlen(picks) / PICK_DIGITS) * PICK_DIGITS;
	return (struct streak_pick){digit(pick[0]), 36 * digit(pick[1]) + digit(pick[2])};
}

struct recipe streak_recipe(const struct puzzle *puzzle, struct streak_pick pick)
{
	return recipe_of_step(puzzle, &puzzle->generator.steps[pick.step]);
}

uint64_t streak_seed(const struct puzzle *puzzle, struct streak_pick pick)
{
	char name[64];
	snprintf(name, sizeof name, "%s:streak/%d/%d", puzzle->name, pick.step, pick.seed);
	return hash_text(name);
}
