/* Pictures of gems: what paint.c has in ASCII, and paint_pixels.c and marks.c in pixels. */
#ifndef PARLOUR_PUZZLES_GEMS_PAINT_H
#define PARLOUR_PUZZLES_GEMS_PAINT_H

#include "puzzle/puzzle.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/scene.h"

static const struct size margin = GEMS_MARGIN;

/* ---- paint_pixels.c ---- */

/* The gems of a scene, on a board whose frame is painted. */
void gems_paint_pixels(const struct level *level, const struct view *view,
                       const struct scene *scene, struct picture *picture);

/* The cursor on a cell. */
void gems_paint_pixel_cursor(const struct level *level, int cell, struct picture *picture);

/* The two gems of a hint. */
void gems_paint_pixel_hint(const struct level *level, const struct scene *scene, move_code hint,
                           struct picture *picture);

/* A bead in the gap between the two gems of a swap. */
void gems_paint_pixel_link(const struct level *level, move_code move, colour_id colour,
                           struct picture *picture);

/* ---- marks.c ---- */

/* How a gem is marked where there are no colours, in cells of at least four pixels. */
enum mark { MARK_CHOSEN, MARK_SOURCE, MARK_TARGET, MARK_CURSOR };
void gems_mark_without_colours(struct picture *picture, int y, int x, enum mark mark);

#endif
