#include "ui/keys.h"

#include "core/key.h"
#include "core/mode.h"

const struct key_entry key_table[] = {
	{ACTION_ARROWS, ON_GAME, {PRESS_NONE}, "arrows hjkl wasd", "move", ON_GAME,
	 "move the cursor, or tilt"},
	{ACTION_SPACE, ON_GAME, {' '}, "Space Enter", "choose", ON_GAME, "choose, swap, place, hold"},
	{ACTION_SHIFT, ON_GAME, {PRESS_NONE}, "HJKL Shift-arrows", "slide", ON_GAME,
	 "slide the line under the cursor, or swap that way"},
	{ACTION_TAB, ON_GAME, {PRESS_TAB}, "Tab", "next", ON_GAME, "the next piece"},
	{ACTION_UP, ON_MENU, {PRESS_UP, 'k', 'w', PRESS_WHEEL_UP}, "up k w", 0, 0,
	 "the line above"},
	{ACTION_DOWN, ON_MENU, {PRESS_DOWN, 'j', 's', PRESS_WHEEL_DOWN}, "down j s", "choose",
	 ON_MENU, "the line below"},
	{ACTION_MODE_BEFORE, ON_MENU, {PRESS_LEFT, 'h', 'a', PRESS_BACKTAB}, "left h a", 0, 0,
	 "the puzzle before"},
	{ACTION_MODE_AFTER, ON_MENU, {PRESS_RIGHT, 'l', 'd', PRESS_TAB}, "right l d", 0, 0,
	 "the next puzzle"},
	{ACTION_PAGE_UP, ON_MENU, {PRESS_PAGE_UP}, "PgUp", 0, 0, "the pack before"},
	{ACTION_PAGE_DOWN, ON_MENU, {PRESS_PAGE_DOWN}, "PgDn", 0, 0, "the next pack"},
	{ACTION_FIRST, ON_MENU, {PRESS_HOME}, "Home", 0, 0, "the puzzle's first level"},
	{ACTION_LAST, ON_MENU, {PRESS_END}, "End", 0, 0, "the puzzle's last level"},
	{ACTION_CHOOSE, ON_MENU, {PRESS_ENTER, ' '}, "Enter Space", "play", ON_MENU,
	 "play the level"},
	{ACTION_NEXT, ON_RESULT, {PRESS_ENTER, ' ', 'n'}, "Enter n", "next", ON_PANEL,
	 "next level, once solved"},
	{ACTION_PAUSE, ON_WATCH, {' '}, "Space", "pause", ON_WATCH, "pause and go on"},
	{ACTION_STEP, ON_WATCH, {PRESS_RIGHT, 'l'}, "right l", "step", ON_WATCH,
	 "one move on"},
	{ACTION_STEP_BACK, ON_WATCH, {PRESS_LEFT, 'h'}, "left h", "back", ON_WATCH,
	 "one move back"},
	{ACTION_FIRST, ON_REPLAY, {PRESS_HOME}, "Home", 0, 0, "to the start"},
	{ACTION_LAST, ON_REPLAY, {PRESS_END}, "End", 0, 0, "to the end"},
	{ACTION_OTHER_WAY, ON_REPLAY, {PRESS_TAB}, "Tab", "other way", ON_REPLAY,
	 "your way, or a shortest one"},
	{ACTION_UNDO, ON_GAME | ON_RESULT, {'u', 'z', PRESS_BACKSPACE}, "u z Backspace", "undo",
	 ON_GAME | ON_PANEL, "undo"},
	{ACTION_REDO, ON_GAME | ON_RESULT, {'U', 'y', PRESS_CONTROL('R')}, "U y Ctrl-R", 0, 0,
	 "redo"},
	{ACTION_HINT, ON_GAME, {'t'}, "t", "hint", ON_GAME, "a hint: number, then what, then move"},
	{ACTION_SHOW, ON_GAME, {'v'}, "v", 0, 0, "show all valid moves"},
	{ACTION_SOLVE, ON_GAME, {'T'}, "T", "solve", ON_GAME, "play on from here by itself"},
	{ACTION_RESTART, ON_GAME | ON_RESULT, {'r'}, "r", "restart", ON_GAME | ON_PANEL,
	 "restart; can be undone"},
	{ACTION_NEXT, ON_GAME | ON_DEMO, {'n'}, "n", "next", ON_GAME | ON_DEMO, "next level"},
	{ACTION_PREVIOUS, ON_GAME | ON_RESULT | ON_DEMO, {'p'}, "p", 0, 0, "previous level"},
	{ACTION_GO, ON_GAME | ON_RESULT | ON_MENU, {'g'}, "g", 0, 0,
	 "go to a level or game ID by name"},
	{ACTION_CHECKPOINT, ON_GAME | ON_RESULT, {'m'}, "m", 0, 0, "set the checkpoint"},
	{ACTION_RETURN, ON_GAME | ON_RESULT, {'\''}, "'", 0, 0, "return to the checkpoint"},
	{ACTION_LEVELS, ON_GAME | ON_RESULT | ON_WATCH, {'R'}, "R", "levels", ON_PANEL,
	 "back to the list of levels"},
	{ACTION_REPLAY, ON_RESULT | ON_MENU, {'v'}, "v", "replay", ON_PANEL,
	 "watch your game again; in the list, your best one"},
	{ACTION_SHARE, ON_RESULT, {'S'}, "S", "share", ON_PANEL,
	 "the result as text to share: shown, and copied"},
	{ACTION_FASTER, ON_ALL, {'+', '='}, "+ =", 0, 0, "faster demo and animation"},
	{ACTION_SLOWER, ON_ALL, {'-'}, "-", "speed", ON_WATCH, "slower demo and animation"},
	{ACTION_ANIMATION, ON_ALL, {'A'}, "A", 0, 0, "animation: off, reduced, full"},
	{ACTION_PALETTE, ON_ALL, {'c'}, "c", 0, 0, "next palette"},
	{ACTION_GLYPHS, ON_ALL, {'C'}, "C", 0, 0, "next glyph set: shapes, letters, ASCII"},
	{ACTION_MOUSE, ON_ALL, {'M'}, "M", 0, 0, "mouse on or off"},
	{ACTION_REPAINT, ON_ALL, {PRESS_CONTROL('L')}, "Ctrl-L", 0, 0, "paint everything again"},
	{ACTION_SUSPEND, ON_ALL, {PRESS_CONTROL('Z')}, "Ctrl-Z", 0, 0, "suspend"},
	{ACTION_HELP, ON_ALL, {'?', PRESS_F1}, "? F1", "help", ON_ALL & ~ON_HELP, "this help"},
	{ACTION_BACK, ON_ALL & ~ON_MENU, {PRESS_ESCAPE}, "Esc", "back", ON_HELP | ON_REPLAY, "cancel, menu"},
	{ACTION_QUIT, ON_ALL, {'q', PRESS_CONTROL('C')}, "q Ctrl-C", "quit", ON_ALL & ~ON_HELP,
	 "quit; the game is kept"},
	{.action = ACTION_NONE},
};

int key_hand(enum action action)
{
	return action >= ACTION_ARROWS && action <= ACTION_TAB ? (int)action - ACTION_ARROWS : -1;
}

enum action key_action(unsigned where, int key)
{
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		for (int i = 0; i < KEYS_OF_ACTION && (entry->where & where) != 0 &&
		                key_hand(entry->action) < 0; i++)
			if (entry->keys[i] != PRESS_NONE && entry->keys[i] == key)
				return entry->action;
	return ACTION_NONE;
}
