/* The menu as a picture: a tab for each puzzle, below them the goal of the chosen one and its
 * levels, beside these a small board of the chosen level. During a search, the typed text replaces
 * the goal, and the levels found replace the puzzle's. */
#include "ui/page/menu.h"

#include <stdio.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/puzzle.h"

enum {
	HEAD_ROWS = 3, /* tabs, the puzzle's goal, a blank row */
	FOOT_ROWS = 2, /* a blank row, keys */
	LIST_COLUMNS = 50,
	PREVIEW_MIN = 16, /* columns; in fewer there is no board beside the list */
	TITLE_COLUMN = 8,
};

/* ---- the head ---- */

/* Whether a level counts: one of the player's own does once it is known to be solvable. */
static bool counts(const struct menu_line *line)
{
	return line->kind == LINE_LEVEL &&
	       (line->par >= 0 || line->endless || line->best.count >= 0);
}

/* If several players share the account: this player's name, if it fits after `column`. */
static void draw_player(const struct app *app, int column)
{
	const char *player = store_player(app->store);
	const int start = player == NULL ? 0 : app->picture->columns - 1 - (int)strlen(player);
	if (player != NULL && start > column)
		picture_print(app->picture, 0, start, ROLE_QUIET, "%s", player);
}

/* The puzzles side by side, the chosen one inverse, with how many of their levels are solved; a
 * click chooses one. */
static void draw_tabs(struct app *app)
{
	const struct menu *menu = menu_of(app);
	const struct menu_line *end = menu->lines + menu->count;
	struct picture *picture = app->picture;
	const bool wide = picture->columns >= 70;
	int column = wide ? picture_print(picture, 0, 1, ROLE_STRONG, "Parlour") + 3 : 0;
	for (const struct menu_line *line = menu->lines; line < end;) {
		const struct puzzle *puzzle = line->puzzle;
		const bool chosen = puzzle == menu->lines[menu->selected].puzzle;
		const int first = (int)(line - menu->lines), start = column;
		int solved = 0, count = 0;
		for (; line < end && line->puzzle == puzzle; line++) {
			count += counts(line);
			solved += counts(line) && line->best.count >= 0;
		}
		char text[48];
		snprintf(text, sizeof text, wide ? " %s %d/%d " : " %s ", puzzle->title, solved,
		         count);
		column = picture_text(picture, 0, column, picture->columns - column,
		                      chosen ? ROLE_HINT : ROLE_TEXT, text) + wide;
		picture_click_area(picture, 0, start, 1, column - start, PRESS_TAB, first);
	}
	draw_player(app, column);
}

/* The text that is typed, and how many levels it finds. */
static void draw_search(struct app *app)
{
	const struct menu *menu = menu_of(app);
	struct picture *picture = app->picture;
	char count[32];
	snprintf(count, sizeof count, "%d found", menu->shown_count);
	const int right = picture->columns - 1 - (int)strlen(count);
	picture_print(picture, 1, 1, ROLE_STRONG, "/");
	prompt_draw_text(&app->prompt, picture, 1, 2, right - 4);
	picture_text(picture, 1, right, picture->columns - right, ROLE_QUIET, count);
	if (menu->shown_count == 0)
		picture_text(picture, HEAD_ROWS, 1, picture->columns - 1, ROLE_QUIET,
		             "Enter opens a file or game ID of that name.");
}

/* ---- the welcome ---- */

/* A line of the welcome, which can be clicked; returns the row after it. */
static int draw_offer(struct picture *picture, int row, int key, const char *name, const char *text)
{
	const int end = picture_text(picture, row, 3, 8, ROLE_STRONG, name);
	picture_text(picture, row, 10, picture->columns - 10, ROLE_TEXT, text);
	if (key != PRESS_NONE)
		picture_click_area(picture, row, 1, 1, end + 30, key, -1);
	return row + 1;
}

/* For players who come for the first time; returns the row after it. */
static int draw_welcome(struct app *app, int row)
{
	struct picture *picture = app->picture;
	const bool ascii = picture->glyphs == GLYPHS_ASCII, roomy = picture->rows >= 20;
	const char *text =
		"Welcome! Four puzzles, and a solver that proves the minimum number of moves.";
	while (*text != '\0') {
		const size_t length = text_fit(text, picture->columns - 2);
		picture_print(picture, row++, 1, ROLE_TEXT, "%.*s", (int)length, text);
		text += length + (text[length] == ' ');
	}
	row += roomy;
	row = draw_offer(picture, row, PRESS_ENTER, "Enter", "start with the first steps");
	row = draw_offer(picture, row, PRESS_RIGHT, ascii ? "< >" : "← →", "other puzzles");
	row = draw_offer(picture, row, '?', "?", "help, on every page");
	row = draw_offer(picture, row, PRESS_NONE, "mouse", "click anything you see");
	return row;
}

/* ---- lines ---- */

static bool is_at_par(const struct menu_line *line)
{
	return line->best.count >= 0 && (line->best.optimal || line->best.count <= line->par);
}

/* Whether the level earned a second star: at par without the counter. */
static bool has_second_star(const struct menu_line *line)
{
	return !line->endless && is_at_par(line) && line->best.unaided;
}

/* The result of a level, or that it was begun: with `game`, rather that. */
static char32_t mark(const struct picture *picture, const struct menu_line *line, bool game)
{
	if (line->playing && (game || line->best.count < 0))
		return picture_glyph(picture, U'◐', U'~');
	if (line->best.count < 0)
		return picture_glyph(picture, U'○', U'.');
	if (line->endless || is_at_par(line))
		return picture_glyph(picture, U'★', U'*');
	return picture_glyph(picture, U'●', U'o');
}

/* The pack's title and a mark for each of its levels; a click chooses one that is open. */
static void draw_heading(struct app *app, int row, int index)
{
	const struct menu *menu = menu_of(app);
	struct picture *picture = app->picture;
	const struct menu_line *line = &menu->lines[index];
	const char *title = line->title != NULL
	                            ? line->title
	                            : library_pack_title(app->library, line->level.pack);
	int column = picture_text(picture, row, 1, LIST_COLUMNS - 12, ROLE_STRONG, title) + 2;
	for (int i = index + 1; i < menu->count && menu->lines[i].kind == LINE_LEVEL; i++)
		if (column < LIST_COLUMNS)
			picture_put(picture, row, column++, mark(picture, &menu->lines[i], false),
			            has_second_star(&menu->lines[i]) ? ROLE_STRONG : ROLE_TEXT, 0);
	picture_click_area(picture, row, 0, 1, LIST_COLUMNS, PRESS_ENTER, index);
}

/* The player's best: moves, or the score of an endless level; else that a game is in progress. */
static void print_best(struct picture *picture, int row, int column, const struct menu_line *line)
{
	if (line->best.count >= 0 && line->endless)
		picture_print(picture, row, column, ROLE_QUIET, "best score %lld",
		              (long long)line->best.score);
	else if (line->best.count >= 0)
		picture_print(picture, row, column, ROLE_QUIET, "you %d", line->best.count);
	else if (line->playing)
		picture_print(picture, row, column, ROLE_QUIET, line->shown ? "shown" : "begun");
}

/* The pack of a line that is not listed under it. */
static void print_pack(struct app *app, int row, int column, const struct menu_line *line)
{
	char text[96];
	const bool typed = app->prompt.open;
	const char *pack = line->level.pack >= 0 && line->title == NULL
	                           ? library_pack_title(app->library, line->level.pack)
	                           : "";
	snprintf(text, sizeof text, "%s%s%s", typed ? line->puzzle->title : "",
	         typed && pack[0] != '\0' ? ": " : "", pack);
	picture_text(app->picture, row, column, LIST_COLUMNS - column, ROLE_QUIET, text);
}

static void draw_level(struct app *app, int row, int index)
{
	const struct menu *menu = menu_of(app);
	const struct menu_line *line = &menu->lines[index];
	struct picture *picture = app->picture;
	const int width = picture->columns < LIST_COLUMNS ? 18 : 24;
	const int after = TITLE_COLUMN + 1 + width;
	if (index == menu->selected)
		picture_put(picture, row, 1, picture_glyph(picture, U'▶', U'>'), ROLE_TEXT, 0);
	if (line->title == NULL)
		picture_print(picture, row, 3, ROLE_QUIET, "%2d", line->level.level + 1);
	if (line->kind != LINE_DRAWING)
		picture_put(picture, row, 6, mark(picture, line, true), ROLE_TEXT, 0);
	if (line->kind == LINE_LEVEL && has_second_star(line) && !line->playing)
		picture_put(picture, row, 5, mark(picture, line, true), ROLE_TEXT, 0);
	if (line->kind == LINE_LEVEL)
		star_land(&app->star, line->identity, row, 6);
	picture_text(picture, row, TITLE_COLUMN, width, ROLE_TEXT, menu_title(app, line));
	if (line->kind == LINE_DRAWING) {
		picture_print(picture, row, after, ROLE_QUIET, "drawing");
	} else if (app->prompt.open || line->kind == LINE_GAME) {
		print_pack(app, row, after, line);
	} else {
		if (line->par >= 0)
			picture_print(picture, row, after, ROLE_QUIET, "par %2d", line->par);
		print_best(picture, row, line->par >= 0 ? after + 7 : after, line);
	}
	picture_click_area(picture, row, 0, 1, LIST_COLUMNS, PRESS_ENTER, index);
}

/* ---- the page ---- */

/* Rows of the list; below are the files left out, and the keys. */
static int list_rows(const struct app *app, int head)
{
	const int words = words_rows(app->picture, menu_of(app)->left_out);
	return app->picture->rows - head - words - FOOT_ROWS;
}

/* Keeps the chosen line in sight, and its pack's heading if it is the first level. */
static void scroll(struct menu *menu, int rows)
{
	const int position = menu_position(menu);
	const bool first =
		position > 0 && menu->lines[menu->shown[position - 1]].kind == LINE_HEADING;
	if (menu->top > position - first)
		menu->top = position - first;
	if (menu->top < position - rows + 1)
		menu->top = position - rows + 1;
	if (menu->top > menu->shown_count - rows)
		menu->top = menu->shown_count - rows;
	if (menu->top < 0)
		menu->top = 0;
}

/* The board of a level, as large as there is room, or the middle of a large one; a click on it
 * plays the level. */
static void draw_preview(struct app *app, int head)
{
	struct menu *menu = menu_of(app);
	const struct menu_line *line = &menu->lines[menu->previewed];
	const struct level *level = &menu->level;
	struct picture *picture = app->picture;
	const struct viewport room = {.top = head,
	                              .rows = list_rows(app, head),
	                              .left = LIST_COLUMNS,
	                              .pixels = picture->pixels,
	                              .columns = picture->columns - LIST_COLUMNS};
	struct error error;
	if (room.columns < PREVIEW_MIN || line->level.pack < 0 ||
	    !library_level_bare(app->library, line->level, &menu->level, &error))
		return;
	const int middle = level->rows / 2 * level->columns + level->columns / 2;
	scroll_reset(&app->scroll);
	const struct viewport viewport =
		viewport_find(&app->scroll, line->puzzle, level, room, middle);
	viewport_begin(&viewport, picture);
	line->puzzle->screen.paint(level, &(struct view){.state = &level->start}, picture);
	viewport_end(&viewport, picture);
	picture_click_area(picture, viewport.row, viewport.column, viewport.extent.rows,
	                   viewport.extent.columns, PRESS_ENTER, menu->previewed);
}

static void draw_list(struct app *app, int head)
{
	struct menu *menu = menu_of(app);
	const int rows = list_rows(app, head);
	scroll(menu, rows);
	for (int i = 0; i < rows && menu->top + i < menu->shown_count; i++) {
		const int index = menu->shown[menu->top + i];
		if (menu->lines[index].kind == LINE_HEADING)
			draw_heading(app, head + i, index);
		else
			draw_level(app, head + i, index);
	}
}

void menu_draw(struct app *app)
{
	static const enum action drop[] = {ACTION_DOWN, ACTION_NONE};
	const struct menu *menu = menu_of(app);
	const char *goal = menu->lines[menu->selected].puzzle->text.goal;
	const bool typed = app->prompt.open;
	int head = HEAD_ROWS;
	draw_tabs(app);
	if (typed)
		draw_search(app);
	else /* a long one also uses the blank row below */
		words_draw(app->picture, words_rows(app->picture, goal), goal, ROLE_QUIET);
	if (menu->welcome && !typed)
		head = draw_welcome(app, showcase_draw(menu->showcase, app, HEAD_ROWS)) + 1;
	draw_list(app, head);
	if (menu->shown_count > 0)
		draw_preview(app, head);
	app_draw_footer(app, typed ? ON_TYPING : ON_MENU, drop, menu->left_out, ROLE_QUIET);
	star_draw(&app->star, app->picture);
}
