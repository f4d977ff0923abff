/* A puzzle is one const value of this type; everything else is the same for all of them.
 *
 * Its members are grouped by who uses them. Required members come first in each group; the others
 * are marked optional, and puzzle_check() names a required one that is missing. The rules are pure:
 * they allocate nothing, keep nothing, and can be called by any thread. What undo restores is in
 * struct state; the cursor and a selection are in struct cursor. */
#ifndef PARLOUR_PUZZLE_PUZZLE_H
#define PARLOUR_PUZZLE_PUZZLE_H

#include <stdbool.h>

#include "algo/random.h"
#include "os/error.h"
#include "puzzle/cursor.h"
#include "puzzle/level.h"
#include "puzzle/pack.h"
#include "puzzle/picture.h"
#include "puzzle/puzzle_solver.h"

#define DEAD_END (-1) /* lower_bound: no solution can be reached */

/* The meaning of a key to the puzzle. */
enum intent {
	INTENT_NONE,   /* none: the key is free for others */
	INTENT_CURSOR, /* cursor or selection changed */
	INTENT_MOVE,   /* a move */
	INTENT_REFUSED /* a move that is not valid here; from the session only */
};

/* The keys that play, whichever keys of the keyboard a player binds to them. */
enum key_group {
	KEY_GROUP_ARROWS, /* PRESS_UP and so on */
	KEY_GROUP_SPACE,  /* PRESS_ENTER, and a click on a cell */
	KEY_GROUP_SHIFT,  /* PRESS_SHIFT_UP and so on */
	KEY_GROUP_TAB,    /* PRESS_TAB, PRESS_BACKTAB */
	KEY_GROUPS
};

/* What to paint: a position, or a frame between it and the next. */
struct view {
	const struct state *state;
	const struct cursor *cursor; /* NULL: nobody plays, as in a preview */
	const move_code *hint;       /* the move to point at; NULL: none */
	const move_code *valid; /* the valid moves, if the player asked to see them; else NULL */
	int valid_count;
	move_code moving; /* the move under way, while frame > 0 */
	int frame;        /* 1..frames(): between two positions; 0: at rest */
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
	int pieces;  /* -1: the puzzle's choice */
	int colours; /* -1: the puzzle's choice */
	int par_least, par_most;
	const char *value[HEADER_COUNT]; /* rules, goal, piece, refill as a level file has them;
	                                    NULL: not asked for */
	bool farthest; /* where the goal is a position: the farthest one, not any within par */
	double seconds; /* of processor time to find a level in; 0: a minute */
};

/* Cells that belong together in a position. */
struct groups {
	int count;
	int of[CELLS_MAX];      /* the number of each cell's group, from 0; -1: in none */
	bool closed[CELLS_MAX]; /* by the group's number: it has no open end */
};

/* The rules: pure functions, and all that a search sees of a puzzle. */
struct puzzle_rules {
	/* Writes the candidate moves of a position: every valid move is among them. Returns how
	 * many; `apply` has the last word. */
	int (*moves)(const struct level *level, const struct state *state,
	             move_code out[MOVES_MAX]);
	/* Makes the move. False, and nothing changed, if it is not valid here. */
	bool (*apply)(const struct level *level, struct state *state, move_code move);
	bool (*solved)(const struct level *level, const struct state *state);
	/* A lower bound on the moves to a solution: never more than the true distance, and 0 when
	 * solved. DEAD_END only if no solution can be reached. */
	int (*lower_bound)(const struct level *level, const struct state *state);

	/* The rest is optional. */

	/* Computes what lower_bound and the puzzle's solver need to know of a level that was read,
	 * and nothing else does. generator.start and generator.set_goal do it too. */
	void (*prepare)(struct level *level);
	/* The move that undoes this one, where rules and position allow that. */
	bool (*reverse)(const struct level *level, move_code move, move_code *back);
	/* The number of parts of a position that never touch each other, whatever is moved: their
	 * optima add up. It is 1 or more, and the same for all positions of a level. Unless `out`
	 * is NULL, part number `part` (from 0) is made a level there; its moves are moves of the
	 * whole. Without it everything is one part. */
	int (*split)(const struct level *level, const struct state *state, int part,
	             struct level *out);
	/* What a valid move scores, up to a frame of it, or (frame 0) in all. Without it there is
	 * no score. */
	int (*points)(const struct level *level, const struct state *state, move_code move,
	              int frame);
	/* A good move in an endless level; false if there is none. It must not know what the
	 * player can't. Only for puzzles with endless levels. */
	bool (*advise)(const struct level *level, const struct state *state, move_code *move);
	/* How the position divides the board. */
	void (*groups)(const struct level *level, const struct state *state, struct groups *out);
	/* The colour that enters a column next; 0: none, or unknown. */
	int (*next_colour)(const struct level *level, const struct state *state, int column);
};

/* Level files and the names of moves. */
struct puzzle_format {
	/* The characters of the first and of the second words, that of an empty cell first; NULL
	 * where there is no second word. Both words have '#' in the same cells. */
	const char *alphabet[2];
	bool marks;       /* the second words draw marks that move: a position has them too */
	unsigned headers; /* bits 1 << enum header: which headers of levels it understands */
	/* Reads the headers that only some puzzles understand (rules, goal, piece, refill) of a
	 * level whose size is set, before its board is read or generated. Optional: without it
	 * there are none. */
	bool (*read_headers)(struct level *level, const struct level_text *text,
	                     struct error *error);
	/* Makes a level, with its first state, of well-formed text (rows of one width). */
	bool (*read)(struct level *level, const struct level_text *text, struct error *error);
	/* The inverse: fills words and headers, so that `read` gives the same level. `state`, if
	 * not NULL, is drawn in place of the first position. */
	void (*write)(const struct level *level, const struct state *state,
	              struct level_writer *writer);
	void (*name_move)(const struct level *level, move_code move, char out[MOVE_NAME_MAX]);
	/* The inverse: the move of that name, or of an alias. False if no position has it. */
	bool (*read_move)(const struct level *level, const char *name, move_code *move);
};

/* What is said to the player. */
struct puzzle_text {
	const char *goal;                   /* one line: the aim of the game */
	const char *const *rules;           /* lines that teach the puzzle, NULL at the end */
	const char *const *help;            /* lines about keys and symbols, for the help page */
	const char *legend;                 /* one line: the characters of boards printed as text */
	const char *refusal;                /* said when a move is not valid */
	const char *key_labels[KEY_GROUPS]; /* one word each for the footer, "" for none there;
	                                       NULL: key not used */
	const char *key_labels_selected[KEY_GROUPS]; /* the same while something is selected;
	                                                NULL: unchanged */
	const char *key_help[KEY_GROUPS]; /* what the keys do, for the help page, before a direction
	                                     if they have one; NULL: as the keymap says */
	/* The contents of a cell in a few words, for those who do not see the board: "a on goal b",
	 * "wall"; "" where it is empty. */
	void (*describe_cell)(const struct level *level, const struct state *state, int cell,
	                      char *out, size_t size);
	/* The second stage of a hint: in a few words, which piece or line moves next. */
	void (*hint_text)(const struct level *level, const struct state *state, move_code move,
	                  char *out, size_t size);
	/* What else must be said of a valid move, in a few words; NULL: nothing. Optional. */
	const char *(*remark)(const struct level *level, const struct state *state, move_code move);
	/* A few words beside the counter: "closed 3 of 5". `score` is the sum of the points so far.
	 * May write "". Optional. */
	void (*status)(const struct level *level, const struct state *state, int score, char *out,
	               size_t size);
};

/* Keys and pictures. */
struct puzzle_screen {
	struct scale margin;         /* rows above and below, columns left and right of the board */
	const char32_t *cell_glyphs; /* of the first words' characters; NULL: as coloured pieces */
	/* Gives a key its meaning; with INTENT_MOVE the move is in *move. A click has put the
	 * cursor on its cell. Escape is offered here first: to cancel a selection. */
	enum intent (*press)(const struct level *level, const struct state *state,
	                     struct cursor *cursor, int key, move_code *move);
	/* Paints the board with its margin at the picture's origin, in the picture's scale. */
	void (*paint)(const struct level *level, const struct view *view, struct picture *picture);
	/* The cell that a valid move takes something from, and the one it takes it to. Optional:
	 * without it, what moves by itself has the cursor go to whatever changes nearby. */
	void (*move_cells)(const struct level *level, const struct state *state, move_code move,
	                   int *from, int *to);
	/* How many frames lie between the position and the next one. Optional. */
	int (*frames)(const struct level *level, const struct state *state, move_code move);
	/* Whether this frame is shown, for longer, where frames are reduced. Optional: without it
	 * that is the middle one. */
	bool (*is_key_frame)(const struct level *level, const struct state *state, move_code move,
	                     int frame);
};

/* Random levels. */
struct puzzle_generator {
	struct recipe recipe; /* the default of --generate */
	/* Makes a random start for the recipe, in a level whose size and headers are set; false if
	 * this try came to nothing. */
	bool (*start)(struct level *level, const struct recipe *recipe, struct random *random);
	/* Makes this reachable position the level's goal. Optional: without it `start` makes whole
	 * levels. */
	void (*set_goal)(struct level *level, const struct state *state);
};

struct puzzle {
	const char *name;  /* "tilt": in files, on the command line */
	const char *title; /* "Tilt": on the screen */
	struct puzzle_rules rules;
	struct puzzle_format format;
	struct puzzle_text text;
	struct puzzle_screen screen;
	struct puzzle_generator generator;
	/* A search of its own, faster than the general one, with the same results. Optional. */
	const struct puzzle_solver *solver;
};

/* Names a required member that is missing; false if one is. */
bool puzzle_check(const struct puzzle *puzzle, struct error *error);

/* Makes a bare level (puzzle/pack.h) ready for searches. */
void puzzle_prepare(const struct puzzle *puzzle, struct level *level);

/* Finds the valid move of that name in a position. */
bool puzzle_find_move(const struct puzzle *puzzle, const struct level *level,
                      const struct state *state, const char *name, move_code *move);

enum { SCORE_MAX = 999999999 };

/* The score once this valid move is made, SCORE_MAX at most; the same where moves score nothing. */
int puzzle_score(const struct puzzle *puzzle, const struct level *level, const struct state *state,
                 move_code move, int score);

/* Only the valid moves of a position. */
int puzzle_valid_moves(const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, move_code out[MOVES_MAX]);

/* Screen rows and columns of a board with its margin in a scale. */
struct scale puzzle_extent(const struct puzzle *puzzle, const struct level *level,
                           struct scale scale);

#endif
