#include "os/text.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <langinfo.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <wctype.h>

#include "os/glyph.h"
#include "os/language.h"

static bool is_well_formed(char32_t point, int more)
{
	static const char32_t minimum[] = {0, 0x80, 0x800, 0x10000};
	return point >= minimum[more] && point <= 0x10FFFF && !(point >= 0xD800 && point <= 0xDFFF);
}

char32_t text_decode(const char **text, const char *end)
{
	assert(*text < end);
	const unsigned char *bytes = (const unsigned char *)*text;
	*text += 1;
	if (bytes[0] < 0x80)
		return bytes[0];
	const int more = bytes[0] < 0xE0 ? 1 : bytes[0] < 0xF0 ? 2 : 3; /* bytes that follow */
	if (bytes[0] < 0xC2 || bytes[0] > 0xF4 || end - *text < more)
		return TEXT_INVALID;
	char32_t point = bytes[0] & (0x3FU >> more);
	for (int i = 1; i <= more; i++) {
		if ((bytes[i] & 0xC0U) != 0x80U)
			return TEXT_INVALID;
		point = point << 6 | (bytes[i] & 0x3FU);
	}
	if (!is_well_formed(point, more))
		return TEXT_INVALID;
	*text += more;
	return point;
}

size_t text_encode(char out[TEXT_BYTES_MAX], char32_t point)
{
	if (point < 0x80) {
		out[0] = (char)point;
		return 1;
	}
	const size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
	for (size_t i = size - 1; i > 0; i--) {
		out[i] = (char)(unsigned char)(0x80U | (point & 0x3FU));
		point >>= 6;
	}
	out[0] = (char)(unsigned char)(first[size] | point);
	return size;
}

bool text_is_utf8(const char *text, size_t size)
{
	const char *end = text + size;
	while (text < end) {
		const char *before = text;
		if ((unsigned char)*text < 0x80)
			text++;
		else if (text_decode(&text, end) == TEXT_INVALID && text - before == 1)
			return false;
	}
	return true;
}

bool text_locale_is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int text_columns_part(const char *text, size_t length)
{
	const char *end = text + length;
	int columns = 0;
	while (text < end)
		columns += glyph_take(&text, end).columns;
	return columns;
}

int text_columns(const char *text)
{
	return text_columns_part(text, strlen(text));
}

/* Whether a line may begin with a character although no blank is before it: with a wide one, unless
 * that closes what is before it. */
static bool may_begin_line(const struct shown_glyph *glyph)
{
	const char *bytes = glyph->bytes;
	static const char32_t closing[] =
		U"、。，．・：；？！ー）］｝」』】〕〉》っゃゅょッャュョぁぃぅぇぉァィゥェォ々";
	if (glyph->columns < 2)
		return false;
	const char32_t point = text_decode(&bytes, bytes + glyph->length);
	for (const char32_t *other = closing; *other != 0; other++)
		if (*other == point)
			return false;
	return true;
}

size_t text_fit(const char *text, int columns)
{
	const char *at = text, *end = text + strlen(text), *blank = NULL;
	int used = 0;
	while (at < end) {
		const char *before = at;
		const struct shown_glyph glyph = glyph_take(&at, end);
		used += glyph.columns;
		if (*before == ' ' || (before > text && may_begin_line(&glyph)))
			blank = before;
		if (used > columns && before > text)
			return (size_t)((blank != NULL ? blank : before) - text);
	}
	return (size_t)(end - text);
}

char *text_sanitize(char *out, size_t size, const char *text)
{
	assert(size > 0);
	const char *end = text + strlen(text);
	size_t used = 0;
	while (text < end) {
		const struct shown_glyph glyph = glyph_take(&text, end);
		if (used + glyph.length >= size)
			break;
		memcpy(out + used, glyph.bytes, glyph.length);
		used += glyph.length;
	}
	out[used] = '\0';
	return out;
}

struct shown_text text_shown_part(const char *text, size_t length)
{
	struct shown_text shown;
	const char *end = text + length, *next = text, *cut = text;
	while (next < end && next - text <= TEXT_SHOWN_MAX) {
		cut = next;
		glyph_take(&next, end);
	}
	if (next - text <= TEXT_SHOWN_MAX)
		cut = next;
	snprintf(shown.bytes, sizeof shown.bytes, "%.*s%s", (int)(cut - text), text,
	         cut < end ? "..." : "");
	return shown;
}

struct shown_text text_shown(const char *text)
{
	return text_shown_part(text, strlen(text));
}

/* ---- sentences and lists ---- */

/* The last character of a text; 0 if it is empty. */
static char32_t last_character(const char *text)
{
	const char *end = text + strlen(text);
	char32_t point = 0;
	while (text < end)
		point = text_decode(&text, end);
	return point;
}

static bool ends_sentence(const char *text)
{
	static const char32_t stops[] = {'.', '?', '!', U'…', U'。', U'？', U'！'};
	const char32_t last = last_character(text);
	for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++)
		if (last == stops[i])
			return true;
	return last == 0;
}

/* Whether the text begins with a whole word of letters, and not with a name such as "a.level". */
static bool begins_with_word(const char *text)
{
	const char *end = text + strlen(text);
	bool any = false;
	while (text < end && *text != ' ') {
		const char32_t point = text_decode(&text, end);
		if (point < 0x80 ? (point < 'a' || point > 'z') : iswalpha((wint_t)point) == 0)
			return false;
		any = true;
	}
	return any;
}

/* Copies a text, truncated between two characters. */
static void copy_whole(char *out, size_t size, const char *text)
{
	size_t length = strlen(text);
	if (length >= size)
		length = size - 1;
	while (length > 0 && ((unsigned char)text[length] & 0xC0U) == 0x80U)
		length--;
	memcpy(out, text, length);
	out[length] = '\0';
}

static void append(char *out, size_t size, const char *text)
{
	const size_t used = strlen(out);
	copy_whole(out + used, size - used, text);
}

char *text_sentence(char *out, size_t size, const char *text)
{
	const char *end = text + strlen(text);
	size_t used = 0;
	if (begins_with_word(text) && size > TEXT_BYTES_MAX)
		used = text_encode(out, (char32_t)towupper((wint_t)text_decode(&text, end)));
	copy_whole(out + used, size - used, text);
	if (!ends_sentence(text))
		/* TRANSLATORS: Ends an error that is shown as a sentence. */
		append(out, size, C_("full stop", "."));
	return out;
}

void text_add_sentence(char *out, size_t size, const char *sentence)
{
	if (*out != '\0' && *sentence != '\0' && glyph_width(last_character(out)) < 2)
		append(out, size, " ");
	append(out, size, sentence);
}

void text_add_item(char *out, size_t size, const char *item)
{
	if (*out != '\0')
		/* TRANSLATORS: Between the items of a list: "3 results, 2 games", "a, b, c". */
		append(out, size, C_("list", ", "));
	append(out, size, item);
}

/* ---- words and numbers ---- */

void text_fold(const char *text, char *out, size_t size)
{
	size_t length = 0, used = 0;
	uint8_t *folded = u8_casefold((const uint8_t *)text, strlen(text), NULL, UNINORM_NFD, NULL,
	                              &length);
	if (folded == NULL) { /* without memory, or no UTF-8 */
		snprintf(out, size, "%s", text);
		return;
	}
	const char *at = (const char *)folded, *end = at + length;
	while (at < end && used + TEXT_BYTES_MAX < size) {
		const char32_t point = text_decode(&at, end);
		if (!uc_is_general_category_withtable(point, UC_CATEGORY_MASK_Mn))
			used += text_encode(out + used, point);
	}
	out[used] = '\0';
	free(folded);
}

enum { WORD_BYTES = 256 };

bool text_is_same_word(const char *word, const char *other)
{
	char folded[2][WORD_BYTES];
	text_fold(word, folded[0], sizeof folded[0]);
	text_fold(other, folded[1], sizeof folded[1]);
	return strcmp(folded[0], folded[1]) == 0;
}

size_t text_mark_bytes(const char *text)
{
	static const char mark[] = "\xEF\xBB\xBF";
	return strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
}

char *text_trim(char *text)
{
	static const char blanks[] = " \t\r\n";
	text += strspn(text, blanks);
	for (size_t length = strlen(text); length > 0 && strchr(blanks, text[length - 1]) != NULL;)
		text[--length] = '\0';
	return text;
}

/* Levenshtein distance with a single row of the table. Words longer than the row count as far. */
static int edit_distance(const char *a, const char *b)
{
	enum { LONGEST = 24 };
	const size_t width = strlen(b);
	if (strlen(a) > LONGEST || width > LONGEST)
		return LONGEST;
	int row[LONGEST + 1];
	for (size_t j = 0; j <= width; j++)
		row[j] = (int)j;
	for (size_t i = 0; a[i] != '\0'; i++) {
		int diagonal = row[0];
		row[0] = (int)i + 1;
		for (size_t j = 1; j <= width; j++) {
			int best = diagonal + (a[i] != b[j - 1]);
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diagonal = row[j];
			row[j] = best;
		}
	}
	return row[width];
}

const char *text_nearest(const char *word, const char *const candidates[], int count)
{
	const char *nearest = NULL;
	int nearest_distance = 3; /* at most two typos, and not the whole word */
	for (int i = 0; i < count; i++) {
		const int distance = edit_distance(word, candidates[i]);
		if (distance < nearest_distance && (size_t)distance < strlen(candidates[i])) {
			nearest_distance = distance;
			nearest = candidates[i];
		}
	}
	return nearest;
}

void text_write_number(uint64_t number, char out[TEXT_NUMBER_MAX])
{
	char digits[24];
	/* TRANSLATORS: Between the thousands of a large number: "2,000". At most one column. */
	const char *separator = C_("thousands", ",");
	const int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
	out[0] = '\0';
	for (int i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			append(out, TEXT_NUMBER_MAX, separator);
		append(out, TEXT_NUMBER_MAX, (const char[]){digits[i], '\0'});
	}
}

void text_write_decimal(double number, int places, char out[TEXT_NUMBER_MAX])
{
	char digits[TEXT_NUMBER_MAX];
	snprintf(digits, sizeof digits, "%.*f", places, number);
	const int whole = (int)strcspn(digits, ".");
	assert(places > 0 && digits[whole] == '.');
	/* TRANSLATORS: The decimal sign, as in 0.25. */
	snprintf(out, TEXT_NUMBER_MAX, "%.*s%s%s", whole, digits, C_("number", "."),
	         digits + whole + 1);
}

#define LETTERS_AND_DIGITS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* Whether it is of these characters, not too long, and begins with neither "." nor "-". */
static bool is_name(const char *text, const char *allowed, size_t max)
{
	const size_t length = strlen(text);
	return length >= 1 && length <= max && text[0] != '.' && text[0] != '-' &&
	       strspn(text, allowed) == length;
}

bool text_is_player_name(const char *text)
{
	return is_name(text, LETTERS_AND_DIGITS "._-", PLAYER_NAME_MAX);
}

bool text_is_host_name(const char *text)
{
	return is_name(text, LETTERS_AND_DIGITS ".-", HOST_NAME_BYTES);
}

bool text_is_fingerprint(const char *text)
{
	static const char start[] = "SHA256:";
	enum { START = sizeof start - 1, DIGITS = 43 };
	return strncmp(text, start, START) == 0 && strlen(text) == START + DIGITS &&
	       strspn(text + START, LETTERS_AND_DIGITS "+/") == DIGITS;
}

bool text_is_shared_name(const char *text)
{
	char name[PLAYER_NAME_MAX + 1];
	const char *at = strchr(text, '@');
	if (at == NULL)
		return text_is_player_name(text);
	if (at - text > PLAYER_NAME_MAX)
		return false;
	snprintf(name, sizeof name, "%.*s", (int)(at - text), text);
	return text_is_player_name(name) && text_is_host_name(at + 1);
}

bool text_read_unsigned(const char *text, uint64_t *number)
{
	if (*text < '0' || *text > '9')
		return false;
	char *end;
	errno = 0;
	*number = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0';
}

bool text_read_identity(const char *text, uint64_t *identity)
{
	const size_t digits = 16;
	if (strlen(text) != digits || strspn(text, "0123456789abcdef") != digits)
		return false;
	*identity = strtoull(text, NULL, 16);
	return true;
}

bool text_read_number(const char *text, long minimum, long maximum, long *number)
{
	uint64_t value;
	if (!text_read_unsigned(text, &value) || value > LONG_MAX || (long)value < minimum ||
	    (long)value > maximum)
		return false;
	*number = (long)value;
	return true;
}
