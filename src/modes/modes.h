/* The puzzles, for the list of modes alone. */
#ifndef PARLOUR_MODES_MODES_H
#define PARLOUR_MODES_MODES_H

#include "core/mode.h"

extern const struct mode tilt_mode;
extern const struct mode gems_mode;
extern const struct mode bishop_mode;
extern const struct mode lines_mode;

#endif
