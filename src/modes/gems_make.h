/* New boards of match three. */
#ifndef PARLOUR_MODES_GEMS_MAKE_H
#define PARLOUR_MODES_GEMS_MAKE_H

#include "core/mode.h"

/* What struct mode asks for. A board to be cleared whole is built backwards, so that there is a
 * way; any other is full of gems by chance. */
bool gems_generate(struct level *level, const struct recipe *recipe, struct random *random);

#endif
