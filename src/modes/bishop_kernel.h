/* The search of bishop's own, for levels whose positions a number of 63 bits can hold. */
#ifndef PARLOUR_MODES_BISHOP_KERNEL_H
#define PARLOUR_MODES_BISHOP_KERNEL_H

#include "core/kernel.h"

extern const struct kernel bishop_kernel;

#endif
