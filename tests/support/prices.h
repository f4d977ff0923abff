/* What a slow line allows, in bytes; at 80x24 in 256 colours unless said. */
#ifndef PARLOUR_TESTS_SUPPORT_PRICES_H
#define PARLOUR_TESTS_SUPPORT_PRICES_H

enum {
	PRICE_PAINT = 4000,       /* the first picture of any board */
	PRICE_PAINT_RGB = 6000,   /* the same in 24-bit colours */
	PRICE_PAINT_WIDE = 16000, /* and in these at 200x60 */
	PRICE_CURSOR = 60,        /* a cursor key, in the median */
	PRICE_MOVE = 700,         /* a move of tilt without animation */
	PRICE_MOVE_SSH = 2000,    /* and with it over SSH */
	PRICE_IDLE = 0,
};

#endif
