/* The panel with a game's result and the keys that work then: beside or below the solved board,
 * over it only if there is no room.
 *
 * One function draws the panel, or only counts its rows to find a place for it. */
#include "ui/page/game.h"

#include <stdio.h>
#include <string.h>

#include "os/text.h"

enum {
	TALL_COLUMNS = 19, /* "the minimum, proven" */
	WIDE_COLUMNS = 60,
	GAP = 3, /* between keys, or the board and the panel */
};

/* ---- words ---- */

/* "par 7, your best 9; time 1:05" */
static void describe_sitting(const struct app *app, char out[REPORT_MAX])
{
	const struct game *game = game_of(app);
	if (clock_is_on(game)) {
		snprintf(out, REPORT_MAX, "your best %lld", (long long)game->best.score);
		return;
	}
	if (session_assisted(&game->session)) {
		char key[KEY_NAME_MAX];
		snprintf(out, REPORT_MAX, "press %s to try it yourself",
		         app_key(app, ON_RESULT, 'r', key));
		return;
	}
	char par[24] = "", best[32] = "";
	const int64_t seconds = game_seconds(game);
	if (game->session.level.par >= 0)
		snprintf(par, sizeof par, "par %d%s", game->session.level.par,
		         game->best.count >= 0 ? ", " : "; ");
	if (game->best.count >= 0)
		snprintf(best, sizeof best, "your best %d; ", game->best.count);
	snprintf(out, REPORT_MAX, "%s%stime %d:%02d", par, best, (int)(seconds / 60),
	         (int)(seconds % 60));
}

/* ---- the panel ---- */

/* Draws words, centred or, in a tall panel, at the left, where another row begins after a colon or
 * semicolon. `picture` may be NULL. Returns the row after them. */
static int put_words(struct picture *picture, int row, const struct panel *panel, enum role role,
                     const char *text)
{
	for (; *text != '\0'; row++) {
		char line[REPORT_MAX];
		const size_t fitting = text_fit(text, panel->columns), part = strcspn(text, ":;");
		const bool parted = panel->tall && part < fitting && text[part + 1] == ' ';
		const size_t length = parted ? part : fitting;
		snprintf(line, sizeof line, "%.*s", (int)length, text);
		const int left = panel->tall ? 0 : (panel->columns - text_columns(line)) / 2;
		if (picture != NULL)
			picture_text(picture, row, panel->column + left, panel->columns, role,
			             line);
		text += length + strspn(text + length, ":; ");
	}
	return row;
}

/* How many of the keys fit in one row, and how wide they are. */
static int fit_keys(const struct shown_key *shown, int count, const struct panel *panel, int *width)
{
	int fitting = 0;
	*width = -GAP;
	while (fitting < count && (fitting == 0 || !panel->tall)) {
		const int more = footer_key_columns(&shown[fitting]) + GAP;
		if (fitting > 0 && *width + more > panel->columns)
			break;
		*width += more;
		fitting++;
	}
	return fitting;
}

static int put_keys(const struct app *app, struct picture *picture, int row,
                    const struct panel *panel)
{
	struct shown_key keys[SHOWN_KEYS_MAX];
	const int count = app_list_keys(app, ON_PANEL, keys);
	for (int i = 0, width; i < count; row++) {
		const int end = i + fit_keys(keys + i, count - i, panel, &width);
		int column = panel->column + (panel->tall ? 0 : (panel->columns - width) / 2);
		for (; i < end; i++)
			if (picture != NULL)
				column = footer_draw_key(picture, row, column, &keys[i]) + GAP;
	}
	return row;
}

/* At par, without having seen the counter or a hint. */
static bool has_second_star(const struct game *game)
{
	const struct session *session = &game->session;
	const int count = session_count(session);
	return game->unaided && (count <= session->level.par || count == session_minimum(session));
}

/* Returns the row after it. */
static int put_panel(const struct app *app, struct picture *picture, int row,
                     const struct panel *panel)
{
	const bool ascii = app->picture->glyphs == GLYPHS_ASCII;
	char result[REPORT_MAX], sitting[REPORT_MAX];
	report_result(&game_of(app)->session, result);
	describe_sitting(app, sitting);
	row = put_words(picture, row, panel, ROLE_STRONG, result);
	row = put_words(picture, row, panel, ROLE_TEXT, sitting);
	if (has_second_star(game_of(app)))
		row = put_words(picture, row, panel, ROLE_STRONG,
		                ascii ? "**: without the counter" : "★★: without the counter");
	return put_keys(app, picture, row + panel->gap, panel);
}

/* ---- the panel's position ---- */

static struct panel make_panel(const struct app *app, bool tall)
{
	const int columns = app->picture->columns;
	struct panel panel = {.tall = tall, .columns = tall ? TALL_COLUMNS : WIDE_COLUMNS};
	if (panel.columns > columns)
		panel.columns = columns;
	panel.column = (columns - panel.columns) / 2;
	panel.rows = put_panel(app, NULL, 0, &panel);
	return panel;
}

/* Beside the board, at half its height; with `aside`, the board goes to the left for that. */
static bool put_beside(const struct app *app, struct viewport *viewport, struct panel *panel,
                       bool aside)
{
	const int columns = app->picture->columns, width = viewport->extent.columns;
	const int room = columns - width - TALL_COLUMNS;
	const int left = aside ? room / 3 : viewport->column;
	const int gap = columns - left - width - TALL_COLUMNS;
	*panel = make_panel(app, true);
	if (panel->rows < viewport->rows)
		panel->rows += panel->gap = 1;
	if (gap < 1 || panel->rows > viewport->rows)
		return false;
	viewport->column = left;
	panel->column = left + width + (gap < GAP ? gap : GAP);
	const int middle = viewport->row + (viewport->extent.rows - panel->rows) / 2;
	const int last = viewport->top + viewport->rows - panel->rows;
	panel->row = middle < viewport->top ? viewport->top : middle > last ? last : middle;
	return true;
}

/* Below the board; with `aside`, the board goes up for that. */
static bool put_below(const struct app *app, struct viewport *viewport, struct panel *panel,
                      bool aside)
{
	*panel = make_panel(app, false);
	const int room = viewport->rows - viewport->extent.rows - panel->rows;
	const int row = aside ? viewport->top + room / 2 : viewport->row;
	const int below = row + viewport->extent.rows;
	const int left = viewport->top + viewport->rows - below - panel->rows;
	if (room < 0 || left < 0)
		return false;
	viewport->row = row;
	panel->row = below + left / 2;
	return true;
}

struct panel result_place(struct app *app, struct viewport *viewport)
{
	const struct session *session = &game_of(app)->session;
	const int cell = cursor_cell(&session->level, &session->cursor);
	struct panel panel;
	for (int side = viewport->side; side != 0;
	     side = viewport_smaller(viewport->pixels, side)) {
		struct viewport smaller = viewport_at(&app->scroll, session->puzzle,
		                                      &session->level, *viewport, side, cell);
		if (put_beside(app, &smaller, &panel, false) ||
		    put_below(app, &smaller, &panel, false) ||
		    put_beside(app, &smaller, &panel, true) ||
		    put_below(app, &smaller, &panel, true)) {
			*viewport = smaller;
			return panel;
		}
	}
	panel = make_panel(app, false);
	panel.over = true;
	panel.row = viewport->top + viewport->rows - panel.rows - 1;
	return panel;
}

/* A box between two lines, over the page. */
static void draw_box(struct picture *picture, const struct panel *panel)
{
	const char32_t line = picture_glyph(picture, U'─', U'-');
	const int row = panel->row, column = panel->column, columns = panel->columns;
	picture_fill(picture, row - 1, column, 1, columns, line, ROLE_QUIET, 0);
	picture_fill(picture, row, column, panel->rows, columns, U' ', ROLE_TEXT, 0);
	picture_fill(picture, row + panel->rows, column, 1, columns, line, ROLE_QUIET, 0);
}

void result_draw(struct app *app, const struct panel *panel)
{
	if (panel->over && !animation_is_over(game_of(app)))
		return;
	if (panel->over)
		draw_box(app->picture, panel);
	put_panel(app, app->picture, panel->row, panel);
}

/* ---- sharing ---- */

static void write_shared(const struct app *app, bool ascii, char out[SHARE_MAX])
{
	const struct game *game = game_of(app);
	const struct sitting sitting = {game_seconds(game), game->streak, game->unaided};
	share_text(&game->session, app->library, game->level, sitting, ascii, out);
}

void result_share(struct app *app)
{
	struct game *game = game_of(app);
	char text[SHARE_MAX];
	size_t length = strlen(app->shared);
	session_note_aid(&game->session); /* it tells detours from moves that were not */
	game->streak = store_statistics(app->store, game->session.puzzle->name).streak;
	write_shared(app, app->settings.glyphs == GLYPHS_ASCII, text);
	if (length + 1 + strlen(text) >= sizeof app->shared)
		length = 0; /* instead of earlier ones */
	if (strstr(app->shared, text) == NULL)
		snprintf(app->shared + length, sizeof app->shared - length, "%s%s",
		         length > 0 ? "\n" : "", text);
	game->sharing = true;
	app_say(app, screen_copy(app->screen, text)
	                     ? "Copied; printed again on exit. Any key closes."
	                     : "Printed again on exit. Any key closes.");
}

void result_draw_shared(struct app *app)
{
	struct picture *picture = app->picture;
	char text[SHARE_MAX], *rest = NULL;
	const bool ascii = picture->glyphs == GLYPHS_ASCII;
	write_shared(app, ascii, text);
	struct panel panel = {.columns = SHARE_COLUMNS + 10, .rows = 2};
	for (const char *c = text; *c != '\0'; c++)
		panel.rows += *c == '\n';
	panel.row = (picture->rows - panel.rows) / 2;
	panel.column = (picture->columns - panel.columns) / 2;
	draw_box(picture, &panel);
	int row = panel.row;
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		picture_text(picture, row++, panel.column + 3, panel.columns - 3, ROLE_STRONG,
		             line);
	if (!game_of(app)->session.level.endless)
		picture_text(picture, row + 1, panel.column + 3, panel.columns - 3, ROLE_QUIET,
		             share_legend(ascii));
	/* Any key returns to the result, and so does a click outside the footer. */
	picture_click_area(picture, 0, 0, picture->rows - 1, picture->columns, PRESS_ESCAPE, -1);
}
