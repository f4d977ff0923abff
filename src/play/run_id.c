/* Frozen are the names, the hash, the puzzles' steps, and how many boards of a storm a step has. */
#include "play/run_id.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "algo/hash.h"
#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "play/generate.h"
#include "play/streak.h"
#include "puzzle/registry.h"

enum { STORM_STEP_BOARDS = 6 };

static const struct {
	const char *name, *title;
} kinds[RUN_KINDS] = {
	/* TRANSLATORS: A row of boards that ends with the first one over its minimum. */
	[RUN_STREAK] = {"streak", N_("Streak")},
	/* TRANSLATORS: As many boards as possible in three minutes. */
	[RUN_STORM] = {"storm", N_("Storm")},
};

const char *run_title(enum run_kind kind)
{
	return _(kinds[kind].title);
}

bool run_is_offered(const struct puzzle *puzzle)
{
	return puzzle->generator.steps != NULL;
}

struct run_id run_of_day(const struct puzzle *puzzle, enum run_kind kind, time_t day)
{
	return (struct run_id){puzzle, kind, date_number(day)};
}

static bool read_kind(const char *name, enum run_kind *kind)
{
	for (int i = 0; i < RUN_KINDS; i++)
		if (strcmp(name, kinds[i].name) == 0) {
			*kind = (enum run_kind)i;
			return true;
		}
	return false;
}

bool run_id_parse(const char *name, struct run_id *id, int *board)
{
	char puzzle[16], kind[16], date[16], again[RUN_NAME_MAX];
	int used = 0;
	struct tm day;
	uint64_t number;
	long of_run = 0;
	if (sscanf(name, "%15[a-z]:%15[a-z]#%8[0-9]%n", puzzle, kind, date, &used) != 3 ||
	    !read_kind(kind, &id->kind) || !text_read_unsigned(date, &number) ||
	    !date_read(number, &day))
		return false;
	id->puzzle = puzzle_named(puzzle);
	id->date = (int)number;
	if (id->puzzle == NULL || !run_is_offered(id->puzzle) ||
	    (name[used] != '\0' &&
	     (name[used] != ':' || !text_read_number(name + used + 1, 1, RUN_BOARDS_MAX, &of_run))))
		return false;
	*board = (int)of_run;
	run_id_name(id, *board, again);
	return strcmp(name, again) == 0; /* a board has one name */
}

bool run_id_equal(const struct run_id *one, const struct run_id *other)
{
	return one->puzzle == other->puzzle && one->kind == other->kind && one->date == other->date;
}

void run_id_name(const struct run_id *id, int board, char out[RUN_NAME_MAX])
{
	const int length = snprintf(out, RUN_NAME_MAX, "%s:%s#%d", id->puzzle->name,
	                            kinds[id->kind].name, id->date);
	assert(length > 0 && length < RUN_NAME_MAX - 8);
	if (board > 0)
		snprintf(out + length, (size_t)(RUN_NAME_MAX - length), ":%d", board);
}

void run_id_day(const struct run_id *id, char out[RUN_DAY_MAX])
{
	struct tm day = {.tm_mday = 1};
	date_read((uint64_t)id->date, &day);
	date_in_words(&day, out);
}

struct recipe run_recipe(const struct run_id *id, int board)
{
	if (id->kind == RUN_STREAK)
		return streak_recipe(id->puzzle, streak_pick(id->puzzle, id->date, board));
	const struct board_step *step = id->puzzle->generator.steps;
	assert(board >= 1 && board <= RUN_BOARDS_MAX);
	for (int ahead = (board - 1) / STORM_STEP_BOARDS; ahead > 0; ahead--)
		if (step[1].rows > 0)
			step++;
	return recipe_of_step(id->puzzle, step);
}

uint64_t run_seed(const struct run_id *id, int board)
{
	char name[RUN_NAME_MAX];
	if (id->kind == RUN_STREAK)
		return streak_seed(id->puzzle, streak_pick(id->puzzle, id->date, board));
	run_id_name(id, board, name);
	return hash_text(name);
}
