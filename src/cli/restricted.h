/* The game for guests: as a forced command of sshd(8), or as a login shell. */
#ifndef PARLOUR_CLI_RESTRICTED_H
#define PARLOUR_CLI_RESTRICTED_H

#include <stdbool.h>
#include <stddef.h>

#include "os/error.h"
#include "os/sandbox.h"

/* Whether --restricted is the first argument, or the program runs as the user's login shell, whose
 * arguments come from the guest and are all dropped. False if that can't be determined. */
bool restricted_requested(int *argc, char **argv, bool *requested, struct error *error);

/* Called before anything else reads the environment or opens a file. Ensures that the process has
 * only the rights of the account (not of root), a clean environment, and no descriptors except the
 * standard ones. False, with a message of one line, if the game must not start. */
bool restricted_prepare(struct error *error);

/* Once the options are known: starts the sandbox, with write access to our folder, or for one of
 * several players (else NULL) to that player's and the leaderboard, and to the bundle of
 * `bundle_key` unless that is NULL; `bytes` is the memory for searches. Returns the parts in force;
 * others are reported on standard error. */
struct sandbox restricted_start_sandbox(const char *player, const char *bundle_key, size_t bytes);

#endif
