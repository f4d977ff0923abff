/* The puzzles as tabs, and under the chosen one its packs and levels, with the chosen level's board
 * in small beside them. A puzzle's lines stand together in the list, which holds those of all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "ui/app.h"

enum {
	HEAD_ROWS = 3, /* tabs, the puzzle's goal, a blank row */
	FOOT_ROWS = 3,
	LIST_COLUMNS = 50,
	PREVIEW_MILLISECONDS = 200, /* the board is drawn when the cursor rests for so long */
};

/* ---- the list ---- */

static bool read_line(struct app *app, struct menu_line *line, struct level *level)
{
	struct error error;
	if (!library_level(app->library, line->place, level, &error))
		return false;
	line->identity = level_identity(line->mode, level);
	line->best = store_best(app->store, line->identity);
	line->par = level->par;
	line->endless = level->endless;
	return true;
}

static bool fill_lines(struct app *app, struct level *level)
{
	struct menu *menu = &app->menu;
	menu->count = 0;
	for (int p = 0; p < app->library->shipped; p++) {
		const struct pack *pack = &app->library->packs[p];
		menu->lines[menu->count++] = (struct menu_line){
			.heading = true, .mode = pack_mode(pack, 0), .place = {p, 0}};
		for (int l = 0; l < pack->count; l++) {
			struct menu_line *line = &menu->lines[menu->count++];
			*line = (struct menu_line){.mode = pack_mode(pack, l), .place = {p, l}};
			if (!read_line(app, line, level))
				return false;
		}
	}
	return true;
}

static int count_lines(const struct library *library)
{
	int count = 0;
	for (int p = 0; p < library->shipped; p++)
		count += 1 + library->packs[p].count;
	return count;
}

static void choose_identity(struct menu *menu, uint64_t identity)
{
	for (int i = 0; i < menu->count; i++)
		if (!menu->lines[i].heading && menu->lines[i].identity == identity)
			menu->chosen = i;
}

/* Says where the game in progress is that was played last. */
static void choose_kept(void *context, const struct kept_game *kept)
{
	struct app *app = context;
	struct menu *menu = &app->menu;
	choose_identity(menu, kept->level);
	if (menu->lines[menu->chosen].identity == kept->level) {
		app_say(app, "a game is in progress there: Enter resumes it");
		return;
	}
	snprintf(app->elsewhere, sizeof app->elsewhere, "%s", kept->place);
	app_say(app, "a game is in progress: g and Enter resume %s", kept->place);
}

/* The line where the player left off: of the level opened last, or of the game in progress. */
static void choose_last(struct app *app)
{
	struct menu *menu = &app->menu;
	const long last = store_setting(app->store, MENU_LAST, -1);
	for (int i = 0; i < menu->count; i++)
		if (!menu->lines[i].heading && menu_last(menu->lines[i].identity) == last)
			menu->chosen = i;
	store_last_game(app->store, choose_kept, app);
}

bool menu_open(struct app *app)
{
	struct menu *menu = &app->menu;
	const bool first = menu->lines == NULL;
	struct level *level = malloc(sizeof *level);
	if (first) {
		menu->lines = calloc((size_t)count_lines(app->library), sizeof *menu->lines);
		menu->chosen = 1;
	}
	const bool good = level != NULL && menu->lines != NULL && fill_lines(app, level);
	free(level);
	if (!good)
		return false;
	if (first)
		choose_last(app);
	else
		choose_identity(menu, app->game.identity);
	menu->previewed = menu->chosen;
	menu->preview_due = 0;
	app->page = PAGE_MENU;
	return true;
}

void menu_close(struct app *app)
{
	free(app->menu.lines);
	app->menu = (struct menu){0};
}

/* ---- the puzzle that is shown ---- */

/* The lines of the chosen puzzle: from first to before end. */
struct range {
	int first, end;
};

static struct range shown_lines(const struct app *app)
{
	const struct menu *menu = &app->menu;
	const struct mode *mode = menu->lines[menu->chosen].mode;
	struct range range = {menu->chosen, menu->chosen};
	while (range.first > 0 && menu->lines[range.first - 1].mode == mode)
		range.first--;
	while (range.end < menu->count && menu->lines[range.end].mode == mode)
		range.end++;
	return range;
}

/* ---- keys ---- */

static void choose(struct app *app, int line)
{
	struct menu *menu = &app->menu;
	if (line == menu->chosen)
		return;
	menu->chosen = line;
	menu->preview_due = milliseconds_now() + PREVIEW_MILLISECONDS;
}

/* The next level in that direction from the line on, within the puzzle. */
static void choose_from(struct app *app, int line, int step)
{
	const struct range range = shown_lines(app);
	while (line >= range.first && line < range.end && app->menu.lines[line].heading)
		line += step;
	if (line >= range.first && line < range.end)
		choose(app, line);
}

/* The first level of the pack before or after. */
static void choose_pack(struct app *app, int step)
{
	const struct menu *menu = &app->menu;
	const int pack = menu->lines[menu->chosen].place.pack + step;
	for (int i = 0; i < menu->count; i++)
		if (menu->lines[i].heading && menu->lines[i].place.pack == pack)
			choose_from(app, i + 1, 1);
}

/* The first level of a puzzle that is not solved yet; the first of all if there is none. */
static void choose_unsolved(struct app *app, int first)
{
	const struct menu *menu = &app->menu;
	const struct mode *mode = menu->lines[first].mode;
	int line = first;
	while (line < menu->count && menu->lines[line].mode == mode &&
	       (menu->lines[line].heading || menu->lines[line].best.count >= 0))
		line++;
	const bool found = line < menu->count && menu->lines[line].mode == mode;
	choose(app, found ? line : first + 1);
}

/* The puzzle before or after, around the ends. */
static void choose_mode(struct app *app, int step)
{
	const struct menu *menu = &app->menu;
	const int count = menu->count;
	const struct range range = shown_lines(app);
	const int beside = (step < 0 ? range.first - 1 + count : range.end) % count;
	const struct mode *mode = menu->lines[beside].mode;
	int first = 0;
	while (menu->lines[first].mode != mode)
		first++;
	choose_unsolved(app, first);
}

static void play(struct app *app)
{
	const struct place place = app->menu.lines[app->menu.chosen].place;
	if (game_open(app, place))
		app_set_places(app, place);
}

void menu_key(struct app *app, enum action action, int line)
{
	struct menu *menu = &app->menu;
	if (line >= 0 && line < menu->count && menu->lines[line].heading) {
		choose_unsolved(app, line);
		return;
	}
	if (line >= 0 && line < menu->count) {
		menu->chosen = line;
		play(app);
		return;
	}
	switch (action) {
	case ACTION_UP: choose_from(app, menu->chosen - 1, -1); return;
	case ACTION_DOWN: choose_from(app, menu->chosen + 1, 1); return;
	case ACTION_FIRST: choose_from(app, shown_lines(app).first, 1); return;
	case ACTION_LAST: choose_from(app, shown_lines(app).end - 1, -1); return;
	case ACTION_MODE_BEFORE: choose_mode(app, -1); return;
	case ACTION_MODE_AFTER: choose_mode(app, 1); return;
	case ACTION_PAGE_UP: choose_pack(app, -1); return;
	case ACTION_PAGE_DOWN: choose_pack(app, 1); return;
	case ACTION_CHOOSE: play(app); return;
	case ACTION_REPLAY: watch_best(app, menu->lines[menu->chosen].place); return;
	default: return;
	}
}

int menu_timeout(const struct app *app)
{
	const int64_t due = app->menu.preview_due;
	if (due == 0)
		return -1;
	const int64_t left = due - milliseconds_now();
	return left < 0 ? 0 : (int)left;
}

void menu_tick(struct app *app)
{
	struct menu *menu = &app->menu;
	if (app->page == PAGE_MENU && menu->preview_due > 0 && milliseconds_now() >= menu->preview_due) {
		menu->preview_due = 0;
		menu->previewed = menu->chosen;
	}
}

/* ---- drawing ---- */

static char32_t mark(const struct picture *picture, const struct menu_line *line)
{
	if (line->best.count < 0)
		return picture_glyph(picture, U'○', U'.');
	if (line->endless || line->best.count <= line->par)
		return picture_glyph(picture, U'★', U'*');
	return picture_glyph(picture, U'●', U'o');
}

/* A puzzle's levels, and how many of them are solved. */
struct tally {
	int solved, count;
};

static struct tally tally_of(const struct app *app, const struct mode *mode)
{
	const struct menu *menu = &app->menu;
	struct tally tally = {0, 0};
	for (int i = 0; i < menu->count; i++)
		if (!menu->lines[i].heading && menu->lines[i].mode == mode) {
			tally.count++;
			tally.solved += menu->lines[i].best.count >= 0;
		}
	return tally;
}

/* The puzzles side by side, the chosen one inverse; a click chooses one. */
static void draw_tabs(struct app *app)
{
	const struct menu *menu = &app->menu;
	struct picture *picture = app->picture;
	const bool wide = picture->columns >= 70;
	const struct mode *chosen = menu->lines[menu->chosen].mode, *before = NULL;
	int column = wide ? picture_print(picture, 0, 1, ROLE_STRONG, "Parlour") + 3 : 0;
	for (int i = 0; i < menu->count; i++) {
		const struct mode *mode = menu->lines[i].mode;
		if (mode == before)
			continue;
		before = mode;
		char text[48];
		const struct tally tally = tally_of(app, mode);
		snprintf(text, sizeof text, wide ? " %s %d/%d " : " %s ", mode->title, tally.solved,
		         tally.count);
		const int start = column;
		column = picture_text(picture, 0, column, picture->columns - column,
		                      mode == chosen ? ROLE_HINT : ROLE_TEXT, text) + wide;
		picture_widget(picture, 0, start, 1, column - start, PRESS_TAB, i);
	}
	char goal[128];
	snprintf(goal, sizeof goal, "%.*s", (int)text_fit(chosen->goal, picture->columns - 1),
	         chosen->goal);
	picture_text(picture, 1, 1, picture->columns - 1, ROLE_QUIET, goal);
}

/* The pack's title and a mark for each of its levels. */
static void draw_heading(struct app *app, int row, int index)
{
	const struct menu *menu = &app->menu;
	struct picture *picture = app->picture;
	const int pack = menu->lines[index].place.pack;
	int column = picture_text(picture, row, 1, LIST_COLUMNS - 12, ROLE_STRONG,
	                          library_pack_title(app->library, pack)) + 2;
	for (int i = index + 1; i < menu->count && !menu->lines[i].heading; i++)
		if (column < LIST_COLUMNS)
			picture_put(picture, row, column++, mark(picture, &menu->lines[i]),
			            ROLE_TEXT, 0);
}

/* The player's best: moves, or points where there is no end. */
static void print_best(struct picture *picture, int row, int column, const struct menu_line *line)
{
	if (line->best.count >= 0 && line->endless)
		picture_print(picture, row, column, ROLE_QUIET, "best score %lld",
		              (long long)line->best.score);
	else if (line->best.count >= 0)
		picture_print(picture, row, column, ROLE_QUIET, "you %d", line->best.count);
}

static void draw_level(struct app *app, int row, int index)
{
	const struct menu *menu = &app->menu;
	const struct menu_line *line = &menu->lines[index];
	struct picture *picture = app->picture;
	if (index == menu->chosen)
		picture_put(picture, row, 1, picture_glyph(picture, U'▶', U'>'), ROLE_TEXT, 0);
	picture_print(picture, row, 3, ROLE_QUIET, "%2d", line->place.level + 1);
	picture_put(picture, row, 6, mark(picture, line), ROLE_TEXT, 0);
	const int title = picture->columns < LIST_COLUMNS ? 17 : 24;
	picture_text(picture, row, 8, title, ROLE_TEXT,
	             library_text(app->library, line->place)->title);
	if (line->par >= 0)
		picture_print(picture, row, 9 + title, ROLE_QUIET, "par %2d", line->par);
	print_best(picture, row, (line->endless ? 9 : 16) + title, line);
	picture_widget(picture, row, 0, 1, LIST_COLUMNS, PRESS_ENTER, index);
}

/* Keeps the chosen line in sight, and its pack's heading if it is the first level. */
static void scroll(struct menu *menu, struct range range, int rows)
{
	if (menu->chosen < menu->top + 1)
		menu->top = menu->chosen - 1;
	if (menu->chosen >= menu->top + rows)
		menu->top = menu->chosen - rows + 1;
	if (menu->top > range.end - rows)
		menu->top = range.end - rows;
	if (menu->top < range.first)
		menu->top = range.first;
}

static void draw_preview(struct app *app)
{
	struct picture *picture = app->picture;
	const struct menu_line *line = &app->menu.lines[app->menu.previewed];
	const struct mode *mode = library_mode(app->library, line->place);
	struct level *level = malloc(sizeof *level);
	struct error error;
	if (level != NULL && library_level(app->library, line->place, level, &error)) {
		const struct scale scale = {1, 2}, extent = mode_extent(mode, level, scale);
		const int rows = picture->rows - HEAD_ROWS - FOOT_ROWS;
		const int columns = picture->columns - LIST_COLUMNS;
		if (extent.rows <= rows && extent.columns <= columns) {
			picture->scale = scale;
			picture_move_to(picture, HEAD_ROWS + (rows - extent.rows) / 2,
			                LIST_COLUMNS + (columns - extent.columns) / 2);
			mode->paint(level, &(struct view){.state = &level->start}, picture);
			picture_move_to(picture, 0, 0);
		}
	}
	free(level);
}

void menu_draw(struct app *app)
{
	struct menu *menu = &app->menu;
	struct picture *picture = app->picture;
	const int rows = picture->rows - HEAD_ROWS - FOOT_ROWS;
	if (app_needs(app, 0, 0))
		return;
	draw_tabs(app);
	const struct range range = shown_lines(app);
	if (rows > 0)
		scroll(menu, range, rows);
	for (int i = 0; i < rows && menu->top + i < range.end; i++) {
		const int index = menu->top + i;
		if (menu->lines[index].heading)
			draw_heading(app, HEAD_ROWS + i, index);
		else
			draw_level(app, HEAD_ROWS + i, index);
	}
	draw_preview(app);
	app_draw_edges(app, ON_MENU, "", ROLE_TEXT);
}
