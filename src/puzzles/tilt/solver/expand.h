/* Expands one layer of a bidirectional search of a tilt level, divided among threads. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_EXPAND_H
#define PARLOUR_PUZZLES_TILT_SOLVER_EXPAND_H

#include "puzzles/tilt/solver/bidirectional.h"

/* The class where the two sides met, by its number on both. */
struct tilt_meeting_point {
	uint32_t backward, forward;
};

/* The colouring that an edge with that permutation leads to. */
uint64_t tilt_expand_permute(const struct tilt_bidirectional *search, uint32_t permutation,
                             uint64_t colouring);

/* Starts an empty side with some records. */
enum tilt_status tilt_expand_start(struct tilt_bidirectional *search, struct tilt_visited *visited,
                                   const struct tilt_record *record, int count,
                                   struct monitor *monitor, struct answer *answer);

/* Expands the last layer of a side, by several threads if it is large; continues where it was
 * stopped. TILT_MET where a new class has been visited from the other side, if that side has any
 * classes. */
enum tilt_status tilt_expand(struct tilt_bidirectional *search, struct tilt_visited *visited,
                             const struct tilt_visited *other, struct tilt_meeting_point *point,
                             struct monitor *monitor, struct answer *answer);

#endif
