/* Choosing a level, by keys and clicks. The lines of all puzzles are in one list; keys choose among
 * the part of it that is shown: one puzzle's or, while text is typed, the lines whose names have
 * all its words, in any order and case. Text that finds no level may be the name of one that is not
 * in the list: a file or a game ID. */
#include "ui/page/menu.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/key.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"

enum {
	PREVIEW_MILLISECONDS = 200,  /* without a key, until the board is drawn */
	ARRIVAL_MILLISECONDS = 1000, /* between looks at what arrives from other hosts */
	NAMES_MAX = 4 * LEVEL_NAME_MAX,
};

/* ---- the part that is shown ---- */

int menu_position(const struct menu *menu)
{
	for (int i = 0; i < menu->shown_count; i++)
		if (menu->shown[i] == menu->selected)
			return i;
	return -1;
}

static void choose_line(struct app *app, int line)
{
	struct menu *menu = menu_of(app);
	assert(line >= 0 && line < menu->count && menu->lines[line].kind != LINE_HEADING);
	if (line == menu->selected)
		return;
	menu->selected = line;
	menu->preview_due = milliseconds_now() + PREVIEW_MILLISECONDS;
	menu->welcome = false;
	showcase_free(menu->showcase);
	menu->showcase = NULL;
}

/* What a line without a pack can also be found by; "": nothing. */
static const char *word_of_kind(enum line_kind kind)
{
	switch (kind) {
	case LINE_TODAY:
		/* TRANSLATORS: a search finds the board of the day by this word */
		return NC_("search", "daily");
	case LINE_LADDER:
		/* TRANSLATORS: a search finds the ladder of the week by this word */
		return NC_("search", "weekly");
	case LINE_DRAWING:
		/* TRANSLATORS: a search finds drawings by this word */
		return NC_("search", "drawing");
	default:
		return "";
	}
}

/* Adds names that a search finds: in English, and in the player's language. */
static void add_names(char all[NAMES_MAX], const char *english, const char *own)
{
	text_add_sentence(all, NAMES_MAX, english);
	if (strcmp(english, own) != 0)
		text_add_sentence(all, NAMES_MAX, own);
}

/* All names by which a search finds a line. */
static void list_names(const struct app *app, const struct menu_line *line, char all[NAMES_MAX])
{
	const char *word = word_of_kind(line->kind), *english = strchr(word, '\004');
	const bool listed = line->title == NULL && line->level.pack >= 0;
	const char *title = menu_title(app, line);
	all[0] = '\0';
	add_names(all, listed ? library_text(app->library, line->level)->title : title, title);
	if (line->kind == LINE_LEVEL) {
		char name[LEVEL_NAME_MAX];
		library_name(app->library, line->level, name);
		add_names(all, library_pack_title(app->library, line->level.pack),
		          library_shown_pack(app->library, line->level.pack));
		text_add_sentence(all, NAMES_MAX, name);
	} else {
		add_names(all, english == NULL ? "" : english + 1, language_text_in(word));
		text_add_sentence(all, NAMES_MAX, line->name != NULL ? line->name : "");
	}
	add_names(all, line->puzzle->title, _(line->puzzle->title));
}

/* Whether the names of a level have all words typed, which are folded. */
static bool matches(const struct app *app, const struct menu_line *line, const char *typed)
{
	char names[NAMES_MAX], all[NAMES_MAX], words[NAMES_MAX], *rest = NULL;
	if (line->kind == LINE_HEADING || (line->kind == LINE_GAME && line->level.pack >= 0))
		return false; /* its level has its own line */
	list_names(app, line, names);
	text_fold(names, all, NAMES_MAX);
	snprintf(words, sizeof words, "%s", typed);
	for (char *word = strtok_r(words, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		if (strstr(all, word) == NULL)
			return false;
	return true;
}

/* Updates the lines that are shown. */
static void show(struct app *app)
{
	struct menu *menu = menu_of(app);
	const struct puzzle *puzzle = menu->lines[menu->selected].puzzle;
	char folded[NAMES_MAX];
	text_fold(app->prompt.text, folded, sizeof folded);
	menu->shown_count = 0;
	menu->top = 0;
	for (int i = 0; i < menu->count; i++)
		if (app->prompt.open ? matches(app, &menu->lines[i], folded)
		                     : menu->lines[i].puzzle == puzzle)
			menu->shown[menu->shown_count++] = i;
	if (menu_position(menu) < 0 && menu->shown_count > 0)
		choose_line(app, menu->shown[0]);
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

static bool is_line_of(const struct menu_line *line, uint64_t identity)
{
	bool found = line->identity == identity;
	for (int i = 0; line->rungs != NULL && i < LADDER_RUNGS; i++)
		found |= line->rungs[i].identity == identity;
	return found;
}

/* The line of a level in its pack, or of a drawing, else any line of it; -1: there is none, or
 * the number is unknown (0). */
static int line_of(const struct menu *menu, uint64_t identity)
{
	int line = -1;
	for (int i = 0; i < menu->count; i++)
		if (identity != 0 && is_line_of(&menu->lines[i], identity))
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

/* The star of a level solved since the list was last open goes to its line. */
static void star_begin(struct app *app)
{
	if (app->settings.animation == ANIMATION_OFF)
		star_stop(&app->star);
	star_fly(&app->star, app->settings.animation == ANIMATION_REDUCED);
}

static void count_player(void *count, const char *player)
{
	(void)player;
	++*(int *)count;
}

/* Where several players share the account: asks, the first time, whether others may watch. */
static void ask_once(struct app *app)
{
	int count = 0;
	char key[KEY_NAME_MAX];
	if (store_player(app->store) == NULL || app->message[0] != '\0' ||
	    store_setting(app->store, SETTING_WATCH, -1) >= 0)
		return;
	free(live_make_file(store_player(app->store))); /* a player whom others can count */
	live_list(count_player, &count);
	if (count < 2)
		return;
	app_say(app, _("May others here watch you play? %s: yes. Any other key: no, for now."),
	        app_key(app, ON_MENU, 'W', key));
	store_set(app->store, SETTING_WATCH, 0);
}

/* Chooses the drawing that was left, else the level played last, else the previous choice. */
static bool open_menu(struct app *app, const struct destination *to)
{
	struct menu *menu = menu_of(app);
	const bool first = menu->last_puzzle == NULL, greets = first && app->last_level == 0;
	menu->canvas = picture_new();
	if (menu->canvas == NULL || !menu_fill(app)) {
		picture_free(menu->canvas);
		return false;
	}
	int line = line_of(menu, to->draft);
	if (line < 0)
		line = line_of(menu, app->last_level);
	if (line < 0)
		line = first ? last_line(app) : line_of(menu, menu->last_identity);
	if (line < 0)
		line = first_level(menu, first ? puzzle_at(0) : menu->last_puzzle);
	menu->selected = menu->previewed = line;
	menu->preview_due = 0;
	menu->arrival_due =
		app->options->arrived == NULL ? 0 : milliseconds_now() + ARRIVAL_MILLISECONDS;
	if (greets) { /* the list comes first, so that it is there sooner on a slow line */
		menu->previewed = -1;
		menu->preview_due = milliseconds_now() + PREVIEW_MILLISECONDS;
	}
	menu->searching = false;
	menu->welcome &= first && line == first_level(menu, puzzle_at(0));
	show(app);
	menu->showcase = greets ? showcase_new(app) : NULL;
	star_begin(app);
	ask_once(app);
	return true;
}

static void close_menu(struct app *app)
{
	struct menu *menu = menu_of(app);
	const struct menu_line *line = &menu->lines[menu->selected];
	menu->last_puzzle = line->puzzle;
	menu->last_identity = line->kind == LINE_DRAWING ? 0 : line->identity;
	menu_free_lines(menu);
	picture_free(menu->canvas);
	showcase_free(menu->showcase);
	menu->showcase = NULL;
	star_stop(&app->star);
}

/* ---- keys ---- */

/* The next level in that direction, from a position in `shown` on. */
static void choose_from(struct app *app, int position, int step)
{
	const struct menu *menu = menu_of(app);
	for (; position >= 0 && position < menu->shown_count; position += step)
		if (menu->lines[menu->shown[position]].kind != LINE_HEADING) {
			choose_line(app, menu->shown[position]);
			return;
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
		const bool unsolved = line->best.count < 0;
		if (found < 0 || unsolved)
			found = i;
		if (unsolved)
			break;
	}
	if (found < 0)
		return;
	choose_line(app, found);
	if (menu_position(menu) < 0)
		show(app);
}

/* The puzzle before or after; from the last one to the first. */
static void choose_puzzle(struct app *app, int step)
{
	const struct menu *menu = menu_of(app);
	const int count = puzzle_count();
	int now = 0;
	while (puzzle_at(now) != menu->lines[menu->selected].puzzle)
		now++;
	choose_unsolved(app, puzzle_at((now + step + count) % count), -1);
}

/* The level above or below. */
static void choose_vertical(struct app *app, int step)
{
	const struct menu *menu = menu_of(app);
	const int position = menu_position(menu);
	if (position < 0)
		return;
	menu_place(app);
	const int next = menu_vertical(menu, position, step);
	if (next >= 0)
		choose_line(app, menu->shown[next]);
}

/* The card before or after, from the end of a row to the next; beyond the ends, and where levels
 * are lines, another puzzle. */
static void choose_sideways(struct app *app, int step)
{
	const struct menu *menu = menu_of(app);
	const int before = menu->selected;
	if (menu_layout(app).cards > 0)
		choose_from(app, menu_position(menu) + step, step);
	if (menu->selected == before)
		choose_puzzle(app, step);
}

/* Plays a run, or shows its best result instead of a replay. */
static struct destination to_run(const struct menu_line *line, const struct destination *to)
{
	struct destination run = {.page = to->start == START_LEVEL ? PAGE_GAME : PAGE_RUN};
	int board;
	run_id_parse(line->name, &run.run, &board);
	if (run.page == PAGE_GAME)
		run.start = START_RUN;
	return run;
}

/* Goes to another page with the chosen level: one that is not in the packs is found, or made, by
 * its name. A drawing is always edited. */
static void leave(struct app *app, struct destination to)
{
	const struct menu_line *line = &menu_of(app)->lines[menu_of(app)->selected];
	struct level_list found = {0};
	struct error error;
	error_set(&error, _("out of memory"));
	to.level = line->level;
	if (line->kind == LINE_RUN) {
		to = to_run(line, &to);
	} else if (line->kind == LINE_DRAWING) {
		to = (struct destination){.page = PAGE_EDITOR,
		                          .start = START_DRAFT,
		                          .puzzle = line->puzzle,
		                          .draft = line->identity};
	} else if (line->level.pack < 0) {
		if (line->name == NULL || !library_find(app->library, line->name, &found, &error)) {
			app_say_sentence(app, error.text);
			return;
		}
		to.level = found.refs[0];
		level_list_free(&found);
	}
	to.transition = TRANSITION_REPLACE;
	app_go(app, to);
}

static void play(struct app *app)
{
	leave(app, (struct destination){.page = PAGE_GAME, .neighbours = true});
}

static void replay(struct app *app, enum start start)
{
	if (menu_of(app)->lines[menu_of(app)->selected].kind == LINE_DRAWING)
		app_say(app, _("A drawing has no replay."));
	else
		leave(app, (struct destination){.page = PAGE_GAME, .start = start});
}

static void race(struct app *app)
{
	const enum line_kind kind = menu_of(app)->lines[menu_of(app)->selected].kind;
	app->rival[0] = '\0';
	if (kind == LINE_DRAWING || kind == LINE_RUN)
		app_say(app, _("There are no ghosts of it."));
	else
		leave(app, (struct destination){.page = PAGE_GAME, .start = START_GHOST});
}

static void click(struct app *app, enum action action, int line)
{
	const struct menu_line *clicked = &menu_of(app)->lines[line];
	const bool tab = action == ACTION_PUZZLE_AFTER;
	if (tab || clicked->kind == LINE_HEADING) {
		choose_unsolved(app, clicked->puzzle, tab ? -1 : line);
	} else {
		menu_of(app)->selected = line;
		play(app);
	}
}

static void refuse(struct app *app, int key)
{
	char name[KEY_NAME_MAX], help[KEY_NAME_MAX], out[KEY_NAME_MAX];
	name_of_key(key, name);
	app_say(app, _("%s does nothing in the list. %s shows its keys; %s quits."), name,
	        app_key(app, ON_MENU, '?', help), app_key(app, ON_MENU, 'q', out));
}

static void take_key(struct app *app, struct press press)
{
	const struct menu *menu = menu_of(app);
	if (press.cell >= 0 && press.cell < menu->count) {
		click(app, press.action, press.cell);
		return;
	}
	switch (press.action) {
	case ACTION_UP:
		choose_vertical(app, -1);
		return;
	case ACTION_DOWN:
		choose_vertical(app, 1);
		return;
	case ACTION_LEFT:
		choose_sideways(app, -1);
		return;
	case ACTION_RIGHT:
		choose_sideways(app, 1);
		return;
	case ACTION_FIRST: choose_from(app, 0, 1); return;
	case ACTION_LAST: choose_from(app, menu->shown_count - 1, -1); return;
	case ACTION_PUZZLE_BEFORE: choose_puzzle(app, -1); return;
	case ACTION_PUZZLE_AFTER: choose_puzzle(app, 1); return;
	case ACTION_PAGE_UP: choose_pack(app, -1); return;
	case ACTION_PAGE_DOWN: choose_pack(app, 1); return;
	case ACTION_CHOOSE: play(app); return;
	case ACTION_STATISTICS: app_cover(app, PAGE_STATISTICS); return;
	case ACTION_NEW:
		app_go(app, (struct destination){.transition = TRANSITION_COVER,
		                                 .page = PAGE_FORM,
		                                 .puzzle = menu->lines[menu->selected].puzzle});
		return;
	case ACTION_EDIT:
		if (menu->lines[menu->selected].kind == LINE_RUN)
			app_say(app, _("A run has no level to edit."));
		else
			leave(app, (struct destination){.page = PAGE_EDITOR});
		return;
	case ACTION_REPLAY:
		replay(app, START_BEST);
		return;
	case ACTION_REVIEW:
		replay(app, START_REVIEW);
		return;
	case ACTION_WATCH: /* w is up where nobody else plays */
		if (app_refuses(app, &menu_page, press.action))
			choose_vertical(app, -1);
		else
			app_cover(app, PAGE_PLAYERS);
		return;
	case ACTION_RACE:
		race(app);
		return;
	case ACTION_PRACTICE:
		menu_practise(app);
		return;
	default:
		refuse(app, press.key);
		return;
	}
}

/* ---- typing ---- */

/* The search text changed: lists the matches. */
static void typed(struct app *app)
{
	struct menu *menu = menu_of(app);
	if (app->prompt.open && !menu->searching)
		menu->before = menu->selected;
	menu->searching = app->prompt.open;
	show(app);
}

static void end_search(struct app *app, int line)
{
	app->prompt.open = false;
	choose_line(app, line);
	typed(app);
}

/* A key while something is typed; true if it was for the list. A click's cell is a line. */
static bool typing_key(struct app *app, int key, int line)
{
	struct menu *menu = menu_of(app);
	const bool text = key >= ' ' && key < PRESS_UP && key != PRESS_ESCAPE;
	enum action action = text ? ACTION_NONE : key_action(&app->keys, ON_TYPING, key);
	if (line >= 0) {
		end_search(app, menu->selected);
		action = key_action(&keys_default, ON_MENU, key);
	} else if (action == ACTION_BACK) {
		end_search(app, menu->before);
		return true;
	} else if (action == ACTION_CHOOSE) {
		const bool found = menu->shown_count > 0;
		end_search(app, found ? menu->selected : menu->before);
		if (!found)
			return false;
	}
	if (line < 0 && action == ACTION_NONE)
		return false;
	take_key(app, (struct press){key, line, action});
	return true;
}

/* ---- time ---- */

/* When something on the screen is due to change. */
static int64_t change_due(const struct app *app)
{
	const struct menu *menu = menu_of(app);
	const int64_t greeting = menu_greets(app) ? showcase_due(menu->showcase, app) : 0;
	return app_sooner(star_due(&app->star), app_sooner(menu->preview_due, greeting));
}

static int64_t due(const struct app *app)
{
	return app_sooner(change_due(app), menu_of(app)->arrival_due);
}

/* Opens the list again if anything arrived that belongs into it. */
static bool take_arrival(struct app *app)
{
	struct menu *menu = menu_of(app);
	menu->arrival_due = milliseconds_now() + ARRIVAL_MILLISECONDS;
	if (menu->searching || app->prompt.open || !app->options->arrived(app->options->context))
		return false;
	app_go(app, (struct destination){.transition = TRANSITION_REPLACE, .page = PAGE_MENU});
	app_say(app, _("Your results and games from another host are here."));
	return true;
}

static void tick(struct app *app)
{
	struct menu *menu = menu_of(app);
	const int64_t change = change_due(app);
	if (menu->arrival_due != 0 && milliseconds_now() >= menu->arrival_due) {
		if (take_arrival(app))
			return;
		app->unchanged = change == 0 || app_until(change) > 0;
		if (app->unchanged)
			return;
	}
	if (menu_greets(app))
		showcase_tick(menu->showcase, app);
	star_tick(&app->star);
	if (!screen_is_reading(app->screen))
		star_stop(&app->star);
	if (menu->preview_due != 0 && milliseconds_now() >= menu->preview_due) {
		menu->preview_due = 0;
		menu->previewed = menu->selected;
	}
}

static void skip_animation(struct app *app)
{
	star_stop(&app->star);
}

/* ---- the page ---- */

const struct page menu_page = {
	.state_bytes = sizeof(struct menu),
	.where = ON_MENU,
	.open = open_menu,
	.close = close_menu,
	.key = take_key,
	.typing_key = typing_key,
	.typed = typed,
	.draw = menu_draw,
	.signs = menu_signs,
	.due = due,
	.tick = tick,
	.skip_animation = skip_animation,
};
