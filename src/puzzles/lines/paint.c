/* The pictures made of glyphs.
 *
 * Each tile is drawn as its lines: a middle, and an arm to each solid side. A moving line is drawn
 * some rows or columns further on, cut off at one end of the board and continued at the other.
 *
 * Open groups are thin lines in their tint. Closed ones are heavy and filled. An invalid side ends
 * in a cross, in the last place of its arm, or in the first one outside where the arm has none: the
 * neighbour's side there is open, so the place is free. */

#include "puzzle/board.h"
#include "puzzle/board_pixels.h"
#include "puzzle/key.h"
#include "puzzles/lines/paint.h"

static const struct size margin = {LINES_MARGIN_ROWS, LINES_MARGIN_COLUMNS};

enum { TINTS = 6 }; /* as many as every palette has */

/* Where a tile is drawn: its top left place on the board. */
struct spot {
	int cell, row, column;
};

/* ---- looks ---- */

static void choose_looks(struct scene *scene)
{
	static const char32_t thin[] = U"·╵╶└╷│┌├╴┘─┴┐┤┬┼", heavy[] = U"·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋";
	/* ASCII: where arms have separate places, and in `small`, where the middle shows the whole
	 * tile. There, corners are letters, and a three-way points where its stem does. */
	static const char32_t plain[] = U".oo+o|++o+-+++++", strong[] = U".##########=#####";
	static const char32_t small[] = U".u(Ln|F})J-^7{v+";
	const bool tight = scene->picture->scale.rows < 3;
	scene->open = (struct look){thin, U'─', U'│'};
	scene->closed = (struct look){heavy, U'━', U'┃'};
	if (scene->picture->glyphs == GLYPHS_ASCII) {
		scene->open = (struct look){tight ? small : plain, U'-', U'|'};
		scene->closed = (struct look){tight ? small : strong, U'=', U'#'};
	}
}

/* The tints that groups next to this one have already, as bits. */
static unsigned tints_around(const struct scene *scene, int group)
{
	const struct level *level = scene->level;
	unsigned taken = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		for (int d = 0; scene->groups.of[cell] == group && d < DIRECTIONS; d++) {
			int row = cell / level->columns, column = cell % level->columns;
			if (!direction_step(level, d, &row, &column))
				continue;
			const int other = scene->groups.of[row * level->columns + column];
			if (other < group)
				taken |= 1U << scene->tint[other];
		}
	return taken;
}

/* The first tint from `first` on that is not taken, from 0; -1 if all are. */
static int free_tint(int first, unsigned taken)
{
	for (int i = 0; i < TINTS; i++)
		if ((taken >> ((first + i) % TINTS + 1) & 1) == 0)
			return (first + i) % TINTS;
	return -1;
}

/* Gives each group a different tint, or at least a different one from its neighbours', as long as
 * there are enough. The first choice depends on the place of the group's first cell, so that groups
 * untouched by a slide mostly keep their tint. */
static void choose_tints(struct scene *scene)
{
	const struct level *level = scene->level;
	int group = 0;
	unsigned used = 0; /* tints of groups so far, as bits; all free again once all are used */
	for (int cell = 0; cell < level_cells(level); cell++) {
		if (scene->groups.of[cell] != group)
			continue;
		if (scene->piece[cell] == 0) { /* a blank shows no tint */
			scene->tint[group++] = 0;
			continue;
		}
		const int row = cell / level->columns, column = cell % level->columns;
		const int first = (row * 2 + column) % TINTS;
		const unsigned around = tints_around(scene, group);
		int tint = free_tint(first, around | used);
		if (tint < 0) {
			used = 0;
			tint = free_tint(first, around);
		}
		tint = tint < 0 ? first : tint;
		used |= 2U << tint;
		scene->tint[group++] = (uint8_t)(tint + 1);
	}
}

/* ---- tiles ---- */

/* Paints on the board and no farther than `edge` places outside. */
static void put(struct scene *scene, int edge, int row, int column, char32_t glyph, enum role role,
                int tint)
{
	if (row >= -edge && row < scene->height + edge && column >= -edge &&
	    column < scene->width + edge)
		picture_put(scene->picture, margin.rows + row, margin.columns + column, glyph, role,
		            tint);
}

/* Paints a tile or a blank. */
static void paint_tile(struct scene *scene, struct spot spot)
{
	const struct size scale = scene->picture->scale;
	const int sides = scene->piece[spot.cell] & SIDES, group = scene->groups.of[spot.cell];
	const bool closed = scene->groups.closed[group];
	const struct look *look = closed ? &scene->closed : &scene->open;
	enum role role = closed ? ROLE_CLOSED : ROLE_LINE;
	int tint = scene->tint[group];
	if (sides == 0) {
		role = ROLE_FLOOR;
		tint = 0;
	}
	for (int row = 0; row < scale.rows; row++)
		for (int column = 0; column < scale.columns; column++) {
			const int down = row - scene->middle_row;
			const int right = column - scene->middle_column;
			char32_t glyph = U' ';
			if (down == 0 && right == 0)
				glyph = look->middle[sides];
			else if (down == 0 && sides & 1 << (right < 0 ? LEFT : RIGHT))
				glyph = look->across;
			else if (right == 0 && sides & 1 << (down < 0 ? UP : DOWN))
				glyph = look->down;
			put(scene, 0, spot.row + row, spot.column + column, glyph, role, tint);
		}
}

/* Crosses at the ends of the invalid sides. In cells one row high or one column wide there is no
 * place between two middles. */
static void paint_ends(struct scene *scene, struct spot spot)
{
	const struct size scale = scene->picture->scale;
	const int invalid = (scene->piece[spot.cell] & SIDES) & ~scene->joined[spot.cell];
	for (int d = 0; d < DIRECTIONS; d++) {
		const int down = direction_row_step(d), right = direction_column_step(d);
		if (!(invalid >> d & 1) || (down != 0 ? scale.rows : scale.columns) == 1)
			continue;
		int row = scene->middle_row, column = scene->middle_column;
		do {
			row += down;
			column += right;
		} while (row + down >= 0 && row + down < scale.rows && column + right >= 0 &&
		         column + right < scale.columns);
		put(scene, 1, spot.row + row, spot.column + column,
		    picture_glyph(scene->picture, U'×', U'x'), ROLE_STRONG, 0);
	}
}

/* A star beside the middle, where no line is; in small cells in place of the right arm. */
static void paint_mark(struct scene *scene, struct spot spot)
{
	const struct size scale = scene->picture->scale;
	const int group = scene->groups.of[spot.cell];
	const bool filled = scene->groups.closed[group] && scene->piece[spot.cell] & SIDES;
	if (scene->piece[spot.cell] & MARK && scale.columns > 1)
		put(scene, 0, spot.row + scene->middle_row + (scale.rows > 1),
		    spot.column + scene->middle_column + 1, U'*', filled ? ROLE_CLOSED : ROLE_GOAL,
		    scene->tint[group]);
}

typedef void paint_fn(struct scene *scene, struct spot spot);

/* Paints a cell with `paint` at its place in this frame; if it moves, possibly at both ends of its
 * line. */
static void paint_cell(struct scene *scene, int cell, paint_fn *paint)
{
	const struct level *level = scene->level;
	const struct size scale = scene->picture->scale;
	const int direction = lines_direction(scene->moving);
	const int down = direction_row_step(direction), right = direction_column_step(direction);
	const int row = cell / level->columns, column = cell % level->columns;
	struct spot spot = {cell, row * scale.rows, column * scale.columns};
	if (scene->shift > 0 && (down != 0 ? column : row) == lines_line(scene->moving)) {
		spot.row += down * scene->shift;
		spot.column += right * scene->shift;
		paint(scene, (struct spot){cell, spot.row - down * scene->height,
		                           spot.column - right * scene->width});
	}
	paint(scene, spot);
}

static void paint_tiles(struct scene *scene)
{
	const int cells = scene->level->rows * scene->level->columns;
	for (int cell = 0; cell < cells; cell++)
		paint_cell(scene, cell, paint_tile);
	for (int cell = 0; cell < cells; cell++) {
		paint_cell(scene, cell, paint_ends);
		paint_cell(scene, cell, paint_mark);
	}
}

/* ---- around the board ---- */

/* The frame, with numbers beside it and letters in it. */
static void paint_frame(struct scene *scene)
{
	const struct level *level = scene->level;
	struct picture *picture = scene->picture;
	board_thin_frame(picture, margin, level->rows, level->columns);
	for (int column = 0; column < level->columns; column++) {
		const int at =
			margin.columns + column * picture->scale.columns + scene->middle_column;
		picture_put(picture, margin.rows + scene->height, at, U'a' + (char32_t)column,
		            ROLE_QUIET, 0);
		picture_put(picture, margin.rows + scene->height + 1, at, U' ', ROLE_TEXT, 0);
	}
}

/* The arrow of a slide, as broad as the line or one place in the middle of it. */
static void paint_arrow(struct scene *scene, move_code move, bool broad, bool large, enum role role)
{
	static const char32_t big[] = U"▲▶▼◀", little[] = U"▴▸▾◂", ascii[] = U"^>v<";
	struct picture *picture = scene->picture;
	const struct size scale = picture->scale;
	const int direction = lines_direction(move), line = lines_line(move);
	const char32_t arrow =
		picture_glyph(picture, (large ? big : little)[direction], ascii[direction]);
	const int row = margin.rows + line * scale.rows + (broad ? 0 : scene->middle_row);
	const int column =
		margin.columns + line * scale.columns + (broad ? 0 : scene->middle_column);
	if (lines_is_row(move))
		picture_fill(picture, row,
		             margin.columns + (direction == LEFT ? -2 : scene->width + 1),
		             broad ? scale.rows : 1, 1, arrow, role, 0);
	else
		picture_fill(picture, direction == UP ? 0 : margin.rows + scene->height + 1, column,
		             1, broad ? scale.columns : 1, arrow, role, 0);
}

void lines_add_area(const struct scene *scene, move_code move)
{
	static const int keys[DIRECTIONS] = {PRESS_SHIFT_UP, PRESS_SHIFT_RIGHT, PRESS_SHIFT_DOWN,
	                                     PRESS_SHIFT_LEFT};
	const struct level *level = scene->level;
	struct picture *picture = scene->picture;
	const int side = picture->side, direction = lines_direction(move), line = lines_line(move);
	const int y = board_y(picture, margin, line), x = board_x(picture, margin, line);
	const int below = margin.rows + (level->rows * side + 1) / 2;
	const int first = line * level->columns; /* first cell of a row */
	if (lines_is_row(move))
		picture_click_area(picture, (y + 1) / 2,
		                   direction == LEFT ? 0 : margin.columns + level->columns * side,
		                   (y + side + 1) / 2 - (y + 1) / 2, margin.columns,
		                   keys[direction],
		                   direction == LEFT ? first : first + level->columns - 1);
	else
		picture_click_area(picture, direction == UP ? 0 : below, x, margin.rows, side,
		                   keys[direction],
		                   (direction == UP ? 0 : level->rows - 1) * level->columns + line);
}

/* Arrows at both ends of each line that can be slid. Those of the lines under the cursor are lit:
 * by size if glyphs have two, so that moving the cursor changes no colour. */
static void paint_arrows(struct scene *scene, const struct cursor *cursor)
{
	const bool sized = scene->picture->glyphs != GLYPHS_ASCII;
	const enum role lit = cursor->selected >= 0 ? ROLE_SELECTED
	                      : sized               ? ROLE_TEXT
	                                            : ROLE_STRONG;
	const enum role unlit = sized ? ROLE_TEXT : ROLE_QUIET;
	for (int d = 0; d < DIRECTIONS; d++) {
		const bool row = direction_column_step(d) != 0;
		const int lines = row ? scene->level->rows : scene->level->columns;
		for (int line = 0; line < lines; line++) {
			const move_code move = lines_move(line, d);
			const bool here = line == (row ? cursor->row : cursor->column);
			if (lines_length(scene->level, move) < 2)
				continue;
			paint_arrow(scene, move, false, here, here ? lit : unlit);
			lines_add_area(scene, move);
		}
	}
}

/* The cursor, where no line is: beside the middle, in both lower corners, or in the upper left one,
 * depending on the rows of a cell. It is made of blocks, as lines would look like a tile's; of two,
 * near each other if possible, as each move of the cursor redraws them. */
static void paint_cursor(struct scene *scene, const struct cursor *cursor)
{
	static const struct {
		int row, left, right;
		char32_t glyph[2];
	} looks[] = {{0, -1, 1, {U'▐', U'▌'}}, {1, 0, 3, {U'▙', U'▟'}}, {0, 0, 1, {U'▛', U'▀'}}};
	const struct picture *picture = scene->picture;
	const struct size scale = picture->scale;
	/* With blocks the same role as the arrows', so that moving the cursor changes none. */
	const enum role idle = picture->glyphs == GLYPHS_ASCII ? ROLE_CURSOR : ROLE_TEXT;
	const enum role role = cursor->selected >= 0 ? ROLE_SELECTED : idle;
	const int look = scale.rows > 2 ? 2 : scale.rows - 1;
	const int row = cursor->row * scale.rows + looks[look].row;
	const int column = cursor->column * scale.columns;
	put(scene, 1, row, column + looks[look].left,
	    picture_glyph(picture, looks[look].glyph[0], U'['), role, 0);
	put(scene, 1, row, column + looks[look].right,
	    picture_glyph(picture, looks[look].glyph[1], U']'), role, 0);
}

/* ---- all of it ---- */

void lines_set_scene(struct scene *scene, const struct view *view)
{
	const struct level *level = scene->level;
	const struct size scale = scene->picture->scale;
	scene->height = level->rows * scale.rows;
	scene->width = level->columns * scale.columns;
	scene->middle_row = (scale.rows - 1) / 2;
	scene->middle_column = (scale.columns - 1) / 2;
	const int step = lines_is_row(view->moving) ? scale.columns : scale.rows;
	scene->moving = view->moving;
	scene->shift = view->frame * step / (LINES_FRAMES + 1);
	lines_connect(level, view->state, scene->piece, scene->joined);
	lines_group(level, scene->piece, scene->joined, &scene->groups);
	choose_looks(scene);
	choose_tints(scene);
}

void lines_paint(const struct level *level, const struct view *view, struct picture *picture)
{
	struct scene scene = {.level = level, .picture = picture};
	lines_set_scene(&scene, view);
	if (picture->pixels) {
		lines_paint_pixels(&scene, view);
		return;
	}
	paint_frame(&scene);
	paint_tiles(&scene);
	if (view->cursor != NULL) {
		board_click_areas(picture, margin, level->rows, level->columns);
		paint_arrows(&scene, view->cursor);
		paint_cursor(&scene, view->cursor);
	}
	for (int i = 0; i < view->valid_count; i++)
		paint_arrow(&scene, view->valid[i], false, true, ROLE_MARK);
	if (view->named != NULL && picture_is_flat(picture)) {
		paint_arrow(&scene, *view->named, true, true, ROLE_HINT);
		paint_arrow(&scene, lines_opposite(*view->named), true, true, ROLE_HINT);
	}
	if (view->hint != NULL)
		paint_arrow(&scene, *view->hint, true, true, ROLE_HINT);
}
