/* The editor page. editor.c: drawing and playing; editor_draw.c: the picture; editor_save.c:
 * opening and saving. */
#ifndef PARLOUR_UI_PAGE_EDITOR_H
#define PARLOUR_UI_PAGE_EDITOR_H

#include "play/draft.h"
#include "solve/solver.h"
#include "store/store.h"
#include "ui/app.h"

/* The page's state: all zero while the page is closed. */
struct editor {
	struct draft draft;
	struct draft_origin origin;
	char *saved;        /* the draft's text when it was opened, or saved last */
	uint64_t number;    /* number of that text; changes are saved under it */
	bool stored, dirty; /* changes are in the store; the draft changed since */
	bool unread;        /* the stored drawing could not be read, and must not be overwritten */
	bool asked;         /* whether to leave it unsaved */
	int word;           /* 0: the start is drawn, 1: the goal or the marks */
	int row, column;    /* the cursor's cell */
	char brush[2];      /* the letter that is put next, by word */
	bool is_level;      /* the draft is a level */
	struct level level; /* rows and columns are set even if it is none */
	struct error fault; /* why it is none, in that language: */
	int language;       /* of language_current() */
	struct answer answer;
	uint64_t question; /* being answered; 0: none */
	enum page_id back; /* where Escape goes: the menu, or the game of `origin_level` */
	struct level_ref origin_level;
	int trial;                 /* the library's pack in which it is tried; -1: none yet */
	bool trying;               /* that game is open */
	int header;                /* the header in the prompt, by its place in the order */
	char path[LEVEL_NAME_MAX]; /* path of the file that the player may replace */
	int renewed; /* index in the draft's history where a new drawing starts, after clearing
	              * the board; 0: none */
};

static inline struct editor *editor_of(const struct app *app)
{
	return app->state[PAGE_EDITOR];
}

static inline int editor_cell(const struct editor *editor)
{
	return editor->row * editor->draft.columns + editor->column;
}

/* ---- editor.c ---- */

/* Reads the draft as a level, and asks the solver about it. */
void editor_look(struct app *app);
/* The proven minimum number of moves of the drawing, or -1. */
int editor_par(const struct editor *editor);
bool editor_is_saved(const struct editor *editor);
/* Whether it is a new drawing, started by clearing the board, without a file. */
bool editor_is_renewed(const struct editor *editor);
/* The file that the drawing was opened from, and is saved to; NULL: none yet. */
const char *editor_file(const struct editor *editor);

/* ---- editor_draw.c ---- */

void editor_draw(struct app *app);
/* Says in a message why the drawing is no level yet. */
void editor_say_fault(struct app *app);

/* The draft's title as it is shown. */
const char *editor_title(const struct editor *editor);

/* Has the reason why the draft is no level in the current language. */
void editor_translate(struct app *app);
/* The name of a word: "start", "goal", "stars"; NULL: a level has none. */
const char *editor_word_name(const struct editor *editor, int word);

/* ---- editor_save.c ---- */

bool editor_prepare(struct app *app, const struct destination *to);
/* Opens the prepared level, with its stored changes. */
bool editor_open(struct app *app, const struct destination *to);
void editor_close(struct app *app);
/* As game_save and game_trouble, for a drawing. */
void editor_save(struct app *app, bool retry);
const char *editor_trouble(const struct app *app);
/* Asks for a name, and saves it as a level file. */
void editor_save_file(struct app *app);

#endif
