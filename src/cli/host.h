/* The state of this host, as its folder shows it: for --health and --metrics. */
#ifndef PARLOUR_CLI_HOST_H
#define PARLOUR_CLI_HOST_H

#include <stdint.h>

#include "os/error.h"

struct host {
	int guests;                      /* keys with a name */
	int players;                     /* folders */
	int damaged;                     /* data files that were set aside in the last day */
	uint64_t guest_bytes, guest_max; /* the table of guests, and its limit */
	uint64_t log_bytes, log_max;     /* the leaderboard, and its limit */
	uint64_t free_bytes;             /* free for the account */
};

/* Looks at the folder; creates nothing but the folder itself. */
bool host_read(struct host *host, struct error *error);

#endif
