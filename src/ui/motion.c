/* What moves on the screen: a move from one position to the next, in the pictures that its puzzle
 * paints, and the light that goes once over a board that was solved. Both are shown and never
 * waited for: the position is the new one all the while. */
#include "core/clock.h"
#include "ui/app.h"

enum {
	LIGHTS = 12,             /* pictures of the light, or fewer on small boards */
	LIGHT_MILLISECONDS = 50, /* each of them */
	FLASH_MILLISECONDS = 300, /* the only one, where pictures are dear */
};

/* ---- a move ---- */

static bool is_key_frame(const struct game *game, int frame)
{
	const struct mode *mode = game->session.mode;
	const struct motion *motion = &game->motion;
	if (mode->is_key_frame == NULL)
		return frame == (motion->frames + 1) / 2;
	return mode->is_key_frame(&game->session.level, &motion->from, motion->move, frame);
}

/* Between two pictures of a motion: the whole way takes about an eighth of a second, but for
 * pictures that the mode wants to be looked at. */
static int frame_milliseconds(const struct app *app)
{
	const struct game *game = &app->game;
	const struct motion *motion = &game->motion;
	if (game->session.mode->is_key_frame != NULL && is_key_frame(game, motion->frame))
		return 60 * (SPEEDS + 1 - app->settings.speed);
	const int whole = 40 + 16 * (SPEEDS - app->settings.speed);
	const int each = whole / (motion->frames > 0 ? motion->frames : 1);
	return each < 16 ? 16 : each > 40 ? 40 : each;
}

/* The next picture of the motion: 0 behind the last one. */
static int next_frame(const struct app *app)
{
	const struct motion *motion = &app->game.motion;
	int frame = motion->frame + 1;
	if (app->settings.animation == ANIMATION_REDUCED)
		while (frame <= motion->frames && !is_key_frame(&app->game, frame))
			frame++;
	return frame <= motion->frames ? frame : 0;
}

static void advance_move(struct app *app)
{
	struct motion *motion = &app->game.motion;
	motion->frame = next_frame(app);
	motion->due = milliseconds_now() + frame_milliseconds(app);
}

void motion_begin(struct app *app, const struct state *from, int score, move_code move)
{
	struct motion *motion = &app->game.motion;
	const struct session *session = &app->game.session;
	*motion = (struct motion){.from = *from, .score = score, .move = move};
	if (app->settings.animation == ANIMATION_OFF || session->mode->frames == NULL)
		return;
	motion->frames = session->mode->frames(&session->level, from, move);
	if (motion->frames > 0)
		advance_move(app);
}

int motion_score(const struct game *game)
{
	const struct session *session = &game->session;
	const struct motion *motion = &game->motion;
	if (motion->frame == 0 || session->mode->points == NULL)
		return session_score(session);
	return motion->score + session->mode->points(&session->level, &motion->from, motion->move,
	                                             motion->frame);
}

/* ---- the light ---- */

/* How many steps it is from one corner of the board to the other. */
static int diagonal(const struct level *level)
{
	return level->rows + level->columns - 1;
}

static int light_milliseconds(const struct motion *motion)
{
	return motion->lights == 1 ? FLASH_MILLISECONDS : LIGHT_MILLISECONDS;
}

void motion_celebrate(struct app *app)
{
	struct motion *motion = &app->game.motion;
	const int steps = diagonal(&app->game.session.level);
	if (app->settings.animation == ANIMATION_OFF)
		return;
	motion->lights = app->settings.animation == ANIMATION_REDUCED ? 1
	                 : steps < LIGHTS                             ? steps
	                                                              : LIGHTS;
	motion->light = 1;
	if (motion->frame == 0)
		motion->due = milliseconds_now() + light_milliseconds(motion);
}

static void advance_light(struct app *app)
{
	struct motion *motion = &app->game.motion;
	motion->light = motion->light < motion->lights ? motion->light + 1 : 0;
	motion->due = milliseconds_now() + light_milliseconds(motion);
	/* Where nobody would see it now, it must not come later. */
	if (!screen_is_reading(app->screen))
		motion->light = 0;
}

static bool is_piece(enum role role)
{
	return role == ROLE_PIECE || role == ROLE_HOME || role == ROLE_CLOSED;
}

/* The place of a cell in the picture, from the board's own. */
static struct scale place_of(const struct session *session, const struct picture *picture, int cell)
{
	const struct scale margin = session->mode->margin, scale = picture->scale;
	return (struct scale){margin.rows + cell / session->level.columns * scale.rows,
	                      margin.columns + cell % session->level.columns * scale.columns};
}

/* A piece stands in another light; where the board is empty, the floor's dots do. */
static void light_cell(struct picture *picture, struct scale at, bool empty)
{
	for (int row = at.rows; row < at.rows + picture->scale.rows; row++)
		for (int column = at.columns; column < at.columns + picture->scale.columns;
		     column++)
			if (is_piece(picture_role(picture, row, column)))
				picture_set_role(picture, row, column, 1, ROLE_CHOSEN);
			else if (empty && picture_glyph_at(picture, row, column) != U' ')
				picture_put(picture, row, column,
				            picture_glyph(picture, U'•', U'*'), ROLE_STRONG, 0);
}

static bool is_empty(const struct session *session, const struct picture *picture)
{
	for (int cell = 0; cell < level_cells(&session->level); cell++) {
		const struct scale at = place_of(session, picture, cell);
		if (is_piece(picture_role(picture, at.rows, at.columns)))
			return false;
	}
	return true;
}

void motion_paint_light(const struct game *game, struct picture *picture)
{
	const struct session *session = &game->session;
	const struct motion *motion = &game->motion;
	const int columns = session->level.columns, steps = diagonal(&session->level);
	if (motion->light == 0 || motion->frame > 0)
		return;
	const bool empty = is_empty(session, picture);
	for (int cell = 0; cell < level_cells(&session->level); cell++) {
		const int step = cell / columns + cell % columns;
		if (step * motion->lights / steps == motion->light - 1 || motion->lights == 1)
			light_cell(picture, place_of(session, picture, cell), empty);
	}
}

/* ---- both ---- */

void motion_stop(struct game *game)
{
	game->motion.frame = game->motion.light = 0;
}

bool motion_is_over(const struct game *game)
{
	return game->motion.frame == 0 && game->motion.light == 0;
}

void motion_tick(struct app *app)
{
	if (app->game.motion.frame > 0)
		advance_move(app);
	else
		advance_light(app);
}
