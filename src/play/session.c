/* The history of a game: positions, moves and undo. */
#include "os/language.h"
#include "play/session_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions ---- */

uint32_t session_current_node(const struct session *session)
{
	assert(session->line.at < session->line.count);
	return session->line.nodes[session->line.at];
}

void session_node_state(const struct session *session, uint32_t node, struct state *state)
{
	const size_t size = session->level.state_size;
	assert(node < session->node_count);
	*state = (struct state){{0}};
	memcpy(state->byte, session->states + node * size, size);
}

static bool grow_nodes(struct session *session)
{
	const uint32_t room = session->node_room == 0 ? 64 : 2 * session->node_room;
	struct history_node *nodes = realloc(session->nodes, room * sizeof *nodes);
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

uint32_t *session_path(const struct session *session, uint32_t from, uint32_t to)
{
	const int count = session->nodes[to].count - session->nodes[from].count;
	uint32_t *path = calloc((size_t)count + 1, sizeof *path);
	for (int i = count; path != NULL && i >= 0; i--) {
		path[i] = to;
		to = session->nodes[to].parent;
	}
	return path;
}

static bool add_node(struct session *session, struct history_node node, const struct state *state)
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

bool session_add_start(struct session *session, uint32_t *node)
{
	*node = session->node_count;
	const struct history_node start = {.parent = *node,
	                                   .start = *node,
	                                   .tenths = session->tenths};
	session->full = !add_node(session, start, &session->level.start);
	return !session->full;
}

void session_watch(struct session *session)
{
	assert(session->node_count == 1);
	session->watched = session->unaided = true;
}

void session_note_aid(struct session *session)
{
	session->unaided = false;
}

bool session_unaided(const struct session *session)
{
	return session->unaided && !session->solution_seen;
}

bool session_hinted(const struct session *session)
{
	return session->hinted || session->solution_seen;
}

void session_note_solution_shown(struct session *session, uint32_t node)
{
	if (session->level.endless)
		return;
	session->nodes[session->nodes[node].start].assisted = true;
	session->solution_seen = true;
}

bool session_solution_shown(const struct session *session)
{
	return session->nodes[session->nodes[session_current_node(session)].start].assisted;
}

bool session_append(struct session *session, uint32_t node)
{
	const uint32_t end = session->line.count == 0 ? 0 : session->line.at + 1;
	if (end == HISTORY_MAX)
		return false;
	if (end == session->line.room) {
		const uint32_t room = session->line.room == 0 ? 64 : 2 * session->line.room;
		uint32_t *nodes = realloc(session->line.nodes, room * sizeof *nodes);
		if (nodes == NULL)
			return false;
		session->line.nodes = nodes;
		session->line.room = room;
	}
	session->line.nodes[end] = node;
	session->line.count = end + 1;
	session->line.at = end;
	return true;
}

/* ---- opening and closing ---- */

bool session_open(struct session *session, const struct puzzle *puzzle, const struct level *level,
                  struct solver *solver, struct error *error)
{
	assert(level_is_valid(level));
	*session = (struct session){.puzzle = puzzle,
	                            .level = *level,
	                            .solver = solver,
	                            .tenths = TENTHS_UNKNOWN};
	session->cursor = (struct cursor){.row = level->rows / 2,
	                                  .column = level->columns / 2,
	                                  .selected = -1};
	uint32_t start;
	if (!proof_cache_init(&session->proofs, level) || !session_add_start(session, &start) ||
	    !session_append(session, start)) {
		session_close(session);
		return error_set(error, _("out of memory"));
	}
	session_position_changed(session, NULL);
	return true;
}

void session_close(struct session *session)
{
	if (session->solver != NULL)
		solver_forget(session->solver);
	proof_table_free(&session->proofs);
	free(session->nodes);
	free(session->states);
	free(session->line.nodes);
	free(session->saved_line.nodes);
	session_drop_review(session);
	*session = (struct session){0};
}

/* ---- playing ---- */

void session_state(const struct session *session, struct state *state)
{
	session_node_state(session, session_current_node(session), state);
}

int session_count(const struct session *session)
{
	return session->nodes[session_current_node(session)].count;
}

int session_score(const struct session *session)
{
	return session->nodes[session_current_node(session)].score;
}

const struct history_node *session_best(const struct session *session)
{
	return &session->nodes[session->best];
}

bool session_solved(const struct session *session)
{
	struct state state;
	session_state(session, &state);
	return session->puzzle->rules.solved(&session->level, &state);
}

/* The time of a move made now after a position. */
static int32_t time_after(const struct session *session, const struct history_node *from)
{
	const int32_t began = session->nodes[from->start].tenths;
	if (session->tenths < 0 || began < 0 || from->tenths < 0)
		return TENTHS_UNKNOWN;
	const int32_t now = session->tenths - began;
	return from->count > 0 && from->tenths > now ? from->tenths : now < 0 ? 0 : now;
}

bool session_add_move(struct session *session, uint32_t parent, move_code move, bool assisted)
{
	const struct puzzle *puzzle = session->puzzle;
	struct state before, state;
	session_node_state(session, parent, &before);
	state = before;
	if (!puzzle->rules.apply(&session->level, &state, move))
		return false;
	assert(state_is_valid(&session->level, &state));
	const struct history_node *from = &session->nodes[parent];
	const struct history_node node = {
		.parent = parent,
		.start = from->start,
		.count = from->count + 1,
		.score = puzzle_score(puzzle, &session->level, &before, move, from->score),
		.tenths = time_after(session, from),
		.move = move,
		.assisted = assisted || (from->count > 0 && from->assisted),
	};
	session->full = !add_node(session, node, &state);
	if (!session->full && !node.assisted && node.score > session->nodes[session->best].score)
		session->best = session->node_count - 1;
	return !session->full;
}

static bool make_move(struct session *session, move_code move, bool assisted)
{
	if (!session_add_move(session, session_current_node(session), move,
	                      assisted || session_solution_shown(session)))
		return false;
	session->full = !session_append(session, session->node_count - 1);
	if (session->full)
		return false;
	const struct answer before = session->answer;
	session_position_changed(session, &before);
	return true;
}

bool session_move(struct session *session, move_code move)
{
	return make_move(session, move, false);
}

bool session_solver_move(struct session *session)
{
	move_code move;
	if (!session_next_move(session, &move) || !make_move(session, move, true))
		return false;
	session_note_solution_shown(session, session_current_node(session));
	return true;
}

bool session_assisted(const struct session *session)
{
	return session->nodes[session_current_node(session)].assisted;
}

void session_set_cursor(struct session *session, int cell)
{
	cursor_put(&session->level, &session->cursor, cell);
}

enum intent session_press(struct session *session, int key, move_code *move)
{
	struct state state;
	session_state(session, &state);
	const enum intent intent =
		session->puzzle->screen.press(&session->level, &state, &session->cursor, key, move);
	assert(cursor_cell(&session->level, &session->cursor) >= 0); /* it is on the board */
	if (intent == INTENT_MOVE && !session_move(session, *move))
		return INTENT_REFUSED;
	return intent;
}

static bool go(struct session *session, uint32_t at)
{
	session->line.at = at;
	session->full = false;
	session_position_changed(session, NULL);
	return true;
}

bool session_undo(struct session *session)
{
	return session->line.at > 0 && go(session, session->line.at - 1);
}

bool session_undo_to(struct session *session, int count)
{
	const struct history_line *line = &session->line;
	uint32_t at = line->at;
	while (at > 0 && session->nodes[line->nodes[at]].count > count)
		at--;
	return session->nodes[line->nodes[at]].count == count && go(session, at);
}

bool session_redo(struct session *session)
{
	return session->line.at + 1 < session->line.count && go(session, session->line.at + 1);
}

bool session_redo_move(const struct session *session, move_code *move)
{
	const struct history_line *line = &session->line;
	if (line->at + 1 >= line->count)
		return false;
	const struct history_node *next = &session->nodes[line->nodes[line->at + 1]];
	*move = next->move;
	return next->count > 0 && next->parent == line->nodes[line->at];
}

bool session_jump(struct session *session, uint32_t node)
{
	if (session_current_node(session) == node || !session_append(session, node))
		return false;
	session_position_changed(session, NULL);
	return true;
}

/* At a start where the solver has shown no solution, there is nothing to restart. */
bool session_restart(struct session *session)
{
	const struct history_node *here = &session->nodes[session_current_node(session)];
	uint32_t start;
	return (here->count > 0 || here->assisted) && session_add_start(session, &start) &&
	       session_jump(session, start);
}

void session_begin_again(struct session *session)
{
	if (!session_restart(session) && session->line.count == 1)
		session->nodes[0].tenths = session->tenths;
	session->unaided = session->watched;
	session->hinted = session->solution_seen = false;
}

void session_set_checkpoint(struct session *session)
{
	session->checkpoint = session_current_node(session);
	session->checkpoint_set = true;
}

bool session_has_checkpoint(const struct session *session)
{
	return session->checkpoint_set;
}

bool session_return_to_checkpoint(struct session *session)
{
	const uint32_t node = session->checkpoint;
	return session->nodes[node].count == 0 ? session_restart(session)
	                                       : session_jump(session, node);
}

bool session_next_move(const struct session *session, move_code *move)
{
	if (session->level.endless) {
		struct state state;
		session_state(session, &state);
		return session->puzzle->rules.advise(&session->level, &state, move);
	}
	if (session->answer.length == 0)
		return false;
	*move = session->answer.plan[0];
	return true;
}
