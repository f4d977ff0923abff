/* Paints the board with pixels: a chessboard whose a1 is dark, stone walls, sunken targets, and
 * pieces on top.
 *
 * Later layers cover earlier ones: squares, pieces, marks. A target is a ring of its colour around
 * a sunken background. Its corners stay visible under another's piece; its own shines in the
 * ring. */
#include "puzzle/board.h"
#include "puzzle/board_flat.h"
#include "puzzles/bishop/men.h"
#include "puzzles/bishop/paint_pixels.h"

static const struct size margin = {BISHOP_MARGIN_ROWS, BISHOP_MARGIN_COLUMNS};

enum {
	ROOM_FOR_TAGS = 16, /* the smallest side */
	CALM_UP_TO = 8,     /* the largest side in which rings under men are quiet: see below */
	DRAWN_SYMBOLS_FROM = 10,
};

static int kind_of(const struct board *board)
{
	return (int)(bishop_kind(board->level) - bishop_kinds);
}

/* ---- squares ---- */

static colour_id square_colour(const struct level *level, int cell)
{
	const int row = cell / level->columns, column = cell % level->columns;
	return (level->rows - 1 - row + column) % 2 == 0 ? COLOUR_SQUARE : COLOUR_SQUARE_ODD;
}

/* The symbol of an empty target, as large as half the cell; a glyph where that would not look like
 * one. */
static void paint_symbol(const struct board *board, struct point at, int hue)
{
	const int side = board->side, half = side / 2, size = half + (side - half) % 2;
	const bool flat = picture_is_flat(board->picture), drawn = side >= DRAWN_SYMBOLS_FROM;
	const int y = at.y + (side % 2 == 0); /* the shade is above it */
	const colour_id ink = drawn || flat ? hue_colour(hue, TONE_RING) : COLOUR_MARK;
	if (side == 4 && picture_is_mono(board->picture))
		flat_small_ring(board->picture, at.y, at.x, side, hue);
	else if (side == 4)
		pixels_symbol(board->picture, at.y, at.x, hue, ink);
	else if (drawn)
		pixels_small_symbol(board->picture, at.y + (side - size) / 2,
		                    at.x + (side - size) / 2, size, size, hue, ink);
	else if (flat)
		pixels_glyph(board->picture, y, at.x, picture_goal_glyph(board->picture, hue), ink);
	else
		pixels_letter(board->picture, y, at.x, hue, ink);
}

/* A piece on a target of its colour, which shows unless a mark covers the target. */
static bool shines(const struct board *board, int cell)
{
	return board->grid[cell] == board->level->goal[cell] && !picture_is_mono(board->picture) &&
	       (marks_ground(board, cell) == COLOUR_NONE || !picture_is_flat(board->picture));
}

static colour_id target_ground(const struct board *board, int cell)
{
	const int hue = board->level->goal[cell];
	const bool flat = picture_is_flat(board->picture), home = board->grid[cell] == hue;
	const colour_id marked = marks_ground(board, cell);
	if (marked != COLOUR_NONE)
		return marked;
	if (shines(board, cell) && (board->side != 4 || !flat))
		return hue_colour(hue, flat || board->side < 4 ? TONE_BASE : TONE_SUNK);
	const bool mono = picture_is_mono(board->picture);
	const bool bare = mono ? board->side >= 4 : flat && !home && board->side >= PICTURES_FROM;
	return bare ? COLOUR_CELL : hue_colour(hue, TONE_SUNK);
}

/* Whether a piece in a small cell stands on a target. A bright ring would swallow its outline
 * there: the ring is dark around the target's own piece, two dots above another's, and in the
 * smallest cells there is the background alone. */
static bool is_calm(const struct board *board, int cell)
{
	return board->side <= CALM_UP_TO && board->grid[cell] != 0 &&
	       board->picture->tones == TONES_MANY;
}

/* What is left of a target's ring under another's piece. */
static void paint_corners(const struct board *board, struct point at, bool calm, colour_id ring)
{
	const int side = board->side;
	if (!calm)
		pixels_legs(board->picture, at.y, at.x, (side + 1) / 4, ring);
	for (int i = 0; i < 2 && calm && side > PICTURES_FROM; i++)
		picture_pixel(board->picture, at.y, at.x + i * (side - 1), ring);
}

/* A target: a ring around a sunken background with the shadow of its upper left edge. In small
 * cells it is the background alone, and in the smallest with a ring the piece's head is free. */
static void paint_target(const struct board *board, int cell)
{
	struct picture *picture = board->picture;
	const struct point at = corner_of(board, cell);
	const int side = board->side, width = target_ring(side), inner = side - 2 * width;
	const int hue = board->level->goal[cell];
	const bool empty = board->grid[cell] == 0, calm = is_calm(board, cell);
	const bool home = board->grid[cell] == hue;
	const colour_id ring = hue_colour(hue, calm && home ? TONE_DARK : TONE_RING);
	const colour_id ground = target_ground(board, cell);
	const int top = side == PICTURES_FROM && !empty ? 0 : width;
	const bool chosen = board->lit == cell && !calm; /* whose corners cover the ring's */
	if (!empty && !home && !chosen && !picture_is_mono(picture)) {
		pixels_ground(picture, at.y, at.x, ground);
		paint_corners(board, at, calm, ring);
	} else if (side >= PICTURES_FROM) {
		picture_pixels(picture, at.y, at.x + 1, side, side - 2, ring);
		picture_pixels(picture, at.y + 1, at.x, side - 2, side, ring);
		picture_pixels(picture, at.y + top, at.x + width, side - top - width, inner,
		               ground);
	} else {
		pixels_ground(picture, at.y, at.x, ground);
	}
	if (empty && side >= 8) {
		picture_pixels(picture, at.y + width, at.x + width, 1, inner, COLOUR_PIT);
		picture_pixels(picture, at.y + width, at.x + width, inner, 1, COLOUR_PIT);
	}
	if (empty)
		paint_symbol(board, at, hue);
}

static void paint_square(const struct board *board, int cell)
{
	const struct point at = corner_of(board, cell);
	const colour_id ground = marks_ground(board, cell);
	if (board->level->map[cell] == WALL) {
		pixels_stone(board->picture, at.y, at.x);
		return;
	}
	pixels_ground(board->picture, at.y, at.x,
	              ground != COLOUR_NONE ? ground : square_colour(board->level, cell));
	const int hue = board->level->goal[cell];
	if (hue != 0)
		paint_target(board, cell);
	marks_paint_below(board, cell);
	if (hue != 0 && hue != board->grid[cell] && is_calm(board, cell)) /* marks cover the dots */
		paint_corners(board, at, true, hue_colour(hue, TONE_RING));
}

/* ---- all of it ---- */

/* The rotation of colours above the board; the one whose turn it is in a lit square. */
static void paint_turn(const struct board *board)
{
	const struct level *level = board->level;
	struct picture *picture = board->picture;
	const int next = bishop_next_mover(level, board->view->state);
	const int frame = board_around(picture, margin).columns, row = margin.rows - 1;
	const int first = margin.columns - frame + 1;
	const int end = margin.columns + level->columns * board->side + frame;
	const int room = end - first - 3 * bishop_colours(level);
	int column = board_frame_label(picture, row, first, room, bishop_turns());
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		if (level->pieces[colour] == 0 || column + 4 > end)
			continue;
		const colour_id ink = hue_colour(colour, colour == next ? TONE_SYMBOL : TONE_RING);
		const colour_id paper =
			colour == next ? hue_colour(colour, TONE_BASE) : COLOUR_FRAME_DARK;
		picture_ink(picture, row, column + 1, men_glyph(kind_of(board)), ink, paper);
		picture_ink(picture, row, column + 2, picture_piece_glyph(picture, colour), ink,
		            paper);
		column += 3;
	}
}

/* The piece on its path, above all others. */
static void paint_moving(const struct board *board, const struct path *path, int colour)
{
	const struct point from = corner_of(board, path->from), to = corner_of(board, path->to);
	const bool whole_rows = board->side < 5;
	const int frame = board->view->frame;
	const int y = from.y + picture_eased(to.y - from.y, frame, BISHOP_FRAMES);
	const int x = from.x + picture_eased(to.x - from.x, frame, BISHOP_FRAMES);
	men_paint(board->picture, whole_rows ? y & ~1 : y, x, kind_of(board), colour, false);
}

/* In the upper right corner of a cell without colours: the symbol of the target under a piece, if
 * it is another's. */
static void paint_drawn_tag(const struct board *board, int cell)
{
	const struct point at = corner_of(board, cell);
	const int hue = board->level->goal[cell], width = target_ring(board->side) + 1;
	const int size = board->side < 24 ? 5 : board->side / 4;
	const int y = at.y + width, x = at.x + board->side - width - size;
	if (board->grid[cell] == hue)
		return;
	picture_pixels(board->picture, y, x - 1, size + 1, size + 1, COLOUR_CELL);
	pixels_small_symbol(board->picture, y, x, size, size, hue, hue_colour(hue, TONE_RING));
}

/* The same where there is no room for a drawing: a glyph; a check mark if the piece is on its goal.
 * In cells of one row it replaces the piece's own glyph. */
static void paint_tag(const struct board *board, int cell)
{
	struct picture *picture = board->picture;
	const struct point at = corner_of(board, cell);
	const int hue = board->level->goal[cell], side = board->side;
	const char32_t goal = picture_goal_glyph(picture, hue);
	const char32_t tag = board->grid[cell] == hue ? U'✓' : goal;
	if (side < 4 && picture->tones != TONES_MANY)
		picture_ink(picture, (at.y + 1) / 2, at.x, goal, hue_colour(hue, TONE_RING),
		            COLOUR_CELL);
	else if (side == 4)
		picture_ink(picture, at.y / 2, at.x + 3, tag, hue_colour(hue, TONE_LIGHT),
		            COLOUR_NONE);
	else if (side >= ROOM_FOR_TAGS && picture_is_mono(picture))
		paint_drawn_tag(board, cell);
	else if (side > 4 && picture_is_mono(picture))
		picture_ink(picture, (at.y + 1) / 2, at.x + side - 1, tag,
		            hue_colour(hue, TONE_RING), COLOUR_CELL);
}

/* Without colours a chosen one is an outline, which a reverse cell would hide. */
static void paint_man(const struct board *board, int cell)
{
	struct picture *picture = board->picture;
	const struct point at = corner_of(board, cell);
	const int kind = kind_of(board), hue = board->grid[cell];
	const bool mono = picture_is_mono(picture) && board->side >= PICTURES_FROM;
	if (mono)
		men_paint_gap(picture, at.y, at.x, kind);
	if (mono && cell == board->lit)
		men_paint_outline(picture, at.y, at.x, kind, hue);
	else
		men_paint(picture, at.y, at.x, kind, hue,
		          shines(board, cell) && !is_calm(board, cell));
}

static void paint_men(const struct board *board)
{
	for (int cell = 0; cell < level_cells(board->level); cell++) {
		if (!is_piece(board->grid[cell]))
			continue;
		paint_man(board, cell);
		if (board->level->goal[cell] != 0)
			paint_tag(board, cell);
	}
	for (int i = 0; i < board->view->valid_count; i++) {
		const struct path path = bishop_decode(board->level, board->view->valid[i]);
		const struct point at = corner_of(board, path.from);
		if (path.steps > 0 && board->side > 2)
			pixels_corners(board->picture, at.y, at.x, COLOUR_MARK);
		else if (path.steps > 0)
			pixels_tab(board->picture, at.y, at.x, COLOUR_MARK);
	}
}

static void set_marks(struct board *board)
{
	const struct view *view = board->view;
	const struct cursor *cursor = view->cursor;
	board->lit = -1;
	if (view->frame > 0)
		return;
	if (cursor != NULL && cursor->selected >= 0 && is_piece(board->grid[cursor->selected]))
		board->lit = cursor->selected;
	if (view->hint != NULL)
		board->hint = bishop_decode(board->level, *view->hint);
	if (board->hint.steps > 0 && !is_piece(board->grid[board->hint.from]))
		board->hint.steps = 0;
}

void bishop_paint_pixels(const struct level *level, const struct view *view,
                         struct picture *picture)
{
	struct board board = {.level = level,
	                      .view = view,
	                      .picture = picture,
	                      .side = picture->side};
	const struct path path = bishop_decode(level, view->moving);
	const bool moving = view->frame > 0 && path.steps > 0;
	bishop_unpack(level, view->state, board.grid);
	const int mover = board.grid[path.from];
	if (moving)
		board.grid[path.from] = 0;
	set_marks(&board);
	board_thin_frame(picture, margin, level->rows, level->columns);
	if ((level->rules & ALTERNATE) != 0)
		paint_turn(&board);
	for (int cell = 0; cell < level_cells(level); cell++)
		paint_square(&board, cell);
	paint_men(&board);
	if (moving)
		paint_moving(&board, &path, mover);
	marks_paint_above(&board);
	if (view->cursor != NULL)
		board_click_areas(picture, margin, level->rows, level->columns);
}
