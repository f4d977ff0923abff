/* One game of one level: the position, the way to it, the hand, and what is proven.
 *
 * The menu's game, --demo, --plain and the tests all play through this. Positions are kept for
 * good: undo and redo walk along a line of them, a restart or a return to the checkpoint appends to
 * that line and so can be undone itself.
 *
 * Once the solver has shown a way, by a move made for the player or by a replay, what is played
 * from then on is helped, whatever is undone: until the game is begun anew. Only in games without
 * an end, where nothing is proven, help that is undone is forgotten. */
#ifndef PARLOUR_PLAY_SESSION_H
#define PARLOUR_PLAY_SESSION_H

#include "solve/proof_cache.h"
#include "solve/solver.h"

enum {
	HISTORY_MAX = 1000000, /* positions kept in one game */
	SHOWN_MOVES = 100,     /* of a game without an end that a demo shows */
};

enum hint {
	HINT_NONE,
	HINT_NUMBER, /* how many moves are left */
	HINT_POINT,  /* which piece or line */
	HINT_MOVE,   /* the move */
};

/* A position that was reached. */
struct node {
	uint32_t parent;  /* the position before; itself at the start */
	uint32_t start;   /* of its game: there is a new one each time that it is begun anew */
	int count;        /* moves made from the start to here */
	int score;        /* points of those moves, SCORE_MAX at most */
	move_code move;   /* the last of them */
	bool helped;      /* one of them was made for the player, or after a way had been shown in
	                   * this game; of a start: one has been */
};

/* Nodes in the order in which undo walks back. */
struct line {
	uint32_t *nodes;
	uint32_t count, room;
	uint32_t at;      /* where on the line we are */
};

struct session {
	const struct puzzle *puzzle;
	struct level level;
	struct cursor cursor;
	enum hint hint;
	bool stuck;                   /* not solved, and no move is valid here */

	struct node *nodes;
	uint8_t *states;              /* of the nodes, level.state_size bytes each */
	uint32_t node_count, node_room;
	struct line line;
	struct line saved_line;       /* the game's own line during a replay; else empty */
	uint32_t minimum_end;         /* the end of a shortest way from the start; 0: none yet */
	uint32_t checkpoint;          /* a node; 0 (the start) until one is set */
	uint32_t best;                /* the node of the highest score without help; 0: no points */
	bool full;                    /* HISTORY_MAX was met or memory ran out: no more moves */

	struct solver *solver;        /* NULL: nothing is asked */
	uint64_t question;            /* being answered; 0: none */
	bool about_start;             /* the question is about the level's start */
	struct answer answer;         /* about the position we are at */
	struct proof_cache proofs;
};

/* Begins a game at the level's start. The solver, which may be NULL, is borrowed. */
bool session_open(struct session *session, const struct puzzle *puzzle, const struct level *level,
                  struct solver *solver, struct error *error);
void session_close(struct session *session);

/* The position, how many moves were made to get there, and what they scored. */
void session_state(const struct session *session, struct state *state);
int session_count(const struct session *session);
int session_score(const struct session *session);
bool session_solved(const struct session *session);

/* Makes a move; false, and nothing changed, if it is none here. */
bool session_move(struct session *session, move_code move);

/* Makes the next move of the shortest way known from here, for the player; false if none is. */
bool session_solve_on(struct session *session);

/* Was a move of the way here made for the player, or after a way had been shown? */
bool session_helped(const struct session *session);

/* Puts the cursor on a cell: what a click does before its key comes. */
void session_point(struct session *session, int cell);

/* Gives a key to the mode and does what it means; *move is the move made, with INTENT_MOVE, or
 * that was none here, with INTENT_REFUSED. */
enum intent session_press(struct session *session, int key, move_code *move);

/* Each returns false where there is nothing to do. A return to the start begins the game anew. */
bool session_undo(struct session *session);
bool session_redo(struct session *session);
bool session_restart(struct session *session);
void session_set_checkpoint(struct session *session);
bool session_return(struct session *session);

/* Asks for the next stage of a hint. */
void session_hint(struct session *session);

/* The next move of the shortest way known from here, or a good one where the level is endless;
 * false if none is known. */
bool session_next(const struct session *session, move_code *move);

/* Takes an answer about the position we are at; true if it says something new. */
bool session_take(struct session *session, const struct answer *answer);

/* Takes what the solver has found meanwhile; true if it says something new. */
bool session_news(struct session *session);

/* The proven least number of moves from the level's start; -1 if it is not proven (yet). */
int session_minimum(const struct session *session);

/* Moves by which the way so far and the best rest exceed par, at least: exactly so many once the
 * rest is proven. 0 if that is not known, or there is no way. */
int session_over_par(const struct session *session);

/* The names of the moves from the start to here, by blanks, with a star behind those made for the
 * player. To be freed; NULL without memory. */
char *session_moves(const struct session *session);

/* The highest score that was reached without help, even if it was undone since, and its moves as
 * above. */
int session_best_score(const struct session *session);
int session_best_count(const struct session *session);
char *session_best_moves(const struct session *session);

/* The move that redo would make; false where redo has none, or jumps. */
bool session_ahead(const struct session *session, move_code *move);

/* ---- replay ---- */

/* Goes to the start of the way from there to where the game is; undo and redo walk along it and
 * nothing else, and nothing is lost. False without memory. */
bool session_replay(struct session *session);

/* The same along a shortest way; false where none is proven, or there is no room. */
bool session_replay_least(struct session *session);

/* Goes to the end of the way that is replayed, or back to its start. */
void session_replay_seek(struct session *session, bool end);

/* Back to where the game is. */
void session_replay_end(struct session *session);

/* ---- words ---- */

/* The whole history in words, for session_restore, which makes no more nodes of them than there are
 * here: what was kept is never too long to be read. To be freed; NULL without memory. */
char *session_text(const struct session *session);

/* Whether a way has been shown in the game that such words are of: it counts as not solved. */
bool session_text_helped(const char *words);

/* Takes up a history written by session_text in a session just opened. False, and the session at
 * its start, if it does not fit the level; or, with `full` set, if there is no room for it. */
bool session_restore(struct session *session, const char *words);

#endif
