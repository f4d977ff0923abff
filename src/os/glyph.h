/* Glyphs: what readers see as one character, in one or two columns of the screen.
 *
 * Most are one code point. Others are several, a grapheme cluster of Unicode (annex 29, UAX #29):
 * a letter and the marks above and below it, as in Hebrew with its points, Thai and Hindi, or an
 * emoji that is joined from others. Each cluster met gets a number above all code points, which
 * stands for it from then on. There is room for GLYPH_CLUSTERS_MAX; those met later are shown as
 * '?'.
 *
 * What can't be shown is '?' as well: controls, invisible and bidirectional ones among them; marks
 * without a letter; code points for private use, or without a meaning in the library's Unicode; and
 * everything beyond ASCII if the locale is not UTF-8.
 *
 * Only the thread that paints may call these functions. */
#ifndef PARLOUR_OS_GLYPH_H
#define PARLOUR_OS_GLYPH_H

#include <stdbool.h>
#include <stddef.h>

#include "os/char32.h"

enum {
	GLYPH_BYTES_MAX = 40, /* of a glyph in UTF-8; a family of four has 25 */
	GLYPH_CLUSTERS_MAX = 1024,
};

/* Takes the next glyph of a text, which ends before `end`, and advances *text past it. */
char32_t glyph_next(const char **text, const char *end);

/* The same for text that is not painted, and needs no number: what is shown, in UTF-8. */
struct shown_glyph {
	char bytes[GLYPH_BYTES_MAX]; /* without a terminating NUL */
	size_t length;
	int columns; /* glyph_width */
};
struct shown_glyph glyph_take(const char **text, const char *end);

/* The bytes of the next glyph of a NUL-terminated text; 0 at its end. */
size_t glyph_bytes(const char *text);

/* The glyph in UTF-8, without a terminating NUL. Returns the number of bytes. */
size_t glyph_encode(char out[GLYPH_BYTES_MAX], char32_t glyph);

/* Columns of the glyph on the screen, 1 or 2; 0: it is a code point that can't be shown, though it
 * may be part of a cluster. */
int glyph_width(char32_t glyph);

/* Columns that terminals take for it at most: some show the parts of an emoji side by side, or one
 * in the single column of its text style. 0: all take glyph_width columns. */
int glyph_width_max(char32_t glyph);

/* Whether a key that types this code point may add it to a text: all but controls, and what is
 * invisible by itself. */
bool glyph_is_typed(char32_t point);

/* How a text runs as a whole: a line of it begins at that side, and what belongs to neither side,
 * such as a full stop, goes with it. Always from left to right in a program without FriBidi. */
enum text_direction { LEFT_TO_RIGHT, RIGHT_TO_LEFT };

/* The direction of most letters: a message that quotes a foreign name keeps its own. */
enum text_direction glyph_direction(const char *text);

/* Puts the glyphs of a line, which come in the order in which they are read, into the order in
 * which they stand on the screen from left to right (UAX #9, by FriBidi). `direction` is that of
 * the whole text, of which this is a line. Brackets are mirrored, and Arabic letters joined, where
 * they run from right to left. place[i] becomes the former place of the glyph that is now at i.
 * Returns their number, which ligatures make smaller. Lines without a letter from right to left
 * stay as they are, and so do all lines in a program without FriBidi. At most GLYPH_LINE_MAX
 * glyphs. */
enum { GLYPH_LINE_MAX = 512 };
int glyph_order(enum text_direction direction, char32_t glyphs[], int place[], int count);

/* Whether glyph_order may change a line with this text: it has a letter from right to left. */
bool glyph_has_right_to_left(const char *text);

#endif
