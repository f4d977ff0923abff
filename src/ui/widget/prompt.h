/* A line being typed: its text, the cursor in it, and the lines typed before.
 *
 * The keys are those of most shells: arrows, Home, End, Delete, Ctrl with A B D E F K N P U W. The
 * text is UTF-8, and the cursor stands between whole characters. */
#ifndef PARLOUR_UI_WIDGET_PROMPT_H
#define PARLOUR_UI_WIDGET_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "puzzle/picture.h"
#include "ui/widget/footer.h"

enum {
	PROMPT_MAX = 512, /* bytes of a typed line, with its end */
	PROMPT_LABEL_MAX = 192,
	PROMPT_LINES_MAX = 16, /* lines remembered */
};

/* The lines typed at one kind of prompt, oldest first; each is there once. All zero: none yet. */
struct prompt_history {
	int count;
	char line[PROMPT_LINES_MAX][PROMPT_MAX];
};

struct app;

/* Handles the typed text. False, with a message: the prompt stays open for a correction. */
typedef bool prompt_done(struct app *app, const char *text);

struct prompt {
	bool open;
	bool search; /* the page itself shows it, with its matches */
	bool marked; /* the text is only offered: the first character typed replaces all of it */
	char label[PROMPT_LABEL_MAX];
	char short_label[PROMPT_LABEL_MAX]; /* for a narrow screen; "": the same */
	prompt_done *done;              /* not called where nothing was typed */
	void (*next)(struct app *app);  /* Tab: begins with another text; NULL: there is none */
	const char *next_word;          /* its word for the footer, translated; NULL: "next" */
	struct prompt_history *history; /* Up and Down go through it; NULL: none */
	int recalled;  /* the line of the history shown: 1 is the newest; 0: the player's text */
	size_t cursor; /* bytes of the text before it */
	char text[PROMPT_MAX];
	char own[PROMPT_MAX]; /* what was typed before a line was recalled */
};

/* Begins with a text, the cursor at its end. */
void prompt_begin(struct prompt *prompt, const char *label, const char *text, prompt_done *done);
/* A key that changes the text or moves the cursor; any other does nothing. */
void prompt_edit(struct prompt *prompt, int key);
/* Inserts a text without its control characters: what is pasted in several rows is joined. */
void prompt_insert(struct prompt *prompt, const char *text);
/* Adds the text to the history. */
void prompt_remember(const struct prompt *prompt);

/* The text and its cursor in that many columns; a part that includes the cursor if it is longer. */
void prompt_draw_text(const struct prompt *prompt, struct picture *picture, int row, int column,
                      int columns);
/* The label and the text. */
void prompt_draw(const struct prompt *prompt, struct picture *picture, int row);
/* Its keys for the footer, always the same, whatever keys the player bound; returns how many. */
int prompt_list_keys(const struct prompt *prompt, struct shown_key shown[SHOWN_KEYS_MAX]);

#endif
