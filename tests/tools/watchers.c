/* Many players and as many watchers on one machine: how soon a key shows on the player's screen,
 * and on that of who watches.
 *
 *	watchers PARLOUR [COUNT [SECONDS]]
 *
 * COUNT (200) players of one account each make a move a second, at different times, for SECONDS
 * (20): first alone, then with a watcher each. All say that they come over ssh, so animations
 * are reduced as they are for guests. A delay ends with the first byte that comes after the key.
 *
 * A move is on the disk before it is on the screen, so a slow disk counts: compare with COUNT 1,
 * or with TMPDIR in memory. On a machine that is busy with other things, start it with
 * "chrt -r 1". The status is 1 if one in a hundred is later than the bars allow. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support/boards.h"
#include "support/folder.h"
#include "support/term_private.h"

enum {
	KEY_BAR_MS = 10,
	LAG_BAR_MS = 100,
	PERIOD_MS = 1000, /* between two moves of a player */
	PAUSE_MS = 3000,  /* for all to become quiet */
};

/* What comes after a key, on one screen. */
struct seat {
	struct term *term;
	double sent; /* when the key was pressed that was not answered yet; 0: none */
	int moves;
};

struct delays {
	double *ms;
	int count, room;
};

static const char *program;
static char *folder, state[512];
static struct seat *players, *watchers;
static int count = 200, watching; /* watchers that have been started */
static struct delays keys, lags;

static int by_size(const void *one, const void *other)
{
	const double a = *(const double *)one, b = *(const double *)other;
	return (a > b) - (a < b);
}

static void add(struct delays *delays, double ms)
{
	if (delays->count < delays->room)
		delays->ms[delays->count++] = ms;
}

/* Prints the distribution; whether all but one in a hundred are within the bar. Empties it. */
static int print(struct delays *delays, const char *what, double bar, int sent)
{
	if (delays->count == 0)
		return 0;
	qsort(delays->ms, (size_t)delays->count, sizeof *delays->ms, by_size);
	const double most = delays->ms[delays->count * 99 / 100];
	printf("%-28s middle %5.1f ms, 99 of 100 within %5.1f ms (bar %g), at most %5.1f ms; "
	       "%d of %d seen\n",
	       what, delays->ms[delays->count / 2], most, bar, delays->ms[delays->count - 1],
	       delays->count, sent);
	fflush(stdout);
	delays->count = 0;
	return most <= bar;
}

/* ---- the seats ---- */

static struct term *start(const char *name, const char *level)
{
	const char *const argv[] = {program, "--player", name, level, NULL};
	const char *const environment[] = {state, "SSH_CONNECTION=::1 1 ::1 22", NULL};
	return term_start(&(struct term_options){.argv = argv,
	                                         .environment = environment,
	                                         .home = folder,
	                                         .directory = folder});
}

static void start_player(int number)
{
	char name[16];
	snprintf(name, sizeof name, "p%04d", number);
	players[number].term = start(name, "easy.level");
	if (!term_wait_text(players[number].term, "moves 0"))
		exit(99);
	term_send(players[number].term, "W");
}

/* The list of who plays is in the order of the names. */
static void start_watcher(int number)
{
	char name[16], shown[32];
	snprintf(name, sizeof name, "w%04d", number);
	struct term *term = start(name, NULL);
	watchers[number].term = term;
	if (!term_wait_text(term, "Enter play"))
		exit(99);
	term_send(term, "w");
	if (!term_wait_text(term, "p0000"))
		exit(99);
	for (int i = 0; i < number; i++)
		term_send(term, "j");
	snprintf(shown, sizeof shown, "watching p%04d", number);
	term_send(term, "\r");
	if (!term_wait_text(term, shown))
		exit(99);
	watching++;
}

static void take(struct seat *seat, struct delays *delays)
{
	if (term_read(seat->term, 0) <= 0)
		return;
	if (seat->sent > 0)
		add(delays, term_last(seat->term) - seat->sent);
	seat->sent = 0;
}

/* Reads what comes to all seats until then. */
static void read_until(double end)
{
	static struct pollfd *lines;
	if (lines == NULL)
		lines = calloc(2 * (size_t)count, sizeof *lines);
	while (term_now() < end) {
		for (int i = 0; i < count + watching; i++) {
			const struct seat *seat = i < count ? &players[i] : &watchers[i - count];
			lines[i] = (struct pollfd){.fd = seat->term->master, .events = POLLIN};
		}
		poll(lines, (nfds_t)count + (nfds_t)watching, (int)(end - term_now()) + 1);
		for (int i = 0; i < count + watching; i++)
			if (lines[i].revents != 0)
				take(i < count ? &players[i] : &watchers[i - count],
				     i < count ? &keys : &lags);
	}
}

/* ---- playing ---- */

/* Right and left in turn, which are moves of the level wherever it is. */
static void press(int number)
{
	const char *key = players[number].moves++ % 2 == 0 ? TERM_RIGHT : TERM_LEFT;
	players[number].sent = term_now();
	if (number < watching)
		watchers[number].sent = players[number].sent;
	term_send(players[number].term, key);
}

static double seconds_used(void)
{
	double seconds = 0;
	for (int i = 0; i < count + watching; i++) {
		char path[64], line[512];
		const struct seat *seat = i < count ? &players[i] : &watchers[i - count];
		long user = 0, system = 0;
		snprintf(path, sizeof path, "/proc/%ld/stat", (long)term_pid(seat->term));
		FILE *file = fopen(path, "r");
		if (file != NULL && fgets(line, sizeof line, file) != NULL &&
		    sscanf(strrchr(line, ')') + 1,
		           " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %ld %ld", &user,
		           &system) == 2)
			seconds += (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
		if (file != NULL)
			fclose(file);
	}
	return seconds;
}

/* True if the bars are met. */
static int play(const char *what, int seconds)
{
	const double used = seconds_used(), began = term_now();
	const int moves = seconds * count;
	char label[64];
	for (int move = 0; move < moves; move++) {
		press(move % count);
		read_until(began + (double)(move + 1) * PERIOD_MS / count);
	}
	read_until(term_now() + PERIOD_MS);
	printf("%s: %.0f %% of a processor\n", what,
	       100 * (seconds_used() - used) / ((term_now() - began) / 1000));
	snprintf(label, sizeof label, "  a key, on its screen");
	const int well = print(&keys, label, KEY_BAR_MS, moves);
	const int soon =
		watching == 0 || print(&lags, "  a key, for who watches", LAG_BAR_MS, moves);
	return well && soon;
}

static void begin(int seconds)
{
	char path[600];
	const size_t room = (size_t)(seconds + 1) * (size_t)count;
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){4096, 4096});
	folder = folder_new();
	snprintf(state, sizeof state, "XDG_STATE_HOME=%s/state", folder);
	snprintf(path, sizeof path, "%s/easy.level", folder);
	FILE *file = fopen(path, "w");
	players = calloc((size_t)count, sizeof *players);
	watchers = calloc((size_t)count, sizeof *watchers);
	keys = (struct delays){.ms = calloc(room, sizeof(double)), .room = (int)room};
	lags = (struct delays){.ms = calloc(room, sizeof(double)), .room = (int)room};
	if (file == NULL || players == NULL || watchers == NULL || keys.ms == NULL ||
	    lags.ms == NULL)
		exit(99);
	fputs("level: Easy\nmode: tilt\n\n" EASY_BOARD, file);
	fclose(file);
}

static void end(void)
{
	for (int i = 0; i < watching; i++)
		term_free(watchers[i].term);
	for (int i = 0; i < count; i++)
		term_free(players[i].term);
	folder_free(folder);
}

int main(int argc, char **argv)
{
	if (argc < 2 || argc > 4) {
		fprintf(stderr, "usage: watchers PARLOUR [COUNT [SECONDS]]\n");
		return 99;
	}
	program = realpath(argv[1], NULL); /* the games run in a folder of their own */
	if (program == NULL) {
		perror(argv[1]);
		return 99;
	}
	count = argc > 2 ? atoi(argv[2]) : count;
	const int seconds = argc > 3 ? atoi(argv[3]) : 20;
	begin(seconds);
	for (int i = 0; i < count; i++)
		start_player(i);
	read_until(term_now() + PAUSE_MS);
	printf("%d players, a move a second each, for %d seconds\n", count, seconds);
	int well = play("alone", seconds);
	for (int i = 0; i < count; i++)
		start_watcher(i);
	read_until(term_now() + PAUSE_MS);
	well &= play("with a watcher each", seconds);
	end();
	return !well;
}
