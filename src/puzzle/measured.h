/* The ratings of the shipped levels, as play/rate.h measured them. The build makes the table from
 * levels/ratings, because measuring takes up to seconds a level. */
#ifndef PARLOUR_PUZZLE_MEASURED_H
#define PARLOUR_PUZZLE_MEASURED_H

#include <stdint.h>

struct measured {
	uint64_t identity; /* the level's */
	int rating;
};

/* Sorted by identity; there is none but once. */
extern const struct measured measured_levels[];
extern const int measured_count;

/* The rating of a shipped level, by its identity; -1 if there is none, as of any other level, or an
 * endless one. */
int measured_rating(uint64_t identity);

#endif
