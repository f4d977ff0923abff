/* Null: an empty board, solved from the start, without a single move. All required members are
 * here and nothing else: copy this file to begin a puzzle. */
#include "puzzles/null.h"

#include <stdio.h>
#include <string.h>

#include "puzzle/board.h"

/* The signatures are those of struct puzzle. */
/* NOLINTBEGIN(readability-non-const-parameter) */

/* ---- rules ---- */

static int null_moves(const struct level *level, const struct state *state,
                      move_code out[MOVES_MAX])
{
	(void)level;
	(void)state;
	(void)out;
	return 0;
}

static bool null_apply(const struct level *level, struct state *state, move_code move)
{
	(void)level;
	(void)state;
	(void)move;
	return false;
}

static bool null_solved(const struct level *level, const struct state *state)
{
	(void)level;
	(void)state;
	return true;
}

static int null_lower_bound(const struct level *level, const struct state *state)
{
	(void)level;
	(void)state;
	return 0;
}

/* ---- level files, names of moves ---- */

static bool null_read(struct level *level, const struct level_text *text, struct error *error)
{
	for (int row = 0; row < level->rows; row++)
		if (strspn(text->words[0][row], ".") != strlen(text->words[0][row]))
			return error_at(error, text->file, text->row_line[row], "expected '.'");
	level->state_size = 1;
	return true;
}

static void null_write(const struct level *level, const struct state *state,
                       struct level_writer *writer)
{
	(void)state;
	writer->text.rows = level->rows;
	writer->text.columns[0] = level->columns;
	for (int row = 0; row < level->rows; row++) {
		memset(writer->words[0][row], '.', (size_t)level->columns);
		writer->words[0][row][level->columns] = '\0';
		writer->text.words[0][row] = writer->words[0][row];
	}
}

static void null_name_move(const struct level *level, move_code move, char out[MOVE_NAME_MAX])
{
	(void)level;
	snprintf(out, MOVE_NAME_MAX, "%d", move);
}

static bool null_read_move(const struct level *level, const char *name, move_code *move)
{
	(void)level;
	(void)name;
	(void)move;
	return false;
}

/* ---- text, keys, pictures ---- */

static void null_describe_cell(const struct level *level, const struct state *state, int cell,
                               char *out, size_t size)
{
	(void)level;
	(void)state;
	(void)cell;
	snprintf(out, size, "%s", "");
}

static void null_hint_text(const struct level *level, const struct state *state, move_code move,
                           char *out, size_t size)
{
	(void)level;
	(void)state;
	(void)move;
	snprintf(out, size, "Hint: there is nothing to move.");
}

static enum intent null_press(const struct level *level, const struct state *state,
                              struct cursor *cursor, int key, move_code *move)
{
	(void)level;
	(void)state;
	(void)cursor;
	(void)key;
	(void)move;
	return INTENT_NONE;
}

static void null_paint(const struct level *level, const struct view *view, struct picture *picture)
{
	const struct size margin = {1, 2};
	(void)view;
	board_frame(picture, margin, level->rows, level->columns);
	for (int cell = 0; cell < level_cells(level); cell++)
		board_floor(picture, margin, cell / level->columns, cell % level->columns);
}

/* ---- new levels ---- */

static bool null_start(struct level *level, const struct recipe *recipe, struct random *random)
{
	(void)recipe;
	(void)random;
	level->state_size = 1;
	return true;
}

static const char *const rules[] = {"There is nothing to do.", NULL};
static const char *const help[] = {"No key does anything.", NULL};

/* NOLINTEND(readability-non-const-parameter) */

const struct puzzle null_puzzle = {
	.name = "null",
	.title = "Null",
	.rules =
		{
			.moves = null_moves,
			.apply = null_apply,
			.solved = null_solved,
			.lower_bound = null_lower_bound,
		},
	.format =
		{
			.alphabet = {"."},
			.read = null_read,
			.write = null_write,
			.name_move = null_name_move,
			.read_move = null_read_move,
		},
	.text =
		{
			.goal = "Do nothing.",
			.rules = rules,
			.help = help,
			.legend = "Boards: . is an empty cell.",
			.refusal = "Nothing can be moved.",
			.describe_cell = null_describe_cell,
			.hint_text = null_hint_text,
		},
	.screen =
		{
			.margin = {1, 2},
			.press = null_press,
			.paint = null_paint,
		},
	.generator =
		{
			.recipe = {.rows = 3, .columns = 3, .pieces = -1, .colours = -1},
			.start = null_start,
		},
};
