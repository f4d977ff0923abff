#include "sync/carry.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/file.h"
#include "os/portable.h"
#include "os/text.h"
#include "store/bundle.h"
#include "sync/identity.h"
#include "sync/log.h"

enum {
	LOOK_AGAIN = 1000,  /* milliseconds; longer where looking takes long */
	LOOK_SHARE = 50,    /* of the time, looking takes one part in so many */
	SEND_AGAIN = 2000,  /* milliseconds between two bundles of a guest */
	FETCH_GUESTS = 200, /* at a look, so that records need not wait */
	SUM_DIGITS = 16,
};

/* A guest of this host. */
struct carried {
	char name[BUNDLE_NAME_BYTES + 1];
	struct identity identity; /* of the name: what the database says instead of it */
	uint64_t sum;             /* of our bundle in the database; 0: it has none */
	struct timespec written;  /* of our file, as it was examined last */
	off_t size;
	int64_t sent; /* in milliseconds; 0: never */
	bool seen;    /* there is a file */
	bool wanted;  /* other hosts may have something new */
};

/* ---- guests ---- */

static int compare(const void *a, const void *b)
{
	const struct carried *one = a, *other = b;
	return memcmp(&one->identity, &other->identity, sizeof one->identity);
}

/* NULL: none of ours. */
static struct carried *find(const struct carry *carry, const struct identity *identity)
{
	const struct carried key = {.identity = *identity};
	return carry->sorted == 0 ? NULL
	                          : bsearch(&key, carry->guest, carry->sorted, sizeof key, compare);
}

/* A new one at the end; NULL without memory. */
static struct carried *add(struct carry *carry, const char *name)
{
	if (carry->count == carry->room) {
		const size_t room = carry->room == 0 ? 64 : 2 * carry->room;
		struct carried *more = realloc(carry->guest, room * sizeof *more);
		if (more == NULL)
			return NULL;
		carry->guest = more;
		carry->room = room;
	}
	struct carried *guest = &carry->guest[carry->count++];
	*guest = (struct carried){.identity = identity_of(name), .wanted = true};
	snprintf(guest->name, sizeof guest->name, "%s", name);
	return guest;
}

static void sort(struct carry *carry)
{
	if (carry->count > carry->sorted)
		qsort(carry->guest, carry->count, sizeof *carry->guest, compare);
	carry->sorted = carry->count;
}

static bool no_memory(struct error *error)
{
	return error_set(error, "out of memory");
}

/* ---- the beginning ---- */

bool carry_open(struct carry *carry, const char *log, struct database *database)
{
	*carry = (struct carry){.leaving = file_beside(log, "leaving"),
	                        .arriving = file_beside(log, "arriving"),
	                        .database = database};
	return carry->leaving != NULL && carry->arriving != NULL;
}

void carry_close(struct carry *carry)
{
	free(carry->leaving);
	free(carry->arriving);
	free(carry->guest);
	*carry = (struct carry){.leaving = NULL};
}

static uint64_t read_sum(const char *digits)
{
	uint64_t sum;
	return text_read_identity(digits, &sum) ? sum : 0;
}

/* What the database has of this host; those it should not have are found by their missing file. */
bool carry_begin(struct carry *carry, struct error *error)
{
	bool good = true;
	PGresult *result = database_query(carry->database, "SELECT * FROM parlour.own_bundles()", 0,
	                                  NULL, error);
	carry->count = carry->sorted = 0;
	carry->next_look = 0;
	for (int i = 0; good && result != NULL && i < PQntuples(result); i++) {
		struct carried *guest = add(carry, PQgetvalue(result, i, 0));
		good = guest != NULL || no_memory(error);
		if (good)
			guest->sum = read_sum(PQgetvalue(result, i, 1));
	}
	good = good && result != NULL;
	sort(carry);
	PQclear(result);
	return good;
}

void carry_hear(void *context, const char *digits)
{
	struct carry *carry = context;
	struct identity identity;
	struct carried *guest = identity_read(digits, &identity) ? find(carry, &identity) : NULL;
	if (guest == NULL)
		return;
	guest->wanted = true;
	carry->next_look = 0;
}

/* ---- sending ---- */

/* Replaces our bundle in the database; without a text, deletes it. */
static bool put(const struct carry *carry, const struct carried *guest, const struct bundle *bundle,
                struct error *error)
{
	char sum[SUM_DIGITS + 1];
	snprintf(sum, sizeof sum, "%016" PRIx64, bundle->sum);
	const char *const values[] = {guest->name, sum, bundle->text};
	PGresult *result = database_query(carry->database, "SELECT parlour.put_bundle($1, $2, $3)",
	                                  3, values, error);
	PQclear(result);
	return result != NULL;
}

static bool send_bundle(struct carry *carry, int folder, struct carried *guest, struct error *error)
{
	struct bundle bundle;
	bool good = true;
	if (bundle_read_sum(folder, guest->name) == guest->sum ||
	    !bundle_read(folder, guest->name, &bundle))
		return true;
	if (bundle.sum != guest->sum) {
		good = put(carry, guest, &bundle, error);
		guest->sum = bundle.sum;
		guest->sent = milliseconds_now();
	}
	bundle_free(&bundle);
	return good;
}

/* Sends the guest's bundle if the file has changed. */
static bool examine(struct carry *carry, int folder, struct carried *guest, struct error *error)
{
	struct stat now;
	if (fstatat(folder, guest->name, &now, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(now.st_mode))
		return true;
	guest->seen = true;
	const struct timespec written = time_written(&now);
	const bool changed = now.st_size != guest->size ||
	                     written.tv_sec != guest->written.tv_sec ||
	                     written.tv_nsec != guest->written.tv_nsec;
	if (!changed || (guest->sent != 0 && milliseconds_now() - guest->sent < SEND_AGAIN))
		return true;
	guest->size = now.st_size;
	guest->written = written;
	return send_bundle(carry, folder, guest, error);
}

static bool examine_all(struct carry *carry, DIR *folder, struct error *error)
{
	const struct dirent *entry;
	bool good = true;
	for (size_t i = 0; i < carry->count; i++)
		carry->guest[i].seen = false;
	while (good && (entry = readdir(folder)) != NULL) {
		if (!bundle_is_name(entry->d_name))
			continue;
		const struct identity identity = identity_of(entry->d_name);
		struct carried *guest = find(carry, &identity);
		if (guest == NULL)
			guest = add(carry, entry->d_name);
		good = guest == NULL ? no_memory(error)
		                     : examine(carry, dirfd(folder), guest, error);
	}
	sort(carry);
	return good;
}

/* Guests who were forgotten are in no database either. */
static bool drop_missing(struct carry *carry, struct error *error)
{
	static const struct bundle none = {.text = NULL};
	size_t left = 0;
	bool good = true;
	for (size_t i = 0; i < carry->count; i++) {
		struct carried *guest = &carry->guest[i];
		const bool gone = good && !guest->seen;
		if (gone && guest->sum != 0)
			good = put(carry, guest, &none, error);
		if (!gone || !good)
			carry->guest[left++] = *guest;
	}
	carry->count = carry->sorted = left;
	return good;
}

/* ---- receiving ---- */

/* Puts the bundle into the folder under the host's name, all at once. */
static bool write_file(int folder, const char *host, const struct bundle *bundle)
{
	char header[BUNDLE_HEADER_MAX];
	static const char new[] = ".new";
	const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
	const int file = openat(folder, new, flags, 0644);
	bundle_write_header(bundle->sum, header);
	/* For the game, which has no group with us; nobody else gets into the folder. */
	const bool good = file >= 0 && fchmod(file, 0644) == 0 &&
	                  file_write(file, header, strlen(header)) &&
	                  file_write(file, bundle->text, strlen(bundle->text)) &&
	                  fsync(file) == 0 && renameat(folder, new, folder, host) == 0;
	const int fault = errno;
	if (file >= 0)
		close(file);
	errno = fault;
	return good;
}

/* Receives another host's bundle. */
static bool fetch(struct carry *carry, int folder, const struct carried *guest, const char *host,
                  uint64_t sum, struct error *error)
{
	const char *const values[] = {guest->name, host};
	PGresult *result = database_query(carry->database, "SELECT parlour.bundle_of($1, $2)", 2,
	                                  values, error);
	if (result == NULL)
		return false;
	const struct bundle bundle = {.text = PQgetvalue(result, 0, 0), .sum = sum};
	/* It may have been replaced meanwhile: then we hear of it again. */
	if (strlen(bundle.text) <= BUNDLE_MAX && bundle_sum(bundle.text) == sum &&
	    !write_file(folder, host, &bundle))
		log_say(LOG_ERR, "%s/%s: %s", carry->arriving, guest->name, error_reason(errno));
	PQclear(result);
	return true;
}

static bool is_among(const PGresult *hosts, const char *name)
{
	for (int i = 0; i < PQntuples(hosts); i++)
		if (strcmp(PQgetvalue(hosts, i, 0), name) == 0)
			return true;
	return false;
}

/* Removes the bundles of hosts that have none any more. */
static void remove_others(int folder, const PGresult *hosts)
{
	const struct dirent *entry;
	const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *listing = copy < 0 ? NULL : fdopendir(copy);
	while (listing != NULL && (entry = readdir(listing)) != NULL)
		if (text_is_host_name(entry->d_name) && !is_among(hosts, entry->d_name))
			unlinkat(folder, entry->d_name, 0);
	if (listing != NULL)
		closedir(listing);
}

/* Makes the folder have what the other hosts have. */
static bool receive_into(struct carry *carry, int folder, const struct carried *guest,
                         struct error *error)
{
	const char *const values[] = {guest->name};
	PGresult *result = database_query(carry->database, "SELECT * FROM parlour.bundles_of($1)",
	                                  1, values, error);
	bool good = result != NULL;
	for (int i = 0; good && i < PQntuples(result); i++) {
		const char *host = PQgetvalue(result, i, 0);
		const uint64_t sum = read_sum(PQgetvalue(result, i, 1));
		if (text_is_host_name(host) && sum != 0 && bundle_read_sum(folder, host) != sum)
			good = fetch(carry, folder, guest, host, sum, error);
	}
	if (good)
		remove_others(folder, result);
	PQclear(result);
	return good;
}

static bool receive(struct carry *carry, struct carried *guest, struct error *error)
{
	char *path;
	if (asprintf(&path, "%s/%s", carry->arriving, guest->name) < 0)
		return no_memory(error);
	const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	free(path);
	guest->wanted = false;
	if (folder < 0)
		return true; /* the game makes it first; or may not be left to us */
	const bool good = receive_into(carry, folder, guest, error);
	guest->wanted = !good;
	close(folder);
	return good;
}

/* *more: there are more guests than are asked for at once. */
static bool receive_wanted(struct carry *carry, bool all, bool *more, struct error *error)
{
	int asked = 0;
	bool good = true;
	*more = false;
	for (size_t i = 0; good && i < carry->count; i++) {
		if (!carry->guest[i].wanted)
			continue;
		*more = !all && asked == FETCH_GUESTS;
		if (*more)
			break;
		asked++;
		good = receive(carry, &carry->guest[i], error);
	}
	return good;
}

/* ---- looking ---- */

/* The folder of what leaves; NULL: nothing is carried. */
static DIR *open_leaving(struct carry *carry)
{
	DIR *folder = opendir(carry->leaving);
	if (folder == NULL && errno != ENOENT && !carry->told) {
		log_say(LOG_ERR, "%s: %s; no guest's games are carried", carry->leaving,
		        error_reason(errno));
		carry->told = true;
	}
	return folder;
}

bool carry_look(struct carry *carry, bool all, struct error *error)
{
	const int64_t began = milliseconds_now();
	bool more = false;
	if (!all && began < carry->next_look)
		return true;
	carry->next_look = began + LOOK_AGAIN;
	DIR *folder = open_leaving(carry);
	if (folder == NULL)
		return true;
	bool good = examine_all(carry, folder, error);
	closedir(folder);
	good = good && drop_missing(carry, error) && receive_wanted(carry, all, &more, error);
	const int64_t now = milliseconds_now(), taken = now - began;
	carry->next_look = more ? now : now + LOOK_AGAIN + LOOK_SHARE * taken;
	return good;
}
