/* What the command line can do without a screen: one function a command, in a file of its name.
 *
 * Each works through the levels that were asked for and returns the exit status: 0 all went well,
 * 1 the answer is no, 2 bad input, after one line on standard error. */
#ifndef PARLOUR_CLI_COMMANDS_H
#define PARLOUR_CLI_COMMANDS_H

#include "cli/options.h"
#include "play/library.h"
#include "store/store.h"

enum {
	STATUS_GOOD = 0,
	STATUS_NO = 1,
	STATUS_BAD = 2,
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

/* These ask for no levels; the file to be imported is options->levels[0]. */
int cli_export(const struct options *options, struct library *library,
               const struct level_list *levels, struct store *store);
int cli_import(const struct options *options, struct library *library,
               const struct level_list *levels, struct store *store);

/* Has the store know the levels of which an older version kept results, as far as they are found;
 * each is looked for once. */
void cli_find_missing_texts(struct library *library, struct store *store);

/* Prints "parlour: …" on standard error and returns STATUS_BAD. */
int cli_fail(const struct error *error);

/* Why not all that is kept of the player could be read; NULL where it could. `read` is what the
 * store said of the last reading. What was set aside has not been read either. */
const char *cli_read_problem(struct store *store, bool read);

#endif
