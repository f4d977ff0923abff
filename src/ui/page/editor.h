/* The editor page, in these files: drawing and playing (editor.c), the picture (editor_draw.c),
 * opening a drawing and keeping it (editor_keep.c), and saving it as a file (editor_save.c). */
#ifndef PARLOUR_UI_PAGE_EDITOR_H
#define PARLOUR_UI_PAGE_EDITOR_H

#include "play/draft.h"
#include "solve/solver.h"
#include "store/store.h"
#include "ui/app.h"

/* A level on the board of the editor. */
struct editor {
	struct draft draft;
	struct draft_origin origin;
	char *saved;        /* the draft's text when it was opened, or saved last */
	uint64_t number;    /* of that text; changes are saved under it */
	bool kept, dirty;   /* something is kept; the draft changed since */
	bool unread;        /* what is kept could not be read, and must not be overwritten */
	bool asked;         /* whether to leave it unsaved */
	int word;           /* 0: the start is drawn, 1: the goal or the marks */
	int row, column;    /* the cursor's cell */
	char brush[2];      /* the letter that is put next, by word */
	bool is_level;      /* the draft is a level */
	struct level level; /* rows and columns even where it is none */
	struct error fault; /* why it is none */
	struct answer answer;
	uint64_t question; /* being answered; 0: none */
	enum page_id back; /* where Escape goes: the menu, or the game of `origin_level` */
	struct level_ref origin_level;
	int trial;                 /* the library's pack in which it is tried; -1: none yet */
	bool trying;               /* that game is open */
	int header;                /* that the prompt began with */
	char path[LEVEL_NAME_MAX]; /* of the file that may be replaced */
};

/* The page's state. */
struct editor_state {
	struct editor *open;     /* NULL while the page is closed */
	struct editor *prepared; /* opened next */
};

static inline struct editor *editor_of(const struct app *app)
{
	return ((struct editor_state *)app->state[PAGE_EDITOR])->open;
}

static inline int editor_cell(const struct editor *editor)
{
	return editor->row * editor->draft.columns + editor->column;
}

/* ---- editor.c ---- */

/* Reads the draft as a level, and asks the solver about it. */
void editor_look(struct app *app);
/* The proven minimum number of moves of what is drawn, or -1. */
int editor_par(const struct editor *editor);
bool editor_is_saved(const struct editor *editor);

/* ---- editor_draw.c ---- */

void editor_draw(struct app *app);
/* The name of a word: "start", "goal", "marks"; NULL: a level has none. */
const char *editor_word_name(const struct editor *editor, int word);

/* ---- editor_keep.c ---- */

bool editor_prepare(struct app *app, const struct destination *to);
/* Opens what was prepared, with the changes that are kept of it. */
bool editor_open(struct app *app, const struct destination *to);
void editor_close(struct app *app);
/* Notes the draft's current text as the saved one. False without memory. */
bool editor_note_saved(struct editor *editor);
/* Saves the draft; called before each frame is drawn. */
void editor_keep(struct app *app);
const char *editor_trouble(const struct app *app);
/* As game_retry, for a drawing. */
void editor_retry(struct app *app);

/* ---- editor_save.c ---- */

/* Asks for a name, and saves it as a level file. */
void editor_save(struct app *app);

#endif
