#include "cli/tell.h"

#include <stdio.h>
#include <string.h>

#include "puzzle/cell.h"

enum { WORDS_MAX = 48 };

/* What is on each cell in words, "" where there is nothing; and which cells are to be told. */
struct told {
	char words[CELLS_MAX][WORDS_MAX];
	bool shown[CELLS_MAX];
};

static void put_words(const struct puzzle *puzzle, const struct level *level,
                      const struct state *state, struct told *told)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		puzzle->text.describe_cell(level, state, cell, told->words[cell], WORDS_MAX);
}

static const char *or_nothing(const char *words)
{
	return words[0] == '\0' ? "nothing" : words;
}

/* "a at c3, d4": the cells from this one on that are shown and have the same, which are then
 * done. */
static void print_group(const struct level *level, struct told *told, int first)
{
	printf("%s at", or_nothing(told->words[first]));
	for (int cell = first; cell < level_cells(level); cell++) {
		char name[CELL_NAME_MAX];
		if (!told->shown[cell] || strcmp(told->words[cell], told->words[first]) != 0)
			continue;
		cell_name(level, cell, name);
		printf("%s %s", cell == first ? "" : ",", name);
		told->shown[cell] = false;
	}
}

void tell_cell(const struct puzzle *puzzle, const struct level *level, const struct state *state,
               int cell)
{
	char name[CELL_NAME_MAX], words[WORDS_MAX];
	cell_name(level, cell, name);
	puzzle->text.describe_cell(level, state, cell, words, sizeof words);
	printf("%s: %s\n", name, or_nothing(words));
}

/* What comes in next from above, where that is known. */
static void tell_coming(const struct puzzle *puzzle, const struct level *level,
                        const struct state *state)
{
	for (int c = 0; puzzle->rules.next_colour != NULL && c < level->columns; c++) {
		const int colour = puzzle->rules.next_colour(level, state, c);
		if (colour != 0)
			printf("%c comes in at %c next\n", 'a' + colour - 1, 'a' + c);
	}
}

void tell_board(const struct puzzle *puzzle, const struct level *level, const struct state *state)
{
	struct told told;
	put_words(puzzle, level, state, &told);
	for (int cell = 0; cell < level_cells(level); cell++)
		told.shown[cell] = told.words[cell][0] != '\0';
	printf("rows 1 to %d, columns a to %c\n", level->rows, 'a' + level->columns - 1);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (told.shown[cell]) {
			print_group(level, &told, cell);
			putchar('\n');
		}
	tell_coming(puzzle, level, state);
}

void tell_change(const char *done, const struct puzzle *puzzle, const struct level *level,
                 const struct state *before, const struct state *after)
{
	struct told old, now;
	put_words(puzzle, level, before, &old);
	put_words(puzzle, level, after, &now);
	for (int cell = 0; cell < level_cells(level); cell++)
		now.shown[cell] = strcmp(old.words[cell], now.words[cell]) != 0;
	printf("%s", done);
	const char *between = ": ";
	for (int empty = 0; empty < 2; empty++) /* what has become empty comes last */
		for (int cell = 0; cell < level_cells(level); cell++)
			if (now.shown[cell] && (now.words[cell][0] == '\0') == empty) {
				fputs(between, stdout);
				print_group(level, &now, cell);
				between = "; ";
			}
	puts(between[0] == ':' ? ": nothing changed" : "");
}
