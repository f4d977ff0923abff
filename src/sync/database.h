/* A connection to PostgreSQL that never waits longer than it should: every call has a deadline,
 * unless `patient` is set, and ends at once when the program is told to stop. After any failure the
 * connection is closed. */
#ifndef PARLOUR_SYNC_DATABASE_H
#define PARLOUR_SYNC_DATABASE_H

#include <libpq-fe.h>
#include <stdbool.h>

#include "os/error.h"

/* Is told the payload of a notification that has one. */
typedef void database_hear(void *context, const char *payload);

struct database {
	PGconn *connection; /* NULL: none */
	database_hear *hear;
	void *context; /* of `hear` */
	bool patient;  /* a statement may take as long as it does */
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

/* An array of ASCII texts as PostgreSQL reads it, to be freed; NULL without memory. */
char *database_array(char *const *item, int count);

/* Waits for a notification, at most so many milliseconds; *notified says whether one without a
 * payload came, of others `hear` is told. False if the connection is lost. Without a connection it
 * only waits. */
bool database_wait(struct database *database, int milliseconds, bool *notified,
                   struct error *error);

#endif
