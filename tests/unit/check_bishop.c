/* Bishop: its rules one by one, and then all of them together against a naive board of characters
 * that is written from parlour-levels(5) alone. */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/glyph.h"
#include "os/text.h"
#include "play/generate.h"
#include "puzzle/cell.h"
#include "puzzle/key.h"
#include "puzzle/registry.h"
#include "support/help.h"

enum {
	TEXT_MAX = 4096,
	NAMES_MAX = MOVES_MAX * 8,
	NO_CODE = UINT16_MAX, /* the code of no move */
};

static const struct puzzle *bishop(void)
{
	return puzzle_named("bishop");
}

/* A level from its rows; rules and piece may be NULL. */
static void read_bishop(const char *rules, const char *piece, const char *rows,
                        struct level *level)
{
	char text[TEXT_MAX];
	int used = snprintf(text, sizeof text, "level: t\nmode: bishop\n");
	if (rules != NULL)
		used += snprintf(text + used, sizeof text - (size_t)used, "rules: %s\n", rules);
	if (piece != NULL)
		used += snprintf(text + used, sizeof text - (size_t)used, "piece: %s\n", piece);
	used += snprintf(text + used, sizeof text - (size_t)used, "\n%s\n", rows);
	must(used < (int)sizeof text, "board too large");
	read_level(text, level);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* The valid moves of a position, sorted by name, a blank between. */
static void valid_names(const struct level *level, const struct state *state, char out[NAMES_MAX])
{
	static char names[MOVES_MAX][MOVE_NAME_MAX];
	move_code moves[MOVES_MAX];
	const int count = puzzle_valid_moves(bishop(), level, state, moves);
	for (int i = 0; i < count; i++)
		bishop()->format.name_move(level, moves[i], names[i]);
	qsort(names, (size_t)count, sizeof names[0], compare_names);
	int used = 0;
	out[0] = '\0';
	for (int i = 0; i < count; i++)
		used += snprintf(out + used, NAMES_MAX - (size_t)used, "%s%s", i > 0 ? " " : "",
		                 names[i]);
}

/* The valid moves after some others. */
static void check_valid(const char *rules, const char *piece, const char *rows, const char *moves,
                        const char *expected)
{
	struct level level;
	char names[NAMES_MAX], copy[64], *rest = NULL;
	read_bishop(rules, piece, rows, &level);
	struct state state = level.start;
	snprintf(copy, sizeof copy, "%s", moves);
	for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
		make_move(bishop(), &level, &state, name);
	valid_names(&level, &state, names);
	ck_assert_str_eq(names, expected);
}

/* ---- the rules ---- */

START_TEST(bishops_move_any_distance_until_blocked)
{
	check_valid(NULL, NULL, "... ..a\n... ...\na.. ...", "", "a1-b2 a1-c3");
	check_valid(NULL, NULL, ".... ...a\n..#. ..#.\n.... ....\na... ....", "", "a1-b2");
	check_valid(NULL, NULL, "...a ....\n.... ....\n.... ...a\nb..a ....", "",
	            "a1-b2 a1-c3 d1-a4 d1-b3 d1-c2 d4-b2 d4-c3");
	check_valid(NULL, NULL, "a. a.\n.b .b", "", "");
}
END_TEST

START_TEST(walls_that_touch_at_a_corner_let_pieces_pass)
{
	check_valid(NULL, NULL, "#. #a\na# .#", "", "a1-b2");
	check_valid(NULL, "queen", "#. #a\na# .#", "", "a1-b2");
	check_valid(NULL, "rook", "#. #.\na# a#", "", "");
}
END_TEST

/* From the middle of a board on which nothing is in the way. */
START_TEST(each_kind_has_its_directions)
{
	static const char rows[] =
		"..... .....\n..... .....\n..a.. ..a..\n..... .....\n..... .....";
	check_valid(NULL, "bishop", rows, "", "c3-a1 c3-a5 c3-b2 c3-b4 c3-d2 c3-d4 c3-e1 c3-e5");
	check_valid(NULL, "rook", rows, "", "c3-a3 c3-b3 c3-c1 c3-c2 c3-c4 c3-c5 c3-d3 c3-e3");
	check_valid(NULL, "queen", rows, "",
	            "c3-a1 c3-a3 c3-a5 c3-b2 c3-b3 c3-b4 c3-c1 c3-c2 c3-c4 c3-c5 c3-d2 c3-d3 c3-d4 "
	            "c3-e1 c3-e3 c3-e5");
	check_valid(NULL, "knight", rows, "", "c3-a2 c3-a4 c3-b1 c3-b5 c3-d1 c3-d5 c3-e2 c3-e4");
	check_valid(NULL, "king", rows, "", "c3-b2 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2 c3-d3 c3-d4");
}
END_TEST

START_TEST(knights_jump_and_nothing_is_captured)
{
	check_valid(NULL, "knight", "#.# #a#\n### ###\na## .##", "", "a1-b3");
	check_valid(NULL, "knight", "#b# #b#\n### ###\na## a##", "", "");
	check_valid(NULL, "king", "#b# #.#\na#. b#a", "", "b2-c1");
}
END_TEST

START_TEST(no_attack_forbids_what_would_be_in_sight)
{
	/* On b2 it would see c1, on d4 it would see e3; on c3 it sees neither. */
	check_valid("no-attack", NULL,
	            "..... .....\n..... .....\n....b ....b\n..... .....\na.b.. ..b.a", "",
	            "a1-c3 a1-e5 c1-a3 c1-d2 e3-c5 e3-d2");
	check_valid("no-attack", "rook", "a.. a..\n... ...\n..b ..b", "",
	            "a3-a2 a3-b3 c1-b1 c1-c2");
	check_valid("no-attack", "knight", "a.. a..\n... ...\n..b ..b", "",
	            "a3-b1 a3-c2 c1-a2 c1-b3");
	check_valid("no-attack", "king", "a.. a..\n... ...\n..b ..b", "",
	            "a3-a2 a3-b3 c1-b1 c1-c2");
}
END_TEST

START_TEST(pieces_of_one_colour_may_see_each_other)
{
	check_valid("no-attack", NULL, "a.. a..\n... ...\n..a ..a", "",
	            "a3-b2 c1-b2");
}
END_TEST

START_TEST(slides_go_all_the_way)
{
	check_valid("slide", NULL, ".... ...a\n.... ....\n.... ....\na... ....", "", "a1-d4");
	check_valid("slide", NULL, "...b ...b\n.... ....\n.... ..a.\na... ....", "",
	            "a1-c3 d4-b2");
	check_valid("slide", "rook", "a..# a..#\n.... ....\n#... #...", "", "a3-a2 a3-c3");
	check_valid("slide", "king", "a.. a..\n... ...", "", "a2-a1 a2-b1 a2-b2");
}
END_TEST

START_TEST(colours_alternate_in_the_order_of_letters)
{
	static const char rows[] = "b...c b...c\n..... .....\na.... .....\n..... ....a";
	check_valid("alternate", NULL, rows, "",
	            "a2-b1 a2-b3 a2-c4 a4-b3 a4-c2 a4-d1 e4-b1 e4-c2 e4-d3");
	check_valid("alternate", NULL, rows, "a2-b1", "a4-b3 a4-c2 a4-d1");
	check_valid("alternate", NULL, rows, "a2-b1 a4-b3", "e4-c2 e4-d3");
	check_valid("alternate", NULL, rows, "a2-b1 a4-b3 e4-c2", "b1-a2");
	check_valid("alternate", NULL, rows, "e4-d3", "a2-b1 a2-b3 a2-c4");
}
END_TEST

/* After a's move it is b's turn, and b is shut in. */
START_TEST(a_colour_that_cannot_move_on_its_turn_ends_it)
{
	check_valid("alternate", NULL, "a... ....\n.... ....\n.#.. .#..\nb... b..a", "a4-b3", "");
	struct level level;
	struct answer answer;
	read_bishop("alternate", NULL, "a... ....\n.... ....\n.#.. .#..\nb... ..a.", &level);
	solve_position(bishop(), &level, &level.start, &limits_default, NULL, NULL, &answer);
	ck_assert_int_eq(answer.verdict, UNSOLVABLE);
}
END_TEST

static bool is_solved(const char *rows)
{
	struct level level;
	read_bishop(NULL, NULL, rows, &level);
	return bishop()->rules.solved(&level, &level.start);
}

START_TEST(every_target_needs_a_piece_of_its_colour)
{
	ck_assert(is_solved("ab ab"));
	ck_assert(!is_solved("ab ba"));
	ck_assert(is_solved("aba a.."));
	ck_assert(!is_solved(".ba a.."));
	ck_assert(is_solved("aab .ab"));
	ck_assert(!is_solved("a.b .ab"));
}
END_TEST

START_TEST(a_start_may_be_solved)
{
	struct level level;
	struct answer answer;
	read_bishop(NULL, NULL, "a.b a..", &level);
	ck_assert(solve_position(bishop(), &level, &level.start, &limits_default, NULL, NULL,
	                         &answer));
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_eq(answer.upper, 0);
}
END_TEST

START_TEST(pieces_of_one_colour_are_interchangeable)
{
	struct level level;
	read_bishop(NULL, NULL, "a..a ....\n.... ....\n.... ....\n.... a..a", &level);
	struct state one = level.start, two = level.start;
	static const char *const first[] = {"a4-b3", "d4-c3", "b3-a2", "c3-d2"};
	static const char *const second[] = {"d4-c3", "c3-d2", "a4-b3", "b3-a2"};
	for (int i = 0; i < 4; i++) {
		make_move(bishop(), &level, &one, first[i]);
		make_move(bishop(), &level, &two, second[i]);
	}
	ck_assert(same_state(&one, &two));
	read_bishop(NULL, NULL, "aa aa\n.. ..", &level);
	one = level.start;
	make_move(bishop(), &level, &one, "a2-b1");
	make_move(bishop(), &level, &one, "b2-a1");
	make_move(bishop(), &level, &one, "a1-b2");
	make_move(bishop(), &level, &one, "b1-a2");
	ck_assert(same_state(&one, &level.start));
}
END_TEST

/* ---- breadcrumbs ---- */

/* Row and column from the top left, from 0; and the lists in the order up-left, up-right,
 * down-left, down-right. */
static const struct {
	int row, column;
	const char *crumbs[4];
} breadcrumbs[] = {
	{4, 4, {"33 22 11 00", "35 26 17", "53 62 71", "55 66 77"}},
	{0, 0, {"", "", "", "11 22 33 44 55 66 77"}},
	{3, 4, {"23 12 01", "25 16 07", "43 52 61 70", "45 56 67"}},
	{4, 7, {"36 25 14 03", "", "56 65 74", ""}},
	{7, 7, {"66 55 44 33 22 11 00", "", "", ""}},
};

enum { BREADCRUMBS = sizeof breadcrumbs / sizeof breadcrumbs[0] };

static void empty_board(int row, int column, struct level *level)
{
	char rows[256] = "";
	for (int r = 0; r < 8; r++) {
		char start[] = "........ ........\n";
		if (r == row)
			start[column] = start[9 + column] = 'a';
		strcat(rows, start);
	}
	read_bishop(NULL, NULL, rows, level);
}

START_TEST(breadcrumbs_are_the_valid_moves)
{
	struct level level;
	move_code moves[MOVES_MAX];
	empty_board(breadcrumbs[_i].row, breadcrumbs[_i].column, &level);
	const int count = bishop()->rules.moves(&level, &level.start, moves);
	int at = 0;
	for (int d = 0; d < 4; d++)
		for (const char *c = breadcrumbs[_i].crumbs[d]; *c != '\0';
		     c += c[2] == ' ' ? 3 : 2) {
			char name[MOVE_NAME_MAX], expected[MOVE_NAME_MAX];
			char from[CELL_NAME_MAX], to[CELL_NAME_MAX];
			cell_name(&level, breadcrumbs[_i].row * 8 + breadcrumbs[_i].column, from);
			cell_name(&level, (c[0] - '0') * 8 + c[1] - '0', to);
			snprintf(expected, sizeof expected, "%s-%s", from, to);
			ck_assert_int_lt(at, count);
			bishop()->format.name_move(&level, moves[at++], name);
			ck_assert_str_eq(name, expected);
		}
	ck_assert_int_eq(at, count);
}
END_TEST

/* A picture of the board in cells of one character, or larger. */
static struct picture *paint(const struct level *level, const struct view *view, struct size scale,
                             enum glyph_set glyphs)
{
	struct picture *picture = picture_new();
	const struct size size = puzzle_extent(bishop(), level, scale.columns);
	must(picture != NULL && picture_resize(picture, size.rows, size.columns), "no picture");
	picture->glyphs = glyphs;
	picture->pixels = glyphs != GLYPHS_ASCII;
	picture_set_side(picture, scale.columns);
	bishop()->screen.paint(level, view, picture);
	return picture;
}

/* What stands in a board's cell, `down` and `right` of its first character. */
static struct picture_cell seen_at(const struct picture *picture, int row, int column, int down,
                                   int right)
{
	const struct size margin = bishop()->screen.margin, scale = picture->scale;
	return picture->cells[(margin.rows + row * scale.rows + down) * picture->columns +
	                      margin.columns + column * scale.columns + right];
}

static void check_crumbs_seen(const struct level *level, int index, const char32_t marks[4])
{
	struct cursor cursor = {.row = breadcrumbs[index].row,
	                        .column = breadcrumbs[index].column,
	                        .selected = breadcrumbs[index].row * 8 + breadcrumbs[index].column};
	const struct view view = {.state = &level->start, .cursor = &cursor};
	struct picture *picture = paint(level, &view, (struct size){2, 4}, GLYPHS_ASCII);
	int marked = 0, expected = 0;
	for (int cell = 0; cell < 64; cell++)
		marked += seen_at(picture, cell / 8, cell % 8, 0, 1).role == ROLE_MARK;
	for (int d = 0; d < 4; d++)
		for (const char *c = breadcrumbs[index].crumbs[d]; *c != '\0';
		     c += c[2] == ' ' ? 3 : 2, expected++) {
			const struct picture_cell cell =
				seen_at(picture, c[0] - '0', c[1] - '0', 0, 1);
			ck_assert_uint_eq(cell.glyph, marks[d]);
			ck_assert_int_eq(cell.role, ROLE_MARK);
		}
	ck_assert_int_eq(marked, expected);
	picture_free(picture);
}

START_TEST(breadcrumbs_show_their_directions)
{
	struct level level;
	empty_board(breadcrumbs[_i].row, breadcrumbs[_i].column, &level);
	check_crumbs_seen(&level, _i, U"7913");
}
END_TEST

/* ---- faults ---- */

static const struct {
	const char *text, *message; /* after "level: t\nmode: bishop\n" */
} faults[] = {
	{"\na.\n..", "x.level:4: the goal is missing: expected a second word in each row"},
	{"\na. .a.\n.. ...",
         "x.level:4: the start is 2 wide and the goal 3; expected the same width"},
	{"\na. .a\n.# ..",
         "x.level:5: column 2 is a wall in the start only: walls must be in both words"},
	{"\na. #a\n.. ..",
         "x.level:4: column 1 is a wall in the goal only: walls must be in both words"},
	{"\nA. .a",
         "x.level:4: 'A' in column 1 of the start; expected '.', '#' or a letter a to z"},
	{"\na. .1", "x.level:4: '1' in column 2 of the goal; expected '.', '#' or a letter a to z"},
	{"\na. .{", "x.level:4: '{' in column 2 of the goal; expected '.', '#' or a letter a to z"},
	{"\na` .a",
         "x.level:4: '`' in column 2 of the start; expected '.', '#' or a letter a to z"},
	{"\na\xC3\xA9 .a", "x.level:4: '\xC3\xA9' in column 2 of the start; expected '.', '#' or a "
                           "letter a to z"},
	{"\na.. aa.", "x.level:4: colour 'a' has 2 goals but 1 piece"},
	{"\naa. .z.", "x.level:4: colour 'z' has 1 goal but no pieces"},
	{"\naa. ...", "x.level:4: add a goal (a to z)"},
	{"\n..# ..#", "x.level:4: add a goal (a to z)"},
	{"rules: slid\n\na. .a",
         "x.level:3: unknown rule \"slid\"; expected any of no-attack, slide, "
         "alternate, separated by blanks"},
	{"rules: slide,alternate\n\na. .a",
         "x.level:3: unknown rule \"slide,alternate\"; expected any "
         "of no-attack, slide, alternate, separated by blanks"},
	{"piece: pawn\n\na. .a", "x.level:3: unknown piece \"pawn\"; expected one of bishop, rook, "
                                 "queen, knight, king"},
	{"piece: Bishop\n\na. .a",
         "x.level:3: unknown piece \"Bishop\"; expected one of bishop, rook, "
         "queen, knight, king"},
	{"rules: no-attack\n\n... ...\na.. a..\n... ...\n..b ..b",
         "x.level:6: the pieces at a3 and c1 see each other, which the rule "
         "no-attack forbids"},
	{"rules: no-attack\npiece: knight\n\na.. a..\n..b ..b",
         "x.level:6: the pieces at a2 and c1 see each other, which the rule "
         "no-attack forbids"},
};

START_TEST(every_error_is_reported)
{
	char text[512];
	setlocale(LC_CTYPE, "C.UTF-8");
	snprintf(text, sizeof text, "level: t\nmode: bishop\n%s\n", faults[_i].text);
	ck_assert_str_eq(refused(text, strlen(text)), faults[_i].message);
}
END_TEST

START_TEST(headers_are_read_and_written)
{
	struct level level, again;
	read_bishop("alternate  no-attack slide slide", "king", "a.b a..", &level);
	read_back(bishop(), &level, &again);
	ck_assert(same_level(bishop(), &level, &again));
	struct level plain;
	read_bishop(NULL, NULL, "a.b a..", &plain);
	ck_assert(level_identity(bishop(), &plain) != level_identity(bishop(), &level));
	read_bishop(NULL, "bishop", "a.b a..", &level);
	ck_assert(same_level(bishop(), &plain, &level));
}
END_TEST

/* ---- boards as large and as full as can be ---- */

/* An empty board with `count` pieces in reading order. */
static void pieces_in_a_row(int rows, int columns, int count, char out[TEXT_MAX])
{
	int used = 0;
	for (int r = 0; r < rows; r++) {
		char word[SIDE_MAX + 1];
		for (int c = 0; c < columns; c++)
			word[c] = r * columns + c < count ? 'a' : '.';
		word[columns] = '\0';
		used += snprintf(out + used, TEXT_MAX - (size_t)used, "%s %s\n", word, word);
	}
}

/* The largest board with a piece in each `every`-th column. */
static void columns_of_pieces(int every, char out[TEXT_MAX])
{
	int used = 0;
	char word[SIDE_MAX + 1] = "";
	for (int c = 0; c < SIDE_MAX; c++)
		word[c] = c % every == 0 ? 'a' : '.';
	for (int r = 0; r < SIDE_MAX; r++)
		used += snprintf(out + used, TEXT_MAX - (size_t)used, "%s %s\n", word, word);
}

START_TEST(no_board_has_more_moves_than_there_is_room_for)
{
	static const char *const kinds[] = {"bishop", "rook", "queen", "knight", "king"};
	int max = 0;
	for (int every = 2; every <= 12; every++)
		for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
			struct level level;
			char rows[TEXT_MAX];
			move_code moves[MOVES_MAX];
			columns_of_pieces(every, rows);
			read_bishop(NULL, kinds[k], rows, &level);
			const int count = bishop()->rules.moves(&level, &level.start, moves);
			ck_assert_int_le(count, MOVES_MAX);
			max = count > max ? count : max;
		}
	ck_assert_int_gt(max, 2 * CELLS_MAX);
}
END_TEST

START_TEST(full_boards_are_packed_as_grids)
{
	struct level level;
	char rows[TEXT_MAX];
	pieces_in_a_row(16, 16, 5, rows);
	read_bishop(NULL, NULL, rows, &level);
	ck_assert_uint_eq(level.state_size, 5); /* 256 cells: a byte a piece */
	read_bishop("alternate", NULL, rows, &level);
	ck_assert_uint_eq(level.state_size, 6);
	pieces_in_a_row(16, 17, 5, rows);
	read_bishop(NULL, NULL, rows, &level);
	ck_assert_uint_eq(level.state_size, 10);
	pieces_in_a_row(26, 26, 675, rows);
	read_bishop("alternate", "king", rows, &level);
	ck_assert_uint_eq(level.state_size, 677);
	pieces_in_a_row(4, 4, 16, rows);
	read_bishop(NULL, NULL, rows, &level);
	ck_assert_uint_eq(level.state_size, 16);
}
END_TEST

/* All lines of a queen on the largest board, and of every kind on others: each path has its own
 * code, and no other code is valid. */
START_TEST(every_move_has_one_code)
{
	static const char *const kinds[] = {"bishop", "rook", "queen", "knight", "king"};
	static const int sizes[][2] = {{26, 26}, {26, 25}, {1, 26}, {26, 1},
	                               {25, 26}, {3, 2},   {8, 8}};
	const size_t cases = sizeof sizes / sizeof sizes[0];
	for (size_t n = 0; n < 5 * cases; n += SANITIZED ? 4 : 1) { /* still all kinds and sizes */
		struct level level;
		char rows[TEXT_MAX];
		static bool taken[UINT16_MAX + 1];
		const int *size = sizes[n % cases];
		memset(taken, 0, sizeof taken);
		pieces_in_a_row(size[0], size[1], 1, rows);
		read_bishop(NULL, kinds[n / cases], rows, &level);
		const int cells = size[0] * size[1];
		int paths = 0, codes = 0;
		for (int from = 0; from < cells; from++)
			for (int to = 0; to < cells; to++) {
				char name[MOVE_NAME_MAX], a[CELL_NAME_MAX], b[CELL_NAME_MAX];
				char again[MOVE_NAME_MAX];
				move_code code;
				cell_name(&level, from, a);
				cell_name(&level, to, b);
				snprintf(name, sizeof name, "%s-%s", a, b);
				if (!bishop()->format.read_move(&level, name, &code))
					continue;
				must(!taken[code], "%s has the code of another", name);
				taken[code] = true;
				paths++;
				bishop()->format.name_move(&level, code, again);
				must(strcmp(again, name) == 0, "%s is called %s", name, again);
			}
		for (uint32_t code = 0; code <= UINT16_MAX; code++) {
			struct state state = level.start;
			codes += taken[code];
			must(taken[code] || !bishop()->rules.apply(&level, &state, (move_code)code),
			     "%u is a move", code);
		}
		ck_assert_int_eq(codes, paths);
		if (n == 2 * cases)
			ck_assert_int_eq(paths, 55900); /* lines of n cells have n(n-1) ways */
	}
}
END_TEST

START_TEST(invalid_move_names_are_refused)
{
	struct level level;
	move_code move;
	read_bishop(NULL, NULL, ".... a...\n.#.. .#..\n.... ....\na... ....", &level);
	static const char *const bad[] = {"",      "a1",    "a1-",   "a1-a1", "a1-a2",    "a1-b2 ",
	                                  "a1-e5", "a0-b1", "A1-b2", "a1b2",  "a1-b2-c3", "a1-b22"};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		must(!bishop()->format.read_move(&level, bad[i], &move), "\"%s\" is a move",
		     bad[i]);
	ck_assert(bishop()->format.read_move(&level, "a1-d4", &move));
	ck_assert(!bishop()->rules.apply(&level, &level.start, (move_code)(move + 1)));
}
END_TEST

/* The reason why a move is refused after some others. */
static void check_reason(const char *rules, const char *piece, const char *rows, const char *moves,
                         const char *name, const char *expected)
{
	struct level level;
	char reason[160] = "", copy[64], *rest = NULL;
	move_code move = NO_CODE;
	read_bishop(rules, piece, rows, &level);
	struct state state = level.start, next;
	snprintf(copy, sizeof copy, "%s", moves);
	for (char *one = strtok_r(copy, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
		make_move(bishop(), &level, &state, one);
	bishop()->format.read_move(&level, name, &move);
	next = state;
	must(!bishop()->rules.apply(&level, &next, move), "%s is valid", name);
	bishop()->text.explain(&level, &state, move, reason, sizeof reason);
	ck_assert_str_eq(reason, expected);
}

START_TEST(a_refusal_says_why)
{
	static const char walls[] = ".... a...\n.#.. .#..\n..b. ..b.\na... ....";
	static const char row[] = "a..b b..a\n.... ....\n...b ....";
	check_reason(NULL, NULL, walls, "", "c2-b3", "b3 is a wall.");
	check_reason(NULL, NULL, walls, "", "a4-c2", "There is no piece on a4.");
	check_reason(NULL, NULL, walls, "", "b3-a4", "There is no piece on b3.");
	check_reason(NULL, NULL, walls, "", "c2-a4", "b3 is a wall.");
	check_reason(NULL, NULL, "..b ..a\n... ...\na.. b..", "", "a1-c3", "c3 is taken.");
	check_reason(NULL, "rook", row, "", "a3-d3", "d3 is taken.");
	check_reason(NULL, NULL, walls, "", "a1-a2", "A bishop moves diagonally.");
	check_reason(NULL, "rook", row, "", "a3-b2", "A rook moves along its row or column.");
	check_reason(NULL, "queen", row, "", "a3-b1",
	             "A queen moves along its row, column or diagonals.");
	check_reason(NULL, "knight", row, "", "a3-b2",
	             "A knight moves two squares one way and one square to the side.");
	check_reason(NULL, "king", row, "", "a3-c3", "A king moves one square.");
	check_reason("slide", NULL, "... ..a\n... ...\na.. ...", "", "a1-b2",
	             "Pieces slide all the way: to c3.");
	check_reason("alternate", NULL, "...a ....\n.... ...a\nb..a b...", "a1-b2", "b2-a1",
	             "It is a's turn.");
	check_reason("no-attack", NULL, ".... .a..\n.... ....\n.a.b ....\n.... ..b.", "", "b2-c3",
	             "c3 and d2 would see each other.");
}
END_TEST

/* ---- a naive board ---- */

enum { NO_ATTACK = 1, SLIDE = 2, ALTERNATE = 4, VARIANTS = 8 };

static const char *const kind_names[] = {"bishop", "rook", "queen", "knight", "king"};

struct naive {
	int rows, columns, rules, kind;
	char cell[SIDE_MAX][SIDE_MAX]; /* as in a level file */
	char last;                     /* the letter that moved last, or 0 */
};

static bool is_line(int kind, int down, int right)
{
	const int d = abs(down), r = abs(right);
	const bool diagonal = d == r && d > 0, straight = (d == 0) != (r == 0);
	switch (kind) {
	case 0: return diagonal;
	case 1: return straight;
	case 2: return diagonal || straight;
	case 3: return (d == 1 && r == 2) || (d == 2 && r == 1);
	default: return d <= 1 && r <= 1 && d + r > 0;
	}
}

static int sign(int number)
{
	return (number > 0) - (number < 0);
}

/* Whether nothing stands between two cells of a line. */
static bool is_open(const struct naive *board, int fr, int fc, int tr, int tc)
{
	if (board->kind == 3)
		return true;
	for (int r = fr + sign(tr - fr), c = fc + sign(tc - fc); r != tr || c != tc;
	     r += sign(tr - fr), c += sign(tc - fc))
		if (board->cell[r][c] != '.')
			return false;
	return true;
}

static bool is_peaceful(const struct naive *board)
{
	const int cells = board->rows * board->columns, columns = board->columns;
	for (int i = 0; i < cells; i++)
		for (int j = 0; j < cells; j++) {
			const char a = board->cell[i / columns][i % columns];
			const char b = board->cell[j / columns][j % columns];
			const int down = j / columns - i / columns,
				  right = j % columns - i % columns;
			if (a >= 'a' && b >= 'a' && a != b && is_line(board->kind, down, right) &&
			    is_open(board, i / columns, i % columns, j / columns, j % columns))
				return false;
		}
	return true;
}

static bool is_free(const struct naive *board, int row, int column)
{
	return row >= 0 && row < board->rows && column >= 0 && column < board->columns &&
	       board->cell[row][column] == '.';
}

static char next_letter(const struct naive *board)
{
	for (int i = 1; i <= 26; i++) {
		const char letter = (char)('a' + (board->last - 'a' + i) % 26);
		for (int cell = 0; cell < board->rows * board->columns; cell++)
			if (board->cell[cell / board->columns][cell % board->columns] == letter)
				return letter;
	}
	return 0;
}

static bool naive_move(struct naive *board, int fr, int fc, int tr, int tc)
{
	const char piece = board->cell[fr][fc];
	const int down = tr - fr, right = tc - fc;
	if (piece < 'a' || board->cell[tr][tc] != '.' || !is_line(board->kind, down, right) ||
	    !is_open(board, fr, fc, tr, tc))
		return false;
	if ((board->rules & ALTERNATE) && board->last != 0 && piece != next_letter(board))
		return false;
	if ((board->rules & SLIDE) && board->kind < 3 &&
	    is_free(board, tr + sign(down), tc + sign(right)))
		return false;
	board->cell[fr][fc] = '.';
	board->cell[tr][tc] = piece;
	if ((board->rules & NO_ATTACK) && !is_peaceful(board)) {
		board->cell[fr][fc] = piece;
		board->cell[tr][tc] = '.';
		return false;
	}
	board->last = piece;
	return true;
}

static void naive_text(const struct naive *board, char out[BOARD_TEXT_MAX])
{
	for (int r = 0; r < board->rows; r++, out += board->columns + 1)
		sprintf(out, "%.*s\n", board->columns, board->cell[r]);
}

/* ---- random boards ---- */

static char *random_cell(struct naive *board, struct random *random)
{
	const uint32_t cells = (uint32_t)(board->rows * board->columns);
	const int cell = (int)random_below(random, cells);
	return &board->cell[cell / board->columns][cell % board->columns];
}

/* Walls and pieces here and there; peaceful where it has to be. */
static void scatter(struct naive *board, int walls, int pieces, int colours, struct random *random)
{
	memset(board->cell, '.', sizeof board->cell);
	board->last = 0;
	for (int i = 0; i < walls; i++)
		*random_cell(board, random) = '#';
	for (int i = 0; i < pieces; i++) {
		char *cell = random_cell(board, random);
		if (*cell != '.')
			continue;
		*cell = (char)('a' + random_below(random, (uint32_t)colours));
		if ((board->rules & NO_ATTACK) && !is_peaceful(board))
			*cell = '.';
	}
}

static void rules_text(int rules, char out[64])
{
	snprintf(out, 64, "%s %s %s", rules & NO_ATTACK ? "no-attack" : "",
	         rules & SLIDE ? "slide" : "", rules & ALTERNATE ? "alternate" : "");
}

/* A target for most of the pieces, anywhere. */
static void scatter_targets(const struct naive *board, struct naive *goal, struct random *random)
{
	*goal = *board;
	for (int i = 0; i < board->rows * board->columns; i++) {
		char *cell = &goal->cell[i / board->columns][i % board->columns];
		if (*cell != '#')
			*cell = '.';
	}
	for (int i = 0; i < board->rows * board->columns; i++) {
		const char piece = board->cell[i / board->columns][i % board->columns];
		char *cell = random_cell(goal, random);
		if (piece >= 'a' && *cell == '.' && random_below(random, 5) > 0)
			*cell = piece;
	}
}

static bool has_target(const struct naive *goal)
{
	for (int r = 0; r < goal->rows; r++)
		for (int c = 0; c < goal->columns; c++)
			if (goal->cell[r][c] >= 'a')
				return true;
	return false;
}

/* The level of a board and its goal. */
static void level_of(const struct naive *board, const struct naive *goal, struct level *level)
{
	char rows[TEXT_MAX], rules[64];
	int used = 0;
	for (int r = 0; r < board->rows; r++)
		used += snprintf(rows + used, sizeof rows - (size_t)used, "%.*s %.*s\n",
		                 board->columns, board->cell[r], goal->columns, goal->cell[r]);
	rules_text(board->rules, rules);
	read_bishop(board->rules == 0 ? NULL : rules, kind_names[board->kind], rows, level);
}

/* A board of every kind and variant in turn, with its level. */
static void random_bishop(int number, int rows, int columns, int pieces, struct random *random,
                          struct naive *board, struct level *level)
{
	struct naive goal;
	*board = (struct naive){.rows = rows, .columns = columns, .rules = number % VARIANTS,
	                        .kind = number / VARIANTS % 5};
	do {
		scatter(board, rows * columns / 6, 1 + (int)random_below(random, (uint32_t)pieces),
		        1 + (int)random_below(random, 4), random);
		scatter_targets(board, &goal, random);
	} while (!has_target(&goal));
	level_of(board, &goal, level);
}

/* The same, with a goal that random moves lead to. */
static void solvable_bishop(int number, int rows, int columns, int pieces, struct random *random,
                            struct level *level)
{
	struct naive board, goal;
	random_bishop(number, rows, columns, pieces, random, &board, level);
	goal = board;
	for (int i = 0; i < 200; i++) {
		const uint32_t cells = (uint32_t)(rows * columns);
		const int from = (int)random_below(random, cells),
			  to = (int)random_below(random, cells);
		naive_move(&goal, from / columns, from % columns, to / columns, to % columns);
	}
	level_of(&board, &goal, level);
}

/* ---- against the naive board ---- */

/* Every pair of cells, tried on both. Returns how many moves there are. */
static int compare_moves(const struct naive *board, const struct level *level,
                         const struct state *state)
{
	char names[NAMES_MAX], before[BOARD_TEXT_MAX];
	const int cells = level->rows * level->columns, columns = level->columns;
	int count = 0;
	valid_names(level, state, names);
	naive_text(board, before);
	for (int from = 0; from < cells; from++)
		for (int to = 0; to < cells; to++) {
			struct naive next = *board;
			struct state moved = *state;
			char a[CELL_NAME_MAX], b[CELL_NAME_MAX], name[MOVE_NAME_MAX];
			char mine[BOARD_TEXT_MAX], naive[BOARD_TEXT_MAX];
			move_code move;
			cell_name(level, from, a);
			cell_name(level, to, b);
			snprintf(name, sizeof name, "%s-%s", a, b);
			const bool good = naive_move(&next, from / columns, from % columns,
			                             to / columns, to % columns);
			const bool made = bishop()->format.read_move(level, name, &move) &&
			                  bishop()->rules.apply(level, &moved, move);
			must(made == good, "%s is %svalid, rules %d, on\n%s", name,
			     good ? "" : "not ", board->rules, before);
			if (!made)
				continue;
			count++;
			must(strstr(names, name) != NULL, "%s is not offered", name);
			naive_text(&next, naive);
			board_text(bishop(), level, &moved, mine);
			must(strcmp(mine, naive) == 0, "%s on\n%smakes\n%s", name, before, mine);
		}
	return count;
}

/* Makes a random move on both; false if there is none. */
static bool move_both(struct naive *board, const struct level *level, struct state *state,
                      struct random *random)
{
	move_code moves[MOVES_MAX];
	char name[MOVE_NAME_MAX];
	int from, to;
	const int count = puzzle_valid_moves(bishop(), level, state, moves);
	if (count == 0)
		return false;
	const move_code move = moves[random_below(random, (uint32_t)count)];
	bishop()->format.name_move(level, move, name);
	must(cell_read_pair(level, name, &from, &to), "name %s", name);
	must(naive_move(board, from / level->columns, from % level->columns, to / level->columns,
	                to % level->columns), "%s is no move", name);
	return bishop()->rules.apply(level, state, move);
}

static void check_walk(int number, int rows, int columns, int pieces, int steps,
                       struct random *random)
{
	struct naive board;
	struct level level;
	random_bishop(number, rows, columns, pieces, random, &board, &level);
	struct state state = level.start;
	for (int step = 0; step < steps; step++) {
		move_code moves[MOVES_MAX];
		const int count = puzzle_valid_moves(bishop(), &level, &state, moves);
		must(compare_moves(&board, &level, &state) == count, "%d moves are offered", count);
		if (!move_both(&board, &level, &state, random))
			return;
	}
}

START_TEST(moves_agree_with_the_naive_board)
{
	struct random random = {31};
	for (int i = 0; i < 1200 / SLOWDOWN; i++)
		check_walk(i, 1 + (int)random_below(&random, 6), 2 + (int)random_below(&random, 5),
		           10, 6, &random);
}
END_TEST

START_TEST(moves_agree_on_larger_boards)
{
	struct random random = {32};
	for (int i = 0; i < 40 / SLOWDOWN; i++) {
		check_walk(i, 17, 16, 12, 1, &random);
		check_walk(i, 12, 12, 130, 2, &random);
	}
	check_walk(0, 26, 26, 20, 1, &random);
	check_walk(16, 26, 26, 12, 1, &random);
}
END_TEST

/* Whatever the moves were, a board has one encoding: that of the same board read from text. */
START_TEST(the_same_board_has_the_same_bytes)
{
	struct random random = {37};
	for (int i = 0; i < 400; i += SANITIZED ? 3 : 1) {
		static const int sizes[][3] = {{4, 5, 8}, {5, 3, 15}, {17, 16, 30}, {17, 16, 900}};
		const int *size = sizes[i % 4];
		struct naive board;
		struct level level, again;
		random_bishop(i / 4 % ALTERNATE + VARIANTS * (i / 16 % 5), size[0], size[1],
		              size[0] * size[1] > 256 && i / 16 % 5 < 3 ? 12 : size[2], &random,
		              &board, &level);
		wander(bishop(), &level, &level.start, 12, &random);
		read_back(bishop(), &level, &again);
		must(same_state(&again.start, &level.start), "other bytes for the same board");
		must(same_level(bishop(), &again, &level), "another level");
	}
}
END_TEST

/* A full board of more than 256 cells is packed as a grid: everything must work there too. */
START_TEST(full_boards_follow_the_same_rules)
{
	struct random random = {33};
	for (int i = 0; i < 6; i++) {
		struct naive board;
		struct level level;
		random_bishop(ALTERNATE + VARIANTS * (i % 5), 17, 17, 2000, &random, &board,
		              &level);
		struct state state = level.start;
		for (int step = 0; step < 30 && move_both(&board, &level, &state, &random);
		     step++) {
			char mine[BOARD_TEXT_MAX], naive[BOARD_TEXT_MAX];
			board_text(bishop(), &level, &state, mine);
			naive_text(&board, naive);
			ck_assert_str_eq(mine, naive);
		}
	}
}
END_TEST

/* ---- the search and the bound ---- */

struct tally {
	int solvable, unsolvable, dead, split;
};

static void check_truth(const struct puzzle *puzzle, const struct level *level, int truth,
                        const struct state *start)
{
	static struct answer answer;
	ck_assert(solve_position(puzzle, level, start, &limits_default, NULL, NULL, &answer));
	if (truth == NO_WAY) {
		ck_assert_int_eq(answer.verdict, UNSOLVABLE);
		return;
	}
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	ck_assert_int_eq(answer.upper, truth);
	ck_assert(plan_solves(puzzle, level, start, &answer));
}

/* Search and bound against brute force, from the start and from everywhere. */
static void check_board(const struct level *level, struct random *random, struct tally *tally)
{
	struct brute brute;
	if (!brute_init(&brute, bishop(), level, &level->start, 6000))
		return;
	check_truth(bishop(), level, brute.rest[0], &level->start);
	const int other = (int)random_below(random, (uint32_t)brute.count);
	check_truth(bishop(), level, brute.rest[other], &brute.state[other]);
	tally->solvable += brute.rest[0] != NO_WAY;
	tally->unsolvable += brute.rest[0] == NO_WAY;
	tally->dead += bishop()->rules.lower_bound(level, &level->start) == DEAD_END;
	tally->split += bishop()->rules.split(level, &level->start, 0, NULL) > 1;
	for (int i = 0; i < brute.count; i++) {
		const int bound = bishop()->rules.lower_bound(level, &brute.state[i]),
			  rest = brute.rest[i];
		must(bound != DEAD_END || rest == NO_WAY, "dead, %d moves from home", rest);
		must(rest == NO_WAY || bound <= rest, "bound %d, truth %d", bound, rest);
		must((rest == 0) == bishop()->rules.solved(level, &brute.state[i]), "solved at %d",
		     rest);
		must(rest != 0 || bound == 0, "solved, and bound %d", bound);
	}
	brute_free(&brute);
}

START_TEST(search_and_bound_agree_with_brute_force)
{
	struct random random = {34};
	struct tally tally = {0};
	for (int i = 0; i < 1200; i++) {
		struct naive board;
		struct level level;
		random_bishop(i, 2 + (int)random_below(&random, 3),
		              2 + (int)random_below(&random, 3), 4, &random, &board, &level);
		check_board(&level, &random, &tally);
	}
	ck_assert_int_gt(tally.solvable, 300);
	ck_assert_int_gt(tally.unsolvable, 200);
	ck_assert_int_gt(tally.dead, 100);
	ck_assert_int_gt(tally.unsolvable, tally.dead);
	ck_assert_int_gt(tally.split, 30);
}
END_TEST

/* Under `alternate` the bound must know who is next, in the middle of a game as well. */
START_TEST(the_bound_counts_turns)
{
	struct level level;
	read_bishop("alternate", "king", "a.....b b.....a", &level);
	ck_assert_int_eq(bishop()->rules.lower_bound(&level, &level.start), 12);
	read_bishop("alternate", "rook", "a...# ..a.#\n#.... #....\nb.... b....", &level);
	ck_assert_int_eq(bishop()->rules.lower_bound(&level, &level.start), 1);
	read_bishop("alternate", "king", "a...# ...a#\n..... .....\nb.... b....", &level);
	ck_assert_int_eq(bishop()->rules.lower_bound(&level, &level.start), 5);
	struct state state = level.start;
	make_move(bishop(), &level, &state, "a3-b3");
	ck_assert_int_eq(bishop()->rules.lower_bound(&level, &state), 4);
	make_move(bishop(), &level, &state, "a1-b1");
	ck_assert_int_eq(bishop()->rules.lower_bound(&level, &state), 3);
}
END_TEST

/* Tries every assignment of separate pieces to the targets, one by one. */
static int least_by_trial(int cost[6][6], int targets, int pieces)
{
	int trials = 1, lowest = 10000;
	for (int t = 0; t < targets; t++)
		trials *= pieces;
	for (int trial = 0; trial < trials; trial++) {
		unsigned used = 0;
		int sum = 0;
		for (int t = 0, rest = trial; t < targets; t++, rest /= pieces) {
			const int p = rest % pieces;
			sum += used & 1U << p ? 10000 : cost[t][p];
			used |= 1U << p;
		}
		lowest = sum < lowest ? sum : lowest;
	}
	return lowest;
}

/* Kings on one row are as far from home as it looks. */
START_TEST(the_bound_is_the_best_assignment)
{
	struct random random = {35};
	for (int i = 0; i < 400; i++) {
		struct level level;
		char start[] = "....................", goal[] = "....................";
		char rows[64];
		int piece[6], target[6], cost[6][6] = {{0}};
		const int pieces = 1 + (int)random_below(&random, 6);
		const int targets = 1 + (int)random_below(&random, (uint32_t)pieces);
		for (int p = 0; p < pieces; p++) {
			do
				piece[p] = (int)random_below(&random, 20);
			while (start[piece[p]] != '.');
			start[piece[p]] = 'a';
		}
		for (int t = 0; t < targets; t++) {
			do
				target[t] = (int)random_below(&random, 20);
			while (goal[target[t]] != '.');
			goal[target[t]] = 'a';
			for (int p = 0; p < pieces; p++)
				cost[t][p] = abs(piece[p] - target[t]);
		}
		snprintf(rows, sizeof rows, "%s %s", start, goal);
		read_bishop(NULL, "king", rows, &level);
		ck_assert_int_eq(bishop()->rules.lower_bound(&level, &level.start),
		                 least_by_trial(cost, targets, pieces));
	}
}
END_TEST

/* More targets than the table has rows: each one without its piece counts. */
START_TEST(the_bound_of_many_targets_counts_those_without_a_piece)
{
	struct level level;
	read_bishop(NULL, "king",
	            "aaaaaaaaaaaaaa. .aaaaaaaaaaaaaa\naaaaaaaaaaaaaa. .aaaaaaaaaaaaaa", &level);
	ck_assert_int_eq(bishop()->rules.lower_bound(&level, &level.start), 2);
	struct answer answer;
	ck_assert(solve_position(bishop(), &level, &level.start, &limits_default, NULL, NULL,
	                         &answer));
	ck_assert_int_eq(answer.upper, 28);
}
END_TEST

START_TEST(too_few_pieces_in_a_part_are_known_at_once)
{
	struct level level;
	/* Two bishops on dark squares, two targets on light ones. */
	read_bishop(NULL, NULL, "a.a. .a.a\n.... ....\n.... ....", &level);
	ck_assert_int_eq(bishop()->rules.lower_bound(&level, &level.start), DEAD_END);
	read_bishop(NULL, "rook", "a.#aa aa#a.", &level);
	ck_assert_int_eq(bishop()->rules.lower_bound(&level, &level.start), DEAD_END);
	read_bishop("alternate", "rook", "a.#aa .a#a.", &level);
	ck_assert_int_eq(bishop()->rules.lower_bound(&level, &level.start), 1);
	ck_assert_int_eq(bishop()->rules.split(&level, &level.start, 0, NULL), 1);
}
END_TEST

/* ---- parts ---- */

static void check_split(const struct level *level, struct random *random, int *divided)
{
	static struct answer whole, parts;
	struct puzzle undivided = *bishop();
	undivided.rules.split = NULL;
	struct state state = level->start;
	wander(bishop(), level, &state, (int)random_below(random, 4), random);
	const struct limits limits = {.bytes = limits_default.bytes, .states = 30000};
	if (!solve_position(&undivided, level, &state, &limits, NULL, NULL, &whole))
		return;
	ck_assert(solve_position(bishop(), level, &state, &limits_default, NULL, NULL, &parts));
	ck_assert_int_eq(parts.verdict, whole.verdict);
	if (whole.verdict == OPTIMAL) {
		ck_assert_int_eq(parts.upper, whole.upper);
		ck_assert(plan_solves(bishop(), level, &state, &parts));
	}
	*divided += bishop()->rules.split(level, &state, 0, NULL) > 1 && whole.verdict == OPTIMAL &&
	            whole.upper > 2;
}

START_TEST(parts_add_up_to_the_whole)
{
	struct random random = {36};
	int divided = 0;
	for (int i = 0; i < 1500; i++) {
		struct level level;
		/* Every other one of bishops, which always have two parts or more. */
		const int kind = i % 2 == 0 ? 0 : i / 8 % 5;
		solvable_bishop(i / 2 % ALTERNATE + VARIANTS * kind,
		                2 + (int)random_below(&random, 4),
		                3 + (int)random_below(&random, 3), 6, &random, &level);
		check_split(&level, &random, &divided);
	}
	ck_assert_int_gt(divided, 150);
}
END_TEST

static void check_part(const struct level *level, int part, const char *start, const char *goal)
{
	struct level one;
	struct level_writer *writer = calloc(1, sizeof *writer);
	char text[BOARD_TEXT_MAX];
	bishop()->rules.split(level, &level->start, part, &one);
	board_text(bishop(), &one, &one.start, text);
	ck_assert_str_eq(text, start);
	bishop()->format.write(&one, NULL, writer);
	for (int r = 0; r < one.rows; r++)
		ck_assert_int_eq(strncmp(writer->text.words[1][r], goal + r * (one.columns + 1),
		                         (size_t)one.columns), 0);
	free(writer);
}

START_TEST(a_part_has_its_own_pieces_and_targets)
{
	struct level level;
	read_bishop(NULL, NULL, "aa#. ..#.\n.... .a..\n..b. .ab.", &level);
	ck_assert_int_eq(bishop()->rules.split(&level, &level.start, 0, NULL), 2);
	check_part(&level, 0, "a.#.\n....\n..b.\n", "..#.\n.a..\n..b.\n");
	check_part(&level, 1, ".a#.\n....\n....\n", "..#.\n....\n.a..\n");
	read_bishop(NULL, "knight", "a.a b.b\n... ...\nb.b a.a", &level);
	ck_assert_int_eq(bishop()->rules.split(&level, &level.start, 0, NULL), 1);
	check_part(&level, 0, "a.a\n...\nb.b\n", "b.b\n...\na.a\n");
	read_bishop(NULL, "rook", "a.#.b .a#b.", &level);
	ck_assert_int_eq(bishop()->rules.split(&level, &level.start, 0, NULL), 2);
	read_bishop("alternate", "rook", "a.#.b .a#b.", &level);
	ck_assert_int_eq(bishop()->rules.split(&level, &level.start, 0, NULL), 1);
}
END_TEST

/* ---- known results ---- */

static const struct {
	const char *rules, *piece;
	int columns, rows, optimum;
} known[] = {
	{"no-attack", NULL, 4, 5, 36}, {"no-attack", NULL, 4, 7, 24}, {NULL, NULL, 4, 5, 16},
	{NULL, NULL, 4, 6, 20},        {NULL, NULL, 4, 7, 22},        {NULL, NULL, 4, 8, 24},
};

START_TEST(exchanges_take_the_known_number_of_moves)
{
	char rows[TEXT_MAX] = "aaaa bbbb\n";
	struct level level;
	static struct answer answer;
	for (int r = 2; r < known[_i].rows; r++)
		strcat(rows, ".... ....\n");
	strcat(rows, "bbbb aaaa");
	read_bishop(known[_i].rules, known[_i].piece, rows, &level);
	ck_assert(solve_position(bishop(), &level, &level.start, &limits_default, NULL, NULL,
	                         &answer));
	ck_assert_int_eq(answer.upper, known[_i].optimum);
	ck_assert(plan_solves(bishop(), &level, &level.start, &answer));
}
END_TEST

START_TEST(guarinis_knights_take_sixteen)
{
	struct level level;
	static struct answer answer;
	read_bishop(NULL, "knight", "a.a b.b\n... ...\nb.b a.a", &level);
	ck_assert(solve_position(bishop(), &level, &level.start, &limits_default, NULL, NULL,
	                         &answer));
	ck_assert_int_eq(answer.upper, 16);
}
END_TEST

/* ---- keys ---- */

static const char four[] = "a..b b..a\n.... ....\n.... ....\n.b.. .b..";

/* Presses a key; the cursor must then be there, with that cell selected. */
static void press(const struct level *level, struct cursor *cursor, int key, enum intent expected,
                  const char *at, const char *selected)
{
	move_code move = UINT16_MAX;
	char cell[CELL_NAME_MAX], picked[CELL_NAME_MAX] = "-";
	ck_assert_int_eq(bishop()->screen.press(level, &level->start, cursor, key, &move),
	                 expected);
	cell_name(level, cursor->row * level->columns + cursor->column, cell);
	if (cursor->selected >= 0)
		cell_name(level, cursor->selected, picked);
	ck_assert_str_eq(cell, at);
	ck_assert_str_eq(picked, selected);
}

/* The same, with a move expected; "" for one that can't be. */
static void press_move(const struct level *level, struct cursor *cursor, int key,
                       const char *expected)
{
	move_code move = UINT16_MAX;
	char name[MOVE_NAME_MAX] = "";
	struct state state = level->start;
	ck_assert_int_eq(bishop()->screen.press(level, &level->start, cursor, key, &move),
	                 INTENT_MOVE);
	if (bishop()->rules.apply(level, &state, move))
		bishop()->format.name_move(level, move, name);
	ck_assert_str_eq(name, expected);
}

START_TEST(the_cursor_moves_and_stays_on_the_board)
{
	struct level level;
	struct cursor cursor = {.row = 1, .column = 1, .selected = -1};
	read_bishop(NULL, NULL, four, &level);
	press(&level, &cursor, PRESS_UP, INTENT_CURSOR, "b4", "-");
	press(&level, &cursor, PRESS_UP, INTENT_CURSOR, "b4", "-");
	press(&level, &cursor, PRESS_LEFT, INTENT_CURSOR, "a4", "-");
	press(&level, &cursor, PRESS_LEFT, INTENT_CURSOR, "a4", "-");
	press(&level, &cursor, PRESS_DOWN, INTENT_CURSOR, "a3", "-");
	press(&level, &cursor, PRESS_DOWN, INTENT_CURSOR, "a2", "-");
	press(&level, &cursor, PRESS_DOWN, INTENT_CURSOR, "a1", "-");
	press(&level, &cursor, PRESS_DOWN, INTENT_CURSOR, "a1", "-");
	press(&level, &cursor, PRESS_RIGHT, INTENT_CURSOR, "b1", "-");
	press(&level, &cursor, PRESS_RIGHT, INTENT_CURSOR, "c1", "-");
	press(&level, &cursor, PRESS_RIGHT, INTENT_CURSOR, "d1", "-");
	press(&level, &cursor, PRESS_RIGHT, INTENT_CURSOR, "d1", "-");
	press(&level, &cursor, PRESS_UP, INTENT_CURSOR, "d2", "-");
	press(&level, &cursor, PRESS_LEFT, INTENT_CURSOR, "c2", "-");
	press(&level, &cursor, 'x', INTENT_NONE, "c2", "-");
	press(&level, &cursor, PRESS_SHIFT_UP, INTENT_NONE, "c2", "-");
	press(&level, &cursor, PRESS_HOME, INTENT_NONE, "c2", "-");
}
END_TEST

START_TEST(a_piece_is_selected_and_moves_to_the_cursor)
{
	struct level level;
	struct cursor cursor = {.row = 0, .column = 0, .selected = -1};
	read_bishop(NULL, NULL, four, &level);
	press(&level, &cursor, PRESS_ENTER, INTENT_CURSOR, "a4", "a4");
	press(&level, &cursor, PRESS_ENTER, INTENT_CURSOR, "a4", "-");
	press(&level, &cursor, PRESS_ENTER, INTENT_CURSOR, "a4", "a4");
	cursor.row = 1;
	cursor.column = 1;
	press_move(&level, &cursor, PRESS_ENTER, "a4-b3");
	press_move(&level, &cursor, PRESS_CLICK, "a4-b3");
	ck_assert(cursor.row == 1 && cursor.column == 1);
	cursor.column = 2;
	press_move(&level, &cursor, PRESS_ENTER, "");
	ck_assert_int_eq(cursor.selected, 0);
	cursor.row = 3;
	cursor.column = 1;
	press(&level, &cursor, PRESS_CLICK, INTENT_CURSOR, "b1", "b1");
}
END_TEST

START_TEST(on_empty_squares_the_keys_select_the_next_piece)
{
	struct level level;
	struct cursor cursor = {.row = 1, .column = 1, .selected = -1};
	read_bishop(NULL, NULL, four, &level);
	press(&level, &cursor, PRESS_ENTER, INTENT_CURSOR, "b1", "b1");
	cursor = (struct cursor){.row = 3, .column = 2, .selected = -1};
	press(&level, &cursor, PRESS_ENTER, INTENT_CURSOR, "a4", "a4");
	cursor = (struct cursor){.row = 1, .column = 1, .selected = -1};
	press(&level, &cursor, PRESS_CLICK, INTENT_CURSOR, "b3", "-");
	press(&level, &cursor, PRESS_ESCAPE, INTENT_NONE, "b3", "-");
	cursor.selected = 0;
	press(&level, &cursor, PRESS_ESCAPE, INTENT_CURSOR, "b3", "-");
}
END_TEST

START_TEST(tab_cycles_through_the_movable_pieces)
{
	struct level level;
	struct cursor cursor = {.row = 1, .column = 1, .selected = -1};
	read_bishop(NULL, NULL, four, &level);
	press(&level, &cursor, PRESS_TAB, INTENT_CURSOR, "b1", "b1");
	press(&level, &cursor, PRESS_TAB, INTENT_CURSOR, "a4", "a4");
	press(&level, &cursor, PRESS_TAB, INTENT_CURSOR, "d4", "d4");
	press(&level, &cursor, PRESS_BACKTAB, INTENT_CURSOR, "a4", "a4");
	press(&level, &cursor, PRESS_BACKTAB, INTENT_CURSOR, "b1", "b1");
	read_bishop(NULL, NULL, "a#.b a#.b\n##.. ##..", &level);
	cursor = (struct cursor){.row = 0, .column = 1, .selected = -1};
	press(&level, &cursor, PRESS_TAB, INTENT_CURSOR, "d2", "d2");
	press(&level, &cursor, PRESS_TAB, INTENT_CURSOR, "d2", "d2");
	read_bishop(NULL, NULL, "ab ab\nba ba", &level);
	cursor = (struct cursor){.row = 0, .column = 1, .selected = -1};
	press(&level, &cursor, PRESS_TAB, INTENT_NONE, "b2", "-");
}
END_TEST

START_TEST(shift_cycles_through_the_squares_of_the_selected_piece)
{
	struct level level;
	struct cursor cursor = {.row = 0, .column = 0, .selected = 0};
	read_bishop(NULL, NULL, four, &level);
	press(&level, &cursor, PRESS_SHIFT_RIGHT, INTENT_CURSOR, "b3", "a4");
	press(&level, &cursor, PRESS_SHIFT_DOWN, INTENT_CURSOR, "c2", "a4");
	press(&level, &cursor, PRESS_SHIFT_DOWN, INTENT_CURSOR, "d1", "a4");
	press(&level, &cursor, PRESS_SHIFT_RIGHT, INTENT_CURSOR, "b3", "a4");
	press(&level, &cursor, PRESS_SHIFT_UP, INTENT_CURSOR, "d1", "a4");
	press(&level, &cursor, PRESS_SHIFT_LEFT, INTENT_CURSOR, "c2", "a4");
	press(&level, &cursor, PRESS_SHIFT_UP, INTENT_CURSOR, "b3", "a4");
	press(&level, &cursor, PRESS_SHIFT_LEFT, INTENT_CURSOR, "d1", "a4");
	cursor = (struct cursor){.row = 0, .column = 0, .selected = 0};
	press(&level, &cursor, PRESS_SHIFT_UP, INTENT_CURSOR, "d1", "a4");
	/* On c2 it would see b1. */
	read_bishop("no-attack", NULL, "a... b...\n.... ....\n.... ....\n.b.. .a..", &level);
	cursor = (struct cursor){.row = 0, .column = 0, .selected = 0};
	press(&level, &cursor, PRESS_SHIFT_DOWN, INTENT_CURSOR, "b3", "a4");
	press(&level, &cursor, PRESS_SHIFT_DOWN, INTENT_CURSOR, "d1", "a4");
	read_bishop(NULL, NULL, "ab ab\nba ba", &level);
	cursor = (struct cursor){.row = 0, .column = 1, .selected = 0};
	press(&level, &cursor, PRESS_SHIFT_DOWN, INTENT_NONE, "b2", "a2");
}
END_TEST

/* ---- pictures ---- */

static const struct size scales[] = {{1, 2}, {2, 4}, {3, 6}, {5, 10}};

static bool same_picture(const struct picture *a, const struct picture *b)
{
	return memcmp(a->cells, b->cells, (size_t)(a->rows * a->columns) * sizeof *a->cells) == 0;
}

/* Whether two views look different though no colour is seen. */
static bool differ_in_glyphs(const struct picture *a, const struct picture *b)
{
	for (int i = 0; i < a->rows * a->columns; i++)
		if (a->cells[i].glyph != b->cells[i].glyph)
			return true;
	return false;
}

/* A view with one thing changed must look different in every scale of ASCII. */
static void check_seen(const struct level *level, const struct view *one, const struct view *two)
{
	for (size_t s = 0; s < sizeof scales / sizeof scales[0]; s++) {
		struct picture *a = paint(level, one, scales[s], GLYPHS_ASCII);
		struct picture *b = paint(level, two, scales[s], GLYPHS_ASCII);
		must(!same_picture(a, b), "nothing is seen in scale %zu", s);
		must(scales[s].columns == 1 || differ_in_glyphs(a, b),
		     "only colour is seen in scale %zu", s);
		picture_free(a);
		picture_free(b);
	}
}

START_TEST(cursor_selection_hint_and_valid_moves_are_visible)
{
	struct level level;
	move_code moves[MOVES_MAX];
	struct cursor cursor = {.row = 1, .column = 1, .selected = -1}, selected = {1, 1, 0};
	read_bishop(NULL, NULL, four, &level);
	const int count = puzzle_valid_moves(bishop(), &level, &level.start, moves);
	const struct view preview = {.state = &level.start};
	struct view view = preview, other = preview;
	view.cursor = &cursor;
	check_seen(&level, &preview, &view);
	other.cursor = &selected;
	check_seen(&level, &view, &other);
	other.cursor = &cursor;
	other.hint = &moves[0];
	check_seen(&level, &view, &other);
	other.hint = NULL;
	other.valid = moves;
	other.valid_count = count;
	check_seen(&level, &view, &other);
}
END_TEST

START_TEST(a_hint_marks_the_piece_and_its_square_with_the_direction)
{
	struct level level;
	move_code move;
	read_bishop(NULL, NULL, four, &level);
	ck_assert(puzzle_find_move(bishop(), &level, &level.start, "d4-b2", &move));
	const struct view view = {.state = &level.start, .hint = &move};
	struct picture *picture = paint(&level, &view, (struct size){2, 4}, GLYPHS_ASCII);
	ck_assert_uint_eq(seen_at(picture, 0, 3, 0, 1).glyph, U'B');
	ck_assert_uint_eq(seen_at(picture, 0, 3, 0, 2).glyph, U'1');
	ck_assert_uint_eq(seen_at(picture, 2, 1, 0, 1).glyph, U'1');
	ck_assert_uint_eq(seen_at(picture, 2, 1, 0, 0).glyph, U'<');
	ck_assert_int_eq(seen_at(picture, 2, 1, 0, 1).role, ROLE_HINT);
	picture_free(picture);
}
END_TEST

START_TEST(forbidden_squares_are_crossed_out)
{
	struct level level;
	struct cursor cursor = {.row = 4, .column = 0, .selected = 20};
	read_bishop("no-attack", NULL,
	            "..... .....\n..... .....\n....b ....b\n..... .....\na.... ....a", &level);
	const struct view view = {.state = &level.start, .cursor = &cursor};
	struct picture *picture = paint(&level, &view, (struct size){1, 2}, GLYPHS_ASCII);
	ck_assert_uint_eq(seen_at(picture, 3, 1, 0, 0).glyph, U'9');
	ck_assert_uint_eq(seen_at(picture, 2, 2, 0, 0).glyph, U'9');
	ck_assert_uint_eq(seen_at(picture, 1, 3, 0, 0).glyph, U'x');
	ck_assert_int_eq(seen_at(picture, 1, 3, 0, 0).role, ROLE_QUIET);
	ck_assert_uint_eq(seen_at(picture, 0, 4, 0, 0).glyph, U'9');
	picture_free(picture);
}
END_TEST

START_TEST(under_slide_only_the_last_square_is_marked)
{
	struct level level;
	struct cursor cursor = {.row = 2, .column = 0, .selected = 6};
	read_bishop("slide", NULL, "... ..a\n... ...\na.. ...", &level);
	const struct view view = {.state = &level.start, .cursor = &cursor};
	struct picture *picture = paint(&level, &view, (struct size){2, 4}, GLYPHS_ASCII);
	ck_assert_uint_eq(seen_at(picture, 1, 1, 0, 1).glyph, U'.');
	/* On a target the mark stands beside its letter. */
	ck_assert_uint_eq(seen_at(picture, 0, 2, 0, 1).glyph, U'a');
	ck_assert_uint_eq(seen_at(picture, 0, 2, 0, 2).glyph, U'9');
	picture_free(picture);
}
END_TEST

START_TEST(a_moving_piece_is_painted_square_by_square)
{
	static const int squares[] = {0, 0, 1, 1, 2, 2, 2, 3};
	struct level level;
	move_code move;
	read_bishop(NULL, NULL, "....b ....b\n..... .....\n..... .....\na.... ...a.", &level);
	ck_assert(puzzle_find_move(bishop(), &level, &level.start, "a1-d4", &move));
	ck_assert_int_eq(bishop()->screen.frames(&level, &level.start, move), 7);
	for (int frame = 0; frame <= 7; frame++) {
		const struct view view = {.state = &level.start, .moving = move, .frame = frame};
		struct picture *picture = paint(&level, &view, (struct size){1, 2}, GLYPHS_ASCII);
		for (int i = 0; i <= 2; i++)
			ck_assert_uint_eq(seen_at(picture, 3 - i, i, 0, 0).glyph,
			                  i == squares[frame] ? U'A' : U'.');
		picture_free(picture);
	}
	read_bishop(NULL, "knight", "a.. a..\n... ...", &level);
	ck_assert(puzzle_find_move(bishop(), &level, &level.start, "a2-c1", &move));
	ck_assert_int_eq(bishop()->screen.frames(&level, &level.start, move), 7);
}
END_TEST

START_TEST(the_margin_shows_whose_turn_it_is)
{
	struct level level;
	char words[40];
	read_bishop("alternate", NULL, four, &level);
	struct state state = level.start;
	bishop()->text.status(&level, &state, 0, words, sizeof words);
	ck_assert_str_eq(words, "any colour may start");
	make_move(bishop(), &level, &state, "a4-b3");
	bishop()->text.status(&level, &state, 0, words, sizeof words);
	ck_assert_str_eq(words, "b to move");
	const struct view view = {.state = &state};
	struct picture *picture = paint(&level, &view, (struct size){1, 2}, GLYPHS_ASCII);
	ck_assert_uint_eq(picture->cells[7].glyph, picture_piece_glyph(picture, 1));
	ck_assert_int_eq(picture->cells[7].role, ROLE_GOAL);
	ck_assert_uint_eq(picture->cells[9].glyph, picture_piece_glyph(picture, 2));
	ck_assert_int_eq(picture->cells[9].role, ROLE_SELECTED);
	picture_free(picture);
	make_move(bishop(), &level, &state, "b1-a2");
	bishop()->text.status(&level, &state, 0, words, sizeof words);
	ck_assert_str_eq(words, "a to move");
	read_bishop(NULL, NULL, "aa. .a.\nb.. b..", &level);
	bishop()->text.status(&level, &level.start, 0, words, sizeof words);
	ck_assert_str_eq(words, "2 of 2 home");
}
END_TEST

START_TEST(clicks_find_their_cells_and_marks_are_one_column_wide)
{
	struct level level;
	struct cursor cursor = {.row = 0, .column = 0, .selected = 0};
	setlocale(LC_CTYPE, "C.UTF-8");
	read_bishop(NULL, "queen", "a... a...\n.... ....\n.... ....", &level);
	const struct view view = {.state = &level.start, .cursor = &cursor};
	struct picture *picture = paint(&level, &view, (struct size){2, 4}, GLYPHS_SHAPES);
	const struct size margin = bishop()->screen.margin;
	for (int cell = 0; cell < 12; cell++) {
		const struct click_area *click_area =
			picture_click_area_at(picture, margin.rows + cell / 4 * 2 + 1,
		                              margin.columns + cell % 4 * 4 + 3);
		ck_assert_ptr_nonnull(click_area);
		ck_assert_int_eq(click_area->key, PRESS_CLICK);
		ck_assert_int_eq(click_area->cell, cell);
	}
	for (int i = 0; i < picture->rows * picture->columns; i++)
		ck_assert_int_eq(glyph_width(picture->cells[i].glyph), 1);
	picture_free(picture);
}
END_TEST

/* ---- new levels ---- */

static int generated(const char *rules, const char *piece, int rows, int columns, int pieces,
                     uint64_t seed, struct level *level)
{
	struct recipe recipe = bishop()->generator.recipe;
	struct error error;
	recipe.rows = rows;
	recipe.columns = columns;
	recipe.pieces = pieces;
	recipe.value[HEADER_RULES] = rules;
	recipe.value[HEADER_PIECE] = piece;
	return generate(bishop(), &recipe, seed, level, &error) ? level->par : -1;
}

START_TEST(new_levels_can_be_of_every_kind)
{
	static const char *const rules[] = {NULL, "no-attack", "slide", "alternate",
	                                    "no-attack slide alternate"};
	for (int i = 0; i < 25; i++) {
		struct level level, again;
		ck_assert_int_ge(generated(rules[i % 5], kind_names[i / 5], 6, 6, -1, 3, &level),
		                 5);
		read_back(bishop(), &level, &again);
		ck_assert(same_level(bishop(), &level, &again));
		ck_assert_int_eq(generated(rules[i % 5], kind_names[i / 5], 6, 6, -1, 3, &again),
		                 level.par);
		ck_assert(same_level(bishop(), &level, &again));
		ck_assert_int_ge(level.amount, 3);
		ck_assert_int_le(level.amount, 5);
	}
}
END_TEST

START_TEST(new_levels_can_be_of_every_size_or_are_refused)
{
	struct level level;
	ck_assert_int_eq(generated(NULL, NULL, 1, 2, -1, 1, &level), -1);
	ck_assert_int_eq(generated(NULL, NULL, 2, 2, 4, 1, &level), -1);
	ck_assert_int_eq(generated(NULL, NULL, 26, 1, -1, 1, &level), -1);
	ck_assert_int_ge(generated(NULL, NULL, 3, 3, -1, 1, &level), 5);
	ck_assert_int_ge(generated(NULL, NULL, 26, 26, -1, 1, &level), 5);
	ck_assert_int_ge(generated(NULL, "queen", 26, 26, 30, 1, &level), 5);
	ck_assert_int_ge(generated("no-attack", NULL, 2, 26, -1, 1, &level), 5);
}
END_TEST

static void add_rules(TCase *tests)
{
	tcase_add_test(tests, bishops_move_any_distance_until_blocked);
	tcase_add_test(tests, walls_that_touch_at_a_corner_let_pieces_pass);
	tcase_add_test(tests, each_kind_has_its_directions);
	tcase_add_test(tests, knights_jump_and_nothing_is_captured);
	tcase_add_test(tests, no_attack_forbids_what_would_be_in_sight);
	tcase_add_test(tests, pieces_of_one_colour_may_see_each_other);
	tcase_add_test(tests, slides_go_all_the_way);
	tcase_add_test(tests, colours_alternate_in_the_order_of_letters);
	tcase_add_test(tests, a_colour_that_cannot_move_on_its_turn_ends_it);
	tcase_add_test(tests, every_target_needs_a_piece_of_its_colour);
	tcase_add_test(tests, a_start_may_be_solved);
	tcase_add_test(tests, pieces_of_one_colour_are_interchangeable);
	tcase_add_loop_test(tests, breadcrumbs_are_the_valid_moves, 0, BREADCRUMBS);
	tcase_add_loop_test(tests, breadcrumbs_show_their_directions, 0,
	                    BREADCRUMBS);
	tcase_add_loop_test(tests, every_error_is_reported, 0, sizeof faults / sizeof faults[0]);
	tcase_add_test(tests, headers_are_read_and_written);
	tcase_add_test(tests, no_board_has_more_moves_than_there_is_room_for);
	tcase_add_test(tests, full_boards_are_packed_as_grids);
	tcase_add_test(tests, every_move_has_one_code);
	tcase_add_test(tests, invalid_move_names_are_refused);
	tcase_add_test(tests, a_refusal_says_why);
	tcase_add_test(tests, moves_agree_with_the_naive_board);
	tcase_add_test(tests, moves_agree_on_larger_boards);
	tcase_add_test(tests, the_same_board_has_the_same_bytes);
	tcase_add_test(tests, full_boards_follow_the_same_rules);
}

static void add_search(TCase *tests)
{
	tcase_add_test(tests, search_and_bound_agree_with_brute_force);
	tcase_add_test(tests, the_bound_counts_turns);
	tcase_add_test(tests, the_bound_is_the_best_assignment);
	tcase_add_test(tests, the_bound_of_many_targets_counts_those_without_a_piece);
	tcase_add_test(tests, too_few_pieces_in_a_part_are_known_at_once);
	tcase_add_test(tests, parts_add_up_to_the_whole);
	tcase_add_test(tests, a_part_has_its_own_pieces_and_targets);
	tcase_add_loop_test(tests, exchanges_take_the_known_number_of_moves, 0,
	                    sizeof known / sizeof known[0]);
	tcase_add_test(tests, guarinis_knights_take_sixteen);
}

static void add_play(TCase *tests)
{
	tcase_add_test(tests, the_cursor_moves_and_stays_on_the_board);
	tcase_add_test(tests, a_piece_is_selected_and_moves_to_the_cursor);
	tcase_add_test(tests, on_empty_squares_the_keys_select_the_next_piece);
	tcase_add_test(tests, tab_cycles_through_the_movable_pieces);
	tcase_add_test(tests, shift_cycles_through_the_squares_of_the_selected_piece);
	tcase_add_test(tests, cursor_selection_hint_and_valid_moves_are_visible);
	tcase_add_test(tests, a_hint_marks_the_piece_and_its_square_with_the_direction);
	tcase_add_test(tests, forbidden_squares_are_crossed_out);
	tcase_add_test(tests, under_slide_only_the_last_square_is_marked);
	tcase_add_test(tests, a_moving_piece_is_painted_square_by_square);
	tcase_add_test(tests, the_margin_shows_whose_turn_it_is);
	tcase_add_test(tests, clicks_find_their_cells_and_marks_are_one_column_wide);
	tcase_add_test(tests, new_levels_can_be_of_every_kind);
	tcase_add_test(tests, new_levels_can_be_of_every_size_or_are_refused);
}

static void add_all(TCase *tests)
{
	add_rules(tests);
	add_search(tests);
	add_play(tests);
}

int main(void)
{
	return run_tests("bishop", add_all);
}
