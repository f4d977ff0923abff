/* A race: the player and others on the same board, each seen by the others as a number of moves and
 * a proven distance from the goal. Until the start the board is not shown; then nothing helps:
 * neither counter nor hints. Fewer moves win, then less time, from the start to the last move.
 *
 * A ghost is a result with its times: the player's own best, or one of the leaderboard. */
#include "ui/page/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/least.h"
#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "play/scores.h"

enum {
	WAIT_MILLISECONDS = 3000, /* until a ghost starts; the solver looks at its way meanwhile */
	GHOSTS_MAX = 100,         /* of one level that can be chosen */
	TIME_MAX = 24,            /* bytes of a time in words */
	MOVES_BYTES = 160,        /* of "7 moves, 5 left" */
};

/* The name of the player's own: no player can have it. */
static const char own_ghost[] = "your best";

/* ---- which ghost ---- */

/* Whose results there are: the player's own comes first, if `own`. */
struct ghosts {
	struct scores scores;
	const struct score *others[GHOSTS_MAX];
	int count;
	bool own;
	char *moves, *times; /* of the player's own */
};

static void find_ghosts(const struct app *app, struct ghosts *ghosts)
{
	struct leaderboard board;
	*ghosts = (struct ghosts){.count = 0};
	ghosts->own = store_best_timed(app->store, game_of(app)->identity, &ghosts->moves,
	                               &ghosts->times);
	if (!other_rank(app, &ghosts->scores, &board))
		return;
	for (int i = 0; i < board.count && ghosts->count < GHOSTS_MAX; i++)
		if (board.score[i].times[0] != '\0' && other_is_one(app, &board.score[i]))
			ghosts->others[ghosts->count++] = &board.score[i];
}

static void free_ghosts(struct ghosts *ghosts)
{
	scores_free(&ghosts->scores);
	if (ghosts->own) {
		free(ghosts->moves);
		free(ghosts->times);
	}
}

/* The number of a name among them; the first if it is not there; -1: there are none. */
static int find_name(const struct ghosts *ghosts, const char *name)
{
	for (int i = 0; i < ghosts->count; i++)
		if (strcmp(ghosts->others[i]->player, name) == 0)
			return i + ghosts->own;
	return ghosts->own + ghosts->count > 0 ? 0 : -1;
}

/* Opens the ghost of that name, or the first one of those after it that can be opened. */
static bool open_ghost(struct app *app, const char *name, struct rival *rival)
{
	struct ghosts ghosts;
	const struct session *session = &game_of(app)->session;
	bool opened = false;
	find_ghosts(app, &ghosts);
	const int all = ghosts.own + ghosts.count, first = find_name(&ghosts, name);
	for (int i = 0; i < all && !opened; i++) {
		const int number = (first + i) % all - ghosts.own;
		const struct score *other = number < 0 ? NULL : ghosts.others[number];
		opened = rival_open_ghost(rival, other == NULL ? own_ghost : other->player,
		                          session->puzzle, &session->level,
		                          other == NULL ? ghosts.moves : other->moves,
		                          other == NULL ? ghosts.times : other->times);
	}
	free_ghosts(&ghosts);
	return opened;
}

/* The name of the ghost after one; the same if there is no other. */
static void find_next(const struct app *app, const char *name, char next[RIVAL_NAME_MAX])
{
	struct ghosts ghosts;
	find_ghosts(app, &ghosts);
	const int all = ghosts.own + ghosts.count, after = find_name(&ghosts, name) + 1;
	const int number = all == 0 ? -1 : after % all - ghosts.own;
	snprintf(next, RIVAL_NAME_MAX, "%s",
	         number < 0 ? own_ghost : ghosts.others[number]->player);
	free_ghosts(&ghosts);
}

/* ---- beginning ---- */

/* A new try. What was there before can't be reached until the race is left: neither by undo nor as
 * a checkpoint. */
static void begin_try(struct app *app)
{
	struct session *session = &game_of(app)->session;
	session_begin_again(session);
	session_set_checkpoint(session);
	session->checkpoint_set = false;
	game_of(app)->seconds = 0;
	app->message[0] = '\0';
}

void race_open_ghost(struct app *app)
{
	struct game *game = game_of(app);
	struct racing *race = calloc(1, sizeof *race);
	if (game->session.level.endless || race == NULL ||
	    !open_ghost(app, app->rival, &race->ghost)) {
		free(race);
		app_say(app, game->session.level.endless
		                     ? _("An endless game has no ghosts.")
		                     : _("No ghost yet: this level has no result with times."));
		return;
	}
	race->waiting = true;
	race->own.count = -1;
	race->starts = milliseconds_now() + WAIT_MILLISECONDS;
	race->due = milliseconds_now();
	game->race = race;
	begin_try(app);
}

void race_close(struct app *app)
{
	struct game *game = game_of(app);
	if (game->race == NULL)
		return;
	if (game->race->live)
		opponents_close(app);
	else
		rival_close(&game->race->ghost);
	free(game->race);
	game->race = NULL;
}

bool race_waits(const struct game *game)
{
	return game->race != NULL && game->race->waiting;
}

bool race_is_on(const struct game *game)
{
	return game->race != NULL && game->race->own.count < 0;
}

/* ---- time ---- */

/* Tenths since the start: the clock of the player's session, less what it had before. */
static int64_t tenths_now(const struct game *game)
{
	const struct session *session = &game->session;
	const int64_t played = game->stopped ? 0 : (milliseconds_now() - game->started) / 100;
	const struct history_node *here = &session->nodes[session_current_node(session)];
	return game->tenths + played - session->nodes[here->start].tenths;
}

int64_t race_due(const struct game *game)
{
	const struct racing *race = game->race;
	if (race == NULL)
		return 0;
	if (race->waiting)
		return app_sooner(race->due, race->starts);
	if (race->live && race->own.count >= 0 && !race->open)
		return 0;
	if (race->live)
		return race->solved && race->own.count < 0 && animation_is_over(game)
		               ? milliseconds_now()
		               : race->due;
	const int64_t next = rival_next(&race->ghost);
	if (!race_is_on(game) || game->stopped || next < 0)
		return 0;
	return milliseconds_now() + 100 * greatest(0, (int)(next - tenths_now(game)));
}

/* Whether an opponent is on a board, as far as is known. */
static bool can_be_followed(const struct opponent *opponent)
{
	return !opponent->racer.wrong && opponent->racer.rival.session.nodes != NULL;
}

/* Asks the solver about the others' positions, when it has nothing else to do. */
static void prepare(struct game *game)
{
	struct racing *race = game->race;
	int left;
	bool settled = race->live || rival_prepare(&race->ghost, &game->session);
	for (int i = 0; settled && i < race->count; i++)
		if (can_be_followed(&race->opponents[i]))
			settled =
				rival_left(&race->opponents[i].racer.rival, &game->session, &left);
}

void race_update(struct game *game)
{
	if (game->race != NULL)
		prepare(game);
}

/* Counts down the seconds. */
static void count_down(struct game *game)
{
	struct racing *race = game->race;
	const int left = app_until(race->starts);
	race->waiting = left > 0;
	if (!race->waiting)
		game_note_solved(game);
	else if (!race->live)
		race->due = race->starts - (left - 1) / 1000 * 1000;
}

void race_tick(struct app *app)
{
	struct game *game = game_of(app);
	struct racing *race = game->race;
	if (race == NULL)
		return;
	bool changed = race->live && opponents_read(app);
	prepare(game);
	if (race->waiting) {
		count_down(game);
		return;
	}
	if (!race->live)
		changed = rival_follow(&race->ghost, tenths_now(game));
	app->unchanged = !changed;
	if (changed && !game->solved)
		app->message[0] = '\0'; /* the words below the board have news */
}

void race_changed(struct app *app)
{
	const struct game *game = game_of(app);
	const struct session *session = &game->session;
	struct racing *race = game->race;
	if (!race_is_on(game) || race->waiting || race->solved || game->replay != REPLAY_NONE ||
	    !session_solved(session) || session_assisted(session))
		return;
	race->solved = true;
	race->sum.count += session_count(session);
	race->sum.tenths = race->live ? (int)race_tenths(race)
	                              : session->nodes[session_current_node(session)].tenths;
	if (race->live)
		race_note_solved(app);
	if (!race->live || race->board + 1 == race->boards.count)
		race->own = race->sum;
}

/* ---- keys ---- */

void race_next_ghost(struct app *app)
{
	const struct game *game = game_of(app);
	const char *name =
		game->race == NULL || game->race->live ? own_ghost : game->race->ghost.name;
	if (game->run != NULL || game->trial) {
		app_say(app, _("There are no ghosts here."));
		return;
	}
	if (game->replay == REPLAY_OTHER)
		name = game->other;
	snprintf(app->rival, sizeof app->rival, "%s", name);
	if (race_is_on(game))
		find_next(app, name, app->rival);
	app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
	                                 .page = PAGE_GAME,
	                                 .start = START_GHOST,
	                                 .level = game->level});
}

static bool is_help(enum action action)
{
	return action == ACTION_HINT || action == ACTION_SOLVE || action == ACTION_COUNT;
}

/* Until the start the player can only leave, or choose another ghost. */
static bool is_for_waiting(enum action action)
{
	return action == ACTION_BACK || action == ACTION_LEVELS || action == ACTION_RACE ||
	       action == ACTION_NEXT || action == ACTION_PREVIOUS || action == ACTION_GO;
}

/* Whether an action goes to something else than the race: with others, only by leaving it. */
static bool leaves(enum action action)
{
	return action == ACTION_NEXT || action == ACTION_PREVIOUS || action == ACTION_GO ||
	       action == ACTION_EDIT || action == ACTION_RACE;
}

bool race_refuses(const struct game *game, enum action action)
{
	if (race_waits(game))
		return (!is_for_waiting(action) &&
		        (action < ACTION_THEME || action == ACTION_EDIT)) ||
		       (game->race->live && leaves(action));
	return race_is_on(game) && (is_help(action) || (game->race->live && leaves(action)));
}

bool race_action(struct app *app, enum action action)
{
	struct game *game = game_of(app);
	struct session *session = &game->session;
	char key[KEY_NAME_MAX];
	if (race_waits(game))
		return !is_for_waiting(action) || (game->race->live && leaves(action));
	if (!race_is_on(game))
		return false;
	if (is_help(action))
		app_say(app, _("There is no help in a race."));
	else if (game->race->live && leaves(action))
		app_say(app, _("%s leaves the race."), app_key(app, ON_GAME, 'R', key));
	else if (action == ACTION_UNDO && session_count(session) == 0)
		app_say(app, _("Nothing to undo."));
	else if (action == ACTION_RESTART && session_undo_to(session, 0))
		game_changed(app); /* the time goes on, so it is no new try */
	else
		return false;
	return true;
}

/* ---- words ---- */

/* Appends to a list, after a separator unless it is empty. */
static void append(char out[REPORT_MAX], const char *separator, const char *words)
{
	const size_t used = strlen(out);
	snprintf(out + used, REPORT_MAX - used, "%s", used == 0 ? "" : separator);
	const size_t begin = strlen(out);
	text_sanitize(out + begin, REPORT_MAX - begin, words);
}

static bool is_own(const struct rival *ghost)
{
	return strcmp(ghost->name, own_ghost) == 0;
}

/* "0:12.3" */
static void print_time(int64_t tenths, char out[TIME_MAX])
{
	snprintf(out, TIME_MAX, "%d:%02d.%d", (int)(tenths / 600), (int)(tenths / 10 % 60),
	         (int)(tenths % 10));
}

void race_corner(const struct game *game, char *out, size_t size)
{
	const struct racing *race = game->race;
	if (!race->live && is_own(&race->ghost))
		snprintf(out, size, "%s", _("race: your best"));
	else if (!race->live)
		/* TRANSLATORS: in the upper right corner; a ghost's player */
		snprintf(out, size, _("race: %s"), race->ghost.name);
	else if (race->boards.count > 1)
		snprintf(out, size, _("race: board %d/%d"), race->board + 1, race->boards.count);
	else
		snprintf(out, size, "%s", C_("corner", "race"));
}

/* How far an opponent has come, who is on a board: "ann 7 moves, 5 left". */
static void describe_moves(struct game *game, struct opponent *opponent, char *out, size_t size)
{
	const struct racing *race = game->race;
	const int board = opponent->racer.board;
	struct rival *rival = &opponent->racer.rival;
	char moves[MOVES_BYTES];
	rival_words(rival, &game->session, race->count > 1, moves, sizeof moves);
	if (board == race->board)
		snprintf(out, size, "%s %s", rival->name, moves);
	else
		/* TRANSLATORS: a player, a board's number, and "7 moves, 5 left" or "7, 5 left" */
		snprintf(out, size, _("%s board %d: %s"), rival->name, board + 1, moves);
}

/* How far an opponent has come. */
static void describe(struct game *game, struct opponent *opponent, char *out, size_t size)
{
	const char *name = opponent->racer.rival.name;
	const struct finish finish = racer_finish(&opponent->racer);
	if (finish.count >= 0) {
		char time[TIME_MAX];
		print_time(finish.tenths, time);
		/* TRANSLATORS: a player, a number of moves, and a time */
		snprintf(out, size, _("%s solved: %d in %s"), name, finish.count, time);
	} else if (opponent->gone != 0) {
		/* TRANSLATORS: a player who left a race: for good, or a moment ago */
		const char *format = opponent->out ? _("%s is out") : _("%s is away");
		snprintf(out, size, format, name);
	} else if (!can_be_followed(opponent)) {
		snprintf(out, size, _("%s can't be followed"), name);
	} else {
		describe_moves(game, opponent, out, size);
	}
}

/* How far an opponent is, to be compared: the smaller, the closer to the end. */
static int rank_of(struct game *game, struct opponent *opponent)
{
	enum { FAR = 1 << 20 };
	struct racer *racer = &opponent->racer;
	int left;
	if (racer->done)
		return -1;
	if (opponent->gone != 0 || !can_be_followed(opponent))
		return FAR * RACE_BOARDS_MAX;
	if (!rival_left(&racer->rival, &game->session, &left) || left < 0)
		left = FAR - 1;
	return FAR * (game->race->boards.count - 1 - racer->board) + left;
}

/* Those closest to the end first: on a small screen there is no room for all. */
static void sort_opponents(struct game *game)
{
	struct racing *race = game->race;
	int ranks[RACE_RIVALS_MAX];
	for (int i = 0; i < race->count; i++) {
		int at = i;
		const int rank = rank_of(game, &race->opponents[i]);
		for (; at > 0 && ranks[at - 1] > rank; at--) {
			ranks[at] = ranks[at - 1];
			race->order[at] = race->order[at - 1];
		}
		ranks[at] = rank;
		race->order[at] = i;
	}
}

/* A name, which is ASCII, in so many columns: its beginning and last letter, as in "player1" and
 * "player2". */
static void shorten(const char *name, int columns, char out[RIVAL_NAME_MAX])
{
	const int length = (int)strlen(name);
	snprintf(out, RIVAL_NAME_MAX, "%s", name);
	if (length > columns)
		snprintf(out + columns - 1, 2, "%s", name + length - 1);
}

/* The same where there is little room: "5/7", five moves and seven left; "b2:5/7" on another
 * board. */
static void describe_moves_briefly(struct game *game, struct racer *racer, char *out, size_t size)
{
	const int count = session_count(&racer->rival.session);
	char left[16] = "?";
	int minimum;
	if (rival_left(&racer->rival, &game->session, &minimum) && minimum >= 0)
		snprintf(left, sizeof left, "%d", minimum);
	if (racer->board == game->race->board)
		snprintf(out, size, "%d/%s", count, left);
	else
		/* TRANSLATORS: b for board, as short as possible; its number, moves, moves left */
		snprintf(out, size, _("b%d:%d/%s"), racer->board + 1, count, left);
}

/* With a name in that many columns. */
static void describe_briefly(struct game *game, struct opponent *opponent, int columns, char *out,
                             size_t size)
{
	const char *words = NULL;
	char name[RIVAL_NAME_MAX], moves[MOVES_BYTES];
	shorten(opponent->racer.rival.name, columns, name);
	if (opponent->racer.done)
		words = C_("opponent, short", "done");
	else if (opponent->gone != 0)
		words = opponent->out ? C_("opponent, short", "out")
		                         : C_("opponent, short", "away");
	else if (!can_be_followed(opponent))
		words = "?";
	else
		describe_moves_briefly(game, &opponent->racer, moves, sizeof moves);
	snprintf(out, size, "%s %s", name, words == NULL ? moves : words);
}

/* All opponents, with names of `columns`; 0: whole ones, and all that is to be said. Once the
 * player has finished, the result has the others who have. */
static void list_opponents(struct game *game, int columns, char out[REPORT_MAX])
{
	struct racing *race = game->race;
	const bool over = race->own.count >= 0;
	char words[REPORT_MAX];
	out[0] = '\0';
	if (!over)
		snprintf(out, REPORT_MAX, _("you %d"), session_count(&game->session));
	for (int i = 0; i < race->count; i++) {
		struct opponent *opponent = &race->opponents[race->order[i]];
		if (over && opponent->racer.done)
			continue;
		if (columns == 0)
			describe(game, opponent, words, sizeof words);
		else
			describe_briefly(game, opponent, columns, words, sizeof words);
		append(out, columns == 0 ? " · " : "  ", words);
	}
}

static void describe_ghost_race(struct game *game, char out[REPORT_MAX])
{
	struct rival *ghost = &game->race->ghost;
	char words[REPORT_MAX], moves[MOVES_BYTES];
	rival_words(ghost, &game->session, false, moves, sizeof moves);
	if (is_own(ghost))
		/* TRANSLATORS: "7 moves, 5 left" of the ghost of your best result */
		snprintf(words, sizeof words, _("your best %s"), moves);
	else
		snprintf(words, sizeof words, "%s %s", ghost->name, moves);
	/* TRANSLATORS: during a race; the number of your moves */
	snprintf(out, REPORT_MAX, _("you %d"), session_count(&game->session));
	append(out, " · ", words);
}

void race_words(struct game *game, int columns, char out[REPORT_MAX])
{
	static const int names[] = {0, 16, 8, 5, 3, 2, 1};
	struct racing *race = game->race;
	if (!race->live) {
		describe_ghost_race(game, out);
		return;
	}
	sort_opponents(game);
	const bool over = race->own.count >= 0; /* then the panel needs the second row */
	size_t i = 0;
	do
		list_opponents(game, names[i++], out);
	while (i < sizeof names / sizeof names[0] &&
	       !(over ? text_columns(out) < columns : words_fit(columns, out)));
}

static int by_finish(const void *one, const void *other)
{
	const struct opponent *const *a = one, *const *b = other;
	const struct finish first = racer_finish(&(*a)->racer), second = racer_finish(&(*b)->racer);
	return finish_compare(&first, &second);
}

/* The opponents that have finished, the best first; returns how many. */
static int rank_opponents(const struct racing *race, const struct opponent *ranked[RACE_RIVALS_MAX])
{
	int count = 0;
	for (int i = 0; i < race->count; i++)
		if (race->opponents[i].racer.done)
			ranked[count++] = &race->opponents[i];
	qsort(ranked, (size_t)count, sizeof *ranked, by_finish);
	return count;
}

/* Appends how somebody has finished: "; ann 7 in 0:12.3". */
static void append_finish(char out[REPORT_MAX], const char *name, struct finish finish)
{
	char time[TIME_MAX], words[REPORT_MAX];
	print_time(finish.tenths, time);
	if (strcmp(name, own_ghost) == 0)
		/* TRANSLATORS: a number of moves, and a time */
		snprintf(words, sizeof words, _("your best %d in %s"), finish.count, time);
	else
		/* TRANSLATORS: a player, a number of moves, and a time */
		snprintf(words, sizeof words, _("%s %d in %s"), name, finish.count, time);
	append(out, C_("long list", "; "), words);
}

static void append_own(char out[REPORT_MAX], struct finish finish)
{
	char time[TIME_MAX], words[REPORT_MAX];
	print_time(finish.tenths, time);
	/* TRANSLATORS: a number of moves, and a time */
	snprintf(words, sizeof words, _("you %d in %s"), finish.count, time);
	append(out, C_("long list", "; "), words);
}

/* Of those who have finished, and whether others still play. */
static void describe_places(const struct racing *race, char out[REPORT_MAX])
{
	const struct opponent *ranked[RACE_RIVALS_MAX];
	const int count = rank_opponents(race, ranked);
	int place = 1;
	for (int i = 0; i < count; i++) {
		const struct finish finish = racer_finish(&ranked[i]->racer);
		place += finish_compare(&finish, &race->own) < 0;
	}
	snprintf(out, REPORT_MAX,
	         race->open ? _("place %d of %d so far") : _("place %d of %d"), place,
	         race->count + 1);
	append_own(out, race->own);
	for (int i = 0; i < count; i++)
		append_finish(out, ranked[i]->racer.rival.name, racer_finish(&ranked[i]->racer));
}

void race_result(const struct game *game, char out[REPORT_MAX])
{
	const struct racing *race = game->race;
	if (race->live) {
		describe_places(race, out);
		return;
	}
	const struct finish end = rival_end(&race->ghost);
	const int order = finish_compare(&race->own, &end);
	snprintf(out, REPORT_MAX, "%s",
	         order < 0   ? _("You win")
	         : order > 0 ? _("You lose")
	                     : _("A draw"));
	append_finish(out, race->ghost.name, end);
	append_own(out, race->own);
}

static void put_centred(struct picture *picture, int row, enum role role, const char *text)
{
	picture_text(picture, row, greatest(0, (picture->columns - text_columns(text)) / 2),
	             picture->columns, role, text);
}

static void describe_ghost(const struct racing *race, char title[REPORT_MAX],
                           char words[REPORT_MAX])
{
	const struct finish end = rival_end(&race->ghost);
	char time[TIME_MAX];
	print_time(end.tenths, time);
	if (is_own(&race->ghost))
		snprintf(title, REPORT_MAX, "%s", _("Race against your best"));
	else
		snprintf(title, REPORT_MAX, _("Race against %s"), race->ghost.name);
	snprintf(words, REPORT_MAX, text_plural("%d move in %s", "%d moves in %s", end.count),
	         end.count, time);
}

static void describe_opponents(const struct racing *race, char title[REPORT_MAX],
                               char words[REPORT_MAX])
{
	char names[REPORT_MAX] = "";
	snprintf(title, REPORT_MAX,
	         text_plural("Race on %d board", "Race on %d boards", race->boards.count),
	         race->boards.count);
	words[0] = '\0';
	for (int i = 0; i < race->count; i++)
		append(names, C_("list", ", "), race->opponents[i].racer.rival.name);
	if (race->count > 0)
		/* TRANSLATORS: the other players of a race */
		snprintf(words, REPORT_MAX, _("with %s"), names);
}

void race_draw_waiting(struct app *app)
{
	const struct racing *race = game_of(app)->race;
	struct picture *picture = app->picture;
	const int middle = picture->rows / 2;
	char title[REPORT_MAX], words[REPORT_MAX], key[KEY_NAME_MAX];
	(race->live ? describe_opponents : describe_ghost)(race, title, words);
	put_centred(picture, middle - 2, ROLE_STRONG, title);
	put_centred(picture, middle - 1, ROLE_TEXT, words);
	snprintf(words, sizeof words, "%d", (app_until(race->starts) + 999) / 1000);
	put_centred(picture, middle + 1, ROLE_STRONG, words);
	snprintf(words, sizeof words, _("%s: the next ghost."), app_key(app, ON_GAME, 'G', key));
	app_draw_footer(app, ON_GAME, NULL, race->live ? "" : words, ROLE_QUIET, false);
}
