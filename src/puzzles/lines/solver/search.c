/* Iterative deepening (Korf, 1985), shared out among threads.
 *
 * A depth is searched through the boards three slides away from the start, the most promising ones
 * first; each thread takes the next one that is left. Which way is found depends on who is faster,
 * whether there is one does not. */
#include "puzzles/lines/solver/search.h"

#include <stdlib.h>
#include <time.h>

#include "os/parallel.h"
#include "puzzles/lines/solver/perimeter.h"

enum {
	SHARE_DEPTH = 3,
};

struct share {
	struct board board;
	struct turn path[SHARE_DEPTH];
	int least, rank;
};

struct shares {
	int count, room;
	struct share share[];
};

/* ---- walkers ---- */

void lines_walker_init(struct walker *walker, struct effort *effort, bool first)
{
	*walker = (struct walker){.effort = effort, .first = first};
}

bool lines_walker_look(struct walker *walker)
{
	struct effort *effort = walker->effort;
	const uint64_t news = walker->states - walker->told;
	const uint64_t states = atomic_fetch_add(&effort->states, news) + news;
	walker->told = walker->states;
	if (walker->first && !effort->ended) {
		effort->answer->states = states;
		effort->ended = !monitor_report(effort->monitor, effort->answer);
		if (effort->ended)
			atomic_store(&effort->stop, true);
	}
	walker->stopped = atomic_load(&effort->stop);
	return !walker->stopped;
}

void lines_walker_found(struct walker *walker)
{
	struct effort *effort = walker->effort;
	if (atomic_exchange(&effort->found, true))
		return;
	effort->length = walker->depth;
	for (int i = 0; i < walker->depth; i++)
		effort->path[i] = walker->path[i];
	atomic_store(&effort->stop, true);
}

/* ---- shares ---- */

static bool add_share(struct shares *shares, const struct effort *effort, const struct share *share)
{
	if (shares->count == shares->room)
		return false;
	struct share *copy = &shares->share[shares->count++];
	*copy = *share;
	copy->rank = effort->kind->rank(effort->own, &share->board, &copy->least);
	return true;
}

/* Adds all boards that are `left` slides further on. */
static bool add_shares(struct shares *shares, struct walker *walker, const struct share *from,
                       int left)
{
	const struct effort *effort = walker->effort;
	const struct field *field = effort->field;
	const int depth = SHARE_DEPTH - left;
	if (left == 0)
		return add_share(shares, effort, from);
	struct turn last = {.axis = -1}, turn;
	if (depth > 0)
		last = from->path[depth - 1];
	for (turn.axis = 0; turn.axis < AXES; turn.axis++)
		for (turn.line = 0; turn.line < field->lines[turn.axis]; turn.line++)
			for (turn.way = 0; turn.way < WAYS; turn.way++) {
				if (!turn_follows(field, last, &turn))
					continue;
				struct share to = *from;
				to.path[depth] = turn;
				lines_board_slide(field, &to.board, turn.axis, turn.line, turn.way);
				walker->states++;
				if (!walker_goes_on(walker) ||
				    !add_shares(shares, walker, &to, left - 1))
					return false;
			}
	return true;
}

static int compare_shares(const void *one, const void *other)
{
	const struct share *a = one, *b = other;
	return a->rank - b->rank;
}

struct shares *lines_shares_new(struct effort *effort, const struct board *start, size_t bytes)
{
	const struct field *field = effort->field;
	const int slides = 2 * (field->lines[ROWS] + field->lines[COLUMNS]);
	const size_t room = (size_t)slides * (size_t)slides * (size_t)slides;
	struct shares *shares = NULL;
	struct walker walker;
	if (sizeof *shares + room * sizeof(struct share) <= bytes)
		shares = malloc(sizeof *shares + room * sizeof(struct share));
	if (shares == NULL)
		return NULL;
	shares->count = 0;
	shares->room = (int)room;
	const struct share first = {.board = *start};
	lines_walker_init(&walker, effort, true);
	const bool whole = add_shares(shares, &walker, &first, SHARE_DEPTH);
	if (!lines_walker_look(&walker) || !whole) {
		free(shares);
		return NULL;
	}
	qsort(shares->share, (size_t)shares->count, sizeof(struct share), compare_shares);
	return shares;
}

void lines_shares_free(struct shares *shares)
{
	free(shares);
}

/* ---- one depth ---- */

struct depth {
	struct effort *effort;
	const struct board *start;
	const struct shares *shares;
	int slides;
	atomic_int next;    /* share that nobody has taken */
	atomic_int at_work; /* walkers */
};

static bool walk(struct walker *walker, const struct board *board, struct turn last, int left)
{
	const struct effort *effort = walker->effort;
	return effort->ball != NULL ? lines_ball_walk(walker, board, last, left)
	                            : effort->kind->walk(walker, board, last, left);
}

static bool walk_share(struct walker *walker, const struct share *share, int slides)
{
	if (share->least > slides - SHARE_DEPTH)
		return false;
	for (walker->depth = 0; walker->depth < SHARE_DEPTH; walker->depth++)
		walker->path[walker->depth] = share->path[walker->depth];
	return walk(walker, &share->board, share->path[SHARE_DEPTH - 1], slides - SHARE_DEPTH);
}

/* The first walker has nothing left to do, but it is the one that looks at the watch. */
static void wait_for_others(struct depth *depth, struct walker *walker)
{
	const struct timespec a_while = {.tv_nsec = 1000000};
	while (atomic_load(&depth->at_work) > 0) {
		nanosleep(&a_while, NULL);
		lines_walker_look(walker);
	}
}

static void walk_shares(void *context, int worker)
{
	struct depth *depth = context;
	struct walker walker;
	lines_walker_init(&walker, depth->effort, worker == 0);
	atomic_fetch_add(&depth->at_work, 1);
	for (;;) {
		const int i = atomic_fetch_add(&depth->next, 1);
		if (i >= depth->shares->count || atomic_load(&depth->effort->stop))
			break;
		if (walk_share(&walker, &depth->shares->share[i], depth->slides))
			lines_walker_found(&walker);
	}
	lines_walker_look(&walker);
	atomic_fetch_sub(&depth->at_work, 1);
	if (worker == 0)
		wait_for_others(depth, &walker);
}

bool lines_search_depth(struct effort *effort, const struct board *start,
                        const struct shares *shares, int slides, int threads)
{
	struct depth depth = {.effort = effort, .start = start, .shares = shares, .slides = slides};
	if (shares != NULL && slides > SHARE_DEPTH) {
		parallel_for(threads, walk_shares, &depth);
	} else {
		struct walker walker;
		lines_walker_init(&walker, effort, true);
		if (walk(&walker, start, (struct turn){.axis = -1}, slides))
			lines_walker_found(&walker);
		lines_walker_look(&walker);
	}
	return atomic_load(&effort->found);
}
