/* The stages of a hint. The first says how many of the valid moves keep the minimum: those after
 * which it is one less. The moves are judged in the order of puzzle_valid_moves, by a proof in the
 * cache or the lower bound, else by the solver, one question after another. */
#include "play/session_private.h"

enum judgement {
	NOT_JUDGED,
	KEEPS,
	LOSES,
	UNDECIDED, /* the solver gave up */
};

void session_hint(struct session *session)
{
	session_note_aid(session);
	if (session->hint < HINT_MOVE)
		session->hint++;
	/* Endless levels have no number of moves: their first stage is the second. */
	if (session->hint == HINT_NUMBER && session->level.endless)
		session->hint = HINT_PIECE;
	if (session->hint == HINT_NUMBER) {
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

static enum judgement judge_answer(const struct session *session, const struct answer *after)
{
	const int here = session->answer.upper;
	if (after->verdict == UNSOLVABLE || after->lower >= here)
		return LOSES;
	if (after->upper >= 0 && after->upper < here)
		return KEEPS;
	return after->verdict == SEARCHING ? NOT_JUDGED : UNDECIDED;
}

/* Without the solver. */
static enum judgement judge(const struct session *session, const struct state *after)
{
	const struct puzzle_rules *rules = &session->puzzle->rules;
	struct answer answer;
	if (proof_cache_find(&session->proofs, session->puzzle, &session->level, after, &answer))
		return judge_answer(session, &answer);
	if (rules->solved(&session->level, after))
		return KEEPS; /* the minimum here is 1 */
	const int lower = rules->lower_bound(&session->level, after);
	return lower == DEAD_END || lower >= session->answer.upper ? LOSES : NOT_JUDGED;
}

static void count(struct choices *choices, enum judgement judgement)
{
	choices->judged++;
	choices->keeping += judgement == KEEPS;
	choices->undecided += judgement == UNDECIDED;
}

bool session_next_choice(struct session *session, struct state *after)
{
	struct choices *choices = &session->choices;
	move_code moves[MOVES_MAX];
	struct state here;
	if (session->hint != HINT_NUMBER || !is_proven(session))
		return false;
	session_state(session, &here);
	choices->valid = puzzle_valid_moves(session->puzzle, &session->level, &here, moves);
	while (choices->judged < choices->valid) {
		*after = here;
		session->puzzle->rules.apply(&session->level, after, moves[choices->judged]);
		const enum judgement judgement = judge(session, after);
		if (judgement == NOT_JUDGED)
			return true;
		count(choices, judgement);
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
	count(&session->choices, judgement);
	return true;
}
