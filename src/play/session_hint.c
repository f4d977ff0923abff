/* The stages of a hint. The first says how many of the valid moves keep the minimum: those after
 * which it is one less. At the last one, what the others cost can be a reason. The moves are judged
 * in the order of puzzle_valid_moves, by a proof in the cache or the lower bound, else by the
 * solver, one question after another. */
#include "play/session_private.h"

enum judgement {
	NOT_JUDGED,
	KEEPS,
	LOSES,
	HOPELESS,  /* unsolvable after it */
	UNDECIDED, /* the solver gave up */
};

static bool judges_choices(const struct session *session)
{
	return session->hint == HINT_NUMBER ||
	       (session->hint == HINT_MOVE && session->saved_line.nodes == NULL);
}

void session_hint(struct session *session)
{
	session_note_aid(session);
	session->hinted = true;
	if (session->hint < HINT_MOVE)
		session->hint++;
	/* Endless levels have no number of moves: their first stage is the second. */
	if (session->hint == HINT_NUMBER && session->level.endless)
		session->hint = HINT_PIECE;
	if (judges_choices(session)) {
		session_ask_more(session);
	} else if (session->about == ABOUT_CHOICE && session->question != 0) {
		solver_forget(session->solver);
		session->question = 0;
	}
}

static bool is_proven(const struct session *session)
{
	return session->answer.verdict == OPTIMAL && session->answer.length > 0;
}

static enum judgement judge_bound(const struct session *session, int lower)
{
	return lower == DEAD_END ? HOPELESS : lower >= session->answer.upper ? LOSES : NOT_JUDGED;
}

static enum judgement judge_answer(const struct session *session, const struct answer *after)
{
	const int here = session->answer.upper;
	if (after->verdict == UNSOLVABLE || after->lower >= here)
		return judge_bound(session, after->verdict == UNSOLVABLE ? DEAD_END : after->lower);
	if (after->upper >= 0 && after->upper < here)
		return KEEPS;
	return after->verdict == SEARCHING ? NOT_JUDGED : UNDECIDED;
}

/* Without the solver. Sets the lower bound after the move. */
static enum judgement judge(const struct session *session, const struct state *after, int *lower)
{
	const struct puzzle_rules *rules = &session->puzzle->rules;
	struct answer answer;
	*lower = 0;
	if (proof_cache_find(&session->proofs, session->puzzle, &session->level, after, &answer)) {
		*lower = answer.lower;
		return judge_answer(session, &answer);
	}
	if (rules->solved(&session->level, after))
		return KEEPS; /* the minimum here is 1 */
	*lower = rules->lower_bound(&session->level, after);
	return judge_bound(session, *lower);
}

static void count(struct session *session, enum judgement judgement, int lower)
{
	struct choices *choices = &session->choices;
	const int excess = lower + 1 - session->answer.upper;
	choices->judged++;
	choices->keeping += judgement == KEEPS;
	choices->hopeless += judgement == HOPELESS;
	choices->undecided += judgement == UNDECIDED;
	if (judgement == LOSES && (choices->excess == 0 || excess < choices->excess))
		choices->excess = excess;
}

bool session_next_choice(struct session *session, struct state *after)
{
	struct choices *choices = &session->choices;
	move_code moves[MOVES_MAX];
	struct state here;
	int lower;
	if (!judges_choices(session) || !is_proven(session))
		return false;
	session_state(session, &here);
	choices->valid = puzzle_valid_moves(session->puzzle, &session->level, &here, moves);
	while (choices->judged < choices->valid) {
		*after = here;
		session->puzzle->rules.apply(&session->level, after, moves[choices->judged]);
		const enum judgement judgement = judge(session, after, &lower);
		if (judgement == NOT_JUDGED)
			return true;
		count(session, judgement, lower);
	}
	return false;
}

bool session_take_choice(struct session *session, const struct state *after,
                         const struct answer *answer)
{
	const enum judgement judgement = judge_answer(session, answer);
	if (judgement == NOT_JUDGED)
		return false;
	proof_cache_add(&session->proofs, session->puzzle, &session->level, after, answer);
	count(session, judgement, answer->lower);
	return true;
}
