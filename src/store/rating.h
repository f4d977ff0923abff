/* The player's rating, from the results that are kept; nothing is stored for it.
 *
 * The first result of each level counts, if it was unaided: a win in the minimum number of moves, a
 * loss in more. The level is the opponent, with the rating of its difficulty and a wide deviation.
 * A day (UTC) is a rating period. */
#ifndef PARLOUR_STORE_RATING_H
#define PARLOUR_STORE_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include "algo/glicko.h"
#include "store/outcome.h"

/* A day with a rated result, and the rating after it. */
struct rating_day {
	int64_t day; /* days since 1970 */
	struct glicko rating;
};

/* Of one puzzle, or of all. */
struct player_rating {
	struct rating_day *days;
	int count;
	int games; /* that counted */
};

/* Rates the outcomes of one puzzle, by its name, or of all (NULL). To be freed by rating_free.
 * False without memory. */
bool rating_of(const struct outcomes *outcomes, const char *puzzle, struct player_rating *rating);
void rating_free(struct player_rating *rating);

/* The rating on a day: that of a new player without a result, and wider with each day since the
 * last. */
struct glicko rating_on(const struct player_rating *rating, int64_t day);

/* The rating with which a level enters: measured, if it is shipped; else as expected of the
 * puzzle, by its name, and par. Players differ from those that it was measured with, so the
 * deviation is wide. */
struct glicko rating_of_level(uint64_t level, const char *puzzle, int par);

#endif
