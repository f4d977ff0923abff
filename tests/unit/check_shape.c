/* Shapes: copies of a level under symmetry and with other colours have the same one, other levels
 * another, and copies play alike. The copies are made here in another way: by quarter turns of the
 * text and a mirror. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/generate.h"
#include "puzzle/registry.h"
#include "puzzle/shape.h"
#include "solve/solve.h"
#include "support/help.h"

enum { TURNS = 4, LEVELS = 300, SMALL_LEVELS = 1200, SOLVED = 60 };

/* A level as text that can be changed. */
struct drawing {
	int rows, columns, words;
	char word[2][SIDE_MAX][SIDE_MAX + 1];
	char rules[64], goal[64], piece[64], refill[512];
};

static void copy_header(const struct level_writer *writer, enum header header, char *out,
                        size_t size)
{
	const char *value = writer->text.value[header];
	must(snprintf(out, size, "%s", value == NULL ? "" : value) < (int)size, "too long");
}

static void draw(const struct puzzle *puzzle, const struct level *level, struct drawing *drawing)
{
	struct level_writer writer = {.text = {.rows = 0}};
	*drawing = (struct drawing){.rows = level->rows, .columns = level->columns};
	puzzle->format.write(level, NULL, &writer);
	drawing->words = writer.text.words[1][0] == NULL ? 1 : 2;
	for (int w = 0; w < drawing->words; w++)
		for (int r = 0; r < level->rows; r++)
			snprintf(drawing->word[w][r], sizeof drawing->word[w][r], "%s",
			         writer.text.words[w][r]);
	copy_header(&writer, HEADER_RULES, drawing->rules, sizeof drawing->rules);
	copy_header(&writer, HEADER_GOAL, drawing->goal, sizeof drawing->goal);
	copy_header(&writer, HEADER_PIECE, drawing->piece, sizeof drawing->piece);
	copy_header(&writer, HEADER_REFILL, drawing->refill, sizeof drawing->refill);
}

static bool is_lines(const struct puzzle *puzzle)
{
	return strcmp(puzzle->name, "lines") == 0;
}

static bool falls(const struct puzzle *puzzle)
{
	return strcmp(puzzle->name, "gems") == 0;
}

static int digit(char tile)
{
	return (int)strtol((char[2]){tile, '\0'}, NULL, 16);
}

/* A tile turned to the right, or in a mirror. */
static char other_tile(char tile, bool mirror)
{
	const int sides = digit(tile);
	const int turned = (sides << 1 | sides >> 3) & 15;
	const int mirrored = (sides & 5) | (sides & 2) << 2 | (sides & 8) >> 2;
	return "0123456789abcdef"[mirror ? mirrored : turned];
}

static void turn(const struct puzzle *puzzle, struct drawing *drawing)
{
	const struct drawing from = *drawing;
	drawing->rows = from.columns;
	drawing->columns = from.rows;
	for (int w = 0; w < from.words; w++)
		for (int r = 0; r < drawing->rows; r++) {
			drawing->word[w][r][drawing->columns] = '\0';
			for (int c = 0; c < drawing->columns; c++) {
				const char one = from.word[w][from.rows - 1 - c][r];
				drawing->word[w][r][c] =
					w == 0 && is_lines(puzzle) ? other_tile(one, false) : one;
			}
		}
}

/* Exchanges left and right, also in the words of a refill. */
static void mirror(const struct puzzle *puzzle, struct drawing *drawing)
{
	const struct drawing from = *drawing;
	for (int w = 0; w < from.words; w++)
		for (int r = 0; r < from.rows; r++)
			for (int c = 0; c < from.columns; c++) {
				const char one = from.word[w][r][from.columns - 1 - c];
				drawing->word[w][r][c] =
					w == 0 && is_lines(puzzle) ? other_tile(one, true) : one;
			}
	char words[512], all[512] = "", more[512];
	snprintf(words, sizeof words, "%s", from.refill);
	for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
		snprintf(more, sizeof more, "%s%s%s", word, all[0] == '\0' ? "" : " ", all);
		snprintf(all, sizeof all, "%s", more);
	}
	snprintf(drawing->refill, sizeof drawing->refill, "%s", all);
}

static void replace(const char colour[26], char *text)
{
	for (; *text != '\0'; text++)
		if (*text >= 'a' && *text <= 'z')
			*text = colour[*text - 'a'];
}

/* Gives every colour another letter. */
static void recolour(const char colour[26], struct drawing *drawing)
{
	for (int w = 0; w < drawing->words; w++)
		for (int r = 0; r < drawing->rows; r++)
			replace(colour, drawing->word[w][r]);
	replace(colour, drawing->refill);
	if (strncmp(drawing->goal, "clear ", 6) == 0)
		replace(colour, drawing->goal + 6);
}

static void add_header(char *text, size_t size, const char *name, const char *value)
{
	const size_t length = strlen(text);
	if (value[0] != '\0')
		snprintf(text + length, size - length, "%s: %s\n", name, value);
}

static void read_drawing(const struct puzzle *puzzle, const struct drawing *drawing,
                         struct level *level)
{
	char text[4096];
	snprintf(text, sizeof text, "level: t\nmode: %s\n", puzzle->name);
	add_header(text, sizeof text, "rules", drawing->rules);
	add_header(text, sizeof text, "goal", drawing->goal);
	add_header(text, sizeof text, "piece", drawing->piece);
	add_header(text, sizeof text, "refill", drawing->refill);
	for (int r = 0; r < drawing->rows; r++) {
		const size_t length = strlen(text);
		snprintf(text + length, sizeof text - length, "%s%s %s\n", r == 0 ? "\n" : "",
		         drawing->word[0][r], drawing->words == 2 ? drawing->word[1][r] : "");
	}
	must(read_level(text, level) == puzzle, "%s", text);
}

static bool has_copies(const struct level *level, const struct drawing *drawing)
{
	return !level->endless && strncmp(drawing->refill, "random", 6) != 0;
}

/* Whether quarter turn number t of the board, and then a mirror, keep its rules and size. */
static bool is_kept(const struct puzzle *puzzle, const struct level *level, int t)
{
	return t == 0 || (!falls(puzzle) && (t == 2 || level->rows == level->columns));
}

/* Other letters; where colours take turns, in the same cyclic order. */
static void shuffle(struct random *random, bool in_turn, char colour[26])
{
	const int first = (int)random_below(random, 26);
	for (int i = 0; i < 26; i++)
		colour[i] = (char)('a' + (first + i) % 26);
	for (uint32_t i = 26; i > 1 && !in_turn; i--) {
		const uint32_t j = random_below(random, i);
		const char kept = colour[i - 1];
		colour[i - 1] = colour[j];
		colour[j] = kept;
	}
}

static struct level random_board(const struct puzzle *puzzle, struct random *random)
{
	struct level level;
	while (!random_level(puzzle, random, &level)) {
	}
	return level;
}

/* ---- copies ---- */

static int minimum(const struct puzzle *puzzle, const struct level *level)
{
	struct level prepared = *level;
	struct answer answer;
	struct limits limits = limits_default;
	limits.states = 20000;
	puzzle_prepare(puzzle, &prepared);
	solve_position(puzzle, &prepared, &prepared.start, &limits, NULL, NULL, &answer);
	return answer.verdict == UNSOLVABLE ? -1 : answer.lower == answer.upper ? answer.upper : -2;
}

static void compare_copy(const struct puzzle *puzzle, const struct level *level,
                         const struct drawing *drawing, int wanted)
{
	struct level copy;
	read_drawing(puzzle, drawing, &copy);
	const struct shape a = level_shape(puzzle, level), b = level_shape(puzzle, &copy);
	ck_assert_uint_eq(a.least, b.least);
	ck_assert_int_eq(a.symmetries, b.symmetries);
	ck_assert_int_eq(a.pieces, b.pieces);
	ck_assert_int_eq(a.walls, b.walls);
	const int found = wanted == -2 ? -2 : minimum(puzzle, &copy);
	must(found == wanted || found == -2, "%s: %d moves, a copy %d", puzzle->name, wanted,
	     found);
}

static void compare_copies(const struct puzzle *puzzle, struct random *random, bool solve)
{
	char colour[26];
	struct drawing drawing;
	const struct level level = random_board(puzzle, random);
	const int wanted = solve && !level.endless ? minimum(puzzle, &level) : -2;
	draw(puzzle, &level, &drawing);
	if (!has_copies(&level, &drawing)) {
		ck_assert_uint_eq(level_shape(puzzle, &level).least,
		                  level_identity(puzzle, &level));
		return;
	}
	for (int t = 0; t < TURNS; t++) {
		for (int m = 0; is_kept(puzzle, &level, t) && m < 2; m++) {
			struct drawing other = drawing;
			shuffle(random, strstr(drawing.rules, "alternate") != NULL, colour);
			if (m > 0)
				mirror(puzzle, &other);
			if (!is_lines(puzzle))
				recolour(colour, &other);
			compare_copy(puzzle, &level, &other, wanted);
		}
		turn(puzzle, &drawing);
	}
}

START_TEST(copies_have_the_same_shape)
{
	struct random random = {18};
	for (int p = 0; puzzle_at(p) != NULL; p++)
		for (int i = 0; i < LEVELS / SLOWDOWN; i++)
			compare_copies(puzzle_at(p), &random, i < SOLVED / SLOWDOWN);
}
END_TEST

/* ---- other levels ---- */

/* The text with colours named in the order in which they are met. */
static void least_colours(struct drawing *drawing)
{
	char colour[26] = {0};
	int count = 0;
	for (int w = 0; w < drawing->words; w++)
		for (int r = 0; r < drawing->rows; r++)
			for (const char *at = drawing->word[w][r]; *at != '\0'; at++)
				if (*at >= 'a' && *at <= 'z' && colour[*at - 'a'] == 0)
					colour[*at - 'a'] = (char)('a' + count++);
	recolour(colour, drawing);
}

static void add_rows(const struct drawing *drawing, char *out, size_t size)
{
	snprintf(out, size, "%d %s|%s|%s|%s", drawing->columns, drawing->rules, drawing->goal,
	         drawing->piece, drawing->refill);
	for (int w = 0; w < drawing->words; w++)
		for (int r = 0; r < drawing->rows; r++) {
			const size_t length = strlen(out);
			snprintf(out + length, size - length, "/%s", drawing->word[w][r]);
		}
}

/* The least text of all copies. */
static void least_text(const struct puzzle *puzzle, const struct level *level, char out[1024])
{
	struct drawing drawing;
	char text[1024];
	draw(puzzle, level, &drawing);
	out[0] = '\0';
	for (int t = 0; t < TURNS; t++) {
		for (int m = 0; is_kept(puzzle, level, t) && m < 2; m++) {
			struct drawing other = drawing;
			if (m > 0)
				mirror(puzzle, &other);
			if (!is_lines(puzzle))
				least_colours(&other);
			add_rows(&other, text, sizeof text);
			if (out[0] == '\0' || strcmp(text, out) < 0)
				snprintf(out, 1024, "%s", text);
		}
		turn(puzzle, &drawing);
	}
}

/* A tiny level without headers that speak of colours, so that many are the same. */
static bool tiny_level(const struct puzzle *puzzle, struct random *random, struct level *level)
{
	struct error error;
	struct recipe recipe = puzzle->generator.recipe;
	const int side = falls(puzzle) ? 3 : 2;
	recipe.rows = side + (int)random_below(random, 2);
	recipe.columns = side + (int)random_below(random, 2);
	recipe.pieces = falls(puzzle) ? 6 : 2;
	recipe.colours = falls(puzzle) ? 2 : -1;
	recipe.par_min = 1;
	recipe.par_max = 2;
	return recipe_check(puzzle, &recipe, &error) &&
	       generate(puzzle, &recipe, random_below(random, 1000000), level, &error);
}

struct found {
	uint64_t shape;
	char text[1024];
};

/* How many pairs of these are the same; every pair agrees about that. */
static int count_same(const struct found *found, int count)
{
	int same = 0;
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++) {
			const bool equal = strcmp(found[i].text, found[j].text) == 0;
			must((found[i].shape == found[j].shape) == equal, "%s\n%s", found[i].text,
			     found[j].text);
			same += equal;
		}
	return same;
}

START_TEST(other_levels_have_another_shape)
{
	struct random random = {181};
	struct found *found = calloc(SMALL_LEVELS, sizeof *found);
	must(found != NULL, "no memory");
	for (int p = 0; puzzle_at(p) != NULL; p++) {
		const struct puzzle *puzzle = puzzle_at(p);
		struct level level;
		int count = 0;
		for (int i = 0; i < SMALL_LEVELS; i++)
			if (tiny_level(puzzle, &random, &level)) {
				least_text(puzzle, &level, found[count].text);
				found[count++].shape = level_shape(puzzle, &level).least;
			}
		const int same = count_same(found, count), pairs = count * (count - 1) / 2;
		must(same > 10 && same < pairs, "%s: %d of %d levels, %d pairs the same",
		     puzzle->name, count, SMALL_LEVELS, same);
	}
	free(found);
}
END_TEST

START_TEST(turns_are_in_the_order_of_colours)
{
	static const char *const texts[] = {
		"level: t\nmode: bishop\nrules: alternate\n\nabc ...\n... abc\n",
		"level: t\nmode: bishop\nrules: alternate\n\nbca ...\n... bca\n",
		"level: t\nmode: bishop\nrules: alternate\n\nacb ...\n... abc\n",
		"level: t\nmode: bishop\nrules: alternate\n\ncba ...\n... bca\n",
	};
	uint64_t least[4];
	struct level level;
	for (int i = 0; i < 4; i++) {
		const struct puzzle *puzzle = read_level(texts[i], &level);
		least[i] = level_shape(puzzle, &level).least;
	}
	ck_assert_uint_eq(least[0], least[1]);
	ck_assert_uint_ne(least[0], least[2]);
	ck_assert_uint_ne(least[2], least[3]);
}
END_TEST

START_TEST(symmetries_and_cells_are_counted)
{
	struct level level;
	read_tilt("a.a a.a\n.#. .#.\na.a a.a", &level);
	const struct shape square = level_shape(puzzle_named("tilt"), &level);
	ck_assert_int_eq(square.symmetries, 8);
	ck_assert_int_eq(square.pieces, 4);
	ck_assert_int_eq(square.walls, 1);
	read_tilt("a..b b..a\n.##. .##.", &level);
	const struct shape turned = level_shape(puzzle_named("tilt"), &level);
	ck_assert_int_eq(turned.symmetries, 2); /* left and right change places, and a and b */
	ck_assert_int_eq(turned.pieces, 2);
	ck_assert_int_eq(turned.walls, 2);
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, copies_have_the_same_shape);
	tcase_add_test(tests, other_levels_have_another_shape);
	tcase_add_test(tests, turns_are_in_the_order_of_colours);
	tcase_add_test(tests, symmetries_and_cells_are_counted);
}

int main(void)
{
	return run_tests("shape", add);
}
