/* Text from outside: UTF-8 in, something harmless out.
 *
 * Titles, names, file names and messages pass text_clean before anyone sees them, in and out of
 * curses. What the locale can't show becomes '?', and as all that is written is UTF-8, so does
 * whatever is beyond ASCII where the locale is another: a terminal of eight bits would take some
 * of its bytes for controls (C1). */
#ifndef PARLOUR_OS_TEXT_H
#define PARLOUR_OS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uchar.h>

enum { TEXT_BYTES_MAX = 4 }; /* bytes of one code point in UTF-8 */

#define TEXT_INVALID ((char32_t)0xFFFD)

/* Decodes the code point at *text, which ends before `end`, and moves *text behind it. Bytes that
 * are no UTF-8 (overlong forms and surrogates included) give TEXT_INVALID, one byte at a time. */
char32_t text_next(const char **text, const char *end);

/* Writes the code point in UTF-8, without a terminating NUL; returns the number of bytes. */
size_t text_put(char out[TEXT_BYTES_MAX], char32_t point);

/* True if all `size` bytes are well-formed UTF-8. */
bool text_is_utf8(const char *text, size_t size);

/* Whether the locale is one of UTF-8. */
bool text_locale_is_utf8(void);

/* Columns the code point takes on screen: 1 or 2; 0 if it is to be replaced: controls (C0, C1),
 * bidirectional controls, zero-width, combining and other invisible characters, and what the
 * locale lacks. */
int text_width(char32_t point);

/* Columns of a NUL-terminated text as text_clean would leave it. */
int text_columns(const char *text);

/* Bytes of the longest beginning of a text that fits into `columns`, ended at a blank where there
 * is one to end at; at least one character of a text that is not empty. */
size_t text_fit(const char *text, int columns);

/* Copies `text` with every character of no width replaced by '?', cut at `size` bytes between
 * two characters; always terminates. `out` and `text` must not overlap. Returns out. */
char *text_clean(char *out, size_t size, const char *text);

/* The candidate nearest to `word` by edit distance, or NULL if none is near enough to be meant. */
const char *text_nearest(const char *word, const char *const candidates[], int count);

/* The one of two texts, formats maybe, that goes with a number: as ngettext would choose it. */
const char *text_plural(const char *one, const char *many, long count)
	__attribute__((format_arg(1), format_arg(2)));

/* Reads a decimal number of up to 64 bits; false for anything else. */
bool text_unsigned(const char *text, uint64_t *number);

/* Reads sixteen hexadecimal digits, as "%016" PRIx64 writes them; false for anything else. */
bool text_identity(const char *text, uint64_t *identity);

/* Reads a whole decimal number of `text` in minimum..maximum; false for anything else. */
bool text_number(const char *text, long minimum, long maximum, long *number);

#endif
