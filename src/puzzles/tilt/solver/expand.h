/* One layer more of a search from both ends of a tilt level, shared out among threads. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_EXPAND_H
#define PARLOUR_PUZZLES_TILT_SOLVER_EXPAND_H

#include "puzzles/tilt/solver/bidirectional.h"

/* Where the two sides met: numbers on both. */
struct tilt_meeting {
	uint32_t back, forth;
};

/* The word behind an edge of that permutation. */
uint64_t tilt_word_forth(const struct tilt_meet *meet, uint32_t turn, uint64_t word);

/* Nodes and classes. */
uint64_t tilt_meet_stored(const struct tilt_meet *meet);

/* Begins an empty side with some records. */
enum tilt_outcome tilt_expand_begin(struct tilt_meet *meet, struct tilt_front *front,
                                    const struct tilt_record *record, int count,
                                    struct monitor *monitor, struct answer *answer);

/* Makes the next layer of a side, going on where it was halted, by several threads if it is long.
 * TILT_MET where a class has been seen from the other side, if that has begun. */
enum tilt_outcome tilt_expand(struct tilt_meet *meet, struct tilt_front *front,
                              const struct tilt_front *other, struct tilt_meeting *meeting,
                              struct monitor *monitor, struct answer *answer);

#endif
