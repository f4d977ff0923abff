/* Names that no longer count on this host (store/withdrawn.h): tells the database, which tells the
 * other hosts. withdrawn.log is beside scores.log, and missing where nobody was forgotten yet. */
#ifndef PARLOUR_SYNC_NAMES_H
#define PARLOUR_SYNC_NAMES_H

#include <sys/stat.h>

#include "sync/database.h"

struct names {
	char *path;
	const char *host; /* our name */
	off_t sent;       /* bytes of the file that the database has */
	struct stat file; /* which file that was */
	bool told;        /* that it can't be read */
};

/* `log` is the path of scores.log. False without memory. */
bool names_open(struct names *names, const char *log, const char *host);
void names_close(struct names *names);

/* Whether there may be something to send. */
bool names_are_due(const struct names *names);

/* Sends what is new, or `all`. False if the connection was lost, or without memory. */
bool names_send(struct names *names, struct database *database, bool all, struct error *error);

#endif
