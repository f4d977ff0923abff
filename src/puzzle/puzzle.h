/* The interface of a puzzle. A puzzle is one const value of this type; the rest of the program is
 * the same for all of them.
 *
 * Members are grouped by who uses them. In each group required members come first, and the others
 * are marked optional; puzzle_check() reports a required one that is missing. The rules are pure
 * functions: they allocate nothing, keep nothing, and are safe in any thread. What undo restores
 * belongs in struct state; the cursor and the selection are in struct cursor. */
#ifndef PARLOUR_PUZZLE_PUZZLE_H
#define PARLOUR_PUZZLE_PUZZLE_H

#include <stdbool.h>

#include "algo/random.h"
#include "os/error.h"
#include "puzzle/certificate.h"
#include "puzzle/cursor.h"
#include "puzzle/level.h"
#include "puzzle/pack.h"
#include "puzzle/picture.h"
#include "puzzle/puzzle_solver.h"
#include "puzzle/reason.h"

#define DEAD_END (-1) /* lower_bound: unsolvable from here */

/* What a key means to the puzzle. */
enum intent {
	INTENT_NONE,   /* nothing: others may use the key */
	INTENT_CURSOR, /* the cursor or the selection changed */
	INTENT_MOVE,   /* a move */
	INTENT_REFUSED /* a move that is not valid here; only the session returns it */
};

/* The keys of play, whichever physical keys the player binds to them. */
enum key_group {
	KEY_GROUP_ARROWS, /* PRESS_UP and so on */
	KEY_GROUP_SPACE,  /* PRESS_ENTER, and a click on a cell */
	KEY_GROUP_SHIFT,  /* PRESS_SHIFT_UP and so on */
	KEY_GROUP_TAB,    /* PRESS_TAB, PRESS_BACKTAB */
	KEY_GROUPS
};

/* A drag of the mouse, from one cell to another. */
struct drag {
	int from, to;
	bool off;        /* it ended beside the board; `to` is the nearest cell */
	int down, right; /* rows and columns of the screen that it covers, which may be negative */
};

/* What to paint: a position, or an animation frame between it and the next. */
struct view {
	const struct state *state;
	const struct cursor *cursor; /* NULL: not being played, as in a preview */
	const move_code *hint;       /* the move to highlight; NULL: none */
	const move_code *named;      /* a move of the piece or line that a hint names, else NULL */
	const move_code *valid;      /* the valid moves, if they are shown; else NULL */
	int valid_count;
	move_code moving; /* the move being animated, if frame > 0 */
	int frame;        /* 1..frames() or refused_frames(): animating; 0: at rest */
};

/* Storage for the strings that level_text points to. */
struct level_writer {
	struct level_text text;
	char words[2][SIDE_MAX][4 * SIDE_MAX + 1];
	char value[HEADER_COUNT][HEADER_BYTES_MAX];
	char refill[SIDE_MAX * (CELLS_MAX + 1) + 1]; /* the only header that may be longer */
};

/* Parameters for generating a level. */
struct recipe {
	int rows, columns;
	int pieces;  /* -1: the puzzle's choice */
	int colours; /* -1: the puzzle's choice */
	int par_min, par_max;
	const char *value[HEADER_COUNT]; /* rules, goal, piece, refill; NULL: default */
	bool farthest; /* if the goal is a position: the farthest one rather than any within par */
	double seconds; /* processor time to find a level; 0: a limit of states instead */
};

enum { LADDER_RUNGS = 7 };

/* Cells that belong together in a position. */
struct groups {
	int count;
	int of[CELLS_MAX];      /* the group of each cell, from 0; -1: none */
	bool closed[CELLS_MAX]; /* by group: it has no open end */
};

/* The rules: pure functions. The general search sees no others of a puzzle. */
struct puzzle_rules {
	/* Writes a superset of the valid moves, `apply` decides; returns how many. */
	int (*moves)(const struct level *level, const struct state *state,
	             move_code out[MOVES_MAX]);
	/* Makes a move. False, with nothing changed, if it is not valid. */
	bool (*apply)(const struct level *level, struct state *state, move_code move);
	bool (*solved)(const struct level *level, const struct state *state);
	/* An admissible lower bound on the moves to a solution: never above the true distance, 0 if
	 * solved. DEAD_END only if the position is unsolvable. */
	int (*lower_bound)(const struct level *level, const struct state *state);

	/* The rest is optional. */

	/* Precomputes what only lower_bound and the puzzle's solver need, for a level just read.
	 * generator.start and generator.set_goal do this themselves. */
	void (*prepare)(struct level *level);
	/* The move that undoes this one, if rules and position allow it. */
	bool (*reverse)(const struct level *level, move_code move, move_code *back);
	/* Splits a position into independent parts, whose optima add up. Returns their number, at
	 * least 1 and the same for all positions of a level; default: 1. Unless `out` is NULL,
	 * writes part `part` (from 0) as a level; its moves are moves of the whole level. */
	int (*split)(const struct level *level, const struct state *state, int part,
	             struct level *out);
	/* Writes a plan, however long, that is found in milliseconds; returns its length, at most
	 * `most`, or 0 if it finds none. Default: 0. */
	int (*plan)(const struct level *level, const struct state *start, move_code *plan,
	            int most);
	/* The points of a valid move up to an animation frame, or in all (frame 0). Default: 0. */
	int (*points)(const struct level *level, const struct state *state, move_code move,
	              int frame);
	/* A good move in an endless level; false if there is none. It must not use information that
	 * the player doesn't have. Required for puzzles with endless levels. */
	bool (*advise)(const struct level *level, const struct state *state, move_code *move);
	/* Divides the board into groups of cells. */
	void (*groups)(const struct level *level, const struct state *state, struct groups *out);
	/* The colour that enters a column next; 0: none or unknown. */
	int (*next_colour)(const struct level *level, const struct state *state, int column);
};

/* Level files and move names. */
struct puzzle_format {
	/* The characters of the first and of the second words, that of an empty cell first. NULL:
	 * no second words. Both words have '#' in the same cells. */
	const char *alphabet[2];
	/* What the second words hold, if it moves and positions have it too: "stars", marked with
	 * NC_. NULL: goals. */
	const char *marks;
	unsigned headers; /* the headers that its levels may have: bits 1 << enum header */
	/* Reads the headers that only some puzzles have (rules, goal, piece, refill), for a level
	 * whose size is set, before its board is read or generated. Required if `headers` has any
	 * of these. */
	bool (*read_headers)(struct level *level, const struct level_text *text,
	                     struct error *error);
	/* Reads a level and its start position from well-formed text (rows of equal width). */
	bool (*read)(struct level *level, const struct level_text *text, struct error *error);
	/* The inverse: fills words and headers, so that `read` gives the same level. `state`,
	 * unless NULL, replaces the start position. */
	void (*write)(const struct level *level, const struct state *state,
	              struct level_writer *writer);
	void (*name_move)(const struct level *level, move_code move, char out[MOVE_NAME_MAX]);
	/* The inverse: the move with this name or alias, valid here or not. False if the name is
	 * none of a move on a board of this size. */
	bool (*read_move)(const struct level *level, const char *name, move_code *move);
};

/* Text for the player. Constant texts are messages marked with N_ (key labels with NC_): who shows
 * them translates them. Functions write translated text. */
struct puzzle_text {
	const char *goal;                   /* one line: the aim of the game */
	const char *const *rules;           /* one line each, NULL at the end */
	/* The same for a level whose rules differ; optional. puzzle_rules asks it. */
	const char *const *(*rules_of)(const struct level *level);
	const char *const *help;            /* keys and symbols, for the help page */
	const char *legend;                 /* one line: the characters of boards in text form */
	const char *refusal;                /* the message for an invalid move */
	/* Why a move is not valid here, as a sentence; "": `refusal` says it all. Any code is
	 * allowed, even one that no move has. Optional. */
	void (*explain)(const struct level *level, const struct state *state, move_code move,
	                char *out, size_t size);
	/* Why no move has this name, as a sentence; NULL: it is not even like one. Optional. */
	const char *(*explain_name)(const struct level *level, const char *name);
	/* One word each for the footer, "" for none; NULL: key not used. While something is
	 * selected, the second ones, unless NULL. */
	const char *key_labels[KEY_GROUPS], *key_labels_selected[KEY_GROUPS];
	/* For the help page; NULL: the keymap's text. Each arrow, alone and with Shift, has its own
	 * text, and none in key_help. */
	const char *key_help[KEY_GROUPS];
	const char *arrow_help[DIRECTIONS], *push_help[DIRECTIONS];
	/* Describes a cell in a few words: "a on goal b", "wall"; "" if it is empty. */
	void (*describe_cell)(const struct level *level, const struct state *state, int cell,
	                      char *out, size_t size);
	/* The second stage of a hint, as a sentence: which piece or line moves next. */
	void (*hint_text)(const struct level *level, const struct state *state, move_code move,
	                  char *out, size_t size);
	/* A remark on a valid move, in a few words, or "". `score` is the one before it.
	 * Optional. */
	void (*remark)(const struct level *level, const struct state *state, int score,
	               move_code move, char *out, size_t size);
	/* A few words next to the move counter, or "": "closed 3 of 5". Optional. */
	void (*status)(const struct level *level, const struct state *state, int score, char *out,
	               size_t size);
	/* The level's own rules and goal, as sentences: "Queens. No piece may see another colour.";
	 * "" if the rules of the puzzle say it all. With `letters`, colours are named by their
	 * letters, as in text; without, the screen shows which are meant. Optional. */
	void (*level_rules)(const struct level *level, bool letters, char *out, size_t size);
	/* The level of an endless game that a score has reached, from 1, and how far it is to the
	 * next: *done of *whole points. 0 if there is nothing like it. Optional. */
	int (*progress)(const struct level *level, int score, int *done, int *whole);
};

/* Reasons in the puzzle's own terms. All members or none. */
struct puzzle_reasons {
	/* Each looks for a claim about a valid move that it can prove; false: there is none. */
	bool (*gain)(const struct level *level, const struct state *state,
	             const struct judged_move *move, struct reason *out);
	/* What a good move that gains nothing yet is for. */
	bool (*purpose)(const struct level *level, const struct state *state,
	                const struct judged_move *move, struct reason *out);
	/* What is wrong with a move after which the minimum is not one less. */
	bool (*fault)(const struct level *level, const struct state *state,
	              const struct judged_move *move, struct reason *out);
	/* Writes a reason as a sentence of at most REASON_COLUMNS. */
	void (*write)(const struct level *level, const struct reason *reason, char *out,
	              size_t size);
};

/* Input and painting. */
struct puzzle_screen {
	struct size margin;          /* rows above and below, columns left and right of the board */
	/* How many rows, 1 or 2, the frame of a board of pixels has at least above it and below it.
	 * Optional: 1. */
	int (*frame_rows)(const struct level *level);
	/* Whether cells of pixels that are flat (puzzle/picture.h) have an even side only: less a
	 * gap it is odd, and so has a middle. */
	bool even_if_flat;
	const char32_t *cell_glyphs; /* for the first words' characters; NULL: coloured pieces */
	/* Interprets a key; with INTENT_MOVE the move is in *move. A click has already moved the
	 * cursor to its cell. Escape is offered to the puzzle first, to cancel a selection. */
	enum intent (*press)(const struct level *level, const struct state *state,
	                     struct cursor *cursor, int key, move_code *move);
	/* The move that a drag stands for, and how many times it is made. Returns why it stands for
	 * none, as a sentence; NULL: it does, though the move may not be valid. Optional: without
	 * it, a drag is a click where it began, and so is one within a cell unless it `swipes`. */
	const char *(*drag)(const struct level *level, const struct state *state,
	                    const struct drag *drag, move_code *move, int *times);
	bool swipes;
	/* Paints the board with its margin at the picture's origin, in the picture's scale. */
	void (*paint)(const struct level *level, const struct view *view, struct picture *picture);
	/* The cell a valid move takes something from, and the cell it takes it to. Optional:
	 * without it, the cursor follows changes near it when moves are played back. */
	void (*move_cells)(const struct level *level, const struct state *state, move_code move,
	                   int *from, int *to);
	/* The number of animation frames between the position and the next. Optional. */
	int (*frames)(const struct level *level, const struct state *state, move_code move);
	/* The same for a move that is not valid there, which is shown as tried and undone; it earns
	 * no points. Optional: without it, the position stays as it is. */
	int (*refused_frames)(const struct level *level, const struct state *state, move_code move);
	/* Whether reduced animations show this frame, for longer. Default: only the middle one. */
	bool (*is_key_frame)(const struct level *level, const struct state *state, move_code move,
	                     int frame);
	/* Paints a picture of the moment that follows the solving move over the board at rest.
	 * `time`: how much of the moment has passed, in thousandths. Only for boards of pixels;
	 * those of glyphs all have the same flash. Optional: without it nothing is shown. */
	void (*triumph)(const struct level *level, const struct state *state, int time,
	                struct picture *picture);
};

/* A size of new boards, and the lowest pars of a medium and of a hard board of that size. */
struct board_size {
	int rows, columns;
	int medium, hard;
};

/* What differs from the default recipe in a step of difficulty. */
struct board_step {
	int rows, columns;
	int pieces, colours; /* -1: the puzzle's choice */
	int par_min, par_max;
	const char *rules; /* NULL: default */
};

/* Random levels. */
struct puzzle_generator {
	struct recipe recipe; /* the default of --generate */
	/* The sizes that players can choose for a new board; rows 0 ends them. Each difficulty has
	 * pars of the recipe, at least one board in a few hundred has one. Default: the
	 * recipe's. */
	const struct board_size *sizes;
	/* The LADDER_RUNGS rungs of a ladder (play/ladder.h), ever harder. Optional: without it the
	 * puzzle has no ladders. */
	const struct board_step *ladder;
	/* Of rising difficulty, all fast to make, for the boards of runs (play/run_id.h); rows 0
	 * ends them. Frozen. Optional: without them, the puzzle has no runs. */
	const struct board_step *steps;
	/* Makes a random start in a level whose size and headers are set; false: try again. */
	bool (*start)(struct level *level, const struct recipe *recipe, struct random *random);
	/* Whether a board of this size with these headers can meet the recipe; false with an error
	 * that names the option that can't be met. Never false for a board that `start` can make.
	 * Optional. */
	bool (*check)(const struct level *level, const struct recipe *recipe, struct error *error);
	/* Makes a reachable position the goal. Optional: without it `start` makes whole levels. */
	void (*set_goal)(struct level *level, const struct state *state);
};

/* The symmetries of a board: sums of these, of which TRANSPOSE is done first. 0 changes nothing. */
enum {
	FLIP_COLUMNS = 1, /* left and right */
	FLIP_ROWS = 2,
	TRANSPOSE = 4, /* rows become columns */
	SYMMETRIES = 8,
};

/* Sets of them for puzzle_symmetry.kept. */
#define ALL_SYMMETRIES 0xFFU
#define ALL_BUT_TRANSPOSE 0x0FU
#define LEFT_RIGHT (1U << 0 | 1U << FLIP_COLUMNS)
#define RECOLOUR (1U << SYMMETRIES) /* the letters of words are colours, all alike */

struct renaming;

/* Which changes of a level leave how it plays as it was: see puzzle/shape.h. All of it is optional;
 * without it, a level has no copies. */
struct puzzle_symmetry {
	unsigned kept; /* bits 1 << symmetry, and RECOLOUR */
	/* What a symmetry makes of a character of the first words. Default: the same. */
	char (*turn)(char character, int symmetry);
	/* Changes headers of a copy, whose words are done, that speak of columns or colours. */
	void (*headers)(const struct level *level, const struct level_writer *from, int symmetry,
	                struct renaming *renaming, struct level_writer *copy);
	/* Whether the colours of this level take turns in the order of their letters: then only
	 * their cyclic order is kept. Default: false. */
	bool (*in_turn)(const struct level *level);
	/* Whether this level has no copies. Default: false. */
	bool (*alone)(const struct level *level);
};

/* The rating that a level is expected to have if only its par is known: a line fitted to
 * levels/ratings. Without it, that of all puzzles. */
struct expected_rating {
	int of_one;       /* of par 1 */
	int per_doubling; /* of par */
};

struct puzzle {
	const char *name;  /* "tilt": in files, on the command line */
	const char *title; /* "Tilt": on the screen */
	struct puzzle_rules rules;
	struct puzzle_format format;
	struct puzzle_text text;
	struct puzzle_reasons reasons;
	struct puzzle_screen screen;
	struct puzzle_generator generator;
	struct puzzle_symmetry symmetry;
	struct expected_rating expected;
	struct puzzle_certificate certificate; /* optional */
	/* The puzzle's own solver: faster than the general search, same results. Optional. */
	const struct puzzle_solver *solver;
};

/* False, naming it, if a required member is missing. */
bool puzzle_check(const struct puzzle *puzzle, struct error *error);

/* The rules for the help page of a level, or of the puzzle if it is NULL. */
const char *const *puzzle_rules(const struct puzzle *puzzle, const struct level *level);

/* Prepares a bare level (puzzle/pack.h) for searches. */
void puzzle_prepare(const struct puzzle *puzzle, struct level *level);

enum { REASON_MAX = 320 };

/* Why a move, or the move with this name, is not valid here, as a sentence. That of a name is "" if
 * it is not even like one. */
void puzzle_explain(const struct puzzle *puzzle, const struct level *level,
                    const struct state *state, move_code move, char out[REASON_MAX]);
void puzzle_explain_name(const struct puzzle *puzzle, const struct level *level,
                         const struct state *state, const char *name, char out[REASON_MAX]);

/* Finds the valid move with this name. */
bool puzzle_find_move(const struct puzzle *puzzle, const struct level *level,
                      const struct state *state, const char *name, move_code *move);

enum { SCORE_MAX = 999999999 };

/* A score with the points of a move added, at most SCORE_MAX. */
static inline int score_add(int score, int points)
{
	return points < SCORE_MAX - score ? score + points : SCORE_MAX;
}

/* The score after a valid move, at most SCORE_MAX; unchanged if moves score nothing. */
int puzzle_score(const struct puzzle *puzzle, const struct level *level, const struct state *state,
                 move_code move, int score);

/* The valid moves of a position. */
int puzzle_valid_moves(const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, move_code out[MOVES_MAX]);

/* Whether an answer is consistent, and its plan, if any, solves the position: for assertions. */
bool puzzle_answer_is_valid(const struct puzzle *puzzle, const struct level *level,
                            const struct state *state, const struct answer *answer);

/* The size of a board on the screen, if a cell has that side in pixels: with its margin; or, if it
 * is made of pixels, in a frame with that many rows. */
struct size puzzle_extent(const struct puzzle *puzzle, const struct level *level, int side);
struct size puzzle_framed_extent(const struct puzzle *puzzle, const struct level *level, int side,
                                 int frame_rows);

/* The minimum rows of that frame. */
int puzzle_frame_rows(const struct puzzle *puzzle, const struct level *level);

#endif
