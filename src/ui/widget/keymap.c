#include "ui/widget/keymap.h"

#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzle/key.h"
#include "puzzle/puzzle.h"

const struct key_entry key_table[] = {
	/* clang-format off */
	{ACTION_PLAY_UP, ON_GAME, {PRESS_UP, 'k', 'w'},
	 "up",
	 /* TRANSLATORS: Messages with the context "key" or "key: ..." are words for the lowest row
	  * of the screen, where each stands after a key: what this key does. The shorter they are,
	  * the more fit into 80 columns. Two keys in one row must not have the same word. */
	 NC_("key", "move"), ON_GAME,
	 /* TRANSLATORS: From here on are what keys do, for the help: about 45 columns. */
	 N_("move the cursor up, or tilt up")},
	{ACTION_PLAY_DOWN, ON_GAME, {PRESS_DOWN, 'j', 's'}, "down", 0, 0,
	 N_("move the cursor down, or tilt down")},
	{ACTION_PLAY_LEFT, ON_GAME, {PRESS_LEFT, 'h', 'a'}, "left", 0, 0,
	 N_("move the cursor left, or tilt left")},
	{ACTION_PLAY_RIGHT, ON_GAME, {PRESS_RIGHT, 'l', 'd'}, "right", 0, 0,
	 N_("move the cursor right, or tilt right")},
	{ACTION_SELECT, ON_GAME, {' ', PRESS_ENTER}, "choose", NC_("key", "choose"), ON_GAME,
	 N_("choose, place, swap or hold")},
	{ACTION_PUSH_UP, ON_GAME, {'K', PRESS_SHIFT_UP}, "push-up", NC_("key", "slide"), ON_GAME,
	 N_("slide or swap up; previous square")},
	{ACTION_PUSH_DOWN, ON_GAME, {'J', PRESS_SHIFT_DOWN}, "push-down", 0, 0,
	 N_("slide or swap down; next square")},
	{ACTION_PUSH_LEFT, ON_GAME, {'H', PRESS_SHIFT_LEFT}, "push-left", 0, 0,
	 N_("slide or swap left; previous square")},
	{ACTION_PUSH_RIGHT, ON_GAME, {'L', PRESS_SHIFT_RIGHT}, "push-right", 0, 0,
	 N_("slide or swap right; next square")},
	{ACTION_PIECE, ON_GAME, {PRESS_TAB}, "piece", NC_("key: next piece", "next"), ON_GAME,
	 N_("next piece")},
	{ACTION_PIECE_BACK, ON_GAME, {PRESS_BACKTAB}, "piece-back", 0, 0, N_("previous piece")},
	{ACTION_UP, ON_LIST, {PRESS_UP, 'k', PRESS_WHEEL_UP},
	 "above", 0, 0, N_("previous line or row of cards")},
	{ACTION_UP, ON_FORM, {PRESS_UP, 'k', 'w', PRESS_WHEEL_UP},
	 "form-up", 0, 0, N_("previous line")},
	{ACTION_DOWN, ON_LIST | ON_FORM, {PRESS_DOWN, 'j', 's', PRESS_WHEEL_DOWN},
	 "below", NC_("key: in a list", "choose"), ON_MENU | ON_FORM,
	 N_("next line or row of cards")},
	{ACTION_LEFT, ON_MENU, {PRESS_LEFT, 'h', 'a'}, "left-card", 0, 0,
	 N_("previous card; without cards, previous puzzle")},
	{ACTION_RIGHT, ON_MENU, {PRESS_RIGHT, 'l', 'd'}, "right-card", 0, 0,
	 N_("next card; without cards, next puzzle")},
	{ACTION_PUZZLE_BEFORE, ON_MENU, {PRESS_BACKTAB}, "before", 0, 0, N_("previous puzzle")},
	{ACTION_PUZZLE_AFTER, ON_MENU, {PRESS_TAB}, "after", 0, 0, N_("next puzzle")},
	{ACTION_PAGE_UP, ON_LIST, {PRESS_PAGE_UP}, "page-up", 0, 0, N_("previous pack")},
	{ACTION_PAGE_DOWN, ON_LIST, {PRESS_PAGE_DOWN}, "page-down", 0, 0, N_("next pack")},
	{ACTION_FIRST, ON_LIST, {PRESS_HOME}, "first", 0, 0, N_("first level of the puzzle")},
	{ACTION_LAST, ON_LIST, {PRESS_END}, "last", 0, 0, N_("last level of the puzzle")},
	{ACTION_CHOOSE, ON_LIST, {PRESS_ENTER, ' '}, "play", NC_("key", "play"), ON_LIST,
	 N_("play the level")},
	{ACTION_SEARCH, ON_MENU, {'/', 'g'}, "find", NC_("key", "find"), ON_MENU,
	 N_("find levels by name; open a file or game ID")},
	{ACTION_STATISTICS, ON_MENU, {'i'}, "statistics", NC_("key", "stats"), ON_MENU,
	 N_("show your statistics")},
	{ACTION_NEW, ON_MENU, {'N'}, "new", NC_("key", "new"), ON_MENU,
	 N_("make a new board of a size and difficulty")},
	{ACTION_WATCH, ON_MENU, {'w'}, "watch", NC_("key", "watch"), ON_MENU,
	 N_("see who plays, and watch them")},
	{ACTION_UP, ON_PLAYERS, {PRESS_UP, 'k', PRESS_WHEEL_UP}, "who-up", 0, 0,
	 N_("the player or ghost above")},
	{ACTION_DOWN, ON_PLAYERS, {PRESS_DOWN, 'j', PRESS_WHEEL_DOWN},
	 "who-down", NC_("key: in a list", "choose"),
	 ON_PLAYERS, N_("the player or ghost below")},
	{ACTION_CHOOSE, ON_PLAYERS, {PRESS_ENTER, ' '}, "look-on", NC_("key", "watch"), ON_PLAYERS,
	 N_("watch, join the race, or race the ghost")},
	{ACTION_RACE, ON_PLAYERS, {'r'}, "race", NC_("key", "race"), ON_PLAYERS,
	 N_("propose a race; withdraw or leave it")},
	{ACTION_PUZZLE_AFTER, ON_PLAYERS, {PRESS_TAB}, "boards", NC_("key", "boards"), ON_PLAYERS,
	 N_("other boards for the race you propose")},
	{ACTION_START, ON_PLAYERS, {'s'}, "start", NC_("key", "start"), ON_PLAYERS,
	 N_("start the race you proposed")},
	{ACTION_NEXT, ON_PLAYERS | ON_WATCHING, {'n'},
	 "other", NC_("key: next player", "next"), ON_WATCHING,
	 N_("watch the next player")},
	{ACTION_PREVIOUS, ON_PLAYERS | ON_WATCHING, {'p'},
	 "other-back", NC_("key: previous player", "previous"), ON_WATCHING,
	 N_("watch the previous player")},
	{ACTION_LESS, ON_FORM, {PRESS_LEFT, 'h', 'a'}, "form-left", 0, 0, N_("previous choice")},
	{ACTION_MORE, ON_FORM, {PRESS_RIGHT, 'l', 'd'}, "form-right", 0, 0, N_("next choice")},
	{ACTION_MAKE, ON_FORM, {PRESS_ENTER, ' '}, "make", NC_("key", "make"), ON_FORM,
	 N_("make the board and play it")},
	{ACTION_PRACTICE, ON_MENU, {'x'}, "practice", NC_("key", "practice"), ON_MENU,
	 N_("levels that took more moves than par, or a hint")},
	{ACTION_VIEW, ON_STATISTICS, {PRESS_TAB}, "view", NC_("key", "view"), ON_STATISTICS,
	 N_("figures, rating or calendar")},
	{ACTION_LEFT, ON_STATISTICS, {PRESS_LEFT, 'h'}, "day-before", 0, 0, N_("previous day")},
	{ACTION_RIGHT, ON_STATISTICS, {PRESS_RIGHT, 'l'},
	 "day-after", NC_("key", "day"), ON_STATISTICS,
	 N_("next day")},
	{ACTION_UP, ON_STATISTICS, {PRESS_UP, 'k'}, "week-up", 0, 0, N_("a week before")},
	{ACTION_DOWN, ON_STATISTICS, {PRESS_DOWN, 'j'}, "week-down", 0, 0, N_("a week after")},
	{ACTION_MONTH_BEFORE, ON_STATISTICS, {PRESS_PAGE_UP}, "month-up", 0, 0,
	 N_("previous month")},
	{ACTION_MONTH_AFTER, ON_STATISTICS, {PRESS_PAGE_DOWN}, "month-down", 0, 0,
	 N_("next month")},
	{ACTION_PUZZLE_AFTER, ON_STATISTICS, {' '}, "puzzle", NC_("key", "puzzle"), ON_STATISTICS,
	 N_("next puzzle")},
	{ACTION_CHOOSE, ON_STATISTICS, {PRESS_ENTER}, "play-day", NC_("key", "play"), ON_STATISTICS,
	 N_("play the board of the day")},
	{ACTION_LADDER, ON_STATISTICS, {'L'}, "ladder", NC_("key", "ladder"), ON_STATISTICS,
	 N_("play the week's ladder")},
	{ACTION_UP, ON_RUN, {PRESS_UP, 'k', PRESS_WHEEL_UP}, "run-up", 0, 0,
	 N_("previous board of the run")},
	{ACTION_DOWN, ON_RUN, {PRESS_DOWN, 'j', PRESS_WHEEL_DOWN},
	 "run-down", NC_("key", "board"), ON_RUN,
	 N_("next board of the run")},
	{ACTION_CHOOSE, ON_RUN, {PRESS_ENTER, ' '}, "look", NC_("key", "look"), ON_RUN,
	 N_("replay what you made of the board")},
	{ACTION_RESTART, ON_RUN, {'r'}, "again", NC_("key", "again"), ON_RUN,
	 N_("begin the run again")},
	{ACTION_NEXT, ON_RESULT, {PRESS_ENTER, ' '},
	 "onward", NC_("key: next level", "next"), ON_PANEL,
	 N_("next level, once solved")},
	{ACTION_PAUSE, ON_PLAYBACK, {' '}, "pause", NC_("key", "pause"), ON_PLAYBACK,
	 N_("pause or resume")},
	{ACTION_STEP, ON_PLAYBACK, {PRESS_RIGHT, 'l'}, "step", NC_("key", "step"), ON_PLAYBACK,
	 N_("one move forward")},
	{ACTION_STEP_BACK, ON_PLAYBACK, {PRESS_LEFT, 'h'},
	 "step-back", NC_("key: one move back", "back"), ON_PLAYBACK,
	 N_("one move back")},
	{ACTION_FIRST, ON_REPLAY, {PRESS_HOME}, "to-start", 0, 0, N_("go to the start")},
	{ACTION_LAST, ON_REPLAY, {PRESS_END}, "to-end", 0, 0, N_("go to the end")},
	{ACTION_SWITCH_REPLAY, ON_REPLAY, {PRESS_TAB}, "switch", NC_("key", "switch"), ON_REPLAY,
	 N_("your solution, the shortest, or another player's")},
	{ACTION_MISTAKE, ON_REPLAY, {'n'}, "mistake", NC_("key", "mistake"), ON_REPLAY,
	 N_("go to the next move that cost something")},
	{ACTION_MISTAKE_BACK, ON_REPLAY, {'p'}, "before-it", 0, 0,
	 N_("go to the previous such move")},
	{ACTION_HINT, ON_REPLAY, {'t'}, "better", NC_("key", "best"), ON_REPLAY,
	 N_("show the best moves from here")},
	{ACTION_PLAY_ON, ON_REPLAY, {PRESS_ENTER}, "play-on", NC_("key", "from here"), ON_REPLAY,
	 N_("play on from here: a new try")},
	{ACTION_RETRY, ON_RESULT | ON_REPLAY, {'b'},
	 "retry", NC_("key", "retry"), ON_PANEL | ON_REPLAY,
	 N_("play on from before the first costly move")},
	{ACTION_PLAY_UP, ON_EDITOR, {PRESS_UP}, "draw-up", NC_("key", "move"), ON_EDITOR,
	 N_("move the cursor up")},
	{ACTION_PLAY_DOWN, ON_EDITOR, {PRESS_DOWN}, "draw-down", 0, 0, N_("move the cursor down")},
	{ACTION_PLAY_LEFT, ON_EDITOR, {PRESS_LEFT}, "draw-left", 0, 0, N_("move the cursor left")},
	{ACTION_PLAY_RIGHT, ON_EDITOR, {PRESS_RIGHT}, "draw-right", 0, 0,
	 N_("move the cursor right")},
	{ACTION_SELECT, ON_EDITOR, {' ', PRESS_ENTER}, "brush", NC_("key", "paint"), ON_EDITOR,
	 N_("paint the cell, or clear it")},
	{ACTION_EMPTY, ON_EDITOR, {PRESS_DELETE, PRESS_BACKSPACE}, "empty", 0, 0,
	 N_("clear the cell")},
	{ACTION_SAVE, ON_EDITOR, {'S'}, "save", NC_("key", "save"), ON_EDITOR,
	 N_("save as a level file")},
	{ACTION_TRY, ON_EDITOR, {'P'}, "try", NC_("key", "play"), ON_EDITOR,
	 N_("play the drawing")},
	{ACTION_SHARE, ON_EDITOR, {'Y'}, "copy-code", 0, 0, N_("copy the drawing's level code")},
	{ACTION_UNDO, ON_EDITOR, {PRESS_CONTROL('U')}, "undraw", NC_("key", "undo"), ON_EDITOR,
	 N_("undo the last change")},
	{ACTION_REDO, ON_EDITOR, {PRESS_CONTROL('R')}, "redraw", 0, 0, N_("redo the change")},
	{ACTION_PIECE, ON_EDITOR, {PRESS_TAB, PRESS_BACKTAB}, "goal", NC_("key", "goal"), ON_EDITOR,
	 N_("switch between the start and the goal or stars")},
	{ACTION_HEADER, ON_EDITOR, {':'}, "headers", NC_("key", "title"), ON_EDITOR,
	 N_("edit the title and other headers, one by one")},
	{ACTION_PUSH_UP, ON_EDITOR, {'K', PRESS_SHIFT_UP}, "grow-up", 0, 0, N_("add a row above")},
	{ACTION_PUSH_DOWN, ON_EDITOR, {'J', PRESS_SHIFT_DOWN}, "grow-down", 0, 0,
	 N_("add a row below")},
	{ACTION_PUSH_LEFT, ON_EDITOR, {'H', PRESS_SHIFT_LEFT}, "grow-left", 0, 0,
	 N_("add a column on the left")},
	{ACTION_PUSH_RIGHT, ON_EDITOR, {'L', PRESS_SHIFT_RIGHT}, "grow-right", 0, 0,
	 N_("add a column on the right")},
	{ACTION_REMOVE_ROW, ON_EDITOR, {'_'}, "cut-row", 0, 0, N_("delete the cursor's row")},
	{ACTION_REMOVE_COLUMN, ON_EDITOR, {'|'}, "cut-column", 0, 0,
	 N_("delete the cursor's column")},
	{ACTION_CLEAR, ON_EDITOR, {'N'}, "clear", 0, 0,
	 N_("new drawing: empty board, no title or headers")},
	{ACTION_HELP, ON_EDITOR, {PRESS_F1}, "keys", NC_("key", "help"), ON_EDITOR,
	 N_("show help")},
	{ACTION_QUIT, ON_EDITOR, {PRESS_CONTROL('C')}, "stop", NC_("key", "quit"), ON_EDITOR,
	 N_("quit; the drawing is kept")},
	{ACTION_UNDO, ON_LEVEL, {'u', 'z', PRESS_BACKSPACE},
	 "undo", NC_("key", "undo"), ON_GAME | ON_PANEL, N_("undo the move")},
	{ACTION_REDO, ON_LEVEL, {'U', 'y', PRESS_CONTROL('R')}, "redo", 0, 0, N_("redo the move")},
	{ACTION_HINT, ON_GAME, {'t'}, "hint", NC_("key", "hint"), ON_GAME,
	 N_("hint in three stages: number, piece, move")},
	{ACTION_COUNT, ON_GAME, {'O'}, "count", NC_("key", "count"), ON_GAME,
	 N_("show the hidden counter, once")},
	{ACTION_SHOW, ON_GAME, {'v'}, "show", 0, 0, N_("show all valid moves; Esc hides them")},
	{ACTION_SOLVE, ON_GAME, {'T'}, "solve", NC_("key", "solve"), ON_GAME,
	 N_("let the solver finish")},
	{ACTION_RESTART, ON_LEVEL, {'r'}, "restart", NC_("key", "restart"), ON_GAME | ON_PANEL,
	 N_("restart the level; can be undone")},
	{ACTION_NEXT, ON_LEVEL | ON_DEMO, {'n'},
	 "next", NC_("key: next level", "next"), ON_DEMO | ON_GAME,
	 N_("next level")},
	{ACTION_PREVIOUS, ON_LEVEL | ON_DEMO, {'p'}, "previous", 0, 0, N_("previous level")},
	{ACTION_GO, ON_LEVEL, {'g'}, "go", 0, 0, N_("go to a level or game ID")},
	{ACTION_CHECKPOINT, ON_LEVEL, {'m'}, "checkpoint", 0, 0, N_("set a checkpoint")},
	{ACTION_RETURN, ON_LEVEL, {'\''}, "return", 0, 0, N_("return to the checkpoint")},
	{ACTION_RACE, ON_LEVEL | ON_REPLAY | ON_MENU, {'G'}, "ghost", NC_("key", "ghost"), ON_PANEL,
	 N_("race against a result: yours, or another's")},
	{ACTION_EDIT, ON_LEVEL | ON_MENU, {'E'}, "edit", NC_("key", "edit"), ON_MENU,
	 N_("edit the level")},
	{ACTION_LEVELS, ON_BOARD | ON_RUN, {'R'},
	 "levels", NC_("key", "levels"), ON_GAME | ON_PANEL | ON_RUN,
	 N_("go to the list of levels")},
	{ACTION_REPLAY, ON_RESULT | ON_MENU, {'v'}, "replay", NC_("key", "replay"), ON_PANEL,
	 N_("replay the game; in the list, your best one")},
	{ACTION_REVIEW, ON_RESULT | ON_MENU, {'c'}, "review", NC_("key", "review"), ON_PANEL,
	 N_("review the game; in the list, your best one")},
	{ACTION_SHARE, ON_RESULT | ON_RUN, {'S'}, "share", NC_("key", "share"), ON_PANEL | ON_RUN,
	 N_("show the result as text, and copy it")},
	{ACTION_LOOK_UP, ON_BOARD | ON_WATCHING | ON_EDITOR | ON_HELP,
	 {PRESS_PAGE_UP, PRESS_WHEEL_UP},
	 "look-up", 0, 0, N_("scroll up")},
	{ACTION_LOOK_DOWN, ON_BOARD | ON_WATCHING | ON_EDITOR, {PRESS_PAGE_DOWN, PRESS_WHEEL_DOWN},
	 "look-down", 0, 0, N_("scroll down")},
	{ACTION_LOOK_LEFT, ON_BOARD | ON_WATCHING | ON_EDITOR, {'<'},
	 "look-left", 0, 0, N_("scroll left")},
	{ACTION_LOOK_RIGHT, ON_BOARD | ON_WATCHING | ON_EDITOR, {'>'}, "look-right", 0, 0,
	 N_("scroll right")},
	{ACTION_FASTER, ON_ALL, {'+', '='}, "faster", 0, 0, N_("faster demo and animation")},
	{ACTION_SLOWER, ON_ALL, {'-'}, "slower", NC_("key", "speed"), ON_PLAYBACK,
	 N_("slower demo and animation")},
	{ACTION_ANIMATION, ON_ALL, {'A'}, "animation", 0, 0, N_("animation off, reduced or full")},
	{ACTION_THEME, ON_ALL, {'P'}, "theme", 0, 0, N_("next theme")},
	{ACTION_BACKGROUND, ON_ALL, {'B'}, "background", 0, 0,
	 N_("auto, dark or light background")},
	{ACTION_GLYPHS, ON_ALL | ON_EDITOR, {'C'}, "glyphs", 0, 0,
	 N_("pieces as shapes, letters or ASCII")},
	{ACTION_COUNTER, ON_ALL, {'o'}, "counter", 0, 0, N_("when the counter is shown")},
	{ACTION_LANGUAGE, ON_ALL & ~(ON_GAME | ON_STATISTICS), {'L'}, "language", 0, 0,
	 N_("next language")},
	{ACTION_ALLOW, ON_ALL, {'W'}, "allow", NC_("key", "allow"), ON_PLAYERS,
	 N_("whether others may watch you")},
	{ACTION_MOUSE, ON_ALL | ON_EDITOR, {'M'}, "mouse", 0, 0, N_("mouse on or off")},
	{ACTION_REPAINT, ON_ALL | ON_EDITOR, {PRESS_CONTROL('L')}, "repaint", 0, 0,
	 N_("repaint the screen")},
	{ACTION_SUSPEND, ON_ALL | ON_EDITOR, {PRESS_CONTROL('Z')}, "suspend", 0, 0,
	 N_("suspend to the shell; fg resumes")},
	{ACTION_HELP, ON_ALL, {'?', PRESS_F1}, "help", NC_("key", "help"), ON_ALL & ~ON_HELP,
	 N_("show help")},
	{ACTION_BACK, (ON_ALL & ~ON_MENU) | ON_EDITOR | ON_TYPING, {PRESS_ESCAPE},
	 "back", NC_("key", "back"),
	 ON_HELP | ON_REPLAY | ON_STATISTICS | ON_FORM | ON_EDITOR | ON_TYPING | ON_PLAYERS |
	 ON_WATCHING,
	 N_("cancel, or go back")},
	{ACTION_QUIT, ON_ALL, {'q', PRESS_CONTROL('C')},
	 "quit", NC_("key", "quit"), ON_ALL & ~ON_HELP,
	 N_("quit; the game is saved")},
	{.action = ACTION_NONE},
	/* clang-format on */
};
_Static_assert(sizeof key_table / sizeof *key_table <= KEY_ENTRIES_MAX, "room for the keys given");

const struct keys keys_default = {0};

/* ---- the puzzle's own keys ---- */

int key_group_of(enum action action)
{
	if (action >= ACTION_PLAY_UP && action <= ACTION_PLAY_LEFT)
		return KEY_GROUP_ARROWS;
	if (action >= ACTION_PUSH_UP && action <= ACTION_PUSH_LEFT)
		return KEY_GROUP_SHIFT;
	if (action == ACTION_SELECT)
		return KEY_GROUP_SPACE;
	return action == ACTION_PIECE || action == ACTION_PIECE_BACK ? KEY_GROUP_TAB : -1;
}

int key_press(enum action action)
{
	static const int presses[] = {
		/* clang-format off */
		[ACTION_PLAY_UP] = PRESS_UP, PRESS_RIGHT, PRESS_DOWN, PRESS_LEFT,
		PRESS_SHIFT_UP, PRESS_SHIFT_RIGHT, PRESS_SHIFT_DOWN, PRESS_SHIFT_LEFT,
		[ACTION_SELECT] = PRESS_ENTER, PRESS_TAB, PRESS_BACKTAB,
		/* clang-format on */
	};
	return action <= ACTION_PIECE_BACK ? presses[action] : PRESS_NONE;
}

/* ---- bindings ---- */

static bool is_given(const struct keys *keys, const struct key_entry *entry)
{
	return keys->given[entry - key_table].line > 0;
}

const int *keys_of(const struct keys *keys, const struct key_entry *entry)
{
	return is_given(keys, entry) ? keys->given[entry - key_table].keys : entry->keys;
}

static bool has_key(const int keys[KEYS_OF_ENTRY], int key)
{
	for (int i = 0; i < KEYS_OF_ENTRY && keys[i] != PRESS_NONE; i++)
		if (keys[i] == key)
			return true;
	return false;
}

/* Keys that the player bound come first, so the table's entries lose them. */
const struct key_entry *key_entry(const struct keys *keys, unsigned where, int key)
{
	const struct key_entry *found = NULL;
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		if ((entry->where & where) != 0 && has_key(keys_of(keys, entry), key) &&
		    (found == NULL || is_given(keys, entry)))
			found = entry;
	return found;
}

enum action key_action(const struct keys *keys, unsigned where, int key)
{
	const struct key_entry *entry = key_entry(keys, where, key);
	return entry == NULL ? ACTION_NONE : entry->action;
}

int key_first(const struct keys *keys, unsigned where, const struct key_entry *entry)
{
	const int *own = keys_of(keys, entry);
	for (int i = 0; i < KEYS_OF_ENTRY && own[i] != PRESS_NONE; i++)
		if (key_entry(keys, where, own[i]) == entry)
			return own[i];
	return PRESS_NONE;
}

int key_bound(const struct keys *keys, unsigned where, int key)
{
	const struct key_entry *entry = key_entry(&keys_default, where, key);
	return entry == NULL ? PRESS_NONE : key_first(keys, where, entry);
}

/* ---- names ---- */

/* Their names in English, with a context. */
static const struct {
	int key;
	const char *name;
} words[] = {
	/* clang-format off */
	/* TRANSLATORS: Names of keys, as on keyboards of your country: at most 12 columns. */
	{PRESS_UP, NC_("name of a key", "up")}, {PRESS_DOWN, NC_("name of a key", "down")},
	{PRESS_LEFT, NC_("name of a key", "left")}, {PRESS_RIGHT, NC_("name of a key", "right")},
	{PRESS_SHIFT_UP, NC_("name of a key", "Shift-up")},
	{PRESS_SHIFT_DOWN, NC_("name of a key", "Shift-down")},
	{PRESS_SHIFT_LEFT, NC_("name of a key", "Shift-left")},
	{PRESS_SHIFT_RIGHT, NC_("name of a key", "Shift-right")},
	{' ', NC_("name of a key", "Space")}, {PRESS_ENTER, NC_("name of a key", "Enter")},
	{PRESS_BACKSPACE, NC_("name of a key", "Backspace")},
	{PRESS_DELETE, NC_("name of a key", "Delete")}, {PRESS_TAB, NC_("name of a key", "Tab")},
	{PRESS_BACKTAB, NC_("name of a key", "Shift-Tab")},
	{PRESS_ESCAPE, NC_("name of a key", "Esc")}, {PRESS_HOME, NC_("name of a key", "Home")},
	{PRESS_END, NC_("name of a key", "End")}, {PRESS_PAGE_UP, NC_("name of a key", "PgUp")},
	{PRESS_PAGE_DOWN, NC_("name of a key", "PgDn")}, {PRESS_F1, NC_("name of a key", "F1")},
	{PRESS_WHEEL_UP, NC_("name of a key", "Wheel-up")},
	{PRESS_WHEEL_DOWN, NC_("name of a key", "Wheel-down")},
	/* clang-format on */
};
enum { WORDS = sizeof words / sizeof words[0] };

/* Letters that make a key with Ctrl: the others are Backspace, Tab and Enter. */
static const char control_letters[] = "ABCDEFGKLNOPQRSTUVWXYZ";

int key_word(int number)
{
	if (number < WORDS)
		return words[number].key;
	if (number - WORDS >= (int)strlen(control_letters))
		return PRESS_NONE;
	return PRESS_CONTROL(control_letters[number - WORDS]);
}

/* The word for a key that is no character, with its context; NULL: it has none. */
static const char *word_of(int key)
{
	for (int i = 0; i < WORDS; i++)
		if (words[i].key == key)
			return words[i].name;
	return NULL;
}

const char *name_of_key(int key, char out[KEY_NAME_MAX])
{
	const char *word = word_of(key);
	if (word != NULL)
		snprintf(out, KEY_NAME_MAX, "%s", language_text_in(word));
	else if (key < ' ')
		/* TRANSLATORS: the key Ctrl together with a letter */
		snprintf(out, KEY_NAME_MAX, C_("name of a key", "Ctrl-%c"), key + '@');
	else
		out[text_encode(out, (char32_t)key)] = '\0';
	return out;
}

const char *key_english_name(int key, char out[KEY_NAME_MAX])
{
	const char *word = word_of(key);
	if (word != NULL)
		snprintf(out, KEY_NAME_MAX, "%s", strchr(word, '\004') + 1);
	else if (key < ' ')
		snprintf(out, KEY_NAME_MAX, "Ctrl-%c", key + '@');
	else
		name_of_key(key, out);
	return out;
}

int key_named(const char *name)
{
	char word[KEY_NAME_MAX];
	for (int i = 0; key_word(i) != PRESS_NONE; i++)
		if (strcmp(name, key_english_name(key_word(i), word)) == 0)
			return key_word(i);
	if (*name == '\0')
		return PRESS_NONE;
	const char *text = name;
	const char32_t point = text_decode(&text, name + strlen(name));
	const bool control = point <= ' ' || (point >= 0x7F && point < 0xA0);
	return *text != '\0' || control || point == TEXT_INVALID ? PRESS_NONE : (int)point;
}

const char *key_names(const struct keys *keys, unsigned where, const struct key_entry *entry,
                      char out[KEY_NAMES_MAX])
{
	const int *own = keys_of(keys, entry);
	char name[KEY_NAME_MAX];
	size_t used = 0;
	out[0] = '\0';
	for (int i = 0; i < KEYS_OF_ENTRY && own[i] != PRESS_NONE; i++)
		if (key_entry(keys, where, own[i]) == entry)
			used += (size_t)snprintf(out + used, KEY_NAMES_MAX - used, "%s%s",
			                         used == 0 ? "" : " ", name_of_key(own[i], name));
	return out;
}
