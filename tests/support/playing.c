#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memmem */
#endif

#include "support/playing.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/boards.h"
#include "support/folder.h"
#include "support/help.h"

enum { TEST_SECONDS = 300, PATH_BYTES = 512 };

const char *const first_plan[FIRST_PAR] = {TERM_DOWN, TERM_RIGHT, TERM_UP};
const char *program;
static char *home;

static const char own_pack[] = "pack: Own pack\n"
			       "mode: tilt\n"
			       "\n"
			       "level: " FIRST "\n"
			       "par: 3\n"
			       "\n"
			       "a..#   ...#\n"
			       "..#.   ..#a\n"
			       "....   ....\n"
			       "\n"
			       "level: " SECOND "\n"
			       "par: 2\n"
			       "\n"
			       "a...   ....\n"
			       "....   ....\n"
			       "....   ...a\n"
			       "\n"
			       "level: " THIRD "\n"
			       "\n"
			       EASY_BOARD;

static const char hard_pack[] = "level: Hard\nmode: tilt\n\n" HARD_BOARD;

static const char four_pack[] = "level: Swap\n"
				"mode: gems\n"
				"goal: clear a\n"
				"par: 1\n"
				"\n"
				"aaba\n"
				"\n"
				"level: Diagonal\n"
				"mode: bishop\n"
				"par: 1\n"
				"\n"
				"a..   ...\n"
				"...   .a.\n"
				"\n"
				"level: Join\n"
				"mode: lines\n"
				"par: 1\n"
				"\n"
				"8.2\n"
				"\n"
				"level: Stuck\n"
				"mode: gems\n"
				"\n"
				"abcabc\n";

/* ---- a test's home ---- */

const char *at_home(const char *name)
{
	static char paths[4][PATH_BYTES];
	static int turn;
	char *path = paths[turn++ % 4];
	snprintf(path, PATH_BYTES, "%s/%s", home, name);
	return path;
}

void write_file(const char *name, const char *text)
{
	FILE *file = fopen(at_home(name), "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

void playing_begin(void)
{
	static char path[PATH_MAX];
	const char *given = getenv("PARLOUR");
	ck_assert_msg(given != NULL, "PARLOUR is not set: the program to be tested");
	program = realpath(given, path);
	ck_assert_msg(program != NULL, "%s: not found", given);
	home = folder_new();
	write_file(OWN, own_pack);
	write_file(HARD, hard_pack);
	write_file(FOUR, four_pack);
}

void playing_end(void)
{
	folder_free(home);
}

void forge(const char *name, const char *from, const char *to)
{
	static char bytes[1 << 20];
	FILE *file = fopen(at_home(name), "r+b");
	ck_assert_ptr_nonnull(file);
	const size_t size = fread(bytes, 1, sizeof bytes, file), length = strlen(from);
	bool found = false;
	for (size_t i = 0; i + length <= size; i++)
		if (memcmp(bytes + i, from, length) == 0) {
			memcpy(bytes + i, to, length);
			found = true;
		}
	ck_assert_msg(found, "\"%s\" is not in %s", from, name);
	rewind(file);
	ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
	fclose(file);
}

/* ---- the program ---- */

struct term *start_argv(const char *const *argv, struct start start)
{
	static char state[PATH_BYTES + 16], path[PATH_BYTES + 16];
	const char *environment[16] = {state, path};
	snprintf(state, sizeof state, "XDG_STATE_HOME=%s", at_home("state"));
	snprintf(path, sizeof path, "PARLOUR=%s", program);
	for (int i = 0; i < 8 && start.environment[i] != NULL; i++)
		environment[2 + i] = start.environment[i];
	return term_start(&(struct term_options){
		.argv = argv,
		.environment = environment,
		.home = home,
		.directory = home,
		.rows = start.rows,
		.columns = start.columns,
	});
}

struct term *start_with(struct start start)
{
	const char *argv[10] = {program};
	for (int i = 0; i < 8 && start.arguments[i] != NULL; i++)
		argv[1 + i] = start.arguments[i];
	return start_argv(argv, start);
}

struct term *start(const char *level)
{
	return start_with((struct start){.arguments = {level}});
}

struct term *start_shell(const char *command)
{
	const char *argv[] = {"sh", "-c", command, NULL};
	return start_argv(argv, (struct start){0});
}

void expect_end(struct term *term, int signal, int status)
{
	const int ended = term_end(term);
	ck_assert_msg(ended != -1, "it did not end");
	ck_assert_int_eq(WIFSIGNALED(ended) ? WTERMSIG(ended) : 0, signal);
	if (signal == 0)
		ck_assert_int_eq(WEXITSTATUS(ended), status);
	ck_assert_msg(term_restored(term), "the terminal is not as it was");
	term_free(term);
}

void quit(struct term *term)
{
	type(term, "q");
	expect_end(term, 0, 0);
}

void expect_refusal(const char *command, const char *words)
{
	char line[640], error[600] = "";
	snprintf(line, sizeof line, "%s; echo status $?", command);
	struct term *term = start_shell(line);
	see(term, "status");
	char *screen = term_screen(term);
	ck_assert_str_eq(screen, "status 2\n");
	ck_assert_int_eq(term_end(term), 0);
	FILE *file = fopen(at_home("err"), "r");
	ck_assert_ptr_nonnull(file);
	const size_t size = fread(error, 1, sizeof error - 1, file);
	fclose(file);
	ck_assert_msg(strncmp(error, "parlour: ", 9) == 0, "%s", error);
	ck_assert_ptr_eq(strchr(error, '\n'), error + size - 1);
	ck_assert_msg(strstr(error, words) != NULL, "%s", error);
	free(screen);
	term_free(term);
}

/* ---- a player ---- */

void type(struct term *term, const char *keys)
{
	ck_assert_msg(term_send(term, keys), "the program does not read");
}

void see(struct term *term, const char *text)
{
	ck_assert_msg(term_wait_text(term, text), "\"%s\" was not seen", text);
}

void see_gone(struct term *term, const char *text)
{
	ck_assert_msg(term_wait_gone(term, text), "\"%s\" stayed", text);
}

void see_moves(struct term *term, int count)
{
	char text[32];
	snprintf(text, sizeof text, "moves %d ", count);
	see(term, text);
}

void see_best(struct term *term, int count)
{
	char text[32];
	snprintf(text, sizeof text, "best from here %d ", count);
	see(term, text);
}

void see_that(struct term *term, const char *what, screen_check *right, const void *context)
{
	const double deadline = term_now() + term_timeout();
	while (!right(term, context)) {
		if (term_now() < deadline && term_read(term, 100) >= 0)
			continue;
		term_print(term, stderr);
		ck_abort_msg("%s: not seen", what);
	}
}

static int count_clears(struct term *term)
{
	static const char clear[] = "\033[2J";
	size_t length;
	int count = 0;
	const char *log = term_log(term, &length), *end = log + length;
	while ((log = memmem(log, (size_t)(end - log), clear, strlen(clear))) != NULL) {
		log += strlen(clear);
		count++;
	}
	return count;
}

static bool is_cleared_more(struct term *term, const void *count)
{
	return count_clears(term) > *(const int *)count;
}

/* The screen as text. Two pixels are shown with either of their colours as the background,
 * whichever takes fewer bytes: here always as the lower half. */
static char *read_screen(struct term *term)
{
	static const char upper[] = "▀", lower[] = "▄";
	char *screen = term_screen(term);
	for (char *at = screen; (at = strstr(at, upper)) != NULL;)
		memcpy(at, lower, sizeof lower - 1);
	return screen;
}

static char *repaint(struct term *term, const char *last)
{
	const int count = count_clears(term);
	type(term, "\014");
	see_that(term, "a repainted screen", is_cleared_more, &count);
	see(term, last);
	term_drain(term, 20);
	return read_screen(term);
}

char *fresh_screen(struct term *term, const char *last)
{
	/* A picture arrives look by look, possibly in two parts. It is complete when the next one
	 * is the same. */
	char *screen = repaint(term, last), *next = repaint(term, last);
	while (strcmp(screen, next) != 0) {
		free(screen);
		screen = next;
		next = repaint(term, last);
	}
	free(next);
	return screen;
}

bool is_screen(struct term *term, const void *context)
{
	char *screen = read_screen(term);
	const bool same = strcmp(screen, context) == 0;
	free(screen);
	return same;
}

void see_screen(struct term *term, const char *screen)
{
	see_that(term, screen, is_screen, screen);
}

struct card {
	const char *title, *below;
};

/* Where text stands in a row, on the bar of what is chosen; -1: nowhere. */
static int column_of_bar(struct term *term, int row, const char *text)
{
	const char *line = term_row(term, row), *found = strstr(line, text);
	int column = 0;
	if (found == NULL)
		return -1;
	for (const char *c = line; c < found; c++)
		column += (*c & 0xC0) != 0x80;
	return term_cell(term, row, column).reverse ? column : -1;
}

static bool is_chosen_card(struct term *term, const void *context)
{
	const struct card *card = context;
	for (int row = 0; row < term_rows(term) - 1; row++) {
		const int column = column_of_bar(term, row, card->title);
		if (column < 0)
			continue;
		const char *below = term_row(term, row + 1);
		for (int i = 0; i < column; i++) /* characters */
			while ((*++below & 0xC0) == 0x80)
				;
		if (strncmp(below, card->below, strlen(card->below)) == 0)
			return true;
	}
	return false;
}

void see_card(struct term *term, const char *title, const char *below)
{
	see_that(term, title, is_chosen_card, &(struct card){title, below});
}

void solve_first(struct term *term)
{
	for (int i = 0; i < FIRST_PAR; i++)
		type(term, first_plan[i]);
	see(term, SOLVED);
}

/* Not the lowest row: its arrows are names of keys. */
bool has_more(struct term *term, const char *arrow)
{
	int row;
	return term_find(term, arrow, &row, NULL) && row < term_rows(term) - 1;
}

static bool is_going_on(struct term *term, const void *arrow)
{
	return has_more(term, arrow);
}

static bool is_at_its_end(struct term *term, const void *arrow)
{
	return !has_more(term, arrow);
}

void see_more(struct term *term, const char *arrow)
{
	see_that(term, arrow, is_going_on, arrow);
}

void see_no_more(struct term *term, const char *arrow)
{
	see_that(term, arrow, is_at_its_end, arrow);
}

int number_after(struct term *term, const char *words)
{
	int row;
	see(term, words);
	ck_assert(term_find(term, words, &row, NULL));
	return (int)strtol(strstr(term_row(term, row), words) + strlen(words), NULL, 10);
}

void drag_at(struct term *term, int row, int column, int to_row, int to_column)
{
	const struct timespec held = {.tv_nsec = 30000000};
	char text[32];
	snprintf(text, sizeof text, "\033[<0;%d;%dM", column + 1, row + 1);
	type(term, text);
	nanosleep(&held, NULL); /* the effect of the press continues meanwhile */
	snprintf(text, sizeof text, "\033[<0;%d;%dm", to_column + 1, to_row + 1);
	type(term, text);
}

void click_at(struct term *term, int row, int column)
{
	drag_at(term, row, column, row, column);
}

void click(struct term *term, const char *text)
{
	int row, column;
	see(term, text);
	ck_assert(term_find(term, text, &row, &column));
	click_at(term, row, column);
}

/* ---- following hints ---- */

static const struct {
	const char *hint, *key;
} hints[] = {
	{"Hint: up.", TERM_UP},
	{"Hint: right.", TERM_RIGHT},
	{"Hint: down.", TERM_DOWN},
	{"Hint: left.", TERM_LEFT},
};

/* The key of the move of the hint; NULL if none is shown. "up or down" is not a move. */
static const char *hinted_key(struct term *term)
{
	if (term_find(term, "Hint: up or", NULL, NULL))
		return NULL;
	for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++)
		if (term_find(term, hints[i].hint, NULL, NULL))
			return hints[i].key;
	return NULL;
}

static bool is_hinted(struct term *term, const void *context)
{
	(void)context;
	return hinted_key(term) != NULL;
}

static bool is_proven(struct term *term, const void *context)
{
	(void)context;
	return term_find(term, "✓", NULL, NULL);
}

int follow_hint(struct term *term, int moves_made)
{
	see_that(term, "a proven number", is_proven, NULL);
	const int left = number_after(term, "best from here ");
	type(term, "ttt");
	see_that(term, "the hint's move", is_hinted, NULL);
	type(term, hinted_key(term));
	see_moves(term, moves_made + 1);
	see_best(term, left - 1);
	return left - 1;
}

int solve_by_hints(struct term *term)
{
	int moves = 1;
	while (follow_hint(term, moves - 1) > 0)
		moves++;
	see(term, SOLVED);
	return moves;
}

/* ---- running them ---- */

TCase *playing_case(const char *name)
{
	TCase *tests = tcase_create(name);
	tcase_add_checked_fixture(tests, playing_begin, playing_end);
	tcase_set_timeout(tests, TEST_SECONDS);
	return tests;
}

int run_playing(const char *name, TCase *tests)
{
	Suite *suite = suite_create(name);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
