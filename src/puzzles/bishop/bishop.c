/* Bishop: pieces slide one at a time, block each other and never capture; bring them to the targets
 * of their colours.
 *
 * Here are the names of moves, the texts, and new levels. How pieces move is in rules.c, parts of
 * the board and the lower bound are in bound.c, cursor and picture in paint.c. */
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzle/cell.h"
#include "puzzle/grid.h"
#include "puzzles/bishop/bishop.h"

static const char *const rule_names[] = {"no-attack", "slide", "alternate"}; /* 1 << 0, 1, 2 */

enum { RULES = sizeof rule_names / sizeof rule_names[0] };

/* ---- names of moves ---- */

static void bishop_name_move(const struct level *level, move_code move, char out[MOVE_NAME_MAX])
{
	const struct path path = bishop_decode(level, move);
	char from[CELL_NAME_MAX], to[CELL_NAME_MAX];
	cell_name(level, path.from, from);
	cell_name(level, path.to, to);
	snprintf(out, MOVE_NAME_MAX, "%s-%s", from, to);
}

static void bishop_move_cells(const struct level *level, const struct state *state, move_code move,
                              int *from, int *to)
{
	const struct path path = bishop_decode(level, move);
	(void)state;
	*from = path.from;
	*to = path.to;
}

static int bishop_frames(const struct level *level, const struct state *state, move_code move)
{
	(void)state;
	return bishop_decode(level, move).steps > 0 ? BISHOP_FRAMES : 0;
}

static bool bishop_read_move(const struct level *level, const char *name, move_code *move)
{
	int from, to;
	if (!cell_read_pair(level, name, &from, &to))
		return false;
	*move = bishop_path_between(level, from, to).code;
	return *move != NO_MOVE;
}

static bool bishop_reverse(const struct level *level, move_code move, move_code *back)
{
	const struct path path = bishop_decode(level, move);
	*back = bishop_path_between(level, path.to, path.from).code;
	return *back != NO_MOVE;
}

static bool bishop_in_turn(const struct level *level)
{
	return (level->rules & ALTERNATE) != 0;
}

/* ---- words for the player ---- */

static void bishop_hint_text(const struct level *level, const struct state *state, move_code move,
                             char *out, size_t size)
{
	static const char *const hints[KINDS] = {
		N_("Hint: the bishop at %s."), N_("Hint: the rook at %s."),
		N_("Hint: the queen at %s."),  N_("Hint: the knight at %s."),
		N_("Hint: the king at %s."),
	};
	char name[CELL_NAME_MAX];
	(void)state;
	cell_name(level, bishop_decode(level, move).from, name);
	snprintf(out, size, _(hints[level->rules >> PIECE_SHIFT]), name);
}

static void bishop_status(const struct level *level, const struct state *state, int score,
                          char *out, size_t size)
{
	(void)score;
	if ((level->rules & ALTERNATE) == 0) {
		/* TRANSLATORS: Pieces that are on their goals. Beside the counter of moves. */
		snprintf(out, size, _("%d of %d home"), bishop_at_home(level, state),
		         level->amount);
	} else if (bishop_next_mover(level, state) == 0) {
		snprintf(out, size, "%s", _("any colour may start"));
	} else {
		/* TRANSLATORS: %c is the letter of a colour. */
		snprintf(out, size, _("%c to move"), 'a' + bishop_next_mover(level, state) - 1);
	}
}

static void bishop_level_rules(const struct level *level, bool letters, char *out, size_t size)
{
	/* TRANSLATORS: The pieces of a level, as a sentence. */
	static const char *const pieces[KINDS] = {NULL, N_("Rooks."), N_("Queens."), N_("Knights."),
	                                          N_("Kings.")};
	const char *named = pieces[level->rules >> PIECE_SHIFT];
	(void)letters;
	snprintf(out, size, "%s", named == NULL ? "" : _(named));
	if (level->rules & NO_ATTACK)
		text_add_sentence(out, size, _("No piece may see another colour."));
	if (level->rules & SLIDE)
		text_add_sentence(out, size, _("A piece always slides as far as it can."));
	if (level->rules & ALTERNATE)
		text_add_sentence(out, size, _("Colours take turns; any may start."));
}

static void bishop_describe_cell(const struct level *level, const struct state *state, int cell,
                                 char *out, size_t size)
{
	uint8_t grid[CELLS_MAX];
	bishop_unpack(level, state, grid);
	grid_describe_cell(level, cell, is_piece(grid[cell]) ? grid[cell] : 0, out, size);
}

/* How this kind of piece moves: the reason why a square is never one move away. */
static const char *kind_rule(const struct kind *kind)
{
	static const char *const moves[KINDS] = {
		N_("A bishop moves diagonally."),
		N_("A rook moves along its row or column."),
		N_("A queen moves along its row, column or diagonals."),
		N_("A knight moves two squares one way and one square to the side."),
		N_("A king moves one square."),
	};
	return _(moves[kind - bishop_kinds]);
}

static const char *bishop_explain_name(const struct level *level, const char *name)
{
	int from, to;
	return cell_read_pair(level, name, &from, &to) ? kind_rule(bishop_kind(level)) : NULL;
}

/* What blocks the path; false if nothing does. */
static bool explain_way(const struct level *level, const uint8_t grid[CELLS_MAX],
                        const struct path *path, char *out, size_t size)
{
	const struct ray ray = bishop_ray(level, path->from, path->direction);
	const int free = bishop_free_cells(grid, path->from, ray);
	const int cell = path->from + (free < path->steps ? free + 1 : free) * ray.step;
	char name[CELL_NAME_MAX];
	cell_name(level, cell, name);
	if (path->steps > free)
		snprintf(out, size, grid[cell] == WALL ? _("%s is a wall.") : _("%s is taken."),
		         name);
	else if ((level->rules & SLIDE) != 0 && path->steps < free)
		snprintf(out, size, _("Pieces slide all the way: to %s."), name);
	else
		return false;
	return true;
}

/* The piece of another colour that one of `path` would see at its end, under no-attack. */
static void explain_attack(const struct level *level, uint8_t grid[CELLS_MAX],
                           const struct path *path, char *out, size_t size)
{
	char name[2][CELL_NAME_MAX];
	const uint8_t colour = grid[path->from];
	int other;
	grid[path->from] = 0;
	if (!bishop_sees_other(level, grid, path->to, colour, &other))
		return;
	cell_name(level, path->to, name[0]);
	cell_name(level, other, name[1]);
	snprintf(out, size, _("%s and %s would see each other."), name[0], name[1]);
}

static void bishop_explain(const struct level *level, const struct state *state, move_code move,
                           char *out, size_t size)
{
	const struct path path = bishop_decode(level, move);
	uint8_t grid[CELLS_MAX];
	char name[CELL_NAME_MAX];
	bishop_unpack(level, state, grid);
	const int next = bishop_next_mover(level, state);
	if (path.steps == 0) {
		snprintf(out, size, "%s", kind_rule(bishop_kind(level)));
	} else if (!is_piece(grid[path.from])) {
		cell_name(level, path.from, name);
		snprintf(out, size, _("There is no piece on %s."), name);
	} else if (next != 0 && next != grid[path.from]) {
		/* TRANSLATORS: %c is the letter of a colour. */
		snprintf(out, size, _("It is %c's turn."), 'a' + next - 1);
	} else if (!explain_way(level, grid, &path, out, size) && (level->rules & NO_ATTACK) != 0) {
		explain_attack(level, grid, &path, out, size);
	}
}

/* ---- level text ---- */

static bool read_rules(struct level *level, const struct level_text *text, struct error *error)
{
	char words[HEADER_BYTES_MAX], *rest;
	snprintf(words, sizeof words, "%s", text->value[HEADER_RULES]);
	const char *word = strtok_r(words, " \t", &rest);
	for (; word != NULL; word = strtok_r(NULL, " \t", &rest)) {
		int r = 0;
		while (r < RULES && strcmp(word, rule_names[r]) != 0)
			r++;
		if (r == RULES)
			return error_at(error, text->file, text->header_line[HEADER_RULES],
			                _("unknown rule \"%s\"; expected any of %s, separated "
			                  "by blanks"),
			                text_shown(word).bytes, "no-attack, slide, alternate");
		level->rules |= 1U << r;
	}
	return true;
}

static bool read_piece(struct level *level, const struct level_text *text, struct error *error)
{
	for (unsigned k = 0; k < KINDS; k++)
		if (strcmp(text->value[HEADER_PIECE], bishop_kinds[k].name) == 0) {
			level->rules |= k << PIECE_SHIFT;
			return true;
		}
	return error_at(error, text->file, text->header_line[HEADER_PIECE],
	                _("unknown piece \"%s\"; expected one of %s"),
	                text_shown(text->value[HEADER_PIECE]).bytes,
	                "bishop, rook, queen, knight, king");
}

static bool bishop_read_headers(struct level *level, const struct level_text *text,
                                struct error *error)
{
	level->rules = 0;
	return (text->value[HEADER_RULES] == NULL || read_rules(level, text, error)) &&
	       (text->value[HEADER_PIECE] == NULL || read_piece(level, text, error));
}

static bool check_colours(const struct level *level, const struct level_text *text,
                          struct error *error)
{
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		const int goals = bishop_targets(level, colour), pieces = level->pieces[colour];
		if (goals > pieces && pieces == 0)
			return error_at(error, text->file, text->row_line[0],
			                text_plural("colour '%c' has %d goal but no pieces",
			                            "colour '%c' has %d goals but no pieces",
			                            goals),
			                'a' + colour - 1, goals);
		if (goals > pieces)
			/* TRANSLATORS: The form goes with the second number; the first is at
			 * least 2. */
			return error_at(error, text->file, text->row_line[0],
			                text_plural("colour '%c' has %d goals but %d piece",
			                            "colour '%c' has %d goals but %d pieces",
			                            pieces),
			                'a' + colour - 1, goals, pieces);
	}
	if (level->amount == 0)
		return error_at(error, text->file, text->row_line[0], _("add a goal (a to z)"));
	return true;
}

static bool check_peace(const struct level *level, const uint8_t grid[CELLS_MAX],
                        const struct level_text *text, struct error *error)
{
	int one = 0, other = 0;
	char names[2][CELL_NAME_MAX];
	while (one < level_cells(level) &&
	       !(is_piece(grid[one]) && bishop_sees_other(level, grid, one, grid[one], &other)))
		one++;
	if ((level->rules & NO_ATTACK) == 0 || one == level_cells(level))
		return true;
	cell_name(level, one, names[0]);
	cell_name(level, other, names[1]);
	return error_at(
		error, text->file, text->row_line[one / level->columns],
		_("the pieces at %s and %s see each other, which the rule no-attack forbids"),
		names[0], names[1]);
}

static bool bishop_read(struct level *level, const struct level_text *text, struct error *error)
{
	uint8_t grid[CELLS_MAX];
	if (!grid_read(level, grid, text, error))
		return false;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (level->map[cell] != 0)
			grid[cell] = level->map[cell] = WALL;
	bishop_derive_level(level, grid);
	return check_colours(level, text, error) && check_peace(level, grid, text, error);
}

static void bishop_write(const struct level *level, const struct state *state,
                         struct level_writer *writer)
{
	char *value = writer->value[HEADER_RULES];
	int used = 0;
	uint8_t grid[CELLS_MAX];
	for (int r = 0; r < RULES; r++)
		if ((level->rules & 1U << r) != 0)
			used += snprintf(value + used, HEADER_BYTES_MAX - (size_t)used, "%s%s",
			                 used > 0 ? " " : "", rule_names[r]);
	if (used > 0)
		writer->text.value[HEADER_RULES] = value;
	if (bishop_kind(level) != &bishop_kinds[0])
		writer->text.value[HEADER_PIECE] = bishop_kind(level)->name;
	bishop_unpack(level, state == NULL ? &level->start : state, grid);
	grid_write(level, grid, writer);
}

/* ---- new levels ---- */

enum { MOVES_AT_START = 16 }; /* at most, of all pieces together */

static void bishop_set_goal(struct level *level, const struct state *state)
{
	uint8_t grid[CELLS_MAX];
	bishop_unpack(level, state, grid);
	for (int cell = 0; cell < level_cells(level); cell++)
		level->goal[cell] = grid[cell] == WALL ? 0 : grid[cell];
	bishop_unpack(level, &level->start, grid);
	bishop_derive_level(level, grid);
	bishop_prepare(level);
}

/* A random free cell for a piece of a colour, or for a wall (0); -1 if there is none. */
static int free_cell(const struct level *level, const uint8_t grid[CELLS_MAX], int colour,
                     struct random *random)
{
	int found = -1, other;
	uint32_t seen = 0;
	for (int cell = 0; cell < level_cells(level); cell++) {
		if (grid[cell] != 0 || ((level->rules & NO_ATTACK) != 0 && colour != 0 &&
		                        bishop_sees_other(level, grid, cell, colour, &other)))
			continue;
		if (random_below(random, ++seen) == 0)
			found = cell;
	}
	return found;
}

/* The default number of pieces: PIECES_MIN and up to PIECES_SPREAD - 1 more. */
enum { PIECES_MIN = 3, PIECES_SPREAD = 3 };

static bool bishop_check_recipe(const struct level *level, const struct recipe *recipe,
                                struct error *error)
{
	(void)level;
	return pieces_check_recipe(recipe, PIECES_MIN, PIECES_MIN + PIECES_SPREAD - 1, error);
}

/* Walls on a tenth to a quarter of the board. */
static void scatter_walls(struct level *level, int pieces, struct random *random)
{
	const int cells = level_cells(level);
	const uint32_t tenth = (uint32_t)cells / 10;
	const uint32_t spread = (uint32_t)cells / 4 - tenth;
	int walls = (int)(tenth + random_below(random, spread + 1));
	if (walls > cells - pieces - 1)
		walls = cells - pieces - 1;
	for (int i = 0; i < walls; i++)
		level->map[free_cell(level, level->map, 0, random)] = WALL;
}

static bool place_pieces(const struct level *level, uint8_t grid[CELLS_MAX], int pieces,
                         int colours, struct random *random)
{
	memcpy(grid, level->map, CELLS_MAX);
	for (int i = 0; i < pieces; i++) {
		const int colour = i % colours + 1;
		const int cell = free_cell(level, grid, colour, random);
		if (cell < 0)
			return false;
		grid[cell] = (uint8_t)colour;
	}
	return true;
}

static int count_moves(const struct level *level, uint8_t grid[CELLS_MAX])
{
	struct path paths[PATHS_MAX];
	int moves = 0, other;
	for (int cell = 0; cell < level_cells(level); cell++) {
		const uint8_t colour = grid[cell];
		if (!is_piece(colour))
			continue;
		const int open = bishop_open_paths(level, grid, cell, paths);
		grid[cell] = 0;
		for (int i = 0; i < open; i++)
			moves += (level->rules & NO_ATTACK) == 0 ||
			         !bishop_sees_other(level, grid, paths[i].to, colour, &other);
		grid[cell] = colour;
	}
	return moves;
}

/* Adds walls until the pieces have few moves. With many, the generator would reach its limit of
 * states near the start. */
static void confine(struct level *level, uint8_t grid[CELLS_MAX], struct random *random)
{
	while (count_moves(level, grid) > MOVES_AT_START) {
		const int cell = free_cell(level, grid, 0, random);
		level->map[cell] = grid[cell] = WALL;
	}
}

/* The goal is the start until set_goal: the generator picks it among the positions that can be
 * reached. */
static bool bishop_generate(struct level *level, const struct recipe *recipe, struct random *random)
{
	uint8_t grid[CELLS_MAX];
	int pieces = recipe->pieces;
	if (pieces <= 0)
		pieces = PIECES_MIN + (int)random_below(random, PIECES_SPREAD);
	int colours = recipe->colours;
	if (colours < 0)
		colours = pieces < 3 ? pieces : 2 + (int)random_below(random, 2);
	if (pieces > level_cells(level) - 1 || colours > pieces || colours > COLOURS_MAX)
		return false;
	scatter_walls(level, pieces, random);
	if (!place_pieces(level, grid, pieces, colours, random))
		return false;
	confine(level, grid, random);
	for (int cell = 0; cell < level_cells(level); cell++)
		level->goal[cell] = is_piece(grid[cell]) ? grid[cell] : 0;
	bishop_derive_level(level, grid);
	bishop_prepare(level);
	return true;
}

#define BLOCKED N_("Walls and other pieces block the way. No piece captures.")
#define JUMPS N_("They jump over walls and pieces to a free square. No piece captures.")
#define GOALS N_("Bring a piece of its colour to every goal.")

enum { RULE_LINES = 3 };

static const char *const rules[KINDS][RULE_LINES + 1] = {
	{N_("Pieces move as in chess: bishops diagonally, any distance."), BLOCKED, GOALS},
	{N_("Pieces move as in chess: rooks along rows and columns, any distance."), BLOCKED,
         GOALS},
	{N_("Pieces move as in chess: queens in all eight directions, any distance."), BLOCKED,
         GOALS},
	{N_("Pieces move as in chess: knights two squares one way and one to the side."), JUMPS,
         GOALS},
	{N_("Pieces move as in chess: kings one square in any direction."), BLOCKED, GOALS},
};

static const char *const *bishop_rules_of(const struct level *level)
{
	return rules[bishop_kind(level) - bishop_kinds];
}

static const char *const help[] = {
	N_("Goals are rings, or squares of their colour (in ASCII, brackets)."),
	N_("A cross marks a forbidden square."),
	N_("Choose a piece by key or click, then the square it moves to; or drag it there."),
	N_("Or press Tab for the next piece that can move, and Shift+arrow for its squares."),
	N_("Marks show its squares; in ASCII, digits give the direction as on a keypad."),
	NULL,
};

/* Rows, columns, and the lowest pars of a medium and of a hard board. */
static const struct board_size sizes[] = {
	/* clang-format off */
	{4, 4, 7, 10}, {5, 5, 8, 11}, {6, 6, 8, 11}, {7, 7, 9, 12}, {8, 8, 9, 12},
	{.rows = 0},
	/* clang-format on */
};

/* Rows, columns, pieces, colours, the range of pars, rules. Frozen. */
static const struct board_step ladder[LADDER_RUNGS] = {
	/* clang-format off */
	{4, 4, -1, -1, 2, 3, NULL}, {4, 4, -1, -1, 3, 5, NULL},
	{4, 5, -1, -1, 6, 8, NULL}, {4, 5, 4, -1, 8, 10, NULL},
	{5, 5, 5, -1, 10, 12, NULL}, {5, 5, -1, -1, 13, 16, "no-attack"},
	{5, 5, -1, -1, 17, 24, "no-attack"},
	/* clang-format on */
};

static const struct board_step steps[] = {
	/* clang-format off */
	{4, 4, 1, 1, 2, 3, NULL},
	{4, 4, 2, 2, 3, 4, NULL},
	{4, 4, 3, 2, 4, 5, NULL},
	{4, 4, 3, 2, 6, 6, NULL},
	{4, 4, 3, 3, 7, 8, NULL},
	{4, 4, 4, 2, 8, 9, NULL},
	{4, 4, 4, 3, 8, 9, NULL},
	{4, 4, 4, 3, 10, 11, NULL},
	{.rows = 0},
	/* clang-format on */
};

const struct puzzle bishop_puzzle = {
	.name = "bishop",
	/* TRANSLATORS: The name of a puzzle, after the piece of chess; in tabs and headings: at
	 * most 8 columns. */
	.title = N_("Bishop"),
	.rules =
		{
			.moves = bishop_moves,
			.apply = bishop_apply,
			.solved = bishop_solved,
			.lower_bound = bishop_lower_bound,
			.prepare = bishop_prepare,
			.reverse = bishop_reverse,
			.split = bishop_split,
			.plan = bishop_fill,
		},
	.format =
		{
			.alphabet = {GRID_LETTERS, GRID_LETTERS},
			.headers = 1U << HEADER_RULES | 1U << HEADER_PIECE,
			.read_headers = bishop_read_headers,
			.read = bishop_read,
			.write = bishop_write,
			.name_move = bishop_name_move,
			.read_move = bishop_read_move,
		},
	.text =
		{
			.goal = N_("Move one piece at a time; bring each colour to its goals."),
			.rules = rules[0],
			.rules_of = bishop_rules_of,
			.help = help,
			.legend = N_("Boards: # is a wall, a letter a piece of that colour. "
                                     "The board on the right shows the goals."),
			.refusal = N_("The piece can't move there."),
			.explain = bishop_explain,
			.explain_name = bishop_explain_name,
			.key_labels = {[KEY_GROUP_ARROWS] = NC_("key", "move"),
                                       [KEY_GROUP_SPACE] = NC_("key", "choose"),
                                       [KEY_GROUP_SHIFT] = "",
                                       [KEY_GROUP_TAB] = NC_("key", "piece")},
			.key_labels_selected = {[KEY_GROUP_SPACE] = NC_("key", "place")},
			.key_help = {[KEY_GROUP_SPACE] = N_("choose a piece, then its square")},
			.arrow_help = {[UP] = N_("move the cursor up"),
                                       [RIGHT] = N_("move the cursor right"),
                                       [DOWN] = N_("move the cursor down"),
                                       [LEFT] = N_("move the cursor left")},
			.push_help = {[UP] = N_("previous square of the chosen piece"),
                                      [RIGHT] = N_("next square of the chosen piece"),
                                      [DOWN] = N_("next square of the chosen piece"),
                                      [LEFT] = N_("previous square of the chosen piece")},
			.describe_cell = bishop_describe_cell,
			.hint_text = bishop_hint_text,
			.status = bishop_status,
			.level_rules = bishop_level_rules,
		},
	.reasons =
		{
			.gain = bishop_gain,
			.purpose = bishop_purpose,
			.fault = bishop_fault,
			.write = bishop_write_reason,
		},
	.screen =
		{
			.margin = {BISHOP_MARGIN_ROWS, BISHOP_MARGIN_COLUMNS},
			.press = bishop_press,
			.drag = bishop_drag,
			.paint = bishop_paint,
			.move_cells = bishop_move_cells,
			.frames = bishop_frames,
			.triumph = bishop_triumph,
		},
	.generator =
		{
			.recipe = {.rows = 6,
                                   .columns = 6,
                                   .pieces = -1,
                                   .colours = -1,
                                   .par_min = 5,
                                   .par_max = 15,
                                   .farthest = true},
			.check = bishop_check_recipe,
			.sizes = sizes,
			.ladder = ladder,
			.steps = steps,
			.start = bishop_generate,
			.set_goal = bishop_set_goal,
		},
	.symmetry = {.kept = ALL_SYMMETRIES | RECOLOUR, .in_turn = bishop_in_turn},
	.expected = {.of_one = 520, .per_doubling = 410},
	.certificate = {.write = bishop_put, .covers = bishop_has_certificate},
	.solver = &bishop_solver,
};
