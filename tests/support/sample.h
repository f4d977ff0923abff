/* Sample levels by number, and results of them that replay: what tests of the store save. */
#ifndef PARLOUR_TESTS_SUPPORT_SAMPLE_H
#define PARLOUR_TESTS_SUPPORT_SAMPLE_H

#include "store/store.h"

/* Numbers below SAMPLES_MAX are levels of tilt with par 7 that can be solved in any number of moves
 * from two; those from ENDLESS are endless games of gems. */
enum { SAMPLES_MAX = 1 << 15, ENDLESS = 1000000, SAMPLE_TEXT_MAX = 512 };

/* The text of a level, and its identity. */
void sample_text(uint64_t number, char out[SAMPLE_TEXT_MAX]);
uint64_t sample_identity(uint64_t number);

/* Moves of the level, to be freed, and their score. */
char *sample_moves(uint64_t number, int count, int64_t *score);

/* The score of that many moves. */
int64_t sample_score(uint64_t number, int count);

/* Adds that result, found at "tilt/classic:3" or "gems/endless:1", with 5 seconds. */
bool sample_add_result(struct store *store, uint64_t number, int count, bool optimal);
/* The same, with or without the counter having been seen. */
bool sample_add_unaided(struct store *store, uint64_t number, int count, bool optimal,
                        bool unaided);

/* Adds a result with other moves, which may be wrong. */
bool sample_add_claim(struct store *store, uint64_t number, const char *moves, int count,
                      int64_t score);

/* Saves a game in progress of the level, with 61 seconds. */
bool sample_save_game(struct store *store, uint64_t number, const char *history);

#endif
