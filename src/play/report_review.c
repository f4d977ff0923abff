/* The review in words. */
#include "play/report.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "play/reason.h"

enum { COST_MAX = 48 }; /* bytes of a cost in words */

static const char *describe_cost(int cost, bool brief, char out[COST_MAX])
{
	switch (cost) {
	case 0:
		return brief ? "best" : "keeps the minimum";
	case COST_UNKNOWN:
		return brief ? "?" : "not proven";
	case COST_LOST:
		return brief ? "lost" : "it was unsolvable before";
	case COST_UNSOLVABLE:
		return brief ? "unsolvable" : "nothing solves it after this";
	default:
		snprintf(out, COST_MAX,
		         brief ? "+%d" : text_plural("costs %d move", "costs %d moves", cost),
		         cost);
		return out;
	}
}

/* How many moves of the review did not keep the minimum, and what they cost in all; *unsolvable if
 * one of them lost everything, and *known if all are judged. */
struct total {
	int mistakes, cost;
	bool unsolvable, known;
};

static struct total add_up(const struct session *session)
{
	struct total total = {.known = true};
	for (int i = 0; i + 1 < session->review.count; i++) {
		const int cost = session_move_cost(session, i);
		total.mistakes += cost_is_mistake(cost);
		total.cost += cost > 0 ? cost : 0;
		total.unsolvable |= cost == COST_UNSOLVABLE;
		total.known &= cost != COST_UNKNOWN || total.unsolvable;
	}
	return total;
}

static void report_total(const struct session *session, bool brief, char out[REPORT_MAX])
{
	const struct total total = add_up(session);
	const int moves = session->review.count - 1;
	char count[32];
	snprintf(count, sizeof count, text_plural("%d move", "%d moves", moves), moves);
	if (total.unsolvable)
		snprintf(out, REPORT_MAX, "%s: unsolvable%s.", count, brief ? "" : " at the end");
	else if (total.mistakes > 0)
		snprintf(out, REPORT_MAX,
		         brief ? "%s: %d cost %d"
		         : total.mistakes > 1 ? "%s: %d mistakes cost %d extra moves in all."
		                              : text_plural("%s: %d mistake cost %d extra move.",
		                                            "%s: %d mistake cost %d extra moves.",
		                                            total.cost),
		         count, total.mistakes, total.cost);
	else if (total.known)
		snprintf(out, REPORT_MAX, brief ? "%s: minimum" : "%s: each kept the minimum.",
		         count);
	else
		snprintf(out, REPORT_MAX, "%s%s", count, brief ? "" : ": not all are proven.");
}

void report_reviewed(const struct session *session, int position, bool brief, char out[REPORT_MAX])
{
	const struct review *review = &session->review;
	struct reason reason;
	char name[MOVE_NAME_MAX], cost[COST_MAX];
	out[0] = '\0';
	if (review->count <= 1)
		return;
	assert(position >= 0 && position < review->count);
	if (position == review->count - 1) {
		report_total(session, brief, out);
		return;
	}
	const move_code move = session->nodes[review->nodes[position + 1]].move;
	session->puzzle->format.name_move(&session->level, move, name);
	snprintf(out, REPORT_MAX, brief ? "%d/%d %s: %s" : "Move %d of %d, %s: %s.", position + 1,
	         review->count - 1, name,
	         describe_cost(session_move_cost(session, position), brief, cost));
	if (!brief && reason_of_mistake(session, position, &reason)) {
		char why[REASON_MAX];
		reason_write(session, &reason, why);
		text_add_sentence(out, REPORT_MAX, why);
	}
}

void report_new_try(int position, char out[REPORT_MAX])
{
	if (position == 0)
		snprintf(out, REPORT_MAX, "A new try from the start");
	else
		snprintf(out, REPORT_MAX, "A new try from move %d", position);
}

void report_plan(const struct session *session, int columns, bool ascii, char out[REPORT_MAX])
{
	static const char *const before[] = {"Best here: ", ", then ", ", "};
	const struct answer *answer = &session->answer;
	const char *more = ascii ? ", ..." : ", …";
	const int room = (columns < REPORT_MAX ? columns : REPORT_MAX) - text_columns(more);
	int used = 0;
	out[0] = '\0';
	for (int i = 0; i < answer->length; i++) {
		char name[MOVE_NAME_MAX];
		session->puzzle->format.name_move(&session->level, answer->plan[i], name);
		const char *first = before[i < 2 ? i : 2];
		if (i > 0 && used + (int)strlen(first) + (int)strlen(name) > room) {
			snprintf(out + used, REPORT_MAX - (size_t)used, "%s", more);
			return;
		}
		used += snprintf(out + used, REPORT_MAX - (size_t)used, "%s%s", first, name);
	}
}
