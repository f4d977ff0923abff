/* The help page. */
#ifndef PARLOUR_UI_PAGE_HELP_H
#define PARLOUR_UI_PAGE_HELP_H

#include "ui/page.h"

extern const struct page help_page;

#endif
