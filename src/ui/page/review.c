/* The review: a replay that shows what each move cost, and from which the game can be played on. */
#include "ui/page/game.h"

#include "algo/least.h"
#include "os/language.h"
#include "ui/widget/graph.h"

/* ---- moving along ---- */

static void say_none(struct app *app)
{
	app_say(app, session_review_is_done(&game_of(app)->session)
	                     ? _("Each move kept the minimum.")
	                     : _("Not proven yet: the solver is still searching."));
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
		app_say(app, _("An endless game has no minimum to compare with."));
		return;
	}
	if (game->replay == REPLAY_NONE && !playback_replay(app))
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
		app_say(app, step > 0 ? _("No costly move after this.")
		                      : _("No costly move before this."));
}

void review_show_best(struct app *app)
{
	struct game *game = game_of(app);
	game->paused = true;
	if (!session_show_best(&game->session))
		app_say(app, session_solved(&game->session) ? _("Already solved.")
		             : game->session.answer.verdict == UNSOLVABLE
		                     ? _("Nothing solves it from here.")
		                     : _("No solution is known from here."));
}

/* ---- playing on ---- */

/* That it counts less than a game from the start without having seen the replay. */
static void say_new_try(struct app *app, int position, bool solution_shown, const char *key)
{
	if (position == 0 && solution_shown)
		app_say(app, _("A new try from the start; it can't earn a star. %s undoes it."),
		        key);
	else if (position == 0)
		app_say(app,
		        _("A new try from the start; it can't earn a second star. %s undoes it."),
		        key);
	else if (solution_shown)
		app_say(app, _("A new try from move %d; it can't earn a star. %s undoes it."),
		        position, key);
	else
		app_say(app,
		        _("A new try from move %d; it can't earn a second star. %s undoes it."),
		        position, key);
}

static void play_on(struct app *app, int position)
{
	struct game *game = game_of(app);
	char key[KEY_NAME_MAX];
	animation_stop(app);
	if (!session_play_on(&game->session, position)) {
		app_say(app, _("Out of memory."));
		return;
	}
	game->replay = REPLAY_NONE;
	game->paused = game->from_list = false;
	game_changed(app);
	app_key(app, ON_GAME, 'u', key);
	say_new_try(app, position, session_solution_shown(&game->session), key);
}

void review_play_on(struct app *app)
{
	const struct session *session = &game_of(app)->session;
	if (session->review.count == 0)
		app_say(app, _("An endless game can't be played on from a replay."));
	else if (session_solved(session))
		app_say(app, _("Already solved."));
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
	else if (game->replay != REPLAY_MINIMUM)
		report_reviewed(&game->session, (int)game->session.line.at, columns < 50, out);
}

/* ---- the graph ---- */

static colour_id colour_of(int cost)
{
	return cost == 0 ? COLOUR_GREEN : cost_is_mistake(cost) ? COLOUR_WARNING : COLOUR_QUIET;
}

static char letter_of(int cost)
{
	return cost == 0 ? '#' : cost_is_mistake(cost) ? 'o' : '.';
}

/* A position's minimum, in the colour of what its move cost; the last one has no move. */
static void draw_position(struct picture *picture, const struct graph *graph, int index,
                          const struct session *session, int position)
{
	const struct review *review = &session->review;
	const int minimum = review->minima[position];
	const int cost = position + 1 < review->count ? session_move_cost(session, position) : 0;
	const colour_id colour = colour_of(cost);
	if (minimum >= 0)
		graph_bar(picture, graph, index, minimum, colour, letter_of(cost));
	else if (minimum == MINIMUM_NONE)
		graph_sign(picture, graph, index, U'×', 'x', COLOUR_WARNING);
	else
		graph_sign(picture, graph, index, U'·', '.', COLOUR_QUIET);
}

/* Of a long way, the part about the current position. */
static int first_of(const struct review *review, int here, int columns)
{
	const int last = greatest(0, review->count - columns);
	return least(greatest(0, here - columns / 2), last);
}

int review_draw(const struct app *app, int row, int column, int rows, int columns)
{
	const struct session *session = &game_of(app)->session;
	const struct review *review = &session->review;
	struct picture *picture = app->picture;
	struct graph graph = {.row = row, .column = column, .rows = rows};
	const int here = (int)session->line.at;
	if (review->count <= 1 || columns < 1)
		return row;
	for (int i = 0; i < review->count; i++)
		graph.highest = greatest(graph.highest, review->minima[i]);
	const int first = first_of(review, here, columns);
	for (int i = 0; i < columns && first + i < review->count; i++)
		draw_position(picture, &graph, i, session, first + i);
	if (rows > 1)
		picture_put(picture, row + rows, column + here - first,
		            picture_glyph(picture, U'▲', U'^'), ROLE_STRONG, 0);
	else
		picture_set_role(picture, row, column + here - first, 1, ROLE_SELECTED);
	return row + rows + (rows > 1);
}
