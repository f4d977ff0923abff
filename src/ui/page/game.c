/* The board page: opening and playing a game. */
#include "ui/page/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "os/clock.h"
#include "os/language.h"
#include "puzzle/replay.h"

/* ---- time ---- */

int64_t game_seconds(const struct game *game)
{
	return game->seconds + (game->stopped ? 0 : (milliseconds_now() - game->started) / 1000);
}

void game_tell_time(struct game *game)
{
	if (!game->stopped)
		session_set_clock(&game->session,
		                  game->tenths + (milliseconds_now() - game->started) / 100);
}

/* At a result: a new one, unless undo came back to the last. */
static void note_result(struct game *game)
{
	const uint32_t node = session_current_node(&game->session);
	if (game->result.date != 0 && game->result.node == node)
		return;
	game->result.node = node;
	game->result.date = time(NULL);
	game->result.seconds =
		clock_is_over(game) ? game->session.level.seconds : game_seconds(game);
	game->result.unaided = session_unaided(&game->session);
	game->result.hinted = session_hinted(&game->session);
}

/* The clock stops at a result and during replays. In a game against the clock it waits for the
 * first move. Time saved with a result does not count towards the next one. */
void game_note_solved(struct game *game)
{
	const bool was_solved = game->solved, over = clock_is_over(game);
	game->solved = game->run == NULL && (session_solved(&game->session) || over);
	if (game->solved && !was_solved && game->replay == REPLAY_NONE)
		note_result(game);
	const bool stopped = game->solved || game->replay != REPLAY_NONE || clock_waits(game) ||
	                     race_waits(game);
	if (stopped && !game->stopped)
		game->seconds = game->solved ? game->result.seconds : game_seconds(game);
	else if (!stopped && game->stopped) {
		game->started = milliseconds_now();
		game->tenths = game->session.tenths;
		if (game->recorded)
			game->seconds = 0;
		game->recorded = false;
	}
	game->stopped = stopped;
}

/* When the next picture or automatic move is due. */
static int64_t motion_due(const struct game *game)
{
	if (!animation_is_over(game))
		return game->animation.due;
	return game->paused ? 0 : game->step_due;
}

static int64_t due(const struct app *app)
{
	const struct game *game = game_of(app);
	const int64_t clock = app_sooner(clock_due(game), run_due(app));
	const int64_t others = app_sooner(watch_due(game), race_due(game));
	return app_sooner(motion_due(game), app_sooner(clock, others));
}

static void tick(struct app *app)
{
	const struct game *game = game_of(app);
	watch_tick(app);
	race_tick(app);
	const int64_t motion = motion_due(game);
	if (run_tick(app) || race_go_on(app) || clock_check(app) || motion == 0 ||
	    app_until(motion) > 0)
		return;
	app->unchanged = false;
	if (animation_is_over(game))
		playback_step(app);
	else
		animation_tick(app);
}

static void pause_clock(struct app *app, int64_t milliseconds)
{
	struct game *game = game_of(app);
	if (game->race == NULL || !game->race->live) /* whose clock goes on */
		game->started += milliseconds;
}

/* ---- opening ---- */

bool game_open_session(struct app *app, struct level_ref ref)
{
	struct error error;
	struct level *opened = malloc(sizeof *opened);
	struct game *game = game_of(app);
	const bool good = opened != NULL && library_level(app->library, ref, opened, &error) &&
	                  session_open(&game->session, library_puzzle(app->library, ref), opened,
	                               game->run != NULL ? NULL : app->solver, &error);
	game->level = ref;
	settings_broadcast(app); /* the other session may have ended */
	broadcast_forget(&app->broadcast);
	if (good)
		game->identity = level_identity(game->session.puzzle, opened);
	else
		app_say_sentence(app, opened == NULL ? _("out of memory") : error.text);
	free(opened);
	return good;
}

/* Next and previous then go through the level's neighbours: the player's own levels, or those of
 * the library. */
static void find_neighbours(struct app *app, struct level_ref ref)
{
	const struct level_list *listed = &app->user_levels;
	int i = 0;
	while (i < listed->count &&
	       (listed->refs[i].pack != ref.pack || listed->refs[i].level != ref.level))
		i++;
	const size_t size = (size_t)listed->count * sizeof *listed->refs;
	struct level_ref *copy = i < listed->count ? malloc(size) : NULL;
	if (copy == NULL) {
		library_neighbours(app->library, ref, &app->levels, &app->current);
		return;
	}
	memcpy(copy, listed->refs, size);
	level_list_free(&app->levels);
	app->levels = (struct level_list){copy, listed->count};
	app->current = i;
}

/* Whether the moves give the best result. */
static bool is_best(const struct game *game, const char *moves)
{
	const struct session *session = &game->session;
	struct replay replay;
	struct error error;
	return replay_moves(session->puzzle, &session->level, moves, &replay, &error) &&
	       replay.count == game->best.count && !replay.assisted &&
	       (session->level.endless ? replay.score == game->best.score : replay.solved);
}

/* Replays the player's best result, or, to be reviewed, the saved game; or goes back to the list.
 * The saved game stays as it is, unless the player plays on. */
static void replay_kept(struct app *app, enum start start)
{
	struct game *game = game_of(app);
	const bool review = start == START_REVIEW, has_best = game->best.count >= 0;
	char *moves = has_best ? store_best_moves(app->store, game->identity) : NULL;
	game_resume(app);
	app->message[0] = '\0';
	game_note_solved(game);
	game->from_list = has_best ? moves != NULL && is_best(game, moves) &&
	                                     playback_replay_moves(app, moves)
	                           : review && session_count(&game->session) > 0;
	free(moves);
	if (game->from_list && !review)
		return;
	if (game->from_list) {
		if (!has_best) { /* the review shows the counter */
			session_note_aid(&game->session);
			game->dirty = true;
			game_save(app, false);
		}
		review_begin(app);
		return;
	}
	app_say(app, has_best ? _("The saved result does not fit this level.")
	             : review ? _("Nothing to review yet: there is no result and no game.")
	                      : _("No replay yet: this level has no result."));
	game_leave(app);
}

/* Replays what was made of a board of a run; if that is nothing, the board can be played. */
static void look(struct app *app, const char *moves)
{
	game_note_solved(game_of(app));
	if (moves[0] != '\0')
		game_of(app)->from_list = playback_replay_moves(app, moves);
}

/* Whether a game begins with the cursor on a piece that can move: in puzzles where pieces are
 * chosen, or where the board scrolls to the pieces because no cursor is shown. */
static bool starts_at_piece(const struct puzzle *puzzle)
{
	return puzzle->text.key_labels[KEY_GROUP_TAB] != NULL || !game_has_cursor(puzzle);
}

void game_find_piece(struct app *app)
{
	if (starts_at_piece(game_of(app)->session.puzzle))
		playback_find(app);
}

/* A new try, even if a game of the level is in progress. */
static void begin_practice(struct app *app)
{
	struct game *game = game_of(app);
	session_begin_again(&game->session);
	game->seconds = 0;
	if (game->session.line.count > 1) {
		char key[KEY_NAME_MAX];
		app_say(app, _("A new try. %s goes back to the game that you left."),
		        app_key(app, ON_GAME, 'u', key));
	}
}

static void begin(struct app *app, const struct destination *to)
{
	struct game *game = game_of(app);
	const enum start start = to->start;
	if (!game->demo && !game->trial)
		session_watch(&game->session);
	if (start == START_BEST || start == START_REVIEW) {
		replay_kept(app, start);
		return;
	}
	if (start == START_LOOK) {
		look(app, to->moves);
		return;
	}
	if (game->demo)
		playback_plan(app);
	else if (!game->trial)
		game_resume(app);
	if (game->practice)
		begin_practice(app);
	if (start == START_GHOST)
		race_open_ghost(app);
	game->dirty |= start == START_NEW;
	if (!game->trial)
		game_find_piece(app);
	game_note_solved(game);
}

static bool open_game(struct app *app, const struct destination *to)
{
	struct game *game = game_of(app);
	const bool tour = to->start == START_TOUR;
	*game = (struct game){.demo = tour || to->start == START_DEMO,
	                      .practice = to->start == START_PRACTICE,
	                      .trial = to->start == START_TRIAL || to->start == START_LOOK,
	                      .looking = to->start == START_LOOK};
	if (to->start == START_WATCH)
		return watch_open(app, to->player);
	if (to->start == START_RACE)
		return race_open(app);
	app->last_level = 0;
	if (to->start == START_RUN)
		return run_open(app, &to->run);
	if (tour) {
		level_list_free(&app->levels);
		app->levels = tour_levels(app->library);
	}
	if (tour && app->levels.count == 0) {
		app_say(app, _("There are no levels for the demo."));
		return false;
	}
	if (!game_open_session(app, tour ? app->levels.refs[0] : to->level))
		return false;
	app->last_level = game->identity;
	scroll_reset(&app->scroll);
	game->started = milliseconds_now();
	game->best = store_best(app->store, game->identity);
	begin(app, to);
	if (to->neighbours)
		find_neighbours(app, game->level);
	return true;
}

/* ---- where to go ---- */

unsigned game_where(const struct app *app)
{
	const struct game *game = game_of(app);
	return game->watching != NULL        ? ON_WATCHING
	       : game->demo                  ? ON_DEMO
	       : game->replay != REPLAY_NONE ? ON_REPLAY
	       : game->solved                ? ON_RESULT
	                                     : ON_GAME;
}

void game_leave(struct app *app)
{
	run_leave(app);
	const struct game *game = game_of(app);
	if (game->trial || game->watching != NULL || (game->race != NULL && game->race->live))
		app_go_back(app);
	else
		app_go_to_menu(app);
}

/* How the level after this one begins. */
static enum start next_start(const struct app *app)
{
	const struct game *game = game_of(app);
	return game->demo ? START_DEMO : game->practice ? START_PRACTICE : START_LEVEL;
}

/* Goes to the game ID before or after; false if there is none. */
static bool go_to_id(struct app *app, int step)
{
	char name[LEVEL_NAME_MAX];
	struct error error;
	if (!library_id_neighbour(app->library, game_of(app)->level, step, name))
		return false;
	if (!app_go_to_level(app, name, next_start(app), &error))
		app_say_sentence(app, error.text);
	return true;
}

/* That there is nothing further on, and where all levels are. */
static void say_end(struct app *app, const char *end, int step)
{
	char words[MESSAGE_MAX], more[MESSAGE_MAX], key[KEY_NAME_MAX];
	snprintf(words, sizeof words, "%s", end);
	snprintf(more, sizeof more, _("%s lists all levels."),
	         app_key(app, game_where(app), 'R', key));
	if (step > 0)
		text_add_sentence(words, sizeof words, more);
	app_say(app, "%s", words);
}

void game_go_on(struct app *app, int step)
{
	const struct game *game = game_of(app);
	const int count = app->levels.count;
	const int next = app->current + step;
	if (game->watching != NULL) {
		app_go(app, (struct destination){.transition = TRANSITION_BACK,
		                                 .key = step < 0 ? 'p' : 'n'});
	} else if (game->trial || (game->race != NULL && game->race->live)) {
		game_leave(app);
	} else if (game->demo || (next >= 0 && next < count)) {
		app->current = (next + count) % count;
		app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
		                                 .page = PAGE_GAME,
		                                 .start = next_start(app),
		                                 .level = app->levels.refs[app->current]});
	} else if (!go_to_id(app, step)) {
		const char *end = game->practice && step > 0
		                          ? _("That was all that is due.")
		                          : library_end(app->library, game->level, step);
		say_end(app, end, step);
	}
}

/* ---- the counter ---- */

long game_counter_setting(const struct app *app)
{
	const long setting = game_of(app)->run != NULL ? COUNTER_AFTER : app->settings.counter;
	if (race_is_on(game_of(app)))
		return COUNTER_AFTER;
	return game_of(app)->practice && setting == COUNTER_ALWAYS ? COUNTER_ON_REQUEST : setting;
}

/* A hint asks for it, too. Once the solver has shown a solution, nothing is hidden. An endless game
 * has nothing to hide. */
bool game_counter_is_shown(const struct app *app)
{
	const struct game *game = game_of(app);
	const struct session *session = &game->session;
	if (game_counter_setting(app) == COUNTER_ALWAYS || game->demo || game->solved ||
	    game->watching != NULL || game->replay != REPLAY_NONE || session_assisted(session) ||
	    session->level.endless)
		return true;
	return game_counter_setting(app) == COUNTER_ON_REQUEST &&
	       (game->counted || session->hint != HINT_NONE);
}

/* ---- moving ---- */

void game_changed(struct app *app)
{
	struct game *game = game_of(app);
	game->dirty |= game->replay == REPLAY_NONE;
	game->showing = game->counted = false;
	game_note_solved(game);
	run_changed(app);
	race_changed(app);
	if (game->solved)
		game->solving = false;
	playback_plan(app);
	if (game->solved && game->demo) {
		char result[REPORT_MAX];
		report_result(&game->session, result);
		app_say_sentence(app, result);
	}
}

void game_remark(struct app *app)
{
	char *remark = game_of(app)->remark;
	if (remark[0] != '\0')
		app_say(app, "%s", remark);
	remark[0] = '\0';
}

void game_moved(struct app *app, const struct state *from, int score, move_code move)
{
	struct game *game = game_of(app);
	const int before = report_level(&game->session, score);
	const int reached = report_level(&game->session, session_score(&game->session));
	report_remark(&game->session, from, move, game->remark);
	animation_begin(app, from, score, move);
	game_changed(app);
	if (game->solved || reached > before)
		animation_celebrate(app, reached);
	if (game->animation.frame == 0)
		game_remark(app);
}

/* ---- the page ---- */

static const struct puzzle *puzzle(const struct app *app)
{
	return game_of(app)->session.puzzle;
}

static const struct level *level(const struct app *app)
{
	return &game_of(app)->session.level;
}

/* The counter's; a run has its own, an endless level none. */
static const struct sign *signs(const struct app *app)
{
	static const struct sign counter[] = {
		{WATCHED, WATCHED_ASCII, N_("others may watch this game")},
		/* TRANSLATORS: as the counter below the board has it */
		{N_("best from here"), NULL, N_("the fewest moves that solve this position")},
		{"7 ✓", N_("7 proven"), N_("exactly 7, proven")},
		{"≥7 …", ">=7 ...", N_("at least 7; the solver is still searching")},
		{N_("≥7 (limit reached)"), N_(">=7 (limit reached)"),
	         N_("at least 7; the search stopped at a limit")},
		{N_("best from here ?"), NULL, N_("hidden; O shows it once")},
		{N_("unsolvable"), NULL, N_("no solution is left: undo")},
		{N_("par 9"), NULL, N_("the minimum from the start, proven")},
		{"+1", NULL, N_("your moves plus the fewest moves left exceed par by 1")},
		{"● ○ ·", "# o .", N_("each of your moves: closer, a detour, unknown")},
		{.text = NULL},
	};
	static const struct sign endless[] = {
		{WATCHED, WATCHED_ASCII, N_("others may watch this game")},
		{.text = NULL},
	};
	if (game_of(app)->run != NULL)
		return run_signs(game_of(app));
	return (level(app)->endless ? endless : counter) + !broadcast_is_on(&app->broadcast);
}

static void save(struct app *app, bool retry)
{
	watch_tell(app);
	game_save(app, retry);
}

static bool is_asking(const struct app *app)
{
	return game_of(app)->session.question != 0;
}

static bool update(struct app *app)
{
	const bool news = session_poll_solver(&game_of(app)->session);
	review_update(app);
	race_update(game_of(app));
	return news;
}

static bool refuses(const struct app *app, enum action action)
{
	return run_refuses(app, action) || race_refuses(game_of(app), action);
}

const struct page game_page = {
	.state_bytes = sizeof(struct game),
	.where_now = game_where,
	.open = open_game,
	.close = game_close,
	.key = game_key,
	.drag = game_drag,
	.draw = game_draw,
	.word = game_word,
	.refuses = refuses,
	.puzzle = puzzle,
	.level = level,
	.signs = signs,
	.due = due,
	.tick = tick,
	.save = save,
	.trouble = game_trouble,
	.is_asking = is_asking,
	.update = update,
	.skip_animation = animation_stop,
	.pause = pause_clock,
};
