/* What is in our own format is only checked. Another program's board is read into one or two grids
 * of characters, which become the start and the goal. */
#include "play/import_board.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/level_code.h"

enum {
	RAW_MAX = 64, /* rows and columns with what surrounds the board */
	GRIDS = 2,
};

struct grid {
	int rows, columns;
	char cell[RAW_MAX][RAW_MAX];
};

/* Where a line is. */
enum place {
	APART,   /* at the beginning, or after an empty line or a heading */
	IN_ROWS, /* after a row; another one belongs to the same grid */
	BELOW,   /* after a remark right below the rows */
};

struct foreign {
	const struct puzzle *puzzle;
	struct grid grid[GRIDS]; /* as read; then the start and the goal in our letters */
	int count;
	enum place place; /* of the next line */
	char title[HEADER_BYTES_MAX], author[HEADER_BYTES_MAX];
};

/* ---- our own formats ---- */

/* Prints the first level of a pack if it is one of the puzzle; frees the pack. */
static char *print_first(const struct puzzle *puzzle, struct pack *pack, struct error *error)
{
	char *text = NULL;
	size_t size = 0;
	const struct puzzle *other = pack_puzzle(pack, 0);
	FILE *out = other == puzzle ? open_memstream(&text, &size) : NULL;
	if (out != NULL)
		level_text_print(&pack->levels[0], out);
	else if (other == puzzle)
		error_set(error, _("out of memory"));
	else
		error_set(error, _("this is a level of %s, not of %s"), other->name, puzzle->name);
	pack_free(pack);
	return out == NULL ? NULL : file_close_memory(out, &text, true);
}

/* Rows without headers. */
static bool read_rows(const struct puzzle *puzzle, const char *rows, struct pack *pack)
{
	char *text;
	struct error ignored;
	if (asprintf(&text, "level: Untitled\nmode: %s\n\n%s", puzzle->name, rows) < 0)
		return false;
	const bool good = pack_read_text(pack, "board", text, strlen(text), &ignored);
	free(text);
	return good;
}

/* ---- reading grids ---- */

/* A character of a row in ASCII; '\0' if it can't be one. */
static char letter_of(char32_t point)
{
	switch (point) {
	case U'█':
	case U'▓':
	case U'■':
		return '#';
	case U'·':
		return '.';
	default:
		return point >= ' ' && point <= '~' ? (char)point : '\0';
	}
}

/* Whether the grid has signs of Sokoban, where a dot is a goal. */
static bool is_sokoban(const struct grid *grid)
{
	for (int row = 0; row < grid->rows; row++)
		for (int column = 0; column < grid->columns; column++)
			if (strchr("$*@+", grid->cell[row][column]) != NULL)
				return true;
	return false;
}

/* Whether the grid has its own goals: signs of Sokoban, or letters in both sizes. */
static bool has_goals(const struct grid *grid)
{
	bool small = false, capital = false;
	for (int row = 0; row < grid->rows; row++)
		for (int column = 0; column < grid->columns; column++) {
			const char letter = grid->cell[row][column];
			small |= letter >= 'a' && letter <= 'z';
			capital |= letter >= 'A' && letter <= 'Z';
		}
	return is_sokoban(grid) || (small && capital);
}

/* Whether a row after an empty line would begin another board. */
static bool is_whole(const struct foreign *foreign)
{
	return foreign->place != IN_ROWS &&
	       (foreign->count == GRIDS || (foreign->count == 1 && has_goals(&foreign->grid[0])));
}

static bool add_row(struct foreign *foreign, const char *row, const char *end, struct error *error)
{
	foreign->count += foreign->place != IN_ROWS;
	foreign->place = IN_ROWS;
	struct grid *grid = &foreign->grid[foreign->count - 1];
	int column = 0;
	if (grid->rows == RAW_MAX)
		return error_set(error, _("more than %d rows"), SIDE_MAX);
	memset(grid->cell[grid->rows], ' ', RAW_MAX);
	while (row < end) {
		const char letter = letter_of(text_decode(&row, end));
		if (letter == '\0' || column == RAW_MAX)
			return letter == '\0'
			               ? error_set(error,
			                           _("row %d of the board has a "
			                             "character that means nothing"),
			                           grid->rows + 1)
			               : error_set(error, _("more than %d columns"), SIDE_MAX);
		grid->cell[grid->rows][column++] = letter;
	}
	if (column > grid->columns)
		grid->columns = column;
	grid->rows++;
	return true;
}

/* The value of "Title: …" or "Author: …"; that of the next board does not replace the first one. */
static void read_value(char value[HEADER_BYTES_MAX], const char *from, int length)
{
	if (value[0] == '\0' && length < HEADER_BYTES_MAX)
		snprintf(value, HEADER_BYTES_MAX, "%.*s", length, from);
}

/* Many collections have these, above or right below a board; other words are ignored. */
static void read_remark(struct foreign *foreign, const char *line, int length)
{
	if (foreign->place == IN_ROWS)
		foreign->place = BELOW;
	if (foreign->place == APART && is_whole(foreign))
		return; /* the next board's */
	if (strncasecmp(line, "title:", 6) == 0)
		read_value(foreign->title, line + 6, length - 6);
	else if (strncasecmp(line, "author:", 7) == 0)
		read_value(foreign->author, line + 7, length - 7);
}

static const char digits[] = "0123456789";

/* Whether a line has no sign of a board, but a digit or three letters in a row: "Level 1". */
static bool is_prose(const char *line, size_t length)
{
	int letters = 0;
	bool words = false;
	for (size_t i = 0; i < length; i++) {
		if (line[i] == '\xE2' || strchr("#.$@*+-_|,", line[i]) != NULL) /* "█" begins so */
			return false;
		const bool letter = (line[i] & 0x80) != 0 || (line[i] >= 'A' && line[i] <= 'Z') ||
		                    (line[i] >= 'a' && line[i] <= 'z');
		letters = letter ? letters + 1 : 0;
		words |= letters == 3 || strchr(digits, line[i]) != NULL;
	}
	return words;
}

/* Whether a line is a word, in any case. */
static bool is_word(const char *line, size_t length, const char *word)
{
	return length == strlen(word) && strncasecmp(line, word, length) == 0;
}

/* Whether a line without a board stands alone, or above one that begins with a row of walls. Within
 * rows it has a digit, which no row has. */
static bool is_heading(const struct foreign *foreign, const char *line, size_t length,
                       const char *next)
{
	const size_t walls = strspn(next, " #"), rest = strcspn(next, "\r\n");
	const bool digit = strcspn(line, digits) < length;
	return (foreign->place != IN_ROWS || digit) && is_prose(line, length) && walls == rest;
}

/* A heading above the board is its title. */
static void read_heading(struct foreign *foreign, const char *line, int length)
{
	if (foreign->count == 0)
		read_value(foreign->title, line, length);
	foreign->place = APART;
}

/* Reads the grids of the first board. */
static bool read_grids(struct foreign *foreign, const char *text, struct error *error)
{
	for (const char *next; *text != '\0'; text = next) {
		size_t length = strcspn(text, "\r\n");
		next = text + length + strspn(text + length, "\r");
		next += *next == '\n';
		while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
			length--;
		if (length == 0 || is_word(text, length, "start") || is_word(text, length, "goal"))
			foreign->place = APART;
		else if (memchr(text, ':', length) != NULL || *text == ';')
			read_remark(foreign, text, (int)length);
		else if (is_heading(foreign, text, length, next))
			read_heading(foreign, text, (int)length);
		else if (is_whole(foreign))
			break;
		else if (!add_row(foreign, text, text + length, error))
			return false;
	}
	return foreign->count > 0 || error_set(error, _("no board in this text"));
}

/* ---- the meaning of grids ---- */

/* Cells with one blank, comma or bar between them: takes those out. */
static void join_cells(struct grid *grid)
{
	for (int row = 0; row < grid->rows; row++)
		for (int column = 0; column < grid->columns; column++) {
			const char letter = grid->cell[row][column];
			const bool between = strchr(" ,|", letter) != NULL;
			if (between != (column % 2 == 1))
				return;
		}
	grid->columns = (grid->columns + 1) / 2;
	for (int row = 0; row < grid->rows; row++)
		for (int column = 0; column < grid->columns; column++)
			grid->cell[row][column] = grid->cell[row][2 * column];
}

static int row_begin(const struct grid *grid, int row)
{
	int begin = 0;
	while (begin < grid->columns && grid->cell[row][begin] == ' ')
		begin++;
	return begin;
}

static int row_end(const struct grid *grid, int row)
{
	int end = grid->columns;
	while (end > 0 && grid->cell[row][end - 1] == ' ')
		end--;
	return end;
}

/* If walls enclose each row, what is outside them is wall, too. */
static void fill_outside(struct grid *grid)
{
	for (int row = 0; row < grid->rows; row++)
		if (grid->cell[row][row_begin(grid, row)] != '#' ||
		    grid->cell[row][row_end(grid, row) - 1] != '#')
			return;
	for (int row = 0; row < grid->rows; row++) {
		const int end = row_end(grid, row);
		memset(grid->cell[row], '#', (size_t)row_begin(grid, row));
		memset(grid->cell[row] + end, '#', (size_t)(grid->columns - end));
	}
}

/* What a character of a grid alone means at the start and in the goal; false: nothing. */
static bool split_letter(char letter, bool sokoban, char *start, char *goal)
{
	*start = *goal = '.';
	if (letter == '#')
		*start = *goal = '#';
	else if (letter >= 'a' && letter <= 'z')
		*start = letter;
	else if (letter >= 'A' && letter <= 'Z')
		*goal = (char)(letter - 'A' + 'a');
	else if (sokoban && strchr("$*", letter) != NULL)
		*start = 'a';
	else if (strchr(sokoban ? " -_.@+" : " -_.", letter) == NULL)
		return false;
	if (sokoban && strchr(".*+", letter) != NULL)
		*goal = 'a';
	return true;
}

static bool unknown_letter(const struct grid *grid, int row, int column, struct error *error)
{
	return error_set(error, _("'%c' in row %d, column %d of the board means nothing"),
	                 grid->cell[row][column], row + 1, column + 1);
}

/* One grid: small letters are the start, capitals the goal. */
static bool split_grid(struct foreign *foreign, struct error *error)
{
	struct grid *start = &foreign->grid[0], *goal = &foreign->grid[1];
	const bool sokoban = is_sokoban(start);
	goal->rows = start->rows;
	goal->columns = start->columns;
	for (int row = 0; row < start->rows; row++)
		for (int column = 0; column < start->columns; column++) {
			char first, second;
			if (!split_letter(start->cell[row][column], sokoban, &first, &second))
				return unknown_letter(start, row, column, error);
			start->cell[row][column] = first;
			goal->cell[row][column] = second;
		}
	return true;
}

/* Two grids: letters are alike in both sizes, and a wall of one is a wall of the other. */
static bool match_grids(struct foreign *foreign, struct error *error)
{
	struct grid *start = &foreign->grid[0], *goal = &foreign->grid[1];
	if (start->rows != goal->rows || start->columns != goal->columns)
		return error_set(error,
		                 _("the start is %dx%d and the goal %dx%d; expected one size"),
		                 start->rows, start->columns, goal->rows, goal->columns);
	for (int g = 0; g < GRIDS; g++)
		for (int i = 0; i < start->rows * start->columns; i++) {
			const int row = i / start->columns, column = i % start->columns;
			char *letter = &foreign->grid[g].cell[row][column], first, second;
			if (!split_letter(*letter, false, &first, &second))
				return unknown_letter(&foreign->grid[g], row, column, error);
			*letter = first != '.' ? first : second;
		}
	for (int i = 0; i < start->rows * start->columns; i++) {
		char *first = &start->cell[i / start->columns][i % start->columns];
		char *second = &goal->cell[i / start->columns][i % start->columns];
		if (*first == '#' && *second == '.')
			*second = '#';
		else if (*second == '#' && *first == '.')
			*first = '#';
	}
	return true;
}

/* ---- the level ---- */

/* The part of the board within the rows and columns at its edges that are all wall. */
struct part {
	int top, bottom, left, right; /* the first, and one after the last */
};

static bool is_wall(const struct grid *grid, struct part part)
{
	for (int row = part.top; row < part.bottom; row++)
		for (int column = part.left; column < part.right; column++)
			if (grid->cell[row][column] != '#')
				return false;
	return true;
}

static struct part inner_part(const struct grid *grid)
{
	struct part part = {0, grid->rows, 0, grid->columns};
	if (is_wall(grid, part))
		return part;
	while (is_wall(grid, (struct part){part.top, part.top + 1, part.left, part.right}))
		part.top++;
	while (is_wall(grid, (struct part){part.bottom - 1, part.bottom, part.left, part.right}))
		part.bottom--;
	while (is_wall(grid, (struct part){part.top, part.bottom, part.left, part.left + 1}))
		part.left++;
	while (is_wall(grid, (struct part){part.top, part.bottom, part.right - 1, part.right}))
		part.right--;
	return part;
}

static void print_level(const struct foreign *foreign, FILE *out)
{
	const struct part part = inner_part(&foreign->grid[0]);
	const char *title = foreign->title + strspn(foreign->title, " \t");
	const char *author = foreign->author + strspn(foreign->author, " \t");
	fprintf(out, "level: %s\nmode: %s\n", *title == '\0' ? UNTITLED : title,
	        foreign->puzzle->name);
	if (*author != '\0')
		fprintf(out, "author: %s\n", author);
	fputc('\n', out);
	for (int row = part.top; row < part.bottom; row++)
		fprintf(out, "%.*s   %.*s\n", part.right - part.left,
		        foreign->grid[0].cell[row] + part.left, part.right - part.left,
		        foreign->grid[1].cell[row] + part.left);
}

/* Reads the grids, and gives them the meaning they have for the puzzle. */
static bool read_foreign(struct foreign *foreign, const char *text, struct error *error)
{
	if (!read_grids(foreign, text, error))
		return false;
	for (int g = 0; g < foreign->count; g++) {
		join_cells(&foreign->grid[g]);
		fill_outside(&foreign->grid[g]);
	}
	return foreign->count == 1 ? split_grid(foreign, error) : match_grids(foreign, error);
}

static char *import_foreign(const struct puzzle *puzzle, const char *text, struct error *error)
{
	char *made = NULL;
	size_t size = 0;
	struct pack pack;
	struct foreign *foreign = calloc(1, sizeof *foreign);
	if (foreign == NULL) {
		error_set(error, _("out of memory"));
		return NULL;
	}
	foreign->puzzle = puzzle;
	FILE *out = read_foreign(foreign, text, error) ? open_memstream(&made, &size) : NULL;
	if (out != NULL) {
		print_level(foreign, out);
		made = file_close_memory(out, &made, true);
	}
	free(foreign);
	if (made != NULL && pack_read_syntax(&pack, "board", made, strlen(made), error)) {
		pack_free(&pack);
		return made;
	}
	free(made);
	return NULL;
}

/* Whether a line of the text names a level, as in a level file. */
static bool is_level_file(const char *text)
{
	return strncmp(text, "level:", 6) == 0 || strstr(text, "\nlevel:") != NULL;
}

char *import_board(const struct puzzle *puzzle, const char *text, struct error *error)
{
	struct pack pack;
	const bool pieces = puzzle->format.alphabet[1] != NULL && puzzle->format.marks == NULL;
	char code[LEVEL_CODE_MAX + 16];
	text += text_mark_bytes(text);
	snprintf(code, sizeof code, "%s", text);
	const char *trimmed = text_trim(code);
	if (!text_is_utf8(text, strlen(text))) {
		error_set(error, _("not UTF-8 text"));
		return NULL;
	}
	if (level_code_is(trimmed))
		return level_code_read(&pack, trimmed, error) ? print_first(puzzle, &pack, error)
		                                              : NULL;
	if (is_level_file(text))
		return pack_read_text(&pack, "board", text, strlen(text), error)
		               ? print_first(puzzle, &pack, error)
		               : NULL;
	if (read_rows(puzzle, text, &pack))
		return print_first(puzzle, &pack, error);
	if (pieces)
		return import_foreign(puzzle, text, error);
	error_set(error, _("no board of %s in this text"), puzzle->name);
	return NULL;
}
