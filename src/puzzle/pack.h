/* Level files: packs of levels as text, read and checked completely before they are used.
 *
 * The reader itself checks the syntax: headers, titles, rows of words of equal width. Each level's
 * meaning is checked by its puzzle. Every level of a pack that was read can be played.
 * parlour-levels(5) describes the format. */
#ifndef PARLOUR_PUZZLE_PACK_H
#define PARLOUR_PUZZLE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "os/error.h"
#include "puzzle/level.h"

enum {
	PACK_BYTES_MAX = 4 << 20, /* a larger file is refused */
	PACK_LEVELS_MAX = 10000,
	HEADER_BYTES_MAX = 200, /* length of a header's value, except `refill:` */
};

enum header {
	HEADER_PACK,
	HEADER_AUTHOR,
	HEADER_LICENCE,
	HEADER_MODE,
	HEADER_PAR,
	HEADER_HINT,
	HEADER_RULES,
	HEADER_GOAL,
	HEADER_PIECE,
	HEADER_REFILL,
	HEADER_COUNT
};

struct puzzle;

/* The key of a header in level files: "rules". */
const char *header_name(enum header header);

/* The title of a level that was given none, as files have it. */
#define UNTITLED "Untitled"

/* One level as text: headers and rows, not interpreted. The text's owner has the strings. */
struct level_text {
	const char *file;                    /* for messages */
	int line;                            /* line of its `level:` */
	const char *title;
	const char *value[HEADER_COUNT]; /* NULL: header not given */
	int header_line[HEADER_COUNT];
	int rows;
	int columns[2];                      /* characters of the first and of the second word */
	const char *words[2][SIDE_MAX];      /* UTF-8; the second ones are NULL if there are none */
	int row_line[SIDE_MAX];
};

struct pack {
	char *name;                  /* for the user: a file's path, or "tilt/first-steps" */
	char *text;                  /* the file, cut into strings; owns all of them */
	int count;
	struct level_text *levels;
};

/* Reads a pack from a regular file of at most PACK_BYTES_MAX bytes, or from standard input if path
 * is "-". False with FILE:LINE and the expected text; then *pack is unchanged. */
bool pack_read_file(struct pack *pack, const char *path, struct error *error);

/* The same for a file named on the command line, which may be an open pipe: see file_open_named. */
bool pack_read_named(struct pack *pack, const char *path, struct error *error);

/* The same from memory. Messages use `name`. Copies the text. */
bool pack_read_text(struct pack *pack, const char *name, const char *text, size_t size,
                    struct error *error);

/* The same, but does not ask the puzzles to interpret the levels: for drafts. */
bool pack_read_syntax(struct pack *pack, const char *name, const char *text, size_t size,
                      struct error *error);

void pack_free(struct pack *pack);

/* The puzzle of a level. */
const struct puzzle *pack_puzzle(const struct pack *pack, int index);

/* Makes the level playable. Fails only in a pack that pack_read_text would have refused. */
bool pack_level(const struct pack *pack, int index, struct level *level, struct error *error);

/* The same without the preparation for searches, which takes most of the time: enough for the
 * level's identity, for moves and for pictures. */
bool pack_level_bare(const struct pack *pack, int index, struct level *level,
                     struct error *error);

/* Writes a level's headers and rows in level file format. */
void level_text_print(const struct level_text *text, FILE *out);

/* A hash that is the same for the same board, goal and rules, whatever the title, par or pack:
 * FNV-1a over the canonical text. */
uint64_t level_identity(const struct puzzle *puzzle, const struct level *level);

/* The same of a level as its puzzle writes it. */
uint64_t level_text_identity(const struct puzzle *puzzle, const struct level_text *text);

#endif
