/* The puzzles playing themselves, and the program's name: a greeting in the room of the preview,
 * until a level is chosen. */
#ifndef PARLOUR_UI_PAGE_MENU_SHOWCASE_H
#define PARLOUR_UI_PAGE_MENU_SHOWCASE_H

#include "ui/app.h"

struct showcase;

/* NULL without levels to show, or memory. */
struct showcase *showcase_new(const struct app *app);
void showcase_free(struct showcase *showcase);

/* Whether a room is large enough. */
bool showcase_fits(struct size room);

/* When the next move is due; 0: never, as where animations are not full, because what moves by
 * itself would be sent over a slow line, and after a minute without a key. */
int64_t showcase_due(const struct showcase *showcase, const struct app *app);
/* Makes it, unless the terminal does not read. */
void showcase_tick(struct showcase *showcase, const struct app *app);

/* Draws the name and the boards there, with pixels. */
void showcase_draw(struct showcase *showcase, struct app *app, int row, int column,
                   struct size room);

#endif
