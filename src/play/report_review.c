/* The review in words. */
#include "play/report.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "play/reason.h"

enum { COST_MAX = 48, TOTAL_MAX = 512, REST_MAX = 512 }; /* bytes */

static void name_move(const struct session *session, move_code move, char out[MOVE_WORDS_MAX])
{
	char name[MOVE_NAME_MAX];
	session->puzzle->format.name_move(&session->level, move, name);
	move_in_words(name, out);
}

/* A cost in a word or two. */
static const char *brief_cost(int cost, char out[COST_MAX])
{
	switch (cost) {
	case 0:
		/* TRANSLATORS: About a move in the review: it keeps the minimum. 10 columns. */
		return C_("move", "best");
	case COST_UNKNOWN:
		return "?";
	case COST_LOST:
		/* TRANSLATORS: About a move in the review: the level was unsolvable before. */
		return C_("move", "lost");
	case COST_UNSOLVABLE:
		/* TRANSLATORS: About a move in the review: nothing solves the level after it. */
		return C_("move", "unsolvable");
	default:
		snprintf(out, COST_MAX, "+%d", cost);
		return out;
	}
}

/* The cost of a move of this name, of which there are `count`. */
static void describe_move(int cost, int number, int count, const char *name, char out[REPORT_MAX])
{
	switch (cost) {
	case 0:
		snprintf(out, REPORT_MAX, _("Move %d of %d, %s: keeps the minimum."), number, count,
		         name);
		break;
	case COST_UNKNOWN:
		snprintf(out, REPORT_MAX, _("Move %d of %d, %s: not proven."), number, count, name);
		break;
	case COST_LOST:
		snprintf(out, REPORT_MAX, _("Move %d of %d, %s: it was unsolvable before."), number,
		         count, name);
		break;
	case COST_UNSOLVABLE:
		snprintf(out, REPORT_MAX, _("Move %d of %d, %s: nothing solves it after this."),
		         number, count, name);
		break;
	default:
		snprintf(out, REPORT_MAX,
		         /* TRANSLATORS: The form goes with the last number. */
		         text_plural("Move %d of %d, %s: costs %d move.",
		                     "Move %d of %d, %s: costs %d moves.", cost),
		         number, count, name, cost);
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

static void describe_total(const struct total *total, char out[TOTAL_MAX])
{
	if (total->unsolvable)
		snprintf(out, TOTAL_MAX, "%s", _("unsolvable at the end."));
	else if (total->mistakes > 1)
		snprintf(out, TOTAL_MAX,
		         /* TRANSLATORS: The form goes with the first number. The second is >= 2. */
		         text_plural("%d mistake cost %d extra moves in all.",
		                     "%d mistakes cost %d extra moves in all.", total->mistakes),
		         total->mistakes, total->cost);
	else if (total->mistakes == 1)
		snprintf(out, TOTAL_MAX,
		         text_plural("1 mistake cost %d extra move.",
		                     "1 mistake cost %d extra moves.", total->cost),
		         total->cost);
	else
		snprintf(out, TOTAL_MAX, "%s",
		         total->known ? _("each kept the minimum.") : _("not all are proven."));
}

static void describe_total_briefly(const struct total *total, char out[TOTAL_MAX])
{
	if (total->unsolvable)
		snprintf(out, TOTAL_MAX, "%s", _("unsolvable."));
	else if (total->mistakes > 0)
		/* TRANSLATORS: Mistakes and the extra moves that they cost. 20 columns. */
		snprintf(out, TOTAL_MAX, _("%d cost %d"), total->mistakes, total->cost);
	else
		snprintf(out, TOTAL_MAX, "%s", total->known ? C_("moves", "minimum") : "");
}

static void report_total(const struct session *session, bool brief, char out[REPORT_MAX])
{
	const struct total total = add_up(session);
	const int moves = session->review.count - 1;
	char count[TOTAL_MAX / 4], what[TOTAL_MAX];
	snprintf(count, sizeof count, text_plural("%d move", "%d moves", moves), moves);
	if (brief)
		describe_total_briefly(&total, what);
	else
		describe_total(&total, what);
	if (what[0] == '\0')
		snprintf(out, REPORT_MAX, "%s", count);
	else
		/* TRANSLATORS: "12 moves: each kept the minimum." */
		snprintf(out, REPORT_MAX, C_("review", "%s: %s"), count, what);
}

void report_reviewed(const struct session *session, int position, bool brief, char out[REPORT_MAX])
{
	const struct review *review = &session->review;
	struct reason reason;
	char name[MOVE_WORDS_MAX];
	out[0] = '\0';
	if (review->count <= 1)
		return;
	assert(position >= 0 && position < review->count);
	if (position == review->count - 1) {
		report_total(session, brief, out);
		return;
	}
	const move_code move = session->nodes[review->nodes[position + 1]].move;
	name_move(session, move, name);
	const int made = session_move_cost(session, position), all = review->count - 1;
	if (brief) {
		char cost[COST_MAX], words[REPORT_MAX / 2];
		snprintf(words, sizeof words, C_("heading", "%s: %s"), name,
		         brief_cost(made, cost));
		snprintf(out, REPORT_MAX, "%d/%d %s", position + 1, all, words);
	} else {
		describe_move(made, position + 1, all, name, out);
	}
	if (!brief && reason_of_mistake(session, position, &reason)) {
		char why[REASON_MAX];
		reason_write(session, &reason, why);
		text_add_sentence(out, REPORT_MAX, why);
	}
}

void report_new_try(int position, char out[REPORT_MAX])
{
	if (position == 0)
		snprintf(out, REPORT_MAX, "%s", _("A new try from the start"));
	else
		snprintf(out, REPORT_MAX, _("A new try from move %d"), position);
}

/* "Best here: b3, then c1, a2". */
static void write_plan(const char *first, const char *rest, char out[REPORT_MAX])
{
	if (rest[0] == '\0')
		/* TRANSLATORS: %s is a move. */
		snprintf(out, REPORT_MAX, _("Best here: %s"), first);
	else
		/* TRANSLATORS: Moves; the second %s is a list of one or more. */
		snprintf(out, REPORT_MAX, _("Best here: %s, then %s"), first, rest);
}

void report_plan(const struct session *session, int columns, bool ascii, char out[REPORT_MAX])
{
	const struct answer *answer = &session->answer;
	const char *more = ascii ? "..." : "…";
	const int room = columns - text_columns(C_("list", ", ")) - text_columns(more);
	char first[MOVE_WORDS_MAX], name[MOVE_WORDS_MAX], rest[REST_MAX] = "", longer[REST_MAX];
	out[0] = '\0';
	if (answer->length == 0)
		return;
	name_move(session, answer->plan[0], first);
	write_plan(first, rest, out);
	for (int i = 1; i < answer->length; i++) {
		name_move(session, answer->plan[i], name);
		snprintf(longer, sizeof longer, "%s", rest);
		text_add_item(longer, sizeof longer, name);
		write_plan(first, longer, out);
		if (text_columns(out) > room || strlen(longer) + MOVE_WORDS_MAX >= sizeof longer) {
			write_plan(first, rest, out);
			text_add_item(out, REPORT_MAX, more);
			return;
		}
		snprintf(rest, sizeof rest, "%s", longer);
	}
}
