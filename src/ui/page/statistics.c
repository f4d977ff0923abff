/* The statistics page: a column for each puzzle. The store is asked once, as the page is opened: it
 * replays every result for that. */
#include <assert.h>
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
	LABEL_COLUMNS = 12, /* as many as four puzzles leave of forty columns */
	FIGURE_COLUMNS = 12,
	FIGURE_BYTES = 32,
	ROOMY = 20, /* rows; with fewer, nothing stands between the groups */
};

/* Of each puzzle; NULL while the page is closed. */
static struct statistics **statistics_of(const struct app *app)
{
	return app->state[PAGE_STATISTICS];
}

enum figure { PLAYED, SOLVED, AT_PAR, LEAST, MOVES, TIME, STREAK, LONGEST, SCORE, FIGURES };

static const struct {
	const char *label;
	bool begins_group;
} rows[FIGURES] = {
	[PLAYED] = {"played", true},    [SOLVED] = {"solved", false},
	[AT_PAR] = {"at par", false},   [LEAST] = {"proven least", false},
	[MOVES] = {"moves", true},      [TIME] = {"time", false},
	[STREAK] = {"streak", true},    [LONGEST] = {"longest", false},
	[SCORE] = {"best score", true},
};

/* In six characters, for a hundred thousand hours to come. */
static void print_time(int64_t seconds, char out[FIGURE_BYTES])
{
	const int64_t minutes = seconds / 60, hours = minutes / 60;
	if (minutes < 60)
		snprintf(out, FIGURE_BYTES, "%" PRId64 ":%02d", minutes, (int)(seconds % 60));
	else if (hours < 100)
		snprintf(out, FIGURE_BYTES, "%" PRId64 "h %02d", hours, (int)(minutes % 60));
	else
		snprintf(out, FIGURE_BYTES, "%" PRId64 "h", hours);
}

static int64_t number_of(const struct statistics *statistics, enum figure figure)
{
	switch (figure) {
	case PLAYED: return statistics->played;
	case SOLVED: return statistics->solved;
	case AT_PAR: return statistics->at_par;
	case LEAST: return statistics->least;
	case MOVES: return statistics->moves;
	case TIME: return statistics->seconds;
	case STREAK: return statistics->streak;
	case LONGEST: return statistics->longest;
	default: return statistics->score;
	}
}

static void print_figure(const struct statistics *statistics, enum figure figure,
                         char out[FIGURE_BYTES])
{
	const int64_t number = number_of(statistics, figure);
	if (number == 0)
		snprintf(out, FIGURE_BYTES, "-");
	else if (figure == TIME)
		print_time(number, out);
	else
		snprintf(out, FIGURE_BYTES, "%" PRId64, number);
}

/* Draws a text right-aligned to the column. */
static void draw_right(struct picture *picture, int row, int column, enum role role,
                       const char *text)
{
	picture_print(picture, row, column - (int)strlen(text), role, "%s", text);
}

/* The label of a figure; returns the row after it. */
static int draw_label(const struct app *app, int row, enum figure figure)
{
	row += rows[figure].begins_group && app->picture->rows >= ROOMY;
	picture_print(app->picture, row, 1, ROLE_QUIET, "%s", rows[figure].label);
	return row + 1;
}

static void draw_column(struct app *app, int puzzle, int column)
{
	int row = HEAD_ROWS;
	draw_right(app->picture, row++, column, ROLE_STRONG, puzzle_at(puzzle)->title);
	for (int f = 0; f < FIGURES; f++) {
		char text[FIGURE_BYTES];
		row = draw_label(app, row, (enum figure)f);
		print_figure(&(*statistics_of(app))[puzzle], (enum figure)f, text);
		draw_right(app->picture, row - 1, column, ROLE_TEXT, text);
	}
}

static int count_puzzles(void)
{
	int count = 0;
	while (puzzle_at(count) != NULL)
		count++;
	return count;
}

static bool open_statistics(struct app *app, const struct destination *to)
{
	(void)to;
	struct statistics *statistics = calloc((size_t)count_puzzles(), sizeof *statistics);
	if (statistics == NULL) {
		app_say(app, "out of memory");
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

/* Any key leads back. */
static void take_key(struct app *app, struct press press)
{
	(void)press;
	app_go_back(app);
}

static void draw(struct app *app)
{
	struct picture *picture = app->picture;
	const int count = count_puzzles();
	assert(count > 0);
	int width = (picture->columns - LABEL_COLUMNS) / count;
	if (width > FIGURE_COLUMNS)
		width = FIGURE_COLUMNS;
	app_click_anywhere(app, PRESS_ENTER);
	picture_print(picture, 0, 1, ROLE_STRONG, "Statistics");
	for (int m = 0; m < count; m++)
		draw_column(app, m, LABEL_COLUMNS + (m + 1) * width);
	app_draw_footer(app, ON_STATISTICS, NULL, "streak: days in a row (UTC) with a level solved",
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
