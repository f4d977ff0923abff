/* A connection to PostgreSQL that never waits longer than it should: every call has a deadline and
 * ends at once when the program is told to stop. After any failure the connection is closed. */
#ifndef PARLOUR_SYNC_DATABASE_H
#define PARLOUR_SYNC_DATABASE_H

#include <libpq-fe.h>
#include <stdbool.h>

#include "os/error.h"

struct database {
	PGconn *connection; /* NULL: none */
};

/* Takes SIGTERM and SIGINT from now on. */
void database_take_signals(void);

/* Whether one came: the program must stop. */
bool database_must_stop(void);

/* `conninfo` is libpq's, NULL for what its environment variables say. */
bool database_connect(struct database *database, const char *conninfo, struct error *error);
void database_close(struct database *database);

/* Runs a statement with parameters as text; the caller clears the result. NULL if it failed. */
PGresult *database_query(struct database *database, const char *statement, int count,
                         const char *const *values, struct error *error);

/* Runs statements without parameters or results. */
bool database_run(struct database *database, const char *statements, struct error *error);

/* Waits for a notification, at most so many milliseconds; *notified says whether one came. False if
 * the connection is lost. Without a connection it only waits. */
bool database_wait(struct database *database, int milliseconds, bool *notified,
                   struct error *error);

#endif
