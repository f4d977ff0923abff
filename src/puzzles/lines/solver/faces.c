#include "puzzles/lines/solver/faces.h"

/* Rows become columns: blocks of four by four change places across the diagonal, then in each of
 * them blocks of two by two, then bits (Warren: Hacker's Delight, 2003). */
static uint64_t turned(uint64_t plane)
{
	uint64_t change = (plane ^ plane >> 28) & UINT64_C(0x00000000F0F0F0F0);
	plane ^= change ^ change << 28;
	change = (plane ^ plane >> 14) & UINT64_C(0x0000CCCC0000CCCC);
	plane ^= change ^ change << 14;
	change = (plane ^ plane >> 7) & UINT64_C(0x00AA00AA00AA00AA);
	return plane ^ change ^ change << 7;
}

void lines_faces_load(const struct board *board, struct faces *faces)
{
	faces->plane[2 * ROWS] = board->plane[LEFT];
	faces->plane[2 * ROWS + 1] = board->plane[RIGHT];
	faces->plane[2 * COLUMNS] = turned(board->plane[UP]);
	faces->plane[2 * COLUMNS + 1] = turned(board->plane[DOWN]);
}
