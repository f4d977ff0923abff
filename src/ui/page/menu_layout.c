/* Where the entries of the list are. Headings, games and drawings have a row each, and so do all
 * levels where there is no room for cards, or while text is typed. Levels of a pack are cards in as
 * many columns as fit beside the preview; then the runs of the day and, above the preview, the
 * ladder of the week share a row, if possible with the board of the day. */
#include "ui/page/menu.h"

#include "algo/least.h"
#include "os/language.h"
#include "os/text.h"

enum {
	CARDS_ROWS_MIN = 20, /* rows of a screen with cards */
	CARDS_COLUMNS_MIN = 60,
	NARROW = 76,       /* below, lines are shorter */
	CAPTION_ROWS = 2,  /* below a card's thumbnail */
	DAY_ROW_CARDS = 3, /* columns of cards beside which the board of the day is in that row */
	RUN_FIRST = 2,     /* the screen's column of the first run; */
	RUN_AFTER_BOARD = 32, /* after the board of the day */
	RUN_COLUMNS = 9,      /* of a run; more for longer titles, if there is room */
};

/* The size of thumbnails: larger on larger screens, and square there, as most boards are. */
static struct size thumbnail_size(const struct picture *picture)
{
	if (!picture->pixels)
		return (struct size){0, 14};
	if (picture->rows >= 50 && picture->columns >= 160)
		return (struct size){9, 18};
	if (picture->rows >= 36 && picture->columns >= 110)
		return (struct size){7, 16};
	return (struct size){picture->rows < 24 ? 4 : 6, 14};
}

/* The screen's column of the first run. */
static int first_run_column(const struct layout *layout)
{
	return layout->day_row ? RUN_AFTER_BOARD : RUN_FIRST;
}

/* Of each run, so that its title is whole. */
static int run_columns(void)
{
	int columns = RUN_COLUMNS;
	for (int kind = 0; kind < RUN_KINDS; kind++) {
		const char *title = run_title((enum run_kind)kind);
		columns = greatest(columns, text_columns(title) + MENU_RUN_BESIDE);
	}
	return columns;
}

/* Whether all titles of the day's row are whole in it. */
static bool fits_day_row(const struct app *app, const struct layout *layout)
{
	const struct menu *menu = menu_of(app);
	int i = 0;
	while (i < menu->count && menu->lines[i].kind != LINE_TODAY)
		i++;
	return (layout->run_columns == RUN_COLUMNS ||
	        RUN_AFTER_BOARD + RUN_KINDS * layout->run_columns <= layout->columns) &&
	       (i == menu->count ||
	        text_columns(menu_title(app, &menu->lines[i])) <= MENU_DAY_COLUMNS);
}

struct layout menu_layout(const struct app *app)
{
	const struct picture *picture = app->picture;
	const struct size thumbnail = thumbnail_size(picture);
	const bool narrow = picture->columns < NARROW;
	struct layout layout = {.narrow = narrow, .columns = narrow ? 42 : 50, .heading_rows = 1};
	if (app->prompt.open || picture->rows < CARDS_ROWS_MIN ||
	    picture->columns < CARDS_COLUMNS_MIN)
		return layout;
	const int gap = thumbnail.rows > 6 || thumbnail.rows == 0;
	layout.thumbnail = thumbnail;
	layout.heading_rows += thumbnail.rows > 0;
	layout.card = (struct size){thumbnail.rows + CAPTION_ROWS + gap, thumbnail.columns + 2};
	layout.cards = picture->columns * 5 / 8 / layout.card.columns;
	layout.columns = layout.cards * layout.card.columns + 1;
	layout.run_columns = run_columns();
	layout.day_row = layout.cards >= DAY_ROW_CARDS && fits_day_row(app, &layout);
	if (first_run_column(&layout) + RUN_KINDS * layout.run_columns > layout.columns)
		layout.run_columns = RUN_COLUMNS;
	return layout;
}

int menu_run_column(const struct layout *layout, struct place place)
{
	return first_run_column(layout) + layout->run_columns * (place.column - 1);
}

int menu_day_rows(const struct layout *layout)
{
	return layout->cards == 0 ? 0 : layout->day_row ? 1 : 2;
}

bool menu_is_card(const struct layout *layout, const struct menu_line *line)
{
	return layout->cards > 0 && line->kind == LINE_LEVEL;
}

int menu_entry_rows(const struct layout *layout, const struct menu_line *line)
{
	return menu_is_card(layout, line)   ? layout->card.rows
	       : line->kind == LINE_HEADING ? layout->heading_rows
	                                    : 1;
}

int menu_place(struct app *app)
{
	struct menu *menu = menu_of(app);
	const struct layout layout = menu_layout(app);
	int row = 0, column = 0, beside = 0;
	for (int i = 0; i < menu->shown_count; i++) {
		const struct menu_line *line = &menu->lines[menu->shown[i]];
		const bool card = menu_is_card(&layout, line);
		if (layout.cards > 0 && (line->kind == LINE_RUN || line->kind == LINE_LADDER)) {
			row = menu_day_rows(&layout);
			menu->places[i] = (struct place){row - 1, ++beside};
			continue;
		}
		if (column > 0 && (!card || column == layout.cards)) {
			row += layout.card.rows;
			column = 0;
		}
		menu->places[i] = (struct place){row, column};
		if (card)
			column++;
		else
			row += menu_entry_rows(&layout, line);
	}
	return column > 0 ? row + layout.card.rows : row;
}

int menu_vertical(const struct menu *menu, int position, int step)
{
	const struct place *places = menu->places, from = places[position];
	int found = -1;
	for (int i = position + step; i >= 0 && i < menu->shown_count; i += step) {
		if (places[i].row == from.row || menu->lines[menu->shown[i]].kind == LINE_HEADING)
			continue;
		if (found >= 0 && places[i].row != places[found].row)
			break;
		if (found < 0 || (step > 0 ? places[i].column <= from.column
		                           : places[found].column > from.column))
			found = i;
	}
	return found;
}

/* The list's first row on the screen if an entry is the first one seen: above a card, there is room
 * for the heading of its pack. */
static int top_row(const struct menu *menu, const struct layout *layout, int position)
{
	const int row = menu->places[position].row;
	const bool below_heading =
		position > 0 && menu->lines[menu->shown[position - 1]].kind == LINE_HEADING;
	const bool card = menu_is_card(layout, &menu->lines[menu->shown[position]]);
	return row - (below_heading || card ? layout->heading_rows : 0);
}

/* The first such row from that one on. */
static int next_top(const struct menu *menu, const struct layout *layout, int row)
{
	int i = 0;
	while (i < menu->shown_count - 1 && top_row(menu, layout, i) < row)
		i++;
	return top_row(menu, layout, i);
}

/* By as many entries as fit, because each step paints them all again. */
void menu_scroll(struct app *app, int seen, int all)
{
	struct menu *menu = menu_of(app);
	const struct layout layout = menu_layout(app);
	const int position = menu_position(menu);
	if (position < 0)
		return;
	const int first = top_row(menu, &layout, position), row = menu->places[position].row;
	const int end = row + menu_entry_rows(&layout, &menu->lines[menu->selected]);
	const bool above = menu->top > first, below = menu->top < end - seen;
	if (above || below)
		menu->top = above ? end - seen : first;
	if (menu->top > all - seen)
		menu->top = all - seen;
	menu->top = menu->top < 0 ? 0 : next_top(menu, &layout, menu->top);
	if (menu->top > first)
		menu->top = first;
}
