/* Pictures of match three: a board, and the frames of a move. */
#include <stdio.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/board.h"
#include "puzzle/board_pixels.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/jewels.h"
#include "puzzles/gems/rules.h"

static const struct size margin = GEMS_MARGIN;

/* ---- the frames of a move ---- */

/* What a frame shows between two positions. */
struct scene {
	struct gems gems;
	struct gems_step step;  /* what is about to be cleared; none: nothing */
	int number;             /* of that step in the cascade, from 1; 0: none */
	int frame;              /* the number counted so far */
	int points;             /* so far, with the step's */
	bool stuck;             /* no swap is left: a reshuffle follows */
};

/* The scene of a frame; without a frame of that number, the end of the move. */
static struct scene find_frame(const struct level *level, const struct state *state, move_code move,
                               int frame)
{
	struct scene scene = {.frame = 0};
	gems_unpack(level, state, &scene.gems);
	gems_make_swap(level, &scene.gems, move);
	for (int number = 1; gems_find_step(level, &scene.gems, number, move, &scene.step) &&
	                     !gems_cascade_ends(level, number);
	     number++) {
		scene.number = number;
		scene.points = score_add(scene.points, scene.step.points);
		if (++scene.frame == frame)
			return scene;
		gems_clear(level, &scene.gems, &scene.step);
		scene.step = (struct gems_step){.points = 0};
		scene.number = 0;
		for (struct gems next = scene.gems; gems_fall(level, &next); scene.gems = next)
			if (++scene.frame == frame)
				return scene;
	}
	scene.step = (struct gems_step){.points = 0};
	scene.stuck = level->endless && gems_next_swap(level, &scene.gems, 0) < 0;
	scene.frame += scene.stuck;
	return scene;
}

int gems_points(const struct level *level, const struct state *state, move_code move, int frame)
{
	return find_frame(level, state, move, frame).points;
}

int gems_frames(const struct level *level, const struct state *state, move_code move)
{
	return find_frame(level, state, move, 0).frame;
}

bool gems_is_key_frame(const struct level *level, const struct state *state, move_code move,
                       int frame)
{
	const struct scene scene = find_frame(level, state, move, frame);
	return scene.number > 0 || scene.stuck;
}

/* ---- a board ---- */

/* Marks a gem that is about to go where that hides neither its glyph nor the cursor's corners; in
 * cells of one row, in place of the cursor's right corner. */
static void put_mark(struct picture *picture, const struct level *level, int cell, enum role role)
{
	const struct size scale = picture->scale;
	const int row = cell / level->columns, column = cell % level->columns;
	const int inside = scale.rows > 1 ? 2 : 1;
	if (scale.columns > 1)
		picture_put(picture, margin.rows + (row + 1) * scale.rows - 1,
		            margin.columns + (column + 1) * scale.columns - inside, U'*', role, 0);
}

/* Marks a special gem with the character of its kind in level files, at the left of its lowest
 * row; in cells of one row, in place of their second column. */
static void put_kind(struct picture *picture, const struct level *level, int cell, int kind,
                     enum role role)
{
	const struct size scale = picture->scale;
	const int row = cell / level->columns, column = cell % level->columns;
	if (kind != GEM_PLAIN && scale.columns > 1)
		picture_put(picture, margin.rows + (row + 1) * scale.rows - 1,
		            margin.columns + column * scale.columns + 1,
		            (char32_t)GEMS_KIND_LETTERS[kind], role, 0);
}

/* Marks a special gem with bars over its middle: across, upright, both short, both long. */
static void put_pixel_kind(struct picture *picture, int y, int x, int kind)
{
	const int side = picture->side, broad = side < 8 ? 1 : side / 6;
	const int length = kind == GEM_BLAST ? side / 2 : side;
	const int begin = (side - length) / 2, middle = (side - broad) / 2;
	if (kind != GEM_PLAIN && kind != GEM_COLUMN)
		picture_pixels(picture, y + middle, x + begin, broad, length, COLOUR_MARK);
	if (kind != GEM_PLAIN && kind != GEM_ROW)
		picture_pixels(picture, y + begin, x + middle, length, broad, COLOUR_MARK);
}

/* The ground of a cell that something is about, and its mark. */
static void paint_pixels(const struct level *level, const struct scene *scene, int cell,
                         enum role role, struct picture *picture)
{
	const int row = cell / level->columns, column = cell % level->columns;
	const int y = board_y(picture, margin, row), x = board_x(picture, margin, column);
	const uint8_t held = scene->gems.cell[cell];
	if (role == ROLE_SELECTED)
		pixels_ground(picture, y, x, COLOUR_CHOSEN_CELL);
	if (role == ROLE_HINT)
		pixels_ground(picture, y, x, COLOUR_HINT_CELL);
	if (held == DEAD_GEM)
		pixels_stone(picture, y, x);
	else if (held != EMPTY)
		jewel_paint(picture, y, x, held);
	put_pixel_kind(picture, y, x, scene->gems.kind[cell]);
	if (role == ROLE_SELECTED && !scene->step.cleared[cell])
		pixels_corners(picture, y, x, COLOUR_CHOSEN);
	if (role == ROLE_HINT)
		pixels_corners(picture, y, x, COLOUR_HINT);
}

static void paint_cell(const struct level *level, const struct scene *scene, int cell,
                       enum role role, struct picture *picture)
{
	const int row = cell / level->columns, column = cell % level->columns;
	const uint8_t held = scene->gems.cell[cell];
	if (picture->pixels) {
		paint_pixels(level, scene, cell, role, picture);
	} else if (held == EMPTY) {
		board_floor(picture, margin, row, column);
	} else if (held == DEAD_GEM) {
		board_wall(picture, margin, row, column);
	} else {
		board_piece_in_role(picture, margin, row, column, held, 0, role);
		put_kind(picture, level, cell, scene->gems.kind[cell], role);
		if (scene->step.cleared[cell])
			put_mark(picture, level, cell, role);
	}
}

/* Above the board: the colours to be cleared, unless all are. */
static void paint_goal(const struct level *level, struct picture *picture)
{
	const uint32_t wanted = level->rules & RULE_CLEAR_ALL;
	const int width = level->columns * picture->side + 2 * margin.columns;
	if (wanted == 0 || wanted == RULE_CLEAR_ALL)
		return;
	int column = picture_text(picture, 0, 1, width - 1, ROLE_QUIET, "clear");
	for (int colour = 1; colour <= COLOURS_MAX && column + 2 <= width; colour++)
		if ((wanted >> colour & 1) != 0) {
			board_glyph(picture, 0, column + 1, colour, COLOUR_NONE);
			column += 2;
		}
}

/* In the border above each column: the next letter, except in endless levels. */
static void paint_streams(const struct level *level, const struct scene *scene,
                          struct picture *picture)
{
	const int width = picture->side;
	for (int column = 0; column < level->columns && !level->endless; column++) {
		const uint8_t letter = gems_letter(level, column, scene->gems.taken[column]);
		if (letter != EMPTY)
			board_glyph(picture, margin.rows - 1,
			            margin.columns + column * width + (width - 1) / 2, letter,
			            COLOUR_FRAME_DARK);
	}
}

/* Text on the board or, if cells are only one row high, above it. It begins at a cell if it fits
 * there. */
static void put_caption(const struct level *level, int cell, const char *text,
                        struct picture *picture)
{
	const struct size scale = picture->scale;
	const int width = level->columns * scale.columns + 2 * margin.columns;
	const int length = text_columns(text) < width ? text_columns(text) : width;
	const int row = scale.rows == 1
	                        ? 0
	                        : margin.rows + (cell / level->columns + 1) * picture->side / 2 - 1;
	int column = margin.columns + cell % level->columns * scale.columns;
	if (column + length > width)
		column = width - length;
	if (scale.rows == 1)
		picture_fill(picture, 0, 0, 1, width, U' ', ROLE_TEXT, 0);
	picture_text(picture, row, column, length, ROLE_STRONG, text);
}

/* The number of the step, if it is not the first of an endless game's cascade, and its points; or
 * why the board is about to change. */
static void paint_caption(const struct level *level, const struct scene *scene,
                          struct picture *picture)
{
	char text[40], chain[24] = "";
	int cell = 0;
	if (scene->stuck)
		put_caption(level, 0, "no swap left", picture);
	if (scene->number == 0)
		return;
	if (level->endless && scene->number > 1)
		snprintf(chain, sizeof chain, "Chain %s%d ",
		         picture->glyphs == GLYPHS_ASCII ? "x" : "×", scene->number);
	while (!scene->step.cleared[cell])
		cell++;
	snprintf(text, sizeof text, "%s+%d", chain, scene->step.points);
	put_caption(level, cell, text, picture);
}

/* A bar over the border between the two gems of a swap. */
static void put_link(struct picture *picture, const struct level *level, move_code move,
                     enum role role)
{
	const struct size scale = picture->scale;
	const bool vertical = move % 2 != 0;
	const int cell = move / 2 - (vertical ? level->columns : 0); /* the upper or left one */
	const int row = margin.rows + cell / level->columns * scale.rows;
	const int column = margin.columns + cell % level->columns * scale.columns;
	/* In cells of two rows the lower gem's glyph takes the place of its half of the bar. */
	if (vertical)
		picture_fill(picture, row + scale.rows - 1, column + (scale.columns - 1) / 2,
		             scale.rows < 3 ? 1 : 2, 1, picture_glyph(picture, U'┃', U'|'), role,
		             0);
	else
		picture_fill(picture, row + (scale.rows - 1) / 2, column + scale.columns - 1, 1, 2,
		             picture_glyph(picture, U'━', U'-'), role, 0);
}

/* In cells of one row there is room for one mark after each gem: it can be swapped with the gem to
 * the right, with the one below, or with both. */
static void put_small_links(struct picture *picture, const struct level *level,
                            const move_code *moves, int count, enum role role)
{
	static const char32_t links[] = U" ━┃╋", plain[] = U" -|+";
	const struct size scale = picture->scale;
	uint8_t sides[CELLS_MAX] = {0};
	for (int i = 0; i < count; i++) {
		const bool vertical = moves[i] % 2 != 0;
		sides[moves[i] / 2 - (vertical ? level->columns : 0)] |= vertical ? 2 : 1;
	}
	const int last = margin.columns + scale.columns - 1; /* column of the first cell */
	for (int cell = 0; cell < level_cells(level) && scale.columns > 1; cell++)
		if (sides[cell] != 0)
			picture_put(picture, margin.rows + cell / level->columns * scale.rows,
			            last + cell % level->columns * scale.columns,
			            picture_glyph(picture, links[sides[cell]], plain[sides[cell]]),
			            role, 0);
}

/* A bar of pixels over the border between the two gems of a swap. */
static void put_pixel_link(struct picture *picture, const struct level *level, move_code move,
                           colour_id colour)
{
	const int side = picture->side, length = side < 4 ? 1 : side / 2, broad = 1 + side / 10;
	const bool vertical = move % 2 != 0;
	const int cell = move / 2 - (vertical ? level->columns : 0); /* the upper or left one */
	const int y = board_y(picture, margin, cell / level->columns);
	const int x = board_x(picture, margin, cell % level->columns);
	const int middle = (side - broad) / 2, end = side - length / 2;
	if (vertical)
		picture_pixels(picture, y + end, x + middle, length, broad, colour);
	else
		picture_pixels(picture, y + middle, x + end, broad, length, colour);
}

static void paint_links(const struct level *level, const move_code *moves, int count,
                        enum role role, struct picture *picture)
{
	if (picture->pixels) {
		for (int i = 0; i < count; i++)
			put_pixel_link(picture, level, moves[i],
			               role == ROLE_HINT ? COLOUR_HINT : COLOUR_MARK);
		return;
	}
	if (picture->scale.rows == 1)
		put_small_links(picture, level, moves, count, role);
	else
		for (int i = 0; i < count; i++)
			put_link(picture, level, moves[i], role);
}

/* The role of a cell's gem. */
static enum role role_of(const struct view *view, const struct scene *scene, int cell)
{
	const bool selected = view->cursor != NULL && view->cursor->selected == cell;
	return selected || scene->step.cleared[cell] ? ROLE_SELECTED : ROLE_PIECE;
}

void gems_paint(const struct level *level, const struct view *view, struct picture *picture)
{
	struct scene scene = {.frame = 0};
	if (view->frame > 0)
		scene = find_frame(level, view->state, view->moving, view->frame);
	else
		gems_unpack(level, view->state, &scene.gems);
	board_thin_frame(picture, margin, level->rows, level->columns);
	paint_goal(level, picture);
	paint_streams(level, &scene, picture);
	for (int cell = 0; cell < level_cells(level); cell++)
		paint_cell(level, &scene, cell, role_of(view, &scene, cell), picture);
	if (view->cursor != NULL) {
		board_brackets(picture, margin, view->cursor->row, view->cursor->column,
		               ROLE_CURSOR);
		board_click_areas(picture, margin, level->rows, level->columns);
	}
	paint_links(level, view->valid, view->valid_count, ROLE_STRONG, picture);
	if (view->hint != NULL) {
		paint_cell(level, &scene, *view->hint / 2, ROLE_HINT, picture);
		paint_cell(level, &scene, gems_partner(level, *view->hint), ROLE_HINT, picture);
		paint_links(level, view->hint, 1, ROLE_HINT, picture);
	}
	paint_caption(level, &scene, picture);
}
