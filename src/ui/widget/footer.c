#include "ui/widget/footer.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "algo/least.h"
#include "os/text.h"
#include "puzzle/key.h"

enum {
	NARROW = 60, /* columns; with fewer, every gap counts */
	WORDS_ROWS_MAX = 3,
};

/* ---- entries ---- */

static const int arrows[SHOWN_SIDES] = {PRESS_LEFT, PRESS_DOWN, PRESS_UP, PRESS_RIGHT};
static const int shifted[SHOWN_SIDES] = {PRESS_SHIFT_LEFT, PRESS_SHIFT_DOWN, PRESS_SHIFT_UP,
                                         PRESS_SHIFT_RIGHT};

/* A key's name as the footer shows it: arrows as such; "" where there is none. */
static void name_key(const struct picture *picture, int key, char out[KEY_NAME_MAX])
{
	static const char32_t shapes[] = U"←↓↑→", letters[] = U"<v^>";
	out[0] = '\0';
	if (key != PRESS_NONE)
		name_of_key(key, out);
	for (int i = 0; i < SHOWN_SIDES; i++)
		if (key == arrows[i])
			out[text_encode(out, picture_glyph(picture, shapes[i], letters[i]))] = '\0';
}

/* One-letter names of directions stand without gaps: "hjkl". */
struct shown_key footer_key(const struct picture *picture, const struct keys *keys, unsigned where,
                            const struct key_entry *entry, const char *word)
{
	const bool moves = entry->action == ACTION_PLAY_UP || entry->action == ACTION_DOWN;
	const int *sides = moves ? arrows : entry->action == ACTION_PUSH_UP ? shifted : NULL;
	const unsigned place = where == ON_PANEL ? ON_RESULT : where;
	struct shown_key shown = {.entry = entry,
	                          .word = word,
	                          .count = sides == NULL ? 1 : SHOWN_SIDES};
	for (int i = 0; i < shown.count; i++) {
		shown.key[i] = sides == NULL ? entry->keys[0] : sides[i];
		name_key(picture, key_bound(keys, place, shown.key[i]), shown.name[i]);
		if (text_columns(shown.name[i]) > 1)
			shown.gap = 1;
	}
	return shown;
}

int footer_key_columns(const struct shown_key *shown)
{
	int width = (shown->count - 1) * shown->gap;
	for (int i = 0; i < shown->count; i++)
		width += text_columns(shown->name[i]);
	return width + (width > 0 && shown->word[0] != '\0') + text_columns(shown->word);
}

int footer_draw_key(struct picture *picture, int row, int column, const struct shown_key *shown)
{
	int start = column;
	const int first = column;
	for (int i = 0; i < shown->count; i++) {
		start = column + (i > 0 ? shown->gap : 0);
		column = picture_print(picture, row, start, ROLE_STRONG, "%s", shown->name[i]);
		if (shown->count > 1)
			picture_click_area(picture, row, start, 1, column - start, shown->key[i],
			                   -1);
	}
	if (shown->word[0] != '\0')
		column = picture_print(picture, row, column + (column > first), ROLE_QUIET, "%s",
		                       shown->word);
	if (shown->count == 1)
		picture_click_area(picture, row, start, 1, column - start, shown->key[0], -1);
	return column;
}

/* ---- the row ---- */

static int entry_to_drop(const enum action *drop, const struct shown_key *shown, int count)
{
	for (; drop != NULL && *drop != ACTION_NONE; drop++)
		for (int i = 0; i < count; i++)
			if (shown[i].entry->action == *drop)
				return i;
	return count - 3;
}

static int columns_of(const struct shown_key *shown, int count, int gap)
{
	int width = -gap;
	for (int i = 0; i < count; i++)
		width += footer_key_columns(&shown[i]) + gap;
	return width;
}

void footer_draw(struct picture *picture, int left, struct shown_key *shown, int count,
                 const enum action *drop)
{
	const bool narrow = picture->columns < NARROW;
	const int room = picture->columns - !narrow;
	int gap = narrow ? 1 : 2;
	if (narrow && count > 0 && shown[0].count == SHOWN_SIDES) /* arrows go without a word */
		shown[0].word = "";
	while (count > 3 && columns_of(shown, count, gap) > room) {
		const int dropped = entry_to_drop(drop, shown, count);
		assert(dropped >= 0 && dropped < count);
		count--;
		for (int i = dropped; i < count; i++)
			shown[i] = shown[i + 1];
	}
	for (int i = 0; i < count && columns_of(shown, count, gap) > room; i++)
		shown[i].word = ""; /* of the last three keys, the names alone */
	while (gap < 3 && left + columns_of(shown, count, gap + 1) <= picture->columns)
		gap++;
	const int last = picture->columns - columns_of(shown, count, gap);
	int column = left < last ? left : last;
	for (int i = 0; i < count; i++)
		column = footer_draw_key(picture, picture->rows - 1, column, &shown[i]) + gap;
}

/* ---- words ---- */

int words_rows(const struct picture *picture, const char *words)
{
	const int rows = words_wrap(NULL, 0, 0, picture->columns - 1, ROLE_TEXT, words);
	return rows < 1 ? 1 : rows > WORDS_ROWS_MAX ? WORDS_ROWS_MAX : rows;
}

bool words_fit(int columns, const char *words)
{
	const size_t length = text_fit(words, columns - 1);
	return text_columns(words + length + (words[length] == ' ')) <= columns - 1;
}

/* The columns of the widest row. */
static int widest_row(const char *words, int columns)
{
	int widest = 0;
	while (*words != '\0') {
		const size_t length = text_fit(words, columns);
		widest = greatest(widest, text_columns_part(words, length));
		words += length + strspn(words + length, " ");
	}
	return widest;
}

/* As words_wrap, in that many rows at most, the last of which is truncated. Rows that are read from
 * the right begin below one another. */
static int draw_rows(struct picture *picture, int row, int column, int columns, enum role role,
                     const char *words, int rows)
{
	const enum text_direction direction = glyph_direction(words);
	const int widest = direction == RIGHT_TO_LEFT ? widest_row(words, columns) : 0;
	for (; *words != '\0'; row++, rows--) {
		const size_t length = rows > 1 ? text_fit(words, columns) : strlen(words);
		const int indent = greatest(widest - text_columns_part(words, length), 0);
		if (picture != NULL)
			picture_text_row(picture, row, column + indent, columns, role, words,
			                 length, direction);
		words += length + strspn(words + length, " ");
	}
	return row;
}

void words_draw(struct picture *picture, int row, int left, const char *words, enum role role)
{
	const int columns = picture->columns - 1, rows = words_rows(picture, words);
	const bool fits = rows == 1 && text_columns(words) <= picture->columns - left;
	picture_fill(picture, row - rows + 1, 0, rows, picture->columns, U' ', ROLE_TEXT, 0);
	draw_rows(picture, row - rows + 1, fits ? left : 1, columns, role, words, rows);
}

int words_wrap(struct picture *picture, int row, int column, int columns, enum role role,
               const char *words)
{
	return draw_rows(picture, row, column, columns, role, words, INT_MAX);
}
