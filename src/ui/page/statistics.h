/* The statistics page, in two files: figures and the rating (statistics.c), and the calendar of
 * daily boards (statistics_days.c). */
#ifndef PARLOUR_UI_PAGE_STATISTICS_H
#define PARLOUR_UI_PAGE_STATISTICS_H

#include "algo/least.h"
#include "os/clock.h"
#include "puzzle/puzzle.h"
#include "store/rating.h"
#include "store/store.h"
#include "ui/app.h"

enum { MONTH_DAYS = 31 };

enum statistics_view { VIEW_FIGURES, VIEW_RATING, VIEW_DAYS, VIEWS };

struct statistics_state {
	struct statistics *figures; /* by puzzle; NULL while the page is closed */
	struct player_rating *ratings; /* by puzzle; then that of all */
	int64_t today, day;         /* days since 1970 (UTC): now, and the chosen one */
	enum statistics_view view;
	int puzzle;                   /* of the calendar */
	struct best best[MONTH_DAYS]; /* of that puzzle's boards in the chosen day's month */
	struct best rung[LADDER_RUNGS]; /* of its ladder in the chosen day's week */
};

static inline struct statistics_state *statistics_of(const struct app *app)
{
	return app->state[PAGE_STATISTICS];
}

/* Reads the results of the chosen month and week. */
void days_read(struct app *app);
/* False if the key has no meaning in the calendar. */
bool days_key(struct app *app, struct press press);
void days_draw(struct app *app);

#endif
