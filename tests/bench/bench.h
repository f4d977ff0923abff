/* What the benchmark's tables share: boards of packs, memory, quantiles. */
#ifndef BENCH_H
#define BENCH_H

#include "puzzle/pack.h"
#include "puzzle/puzzle.h"

struct board {
	const struct puzzle *puzzle;
	const struct level_text *text;
	const char *title;
	struct level level;
};

/* Calls `look` with each board of a pack. */
typedef void board_fn(const struct board *board, void *context);
bool for_boards(const char *path, board_fn *look, void *context, struct error *error);

/* The last part of a path. */
const char *base_of(const char *path);

/* Zeroed memory; ends the benchmark if there is none. */
void *alloc_or_exit(size_t count, size_t size);

/* A quantile of the values (0.5: the median), which are sorted by this. */
double quantile(double *values, int count, double part);

/* A table each, of the boards of one pack. */
bool print_proofs(const char *path, struct error *error);
bool print_calls(const char *path, struct error *error);
bool print_swaps(const char *path, struct error *error);
bool print_endless(const char *path, struct error *error);

/* The counter in random play of all shipped levels. */
bool print_counter(struct error *error);

/* The review of random games of all shipped levels; false, too, if one differs from searches. */
bool print_review(struct error *error);

#endif
