/* Any keys in a game: the bytes choose a level, a shipped one or a small board, and then the
 * actions. The number of games of each puzzle is printed at the end.
 *
 * The harness has its own record of the game, which says what undo, redo, restart and the
 * checkpoint have to do; after every action the session must agree with it to the byte. The
 * promises of the rules are checked in every position. */
#undef NDEBUG /* the assertions are the test */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/any_level.h"
#include "fuzz/bytes.h"
#include "fuzz/check_paint.h"
#include "play/report.h"
#include "play/session.h"
#include "puzzle/key.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"
#include "puzzle/replay.h"

enum {
	ACTIONS_MAX = 400,
	MOMENTS_MAX = 4 * ACTIONS_MAX, /* an action adds a few positions at most */
	PROOF_STATES = 300,
	PUZZLES_MAX = 16,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- the harness's own record of a game ---- */

struct moment {
	struct state state;
	int count, score;
};

/* One game is played at a time, so there is one record. */
static struct {
	struct moment line[MOMENTS_MAX];
	int length, at;
	struct moment checkpoint;
	struct level_solver *search; /* NULL: nothing was searched yet */
} record;

static void record_begin(const struct level *level)
{
	record.line[0] = (struct moment){level->start, 0, 0};
	record.length = 1;
	record.at = 0;
	record.checkpoint = record.line[0];
	record.search = NULL;
}

static void record_add(const struct moment *moment)
{
	record.at++;
	assert(record.at < MOMENTS_MAX);
	record.line[record.at] = *moment;
	record.length = record.at + 1;
}

static bool same(const struct state *a, const struct state *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* ---- promises ---- */

/* Points never fall from frame to frame, and end with the move's score. */
static void check_points(const struct puzzle *puzzle, const struct level *level,
                         const struct state *state, move_code move)
{
	if (puzzle->rules.points == NULL)
		return;
	const int frames =
		puzzle->screen.frames == NULL ? 0 : puzzle->screen.frames(level, state, move);
	const int all = puzzle->rules.points(level, state, move, 0);
	int before = 0;
	for (int frame = 1; frame <= frames; frame++) {
		const int points = puzzle->rules.points(level, state, move, frame);
		assert(points >= before && points <= all);
		before = points;
	}
}

/* A position: the bytes after it are 0; the lower bound is 0 if it is solved; a valid move is found
 * again by its name, scores no less from frame to frame, and never writes more text than there is
 * room for. */
static void check_position(const struct puzzle *puzzle, const struct level *level,
                           const struct state *state)
{
	static move_code moves[MOVES_MAX];
	for (size_t i = level->state_size; i < STATE_MAX; i++)
		assert(state->byte[i] == 0);
	const int lowest = puzzle->rules.lower_bound(level, state);
	assert(lowest >= DEAD_END && (!puzzle->rules.solved(level, state) || lowest == 0));
	const int count = puzzle_valid_moves(puzzle, level, state, moves);
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		char name[MOVE_NAME_MAX], clue[64];
		move_code found;
		puzzle->format.name_move(level, moves[i], name);
		puzzle->text.hint_text(level, state, moves[i], clue, sizeof clue);
		assert(puzzle_find_move(puzzle, level, state, name, &found) && found == moves[i]);
		check_points(puzzle, level, state, moves[i]);
		assert(puzzle->rules.apply(level, &next, moves[i]));
	}
}

/* The session: it is where the record says. */
static void check_place(const struct session *session)
{
	struct state state;
	const struct moment *moment = &record.line[record.at];
	session_state(session, &state);
	assert(same(&state, &moment->state));
	assert(session_count(session) == moment->count);
	assert(session_score(session) == moment->score);
	assert(session_solved(session) == session->puzzle->rules.solved(&session->level, &state));
	assert(session->line.at == (uint32_t)record.at);
	assert(session->line.count == (uint32_t)record.length);
}

/* The answer: its bounds are true as far as rules and plan can tell. */
static void check_answer(const struct session *session)
{
	const struct answer *answer = &session->answer;
	struct state state;
	session_state(session, &state);
	const int lowest = session->puzzle->rules.lower_bound(&session->level, &state);
	assert(answer->upper < 0 || answer->lower <= answer->upper);
	if (answer->verdict == UNSOLVABLE) {
		assert(!session_solved(session));
		return;
	}
	assert(answer->verdict != OPTIMAL || (lowest != DEAD_END && lowest <= answer->upper));
	if (answer->verdict != OPTIMAL)
		return;
	assert(answer->lower == answer->upper && answer->length == answer->upper);
	for (int i = 0; i < answer->length; i++) {
		assert(!session->puzzle->rules.solved(&session->level, &state));
		assert(session->puzzle->rules.apply(&session->level, &state, answer->plan[i]));
	}
	assert(session->puzzle->rules.solved(&session->level, &state));
}

static void check_reports(const struct session *session)
{
	char line[REPORT_MAX];
	report_best(session, true, line);
	for (const char *c = line; *c != '\0'; c++)
		assert(*c >= ' ' && *c <= '~');
	report_best(session, false, line);
	report_hint(session, line);
	struct state state;
	session_state(session, &state);
	report_status(session, &state, session_score(session), line);
	if (session_solved(session))
		report_result(session, line);
	assert(session_over_par(session) >= 0);
}

/* ---- actions ---- */

static void after_move(const struct session *session, move_code move)
{
	const struct puzzle *puzzle = session->puzzle;
	struct moment moment = record.line[record.at];
	moment.count++;
	if (puzzle->rules.points != NULL)
		moment.score += puzzle->rules.points(&session->level, &moment.state, move, 0);
	session_state(session, &moment.state);
	record_add(&moment);
}

static void press(struct session *session, struct bytes *input)
{
	static const int keys[] = {
		PRESS_UP,         PRESS_RIGHT,       PRESS_DOWN,
		PRESS_LEFT,       PRESS_ENTER,       ' ',
		PRESS_ESCAPE,     PRESS_TAB,         PRESS_BACKTAB,
		PRESS_SHIFT_UP,   PRESS_SHIFT_RIGHT, PRESS_SHIFT_DOWN,
		PRESS_SHIFT_LEFT, PRESS_CLICK,       PRESS_HOME,
		PRESS_OTHER,
	};
	const int choice = next_byte(input);
	const int count = (int)(sizeof keys / sizeof keys[0]);
	/* Arrows most often, then the other keys, then any character. */
	const int key = choice < 96    ? keys[choice % 4]
	                : choice < 160 ? keys[choice % count]
	                               : choice - 160 + ' ';
	if (key == PRESS_CLICK)
		session_set_cursor(session,
		                   next_below(input, session->level.rows * session->level.columns));
	struct state before, after;
	move_code move;
	session_state(session, &before);
	const enum intent intent = session_press(session, key, &move);
	session_state(session, &after);
	assert(session->cursor.row >= 0 && session->cursor.row < session->level.rows);
	assert(session->cursor.column >= 0 && session->cursor.column < session->level.columns);
	if (intent == INTENT_MOVE) {
		assert(session->puzzle->rules.apply(&session->level, &before, move) &&
		       same(&before, &after));
		after_move(session, move);
	}
}

/* Any of all valid moves. */
static void make_move(struct session *session, struct bytes *input)
{
	static move_code moves[MOVES_MAX];
	struct state state;
	session_state(session, &state);
	const int count = puzzle_valid_moves(session->puzzle, &session->level, &state, moves);
	if (count == 0)
		return;
	const move_code move = moves[next_below(input, count)];
	if (session_move(session, move))
		after_move(session, move);
}

/* A move that may not be valid: a refused one changes nothing. */
static void try_move(struct session *session, struct bytes *input)
{
	struct state before, after;
	const int high = next_byte(input);
	const move_code move = (move_code)(high << 8 | next_byte(input));
	session_state(session, &before);
	after = before;
	if (!session->puzzle->rules.apply(&session->level, &after, move))
		assert(same(&before, &after));
	if (session_move(session, move))
		after_move(session, move);
}

static void undo(struct session *session)
{
	assert(session_undo(session) == (record.at > 0));
	record.at -= record.at > 0;
}

static void redo(struct session *session)
{
	const bool more = record.at + 1 < record.length;
	assert(session_redo(session) == more);
	record.at += more;
}

static void restart(struct session *session)
{
	const struct moment start = record.line[0];
	if (session_restart(session))
		record_add(&start);
	else
		assert(record.line[record.at].count == 0);
}

static void set_checkpoint(struct session *session)
{
	session_set_checkpoint(session);
	record.checkpoint = record.line[record.at];
}

static void return_to_checkpoint(struct session *session)
{
	if (session_return_to_checkpoint(session))
		record_add(&record.checkpoint);
	else
		assert(same(&record.line[record.at].state, &record.checkpoint.state));
}

/* The answer of the solver's thread, at once: as there, one solver serves the whole game. */
static void prove(struct session *session)
{
	static struct answer answer;
	const struct limits limits = {.bytes = limits_default.bytes, .states = PROOF_STATES};
	struct state state;
	if (session->answer.verdict != SEARCHING)
		return;
	if (record.search == NULL)
		record.search = level_solver_new(session->puzzle, &session->level, &limits);
	assert(record.search != NULL);
	session_state(session, &state);
	level_solver_run(record.search, &state, NULL, NULL, &answer);
	session_take_answer(session, &answer);
}

/* The next move of a proven plan leads to a position one move nearer, which is known at once. */
static void follow(struct session *session)
{
	move_code move;
	const int left = session->answer.upper;
	const bool proven = session->answer.verdict == OPTIMAL;
	if (!session_next_move(session, &move))
		return;
	assert(session_move(session, move));
	after_move(session, move);
	if (proven)
		assert(session->answer.verdict == OPTIMAL && session->answer.upper == left - 1);
}

/* The same, made for the player: the game is then assisted. */
static void solve_on(struct session *session)
{
	move_code move;
	if (!session_next_move(session, &move))
		return;
	assert(session_solver_move(session));
	assert(session_assisted(session));
	after_move(session, move);
}

/* Steps about in a replay, to its end. */
static void walk(struct session *session, struct bytes *input)
{
	for (int steps = next_below(input, 8); steps > 0; steps--)
		switch (next_below(input, 3)) {
		case 0:
			session_replay_seek(session, 0);
			assert(session_count(session) == 0 && !session_undo(session));
			break;
		case 1:
			session_redo(session);
			break;
		default:
			session_undo(session);
			break;
		}
	session_replay_seek(session, session->line.count - 1);
	assert(!session_redo(session));
}

/* A replay shows the moves to here or a shortest plan, and leaves the game where it was. */
static void playback_replay(struct session *session, struct bytes *input)
{
	const int lowest = session_minimum(session);
	if (session_replay(session)) {
		walk(session, input);
		const struct moment *moment = &record.line[record.at];
		assert(session_count(session) == moment->count);
		assert(session_score(session) == moment->score);
	}
	if (session_replay_minimum(session)) {
		walk(session, input);
		assert(session_solved(session) && session_count(session) == lowest);
	}
	session_replay_end(session);
}

/* The names of the moves lead from the start to here. */
static void make_again(const struct session *session)
{
	struct replay replay;
	struct error error;
	const struct moment *here = &record.line[record.at];
	char *moves = session_moves(session);
	assert(moves != NULL);
	assert(replay_moves(session->puzzle, &session->level, moves, &replay, &error));
	free(moves);
	assert(same(&replay.state, &here->state));
	assert(replay.count == here->count && replay.score == here->score);
	assert(replay.solved == session_solved(session));
	assert(!replay.assisted || session_assisted(session));
}

/* Continues in a session that was restored from this one's saved text; it has every position of its
 * line. */
static void restore(struct session *session)
{
	struct session other;
	struct error error;
	char *words = session_text(session);
	assert(words != NULL);
	assert(session_open(&other, session->puzzle, &session->level, NULL, &error));
	assert(session_restore(&other, words));
	char *again = session_text(&other);
	assert(again != NULL && strcmp(words, again) == 0);
	assert(other.node_count <= session->node_count);
	free(words);
	free(again);
	session_close(session);
	*session = other;
	const int at = record.at;
	check_place(session);
	while (record.at > 0) {
		undo(session);
		check_place(session);
	}
	while (record.at + 1 < record.length) {
		redo(session);
		check_place(session);
	}
	while (record.at > at)
		undo(session);
}

/* Text that no session has saved is refused or accepted, and leaves a game that can be
 * continued. */
static void restore_noise(struct session *session, struct bytes *input)
{
	char words[64];
	struct session other;
	struct error error;
	const int length = next_below(input, (int)sizeof words);
	for (int i = 0; i < length; i++)
		words[i] = (char)next_byte(input);
	words[length] = '\0';
	assert(session_open(&other, session->puzzle, &session->level, NULL, &error));
	if (!session_restore(&other, words))
		assert(session_count(&other) == 0 && !session_undo(&other) &&
		       !session_redo(&other));
	free(session_text(&other));
	session_close(&other);
}

/* ---- a game ---- */

static void act(struct session *session, struct bytes *input)
{
	switch (next_below(input, 32)) {
	case 0:
		undo(session);
		break;
	case 1:
		redo(session);
		break;
	case 2:
		restart(session);
		break;
	case 3:
		set_checkpoint(session);
		break;
	case 4:
		return_to_checkpoint(session);
		break;
	case 5:
		session_hint(session);
		break;
	case 6:
		prove(session);
		break;
	case 7:
		follow(session);
		break;
	case 8:
		make_again(session);
		break;
	case 9:
		restore(session);
		break;
	case 10:
		restore_noise(session, input);
		break;
	case 11:
		check_paint(session, input);
		break;
	case 12:
		try_move(session, input);
		break;
	case 13:
		make_move(session, input);
		break;
	case 14:
		solve_on(session);
		break;
	case 15:
		playback_replay(session, input);
		break;
	default:
		press(session, input);
		break;
	}
}

static void play(const struct puzzle *puzzle, const struct level *level, struct bytes *input)
{
	static struct session session;
	struct error error;
	assert(session_open(&session, puzzle, level, NULL, &error));
	record_begin(level);
	check_position(puzzle, level, &level->start);
	for (int i = 0; i < ACTIONS_MAX && input->at < input->size; i++) {
		const struct state before = record.line[record.at].state;
		act(&session, input);
		check_place(&session);
		if (!same(&before, &record.line[record.at].state))
			check_position(puzzle, level, &record.line[record.at].state);
		check_answer(&session);
		check_reports(&session);
	}
	while (record.at > 0) {
		undo(&session);
		check_place(&session);
	}
	session_close(&session);
	level_solver_free(record.search);
}

/* ---- how much was done ---- */

static long games[PUZZLES_MAX];

static void say_games(void)
{
	for (int i = 0; puzzle_at(i) != NULL; i++)
		fprintf(stderr, "%s: %ld games\n", puzzle_at(i)->name, games[i]);
}

static void count_game(const struct puzzle *puzzle)
{
	static bool counts;
	assert(puzzle_count() <= PUZZLES_MAX);
	if (!counts)
		counts = atexit(say_games) == 0;
	for (int i = 0; puzzle_at(i) != NULL; i++)
		games[i] += puzzle_at(i) == puzzle;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct level level;
	struct bytes input = {data, size, 0};
	const struct puzzle *puzzle;
	if (any_level(&input, &puzzle, &level)) {
		count_game(puzzle);
		play(puzzle, &level, &input);
	}
	return 0;
}
