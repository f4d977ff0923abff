/* The drawings of the pieces, one for each kind of piece (bishop_kinds). */
#ifndef PARLOUR_PUZZLES_BISHOP_MEN_SPRITES_H
#define PARLOUR_PUZZLES_BISHOP_MEN_SPRITES_H

#include "puzzle/sprite.h"
#include "puzzles/bishop/bishop.h"

extern const struct sprite men_sprites[KINDS];

/* For cells of two rows and four columns: rows of quarters of three columns. */
extern const char *const men_quarters[KINDS][4];

#endif
