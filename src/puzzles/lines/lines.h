/* Lines: the puzzle, and the parts it is made of. Functions without a comment are members of struct
 * puzzle by the same name.
 *
 * A tile is the set of its solid sides, bit 1 << direction. A piece is a tile with MARK added where
 * the player must close it; unpacked, a position is a grid of pieces, a byte a cell. */
#ifndef PARLOUR_PUZZLES_LINES_LINES_H
#define PARLOUR_PUZZLES_LINES_LINES_H

#include "puzzle/puzzle.h"

extern const struct puzzle lines_puzzle;

/* solver/solver.c */
extern const struct puzzle_solver lines_solver;

/* text.c */
bool lines_read_headers(struct level *level, const struct level_text *text, struct error *error);
bool lines_read(struct level *level, const struct level_text *text, struct error *error);
void lines_write(const struct level *level, const struct state *state, struct level_writer *writer);
char lines_turn(char tile, int symmetry);
void lines_name_move(const struct level *level, move_code move, char out[MOVE_NAME_MAX]);
const char *lines_explain_name(const struct level *level, const char *name);
bool lines_read_move(const struct level *level, const char *name, move_code *move);
void lines_describe_cell(const struct level *level, const struct state *state, int cell, char *out,
                         size_t size);
void lines_level_rules(const struct level *level, bool letters, char *out, size_t size);
void lines_hint_text(const struct level *level, const struct state *state, move_code move,
                     char *out, size_t size);
void lines_status(const struct level *level, const struct state *state, int score, char *out,
                  size_t size);

/* generate.c: of struct puzzle_generator */
bool lines_check_recipe(const struct level *level, const struct recipe *recipe,
                        struct error *error);
bool lines_generate(struct level *level, const struct recipe *recipe, struct random *random);

/* paint.c */
enum {
	/* Around the board: numbers and arrows outside a thin frame, or buttons in a broad one. */
	LINES_MARGIN_ROWS = 2,
	LINES_MARGIN_COLUMNS = 4,
	LINES_FRAMES = 5, /* pictures between two positions, the same for every slide */
};

void lines_paint(const struct level *level, const struct view *view, struct picture *picture);

/* triumph.c */
void lines_triumph(const struct level *level, const struct state *state, int time,
                   struct picture *picture);

/* ---- rules.c ---- */

enum { SIDES = 15, MARK = 16 }; /* bits of a piece */

/* level->rules: the goal, all parts of which must hold, and whether it can be reached. */
enum {
	CLOSE_ALL = 1,    /* every group is closed */
	CLOSE_TILES = 2,  /* level->amount tiles are in closed groups, blanks not counted */
	CLOSE_GROUPS = 4, /* level->amount groups are closed, blanks not counted */
	MARKED = 8,       /* every piece with a mark is in a closed group */
	HOPELESS = 16,    /* proven when the level was read: no layout reaches the goal */
};

/* What counts for goals. */
struct tally {
	int tiles, closed_tiles;
	int closed_groups;
	int marks, closed_marks;
};

void lines_unpack(const struct level *level, const struct state *state, uint8_t piece[CELLS_MAX]);

/* The inverse, for a level whose rules and size are set. */
void lines_pack(const struct level *level, const uint8_t piece[CELLS_MAX], struct state *state);

/* Makes a grid the start of a level whose headers and size are set, and sets the members that
 * follow from it, except for what lines_prepare sets. */
void lines_begin(struct level *level, const uint8_t piece[CELLS_MAX]);

/* How many tiles a grid has, blanks not counted. */
int lines_tiles(const struct level *level, const uint8_t piece[CELLS_MAX]);

/* Sets HOPELESS if it is proven. */
void lines_prepare(struct level *level);

/* A slide's code, and its parts. `line` is a row from the top, or a column from the left. */
static inline move_code lines_move(int line, int direction)
{
	return (move_code)(line * DIRECTIONS + direction);
}

static inline int lines_line(move_code move)
{
	return move / DIRECTIONS;
}

static inline int lines_direction(move_code move)
{
	return move % DIRECTIONS;
}

/* The slide of the same line in the other direction. */
static inline move_code lines_opposite(move_code move)
{
	return lines_move(lines_line(move), (lines_direction(move) + DIRECTIONS / 2) % DIRECTIONS);
}

/* Whether a row is slid, and not a column. */
static inline bool lines_is_row(move_code move)
{
	return direction_column_step(lines_direction(move)) != 0;
}

/* The move that slides a line; in a line of two cells both directions are one, RIGHT or UP. */
move_code lines_slide(const struct level *level, int line, int direction);

/* How many cells the slid line has. */
int lines_length(const struct level *level, move_code move);

/* Unpacks a position, and finds the solid sides of each cell that meet a solid side; the others are
 * invalid. */
void lines_connect(const struct level *level, const struct state *state, uint8_t piece[CELLS_MAX],
                   uint8_t joined[CELLS_MAX]);

/* Numbers groups in reading order of their first cells; each blank is a group. */
void lines_group(const struct level *level, const uint8_t piece[CELLS_MAX],
                 const uint8_t joined[CELLS_MAX], struct groups *out);

/* Whether every tile must be closed. */
bool lines_must_close_all(const struct level *level);

/* How many tiles the goal lets stay open. */
int lines_spare_tiles(const struct level *level);

void lines_count(const struct level *level, const struct state *state, struct tally *tally);

int lines_moves(const struct level *level, const struct state *state, move_code out[MOVES_MAX]);
bool lines_apply(const struct level *level, struct state *state, move_code move);
bool lines_solved(const struct level *level, const struct state *state);
bool lines_reverse(const struct level *level, move_code move, move_code *back);
int lines_lower_bound(const struct level *level, const struct state *state);
void lines_put(const struct level *level, const struct state *state, struct bit_writer *out);
void *lines_open_bound(const struct level *level);
int lines_certificate_bound(void *context, const struct level *level, const struct state *state);
void lines_groups(const struct level *level, const struct state *state, struct groups *out);

/* ---- reasons (reason.c), members of struct puzzle_reasons ---- */

enum lines_reason {
	LINES_LAST = 1, /* closes the last `count` tiles that the goal asks for */
	LINES_CLOSES,   /* closes `count` more tiles */
	LINES_THEN,     /* lets `move`, the next one, close `count` more tiles */
	LINES_ENDS,     /* `count` fewer ends are open after it */
	LINES_OPENS,    /* fault: `count` closed tiles fewer */
};

bool lines_gain(const struct level *level, const struct state *state,
                const struct judged_move *move, struct reason *out);
bool lines_purpose(const struct level *level, const struct state *state,
                   const struct judged_move *move, struct reason *out);
bool lines_fault(const struct level *level, const struct state *state,
                 const struct judged_move *move, struct reason *out);
void lines_write_reason(const struct level *level, const struct reason *reason, char *out,
                        size_t size);

/* ---- layouts.c ---- */

enum {
	ANY_PIECE = 2 * MARK, /* after all kinds: a cell that is left to any piece */
	LAYOUT_CHOICES,
};

/* A search for all layouts of a level's pieces that reach its goal. */
struct layouts {
	const struct level *level;
	int left[LAYOUT_CHOICES]; /* pieces to lay out, by kind; and ANY_PIECE cells left */
	int loose;                /* pieces left that may stay open, less the cells for any piece */
	int cell;                 /* the cells before it are filled; -1: all layouts were tried */
	bool even;                /* slides are even permutations, and no two pieces are equal */
	bool odd_start;           /* then the parity of the start as a permutation */
	uint8_t piece[CELLS_MAX + 1];
};

enum layouts_result {
	LAYOUTS_MORE,  /* there may be more */
	LAYOUTS_FOUND, /* one: the next call looks for another */
	LAYOUTS_END,   /* there are no more */
};

/* Of the layouts that slides reach from a grid. If all lines have odd length, each slide is an even
 * permutation, which matters where no two pieces are equal. In all other cases, with two rows and
 * two columns at least, slides reach every layout. (A row and a column have one cell in common, so
 * the commutator of their slides is a cycle of three; and no partition of the cells is kept by all
 * slides.) The level stays in use. */
void lines_layouts_init(struct layouts *layouts, const struct level *level,
                        const uint8_t piece[CELLS_MAX]);

/* Whether layouts reached from that grid are reached from this position. */
bool lines_layouts_are_for(const struct layouts *layouts, const struct state *start);

/* Tries at most `tries` pieces. With LAYOUTS_FOUND, *layout is a solved position that slides
 * reach. */
enum layouts_result lines_layouts_next(struct layouts *layouts, int tries, struct state *layout);

#endif
