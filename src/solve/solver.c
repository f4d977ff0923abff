#include "solve/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/parallel.h"
#include "os/portable.h"

enum { NICE = 10, REPORT_MILLISECONDS = 250 };

/* Results found in less time are discarded and recomputed: no player notices, and it saves
 * memory. */
static const double kept_seconds = 0.01;

struct question {
	const struct puzzle *puzzle;
	struct level level;
	struct state state;
};

/* The thread's own copies. */
struct task {
	uint64_t number;
	struct question question;
	struct level_solver *search; /* search of the level last asked about; NULL: none */
	struct answer answer;        /* the search's own */
	int lower, upper;            /* the bounds last published, */
	int64_t published;           /* and when, in milliseconds */
	double longest;              /* seconds of the longest search of the level */
};

struct solver {
	pthread_t thread;
	struct limits limits;
	struct task task;
	int pipe[2];                 /* it holds a byte: the answer has changed */
	atomic_uint_fast64_t wanted; /* number of the newest question; UINT64_MAX: end */
	pthread_mutex_t lock;        /* for all below */
	pthread_cond_t change;
	enum pace pace;
	uint64_t asked;   /* numbers given so far */
	uint64_t pending; /* number of `question` until the thread takes it; 0: none */
	struct question question;
	uint64_t answered; /* what `answer` is about; 0: nothing */
	struct answer answer;
	bool unread; /* the pipe holds its byte */
};

#define THE_END UINT64_MAX

/* ---- the thread ---- */

static bool still_wanted(const struct solver *solver)
{
	return atomic_load(&solver->wanted) == solver->task.number;
}

/* Publishes the answer, if it is still wanted, and wakes the caller. */
static void publish(struct solver *solver, const struct answer *answer)
{
	pthread_mutex_lock(&solver->lock);
	if (still_wanted(solver)) {
		solver->answer = *answer;
		solver->answered = solver->task.number;
		if (!solver->unread)
			solver->unread = write(solver->pipe[1], "", 1) == 1;
	}
	pthread_mutex_unlock(&solver->lock);
}

/* Waits out a pause. False: the thread goes idle, and the question will be asked again. */
static bool wait_while_paused(struct solver *solver)
{
	pthread_mutex_lock(&solver->lock);
	while (solver->pace == PACE_PAUSE && still_wanted(solver))
		pthread_cond_wait(&solver->change, &solver->lock);
	const bool rest = solver->pace == PACE_REST;
	if (rest && still_wanted(solver))
		solver->pending = solver->task.number;
	pthread_mutex_unlock(&solver->lock);
	return !rest;
}

/* Between two batches of states: is it still wanted, and is there a change to publish? */
static bool progress(void *context, const struct answer *answer)
{
	struct solver *solver = context;
	struct task *task = &solver->task;
	if (!wait_while_paused(solver) || !still_wanted(solver))
		return false;
	const bool changed = answer->lower != task->lower || answer->upper != task->upper;
	const bool first_plan = answer->upper >= 0 && task->upper < 0;
	if (first_plan ||
	    (changed && milliseconds_now() - task->published >= REPORT_MILLISECONDS)) {
		publish(solver, answer);
		task->lower = answer->lower;
		task->upper = answer->upper;
		task->published = milliseconds_now();
	}
	return true;
}

/* Frees the searches, and returns their memory to the system. */
static void free_searches(struct task *task)
{
	level_solver_free(task->search);
	task->search = NULL;
	memory_trim();
}

/* Waits for a question and takes it; false at the end. */
static bool take_question(struct solver *solver)
{
	struct task *task = &solver->task;
	pthread_mutex_lock(&solver->lock);
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
	const bool more = atomic_load(&solver->wanted) != THE_END;
	if (more) {
		task->number = solver->pending;
		task->question = solver->question;
		solver->pending = 0;
	}
	pthread_mutex_unlock(&solver->lock);
	return more;
}

static void answer_question(struct solver *solver)
{
	struct task *task = &solver->task;
	const struct question *question = &task->question;
	const double before = seconds_used();
	task->lower = task->upper = -1;
	task->published = milliseconds_now();
	/* The searches of a level serve all questions about it. */
	if (task->search == NULL ||
	    !level_solver_is_for(task->search, question->puzzle, &question->level)) {
		level_solver_free(task->search);
		task->search =
			level_solver_new(question->puzzle, &question->level, &solver->limits);
		task->longest = 0;
	}
	level_solver_run(task->search, &question->state, progress, solver, &task->answer);
	const double seconds = seconds_used() - before;
	task->longest = seconds > task->longest ? seconds : task->longest;
}

static void *work(void *context)
{
	struct solver *solver = context;
	struct task *task = &solver->task;
#ifdef __linux__
	setpriority(PRIO_PROCESS, 0, NICE); /* on Linux this means the calling thread alone */
#endif
	while (take_question(solver)) {
		answer_question(solver);
		if (task->answer.verdict == SEARCHING)
			continue;
		/* Frees first: the caller needs no memory while it waits for the answer, so it
		 * can't be held up by a thread of low priority that has the allocator's lock. */
		if (task->longest < kept_seconds)
			free_searches(task);
		publish(solver, &task->answer);
	}
	level_solver_free(task->search);
	return NULL;
}

/* ---- the caller's side ---- */

static void free_solver(struct solver *solver)
{
	pthread_cond_destroy(&solver->change);
	pthread_mutex_destroy(&solver->lock);
	close(solver->pipe[0]);
	close(solver->pipe[1]);
	free(solver);
}

struct solver *solver_new(const struct limits *limits, struct error *error)
{
	struct solver *solver = calloc(1, sizeof *solver);
	if (solver == NULL || pipe2(solver->pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
		error_set(error, _("can't start the solver: %s"), error_reason(errno));
		free(solver);
		return NULL;
	}
	solver->limits = *limits;
	solver->limits.until_stopped = true;
	atomic_init(&solver->wanted, 0);
	pthread_mutex_init(&solver->lock, NULL);
	pthread_cond_init(&solver->change, NULL);
	const int failure = thread_start(&solver->thread, work, solver);
	if (failure != 0) {
		error_set(error, _("can't start the solver: %s"), error_reason(failure));
		free_solver(solver);
		return NULL;
	}
	return solver;
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
	free_solver(solver);
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
	if (solver->unread)
		solver->unread = read(solver->pipe[0], &byte, 1) != 1;
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
	if (solver->pace != pace) /* else the thread would wake up for nothing */
		pthread_cond_broadcast(&solver->change);
	solver->pace = pace;
	pthread_mutex_unlock(&solver->lock);
}
