#include "ui/page/menu_showcase.h"

#include <stdlib.h>

#include "os/clock.h"
#include "puzzle/puzzle.h"
#include "solve/solve.h"
#include "ui/widget/large.h"

enum {
	BOARDS = 4,
	ROWS = 14,         /* of the boards on the screen */
	BOARD_COLUMNS = 24, /* of each, at least */
	ROWS_MIN = 38,     /* of a screen that has room for them and the name */
	MOVE_MILLISECONDS = 450,
	HOLD = 3,          /* turns that a solved board is shown for */
	IDLE_MILLISECONDS = 60000,
};

struct board {
	const struct puzzle *puzzle;
	struct level level;
	struct state state;
	struct answer answer; /* from the start */
	bool searched;
	int turn; /* moves made; beyond the last one, the board waits */
};

struct showcase {
	int count, next; /* boards; the one that moves next */
	int64_t due;
	struct board board[BOARDS];
};

/* ---- the boards ---- */

struct showcase *showcase_new(const struct app *app)
{
	struct level_list tour = tour_levels(app->library);
	struct showcase *showcase = app->settings.animation == ANIMATION_FULL && tour.count > 0
	                                    ? calloc(1, sizeof *showcase)
	                                    : NULL;
	for (int i = 0; showcase != NULL && i < tour.count && showcase->count < BOARDS; i++) {
		struct board *board = &showcase->board[showcase->count];
		struct error error;
		board->puzzle = library_puzzle(app->library, tour.refs[i]);
		if (!library_level(app->library, tour.refs[i], &board->level, &error))
			break;
		board->state = board->level.start;
		showcase->count++;
	}
	free(tour.refs);
	if (showcase != NULL)
		showcase->due = milliseconds_now() + 2 * MOVE_MILLISECONDS;
	return showcase;
}

void showcase_free(struct showcase *showcase)
{
	free(showcase);
}

/* ---- time ---- */

int64_t showcase_due(const struct showcase *showcase, const struct app *app)
{
	if (showcase == NULL || milliseconds_now() - app->touched > IDLE_MILLISECONDS)
		return 0;
	return showcase->due;
}

/* Makes a board's next move, or starts it again. The first time, its solution is found: its levels
 * are easy, and a search is broken off before a player would notice. */
static void play(struct board *board)
{
	static const struct limits limits = {.bytes = 16 << 20, .states = 20000, .seconds = 0.02};
	if (!board->searched)
		solve_position(board->puzzle, &board->level, &board->level.start, &limits, NULL,
		               NULL, &board->answer);
	board->searched = true;
	if (board->turn < board->answer.length)
		board->puzzle->rules.apply(&board->level, &board->state,
		                           board->answer.plan[board->turn]);
	else if (board->turn >= board->answer.length + HOLD) {
		board->state = board->level.start;
		board->turn = -HOLD / 2;
	}
	board->turn++;
}

void showcase_tick(struct showcase *showcase)
{
	if (showcase == NULL || milliseconds_now() < showcase->due)
		return;
	play(&showcase->board[showcase->next]);
	showcase->next = (showcase->next + 1) % showcase->count;
	showcase->due = milliseconds_now() + MOVE_MILLISECONDS;
}

/* ---- the picture ---- */

/* The program's name, a letter in each jewel's colour. */
static int draw_name(struct picture *picture, int row)
{
	static const char name[] = "PARLOUR";
	colour_id colours[sizeof name - 1];
	const int count = (int)sizeof name - 1;
	for (int i = 0; i < count; i++)
		colours[i] = hue_colour(i + 1, TONE_BASE);
	large_print(picture, row, (picture->columns - count * LARGE_COLUMNS) / 2, name, colours,
	            count);
	return row + LARGE_ROWS + 1;
}

int showcase_draw(const struct showcase *showcase, struct app *app, int row)
{
	struct picture *picture = app->picture;
	if (showcase == NULL || picture->rows < ROWS_MIN ||
	    picture->columns < BOARDS * BOARD_COLUMNS)
		return row;
	if (picture->pixels)
		row = draw_name(picture, row);
	const int columns = picture->columns / showcase->count;
	for (int i = 0; i < showcase->count; i++) {
		const struct board *board = &showcase->board[i];
		const struct viewport room = {.top = row,
		                              .rows = ROWS,
		                              .left = i * columns,
		                              .columns = columns,
		                              .pixels = picture->pixels};
		scroll_reset(&app->scroll);
		const struct viewport viewport =
			viewport_find(&app->scroll, board->puzzle, &board->level, room, 0);
		viewport_begin(&viewport, picture);
		board->puzzle->screen.paint(&board->level, &(struct view){.state = &board->state},
		                            picture);
		viewport_end(&viewport, picture);
	}
	return row + ROWS + 1;
}
