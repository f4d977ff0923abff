/* Where the entries of the list are. Headings, games and drawings have a row each, and so do all
 * levels where there is no room for cards, or while text is typed. Levels of a pack are cards in as
 * many columns as fit beside the preview. */
#include "ui/page/menu.h"

enum {
	CARDS_ROWS_MIN = 20, /* of a screen with cards */
	CARDS_COLUMNS_MIN = 60,
	NARROW = 76, /* below, lines are shorter */
	WIDE = 160,
	CAPTION_ROWS = 2, /* below a card's thumbnail */
};

/* The size of thumbnails: larger on larger screens. */
static struct size thumbnail_size(const struct picture *picture)
{
	if (!picture->pixels)
		return (struct size){0, 14};
	if (picture->rows >= 50 && picture->columns >= WIDE)
		return (struct size){9, 20};
	if (picture->rows >= 36 && picture->columns >= 110)
		return (struct size){7, 16};
	return (struct size){picture->rows < 24 ? 4 : 5, 14};
}

struct layout menu_layout(const struct app *app)
{
	const struct picture *picture = app->picture;
	const struct size thumbnail = thumbnail_size(picture);
	struct layout layout = {.columns = picture->columns < NARROW ? 42 : 50};
	if (app->prompt.open || picture->rows < CARDS_ROWS_MIN ||
	    picture->columns < CARDS_COLUMNS_MIN)
		return layout;
	const int gap = thumbnail.rows > 5 || thumbnail.rows == 0;
	layout.thumbnail = thumbnail;
	layout.card = (struct size){thumbnail.rows + CAPTION_ROWS + gap, thumbnail.columns + 2};
	const bool wide = picture->columns >= WIDE; /* where half of it is enough for the cards */
	layout.cards = picture->columns * (wide ? 4 : 5) / 8 / layout.card.columns;
	layout.columns = layout.cards * layout.card.columns + 1;
	return layout;
}

bool menu_is_card(const struct layout *layout, const struct menu_line *line)
{
	return layout->cards > 0 && line->kind == LINE_LEVEL;
}

int menu_entry_rows(const struct layout *layout, const struct menu_line *line)
{
	return menu_is_card(layout, line) ? layout->card.rows : 1;
}

int menu_place(struct app *app)
{
	struct menu *menu = menu_of(app);
	const struct layout layout = menu_layout(app);
	int row = 0, column = 0;
	for (int i = 0; i < menu->shown_count; i++) {
		const struct menu_line *line = &menu->lines[menu->shown[i]];
		const bool card = menu_is_card(&layout, line);
		if (column > 0 && (!card || column == layout.cards)) {
			row += layout.card.rows;
			column = 0;
		}
		menu->places[i] = (struct place){row, column};
		if (card)
			column++;
		else
			row++;
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

/* The row where an entry begins, with the heading right above it. */
static int first_row(const struct menu *menu, int position)
{
	const int row = menu->places[position].row;
	while (position > 0 && menu->places[position].row == row)
		position--;
	const bool headed = menu->lines[menu->shown[position]].kind == LINE_HEADING;
	return headed ? menu->places[position].row : row;
}

/* The first row at which an entry begins, from that one on. */
static int next_row(const struct menu *menu, int row)
{
	int i = 0;
	while (i < menu->shown_count - 1 && menu->places[i].row < row)
		i++;
	return menu->places[i].row;
}

/* Lines scroll one by one; cards by as many as fit, because each step paints them all again. */
void menu_scroll(struct app *app, int seen, int all)
{
	struct menu *menu = menu_of(app);
	const struct layout layout = menu_layout(app);
	const int position = menu_position(menu);
	if (position < 0)
		return;
	const int first = first_row(menu, position), row = menu->places[position].row;
	const int end = row + menu_entry_rows(&layout, &menu->lines[menu->selected]);
	const bool above = menu->top > first, below = menu->top < end - seen;
	if (above || below)
		menu->top = above == (layout.cards > 0) ? end - seen : first;
	if (menu->top > all - seen)
		menu->top = all - seen;
	menu->top = menu->top < 0 ? 0 : next_row(menu, menu->top);
	if (menu->top > first)
		menu->top = first;
}
