/* Text of lines: names of moves, level files, and descriptions of positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzles/lines/lines.h"

enum { STATUS_MAX = 160 }; /* bytes of a part of a status, or of a rule */

/* ---- names of moves ---- */

static void name_line(const struct level *level, move_code move, char out[4])
{
	if (lines_is_row(move))
		snprintf(out, 4, "%d", (level->rows - lines_line(move)) % 100);
	else
		snprintf(out, 4, "%c", 'a' + lines_line(move));
}

void lines_name_move(const struct level *level, move_code move, char out[MOVE_NAME_MAX])
{
	char line[4];
	name_line(level, move, line);
	snprintf(out, MOVE_NAME_MAX, "%s-%s", line, direction_name(lines_direction(move)));
}

/* The slide of a name that ends with this direction. In a line of two cells both directions are one
 * move, which has both names. */
static bool read_slide(const struct level *level, const char *name, int direction, move_code *move)
{
	const bool row = direction_column_step(direction) != 0;
	const int lines = row ? level->rows : level->columns;
	const long line = row ? lines - strtol(name, NULL, 10) : name[0] - 'a';
	char known[MOVE_NAME_MAX];
	if (line < 0 || line >= lines)
		return false;
	lines_name_move(level, lines_move((int)line, direction), known);
	*move = lines_slide(level, (int)line, direction);
	return lines_length(level, *move) >= 2 && strcmp(name, known) == 0;
}

bool lines_read_move(const struct level *level, const char *name, move_code *move)
{
	const char *end = strchr(name, '-');
	const int direction = end == NULL ? -1 : direction_named(end + 1);
	return direction >= 0 && read_slide(level, name, direction, move);
}

const char *lines_explain_name(const struct level *level, const char *name)
{
	const char *end = strchr(name, '-');
	const int direction = end == NULL ? -1 : direction_named(end + 1);
	const bool row = *name >= '1' && *name <= '9';
	if (direction < 0 || (!row && (*name < 'a' || *name > 'z' || end > name + 1)))
		return NULL;
	if (row ? strtol(name, NULL, 10) > level->rows : *name - 'a' >= level->columns)
		return row ? _("There is no such row.") : _("There is no such column.");
	if (row != (direction_column_step(direction) != 0))
		return row ? _("Rows slide left or right.") : _("Columns slide up or down.");
	return NULL;
}

/* ---- level text ---- */

bool lines_read_headers(struct level *level, const struct level_text *text, struct error *error)
{
	const char *goal = text->value[HEADER_GOAL];
	long amount;
	if (goal == NULL)
		return true;
	if (strcmp(goal, "close all") == 0) {
		level->rules = CLOSE_ALL;
		return true;
	}
	const bool tiles = strncmp(goal, "close ", 6) == 0;
	if ((tiles || strncmp(goal, "groups ", 7) == 0) &&
	    text_read_number(strchr(goal, ' ') + 1, 1, CELLS_MAX, &amount)) {
		level->rules = tiles ? CLOSE_TILES : CLOSE_GROUPS;
		level->amount = (int)amount;
		return true;
	}
	return error_at(error, text->file, text->header_line[HEADER_GOAL],
	                /* TRANSLATORS: Level files have the words in quotes, and "goal", always in
	                 * English. */
	                _("goal is \"%s\"; expected \"close all\", \"close N\" or \"groups N\", "
	                  "N from 1 to %d"),
	                text_shown(goal).bytes, CELLS_MAX);
}

/* The meaning of a character: a tile in the first words, or a mark in the second; -1: nothing. */
static int part_of(int words, char32_t glyph)
{
	static const char32_t digits[] = U"0123456789abcdef", capitals[] = U"0123456789ABCDEF";
	static const char32_t boxes[] = U".╵╶└╷│┌├╴┘─┴┐┤┬┼";
	if (words == 1 && glyph == U'*')
		return MARK;
	if (words == 1)
		return glyph == U'.' ? 0 : -1;
	for (int tile = 0; tile <= SIDES; tile++)
		if (glyph == digits[tile] || glyph == capitals[tile] || glyph == boxes[tile])
			return tile;
	return -1;
}

/* Adds the first or the second words to the pieces. */
static bool read_words(const struct level *level, const struct level_text *text, int words,
                       uint8_t piece[CELLS_MAX], struct error *error)
{
	for (int row = 0; row < level->rows; row++) {
		const char *word = text->words[words][row], *end = word + strlen(word);
		for (int column = 0; column < level->columns; column++) {
			const char32_t glyph = text_decode(&word, end);
			const int part = part_of(words, glyph);
			if (part < 0) {
				char bytes[TEXT_BYTES_MAX + 1] = "";
				text_encode(bytes, glyph);
				return error_at(error, text->file, text->row_line[row],
				                words == 0 ? _("'%s' in column %d of the tiles; "
				                               "expected a hexadecimal digit, '.' "
				                               "or a box-drawing character")
				                           : _("'%s' in column %d of the stars; "
				                               "expected '*' or '.'"),
				                bytes, column + 1);
			}
			piece[row * level->columns + column] |= (uint8_t)part;
		}
	}
	return true;
}

static bool read_marks(struct level *level, const struct level_text *text, uint8_t piece[CELLS_MAX],
                       struct error *error)
{
	if (text->columns[1] != level->columns)
		return error_at(
			error, text->file, text->row_line[0],
			_("the tiles are %d wide and the stars %d; expected the same width"),
			level->columns, text->columns[1]);
	if (!read_words(level, text, 1, piece, error))
		return false;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (piece[cell] & MARK)
			level->rules |= MARKED;
	return level->rules & MARKED ||
	       error_at(error, text->file, text->row_line[0],
	                _("no star in the second words: expected at least one '*'"));
}

bool lines_read(struct level *level, const struct level_text *text, struct error *error)
{
	uint8_t piece[CELLS_MAX] = {0};
	if (!read_words(level, text, 0, piece, error) ||
	    (text->words[1][0] != NULL && !read_marks(level, text, piece, error)))
		return false;
	if (level->rules == 0)
		level->rules = CLOSE_ALL;
	lines_begin(level, piece);
	return true;
}

static void write_goal(const struct level *level, struct level_writer *writer)
{
	char *goal = writer->value[HEADER_GOAL];
	if (level->rules & (CLOSE_TILES | CLOSE_GROUPS))
		snprintf(goal, HEADER_BYTES_MAX, "%s %d",
		         level->rules & CLOSE_TILES ? "close" : "groups", level->amount);
	else if (level->rules & CLOSE_ALL && level->rules & MARKED)
		snprintf(goal, HEADER_BYTES_MAX, "close all");
	else
		return;
	writer->text.value[HEADER_GOAL] = goal;
}

void lines_write(const struct level *level, const struct state *state, struct level_writer *writer)
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

/* Exchanges the sides of two directions. */
static int exchange(int tile, int a, int b)
{
	const int sides = tile & ~(1 << a | 1 << b);
	return sides | (tile >> a & 1) << b | (tile >> b & 1) << a;
}

char lines_turn(char tile, int symmetry)
{
	int sides = part_of(0, (char32_t)tile);
	if (symmetry & TRANSPOSE)
		sides = exchange(exchange(sides, UP, LEFT), RIGHT, DOWN);
	if (symmetry & FLIP_ROWS)
		sides = exchange(sides, UP, DOWN);
	if (symmetry & FLIP_COLUMNS)
		sides = exchange(sides, LEFT, RIGHT);
	return "0123456789abcdef"[sides];
}

/* ---- for the player ---- */

/* The directions of a tile's lines, as describe_cell lists them. */
static const char *const side_names[DIRECTIONS] = {
	/* TRANSLATORS: A side of a tile that its line reaches. Several follow one another:
	 * "up right". */
	[UP] = NC_("side of a tile", "up"),
	[RIGHT] = NC_("side of a tile", "right"),
	[DOWN] = NC_("side of a tile", "down"),
	[LEFT] = NC_("side of a tile", "left"),
};

static void add_word(char *out, size_t size, const char *word)
{
	const size_t used = strlen(out);
	snprintf(out + used, size - used, "%s%s", used == 0 ? "" : " ", word);
}

void lines_describe_cell(const struct level *level, const struct state *state, int cell, char *out,
                         size_t size)
{
	uint8_t piece[CELLS_MAX];
	lines_unpack(level, state, piece);
	out[0] = '\0';
	for (int d = 0; d < DIRECTIONS; d++)
		if (piece[cell] & 1 << d)
			add_word(out, size, language_text_in(side_names[d]));
	if (piece[cell] & MARK)
		add_word(out, size, C_("cell", "star"));
}

static void write_stars(int closed, int wanted, char *out, size_t size)
{
	/* TRANSLATORS: Beside the counter of moves. The form goes with the second number. */
	const char *words = text_plural("closed %d of %d star", "closed %d of %d stars", wanted);
	snprintf(out, size, words, closed, wanted);
}

/* After the stars it is shorter. */
static void add_tiles(int closed, int wanted, char *out, size_t size)
{
	char words[STATUS_MAX];
	if (out[0] == '\0') {
		snprintf(out, size,
		         text_plural("closed %d of %d tile", "closed %d of %d tiles", wanted),
		         closed, wanted);
		return;
	}
	/* TRANSLATORS: After "closed 1 of 2 stars". */
	snprintf(words, sizeof words, text_plural("%d of %d tile", "%d of %d tiles", wanted),
	         closed, wanted);
	text_add_item(out, size, words);
}

static void add_groups(int closed, int wanted, char *out, size_t size)
{
	char words[STATUS_MAX];
	if (out[0] == '\0') {
		snprintf(out, size,
		         text_plural("closed %d of %d group", "closed %d of %d groups", wanted),
		         closed, wanted);
		return;
	}
	/* TRANSLATORS: After "closed 1 of 2 stars". */
	snprintf(words, sizeof words, text_plural("%d of %d group", "%d of %d groups", wanted),
	         closed, wanted);
	text_add_item(out, size, words);
}

void lines_status(const struct level *level, const struct state *state, int score, char *out,
                  size_t size)
{
	struct tally tally;
	(void)score;
	lines_count(level, state, &tally);
	out[0] = '\0';
	if (level->rules & MARKED)
		write_stars(tally.closed_marks, tally.marks, out, size);
	if (level->rules & CLOSE_TILES)
		add_tiles(tally.closed_tiles, level->amount, out, size);
	else if (level->rules & CLOSE_GROUPS)
		add_groups(tally.closed_groups, level->amount, out, size);
	else if (level->rules & CLOSE_ALL) /* in tiles: how many groups there are changes */
		add_tiles(tally.closed_tiles, tally.tiles, out, size);
}

/* A sentence for the stars, one for the number of tiles or groups. */
void lines_level_rules(const struct level *level, bool letters, char *out, size_t size)
{
	const int count = level->amount;
	char words[STATUS_MAX] = "";
	struct tally tally;
	(void)letters;
	out[0] = '\0';
	if (level->rules & MARKED) {
		lines_count(level, &level->start, &tally);
		snprintf(out, size, "%s",
		         text_plural("Close the group with the star.",
		                     "Close every group with a star.", tally.marks));
	}
	if (level->rules & CLOSE_TILES)
		snprintf(words, sizeof words,
		         text_plural("Close %d tile.", "Close %d tiles.", count), count);
	else if (level->rules & CLOSE_GROUPS)
		snprintf(words, sizeof words,
		         text_plural("Close %d group.", "Close %d groups.", count), count);
	text_add_sentence(out, size, words);
}

void lines_hint_text(const struct level *level, const struct state *state, move_code move,
                     char *out, size_t size)
{
	char line[4];
	(void)state;
	name_line(level, move, line);
	snprintf(out, size, lines_is_row(move) ? _("Hint: row %s.") : _("Hint: column %s."), line);
}
