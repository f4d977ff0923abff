/* The game for players who are strangers: as a forced command of sshd(8), or as a login shell. */
#ifndef PARLOUR_CLI_RESTRICTED_H
#define PARLOUR_CLI_RESTRICTED_H

#include <stdbool.h>
#include <stddef.h>

#include "os/error.h"
#include "os/sandbox.h"

/* Whether --restricted is the first argument, or the program is the login shell of whoever runs
 * it. The arguments of a login shell are what a player's side has sent: none is left of them.
 * False where that can't be told. */
bool restricted_requested(int *argc, char **argv, bool *wanted, struct error *error);

/* What must hold before anything else looks at the environment or opens a file: no other rights
 * than the account's, not root's, an environment of our own, no descriptors but the standard
 * ones. False with one line where the game must not begin. */
bool restricted_prepare(struct error *error);

/* Once it is known what is wanted: starts the sandbox, with our folder in it, or of one of many
 * players (else NULL) that player's own and the leaderboard; and memory for searches of so many
 * bytes. Says on standard error what the system lacks of it, and returns what is in force. */
struct sandbox restricted_start_sandbox(const char *player, size_t bytes);

#endif
