/* What is said about a game in words, the same on the screen and in plain text. */
#ifndef PARLOUR_PLAY_REPORT_H
#define PARLOUR_PLAY_REPORT_H

#include "play/session.h"

enum { REPORT_MAX = 160 };

/* The proven optimum from here: "best from here 7 ✓", "best from here ≥7 …", "no way from here".
 * With `ascii`: "7 proven", ">=7 ...". */
void report_best(const struct session *session, bool ascii, char out[REPORT_MAX]);

/* The same of an answer alone; `where`: " from here", or "". */
void report_answer(const struct answer *answer, const char *where, bool ascii,
                   char out[REPORT_MAX]);

/* What it is over par: "+2", or "≥+2" while only a bound is proven, with `ascii` ">=+2"; "" where
 * that is nothing, or nothing is known. */
void report_over_par(const struct session *session, bool ascii, char out[REPORT_MAX]);

/* How things stand beside the counter: "9 gems left, score 20", what counts first; "" where there
 * is nothing to say. `state` and `score`: what is shown, which may be on its way to the
 * session's. */
void report_status(const struct session *session, const struct state *state, int score,
                   char out[REPORT_MAX]);

/* The hint at its stage; "" at HINT_NONE. */
void report_hint(const struct session *session, char out[REPORT_MAX]);

/* What else this move brings, in a few words; NULL: nothing. */
const char *report_remark(const struct session *session, const struct state *before,
                          move_code move);

/* What a level asks for beyond its puzzle's usual rules, as its file says it: "rules: no-attack,
 * piece: knight"; "" where that is nothing. */
void report_headers(const struct level_text *text, char out[REPORT_MAX]);

/* What came of a solved game: moves, par, optimal or not. */
void report_result(const struct session *session, char out[REPORT_MAX]);

#endif
