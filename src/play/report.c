#include "play/report.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "os/language.h"
#include "os/text.h"
#include "play/reason.h"
#include "play/session_private.h"
#include "puzzle/level_code.h"

enum { BOUNDS_MAX = 32 };

static const char *at_least(bool ascii)
{
	return ascii ? ">=" : "≥";
}

/* "7 ✓", or "≥7 …" while only a lower bound is proven. */
static void write_bounds(const struct answer *answer, bool ascii, char out[BOUNDS_MAX])
{
	if (answer->verdict == OPTIMAL)
		snprintf(out, BOUNDS_MAX, "%d ✓", answer->upper);
	else if (answer->verdict == GAVE_UP)
		snprintf(out, BOUNDS_MAX, "%s%d", at_least(ascii), answer->lower);
	else
		snprintf(out, BOUNDS_MAX, "%s%d %s", at_least(ascii), answer->lower,
		         ascii ? "..." : "…");
}

void report_answer(const struct answer *answer, bool ascii, char out[REPORT_MAX])
{
	char bounds[BOUNDS_MAX];
	write_bounds(answer, ascii, bounds);
	if (answer->verdict == UNSOLVABLE)
		snprintf(out, REPORT_MAX, "%s", _("unsolvable (proven)"));
	else if (answer->verdict == OPTIMAL && ascii)
		snprintf(out, REPORT_MAX, _("best %d proven"), answer->upper);
	else if (answer->verdict == GAVE_UP)
		snprintf(out, REPORT_MAX, _("best %s (limit reached)"), bounds);
	else
		/* TRANSLATORS: The minimum number of moves: "7 ✓" (proven) or "≥7 …". */
		snprintf(out, REPORT_MAX, _("best %s"), bounds);
}

/* The same, from the current position. */
static void report_answer_from_here(const struct answer *answer, bool ascii, char out[REPORT_MAX])
{
	char bounds[BOUNDS_MAX];
	write_bounds(answer, ascii, bounds);
	if (answer->verdict == UNSOLVABLE)
		snprintf(out, REPORT_MAX, "%s", _("unsolvable from here"));
	else if (answer->verdict == OPTIMAL && ascii)
		snprintf(out, REPORT_MAX, _("best from here %d proven"), answer->upper);
	else if (answer->verdict == GAVE_UP)
		snprintf(out, REPORT_MAX, _("best from here %s (limit reached)"), bounds);
	else
		/* TRANSLATORS: The minimum number of moves: "7 ✓" (proven) or "≥7 …". */
		snprintf(out, REPORT_MAX, _("best from here %s"), bounds);
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
		snprintf(out, REPORT_MAX, "%s", _("no moves left"));
	else if (!session->level.endless)
		report_answer_from_here(&session->answer, ascii, out);
}

void report_status(const struct session *session, const struct state *state, int score,
                   char out[REPORT_MAX])
{
	const struct puzzle *puzzle = session->puzzle;
	char status[REPORT_MAX / 2] = "", points[REPORT_MAX / 4] = "";
	if (puzzle->rules.points != NULL)
		snprintf(points, sizeof points, _("score %d"), score);
	if (puzzle->text.status != NULL)
		puzzle->text.status(&session->level, state, score, status, sizeof status);
	const bool points_count = session->level.endless;
	snprintf(out, REPORT_MAX, "%s", points_count ? points : status);
	const char *rest = points_count ? status : points;
	if (rest[0] != '\0')
		text_add_item(out, REPORT_MAX, rest);
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
	char name[MOVE_NAME_MAX], words[MOVE_WORDS_MAX];
	session_state(session, &state);
	if (session->hint != HINT_MOVE) {
		session->puzzle->text.hint_text(&session->level, &state, move, out, REPORT_MAX);
		return;
	}
	session->puzzle->format.name_move(&session->level, move, name);
	move_in_words(name, words);
	/* TRANSLATORS: %s is a move: "a1-c3", "left". */
	snprintf(out, REPORT_MAX, _("Hint: %s."), words);
	if (reason_of_hint(session, &reason)) {
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
		snprintf(out, REPORT_MAX, "%s", _("Hint: at least 1 move keeps the minimum."));
	else if (valid == 1)
		snprintf(out, REPORT_MAX, "%s", _("Hint: there is only one move."));
	else if (keeping == valid)
		snprintf(out, REPORT_MAX,
		         text_plural("Hint: each of the %d moves keeps the minimum.",
		                     "Hint: each of the %d moves keeps the minimum.", valid),
		         valid);
	else if (choices->judged < valid || choices->undecided > 0)
		snprintf(out, REPORT_MAX,
		         /* TRANSLATORS: The form goes with the first number. The second is >= 2. */
		         text_plural("Hint: at least %d of %d moves keeps the minimum.",
		                     "Hint: at least %d of %d moves keep the minimum.", keeping),
		         keeping, valid);
	else
		snprintf(out, REPORT_MAX,
		         /* TRANSLATORS: The form goes with the first number. The second is >= 2. */
		         text_plural("Hint: %d of %d moves keeps the minimum.",
		                     "Hint: %d of %d moves keep the minimum.", keeping),
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

/* Nothing leads to a solution from here. */
static const char *dead_end(const struct session *session)
{
	const bool can_undo = session_count(session) > 0;
	if (session->stuck)
		return can_undo ? _("Hint: no moves left. Undo.") : _("Hint: no moves left.");
	return can_undo ? _("Hint: unsolvable from here. Undo.") : _("Hint: unsolvable from here.");
}

void report_hint(const struct session *session, char out[REPORT_MAX])
{
	move_code move;
	out[0] = '\0';
	if (session->hint == HINT_NONE)
		return;
	if (session->stuck || session->answer.verdict == UNSOLVABLE)
		snprintf(out, REPORT_MAX, "%s", dead_end(session));
	else if (!session_next_move(session, &move))
		snprintf(out, REPORT_MAX, "%s",
		         session_solved(session) ? _("Hint: already solved.")
		                                 : _("Hint: no solution is known yet."));
	else if (session->hint == HINT_NUMBER && !session->level.endless)
		report_number(session, out);
	else
		report_move(session, move, out);
}

/* ---- results ---- */

static void report_clock(const struct session *session, char out[REPORT_MAX])
{
	const struct history_node *best = session_best(session);
	const int points = session_score(session);
	if (best->count == 0 && session_assisted(session))
		snprintf(out, REPORT_MAX,
		         text_plural("The solver's game: %d point (not counted)",
		                     "The solver's game: %d points (not counted)", points),
		         points);
	else
		snprintf(out, REPORT_MAX,
		         /* TRANSLATORS: The form goes with the second number. */
		         text_plural("Time is up: %d points in %d move",
		                     "Time is up: %d points in %d moves", best->count),
		         best->score, best->count);
}

/* A solution that the player found alone. */
static void report_own(int count, int minimum, int par, char out[REPORT_MAX])
{
	if (count == minimum)
		snprintf(out, REPORT_MAX,
		         text_plural("Solved in %d move: the minimum, proven",
		                     "Solved in %d moves: the minimum, proven", count),
		         count);
	else if (minimum >= 0)
		snprintf(out, REPORT_MAX,
		         text_plural("Solved in %d move; the minimum is %d",
		                     "Solved in %d moves; the minimum is %d", count),
		         count, minimum);
	else if (par >= 0)
		snprintf(out, REPORT_MAX,
		         text_plural("Solved in %d move; par is %d",
		                     "Solved in %d moves; par is %d", count),
		         count, par);
	else
		snprintf(out, REPORT_MAX,
		         text_plural("Solved in %d move", "Solved in %d moves", count), count);
}

static void report_assisted(int count, int minimum, int par, char out[REPORT_MAX])
{
	if (count == minimum)
		snprintf(out, REPORT_MAX,
		         text_plural("The solver's solution: %d move, the minimum",
		                     "The solver's solution: %d moves, the minimum", count),
		         count);
	else if (minimum >= 0)
		snprintf(out, REPORT_MAX,
		         text_plural("Solved with the solver's help in %d move; the minimum is %d",
		                     "Solved with the solver's help in %d moves; the minimum is %d",
		                     count),
		         count, minimum);
	else if (par >= 0)
		snprintf(out, REPORT_MAX,
		         text_plural("Solved with the solver's help in %d move; par is %d",
		                     "Solved with the solver's help in %d moves; par is %d", count),
		         count, par);
	else
		snprintf(out, REPORT_MAX,
		         text_plural("Solved with the solver's help in %d move",
		                     "Solved with the solver's help in %d moves", count),
		         count);
}

void report_result(const struct session *session, char out[REPORT_MAX])
{
	const int count = session_count(session), minimum = session_minimum(session);
	if (session->level.seconds > 0)
		report_clock(session, out);
	else if (session_assisted(session))
		report_assisted(count, minimum, session->level.par, out);
	else
		report_own(count, minimum, session->level.par, out);
}

/* ---- sharing ---- */

enum {
	TITLE_COLUMNS = 40,
	ROW_MAX = 256,            /* bytes of a row of the text */
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

/* Prints a row of the text. */
static void print_row(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void print_row(FILE *out, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vfprintf(out, format, arguments);
	va_end(arguments);
	fputc('\n', out);
}

/* Names a level by its day, by its name if that is short and works everywhere, else by its title:
 * the path of a file is private. */
static void print_level(const struct session *session, const struct library *library,
                        struct level_ref ref, FILE *out)
{
	char name[LEVEL_NAME_MAX], day[DAY_MAX];
	if (library_day(library, ref, day)) {
		/* TRANSLATORS: The head of a text to share: a day, and the ID of a puzzle. */
		print_row(out, _("Parlour daily %s: %s"), day, session->puzzle->name);
		return;
	}
	library_name(library, ref, name);
	if (library_is_portable(library, ref) && !level_code_is(name)) {
		fprintf(out, "Parlour %s\n", name);
		return;
	}
	text_sanitize(name, sizeof name, library_shown_title(library, ref));
	fprintf(out, "Parlour %s: %.*s\n", session->puzzle->name,
	        (int)text_fit(name, TITLE_COLUMNS), name);
}

/* "time 1:05, 4 days in a row"; the time is left out for a game with help. */
static void print_sitting(const struct session *session, bool daily, struct sitting sitting,
                          FILE *out)
{
	const int seconds = (int)sitting.seconds, days = sitting.days_in_a_row;
	char row[ROW_MAX] = "", item[ROW_MAX];
	if (seconds >= 0 && !session_assisted(session)) {
		snprintf(item, sizeof item, _("time %d:%02d"), seconds / 60, seconds % 60);
		text_add_item(row, sizeof row, item);
	}
	if (daily && days > 0) {
		snprintf(item, sizeof item,
		         text_plural("%d day in a row", "%d days in a row", days), days);
		text_add_item(row, sizeof row, item);
	}
	if (row[0] != '\0')
		print_row(out, "%s", row);
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
		/* TRANSLATORS: "parlour %s" is the command that plays it. */
		print_row(out, _("Play: parlour %s"), name);
}

static const char *with_help(void)
{
	/* TRANSLATORS: After "5 moves, par 3": the solver helped. */
	return _("with help");
}

/* Of an endless game: its highest score. If the game was all the solver's, then that score, without
 * the time. */
static void print_score(const struct session *session, FILE *out)
{
	const struct history_node *best = session_best(session);
	const int seconds = session->level.seconds;
	const bool helped = best->count == 0 && session_assisted(session);
	const int count = helped ? session_count(session) : best->count;
	const int score = helped ? session_score(session) : best->score;
	char row[ROW_MAX] = "", item[ROW_MAX];
	snprintf(item, sizeof item, text_plural("%d point", "%d points", score), score);
	text_add_item(row, sizeof row, item);
	snprintf(item, sizeof item, text_plural("%d move", "%d moves", count), count);
	text_add_item(row, sizeof row, item);
	item[0] = '\0';
	if (helped)
		snprintf(item, sizeof item, "%s", with_help());
	else if (seconds > 0)
		/* TRANSLATORS: After "20 points, 5 moves": the minutes and seconds played. */
		snprintf(item, sizeof item, _("in %d:%02d"), seconds / 60, seconds % 60);
	if (item[0] != '\0')
		text_add_item(row, sizeof row, item);
	print_row(out, "%s", row);
}

static void print_count(const struct session *session, bool unaided, bool ascii, FILE *out)
{
	const int count = session_count(session), minimum = session_minimum(session);
	const int par = minimum >= 0 ? minimum : session->level.par;
	const int stars = session_assisted(session) || count != minimum ? 0 : unaided ? 2 : 1;
	char row[ROW_MAX] = "", item[ROW_MAX];
	snprintf(item, sizeof item, text_plural("%d move", "%d moves", count), count);
	text_add_item(row, sizeof row, item);
	if (par >= 0) {
		snprintf(item, sizeof item, _("par %d"), par);
		text_add_item(row, sizeof row, item);
	}
	if (session_assisted(session))
		text_add_item(row, sizeof row, with_help());
	print_row(out, "%s%s%.*s", row, stars > 0 ? " " : "", (ascii ? 1 : 3) * stars,
	          ascii ? "**" : "★★");
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
	return ascii ? _("# closer  o detour  . unknown") : _("● closer  ○ detour  · unknown");
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
