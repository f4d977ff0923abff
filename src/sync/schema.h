/* The database: its schema, which only grows, and what its owner does. */
#ifndef PARLOUR_SYNC_SCHEMA_H
#define PARLOUR_SYNC_SCHEMA_H

#include "sync/database.h"

/* Creates the schema, or brings an older one up to date. */
bool schema_init(struct database *database, struct error *error);

/* An error unless the schema is there, and no older than this program. */
bool schema_check(struct database *database, struct error *error);

/* Lets a role send the records of a host; for one that was withdrawn, again. */
bool schema_admit(struct database *database, const char *host, const char *role,
                  struct error *error);

/* Takes back all records of a host, on every host, and refuses more. */
bool schema_withdraw(struct database *database, const char *host, struct error *error);

#endif
