/* The commands that need no screen, one function each, in a file of that name; cli_check is in
 * solve.c.
 *
 * Each returns the exit status: 0 success, 1 the answer is no, 2 bad input, with a message. */
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

struct operator;

/* What was asked for, and where the answer comes from. */
struct request {
	const struct options *options;
	struct library *library;
	struct level_list levels; /* levels that were asked for; a command may go to others */
	bool is_run;              /* what was asked for is this run, instead of levels */
	struct run_id run;
	bool incomplete;          /* --check: a LEVEL could not be read; already reported */
	struct operator* operator; /* cli/operator.h */
	struct store *store;      /* for plain, list, export and import; else NULL */
};

typedef int command_function(struct request *request);

command_function cli_solve, cli_check, cli_rate, cli_play, cli_list, cli_scores, cli_generate,
	cli_code, cli_demo, cli_plain;

/* These take no levels; the files to read, import or merge are options->levels. */
command_function cli_export, cli_from, cli_import, cli_merge;

/* Of the --player; in guest.c. */
command_function cli_forget, cli_rename;

/* Of the host. */
command_function cli_backup, cli_health, cli_metrics;

/* Finds the texts of levels for which an older version saved results without one, and adds them to
 * the store. Each level is searched once. */
void cli_find_missing_texts(struct library *library, struct store *store);

/* Prints "parlour: …" on standard error and returns STATUS_ERROR. */
int cli_fail(const char *message);

/* Prints a message on standard error, as an error is printed. */
void cli_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Why the player's data could not be read completely; NULL if it could. `read` is the result of the
 * last read. Data in a file that was set aside was not read either. */
const char *cli_read_problem(struct store *store, bool read);

#endif
