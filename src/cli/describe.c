#include "cli/describe.h"

#include <stdio.h>
#include <string.h>

#include "puzzle/cell.h"

enum { WORDS_MAX = 48 };

/* The descriptions of all cells, "" if empty, and which of them to print. */
struct cell_words {
	char words[CELLS_MAX][WORDS_MAX];
	bool shown[CELLS_MAX];
};

static void describe_cells(const struct puzzle *puzzle, const struct level *level,
                           const struct state *state, struct cell_words *cells)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		puzzle->text.describe_cell(level, state, cell, cells->words[cell], WORDS_MAX);
}

static const char *or_nothing(const char *words)
{
	return words[0] == '\0' ? "nothing" : words;
}

/* Prints "a at c3, d4": all cells to print, from `first` on, with the same description. They are
 * then done. */
static void print_group(const struct level *level, struct cell_words *cells, int first)
{
	printf("%s at", or_nothing(cells->words[first]));
	for (int cell = first; cell < level_cells(level); cell++) {
		char name[CELL_NAME_MAX];
		if (!cells->shown[cell] || strcmp(cells->words[cell], cells->words[first]) != 0)
			continue;
		cell_name(level, cell, name);
		printf("%s %s", cell == first ? "" : ",", name);
		cells->shown[cell] = false;
	}
}

void print_cell_description(const struct puzzle *puzzle, const struct level *level,
                            const struct state *state, int cell)
{
	char name[CELL_NAME_MAX], words[WORDS_MAX];
	cell_name(level, cell, name);
	puzzle->text.describe_cell(level, state, cell, words, sizeof words);
	printf("%s: %s\n", name, or_nothing(words));
}

/* The colours that enter next from above, if known. */
static void print_next_colours(const struct puzzle *puzzle, const struct level *level,
                               const struct state *state)
{
	for (int c = 0; puzzle->rules.next_colour != NULL && c < level->columns; c++) {
		const int colour = puzzle->rules.next_colour(level, state, c);
		if (colour != 0)
			printf("%c comes in at %c next\n", 'a' + colour - 1, 'a' + c);
	}
}

void print_board_description(const struct puzzle *puzzle, const struct level *level,
                             const struct state *state)
{
	struct cell_words cells;
	describe_cells(puzzle, level, state, &cells);
	for (int cell = 0; cell < level_cells(level); cell++)
		cells.shown[cell] = cells.words[cell][0] != '\0';
	printf("rows 1 to %d, columns a to %c\n", level->rows, 'a' + level->columns - 1);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (cells.shown[cell]) {
			print_group(level, &cells, cell);
			putchar('\n');
		}
	print_next_colours(puzzle, level, state);
}

void print_change(const char *done, const struct puzzle *puzzle, const struct level *level,
                  const struct state *before, const struct state *after)
{
	struct cell_words old, now;
	describe_cells(puzzle, level, before, &old);
	describe_cells(puzzle, level, after, &now);
	for (int cell = 0; cell < level_cells(level); cell++)
		now.shown[cell] = strcmp(old.words[cell], now.words[cell]) != 0;
	printf("%s", done);
	const char *separator = ": ";
	for (int empty = 0; empty < 2; empty++) /* cells that became empty come last */
		for (int cell = 0; cell < level_cells(level); cell++)
			if (now.shown[cell] && (now.words[cell][0] == '\0') == empty) {
				fputs(separator, stdout);
				print_group(level, &now, cell);
				separator = "; ";
			}
	puts(separator[0] == ':' ? ": nothing changed" : "");
}
