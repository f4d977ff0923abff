/* Lines: its rules one by one and against naive slides and groups, its searches against brute
 * force, its keys and its pictures. */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/generate.h"
#include "puzzle/key.h"
#include "puzzle/registry.h"
#include "support/help.h"

/* Reads a level from headers and rows. */
static const struct puzzle *read_lines(const char *headers, const char *rows, struct level *level)
{
	char text[4096];
	const int size =
		snprintf(text, sizeof text, "level: t\nmode: lines\n%s\n%s\n", headers, rows);
	must(size < (int)sizeof text, "board too large");
	return read_level(text, level);
}

static void check_moves(const char *rows, const char *moves, const char *expected)
{
	struct level level;
	char text[BOARD_TEXT_MAX], copy[128], *rest = NULL;
	const struct puzzle *puzzle = read_lines("", rows, &level);
	struct state state = level.start;
	snprintf(copy, sizeof copy, "%s", moves);
	for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
		make_move(puzzle, &level, &state, name);
	board_text(puzzle, &level, &state, text);
	ck_assert_str_eq(text, expected);
}

/* The groups of a board as text: a letter each, a capital if it is closed; blanks '.'. */
static void group_text(const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, char out[BOARD_TEXT_MAX])
{
	struct groups groups;
	board_text(puzzle, level, state, out);
	puzzle->rules.groups(level, state, &groups);
	for (int cell = 0, i = 0; cell < level->rows * level->columns; cell++, i++) {
		if (out[i] == '\n')
			i++;
		out[i] = out[i] == '0' ? '.'
		                       : (char)((groups.closed[groups.of[cell]] ? 'A' : 'a') +
		                                groups.of[cell]);
	}
}

static void check_groups(const char *rows, const char *expected)
{
	struct level level;
	char text[BOARD_TEXT_MAX];
	const struct puzzle *puzzle = read_lines("", rows, &level);
	group_text(puzzle, &level, &level.start, text);
	ck_assert_str_eq(text, expected);
}

/* ---- slides ---- */

START_TEST(a_row_or_a_column_slides_and_wraps)
{
	check_moves("c278", "1-right", "8c27\n");
	check_moves("c278", "1-left", "278c\n");
	check_moves("c278", "1-left 1-right", "c278\n");
	check_moves("123\n456\n789", "3-right", "312\n456\n789\n");
	check_moves("123\n456\n789", "1-left", "123\n456\n897\n");
	check_moves("123\n456\n789", "a-up", "423\n756\n189\n");
	check_moves("123\n456\n789", "c-down", "129\n453\n786\n");
	check_moves("1\n2\n4\n8", "a-down", "8\n1\n2\n4\n");
}
END_TEST

START_TEST(both_directions_are_one_move_in_a_line_of_two_cells)
{
	struct level level;
	move_code valid[MOVES_MAX], one, other;
	char name[MOVE_NAME_MAX];
	const struct puzzle *puzzle = read_lines("", "12\n48", &level);
	ck_assert_int_eq(puzzle_valid_moves(puzzle, &level, &level.start, valid), 4);
	ck_assert(puzzle->format.read_move(&level, "2-right", &one) &&
	          puzzle->format.read_move(&level, "2-left", &other));
	ck_assert_uint_eq(one, other);
	puzzle->format.name_move(&level, one, name);
	ck_assert_str_eq(name, "2-right");
	ck_assert(puzzle->format.read_move(&level, "b-down", &other));
	puzzle->format.name_move(&level, other, name);
	ck_assert_str_eq(name, "b-up");
	check_moves("12\n48", "2-left", "21\n48\n");
	check_moves("12\n48", "b-down", "18\n42\n");
}
END_TEST

START_TEST(a_line_of_one_cell_can_not_be_slid)
{
	struct level level;
	move_code move, valid[MOVES_MAX];
	const struct puzzle *puzzle = read_lines("", "c278", &level);
	ck_assert_int_eq(puzzle_valid_moves(puzzle, &level, &level.start, valid), 2);
	ck_assert(!puzzle->format.read_move(&level, "a-up", &move));
	ck_assert(!puzzle->format.read_move(&level, "a-down", &move));
}
END_TEST

START_TEST(a_slide_of_equal_tiles_is_a_move_too)
{
	struct level level;
	move_code move;
	const struct puzzle *puzzle = read_lines("", "555\n5a5", &level);
	struct state state = level.start;
	ck_assert(puzzle_find_move(puzzle, &level, &state, "2-right", &move));
	ck_assert(puzzle->rules.apply(&level, &state, move));
	ck_assert(same_state(&state, &level.start));
	/* A mark makes one of the equal tiles different. */
	read_lines("", "555 *..\n5a5 ...", &level);
	state = level.start;
	ck_assert(puzzle_find_move(puzzle, &level, &state, "2-right", &move));
	ck_assert(puzzle->rules.apply(&level, &state, move));
	ck_assert(!same_state(&state, &level.start));
}
END_TEST

START_TEST(only_names_of_lines_are_read)
{
	static const char *const bad[] = {"",       "4-right", "0-right", "03-right", "3-up",
	                                  "d-up",   "c-left",  "C-up",    "3right",   "3-right ",
	                                  "-right", "3-Right", "c-"};
	struct level level;
	move_code move;
	const struct puzzle *puzzle = read_lines("", "123\n456\n789", &level);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		must(!puzzle->format.read_move(&level, bad[i], &move), "\"%s\" was read", bad[i]);
}
END_TEST

/* ---- groups ---- */

START_TEST(the_rules_examples_hold)
{
	check_groups("28", "AA\n");
	check_groups("20", "a.\n");
	check_groups("6c\n39", "AA\nAA\n");
	check_groups("64\n31", "aB\naB\n");
}
END_TEST

START_TEST(the_edge_opens_and_nothing_wraps)
{
	check_groups("82", "ab\n");
	check_groups("1\n4", "a\nb\n");
	check_groups("a8", "aa\n");
	check_groups("2e8", "aaa\n");
}
END_TEST

/* A single tile's solid side faces the open side of a pair: the tile is open, the pair closed. */
START_TEST(a_mismatch_opens_one_side_only)
{
	check_groups("228", "aBB\n");
	check_groups("28.\n..1", "AA.\n..e\n");
	check_groups("4.\n5a\n1.", "A.\nAc\nA.\n");
}
END_TEST

START_TEST(each_blank_is_a_closed_group)
{
	struct level level;
	struct groups groups;
	const struct puzzle *puzzle = read_lines("", "2.\n..", &level);
	puzzle->rules.groups(&level, &level.start, &groups);
	ck_assert_int_eq(groups.count, 4);
	ck_assert(!groups.closed[0] && groups.closed[1] && groups.closed[2] && groups.closed[3]);
	for (int cell = 0; cell < 4; cell++)
		ck_assert_int_eq(groups.of[cell], cell);
}
END_TEST

/* ---- goals ---- */

static const struct {
	const char *headers, *rows;
	bool solved;
	const char *status;
} goals[] = {
	{"", "28", true, "closed 2 of 2 tiles"},
	{"", "82", false, "closed 0 of 2 tiles"},
	{"", "..\n..", true, "closed 0 of 0 tiles"},
	{"goal: close all\n", "28\n.1", false, "closed 2 of 3 tiles"},
	{"goal: close 2\n", "28\n.1", true, "closed 2 of 2 tiles"},
	{"goal: close 3\n", "28\n.1", false, "closed 2 of 3 tiles"},
	{"goal: close 1\n", "1.\n..", false, "closed 0 of 1 tile"},
	{"goal: groups 1\n", "28\n.1", true, "closed 1 of 1 group"},
	{"goal: groups 2\n", "28\n..", false, "closed 1 of 2 groups"},
	{"goal: groups 2\n", "28\n28", true, "closed 2 of 2 groups"},
	{"", "28 *.\n.1 ..", true, "closed 1 of 1 star"},
	{"", "28 *.\n.1 .*", false, "closed 1 of 2 stars"},
	{"", "28 ..\n.1 *.", true, "closed 1 of 1 star"},
	{"goal: close all\n", "28 *.\n.1 ..", false, "closed 1 of 1 star, 2 of 3 tiles"},
	{"goal: close 2\n", "28 *.\n.1 .*", false, "closed 1 of 2 stars, 2 of 2 tiles"},
	{"goal: close 3\n", "28 *.\n.1 ..", false, "closed 1 of 1 star, 2 of 3 tiles"},
	{"goal: groups 1\n", "28 *.\n.1 ..", true, "closed 1 of 1 star, 1 of 1 group"},
};

START_TEST(goals_count_tiles_groups_and_marks)
{
	struct level level, again;
	char status[100];
	const struct puzzle *puzzle = read_lines(goals[_i].headers, goals[_i].rows, &level);
	ck_assert_int_eq(puzzle->rules.solved(&level, &level.start), goals[_i].solved);
	ck_assert_int_eq(puzzle->rules.lower_bound(&level, &level.start) == 0, goals[_i].solved);
	puzzle->text.status(&level, &level.start, 0, status, sizeof status);
	ck_assert_str_eq(status, goals[_i].status);
	read_back(puzzle, &level, &again);
	ck_assert(same_level(puzzle, &level, &again));
}
END_TEST

START_TEST(marks_travel_with_their_tiles)
{
	struct level level, moved, again;
	const struct puzzle *puzzle = read_lines("", "2.8 *..\n... ...", &level);
	struct state state = level.start;
	make_move(puzzle, &level, &state, "2-right");
	ck_assert(!puzzle->rules.solved(&level, &level.start) &&
	          !puzzle->rules.solved(&level, &state));
	make_move(puzzle, &level, &state, "2-right");
	make_move(puzzle, &level, &state, "2-right");
	ck_assert(same_state(&state, &level.start));
	make_move(puzzle, &level, &state, "c-up");
	make_move(puzzle, &level, &state, "1-left");
	make_move(puzzle, &level, &state, "b-up");
	ck_assert(puzzle->rules.solved(&level, &state));
	read_lines("", "28. *..\n... ...", &moved);
	ck_assert(same_state(&moved.start, &state));
	moved = level;
	moved.start = state;
	read_back(puzzle, &moved, &again);
	ck_assert(same_level(puzzle, &moved, &again));
}
END_TEST

START_TEST(a_goal_means_the_same_however_it_is_written)
{
	struct level plain, said;
	const struct puzzle *puzzle = read_lines("", "28\n.1", &plain);
	read_lines("goal: close all\n", "28\n.1", &said);
	ck_assert(same_level(puzzle, &plain, &said));
	read_lines("", "╶╴\n.╵", &said);
	ck_assert(same_level(puzzle, &plain, &said));
	read_lines("", "28\n01", &said);
	ck_assert(same_level(puzzle, &plain, &said));
}
END_TEST

START_TEST(tiles_are_digits_of_either_case_or_boxes)
{
	char text[BOARD_TEXT_MAX];
	struct level level;
	const struct puzzle *puzzle =
		read_lines("", "╵╶└╷│┌├╴┘─┴┐┤┬┼\n123456789abcdef\n123456789ABCDEF", &level);
	board_text(puzzle, &level, &level.start, text);
	ck_assert_str_eq(text, "123456789abcdef\n123456789abcdef\n123456789abcdef\n");
}
END_TEST

/* ---- errors ---- */

static const struct {
	const char *headers, *rows, *message;
} faults[] = {
	{"", "2g",
         "x.level:4: 'g' in column 2 of the tiles; expected a hexadecimal digit, '.' or a "
         "box-drawing character"},
	{"", "28\n*1",
         "x.level:5: '*' in column 1 of the tiles; expected a hexadecimal digit, '.' or a "
         "box-drawing character"},
	{"", "2━",
         "x.level:4: '━' in column 2 of the tiles; expected a hexadecimal digit, '.' or a "
         "box-drawing character"},
	{"", "28 *x", "x.level:4: 'x' in column 2 of the stars; expected '*' or '.'"},
	{"", "28 *.\n.. 0.", "x.level:5: '0' in column 1 of the stars; expected '*' or '.'"},
	{"", "28 *.*", "x.level:4: the tiles are 2 wide and the stars 3; expected the same width"},
	{"", "28 ..\n.. ..", "x.level:4: no star in the second words: expected at least one '*'"},
	{"goal: close\n", "28",
         "x.level:3: goal is \"close\"; expected \"close all\", \"close N\" or "
         "\"groups N\", N from 1 to 676"},
	{"goal: close 0\n", "28",
         "x.level:3: goal is \"close 0\"; expected \"close all\", \"close N\" "
         "or \"groups N\", N from 1 to 676"},
	{"goal: groups 677\n", "28",
         "x.level:3: goal is \"groups 677\"; expected \"close all\", "
         "\"close N\" or \"groups N\", N from 1 to 676"},
	{"goal: groups all\n", "28",
         "x.level:3: goal is \"groups all\"; expected \"close all\", "
         "\"close N\" or \"groups N\", N from 1 to 676"},
	{"rules: holes\n", "28", "x.level:3: lines levels have no \"rules:\""},
};

START_TEST(every_error_is_reported)
{
	char text[256];
	setlocale(LC_CTYPE, "C.UTF-8");
	snprintf(text, sizeof text, "level: t\nmode: lines\n%s\n%s\n", faults[_i].headers,
	         faults[_i].rows);
	ck_assert_str_eq(refused(text, strlen(text)), faults[_i].message);
}
END_TEST

/* ---- random boards ---- */

/* Rows of random tiles, of which about `blanks` in ten are blank; with marks a second word. */
static void random_rows(struct random *random, int rows, int columns, uint32_t blanks, bool marks,
                        char out[4096])
{
	static const char digits[] = "0123456789abcdef";
	int used = 0;
	const int marked = (int)random_below(random, (uint32_t)(rows * columns));
	for (int r = 0; r < rows; r++) {
		for (int c = 0; c < columns; c++)
			out[used++] = random_below(random, 10) < blanks
			                      ? '.'
			                      : digits[random_below(random, 16)];
		if (marks)
			out[used++] = ' ';
		for (int c = 0; marks && c < columns; c++)
			out[used++] = r * columns + c == marked || random_below(random, 5) == 0
			                      ? '*'
			                      : '.';
		out[used++] = '\n';
	}
	out[used] = '\0';
}

/* The same, with tiles that close, shuffled. */
static void shuffled_rows(struct random *random, int rows, int columns, bool marks, char out[4096])
{
	static const char digits[] = ".123456789abcdef";
	int tile[CELLS_MAX] = {0};
	const int cells = rows * columns;
	for (int cell = 0; cell < cells; cell++) {
		if ((cell + 1) % columns != 0 && random_below(random, 3) == 0) {
			tile[cell] |= 2;
			tile[cell + 1] |= 8;
		}
		if (cell + columns < cells && random_below(random, 3) == 0) {
			tile[cell] |= 4;
			tile[cell + columns] |= 1;
		}
	}
	random_rows(random, rows, columns, 0, marks, out);
	for (int cell = cells - 1; cell >= 0; cell--) {
		const int other = (int)random_below(random, (uint32_t)cell + 1);
		const int selected = tile[other];
		tile[other] = tile[cell];
		const int width = columns + (marks ? columns + 2 : 1);
		out[cell / columns * width + cell % columns] = digits[selected];
	}
}

static const struct puzzle *random_board(struct random *random, int rows, int columns,
                                         uint32_t blanks, const char *headers, bool marks,
                                         struct level *level)
{
	char text[4096];
	random_rows(random, rows, columns, blanks, marks, text);
	return read_lines(headers, text, level);
}

/* ---- against naive slides ---- */

/* Both words of a position, marks after the tiles, a row every `width` characters. */
static int both_words(const struct puzzle *puzzle, const struct level *level,
                      const struct state *state, char out[BOARD_TEXT_MAX])
{
	struct level_writer *writer = calloc(1, sizeof *writer);
	must(writer != NULL, "out of memory");
	puzzle->format.write(level, state, writer);
	int used = 0;
	for (int row = 0; row < level->rows; row++)
		used += snprintf(out + used, BOARD_TEXT_MAX - (size_t)used, "%s|%s\n",
		                 writer->text.words[0][row],
		                 writer->text.words[1][row] == NULL ? ""
		                                                    : writer->text.words[1][row]);
	free(writer);
	return used / level->rows;
}

/* Characters `step` apart, the last one to the front, or the first one to the back. */
static void rotate(char *first, int count, int step, bool on)
{
	char line[SIDE_MAX];
	for (int i = 0; i < count; i++)
		line[i] = first[i * step];
	for (int i = 0; i < count; i++)
		first[(i + (on ? 1 : count - 1)) % count * step] = line[i];
}

static void slide_text(const struct level *level, char *text, int width, const char *name)
{
	const bool on = strstr(name, "-right") != NULL || strstr(name, "-down") != NULL;
	const int words = width > level->columns + 2 ? 2 : 1;
	for (int w = 0; w < words; w++) {
		char *word = text + w * (level->columns + 1);
		if (name[0] >= 'a')
			rotate(word + name[0] - 'a', level->rows, width, on);
		else
			rotate(word + (level->rows - atoi(name)) * width, level->columns, 1, on);
	}
}

static void check_slides(const struct puzzle *puzzle, const struct level *level,
                         struct random *random)
{
	static const char *const ways[] = {"up", "right", "down", "left"};
	char before[BOARD_TEXT_MAX], naive[BOARD_TEXT_MAX], after[BOARD_TEXT_MAX], name[32];
	struct state state = level->start;
	for (int i = 0; i < 12; i++) {
		move_code move;
		const uint32_t way = random_below(random, 4);
		if (way % 2 == 0)
			snprintf(name, sizeof name, "%c-%s",
			         'a' + random_below(random, (uint32_t)level->columns), ways[way]);
		else
			snprintf(name, sizeof name, "%u-%s",
			         1 + random_below(random, (uint32_t)level->rows), ways[way]);
		const int width = both_words(puzzle, level, &state, before);
		memcpy(naive, before, sizeof naive);
		slide_text(level, naive, width, name);
		const bool known = puzzle->format.read_move(level, name, &move);
		must(known == ((way % 2 == 0 ? level->rows : level->columns) > 1), "%s", name);
		const bool moved = known && puzzle->rules.apply(level, &state, move);
		both_words(puzzle, level, &state, after);
		must(strcmp(after, naive) == 0, "%s on\n%smakes\n%snot\n%s", name, before, after,
		     naive);
		must(moved == known, "%s on\n%s", name, before);
	}
}

START_TEST(slides_agree_with_rotated_text)
{
	struct random random = {41};
	struct level level;
	for (int i = 0; i < 3000; i++) {
		const int rows = 1 + (int)random_below(&random, 6),
			  columns = 2 + (int)random_below(&random, 6);
		const struct puzzle *puzzle = random_board(&random, rows, columns, (uint32_t)i % 11,
		                                           "", i % 2 == 0, &level);
		check_slides(puzzle, &level, &random);
	}
	for (int i = 0; i < 20; i++) {
		const struct puzzle *puzzle =
			random_board(&random, i < 10 ? 26 : 1, 26, 2, "", i % 2 == 0, &level);
		check_slides(puzzle, &level, &random);
	}
}
END_TEST

/* ---- against naive groups ---- */

/* A board's tiles from its text, with a border of blanks. */
struct plan {
	int rows, columns;
	int tile[SIDE_MAX + 2][SIDE_MAX + 2];
	int label[SIDE_MAX + 2][SIDE_MAX + 2];
	bool bad[CELLS_MAX]; /* by label */
};

static const struct {
	int down, right, mine, theirs; /* sides */
} sides[] = {{-1, 0, 1, 4}, {0, 1, 2, 8}, {1, 0, 4, 1}, {0, -1, 8, 2}};

static void read_plan(const struct puzzle *puzzle, const struct level *level,
                      const struct state *state, struct plan *plan)
{
	char text[BOARD_TEXT_MAX], *next = text;
	board_text(puzzle, level, state, text);
	*plan = (struct plan){.rows = level->rows, .columns = level->columns};
	for (int r = 1; r <= plan->rows; r++, next++)
		for (int c = 1; c <= plan->columns; c++, next++) {
			const char digit[] = {*next, '\0'};
			plan->tile[r][c] = *next == '.' ? 0 : (int)strtol(digit, NULL, 16);
			plan->label[r][c] = (r - 1) * plan->columns + c - 1;
		}
}

/* Each tile takes the smallest label of the tiles it is connected to, until none changes. */
static void label_groups(struct plan *plan)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int r = 1; r <= plan->rows; r++)
			for (int c = 1; c <= plan->columns; c++)
				for (int s = 0; s < 4; s++) {
					const int y = r + sides[s].down, x = c + sides[s].right;
					if ((plan->tile[r][c] & sides[s].mine) &&
					    (plan->tile[y][x] & sides[s].theirs) &&
					    plan->label[y][x] < plan->label[r][c]) {
						plan->label[r][c] = plan->label[y][x];
						changed = true;
					}
				}
	}
	for (int r = 1; r <= plan->rows; r++)
		for (int c = 1; c <= plan->columns; c++)
			for (int s = 0; s < 4; s++)
				if ((plan->tile[r][c] & sides[s].mine) &&
				    !(plan->tile[r + sides[s].down][c + sides[s].right] &
				      sides[s].theirs))
					plan->bad[plan->label[r][c]] = true;
}

/* Groups are numbered in the order of their first cells, which are the labels. */
static void check_plan(const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, const struct plan *plan)
{
	struct groups groups;
	int number[CELLS_MAX], count = 0;
	puzzle->rules.groups(level, state, &groups);
	for (int cell = 0; cell < plan->rows * plan->columns; cell++) {
		const int label = plan->label[cell / plan->columns + 1][cell % plan->columns + 1];
		if (label == cell)
			number[cell] = count++;
		must(groups.of[cell] == number[label], "cell %d is in group %d, not %d", cell,
		     groups.of[cell], number[label]);
		must(groups.closed[groups.of[cell]] == !plan->bad[label], "group of cell %d", cell);
	}
	must(groups.count == count, "%d groups, not %d", groups.count, count);
}

/* The counts for goals. */
static void check_tally(const struct puzzle *puzzle, const struct level *level,
                        const struct state *state, const struct plan *plan)
{
	struct level asked = *level;
	char status[64], expected[64];
	int tiles = 0, groups = 0, all = 0;
	for (int cell = 0; cell < plan->rows * plan->columns; cell++) {
		const int r = cell / plan->columns + 1, c = cell % plan->columns + 1;
		const bool blank = plan->tile[r][c] == 0, closed = !plan->bad[plan->label[r][c]];
		tiles += !blank && closed;
		groups += !blank && closed && plan->label[r][c] == cell;
		all += !blank;
	}
	puzzle->text.status(&asked, state, 0, status, sizeof status);
	snprintf(expected, sizeof expected, "closed %d of %d tile%s", tiles, all,
	         all == 1 ? "" : "s");
	must(strcmp(status, expected) == 0, "\"%s\", not \"%s\"", status, expected);
	must(puzzle->rules.solved(&asked, state) == (tiles == all), "solved");
	struct level_text text = {.value[HEADER_GOAL] = expected, .file = "x"};
	struct error error;
	for (int more = 0; more < 2; more++) {
		asked.rules = 0;
		snprintf(expected, sizeof expected, "close %d", tiles + more);
		if (puzzle->format.read_headers(&asked, &text, &error))
			must(puzzle->rules.solved(&asked, state) == (more == 0), "%s", expected);
		snprintf(expected, sizeof expected, "groups %d", groups + more);
		if (puzzle->format.read_headers(&asked, &text, &error))
			must(puzzle->rules.solved(&asked, state) == (more == 0), "%s", expected);
	}
}

START_TEST(groups_agree_with_the_text_of_the_rule)
{
	struct random random = {42};
	struct level level;
	struct plan plan;
	int closed = 0;
	for (int i = 0; i < 6000; i++) {
		const bool large = i % 200 == 0;
		const int rows = large ? 26 : 1 + (int)random_below(&random, 5);
		const int columns = large ? 26 : 2 + (int)random_below(&random, 5);
		const struct puzzle *puzzle =
			random_board(&random, rows, columns, (uint32_t)i % 9, "", false, &level);
		read_plan(puzzle, &level, &level.start, &plan);
		label_groups(&plan);
		check_plan(puzzle, &level, &level.start, &plan);
		check_tally(puzzle, &level, &level.start, &plan);
		closed += puzzle->rules.solved(&level, &level.start);
	}
	must(closed > 20, "%d boards are closed", closed);
}
END_TEST

/* And on the generator's closed layouts, before and after a slide. */
START_TEST(groups_agree_on_boards_that_nearly_close)
{
	struct random random = {43};
	struct level level;
	struct plan plan;
	int closed = 0;
	for (int i = 0; i < 2000; i++) {
		if (!random_level(puzzle_named("lines"), &random, &level) || level.rules != 1)
			continue;
		read_plan(puzzle_named("lines"), &level, &level.start, &plan);
		label_groups(&plan);
		check_plan(puzzle_named("lines"), &level, &level.start, &plan);
		check_tally(puzzle_named("lines"), &level, &level.start, &plan);
		closed += puzzle_named("lines")->rules.solved(&level, &level.start);
	}
	must(closed > 20, "%d boards are closed", closed);
}
END_TEST

/* ---- packed states ---- */

START_TEST(two_tiles_take_a_byte_and_eight_marks_one)
{
	struct random random = {44};
	struct level level;
	static const int sizes[][4] = {{4, 4, 8, 10},
	                               {3, 3, 5, 7},
	                               {1, 2, 1, 2},
	                               {26, 26, 338, 423}};
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		random_board(&random, sizes[i][0], sizes[i][1], 1, "", false, &level);
		ck_assert_uint_eq(level.state_size, (size_t)sizes[i][2]);
		random_board(&random, sizes[i][0], sizes[i][1], 1, "", true, &level);
		ck_assert_uint_eq(level.state_size, (size_t)sizes[i][3]);
	}
}
END_TEST

START_TEST(the_same_board_has_the_same_bytes)
{
	struct random random = {45};
	struct level level, again, read;
	for (int i = 0; i < 500; i++) {
		const int rows = 1 + (int)random_below(&random, 7),
			  columns = 2 + (int)random_below(&random, 7);
		const struct puzzle *puzzle =
			random_board(&random, rows, columns, 2, i % 3 ? "" : "goal: groups 2\n",
		                     i % 2 == 0, &level);
		struct state state = level.start;
		wander(puzzle, &level, &state, 9, &random);
		again = level;
		again.start = state;
		read_back(puzzle, &again, &read);
		must(same_state(&read.start, &state), "other bytes for the same board");
		must(same_level(puzzle, &read, &again), "another level");
	}
}
END_TEST

/* ---- against brute force ---- */

enum { REACHED_MAX = 8000 };

static const struct {
	const char *headers;
	bool marks;
} variants[] = {
	{"", false},
	{"goal: close 2\n", false},
	{"goal: close 4\n", false},
	{"goal: groups 1\n", false},
	{"goal: groups 2\n", false},
	{"", true},
	{"goal: close all\n", true},
	{"goal: close 3\n", true},
	{"goal: groups 1\n", true},
};

static const int sizes[][3] = {{1, 2, 0}, {1, 5, 1}, {5, 1, 1}, {2, 2, 1}, {2, 3, 2},
                               {3, 2, 2}, {2, 4, 6}, {3, 3, 7}, {1, 8, 2}};

/* The search from the start, and the bound everywhere. */
static void check_search(const struct puzzle *puzzle, const struct level *level,
                         const struct brute *brute)
{
	static struct answer answer;
	solve_position(puzzle, level, &level->start, &limits_default, NULL, NULL, &answer);
	const int rest = brute->rest[0];
	must(answer.verdict == (rest == NO_WAY ? UNSOLVABLE : OPTIMAL), "verdict %d",
	     answer.verdict);
	must(rest == NO_WAY || answer.upper == rest, "%d moves, truth %d", answer.upper, rest);
	must(rest == NO_WAY || plan_solves(puzzle, level, &level->start, &answer), "no solution");
	for (int i = 0; i < brute->count; i++) {
		const int bound = puzzle->rules.lower_bound(level, &brute->state[i]);
		must(bound != DEAD_END || brute->rest[i] == NO_WAY, "dead, truth %d",
		     brute->rest[i]);
		must(brute->rest[i] == NO_WAY || bound <= brute->rest[i], "bound %d, truth %d",
		     bound, brute->rest[i]);
		must((bound == 0) == (brute->rest[i] == 0), "bound %d, truth %d", bound,
		     brute->rest[i]);
	}
}

/* Half of the boards have any tiles and mostly can't be closed; the others can, but not always by
 * slides. */
START_TEST(searches_agree_with_brute_force)
{
	struct random random = {46U + (unsigned)_i};
	struct level level;
	struct brute brute;
	int solvable = 0, unsolvable = 0, deep = 0;
	for (int i = 0; i < 250 / SLOWDOWN; i++) {
		const int *size = sizes[random_below(&random, sizeof sizes / sizeof sizes[0])];
		char rows[4096];
		if (i % 2 == 0)
			random_rows(&random, size[0], size[1], (uint32_t)size[2],
			            variants[_i].marks, rows);
		else
			shuffled_rows(&random, size[0], size[1], variants[_i].marks, rows);
		const struct puzzle *puzzle = read_lines(variants[_i].headers, rows, &level);
		if (!brute_init(&brute, puzzle, &level, &level.start, REACHED_MAX))
			continue;
		check_search(puzzle, &level, &brute);
		solvable += brute.rest[0] != NO_WAY;
		unsolvable += brute.rest[0] == NO_WAY;
		deep += brute.rest[0] > 2;
		brute_free(&brute);
	}
	must(unsolvable >= 20 / SLOWDOWN && solvable >= 10 / SLOWDOWN,
	     "%d can be solved, %d can't", solvable, unsolvable);
	must(deep > 0, "none takes three moves");
}
END_TEST

/* Closed boards opened by a few slides, so that all can be solved. */
START_TEST(searches_agree_on_boards_made_backwards)
{
	struct random random = {60};
	struct level level;
	struct brute brute;
	const struct puzzle *puzzle = puzzle_named("lines");
	int checked = 0, deepest = 0;
	for (int i = 0; i < 400; i++) {
		struct error error;
		struct recipe recipe = puzzle->generator.recipe;
		recipe.rows = 2 + (int)random_below(&random, 2);
		recipe.columns = 2 + (int)random_below(&random, 2);
		recipe.pieces = 2 + (int)random_below(&random, 4);
		must(generate_begin(puzzle, &recipe, &level, &error), "%s", error.text);
		if (!puzzle->generator.start(&level, &recipe, &random) ||
		    !brute_init(&brute, puzzle, &level, &level.start, REACHED_MAX))
			continue;
		must(brute.rest[0] != NO_WAY, "there is a way back");
		check_search(puzzle, &level, &brute);
		for (int s = 0; s < brute.count; s++)
			deepest = brute.rest[s] > deepest ? brute.rest[s] : deepest;
		checked++;
		brute_free(&brute);
	}
	must(checked > 100 && deepest > 5, "%d boards, the deepest %d", checked, deepest);
}
END_TEST

START_TEST(hopeless_levels_are_known_at_once)
{
	static const char *const hopeless[][2] = {
		{"", "28\n.1"},                 /* a side more at the top than at the bottom */
		{"", "3c\n.."},                 /* each would need two of the other */
		{"goal: close 4\n", "28\n.1"},  /* more than there are */
		{"goal: groups 2\n", "28\n.1"}, /* each takes two */
	};
	struct level level;
	for (size_t i = 0; i < sizeof hopeless / sizeof hopeless[0]; i++) {
		const struct puzzle *puzzle = read_lines(hopeless[i][0], hopeless[i][1], &level);
		must(puzzle->rules.lower_bound(&level, &level.start) == DEAD_END, "%s",
		     hopeless[i][1]);
	}
}
END_TEST

/* ---- keys ---- */

struct player {
	const struct puzzle *puzzle;
	struct level level;
	struct cursor cursor;
};

static struct player three_by_three(void)
{
	struct player player = {.cursor = {.row = 1, .column = 1, .selected = -1}};
	player.puzzle = read_lines("", "123\n456\n789", &player.level);
	return player;
}

/* Presses a key; returns the move's name, "" for the cursor or "-" for nothing. */
static const char *press(struct player *player, int key)
{
	static char name[MOVE_NAME_MAX];
	move_code move;
	switch (player->puzzle->screen.press(&player->level, &player->level.start, &player->cursor,
	                                     key, &move)) {
	case INTENT_MOVE:
		player->puzzle->format.name_move(&player->level, move, name);
		return name;
	case INTENT_CURSOR:
		return "";
	default:
		return "-";
	}
}

START_TEST(arrows_move_the_cursor_up_to_the_edge)
{
	static const int keys[] = {PRESS_UP, PRESS_DOWN, PRESS_LEFT, PRESS_RIGHT};
	static const int ends[][2] = {{0, 1}, {2, 1}, {1, 0}, {1, 2}};
	for (int way = 0; way < 4; way++) {
		struct player player = three_by_three();
		for (int i = 0; i < 3; i++)
			ck_assert_str_eq(press(&player, keys[way]), "");
		ck_assert_int_eq(player.cursor.row, ends[way][0]);
		ck_assert_int_eq(player.cursor.column, ends[way][1]);
	}
}
END_TEST

START_TEST(shifted_arrows_slide_and_the_cursor_stays)
{
	struct player player = three_by_three();
	player.cursor = (struct cursor){.row = 0, .column = 2, .selected = -1};
	ck_assert_str_eq(press(&player, PRESS_SHIFT_LEFT), "3-left");
	ck_assert_str_eq(press(&player, PRESS_SHIFT_RIGHT), "3-right");
	ck_assert_str_eq(press(&player, PRESS_SHIFT_UP), "c-up");
	ck_assert_str_eq(press(&player, PRESS_SHIFT_DOWN), "c-down");
	ck_assert(player.cursor.row == 0 && player.cursor.column == 2 &&
	          player.cursor.selected == -1);
	player.puzzle = read_lines("", "12\n48", &player.level);
	player.cursor.column = 1;
	ck_assert_str_eq(press(&player, PRESS_SHIFT_LEFT), "2-right");
	ck_assert_str_eq(press(&player, PRESS_SHIFT_DOWN), "b-up");
}
END_TEST

START_TEST(a_held_line_slides_with_a_plain_arrow)
{
	struct player player = three_by_three();
	ck_assert_str_eq(press(&player, PRESS_ESCAPE), "-");
	ck_assert_str_eq(press(&player, PRESS_ENTER), "");
	ck_assert_int_eq(player.cursor.selected, 4);
	ck_assert_str_eq(press(&player, 'x'), "-");
	ck_assert_int_eq(player.cursor.selected, 4);
	ck_assert_str_eq(press(&player, PRESS_LEFT), "2-left");
	ck_assert_int_eq(player.cursor.selected, -1);
	ck_assert_str_eq(press(&player, PRESS_LEFT), "");
	press(&player, PRESS_ENTER);
	ck_assert_str_eq(press(&player, PRESS_ENTER), "");
	ck_assert_int_eq(player.cursor.selected, -1);
	press(&player, PRESS_ENTER);
	ck_assert_str_eq(press(&player, PRESS_ESCAPE), "");
	ck_assert_int_eq(player.cursor.selected, -1);
	press(&player, PRESS_ENTER);
	ck_assert_str_eq(press(&player, PRESS_CLICK), "");
	ck_assert_int_eq(player.cursor.selected, -1);
}
END_TEST

/* ---- pictures ---- */

static struct picture *paint(const struct player *player, struct view view, struct size scale,
                             enum glyph_set glyphs)
{
	struct picture *picture = picture_new();
	const struct size size = puzzle_extent(player->puzzle, &player->level, scale.columns);
	must(picture != NULL && picture_resize(picture, size.rows, size.columns), "no picture");
	picture_set_side(picture, scale.columns);
	picture->glyphs = glyphs;
	if (view.state == NULL)
		view.state = &player->level.start;
	player->puzzle->screen.paint(&player->level, &view, picture);
	return picture;
}

static struct picture_cell at(const struct picture *picture, int row, int column)
{
	return picture->cells[row * picture->columns + column];
}

static int count_glyphs(const struct picture *picture, char32_t glyph)
{
	int count = 0;
	for (int i = 0; i < picture->rows * picture->columns; i++)
		count += picture->cells[i].glyph == glyph;
	return count;
}

static const struct size large = {3, 6}, middle = {2, 4}, small = {1, 2};

/* The board's rows on the screen, ASCII only, without the margin. */
static void check_seen(const char *rows, struct size scale, int frame, const char *slide,
                       const char *expected)
{
	struct player player = {.puzzle = read_lines("", rows, &player.level)};
	struct view view = {.frame = frame};
	char text[2048];
	size_t used = 0;
	if (frame > 0)
		must(player.puzzle->format.read_move(&player.level, slide, &view.moving), "%s",
		     slide);
	struct picture *picture = paint(&player, view, scale, GLYPHS_ASCII);
	for (int r = 2; r < picture->rows - 2; r++) {
		for (int c = 4; c < picture->columns - 4; c++)
			text[used++] = (char)at(picture, r, c).glyph;
		text[used++] = '\n';
	}
	text[used] = '\0';
	ck_assert_str_eq(text, expected);
	picture_free(picture);
}

START_TEST(tiles_are_lines_that_join_across_cells)
{
	check_seen("6c\n39", large, 0, NULL,
	           "            \n"
	           "  #=====#   \n"
	           "  #     #   \n"
	           "  #     #   \n"
	           "  #=====#   \n"
	           "            \n");
	check_seen("6c\n39", middle, 0, NULL,
	           " F===7  \n"
	           " #   #  \n"
	           " L===J  \n"
	           "        \n");
	check_seen("6c\n39", small, 0, NULL, "F=7 \nL=J \n");
}
END_TEST

START_TEST(invalid_sides_end_in_a_cross)
{
	check_seen(".f.", large, 0, NULL,
	           "        x         \n"
	           "  .   x-+--x  .   \n"
	           "        x         \n");
	check_seen(".f.", middle, 0, NULL,
	           " .  x+-x .  \n"
	           "     x      \n");
	check_seen(".f.", small, 0, NULL, ".x+x. \n");
	/* At the top and the left the cross is on the frame. */
	struct player player = {.puzzle = read_lines("", "f.", &player.level)};
	struct picture *picture = paint(&player, (struct view){0}, middle, GLYPHS_SHAPES);
	ck_assert_uint_eq(at(picture, 1, 5).glyph, U'×');
	ck_assert_uint_eq(at(picture, 1, 5).role, ROLE_STRONG);
	ck_assert_int_eq(count_glyphs(picture, U'×'), 4);
	picture_free(picture);
}
END_TEST

START_TEST(a_slide_is_animated)
{
	check_seen("28.\n...", large, 1, "2-right",
	           "                  \n"
	           "   #=====#     .  \n"
	           "                  \n"
	           "                  \n"
	           "  .     .     .   \n"
	           "                  \n");
	check_seen("2.8\n...", large, 3, "2-left",
	           "                  \n"
	           "--x  .   x-o     o\n"
	           "                  \n"
	           "                  \n"
	           "  .     .     .   \n"
	           "                  \n");
	check_seen("4.\n1.\n..", large, 4, "a-up",
	           "  #         \n"
	           "  #     .   \n"
	           "  #         \n"
	           "            \n"
	           "        .   \n"
	           "  .         \n"
	           "            \n"
	           "        .   \n"
	           "  #         \n");
}
END_TEST

START_TEST(every_slide_has_the_same_frames)
{
	struct player player = three_by_three();
	ck_assert_int_eq(player.puzzle->screen.frames(&player.level, &player.level.start, 1), 5);
}
END_TEST

START_TEST(closed_groups_are_filled_and_neighbours_differ)
{
	struct random random = {47};
	struct player player;
	for (int i = 0; i < 200; i++) {
		struct groups groups;
		player.puzzle = random_board(&random, 5, 5, 1, "", false, &player.level);
		player.puzzle->rules.groups(&player.level, &player.level.start, &groups);
		struct picture *picture = paint(&player, (struct view){0}, large, GLYPHS_SHAPES);
		for (int cell = 0; cell < 25; cell++) {
			const int r = 3 + cell / 5 * 3, c = 6 + cell % 5 * 6;
			const struct picture_cell here = at(picture, r, c),
						  right = at(picture, r, c + 6);
			if (here.role == ROLE_FLOOR)
				continue;
			must(here.role ==
			             (groups.closed[groups.of[cell]] ? ROLE_CLOSED : ROLE_LINE),
			     "role %d", here.role);
			must(here.tint >= 1 && here.tint <= 6, "tint %d", here.tint);
			if (cell % 5 < 4 && right.role != ROLE_FLOOR)
				must((here.tint == right.tint) ==
				             (groups.of[cell] == groups.of[cell + 1]),
				     "tints %d and %d", here.tint, right.tint);
		}
		picture_free(picture);
	}
}
END_TEST

START_TEST(marks_are_visible_in_every_size_and_glyph_set)
{
	static const struct size scales[] = {{3, 6}, {2, 4}, {1, 2}};
	struct player player = {.puzzle = read_lines("", "28f *.*\n..1 ..*", &player.level)};
	for (int s = 0; s < 3; s++)
		for (int set = 0; set < GLYPHS_COUNT; set++) {
			struct picture *picture =
				paint(&player, (struct view){0}, scales[s], (enum glyph_set)set);
			ck_assert_int_eq(count_glyphs(picture, U'*'), 3);
			picture_free(picture);
		}
}
END_TEST

/* Each line has two arrows, each of which slides it in its direction, with the cursor beside it. */
START_TEST(arrows_slide_their_lines)
{
	struct player player = three_by_three();
	const struct size scales[] = {large, middle, small};
	for (int s = 0; s < 3; s++) {
		struct picture *picture = paint(&player, (struct view){.cursor = &player.cursor},
		                                scales[s], GLYPHS_SHAPES);
		static const struct {
			char32_t quiet, lit;
			const char *const names[3];
		} arrows[] = {
			{U'▴', U'▲', {"a-up", "b-up", "c-up"}},
			{U'▸', U'▶', {"3-right", "2-right", "1-right"}},
			{U'▾', U'▼', {"a-down", "b-down", "c-down"}},
			{U'◂', U'◀', {"3-left", "2-left", "1-left"}},
		};
		int found[4] = {0};
		for (int r = 0; r < picture->rows; r++)
			for (int c = 0; c < picture->columns; c++)
				for (int d = 0; d < 4; d++) {
					const struct picture_cell cell = at(picture, r, c);
					if (cell.glyph != arrows[d].quiet &&
					    cell.glyph != arrows[d].lit)
						continue;
					const struct click_area *click_area =
						picture_click_area_at(picture, r, c);
					must(click_area != NULL, "an arrow is no widget");
					struct player clicker = player;
					clicker.cursor.row = click_area->cell / 3;
					clicker.cursor.column = click_area->cell % 3;
					ck_assert_str_eq(press(&clicker, click_area->key),
					                 arrows[d].names[found[d]]);
					ck_assert_int_eq(cell.glyph == arrows[d].lit,
					                 found[d] == 1);
					found[d]++;
				}
		for (int d = 0; d < 4; d++)
			ck_assert_int_eq(found[d], 3);
		picture_free(picture);
	}
}
END_TEST

START_TEST(every_cell_can_be_clicked)
{
	struct player player = three_by_three();
	struct picture *picture =
		paint(&player, (struct view){.cursor = &player.cursor}, middle, GLYPHS_ASCII);
	for (int cell = 0; cell < 9; cell++) {
		const struct click_area *click_area =
			picture_click_area_at(picture, 2 + cell / 3 * 2, 4 + cell % 3 * 4);
		ck_assert(click_area != NULL && click_area->key == PRESS_CLICK &&
		          click_area->cell == cell);
	}
	picture_free(picture);
}
END_TEST

/* Neither arrows nor cursor, and nothing to click. */
START_TEST(a_preview_has_no_cursor)
{
	struct player player = three_by_three();
	struct picture *picture = paint(&player, (struct view){0}, small, GLYPHS_SHAPES);
	ck_assert_int_eq(picture->click_area_count, 0);
	ck_assert_int_eq(count_glyphs(picture, U'▴') + count_glyphs(picture, U'▲'), 0);
	for (int i = 0; i < picture->rows * picture->columns; i++)
		ck_assert_int_ne(picture->cells[i].role, ROLE_CURSOR);
	picture_free(picture);
}
END_TEST

START_TEST(a_line_of_one_cell_has_no_arrows)
{
	struct player player = {.puzzle = read_lines("", "c278", &player.level)};
	struct picture *picture =
		paint(&player, (struct view){.cursor = &player.cursor}, small, GLYPHS_SHAPES);
	ck_assert_int_eq(count_glyphs(picture, U'▴') + count_glyphs(picture, U'▲'), 0);
	ck_assert_int_eq(count_glyphs(picture, U'◀') + count_glyphs(picture, U'▶'), 2);
	picture_free(picture);
}
END_TEST

START_TEST(the_hint_and_the_valid_moves_are_arrows)
{
	struct player player = three_by_three();
	move_code hint, valid[MOVES_MAX];
	ck_assert(player.puzzle->format.read_move(&player.level, "1-right", &hint));
	const int count =
		puzzle_valid_moves(player.puzzle, &player.level, &player.level.start, valid);
	struct picture *picture =
		paint(&player, (struct view){.cursor = &player.cursor, .hint = &hint}, large,
	              GLYPHS_ASCII);
	for (int r = 0; r < picture->rows; r++)
		for (int c = 0; c < picture->columns; c++)
			ck_assert_int_eq(at(picture, r, c).role == ROLE_HINT,
			                 r >= 8 && r < 11 && c == 4 + 18 + 1);
	picture_free(picture);
	picture =
		paint(&player,
	              (struct view){.cursor = &player.cursor, .valid = valid, .valid_count = count},
	              large, GLYPHS_SHAPES);
	ck_assert_int_eq(count, 12);
	ck_assert_int_eq(count_glyphs(picture, U'▲') + count_glyphs(picture, U'▶') +
	                         count_glyphs(picture, U'▼') + count_glyphs(picture, U'◀'),
	                 12);
	picture_free(picture);
}
END_TEST

START_TEST(the_cursor_hides_no_line)
{
	struct player player = {.cursor = {.row = 0, .column = 0, .selected = -1}};
	player.puzzle = read_lines("", "a8\nf.", &player.level);
	struct picture *picture =
		paint(&player, (struct view){.cursor = &player.cursor}, middle, GLYPHS_SHAPES);
	ck_assert_uint_eq(at(picture, 2, 4).glyph, U'×');
	ck_assert_uint_eq(at(picture, 2, 7).glyph, U'─');
	ck_assert_uint_eq(at(picture, 3, 4).glyph, U'▙');
	ck_assert_uint_eq(at(picture, 3, 7).glyph, U'▟');
	ck_assert_uint_eq(at(picture, 3, 7).role, ROLE_TEXT);
	player.cursor.selected = 0;
	player.puzzle->screen.paint(&player.level,
	                            &(struct view){.state = &player.level.start,
	                                           .cursor = &player.cursor},
	                            picture);
	ck_assert_uint_eq(at(picture, 3, 7).role, ROLE_SELECTED);
	picture_free(picture);
}
END_TEST

/* Few places, in the default colour, as the cursor moves often; and no glyph of a tile, in any size
 * and glyph set. */
START_TEST(the_cursor_looks_like_no_tile)
{
	static const struct {
		struct size scale;
		enum glyph_set glyphs;
		int row, column[2];
		char32_t look[2];
	} cases[] = {
		{{3, 6}, GLYPHS_SHAPES, 2, {4, 5}, {U'▛', U'▀'}},
		{{3, 6}, GLYPHS_ASCII, 2, {4, 5}, {U'[', U']'}},
		{{2, 4}, GLYPHS_SHAPES, 3, {4, 7}, {U'▙', U'▟'}},
		{{2, 4}, GLYPHS_ASCII, 3, {4, 7}, {U'[', U']'}},
		{{1, 2}, GLYPHS_SHAPES, 2, {3, 5}, {U'▐', U'▌'}},
		{{1, 2}, GLYPHS_ASCII, 2, {3, 5}, {U'[', U']'}},
	};
	struct player player = {.cursor = {.row = 0, .column = 0, .selected = -1}};
	player.puzzle = read_lines("", "28\n.1", &player.level);
	struct picture *picture = paint(&player, (struct view){.cursor = &player.cursor},
	                                cases[_i].scale, cases[_i].glyphs);
	for (int i = 0; i < 2; i++) {
		const struct picture_cell cell = at(picture, cases[_i].row, cases[_i].column[i]);
		ck_assert_uint_eq(cell.glyph, cases[_i].look[i]);
		ck_assert_uint_eq(cell.role,
		                  cases[_i].glyphs == GLYPHS_ASCII ? ROLE_CURSOR : ROLE_TEXT);
		ck_assert_uint_eq(cell.tint, 0);
	}
	picture_free(picture);
}
END_TEST

/* Numbers and letters, so that a move's name can be found. */
START_TEST(rows_and_columns_are_named)
{
	struct random random = {48};
	struct player player = {.cursor = {.selected = -1}};
	player.puzzle = random_board(&random, 12, 3, 5, "", false, &player.level);
	struct picture *picture =
		paint(&player, (struct view){.cursor = &player.cursor}, small, GLYPHS_ASCII);
	ck_assert(at(picture, 2, 0).glyph == U'1' && at(picture, 2, 1).glyph == U'2');
	ck_assert(at(picture, 13, 0).glyph == U' ' && at(picture, 13, 1).glyph == U'1');
	for (int c = 0; c < 3; c++)
		ck_assert_uint_eq(at(picture, 14, 4 + 2 * c).glyph, U'a' + (char32_t)c);
	picture_free(picture);
}
END_TEST

START_TEST(a_hint_points_at_the_line)
{
	struct player player = three_by_three();
	move_code move;
	char text[32];
	ck_assert(player.puzzle->format.read_move(&player.level, "3-left", &move));
	player.puzzle->text.hint_text(&player.level, &player.level.start, move, text, sizeof text);
	ck_assert_str_eq(text, "Hint: row 3.");
	ck_assert(player.puzzle->format.read_move(&player.level, "c-up", &move));
	player.puzzle->text.hint_text(&player.level, &player.level.start, move, text, sizeof text);
	ck_assert_str_eq(text, "Hint: column c.");
}
END_TEST

/* ---- new levels ---- */

/* New levels can be solved, by construction, and have the tiles asked for. */
START_TEST(new_levels_have_the_tiles_asked_for)
{
	struct random random = {49};
	struct level level;
	struct error error;
	const struct puzzle *puzzle = puzzle_named("lines");
	int made = 0;
	for (int i = 0; i < 3000; i++) {
		static const char *const wanted[] = {NULL, "close all", "close 3", "groups 2"};
		struct recipe recipe = puzzle->generator.recipe;
		char status[64];
		int tiles = 0;
		recipe.rows = 1 + (int)random_below(&random, 6);
		recipe.columns = 2 + (int)random_below(&random, 5);
		recipe.pieces = 1 + (int)random_below(&random,
		                                      (uint32_t)(recipe.rows * recipe.columns) + 1);
		recipe.par_min = recipe.par_max = (int)random_below(&random, 2);
		recipe.value[HEADER_GOAL] = wanted[random_below(&random, 4)];
		must(generate_begin(puzzle, &recipe, &level, &error), "%s", error.text);
		if (!puzzle->generator.start(&level, &recipe, &random))
			continue;
		char text[BOARD_TEXT_MAX];
		board_text(puzzle, &level, &level.start, text);
		for (const char *c = text; *c != '\0'; c++)
			tiles += *c != '0' && *c != '\n';
		must(tiles == recipe.pieces, "%d tiles, not %d", tiles, recipe.pieces);
		const int lowest = puzzle->rules.lower_bound(&level, &level.start);
		puzzle->text.status(&level, &level.start, 0, status, sizeof status);
		must(lowest >= 0 && lowest <= recipe.par_max, "%s after %d slides", status,
		     recipe.par_max);
		made++;
	}
	must(made > 1000, "%d made", made);
}
END_TEST

START_TEST(every_size_makes_a_level_or_is_refused)
{
	static const char *const wanted[] = {NULL, "close 4", "groups 3"};
	struct random random = {50};
	struct level level;
	struct error error;
	const struct puzzle *puzzle = puzzle_named("lines");
	for (int size = 0; size < SIDE_MAX * SIDE_MAX; size += 1 + (int)random_below(&random, 9)) {
		struct recipe recipe = puzzle->generator.recipe;
		int made = 0;
		recipe.rows = 1 + size / SIDE_MAX;
		recipe.columns = 1 + size % SIDE_MAX;
		recipe.value[HEADER_GOAL] = wanted[size % 3];
		if (recipe.rows * recipe.columns < 2)
			continue;
		must(generate_begin(puzzle, &recipe, &level, &error), "%s", error.text);
		const struct level blank = level;
		for (int i = 0; i < 20; i++) {
			level = blank;
			made += puzzle->generator.start(&level, &recipe, &random);
		}
		must(made > 0 || recipe.rows * recipe.columns < 8 || size % 3 != 0, "%dx%d",
		     recipe.rows, recipe.columns);
	}
}
END_TEST

/* ---- all of them ---- */

static void add_rules(TCase *tests)
{
	tcase_add_test(tests, a_row_or_a_column_slides_and_wraps);
	tcase_add_test(tests, both_directions_are_one_move_in_a_line_of_two_cells);
	tcase_add_test(tests, a_line_of_one_cell_can_not_be_slid);
	tcase_add_test(tests, a_slide_of_equal_tiles_is_a_move_too);
	tcase_add_test(tests, only_names_of_lines_are_read);
	tcase_add_test(tests, the_rules_examples_hold);
	tcase_add_test(tests, the_edge_opens_and_nothing_wraps);
	tcase_add_test(tests, a_mismatch_opens_one_side_only);
	tcase_add_test(tests, each_blank_is_a_closed_group);
	tcase_add_loop_test(tests, goals_count_tiles_groups_and_marks, 0,
	                    sizeof goals / sizeof goals[0]);
	tcase_add_test(tests, marks_travel_with_their_tiles);
	tcase_add_test(tests, a_goal_means_the_same_however_it_is_written);
	tcase_add_test(tests, tiles_are_digits_of_either_case_or_boxes);
	tcase_add_loop_test(tests, every_error_is_reported, 0, sizeof faults / sizeof faults[0]);
}

static void add_checks(TCase *tests)
{
	tcase_add_test(tests, slides_agree_with_rotated_text);
	tcase_add_test(tests, groups_agree_with_the_text_of_the_rule);
	tcase_add_test(tests, groups_agree_on_boards_that_nearly_close);
	tcase_add_test(tests, two_tiles_take_a_byte_and_eight_marks_one);
	tcase_add_test(tests, the_same_board_has_the_same_bytes);
	tcase_add_loop_test(tests, searches_agree_with_brute_force, 0,
	                    sizeof variants / sizeof variants[0]);
	tcase_add_test(tests, searches_agree_on_boards_made_backwards);
	tcase_add_test(tests, hopeless_levels_are_known_at_once);
	tcase_add_test(tests, new_levels_have_the_tiles_asked_for);
	tcase_add_test(tests, every_size_makes_a_level_or_is_refused);
}

static void add_screen(TCase *tests)
{
	tcase_add_test(tests, arrows_move_the_cursor_up_to_the_edge);
	tcase_add_test(tests, shifted_arrows_slide_and_the_cursor_stays);
	tcase_add_test(tests, a_held_line_slides_with_a_plain_arrow);
	tcase_add_test(tests, tiles_are_lines_that_join_across_cells);
	tcase_add_test(tests, invalid_sides_end_in_a_cross);
	tcase_add_test(tests, a_slide_is_animated);
	tcase_add_test(tests, every_slide_has_the_same_frames);
	tcase_add_test(tests, closed_groups_are_filled_and_neighbours_differ);
	tcase_add_test(tests, marks_are_visible_in_every_size_and_glyph_set);
	tcase_add_test(tests, arrows_slide_their_lines);
	tcase_add_test(tests, every_cell_can_be_clicked);
	tcase_add_test(tests, a_preview_has_no_cursor);
	tcase_add_test(tests, a_line_of_one_cell_has_no_arrows);
	tcase_add_test(tests, the_hint_and_the_valid_moves_are_arrows);
	tcase_add_test(tests, the_cursor_hides_no_line);
	tcase_add_loop_test(tests, the_cursor_looks_like_no_tile, 0, 6);
	tcase_add_test(tests, rows_and_columns_are_named);
	tcase_add_test(tests, a_hint_points_at_the_line);
}

static void add_all(TCase *tests)
{
	add_rules(tests);
	add_checks(tests);
	add_screen(tests);
}

int main(void)
{
	return run_tests("lines", add_all);
}
