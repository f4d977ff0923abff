/* A guest's data on its way between hosts: a bundle, which is what --export writes, with a sum. The
 * guest's key says whose it is. If the administrator has made both folders (doc/sync.md), our
 * folder has, with the NAME of the key:
 *
 *   leaving/NAME        the bundle of this host. The game overwrites it in its place, because in
 *                       the sandbox it may write to this file only; half a bundle is none
 *   arriving/NAME/HOST  that of another host
 *
 * parlour-sync carries them; to it they are only texts. Whoever reads one replays what it holds. */
#ifndef PARLOUR_STORE_BUNDLE_H
#define PARLOUR_STORE_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/error.h"

enum {
	BUNDLE_MAX = 4 << 20,   /* bytes of the text */
	BUNDLE_HOSTS_MAX = 16,  /* bundles of other hosts that are read */
	BUNDLE_NAME_BYTES = 43, /* of a key's name */
	BUNDLE_HEADER_MAX = 32, /* bytes, with a NUL */
};

/* ---- the folders ---- */

/* The name of a key: its fingerprint's digits, as file names take them. */
void bundle_name(const char *key, char name[BUNDLE_NAME_BYTES + 1]);

/* Whether it can be a key's name. */
bool bundle_is_name(const char *name);

/* Makes the file and the folder of a key. False if bundles are not carried here, or that failed.
 * Call it before the sandbox starts. */
bool bundle_prepare(const char *key);

/* Their paths, to be freed; NULL without memory or a home. */
char *bundle_leaving_path(const char *key);
char *bundle_arriving_path(const char *key);

/* Deletes both: no host gets the bundle from now on. */
void bundle_forget(const char *key);

/* ---- bundles ---- */

/* A text and its sum. All zero: none. */
struct bundle {
	char *text;
	uint64_t sum;
};

/* The sum of a text; never 0. */
uint64_t bundle_sum(const char *text);

/* The first line of the file, with its newline. */
void bundle_write_header(uint64_t sum, char header[BUNDLE_HEADER_MAX]);

/* Reads a bundle from a file in a folder (or AT_FDCWD), which may be anything: false if it is not a
 * whole one, of well-formed UTF-8. bundle_read_sum takes the header's word for it; 0: none. */
bool bundle_read(int folder, const char *name, struct bundle *bundle);
uint64_t bundle_read_sum(int folder, const char *name);
void bundle_free(struct bundle *bundle);

/* Overwrites the file, which must exist. False with the reason. */
bool bundle_leave(const char *path, const char *text, struct error *error);

/* The sum of the bundles that have arrived in a folder, in any order; 0: none. Takes its path. */
uint64_t bundle_sum_of_all(const char *path);

/* Calls `callback` with each of them, BUNDLE_HOSTS_MAX at most. */
typedef void bundle_callback(void *context, const char *host, const struct bundle *bundle);
void bundle_read_all(const char *path, bundle_callback *callback, void *context);

#endif
