/* The chess pieces as pixels, one for each kind of piece. */
#ifndef PARLOUR_PUZZLES_BISHOP_MEN_H
#define PARLOUR_PUZZLES_BISHOP_MEN_H

#include "puzzle/picture.h"

/* Paints a piece of a kind (bishop_kinds) in a colour, on what is there, with its upper left pixel
 * at y and x. It has the symbol of its colour on its base. At home it shines. */
void men_paint(struct picture *picture, int y, int x, int kind, int hue, bool home);

/* Clears what such a piece will cover, and a pixel around it: where there are no tones, it would
 * melt into what it stands on. */
void men_paint_gap(struct picture *picture, int y, int x, int kind);

/* Paints the outline of such a piece, in a cell of at least five pixels. */
void men_paint_outline(struct picture *picture, int y, int x, int kind, int hue);

/* As a chess glyph, for cells of one row and for text. */
char32_t men_glyph(int kind);

#endif
