#include "play/run_list.h"

#include <stdlib.h>
#include <string.h>

#include "os/clock.h"

bool run_list_add(struct run_list *list, const char *place, const char *words, int64_t score,
                  int64_t began, int64_t finished)
{
	struct run_record record = {.score = score, .began = began, .finished = finished};
	int board;
	if (!run_id_parse(place, &record.id, &board) || board > 0)
		return true;
	const size_t size = ((size_t)list->count + 1) * sizeof record;
	struct run_record *records = realloc(list->record, size);
	if (records == NULL)
		return false;
	list->record = records;
	record.words = strdup(words);
	if (record.words == NULL)
		return false;
	records[list->count++] = record;
	return true;
}

void run_list_free(struct run_list *list)
{
	for (int i = 0; i < list->count; i++)
		free(list->record[i].words);
	free(list->record);
	*list = (struct run_list){.count = 0};
}

bool run_record_read(const struct run_record *record, struct run_boards *boards, struct run *run)
{
	struct error error;
	if (!run_read(run, boards, &record->id, record->words, &error))
		return false;
	const bool good = run_score(run) == record->score;
	if (!good)
		run_free(run);
	return good;
}

/* A storm ends by itself, even if the program was not started again. */
static bool is_over(const struct run_record *record)
{
	const bool storm = record->id.kind == RUN_STORM;
	return record->finished > 0 ||
	       (storm && wall_milliseconds() - record->began >= 100 * STORM_TENTHS);
}

static bool is_candidate(const struct run_record *record, const struct run_id *like, int date)
{
	return is_over(record) && record->score > 0 && record->id.puzzle == like->puzzle &&
	       record->id.kind == like->kind && (date == 0 || record->id.date == date);
}

/* The candidate that follows `last`, or the first (NULL): the highest score first. */
static const struct run_record *next_best(const struct run_list *list, const struct run_id *like,
                                          int date, const struct run_record *last)
{
	const struct run_record *best = NULL;
	for (int i = 0; i < list->count; i++) {
		const struct run_record *record = &list->record[i];
		const bool follows = last == NULL || record->score < last->score ||
		                     (record->score == last->score && record > last);
		if (is_candidate(record, like, date) && follows &&
		    (best == NULL || record->score > best->score))
			best = record;
	}
	return best;
}

/* What was found out about a record; NULL: nothing. */
static const struct run_seen *find_seen(const struct run_boards *boards,
                                        const struct run_record *record)
{
	for (int i = 0; i < RUN_SEEN_MAX; i++) {
		const struct run_seen *seen = &boards->seen[i];
		if (seen->words != NULL && seen->score == record->score &&
		    run_id_equal(&seen->id, &record->id) && strcmp(seen->words, record->words) == 0)
			return seen;
	}
	return NULL;
}

/* Without memory it is found out again. */
static void note_seen(struct run_boards *boards, const struct run_record *record, bool counts)
{
	struct run_seen *seen = &boards->seen[boards->next_seen];
	free(seen->words);
	*seen = (struct run_seen){strdup(record->words), record->id, record->score, counts};
	boards->next_seen = (boards->next_seen + 1) % RUN_SEEN_MAX;
}

/* Whether the record counts; then *run is read, if it is wanted. */
static bool counts(const struct run_record *record, struct run_boards *boards, struct run *run)
{
	struct run read;
	const struct run_seen *seen = find_seen(boards, record);
	if (seen != NULL && (run == NULL || !seen->counts))
		return seen->counts;
	const bool good = run_record_read(record, boards, &read);
	if (seen == NULL)
		note_seen(boards, record, good);
	if (good && run != NULL)
		*run = read;
	else if (good)
		run_free(&read);
	return good;
}

const struct run_record *run_list_best(const struct run_list *list, struct run_boards *boards,
                                       const struct run_id *like, int date, struct run *run)
{
	const struct run_record *best = next_best(list, like, date, NULL);
	while (best != NULL && !counts(best, boards, run))
		best = next_best(list, like, date, best);
	return best;
}

const struct run_record *run_list_current(const struct run_list *list, const struct run_id *id)
{
	const struct run_record *current = NULL;
	for (int i = 0; i < list->count; i++)
		if (list->record[i].finished == 0 && run_id_equal(&list->record[i].id, id) &&
		    (current == NULL || list->record[i].began >= current->began))
			current = &list->record[i];
	return current;
}
