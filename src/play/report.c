#include "play/report.h"

#include <stdio.h>

#include "os/text.h"

void report_answer(const struct answer *answer, const char *where, bool ascii,
                   char out[REPORT_MAX])
{
	const char *lower_bound = ascii ? ">=" : "≥";
	switch (answer->verdict) {
	case OPTIMAL:
		snprintf(out, REPORT_MAX, "best%s %d %s", where, answer->upper,
		         ascii ? "proven" : "✓");
		return;
	case UNSOLVABLE:
		snprintf(out, REPORT_MAX, "no way%s", where);
		return;
	case GAVE_UP:
		snprintf(out, REPORT_MAX, "best%s %s%d (limit met)", where, lower_bound,
		         answer->lower);
		return;
	default:
		snprintf(out, REPORT_MAX, "best%s %s%d %s", where, lower_bound, answer->lower,
		         ascii ? "..." : "…");
	}
}

void report_over_par(const struct session *session, bool ascii, char out[REPORT_MAX])
{
	const int over = session_over_par(session);
	const bool proven = session->answer.verdict == OPTIMAL;
	out[0] = '\0';
	if (over > 0)
		snprintf(out, REPORT_MAX, "%s+%d", proven ? "" : ascii ? ">=" : "≥", over);
}

void report_best(const struct session *session, bool ascii, char out[REPORT_MAX])
{
	out[0] = '\0';
	if (session->stuck)
		snprintf(out, REPORT_MAX, "no move is left");
	else if (!session->level.endless)
		report_answer(&session->answer, " from here", ascii, out);
}

void report_status(const struct session *session, const struct state *state, int score,
                   char out[REPORT_MAX])
{
	const struct puzzle *puzzle = session->puzzle;
	char status[REPORT_MAX - 32] = "", points[24] = "";
	if (puzzle->rules.points != NULL)
		snprintf(points, sizeof points, "score %d", score);
	if (puzzle->text.status != NULL)
		puzzle->text.status(&session->level, state, score, status, sizeof status);
	const char *separator = points[0] != '\0' && status[0] != '\0' ? ", " : "";
	const bool points_count = session->level.endless;
	snprintf(out, REPORT_MAX, "%s%s%s", points_count ? points : status, separator,
	         points_count ? status : points);
}

const char *report_remark(const struct session *session, const struct state *before, move_code move)
{
	const struct puzzle *puzzle = session->puzzle;
	return puzzle->text.remark == NULL ? NULL
	                                   : puzzle->text.remark(&session->level, before, move);
}

void report_headers(const struct level_text *text, char out[REPORT_MAX])
{
	static const enum header headers[] = {HEADER_RULES, HEADER_GOAL, HEADER_PIECE};
	size_t used = 0;
	out[0] = '\0';
	for (size_t h = 0; h < sizeof headers / sizeof headers[0] && used < REPORT_MAX; h++)
		if (text->value[headers[h]] != NULL)
			used += (size_t)snprintf(out + used, REPORT_MAX - used, "%s%s: %s",
			                         used == 0 ? "" : ", ", header_name(headers[h]),
			                         text->value[headers[h]]);
}

static void report_piece(const struct session *session, move_code move, char out[REPORT_MAX])
{
	struct state state;
	char point[REPORT_MAX - 32];
	session_state(session, &state);
	session->puzzle->text.hint_text(&session->level, &state, move, point, sizeof point);
	snprintf(out, REPORT_MAX, "hint: %s", point);
}

void report_hint(const struct session *session, char out[REPORT_MAX])
{
	const struct answer *answer = &session->answer;
	move_code move;
	char name[MOVE_NAME_MAX];
	out[0] = '\0';
	if (session->hint == HINT_NONE)
		return;
	if (session->stuck)
		snprintf(out, REPORT_MAX, "hint: no move is left; take one back");
	else if (answer->verdict == UNSOLVABLE)
		snprintf(out, REPORT_MAX, "hint: there is no way from here");
	else if (!session_next_move(session, &move))
		snprintf(out, REPORT_MAX, "hint: %s",
		         session_solved(session) ? "it is solved" : "no way is known yet");
	else if (session->hint == HINT_NUMBER && !session->level.endless)
		snprintf(out, REPORT_MAX,
		         text_plural("hint: %d move from here%s", "hint: %d moves from here%s",
		                     answer->upper),
		         answer->upper, answer->verdict == OPTIMAL ? "" : ", or fewer");
	else if (session->hint < HINT_MOVE)
		report_piece(session, move, out);
	else {
		session->puzzle->format.name_move(&session->level, move, name);
		snprintf(out, REPORT_MAX, "hint: %s", name);
	}
}

void report_result(const struct session *session, char out[REPORT_MAX])
{
	const int count = session_count(session), minimum = session_minimum(session);
	const int par = session->level.par;
	char solved[32];
	snprintf(solved, sizeof solved,
	         text_plural("Solved in %d move", "Solved in %d moves", count), count);
	if (minimum >= 0 && count == minimum)
		snprintf(out, REPORT_MAX, "%s: the least possible, proven", solved);
	else if (minimum >= 0)
		snprintf(out, REPORT_MAX, "%s; %d would do", solved, minimum);
	else if (par >= 0)
		snprintf(out, REPORT_MAX, "%s; par is %d", solved, par);
	else
		snprintf(out, REPORT_MAX, "%s", solved);
}
