/*
 * measure: the cost of Parlour on a slow line. Drives the real program in a terminal and
 * prints a table of figures, each with its bar:
 *
 *	measure ./parlour
 *
 * Every run has a fresh home and no SSH_CONNECTION. Times are medians where one run
 * says little; they depend on the machine, so no test asserts them. The status is 0
 * if every bar is reached, else 1.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "tools/measure.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/boards.h"
#include "support/folder.h"
#include "support/prices.h"

/* ---- texts on the screen, and keys ---- */

#define TEXT_MENU "Parlour"
#define TEXT_MOVES "moves "               /* and the number */
#define TEXT_SEARCHING "best from here ≥" /* while the solver works */
#define TEXT_PROVEN "✓"                   /* after it has ended */

/* The default limit is reached within seconds. */
#define ROOM_TO_SEARCH "--memory-limit=1024"

#define KEY_QUIT "q"
#define KEY_HELP "?"
#define KEY_ANIMATION "A" /* from full to off */
#define KEY_MENU TERM_DOWN
#define KEY_THERE TERM_RIGHT /* each moves something on both levels */
#define KEY_BACK TERM_LEFT   /* after the other */

enum {
	QUIET_MS = 60,    /* without output: the frame is complete */
	FRAME_MS = 5,     /* the same if a second frame may follow soon */
	DRAW_MS = 2,      /* chunks this close together are one draw */
	WATCH_MS = 5000,  /* for watching the counter and the idle program */
	ANSWER_MS = 2000, /* until a key counts as unanswered */
	SETTLE_MS = 500,
	KEYS = 300,
	QUEUED = 100,
	MENU_KEYS = 24,
	ARGUMENTS_MAX = 32,
};

static const char easy_level[] = "level: Easy\nmode: tilt\n\n" EASY_BOARD;
static const char hard_level[] = "level: Hard\nmode: tilt\n\n" HARD_BOARD;

/* The command line. */
static struct {
	const char *program;
	const char *easy, *hard; /* level files */
	char own_easy[512], own_hard[512];
	const char *arguments[ARGUMENTS_MAX + 1], *variables[ARGUMENTS_MAX + 3];
	int argument_count, variable_count;
} setup;

/* ---- the table ---- */

static bool all_well = true;

void heading(const char *text)
{
	printf("\n%s\n", text);
}

void figure(const char *name, const char *unit, double bar, double measured)
{
	bool well = isinf(bar) || measured <= bar;
	char limit[32] = "-";
	if (!isinf(bar))
		snprintf(limit, sizeof limit, "<= %g", bar);
	printf("  %-44s %9s %9.4g %-6s %s\n", name, limit, measured, unit,
	       isinf(bar) ? ""
	       : well     ? "✓"
	                  : "✗");
	fflush(stdout);
	all_well = all_well && well;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The quantile `share` of the values; sorts them. */
static double quantile(double *values, int count, double share)
{
	if (count == 0)
		return NAN;
	qsort(values, (size_t)count, sizeof *values, by_size);
	int place = (int)ceil(share * count) - 1;
	return values[place < 0 ? 0 : place];
}

double median(double *values, int count)
{
	return quantile(values, count, 0.5);
}

/* ---- one run of the program ---- */

struct play play_start_on(const char *level, const struct setting *setting)
{
	struct play play = {.home = folder_new()};
	const char *argv[ARGUMENTS_MAX + 4] = {setup.program};
	const char *variables[ARGUMENTS_MAX + 5];
	int a = 1, v = 0;
	for (int i = 0; i < setup.argument_count; i++)
		argv[a++] = setup.arguments[i];
	if (level && level == setup.hard)
		argv[a++] = ROOM_TO_SEARCH;
	argv[a] = level;
	snprintf(play.state, sizeof play.state, "XDG_STATE_HOME=%s/state", play.home);
	snprintf(play.config, sizeof play.config, "XDG_CONFIG_HOME=%s/config", play.home);
	variables[v++] = play.state;
	variables[v++] = play.config;
	for (int i = 0; i < setup.variable_count; i++)
		variables[v++] = setup.variables[i];
	if (setting->terminal != NULL) {
		snprintf(play.terminal, sizeof play.terminal, "TERM=%s", setting->terminal);
		variables[v++] = play.terminal;
	}
	if (setting->variable != NULL)
		variables[v++] = setting->variable;
	variables[v] = NULL;
	play.term = term_start(&(struct term_options){.argv = argv,
	                                              .environment = variables,
	                                              .home = play.home,
	                                              .rows = setting->rows,
	                                              .columns = setting->columns});
	return play;
}

static struct play play_start(const char *level)
{
	return play_start_on(level, &(struct setting){NULL, 0, 0, NULL});
}

void play_end(struct play *play)
{
	int status = term_end(play->term);
	if (status == -1 || !WIFEXITED(status))
		fprintf(stderr, "measure: the program did not end well\n");
	term_free(play->term);
	folder_free(play->home);
}

void play_quit(struct play *play)
{
	term_send(play->term, KEY_QUIT);
	play_end(play);
}

/* Waits for text; without it no figure means anything. */
static void wait_for(struct term *term, const char *text)
{
	all_well = term_wait_text(term, text) && all_well;
}

/* The same, and then until the program has nothing more to do. */
void settle(struct term *term, const char *text)
{
	wait_for(term, text);
	term_drain(term, SETTLE_MS);
}

/* Reads one chunk and counts draws, which may come in several chunks. */
static bool read_draw(struct term *term, int timeout_ms, int *draws)
{
	double before = term_last(term);
	if (term_read(term, timeout_ms) <= 0)
		return false;
	if (*draws == 0 || term_last(term) - before > DRAW_MS)
		++*draws;
	return true;
}

struct reply send_keys(struct term *term, const char *keys, int quiet_ms)
{
	struct reply reply = {.ms = (double)NAN};
	size_t bytes = term_bytes(term);
	double sent = term_now();
	term_send(term, keys);
	if (read_draw(term, ANSWER_MS, &reply.draws))
		reply.ms = term_last(term) - sent;
	while (read_draw(term, quiet_ms, &reply.draws))
		;
	reply.bytes = (double)(term_bytes(term) - bytes);
	return reply;
}

/* ---- /proc ---- */

/* The number after name in a file of /proc, or NAN. */
static double proc_number(const char *path, const char *name)
{
	char line[512];
	double number = NAN;
	FILE *file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		if (strncmp(line, name, strlen(name)) == 0)
			number = strtod(line + strlen(name), NULL);
	if (file)
		fclose(file);
	return number;
}

double process_number(const struct term *term, const char *file, const char *name)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)term_pid(term), file);
	return proc_number(path, name);
}

/* How often the threads went to sleep, and so were woken. */
static double wake_ups(const struct term *term)
{
	char path[400];
	double sum = 0;
	snprintf(path, sizeof path, "/proc/%d/task", (int)term_pid(term));
	DIR *tasks = opendir(path);
	for (struct dirent *task; tasks && (task = readdir(tasks));) {
		if (task->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "/proc/%d/task/%s/status", (int)term_pid(term),
		         task->d_name);
		sum += proc_number(path, "voluntary_ctxt_switches:");
	}
	if (tasks)
		closedir(tasks);
	return tasks ? sum : (double)NAN;
}

/* ---- the figures ---- */

static void measure_keys(void)
{
	heading("a key");
	struct play menu = play_start(NULL);
	settle(menu.term, TEXT_MENU);
	struct reply reply = send_keys(menu.term, KEY_MENU, QUIET_MS);
	figure("menu, cursor down, the greeting leaves", "bytes", INFINITY, reply.bytes);
	figure("  draws", "", 1, reply.draws);
	double bytes[MENU_KEYS];
	for (int i = 0; i < MENU_KEYS; i++)
		bytes[i] = send_keys(menu.term, i % 3 == 2 ? KEY_MENU : TERM_RIGHT, QUIET_MS).bytes;
	figure("menu, a cursor key (median of 24)", "bytes", 60, median(bytes, MENU_KEYS));
	play_quit(&menu);

	struct play board = play_start(setup.easy);
	settle(board.term, TEXT_PROVEN);
	reply = send_keys(board.term, KEY_THERE, SETTLE_MS);
	figure("board, a tilt of all blocks", "bytes", INFINITY, reply.bytes);
	figure("  draws", "", INFINITY, reply.draws);
	figure("  to its first byte", "ms", INFINITY, reply.ms);
	term_send(board.term, KEY_ANIMATION);
	term_drain(board.term, SETTLE_MS);
	reply = send_keys(board.term, KEY_BACK, SETTLE_MS);
	figure("the same, animation off", "bytes", INFINITY, reply.bytes);
	figure("  draws", "", INFINITY, reply.draws);
	figure("  to its first byte", "ms", INFINITY, reply.ms);
	play_quit(&board);
}

static double cpu_ms(const struct term *term)
{
	struct rusage usage = term_usage(term);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static void measure_first_paint(void)
{
	double bytes[RUNS], ms[RUNS], cpu[RUNS];
	for (int i = 0; i < RUNS; i++) {
		struct play board = play_start(setup.easy);
		wait_for(board.term, TEXT_MOVES);
		term_drain(board.term, FRAME_MS);
		bytes[i] = (double)term_bytes(board.term);
		ms[i] = term_last(board.term) - term_started(board.term);
		term_send(board.term, KEY_QUIT);
		term_end(board.term);
		cpu[i] = cpu_ms(board.term);
		play_end(&board);
	}
	heading("first paint of a board, 80x24 (median of 11; CPU: all of a run that quits at\n"
	        "once, solver and way out included)");
	figure("bytes", "bytes", PRICE_PAINT, median(bytes, RUNS));
	figure("from exec to the last byte", "ms", 10, median(ms, RUNS));
	figure("CPU", "ms", 4, median(cpu, RUNS));
}

static void measure_idle(void)
{
	heading("five seconds idle after the solver ended");
	struct play board = play_start(setup.easy);
	settle(board.term, TEXT_PROVEN);
	size_t bytes = term_bytes(board.term);
	double before = wake_ups(board.term), end = term_now() + WATCH_MS;
	while (term_now() < end && term_read(board.term, (int)(end - term_now()) + 1) >= 0)
		;
	figure("bytes", "bytes", PRICE_IDLE, (double)(term_bytes(board.term) - bytes));
	figure("wake-ups, all threads", "", 0, wake_ups(board.term) - before);
	play_quit(&board);
}

static void watch_updates(struct term *term)
{
	double end = term_now() + WATCH_MS, sum = 0, largest = 0;
	int updates = 0;
	while (term_now() < end) {
		size_t before = term_bytes(term);
		if (term_read(term, (int)(end - term_now()) + 1) <= 0)
			continue;
		term_drain(term, DRAW_MS);
		double bytes = (double)(term_bytes(term) - before);
		sum += bytes;
		largest = bytes > largest ? bytes : largest;
		updates++;
	}
	figure("updates a second", "", 4, updates * 1e3 / WATCH_MS);
	figure("bytes each, on average", "bytes", INFINITY, updates ? sum / updates : 0);
	figure("bytes, the largest", "bytes", 16, largest);
}

static void measure_counter(void)
{
	heading("the counter while the solver works");
	struct play board = play_start(setup.hard);
	wait_for(board.term, TEXT_SEARCHING);
	term_drain(board.term, QUIET_MS);
	watch_updates(board.term);
	if (!term_find(board.term, TEXT_SEARCHING, NULL, NULL))
		figure("(the hard level was solved too soon)", "", 0, NAN);
	play_quit(&board);
}

/* The number after TEXT_MOVES on the screen, or NAN. */
static double moves_shown(struct term *term)
{
	int row;
	if (!term_find(term, TEXT_MOVES, &row, NULL))
		return NAN;
	return strtod(strstr(term_row(term, row), TEXT_MOVES) + strlen(TEXT_MOVES), NULL);
}

static void measure_queue(const char *name, const char *before_all)
{
	char keys[QUEUED * 8] = "";
	int draws = 0;
	for (int i = 0; i < QUEUED; i++)
		strcat(keys, i % 2 ? KEY_BACK : KEY_THERE);

	heading(name);
	struct play board = play_start(setup.easy);
	settle(board.term, TEXT_PROVEN);
	term_send(board.term, before_all);
	term_drain(board.term, SETTLE_MS);
	size_t bytes = term_bytes(board.term);
	double sent = term_now();
	term_send(board.term, keys);
	while (!(moves_shown(board.term) >= QUEUED) && read_draw(board.term, ANSWER_MS, &draws))
		;
	double ms = term_last(board.term) - sent;
	term_drain(board.term, SETTLE_MS);
	figure("draws until the last move shows", "", 1, draws);
	figure("bytes until all is quiet", "bytes", 500, (double)(term_bytes(board.term) - bytes));
	figure("to the last move", "ms", INFINITY, ms);
	figure("keys lost", "", 0, QUEUED - moves_shown(board.term));
	play_quit(&board);
}

static void measure_escape(void)
{
	double ms[RUNS];
	struct play board = play_start(setup.easy);
	settle(board.term, TEXT_PROVEN);
	for (int i = 0; i < RUNS; i++) {
		send_keys(board.term, KEY_HELP, QUIET_MS);
		ms[i] = send_keys(board.term, TERM_ESCAPE, QUIET_MS).ms;
	}
	heading("Esc");
	figure("in help, to the first byte (median)", "ms", 50, median(ms, RUNS));
	play_quit(&board);
}

static void measure_memory_of(const char *name, const char *level, const char *text,
                              const char *key)
{
	char line[64];
	struct play play = play_start(level);
	settle(play.term, text);
	if (key != NULL)
		send_keys(play.term, key, QUIET_MS);
	snprintf(line, sizeof line, "%s, resident", name);
	figure(line, "KiB", 4096, process_number(play.term, "status", "VmRSS:"));
	figure("  its share of pages (Pss)", "KiB", INFINITY,
	       process_number(play.term, "smaps_rollup", "Pss:"));
	figure("  its own and written (anonymous)", "KiB", INFINITY,
	       process_number(play.term, "status", "RssAnon:"));
	play_quit(&play);
}

static void measure_memory(void)
{
	heading("memory");
	measure_memory_of("menu", NULL, TEXT_MENU, NULL);
	measure_memory_of("board, solver ended", setup.easy, TEXT_PROVEN, NULL);
	measure_memory_of("board, a move kept", setup.easy, TEXT_PROVEN, KEY_THERE);
}

static void measure_latency(void)
{
	static double ms[KEYS];
	int answered = 0, lost = 0;
	struct play board = play_start(setup.hard);
	wait_for(board.term, TEXT_SEARCHING);
	term_drain(board.term, QUIET_MS);
	for (int i = 0; i < KEYS; i++) {
		double answer = send_keys(board.term, i % 2 ? KEY_BACK : KEY_THERE, FRAME_MS).ms;
		if (isnan(answer))
			lost++;
		else
			ms[answered++] = answer;
	}
	heading("key to first byte while the solver works");
	figure("median of 300", "ms", INFINITY, median(ms, answered));
	figure("99th of a hundred", "ms", 10, quantile(ms, answered, 0.99));
	figure("the slowest", "ms", INFINITY, quantile(ms, answered, 1));
	figure("keys without an answer", "", 0, lost);
	if (!term_find(board.term, TEXT_SEARCHING, NULL, NULL))
		figure("(the hard level was solved too soon)", "", 0, NAN);
	play_quit(&board);
}

/* ---- the command line ---- */

static int usage(void)
{
	fputs("usage: measure [-b EASY.level] [-x HARD.level] [-a ARGUMENT]...\n"
	      "               [-e NAME=VALUE]... PARLOUR\n"
	      "EASY: solved at once, right and left always move. HARD: not solved within a\n"
	      "minute, right and left always move. Both are built in.\n",
	      stderr);
	return 2;
}

static bool add_option(int letter, const char *value)
{
	switch (letter) {
	case 'b':
		setup.easy = value;
		return true;
	case 'x':
		setup.hard = value;
		return true;
	case 'a':
		setup.arguments[setup.argument_count++] = value;
		return setup.argument_count < ARGUMENTS_MAX;
	case 'e':
		setup.variables[setup.variable_count++] = value;
		return setup.variable_count < ARGUMENTS_MAX;
	default:
		return false;
	}
}

/* Writes a built-in level if none was given. */
static void provide(const char **level, char path[512], const char *folder, const char *name,
                    const char *text)
{
	if (*level)
		return;
	snprintf(path, 512, "%s/%s", folder, name);
	FILE *file = fopen(path, "w");
	if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
		perror(path);
		exit(2);
	}
	*level = path;
}

static void measure_all(void)
{
	printf("  %-44s %9s %9s\n", "figure", "bar", "measured");
	measure_room();
	measure_prices();
	measure_keys();
	measure_first_paint();
	measure_idle();
	measure_counter();
	measure_queue("100 queued keys", "");
	measure_queue("100 queued keys, animation off", KEY_ANIMATION);
	measure_escape();
	measure_memory();
	measure_sessions();
	measure_latency();
	all_well = measure_line() && all_well;
	printf("\n%s\n", all_well ? "every bar is reached" : "NOT every bar is reached");
}

int main(int argc, char **argv)
{
	int letter;
	while ((letter = getopt(argc, argv, "b:x:a:e:")) != -1)
		if (!add_option(letter, optarg))
			return usage();
	if (optind + 1 != argc)
		return usage();
	setup.program = argv[optind];
	char *folder = folder_new();
	provide(&setup.easy, setup.own_easy, folder, "easy.level", easy_level);
	provide(&setup.hard, setup.own_hard, folder, "hard.level", hard_level);
	measure_all();
	folder_free(folder);
	return all_well ? 0 : 1;
}
