/* Pictures of match three: a board, and the frames of a move. */
#include <stdio.h>
#include <string.h>

#include "algo/bits.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/board.h"
#include "puzzles/gems/paint.h"

enum { FRAMES_PER_ROW = 2 }; /* in which points rise by a row */

/* ---- frames in whole cells, as glyphs show them ---- */

static void fall_by_cells(const struct level *level, const struct scene *scene, struct gems *out)
{
	int source[SIDE_MAX];
	memset(out->cell, EMPTY, sizeof out->cell);
	memset(out->kind, GEM_PLAIN, sizeof out->kind);
	for (int column = 0; column < level->columns; column++) {
		scene_sources(level, scene, column, source);
		for (int row = level->rows - 1; row >= 0; row--) {
			const int now = source[row] + scene_fallen(scene, row - source[row], 1);
			const int cell = row * level->columns + column;
			if (now < 0)
				break;
			out->cell[now * level->columns + column] = scene->landed.cell[cell];
			out->kind[now * level->columns + column] = scene->landed.kind[cell];
		}
	}
}

static void find_cells(const struct level *level, move_code move, const struct scene *scene,
                       struct gems *out)
{
	*out = scene->gems;
	if (scene->phase == PHASE_SWAP && scene_slid(scene, 2) > 0)
		gems_swap(out, move / 2, gems_partner(level, move));
	else if (scene->phase == PHASE_SHRINK)
		gems_clear(level, out, &scene->step);
	else if (scene->phase == PHASE_FALL)
		fall_by_cells(level, scene, out);
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

static void paint_cell(const struct level *level, const struct gems *gems, int cell, enum role role,
                       struct picture *picture)
{
	const int row = cell / level->columns, column = cell % level->columns;
	const uint8_t held = gems->cell[cell];
	if (held == EMPTY) {
		board_floor(picture, margin, row, column);
	} else if (held == DEAD_GEM) {
		board_wall(picture, margin, row, column);
	} else {
		board_piece_in_role(picture, margin, row, column, held, 0, role);
		put_kind(picture, level, cell, gems->kind[cell], role);
	}
}

static void paint_glyphs(const struct level *level, const struct view *view,
                         const struct scene *scene, struct picture *picture)
{
	struct gems gems;
	find_cells(level, view->moving, scene, &gems);
	for (int cell = 0; cell < level_cells(level); cell++) {
		const bool lit = scene->phase == PHASE_FLASH && scene->step.cleared[cell];
		const bool chosen = view->cursor != NULL && view->cursor->selected == cell;
		const enum role role = lit || chosen ? ROLE_SELECTED : ROLE_PIECE;
		paint_cell(level, &gems, cell, role, picture);
		if (lit)
			put_mark(picture, level, cell, role);
	}
}

static void paint_hint(const struct level *level, const struct scene *scene, move_code hint,
                       struct picture *picture)
{
	if (picture->pixels) {
		gems_paint_pixel_hint(level, scene, hint, picture);
		return;
	}
	paint_cell(level, &scene->gems, hint / 2, ROLE_HINT, picture);
	const int target = gems_partner(level, hint);
	board_brackets(picture, margin, target / level->columns, target % level->columns,
	               ROLE_HINT);
}

/* ---- around the board ---- */

/* Whether only some colours must be cleared. */
static bool has_goal(const struct level *level)
{
	const uint32_t wanted = level->rules & RULE_CLEAR_ALL;
	return wanted != 0 && wanted != RULE_CLEAR_ALL;
}

/* The goal is above what comes next. */
int gems_frame_rows(const struct level *level)
{
	return has_goal(level) ? 2 : 1;
}

/* Above the board: these colours. */
static void paint_goal(const struct level *level, struct picture *picture)
{
	const uint32_t wanted = level->rules & RULE_CLEAR_ALL;
	const struct size around = board_around(picture, margin);
	const int row = margin.rows - around.rows, first = margin.columns - around.columns + 1;
	const int end = margin.columns + level->columns * picture->side + around.columns;
	if (!has_goal(level))
		return;
	/* TRANSLATORS: On the frame of the board, before the colours to clear. About 12 columns. */
	const char *label = C_("colours", "clear");
	const int room = end - first - 2 * bits_count(wanted);
	int column = board_frame_label(picture, row, first, room, label);
	for (int colour = 1; colour <= COLOURS_MAX && column + 2 <= end; colour++)
		if ((wanted >> colour & 1) != 0) {
			board_glyph(picture, row, column + 1, colour, COLOUR_FRAME_DARK);
			column += 2;
		}
}

/* In the border above each column: the next letter, except in endless levels. */
static void paint_streams(const struct level *level, const struct scene *scene,
                          struct picture *picture)
{
	const struct gems *gems = scene->phase == PHASE_FALL ? &scene->landed : &scene->gems;
	const int width = picture->side;
	for (int column = 0; column < level->columns && !level->endless; column++) {
		const uint8_t letter = gems_letter(level, column, gems->taken[column]);
		if (letter != EMPTY)
			board_glyph(picture, margin.rows - 1,
			            margin.columns + column * width + (width - 1) / 2, letter,
			            COLOUR_FRAME_DARK);
	}
}

/* Text on the board, in the lowest row of a cell or `rise` rows above it; if cells are only one row
 * high, above the board. The cell is at its middle if it fits there. */
static void put_caption(const struct level *level, int cell, int rise, const char *text,
                        struct picture *picture)
{
	const struct size scale = picture->scale;
	const struct size around = board_around(picture, margin);
	const int top = margin.rows - around.rows, first = margin.columns - around.columns;
	const int width = level->columns * scale.columns + 2 * around.columns;
	const int length = text_columns(text) < width ? text_columns(text) : width;
	const int lowest = margin.rows + (cell / level->columns + 1) * picture->side / 2 - 1;
	const int row = scale.rows == 1 || rise > lowest - top ? top : lowest - rise;
	int column =
		margin.columns + ((2 * (cell % level->columns) + 1) * scale.columns - length) / 2;
	if (column < margin.columns)
		column = margin.columns;
	if (column + length > first + width)
		column = first + width - length;
	if (scale.rows == 1)
		picture_fill(picture, top, first, 1, width, U' ', ROLE_TEXT, 0);
	picture_text(picture, row, column, length, ROLE_STRONG, text);
	for (int i = column; picture->pixels && i < column + length; i++)
		picture_ink(picture, row, i, picture_cell_at(picture, row, i).glyph, COLOUR_CHOSEN,
		            COLOUR_CELL);
}

/* The one in the middle of those that the step clears. */
static int middle_cell(const struct level *level, const struct gems_step *step)
{
	int count = 0, cell = 0;
	for (int i = 0; i < level_cells(level); i++)
		count += step->cleared[i];
	for (int left = (count + 1) / 2; left > 0; cell++)
		left -= step->cleared[cell];
	return cell - 1;
}

/* The number of the step, if it is not the first of an endless game's cascade, and its points,
 * which rise from its gems; or why the board is about to change. */
static void paint_caption(const struct level *level, const struct scene *scene,
                          struct picture *picture)
{
	char text[128];
	const int points = scene->step.points;
	if (scene->phase == PHASE_STUCK)
		/* TRANSLATORS: On the board: no swap makes a match. About 24 columns. */
		put_caption(level, 0, 0, _("no swap left"), picture);
	if (scene->number == 0)
		return;
	if (level->endless && scene->number > 1)
		snprintf(text, sizeof text,
		         /* TRANSLATORS: On the board: the length of a chain, and its points. */
		         picture->glyphs == GLYPHS_ASCII ? _("Chain x%d +%d") : _("Chain ×%d +%d"),
		         scene->number, points);
	else
		snprintf(text, sizeof text, "+%d", points);
	put_caption(level, middle_cell(level, &scene->step), scene->age / FRAMES_PER_ROW, text,
	            picture);
}

/* ---- swaps ---- */

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
		             scale.rows < 3 ? 1 : 2, 1, U'|', role, 0);
	else
		picture_fill(picture, row + (scale.rows - 1) / 2, column + scale.columns - 1, 1, 2,
		             U'-', role, 0);
}

/* In cells of one row there is room for one mark after each gem: it can be swapped with the gem to
 * the right, with the one below, or with both. */
static void put_small_links(struct picture *picture, const struct level *level,
                            const move_code *moves, int count, enum role role)
{
	static const char32_t links[] = U" -|+";
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
			            links[sides[cell]], role, 0);
}

static void paint_links(const struct level *level, const move_code *moves, int count,
                        enum role role, struct picture *picture)
{
	if (picture->pixels) {
		for (int i = 0; i < count; i++)
			gems_paint_pixel_link(level, moves[i],
			                      role == ROLE_HINT ? COLOUR_HINT : COLOUR_MARK,
			                      picture);
		return;
	}
	if (picture->scale.rows == 1)
		put_small_links(picture, level, moves, count, role);
	else
		for (int i = 0; i < count; i++)
			put_link(picture, level, moves[i], role);
}

static void paint_cursor(const struct level *level, const struct cursor *cursor,
                         struct picture *picture)
{
	const int cell = cursor_cell(level, cursor);
	if (!picture->pixels)
		board_brackets(picture, margin, cursor->row, cursor->column, ROLE_CURSOR);
	else if (cursor->selected != cell)
		gems_paint_pixel_cursor(level, cell, picture);
}

void gems_paint(const struct level *level, const struct view *view, struct picture *picture)
{
	struct scene scene = {.phase = PHASE_REST};
	if (view->frame > 0)
		scene_find(level, view->state, view->moving, view->frame, &scene);
	else
		gems_unpack(level, view->state, &scene.gems);
	board_thin_frame(picture, margin, level->rows, level->columns);
	paint_goal(level, picture);
	paint_streams(level, &scene, picture);
	(picture->pixels ? gems_paint_pixels : paint_glyphs)(level, view, &scene, picture);
	const bool above = picture->pixels && picture_is_mono(picture); /* what a hint paints */
	if (view->cursor != NULL) {
		board_click_areas(picture, margin, level->rows, level->columns);
		if (!above)
			paint_cursor(level, view->cursor, picture);
	}
	paint_links(level, view->valid, view->valid_count, ROLE_STRONG, picture);
	if (view->hint != NULL) {
		paint_hint(level, &scene, *view->hint, picture);
		paint_links(level, view->hint, 1, ROLE_HINT, picture);
	}
	if (view->cursor != NULL && above)
		paint_cursor(level, view->cursor, picture);
	paint_caption(level, &scene, picture);
}
