/* How a terminal is asked to put a text on the clipboard. */
#ifndef PARLOUR_UI_TERM_SCREEN_COPY_H
#define PARLOUR_UI_TERM_SCREEN_COPY_H

#include <stdbool.h>

/* Called first, as the terminal is opened: from then on curses takes no more memory for it. False
 * without that memory. */
bool screen_copy_begin(void);

/* What is to be sent for that, to be freed; NULL where terminfo does not say how, or the text is
 * longer than terminals take for sure. */
char *screen_copy_text(const char *text);

#endif
