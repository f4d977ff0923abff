/* Sessions use a player's file with SQLite only under its lock (store/data_file.h). So under it a
 * plain copy is what a session would find, with the journal of a session that crashed. */
#include "store/backup.h"

#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/language.h"
#include "os/text.h"
#include "store/data_file.h"
#include "store/tally.h"

/* What is copied, and what went wrong first. */
struct copier {
	const char *folder;
	struct error *error;
	bool good;
};

static bool fail(struct copier *copier, const char *name, const char *why)
{
	if (copier->good)
		error_set(copier->error, "%s: %s", name, why);
	copier->good = false;
	return false;
}

/* Copies our file of this name; it need not exist. */
static bool copy(struct copier *copier, const char *name)
{
	char *from = data_file_path(name), *to;
	if (asprintf(&to, "%s/%s", copier->folder, name) < 0)
		to = NULL;
	const bool copied = from != NULL && to != NULL && data_file_copy(from, to);
	const int fault = errno;
	free(from);
	free(to);
	return copied || fail(copier, name, error_reason(fault));
}

/* Copies NAME ENDING, and with it NAME ENDING-journal, under the lock NAME.lock. */
static bool copy_locked(struct copier *copier, const char *name, const char *ending)
{
	struct data_file file;
	char whole[DATA_FILE_NAME_MAX + 16];
	data_file_open(&file, name, ending);
	const char *why = data_file_lock(&file);
	bool good = why == NULL || fail(copier, name, why);
	snprintf(whole, sizeof whole, "%s%s", name, ending);
	good = good && copy(copier, whole);
	snprintf(whole, sizeof whole, "%s%s-journal", name, ending);
	good = good && copy(copier, whole);
	data_file_close(&file);
	return good;
}

static bool make_folder(struct copier *copier, const char *name)
{
	char *path;
	if (asprintf(&path, "%s/%s", copier->folder, name) < 0)
		return fail(copier, name, error_reason(ENOMEM));
	const bool made = mkdir(path, 0700) == 0;
	const int fault = errno;
	free(path);
	return made || fail(copier, name, error_reason(fault));
}

static bool copy_player(struct copier *copier, const char *player)
{
	char name[DATA_FILE_NAME_MAX];
	data_file_player_path(player, "", name);
	if (!make_folder(copier, name))
		return false;
	data_file_player_path(player, "parlour", name);
	return copy_locked(copier, name, ".db");
}

static void copy_players(struct copier *copier, struct backup *backup)
{
	char *path = data_file_path("players");
	DIR *folder = path == NULL ? NULL : opendir(path);
	const struct dirent *entry;
	free(path);
	if (folder == NULL || !make_folder(copier, "players")) {
		if (folder != NULL)
			closedir(folder);
		return;
	}
	while ((entry = readdir(folder)) != NULL) {
		if (!text_is_player_name(entry->d_name))
			continue;
		const bool good = copy_player(copier, entry->d_name);
		backup->players += good;
		backup->failed += !good;
	}
	closedir(folder);
}

static void copy_counters(struct copier *copier)
{
	struct stat status;
	if (!make_folder(copier, "sessions"))
		return;
	for (int number = 0; number < TALLY_SESSIONS_MAX; number++) {
		char name[32];
		snprintf(name, sizeof name, "sessions/%d", number);
		char *path = data_file_path(name);
		const bool exists = path != NULL && stat(path, &status) == 0;
		free(path);
		if (!exists || !copy(copier, name))
			return;
	}
}

/* Whether a new folder of this name would be in ours, or below it. */
static bool is_within(const char *folder, const char *ours)
{
	char *name = strdup(folder), *parent = name == NULL ? NULL : realpath(dirname(name), NULL);
	const size_t length = strlen(ours);
	const bool within = parent != NULL && strncmp(parent, ours, length) == 0 &&
	                    (parent[length] == '\0' || parent[length] == '/');
	free(name);
	free(parent);
	return within;
}

/* Whether there is something to copy, and it is not to be copied into itself. */
static bool check_folders(const char *folder, struct error *error)
{
	char *path = data_file_path(""), *ours = path == NULL ? NULL : realpath(path, NULL);
	bool good = ours != NULL;
	if (path == NULL)
		error_set(error, _("no home directory"));
	else if (ours == NULL)
		error_at(error, path, 0, "%s", error_reason(errno));
	else if (is_within(folder, ours))
		good = error_at(error, folder, 0, _("is within the folder to copy, %s"), ours);
	free(ours);
	free(path);
	return good;
}

bool backup_write(const char *folder, struct backup *backup, struct error *error)
{
	struct copier copier = {.folder = folder, .error = error, .good = true};
	*backup = (struct backup){.players = 0};
	if (!check_folders(folder, error))
		return false;
	if (mkdir(folder, 0700) < 0)
		return error_at(error, folder, 0, "%s", error_reason(errno));
	copy_locked(&copier, "parlour", ".db");
	copy_players(&copier, backup);
	copy_locked(&copier, "scores", ".log");
	copy(&copier, "others.log"); /* its writers only append */
	copy(&copier, "withdrawn.log");
	copy_counters(&copier);
	copy_locked(&copier, "guests", "");
	return copier.good;
}
