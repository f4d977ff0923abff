#include "play/report.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "os/language.h"
#include "os/text.h"
#include "play/reason.h"
#include "play/session_private.h"
#include "puzzle/level_code.h"

static const char *at_least(bool ascii)
{
	return ascii ? ">=" : "≥";
}

void report_answer(const struct answer *answer, const char *where, bool ascii,
                   char out[REPORT_MAX])
{
	switch (answer->verdict) {
	case OPTIMAL:
		snprintf(out, REPORT_MAX, "best%s %d %s", where, answer->upper,
		         ascii ? "proven" : "✓");
		return;
	case UNSOLVABLE:
		snprintf(out, REPORT_MAX, "unsolvable%s", where[0] != '\0' ? where : " (proven)");
		return;
	case GAVE_UP:
		snprintf(out, REPORT_MAX, "best%s %s%d (limit reached)", where, at_least(ascii),
		         answer->lower);
		return;
	default:
		snprintf(out, REPORT_MAX, "best%s %s%d %s", where, at_least(ascii), answer->lower,
		         ascii ? "..." : "…");
	}
}

void report_over_par(const struct session *session, bool ascii, char out[REPORT_MAX])
{
	const int over = session_over_par(session);
	const bool proven = session->answer.verdict == OPTIMAL;
	out[0] = '\0';
	if (over > 0)
		snprintf(out, REPORT_MAX, "%s+%d", proven ? "" : at_least(ascii), over);
}

void report_best(const struct session *session, bool ascii, char out[REPORT_MAX])
{
	out[0] = '\0';
	if (session->stuck)
		snprintf(out, REPORT_MAX, "no moves left");
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

/* The level of an endless game, or 0, and how far it is to the next. */
static int find_progress(const struct session *session, int score, int *done, int *whole)
{
	const struct puzzle *puzzle = session->puzzle;
	return puzzle->text.progress == NULL
	               ? 0
	               : puzzle->text.progress(&session->level, score, done, whole);
}

int report_level(const struct session *session, int score)
{
	int done, whole;
	return find_progress(session, score, &done, &whole);
}

void report_progress(const struct session *session, int score, int parts, bool ascii,
                     char out[REPORT_MAX])
{
	int done, whole;
	out[0] = '\0';
	assert(parts > 0 && parts <= REPORT_PARTS_MAX);
	if (find_progress(session, score, &done, &whole) == 0)
		return;
	const int full = (int)((int64_t)parts * done / whole);
	const int bytes = (int)(ascii ? 1 : sizeof "━" - 1); /* bytes of a part */
	snprintf(out, REPORT_MAX, ascii ? "[%.*s%.*s]" : "%.*s%.*s", bytes * full,
	         ascii ? "##########" : "━━━━━━━━━━", bytes * (parts - full),
	         ascii ? "----------" : "──────────");
}

void report_remark(const struct session *session, const struct state *before, move_code move,
                   char out[REPORT_MAX])
{
	const struct puzzle *puzzle = session->puzzle;
	const uint32_t parent = session->nodes[session_current_node(session)].parent;
	out[0] = '\0';
	if (puzzle->text.remark != NULL)
		puzzle->text.remark(&session->level, before, session->nodes[parent].score, move,
		                    out, REPORT_MAX);
}

void report_refusal(const struct session *session, move_code move, char out[REPORT_MAX])
{
	struct state state;
	session_state(session, &state);
	puzzle_explain(session->puzzle, &session->level, &state, move, out);
}

void report_rules(const struct puzzle *puzzle, const struct level *level, bool letters,
                  char out[REPORT_MAX])
{
	out[0] = '\0';
	if (puzzle->text.level_rules != NULL)
		puzzle->text.level_rules(level, letters, out, REPORT_MAX);
}

/* What moves next, or at the last stage the move and its reason. */
static void report_move(const struct session *session, move_code move, char out[REPORT_MAX])
{
	struct state state;
	struct reason reason;
	char what[REPORT_MAX - 32];
	session_state(session, &state);
	if (session->hint == HINT_MOVE)
		session->puzzle->format.name_move(&session->level, move, what);
	else
		session->puzzle->text.hint_text(&session->level, &state, move, what, sizeof what);
	snprintf(out, REPORT_MAX, "Hint: %s.", what);
	if (session->hint == HINT_MOVE && reason_of_hint(session, &reason)) {
		char why[REASON_MAX];
		reason_write(session, &reason, why);
		text_add_sentence(out, REPORT_MAX, why);
	}
}

/* How many of the moves keep the minimum, as far as it is proven; the plan's first one does. */
static void report_choices(const struct session *session, char out[REPORT_MAX])
{
	const struct choices *choices = &session->choices;
	const int valid = choices->valid, keeping = choices->keeping < 1 ? 1 : choices->keeping;
	if (valid == 0)
		snprintf(out, REPORT_MAX, "Hint: at least 1 move keeps the minimum.");
	else if (valid == 1)
		snprintf(out, REPORT_MAX, "Hint: there is only one move.");
	else if (keeping == valid)
		snprintf(out, REPORT_MAX, "Hint: each of the %d moves keeps the minimum.", valid);
	else
		snprintf(out, REPORT_MAX,
		         text_plural("Hint: %s%d of %d moves keeps the minimum.",
		                     "Hint: %s%d of %d moves keep the minimum.", keeping),
		         choices->judged < valid || choices->undecided > 0 ? "at least " : "",
		         keeping, valid);
}

/* The first stage says more than the counter. */
static void report_number(const struct session *session, char out[REPORT_MAX])
{
	const int length = session->answer.length;
	if (session->answer.verdict == OPTIMAL)
		report_choices(session, out);
	else
		snprintf(out, REPORT_MAX,
		         text_plural("Hint: a solution in %d move is known.",
		                     "Hint: a solution in %d moves is known.", length),
		         length);
}

void report_hint(const struct session *session, char out[REPORT_MAX])
{
	const struct answer *answer = &session->answer;
	move_code move;
	out[0] = '\0';
	if (session->hint == HINT_NONE)
		return;
	if (session->stuck || answer->verdict == UNSOLVABLE)
		snprintf(out, REPORT_MAX, "Hint: %s.%s",
		         session->stuck ? "no moves left" : "unsolvable from here",
		         session_count(session) > 0 ? " Undo." : "");
	else if (!session_next_move(session, &move))
		snprintf(out, REPORT_MAX, "Hint: %s.",
		         session_solved(session) ? "already solved" : "no solution is known yet");
	else if (session->hint == HINT_NUMBER && !session->level.endless)
		report_number(session, out);
	else
		report_move(session, move, out);
}

void report_result(const struct session *session, char out[REPORT_MAX])
{
	const int count = session_count(session), minimum = session_minimum(session);
	const int par = session->level.par;
	const bool optimal = count == minimum;
	char solved[96], moves[32];
	if (session->level.seconds > 0) {
		const struct history_node *best = session_best(session);
		if (best->count == 0 && session_assisted(session)) {
			snprintf(out, REPORT_MAX, "The solver's game: %d points (not counted)",
			         session_score(session));
			return;
		}
		snprintf(out, REPORT_MAX,
		         text_plural("Time is up: %d points in %d move",
		                     "Time is up: %d points in %d moves", best->count),
		         best->score, best->count);
		return;
	}
	snprintf(moves, sizeof moves, text_plural("%d move", "%d moves", count), count);
	if (optimal && session_assisted(session)) {
		snprintf(out, REPORT_MAX, "The solver's solution: %s, the minimum", moves);
		return;
	}
	snprintf(solved, sizeof solved, "Solved %sin %s",
	         session_assisted(session) ? "with the solver's help " : "", moves);
	if (optimal)
		snprintf(out, REPORT_MAX, "%s: the minimum, proven", solved);
	else if (minimum >= 0)
		snprintf(out, REPORT_MAX, "%s; the minimum is %d", solved, minimum);
	else if (par >= 0)
		snprintf(out, REPORT_MAX, "%s; par is %d", solved, par);
	else
		snprintf(out, REPORT_MAX, "%s", solved);
}

/* ---- sharing ---- */

enum {
	TITLE_COLUMNS = 40,
	UNKNOWN_LENGTH = 1 << 24, /* length of a path without a solution: more than any other */
};

/* lower <= minimum number of moves from a position <= upper. */
struct range {
	int lower, upper;
};

static const char *const shapes[STEPS] = {"●", "○", "·"}, *const letters[STEPS] = {"#", "o", "."};

/* The range of a node from which a solution of `left` moves is known. */
static struct range range_of(const struct session *session, uint32_t node, int left)
{
	struct state state;
	struct answer answer;
	session_node_state(session, node, &state);
	if (session_find_minimum(session, &state, &answer))
		return (struct range){answer.upper, answer.upper};
	return (struct range){session->puzzle->rules.solved(&session->level, &state) ? 0 : 1, left};
}

static enum step step_of(struct range before, struct range after)
{
	if (after.upper < before.lower)
		return STEP_NEARER;
	return after.lower >= before.upper ? STEP_DETOUR : STEP_UNKNOWN;
}

/* A move is nearer if the minimum number of moves fell by one, else a detour. If a position's
 * minimum is not proven, it lies between bounds derived from its neighbours on the path: a move
 * changes it by one at most, and the rest of a path to a solution is an upper bound. */
int report_steps(const struct session *session, int skipped, enum step steps[STEPS_SHOWN])
{
	const int count = session_count(session) - skipped;
	const int shown = count < STEPS_SHOWN ? count : STEPS_SHOWN;
	struct range range[STEPS_SHOWN + 1];
	const uint32_t here = session_current_node(session);
	uint32_t *path = session_path(session, session->nodes[here].start, here);
	if (path == NULL)
		return 0;
	const int last = session_solved(session) ? count : UNKNOWN_LENGTH;
	for (int i = 0; i <= shown; i++) {
		range[i] = range_of(session, path[skipped + i], last - i);
		if (i > 0 && range[i].lower < range[i - 1].lower - 1)
			range[i].lower = range[i - 1].lower - 1;
	}
	for (int i = shown - 1; i >= 0; i--)
		if (range[i].upper > range[i + 1].upper + 1)
			range[i].upper = range[i + 1].upper + 1;
	for (int i = 0; i < shown; i++)
		steps[i] = step_of(range[i], range[i + 1]);
	free(path);
	return shown;
}

/* Names a level by its day, by its name if that is short and works everywhere, else by its title:
 * the path of a file is private. */
static void print_level(const struct session *session, const struct library *library,
                        struct level_ref ref, FILE *out)
{
	char name[LEVEL_NAME_MAX], day[DAY_MAX];
	if (library_day(library, ref, day)) {
		fprintf(out, "Parlour daily %s: %s\n", day, session->puzzle->name);
		return;
	}
	library_name(library, ref, name);
	if (library_is_portable(library, ref) && !level_code_is(name)) {
		fprintf(out, "Parlour %s\n", name);
		return;
	}
	text_sanitize(name, sizeof name, library_text(library, ref)->title);
	fprintf(out, "Parlour %s: %.*s\n", session->puzzle->name,
	        (int)text_fit(name, TITLE_COLUMNS), name);
}

/* "time 1:05, 4 days in a row"; the time is left out for a game with help. */
static void print_sitting(const struct session *session, bool daily, struct sitting sitting,
                          FILE *out)
{
	const bool timed = sitting.seconds >= 0 && !session_assisted(session);
	const bool in_a_row = daily && sitting.days_in_a_row > 0;
	if (timed)
		fprintf(out, "time %" PRId64 ":%02d", sitting.seconds / 60,
		        (int)(sitting.seconds % 60));
	if (in_a_row)
		fprintf(out,
		        text_plural("%s%d day in a row", "%s%d days in a row",
		                    sitting.days_in_a_row),
		        timed ? ", " : "", sitting.days_in_a_row);
	if (timed || in_a_row)
		fputc('\n', out);
}

/* The command, which works wherever Parlour is installed. A level of a file has its level code,
 * unless it is too large for one. */
static void print_command(const struct library *library, struct level_ref ref, FILE *out)
{
	char name[LEVEL_NAME_MAX];
	struct error error;
	const struct pack *pack = &library->packs[ref.pack];
	library_name(library, ref, name);
	if (library_is_portable(library, ref) || level_code_write(pack, ref.level, name, &error))
		fprintf(out, "Play: parlour %s\n", name);
}

/* Of an endless game: its highest score. If the game was all the solver's, then that score, without
 * the time. */
static void print_score(const struct session *session, FILE *out)
{
	const struct history_node *best = session_best(session);
	const int seconds = session->level.seconds;
	const bool helped = best->count == 0 && session_assisted(session);
	const int count = helped ? session_count(session) : best->count;
	fprintf(out, text_plural("%d points, %d move", "%d points, %d moves", count),
	        helped ? session_score(session) : best->score, count);
	if (helped)
		fputs(", with help", out);
	else if (seconds > 0)
		fprintf(out, ", in %d:%02d", seconds / 60, seconds % 60);
	fputc('\n', out);
}

static void print_count(const struct session *session, bool unaided, bool ascii, FILE *out)
{
	const int count = session_count(session), minimum = session_minimum(session);
	const int par = minimum >= 0 ? minimum : session->level.par;
	fprintf(out, text_plural("%d move", "%d moves", count), count);
	if (par >= 0)
		fprintf(out, ", par %d", par);
	if (session_assisted(session))
		fputs(", with help", out);
	else if (count == minimum)
		fprintf(out, " %.*s", (ascii ? 1 : 3) * (unaided ? 2 : 1), ascii ? "**" : "★★");
	fputc('\n', out);
}

static void print_steps(const struct session *session, bool ascii, FILE *out)
{
	enum step steps[STEPS_SHOWN];
	const int shown = report_steps(session, 0, steps), more = session_count(session) - shown;
	for (int i = 0; i < shown; i++) {
		fputs((ascii ? letters : shapes)[steps[i]], out);
		if ((i + 1) % SHARE_COLUMNS == 0 && i + 1 < shown)
			fputc('\n', out);
	}
	if (more > 0)
		fprintf(out, " +%d", more);
	if (session_count(session) > 0)
		fputc('\n', out);
}

const char *share_legend(bool ascii)
{
	return ascii ? "# closer  o detour  . unknown" : "● closer  ○ detour  · unknown";
}

void share_text(const struct session *session, const struct library *library, struct level_ref ref,
                struct sitting sitting, bool ascii, char out[SHARE_MAX])
{
	out[0] = '\0';
	FILE *text = fmemopen(out, SHARE_MAX, "w");
	if (text == NULL)
		return;
	print_level(session, library, ref, text);
	if (session->level.endless) {
		print_score(session, text);
	} else {
		char day[DAY_MAX];
		print_count(session, sitting.unaided, ascii, text);
		print_sitting(session, library_day(library, ref, day), sitting, text);
		print_steps(session, ascii, text);
	}
	print_command(library, ref, text);
	fclose(text);
	out[SHARE_MAX - 1] = '\0';
}
