/* The shortest way in tilt, by what is special about its rules. */
#ifndef PARLOUR_MODES_TILT_KERNEL_H
#define PARLOUR_MODES_TILT_KERNEL_H

#include "core/kernel.h"

extern const struct kernel tilt_kernel;

#endif
