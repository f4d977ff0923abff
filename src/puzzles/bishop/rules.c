/* How pieces move, and how a position is packed.
 *
 * Bishops, rooks, queens, knights and kings differ by a table of directions. From a cell a ray runs
 * in each of them to the edge of the board; knights' and kings' rays are one step long. The cells
 * on the rays of a cell, ray by ray and from near to far, are its targets number 0, 1, 2 …, with
 * walls and pieces or not. A move is a cell and the number of a target.
 *
 * A state is the packed grid (puzzle/pieces.h). Under `alternate` another byte says which colour
 * moved last.
 *
 * A move from a peaceful position can't open a line between two colours, because all pieces are of
 * one kind: the one that leaves the line saw both its ends, and was of their colour. So `no-attack`
 * looks at the cell where a piece lands and at nothing else. */
#include "puzzles/bishop/bishop.h"

#include <string.h>

/* ---- kinds of pieces ---- */

/* For pieces that move far, direction d ^ 3 is the opposite of direction d. */
static const struct direction compass[] = {
	{-1, -1, U'7'}, {-1, 1, U'9'}, {1, -1, U'1'}, {1, 1, U'3'},
	{-1, 0, U'8'},  {0, -1, U'4'}, {0, 1, U'6'},  {1, 0, U'2'},
};

static const struct direction jumps[] = {
	{-2, -1, U'*'}, {-2, 1, U'*'}, {-1, -2, U'*'}, {-1, 2, U'*'},
	{1, -2, U'*'},  {1, 2, U'*'},  {2, -1, U'*'},  {2, 1, U'*'},
};

const struct kind bishop_kinds[KINDS] = {
	{.name = "bishop", .direction = compass, .directions = 4, .far = true},
	{.name = "rook", .direction = compass + 4, .directions = 4, .far = true},
	{.name = "queen", .direction = compass, .directions = 8, .far = true},
	{.name = "knight", .direction = jumps, .directions = 8},
	{.name = "king", .direction = compass, .directions = 8},
};

const struct kind *bishop_kind(const struct level *level)
{
	return &bishop_kinds[level->rules >> PIECE_SHIFT];
}

/* ---- rays ---- */

/* Steps to the edge along one axis. */
static int room(int at, int side, int step)
{
	return step == 0 ? SIDE_MAX : step > 0 ? (side - 1 - at) / step : at / -step;
}

struct ray bishop_ray(const struct level *level, int cell, int direction)
{
	const struct kind *kind = bishop_kind(level);
	const struct direction *d = &kind->direction[direction];
	const int down = room(cell / level->columns, level->rows, d->down);
	const int right = room(cell % level->columns, level->columns, d->right);
	const int length = down < right ? down : right;
	return (struct ray){
		.step = d->down * level->columns + d->right,
		.length = length > 1 && !kind->far ? 1 : length,
	};
}

int bishop_free_cells(const uint8_t grid[CELLS_MAX], int cell, struct ray ray)
{
	int free = 0;
	while (free < ray.length && grid[cell + (free + 1) * ray.step] == 0)
		free++;
	return free;
}

bool bishop_sees_other(const struct level *level, const uint8_t grid[CELLS_MAX], int cell,
                       int colour, int *other)
{
	for (int d = 0; d < bishop_kind(level)->directions; d++) {
		const struct ray ray = bishop_ray(level, cell, d);
		const int free = bishop_free_cells(grid, cell, ray);
		if (free == ray.length)
			continue;
		*other = cell + (free + 1) * ray.step;
		if (is_piece(grid[*other]) && grid[*other] != colour)
			return true;
	}
	return false;
}

/* ---- moves as numbers ---- */

/* The cells at the edge of a 26x26 board have at most 75 targets, for a queen; those further in
 * have at most 24 more. So 75 codes belong to each cell, and 24 more to each of the 24x24 cells
 * that can lie off the edge: 64,524 together, which 16 bits can hold. */
enum {
	EDGE_CODES = 3 * (SIDE_MAX - 1),
	INNER_SIDE = SIDE_MAX - 2,
	INNER_CODES = PATHS_MAX - EDGE_CODES,
	INNER_FIRST = CELLS_MAX * EDGE_CODES,
};

_Static_assert(NO_MOVE == INNER_FIRST + INNER_SIDE * INNER_SIDE * INNER_CODES &&
                       NO_MOVE < UINT16_MAX,
               "every move needs its own code");

static move_code code_of(const struct level *level, int from, int number)
{
	if (number < EDGE_CODES)
		return (move_code)(from * EDGE_CODES + number);
	const int row = from / level->columns - 1, column = from % level->columns - 1;
	return (move_code)(INNER_FIRST + (row * INNER_SIDE + column) * INNER_CODES + number -
	                   EDGE_CODES);
}

/* Splits a code into cell and number; false if it has no cell on this board. */
static bool split_code(const struct level *level, int code, int *from, int *number)
{
	if (code < INNER_FIRST) {
		*from = code / EDGE_CODES;
		*number = code % EDGE_CODES;
		return *from < level_cells(level);
	}
	const int inner = (code - INNER_FIRST) / INNER_CODES;
	const int row = inner / INNER_SIDE + 1, column = inner % INNER_SIDE + 1;
	*from = row * level->columns + column;
	*number = (code - INNER_FIRST) % INNER_CODES + EDGE_CODES;
	return row < level->rows && column < level->columns;
}

struct path bishop_decode(const struct level *level, move_code code)
{
	int from, number;
	const int directions =
		split_code(level, code, &from, &number) ? bishop_kind(level)->directions : 0;
	for (int d = 0; d < directions; d++) {
		const struct ray ray = bishop_ray(level, from, d);
		if (number < ray.length)
			return (struct path){from, from + (number + 1) * ray.step, d, number + 1,
			                     code};
		number -= ray.length;
	}
	return (struct path){.code = NO_MOVE};
}

struct path bishop_path_between(const struct level *level, int from, int to)
{
	int number = 0;
	for (int d = 0; d < bishop_kind(level)->directions; d++) {
		const struct ray ray = bishop_ray(level, from, d);
		for (int steps = 1; steps <= ray.length; steps++, number++)
			if (from + steps * ray.step == to)
				return (struct path){from, to, d, steps,
				                     code_of(level, from, number)};
	}
	return (struct path){.code = NO_MOVE};
}

int bishop_open_paths(const struct level *level, const uint8_t grid[CELLS_MAX], int from,
                      struct path out[PATHS_MAX])
{
	int count = 0, number = 0;
	for (int d = 0; d < bishop_kind(level)->directions; d++) {
		const struct ray ray = bishop_ray(level, from, d);
		const int last = bishop_free_cells(grid, from, ray);
		const int first = (level->rules & SLIDE) != 0 && last > 1 ? last : 1;
		for (int steps = first; steps <= last; steps++)
			out[count++] = (struct path){from, from + steps * ray.step, d, steps,
			                             code_of(level, from, number + steps - 1)};
		number += ray.length;
	}
	return count;
}

/* ---- packed states ---- */

static size_t turn_size(const struct level *level)
{
	return (level->rules & ALTERNATE) != 0;
}

int bishop_last_mover(const struct level *level, const struct state *state)
{
	return turn_size(level) == 0 ? 0 : state->byte[level->state_size - 1];
}

int bishop_next_mover(const struct level *level, const struct state *state)
{
	int colour = bishop_last_mover(level, state);
	if (colour == 0)
		return 0;
	do
		colour = colour % COLOURS_MAX + 1;
	while (level->pieces[colour] == 0);
	return colour;
}

/* Bytes of the packed pieces. */
static size_t pieces_size(const struct level *level)
{
	return level->state_size - turn_size(level);
}

int bishop_piece_cells(const struct level *level, const struct state *state,
                       uint16_t out[CELLS_MAX])
{
	return pieces_cells(level, pieces_size(level), state, out);
}

void bishop_unpack(const struct level *level, const struct state *state, uint8_t grid[CELLS_MAX])
{
	memcpy(grid, level->map, (size_t)level_cells(level));
	pieces_unpack(level, pieces_size(level), state, grid);
}

int bishop_targets(const struct level *level, int colour)
{
	int targets = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		targets += level->goal[cell] == colour;
	return targets;
}

int bishop_at_home(const struct level *level, const struct state *state)
{
	uint8_t grid[CELLS_MAX];
	int home = 0;
	bishop_unpack(level, state, grid);
	for (int cell = 0; cell < level_cells(level); cell++)
		home += level->goal[cell] != 0 && level->goal[cell] == grid[cell];
	return home;
}

void bishop_derive_level(struct level *level, const uint8_t grid[CELLS_MAX])
{
	memset(level->pieces, 0, sizeof level->pieces);
	level->amount = 0;
	for (int cell = 0; cell < level_cells(level); cell++) {
		level->amount += level->goal[cell] != 0;
		if (is_piece(grid[cell]))
			level->pieces[grid[cell]]++;
	}
	level->state_size = pieces_bytes(level) + turn_size(level);
	level->start = (struct state){{0}};
	pieces_pack(level, pieces_size(level), grid, &level->start);
}

/* ---- functions of the puzzle ---- */

static bool is_turn_of(const struct level *level, const struct state *state, int colour)
{
	const int next = bishop_next_mover(level, state);
	return next == 0 || next == colour;
}

/* Only the nearest of the pieces in one direction can enter a free cell, so MOVES_MAX is enough. */
int bishop_moves(const struct level *level, const struct state *state, move_code out[MOVES_MAX])
{
	uint8_t grid[CELLS_MAX];
	uint16_t cell[CELLS_MAX];
	struct path paths[PATHS_MAX];
	int count = 0;
	bishop_unpack(level, state, grid);
	const int pieces = bishop_piece_cells(level, state, cell);
	for (int i = 0; i < pieces; i++) {
		if (!is_turn_of(level, state, grid[cell[i]]))
			continue;
		const int open = bishop_open_paths(level, grid, cell[i], paths);
		for (int w = 0; w < open; w++)
			out[count++] = paths[w].code;
	}
	return count;
}

bool bishop_apply(const struct level *level, struct state *state, move_code move)
{
	const struct path path = bishop_decode(level, move);
	uint8_t grid[CELLS_MAX];
	int other;
	if (path.steps == 0)
		return false;
	bishop_unpack(level, state, grid);
	const int colour = grid[path.from];
	if (!is_piece(grid[path.from]) || !is_turn_of(level, state, colour))
		return false;
	const struct ray ray = bishop_ray(level, path.from, path.direction);
	const int free = bishop_free_cells(grid, path.from, ray);
	if (path.steps > free || ((level->rules & SLIDE) != 0 && path.steps < free))
		return false;
	grid[path.from] = 0;
	if ((level->rules & NO_ATTACK) != 0 &&
	    bishop_sees_other(level, grid, path.to, colour, &other))
		return false;
	pieces_move(level, pieces_size(level), state, colour, path.from, path.to);
	if ((level->rules & ALTERNATE) != 0)
		state->byte[level->state_size - 1] = (uint8_t)colour;
	return true;
}

/* The pieces, and whose turn it was. */
void bishop_put(const struct level *level, const struct state *state, struct bit_writer *out)
{
	pieces_put(level, pieces_size(level), state, out);
	if ((level->rules & ALTERNATE) != 0)
		bits_put(out, COLOURS_MAX, (unsigned)bishop_last_mover(level, state));
}

bool bishop_solved(const struct level *level, const struct state *state)
{
	return bishop_at_home(level, state) == level->amount;
}
