/* Lines: tiles of solid and open sides; slide rows and columns until the lines close.
 *
 * Here are the keys and the puzzle's table; lines.h names the other parts. */
#include <assert.h>

#include "puzzle/key.h"
#include "puzzles/lines/lines.h"

/* ---- keys ---- */

/* An arrow moves the cursor, or slides a held line and lets it go. */
static enum intent press_direction(const struct level *level, struct cursor *cursor, int direction,
                                   bool shifted, move_code *move)
{
	if (!shifted && cursor->selected < 0) {
		direction_step(level, direction, &cursor->row, &cursor->column);
		return INTENT_CURSOR;
	}
	const bool row = direction_column_step(direction) != 0;
	*move = lines_slide(level, row ? cursor->row : cursor->column, direction);
	cursor->selected = -1;
	return INTENT_MOVE;
}

/* Enter holds a tile; Enter, Escape or a click lets it go. */
static enum intent lines_press(const struct level *level, const struct state *state,
                               struct cursor *cursor, int key, move_code *move)
{
	bool shifted;
	const int direction = direction_of_key(key, &shifted);
	const bool held = cursor->selected >= 0;
	(void)state;
	assert(cursor->row >= 0 && cursor->row < level->rows);
	assert(cursor->column >= 0 && cursor->column < level->columns);
	if (direction >= 0)
		return press_direction(level, cursor, direction, shifted, move);
	if (key != PRESS_ENTER && key != PRESS_CLICK && (key != PRESS_ESCAPE || !held))
		return INTENT_NONE;
	cursor->selected = key == PRESS_ENTER && !held ? cursor_cell(level, cursor) : -1;
	return INTENT_CURSOR;
}

static int lines_frames(const struct level *level, const struct state *state, move_code move)
{
	(void)level;
	(void)state;
	(void)move;
	return LINES_FRAMES;
}

/* ---- the puzzle ---- */

static const char *const rules[] = {
	"Slide a row or a column by one; what leaves comes in at the other end.",
	"Lines are joined where two ends meet; what is joined is a group.",
	"A group is closed when none of its lines ends at nothing.",
	"The board's edge is nothing. Blank tiles count for nothing.",
	"Where tiles have stars, only their groups must be closed.",
	NULL,
};

static const char *const help[] = {
	"Closed groups are filled. An open end is lit, or has a cross.",
	"To push is to slide the line under the cursor that way.",
	"So does an arrow once you hold a tile, and a click on an arrow.",
	NULL,
};

const struct puzzle lines_puzzle = {
	.name = "lines",
	.title = "Lines",
	.rules = {
		.moves = lines_moves,
		.apply = lines_apply,
		.solved = lines_solved,
		.lower_bound = lines_lower_bound,
		.prepare = lines_prepare,
		.reverse = lines_reverse,
		.groups = lines_groups,
	},
	.format = {
		.alphabet = {"0123456789abcdef", ".*"},
		.marks = true,
		.headers = 1U << HEADER_GOAL,
		.read_headers = lines_read_headers,
		.read = lines_read,
		.write = lines_write,
		.name_move = lines_name_move,
		.read_move = lines_read_move,
	},
	.text = {
		.goal = "Slide rows and columns until the lines form closed shapes.",
		.rules = rules,
		.help = help,
		.legend =
			"Boards: a digit adds up the sides that a tile's lines reach, 1 top, "
			"2 right, 4 bottom, 8 left; a to f are 10 to 15; * has a star.",
		.refusal = "there is nothing to slide",
		.key_labels = {[KEY_GROUP_ARROWS] = "move",
			[KEY_GROUP_SPACE] = "hold",
			[KEY_GROUP_SHIFT] = "slide"},
		.key_labels_selected =
			{[KEY_GROUP_ARROWS] = "slide", [KEY_GROUP_SPACE] = "let go"},
		.key_help = {[KEY_GROUP_ARROWS] = "move the cursor, or the line you hold,",
			[KEY_GROUP_SPACE] = "hold the tile, or let it go",
			[KEY_GROUP_SHIFT] = "slide the line"},
		.describe_cell = lines_describe_cell,
		.hint_text = lines_hint_text,
		.status = lines_status,
	},
	.screen = {
		.margin = {LINES_MARGIN_ROWS, LINES_MARGIN_COLUMNS},
		.cell_glyphs = U"·╵╶└╷│┌├╴┘─┴┐┤┬┼",
		.press = lines_press,
		.paint = lines_paint,
		.frames = lines_frames,
	},
	.generator = {
		.recipe = {.rows = 4, .columns = 4, .pieces = -1, .colours = -1,
			.par_min = 4, .par_max = 7},
		.start = lines_generate,
	},
	.solver = &lines_solver,
};
