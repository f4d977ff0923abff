/* Level files: headers, and rows of one or two words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

char refusal[300];

int content_of(char c)
{
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 1;
	return c == '.' ? 0 : c == '?' ? DEAD : c == '#' ? WALL : -1;
}

void name_cells(const struct level *level, int from, int to, char out[NAME_BYTES])
{
	const int columns = level->columns;
	snprintf(out, NAME_BYTES, "%c%d-%c%d", 'a' + from % columns, level->rows - from / columns,
	         'a' + to % columns, level->rows - to / columns);
}

/* Adds a word. A tile that is drawn stands for the digit of its sides. */
static bool add_word(struct text *text, int word, const char *next)
{
	static const char *const drawn[] = {"",  "╵", "╶", "└", "╷", "│", "┌", "├",
	                                    "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
	while (*next != '\0' && text->count[word] < CELLS_MAX) {
		int sides = 15;
		while (sides > 0 && strncmp(next, drawn[sides], strlen(drawn[sides])) != 0)
			sides--;
		text->word[word][text->count[word]++] =
			sides > 0 ? "0123456789abcdef"[sides] : *next;
		next += sides > 0 ? strlen(drawn[sides]) : 1;
	}
	return *next == '\0';
}

/* Adds a row, which must be as wide as the others. */
static bool add_row(struct text *text, char *line)
{
	const char *start = strtok(line, " \t"), *goal = strtok(NULL, " \t");
	text->rows++;
	return add_word(text, 0, start) && text->count[0] % text->rows == 0 &&
	       text->count[0] / text->rows <= SIDE_MAX && text->rows <= SIDE_MAX &&
	       (goal == NULL ? text->count[1] == 0
	                     : add_word(text, 1, goal) && text->count[1] == text->count[0]) &&
	       strtok(NULL, " \t") == NULL;
}

static bool interpret(struct level *level, const struct text *text)
{
	static const struct puzzle *const puzzles[] = {&tilt_puzzle, &gems_puzzle, &bishop_puzzle,
	                                               &lines_puzzle};
	for (int i = 0; text->header[MODE] != NULL && i < 4; i++)
		if (strcmp(text->header[MODE], puzzles[i]->name) == 0)
			level->puzzle = puzzles[i];
	if (level->puzzle == NULL || text->rows == 0 || text->count[0] < 2)
		return refuse("a mode and a board are expected");
	level->rows = text->rows;
	level->columns = text->count[0] / text->rows;
	snprintf(level->title, sizeof level->title, "%s", text->header[LEVEL]);
	level->par = text->header[PAR] == NULL ? -1 : atoi(text->header[PAR]);
	return level->puzzle->read(level, text);
}

/* A line without the blanks around it. */
static char *trimmed(char *line)
{
	line += strspn(line, " \t");
	for (char *end = strchr(line, '\0'); end > line && strchr(" \t\r", end[-1]) != NULL;)
		*--end = '\0';
	return line;
}

static enum header header_of(const char *name)
{
	static const char *const names[] = {"level",  "mode", "par",    "rules",   "goal", "piece",
	                                    "refill", "pack", "author", "licence", "hint"};
	enum header header = LEVEL;
	while (header < HEADERS && strcmp(name, names[header]) != 0)
		header++;
	return header;
}

static bool read_line(struct text *text, char *line, int index)
{
	static const char *pack[HEADERS]; /* hold for each level */
	char *value = strchr(line, ':');
	if (*line == '\0')
		text->in_board = text->levels > 0 && text->rows == 0;
	if (*line == '\0' || *line == ';')
		return true;
	if (value == NULL)
		return text->levels != index || (text->in_board && add_row(text, line)) ||
		       refuse("row %d does not fit the others", text->rows);
	*value = '\0';
	const enum header header = header_of(trimmed(line));
	if (header == HEADERS || (header != LEVEL && (text->in_board || text->rows > 0)))
		return refuse("\"%.80s\" is no header here", line);
	if (header == LEVEL && text->levels++ == 0)
		memcpy(pack, text->header, sizeof pack);
	if (header == LEVEL && text->levels <= index)
		memcpy(text->header, pack, sizeof pack);
	if (text->levels <= index)
		text->header[header] = trimmed(value + 1);
	text->in_board = false;
	return true;
}

bool level_read(struct level *level, char *file, int index)
{
	static struct text text;
	char *next = strncmp(file, "\xEF\xBB\xBF", 3) == 0 ? file + 3 : file; /* byte order */
	memset(&text, 0, sizeof text);
	memset(level, 0, sizeof *level);
	for (char *line = next; next != NULL && text.levels <= index; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		if (!read_line(&text, trimmed(line), index))
			return false;
	}
	return text.levels < index ? refuse("there is no level %d", index)
	                           : interpret(level, &text);
}

bool level_same(const struct level *one, const struct level *other)
{
#define SAME(member) (memcmp(&one->member, &other->member, sizeof one->member) == 0)
	return one->puzzle == other->puzzle && SAME(rows) && SAME(columns) && SAME(par) &&
	       SAME(start) && SAME(goal) && SAME(no_attack) && SAME(slide) && SAME(alternate) &&
	       SAME(piece) && SAME(holes) && SAME(wanted) && SAME(score) && SAME(letters) &&
	       SAME(refill) && SAME(close_all) && SAME(stars) && SAME(close) && SAME(groups);
}
