/* Sprites: small pictures of pixels, drawn for each size.
 *
 * A sprite is a list of facets, polygons with a tone each, which are rasterized at any size; for
 * small sizes, where a formula looks like a formula, bitmaps drawn by hand replace them. */
#ifndef PARLOUR_PUZZLE_SPRITE_H
#define PARLOUR_PUZZLE_SPRITE_H

#include "puzzle/picture.h"

enum { FACET_POINTS = 16, SPRITE_SIDE_MAX = 64 };

/* In hundredths of the sprite's side, from its upper left. */
struct sprite_point {
	int8_t x, y;
};

struct sprite_facet {
	enum tone tone; /* 0: cuts a hole */
	int count;      /* number of points */
	struct sprite_point point[FACET_POINTS];
};

/* A picture drawn by hand: a row of text for each row of pixels. g, l, b, d, e, s: glint, light,
 * base, dark, edge, symbol; anything else is see-through. */
struct sprite_bitmap {
	int side;
	const char *const *rows;
};

/* Both lists end with a zero: of points, or of the side. */
struct sprite {
	const struct sprite_facet *facets; /* later ones cover earlier ones */
	const struct sprite_bitmap *bitmaps;
};

/* Paints a sprite with that side, in pixels, in the tones of a hue. */
void sprite_paint(struct picture *picture, int y, int x, int side, const struct sprite *sprite,
                  int hue);

/* The same in a colour for each tone. */
void sprite_paint_in(struct picture *picture, int y, int x, int side, const struct sprite *sprite,
                     const colour_id colours[TONES]);

/* The same in one colour: a silhouette. */
void sprite_paint_flat(struct picture *picture, int y, int x, int side, const struct sprite *sprite,
                       colour_id colour);

/* Paints a picture drawn by hand in quarters of the picture's cells, two rows of text for each row
 * of cells, with the letters of bitmaps. A cell shows two colours: its quarters have one tone, or
 * two if none is see-through. */
void sprite_paint_quarters(struct picture *picture, int row, int column, struct size cells,
                           const char *const *rows, int hue);

/* Frees what the picture keeps of sprites; picture_free calls it. */
void sprite_free_rasters(struct picture *picture);

#endif
