/* A bound of eccentricities without a walk through all words.
 *
 * Let some letters be marked and the rest alike. From a class with its letters in order, a walk
 * finds how many moves at most bring the marked letters to where another class and word has them.
 * The rest are then in their places up to a renaming h of them. If a loop, a way back to the
 * class, renames exactly so, it can be gone first; renaming commutes with moves. So the
 * eccentricity is at most that of the walk with marked letters plus the longest of the loops for
 * each h that there can be. Marked words stand for the cosets of the loops that leave the marked
 * letters in place; a solution of a permutation puzzle by a chain of two subgroups is bounded in
 * the same way (Thistlethwaite's method for Rubik's Cube).
 *
 * A loop for h is put together from two, of which the second brings the marked letters home from
 * where the first has brought them. */
#ifndef PARLOUR_ATLAS_COSETS_H
#define PARLOUR_ATLAS_COSETS_H

#include "walk.h"

/* Where the letters of a class are after some moves. */
struct placed {
	uint64_t key; /* the place of letter i in bits 4i to 4i + 3; above them the class */
	int moves;
};

struct cosets {
	const struct classes *classes;
	int letters, rest;
	struct walk walk; /* with marked letters */

	/* What was reached from the class at hand, in order; a hash table of them (linear
	 * probing, 0 is free); the loops among them. */
	struct placed *reached;
	uint64_t *table;
	uint32_t table_mask; /* its size less 1 */
	uint32_t reached_count, room_reached, expanded;
	uint32_t *loops, loops_count;
	struct loop_key *first,
		*second; /* loops by where they bring marked letters, or from where */

	struct class_steps *steps;
	uint32_t *stack;   /* of classes to read edges of */
	uint32_t *merged;  /* a forest of the places of all classes that a letter goes between */
	signed char *sign; /* of each class: of the permutation by which it was met; 0: not met */
	uint32_t room;     /* of classes in these */
};

void cosets_init(struct cosets *cosets, const struct classes *classes);
void cosets_free(struct cosets *cosets);

/* Bounds how far the farthest is that a class can reach within a set of classes that all reach
 * each other. Returns INT_MAX, if no bound was found. */
int cosets_bound(struct cosets *cosets, uint32_t node, const char *within);

#endif
