#include "store/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/puzzle.h"
#include "puzzle/replay.h"

enum { SECONDS_PER_DAY = 24 * 60 * 60 };

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

static bool is_wanted(const struct entry *entry, const char *puzzle)
{
	return entry->kind == ENTRY_RESULT && (puzzle == NULL || strcmp(entry->name, puzzle) == 0);
}

static int count_results(const struct entries *entries, const char *puzzle)
{
	int count = 0;
	for (const struct entry *entry = entries->oldest; entry != NULL; entry = entry->next)
		count += is_wanted(entry, puzzle);
	return count;
}

/* Fills in those of the results; returns how many. */
static int fill(const struct entries *entries, const char *puzzle, struct replay_level *read,
                struct outcome *outcomes)
{
	int count = 0;
	for (const struct entry *entry = entries->oldest; entry != NULL; entry = entry->next) {
		const int par = is_wanted(entry, puzzle) ? par_of(entry, read) : -1;
		if (par <= 0)
			continue;
		outcomes[count] = (struct outcome){.level = entry->level,
		                                   .day = entry->date / SECONDS_PER_DAY,
		                                   .place = entry->place,
		                                   .order = count,
		                                   .unaided = entry->unaided,
		                                   .won = entry->optimal || entry->number <= par,
		                                   .par = par};
		count++;
	}
	return count;
}

struct outcome *outcomes_find(const struct entries *entries, const char *puzzle, int *count)
{
	struct replay_level *read = malloc(sizeof *read);
	struct outcome *outcomes =
		calloc((size_t)count_results(entries, puzzle) + 1, sizeof *outcomes);
	*count = 0;
	if (read == NULL || outcomes == NULL) {
		free(read);
		free(outcomes);
		return NULL;
	}
	*count = fill(entries, puzzle, read, outcomes);
	qsort(outcomes, (size_t)*count, sizeof *outcomes, by_level);
	free(read);
	return outcomes;
}
