#include "cli/host.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "store/data_file.h"
#include "store/guests.h"
#include "store/score_log.h"

/* The size of a file below our folder; 0 if there is none. */
static uint64_t size_of(const char *name)
{
	struct stat status;
	char *path = data_file_path(name);
	const bool found = path != NULL && stat(path, &status) == 0;
	free(path);
	return found ? (uint64_t)status.st_size : 0;
}

/* Data files that the game set aside: the time of the last change is that of their renaming. */
static int count_damaged(const char *path)
{
	static const char start[] = "parlour.db.damaged-";
	char file[4096];
	struct stat status;
	int count = 0;
	DIR *folder = opendir(path);
	const struct dirent *entry;
	while (folder != NULL && (entry = readdir(folder)) != NULL) {
		if (strncmp(entry->d_name, start, sizeof start - 1) != 0 ||
		    snprintf(file, sizeof file, "%s/%s", path, entry->d_name) >= (int)sizeof file)
			continue;
		count += stat(file, &status) == 0 && status.st_ctime > time(NULL) - SECONDS_PER_DAY;
	}
	if (folder != NULL)
		closedir(folder);
	return count;
}

static void count_players(struct host *host, const char *path)
{
	char player[4096];
	DIR *folder = opendir(path);
	const struct dirent *entry;
	while (folder != NULL && (entry = readdir(folder)) != NULL) {
		if (!text_is_player_name(entry->d_name) ||
		    snprintf(player, sizeof player, "%s/%s", path, entry->d_name) >=
		            (int)sizeof player)
			continue;
		host->players++;
		host->damaged += count_damaged(player);
	}
	if (folder != NULL)
		closedir(folder);
}

bool host_read(struct host *host, struct error *error)
{
	struct statvfs space;
	struct guests guests;
	*host = (struct host){.log_max = SCORE_LOG_MAX, .guest_max = GUESTS_MAX};
	char *folder = data_file_make_folder(""), *players = data_file_path("players");
	bool good = folder != NULL && players != NULL;
	if (!good || statvfs(folder, &space) < 0) {
		good = error_set(error, "%s: %s", folder == NULL ? _("no home directory") : folder,
		                 error_reason(errno));
	} else {
		host->free_bytes = (uint64_t)space.f_bavail * space.f_frsize;
		host->log_bytes = size_of("scores.log");
		host->guest_bytes = size_of("guests");
		host->damaged = count_damaged(folder);
		count_players(host, players);
		good = guests_open(&guests, error);
	}
	if (good) {
		host->guests = guests_count(&guests);
		guests_close(&guests);
	}
	free(folder);
	free(players);
	return good;
}
