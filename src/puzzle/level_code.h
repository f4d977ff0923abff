/* Level codes: a level as one line that can be pasted anywhere, such as "parlour:1Qk0…".
 *
 * After the prefix and a digit for the version comes base64url, without padding, of a checksum of
 * four bytes and the packed text. The text is the level as its puzzle writes it, in level file
 * format, with title, par, author and hint, but without the headers of its pack. Each text has one
 * code, and any other spelling of it is refused. A code of any released version can be read for
 * ever, so the packing and its sample text are frozen. */
#ifndef PARLOUR_PUZZLE_LEVEL_CODE_H
#define PARLOUR_PUZZLE_LEVEL_CODE_H

#include "puzzle/pack.h"

enum {
	/* Bytes of a code, without its end. Author, hint and the end of a title are left out of a
	 * longer one if that makes it short enough. */
	LEVEL_CODE_SHORT = 200,
	LEVEL_CODE_MAX = 500, /* of a large board; a level that needs more has no code */
};

/* Whether a name is meant as a level code. "parlour:7" is not: it is a level of the file. */
bool level_code_is(const char *name);

/* Reads the level of a code, as a pack whose name is the code. False with a message in which the
 * code is shortened; then *pack is unchanged. */
bool level_code_read(struct pack *pack, const char *code, struct error *error);

/* Writes the code of a level of a pack. False if it is too large for one. */
bool level_code_write(const struct pack *pack, int index, char out[LEVEL_CODE_MAX + 1],
                      struct error *error);

/* Writes the code of any text, of a level or not. False if it is too long, or without memory. */
bool level_code_of_text(const char *text, char out[LEVEL_CODE_MAX + 1]);

#endif
