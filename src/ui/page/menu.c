/* Choosing a level, by keys and clicks. The lines of all puzzles are in one list; keys choose among
 * the part of it that is shown. */
#include "ui/page/menu.h"

#include <assert.h>

#include "os/clock.h"
#include "puzzle/key.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"

enum {
	PREVIEW_MILLISECONDS = 200, /* without a key, until the board is drawn */
};

/* ---- the part that is shown ---- */

int menu_position(const struct menu *menu)
{
	for (int i = 0; i < menu->shown_count; i++)
		if (menu->shown[i] == menu->selected)
			return i;
	return -1;
}

void menu_choose(struct app *app, int line)
{
	struct menu *menu = menu_of(app);
	assert(line >= 0 && line < menu->count && menu->lines[line].kind != LINE_HEADING);
	if (line == menu->selected)
		return;
	menu->selected = line;
	menu->preview_due = milliseconds_now() + PREVIEW_MILLISECONDS;
}

void menu_show(struct app *app)
{
	struct menu *menu = menu_of(app);
	const struct puzzle *puzzle = menu->lines[menu->selected].puzzle;
	menu->shown_count = 0;
	menu->top = 0;
	for (int i = 0; i < menu->count; i++)
		if (app->prompt.open ? menu_matches(app, &menu->lines[i])
		                     : menu->lines[i].puzzle == puzzle)
			menu->shown[menu->shown_count++] = i;
	if (menu_position(menu) < 0 && menu->shown_count > 0)
		menu_choose(app, menu->shown[0]);
}

/* ---- opening ---- */

/* The first level of a puzzle's packs. */
static int first_level(const struct menu *menu, const struct puzzle *puzzle)
{
	int line = 0;
	while (menu->lines[line].kind != LINE_LEVEL || menu->lines[line].puzzle != puzzle)
		line++;
	return line;
}

/* The line of a level in its pack, else any line of it; -1: there is none, or the level is not
 * known (0). */
static int line_of(const struct menu *menu, uint64_t identity)
{
	int line = -1;
	for (int i = 0; i < menu->count; i++)
		if (identity != 0 && menu->lines[i].identity == identity)
			line = i;
	return line;
}

/* The first line of the level that was opened last: a game in progress comes before its pack. */
static int last_line(const struct app *app)
{
	const struct menu *menu = menu_of(app);
	const long last = store_setting(app->store, SETTING_LAST_LEVEL, -1);
	for (int i = 0; i < menu->count; i++)
		if (menu->lines[i].identity != 0 &&
		    setting_of_level(menu->lines[i].identity) == last)
			return i;
	return -1;
}

/* Whether the player ever made a move. */
static bool has_played(const struct menu *menu)
{
	for (int i = 0; i < menu->count; i++) {
		const struct menu_line *line = &menu->lines[i];
		if (line->identity != 0 && (line->playing || line->best.count >= 0))
			return true;
	}
	return false;
}

/* The line of the drawing of that number, or `otherwise`. */
static int line_of_drawing(const struct menu *menu, uint64_t number, int otherwise)
{
	for (int i = 0; i < menu->count; i++)
		if (menu->lines[i].kind == LINE_DRAWING && menu->lines[i].number == number)
			return i;
	return otherwise;
}

/* Chooses the drawing that was left, else the level played last, else what was chosen before. */
static bool open_menu(struct app *app, const struct destination *to)
{
	struct menu *menu = menu_of(app);
	const bool first = menu->last_puzzle == NULL;
	if (!menu_fill(app))
		return false;
	int line = line_of(menu, app->last_level);
	if (line < 0)
		line = first ? last_line(app) : line_of(menu, menu->last_identity);
	if (line < 0)
		line = first_level(menu, first ? puzzle_at(0) : menu->last_puzzle);
	menu->selected = menu->previewed = line_of_drawing(menu, to->draft, line);
	menu->welcome = !has_played(menu);
	menu->preview_due = 0;
	menu->searching = false;
	menu_show(app);
	return true;
}

static void close_menu(struct app *app)
{
	struct menu *menu = menu_of(app);
	menu->last_puzzle = menu->lines[menu->selected].puzzle;
	menu->last_identity = menu->lines[menu->selected].identity;
	menu_free_lines(menu);
}

/* ---- keys ---- */

/* The next level in that direction, from a position in `shown` on. */
static void choose_from(struct app *app, int position, int step)
{
	const struct menu *menu = menu_of(app);
	while (position >= 0 && position < menu->shown_count) {
		const int line = menu->shown[position];
		if (menu->lines[line].kind != LINE_HEADING) {
			menu_choose(app, line);
			return;
		}
		position += step;
	}
}

/* The first level of the pack before or after; at the ends, the first or last of all. */
static void choose_pack(struct app *app, int step)
{
	const struct menu *menu = menu_of(app);
	int headings = step < 0 ? 2 : 1; /* back over the pack's own */
	int position = menu_position(menu) + step;
	for (; position >= 0 && position < menu->shown_count; position += step)
		if (menu->lines[menu->shown[position]].kind == LINE_HEADING && --headings == 0) {
			choose_from(app, position + 1, 1);
			return;
		}
	choose_from(app, step < 0 ? 0 : menu->shown_count - 1, -step);
}

/* The first unsolved level under a heading, or (-1) of the whole puzzle; if all are solved, the
 * first level. */
static void choose_unsolved(struct app *app, const struct puzzle *puzzle, int heading)
{
	const struct menu *menu = menu_of(app);
	int found = -1;
	for (int i = heading + 1; i < menu->count; i++) {
		const struct menu_line *line = &menu->lines[i];
		if (heading >= 0 && line->kind != LINE_LEVEL)
			break;
		if (line->kind != LINE_LEVEL || line->puzzle != puzzle)
			continue;
		if (found < 0)
			found = i;
		if (line->best.count < 0) {
			found = i;
			break;
		}
	}
	if (found < 0)
		return;
	menu_choose(app, found);
	if (menu_position(menu) < 0)
		menu_show(app);
}

/* The puzzle before or after; from the last one to the first. */
static void choose_puzzle(struct app *app, int step)
{
	const struct menu *menu = menu_of(app);
	int count = 0, now = 0;
	for (; puzzle_at(count) != NULL; count++)
		if (puzzle_at(count) == menu->lines[menu->selected].puzzle)
			now = count;
	assert(count > 0);
	choose_unsolved(app, puzzle_at((now + step + count) % count), -1);
}

static const struct menu_line *chosen_line(const struct app *app)
{
	return &menu_of(app)->lines[menu_of(app)->selected];
}

/* Finds the chosen level. One that is not in the packs is found, or made, by its name; false if it
 * can't be. */
static bool find_chosen(struct app *app, struct level_ref *level)
{
	const struct menu_line *line = chosen_line(app);
	struct level_list found = {0};
	struct error error;
	*level = line->level;
	if (level->pack < 0 && line->name == NULL) {
		app_say(app, "out of memory");
		return false;
	}
	if (level->pack < 0 && !library_find(app->library, line->name, &found, &error)) {
		app_say(app, "%s", error.text);
		return false;
	}
	if (found.count > 0)
		*level = found.refs[0];
	level_list_free(&found);
	return true;
}

/* Goes to another page with the chosen level. */
static void leave(struct app *app, struct destination to)
{
	to.transition = TRANSITION_REPLACE;
	if (find_chosen(app, &to.level))
		app_go(app, to);
}

static void edit(struct app *app)
{
	const struct menu_line *line = chosen_line(app);
	if (line->kind == LINE_DRAWING)
		app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
		                                 .page = PAGE_EDITOR,
		                                 .start = START_DRAFT,
		                                 .puzzle = line->puzzle,
		                                 .draft = line->number});
	else
		leave(app, (struct destination){.page = PAGE_EDITOR});
}

static void play(struct app *app)
{
	if (chosen_line(app)->kind == LINE_DRAWING)
		edit(app);
	else
		leave(app, (struct destination){.page = PAGE_GAME, .neighbours = true});
}

static void replay(struct app *app)
{
	if (chosen_line(app)->kind == LINE_DRAWING)
		app_say(app, "this is a drawing, of which no game is kept");
	else
		leave(app, (struct destination){.page = PAGE_GAME, .start = START_BEST});
}

static void click(struct app *app, enum action action, const struct menu_line *line)
{
	if (action == ACTION_PUZZLE_AFTER) { /* on a puzzle's tab */
		choose_unsolved(app, line->puzzle, -1);
	} else if (line->kind == LINE_HEADING) {
		choose_unsolved(app, line->puzzle, (int)(line - menu_of(app)->lines));
	} else {
		menu_of(app)->selected = (int)(line - menu_of(app)->lines);
		play(app);
	}
}

void menu_action(struct app *app, enum action action, int line)
{
	struct menu *menu = menu_of(app);
	const int position = menu_position(menu);
	if (line >= 0 && line < menu->count) {
		click(app, action, &menu->lines[line]);
		return;
	}
	switch (action) {
	case ACTION_UP: choose_from(app, position - 1, -1); return;
	case ACTION_DOWN: choose_from(app, position + 1, 1); return;
	case ACTION_FIRST: choose_from(app, 0, 1); return;
	case ACTION_LAST: choose_from(app, menu->shown_count - 1, -1); return;
	case ACTION_PUZZLE_BEFORE: choose_puzzle(app, -1); return;
	case ACTION_PUZZLE_AFTER: choose_puzzle(app, 1); return;
	case ACTION_PAGE_UP: choose_pack(app, -1); return;
	case ACTION_PAGE_DOWN: choose_pack(app, 1); return;
	case ACTION_CHOOSE: play(app); return;
	case ACTION_STATISTICS: app_cover(app, PAGE_STATISTICS); return;
	case ACTION_EDIT: edit(app); return;
	case ACTION_REPLAY: replay(app); return;
	default: return;
	}
}

static void take_key(struct app *app, struct press press)
{
	menu_action(app, press.action, press.cell);
}

/* ---- time ---- */

static int timeout(const struct app *app)
{
	const int64_t due = menu_of(app)->preview_due;
	return due == 0 ? -1 : app_until(due);
}

static void tick(struct app *app)
{
	struct menu *menu = menu_of(app);
	if (menu->preview_due > 0 && milliseconds_now() >= menu->preview_due) {
		menu->preview_due = 0;
		menu->previewed = menu->selected;
	}
}

/* ---- the page ---- */

const struct page menu_page = {
	.state_bytes = sizeof(struct menu),
	.where = ON_MENU,
	.open = open_menu,
	.close = close_menu,
	.key = take_key,
	.typing_key = menu_typing_key,
	.typed = menu_typed,
	.draw = menu_draw,
	.timeout = timeout,
	.tick = tick,
};
