#include "ui/widget/prompt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/glyph.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/key.h"

enum { TEXT_ROOM = 20 }; /* columns for the text; with fewer, the short label is used */

void prompt_begin(struct prompt *prompt, const char *label, const char *text, prompt_done *done)
{
	struct prompt begun = {.open = true, .done = done};
	snprintf(begun.label, sizeof begun.label, "%s", label);
	snprintf(begun.text, sizeof begun.text, "%s", text);
	begun.cursor = strlen(begun.text);
	*prompt = begun; /* the label may be its own */
}

/* ---- characters ---- */

/* The place one character further, or one back. */
static size_t after(const char *text, size_t at)
{
	return at + glyph_bytes(text + at);
}

static size_t before(const char *text, size_t at)
{
	size_t place = 0, next;
	while ((next = after(text, place)) < at)
		place = next;
	return place;
}

/* The start of the word before a place, which ends at a blank or, in a path, at a slash. */
static size_t word_before(const char *text, size_t at)
{
	while (at > 0 && strchr(" /", text[at - 1]) != NULL)
		at--;
	while (at > 0 && strchr(" /", text[at - 1]) == NULL)
		at--;
	return at;
}

/* ---- changes ---- */

static void cut(struct prompt *prompt, size_t from, size_t to)
{
	char *text = prompt->text;
	memmove(text + from, text + to, strlen(text + to) + 1);
	prompt->cursor = from;
}

static void add(struct prompt *prompt, int key)
{
	char bytes[TEXT_BYTES_MAX];
	if (key < ' ' || key >= PRESS_UP || !glyph_is_typed((char32_t)key))
		return;
	if (prompt->marked)
		cut(prompt, 0, strlen(prompt->text));
	char *at = prompt->text + prompt->cursor;
	const size_t size = text_encode(bytes, (char32_t)key), length = strlen(prompt->text);
	if (length + size >= sizeof prompt->text)
		return;
	memmove(at + size, at, strlen(at) + 1);
	memcpy(at, bytes, size);
	prompt->cursor += size;
}

/* False if the key deletes nothing. */
static bool erase(struct prompt *prompt, int key)
{
	const char *text = prompt->text;
	const size_t at = prompt->cursor, length = strlen(text);
	size_t from = at, to = at;
	switch (key) {
	case PRESS_BACKSPACE:
		from = before(text, at);
		break;
	case PRESS_DELETE:
	case PRESS_CONTROL('D'):
		to = after(text, at);
		break;
	case PRESS_CONTROL('W'):
		from = word_before(text, at);
		break;
	case PRESS_CONTROL('U'):
		from = 0;
		break;
	case PRESS_CONTROL('K'):
		to = length;
		break;
	default:
		return false;
	}
	cut(prompt, prompt->marked ? 0 : from, prompt->marked ? length : to);
	return true;
}

static bool move(struct prompt *prompt, int key)
{
	const char *text = prompt->text;
	switch (key) {
	case PRESS_LEFT:
	case PRESS_CONTROL('B'):
		prompt->cursor = before(text, prompt->cursor);
		return true;
	case PRESS_RIGHT:
	case PRESS_CONTROL('F'):
		prompt->cursor = after(text, prompt->cursor);
		return true;
	case PRESS_HOME:
	case PRESS_CONTROL('A'):
		prompt->cursor = 0;
		return true;
	case PRESS_END:
	case PRESS_CONTROL('E'):
		prompt->cursor = strlen(text);
		return true;
	default:
		return false;
	}
}

/* ---- the history ---- */

/* Recalls the line `step` further back. The player's own text comes after the newest line, and is
 * kept. */
static void recall(struct prompt *prompt, int step)
{
	const struct prompt_history *history = prompt->history;
	const int wanted = prompt->recalled + step;
	if (history == NULL || wanted < 0 || wanted > history->count)
		return;
	if (prompt->recalled == 0)
		memcpy(prompt->own, prompt->text, sizeof prompt->own);
	prompt->recalled = wanted;
	memcpy(prompt->text, wanted == 0 ? prompt->own : history->line[history->count - wanted],
	       sizeof prompt->text);
	prompt->cursor = strlen(prompt->text);
}

void prompt_remember(const struct prompt *prompt)
{
	struct prompt_history *history = prompt->history;
	if (history == NULL || prompt->text[0] == '\0')
		return;
	int old = 0; /* the same line, or else the oldest, makes room */
	while (old < history->count && strcmp(history->line[old], prompt->text) != 0)
		old++;
	if (old == history->count)
		old = history->count < PROMPT_LINES_MAX ? history->count++ : 0;
	const int later = history->count - old - 1;
	memmove(history->line[old], history->line[old + 1], (size_t)later * PROMPT_MAX);
	memcpy(history->line[history->count - 1], prompt->text, PROMPT_MAX);
}

/* ---- keys ---- */

void prompt_edit(struct prompt *prompt, int key)
{
	if (key == PRESS_UP || key == PRESS_CONTROL('P'))
		recall(prompt, 1);
	else if (key == PRESS_DOWN || key == PRESS_CONTROL('N'))
		recall(prompt, -1);
	else if (!move(prompt, key) && !erase(prompt, key))
		add(prompt, key);
	prompt->marked = false;
}

void prompt_insert(struct prompt *prompt, const char *text)
{
	const char *end = text + strlen(text);
	while (text < end) {
		const char32_t point = text_decode(&text, end);
		if (point >= ' ')
			add(prompt, (int)point);
		prompt->marked = false;
	}
}

/* ---- drawing ---- */

static int columns_between(const char *text, size_t from, size_t to)
{
	return text_columns_part(text + from, to - from);
}

/* The first character after which the text up to `to` fits into the columns. */
static size_t fitting_start(const char *text, size_t to, int columns)
{
	size_t from = 0;
	while (from < to && columns_between(text, from, to) > columns)
		from = after(text, from);
	return from;
}

/* The place itself or, if its letter became part of a ligature, the one beside it. */
static int nearest_place(const int place[], int count, int wanted)
{
	int nearest = count > 0 && wanted >= 0 ? place[0] : wanted;
	for (int i = 1; wanted >= 0 && i < count; i++)
		if (abs(place[i] - wanted) < abs(nearest - wanted))
			nearest = place[i];
	return nearest;
}

/* Draws the text from a place on, as much as fits, and the cursor: on a character or, at the end,
 * as a character of its own. */
static void draw_line(const struct prompt *prompt, struct picture *picture, int row, int column,
                      int end, size_t from)
{
	const enum text_direction direction = glyph_direction(prompt->text);
	const bool behind = prompt->text[prompt->cursor] == '\0';
	char line[PROMPT_MAX + 1];
	const int length =
		snprintf(line, sizeof line, "%s%s", prompt->text + from, behind ? "_" : "");
	const char *text = line, *const last = line + length;
	const char *const cursor = line + prompt->cursor - from;
	char32_t glyphs[PROMPT_MAX];
	int place[PROMPT_MAX], count = 0, cursor_place = -1, next = column;
	while (text < last) {
		const char32_t glyph = picture_next_glyph(picture, &text, last);
		if (next + glyph_width(glyph) > end)
			break;
		next += glyph_width(glyph);
		if (cursor_place < 0 && text > cursor)
			cursor_place = count;
		glyphs[count++] = glyph;
	}
	count = picture_order(picture, direction, glyphs, place, count);
	cursor_place = nearest_place(place, count, cursor_place);
	if (from > 0 && direction == RIGHT_TO_LEFT)
		column += end - next; /* beside the mark */
	for (int i = 0; i < count; i++) {
		const bool here = place[i] == cursor_place;
		const bool lit = here ? !behind : prompt->marked;
		column = picture_put_glyph(picture, row, column, lit ? ROLE_HINT : ROLE_STRONG,
		                           glyphs[i]);
	}
}

/* A third of the room is for the text after the cursor, if there is that much. */
void prompt_draw_text(const struct prompt *prompt, struct picture *picture, int row, int column,
                      int columns)
{
	const char *text = prompt->text;
	const size_t length = strlen(text), cursor = prompt->cursor, next = after(text, cursor);
	const bool whole = text_columns(text) < columns;
	const bool leftward = glyph_direction(text) == RIGHT_TO_LEFT;
	const char32_t more = picture_glyph(picture, U'…', '~');
	const int room = whole ? columns : columns - 2, end = column + columns - !whole;
	size_t from = whole ? 0 : fitting_start(text, next, room * 2 / 3);
	const size_t last = whole ? 0 : fitting_start(text, length, room - 1);
	if (from > last)
		from = last;
	if (!whole) {
		const bool after_it = cursor < length && columns_between(text, from, length) > room;
		const int first = leftward ? end : column, other = leftward ? column : end;
		picture_put(picture, row, first, from > 0 ? more : U' ', ROLE_QUIET, 0);
		if (after_it)
			picture_put(picture, row, other, more, ROLE_QUIET, 0);
		column++;
	}
	draw_line(prompt, picture, row, column, end, from);
}

void prompt_draw(const struct prompt *prompt, struct picture *picture, int row)
{
	const bool narrow = picture->columns - 2 - text_columns(prompt->label) < TEXT_ROOM;
	const char *label =
		narrow && prompt->short_label[0] != '\0' ? prompt->short_label : prompt->label;
	picture_fill(picture, row, 0, 1, picture->columns, U' ', ROLE_TEXT, 0);
	const int column = picture_print(picture, row, 1, ROLE_STRONG, "%s", label);
	prompt_draw_text(prompt, picture, row, column, picture->columns - 1 - column);
}

int prompt_list_keys(const struct prompt *prompt, struct shown_key shown[SHOWN_KEYS_MAX])
{
	static const int keys[] = {PRESS_ENTER, PRESS_TAB, PRESS_CONTROL('U'), PRESS_ESCAPE};
	const char *next =
		prompt->next_word == NULL ? C_("key: while typing", "next") : prompt->next_word;
	const char *const words[] = {C_("key: while typing", "done"), next,
	                             C_("key: while typing", "clear"),
	                             C_("key: while typing", "cancel")};
	const bool of_use[] = {true, prompt->next != NULL, prompt->text[0] != '\0', true};
	int count = 0;
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (of_use[i]) {
			shown[count] =
				(struct shown_key){.word = words[i], .count = 1, .key = {keys[i]}};
			name_of_key(keys[i], shown[count++].name[0]);
		}
	return count;
}
