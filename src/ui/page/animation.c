/* What moves on the screen: a move from one position to the next, in the pictures that its puzzle
 * paints, and the light that goes once over a board that was solved. Both are shown and never
 * waited for: the position is the new one all the while. */
#include "os/clock.h"
#include "ui/app.h"

enum {
	LIGHTS = 12,             /* pictures of the light, or fewer on small boards */
	LIGHT_MILLISECONDS = 50, /* each of them */
	FLASH_MILLISECONDS = 300, /* the only one, where pictures are dear */
};

/* ---- a move ---- */

static bool is_key_frame(const struct game *game, int frame)
{
	const struct puzzle *puzzle = game->session.puzzle;
	const struct move_animation *animation = &game->animation;
	if (puzzle->screen.is_key_frame == NULL)
		return frame == (animation->frames + 1) / 2;
	return puzzle->screen.is_key_frame(&game->session.level, &animation->from, animation->move,
	                                   frame);
}

/* Between two pictures of a motion: the whole way takes about an eighth of a second, but for
 * pictures that the mode wants to be looked at. */
static int frame_milliseconds(const struct app *app)
{
	const struct game *game = &app->game;
	const struct move_animation *animation = &game->animation;
	if (game->session.puzzle->screen.is_key_frame != NULL &&
	    is_key_frame(game, animation->frame))
		return 60 * (SPEEDS + 1 - app->settings.speed);
	const int whole = 40 + 16 * (SPEEDS - app->settings.speed);
	const int each = whole / (animation->frames > 0 ? animation->frames : 1);
	return each < 16 ? 16 : each > 40 ? 40 : each;
}

/* The next picture of the motion: 0 behind the last one. */
static int next_frame(const struct app *app)
{
	const struct move_animation *animation = &app->game.animation;
	int frame = animation->frame + 1;
	if (app->settings.animation == ANIMATION_REDUCED)
		while (frame <= animation->frames && !is_key_frame(&app->game, frame))
			frame++;
	return frame <= animation->frames ? frame : 0;
}

static void advance_move(struct app *app)
{
	struct move_animation *animation = &app->game.animation;
	animation->frame = next_frame(app);
	animation->due = milliseconds_now() + frame_milliseconds(app);
}

void animation_begin(struct app *app, const struct state *from, int score, move_code move)
{
	struct move_animation *animation = &app->game.animation;
	const struct session *session = &app->game.session;
	*animation = (struct move_animation){.from = *from, .score = score, .move = move};
	if (app->settings.animation == ANIMATION_OFF || session->puzzle->screen.frames == NULL)
		return;
	animation->frames = session->puzzle->screen.frames(&session->level, from, move);
	if (animation->frames > 0)
		advance_move(app);
}

int animation_score(const struct game *game)
{
	const struct session *session = &game->session;
	const struct move_animation *animation = &game->animation;
	if (animation->frame == 0 || session->puzzle->rules.points == NULL)
		return session_score(session);
	return animation->score + session->puzzle->rules.points(&session->level, &animation->from,
	                                                        animation->move, animation->frame);
}

/* ---- the light ---- */

/* How many steps it is from one corner of the board to the other. */
static int diagonal(const struct level *level)
{
	return level->rows + level->columns - 1;
}

static int light_milliseconds(const struct move_animation *animation)
{
	return animation->lights == 1 ? FLASH_MILLISECONDS : LIGHT_MILLISECONDS;
}

void animation_celebrate(struct app *app)
{
	struct move_animation *animation = &app->game.animation;
	const int steps = diagonal(&app->game.session.level);
	if (app->settings.animation == ANIMATION_OFF)
		return;
	animation->lights = app->settings.animation == ANIMATION_REDUCED ? 1
	                    : steps < LIGHTS                             ? steps
	                                                                 : LIGHTS;
	animation->light = 1;
	if (animation->frame == 0)
		animation->due = milliseconds_now() + light_milliseconds(animation);
}

static void advance_light(struct app *app)
{
	struct move_animation *animation = &app->game.animation;
	animation->light = animation->light < animation->lights ? animation->light + 1 : 0;
	animation->due = milliseconds_now() + light_milliseconds(animation);
	/* Where nobody would see it now, it must not come later. */
	if (!screen_is_reading(app->screen))
		animation->light = 0;
}

static bool is_piece(enum role role)
{
	return role == ROLE_PIECE || role == ROLE_HOME || role == ROLE_CLOSED;
}

/* The place of a cell in the picture, from the board's own. */
static struct scale place_of(const struct session *session, const struct picture *picture, int cell)
{
	const struct scale margin = session->puzzle->screen.margin, scale = picture->scale;
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

void animation_paint_flash(const struct game *game, struct picture *picture)
{
	const struct session *session = &game->session;
	const struct move_animation *animation = &game->animation;
	const int columns = session->level.columns, steps = diagonal(&session->level);
	if (animation->light == 0 || animation->frame > 0)
		return;
	const bool empty = is_empty(session, picture);
	for (int cell = 0; cell < level_cells(&session->level); cell++) {
		const int step = cell / columns + cell % columns;
		if (step * animation->lights / steps == animation->light - 1 ||
		    animation->lights == 1)
			light_cell(picture, place_of(session, picture, cell), empty);
	}
}

/* ---- both ---- */

void animation_stop(struct game *game)
{
	game->animation.frame = game->animation.light = 0;
}

bool animation_is_over(const struct game *game)
{
	return game->animation.frame == 0 && game->animation.light == 0;
}

void animation_tick(struct app *app)
{
	if (app->game.animation.frame > 0)
		advance_move(app);
	else
		advance_light(app);
}
