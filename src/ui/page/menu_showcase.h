/* The puzzles playing themselves, side by side: a greeting for players who come for the first
 * time. */
#ifndef PARLOUR_UI_PAGE_MENU_SHOWCASE_H
#define PARLOUR_UI_PAGE_MENU_SHOWCASE_H

#include "ui/app.h"

struct showcase;

/* One easy level of each puzzle. NULL without memory, or if animation is not full. */
struct showcase *showcase_new(const struct app *app);
void showcase_free(struct showcase *showcase); /* or NULL */

/* Draws the boards from a row on, if there is room for them; returns the row after them. */
int showcase_draw(const struct showcase *showcase, struct app *app, int row);

/* When the next move is due, in milliseconds; 0: never, when nobody has touched a key for a
 * minute. */
int64_t showcase_due(const struct showcase *showcase, const struct app *app);
void showcase_tick(struct showcase *showcase);

#endif
