/* New boards of match three. */
#ifndef PARLOUR_PUZZLES_GEMS_GENERATE_H
#define PARLOUR_PUZZLES_GEMS_GENERATE_H

#include "puzzle/puzzle.h"

/* What struct puzzle asks for. A board to be cleared whole is built backwards, so that there is a
 * way; any other is full of gems by chance. */
bool gems_generate(struct level *level, const struct recipe *recipe, struct random *random);

#endif
