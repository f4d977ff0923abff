/* The commands that need no screen, one function each, in a file of that name; cli_check is in
 * solve.c.
 *
 * Each handles the levels that were asked for and returns the exit status: 0 success, 1 the answer
 * is no, 2 bad input, reported in one line on standard error. */
#ifndef PARLOUR_CLI_COMMANDS_H
#define PARLOUR_CLI_COMMANDS_H

#include "cli/options.h"
#include "play/library.h"
#include "store/store.h"

enum {
	STATUS_OK = 0,
	STATUS_NO = 1,
	STATUS_ERROR = 2,
};

int cli_solve(const struct options *options, struct library *library,
              const struct level_list *levels);
int cli_check(const struct options *options, struct library *library,
              const struct level_list *levels);
int cli_play(const struct options *options, struct library *library,
             const struct level_list *levels);
int cli_list(const struct options *options, struct library *library,
             const struct level_list *levels, struct store *store);
int cli_scores(const struct options *options, struct library *library,
               const struct level_list *levels);
int cli_generate(const struct options *options);
int cli_demo(const struct options *options, struct library *library,
             const struct level_list *levels);
int cli_plain(const struct options *options, struct library *library,
              const struct level_list *levels, struct store *store);

/* These take no levels; the file to import is options->levels[0]. */
int cli_export(const struct options *options, struct library *library,
               const struct level_list *levels, struct store *store);
int cli_import(const struct options *options, struct library *library,
               const struct level_list *levels, struct store *store);

/* Finds the texts of levels for which an older version saved results without one, and adds them to
 * the store. Each level is searched once. */
void cli_find_missing_texts(struct library *library, struct store *store);

/* Prints "parlour: …" on standard error and returns STATUS_ERROR. */
int cli_fail(const struct error *error);

/* Why the player's data could not be read completely; NULL if it could. `read` is the result of the
 * last read. Data in a file that was set aside was not read either. */
const char *cli_read_problem(struct store *store, bool read);

#endif
