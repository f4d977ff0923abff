#include "core/signal.h"

#include <errno.h>
#include <stddef.h>

static const int ends[] = {SIGHUP,  SIGTERM, SIGINT,  SIGQUIT,   SIGXCPU,
                           SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};

static volatile sig_atomic_t end;
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

void signal_die(void)
{
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
