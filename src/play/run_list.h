/* Kept runs, as they were read: anyone may have written them. Only those that are asked for are
 * verified, and of these the one with the highest score first, because making the boards again
 * takes time. */
#ifndef PARLOUR_PLAY_RUN_LIST_H
#define PARLOUR_PLAY_RUN_LIST_H

#include "play/run.h"

struct run_record {
	char *words;
	struct run_id id;
	int64_t score;    /* as written */
	int64_t began;    /* milliseconds since 1970 */
	int64_t finished; /* seconds since 1970; 0: in progress */
};

/* All zero: empty. */
struct run_list {
	struct run_record *record;
	int count;
};

/* Adds a record, unless `place` is not the name of a run. False without memory. */
bool run_list_add(struct run_list *list, const char *place, const char *words, int64_t score,
                  int64_t began, int64_t finished);
void run_list_free(struct run_list *list);

/* Whether the record is a run with the score that it says. If so, *run is what run_read gives; else
 * it is empty. */
bool run_record_read(const struct run_record *record, struct run_boards *boards, struct run *run);

/* The best run of a puzzle and kind that is over, of the date or (0) of any, verified, with at
 * least one point; of equal ones the first. NULL: none. *run is then that of the record, which the
 * caller frees; NULL: not wanted. */
const struct run_record *run_list_best(const struct run_list *list, struct run_boards *boards,
                                       const struct run_id *like, int date, struct run *run);
/* The one in progress that began last; NULL: none. Not verified. */
const struct run_record *run_list_current(const struct run_list *list, const struct run_id *id);

#endif
