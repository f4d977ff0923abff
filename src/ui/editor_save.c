/* Saving what is drawn: asks for a name, and before another file is replaced. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/app.h"

/* The file's new text is what the library has of it, too. */
static void read_again(struct app *app)
{
	struct pack pack;
	struct error error;
	const struct editor *editor = app->editor;
	const int opened = editor->place.pack;
	const char *path = editor->origin.path;
	struct library *library = app->library;
	if (opened >= library->shipped && strcmp(library->packs[opened].name, path) == 0 &&
	    pack_read_file(&pack, path, &error))
		library_put(library, opened, &pack);
}

static void saved(struct app *app)
{
	struct editor *editor = app->editor;
	const int par = editor_par(editor);
	if (editor->kept)
		store_keep_draft(app->store, editor->number, NULL);
	editor->kept = editor->dirty = false;
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

static void save_anew(struct app *app, const char *path, bool replace);

static void replace_answer(struct app *app, const char *answer)
{
	if (answer[0] == 'y' || answer[0] == 'Y')
		save_anew(app, app->editor->path, true);
	else
		app_say(app, "not saved");
}

static void save_anew(struct app *app, const char *path, bool replace)
{
	struct editor *editor = app->editor;
	struct draft_origin origin;
	struct error error = {"out of memory"};
	const enum draft_saved result =
		draft_save(&editor->draft, editor_par(editor), path, replace, &error);
	if (result == DRAFT_EXISTS) {
		snprintf(editor->path, sizeof editor->path, "%s", path);
		app_prompt(app, "there is such a file; y replaces it: ", "", replace_answer);
	} else if (result == DRAFT_SAVED && draft_origin_set(&origin, &editor->draft, path, 0)) {
		draft_origin_free(&editor->origin);
		editor->origin = origin;
		saved(app);
	} else {
		app_say(app, "%s", error.text);
	}
}

static void save_as(struct app *app, const char *path)
{
	struct editor *editor = app->editor;
	struct error error;
	if (!draft_origin_is(&editor->origin, path))
		save_anew(app, path, false);
	else if (draft_save_back(&editor->draft, editor_par(editor), &editor->origin, &error))
		saved(app);
	else
		app_say(app, "%s", error.text);
}

void editor_save(struct app *app)
{
	const struct editor *editor = app->editor;
	if (app->options->restricted) {
		app_say(app, "no files are written here; the drawing is kept");
		return;
	}
	if (!editor->is_level) {
		app_say(app, "not a level yet: %s", editor->fault.text);
		return;
	}
	char *name = editor->origin.path != NULL ? strdup(editor->origin.path)
	                                         : draft_file_name(&editor->draft);
	app_prompt(app, "save as: ", name == NULL ? "" : name, save_as);
	free(name);
}
