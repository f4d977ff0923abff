/* What the search for closing all has in tables, and the layout of its positions.
 *
 * Positions are laid out so that a line is a byte: left and right sides row by row, upper and lower
 * sides column by column. A row's sides that must agree are in its byte of the first two planes, a
 * column's in its byte of the other two. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_CLOSE_ALL_H
#define PARLOUR_PUZZLES_LINES_SOLVER_CLOSE_ALL_H

#include "puzzles/lines/solver/search.h"

enum {
	SPLITS = 8,       /* numbers of slides of one axis that a word of splits has */
	BALANCE_MAX = 15, /* slides of one axis up to which the balance counts */
	TOO_MANY = 15,    /* slides, for a row that can't be repaired */
	COLUMN_SETS = 70, /* sets of four of eight columns: the most of one size */
};

/* A byte for each number of slides of the other axis, 0 to 7. Bit 7: that split is possible. */
typedef uint64_t splits;

/* A field of 7 bits for each gap between two adjacent lines and for both edges. */
typedef uint64_t gaps;

/* What a slide of a line changes. */
struct line_change {
	splits repair[HEADINGS];
	gaps balance[HEADINGS];
};

/* By the word of a line: its byte of the first plane of its axis, and above it that of the
 * second. */
struct line_table {
	splits *repair; /* slides of the line, by slides of the other axis */
	gaps *balance;
	struct line_change *change;
};

struct close_all {
	struct geometry geometry;
	struct line_table store[AXES];
	const struct line_table *table[AXES]; /* one for both if lines are equally long */
	bool ready;
	splits left[SPLITS];                 /* slides left over by a split, with bit 7 set */
	gaps most[BALANCE_MAX + 1];          /* twice the slides in each field, with bit 6 set */
	gaps sign;                           /* bit 6 of each field */
	uint64_t edges[1 << BOARD_SIDE_MAX]; /* that a set of lines touches, in every byte */
	uint8_t set[BOARD_SIDE_MAX + 1][COLUMN_SETS]; /* of columns, by size */
	uint8_t sets[BOARD_SIDE_MAX + 1];             /* how many there are */
};

/* The open, close and prepare of struct goal_search. */
void *lines_close_all_open(const struct geometry *geometry, const struct level *level, size_t bytes,
                           size_t *used);
void lines_close_all_close(void *data);
bool lines_close_all_prepare(void *data, struct search *search, uint64_t generated);

/* Planes 2 * axis and 2 * axis + 1: the sides that face backward and forward along the axis. */
struct line_bytes {
	uint64_t plane[2 * AXES];
};

void lines_line_bytes_load(const struct board *board, struct line_bytes *bytes);

/* The effect of a slide on the two planes of its axis, and on the two of the other axis. */
static inline void line_bytes_slide_along(struct line_bytes *bytes, int axis, int line, int length,
                                          int heading)
{
	const uint64_t cells = ((UINT64_C(1) << length) - 1) << 8 * line;
	for (int i = 2 * axis; i < 2 * axis + 2; i++)
		bytes->plane[i] = board_rotate(bytes->plane[i], cells, 1, length, heading);
}

static inline void line_bytes_slide_across(struct line_bytes *bytes, int axis, int line, int length,
                                           int heading)
{
	const uint64_t every = UINT64_MAX >> (64 - 8 * length);
	const uint64_t cells = (UINT64_C(0x0101010101010101) & every) << line;
	for (int i = 2 - 2 * axis; i < 4 - 2 * axis; i++)
		bytes->plane[i] = board_rotate(bytes->plane[i], cells, 8, length, heading);
}

#endif
