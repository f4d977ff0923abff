/* The statistics page: a column for each puzzle. The store is queried once, when the page opens,
 * because it replays every result. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/key.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"
#include "store/store.h"
#include "ui/app.h"

enum {
	HEAD_ROWS = 2,
	LABEL_COLUMNS = 12, /* what four puzzles leave of forty columns */
	FIGURE_COLUMNS = 12,
	FIGURE_BYTES = 32,
	ROOMY = 20, /* rows; with fewer, there are no blank lines between the groups */
};

/* The statistics of each puzzle; NULL while the page is closed. */
static struct statistics **statistics_of(const struct app *app)
{
	return app->state[PAGE_STATISTICS];
}

/* A number, or a time in six characters, enough for a hundred thousand hours. */
static void print_figure(int64_t number, bool is_time, char out[FIGURE_BYTES])
{
	const int64_t minutes = number / 60, hours = minutes / 60;
	if (number == 0)
		snprintf(out, FIGURE_BYTES, "-");
	else if (!is_time)
		snprintf(out, FIGURE_BYTES, "%" PRId64, number);
	else if (minutes < 60)
		snprintf(out, FIGURE_BYTES, "%" PRId64 ":%02d", minutes, (int)(number % 60));
	else if (hours < 100)
		snprintf(out, FIGURE_BYTES, "%" PRId64 "h %02d", hours, (int)(minutes % 60));
	else
		snprintf(out, FIGURE_BYTES, "%" PRId64 "h", hours);
}

/* Draws a text right-aligned to the column. */
static void draw_right(struct picture *picture, int row, int column, enum role role,
                       const char *text)
{
	picture_print(picture, row, column - (int)strlen(text), role, "%s", text);
}

/* Draws a puzzle's figures, and the labels at the left. */
static void draw_column(struct app *app, int puzzle, int column)
{
	const struct statistics *statistics = &(*statistics_of(app))[puzzle];
	const struct {
		const char *label;
		int64_t number;
		bool is_time, begins_group;
	} figures[] = {
		{"played", statistics->played, false, true},
		{"solved", statistics->solved, false, false},
		{"at par", statistics->at_par, false, false},
		{"optimal", statistics->minimal, false, false},
		{"two stars", statistics->unaided, false, false},
		{"moves", statistics->moves, false, true},
		{"time", statistics->seconds, true, false},
		{"streak", statistics->streak, false, true},
		{"longest", statistics->longest, false, false},
		{"best score", statistics->score, false, true},
	};
	const bool roomy = app->picture->rows >= ROOMY;
	int row = roomy ? HEAD_ROWS : 1;
	draw_right(app->picture, row++, column, ROLE_STRONG, puzzle_at(puzzle)->title);
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
		char text[FIGURE_BYTES];
		print_figure(figures[i].number, figures[i].is_time, text);
		row += figures[i].begins_group && roomy;
		picture_print(app->picture, row, 1, ROLE_QUIET, "%s", figures[i].label);
		draw_right(app->picture, row++, column, ROLE_TEXT, text);
	}
}

static bool open_statistics(struct app *app, const struct destination *to)
{
	(void)to;
	struct statistics *statistics = calloc((size_t)puzzle_count(), sizeof *statistics);
	if (statistics == NULL) {
		app_say_sentence(app, "out of memory");
		return false;
	}
	for (int m = 0; puzzle_at(m) != NULL; m++)
		statistics[m] = store_statistics(app->store, puzzle_at(m)->name);
	*statistics_of(app) = statistics;
	return true;
}

static void close_statistics(struct app *app)
{
	free(*statistics_of(app));
	*statistics_of(app) = NULL;
}

/* Any key goes back. */
static void take_key(struct app *app, struct press press)
{
	(void)press;
	app_go_back(app);
}

static void draw(struct app *app)
{
	struct picture *picture = app->picture;
	const int count = puzzle_count(), width = (picture->columns - LABEL_COLUMNS) / count;
	const int step = width < FIGURE_COLUMNS ? width : FIGURE_COLUMNS;
	app_click_anywhere(app, PRESS_ENTER);
	picture_print(picture, 0, 1, ROLE_STRONG, "Statistics");
	for (int m = 0; m < count; m++)
		draw_column(app, m, LABEL_COLUMNS + (m + 1) * step);
	app_draw_footer(app, ON_STATISTICS, NULL,
	                "Streak: days in a row (UTC) with a solved level. Optimal: proven minimum.",
	                ROLE_QUIET);
}

const struct page statistics_page = {
	.state_bytes = sizeof(struct statistics *),
	.where = ON_STATISTICS,
	.open = open_statistics,
	.close = close_statistics,
	.key = take_key,
	.draw = draw,
};
