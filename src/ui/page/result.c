/* The panel with a game's result and the keys that work then: beside or below the solved board,
 * which stays where it is, or over its lower edge if there is no room.
 *
 * One function draws the panel, or only counts its rows to find a place for it. */
#include "ui/page/game.h"

#include <stdio.h>
#include <string.h>

#include "algo/least.h"
#include "os/language.h"
#include "os/text.h"
#include "ui/widget/large.h"

enum {
	TALL_COLUMNS = 21, /* "★★ Solved in 3 moves" */
	TALL_COLUMNS_MIN = 12,
	WIDE_COLUMNS = 64, /* all keys */
	GAP = 3,           /* between keys, or the board and the panel */
	NARROW_GAP = 2,    /* between keys over the board */
	FOOT_ROWS = 3,     /* words, counter, keys */
	STAR_SIDE_MAX = 2, /* pixels of a dot of a large star */
	STAR_GAP = 2,
	SHARE_WIDE = 74, /* of a shared result with a level code */
	SHARE_FOOT = 4,  /* rows: a message of two, counter, keys */
};

/* ---- words ---- */

/* "your best 9; time 1:05": par and the minimum are in the result. */
static void describe_sitting(const struct app *app, char out[REPORT_MAX])
{
	const struct game *game = game_of(app);
	if (clock_is_on(game)) {
		out[0] = '\0';
		if (game->best.score > 0)
			snprintf(out, REPORT_MAX, _("your best %lld"), (long long)game->best.score);
		return;
	}
	if (game->race != NULL && !race_is_on(game)) {
		race_result(game, out);
		return;
	}
	if (session_assisted(&game->session)) {
		snprintf(out, REPORT_MAX, "%s", _("Now try it yourself."));
		return;
	}
	const int all = (int)game_seconds(game), minutes = all / 60, seconds = all % 60;
	if (game->best.count >= 0)
		/* TRANSLATORS: moves, minutes, seconds; after ";" or ":" a new row may begin */
		snprintf(out, REPORT_MAX, _("your best %d; time %d:%02d"), game->best.count,
		         minutes, seconds);
	else
		snprintf(out, REPORT_MAX, _("time %d:%02d"), minutes, seconds);
}

/* "better than 83 of 100": of the players of all hosts; "" where there are few, or nobody is worse.
 */
static void describe_percentile(const struct game *game, char out[REPORT_MAX])
{
	out[0] = '\0';
	if (game->percentile > 0 && !session_assisted(&game->session))
		/* TRANSLATORS: of 100 players */
		snprintf(out, REPORT_MAX, _("better than %d of 100"), game->percentile);
}

/* ---- the panel ---- */

/* The bytes before the first colon or semicolon with a blank after it; all, if there is none. */
static size_t first_part(const char *text)
{
	size_t bytes = strcspn(text, ":;");
	while (text[bytes] != '\0' && text[bytes + 1] != ' ')
		bytes += 1 + strcspn(text + bytes + 1, ":;");
	return bytes;
}

/* Draws words, centred or, in a tall panel, at the left, where another row begins after a colon or
 * semicolon. `picture` may be NULL. Returns the row after them. */
static int put_words(struct picture *picture, int row, const struct panel *panel, enum role role,
                     const char *text)
{
	const enum text_direction direction = glyph_direction(text);
	for (; *text != '\0'; row++) {
		const size_t fitting = text_fit(text, panel->columns), part = first_part(text);
		const bool parted = panel->tall && part < fitting && text[part] != '\0';
		const size_t length = parted ? part : fitting;
		const int room = panel->columns - text_columns_part(text, length);
		const int left = panel->tall ? 0 : room / 2;
		if (picture != NULL)
			picture_text_row(picture, row, panel->column + left, panel->columns, role,
			                 text, length, direction);
		text += length + strspn(text + length, ":; ");
	}
	return row;
}

/* How many of the keys fit in one row, and how wide they are. */
static int fit_keys(const struct shown_key *shown, int count, const struct panel *panel, int *width)
{
	const int gap = panel->over ? NARROW_GAP : GAP;
	int fitting = 0;
	*width = -gap;
	while (fitting < count && (fitting == 0 || !panel->tall)) {
		const int more = footer_key_columns(&shown[fitting]) + gap;
		if (fitting > 0 && *width + more > panel->columns)
			break;
		*width += more;
		fitting++;
	}
	return fitting;
}

/* In as many rows as they need. */
static int put_keys(const struct app *app, struct picture *picture, int row,
                    const struct panel *panel)
{
	struct shown_key keys[SHOWN_KEYS_MAX];
	const int count = app_list_keys(app, ON_PANEL, keys);
	const int gap = panel->over ? NARROW_GAP : GAP;
	for (int i = 0, width; i < count; row++) {
		const int end = i + fit_keys(keys + i, count - i, panel, &width);
		int column = panel->column + (panel->tall ? 0 : (panel->columns - width) / 2);
		for (; i < end; i++)
			if (picture != NULL)
				column = footer_draw_key(picture, row, column, &keys[i]) + gap;
	}
	return row;
}

/* The stars that the solution has earned: for the minimum, and for that without having seen the
 * counter or a hint. */
static int count_stars(const struct game *game)
{
	const struct session *session = &game->session;
	const int count = session_count(session);
	const bool minimal = count <= session->level.par || count == session_minimum(session);
	if (session->level.endless || session_assisted(session) || !minimal)
		return 0;
	return 1 + game->result.unaided;
}

/* The result in fewer words, where there are fewer. */
static void describe_briefly(const struct session *session, char out[REPORT_MAX])
{
	const int count = session_count(session), minimum = session_minimum(session);
	const int par = session->level.par;
	const bool assisted = session_assisted(session);
	if (session->level.seconds > 0 || (assisted && count != minimum))
		report_result(session, out);
	else if (assisted)
		snprintf(out, REPORT_MAX,
		         text_plural("Solver: %d move, the minimum",
		                     "Solver: %d moves, the minimum", count),
		         count);
	else if (count == minimum)
		snprintf(out, REPORT_MAX,
		         text_plural("%d move: the minimum, proven",
		                     "%d moves: the minimum, proven", count),
		         count);
	else if (minimum >= 0)
		snprintf(out, REPORT_MAX,
		         text_plural("%d move; the minimum is %d", "%d moves; the minimum is %d",
		                     count),
		         count, minimum);
	else if (par >= 0)
		snprintf(out, REPORT_MAX,
		         text_plural("%d move; par is %d", "%d moves; par is %d", count), count,
		         par);
	else
		snprintf(out, REPORT_MAX, text_plural("%d move", "%d moves", count), count);
}

/* The result, after small stars unless there are large ones. Over the board it takes one row, if it
 * can do so in fewer words. */
static void describe_result(const struct app *app, const struct panel *panel, int stars,
                            char out[REPORT_MAX])
{
	static const char *const small[2][3] = {{"", "★ ", "★★ "}, {"", "* ", "** "}};
	const bool ascii = app->picture->glyphs == GLYPHS_ASCII;
	char result[REPORT_MAX];
	report_result(&game_of(app)->session, result);
	if (panel->over && text_columns(result) + stars + 1 > panel->columns)
		describe_briefly(&game_of(app)->session, result);
	const int used =
		snprintf(out, REPORT_MAX, "%s", panel->star > 0 ? "" : small[ascii][stars]);
	text_sanitize(out + used, REPORT_MAX - (size_t)used, result);
}

/* Returns the row after them, and after a gap. */
static int put_stars(struct picture *picture, int row, const struct panel *panel, int count)
{
	const int columns = large_star_columns(panel->star) + STAR_GAP;
	for (int i = 0; i < count && picture != NULL; i++)
		large_star(picture, row, panel->column + i * columns, panel->star);
	return row + large_star_rows(panel->star) + 1;
}

/* Over the board only what is new: that, and who has won a race. Returns the row after it. */
static int put_panel(const struct app *app, struct picture *picture, int row,
                     const struct panel *panel)
{
	const int count = count_stars(game_of(app));
	char result[REPORT_MAX], sitting[REPORT_MAX], percentile[REPORT_MAX];
	describe_result(app, panel, count, result);
	describe_sitting(app, sitting);
	describe_percentile(game_of(app), percentile);
	if (panel->star > 0)
		row = put_stars(picture, row, panel, count);
	row = put_words(picture, row, panel, ROLE_STRONG, result);
	if (!panel->over || game_of(app)->race != NULL)
		row = put_words(picture, row, panel, ROLE_TEXT, sitting);
	if (!panel->over)
		row = put_words(picture, row, panel, ROLE_TEXT, percentile);
	if (count == 2 && !panel->over)
		row = put_words(picture, row, panel, ROLE_STRONG, _("without the counter"));
	return put_keys(app, picture, row + panel->gap, panel);
}

/* ---- the panel's position ---- */

/* Finds its rows. */
static struct panel make_panel(const struct app *app, struct panel panel)
{
	panel.rows = put_panel(app, NULL, 0, &panel);
	return panel;
}

/* A fifth of the free columns at least stays on the left. */
void result_keep_room(const struct app *app, struct viewport *viewport)
{
	const int room = app->picture->columns - viewport->extent.columns;
	const int left = room - TALL_COLUMNS - 1;
	if (left < viewport->column && 5 * left >= room)
		viewport->column = left;
}

/* In the middle of the screen. */
static struct panel make_wide(const struct app *app, bool over)
{
	const int columns = app->picture->columns;
	const int width = columns < WIDE_COLUMNS ? columns : WIDE_COLUMNS;
	struct panel panel = make_panel(app, (struct panel){.over = over, .columns = width});
	panel.column = (columns - width) / 2;
	return panel;
}

/* With the largest stars for which there is room; its column from the board's right edge. */
static struct panel make_tall(const struct app *app, const struct viewport *viewport, int room)
{
	const int stars = app->picture->pixels ? count_stars(game_of(app)) : 0;
	struct panel panel = {.tall = true, .columns = least(room - 1, TALL_COLUMNS)};
	panel.column = least(room - panel.columns, GAP);
	for (panel.star = stars > 0 ? STAR_SIDE_MAX : 0; panel.star > 0; panel.star--) {
		const int columns = stars * (large_star_columns(panel.star) + STAR_GAP) - STAR_GAP;
		const struct panel made = make_panel(app, panel);
		if (panel.column + columns < room && made.rows < viewport->rows)
			return made;
	}
	return make_panel(app, panel);
}

/* At the board's right, at half its height. */
static bool put_beside(const struct app *app, const struct viewport *viewport, struct panel *panel)
{
	const int right = viewport->column + viewport->extent.columns;
	const int room = app->picture->columns - right;
	if (room <= TALL_COLUMNS_MIN)
		return false;
	*panel = make_tall(app, viewport, room);
	if (panel->rows < viewport->rows)
		panel->rows += panel->gap = 1;
	const int middle = viewport->row + (viewport->extent.rows - panel->rows) / 2;
	const int last = viewport->top + viewport->rows - panel->rows;
	panel->row = middle < viewport->top ? viewport->top : least(middle, last);
	panel->column += right;
	return panel->rows <= viewport->rows;
}

static bool put_below(const struct app *app, const struct viewport *viewport, struct panel *panel)
{
	const int below = viewport->row + viewport->extent.rows;
	*panel = make_wide(app, false);
	const int left = viewport->top + viewport->rows - below - panel->rows;
	panel->row = below + left / 2;
	return left >= 0;
}

/* As low as possible: also over the counter, which says no more than the panel. A message takes the
 * place of the last keys until the next one. */
static struct panel put_over(const struct app *app)
{
	const bool said = app->prompt.open || app_page_trouble(app) != NULL ||
	                  store_trouble(app->store) != NULL;
	struct panel panel = make_wide(app, true);
	panel.row = app->picture->rows - (said ? FOOT_ROWS : 1) - panel.rows;
	return panel;
}

struct panel result_place(const struct app *app, const struct viewport *viewport)
{
	struct panel panel;
	if (put_beside(app, viewport, &panel) || put_below(app, viewport, &panel))
		return panel;
	return put_over(app);
}

static void draw_rule(struct picture *picture, int row, int column, int columns)
{
	picture_fill(picture, row, column, 1, columns, picture_glyph(picture, U'─', U'-'),
	             ROLE_QUIET, 0);
}

static void clear(struct picture *picture, const struct panel *panel)
{
	picture_fill(picture, panel->row, panel->column, panel->rows, panel->columns, U' ',
	             ROLE_TEXT, 0);
}

/* Makes the panel's stars golden, and notes where the first one is: a new one leaves for the list
 * from there. */
static void gild_stars(struct app *app, const struct panel *panel)
{
	struct picture *picture = app->picture;
	const char32_t star = picture_glyph(picture, U'★', U'*');
	bool first = true;
	for (int i = 0; i < panel->rows * panel->columns; i++) {
		const int row = panel->row + i / panel->columns;
		const int column = panel->column + i % panel->columns;
		if (picture_cell_at(picture, row, column).glyph != star)
			continue;
		picture_set_role(picture, row, column, 1, ROLE_GOLD);
		if (first)
			star_show(&app->star, row, column);
		first = false;
	}
}

void result_draw(struct app *app, const struct panel *panel)
{
	if (panel->over && !animation_is_over(game_of(app)))
		return;
	const struct panel across = {.row = panel->row,
	                             .rows = panel->rows,
	                             .columns = app->picture->columns};
	if (panel->over)
		clear(app->picture, &across);
	put_panel(app, app->picture, panel->row, panel);
	if (panel->over && app->message[0] != '\0')
		words_draw(app->picture, panel->row + panel->rows - 1, app->left, app->message,
		           ROLE_TEXT);
	if (panel->star > 0)
		star_show(&app->star, panel->row + large_star_rows(panel->star) / 2,
		          panel->column + large_star_columns(panel->star) / 2);
	else
		gild_stars(app, panel);
}

/* ---- sharing ---- */

static void write_shared(const struct app *app, bool ascii, char out[SHARE_MAX])
{
	const struct game *game = game_of(app);
	const struct sitting sitting = {game_seconds(game), game->days_in_a_row,
	                                game->result.unaided};
	share_text(&game->session, app->library, game->level, sitting, ascii, out);
}

void result_share(struct app *app)
{
	struct game *game = game_of(app);
	char text[SHARE_MAX];
	session_note_aid(&game->session); /* it tells detours from moves that were not */
	game->days_in_a_row =
		store_statistics(app->store, game->session.puzzle->name).days_in_a_row;
	write_shared(app, app->settings.glyphs == GLYPHS_ASCII, text);
	game->sharing = true;
	app_share_shown(app, text);
}

/* Draws a line of the text in rows of that many columns: only a level code needs several. Returns
 * how many; with `draw` false, without drawing. */
static int put_shared(struct picture *picture, int row, int column, int columns, const char *line,
                      bool draw)
{
	const enum text_direction direction = glyph_direction(line);
	int rows = 0;
	do {
		const size_t size = text_fit(line, columns);
		if (draw)
			picture_text_row(picture, row + rows, column, columns, ROLE_STRONG, line,
			                 size, direction);
		rows++;
		line += size;
		line += strspn(line, " ");
	} while (*line != '\0');
	return rows;
}

/* As put_shared, all lines. Changes the text. */
static int put_all_shared(struct picture *picture, const struct panel *panel, char *text, bool draw)
{
	int rows = 0;
	char *rest = NULL;
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		rows += put_shared(picture, panel->row + rows, panel->column + 3,
		                   panel->columns - 6, line, draw);
	return rows;
}

/* Returns the row after it. `picture` may be NULL. */
static int put_legend(struct picture *picture, int row, const struct panel *panel,
                      const char *legend)
{
	return words_wrap(picture, row, panel->column + 3, panel->columns - 6, ROLE_QUIET, legend);
}

void result_draw_shared(struct app *app)
{
	struct picture *picture = app->picture;
	char text[SHARE_MAX], copy[SHARE_MAX];
	const bool ascii = picture->glyphs == GLYPHS_ASCII;
	write_shared(app, ascii, text);
	memcpy(copy, text, sizeof copy);
	struct panel panel = {.columns = SHARE_COLUMNS + 10};
	if (strlen(strrchr(text, ' ')) > SHARE_COLUMNS && picture->columns > SHARE_WIDE)
		panel.columns = SHARE_WIDE; /* the last word is a level code */
	const char *legend = game_of(app)->session.level.endless ? "" : share_legend(ascii);
	panel.rows = 1 + put_all_shared(picture, &panel, copy, false);
	panel.rows += greatest(1, put_legend(NULL, 0, &panel, legend));
	panel.row = (picture->rows - panel.rows) / 2;
	if (panel.row + panel.rows >= picture->rows - SHARE_FOOT)
		panel.row = picture->rows - SHARE_FOOT - panel.rows - 1;
	panel.row = panel.row < 1 ? 1 : panel.row;
	panel.column = (picture->columns - panel.columns) / 2;
	clear(picture, &panel);
	draw_rule(picture, panel.row - 1, panel.column, panel.columns);
	draw_rule(picture, panel.row + panel.rows, panel.column, panel.columns);
	const int row = panel.row + put_all_shared(picture, &panel, text, true);
	put_legend(picture, row + 1, &panel, legend);
	/* Any key returns to the result, and so does a click outside the footer. */
	picture_click_area(picture, 0, 0, picture->rows - 1, picture->columns, PRESS_ESCAPE, -1);
}
