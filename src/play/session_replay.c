/* A replay is another line through the same history nodes. Undo and redo walk along it, and proofs
 * are shared, while the game's own line is saved. */
#include "play/session_private.h"

#include <assert.h>
#include <stdlib.h>

/* Replaces the line with the path from the start to a node, at its first node. */
static bool walk(struct session *session, uint32_t node)
{
	uint32_t *nodes = session_path(session, session->nodes[node].start, node);
	if (nodes == NULL)
		return false;
	if (session->saved_line.nodes == NULL)
		session->saved_line = session->line;
	else
		free(session->line.nodes);
	const uint32_t count = (uint32_t)session->nodes[node].count + 1;
	session->line = (struct history_line){.nodes = nodes, .count = count, .room = count};
	session_begin_review(session, node);
	session_position_changed(session, NULL);
	return true;
}

/* The current node of the game itself. */
static uint32_t own_node(const struct session *session)
{
	const struct history_line *own =
		session->saved_line.nodes != NULL ? &session->saved_line : &session->line;
	return own->nodes[own->at];
}

bool session_replay(struct session *session)
{
	return walk(session,
	            session->recorded_end != 0 ? session->recorded_end : own_node(session));
}

/* Adds the nodes of a recorded game, as an attempt of its own. */
static bool add_recorded(struct session *session, const char *moves, uint32_t *end)
{
	return session_add_start(session, end) && session_add_words(session, moves, end);
}

bool session_replay_moves(struct session *session, const char *moves)
{
	uint32_t end;
	if (!add_recorded(session, moves, &end))
		return false;
	session->recorded_end = end;
	return walk(session, end);
}

bool session_replay_other(struct session *session, const char *moves)
{
	const uint32_t here = own_node(session);
	uint32_t end;
	if (!add_recorded(session, moves, &end) || !walk(session, end))
		return false;
	session_note_solution_shown(session, here);
	session_note_solution_shown(session, end); /* if it is played on */
	return true;
}

/* Adds the nodes of an optimal solution, as moves of the solver. */
static bool add_minimum(struct session *session)
{
	struct answer answer;
	if (!session_find_minimum(session, &session->level.start, &answer))
		return false;
	uint32_t node = 0;
	for (int i = 0; i < answer.length; i++) {
		if (!session_add_move(session, node, answer.plan[i], true))
			return false;
		node = session->node_count - 1;
	}
	session->minimum_end = node;
	return true;
}

bool session_replay_minimum(struct session *session)
{
	const uint32_t here = own_node(session);
	if ((session->minimum_end == 0 && !add_minimum(session)) ||
	    !walk(session, session->minimum_end))
		return false;
	session_note_solution_shown(session, here);
	session_note_solution_shown(session, session->minimum_end); /* if it is played on */
	return true;
}

bool session_show_best(struct session *session)
{
	move_code move;
	if (!session_next_move(session, &move))
		return false;
	session->hint = HINT_MOVE;
	session_note_solution_shown(session, own_node(session));
	session_note_solution_shown(session, session_current_node(session));
	return true;
}

void session_replay_seek(struct session *session, uint32_t position)
{
	assert(session->saved_line.nodes != NULL && position < session->line.count);
	session->line.at = position;
	session_position_changed(session, NULL);
}

bool session_replay_is_solution(const struct session *session)
{
	struct state state;
	session_node_state(session, session->line.nodes[session->line.count - 1], &state);
	return session->puzzle->rules.solved(&session->level, &state);
}

void session_replay_end(struct session *session)
{
	if (session->saved_line.nodes == NULL)
		return;
	free(session->line.nodes);
	session->recorded_end = 0;
	session->line = session->saved_line;
	session->saved_line = (struct history_line){0};
	session_drop_review(session);
	session_position_changed(session, NULL);
}
