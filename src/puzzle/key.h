/* Key codes of the whole program: a Unicode code point, or one of these. */
#ifndef PARLOUR_PUZZLE_KEY_H
#define PARLOUR_PUZZLE_KEY_H

enum key {
	PRESS_NONE = 0,
	PRESS_ESCAPE = 27,
	PRESS_UP = 0x110000, /* after the last code point; the directions of puzzle/cursor.h */
	PRESS_RIGHT,
	PRESS_DOWN,
	PRESS_LEFT,
	PRESS_SHIFT_UP,
	PRESS_SHIFT_RIGHT,
	PRESS_SHIFT_DOWN,
	PRESS_SHIFT_LEFT,
	PRESS_ENTER,
	PRESS_BACKSPACE,
	PRESS_DELETE,
	PRESS_TAB,
	PRESS_BACKTAB,
	PRESS_HOME,
	PRESS_END,
	PRESS_PAGE_UP,
	PRESS_PAGE_DOWN,
	PRESS_F1,
	PRESS_WHEEL_UP,
	PRESS_WHEEL_DOWN,
	PRESS_OTHER,   /* a key with no meaning here */
	PRESS_CLICK,   /* on the board; the cursor is on the cell */
	PRESS_RELEASE, /* release of the mouse's button; only dispatch gets it */
	PRESS_PASTE,   /* text was pasted; only dispatch gets it */
};

#define PRESS_CONTROL(letter) ((letter) & 0x1F)

#endif
