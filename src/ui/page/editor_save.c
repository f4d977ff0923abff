/* Saving a drawing: asks for a name, and before another file is replaced. */
#include "ui/page/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Gives the library the file's new text. */
static void read_again(struct app *app)
{
	struct pack pack;
	struct error error;
	const struct editor *editor = editor_of(app);
	const int opened = editor->origin_level.pack;
	const char *path = editor->origin.path;
	struct library *library = app->library;
	if (opened >= library->shipped && strcmp(library->packs[opened].name, path) == 0 &&
	    pack_read_file(&pack, path, &error))
		library_replace_pack(library, opened, &pack);
}

static void saved(struct app *app)
{
	struct editor *editor = editor_of(app);
	const int par = editor_par(editor);
	if (editor->kept)
		store_save_draft(app->store, editor->number, NULL);
	editor->kept = editor->unread = editor->dirty = false;
	editor_note_saved(editor);
	read_again(app);
	const char *without = editor->level.endless                    ? ""
	                      : editor->answer.verdict == UNSOLVABLE ? "; no par: there is no way"
	                                                             : "; no par is proven yet";
	if (par >= 0)
		app_say(app, "saved: %s, par %d", editor->origin.path, par);
	else
		app_say(app, "saved: %s%s", editor->origin.path, without);
}

static bool save_new(struct app *app, const char *path, bool replace);

static bool replace_answer(struct app *app, const char *answer)
{
	if (answer[0] == 'y' || answer[0] == 'Y')
		return save_new(app, editor_of(app)->path, true);
	app_say(app, "not saved");
	return true;
}

/* For players with only a mouse: Tab enters the answer. */
static void say_yes(struct app *app)
{
	prompt_begin(&app->prompt, app->prompt.label, "y", replace_answer);
}

static bool save_new(struct app *app, const char *path, bool replace)
{
	struct editor *editor = editor_of(app);
	struct draft_origin origin;
	struct error error = {"out of memory"};
	user_levels_make_folder(path);
	const enum draft_saved result =
		draft_save(&editor->draft, editor_par(editor), path, replace, &error);
	if (result == DRAFT_EXISTS) {
		snprintf(editor->path, sizeof editor->path, "%s", path);
		prompt_begin(&app->prompt, "there is such a file; y replaces it: ", "",
		             replace_answer);
		app->prompt.next = say_yes;
	} else if (result == DRAFT_SAVED && draft_origin_set(&origin, &editor->draft, path, 0)) {
		draft_origin_free(&editor->origin);
		editor->origin = origin;
		saved(app);
	} else {
		app_say(app, "%s", error.text);
		return false;
	}
	return true;
}

static bool save_as(struct app *app, const char *path)
{
	struct editor *editor = editor_of(app);
	struct error error;
	if (!draft_origin_is(&editor->origin, path))
		return save_new(app, path, false);
	const bool good =
		draft_save_to_origin(&editor->draft, editor_par(editor), &editor->origin, &error);
	if (good)
		saved(app);
	else
		app_say(app, "%s", error.text);
	return good;
}

/* A file among the player's own levels, where there is a folder for these. To be freed. */
static char *new_name(const struct draft *draft)
{
	char *name = draft_file_name(draft);
	char *path = name == NULL ? NULL : user_levels_path(name);
	if (path == NULL)
		return name;
	free(name);
	return path;
}

void editor_save(struct app *app)
{
	const struct editor *editor = editor_of(app);
	if (app->options->restricted) {
		app_say(app, "no files are written here; the drawing is kept");
		return;
	}
	if (!editor->is_level) {
		app_say(app, "not a level yet: %s", editor->fault.text);
		return;
	}
	char *path = editor->origin.path != NULL ? strdup(editor->origin.path)
	                                         : new_name(&editor->draft);
	prompt_begin(&app->prompt, "save as: ", path == NULL ? "" : path, save_as);
	free(path);
}
