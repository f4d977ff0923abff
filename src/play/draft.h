/* A draft: a level being drawn, as the letters and headers of a level file.
 *
 * A draft need not be a valid level; the pack reader decides, and says what is missing. Each change
 * adds a complete text to the history, so that undo and redo restore texts. The store saves a draft
 * as such a text; a level file is saved atomically: a temporary one is written, synced, renamed. */
#ifndef PARLOUR_PLAY_DRAFT_H
#define PARLOUR_PLAY_DRAFT_H

#include "puzzle/cursor.h"
#include "puzzle/puzzle.h"

struct draft {
	const struct puzzle *puzzle;
	int rows, columns;
	char word[2][CELLS_MAX];     /* letters of the first and second words, row by row */
	const char *title;
	const char *value[HEADER_COUNT]; /* NULL: not given; mode and par are always NULL */
	struct pack pack; /* the current text, parsed: title and values point into it */

	char **texts; /* the history, oldest first */
	int count;
	int at; /* index of the current text */
};

/* Starts with a level; title and general headers come from `text`. False without memory, or if the
 * level can't be drawn. */
bool draft_open(struct draft *draft, const struct puzzle *puzzle, const struct level *level,
                const struct level_text *text, struct error *error);

/* Starts with an empty board. */
bool draft_open_empty(struct draft *draft, const struct puzzle *puzzle, struct error *error);

void draft_close(struct draft *draft);

/* The current text: a level file with one level, without par. */
const char *draft_text(const struct draft *draft);

/* Reads the draft as a level; false with the error, in one line without file and line. */
bool draft_level(const struct draft *draft, struct level *level, struct error *error);

/* Rewrites the draft in the puzzle's canonical form, the one that draft_open gives a level. False
 * if it is not a valid level. */
bool draft_normalize(struct draft *draft, struct error *error);

/* Whether it has second words: something to draw beside the start. */
bool draft_has_second_word(const struct draft *draft);

/* The letter that a key enters into a word; '\0' if the word can't have it. */
char draft_letter(const struct draft *draft, int word, int key);

/* ---- changes ---- */

/* Each is one step of the history. False if nothing changed: no difference, not possible, or no
 * memory. */
bool draft_set_cell(struct draft *draft, int word, int cell, char letter);
/* Adds a row or column at a side of the board. */
bool draft_extend(struct draft *draft, int direction);
/* Deletes a row or column. */
bool draft_remove_row(struct draft *draft, int row);
bool draft_remove_column(struct draft *draft, int column);
/* Clears all cells, the title and the headers: a new drawing of the same size. */
bool draft_clear(struct draft *draft);
/* Sets or removes a header, given as a line of a level file: "rules: slide", "level: Title",
 * "goal:". False with the error. */
bool draft_set_header(struct draft *draft, const char *line, struct error *error);
/* Whether no header keeps the draft from being a level. */
bool draft_headers_are_valid(const struct draft *draft);
/* Whether its levels may have the header. Mode and par can't be set. */
bool draft_accepts_header(const struct draft *draft, enum header header);
/* Replaces the draft with a saved text. False, with nothing changed, if that is not a draft of the
 * same puzzle. */
bool draft_load(struct draft *draft, const char *text);

/* Replaces the draft with a board from elsewhere (play/import_board.h), as one change. False with
 * the error. */
bool draft_import(struct draft *draft, const char *text, struct error *error);

bool draft_undo(struct draft *draft);
bool draft_redo(struct draft *draft);

/* ---- text ---- */

/* Writes it in level file format: with `par` unless that is -1, and without headers whose value
 * `defaults` (which may be NULL) already gives. */
void draft_print(const struct draft *draft, int par, const char *const defaults[HEADER_COUNT],
                 FILE *out);

/* The same as a string, with all headers. The caller frees it; NULL without memory. */
char *draft_print_text(const struct draft *draft, int par);

/* ---- level files ---- */

/* The level of a file that a draft came from. */
struct draft_origin {
	char *path; /* NULL: no file */
	int index;  /* index of the level in it, from 0 */
	char *text; /* draft_text of the level as it was read */
};

void draft_origin_free(struct draft_origin *origin);

/* Records the origin of a draft just opened; false without memory. */
bool draft_origin_set(struct draft_origin *origin, const struct draft *draft, const char *path,
                      int index);

/* Whether `path` is the origin's file, also under another name. */
bool draft_origin_is(const struct draft_origin *origin, const char *path);

/* A file name made from the title: "two-corners.level". To be freed; NULL without memory. */
char *draft_file_name(const struct draft *draft);

enum draft_saved {
	DRAFT_SAVED,
	DRAFT_EXISTS, /* another file has this name, and `replace` is not set */
	DRAFT_FAILED  /* `error` says why */
};

/* Normalizes the draft and writes it to a separate file. `replace` allows overwriting another
 * file. */
enum draft_saved draft_save(struct draft *draft, int par, const char *path, bool replace,
                            struct error *error);

/* The same to the origin: replaces the lines of that level only. Then this draft is the origin.
 * False if the file has changed since it was read. */
bool draft_save_to_origin(struct draft *draft, int par, struct draft_origin *origin,
                          struct error *error);

#endif
