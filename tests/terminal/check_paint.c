/* The bytes that a picture sends to the terminal.
 *
 * The screen writes only what changed, look by look, in as few bytes as possible. The tests compare
 * the result with a repaint, cell by cell and with colours, on each terminal and for each puzzle;
 * and the number of bytes with what a slow line allows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/playing.h"
#include "support/prices.h"

enum {
	SWAP_BYTES = 4000,    /* bytes of an animated swap in gems */
	REFUSED_BYTES = 1500, /* bytes of a refused one */
	KEYS = 40,            /* between two repaints */
	ROUNDS = 2,
};

static const char *const terminals[] = {"xterm-256color", "xterm", "linux", "screen", "vt100"};

/* Levels that are proven at once, or have nothing to prove. */
static const struct {
	const char *level;
	bool cursor; /* there is one */
} levels[] = {
	{"tilt/classic:1", false}, {"gems/endless:1", true}, {"gems/clean-sweep:2", true},
	{"bishop/turns:6", true},  {"lines/stars:3", true},
};

enum {
	TERMINALS = sizeof terminals / sizeof terminals[0],
	LEVELS = sizeof levels / sizeof levels[0],
};

static struct term *start_on(const char *terminal, const char *level)
{
	char variable[64];
	snprintf(variable, sizeof variable, "TERM=%s", terminal);
	/* The mouse of the Linux console, which ncurses would load, leaks. */
	struct term *term =
		start_with((struct start){{level}, {variable, "NCURSES_GPM_TERMS=none"}, 0, 0});
	see(term, "moves 0");
	return term;
}

/* ---- a repaint changes nothing ---- */

struct copy {
	int count;
	struct term_cell *cells;
};

static struct copy copy_screen(struct term *term)
{
	struct copy copy = {.count = term_rows(term) * term_columns(term)};
	copy.cells = calloc((size_t)copy.count, sizeof *copy.cells);
	ck_assert_ptr_nonnull(copy.cells);
	for (int i = 0; i < copy.count; i++)
		copy.cells[i] = term_cell(term, i / term_columns(term), i % term_columns(term));
	return copy;
}

/* Two pixels can be shown with either of their colours as the background. */
static struct term_cell turned(struct term_cell cell)
{
	if (strcmp(cell.glyph, "▀") == 0 && !cell.bold && !cell.reverse) {
		const int foreground = cell.foreground;
		strcpy(cell.glyph, "▄");
		cell.foreground = cell.background;
		cell.background = foreground;
	}
	return cell;
}

/* A blank shows only its background. */
static bool looks_same(const struct term_cell *a, const struct term_cell *b)
{
	if (strcmp(a->glyph, b->glyph) != 0 || a->background != b->background ||
	    a->reverse != b->reverse || a->underline != b->underline)
		return false;
	return strcmp(a->glyph, " ") == 0 ||
	       (a->foreground == b->foreground && a->bold == b->bold);
}

static bool is_same(const struct term_cell *a, const struct term_cell *b)
{
	const struct term_cell x = turned(*a), y = turned(*b);
	return looks_same(&x, &y);
}

static bool is_copy(struct term *term, const void *context)
{
	const struct copy *copy = context;
	struct copy now = copy_screen(term);
	bool same = now.count == copy->count;
	for (int i = 0; same && i < now.count; i++)
		same = is_same(&now.cells[i], &copy->cells[i]);
	free(now.cells);
	return same;
}

static bool is_settled(struct term *term, const void *context)
{
	(void)context;
	return term_find(term, "#42): _", NULL, NULL) && !term_find(term, "≥", NULL, NULL) &&
	       !term_find(term, ">=", NULL, NULL);
}

/* Any keys, then the prompt for a level, which appears when all of them have been handled. */
static void type_any(struct term *term, unsigned *random)
{
	static const char *const keys[] = {TERM_UP, TERM_DOWN, TERM_LEFT, TERM_RIGHT, " ", "H",
	                                   "J",     "K",       "L",       "\t",       "P", "C",
	                                   "v",     "t",       "u",       "U",        "r"};
	for (int i = 0; i < KEYS; i++) {
		*random = *random * 1103515245 + 12345;
		type(term, keys[(*random >> 16) % (sizeof keys / sizeof keys[0])]);
		if (i % 4 == 0)
			term_read(term, 1);
	}
	type(term, "g");
	see_that(term, "the line for a level", is_settled, NULL);
}

START_TEST(a_repaint_changes_nothing)
{
	const char *terminal = terminals[_i / LEVELS];
	unsigned random = (unsigned)_i + 1;
	if (!term_is_known(terminal))
		return;
	struct term *term = start_on(terminal, levels[_i % LEVELS].level);
	type(term, "A"); /* nothing moves by itself */
	see(term, "Animation");
	for (int round = 0; round < ROUNDS; round++) {
		type_any(term, &random);
		term_drain(term, 60);
		const struct copy before = copy_screen(term);
		type(term, "\014");
		see_that(term, "another screen", is_settled, NULL);
		see_that(term, "the same after a repaint", is_copy, &before);
		free(before.cells);
		type(term, TERM_ESCAPE);
		see_gone(term, "game ID (");
	}
	quit(term);
}
END_TEST

/* ---- bytes ---- */

static int compare_sizes(const void *a, const void *b)
{
	const size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return (x > y) - (x < y);
}

START_TEST(a_cursor_key_takes_few_bytes)
{
	static const char *const keys[] = {TERM_RIGHT, TERM_RIGHT, TERM_DOWN, TERM_LEFT, TERM_UP,
	                                   TERM_UP,    TERM_LEFT,  TERM_DOWN, TERM_DOWN};
	enum { PRESSES = sizeof keys / sizeof keys[0] };
	size_t bytes[PRESSES];
	if (!levels[_i % LEVELS].cursor || !term_is_known(terminals[_i / LEVELS]))
		return;
	struct term *term = start_on(terminals[_i / LEVELS], levels[_i % LEVELS].level);
	term_drain(term, 150);
	for (int i = 0; i < PRESSES; i++) {
		const size_t before = term_bytes(term);
		type(term, keys[i]);
		term_drain(term, 50);
		bytes[i] = term_bytes(term) - before;
	}
	qsort(bytes, PRESSES, sizeof *bytes, compare_sizes);
	ck_assert_uint_le(bytes[PRESSES / 2], PRICE_CURSOR);
	quit(term);
}
END_TEST

START_TEST(the_first_frame_takes_few_bytes)
{
	if (!term_is_known(terminals[_i / LEVELS]))
		return;
	struct term *term = start_on(terminals[_i / LEVELS], levels[_i % LEVELS].level);
	term_drain(term, 150);
	ck_assert_uint_le(term_bytes(term), PRICE_PAINT);
	quit(term);
}
END_TEST

/* Three gems of the lowest row: three columns fall. */
START_TEST(a_swap_takes_few_bytes)
{
	write_file("falling.level", "level: Falling\nmode: gems\nrefill: random 5 7\n\n"
	                            "aabaefgb\ngagbfced\ndefgcabc\nacegbdfe\n"
	                            "bdfcaceg\ncfbegdga\negcgafdb\ngdaaeabc\n");
	struct term *term = start_on("xterm-256color", "falling.level");
	term_drain(term, 150);
	size_t before = term_bytes(term);
	type(term, "L");
	see(term, "No match: swap undone.");
	term_drain(term, 500);
	ck_assert_uint_le(term_bytes(term) - before, REFUSED_BYTES);
	type(term, TERM_DOWN TERM_DOWN TERM_DOWN);
	term_drain(term, 150);
	before = term_bytes(term);
	type(term, "L");
	see(term, "score 10");
	term_drain(term, 500);
	ck_assert_uint_le(term_bytes(term) - before, SWAP_BYTES);
	quit(term);
}
END_TEST

/* In 24-bit colours a change of colour costs the most. */
static const struct {
	int rows, columns;
	const char *level;
	size_t bytes;
} first_frames[] = {
	{24, 80, "gems/endless:1", PRICE_PAINT_RGB},
	{24, 80, "tilt/classic:1", PRICE_PAINT_RGB},
	{24, 80, "bishop/turns:6", PRICE_PAINT_RGB},
	{24, 80, "lines/stars:3", PRICE_PAINT_RGB},
	{60, 200, "gems/clean-sweep:2", PRICE_PAINT_WIDE},
	{60, 200, "tilt/classic:1", 6000},
	{60, 200, "bishop/turns:6", 8000},
	{60, 200, "lines/stars:3", 9000},
	{60, 200, "gems/endless:1", 18000}, /* 64 gems of 24 by 12 */
};

START_TEST(the_first_frame_in_24_bit_colours_takes_few_bytes)
{
	struct term *term = start_with((struct start){{first_frames[_i].level},
	                                              {"COLORTERM=truecolor"},
	                                              first_frames[_i].rows,
	                                              first_frames[_i].columns});
	see(term, "moves 0");
	term_drain(term, 150);
	ck_assert_uint_le(term_bytes(term), first_frames[_i].bytes);
	quit(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("paint");
	tcase_add_loop_test(tests, a_repaint_changes_nothing, 0, TERMINALS * LEVELS);
	tcase_add_loop_test(tests, a_cursor_key_takes_few_bytes, 0, TERMINALS * LEVELS);
	tcase_add_test(tests, a_swap_takes_few_bytes);
	tcase_add_loop_test(tests, the_first_frame_takes_few_bytes, 0, TERMINALS * LEVELS);
	tcase_add_loop_test(tests, the_first_frame_in_24_bit_colours_takes_few_bytes, 0,
	                    sizeof first_frames / sizeof first_frames[0]);
	return run_playing("paint", tests);
}
