/* The lines of the list: of each puzzle the games in progress, the one played last first; the board
 * of the day; the packs; the player's own levels; and drawings that were not saved.
 *
 * A level that comes with the program is read, which gives its identity. Any other is known by the
 * name under which its game or result was kept, and is read or made only when it is chosen: the
 * board of the day may take a tenth of a second. */
#include "ui/page/menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/text.h"
#include "play/session.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"

enum { GAMES_SHOWN = 3 }; /* of each puzzle's games in progress */

/* A game in progress, or a drawing that was not saved. */
struct unfinished {
	enum line_kind kind; /* LINE_GAME, LINE_DRAWING */
	uint64_t number;     /* the level's identity; or the drawing's number */
	const struct puzzle *puzzle;
	char *name;          /* where the level is found; or the drawing's title */
	bool shown;
};

struct unfinished_list {
	struct unfinished *items; /* the game played last at the end */
	int count, room;
};

/* Takes over the name. */
static void add_unfinished(struct unfinished_list *list, struct unfinished item)
{
	if (list->count == list->room) {
		const int room = list->room == 0 ? 16 : 2 * list->room;
		struct unfinished *more = realloc(list->items, (size_t)room * sizeof *more);
		if (more != NULL) {
			list->items = more;
			list->room = room;
		}
	}
	if (list->count < list->room && item.puzzle != NULL && item.name != NULL)
		list->items[list->count++] = item;
	else
		free(item.name);
}

static void add_game(void *context, const struct entry *kept)
{
	add_unfinished(context, (struct unfinished){.kind = LINE_GAME,
	                                            .number = kept->level,
	                                            .puzzle = puzzle_named(kept->name),
	                                            .name = strdup(kept->place),
	                                            .shown = session_text_assisted(kept->words)});
}

static void add_drawing(void *context, const struct entry *kept)
{
	struct pack pack;
	struct error error;
	if (!pack_read_syntax(&pack, "drawing", kept->words, strlen(kept->words), &error))
		return;
	add_unfinished(context, (struct unfinished){.kind = LINE_DRAWING,
	                                            .number = kept->level,
	                                            .puzzle = pack_puzzle(&pack, 0),
	                                            .name = strdup(pack.levels[0].title)});
	pack_free(&pack);
}

static void free_unfinished(struct unfinished_list *list)
{
	for (int i = 0; i < list->count; i++)
		free(list->items[i].name);
	free(list->items);
}

/* The kept game of that level; NULL if there is none. */
static const struct unfinished *game_of(const struct unfinished_list *list, uint64_t identity)
{
	for (int i = 0; i < list->count; i++)
		if (list->items[i].kind == LINE_GAME && list->items[i].number == identity)
			return &list->items[i];
	return NULL;
}

/* ---- lines ---- */

static struct menu_line *add_line(struct menu *menu, enum line_kind kind,
                                  const struct puzzle *puzzle, struct level_ref level)
{
	struct menu_line *line = &menu->lines[menu->count++];
	*line = (struct menu_line){.kind = kind,
	                           .puzzle = puzzle,
	                           .level = level,
	                           .best.count = -1,
	                           .par = -1};
	return line;
}

/* Fills in what the level's text says. */
static void read_level(struct app *app, struct menu_line *line, struct level *level)
{
	struct error error;
	if (!library_level_bare(app->library, line->level, level, &error))
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
		add_line(menu_of(app), LINE_HEADING, puzzle, (struct level_ref){p, 0});
		for (int l = 0; l < pack->count; l++)
			read_level(app,
			           add_line(menu_of(app), LINE_LEVEL, puzzle,
			                    (struct level_ref){p, l}),
			           level);
	}
}

/* The player's own levels of a puzzle; they have no numbers. */
static void add_own(struct app *app, const struct puzzle *puzzle, struct level *level)
{
	const struct level_list *own = &app->own;
	for (int i = 0; i < own->count; i++) {
		if (library_puzzle(app->library, own->refs[i]) != puzzle)
			continue;
		struct menu_line *line = add_line(menu_of(app), LINE_LEVEL, puzzle, own->refs[i]);
		line->title = strdup(library_text(app->library, own->refs[i])->title);
		read_level(app, line, level);
	}
}

static void add_drawings(struct menu *menu, const struct puzzle *puzzle,
                         const struct unfinished_list *list)
{
	for (int i = 0; i < list->count; i++) {
		const struct unfinished *drawing = &list->items[i];
		if (drawing->kind != LINE_DRAWING || drawing->puzzle != puzzle)
			continue;
		struct menu_line *line =
			add_line(menu, LINE_DRAWING, puzzle, (struct level_ref){-1, 0});
		line->number = drawing->number;
		line->title = strdup(drawing->name);
	}
}

/* Both under one heading, if there are any. */
static void add_yours(struct app *app, const struct puzzle *puzzle,
                      const struct unfinished_list *list, struct level *level)
{
	struct menu *menu = menu_of(app);
	const int heading = menu->count;
	add_line(menu, LINE_HEADING, puzzle, (struct level_ref){-1, 0});
	add_own(app, puzzle, level);
	add_drawings(menu, puzzle, list);
	if (menu->count > heading + 1)
		menu->lines[heading].title = strdup("Yours");
	else
		menu->count = heading;
}

static bool is_game_at(const struct unfinished *item, const char *name)
{
	return item->kind == LINE_GAME && strcmp(item->name, name) == 0;
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

static void add_today(struct app *app, const struct puzzle *puzzle,
                      const struct unfinished_list *list, struct level *level)
{
	char name[LEVEL_NAME_MAX];
	const time_t now = time(NULL);
	library_daily(puzzle, now, name);
	const int pack = library_pack(app->library, name);
	struct menu_line *line =
		add_line(menu_of(app), LINE_TODAY, puzzle, (struct level_ref){pack, 0});
	line->name = strdup(name);
	line->title = title_of(now);
	line->identity = store_level(app->store, name);
	for (int i = 0; i < list->count; i++)
		if (is_game_at(&list->items[i], name))
			line->identity = list->items[i].number;
	if (pack >= 0)
		read_level(app, line, level);
}

/* Those whose level has no line further down. */
static void add_games(struct app *app, const struct puzzle *puzzle,
                      const struct unfinished_list *list)
{
	char today[LEVEL_NAME_MAX];
	int count = 0;
	library_daily(puzzle, time(NULL), today);
	for (int i = list->count - 1; i >= 0 && count < GAMES_SHOWN; i--) {
		const struct unfinished *game = &list->items[i];
		if (game->kind != LINE_GAME || game->puzzle != puzzle || is_game_at(game, today))
			continue;
		struct menu_line *line =
			add_line(menu_of(app), LINE_GAME, puzzle, (struct level_ref){-1, 0});
		line->name = strdup(game->name);
		const char *file = game->name[0] == '/' ? strrchr(game->name, '/') + 1 : game->name;
		line->title = strdup(file);
		line->identity = game->number;
		count++;
	}
}

/* For a game of a shipped level, takes the level and its par from that level's line. */
static void find_level(const struct menu *menu, struct menu_line *line)
{
	for (int i = 0; i < menu->count; i++) {
		const struct menu_line *level = &menu->lines[i];
		if (level->kind != LINE_LEVEL || level->identity != line->identity)
			continue;
		free(line->title);
		line->title = NULL;
		line->level = level->level;
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

/* Fills in the player's results and games in progress. */
static void read_results(struct app *app, const struct unfinished_list *list)
{
	struct menu *menu = menu_of(app);
	for (int i = 0; i < menu->count; i++) {
		struct menu_line *line = &menu->lines[i];
		if (line->kind == LINE_GAME)
			find_level(menu, line);
		const struct unfinished *item =
			line->identity == 0 ? NULL : game_of(list, line->identity);
		line->playing = item != NULL;
		line->shown = item != NULL && item->shown;
	}
	store_bests(app->store, take_best, menu);
}

static size_t most_lines(const struct app *app, const struct unfinished_list *list)
{
	const struct library *library = app->library;
	size_t count = (size_t)app->own.count + (size_t)list->count;
	for (int p = 0; p < library->shipped; p++)
		count += 1 + (size_t)library->packs[p].count;
	for (int m = 0; puzzle_at(m) != NULL; m++)
		count += 2; /* the board of the day, and the heading of own levels */
	return count;
}

void menu_free_lines(struct menu *menu)
{
	for (int i = 0; i < menu->count; i++) {
		free(menu->lines[i].name);
		free(menu->lines[i].title);
	}
	free(menu->lines);
	free(menu->shown);
	menu->lines = NULL;
	menu->shown = NULL;
	menu->count = menu->shown_count = 0;
}

const char *menu_title(const struct app *app, const struct menu_line *line)
{
	if (line->title != NULL)
		return line->title;
	return line->level.pack < 0 ? "" : library_text(app->library, line->level)->title;
}

static void read_own(struct app *app)
{
	struct menu *menu = menu_of(app);
	struct error error;
	level_list_free(&app->own);
	const int left_out = user_levels_read(app->library, &app->own, &error);
	menu->left_out[0] = '\0';
	if (left_out > 0)
		snprintf(menu->left_out, sizeof menu->left_out,
		         text_plural("%d file left out of yours: %s",
		                     "%d files left out of yours; the first: %s", left_out),
		         left_out, error.text);
}

bool menu_fill(struct app *app)
{
	struct menu *menu = menu_of(app);
	struct unfinished_list list = {0};
	struct level *level = malloc(sizeof *level);
	menu_free_lines(menu);
	read_own(app);
	store_begin_snapshot(app->store);
	store_list(app->store, ENTRY_GAME, add_game, &list);
	store_list(app->store, ENTRY_DRAFT, add_drawing, &list);
	const size_t most = most_lines(app, &list);
	menu->lines = calloc(most, sizeof *menu->lines);
	menu->shown = calloc(most, sizeof *menu->shown);
	const bool good = level != NULL && menu->lines != NULL && menu->shown != NULL;
	for (int m = 0; good && puzzle_at(m) != NULL; m++) {
		add_games(app, puzzle_at(m), &list);
		add_today(app, puzzle_at(m), &list, level);
		add_packs(app, puzzle_at(m), level);
		add_yours(app, puzzle_at(m), &list, level);
	}
	if (good)
		read_results(app, &list);
	store_end_snapshot(app->store);
	free_unfinished(&list);
	free(level);
	if (!good)
		menu_free_lines(menu);
	return good;
}
