/* Positions expanded on several threads, for the A* of astar.c and the beams of beam.c. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_PIPELINE_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_PIPELINE_H

#include "puzzles/bishop/solver/astar.h"

enum { BISHOP_BATCH = 1024 }; /* positions expanded at a time */

struct pipeline;

/* For a search, with its threads. NULL: it may use one, or this would take more than `bytes`, or
 * there is no memory. */
struct pipeline *bishop_pipeline_new(struct bishop_search *search, size_t bytes);
void bishop_pipeline_free(struct pipeline *pipeline);

/* The search's A*, as bishop_search_run: until search->made_max successors have been made. */
enum astar_outcome bishop_pipeline_astar(struct pipeline *pipeline);

/* Takes successors, on the caller's thread. False: no memory. */
typedef bool bishop_visit(void *context, const struct successor *successor, int count);

/* Closes positions, BISHOP_BATCH at most, and passes all their successors to `visit`, those of the
 * last position first but for some that there was no room for. Positions that have been expanded
 * before are left out. False: no memory. */
bool bishop_pipeline_expand(struct pipeline *pipeline, const uint64_t *rank, int count,
                            bishop_visit *visit, void *context);

#endif
