/* A board in small: its cells as a few pixels each, without margin, symbols and labels, in the
 * middle of a plate that takes the whole room for it. */
#ifndef PARLOUR_UI_WIDGET_THUMBNAIL_H
#define PARLOUR_UI_WIDGET_THUMBNAIL_H

#include "puzzle/picture.h"
#include "puzzle/puzzle.h"

struct thumbnail;

/* Makes one for a room of `size` on the screen, in the largest scale that fits; of a board that
 * fits in none, the middle. `tones` are the terminal's. `canvas` is painted on meanwhile. NULL
 * without memory. */
struct thumbnail *thumbnail_new(struct picture *canvas, const struct puzzle *puzzle,
                                const struct level *level, const struct state *state,
                                struct size size, enum tones tones);
void thumbnail_free(struct thumbnail *thumbnail);

/* Whether it was made for a room of that size. */
bool thumbnail_fits(const struct thumbnail *thumbnail, struct size size);

void thumbnail_paint(const struct thumbnail *thumbnail, struct picture *picture, int row,
                     int column);

#endif
