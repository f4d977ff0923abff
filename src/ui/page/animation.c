/* The animation of a move, in frames that the puzzle paints, and the triumph of a solved board, or
 * of a new level of an endless game. Neither delays the game: the session is already at the new
 * position. */
#include "ui/page/game.h"

#include <stdio.h>
#include <string.h>

#include "algo/least.h"
#include "os/clock.h"
#include "os/language.h"
#include "ui/widget/large.h"

enum {
	TRIUMPHS = 14,             /* pictures of a triumph */
	TRIUMPH_MILLISECONDS = 60, /* each of them */
	SINGLE_MILLISECONDS = 300, /* the only one, with reduced animation */
	KEYED_FRAMES = 3,          /* in the time of a move, if it has key frames */
	SINGLE_MOMENT = 600,       /* in thousandths of the triumph: what it shows */
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

/* ---- the triumph ---- */

static int triumph_milliseconds(const struct move_animation *animation)
{
	return animation->triumphs == 1 ? SINGLE_MILLISECONDS : TRIUMPH_MILLISECONDS;
}

void animation_celebrate(struct app *app, int level)
{
	struct move_animation *animation = &game_of(app)->animation;
	const struct session *session = &game_of(app)->session;
	const int steps = session->level.rows + session->level.columns - 1; /* steps of a flash */
	const bool pixels = app->picture->pixels;
	if (app->settings.animation == ANIMATION_OFF ||
	    (pixels && session->puzzle->screen.triumph == NULL))
		return;
	animation->triumphs = app->settings.animation == ANIMATION_REDUCED ? 1
	                      : !pixels && steps < TRIUMPHS                ? steps
	                                                                   : TRIUMPHS;
	animation->triumph = 1;
	animation->level = level;
	if (animation->frame == 0)
		animation->due = milliseconds_now() + triumph_milliseconds(animation);
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

static bool has_piece(const struct session *session, const struct picture *picture, int cell)
{
	const struct size at = origin_of(session, picture, cell);
	return is_piece((enum role)picture_cell_at(picture, at.rows, at.columns).role);
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

/* On boards of glyphs: a flash that crosses the board from its upper left corner. */
static void paint_flash(const struct session *session, const struct move_animation *animation,
                        struct picture *picture)
{
	const int columns = session->level.columns, steps = session->level.rows + columns - 1;
	bool empty = true;
	for (int cell = 0; empty && cell < level_cells(&session->level); cell++)
		empty = !has_piece(session, picture, cell);
	for (int cell = 0; cell < level_cells(&session->level); cell++) {
		const int step = cell / columns + cell % columns;
		if (step * animation->triumphs / steps == animation->triumph - 1)
			flash_cell(picture, origin_of(session, picture, cell), empty);
	}
}

/* How much of the moment has passed, in thousandths: in the middle of this picture, or when a
 * single one shows most. */
static int moment(const struct move_animation *animation)
{
	return animation->triumphs == 1 ? SINGLE_MOMENT
	                                : (2 * animation->triumph - 1) * 500 / animation->triumphs;
}

static int large_width(const char *text, int side)
{
	return (int)strlen(text) * large_columns(side) - side;
}

/* In the middle of the board: "LEVEL", and its number below that; without the word if that has no
 * large form or no room. */
static void paint_level(const struct session *session, int number, struct picture *picture)
{
	static const colour_id gold = COLOUR_GOLD;
	enum { DIGIT_SIDE = 3 };
	const struct size scale = picture->scale, margin = session->puzzle->screen.margin;
	const int room = session->level.columns * scale.columns;
	char digits[12];
	snprintf(digits, sizeof digits, "%d", number);
	/* TRANSLATORS: in large letters, A to Z; a word with others is left out */
	const char *word = C_("large letters", "LEVEL");
	if (!large_has(word) || large_width(word, 1) + 4 > room)
		word = "";
	const int columns = large_width(digits, DIGIT_SIDE);
	const int width = greatest(columns, word[0] == '\0' ? 0 : large_width(word, 1) + 2);
	const int above = word[0] == '\0' ? 0 : large_rows(1);
	const int rows = above + large_rows(DIGIT_SIDE) + 2;
	const int row = margin.rows + (session->level.rows * scale.rows - rows) / 2;
	const int column = margin.columns + (room - width) / 2;
	if (width + 2 > room || rows + 1 > session->level.rows * scale.rows)
		return;
	picture_pixels(picture, 2 * row - 1, column - 1, 2 * rows + 2, width + 2, gold);
	picture_pixels(picture, 2 * row, column, 2 * rows, width, COLOUR_PIT);
	large_print(picture, row + 1, column + 1, word, 1, &gold, 1);
	large_print(picture, row + 1 + above, column + (width - columns) / 2, digits, DIGIT_SIDE,
	            &gold, 1);
}

void animation_paint_triumph(const struct game *game, struct picture *picture)
{
	const struct session *session = &game->session;
	const struct move_animation *animation = &game->animation;
	struct state state;
	if (animation->triumph == 0 || animation->frame > 0)
		return;
	session_state(session, &state);
	if (!picture->pixels)
		paint_flash(session, animation, picture);
	else if (session->puzzle->screen.triumph != NULL)
		session->puzzle->screen.triumph(&session->level, &state, moment(animation),
		                                picture);
	if (picture->pixels && animation->level > 0)
		paint_level(session, animation->level, picture);
}

/* ---- both ---- */

void animation_stop(struct app *app)
{
	game_of(app)->animation.frame = game_of(app)->animation.triumph = 0;
}

bool animation_is_over(const struct game *game)
{
	return game->animation.frame == 0 && game->animation.triumph == 0;
}

void animation_tick(struct app *app)
{
	struct move_animation *animation = &game_of(app)->animation;
	if (animation->frame > 0) {
		advance_move(app);
		if (animation->frame == 0)
			game_remark(app);
		return;
	}
	animation->triumph = animation->triumph < animation->triumphs ? animation->triumph + 1 : 0;
	animation->due = milliseconds_now() + triumph_milliseconds(animation);
	/* A terminal that does not read would show the rest too late. */
	if (!screen_is_reading(app->screen))
		animation->triumph = 0;
}
