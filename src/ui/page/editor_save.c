/* Opening and saving a drawing. Changes are saved in the store under the number of the text that
 * was opened, or last saved as a file, and resumed when that is opened again. Saving as a file asks
 * for a name, and asks again before it replaces another file. */
#include "ui/page/editor.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wctype.h>

#include "algo/hash.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"

static const char not_read[] = N_("the saved drawing could not be read");
/* The first line, a comment, of a stored drawing that is not of the file that was opened. */
static const char renewed[] = "; new drawing\n";

/* Notes the draft's current text as the saved one. False without memory. */
static bool note_saved(struct editor *editor)
{
	char *text = strdup(draft_text(&editor->draft));
	if (text == NULL)
		return false;
	free(editor->saved);
	editor->saved = text;
	editor->number = hash_text(text);
	return true;
}

/* ---- saving in the store ---- */

static void store_drawing(struct app *app)
{
	const struct editor *editor = editor_of(app);
	char *text = NULL;
	if (editor_is_renewed(editor) &&
	    asprintf(&text, "%s%s", renewed, draft_text(&editor->draft)) < 0)
		text = NULL; /* without memory it is stored as any other */
	store_save_draft(app->store, editor->number,
	                 text != NULL ? text : draft_text(&editor->draft));
	free(text);
}

void editor_save(struct app *app, bool retry)
{
	struct editor *editor = editor_of(app);
	if (!editor->dirty)
		return;
	if (editor->unread && retry &&
	    store_find(app->store, ENTRY_DRAFT, editor->number, NULL, NULL) == STORE_NONE)
		editor->unread = false;
	if (editor->unread)
		return;
	editor->dirty = false;
	const bool unsaved = !editor_is_saved(editor);
	if (unsaved)
		store_drawing(app);
	else if (editor->stored)
		store_save_draft(app->store, editor->number, NULL);
	editor->stored = unsaved;
}

const char *editor_trouble(const struct app *app)
{
	const struct editor *editor = editor_of(app);
	return editor->dirty && editor->unread ? _(not_read) : NULL;
}

/* ---- opening and closing ---- */

static void free_editor(struct editor *editor)
{
	draft_close(&editor->draft);
	draft_origin_free(&editor->origin);
	free(editor->saved);
	*editor = (struct editor){0};
}

void editor_close(struct app *app)
{
	editor_save(app, true);
	if (editor_trouble(app) != NULL)
		store_note_loss(app->store, editor_trouble(app));
	solver_forget(app->solver);
	free_editor(editor_of(app));
}

static void resume(void *context, const struct entry *saved)
{
	struct app *app = context;
	struct editor *editor = editor_of(app);
	editor->stored = draft_load(&editor->draft, saved->words);
	editor->unread = !editor->stored;
	if (editor->stored) {
		char undo[KEY_NAME_MAX];
		if (strncmp(saved->words, renewed, strlen(renewed)) == 0)
			editor->renewed = editor->draft.at;
		app_say(app, _("Unsaved drawing resumed. %s undoes all of its changes."),
		        app_key(app, ON_EDITOR, PRESS_CONTROL('U'), undo));
	}
}

bool editor_open(struct app *app, const struct destination *to)
{
	struct editor *editor = editor_of(app);
	(void)to;
	scroll_reset(&app->scroll);
	if (store_find(app->store, ENTRY_DRAFT, editor->number, resume, app) == STORE_UNREADABLE)
		editor->unread = true;
	if (editor->unread)
		app_say(app, _("The saved drawing could not be read, so this one is not saved."));
	editor_look(app);
	return true;
}

/* ---- preparing ---- */

static bool open_level(struct app *app, struct level_ref ref, struct error *error)
{
	struct editor *editor = editor_of(app);
	const struct library *library = app->library;
	return library_level(library, ref, &editor->level, error) &&
	       draft_open(&editor->draft, library_puzzle(library, ref), &editor->level,
	                  library_text(library, ref), error);
}

/* Opens the level if a drawing of that puzzle and number began with it. */
static bool open_beginning(struct app *app, struct level_ref ref, const struct destination *to)
{
	struct draft *draft = &editor_of(app)->draft;
	struct error error;
	if (library_puzzle(app->library, ref) != to->puzzle || !open_level(app, ref, &error))
		return false;
	const bool same = hash_text(draft_text(draft)) == to->draft;
	if (!same)
		draft_close(draft);
	return same;
}

/* Finds and opens the level that a drawing began with: one of the player's own, which has a file to
 * save to, or another of the library. False if it is gone. */
static bool find_beginning(struct app *app, const struct destination *to, struct level_ref *ref)
{
	const struct library *library = app->library;
	for (int i = 0; i < app->user_levels.count; i++) {
		*ref = app->user_levels.refs[i];
		if (open_beginning(app, *ref, to))
			return true;
	}
	for (int p = 0; p < library->count; p++)
		for (int l = 0; l < library->packs[p].count; l++) {
			*ref = (struct level_ref){p, l};
			if (open_beginning(app, *ref, to))
				return true;
		}
	return false;
}

/* Opens a level, an empty board, or the level that a saved drawing began with; an empty board if
 * that level is gone. */
static bool read_draft(struct app *app, const struct destination *to, struct error *error)
{
	struct editor *editor = editor_of(app);
	struct level_ref ref = to->level;
	if (to->start == START_EMPTY ||
	    (to->start == START_DRAFT && !find_beginning(app, to, &ref)))
		return draft_open_empty(&editor->draft, to->puzzle, error);
	if (to->start != START_DRAFT && !open_level(app, ref, error))
		return false;
	const char *path = app->library->packs[ref.pack].name;
	editor->origin_level = ref;
	return ref.pack < app->library->shipped || access(path, F_OK) != 0 ||
	       draft_origin_set(&editor->origin, &editor->draft, path, ref.level) ||
	       error_set(error, _("out of memory"));
}

/* The cursor is in the middle; the brush is a piece or else a wall. */
bool editor_prepare(struct app *app, const struct destination *to)
{
	struct error error;
	struct editor *editor = editor_of(app);
	const struct draft *draft = &editor->draft;
	error_set(&error, _("out of memory"));
	assert(editor->saved == NULL); /* the page is not open */
	editor->back = to->back;
	editor->trial = -1;
	if (!read_draft(app, to, &error) || !note_saved(editor)) {
		app_say_sentence(app, error.text);
		free_editor(editor);
		return false;
	}
	if (to->start == START_DRAFT)
		editor->number = to->draft;
	editor->row = draft->rows / 2;
	editor->column = draft->columns / 2;
	for (int w = 0; w < 2 && draft->puzzle->format.alphabet[w] != NULL; w++) {
		const char *letters = draft->puzzle->format.alphabet[w];
		editor->brush[w] = strchr(letters, 'a') != NULL ? 'a' : letters[1];
	}
	return true;
}

/* ---- saving as a file ---- */

/* Gives the library the file's new text. */
static void read_again(struct app *app)
{
	struct pack pack;
	struct error error;
	struct library *library = app->library;
	const int opened = editor_of(app)->origin_level.pack;
	const char *path = editor_of(app)->origin.path;
	if (opened >= library->shipped && strcmp(library->packs[opened].name, path) == 0 &&
	    pack_read_file(&pack, path, &error))
		library_replace_pack(library, opened, &pack);
}

/* Says what was saved, and what is known of its par. */
static void say_saved_as(struct app *app, const char *path)
{
	const struct editor *editor = editor_of(app);
	const int par = editor_par(editor);
	if (par >= 0)
		/* TRANSLATORS: a file, and the minimum number of moves */
		app_say(app, _("Saved: %s, par %d."), path, par);
	else if (editor->level.endless)
		app_say(app, _("Saved: %s."), path);
	else if (editor->answer.verdict == UNSOLVABLE)
		app_say(app, _("Saved: %s, unsolvable."), path);
	else
		app_say(app, _("Saved: %s, par not proven yet."), path);
}

/* If the path does not fit, only the file name. */
static void say_saved(struct app *app)
{
	const char *path = editor_of(app)->origin.path, *slash = strrchr(path, '/');
	char name[LEVEL_NAME_MAX];
	say_saved_as(app, path);
	if (text_columns(app->message) < app->picture->columns || slash == NULL)
		return;
	snprintf(name, sizeof name, "...%s", slash);
	say_saved_as(app, name);
}

static void saved(struct app *app)
{
	struct editor *editor = editor_of(app);
	if (editor->stored)
		store_save_draft(app->store, editor->number, NULL);
	editor->stored = editor->unread = editor->dirty = false;
	editor->renewed = 0;
	note_saved(editor);
	read_again(app);
	say_saved(app);
}

static bool save_new(struct app *app, const char *path, bool replace);

/* What is typed for yes. */
static const char *letter_of_yes(void)
{
	/* TRANSLATORS: the letter that is typed for yes: "That file exists. y replaces it" */
	return C_("answer", "y");
}

/* Of a text that is not empty, in lower case. */
static wint_t first_letter(const char *text)
{
	return towlower((wint_t)text_decode(&text, text + strlen(text)));
}

static bool replace_answer(struct app *app, const char *answer)
{
	if (answer[0] != '\0' && first_letter(answer) == first_letter(letter_of_yes()))
		return save_new(app, editor_of(app)->path, true);
	app_say(app, _("Not saved."));
	return true;
}

/* For players with only a mouse: Tab enters the answer. */
static void say_yes(struct app *app)
{
	prompt_begin(&app->prompt, app->prompt.label, letter_of_yes(), replace_answer);
}

static bool save_new(struct app *app, const char *path, bool replace)
{
	struct editor *editor = editor_of(app);
	struct draft_origin origin;
	struct error error;
	error_set(&error, _("out of memory"));
	user_levels_make_folder(path);
	const enum draft_saved result =
		draft_save(&editor->draft, editor_par(editor), path, replace, &error);
	if (result == DRAFT_EXISTS) {
		char label[PROMPT_LABEL_MAX];
		snprintf(editor->path, sizeof editor->path, "%s", path);
		/* TRANSLATORS: a question; the letter for yes */
		snprintf(label, sizeof label, _("That file exists. %s replaces it: "),
		         letter_of_yes());
		prompt_begin(&app->prompt, label, "", replace_answer);
		app->prompt.next = say_yes;
		app->prompt.next_word = C_("key: while typing", "yes");
	} else if (result == DRAFT_SAVED && draft_origin_set(&origin, &editor->draft, path, 0)) {
		draft_origin_free(&editor->origin);
		editor->origin = origin;
		saved(app);
	} else {
		app_say_sentence(app, error.text);
		return false;
	}
	return true;
}

static bool save_origin(struct app *app)
{
	struct editor *editor = editor_of(app);
	struct error error;
	const bool good =
		draft_save_to_origin(&editor->draft, editor_par(editor), &editor->origin, &error);
	if (good)
		saved(app);
	else
		app_say_sentence(app, error.text);
	return good;
}

static bool save_as(struct app *app, const char *typed)
{
	char *path = file_typed_path(typed);
	bool good = false;
	if (path == NULL)
		app_say_sentence(app, _("out of memory"));
	else if (draft_origin_is(&editor_of(app)->origin, path))
		good = save_origin(app);
	else if (strlen(path) >= sizeof editor_of(app)->path)
		app_say(app, _("%s: name too long."), text_shown(path).bytes);
	else
		good = save_new(app, path, false);
	free(path);
	return good;
}

/* A file among the player's own levels, if there can be a folder for them. To be freed. */
static char *new_name(const struct draft *draft)
{
	char *name = draft_file_name(draft);
	char *path = name == NULL ? NULL : user_levels_path(name);
	if (path == NULL)
		return name;
	free(name);
	return path;
}

void editor_save_file(struct app *app)
{
	const struct editor *editor = editor_of(app);
	const char *origin = editor_file(editor);
	if (app->options->restricted) {
		app_say(app, _("Files can't be saved here. The drawing is kept."));
	} else if (!editor->is_level) {
		editor_say_fault(app);
	} else {
		char *path = origin != NULL ? strdup(origin) : new_name(&editor->draft);
		prompt_begin(&app->prompt, _("Save as: "), path == NULL ? "" : path, save_as);
		app->prompt.history = &app->typed[PROMPT_FILE];
		app->prompt.marked = true;
		free(path);
	}
}
