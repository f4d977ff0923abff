/* The help page: the rules of the puzzle and the level, the signs of the page beneath, then its
 * keys, in as many screenfuls as needed. A click on an entry acts as its key; settings are shown
 * with their values. */
#include <stdio.h>

#include "os/language.h"
#include "os/text.h"
#include "play/report.h"
#include "puzzle/cursor.h"
#include "puzzle/key.h"
#include "puzzle/puzzle.h"
#include "ui/app.h"

enum {
	HEAD_ROWS = 2,
	FOOT_ROWS = 2,
	NAMES_COLUMNS = 20, /* for the names of keys */
	NAMES_NARROW = 17,
	ACTION_COLUMNS = 12, /* for an action's */
	ENTRY_BYTES = 1024,
};

/* The first line that is shown: the page's state. */
static int *top_of(const struct app *app)
{
	return app->state[PAGE_HELP];
}

/* ---- the page beneath ---- */

/* Where the page beneath looks up its keys. */
static unsigned helped_where(const struct app *app)
{
	return page_where(app, app_page_beneath(app));
}

static const struct puzzle *helped_puzzle(const struct app *app)
{
	const struct page *page = app_page_beneath(app);
	return page->puzzle == NULL ? NULL : page->puzzle(app);
}

/* Whether an entry does something there: not what the page refuses, and the cursor's keys only in
 * puzzles that have a word for them. */
static bool is_of_use(const struct app *app, unsigned where, const struct key_entry *entry)
{
	const struct page *page = app_page_beneath(app);
	if ((entry->where & where) == 0 || app_refuses(app, page, entry->action))
		return false;
	return key_group_of(entry->action) < 0 || where == ON_EDITOR ||
	       app_word(app, page, entry) != NULL;
}

/* ---- lines ---- */

/* The row of a line; -1 if it is not on this screenful. */
static int row_of(const struct app *app, int line)
{
	const int row = HEAD_ROWS + line - *top_of(app);
	return row < HEAD_ROWS || row >= app->picture->rows - FOOT_ROWS ? -1 : row;
}

/* Draws as much of a text as fits into the columns; returns the rest. */
static const char *draw_part(struct app *app, int line, int column, int columns, enum role role,
                             const char *text)
{
	const int row = row_of(app, line);
	const size_t length = text_fit(text, columns);
	if (row >= 0)
		picture_text_row(app->picture, row, column, columns, role, text, length,
		                 LEFT_TO_RIGHT);
	text += length;
	return text + (*text == ' ');
}

/* Whether the page beneath is a game against the clock, where a restart is final. */
static bool is_timed(const struct app *app)
{
	const struct page *page = app_page_beneath(app);
	return page->level != NULL && page->level(app)->seconds > 0;
}

/* What an entry does, in the puzzle's own words, if it has any. */
static void describe_action(const struct app *app, const struct key_entry *entry, char *out,
                            size_t size)
{
	const int group = key_group_of(entry->action);
	const int direction = (entry->action - ACTION_PLAY_UP) % DIRECTIONS;
	const struct puzzle_text *text =
		helped_puzzle(app) != NULL ? &helped_puzzle(app)->text : NULL;
	const char *own = text == NULL || group < 0   ? NULL
	                  : group == KEY_GROUP_ARROWS ? text->arrow_help[direction]
	                  : group == KEY_GROUP_SHIFT  ? text->push_help[direction]
	                                              : text->key_help[group];
	if (entry->action == ACTION_RESTART && is_timed(app))
		snprintf(out, size, "%s", _("restart the level; can't be undone here"));
	else
		snprintf(out, size, "%s", _(own != NULL ? own : entry->help));
}

/* The same, maybe after its name; for a setting, also with its value. */
static void describe(const struct app *app, const struct key_entry *entry, bool named,
                     char out[ENTRY_BYTES])
{
	char words[ENTRY_BYTES / 2], setting[SETTING_VALUE_MAX];
	describe_action(app, entry, words, sizeof words);
	settings_value(app, entry->action, setting);
	const size_t used = named ? (size_t)snprintf(out, ENTRY_BYTES, "%s: ", entry->name) : 0;
	snprintf(out + used, ENTRY_BYTES - used, "%s", words);
	if (setting[0] != '\0')
		/* TRANSLATORS: in help: what a key does; then what its setting is now */
		snprintf(out + used, ENTRY_BYTES - used, _("%s; now %s"), words, setting);
}

/* Draws an entry from that line on: its keys at the left, then, in English only, the action's name,
 * and what it does. Returns the line after it. */
static int draw_entry(struct app *app, int line, unsigned where, const struct key_entry *entry)
{
	const int columns = app->picture->columns;
	const bool wide = columns >= 70, named = language_current() == 0;
	const int after = 1 + (wide ? NAMES_COLUMNS : NAMES_NARROW);
	const int column = after + (wide && named ? ACTION_COLUMNS : 0);
	char words[ENTRY_BYTES], own[KEY_NAMES_MAX];
	const char *text = words, *names = key_names(&app->keys, where, entry, own);
	describe(app, entry, named && !wide, words);
	if (wide && named)
		draw_part(app, line, after, columns - after, ROLE_QUIET, entry->name);
	do {
		if (row_of(app, line) >= 0)
			picture_click_area(app->picture, row_of(app, line), 0, 1, columns,
			                   PRESS_CLICK, (int)(entry - key_table));
		names = draw_part(app, line, 1, after - 2, ROLE_STRONG, names);
		text = draw_part(app, line++, column, columns - column, ROLE_TEXT, text);
	} while (*names != '\0' || *text != '\0');
	return line;
}

/* Draws a text; returns the line after it. */
static int draw_text(struct app *app, int line, const char *text)
{
	while (*text != '\0')
		text = draw_part(app, line++, 1, app->picture->columns - 1, ROLE_TEXT, text);
	return line;
}

/* Draws messages up to a NULL; returns the line after them. */
static int draw_texts(struct app *app, int line, const char *const *texts)
{
	for (; *texts != NULL; texts++)
		line = draw_text(app, line, _(*texts));
	return line;
}

/* Draws the rules of the level beneath, if it has its own; returns the line after them. */
static int draw_level_rules(struct app *app, int line)
{
	const struct page *page = app_page_beneath(app);
	char rules[REPORT_MAX], words[REPORT_MAX + 64];
	if (page->level == NULL)
		return line;
	report_rules(page->puzzle(app), page->level(app), false, rules);
	snprintf(words, sizeof words, _("This level: %s"), rules);
	return rules[0] == '\0' ? line : draw_text(app, line, words);
}

/* Draws the page's signs with their meanings, and a blank line; returns the line after them. */
static int draw_signs(struct app *app, int line)
{
	const struct page *page = app_page_beneath(app);
	const int columns = app->picture->columns;
	const int after = 1 + (columns >= 70 ? NAMES_COLUMNS : NAMES_NARROW);
	const struct sign *sign = page->signs == NULL ? NULL : page->signs(app);
	if (sign == NULL)
		return line;
	for (; sign->text != NULL; sign++) {
		const bool ascii = app->picture->glyphs == GLYPHS_ASCII && sign->ascii != NULL;
		const char *name = ascii ? sign->ascii : language_text_in(sign->sign);
		const char *text = language_text_in(sign->text);
		do {
			name = draw_part(app, line, 1, after - 2, ROLE_STRONG, name);
			text = draw_part(app, line++, after, columns - after, ROLE_TEXT, text);
		} while (*name != '\0' || *text != '\0');
	}
	return line + 1;
}

static const char *const editor_help[] = {
	N_("Type a letter, digit or symbol of level files (a-z 0-9 . # ? *) to draw it at the "
           "cursor. It becomes the brush."),
	N_("A click paints with the brush; a second click clears the cell."),
	NULL,
};

/* Whether an entry changes a setting here, and not there: its key has another meaning there, as
 * letters do that draw in the editor. */
static bool is_setting_only_here(const struct app *app, unsigned where,
                                 const struct key_entry *entry)
{
	char setting[SETTING_VALUE_MAX];
	settings_value(app, entry->action, setting);
	return setting[0] != '\0' && (entry->where & where) == 0 &&
	       !app_refuses(app, app_page_beneath(app), entry->action);
}

/* Draws the settings that can only be changed here; returns the line after them. */
static int draw_settings(struct app *app, int line, unsigned where)
{
	bool any = false;
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		if (!is_setting_only_here(app, where, entry))
			continue;
		if (!any)
			line = draw_text(app, line + 1, _("Only on this page:"));
		line = draw_entry(app, line, ON_HELP, entry);
		any = true;
	}
	return line;
}

/* Draws the lines of this screenful; returns how many there are in all. */
static int draw_lines(struct app *app)
{
	const struct puzzle *puzzle = helped_puzzle(app);
	const struct page *page = app_page_beneath(app);
	const unsigned where = helped_where(app);
	int number = 0;
	if (where == ON_EDITOR)
		number = draw_texts(app, number, editor_help) + 1;
	else if (puzzle != NULL) {
		const struct level *level = page->level == NULL ? NULL : page->level(app);
		number = draw_texts(app, number, puzzle_rules(puzzle, level));
		number = draw_level_rules(app, number);
		number = draw_texts(app, number, puzzle->text.help) + 1;
	}
	number = draw_signs(app, number);
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		if (is_of_use(app, where, entry))
			number = draw_entry(app, number, where, entry);
	return draw_settings(app, number, where);
}

static int lines_shown(const struct app *app)
{
	const int lines = app->picture->rows - HEAD_ROWS - FOOT_ROWS;
	return lines > 0 ? lines : 1;
}

static bool open_help(struct app *app, const struct destination *to)
{
	(void)to;
	*top_of(app) = 0;
	return true;
}

/* ---- drawing ---- */

/* The page's title, and a note that its lines can be clicked. */
static void draw_head(struct app *app)
{
	/* TRANSLATORS: in the upper right corner of the help: lines can be clicked */
	const char *clicks = _("click a line to use it");
	struct picture *picture = app->picture;
	const struct puzzle *puzzle = helped_puzzle(app);
	const int right = picture->columns - text_columns(clicks) - 1;
	int column;
	if (puzzle != NULL)
		/* TRANSLATORS: of a puzzle: "Help: Tilt" */
		column = picture_print(picture, 0, 1, ROLE_STRONG, _("Help: %s"), _(puzzle->title));
	else
		column = picture_text(picture, 0, 1, picture->columns - 1, ROLE_STRONG,
		                      helped_where(app) == ON_EDITOR ? _("Help: Editor")
		                                                     : C_("title", "Help"));
	if (app->settings.mouse && right > column)
		picture_print(picture, 0, right, ROLE_QUIET, "%s", clicks);
}

static void draw(struct app *app)
{
	struct picture *picture = app->picture;
	const int row = picture->rows - 1;
	char key[KEY_NAME_MAX];
	app_click_anywhere(app, PRESS_ENTER);
	draw_head(app);
	app_draw_trouble(app);
	const bool more = *top_of(app) + lines_shown(app) < draw_lines(app);
	const int end = picture_text(picture, row, 1, picture->columns - 1, ROLE_QUIET,
	                             more ? _("any key: more") : _("any key: back"));
	if (!more)
		return;
	app_key(app, ON_HELP, PRESS_ESCAPE, key);
	/* TRANSLATORS: a key closes the help */
	const int after = picture_print(picture, row, end + 3, ROLE_QUIET, _("%s: back"), key);
	picture_click_area(picture, row, end + 3, 1, after - end - 3, PRESS_ESCAPE, -1);
}

/* ---- keys and clicks ---- */

/* Any key turns the page and, after the last screenful, goes back, except the few that dispatch
 * handles. A click's cell is an entry of the table and acts as its key on the page beneath. */
static void take_key(struct app *app, struct press press)
{
	int *top = top_of(app);
	const int shown = lines_shown(app);
	if (press.cell >= 0) {
		const struct key_entry *entry = &key_table[press.cell];
		const int key = key_first(&keys_default, helped_where(app), entry);
		if (!settings_action(app, entry->action))
			app_go(app,
			       (struct destination){.transition = TRANSITION_BACK, .key = key});
	} else if (press.action == ACTION_LOOK_UP) {
		*top = *top > shown ? *top - shown : 0;
	} else if (press.action != ACTION_BACK && *top + shown < draw_lines(app)) {
		*top += shown;
	} else {
		app_go_back(app);
	}
}

const struct page help_page = {
	.state_bytes = sizeof(int),
	.any_size = true,
	.any_key = true,
	.where = ON_HELP,
	.open = open_help,
	.key = take_key,
	.draw = draw,
};
