#include "puzzles/lines/solver/board.h"

#include <string.h>

#include "algo/hash.h"
#include "puzzle/board.h"

bool lines_field_init(struct field *field, const struct level *level)
{
	if (level->rows < 2 || level->rows > BOARD_SIDE_MAX || level->columns < 2 ||
	    level->columns > BOARD_SIDE_MAX)
		return false;
	*field = (struct field){
		.lines = {[ROWS] = level->rows, [COLUMNS] = level->columns},
		.length = {[ROWS] = level->columns, [COLUMNS] = level->rows},
	};
	for (int axis = 0; axis < AXES; axis++) {
		const int length = field->length[axis];
		const int place = axis == ROWS ? 1 : 8, line = axis == ROWS ? 8 : 1;
		field->most[axis][ON] = length / 2;
		field->most[axis][BACK] = (length - 1) / 2;
		for (int i = 0; i < field->lines[axis]; i++)
			for (int at = 0; at < length; at++)
				field->cells[axis][i] |= UINT64_C(1) << (i * line + at * place);
	}
	return true;
}

void lines_board_load(const struct level *level, const struct state *state, struct board *board)
{
	uint8_t piece[CELLS_MAX];
	lines_unpack(level, state, piece);
	*board = (struct board){{0}};
	for (int cell = 0; cell < level_cells(level); cell++)
		for (int plane = 0; plane < PLANES; plane++)
			board->plane[plane] |=
				(uint64_t)(piece[cell] >> plane & 1)
				<< (cell / level->columns * 8 + cell % level->columns);
}

bool lines_board_same(const struct board *a, const struct board *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

uint64_t lines_board_hash(const struct board *board)
{
	uint64_t hash = HASH_BEGIN;
	for (int plane = 0; plane < PLANES; plane++) {
		hash = hash_more(hash, board->plane[plane]);
		hash ^= hash >> 29;
	}
	return hash ^ hash >> 32;
}

void lines_board_slide(const struct field *field, struct board *board, int axis, int line, int way)
{
	const uint64_t cells = field->cells[axis][line];
	for (int plane = 0; plane < PLANES; plane++)
		board->plane[plane] = board_rotate(board->plane[plane], cells, axis == ROWS ? 1 : 8,
		                                   field->length[axis], way);
}

/* On a line of two cells both ways are one move, called right or up. */
move_code lines_turn_move(const struct field *field, struct turn turn)
{
	static const int direction[AXES][WAYS] = {{RIGHT, LEFT}, {DOWN, UP}};
	if (turn.axis == COLUMNS && field->length[COLUMNS] == 2)
		return lines_move(turn.line, UP);
	return lines_move(turn.line, direction[turn.axis][turn.way]);
}

struct turn lines_turn_of_move(const struct field *field, move_code move)
{
	const int direction = lines_direction(move);
	const int axis = direction == RIGHT || direction == LEFT ? ROWS : COLUMNS;
	const bool on = direction == RIGHT || direction == DOWN || field->length[axis] == 2;
	return (struct turn){(int8_t)axis, (int8_t)lines_line(move), on ? ON : BACK, 1};
}
