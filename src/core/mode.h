/* A puzzle is one const value of this type; everything else is the same for all of them.
 *
 * The rules are pure: they allocate nothing, keep nothing, and can be called by any thread. Only
 * they reach the search. What undo gives back is in struct state; a cursor is in struct hand. */
#ifndef PARLOUR_CORE_MODE_H
#define PARLOUR_CORE_MODE_H

#include <stdbool.h>

#include "core/error.h"
#include "core/hand.h"
#include "core/kernel.h"
#include "core/level.h"
#include "core/pack.h"
#include "core/picture.h"
#include "core/random.h"

#define DEAD (-1) /* at_least: no way to a solution can be left */

/* What a key meant to the mode. */
enum intent {
	INTENT_NONE, /* nothing: the key is free for others */
	INTENT_HAND, /* the hand changed */
	INTENT_MOVE, /* a move was made */
	INTENT_REFUSED /* it was none here; from the session only */
};

/* The keys that play, whatever keys of the keyboard a player gives them: each mode says in a word
 * what it does with them. */
enum hand_key {
	HAND_ARROWS, /* PRESS_UP and so on */
	HAND_SPACE,  /* PRESS_ENTER, and a click on a cell */
	HAND_SHIFT,  /* PRESS_SHIFT_UP and so on */
	HAND_TAB,    /* PRESS_TAB, PRESS_BACKTAB */
	HAND_KEYS
};

/* What to paint: a position, or the way from it to the next. */
struct view {
	const struct state *state;
	const struct hand *hand;  /* NULL: nobody plays, as in a preview */
	const move_code *hint;    /* the move to point at; NULL: none */
	const move_code *valid;   /* the valid moves, if the player asked to see them; else NULL */
	int valid_count;
	move_code moving;         /* the move that is under way, while frame > 0 */
	int frame;                /* 1..frames(): pictures between two positions; 0: at rest */
};

/* The text around a level that level_text only points to. */
struct level_writer {
	struct level_text text;
	char words[2][SIDE_MAX][4 * SIDE_MAX + 1];
	char value[HEADER_COUNT][HEADER_BYTES_MAX];
	char refill[SIDE_MAX * (CELLS_MAX + 1) + 1]; /* the one header that may be longer */
};

/* What to generate. */
struct recipe {
	int rows, columns;
	int pieces;  /* -1: the mode's choice */
	int colours; /* -1: the mode's choice */
	int par_least, par_most;
	const char *value[HEADER_COUNT]; /* rules, goal, piece, refill as a level file has them;
	                                    NULL: not asked for */
	bool farthest; /* where the goal is a position: the farthest one, not any within par */
};

/* Cells that belong together in a position. */
struct groups {
	int count;
	int of[CELLS_MAX];      /* the number of each cell's group, from 0; -1: in none */
	bool closed[CELLS_MAX]; /* by the group's number: it is as it should be */
};

struct mode {
	const char *name;  /* "tilt": in files, on the command line */
	const char *title; /* "Tilt": on the screen */
	const char *goal;  /* one line: what the player is to do */
	const char *hands[HAND_KEYS]; /* one word for the footer, "" for none there; NULL: key not
	                                 used */
	const char *holding[HAND_KEYS]; /* the same while something is chosen; NULL: it stays */
	const char *deeds[HAND_KEYS];   /* what the key does, for help, before a direction if it has
	                                   one; NULL: the table of keys says it for all modes */
	const char *const *rules; /* lines that teach the puzzle, NULL at the end */
	const char *const *help;  /* the same about hands and what is seen, for the help screen */
	const char *legend;  /* one line: what boards as text are drawn with */
	const char *refusal; /* said when what was tried is no move */
	bool marks;        /* the second words draw what moves along: a position has them too */
	/* What the first and the second words are written with, that of an empty cell first; NULL
	 * where there is no second word. What both have as '#' stands in both or in none. */
	const char *words[2];
	const char32_t *faces; /* how those of the first words look; NULL: as coloured pieces */
	unsigned headers;  /* bits 1 << enum header: which headers of levels it understands */
	struct scale margin; /* rows above and below, columns left and right of the board */
	struct recipe recipe; /* what --generate makes when nothing else is asked for */

	/* Takes in the headers that only some modes understand (rules, goal, piece, refill) of a
	 * level whose size is set, before its board is read or generated. Optional: without it
	 * there are none. */
	bool (*read_headers)(struct level *level, const struct level_text *text,
	                     struct error *error);
	/* From text that is well-formed (rows of one width) to a level, with its first state. */
	bool (*read)(struct level *level, const struct level_text *text, struct error *error);
	/* Finds out about a level that was read what at_least and the kernel want to know, and
	 * nothing else does. `generate` and `set_goal` do it too. Optional. */
	void (*prepare)(struct level *level);
	/* Back: fills words and headers; the same level comes out of `read`. `state`, if not NULL,
	 * is drawn in place of the first position. */
	void (*write)(const struct level *level, const struct state *state,
	              struct level_writer *writer);

	/* Writes moves that may be valid in this position; every valid one is among them. Returns
	 * how many; `apply` has the last word. */
	int (*moves)(const struct level *level, const struct state *state,
	             move_code out[MOVES_MAX]);
	/* Makes the move. False, and nothing changed, if it is none here. */
	bool (*apply)(const struct level *level, struct state *state, move_code move);
	bool (*solved)(const struct level *level, const struct state *state);
	/* At least so many moves to a solution: never more than the true distance, and 0 when
	 * solved. DEAD only if there is no way. */
	int (*at_least)(const struct level *level, const struct state *state);
	void (*name_move)(const struct level *level, move_code move, char out[MOVE_NAME_MAX]);
	/* Back: the move of that name, or of another name that a move may be given. False if there
	 * is no such move in any position. */
	bool (*read_move)(const struct level *level, const char *name, move_code *move);

	/* The move that takes this one back, where rules and position allow that. Optional. */
	bool (*reverse)(const struct level *level, move_code move, move_code *back);
	/* The number of parts of a position that never touch each other, whatever is moved: their
	 * shortest solutions add up. It is 1 or more, and the same for all positions of a level.
	 * Unless `out` is NULL, part number `part` (from 0) is made a level there, whose moves are
	 * moves of the whole. Optional: without it everything is one part. */
	int (*split)(const struct level *level, const struct state *state, int part,
	             struct level *out);
	/* What a valid move scores, up to a frame of it, or (frame 0) in all. Optional: without it
	 * there is no score. */
	int (*points)(const struct level *level, const struct state *state, move_code move,
	              int frame);
	/* A good move of a level that is endless; false if there is none. It must not know what the
	 * player can't. Only for modes that have such levels. */
	bool (*advise)(const struct level *level, const struct state *state, move_code *move);

	/* What else a valid move brings that must be said, in a few words; NULL: nothing.
	 * Optional. */
	const char *(*news)(const struct level *level, const struct state *state, move_code move);
	/* A few words on how things stand, beside the counter: "closed 3 of 5". `score` is the sum
	 * of the points so far. May write "". Optional. */
	void (*status)(const struct level *level, const struct state *state, int score, char *out,
	               size_t size);
	/* What is on a cell, in a few words for those who do not see the board: "a on goal b",
	 * "wall"; "" where there is nothing. */
	void (*tell)(const struct level *level, const struct state *state, int cell, char *out,
	             size_t size);
	/* The colour that comes into a column next; 0: none, or nobody can know. Optional. */
	int (*coming)(const struct level *level, const struct state *state, int column);
	/* How the position divides the board. Optional. */
	void (*groups)(const struct level *level, const struct state *state, struct groups *out);
	/* The second stage of a hint: which piece or line the next move is about, in a few
	 * words. */
	void (*point)(const struct level *level, const struct state *state, move_code move,
	              char *out, size_t size);
	/* Gives the key its meaning; with INTENT_MOVE the move is in *move. A click has put the
	 * cursor where it was made. Escape is offered here first: to give up a choice. */
	enum intent (*press)(const struct level *level, const struct state *state,
	                     struct hand *hand, int key, move_code *move);
	/* Paints the board with its margin at the picture's origin, in the picture's scale. */
	void (*paint)(const struct level *level, const struct view *view, struct picture *picture);
	/* How many pictures lie between the position and the next one. Optional. */
	int (*frames)(const struct level *level, const struct state *state, move_code move);
	/* Whether this one is worth showing where pictures are dear, and is to be looked at for a
	 * while. Optional: without it that is the middle one. */
	bool (*is_key_frame)(const struct level *level, const struct state *state, move_code move,
	                     int frame);

	/* A random start for the recipe, in a level whose size and headers are set; false if this
	 * try came to nothing. */
	bool (*generate)(struct level *level, const struct recipe *recipe, struct random *random);
	/* Makes this reachable position the level's goal. Optional: without it `generate` makes
	 * whole levels. */
	void (*set_goal)(struct level *level, const struct state *state);

	/* A search of its own, faster than the general one and equal in all it proves. Optional. */
	const struct kernel *kernel;
};

/* All puzzles, NULL at the end. */
extern const struct mode *const modes[];

/* The mode of that name, or NULL. */
const struct mode *mode_named(const char *name);

/* Makes a bare level (core/pack.h) ready for searches. */
void mode_prepare(const struct mode *mode, struct level *level);

/* Finds the valid move of that name in a position. */
bool mode_find_move(const struct mode *mode, const struct level *level, const struct state *state,
                    const char *name, move_code *move);

enum { SCORE_MAX = 999999999 };

/* The score once this valid move is made, SCORE_MAX at most; the same where moves score nothing. */
int mode_score(const struct mode *mode, const struct level *level, const struct state *state,
               move_code move, int score);

/* Only the valid moves of a position. */
int mode_valid_moves(const struct mode *mode, const struct level *level,
                     const struct state *state, move_code out[MOVES_MAX]);

/* Screen rows and columns of a board with its margin in a scale. */
struct scale mode_extent(const struct mode *mode, const struct level *level, struct scale scale);

#endif
