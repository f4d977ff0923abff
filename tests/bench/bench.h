/* What the benchmark's tables share: boards out of packs, memory, medians. */
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

/* Zeroed memory; without it the benchmark ends. */
void *room_for(size_t count, size_t size);

/* The value that lies so far through them in rising order (0.5: the median), which sorts them. */
double part_of(double *values, int count, double part);

/* A table each; what they take comes from the pack at the path. */
bool print_proofs(const char *path, struct error *error);
bool print_calls(const char *path, struct error *error);
bool print_swaps(const char *path, struct error *error);
bool print_endless(const char *path, struct error *error);

/* The counter in play at random through all shipped levels. */
bool print_counter(struct error *error);

#endif
