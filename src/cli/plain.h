/* The state of --plain, and its output. Private to plain.c and plain_print.c. */
#ifndef PARLOUR_CLI_PLAIN_H
#define PARLOUR_CLI_PLAIN_H

#include "cli/print.h"
#include "play/session.h"

struct plain {
	const struct request *request;
	struct library *library;   /* the request's, like the next members: */
	struct level_list *levels; /* the list for next and previous */
	struct store *store;
	int current; /* in the list */
	struct session session;
	const struct puzzle *legend_shown_for; /* the puzzle whose legend was printed last */
	bool result_announced;                 /* this game's result was printed and saved */
	bool boards_off;                       /* boards are printed only on request */
	const char *argument;                  /* the text after the verb */
	bool unsaved; /* the player was told that not everything is saved */
	bool quitting;
	int64_t began;     /* milliseconds: when the session's clock was 0 */
	int64_t clock_end; /* milliseconds; of a game against the clock once it has begun, or 0 */
	bool clock_over;   /* time is up, and the player was told */
};

/* The position now. */
struct position plain_position(const struct plain *plain);

/* Proves the position, within the limits; a few seconds by default. */
void plain_prove(struct plain *plain);

/* At a hint's first stage: proves which moves keep the minimum, within the same time in all. */
void plain_prove_choices(struct plain *plain);
/* The same for the positions of the review. */
void plain_prove_review(struct plain *plain);

/* Prints "c3: a on goal b". */
void plain_print_cell(const struct plain *plain, int cell);

/* Prints a line for each kind of content, with its cells: "wall at c2, d3". */
void plain_print_words(struct plain *plain);

/* Prints the board with its row and column names, below the colours that enter next. */
void plain_print_board(struct plain *plain);

/* Prints the level's title, goal and rules, then its state. */
void plain_print_level(struct plain *plain);

/* Prints one line with the action and the changed cells: "right: a at c3; nothing at a3". */
void plain_print_change(struct plain *plain, const char *done, const struct state *before);

/* The same for a move, then the puzzle's remark on it, if any. */
void plain_print_move(struct plain *plain, const char *name, const struct state *before,
                      move_code move);

/* Prints the counter, the result if it is new, and the board. */
void plain_print_state(struct plain *plain);
void plain_print_counter(struct plain *plain);

/* When an endless game is left: saves its highest score, if it is a new best. */
void plain_save_score(struct plain *plain);

/* Ends a game against the clock whose time has run out, and says so once. */
void plain_check_clock(struct plain *plain);

/* Retries saving, and prints whether that has changed. */
void plain_save_pending(struct plain *plain);

#endif
