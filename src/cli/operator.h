/* What a session leaves for the host's administrator: log lines, counters (store/tally.h), and a
 * line for each result in a file that score collectors read. All of it is opened before the sandbox
 * starts. */
#ifndef PARLOUR_CLI_OPERATOR_H
#define PARLOUR_CLI_OPERATOR_H

#include "cli/options.h"
#include "os/log.h"
#include "store/store.h"
#include "store/tally.h"

struct operator
{
	struct log log;
	struct tally tally;
	int results;        /* the open file of --xlog; -1: none */
	const char *player; /* "-": the account has only one */
};

/* Opens the log that the options name. Reports on standard error if that fails. */
void operator_open(struct operator* operator, const struct options * options);

/* Opens the other two, once the player is known. `counted`: as a session of this host. */
bool operator_begin(struct operator* operator, const struct options * options, bool counted,
                    struct error *error);

/* Is told by the store from now on. */
void operator_watch(struct operator* operator, struct store * store);

/* Counts a move that was made or undone, but not saved: --plain saves results only. */
void operator_count_move(struct operator* operator);

void operator_close(struct operator* operator);

#endif
