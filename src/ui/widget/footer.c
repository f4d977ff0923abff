/* What stands on every page: the footer of keys, what was said last, and the page that is shown
 * where the terminal is too small. */
#include <stdio.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/key.h"
#include "ui/app.h"

enum {
	ROWS_LEAST = 16, /* no page does with less */
	COLUMNS_LEAST = 40,
};

/* ---- keys ---- */

/* The key that does there what `key` does at first, or PRESS_NONE. */
static int key_now(const struct app *app, unsigned where, int key)
{
	const struct key_entry *entry = key_entry(&keys_at_first, where, key);
	return entry == NULL ? PRESS_NONE : key_first(&app->keys, where, entry);
}

const char *app_key(const struct app *app, unsigned where, int key, char out[KEY_NAME_MAX])
{
	const int now = key_now(app, where, key);
	if (now != PRESS_NONE)
		return key_name(now, out);
	snprintf(out, KEY_NAME_MAX, "no key");
	return out;
}

/* Says what such a key of the hand would want in this puzzle; false if it has none here. */
static bool say_wanted(struct app *app, const struct key_entry *entry, const char *name)
{
	const struct session *session = &app->game.session;
	if (key_group_of(entry->action) != KEY_GROUP_SHIFT ||
	    session->puzzle->text.key_labels[KEY_GROUP_SHIFT] == NULL)
		return false;
	if (session->cursor.chosen < 0) {
		char other[KEY_NAME_MAX];
		app_say(app, "%s is for a chosen piece; %s chooses one", name,
		        app_key(app, ON_GAME, ' ', other));
	} else {
		app_say(app, "the chosen piece can't go anywhere");
	}
	return true;
}

void app_say_idle(struct app *app, unsigned where, int key)
{
	const struct keys *keys = &app->keys;
	const struct key_entry *solved = key_entry(keys, ON_RESULT, key);
	const struct key_entry *listed = key_entry(keys, ON_MENU, key);
	/* of the hand, with nothing to take */
	const struct key_entry *own = key_entry(keys, where, key);
	char name[KEY_NAME_MAX], other[KEY_NAME_MAX];
	if (key == PRESS_OTHER)
		snprintf(name, sizeof name, "that key");
	else
		key_name(key, name);
	if (own != NULL && say_wanted(app, own, name))
		return;
	if (where == ON_GAME && solved != NULL && own == NULL)
		app_say(app, "%s is to %s: once the level is solved", name, solved->name);
	else if (listed != NULL && own == NULL && !app->game.trial)
		app_say(app, "%s is for the list of levels; %s leads there", name,
		        app_key(app, where, 'R', other));
	else
		app_say(app, "%s does nothing here; %s shows all keys", name,
		        app_key(app, where, '?', other));
}

/* The keys at first of four directions that the footer shows in one: NULL for any other entry. */
static const int *directions(const struct key_entry *entry)
{
	static const int arrows[SHOWN_SIDES] = {PRESS_LEFT, PRESS_DOWN, PRESS_UP, PRESS_RIGHT};
	static const int shifted[SHOWN_SIDES] = {PRESS_SHIFT_LEFT, PRESS_SHIFT_DOWN, PRESS_SHIFT_UP,
	                                   PRESS_SHIFT_RIGHT};
	if (entry->action == ACTION_PLAY_UP || entry->action == ACTION_DOWN)
		return arrows;
	return entry->action == ACTION_PUSH_UP ? shifted : NULL;
}

/* A key's name as the footer shows it: arrows as such; "" where there is none. */
static void footer_name(const struct app *app, unsigned where, int key, char out[KEY_NAME_MAX])
{
	static const struct {
		int key;
		char32_t arrow, plain;
	} arrows[SHOWN_SIDES] = {{PRESS_LEFT, U'←', U'<'}, {PRESS_DOWN, U'↓', U'v'},
	                   {PRESS_UP, U'↑', U'^'}, {PRESS_RIGHT, U'→', U'>'}};
	const int now = key_now(app, where, key);
	for (int i = 0; i < SHOWN_SIDES; i++)
		if (now == arrows[i].key) {
			const char32_t glyph =
				picture_glyph(app->picture, arrows[i].arrow, arrows[i].plain);
			out[text_put(out, glyph)] = '\0';
			return;
		}
	out[0] = '\0';
	if (now != PRESS_NONE)
		key_name(now, out);
}

/* Whatever leaves what is being drawn and tried leads back to the drawing. */
static const char *footer_of_trial(const struct key_entry *entry)
{
	if (entry->action == ACTION_LEVELS)
		return "drawing";
	if (entry->action == ACTION_NEXT)
		return entry->footer_where & ON_PANEL ? "draw on" : NULL;
	return entry->footer;
}

const char *app_footer(const struct app *app, const struct key_entry *entry)
{
	const struct puzzle *puzzle = app->game.open ? app->game.session.puzzle : NULL;
	const int cursor = key_group_of(entry->action);
	if (entry->action == ACTION_PAUSE && app->game.paused)
		return "go on";
	if (cursor < 0)
		return app->game.trial ? footer_of_trial(entry) : entry->footer;
	if (entry->where & ON_EDITOR)
		return cursor == KEY_GROUP_TAB
		               ? editor_word_name(app->editor, 1 - app->editor->word)
		               : entry->footer;
	if (puzzle == NULL)
		return NULL;
	const bool holding = app->game.session.cursor.chosen >= 0 &&
	                     puzzle->text.key_labels_selected[cursor] != NULL;
	return holding ? puzzle->text.key_labels_selected[cursor] : puzzle->text.key_labels[cursor];
}

static bool is_narrow(const struct app *app)
{
	return app->picture->columns < 60;
}

/* Short names of directions stand without gaps: "hjkl". */
static struct shown_key show_entry(const struct app *app, unsigned where,
                                   const struct key_entry *entry, const char *word)
{
	const int *group = directions(entry);
	struct shown_key shown = {
		.entry = entry, .word = word, .count = group == NULL ? 1 : SHOWN_SIDES};
	for (int i = 0; i < shown.count; i++) {
		shown.key[i] = group == NULL ? entry->keys[0] : group[i];
		footer_name(app, where, shown.key[i], shown.name[i]);
		if (text_columns(shown.name[i]) > 1)
			shown.gap = 1;
	}
	return shown;
}

int app_key_columns(const struct shown_key *shown)
{
	int width = (shown->count - 1) * shown->gap;
	for (int i = 0; i < shown->count; i++)
		width += text_columns(shown->name[i]);
	return width + (width > 0 && shown->word[0] != '\0') + (int)strlen(shown->word);
}

int app_draw_key(struct picture *picture, int row, int column, const struct shown_key *shown)
{
	int start = column;
	const int first = column;
	for (int i = 0; i < shown->count; i++) {
		start = column + (i > 0 ? shown->gap : 0);
		column = picture_print(picture, row, start, ROLE_STRONG, "%s", shown->name[i]);
		if (shown->count > 1)
			picture_widget(picture, row, start, 1, column - start, shown->key[i], -1);
	}
	if (shown->word[0] != '\0')
		column = picture_print(picture, row, column + (column > first), ROLE_QUIET, "%s",
		                       shown->word);
	if (shown->count == 1)
		picture_widget(picture, row, start, 1, column - start, shown->key[0], -1);
	return column;
}

/* Where the screen is narrow, what the arrows do goes without saying. */
int app_list_keys(const struct app *app, unsigned where, struct shown_key shown[SHOWN_KEYS_MAX])
{
	const bool narrow = is_narrow(app);
	int count = 0;
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		const char *word = (entry->footer_where & where) ? app_footer(app, entry) : NULL;
		if (word != NULL && word[0] != '\0' && count < SHOWN_KEYS_MAX) {
			const bool plain = narrow && directions(entry) != NULL && count == 0;
			shown[count++] = show_entry(app, where == ON_PANEL ? ON_RESULT : where,
			                            entry, plain ? "" : word);
		}
	}
	return count;
}

/* Which entry goes where there is no room for all: what can wait or other keys do as well; then
 * what is of no use yet or, once a move was made, what is known by then; at last the last but
 * two. */
static int entry_to_drop(const struct app *app, unsigned where, const struct shown_key *shown,
                         int count)
{
	enum { ORDER = 8 };
	static const enum action first[ORDER] = {ACTION_NEXT, ACTION_PIECE, ACTION_PUSH_UP,
	                                         ACTION_DOWN, ACTION_RESTART, ACTION_LEVELS,
	                                         ACTION_SOLVE, ACTION_UNDO};
	static const enum action later[ORDER] = {ACTION_NEXT, ACTION_PIECE, ACTION_PUSH_UP,
	                                         ACTION_DOWN, ACTION_RESTART, ACTION_SELECT,
	                                         ACTION_LEVELS, ACTION_SOLVE};
	const bool moved = app->game.open && session_count(&app->game.session) > 0;
	for (int o = 0; o < ORDER && where != ON_EDITOR; o++)
		for (int i = 0; i < count; i++)
			if (shown[i].entry->action == (moved ? later : first)[o])
				return i;
	return count - 3;
}

static int entries_width(const struct shown_key *shown, int count, int gap)
{
	int width = -gap;
	for (int i = 0; i < count; i++)
		width += app_key_columns(&shown[i]) + gap;
	return width;
}

/* The keys of a line being typed, always the same. */
static int list_prompt_keys(const struct prompt *prompt, struct shown_key shown[SHOWN_KEYS_MAX])
{
	static const struct {
		int key;
		const char *word;
	} keys[] = {{PRESS_ENTER, "done"}, {PRESS_TAB, "another"}, {PRESS_CONTROL('U'), "empty"},
	            {PRESS_ESCAPE, "cancel"}};
	int count = 0;
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		if (keys[i].key == PRESS_TAB && prompt->next == NULL)
			continue;
		if (keys[i].key == PRESS_CONTROL('U') && prompt->length == 0)
			continue;
		shown[count] =
			(struct shown_key){.word = keys[i].word, .count = 1, .key = {keys[i].key}};
		key_name(keys[i].key, shown[count++].name[0]);
	}
	return count;
}

static void draw_footer(struct app *app, unsigned where)
{
	struct picture *picture = app->picture;
	struct shown_key shown[SHOWN_KEYS_MAX];
	const bool narrow = is_narrow(app);
	/* The menu's search has its own. */
	const bool typed = app->prompt.open && app->page != PAGE_MENU;
	int count =
		typed ? list_prompt_keys(&app->prompt, shown) : app_list_keys(app, where, shown);
	int column = narrow ? 0 : 1;
	const int room = picture->columns - column;
	int gap = narrow ? 1 : 2;
	while (count > 3 && entries_width(shown, count, gap) > room) {
		const int drop = entry_to_drop(app, where, shown, count);
		count--;
		for (int i = drop; i < count; i++)
			shown[i] = shown[i + 1];
	}
	while (gap < 3 && entries_width(shown, count, gap + 1) <= room)
		gap++;
	for (int i = 0; i < count; i++)
		column = app_draw_key(picture, picture->rows - 1, column, &shown[i]) + gap;
}

/* The end of what is typed: what does not fit goes out at the left. */
static void draw_prompt(struct app *app, int row)
{
	const struct prompt *prompt = &app->prompt;
	const int room = app->picture->columns - 3 - text_columns(prompt->label);
	const char *text = prompt->text;
	while (text_columns(text) > room && *text != '\0')
		do
			text++;
		while ((*text & 0xC0) == 0x80);
	picture_fill(app->picture, row, 0, 1, app->picture->columns, U' ', ROLE_TEXT, 0);
	picture_print(app->picture, row, 1, ROLE_STRONG, "%s%s_", prompt->label, text);
}

int app_words_rows(const struct app *app, const char *words)
{
	return text_columns(words) > app->picture->columns - 1 ? 2 : 1;
}

void app_draw_words(struct app *app, int row, const char *words, enum role role)
{
	struct picture *picture = app->picture;
	const int room = picture->columns - 1;
	if (app_words_rows(app, words) == 2) {
		char first[MESSAGE_MAX];
		const size_t length = text_fit(words, room);
		snprintf(first, sizeof first, "%.*s", (int)length, words);
		picture_fill(picture, row - 1, 0, 1, picture->columns, U' ', ROLE_TEXT, 0);
		picture_text(picture, row - 1, 1, room, role, first);
		words += length + (words[length] == ' ');
	}
	picture_fill(picture, row, 0, 1, picture->columns, U' ', ROLE_TEXT, 0);
	picture_text(picture, row, 1, room, role, words);
}

void app_draw_trouble(struct app *app)
{
	struct picture *picture = app->picture;
	if (app_trouble(app) != NULL)
		picture_print(picture, 0, picture->columns - 11, ROLE_WARNING, " NOT SAVED ");
}

void app_draw_edges(struct app *app, unsigned where, const char *words, enum role role)
{
	struct picture *picture = app->picture;
	const int row = picture->rows - 3;
	const char *trouble = app_trouble(app);
	picture_move_to(picture, 0, 0);
	const bool typed = app->prompt.open && app->page != PAGE_MENU;
	if (typed)
		draw_prompt(app, row);
	if (app->message[0] != '\0')
		app_draw_words(app, row - typed, app->message, ROLE_TEXT);
	else if (words[0] != '\0' && !typed)
		app_draw_words(app, row, words, role);
	else if (trouble != NULL && !typed)
		picture_print(picture, row, 1, ROLE_WARNING, "not saved: %s", trouble);
	app_draw_trouble(app);
	draw_footer(app, where);
}

bool app_is_too_small(const struct app *app)
{
	const struct picture *picture = app->picture;
	return app->page != PAGE_HELP &&
	       (picture->rows < ROWS_LEAST || picture->columns < COLUMNS_LEAST);
}

bool app_draw_too_small(struct app *app)
{
	struct picture *picture = app->picture;
	if (!app_is_too_small(app))
		return false;
	char text[64];
	snprintf(text, sizeof text, "needs %dx%d, this is %dx%d", COLUMNS_LEAST, ROWS_LEAST,
	         picture->columns, picture->rows);
	const int column = (picture->columns - (int)strlen(text)) / 2;
	picture_print(picture, picture->rows / 2, column > 0 ? column : 0, ROLE_TEXT, "%s", text);
	return true;
}
