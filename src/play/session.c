#include "play/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* ---- positions ---- */

static uint32_t here(const struct session *session)
{
	return session->line[session->at];
}

static void node_state(const struct session *session, uint32_t node, struct state *state)
{
	const size_t size = session->level.state_size;
	*state = (struct state){{0}};
	memcpy(state->byte, session->states + node * size, size);
}

static bool grow_nodes(struct session *session)
{
	const uint32_t room = session->node_room == 0 ? 64 : 2 * session->node_room;
	struct node *nodes = realloc(session->nodes, room * sizeof *nodes);
	if (nodes == NULL)
		return false;
	session->nodes = nodes;
	uint8_t *states = realloc(session->states, room * session->level.state_size);
	if (states == NULL)
		return false;
	session->states = states;
	session->node_room = room;
	return true;
}

/* Sums up without ever passing SCORE_MAX. */
static int add_points(int score, int points)
{
	return points < SCORE_MAX - score ? score + points : SCORE_MAX;
}

static bool add_node(struct session *session, struct node node, const struct state *state)
{
	if (session->node_count == HISTORY_MAX ||
	    (session->node_count == session->node_room && !grow_nodes(session)))
		return false;
	session->nodes[session->node_count] = node;
	memcpy(session->states + session->node_count * session->level.state_size, state->byte,
	       session->level.state_size);
	session->node_count++;
	return true;
}

/* Puts a node behind the one we are at; what could have been redone is gone. */
static bool append(struct session *session, uint32_t node)
{
	const uint32_t end = session->line_count == 0 ? 0 : session->at + 1;
	if (end == HISTORY_MAX)
		return false;
	if (end == session->line_room) {
		const uint32_t room = session->line_room == 0 ? 64 : 2 * session->line_room;
		uint32_t *line = realloc(session->line, room * sizeof *line);
		if (line == NULL)
			return false;
		session->line = line;
		session->line_room = room;
	}
	session->line[end] = node;
	session->line_count = end + 1;
	session->at = end;
	return true;
}

/* ---- what is proven ---- */

/* Asks what is not known yet: about the position, or once that is solved about the start, for
 * whether the way here was a shortest one. */
static void ask(struct session *session, const struct state *state)
{
	const struct answer *answer = &session->answer;
	session->question = 0;
	session->about_start = answer->verdict == OPTIMAL && answer->upper == 0 &&
	                       session_least(session) < 0;
	if (session->solver == NULL || session->level.endless)
		return;
	if (answer->verdict == SEARCHING || session->about_start)
		session->question = solver_ask(session->solver, session->mode, &session->level,
		                               session->about_start ? &session->level.start
		                                                    : state);
	else
		solver_forget(session->solver);
}

static bool can_move(const struct session *session, const struct state *state)
{
	move_code moves[MOVES_MAX];
	const int count = session->mode->moves(&session->level, state, moves);
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		if (session->mode->apply(&session->level, &next, moves[i]))
			return true;
	}
	return false;
}

/* A way from here is known where the move followed the one known before, or can be taken back to
 * where that begins. */
static void carry_plan(struct session *session, const struct answer *before,
                       const struct state *state)
{
	const struct mode *mode = session->mode;
	const struct node *node = &session->nodes[here(session)];
	struct answer *answer = &session->answer;
	struct state then, now = *state;
	move_code back;
	if (before->upper < 0 || before->length != before->upper || before->length == PLAN_MAX)
		return;
	if (before->length > 0 && before->plan[0] == node->move) {
		answer->upper = answer->length = before->length - 1;
		memcpy(answer->plan, before->plan + 1,
		       (size_t)answer->length * sizeof *answer->plan);
		return;
	}
	node_state(session, node->parent, &then);
	if (mode->reverse == NULL || !mode->reverse(&session->level, node->move, &back) ||
	    !mode->apply(&session->level, &now, back) || memcmp(&now, &then, sizeof now) != 0)
		return;
	answer->upper = answer->length = before->length + 1;
	answer->plan[0] = back;
	memcpy(answer->plan + 1, before->plan, (size_t)before->length * sizeof *answer->plan);
}

/* We came to another position: what is known of it? `before` is the answer at the position one
 * move earlier, or NULL. */
static void arrive(struct session *session, const struct answer *before)
{
	struct state state;
	node_state(session, here(session), &state);
	const int lower = before != NULL && before->lower > 0 ? before->lower - 1 : 0;
	struct answer *answer = &session->answer;
	const bool solved = session->mode->solved(&session->level, &state);
	session->hint = HINT_NONE;
	session->hand.chosen = -1;
	session->stuck = !solved && !can_move(session, &state);
	const bool dead = session->stuck || (before != NULL && before->verdict == UNSOLVABLE);
	if (solved)
		known_learn(&session->known, session->mode, &session->level, &state,
		            &(struct answer){.verdict = OPTIMAL});
	if (!known_answer(&session->known, session->mode, &session->level, &state, answer)) {
		*answer = (struct answer){.verdict = SEARCHING, .lower = lower, .upper = -1};
		/* From where there is no way there is none after a move either. */
		if (dead) {
			answer->verdict = UNSOLVABLE;
			known_learn(&session->known, session->mode, &session->level, &state,
			            answer);
		} else if (before != NULL) {
			carry_plan(session, before, &state);
		}
	}
	ask(session, &state);
}

/* The way that was known may be the better one, and with a bound that has reached it, the best. */
static void keep_plan(struct session *session, const struct answer *before)
{
	struct answer *ours = &session->answer;
	if (ours->upper < 0 || before->upper <= ours->upper) {
		ours->upper = before->upper;
		ours->length = before->length;
		memcpy(ours->plan, before->plan, (size_t)before->length * sizeof *ours->plan);
	}
	if (ours->lower < ours->upper || ours->length != ours->upper)
		return;
	ours->verdict = OPTIMAL;
	ours->lower = ours->upper;
	if (session->solver != NULL)
		solver_forget(session->solver);
}

bool session_take(struct session *session, const struct answer *answer)
{
	struct answer *ours = &session->answer;
	const struct answer before = *ours;
	*ours = *answer;
	/* A bound that was carried over from the move before may be the better one. */
	if (ours->verdict != UNSOLVABLE && before.lower > ours->lower)
		ours->lower = before.lower;
	if (ours->verdict != UNSOLVABLE && ours->verdict != OPTIMAL && before.upper >= 0)
		keep_plan(session, &before);
	if (ours->verdict != SEARCHING) {
		struct state state;
		session_state(session, &state);
		known_learn(&session->known, session->mode, &session->level, &state, ours);
		session->question = 0;
	}
	return ours->verdict != before.verdict || ours->lower != before.lower ||
	       ours->upper != before.upper;
}

bool session_news(struct session *session)
{
	struct answer answer;
	if (session->solver == NULL ||
	    !solver_peek(session->solver, session->question, &answer))
		return false;
	if (!session->about_start)
		return session_take(session, &answer);
	known_learn(&session->known, session->mode, &session->level, &session->level.start,
	            &answer);
	if (answer.verdict != SEARCHING)
		session->question = 0;
	return answer.verdict == OPTIMAL;
}

/* ---- opening and closing ---- */

bool session_open(struct session *session, const struct mode *mode, const struct level *level,
                  struct solver *solver, struct error *error)
{
	*session = (struct session){.mode = mode, .level = *level, .solver = solver};
	session->hand = (struct hand){.row = level->rows / 2, .column = level->columns / 2,
	                              .chosen = -1};
	if (!known_init(&session->known, level) ||
	    !add_node(session, (struct node){0}, &level->start) || !append(session, 0)) {
		session_close(session);
		return error_set(error, "out of memory");
	}
	arrive(session, NULL);
	return true;
}

void session_close(struct session *session)
{
	if (session->solver != NULL)
		solver_forget(session->solver);
	known_free(&session->known);
	free(session->nodes);
	free(session->states);
	free(session->line);
	*session = (struct session){0};
}

/* ---- playing ---- */

void session_state(const struct session *session, struct state *state)
{
	node_state(session, here(session), state);
}

int session_count(const struct session *session)
{
	return session->nodes[here(session)].count;
}

int session_score(const struct session *session)
{
	return session->nodes[here(session)].score;
}

bool session_solved(const struct session *session)
{
	struct state state;
	session_state(session, &state);
	return session->mode->solved(&session->level, &state);
}

/* Makes the node one move behind another; false if it is no move there, or there is no room. */
static bool add_move(struct session *session, uint32_t parent, move_code move, bool helped)
{
	const struct mode *mode = session->mode;
	struct state before, state;
	node_state(session, parent, &before);
	state = before;
	if (!mode->apply(&session->level, &state, move))
		return false;
	const int points =
		mode->points == NULL ? 0 : mode->points(&session->level, &before, move, 0);
	const struct node node = {
		.parent = parent,
		.count = session->nodes[parent].count + 1,
		.score = add_points(session->nodes[parent].score, points),
		.move = move,
		.helped = helped || session->nodes[parent].helped,
	};
	session->full = !add_node(session, node, &state);
	if (!session->full && !node.helped && node.score > session->nodes[session->best].score)
		session->best = session->node_count - 1;
	return !session->full;
}

static bool make_move(struct session *session, move_code move, bool helped)
{
	if (!add_move(session, here(session), move, helped))
		return false;
	session->full = !append(session, session->node_count - 1);
	if (session->full)
		return false;
	const struct answer before = session->answer;
	arrive(session, &before);
	return true;
}

bool session_move(struct session *session, move_code move)
{
	return make_move(session, move, false);
}

bool session_solve_on(struct session *session)
{
	move_code move;
	return session_next(session, &move) && make_move(session, move, true);
}

bool session_helped(const struct session *session)
{
	return session->nodes[here(session)].helped;
}

void session_point(struct session *session, int cell)
{
	hand_point(&session->level, &session->hand, cell);
}

enum intent session_press(struct session *session, int key, move_code *move)
{
	struct state state;
	session_state(session, &state);
	const enum intent intent = session->mode->press(&session->level, &state, &session->hand,
	                                                key, move);
	if (intent == INTENT_MOVE && !session_move(session, *move))
		return INTENT_REFUSED;
	return intent;
}

static bool go(struct session *session, uint32_t at)
{
	session->at = at;
	session->full = false;
	arrive(session, NULL);
	return true;
}

bool session_undo(struct session *session)
{
	return session->at > 0 && go(session, session->at - 1);
}

bool session_redo(struct session *session)
{
	return session->at + 1 < session->line_count && go(session, session->at + 1);
}

static bool jump(struct session *session, uint32_t node)
{
	if (here(session) == node || !append(session, node))
		return false;
	arrive(session, NULL);
	return true;
}

bool session_restart(struct session *session)
{
	return jump(session, 0);
}

void session_set_checkpoint(struct session *session)
{
	session->checkpoint = here(session);
}

bool session_return(struct session *session)
{
	return jump(session, session->checkpoint);
}

void session_hint(struct session *session)
{
	if (session->hint < HINT_MOVE)
		session->hint++;
	/* Where there is no number of moves to tell, the first stage is the second. */
	if (session->hint == HINT_NUMBER && session->level.endless)
		session->hint = HINT_POINT;
}

bool session_next(const struct session *session, move_code *move)
{
	if (session->level.endless) {
		struct state state;
		session_state(session, &state);
		return session->mode->advise(&session->level, &state, move);
	}
	if (session->answer.length == 0)
		return false;
	*move = session->answer.plan[0];
	return true;
}

int session_least(const struct session *session)
{
	struct answer answer;
	return known_answer(&session->known, session->mode, &session->level,
	                    &session->level.start, &answer) && answer.verdict == OPTIMAL
	               ? answer.upper
	               : -1;
}

int session_over_par(const struct session *session)
{
	if (session->answer.verdict != OPTIMAL || session->level.par < 0)
		return 0;
	const int over = session_count(session) + session->answer.upper - session->level.par;
	return over > 0 ? over : 0;
}

/* ---- words ---- */

/* A move in words; a star behind it where it was made for the player. */
static void print_move(const struct session *session, uint32_t node, FILE *out)
{
	char name[MOVE_NAME_MAX];
	session->mode->name_move(&session->level, session->nodes[node].move, name);
	fprintf(out, "%s%s", name, session->nodes[node].helped ? "*" : "");
}

/* The moves from the start to a node, in order. */
static void print_path(const struct session *session, uint32_t node, char between, FILE *out)
{
	const int count = session->nodes[node].count;
	uint32_t *path = calloc((size_t)count + 1, sizeof *path);
	if (path == NULL)
		return;
	for (int i = count - 1; i >= 0; i--) {
		path[i] = node;
		node = session->nodes[node].parent;
	}
	for (int i = 0; i < count; i++) {
		if (i > 0)
			fputc(between, out);
		print_move(session, path[i], out);
	}
	free(path);
}

/* Finishes an open_memstream: the text, or NULL if anything went wrong. */
static char *finish(FILE *out, char **text)
{
	const bool failed = ferror(out) != 0;
	if (fclose(out) != 0 || failed) {
		free(*text);
		return NULL;
	}
	return *text;
}

static char *moves_to(const struct session *session, uint32_t node)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	print_path(session, node, ' ', out);
	return finish(out, &text);
}

char *session_moves(const struct session *session)
{
	return moves_to(session, here(session));
}

int session_best_score(const struct session *session)
{
	return session->nodes[session->best].score;
}

int session_best_count(const struct session *session)
{
	return session->nodes[session->best].count;
}

char *session_best_moves(const struct session *session)
{
	return moves_to(session, session->best);
}

/* A node that was jumped to: "#K" where it is the one at place K of the line, before place `end`;
 * else "@" and the moves from the start by commas. */
static void print_target(const struct session *session, uint32_t node, uint32_t end, FILE *out)
{
	for (uint32_t place = 0; place < end; place++)
		if (session->line[place] == node) {
			fprintf(out, "#%u", (unsigned)place);
			return;
		}
	fputc('@', out);
	print_path(session, node, ',', out);
}

/* A word for each place on the line behind the first: the name of the move that led there from the
 * place before, or, after a restart or a return, where that led to. Then "| AT", and "| TARGET"
 * of the checkpoint. */
char *session_words(const struct session *session)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	for (uint32_t i = 1; i < session->line_count; i++) {
		const uint32_t node = session->line[i];
		if (node != 0 && session->nodes[node].parent == session->line[i - 1])
			print_move(session, node, out);
		else
			print_target(session, node, i, out);
		fputc(' ', out);
	}
	fprintf(out, "| %u | ", (unsigned)session->at);
	print_target(session, session->checkpoint, session->line_count, out);
	return finish(out, &text);
}

/* Makes the node one move behind another, from what print_move wrote; cuts `name` up. */
static bool add_child(struct session *session, uint32_t parent, char *name, uint32_t *child)
{
	struct state state;
	move_code move;
	char *star = strchr(name, '*');
	if (star != NULL && star[1] != '\0')
		return false;
	if (star != NULL)
		*star = '\0';
	node_state(session, parent, &state);
	*child = session->node_count;
	return mode_find_move(session->mode, &session->level, &state, name, &move) &&
	       add_move(session, parent, move, star != NULL);
}

/* Makes the nodes of a whole way from the start; cuts `path` up. */
static bool add_path(struct session *session, char *path, uint32_t *node)
{
	char *rest = NULL;
	*node = 0;
	for (char *name = strtok_r(path, ",", &rest); name != NULL;
	     name = strtok_r(NULL, ",", &rest))
		if (!add_child(session, *node, name, node))
			return false;
	return true;
}

/* Finds or makes the node that print_target wrote. */
static bool find_target(struct session *session, char *word, uint32_t *node)
{
	long place;
	if (word[0] == '@')
		return add_path(session, word + 1, node);
	if (word[0] != '#' || !text_number(word + 1, 0, (long)session->line_count - 1, &place))
		return false;
	*node = session->line[place];
	return true;
}

static bool restore_word(struct session *session, char *word)
{
	uint32_t node;
	const bool made = word[0] == '@' || word[0] == '#'
	                          ? find_target(session, word, &node)
	                          : add_child(session, here(session), word, &node);
	return made && append(session, node);
}

/* `words` is cut up. */
static bool restore_all(struct session *session, char *words)
{
	char *bar = strchr(words, '|');
	char *second = bar == NULL ? NULL : strchr(bar + 1, '|');
	if (second == NULL)
		return false;
	if (bar[1] != ' ' || second - bar < 4 || second[-1] != ' ')
		return false;
	*bar = second[-1] = '\0';
	char *rest = NULL;
	for (char *word = strtok_r(words, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		if (!restore_word(session, word))
			return false;
	long at;
	if (!text_number(bar + 2, 0, (long)session->line_count - 1, &at) || second[1] != ' ' ||
	    !find_target(session, second + 2, &session->checkpoint))
		return false;
	session->at = (uint32_t)at;
	return true;
}

bool session_restore(struct session *session, const char *words)
{
	char *copy = strdup(words);
	const bool restored = copy != NULL && restore_all(session, copy);
	free(copy);
	if (!restored) {
		session->node_count = session->line_count = 1;
		session->at = session->checkpoint = session->best = 0;
		session->full = false;
	}
	arrive(session, NULL);
	return restored;
}
