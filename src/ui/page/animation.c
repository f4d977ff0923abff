/* The animation of a move, in frames that the puzzle paints, and the flash across a solved board.
 * Neither delays the game: the session is already at the new position. */
#include "ui/page/game.h"

#include "os/clock.h"
#include "puzzle/board_pixels.h"

enum {
	FLASHES = 12,              /* pictures of the flash, or fewer on small boards */
	FLASH_MILLISECONDS = 50,   /* each of them */
	SINGLE_MILLISECONDS = 300, /* the only one, with reduced animation */
	KEYED_FRAMES = 3,          /* in the time of a move, if it has key frames */
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

/* The duration of a frame. A move takes about an eighth of a second; one with key frames a third of
 * that for each frame, and its key frames stay longer, above all if only they are shown. */
static int frame_milliseconds(const struct app *app)
{
	const struct game *game = game_of(app);
	const struct move_animation *animation = &game->animation;
	const int slower = SPEEDS - app->settings.speed, whole = 40 + 16 * slower;
	const bool keys = game->session.puzzle->screen.is_key_frame != NULL;
	if (keys && is_key_frame(game, animation->frame))
		return (app->settings.animation == ANIMATION_REDUCED ? 60 : 30) * (slower + 1);
	const int count = keys ? KEYED_FRAMES : animation->frames;
	const int each = whole / (count > 0 ? count : 1);
	return each < 16 ? 16 : each > 40 ? 40 : each;
}

/* Goes to the next picture, or past the last one. */
static void advance_move(struct app *app)
{
	struct move_animation *animation = &game_of(app)->animation;
	int frame = animation->frame + 1;
	if (app->settings.animation == ANIMATION_REDUCED)
		while (frame <= animation->frames && !is_key_frame(game_of(app), frame))
			frame++;
	animation->frame = frame <= animation->frames ? frame : 0;
	animation->due = milliseconds_now() + frame_milliseconds(app);
}

/* Shows a move in the frames that `count` counts, unless it is NULL. */
static void begin(struct app *app, const struct state *from, int score, move_code move,
                  int (*count)(const struct level *, const struct state *, move_code))
{
	struct move_animation *animation = &game_of(app)->animation;
	*animation = (struct move_animation){.from = *from, .score = score, .move = move};
	if (app->settings.animation == ANIMATION_OFF || count == NULL)
		return;
	animation->frames = count(&game_of(app)->session.level, from, move);
	if (animation->frames > 0)
		advance_move(app);
}

void animation_begin(struct app *app, const struct state *from, int score, move_code move)
{
	begin(app, from, score, move, game_of(app)->session.puzzle->screen.frames);
}

void animation_refuse(struct app *app, move_code move)
{
	const struct session *session = &game_of(app)->session;
	struct state state;
	session_state(session, &state);
	begin(app, &state, session_score(session), move, session->puzzle->screen.refused_frames);
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

/* ---- the flash ---- */

static int flash_milliseconds(const struct move_animation *animation)
{
	return animation->flashes == 1 ? SINGLE_MILLISECONDS : FLASH_MILLISECONDS;
}

void animation_celebrate(struct app *app)
{
	struct move_animation *animation = &game_of(app)->animation;
	const struct level *level = &game_of(app)->session.level;
	const int steps = level->rows + level->columns - 1;
	if (app->settings.animation == ANIMATION_OFF)
		return;
	animation->flashes = app->settings.animation == ANIMATION_REDUCED ? 1
	                     : steps < FLASHES                            ? steps
	                                                                  : FLASHES;
	animation->flash = 1;
	if (animation->frame == 0)
		animation->due = milliseconds_now() + flash_milliseconds(animation);
}

static bool is_piece(enum role role)
{
	return role == ROLE_PIECE || role == ROLE_HOME || role == ROLE_CLOSED;
}

/* Where a cell begins in the picture, from the board's origin. */
static struct size origin_of(const struct session *session, const struct picture *picture, int cell)
{
	const struct size margin = session->puzzle->screen.margin, scale = picture->scale;
	return (struct size){margin.rows + cell / session->level.columns * scale.rows,
	                     margin.columns + cell % session->level.columns * scale.columns};
}

/* The next brighter colour of a piece's pixel; on an empty board, of the ground's. */
static colour_id brighter(colour_id colour, bool empty)
{
	static const enum tone tones[TONES] = {
		[TONE_LIGHT] = TONE_GLINT, [TONE_BASE] = TONE_LIGHT, [TONE_DARK] = TONE_BASE,
		[TONE_EDGE] = TONE_DARK,   [TONE_RING] = TONE_LIGHT, [TONE_SUNK] = TONE_DARK,
	};
	const int hue = colour_hue(colour);
	if (hue > 0) {
		const enum tone tone = tones[colour_tone(colour)];
		return tone == 0 ? COLOUR_NONE : hue_colour(hue, tone);
	}
	return empty && (colour == COLOUR_CELL || colour == COLOUR_CELL_ODD) ? COLOUR_CHOSEN_CELL
	                                                                     : COLOUR_NONE;
}

static void brighten_cell(const struct session *session, struct picture *picture, int cell,
                          bool empty)
{
	const struct size margin = session->puzzle->screen.margin;
	const int y = board_y(picture, margin, cell / session->level.columns);
	const int x = board_x(picture, margin, cell % session->level.columns);
	for (int i = y; i < y + picture->side; i++)
		for (int j = x; j < x + picture->side; j++)
			picture_pixel(picture, i, j,
			              brighter(picture_pixel_at(picture, i, j), empty));
}

static bool has_piece(const struct session *session, const struct picture *picture, int cell)
{
	if (!picture->pixels) {
		const struct size at = origin_of(session, picture, cell);
		return is_piece((enum role)picture_cell_at(picture, at.rows, at.columns).role);
	}
	const struct size margin = session->puzzle->screen.margin;
	const int middle = picture->side / 2;
	const int y = board_y(picture, margin, cell / session->level.columns) + middle;
	const int x = board_x(picture, margin, cell % session->level.columns) + middle;
	return colour_hue(picture_pixel_at(picture, y, x)) > 0;
}

/* Changes the look of a piece; on an empty board, of the floor's dots. */
static void flash_cell(struct picture *picture, struct size at, bool empty)
{
	for (int row = at.rows; row < at.rows + picture->scale.rows; row++)
		for (int column = at.columns; column < at.columns + picture->scale.columns;
		     column++)
			if (is_piece((enum role)picture_cell_at(picture, row, column).role))
				picture_set_role(picture, row, column, 1, ROLE_SELECTED);
			else if (empty && picture_cell_at(picture, row, column).glyph != U' ')
				picture_put(picture, row, column,
				            picture_glyph(picture, U'•', U'*'), ROLE_STRONG, 0);
}

void animation_paint_flash(const struct game *game, struct picture *picture)
{
	const struct session *session = &game->session;
	const struct move_animation *animation = &game->animation;
	const int columns = session->level.columns, steps = session->level.rows + columns - 1;
	if (animation->flash == 0 || animation->frame > 0)
		return;
	bool empty = true;
	for (int cell = 0; empty && cell < level_cells(&session->level); cell++)
		empty = !has_piece(session, picture, cell);
	for (int cell = 0; cell < level_cells(&session->level); cell++) {
		const int step = cell / columns + cell % columns;
		if (step * animation->flashes / steps != animation->flash - 1)
			continue;
		if (picture->pixels)
			brighten_cell(session, picture, cell, empty);
		else
			flash_cell(picture, origin_of(session, picture, cell), empty);
	}
}

/* ---- both ---- */

void animation_stop(struct app *app)
{
	game_of(app)->animation.frame = game_of(app)->animation.flash = 0;
}

bool animation_is_over(const struct game *game)
{
	return game->animation.frame == 0 && game->animation.flash == 0;
}

void animation_tick(struct app *app)
{
	struct move_animation *animation = &game_of(app)->animation;
	if (animation->frame > 0) {
		advance_move(app);
		return;
	}
	animation->flash = animation->flash < animation->flashes ? animation->flash + 1 : 0;
	animation->due = milliseconds_now() + flash_milliseconds(animation);
	/* A terminal that does not read would show the rest too late. */
	if (!screen_is_reading(app->screen))
		animation->flash = 0;
}
