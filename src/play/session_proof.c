/* What is proven of a session's positions: bounds that follow from the previous position's, answers
 * of the solver, and the minimum from the start. */
#include "play/session_private.h"

#include <assert.h>
#include <string.h>

/* ---- a new position ---- */

/* Asks the solver about the current position, if its minimum is unknown, or else for more. */
static void ask(struct session *session, const struct state *state)
{
	session->question = 0;
	session->about = ABOUT_POSITION;
	if (session->solver == NULL || session->level.endless)
		return;
	if (session->answer.verdict == SEARCHING)
		session->question =
			solver_ask(session->solver, session->puzzle, &session->level, state);
	else
		session_ask_more(session);
	if (session->question == 0)
		solver_forget(session->solver);
}

void session_ask_more(struct session *session)
{
	const struct other_position *wanted = &session->wanted;
	struct state state;
	if (session->solver == NULL || session->question != 0)
		return;
	if (session_next_choice(session, &state))
		session->about = ABOUT_CHOICE;
	else if (session_next_reviewed(session, &state))
		session->about = ABOUT_REVIEW;
	else if (wanted->stage == WANTED_ASKED)
		session->about = ABOUT_OTHER;
	else
		return;
	session->question =
		session->about == ABOUT_OTHER
			? solver_ask(session->solver, wanted->puzzle, &wanted->level,
	                             &wanted->state)
			: solver_ask(session->solver, session->puzzle, &session->level, &state);
}

static bool can_move(const struct session *session, const struct state *state)
{
	move_code moves[MOVES_MAX];
	const int count = session->puzzle->rules.moves(&session->level, state, moves);
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		if (session->puzzle->rules.apply(&session->level, &next, moves[i]))
			return true;
	}
	return false;
}

/* Derives a plan from the previous position's: its rest, if the move followed it; else the reverse
 * of the move, then that plan. */
static void carry_plan(struct session *session, const struct answer *before,
                       const struct state *state)
{
	const struct puzzle *puzzle = session->puzzle;
	const struct history_node *node = &session->nodes[session_current_node(session)];
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
	session_node_state(session, node->parent, &then);
	if (puzzle->rules.reverse == NULL ||
	    !puzzle->rules.reverse(&session->level, node->move, &back) ||
	    !puzzle->rules.apply(&session->level, &now, back) ||
	    memcmp(&now, &then, sizeof now) != 0)
		return;
	answer->upper = answer->length = before->length + 1;
	answer->plan[0] = back;
	memcpy(answer->plan + 1, before->plan, (size_t)before->length * sizeof *answer->plan);
}

/* Reviews the path to a solution. That of a replay was begun with it. */
static void review_path(struct session *session, bool solved)
{
	if (session->saved_line.nodes != NULL)
		return;
	session_drop_review(session);
	if (solved)
		session_begin_review(session, session_current_node(session));
}

void session_position_changed(struct session *session, const struct answer *before)
{
	struct state state;
	session_node_state(session, session_current_node(session), &state);
	const int lower = before != NULL && before->lower > 0 ? before->lower - 1 : 0;
	struct answer *answer = &session->answer;
	const bool solved = session->puzzle->rules.solved(&session->level, &state);
	session->hint = HINT_NONE;
	session->choices = (struct choices){.valid = 0};
	session->cursor.selected = -1;
	session->stuck = !solved && !can_move(session, &state);
	const bool dead = session->stuck || (before != NULL && before->verdict == UNSOLVABLE);
	if (solved)
		proof_cache_add(&session->proofs, session->puzzle, &session->level, &state,
		                &(struct answer){.verdict = OPTIMAL});
	if (!proof_cache_find(&session->proofs, session->puzzle, &session->level, &state, answer)) {
		*answer = (struct answer){.verdict = SEARCHING, .lower = lower, .upper = -1};
		/* A move from an unsolvable position leads to another one. */
		if (dead) {
			answer->verdict = UNSOLVABLE;
			proof_cache_add(&session->proofs, session->puzzle, &session->level, &state,
			                answer);
		} else if (before != NULL) {
			carry_plan(session, before, &state);
		}
	}
	assert(puzzle_answer_is_valid(session->puzzle, &session->level, &state, answer));
	review_path(session, solved);
	ask(session, &state);
}

/* ---- answers ---- */

/* Keeps the plan known before if it is shorter; with a lower bound that has reached its length it
 * is optimal. */
static void keep_better_plan(struct session *session, const struct answer *before)
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

/* Whether an answer holds for the current position: for assertions. */
static inline bool is_valid_here(const struct session *session, const struct answer *answer)
{
	struct state state;
	session_state(session, &state);
	return puzzle_answer_is_valid(session->puzzle, &session->level, &state, answer);
}

bool session_take_answer(struct session *session, const struct answer *answer)
{
	struct answer *ours = &session->answer;
	const struct answer before = *ours;
	assert(is_valid_here(session, answer));
	*ours = *answer;
	/* The bound carried over from the previous position may be higher. */
	if (ours->verdict != UNSOLVABLE && before.lower > ours->lower)
		ours->lower = before.lower;
	if (ours->verdict != UNSOLVABLE && ours->verdict != OPTIMAL && before.upper >= 0)
		keep_better_plan(session, &before);
	assert(is_valid_here(session, ours));
	if (ours->verdict != SEARCHING) {
		struct state state;
		session_state(session, &state);
		proof_cache_add(&session->proofs, session->puzzle, &session->level, &state, ours);
		session->question = 0;
	}
	return ours->verdict != before.verdict || ours->lower != before.lower ||
	       ours->upper != before.upper;
}

static bool take_choice(struct session *session, const struct answer *answer)
{
	struct state after;
	if (!session_next_choice(session, &after) || !session_take_choice(session, &after, answer))
		return false;
	session->question = 0;
	return true;
}

static bool take_reviewed(struct session *session, const struct answer *answer)
{
	struct state state;
	if (!session_next_reviewed(session, &state) ||
	    !session_take_reviewed(session, &state, answer))
		return false;
	session->question = 0;
	return true;
}

/* Whether the proofs of the game hold on a level. */
static bool is_own(const struct session *session, const struct puzzle *puzzle,
                   const struct level *level)
{
	return puzzle == session->puzzle && level_is_same(level, &session->level);
}

/* The minimum that an answer proves. */
static int proven_minimum(const struct answer *answer)
{
	return answer->verdict == UNSOLVABLE ? MINIMUM_NONE
	       : answer->verdict == OPTIMAL  ? answer->upper
	                                     : MINIMUM_UNKNOWN;
}

static bool take_wanted(struct session *session, const struct answer *answer)
{
	struct other_position *wanted = &session->wanted;
	assert(wanted->stage == WANTED_ASKED);
	if (answer->verdict == SEARCHING)
		return false;
	if (is_own(session, wanted->puzzle, &wanted->level))
		proof_cache_add(&session->proofs, session->puzzle, &session->level, &wanted->state,
		                answer);
	wanted->stage = WANTED_SETTLED;
	wanted->minimum = proven_minimum(answer);
	session->question = 0;
	return true;
}

bool session_prove(struct session *session, const struct puzzle *puzzle, const struct level *level,
                   const struct state *state, int *minimum)
{
	struct answer answer;
	struct other_position *wanted = &session->wanted;
	*minimum = MINIMUM_UNKNOWN;
	if (is_own(session, puzzle, level) &&
	    proof_cache_find(&session->proofs, puzzle, level, state, &answer)) {
		*minimum = proven_minimum(&answer);
		return true;
	}
	if (wanted->stage != WANTED_NONE && wanted->puzzle == puzzle &&
	    level_is_same(&wanted->level, level) &&
	    memcmp(&wanted->state, state, sizeof *state) == 0) {
		*minimum = wanted->minimum;
		return wanted->stage == WANTED_SETTLED;
	}
	if (wanted->stage == WANTED_ASKED)
		return false;
	*wanted = (struct other_position){puzzle, *level, *state, WANTED_ASKED, MINIMUM_UNKNOWN};
	session_ask_more(session);
	return false;
}

bool session_poll_solver(struct session *session)
{
	struct answer answer;
	bool news;
	if (session->solver == NULL || !solver_peek(session->solver, session->question, &answer))
		return false;
	switch (session->about) {
	case ABOUT_CHOICE:
		news = take_choice(session, &answer);
		break;
	case ABOUT_REVIEW:
		news = take_reviewed(session, &answer);
		break;
	case ABOUT_OTHER:
		news = take_wanted(session, &answer);
		break;
	default:
		news = session_take_answer(session, &answer);
	}
	session_ask_more(session);
	return news;
}

/* ---- minima ---- */

bool session_find_minimum(const struct session *session, const struct state *state,
                          struct answer *answer)
{
	return proof_cache_find(&session->proofs, session->puzzle, &session->level, state,
	                        answer) &&
	       answer->verdict == OPTIMAL;
}

int session_minimum(const struct session *session)
{
	struct answer answer;
	return session_find_minimum(session, &session->level.start, &answer) ? answer.upper : -1;
}

int session_over_par(const struct session *session)
{
	if (session->answer.verdict == UNSOLVABLE || session->level.par < 0)
		return 0;
	const int over = session_count(session) + session->answer.lower - session->level.par;
	return over > 0 ? over : 0;
}
