/* The statistics page: figures, a column for each puzzle; the rating; the calendar of daily boards
 * (statistics_days.c). The store is read when the page opens, and not again, because that
 * replays every result. */
#include "ui/page/statistics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzle/key.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"
#include "ui/widget/graph.h"

enum {
	HEAD_ROWS = 2,
	LABEL_COLUMNS = 12, /* what four puzzles leave of forty columns */
	FIGURE_COLUMNS = 12,
	FIGURE_BYTES = 64,
	ROOMY = 20, /* rows; with fewer, there are no blank lines between the groups */
	CURVE_ROW = 6,
	CURVE_COLUMNS_MAX = 100,
	CURVE_MARGIN = 50, /* below the lowest rating of the curve */
};

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
		/* TRANSLATORS: hours and minutes: 6 columns */
		snprintf(out, FIGURE_BYTES, _("%ldh %02d"), (long)hours, (int)(minutes % 60));
	else
		/* TRANSLATORS: hours: 6 columns */
		snprintf(out, FIGURE_BYTES, _("%ldh"), (long)hours);
}

/* Draws a text right-aligned to the column, in that many columns. */
static void draw_right(struct picture *picture, int row, int column, int columns, enum role role,
                       const char *text)
{
	const int width = least(text_columns(text), columns);
	picture_text(picture, row, column - width, width, role, text);
}

static int rounded(struct glicko rating)
{
	return (int)lround(rating.rating);
}

enum { FIGURES = 11 };

/* The columns of the labels, and of each puzzle; and where heads are too long for these, how many
 * rows every other one stands above its place. */
struct table {
	int labels, step, raised;
};

static const char *figure_label(int figure)
{
	static const char *const labels[FIGURES] = {
		/* TRANSLATORS: The labels of the statistics: at most 11 columns, if possible, for
		 * a screen of 40 columns. */
		NC_("statistics", "played"),     NC_("statistics", "solved"),
		NC_("statistics", "at par"),     NC_("statistics", "optimal"),
		NC_("statistics", "two stars"),  NC_("statistics", "rating"),
		NC_("statistics", "moves"),      NC_("statistics", "time"),
		NC_("statistics", "in a row"),   NC_("statistics", "longest"),
		NC_("statistics", "best score"),
	};
	return language_text_in(labels[figure]);
}

/* Draws a puzzle's figures, right-aligned to a column, and the labels at the left. */
static void draw_column(struct app *app, int puzzle, int column, struct table table)
{
	const struct statistics_state *state = statistics_of(app);
	const struct statistics *statistics = &state->figures[puzzle];
	const struct player_rating *rating = &state->ratings[puzzle];
	const int64_t rated = rating->games > 0 ? rounded(rating_on(rating, state->today)) : 0;
	const struct {
		int64_t number;
		bool is_time, begins_group;
	} figures[FIGURES] = {
		{statistics->played, false, true},        {statistics->solved, false, false},
		{statistics->at_par, false, false},       {statistics->minimal, false, false},
		{statistics->unaided, false, false},      {rated, false, false},
		{statistics->moves, false, true},         {statistics->seconds, true, false},
		{statistics->days_in_a_row, false, true}, {statistics->longest, false, false},
		{statistics->score, false, true},
	};
	const bool roomy = app->picture->rows >= ROOMY;
	int row = roomy ? HEAD_ROWS : 1;
	draw_right(app->picture, row++ - puzzle % 2 * table.raised, column,
	           (1 + table.raised) * table.step - 1, ROLE_STRONG, _(puzzle_at(puzzle)->title));
	for (int i = 0; i < FIGURES; i++) {
		char text[FIGURE_BYTES];
		print_figure(figures[i].number, figures[i].is_time, text);
		row += figures[i].begins_group && roomy;
		picture_text(app->picture, row, 1, table.labels - 1, ROLE_QUIET, figure_label(i));
		draw_right(app->picture, row++, column, table.step - 1, ROLE_TEXT, text);
	}
}

/* ---- the rating ---- */

/* "1495 to 1612 since 3 May 2026" */
static void print_range(struct picture *picture, const struct graph *graph, int64_t first)
{
	const time_t begun = (time_t)first * SECONDS_PER_DAY;
	struct tm day;
	char date[DATE_WORDS_MAX];
	gmtime_r(&begun, &day);
	date_in_words(&day, date);
	/* TRANSLATORS: the lowest and the highest rating since a date */
	picture_print(picture, graph->row - 1, graph->column, ROLE_QUIET, _("%d to %d since %s"),
	              graph->lowest, graph->highest, date);
}

/* The curve from the first rated day until today, in as many columns as there are days or room. */
static void draw_curve(struct app *app, const struct player_rating *rating, int64_t today)
{
	struct picture *picture = app->picture;
	int columns = least(CURVE_COLUMNS_MAX, picture->columns - 2);
	struct graph graph = {.row = CURVE_ROW, .column = 1, .rows = picture->rows - CURVE_ROW - 3};
	const int64_t first = rating->days[0].day, span = today - first + 1;
	graph.lowest = graph.highest = rounded(rating->days[0].rating);
	for (int i = 0; i < rating->count; i++) {
		graph.lowest = least(graph.lowest, rounded(rating->days[i].rating));
		graph.highest = greatest(graph.highest, rounded(rating->days[i].rating));
	}
	if (graph.rows < 1)
		return;
	if (graph.lowest < graph.highest)
		print_range(picture, &graph, first);
	graph.lowest -= CURVE_MARGIN;
	columns = span < columns ? (int)span : columns;
	for (int i = 0; i < columns; i++) {
		const int64_t day = columns == 1 ? today : first + i * (span - 1) / (columns - 1);
		graph_bar(picture, &graph, i, rounded(rating_on(rating, day)), COLOUR_ACCENT, '#');
	}
}

static void draw_rating(struct app *app)
{
	const struct statistics_state *state = statistics_of(app);
	const struct player_rating *all = &state->ratings[puzzle_count()];
	struct picture *picture = app->picture;
	const struct glicko now = rating_on(all, state->today);
	if (all->games == 0) {
		char words[MESSAGE_MAX], key[KEY_NAME_MAX];
		snprintf(words, sizeof words,
		         _("No rating yet. The first time that you solve a level counts, if you "
		           "did not see its counter: %s hides it."),
		         app_key(app, ON_STATISTICS, 'o', key));
		words_wrap(picture, 2, 1, least(picture->columns - 2, 60), ROLE_TEXT, words);
		return;
	}
	picture_print(picture, 2, 1, ROLE_TEXT, _("All puzzles: %.0f, give or take %.0f"),
	              now.rating, 2 * now.deviation);
	picture_print(picture, 3, 1, ROLE_QUIET,
	              text_plural("%d first try without the counter",
	                          "%d first tries without the counter", all->games),
	              all->games);
	draw_curve(app, all, state->today);
}

/* ---- the page ---- */

static void close_statistics(struct app *app)
{
	struct statistics_state *state = statistics_of(app);
	for (int i = 0; state->ratings != NULL && i <= puzzle_count(); i++)
		rating_free(&state->ratings[i]);
	free(state->figures);
	free(state->ratings);
	*state = (struct statistics_state){.today = state->today,
	                                   .day = state->day,
	                                   .puzzle = state->puzzle};
}

/* The ratings of each puzzle, then that of all. */
static bool find_ratings(struct app *app, struct player_rating *ratings)
{
	struct entries entries = {0};
	struct outcomes outcomes;
	int omitted;
	store_read_all(app->store, &entries, &omitted);
	bool good = outcomes_find(&entries, &outcomes);
	for (int i = 0; good && i <= puzzle_count(); i++)
		good = rating_of(&outcomes, puzzle_at(i) == NULL ? NULL : puzzle_at(i)->name,
		                 &ratings[i]);
	outcomes_free(&outcomes);
	entries_free(&entries);
	return good;
}

/* The calendar is where it was left today. */
static bool open_statistics(struct app *app, const struct destination *to)
{
	(void)to;
	struct statistics_state *state = statistics_of(app);
	const size_t count = (size_t)puzzle_count();
	const int64_t today = time(NULL) / SECONDS_PER_DAY;
	*state = (struct statistics_state){
		.figures = calloc(count, sizeof *state->figures),
		.ratings = calloc(count + 1, sizeof *state->ratings),
		.today = today,
		.day = state->today == today ? state->day : today,
		.puzzle = state->today == today ? state->puzzle : 0,
	};
	if (state->figures == NULL || state->ratings == NULL ||
	    !find_ratings(app, state->ratings)) {
		close_statistics(app);
		app_say_sentence(app, _("out of memory"));
		return false;
	}
	for (int m = 0; puzzle_at(m) != NULL; m++)
		state->figures[m] = store_statistics(app->store, puzzle_at(m)->name);
	return true;
}

/* In the calendar keys choose a day; elsewhere any other key goes back. */
static void take_key(struct app *app, struct press press)
{
	struct statistics_state *state = statistics_of(app);
	if (press.action == ACTION_VIEW) {
		state->view = (enum statistics_view)((state->view + 1) % VIEWS);
		days_read(app);
	} else if (state->view != VIEW_DAYS || !days_key(app, press)) {
		app_go_back(app);
	}
}

static const char *word(const struct app *app, const struct key_entry *entry)
{
	const bool of_days = entry->action != ACTION_VIEW && entry->where == ON_STATISTICS;
	return of_days && statistics_of(app)->view != VIEW_DAYS ? NULL : entry->footer;
}

static struct table measure_table(const struct app *app)
{
	const int count = puzzle_count(), columns = app->picture->columns;
	int labels = LABEL_COLUMNS; /* or more, for longer ones, if there is room */
	for (int i = 0; i < FIGURES; i++)
		labels = greatest(labels, text_columns(figure_label(i)) + 2);
	labels = greatest(LABEL_COLUMNS, least(labels, columns - count * FIGURE_COLUMNS));
	struct table table = {labels, least((columns - labels) / count, FIGURE_COLUMNS), 0};
	for (int m = 0; m < count; m++)
		if (text_columns(_(puzzle_at(m)->title)) >= table.step)
			table.raised = 1;
	return table;
}

static void draw_figures(struct app *app)
{
	const struct table table = measure_table(app);
	for (int m = 0; m < puzzle_count(); m++)
		draw_column(app, m, table.labels + (m + 1) * table.step, table);
}

/* Of the page's title. On a small screen, the second puzzle's head may be in its row. */
static int title_columns(const struct app *app)
{
	const struct table table = measure_table(app);
	const int head = least(text_columns(_(puzzle_at(1)->title)), 2 * table.step - 1);
	if (statistics_of(app)->view != VIEW_FIGURES || table.raised == 0 ||
	    app->picture->rows >= ROOMY)
		return app->picture->columns - 2;
	return table.labels + 2 * table.step - head - 2;
}

static void draw(struct app *app)
{
	static const struct {
		const char *title, *words;
		void (*draw)(struct app *app);
	} views[] = {
		[VIEW_FIGURES] = {N_("Statistics"),
	                          /* TRANSLATORS: At most 38 columns, one row. */
	                          N_("In a row: days (UTC) with a solution."), draw_figures},
		/* TRANSLATORS: Glicko-2 is how the rating is computed. */
		[VIEW_RATING] = {N_("Statistics: rating"),
	                         N_("Glicko-2. A win is the minimum at the first try."),
	                         draw_rating},
		[VIEW_DAYS] = {N_("Statistics: daily boards"), NULL, days_draw},
	};
	const enum statistics_view view = statistics_of(app)->view;
	if (view != VIEW_DAYS)
		app_click_anywhere(app, PRESS_ENTER);
	picture_text(app->picture, 0, 1, title_columns(app), ROLE_STRONG, _(views[view].title));
	views[view].draw(app);
	app_draw_footer(app, ON_STATISTICS, NULL,
	                views[view].words == NULL ? "" : _(views[view].words), ROLE_QUIET, false);
}

const struct page statistics_page = {
	.state_bytes = sizeof(struct statistics_state),
	.where = ON_STATISTICS,
	.open = open_statistics,
	.close = close_statistics,
	.key = take_key,
	.draw = draw,
	.word = word,
};
