/* Messages about a game, the same on the screen and in plain text, and its text for others. */
#ifndef PARLOUR_PLAY_REPORT_H
#define PARLOUR_PLAY_REPORT_H

#include "play/library.h"
#include "play/session.h"

enum { REPORT_MAX = 1024 }; /* bytes: the places of a race of eight take more than 300 */
_Static_assert((int)REPORT_MAX >= (int)REASON_MAX, "a reason is a report");

/* The minimum from here: "best from here 7 ✓", "best from here ≥7 …", "unsolvable from here". With
 * `ascii`: "7 proven", ">=7 ...". */
void report_best(const struct session *session, bool ascii, char out[REPORT_MAX]);

/* The same for an answer about a level: "best 7 ✓". */
void report_answer(const struct answer *answer, bool ascii, char out[REPORT_MAX]);

/* The excess over par: "+2", or "≥+2" (ascii: ">=+2") while only a lower bound is proven; "" if it
 * is 0 or unknown. */
void report_over_par(const struct session *session, bool ascii, char out[REPORT_MAX]);

/* The status next to the move counter: "9 gems left, score 20", the more important part first; may
 * be "". `state` and `score` are those on the screen, which may lag behind the session. */
void report_status(const struct session *session, const struct state *state, int score,
                   char out[REPORT_MAX]);

/* A progress bar to the next level of an endless game, of that many parts: "━━━━──────" (ascii:
 * "[####------]"); "": there is none. */
enum { REPORT_PARTS_MAX = 10 };
void report_progress(const struct session *session, int score, int parts, bool ascii,
                     char out[REPORT_MAX]);

/* The level of an endless game that a score has reached, from 1; 0: there is none. */
int report_level(const struct session *session, int score);

/* The hint at its current stage; "" at HINT_NONE. */
void report_hint(const struct session *session, char out[REPORT_MAX]);

/* The puzzle's remark on the move from `before` to the current position; "": none. */
void report_remark(const struct session *session, const struct state *before, move_code move,
                   char out[REPORT_MAX]);

/* Why a move is not valid here. */
void report_refusal(const struct session *session, move_code move, char out[REPORT_MAX]);

/* The level's own rules as sentences: "Close 5 groups."; "" if there are none. With `letters`,
 * colours are named by their letters. */
void report_rules(const struct puzzle *puzzle, const struct level *level, bool letters,
                  char out[REPORT_MAX]);

/* The result of a solved game: moves, par, whether it is optimal. */
void report_result(const struct session *session, char out[REPORT_MAX]);

/* ---- the review (report_review.c) ---- */

/* The move made at a position of the review, from 0, and what it cost: "Move 5 of 12, b3: keeps the
 * minimum."; at the end, how many moves cost how much in all. "" without a review. `brief`: "5/12
 * b3: best". */
void report_reviewed(const struct session *session, int position, bool brief, char out[REPORT_MAX]);

/* "A new try from move 4", for a game that is played on from there. */
void report_new_try(int position, char out[REPORT_MAX]);

/* The known plan from here, as far as it fits in `columns`: "Best here: b3, then c1, a2, …"; "" if
 * none is known. */
void report_plan(const struct session *session, int columns, bool ascii, char out[REPORT_MAX]);

/* ---- sharing ---- */

enum {
	SHARE_MAX = 2048,
	SHARE_COLUMNS = 30, /* symbols in a line */
	SHARE_ROWS = 4,     /* lines of symbols; the rest of a longer game is a number */
	SHARE_LINES = SHARE_ROWS + 4,
};

/* A move is nearer if the minimum fell by one, else a detour; both only where that is proven. */
enum step { STEP_NEARER, STEP_DETOUR, STEP_UNKNOWN, STEPS };
enum { STEPS_SHOWN = SHARE_ROWS * SHARE_COLUMNS };

/* Classifies the moves of the path to here after the first `skipped`; returns how many. */
int report_steps(const struct session *session, int skipped, enum step steps[STEPS_SHOWN]);

/* What the session itself does not know. */
struct sitting {
	int64_t seconds;   /* played; -1: not known */
	int days_in_a_row; /* (UTC) with a level of this puzzle solved; 0: not known */
	bool unaided;      /* without seeing the counter or a hint; at the minimum: two stars */
};

/* Writes a solved game as a few lines of text, without spoilers: the level, or the day of a daily
 * board; the number of moves; the time and, with a daily board, the days in a row; a symbol for
 * each move that does not reveal it; and the command that plays the level, with its level code if
 * only this player has it. Nearer and detour are printed only if they are proven. */
void share_text(const struct session *session, const struct library *library, struct level_ref ref,
                struct sitting sitting, bool ascii, char out[SHARE_MAX]);

/* The legend of the symbols, in one line. */
const char *share_legend(bool ascii);

#endif
