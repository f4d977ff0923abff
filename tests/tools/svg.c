/*
 * The picture must look the same on every machine, so fonts draw nothing that has to fit
 * together: block elements are rectangles, lines and the usual symbols are paths, each in
 * the space of one cell, CELL_WIDTH by CELL_HEIGHT. Letters are text; textLength keeps a
 * word on the grid with any font.
 */
#include "tools/svg.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	CELL_WIDTH = 10, /* the shapes below are drawn for 10 by 20 */
	CELL_HEIGHT = 20,
	MARGIN = 14,
	BASELINE = 15, /* from the top of a cell */
};

#define FONTS                                                          \
	"ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono," \
	"Liberation Mono,monospace"

/* ---- colours ---- */

/* The terminal's own. */
static int own_ground = 0x14171c, own_ink = 0xd5d9e0;

void svg_use_light_ground(void)
{
	own_ground = 0xfbfbfd;
	own_ink = 0x24292f;
}

/* xterm's palette: sixteen by name, a cube of six, a ramp of greys. */
static int palette(int index)
{
	static const int named[16] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
	                              0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
	                              0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
	static const int level[6] = {0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff};
	if (index < 16)
		return named[index];
	if (index >= 232)
		return (8 + 10 * (index - 232)) * 0x010101;
	index -= 16;
	return level[index / 36] << 16 | level[index / 6 % 6] << 8 | level[index % 6];
}

static int rgb(int colour, int otherwise)
{
	if (colour == TERM_DEFAULT)
		return otherwise;
	return colour & TERM_RGB ? colour & 0xffffff : palette(colour);
}

static int ink(const struct term_cell *cell)
{
	return cell->reverse ? rgb(cell->background, own_ground) : rgb(cell->foreground, own_ink);
}

static int ground(const struct term_cell *cell)
{
	return cell->reverse ? rgb(cell->foreground, own_ink) : rgb(cell->background, own_ground);
}

/* ---- shapes ---- */

static uint32_t code_point(const char *glyph)
{
	const unsigned char *s = (const unsigned char *)glyph;
	if (s[0] < 0x80)
		return s[0];
	if (s[0] < 0xe0)
		return (uint32_t)(s[0] & 0x1f) << 6 | (s[1] & 0x3f);
	if (s[0] < 0xf0)
		return (uint32_t)(s[0] & 0x0f) << 12 | (uint32_t)(s[1] & 0x3f) << 6 | (s[2] & 0x3f);
	return 0x10000; /* not drawn by us */
}

/* Lines by the weight of their arms, up, right, down, left: 0 none, 1 light, 2 heavy. */
static const char *arms_of(uint32_t c)
{
	static const char table[][5] = {
		[0x00] = "0101", "0202", "1010", "2020", [0x0c] = "0110", "0210", "0120", "0220",
		"0011",          "0012", "0021", "0022", [0x14] = "1100", "1200", "2100", "2200",
		"1001",          "1002", "2001", "2002", [0x1c] = "1110", "1210", "2110", "1120",
		"2120",          "2210", "1220", "2220", [0x24] = "1011", "1012", "2011", "1021",
		"2021",          "2012", "1022", "2022", [0x2c] = "0111", "0112", "0211", "0212",
		"0121",          "0122", "0221", "0222", [0x34] = "1101", "1102", "1201", "1202",
		"2101",          "2102", "2201", "2202", [0x3c] = "1111", "1112", "1211", "1212",
		"2111",          "1121", "2121", "2112", [0x44] = "2211", "1122", "1221", "2212",
		"1222",          "2122", "2221", "2222", [0x74] = "0001", "1000", "0100", "0010",
		"0002",          "2000", "0200", "0020", [0x7c] = "0201", "1020", "0102", "2010",
	};
	c -= 0x2500;
	return c < sizeof table / sizeof *table && table[c][0] ? table[c] : NULL;
}

struct shape {
	const char *glyph;
	const char *path;
	double line; /* width of the line; 0: filled */
};

static const struct shape shapes[] = {
	{"╭", "M5 20V15A5 5 0 0 1 10 10", 1.4},
	{"╮", "M5 20V15A5 5 0 0 0 0 10", 1.4},
	{"╯", "M5 0V5A5 5 0 0 1 0 10", 1.4},
	{"╰", "M5 0V5A5 5 0 0 0 10 10", 1.4},
	{"╱", "M0 20L10 0", 1.4},
	{"╲", "M0 0L10 20", 1.4},
	{"╳", "M0 20L10 0M0 0L10 20", 1.4},
	{"═", "M0 8H10M0 12H10", 1.4},
	{"║", "M3 0V20M7 0V20", 1.4},
	{"●", "M9.6 10A4.6 4.6 0 1 1 .4 10A4.6 4.6 0 1 1 9.6 10Z", 0},
	{"○", "M9.1 10A4.1 4.1 0 1 1 .9 10A4.1 4.1 0 1 1 9.1 10Z", 1.2},
	{"◆", "M5 4.2L9.8 10L5 15.8L.2 10Z", 0},
	{"◇", "M5 5.2L9 10L5 14.8L1 10Z", 1.2},
	{"■", "M.6 5.6H9.4V14.4H.6Z", 0},
	{"□", "M1.2 6.2H8.8V13.8H1.2Z", 1.2},
	{"▲", "M5 5L9.8 14.4H.2Z", 0},
	{"△", "M5 6.4L8.9 13.8H1.1Z", 1.2},
	{"▼", "M5 15L9.8 5.6H.2Z", 0},
	{"▽", "M5 13.6L8.9 6.2H1.1Z", 1.2},
	{"◀", "M.4 10L9.4 5V15Z", 0},
	{"◁", "M1.4 10L8.8 6V14Z", 1.2},
	{"▶", "M9.6 10L.6 5V15Z", 0},
	{"▷", "M8.6 10L1.2 6V14Z", 1.2},
	{"★",
         "M5 4.6L6.3 8.2L10 8.4L7.1 10.8L8.1 14.4L5 12.3L1.9 14.4L2.9 10.8L0 8.4"
         "L3.7 8.2Z",
         0},
	{"☆",
         "M5 5.9L6 8.7L8.9 8.8L6.6 10.7L7.4 13.5L5 11.9L2.6 13.5L3.4 10.7L1.1 8.8"
         "L4 8.7Z",
         0.9},
	{"✓", "M1.4 10.6L4 14L8.6 5.6", 1.6},
	{"✗", "M1.8 6L8.2 14M8.2 6L1.8 14", 1.6},
	{"←", "M9.4 10H.9M4.2 6.7L.9 10L4.2 13.3", 1.3},
	{"→", "M.6 10H9.1M5.8 6.7L9.1 10L5.8 13.3", 1.3},
	{"↑", "M5 15.4V5.2M1.7 8.5L5 5.2L8.3 8.5", 1.3},
	{"↓", "M5 4.8V14.8M1.7 11.5L5 14.8L8.3 11.5", 1.3},
	{"·", "M6.2 10A1.2 1.2 0 1 1 3.8 10A1.2 1.2 0 1 1 6.2 10Z", 0},
	{"•", "M7.4 10A2.4 2.4 0 1 1 2.6 10A2.4 2.4 0 1 1 7.4 10Z", 0},
};

static const struct shape *shape_of(const char *glyph)
{
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (strcmp(shapes[i].glyph, glyph) == 0)
			return &shapes[i];
	return NULL;
}

/* A part of a cell in eighths of its sides. */
struct part {
	int left, top, right, bottom;
	double opacity;
};

static bool quadrants(uint32_t c, struct part out[4], int *count)
{
	/* U+2596 to U+259F; bits: upper left, upper right, lower left, lower right */
	static const int bits[] = {4, 8, 1, 13, 9, 7, 11, 2, 6, 14};
	*count = 0;
	for (int i = 0; i < 4; i++)
		if (bits[c - 0x2596] >> i & 1)
			out[(*count)++] = (struct part){i % 2 * 4, i / 2 * 4, i % 2 * 4 + 4,
			                                i / 2 * 4 + 4, 1};
	return true;
}

static bool parts_of(uint32_t c, struct part out[4], int *count)
{
	if (c < 0x2580 || c > 0x259f)
		return false;
	if (c >= 0x2596)
		return quadrants(c, out, count);
	struct part part = {0, 0, 8, 8, 1};
	if (c == 0x2580)
		part.bottom = 4;
	else if (c <= 0x2588)
		part.top = 8 - (int)(c - 0x2580);
	else if (c <= 0x258f)
		part.right = 0x2590 - (int)c;
	else if (c == 0x2590)
		part.left = 4;
	else if (c <= 0x2593)
		part.opacity = (c - 0x2590) * 0.25;
	else if (c == 0x2594)
		part.bottom = 1;
	else
		part.left = 7;
	out[0] = part;
	*count = 1;
	return true;
}

/* ---- the picture ---- */

static void draw_rectangle(FILE *out, double x, double y, double width, double height, int colour,
                           double opacity)
{
	fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"", x, y,
	        width, height, (unsigned)colour);
	if (opacity < 1)
		fprintf(out, " opacity=\"%g\"", opacity);
	fputs("/>\n", out);
}

static bool same_ground(const struct term_cell *a, const struct term_cell *b)
{
	return ground(a) == ground(b);
}

/* Cells with the same look, which one rectangle can cover. */
static bool same_cell(const struct term_cell *a, const struct term_cell *b)
{
	return strcmp(a->glyph, b->glyph) == 0 && ink(a) == ink(b);
}

static int run_length(const struct term_cell *cells, int left,
                      bool (*same)(const struct term_cell *, const struct term_cell *))
{
	int length = 1;
	while (length < left && same(cells, cells + length))
		length++;
	return length;
}

static void draw_grounds(FILE *out, const struct term_cell *cells, int count, int y)
{
	int length;
	for (int i = 0; i < count; i += length) {
		length = run_length(cells + i, count - i, same_ground);
		if (ground(cells + i) != own_ground)
			draw_rectangle(out, i * CELL_WIDTH, y, length * CELL_WIDTH, CELL_HEIGHT,
			               ground(cells + i), 1);
	}
}

static void draw_parts(FILE *out, const struct part *parts, int count, int x, int y, int cells,
                       int colour)
{
	for (int i = 0; i < count; i++) {
		const struct part *part = &parts[i];
		double width = (part->right - part->left) * CELL_WIDTH / 8.0;
		double height = (part->bottom - part->top) * CELL_HEIGHT / 8.0;
		bool whole = part->right - part->left == 8;
		for (int cell = 0; cell < (whole ? 1 : cells); cell++)
			draw_rectangle(out, x + cell * CELL_WIDTH + part->left * CELL_WIDTH / 8.0,
			               y + part->top * CELL_HEIGHT / 8.0,
			               whole ? width * cells : width, height, colour,
			               part->opacity);
	}
}

static void draw_arms(FILE *out, const char *arms, int x, int y, int colour)
{
	static const double weight[] = {0, 1.4, 3};
	static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
	double middle_x = x + CELL_WIDTH / 2.0, middle_y = y + CELL_HEIGHT / 2.0;
	for (int i = 0; i < 4; i++) {
		double line = weight[arms[i] - '0'];
		/* an arm reaches past the middle by half the width of what it meets */
		char one_side = arms[(i + 1) % 4], other_side = arms[(i + 3) % 4];
		double across = weight[(one_side > other_side ? one_side : other_side) - '0'] / 2;
		if (line > 0)
			fprintf(out,
			        "<path d=\"M%g %gL%g %g\" stroke=\"#%06x\" stroke-width=\"%g\"/>\n",
			        middle_x - dx[i] * across, middle_y - dy[i] * across,
			        middle_x + dx[i] * CELL_WIDTH / 2.0,
			        middle_y + dy[i] * CELL_HEIGHT / 2.0, (unsigned)colour, line);
	}
}

/* Lines that continue from cell to cell are drawn as one. */
static bool is_straight(const char *arms)
{
	return strcmp(arms, "0101") == 0 || strcmp(arms, "0202") == 0;
}

static void draw_straight(FILE *out, const char *arms, int x, int y, int cells, int colour)
{
	fprintf(out, "<path d=\"M%d %dH%d\" stroke=\"#%06x\" stroke-width=\"%g\"/>\n", x,
	        y + CELL_HEIGHT / 2, x + cells * CELL_WIDTH, (unsigned)colour,
	        arms[1] == '1' ? 1.4 : 3.0);
}

static void draw_shape(FILE *out, const struct shape *shape, int x, int y, int colour)
{
	fprintf(out, "<path transform=\"translate(%d %d)\" d=\"%s\" ", x, y, shape->path);
	if (shape->line > 0)
		fprintf(out, "fill=\"none\" stroke=\"#%06x\" stroke-width=\"%g\"/>\n",
		        (unsigned)colour, shape->line);
	else
		fprintf(out, "fill=\"#%06x\"/>\n", (unsigned)colour);
}

static void put_escaped(FILE *out, const char *text)
{
	for (; *text; text++)
		if (*text == '<' || *text == '>' || *text == '&' || *text == '"')
			fprintf(out, "&#%d;", *text);
		else
			putc(*text, out);
}

static bool is_letter(const struct term_cell *cell)
{
	return (unsigned char)cell->glyph[0] > ' ' && (unsigned char)cell->glyph[0] < 0x80;
}

static bool same_word(const struct term_cell *a, const struct term_cell *b)
{
	return is_letter(a) && is_letter(b) && ink(a) == ink(b) && a->bold == b->bold &&
	       a->italic == b->italic;
}

static void draw_word(FILE *out, const struct term_cell *cells, int count, int x, int y)
{
	fprintf(out, "<text x=\"%d\" y=\"%d\" fill=\"#%06x\"", x, y + BASELINE,
	        (unsigned)ink(cells));
	fprintf(out, " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\"",
	        (count - 1 + cells[count - 1].width) * CELL_WIDTH);
	if (cells->bold)
		fputs(" font-weight=\"bold\"", out);
	if (cells->italic)
		fputs(" font-style=\"italic\"", out);
	putc('>', out);
	for (int i = 0; i < count; i++)
		put_escaped(out, cells[i].glyph);
	fputs("</text>\n", out);
}

/* Draws the glyph at `cells`, with those after it that make one element. */
static int draw_glyphs(FILE *out, const struct term_cell *cells, int left, int x, int y)
{
	struct part parts[4];
	uint32_t c = code_point(cells->glyph);
	int count, length = 1;
	if (c == 0 || c == ' ')
		return 1;
	if (parts_of(c, parts, &count)) {
		length = run_length(cells, left, same_cell);
		draw_parts(out, parts, count, x, y, length, ink(cells));
	} else if (arms_of(c) && is_straight(arms_of(c))) {
		length = run_length(cells, left, same_cell);
		draw_straight(out, arms_of(c), x, y, length, ink(cells));
	} else if (arms_of(c)) {
		draw_arms(out, arms_of(c), x, y, ink(cells));
	} else if (shape_of(cells->glyph)) {
		draw_shape(out, shape_of(cells->glyph), x, y, ink(cells));
	} else {
		length = run_length(cells, left, same_word);
		draw_word(out, cells, length, x, y);
	}
	return length;
}

static void draw_underlines(FILE *out, const struct term_cell *cells, int count, int y)
{
	for (int i = 0; i < count; i++)
		if (cells[i].underline)
			draw_rectangle(out, i * CELL_WIDTH, y + BASELINE + 2, CELL_WIDTH, 1,
			               ink(&cells[i]), 1);
}

/* Two pixels, which the program may write with either as the background, always the same way round:
 * so that equal screens are equal files. */
static void turn(struct term_cell *cell)
{
	const int foreground = cell->foreground;
	if (strcmp(cell->glyph, "▄") != 0 || foreground == TERM_DEFAULT ||
	    cell->background == TERM_DEFAULT || cell->reverse)
		return;
	strcpy(cell->glyph, "▀");
	cell->foreground = cell->background;
	cell->background = foreground;
}

void svg_row(FILE *out, struct term *term, int row, int line)
{
	int columns = term_columns(term), y = line * CELL_HEIGHT;
	struct term_cell *cells = calloc((size_t)columns, sizeof *cells);
	if (!cells)
		return;
	for (int column = 0; column < columns; column++) {
		cells[column] = term_cell(term, row, column);
		turn(&cells[column]);
	}
	fputs("<g shape-rendering=\"crispEdges\">\n", out);
	draw_grounds(out, cells, columns, y);
	fputs("</g>\n", out);
	for (int i = 0; i < columns;)
		i += draw_glyphs(out, cells + i, columns - i, i * CELL_WIDTH, y);
	draw_underlines(out, cells, columns, y);
	free(cells);
}

void svg_begin(FILE *out, int rows, int columns)
{
	int width = columns * CELL_WIDTH + 2 * MARGIN;
	int height = rows * CELL_HEIGHT + 2 * MARGIN;
	fprintf(out,
	        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
	        "viewBox=\"0 0 %d %d\">\n",
	        width, height, width, height);
	fprintf(out, "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#%06x\"/>\n", width, height,
	        (unsigned)own_ground);
	fprintf(out,
	        "<g transform=\"translate(%d %d)\" font-family=\"%s\" font-size=\"16.6\" "
	        "xml:space=\"preserve\">\n",
	        MARGIN, MARGIN, FONTS);
}

void svg_end(FILE *out)
{
	fputs("</g>\n</svg>\n", out);
}
