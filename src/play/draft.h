/* A level that is being drawn: the text of a level file, as letters in a grid, with its headers.
 *
 * It need not be a level yet: whether it is one, the pack reader says, and what is missing. Every
 * change is a text of its own in the history, so that undo and redo go back and forth between
 * texts, and what is kept of a draft is such a text. */
#ifndef PARLOUR_PLAY_DRAFT_H
#define PARLOUR_PLAY_DRAFT_H

#include "puzzle/cursor.h"
#include "puzzle/puzzle.h"

struct draft {
	const struct puzzle *puzzle;
	int rows, columns;
	char word[2][CELLS_MAX];     /* letters of the first and second words, row by row */
	char *title;
	char *value[HEADER_COUNT];   /* NULL: not given; mode and par never are */

	char **texts;                /* what it has been, the oldest first */
	int count, room;
	int at;                      /* of the texts: what it is now */
};

/* Begins with a level; `text` tells its title and those headers that are no rules. False without
 * memory, or where the level can't be drawn. */
bool draft_open(struct draft *draft, const struct puzzle *puzzle, const struct level *level,
                const struct level_text *text, struct error *error);

/* Begins with an empty board. */
bool draft_open_empty(struct draft *draft, const struct puzzle *puzzle, struct error *error);

void draft_close(struct draft *draft);

/* What it is now, in the form of a level file of one level without par. */
const char *draft_text(const struct draft *draft);

/* Makes it the level that it is by now; false with what is wrong, in one line without a place. */
bool draft_level(const struct draft *draft, struct level *level, struct error *error);

/* The same where it is one, and then it is written as its mode does: by the same spelling that
 * draft_open gives to a level that was read. */
bool draft_normalize(struct draft *draft, struct error *error);

/* Has it second words: something to draw beside the start? */
bool draft_has_second(const struct draft *draft);

/* The letter that a typed one puts into the words; '\0' if they are not written with it. */
char draft_letter(const struct draft *draft, int word, int key);

/* ---- changes ---- */

/* Each is one step of the history. False where nothing changed: it was so already, it is not
 * possible, or there is no memory. */
bool draft_put(struct draft *draft, int word, int cell, char letter);
/* Adds a row or column at that side of the board. */
bool draft_grow(struct draft *draft, int direction);
/* Takes out a row, or a column. */
bool draft_remove_row(struct draft *draft, int row);
bool draft_remove_column(struct draft *draft, int column);
/* Empties all cells. */
bool draft_clear(struct draft *draft);
/* Sets a header, or takes it out, by its line in a level file: "rules: slide", "level: Title",
 * "goal:". False with what is wrong. */
bool draft_set_header(struct draft *draft, const char *line, struct error *error);
/* Whether its levels may have that header; mode and par can't be set. */
bool draft_takes_header(const struct draft *draft, enum header header);
/* Makes it what a text says that was kept. False, and nothing changed, if that is no draft of this
 * mode. */
bool draft_take(struct draft *draft, const char *text);

bool draft_undo(struct draft *draft);
bool draft_redo(struct draft *draft);

/* ---- text ---- */

/* Writes it as a level file has it: with this par unless it is -1, and without those headers that
 * `defaults` (which may be NULL) gives already. */
void draft_print(const struct draft *draft, int par, const char *const defaults[HEADER_COUNT],
                 FILE *out);

/* The same as a text, with all headers. To be freed; NULL without memory. */
char *draft_print_text(const struct draft *draft, int par);

#endif
