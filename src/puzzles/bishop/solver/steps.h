/* The moves of a position and, back, those that lead to it.
 *
 * What lies ahead of a cell is a set of bits, as are the cells with pieces. The first that both
 * have in common, or the last where numbers fall, is what is in the way. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_STEPS_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_STEPS_H

#include "puzzles/bishop/solver/space.h"

/* A neighbour of a position. */
struct step {
	uint64_t rank;
	uint64_t set;      /* of the troop that moved */
	uint16_t from, to;
	uint16_t troop;    /* from 0 */
};

/* Whether no two troops have a piece on one cell nor, under no-attack, see each other. */
bool bishop_space_can_stand(const struct space *space, const struct position *position);

/* Steps of a position at most: into a free cell, from one direction, only the nearest piece can
 * go. */
static inline size_t bishop_space_steps_most(const struct space *space)
{
	return (size_t)space->cells * (size_t)space->directions;
}

/* The positions that one move leads to, or (back) those from which one leads here. Back from where
 * colours take turns, the start, where nobody has moved yet, is not among them. Under no-attack the
 * position must be peaceful. Returns how many. */
int bishop_space_steps(const struct space *space, const struct position *position, bool back,
                       struct step *out);

#endif
