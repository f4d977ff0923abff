/* Bounds of eccentricities: how far the farthest is that a class of a layout can reach.
 *
 * By renaming, an eccentricity depends on the cells only. If class c can reach class s and s can
 * reach c, by d moves without regard to colours, then s with any word reaches some word of c in d
 * moves; both reach the same, as going round often enough restores a word; so ecc(s) <= d +
 * ecc(c). And ecc(s) is at most 1 more than that of the classes after s. So one walk for each
 * strongly connected component of a layout bounds them all; large components get a bound from
 * cosets first. Only where these are not below what is wanted, more walks follow. */
#ifndef PARLOUR_ATLAS_BOUNDS_H
#define PARLOUR_ATLAS_BOUNDS_H

#include "cosets.h"
#include "walk.h"

struct bounds {
	const struct grid *grid;
	const struct classes *classes;
	struct walk *walk;
	struct cosets cosets;
	int want;           /* bounds below need not be close */
	const char *wanted; /* as bounds_find() got it */

	/* Of each class: the component, in an order in which edges lead to lower ones; the classes
	 * before it, from before_first[n] on; the most that its eccentricity can be. */
	uint32_t *component, *component_first, *in_component, components;
	uint32_t *before_first, *before;
	int *bound;
	char *exact;  /* whether that is the eccentricity */
	char *within; /* whether it is in the component at hand */
	char *full; /* of each component: a class of it was walked from and reaches all its words */

	/* Of each class: the full component that all ways lead to, itself or another one, NOWHERE
	 * if there is none; and how many moves lead there at most. */
	uint32_t *into, *into_after;

	uint32_t *stack, *path, *order, *low;
	int *away;
	uint32_t room; /* of classes in these */
};

/* Walks are made with `walk`, which must not be in use then. */
void bounds_init(struct bounds *bounds, const struct grid *grid, const struct classes *classes,
                 struct walk *walk);
void bounds_free(struct bounds *bounds);

/* Bounds the eccentricities of all classes, closely where they may be `want` or more. Returns the
 * highest bound. Classes that have a 0 in `wanted` get no close bound; NULL: all may. What a wanted
 * class leads to must be wanted. */
int bounds_find(struct bounds *bounds, int want, const char *wanted);

/* Bounds how far the farthest is that a start can reach, whose classes are given, after
 * bounds_find(). */
int bounds_of_start(const struct bounds *bounds, const uint32_t class[AXES]);

#endif
