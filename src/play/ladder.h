/* Ladders: each week, for each puzzle, LADDER_RUNGS boards of rising difficulty, the same for
 * everyone. A board's name is "tilt:ladder#2026-48:3", a ladder's "tilt:ladder#2026-48".
 *
 * Weeks are those of ISO 8601 in UTC, as numbers such as 202648. Which board of a rung's recipe a
 * week has is its pick. levels/ladders has the picks of 2026 to 2028, for which ratings rise from
 * rung to rung; after these each pick is 0. All of it is frozen: seeds are for ever. */
#ifndef PARLOUR_PLAY_LADDER_H
#define PARLOUR_PLAY_LADDER_H

#include <stddef.h>
#include <time.h>

#include "os/error.h"
#include "puzzle/puzzle.h"

enum { LADDER_PICKS = 36 }; /* "0" to "9", "a" to "z" */

/* The week of a time. */
int ladder_week(time_t time);

/* When a week begins, on its Monday; false if the year has no such week. */
bool ladder_week_begins(int year, int week, time_t *begins);

/* Parses a name; *rung is 0 if it is that of the whole ladder. False if it is anything else. */
bool ladder_parse(const char *name, const struct puzzle **puzzle, int *week, int *rung);
/* Whether a name looks like one, but the week or the rung does not exist; the error says so. */
bool ladder_fault(const char *name, struct error *error);
/* The name of a rung, from 1, or (0) of the whole ladder. */
void ladder_name(const struct puzzle *puzzle, int week, int rung, char *out, size_t size);

/* The recipe of a rung, of a puzzle that has ladders; and the seed of a pick. */
struct recipe ladder_recipe(const struct puzzle *puzzle, int rung);
uint64_t ladder_seed(int week, int rung, int pick);

/* The pick of a week. */
int ladder_pick(const struct puzzle *puzzle, int week, int rung);

/* What a ladder is, in a sentence. */
extern const char ladder_rule[];

/* A row of levels/ladders, from which the build makes a table, sorted by week. */
struct ladder_row {
	int week;
	const char *puzzle, *picks; /* its name; a character for each rung */
};
extern const struct ladder_row ladder_rows[];
extern const int ladder_row_count;

#endif
