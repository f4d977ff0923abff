#include "ui/page/menu_showcase.h"

#include <stdlib.h>

#include "algo/least.h"
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
	ACROSS = 2,   /* boards in a row */
	GAP_ROWS = 1, /* above the name, and between boards */
	GAP_COLUMNS = 2,
	BOARD_ROWS_MIN = 4, /* on the screen */
	BOARD_COLUMNS_MAX = 44,
	CELLS_ACROSS = 4, /* of a board whose pieces are large enough, if there is one */
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
	int turn;                    /* moves made; beyond the last one, the board waits */
	struct thumbnail *thumbnail; /* picture of its current state; NULL: not made yet */
};

struct showcase {
	int count, next; /* boards; the one that moves next */
	int64_t due;
	struct picture *canvas;
	struct board board[BOARDS];
};

/* ---- the boards ---- */

static bool is_small(const struct level *level)
{
	return level->rows <= CELLS_ACROSS && level->columns <= CELLS_ACROSS;
}

/* The puzzle's board, or a new one; NULL: there is no room for a new one. */
static struct board *board_of(struct showcase *showcase, const struct puzzle *puzzle)
{
	int i = 0;
	while (i < showcase->count && showcase->board[i].puzzle != puzzle)
		i++;
	return i < BOARDS ? &showcase->board[i] : NULL;
}

/* Takes a level for its puzzle's board, unless that has a level which suits as well. */
static void offer(struct showcase *showcase, const struct app *app, struct level_ref ref)
{
	struct level *level = &menu_of(app)->level;
	struct error error;
	struct board *board = board_of(showcase, library_puzzle(app->library, ref));
	if (board == NULL || (board->puzzle != NULL && is_small(&board->level)) ||
	    !library_level(app->library, ref, level, &error) ||
	    (board->puzzle != NULL && !is_small(level)))
		return;
	showcase->count += board->puzzle == NULL;
	board->puzzle = library_puzzle(app->library, ref);
	board->level = *level;
	board->state = level->start;
}

struct showcase *showcase_new(const struct app *app)
{
	struct level_list tour = tour_levels(app->library);
	struct showcase *showcase = calloc(1, sizeof *showcase);
	struct picture *canvas = picture_new();
	for (int i = 0; showcase != NULL && i < tour.count; i++)
		offer(showcase, app, tour.refs[i]);
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

static bool is_large(struct size room)
{
	return room.columns >= LETTERS * large_columns(2);
}

/* The program's name, a letter in each jewel's colour, in the middle. */
static void draw_name(struct picture *picture, int row, int column, struct size room)
{
	const int side = is_large(room) ? 2 : 1;
	const int width = large_columns(side);
	colour_id colours[LETTERS];
	for (int i = 0; i < LETTERS; i++)
		colours[i] = hue_colour(i + 1, TONE_TEXT);
	column += (room.columns - LETTERS * width + width / 4) / 2;
	large_print(picture, row, column, NAME, side, colours, LETTERS);
}

/* Of the name, with the gap above it. */
static int name_rows(struct size room)
{
	return GAP_ROWS + (is_large(room) ? large_rows(2) : large_rows(1));
}

/* Of each board: about as high as wide. A column at the right stays free. */
static struct size board_size(struct size room)
{
	const int lines = BOARDS / ACROSS;
	const int across = (room.columns - 1 - (ACROSS - 1) * GAP_COLUMNS) / ACROSS;
	const int columns = least(across, BOARD_COLUMNS_MAX);
	const int rows = (room.rows - name_rows(room) - (lines - 1) * GAP_ROWS) / lines;
	return (struct size){least(rows, (columns + 1) / 2), columns};
}

bool showcase_fits(struct size room)
{
	return board_size(room).rows >= BOARD_ROWS_MIN &&
	       room.columns >= LETTERS * large_columns(1) - 1;
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

void showcase_draw(struct showcase *showcase, struct app *app, int row, int column,
                   struct size room)
{
	const int lines = BOARDS / ACROSS, names = name_rows(room);
	const struct size size = board_size(room);
	const int width = ACROSS * (size.columns + GAP_COLUMNS) - GAP_COLUMNS;
	const int rest = room.rows - names - lines * (size.rows + GAP_ROWS) + GAP_ROWS;
	const int gap = rest > 0 ? GAP_ROWS : 0; /* below the name */
	row += (rest - gap) / 2;
	draw_name(app->picture, row + GAP_ROWS, column, room);
	row += names + gap;
	column += (room.columns - width) / 2;
	for (int i = 0; i < showcase->count; i++)
		draw_board(showcase, i, app, row + i / ACROSS * (size.rows + GAP_ROWS),
		           column + i % ACROSS * (size.columns + GAP_COLUMNS), size);
}
