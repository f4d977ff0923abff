/* Tables of doc/rating.md: grades [GAMES], of each simulated player on each shipped level.
 *
 * The levels are grouped by rating into quarters, all together and those of each puzzle; then come
 * all levels by pack. It takes a few minutes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/registry.h"
#include "puzzles/list.h"
#include "support/grades.h"

enum { GAMES = 100 };

static void print_quarters(const char *name, const struct graded_list *list)
{
	printf("\n%-10s %7s %12s", name, "levels", "ratings");
	for (int g = 0; g < GRADES; g++)
		printf(" %8s", grades[g].name);
	for (int q = 0; q < QUARTERS; q++) {
		const int begin = quarter_begin(list, q), end = quarter_begin(list, q + 1);
		printf("\nquarter %d  %7d  %4d to %4d", q + 1, end - begin,
		       list->levels[begin].rating.rating, list->levels[end - 1].rating.rating);
		for (int g = 0; g < GRADES; g++)
			printf(" %7.1f%%", quarter_success(list, q, g) * 100);
	}
	puts("");
}

/* The levels of a puzzle, in the same order. */
static void print_puzzle(const char *name, const struct graded_list *list)
{
	struct graded_list some = {calloc((size_t)list->count, sizeof *some.levels), 0,
	                           list->games};
	if (some.levels == NULL)
		exit(EXIT_FAILURE);
	for (int i = 0; i < list->count; i++)
		if (strncmp(list->levels[i].name, name, strlen(name)) == 0)
			some.levels[some.count++] = list->levels[i];
	if (some.count >= QUARTERS)
		print_quarters(name, &some);
	graded_free(&some);
}

static int by_place(const void *a, const void *b)
{
	const struct graded *one = a, *other = b;
	return one->place - other->place;
}

static void print_levels(struct graded_list *list)
{
	qsort(list->levels, (size_t)list->count, sizeof *list->levels, by_place);
	printf("\n%-24s %4s %6s %6s %6s %6s %6s %6s %9s %4s %4s %6s\n", "level", "par", "rating",
	       "random", "greedy", "ahead", "moves", "dead", "solutions", "trap", "away", "ms");
	for (int i = 0; i < list->count; i++) {
		const struct graded *level = &list->levels[i];
		const struct rating *rating = &level->rating;
		printf("%-24s %4d %5d%s %5.0f%% %5.0f%% %5.0f%% %6.1f %5.0f%% %8d%s "
		       "%4d %4d %6.0f\n",
		       level->name, rating->par, rating->rating, rating->limited ? "*" : " ",
		       rating->success[RATE_RANDOM] * 100, rating->success[RATE_GREEDY] * 100,
		       rating->success[RATE_AHEAD] * 100, rating->branching,
		       rating->dead_ends * 100, rating->ways, rating->more_ways ? "+" : " ",
		       rating->trap, rating->away, level->seconds * 1e3);
	}
}

int main(int argc, char **argv)
{
	struct error error;
	struct graded_list list;
	long games = GAMES;
	if (argc > 2 || (argc == 2 && !text_read_number(argv[1], 1, 100000, &games))) {
		fputs("Usage: grades [GAMES]\n", stderr);
		return EXIT_FAILURE;
	}
	if (!registry_install(all_puzzles, &error)) {
		fprintf(stderr, "%s\n", error.text);
		return EXIT_FAILURE;
	}
	grade_levels(&list, 1, PAR_MAX, (int)games);
	print_quarters("all", &list);
	for (int p = 0; puzzle_at(p) != NULL; p++)
		print_puzzle(puzzle_at(p)->name, &list);
	print_levels(&list);
	graded_free(&list);
	return EXIT_SUCCESS;
}
