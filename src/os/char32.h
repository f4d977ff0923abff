/* char32_t, the type of a code point; macOS and some BSDs have no <uchar.h>. */
#ifndef PARLOUR_OS_CHAR32_H
#define PARLOUR_OS_CHAR32_H

#ifdef HAVE_UCHAR_H
#include <uchar.h>
#else
#include <stdint.h>

typedef uint_least32_t char32_t; /* as C11 defines it */
#endif

#endif
