#include "support/grades.h"

#include <stdio.h>
#include <stdlib.h>

#include "os/clock.h"

const struct grade grades[GRADES] = {
	{"random", {.sharpness = 0, .look = 1}}, {"weak", {.sharpness = 1, .look = 1}},
	{"fair", {.sharpness = 2, .look = 1}},   {"good", {.sharpness = 2, .look = 2}},
	{"strong", {.sharpness = 3, .look = 2}},
};

enum { SEED = 20261125, VALUE_BYTES = 64 << 20 };

static void fail(const char *why)
{
	fprintf(stderr, "grades: %s\n", why);
	exit(EXIT_FAILURE);
}

static void play_level(const struct puzzle *puzzle, const struct level *level, int games,
                       struct graded *graded)
{
	struct simulation simulation;
	if (!simulation_init(&simulation, puzzle, level, VALUE_BYTES))
		fail("out of memory");
	for (int g = 0; g < GRADES; g++) {
		const int wins =
			simulation_wins(&simulation, &grades[g].player, games,
		                        graded->rating.move_limit, SEED + (uint64_t)g, NULL);
		graded->success[g] = (double)wins / games;
	}
	simulation_free(&simulation);
}

static void grade_level(struct graded_list *list, const struct library *library,
                        struct level_ref ref, const struct level *level)
{
	struct error error;
	struct graded *graded = &list->levels[list->count++];
	const struct puzzle *puzzle = library_puzzle(library, ref);
	const double start = seconds_now();
	if (!rate_level(puzzle, level, &limits_default, &graded->rating, &error))
		fail(error.text);
	graded->seconds = seconds_now() - start;
	graded->place = list->count - 1;
	library_name(library, ref, graded->name);
	play_level(puzzle, level, list->games, graded);
}

static int by_rating(const void *a, const void *b)
{
	const struct graded *one = a, *other = b;
	return one->rating.rating - other->rating.rating;
}

void grade_levels(struct graded_list *list, int step, int par_max, int games)
{
	struct library library;
	struct level level;
	struct error error;
	int room = 0, number = 0;
	if (!library_open(&library, &error))
		fail(error.text);
	for (int p = 0; p < library.shipped; p++)
		room += library.packs[p].count;
	*list = (struct graded_list){calloc((size_t)room, sizeof *list->levels), 0, games};
	if (list->levels == NULL)
		fail("out of memory");
	for (int p = 0; p < library.shipped; p++)
		for (int l = 0; l < library.packs[p].count; l++) {
			const struct level_ref ref = {p, l};
			if (!library_level(&library, ref, &level, &error))
				fail(error.text);
			if (!level.endless && level.par <= par_max && number++ % step == 0)
				grade_level(list, &library, ref, &level);
		}
	library_close(&library);
	qsort(list->levels, (size_t)list->count, sizeof *list->levels, by_rating);
}

void graded_free(struct graded_list *list)
{
	free(list->levels);
}

int quarter_begin(const struct graded_list *list, int quarter)
{
	return list->count * quarter / QUARTERS;
}

double quarter_success(const struct graded_list *list, int quarter, int grade)
{
	const int begin = quarter_begin(list, quarter), end = quarter_begin(list, quarter + 1);
	double sum = 0;
	for (int i = begin; i < end; i++)
		sum += list->levels[i].success[grade];
	return begin == end ? 0 : sum / (end - begin);
}
