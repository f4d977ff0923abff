/* Packs the text of a level, for its code, into as few bytes as can be. The packing is frozen, with
 * its sample text and its numbers: codes of released versions can be read for ever. */
#ifndef PARLOUR_PUZZLE_LEVEL_PACKING_H
#define PARLOUR_PUZZLE_LEVEL_PACKING_H

#include <stdbool.h>

enum { PACKED_TEXT_MAX = 4096 }; /* bytes of a text that is packed, with its end */

/* Packs a text of fewer bytes than that. Returns the number of bytes, which is more than `capacity`
 * if they don't fit; -1 without memory. */
int level_pack(const char *text, unsigned char *bytes, int capacity);

/* The inverse, of any bytes; false if what they make is no text that ends, or without memory. */
bool level_unpack(const unsigned char *bytes, int size, char text[PACKED_TEXT_MAX]);

#endif
