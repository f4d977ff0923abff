/* Level files: packs of levels as text, read whole and checked before anything is believed.
 *
 * A pack is read in two steps: its frame here (headers, titles, rows of words of one width), and
 * each level's meaning by its mode. pack_read does both for every level, so that a pack that was
 * read holds only levels that can be played. parlour-levels(5) describes the format. */
#ifndef PARLOUR_PUZZLE_PACK_H
#define PARLOUR_PUZZLE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "os/error.h"
#include "puzzle/level.h"

enum {
	PACK_BYTES_MAX = 1 << 20, /* a larger file is refused */
	PACK_LEVELS_MAX = 1000,
	HEADER_BYTES_MAX = 200,   /* of a header's value, `refill:` aside */
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

/* The key of a header, as level files have it: "rules". */
const char *header_name(enum header header);

/* One level as text: headers and rows, split but not understood. The strings belong to whoever
 * owns the text. */
struct level_text {
	const char *file;                    /* for messages */
	int line;                            /* of its `level:` */
	const char *title;
	const char *value[HEADER_COUNT];     /* NULL where the header is not given */
	int header_line[HEADER_COUNT];
	int rows;
	int columns[2];                      /* characters of the first and of the second word */
	const char *words[2][SIDE_MAX];      /* UTF-8; the second ones NULL where there are none */
	int row_line[SIDE_MAX];
};

struct pack {
	char *name;                  /* for the user: a file's path, or "tilt/first-steps" */
	char *text;                  /* the file, cut into strings; owns all of them */
	int count;
	struct level_text *levels;
};

/* Reads a pack from a regular file of at most PACK_BYTES_MAX bytes, or from standard input if path
 * is "-". False with FILE:LINE and what was expected; *pack is untouched then. */
bool pack_read_file(struct pack *pack, const char *path, struct error *error);

/* The same from memory; `name` is used in messages. Copies the text. */
bool pack_read_text(struct pack *pack, const char *name, const char *text, size_t size,
                    struct error *error);

/* The same, but for what the modes make of the levels: for what is still being drawn. */
bool pack_read_frame(struct pack *pack, const char *name, const char *text, size_t size,
                     struct error *error);

void pack_free(struct pack *pack);

/* The mode of a level that was read. */
const struct puzzle *pack_puzzle(const struct pack *pack, int index);

/* Makes the level playable. Fails only in a pack that pack_read would not have accepted. */
bool pack_level(const struct pack *pack, int index, struct level *level, struct error *error);

/* The same without what a search needs, which takes most of the time: enough for its identity, for
 * moves and for pictures. */
bool pack_level_bare(const struct pack *pack, int index, struct level *level,
                     struct error *error);

/* Writes headers and rows of a level as a level file has them. */
void level_text_print(const struct level_text *text, FILE *out);

/* A number that is the same for the same board, goal and rules, whatever its title, par or pack:
 * FNV-1a over its canonical text. */
uint64_t level_identity(const struct puzzle *puzzle, const struct level *level);

#endif
