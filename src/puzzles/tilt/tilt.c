/* Tilt: all blocks slide at once, as far as they go; bring each to a goal of its colour.
 *
 * For the lower bound, a block may stop wherever other blocks could hold it: on one of the last
 * `blocks` cells ahead of it. A table per colour, computed when the level is prepared, gives the
 * number of such moves from each cell to the nearest goal of that colour. The maximum over all
 * blocks is the bound, as all blocks move at once. */
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzle/grid.h"
#include "puzzle/key.h"
#include "puzzle/pieces.h"
#include "puzzles/tilt/tilt.h"

enum {
	UNREACHABLE = 255, /* in the table: no path to a goal */
	FARTHEST = 254,    /* this distance or more */
};

/* ---- the bound's table ---- */

/* The number of free cells ahead of each cell, up to a wall or the board's edge, by direction. */
static void measure_room(const struct level *level, uint8_t room[DIRECTIONS][CELLS_MAX])
{
	for (int d = 0; d < DIRECTIONS; d++)
		for (int l = tilt_line_count(level, d) - 1; l >= 0; l--) {
			const struct tilt_line line = tilt_line_of(level, d, l);
			int free = 0;
			for (int i = 0; i < line.length; i++) {
				const int cell = line.first + i * line.step;
				room[d][cell] = (uint8_t)free;
				free = level->map[cell] ? 0 : free + 1;
			}
		}
}

/* Marks all cells from which a move in this direction can end on `cell`. Returns how many were
 * new. */
static int mark_sources(const struct level *level, uint8_t room[DIRECTIONS][CELLS_MAX],
                        int distance[CELLS_MAX], int cell, int direction, int blocks)
{
	const int next = distance[cell] + 1, backward = (direction + 2) % DIRECTIONS;
	const int step = tilt_line_of(level, direction, 0).step;
	int marked = 0;
	if (room[direction][cell] >= blocks)
		return 0;
	for (int i = room[backward][cell]; i > 0; i--)
		if (distance[cell + i * step] < 0) {
			distance[cell + i * step] = next;
			marked++;
		}
	return marked;
}

static void compute_distances(struct level *level, uint8_t room[DIRECTIONS][CELLS_MAX], int colour,
                              int blocks)
{
	int distance[CELLS_MAX]; /* -1: unknown */
	for (int cell = 0; cell < level_cells(level); cell++)
		distance[cell] = level->goal[cell] == colour ? 0 : -1;
	int marked = 1;
	for (int ply = 0; marked > 0; ply++) {
		marked = 0;
		for (int cell = 0; cell < level_cells(level); cell++)
			for (int d = 0; distance[cell] == ply && d < DIRECTIONS; d++)
				marked += mark_sources(level, room, distance, cell, d, blocks);
	}
	for (int cell = 0; cell < level_cells(level); cell++) {
		const int moves = distance[cell] > FARTHEST ? FARTHEST : distance[cell];
		level->table[colour][cell] = (uint8_t)(moves < 0 ? UNREACHABLE : moves);
	}
}

static void tilt_prepare(struct level *level)
{
	uint8_t room[DIRECTIONS][CELLS_MAX];
	measure_room(level, room);
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		if (level->pieces[colour] > 0)
			compute_distances(level, room, colour, pieces_count(level));
}

/* Sets what depends on the grid of blocks: counts, the packed start. Map and goal are given. */
static void set_blocks(struct level *level, const uint8_t grid[CELLS_MAX])
{
	memset(level->pieces, 0, sizeof level->pieces);
	for (int cell = 0; cell < level_cells(level); cell++)
		level->pieces[grid[cell]] += grid[cell] != 0;
	level->state_size = pieces_bytes(level);
	if (level->state_size == 0) /* no blocks */
		level->state_size = 1;
	memset(&level->start, 0, sizeof level->start);
	pieces_pack(level, level->state_size, grid, &level->start);
}

/* ---- rules ---- */

static int tilt_moves(const struct level *level, const struct state *state,
                      move_code out[MOVES_MAX])
{
	(void)level;
	(void)state;
	for (int d = 0; d < DIRECTIONS; d++)
		out[d] = (move_code)d;
	return DIRECTIONS;
}

static bool tilt_apply(const struct level *level, struct state *state, move_code move)
{
	uint8_t grid[CELLS_MAX];
	if (move >= DIRECTIONS)
		return false;
	tilt_unpack(level, state, grid);
	if (!tilt_slide(level, grid, move))
		return false;
	pieces_pack(level, level->state_size, grid, state);
	return true;
}

static bool tilt_solved(const struct level *level, const struct state *state)
{
	uint8_t grid[CELLS_MAX];
	tilt_unpack(level, state, grid);
	return memcmp(grid, level->goal, (size_t)level_cells(level)) == 0;
}

static int tilt_lower_bound(const struct level *level, const struct state *state)
{
	uint8_t grid[CELLS_MAX];
	tilt_unpack(level, state, grid);
	int bound = 0;
	for (int cell = 0; cell < level_cells(level); cell++) {
		const int distance = grid[cell] == 0 ? 0 : level->table[grid[cell]][cell];
		if (distance == UNREACHABLE)
			return DEAD_END;
		if (distance > bound)
			bound = distance;
	}
	return bound;
}

static void tilt_name_move(const struct level *level, move_code move, char out[MOVE_NAME_MAX])
{
	(void)level;
	snprintf(out, MOVE_NAME_MAX, "%s", direction_name(move % DIRECTIONS));
}

static bool tilt_read_move(const struct level *level, const char *name, move_code *move)
{
	const int direction = direction_named(name);
	(void)level;
	*move = (move_code)direction;
	return direction >= 0;
}

/* ---- level text ---- */

/* The error for a colour that has not as many blocks as goals. */
static bool unequal(const struct level_text *text, char colour, int blocks, int goals,
                    struct error *error)
{
	const char *format;
	if (goals == 0)
		return error_at(error, text->file, text->row_line[0],
		                text_plural("colour '%c' has %d block but no goals",
		                            "colour '%c' has %d blocks but no goals", blocks),
		                colour, blocks);
	if (blocks == 0)
		return error_at(error, text->file, text->row_line[0],
		                text_plural("colour '%c' has no blocks but %d goal",
		                            "colour '%c' has no blocks but %d goals", goals),
		                colour, goals);
	if (blocks < goals)
		/* TRANSLATORS: The form goes with the first number; the other is at least 2. */
		format = text_plural("colour '%c' has %d block but %d goals",
		                     "colour '%c' has %d blocks but %d goals", blocks);
	else
		/* TRANSLATORS: The form goes with the second number; the first is at least 2. */
		format = text_plural("colour '%c' has %d blocks but %d goal",
		                     "colour '%c' has %d blocks but %d goals", goals);
	return error_at(error, text->file, text->row_line[0], format, colour, blocks, goals);
}

static bool check_colours(const struct level *level, const struct level_text *text,
                          struct error *error)
{
	int goals[COLOURS_MAX + 1] = {0};
	for (int cell = 0; cell < level_cells(level); cell++)
		goals[level->goal[cell]]++;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		if (level->pieces[colour] != goals[colour])
			return unequal(text, (char)('a' + colour - 1), level->pieces[colour],
			               goals[colour], error);
	if (pieces_count(level) == 0)
		return error_at(error, text->file, text->row_line[0], _("add a block (a to z)"));
	return true;
}

static bool tilt_read(struct level *level, const struct level_text *text, struct error *error)
{
	uint8_t grid[CELLS_MAX];
	if (!grid_read(level, grid, text, error))
		return false;
	set_blocks(level, grid);
	return check_colours(level, text, error);
}

static void tilt_write(const struct level *level, const struct state *state,
                       struct level_writer *writer)
{
	uint8_t grid[CELLS_MAX];
	tilt_unpack(level, state == NULL ? &level->start : state, grid);
	grid_write(level, grid, writer);
}

/* ---- screen and keys ---- */

static void tilt_hint_text(const struct level *level, const struct state *state, move_code move,
                           char *out, size_t size)
{
	(void)level;
	(void)state;
	snprintf(out, size, "%s",
	         move == LEFT || move == RIGHT ? _("Hint: sideways.") : _("Hint: up or down."));
}

static void tilt_describe_cell(const struct level *level, const struct state *state, int cell,
                               char *out, size_t size)
{
	uint8_t grid[CELLS_MAX];
	tilt_unpack(level, state, grid);
	grid_describe_cell(level, cell, grid[cell], out, size);
}

static enum intent tilt_press(const struct level *level, const struct state *state,
                              struct cursor *cursor, int key, move_code *move)
{
	bool shifted;
	const int direction = direction_of_key(key, &shifted);
	(void)level;
	(void)state;
	(void)cursor;
	if (direction < 0 || shifted)
		return INTENT_NONE;
	*move = (move_code)direction;
	return INTENT_MOVE;
}

/* A swipe anywhere on the board tilts it in that direction; the distance does not matter. */
static const char *tilt_drag(const struct level *level, const struct state *state,
                             const struct drag *drag, move_code *move, int *times)
{
	const int direction = direction_of_swipe(drag->down, drag->right);
	(void)level;
	(void)state;
	*times = 1;
	*move = (move_code)direction;
	return direction < 0 ? _("Drag straight up, down, left or right.") : NULL;
}

/* ---- new levels ---- */

static void tilt_set_goal(struct level *level, const struct state *state)
{
	memset(level->goal, 0, sizeof level->goal);
	tilt_unpack(level, state, level->goal);
	tilt_prepare(level);
}

/* The default number of blocks: PIECES_MIN and up to PIECES_SPREAD - 1 more. */
enum { PIECES_MIN = 2, PIECES_SPREAD = 3 };

/* On a board of one row or column every position is at most one move away: each move takes all
 * blocks to one end or the other. */
static bool tilt_check_recipe(const struct level *level, const struct recipe *recipe,
                              struct error *error)
{
	const bool narrow = level->rows == 1 || level->columns == 1;
	if (!pieces_check_recipe(recipe, PIECES_MIN, PIECES_MIN + PIECES_SPREAD - 1, error))
		return false;
	return !narrow || recipe->par_min <= 1 ||
	       error_set(error, _("a %dx%d board needs at most 1 move; par %d is not possible"),
	                 level->rows, level->columns, recipe->par_min);
}

/* A random free cell of the grid; -1 if there is none. */
static int free_cell(const struct level *level, const uint8_t grid[CELLS_MAX],
                     struct random *random)
{
	int found = -1;
	uint32_t seen = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (!level->map[cell] && grid[cell] == 0 && random_below(random, ++seen) == 0)
			found = cell;
	return found;
}

/* Puts walls on a tenth to a quarter of the board, then the blocks. The goal is the start until the
 * generator picks one of the reachable positions and calls set_goal. */
static bool tilt_generate(struct level *level, const struct recipe *recipe, struct random *random)
{
	uint8_t grid[CELLS_MAX] = {0};
	const int cells = level_cells(level);
	const uint32_t tenth = (uint32_t)cells / 10;
	const uint32_t spread = (uint32_t)cells / 4 - tenth;
	int walls = (int)(tenth + random_below(random, spread + 1));
	int pieces = recipe->pieces;
	if (pieces <= 0)
		pieces = PIECES_MIN + (int)random_below(random, PIECES_SPREAD);
	const int colours_max = pieces < 6 ? pieces : 6;
	const int colours = recipe->colours > 0
	                            ? recipe->colours
	                            : 1 + (int)random_below(random, (uint32_t)colours_max);
	if (pieces > cells - 1 || colours > pieces)
		return false;
	if (walls > cells - pieces - 1)
		walls = cells - pieces - 1;
	for (int i = 0; i < walls; i++)
		level->map[free_cell(level, grid, random)] = 1;
	for (int i = 0; i < pieces; i++)
		grid[free_cell(level, grid, random)] = (uint8_t)(i % colours + 1);
	memcpy(level->goal, grid, sizeof grid);
	set_blocks(level, grid);
	tilt_prepare(level);
	return true;
}

static const char *const rules[] = {
	N_("All blocks slide at once, as far as they can."),
	N_("Walls, the board's edge and other blocks stop them."),
	N_("Bring every block to a goal of its colour."),
	N_("Blocks of one colour are interchangeable. Passing over a goal does not count."),
	NULL,
};

static const char *const help[] = {
	N_("Goals are pits with the shape of their block (in ASCII, brackets)."),
	N_("Click an edge of the board, or drag across it, to tilt."),
	NULL,
};

/* Rows, columns, and the lowest pars of a medium and of a hard board. */
static const struct board_size sizes[] = {
	/* clang-format off */
	{5, 5, 7, 10}, {6, 6, 8, 11}, {7, 7, 8, 11}, {8, 8, 8, 11}, {10, 10, 9, 12},
	{.rows = 0},
	/* clang-format on */
};

/* Rows, columns, pieces, colours, the range of pars, rules. Frozen. */
static const struct board_step ladder[LADDER_RUNGS] = {
	/* clang-format off */
	{4, 4, -1, -1, 2, 3, NULL}, {5, 5, 2, 2, 5, 6, NULL},
	{5, 5, -1, -1, 5, 7, NULL}, {5, 5, 3, 3, 7, 8, NULL},
	{6, 6, -1, -1, 8, 10, NULL}, {6, 6, 3, 3, 11, 13, NULL},
	{7, 7, 4, 4, 14, 20, NULL},
	/* clang-format on */
};

static const struct board_step steps[] = {
	/* clang-format off */
	{4, 4, 2, -1, 2, 3, NULL},
	{4, 4, 2, -1, 4, 5, NULL},
	{5, 5, 3, -1, 4, 5, NULL},
	{5, 5, -1, -1, 6, 7, NULL},
	{6, 6, -1, -1, 8, 9, NULL},
	{7, 7, -1, -1, 9, 10, NULL},
	{8, 8, -1, -1, 12, 13, NULL},
	{10, 10, -1, -1, 15, 17, NULL},
	{.rows = 0},
	/* clang-format on */
};

static void tilt_put(const struct level *level, const struct state *state, struct bit_writer *out)
{
	pieces_put(level, level->state_size, state, out);
}

const struct puzzle tilt_puzzle = {
	.name = "tilt",
	/* TRANSLATORS: The name of a puzzle, in tabs and headings: at most 8 columns. All blocks
	 * slide at once, as if the board was tilted. */
	.title = N_("Tilt"),
	.rules =
		{
			.moves = tilt_moves,
			.apply = tilt_apply,
			.solved = tilt_solved,
			.lower_bound = tilt_lower_bound,
			.prepare = tilt_prepare,
		},
	.format =
		{
			.alphabet = {GRID_LETTERS, GRID_LETTERS},
			.read = tilt_read,
			.write = tilt_write,
			.name_move = tilt_name_move,
			.read_move = tilt_read_move,
		},
	.text =
		{
			.goal = N_("Slide all blocks at once; bring each to a goal of its colour."),
			.rules = rules,
			.help = help,
			.legend = N_("Boards: # is a wall, a letter a block of that colour. "
                                     "The board on the right shows the goals."),
			.refusal = N_("Nothing moves that way."),
			.key_labels = {[KEY_GROUP_ARROWS] = NC_("key", "tilt")},
			.arrow_help = {[UP] = N_("tilt the board up"),
                                       [RIGHT] = N_("tilt the board right"),
                                       [DOWN] = N_("tilt the board down"),
                                       [LEFT] = N_("tilt the board left")},
			.describe_cell = tilt_describe_cell,
			.hint_text = tilt_hint_text,
		},
	.reasons =
		{
			.gain = tilt_gain,
			.purpose = tilt_purpose,
			.fault = tilt_fault,
			.write = tilt_write_reason,
		},
	.screen =
		{
			.margin = TILT_MARGIN,
			.even_if_flat = true,
			.press = tilt_press,
			.drag = tilt_drag,
			.swipes = true,
			.paint = tilt_paint,
			.frames = tilt_frames,
			.triumph = tilt_triumph,
		},
	.generator =
		{
			.recipe = {.rows = 7,
                                   .columns = 7,
                                   .pieces = -1,
                                   .colours = -1,
                                   .par_min = 6,
                                   .par_max = 14},
			.check = tilt_check_recipe,
			.sizes = sizes,
			.ladder = ladder,
			.steps = steps,
			.start = tilt_generate,
			.set_goal = tilt_set_goal,
		},
	.symmetry = {.kept = ALL_SYMMETRIES | RECOLOUR},
	.expected = {.of_one = 550, .per_doubling = 420},
	.certificate = {.write = tilt_put},
	.solver = &tilt_solver,
};
