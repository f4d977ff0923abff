/* Speed on fixed boards: bench FILE...
 *
 * For each pack: seconds to the first plan and to the proof, with one thread, each the median of
 * several runs; and how many times longer the general search takes for the same boards. A board has
 * a minute; one that is not proven by then counts as a minute. Then how often per second the rules
 * can be called; the points that an endless level's bot makes; and how soon the counter is proven
 * in random play of all shipped levels, and a finished game reviewed.
 *
 * Each board's file has the command that made it. */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/registry.h"
#include "puzzles/list.h"

void *alloc_or_exit(size_t count, size_t size)
{
	void *room = calloc(count, size);
	if (room == NULL) {
		fputs("bench: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return room;
}

const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? path : slash + 1;
}

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double quantile(double *values, int count, double part)
{
	if (count == 0)
		return 0;
	qsort(values, (size_t)count, sizeof *values, compare);
	return values[(int)(part * (count - 1) + 0.5)];
}

bool for_boards(const char *path, board_fn *look, void *context, struct error *error)
{
	struct pack pack;
	if (!pack_read_file(&pack, path, error))
		return false;
	struct board *board = alloc_or_exit(1, sizeof *board);
	bool good = true;
	for (int i = 0; good && i < pack.count; i++) {
		board->puzzle = pack_puzzle(&pack, i);
		board->text = &pack.levels[i];
		board->title = board->text->title;
		good = pack_level(&pack, i, &board->level, error);
		if (good)
			look(board, context);
		fflush(stdout);
	}
	free(board);
	pack_free(&pack);
	return good;
}

/* Prints a table of all files. */
static void print_table(char **files, bool (*print)(const char *path, struct error *error))
{
	struct error error;
	for (; *files != NULL; files++)
		if (!print(*files, &error)) {
			fprintf(stderr, "bench: %s\n", error.text);
			exit(EXIT_FAILURE);
		}
}

int main(int argc, char **argv)
{
	struct error error;
	char **files = argv + 1;
	if (argc < 2) {
		fputs("Usage: bench FILE...\n", stderr);
		return EXIT_FAILURE;
	}
	if (!registry_install(all_puzzles, &error)) {
		fprintf(stderr, "%s\n", error.text);
		return EXIT_FAILURE;
	}
	printf("%-18s %7s %10s %10s %10s %10s %10s %10s %10s %8s %9s\n", "seconds", "proven",
	       "plan", "worst", "proof", "mean", "worst", "states", "states/s", "B/state",
	       "general/");
	print_table(files, print_proofs);
	printf("\n%-28s %10s %10s %10s %10s\n", "calls a second", "apply", "at_least", "table_put",
	       "paint");
	print_table(files, print_calls);
	printf("\n%-28s %10s %10s\n", "ns for all valid swaps", "boards", "median");
	print_table(files, print_swaps);
	printf("\n%-28s %8s %10s %10s %10s %10s %12s\n", "points of a game", "games", "moves",
	       "mean", "least", "most", "us a move");
	print_table(files, print_endless);
	printf("\n%-18s %9s %10s %10s %10s %10s %10s\n", "ms to the counter", "questions",
	       "in 100 ms", "in 1 ms", "median", "99th", "worst");
	const bool counted = print_counter(&error);
	printf("\n%-18s %9s %9s %10s %10s %10s %10s\n", "ms to the review", "games", "wrong",
	       "median", "99th", "worst", "if known");
	if (counted && print_review(&error))
		return EXIT_SUCCESS;
	fprintf(stderr, "bench: %s\n", error.text);
	return EXIT_FAILURE;
}
