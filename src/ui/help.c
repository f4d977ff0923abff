/* The help page: the mode's own lines, then the table of keys, in as many screenfuls as it takes. */
#include "ui/app.h"

#include <stddef.h>

enum {
	HEAD_ROWS = 2,
	FOOT_ROWS = 2,
	NAMES_COLUMNS = 17, /* for the names of keys */
};

static const struct mode *helped_mode(const struct app *app)
{
	return app->behind == PAGE_GAME ? app->game.session.mode : NULL;
}

/* The line of that number, drawn at a row where it is on this screenful. */
static void draw_line(struct app *app, int number, const char *names, const char *text)
{
	struct picture *picture = app->picture;
	const int row = HEAD_ROWS + number - app->help_top;
	if (row < HEAD_ROWS || row >= picture->rows - FOOT_ROWS)
		return;
	picture_text(picture, row, 1, NAMES_COLUMNS - 1, ROLE_STRONG, names);
	picture_text(picture, row, names[0] == '\0' ? 1 : 1 + NAMES_COLUMNS, picture->columns,
	             ROLE_TEXT, text);
}

/* Draws what is in sight; returns how many lines there are in all. */
static int draw_lines(struct app *app)
{
	const struct mode *mode = helped_mode(app);
	const unsigned where = app->behind == PAGE_MENU ? ON_MENU : game_where(app);
	int number = 0;
	for (int i = 0; mode != NULL && mode->help[i] != NULL; i++)
		draw_line(app, number++, "", mode->help[i]);
	number += mode != NULL;
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		if (entry->where & where)
			draw_line(app, number++, entry->names, entry->help);
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
