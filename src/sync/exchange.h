/* The exchange of records: this host's log to the database, and the others' records from it.
 *
 * The local log is the buffer. After each connect, and once a day, all of it is offered again by
 * identities, so nothing is lost if the database is restored from an older backup; between, only
 * what is added. What is read from the database goes on from a cursor: the last row that was read.
 * If that row is not there any more, or is another one, the database is not what it was, and all of
 * it is read again; what is known is skipped. */
#ifndef PARLOUR_SYNC_EXCHANGE_H
#define PARLOUR_SYNC_EXCHANGE_H

#include <sys/stat.h>

#include "sync/carry.h"
#include "sync/database.h"
#include "sync/judge.h"
#include "sync/names.h"
#include "sync/others.h"

struct exchange {
	const char *host; /* our name */
	const char *log;  /* the path of our log */
	bool best;        /* receive only records that had a rank of 1 to 20 */
	bool own;         /* receive only our records that our log lacks, and send nothing */
	struct database database;
	struct judge judge;
	struct others others;
	struct names names;
	struct carry carry;
	bool admitted; /* by the database, with this role */
	bool may_send;
	bool withdrawn;        /* since that was asked; but may be admitted again */
	bool must_offer;       /* all of our log, again */
	off_t sent;            /* bytes of our log that the database has */
	struct stat sent_file; /* which file that was */
	int64_t offered;       /* when all of it was offered, in milliseconds */
	int64_t digested;      /* when digests were received; 0: not since the connect */
	bool told_full;
};

/* Prepares everything; exchange_close must follow in any case. */
bool exchange_open(struct exchange *exchange, const char *others, struct error *error);
void exchange_close(struct exchange *exchange);

/* After a connect: whether we may send; listens to the database. */
bool exchange_begin(struct exchange *exchange, struct error *error);

/* Asks again if we may not send, or were withdrawn. False if the connection was lost. */
bool exchange_ask_again(struct exchange *exchange, struct error *error);

/* Sends what is new in our log, and receives what is new in the database. False if the connection
 * was lost, or files can't be read or written. */
bool exchange_send(struct exchange *exchange, struct error *error);
bool exchange_receive(struct exchange *exchange, bool note, struct error *error);

/* Carries guests' bundles, if it is time to look; `all` of them. */
bool exchange_carry(struct exchange *exchange, bool all, struct error *error);

/* Receives digests of levels, once an hour. */
bool exchange_digests(struct exchange *exchange, struct error *error);

/* Whether there may be something to send. */
bool exchange_is_due(const struct exchange *exchange);

#endif
