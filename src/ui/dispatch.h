/* Navigates between pages, and passes each key to the page on the screen. */
#ifndef PARLOUR_UI_DISPATCH_H
#define PARLOUR_UI_DISPATCH_H

#include <stdbool.h>

#include "ui/app.h"

/* Opens a page; false, with a message, if it can't be opened. */
bool dispatch_go(struct app *app, const struct destination *to);
/* Goes to the destination that a page has set, if any. */
void dispatch_next(struct app *app);
/* Closes all pages. */
void dispatch_close_all(struct app *app);

/* Whether the terminal is too small for the page on the screen. */
bool dispatch_is_too_small(const struct app *app);
enum { ROWS_MIN = 16, COLUMNS_MIN = 40 };

/* Handles the keys and clicks that are waiting, for at most a tenth of a second. */
void dispatch_keys(struct app *app);

#endif
