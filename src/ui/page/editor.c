/* The editor page: draws on a draft, and asks the solver about what it is after each change.
 *
 * Letters are drawn with, so the commands are capitals and what no level is written with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/app.h"

enum { TITLE = HEADER_COUNT }; /* among the headers of the prompt */

/* ---- what is drawn, and what is known of it ---- */

static void keep_inside(int *line, int lines)
{
	*line = *line < 0 ? 0 : *line >= lines ? lines - 1 : *line;
}

void editor_look(struct app *app)
{
	struct editor *editor = app->editor;
	struct draft *draft = &editor->draft;
	keep_inside(&editor->row, draft->rows);
	keep_inside(&editor->column, draft->columns);
	editor->answer = (struct answer){.verdict = SEARCHING, .upper = -1};
	editor->question = 0;
	editor->is_level = draft_level(draft, &editor->level, &editor->fault);
	if (!editor->is_level)
		editor->level = (struct level){.rows = draft->rows, .columns = draft->columns};
	if (editor->is_level && !editor->level.endless)
		editor->question = solver_ask(app->solver, draft->puzzle, &editor->level,
		                              &editor->level.start);
	else
		solver_forget(app->solver);
}

static void changed(struct app *app, bool done)
{
	if (!done)
		return;
	app->editor->dirty = true;
	editor_look(app);
}

bool editor_news(struct app *app)
{
	struct editor *editor = app->editor;
	const struct answer before = editor->answer;
	if (!solver_peek(app->solver, editor->question, &editor->answer))
		return false;
	if (editor->answer.verdict != SEARCHING)
		editor->question = 0;
	return editor->answer.verdict != before.verdict || editor->answer.lower != before.lower;
}

int editor_par(const struct editor *editor)
{
	return editor->answer.verdict == OPTIMAL ? editor->answer.upper : -1;
}

bool editor_is_saved(const struct editor *editor)
{
	return strcmp(draft_text(&editor->draft), editor->saved) == 0;
}

/* ---- leaving ---- */

void editor_return(struct app *app)
{
	app->page = PAGE_EDITOR;
	editor_look(app);
}

static void leave(struct app *app)
{
	const struct level_ref place = app->editor->place;
	const enum page behind = app->editor->behind;
	const uint64_t number = app->editor->number;
	editor_close(app);
	if (behind == PAGE_GAME)
		game_open(app, place);
	else if (menu_open(app))
		menu_choose_drawing(app, number);
	else
		app->over = true;
}

/* What is not saved is asked about once. */
static void back(struct app *app, bool asked)
{
	if (asked || editor_is_saved(app->editor)) {
		leave(app);
		return;
	}
	app->editor->asked = true;
	char save[KEY_NAME_MAX], leave_key[KEY_NAME_MAX];
	app_say(app, "not saved: %s saves it as a file; %s again leaves, and it is kept",
	        app_key(app, ON_EDITOR, 'S', save),
	        app_key(app, ON_EDITOR, PRESS_ESCAPE, leave_key));
}

/* ---- playing ---- */

/* Puts what is drawn into the library, to be played from there. */
static bool put_trial(struct app *app)
{
	struct editor *editor = app->editor;
	struct pack pack;
	struct error error = {"out of memory"};
	char *text = draft_print_text(&editor->draft, editor_par(editor));
	const bool good =
		text != NULL && pack_read_text(&pack, "drawing", text, strlen(text), &error);
	free(text);
	const int number = good ? library_put(app->library, editor->trial, &pack) : -1;
	if (number < 0)
		app_say(app, "%s", error.text);
	else
		editor->trial = number;
	return number >= 0;
}

static void play(struct app *app)
{
	struct editor *editor = app->editor;
	if (!editor->is_level)
		app_say(app, "not a level yet: %s", editor->fault.text);
	else if (put_trial(app)) {
		editor->question = 0;
		game_try(app, (struct level_ref){editor->trial, 0});
	}
}

/* ---- headers ---- */

static bool set_header(struct app *app, const char *line)
{
	struct error error;
	struct draft *draft = &app->editor->draft;
	const int at = draft->at;
	const bool good = draft_set_header(draft, line, &error);
	if (!good)
		app_say(app, "%s", error.text);
	changed(app, draft->at != at);
	return good;
}

/* The header as a file has it, to be changed; false if it is too long for that. */
static bool ask_header(struct app *app, int header)
{
	const struct draft *draft = &app->editor->draft;
	const char *value = header == TITLE ? draft->title : draft->value[header];
	char line[LEVEL_NAME_MAX];
	const int length =
		snprintf(line, sizeof line, "%s: %s",
	                 header == TITLE ? "level" : header_name((enum header)header),
	                 value == NULL ? "" : value);
	if (length >= (int)sizeof line)
		return false;
	app->editor->header = header;
	app_prompt(app, "", line, set_header);
	return true;
}

/* Title, the puzzle's own headers, those of the pack. */
static int header_behind(int header)
{
	return header == TITLE              ? HEADER_RULES
	       : header == HEADER_COUNT - 1 ? HEADER_PACK
	       : header == HEADER_RULES - 1 ? TITLE
	                                    : header + 1;
}

static void next_header(struct app *app)
{
	int header = app->editor->header;
	do
		header = header_behind(header);
	while ((header != TITLE && !draft_takes_header(&app->editor->draft, (enum header)header)) ||
	       !ask_header(app, header));
	app->prompt.next = next_header;
}

static void begin_headers(struct app *app)
{
	app->editor->header = HEADER_RULES - 1;
	next_header(app);
}

/* ---- drawing ---- */

/* Puts the letter, or takes it away where it is. */
static void put_brush(struct app *app)
{
	struct editor *editor = app->editor;
	struct draft *draft = &editor->draft;
	const int cell = editor->row * draft->columns + editor->column;
	const char brush = editor->brush[editor->word];
	const bool there = draft->word[editor->word][cell] == brush;
	changed(app, draft_put(draft, editor->word, cell,
	                       there ? draft_letter(draft, editor->word, '.') : brush));
}

/* A letter is put into the word that is drawn, or if only the other one has it, there. */
static void put_letter(struct app *app, int key)
{
	struct editor *editor = app->editor;
	struct draft *draft = &editor->draft;
	const int cell = editor->row * draft->columns + editor->column;
	for (int i = 0; i < 2; i++) {
		const int word = i == 0 ? editor->word : 1 - editor->word;
		const char letter = draft_letter(draft, word, key);
		if (letter == '\0')
			continue;
		editor->brush[word] = letter;
		changed(app, draft_put(draft, word, cell, letter));
		return;
	}
	if (key == '?') /* as on all other pages */
		help_open(app);
	else if (key > ' ' && key <= '~')
		app_say(app, "no level of this puzzle is written with '%c'", (char)key);
}

static void empty_cell(struct app *app)
{
	struct editor *editor = app->editor;
	struct draft *draft = &editor->draft;
	changed(app, draft_put(draft, editor->word, editor->row * draft->columns + editor->column,
	                       draft_letter(draft, editor->word, '.')));
}

/* What was under the cursor stays there. */
static void grow(struct app *app, int direction)
{
	struct editor *editor = app->editor;
	if (!draft_grow(&editor->draft, direction)) {
		app_say(app, "a board has at most %d rows and columns", SIDE_MAX);
		return;
	}
	editor->row += direction == UP;
	editor->column += direction == LEFT;
	changed(app, true);
}

/* Takes out the cursor's row or column, or that of a cell. */
static void take_out(struct app *app, bool row, int cell)
{
	struct editor *editor = app->editor;
	struct draft *draft = &editor->draft;
	const int columns = draft->columns;
	const bool done =
		row ? draft_remove_row(draft, cell < 0 ? editor->row : cell / columns)
		    : draft_remove_column(draft, cell < 0 ? editor->column : cell % columns);
	if (!done)
		app_say(app, "a board has at least two cells");
	changed(app, done);
}

static void other_word(struct app *app)
{
	struct editor *editor = app->editor;
	if (draft_has_second(&editor->draft)) {
		editor->word = 1 - editor->word;
	} else {
		char key[KEY_NAME_MAX];
		app_say(app, "nothing but the start is drawn here; %s sets what else a level says",
		        app_key(app, ON_EDITOR, ':', key));
	}
}

/* ---- keys ---- */

static bool editor_action(struct app *app, enum action action, int cell, bool asked)
{
	struct editor *editor = app->editor;
	struct draft *draft = &editor->draft;
	switch (action) {
	case ACTION_SELECT: put_brush(app); return true;
	case ACTION_EMPTY: empty_cell(app); return true;
	case ACTION_PIECE: other_word(app); return true;
	case ACTION_REMOVE_ROW: take_out(app, true, cell); return true;
	case ACTION_REMOVE_COLUMN: take_out(app, false, cell); return true;
	case ACTION_UNDO: changed(app, draft_undo(draft)); return true;
	case ACTION_REDO: changed(app, draft_redo(draft)); return true;
	case ACTION_CLEAR: changed(app, draft_clear(draft)); return true;
	case ACTION_HEADER: begin_headers(app); return true;
	case ACTION_SAVE: editor_save(app); return true;
	case ACTION_TRY: play(app); return true;
	case ACTION_BACK: back(app, asked); return true;
	default: return window_action(app, action);
	}
}

static bool press_direction(struct app *app, enum action action)
{
	struct editor *editor = app->editor;
	bool shifted;
	const int direction = direction_of_key(key_press(action), &shifted);
	if (direction < 0)
		return false;
	if (shifted)
		grow(app, direction);
	else
		direction_step(&editor->level, direction, &editor->row, &editor->column);
	return true;
}

void editor_key(struct app *app, int key, int cell, enum action action)
{
	struct editor *editor = app->editor;
	const bool asked = editor->asked;
	editor->asked = false;
	if (key == PRESS_OTHER && cell >= 0) { /* of the palette */
		editor->brush[editor->word] =
			editor->draft.puzzle->format.alphabet[editor->word][cell];
		return;
	}
	if (key == PRESS_CLICK && cell >= 0) {
		editor->row = cell / editor->draft.columns;
		editor->column = cell % editor->draft.columns;
		put_brush(app);
		return;
	}
	if (!editor_action(app, action, cell, asked) && !press_direction(app, action))
		put_letter(app, key);
}
