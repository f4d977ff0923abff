/* How colours look to people: contrast, distance, and colour-blindness, in published formulas.
 * Colours are 0xrrggbb, in sRGB. */
#ifndef PARLOUR_TESTS_SUPPORT_SIGHT_H
#define PARLOUR_TESTS_SUPPORT_SIGHT_H

#include <stdint.h>

/* Contrast of two colours, from 1 to 21, and relative luminance: WCAG 2. */
double sight_contrast(uint32_t a, uint32_t b);
double sight_luminance(uint32_t rgb);

/* CIE L*a*b* with the white point D65. */
struct lab {
	double l, a, b;
};
struct lab sight_lab(uint32_t rgb);

/* CIEDE2000. */
double sight_difference(struct lab x, struct lab y);

enum sight { SIGHT_FULL, SIGHT_PROTANOPIA, SIGHT_DEUTERANOPIA, SIGHT_TRITANOPIA, SIGHTS };
extern const char *const sight_names[SIGHTS];

/* A colour as people with that sight see it. */
uint32_t sight_simulate(enum sight sight, uint32_t rgb);

#endif
