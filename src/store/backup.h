/* A copy of all that is kept on this host, while games go on. Each file is copied under the lock
 * that its writers take, so it is whole. The table of guests comes last, so it has the key of every
 * folder. Not copied are files that were set aside, locks, and what only the next hour needs. */
#ifndef PARLOUR_STORE_BACKUP_H
#define PARLOUR_STORE_BACKUP_H

#include <stdbool.h>

#include "os/error.h"

struct backup {
	int players; /* whose folders were copied */
	int failed;  /* that were not, because they could not be locked, read or written */
};

/* Creates `folder`, which must not exist and not be within ours, and copies everything into it, in
 * the same places. False if anything is missing in the copy, or there is nothing to copy; `error`
 * has the first reason. */
bool backup_write(const char *folder, struct backup *backup, struct error *error);

#endif
