/* A game as text: what --plain keeps of it, and how it speaks. Only plain.c and plain_say.c include
 * this. */
#ifndef PARLOUR_CLI_PLAIN_H
#define PARLOUR_CLI_PLAIN_H

#include "cli/options.h"
#include "play/library.h"
#include "play/session.h"
#include "store/store.h"

struct plain {
	const struct options *options;
	struct library *library;
	struct level_list levels; /* the levels to go through */
	int current;
	struct store *store;
	struct session session;
	struct level level;
	const struct puzzle *legend_shown_for; /* the mode whose boards were explained last */
	bool result_announced;                 /* the result of this game was said and kept */
	bool boards_off;                       /* boards are drawn only when asked for */
	const char *argument; /* behind the verb of the line that is being done */
	bool unsaved;         /* the player was told that not everything is saved */
	bool over;
};

/* Proves the position, within the limits; a few seconds unless the user said otherwise. */
void plain_prove(struct plain *plain);

/* The level with all that is said of it, and how things stand. */
void plain_print_level(struct plain *plain);

/* What was done, and what is different from before. */
void plain_print_change(struct plain *plain, const char *done, const struct state *before);

/* What else a move brought. */
void plain_print_remark(const struct plain *plain, const struct state *before, move_code move);

/* How things stand: counter, result where it is new, board. */
void plain_print_state(struct plain *plain);
void plain_print_counter(struct plain *plain);
void plain_print_board(const struct plain *plain);

/* A game without an end is left: its highest score, if it is the best so far. */
void plain_save_score(struct plain *plain);

/* Tries again to save what could not be saved, and says what is new of that. */
void plain_save_pending(struct plain *plain);

#endif
