/* The search that serves every puzzle: A* over packed states (Hart, Nilsson, Raphael 1968), which
 * is breadth-first search where the mode's bound is 0. */
#ifndef PARLOUR_SEARCH_GENERAL_H
#define PARLOUR_SEARCH_GENERAL_H

#include "core/mode.h"

/* As the functions of struct kernel, for any level of any mode. Never NULL but without memory. */
struct general;
struct general *general_open(const struct mode *mode, const struct level *level, size_t bytes);
void general_close(struct general *general);
void general_search(struct general *general, const struct state *start, struct watch *watch,
                    struct answer *answer);

#endif
