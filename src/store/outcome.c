#include "store/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "puzzle/puzzle.h"
#include "puzzle/replay.h"

static int by_level(const void *a, const void *b)
{
	const struct outcome *one = a, *other = b;
	if (one->level != other->level)
		return one->level < other->level ? -1 : 1;
	return one->order - other->order;
}

/* An endless level has none. `read` is room for it. */
static int par_of(const struct entry *entry, struct replay_level *read)
{
	struct error error;
	const bool good = replay_read("level", entry->text, strlen(entry->text), read, &error) &&
	                  !read->level.endless;
	return good ? read->level.par : -1;
}

static int count_results(const struct entries *entries)
{
	int count = 0;
	for (const struct entry *entry = entries->oldest; entry != NULL; entry = entry->next)
		count += entry->kind == ENTRY_RESULT;
	return count;
}

/* Adds those of the results that have a par. */
static void fill(const struct entries *entries, struct replay_level *read,
                 struct outcomes *outcomes)
{
	for (const struct entry *entry = entries->oldest; entry != NULL; entry = entry->next) {
		const int par = entry->kind == ENTRY_RESULT ? par_of(entry, read) : -1;
		if (par <= 0)
			continue;
		outcomes->outcome[outcomes->count] =
			(struct outcome){.level = entry->level,
		                         .day = entry->date / SECONDS_PER_DAY,
		                         .puzzle = entry->name,
		                         .place = entry->place,
		                         .order = outcomes->count,
		                         .unaided = entry->unaided,
		                         .hinted = entry->hinted,
		                         .won = entry->optimal || entry->number <= par,
		                         .par = par};
		outcomes->count++;
	}
}

bool outcomes_find(const struct entries *entries, struct outcomes *outcomes)
{
	struct replay_level *read = malloc(sizeof *read);
	*outcomes = (struct outcomes){
		.outcome = calloc((size_t)count_results(entries) + 1, sizeof *outcomes->outcome)};
	const bool good = read != NULL && outcomes->outcome != NULL;
	if (good) {
		fill(entries, read, outcomes);
		qsort(outcomes->outcome, (size_t)outcomes->count, sizeof *outcomes->outcome,
		      by_level);
	} else {
		outcomes_free(outcomes);
	}
	free(read);
	return good;
}

void outcomes_free(struct outcomes *outcomes)
{
	free(outcomes->outcome);
	*outcomes = (struct outcomes){.count = 0};
}
