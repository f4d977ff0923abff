/* Lines: tiles of solid and open sides; slide rows and columns until the lines close.
 *
 * This file is the mode's text, hands and new levels; lines_rules.c has the rules, lines_paint.c
 * the picture.
 *
 * A new level is made backwards. Edges between cells are taken at random, each solid on both of its
 * sides, so that what they make is closed; where the goal asks for less than all, the other cells
 * get any tiles. Then some lines are slid. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/key.h"
#include "puzzles/lines/lines.h"
#include "puzzles/lines/paint.h"
#include "puzzles/lines/rules.h"
#include "puzzles/lines/solver/solver.h"

/* ---- names of moves ---- */

static void name_line(const struct level *level, move_code move, char out[4])
{
	if (direction_right(lines_direction(move)) != 0)
		snprintf(out, 4, "%d", (level->rows - lines_line(move)) % 100);
	else
		snprintf(out, 4, "%c", 'a' + lines_line(move));
}

static void name_move(const struct level *level, move_code move, char out[MOVE_NAME_MAX])
{
	char line[4];
	name_line(level, move, line);
	snprintf(out, MOVE_NAME_MAX, "%s-%s", line, direction_name(lines_direction(move)));
}

/* The slide of that name, in a direction that it ends with. Where both ways are one move it has the
 * names of both. */
static bool read_slide(const struct level *level, const char *name, int direction, move_code *move)
{
	const bool row = direction_right(direction) != 0;
	const int lines = row ? level->rows : level->columns;
	const long line = row ? lines - strtol(name, NULL, 10) : name[0] - 'a';
	char known[MOVE_NAME_MAX];
	if (line < 0 || line >= lines)
		return false;
	*move = lines_move((int)line, direction);
	const int length = lines_length(level, *move);
	name_move(level, *move, known);
	if (length == 2)
		*move = lines_move((int)line, row ? RIGHT : UP);
	return length >= 2 && strcmp(name, known) == 0;
}

static bool read_move(const struct level *level, const char *name, move_code *move)
{
	const char *end = strchr(name, '-');
	const int direction = end == NULL ? -1 : direction_named(end + 1);
	return direction >= 0 && read_slide(level, name, direction, move);
}

static move_code opposite(const struct level *level, move_code move)
{
	if (lines_length(level, move) == 2)
		return move;
	return lines_move(lines_line(move), (lines_direction(move) + 2) % DIRECTIONS);
}

static bool lines_reverse(const struct level *level, move_code move, move_code *back)
{
	*back = opposite(level, move);
	return true;
}

/* ---- level text ---- */

static bool read_headers(struct level *level, const struct level_text *text, struct error *error)
{
	static const struct {
		const char *words;
		uint32_t rule;
	} goals[] = {{"close ", CLOSE_TILES}, {"groups ", CLOSE_GROUPS}};
	const char *goal = text->value[HEADER_GOAL];
	long amount;
	if (goal == NULL)
		return true;
	if (strcmp(goal, "close all") == 0) {
		level->rules = CLOSE_ALL;
		return true;
	}
	for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++) {
		const size_t length = strlen(goals[i].words);
		if (strncmp(goal, goals[i].words, length) == 0 &&
		    text_number(goal + length, 1, CELLS_MAX, &amount)) {
			level->rules = goals[i].rule;
			level->amount = (int)amount;
			return true;
		}
	}
	return error_at(error, text->file, text->header_line[HEADER_GOAL],
	                "goal is \"%.40s\", expected \"close all\", \"close N\" or \"groups N\", "
	                "N from 1 to %d",
	                goal, CELLS_MAX);
}

/* The tile of a character, or -1. */
static int tile_of(char32_t glyph)
{
	static const char32_t digits[] = U"0123456789abcdef", capitals[] = U"0123456789ABCDEF";
	static const char32_t boxes[] = U".╵╶└╷│┌├╴┘─┴┐┤┬┼";
	for (int tile = 0; tile <= SIDES; tile++)
		if (glyph == digits[tile] || glyph == capitals[tile] || glyph == boxes[tile])
			return tile;
	return -1;
}

static bool wrong_character(const struct level_text *text, int row, int column, char32_t glyph,
                            const char *expected, struct error *error)
{
	char bytes[TEXT_BYTES_MAX + 1] = "";
	text_put(bytes, glyph);
	return error_at(error, text->file, text->row_line[row], "'%s' in column %d of %s", bytes,
	                column + 1, expected);
}

static bool read_tiles(const struct level *level, const struct level_text *text,
                       uint8_t piece[CELLS_MAX], struct error *error)
{
	for (int row = 0; row < level->rows; row++) {
		const char *word = text->words[0][row], *end = word + strlen(word);
		for (int column = 0; column < level->columns; column++) {
			const char32_t glyph = text_next(&word, end);
			const int tile = tile_of(glyph);
			if (tile < 0)
				return wrong_character(text, row, column, glyph,
				                       "the tiles; expected a hexadecimal digit, "
				                       "'.' or a box-drawing character",
				                       error);
			piece[row * level->columns + column] = (uint8_t)tile;
		}
	}
	return true;
}

static bool read_marks(struct level *level, const struct level_text *text, uint8_t piece[CELLS_MAX],
                       struct error *error)
{
	if (text->columns[1] != level->columns)
		return error_at(error, text->file, text->row_line[0],
		                "the tiles are %d wide and the marks %d; expected the same width",
		                level->columns, text->columns[1]);
	for (int row = 0; row < level->rows; row++) {
		const char *word = text->words[1][row], *end = word + strlen(word);
		for (int column = 0; column < level->columns; column++) {
			const char32_t glyph = text_next(&word, end);
			if (glyph != U'*' && glyph != U'.')
				return wrong_character(text, row, column, glyph,
				                       "the marks; expected '*' or '.'", error);
			if (glyph == U'*') {
				piece[row * level->columns + column] |= MARK;
				level->rules |= MARKED;
			}
		}
	}
	return level->rules & MARKED ||
	       error_at(error, text->file, text->row_line[0],
	                "no mark in the second words: expected at least one '*'");
}

static bool lines_read(struct level *level, const struct level_text *text, struct error *error)
{
	uint8_t piece[CELLS_MAX];
	if (!read_tiles(level, text, piece, error))
		return false;
	if (text->words[1][0] != NULL && !read_marks(level, text, piece, error))
		return false;
	if (level->rules == 0)
		level->rules = CLOSE_ALL;
	lines_begin(level, piece);
	return true;
}

static void write_goal(const struct level *level, struct level_writer *writer)
{
	char *goal = writer->value[HEADER_GOAL];
	if (level->rules & CLOSE_TILES)
		snprintf(goal, HEADER_BYTES_MAX, "close %d", level->amount);
	else if (level->rules & CLOSE_GROUPS)
		snprintf(goal, HEADER_BYTES_MAX, "groups %d", level->amount);
	else if (level->rules & CLOSE_ALL && level->rules & MARKED)
		snprintf(goal, HEADER_BYTES_MAX, "close all");
	else
		return;
	writer->text.value[HEADER_GOAL] = goal;
}

static void lines_write(const struct level *level, const struct state *state,
                        struct level_writer *writer)
{
	uint8_t piece[CELLS_MAX];
	const int words = level->rules & MARKED ? 2 : 1;
	lines_unpack(level, state == NULL ? &level->start : state, piece);
	writer->text.rows = level->rows;
	for (int row = 0; row < level->rows; row++)
		for (int w = 0; w < words; w++) {
			const uint8_t *from = piece + row * level->columns;
			char *to = writer->words[w][row];
			for (int c = 0; c < level->columns; c++)
				to[c] = w == 0 ? "0123456789abcdef"[from[c] & SIDES]
				               : ".*"[from[c] / MARK];
			to[level->columns] = '\0';
			writer->text.words[w][row] = to;
			writer->text.columns[w] = level->columns;
		}
	write_goal(level, writer);
}

/* ---- eyes and hands ---- */

/* The sides that a tile's lines lead to. */
static void lines_describe_cell(const struct level *level, const struct state *state, int cell,
                                char *out, size_t size)
{
	uint8_t piece[CELLS_MAX];
	size_t used = 0;
	lines_unpack(level, state, piece);
	snprintf(out, size, "%s", "");
	for (int d = 0; d < DIRECTIONS && used < size; d++)
		if (piece[cell] & 1 << d)
			used += (size_t)snprintf(out + used, size - used, "%s%s",
			                         used == 0 ? "" : " ", direction_name(d));
	if ((piece[cell] & MARK) && used < size)
		snprintf(out + used, size - used, "%sstar", used == 0 ? "" : " ");
}

static void add_part(const char *one, const char *many, int closed, int wanted, char *out,
                     size_t size)
{
	const size_t used = strlen(out);
	snprintf(out + used, size - used, "%s%d of %d %s", used == 0 ? "closed " : ", ", closed,
	         wanted, text_plural(one, many, wanted));
}

static void lines_status(const struct level *level, const struct state *state, int score, char *out,
                         size_t size)
{
	struct tally tally;
	(void)score;
	lines_count(level, state, &tally);
	out[0] = '\0';
	if (level->rules & MARKED)
		add_part("marked tile", "marked tiles", tally.closed_marks, tally.marks, out, size);
	if (level->rules & CLOSE_TILES)
		add_part("tile", "tiles", tally.closed_tiles, level->amount, out, size);
	else if (level->rules & CLOSE_GROUPS)
		add_part("group", "groups", tally.closed_groups, level->amount, out, size);
	else if (level->rules & CLOSE_ALL)
		add_part("group", "groups", tally.closed_groups, tally.groups, out, size);
}

static void lines_hint_text(const struct level *level, const struct state *state, move_code move,
                            char *out, size_t size)
{
	char line[4];
	(void)state;
	name_line(level, move, line);
	snprintf(out, size, "%s %s", direction_right(lines_direction(move)) != 0 ? "row" : "column",
	         line);
}

/* The slide of the line under the cursor. */
static move_code slide_here(const struct level *level, const struct cursor *cursor, int direction)
{
	const bool row = direction_right(direction) != 0;
	const int line = row ? cursor->row : cursor->column;
	const move_code move = lines_move(line, direction);
	return lines_length(level, move) > 2 ? move : lines_move(line, row ? RIGHT : UP);
}

/* An arrow moves the cursor, but slides the line that was taken hold of; either ends there. */
static enum intent press_direction(const struct level *level, struct cursor *cursor, int direction,
                                   bool shifted, move_code *move)
{
	if (!shifted && cursor->chosen < 0) {
		direction_step(level, direction, &cursor->row, &cursor->column);
		return INTENT_CURSOR;
	}
	*move = slide_here(level, cursor, direction);
	cursor->chosen = -1;
	return INTENT_MOVE;
}

/* What has been taken hold of is let go with the same keys, with Escape, or by a click. */
static enum intent press_other(const struct level *level, struct cursor *cursor, int key)
{
	const int chosen = cursor->chosen;
	cursor->chosen = -1;
	switch (key) {
	case PRESS_ENTER:
		if (chosen < 0)
			cursor->chosen = cursor_cell(level, cursor);
		return INTENT_CURSOR;
	case PRESS_CLICK:
		return INTENT_CURSOR;
	case PRESS_ESCAPE:
		return chosen < 0 ? INTENT_NONE : INTENT_CURSOR;
	default:
		cursor->chosen = chosen;
		return INTENT_NONE;
	}
}

static enum intent lines_press(const struct level *level, const struct state *state,
                               struct cursor *cursor, int key, move_code *move)
{
	bool shifted;
	const int direction = direction_of_key(key, &shifted);
	(void)state;
	if (direction >= 0)
		return press_direction(level, cursor, direction, shifted, move);
	return press_other(level, cursor, key);
}

static int lines_frames(const struct level *level, const struct state *state, move_code move)
{
	(void)level;
	(void)state;
	(void)move;
	return LINES_FRAMES;
}

/* ---- new levels ---- */

enum { INNER_EDGES_MAX = 2 * SIDE_MAX * (SIDE_MAX - 1) };

/* Edges between two cells, each by the cell above or to the left of it and its direction. */
struct edges {
	int count;
	int cell[INNER_EDGES_MAX];
	int direction[INNER_EDGES_MAX]; /* RIGHT or DOWN */
};

static void list_edges(const struct level *level, struct edges *edges)
{
	edges->count = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		for (int d = RIGHT; d <= DOWN; d++)
			if (d == RIGHT ? (cell + 1) % level->columns != 0
			               : cell + level->columns < level_cells(level)) {
				edges->cell[edges->count] = cell;
				edges->direction[edges->count++] = d;
			}
}

static void shuffle_edges(struct edges *edges, struct random *random)
{
	for (int i = edges->count - 1; i > 0; i--) {
		const int j = (int)random_below(random, (uint32_t)i + 1);
		const int cell = edges->cell[i], direction = edges->direction[i];
		edges->cell[i] = edges->cell[j];
		edges->direction[i] = edges->direction[j];
		edges->cell[j] = cell;
		edges->direction[j] = direction;
	}
}

/* Makes edges solid that have so many blanks at their ends, until there are `tiles` tiles. Returns
 * how many edges it took, `most` at most. */
static int take_edges(const struct level *level, const struct edges *edges, int blanks, int most,
                      int tiles, uint8_t piece[CELLS_MAX])
{
	int taken = 0, count = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		count += piece[cell] != 0;
	for (int i = 0; i < edges->count && taken < most && count + blanks <= tiles; i++) {
		const int cell = edges->cell[i], direction = edges->direction[i];
		const int other = cell + (direction == RIGHT ? 1 : level->columns);
		if ((piece[cell] == 0) + (piece[other] == 0) != blanks)
			continue;
		piece[cell] |= (uint8_t)(1 << direction);
		piece[other] |= (uint8_t)(1 << (direction == RIGHT ? LEFT : UP));
		count += blanks;
		taken++;
	}
	return taken;
}

/* So many tiles in closed groups: some pairs, grown by one neighbour after another, and then,
 * unless the groups are to stay apart, joined by a few more edges. False if they find no room. */
static bool make_closed(const struct level *level, int groups, int tiles, bool apart,
                        uint8_t piece[CELLS_MAX], struct random *random)
{
	struct edges edges;
	list_edges(level, &edges);
	shuffle_edges(&edges, random);
	if (take_edges(level, &edges, 2, groups, tiles, piece) < groups)
		return false;
	while (take_edges(level, &edges, 1, INNER_EDGES_MAX, tiles, piece) > 0)
		shuffle_edges(&edges, random);
	if (!apart)
		take_edges(level, &edges, 0, (int)random_below(random, (uint32_t)tiles / 2 + 1),
		           tiles, piece);
	int made = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		made += piece[cell] != 0;
	return made == tiles;
}

/* Any tiles on blank cells, until there are so many tiles. */
static void add_any(const struct level *level, int tiles, uint8_t piece[CELLS_MAX],
                    struct random *random)
{
	int blanks = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		blanks += piece[cell] == 0;
	int wanted = tiles - (level_cells(level) - blanks);
	for (int cell = 0; cell < level_cells(level); cell++) {
		if (piece[cell] != 0)
			continue;
		if (random_below(random, (uint32_t)blanks--) < (uint32_t)wanted) {
			piece[cell] = (uint8_t)(1 + random_below(random, SIDES));
			wanted--;
		}
	}
}

/* The most slides that can mostly be proven in a second or so. The bound for less than closing all
 * sees two slides ahead and no farther. */
static int provable_slides(const struct level *level, int moves)
{
	const int64_t most = INT64_C(1) << 26; /* cells looked at */
	int slides = 2;
	if (level->rules & CLOSE_ALL || moves < 2)
		return 10;
	for (int64_t work = (int64_t)moves * moves * level_cells(level); work <= most;
	     work *= moves)
		slides++;
	return slides;
}

/* Slides lines at random, about as often as the recipe asks for and never back at once. False where
 * that would be too often to be proven. */
static bool scramble(struct level *level, const struct recipe *recipe, struct random *random)
{
	enum { SPREAD = 4 }; /* more slides would only make longer proofs */
	move_code moves[MOVES_MAX];
	const int count = lines_moves(level, &level->start, moves);
	int most = recipe->par_most;
	if (provable_slides(level, count) < most)
		most = provable_slides(level, count);
	if (most < recipe->par_least)
		return false;
	if (most > recipe->par_least + SPREAD)
		most = recipe->par_least + SPREAD;
	int slides = most - (int)random_below(random, (uint32_t)(most - recipe->par_least) + 1);
	int before = -1; /* the slide that would take the last one back */
	for (; count > 0 && slides > 0; slides--) {
		const move_code move = moves[random_below(random, (uint32_t)count)];
		if (move != before && lines_apply(level, &level->start, move))
			before = opposite(level, move);
	}
	return true;
}

static bool lines_generate(struct level *level, const struct recipe *recipe, struct random *random)
{
	uint8_t piece[CELLS_MAX] = {0};
	const int cells = level_cells(level);
	int tiles = recipe->pieces;
	if (tiles <= 0)
		tiles = cells - (int)random_below(random, (uint32_t)cells / 4 + 1);
	if (level->rules == 0)
		level->rules = CLOSE_ALL;
	const bool apart = level->rules & CLOSE_GROUPS;
	const int closed = level->rules & CLOSE_TILES ? level->amount : tiles;
	int groups = level->amount;
	if (!apart)
		groups = 1 + (int)random_below(random, (uint32_t)closed / 4 + 1);
	if (tiles > cells || closed > tiles || closed < 2 * groups ||
	    !make_closed(level, groups, closed, apart, piece, random))
		return false;
	add_any(level, tiles, piece, random);
	lines_begin(level, piece);
	lines_prepare(level);
	return scramble(level, recipe, random);
}

static const char *const rules[] = {
	"Slide a row or a column by one; what leaves comes in at the other end.",
	"Lines are joined where two ends meet; what is joined is a group.",
	"A group is closed when none of its lines ends at nothing.",
	"The board's edge is nothing. Blank tiles count for nothing.",
	"Where tiles have stars, only their groups must be closed.",
	NULL,
};

static const char *const help[] = {
	"Closed groups are filled and heavy; a cross is an end that meets nothing.",
	"To push is to slide the line under the cursor that way.",
	"So does an arrow once you hold a tile, and a click on an arrow.",
	NULL,
};

const struct puzzle lines_puzzle = {
	.name = "lines",
	.title = "Lines",
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
			.marks = true,
			.headers = 1U << HEADER_GOAL,
			.read_headers = read_headers,
			.read = lines_read,
			.write = lines_write,
			.name_move = name_move,
			.read_move = read_move,
		},
	.text =
		{
			.goal = "Slide rows and columns until the lines form closed shapes.",
			.rules = rules,
			.help = help,
			.legend =
				"Boards: a digit adds up the sides that a tile's lines reach, 1 top, 2 right, "
				"4 bottom, 8 left; a to f are 10 to 15; * has a star.",
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
	.screen =
		{
			.margin = {LINES_MARGIN_ROWS, LINES_MARGIN_COLUMNS},
			.cell_glyphs = U"·╵╶└╷│┌├╴┘─┴┐┤┬┼",
			.press = lines_press,
			.paint = lines_paint,
			.frames = lines_frames,
		},
	.generator =
		{
			.recipe = {.rows = 4,
                                   .columns = 4,
                                   .pieces = -1,
                                   .colours = -1,
                                   .par_least = 4,
                                   .par_most = 7},
			.start = lines_generate,
		},
	.solver = &lines_solver,
};
