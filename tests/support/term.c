/*
 * The test terminal. Bytes go one way: pty -> take() -> log and libvterm -> screen.
 * Everything that waits is a loop around term_read(), so nothing else touches the
 * master side of the pty, and the screen always holds all that was read.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memmem, wait4, TIOCSCTTY */
#endif

#include "support/term_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "os/portable.h"

enum { LOG_MAX = 1 << 24 }; /* bytes; past it the older half is forgotten */

static struct term *first; /* of those that term_start() made and term_free() did not */

static void fail(const char *what)
{
	fprintf(stderr, "term: %s: %s\n", what, strerror(errno));
	abort();
}

void *term_checked(void *memory)
{
	if (!memory)
		fail("memory");
	return memory;
}

double term_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int left_until(double deadline)
{
	double left = deadline - term_now();
	return left > 0 ? (int)left + 1 : 0;
}

int term_timeout(void)
{
	const char *times = getenv("PATIENCE");
	return 30000 * (times ? atoi(times) : 1);
}

/* ---- the program ---- */

static void set_environment(const struct term_options *options)
{
	static const char *const kept[] = {"PATH",         "ASAN_OPTIONS",  "LSAN_OPTIONS",
	                                   "TSAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE"};
	enum { KEPT = sizeof kept / sizeof *kept };
	static char *nothing[] = {NULL};
	const char *value[KEPT];

	for (int i = 0; i < KEPT; i++)
		value[i] = getenv(kept[i]);
	environ = nothing;
	for (int i = 0; i < KEPT; i++)
		if (value[i])
			setenv(kept[i], value[i], 1);
	setenv("HOME", options->home ? options->home : "/nonexistent", 1);
	setenv("LANG", "C.UTF-8", 1);
	setenv("TERM", "xterm-256color", 1);
	for (const char *const *e = options->environment; e && *e; e++)
		if (strchr(*e, '='))
			putenv(term_checked(strdup(*e)));
		else
			unsetenv(*e);
}

static void default_signals(void)
{
	sigset_t none;
	sigemptyset(&none);
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void become(const struct term_options *options, int slave)
{
	setsid();
	ioctl(slave, TIOCSCTTY, 0);
	for (int fd = 0; fd < 3; fd++)
		dup2(slave, fd);
	if (slave > 2)
		close(slave);
	default_signals();
	set_environment(options);
	if (!options->directory || chdir(options->directory) == 0)
		execvp(options->argv[0], (char *const *)(uintptr_t)options->argv);
	dprintf(2, "term: %s: %s\n", options->argv[0], strerror(errno));
	_exit(127);
}

static void set_window(const struct term *term)
{
	struct winsize size = {.ws_row = (unsigned short)term->rows,
	                       .ws_col = (unsigned short)term->columns};
	ioctl(term->master, TIOCSWINSZ, &size);
}

static int open_pty(struct term *term)
{
	term->master = posix_openpt(O_RDWR | O_NOCTTY);
	if (term->master < 0 || grantpt(term->master) || unlockpt(term->master))
		fail("no pseudo-terminal");
	fcntl(term->master, F_SETFD, FD_CLOEXEC);
	fcntl(term->master, F_SETFL, O_RDWR | O_NONBLOCK);
	int slave = open(ptsname(term->master), O_RDWR | O_NOCTTY);
	if (slave < 0 || tcgetattr(slave, &term->line))
		fail("pseudo-terminal");
	/* A Ctrl-C that comes after the program's end does not discard its last output. */
	term->line.c_lflag |= NOFLSH;
	tcsetattr(slave, TCSANOW, &term->line);
	set_window(term);
	return slave;
}

struct term *term_start(const struct term_options *options)
{
	struct term *term = term_checked(calloc(1, sizeof *term));
	term->patience_ms = options->patience_ms ? options->patience_ms : term_timeout();
	term_screen_open(term, options->rows ? options->rows : 24,
	                 options->columns ? options->columns : 80);
	int slave = open_pty(term);

	fflush(NULL);
	term->started = term->last = term_now();
	term->child = fork();
	if (term->child < 0)
		fail("fork");
	if (term->child == 0)
		become(options, slave);
	close(slave);
	term->next = first;
	first = term;
	return term;
}

bool term_is_known(const char *name)
{
	enum { UNKNOWN = 3 }; /* tput's status */
	char command[128];
	snprintf(command, sizeof command, "tput -T %s clear >/dev/null 2>&1", name);
	const int status = system(command);
	return WEXITSTATUS(status) != UNKNOWN;
}

void term_free(struct term *term)
{
	if (!term)
		return;
	struct term **place = &first;
	while (*place != term)
		place = &(*place)->next;
	*place = term->next;
	if (!term->ended) {
		kill(term->child, SIGKILL);
		waitpid(term->child, NULL, 0);
	}
	term_hangup(term);
	term_screen_close(term);
	free(term->log);
	free(term);
}

/* ---- bytes in and out ---- */

static void log_bytes(struct term *term, const char *bytes, size_t length)
{
	if (term->log_length + length > LOG_MAX) {
		size_t kept = term->log_length / 2;
		memmove(term->log, term->log + term->log_length - kept, kept);
		term->log_length = kept;
	}
	if (term->log_length + length > term->log_size) {
		term->log_size = 2 * term->log_size + length;
		term->log = term_checked(realloc(term->log, term->log_size));
	}
	memcpy(term->log + term->log_length, bytes, length);
	term->log_length += length;
}

/* How many of the bytes are whole characters, or invalid UTF-8. A character that has arrived only
 * in part is left for later. */
static size_t whole_characters(const char *bytes, size_t length)
{
	for (size_t back = 1; back <= 3 && back <= length; back++) {
		const unsigned char lead = (unsigned char)bytes[length - back];
		const size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
		if (size > back)
			return length - back;
		if (lead < 0x80 || lead >= 0xC0)
			break;
	}
	return length;
}

/* The emulator gets whole characters: it takes one that comes in two parts for two. */
static void emulate(struct term *term, const char *bytes, size_t length)
{
	char *joined = term_checked(malloc(term->part_length + length));
	memcpy(joined, term->part, term->part_length);
	memcpy(joined + term->part_length, bytes, length);
	length += term->part_length;
	const size_t whole = whole_characters(joined, length);
	vterm_input_write(term->vterm, joined, whole);
	term->part_length = length - whole;
	memcpy(term->part, joined + whole, term->part_length);
	free(joined);
}

static void take(struct term *term, const char *bytes, size_t length)
{
	term->last = term_now();
	term->bytes += length;
	term->reads++;
	log_bytes(term, bytes, length);
	emulate(term, bytes, length);
}

static void rest(int ms)
{
	if (ms > 0)
		poll(NULL, 0, ms);
}

/* Returns what term_read() does; never waits. */
static int read_now(struct term *term)
{
	char chunk[1 << 14];
	ssize_t length = read(term->master, chunk, sizeof chunk);
	if (length < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (length <= 0)
		return -1;
	take(term, chunk, (size_t)length);
	return (int)length;
}

/* A program that nobody reads stands still once its pty is full. */
static void read_others(const struct term *term)
{
	for (struct term *other = first; other != NULL; other = other->next)
		if (other != term && other->master >= 0 && !other->deaf)
			read_now(other);
}

int term_read(struct term *term, int timeout_ms)
{
	enum { SLICE_MS = 20 };
	const double deadline = term_now() + timeout_ms;
	if (term->master < 0)
		return -1;
	for (;;) {
		const int left = left_until(deadline);
		const int slice = left < SLICE_MS ? left : SLICE_MS;
		struct pollfd ready = {.fd = term->master, .events = POLLIN};
		read_others(term);
		if (term->deaf)
			rest(slice);
		else if (poll(&ready, 1, slice) > 0)
			return read_now(term);
		if (left <= slice)
			return 0;
	}
}

bool term_send_n(struct term *term, const char *bytes, size_t length)
{
	double deadline = term_now() + term->patience_ms;
	while (length > 0) {
		if (term->master < 0 || term_now() > deadline)
			return false;
		ssize_t written = write(term->master, bytes, length);
		if (written > 0) {
			bytes += written;
			length -= (size_t)written;
		} else if ((errno != EAGAIN && errno != EINTR) || term_read(term, 5) < 0) {
			return false;
		}
	}
	return true;
}

bool term_send(struct term *term, const char *text)
{
	return term_send_n(term, text, strlen(text));
}

/* ---- waiting ---- */

static bool missed(struct term *term, const char *text, bool wanted, bool alive)
{
	fprintf(stderr, "term: \"%s\" is %s the screen%s:\n", text, wanted ? "not on" : "still on",
	        alive ? "" : ", and the program has hung up");
	term_print(term, stderr);
	return false;
}

static bool wait_for(struct term *term, const char *text, bool wanted)
{
	double deadline = term_now() + term->patience_ms;
	bool alive = true;
	while (term_find(term, text, NULL, NULL) != wanted) {
		int left = left_until(deadline);
		if (!alive || left == 0)
			return missed(term, text, wanted, alive);
		alive = term_read(term, left) >= 0;
	}
	return true;
}

bool term_wait_text(struct term *term, const char *text)
{
	return wait_for(term, text, true);
}

bool term_wait_gone(struct term *term, const char *text)
{
	return wait_for(term, text, false);
}

bool term_drain(struct term *term, int quiet_ms)
{
	double deadline = term_now() + term->patience_ms;
	double quiet = term_now() + quiet_ms;
	while (left_until(quiet) > 0) {
		int length = term_read(term, left_until(quiet));
		if (length < 0)
			return true;
		if (length > 0)
			quiet = term_now() + quiet_ms;
		if (left_until(deadline) == 0)
			return false;
	}
	return true;
}

/* ---- as it was? ---- */

static bool line_restored(const struct term *term)
{
	struct termios now;
	if (term->master < 0 || tcgetattr(term->master, &now) != 0)
		return true; /* the line is gone and its settings with it */
	return now.c_lflag == term->line.c_lflag && now.c_iflag == term->line.c_iflag &&
	       now.c_oflag == term->line.c_oflag;
}

bool term_restored(struct term *term)
{
	static const int modes[] = {1, 1000, 1002, 1003, 1004, 1006, 1015, 2004};
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (term_mode(term, modes[i]))
			return false;
	return !term->alternate && term->cursor_visible && term_pen_is_plain(term) &&
	       line_restored(term);
}

/* ---- what came, and when ---- */

size_t term_bytes(const struct term *term)
{
	return term->bytes;
}

size_t term_reads(const struct term *term)
{
	return term->reads;
}

const char *term_log(const struct term *term, size_t *length)
{
	*length = term->log_length;
	return term->log;
}

bool term_logged(const struct term *term, const char *text)
{
	return term->log && memmem(term->log, term->log_length, text, strlen(text));
}

double term_started(const struct term *term)
{
	return term->started;
}

double term_last(const struct term *term)
{
	return term->last;
}

/* ---- events ---- */

pid_t term_pid(const struct term *term)
{
	return term->child;
}

pid_t term_foreground(const struct term *term)
{
	return tcgetpgrp(term->master);
}

void term_signal(struct term *term, int number)
{
	if (!term->ended)
		kill(term->child, number);
}

void term_resize(struct term *term, int rows, int columns)
{
	term_screen_resize(term, rows, columns);
	if (term->master >= 0)
		set_window(term);
}

void term_hangup(struct term *term)
{
	if (term->master >= 0)
		close(term->master);
	term->master = -1;
}

void term_stop(struct term *term)
{
	const int slave = open(ptsname(term->master), O_RDWR | O_NOCTTY);
	if (slave < 0 || tcflow(slave, TCOOFF) != 0)
		fail("stop");
	close(slave);
}

void term_set_deaf(struct term *term, bool deaf)
{
	term->deaf = deaf;
}

void term_fill(struct term *term)
{
	const int slave = open(ptsname(term->master), O_WRONLY | O_NOCTTY | O_NONBLOCK);
	term_set_deaf(term, true);
	while (write(slave, " ", 1) > 0)
		continue;
	close(slave);
}

/* ---- the end ---- */

bool term_wait_end(struct term *term, int timeout_ms)
{
	double deadline = term_now() + timeout_ms;
	while (!term->ended) {
		if (wait4(term->child, &term->status, WNOHANG, &term->usage) == term->child)
			term->ended = true;
		else if (left_until(deadline) == 0)
			return false;
		else if (term_read(term, 2) < 0)
			rest(1);
	}
	while (term_read(term, 0) > 0)
		;
	return true;
}

static void report_sanitizer(struct term *term)
{
	static const char *const marks[] = {"Sanitizer:", ": runtime error:"};
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (term_logged(term, marks[i])) {
			fprintf(stderr, "term: a sanitizer reported:\n%.*s\n",
			        (int)term->log_length, term->log);
			return;
		}
}

int term_end(struct term *term)
{
	if (!term_wait_end(term, term->patience_ms)) {
		fprintf(stderr, "term: the program did not end:\n");
		term_print(term, stderr);
		term->killed = true;
		kill(term->child, SIGKILL);
		term_wait_end(term, term->patience_ms);
	}
	report_sanitizer(term);
	return term->killed ? -1 : term->status;
}

struct rusage term_usage(const struct term *term)
{
	return term->usage;
}
