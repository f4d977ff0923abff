/* Many sessions at once, each with its own player: measures how soon each shows its board when all
 * start at once and when one starts while the others run, and how much memory each takes; checks
 * that no idle session uses the processor or the line.
 *
 *	endure crowd COUNT PARLOUR */
#include "tools/torture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	FIRST_MS = 100,   /* until the board of one that starts while the others run */
	SHARE_KIB = 1536, /* of memory, shared pages divided among their users */
	SETTLE_MS = 1000, /* until all are idle */
	WATCH_MS = 10000, /* how long idle sessions are watched; a tenth for a few */
	FEW = 100,
};

struct crowd {
	const struct torture *torture;
	struct player *players;
	struct term **terms;
};

static struct term *start(const struct crowd *crowd, int number)
{
	return player_start(&crowd->players[number],
	                    (const char *[]){crowd->torture->program, "room-1.level", NULL}, NULL);
}

/* Milliseconds from the start until the board with `moves` is shown. */
static double await_board(const struct crowd *crowd, int number, const char *moves)
{
	struct term *term = crowd->terms[number];
	term_wait_text(term, moves);
	return term_last(term) - term_started(term);
}

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double print_times(const char *how, double *times, int count)
{
	qsort(times, (size_t)count, sizeof *times, by_size);
	printf("crowd: %s: board after %.0f ms in the middle, %.0f ms for 95 of 100, %.0f ms at "
	       "most\n", how, times[count / 2], times[count * 95 / 100], times[count - 1]);
	return times[count * 95 / 100];
}

static void read_all(const struct crowd *crowd, int milliseconds)
{
	const double end = term_now() + milliseconds;
	while (term_now() < end) {
		for (int i = 0; i < crowd->torture->count; i++)
			while (term_read(crowd->terms[i], 0) > 0)
				;
		usleep(20000);
	}
}

static double share_of(pid_t process)
{
	char path[64], line[128];
	double share = -1;
	snprintf(path, sizeof path, "/proc/%ld/smaps_rollup", (long)process);
	FILE *file = fopen(path, "r");
	while (file != NULL && share < 0 && fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, "Pss:", 4) == 0)
			share = strtod(line + 4, NULL);
	if (file != NULL)
		fclose(file);
	return share;
}

static int check_memory(const struct crowd *crowd)
{
	double max = 0, all = 0;
	const int count = crowd->torture->count;
	for (int i = 0; i < count; i++) {
		const double share = share_of(term_pid(crowd->terms[i]));
		all += share;
		max = share > max ? share : max;
	}
	printf("crowd: memory, its share of pages: %.0f KiB on average, %.0f at most\n",
	       all / count, max);
	/* Few sessions have few to share pages with. */
	return count >= FEW && max > SHARE_KIB ? fault("more than %d KiB", SHARE_KIB) : 0;
}

static int check_rest(const struct crowd *crowd)
{
	const int count = crowd->torture->count;
	double *used = calloc((size_t)count, sizeof *used);
	size_t *bytes = calloc((size_t)count, sizeof *bytes);
	int faults = 0;
	if (used == NULL || bytes == NULL)
		give_up("no memory");
	for (int i = 0; i < count; i++) {
		used[i] = seconds_of(term_pid(crowd->terms[i]));
		bytes[i] = term_bytes(crowd->terms[i]);
	}
	read_all(crowd, count < FEW ? WATCH_MS / 10 : WATCH_MS);
	for (int i = 0; i < count; i++) {
		if (seconds_of(term_pid(crowd->terms[i])) > used[i])
			faults += fault("session %d uses the processor at rest", i);
		if (term_bytes(crowd->terms[i]) > bytes[i])
			faults += fault("session %d writes at rest", i);
	}
	free(used);
	free(bytes);
	return faults;
}

/* One move in each, shown and saved. */
static int play(const struct crowd *crowd)
{
	int faults = 0;
	for (int i = 0; i < crowd->torture->count; i++)
		term_send(crowd->terms[i], TERM_RIGHT);
	for (int i = 0; i < crowd->torture->count; i++) {
		term_wait_text(crowd->terms[i], "moves 1 ");
		if (is_shown(crowd->terms[i], "NOT SAVED"))
			faults += fault("session %d: NOT SAVED", i);
	}
	read_all(crowd, SETTLE_MS);
	return faults;
}

static int quit(const struct crowd *crowd, int number)
{
	struct term *term = crowd->terms[number];
	term_send(term, "q");
	const int faults =
		term_end(term) != 0 ? fault("session %d ends badly", number) : 0;
	term_free(term);
	return faults;
}

/* All start at once: the time is the work of their starts. */
static void start_at_once(const struct crowd *crowd, double *times)
{
	const int count = crowd->torture->count;
	double used = 0;
	for (int i = 0; i < count; i++)
		crowd->terms[i] = start(crowd, i);
	for (int i = 0; i < count; i++)
		times[i] = await_board(crowd, i, "moves 0 ");
	print_times("all at once", times, count);
	for (int i = 0; i < count; i++)
		used += seconds_of(term_pid(crowd->terms[i]));
	printf("crowd: processor time until then: %.1f ms on average\n", used / count * 1e3);
}

/* Each ends and starts again while all others run. */
static int start_one_by_one(const struct crowd *crowd, double *times)
{
	const int count = crowd->torture->count;
	int faults = 0;
	for (int i = 0; i < count; i++) {
		faults += quit(crowd, i);
		crowd->terms[i] = start(crowd, i);
		times[i] = await_board(crowd, i, "moves 1 ");
	}
	/* Not with few sessions: that is a test that runs beside others. */
	if (print_times("one by one", times, count) > FIRST_MS && count >= FEW)
		faults += fault("more than %d ms", FIRST_MS);
	return faults;
}

int torture_crowd(const struct torture *torture)
{
	const int count = torture->count;
	struct crowd crowd = {torture, calloc((size_t)count, sizeof *crowd.players),
	                      calloc((size_t)count, sizeof *crowd.terms)};
	double *times = calloc((size_t)count, sizeof *times);
	if (crowd.players == NULL || crowd.terms == NULL || times == NULL)
		give_up("no memory");
	for (int i = 0; i < count; i++) {
		crowd.players[i] = player_new();
		player_write_level(&crowd.players[i], 1);
	}
	start_at_once(&crowd, times);
	int faults = play(&crowd);
	faults += check_memory(&crowd) + check_rest(&crowd);
	faults += start_one_by_one(&crowd, times);
	for (int i = 0; i < count; i++) {
		faults += quit(&crowd, i);
		player_free(&crowd.players[i]);
	}
	free(crowd.players);
	free(crowd.terms);
	free(times);
	return faults;
}
