/* A signal that the call itself raises, where a NULL is used or an assertion fails, leads out of
 * it. No lock of malloc's is held there, so the error can be told in the usual way. */
#include "os/guard.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

static const int crashes[] = {SIGSEGV, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof crashes[0] };

static sigjmp_buf exit_point;

static void leave(int number)
{
	siglongjmp(exit_point, number);
}

bool guard_run(void (*call)(void *context), void *context)
{
	const struct sigaction ours = {.sa_handler = leave};
	struct sigaction before[CRASHES];
	for (int i = 0; i < CRASHES; i++)
		sigaction(crashes[i], &ours, &before[i]);
	const bool crashed = sigsetjmp(exit_point, 1) != 0;
	if (!crashed)
		call(context);
	for (int i = 0; i < CRASHES; i++)
		sigaction(crashes[i], &before[i], NULL);
	return !crashed;
}
