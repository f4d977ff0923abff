/* Playing a run: the game's session is its current board, without the solver, whose thread rests.
 * After each move the whole run is saved, so that it goes on where it was left.
 *
 * A storm is timed by the clock on the wall from its first move, whether the program is running or
 * not: leaving, a dropped line and Ctrl-Z do not stop it.
 *
 * The next board is made while the player looks at the current one, so no key waits for it. */
#include "ui/page/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "algo/hash.h"
#include "algo/least.h"
#include "os/clock.h"
#include "os/language.h"
#include "play/scores.h"

enum { SECOND = 10 }; /* tenths */

/* ---- time ---- */

/* Tenths of a second since the run began; they never go back. */
static int tenths_now(const struct playing_run *playing)
{
	const int most = playing->run.id.kind == RUN_STORM ? STORM_TENTHS : RUN_TENTHS_MAX;
	if (playing->began == 0)
		return 0;
	const int64_t tenths = (wall_milliseconds() - playing->began) / 100;
	return tenths > most ? most : greatest(playing->tenths, (int)tenths);
}

static bool is_time_up(const struct playing_run *playing)
{
	return playing->run.id.kind == RUN_STORM && tenths_now(playing) >= STORM_TENTHS;
}

void run_status(const struct game *game, char out[REPORT_MAX])
{
	const struct playing_run *playing = game->run;
	const enum run_kind kind = playing->run.id.kind;
	const int score = run_score(&playing->run);
	const int seconds = (STORM_TENTHS - tenths_now(playing) + SECOND - 1) / SECOND;
	if (kind == RUN_STREAK) {
		snprintf(out, REPORT_MAX, text_plural("%d board solved", "%d boards solved", score),
		         score);
		return;
	}
	int used = snprintf(out, REPORT_MAX, _("%d:%02d left"), seconds / 60, seconds % 60);
	used += snprintf(out + used, REPORT_MAX - (size_t)used, "%s", C_("list", ", "));
	run_score_words(kind, score, out + used, REPORT_MAX - (size_t)used);
}

/* ---- saving ---- */

/* Adds a finished run to the leaderboard, if it is the player's best of its day. False without
 * memory. */
static bool add_score(struct app *app, const char *words)
{
	const struct run *run = &game_of(app)->run->run;
	struct run_list list = {.count = 0};
	char *text;
	app_read_runs(app, &list);
	const struct run_record *best =
		run_list_best(&list, &app->boards, &run->id, run->id.date, NULL);
	const bool better = best == NULL || best->score < run_score(run);
	run_list_free(&list);
	if (!better || run_score(run) == 0)
		return true;
	const bool made =
		scores_record_run(store_player(app->store), &run->id, words, time(NULL), &text);
	store_add_score(app->store, text, true);
	free(text);
	return made;
}

/* When the run ended: a storm may have done so while the program was not running. */
static int64_t time_of_end(const struct playing_run *playing)
{
	const int64_t now = time(NULL), began = playing->began / 1000;
	return playing->run.id.kind == RUN_STORM && now > began + STORM_TENTHS / SECOND
	               ? began + STORM_TENTHS / SECOND
	               : now;
}

bool run_save(struct app *app)
{
	struct game *game = game_of(app);
	struct playing_run *playing = game->run;
	char name[RUN_NAME_MAX];
	if (playing->began == 0 || game->recorded)
		return true;
	char *words = run_words(&playing->run);
	run_id_name(&playing->run.id, 0, name);
	if (words == NULL || (playing->over && !add_score(app, words))) {
		free(words);
		return false;
	}
	store_save(app->store, &(struct entry){.kind = ENTRY_RUN,
	                                       .name = playing->run.id.puzzle->name,
	                                       .place = name,
	                                       .words = words,
	                                       .number = playing->began,
	                                       .date = playing->over ? time_of_end(playing) : 0,
	                                       .score = run_score(&playing->run)});
	game->recorded = playing->over;
	free(words);
	return true;
}

void run_close(struct game *game)
{
	if (game->run != NULL)
		run_free(&game->run->run);
	free(game->run);
	game->run = NULL;
}

/* ---- from board to board ---- */

/* The run is over: saves it and shows its result. */
static void finish(struct app *app, const char *why)
{
	struct playing_run *playing = game_of(app)->run;
	struct run *run = &playing->run;
	struct run_board *last = &run->board[run->count - 1];
	if (playing->over)
		return;
	if (!last->solved)
		last->tenths = tenths_now(playing);
	playing->over = true;
	game_of(app)->dirty = true;
	game_save(app, false);
	app_say(app, "%s", why);
	app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
	                                 .page = PAGE_RUN,
	                                 .run = run->id,
	                                 .began = playing->began});
}

/* Opens the current board at its start. */
static bool open_board(struct app *app)
{
	struct game *game = game_of(app);
	struct run *run = &game->run->run;
	struct level_ref ref;
	struct error error;
	const struct game_id id = game_id_of_run(&run->id, run->count);
	const struct level *level = run_boards_get(&app->boards, &run->id, run->count, &error);
	if (level == NULL || !library_add_id(app->library, &id, level, &ref, &error)) {
		app_say_sentence(app, error.text);
		return false;
	}
	game->run->par = level->par;
	game->animation = (struct move_animation){.frame = 0};
	game->best = (struct best){.count = -1};
	game->showing = false;
	scroll_reset(&app->scroll);
	return game_open_session(app, ref);
}

static void go_to_next(struct app *app)
{
	struct game *game = game_of(app);
	if (!run_next(&game->run->run)) {
		finish(app, _("That was the last board."));
		return;
	}
	session_close(&game->session);
	if (open_board(app)) {
		game_find_piece(app);
		game->dirty = true;
	} else { /* out of memory, or the seed gives no board: the run ends before it */
		game->run->run.count--;
		finish(app, _("There is no other board."));
	}
}

/* Whether the current board needs no more moves. */
static bool has_ended(const struct playing_run *playing)
{
	const struct run *run = &playing->run;
	return run->board[run->count - 1].solved || run_is_missed(run, playing->par);
}

/* What was made of a board that has ended, in a sentence. */
static void say_board(struct app *app)
{
	const struct playing_run *playing = game_of(app)->run;
	const struct run *run = &playing->run;
	const struct run_board *board = &run->board[run->count - 1];
	if (board->minimal)
		app_say(app, _("Board %d: the minimum, %d."), run->count, board->count);
	else if (board->solved)
		app_say(app,
		        text_plural("Board %d: %d move, %d above the minimum.",
		                    "Board %d: %d moves, %d above the minimum.", board->count),
		        run->count, board->count, board->count - playing->par);
}

bool run_go_on(struct app *app)
{
	struct playing_run *playing = game_of(app)->run;
	if (playing == NULL || playing->over)
		return playing != NULL;
	if (is_time_up(playing)) {
		finish(app, _("Time is up."));
		return true;
	}
	if (!has_ended(playing) || !animation_is_over(game_of(app)))
		return false;
	if (run_is_missed(&playing->run, playing->par))
		finish(app, _("The streak is over."));
	else
		go_to_next(app);
	return true;
}

/* Whether the next board has been made, or there is none. */
static bool is_ahead(const struct app *app)
{
	const struct run *run = &game_of(app)->run->run;
	return run->count == RUN_BOARDS_MAX ||
	       (run_id_equal(&app->boards.id, &run->id) && app->boards.count > run->count);
}

bool run_tick(struct app *app)
{
	const struct playing_run *playing = game_of(app)->run;
	struct error error; /* is met again when the board is wanted */
	if (playing == NULL || run_go_on(app))
		return playing != NULL;
	if (!is_ahead(app))
		run_boards_get(&app->boards, &playing->run.id, playing->run.count + 1, &error);
	return false;
}

int64_t run_due(const struct app *app)
{
	const struct playing_run *playing = game_of(app)->run;
	if (playing == NULL || playing->over)
		return 0;
	if (has_ended(playing))
		return animation_is_over(game_of(app)) ? milliseconds_now() : 0;
	if (!is_ahead(app) || is_time_up(playing))
		return milliseconds_now();
	if (playing->run.id.kind != RUN_STORM || playing->began == 0)
		return 0;
	const int64_t passed = wall_milliseconds() - playing->began;
	return milliseconds_now() + (passed < 0 ? 1000 : 1000 - passed % 1000);
}

void run_changed(struct app *app)
{
	struct game *game = game_of(app);
	struct playing_run *playing = game->run;
	const struct session *session = &game->session;
	if (playing == NULL || playing->over)
		return;
	const int count = session_count(session);
	const bool solved = session_solved(session);
	if (playing->began == 0)
		playing->began = wall_milliseconds();
	playing->giving_up = false;
	playing->tenths = tenths_now(playing);
	run_set(&playing->run, (struct run_board){.moves = session_moves(session),
	                                          .tenths = playing->tenths,
	                                          .count = count,
	                                          .solved = solved,
	                                          .minimal = solved && count <= playing->par});
	say_board(app);
}

/* ---- opening ---- */

/* Takes up the run in progress, if there is one. */
static void resume(struct app *app, const struct run_id *id)
{
	struct playing_run *playing = game_of(app)->run;
	struct run_list list = {.count = 0};
	app_read_runs(app, &list);
	const struct run_record *current = run_list_current(&list, id);
	if (current != NULL && run_record_read(current, &app->boards, &playing->run)) {
		playing->began = current->began;
		playing->tenths = run_tenths(&playing->run);
		app_say(app, _("Resumed at board %d."), playing->run.count);
	}
	run_list_free(&list);
}

/* Makes the moves that were made on the current board; it had been replayed. */
static void restore_board(struct app *app)
{
	const struct run *run = &game_of(app)->run->run;
	const struct run_board *board = &run->board[run->count - 1];
	char *words;
	if (board->moves == NULL || board->moves[0] == '\0' ||
	    asprintf(&words, "%s | %d | #0", board->moves, board->count) < 0)
		return;
	session_restore(&game_of(app)->session, words);
	free(words);
}

bool run_open(struct app *app, const struct run_id *id)
{
	struct game *game = game_of(app);
	char name[RUN_NAME_MAX];
	game->run = calloc(1, sizeof *game->run);
	if (game->run == NULL) {
		app_say(app, _("Out of memory."));
		return false;
	}
	game->run->run.id = *id;
	resume(app, id);
	if (game->run->run.count == 0)
		run_next(&game->run->run);
	if (!open_board(app)) {
		run_close(game);
		return false;
	}
	run_id_name(id, 0, name);
	app->last_level = hash_text(name);
	restore_board(app);
	game_find_piece(app);
	if (game->run->began == 0)
		app_say(app, "%s", run_rule(id->kind));
	run_go_on(app);
	return true;
}

const struct sign *run_signs(const struct game *game)
{
	struct sign *signs = game->run->signs;
	const enum run_kind kind = game->run->run.id.kind;
	signs[0] = (struct sign){run_title(kind), NULL, run_rule(kind)};
	signs[1] = (struct sign){N_("par 9"), NULL, N_("the minimum from the start, proven")};
	return signs;
}

/* ---- keys ---- */

static void skip(struct app *app)
{
	struct playing_run *playing = game_of(app)->run;
	if (playing->began == 0)
		playing->began = wall_milliseconds();
	run_changed(app);
	app_say(app, _("Board %d skipped."), playing->run.count);
	go_to_next(app);
}

/* Ends a streak, if the key is pressed twice. */
static void give_up(struct app *app)
{
	struct playing_run *playing = game_of(app)->run;
	char key[KEY_NAME_MAX];
	const int score = run_score(&playing->run);
	if (playing->began == 0) {
		app_say(app, _("The streak has not begun."));
	} else if (playing->giving_up) {
		finish(app, _("The streak is over."));
	} else {
		playing->giving_up = true;
		app_key(app, ON_GAME, 'n', key);
		app_say(app,
		        text_plural("%s again ends the streak at %d board.",
		                    "%s again ends the streak at %d boards.", score),
		        key, score);
	}
}

/* Whether an action changes moves that were made. */
static bool is_second_thought(enum action action)
{
	return action == ACTION_UNDO || action == ACTION_REDO || action == ACTION_RESTART ||
	       action == ACTION_RETURN || action == ACTION_CHECKPOINT;
}

static bool is_help(enum action action)
{
	return action == ACTION_HINT || action == ACTION_SOLVE || action == ACTION_COUNT;
}

bool run_action(struct app *app, enum action action)
{
	const struct playing_run *playing = game_of(app)->run;
	if (playing == NULL)
		return false;
	const bool streak = playing->run.id.kind == RUN_STREAK;
	if (is_help(action))
		app_say(app, streak ? _("There is no help in a streak.")
		                    : _("There is no help in a storm."));
	else if (streak && is_second_thought(action))
		app_say(app, _("Moves are final in a streak."));
	else if (action == ACTION_PREVIOUS)
		app_say(app, _("There is no way back to a board."));
	else if (action == ACTION_EDIT)
		app_say(app, streak ? _("The board can be edited when the streak is over.")
		                    : _("The board can be edited when the storm is over."));
	else if (action == ACTION_NEXT && streak)
		give_up(app);
	else if (action == ACTION_NEXT)
		skip(app);
	else
		return false;
	return true;
}

static bool refuses(const struct playing_run *playing, enum action action)
{
	return is_help(action) || action == ACTION_PREVIOUS || action == ACTION_EDIT ||
	       (playing->run.id.kind == RUN_STREAK && is_second_thought(action));
}

bool run_refuses(const struct app *app, enum action action)
{
	const struct playing_run *playing = game_of(app)->run;
	return playing != NULL && refuses(playing, action);
}

const char *run_word(const struct game *game, const struct key_entry *entry)
{
	const bool streak = game->run->run.id.kind == RUN_STREAK;
	if (refuses(game->run, entry->action))
		return NULL;
	if (entry->action == ACTION_NEXT)
		return streak ? NC_("key", "give up") : NC_("key", "skip");
	return entry->footer;
}

void run_leave(struct app *app)
{
	const struct playing_run *playing = game_of(app)->run;
	if (playing == NULL || playing->began == 0 || playing->over)
		return;
	if (playing->run.id.kind == RUN_STORM)
		app_say(app, _("The storm's clock goes on."));
	else
		app_say(app, _("The streak waits for you."));
}
