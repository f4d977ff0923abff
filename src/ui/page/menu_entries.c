/* How entries of the list look: a heading for each pack; a level as a line or, where there is room,
 * as a card with a small picture of its board. */
#include "ui/page/menu.h"

#include <stdio.h>
#include <string.h>

#include "algo/least.h"
#include "os/language.h"
#include "os/text.h"

/* Columns of an entry, from that of the arrow at the chosen one. */
enum {
	NUMBER = 2,
	STARS = 4,
	TITLE = 7,
	PACK_BYTES = 2 * HEADER_BYTES_MAX,
	DAY_STARS = 2, /* the same for the board of the day in its row */
	DAY_TITLE = 5,
	DAY_RESULT = DAY_TITLE + MENU_DAY_COLUMNS + 1,
	DAY_RESULT_COLUMNS = 7,
	RESULT_BYTES = 128,
};

/* ---- results ---- */

static bool is_solved(const struct menu_line *line)
{
	return line->best.count >= 0;
}

static bool is_at_par(const struct menu_line *line)
{
	return is_solved(line) && (line->best.optimal || line->best.count <= line->par);
}

/* How many stars a level earned: one at par, or for playing it if it is endless, but not a run; a
 * second one at par without the counter. */
static int stars_of(const struct menu_line *line)
{
	const bool played = line->endless && line->kind != LINE_RUN && is_solved(line);
	const bool first = played || is_at_par(line);
	return first + (first && !line->endless && line->best.unaided);
}

/* The result of a level, or that it was started; with `game`, the latter takes precedence. */
static char32_t mark(const struct picture *picture, const struct menu_line *line, bool game)
{
	if (line->playing && (game || !is_solved(line)))
		return picture_glyph(picture, U'◐', U'~');
	if (!is_solved(line))
		return picture_glyph(picture, U'○', U'.');
	if (stars_of(line) > 0)
		return picture_glyph(picture, U'★', U'*');
	return picture_glyph(picture, U'●', U'o');
}

static enum role role_of_mark(const struct menu_line *line, bool game)
{
	return stars_of(line) > 0 && !(game && line->playing) ? ROLE_GOLD : ROLE_TEXT;
}

/* The result in the entry of a level, where a star that was just earned comes to rest. */
static void draw_stars(struct app *app, int row, int column, const struct menu_line *line)
{
	struct picture *picture = app->picture;
	const char32_t glyph = mark(picture, line, true);
	const enum role role = role_of_mark(line, true);
	picture_put(picture, row, column + 1, glyph, role, 0);
	if (stars_of(line) > 1 && role == ROLE_GOLD)
		picture_put(picture, row, column, glyph, role, 0);
	if (line->kind == LINE_LEVEL)
		star_land(&app->star, line->identity, row, column + 1);
}

/* That a game is in progress. */
static const char *state_of(const struct menu_line *line)
{
	if (line->shown)
		/* TRANSLATORS: a game is in progress, and the solver has shown its solution: 7
		 * columns */
		return C_("level", "shown");
	/* TRANSLATORS: a game is in progress: 7 columns */
	return C_("level", "started");
}

void menu_result(const struct menu_line *line, int digits, char *out, size_t size)
{
	const long long score = line->best.score;
	out[0] = '\0';
	if (line->endless && is_solved(line))
		snprintf(out, size, _("best score %lld"), score);
	else if (line->par >= 0 && is_solved(line))
		/* TRANSLATORS: par, padded with blanks, and the player's best result: 15 columns */
		snprintf(out, size, _("par %*d, best %d"), digits, line->par, line->best.count);
	else if (line->par >= 0 && line->playing)
		snprintf(out, size, line->shown ? _("par %*d, shown") : _("par %*d, started"),
		         digits, line->par);
	else if (line->par >= 0)
		snprintf(out, size, _("par %*d"), digits, line->par);
	else if (is_solved(line))
		snprintf(out, size, _("best %d"), line->best.count);
	else if (line->playing)
		snprintf(out, size, "%s", state_of(line));
}

/* The same in a few words: how far the player's best is above par. */
static void print_short_result(struct picture *picture, int row, int column, int columns,
                               const struct menu_line *line)
{
	char text[96] = "";
	if (line->endless && is_solved(line))
		snprintf(text, sizeof text, "%lld", (long long)line->best.score);
	else if (line->par >= 0 && is_solved(line) && line->best.count > line->par)
		/* TRANSLATORS: par, and by how much the player's best is above it: 9 columns */
		snprintf(text, sizeof text, _("par %d +%d"), line->par,
		         line->best.count - line->par);
	else if (line->par >= 0)
		snprintf(text, sizeof text, _("par %d"), line->par);
	else if (is_solved(line))
		snprintf(text, sizeof text, _("best %d"), line->best.count);
	picture_text(picture, row, column, columns, ROLE_QUIET, text);
}

/* ---- headings ---- */

static const char *heading_title(const struct app *app, const struct menu_line *line)
{
	return line->title != NULL ? line->title
	                           : library_shown_pack(app->library, line->level.pack);
}

/* A mark for each level of a pack. */
static void draw_marks(struct app *app, int row, int column, int columns, int index)
{
	const struct menu *menu = menu_of(app);
	struct picture *picture = app->picture;
	for (int i = index + 1; i < menu->count && menu->lines[i].kind == LINE_LEVEL; i++)
		if (column < columns)
			picture_put(picture, row, column++, mark(picture, &menu->lines[i], false),
			            role_of_mark(&menu->lines[i], false), 0);
}

/* How many levels of a pack are solved, and how many stars they have. */
static void draw_counts(struct app *app, int row, int column, int columns, int index)
{
	const struct menu *menu = menu_of(app);
	struct picture *picture = app->picture;
	int solved = 0, stars = 0, i = index + 1;
	for (; i < menu->count && menu->lines[i].kind == LINE_LEVEL; i++) {
		solved += is_solved(&menu->lines[i]);
		stars += stars_of(&menu->lines[i]);
	}
	const int levels = i - index - 1;
	if (levels > 0)
		column = picture_print(picture, row, column, ROLE_QUIET, "%d/%d", solved, levels) +
		         2;
	if (stars > 0) {
		picture_put(picture, row, column, picture_glyph(picture, U'★', U'*'), ROLE_GOLD, 0);
		column = picture_print(picture, row, column + 2, ROLE_TEXT, "%d", stars) + 2;
	}
	if (column < columns - 1)
		picture_fill(picture, row, column, 1, columns - 1 - column,
		             picture_glyph(picture, U'─', U'-'), ROLE_FLOOR, 0);
}

/* A click chooses a level that is open. */
static void draw_heading(struct app *app, int row, int index)
{
	const struct layout layout = menu_layout(app);
	struct picture *picture = app->picture;
	const char *title = heading_title(app, &menu_of(app)->lines[index]);
	const int column =
		picture_text(picture, row, 1, layout.columns - 12, ROLE_STRONG, title) + 2;
	(layout.cards > 0 ? draw_counts : draw_marks)(app, row, column, layout.columns, index);
	picture_click_area(picture, row, 0, 1, layout.columns, PRESS_ENTER, index);
}

/* ---- the ladder of the week ---- */

/* The title and a mark for each rung; above the preview, or in a line of the list. */
static void draw_ladder(struct app *app, int row, int index, bool above)
{
	const struct menu_line *line = &menu_of(app)->lines[index];
	const struct layout layout = menu_layout(app);
	struct picture *picture = app->picture;
	const int arrow = above ? layout.columns : layout.cards > 0 ? 0 : 1;
	const int title = arrow + (above ? NUMBER : TITLE);
	int column = picture_text(picture, row, title, picture->columns - title - 1 - LADDER_RUNGS,
	                          ROLE_TEXT, menu_title(app, line)) +
	             1;
	if (index == menu_of(app)->selected)
		picture_put(picture, row, arrow, picture_glyph(picture, U'▶', U'>'), ROLE_TEXT, 0);
	for (int i = 0; i < LADDER_RUNGS; i++)
		picture_put(picture, row, column++, mark(picture, &line->rungs[i], true),
		            role_of_mark(&line->rungs[i], true), 0);
	picture_click_area(picture, row, arrow, 1, column - arrow, PRESS_ENTER, index);
}

/* ---- lines ---- */

/* The pack of a line that is not listed under it; during a search with its puzzle, if there is
 * room. */
static void print_pack(const struct app *app, const struct menu_line *line,
                       char out[PACK_BYTES])
{
	const char *pack =
		line->level.pack >= 0 && line->title == NULL
			? library_shown_pack(app->library, line->level.pack)
			: "";
	const bool puzzle = app->prompt.open && (pack[0] == '\0' || !menu_layout(app).narrow);
	if (puzzle && pack[0] != '\0')
		snprintf(out, PACK_BYTES, C_("heading", "%s: %s"), _(line->puzzle->title), pack);
	else
		snprintf(out, PACK_BYTES, "%s", puzzle ? _(line->puzzle->title) : pack);
}

/* What stands after the title of a line. */
static void print_beside(const struct app *app, const struct menu_line *line, char out[PACK_BYTES])
{
	char result[RESULT_BYTES];
	if (line->kind == LINE_DRAWING) {
		/* TRANSLATORS: after a title in the list: not saved as a level yet */
		snprintf(out, PACK_BYTES, "%s", C_("level", "drawing"));
	} else if (app->prompt.open || line->kind == LINE_GAME) {
		print_pack(app, line, out);
	} else {
		menu_result(line, 2, result, sizeof result);
		snprintf(out, PACK_BYTES, "%s", result);
	}
}

/* On a narrow screen, the levels found have no numbers. A long title has what is left of the line
 * by what stands after it. */
static void draw_line(struct app *app, int row, int index)
{
	const struct menu *menu = menu_of(app);
	const struct menu_line *line = &menu->lines[index];
	const struct layout layout = menu_layout(app);
	const bool numbered = line->title == NULL && !(layout.narrow && app->prompt.open);
	const int arrow = layout.cards > 0 ? 0 : 1;
	const int left = layout.narrow && app->prompt.open ? arrow + NUMBER - STARS : arrow;
	const int column = left + TITLE;
	const char *title = menu_title(app, line);
	struct picture *picture = app->picture;
	char beside[PACK_BYTES];
	print_beside(app, line, beside);
	const int room = layout.columns - column - 1 - text_columns(beside);
	const int width = greatest(layout.narrow ? 18 : 24, least(text_columns(title), room));
	if (index == menu->selected)
		picture_put(picture, row, arrow, picture_glyph(picture, U'▶', U'>'), ROLE_TEXT, 0);
	if (numbered)
		picture_print(picture, row, left + NUMBER, ROLE_QUIET, "%2d",
		              line->level.level + 1);
	if (line->kind != LINE_DRAWING)
		draw_stars(app, row, left + STARS, line);
	picture_text(picture, row, column, width, ROLE_TEXT, title);
	picture_text(picture, row, column + width + 1, layout.columns - column - width - 1,
	             ROLE_QUIET, beside);
	picture_click_area(picture, row, 0, 1, layout.columns, PRESS_ENTER, index);
}

/* The board of the day in its row. */
static void draw_today(struct app *app, int row, int index)
{
	const struct menu_line *line = &menu_of(app)->lines[index];
	struct picture *picture = app->picture;
	if (index == menu_of(app)->selected)
		picture_put(picture, row, 0, picture_glyph(picture, U'▶', U'>'), ROLE_TEXT, 0);
	draw_stars(app, row, DAY_STARS, line);
	picture_text(picture, row, DAY_TITLE, MENU_DAY_COLUMNS, ROLE_TEXT,
	             menu_title(app, line));
	if (line->playing)
		picture_text(picture, row, DAY_RESULT, DAY_RESULT_COLUMNS, ROLE_QUIET,
		             state_of(line));
	else
		print_short_result(picture, row, DAY_RESULT, DAY_RESULT_COLUMNS, line);
	picture_click_area(picture, row, 0, 1, DAY_RESULT + DAY_RESULT_COLUMNS, PRESS_ENTER, index);
}

/* A run in the day's row. */
static void draw_run(struct app *app, int row, struct place place, int index)
{
	const struct menu_line *line = &menu_of(app)->lines[index];
	const struct layout layout = menu_layout(app);
	const int column = menu_run_column(&layout, place);
	struct picture *picture = app->picture;
	const char *title = menu_title(app, line);
	if (index == menu_of(app)->selected)
		picture_put(picture, row, column - 1, picture_glyph(picture, U'▶', U'>'), ROLE_TEXT,
		            0);
	picture_put(picture, row, column, mark(picture, line, true), role_of_mark(line, true), 0);
	const int end = picture_text(picture, row, column + 2, layout.run_columns - MENU_RUN_BESIDE,
	                             ROLE_TEXT, title);
	picture_click_area(picture, row, column, 1, end - column, PRESS_ENTER, index);
}

/* ---- cards ---- */

/* Made once, when the card is first seen; again only in another size. */
static void draw_thumbnail(struct app *app, int row, int column, struct menu_line *line,
                           struct size size)
{
	struct menu *menu = menu_of(app);
	struct error error;
	if (line->thumbnail != NULL && !thumbnail_fits(line->thumbnail, size)) {
		thumbnail_free(line->thumbnail);
		line->thumbnail = NULL;
	}
	if (line->thumbnail == NULL &&
	    library_level_bare(app->library, line->level, &menu->level, &error))
		line->thumbnail = thumbnail_new(menu->canvas, line->puzzle, &menu->level,
		                                &menu->level.start, size, app->picture->tones);
	if (line->thumbnail != NULL)
		thumbnail_paint(line->thumbnail, app->picture, row, column);
}

/* The title of the chosen card stands on a bar. Beside pixels, an arrow would only cost bytes. */
static void draw_card(struct app *app, int row, int column, int index)
{
	const struct menu *menu = menu_of(app);
	struct menu_line *line = &menu->lines[index];
	const struct layout layout = menu_layout(app);
	struct picture *picture = app->picture;
	const bool chosen = index == menu->selected;
	const int left = column * layout.card.columns, width = layout.card.columns;
	const int title = row + layout.thumbnail.rows, below = title + 1;
	picture_click_area(picture, row, left, layout.card.rows, width, PRESS_ENTER, index);
	if (layout.thumbnail.rows > 0)
		draw_thumbnail(app, row, left + 1, line, layout.thumbnail);
	if (chosen && !picture->pixels)
		picture_put(picture, title, left, picture_glyph(picture, U'▶', U'>'), ROLE_TEXT, 0);
	picture_text(picture, title, left + 1, width - 1, chosen ? ROLE_HINT : ROLE_TEXT,
	             menu_title(app, line));
	if (line->title == NULL)
		picture_print(picture, below, left + 1, ROLE_QUIET, "%2d", line->level.level + 1);
	draw_stars(app, below, left + STARS, line);
	print_short_result(picture, below, left + TITLE, width - TITLE, line);
}

void menu_draw_entry(struct app *app, int row, int position)
{
	const struct menu *menu = menu_of(app);
	const int index = menu->shown[position];
	const struct layout layout = menu_layout(app);
	if (menu->lines[index].kind == LINE_HEADING)
		draw_heading(app, row, index);
	else if (menu->lines[index].kind == LINE_LADDER)
		draw_ladder(app, row, index, menu->places[position].column > 0);
	else if (layout.day_row && menu->lines[index].kind == LINE_TODAY)
		draw_today(app, row, index);
	else if (layout.cards > 0 && menu->lines[index].kind == LINE_RUN)
		draw_run(app, row, menu->places[position], index);
	else if (menu_is_card(&layout, &menu->lines[index]))
		draw_card(app, row, menu->places[position].column, index);
	else
		draw_line(app, row, index);
}

/* ---- help ---- */

const struct sign *menu_signs(const struct app *app)
{
	static const struct sign marks[] = {
		/* TRANSLATORS: The help explains signs at levels in the list by these messages. */
		{"○", ".", N_("not solved")},
		{"◐", "~", N_("in progress")},
		{"●", "o", N_("solved")},
		{"★", "*", N_("solved in the minimum number of moves; endless level: played")},
		{"★★", "**", N_("the minimum without seeing the counter or a hint")},
		{N_("par 7"), NULL, N_("the minimum number of moves, proven")},
		{"+2", NULL, N_("your best result is two moves above par")},
		{N_("best 9"), NULL, N_("your best result")},
		{NC_("level", "started"), NULL, N_("your game is in progress")},
		{NC_("level", "shown"), NULL, N_("the solver has shown you a solution")},
		{.text = NULL},
	};
	(void)app;
	return marks;
}
