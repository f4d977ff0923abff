/* The review: a replay that shows what each move cost, and from which the game can be played on. */
#include "ui/page/game.h"

#include <string.h>

enum { LEVELS = 8 /* heights of a bar in a row */ };

/* ---- moving along ---- */

static void say_none(struct app *app)
{
	app_say(app, session_review_is_done(&game_of(app)->session)
	                     ? "Each move kept the minimum."
	                     : "Not proven yet: the solver is still searching.");
}

static void go(struct app *app, int position)
{
	struct game *game = game_of(app);
	game->paused = true;
	session_replay_seek(&game->session, (uint32_t)position);
	game_changed(app);
}

void review_begin(struct app *app)
{
	struct game *game = game_of(app);
	if (game->session.level.endless) {
		app_say(app, "An endless game has no minimum to compare with.");
		return;
	}
	if (game->replay == REPLAY_NONE)
		playback_replay(app);
	if (game->replay == REPLAY_NONE)
		return;
	go(app, 0);
	game->seeking = true;
	review_update(app);
}

void review_update(struct app *app)
{
	struct game *game = game_of(app);
	if (!game->seeking)
		return;
	const int first = session_find_mistake(&game->session, -1, 1);
	if (first < 0 && !session_review_is_done(&game->session))
		return;
	game->seeking = false;
	if (first > 0)
		go(app, first);
}

void review_seek(struct app *app, int step)
{
	const struct session *session = &game_of(app)->session;
	const int here = (int)session->line.at;
	const int found = session_find_mistake(session, here, step);
	if (found >= 0)
		go(app, found);
	else if (session_find_mistake(session, -1, 1) < 0)
		say_none(app);
	else
		app_say(app,
		        step > 0 ? "No costly move after this." : "No costly move before this.");
}

void review_show_best(struct app *app)
{
	struct game *game = game_of(app);
	game->paused = true;
	if (!session_show_best(&game->session))
		app_say(app, session_solved(&game->session) ? "Already solved."
		                                            : "No solution is known from here.");
}

/* ---- playing on ---- */

static void play_on(struct app *app, int position)
{
	struct game *game = game_of(app);
	char key[KEY_NAME_MAX];
	animation_stop(app);
	if (!session_play_on(&game->session, position)) {
		app_say_sentence(app, "out of memory");
		return;
	}
	game->replay = REPLAY_NONE;
	game->paused = game->from_list = false;
	game_changed(app);
	app_say(app, "A new try from move %d; it can't earn a second star. %s undoes it.", position,
	        app_key(app, ON_GAME, 'u', key));
}

void review_play_on(struct app *app)
{
	const struct session *session = &game_of(app)->session;
	if (session->review.count == 0)
		app_say(app, "An endless game can't be played on from a replay.");
	else if (session_solved(session))
		app_say(app, "Already solved.");
	else
		play_on(app, (int)session->line.at);
}

void review_retry(struct app *app)
{
	const int first = session_find_mistake(&game_of(app)->session, -1, 1);
	if (first < 0)
		say_none(app);
	else
		play_on(app, first);
}

/* ---- words ---- */

void review_words(const struct app *app, char out[REPORT_MAX])
{
	const struct game *game = game_of(app);
	const int columns = app->right - app->left;
	const bool ascii = app->picture->glyphs == GLYPHS_ASCII;
	out[0] = '\0';
	if (game->session.hint == HINT_MOVE)
		report_plan(&game->session, columns, ascii, out);
	else if (game->replay == REPLAY_OWN)
		report_reviewed(&game->session, (int)game->session.line.at, columns < 50, out);
}

/* ---- the graph ---- */

struct graph {
	int row, rows;
	int highest; /* minimum */
};

static colour_id colour_of(int cost)
{
	return cost == 0 ? COLOUR_GREEN : cost == COST_UNKNOWN ? COLOUR_QUIET : COLOUR_WARNING;
}

/* The height of a bar, in eighths of a row: at least one. */
static int height_of(const struct graph *graph, int minimum)
{
	const int all = graph->rows * LEVELS;
	return graph->highest == 0 ? 1 : 1 + minimum * (all - 1) / graph->highest;
}

/* A bar's glyph in a row whose lower edge is at `from` eighths; blank above the bar. */
static char32_t glyph_of(const struct picture *picture, int height, int from, int cost)
{
	const int part = height - from;
	if (part <= 0)
		return U' ';
	if (picture->glyphs == GLYPHS_ASCII)
		return cost == 0 ? U'#' : cost == COST_UNKNOWN ? U'.' : U'o';
	return part >= LEVELS ? U'█' : U'▁' + (char32_t)(part - 1);
}

static void draw_bar(struct picture *picture, const struct graph *graph, int column, int minimum,
                     int cost, bool here)
{
	const int height = minimum < 0 ? 0 : height_of(graph, minimum);
	for (int i = 0; i < graph->rows; i++) {
		const int row = graph->row + graph->rows - 1 - i;
		char32_t glyph = glyph_of(picture, height, i * LEVELS, cost);
		if (minimum < 0 && i == 0)
			glyph = minimum == MINIMUM_NONE ? picture_glyph(picture, U'×', U'x')
			                                : picture_glyph(picture, U'·', U'.');
		picture_ink(picture, row, column, glyph, colour_of(cost), COLOUR_NONE);
	}
	if (here && graph->rows > 1)
		picture_put(picture, graph->row + graph->rows, column,
		            picture_glyph(picture, U'▲', U'^'), ROLE_STRONG, 0);
	else if (here)
		picture_set_role(picture, graph->row, column, 1, ROLE_SELECTED);
}

int review_draw(const struct app *app, int row, int column, int rows, int columns)
{
	const struct session *session = &game_of(app)->session;
	const struct review *review = &session->review;
	struct graph graph = {.row = row, .rows = rows};
	const int here = (int)session->line.at;
	if (review->count <= 1 || columns < 1)
		return row;
	int first = 0;
	if (review->count > columns) {
		first = here - columns / 2;
		first = first < 0 ? 0 : first;
		first = first > review->count - columns ? review->count - columns : first;
	}
	const int end = first + columns < review->count ? first + columns : review->count;
	for (int i = 0; i < review->count; i++)
		if (review->minima[i] > graph.highest)
			graph.highest = review->minima[i];
	for (int i = first; i < end; i++)
		draw_bar(app->picture, &graph, column + i - first, review->minima[i],
		         i + 1 < review->count ? session_move_cost(session, i) : 0, i == here);
	return row + rows + (rows > 1);
}
