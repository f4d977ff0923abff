/* A code is written from the level's canonical text, and read by the pack reader. A code that was
 * read is written again and compared, so that each text has one code only. */
#include "puzzle/level_code.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/level_packing.h"
#include "puzzle/puzzle.h"

#define PREFIX "parlour:"
#define CODE_VERSION '1'

enum {
	TITLE_BYTES = 60,       /* a longer title is cut; */
	SHORT_TITLE_BYTES = 24, /* to this, if the code gets short so */
	CHECKSUM_BYTES = 4,
	PACKED_MAX = LEVEL_CODE_MAX * 3 / 4,
};

/* ---- letters ---- */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void write_letters(const unsigned char *bytes, int size, char *out)
{
	for (int bit = 0; bit < 8 * size; bit += 6) {
		const int at = bit / 8;
		const unsigned pair = bytes[at] * 256U + (at + 1 < size ? bytes[at + 1] : 0U);
		*out++ = letters[pair >> (10 - bit % 8) & 63];
	}
	*out = '\0';
}

/* Returns the number of bytes; -1 if it has other characters. */
static int read_letters(const char *text, unsigned char bytes[PACKED_MAX])
{
	unsigned held = 0;
	int size = 0, bits = 0;
	for (; *text != '\0'; text++) {
		const char *letter = strchr(letters, *text);
		if (letter == NULL)
			return -1;
		held = (held << 6 | (unsigned)(letter - letters)) & 0xFFFF;
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			bytes[size++] = (unsigned char)(held >> bits & 0xFF);
		}
	}
	return size;
}

/* ---- codes ---- */

static void put_checksum(const char *text, unsigned char bytes[CHECKSUM_BYTES])
{
	const uint64_t hash = hash_text(text);
	const uint32_t sum = (uint32_t)(hash ^ hash >> 32);
	for (int i = 0; i < CHECKSUM_BYTES; i++)
		bytes[i] = (unsigned char)(sum >> (24 - 8 * i) & 0xFF);
}

bool level_code_is(const char *name)
{
	const size_t length = strlen(PREFIX);
	if (strncmp(name, PREFIX, length) != 0)
		return false;
	name += length;
	return strlen(name) > CHECKSUM_BYTES && name[strspn(name, "0123456789")] != '\0';
}

bool level_code_of_text(const char *text, char out[LEVEL_CODE_MAX + 1])
{
	unsigned char bytes[PACKED_MAX];
	const int room = (LEVEL_CODE_MAX - (int)strlen(PREFIX) - 1) * 3 / 4 - CHECKSUM_BYTES;
	const int size = strlen(text) < PACKED_TEXT_MAX
	                         ? level_pack(text, bytes + CHECKSUM_BYTES, room)
	                         : -1;
	if (size < 0 || size > room)
		return false;
	put_checksum(text, bytes);
	char *end = stpcpy(out, PREFIX);
	*end++ = CODE_VERSION;
	write_letters(bytes, CHECKSUM_BYTES + size, end);
	return true;
}

/* The text of a code that is one of this version, of at most LEVEL_CODE_MAX bytes. */
static bool read_code(const char *code, char text[PACKED_TEXT_MAX])
{
	unsigned char bytes[PACKED_MAX];
	char again[LEVEL_CODE_MAX + 1];
	const int size = read_letters(code + strlen(PREFIX) + 1, bytes);
	return size >= CHECKSUM_BYTES &&
	       level_unpack(bytes + CHECKSUM_BYTES, size - CHECKSUM_BYTES, text) &&
	       level_code_of_text(text, again) && strcmp(again, code) == 0;
}

/* The pack reader's message, without the code and the line. */
static bool not_a_level(const char *code, struct error *error)
{
	const struct error why = *error;
	const size_t length = strlen(code);
	const char *what = why.text;
	if (strncmp(what, code, length) == 0) {
		what += length + strspn(what + length, ":");
		what += strspn(what, "0123456789");
		what += strspn(what, ": ");
	}
	return error_set(error, _("%s: no level: %s"), text_shown(code).bytes, what);
}

bool level_code_read(struct pack *pack, const char *code, struct error *error)
{
	char text[PACKED_TEXT_MAX];
	struct pack made;
	assert(level_code_is(code));
	const char version = code[strlen(PREFIX)];
	if (version > CODE_VERSION && version <= '9')
		return error_set(error, _("%s: this level code needs a newer version of Parlour"),
		                 text_shown(code).bytes);
	if (version != CODE_VERSION || strlen(code) > LEVEL_CODE_MAX || !read_code(code, text))
		return error_set(error, _("%s: not a whole level code; copy all of it"),
		                 text_shown(code).bytes);
	if (!pack_read_text(&made, code, text, strlen(text), error))
		return not_a_level(code, error);
	if (made.count != 1) {
		pack_free(&made);
		return error_set(error, _("%s: more than one level"), text_shown(code).bytes);
	}
	*pack = made;
	return true;
}

/* ---- the text of a level ---- */

/* Prints it; to be freed. NULL without memory, or if it is too long to be packed. */
static char *print_text(const struct level_text *text)
{
	char *printed = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&printed, &size);
	if (out == NULL)
		return NULL;
	level_text_print(text, out);
	return file_close_memory(out, &printed, fflush(out) == 0 && size < PACKED_TEXT_MAX);
}

static bool write_text(const struct level_text *text, char out[LEVEL_CODE_MAX + 1])
{
	char *printed = print_text(text);
	const bool good = printed != NULL && level_code_of_text(printed, out);
	free(printed);
	return good;
}

static bool write_short(const struct level_text *text, char out[LEVEL_CODE_MAX + 1])
{
	return write_text(text, out) && strlen(out) <= LEVEL_CODE_SHORT;
}

/* At most `max` bytes of a title, cut between two characters. */
static void cut_title(const char *title, size_t max, char out[TITLE_BYTES + 1])
{
	size_t length = strlen(title);
	if (length > max) {
		length = max;
		while (length > 0 && ((unsigned char)title[length] & 0xC0) == 0x80)
			length--;
		while (length > 0 && title[length - 1] == ' ')
			length--;
	}
	snprintf(out, TITLE_BYTES + 1, "%.*s", (int)length, title);
}

/* The code of the text. If it is long, and gets short so, its hint is left out, then the author,
 * then the end of the title; what has no short code keeps them, if there is room. */
static bool write_shorter(const struct level_text *full, char out[LEVEL_CODE_MAX + 1])
{
	static const enum header left_out[] = {HEADER_HINT, HEADER_AUTHOR};
	struct level_text text = *full;
	char title[TITLE_BYTES + 1];
	if (write_short(&text, out))
		return true;
	for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
		if (text.value[left_out[i]] == NULL)
			continue;
		text.value[left_out[i]] = NULL;
		if (write_short(&text, out))
			return true;
	}
	cut_title(full->title, SHORT_TITLE_BYTES, title);
	text.title = title;
	return write_short(&text, out) || write_text(full, out) || write_text(&text, out);
}

static bool write_level(const struct pack *pack, int index, struct level *level,
                        struct level_writer *writer, char out[LEVEL_CODE_MAX + 1],
                        struct error *error)
{
	const struct level_text *from = &pack->levels[index];
	const struct puzzle *puzzle = pack_puzzle(pack, index);
	char title[TITLE_BYTES + 1];
	if (!pack_level_bare(pack, index, level, error))
		return false;
	puzzle->format.write(level, NULL, writer);
	cut_title(from->title, TITLE_BYTES, title);
	writer->text.title = title[0] == '\0' ? UNTITLED : title;
	writer->text.value[HEADER_MODE] = puzzle->name;
	writer->text.value[HEADER_PAR] = from->value[HEADER_PAR];
	writer->text.value[HEADER_AUTHOR] = from->value[HEADER_AUTHOR];
	writer->text.value[HEADER_HINT] = from->value[HEADER_HINT];
	return write_shorter(&writer->text, out) ||
	       error_set(error, _("this level is too large for a level code; save it as a file"));
}

bool level_code_write(const struct pack *pack, int index, char out[LEVEL_CODE_MAX + 1],
                      struct error *error)
{
	struct level *level = malloc(sizeof *level);
	struct level_writer *writer = calloc(1, sizeof *writer);
	const bool good = level != NULL && writer != NULL
	                          ? write_level(pack, index, level, writer, out, error)
	                          : error_set(error, _("out of memory"));
	free(writer);
	free(level);
	return good;
}
