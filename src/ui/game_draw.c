/* The board page as a picture: title, board, counter, words, and the result over them. */
#include <stdio.h>

#include "core/text.h"
#include "ui/app.h"

enum {
	HEAD_ROWS = 1,  /* above the board */
	FOOT_ROWS = 3,  /* below: message, counter, keys */
};

/* Sizes of a board's cell on the screen, the largest first. */
static const struct scale scales[] = {{3, 6}, {2, 4}, {1, 2}};

/* What separates two parts of the title; returns the column behind it. */
static int draw_dot(struct picture *picture, int column)
{
	picture_put(picture, 0, column + 1, picture_glyph(picture, U'·', U'-'), ROLE_QUIET, 0);
	return column + 3;
}

static void draw_title(struct app *app)
{
	const struct game *game = &app->game;
	struct picture *picture = app->picture;
	const struct level_text *text = library_text(app->library, game->place);
	const struct pack *pack = &app->library->packs[game->place.pack];
	char best[32] = "";
	if (game->best.count >= 0)
		snprintf(best, sizeof best, "your best %d", game->best.count);
	if (game->demo)
		snprintf(best, sizeof best, "demo");
	const int right = picture->columns - 1 - text_columns(best);
	int column = 1;
	if (picture->columns >= 60) {
		column = picture_text(picture, 0, column, right, ROLE_STRONG, "Parlour") + 3;
		column = picture_text(picture, 0, column, right - column, ROLE_QUIET,
		                      game->session.mode->title);
		column = draw_dot(picture, column);
		column = picture_text(picture, 0, column, right - column, ROLE_QUIET,
		                      library_pack_title(app->library, game->place.pack)) + 1;
	}
	char number[32];
	snprintf(number, sizeof number, "%d/%d", game->place.level + 1, pack->count);
	column = picture_text(picture, 0, column, right - column, ROLE_QUIET, number);
	column = draw_dot(picture, column);
	picture_text(picture, 0, column, right - column - 1, ROLE_STRONG, text->title);
	picture_print(picture, 0, right, ROLE_TEXT, "%s", best);
}

/* The counter: one role for all of it, so that a new number costs few bytes. */
static void draw_counter(struct app *app)
{
	const struct session *session = &app->game.session;
	struct picture *picture = app->picture;
	const bool wide = picture->columns >= 60;
	const int row = picture->rows - 2, gap = wide ? 4 : 2;
	char best[REPORT_MAX];
	report_best(session, picture->glyphs == GLYPHS_ASCII, best);
	int column = picture_print(picture, row, wide, ROLE_TEXT, "moves %-3d",
	                           session_count(session)) + gap - 2;
	column = picture_print(picture, row, column, ROLE_TEXT, "%-20s", best) + gap - 1;
	if (session->answer.verdict == UNSOLVABLE)
		picture_set_role(picture, row, column - gap - 19, 16, ROLE_WARNING);
	if (session->level.par >= 0)
		column = picture_print(picture, row, column, ROLE_TEXT, "par %d",
		                       session->level.par) + gap;
	if (session_over_par(session) > 0)
		picture_print(picture, row, column, ROLE_STRONG, "+%d", session_over_par(session));
}

/* The hint that was asked for, or the level's own words. */
static void draw_edges(struct app *app)
{
	const struct game *game = &app->game;
	const char *own = library_text(app->library, game->place)->value[HEADER_HINT];
	char hint[REPORT_MAX];
	report_hint(&game->session, hint);
	if (hint[0] != '\0')
		app_draw_edges(app, game_where(app), hint, ROLE_STRONG);
	else
		app_draw_edges(app, game_where(app), own == NULL ? "" : own, ROLE_QUIET);
}

/* The largest scale in which the board fits, or the smallest. */
static void choose_scale(const struct app *app, struct scale *scale, struct scale *extent)
{
	const struct session *session = &app->game.session;
	const int rows = app->picture->rows - HEAD_ROWS - FOOT_ROWS;
	for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
		*scale = scales[i];
		*extent = mode_extent(session->mode, &session->level, *scale);
		if (extent->rows <= rows && extent->columns <= app->picture->columns)
			return;
	}
}

static void draw_board(struct app *app, struct scale scale, struct scale extent)
{
	const struct game *game = &app->game;
	const struct session *session = &game->session;
	struct picture *picture = app->picture;
	struct state state;
	move_code hint = 0;
	session_state(session, &state);
	const bool moving = game->motion.frame > 0;
	const bool pointing = session->hint == HINT_MOVE && session_next(session, &hint);
	const struct view view = {
		.state = moving ? &game->motion.from : &state,
		.hand = &session->hand,
		.hint = pointing ? &hint : NULL,
		.moving = game->motion.move,
		.frame = game->motion.frame,
	};
	const int room = picture->rows - HEAD_ROWS - FOOT_ROWS;
	picture->scale = scale;
	picture_move_to(picture, HEAD_ROWS + (room - extent.rows) / 2,
	                (picture->columns - extent.columns) / 2);
	session->mode->paint(&session->level, &view, picture);
	picture_move_to(picture, 0, 0);
}

/* A line of the result, centred in its box. */
static void draw_centred(struct picture *picture, int row, int column, int columns,
                         enum role role, const char *text)
{
	picture_text(picture, row, column + (columns - text_columns(text)) / 2, columns, role, text);
}

static void draw_result(struct app *app)
{
	const struct game *game = &app->game;
	struct picture *picture = app->picture;
	char result[REPORT_MAX], second[REPORT_MAX];
	report_result(&game->session, result);
	const int64_t seconds = game_seconds(game);
	char par[24] = "";
	if (game->session.level.par >= 0)
		snprintf(par, sizeof par, "par %d   ", game->session.level.par);
	snprintf(second, sizeof second, "%syour best %d   time %d:%02d", par, game->best.count,
	         (int)(seconds / 60), (int)(seconds % 60));
	if (session_helped(&game->session))
		snprintf(second, sizeof second, "solved for you: r to try it yourself");
	const int columns = picture->columns < 56 ? picture->columns : 56;
	const int row = HEAD_ROWS + (picture->rows - HEAD_ROWS - FOOT_ROWS - 6) / 2;
	const int column = (picture->columns - columns) / 2;
	picture_fill(picture, row, column, 6, columns, U' ', ROLE_TEXT, 0);
	const char32_t line = picture_glyph(picture, U'─', U'-');
	picture_fill(picture, row, column, 1, columns, line, ROLE_QUIET, 0);
	picture_fill(picture, row + 5, column, 1, columns, line, ROLE_QUIET, 0);
	draw_centred(picture, row + 1, column, columns, ROLE_STRONG, result);
	draw_centred(picture, row + 2, column, columns, ROLE_TEXT, second);
	draw_centred(picture, row + 4, column, columns, ROLE_QUIET,
	             "Enter next   r again   u undo   R levels");
}

void game_draw(struct app *app)
{
	struct scale scale, extent;
	struct game *game = &app->game;
	choose_scale(app, &scale, &extent);
	if (app_needs(app, extent.rows + HEAD_ROWS + FOOT_ROWS, extent.columns))
		return;
	draw_title(app);
	draw_board(app, scale, extent);
	draw_counter(app);
	draw_edges(app);
	if (game->solved && !game->demo && game->motion.frame == 0)
		draw_result(app);
}
