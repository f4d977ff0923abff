/* A run as it was played: the moves on each of its boards. What it is worth follows from them and
 * from the boards, which are made again from the run's name.
 *
 * As text it has a part for each board, "TENTHS MOVE MOVE ...", separated by " / ": when the board
 * was left, in tenths of a second since the run began, and the moves. The last part is the board
 * that the run is at, or at which it ended. Anyone may have written the text: only what run_read
 * accepts is a run. That a player found the moves, and in that time, it can't prove. */
#ifndef PARLOUR_PLAY_RUN_H
#define PARLOUR_PLAY_RUN_H

#include "os/error.h"
#include "play/run_id.h"

enum {
	STORM_TENTHS = 1800,        /* a storm ends then */
	RUN_TENTHS_MAX = 999999999, /* of a streak */
	RUN_TEXT_MAX = 59000,       /* bytes of a run as text */
	RUN_SEEN_MAX = 16,          /* two for each puzzle, twice */
};

/* A run as text that was read. */
struct run_seen {
	char *words; /* NULL: none */
	struct run_id id;
	int64_t score;
	bool counts; /* its moves give that score */
};

/* The boards of a run, made when they are first asked for, and the runs read last (run_list.h),
 * so that their boards need not be made again. All zero: none yet. */
struct run_boards {
	struct run_id id;
	int count;
	struct level *level[RUN_BOARDS_MAX];
	struct run_seen seen[RUN_SEEN_MAX];
	int next_seen; /* the one to be replaced next */
};

/* A board of a run, from 1, without the preparation for searches. It is valid until the boards of
 * another run are asked for. NULL, with an error, without memory or if the seed gives no board. */
const struct level *run_boards_get(struct run_boards *boards, const struct run_id *id, int board,
                                   struct error *error);
void run_boards_free(struct run_boards *boards);

/* What was made of a board. */
struct run_board {
	char *moves; /* their names, separated by blanks */
	int tenths;  /* when it was left */
	int count;   /* of moves */
	bool solved;
	bool minimal; /* in the minimum number of moves */
};

struct run {
	struct run_id id;
	int count; /* boards begun; the last one is the current one */
	struct run_board board[RUN_BOARDS_MAX];
};

/* Reads a run from text and replays it. False with the reason: a word is not valid, times do not
 * rise or exceed a storm's, the solver made a move, or a streak goes on after a board that was not
 * solved in the minimum. Then *run is empty. */
bool run_read(struct run *run, struct run_boards *boards, const struct run_id *id,
              const char *words, struct error *error);
void run_free(struct run *run);

/* The run as text. The caller frees it; NULL without memory, or if it is longer than
 * RUN_TEXT_MAX. */
char *run_words(const struct run *run);

/* Sets what was made of the current board so far; takes ownership of the moves. */
void run_set(struct run *run, struct run_board board);
/* Goes to the next board. False if there is none. */
bool run_next(struct run *run);

/* A streak: the boards solved in the minimum number of moves. A storm: a point for each board
 * solved, and another one if it took the minimum. */
int run_score(const struct run *run);
/* Boards solved, and moves on them all. */
int run_solved(const struct run *run);
int run_moves(const struct run *run);
/* Tenths of a second until the last board was left. */
int run_tenths(const struct run *run);

/* Whether a streak's current board, of that par, can't be solved in the minimum any more. */
bool run_is_missed(const struct run *run, int par);
/* The rule, as one sentence. */
const char *run_rule(enum run_kind kind);
/* "7 boards", "12 points". */
void run_score_words(enum run_kind kind, int score, char *out, size_t size);

#endif
