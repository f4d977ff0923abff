/* Bishop: the interface of the puzzle and its solver, and what both share: how pieces move, and
 * packed positions.
 *
 * A grid has a byte for each cell: 0 if it is free, WALL, or the colour (from 1) of the piece
 * there. The puzzle uses these members of struct level: `map`, a grid of walls alone; `goal`, the
 * colours wanted; `rules`, the flags below; `amount`, the number of targets; `pieces`; `table`, see
 * bound.c. */
#ifndef PARLOUR_PUZZLES_BISHOP_BISHOP_H
#define PARLOUR_PUZZLES_BISHOP_BISHOP_H

#include "puzzle/pieces.h"
#include "puzzle/puzzle.h"
#include "puzzle/puzzle_solver.h"

/* level->rules: the rules of the level, a flag that is derived from it, and from PIECE_SHIFT on the
 * kind of its pieces. */
enum {
	NO_ATTACK = 1 << 0,
	SLIDE = 1 << 1,
	ALTERNATE = 1 << 2,
	LACKS_PIECES = 1 << 3, /* some part of the board has more targets of a colour than pieces */
	PIECE_SHIFT = 4,
};

enum {
	KINDS = 5,
	WALL = 255,
	PATHS_MAX = 99,  /* paths of a queen in the middle of the largest board */
	NO_MOVE = 64524, /* a code that no move has */
};

/* A direction: rows down and columns to the right a step, and the glyph of its breadcrumbs in
 * ASCII, which points as on a keypad. */
struct direction {
	int down, right;
	char32_t glyph;
};

struct kind {
	const char *name;
	const struct direction *direction;
	int directions;
	bool far; /* moves any distance, until something blocks it */
};

extern const struct kind bishop_kinds[KINDS];

/* The kind of a level's pieces. */
const struct kind *bishop_kind(const struct level *level);

/* ---- paths ---- */

/* The cells ahead of a cell in one direction, up to the edge of the board. */
struct ray {
	int step;   /* from one cell to the next */
	int length; /* cells */
};

struct ray bishop_ray(const struct level *level, int cell, int direction);

/* How many cells of a ray are free up to the first obstacle. */
int bishop_free_cells(const uint8_t grid[CELLS_MAX], int cell, struct ray ray);

/* A move as its squares: a number of steps from a cell in a direction. */
struct path {
	int from, to, direction, steps;
	move_code code;
};

/* The path of a code; without steps if the code has none on this board. */
struct path bishop_decode(const struct level *level, move_code code);

/* The path between two cells, ignoring what is in between; NO_MOVE without steps if there is
 * none. */
struct path bishop_path_between(const struct level *level, int from, int to);

/* All paths that walls and pieces leave open from a cell: the breadcrumbs, direction by direction
 * and from near to far. Returns how many. */
int bishop_open_paths(const struct level *level, const uint8_t grid[CELLS_MAX], int from,
                      struct path out[PATHS_MAX]);

/* Whether a piece of `colour` would see one of another colour from a cell, and where. */
bool bishop_sees_other(const struct level *level, const uint8_t grid[CELLS_MAX], int cell,
                       int colour, int *other);

/* ---- positions ---- */

/* Sets all fields of a level that follow from map, goal, rules and the grid of pieces, except those
 * that bishop_prepare sets. */
void bishop_derive_level(struct level *level, const uint8_t grid[CELLS_MAX]);

void bishop_unpack(const struct level *level, const struct state *state, uint8_t grid[CELLS_MAX]);

/* The cells of all pieces, colour by colour, rising within a colour. Returns how many. */
int bishop_piece_cells(const struct level *level, const struct state *state,
                       uint16_t out[CELLS_MAX]);

/* How many targets a colour has. */
int bishop_targets(const struct level *level, int colour);

/* How many targets have a piece of their colour. */
int bishop_at_home(const struct level *level, const struct state *state);

/* The colour that moved last; 0: none yet, or irrelevant. */
int bishop_last_mover(const struct level *level, const struct state *state);

/* The colour that moves next; 0: any may. */
int bishop_next_mover(const struct level *level, const struct state *state);

/* ---- functions of the puzzle ---- */

int bishop_moves(const struct level *level, const struct state *state, move_code out[MOVES_MAX]);
bool bishop_apply(const struct level *level, struct state *state, move_code move);
bool bishop_solved(const struct level *level, const struct state *state);
int bishop_lower_bound(const struct level *level, const struct state *state);
int bishop_split(const struct level *level, const struct state *state, int part, struct level *out);
void bishop_put(const struct level *level, const struct state *state, struct bit_writer *out);
bool bishop_has_certificate(const struct level *level);
int bishop_fill(const struct level *level, const struct state *start, move_code *plan, int most);

/* ---- parts and bound ---- */

/* Numbers the parts that have a piece or a target, and gives their cells these numbers; other cells
 * get -1. Returns how many. */
int bishop_find_parts(const struct level *level, const uint8_t grid[CELLS_MAX], int of[CELLS_MAX]);

/* Fills the table of the bound, and sets or clears LACKS_PIECES. */
void bishop_prepare(struct level *level);

/* Lower bound on the moves of a colour with its pieces on those cells. */
int bishop_colour_lower_bound(const struct level *level, int colour, const uint16_t *cell,
                              int count);

/* Whether there are no more targets than the table of the bound has rows. */
bool bishop_has_table(const struct level *level);

/* The row of a colour's first target; the others follow. The level must have a table, as for the
 * next function. */
int bishop_first_row(const struct level *level, int colour);

/* Moves in strict rotation until each of some colours has made those that it needs. `last`: the one
 * that moved last, from 1; 0: none yet. */
int bishop_in_rotation(int colours, const int *need, int last);

/* ---- reasons (reason.c), members of struct puzzle_reasons ---- */

enum bishop_reason {
	BISHOP_LAST = 1, /* the last piece comes home */
	BISHOP_HOME,     /* the piece comes home and need not move again */
	BISHOP_WAY,      /* makes way for `move` of another piece */
	BISHOP_ENABLES,  /* makes `move` of another piece valid, the next one */
	BISHOP_BOUND,    /* the piece goes on from `cell` to its goal at `other` */
	BISHOP_SHUTS_IN, /* faults: on `cell` it takes the last move of the piece at `other` */
	BISHOP_LEAVES,   /* the piece at `cell` leaves its goal */
};

bool bishop_gain(const struct level *level, const struct state *state,
                 const struct judged_move *move, struct reason *out);
bool bishop_purpose(const struct level *level, const struct state *state,
                    const struct judged_move *move, struct reason *out);
bool bishop_fault(const struct level *level, const struct state *state,
                  const struct judged_move *move, struct reason *out);
void bishop_write_reason(const struct level *level, const struct reason *reason, char *out,
                         size_t size);

/* ---- keys and pictures ---- */

/* Around the board: room for the letters and numbers of its cells. */
enum { BISHOP_MARGIN_ROWS = 2, BISHOP_MARGIN_COLUMNS = 4 };

/* Pictures between two positions, however long the path is. */
enum { BISHOP_FRAMES = 7 };

bool bishop_is_valid(const struct level *level, const struct state *state, move_code move);

/* How many colours a level has, and the label before those that take turns, above the board. */
int bishop_colours(const struct level *level);
const char *bishop_turns(void);

enum intent bishop_press(const struct level *level, const struct state *state,
                         struct cursor *cursor, int key, move_code *move);
const char *bishop_drag(const struct level *level, const struct state *state,
                        const struct drag *drag, move_code *move, int *times);
void bishop_paint(const struct level *level, const struct view *view, struct picture *picture);

/* The same with pixels: paint_pixels.c. */
void bishop_paint_pixels(const struct level *level, const struct view *view,
                         struct picture *picture);

/* triumph.c */
void bishop_triumph(const struct level *level, const struct state *state, int time,
                    struct picture *picture);

/* ---- the puzzle and its solver ---- */

extern const struct puzzle bishop_puzzle;

/* For levels of up to 64 pieces whose positions can be numbered below 2^57. */
extern const struct puzzle_solver bishop_solver;

#endif
