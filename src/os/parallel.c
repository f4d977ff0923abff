#include "os/parallel.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

struct worker_call {
	void (*job)(void *context, int worker);
	void *context;
	int worker;
	pthread_t thread;
};

static void *work(void *context)
{
	const struct worker_call *call = context;
	call->job(call->context, call->worker);
	return NULL;
}

void parallel_for(int threads, void (*job)(void *context, int worker), void *context)
{
	struct worker_call call[THREADS_MAX];
	sigset_t all, before;
	int started = 1;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (; started < threads && started < THREADS_MAX; started++) {
		call[started] = (struct worker_call){job, context, started, 0};
		if (pthread_create(&call[started].thread, NULL, work, &call[started]) != 0)
			break;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	job(context, 0);
	while (--started > 0)
		pthread_join(call[started].thread, NULL);
}

int parallel_threads(int max)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	return processors < 1 ? 1 : processors < max ? (int)processors : max;
}
