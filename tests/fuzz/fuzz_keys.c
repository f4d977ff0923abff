/* A game against any keys: the bytes choose a small board and then what is done to it.
 *
 * The harness keeps its own record of the game, which is all that undo, redo, restart and the
 * checkpoint can mean; after every action the session must agree with it to the byte. What the
 * rules promise is asked of every position on the way. */
#undef NDEBUG /* the assertions are what this is for */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/key.h"
#include "core/mode.h"
#include "play/generate.h"
#include "play/report.h"
#include "play/session.h"
#include "search/reach.h"

enum {
	ACTIONS_MAX = 400,
	PLACES_MAX = 4 * ACTIONS_MAX, /* an action adds a few places at most */
	SIDE_TRIED = 5,
	TRIES = 8,
	REACHED_STATES = 2000,
	PROOF_STATES = 4000,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- the bytes ---- */

struct input {
	const uint8_t *data;
	size_t size, at;
};

/* The next byte, 0 behind the end. */
static int next_byte(struct input *input)
{
	return input->at < input->size ? input->data[input->at++] : 0;
}

static int next_below(struct input *input, int below)
{
	return next_byte(input) % below;
}

/* ---- the harness's own record of a game ---- */

struct place {
	struct state state;
	int count, score;
};

/* One game is played at a time, so the record stands still in memory. */
static struct {
	struct place line[PLACES_MAX];
	int length, at;
	struct place checkpoint;
} record;

static void record_begin(const struct level *level)
{
	record.line[0] = (struct place){level->start, 0, 0};
	record.length = 1;
	record.at = 0;
	record.checkpoint = record.line[0];
}

static void record_add(const struct place *place)
{
	record.at++;
	assert(record.at < PLACES_MAX);
	record.line[record.at] = *place;
	record.length = record.at + 1;
}

static bool same(const struct state *a, const struct state *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* ---- what is promised ---- */

/* Points grow from picture to picture, up to all that the move scores. */
static void check_points(const struct mode *mode, const struct level *level,
                         const struct state *state, move_code move)
{
	if (mode->points == NULL)
		return;
	const int frames = mode->frames == NULL ? 0 : mode->frames(level, state, move);
	const int all = mode->points(level, state, move, 0);
	int before = 0;
	for (int frame = 1; frame <= frames; frame++) {
		const int points = mode->points(level, state, move, frame);
		assert(points >= before && points <= all);
		before = points;
	}
}

/* Of a position: the bytes behind it are 0, the bound is 0 where it is solved, and a move that can
 * be made is found again by its name, scores no less from picture to picture, and never says more
 * than it has room for. */
static void check_position(const struct mode *mode, const struct level *level,
                           const struct state *state)
{
	static move_code moves[MOVES_MAX];
	for (size_t i = level->state_size; i < STATE_MAX; i++)
		assert(state->byte[i] == 0);
	const int least = mode->at_least(level, state);
	assert(least >= DEAD && (!mode->solved(level, state) || least == 0));
	const int count = mode_valid_moves(mode, level, state, moves);
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		char name[MOVE_NAME_MAX], clue[64];
		move_code found;
		mode->name_move(level, moves[i], name);
		mode->point(level, state, moves[i], clue, sizeof clue);
		assert(mode_find_move(mode, level, state, name, &found) && found == moves[i]);
		check_points(mode, level, state, moves[i]);
		assert(mode->apply(level, &next, moves[i]));
	}
}

/* Of the session: it is where the record says. */
static void check_place(const struct session *session)
{
	struct state state;
	const struct place *place = &record.line[record.at];
	session_state(session, &state);
	assert(same(&state, &place->state));
	assert(session_count(session) == place->count);
	assert(session_score(session) == place->score);
	assert(session_solved(session) == session->mode->solved(&session->level, &state));
	assert(session->line.at == (uint32_t)record.at);
	assert(session->line.count == (uint32_t)record.length);
}

/* Of the answer: its bounds are true as far as rules and plan can tell. */
static void check_answer(const struct session *session)
{
	const struct answer *answer = &session->answer;
	struct state state;
	session_state(session, &state);
	const int least = session->mode->at_least(&session->level, &state);
	assert(answer->upper < 0 || answer->lower <= answer->upper);
	if (answer->verdict == UNSOLVABLE) {
		assert(!session_solved(session));
		return;
	}
	assert(answer->verdict != OPTIMAL || (least != DEAD && least <= answer->upper));
	if (answer->verdict != OPTIMAL)
		return;
	assert(answer->lower == answer->upper && answer->length == answer->upper);
	for (int i = 0; i < answer->length; i++) {
		assert(!session->mode->solved(&session->level, &state));
		assert(session->mode->apply(&session->level, &state, answer->plan[i]));
	}
	assert(session->mode->solved(&session->level, &state));
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
	const struct mode *mode = session->mode;
	struct place place = record.line[record.at];
	place.count++;
	if (mode->points != NULL)
		place.score += mode->points(&session->level, &place.state, move, 0);
	session_state(session, &place.state);
	record_add(&place);
}

static void press(struct session *session, struct input *input)
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
		session_point(session, next_below(input, session->level.rows *
		                                         session->level.columns));
	struct state before, after;
	move_code move;
	session_state(session, &before);
	const enum intent intent = session_press(session, key, &move);
	session_state(session, &after);
	assert(session->hand.row >= 0 && session->hand.row < session->level.rows);
	assert(session->hand.column >= 0 && session->hand.column < session->level.columns);
	if (intent == INTENT_MOVE) {
		assert(session->mode->apply(&session->level, &before, move) &&
		       same(&before, &after));
		after_move(session, move);
	}
}

/* One of all moves there are. */
static void make_move(struct session *session, struct input *input)
{
	static move_code moves[MOVES_MAX];
	struct state state;
	session_state(session, &state);
	const int count = mode_valid_moves(session->mode, &session->level, &state, moves);
	if (count == 0)
		return;
	const move_code move = moves[next_below(input, count)];
	if (session_move(session, move))
		after_move(session, move);
}

/* A move that may be none: refused ones change nothing. */
static void try_move(struct session *session, struct input *input)
{
	struct state before, after;
	const int high = next_byte(input);
	const move_code move = (move_code)(high << 8 | next_byte(input));
	session_state(session, &before);
	after = before;
	if (!session->mode->apply(&session->level, &after, move))
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
	const struct place start = record.line[0];
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
	if (session_return(session))
		record_add(&record.checkpoint);
	else
		assert(same(&record.line[record.at].state, &record.checkpoint.state));
}

/* What the solver's thread would tell, at once. */
static void prove(struct session *session)
{
	static struct answer answer;
	const struct limits limits = {.bytes = limits_default.bytes, .states = PROOF_STATES};
	struct state state;
	if (session->answer.verdict != SEARCHING)
		return;
	session_state(session, &state);
	search(session->mode, &session->level, &state, &limits, NULL, NULL, &answer);
	session_take(session, &answer);
}

/* The next move of a proven way leads to a position that is one move nearer, known at once. */
static void follow(struct session *session)
{
	move_code move;
	const int left = session->answer.upper;
	const bool proven = session->answer.verdict == OPTIMAL;
	if (!session_next(session, &move))
		return;
	assert(session_move(session, move));
	after_move(session, move);
	if (proven)
		assert(session->answer.verdict == OPTIMAL && session->answer.upper == left - 1);
}

/* The names of the moves lead from the start to here. */
static void replay_moves(const struct session *session)
{
	struct state state = session->level.start;
	char *moves = session_moves(session), *rest = NULL;
	int count = 0;
	assert(moves != NULL);
	for (char *name = strtok_r(moves, " ", &rest); name != NULL;
	     name = strtok_r(NULL, " ", &rest), count++) {
		move_code move;
		assert(mode_find_move(session->mode, &session->level, &state, name, &move));
		assert(session->mode->apply(&session->level, &state, move));
	}
	free(moves);
	assert(same(&state, &record.line[record.at].state));
	assert(count == session_count(session));
}

/* Goes on in a session that was restored from this one's words, and has every place on its line. */
static void restore(struct session *session)
{
	struct session other;
	struct error error;
	char *words = session_words(session);
	assert(words != NULL);
	assert(session_open(&other, session->mode, &session->level, NULL, &error));
	assert(session_restore(&other, words));
	char *again = session_words(&other);
	assert(again != NULL && strcmp(words, again) == 0);
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

/* Words that never came from a session are refused or taken, but leave a game that can go on. */
static void restore_noise(struct session *session, struct input *input)
{
	char words[64];
	struct session other;
	struct error error;
	const int length = next_below(input, (int)sizeof words);
	for (int i = 0; i < length; i++)
		words[i] = (char)next_byte(input);
	words[length] = '\0';
	assert(session_open(&other, session->mode, &session->level, NULL, &error));
	if (!session_restore(&other, words))
		assert(session_count(&other) == 0 && !session_undo(&other) &&
		       !session_redo(&other));
	free(session_words(&other));
	session_close(&other);
}

/* ---- pictures ---- */

enum { BORDER = 1 }; /* cells around the board that painting must leave alone */

#define UNTOUCHED U'~'

static void check_cells(const struct picture *picture)
{
	for (int row = 0; row < picture->rows; row++)
		for (int column = 0; column < picture->columns; column++) {
			const struct cell *cell = &picture->cells[row * picture->columns + column];
			const bool inside = row >= BORDER && row < picture->rows - BORDER &&
			                    column >= BORDER && column < picture->columns - BORDER;
			assert((cell->glyph != UNTOUCHED) == inside);
			assert(cell->role < ROLE_COUNT && cell->tint <= COLOURS_MAX);
			assert(picture->glyphs != GLYPHS_ASCII || cell->glyph < 0x7F);
		}
	assert(picture->widget_count <= WIDGETS_MAX);
}

static void paint_view(const struct mode *mode, const struct level *level, const struct view *view,
                       struct picture *picture)
{
	const struct scale extent = mode_extent(mode, level, picture->scale);
	assert(picture_resize(picture, extent.rows + 2 * BORDER, extent.columns + 2 * BORDER));
	picture_fill(picture, 0, 0, picture->rows, picture->columns, UNTOUCHED, ROLE_TEXT, 0);
	picture_move_to(picture, BORDER, BORDER);
	mode->paint(level, view, picture);
	check_cells(picture);
}

/* At rest with a hint and without a player, and every picture of a move. */
static void paint_all(const struct session *session, struct input *input, struct picture *picture)
{
	static move_code moves[MOVES_MAX];
	const struct mode *mode = session->mode;
	const struct level *level = &session->level;
	struct state state;
	session_state(session, &state);
	paint_view(mode, level, &(struct view){.state = &state}, picture);
	struct view view = {.state = &state, .hand = &session->hand};
	const int count = mode_valid_moves(mode, level, &state, moves);
	if (count == 0) {
		paint_view(mode, level, &view, picture);
		return;
	}
	view.moving = moves[next_below(input, count)];
	view.hint = &view.moving;
	view.valid = moves;
	view.valid_count = count;
	paint_view(mode, level, &view, picture);
	view.hint = view.valid = NULL;
	view.valid_count = 0;
	const int frames = mode->frames == NULL ? 0 : mode->frames(level, &state, view.moving);
	for (view.frame = 1; view.frame <= frames; view.frame++)
		paint_view(mode, level, &view, picture);
}

static void paint(const struct session *session, struct input *input)
{
	static const struct scale scales[] = {{1, 1}, {1, 2}, {2, 4}, {3, 6}};
	struct picture *picture = picture_new();
	assert(picture != NULL);
	picture->scale = scales[next_below(input, (int)(sizeof scales / sizeof scales[0]))];
	picture->glyphs = (enum glyph_set)next_below(input, GLYPHS_COUNT);
	paint_all(session, input, picture);
	picture_free(picture);
}

/* ---- a game ---- */

static void act(struct session *session, struct input *input)
{
	switch (next_below(input, 16)) {
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
		replay_moves(session);
		break;
	case 9:
		restore(session);
		break;
	case 10:
		restore_noise(session, input);
		break;
	case 11:
		paint(session, input);
		break;
	case 12:
		try_move(session, input);
		break;
	case 13:
		make_move(session, input);
		break;
	default:
		press(session, input);
		break;
	}
}

static void play(const struct mode *mode, const struct level *level, struct input *input)
{
	static struct session session;
	struct error error;
	assert(session_open(&session, mode, level, NULL, &error));
	record_begin(level);
	for (int i = 0; i < ACTIONS_MAX && input->at < input->size; i++) {
		act(&session, input);
		check_place(&session);
		check_position(mode, level, &record.line[record.at].state);
		check_answer(&session);
		check_reports(&session);
	}
	while (record.at > 0) {
		undo(&session);
		check_place(&session);
	}
	session_close(&session);
}

/* Headers, if the mode takes those of that number (from 1; 0: none). */
static void add_headers(const struct mode *mode, int number, struct level *level,
                        struct recipe *recipe)
{
	static const struct {
		const char *value[HEADER_COUNT];
	} wishes[] = {
		{{[HEADER_RULES] = "holes"}},
		{{[HEADER_RULES] = "no-attack"}},
		{{[HEADER_RULES] = "no-attack slide alternate", [HEADER_PIECE] = "rook"}},
		{{[HEADER_RULES] = "alternate", [HEADER_PIECE] = "queen"}},
		{{[HEADER_PIECE] = "knight"}},
		{{[HEADER_PIECE] = "king", [HEADER_RULES] = "no-attack"}},
		{{[HEADER_GOAL] = "clear a"}},
		{{[HEADER_GOAL] = "score 100", [HEADER_REFILL] = "random 5 4"}},
		{{[HEADER_REFILL] = "random 6 5"}},
		{{[HEADER_GOAL] = "close 3"}},
		{{[HEADER_GOAL] = "groups 1"}},
	};
	const int count = (int)(sizeof wishes / sizeof wishes[0]);
	struct error error;
	struct recipe wanted = *recipe;
	if (number < 1 || number > count)
		return;
	memcpy(wanted.value, wishes[number - 1].value, sizeof wanted.value);
	if (generate_begin(mode, &wanted, level, &error))
		*recipe = wanted;
}

/* A small board with a goal that can be reached; false if nothing came of the bytes. */
static bool make_level(struct input *input, const struct mode **mode, struct level *level)
{
	int count = 0;
	while (modes[count] != NULL)
		count++;
	assert(count > 0);
	const int first = next_byte(input); /* says the mode and the headers */
	*mode = modes[first % count];
	struct recipe recipe = {.pieces = -1, .colours = -1, .par_most = PAR_MAX};
	recipe.rows = 1 + next_below(input, SIDE_TRIED);
	recipe.columns = 1 + next_below(input, SIDE_TRIED);
	if (recipe.rows * recipe.columns < 2)
		return false;
	struct random random = {(uint64_t)next_byte(input)};
	struct error error;
	bool made = false;
	add_headers(*mode, first / count, level, &recipe);
	for (int i = 0; i < TRIES && !made; i++)
		made = generate_begin(*mode, &recipe, level, &error) &&
		       (*mode)->generate(level, &recipe, &random);
	if (!made || (*mode)->set_goal == NULL)
		return made;
	struct state goal;
	if (search_reachable(*mode, level, REACHED_STATES, 0, PAR_MAX, false, &random, &goal) < 0)
		return false;
	(*mode)->set_goal(level, &goal);
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct level level;
	struct input input = {data, size, 0};
	const struct mode *mode;
	if (make_level(&input, &mode, &level))
		play(mode, &level, &input);
	return 0;
}
