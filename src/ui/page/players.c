/* Who plays: the players who let others watch, with what is on their boards, and below them the
 * ghosts of the day. The players' files are read once a second; only what a newcomer is told and
 * the form of the words after it, not the boards. */
#include "ui/page/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "algo/least.h"
#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "play/relay.h"
#include "puzzle/puzzle.h"
#include "store/store.h"

enum {
	LIST_ROW = 2,
	FOOT_ROWS = 3, /* a blank row, words, keys */
	READ_MILLISECONDS = 1000,
	READS_MAX = 64,    /* of a player at a time: all words of a text */
	PLAYERS_MAX = 250, /* each with an open file */
	WIDE = 72,         /* columns; with fewer, there are no times */
	COUNT_COLUMNS = 8,
	TIME_COLUMNS = 11,
	TIME_BYTES = 64,
	SOON = 10, /* seconds: "now" */
};

struct players *players_of(const struct app *app)
{
	return app->state[PAGE_PLAYERS];
}

/* ---- reading ---- */

static void take_text(struct player *player)
{
	struct relayed relayed;
	struct error error;
	const char *rest;
	player->title[0] = '\0';
	player->puzzle = NULL;
	if (!race_text_read(&player->race, player->reader.text, &rest))
		player->race.boards = 0;
	player->began = player->moved = player->reader.time;
	if (player->race.boards > 0 || !relay_read(&relayed, player->reader.text, &error))
		return;
	snprintf(player->title, sizeof player->title, "%s", relayed.pack.levels[0].title);
	snprintf(player->place, sizeof player->place, "%s", relayed.place);
	player->puzzle = pack_puzzle(&relayed.pack, 0);
	player->count = relayed.count;
	relayed_free(&relayed);
}

static void read_player(struct player *player)
{
	struct live_reader *reader = &player->reader;
	player->on = live_is_on(reader);
	for (int reads = 0; player->on && reads < READS_MAX; reads++) {
		const enum live_news news = live_read(reader);
		if (news == LIVE_NONE || news == LIVE_FOREIGN)
			break;
		if (news == LIVE_TEXT)
			take_text(player);
		for (int i = 0; news == LIVE_ADDED && i < reader->count; i++) {
			player->count = relay_count(reader->words[i].text, player->count);
			player->moved = reader->words[i].time;
		}
	}
	player->on &= reader->joined;
}

static bool is_known(const struct players *players, const char *name)
{
	for (int i = 0; i < players->count; i++)
		if (strcmp(players->player[i].reader.player, name) == 0)
			return true;
	return false;
}

static int by_name(const void *one, const void *other)
{
	const struct player *a = one, *b = other;
	return strcmp(a->reader.player, b->reader.player);
}

static bool make_room(struct players *players)
{
	if (players->count < players->room)
		return true;
	const int room = players->room + 16;
	struct player *player = realloc(players->player, (size_t)room * sizeof *player);
	if (player == NULL)
		return false;
	players->player = player;
	players->room = room;
	return true;
}

/* Adds a player of whom nothing was known so far; not this one: see live_open. */
static void add(void *context, const char *name)
{
	struct app *app = context;
	struct players *players = players_of(app);
	if (players->count == PLAYERS_MAX || strcmp(name, store_player(app->store)) == 0 ||
	    is_known(players, name) || !make_room(players))
		return;
	struct player *player = &players->player[players->count];
	*player = (struct player){.count = 0};
	if (live_reader_open(&player->reader, name) && live_is_on(&player->reader))
		players->count++;
	else
		live_reader_close(&player->reader);
}

/* Removes those who left. */
static void remove_gone(struct players *players)
{
	int left = 0;
	for (int i = 0; i < players->count; i++) {
		if (players->player[i].on)
			players->player[left++] = players->player[i];
		else
			live_reader_close(&players->player[i].reader);
	}
	players->count = left;
}

static void read_all(struct app *app)
{
	struct players *players = players_of(app);
	live_list(add, app);
	for (int i = 0; i < players->count; i++)
		read_player(&players->player[i]);
	remove_gone(players);
	if (players->count > 0)
		qsort(players->player, (size_t)players->count, sizeof *players->player, by_name);
	players->due = milliseconds_now() + READ_MILLISECONDS;
}

static int count_entries(const struct players *players)
{
	return players->count + players->ghosts.shown_count;
}

/* The ghost on the chosen board; if it is not there any more, the first. */
static int find_chosen_ghost(const struct players *players)
{
	const struct ghosts *ghosts = &players->ghosts;
	for (int i = 0; i < ghosts->shown_count; i++)
		if (strcmp(ghosts->ghost[ghosts->shown[i]].board, players->chosen_ghost) == 0)
			return players->count + i;
	return least(players->count, count_entries(players) - 1);
}

/* The chosen player is the first from that name on, also if that one has left; -1: there is no
 * entry. */
static int find_chosen(const struct players *players)
{
	int i = 0;
	if (players->chosen_ghost[0] != '\0' || players->count == 0)
		return find_chosen_ghost(players);
	while (i < players->count - 1 &&
	       strcmp(players->player[i].reader.player, players->chosen) < 0)
		i++;
	return i;
}

static void choose(struct players *players, int number)
{
	const struct ghosts *ghosts = &players->ghosts;
	if (number < 0 || number >= count_entries(players))
		return;
	players->chosen_ghost[0] = '\0';
	if (number < players->count)
		snprintf(players->chosen, sizeof players->chosen, "%s",
		         players->player[number].reader.player);
	else
		snprintf(players->chosen_ghost, sizeof players->chosen_ghost, "%s",
		         ghosts->ghost[ghosts->shown[number - players->count]].board);
}

/* ---- the page ---- */

static void tick(struct app *app)
{
	players_tick_ghosts(app);
	if (milliseconds_now() < players_of(app)->due)
		return;
	read_all(app);
	const int joined = app->race.boards > 0 ? players_count_racers(app, &app->race) : 0;
	if (joined != players_of(app)->joined)
		app->message[0] = '\0'; /* the words below the list have news */
	players_of(app)->joined = joined;
	players_follow_owner(app);
}

static void close_players(struct app *app)
{
	if (app->race.boards > 0)
		players_leave_race(app);
	struct players *players = players_of(app);
	for (int i = 0; i < players->count; i++)
		live_reader_close(&players->player[i].reader);
	free(players->player);
	players_close_ghosts(players);
	*players = (struct players){.count = 0};
}

static bool open_players(struct app *app, const struct destination *to)
{
	(void)to;
	if (store_player(app->store) == NULL) {
		app_say(app, _("Only players of a shared account can be watched."));
		return false;
	}
	read_all(app);
	players_of(app)->ghosts_due = milliseconds_now(); /* once the page is drawn */
	return true;
}

static int64_t due(const struct app *app)
{
	const struct players *players = players_of(app);
	return app_sooner(players->due, players_ghosts_due(players));
}

static void watch(struct app *app, int number)
{
	struct players *players = players_of(app);
	choose(players, number);
	if (number < 0 || number >= count_entries(players))
		return;
	if (number >= players->count)
		players_race_ghost(app, number);
	else if (players->player[number].race.boards > 0)
		players_join(app, &players->player[number]);
	else if (app->race.boards > 0)
		app_say(app, _("You are in a race: leave it first."));
	else
		app_go(app, (struct destination){.transition = TRANSITION_COVER,
		                                 .page = PAGE_GAME,
		                                 .start = START_WATCH,
		                                 .player = players->chosen});
}

/* The next player with a game; from the last to the first. */
static void watch_other(struct app *app, int step)
{
	const struct players *players = players_of(app);
	const int from = find_chosen(players);
	for (int i = 1; i <= players->count; i++) {
		const int number = (from + i * step + i * players->count) % players->count;
		if (players->player[number].puzzle != NULL) {
			if (number == from)
				app_say(app, _("Nobody else can be watched now."));
			watch(app, number);
			return;
		}
	}
}

static void take_key(struct app *app, struct press press)
{
	struct players *players = players_of(app);
	switch (press.action) {
	case ACTION_UP:
		choose(players, find_chosen(players) - 1);
		return;
	case ACTION_DOWN:
		choose(players, find_chosen(players) + 1);
		return;
	case ACTION_CHOOSE:
		watch(app, press.cell >= 0 ? press.cell : find_chosen(players));
		return;
	case ACTION_RACE:
		players_propose(app);
		return;
	case ACTION_PUZZLE_AFTER:
		players_offer_other(app);
		return;
	case ACTION_START:
		players_start_race(app);
		return;
	case ACTION_NEXT:
		watch_other(app, 1);
		return;
	case ACTION_PREVIOUS:
		watch_other(app, -1);
		return;
	case ACTION_BACK:
		app_go_back(app);
		return;
	default:
		return;
	}
}

/* ---- drawing ---- */

/* What a player's game is of. A game ID says less than that. */
static void name_level(const struct app *app, const struct player *player,
                       char out[HEADER_BYTES_MAX])
{
	struct game_id id;
	struct tm day;
	char pack[LEVEL_NAME_MAX];
	snprintf(pack, sizeof pack, "%.*s", (int)strcspn(player->place, ":"), player->place);
	const int number = library_pack(app->library, pack);
	if (!game_id_parse(player->place, &id))
		text_sanitize(out, HEADER_BYTES_MAX,
		              number < 0 ? player->title
		                         : library_shown(app->library, number, player->title));
	else if (id.board > 0)
		/* TRANSLATORS: a streak or storm, and which of its boards */
		snprintf(out, HEADER_BYTES_MAX, _("%s, board %d"), run_title(id.run.kind),
		         id.board);
	else if (id.rung > 0)
		/* TRANSLATORS: a ladder is the week's boards, each harder than the one before */
		snprintf(out, HEADER_BYTES_MAX, _("Ladder, rung %d"), id.rung);
	else if (game_id_is_daily(&id, &day))
		/* TRANSLATORS: the board of a day: year, month, day */
		snprintf(out, HEADER_BYTES_MAX, _("Board of %04d-%02d-%02d"), day.tm_year + 1900,
		         day.tm_mon + 1, day.tm_mday);
	else
		text_sanitize(out, HEADER_BYTES_MAX, player->title);
}

/* "now", "40 s", "12 min", "3 h" */
static void print_time(int64_t milliseconds, char out[TIME_BYTES])
{
	const int64_t seconds = milliseconds < 0 ? 0 : milliseconds / 1000;
	const int64_t hours = seconds / 3600;
	if (seconds < SOON)
		/* TRANSLATORS: when a game began, or its last move was made: 10 columns */
		snprintf(out, TIME_BYTES, "%s", C_("time", "now"));
	else if (seconds < 60)
		/* TRANSLATORS: so many seconds ago */
		snprintf(out, TIME_BYTES, C_("time", "%d s"), (int)seconds);
	else if (hours < 1)
		/* TRANSLATORS: so many minutes ago */
		snprintf(out, TIME_BYTES, C_("time", "%d min"), (int)(seconds / 60));
	else
		/* TRANSLATORS: so many hours ago */
		snprintf(out, TIME_BYTES, C_("time", "%d h"), hours < 1000 ? (int)hours : 1000);
}

/* Where the columns are. */
struct columns {
	int name, level, count, time; /* the first of each; time 0: there are no times */
};

/* The columns of the longest name. */
static int name_columns(const struct players *players)
{
	int columns = 0;
	for (int i = 0; i < players->count; i++)
		columns = greatest(columns, text_columns(players->player[i].reader.player));
	return columns;
}

static struct columns find_columns(const struct app *app)
{
	const struct picture *picture = app->picture;
	const bool wide = picture->columns >= WIDE;
	const int end = least(picture->columns, 110) - 1;
	const int names = wide ? least(greatest(name_columns(players_of(app)), 16), end / 3) : 10;
	struct columns columns = {.name = 2, .level = names + 4};
	columns.time = wide ? end - 2 * TIME_COLUMNS : 0;
	columns.count = (wide ? columns.time : end) - COUNT_COLUMNS;
	return columns;
}

static void draw_right(struct picture *picture, int row, int column, int columns, enum role role,
                       const char *text)
{
	const int width = least(text_columns(text), columns - 1);
	picture_text(picture, row, column + columns - width, width, role, text);
}

static void draw_times(struct picture *picture, int row, const struct columns *columns,
                       const struct player *player)
{
	const int64_t now = wall_milliseconds();
	char text[TIME_BYTES];
	print_time(now - player->began, text);
	draw_right(picture, row, columns->time, TIME_COLUMNS, ROLE_QUIET, text);
	print_time(now - player->moved, text);
	draw_right(picture, row, columns->time + TIME_COLUMNS, TIME_COLUMNS, ROLE_QUIET, text);
}

static void draw_player(struct app *app, int row, int number, bool chosen)
{
	const struct player *player = &players_of(app)->player[number];
	struct picture *picture = app->picture;
	const struct columns columns = find_columns(app);
	const int room = columns.count - columns.level;
	char text[PLAYERS_RACE_MAX], title[HEADER_BYTES_MAX];
	picture_text(picture, row, columns.name, columns.level - columns.name - 1,
	             chosen ? ROLE_STRONG : ROLE_TEXT, player->reader.player);
	picture_click_area(picture, row, 0, 1, picture->columns, PRESS_ENTER, number);
	if (player->race.boards > 0) {
		players_describe_race(player, picture->columns >= WIDE, text);
		picture_text(picture, row, columns.level, picture->columns - columns.level - 1,
		             chosen ? ROLE_STRONG : ROLE_TEXT, text);
		return;
	}
	if (player->puzzle == NULL) {
		picture_text(picture, row, columns.level, room, ROLE_QUIET, _("no game now"));
		return;
	}
	name_level(app, player, title);
	snprintf(text, sizeof text, C_("heading", "%s: %s"), _(player->puzzle->title), title);
	picture_text(picture, row, columns.level, room, chosen ? ROLE_STRONG : ROLE_TEXT, text);
	snprintf(text, sizeof text, "%d", player->count);
	draw_right(picture, row, columns.count, COUNT_COLUMNS, ROLE_TEXT, text);
	if (columns.time > 0)
		draw_times(picture, row, &columns, player);
}

static void draw_head(struct app *app)
{
	struct picture *picture = app->picture;
	const struct columns columns = find_columns(app);
	picture_print(picture, 0, 1, ROLE_STRONG, "%s", _("Who plays"));
	if (players_of(app)->top >= players_of(app)->count)
		return; /* there is no player on the screen */
	/* TRANSLATORS: the head of a column: what somebody plays */
	picture_print(picture, 1, columns.level, ROLE_QUIET, "%s", C_("head", "level"));
	/* TRANSLATORS: the head of a column: how many moves were made; 7 columns */
	draw_right(picture, 1, columns.count, COUNT_COLUMNS, ROLE_QUIET, C_("head", "moves"));
	if (columns.time > 0) {
		draw_right(picture, 1, columns.time, TIME_COLUMNS, ROLE_QUIET,
		           /* TRANSLATORS: the head of a column: when; 10 columns */
		           C_("head", "began"));
		draw_right(picture, 1, columns.time + TIME_COLUMNS, TIME_COLUMNS, ROLE_QUIET,
		           /* TRANSLATORS: the head of a column: when; 10 columns */
		           C_("head", "last move"));
	}
}

static int draw_nobody(struct picture *picture, int row, int columns)
{
	return words_wrap(picture, row, 1, least(columns - 2, 60), ROLE_TEXT,
	                  _("Nobody who lets others watch is here now."));
}

/* The lines that scroll: the players or that there are none, then the ghosts with a heading. */
struct lines {
	int rows;    /* on the screen */
	int heading; /* the line of the heading, if there are ghosts */
	int count;
};

static struct lines find_lines(const struct players *players, const struct picture *picture)
{
	const int ghosts = players->ghosts.shown_count;
	struct lines lines = {.rows = greatest(1, picture->rows - LIST_ROW - FOOT_ROWS)};
	lines.count = players->count > 0 ? players->count : draw_nobody(NULL, 0, picture->columns);
	lines.heading = lines.count + 1;
	if (ghosts > 0)
		lines.count = lines.heading + 1 + ghosts + ghosts_have_more(&players->ghosts);
	return lines;
}

/* Scrolls to the chosen entry; with the first or last ghost, to what is above or below it, too. */
static void scroll(struct players *players, const struct lines *lines)
{
	const int chosen = find_chosen(players), ghost = chosen - players->count;
	int first = chosen, last = chosen;
	if (ghost >= 0)
		first = last = lines->heading + 1 + ghost;
	if (ghost == 0)
		first = players->count == 0 ? 0 : lines->heading;
	if (ghost >= 0 && chosen == count_entries(players) - 1)
		last = lines->count - 1;
	players->top = greatest(0, least(players->top, lines->count - lines->rows));
	players->top = least(players->top, greatest(first, 0));
	players->top = greatest(players->top, last - lines->rows + 1);
}

/* The entry on a line; -1: there is none. */
static int entry_on(const struct players *players, const struct lines *lines, int line)
{
	const int ghost = line - lines->heading - 1;
	if (line < players->count)
		return line;
	return ghost >= 0 && ghost < players->ghosts.shown_count ? players->count + ghost : -1;
}

static void draw_line(struct app *app, int row, int line, const struct lines *lines)
{
	const struct players *players = players_of(app);
	struct picture *picture = app->picture;
	const int entry = entry_on(players, lines, line);
	const bool chosen = entry >= 0 && entry == find_chosen(players);
	if (chosen)
		picture_put(picture, row, 0, picture_glyph(picture, U'▶', U'>'), ROLE_TEXT, 0);
	if (entry >= players->count)
		players_draw_ghost(app, row, entry, chosen);
	else if (entry >= 0)
		draw_player(app, row, entry, chosen);
	else if (line == 0)
		draw_nobody(picture, row, picture->columns);
	else if (line == lines->heading)
		picture_print(picture, row, 1, ROLE_STRONG, "%s", _("Ghosts of the day"));
	else if (line > lines->heading)
		picture_print(picture, row, 2, ROLE_QUIET, "%s",
		              _("There are more; these are the newest."));
}

static void draw(struct app *app)
{
	struct players *players = players_of(app);
	const struct lines lines = find_lines(players, app->picture);
	char words[MESSAGE_MAX], key[KEY_NAME_MAX];
	scroll(players, &lines);
	draw_head(app);
	for (int i = 0; i < lines.rows && players->top + i < lines.count; i++)
		draw_line(app, LIST_ROW + i, players->top + i, &lines);
	snprintf(words, sizeof words,
	         app->settings.watch ? _("Others may watch you; %s changes that.")
	                             : _("Others can't watch you; %s lets them."),
	         app_key(app, ON_PLAYERS, 'W', key));
	if (app->race.boards > 0)
		players_describe_own(app, words);
	app_draw_footer(app, ON_PLAYERS, NULL, words, ROLE_QUIET, false);
}

/* Keys of a race that is proposed are shown then. */
static const char *word(const struct app *app, const struct key_entry *entry)
{
	const struct players *players = players_of(app);
	const int chosen = find_chosen(players);
	const bool own = players_race_is_own(app);
	if (entry->action == ACTION_START || entry->action == ACTION_PUZZLE_AFTER)
		return own ? entry->footer : NULL;
	if (entry->action == ACTION_CHOOSE && chosen >= players->count)
		return NC_("key", "ghost");
	if (entry->action == ACTION_CHOOSE && chosen >= 0 &&
	    players->player[chosen].race.boards > 0)
		return NC_("key", "join");
	if (entry->action == ACTION_RACE && app->race.boards > 0)
		return own ? NC_("key", "withdraw") : NC_("key", "leave");
	return entry->footer;
}

const struct page players_page = {
	.state_bytes = sizeof(struct players),
	.where = ON_PLAYERS,
	.open = open_players,
	.close = close_players,
	.resume = read_all,
	.key = take_key,
	.draw = draw,
	.due = due,
	.word = word,
	.tick = tick,
};
