#include "ui/page/menu_showcase.h"

#include <stdlib.h>

#include "os/clock.h"
#include "puzzle/key.h"
#include "puzzle/puzzle.h"
#include "solve/solve.h"
#include "ui/page/menu.h"
#include "ui/widget/large.h"
#include "ui/widget/thumbnail.h"

#define NAME "PARLOUR"

enum {
	BOARDS = 4,
	ACROSS = 2, /* of these in a row */
	/* of a board on the screen, with the gap after it */
	BOARD_ROWS_MIN = 4,
	BOARD_ROWS_MAX = 22,
	BOARD_COLUMNS_MAX = 45,
	MOVE_MILLISECONDS = 450,
	HOLD = 2, /* turns that a solved board is shown for */
	IDLE_MILLISECONDS = 60000,
};

struct board {
	const struct puzzle *puzzle;
	struct level level;
	struct state state;
	struct answer answer; /* from the start */
	bool searched;
	int turn; /* moves made; beyond the last one, the board waits */
	struct thumbnail *thumbnail; /* of its present state; NULL: not made yet */
};

struct showcase {
	int count, next; /* boards; the one that moves next */
	int64_t due;
	struct picture *canvas;
	struct board board[BOARDS];
};

/* ---- the boards ---- */

struct showcase *showcase_new(const struct app *app)
{
	struct level_list tour = tour_levels(app->library);
	struct showcase *showcase = calloc(1, sizeof *showcase);
	struct picture *canvas = picture_new();
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
	if (showcase == NULL || canvas == NULL || showcase->count == 0) {
		free(showcase);
		picture_free(canvas);
		return NULL;
	}
	showcase->canvas = canvas;
	showcase->due = milliseconds_now() + 2 * MOVE_MILLISECONDS;
	return showcase;
}

void showcase_free(struct showcase *showcase)
{
	if (showcase == NULL)
		return;
	for (int i = 0; i < showcase->count; i++)
		thumbnail_free(showcase->board[i].thumbnail);
	picture_free(showcase->canvas);
	free(showcase);
}

/* ---- time ---- */

int64_t showcase_due(const struct showcase *showcase, const struct app *app)
{
	if (app->settings.animation != ANIMATION_FULL ||
	    milliseconds_now() - app->touched > IDLE_MILLISECONDS)
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
	thumbnail_free(board->thumbnail);
	board->thumbnail = NULL;
}

void showcase_tick(struct showcase *showcase, const struct app *app)
{
	if (milliseconds_now() < showcase->due)
		return;
	if (screen_is_reading(app->screen))
		play(&showcase->board[showcase->next]);
	showcase->next = (showcase->next + 1) % showcase->count;
	showcase->due = milliseconds_now() + MOVE_MILLISECONDS;
}

/* ---- the picture ---- */

enum { LETTERS = sizeof NAME - 1 };

static bool is_large(int columns)
{
	return columns >= LETTERS * large_columns(2);
}

/* The program's name, a letter in each jewel's colour, in the middle. */
static void draw_name(struct picture *picture, int row, int column, int columns)
{
	const bool large = is_large(columns);
	const int side = large ? 2 : 1, width = large_columns(side);
	colour_id colours[LETTERS];
	for (int i = 0; i < LETTERS; i++)
		colours[i] = hue_colour(i + 1, TONE_TEXT);
	column += (columns - LETTERS * width + width / 4) / 2;
	large_print(picture, row, column, NAME, side, colours, LETTERS);
}

bool showcase_fits(struct size room)
{
	return room.rows > large_rows(1) + BOARDS / ACROSS * BOARD_ROWS_MIN &&
	       room.columns >= LETTERS * large_columns(1);
}

/* A line of the list that belongs to the puzzle. */
static int line_of(const struct menu *menu, const struct puzzle *puzzle)
{
	int line = 0;
	while (menu->lines[line].puzzle != puzzle)
		line++;
	return line;
}

/* A click chooses the puzzle. */
static void draw_board(struct showcase *showcase, int number, struct app *app, int row, int column,
                       struct size size)
{
	struct board *board = &showcase->board[number];
	if (board->thumbnail == NULL || !thumbnail_fits(board->thumbnail, size)) {
		thumbnail_free(board->thumbnail);
		board->thumbnail = thumbnail_new(showcase->canvas, board->puzzle, &board->level,
		                                 &board->state, size, app->picture->tones);
	}
	if (board->thumbnail != NULL)
		thumbnail_paint(board->thumbnail, app->picture, row, column);
	picture_click_area(app->picture, row, column, size.rows, size.columns, PRESS_TAB,
	                   line_of(menu_of(app), board->puzzle));
}

static int smaller(int a, int b)
{
	return a < b ? a : b;
}

void showcase_draw(struct showcase *showcase, struct app *app, int row, int column,
                   struct size room)
{
	const int lines = (showcase->count + ACROSS - 1) / ACROSS;
	const int name_rows = 1 + (is_large(room.columns) ? large_rows(2) : large_rows(1));
	const struct size cell = {
		smaller((room.rows + 1 - name_rows) / lines, BOARD_ROWS_MAX),
		smaller(room.columns / ACROSS, BOARD_COLUMNS_MAX),
	};
	const struct size size = {cell.rows - 1, cell.columns - 1};
	row += (room.rows + 1 - name_rows - lines * cell.rows) / 2;
	const int below = row + name_rows;
	draw_name(app->picture, row, column, room.columns);
	column += (room.columns - ACROSS * cell.columns + 1) / 2;
	for (int i = 0; i < showcase->count; i++)
		draw_board(showcase, i, app, below + i / ACROSS * cell.rows,
		           column + i % ACROSS * cell.columns, size);
}
