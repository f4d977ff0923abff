/* The result of a run: its score, beside the best ones; a line for each of its boards, with what
 * was made of it; and the chosen board in small. It is read from the store and replayed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/least.h"
#include "os/language.h"
#include "os/text.h"
#include "play/scores.h"
#include "puzzle/key.h"
#include "store/store.h"
#include "ui/app.h"

enum {
	LIST_ROW = 6,       /* where the boards begin */
	LIST_COLUMNS = 18,  /* of their lines, without the words */
	LIST_MIN = 15,      /* the same without gaps */
	BOARD_COLUMNS = 20, /* at least of those */
	WORDS_MAX = 256,    /* bytes */
	BOARD_MAX = 2 * WORDS_MAX,
	PREVIEW_MIN = 16, /* columns; in fewer there is no board beside them */
	FOOT_ROWS = 3,    /* a blank row, words, keys */
	SECOND = 10,      /* tenths */
};

struct run_state {
	struct run run;
	int chosen;                       /* board, from 0 */
	int top;                          /* the first one in sight */
	int columns;                      /* of the words of the boards */
	int64_t day, ever;                /* the player's best scores */
	char leader[SHARED_NAME_MAX + 1]; /* the best on the leaderboard; "": there is none */
	int leader_score;
	bool sharing; /* the text to share is shown, until the next key */
};

static struct run_state *state_of(const struct app *app)
{
	return app->state[PAGE_RUN];
}

/* ---- opening ---- */

/* The first of the day. Only where several players share the account there is a leaderboard. */
static void find_leader(struct app *app, const struct run_id *id)
{
	struct run_state *state = state_of(app);
	struct scores scores = {0};
	struct leaderboard board;
	if (store_player(app->store) == NULL)
		return;
	if (app_read_scores(&scores)) {
		scores_rank_run(&scores, &app->boards, id, &board);
		if (board.count > 0) {
			snprintf(state->leader, sizeof state->leader, "%s", board.score[0].player);
			state->leader_score = board.score[0].score;
		}
	}
	scores_free(&scores);
}

/* The run that began then, verified; 0: the best of its day. False if there is none. */
static bool read_run(struct app *app, const struct run_list *list, const struct run_id *id,
                     int64_t began)
{
	struct run *run = &state_of(app)->run;
	for (int i = 0; began != 0 && i < list->count; i++)
		if (list->record[i].began == began && run_id_equal(&list->record[i].id, id))
			return run_record_read(&list->record[i], &app->boards, run);
	return began == 0 && run_list_best(list, &app->boards, id, id->date, run) != NULL;
}

static int64_t best_score(struct app *app, const struct run_list *list, const struct run_id *id,
                          int date)
{
	const struct run_record *best = run_list_best(list, &app->boards, id, date, NULL);
	return best == NULL ? 0 : best->score;
}

static bool open_run(struct app *app, const struct destination *to)
{
	struct run_state *state = state_of(app);
	struct run_list list = {.count = 0};
	*state = (struct run_state){.leader = ""};
	app_read_runs(app, &list);
	const bool good = read_run(app, &list, &to->run, to->began);
	if (good) {
		state->ever = best_score(app, &list, &to->run, 0);
		state->day = best_score(app, &list, &to->run, to->run.date);
		find_leader(app, &to->run);
		state->chosen = state->run.count - 1;
	} else {
		app_say(app, to->began != 0 ? _("The run could not be read.")
		                            : _("No result yet: the run has not been played."));
	}
	run_list_free(&list);
	return good;
}

static void close_run(struct app *app)
{
	run_free(&state_of(app)->run);
}

/* ---- words ---- */

static void print_time(int tenths, char out[16])
{
	snprintf(out, 16, "%d:%02d", tenths / SECOND / 60, tenths / SECOND % 60);
}

static char32_t mark(const struct picture *picture, const struct run_board *board)
{
	if (board->minimal)
		return picture_glyph(picture, U'★', U'*');
	return board->solved ? picture_glyph(picture, U'●', U'o')
	                     : picture_glyph(picture, U'○', U'.');
}

/* Of a storm: "9 solved, 3 in the minimum". In a streak, these are its score. */
static void describe(const struct run *run, char *out, size_t size)
{
	int minimal = 0;
	out[0] = '\0';
	if (run->id.kind == RUN_STREAK)
		return;
	for (int i = 0; i < run->count; i++)
		minimal += run->board[i].minimal;
	const int solved = run_solved(run);
	int used = snprintf(out, size, text_plural("%d solved", "%d solved", solved), solved);
	used += snprintf(out + used, size - (size_t)used, "%s", C_("list", ", "));
	snprintf(out + used, size - (size_t)used,
	         /* TRANSLATORS: boards solved in their minimum number of moves */
	         text_plural("%d in the minimum", "%d in the minimum", minimal), minimal);
}

static void describe_bests(const struct run_state *state, char *out, size_t size)
{
	const int score = run_score(&state->run);
	const bool new_best = score > 0 && score == state->ever;
	snprintf(out, size,
	         new_best ? _("your best: %lld of the day, %lld of all days (this one)")
	                  : _("your best: %lld of the day, %lld of all days"),
	         (long long)state->day, (long long)state->ever);
}

/* "Storm of 2026-11-26" */
static void describe_run(const struct run_id *id, char out[WORDS_MAX])
{
	char day[RUN_DAY_MAX];
	run_id_day(id, day);
	snprintf(out, WORDS_MAX, id->kind == RUN_STREAK ? _("Streak of %s") : _("Storm of %s"),
	         day);
}

/* The result as text to share, in rows that end with newlines. */
static void write_shared(const struct run *run, bool ascii, char out[SHARE_MAX])
{
	static const char *const marks[2][3] = {{"○", "●", "★"}, {".", "o", "*"}};
	char name[RUN_NAME_MAX], title[WORDS_MAX], score[WORDS_MAX];
	FILE *text = fmemopen(out, SHARE_MAX, "w");
	out[0] = '\0';
	if (text == NULL)
		return;
	run_id_name(&run->id, 0, name);
	describe_run(&run->id, title);
	run_score_words(run->id.kind, run_score(run), score, sizeof score);
	/* TRANSLATORS: A shared result of a run: its puzzle, the run, and the result. */
	fprintf(text, _("Parlour %s, %s: %s\n"), _(run->id.puzzle->title), title, score);
	for (int i = 0; i < run->count; i++)
		fprintf(text, "%s%s", marks[ascii][run->board[i].solved + run->board[i].minimal],
		        i % 30 == 29 && i + 1 < run->count ? "\n" : "");
	fputc('\n', text);
	/* TRANSLATORS: "parlour %s" is the command that plays it. */
	fprintf(text, _("Play: parlour %s"), name);
	fputc('\n', text);
	fclose(text);
	out[SHARE_MAX - 1] = '\0';
}

/* ---- drawing ---- */

static void draw_head(struct app *app)
{
	const struct run_state *state = state_of(app);
	const struct run *run = &state->run;
	struct picture *picture = app->picture;
	char words[WORDS_MAX], score[WORDS_MAX];
	const int room = picture->columns - 2;
	describe_run(&run->id, words);
	const int end = picture_print(picture, 0, 1, ROLE_STRONG, "%s", words);
	picture_print(picture, 0, end + 2, ROLE_QUIET, "%s", _(run->id.puzzle->title));
	run_score_words(run->id.kind, run_score(run), score, sizeof score);
	const int after = picture_print(picture, 2, 1, ROLE_HINT, " %s ", score) + 1;
	describe(run, words, sizeof words);
	picture_text(picture, 2, after, room - after, ROLE_TEXT, words);
	describe_bests(state, words, sizeof words);
	const int row = words_wrap(picture, 3, 1, room, ROLE_TEXT, words);
	if (state->leader[0] == '\0')
		return;
	run_score_words(run->id.kind, state->leader_score, score, sizeof score);
	/* TRANSLATORS: a player, and "12 points" or "3 boards" */
	snprintf(words, sizeof words, _("best of the day: %s, %s"), state->leader, score);
	picture_text(picture, row, 1, room, ROLE_TEXT, words);
}

static int rows_of_list(const struct app *app)
{
	return greatest(1, app->picture->rows - LIST_ROW - FOOT_ROWS);
}

/* What became of a board: "4 moves", "skipped". */
static void describe_end(const struct run *run, int number, int par, char out[WORDS_MAX])
{
	const struct run_board *board = &run->board[number];
	const bool last = number == run->count - 1;
	if (board->solved)
		snprintf(out, WORDS_MAX, text_plural("%d move", "%d moves", board->count),
		         board->count);
	else
		snprintf(out, WORDS_MAX, "%s",
		         run->id.kind == RUN_STORM
		                 ? (last ? C_("board", "time up") : C_("board", "skipped"))
		         : run_is_missed(run, par) ? C_("board", "missed")
		                                   : C_("board", "given up"));
}

/* "4 moves, par 4". A run that has ended has all its boards made. */
static void describe_board(struct app *app, int number, char out[BOARD_MAX])
{
	const struct run *run = &state_of(app)->run;
	struct error error;
	const struct level *level = run_boards_get(&app->boards, &run->id, number + 1, &error);
	const int par = level == NULL ? 0 : level->par;
	char end[WORDS_MAX];
	describe_end(run, number, par, end);
	const int used = snprintf(out, BOARD_MAX, "%s%s", end, C_("list", ", "));
	snprintf(out + used, BOARD_MAX - (size_t)used, _("par %d"), par);
}

/* " 7 ★ 4 moves, par 4   0:41" */
static void draw_line(struct app *app, int row, int number)
{
	const struct run *run = &state_of(app)->run;
	const struct run_board *board = &run->board[number];
	struct picture *picture = app->picture;
	char text[BOARD_MAX], time[16];
	const bool chosen = number == state_of(app)->chosen;
	const int columns = state_of(app)->columns;
	print_time(board->tenths, time);
	describe_board(app, number, text);
	if (chosen)
		picture_put(picture, row, 0, picture_glyph(picture, U'▶', U'>'), ROLE_TEXT, 0);
	picture_print(picture, row, 1, chosen ? ROLE_STRONG : ROLE_QUIET, "%3d", number + 1);
	picture_put(picture, row, 5, mark(picture, board), board->minimal ? ROLE_GOLD : ROLE_TEXT,
	            0);
	picture_text(picture, row, 7, columns, chosen ? ROLE_STRONG : ROLE_TEXT, text);
	picture_print(picture, row, columns + 9, ROLE_QUIET, "%6s", time);
	picture_click_area(picture, row, 0, 1, LIST_COLUMNS + columns, PRESS_ENTER, number);
}

/* What all boards need, if the screen has that many. */
static int columns_of_boards(struct app *app)
{
	int columns = BOARD_COLUMNS;
	for (int i = 0; i < state_of(app)->run.count; i++) {
		char text[BOARD_MAX];
		describe_board(app, i, text);
		columns = greatest(columns, text_columns(text));
	}
	return least(columns, greatest(BOARD_COLUMNS, app->picture->columns - LIST_MIN));
}

static void draw_list(struct app *app)
{
	struct run_state *state = state_of(app);
	const int rows = rows_of_list(app);
	state->columns = columns_of_boards(app);
	state->top = least(state->top, state->chosen);
	state->top = greatest(state->top, state->chosen - rows + 1);
	for (int i = 0; i < rows && state->top + i < state->run.count; i++)
		draw_line(app, LIST_ROW + i, state->top + i);
}

/* The chosen board, as it began. */
static void draw_preview(struct app *app)
{
	const struct run_state *state = state_of(app);
	struct picture *picture = app->picture;
	struct error error;
	const struct run_id *id = &state->run.id;
	const struct level *level = run_boards_get(&app->boards, id, state->chosen + 1, &error);
	const int left = LIST_COLUMNS + state->columns;
	const struct viewport room = {.top = LIST_ROW - 1,
	                              .rows = picture->rows - LIST_ROW - 2,
	                              .left = left,
	                              .pixels = picture->pixels,
	                              .flat = picture_is_flat(picture),
	                              .columns = picture->columns - left};
	if (level == NULL || room.columns < PREVIEW_MIN)
		return;
	scroll_reset(&app->scroll);
	const struct viewport viewport =
		viewport_find(&app->scroll, id->puzzle, level, room,
	                      level->rows / 2 * level->columns + level->columns / 2);
	viewport_begin(&viewport, picture);
	id->puzzle->screen.paint(level, &(struct view){.state = &level->start}, picture);
	viewport_end(&viewport, picture);
	picture_click_area(picture, viewport.row, viewport.column, viewport.extent.rows,
	                   viewport.extent.columns, PRESS_ENTER, state->chosen);
}

static void draw_shared(struct app *app)
{
	struct picture *picture = app->picture;
	char text[SHARE_MAX], *rest = NULL;
	write_shared(&state_of(app)->run, picture->glyphs == GLYPHS_ASCII, text);
	int row = LIST_ROW;
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		row = words_wrap(picture, row, 3, picture->columns - 4, ROLE_STRONG, line);
	app_click_anywhere(app, PRESS_ESCAPE);
}

static void draw(struct app *app)
{
	draw_head(app);
	if (state_of(app)->sharing) {
		draw_shared(app);
	} else {
		draw_list(app);
		draw_preview(app);
	}
	app_draw_footer(app, ON_RUN, NULL, run_rule(state_of(app)->run.id.kind), ROLE_QUIET, false);
}

/* ---- keys ---- */

static void share(struct app *app)
{
	char text[SHARE_MAX];
	write_shared(&state_of(app)->run, app->settings.glyphs == GLYPHS_ASCII, text);
	state_of(app)->sharing = true;
	app_share_shown(app, text);
}

/* Replays what was made of a board, and compares it with the minimum. */
static void look(struct app *app, int board)
{
	const struct run *run = &state_of(app)->run;
	const struct game_id id = game_id_of_run(&run->id, board + 1);
	struct destination to = {.transition = TRANSITION_COVER,
	                         .page = PAGE_GAME,
	                         .start = START_LOOK,
	                         .moves = run->board[board].moves};
	struct error error;
	const struct level *level = run_boards_get(&app->boards, &run->id, board + 1, &error);
	state_of(app)->chosen = board;
	if (level != NULL && library_add_id(app->library, &id, level, &to.level, &error))
		app_go(app, to);
	else
		app_say_sentence(app, error.text);
}

static void choose(struct app *app, int step)
{
	struct run_state *state = state_of(app);
	const int next = state->chosen + step;
	if (next >= 0 && next < state->run.count)
		state->chosen = next;
}

static void take_key(struct app *app, struct press press)
{
	struct run_state *state = state_of(app);
	if (state->sharing) {
		state->sharing = false;
		return;
	}
	switch (press.action) {
	case ACTION_UP:
		choose(app, -1);
		return;
	case ACTION_DOWN:
		choose(app, 1);
		return;
	case ACTION_CHOOSE:
		look(app, press.cell >= 0 ? press.cell : state->chosen);
		return;
	case ACTION_RESTART:
		app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
		                                 .page = PAGE_GAME,
		                                 .start = START_RUN,
		                                 .run = state->run.id});
		return;
	case ACTION_SHARE:
		share(app);
		return;
	case ACTION_LEVELS:
	case ACTION_BACK:
		app_go_to_menu(app);
		return;
	default:
		return;
	}
}

static const struct puzzle *puzzle(const struct app *app)
{
	return state_of(app)->run.id.puzzle;
}

static const struct sign *signs(const struct app *app)
{
	static const struct sign marks[] = {
		{"★", "*", N_("solved in the minimum number of moves")},
		{"●", "o", N_("solved")},
		{"○", ".", N_("not solved")},
		{.text = NULL},
	};
	(void)app;
	return marks;
}

const struct page run_page = {
	.state_bytes = sizeof(struct run_state),
	.where = ON_RUN,
	.open = open_run,
	.close = close_run,
	.key = take_key,
	.draw = draw,
	.puzzle = puzzle,
	.signs = signs,
};
