#include "ui/app.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/key.h"
#include "store/score_log.h"
#include "store/store.h"

/* ---- pages ---- */

const struct page *app_page(const struct app *app)
{
	assert(app->depth > 0);
	return app->open[app->depth - 1];
}

const struct page *app_page_beneath(const struct app *app)
{
	assert(app->depth > 1);
	return app->open[app->depth - 2];
}

unsigned app_where(const struct app *app)
{
	return page_where(app, app_page(app));
}

void app_go(struct app *app, struct destination to)
{
	assert(app->next.transition == TRANSITION_NONE);
	assert(to.transition != TRANSITION_NONE && to.page < PAGES);
	assert(to.transition != TRANSITION_BACK || app->depth > 1);
	assert(to.start == START_LEVEL || to.page == PAGE_GAME || to.page == PAGE_EDITOR);
	app->next = to;
}

void app_go_back(struct app *app)
{
	app_go(app, (struct destination){.transition = TRANSITION_BACK});
}

void app_go_to_menu(struct app *app)
{
	app_go(app, (struct destination){.transition = TRANSITION_REPLACE, .page = PAGE_MENU});
}

void app_cover(struct app *app, enum page_id page)
{
	app_go(app, (struct destination){.transition = TRANSITION_COVER, .page = page});
}

bool app_go_to_level(struct app *app, const char *name, enum start start, struct error *error)
{
	struct level_list found = {0};
	struct run_id run;
	int board;
	if (run_id_parse(name, &run, &board) && board == 0) {
		app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
		                                 .page = PAGE_GAME,
		                                 .start = START_RUN,
		                                 .run = run});
		return true;
	}
	const bool good = library_find(app->library, name, &found, error);
	if (good)
		app_go(app, (struct destination){.transition = TRANSITION_REPLACE,
		                                 .page = PAGE_GAME,
		                                 .start = start,
		                                 .level = found.refs[0],
		                                 .neighbours = true});
	level_list_free(&found);
	return good;
}

static void add_run(void *list, const struct entry *run)
{
	run_list_add(list, run->place, run->words, run->score, run->number, run->date);
}

void app_read_runs(struct app *app, struct run_list *list)
{
	store_list(app->store, ENTRY_RUN, add_run, list);
}

static void add_line(void *scores, const char *tag, const char *text)
{
	scores_add(scores, tag, text);
}

bool app_read_scores(struct scores *scores)
{
	struct error error;
	if (!score_log_read(add_line, scores, &error))
		return false;
	score_log_read_others(add_line, scores, &error);
	return scores_sort(scores, &error);
}

static void add_digest(void *scores, const char *tag, const char *text)
{
	if (strcmp(tag, "digest1") == 0)
		scores_add(scores, tag, text);
}

int app_percentile(uint64_t level, int count)
{
	struct error error;
	struct scores scores = {.count = 0};
	int percentile = -1;
	if (score_log_read_others(add_digest, &scores, &error) && scores_sort(&scores, &error))
		percentile = scores_percentile(&scores, level, count);
	scores_free(&scores);
	return percentile;
}

int app_until(int64_t due)
{
	const int64_t left = due - milliseconds_now();
	return left < 0 ? 0 : (int)left;
}

/* ---- words ---- */

void app_say(struct app *app, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(app->message, sizeof app->message, format, arguments);
	va_end(arguments);
}

void app_say_sentence(struct app *app, const char *text)
{
	text_sentence(app->message, sizeof app->message, text);
}

bool app_share(struct app *app, const char *text)
{
	size_t length = strlen(app->shared);
	if (length + 1 + strlen(text) >= sizeof app->shared)
		length = 0; /* instead of earlier ones */
	if (strstr(app->shared, text) == NULL)
		snprintf(app->shared + length, sizeof app->shared - length, "%s%s",
		         length > 0 ? "\n" : "", text);
	return screen_copy(app->screen, text);
}

void app_share_shown(struct app *app, const char *text)
{
	if (app_share(app, text))
		app_say(app, _("Copied; printed again on exit. Any key closes."));
	else
		app_say(app, _("Printed again on exit. Any key closes."));
}

const char *app_page_trouble(const struct app *app)
{
	const char *trouble = NULL;
	for (int i = app->depth - 1; i >= 0 && trouble == NULL; i--)
		if (app->open[i]->trouble != NULL)
			trouble = app->open[i]->trouble(app);
	return trouble;
}

/* Why not everything is saved; NULL if all is saved. */
static const char *find_trouble(const struct app *app)
{
	const char *trouble = app_page_trouble(app);
	return trouble != NULL ? trouble : store_trouble(app->store);
}

bool app_scroll(struct app *app, enum action action)
{
	const char *words = scroll_action(&app->scroll, action);
	if (words != NULL && words[0] != '\0')
		app_say(app, "%s", words);
	return words != NULL;
}

const char *app_key(const struct app *app, unsigned where, int key, char out[KEY_NAME_MAX])
{
	const int bound = key_bound(&app->keys, where, key);
	/* TRANSLATORS: instead of a key's name: the player has bound none */
	snprintf(out, KEY_NAME_MAX, "%s", C_("name of a key", "no key"));
	return bound == PRESS_NONE ? out : name_of_key(bound, out);
}

bool app_refuses(const struct app *app, const struct page *page, enum action action)
{
	const bool shared = action == ACTION_WATCH || action == ACTION_ALLOW;
	return (shared && store_player(app->store) == NULL) ||
	       (page->refuses != NULL && page->refuses(app, action));
}

const char *app_word(const struct app *app, const struct page *page, const struct key_entry *entry)
{
	const bool own = key_group_of(entry->action) >= 0; /* the puzzle's: in a game */
	const char *word = own ? NULL : entry->footer;
	if (app_refuses(app, page, entry->action))
		return NULL;
	if (page->word != NULL)
		word = page->word(app, entry);
	return word == NULL ? NULL : language_text_in(word);
}

/* ---- drawing ---- */

int app_list_keys(const struct app *app, unsigned where, struct shown_key shown[SHOWN_KEYS_MAX])
{
	int count = 0;
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		const bool here = (entry->footer_where & where) != 0;
		const char *word = here ? app_word(app, app_page(app), entry) : NULL;
		if (word != NULL && word[0] != '\0' && count < SHOWN_KEYS_MAX)
			shown[count++] = footer_key(app->picture, &app->keys, where, entry, word);
	}
	return count;
}

void app_click_anywhere(struct app *app, int key)
{
	struct picture *picture = app->picture;
	picture_click_area(picture, 0, 0, picture->rows - app->prompt.open, picture->columns, key,
	                   -1);
}

void app_draw_trouble(struct app *app)
{
	struct picture *picture = app->picture;
	/* TRANSLATORS: a warning in the corner of the screen: about 10 columns */
	const char *warning = _("NOT SAVED");
	const int column = picture->columns - text_columns(warning) - 2;
	if (find_trouble(app) != NULL)
		picture_print(picture, 0, column, ROLE_WARNING, " %s ", warning);
}

void app_draw_footer(struct app *app, unsigned where, const enum action *drop, const char *words,
                     enum role role, bool full)
{
	struct picture *picture = app->picture;
	struct shown_key shown[SHOWN_KEYS_MAX];
	const int row = picture->rows - 3 + full;
	const char *trouble = find_trouble(app);
	const bool typing = app->prompt.open && !app->prompt.search;
	picture_set_origin(picture, 0, 0);
	if (typing)
		prompt_draw(&app->prompt, picture, row);
	if (app->message[0] != '\0')
		words_draw(picture, row - typing, app->left, app->message, ROLE_TEXT);
	else if (words[0] != '\0' && !typing)
		words_draw(picture, row, app->left, words, role);
	else if (trouble != NULL && !typing)
		/* TRANSLATORS: why the game or the settings are not saved: "disk full" */
		picture_print(picture, row, app->left, ROLE_WARNING, _("Not saved: %s."), trouble);
	app_draw_trouble(app);
	const int count =
		typing ? prompt_list_keys(&app->prompt, shown) : app_list_keys(app, where, shown);
	footer_draw(picture, app->left, shown, count, typing ? NULL : drop);
}
