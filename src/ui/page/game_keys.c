/* Keys of the game page. A key with no meaning for the game, the demo or a replay goes to the
 * puzzle. */
#include "ui/page/game.h"

#include <assert.h>
#include <stdio.h>

#include "os/language.h"
#include "puzzle/key.h"

/* ---- moving ---- */

/* Says why a move was not made, and shows how it is undone. */
static void refuse(struct app *app, move_code move)
{
	const struct session *session = &game_of(app)->session;
	char why[REPORT_MAX];
	if (session->full) {
		app_say(app, _("No room for more moves: undo or restart."));
		return;
	}
	report_refusal(session, move, why);
	animation_refuse(app, move);
	app_say(app, "%s", why);
}

/* The puzzle gets its own key code for the action, whichever key the player bound. */
static bool play(struct app *app, struct press press)
{
	struct session *session = &game_of(app)->session;
	struct state from;
	move_code move = 0;
	const int score = session_score(session);
	session_state(session, &from);
	assert(press.cell < level_cells(&session->level));
	if (press.cell >= 0)
		session_set_cursor(session, press.cell);
	const bool shown = game_counter_is_shown(app);
	const int key = press.key == PRESS_CLICK ? press.key : key_press(press.action);
	const enum intent intent = session_press(session, key, &move);
	if (session->full || intent == INTENT_REFUSED)
		refuse(app, move);
	if (intent == INTENT_MOVE) {
		if (!game_has_cursor(session->puzzle))
			playback_follow(app, &from, move, false);
		if (shown)
			session_note_aid(session);
		game_moved(app, &from, score, move);
	}
	return intent != INTENT_NONE;
}

/* Repeats a move as often as the drag says, until the board is solved. */
static void make_drag(struct app *app, const struct drag *drag, move_code move, int times)
{
	struct session *session = &game_of(app)->session;
	for (int i = 0; i < times && !session_solved(session); i++) {
		struct state from;
		const int score = session_score(session);
		const bool shown = game_counter_is_shown(app);
		session_state(session, &from);
		if (!session_move(session, move)) {
			refuse(app, move);
			return;
		}
		if (shown)
			session_note_aid(session);
		session_set_cursor(session, drag->to);
		game_moved(app, &from, score, move);
	}
}

/* ---- actions ---- */

/* Escape hides the valid moves, or cancels a selection; without either it leaves the game. */
static void back(struct app *app)
{
	move_code move;
	if (game_of(app)->replay != REPLAY_NONE)
		playback_end_replay(app);
	else if (game_of(app)->showing)
		game_of(app)->showing = false;
	else if (game_where(app) != ON_GAME ||
	         session_press(&game_of(app)->session, PRESS_ESCAPE, &move) == INTENT_NONE)
		game_leave(app);
}

/* Shows the effect of a step in the history, or `why` there was none. */
static void step(struct app *app, bool done, const char *why)
{
	if (done)
		game_changed(app);
	else
		app_say(app, "%s", why);
}

/* Restarting ends an endless game. */
static void restart(struct app *app)
{
	char key[KEY_NAME_MAX];
	if (clock_is_on(game_of(app))) {
		clock_restart(app);
		return;
	}
	game_save_score(app);
	if (!session_restart(&game_of(app)->session)) {
		app_say(app, _("Already at the start."));
		return;
	}
	game_changed(app);
	app_say(app, _("Restarted. %s undoes it."), app_key(app, game_where(app), 'u', key));
}

static void set_checkpoint(struct app *app)
{
	char key[KEY_NAME_MAX];
	session_set_checkpoint(&game_of(app)->session);
	game_of(app)->dirty = true;
	app_say(app, _("Checkpoint set. %s returns here."),
	        app_key(app, game_where(app), '\'', key));
}

static void return_to_checkpoint(struct app *app)
{
	struct session *session = &game_of(app)->session;
	if (session_has_checkpoint(session)) {
		step(app, session_return_to_checkpoint(session), _("Already at the checkpoint."));
	} else {
		char key[KEY_NAME_MAX];
		app_say(app, _("No checkpoint yet. %s sets one."),
		        app_key(app, game_where(app), 'm', key));
	}
}

/* The first hint is saved with the moves so far: leaving and resuming does not forget it. */
static void hint(struct app *app)
{
	struct game *game = game_of(app);
	if (game->replay != REPLAY_NONE) {
		review_show_best(app);
		return;
	}
	game->dirty |= game->session.line.count > 1 && session_unaided(&game->session);
	session_hint(&game->session);
}

/* Turns highlighting of the valid moves on or off. */
static void show_moves(struct app *app)
{
	struct game *game = game_of(app);
	if (game->session.stuck)
		app_say(app, _("No moves left."));
	else
		game->showing = !game->showing;
}

static void show_counter(struct app *app)
{
	char key[KEY_NAME_MAX];
	if (game_of(app)->session.level.endless)
		app_say(app, _("An endless game has no counter."));
	else if (app->settings.counter == COUNTER_AFTER)
		app_say(app, _("The counter is shown after the game; %s changes that."),
		        app_key(app, game_where(app), 'o', key));
	else if (game_counter_is_shown(app))
		app_say(app, _("The counter is shown; %s hides it."),
		        app_key(app, game_where(app), 'o', key));
	else
		game_of(app)->counted = true;
}

/* Opens the level's start in the editor, or returns there from a trial. */
static void edit(struct app *app)
{
	if (game_of(app)->trial)
		game_leave(app);
	else
		app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
		                                 .page = PAGE_EDITOR,
		                                 .level = game_of(app)->level,
		                                 .back = PAGE_GAME});
}

static bool do_action(struct app *app, enum action action)
{
	struct game *game = game_of(app);
	struct session *session = &game->session;
	switch (action) {
	case ACTION_UNDO:
		step(app, session_undo(session), _("Nothing to undo."));
		return true;
	case ACTION_REDO:
		step(app, session_redo(session), _("Nothing to redo."));
		return true;
	case ACTION_RESTART: restart(app); return true;
	case ACTION_RETURN: return_to_checkpoint(app); return true;
	case ACTION_CHECKPOINT: set_checkpoint(app); return true;
	case ACTION_HINT: hint(app); return true;
	case ACTION_REVIEW:
		review_begin(app);
		return true;
	case ACTION_MISTAKE:
		review_seek(app, 1);
		return true;
	case ACTION_MISTAKE_BACK:
		review_seek(app, -1);
		return true;
	case ACTION_PLAY_ON:
		review_play_on(app);
		return true;
	case ACTION_RETRY:
		review_retry(app);
		return true;
	case ACTION_SOLVE: playback_solve(app); return true;
	case ACTION_NEXT: game_go_on(app, 1); return true;
	case ACTION_PREVIOUS: game_go_on(app, -1); return true;
	case ACTION_REPLAY: playback_replay(app); return true;
	case ACTION_RACE:
		race_next_ghost(app);
		return true;
	case ACTION_SHARE: result_share(app); return true;
	case ACTION_COUNT:
		show_counter(app);
		return true;
	case ACTION_SHOW: show_moves(app); return true;
	case ACTION_LEVELS: game_leave(app); return true;
	case ACTION_EDIT: edit(app); return true;
	case ACTION_BACK: back(app); return true;
	default: return app_scroll(app, action) || playback_action(app, action);
	}
}

/* Once time is up, the game stays as it is. */
static bool clock_forbids(const struct game *game, enum action action)
{
	return game->replay == REPLAY_NONE && clock_is_over(game) &&
	       (action == ACTION_UNDO || action == ACTION_REDO || action == ACTION_RETURN ||
	        action == ACTION_CHECKPOINT);
}

/* False if the key has no effect now. */
static bool take(struct app *app, struct press press)
{
	struct game *game = game_of(app);
	game_tell_time(game);
	const bool skipped = game->animation.frame > 0, shared = game->sharing;
	if (clock_check(app))
		return true; /* the key came too late */
	if (game->solved)
		game_save(app, false); /* before the key undoes that */
	animation_stop(app); /* any key skips to the end */
	if (run_go_on(app) || race_go_on(app))
		return true; /* the board it was meant for is gone */
	game->sharing = game->seeking = false;
	/* The result has not been seen yet, or is shown again. Undoing the last move is
	 * deliberate. */
	if (shared || (skipped && game_where(app) == ON_RESULT && press.action != ACTION_UNDO))
		return true;
	if (game->solving) { /* and stops the solver */
		game->solving = false;
		game->step_due = 0;
		if (press.action == ACTION_BACK || press.action == ACTION_SOLVE)
			return true;
	}
	if (clock_forbids(game, press.action)) {
		app_say(app, _("Time is up."));
		return true;
	}
	if (run_action(app, press.action) || race_action(app, press.action) ||
	    do_action(app, press.action))
		return true;
	if (tour_is_on(app)) {
		game_leave(app);
		return true;
	}
	return game_where(app) == ON_GAME && play(app, press);
}

/* ---- keys without effect ---- */

/* Says what a cursor key requires; false if this puzzle does not use the key. */
static bool say_needed(struct app *app, const struct key_entry *entry, const char *name)
{
	const struct session *session = &game_of(app)->session;
	if (key_group_of(entry->action) != KEY_GROUP_SHIFT ||
	    session->puzzle->text.key_labels[KEY_GROUP_SHIFT] == NULL)
		return false;
	if (session->cursor.selected < 0) {
		char other[KEY_NAME_MAX];
		app_say(app, _("%s goes through the squares of a chosen piece. %s chooses one."),
		        name, app_key(app, ON_GAME, ' ', other));
	} else {
		app_say(app, _("The chosen piece can't move."));
	}
	return true;
}

/* Whether the game leads to a result: an endless one does not, except against the clock. */
static bool can_end(const struct game *game)
{
	return !game->session.level.endless || clock_is_on(game);
}

/* For a key without effect: says where it works, or which key shows all keys. */
static void say_idle(struct app *app, int key)
{
	const struct keys *keys = &app->keys;
	const unsigned where = game_where(app);
	const struct key_entry *solved = key_entry(keys, ON_RESULT, key);
	const struct key_entry *listed = key_entry(keys, ON_MENU, key);
	const struct key_entry *own = key_entry(keys, where, key); /* the cursor's entry */
	char name[KEY_NAME_MAX], other[KEY_NAME_MAX];
	if (key == PRESS_OTHER) {
		app_say(app, _("That key does nothing here. %s shows all keys."),
		        app_key(app, where, '?', other));
		return;
	}
	name_of_key(key, name);
	if (own != NULL && say_needed(app, own, name))
		return;
	if (where == ON_GAME && solved != NULL && own == NULL && can_end(game_of(app)))
		app_say(app,
		        /* TRANSLATORS: a key, and its word in the footer */
		        clock_is_on(game_of(app)) ? _("%s (%s) works once time is up.")
		                                  : _("%s (%s) works once the level is solved."),
		        name,
		        solved->footer != NULL ? language_text_in(solved->footer) : solved->name);
	else if (where == ON_GAME && listed != NULL && own == NULL && !game_of(app)->trial)
		app_say(app, _("%s works in the list of levels. %s opens it."), name,
		        app_key(app, where, 'R', other));
	else
		app_say(app, _("%s does nothing here. %s shows all keys."), name,
		        app_key(app, where, '?', other));
}

void game_key(struct app *app, struct press press)
{
	if (!take(app, press) && press.key != PRESS_CLICK)
		say_idle(app, press.key);
}

void game_drag(struct app *app, const struct drag *drag)
{
	struct game *game = game_of(app);
	const struct session *session = &game->session;
	struct state state;
	move_code move;
	int times;
	game_tell_time(game);
	if (race_waits(game) || clock_check(app))
		return;
	animation_stop(app);
	if (run_go_on(app))
		return;
	const bool swipes = session->puzzle->screen.swipes;
	if (session->puzzle->screen.drag == NULL || (drag->to == drag->from && !swipes) ||
	    game->solving || game_where(app) != ON_GAME) {
		game_key(app, (struct press){PRESS_CLICK, drag->from, ACTION_NONE});
		return;
	}
	session_state(session, &state);
	const char *why =
		session->puzzle->screen.drag(&session->level, &state, drag, &move, &times);
	if (why != NULL)
		app_say(app, "%s", why);
	else
		make_drag(app, drag, move, times);
}
