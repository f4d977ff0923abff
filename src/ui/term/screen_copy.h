/* How a terminal is asked to put a text on the clipboard. */
#ifndef PARLOUR_UI_TERM_SCREEN_COPY_H
#define PARLOUR_UI_TERM_SCREEN_COPY_H

#include <stdbool.h>

/* Called as the terminal is opened: later curses allocates no more for this. False without
 * memory. */
bool screen_copy_begin(void);

/* The sequence to be sent, to be freed; NULL where terminfo has none, or the text is longer than
 * every terminal takes. */
char *screen_copy_text(const char *text);

#endif
