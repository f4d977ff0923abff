#include "sync/exchange.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/clock.h"
#include "os/file.h"
#include "os/text.h"
#include "play/scores.h"
#include "store/score_file.h"
#include "sync/log.h"
#include "sync/schema.h"

enum {
	BATCH_LINES = 500,                    /* sent at once, */
	BATCH_BYTES = 1 << 20,                /* or fewer of so many */
	FETCH_ROWS = 250,                     /* received at once: 15 MiB at most */
	OFFER_AGAIN = SECONDS_PER_DAY * 1000, /* milliseconds */
	DIGEST_AGAIN = 3600 * 1000,
	DIGESTS_MAX = 10000, /* levels */
};

/* ---- the beginning ---- */

/* The database may know this host by another role, or not at all. */
static bool ask_whether_admitted(struct exchange *exchange, struct error *error)
{
	PGresult *result = database_query(&exchange->database,
	                                  "SELECT 1 FROM parlour.host WHERE name = $1 AND"
	                                  " role = session_user AND admitted",
	                                  1, &exchange->host, error);
	if (result == NULL)
		return false;
	exchange->admitted = PQntuples(result) == 1;
	exchange->may_send = exchange->admitted && !exchange->own;
	PQclear(result);
	return !exchange->may_send || carry_begin(&exchange->carry, error);
}

static void report_admission(const struct exchange *exchange)
{
	if (exchange->may_send)
		log_say(LOG_INFO, "the database admits %s now", exchange->host);
	else
		log_say(LOG_ERR, "the database does not admit %s with this role: nothing is sent",
		        exchange->host);
}

bool exchange_ask_again(struct exchange *exchange, struct error *error)
{
	const bool could = exchange->may_send;
	if (could && !exchange->withdrawn)
		return true;
	if (!ask_whether_admitted(exchange, error))
		return false;
	exchange->withdrawn = false;
	if (exchange->may_send != could)
		report_admission(exchange);
	return true;
}

/* It is run often, and planning would take longer than reading. */
static bool prepare_fetch(struct exchange *exchange, struct error *error)
{
	char statements[400], own[HOST_NAME_BYTES + 20] = "";
	if (exchange->own)
		snprintf(own, sizeof own, " AND host = '%s'", exchange->host);
	snprintf(statements, sizeof statements,
	         "SET plan_cache_mode = force_generic_plan;"
	         "PREPARE records_from(bigint, integer) AS"
	         " SELECT seq, host, line FROM parlour.record"
	         " WHERE seq >= $1%s%s ORDER BY seq LIMIT $2",
	         exchange->best ? " AND ahead < 20" : "", own);
	return database_run(&exchange->database, statements, error);
}

bool exchange_begin(struct exchange *exchange, struct error *error)
{
	exchange->must_offer = true;
	exchange->digested = 0;
	const bool good =
		schema_check(&exchange->database, error) && prepare_fetch(exchange, error) &&
		database_run(&exchange->database, "LISTEN parlour; LISTEN parlour_guest", error) &&
		ask_whether_admitted(exchange, error);
	if (good && !exchange->admitted && exchange->own)
		return error_set(error, "the database does not admit %s with this role",
		                 exchange->host);
	if (good && !exchange->admitted)
		report_admission(exchange);
	return good;
}

/* A new host has no log yet, but it has the folder. What else is wrong is reported when it is
 * read. */
static bool check_log(const char *path, struct error *error)
{
	struct stat status;
	if (stat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR))
		return true;
	const char *why = error_reason(errno);
	char *folder = file_beside(path, ".");
	const bool there = folder != NULL && stat(folder, &status) == 0;
	free(folder);
	if (!there)
		return error_at(error, path, 0, "%s", why);
	log_say(LOG_WARNING, "%s: %s: nothing is sent until it is there", path, why);
	return true;
}

/* The file that is written may not be the one that is read; and of our own records, not that of the
 * others'. */
static bool check_files(const struct exchange *exchange, const char *others, struct error *error)
{
	struct stat log, file;
	if (stat(exchange->log, &log) != 0 || stat(others, &file) != 0)
		return true;
	if (S_ISREG(log.st_mode) && file_is_same(&log, &file))
		return error_at(error, others, 0, "this is the log of --log");
	if (exchange->own && file.st_size > 0)
		return error_at(error, others, 0, "--own needs a new file");
	return true;
}

static void know_line(void *context, const struct score_line *line)
{
	bool is_new;
	others_know(context, line->tag, line->text, &is_new); /* what is not known comes again */
}

/* If our own records are to come: those of our log need not. */
static bool know_log(struct exchange *exchange, struct error *error)
{
	off_t from = 0;
	return !exchange->own ||
	       score_file_read(exchange->log, &from, know_line, &exchange->others, NULL, error);
}

bool exchange_open(struct exchange *exchange, const char *others, struct error *error)
{
	exchange->others.file = -1;
	exchange->database.hear = carry_hear;
	exchange->database.context = &exchange->carry;
	return check_log(exchange->log, error) && check_files(exchange, others, error) &&
	       judge_open(&exchange->judge, error) &&
	       others_open(&exchange->others, others, error) && know_log(exchange, error) &&
	       ((names_open(&exchange->names, exchange->log, exchange->host) &&
	         carry_open(&exchange->carry, exchange->log, &exchange->database)) ||
	        error_set(error, "out of memory"));
}

void exchange_close(struct exchange *exchange)
{
	carry_close(&exchange->carry);
	names_close(&exchange->names);
	others_close(&exchange->others);
	judge_close(&exchange->judge);
}

bool exchange_carry(struct exchange *exchange, bool all, struct error *error)
{
	return !exchange->may_send || carry_look(&exchange->carry, all, error);
}

/* ---- sending ---- */

/* Lines of our log to be offered together. */
struct batch {
	struct exchange *exchange;
	struct error *error;
	bool failed;
	char *line[BATCH_LINES]; /* "TAG TEXT", with NAME@HOST */
	int count;
	size_t bytes;
	int sent, ignored, refused; /* of all batches: the database does not take what is ignored */
	const char *why;            /* the last one was refused */
};

static void clear(struct batch *batch)
{
	for (int i = 0; i < batch->count; i++)
		free(batch->line[i]);
	batch->count = 0;
	batch->bytes = 0;
}

/* Asks which lines the database lacks. */
static bool ask_lacking(const struct batch *batch, bool lacks[BATCH_LINES])
{
	char digits[BATCH_LINES][IDENTITY_DIGITS + 1], *item[BATCH_LINES];
	for (int i = 0; i < batch->count; i++) {
		const struct identity identity = identity_of(batch->line[i]);
		identity_write(&identity, digits[i]);
		item[i] = digits[i];
		lacks[i] = false;
	}
	char *array = database_array(item, batch->count);
	if (array == NULL)
		return error_set(batch->error, "out of memory");
	PGresult *result = database_query(
		&batch->exchange->database,
		"SELECT o.place FROM unnest($1::uuid[]) WITH ORDINALITY AS o (identity, place)"
		" WHERE NOT EXISTS (SELECT FROM parlour.known k WHERE k.identity = o.identity)",
		1, (const char *const *)&array, batch->error);
	free(array);
	for (int i = 0; result != NULL && i < PQntuples(result); i++) {
		const int place = atoi(PQgetvalue(result, i, 0));
		if (place >= 1 && place <= batch->count)
			lacks[place - 1] = true;
	}
	PQclear(result);
	return result != NULL;
}

/* Drops those that the database has. */
static bool keep_lacking(struct batch *batch)
{
	bool lacks[BATCH_LINES];
	int left = 0;
	if (!ask_lacking(batch, lacks))
		return false;
	for (int i = 0; i < batch->count; i++)
		if (lacks[i])
			batch->line[left++] = batch->line[i];
		else
			free(batch->line[i]);
	batch->count = left;
	return true;
}

/* Counts those that it still lacks after they were sent. */
static bool count_ignored(struct batch *batch)
{
	bool lacks[BATCH_LINES];
	if (!ask_lacking(batch, lacks))
		return false;
	for (int i = 0; i < batch->count; i++)
		batch->ignored += lacks[i];
	return true;
}

/* Drops those that are no results. */
static void keep_good(struct batch *batch)
{
	int left = 0;
	for (int i = 0; i < batch->count; i++) {
		char *line = batch->line[i], *text = strchr(line, ' ');
		assert(text != NULL);
		*text++ = '\0';
		const char *why = judge_record(&batch->exchange->judge, line, text);
		text[-1] = ' ';
		if (why == NULL) {
			batch->line[left++] = line;
			continue;
		}
		batch->refused++;
		batch->why = why;
		free(line);
	}
	batch->count = left;
}

static bool send_lines(struct batch *batch)
{
	char *array = database_array(batch->line, batch->count);
	if (array == NULL)
		return error_set(batch->error, "out of memory");
	PGresult *result =
		database_query(&batch->exchange->database, "SELECT parlour.send($1::text[])", 1,
	                       (const char *const *)&array, batch->error);
	free(array);
	if (result == NULL)
		return false;
	const int sent = atoi(PQgetvalue(result, 0, 0));
	PQclear(result);
	batch->sent += sent;
	return sent == batch->count || count_ignored(batch);
}

static void offer(struct batch *batch)
{
	if (batch->count > 0 && !batch->failed)
		batch->failed = !keep_lacking(batch);
	if (!batch->failed)
		keep_good(batch);
	if (batch->count > 0 && !batch->failed)
		batch->failed = !send_lines(batch);
	clear(batch);
}

/* A line of our log: a record of one of our players, to be offered. */
static void take_line(void *context, const struct score_line *line)
{
	struct batch *batch = context;
	const char *player = strchr(line->text, ' ');
	char *words;
	if (batch->failed || line->kind != SCORE_RECORD || player == NULL)
		return;
	if (memchr(player + 1, '@', strcspn(player + 1, " ")) != NULL)
		return; /* a guest's forgery */
	char *text = scores_with_host(line->text, batch->exchange->host);
	if (text == NULL || asprintf(&words, "%s %s", line->tag, text) < 0) {
		batch->failed = true;
		error_set(batch->error, "out of memory");
		free(text);
		return;
	}
	free(text);
	batch->bytes += strlen(words);
	batch->line[batch->count++] = words;
	if (batch->count == BATCH_LINES || batch->bytes >= BATCH_BYTES)
		offer(batch);
}

bool exchange_is_due(const struct exchange *exchange)
{
	struct stat now;
	if (!exchange->may_send)
		return false;
	if (exchange->must_offer || milliseconds_now() - exchange->offered > OFFER_AGAIN)
		return true;
	if (names_are_due(&exchange->names))
		return true;
	return stat(exchange->log, &now) == 0 && (!file_is_same(&now, &exchange->sent_file) ||
	                                          now.st_size != exchange->sent_file.st_size);
}

static void report_sent(const struct batch *batch)
{
	if (batch->sent > 0)
		log_say(LOG_INFO, "sent %d record%s", batch->sent, batch->sent == 1 ? "" : "s");
	if (batch->ignored > 0)
		log_say(LOG_WARNING,
		        "the database does not take %d record%s of our log: withdrawn with this "
		        "host or a player's former name, or with a date in the future",
		        batch->ignored, batch->ignored == 1 ? "" : "s");
	if (batch->refused > 0)
		log_say(LOG_WARNING, "kept back %d record%s of our log: %s", batch->refused,
		        batch->refused == 1 ? "" : "s", batch->why);
}

bool exchange_send(struct exchange *exchange, struct error *error)
{
	struct batch batch = {.exchange = exchange, .error = error};
	struct stat now = {0};
	const bool there = stat(exchange->log, &now) == 0;
	const bool all = exchange->must_offer || !there ||
	                 !file_is_same(&now, &exchange->sent_file) ||
	                 now.st_size < exchange->sent ||
	                 milliseconds_now() - exchange->offered > OFFER_AGAIN;
	off_t from = all ? 0 : exchange->sent;
	if (all)
		exchange->offered = milliseconds_now();
	if (!names_send(&exchange->names, &exchange->database, all, error))
		return false;
	const bool read = score_file_read(exchange->log, &from, take_line, &batch, NULL, error);
	offer(&batch);
	report_sent(&batch);
	if (!read || batch.failed)
		return false;
	exchange->must_offer = false;
	exchange->sent = from;
	exchange->sent_file = now;
	return true;
}

/* ---- receiving ---- */

/* What became of rows. */
struct received {
	int added, refused;
	const char *why;                /* the last one was refused, */
	char host[HOST_NAME_BYTES + 1]; /* and whose it is, as the database says */
};

/* Whether the second word of a text is NAME@HOST, or just HOST where it may be. */
static bool names_host(const char *text, const char *host, bool may_be_all)
{
	const char *blank = strchr(text, ' '), *word = blank == NULL ? "" : blank + 1;
	const size_t size = strcspn(word, " "), length = strlen(host);
	const char *at = memchr(word, '@', size), *name = at == NULL ? word : at + 1;
	return (at != NULL || may_be_all) && size - (size_t)(name - word) == length &&
	       strncmp(name, host, length) == 0;
}

/* NULL, or what is wrong with a row's line. */
static const char *judge_line(struct exchange *exchange, const char *host, const char *tag,
                              const char *text)
{
	const bool withdrawal = strcmp(tag, "withdraw1") == 0;
	if (withdrawal && !scores_line_is_sound(tag, text))
		return "not a withdrawal";
	if (!names_host(text, host, withdrawal))
		return "of another host than it says";
	return withdrawal ? NULL : judge_record(&exchange->judge, tag, text);
}

/* What is left of the last row, if that was withdrawn: its identity. */
static const char gone[] = "gone1 ";

static struct identity identity_of_row(const char *line)
{
	struct identity identity;
	const bool is_gone = strncmp(line, gone, strlen(gone)) == 0;
	return is_gone && identity_read(line + strlen(gone), &identity) ? identity
	                                                                : identity_of(line);
}

/* Whether it is a record, more than a week old, of a board that is made from a name, as those of
 * days are. The names of levels of the program have no '#'. */
static bool is_past(const char *text)
{
	const int64_t age = time(NULL) - strtoll(text, NULL, 10);
	return age > 7 * SECONDS_PER_DAY && strchr(text, '#') != NULL;
}

/* Whether a row withdraws a host, not one of its players. */
static bool withdraws_host(const char *line)
{
	static const char tag[] = "withdraw1 ";
	return strncmp(line, tag, strlen(tag)) == 0 && strchr(line, '@') == NULL;
}

/* Makes a record what it is in the log of its host. */
static void remove_host(char *text)
{
	char *at = strchr(text, '@');
	assert(at != NULL);
	const char *rest = at + strcspn(at, " ");
	memmove(at, rest, strlen(rest) + 1);
}

static bool take_row(struct exchange *exchange, const char *host, char *line,
                     struct received *received, struct error *error)
{
	bool is_new;
	if (strcmp(host, exchange->host) == 0 && !exchange->own) {
		exchange->withdrawn |= withdraws_host(line);
		return true;
	}
	if (strncmp(line, gone, strlen(gone)) == 0)
		return true;
	char *text = strchr(line, ' ');
	const char *why = text == NULL ? "not a record" : NULL;
	if (why == NULL) {
		*text++ = '\0';
		why = judge_line(exchange, host, line, text);
	}
	if (why != NULL) {
		received->refused++;
		received->why = why;
		snprintf(received->host, sizeof received->host, "%s", host);
		return true;
	}
	if (exchange->best && is_past(text))
		return true;
	if (exchange->own && strcmp(line, "withdraw1") == 0)
		return true;
	if (exchange->own)
		remove_host(text);
	if (!others_add(&exchange->others, line, text, &is_new))
		return error_set(error, "out of memory");
	received->added += is_new;
	return true;
}

/* Whether the result begins with the row that was read last. */
static bool goes_on(const PGresult *result, const struct place *cursor)
{
	if (cursor->seq == 0)
		return true;
	if (PQntuples(result) == 0 || strtoll(PQgetvalue(result, 0, 0), NULL, 10) != cursor->seq)
		return false;
	const struct identity identity = identity_of_row(PQgetvalue(result, 0, 2));
	return memcmp(&identity, &cursor->identity, sizeof identity) == 0;
}

static PGresult *fetch(struct exchange *exchange, const struct place *cursor, struct error *error)
{
	char statement[80];
	snprintf(statement, sizeof statement, "EXECUTE records_from(%" PRId64 ", %d)", cursor->seq,
	         FETCH_ROWS);
	return database_query(&exchange->database, statement, 0, NULL, error);
}

/* Takes the rows after the cursor, and moves it. */
static bool take_rows(struct exchange *exchange, const PGresult *result, struct place *cursor,
                      struct received *received, struct error *error)
{
	bool good = true;
	for (int i = cursor->seq > 0; good && i < PQntuples(result); i++) {
		char *line = PQgetvalue(result, i, 2);
		const int64_t seq = strtoll(PQgetvalue(result, i, 0), NULL, 10);
		*cursor = (struct place){.seq = seq, .identity = identity_of_row(line)};
		good = take_row(exchange, PQgetvalue(result, i, 1), line, received, error);
	}
	return good;
}

/* Receives once; *more: there may be more. */
static bool receive_rows(struct exchange *exchange, bool note, struct received *received,
                         bool *more, struct error *error)
{
	struct place cursor = exchange->others.cursor;
	PGresult *result = fetch(exchange, &cursor, error);
	if (result == NULL)
		return false;
	bool good = true;
	if (goes_on(result, &cursor)) {
		*more = PQntuples(result) == FETCH_ROWS;
		good = take_rows(exchange, result, &cursor, received, error);
	} else {
		log_say(LOG_WARNING, "the record read last is gone from the database: all is "
		                     "offered and read again");
		*more = exchange->must_offer = true;
		cursor = (struct place){0};
	}
	PQclear(result);
	return good && others_flush(&exchange->others, &cursor, note && !*more, error);
}

static void report_received(const struct received *received)
{
	if (received->added > 0)
		log_say(LOG_INFO, "received %d record%s", received->added,
		        received->added == 1 ? "" : "s");
	if (received->refused > 0)
		log_say(LOG_WARNING, "left out %d record%s of the database, the last from %s: %s",
		        received->refused, received->refused == 1 ? "" : "s", received->host,
		        received->why);
}

/* Said once. */
static void report_full(struct exchange *exchange, const char *reason)
{
	if (exchange->others.full && !exchange->told_full)
		log_say(LOG_ERR, "%s: nothing more is received", reason);
	exchange->told_full = exchange->others.full;
}

bool exchange_receive(struct exchange *exchange, bool note, struct error *error)
{
	struct received received = {0};
	error->text[0] = '\0';
	bool more = true, good = others_follow(&exchange->others, error);
	while (good && more && !exchange->others.full)
		good = receive_rows(exchange, note, &received, &more, error);
	report_received(&received);
	report_full(exchange, error->text);
	return good || exchange->others.full;
}

/* ---- digests ---- */

/* A row: level, players, and words "MOVES:PLAYERS". */
static bool take_digest(struct exchange *exchange, const PGresult *result, int row,
                        struct error *error)
{
	uint64_t level;
	char *text;
	const char *digits = PQgetvalue(result, row, 0);
	const long players = strtol(PQgetvalue(result, row, 1), NULL, 10);
	if (asprintf(&text, "%jd %s %s", (intmax_t)time(NULL), digits, PQgetvalue(result, row, 2)) <
	    0)
		return error_set(error, "out of memory");
	const bool good = !scores_line_is_sound("digest1", text) ||
	                  !text_read_identity(digits, &level) ||
	                  others_add_digest(&exchange->others, level, players, text);
	free(text);
	return good || error_set(error, "out of memory");
}

bool exchange_digests(struct exchange *exchange, struct error *error)
{
	char levels[16], players[16];
	const char *const values[] = {players, levels};
	const int64_t now = milliseconds_now();
	if (exchange->others.full || exchange->own ||
	    (exchange->digested != 0 && now - exchange->digested < DIGEST_AGAIN))
		return true;
	snprintf(levels, sizeof levels, "%d", DIGESTS_MAX);
	snprintf(players, sizeof players, "%d", SCORE_DIGEST_PLAYERS);
	PGresult *result =
		database_query(&exchange->database,
	                       "SELECT lpad(to_hex(level), 16, '0'), n.players, n.counts"
	                       " FROM parlour.popular p, LATERAL (" /* each by its index */
	                       "  SELECT sum(players) AS players,"
	                       "   string_agg(moves || ':' || players, ' ' ORDER BY moves)"
	                       "    AS counts"
	                       "   FROM parlour.digest d"
	                       "   WHERE d.level = p.level AND players > 0 AND moves > 0"
	                       "   HAVING count(*) <= 300) n"
	                       " WHERE n.players >= $1 ORDER BY n.players DESC LIMIT $2",
	                       2, values, error);
	bool good = result != NULL;
	for (int i = 0; good && i < PQntuples(result); i++)
		good = take_digest(exchange, result, i, error);
	PQclear(result);
	exchange->digested = now;
	return good && (others_flush(&exchange->others, &exchange->others.cursor, false, error) ||
	                exchange->others.full);
}
