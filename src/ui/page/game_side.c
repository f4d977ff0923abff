/* The column beside the board on a wide screen: the counter in large digits, moves and par, the
 * puzzle's status, the hint that was asked for, the path so far, with a mark for each move that
 * kept the minimum or lost it, and the aim of the game. */
#include "ui/page/game.h"

#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "ui/widget/large.h"

enum {
	TRAIL_ROWS = 3,
	TRAIL_COLUMNS = 22,
	GRAPH_ROWS = 4,
	COUNTER_ROWS = 5, /* rows of its words and around its digits */
	STATUS_ROWS = 4,  /* moves, par and the puzzle's status */
	TALL_ROWS = 50,   /* rows of a screen on which digits are larger */
};

/* Words, as far as the screen has columns, else in several rows. Returns the row after them. */
static int put_words(struct picture *picture, int row, int column, enum role role,
                     const char *words)
{
	return words_wrap(picture, row, column, picture->columns - column, role, words);
}

/* ---- the counter ---- */

/* Without pixels or the room for large digits, text. Returns the row after it. */
static int draw_counter(const struct app *app, int row, int column)
{
	struct picture *picture = app->picture;
	const struct session *session = &game_of(app)->session;
	const struct answer *answer = &session->answer;
	const bool proven = answer->verdict == OPTIMAL;
	const int number = proven ? answer->upper : answer->lower;
	const colour_id colour = proven ? COLOUR_GREEN : COLOUR_GOLD;
	char text[REPORT_MAX];
	report_best(session, picture->glyphs == GLYPHS_ASCII, text);
	const int side = picture->rows >= TALL_ROWS && number < 100 ? 3 : 2;
	const int rows = large_rows(side);
	const int needed = COUNTER_ROWS + rows + STATUS_ROWS;
	const bool fits = row + needed <= picture->rows - ROOM_FOOT_ROWS;
	if (!picture->pixels || !fits || session->level.endless ||
	    answer->verdict == UNSOLVABLE) {
		picture_print(picture, row, column, ROLE_TEXT, "%s", text);
		return row + 1;
	}
	row = put_words(picture, row, column, ROLE_QUIET, _("best from here")) + 1;
	if (!proven)
		picture_ink(picture, row + rows / 2, column, U'≥', colour, COLOUR_NONE);
	snprintf(text, sizeof text, "%d", number);
	large_print(picture, row, column + (proven ? 0 : 2), text, side, &colour, 1);
	row += rows + 1;
	if (proven)
		picture_ink(picture, row, column, U'✓', colour, COLOUR_NONE);
	return put_words(picture, row, column + (proven ? 2 : 0), ROLE_TEXT,
	                 proven ? C_("the minimum", "proven") : _("at least; searching"));
}

/* ---- the path ---- */

/* Of a move that came closer to the end, of a detour, and of one of which neither is proven. */
static const struct {
	char32_t shape, plain;
	colour_id colour;
	const char *word;
} marks[STEPS] = {
	[STEP_NEARER] = {U'●', U'#', COLOUR_GREEN, NC_("move", "closer")},
	[STEP_DETOUR] = {U'○', U'o', COLOUR_WARNING, NC_("move", "detour")},
	[STEP_UNKNOWN] = {U'·', U'.', COLOUR_QUIET, NC_("move", "unknown")},
};

static void put_mark(struct picture *picture, int row, int column, enum step step)
{
	picture_ink(picture, row, column,
	            picture_glyph(picture, marks[step].shape, marks[step].plain),
	            marks[step].colour, COLOUR_NONE);
}

/* What the marks mean, of those that there are: a row each, if all are above `end`. Returns the row
 * after. */
static int draw_legend(struct picture *picture, int row, int column, int end,
                       const bool there[STEPS])
{
	int rows = 0;
	for (int step = 0; step < STEPS; step++)
		rows += there[step];
	if (row + rows > end)
		return row;
	for (int step = 0; step < STEPS; step++) {
		if (!there[step])
			continue;
		put_mark(picture, row, column, step);
		picture_print(picture, row++, column + 2, ROLE_QUIET, "%s",
		              language_text_in(marks[step].word));
	}
	return row;
}

/* The last moves, and what their marks mean. Returns the row after it. In an endless game no move
 * has a mark. */
static int draw_trail(const struct app *app, int row, int column, int end)
{
	struct picture *picture = app->picture;
	enum step steps[STEPS_SHOWN];
	bool there[STEPS] = {false};
	const struct session *session = &game_of(app)->session;
	const bool own = game_of(app)->watching == NULL;
	const int room = TRAIL_ROWS * TRAIL_COLUMNS, all = session_count(session);
	const int count = report_steps(session, all > room ? all - room : 0, steps);
	if (count == 0 || session->level.endless)
		return row;
	/* TRANSLATORS: above a row with a mark for each of them */
	const char *title = own ? _("your moves") : _("the moves");
	if (all > count)
		title = own ? text_plural("your last %d move", "your last %d moves", count)
		            : text_plural("the last %d move", "the last %d moves", count);
	char words[REPORT_MAX];
	snprintf(words, sizeof words, title, count);
	row = put_words(picture, row, column, ROLE_QUIET, words);
	for (int i = 0; i < count; i++) {
		put_mark(picture, row + i / TRAIL_COLUMNS, column + i % TRAIL_COLUMNS, steps[i]);
		there[steps[i]] = true;
	}
	row += (count + TRAIL_COLUMNS - 1) / TRAIL_COLUMNS;
	return draw_legend(picture, row, column, end, there);
}

/* The minimum along a replay. Returns the row after it. */
static int draw_way(const struct app *app, int row, int column)
{
	row = put_words(app->picture, row, column, ROLE_QUIET, _("the minimum along the way"));
	return review_draw(app, row, column, GRAPH_ROWS, TRAIL_COLUMNS);
}

/* ---- the column ---- */

/* Each part of the status, "40 gems left, score 0", in a separate row. */
static int draw_status(struct picture *picture, int row, int column, char *status)
{
	const char *comma = C_("list", ", ");
	for (char *part = status, *next; part != NULL; part = next) {
		next = strstr(part, comma);
		if (next != NULL) {
			*next = '\0';
			next += strlen(comma);
		}
		row = words_wrap(picture, row, column, ROOM_SIDE_COLUMNS, ROLE_TEXT, part);
	}
	return row;
}

/* Above `end`; false if it has no room there. */
static bool draw_hint(struct picture *picture, int *row, int column, int end, const char *hint)
{
	const int first = *row + 1;
	if (hint[0] == '\0' ||
	    words_wrap(NULL, first, column, ROOM_SIDE_COLUMNS, ROLE_STRONG, hint) > end)
		return false;
	*row = words_wrap(picture, first, column, ROOM_SIDE_COLUMNS, ROLE_STRONG, hint);
	return true;
}

/* Par, and unless that is hidden by how much it is exceeded. */
static void draw_par(const struct app *app, int row, int column, bool shown)
{
	struct picture *picture = app->picture;
	const struct session *session = &game_of(app)->session;
	char over[REPORT_MAX] = "";
	if (shown)
		report_over_par(session, picture->glyphs == GLYPHS_ASCII, over);
	column = picture_print(picture, row, column, ROLE_TEXT, _("par %d"), session->level.par);
	if (over[0] != '\0')
		picture_print(picture, row, column, ROLE_TEXT, "   %s", over);
}

/* What a level of the puzzle is about, at the column's lower end if that is free from `row` on. */
static void draw_goal(const struct app *app, int row, int column, int end)
{
	const struct session *session = &game_of(app)->session;
	const char *words = session->level.endless ? "" : _(session->puzzle->text.goal);
	const int first = end - words_wrap(NULL, 0, column, ROOM_SIDE_COLUMNS, ROLE_QUIET, words);
	if (first > row)
		words_wrap(app->picture, first, column, ROOM_SIDE_COLUMNS, ROLE_QUIET, words);
}

bool side_draw(const struct app *app, const struct viewport *viewport)
{
	const struct game *game = game_of(app);
	const struct session *session = &game->session;
	struct picture *picture = app->picture;
	const int column = viewport->column + viewport->extent.columns + ROOM_SIDE_GAP;
	char status[REPORT_MAX], progress[REPORT_MAX], hint[REPORT_MAX];
	game_status(game, REPORT_PARTS_MAX, picture->glyphs == GLYPHS_ASCII, status, progress);
	hint[0] = '\0';
	if (game->replay == REPLAY_NONE) /* else the words of the review say it */
		report_hint(session, hint);
	const bool shown = game_counter_is_shown(app);
	int row = viewport->row + 1;
	if (shown || session->stuck)
		row = draw_counter(app, row, column) + 1;
	else if (game_counter_setting(app) == COUNTER_ON_REQUEST)
		row = put_words(picture, row, column, ROLE_QUIET, _("best from here ?"));
	picture_print(picture, row++, column, ROLE_TEXT, _("moves %d"), session_count(session));
	if (session->level.par >= 0)
		draw_par(app, row++, column, shown);
	row = draw_status(picture, row, column, status);
	if (progress[0] != '\0')
		picture_text(picture, row++, column, ROOM_SIDE_COLUMNS, ROLE_TEXT, progress);
	const int end = viewport->row + viewport->extent.rows - 1;
	const bool has_hint = draw_hint(picture, &row, column, end, hint);
	if (game->replay != REPLAY_NONE && session->review.count > 1)
		row = draw_way(app, row + 1, column);
	else if (shown) /* it would show which moves were detours */
		row = draw_trail(app, row + 1, column, end);
	draw_goal(app, row + 1, column, end);
	return has_hint;
}
