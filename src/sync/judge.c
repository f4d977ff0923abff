#include "sync/judge.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/clock.h"
#include "play/scores.h"
#include "puzzle/registry.h"

struct judged_level {
	uint64_t identity;
	struct level_ref ref;
};

static int compare(const void *a, const void *b)
{
	const struct judged_level *one = a, *other = b;
	return one->identity < other->identity ? -1 : one->identity > other->identity;
}

static bool add_levels(struct judge *judge, const struct level_list *list, struct error *error)
{
	struct judged_level *level =
		realloc(judge->level, (judge->count + (size_t)list->count) * sizeof *level);
	if (level == NULL)
		return error_set(error, "out of memory");
	judge->level = level;
	for (int i = 0; i < list->count; i++) {
		const struct level_ref ref = list->refs[i];
		if (!library_level_bare(&judge->library, ref, judge->current, error))
			return false;
		level[judge->count++] =
			(struct judged_level){level_identity(library_puzzle(&judge->library, ref),
		                                             judge->current),
		                              ref};
	}
	return true;
}

bool judge_open(struct judge *judge, struct error *error)
{
	struct level_list list = {0};
	*judge = (struct judge){.current = malloc(sizeof *judge->current)};
	if (judge->current == NULL)
		return error_set(error, "out of memory");
	if (!library_open(&judge->library, error))
		return false;
	bool good = true;
	for (int i = 0; good && puzzle_at(i) != NULL; i++)
		good = library_find(&judge->library, puzzle_at(i)->name, &list, error);
	good = good && add_levels(judge, &list, error);
	level_list_free(&list);
	if (judge->count > 0)
		qsort(judge->level, judge->count, sizeof *judge->level, compare);
	return good;
}

void judge_close(struct judge *judge)
{
	free(judge->level);
	free(judge->current);
	library_close(&judge->library);
}

/* The level of the program with this identity; NULL if there is none. */
static const struct judged_level *level_of(const struct judge *judge, uint64_t identity)
{
	const struct judged_level key = {.identity = identity};
	return judge->count == 0 ? NULL
	                         : bsearch(&key, judge->level, judge->count, sizeof key, compare);
}

static bool replays(struct judge *judge, struct score *score)
{
	struct error error;
	const struct judged_level *level = level_of(judge, score->level);
	if (level == NULL)
		return true;
	if (judge->identity != level->identity &&
	    !library_level_bare(&judge->library, level->ref, judge->current, &error)) {
		judge->identity = 0;
		return false;
	}
	judge->identity = level->identity;
	score_replay(score, library_puzzle(&judge->library, level->ref), judge->current);
	return score->count >= 0;
}

const char *judge_record(struct judge *judge, const char *tag, const char *text)
{
	const char *why = NULL;
	struct score score = {.text = NULL};
	if (!scores_line_is_sound(tag, text))
		return "not a record";
	score.text = strdup(text);
	if (score.text == NULL || !score_read(&score))
		why = "out of memory";
	else if (score.date > time(NULL) + SECONDS_PER_DAY)
		why = "of the future";
	else if (strcmp(tag, "score1") == 0 && !replays(judge, &score))
		why = "its moves do not solve the level";
	free(score.text);
	return why;
}
