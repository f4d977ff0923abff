/* Output that several commands share. */
#ifndef PARLOUR_CLI_PRINT_H
#define PARLOUR_CLI_PRINT_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "play/library.h"
#include "solve/solve.h"

/* Prints a JSON object on one line and drops it. False if it could not be made or written. */
bool print_json(json_t *object);

/* The size of that line in bytes, without its newline. */
size_t json_line_size(const json_t *object);

/* A new object with file, index (from 1), title and mode of a level. */
json_t *json_of_level_ref(const struct library *library, struct level_ref ref);

/* A file's name as a JSON string; bytes that are not UTF-8 are replaced. */
json_t *json_of_name(const char *name);

/* Formats a time in UTC with strftime. */
enum { DATE_MAX = 32 };
void write_date(int64_t date, const char *format, char out[DATE_MAX]);

enum { HEADING_MAX = LEVEL_NAME_MAX + HEADER_BYTES_MAX };

/* "tilt/classic:3 Revolving door", sanitized. */
void level_heading(const struct library *library, struct level_ref ref, char out[HEADING_MAX]);

/* The names of a plan's moves, separated by blanks, as a new string; NULL without memory. */
char *plan_names(const struct puzzle *puzzle, const struct level *level,
                 const struct answer *answer);

/* The rows of a position, as in a level file: the first words, and the second ones if they hold
 * marks that move. */
json_t *json_of_board(const struct puzzle *puzzle, const struct level *level,
                      const struct state *state);

/* Prints the board, with the goal beside it, each row after `indent`. */
void print_board(const struct puzzle *puzzle, const struct level *level, const struct state *state,
                 const char *indent, FILE *out);

/* Prints the board with its row and column names, below the colours that enter next. */
void print_board_named(const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, FILE *out);

/* Prints a line with the names of the valid moves after `label`, or with `none`. */
void print_valid_moves(const char *label, const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, const char *none);

/* A progress_fn: continues the search until a termination signal, or until the reader of standard
 * output is gone. */
bool cli_has_reader(void *context, const struct answer *answer);

#endif
