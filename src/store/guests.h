/* The guests who come over SSH with a key, and the names they have taken: the file "guests" in our
 * folder, a line each:
 *
 *   KEY NAME SECONDS
 *
 * KEY is the key's fingerprint as sshd writes it, SECONDS the time since 1970. A name belongs to
 * the key for ever; the key's last line has the name that it has now. "-" as the key reserves a
 * name for nobody. Several keys may have one name: the administrator adds such lines.
 *
 * Only a game that is not in the sandbox yet writes it, under its lock, so no guest can. A line is
 * appended for a new name; only to forget a guest the file is replaced.
 *
 * Two names that look alike count as one name. */
#ifndef PARLOUR_STORE_GUESTS_H
#define PARLOUR_STORE_GUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "os/error.h"
#include "os/text.h"
#include "store/data_file.h"

enum {
	GUESTS_MAX = 4 << 20,     /* bytes of the table: some 45,000 guests */
	GUESTS_HOURLY_MAX = 1000, /* the highest limit of names an hour */
	GUESTS_ADDRESS_MAX = 64,  /* bytes of an address with its NUL */
};

/* The table, locked. */
struct guests {
	struct data_file file;
	char *text; /* its content */
};

/* What the table has of a key. */
struct guest {
	char name[PLAYER_NAME_MAX + 1];
	char previous[PLAYER_NAME_MAX + 1]; /* the name before; "": none */
	int64_t since;                      /* when it got its name */
};

/* Locks the table and reads it. */
bool guests_open(struct guests *guests, struct error *error);
void guests_close(struct guests *guests);

/* False if the table has no such key. */
bool guests_find(const struct guests *guests, const char *key, struct guest *guest);

/* How many keys have a name. */
int guests_count(const struct guests *guests);

/* Whether somebody may take this valid name, who has the name `own` now (NULL: none), which must be
 * another one. Nobody else may have it, in the table, as a player's folder or on the leaderboard,
 * or have one that looks like it; nor may it look like an official's. False with a sentence for the
 * guest. */
bool guests_is_free(const struct guests *guests, const char *own, const char *name,
                    struct error *error);

/* A name made from the key, which nobody has. */
void guests_make_name(const struct guests *guests, const char *key, char name[PLAYER_NAME_MAX + 1]);

/* Whether there is a player of this name: with a folder, a key or results on the leaderboard.
 * `formerly`: or there was, and the name is reserved. */
bool guests_is_player(const struct guests *guests, const char *name, bool formerly);
bool guests_has_folder(const char *name);

/* How many new names are given in an hour: to all, and to one address. */
struct guest_limits {
	int all, address;
};

/* Counts a new name against the limits. False with a sentence for the guest if one is reached; then
 * *limited is set, unless the count could not be saved. */
bool guests_count_new(const struct guests *guests, const char *address,
                      const struct guest_limits *limits, bool *limited, struct error *error);

/* Adds a line for a new name. */
bool guests_add(const struct guests *guests, const char *key, const char *name,
                struct error *error);

/* Gives the name `to` to all keys that have the name `from`, then to their results and folder. A
 * name without keys is reserved. If this ends half-way, guests_finish_rename goes on. */
bool guests_rename(const struct guests *guests, const char *from, const char *to,
                   struct error *error);
bool guests_finish_rename(const struct guest *guest, struct error *error);

/* Deletes a player's results on the leaderboard, then the folder, then the bundles and keys: all
 * their names stay reserved. Other hosts are told (store/withdrawn.h); if that failed, the rest is
 * done before it is reported. *results is the number of lines on the leaderboard. It can be
 * repeated. */
bool guests_forget(const struct guests *guests, const char *name, size_t *results,
                   struct error *error);

/* Creates a player's folder, and keeps it from being renamed or deleted while this process runs;
 * or, `alone`, holds it to do just that, which fails while somebody plays. Returns an open file, or
 * -1 with an error: "" if only the folder can't be held, which is no reason not to play. */
int guests_hold(const char *player, bool alone, struct error *error);

#endif
