/* Who plays: the name that a guest's key has, and what a guest may ask for besides the game. All of
 * it is done before the sandbox starts, because no game in it can write the table of names
 * (store/guests.h). What a guest types here is one line, which is taken only if it is a name. */
#ifndef PARLOUR_CLI_GUEST_H
#define PARLOUR_CLI_GUEST_H

#include "cli/commands.h"
#include "cli/options.h"
#include "os/error.h"
#include "os/log.h"

/* What the guest's client sent as its command, if that is one of the words "forget" and "rename".
 * Call it before the environment is replaced. */
enum wish {
	WISH_PLAY,
	WISH_FORGET,
	WISH_RENAME,
};
enum wish guest_wish(void);

/* Sets options->player: with --player-from, from the environment that the program was given; with
 * --player-from-key, to the name of the key, which a new guest is asked for; and
 * options->bundle_key. Holds the player's folder as long as the process runs. */
bool guest_enter(struct options *options, char *const *environment, struct log *log,
                 struct error *error);

/* Does what the guest wishes instead of playing; returns the exit status. */
int guest_grant(const struct options *options, enum wish wish, struct log *log);

#endif
