/* Finds the picks of ladders: rungs FIRST LAST, two weeks such as 202601. Each row printed is one
 * of levels/ladders.
 *
 * The rating of a rung is to be near the same number in each puzzle and week. Picks are tried in
 * order; the first that is near is taken, else the nearest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/generate.h"
#include "play/ladder.h"
#include "play/rate.h"
#include "puzzle/registry.h"
#include "puzzles/list.h"

enum {
	RATING_FIRST = 1100, /* of the first rung */
	RATING_STEP = 220,
	NEAR = 80,
};

/* The rating of a pick; 0 if it has none. */
static int rating_of_pick(const struct puzzle *puzzle, int week, int rung, int pick)
{
	const struct recipe recipe = ladder_recipe(puzzle, rung);
	struct level level;
	struct rating rating;
	struct error error;
	if (!generate(puzzle, &recipe, ladder_seed(week, rung, pick), &level, &error))
		return 0;
	puzzle_prepare(puzzle, &level);
	return rate_level(puzzle, &level, &limits_default, &rating, &error) ? rating.rating : 0;
}

static int find_pick(const struct puzzle *puzzle, int week, int rung, int *rating)
{
	const int wanted = RATING_FIRST + RATING_STEP * (rung - 1);
	int best = 0;
	*rating = 0;
	for (int pick = 0; pick < LADDER_PICKS; pick++) {
		const int found = rating_of_pick(puzzle, week, rung, pick);
		if (abs(found - wanted) < abs(*rating - wanted)) {
			*rating = found;
			best = pick;
		}
		if (abs(*rating - wanted) <= NEAR)
			break;
	}
	return best;
}

/* Prints the row of a ladder; on standard error its ratings. */
static void pick_rungs(const struct puzzle *puzzle, int week)
{
	printf("%d-%02d %s ", week / 100, week % 100, puzzle->name);
	fprintf(stderr, "%d-%02d %-6s", week / 100, week % 100, puzzle->name);
	for (int rung = 1; rung <= LADDER_RUNGS; rung++) {
		int rating;
		const int pick = find_pick(puzzle, week, rung, &rating);
		putchar("0123456789abcdefghijklmnopqrstuvwxyz"[pick]);
		fprintf(stderr, " %4d/%-2d", rating, pick);
	}
	putchar('\n');
	fputc('\n', stderr);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct error error;
	if (argc != 3) {
		fputs("Usage: rungs FIRST LAST\n", stderr);
		return EXIT_FAILURE;
	}
	if (!registry_install(all_puzzles, &error)) {
		fprintf(stderr, "%s\n", error.text);
		return EXIT_FAILURE;
	}
	for (int week = atoi(argv[1]); week <= atoi(argv[2]); week++) {
		char name[64];
		const struct puzzle *puzzle;
		int again, rung;
		ladder_name(puzzle_at(0), week, 0, name, sizeof name);
		if (!ladder_parse(name, &puzzle, &again, &rung))
			continue; /* a year has no such week */
		for (int i = 0; puzzle_at(i) != NULL; i++)
			pick_rungs(puzzle_at(i), week);
	}
	return EXIT_SUCCESS;
}
