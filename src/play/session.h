/* One game of one level: position, history, cursor and proofs.
 *
 * The menu's game, --demo, --plain and the tests all play through a session. Positions are never
 * discarded: undo and redo move along a line of history nodes; a restart or a return to the
 * checkpoint appends to that line, and so can be undone itself.
 *
 * Once the solver has shown a solution, by making a move or in a replay, everything played
 * afterwards counts as assisted, even after undo, until the player restarts. Endless games prove
 * nothing: there, undoing an assisted move removes the mark. */
#ifndef PARLOUR_PLAY_SESSION_H
#define PARLOUR_PLAY_SESSION_H

#include "solve/proof_cache.h"
#include "solve/solver.h"

enum {
	HISTORY_MAX = 1000000, /* history nodes of one game */
	DEMO_MOVES_MAX = 100,  /* length of a demo of an endless game */
	TENTHS_UNKNOWN = -1,
};

enum hint {
	HINT_NONE,
	HINT_NUMBER, /* how many of the moves keep the minimum */
	HINT_PIECE,  /* the piece or line */
	HINT_MOVE,   /* the move */
};

/* A position in the history. */
struct history_node {
	uint32_t parent;  /* the previous position; itself at a start */
	uint32_t start;   /* the start of this attempt; each restart makes a new one */
	int count;        /* moves from the start to here */
	int score;        /* points of those moves, at most SCORE_MAX */
	int32_t tenths;   /* by the session's clock, when the move was made, since this attempt
	                   * began; at a start: when it began; TENTHS_UNKNOWN */
	move_code move;   /* the last of them */
	bool assisted;    /* a move was made by the solver, or after it had shown a solution; at a
	                   * start: it has shown one */
};

/* History nodes in the order in which undo walks back. */
struct history_line {
	uint32_t *nodes;
	uint32_t count, room;
	uint32_t at; /* the current index */
};

/* What a question to the solver is about. */
enum subject {
	ABOUT_POSITION,
	ABOUT_CHOICE, /* the position after the next move of struct choices */
	ABOUT_REVIEW, /* the next position of struct review */
	ABOUT_OTHER,  /* the position of struct other_position */
};

/* The valid moves of a position whose minimum is proven, judged one after another: a move keeps the
 * minimum if it is one less after it. */
struct choices {
	int valid;     /* 0: not counted yet */
	int judged;    /* so far */
	int keeping;   /* those of them proven to keep the minimum */
	int hopeless;  /* those of them after which the level is unsolvable */
	int undecided; /* those of them that the solver gave up on */
	int excess;    /* the least that one costs which neither keeps it nor loses all; 0: none */
};

/* A path from a start, judged position by position; without positions there is no review. */
struct review {
	uint32_t *nodes;
	int *minima; /* the minimum from each */
	int count;  /* positions: one more than moves */
	int judged; /* the first ones; their minima stay unknown only where the solver gave up */
};

/* A position that is not of this game: a rival's, on the same board or on another. */
struct other_position {
	const struct puzzle *puzzle;
	struct level level;
	struct state state;
	enum { WANTED_NONE, WANTED_ASKED, WANTED_SETTLED } stage;
	int minimum; /* once it is settled */
};

/* What a move cost: how much it raised the number of moves so far plus the minimum from here. 0:
 * it kept the minimum. Or one of these. */
enum {
	COST_UNKNOWN = -1,
	COST_UNSOLVABLE = -2, /* nothing solves the level after it */
	COST_LOST = -3,       /* nor before it */
};

struct session {
	const struct puzzle *puzzle;
	struct level level;
	struct cursor cursor;
	enum hint hint;
	bool stuck;          /* not solved, and without a valid move */
	bool checkpoint_set; /* by the player; a saved game does not say so of one at a start */

	struct history_node *nodes;
	uint8_t *states;              /* states of the nodes, level.state_size bytes each */
	uint32_t node_count, node_room;
	struct history_line line;
	struct history_line saved_line; /* the game's line during a replay; else empty */
	uint32_t minimum_end;   /* the end of an optimal solution from the start; 0: none yet */
	uint32_t recorded_end;  /* the end of the recorded moves that are replayed; 0: none are */
	uint32_t checkpoint;    /* a node; 0 (the start) until it is set */
	uint32_t best;          /* the node with the highest unassisted score; 0: no points */
	bool watched;           /* begins unaided, see session_watch */
	bool unaided;           /* watched, and no help has been seen since the game was begun */
	bool hinted;            /* a hint has been seen since then */
	bool solution_seen;     /* the solver has shown a solution, in this attempt or before */
	bool full;              /* out of memory or HISTORY_MAX reached: no more moves */
	int32_t tenths;         /* time played, as told last; TENTHS_UNKNOWN: nobody tells it */

	struct solver *solver;        /* NULL: no solver */
	uint64_t question;            /* the pending question; 0: none */
	enum subject about;           /* its subject */
	struct choices choices;       /* for the hint's first stage, and its reason */
	struct review review;         /* of the path to a solution, or of the replay */
	struct other_position wanted;         /* a position that a rival came to */
	struct answer answer;         /* about the current position */
	struct proof_table proofs;
};

/* Starts a game. The solver, which may be NULL, is borrowed. */
bool session_open(struct session *session, const struct puzzle *puzzle, const struct level *level,
                  struct solver *solver, struct error *error);
void session_close(struct session *session);

/* The current node in the history. */
uint32_t session_current_node(const struct session *session);

/* The current position, the number of moves to it, and its score. */
void session_state(const struct session *session, struct state *state);
int session_count(const struct session *session);
int session_score(const struct session *session);
bool session_solved(const struct session *session);

/* Makes a move; false, with nothing changed, if it is not valid. */
bool session_move(struct session *session, move_code move);

/* Makes the next move of the known plan for the player; false if there is none. */
bool session_solver_move(struct session *session);

/* Whether the game counts as assisted here. */
bool session_assisted(const struct session *session);

/* Whether the solver has shown a solution in this attempt, so that it is assisted from here on. */
bool session_solution_shown(const struct session *session);

/* The game begins as unaided; the caller promises to report what it shows that helps
 * (session_note_aid). Call this before anything is played or restored; otherwise no game counts as
 * unaided. */
void session_watch(struct session *session);

/* The counter was shown: the game is no longer unaided. A hint calls this itself. */
void session_note_aid(struct session *session);

/* Whether the game got here without the counter, hints and the solver. Neither undo nor a restart
 * forgets them; only a new game does. False for a game of version 0.1 that was resumed. */
bool session_unaided(const struct session *session);

/* Whether a hint or a solution has been seen since the game was begun. */
bool session_hinted(const struct session *session);

/* Moves the cursor to a cell, as a click does before its key. */
void session_set_cursor(struct session *session, int cell);

/* Passes a key to the puzzle and makes its move, if any. *move is the move made, with INTENT_MOVE,
 * or the invalid one, with INTENT_REFUSED. */
enum intent session_press(struct session *session, int key, move_code *move);

/* Each returns false if there is nothing to do. Returning to the start is a restart. Without a
 * checkpoint, returning goes to the start; session_has_checkpoint tells whether one was set. */
bool session_undo(struct session *session);
bool session_undo_to(struct session *session, int count); /* the last position with so many moves */
bool session_redo(struct session *session);
bool session_restart(struct session *session);
/* A restart after which the game counts as a new one: what helped before is forgotten. */
void session_begin_again(struct session *session);
void session_set_checkpoint(struct session *session);
bool session_has_checkpoint(const struct session *session);
bool session_return_to_checkpoint(struct session *session);

/* ---- time ---- */

/* The caller tells the time played, in tenths of a second: the clock starts at 0, in a session at
 * its start; or where a restored game left it. It never goes back. A session whose clock was not
 * started knows no times. */
void session_start_clock(struct session *session);
void session_set_clock(struct session *session, int64_t tenths);

/* The times of the moves from the start to here (puzzle/times.h); "" if one is unknown. The time of
 * a move is when it was made first: that which went by for moves undone since is in the next one's.
 * The same for session_best. The caller frees it; NULL without memory. */
char *session_times(const struct session *session);
char *session_best_times(const struct session *session);

/* ---- hints (session_hint.c) ---- */

/* Advances the hint to the next stage. At the first and the last one the solver, if there is one,
 * is asked about the moves. */
void session_hint(struct session *session);

/* At these stages, but not in a replay: judges the moves that need no search. True if one is left,
 * with the position after it, for session_take_choice. */
bool session_next_choice(struct session *session, struct state *after);

/* Takes an answer about that position; true if it settles the move, or if nothing will. */
bool session_take_choice(struct session *session, const struct state *after,
                         const struct answer *answer);

/* The next move of the known plan, or a good move in an endless level; false if there is none. */
bool session_next_move(const struct session *session, move_code *move);

/* ---- proofs (session_proof.c) ---- */

/* Takes an answer about the current position; true if it tells anything new. */
bool session_take_answer(struct session *session, const struct answer *answer);

/* Fetches the solver's latest answer; true if it tells anything new. */
bool session_poll_solver(struct session *session);

/* The minimum from any position, of this level or of another: true if it is settled; *minimum is
 * MINIMUM_UNKNOWN if the solver gave up. Else, the solver is asked about it when it has nothing to
 * do for the game: one such position at a time, the first that was asked for. */
bool session_prove(struct session *session, const struct puzzle *puzzle, const struct level *level,
                   const struct state *state, int *minimum);

/* The proven minimum number of moves from the level's start; -1: not proven. */
int session_minimum(const struct session *session);

/* How far the moves made plus the best continuation exceed par: a lower bound, exact once the
 * continuation is proven. 0 if unknown or unsolvable. */
int session_over_par(const struct session *session);

/* ---- moves as text ---- */

/* The moves from the start to here, separated by blanks, with a star after each one of the solver.
 * The caller frees it; NULL without memory. */
char *session_moves(const struct session *session);

/* The position with the highest score reached without help, even if it was undone since, and the
 * moves to it as above. */
const struct history_node *session_best(const struct session *session);
char *session_best_moves(const struct session *session);

/* The move that redo would make; false if there is none, or redo jumps. */
bool session_redo_move(const struct session *session, move_code *move);

/* ---- replay (session_replay.c) ---- */

/* Starts a replay of the game, or of the recorded moves that were replayed last, at its first
 * position. Undo and redo walk along it, and nothing is lost. False without memory. */
bool session_replay(struct session *session);

/* The same for recorded moves: their names, separated by blanks. False if one is not valid, or
 * without room. */
bool session_replay_moves(struct session *session, const char *moves);

/* The same for somebody else's moves, which are help. */
bool session_replay_other(struct session *session, const char *moves);

/* The same for an optimal solution; false if none is proven, or without memory. */
bool session_replay_minimum(struct session *session);

/* Goes to a position of the replay, from 0: an index of the line. */
void session_replay_seek(struct session *session, uint32_t position);

/* Shows the best move at the current position of the replay, as the last stage of a hint does. The
 * game counts as assisted from here on. False if no plan is known there. */
bool session_show_best(struct session *session);

/* Whether the replay ends with the level solved. */
bool session_replay_is_solution(const struct session *session);

/* Ends the replay. */
void session_replay_end(struct session *session);

/* ---- review (session_review.c) ---- */

/* Once a game is solved, and in a replay, the solver is asked about each position of the path, in
 * order, behind other questions. Paths of endless games, and those of more than REVIEW_MAX moves,
 * are not reviewed. */
enum { REVIEW_MAX = 10000 };

/* Whether the minima are all known that can be. */
bool session_review_is_done(const struct session *session);

/* The cost of the move made at a position of the review, from 0. */
int session_move_cost(const struct session *session, int position);

/* Whether a move of that cost is known not to have kept the minimum. */
static inline bool cost_is_mistake(int cost)
{
	return cost > 0 || cost == COST_UNSOLVABLE;
}

/* The nearest position after (`step` 1) or before (-1) this one whose move did not keep the
 * minimum; -1: none is known. */
int session_find_mistake(const struct session *session, int position, int step);

/* Judges the positions that need no search. True if one is left, with its state, for
 * session_take_reviewed. */
bool session_next_reviewed(struct session *session, struct state *state);

/* Takes an answer about that position; true if it settles it, or if nothing will. */
bool session_take_reviewed(struct session *session, const struct state *state,
                           const struct answer *answer);

/* Goes on playing from a position of the review; a replay ends. The attempt counts as aided, and as
 * assisted if the solver has shown a solution in the one reviewed. Undo returns to where the game
 * was. False without room. */
bool session_play_on(struct session *session, int position);

/* ---- saved games ---- */

/* The whole history as text, for session_restore. Restoring makes no more nodes than there are
 * here, so a saved game never exceeds the limits. The caller frees it; NULL without memory. */
char *session_text(const struct session *session);

/* The same, and with it the clock and the times of all moves, for session_restore_clock; "" without
 * a clock. False, with both NULL, without memory. */
bool session_text_with_clock(const struct session *session, char **words, char **times);

/* Whether the saved game is assisted: then it does not count as solved. */
bool session_text_assisted(const char *words);

/* Restores a history in a session just opened. False, with the session at its start, if it does not
 * fit the level; or, with `full` set, if there is no room for it. */
bool session_restore(struct session *session, const char *words);

/* After a history was restored: its clock, which goes on from there. False if it does not fit;
 * then, or with "", the times of its moves are unknown, and the clock starts. */
bool session_restore_clock(struct session *session, const char *times);

/* Discards the whole history: the game is at its start, and nothing can be undone. Not during a
 * replay. */
void session_discard(struct session *session);

#endif
