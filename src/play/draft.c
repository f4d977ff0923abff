/* A draft is edited as letters and headers. After each change they are printed, and that text
 * becomes the newest entry of the history. It is parsed back into letters and headers, with the
 * pack reader but without the puzzle, as undo does with an older one. */
#include "play/draft.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "play/import_board.h"

#define NAME "draft" /* the text's file name in the reader's messages */

/* ---- the grid ---- */

static char blank(const struct draft *draft, int word)
{
	const char *letters = draft->puzzle->format.alphabet[word];
	return letters == NULL ? '.' : letters[0];
}

static bool is_blank(const struct draft *draft, int word)
{
	for (int cell = 0; cell < draft->rows * draft->columns; cell++)
		if (draft->word[word][cell] != blank(draft, word))
			return false;
	return true;
}

bool draft_has_second_word(const struct draft *draft)
{
	return draft->puzzle->format.alphabet[1] != NULL;
}

/* The number of words to write. Marks that move are written only if there are any. */
static int words_written(const struct draft *draft)
{
	const bool no_marks = draft->puzzle->format.marks != NULL && is_blank(draft, 1);
	return draft_has_second_word(draft) && !no_marks ? 2 : 1;
}

char draft_letter(const struct draft *draft, int word, int key)
{
	const char *letters = draft->puzzle->format.alphabet[word];
	if (letters == NULL || key <= ' ' || key > '~')
		return '\0';
	if (strchr(letters, key) != NULL)
		return (char)key;
	return key == '.' ? letters[0] : '\0';
}

/* ---- text ---- */

void draft_print(const struct draft *draft, int par, const char *const defaults[HEADER_COUNT],
                 FILE *out)
{
	char number[16];
	const char *value[HEADER_COUNT];
	memcpy(value, draft->value, sizeof value);
	value[HEADER_MODE] = draft->puzzle->name;
	snprintf(number, sizeof number, "%d", par);
	if (par >= 0)
		value[HEADER_PAR] = number;
	fprintf(out, "level: %s\n", draft->title);
	for (int h = 0; h < HEADER_COUNT; h++) {
		const char *given = defaults == NULL ? NULL : defaults[h];
		if (value[h] != NULL && (given == NULL || strcmp(given, value[h]) != 0))
			fprintf(out, "%s: %s\n", header_name((enum header)h), value[h]);
	}
	fputc('\n', out);
	for (int row = 0; row < draft->rows; row++)
		for (int w = 0; w < words_written(draft); w++)
			fprintf(out, "%s%.*s%s", w == 0 ? "" : "   ", draft->columns,
			        draft->word[w] + row * draft->columns,
			        w + 1 == words_written(draft) ? "\n" : "");
}

char *draft_print_text(const struct draft *draft, int par)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	draft_print(draft, par, NULL, out);
	return file_close_memory(out, &text, true);
}

/* Copies rows of letters; false if the words can't have one of them. */
static bool copy_words(struct draft *draft, const struct level_text *text)
{
	if (text->words[1][0] != NULL && text->columns[1] != text->columns[0])
		return false;
	draft->rows = text->rows;
	draft->columns = text->columns[0];
	for (int w = 0; w < 2; w++)
		for (int row = 0; row < text->rows; row++)
			for (int column = 0; column < draft->columns; column++) {
				const char *word = text->words[w][row];
				const char letter = word == NULL ? blank(draft, w) : word[column];
				if (word != NULL && (letter == '\0' ||
				                     draft_letter(draft, w, letter) != letter))
					return false;
				draft->word[w][row * draft->columns + column] = letter;
			}
	return true;
}

/* Sets letters and headers from a level's text, which must live as long as they are used. */
static bool use_text(struct draft *draft, const struct level_text *text)
{
	draft->title = text->title;
	memcpy(draft->value, text->value, sizeof draft->value);
	draft->value[HEADER_MODE] = draft->value[HEADER_PAR] = NULL;
	return copy_words(draft, text);
}

/* ---- history ---- */

const char *draft_text(const struct draft *draft)
{
	assert(draft->at >= 0 && draft->at < draft->count);
	return draft->texts[draft->at];
}

/* The letters and headers before a change. */
static void revert(struct draft *draft)
{
	if (draft->count > 0)
		use_text(draft, &draft->pack.levels[0]);
}

/* Parses a text into letters and headers; false, with nothing changed, if it is not a draft. */
static bool read_text(struct draft *draft, const char *text)
{
	struct pack pack;
	struct error error;
	if (!pack_read_syntax(&pack, NAME, text, strlen(text), &error))
		return false;
	const bool good = pack.count == 1 && pack_puzzle(&pack, 0) == draft->puzzle &&
	                  use_text(draft, &pack.levels[0]);
	if (!good)
		revert(draft);
	pack_free(good ? &draft->pack : &pack);
	if (good)
		draft->pack = pack;
	return good;
}

/* Appends the current content to the history and discards the redo steps. False if nothing changed,
 * or without memory; then the content is that of draft->pack. */
static bool commit(struct draft *draft)
{
	char *text = draft_print_text(draft, -1);
	const bool same = draft->count > 0 && text != NULL && strcmp(text, draft_text(draft)) == 0;
	char **texts = realloc(draft->texts, (size_t)(draft->count + 1) * sizeof *texts);
	if (texts != NULL)
		draft->texts = texts;
	if (text == NULL || same || texts == NULL || !read_text(draft, text)) {
		free(text);
		revert(draft);
		return false;
	}
	while (draft->count > draft->at + 1)
		free(draft->texts[--draft->count]);
	draft->at = draft->count;
	draft->texts[draft->count++] = text;
	return true;
}

static bool go_to(struct draft *draft, int at)
{
	if (at < 0 || at >= draft->count || !read_text(draft, draft->texts[at]))
		return false;
	draft->at = at;
	return true;
}

bool draft_undo(struct draft *draft)
{
	return go_to(draft, draft->at - 1);
}

bool draft_redo(struct draft *draft)
{
	return go_to(draft, draft->at + 1);
}

bool draft_load(struct draft *draft, const char *text)
{
	if (!read_text(draft, text))
		return false;
	if (commit(draft))
		return true;
	go_to(draft, draft->at);
	return false;
}

/* ---- opening and closing ---- */

/* UNTITLED, for translators. */
static const char *const untitled = NC_("level", "Untitled") + sizeof "level";

/* Starts the history with the current content; `fault` is the error if there is none. */
static bool begin(struct draft *draft, const char *fault, struct error *error)
{
	if (fault == NULL && commit(draft))
		return true;
	draft_close(draft);
	return error_set(error, "%s", fault != NULL ? fault : _("out of memory"));
}

bool draft_open(struct draft *draft, const struct puzzle *puzzle, const struct level *level,
                const struct level_text *text, struct error *error)
{
	*draft = (struct draft){.puzzle = puzzle};
	struct level_writer *writer = calloc(1, sizeof *writer);
	if (writer == NULL)
		return error_set(error, _("out of memory"));
	puzzle->format.write(level, NULL, writer);
	writer->text.title = text->title;
	for (int h = 0; h < HEADER_RULES; h++)
		writer->text.value[h] = text->value[h];
	const bool can_be_drawn = use_text(draft, &writer->text);
	const bool good =
		begin(draft, can_be_drawn ? NULL : _("this level can't be edited"), error);
	free(writer);
	return good;
}

bool draft_open_empty(struct draft *draft, const struct puzzle *puzzle, struct error *error)
{
	*draft = (struct draft){.puzzle = puzzle,
	                        .rows = puzzle->generator.recipe.rows,
	                        .columns = puzzle->generator.recipe.columns,
	                        .title = untitled};
	for (int w = 0; w < 2; w++)
		memset(draft->word[w], blank(draft, w), CELLS_MAX);
	return begin(draft, NULL, error);
}

void draft_close(struct draft *draft)
{
	pack_free(&draft->pack);
	while (draft->count > 0)
		free(draft->texts[--draft->count]);
	free(draft->texts);
	*draft = (struct draft){0};
}

bool draft_level(const struct draft *draft, struct level *level, struct error *error)
{
	static const char place[] = NAME ":";
	struct pack pack;
	const char *text = draft_text(draft);
	if (pack_read_text(&pack, NAME, text, strlen(text), error)) {
		const bool good = pack_level(&pack, 0, level, error);
		pack_free(&pack);
		return good;
	}
	if (strncmp(error->text, place, strlen(place)) == 0) { /* the player sees no file */
		const char *what = error->text + strlen(place);
		what += strspn(what, "0123456789");
		what += strspn(what, ": ");
		memmove(error->text, what, strlen(what) + 1);
	}
	return false;
}

static bool normalize(struct draft *draft, const struct level *level, struct error *error)
{
	struct draft normalized;
	if (!draft_open(&normalized, draft->puzzle, level, &draft->pack.levels[0], error))
		return false;
	draft_load(draft, draft_text(&normalized));
	const bool same = strcmp(draft_text(draft), draft_text(&normalized)) == 0;
	draft_close(&normalized);
	return same || error_set(error, _("out of memory"));
}

bool draft_normalize(struct draft *draft, struct error *error)
{
	struct level *level = malloc(sizeof *level);
	if (level == NULL)
		return error_set(error, _("out of memory"));
	const bool good = draft_level(draft, level, error) && normalize(draft, level, error);
	free(level);
	return good;
}

/* The text of a level in canonical form; NULL if it is not a level. To be freed. */
static char *canonical_text(const struct puzzle *puzzle, const char *text)
{
	struct draft draft;
	struct pack pack;
	struct error ignored;
	char *canonical = NULL;
	struct level *level = malloc(sizeof *level);
	if (level != NULL && pack_read_text(&pack, NAME, text, strlen(text), &ignored)) {
		if (pack_level_bare(&pack, 0, level, &ignored) &&
		    draft_open(&draft, puzzle, level, &pack.levels[0], &ignored)) {
			canonical = strdup(draft_text(&draft));
			draft_close(&draft);
		}
		pack_free(&pack);
	}
	free(level);
	return canonical;
}

bool draft_import(struct draft *draft, const char *text, struct error *error)
{
	char *read = import_board(draft->puzzle, text, error);
	if (read == NULL)
		return false;
	char *canonical = canonical_text(draft->puzzle, read);
	const char *wanted = canonical != NULL ? canonical : read;
	const bool good = strcmp(draft_text(draft), wanted) == 0 || draft_load(draft, wanted) ||
	                  error_set(error, _("this board can't be drawn here"));
	free(canonical);
	free(read);
	return good;
}

/* ---- changes ---- */

bool draft_set_cell(struct draft *draft, int word, int cell, char letter)
{
	const int other = 1 - word;
	assert((word == 0 || word == 1) && cell >= 0 && cell < draft->rows * draft->columns);
	const char before = draft->word[word][cell];
	if (draft_letter(draft, other, '#') == '#' && before != letter) {
		if (letter == '#')
			draft->word[other][cell] = letter;
		else if (before == '#')
			draft->word[other][cell] = blank(draft, other);
	}
	draft->word[word][cell] = letter;
	return commit(draft);
}

/* When a row or column is inserted (by 1) or removed (by -1) at `at`: the old index of the one that
 * is now at `line`; -1: it is new. */
static int source(int line, int at, int by)
{
	return line < at ? line : by > 0 && line == at ? -1 : line - by;
}

/* The start of word `number`, from 0, or the end of the text. */
static const char *word_at(const char *text, int number)
{
	for (text += strspn(text, " \t"); number > 0 && *text != '\0'; number--) {
		text += strcspn(text, " \t");
		text += strspn(text, " \t");
	}
	return text;
}

/* If the refill has a word for each column: a new refill, to be freed, with "-" (nothing) for a new
 * column, or without the word of a deleted one. Else, or without memory, NULL. */
static char *reshaped_refill(const struct draft *draft, int at, int by)
{
	const char *before = draft->value[HEADER_REFILL];
	if (before == NULL || *word_at(before, draft->columns - 1) == '\0' ||
	    *word_at(before, draft->columns) != '\0' || strncmp(before, "random", 6) == 0)
		return NULL;
	const char *head = word_at(before, at), *tail = by > 0 ? head : word_at(head, 1);
	char *after;
	if (asprintf(&after, "%.*s%s%s%s", (int)(head - before), before,
	             by > 0 && *head == '\0' ? " " : "", by > 0 ? "- " : "", tail) < 0)
		return NULL;
	for (size_t end = strlen(after); end > 0 && after[end - 1] == ' '; end--)
		after[end - 1] = '\0';
	return after;
}

/* Inserts or removes a row or column. */
static bool reshape(struct draft *draft, bool row, int at, int by)
{
	const int rows = draft->rows + (row ? by : 0), columns = draft->columns + (row ? 0 : by);
	if (rows < 1 || columns < 1 || rows > SIDE_MAX || columns > SIDE_MAX || rows * columns < 2)
		return false;
	for (int w = 0; w < 2; w++) {
		char before[CELLS_MAX];
		memcpy(before, draft->word[w], sizeof before);
		for (int cell = 0; cell < rows * columns; cell++) {
			const int r = row ? source(cell / columns, at, by) : cell / columns;
			const int c = row ? cell % columns : source(cell % columns, at, by);
			draft->word[w][cell] =
				r < 0 || c < 0 ? blank(draft, w) : before[r * draft->columns + c];
		}
	}
	char *refill = row ? NULL : reshaped_refill(draft, at, by);
	if (refill != NULL)
		draft->value[HEADER_REFILL] = refill;
	draft->rows = rows;
	draft->columns = columns;
	const bool changed = commit(draft);
	free(refill);
	return changed;
}

bool draft_extend(struct draft *draft, int direction)
{
	const bool row = direction_row_step(direction) != 0;
	const int end = row ? draft->rows : draft->columns;
	return reshape(draft, row, direction == DOWN || direction == RIGHT ? end : 0, 1);
}

bool draft_remove_row(struct draft *draft, int row)
{
	return reshape(draft, true, row, -1);
}

bool draft_remove_column(struct draft *draft, int column)
{
	return reshape(draft, false, column, -1);
}

bool draft_clear(struct draft *draft)
{
	draft->title = untitled;
	for (int h = 0; h < HEADER_COUNT; h++)
		draft->value[h] = NULL;
	for (int w = 0; w < 2; w++)
		memset(draft->word[w], blank(draft, w), CELLS_MAX);
	return commit(draft);
}

/* ---- headers ---- */

bool draft_accepts_header(const struct draft *draft, enum header header)
{
	return header >= HEADER_RULES ? (draft->puzzle->format.headers & 1U << header) != 0
	                              : header != HEADER_MODE && header != HEADER_PAR;
}

/* The header with this name that its levels may have; HEADER_COUNT: none. */
static enum header header_by_name(const struct draft *draft, const char *name, size_t length)
{
	for (int h = 0; h < HEADER_COUNT; h++) {
		const char *known = header_name((enum header)h);
		if (draft_accepts_header(draft, (enum header)h) && strlen(known) == length &&
		    strncmp(known, name, length) == 0)
			return (enum header)h;
	}
	return HEADER_COUNT;
}

static bool unknown_header(const struct draft *draft, struct error *error)
{
	char list[160] = "level";
	for (int h = HEADER_COUNT - 1; h >= 0; h--)
		if (draft_accepts_header(draft, (enum header)h))
			text_add_item(list, sizeof list, header_name((enum header)h));
	return error_set(error, _("expected \"key: value\", the key one of: %s"), list);
}

/* A copy without leading and trailing blanks; NULL without memory. */
static char *trimmed(const char *text)
{
	text += strspn(text, " \t");
	size_t length = strlen(text);
	while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	return strndup(text, length);
}

bool draft_headers_are_valid(const struct draft *draft)
{
	struct pack pack;
	struct error error;
	const char *text = draft_text(draft);
	const int *lines = draft->pack.levels[0].header_line;
	int line = 0;
	if (pack_read_text(&pack, NAME, text, strlen(text), &error)) {
		pack_free(&pack);
		return true;
	}
	sscanf(error.text, NAME ":%d:", &line);
	for (int h = HEADER_RULES; h < HEADER_COUNT; h++)
		if (line > 0 && lines[h] == line)
			return false;
	return true;
}

bool draft_set_header(struct draft *draft, const char *line, struct error *error)
{
	const char *name = line + strspn(line, " \t"), *colon = strchr(name, ':');
	const size_t length = strcspn(name, " \t:");
	const bool title = length == 5 && strncmp(name, "level", length) == 0;
	const enum header header = header_by_name(draft, name, length);
	if (colon == NULL || (!title && header == HEADER_COUNT))
		return unknown_header(draft, error);
	char *value = trimmed(colon + 1);
	if (value == NULL)
		return error_set(error, _("out of memory"));
	const bool none = *value == '\0';
	const bool good =
		!(title && none) && (header == HEADER_REFILL || strlen(value) < HEADER_BYTES_MAX);
	if (good) {
		*(title ? &draft->title : &draft->value[header]) = none ? NULL : value;
		commit(draft);
	}
	free(value);
	return good || error_set(error,
	                         title && none ? _("expected a title, at most %d bytes")
	                                       : _("expected at most %d bytes"),
	                         HEADER_BYTES_MAX - 1);
}
