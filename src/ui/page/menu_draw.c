/* The menu as a picture: a tab for each puzzle, below them the goal of the chosen one and its
 * levels, beside these the board of the chosen level. Until a level is chosen, a new player sees a
 * welcome instead of the goal, and a greeting instead of the board. During a search, the typed text
 * replaces the goal, and the levels found replace the puzzle's. */
#include "ui/page/menu.h"

#include <stdio.h>
#include <string.h>

#include "algo/least.h"
#include "os/language.h"
#include "os/text.h"
#include "play/ladder.h"
#include "puzzle/measured.h"
#include "puzzle/puzzle.h"

enum {
	HEAD_ROWS = 3,    /* tabs, the puzzle's goal, a blank row */
	FOOT_ROWS = 2,    /* a blank row, keys */
	ROOMY = 24,       /* rows; with fewer, the welcome is short */
	AIRY = 36,        /* rows; from here on, a blank one is below it */
	PREVIEW_MIN = 16, /* columns; in fewer there is no board beside the list */
	LABEL_ROWS = 2,   /* below it: the title, par and result */
	OFFER_GAP = 3,
	TAB_BYTES = 96,
	WORDS_BYTES = 192, /* of a few words */
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
	const int start = player == NULL ? 0 : app->picture->columns - 1 - text_columns(player);
	if (player != NULL && start > column)
		picture_print(app->picture, 0, start, ROLE_QUIET, "%s", player);
}

/* A puzzle's tab, with how many of its levels are solved. Its lines begin with *line; afterwards
 * that is the next puzzle's first. */
static void print_tab(const struct menu *menu, int *line, bool counted, char out[TAB_BYTES])
{
	const struct puzzle *puzzle = menu->lines[*line].puzzle;
	int solved = 0, count = 0;
	for (; *line < menu->count && menu->lines[*line].puzzle == puzzle; ++*line) {
		count += counts(&menu->lines[*line]);
		solved += counts(&menu->lines[*line]) && menu->lines[*line].best.count >= 0;
	}
	if (counted)
		snprintf(out, TAB_BYTES, " %s %d/%d ", _(puzzle->title), solved, count);
	else
		snprintf(out, TAB_BYTES, " %s ", _(puzzle->title));
}

/* The columns of all tabs but the chosen one, and how many they are. */
struct tabs {
	int columns, count;
};

/* Returns the columns of the chosen tab. */
static int measure_tabs(const struct menu *menu, bool counted, struct tabs *others)
{
	const struct puzzle *chosen = menu->lines[menu->selected].puzzle;
	char text[TAB_BYTES];
	int columns = 0;
	*others = (struct tabs){0};
	for (int line = 0; line < menu->count;) {
		const bool is_chosen = menu->lines[line].puzzle == chosen;
		print_tab(menu, &line, counted, text);
		if (is_chosen) {
			columns = text_columns(text);
		} else {
			others->columns += text_columns(text);
			others->count++;
		}
	}
	return columns;
}

/* The puzzles side by side, the chosen one inverse, with how many of their levels are solved, and
 * the key for the next; a click chooses one. Where there is too little room, the others are cut to
 * equal parts of what the chosen one leaves. */
static void draw_tabs(struct app *app)
{
	const struct menu *menu = menu_of(app);
	struct picture *picture = app->picture;
	const bool wide = picture->columns >= 70;
	int column = wide ? picture_print(picture, 0, 1, ROLE_STRONG, "Parlour") + 3 : 0;
	const int room = picture->columns - column;
	struct tabs others;
	bool counted = picture->columns >= 52;
	int chosen_columns = measure_tabs(menu, counted, &others);
	if (counted && chosen_columns + others.columns + wide * others.count > room) {
		counted = false;
		chosen_columns = measure_tabs(menu, counted, &others);
	}
	int left = room - chosen_columns - wide * others.count;
	for (int line = 0; line < menu->count;) {
		const bool chosen = menu->lines[line].puzzle == menu->lines[menu->selected].puzzle;
		const int first = line, start = column;
		int columns = chosen_columns;
		char text[TAB_BYTES];
		print_tab(menu, &line, counted, text);
		if (!chosen) {
			columns = least(text_columns(text), greatest(left, 0) / others.count--);
			left -= columns;
		}
		column = picture_text(picture, 0, column, columns, chosen ? ROLE_HINT : ROLE_TEXT,
		                      text) + wide;
		picture_click_area(picture, 0, start, 1, column - start, PRESS_TAB, first);
	}
	if (wide && key_bound(&app->keys, ON_MENU, PRESS_TAB) != PRESS_NONE) {
		char key[KEY_NAME_MAX];
		column = picture_print(picture, 0, column + 1, ROLE_QUIET, "%s",
		                       app_key(app, ON_MENU, PRESS_TAB, key));
	}
	draw_player(app, column);
}

/* The text that is typed, and how many levels it finds. */
static void draw_search(struct app *app)
{
	const struct menu *menu = menu_of(app);
	struct picture *picture = app->picture;
	char count[WORDS_BYTES], enter[KEY_NAME_MAX], text[WORDS_BYTES];
	snprintf(count, sizeof count, text_plural("%d found", "%d found", menu->shown_count),
	         menu->shown_count);
	const int right = picture->columns - 1 - text_columns(count);
	picture_print(picture, 1, 1, ROLE_STRONG, "/");
	prompt_draw_text(&app->prompt, picture, 1, 2, right - 4);
	picture_text(picture, 1, right, picture->columns - right, ROLE_QUIET, count);
	if (menu->shown_count > 0)
		return;
	snprintf(text, sizeof text, _("%s opens a file or game ID of that name."),
	         name_of_key(PRESS_ENTER, enter));
	words_wrap(picture, HEAD_ROWS, 1, picture->columns - 2, ROLE_QUIET, text);
}

/* ---- the welcome ---- */

/* Something to do, which can be clicked; after the one before it, if there is room. */
static void draw_offer(struct picture *picture, int *row, int *column, int key, const char *text)
{
	char name[KEY_NAME_MAX];
	name_of_key(key, name);
	const int columns = text_columns(name) + 1 + text_columns(text);
	if (*column > 1 && *column + columns > picture->columns) {
		*column = 1;
		++*row;
	}
	const int end = picture_print(picture, *row, *column, ROLE_STRONG, "%s", name) + 1;
	picture_print(picture, *row, end, ROLE_TEXT, "%s", text);
	picture_click_area(picture, *row, *column, 1, columns, key, -1);
	*column += columns + OFFER_GAP;
}

/* For players who come for the first time; on a small screen, only what to do. Returns the row
 * after it. */
static int draw_welcome(struct app *app)
{
	struct picture *picture = app->picture;
	const bool small = picture->rows < ROOMY;
	int row = 1, column = 1;
	if (!small)
		row = words_wrap(picture, row, 1, picture->columns - 2, ROLE_TEXT,
		                 _("Welcome! Four puzzles, and a solver that proves the minimum "
		                   "number of moves."));
	/* TRANSLATORS: after the name of a key: the first levels, which are easy */
	draw_offer(picture, &row, &column, PRESS_ENTER, C_("welcome", "play the first steps"));
	/* TRANSLATORS: after the name of a key */
	draw_offer(picture, &row, &column, PRESS_TAB, C_("welcome", "other puzzles"));
	/* TRANSLATORS: after the name of a key */
	draw_offer(picture, &row, &column, '?', C_("welcome", "help"));
	return row + (picture->rows < AIRY ? 1 : 2);
}

/* ---- the page ---- */

/* Cards take the row of the words, unless that names files that were left out; below is a row where
 * only how many levels follow is written. */
static bool cards_take_words(const struct app *app)
{
	return menu_layout(app).cards > 0 && menu_of(app)->left_out[0] == '\0';
}

/* Rows of the list; below are the files left out, and the keys. */
static int list_rows(const struct app *app)
{
	const struct menu *menu = menu_of(app);
	const int words = cards_take_words(app) ? 0 : words_rows(app->picture, menu->left_out);
	return app->picture->rows - menu->head - words - FOOT_ROWS;
}

/* The room beside the list, below the ladder of the week if that is there. */
static struct viewport preview_room(const struct app *app)
{
	const struct picture *picture = app->picture;
	const struct layout layout = menu_layout(app);
	const int left = layout.columns, above = menu_day_rows(&layout);
	return (struct viewport){.top = menu_of(app)->head + above,
	                         .rows = list_rows(app) - above,
	                         .left = left,
	                         .pixels = picture->pixels,
	                         .flat = picture_is_flat(picture),
	                         .columns = picture->columns - left};
}

/* Text in the middle of the room. */
static void draw_centred(const struct app *app, const struct viewport *room, int row,
                         enum role role, const char *text)
{
	const int whole = text_columns(text), most = room->columns - 1;
	const int width = whole < most ? whole : most;
	picture_text(app->picture, row, room->left + (room->columns - width) / 2, width, role,
	             text);
}

/* Below the preview: the whole title, par, the player's best and, if there is room, the rating. */
static void draw_label(const struct app *app, const struct viewport *room, int row)
{
	const struct menu_line *line = &menu_of(app)->lines[menu_of(app)->previewed];
	const int rating = measured_rating(line->identity);
	char text[WORDS_BYTES], more[2 * WORDS_BYTES];
	menu_result(line, 1, text, sizeof text);
	/* TRANSLATORS: par and the player's best, then how difficult the level is, a number */
	snprintf(more, sizeof more, _("%s, rating %d"), text_trim(text), rating);
	const bool rated = rating >= 0 && text_columns(more) < room->columns;
	draw_centred(app, room, row, ROLE_STRONG, menu_title(app, line));
	draw_centred(app, room, row + 1, ROLE_QUIET, rated ? more : text);
}

/* What a line without a board of its own is about, and what the player has reached. */
static void draw_about(const struct app *app, const struct viewport *room, const char *title,
                       const char *day, const char *rule, const char *reached)
{
	struct picture *picture = app->picture;
	const int left = room->left + 3, columns = picture->columns - left - 1;
	picture_print(picture, room->top + 1, left, ROLE_STRONG, "%s", title);
	picture_text(picture, room->top + 2, left, columns, ROLE_QUIET, day);
	const int row = words_wrap(picture, room->top + 4, left, columns, ROLE_TEXT, rule) + 1;
	picture_text(picture, row, left, columns, ROLE_STRONG, reached);
}

static void draw_run(const struct app *app, const struct viewport *room,
                     const struct menu_line *line)
{
	struct run_id id;
	int board;
	char day[RUN_DAY_MAX], score[WORDS_BYTES], reached[2 * WORDS_BYTES] = "";
	run_id_parse(line->name, &id, &board);
	run_id_day(&id, day);
	run_score_words(id.kind, (int)line->best.score, score, sizeof score);
	if (line->best.count >= 0)
		snprintf(reached, sizeof reached,
		         /* TRANSLATORS: of a run: "12 boards", "30 points" */
		         line->playing ? _("your best: %s, in progress") : _("your best: %s"),
		         score);
	else if (line->playing)
		snprintf(reached, sizeof reached, "%s", C_("run", "in progress"));
	draw_about(app, room, run_title(id.kind), day, run_rule(id.kind), reached);
}

static void draw_ladder(const struct app *app, const struct viewport *room,
                        const struct menu_line *line)
{
	int solved = 0;
	char reached[WORDS_BYTES], week[WORDS_BYTES], number[16];
	const char *name = strchr(line->rungs[0].name, '#') + 1;
	snprintf(number, sizeof number, "%.*s", (int)strcspn(name, ":"), name);
	/* TRANSLATORS: a year and its week: "2026-48" */
	snprintf(week, sizeof week, _("week %s"), number);
	for (int i = 0; i < LADDER_RUNGS; i++)
		solved += line->rungs[i].best.count >= 0;
	/* TRANSLATORS: how many of the seven boards of a ladder are solved */
	snprintf(reached, sizeof reached, _("%d of %d solved"), solved, LADDER_RUNGS);
	draw_about(app, room, line->title, week, _(ladder_rule), reached);
}

/* The board of a level, as large as there is room, or the middle of a large one; a click there
 * plays the level. */
static void draw_preview(struct app *app, struct viewport room)
{
	struct menu *menu = menu_of(app);
	const struct menu_line *line = &menu->lines[menu->previewed];
	const struct level *level = &menu->level;
	struct picture *picture = app->picture;
	struct error error;
	if (room.columns >= PREVIEW_MIN && line->kind == LINE_RUN)
		draw_run(app, &room, line);
	if (room.columns >= PREVIEW_MIN && line->kind == LINE_LADDER)
		draw_ladder(app, &room, line);
	if (room.columns < PREVIEW_MIN || line->level.pack < 0 ||
	    !library_level_bare(app->library, line->level, &menu->level, &error))
		return;
	const bool labelled = menu_layout(app).cards > 0;
	picture_click_area(picture, room.top, room.left, room.rows, room.columns, PRESS_ENTER,
	                   menu->previewed);
	room.rows -= labelled ? LABEL_ROWS : 0;
	const int middle = level->rows / 2 * level->columns + level->columns / 2;
	scroll_reset(&app->scroll);
	const struct viewport viewport =
		viewport_find(&app->scroll, line->puzzle, level, room, middle);
	viewport_begin(&viewport, picture);
	line->puzzle->screen.paint(level, &(struct view){.state = &level->start}, picture);
	viewport_end(&viewport, picture);
	if (labelled)
		draw_label(app, &room, viewport.row + viewport.extent.rows);
	picture_click_area(picture, viewport.row, viewport.column, viewport.extent.rows,
	                   viewport.extent.columns, PRESS_ENTER, menu->previewed);
}

bool menu_greets(const struct app *app)
{
	const struct menu *menu = menu_of(app);
	const struct viewport room = preview_room(app);
	return menu->showcase != NULL && menu->previewed >= 0 && app->picture->pixels &&
	       !app->prompt.open && showcase_fits((struct size){room.rows, room.columns});
}

/* How many levels are below the last row; if the list has all rows, in the blank one below. */
static void draw_rest(struct app *app, int row, int rows, int first)
{
	const struct menu *menu = menu_of(app);
	struct picture *picture = app->picture;
	int levels = 0;
	for (int i = first; i < menu->shown_count; i++)
		levels += menu->lines[menu->shown[i]].kind != LINE_HEADING;
	if (levels == 0)
		return;
	row = menu->head + (row < rows ? rows - 1 : rows);
	picture_put(picture, row, 1, picture_glyph(picture, U'↓', U'v'), ROLE_QUIET, 0);
	const int end = picture_print(picture, row, 3, ROLE_QUIET,
	                              /* TRANSLATORS: so many levels are further down */
	                              text_plural("%d more", "%d more", levels), levels);
	picture_click_area(picture, row, 0, 1, end, PRESS_PAGE_DOWN, -1);
}

/* The row below an entry, from the top of the list; of a heading, that below its first level. */
static int end_of_entry(const struct menu *menu, const struct layout *layout, int position)
{
	const bool heading = menu->lines[menu->shown[position]].kind == LINE_HEADING;
	const int last = heading && position + 1 < menu->shown_count ? position + 1 : position;
	return menu->places[last].row - menu->top +
	       menu_entry_rows(layout, &menu->lines[menu->shown[last]]);
}

/* The heading of a pack that begins above the first entry seen. */
static void draw_heading_above(struct app *app, int position)
{
	const struct menu *menu = menu_of(app);
	if (position >= menu->shown_count || menu->places[position].row == menu->top)
		return;
	while (position > 0 && menu->lines[menu->shown[position]].kind != LINE_HEADING)
		position--;
	menu_draw_entry(app, menu->head, position);
}

/* Only cards that are seen whole are drawn. */
static void draw_list(struct app *app)
{
	const struct menu *menu = menu_of(app);
	const struct layout layout = menu_layout(app);
	const int rows = list_rows(app);
	int i = 0, end = 0;
	menu_scroll(app, rows, menu_place(app));
	while (i < menu->shown_count && menu->places[i].row < menu->top)
		i++;
	draw_heading_above(app, i);
	for (; i < menu->shown_count && end_of_entry(menu, &layout, i) <= rows; i++) {
		menu_draw_entry(app, menu->head + menu->places[i].row - menu->top, i);
		end = end_of_entry(menu, &layout, i);
	}
	if (layout.cards > 0)
		draw_rest(app, end, rows, i);
}

/* The head; sets how many rows it takes. */
static void draw_head(struct app *app)
{
	struct menu *menu = menu_of(app);
	const char *goal = _(menu->lines[menu->selected].puzzle->text.goal);
	menu->head = HEAD_ROWS;
	draw_tabs(app);
	if (app->prompt.open)
		draw_search(app);
	else if (!menu->welcome) { /* a long one also uses the blank row below */
		const int rows = words_rows(app->picture, goal);
		words_draw(app->picture, rows, app->left, goal, ROLE_QUIET);
		menu->head = greatest(HEAD_ROWS, rows + 1);
	} else {
		const int row = draw_welcome(app);
		menu->head = row > HEAD_ROWS ? row : HEAD_ROWS;
	}
}

void menu_draw(struct app *app)
{
	static const enum action drop[] = {ACTION_PRACTICE, ACTION_DOWN, ACTION_NONE};
	static const enum action shared[] = {ACTION_PRACTICE, ACTION_EDIT, ACTION_DOWN,
	                                     ACTION_NONE};
	struct menu *menu = menu_of(app);
	menu_translate(menu);
	draw_head(app);
	draw_list(app);
	const struct viewport room = preview_room(app);
	if (menu_greets(app))
		showcase_draw(menu->showcase, app, room.top, room.left,
		              (struct size){room.rows, room.columns});
	else if (menu->shown_count > 0 && menu->previewed >= 0)
		draw_preview(app, room);
	app_draw_footer(app, app->prompt.open ? ON_TYPING : ON_MENU,
	                store_player(app->store) == NULL ? drop : shared, menu->left_out,
	                ROLE_QUIET, cards_take_words(app));
	star_draw(&app->star, app->picture);
}
