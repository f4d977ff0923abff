/* Opening a drawing, and keeping it: changes are kept in the store under the number of the text
 * that was opened or saved last, and are resumed when that is opened again. */
#include "ui/page/editor.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algo/hash.h"

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
	struct editor *editor = editor_of(app);
	if (!editor->dirty || editor->unread)
		return;
	editor->dirty = false;
	const bool saved = editor_is_saved(editor);
	if (!saved || editor->kept)
		store_save_draft(app->store, editor->number,
		                 saved ? NULL : draft_text(&editor->draft));
	editor->kept = !saved;
}

const char *editor_trouble(const struct app *app)
{
	const struct editor *editor = editor_of(app);
	return editor->dirty && editor->unread ? not_read : NULL;
}

void editor_retry(struct app *app)
{
	struct editor *editor = editor_of(app);
	if (editor_trouble(app) == NULL ||
	    store_find(app->store, ENTRY_DRAFT, editor->number, NULL, NULL) != STORE_NONE)
		return;
	editor->unread = false;
	editor_keep(app);
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
	struct editor_state *state = app->state[PAGE_EDITOR];
	editor_keep(app);
	editor_retry(app);
	if (editor_trouble(app) != NULL)
		store_note_loss(app->store, editor_trouble(app));
	solver_forget(app->solver);
	free_editor(state->open);
	state->open = NULL;
}

static void resume(void *context, const struct entry *kept)
{
	struct app *app = context;
	struct editor *editor = editor_of(app);
	editor->kept = draft_load(&editor->draft, kept->words);
	editor->unread = !editor->kept;
	if (editor->kept) {
		char undo[KEY_NAME_MAX];
		app_say(app, "the drawing that was not saved; %s goes back to its beginning",
		        app_key(app, ON_EDITOR, PRESS_CONTROL('U'), undo));
	}
}

bool editor_open(struct app *app, const struct destination *to)
{
	struct editor_state *state = app->state[PAGE_EDITOR];
	struct editor *editor = state->open = state->prepared;
	(void)to;
	state->prepared = NULL;
	scroll_reset(&app->scroll);
	editor->unread |= store_find(app->store, ENTRY_DRAFT, editor->number, resume, app) ==
	                  STORE_UNREADABLE;
	if (editor->unread)
		app_say(app, "%s; this one is not kept", not_read);
	editor_look(app);
	return true;
}

/* ---- preparing ---- */

/* The cursor in the middle, and a piece or else a wall as the brush. */
static void begin(struct editor *editor)
{
	const struct draft *draft = &editor->draft;
	editor->trial = -1;
	editor->row = draft->rows / 2;
	editor->column = draft->columns / 2;
	for (int w = 0; w < 2 && draft->puzzle->format.alphabet[w] != NULL; w++) {
		const char *letters = draft->puzzle->format.alphabet[w];
		editor->brush[w] = strchr(letters, 'a') != NULL ? 'a' : letters[1];
	}
}

static bool read_level(struct app *app, struct editor *editor, struct level_ref ref,
                       struct error *error)
{
	const struct library *library = app->library;
	const char *path = library->packs[ref.pack].name;
	struct draft *draft = &editor->draft;
	editor->origin_level = ref;
	if (!library_level(library, ref, &editor->level, error) ||
	    !draft_open(draft, library_puzzle(library, ref), &editor->level,
	                library_text(library, ref), error))
		return false;
	if (ref.pack < library->shipped || access(path, F_OK) != 0)
		return true;
	return draft_origin_set(&editor->origin, draft, path, ref.level) ||
	       error_set(error, "out of memory");
}

/* Whether a drawing of that number began with this level. */
static bool began_with(const struct library *library, struct level_ref ref,
                       const struct puzzle *puzzle, uint64_t number, struct level *level)
{
	struct draft draft;
	struct error error;
	if (library_puzzle(library, ref) != puzzle || !library_level(library, ref, level, &error) ||
	    !draft_open(&draft, puzzle, level, library_text(library, ref), &error))
		return false;
	const bool same = number_of(draft_text(&draft)) == number;
	draft_close(&draft);
	return same;
}

/* Finds the level that a drawing began with: one of the player's own, which then has a file to be
 * saved to, or another of the library; false if it is not there. */
static bool find_beginning(const struct app *app, const struct puzzle *puzzle, uint64_t number,
                           struct level_ref *ref)
{
	const struct library *library = app->library;
	const struct level_list *own = &app->own;
	struct level *level = malloc(sizeof *level);
	bool found = false;
	for (int i = 0; level != NULL && !found && i < own->count; i++) {
		*ref = own->refs[i];
		found = began_with(library, *ref, puzzle, number, level);
	}
	for (int p = 0; level != NULL && !found && p < library->count; p++)
		for (int l = 0; !found && l < library->packs[p].count; l++) {
			*ref = (struct level_ref){p, l};
			found = began_with(library, *ref, puzzle, number, level);
		}
	free(level);
	return found;
}

/* Reads a level, an empty board, or the level with which a kept drawing began; an empty board if
 * that is not there any more. */
static bool read_draft(struct app *app, struct editor *editor, const struct destination *to,
                       struct error *error)
{
	struct level_ref level = to->level;
	bool empty = to->start == START_EMPTY;
	if (to->start == START_DRAFT)
		empty = !find_beginning(app, to->puzzle, to->draft, &level);
	if (!empty)
		return read_level(app, editor, level, error);
	if (!draft_open_empty(&editor->draft, to->puzzle, error))
		return false;
	editor->number = to->draft;
	return true;
}

bool editor_prepare(struct app *app, const struct destination *to)
{
	struct editor_state *state = app->state[PAGE_EDITOR];
	struct error error = {"out of memory"};
	struct editor *editor = calloc(1, sizeof *editor);
	const bool good = editor != NULL && read_draft(app, editor, to, &error);
	const uint64_t number = good ? editor->number : 0;
	if (!good || !editor_note_saved(editor)) {
		app_say(app, "%s", good ? "out of memory" : error.text);
		if (editor != NULL)
			free_editor(editor);
		return false;
	}
	if (number != 0)
		editor->number = number;
	editor->back = to->back;
	begin(editor);
	state->prepared = editor;
	return true;
}
