/* A pack's text is cut into strings in place, line by line, and level_text points into it. The
 * reader is a state machine with four states, one for each section of a file. */
#include "puzzle/pack.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algo/hash.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"

/* The keys of headers, and the one that starts a level. */
static const char *const key_names[HEADER_COUNT + 1] = {
	[HEADER_PACK] = "pack",     [HEADER_AUTHOR] = "author", [HEADER_LICENCE] = "licence",
	[HEADER_MODE] = "mode",     [HEADER_PAR] = "par",       [HEADER_HINT] = "hint",
	[HEADER_RULES] = "rules",   [HEADER_GOAL] = "goal",     [HEADER_PIECE] = "piece",
	[HEADER_REFILL] = "refill", [HEADER_COUNT] = "level",
};

const char *header_name(enum header header)
{
	return key_names[header];
}

/* The headers that only some puzzles have. */
static const unsigned puzzle_headers =
	1U << HEADER_RULES | 1U << HEADER_GOAL | 1U << HEADER_PIECE | 1U << HEADER_REFILL;

enum section {
	SECTION_PACK,   /* headers before the first level */
	SECTION_LEVEL,  /* headers of a level */
	SECTION_BOARD,  /* after the blank line */
	SECTION_BETWEEN /* after the board */
};

struct reader {
	struct pack *pack;
	struct error *error;
	int line;
	enum section section;
	bool syntax_only;           /* do not ask the puzzles */
	struct level_text defaults; /* the pack's own headers */
};

/* Reports an error in a line; in the current one. */
#define fault_at(reader, at, ...) error_at((reader)->error, (reader)->pack->name, at, __VA_ARGS__)
#define fault(reader, ...) fault_at(reader, (reader)->line, __VA_ARGS__)

static struct level_text *current(struct reader *reader)
{
	return reader->section == SECTION_PACK ? &reader->defaults
	                                       : &reader->pack->levels[reader->pack->count - 1];
}

/* ---- levels ---- */

/* Makes room for one more level, doubling it at each power of two. */
static bool reserve_level(struct pack *pack)
{
	const int count = pack->count;
	if ((count & (count - 1)) != 0)
		return true;
	const size_t room = count == 0 ? 1 : 2 * (size_t)count;
	struct level_text *levels = realloc(pack->levels, room * sizeof *levels);
	if (levels != NULL)
		pack->levels = levels;
	return levels != NULL;
}

static bool start_level(struct reader *reader, const char *title)
{
	struct pack *pack = reader->pack;
	if (*title == '\0')
		return fault(reader, _("a level needs a title: \"level: TITLE\""));
	if (pack->count == PACK_LEVELS_MAX)
		return fault(reader, _("more than %d levels in one pack"), PACK_LEVELS_MAX);
	if (!reserve_level(pack))
		return fault(reader, _("out of memory"));
	struct level_text *level = &pack->levels[pack->count++];
	*level = reader->defaults;
	level->file = pack->name;
	level->line = reader->line;
	level->title = title;
	reader->section = SECTION_LEVEL;
	return true;
}

static bool check_count(struct reader *reader, const struct level_text *level)
{
	const int columns = level->columns[0];
	if (level->rows == 0)
		return fault(reader,
		             _("level \"%s\" has no board: expected a blank line and its rows"),
		             level->title);
	if (level->rows * columns < 2)
		return fault(reader, _("a board needs at least two cells"));
	if (level->value[HEADER_MODE] == NULL)
		return fault_at(reader, level->line, _("level \"%s\" has no \"mode:\""),
		                level->title);
	return true;
}

static bool check_headers(struct reader *reader, const struct level_text *level)
{
	const struct puzzle *puzzle = puzzle_named(level->value[HEADER_MODE]);
	for (int h = 0; h < HEADER_COUNT; h++)
		if (level->value[h] != NULL && (puzzle_headers & ~puzzle->format.headers & 1U << h))
			return fault_at(reader, level->header_line[h],
			                _("%s levels have no \"%s:\""), puzzle->name, key_names[h]);
	return true;
}

/* At the end of a level: checks that it is complete, and that its puzzle accepts it. */
static bool end_level(struct reader *reader)
{
	if (reader->pack->count == 0)
		return true;
	const struct level_text *level = &reader->pack->levels[reader->pack->count - 1];
	if (!check_count(reader, level) || !check_headers(reader, level))
		return false;
	struct level scratch;
	return reader->syntax_only ||
	       pack_level_bare(reader->pack, reader->pack->count - 1, &scratch, reader->error);
}

/* ---- lines ---- */

static bool unknown_key(struct reader *reader, const char *key)
{
	const char *nearest = text_nearest(key, key_names, HEADER_COUNT + 1);
	if (nearest != NULL)
		return fault(reader, C_("level file", "unknown key \"%s\"; did you mean \"%s\"?"),
		             text_shown(key).bytes, nearest);
	return fault(reader, C_("level file", "unknown key \"%s\"; expected one of %s"),
	             text_shown(key).bytes,
	             "pack, author, licence, level, mode, par, hint, rules, goal, piece, refill");
}

static bool check_puzzle_name(struct reader *reader, const char *name)
{
	if (puzzle_named(name) != NULL)
		return true;
	char list[80] = "";
	for (int i = 0; puzzle_at(i) != NULL; i++)
		text_add_item(list, sizeof list, puzzle_at(i)->name);
	return fault(reader, _("unknown mode \"%s\"; expected one of %s"), text_shown(name).bytes,
	             list);
}

static bool check_value(struct reader *reader, enum header header, const char *value)
{
	long par;
	if (*value == '\0')
		return fault(reader, _("\"%s:\" has no value"), key_names[header]);
	if (header != HEADER_REFILL && strlen(value) >= HEADER_BYTES_MAX)
		return fault(reader, _("\"%s:\" is longer than %d bytes"), key_names[header],
		             HEADER_BYTES_MAX - 1);
	if (header == HEADER_MODE)
		return check_puzzle_name(reader, value);
	if (header == HEADER_PAR && !text_read_number(value, 0, PAR_MAX, &par))
		return fault(reader, _("par is \"%s\"; expected a number from 0 to %d"),
		             text_shown(value).bytes, PAR_MAX);
	return true;
}

static bool set_header(struct reader *reader, enum header header, const char *value)
{
	struct level_text *level = current(reader);
	const int before = level->header_line[header];
	if (before > 0 && (reader->section == SECTION_PACK || before > level->line))
		return fault(reader, _("\"%s:\" is given twice; first on line %d"),
		             key_names[header], before);
	if (!check_value(reader, header, value))
		return false;
	level->value[header] = value;
	level->header_line[header] = reader->line;
	return true;
}

static bool read_header(struct reader *reader, char *line)
{
	char *colon = strchr(line, ':');
	if (colon == NULL) {
		return fault(reader,
		             reader->section == SECTION_PACK
		                     ? _("expected \"key: value\" or \"level: TITLE\"")
		                     : _("expected \"key: value\", or a blank line before the "
		                         "board"));
	}
	*colon = '\0';
	const char *key = text_trim(line);
	char *value = text_trim(colon + 1);
	if (strcmp(key, "level") == 0)
		return end_level(reader) && start_level(reader, value);
	for (int h = 0; h < HEADER_COUNT; h++)
		if (strcmp(key, key_names[h]) == 0)
			return set_header(reader, (enum header)h, value);
	return unknown_key(reader, key);
}

static int characters(const char *word)
{
	const char *end = word + strlen(word);
	int count = 0;
	while (word < end) {
		text_decode(&word, end);
		count++;
	}
	return count;
}

static bool check_width(struct reader *reader, const struct level_text *level, int word, int width)
{
	if (width > SIDE_MAX)
		return fault(reader,
		             word == 0 ? _("row is %d wide; the maximum is %d")
		                       : _("second word is %d wide; the maximum is %d"),
		             width, SIDE_MAX);
	if (level->rows > 0 && width != level->columns[word])
		return fault(
			reader,
			word == 0 ? _("row is %d wide; expected %d, as in the first row")
				  : _("second word is %d wide; expected %d, as in the first row"),
			width, level->columns[word]);
	return true;
}

static bool read_row(struct reader *reader, char *line)
{
	struct level_text *level = current(reader);
	char *first = strtok(line, " \t"), *second = strtok(NULL, " \t");
	const char *const words[2] = {first, second};
	if (second != NULL && strtok(NULL, " \t") != NULL)
		return fault(reader, _("a row has one or two words"));
	if (level->rows == SIDE_MAX)
		return fault(reader, _("more than %d rows"), SIDE_MAX);
	if (level->rows > 0 && (words[1] == NULL) != (level->words[1][0] == NULL))
		return fault(
			reader,
			words[1] == NULL
				? _("the row has one word; expected two, as in the first row")
				: _("the row has two words; expected one, as in the first row"));
	for (int w = 0; w < 2 && words[w] != NULL; w++) {
		const int width = characters(words[w]);
		if (!check_width(reader, level, w, width))
			return false;
		level->columns[w] = width;
		level->words[w][level->rows] = words[w];
	}
	level->row_line[level->rows++] = reader->line;
	return true;
}

/* After a level's board only another level may follow. */
static bool read_between(struct reader *reader, char *line)
{
	if (strncmp(line + strspn(line, " \t"), "level", 5) == 0)
		return read_header(reader, line);
	return fault(reader, _("expected \"level: TITLE\" after the board"));
}

static bool read_board_line(struct reader *reader, char *line)
{
	if (strchr(line, ':') == NULL)
		return read_row(reader, line);
	if (strncmp(line + strspn(line, " \t"), "level", 5) == 0 || current(reader)->rows > 0)
		return read_between(reader, line);
	return fault(reader, _("expected a row of the board: headers come before the blank line"));
}

static bool read_line(struct reader *reader, char *line)
{
	if (*line == ';')
		return true;
	if (line[strspn(line, " \t")] == '\0') {
		if (reader->section == SECTION_LEVEL)
			reader->section = SECTION_BOARD;
		else if (reader->section == SECTION_BOARD && current(reader)->rows > 0)
			reader->section = SECTION_BETWEEN;
		return true;
	}
	if (reader->section == SECTION_BOARD)
		return read_board_line(reader, line);
	if (reader->section == SECTION_BETWEEN)
		return read_between(reader, line);
	return read_header(reader, line);
}

/* ---- files ---- */

static bool check_bytes(const char *name, const char *text, size_t size, struct error *error)
{
	const char *end = text + size;
	for (int line = 1; text < end; line++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const size_t length = (size_t)((newline == NULL ? end : newline) - text);
		if (memchr(text, '\0', length) != NULL || !text_is_utf8(text, length))
			return error_at(error, name, line, _("not a level file: not UTF-8 text"));
		text = newline == NULL ? end : newline + 1;
	}
	return true;
}

static bool read_lines(struct reader *reader, char *text)
{
	text += text_mark_bytes(text);
	while (*text != '\0') {
		char *next = text + strcspn(text, "\n");
		if (*next != '\0')
			*next++ = '\0';
		const size_t length = strlen(text);
		if (length > 0 && text[length - 1] == '\r')
			text[length - 1] = '\0';
		reader->line++;
		if (!read_line(reader, text))
			return false;
		text = next;
	}
	if (reader->line == 0)
		reader->line = 1;
	if (reader->pack->count == 0)
		return fault(reader, _("no level in this file: expected \"level: TITLE\""));
	return end_level(reader);
}

static bool read_text(struct pack *pack, const char *name, const char *text, size_t size,
                      bool syntax_only, struct error *error)
{
	if (size > PACK_BYTES_MAX)
		return error_at(error, name, 0, _("larger than the limit for level files, %d KiB"),
		                PACK_BYTES_MAX / 1024);
	if (!check_bytes(name, text, size, error))
		return false;
	struct pack made = {.name = strdup(name), .text = strndup(text, size)};
	struct reader reader = {.pack = &made, .error = error, .syntax_only = syntax_only};
	if (made.name == NULL || made.text == NULL)
		error_at(error, name, 0, _("out of memory"));
	else if (read_lines(&reader, made.text)) {
		*pack = made;
		return true;
	}
	pack_free(&made);
	return false;
}

bool pack_read_text(struct pack *pack, const char *name, const char *text, size_t size,
                    struct error *error)
{
	return read_text(pack, name, text, size, false, error);
}

bool pack_read_syntax(struct pack *pack, const char *name, const char *text, size_t size,
                      struct error *error)
{
	return read_text(pack, name, text, size, true, error);
}

static bool read_open_file(struct pack *pack, int file, const char *path, struct error *error)
{
	char *bytes = malloc(PACK_BYTES_MAX + 1);
	if (bytes == NULL)
		return error_at(error, path, 0, _("out of memory"));
	const ssize_t size = file_read(file, bytes, PACK_BYTES_MAX + 1);
	const bool good = size < 0 ? error_at(error, path, 0, "%s", error_reason(errno))
	                           : pack_read_text(pack, path, bytes, (size_t)size, error);
	free(bytes);
	return good;
}

static bool read_and_close(struct pack *pack, int file, const char *path, struct error *error)
{
	if (file < 0)
		return false;
	const bool good = read_open_file(pack, file, path, error);
	close(file);
	return good;
}

bool pack_read_file(struct pack *pack, const char *path, struct error *error)
{
	if (strcmp(path, "-") == 0)
		return read_open_file(pack, STDIN_FILENO, path, error);
	return read_and_close(pack, file_open(path, _("expected a level file"), error), path,
	                      error);
}

bool pack_read_named(struct pack *pack, const char *path, struct error *error)
{
	if (strcmp(path, "-") == 0)
		return pack_read_file(pack, path, error);
	return read_and_close(pack, file_open_named(path, _("expected a level file"), error), path,
	                      error);
}

void pack_free(struct pack *pack)
{
	free(pack->name);
	free(pack->text);
	free(pack->levels);
	*pack = (struct pack){0};
}

const struct puzzle *pack_puzzle(const struct pack *pack, int index)
{
	return puzzle_named(pack->levels[index].value[HEADER_MODE]);
}

bool pack_level_bare(const struct pack *pack, int index, struct level *level, struct error *error)
{
	assert(index >= 0 && index < pack->count);
	const struct level_text *text = &pack->levels[index];
	*level = (struct level){.rows = text->rows, .columns = text->columns[0], .par = -1};
	long par;
	if (text->value[HEADER_PAR] != NULL &&
	    text_read_number(text->value[HEADER_PAR], 0, PAR_MAX, &par))
		level->par = (int)par;
	const struct puzzle *puzzle = pack_puzzle(pack, index);
	if ((puzzle->format.read_headers != NULL &&
	     !puzzle->format.read_headers(level, text, error)) ||
	    !puzzle->format.read(level, text, error))
		return false;
	assert(level_is_valid(level));
	return true;
}

bool pack_level(const struct pack *pack, int index, struct level *level, struct error *error)
{
	if (!pack_level_bare(pack, index, level, error))
		return false;
	puzzle_prepare(pack_puzzle(pack, index), level);
	return true;
}

/* ---- writing ---- */

void level_text_print(const struct level_text *text, FILE *out)
{
	fprintf(out, "level: %s\n", text->title);
	for (int h = 0; h < HEADER_COUNT; h++)
		if (text->value[h] != NULL)
			fprintf(out, "%s: %s\n", key_names[h], text->value[h]);
	fputc('\n', out);
	for (int r = 0; r < text->rows; r++) {
		fputs(text->words[0][r], out);
		if (text->words[1][r] != NULL)
			fprintf(out, "   %s", text->words[1][r]);
		fputc('\n', out);
	}
}

/* With the byte at the end, so that neighbouring texts can't run into each other. */
static void add_text(uint64_t *hash, const char *text)
{
	do {
		*hash = hash_more(*hash, (unsigned char)*text);
	} while (*text++ != '\0');
}

uint64_t level_text_identity(const struct puzzle *puzzle, const struct level_text *text)
{
	uint64_t hash = HASH_BEGIN;
	add_text(&hash, puzzle->name);
	for (int h = HEADER_RULES; h < HEADER_COUNT; h++)
		add_text(&hash, text->value[h] == NULL ? "" : text->value[h]);
	for (int r = 0; r < text->rows; r++) {
		add_text(&hash, text->words[0][r]);
		add_text(&hash, text->words[1][r] == NULL ? "" : text->words[1][r]);
	}
	return hash;
}

uint64_t level_identity(const struct puzzle *puzzle, const struct level *level)
{
	struct level_writer writer; /* on the stack, so that this can't fail */
	writer.text = (struct level_text){.rows = 0};
	puzzle->format.write(level, NULL, &writer);
	return level_text_identity(puzzle, &writer.text);
}
