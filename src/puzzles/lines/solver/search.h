/* What the searches of lines share: positions, a search from one of them, its worker threads, the
 * interface of a kind of goal, and what makes the next search of a level shorter. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_SEARCH_H
#define PARLOUR_PUZZLES_LINES_SOLVER_SEARCH_H

#include <stdatomic.h>

#include "algo/bits.h"
#include "algo/proof_table.h"
#include "puzzles/lines/lines.h"

/* ---- board.c: positions as bit planes, so that a slide is a masked rotation ---- */

/* A plane has a bit a cell, at 8 * row + column, so boards of up to eight rows and columns fit. */
enum {
	BOARD_SIDE_MAX = 8,
	MARKS = 4, /* the plane after those of the four sides */
	PLANES = 5,
	ROWS = 0, /* axes */
	COLUMNS = 1,
	AXES = 2,
	FORWARD = 0, /* headings along an axis: right or down */
	BACKWARD = 1,
	HEADINGS = 2,
	SLIDES_MAX = AXES * BOARD_SIDE_MAX * HEADINGS, /* from one position */
};

struct board {
	uint64_t plane[PLANES]; /* the sides by direction, and the marks */
};

/* What is the same in all positions of a level. */
struct geometry {
	int lines[AXES];             /* how many rows, how many columns */
	int length[AXES];            /* cells of each of them */
	int run_max[AXES][HEADINGS]; /* the longest run of slides of one line in a shortest plan */
	uint64_t cells[AXES][BOARD_SIDE_MAX]; /* cells of each line */
};

/* One slide, and its place in a run: consecutive slides of one line.
 *
 * Slides of one axis commute, so a search tries them in one order only: lines ascending, each line
 * in one heading. */
struct slide {
	int8_t axis, line, heading; /* axis -1: no slide yet */
	int8_t times;               /* slides of this line so far, with this one */
};

static const struct slide no_slide = {.axis = -1};

/* False: the board is too large, or has lines of one cell. */
bool lines_geometry_init(struct geometry *geometry, const struct level *level);

void lines_board_load(const struct level *level, const struct state *state, struct board *board);
uint64_t lines_board_hash(const struct board *board);
void lines_board_slide(const struct geometry *geometry, struct board *board, struct slide slide);

/* Lists the slides that may follow the last one; returns how many. */
int lines_slides_after(const struct geometry *geometry, struct slide last,
                       struct slide out[SLIDES_MAX]);

move_code lines_slide_to_move(const struct geometry *geometry, struct slide slide);

/* The slide of a move, as the first of a run. */
struct slide lines_slide_of_move(const struct geometry *geometry, move_code move);

/* Whether the slide may follow the last one; sets its times. */
static inline bool slide_may_follow(const struct geometry *geometry, struct slide last,
                                    struct slide *slide)
{
	slide->times = 1;
	if (slide->axis == last.axis) {
		if (slide->line < last.line ||
		    (slide->line == last.line && slide->heading != last.heading))
			return false;
		if (slide->line == last.line)
			slide->times = (int8_t)(last.times + 1);
	}
	return slide->times <= geometry->run_max[slide->axis][slide->heading];
}

/* Moves each bit of the mask to the next place of its line, `step` bits away, and the bit of the
 * last place to the first. */
static inline uint64_t board_rotate(uint64_t plane, uint64_t mask, int step, int length,
                                    int heading)
{
	const uint64_t moved = plane & mask;
	const int around = step * (length - 1);
	const uint64_t to = heading == FORWARD ? moved << step | moved >> around
	                                       : moved >> step | moved << around;
	return plane ^ moved ^ (to & mask);
}

/* ---- search.c, beam.c, and the kinds of goals ---- */

enum {
	DEPTH_MAX = 250,         /* slides in the deepest search */
	REPORT_STATES = 1 << 12, /* generated between two reports to the monitor */
	ESTIMATE_MAX = 4095,
};

struct search;
struct subtrees;
struct worker;
struct perimeter;
struct pattern;

/* Allocates zeroed memory, and takes its size from *bytes. NULL: no memory, or more than *bytes. */
void *lines_allocate(size_t *bytes, size_t size);

/* How a kind of goal is searched. `data` is its own; searches do not change it. */
struct goal_search {
	/* NULL: no memory, or more than *bytes, from which its size is subtracted. */
	void *(*open)(const struct geometry *geometry, const struct level *level, size_t *bytes);
	void (*close)(void *data);
	/* Fills tables that are worth their cost once searches have generated `generated` states.
	 * Called before any other use. False: the search must end; the next call resumes. */
	bool (*prepare)(void *data, struct search *search, uint64_t generated);
	/* Estimates the distance to the goal, 0..ESTIMATE_MAX, for comparison only. *lower gets a
	 * lower bound on it, 0 only if the board is solved. */
	int (*evaluate)(const void *data, const struct board *board, int *lower);
	/* Depth-first search of all paths of exactly `left` slides. True: the worker's path is a
	 * solution. False also if the search must end. */
	bool (*dfs)(struct worker *worker, const struct board *board, struct slide last, int left);
};

extern const struct goal_search lines_close_all, lines_close_some;

/* A search from one position. */
struct search {
	const struct level *level;
	const struct state *start;
	struct board board; /* board of the start */
	const struct geometry *geometry;
	const struct goal_search *goal;
	const void *data;                  /* the goal's */
	const struct perimeter *perimeter; /* NULL: search to the goal itself */
	struct subtrees *subtrees;         /* NULL: none yet */
	int beam_width;                    /* width of the next beam */
	uint64_t pause;                    /* states after which a search of a depth pauses */
	struct monitor *monitor;
	struct answer *answer;       /* only the first worker's thread uses it */
	atomic_uint_fast64_t states; /* generated so far */
	atomic_bool stop;            /* found or ended */
	atomic_bool found;
	bool ended; /* the monitor said no */
	int length; /* length of the path found */
	struct slide path[DEPTH_MAX];
};

/* One thread's part of it; to begin with, all but `search` and `first` are 0. */
struct worker {
	struct search *search;
	bool first;                /* it reports to the monitor */
	bool stopped;              /* the search must end */
	uint64_t states, reported; /* generated; of them, added to the search's */
	int depth;
	struct slide path[DEPTH_MAX];
};

/* Adds the worker's states to the search's and reports to the monitor; false: the search must
 * end. */
bool lines_worker_report(struct worker *worker);

static inline bool worker_continues(struct worker *worker)
{
	return !worker->stopped &&
	       (worker->states - worker->reported < REPORT_STATES || lines_worker_report(worker));
}

/* Makes the worker's path the search's, unless one was found before. */
void lines_worker_found(struct worker *worker);

/* The boards a few slides after the start; threads share a search out by them. To be freed. NULL:
 * no memory, more than `bytes`, or the search must end. */
struct subtrees *lines_subtrees_new(struct search *search, size_t bytes);

enum depth_result {
	DEPTH_SEARCHED, /* no solution, or the search must end */
	DEPTH_FOUND,    /* the search's path is a solution */
	DEPTH_PAUSED,   /* the next call with as many slides goes on */
};

/* Searches all paths of exactly `slides` slides: by subtrees on `threads` threads, or without them
 * from the start on one, which does not pause. */
enum depth_result lines_search_depth(struct search *search, int slides, int threads);

/* Looks for any solution of at most `max` slides, keeping as many boards of each length as the
 * search's width; takes at most `bytes`. True: the search's path is one. */
bool lines_beam_search(struct search *search, int max, size_t bytes);

/* ---- bound_cache.c: positions that searches began from, and those on their plans ---- */

/* Adds the bounds of an answer, and those that follow from them along its plan. A full cache is
 * emptied first. */
void lines_cache_bounds(struct proof_table *cache, struct geometry *geometry,
                        const struct board *start, const struct answer *answer);

/* Gives a fresh answer the cached bounds and plan of a position, or those that follow from its
 * neighbours': a slide changes the distance by one at most, as it can be taken back. */
void lines_find_bounds(const struct proof_table *cache, struct geometry *geometry,
                       const struct board *start, struct answer *answer);

/* ---- pattern.c: the slides that closing the marked tiles takes, if all others are alike ---- */

/* NULL: a pattern without tiles. */

/* For the tiles of a level, read from any board of it. NULL: no tile with sides has a mark, or
 * there is no memory, or it takes more than half of *bytes, from which that is subtracted. */
struct pattern *lines_pattern_new(const struct geometry *geometry, const struct board *board,
                                  size_t *bytes);
void lines_pattern_free(struct pattern *pattern);

/* Fills it, once searches have generated as many states as that costs. False: the search must end;
 * the next call resumes. */
bool lines_pattern_prepare(struct pattern *pattern, struct search *search, uint64_t generated);

/* A lower bound, 0 until it is filled; a slide changes it by one at most. */
int lines_pattern_lower_bound(const struct pattern *pattern, const struct board *board);

/* ---- perimeter.c: all positions within some slides of the solved ones; searches end there ---- */

enum { PERIMETER_CELLS_MAX = 32 };

/* For a board of up to PERIMETER_CELLS_MAX cells whose tiles must all be closed. It serves every
 * position of a level, since slides never change which tiles there are. NULL: no memory, or more
 * than `bytes`. */
struct perimeter *lines_perimeter_new(const struct geometry *geometry, size_t bytes);
void lines_perimeter_free(struct perimeter *perimeter);

/* Adds a solved position; only before the perimeter first grows. False: no room. */
bool lines_perimeter_add(struct perimeter *perimeter, const struct board *goal);

/* Increases the radius, 0 at first, as long as that costs no more than a search to a depth of
 * `slides` and those made before with the same radius: *generated has their states, and is set to 0
 * by each increase. Returns whether searches to the perimeter are faster now than to the goal. */
bool lines_perimeter_grow(struct perimeter *perimeter, struct search *search, int slides,
                          uint64_t *generated);

/* The dfs of struct goal_search, by the search's perimeter, if there is no shorter solution. */
bool lines_perimeter_dfs(struct worker *worker, const struct board *board, struct slide last,
                         int left);

#endif
