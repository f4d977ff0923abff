/* The signal that a NULL access or a failed assertion raises in this thread jumps out of the call.
 * malloc holds no lock at that point, so the error can be reported in the usual way. */
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
