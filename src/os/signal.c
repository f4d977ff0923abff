#include "os/signal.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stddef.h>

static const int termination_signals[] = {SIGHUP,  SIGTERM, SIGINT,  SIGQUIT,   SIGXCPU, SIGPIPE,
                                          SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};

static volatile sig_atomic_t end;
static volatile sig_atomic_t nonblocking_file = -1; /* descriptor; -1: none */
static volatile sig_atomic_t original_flags;
static void (*also_called)(void);

bool signal_handle(int number, void (*handler)(int number))
{
	struct sigaction before, action = {.sa_handler = handler};
	sigfillset(&action.sa_mask);
	return sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN &&
	       sigaction(number, &action, NULL) == 0;
}

static void note(int number)
{
	const int error = errno;
	end = number;
	also_called();
	errno = error;
}

void signal_note_termination(void (*also)(void), sigset_t *taken)
{
	also_called = also;
	for (size_t i = 0; i < sizeof termination_signals / sizeof termination_signals[0]; i++)
		if (signal_handle(termination_signals[i], note))
			sigaddset(taken, termination_signals[i]);
}

int signal_received(void)
{
	return end;
}

void signal_set_nonblocking(int file)
{
	if (nonblocking_file < 0)
		original_flags = fcntl(file, F_GETFL);
	if (original_flags >= 0 && fcntl(file, F_SETFL, original_flags | O_NONBLOCK) == 0)
		nonblocking_file = file;
}

void signal_restore_blocking(void)
{
	if (nonblocking_file >= 0)
		fcntl(nonblocking_file, F_SETFL, original_flags);
	nonblocking_file = -1;
}

void signal_reraise(void)
{
	signal_restore_blocking();
	if (end != 0)
		signal_raise_default(end);
}

void signal_raise_default(int number)
{
	sigset_t one;
	sigemptyset(&one);
	sigaddset(&one, number);
	signal(number, SIG_DFL);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	raise(number);
}

/* ---- crashes ---- */

static sigjmp_buf exit_point;

/* The signal that a NULL access or a failed assertion raises in this thread jumps out of the call.
 * malloc holds no lock at that point, so the error can be reported in the usual way. */
static void leave(int number)
{
	siglongjmp(exit_point, number);
}

bool signal_guard(void (*call)(void *context), void *context)
{
	const struct sigaction ours = {.sa_handler = leave};
	struct sigaction segv, abrt;
	sigaction(SIGSEGV, &ours, &segv);
	sigaction(SIGABRT, &ours, &abrt);
	const bool crashed = sigsetjmp(exit_point, 1) != 0;
	if (!crashed)
		call(context);
	sigaction(SIGSEGV, &segv, NULL);
	sigaction(SIGABRT, &abrt, NULL);
	return !crashed;
}
