/* What is in the list: of each puzzle the games in progress, the one played last first, then the
 * board of the day, then the packs, then the player's own levels.
 *
 * A level that comes with the program is read to know its identity; any other is known by the name
 * under which its game or result was kept, and read or made only when it is chosen: the board of
 * the day may take a tenth of a second. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/mode.h"
#include "play/own.h"
#include "ui/app.h"

enum { GAMES_SHOWN = 3 }; /* of each puzzle's games in progress */

/* A game in progress. */
struct going {
	uint64_t level;
	const struct mode *mode;
	char *name;
};

struct goings {
	struct going *game; /* the one played last at the end */
	int count, room;
};

static void add_going(void *context, const struct kept_game *kept)
{
	struct goings *goings = context;
	if (goings->count == goings->room) {
		const int room = goings->room == 0 ? 16 : 2 * goings->room;
		struct going *game = realloc(goings->game, (size_t)room * sizeof *game);
		if (game == NULL)
			return;
		goings->game = game;
		goings->room = room;
	}
	struct going *going = &goings->game[goings->count];
	*going = (struct going){kept->level, mode_named(kept->mode), strdup(kept->place)};
	if (going->mode != NULL && going->name != NULL)
		goings->count++;
	else
		free(going->name);
}

static void free_goings(struct goings *goings)
{
	for (int i = 0; i < goings->count; i++)
		free(goings->game[i].name);
	free(goings->game);
}

/* ---- lines ---- */

static struct menu_line *add_line(struct menu *menu, enum line_kind kind, const struct mode *mode,
                                  struct place place)
{
	struct menu_line *line = &menu->lines[menu->count++];
	*line = (struct menu_line){
		.kind = kind, .mode = mode, .place = place, .best.count = -1, .par = -1};
	return line;
}

/* What the level itself says. */
static void read_level(struct app *app, struct menu_line *line, struct level *level)
{
	struct error error;
	if (!library_level_bare(app->library, line->place, level, &error))
		return;
	line->identity = level_identity(line->mode, level);
	line->par = level->par;
	line->endless = level->endless;
}

static void add_packs(struct app *app, const struct mode *mode, struct level *level)
{
	for (int p = 0; p < app->library->shipped; p++) {
		const struct pack *pack = &app->library->packs[p];
		if (pack_mode(pack, 0) != mode)
			continue;
		add_line(&app->menu, LINE_HEADING, mode, (struct place){p, 0});
		for (int l = 0; l < pack->count; l++)
			read_level(app,
			           add_line(&app->menu, LINE_LEVEL, mode, (struct place){p, l}),
			           level);
	}
}

/* The player's own levels of a puzzle, under one heading; they have no numbers. */
static void add_own(struct app *app, const struct mode *mode, struct level *level)
{
	const struct places *own = &app->menu.own;
	bool headed = false;
	for (int i = 0; i < own->count; i++) {
		if (library_mode(app->library, own->place[i]) != mode)
			continue;
		if (!headed)
			add_line(&app->menu, LINE_HEADING, mode, (struct place){-1, 0})->title =
				strdup("Yours");
		headed = true;
		struct menu_line *line = add_line(&app->menu, LINE_LEVEL, mode, own->place[i]);
		line->title = strdup(library_text(app->library, own->place[i])->title);
		read_level(app, line, level);
	}
}

/* "Today 21 November". To be freed. */
static char *title_of(time_t now)
{
	static const char *const months[] = {
		"January", "February", "March", "April", "May", "June", "July", "August",
		"September", "October", "November", "December"};
	struct tm day = {.tm_mday = 1};
	char *title = NULL;
	gmtime_r(&now, &day);
	return asprintf(&title, "Today %d %s", day.tm_mday, months[day.tm_mon]) < 0 ? NULL : title;
}

static void add_today(struct app *app, const struct mode *mode, const struct goings *goings,
                      struct level *level)
{
	char name[PLACE_MAX];
	const time_t now = time(NULL);
	library_daily(mode, now, name);
	const int pack = library_pack(app->library, name);
	struct menu_line *line = add_line(&app->menu, LINE_TODAY, mode, (struct place){pack, 0});
	line->name = strdup(name);
	line->title = title_of(now);
	line->identity = store_level(app->store, name);
	for (int i = 0; i < goings->count; i++)
		if (strcmp(goings->game[i].name, name) == 0)
			line->identity = goings->game[i].level;
	if (pack >= 0)
		read_level(app, line, level);
}

/* Those that have no line of their own below. */
static void add_games(struct app *app, const struct mode *mode, const struct goings *goings)
{
	char today[PLACE_MAX];
	int count = 0;
	library_daily(mode, time(NULL), today);
	for (int i = goings->count - 1; i >= 0 && count < GAMES_SHOWN; i--) {
		const struct going *game = &goings->game[i];
		if (game->mode != mode || strcmp(game->name, today) == 0)
			continue;
		struct menu_line *line =
			add_line(&app->menu, LINE_GAME, mode, (struct place){-1, 0});
		line->name = strdup(game->name);
		const char *file = game->name[0] == '/' ? strrchr(game->name, '/') + 1 : game->name;
		line->title = strdup(file);
		line->identity = game->level;
		count++;
	}
}

/* A game of a level that comes with the program is known by that level's line. */
static void find_level(const struct menu *menu, struct menu_line *line)
{
	for (int i = 0; i < menu->count; i++) {
		const struct menu_line *level = &menu->lines[i];
		if (level->kind != LINE_LEVEL || level->identity != line->identity)
			continue;
		free(line->title);
		line->title = NULL;
		line->place = level->place;
		line->par = level->par;
		line->endless = level->endless;
	}
}

static bool is_going(const struct goings *goings, uint64_t identity)
{
	for (int i = 0; i < goings->count; i++)
		if (goings->game[i].level == identity)
			return true;
	return false;
}

static void take_best(void *context, uint64_t level, struct best best)
{
	struct menu *menu = context;
	for (int i = 0; i < menu->count; i++)
		if (level != 0 && menu->lines[i].identity == level)
			menu->lines[i].best = best;
}

/* What the player did with each level. */
static void read_results(struct app *app, const struct goings *goings)
{
	struct menu *menu = &app->menu;
	for (int i = 0; i < menu->count; i++) {
		struct menu_line *line = &menu->lines[i];
		if (line->kind == LINE_GAME)
			find_level(menu, line);
		line->playing = line->identity != 0 && is_going(goings, line->identity);
	}
	store_bests(app->store, take_best, menu);
}

static size_t most_lines(const struct app *app)
{
	const struct library *library = app->library;
	size_t count = (size_t)app->menu.own.count;
	for (int p = 0; p < library->shipped; p++)
		count += 1 + (size_t)library->packs[p].count;
	for (int m = 0; modes[m] != NULL; m++)
		count += GAMES_SHOWN + 2; /* the board of the day, and the heading of their own */
	return count;
}

static void free_lines(struct menu *menu)
{
	for (int i = 0; i < menu->count; i++) {
		free(menu->lines[i].name);
		free(menu->lines[i].title);
	}
	free(menu->lines);
	free(menu->shown);
	places_free(&menu->own);
	menu->lines = NULL;
	menu->shown = NULL;
	menu->count = menu->shown_count = 0;
}

const char *menu_title(const struct app *app, const struct menu_line *line)
{
	if (line->title != NULL)
		return line->title;
	return line->place.pack < 0 ? "" : library_text(app->library, line->place)->title;
}

bool menu_fill(struct app *app)
{
	struct menu *menu = &app->menu;
	struct goings goings = {0};
	struct level *level = malloc(sizeof *level);
	struct error error;
	free_lines(menu);
	if (!own_read(app->library, &menu->own, &error) && app->message[0] == '\0')
		app_say(app, "%s", error.text);
	const size_t most = most_lines(app);
	menu->lines = calloc(most, sizeof *menu->lines);
	menu->shown = calloc(most, sizeof *menu->shown);
	const bool good = level != NULL && menu->lines != NULL && menu->shown != NULL;
	if (good) {
		store_hold(app->store);
		store_games(app->store, add_going, &goings);
		for (int m = 0; modes[m] != NULL; m++) {
			add_games(app, modes[m], &goings);
			add_today(app, modes[m], &goings, level);
			add_packs(app, modes[m], level);
			add_own(app, modes[m], level);
		}
		read_results(app, &goings);
		store_release(app->store);
	}
	free_goings(&goings);
	free(level);
	return good;
}

void menu_close(struct app *app)
{
	free_lines(&app->menu);
	app->menu = (struct menu){0};
}
