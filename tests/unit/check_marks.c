/* What a terminal shows of boards, with as many colours as it has, or none: marks that mean
 * different things look different, and pieces without tones stay apart and can be told apart. */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "support/help.h"
#include "ui/term/screen_private.h"

/* ---- terminals ---- */

static const struct terminal {
	const char *name;
	int colours;
	enum depth depth;
	bool ascii;
} terminals[] = {
	{"24-bit", 256, DEPTH_RGB, false},      {"256 colours", 256, DEPTH_256, false},
	{"16 colours", 8, DEPTH_16, false},     {"8 colours", 8, DEPTH_8, false},
	{"no colours", 0, DEPTH_MONO, false},   {"ASCII, 256 colours", 256, DEPTH_256, true},
	{"ASCII, 8 colours", 8, DEPTH_8, true}, {"ASCII, no colours", 0, DEPTH_MONO, true},
};
enum { TERMINALS = sizeof terminals / sizeof terminals[0], EIGHT = 3, MONO = 4, ASCII_MONO = 7 };

static struct screen screen_of(const struct terminal *terminal)
{
	struct screen screen = {
		.unicode = !terminal->ascii,
		.colours = terminal->colours,
		.depth = terminal->depth,
		.writer = {.flags = UINT8_MAX, .coloured_flags = UINT8_MAX},
	};
	screen_resolve(&screen);
	return screen;
}

/* Every side that is drawn in its own way; boards of glyphs have fewer. */
static const int sides[] = {2, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 20, 24};
enum { SIDES = sizeof sides / sizeof sides[0] };

static bool has_side(const struct terminal *terminal, int side)
{
	return !terminal->ascii || side == 2 || side == 4 || side == 6 || side == 10;
}

/* ---- what is shown ---- */

enum { ROWS_MAX = 64, COLUMNS_MAX = 320 };

struct shown {
	int rows, columns;
	struct spot spot[ROWS_MAX][COLUMNS_MAX];
};

static void show(const struct terminal *terminal, const struct puzzle *puzzle,
                 const struct level *level, struct view view, int side, struct shown *shown)
{
	struct screen screen = screen_of(terminal);
	struct picture *picture = picture_new();
	const struct size size = puzzle_extent(puzzle, level, side);
	must(size.rows <= ROWS_MAX && size.columns <= COLUMNS_MAX, "a board too large");
	must(picture != NULL && picture_resize(picture, size.rows, size.columns), "no picture");
	picture->glyphs = terminal->ascii ? GLYPHS_ASCII : GLYPHS_SHAPES;
	picture->pixels = !terminal->ascii;
	picture->tones = screen_tones(&screen);
	picture_set_side(picture, side);
	if (view.state == NULL)
		view.state = &level->start;
	puzzle->screen.paint(level, &view, picture);
	shown->rows = size.rows;
	shown->columns = size.columns;
	for (int row = 0; row < size.rows; row++)
		for (int column = 0; column < size.columns; column++)
			shown->spot[row][column] =
				screen_spot(&screen, picture_cell_at(picture, row, column));
	picture_free(picture);
}

/* A cell on the screen, with the column before it, where boards of glyphs have its left bracket; of
 * row -1, the frame above the column. */
static struct rectangle cell_at(const struct puzzle *puzzle, int side, int row, int column)
{
	const struct size margin = puzzle->screen.margin;
	if (row < 0)
		return (struct rectangle){0, margin.columns + column * side, margin.rows, side};
	const int top = margin.rows + row * side / 2;
	const int bottom = margin.rows + ((row + 1) * side + 1) / 2;
	return (struct rectangle){top, margin.columns + column * side - 1, bottom - top, side + 1};
}

static bool is_same(struct spot a, struct spot b)
{
	return a.glyph == b.glyph && a.look.foreground == b.look.foreground &&
	       a.look.background == b.look.background && a.look.flags == b.look.flags;
}

static bool looks_like(const struct shown *a, const struct shown *b, struct rectangle where)
{
	for (int row = where.row; row < where.row + where.rows; row++)
		for (int column = where.column; column < where.column + where.columns; column++)
			if (!is_same(a->spot[row][column], b->spot[row][column]))
				return false;
	return true;
}

/* ---- marks ---- */

struct look_of_cell {
	const char *name;
	struct view view;
};

enum { LOOKS_MAX = 5 };

/* Shows a cell in several ways, in all sides: each must look different from each other. */
static void expect_different(const struct terminal *terminal, const struct puzzle *puzzle,
                             const struct level *level, int row, int column,
                             const struct look_of_cell looks[], int count)
{
	static struct shown shown[LOOKS_MAX];
	for (int i = 0; i < SIDES; i++) {
		const int side = sides[i];
		if (!has_side(terminal, side))
			continue;
		const struct rectangle where = cell_at(puzzle, side, row, column);
		for (int a = 0; a < count; a++)
			show(terminal, puzzle, level, looks[a].view, side, &shown[a]);
		for (int a = 0; a < count; a++)
			for (int b = 0; b < a; b++)
				must(!looks_like(&shown[a], &shown[b], where),
				     "%s, %s, cells of %d: %s looks like %s", puzzle->name,
				     terminal->name, side, looks[a].name, looks[b].name);
	}
}

START_TEST(marks_of_gems_look_different)
{
	struct level level;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: gems\n\nabcab\nbcabc\ncabca\n", &level);
	enum { CELL = 7 };
	const struct cursor away = {0, 0, -1}, here = {1, 2, -1}, chosen = {0, 0, CELL};
	const move_code from_here = 2 * CELL, to_here = 2 * (CELL - 1);
	const struct look_of_cell gem[] = {
		{"a gem", {.cursor = &away}},
		{"the cursor", {.cursor = &here}},
		{"the choice", {.cursor = &chosen}},
		{"a hint's source", {.cursor = &away, .hint = &from_here}},
		{"its target", {.cursor = &away, .hint = &to_here}},
	};
	expect_different(&terminals[_i], puzzle, &level, 1, 2, gem, 5);
}
END_TEST

/* A man on no target, on another's, and at home. */
static const char *const men[] = {
	"..... .....\n.a..b .....\n..... ...ab\n",
	"..... .....\n.a..b .b...\n..... ...a.\n",
	"..... .....\n.a..b .a...\n..... ....b\n",
};
enum { MEN = sizeof men / sizeof men[0] };

START_TEST(marks_of_men_look_different)
{
	struct level level;
	move_code hint;
	char text[128];
	snprintf(text, sizeof text, "level: t\nmode: bishop\n\n%s", men[_i % MEN]);
	const struct puzzle *puzzle = read_level(text, &level);
	ck_assert(puzzle_find_move(puzzle, &level, &level.start, "b2-c1", &hint));
	const struct cursor away = {0, 4, -1}, chosen = {0, 4, 6}, here = {1, 1, -1};
	const struct look_of_cell man[] = {
		{"a man", {.cursor = &away}},
		{"the cursor", {.cursor = &here}},
		{"the choice", {.cursor = &chosen}},
		{"a hint's source", {.cursor = &away, .hint = &hint}},
	};
	expect_different(&terminals[_i / MEN], puzzle, &level, 1, 1, man, 4);
}
END_TEST

START_TEST(marks_of_squares_look_different)
{
	static const char *const boards[] = {
		"..... .....\n.a... .....\n..... ...a.\n",
		"..... .....\n.a... .....\n..... ..a..\n",
	};
	struct level level;
	move_code hint;
	char text[128];
	snprintf(text, sizeof text, "level: t\nmode: bishop\n\n%s", boards[_i % 2]);
	const struct puzzle *puzzle = read_level(text, &level);
	ck_assert(puzzle_find_move(puzzle, &level, &level.start, "b2-c1", &hint));
	const struct cursor away = {0, 4, -1}, chosen = {0, 4, 6}, here = {2, 2, -1};
	const struct look_of_cell square[] = {
		{"a square", {.cursor = &away}},
		{"the cursor", {.cursor = &here}},
		{"a square to go to", {.cursor = &chosen}},
		{"a hint's target", {.cursor = &away, .hint = &hint}},
	};
	expect_different(&terminals[_i / 2], puzzle, &level, 2, 2, square, 4);
}
END_TEST

/* The hint of lines and of tilt is outside the board. */
START_TEST(marks_of_lines_look_different)
{
	struct level level;
	move_code hint;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: lines\n\n62c\n5f.\n3.9\n", &level);
	const struct cursor away = {0, 0, -1}, here = {1, 1, -1}, held = {1, 1, 4};
	ck_assert(puzzle_find_move(puzzle, &level, &level.start, "b-up", &hint));
	const struct look_of_cell tile[] = {
		{"a tile", {.cursor = &away}},
		{"the cursor", {.cursor = &here}},
		{"a tile held", {.cursor = &held}},
	};
	expect_different(&terminals[_i], puzzle, &level, 1, 1, tile, 3);
	/* The arrow above the column. */
	const struct look_of_cell arrow[] = {
		{"an arrow", {.cursor = &away}},
		{"one of the tile held", {.cursor = &held}},
		{"a hint", {.cursor = &away, .hint = &hint}},
	};
	expect_different(&terminals[_i], puzzle, &level, -1, 1, arrow, 3);
}
END_TEST

/* Where there are no tones, the line that a hint names is marked at both ends, a move at one. */
START_TEST(a_named_line_is_marked)
{
	static struct shown idle, named, hinted;
	const struct terminal *terminal = &terminals[_i];
	struct level level;
	move_code up;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: lines\n\n62c\n5f.\n3.9\n", &level);
	const struct cursor cursor = {0, 1, -1};
	ck_assert(puzzle_find_move(puzzle, &level, &level.start, "b-up", &up));
	const struct view plain = {.cursor = &cursor};
	const struct view line = {.cursor = &cursor, .named = &up};
	const struct view move = {.cursor = &cursor, .hint = &up};
	for (int i = 0; i < SIDES; i++) {
		if (!has_side(terminal, sides[i]))
			continue;
		const struct rectangle above = cell_at(puzzle, sides[i], -1, 1);
		struct rectangle below = above;
		show(terminal, puzzle, &level, plain, sides[i], &idle);
		show(terminal, puzzle, &level, line, sides[i], &named);
		show(terminal, puzzle, &level, move, sides[i], &hinted);
		below.row = idle.rows - below.rows;
		must(!looks_like(&named, &idle, above) && !looks_like(&named, &idle, below) &&
		             !looks_like(&named, &hinted, below),
		     "%s, cells of %d: a line is not marked", terminal->name, sides[i]);
	}
}
END_TEST

START_TEST(hints_of_tilt_look_different)
{
	struct level level;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: tilt\n\na.. ..a\n... ...\n", &level);
	const struct cursor cursor = {0, 0, -1};
	const move_code right = RIGHT;
	const struct look_of_cell frame[] = {
		{"the frame", {.cursor = &cursor}},
		{"a valid move", {.cursor = &cursor, .valid = &right, .valid_count = 1}},
		{"a hint", {.cursor = &cursor, .hint = &right}},
	};
	expect_different(&terminals[_i], puzzle, &level, 0, 3, frame, 3);
}
END_TEST

/* ---- names ---- */

/* In no box: their ground is that of the place below them, which has no shade. */
START_TEST(names_of_rows_stand_on_the_frame)
{
	static struct shown shown;
	struct level level;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: bishop\n\n..... .....\n.a... ...a.\n", &level);
	for (int i = 0; i < SIDES; i++) {
		int found = 0;
		if (!has_side(&terminals[_i], sides[i]))
			continue;
		show(&terminals[_i], puzzle, &level, (struct view){0}, sides[i], &shown);
		for (int row = 0; row < shown.rows; row++)
			for (int column = 0; column < puzzle->screen.margin.columns; column++) {
				const struct spot name = shown.spot[row][column];
				const struct spot below = shown.spot[row + 1][column];
				if (name.glyph != U'1' && name.glyph != U'2')
					continue;
				ck_assert_uint_ne(below.glyph, U'▒');
				ck_assert_int_eq(name.look.background, below.look.background);
				found++;
			}
		ck_assert_int_eq(found, 2);
	}
}
END_TEST

/* ---- things ---- */

/* Cells of one board, each of which must look different from the one before. */
static void expect_different_cells(const struct terminal *terminal, const char *text, int count)
{
	static struct shown shown;
	struct level level;
	const struct puzzle *puzzle = read_level(text, &level);
	for (int i = 0; i < SIDES; i++) {
		if (!has_side(terminal, sides[i]))
			continue;
		show(terminal, puzzle, &level, (struct view){0}, sides[i], &shown);
		for (int b = 0; b < 2 * count; b += 2)
			for (int a = 0; a < b; a += 2) {
				const struct rectangle p = cell_at(puzzle, sides[i], 0, a);
				const struct rectangle q = cell_at(puzzle, sides[i], 0, b);
				bool same = true;
				for (int row = 0; row < p.rows; row++)
					for (int column = 1; column < p.columns; column++)
						same &= is_same(
							shown.spot[p.row + row][p.column + column],
							shown.spot[q.row + row][q.column + column]);
				must(!same, "%s, %s, cells of %d: %d is like %d", puzzle->name,
				     terminal->name, sides[i], b, a);
			}
	}
}

/* A block, an empty cell, a wall, a goal, another block, a block at home, one on another's goal. */
START_TEST(things_of_tilt_and_bishop_look_different)
{
	static const char board[] = "a...#...b.a.a ....#.b...a.b\n"
				    "b............ aa...........\n";
	char text[128];
	snprintf(text, sizeof text, "level: t\nmode: tilt\n\n%s", board);
	expect_different_cells(&terminals[_i], text, 7);
	snprintf(text, sizeof text, "level: t\nmode: bishop\n\n%s", board);
	expect_different_cells(&terminals[_i], text, 7);
}
END_TEST

/* The name of a column stands on the frame's own ground, above or in its line. */
START_TEST(labels_stand_on_the_frame)
{
	static struct shown shown;
	struct level level;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: bishop\n\na. .a\n.. ..\n", &level);
	const struct size margin = puzzle->screen.margin;
	for (int i = 0; i < SIDES; i++)
		for (int t = EIGHT; t <= MONO; t++) {
			const int side = sides[i], below = margin.rows + (2 * side + 1) / 2;
			const int middle = margin.columns + (side - 1) / 2;
			show(&terminals[t], puzzle, &level, (struct view){0}, side, &shown);
			const struct spot label = shown.spot[below][middle];
			const struct spot frame = shown.spot[below][middle + 1];
			ck_assert_uint_eq(label.glyph, U'a');
			must((frame.glyph == U' ' || frame.glyph == U'─') &&
			             frame.look.flags == label.look.flags &&
			             frame.look.background == label.look.background,
			     "%s: a box around labels of cells of %d", terminals[t].name, side);
		}
}
END_TEST

/* Without colours a shaded cell would look like a wall, so an empty one has a dot at most. */
START_TEST(empty_cells_without_colours_are_bare)
{
	static struct shown shown;
	struct level level;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: tilt\n\na.. ..a\n... ...\n", &level);
	const struct size margin = puzzle->screen.margin;
	for (int i = 0; i < SIDES; i++) {
		const int side = sides[i], end = margin.rows + side;
		int dots = 0;
		show(&terminals[MONO], puzzle, &level, (struct view){0}, side, &shown);
		for (int row = margin.rows + (side + 1) / 2; row < end; row++)
			for (int column = 0; column < side; column++) {
				const int x = margin.columns + side + column;
				const char32_t glyph = shown.spot[row][x].glyph;
				dots += glyph == U'·';
				must(glyph == U' ' || glyph == U'·', "side %d: a cell is not bare",
				     side);
			}
		must(dots == 1, "side %d: %d dots", side, dots);
	}
}
END_TEST

/* ---- pieces without tones ---- */

enum { PIXEL_ROWS = 2 * ROWS_MAX };

/* The colours of the pixels on a board: 0 is the ground, and what is shaded. */
static void find_pixels(const struct shown *shown, struct size margin,
                        int32_t pixel[PIXEL_ROWS][COLUMNS_MAX])
{
	memset(pixel, 0, sizeof(int32_t[PIXEL_ROWS][COLUMNS_MAX]));
	for (int row = margin.rows; row < shown->rows - margin.rows; row++)
		for (int column = margin.columns; column < shown->columns - margin.columns;
		     column++) {
			const struct spot spot = shown->spot[row][column];
			const bool mono = spot.look.background < 0;
			const bool reverse = (spot.look.flags & LOOK_REVERSE) != 0;
			const int32_t ink = mono ? !reverse : spot.look.foreground;
			const int32_t paper = mono ? reverse : spot.look.background;
			pixel[2 * row][column] = spot.glyph == U'▀' ? ink : paper;
			pixel[2 * row + 1][column] = spot.glyph == U'▄' ? ink : paper;
		}
}

/* How many pixels hang together with one, all of its colour. */
static int flood(int32_t pixel[PIXEL_ROWS][COLUMNS_MAX], int y, int x, int32_t colour)
{
	if (y < 0 || x < 0 || y >= PIXEL_ROWS || x >= COLUMNS_MAX || pixel[y][x] != colour)
		return 0;
	pixel[y][x] = 0;
	return 1 + flood(pixel, y - 1, x, colour) + flood(pixel, y + 1, x, colour) +
	       flood(pixel, y, x - 1, colour) + flood(pixel, y, x + 1, colour);
}

/* The piece in the upper left corner does not hang together with its neighbours. */
static void expect_apart(const struct terminal *terminal, const char *text, int side)
{
	static int32_t pixel[PIXEL_ROWS][COLUMNS_MAX];
	static struct shown shown;
	struct level level;
	const struct puzzle *puzzle = read_level(text, &level);
	const struct size margin = puzzle->screen.margin;
	show(terminal, puzzle, &level, (struct view){0}, side, &shown);
	find_pixels(&shown, margin, pixel);
	for (int i = 0; i < side * side; i++) {
		const int y = 2 * margin.rows + i / side, x = margin.columns + i % side;
		const int size = pixel[y][x] == 0 ? 0 : flood(pixel, y, x, pixel[y][x]);
		must(size <= side * side, "%s, %s: pieces melt in cells of %d", puzzle->name,
		     terminal->name, side);
	}
}

START_TEST(neighbours_stay_apart)
{
	for (int i = 0; i < SIDES; i++)
		for (int t = EIGHT; t <= MONO; t++) {
			if (sides[i] < 4)
				continue;
			expect_apart(&terminals[t],
			             "level: t\nmode: tilt\n\naa. ..a\naa. a.a\n... .a.\n",
			             sides[i]);
			for (int gem = 'a'; gem <= 'h'; gem++) {
				char text[64];
				snprintf(text, sizeof text,
				         "level: t\nmode: gems\n\n%c%c.\n%c%c.\n", gem, gem, gem,
				         gem);
				if (sides[i] > 4)
					expect_apart(&terminals[t], text, sides[i]);
			}
		}
}
END_TEST

/* The pixels in which the silhouettes of two gems differ. */
static int outline_differences(int side, int first, int second)
{
	static int32_t pixel[2][PIXEL_ROWS][COLUMNS_MAX];
	static struct shown shown;
	const int gems[2] = {first, second};
	int count = 0;
	for (int i = 0; i < 2; i++) {
		struct level level;
		char text[64];
		snprintf(text, sizeof text, "level: t\nmode: gems\n\n%c..\n...\n", gems[i]);
		const struct puzzle *puzzle = read_level(text, &level);
		show(&terminals[MONO], puzzle, &level, (struct view){0}, side, &shown);
		find_pixels(&shown, puzzle->screen.margin, pixel[i]);
	}
	for (int y = 0; y < 2 * shown.rows; y++)
		for (int x = 0; x < shown.columns; x++)
			count += pixel[0][y][x] != pixel[1][y][x];
	return count;
}

START_TEST(gems_are_told_by_their_silhouettes)
{
	for (int side = 6; side <= 24; side++)
		for (int first = 'a'; first <= 'h'; first++)
			for (int second = 'a'; second < first; second++) {
				const int found = outline_differences(side, first, second);
				must(found >= (side < 10 ? 6 : 8),
				     "%c and %c differ in %d pixels in cells of %d", first, second,
				     found, side);
			}
}
END_TEST

/* The rim of an emerald, which tells it without tones, is whole on all four sides. */
START_TEST(an_emerald_has_a_rim)
{
	static int32_t pixel[PIXEL_ROWS][COLUMNS_MAX];
	static struct shown shown;
	for (int side = 5; side <= 24; side++) {
		struct level level;
		const struct puzzle *puzzle =
			read_level("level: t\nmode: gems\n\nd..\n...\n", &level);
		const struct size margin = puzzle->screen.margin;
		int middle = 0, rims = 0;
		show(&terminals[MONO], puzzle, &level, (struct view){0}, side, &shown);
		find_pixels(&shown, margin, pixel);
		for (int i = 1; i < side; i++) { /* through the middle */
			const int y = 2 * margin.rows + side / 2 - 1, x = margin.columns + i;
			rims += pixel[y][x - 1] != 0 && pixel[y][x] == 0;
			middle += pixel[y][x] != 0;
		}
		must(rims >= (side < 7 ? 2 : 3) && middle > 0, "%d strokes in cells of %d", rims,
		     side);
	}
}
END_TEST

/* ---- marked pieces without colours ---- */

/* The pixels of a cell that are ink, glyphs aside. */
static void find_ink(const struct puzzle *puzzle, const struct level *level, struct view view,
                     int side, int cell, bool ink[])
{
	static int32_t pixel[PIXEL_ROWS][COLUMNS_MAX];
	static struct shown shown;
	const struct size margin = puzzle->screen.margin;
	const int y = 2 * margin.rows + cell / level->columns * side;
	const int x = margin.columns + cell % level->columns * side;
	show(&terminals[MONO], puzzle, level, view, side, &shown);
	find_pixels(&shown, margin, pixel);
	for (int i = 0; i < side * side; i++)
		ink[i] = pixel[y + i / side][x + i % side] != 0;
}

enum { PIXELS_MAX = 24 * 24 };

START_TEST(a_marked_gem_keeps_its_outline)
{
	struct level level;
	char text[64];
	snprintf(text, sizeof text, "level: t\nmode: gems\n\n%c%c%c\n%c.%c\n", 'a' + (_i + 1) % 7,
	         'a' + _i, 'a' + (_i + 2) % 7, 'a' + (_i + 1) % 7, 'a' + (_i + 2) % 7);
	const struct puzzle *puzzle = read_level(text, &level);
	const struct cursor away = {1, 1, -1}, here = {0, 1, -1}, chosen = {0, 1, 1};
	const move_code source = 2 * 1, target = 2 * 0;
	const struct view views[] = {
		{.cursor = &here},
		{.cursor = &chosen},
		{.cursor = &away, .hint = &source},
		{.cursor = &away, .hint = &target},
	};
	for (int i = 0; i < SIDES; i++) {
		bool plain[PIXELS_MAX], marked[PIXELS_MAX];
		const int side = sides[i];
		if (side < 4)
			continue;
		find_ink(puzzle, &level, (struct view){.cursor = &away}, side, 1, plain);
		for (size_t v = 0; v < sizeof views / sizeof views[0]; v++) {
			find_ink(puzzle, &level, views[v], side, 1, marked);
			for (int p = 0; p < side * side; p++)
				must(marked[p] == plain[p],
				     "gem %c, cells of %d, mark %zu: another outline", 'a' + _i,
				     side, v);
		}
	}
}
END_TEST

/* In the middle of three columns: on a square, on another's goal, and at home. */
static const char *const squares[] = {
	"... ...\n.a. ...\n... a..\n",
	"... ...\n.a. .b.\n..b a..\n",
	"... ...\n.a. .a.\n... ...\n",
};

/* A man keeps its silhouette on a goal, of which more is seen; no shade is near it. */
START_TEST(men_and_goals_without_colours_are_both_seen)
{
	enum { CELL = 4 };
	for (int i = 0; i < SIDES; i++) {
		bool ink[3][PIXELS_MAX] = {{0}};
		const int side = sides[i];
		for (int s = 0; side > 4 && s < 3; s++) {
			struct level level;
			char text[96];
			snprintf(text, sizeof text, "level: t\nmode: bishop\n\n%s", squares[s]);
			const struct puzzle *puzzle = read_level(text, &level);
			find_ink(puzzle, &level, (struct view){0}, side, CELL, ink[s]);
		}
		for (int s = 1; side > 4 && s < 3; s++) {
			int lost = 0, more = 0;
			for (int p = 0; p < side * side; p++) {
				lost += ink[0][p] && !ink[s][p];
				more += !ink[0][p] && ink[s][p];
			}
			must(lost <= (s == 1 && side >= 16 ? side * 2 : 2) && more >= 2,
			     "cells of %d, square %d: %d lost, %d of the goal", side, s, lost,
			     more);
		}
	}
}
END_TEST

/* The columns from the first to the last one with ink in a row. */
struct stretch {
	int first, last;
};

static struct stretch stretch_of(const bool ink[], int side, int row)
{
	struct stretch stretch = {side, -1};
	for (int column = side - 1; column >= 0; column--)
		if (ink[row * side + column]) {
			stretch.first = column;
			stretch.last = stretch.last < 0 ? column : stretch.last;
		}
	return stretch;
}

/* An outline is left of a chosen man. */
START_TEST(a_chosen_man_keeps_its_outline)
{
	enum { CELL = 4 };
	struct level level;
	char text[96];
	snprintf(text, sizeof text, "level: t\nmode: bishop\n\n%s", squares[0]);
	const struct puzzle *puzzle = read_level(text, &level);
	const struct cursor away = {0, 0, -1}, chosen = {1, 1, CELL};
	for (int i = 0; i < SIDES; i++) {
		bool plain[PIXELS_MAX], marked[PIXELS_MAX];
		const int side = sides[i];
		int hollow = 0;
		if (side < 5)
			continue;
		find_ink(puzzle, &level, (struct view){.cursor = &away}, side, CELL, plain);
		find_ink(puzzle, &level, (struct view){.cursor = &chosen}, side, CELL, marked);
		for (int row = 0; row < side; row++) { /* that of a facet in the dark is lit */
			const struct stretch man = stretch_of(plain, side, row);
			const struct stretch outline = stretch_of(marked, side, row);
			must(outline.first == man.first && outline.last >= man.last &&
			             outline.last <= man.last + 1 + side / 12,
			     "cells of %d, row %d: another outline", side, row);
		}
		for (int p = 0; p < side * side; p++)
			hollow += plain[p] && !marked[p];
		must(hollow > 0, "cells of %d: not hollow", side);
	}
}
END_TEST

/* In ASCII only letters are reverse. */
START_TEST(a_chosen_piece_in_ascii_is_no_slab)
{
	static struct shown shown;
	static const char *const levels[] = {
		"level: t\nmode: gems\n\nab\nba\n",
		"level: t\nmode: bishop\n\na. .a\n.. ..\n",
	};
	struct level level;
	const struct puzzle *puzzle = read_level(levels[_i], &level);
	const struct cursor chosen = {0, 0, 0};
	for (int i = 0; i < SIDES; i++) {
		int reverse = 0;
		if (!has_side(&terminals[ASCII_MONO], sides[i]))
			continue;
		show(&terminals[ASCII_MONO], puzzle, &level, (struct view){.cursor = &chosen},
		     sides[i], &shown);
		for (int row = 0; row < shown.rows; row++)
			for (int column = 0; column < shown.columns; column++) {
				const struct spot spot = shown.spot[row][column];
				const bool lit = (spot.look.flags & LOOK_REVERSE) != 0;
				must(!lit || spot.glyph == U'A', "cells of %d: a slab", sides[i]);
				reverse += lit;
			}
		ck_assert_int_gt(reverse, 0);
	}
}
END_TEST

/* ---- boards without tones ---- */

/* Stone is hatched, and no text. */
START_TEST(stone_is_no_text)
{
	static struct shown shown;
	static const char *const levels[] = {
		"level: t\nmode: tilt\n\na.# .a#\n",
		"level: t\nmode: bishop\n\na.# ..#\n... .a.\n",
	};
	struct level level;
	const struct puzzle *puzzle = read_level(levels[_i % 2], &level);
	for (int i = 0; i < SIDES; i++) {
		int hatched = 0;
		show(&terminals[EIGHT + _i / 2], puzzle, &level, (struct view){0}, sides[i],
		     &shown);
		for (int row = 0; row < shown.rows; row++)
			for (int column = 0; column < shown.columns; column++) {
				ck_assert_uint_ne(shown.spot[row][column].glyph, U'#');
				hatched += shown.spot[row][column].glyph == U'▓';
			}
		must(hatched >= sides[i] * (sides[i] - 2) / 4 + 1, "cells of %d: %d of stone",
		     sides[i], hatched);
	}
}
END_TEST

/* The hole of a goal's ring, whose symbol may be in its upper side, does not hang together with the
 * background. */
START_TEST(goals_of_tilt_are_closed)
{
	static int32_t pixel[PIXEL_ROWS][COLUMNS_MAX];
	static struct shown shown;
	struct level level;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: tilt\n\n..a a..\n... ...\n", &level);
	const struct size margin = puzzle->screen.margin;
	for (int i = 0; i < SIDES; i++) {
		const int side = sides[i], y = 2 * margin.rows, x = margin.columns;
		show(&terminals[_i], puzzle, &level, (struct view){0}, side, &shown);
		if (side == 4) {
			ck_assert_uint_eq(shown.spot[margin.rows][x].glyph, U'┏');
			ck_assert_uint_eq(shown.spot[margin.rows + 1][x + 2].glyph, U'┛');
		}
		find_pixels(&shown, margin, pixel);
		for (int j = 0; j < 2 * shown.rows; j++)
			for (int k = 0; k < shown.columns; k++)
				pixel[j][k] =
					pixel[j][k] == 0 && shown.spot[j / 2][k].glyph != U'○';
		for (int p = 0; side > 4 && p < side * side; p++) {
			const int down = p / side, right = p % side;
			const bool inside = down >= side / 4 && down < side / 2 &&
			                    right >= side / 4 && right < side / 2;
			if (inside && pixel[y + down][x + right] != 0)
				must(flood(pixel, y + down, x + right, 1) < side * side,
				     "%s: a ring is open in cells of %d", terminals[_i].name, side);
		}
	}
}
END_TEST

/* An arrow that can be clicked is dark on a light plate. */
START_TEST(arrows_of_lines_are_buttons)
{
	static struct shown shown;
	struct level level;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: lines\n\n62c\n5f.\n3.9\n", &level);
	const struct cursor cursor = {1, 1, -1};
	for (int i = 0; i < SIDES; i++) {
		int arrows = 0;
		show(&terminals[_i], puzzle, &level, (struct view){.cursor = &cursor}, sides[i],
		     &shown);
		for (int row = 0; row < shown.rows; row++)
			for (int column = 0; column < shown.columns; column++) {
				const struct spot spot = shown.spot[row][column];
				const bool plate = spot.look.background > 0 ||
				                   (spot.look.flags & LOOK_REVERSE) != 0;
				if (spot.glyph < U'▲' || spot.glyph > U'◀')
					continue;
				must(plate, "%s, cells of %d: a bare arrow", terminals[_i].name,
				     sides[i]);
				arrows++;
			}
		ck_assert_int_eq(arrows, 12);
	}
}
END_TEST

static void add_all(TCase *tests)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	tcase_add_loop_test(tests, marks_of_gems_look_different, 0, TERMINALS);
	tcase_add_loop_test(tests, marks_of_men_look_different, 0, TERMINALS * MEN);
	tcase_add_loop_test(tests, marks_of_squares_look_different, 0, 2 * TERMINALS);
	tcase_add_loop_test(tests, marks_of_lines_look_different, 0, TERMINALS);
	tcase_add_loop_test(tests, names_of_rows_stand_on_the_frame, 0, TERMINALS);
	tcase_add_loop_test(tests, hints_of_tilt_look_different, 0, TERMINALS);
	tcase_add_loop_test(tests, things_of_tilt_and_bishop_look_different, 0, TERMINALS);
	tcase_add_test(tests, labels_stand_on_the_frame);
	tcase_add_test(tests, empty_cells_without_colours_are_bare);
	tcase_add_test(tests, neighbours_stay_apart);
	tcase_add_test(tests, gems_are_told_by_their_silhouettes);
	tcase_add_test(tests, an_emerald_has_a_rim);
	tcase_add_loop_test(tests, a_named_line_is_marked, EIGHT, MONO + 1);
	tcase_add_loop_test(tests, a_named_line_is_marked, ASCII_MONO - 1, ASCII_MONO + 1);
	tcase_add_loop_test(tests, a_marked_gem_keeps_its_outline, 0, 7);
	tcase_add_test(tests, men_and_goals_without_colours_are_both_seen);
	tcase_add_test(tests, a_chosen_man_keeps_its_outline);
	tcase_add_loop_test(tests, a_chosen_piece_in_ascii_is_no_slab, 0, 2);
	tcase_add_loop_test(tests, stone_is_no_text, 0, 4);
	tcase_add_loop_test(tests, goals_of_tilt_are_closed, EIGHT, MONO + 1);
	tcase_add_loop_test(tests, arrows_of_lines_are_buttons, EIGHT, MONO + 1);
}

int main(void)
{
	return run_tests("marks", add_all);
}
