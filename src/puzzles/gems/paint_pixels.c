/* Boards of gems as pixels: gems that slide, flash, shrink and fall, and what special gems do. */
#include "puzzle/board_pixels.h"
#include "puzzles/gems/jewels.h"
#include "puzzles/gems/paint.h"

enum {
	CHEQUERED = 6,   /* from this side on, there is a chequer behind gems */
	SPRINGY = 8,     /* and gems bounce when they land */
	BRACKETED = 8,   /* and a cursor with four corners leaves the gem free */
	HIGH_BOARD = 44, /* in pixels: there is no room for a higher one on 24 rows */
};

static int cell_y(const struct level *level, const struct picture *picture, int cell)
{
	return board_y(picture, margin, cell / level->columns);
}

static int cell_x(const struct level *level, const struct picture *picture, int cell)
{
	return board_x(picture, margin, cell % level->columns);
}

/* Small gems are drawn with whole screen cells, so they move by these. */
static int whole_rows(const struct picture *picture, int way)
{
	return picture->side > 4 ? way : (way + 1) & ~1;
}

static void put_gem(struct picture *picture, int y, int x, uint8_t held, uint8_t kind)
{
	if (held == DEAD_GEM)
		pixels_stone(picture, y, x);
	else if (held != EMPTY)
		jewel_paint(picture, y, x, held, kind);
}

/* ---- cells at rest ---- */

static void paint_cell(const struct level *level, const struct gems *gems, int cell,
                       struct picture *picture)
{
	put_gem(picture, cell_y(level, picture, cell), cell_x(level, picture, cell),
	        gems->cell[cell], gems->kind[cell]);
}

typedef void paint_mark(struct picture *picture, int y, int x);

static void paint_marked(const struct level *level, const struct gems *gems, int cell,
                         colour_id ground, paint_mark *mark, struct picture *picture)
{
	const int y = cell_y(level, picture, cell), x = cell_x(level, picture, cell);
	if (ground != COLOUR_NONE)
		pixels_ground(picture, y, x, ground);
	paint_cell(level, gems, cell, picture);
	mark(picture, y, x);
}

/* Whether gems are drawn with glyphs, and leave half a column free at each side. */
static bool has_bars(const struct picture *picture, int y)
{
	return picture->side == 4 && y % 2 == 0 && !picture_is_mono(picture);
}

/* Whether marks are lines beside the gem. */
static bool has_lines(const struct picture *picture)
{
	return picture_is_mono(picture) && picture->side >= 4;
}

/* Four corners take more bytes than a cursor key should on a screen of 24 rows. */
static bool has_brackets(const struct level *level, const struct picture *picture)
{
	return picture->side >= BRACKETED && level->rows * picture->side > HIGH_BOARD;
}

void gems_paint_pixel_cursor(const struct level *level, int cell, struct picture *picture)
{
	const int y = cell_y(level, picture, cell), x = cell_x(level, picture, cell);
	if (has_lines(picture))
		gems_mark_without_colours(picture, y, x, MARK_CURSOR);
	else if (has_bars(picture, y))
		pixels_bars(picture, y, x, 1, COLOUR_CURSOR);
	else if (has_brackets(level, picture))
		pixels_brackets(picture, y, x, picture->side < 12 ? 2 : picture->side / 4,
		                COLOUR_CURSOR);
	else
		pixels_cursor(picture, y, x, COLOUR_CURSOR);
}

static void mark_chosen(struct picture *picture, int y, int x)
{
	if (has_bars(picture, y))
		pixels_bars(picture, y, x, 2, COLOUR_CHOSEN);
	else if (has_lines(picture))
		gems_mark_without_colours(picture, y, x, MARK_CHOSEN);
	else
		pixels_chosen(picture, y, x);
}

static void mark_target(struct picture *picture, int y, int x)
{
	if (has_bars(picture, y))
		pixels_bars(picture, y, x, 2, COLOUR_HINT);
	else if (has_lines(picture))
		gems_mark_without_colours(picture, y, x, MARK_TARGET);
	else
		pixels_target(picture, y, x);
}

/* What is under the gem that a hint moves: nothing, where it has a ring or lines; where gems are
 * symbols, no bright plate, as these could not be read on it. */
static colour_id ground_of_source(const struct picture *picture)
{
	if (picture->side > 4 || has_lines(picture))
		return COLOUR_NONE;
	return picture->side == 4 ? COLOUR_HINT : COLOUR_HINT_CELL;
}

static void mark_source(struct picture *picture, int y, int x)
{
	if (has_lines(picture))
		gems_mark_without_colours(picture, y, x, MARK_SOURCE);
	else if (picture->side < 5)
		pixels_source(picture, y, x);
	else
		pixels_ring(picture, y, x, COLOUR_HINT);
}

void gems_paint_pixel_hint(const struct level *level, const struct scene *scene, move_code hint,
                           struct picture *picture)
{
	paint_marked(level, &scene->gems, hint / 2, ground_of_source(picture), mark_source,
	             picture);
	paint_marked(level, &scene->gems, gems_partner(level, hint),
	             picture_is_mono(picture) ? COLOUR_NONE : COLOUR_HINT_CELL, mark_target,
	             picture);
}

/* In cells of one row, beside the upper or left gem, to its right or below it or both. */
static void put_small_link(struct picture *picture, int row, int column, bool vertical,
                           colour_id colour)
{
	const char32_t there = picture_cell_at(picture, row, column).glyph;
	const char32_t link = vertical ? U'▄' : U'▐', other = vertical ? U'▐' : U'▄';
	if (there == U' ' || there == other)
		picture_ink(picture, row, column, there == other ? U'▟' : link, colour,
		            COLOUR_NONE);
}

/* Between small gems, beside their lower rows; or at the left of both. */
static void put_bars_between(struct picture *picture, int y, int x, bool vertical, colour_id colour)
{
	const int row = y / 2 + 1;
	pixels_bar(picture, row, vertical ? x : x + picture->side - 1, vertical, colour);
	pixels_bar(picture, vertical ? row + 1 : row, vertical ? x : x + picture->side, true,
	           colour);
}

/* Without colours a bead would join two gems to one shape: a thin line between neighbours in a row;
 * in a column a bead all the same, except for a hint, whose gems are marked. False: it takes a
 * bead. */
static bool put_line_between(struct picture *picture, int y, int x, bool vertical, colour_id colour)
{
	const int gem = jewel_side(picture), inset = (picture->side - gem) / 2;
	const int row = (y + inset + gem / 2) / 2, first = x + inset + gem;
	if (vertical)
		return colour == COLOUR_HINT;
	for (int column = first; column < x + picture->side + inset; column++)
		picture_ink(picture, row, column, U'━', colour, COLOUR_CELL);
	return true;
}

void gems_paint_pixel_link(const struct level *level, move_code move, colour_id colour,
                           struct picture *picture)
{
	const int side = picture->side, gap = side < 4 ? 1 : side - jewel_side(picture);
	const int broad = side < 4 ? 1 : 2 + side / 16;
	const bool vertical = move % 2 != 0;
	const int cell = move / 2 - (vertical ? level->columns : 0); /* the upper or left one */
	const int y = cell_y(level, picture, cell), x = cell_x(level, picture, cell);
	const int middle = (side - broad) / 2, end = side - (gap + 1) / 2;
	if (has_lines(picture) && put_line_between(picture, y, x, vertical, colour))
		return;
	if (side == 2)
		put_small_link(picture, y / 2, x + 1, vertical, colour);
	else if (has_bars(picture, y))
		put_bars_between(picture, y, x, vertical, colour);
	else if (gap == 0) /* at the corners, which most gems leave free */
		picture_pixels(picture, y + side - 1, vertical ? x : x + side - 1, vertical ? 2 : 1,
		               vertical ? 1 : 2, colour);
	else if (vertical)
		picture_pixels(picture, y + end, x + middle, gap, broad, colour);
	else
		picture_pixels(picture, y + middle, x + end, broad, gap, colour);
}

static colour_id ground_of_chosen(const struct picture *picture)
{
	return has_lines(picture) ? COLOUR_NONE : COLOUR_CHOSEN_CELL;
}

static void paint_rest(const struct level *level, const struct view *view,
                       const struct scene *scene, struct picture *picture)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		if (view->cursor != NULL && view->cursor->selected == cell)
			paint_marked(level, &scene->gems, cell, ground_of_chosen(picture),
			             mark_chosen, picture);
		else
			paint_cell(level, &scene->gems, cell, picture);
}

/* ---- a swap ---- */

/* The first gem passes over the other one. */
static void paint_swap(const struct level *level, move_code move, const struct scene *scene,
                       struct picture *picture)
{
	const int first = move / 2, other = gems_partner(level, move);
	const bool vertical = move % 2 != 0;
	const int slid = scene_slid(scene, picture->side);
	const int up = vertical ? whole_rows(picture, slid) : 0, right = vertical ? 0 : slid;
	const struct gems *gems = &scene->gems;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (cell != first && cell != other)
			paint_cell(level, gems, cell, picture);
	put_gem(picture, cell_y(level, picture, other) + up, cell_x(level, picture, other) - right,
	        gems->cell[other], gems->kind[other]);
	put_gem(picture, cell_y(level, picture, first) - up, cell_x(level, picture, first) + right,
	        gems->cell[first], gems->kind[first]);
}

/* ---- what a step clears ---- */

/* The cells around one, in a colour. */
static void light_around(const struct level *level, int row, int column, colour_id colour,
                         struct picture *picture)
{
	for (int r = row - 1; r <= row + 1; r++)
		for (int c = column - 1; c <= column + 1; c++)
			if (r >= 0 && r < level->rows && c >= 0 && c < level->columns)
				pixels_ground(picture, board_y(picture, margin, r),
				              board_x(picture, margin, c), colour);
}

/* What a special gem sends out: its colour over all that it clears; then, while that shrinks, a
 * beam that grows thin, or a light that goes out. */
static void paint_beam(const struct level *level, const struct scene *scene, int cell,
                       struct picture *picture)
{
	static const int sixths[SHRINK_FRAMES + 1] = {6, 3, 1}; /* sixths of a cell */
	static const enum tone beams[SHRINK_FRAMES + 1] = {TONE_EDGE, TONE_LIGHT, TONE_LIGHT};
	static const enum tone lights[SHRINK_FRAMES + 1] = {TONE_EDGE, TONE_BASE, TONE_EDGE};
	const int row = cell / level->columns, column = cell % level->columns;
	const int tick = scene->phase == PHASE_FLASH ? 0 : scene->tick;
	const int side = picture->side, broad = (side * sixths[tick] + 3) / 6;
	const int inset = (side - broad) / 2, hue = scene->gems.cell[cell];
	switch (scene->gems.kind[cell]) {
	case GEM_ROW:
		picture_pixels(picture, board_y(picture, margin, row) + inset, margin.columns,
		               broad, level->columns * side, hue_colour(hue, beams[tick]));
		break;
	case GEM_COLUMN:
		picture_pixels(picture, 2 * margin.rows, board_x(picture, margin, column) + inset,
		               level->rows * side, broad, hue_colour(hue, beams[tick]));
		break;
	case GEM_BLAST:
		light_around(level, row, column, hue_colour(hue, lights[tick]), picture);
		break;
	default:
		break;
	}
}

static void paint_cleared(const struct level *level, const struct scene *scene, int cell,
                          struct picture *picture)
{
	const int y = cell_y(level, picture, cell), x = cell_x(level, picture, cell);
	const uint8_t held = scene->gems.cell[cell];
	if (scene->phase == PHASE_FLASH)
		jewel_flash(picture, y, x, held, scene->gems.kind[cell]);
	else
		jewel_shrink(picture, y, x, held, scene->tick);
}

/* First the light, then the gems in it. */
static void paint_step(const struct level *level, const struct scene *scene,
                       struct picture *picture)
{
	const struct gems_step *step = &scene->step;
	for (int cell = 0; cell < level_cells(level) && scene->phase == PHASE_FLASH; cell++)
		if (step->cleared[cell])
			pixels_ground(picture, cell_y(level, picture, cell),
			              cell_x(level, picture, cell),
			              hue_colour(scene->gems.cell[cell], TONE_EDGE));
	for (int cell = 0; cell < level_cells(level); cell++)
		if (step->cleared[cell])
			paint_beam(level, scene, cell, picture);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (step->cleared[cell])
			paint_cleared(level, scene, cell, picture);
		else
			paint_cell(level, &scene->gems, cell, picture);
	for (int i = 0; i < step->left_count && scene->phase == PHASE_SHRINK; i++)
		put_gem(picture, cell_y(level, picture, step->left[i].cell),
		        cell_x(level, picture, step->left[i].cell), step->left[i].colour,
		        step->left[i].kind);
}

/* ---- a fall ---- */

static void paint_column(const struct level *level, const struct scene *scene, int column,
                         struct picture *picture)
{
	const int side = picture->side;
	int source[SIDE_MAX];
	scene_sources(level, scene, column, source);
	for (int row = 0; row < level->rows; row++) {
		const int cell = row * level->columns + column, rows = row - source[row];
		const bool bounces = side >= SPRINGY && scene_has_landed(scene, rows);
		const int way = whole_rows(picture, scene_fallen(scene, rows, side));
		put_gem(picture,
		        board_y(picture, margin, source[row]) + way - (bounces ? side / 8 : 0),
		        board_x(picture, margin, column), scene->landed.cell[cell],
		        scene->landed.kind[cell]);
	}
}

/* Gems come in from behind the frame. */
static void paint_fall(const struct level *level, const struct scene *scene,
                       struct picture *picture)
{
	const struct rectangle clip = picture_clip_more(picture, margin.rows, margin.columns,
	                                                (level->rows * picture->side + 1) / 2,
	                                                level->columns * picture->side);
	for (int column = 0; column < level->columns; column++)
		paint_column(level, scene, column, picture);
	picture->clip = clip;
}

/* Around small gems, and between those without tones, a chequer would be noise. */
static void even_ground(const struct level *level, const struct gems *gems, struct picture *picture)
{
	const bool flat = picture_is_flat(picture);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (flat || (picture->side < CHEQUERED && gems->cell[cell] != EMPTY))
			pixels_ground(picture, cell_y(level, picture, cell),
			              cell_x(level, picture, cell), COLOUR_CELL);
}

void gems_paint_pixels(const struct level *level, const struct view *view,
                       const struct scene *scene, struct picture *picture)
{
	even_ground(level, &scene->gems, picture);
	switch (scene->phase) {
	case PHASE_SWAP:
		paint_swap(level, view->moving, scene, picture);
		break;
	case PHASE_FLASH:
	case PHASE_SHRINK:
		paint_step(level, scene, picture);
		break;
	case PHASE_FALL:
		paint_fall(level, scene, picture);
		break;
	default:
		paint_rest(level, view, scene, picture);
		break;
	}
}
