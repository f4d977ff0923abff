#include "puzzle/pieces.h"

#include <assert.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzle/puzzle.h"

int pieces_count(const struct level *level)
{
	int count = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		count += level->pieces[colour];
	return count;
}

/* Bytes of a cell in the list. */
static int cell_width(const struct level *level)
{
	return level_cells(level) <= 256 ? 1 : 2;
}

size_t pieces_bytes(const struct level *level)
{
	const int list = pieces_count(level) * cell_width(level), cells = level_cells(level);
	return (size_t)(list < cells ? list : cells);
}

static bool is_grid(const struct level *level, size_t bytes)
{
	return bytes == (size_t)level_cells(level);
}

static int get_cell(const struct level *level, const struct state *state, int index)
{
	if (cell_width(level) == 1)
		return state->byte[index];
	return state->byte[2 * index] << 8 | state->byte[2 * index + 1];
}

static void put_cell(const struct level *level, struct state *state, int index, int cell)
{
	if (cell_width(level) == 1) {
		state->byte[index] = (uint8_t)cell;
		return;
	}
	state->byte[2 * index] = (uint8_t)(cell >> 8);
	state->byte[2 * index + 1] = (uint8_t)cell;
}

/* Where the first cell of each colour stands in the list. */
static void find_first(const struct level *level, int first[COLOURS_MAX + 1])
{
	int count = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		first[colour] = count;
		count += level->pieces[colour];
	}
}

void pieces_pack(const struct level *level, size_t bytes, const uint8_t grid[CELLS_MAX],
                 struct state *state)
{
	int next[COLOURS_MAX + 1];
	if (is_grid(level, bytes)) {
		memcpy(state->byte, grid, bytes);
		return;
	}
	find_first(level, next);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (is_piece(grid[cell]))
			put_cell(level, state, next[grid[cell]]++, cell);
}

void pieces_unpack(const struct level *level, size_t bytes, const struct state *state,
                   uint8_t grid[CELLS_MAX])
{
	if (is_grid(level, bytes)) {
		memcpy(grid, state->byte, bytes);
		return;
	}
	for (int colour = 1, i = 0, end = 0; colour <= COLOURS_MAX; colour++)
		for (end += level->pieces[colour]; i < end; i++) {
			assert(get_cell(level, state, i) < level_cells(level));
			grid[get_cell(level, state, i)] = (uint8_t)colour;
		}
}

int pieces_cells(const struct level *level, size_t bytes, const struct state *state,
                 uint16_t out[CELLS_MAX])
{
	const int count = pieces_count(level);
	int next[COLOURS_MAX + 1];
	if (!is_grid(level, bytes)) {
		for (int i = 0; i < count; i++)
			out[i] = (uint16_t)get_cell(level, state, i);
		return count;
	}
	find_first(level, next);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (is_piece(state->byte[cell]))
			out[next[state->byte[cell]]++] = (uint16_t)cell;
	return count;
}

void pieces_put(const struct level *level, size_t bytes, const struct state *state,
                struct bit_writer *out)
{
	uint16_t cell[CELLS_MAX] = {0};
	const int count = pieces_cells(level, bytes, state, cell);
	for (int i = 0; i < count; i++)
		bits_put(out, (unsigned)level_cells(level) - 1, cell[i]);
}

void pieces_move(const struct level *level, size_t bytes, struct state *state, int colour, int from,
                 int to)
{
	int first[COLOURS_MAX + 1];
	if (is_grid(level, bytes)) {
		state->byte[from] = 0;
		state->byte[to] = (uint8_t)colour;
		return;
	}
	find_first(level, first);
	const int last = first[colour] + level->pieces[colour] - 1;
	int i = first[colour];
	while (get_cell(level, state, i) != from)
		i++;
	assert(i <= last);
	for (; i > first[colour] && get_cell(level, state, i - 1) > to; i--)
		put_cell(level, state, i, get_cell(level, state, i - 1));
	for (; i < last && get_cell(level, state, i + 1) < to; i++)
		put_cell(level, state, i, get_cell(level, state, i + 1));
	put_cell(level, state, i, to);
}

bool pieces_check_room(const struct recipe *recipe, int room, struct error *error)
{
	return recipe->pieces <= room ||
	       error_set(error,
	                 text_plural("a %dx%d board has room for at most %d piece, not %d",
	                             "a %dx%d board has room for at most %d pieces, not %d", room),
	                 recipe->rows, recipe->columns, room, recipe->pieces);
}

bool pieces_check_recipe(const struct recipe *recipe, int min, int max, struct error *error)
{
	const int room = recipe->rows * recipe->columns - 1;
	if (!pieces_check_room(recipe, room, error))
		return false;
	if (recipe->pieces > 0)
		min = max = recipe->pieces;
	if (min > room)
		return error_set(
			error,
			text_plural("a %dx%d board is too small for %d piece and a free cell",
		                    "a %dx%d board is too small for %d pieces and a free cell",
		                    min),
			recipe->rows, recipe->columns, min);
	if (max > room)
		max = room;
	return recipe->colours <= max ||
	       error_set(error,
	                 text_plural("%d piece can have at most %d colour, not %d",
	                             "%d pieces can have at most %d colours, not %d", max),
	                 max, max, recipe->colours);
}
