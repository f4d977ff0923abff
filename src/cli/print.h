/* Lines that several commands print. */
#ifndef PARLOUR_CLI_PRINT_H
#define PARLOUR_CLI_PRINT_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "play/library.h"
#include "solve/solve.h"

/* Prints one JSON object on one line and drops it. False if it could not be made or written. */
bool print_json(json_t *object);

/* How many bytes that line has, without its newline. */
size_t json_line_size(const json_t *object);

/* An object with file, index (from 1), title and mode of a level, to be added to. */
json_t *json_of_level_ref(const struct library *library, struct level_ref ref);

/* A file's name as a string of JSON: it is whatever bytes it is. */
json_t *json_of_name(const char *name);

/* A time in UTC, as strftime writes it. */
enum { DATE_MAX = 32 };
void write_date(int64_t date, const char *format, char out[DATE_MAX]);

enum { HEADING_MAX = LEVEL_NAME_MAX + HEADER_BYTES_MAX };

/* "tilt/classic:3  Revolving door", made harmless. */
void level_heading(const struct library *library, struct level_ref ref, char out[HEADING_MAX]);

/* Names of moves by blanks, each applied in turn, as a new string; NULL without memory. */
char *plan_names(const struct puzzle *puzzle, const struct level *level,
                 const struct answer *answer);

/* The rows of a position, as in a level file: their first words, and the second ones where marks
 * move along. */
json_t *json_of_board(const struct puzzle *puzzle, const struct level *level,
                      const struct state *state);

/* The board as text, with the goal beside it, each row behind `indent`. */
void print_board(const struct puzzle *puzzle, const struct level *level, const struct state *state,
                 const char *indent, FILE *out);

/* The board with names of its rows and columns, and above it what is known to come in next. */
void print_board_named(const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, FILE *out);

/* For a search that tells a player something: it goes on for as long as no signal asks for the end,
 * and whoever was to read that is still there. */
bool cli_has_reader(void *context, const struct answer *answer);

#endif
