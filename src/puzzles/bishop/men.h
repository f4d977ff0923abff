/* The chess pieces as pixels, one for each kind of piece. */
#ifndef PARLOUR_PUZZLES_BISHOP_MEN_H
#define PARLOUR_PUZZLES_BISHOP_MEN_H

#include "puzzle/picture.h"

/* Paints a piece of a kind (bishop_kinds) in a colour, on what is there, with its upper left pixel
 * at y and x. It has the symbol of its colour on its base. At home it shines. */
void men_paint(struct picture *picture, int y, int x, int kind, int hue, bool home);

/* As a chess glyph, for cells of one row and for text. */
char32_t men_glyph(int kind);

#endif
