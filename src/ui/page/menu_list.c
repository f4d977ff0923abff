/* What is in the list: of each puzzle the games in progress, the one played last first, then the
 * board of the day, then the packs, then the player's own levels, and drawings that may become
 * such.
 *
 * A level that comes with the program is read to know its identity; any other is known by the name
 * under which its game or result was kept, and read or made only when it is chosen: the board of
 * the day may take a tenth of a second. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/text.h"
#include "play/user_levels.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"
#include "ui/app.h"

enum { GAMES_SHOWN = 3 }; /* of each puzzle's games in progress */

/* A game in progress, or a drawing that was not saved. */
struct going {
	enum line_kind kind; /* LINE_GAME, LINE_DRAWING */
	uint64_t number;     /* the level's identity; or the drawing's number */
	const struct puzzle *puzzle;
	char *name;          /* where the level is found; or the drawing's title */
	bool shown;
};

struct goings {
	struct going *going; /* the game played last behind all others */
	int count, room;
};

/* Takes over the name. */
static void add_going(struct goings *goings, struct going going)
{
	if (goings->count == goings->room) {
		const int room = goings->room == 0 ? 16 : 2 * goings->room;
		struct going *more = realloc(goings->going, (size_t)room * sizeof *more);
		if (more != NULL) {
			goings->going = more;
			goings->room = room;
		}
	}
	if (goings->count < goings->room && going.puzzle != NULL && going.name != NULL)
		goings->going[goings->count++] = going;
	else
		free(going.name);
}

static void add_game(void *context, const struct kept_game *kept)
{
	add_going(context, (struct going){.kind = LINE_GAME,
	                                  .number = kept->level,
	                                  .puzzle = puzzle_named(kept->puzzle),
	                                  .name = strdup(kept->place),
	                                  .shown = session_text_helped(kept->history)});
}

static void add_drawing(void *context, uint64_t number, const char *text)
{
	struct pack pack;
	struct error error;
	if (!pack_read_frame(&pack, "drawing", text, strlen(text), &error))
		return;
	add_going(context, (struct going){.kind = LINE_DRAWING,
	                                  .number = number,
	                                  .puzzle = pack_puzzle(&pack, 0),
	                                  .name = strdup(pack.levels[0].title)});
	pack_free(&pack);
}

static void free_goings(struct goings *goings)
{
	for (int i = 0; i < goings->count; i++)
		free(goings->going[i].name);
	free(goings->going);
}

/* The kept game of that level; NULL if there is none. */
static const struct going *game_of(const struct goings *goings, uint64_t identity)
{
	for (int i = 0; i < goings->count; i++)
		if (goings->going[i].kind == LINE_GAME && goings->going[i].number == identity)
			return &goings->going[i];
	return NULL;
}

/* ---- lines ---- */

static struct menu_line *add_line(struct menu *menu, enum line_kind kind,
                                  const struct puzzle *puzzle, struct level_ref place)
{
	struct menu_line *line = &menu->lines[menu->count++];
	*line = (struct menu_line){.kind = kind,
	                           .puzzle = puzzle,
	                           .place = place,
	                           .best.count = -1,
	                           .par = -1};
	return line;
}

/* What the level itself says. */
static void read_level(struct app *app, struct menu_line *line, struct level *level)
{
	struct error error;
	if (!library_level_bare(app->library, line->place, level, &error))
		return;
	line->identity = level_identity(line->puzzle, level);
	line->par = level->par;
	line->endless = level->endless;
}

static void add_packs(struct app *app, const struct puzzle *puzzle, struct level *level)
{
	for (int p = 0; p < app->library->shipped; p++) {
		const struct pack *pack = &app->library->packs[p];
		if (pack_puzzle(pack, 0) != puzzle)
			continue;
		add_line(&app->menu, LINE_HEADING, puzzle, (struct level_ref){p, 0});
		for (int l = 0; l < pack->count; l++)
			read_level(app,
			           add_line(&app->menu, LINE_LEVEL, puzzle,
			                    (struct level_ref){p, l}),
			           level);
	}
}

/* The player's own levels of a puzzle; they have no numbers. */
static void add_own(struct app *app, const struct puzzle *puzzle, struct level *level)
{
	const struct level_list *own = &app->menu.own;
	for (int i = 0; i < own->count; i++) {
		if (library_puzzle(app->library, own->place[i]) != puzzle)
			continue;
		struct menu_line *line = add_line(&app->menu, LINE_LEVEL, puzzle, own->place[i]);
		line->title = strdup(library_text(app->library, own->place[i])->title);
		read_level(app, line, level);
	}
}

static void add_drawings(struct menu *menu, const struct puzzle *puzzle,
                         const struct goings *goings)
{
	for (int i = 0; i < goings->count; i++) {
		const struct going *drawing = &goings->going[i];
		if (drawing->kind != LINE_DRAWING || drawing->puzzle != puzzle)
			continue;
		struct menu_line *line =
			add_line(menu, LINE_DRAWING, puzzle, (struct level_ref){-1, 0});
		line->number = drawing->number;
		line->title = strdup(drawing->name);
	}
}

/* Both under one heading, if there are any. */
static void add_yours(struct app *app, const struct puzzle *puzzle, const struct goings *goings,
                      struct level *level)
{
	struct menu *menu = &app->menu;
	const int heading = menu->count;
	add_line(menu, LINE_HEADING, puzzle, (struct level_ref){-1, 0});
	add_own(app, puzzle, level);
	add_drawings(menu, puzzle, goings);
	if (menu->count > heading + 1)
		menu->lines[heading].title = strdup("Yours");
	else
		menu->count = heading;
}

static bool is_game_at(const struct going *going, const char *name)
{
	return going->kind == LINE_GAME && strcmp(going->name, name) == 0;
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

static void add_today(struct app *app, const struct puzzle *puzzle, const struct goings *goings,
                      struct level *level)
{
	char name[LEVEL_NAME_MAX];
	const time_t now = time(NULL);
	library_daily(puzzle, now, name);
	const int pack = library_pack(app->library, name);
	struct menu_line *line =
		add_line(&app->menu, LINE_TODAY, puzzle, (struct level_ref){pack, 0});
	line->name = strdup(name);
	line->title = title_of(now);
	line->identity = store_level(app->store, name);
	for (int i = 0; i < goings->count; i++)
		if (is_game_at(&goings->going[i], name))
			line->identity = goings->going[i].number;
	if (pack >= 0)
		read_level(app, line, level);
}

/* Those that have no line of their own below. */
static void add_games(struct app *app, const struct puzzle *puzzle, const struct goings *goings)
{
	char today[LEVEL_NAME_MAX];
	int count = 0;
	library_daily(puzzle, time(NULL), today);
	for (int i = goings->count - 1; i >= 0 && count < GAMES_SHOWN; i--) {
		const struct going *game = &goings->going[i];
		if (game->kind != LINE_GAME || game->puzzle != puzzle || is_game_at(game, today))
			continue;
		struct menu_line *line =
			add_line(&app->menu, LINE_GAME, puzzle, (struct level_ref){-1, 0});
		line->name = strdup(game->name);
		const char *file = game->name[0] == '/' ? strrchr(game->name, '/') + 1 : game->name;
		line->title = strdup(file);
		line->identity = game->number;
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
		const struct going *going = line->identity == 0 ? NULL
		                                                : game_of(goings, line->identity);
		line->playing = going != NULL;
		line->shown = going != NULL && going->shown;
	}
	store_bests(app->store, take_best, menu);
}

static size_t most_lines(const struct app *app, const struct goings *goings)
{
	const struct library *library = app->library;
	size_t count = (size_t)app->menu.own.count + (size_t)goings->count;
	for (int p = 0; p < library->shipped; p++)
		count += 1 + (size_t)library->packs[p].count;
	for (int m = 0; puzzle_at(m) != NULL; m++)
		count += 2; /* the board of the day, and the heading of their own */
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
	level_list_free(&menu->own);
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

static void read_own(struct app *app)
{
	struct menu *menu = &app->menu;
	struct error error;
	const int left_out = user_levels_read(app->library, &menu->own, &error);
	menu->left_out[0] = '\0';
	if (left_out > 0)
		snprintf(menu->left_out, sizeof menu->left_out,
		         text_plural("%d file left out of yours: %s",
		                     "%d files left out of yours; the first: %s", left_out),
		         left_out, error.text);
}

bool menu_fill(struct app *app)
{
	struct menu *menu = &app->menu;
	struct goings goings = {0};
	struct level *level = malloc(sizeof *level);
	free_lines(menu);
	read_own(app);
	store_hold(app->store);
	store_games(app->store, add_game, &goings);
	store_drafts(app->store, add_drawing, &goings);
	const size_t most = most_lines(app, &goings);
	menu->lines = calloc(most, sizeof *menu->lines);
	menu->shown = calloc(most, sizeof *menu->shown);
	const bool good = level != NULL && menu->lines != NULL && menu->shown != NULL;
	for (int m = 0; good && puzzle_at(m) != NULL; m++) {
		add_games(app, puzzle_at(m), &goings);
		add_today(app, puzzle_at(m), &goings, level);
		add_packs(app, puzzle_at(m), level);
		add_yours(app, puzzle_at(m), &goings, level);
	}
	if (good)
		read_results(app, &goings);
	store_release(app->store);
	free_goings(&goings);
	free(level);
	return good;
}

void menu_close(struct app *app)
{
	free_lines(&app->menu);
	app->menu = (struct menu){0};
}
