/* Signals only set flags, which the screen looks at when it waits. One that asks for the end,
 * while a write may hang in a terminal that no longer reads, interrupts that write, and makes
 * output non-blocking, so that no later write hangs: the game is kept as at any other end. Only
 * a crash, or a signal before there is a game, restores the terminal and ends the process from
 * the handler. */
#include <stdlib.h>
#include <unistd.h>

#include "os/signal.h"
#include "ui/term/screen_private.h"

static const int others[] = {SIGTSTP, SIGCONT, SIGWINCH};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

static volatile sig_atomic_t stop_signal, repaint_signal;
static volatile sig_atomic_t opening; /* there is no game yet */
static volatile sig_atomic_t writing; /* a write may hang */
static const struct screen *open_screen; /* until it is closed */
static sigset_t taken;                   /* signals that we handle, except crashes */

void signals_restore_modes(const struct screen *screen)
{
	if (tcsetattr(STDIN_FILENO, TCSANOW, &screen->saved) != 0)
		tcsetattr(STDIN_FILENO, TCSANOW, &screen->saved);
}

/* A shell that stopped us has taken the terminal back, and we must not set its modes. A line that
 * is gone has no owner, and does no harm. */
static bool is_ours(void)
{
	const pid_t owner = tcgetpgrp(STDIN_FILENO);
	return owner < 0 || owner == getpgrp();
}

void signals_restore(const struct screen *screen, bool hurry)
{
	if (!is_ours())
		return;
	if (hurry)
		tcflush(STDOUT_FILENO, TCOFLUSH);
	signal_set_nonblocking(STDOUT_FILENO);
	ssize_t written = -1;
	for (int attempt = 0; attempt < 2 && written < 0; attempt++)
		written = write(STDOUT_FILENO, screen->reset, screen->reset_length);
	signals_restore_modes(screen);
}

static void restore_open(bool hurry)
{
	const struct screen *screen = open_screen;
	open_screen = NULL; /* a crash in here just ends it */
	if (screen != NULL) {
		signals_restore(screen, hurry);
		signal_restore_blocking();
	}
}

/* Without memory, curses ends the process by itself. */
static void at_exit(void)
{
	restore_open(false);
}

static void on_crash(int number)
{
	restore_open(true);
	signal_raise_default(number);
}

static void on_end(void)
{
	if (opening)
		on_crash(signal_received());
	else if (writing)
		signal_set_nonblocking(STDOUT_FILENO);
}

static void on_other(int number)
{
	if (number == SIGTSTP)
		stop_signal = 1;
	else
		repaint_signal = 1;
}

void signals_take(struct screen *screen)
{
	const struct sigaction crash = {.sa_handler = on_crash};
	struct sigaction before;
	open_screen = screen;
	opening = 1;
	atexit(at_exit);
	/* A handler that is there already says more about a crash: a sanitizer's. */
	for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
		if (sigaction(crashes[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
			sigaction(crashes[i], &crash, NULL);
	sigemptyset(&taken);
	signal_note_termination(on_end, &taken);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (signal_handle(others[i], on_other))
			sigaddset(&taken, others[i]);
}

void signals_hold(struct screen *screen)
{
	sigprocmask(SIG_BLOCK, &taken, &screen->waiting);
	for (int number = 1; number < NSIG; number++)
		if (sigismember(&taken, number) == 1)
			sigdelset(&screen->waiting, number);
	opening = 0;
}

void signals_let_in(const struct screen *screen)
{
	sigprocmask(SIG_SETMASK, &screen->waiting, NULL);
	sigprocmask(SIG_BLOCK, &taken, NULL);
}

enum event signals_event(void)
{
	if (signal_received() != 0)
		return EVENT_END;
	if (stop_signal) {
		stop_signal = 0;
		return EVENT_STOP;
	}
	if (repaint_signal) {
		repaint_signal = 0;
		return EVENT_RESIZE;
	}
	return EVENT_TIME;
}

void signals_begin_write(const struct screen *screen)
{
	writing = 1;
	sigprocmask(SIG_SETMASK, &screen->waiting, NULL);
}

void signals_end_write(void)
{
	sigprocmask(SIG_BLOCK, &taken, NULL);
	writing = 0;
}

void signals_forget(void)
{
	open_screen = NULL;
}

void signals_stop(void)
{
	struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
	sigset_t stop, before;
	sigaction(SIGTSTP, &standard, &ours);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, &before);
	kill(0, SIGTSTP);
	sigprocmask(SIG_SETMASK, &before, NULL);
	sigaction(SIGTSTP, &ours, NULL);
}
