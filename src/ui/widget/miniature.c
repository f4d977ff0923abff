#include "ui/widget/miniature.h"

#include <assert.h>

enum {
	EDGES_MIN = 3,   /* pixels a cell: edges of pieces are seen from here on */
	SQUARE_MAX = 12, /* of the painted board, for one pixel */
};

/* ---- what a square shows ---- */

/* How much a colour tells: the board's own; of a piece; of a piece's edge, or a goal's. */
static int rank_of(colour_id colour)
{
	const enum tone tone = colour_tone(colour);
	if (colour_hue(colour) == 0)
		return 0;
	return tone == TONE_LIGHT || tone == TONE_DARK || tone == TONE_RING ? 2 : 1;
}

/* The colour without what a thumbnail leaves out, as it would cost bytes: the chequer and, where
 * edges are not seen, the tones of a piece. */
static colour_id simple(colour_id colour, bool edges)
{
	if (colour == COLOUR_CELL)
		return COLOUR_CELL_ODD;
	if (edges || colour_hue(colour) == 0 || colour_tone(colour) == TONE_SUNK)
		return colour;
	return hue_colour(colour_hue(colour), TONE_BASE);
}

/* The most frequent colour of those that tell most, if they are a third of the square; of edges of
 * pieces, where they are wanted, a quarter. */
static colour_id square(const struct picture *canvas, int y, int x, int side, bool edges)
{
	uint8_t count[COLOUR_IDS] = {0};
	colour_id found[SQUARE_MAX * SQUARE_MAX], best = COLOUR_NONE;
	int ranked[3] = {0}, colours = 0;
	assert(side <= SQUARE_MAX);
	for (int i = 0; i < side * side; i++) {
		const colour_id colour =
			simple(picture_pixel_at(canvas, y + i / side, x + i % side), edges);
		if (count[colour]++ == 0)
			found[colours++] = colour;
		ranked[rank_of(colour)]++;
	}
	const int rank = edges && 4 * ranked[2] >= side * side        ? 2
	                 : 3 * (ranked[1] + ranked[2]) >= side * side ? 1
	                                                              : 0;
	count[COLOUR_NONE] = 0;
	for (int i = 0; i < colours; i++) {
		const int more = count[found[i]] - count[best];
		if (rank_of(found[i]) >= rank && (more > 0 || (more == 0 && found[i] < best)))
			best = found[i];
	}
	return best;
}

/* ---- what a cell shows ---- */

/* The pixels of a painted cell, by what they are. */
struct sight {
	int all;
	int of_tone[TONES];
	int stone;
	int hue, under;       /* the piece's, and that of another goal under it; 0: none */
	struct rectangle box; /* of pixels with a hue, from the cell's corner */
};

static void see_hue(struct sight *sight, colour_id colour, int y, int x)
{
	struct rectangle *box = &sight->box;
	const bool first = box->rows == 0;
	const int bottom = box->row + box->rows, right = box->column + box->columns;
	const int row = first || y < box->row ? y : box->row;
	const int column = first || x < box->column ? x : box->column;
	*box = (struct rectangle){row, column, (y >= bottom ? y + 1 : bottom) - row,
	                          (x >= right ? x + 1 : right) - column};
	sight->of_tone[colour_tone(colour)]++;
	if (colour_tone(colour) != TONE_RING)
		sight->hue = colour_hue(colour);
}

/* The ring of a goal under a block is of another hue than the block. */
static struct sight see(struct painted_cell cell)
{
	struct sight sight = {.all = cell.side * cell.side};
	int ring = 0;
	for (int i = 0; i < sight.all; i++) {
		const int y = i / cell.side, x = i % cell.side;
		const colour_id colour = picture_pixel_at(cell.canvas, cell.y + y, cell.x + x);
		if (colour == COLOUR_STONE || colour == COLOUR_STONE_LIGHT ||
		    colour == COLOUR_STONE_DARK)
			sight.stone++;
		if (colour_hue(colour) > 0)
			see_hue(&sight, colour, y, x);
		if (colour_hue(colour) > 0 && colour_tone(colour) == TONE_RING)
			ring = colour_hue(colour);
	}
	sight.under = ring != sight.hue ? ring : 0;
	return sight;
}

/* What is raised, without the sides in the dark, which pits have too. */
static int raised(const struct sight *sight)
{
	return sight->of_tone[TONE_GLINT] + sight->of_tone[TONE_LIGHT] + sight->of_tone[TONE_BASE];
}

static bool is_stone(const struct sight *sight)
{
	return 4 * sight->stone >= 3 * sight->all;
}

static bool is_goal(const struct sight *sight)
{
	return 2 * sight->of_tone[TONE_SUNK] >= sight->all && 10 * raised(sight) <= sight->all;
}

static bool is_block(const struct sight *sight)
{
	const int edges = sight->of_tone[TONE_DARK] + sight->of_tone[TONE_RING];
	return 10 * (raised(sight) + edges) >= 9 * sight->all && sight->of_tone[TONE_SUNK] == 0;
}

static bool is_home(const struct sight *sight)
{
	return is_block(sight) && 10 * sight->of_tone[TONE_GLINT] >= sight->all;
}

/* Something large that leaves a gap at its right and below. */
static bool is_gem(const struct sight *sight, int side)
{
	const struct rectangle box = sight->box;
	return sight->of_tone[TONE_SUNK] == 0 && 4 * box.rows >= 3 * side &&
	       4 * box.columns >= 3 * side && box.row + box.rows < side &&
	       box.column + box.columns < side;
}

/* ---- drawings ---- */

/* By side, row by row, a letter for each pixel: l, b, d, e: light, base, dark, edge; s, r: sunken,
 * ring; a dot: the ground. A face differs in each pixel of its border from the face or pit of its
 * hue beside it, above or below. Where a hue has one tone, gaps do what edges do elsewhere. */
typedef const char *const drawing[MINIATURE_SIDE_MAX + 1];
/* clang-format off */
static drawing face[] = {
	{"", "b", "lb" "bd", "bbd" "bbd" "dde", "bbbd" "bbbd" "bbbd" "ddde",
	 "lbbbd" "bbbbd" "bbbbd" "bbbbd" "dddde"},
	{"", "b", "bb" "b.", "bb." "bb." "...", "bbb." "bbb." "bbb." "....",
	 "bbbb." "bbbb." "bbbb." "bbbb." "....."},
};
static drawing pit[] = {
	{"", "s", "ss" "ss", "sss" "srs" "sss", "ssss" "srrs" "srrs" "ssss",
	 "sssss" "srrrs" "srsrs" "srrrs" "sssss"},
	{"", "r", ".." ".r", "..." ".r." "...", "rrr." "r.r." "rrr." "....",
	 "rrrr." "r..r." "r..r." "rrrr." "....."},
};
static drawing filled[] = {
	{"", "b", "ll" "ll", "lll" "lbl" "lll", "llll" "lbbl" "lbbl" "llll",
	 "lllll" "lbbbl" "lbbbl" "lbbbl" "lllll"},
	{"", "b", "bb" "bb", "bbb" "bbb" "bbb", "bbbb" "bbbb" "bbbb" "bbbb",
	 "bbbbb" "bbbbb" "bbbbb" "bbbbb" "bbbbb"},
};
/* clang-format on */

static colour_id colour_of_letter(char letter, int hue)
{
	switch (letter) {
	case 'l': return hue_colour(hue, TONE_LIGHT);
	case 'b': return hue_colour(hue, TONE_BASE);
	case 'd': return hue_colour(hue, TONE_DARK);
	case 'e': return hue_colour(hue, TONE_EDGE);
	case 's': return hue_colour(hue, TONE_SUNK);
	case 'r': return hue_colour(hue, TONE_RING);
	default: return COLOUR_CELL_ODD;
	}
}

static void draw(drawing drawings[2], struct miniature size, int hue, colour_id *out)
{
	const char *letters = drawings[size.flat][size.side];
	for (int i = 0; letters[i] != '\0'; i++)
		out[i] = colour_of_letter(letters[i], hue);
}

/* A block's face; another's goal under it is seen at its lower right. */
static void draw_block(const struct sight *sight, struct miniature size, colour_id *out)
{
	const int side = size.side, corner = sight->under == 0 ? 0 : side / 2;
	draw(is_home(sight) ? filled : face, size, sight->hue, out);
	for (int i = 0; i < corner * corner; i++)
		out[(side - 1 - i / corner) * side + side - 1 - i % corner] =
			hue_colour(sight->under, TONE_RING);
}

static void draw_stone(struct miniature size, colour_id *out)
{
	const int side = size.side;
	const bool edges = side >= EDGES_MIN && !size.flat;
	for (int i = 0; i < side * side; i++)
		out[i] = edges && (i % side == side - 1 || i / side == side - 1) ? COLOUR_STONE_DARK
		                                                                 : COLOUR_STONE;
}

/* As it is, smaller. */
static void draw_smaller(struct painted_cell cell, int side, colour_id *out)
{
	const int times = cell.side / side;
	for (int i = 0; i < side * side; i++)
		out[i] = square(cell.canvas, cell.y + i / side * times,
		                          cell.x + i % side * times, times, side >= EDGES_MIN);
}

/* Of a gem with that side: light at the upper left. */
static enum tone facet(int y, int x, int side)
{
	const int middle = side - 1;
	return side == 1 || y + x == middle ? TONE_BASE : y + x < middle ? TONE_LIGHT : TONE_DARK;
}

/* A pixel of a gem, smaller; in few pixels, it has no outline. */
static colour_id pixel_of_gem(struct painted_cell cell, const struct sight *sight, int gem, int y,
                              int x, bool flat)
{
	const struct rectangle box = sight->box;
	const int times = (box.rows < box.columns ? box.rows : box.columns) / gem;
	const int top = cell.y + box.row + y * box.rows / gem;
	const int left = cell.x + box.column + x * box.columns / gem;
	const colour_id seen = square(cell.canvas, top, left, times, false);
	const int hue = colour_hue(seen) == 0 && gem < 3 ? sight->hue : colour_hue(seen);
	return hue == 0 ? seen : hue_colour(hue, flat ? TONE_BASE : facet(y, x, gem));
}

/* A pixel smaller than the cell. */
static void draw_gem(struct painted_cell cell, const struct sight *sight, struct miniature size,
                     colour_id *out)
{
	const int side = size.side, gem = side - 1, last = cell.side - 1;
	const colour_id ground =
		simple(picture_pixel_at(cell.canvas, cell.y + last, cell.x + last), false);
	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++)
			*out++ = y == gem || x == gem
			                 ? ground
			                 : pixel_of_gem(cell, sight, gem, y, x, size.flat);
}

void miniature_draw(struct painted_cell cell, struct miniature size, colour_id *out)
{
	const struct sight sight = see(cell);
	const bool large = size.side > MINIATURE_SIDE_MAX;
	if (!large && is_stone(&sight))
		draw_stone(size, out);
	else if (!large && is_goal(&sight))
		draw(pit, size, sight.hue, out);
	else if (!large && is_block(&sight))
		draw_block(&sight, size, out);
	else if (!large && size.side > 1 && is_gem(&sight, cell.side))
		draw_gem(cell, &sight, size, out);
	else
		draw_smaller(cell, size.side, out);
}
