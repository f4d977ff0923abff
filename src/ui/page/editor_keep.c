/* Opening what is drawn on, and keeping it: changes are kept in the store under the text that was
 * opened or saved last, and whoever opens that again finds them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algo/hash.h"
#include "ui/app.h"

static const char not_read[] = "the kept drawing could not be read";

/* ---- keeping ---- */

static uint64_t number_of(const char *text)
{
	uint64_t hash = HASH_BEGIN;
	for (; *text != '\0'; text++)
		hash = hash_more(hash, (unsigned char)*text);
	return hash;
}

void editor_keep(struct app *app)
{
	struct editor *editor = app->editor;
	if (editor == NULL || !editor->dirty || editor->unread)
		return;
	editor->dirty = false;
	const bool saved = editor_is_saved(editor);
	if (!saved || editor->kept)
		store_keep_draft(app->store, editor->number,
		                 saved ? NULL : draft_text(&editor->draft));
	editor->kept = !saved;
}

const char *editor_trouble(const struct app *app)
{
	const struct editor *editor = app->editor;
	return editor != NULL && editor->dirty && editor->unread ? not_read : NULL;
}

void editor_try_again(struct app *app)
{
	struct editor *editor = app->editor;
	if (editor_trouble(app) == NULL ||
	    store_draft(app->store, editor->number, NULL, NULL) != STORE_NONE)
		return;
	editor->unread = false;
	editor_keep(app);
}

void editor_keep_last(struct app *app)
{
	editor_keep(app);
	editor_try_again(app);
	if (editor_trouble(app) != NULL)
		store_give_up(app->store, editor_trouble(app));
}

bool editor_note_saved(struct editor *editor)
{
	char *text = strdup(draft_text(&editor->draft));
	if (text == NULL)
		return false;
	free(editor->saved);
	editor->saved = text;
	editor->number = number_of(text);
	return true;
}

/* ---- opening and closing ---- */

static void free_editor(struct editor *editor)
{
	draft_close(&editor->draft);
	draft_origin_free(&editor->origin);
	free(editor->saved);
	free(editor);
}

void editor_close(struct app *app)
{
	if (app->editor == NULL)
		return;
	editor_keep_last(app);
	solver_forget(app->solver);
	free_editor(app->editor);
	app->editor = NULL;
}

static void resume(void *context, uint64_t number, const char *text)
{
	struct app *app = context;
	struct editor *editor = app->editor;
	(void)number;
	editor->kept = draft_take(&editor->draft, text);
	editor->unread = !editor->kept;
	if (editor->kept) {
		char undo[KEY_NAME_MAX];
		app_say(app, "the drawing that was not saved; %s goes back to its beginning",
		        app_key(app, ON_EDITOR, PRESS_CONTROL('U'), undo));
	}
}

static void take_up(struct app *app)
{
	struct editor *editor = app->editor;
	editor->unread |=
		store_draft(app->store, editor->number, resume, app) == STORE_UNREADABLE;
	if (editor->unread)
		app_say(app, "%s; this one is not kept", not_read);
}

/* Makes a draft just opened the one on the screen, with what is kept under its own number (0) or
 * another. */
static bool enter(struct app *app, struct editor *editor, uint64_t number)
{
	const struct draft *draft = &editor->draft;
	if (!editor_note_saved(editor)) {
		free_editor(editor);
		app_say(app, "out of memory");
		return false;
	}
	if (number != 0)
		editor->number = number;
	editor->behind = app->page == PAGE_GAME ? PAGE_GAME : PAGE_MENU;
	editor->trial = -1;
	editor->row = draft->rows / 2;
	editor->column = draft->columns / 2;
	for (int w = 0; w < 2 && draft->puzzle->format.alphabet[w] != NULL; w++) {
		const char *letters = draft->puzzle->format.alphabet[w];
		editor->brush[w] = strchr(letters, 'a') != NULL ? 'a' : letters[1];
	}
	game_close(app);
	editor_close(app);
	app->editor = editor;
	app->page = PAGE_EDITOR;
	window_forget(app);
	take_up(app);
	editor_look(app);
	return true;
}

static bool read_place(struct app *app, struct editor *editor, struct level_ref place,
                       struct error *error)
{
	const struct library *library = app->library;
	const char *path = library->packs[place.pack].name;
	struct draft *draft = &editor->draft;
	editor->place = place;
	if (!library_level(library, place, &editor->level, error) ||
	    !draft_open(draft, library_puzzle(library, place), &editor->level,
	                library_text(library, place), error))
		return false;
	if (place.pack < library->shipped || access(path, F_OK) != 0)
		return true;
	return draft_origin_set(&editor->origin, draft, path, place.level) ||
	       error_set(error, "out of memory");
}

bool editor_open(struct app *app, struct level_ref place)
{
	struct error error = {"out of memory"};
	struct editor *editor = calloc(1, sizeof *editor);
	if (editor != NULL && read_place(app, editor, place, &error))
		return enter(app, editor, 0);
	if (editor != NULL)
		free_editor(editor);
	app_say(app, "%s", error.text);
	return false;
}

static bool open_empty(struct app *app, const struct puzzle *puzzle, uint64_t number)
{
	struct error error = {"out of memory"};
	struct editor *editor = calloc(1, sizeof *editor);
	if (editor != NULL && draft_open_empty(&editor->draft, puzzle, &error))
		return enter(app, editor, number);
	free(editor);
	app_say(app, "%s", error.text);
	return false;
}

bool editor_open_empty(struct app *app, const struct puzzle *puzzle)
{
	return open_empty(app, puzzle, 0);
}

/* Whether a drawing of that number began with this level. */
static bool began_with(const struct library *library, struct level_ref place,
                       const struct puzzle *puzzle, uint64_t number, struct level *level)
{
	struct draft draft;
	struct error error;
	if (library_puzzle(library, place) != puzzle ||
	    !library_level(library, place, level, &error) ||
	    !draft_open(&draft, puzzle, level, library_text(library, place), &error))
		return false;
	const bool same = number_of(draft_text(&draft)) == number;
	draft_close(&draft);
	return same;
}

/* What it began with: one of the player's own levels, which then has a file to be saved to, or any
 * other of the library; false if it is not there. */
static bool find_beginning(const struct app *app, const struct puzzle *puzzle, uint64_t number,
                           struct level_ref *place)
{
	const struct library *library = app->library;
	const struct level_list *own = &app->menu.own;
	struct level *level = malloc(sizeof *level);
	bool found = false;
	for (int i = 0; level != NULL && !found && i < own->count; i++) {
		*place = own->place[i];
		found = began_with(library, *place, puzzle, number, level);
	}
	for (int p = 0; level != NULL && !found && p < library->count; p++)
		for (int l = 0; !found && l < library->packs[p].count; l++) {
			*place = (struct level_ref){p, l};
			found = began_with(library, *place, puzzle, number, level);
		}
	free(level);
	return found;
}

bool editor_open_kept(struct app *app, const struct puzzle *puzzle, uint64_t number)
{
	struct level_ref place;
	return find_beginning(app, puzzle, number, &place) ? editor_open(app, place)
	                                                   : open_empty(app, puzzle, number);
}
