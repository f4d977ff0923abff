/* Renaming and forgetting guests, and the folder that both need for themselves. */
#include "os/language.h"
#include "store/guests_private.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "os/file.h"
#include "store/bundle.h"
#include "store/score_player.h"
#include "store/withdrawn.h"

/* Keys, to be freed. */
struct keys {
	char (*key)[FINGERPRINT_MAX];
	size_t count;
};

/* Whether the key of this line has its name now: a later line may have given it another. */
static bool is_current(const struct guests *guests, const struct guest_line *line)
{
	struct guest_line later = *line;
	if (strcmp(line->key, NOBODY) == 0)
		return false;
	while (guests_next_line(guests, &later))
		if (strcmp(later.key, line->key) == 0)
			return false;
	return true;
}

/* The keys that have the name now. False without memory. */
static bool find_keys(const struct guests *guests, const char *name, struct keys *keys)
{
	struct guest_line line = {.next = NULL};
	*keys = (struct keys){.count = 0};
	while (guests_next_line(guests, &line)) {
		if (strcmp(line.name, name) != 0 || !is_current(guests, &line))
			continue;
		char(*more)[FINGERPRINT_MAX] = realloc(keys->key, (keys->count + 1) * sizeof *more);
		if (more == NULL) {
			free(keys->key);
			return false;
		}
		keys->key = more;
		memcpy(keys->key[keys->count++], line.key, sizeof line.key);
	}
	return true;
}

static bool has_key(const struct keys *keys, const char *key)
{
	for (size_t i = 0; i < keys->count; i++)
		if (strcmp(keys->key[i], key) == 0)
			return true;
	return false;
}

static char *player_folder(const char *name)
{
	char path[DATA_FILE_NAME_MAX];
	data_file_player_path(name, "", path);
	char *folder = data_file_make_folder("players/");
	char *joined = NULL;
	if (folder != NULL && asprintf(&joined, "%s%s", folder, name) < 0)
		joined = NULL;
	free(folder);
	return joined;
}

/* What the player told watchers (store/live.h). */
static void remove_live(const char *name)
{
	char file[DATA_FILE_NAME_MAX];
	snprintf(file, sizeof file, "live/%s", name);
	char *path = data_file_path(file);
	if (path != NULL && unlink(path) < 0)
		errno = 0; /* there was none */
	free(path);
}

/* On other hosts, too, the results have the new name. */
static const char *move_results(const char *from, const char *to)
{
	assert(strcmp(from, to) != 0); /* it would be withdrawn for good */
	const char *why = withdrawn_return(to);
	if (why == NULL)
		why = withdrawn_add(from);
	return why == NULL ? score_player_rename(from, to) : why;
}

/* The results first: the folder says whether this has been done. */
static bool move_player(const char *from, const char *to, struct error *error)
{
	char *old = player_folder(from), *new = player_folder(to);
	const char *why =
		old == NULL || new == NULL ? error_reason(ENOMEM) : move_results(from, to);
	if (why == NULL && rename(old, new) < 0 && errno != ENOENT)
		why = error_reason(errno);
	remove_live(from);
	free(old);
	free(new);
	return why == NULL || guests_fail(error, _("renaming"), why);
}

bool guests_rename(const struct guests *guests, const char *from, const char *to,
                   struct error *error)
{
	struct keys keys;
	if (!find_keys(guests, from, &keys))
		return guests_no_memory(error);
	bool good = true;
	for (size_t i = 0; good && i < keys.count; i++)
		good = guests_add(guests, keys.key[i], to, error);
	if (keys.count == 0)
		good = guests_add(guests, NOBODY, from, error);
	free(keys.key);
	return good && move_player(from, to, error);
}

bool guests_finish_rename(const struct guest *guest, struct error *error)
{
	if (guest->previous[0] == '\0')
		return true;
	struct stat status;
	char *old = player_folder(guest->previous), *new = player_folder(guest->name);
	const bool half = old != NULL && new != NULL &&stat(old, &status) == 0 &&
	                  stat(new, &status) < 0 && errno == ENOENT;
	free(old);
	free(new);
	return !half || move_player(guest->previous, guest->name, error);
}

/* ---- forgetting ---- */

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
	(void)status;
	(void)kind;
	(void)place;
	return remove(path) == 0 || errno == ENOENT ? 0 : -1;
}

static bool remove_folder(const char *name, struct error *error)
{
	enum { DESCRIPTORS = 8 };
	char *folder = player_folder(name);
	const bool removed = folder != NULL && (nftw(folder, remove_one, DESCRIPTORS,
	                                             FTW_DEPTH | FTW_PHYS | FTW_MOUNT) == 0 ||
	                                        errno == ENOENT);
	if (!removed)
		guests_fail(error, name, error_reason(errno));
	free(folder);
	return removed;
}

/* The table without these keys, which have this name; all their names are reserved for nobody. NULL
 * without memory. */
static char *without(const struct guests *guests, const char *name, const struct keys *keys)
{
	char *text = NULL;
	size_t size;
	struct guest_line line = {.next = NULL};
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	bool reserved = false;
	while (guests_next_line(guests, &line)) {
		fprintf(out, "%s %s %jd\n", has_key(keys, line.key) ? NOBODY : line.key, line.name,
		        (intmax_t)line.since);
		reserved |= strcmp(line.name, name) == 0;
	}
	if (!reserved)
		fprintf(out, NOBODY " %s %jd\n", name, (intmax_t)time(NULL));
	return file_close_memory(out, &text, true);
}

static bool forget_keys(const struct guests *guests, const char *name, struct error *error)
{
	struct keys keys;
	if (!find_keys(guests, name, &keys))
		return guests_no_memory(error);
	for (size_t i = 0; i < keys.count; i++)
		bundle_forget(keys.key[i]);
	char *text = without(guests, name, &keys);
	const bool good = text == NULL ? guests_no_memory(error)
	                               : guests_replace_file(guests->file.path, text, error);
	free(text);
	free(keys.key);
	return good;
}

bool guests_forget(const struct guests *guests, const char *name, size_t *results,
                   struct error *error)
{
	const char *elsewhere = withdrawn_add(name), *why = score_player_erase(name, results);
	if (why != NULL)
		return guests_fail(error, _("the leaderboard"), why);
	remove_live(name);
	return remove_folder(name, error) && forget_keys(guests, name, error) &&
	       (elsewhere == NULL || guests_fail(error, _("other hosts are not told"), elsewhere));
}

/* ---- holding a player's folder ---- */

static int hold_fault(const char *player, bool alone, int fault, struct error *error)
{
	error->text[0] = '\0';
	if (fault == EWOULDBLOCK)
		error_set(error,
		          alone ? _("%s is playing: close the game first")
		                : _("%s is being renamed or deleted"),
		          player);
	else if (alone)
		guests_fail(error, player, error_reason(fault));
	return -1;
}

int guests_hold(const char *player, bool alone, struct error *error)
{
	char name[DATA_FILE_NAME_MAX];
	data_file_player_path(player, "", name);
	char *path = data_file_make_folder(name);
	const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
	const int file = path == NULL ? -1 : open(path, flags);
	free(path);
	if (file < 0)
		return hold_fault(player, alone, errno, error);
	if (flock(file, (alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0)
		return file;
	const int fault = errno;
	close(file);
	return hold_fault(player, alone, fault, error);
}
