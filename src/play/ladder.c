#include "play/ladder.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "play/generate.h"
#include "puzzle/registry.h"

static const char digits[LADDER_PICKS + 1] = "0123456789abcdefghijklmnopqrstuvwxyz";

const char ladder_rule[] = N_("Seven boards, each harder than the one before; new ones on Monday.");

/* ---- weeks ---- */

int ladder_week(time_t time)
{
	struct tm day = {0};
	char text[16] = "";
	gmtime_r(&time, &day);
	strftime(text, sizeof text, "%G%V", &day);
	return atoi(text);
}

/* The 28th of December is in the last week of every year. */
static bool is_week(int year, int week)
{
	struct tm day = {.tm_year = year - 1900, .tm_mon = 11, .tm_mday = 28};
	return year >= 1970 && year <= 9999 && week >= 1 && week <= ladder_week(timegm(&day)) % 100;
}

/* The 4th of January is in the first week of every year. */
bool ladder_week_begins(int year, int week, time_t *begins)
{
	struct tm day = {.tm_year = year - 1900, .tm_mday = 4};
	if (!is_week(year, week))
		return false;
	timegm(&day); /* sets tm_wday */
	day.tm_mday += 7 * (week - 1) - (day.tm_wday + 6) % 7;
	*begins = timegm(&day);
	return true;
}

/* ---- names ---- */

bool ladder_parse(const char *name, const struct puzzle **puzzle, int *week, int *rung)
{
	char puzzle_name[16], again[64];
	int year = 0, number = 0;
	*rung = 0;
	if (sscanf(name, "%15[a-z]:ladder#%4d-%2d:%1d", puzzle_name, &year, &number, rung) < 3)
		return false;
	*puzzle = puzzle_named(puzzle_name);
	*week = year * 100 + number;
	if (*puzzle == NULL || (*puzzle)->generator.ladder == NULL || !is_week(year, number) ||
	    *rung < 0 || *rung > LADDER_RUNGS)
		return false;
	ladder_name(*puzzle, *week, *rung, again, sizeof again);
	return strcmp(name, again) == 0;
}

bool ladder_fault(const char *name, struct error *error)
{
	char puzzle_name[16], example[64];
	const struct puzzle *puzzle;
	int used = 0, week, rung;
	if (sscanf(name, "%15[a-z]:ladder%n", puzzle_name, &used) != 1 || used == 0 ||
	    ladder_parse(name, &puzzle, &week, &rung))
		return false;
	puzzle = puzzle_named(puzzle_name);
	if (puzzle == NULL || puzzle->generator.ladder == NULL)
		return false;
	ladder_name(puzzle, ladder_week(time(NULL)), LADDER_RUNGS, example, sizeof example);
	return !error_set(error, _("%s: a ladder has a week of a year and rungs from 1 to %d: %s"),
	                  text_shown(name).bytes, LADDER_RUNGS, example);
}

void ladder_name(const struct puzzle *puzzle, int week, int rung, char *out, size_t size)
{
	const int length =
		snprintf(out, size, "%s:ladder#%04d-%02d", puzzle->name, week / 100, week % 100);
	assert(length > 0 && (size_t)length < size);
	if (rung > 0)
		snprintf(out + length, size - (size_t)length, ":%d", rung);
}

/* ---- boards ---- */

struct recipe ladder_recipe(const struct puzzle *puzzle, int rung)
{
	assert(puzzle->generator.ladder != NULL && rung >= 1 && rung <= LADDER_RUNGS);
	struct recipe recipe = recipe_of_step(puzzle, &puzzle->generator.ladder[rung - 1]);
	recipe.farthest = false;
	return recipe;
}

uint64_t ladder_seed(int week, int rung, int pick)
{
	assert(pick >= 0 && pick < LADDER_PICKS);
	return ((uint64_t)week * 10 + (uint64_t)rung) * 100 + (uint64_t)pick;
}

int ladder_pick(const struct puzzle *puzzle, int week, int rung)
{
	const struct ladder_row *row = ladder_rows, *const end = ladder_rows + ladder_row_count;
	while (row < end && (row->week != week || strcmp(row->puzzle, puzzle->name) != 0))
		row++;
	return row == end ? 0 : (int)(strchr(digits, row->picks[rung - 1]) - digits);
}
