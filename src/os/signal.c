#include "os/signal.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>

static const int ends[] = {SIGHUP,  SIGTERM, SIGINT,    SIGQUIT, SIGXCPU, SIGPIPE,
                           SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};

static volatile sig_atomic_t end;
static volatile sig_atomic_t hurried = -1, flags_before; /* a file, and its flags; -1: none */
static void (*when_noted)(void);

bool signal_take(int number, void (*handler)(int number))
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
	when_noted();
	errno = error;
}

void signal_take_ends(void (*also)(void), sigset_t *taken)
{
	when_noted = also;
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
		if (signal_take(ends[i], note))
			sigaddset(taken, ends[i]);
}

int signal_end(void)
{
	return end;
}

void signal_never_wait(int file)
{
	if (hurried < 0)
		flags_before = fcntl(file, F_GETFL);
	if (flags_before >= 0 && fcntl(file, F_SETFL, flags_before | O_NONBLOCK) == 0)
		hurried = file;
}

void signal_wait_again(void)
{
	if (hurried >= 0)
		fcntl(hurried, F_SETFL, flags_before);
	hurried = -1;
}

void signal_die(void)
{
	signal_wait_again();
	if (end != 0)
		signal_die_by(end);
}

void signal_die_by(int number)
{
	sigset_t one;
	sigemptyset(&one);
	sigaddset(&one, number);
	signal(number, SIG_DFL);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	raise(number);
}
