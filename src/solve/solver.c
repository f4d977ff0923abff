#include "solve/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef HAVE_MALLOC_TRIM
#include <malloc.h>
#endif

#include "os/clock.h"

enum { NICE = 10, NEWS_MILLISECONDS = 250 };

/* Results found in less time are discarded and recomputed: nobody notices, and it saves memory. */
static const double kept_seconds = 0.01;

struct question {
	const struct puzzle *puzzle;
	struct level level;
	struct state state;
};

struct solver {
	pthread_t thread;
	struct limits limits;
	int pipe[2];                 /* it holds a byte: the answer has changed */
	atomic_uint_fast64_t wanted; /* number of the newest question; UINT64_MAX: end */
	pthread_mutex_t lock;   /* for all below */
	pthread_cond_t change;
	enum pace pace;
	uint64_t asked;         /* numbers given so far */
	uint64_t pending;       /* number of `question` until the thread takes it; 0: none */
	struct question question;
	uint64_t answered;      /* what `answer` is about; 0: nothing */
	struct answer answer;
	bool news;
};

/* The thread's own copies. */
struct task {
	struct solver *solver;
	uint64_t number;
	struct question question;
	struct level_solver *search; /* of the level last asked about; NULL: none */
	struct answer answer;   /* the search's own */
	int told_lower, told_upper; /* the bounds last published, */
	int64_t told;               /* and when, in milliseconds */
	double longest;             /* seconds of the longest search of the level */
};

#define THE_END UINT64_MAX

static bool still_wanted(const struct task *task)
{
	return atomic_load(&task->solver->wanted) == task->number;
}

/* Publishes the answer, if it is still wanted, and wakes the caller. */
static void publish(struct task *task, const struct answer *answer)
{
	struct solver *solver = task->solver;
	pthread_mutex_lock(&solver->lock);
	if (still_wanted(task)) {
		solver->answer = *answer;
		solver->answered = task->number;
		if (!solver->news) {
			const ssize_t written = write(solver->pipe[1], "", 1);
			solver->news = written == 1;
		}
	}
	pthread_mutex_unlock(&solver->lock);
}

/* Waits out a pause. False: the thread is to rest, and the question will be asked again. */
static bool wait_while_paused(struct task *task)
{
	struct solver *solver = task->solver;
	pthread_mutex_lock(&solver->lock);
	while (solver->pace == PACE_PAUSE && still_wanted(task))
		pthread_cond_wait(&solver->change, &solver->lock);
	const bool rest = solver->pace == PACE_REST;
	if (rest && still_wanted(task))
		solver->pending = task->number;
	pthread_mutex_unlock(&solver->lock);
	return !rest;
}

/* Between two batches of states: is it still wanted, and is there a change to publish? */
static bool progress(void *context, const struct answer *answer)
{
	struct task *task = context;
	if (!wait_while_paused(task) || !still_wanted(task))
		return false;
	const bool changed = answer->lower != task->told_lower || answer->upper != task->told_upper;
	const bool first_plan = answer->upper >= 0 && task->told_upper < 0;
	if (first_plan || (changed && milliseconds_now() - task->told >= NEWS_MILLISECONDS)) {
		publish(task, answer);
		task->told_lower = answer->lower;
		task->told_upper = answer->upper;
		task->told = milliseconds_now();
	}
	return true;
}

/* Frees the searches, and returns their memory to the system where that is possible. */
static void free_searches(struct task *task)
{
	level_solver_free(task->search);
	task->search = NULL;
#ifdef HAVE_MALLOC_TRIM
	malloc_trim(0);
#endif
}

/* Waits for a question, or the end. */
static void await_question(struct solver *solver, struct task *task)
{
	while ((solver->pending == 0 || solver->pace != PACE_ON) &&
	       atomic_load(&solver->wanted) != THE_END) {
		if (solver->pace == PACE_REST && task->search != NULL) {
			pthread_mutex_unlock(&solver->lock);
			free_searches(task);
			pthread_mutex_lock(&solver->lock);
		} else {
			pthread_cond_wait(&solver->change, &solver->lock);
		}
	}
}

/* Takes the next question; false at the end. */
static bool take_question(struct solver *solver, struct task *task)
{
	pthread_mutex_lock(&solver->lock);
	await_question(solver, task);
	const bool more = atomic_load(&solver->wanted) != THE_END;
	if (more) {
		task->number = solver->pending;
		task->question = solver->question;
		solver->pending = 0;
	}
	pthread_mutex_unlock(&solver->lock);
	return more;
}

/* The searches of a level serve all questions about it. */
static void prepare(struct task *task)
{
	const struct question *question = &task->question;
	const struct limits *limits = &task->solver->limits;
	if (task->search != NULL &&
	    level_solver_is_for(task->search, question->puzzle, &question->level))
		return;
	level_solver_free(task->search);
	task->search = level_solver_new(question->puzzle, &question->level, limits);
	task->longest = 0;
}

static void answer_question(struct task *task)
{
	const double before = seconds_used();
	prepare(task);
	if (task->search == NULL)
		task->answer = (struct answer){.verdict = GAVE_UP, .upper = -1};
	else
		level_solver_run(task->search, &task->question.state, progress, task,
		                 &task->answer);
	const double seconds = seconds_used() - before;
	task->longest = seconds > task->longest ? seconds : task->longest;
}

/* Frees first: the caller needs no memory while it waits for the answer, so it can't be held up
 * by a thread of low priority that has the allocator's lock. */
static void finish(struct task *task)
{
	if (task->longest < kept_seconds)
		free_searches(task);
	publish(task, &task->answer);
}

static void *work(void *context)
{
	struct task *task = context;
#ifdef __linux__
	setpriority(PRIO_PROCESS, 0, NICE); /* on Linux this means the calling thread alone */
#endif
	while (take_question(task->solver, task)) {
		task->told_lower = task->told_upper = -1;
		task->told = milliseconds_now();
		answer_question(task);
		if (task->answer.verdict != SEARCHING)
			finish(task);
	}
	level_solver_free(task->search);
	free(task);
	return NULL;
}

static bool open_pipe(struct solver *solver)
{
	if (pipe(solver->pipe) != 0)
		return false;
	for (int i = 0; i < 2; i++) {
		fcntl(solver->pipe[i], F_SETFD, FD_CLOEXEC);
		fcntl(solver->pipe[i], F_SETFL, O_NONBLOCK);
	}
	return true;
}

/* Signals are for the thread that draws. */
static int start_thread(struct solver *solver, struct task *task)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	const int failure = pthread_create(&solver->thread, NULL, work, task);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return failure;
}

struct solver *solver_new(const struct limits *limits, struct error *error)
{
	struct solver *solver = calloc(1, sizeof *solver);
	struct task *task = calloc(1, sizeof *task);
	if (solver == NULL || task == NULL || !open_pipe(solver)) {
		error_set(error, "no solver: %s", strerror(errno));
		free(solver);
		free(task);
		return NULL;
	}
	solver->limits = *limits;
	task->solver = solver;
	atomic_init(&solver->wanted, 0);
	pthread_mutex_init(&solver->lock, NULL);
	pthread_cond_init(&solver->change, NULL);
	const int failure = start_thread(solver, task);
	if (failure == 0)
		return solver;
	error_set(error, "no solver: %s", strerror(failure));
	free(task);
	close(solver->pipe[0]);
	close(solver->pipe[1]);
	free(solver);
	return NULL;
}

void solver_free(struct solver *solver)
{
	if (solver == NULL)
		return;
	pthread_mutex_lock(&solver->lock);
	atomic_store(&solver->wanted, THE_END);
	pthread_cond_broadcast(&solver->change);
	pthread_mutex_unlock(&solver->lock);
	pthread_join(solver->thread, NULL);
	pthread_cond_destroy(&solver->change);
	pthread_mutex_destroy(&solver->lock);
	close(solver->pipe[0]);
	close(solver->pipe[1]);
	free(solver);
}

uint64_t solver_ask(struct solver *solver, const struct puzzle *puzzle, const struct level *level,
                    const struct state *state)
{
	pthread_mutex_lock(&solver->lock);
	const uint64_t number = ++solver->asked;
	solver->question = (struct question){puzzle, *level, *state};
	solver->pending = number;
	atomic_store(&solver->wanted, number);
	pthread_cond_broadcast(&solver->change);
	pthread_mutex_unlock(&solver->lock);
	return number;
}

void solver_forget(struct solver *solver)
{
	pthread_mutex_lock(&solver->lock);
	solver->pending = 0;
	atomic_store(&solver->wanted, 0);
	pthread_cond_broadcast(&solver->change);
	pthread_mutex_unlock(&solver->lock);
}

bool solver_peek(struct solver *solver, uint64_t question, struct answer *answer)
{
	char byte;
	pthread_mutex_lock(&solver->lock);
	if (solver->news)
		solver->news = read(solver->pipe[0], &byte, 1) != 1;
	const bool known = question != 0 && solver->answered == question &&
	                   atomic_load(&solver->wanted) == question;
	if (known)
		*answer = solver->answer;
	pthread_mutex_unlock(&solver->lock);
	return known;
}

int solver_fd(const struct solver *solver)
{
	return solver->pipe[0];
}

void solver_pace(struct solver *solver, enum pace pace)
{
	pthread_mutex_lock(&solver->lock);
	solver->pace = pace;
	pthread_cond_broadcast(&solver->change);
	pthread_mutex_unlock(&solver->lock);
}
