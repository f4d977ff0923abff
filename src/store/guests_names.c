/* Which names a guest may take, and how many new ones are given. */
#include "os/language.h"
#include "store/guests_private.h"

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "algo/hash.h"
#include "os/file.h"
#include "store/score_player.h"

enum { SECONDS_PER_HOUR = 3600, RECENT_MAX = 128 << 10 /* bytes */ };

/* ---- names that are free ---- */

/* What is left of a name where letters that look alike are one, and punctuation is none. */
static void fold(const char *name, char folded[PLAYER_NAME_MAX + 1])
{
	for (; *name != '\0'; name++) {
		const char c = (char)tolower((unsigned char)*name);
		if (strchr("._-", c) == NULL)
			*folded++ = strchr("1i", c) != NULL ? 'l' : c == '0' ? 'o' : c;
	}
	*folded = '\0';
}

static bool alike(const char *one, const char *other)
{
	char a[PLAYER_NAME_MAX + 1], b[PLAYER_NAME_MAX + 1];
	fold(one, a);
	fold(other, b);
	return strcmp(a, b) == 0;
}

static bool is_official(const char *name)
{
	static const char *const names[] = {
		"admin",    "administrator", "anonymous", "everyone", "host",   "moderator",
		"nobody",   "operator",      "owner",     "parlour",  "player", "root",
		"security", "solver",        "staff",     "support",  "sysop",  "system",
	};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (alike(name, names[i]))
			return true;
	char folded[PLAYER_NAME_MAX + 1];
	fold(name, folded);
	return strncmp(folded, "guest", 5) == 0; /* made names begin like this */
}

/* A name that is wanted, and whether it was found to be taken. */
struct search {
	const char *name, *own;
	bool taken;
};

/* Compares with a name that somebody has. True while the name is not taken. */
static bool compare(void *context, const char *name)
{
	struct search *search = context;
	const bool own = search->own != NULL && strcmp(search->own, name) == 0;
	search->taken = search->taken || (!own && alike(search->name, name));
	return !search->taken;
}

/* Keys that have the guest's own name now may have had the wanted one before. */
static void compare_table(const struct guests *guests, struct search *search)
{
	struct guest_line line = {.next = NULL};
	struct guest guest;
	while (!search->taken && guests_next_line(guests, &line))
		if (alike(search->name, line.name) &&
		    !(search->own != NULL && guests_find(guests, line.key, &guest) &&
		      strcmp(guest.name, search->own) == 0))
			compare(search, line.name);
}

static void compare_folders(struct search *search)
{
	char *path = data_file_make_folder("players/");
	DIR *folder = path == NULL ? NULL : opendir(path);
	const struct dirent *entry;
	while (folder != NULL && (entry = readdir(folder)) != NULL)
		if (text_is_player_name(entry->d_name))
			compare(search, entry->d_name);
	if (folder != NULL)
		closedir(folder);
	free(path);
}

/* False if it is taken. */
static bool is_untaken(const struct guests *guests, const char *own, const char *name)
{
	struct search search = {.name = name, .own = own};
	compare_table(guests, &search);
	if (!search.taken)
		compare_folders(&search);
	if (!search.taken)
		search.taken = score_player_names(compare, &search) != NULL || search.taken;
	return !search.taken;
}

bool guests_is_free(const struct guests *guests, const char *own, const char *name,
                    struct error *error)
{
	char folded[PLAYER_NAME_MAX + 1];
	if (own != NULL && strcmp(own, name) == 0)
		return error_set(error, _("That is your name already."));
	fold(name, folded);
	if (folded[0] == '\0')
		return error_set(error, _("A name needs a letter or digit."));
	if (is_official(name))
		return error_set(error, _("That name is reserved."));
	return is_untaken(guests, own, name) ||
	       error_set(error, _("Somebody has that name, or one that looks like it."));
}

void guests_make_name(const struct guests *guests, const char *key, char name[PLAYER_NAME_MAX + 1])
{
	char digits[17];
	snprintf(digits, sizeof digits, "%016" PRIx64, hash_text(key));
	int length = 6;
	do
		snprintf(name, PLAYER_NAME_MAX + 1, "guest-%.*s", length, digits);
	while (!is_untaken(guests, NULL, name) && ++length <= 16);
}

/* ---- players ---- */

bool guests_has_folder(const char *name)
{
	char folder[DATA_FILE_NAME_MAX];
	struct stat status;
	data_file_player_path(name, "", folder);
	char *path = data_file_path(folder);
	const bool found = path != NULL && stat(path, &status) == 0;
	free(path);
	return found;
}

static bool is_in_table(const struct guests *guests, const char *name, bool formerly)
{
	struct guest_line line = {.next = NULL};
	struct guest guest;
	bool found = false;
	while (!found && guests_next_line(guests, &line))
		found = strcmp(line.name, name) == 0 &&
		        (formerly ||
		         (guests_find(guests, line.key, &guest) && strcmp(guest.name, name) == 0));
	return found;
}

/* Compares with a name on the leaderboard. True while it is another one. */
static bool compare_exactly(void *context, const char *name)
{
	struct search *search = context;
	search->taken = strcmp(search->name, name) == 0;
	return !search->taken;
}

/* True also if the leaderboard can't be read. */
static bool has_results(const char *name)
{
	struct search search = {.name = name};
	return score_player_names(compare_exactly, &search) != NULL || search.taken;
}

bool guests_is_player(const struct guests *guests, const char *name, bool formerly)
{
	return guests_has_folder(name) || is_in_table(guests, name, formerly) || has_results(name);
}

/* ---- limits ---- */

/* Copies the lines "SECONDS ADDRESS" of the last hour, and counts them. */
static void copy_recent(const char *text, time_t now, const char *address, FILE *out,
                        struct guest_limits *count)
{
	char line[GUESTS_ADDRESS_MAX + 32], *rest;
	uint64_t seconds;
	for (; *text != '\0'; text += strcspn(text, "\n"), text += *text == '\n') {
		snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
		rest = line;
		const char *first = strsep(&rest, " ");
		if (rest == NULL || !text_read_unsigned(first, &seconds) ||
		    seconds > (uint64_t)now || (uint64_t)now - seconds >= SECONDS_PER_HOUR)
			continue;
		fprintf(out, "%" PRIu64 " %s\n", seconds, rest);
		count->all++;
		count->address += strcmp(rest, address) == 0;
	}
}

/* The lines of the last hour and one for now, to be freed by the caller; NULL without memory. */
static char *recent_lines(const char *path, const char *address, struct guest_limits *count,
                          struct error *error)
{
	char *lines = NULL;
	size_t size;
	const time_t now = time(NULL);
	char *before = guests_read_file(path, RECENT_MAX, error);
	FILE *out = before == NULL ? NULL : open_memstream(&lines, &size);
	if (out == NULL) {
		free(before);
		return NULL;
	}
	copy_recent(before, now, address, out, count);
	fprintf(out, "%jd %s\n", (intmax_t)now, address);
	free(before);
	return file_close_memory(out, &lines, true);
}

bool guests_count_new(const struct guests *guests, const char *address,
                      const struct guest_limits *limits, bool *limited, struct error *error)
{
	struct guest_limits count = {0};
	char *path, *lines;
	*limited = false;
	if (asprintf(&path, "%s.recent", guests->file.path) < 0)
		return guests_no_memory(error);
	error_set(error, _("out of memory"));
	lines = recent_lines(path, address, &count, error);
	bool good = lines != NULL;
	*limited = good && (count.all >= limits->all || count.address >= limits->address);
	if (*limited)
		good = error_set(error, limits->all == 0 || limits->address == 0
		                                ? _("This host takes no new guests.")
		                                : _("Too many new names in the last hour. Please "
		                                    "come back later."));
	good = good && guests_replace_file(path, lines, error);
	free(lines);
	free(path);
	return good;
}
