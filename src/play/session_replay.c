/* A replay is another line through the same history nodes. Undo and redo walk along it, and proofs
 * are shared, while the game's own line is saved. */
#include <assert.h>
#include <stdlib.h>

#include "play/session_private.h"

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
	session_position_changed(session, NULL);
	return true;
}

/* The game's line. */
static const struct history_line *own_line(const struct session *session)
{
	return session->saved_line.nodes != NULL ? &session->saved_line : &session->line;
}

bool session_replay(struct session *session)
{
	const struct history_line *own = own_line(session);
	return walk(session, own->nodes[own->at]);
}

/* Adds the nodes of an optimal solution, as moves of the solver. */
static bool add_minimum(struct session *session)
{
	struct answer answer;
	if (!proof_cache_find(&session->proofs, session->puzzle, &session->level,
	                      &session->level.start, &answer) ||
	    answer.verdict != OPTIMAL)
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
	const uint32_t here = own_line(session)->nodes[own_line(session)->at];
	if ((session->minimum_end == 0 && !add_minimum(session)) ||
	    !walk(session, session->minimum_end))
		return false;
	session_note_solution_shown(session, here);
	return true;
}

void session_replay_seek(struct session *session, bool end)
{
	assert(session->saved_line.nodes != NULL);
	session->line.at = end ? session->line.count - 1 : 0;
	session_position_changed(session, NULL);
}

void session_replay_end(struct session *session)
{
	if (session->saved_line.nodes == NULL)
		return;
	free(session->line.nodes);
	session->line = session->saved_line;
	session->saved_line = (struct history_line){0};
	session_position_changed(session, NULL);
}
