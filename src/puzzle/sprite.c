#include "puzzle/sprite.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	SAMPLES = 4, /* across a pixel, and down */
	UNIT = 100,  /* hundredths */
	RASTERS_MAX = 128,
};

/* The tones of a sprite of one size, row by row; 0: see-through. A picture keeps those that it has
 * painted, because rasterizing all pieces of a board again takes several milliseconds. */
struct raster {
	struct raster *next;
	const struct sprite *sprite;
	int side;
	uint8_t tone[];
};

/* ---- facets ---- */

/* Whether a point is inside, by the even-odd rule. In units of 1/(2 SAMPLES side) hundredths, so
 * that all is exact. */
static bool is_inside(const struct sprite_facet *facet, int x, int y, int scale)
{
	bool inside = false;
	for (int i = 0, j = facet->count - 1; i < facet->count; j = i++) {
		const int ax = facet->point[i].x * scale, ay = facet->point[i].y * scale;
		const int bx = facet->point[j].x * scale, by = facet->point[j].y * scale;
		if ((ay > y) == (by > y))
			continue;
		const int64_t cross =
			(int64_t)(bx - ax) * (y - ay) - (int64_t)(x - ax) * (by - ay);
		inside ^= (by > ay) == (cross > 0);
	}
	return inside;
}

/* The tone at a sample: of the last facet that covers it. */
static enum tone tone_at(const struct sprite *sprite, int x, int y, int scale)
{
	enum tone tone = 0;
	for (const struct sprite_facet *facet = sprite->facets; facet->count > 0; facet++)
		if (is_inside(facet, x, y, scale))
			tone = facet->tone;
	return tone;
}

/* The tone that covers most of a pixel, if tones cover at least half of it. */
static enum tone tone_of_pixel(const struct sprite *sprite, int side, int column, int row)
{
	int covered[TONES] = {0}, best = 0;
	const int scale = 2 * SAMPLES * side;
	for (int i = 0; i < SAMPLES * SAMPLES; i++) {
		const int x = (2 * (column * SAMPLES + i % SAMPLES) + 1) * UNIT;
		const int y = (2 * (row * SAMPLES + i / SAMPLES) + 1) * UNIT;
		covered[tone_at(sprite, x, y, scale)]++;
	}
	if (covered[0] * 2 > SAMPLES * SAMPLES)
		return 0;
	covered[0] = 0;
	for (int tone = 1; tone < TONES; tone++)
		if (covered[tone] > covered[best])
			best = tone;
	return (enum tone)best;
}

/* ---- bitmaps ---- */

static enum tone tone_of_letter(char letter)
{
	static const char letters[] = "glbdes";
	const char *found = letter == '\0' ? NULL : strchr(letters, letter);
	return found == NULL ? 0 : (enum tone)(TONE_GLINT + (found - letters));
}

static void rasterize(const struct sprite *sprite, struct raster *raster)
{
	const int side = raster->side;
	const struct sprite_bitmap *bitmap = sprite->bitmaps;
	while (bitmap != NULL && bitmap->side != 0 && bitmap->side != side)
		bitmap++;
	const bool drawn = bitmap != NULL && bitmap->side == side;
	for (int row = 0; row < side; row++)
		for (int column = 0; column < side; column++)
			raster->tone[row * side + column] =
				(uint8_t)(drawn ? tone_of_letter(bitmap->rows[row][column])
			                        : tone_of_pixel(sprite, side, column, row));
}

/* The sprite in that size, from the picture's list; NULL without memory. */
static const struct raster *find_raster(struct picture *picture, const struct sprite *sprite,
                                        int side)
{
	int count = 0;
	for (const struct raster *raster = picture->rasters; raster != NULL;
	     raster = raster->next) {
		if (raster->sprite == sprite && raster->side == side)
			return raster;
		count++;
	}
	if (count == RASTERS_MAX)
		sprite_free_rasters(picture);
	struct raster *raster = malloc(sizeof *raster + (size_t)(side * side));
	if (raster == NULL)
		return NULL;
	*raster = (struct raster){.next = picture->rasters, .sprite = sprite, .side = side};
	rasterize(sprite, raster);
	picture->rasters = raster;
	return raster;
}

void sprite_free_rasters(struct picture *picture)
{
	while (picture->rasters != NULL) {
		struct raster *next = picture->rasters->next;
		free(picture->rasters);
		picture->rasters = next;
	}
}

/* ---- painting ---- */

/* Out of memory: the cell stays empty in this picture. */
void sprite_paint_in(struct picture *picture, int y, int x, int side, const struct sprite *sprite,
                     const colour_id colours[TONES])
{
	assert(side >= 1 && side <= SPRITE_SIDE_MAX);
	const struct raster *raster = find_raster(picture, sprite, side);
	for (int i = 0; raster != NULL && i < side * side; i++)
		if (raster->tone[i] != 0)
			picture_pixel(picture, y + i / side, x + i % side,
			              colours[raster->tone[i]]);
}

void sprite_paint(struct picture *picture, int y, int x, int side, const struct sprite *sprite,
                  int hue)
{
	colour_id colours[TONES];
	for (int tone = 0; tone < TONES; tone++)
		colours[tone] = hue_colour(hue, (enum tone)tone);
	sprite_paint_in(picture, y, x, side, sprite, colours);
}

void sprite_paint_flat(struct picture *picture, int y, int x, int side, const struct sprite *sprite,
                       colour_id colour)
{
	colour_id colours[TONES];
	for (int tone = 0; tone < TONES; tone++)
		colours[tone] = colour;
	sprite_paint_in(picture, y, x, side, sprite, colours);
}

/* ---- quarters ---- */

/* One cell: its quarters above and below. */
static void paint_cell(struct picture *picture, int row, int column, const char *above,
                       const char *below, int hue)
{
	static const char32_t glyphs[] = U" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";
	const enum tone quarters[] = {tone_of_letter(above[0]), tone_of_letter(above[1]),
	                              tone_of_letter(below[0]), tone_of_letter(below[1])};
	enum tone ink = 0, paper = 0;
	int inked = 0;
	for (int i = 0; i < 4; i++)
		if (quarters[i] > ink)
			ink = quarters[i];
	for (int i = 0; i < 4; i++)
		if (quarters[i] == ink)
			inked |= 1 << i;
		else
			paper = quarters[i];
	if (ink == 0)
		return;
	if (inked == 15)
		picture_pixels(picture, 2 * row, column, 2, 1, hue_colour(hue, ink));
	else
		picture_ink(picture, row, column, glyphs[inked], hue_colour(hue, ink),
		            paper == 0 ? COLOUR_NONE : hue_colour(hue, paper));
}

void sprite_paint_quarters(struct picture *picture, int row, int column, struct size cells,
                           const char *const *rows, int hue)
{
	for (int i = 0; i < cells.rows; i++)
		for (int j = 0; j < cells.columns; j++)
			paint_cell(picture, row + i, column + j, rows[2 * i] + 2 * j,
			           rows[2 * i + 1] + 2 * j, hue);
}
