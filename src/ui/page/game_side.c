/* The column beside the board on a wide screen: the counter in large digits, moves and par, the
 * puzzle's status, the path so far, with a mark for each move that kept the minimum or lost it, and
 * the aim of the game. */
#include "ui/page/game.h"

#include <stdio.h>
#include <string.h>

#include "ui/widget/large.h"

enum {
	TRAIL_ROWS = 3,
	TRAIL_COLUMNS = 22,
};

/* ---- the counter ---- */

/* Without pixels, text. Returns the row after it. */
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
	if (!picture->pixels || session->level.endless || answer->verdict == UNSOLVABLE) {
		picture_print(picture, row, column, ROLE_TEXT, "%s", text);
		return row + 1;
	}
	picture_print(picture, row, column, ROLE_QUIET, "best from here");
	row += 2;
	if (!proven)
		picture_ink(picture, row + LARGE_ROWS / 2, column, U'≥', colour, COLOUR_NONE);
	snprintf(text, sizeof text, "%d", number);
	large_print(picture, row, column + (proven ? 0 : 2), text, &colour, 1);
	row += LARGE_ROWS + 1;
	if (proven)
		picture_ink(picture, row, column, U'✓', colour, COLOUR_NONE);
	picture_print(picture, row, column + (proven ? 2 : 0), ROLE_TEXT, "%s",
	              proven ? "proven" : "at least; searching");
	return row + 1;
}

/* ---- the path ---- */

/* Returns the row after it. In an endless game no move has a mark. */
static int draw_trail(const struct app *app, int row, int column)
{
	static const colour_id colours[STEPS] = {COLOUR_GREEN, COLOUR_FORBIDDEN, COLOUR_LABEL};
	static const char32_t shapes[STEPS] = {U'●', U'○', U'·'}, plain[STEPS] = {U'#', U'o', U'.'};
	struct picture *picture = app->picture;
	enum step steps[STEPS_SHOWN];
	const int count = report_steps(&game_of(app)->session, steps);
	const int room = TRAIL_ROWS * TRAIL_COLUMNS, first = count > room ? count - room : 0;
	if (count == 0 || game_of(app)->session.level.endless)
		return row;
	picture_print(picture, row++, column, ROLE_QUIET, "your moves");
	for (int i = first; i < count; i++) {
		const int at = i - first;
		picture_ink(picture, row + at / TRAIL_COLUMNS, column + at % TRAIL_COLUMNS,
		            picture_glyph(picture, shapes[steps[i]], plain[steps[i]]),
		            colours[steps[i]], COLOUR_NONE);
	}
	return row + (count - first + TRAIL_COLUMNS - 1) / TRAIL_COLUMNS;
}

/* ---- the column ---- */

/* Each part of the status, "40 gems left, score 0", in a separate row. */
static int draw_status(struct picture *picture, int row, int column, char *status)
{
	char *rest = NULL;
	for (char *part = strtok_r(status, ",", &rest); part != NULL;
	     part = strtok_r(NULL, ",", &rest))
		picture_text(picture, row++, column, ROOM_SIDE_COLUMNS, ROLE_TEXT,
		             part + strspn(part, " "));
	return row;
}

/* What the puzzle is about, at the column's lower end if that is free from `row` on. */
static void draw_goal(const struct app *app, int row, int column, int end)
{
	const char *words = game_of(app)->session.puzzle->text.goal;
	const int first = end - words_wrap(NULL, 0, column, ROOM_SIDE_COLUMNS, ROLE_QUIET, words);
	if (first > row)
		words_wrap(app->picture, first, column, ROOM_SIDE_COLUMNS, ROLE_QUIET, words);
}

void side_draw(const struct app *app, const struct viewport *viewport)
{
	const struct game *game = game_of(app);
	const struct session *session = &game->session;
	struct picture *picture = app->picture;
	const int column = viewport->column + viewport->extent.columns + ROOM_SIDE_GAP;
	char status[REPORT_MAX], over[REPORT_MAX];
	game_status(game, picture->glyphs == GLYPHS_ASCII, status);
	const bool shown = game_counter_is_shown(app);
	int row = viewport->row + 1;
	over[0] = '\0';
	if (shown)
		report_over_par(session, picture->glyphs == GLYPHS_ASCII, over);
	if (shown || session->stuck)
		row = draw_counter(app, row, column) + 1;
	else if (app->settings.counter == COUNTER_ON_REQUEST)
		picture_print(picture, row++, column, ROLE_QUIET, "best from here ?");
	picture_print(picture, row++, column, ROLE_TEXT, "moves %d ", session_count(session));
	if (session->level.par >= 0)
		picture_print(picture, row++, column, ROLE_TEXT, "par %d%s%s", session->level.par,
		              over[0] != '\0' ? "   " : "", over);
	row = draw_status(picture, row, column, status);
	if (shown) /* it would show which moves were detours */
		row = draw_trail(app, row + 1, column);
	draw_goal(app, row + 1, column, viewport->row + viewport->extent.rows - 1);
}
