/* The search of match three: optimal, and faster than the general one. */
#ifndef PARLOUR_MODES_GEMS_KERNEL_H
#define PARLOUR_MODES_GEMS_KERNEL_H

#include "core/kernel.h"

extern const struct kernel gems_kernel;

#endif
