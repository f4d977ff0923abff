/* The help page: the mode's own lines, then the table of keys, in as many screenfuls as it
 * takes. */
#include "ui/app.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"

enum {
	HEAD_ROWS = 2,
	FOOT_ROWS = 2,
	NAMES_COLUMNS = 20,  /* for the names of keys */
	ACTION_COLUMNS = 12, /* for an action's */
};

static const struct mode *helped_mode(const struct app *app)
{
	return app->behind == PAGE_GAME     ? app->game.session.mode
	       : app->behind == PAGE_EDITOR ? app->editor->draft.mode
	                                    : NULL;
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

/* As much of a text as fits into the columns, drawn; returns the rest. */
static const char *draw_part(struct app *app, int line, int column, int columns, enum role role,
                             const char *text)
{
	const size_t length = text_fit(text, columns);
	draw_row(app, line, column, role, text, length);
	text += length;
	return text + (*text == ' ');
}

/* An entry from that line on: names of keys at the left, beside them the action's name and what it
 * does, in as many lines as it takes. Returns the line behind. */
static int draw_entry(struct app *app, int line, const char *names, const struct key_entry *entry)
{
	const int columns = app->picture->columns;
	const bool wide = columns >= 70;
	const int column = 1 + NAMES_COLUMNS + (wide ? ACTION_COLUMNS : 0);
	char both[256];
	snprintf(both, sizeof both, "%s: %s", entry->name, entry->help);
	const char *text = wide ? entry->help : both;
	if (wide)
		draw_row(app, line, 1 + NAMES_COLUMNS, ROLE_QUIET, entry->name,
		         strlen(entry->name));
	do {
		names = draw_part(app, line, 1, NAMES_COLUMNS - 1, ROLE_STRONG, names);
		text = draw_part(app, line++, column, columns - column, ROLE_TEXT, text);
	} while (*names != '\0' || *text != '\0');
	return line;
}

/* Lines up to a NULL; returns the line behind. */
static int draw_texts(struct app *app, int line, const char *const *texts)
{
	for (; *texts != NULL; texts++)
		for (const char *text = *texts; *text != '\0';)
			text = draw_part(app, line++, 1, app->picture->columns - 1, ROLE_TEXT,
			                 text);
	return line;
}

static const char *const editor_help[] = {
	"Letters draw: what a level file is written with (a-z 0-9 . # ? *) is put at the cursor, "
	"and is the brush from then on.",
	"A click puts the brush too; a second one takes it away.",
	NULL,
};

/* Draws what is in sight; returns how many lines there are in all. */
static int draw_lines(struct app *app)
{
	const struct mode *mode = helped_mode(app);
	const unsigned where = app->behind == PAGE_MENU     ? ON_MENU
	                       : app->behind == PAGE_EDITOR ? ON_EDITOR
	                                                    : game_where(app);
	int number = 0;
	char names[KEY_NAMES_MAX];
	if (where == ON_EDITOR)
		number = draw_texts(app, number, editor_help) + 1;
	else if (mode != NULL) {
		number = draw_texts(app, number, mode->rules);
		number = draw_texts(app, number, mode->help) + 1;
	}
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		if ((entry->where & where) &&
		    (key_hand(entry->action) < 0 || where == ON_EDITOR ||
		     app_footer(app, entry) != NULL))
			number = draw_entry(app, number, key_names(&app->keys, where, entry, names),
			                    entry);
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
	char key[KEY_NAME_MAX];
	app_key(app, ON_HELP, PRESS_ESCAPE, key);
	if (more)
		picture_print(picture, picture->rows - 1, 1, ROLE_QUIET, "any key: more   %s: back",
		              key);
	else
		picture_print(picture, picture->rows - 1, 1, ROLE_QUIET, "any key: back");
}
