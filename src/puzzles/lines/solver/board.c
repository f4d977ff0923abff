#include "puzzles/lines/solver/search.h"

#include "algo/hash.h"

bool lines_geometry_init(struct geometry *geometry, const struct level *level)
{
	if (level->rows < 2 || level->rows > BOARD_SIDE_MAX || level->columns < 2 ||
	    level->columns > BOARD_SIDE_MAX)
		return false;
	*geometry = (struct geometry){
		.lines = {[ROWS] = level->rows, [COLUMNS] = level->columns},
		.length = {[ROWS] = level->columns, [COLUMNS] = level->rows},
	};
	for (int axis = 0; axis < AXES; axis++) {
		const int length = geometry->length[axis];
		const int place = axis == ROWS ? 1 : 8, line = axis == ROWS ? 8 : 1;
		geometry->run_max[axis][FORWARD] = length / 2;
		geometry->run_max[axis][BACKWARD] = (length - 1) / 2;
		for (int i = 0; i < geometry->lines[axis]; i++)
			for (int at = 0; at < length; at++)
				geometry->cells[axis][i] |= UINT64_C(1) << (i * line + at * place);
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

uint64_t lines_board_hash(const struct board *board)
{
	uint64_t hash = HASH_BEGIN;
	for (int plane = 0; plane < PLANES; plane++) {
		hash = hash_more(hash, board->plane[plane]);
		hash ^= hash >> 29;
	}
	return hash ^ hash >> 32;
}

void lines_board_slide(const struct geometry *geometry, struct board *board, struct slide slide)
{
	const uint64_t cells = geometry->cells[slide.axis][slide.line];
	const int length = geometry->length[slide.axis];
	for (int plane = 0; plane < PLANES; plane++)
		board->plane[plane] = board_rotate(board->plane[plane], cells,
		                                   slide.axis == ROWS ? 1 : BOARD_SIDE_MAX, length,
		                                   slide.heading);
}

int lines_slides_after(const struct geometry *geometry, struct slide last,
                       struct slide out[SLIDES_MAX])
{
	struct slide slide;
	int count = 0;
	for (slide.axis = 0; slide.axis < AXES; slide.axis++)
		for (slide.line = 0; slide.line < geometry->lines[slide.axis]; slide.line++)
			for (slide.heading = 0; slide.heading < HEADINGS; slide.heading++)
				if (slide_may_follow(geometry, last, &slide))
					out[count++] = slide;
	return count;
}

/* In a line of two cells both headings are one move, named right or up. */
move_code lines_slide_to_move(const struct geometry *geometry, struct slide slide)
{
	static const int direction[AXES][HEADINGS] = {{RIGHT, LEFT}, {DOWN, UP}};
	if (slide.axis == COLUMNS && geometry->length[COLUMNS] == 2)
		return lines_move(slide.line, UP);
	return lines_move(slide.line, direction[slide.axis][slide.heading]);
}

struct slide lines_slide_of_move(const struct geometry *geometry, move_code move)
{
	const int direction = lines_direction(move);
	const int axis = direction_column_step(direction) != 0 ? ROWS : COLUMNS;
	const bool forward = direction == RIGHT || direction == DOWN || geometry->length[axis] == 2;
	return (struct slide){(int8_t)axis, (int8_t)lines_line(move), forward ? FORWARD : BACKWARD,
	                      1};
}
