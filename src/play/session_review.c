/* The review of a path: the minimum from each of its positions, and so what each move cost. */
#include "play/session_private.h"

#include <assert.h>
#include <stdlib.h>

void session_drop_review(struct session *session)
{
	free(session->review.nodes);
	free(session->review.minima);
	session->review = (struct review){.count = 0};
}

void session_begin_review(struct session *session, uint32_t node)
{
	const int count = session->nodes[node].count + 1;
	struct review *review = &session->review;
	session_drop_review(session);
	if (session->level.endless || count > REVIEW_MAX + 1)
		return;
	review->nodes = session_path(session, session->nodes[node].start, node);
	review->minima = malloc((size_t)count * sizeof *review->minima);
	if (review->nodes == NULL || review->minima == NULL) {
		session_drop_review(session);
		return;
	}
	for (int i = 0; i < count; i++)
		review->minima[i] = MINIMUM_UNKNOWN;
	review->count = count;
}

/* ---- minima ---- */

bool session_review_is_done(const struct session *session)
{
	return session->review.judged == session->review.count;
}

/* Judges the next position, and all others if it is unsolvable. False while nothing is proven. */
static bool judge(struct review *review, const struct answer *answer)
{
	if (answer->verdict == SEARCHING)
		return false;
	if (answer->verdict == UNSOLVABLE)
		while (review->judged < review->count)
			review->minima[review->judged++] = MINIMUM_NONE;
	else
		review->minima[review->judged++] =
			answer->verdict == OPTIMAL ? answer->upper : MINIMUM_UNKNOWN;
	return true;
}

bool session_next_reviewed(struct session *session, struct state *state)
{
	struct review *review = &session->review;
	struct answer answer;
	while (!session_review_is_done(session)) {
		session_node_state(session, review->nodes[review->judged], state);
		if (!proof_cache_find(&session->proofs, session->puzzle, &session->level, state,
		                      &answer) ||
		    !judge(review, &answer))
			return true;
	}
	return false;
}

bool session_take_reviewed(struct session *session, const struct state *state,
                           const struct answer *answer)
{
	assert(puzzle_answer_is_valid(session->puzzle, &session->level, state, answer));
	proof_cache_add(&session->proofs, session->puzzle, &session->level, state, answer);
	return judge(&session->review, answer);
}

/* ---- moves ---- */

int session_move_cost(const struct session *session, int position)
{
	const struct review *review = &session->review;
	assert(position >= 0 && position + 1 < review->count);
	const int before = review->minima[position], after = review->minima[position + 1];
	if (before == MINIMUM_NONE)
		return COST_LOST;
	if (before < 0 || after == MINIMUM_UNKNOWN)
		return COST_UNKNOWN;
	return after == MINIMUM_NONE ? COST_UNSOLVABLE : after + 1 - before;
}

int session_find_mistake(const struct session *session, int position, int step)
{
	const int moves = session->review.count - 1;
	for (position += step; position >= 0 && position < moves; position += step)
		if (cost_is_mistake(session_move_cost(session, position)))
			return position;
	return -1;
}

bool session_play_on(struct session *session, int position)
{
	assert(position >= 0 && position < session->review.count);
	uint32_t node = session->review.nodes[position];
	const bool shown = session->nodes[session->nodes[node].start].assisted;
	session_replay_end(session);
	if (position == 0 && !session_add_start(session, &node))
		return false;
	session->nodes[session->nodes[node].start].assisted = shown;
	if (session_current_node(session) != node && !session_jump(session, node))
		return false;
	session_note_aid(session);
	return true;
}
