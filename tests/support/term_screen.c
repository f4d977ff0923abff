/*
 * The screen of the test terminal, as libvterm makes it of the bytes.
 *
 * Written for libvterm 0.1 and newer: of its callbacks only settermprop and the output
 * are used, which are the same in all.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memmem */
#endif

#include "support/term_private.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GLYPH_MAX = VTERM_MAX_CHARS_PER_CELL * 4 };

/* ---- libvterm ---- */

static int on_property(VTermProp property, VTermValue *value, void *user)
{
	struct term *term = user;
	if (property == VTERM_PROP_ALTSCREEN)
		term->alternate = value->boolean;
	else if (property == VTERM_PROP_CURSORVISIBLE)
		term->cursor_visible = value->boolean;
	return 1;
}

/* The terminal's answers to the program's questions. */
static void on_answer(const char *bytes, size_t length, void *user)
{
	const struct term *term = user;
	if (term->master >= 0 && write(term->master, bytes, length) < 0)
		return; /* a program that doesn't read gets no answers */
}

static void size_rows(struct term *term, int rows, int columns)
{
	term->rows = rows;
	term->columns = columns;
	term->row_size = (size_t)columns * GLYPH_MAX + 1;
	free(term->row_text);
	term->row_text = term_checked(calloc((size_t)rows, term->row_size));
}

void term_screen_open(struct term *term, int rows, int columns)
{
	static const VTermScreenCallbacks callbacks = {.settermprop = on_property};
	size_rows(term, rows, columns);
	term->vterm = term_checked(vterm_new(rows, columns));
	vterm_set_utf8(term->vterm, 1);
	vterm_output_set_callback(term->vterm, on_answer, term);
	term->screen = vterm_obtain_screen(term->vterm);
	vterm_screen_set_callbacks(term->screen, &callbacks, term);
	vterm_screen_enable_altscreen(term->screen, 1);
	vterm_screen_reset(term->screen, 1);
}

void term_screen_close(struct term *term)
{
	vterm_free(term->vterm);
	free(term->row_text);
}

void term_screen_resize(struct term *term, int rows, int columns)
{
	size_rows(term, rows, columns);
	vterm_set_size(term->vterm, rows, columns);
}

/* ---- text ---- */

static size_t put_utf8(uint32_t c, char *out)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
	for (size_t i = length - 1; i > 0; i--, c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(lead[length] | c);
	return length;
}

/* The glyph of a cell and its length; nothing for the right half of a wide one. */
static size_t put_glyph(const VTermScreenCell *cell, char out[GLYPH_MAX + 1])
{
	size_t length = 0;
	if (cell->chars[0] == 0)
		out[length++] = ' ';
	else if (cell->chars[0] != (uint32_t)-1)
		for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i]; i++)
			length += put_utf8(cell->chars[i], out + length);
	out[length] = '\0';
	return length;
}

static VTermScreenCell get_cell(const struct term *term, int row, int column)
{
	VTermScreenCell cell = {.width = 1};
	assert(row >= 0 && row < term->rows && column >= 0 && column < term->columns);
	vterm_screen_get_cell(term->screen, (VTermPos){.row = row, .col = column}, &cell);
	/* libvterm keeps the old look of a cell that became the right half of a wide glyph;
	 * terminals show it in the look of the left half. */
	if (cell.chars[0] == (uint32_t)-1 && column > 0) {
		cell = get_cell(term, row, column - 1);
		cell.chars[0] = (uint32_t)-1;
		cell.width = 1;
	}
	return cell;
}

int term_rows(const struct term *term)
{
	return term->rows;
}

int term_columns(const struct term *term)
{
	return term->columns;
}

const char *term_row(struct term *term, int row)
{
	char *text = term->row_text + (size_t)row * term->row_size;
	size_t length = 0;
	for (int column = 0; column < term->columns; column++) {
		VTermScreenCell cell = get_cell(term, row, column);
		length += put_glyph(&cell, text + length);
	}
	return text;
}

static int column_at(const struct term *term, int row, size_t offset)
{
	char glyph[GLYPH_MAX + 1];
	size_t passed = 0;
	int column = 0;
	for (; column < term->columns; column++) {
		VTermScreenCell cell = get_cell(term, row, column);
		passed += put_glyph(&cell, glyph);
		if (passed > offset)
			break;
	}
	return column;
}

bool term_find(struct term *term, const char *text, int *row, int *column)
{
	for (int r = 0; r < term->rows; r++) {
		const char *line = term_row(term, r);
		const char *place = strstr(line, text);
		if (!place)
			continue;
		if (row)
			*row = r;
		if (column)
			*column = column_at(term, r, (size_t)(place - line));
		return true;
	}
	return false;
}

char *term_screen(struct term *term)
{
	char *text = term_checked(calloc((size_t)term->rows, term->row_size + 1));
	size_t length = 0, end = 0;
	for (int row = 0; row < term->rows; row++) {
		const char *line = term_row(term, row);
		size_t width = strlen(line);
		while (width > 0 && line[width - 1] == ' ')
			width--;
		memcpy(text + length, line, width);
		length += width;
		text[length++] = '\n';
		if (width > 0)
			end = length;
	}
	text[end] = '\0';
	return text;
}

void term_print(struct term *term, FILE *file)
{
	fprintf(file, "+-- %dx%d\n", term->rows, term->columns);
	for (int row = 0; row < term->rows; row++)
		fprintf(file, "|%s|\n", term_row(term, row));
	fprintf(file, "+--\n");
}

static int colour_of(const VTermColor *colour, bool is_default)
{
	if (is_default)
		return TERM_DEFAULT;
	if (VTERM_COLOR_IS_INDEXED(colour))
		return colour->indexed.idx;
	return TERM_RGB | colour->rgb.red << 16 | colour->rgb.green << 8 | colour->rgb.blue;
}

struct term_cell term_cell(struct term *term, int row, int column)
{
	VTermScreenCell cell = get_cell(term, row, column);
	struct term_cell out = {
		.width = cell.width,
		.foreground = colour_of(&cell.fg, VTERM_COLOR_IS_DEFAULT_FG(&cell.fg)),
		.background = colour_of(&cell.bg, VTERM_COLOR_IS_DEFAULT_BG(&cell.bg)),
		.bold = cell.attrs.bold,
		.italic = cell.attrs.italic,
		.underline = cell.attrs.underline != 0,
		.blink = cell.attrs.blink,
		.reverse = cell.attrs.reverse,
	};
	put_glyph(&cell, out.glyph);
	return out;
}

/* ---- modes ---- */

void term_cursor(struct term *term, int *row, int *column)
{
	VTermPos place;
	vterm_state_get_cursorpos(vterm_obtain_state(term->vterm), &place);
	*row = place.row;
	*column = place.col;
}

bool term_cursor_visible(const struct term *term)
{
	return term->cursor_visible;
}

bool term_alternate(const struct term *term)
{
	return term->alternate;
}

/* libvterm does not report some modes, so this looks for `ESC [ ? n ; n … h` or `l`. */
bool term_mode(const struct term *term, int number)
{
	const char *p = term->log, *end = p ? p + term->log_length : p;
	bool set = false;
	while (p && (p = memmem(p, (size_t)(end - p), "\033[?", 3))) {
		bool named = false;
		int n = 0;
		for (p += 3; p < end && (*p == ';' || (*p >= '0' && *p <= '9')); p++) {
			named = named || (*p == ';' && n == number);
			n = *p == ';' ? 0 : (n * 10 + (*p - '0')) % 1000000;
		}
		named = named || n == number;
		if (named && p < end && (*p == 'h' || *p == 'l'))
			set = *p == 'h';
	}
	return set;
}

bool term_pen_is_plain(const struct term *term)
{
	static const VTermAttr flags[] = {VTERM_ATTR_BOLD, VTERM_ATTR_UNDERLINE, VTERM_ATTR_ITALIC,
	                                  VTERM_ATTR_BLINK, VTERM_ATTR_REVERSE};
	VTermState *state = vterm_obtain_state(term->vterm);
	VTermValue value = {0};
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		value = (VTermValue){0};
		if (vterm_state_get_penattr(state, flags[i], &value) && value.number)
			return false;
	}
	vterm_state_get_penattr(state, VTERM_ATTR_FOREGROUND, &value);
	if (!VTERM_COLOR_IS_DEFAULT_FG(&value.color))
		return false;
	vterm_state_get_penattr(state, VTERM_ATTR_BACKGROUND, &value);
	return VTERM_COLOR_IS_DEFAULT_BG(&value.color);
}
