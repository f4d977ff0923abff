/* The times of a list of moves, as text: how many tenths of a second each took, separated by
 * commas: "12,5,30" are moves at 1.2, 1.7 and 4.7 seconds. "": unknown. By its form, times rise;
 * whoever wrote it may have made them up. */
#ifndef PARLOUR_PUZZLE_TIMES_H
#define PARLOUR_PUZZLE_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#define TIMES_MARK '~' /* before times that follow something else in a word */

enum { TIMES_TENTHS_MAX = 999999999 }; /* of all moves: more than three years */

/* Takes the next move's time off *text and adds it to *tenths, the time of the move before. False,
 * with nothing changed, at the end, or if no time is next. */
bool times_next(const char **text, int64_t *tenths);

/* Whether the text has the times of so many moves; *tenths is then that of the last. */
bool times_fit(const char *text, int count, int64_t *tenths);

/* Whether such times are less than others of as many moves; any is less than an unknown one. */
bool times_are_less(const char *times, const char *other);

#endif
