/* Level files: headers, and rows of one or two words. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

bool refuse(struct reason *reason, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(reason->text, sizeof reason->text, format, arguments);
	va_end(arguments);
	return false;
}

bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

void name_cells(const struct level *level, int from, int to, char out[NAME_MAX])
{
	const int columns = level->columns;
	snprintf(out, NAME_MAX, "%c%d-%c%d", 'a' + from % columns, level->rows - from / columns,
	         'a' + to % columns, level->rows - to / columns);
}

/* The characters of all first and all second words. */
struct board {
	char word[2][CELLS_MAX];
	int count[2], rows;
};

/* Adds a word. A tile that is drawn stands for the digit of its sides. */
static bool add_word(struct board *board, int word, const char *text)
{
	static const char *const drawn[] = {"", "╵", "╶", "└", "╷", "│", "┌", "├",
	                                    "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
	while (*text != '\0' && board->count[word] < CELLS_MAX) {
		int sides = 15;
		while (sides > 0 && strncmp(text, drawn[sides], strlen(drawn[sides])) != 0)
			sides--;
		board->word[word][board->count[word]++] =
			sides > 0 ? "0123456789abcdef"[sides] : *text;
		text += sides > 0 ? strlen(drawn[sides]) : 1;
	}
	return *text == '\0';
}

/* Adds a row, which must be as wide as the others. */
static bool add_row(struct board *board, char *line)
{
	const char *start = strtok(line, " \t"), *goal = strtok(NULL, " \t");
	board->rows++;
	return add_word(board, 0, start) && board->count[0] % board->rows == 0 &&
	       board->count[0] / board->rows <= SIDE_MAX && board->rows <= SIDE_MAX &&
	       (goal == NULL ? board->count[1] == 0
	                     : add_word(board, 1, goal) && board->count[1] == board->count[0]) &&
	       strtok(NULL, " \t") == NULL;
}

static bool interpret(struct level *level, char *const header[HEADERS], const struct board *board,
                      struct reason *reason)
{
	static const struct puzzle *const puzzles[] = {&tilt_puzzle, &gems_puzzle, &bishop_puzzle,
	                                               &lines_puzzle};
	for (int i = 0; header[MODE] != NULL && i < 4; i++)
		if (strcmp(header[MODE], puzzles[i]->name) == 0)
			level->puzzle = puzzles[i];
	if (level->puzzle == NULL || board->count[0] < 2)
		return refuse(reason, "a mode and a board are expected");
	level->rows = board->rows;
	level->columns = board->count[0] / board->rows;
	level->par = header[PAR] == NULL ? -1 : atoi(header[PAR]);
	return level->puzzle->read(level, header, board->word[0],
	                           board->count[1] > 0 ? board->word[1] : NULL, reason);
}

bool level_read(struct level *level, char *text, int index, struct reason *reason)
{
	static const char *const keys[HEADERS] = {"mode:",  "par:",   "rules:",
	                                          "goal:", "piece:", "refill:"};
	static struct board board;
	char *pack[HEADERS], *header[HEADERS] = {NULL}, *next = text;
	int found = 0;
	bool in_board = false;
	memset(&board, 0, sizeof board);
	memset(level, 0, sizeof *level);
	if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
		next = text += 3; /* a byte-order mark */
	for (char *line = text; next != NULL; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		line[strcspn(line, "\r")] = '\0';
		if (strncmp(line, "level:", 6) == 0) {
			if (found == index)
				break;
			memcpy(found == 0 ? pack : header, found == 0 ? header : pack, sizeof pack);
			if (++found == index)
				snprintf(level->title, sizeof level->title, "%s",
				         line + 6 + strspn(line + 6, " \t"));
			in_board = false;
		} else if (line[strspn(line, " \t")] == '\0') {
			in_board = found > 0 && board.rows == 0;
		} else if (!in_board) {
			for (int i = 0; i < HEADERS; i++)
				if (strncmp(line, keys[i], strlen(keys[i])) == 0)
					header[i] = line + strlen(keys[i]) +
					            strspn(line + strlen(keys[i]), " \t");
		} else if (line[0] != ';' && found == index && !add_row(&board, line)) {
			return refuse(reason, "row %d does not fit the others", board.rows);
		}
	}
	return found < index ? refuse(reason, "there is no level %d", index)
	                     : interpret(level, header, &board, reason);
}
