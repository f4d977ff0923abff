/* parlour-verify: checks certificates, the proofs that parlour --solve --certificate writes.
 *
 * It shares no code with the game: the rules in these files were written again from the manual, as
 * plainly as possible, and doc/certificates.md is the format. What must be believed is
 * certificate.c and the rules of the level's puzzle. */
#ifndef PARLOUR_VERIFY_H
#define PARLOUR_VERIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SIDE_MAX = 26,
	CELLS_MAX = SIDE_MAX * SIDE_MAX, /* also the most letters of a column's refill */
	COLOURS = 26,
	DEAD = 27, /* contents of a cell: a dead gem; */
	WALL = 28, /* a wall of tilt and bishop; */
	STAR = 16, /* added to the sides of a tile that has a star */
	CONTENTS = 32,
	NAME_BYTES = 32,
	UNSOLVABLE = 1 << 30, /* as a number of moves: none is enough */
};

/* A position. */
struct state {
	int last_mover;          /* bishop with alternate: a colour; 0: none */
	int score;               /* gems with a score: never above it */
	int taken[SIDE_MAX];     /* gems: letters that have fallen into each column */
	uint8_t cell[CELLS_MAX]; /* row by row from the top left: 0 free, 1 to 26 a colour, DEAD,
	                            WALL, or the sides of a tile */
};

struct level {
	const struct puzzle *puzzle;
	char title[200];
	int rows, columns, par; /* par -1: none */
	int moves;              /* a move is a number below this */
	struct state start;
	uint8_t goal[CELLS_MAX]; /* the colour wanted in each cell; 0: none */
	int largest;             /* content of a cell in any position; 0: pieces only move, and */
	int count[CONTENTS];     /* so many cells have each content */
	bool no_attack, slide, alternate;    /* bishop */
	int piece;                           /* bishop: see there */
	bool holes;                          /* gems */
	uint32_t wanted;                     /* gems: a bit for each colour; 0: a score */
	int score;                           /* gems: points to score; 0: none */
	int letters[SIDE_MAX];               /* gems: how many fall into each column, */
	uint8_t refill[SIDE_MAX][CELLS_MAX]; /* and which */
	bool close_all, stars;               /* lines */
	int close, groups;                   /* lines: how many are to be closed */
};

/* Why something is refused, in one line. `refuse` notes that, and is false. */
extern char refusal[300];
#define refuse(...) (snprintf(refusal, sizeof refusal, __VA_ARGS__), false)

/* A level's headers and the characters of its first and second words, row by row. */
enum header { LEVEL, MODE, PAR, RULES, GOAL, PIECE, REFILL, PACK, AUTHOR, LICENCE, HINT, HEADERS };
struct text {
	const char *header[HEADERS]; /* NULL: not there */
	int rows, count[2], levels;  /* levels of the file so far */
	bool in_board;               /* rows come next */
	char word[2][CELLS_MAX];
};

/* A puzzle. */
struct puzzle {
	const char *name;
	/* Interprets the text of a level whose size is set. */
	bool (*read)(struct level *level, const struct text *text);
	void (*name_move)(const struct level *level, int move, char out[NAME_BYTES]);
	/* Makes a move; if it is not valid, false, and the state is spoilt. */
	bool (*move)(const struct level *level, struct state *state, int move);
	bool (*is_solved)(const struct level *level, const struct state *state);
	/* At least so many moves are needed, or UNSOLVABLE. NULL: 0. */
	int (*bound)(const struct level *level, const struct state *state);
	/* Parts that never meet, whose minima add up: their number; writes one of them. NULL: 1. */
	int (*parts)(const struct level *level, int part, struct level *out);
};
extern const struct puzzle tilt_puzzle, bishop_puzzle, gems_puzzle, lines_puzzle;

static inline int cells_of(const struct level *level)
{
	return level->rows * level->columns;
}

static inline bool is_colour(int content)
{
	return content >= 1 && content <= COLOURS;
}

/* level.c: reads level number `index`, from 1, of a file's text, which it changes. */
bool level_read(struct level *level, char *file, int index);
bool level_same(const struct level *one, const struct level *other); /* but for their titles */
int content_of(char c); /* on a board: '.', a letter, '?' or '#'; -1: another */
void name_cells(const struct level *level, int from, int to, char out[NAME_BYTES]); /* "c3-c4" */

/* certificate.c: what a certificate proves of its level. */
struct verdict {
	struct level level;
	int plan;  /* moves of its plan, which solves the level; -1: it has none */
	int bound; /* no fewer moves solve it; UNSOLVABLE */
	unsigned long positions;
};
bool certificate_check(char *text, size_t size, struct verdict *verdict);

#endif
