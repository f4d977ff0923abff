/* The calendar of daily boards: what became of each, and a way to play it now. Below it is the
 * ladder of the chosen day's week. */
#include <stdio.h>
#include <time.h>

#include "os/language.h"
#include "play/ladder.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"
#include "ui/page/statistics.h"

enum {
	FIRST_DAY = 20454, /* 1 January 2026, in days since 1970 */
	WEEK = 7,
	WEEKS = 6, /* that a month may have a part of */
	HEAD = 2,        /* rows above the calendar */
	DAY_COLUMNS = 5, /* "21 ★" */
};

static struct tm date_of(int64_t day)
{
	const time_t time = (time_t)day * SECONDS_PER_DAY;
	struct tm date;
	gmtime_r(&time, &date);
	return date;
}

/* The first day of a day's month. */
static int64_t month_of(int64_t day)
{
	return day - (date_of(day).tm_mday - 1);
}

static int days_in_month(int64_t day)
{
	const int64_t first = month_of(day);
	return (int)(month_of(first + MONTH_DAYS) - first);
}

static void name_board(const struct app *app, int64_t day, char out[LEVEL_NAME_MAX])
{
	const struct statistics_state *state = statistics_of(app);
	game_id_daily(puzzle_at(state->puzzle), (time_t)day * SECONDS_PER_DAY, out);
}

static void name_rung(const struct app *app, int rung, char out[LEVEL_NAME_MAX])
{
	const struct statistics_state *state = statistics_of(app);
	const int week = ladder_week((time_t)state->day * SECONDS_PER_DAY);
	ladder_name(puzzle_at(state->puzzle), week, rung, out, LEVEL_NAME_MAX);
}

static bool has_ladder(const struct app *app)
{
	return puzzle_at(statistics_of(app)->puzzle)->generator.ladder != NULL;
}

static struct best best_at(struct app *app, const char *name)
{
	const struct best none = {.count = -1};
	const uint64_t level = store_level(app->store, name);
	return level == 0 ? none : store_best(app->store, level);
}

static void read_ladder(struct app *app)
{
	store_begin_snapshot(app->store);
	for (int rung = 1; has_ladder(app) && rung <= LADDER_RUNGS; rung++) {
		char name[LEVEL_NAME_MAX];
		name_rung(app, rung, name);
		statistics_of(app)->rung[rung - 1] = best_at(app, name);
	}
	store_end_snapshot(app->store);
}

void days_read(struct app *app)
{
	struct statistics_state *state = statistics_of(app);
	const int64_t first = month_of(state->day);
	if (state->view != VIEW_DAYS)
		return;
	store_begin_snapshot(app->store);
	for (int i = 0; i < days_in_month(first); i++) {
		char name[LEVEL_NAME_MAX];
		name_board(app, first + i, name);
		state->best[i] = best_at(app, name);
	}
	store_end_snapshot(app->store);
	read_ladder(app);
}

/* ---- keys ---- */

static void go(struct app *app, int64_t day)
{
	struct statistics_state *state = statistics_of(app);
	const int64_t before = month_of(state->day);
	if (day < FIRST_DAY)
		app_say(app, _("Daily boards begin on 1 January 2026."));
	else if (day > state->today)
		app_say(app, _("That day's board comes later."));
	else
		state->day = day;
	if (month_of(state->day) != before)
		days_read(app);
	else
		read_ladder(app);
}

/* The same day of the month before (-1) or after (1), as far as that has it. */
static void go_by_month(struct app *app, int step)
{
	const int64_t here = statistics_of(app)->day, first = month_of(here);
	const int64_t other = step < 0 ? month_of(first - 1) : first + days_in_month(here);
	const int day = least(date_of(here).tm_mday, days_in_month(other));
	const int64_t there = other + day - 1, today = statistics_of(app)->today;
	go(app, there > today && other <= today ? today : there);
}

static void play(struct app *app, const char *name)
{
	struct error error;
	if (!app_go_to_level(app, name, START_LEVEL, &error))
		app_say_sentence(app, error.text);
}

static void play_day(struct app *app)
{
	char name[LEVEL_NAME_MAX];
	name_board(app, statistics_of(app)->day, name);
	play(app, name);
}

/* The first rung that is not solved; the first one, if all are. */
static void play_ladder(struct app *app)
{
	const struct best *best = statistics_of(app)->rung;
	char name[LEVEL_NAME_MAX];
	int rung = 0;
	if (!has_ladder(app))
		return;
	while (rung < LADDER_RUNGS && best[rung].count >= 0)
		rung++;
	name_rung(app, rung % LADDER_RUNGS + 1, name);
	play(app, name);
}

bool days_key(struct app *app, struct press press)
{
	struct statistics_state *state = statistics_of(app);
	if (press.cell >= 0 && press.cell < days_in_month(state->day)) {
		go(app, month_of(state->day) + press.cell);
		return true;
	}
	switch (press.action) {
	case ACTION_LEFT:
		go(app, state->day - 1);
		return true;
	case ACTION_RIGHT:
		go(app, state->day + 1);
		return true;
	case ACTION_UP:
		go(app, state->day - WEEK);
		return true;
	case ACTION_DOWN:
		go(app, state->day + WEEK);
		return true;
	case ACTION_MONTH_BEFORE:
		go_by_month(app, -1);
		return true;
	case ACTION_MONTH_AFTER:
		go_by_month(app, 1);
		return true;
	case ACTION_PUZZLE_AFTER:
		state->puzzle = (state->puzzle + 1) % puzzle_count();
		days_read(app);
		return true;
	case ACTION_CHOOSE:
		play_day(app);
		return true;
	case ACTION_LADDER:
		play_ladder(app);
		return true;
	default:
		return press.action != ACTION_BACK;
	}
}

/* ---- the picture ---- */

/* What became of a board. */
static void draw_sign(struct picture *picture, int row, int column, const struct best *best)
{
	char32_t sign = picture_glyph(picture, U'○', U'o');
	if (best->count >= 0)
		sign = best->optimal ? picture_glyph(picture, U'★', U'*')
		                     : picture_glyph(picture, U'●', U'#');
	picture_put(picture, row, column, sign,
	            best->count < 0 ? ROLE_QUIET
	            : best->optimal ? ROLE_GOLD
	                            : ROLE_GREEN,
	            0);
}

/* A day and its board; one that can't be played yet is quiet. */
static void draw_day(struct app *app, int row, int column, int number)
{
	const struct statistics_state *state = statistics_of(app);
	struct picture *picture = app->picture;
	const int64_t day = month_of(state->day) + number - 1;
	const bool open = day >= FIRST_DAY && day <= state->today;
	picture_print(picture, row, column, open ? ROLE_TEXT : ROLE_QUIET, "%2d", number);
	if (open)
		draw_sign(picture, row, column + 3, &state->best[number - 1]);
	if (day == state->day)
		picture_set_role(picture, row, column, 2, ROLE_SELECTED);
	picture_click_area(picture, row, column, 1, DAY_COLUMNS - 1, PRESS_CLICK, number - 1);
}

/* The ladder of the chosen day's week; a click plays it. */
static void draw_ladder(struct app *app, int row)
{
	const struct statistics_state *state = statistics_of(app);
	const int week = ladder_week((time_t)state->day * SECONDS_PER_DAY);
	struct picture *picture = app->picture;
	int column =
		picture_print(picture, row, 1, ROLE_TEXT, _("Ladder of week %d"), week % 100) + 2;
	for (int i = 0; i < LADDER_RUNGS; i++)
		draw_sign(picture, row, column++, &state->rung[i]);
	picture_click_area(picture, row, 1, 1, column - 1, 'L', -1);
}

/* The puzzle, and the month of a date. */
static void draw_head(struct app *app, const struct tm *date)
{
	static const char *const heads[] = {
		/* TRANSLATORS: above the calendar: a puzzle; for each month, the year */
		N_("%s, January %d"), N_("%s, February %d"), N_("%s, March %d"),
		N_("%s, April %d"),   N_("%s, May %d"),      N_("%s, June %d"),
		N_("%s, July %d"),    N_("%s, August %d"),   N_("%s, September %d"),
		N_("%s, October %d"), N_("%s, November %d"), N_("%s, December %d"),
	};
	const struct puzzle *puzzle = puzzle_at(statistics_of(app)->puzzle);
	picture_print(app->picture, HEAD, 1, ROLE_TEXT, _(heads[date->tm_mon]), _(puzzle->title),
	              date->tm_year + 1900);
}

void days_draw(struct app *app)
{
	static const char *const weekdays[WEEK] = {
		/* TRANSLATORS: Days of the week: at most 4 columns. */
		NC_("calendar", "Mo"), NC_("calendar", "Tu"), NC_("calendar", "We"),
		NC_("calendar", "Th"), NC_("calendar", "Fr"), NC_("calendar", "Sa"),
		NC_("calendar", "Su"),
	};
	const struct statistics_state *state = statistics_of(app);
	struct picture *picture = app->picture;
	const struct tm date = date_of(state->day), first = date_of(month_of(state->day));
	const int start = (first.tm_wday + WEEK - 1) % WEEK;
	draw_head(app, &date);
	for (int i = 0; i < WEEK; i++)
		picture_text(picture, HEAD + 2, 1 + i * DAY_COLUMNS, DAY_COLUMNS - 1, ROLE_QUIET,
		             language_text_in(weekdays[i]));
	for (int i = 0; i < days_in_month(state->day); i++)
		draw_day(app, HEAD + 3 + (start + i) / WEEK, 1 + (start + i) % WEEK * DAY_COLUMNS,
		         i + 1);
	if (has_ladder(app))
		draw_ladder(app, HEAD + 3 + WEEKS + 1);
}
