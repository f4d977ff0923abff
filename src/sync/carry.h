/* Carries guests' bundles (store/bundle.h) between the game's folder and the database. Guests of
 * this host are those who have a file in `leaving`, which the game makes at their first login. What
 * other hosts have of them is put beside it, into `arriving`; of everybody else nothing is read.
 *
 * There is no other state: after each connect the sums say what is missing on either side; then the
 * database tells all hosts of whom there is something new. It says the identity of the key's name
 * (sync/identity.h), which only hosts that have the guest recognise: with the name itself, any host
 * could read the bundles. A guest whose file is gone was forgotten here. Without the folders
 * nothing is carried. */
#ifndef PARLOUR_SYNC_CARRY_H
#define PARLOUR_SYNC_CARRY_H

#include <stdint.h>

#include "sync/database.h"

struct carry {
	char *leaving, *arriving; /* the folders */
	struct database *database;
	struct carried *guest; /* sorted by identity */
	size_t count, room;
	size_t sorted;     /* so many of them; those after are new */
	int64_t next_look; /* in milliseconds */
	bool told;         /* that the folder can't be read */
};

/* `log` is the path of scores.log. False without memory. */
bool carry_open(struct carry *carry, const char *log, struct database *database);
void carry_close(struct carry *carry);

/* After a connect. False if the connection was lost, or without memory. */
bool carry_begin(struct carry *carry, struct error *error);

/* There is something new of the guest with this identity: the `hear` of the database. */
void carry_hear(void *context, const char *digits);

/* Sends and receives what is new, if it is time to; `all` of it. */
bool carry_look(struct carry *carry, bool all, struct error *error);

#endif
