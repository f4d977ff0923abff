/* Signals only set flags, and the screen asks for them when it waits. One that asks for the end
 * while a write may hang in a terminal that no longer reads makes an end of that write too, and of
 * the next ones: it interrupts the one that hangs, and none can hang once output is non-blocking.
 * So the game is kept as at any other end. Only a crash, and whatever comes before there is a game,
 * restores the terminal, and ends the process, from within the handler. */
#include <stdlib.h>
#include <unistd.h>

#include "os/signal.h"
#include "ui/term/screen_private.h"

static const int others[] = {SIGTSTP, SIGCONT, SIGWINCH};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

static volatile sig_atomic_t stop_signal, changed_signal;
static volatile sig_atomic_t opening; /* nothing is to be kept yet */
static volatile sig_atomic_t writing; /* a write may hang */
static const struct screen *open_screen; /* until it is closed */
static sigset_t taken;                   /* signals that we handle, but for crashes */

void signals_restore_modes(const struct screen *screen)
{
	if (tcsetattr(STDIN_FILENO, TCSANOW, &screen->saved) != 0)
		tcsetattr(STDIN_FILENO, TCSANOW, &screen->saved);
}

/* A shell that stopped us has taken the terminal back, and its modes are no longer ours to set. A
 * line that is gone belongs to nobody, and does no harm. */
static bool is_ours(void)
{
	const pid_t owner = tcgetpgrp(STDIN_FILENO);
	return owner < 0 || owner == getpgrp();
}

/* Behind whatever still waits to be sent, or in a hurry in its place. */
static void restore(const struct screen *screen, bool hurry)
{
	if (!is_ours())
		return;
	if (hurry)
		tcflush(STDOUT_FILENO, TCOFLUSH);
	signal_never_wait(STDOUT_FILENO);
	ssize_t written = -1;
	for (int attempt = 0; attempt < 2 && written < 0; attempt++)
		written = write(STDOUT_FILENO, screen->farewell, screen->farewell_length);
	signals_restore_modes(screen);
}

void signals_restore(const struct screen *screen)
{
	restore(screen, true);
}

static void restore_open(bool hurry)
{
	const struct screen *screen = open_screen;
	open_screen = NULL; /* a crash in here just ends it */
	if (screen != NULL) {
		restore(screen, hurry);
		signal_wait_again();
	}
}

/* curses ends the process in its own way where it gets no memory. */
static void at_exit(void)
{
	restore_open(false);
}

static void on_crash(int number)
{
	restore_open(true);
	signal_die_by(number);
}

static void on_end(void)
{
	if (opening)
		on_crash(signal_end());
	else if (writing)
		signal_never_wait(STDOUT_FILENO);
}

static void on_other(int number)
{
	if (number == SIGTSTP)
		stop_signal = 1;
	else
		changed_signal = 1;
}

/* A handler that is there already tells more of a crash: a sanitizer's. */
static void take_crash(int number)
{
	struct sigaction before;
	const struct sigaction action = {.sa_handler = on_crash};
	if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
		sigaction(number, &action, NULL);
}

void signals_take(struct screen *screen)
{
	open_screen = screen;
	opening = 1;
	atexit(at_exit);
	for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
		take_crash(crashes[i]);
	sigemptyset(&taken);
	signal_take_ends(on_end, &taken);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (signal_take(others[i], on_other))
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
	sigset_t before;
	sigprocmask(SIG_SETMASK, &screen->waiting, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

bool signals_waiting(void)
{
	return signal_end() != 0 || stop_signal || changed_signal;
}

enum wish signals_wish(void)
{
	if (signal_end() != 0)
		return WISH_END;
	if (stop_signal) {
		stop_signal = 0;
		return WISH_STOP;
	}
	if (changed_signal) {
		changed_signal = 0;
		return WISH_CHANGE;
	}
	return WISH_NONE;
}

void signals_begin_write(const struct screen *screen, sigset_t *before)
{
	writing = 1;
	sigprocmask(SIG_SETMASK, &screen->waiting, before);
}

void signals_end_write(const sigset_t *before)
{
	sigprocmask(SIG_SETMASK, before, NULL);
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
