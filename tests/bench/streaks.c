/* Makes the pools of a puzzle's streaks: streaks PUZZLE SEEDS. It rates boards of SEEDS seeds of
 * each step, and prints the rows of levels/streaks; on standard error, the ratings of each pool.
 *
 * Pools divide the range of ratings evenly. One with few boards takes more from above; of many, it
 * has as many as a pool holds. Boards of one rating are in one pool. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/generate.h"
#include "play/rate.h"
#include "play/streak.h"
#include "puzzle/registry.h"
#include "puzzles/list.h"

enum {
	POOLS = 24,
	POOL_MIN = 24,
	POOL_MAX = 40,
	RATED_MAX = 36 * STREAK_SEEDS,
};

struct rated {
	int rating;
	struct streak_pick pick;
};

static struct rated rated[RATED_MAX];
static int rated_count;

static void rate_pick(const struct puzzle *puzzle, struct streak_pick pick)
{
	const struct recipe recipe = streak_recipe(puzzle, pick);
	struct level level;
	struct rating rating;
	struct error error;
	if (!generate(puzzle, &recipe, streak_seed(puzzle, pick), &level, &error))
		return;
	puzzle_prepare(puzzle, &level);
	if (rate_level(puzzle, &level, &limits_default, &rating, &error))
		rated[rated_count++] = (struct rated){rating.rating, pick};
}

static int compare(const void *a, const void *b)
{
	const struct rated *one = a, *other = b;
	const int pick = one->pick.step * STREAK_SEEDS + one->pick.seed;
	return one->rating != other->rating
	               ? one->rating - other->rating
	               : pick - (other->pick.step * STREAK_SEEDS + other->pick.seed);
}

/* Prints boards `first` to `end` - 1, or as many as a pool holds, spread over them. */
static void print_pool(const struct puzzle *puzzle, int first, int end)
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	const int all = end - first, count = all < POOL_MAX ? all : POOL_MAX;
	printf("%s ", puzzle->name);
	for (int i = 0; i < count; i++) {
		const struct streak_pick pick = rated[first + i * all / count].pick;
		printf("%c%c%c", digits[pick.step], digits[pick.seed / 36], digits[pick.seed % 36]);
	}
	putchar('\n');
	fprintf(stderr, "%s: %d boards, %d to %d\n", puzzle->name, all, rated[first].rating,
	        rated[end - 1].rating);
}

static void print_pools(const struct puzzle *puzzle)
{
	qsort(rated, (size_t)rated_count, sizeof *rated, compare);
	const int least = rated[0].rating, range = rated[rated_count - 1].rating - least + 1;
	int first = 0;
	for (int i = 0; i < rated_count; i++) {
		const int made = i + 1 - first, left = rated_count - i - 1;
		const bool full = i + 1 < rated_count && made >= POOL_MIN && left >= POOL_MIN &&
		                  rated[i + 1].rating > rated[i].rating &&
		                  (rated[i + 1].rating - least) * POOLS / range >
		                          (rated[first].rating - least) * POOLS / range;
		if (full || left == 0) {
			print_pool(puzzle, first, i + 1);
			first = i + 1;
		}
	}
}

int main(int argc, char **argv)
{
	struct error error;
	if (!registry_install(all_puzzles, &error)) {
		fprintf(stderr, "%s\n", error.text);
		return EXIT_FAILURE;
	}
	const struct puzzle *puzzle = argc == 3 ? puzzle_named(argv[1]) : NULL;
	const int seeds = argc == 3 ? atoi(argv[2]) : 0;
	if (puzzle == NULL || seeds < 1 || seeds > STREAK_SEEDS) {
		fputs("Usage: streaks PUZZLE SEEDS\n", stderr);
		return EXIT_FAILURE;
	}
	for (int step = 0; puzzle->generator.steps[step].rows > 0; step++)
		for (int seed = 0; seed < seeds; seed++)
			rate_pick(puzzle, (struct streak_pick){step, seed});
	if (rated_count > 0)
		print_pools(puzzle);
	return EXIT_SUCCESS;
}
