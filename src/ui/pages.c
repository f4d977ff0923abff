/* The table of pages, the only place that names them. */
#include "ui/app.h"

const struct page *const pages[PAGES] = {
	[PAGE_MENU] = &menu_page,       [PAGE_GAME] = &game_page,
	[PAGE_EDITOR] = &editor_page,   [PAGE_STATISTICS] = &statistics_page,
	[PAGE_FORM] = &form_page,       [PAGE_RUN] = &run_page,
	[PAGE_PLAYERS] = &players_page, [PAGE_HELP] = &help_page,
};
