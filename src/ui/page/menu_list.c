/* The lines of the list: of each puzzle the board of the day, its streak and its storm; the ladder
 * of the week; the games in progress, the one played last first; the packs; the player's own
 * levels; and drawings that were not saved.
 *
 * A level that comes with the program is read, which gives its identity. Any other is known by the
 * name under which its game or result was saved, and is read or made only when it is chosen: the
 * board of the day may take a tenth of a second. */
#include "ui/page/menu.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "algo/hash.h"
#include "os/language.h"
#include "os/text.h"
#include "play/ladder.h"
#include "play/session.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"

enum { GAMES_SHOWN = 3 }; /* the most of each puzzle's games in progress */

static const struct level_ref no_level = {-1, 0};

/* The player's games in progress, the one played last at the end, and drawings that were not saved:
 * each as a line with a name or a title. */
struct unfinished {
	struct menu_line *lines;
	int count;
};

static void free_line(struct menu_line *line)
{
	assert(line != NULL);
	free(line->name);
	free(line->title);
	thumbnail_free(line->thumbnail);
	for (int i = 0; line->rungs != NULL && i < LADDER_RUNGS; i++)
		free(line->rungs[i].name);
	free(line->rungs);
}

/* Takes over the line's strings. */
static void add_unfinished(struct unfinished *list, struct menu_line line)
{
	const bool good = line.puzzle != NULL && (line.name != NULL || line.title != NULL);
	const size_t size = (size_t)(list->count + 1) * sizeof line;
	struct menu_line *more = good ? realloc(list->lines, size) : NULL;
	if (more != NULL) {
		list->lines = more;
		list->lines[list->count++] = line;
	} else {
		free_line(&line);
	}
}

static void add_game(void *context, const struct entry *game)
{
	add_unfinished(context, (struct menu_line){.kind = LINE_GAME,
	                                           .puzzle = puzzle_named(game->name),
	                                           .name = strdup(game->place),
	                                           .identity = game->level,
	                                           .shown = session_text_assisted(game->words)});
}

static void add_drawing(void *context, const struct entry *drawing)
{
	struct pack pack;
	struct error error;
	if (!pack_read_syntax(&pack, "drawing", drawing->words, strlen(drawing->words), &error))
		return;
	add_unfinished(context, (struct menu_line){.kind = LINE_DRAWING,
	                                           .puzzle = pack_puzzle(&pack, 0),
	                                           .title = strdup(pack.levels[0].title),
	                                           .identity = drawing->level});
	pack_free(&pack);
}

/* ---- titles ---- */

/* "Today 21 November", of the day that the board's name has. */
static char *title_of_day(const char *name)
{
	static const char *const titles[] = {
		/* TRANSLATORS: the board of the day, for each month; at most 18 columns */
		N_("Today %d January"), N_("Today %d February"), N_("Today %d March"),
		N_("Today %d April"),   N_("Today %d May"),      N_("Today %d June"),
		N_("Today %d July"),    N_("Today %d August"),   N_("Today %d September"),
		N_("Today %d October"), N_("Today %d November"), N_("Today %d December"),
	};
	struct game_id id;
	struct tm day;
	char *title;
	if (!game_id_parse(name, &id) || !game_id_is_daily(&id, &day))
		return NULL;
	assert(day.tm_mon >= 0 && day.tm_mon < 12);
	return asprintf(&title, _(titles[day.tm_mon]), day.tm_mday) < 0 ? NULL : title;
}

static char *title_of_run(const char *name)
{
	struct run_id id;
	int board;
	return run_id_parse(name, &id, &board) ? strdup(run_title(id.kind)) : NULL;
}

/* The name of a game whose level has no title: "own.level:2", or "Board 7x7 #42" for the game ID
 * "tilt:7x7#42", or "Ladder 2026-48, rung 3". */
static char *title_of_name(const struct puzzle *puzzle, const char *name)
{
	char *title;
	int week, rung;
	const struct puzzle *climbed;
	if (ladder_parse(name, &climbed, &week, &rung))
		/* TRANSLATORS: a board of a week's ladder: year, week, and which of its boards */
		return asprintf(&title, _("Ladder %04d-%02d, rung %d"), week / 100, week % 100,
		                rung) < 0
		               ? NULL
		               : title;
	const size_t length = strlen(puzzle->name);
	if (strncmp(name, puzzle->name, length) != 0 || name[length] != ':')
		return strdup(name[0] == '/' ? strrchr(name, '/') + 1 : name);
	name += length + 1;
	const int size = (int)strcspn(name, "#");
	/* TRANSLATORS: a made board, by its size and number: "Board 7x7 #42" */
	return asprintf(&title, _("Board %.*s %s"), size, name, name + size) < 0 ? NULL : title;
}

/* The title of a line, in the player's language; NULL: it is a text that the player wrote. Without
 * memory there may be no name. */
static char *title_of(const struct menu_line *line)
{
	const char *name = line->name == NULL ? "" : line->name;
	switch (line->kind) {
	case LINE_TODAY:
		return title_of_day(name);
	case LINE_RUN:
		return title_of_run(name);
	case LINE_LADDER:
		/* TRANSLATORS: the week's boards, each harder than the one before; 13 columns */
		return strdup(_("Week's ladder"));
	case LINE_GAME:
		return title_of_name(line->puzzle, name);
	case LINE_HEADING:
		return strdup(_("Your levels"));
	default:
		return NULL;
	}
}

static void set_title(struct menu_line *line)
{
	char *title = title_of(line);
	if (title == NULL)
		return;
	free(line->title);
	line->title = title;
}

/* ---- lines ---- */

/* Adds a line, with what the level's text says, where it has one. */
static struct menu_line *add_line(struct app *app, enum line_kind kind, const struct puzzle *puzzle,
                                  struct level_ref ref)
{
	struct menu *menu = menu_of(app);
	struct level *level = &menu->level;
	struct menu_line *line = &menu->lines[menu->count++];
	struct error error;
	*line = (struct menu_line){.kind = kind,
	                           .puzzle = puzzle,
	                           .level = ref,
	                           .best.count = -1,
	                           .par = -1};
	if (kind != LINE_HEADING && ref.pack >= 0 &&
	    library_level_bare(app->library, ref, level, &error)) {
		line->identity = level_identity(puzzle, level);
		line->par = level->par;
		line->endless = level->endless;
	}
	return line;
}

static void add_packs(struct app *app, const struct puzzle *puzzle)
{
	for (int p = 0; p < app->library->shipped; p++) {
		const struct pack *pack = &app->library->packs[p];
		if (pack_puzzle(pack, 0) != puzzle)
			continue;
		add_line(app, LINE_HEADING, puzzle, (struct level_ref){p, 0});
		for (int l = 0; l < pack->count; l++)
			add_line(app, LINE_LEVEL, puzzle, (struct level_ref){p, l});
	}
}

/* The player's own levels of a puzzle, which have no numbers, and drawings: both under one heading,
 * if there are any. */
static void add_yours(struct app *app, const struct puzzle *puzzle, const struct unfinished *list)
{
	struct menu *menu = menu_of(app);
	struct menu_line *heading = add_line(app, LINE_HEADING, puzzle, no_level);
	for (int i = 0; i < app->user_levels.count; i++) {
		const struct level_ref ref = app->user_levels.refs[i];
		if (library_puzzle(app->library, ref) == puzzle)
			add_line(app, LINE_LEVEL, puzzle, ref)->title =
				strdup(library_text(app->library, ref)->title);
	}
	for (int i = 0; i < list->count; i++) {
		const struct menu_line *drawing = &list->lines[i];
		if (drawing->kind != LINE_DRAWING || drawing->puzzle != puzzle)
			continue;
		struct menu_line *line = add_line(app, LINE_DRAWING, puzzle, no_level);
		line->identity = drawing->identity;
		line->title = strdup(drawing->title);
	}
	if (heading == &menu->lines[menu->count - 1])
		menu->count--;
	else
		set_title(heading);
}

static bool is_game_at(const struct menu_line *line, const char *name)
{
	return line->kind == LINE_GAME && strcmp(line->name, name) == 0;
}

/* The identity of a level that was played under this name; 0: none was. */
static uint64_t identity_of_name(struct app *app, const char *name, const struct unfinished *list)
{
	for (int i = 0; i < list->count; i++)
		if (is_game_at(&list->lines[i], name))
			return list->lines[i].identity;
	return store_level(app->store, name);
}

/* The board of the day, with this name. */
static void add_today(struct app *app, const struct puzzle *puzzle, const char *name,
                      const struct unfinished *list)
{
	const struct level_ref ref = {library_pack(app->library, name), 0};
	struct menu_line *line = add_line(app, LINE_TODAY, puzzle, ref);
	line->name = strdup(name);
	set_title(line);
	if (line->identity != 0)
		return;
	line->identity = identity_of_name(app, name, list);
}

/* The ladder of the week. */
static void add_ladder(struct app *app, const struct puzzle *puzzle, time_t now,
                       const struct unfinished *list)
{
	const int week = ladder_week(now);
	struct menu_line *rungs =
		puzzle->generator.ladder == NULL ? NULL : calloc(LADDER_RUNGS, sizeof *rungs);
	if (rungs == NULL)
		return;
	struct menu_line *line = add_line(app, LINE_LADDER, puzzle, no_level);
	line->rungs = rungs;
	set_title(line);
	for (int i = 0; i < LADDER_RUNGS; i++) {
		char name[LEVEL_NAME_MAX];
		ladder_name(puzzle, week, i + 1, name, sizeof name);
		rungs[i] = (struct menu_line){.kind = LINE_LADDER,
		                              .puzzle = puzzle,
		                              .name = strdup(name),
		                              .identity = identity_of_name(app, name, list),
		                              .best.count = -1,
		                              .par = -1};
	}
}

/* The day's streak and storm. That a run counts is found out by replaying it, so only the best one
 * is read. */
static void add_runs(struct app *app, const struct puzzle *puzzle, time_t now,
                     const struct run_list *runs)
{
	for (int kind = 0; kind < RUN_KINDS && run_is_offered(puzzle); kind++) {
		const struct run_id id = run_of_day(puzzle, (enum run_kind)kind, now);
		struct menu_line *line = add_line(app, LINE_RUN, puzzle, no_level);
		char name[RUN_NAME_MAX];
		run_id_name(&id, 0, name);
		line->name = strdup(name);
		set_title(line);
		line->identity = hash_text(name);
		line->endless = true; /* counted in points */
		line->playing = run_list_current(runs, &id) != NULL;
		const struct run_record *best =
			run_list_best(runs, &app->boards, &id, id.date, NULL);
		if (best != NULL)
			line->best = (struct best){.count = 0, .score = best->score};
	}
}

/* Those whose level has no line further down. */
static void add_games(struct app *app, const struct puzzle *puzzle, const char *today,
                      const struct unfinished *list)
{
	int count = 0;
	for (int i = list->count - 1; i >= 0 && count < GAMES_SHOWN; i--) {
		const struct menu_line *game = &list->lines[i];
		if (game->kind != LINE_GAME || game->puzzle != puzzle || is_game_at(game, today))
			continue;
		struct menu_line *line = add_line(app, LINE_GAME, puzzle, no_level);
		const char *name = game->name;
		line->name = strdup(name);
		set_title(line);
		line->identity = game->identity;
		count++;
	}
}

/* ---- games and results ---- */

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
	for (int i = 0; level != 0 && i < menu->count; i++) {
		struct menu_line *line = &menu->lines[i];
		if (line->identity == level)
			line->best = best;
		for (int r = 0; line->rungs != NULL && r < LADDER_RUNGS; r++)
			if (line->rungs[r].identity == level)
				line->rungs[r].best = best;
	}
}

/* Marks a line whose level has a game in progress. */
static void find_game(struct menu_line *line, const struct unfinished *list)
{
	for (int i = 0; line->identity != 0 && i < list->count; i++) {
		const struct menu_line *game = &list->lines[i];
		if (game->kind != LINE_GAME || game->identity != line->identity)
			continue;
		line->playing = true;
		line->shown = game->shown;
	}
}

/* Chooses the first rung that is not solved; the first one, if all are. */
static void choose_rung(struct menu_line *line, const struct unfinished *list)
{
	const struct menu_line *chosen = NULL;
	bool solved = true;
	for (int i = 0; i < LADDER_RUNGS; i++) {
		struct menu_line *rung = &line->rungs[i];
		find_game(rung, list);
		line->playing |= rung->playing;
		if (rung->best.count < 0 && solved)
			chosen = rung;
		solved &= rung->best.count >= 0;
	}
	if (chosen == NULL)
		chosen = &line->rungs[0];
	line->name = chosen->name == NULL ? NULL : strdup(chosen->name);
}

/* Fills in the player's results and games in progress. */
static void read_results(struct app *app, const struct unfinished *list)
{
	struct menu *menu = menu_of(app);
	store_bests(app->store, take_best, menu);
	menu->welcome = true;
	for (int i = 0; i < menu->count; i++) {
		struct menu_line *line = &menu->lines[i];
		if (line->kind == LINE_GAME)
			find_level(menu, line);
		find_game(line, list);
		if (line->rungs != NULL)
			choose_rung(line, list);
		menu->welcome &= !line->playing && line->best.count < 0;
	}
}

/* Room for them: each puzzle also has the board of the day, a ladder, runs, and a heading of own
 * levels. */
static size_t count_lines(const struct app *app, const struct unfinished *list)
{
	const struct library *library = app->library;
	int count = app->user_levels.count + list->count + (3 + RUN_KINDS) * puzzle_count();
	for (int p = 0; p < library->shipped; p++)
		count += 1 + library->packs[p].count;
	return (size_t)count;
}

static void free_lines(struct menu_line *lines, int count)
{
	for (int i = 0; i < count; i++)
		free_line(&lines[i]);
	free(lines);
}

void menu_free_lines(struct menu *menu)
{
	free_lines(menu->lines, menu->count);
	free(menu->shown);
	free(menu->places);
	menu->lines = NULL;
	menu->shown = NULL;
	menu->places = NULL;
	menu->count = menu->shown_count = 0;
}

const char *menu_title(const struct app *app, const struct menu_line *line)
{
	if (line->title != NULL)
		return line->title;
	return line->level.pack < 0 ? "" : library_shown_title(app->library, line->level);
}

void menu_translate(struct menu *menu)
{
	if (menu->language == language_current())
		return;
	menu->language = language_current();
	for (int i = 0; i < menu->count; i++)
		if (menu->lines[i].title != NULL)
			set_title(&menu->lines[i]);
}

static void read_user_levels(struct app *app)
{
	struct menu *menu = menu_of(app);
	struct error error;
	level_list_free(&app->user_levels);
	const int left_out = user_levels_read(app->library, &app->user_levels, &error);
	char words[sizeof menu->left_out];
	menu->left_out[0] = '\0';
	if (left_out == 0)
		return;
	snprintf(words, sizeof words,
	         /* TRANSLATORS: then why the first of them could not be read */
	         text_plural("%d file left out of your levels: %s",
	                     "%d files left out of your levels; the first: %s", left_out),
	         left_out, error.text);
	text_sentence(menu->left_out, sizeof menu->left_out, words);
}

bool menu_fill(struct app *app)
{
	struct menu *menu = menu_of(app);
	struct unfinished list = {0};
	struct run_list runs = {.count = 0};
	char today[LEVEL_NAME_MAX];
	const time_t now = time(NULL);
	menu_free_lines(menu);
	menu->language = language_current();
	read_user_levels(app);
	store_begin_snapshot(app->store);
	store_list(app->store, ENTRY_GAME, add_game, &list);
	store_list(app->store, ENTRY_DRAFT, add_drawing, &list);
	app_read_runs(app, &runs);
	const size_t room = count_lines(app, &list);
	menu->lines = calloc(room, sizeof *menu->lines);
	menu->shown = calloc(room, sizeof *menu->shown);
	menu->places = calloc(room, sizeof *menu->places);
	const bool good = menu->lines != NULL && menu->shown != NULL && menu->places != NULL;
	for (int i = 0; good && puzzle_at(i) != NULL; i++) {
		game_id_daily(puzzle_at(i), now, today);
		add_today(app, puzzle_at(i), today, &list);
		add_runs(app, puzzle_at(i), now, &runs);
		add_ladder(app, puzzle_at(i), now, &list);
		add_games(app, puzzle_at(i), today, &list);
		add_packs(app, puzzle_at(i));
		add_yours(app, puzzle_at(i), &list);
	}
	if (good)
		read_results(app, &list);
	store_end_snapshot(app->store);
	free_lines(list.lines, list.count);
	run_list_free(&runs);
	if (!good)
		menu_free_lines(menu);
	return good;
}
