/* A plan, soon: beam search (Reddy 1977) over the numbered positions of a level.
 *
 * From the best positions that as many moves lead to, all that one move more leads to are bounded;
 * the best of those that were never met before are kept, and so on until one is solved. Best are
 * those with the lowest bound; but a target that few cells lead to counts more than others, so that
 * crowded boards are filled from their far ends, not closed before. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_BEAM_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_BEAM_H

#include "puzzles/bishop/solver/astar.h"

/* Weighs the targets of a level by how few cells a piece can come from on an empty board. */
void bishop_beam_weigh(struct bishop_context *context);

/* Looks for a plan from the start of a search, shorter than its answer's if that has one, by a beam
 * of `width` positions within `bytes`, and enters it in the answer. Adds the positions met to those
 * of the search, and its successors to *made. PAUSED: it came to its end, or found a plan; STOPPED;
 * FULL: a wider one would find no more, or has no room. */
enum astar_outcome bishop_beam(struct bishop_search *search, int width, size_t bytes,
                               uint64_t *made);

/* Where pieces slide all the way, few moves lead to a goal in the open, but many away from it: the
 * same from the goal to the start, by moves back. Whether a level has that: not if colours take
 * turns, or if pieces without targets leave open where they end. */
bool bishop_beam_has_back(const struct bishop_context *context);
enum astar_outcome bishop_beam_back(struct bishop_search *search, int width, size_t bytes,
                                    uint64_t *made);

#endif
