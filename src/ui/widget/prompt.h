/* A line of text being typed. Its keys are always the same, whatever keys the player bound. */
#ifndef PARLOUR_UI_WIDGET_PROMPT_H
#define PARLOUR_UI_WIDGET_PROMPT_H

#include <stdbool.h>

#include "puzzle/picture.h"
#include "ui/widget/footer.h"

enum { PROMPT_MAX = 512 }; /* bytes of what is typed, with its end */

struct app;

/* Handles the typed text. False, with a message: the prompt stays open for a correction. */
typedef bool prompt_done(struct app *app, const char *text);

struct prompt {
	bool open;
	bool search; /* the page itself shows it, with what it finds */
	const char *label;
	prompt_done *done;             /* not called where nothing was typed */
	void (*next)(struct app *app); /* Tab: begins with another text; NULL: there is none */
	char text[PROMPT_MAX];
};

/* Begins with a text. */
void prompt_begin(struct prompt *prompt, const char *label, const char *text, prompt_done *done);

/* A key that changes the text; any other does nothing. */
void prompt_edit(struct prompt *prompt, int key);

/* The line, its end where it is long. */
void prompt_draw(const struct prompt *prompt, struct picture *picture, int row);

/* Its keys for the footer; returns how many. */
int prompt_list_keys(const struct prompt *prompt, struct shown_key shown[SHOWN_KEYS_MAX]);

#endif
