/* What every puzzle promises, over every shipped level and random ones. No puzzle is named here, so
 * a new one is tested once it is in the list. The two of tests/puzzles, which are not installed,
 * are tested with the others. */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/library.h"
#include "play/report.h"
#include "puzzle/board.h"
#include "puzzle/key.h"
#include "puzzle/registry.h"
#include "puzzles/fifteen.h"
#include "puzzles/list.h"
#include "puzzles/null.h"
#include "support/help.h"

enum { WALK = 60, PROOF_STATES = 300000, PUZZLES_MAX = 32 };

static const struct puzzle *const examples[] = {&fifteen_puzzle, &null_puzzle};
static const char *const example_files[] = {"tests/puzzles/fifteen.level",
                                            "tests/puzzles/null.level"};
enum { EXAMPLES = sizeof examples / sizeof examples[0] };

/* Levels of all puzzles, shipped, random and of the examples. */
static void for_each_level(level_check *check)
{
	for_every_level(check);
	for (int i = 0; i < EXAMPLES; i++)
		for_levels_of_file(example_files[i], check);
}

/* ---- what every puzzle promises ---- */

static bool tail_is_zero(const struct level *level, const struct state *state)
{
	for (size_t i = level->state_size; i < sizeof state->byte; i++)
		if (state->byte[i] != 0)
			return false;
	return true;
}

static void check_names(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct random random = {21};
	struct state state = level->start;
	move_code valid[MOVES_MAX], found;
	static char names[MOVES_MAX][MOVE_NAME_MAX];
	for (int step = 0; step < WALK; step++) {
		const int count = puzzle_valid_moves(puzzle, level, &state, valid);
		for (int i = 0; i < count; i++) {
			puzzle->format.name_move(level, valid[i], names[i]);
			must(names[i][0] != '\0' && strpbrk(names[i], " |@,\t\n") == NULL,
			     "%s: name \"%s\"", name, names[i]);
			must(puzzle_find_move(puzzle, level, &state, names[i], &found) &&
			             found == valid[i],
			     "%s: %s is not found again", name, names[i]);
			for (int j = 0; j < i; j++)
				must(strcmp(names[i], names[j]) != 0, "%s: %s twice", name,
				     names[i]);
		}
		wander(puzzle, level, &state, 1, &random);
	}
}

START_TEST(names_of_moves_are_distinct_and_found_again)
{
	for_each_level(check_names);
}
END_TEST

static void check_written(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct level again;
	read_back(puzzle, level, &again);
	must(same_level(puzzle, level, &again), "%s is read back as another level", name);
}

START_TEST(written_levels_are_read_back)
{
	for_each_level(check_written);
}
END_TEST

static void check_states(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct random random = {22};
	struct state state = level->start;
	must(level->state_size >= 1 && level->state_size <= STATE_MAX, "%s: state_size", name);
	for (int step = 0; step < WALK; step++) {
		must(tail_is_zero(level, &state), "%s: bytes after the state", name);
		move_code moves[MOVES_MAX];
		const int count = puzzle->rules.moves(level, &state, moves);
		must(count >= 0 && count <= MOVES_MAX, "%s: %d moves", name, count);
		for (int i = 0; i < count; i++) {
			struct state one = state, two = state;
			const bool made = puzzle->rules.apply(level, &one, moves[i]);
			must(puzzle->rules.apply(level, &two, moves[i]) == made &&
			             same_state(&one, &two),
			     "%s: the same move, two outcomes", name);
			must(made || same_state(&one, &state),
			     "%s: move %d changes it though refused", name, i);
		}
		wander(puzzle, level, &state, 1, &random);
	}
}

START_TEST(equal_states_have_equal_bytes)
{
	for_each_level(check_states);
}
END_TEST

/* Something is said of every number that is no move. */
static void check_reason(const struct puzzle *puzzle, const struct level *level,
                         const struct state *state, move_code move, const char *name)
{
	char reason[160] = "";
	if (puzzle->text.explain != NULL)
		puzzle->text.explain(level, state, move, reason, sizeof reason);
	const char *said = reason[0] != '\0' ? reason : puzzle->text.refusal;
	must(said[strlen(said) - 1] == '.' && strlen(said) < 80, "%s: move %u: \"%s\"", name, move,
	     said);
}

/* Every number is tried as a move, whether moves() names it or not. */
static void check_refusals(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct random random = {23};
	struct state state = level->start;
	wander(puzzle, level, &state, (int)random_below(&random, 5), &random);
	move_code valid[MOVES_MAX];
	const int count = puzzle_valid_moves(puzzle, level, &state, valid);
	for (uint32_t code = 0; code <= UINT16_MAX; code += code < 3000 ? 1 : 97) {
		struct state next = state;
		bool listed = false;
		for (int i = 0; i < count; i++)
			listed = listed || valid[i] == code;
		const bool made = puzzle->rules.apply(level, &next, (move_code)code);
		must(made == listed, "%s: move %u is %svalid", name, code, made ? "" : "not ");
		must(made || same_state(&next, &state), "%s: refused move %u changed it", name,
		     code);
		if (!made)
			check_reason(puzzle, level, &state, (move_code)code, name);
	}
}

START_TEST(only_listed_moves_are_made_and_refused_ones_change_nothing)
{
	for_each_level(check_refusals);
}
END_TEST

START_TEST(the_bound_is_never_too_high)
{
	for_each_level(check_lower_bounds);
}
END_TEST

/* Along a proven plan the truth is known even where the board is too large for brute force. */
static void check_plan(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static struct answer answer;
	const struct limits limits = {.bytes = limits_default.bytes, .states = PROOF_STATES};
	if (!solve_position(puzzle, level, &level->start, &limits, NULL, NULL, &answer)) {
		must(level->par < 0 || answer.lower <= level->par, "%s: par is too low", name);
		must(level->par < 0 || answer.upper < 0 || answer.upper >= level->par,
		     "%s: par is too high", name);
		return;
	}
	must(answer.verdict == OPTIMAL, "%s can't be solved", name);
	must(plan_solves(puzzle, level, &level->start, &answer), "%s: the plan does not solve",
	     name);
	must(level->par < 0 || level->par == answer.length, "%s: par %d, found %d", name,
	     level->par, answer.length);
	struct state state = level->start;
	for (int i = 0; i <= answer.length; i++) {
		const int rest = answer.length - i,
			  bound = puzzle->rules.lower_bound(level, &state);
		must(bound != DEAD_END && bound <= rest, "%s: bound %d, truth %d", name, bound,
		     rest);
		must(puzzle->rules.solved(level, &state) == (rest == 0), "%s: solved too early",
		     name);
		must(i == answer.length || puzzle->rules.apply(level, &state, answer.plan[i]),
		     "%s: move %d", name, i);
	}
}

START_TEST(the_plan_solves_and_its_length_is_par)
{
	for_each_level(check_plan);
}
END_TEST

static void has_par(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	(void)puzzle;
	must((level->par >= 0) != level->endless, "%s: par %d", name, level->par);
}

START_TEST(every_shipped_level_that_ends_has_a_par)
{
	ck_assert_int_gt(for_shipped_levels(has_par), 0);
	for (int i = 0; i < EXAMPLES; i++)
		for_levels_of_file(example_files[i], has_par);
}
END_TEST

/* For its identity and its moves a level need not be prepared for searches. */
static void check_bare(const struct library *library, struct level_ref ref)
{
	struct level level, bare;
	struct error error;
	const struct puzzle *puzzle = library_puzzle(library, ref);
	must(library_level(library, ref, &level, &error), "%s", error.text);
	must(library_level_bare(library, ref, &bare, &error), "%s", error.text);
	ck_assert_uint_eq(level_identity(puzzle, &bare), level_identity(puzzle, &level));
	ck_assert_mem_eq(&bare.start, &level.start, sizeof bare.start);
	puzzle_prepare(puzzle, &bare);
	ck_assert_mem_eq(&bare, &level, sizeof bare);
}

START_TEST(a_bare_level_is_the_same_level)
{
	struct library library;
	struct error error;
	must(library_open(&library, &error), "%s", error.text);
	for (int p = 0; p < library.shipped; p++)
		for (int l = 0; l < library.packs[p].count; l++)
			check_bare(&library, (struct level_ref){p, l});
	library_close(&library);
}
END_TEST

/* From wherever random moves lead, the bound is held against a search without one. */
static void check_detours(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static struct answer answer;
	const struct limits limits = {.bytes = limits_default.bytes, .states = 50000 / SLOWDOWN};
	const struct puzzle plain = without_bound(puzzle);
	struct random random = {24};
	static int number;
	if (number++ % (2 * SLOWDOWN) != 0)
		return;
	for (int i = 0; i < 5; i++) {
		struct state state = level->start;
		wander(puzzle, level, &state, 1 + (int)random_below(&random, 30), &random);
		const int bound = puzzle->rules.lower_bound(level, &state);
		solve_position(&plain, level, &state, &limits, NULL, NULL, &answer);
		if (answer.upper >= 0)
			must(bound != DEAD_END && bound <= answer.upper,
			     "%s: bound %d, a plan of %d", name, bound, answer.upper);
		must(!puzzle->rules.solved(level, &state) || bound == 0, "%s: solved, bound %d",
		     name, bound);
	}
}

START_TEST(the_bound_holds_after_detours)
{
	for_each_level(check_detours);
}
END_TEST

/* ---- pictures ---- */

enum {
	EDGE = 3,                              /* cells around the board that nobody may touch */
	CANVASES = GLYPHS_COUNT + GLYPHS_ASCII /* boards of cells, and boards of pixels */
};

static struct picture *canvas_new(const struct puzzle *puzzle, const struct level *level, int side,
                                  enum glyph_set glyphs, bool pixels)
{
	struct picture *picture = picture_new();
	must(picture != NULL, "out of memory");
	picture->frame = side < 8 ? puzzle_frame_rows(puzzle, level) : FRAME_ROWS_MAX;
	const struct size size = pixels ? puzzle_framed_extent(puzzle, level, side, picture->frame)
	                                : puzzle_extent(puzzle, level, side);
	must(picture_resize(picture, size.rows + 2 * EDGE, size.columns + 2 * EDGE), "no picture");
	picture->glyphs = glyphs;
	picture->pixels = pixels;
	picture_set_side(picture, side);
	return picture;
}

/* They serve all paintings of a level in one size, because each keeps the sprites it rasterized. */
static void make_canvases(const struct puzzle *puzzle, const struct level *level, int side,
                          struct picture *canvases[CANVASES])
{
	for (int i = 0; i < CANVASES; i++) {
		const bool pixels = i >= GLYPHS_COUNT;
		const enum glyph_set glyphs = (enum glyph_set)(i % GLYPHS_COUNT);
		canvases[i] = NULL;
		if (pixels || side % 2 == 0) /* boards made of glyphs have even sides */
			canvases[i] = canvas_new(puzzle, level, side, glyphs, pixels);
	}
}

static void clear_canvas(const struct puzzle *puzzle, struct picture *picture)
{
	const struct size margin = puzzle->screen.margin;
	const struct size around = board_around(picture, margin);
	picture_erase(picture);
	picture_fill(picture, 0, 0, picture->rows, picture->columns, U'\x7F', ROLE_WARNING, 99);
	picture_set_origin(picture, EDGE + around.rows - margin.rows,
	                   EDGE + around.columns - margin.columns);
}

static void check_canvas(const struct picture *picture, const char *name)
{
	for (int r = 0; r < picture->rows; r++)
		for (int c = 0; c < picture->columns; c++) {
			const struct picture_cell cell = picture->cells[r * picture->columns + c];
			const bool edge = r < EDGE || c < EDGE || r >= picture->rows - EDGE ||
			                  c >= picture->columns - EDGE;
			must((cell.glyph == 0x7F) == edge, "%s: cell %d,%d", name, r, c);
			must(cell.role < ROLE_COUNT, "%s: role %d", name, cell.role);
			must(picture->glyphs != GLYPHS_ASCII || cell.glyph < 0x80, "%s: U+%04X",
			     name, (unsigned)cell.glyph);
		}
	for (int i = 0; i < picture->click_area_count; i++) {
		const struct click_area *click_area = &picture->click_areas[i];
		must(click_area->row >= EDGE && click_area->column >= EDGE &&
		             click_area->row + click_area->rows <= picture->rows - EDGE &&
		             click_area->column + click_area->columns <= picture->columns - EDGE,
		     "%s: a widget outside", name);
	}
}

static void paint_and_check(const struct puzzle *puzzle, const struct level *level,
                            const struct view *view, struct picture *canvases[CANVASES],
                            const char *name)
{
	for (int i = 0; i < CANVASES; i++)
		if (canvases[i] != NULL) {
			clear_canvas(puzzle, canvases[i]);
			puzzle->screen.paint(level, view, canvases[i]);
			if (canvases[i]->pixels && view->cursor == NULL &&
			    puzzle->screen.triumph != NULL)
				puzzle->screen.triumph(level, view->state, 500, canvases[i]);
			check_canvas(canvases[i], name);
		}
}

/* Each frame of a move, valid or refused. */
static void check_frames(const struct puzzle *puzzle, const struct level *level, struct view view,
                         int frames, struct picture *canvases[CANVASES], const char *name)
{
	must(frames >= 0, "%s: %d frames", name, frames);
	for (view.frame = 0; view.frame <= frames; view.frame++)
		paint_and_check(puzzle, level, &view, canvases, name);
}

/* The start, with a triumph over it, then its first moves. */
static void check_views(const struct puzzle *puzzle, const struct level *level,
                        struct picture *canvases[CANVASES], const char *name)
{
	const struct cursor cursor = {.row = level->rows / 2,
	                              .column = level->columns / 2,
	                              .selected = -1};
	move_code moves[MOVES_MAX];
	const int count = puzzle_valid_moves(puzzle, level, &level->start, moves);
	struct view view = {.state = &level->start};
	paint_and_check(puzzle, level, &view, canvases, name);
	view.cursor = &cursor;
	for (int i = 0; i < count && i < 4; i++) {
		view.hint = view.hint == NULL ? &moves[i] : NULL;
		view.moving = moves[i];
		check_frames(puzzle, level, view,
		             puzzle->screen.frames == NULL
		                     ? 0
		                     : puzzle->screen.frames(level, &level->start, moves[i]),
		             canvases, name);
	}
}

/* Moves from corner to corner that are not valid at the start. */
static void check_refused(const struct puzzle *puzzle, const struct level *level,
                          struct picture *canvases[CANVASES], const char *name)
{
	struct view view = {.state = &level->start};
	for (int code = 0; puzzle->screen.refused_frames != NULL && code < MOVES_MAX; code += 7) {
		struct state state = level->start;
		view.moving = (move_code)code;
		if (!puzzle->rules.apply(level, &state, view.moving))
			check_frames(puzzle, level, view,
			             puzzle->screen.refused_frames(level, &level->start,
			                                           view.moving),
			             canvases, name);
	}
}

/* In one of the sizes, the next level in the next one; under a sanitizer only some levels. */
static void check_painting(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static const int sides[] = {2, 4, 6, 10, 3, 5, 7, 8, 9, 12, 13};
	enum { SIDES = sizeof sides / sizeof sides[0] };
	static size_t levels;
	const size_t s = levels++ % (SLOWDOWN * SIDES);
	if (s >= SIDES)
		return;
	struct picture *canvases[CANVASES];
	make_canvases(puzzle, level, sides[s], canvases);
	check_views(puzzle, level, canvases, name);
	if (s < 2)
		check_refused(puzzle, level, canvases, name);
	for (int i = 0; i < CANVASES; i++)
		picture_free(canvases[i]);
}

START_TEST(painting_fills_exactly_its_area)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	for_each_level(check_painting);
}
END_TEST

/* ---- keys ---- */

static void check_keys(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static const int keys[] = {
		PRESS_UP, PRESS_RIGHT, PRESS_DOWN, PRESS_LEFT, PRESS_SHIFT_UP, PRESS_SHIFT_RIGHT,
		PRESS_SHIFT_DOWN, PRESS_SHIFT_LEFT, PRESS_ENTER, ' ', PRESS_ESCAPE, PRESS_TAB,
		PRESS_CLICK, PRESS_HOME, PRESS_END, PRESS_OTHER, PRESS_NONE,
		'h', 'K', 'w', 0x7F,
	};
	struct random random = {25};
	struct state state = level->start;
	struct cursor cursor = {.row = level->rows / 2,
	                        .column = level->columns / 2,
	                        .selected = -1};
	int tries = 0;
	for (int i = 0; i < 400; i++) {
		move_code move = UINT16_MAX;
		const int key = keys[random_below(&random, sizeof keys / sizeof keys[0])];
		if (puzzle->screen.press(level, &state, &cursor, key, &move) == INTENT_MOVE) {
			must(move != UINT16_MAX, "%s: key %d makes no move", name, key);
			puzzle->rules.apply(level, &state, move);
			tries++;
		}
		must(cursor.row >= 0 && cursor.row < level->rows && cursor.column >= 0 &&
		             cursor.column < level->columns && cursor.selected >= -1 &&
		             cursor.selected < level->rows * level->columns,
		     "%s: the cursor is outside", name);
	}
	move_code valid[MOVES_MAX];
	must(tries > 0 || puzzle_valid_moves(puzzle, level, &level->start, valid) == 0,
	     "%s can't be played with keys", name);
}

START_TEST(keys_keep_the_cursor_on_the_board_and_make_moves)
{
	for_each_level(check_keys);
}
END_TEST

static void check_hint_texts(const struct puzzle *puzzle, const struct level *level,
                             const char *name)
{
	move_code valid[MOVES_MAX];
	const int count = puzzle_valid_moves(puzzle, level, &level->start, valid);
	for (int i = 0; i < count; i++) {
		char text[100] = "", whole[MOVE_NAME_MAX], cut[4] = "xyz";
		puzzle->format.name_move(level, valid[i], whole);
		puzzle->text.hint_text(level, &level->start, valid[i], text, sizeof text);
		must(text[0] != '\0' && strcmp(text, whole) != 0, "%s: hints with \"%s\"", name,
		     text);
		puzzle->text.hint_text(level, &level->start, valid[i], cut, 3);
		must(strlen(cut) < 3, "%s: writes too much", name);
	}
}

START_TEST(the_second_stage_of_a_hint_hides_the_move)
{
	for_each_level(check_hint_texts);
}
END_TEST

/* Cell descriptions, for players who do not see the board: they show every change, and are
 * ASCII. */
static void check_descriptions(const struct puzzle *puzzle, const struct level *level,
                               const char *name)
{
	struct random random = {7};
	struct state state = level->start, before = state;
	wander(puzzle, level, &state, 1, &random);
	bool told = false;
	for (int cell = 0; cell < level_cells(level); cell++) {
		char words[48] = "x", old[48], cut[4] = "xyz";
		puzzle->text.describe_cell(level, &state, cell, words, sizeof words);
		puzzle->text.describe_cell(level, &before, cell, old, sizeof old);
		puzzle->text.describe_cell(level, &state, cell, cut, 3);
		must(strlen(words) < sizeof words - 1 && strlen(cut) < 3, "%s: %s", name, words);
		must(strspn(words, "abcdefghijklmnopqrstuvwxyz 0123456789") == strlen(words),
		     "%s: %s", name, words);
		told |= strcmp(words, old) != 0;
	}
	must(told == !same_state(&state, &before), "%s: a change is not told", name);
}

START_TEST(changes_on_a_board_are_described)
{
	for_each_level(check_descriptions);
}
END_TEST

static void check_move_cells(const struct puzzle *puzzle, const struct level *level,
                             const char *name)
{
	move_code valid[MOVES_MAX];
	if (puzzle->screen.move_cells == NULL)
		return;
	const int count = puzzle_valid_moves(puzzle, level, &level->start, valid);
	for (int i = 0; i < count; i++) {
		int from = -1, to = -1;
		puzzle->screen.move_cells(level, &level->start, valid[i], &from, &to);
		must(from >= 0 && from < level_cells(level) && to >= 0 && to < level_cells(level) &&
		             from != to,
		     "%s: move %d from cell %d to %d", name, valid[i], from, to);
	}
}

START_TEST(a_move_has_two_cells_of_the_board)
{
	for_each_level(check_move_cells);
}
END_TEST

/* ---- the list of puzzles ---- */

START_TEST(puzzles_are_found_by_name)
{
	int count = 0;
	while (all_puzzles[count] != NULL)
		count++;
	ck_assert_int_eq(puzzle_count(), count + EXAMPLES);
	for (int i = 0; i < puzzle_count(); i++) {
		const struct puzzle *puzzle = puzzle_at(i);
		ck_assert_ptr_eq(puzzle_named(puzzle->name), puzzle);
		ck_assert(puzzle->title[0] != '\0' && puzzle->text.goal[0] != '\0' &&
		          puzzle->text.legend[0] != '\0' && puzzle->text.rules[0] != NULL &&
		          puzzle->text.help[0] != NULL);
	}
	ck_assert_ptr_null(puzzle_named(""));
	ck_assert_ptr_null(puzzle_named("Tilt"));
}
END_TEST

static const struct {
	const char *name;
	size_t offset, size;
} required[] = {
#define REQUIRED(member)                                                            \
	{                                                                           \
#member, offsetof(struct puzzle, member), sizeof null_puzzle.member \
	}
	REQUIRED(title),
	REQUIRED(rules.moves),
	REQUIRED(rules.apply),
	REQUIRED(rules.solved),
	REQUIRED(rules.lower_bound),
	REQUIRED(format.alphabet),
	REQUIRED(format.read),
	REQUIRED(format.write),
	REQUIRED(format.name_move),
	REQUIRED(format.read_move),
	REQUIRED(text.goal),
	REQUIRED(text.rules),
	REQUIRED(text.help),
	REQUIRED(text.legend),
	REQUIRED(text.refusal),
	REQUIRED(text.describe_cell),
	REQUIRED(text.hint_text),
	REQUIRED(screen.press),
	REQUIRED(screen.paint),
	REQUIRED(generator.recipe),
	REQUIRED(generator.start),
#undef REQUIRED
};

static void expect_sentence(const struct puzzle *puzzle, const char *text)
{
	const size_t length = strlen(text);
	must(length > 0 && text[0] >= 'A' && text[0] <= 'Z' && text[length - 1] == '.',
	     "%s: \"%s\" is not a sentence", puzzle->name, text);
}

START_TEST(rules_and_refusals_are_sentences)
{
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		const struct puzzle *puzzle = puzzle_at(i);
		expect_sentence(puzzle, puzzle->text.goal);
		expect_sentence(puzzle, puzzle->text.legend);
		expect_sentence(puzzle, puzzle->text.refusal);
		for (const char *const *rule = puzzle->text.rules; *rule != NULL; rule++)
			expect_sentence(puzzle, *rule);
		for (const char *const *line = puzzle->text.help; *line != NULL; line++)
			expect_sentence(puzzle, *line);
	}
}
END_TEST

static const struct {
	const char *puzzle, *headers, *rows, *rules;
} own_rules[] = {
	{"tilt", "", "a. .a", ""},
	{"bishop", "", "a. .a\n.. ..", ""},
	{"bishop", "piece: queen\nrules: no-attack\n", "a. .a",
         "Queens. No piece may see another colour."},
	{"bishop", "piece: knight\n", "a. .a", "Knights."},
	{"bishop", "rules: slide alternate\n", "a. .a",
         "A piece always slides as far as it can. Colours take turns; any may start."},
	{"gems", "", "aa.a", ""},
	{"gems", "refill: random 5 4\n", "aba\nbab\naab", ""},
	{"gems", "rules: holes\n", "aa.a", "Gems may be swapped into empty cells."},
	{"gems", "goal: clear a\n", "aa.a", "Clear only a; the rest may stay."},
	{"gems", "goal: clear abd\n", "aabbd", "Clear only a, b and d; the rest may stay."},
	{"gems", "goal: score 60\nrefill: a b - -\n", "aa.a",
         "Score 60 points. New gems fall from above; the next are shown."},
	{"lines", "", "28", ""},
	{"lines", "goal: close all\n", "28", ""},
	{"lines", "goal: close 1\n", "28", "Close 1 tile."},
	{"lines", "goal: groups 5\n", "28", "Close 5 groups."},
};

START_TEST(headers_are_said_as_rules)
{
	char text[1024], rules[REPORT_MAX];
	struct level level;
	snprintf(text, sizeof text, "level: t\nmode: %s\n%s\n%s\n", own_rules[_i].puzzle,
	         own_rules[_i].headers, own_rules[_i].rows);
	const struct puzzle *puzzle = read_level(text, &level);
	report_rules(puzzle, &level, true, rules);
	ck_assert_str_eq(rules, own_rules[_i].rules);
}
END_TEST

/* The help page explains the level's pieces, and those of bishop without a level. */
START_TEST(the_rules_are_those_of_the_levels_pieces)
{
	static const char *const names[] = {"bishop", "rook", "queen", "knight", "king"};
	const char *piece = names[_i];
	char text[128], words[64];
	struct level level;
	snprintf(text, sizeof text, "level: t\nmode: bishop\npiece: %s\n\na. .a\n", piece);
	snprintf(words, sizeof words, "Pieces move as in chess: %ss ", piece);
	const struct puzzle *puzzle = read_level(text, &level);
	const char *const *rules = puzzle_rules(puzzle, &level);
	must(strncmp(rules[0], words, strlen(words)) == 0, "%s", rules[0]);
	ck_assert_int_eq(strstr(rules[1], "jump") != NULL, strcmp(piece, "knight") == 0);
	for (int i = 0; rules[i] != NULL; i++)
		expect_sentence(puzzle, rules[i]);
	ck_assert_str_eq(puzzle_rules(puzzle, NULL)[0], puzzle->text.rules[0]);
}
END_TEST

/* On the screen, a colour is shown and not named. */
START_TEST(on_the_screen_colours_are_shown)
{
	char rules[REPORT_MAX];
	struct level level;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: gems\ngoal: clear ab\n\naabb\n", &level);
	report_rules(puzzle, &level, false, rules);
	ck_assert_str_eq(rules, "Clear only the colours shown; the rest may stay.");
	puzzle = read_level("level: t\nmode: gems\ngoal: clear b\n\naabb\n", &level);
	report_rules(puzzle, &level, false, rules);
	ck_assert_str_eq(rules, "Clear only the colour shown; the rest may stay.");
}
END_TEST

START_TEST(a_missing_member_is_named)
{
	struct error error;
	struct puzzle puzzle = null_puzzle;
	const struct puzzle *const list[] = {&fifteen_puzzle, &puzzle, NULL};
	const int count = puzzle_count();
	char expected[100];
	ck_assert(puzzle_check(&puzzle, &error));
	memset((char *)&puzzle + required[_i].offset, 0, required[_i].size);
	ck_assert(!registry_install(list, &error));
	snprintf(expected, sizeof expected, "puzzle \"null\": %s is missing", required[_i].name);
	ck_assert_str_eq(error.text, expected);
	ck_assert_int_eq(puzzle_count(), count); /* the list is as it was */
}
END_TEST

/* The list of the program, and the examples. */
static bool install(struct error *error)
{
	static const struct puzzle *list[PUZZLES_MAX];
	int count = 0;
	for (; count < PUZZLES_MAX - EXAMPLES - 1 && all_puzzles[count] != NULL; count++)
		list[count] = all_puzzles[count];
	for (int i = 0; i < EXAMPLES; i++)
		list[count++] = examples[i];
	return registry_install(list, error);
}

START_TEST(puzzle_names_are_distinct)
{
	struct error error;
	struct puzzle puzzle = null_puzzle;
	const struct puzzle *const list[] = {&puzzle, &null_puzzle, NULL};
	ck_assert(!registry_install(list, &error));
	ck_assert_str_eq(error.text, "two puzzles are named \"null\"");
	puzzle.name = NULL;
	ck_assert(!registry_install(list, &error));
	ck_assert_str_eq(error.text, "a puzzle has no name");
	puzzle.name = "other";
	ck_assert(registry_install(list, &error));
	ck_assert_int_eq(puzzle_count(), 2);
	ck_assert(install(&error));
}
END_TEST

/* Whether one of the shipped levels is neither too short nor too long, or endless. */
static bool has_fit_level(const struct library *library, const struct puzzle *puzzle)
{
	for (int p = 0; p < library->count; p++)
		for (int i = 0; i < library->packs[p].count; i++) {
			const char *par = library->packs[p].levels[i].value[HEADER_PAR];
			const long number = par == NULL ? 3 : strtol(par, NULL, 10);
			if (pack_puzzle(&library->packs[p], i) == puzzle && number >= 3 &&
			    number <= 12)
				return true;
		}
	return false;
}

/* The examples have no shipped level, and null's would be too short. */
START_TEST(the_tour_skips_puzzles_without_a_fit_level)
{
	struct library library;
	struct error error;
	must(library_open(&library, &error), "%s", error.text);
	struct level_list tour = tour_levels(&library);
	const struct puzzle *fit[PUZZLES_MAX];
	int width = 0;
	for (int i = 0; i < puzzle_count(); i++)
		if (has_fit_level(&library, puzzle_at(i)))
			fit[width++] = puzzle_at(i);
	ck_assert_int_gt(width, 1);
	ck_assert_int_lt(width, puzzle_count());
	ck_assert_int_gt(tour.count, 0);
	ck_assert_int_eq(tour.count % width, 0);
	for (int i = 0; i < tour.count; i++)
		ck_assert_ptr_eq(library_puzzle(&library, tour.refs[i]), fit[i % width]);
	level_list_free(&tour);
	library_close(&library);
}
END_TEST

/* ---- all of them ---- */

static void add_promises(TCase *tests)
{
	tcase_add_test(tests, names_of_moves_are_distinct_and_found_again);
	tcase_add_test(tests, written_levels_are_read_back);
	tcase_add_test(tests, equal_states_have_equal_bytes);
	tcase_add_test(tests, only_listed_moves_are_made_and_refused_ones_change_nothing);
	tcase_add_test(tests, the_bound_is_never_too_high);
	tcase_add_test(tests, the_plan_solves_and_its_length_is_par);
	tcase_add_test(tests, every_shipped_level_that_ends_has_a_par);
	tcase_add_test(tests, a_bare_level_is_the_same_level);
	tcase_add_test(tests, the_bound_holds_after_detours);
	tcase_add_test(tests, painting_fills_exactly_its_area);
	tcase_add_test(tests, keys_keep_the_cursor_on_the_board_and_make_moves);
	tcase_add_test(tests, the_second_stage_of_a_hint_hides_the_move);
	tcase_add_test(tests, changes_on_a_board_are_described);
	tcase_add_test(tests, a_move_has_two_cells_of_the_board);
}

static void add_all(TCase *tests)
{
	add_promises(tests);
	tcase_add_test(tests, puzzles_are_found_by_name);
	tcase_add_loop_test(tests, a_missing_member_is_named, 0,
	                    sizeof required / sizeof required[0]);
	tcase_add_test(tests, rules_and_refusals_are_sentences);
	tcase_add_loop_test(tests, headers_are_said_as_rules, 0,
	                    sizeof own_rules / sizeof own_rules[0]);
	tcase_add_loop_test(tests, the_rules_are_those_of_the_levels_pieces, 0, 5);
	tcase_add_test(tests, on_the_screen_colours_are_shown);
	tcase_add_test(tests, puzzle_names_are_distinct);
	tcase_add_test(tests, the_tour_skips_puzzles_without_a_fit_level);
}

int main(void)
{
	struct error error;
	if (!install(&error)) {
		fprintf(stderr, "%s\n", error.text);
		return EXIT_FAILURE;
	}
	return run_tests("puzzles", add_all);
}
