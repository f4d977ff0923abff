/* Shortest ways of lines, for boards of two to eight rows and columns.
 *
 * Iterative deepening proves that there is no way of 1, 2, 3 ... slides: where all has to be closed
 * by lines_all.c, and by lines_ball.c where there are few closed layouts; by lines_some.c for other
 * goals. Its last depth finds one. Beams look for ways in between, the longer the search takes the
 * wider ones, so that there soon is a plan. Whether there is a solution at all is another question,
 * and the tiles that can be laid out answer it. What helps the next search of the level is kept:
 * tables, the ball around the closed positions, and bounds.
 *
 * What takes time to prepare is prepared when walks have taken as long. (Who buys when as much was
 * spent on rent pays twice the least at most: Karlin and others, 1988.) */
#include "puzzles/lines/solver/solver.h"

#include <stdlib.h>

#include "puzzles/lines/solver/bounds.h"
#include "puzzles/lines/solver/close_all.h"
#include "puzzles/lines/solver/close_some.h"
#include "puzzles/lines/solver/fill.h"
#include "puzzles/lines/solver/perimeter.h"
#include "puzzles/lines/solver/stars.h"

enum {
	FIRST_TRIES = 20000, /* tiles laid out before the search begins */
	FILL_CHUNK = 1000,   /* tiles laid out between two looks at the watch */
	BEAM_WIDTH = 32,     /* the first one */
	BEAM_WIDTH_MAX = 1 << 16,
	BEAM_GROWTH = 4,
	BEAM_LENGTH = 6,         /* slides of the longest way they look for, for each line */
	BEAM_EFFORT = 160,       /* what a board of a beam costs, in states of a walk: measured; */
	BEAM_EFFORT_BALL = 1300, /* in states of a walk to the ball, about */
	BALL_BYTES_MAX = 128 << 20,
	SHARE_STATES = 1 << 17, /* states after which it is to share the work out */
};

struct own {
	struct level level;
	size_t bytes; /* not yet given away */
	struct field field;
	bool close_all;
	struct all *all;
	struct some some;
	struct stars *stars;  /* NULL: none */
	struct bounds *known; /* NULL: no memory */
	struct fill *fill;    /* NULL: no memory */
	bool possible;        /* some layout solves it */
	bool all_laid;        /* there are no other layouts than those seen */
	struct ball *ball;    /* NULL: there can't be one */
	size_t ball_bytes;    /* given away to it */
	uint64_t walked;      /* states of walks, since the ball last grew */
};

/* ---- the level ---- */

static void *take_bytes(struct own *own, void *made, size_t bytes)
{
	if (made != NULL)
		own->bytes -= bytes;
	return made;
}

static void lines_close(void *kept)
{
	struct own *own = kept;
	if (own->all != NULL)
		lines_all_free(own->all);
	lines_bounds_free(own->known);
	lines_fill_free(own->fill);
	lines_ball_free(own->ball);
	lines_stars_free(own->stars);
	free(own);
}

static void *lines_open(const struct level *level, size_t bytes)
{
	struct field field;
	if (!lines_field_init(&field, level))
		return NULL;
	struct own *own = bytes >= sizeof *own ? calloc(1, sizeof *own) : NULL;
	if (own == NULL)
		return NULL;
	own->level = *level;
	own->bytes = bytes - sizeof *own;
	own->field = field;
	own->close_all = level->rules & CLOSE_ALL ||
	                 (level->rules & CLOSE_TILES && level->amount == level->pieces[1]);
	size_t used = 0;
	if (own->close_all) {
		own->all = lines_all_new(&field, own->bytes, &used);
		take_bytes(own, own->all, used);
	} else {
		struct board board;
		lines_some_init(&own->some, &field, level);
		lines_board_load(level, &level->start, &board);
		own->stars = lines_stars_new(&own->field, &board, own->bytes / 2, &used);
		take_bytes(own, own->stars, used);
	}
	own->known = lines_bounds_new(&field, own->bytes);
	take_bytes(own, own->known, lines_bounds_bytes());
	return own;
}

/* ---- layouts, and the ball around them ---- */

static void make_ball(struct own *own)
{
	if (!own->close_all || own->field.lines[ROWS] * own->field.lines[COLUMNS] > BALL_CELLS_MAX)
		return;
	own->ball_bytes = own->bytes / 2 < BALL_BYTES_MAX ? own->bytes / 2 : BALL_BYTES_MAX;
	own->ball = lines_ball_new(&own->field, own->ball_bytes);
	if (own->ball == NULL)
		own->ball_bytes = 0;
	own->bytes -= own->ball_bytes;
}

static void drop_ball(struct own *own)
{
	lines_ball_free(own->ball);
	own->ball = NULL;
	own->bytes += own->ball_bytes;
	own->ball_bytes = 0;
}

/* For a position that other layouts can be reached from. */
static void forget_layouts(struct own *own)
{
	lines_fill_free(own->fill);
	own->fill = NULL;
	own->bytes += lines_fill_bytes();
	own->possible = own->all_laid = false;
	drop_ball(own);
}

static void take_layout(struct own *own, const struct state *layout)
{
	struct board board;
	own->possible = true;
	if (own->ball == NULL)
		return;
	lines_board_load(&own->level, layout, &board);
	if (!lines_ball_add(own->ball, &board))
		drop_ball(own);
}

static bool wants_layouts(const struct own *own)
{
	return own->fill != NULL && !own->all_laid && (!own->possible || own->ball != NULL);
}

/* Lays out some more tiles. False: the search is to end; as it does where there is no way. */
static bool look_for_layouts(struct own *own, struct effort *effort, const struct state *start,
                             uint64_t tries)
{
	struct state layout;
	if (own->fill != NULL && !lines_fill_is_for(own->fill, start))
		forget_layouts(own);
	if (own->fill == NULL && own->bytes >= lines_fill_bytes()) {
		own->fill = take_bytes(own, lines_fill_new(&own->level, start), lines_fill_bytes());
		make_ball(own);
	}
	for (; wants_layouts(own) && tries >= FILL_CHUNK; tries -= FILL_CHUNK) {
		const enum fill_result result = lines_fill_next(own->fill, FILL_CHUNK, &layout);
		if (result == FILL_FOUND)
			take_layout(own, &layout);
		own->all_laid = result == FILL_END;
		if (!monitor_report(effort->monitor, effort->answer))
			return false;
	}
	if (own->all_laid && !own->possible)
		effort->answer->verdict = UNSOLVABLE;
	return effort->answer->verdict != UNSOLVABLE;
}

/* Makes the ball as large as pays for walks of so many slides. */
static void grow_ball(struct own *own, struct effort *effort, int slides)
{
	if (own->ball == NULL || !own->all_laid)
		return;
	while (!effort->ended && lines_ball_pays(own->ball, slides, own->walked) &&
	       lines_ball_grow(own->ball, effort))
		own->walked = 0;
	effort->ball = lines_ball_serves(own->ball) ? own->ball : NULL;
}

/* Brings in the bound of the stars, once walks have cost as much. */
static void prepare_stars(struct own *own, struct effort *effort)
{
	if (own->stars == NULL || own->some.stars != NULL ||
	    own->walked < lines_stars_price(own->stars) ||
	    !lines_stars_prepare(own->stars, effort))
		return;
	own->some.stars = own->stars;
}

/* ---- one search ---- */

struct hunt {
	struct own *own;
	struct effort effort;
	struct board board;
	const struct state *start;
	struct shares *shares;
	int beam_width;
};

static bool goes_on(struct hunt *hunt)
{
	struct effort *effort = &hunt->effort;
	effort->answer->states = atomic_load(&effort->states);
	effort->ended = effort->ended || !monitor_report(effort->monitor, effort->answer);
	return !effort->ended;
}

/* Makes the way that was found the answer's plan, and the effort ready to look for another one. */
static void take_path(struct hunt *hunt)
{
	struct effort *effort = &hunt->effort;
	struct answer *answer = effort->answer;
	answer->upper = answer->length = effort->length;
	for (int i = 0; i < effort->length; i++)
		answer->plan[i] = lines_turn_move(effort->field, effort->path[i]);
	atomic_store(&effort->found, false);
	atomic_store(&effort->stop, effort->ended);
}

/* Looks for a way that is shorter than the one known, if that costs no more than what was spent. */
static void try_beams(struct hunt *hunt)
{
	struct effort *effort = &hunt->effort;
	const struct answer *answer = effort->answer;
	const int lines = effort->field->lines[ROWS] + effort->field->lines[COLUMNS];
	while (!effort->ended && hunt->beam_width <= BEAM_WIDTH_MAX &&
	       (answer->upper < 0 || answer->upper > answer->lower)) {
		const int price = effort->ball != NULL ? BEAM_EFFORT_BALL : BEAM_EFFORT;
		const uint64_t cost = (uint64_t)(hunt->beam_width * 2 * lines) * (uint64_t)price;
		if (hunt->beam_width > BEAM_WIDTH && cost > atomic_load(&effort->states))
			break;
		if (lines_search_beam(effort, &hunt->board, hunt->beam_width,
		                      answer->upper < 0 ? BEAM_LENGTH * lines : answer->upper - 1,
		                      hunt->own->bytes / 2))
			take_path(hunt);
		else
			hunt->beam_width *= BEAM_GROWTH;
		goes_on(hunt);
	}
}

/* Looks for a way of so many slides, there being no shorter one. False: the search is to end. */
static bool deepen(struct hunt *hunt, int slides)
{
	struct own *own = hunt->own;
	struct effort *effort = &hunt->effort;
	const uint64_t spent = atomic_load(&effort->states);
	const int threads = effort->monitor->limits->threads;
	if (!look_for_layouts(own, effort, hunt->start, FILL_CHUNK + spent / 4))
		return false;
	grow_ball(own, effort, slides);
	prepare_stars(own, effort);
	if (hunt->shares == NULL && spent > SHARE_STATES && !effort->ended)
		hunt->shares = lines_shares_new(effort, &hunt->board, own->bytes / 2);
	const uint64_t before = atomic_load(&effort->states);
	if (!effort->ended && lines_search_depth(effort, &hunt->board, hunt->shares, slides,
	                                         threads > 1 ? threads : 1))
		take_path(hunt);
	own->walked += atomic_load(&effort->states) - before;
	return goes_on(hunt);
}

static enum verdict run(struct hunt *hunt)
{
	struct answer *answer = hunt->effort.answer;
	while (goes_on(hunt)) {
		try_beams(hunt);
		if (answer->upper >= 0 && answer->lower >= answer->upper)
			return OPTIMAL;
		if (answer->lower >= DEPTH_MAX)
			return GAVE_UP;
		if (hunt->effort.ended || !deepen(hunt, answer->lower))
			break;
		if (answer->upper != answer->lower)
			answer->lower++;
	}
	return answer->verdict;
}

/* What is known before any walk; false: the search is to end. */
static bool begin(struct hunt *hunt)
{
	struct own *own = hunt->own;
	struct answer *answer = hunt->effort.answer;
	int least = 0;
	if (own->close_all && !lines_all_prepare(own->all, &hunt->effort))
		return false;
	if (own->known != NULL)
		lines_bounds_ask(own->known, &hunt->board, answer);
	if (answer->upper >= 0 && answer->lower >= answer->upper)
		return true;
	hunt->effort.kind->rank(hunt->effort.own, &hunt->board, &least);
	if (least > answer->lower)
		answer->lower = least;
	return look_for_layouts(own, &hunt->effort, hunt->start, FIRST_TRIES);
}

static void lines_search(void *kept, const struct state *start, struct monitor *monitor,
                         struct answer *answer)
{
	struct own *own = kept;
	if (own->level.rules & HOPELESS) {
		answer->verdict = UNSOLVABLE;
		return;
	}
	if (own->close_all && own->all == NULL) {
		answer->lower = lines_lower_bound(&own->level, start);
		answer->verdict = GAVE_UP;
		return;
	}
	struct hunt hunt = {.own = own, .start = start, .beam_width = BEAM_WIDTH};
	hunt.effort.field = &own->field;
	hunt.effort.kind = own->close_all ? &lines_all_kind : &lines_some_kind;
	hunt.effort.own = own->close_all ? (const void *)own->all : &own->some;
	hunt.effort.monitor = monitor;
	hunt.effort.answer = answer;
	lines_board_load(&own->level, start, &hunt.board);
	if (begin(&hunt))
		answer->verdict = run(&hunt);
	if (answer->verdict != UNSOLVABLE && own->known != NULL)
		lines_bounds_note(own->known, &hunt.board, answer);
	answer->states = atomic_load(&hunt.effort.states);
	lines_shares_free(hunt.shares);
}

const struct puzzle_solver lines_solver = {
	.open = lines_open,
	.close = lines_close,
	.search = lines_search,
};
