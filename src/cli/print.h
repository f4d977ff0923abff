/* Output that several commands share. */
#ifndef PARLOUR_CLI_PRINT_H
#define PARLOUR_CLI_PRINT_H

#include <jansson.h>
#include <stdint.h>

#include "cli/commands.h"

/* ---- text ---- */

struct position {
	const struct puzzle *puzzle;
	const struct level *level;
	struct state state;
};

/* Formats a time in UTC with strftime. */
enum { DATE_MAX = 32 };
void write_date(int64_t date, const char *format, char out[DATE_MAX]);

enum { HEADING_MAX = LEVEL_NAME_MAX + 2 * HEADER_BYTES_MAX };

/* "tilt/classic:3 Revolving door", sanitized; and printing it in a line. */
void level_heading(const struct library *library, struct level_ref ref, char out[HEADING_MAX]);
void print_heading(const struct library *library, struct level_ref ref);

/* Prints the board, with the goal beside it, each row after `indent`. */
void print_board(const struct position *position, const char *indent);

/* Prints a line with the names of the valid moves after `label`, or with `none`. In words they are
 * as a player reads and types them, else as in files. */
void print_valid_moves(const char *label, const struct position *position, bool in_words,
                       const char *none);

/* Prints a line with a heading and a text. False if it could not be written. */
bool print_headed(const char *heading, const char *text);

/* ---- JSON ---- */

/* Prints a JSON object on one line and drops it. False if it could not be made or written. */
bool print_json(json_t *object);

/* The same line, without its newline, to be freed; NULL without memory. */
char *json_line(json_t *object);

/* The size of that line in bytes, without its newline. */
size_t json_line_size(const json_t *object);

/* A new object with file, index (from 1), title and mode of a level, then the members of `more`,
 * which is dropped. NULL without memory. */
json_t *json_of_level(const struct library *library, struct level_ref ref, json_t *more);

/* A file's name as a JSON string; bytes that are not UTF-8 are replaced. */
json_t *json_of_name(const char *name);

/* An identity as 16 hexadecimal digits. */
json_t *json_of_identity(uint64_t identity);

/* The number; null if it is not known. */
json_t *json_if_known(bool known, int64_t number);

/* ---- a command that shows each level ---- */

struct shown_level {
	const struct request *request;
	int index; /* in the list of levels */
	struct level_ref ref;
	const struct puzzle *puzzle;
	struct level level;   /* not prepared for searches */
	struct answer answer; /* answer of solve_shown */
	double seconds;       /* and the time it took */
};

/* Loads each level and calls `show`, which returns a status. Returns STATUS_ERROR after the first
 * one, else STATUS_NO after any. *endless, unless NULL, gets the number of endless levels. */
int show_levels(struct request *request, int (*show)(struct shown_level *shown), int *endless);

/* Solves the level from a position, within the limits of the options. */
void solve_shown(struct shown_level *shown, const struct state *from, progress_fn *progress);

/* A progress_fn: continues until a termination signal, or until standard output is closed. */
bool cli_has_reader(void *context, const struct answer *answer);

#endif
