/* The ghosts of the day in the list of who plays: the boards that others raced or played today,
 * here or on other hosts, one row each (play/ghosts.h). The logs are read once the page is drawn,
 * and when they have changed; the boards are checked one at a time, between the keys, and a row
 * appears once its results are replayed. */
#include "ui/page/players.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "algo/least.h"
#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/puzzle.h"
#include "store/store.h"

enum {
	LOOK_MILLISECONDS = 5000, /* between two looks at the logs */
	WIDE = 72,                /* columns; with fewer, the words are shorter */
	MARGIN = 2,               /* of a row: the mark of the chosen one */
	GAP = 2,                  /* between a name and the game */
	WORDS_MAX = 256,
};

/* ---- reading ---- */

/* Reads the day's records, if there are new ones. */
static void read_records(struct app *app)
{
	struct players *players = players_of(app);
	struct scores scores = {.filter = ghosts_filter(time(NULL))};
	const bool changed = score_log_has_changed(&players->stamp);
	if (!changed && players->day == scores.filter.since)
		return;
	players->day = scores.filter.since;
	if (!app_read_scores(&scores)) {
		scores_free(&scores);
		scores = (struct scores){.count = 0};
	}
	ghosts_take(&players->ghosts, &scores, store_player(app->store));
}

void players_tick_ghosts(struct app *app)
{
	struct players *players = players_of(app);
	if (milliseconds_now() >= players->ghosts_due) {
		read_records(app);
		players->ghosts_due = milliseconds_now() + LOOK_MILLISECONDS;
	} else if (ghosts_are_waiting(&players->ghosts)) {
		ghosts_check(&players->ghosts);
	}
}

int64_t players_ghosts_due(const struct players *players)
{
	return ghosts_are_waiting(&players->ghosts) ? milliseconds_now() : players->ghosts_due;
}

void players_close_ghosts(struct players *players)
{
	ghosts_free(&players->ghosts);
}

/* ---- racing ---- */

static const struct ghost *ghost_at(const struct players *players, int number)
{
	return &players->ghosts.ghost[players->ghosts.shown[number]];
}

void players_race_ghost(struct app *app, int entry)
{
	const struct ghost *ghost = ghost_at(players_of(app), entry - players_of(app)->count);
	const struct game_id id = ghost_board(ghost);
	struct level_ref ref;
	struct error error;
	if (app->race.boards > 0) {
		app_say(app, _("You are in a race: leave it first."));
	} else if (!library_add_id(app->library, &id, ghost->level, &ref, &error)) {
		app_say_sentence(app, error.text);
	} else {
		snprintf(app->rival, sizeof app->rival, "%s", ghost->player);
		app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
		                                 .page = PAGE_GAME,
		                                 .start = START_GHOST,
		                                 .level = ref,
		                                 .neighbours = true});
	}
}

/* ---- drawing ---- */

/* "anna@b.example", " and 2 more"; the latter is " +2" in few columns. */
static void describe_more(const struct ghost *ghost, bool wide, char out[WORDS_MAX])
{
	out[0] = '\0';
	if (ghost->others > 0)
		snprintf(out, WORDS_MAX,
		         /* TRANSLATORS: after a player's name, with the blank before it: how many
		          * others raced or played the same board */
		         wide ? text_plural(" and %d more", " and %d more", ghost->others) : " +%d",
		         ghost->others);
}

/* "Tilt 7x7: 9 moves in 0:23", "Tilt: 9 in 0:23" */
static void describe_game(const struct ghost *ghost, bool wide, char out[WORDS_MAX])
{
	const struct game_id id = ghost_board(ghost);
	const int count = ghost->best.count, seconds = ghost->best.tenths / 10;
	const char *title = _(id.puzzle->title);
	const char *whole =
		/* TRANSLATORS: a puzzle, rows and columns, moves, minutes and seconds */
		text_plural("%s %dx%d: %d move in %d:%02d", "%s %dx%d: %d moves in %d:%02d", count);
	if (wide)
		snprintf(out, WORDS_MAX, whole, title, id.recipe.rows, id.recipe.columns, count,
		         seconds / 60, seconds % 60);
	else
		/* TRANSLATORS: a puzzle, moves, minutes and seconds: about 20 columns */
		snprintf(out, WORDS_MAX, _("%s: %d in %d:%02d"), title, count, seconds / 60,
		         seconds % 60);
}

/* Columns for names, with what follows them: as many as the longest needs, if the games leave
 * them. */
static int find_who_columns(const struct players *players, const struct picture *picture)
{
	const bool wide = picture->columns >= WIDE;
	int who = 0, game = 0;
	for (int i = 0; i < players->ghosts.shown_count; i++) {
		const struct ghost *ghost = ghost_at(players, i);
		char words[WORDS_MAX];
		describe_more(ghost, wide, words);
		who = greatest(who, text_columns(ghost->player) + text_columns(words));
		describe_game(ghost, wide, words);
		game = greatest(game, text_columns(words));
	}
	return least(who, picture->columns - MARGIN - GAP - game);
}

void players_draw_ghost(struct app *app, int row, int entry, bool chosen)
{
	struct picture *picture = app->picture;
	const bool wide = picture->columns >= WIDE;
	const struct players *players = players_of(app);
	const struct ghost *ghost = ghost_at(players, entry - players->count);
	const enum role role = chosen ? ROLE_STRONG : ROLE_TEXT;
	const int who = find_who_columns(players, picture);
	const int game = MARGIN + who + GAP;
	char words[WORDS_MAX];
	describe_more(ghost, wide, words);
	const int end =
		picture_text(picture, row, MARGIN, who - text_columns(words), role, ghost->player);
	picture_text(picture, row, end, text_columns(words), role, words);
	describe_game(ghost, wide, words);
	picture_text(picture, row, game, picture->columns - game, role, words);
	picture_click_area(picture, row, 0, 1, picture->columns, PRESS_ENTER, entry);
}
