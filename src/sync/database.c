#include "sync/database.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/file.h"
#include "os/portable.h"

/* In milliseconds. */
enum { CONNECT_TIME = 15000, QUERY_TIME = 60000 };

/* ---- signals ---- */

static volatile sig_atomic_t stopping;
static sigset_t while_waiting; /* the signals blocked then */

static void stop(int number)
{
	(void)number;
	stopping = 1;
}

/* They are blocked except while we wait, so none comes between a test and the wait. */
void database_take_signals(void)
{
	static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
	struct sigaction action = {.sa_handler = stop};
	sigset_t blocked;
	sigemptyset(&blocked);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		sigaction(numbers[i], &action, NULL);
		sigaddset(&blocked, numbers[i]);
	}
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_BLOCK, &blocked, &while_waiting);
}

bool database_must_stop(void)
{
	return stopping != 0;
}

/* ---- waiting ---- */

/* 1: the socket is ready; 0: the time is over, or the program must stop; -1: the socket is bad. */
static int wait_for(int socket, short events, int64_t deadline)
{
	struct pollfd poll = {.fd = socket, .events = events};
	for (;;) {
		const int64_t left = deadline - milliseconds_now();
		if (left <= 0 || stopping)
			return 0;
		const struct timespec time = {.tv_sec = left / 1000,
		                              .tv_nsec = left % 1000 * 1000000};
		const int ready = ppoll(&poll, 1, &time, &while_waiting);
		if (ready > 0)
			return 1;
		if (ready < 0 && errno != EINTR)
			return -1;
	}
}

static bool timed_out(struct database *database, struct error *error)
{
	database_close(database);
	return error_set(error, "%s",
	                 stopping ? _("told to stop") : _("the database does not answer"));
}

/* The first line of a message. */
static bool failed(struct database *database, const char *message, struct error *error)
{
	const int length = (int)strcspn(message, "\n");
	error_set(error, "%.*s", length, message);
	database_close(database);
	return false;
}

/* ---- the connection ---- */

static void drop_notice(void *context, const char *message)
{
	(void)context;
	(void)message;
}

static PGconn *start(const char *conninfo)
{
	/* Those before dbname are only defaults. */
	const char *const keys[] = {"keepalives_idle",  "keepalives_interval",
	                            "keepalives_count", "tcp_user_timeout",
	                            "application_name", "dbname",
	                            "client_encoding",  NULL};
	const char *const values[] = {"15",           "5",      "3",    "20000",
	                              "parlour-sync", conninfo, "UTF8", NULL};
	return PQconnectStartParams(keys, values, 1);
}

/* What has no schema in our statements is PostgreSQL's. Else, whoever may make functions in another
 * schema of the search path, as everybody may in "public" before PostgreSQL 15, could have us call
 * theirs. */
static bool restrict_names(struct database *database, struct error *error)
{
	return database_run(database, "SET search_path = pg_catalog, pg_temp", error);
}

bool database_connect(struct database *database, const char *conninfo, struct error *error)
{
	const int64_t deadline = milliseconds_now() + CONNECT_TIME;
	PostgresPollingStatusType state = PGRES_POLLING_WRITING;
	database->connection = start(conninfo);
	if (database->connection == NULL)
		return error_set(error, _("out of memory"));
	if (PQstatus(database->connection) == CONNECTION_BAD)
		return failed(database, PQerrorMessage(database->connection), error);
	while (state != PGRES_POLLING_OK) {
		const short events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
		if (wait_for(PQsocket(database->connection), events, deadline) <= 0)
			return timed_out(database, error);
		state = PQconnectPoll(database->connection);
		if (state == PGRES_POLLING_FAILED)
			return failed(database, PQerrorMessage(database->connection), error);
	}
	PQsetNoticeProcessor(database->connection, drop_notice, NULL);
	PQsetnonblocking(database->connection, 1);
	return restrict_names(database, error);
}

void database_close(struct database *database)
{
	PQfinish(database->connection);
	database->connection = NULL;
}

/* ---- statements ---- */

/* Sends what is to be sent, and reads until a result is there. */
static bool exchange(struct database *database, int64_t deadline, struct error *error)
{
	PGconn *connection = database->connection;
	for (;;) {
		const int more = PQflush(connection);
		if (more < 0 || !PQconsumeInput(connection))
			return failed(database, PQerrorMessage(connection), error);
		if (more == 0 && !PQisBusy(connection))
			return true;
		const short events = (short)(more > 0 ? POLLIN | POLLOUT : POLLIN);
		if (wait_for(PQsocket(connection), events, deadline) <= 0)
			return timed_out(database, error);
	}
}

/* The server's message, without "ERROR:" before it. */
static const char *message_of(const PGresult *result)
{
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
	return message != NULL ? message : PQresultErrorMessage(result);
}

/* The last result of what was sent; NULL if one of them is an error. */
static PGresult *take_result(struct database *database, struct error *error)
{
	const int64_t deadline = database->patient ? INT64_MAX : milliseconds_now() + QUERY_TIME;
	PGresult *last = NULL, *next;
	for (;;) {
		if (!exchange(database, deadline, error)) {
			PQclear(last);
			return NULL;
		}
		next = PQgetResult(database->connection);
		if (next == NULL)
			break;
		PQclear(last);
		last = next;
		const ExecStatusType status = PQresultStatus(next);
		if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
			failed(database, message_of(next), error);
			PQclear(next);
			return NULL;
		}
	}
	return last;
}

PGresult *database_query(struct database *database, const char *statement, int count,
                         const char *const *values, struct error *error)
{
	if (!PQsendQueryParams(database->connection, statement, count, NULL, values, NULL, NULL,
	                       0)) {
		failed(database, PQerrorMessage(database->connection), error);
		return NULL;
	}
	return take_result(database, error);
}

bool database_run(struct database *database, const char *statements, struct error *error)
{
	if (!PQsendQuery(database->connection, statements))
		return failed(database, PQerrorMessage(database->connection), error);
	PGresult *result = take_result(database, error);
	PQclear(result);
	return result != NULL;
}

char *database_array(char *const *item, int count)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	for (int i = 0; i < count; i++) {
		fputs(i == 0 ? "{\"" : ",\"", out);
		for (const char *c = item[i]; *c != '\0'; c++)
			fprintf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
		fputc('"', out);
	}
	fputs(count == 0 ? "{}" : "}", out);
	return file_close_memory(out, &text, true);
}

bool database_wait(struct database *database, int milliseconds, bool *notified, struct error *error)
{
	PGconn *connection = database->connection;
	const int64_t deadline = milliseconds_now() + milliseconds;
	PGnotify *notice;
	*notified = false;
	if (connection == NULL)
		return wait_for(-1, 0, deadline) >= 0;
	if (wait_for(PQsocket(connection), POLLIN, deadline) < 0 || !PQconsumeInput(connection))
		return failed(database, PQerrorMessage(connection), error);
	while ((notice = PQnotifies(connection)) != NULL) {
		if (notice->extra[0] != '\0' && database->hear != NULL)
			database->hear(database->context, notice->extra);
		else
			*notified = true;
		PQfreemem(notice);
	}
	return true;
}
