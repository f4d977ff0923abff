/* The search of lines' own: see core/kernel.h. */
#ifndef PARLOUR_MODES_LINES_KERNEL_H
#define PARLOUR_MODES_LINES_KERNEL_H

#include "core/kernel.h"

extern const struct kernel lines_kernel;

#endif
