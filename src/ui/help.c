/* The help page: the mode's own lines, then the table of keys, in as many screenfuls as it takes. */
#include "ui/app.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"

enum {
	HEAD_ROWS = 2,
	FOOT_ROWS = 2,
	NAMES_COLUMNS = 19, /* for the names of keys */
};

static const struct mode *helped_mode(const struct app *app)
{
	return app->behind == PAGE_GAME ? app->game.session.mode : NULL;
}

/* A row of text at a line's place, where that is on this screenful. */
static void draw_row(struct app *app, int line, int column, enum role role, const char *text,
                     size_t length)
{
	struct picture *picture = app->picture;
	const int row = HEAD_ROWS + line - app->help_top;
	if (row < HEAD_ROWS || row >= picture->rows - FOOT_ROWS)
		return;
	char part[256];
	snprintf(part, sizeof part, "%.*s", (int)length, text);
	picture_text(picture, row, column, picture->columns - column, role, part);
}

/* An entry from that line on: names at the left, text beside them in as many lines as it takes.
 * Returns the line behind. */
static int draw_entry(struct app *app, int line, const char *names, const char *text)
{
	const int column = names[0] == '\0' ? 1 : 1 + NAMES_COLUMNS;
	draw_row(app, line, 1, ROLE_STRONG, names, strlen(names));
	do {
		const size_t length = text_fit(text, app->picture->columns - column);
		draw_row(app, line++, column, ROLE_TEXT, text, length);
		text += length;
		text += *text == ' ';
	} while (*text != '\0');
	return line;
}

/* Draws what is in sight; returns how many lines there are in all. */
static int draw_lines(struct app *app)
{
	const struct mode *mode = helped_mode(app);
	const unsigned where = app->behind == PAGE_GAME ? game_where(app) : ON_MENU;
	int number = 0;
	for (int i = 0; mode != NULL && mode->help[i] != NULL; i++)
		number = draw_entry(app, number, "", mode->help[i]);
	number += mode != NULL;
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		if ((entry->where & where) &&
		    (key_hand(entry->action) < 0 || app_footer(app, entry) != NULL))
			number = draw_entry(app, number, entry->names, entry->help);
	return number;
}

static int lines_shown(const struct app *app)
{
	const int lines = app->picture->rows - HEAD_ROWS - FOOT_ROWS;
	return lines > 0 ? lines : 1;
}

void help_open(struct app *app)
{
	app->behind = app->page;
	app->page = PAGE_HELP;
	app->help_top = 0;
}

void help_key(struct app *app)
{
	const int all = draw_lines(app);
	app->help_top += lines_shown(app);
	if (app->help_top >= all)
		app->page = app->behind;
}

void help_draw(struct app *app)
{
	struct picture *picture = app->picture;
	const struct mode *mode = helped_mode(app);
	picture_print(picture, 0, 1, ROLE_STRONG, "Help%s%s", mode == NULL ? "" : ": ",
	              mode == NULL ? "" : mode->title);
	const bool more = app->help_top + lines_shown(app) < draw_lines(app);
	picture_print(picture, picture->rows - 1, 1, ROLE_QUIET, "%s",
	              more ? "any key: more   Esc: back" : "any key: back");
}
