/* UTF-8 text: decoding, width on the screen, and sanitizing of foreign text.
 *
 * Titles, names, file names and messages pass text_sanitize, or glyph by glyph glyph_next, before
 * they are printed. What can't be shown becomes '?' (os/glyph.h). All output is UTF-8; if the
 * locale is not, everything beyond ASCII becomes '?', because an 8-bit terminal would take some of
 * the bytes for C1 controls. */
#ifndef PARLOUR_OS_TEXT_H
#define PARLOUR_OS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/char32.h"

enum { TEXT_BYTES_MAX = 4 }; /* bytes of one code point in UTF-8 */

#define TEXT_INVALID ((char32_t)0xFFFD)

/* Decodes the code point at *text, which ends before `end`, and advances *text past it. Malformed
 * bytes (overlong forms and surrogates included) give TEXT_INVALID, one byte at a time. */
char32_t text_decode(const char **text, const char *end);

/* Encodes the code point in UTF-8, without a terminating NUL. Returns the number of bytes. */
size_t text_encode(char out[TEXT_BYTES_MAX], char32_t point);

/* True if all `size` bytes are well-formed UTF-8. */
bool text_is_utf8(const char *text, size_t size);

/* Whether the locale's encoding is UTF-8. */
bool text_locale_is_utf8(void);

/* Columns of a NUL-terminated text after text_sanitize. */
int text_columns(const char *text);

/* Columns of its first `length` bytes. */
int text_columns_part(const char *text, size_t length);

/* Bytes of the longest prefix that fits into `columns`, cut at a blank or, as in Chinese and
 * Japanese, before a wide character, if there is one; at least one glyph unless the text is
 * empty. */
size_t text_fit(const char *text, int columns);

/* Copies `text` with '?' for all that can't be shown, truncated to `size` bytes between two glyphs.
 * Always terminates. `out` and `text` must not overlap. Returns out. */
char *text_sanitize(char *out, size_t size, const char *text);

/* The beginning of a text, as a message quotes what it was given: at most TEXT_SHOWN_MAX bytes, cut
 * between two glyphs, and then with "..." after them. Used within the call that prints it, as in
 * error_set(error, "unknown key \"%s\"", text_shown(word).bytes), which sanitizes it. */
enum { TEXT_SHOWN_MAX = 60 };
struct shown_text {
	char bytes[TEXT_SHOWN_MAX + sizeof "..."];
};
struct shown_text text_shown(const char *text);

/* The same for the first `length` bytes of a text. */
struct shown_text text_shown_part(const char *text, size_t length);

/* Copies an error's text as a sentence, with a capital and the language's full stop: "out of
 * memory" becomes "Out of memory.". A first word with other characters than letters is taken for a
 * name, and kept. The copy is truncated to `size` bytes between two characters. `out` and `text`
 * must not overlap. Returns out. */
char *text_sentence(char *out, size_t size, const char *text);

/* Appends a sentence, after a blank unless `out` is empty or ends with a wide character, after
 * which no language has one; "" appends nothing. */
void text_add_sentence(char *out, size_t size, const char *sentence);

/* Appends an item to a list, after the language's comma unless it is the first: "a, b". */
void text_add_item(char *out, size_t size, const char *item);

/* Removes blanks and ends of lines at both ends, in place; returns the first character left. */
char *text_trim(char *text);

/* How many bytes a byte order mark at the beginning of a text has: 3, or 0 without one. */
size_t text_mark_bytes(const char *text);

/* A text as it is compared with what somebody types: without case and accents, and however these
 * are encoded. Cut to the size. */
void text_fold(const char *text, char *out, size_t size);

/* Whether two words are the same so. */
bool text_is_same_word(const char *word, const char *other);

/* The candidate with the smallest edit distance to `word`, or NULL if none is close. */
const char *text_nearest(const char *word, const char *const candidates[], int count);

/* Writes a number with its digits in groups, as the language does: "2,000". */
enum { TEXT_NUMBER_MAX = 64 };
void text_write_number(uint64_t number, char out[TEXT_NUMBER_MAX]);

/* Writes a number with so many digits, at least one, after the language's decimal sign: "0.25". */
void text_write_decimal(double number, int places, char out[TEXT_NUMBER_MAX]);

/* Whether it is a valid name of a player of a shared account: it names a folder and is shown to
 * others. 1 to PLAYER_NAME_MAX of "a-z A-Z 0-9 . _ -", not starting with '.' or '-'. */
enum { PLAYER_NAME_MAX = 32 };
bool text_is_player_name(const char *text);

/* Whether it is the fingerprint of a key as sshd writes it: "SHA256:" and 43 characters. */
enum { FINGERPRINT_MAX = 64 }; /* bytes, with room to spare */
bool text_is_fingerprint(const char *text);

/* Whether it may be the name of a host, as in DNS: 1 to HOST_NAME_BYTES of "a-z A-Z 0-9 . -",
 * starting with a letter or digit. */
enum { HOST_NAME_BYTES = 63 };
bool text_is_host_name(const char *text);

/* Whether it is a player's name, or NAME@HOST, that of a player of another host. */
enum { SHARED_NAME_MAX = PLAYER_NAME_MAX + 1 + HOST_NAME_BYTES };
bool text_is_shared_name(const char *text);

/* Reads an unsigned decimal number of 64 bits; false for anything else. */
bool text_read_unsigned(const char *text, uint64_t *number);

/* Reads 16 hexadecimal digits, as "%016" PRIx64 writes them; false for anything else. */
bool text_read_identity(const char *text, uint64_t *identity);

/* Reads a decimal number from minimum to maximum; false for anything else. */
bool text_read_number(const char *text, long minimum, long maximum, long *number);

#endif
