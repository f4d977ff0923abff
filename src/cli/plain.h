/* The state of --plain, and its output. Private to plain.c and plain_print.c. */
#ifndef PARLOUR_CLI_PLAIN_H
#define PARLOUR_CLI_PLAIN_H

#include "cli/options.h"
#include "play/library.h"
#include "play/session.h"
#include "store/store.h"

struct plain {
	const struct options *options;
	struct library *library;
	struct level_list levels; /* the list for next and previous */
	int current;
	struct store *store;
	struct session session;
	struct level level;
	const struct puzzle *legend_shown_for; /* the puzzle whose legend was printed last */
	bool result_announced;                 /* this game's result was printed and saved */
	bool boards_off;                       /* boards are printed only on request */
	const char *argument;                  /* the text after the verb */
	bool unsaved;         /* the player was told that not everything is saved */
	bool quitting;
};

/* Proves the position, within the limits; a few seconds by default. */
void plain_prove(struct plain *plain);

/* Prints the level's title, goal and rules, then its state. */
void plain_print_level(struct plain *plain);

/* Prints an action and the cells it changed. */
void plain_print_change(struct plain *plain, const char *done, const struct state *before);

/* Prints the puzzle's remark on a move, if any. */
void plain_print_remark(const struct plain *plain, const struct state *before, move_code move);

/* Prints the counter, the result if it is new, and the board. */
void plain_print_state(struct plain *plain);
void plain_print_counter(struct plain *plain);
void plain_print_board(const struct plain *plain);

/* When an endless game is left: saves its highest score, if it is a new best. */
void plain_save_score(struct plain *plain);

/* Retries saving, and prints whether that has changed. */
void plain_save_pending(struct plain *plain);

#endif
