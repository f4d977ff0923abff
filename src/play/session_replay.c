/* A replay is another line through the nodes of the same session: undo and redo walk along it, what
 * has been proven serves on, and the game's own line lies aside meanwhile. */
#include <stdlib.h>

#include "play/session_private.h"

/* Puts the way from the start to a node in the line's place, at its first node. */
static bool walk(struct session *session, uint32_t node)
{
	uint32_t *nodes = session_path(session, session->nodes[node].start, node);
	if (nodes == NULL)
		return false;
	if (session->aside.nodes == NULL)
		session->aside = session->line;
	else
		free(session->line.nodes);
	const uint32_t count = (uint32_t)session->nodes[node].count + 1;
	session->line = (struct line){.nodes = nodes, .count = count, .room = count};
	session_arrive(session, NULL);
	return true;
}

/* The game's own line. */
static const struct line *own_line(const struct session *session)
{
	return session->aside.nodes != NULL ? &session->aside : &session->line;
}

bool session_replay(struct session *session)
{
	const struct line *own = own_line(session);
	return walk(session, own->nodes[own->at]);
}

/* Makes the nodes of a shortest way, as moves made for the player. */
static bool add_least(struct session *session)
{
	struct answer answer;
	if (!proof_cache_find(&session->known, session->puzzle, &session->level,
	                      &session->level.start, &answer) ||
	    answer.verdict != OPTIMAL)
		return false;
	uint32_t node = 0;
	for (int i = 0; i < answer.length; i++) {
		if (!session_add(session, node, answer.plan[i], true))
			return false;
		node = session->node_count - 1;
	}
	session->least = node;
	return true;
}

bool session_replay_least(struct session *session)
{
	const uint32_t here = own_line(session)->nodes[own_line(session)->at];
	if ((session->least == 0 && !add_least(session)) || !walk(session, session->least))
		return false;
	session_note_shown(session, here);
	return true;
}

void session_replay_seek(struct session *session, bool end)
{
	session->line.at = end ? session->line.count - 1 : 0;
	session_arrive(session, NULL);
}

void session_replay_end(struct session *session)
{
	if (session->aside.nodes == NULL)
		return;
	free(session->line.nodes);
	session->line = session->aside;
	session->aside = (struct line){0};
	session_arrive(session, NULL);
}
