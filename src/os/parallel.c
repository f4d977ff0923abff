#include "os/parallel.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
	STACK_BYTES = 8 << 20,
	SPINS = 20000, /* looks for the next job, some tens of microseconds */
};

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

/* ---- crews ---- */

struct member {
	struct crew *crew;
	int worker;
	pthread_t thread;
};

struct crew {
	pthread_mutex_t mutex; /* guards what follows; `jobs` is read without it, too */
	pthread_cond_t begun, ended;
	void (*job)(void *context, int worker);
	void *context;
	bool open;        /* members may join the job */
	bool over;        /* there will be no more jobs */
	atomic_uint jobs; /* that were begun */
	int running;      /* members, in the job */
	int members;
	struct member member[THREADS_MAX - 1];
};

/* A thread that sleeps takes tens of microseconds to wake up. */
static void spin(const struct crew *crew, unsigned jobs)
{
	for (int i = 0; i < SPINS && atomic_load(&crew->jobs) == jobs; i++)
		atomic_signal_fence(memory_order_seq_cst);
}

static void *serve(void *context)
{
	const struct member *member = context;
	struct crew *crew = member->crew;
	unsigned jobs = 0;
	pthread_mutex_lock(&crew->mutex);
	while (!crew->over) {
		if (!crew->open || atomic_load(&crew->jobs) == jobs) {
			pthread_cond_wait(&crew->begun, &crew->mutex);
			continue;
		}
		jobs = atomic_load(&crew->jobs);
		crew->running++;
		pthread_mutex_unlock(&crew->mutex);
		crew->job(crew->context, member->worker);
		pthread_mutex_lock(&crew->mutex);
		if (--crew->running == 0)
			pthread_cond_signal(&crew->ended);
		pthread_mutex_unlock(&crew->mutex);
		spin(crew, jobs);
		pthread_mutex_lock(&crew->mutex);
	}
	pthread_mutex_unlock(&crew->mutex);
	return NULL;
}

struct crew *crew_new(int threads)
{
	struct crew *crew = threads > 1 ? calloc(1, sizeof *crew) : NULL;
	if (crew == NULL)
		return NULL;
	pthread_mutex_init(&crew->mutex, NULL);
	pthread_cond_init(&crew->begun, NULL);
	pthread_cond_init(&crew->ended, NULL);
	while (crew->members + 1 < threads && crew->members + 1 < THREADS_MAX) {
		struct member *member = &crew->member[crew->members];
		*member = (struct member){.crew = crew, .worker = crew->members + 1};
		if (thread_start(&member->thread, serve, member) != 0)
			break;
		crew->members++;
	}
	return crew;
}

void crew_free(struct crew *crew)
{
	if (crew == NULL)
		return;
	pthread_mutex_lock(&crew->mutex);
	crew->over = true;
	atomic_fetch_add(&crew->jobs, 1);
	pthread_cond_broadcast(&crew->begun);
	pthread_mutex_unlock(&crew->mutex);
	while (crew->members > 0)
		pthread_join(crew->member[--crew->members].thread, NULL);
	pthread_cond_destroy(&crew->ended);
	pthread_cond_destroy(&crew->begun);
	pthread_mutex_destroy(&crew->mutex);
	free(crew);
}

void crew_run(struct crew *crew, void (*job)(void *context, int worker), void *context)
{
	if (crew == NULL) {
		job(context, 0);
		return;
	}
	pthread_mutex_lock(&crew->mutex);
	crew->job = job;
	crew->context = context;
	crew->open = true;
	atomic_fetch_add(&crew->jobs, 1);
	pthread_cond_broadcast(&crew->begun);
	pthread_mutex_unlock(&crew->mutex);
	job(context, 0);
	pthread_mutex_lock(&crew->mutex);
	crew->open = false;
	while (crew->running > 0)
		pthread_cond_wait(&crew->ended, &crew->mutex);
	pthread_mutex_unlock(&crew->mutex);
}

int parallel_threads(int max)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	return processors < 1 ? 1 : processors < max ? (int)processors : max;
}
