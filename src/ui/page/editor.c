/* The editor page: changes a draft, and asks the solver about the level after each change.
 *
 * Letters draw, so the commands are capitals and characters that occur in no level. */
#include "ui/page/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/language.h"
#include "puzzle/key.h"
#include "puzzle/level_code.h"

enum { TITLE = HEADER_COUNT }; /* among the headers of the prompt */

/* In this order: the title, the puzzle's own headers, those of the pack. */
static const int header_order[] = {TITLE,         HEADER_RULES, HEADER_GOAL,   HEADER_PIECE,
                                   HEADER_REFILL, HEADER_PACK,  HEADER_AUTHOR, HEADER_LICENCE,
                                   HEADER_HINT};

/* ---- the level and its proof ---- */

void editor_look(struct app *app)
{
	struct editor *editor = editor_of(app);
	struct draft *draft = &editor->draft;
	if (editor->row >= draft->rows)
		editor->row = draft->rows - 1;
	if (editor->column >= draft->columns)
		editor->column = draft->columns - 1;
	editor->answer = (struct answer){.verdict = SEARCHING, .upper = -1};
	editor->question = 0;
	editor->is_level = draft_level(draft, &editor->level, &editor->fault);
	editor->language = language_current();
	if (!editor->is_level)
		editor->level = (struct level){.rows = draft->rows, .columns = draft->columns};
	if (editor->is_level && !editor->level.endless)
		editor->question = solver_ask(app->solver, draft->puzzle, &editor->level,
		                              &editor->level.start);
	else
		solver_forget(app->solver);
}

const char *editor_title(const struct editor *editor)
{
	const char *title = editor->draft.title;
	return strcmp(title, UNTITLED) == 0 ? language_level_text(title) : title;
}

void editor_translate(struct app *app)
{
	struct editor *editor = editor_of(app);
	if (!editor->is_level && editor->language != language_current())
		editor_look(app);
}

/* The draft is at another text of its history. */
static void moved(struct app *app, bool done)
{
	if (!done)
		return;
	editor_of(app)->dirty = true;
	editor_look(app);
}

/* The draft has a new text, which replaces those that were undone. */
static void changed(struct app *app, bool done)
{
	struct editor *editor = editor_of(app);
	if (done && editor->renewed >= editor->draft.at)
		editor->renewed = 0;
	moved(app, done);
}

static bool is_asking(const struct app *app)
{
	return editor_of(app)->question != 0;
}

static bool update(struct app *app)
{
	struct editor *editor = editor_of(app);
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

bool editor_is_renewed(const struct editor *editor)
{
	return editor->renewed > 0 && editor->draft.at >= editor->renewed;
}

const char *editor_file(const struct editor *editor)
{
	return editor_is_renewed(editor) ? NULL : editor->origin.path;
}

/* ---- leaving ---- */

/* The game that tried the drawing has ended, so the solver is free again. */
static void resume(struct app *app)
{
	struct editor *editor = editor_of(app);
	if (editor->trying)
		editor_look(app);
	editor->trying = false;
}

/* Asks once whether to leave a drawing unsaved. */
static void back(struct app *app, bool asked)
{
	struct editor *editor = editor_of(app);
	if (asked || editor_is_saved(editor)) {
		app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
		                                 .page = editor->back,
		                                 .level = editor->origin_level,
		                                 .draft = editor->number});
		return;
	}
	char save[KEY_NAME_MAX], leave[KEY_NAME_MAX];
	editor->asked = true;
	app_say(app, _("Not saved: %s saves it as a file. %s again leaves; the drawing is kept."),
	        app_key(app, ON_EDITOR, 'S', save), app_key(app, ON_EDITOR, PRESS_ESCAPE, leave));
}

/* ---- playing ---- */

/* Reads the drawing as a pack of one level; false if it is none yet, which is said. */
static bool read_level(struct app *app, struct pack *pack)
{
	struct editor *editor = editor_of(app);
	struct error error;
	if (!editor->is_level) {
		editor_say_fault(app);
		return false;
	}
	error_set(&error, _("out of memory"));
	char *text = draft_print_text(&editor->draft, editor_par(editor));
	const bool good =
		text != NULL && pack_read_text(pack, "drawing", text, strlen(text), &error);
	free(text);
	if (!good)
		app_say_sentence(app, error.text);
	return good;
}

/* Copies the drawing's level code, which may be pasted into any game of this program. */
static void share(struct app *app)
{
	struct pack pack;
	struct error error;
	char code[LEVEL_CODE_MAX + 1], line[LEVEL_CODE_MAX + 2];
	if (!read_level(app, &pack))
		return;
	const bool good = level_code_write(&pack, 0, code, &error);
	pack_free(&pack);
	if (!good) {
		app_say_sentence(app, error.text);
		return;
	}
	snprintf(line, sizeof line, "%s\n", code);
	if (app_share(app, line))
		app_say(app, _("The level code is copied; it is printed again on exit."));
	else
		app_say(app, _("The level code is printed on exit."));
}

/* Puts the drawing into the library, and plays it from there. */
static void play(struct app *app)
{
	struct editor *editor = editor_of(app);
	struct pack pack;
	if (!read_level(app, &pack))
		return;
	const int number = library_replace_pack(app->library, editor->trial, &pack);
	if (number < 0) {
		app_say_sentence(app, _("out of memory"));
		return;
	}
	editor->trial = number;
	editor->question = 0;
	editor->trying = true;
	app_go(app, (struct destination){.transition = TRANSITION_COVER,
	                                 .page = PAGE_GAME,
	                                 .start = START_TRIAL,
	                                 .level = {number, 0}});
}

/* ---- headers ---- */

static const char *prompted_name(int header)
{
	return header == TITLE ? "level" : header_name((enum header)header);
}

/* Whether a typed line is the value of the header that was asked for: it has no key, or it is the
 * current title, which may have a colon. */
static bool is_value(const struct editor *editor, const char *typed)
{
	return strchr(typed, ':') == NULL ||
	       (header_order[editor->header] == TITLE && strcmp(typed, editor->draft.title) == 0);
}

/* Replaces the drawing with a board that was pasted. */
static bool take_board(struct app *app, const char *text)
{
	struct error error;
	struct editor *editor = editor_of(app);
	const int at = editor->draft.at;
	const bool good = draft_import(&editor->draft, text, &error);
	if (good) {
		char undo[KEY_NAME_MAX];
		app_say(app, _("Pasted. %s undoes it."),
		        app_key(app, ON_EDITOR, PRESS_CONTROL('U'), undo));
	} else {
		app_say_sentence(app, error.text);
	}
	changed(app, editor->draft.at != at);
	return good;
}

static void paste(struct app *app, const char *text)
{
	take_board(app, text);
}

/* Sets a header from a typed line, or takes a level code. The prompt stays open for a wrong one. */
static bool set_header(struct app *app, const char *typed)
{
	struct error error;
	if (level_code_is(typed + strspn(typed, " ")))
		return take_board(app, typed);
	struct editor *editor = editor_of(app);
	struct draft *draft = &editor->draft;
	if (header_order[editor->header] == TITLE && strcmp(typed, editor_title(editor)) == 0)
		typed = draft->title; /* left as it is */
	const char *name =
		is_value(editor, typed) ? prompted_name(header_order[editor->header]) : NULL;
	char line[PROMPT_MAX + 16];
	snprintf(line, sizeof line, "%s%s%s", name != NULL ? name : "", name != NULL ? ": " : "",
	         typed);
	const int at = draft->at;
	const bool good = draft_set_header(draft, line, &error);
	if (!good)
		app_say_sentence(app, error.text);
	changed(app, draft->at != at);
	if (!good || draft_headers_are_valid(draft))
		return good;
	editor_say_fault(app);
	return false;
}

/* Prompts for the title, or for another header as a line of a level file; false if it is too long.
 * A new title usually replaces the old one whole. */
static bool ask_header(struct app *app, int header)
{
	const struct draft *draft = &editor_of(app)->draft;
	const bool title = header == TITLE;
	const char *value = title ? editor_title(editor_of(app)) : draft->value[header];
	char line[LEVEL_NAME_MAX];
	if (snprintf(line, sizeof line, "%s%s%s", title ? "" : prompted_name(header),
	             title ? "" : ": ", value == NULL ? "" : value) >= (int)sizeof line)
		return false;
	prompt_begin(&app->prompt, title ? _("title: ") : "", line, set_header);
	app->prompt.history = &app->typed[PROMPT_HEADER];
	app->prompt.marked = title;
	return true;
}

static void next_header(struct app *app)
{
	struct editor *editor = editor_of(app);
	const int count = sizeof header_order / sizeof *header_order;
	int header;
	do {
		editor->header = (editor->header + 1) % count;
		header = header_order[editor->header];
	} while ((header != TITLE && !draft_accepts_header(&editor->draft, (enum header)header)) ||
	         !ask_header(app, header));
	app->prompt.next = next_header;
}

static void begin_headers(struct app *app)
{
	editor_of(app)->header = -1;
	next_header(app);
}

/* ---- drawing ---- */

/* Puts a letter at the cursor. */
static void set_cell(struct app *app, int word, char letter)
{
	struct editor *editor = editor_of(app);
	changed(app, draft_set_cell(&editor->draft, word, editor_cell(editor), letter));
}

static void empty_cell(struct app *app)
{
	const struct editor *editor = editor_of(app);
	set_cell(app, editor->word, draft_letter(&editor->draft, editor->word, '.'));
}

/* Paints the cell with the brush, or clears it. */
static void put_brush(struct app *app)
{
	const struct editor *editor = editor_of(app);
	const char brush = editor->brush[editor->word];
	if (editor->draft.word[editor->word][editor_cell(editor)] == brush)
		empty_cell(app);
	else
		set_cell(app, editor->word, brush);
}

/* Puts a letter into the word being drawn or, if only the other word has it, into that one. */
static void put_letter(struct app *app, int key)
{
	struct editor *editor = editor_of(app);
	for (int i = 0; i < 2; i++) {
		const int word = i == 0 ? editor->word : 1 - editor->word;
		const char letter = draft_letter(&editor->draft, word, key);
		if (letter == '\0')
			continue;
		editor->brush[word] = letter;
		set_cell(app, word, letter);
		return;
	}
	char name[KEY_NAME_MAX];
	if (key == '?') /* as on all other pages */
		app_cover(app, PAGE_HELP);
	else if (key == 'q')
		app_say(app, _("Letters draw. %s quits; the drawing is kept."),
		        app_key(app, ON_EDITOR, PRESS_CONTROL('C'), name));
	else if (key > ' ' && key <= '~')
		app_say(app, _("%c can't be drawn here."), (char)key);
}

/* The cursor stays on its letter. */
static void grow(struct app *app, int direction)
{
	struct editor *editor = editor_of(app);
	if (!draft_extend(&editor->draft, direction)) {
		app_say(app,
		        text_plural("A board has at most %d row and column.",
		                    "A board has at most %d rows and columns.", SIDE_MAX),
		        SIDE_MAX);
		return;
	}
	editor->row += direction == UP;
	editor->column += direction == LEFT;
	changed(app, true);
}

/* Deletes the cursor's row or column, or that of a cell. */
static void delete_line(struct app *app, bool row, int cell)
{
	struct editor *editor = editor_of(app);
	struct draft *draft = &editor->draft;
	const int columns = draft->columns;
	const bool done =
		row ? draft_remove_row(draft, cell < 0 ? editor->row : cell / columns)
		    : draft_remove_column(draft, cell < 0 ? editor->column : cell % columns);
	if (!done)
		app_say(app, _("A board has at least two cells."));
	changed(app, done);
}

static void switch_word(struct app *app)
{
	struct editor *editor = editor_of(app);
	if (draft_has_second_word(&editor->draft)) {
		editor->word = 1 - editor->word;
	} else {
		char key[KEY_NAME_MAX];
		app_say(app, _("This puzzle has only a start to draw. %s edits the headers."),
		        app_key(app, ON_EDITOR, ':', key));
	}
}

/* A new drawing must not replace the level that was opened. */
static void clear(struct app *app)
{
	struct editor *editor = editor_of(app);
	const bool renewed = editor_is_renewed(editor);
	changed(app, draft_clear(&editor->draft));
	if (!renewed)
		editor->renewed = editor->draft.at;
}

/* ---- keys ---- */

static bool editor_action(struct app *app, enum action action, int cell, bool asked)
{
	struct editor *editor = editor_of(app);
	struct draft *draft = &editor->draft;
	switch (action) {
	case ACTION_SELECT: put_brush(app); return true;
	case ACTION_EMPTY: empty_cell(app); return true;
	case ACTION_PIECE: switch_word(app); return true;
	case ACTION_REMOVE_ROW: delete_line(app, true, cell); return true;
	case ACTION_REMOVE_COLUMN: delete_line(app, false, cell); return true;
	case ACTION_UNDO:
		moved(app, draft_undo(draft));
		return true;
	case ACTION_REDO:
		moved(app, draft_redo(draft));
		return true;
	case ACTION_CLEAR:
		clear(app);
		return true;
	case ACTION_HEADER: begin_headers(app); return true;
	case ACTION_SAVE: editor_save_file(app); return true;
	case ACTION_TRY: play(app); return true;
	case ACTION_SHARE: share(app); return true;
	case ACTION_BACK: back(app, asked); return true;
	default: return app_scroll(app, action);
	}
}

static bool press_direction(struct app *app, enum action action)
{
	struct editor *editor = editor_of(app);
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

/* A click's cell is on the board or, with PRESS_OTHER, in the palette. Keys handled since the
 * picture was drawn may have made either smaller. */
static void take_key(struct app *app, struct press press)
{
	struct editor *editor = editor_of(app);
	const struct draft *draft = &editor->draft;
	const char *letters = draft->puzzle->format.alphabet[editor->word];
	const bool palette = press.key == PRESS_OTHER;
	const bool asked = editor->asked;
	editor->asked = false;
	if (press.cell >= (palette ? (int)strlen(letters) : draft->rows * draft->columns))
		return;
	if (palette && press.cell >= 0) {
		editor->brush[editor->word] = letters[press.cell];
	} else if (press.key == PRESS_CLICK && press.cell >= 0) {
		editor->row = press.cell / draft->columns;
		editor->column = press.cell % draft->columns;
		put_brush(app);
	} else if (!editor_action(app, press.action, press.cell, asked) &&
	           !press_direction(app, press.action)) {
		put_letter(app, press.key);
	}
}

/* ---- the page ---- */

static const char *footer_word(const struct app *app, const struct key_entry *entry)
{
	if (key_group_of(entry->action) == KEY_GROUP_TAB && (entry->where & ON_EDITOR))
		return editor_word_name(editor_of(app), 1 - editor_of(app)->word);
	return entry->footer;
}

const struct page editor_page = {
	.state_bytes = sizeof(struct editor),
	.where = ON_EDITOR,
	.prepare = editor_prepare,
	.open = editor_open,
	.close = editor_close,
	.resume = resume,
	.key = take_key,
	.paste = paste,
	.draw = editor_draw,
	.word = footer_word,
	.save = editor_save,
	.trouble = editor_trouble,
	.is_asking = is_asking,
	.update = update,
};
