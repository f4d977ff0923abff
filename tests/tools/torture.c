/* endure: checks the program's promises under kill -9, dropped lines, failing calls and a crowd of
 * sessions. tests/tools/torture.h has its usage. `make torture` runs the full counts,
 * tests/tools/check_torture.sh a few of each. The status is 0 if no fault was found. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "tools/torture.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "os/portable.h"
#include "support/folder.h"

enum { PATH_BYTES = 512, LOCK_TRIES = 4000, COLUMNS_LEAST = 3, WIDTHS = 24 };

/* ---- reports ---- */

static void report(const char *format, va_list arguments)
{
	fputs("torture: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
}

int fault(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	report(format, arguments);
	va_end(arguments);
	return 1;
}

void give_up(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	report(format, arguments);
	va_end(arguments);
	exit(99);
}

/* ---- a player ---- */

struct player player_new(void)
{
	return (struct player){.home = folder_new()};
}

void player_free(struct player *player)
{
	folder_free(player->home);
}

const char *at_player(const struct player *player, const char *name)
{
	static char paths[8][PATH_BYTES];
	static int turn;
	char *path = paths[turn++ % 8];
	snprintf(path, PATH_BYTES, "%s/%s", player->home, name);
	return path;
}

const char *at_own(const struct player *player, const char *name)
{
	char path[128];
	if (player->name == NULL)
		snprintf(path, sizeof path, "state/parlour/%s", name);
	else
		snprintf(path, sizeof path, "state/parlour/players/%s/%s", player->name, name);
	return at_player(player, path);
}

static void write_row(FILE *file, int columns, char first)
{
	for (int column = 0; column < columns; column++)
		fputc(column == 0 ? first : '.', file);
}

void player_write_level(const struct player *player, int number)
{
	const int columns = COLUMNS_LEAST + number % WIDTHS, rows = 2 + number / WIDTHS % WIDTHS;
	char name[32];
	snprintf(name, sizeof name, "room-%d.level", number);
	FILE *file = fopen(at_player(player, name), "w");
	if (file == NULL)
		give_up("%s: %s", at_player(player, name), strerror(errno));
	fprintf(file, "level: Room %d\nmode: tilt\n\n", number);
	for (int row = 0; row < rows; row++) {
		write_row(file, columns, row == 0 ? 'a' : '.');
		fputs("   ", file);
		write_row(file, columns - 1, '.');
		fputs(row == rows - 1 ? "a\n" : ".\n", file);
	}
	if (fclose(file) != 0)
		give_up("%s: %s", at_player(player, name), strerror(errno));
}

struct term *player_start(const struct player *player, const char *const *argv,
                          const char *const *environment)
{
	enum { VARIABLES = 8 };
	char state[PATH_BYTES + 32];
	const char *variables[VARIABLES + 2] = {state};
	snprintf(state, sizeof state, "XDG_STATE_HOME=%s", at_player(player, "state"));
	for (int i = 0; environment != NULL && environment[i] != NULL && i < VARIABLES; i++)
		variables[1 + i] = environment[i];
	return term_start(&(struct term_options){.argv = argv, .environment = variables,
	                                         .home = player->home,
	                                         .directory = player->home});
}

/* ---- saved data ---- */

/* -1 if another process keeps it. */
static int take_lock(const struct player *player)
{
	const int lock = open(at_own(player, "parlour.lock"), O_RDWR | O_CLOEXEC);
	if (lock < 0 && errno == ENOENT)
		return open("/dev/null", O_RDONLY | O_CLOEXEC);
	for (int i = 0; i < LOCK_TRIES && lock >= 0; i++) {
		if (flock(lock, LOCK_EX | LOCK_NB) == 0)
			return lock;
		usleep(1000);
	}
	close(lock);
	return -1;
}

/* The first column of the last row. */
static int take_text(void *text, int columns, char **values, char **names)
{
	(void)columns, (void)names;
	snprintf(text, TEXT_MAX, "%s", values[0] != NULL ? values[0] : "");
	return 0;
}

static int ask(sqlite3 *file, const char *query, char text[TEXT_MAX])
{
	char *why = NULL;
	text[0] = '\0';
	if (sqlite3_exec(file, query, take_text, text, &why) == SQLITE_OK)
		return 0;
	fault("%s: %s", query, why);
	sqlite3_free(why);
	return 1;
}

int kept_text(const struct player *player, const char *query, char text[TEXT_MAX])
{
	sqlite3 *file = NULL;
	char verdict[TEXT_MAX];
	text[0] = '\0';
	const int lock = take_lock(player);
	if (lock < 0)
		return fault("the lock was left behind");
	const char *path = at_own(player, "parlour.db");
	int faults = 0;
	if (access(path, F_OK) == 0 &&
	    sqlite3_open_v2(path, &file, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
		faults += ask(file, "PRAGMA integrity_check", verdict);
		if (strcmp(verdict, "ok") != 0)
			faults += fault("integrity_check: %s", verdict);
		char tables[TEXT_MAX];
		ask(file, "SELECT count(*) FROM sqlite_master WHERE name = 'game'", tables);
		if (strcmp(tables, "1") == 0)
			faults += ask(file, query, text);
	}
	sqlite3_close(file);
	close(lock);
	return faults;
}

int kept_game(const struct player *player, int number, char words[TEXT_MAX])
{
	char query[128];
	snprintf(query, sizeof query,
	         "SELECT history FROM game WHERE place LIKE '%%/room-%d.level%%'", number);
	return kept_text(player, query, words);
}

int moves_of_words(const char *words)
{
	const char *bar = strchr(words, '|');
	return bar == NULL ? 0 : atoi(bar + 1);
}

/* ---- the screen ---- */

int moves_shown(struct term *term)
{
	int row;
	if (!term_find(term, "moves ", &row, NULL))
		return -1;
	const char *number = strstr(term_row(term, row), "moves ") + strlen("moves ");
	return *number >= '0' && *number <= '9' ? atoi(number) : -1;
}

bool is_shown(struct term *term, const char *text)
{
	return term_find(term, text, NULL, NULL);
}

/* Reads state and parent of a process from a line whose second field may be any name. */
static bool read_status(pid_t process, char *state, int *parent)
{
	char path[64], line[1024];
	snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return false;
	const bool read = fgets(line, sizeof line, file) != NULL;
	fclose(file);
	const char *rest = read ? strrchr(line, ')') : NULL;
	return rest != NULL && sscanf(rest, ") %c %d", state, parent) == 2;
}

pid_t parent_of(pid_t process)
{
	char state;
	int parent;
	if (!read_status(process, &state, &parent) || parent <= 1)
		give_up("process %ld has no parent", (long)process);
	return parent;
}

double seconds_of(pid_t process)
{
	char state;
	int parent;
	clockid_t clock;
	struct timespec used;
	if (!read_status(process, &state, &parent) || state == 'Z' || state == 'X' ||
	    clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0)
		return -1;
	return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* ---- random numbers ---- */

unsigned chance(uint64_t *seed, unsigned limit)
{
	*seed = *seed * 6364136223846793005U + 1442695040888963407U;
	return (unsigned)(*seed >> 33) % limit;
}

/* ---- main ---- */

static const struct {
	const char *name;
	int (*run)(const struct torture *torture);
} parts[] = {
	{"kill", torture_kill},
	{"drop", torture_drop},
	{"fail", torture_fail},
	{"crowd", torture_crowd},
};

int main(int argc, char **argv)
{
	struct torture torture = {.extra = (const char *const *)argv + 4};
	if (argc < 4)
		give_up("usage: endure PART COUNT PARLOUR");
	torture.count = atoi(argv[2]);
	static char program[PATH_MAX];
	torture.program = realpath(argv[3], program);
	if (torture.program == NULL)
		give_up("%s: not found", argv[3]);
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (strcmp(argv[1], parts[i].name) == 0) {
			const int faults = parts[i].run(&torture);
			printf("%s: %d faults\n", argv[1], faults);
			return faults == 0 ? 0 : 1;
		}
	give_up("there is no part %s", argv[1]);
}
