#include "play/reason.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "play/session_private.h"

static struct reason make(enum reason_kind kind)
{
	return (struct reason){.kind = kind, .cell = -1, .other = -1};
}

static bool can_make(const struct session *session, const struct state *state, move_code move,
                     struct state *after)
{
	*after = *state;
	return session->puzzle->rules.apply(&session->level, after, move);
}

/* ---- hints ---- */

/* What the other moves lead to, once all are judged. */
static bool compare_others(const struct session *session, struct reason *out)
{
	const struct choices *choices = &session->choices;
	const int others = choices->valid - 1;
	if (choices->valid == 0 || choices->judged < choices->valid || choices->undecided > 0 ||
	    choices->keeping != 1)
		return false;
	*out = make(others == 0                   ? REASON_ONLY_MOVE
	            : choices->hopeless == others ? REASON_ALL_LOSE
	                                          : REASON_OTHERS_COST);
	out->count = choices->excess;
	return true;
}

static bool find_good(const struct session *session, const struct state *state,
                      const struct judged_move *move, struct reason *out)
{
	const struct puzzle_reasons *reasons = &session->puzzle->reasons;
	return (reasons->gain != NULL && reasons->gain(&session->level, state, move, out)) ||
	       (reasons->purpose != NULL && reasons->purpose(&session->level, state, move, out));
}

bool reason_of_hint(const struct session *session, struct reason *out)
{
	const struct answer *answer = &session->answer;
	struct state state, after;
	struct judged_move move = {.before = MINIMUM_UNKNOWN, .after = MINIMUM_UNKNOWN};
	if (session->level.endless || answer->length == 0)
		return false;
	move.move = answer->plan[0];
	move.plan = answer->plan;
	move.length = answer->length;
	if (answer->verdict == OPTIMAL) {
		move.before = answer->upper;
		move.after = answer->upper - 1;
	}
	session_state(session, &state);
	if (find_good(session, &state, &move, out))
		return true;
	if (can_make(session, &state, move.move, &after) &&
	    session->puzzle->rules.solved(&session->level, &after)) {
		*out = make(REASON_SOLVES);
		return true;
	}
	return compare_others(session, out);
}

/* ---- mistakes ---- */

static void position_state(const struct session *session, int position, struct state *state)
{
	session_node_state(session, session->review.nodes[position], state);
}

static move_code move_at(const struct session *session, int position)
{
	return session->nodes[session->review.nodes[position + 1]].move;
}

static bool find_stuck(const struct session *session, const struct state *after, struct reason *out)
{
	move_code moves[MOVES_MAX];
	*out = make(REASON_STUCK);
	return puzzle_valid_moves(session->puzzle, &session->level, after, moves) == 0;
}

/* An earlier position of the path that is the same as the one after the move. */
static bool find_repeated(const struct session *session, int position, struct reason *out)
{
	const uint32_t *nodes = session->review.nodes;
	const size_t size = session->level.state_size;
	const uint8_t *after = session->states + nodes[position + 1] * size;
	*out = make(REASON_REPEATS);
	while (out->count <= position &&
	       memcmp(session->states + nodes[out->count] * size, after, size) != 0)
		out->count++;
	return out->count <= position;
}

/* The next move of the path gains nothing by this one, or takes it back. */
static bool compare_next(const struct session *session, int position, const struct state *state,
                         struct reason *out)
{
	struct state then, now;
	if (position + 2 >= session->review.count)
		return false;
	position_state(session, position + 2, &then);
	const bool undone = memcmp(&then, state, sizeof then) == 0;
	*out = make(undone ? REASON_UNDONE : REASON_SKIPPED);
	out->move = move_at(session, position + 1);
	return undone ||
	       (can_make(session, state, out->move, &now) && memcmp(&now, &then, sizeof now) == 0);
}

/* The reverse move leads to a position whose minimum is one less. */
static bool find_taken_back(const struct session *session, const struct state *state,
                            const struct judged_move *move, const struct state *after,
                            struct reason *out)
{
	const struct puzzle_rules *rules = &session->puzzle->rules;
	struct state back;
	*out = make(REASON_TAKEN_BACK);
	return move->before >= 0 && move->after == move->before + 1 && rules->reverse != NULL &&
	       rules->reverse(&session->level, move->move, &out->move) &&
	       can_make(session, after, out->move, &back) && memcmp(&back, state, sizeof back) == 0;
}

bool reason_of_mistake(const struct session *session, int position, struct reason *out)
{
	const struct puzzle_reasons *reasons = &session->puzzle->reasons;
	const int *minima = session->review.minima;
	const int cost = session_move_cost(session, position);
	struct state state, after;
	if (!cost_is_mistake(cost))
		return false;
	position_state(session, position, &state);
	position_state(session, position + 1, &after);
	const struct judged_move move = {.move = move_at(session, position),
	                                 .before = minima[position],
	                                 .after = minima[position + 1]};
	return (cost == COST_UNSOLVABLE && find_stuck(session, &after, out)) ||
	       find_repeated(session, position, out) ||
	       (cost != COST_UNSOLVABLE && compare_next(session, position, &state, out)) ||
	       (reasons->fault != NULL && reasons->fault(&session->level, &state, &move, out)) ||
	       find_taken_back(session, &state, &move, &after, out);
}

/* ---- words ---- */

void reason_write(const struct session *session, const struct reason *reason, char out[REASON_MAX])
{
	char name[MOVE_NAME_MAX], words[MOVE_WORDS_MAX];
	out[0] = '\0';
	if (reason->kind > 0) {
		session->puzzle->reasons.write(&session->level, reason, out, REASON_MAX);
		return;
	}
	session->puzzle->format.name_move(&session->level, reason->move, name);
	move_in_words(name, words);
	switch ((enum reason_kind)reason->kind) {
	case REASON_SOLVES:
		snprintf(out, REASON_MAX, "%s", _("It solves the level."));
		break;
	case REASON_ONLY_MOVE:
		snprintf(out, REASON_MAX, "%s", _("There is no other move."));
		break;
	case REASON_ALL_LOSE:
		snprintf(out, REASON_MAX, "%s",
		         _("Nothing solves the level after any other move."));
		break;
	case REASON_OTHERS_COST:
		snprintf(out, REASON_MAX,
		         text_plural("Any other move costs at least %d extra move.",
		                     "Any other move costs at least %d extra moves.",
		                     reason->count),
		         reason->count);
		break;
	case REASON_STUCK:
		snprintf(out, REASON_MAX, "%s", _("It leaves no moves."));
		break;
	case REASON_REPEATS:
		if (reason->count == 0)
			snprintf(out, REASON_MAX, "%s", _("It goes back to the start."));
		else
			snprintf(out, REASON_MAX, _("It goes back to the position after move %d."),
			         reason->count);
		break;
	case REASON_SKIPPED:
		snprintf(out, REASON_MAX, _("Without it, %s leads to the same position."), words);
		break;
	case REASON_UNDONE:
		snprintf(out, REASON_MAX, _("The next move, %s, only takes it back."), words);
		break;
	case REASON_TAKEN_BACK:
		snprintf(out, REASON_MAX, _("Nothing beats %s now, which takes it back."), words);
		break;
	}
}
