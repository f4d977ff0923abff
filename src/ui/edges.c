/* What stands on every page: the footer of keys, what was said last, and the page that is shown
 * where the terminal is too small. */
#include <stdio.h>
#include <string.h>

#include "core/key.h"
#include "core/text.h"
#include "ui/app.h"

enum {
	ROWS_LEAST = 16, /* no page does with less */
	COLUMNS_LEAST = 40,
};

/* Rows and columns of the arrows in a footer, each clickable. */
static int draw_arrows(struct picture *picture, int row, int column)
{
	static const char32_t arrows[] = U"←↓↑→", plain[] = U"<v^>";
	static const int keys[] = {PRESS_LEFT, PRESS_DOWN, PRESS_UP, PRESS_RIGHT};
	for (int i = 0; i < 4; i++) {
		picture_put(picture, row, column + i, picture_glyph(picture, arrows[i], plain[i]),
		            ROLE_STRONG, 0);
		picture_widget(picture, row, column + i, 1, 1, keys[i], -1);
	}
	return column + 4;
}

/* The first of a key's names. */
static void first_name(const struct key_entry *entry, char out[16])
{
	snprintf(out, 16, "%.*s", (int)strcspn(entry->names, " "), entry->names);
}

static bool has_arrows(const struct key_entry *entry)
{
	return entry->action == ACTION_DOWN || entry->action == ACTION_ARROWS;
}

const char *app_footer(const struct app *app, const struct key_entry *entry)
{
	const struct mode *mode = app->game.open ? app->game.session.mode : NULL;
	const int hand = key_hand(entry->action);
	if (hand < 0)
		return entry->footer;
	return mode == NULL ? NULL : mode->hands[hand];
}

int app_key_columns(const struct shown_key *shown, bool narrow)
{
	char name[16];
	first_name(shown->entry, name);
	if (has_arrows(shown->entry) && narrow)
		return 4;
	return (has_arrows(shown->entry) ? 4 : (int)strlen(name)) + 1 + (int)strlen(shown->word);
}

int app_draw_key(struct picture *picture, int row, int column, const struct shown_key *shown,
                 bool narrow)
{
	const struct key_entry *entry = shown->entry;
	char name[16];
	const int start = column;
	first_name(entry, name);
	if (has_arrows(entry))
		column = draw_arrows(picture, row, column);
	else
		column = picture_print(picture, row, column, ROLE_STRONG, "%s", name);
	if (!has_arrows(entry) || !narrow)
		column = picture_print(picture, row, column + 1, ROLE_QUIET, "%s", shown->word);
	if (!has_arrows(entry) && entry->keys[0] != PRESS_NONE)
		picture_widget(picture, row, start, 1, column - start, entry->keys[0], -1);
	return column;
}

int app_list_keys(const struct app *app, unsigned where, struct shown_key shown[SHOWN_KEYS_MAX])
{
	int count = 0;
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		const char *word = app_footer(app, entry);
		if (word != NULL && (entry->footer_where & where) && count < SHOWN_KEYS_MAX)
			shown[count++] = (struct shown_key){entry, word};
	}
	return count;
}

/* Which entry goes where there is no room for all: the last but two (help, quit); on narrow screens
 * before that the keys for what a click does as well. The first one stays. */
static int entry_to_drop(const struct shown_key *shown, int count, bool narrow)
{
	for (int i = count - 3; narrow && i > 0; i--)
		if (key_hand(shown[i].entry->action) >= 0)
			return i;
	return count - 3;
}

static void draw_footer(struct app *app, unsigned where)
{
	struct picture *picture = app->picture;
	struct shown_key shown[SHOWN_KEYS_MAX];
	const bool narrow = picture->columns < 60;
	int count = app_list_keys(app, where, shown);
	int gap = narrow ? 2 : 3, width = 1 - gap;
	for (int i = 0; i < count; i++)
		width += app_key_columns(&shown[i], narrow) + gap;
	if (width > picture->columns && gap == 3) {
		gap = 2;
		width -= count - 1;
	}
	while (width > picture->columns && count > 3) {
		const int drop = entry_to_drop(shown, count, narrow);
		width -= app_key_columns(&shown[drop], narrow) + gap;
		count--;
		for (int i = drop; i < count; i++)
			shown[i] = shown[i + 1];
	}
	int column = narrow ? 0 : 1;
	for (int i = 0; i < count; i++)
		column = app_draw_key(picture, picture->rows - 1, column, &shown[i], narrow) + gap;
}

/* The end of what is typed: what does not fit goes out at the left. */
static void draw_prompt(struct app *app, int row)
{
	const int room = app->picture->columns - 10;
	const int length = (int)app->prompt.length;
	const int hidden = length > room ? length - room : 0;
	picture_print(app->picture, row, 1, ROLE_STRONG, "go to: %s_", app->prompt.text + hidden);
}

int app_words_rows(const struct app *app, const char *words)
{
	return text_columns(words) > app->picture->columns - 1 ? 2 : 1;
}

/* Words in one row, or two where they are long; `row` is the lower one. */
static void draw_words(struct app *app, int row, const char *words, enum role role)
{
	struct picture *picture = app->picture;
	const int room = picture->columns - 1;
	if (app_words_rows(app, words) == 2) {
		char first[MESSAGE_MAX];
		const size_t length = text_fit(words, room);
		snprintf(first, sizeof first, "%.*s", (int)length, words);
		picture_fill(picture, row - 1, 0, 1, picture->columns, U' ', ROLE_TEXT, 0);
		picture_text(picture, row - 1, 1, room, role, first);
		words += length + (words[length] == ' ');
	}
	picture_fill(picture, row, 0, 1, picture->columns, U' ', ROLE_TEXT, 0);
	picture_text(picture, row, 1, room, role, words);
}

void app_draw_edges(struct app *app, unsigned where, const char *words, enum role role)
{
	struct picture *picture = app->picture;
	const int row = picture->rows - 3;
	const char *trouble = store_trouble(app->store);
	picture_move_to(picture, 0, 0);
	if (app->prompt.open)
		draw_prompt(app, row);
	else if (app->message[0] != '\0')
		draw_words(app, row, app->message, ROLE_TEXT);
	else if (words[0] != '\0')
		draw_words(app, row, words, role);
	else if (trouble != NULL)
		picture_print(picture, row, 1, ROLE_WARNING, "not saved: %s", trouble);
	if (trouble != NULL)
		picture_print(picture, 0, picture->columns - 11, ROLE_WARNING, " NOT SAVED ");
	draw_footer(app, where);
}

bool app_needs(struct app *app, int rows, int columns)
{
	struct picture *picture = app->picture;
	if (rows < ROWS_LEAST)
		rows = ROWS_LEAST;
	if (columns < COLUMNS_LEAST)
		columns = COLUMNS_LEAST;
	if (picture->rows >= rows && picture->columns >= columns)
		return false;
	char text[64];
	snprintf(text, sizeof text, "needs %dx%d, this is %dx%d", columns, rows, picture->columns,
	         picture->rows);
	const int column = (picture->columns - (int)strlen(text)) / 2;
	picture_print(picture, picture->rows / 2, column > 0 ? column : 0, ROLE_TEXT, "%s", text);
	return true;
}
