/* One table for keys, their names and their help: dispatch, footer, help screen and the manual
 * page's table all come from it. */
#ifndef PARLOUR_UI_KEYS_H
#define PARLOUR_UI_KEYS_H

enum action {
	ACTION_NONE,
	ACTION_ARROWS, /* these four are the mode's own keys: only for help and footer, in the order */
	ACTION_SPACE,  /* of enum hand_key */
	ACTION_SHIFT,
	ACTION_TAB,
	ACTION_UNDO,
	ACTION_REDO,
	ACTION_RESTART,
	ACTION_LEVELS,
	ACTION_HINT,
	ACTION_SHOW,
	ACTION_SOLVE,
	ACTION_NEXT,
	ACTION_PREVIOUS,
	ACTION_GO,
	ACTION_CHECKPOINT,
	ACTION_RETURN,
	ACTION_PAUSE,
	ACTION_STEP,
	ACTION_STEP_BACK,
	ACTION_OTHER_WAY,
	ACTION_REPLAY,
	ACTION_SHARE,
	ACTION_UP,
	ACTION_DOWN,
	ACTION_PAGE_UP,
	ACTION_PAGE_DOWN,
	ACTION_MODE_BEFORE,
	ACTION_MODE_AFTER,
	ACTION_FIRST,
	ACTION_LAST,
	ACTION_CHOOSE,
	ACTION_PALETTE,
	ACTION_GLYPHS,
	ACTION_FASTER,
	ACTION_SLOWER,
	ACTION_ANIMATION,
	ACTION_MOUSE,
	ACTION_HELP,
	ACTION_BACK,
	ACTION_REPAINT,
	ACTION_SUSPEND,
	ACTION_QUIT,
};

/* Where a key means what it means. */
enum {
	ON_GAME = 1,
	ON_RESULT = 2, /* a solved game */
	ON_DEMO = 4,
	ON_MENU = 8,
	ON_HELP = 16,
	ON_REPLAY = 32,
	ON_ALL = 63,
	ON_WATCH = ON_DEMO | ON_REPLAY,
	ON_PANEL = 64, /* only of footer_where: on the result's panel, in place of the footer */
};

enum { KEYS_OF_ACTION = 4 };

struct key_entry {
	enum action action;
	unsigned where;
	int keys[KEYS_OF_ACTION];
	const char *names;    /* of the keys, as help shows them */
	const char *footer;   /* one word for the footer; NULL: not there */
	unsigned footer_where;
	const char *help;
};

/* Ends with ACTION_NONE. */
extern const struct key_entry key_table[];

/* Which of the mode's own keys an action stands for: enum hand_key, or -1. */
int key_hand(enum action action);

/* What the key means there; the mode's own keys mean nothing here. */
enum action key_action(unsigned where, int key);

#endif
