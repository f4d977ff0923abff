/* The page of statistics. */
#ifndef PARLOUR_UI_PAGE_STATISTICS_H
#define PARLOUR_UI_PAGE_STATISTICS_H

#include "ui/page.h"

extern const struct page statistics_page;

#endif
