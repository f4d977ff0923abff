#include "os/parallel.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

struct hand_out {
	void (*job)(void *context, int worker);
	void *context;
	int worker;
	pthread_t thread;
};

static void *work(void *context)
{
	const struct hand_out *part = context;
	part->job(part->context, part->worker);
	return NULL;
}

void parallel_for(int threads, void (*job)(void *context, int worker), void *context)
{
	struct hand_out part[THREADS_MAX];
	sigset_t all, before;
	int started = 1;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (; started < threads && started < THREADS_MAX; started++) {
		part[started] = (struct hand_out){job, context, started, 0};
		if (pthread_create(&part[started].thread, NULL, work, &part[started]) != 0)
			break;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	job(context, 0);
	while (--started > 0)
		pthread_join(part[started].thread, NULL);
}

int parallel_threads(int most)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	return processors < 1 ? 1 : processors < most ? (int)processors : most;
}
