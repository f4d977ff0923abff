/* What the pages share. */
#ifndef PARLOUR_UI_APP_H
#define PARLOUR_UI_APP_H

#include "play/report.h"
#include "ui/options.h"
#include "ui/page.h"
#include "ui/settings.h"
#include "ui/term/screen.h"
#include "ui/widget/footer.h"
#include "ui/widget/prompt.h"
#include "ui/widget/viewport.h"

enum { MESSAGE_MAX = 160 };

struct app {
	const struct ui_options *options;
	struct library *library;
	struct store *store;
	struct solver *solver;
	struct screen *screen;
	struct picture *picture;
	struct settings settings;
	struct keys keys;         /* with those that the player bound */
	struct level_list levels; /* what next and previous go through */
	int current;              /* of these */
	struct level_list own;    /* the player's own levels, as the menu found them */
	uint64_t last_level;      /* identity of the level played last; 0: none yet */
	struct scroll scroll;
	struct prompt prompt;
	char message[MESSAGE_MAX];  /* one line, until the next key */
	char shared[4 * SHARE_MAX]; /* what was shared, printed at the end */

	enum page_id open[PAGES]; /* the stack of open pages */
	int depth;                /* of the stack; 0 only while pages are replaced */
	void *state[PAGES];       /* each page's own */
	struct destination next;  /* where to go once the key or tick has been dealt with */
	bool drawn;               /* the picture shows the page on top */

	bool over;
	bool suspended;     /* stop for the shell once all is saved */
	bool out_of_memory; /* that is why it is over */
	int64_t touched;    /* when the last key came */
	int64_t tried;      /* when saving was last retried automatically */
};

/* The page on the screen, and where its keys are looked up. */
const struct page *app_page(const struct app *app);
unsigned app_where(const struct app *app);
/* The page that help covers. */
const struct page *app_page_beneath(const struct app *app);

/* Set the next destination; the last three are shorthands. */
void app_go(struct app *app, struct destination to);
void app_go_back(struct app *app);
void app_go_to_menu(struct app *app);
void app_cover(struct app *app, enum page_id page);

/* Milliseconds until `due`; 0 if it has passed. */
int app_until(int64_t due);

void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Scrolls a board that does not fit; false if the action does not scroll. */
bool app_scroll(struct app *app, enum action action);

/* The name of the key now bound to the action that `key` has by default; "no key" if there is
 * none. */
const char *app_key(const struct app *app, unsigned where, int key, char out[KEY_NAME_MAX]);

/* The page's word for an entry; NULL: it is not shown now. */
const char *app_word(const struct app *app, const struct page *page, const struct key_entry *entry);

/* Lists the entries that the page on the screen shows there; returns how many. */
int app_list_keys(const struct app *app, unsigned where, struct shown_key shown[SHOWN_KEYS_MAX]);

/* Draws what every page has: its keys in the lowest row, the message or else `words` two rows
 * above, and NOT SAVED at the top right if something is unsaved. `drop` as in footer_draw. */
void app_draw_footer(struct app *app, unsigned where, const enum action *drop, const char *words,
                     enum role role);

/* Makes a click outside all widgets act as a key; called before these are drawn. While a line is
 * typed, its keys in the lowest row are all that counts there. */
void app_click_anywhere(struct app *app, int key);

/* NOT SAVED alone. */
void app_draw_trouble(struct app *app);

#endif
