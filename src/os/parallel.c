#include "os/parallel.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { STACK_BYTES = 8 << 20 };

int thread_start(pthread_t *thread, void *(*work)(void *context), void *context)
{
	pthread_attr_t attributes;
	sigset_t all, before;
	const int failure = pthread_attr_init(&attributes);
	if (failure != 0)
		return failure;
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	const int refused = pthread_create(thread, &attributes, work, context);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return refused;
}

struct worker_call {
	void (*job)(void *context, int worker);
	void *context;
	int worker;
	atomic_int *running; /* calls on threads of their own */
	pthread_t thread;
};

static void *work(void *context)
{
	const struct worker_call *call = context;
	call->job(call->context, call->worker);
	atomic_fetch_sub(call->running, 1);
	return NULL;
}

void parallel_for_reporting(int threads, void (*job)(void *context, int worker),
                            void (*report)(void *context), void *context)
{
	const struct timespec pause = {.tv_nsec = 1000000};
	struct worker_call call[THREADS_MAX];
	atomic_int running = 0;
	int started = 1;
	for (; started < threads && started < THREADS_MAX; started++) {
		call[started] = (struct worker_call){.job = job,
		                                     .context = context,
		                                     .worker = started,
		                                     .running = &running};
		atomic_fetch_add(&running, 1);
		if (thread_start(&call[started].thread, work, &call[started]) != 0) {
			atomic_fetch_sub(&running, 1);
			break;
		}
	}
	job(context, 0);
	while (report != NULL && atomic_load(&running) > 0) {
		nanosleep(&pause, NULL);
		report(context);
	}
	while (--started > 0)
		pthread_join(call[started].thread, NULL);
}

void parallel_for(int threads, void (*job)(void *context, int worker), void *context)
{
	parallel_for_reporting(threads, job, NULL, context);
}

int parallel_threads(int max)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	return processors < 1 ? 1 : processors < max ? (int)processors : max;
}
