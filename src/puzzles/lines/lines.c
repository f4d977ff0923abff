/* Lines: tiles with solid and open sides; slide rows and columns until the lines close.
 *
 * This file has the keys and the puzzle's table; lines.h names the other parts. */
#include <assert.h>

#include "os/language.h"
#include "puzzle/key.h"
#include "puzzles/lines/lines.h"

/* ---- keys ---- */

/* An arrow moves the cursor, or slides a held line and releases it. */
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

/* Enter holds a tile; Enter, Escape or a click releases it. */
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

/* A dragged tile slides its row or column, one slide for each cell. */
static const char *lines_drag(const struct level *level, const struct state *state,
                              const struct drag *drag, move_code *move, int *times)
{
	const int direction = direction_of_drag(level, drag->from, drag->to, times);
	(void)state;
	if (direction < 0)
		return _("Drag along a row or a column.");
	const bool row = direction_column_step(direction) != 0;
	*move = lines_slide(level, row ? drag->from / level->columns : drag->from % level->columns,
	                    direction);
	return NULL;
}

/* Buttons are on it. */
static int lines_frame_rows(const struct level *level)
{
	(void)level;
	return 2;
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
	N_("Slide a row or column by one: the tile that leaves returns at the other end."),
	N_("Lines join where two ends meet; joined lines are a group."),
	/* NOLINTNEXTLINE(bugprone-suspicious-missing-comma) */
	N_("A group without open ends is closed. Close all groups, or as many as the level asks "
	   "for."),
	N_("Ends at the board's edge are open. Blank tiles are ignored."),
	N_("If tiles have stars, only their groups must be closed."),
	NULL,
};

static const char *const help[] = {
	N_("Closed groups are filled; an open end is lit, or has a cross."),
	N_("Shift+arrow slides the cursor's row or column."),
	N_("Or press Space, then an arrow. Or click an arrow beside the board."),
	N_("A tile dragged with the mouse takes its row or column along."),
	NULL,
};

/* Rows, columns, and the lowest pars of a medium and of a hard board. */
static const struct board_size sizes[] = {
	/* clang-format off */
	{3, 3, 5, 6}, {4, 4, 5, 6}, {4, 5, 5, 6}, {5, 5, 5, 6}, {6, 6, 5, 7},
	{.rows = 0},
	/* clang-format on */
};

/* Rows, columns, pieces, colours, the range of pars, rules. Frozen. */
static const struct board_step ladder[LADDER_RUNGS] = {
	/* clang-format off */
	{3, 3, -1, -1, 2, 2, NULL}, {3, 3, -1, -1, 3, 3, NULL},
	{3, 4, -1, -1, 3, 4, NULL}, {3, 4, -1, -1, 4, 4, NULL},
	{4, 4, -1, -1, 5, 6, NULL}, {4, 5, -1, -1, 6, 6, NULL},
	{4, 5, -1, -1, 7, 8, NULL},
	/* clang-format on */
};

static const struct board_step steps[] = {
	/* clang-format off */
	{3, 3, -1, -1, 1, 1, NULL},
	{3, 3, -1, -1, 2, 2, NULL},
	{3, 3, -1, -1, 3, 3, NULL},
	{3, 3, -1, -1, 4, 4, NULL},
	{4, 4, -1, -1, 5, 5, NULL},
	{4, 4, -1, -1, 6, 6, NULL},
	{4, 4, -1, -1, 7, 7, NULL},
	{6, 6, -1, -1, 7, 7, NULL},
	{.rows = 0},
	/* clang-format on */
};

const struct puzzle lines_puzzle = {
	.name = "lines",
	/* TRANSLATORS: The name of a puzzle, in tabs and headings: at most 8 columns. The lines are
	 * drawn on tiles. */
	.title = N_("Lines"),
	.rules =
		{
			.moves = lines_moves,
			.apply = lines_apply,
			.solved = lines_solved,
			.lower_bound = lines_lower_bound,
			.prepare = lines_prepare,
			.reverse = lines_reverse,
			.groups = lines_groups,
		},
	.format =
		{
			.alphabet = {"0123456789abcdef", ".*"},
			.marks = NC_("editor", "stars"),
			.headers = 1U << HEADER_GOAL,
			.read_headers = lines_read_headers,
			.read = lines_read,
			.write = lines_write,
			.name_move = lines_name_move,
			.read_move = lines_read_move,
		},
	.text =
		{
			.goal = N_("Slide rows and columns until the lines form closed shapes."),
			.rules = rules,
			.help = help,
			.legend =
				N_("Boards: a digit is the sum of the sides that a tile's lines "
                                   "reach: 1 top, 2 right, 4 bottom, 8 left; a to f are 10 to 15. "
                                   "* marks a star."),
			.refusal = N_("There is nothing to slide."),
			.explain_name = lines_explain_name,
			.key_labels = {[KEY_GROUP_ARROWS] = NC_("key", "move"),
                                       [KEY_GROUP_SPACE] = NC_("key", "hold"),
                                       [KEY_GROUP_SHIFT] = NC_("key", "slide")},
			.key_labels_selected = {[KEY_GROUP_ARROWS] = NC_("key", "slide"),
                                                [KEY_GROUP_SPACE] = NC_("key", "release")},
			.key_help = {[KEY_GROUP_SPACE] = N_("hold the tile, or release it")},
			.arrow_help = {[UP] = N_("move the cursor, or slide the held tile, up"),
                                       [RIGHT] =
                                               N_("move the cursor, or slide the held tile, right"),
                                       [DOWN] = N_("move the cursor, or slide the held tile, down"),
                                       [LEFT] =
                                               N_("move the cursor, or slide the held tile, left")},
			.push_help = {[UP] = N_("slide the row or column up"),
                                      [RIGHT] = N_("slide the row or column right"),
                                      [DOWN] = N_("slide the row or column down"),
                                      [LEFT] = N_("slide the row or column left")},
			.describe_cell = lines_describe_cell,
			.hint_text = lines_hint_text,
			.status = lines_status,
			.level_rules = lines_level_rules,
		},
	.reasons =
		{
			.gain = lines_gain,
			.purpose = lines_purpose,
			.fault = lines_fault,
			.write = lines_write_reason,
		},
	.screen =
		{
			.margin = {LINES_MARGIN_ROWS, LINES_MARGIN_COLUMNS},
			.frame_rows = lines_frame_rows,
			.cell_glyphs = U"·╵╶└╷│┌├╴┘─┴┐┤┬┼",
			.press = lines_press,
			.drag = lines_drag,
			.paint = lines_paint,
			.frames = lines_frames,
			.triumph = lines_triumph,
		},
	.generator =
		{
			.recipe = {.rows = 4,
                                   .columns = 4,
                                   .pieces = -1,
                                   .colours = -1,
                                   .par_min = 4,
                                   .par_max = 7},
			.check = lines_check_recipe,
			.sizes = sizes,
			.ladder = ladder,
			.steps = steps,
			.start = lines_generate,
		},
	.symmetry = {.kept = ALL_SYMMETRIES, .turn = lines_turn},
	.expected = {.of_one = 670, .per_doubling = 550},
	.certificate =
		{
			.write = lines_put,
			.open = lines_open_bound,
			.bound = lines_certificate_bound,
		},
	.solver = &lines_solver,
};
