/* The permutations on the edges of a tilt graph, each kept once. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_PERMUTATIONS_H
#define PARLOUR_PUZZLES_TILT_SOLVER_PERMUTATIONS_H

#include "puzzles/tilt/solver/graph.h"

/* False without memory; tilt_turns_free is right in any case. */
bool tilt_turns_init(struct tilt_graph *graph);
void tilt_turns_free(struct tilt_graph *graph);

/* Makes sure that the table has room for so many more. */
enum tilt_growth tilt_turns_room(struct tilt_graph *graph, uint32_t more, struct monitor *monitor,
                                 struct answer *answer);

/* The number of a permutation, kept if it is new; TILT_NONE: no memory. There must be room. */
uint32_t tilt_turn_number(struct tilt_graph *graph, const uint8_t *turn);

bool tilt_is_odd(const uint8_t *turn, int blocks);

#endif
