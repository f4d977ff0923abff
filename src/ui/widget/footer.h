/* The keys in the lowest row, and words above them. */
#ifndef PARLOUR_UI_WIDGET_FOOTER_H
#define PARLOUR_UI_WIDGET_FOOTER_H

#include <stdbool.h>

#include "puzzle/picture.h"
#include "ui/widget/keymap.h"

/* An entry as it is shown. */
enum { SHOWN_KEYS_MAX = 32, SHOWN_SIDES = 4 };
struct shown_key {
	const struct key_entry *entry;
	const char *word;     /* in the player's language; "": none */
	int count, gap;       /* number of keys; columns between two */
	int key[SHOWN_SIDES]; /* by default: for clicks */
	char name[SHOWN_SIDES][KEY_NAME_MAX];
};

/* An entry with its keys there and that word; the four directions are one entry. */
struct shown_key footer_key(const struct picture *picture, const struct keys *keys, unsigned where,
                            const struct key_entry *entry, const char *word);

/* Columns of one of them, and the same drawn, clickable; returns the column after it. */
int footer_key_columns(const struct shown_key *shown);
int footer_draw_key(struct picture *picture, int row, int column, const struct shown_key *shown);

/* Draws as many as fit in the lowest row, from a column on or, for want of room, from one before
 * it. `drop`, unless NULL, lists the entries to leave out first, up to ACTION_NONE; after these,
 * the last but two is left out. */
void footer_draw(struct picture *picture, int left, struct shown_key *shown, int count,
                 const enum action *drop);

/* The rows that words take on the screen, one to three; whether two are enough; and drawing the
 * words, the last of their rows at `row`, from the column `left` on if one row is enough. */
int words_rows(const struct picture *picture, const char *words);
bool words_fit(int columns, const char *words);
void words_draw(struct picture *picture, int row, int left, const char *words, enum role role);

/* Draws words in as many rows as they need, from `row` on; nothing if picture is NULL. Returns the
 * row after them. */
int words_wrap(struct picture *picture, int row, int column, int columns, enum role role,
               const char *words);

#endif
