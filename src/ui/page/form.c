/* A form for a new board: puzzle, size and difficulty, then a search that plays what it finds. The
 * search runs in short steps, as ticks, so keys and signals are never kept waiting for long. */
#include <assert.h>
#include <stdio.h>

#include "algo/least.h"
#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "play/new_board.h"
#include "puzzle/key.h"
#include "puzzle/registry.h"
#include "ui/app.h"

enum {
	HEAD_ROWS = 2,
	LABEL_COLUMNS = 12, /* or more, for longer labels, up to half of the screen */
	VALUES_MAX = 64,    /* values of a row; a click's cell is a row and a value */
	VALUE_BYTES = 96,
	STATUS_BYTES = 512,
	TURN_MILLISECONDS = 40,  /* time for searching, between two looks at the keys */
	SHOW_MILLISECONDS = 250, /* between two updates of the screen */
	SEARCH_SECONDS = 10,     /* at most, or the player's --time-limit */
};

enum { ROW_PUZZLE, ROW_SIZE, ROW_DIFFICULTY, ROWS };

struct form {
	int value[ROWS]; /* the choices, by number; kept while the program runs */
	int row;         /* the row that the keys change */
	bool opened;     /* before now, too */
	bool making, ended;
	struct new_board board; /* the search, if making or ended */
	int shown;              /* how many boards were tried, as on the screen */
	int64_t show_due;       /* milliseconds; the next number */
};

static struct form *form_of(const struct app *app)
{
	return app->state[PAGE_FORM];
}

/* ---- values ---- */

static const struct puzzle *chosen_puzzle(const struct form *form)
{
	return puzzle_at(form->value[ROW_PUZZLE]);
}

static struct board_size chosen_size(const struct form *form)
{
	return new_board_size(chosen_puzzle(form), form->value[ROW_SIZE]);
}

/* The name of a row's value; false if it has none of this number. */
static bool name_value(const struct form *form, int row, int number, char out[VALUE_BYTES])
{
	if (row == ROW_SIZE) {
		const struct board_size size = new_board_size(chosen_puzzle(form), number);
		snprintf(out, VALUE_BYTES, "%dx%d", size.rows, size.columns);
		return size.rows > 0;
	}
	if (number >= (row == ROW_PUZZLE ? puzzle_count() : (int)DIFFICULTIES))
		return false;
	snprintf(out, VALUE_BYTES, "%s",
	         row == ROW_PUZZLE ? _(puzzle_at(number)->title)
	                           : difficulty_name((enum difficulty)number));
	return true;
}

static int count_values(const struct form *form, int row)
{
	char name[VALUE_BYTES];
	int count = 0;
	while (name_value(form, row, count, name))
		count++;
	return count;
}

/* Chooses a value, which ends the search. */
static void choose(struct form *form, int row, int number)
{
	form->row = row;
	form->making = form->ended = false;
	form->value[row] = number;
	if (row == ROW_PUZZLE)
		form->value[ROW_SIZE] = new_board_usual_size(chosen_puzzle(form));
}

static void change(struct form *form, int step)
{
	const int count = count_values(form, form->row);
	assert(count > 0);
	choose(form, form->row, (form->value[form->row] + step + count) % count);
}

/* ---- making ---- */

static void begin(struct app *app)
{
	struct form *form = form_of(app);
	const double limit = app->options->limits.seconds;
	new_board_begin(&form->board, chosen_puzzle(form), chosen_size(form),
	                (enum difficulty)form->value[ROW_DIFFICULTY],
	                limit > 0 && limit < SEARCH_SECONDS ? limit : SEARCH_SECONDS);
	form->making = true;
	form->ended = false;
	form->shown = 0;
	form->show_due = form->board.began + SHOW_MILLISECONDS;
}

/* Plays the board that was found, or the nearest. */
static void play(struct app *app)
{
	char name[LEVEL_NAME_MAX];
	struct error error;
	new_board_name(&form_of(app)->board, name, sizeof name);
	form_of(app)->ended = false;
	if (!app_go_to_level(app, name, START_NEW, &error))
		app_say_sentence(app, error.text);
}

static int64_t due(const struct app *app)
{
	return form_of(app)->making; /* at once */
}

static void tick(struct app *app)
{
	struct form *form = form_of(app);
	const int64_t until = milliseconds_now() + TURN_MILLISECONDS;
	enum new_board_result result;
	do
		result = new_board_step(&form->board);
	while (result == NEW_BOARD_SEARCHING && milliseconds_now() < until);
	if (milliseconds_now() >= form->show_due || result != NEW_BOARD_SEARCHING) {
		form->shown = form->board.tried;
		form->show_due = milliseconds_now() + SHOW_MILLISECONDS;
	}
	form->making = result == NEW_BOARD_SEARCHING;
	form->ended = result == NEW_BOARD_NONE;
	if (result == NEW_BOARD_FOUND)
		play(app);
}

static void pause_search(struct app *app, int64_t milliseconds)
{
	form_of(app)->board.began += milliseconds;
	form_of(app)->board.deadline += milliseconds;
}

/* ---- keys ---- */

static void go_back(struct app *app)
{
	struct form *form = form_of(app);
	if (!form->making)
		app_go_back(app);
	form->making = false;
}

/* A click's cell is a row and a value. */
static void take_key(struct app *app, struct press press)
{
	struct form *form = form_of(app);
	const int row = press.cell / VALUES_MAX, number = press.cell % VALUES_MAX;
	if (press.cell >= 0) {
		if (row < ROWS && number < count_values(form, row))
			choose(form, row, number);
		return;
	}
	switch (press.action) {
	case ACTION_UP:
		form->row -= form->row > 0;
		return;
	case ACTION_DOWN:
		form->row += form->row < ROWS - 1;
		return;
	case ACTION_LESS:
		change(form, -1);
		return;
	case ACTION_MORE:
		change(form, 1);
		return;
	case ACTION_BACK:
		go_back(app);
		return;
	case ACTION_MAKE:
		if (form->ended && form->board.par >= 0)
			play(app);
		else if (!form->making)
			begin(app);
		return;
	default:
		return;
	}
}

/* ---- drawing ---- */

static const char *const labels[ROWS] = {NC_("new board", "Puzzle"), NC_("new board", "Size"),
                                         NC_("new board", "Difficulty")};

static int label_columns(const struct picture *picture)
{
	int columns = LABEL_COLUMNS;
	for (int row = 0; row < ROWS; row++)
		columns = greatest(columns, text_columns(language_text_in(labels[row])) + 2);
	return least(columns, picture->columns / 2);
}

static int value_columns(const struct form *form, int row, int number)
{
	char name[VALUE_BYTES];
	return name_value(form, row, number, name) ? text_columns(name) + 2 : 0;
}

/* The first value of a row to draw in that many columns, so that the chosen one is seen, and a mark
 * on each side where others are not. */
static int first_shown(const struct form *form, int row, int columns)
{
	const int count = count_values(form, row);
	int first = form->value[row], all = 0, used = value_columns(form, row, first) + 2;
	for (int i = 0; i < count; i++)
		all += value_columns(form, row, i);
	if (all <= columns)
		return 0;
	while (first > 0 && used + value_columns(form, row, first - 1) <= columns)
		used += value_columns(form, row, --first);
	return first;
}

static void draw_row(struct app *app, int row)
{
	const struct form *form = form_of(app);
	struct picture *picture = app->picture;
	char name[VALUE_BYTES];
	int column = label_columns(picture);
	if (row == form->row)
		picture_put(picture, HEAD_ROWS + row, 0, picture_glyph(picture, U'▶', U'>'),
		            ROLE_TEXT, 0);
	picture_text(picture, HEAD_ROWS + row, 1, column - 1,
	             row == form->row ? ROLE_STRONG : ROLE_QUIET, language_text_in(labels[row]));
	const int count = count_values(form, row);
	const int first = first_shown(form, row, picture->columns - column);
	if (first > 0)
		picture_put(picture, HEAD_ROWS + row, column++, picture_glyph(picture, U'…', U'~'),
		            ROLE_QUIET, 0);
	for (int i = first; name_value(form, row, i, name); i++) {
		const int start = column;
		const bool last = i == count - 1;
		if (start + value_columns(form, row, i) + !last > picture->columns) {
			picture_put(picture, HEAD_ROWS + row, start,
			            picture_glyph(picture, U'…', U'~'), ROLE_QUIET, 0);
			break;
		}
		column = picture_print(picture, HEAD_ROWS + row, column,
		                       i == form->value[row] ? ROLE_HINT : ROLE_TEXT, " %s ", name);
		picture_click_area(picture, HEAD_ROWS + row, start, 1, column - start, PRESS_CLICK,
		                   row * VALUES_MAX + i);
	}
}

/* What the boards to choose from are like. */
static void describe_choice(enum difficulty difficulty, struct par_range pars,
                            char out[STATUS_BYTES])
{
	static const char *const exact[DIFFICULTIES] = {
		[DIFFICULTY_EASY] = N_("An easy board of this size has par %d."),
		[DIFFICULTY_MEDIUM] = N_("A medium board of this size has par %d."),
		[DIFFICULTY_HARD] = N_("A hard board of this size has par %d."),
	};
	static const char *const range[DIFFICULTIES] = {
		[DIFFICULTY_EASY] = N_("An easy board of this size has par %d to %d."),
		[DIFFICULTY_MEDIUM] = N_("A medium board of this size has par %d to %d."),
		[DIFFICULTY_HARD] = N_("A hard board of this size has par %d to %d."),
	};
	if (pars.min == pars.max)
		snprintf(out, STATUS_BYTES, _(exact[difficulty]), pars.min);
	else
		snprintf(out, STATUS_BYTES, _(range[difficulty]), pars.min, pars.max);
}

static void describe_search(struct par_range pars, int tried, int seconds, char out[STATUS_BYTES])
{
	if (pars.min == pars.max)
		snprintf(out, STATUS_BYTES,
		         /* TRANSLATORS: The plural goes with the second number; then: seconds. */
		         text_plural("Looking for par %d: %d board tried, %d s",
		                     "Looking for par %d: %d boards tried, %d s", tried),
		         pars.min, tried, seconds);
	else
		snprintf(out, STATUS_BYTES,
		         /* TRANSLATORS: The plural goes with the third number; then: seconds. */
		         text_plural("Looking for par %d to %d: %d board tried, %d s",
		                     "Looking for par %d to %d: %d boards tried, %d s", tried),
		         pars.min, pars.max, tried, seconds);
}

static void describe_closest(struct par_range pars, int tried, int par, char out[STATUS_BYTES])
{
	if (pars.min == pars.max)
		snprintf(out, STATUS_BYTES,
		         /* TRANSLATORS: The plural goes with the second number. */
		         text_plural("No par %d in %d board. The closest has par %d.",
		                     "No par %d in %d boards. The closest has par %d.", tried),
		         pars.min, tried, par);
	else
		snprintf(out, STATUS_BYTES,
		         /* TRANSLATORS: The plural goes with the third number. */
		         text_plural("No par %d to %d in %d board. The closest has par %d.",
		                     "No par %d to %d in %d boards. The closest has par %d.",
		                     tried),
		         pars.min, pars.max, tried, par);
}

static void describe(const struct form *form, char out[STATUS_BYTES])
{
	const struct new_board *board = &form->board;
	const enum difficulty difficulty = (enum difficulty)form->value[ROW_DIFFICULTY];
	const struct par_range pars =
		new_board_pars(chosen_puzzle(form), chosen_size(form), difficulty);
	if (form->making)
		describe_search(pars, form->shown,
		                (int)((milliseconds_now() - board->began) / 1000), out);
	else if (form->ended && board->par >= 0)
		describe_closest(pars, form->shown, board->par, out);
	else if (form->ended)
		snprintf(out, STATUS_BYTES, "%s",
		         _("No board found within the time limit. Try another size."));
	else
		describe_choice(difficulty, pars, out);
}

static void draw(struct app *app)
{
	char status[STATUS_BYTES];
	struct picture *picture = app->picture;
	picture_print(picture, 0, 1, ROLE_STRONG, "%s", _("New board"));
	for (int row = 0; row < ROWS; row++)
		draw_row(app, row);
	describe(form_of(app), status);
	words_draw(picture, HEAD_ROWS + ROWS + words_rows(picture, status), app->left, status,
	           ROLE_TEXT);
	app_draw_footer(app, ON_FORM, NULL, "", ROLE_QUIET, false);
}

static const char *footer_word(const struct app *app, const struct key_entry *entry)
{
	const struct form *form = form_of(app);
	if (entry->action == ACTION_MAKE && form->making)
		return NULL;
	if (entry->action == ACTION_MAKE && form->ended && form->board.par >= 0)
		return NC_("key", "play it");
	if (entry->action == ACTION_BACK && form->making)
		return NC_("key", "cancel");
	return entry->footer;
}

/* ---- the page ---- */

/* The puzzle is the one selected in the list; the other choices are as the player left them. */
static bool open_form(struct app *app, const struct destination *to)
{
	struct form *form = form_of(app);
	const struct puzzle *before = form->opened ? chosen_puzzle(form) : NULL;
	int number = 0;
	while (puzzle_at(number) != to->puzzle)
		number++;
	if (to->puzzle != before)
		choose(form, ROW_PUZZLE, number);
	if (!form->opened)
		form->value[ROW_DIFFICULTY] = DIFFICULTY_MEDIUM;
	form->opened = true;
	form->making = form->ended = false;
	form->row = ROW_SIZE;
	return true;
}

const struct page form_page = {
	.state_bytes = sizeof(struct form),
	.where = ON_FORM,
	.open = open_form,
	.key = take_key,
	.draw = draw,
	.word = footer_word,
	.due = due,
	.tick = tick,
	.pause = pause_search,
};
