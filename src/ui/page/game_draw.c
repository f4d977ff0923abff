/* The board page as a picture: title, board, counter, words, and the result beside them. */
#include "ui/page/game.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "algo/least.h"
#include "os/language.h"
#include "os/text.h"

enum {
	WIDE_COLUMNS = 60,
	TEXT_COLUMNS = 78, /* of texts below a narrower board */
	CORNER_MAX = 160,  /* bytes of the text in the upper right corner */
	NARROW_PARTS = 6,  /* of the bar to the next level on a narrow screen */
	STATUS_GAP = 2,    /* columns between the counter and the status, at least */
};

/* Whether there is room for all words, and for gaps between them. */
static bool is_wide(const struct picture *picture)
{
	return picture->columns >= WIDE_COLUMNS;
}

/* Between two parts of the title; returns the column after it. */
static int draw_dot(struct picture *picture, int column)
{
	picture_put(picture, 0, column + 1, picture_glyph(picture, U'·', U'-'), ROLE_QUIET, 0);
	return column + 3;
}

/* For a board of a run: the kind of run, and its day and the board's number. False for any other
 * level. */
static bool find_board(const struct app *app, bool wide, const char **pack,
                       char title[HEADER_BYTES_MAX])
{
	struct run_id run;
	int board;
	char day[RUN_DAY_MAX];
	if (!library_run(app->library, game_of(app)->level, &run, &board))
		return false;
	*pack = run_title(run.kind);
	run_id_day(&run, day);
	/* TRANSLATORS: the kind of run or its day, and the number of the board. */
	snprintf(title, HEADER_BYTES_MAX, _("%s, board %d"), wide ? day : *pack, board);
	return true;
}

/* The names of the pack and the level for the title; on a wide screen the level's is "" if both are
 * the same. A daily board is named by its date, because its game ID says no more; a rung of a
 * ladder by its week. */
static void find_names(const struct app *app, bool wide, const char **pack,
                       char title[HEADER_BYTES_MAX])
{
	const struct level_ref level = game_of(app)->level;
	const struct puzzle *puzzle = game_of(app)->session.puzzle;
	char day[DAY_MAX], today[LEVEL_NAME_MAX];
	const char *own = library_shown_title(app->library, level);
	*pack = library_shown_pack(app->library, level.pack);
	text_sanitize(title, HEADER_BYTES_MAX, strcmp(*pack, own) == 0 && wide ? "" : own);
	if (find_board(app, wide, pack, title))
		return;
	if (library_rung(app->library, level, day) > 0) {
		*pack = _("Ladder");
		/* TRANSLATORS: a level's title; the week is a date. */
		snprintf(title, HEADER_BYTES_MAX, wide ? _("week %s") : _("Ladder, week %s"), day);
		return;
	}
	if (!library_day(app->library, level, day))
		return;
	game_id_daily(puzzle, time(NULL), today);
	*pack = strcmp(own, today) == 0 ? _("Today's board") : _("Board of the day");
	snprintf(title, HEADER_BYTES_MAX, "%s%s%s", wide ? "" : *pack, wide ? "" : ", ", day);
}

/* At the right end: whom the player watches, or how far practice has come; or your best result
 * (unless the result panel shows it), or "demo" or "replay". */
static void find_best(const struct app *app, char out[CORNER_MAX])
{
	const struct game *game = game_of(app);
	out[0] = '\0';
	if (game->watching != NULL)
		/* TRANSLATORS: in the upper right corner, as those below; a player */
		snprintf(out, CORNER_MAX, _("watching %s"), game->watching->reader.player);
	else if (game->demo || game->replay != REPLAY_NONE)
		snprintf(out, CORNER_MAX, "%s",
		         game->demo ? C_("corner", "demo") : C_("corner", "replay"));
	else if (game->race != NULL)
		race_corner(game, out, CORNER_MAX);
	else if (game->practice)
		/* TRANSLATORS: the level, and how many there are */
		snprintf(out, CORNER_MAX, _("practice %d/%d"), app->current + 1, app->levels.count);
	else if (game->solved || game->best.count < 0)
		return;
	else if (game->session.level.endless)
		snprintf(out, CORNER_MAX, _("your best %lld"), (long long)game->best.score);
	else
		snprintf(out, CORNER_MAX, _("your best %d"), game->best.count);
}

/* What stands before that: a mark if others may watch, else "". */
static const char *watched_mark(const struct app *app)
{
	const bool ascii = app->picture->glyphs == GLYPHS_ASCII;
	if (!broadcast_is_on(&app->broadcast) || !game_is_told(game_of(app)))
		return "";
	return ascii ? WATCHED_ASCII : WATCHED;
}

/* The number of the level in its pack, or of the rung in its ladder: "3/10"; "" for a board of a
 * run, whose title has it. */
static void find_number(const struct app *app, char out[32])
{
	const struct level_ref level = game_of(app)->level;
	struct run_id run;
	char week[DAY_MAX];
	int board;
	out[0] = '\0';
	if (library_run(app->library, level, &run, &board))
		return;
	const int rung = library_rung(app->library, level, week);
	snprintf(out, 32, "%d/%d", rung > 0 ? rung : level.level + 1,
	         rung > 0 ? LADDER_RUNGS : app->library->packs[level.pack].count);
}

static void draw_title(struct app *app)
{
	const struct game *game = game_of(app);
	struct picture *picture = app->picture;
	const bool wide = is_wide(picture);
	const char *pack;
	char best[CORNER_MAX], title[HEADER_BYTES_MAX], number[32];
	find_best(app, best);
	const char *mark = watched_mark(app);
	const int gap = mark[0] != '\0' && best[0] != '\0' ? 2 : 0;
	find_names(app, wide, &pack, title);
	const int right = app->right - text_columns(mark) - gap - text_columns(best);
	const int start = app->left;
	int column = start;
	if (picture->columns >= 70) /* in fewer, the title needs the room */
		column = picture_text(picture, 0, column, right, ROLE_STRONG, "Parlour") + 3;
	if (wide) {
		column = picture_text(picture, 0, column, right - column, ROLE_QUIET,
		                      _(game->session.puzzle->title));
		column = draw_dot(picture, column);
		column = picture_text(picture, 0, column, right - column, ROLE_QUIET, pack) + 1;
	}
	find_number(app, number);
	if (number[0] == '\0' && wide)
		column--;
	column = picture_text(picture, 0, column, right - column, ROLE_QUIET, number);
	picture_click_area(picture, 0, start, 1, column - start,
	                   game->watching != NULL ? PRESS_ESCAPE : 'R', -1); /* to the list */
	if (title[0] != '\0') {
		if (column > start)
			column = draw_dot(picture, column);
		picture_text(picture, 0, column, right - column - 1, ROLE_STRONG, title);
	}
	picture_print(picture, 0, right, ROLE_TEXT, "%s%*s%s", mark, gap, "", best);
}

/* Where the parts of a status after the first `kept` ones begin; NULL: there are none. */
static char *rest_of(char *status, int kept)
{
	const char *comma = C_("list", ", ");
	char *end = strstr(status, comma);
	for (; end != NULL && kept > 1; kept--)
		end = strstr(end + strlen(comma), comma);
	return end;
}

/* Leaves out the last parts of a status, but not the first `kept` ones, until it has room; false if
 * it has none. */
static bool shorten(char *status, int kept, int room)
{
	int parts = kept;
	while (rest_of(status, parts) != NULL)
		parts++;
	for (; text_columns(status) > room && parts > kept; parts--)
		*rest_of(status, parts - 1) = '\0';
	return text_columns(status) <= room;
}

/* The status, with the progress if there is any, at the right end of the counter's row, which is
 * free from `column` on. */
static void draw_status(const struct app *app, int column, const char *status, const char *progress)
{
	const int room = app->right - column, row = app->picture->rows - 2;
	const int bar = text_columns(progress) + (progress[0] != '\0');
	char first[REPORT_MAX], both[2 * REPORT_MAX];
	snprintf(first, sizeof first, "%s", status);
	if (shorten(first, 2, room - bar))
		snprintf(both, sizeof both, "%s%s%s", first, bar > 0 ? " " : "", progress);
	else
		snprintf(both, sizeof both, "%s", status);
	if (shorten(both, 1, room))
		picture_text(app->picture, row, app->right - text_columns(both), room, ROLE_TEXT,
		             both);
}

/* The columns of the minimum: the rest of the row stays where it is while the bounds change. */
static int usual_columns(bool wide, const char *best)
{
	enum { NONE = 5, MORE = 4 }; /* without a minimum; more than with a question mark */
	if (!wide && best[0] == '\0')
		return NONE;
	/* TRANSLATORS: the fewest moves left, not shown; on a narrow screen without "from here" */
	return text_columns(wide ? _("best from here ?") : _("best ?")) + MORE;
}

/* The minimum, as far as it is shown; on a narrow screen without "from here". */
static void describe_best(const struct app *app, bool wide, char out[REPORT_MAX])
{
	const struct session *session = &game_of(app)->session;
	const bool ascii = app->picture->glyphs == GLYPHS_ASCII;
	const bool has_best =
		!session->stuck && !session->level.endless && session->answer.verdict != UNSOLVABLE;
	out[0] = '\0';
	if (!game_counter_is_shown(app) && !session->stuck) { /* which everybody can see */
		if (game_counter_setting(app) == COUNTER_ON_REQUEST)
			snprintf(out, REPORT_MAX, "%s", wide ? _("best from here ?") : _("best ?"));
	} else if (!wide && has_best) {
		report_answer(&session->answer, ascii, out);
	} else {
		report_best(session, ascii, out);
	}
}

/* The number of moves, with room for more digits. */
static int draw_moves(const struct app *app, int row, int digits, int gap)
{
	const int count = session_count(&game_of(app)->session);
	const int missing = digits - snprintf(NULL, 0, "%d", count);
	char words[REPORT_MAX];
	/* TRANSLATORS: the counter below the board: at most 12 columns. */
	snprintf(words, sizeof words, _("moves %d"), count);
	return picture_print(app->picture, row, app->left, ROLE_TEXT, "%s%*s", words,
	                     greatest(missing, 0) + 1, "") +
	       gap - 1;
}

/* The counter: one role for all of it, so that a new number costs few bytes. Par is left out where
 * it would leave fewer than `kept` columns. Returns the column after it. */
static int draw_counter(struct app *app, int kept)
{
	const struct session *session = &game_of(app)->session;
	struct picture *picture = app->picture;
	const bool wide = is_wide(picture);
	const int row = picture->rows - 2, gap = wide ? 4 : 2;
	char best[REPORT_MAX], par[REPORT_MAX], over[REPORT_MAX] = "";
	const bool shown = game_counter_is_shown(app);
	describe_best(app, wide, best);
	int column = draw_moves(app, row, wide ? 3 : 2, wide ? 2 : 1);
	const bool has_best = !session->level.endless && game_of(app)->run == NULL;
	const int usual = column + (has_best ? usual_columns(wide, best) : 0);
	const bool dead = shown && session->answer.verdict == UNSOLVABLE;
	column = picture_print(picture, row, column, dead ? ROLE_WARNING : ROLE_TEXT, "%s", best);
	column = (column < usual ? usual : column) + (best[0] != '\0' ? gap : 0);
	if (shown)
		report_over_par(session, picture->glyphs == GLYPHS_ASCII, over);
	snprintf(par, sizeof par, _("par %d"), session->level.par);
	int left = app->right - column - text_columns(par);
	left -= over[0] == '\0' ? 0 : gap + text_columns(over);
	left -= kept == 0 ? 0 : gap + STATUS_GAP + kept;
	if (session->level.par >= 0 && left >= 0)
		column = picture_print(picture, row, column, ROLE_TEXT, "%s", par) + gap;
	return picture_print(picture, row, column, ROLE_STRONG, "%s", over);
}

static const char *level_words(const struct app *app, char buffer[REPORT_MAX])
{
	const struct session *session = &game_of(app)->session;
	const struct level_ref level = game_of(app)->level;
	const char *hint = library_text(app->library, level)->value[HEADER_HINT];
	return room_words(session->puzzle, &session->level,
	                  hint == NULL ? NULL : library_shown(app->library, level.pack, hint),
	                  buffer);
}

/* The words above the counter: the replay's description, else the level's own; may be "". */
static const char *own_words(const struct app *app, char buffer[REPORT_MAX])
{
	playback_words(app, buffer);
	if (game_of(app)->watching != NULL)
		watch_words(game_of(app), buffer);
	else if (game_of(app)->race != NULL && buffer[0] == '\0')
		race_words(game_of(app), app->picture->columns, buffer);
	return buffer[0] != '\0' || session_solved(&game_of(app)->session)
	               ? buffer
	               : level_words(app, buffer);
}

/* ---- the footer ---- */

/* In a trial, and in a race with others, keys that leave lead to the page beneath: a drawing, a
 * run, or the list of who plays. */
static bool is_on_top(const struct game *game)
{
	return game->trial || (game->race != NULL && game->race->live);
}

static const char *word_of_return(const struct game *game, const struct key_entry *entry)
{
	if (game->race != NULL)
		return entry->action == ACTION_LEVELS ? NC_("key", "players") : NULL;
	if (entry->action == ACTION_LEVELS)
		return game->looking ? NC_("key", "run") : NC_("key", "editor");
	return entry->footer_where & ON_PANEL && !game->looking ? NC_("key", "edit") : NULL;
}

/* The puzzle has its own words for its keys. */
const char *game_word(const struct app *app, const struct key_entry *entry)
{
	const struct game *game = game_of(app);
	const struct puzzle *puzzle = game->session.puzzle;
	const int group = key_group_of(entry->action);
	if (race_refuses(game, entry->action))
		return NULL;
	if (game->run != NULL && group < 0)
		return run_word(game, entry);
	if (entry->action == ACTION_COUNT &&
	    (game_counter_setting(app) != COUNTER_ON_REQUEST || game_counter_is_shown(app)))
		return NULL;
	if (entry->action == ACTION_PAUSE && game->paused)
		return NC_("key", "resume");
	if (entry->action == ACTION_HINT && game->replay == REPLAY_NONE &&
	    game->session.hint != HINT_NONE && game->session.hint != HINT_MOVE)
		return NC_("key", "more");
	if (entry->action == ACTION_REVIEW && game->session.level.endless)
		return NULL;
	if (entry->action == ACTION_RETRY && session_find_mistake(&game->session, -1, 1) < 0)
		return NULL;
	if (game->replay != REPLAY_NONE && game->session.review.count == 0 &&
	    (entry->action == ACTION_MISTAKE || entry->action == ACTION_PLAY_ON ||
	     entry->action == ACTION_HINT))
		return NULL;
	if (entry->action == ACTION_UNDO && game->replay == REPLAY_NONE && clock_is_over(game))
		return NULL;
	if (is_on_top(game) && (entry->action == ACTION_LEVELS || entry->action == ACTION_NEXT))
		return word_of_return(game, entry);
	if (group < 0)
		return entry->footer;
	const char *selected = puzzle->text.key_labels_selected[group];
	const bool holding = game->session.cursor.selected >= 0 && selected != NULL;
	return holding ? selected : puzzle->text.key_labels[group];
}

/* The footer entries to drop if there is too little room, least useful first: undo only before the
 * first move, select only after it, when the player knows it. */
static const enum action *entries_to_drop(const struct app *app)
{
	static const enum action at_first[] = {ACTION_NEXT,  ACTION_PIECE,   ACTION_PUSH_UP,
	                                       ACTION_DOWN,  ACTION_RESTART, ACTION_LEVELS,
	                                       ACTION_SOLVE, ACTION_UNDO,    ACTION_COUNT,
	                                       ACTION_NONE};
	static const enum action later[] = {ACTION_NEXT,   ACTION_PIECE,   ACTION_PUSH_UP,
	                                    ACTION_DOWN,   ACTION_RESTART, ACTION_SELECT,
	                                    ACTION_LEVELS, ACTION_SOLVE,   ACTION_NONE};
	static const enum action of_run[] = {ACTION_PIECE,   ACTION_PUSH_UP, ACTION_DOWN,
	                                     ACTION_RESTART, ACTION_LEVELS,  ACTION_SELECT,
	                                     ACTION_NONE};
	static const enum action of_replay[] = {ACTION_SWITCH_REPLAY, ACTION_STEP_BACK, ACTION_STEP,
	                                        ACTION_NONE};
	if (game_of(app)->replay != REPLAY_NONE)
		return of_replay;
	if (game_of(app)->run != NULL)
		return of_run;
	return session_count(&game_of(app)->session) > 0 ? later : at_first;
}

/* The time, and a run's score; "" without either. */
static void describe_sitting(const struct game *game, char out[REPORT_MAX])
{
	clock_words(game, out);
	if (game->run != NULL)
		run_status(game, out);
}

void game_status(const struct game *game, int parts, bool ascii, char out[REPORT_MAX],
                 char progress[REPORT_MAX])
{
	char clock[REPORT_MAX], status[REPORT_MAX];
	const int score = animation_score(game);
	struct state state = game->animation.from;
	if (game->animation.frame == 0)
		session_state(&game->session, &state);
	describe_sitting(game, clock);
	report_status(&game->session, &state, score, status);
	report_progress(&game->session, score, parts, ascii, progress);
	snprintf(out, REPORT_MAX, "%s", clock);
	const size_t used = strlen(out);
	if (used > 0 && status[0] != '\0')
		snprintf(out + used, REPORT_MAX - used, "%s%s", C_("list", ", "), status);
	else if (used == 0)
		snprintf(out, REPORT_MAX, "%s", status);
}

/* The columns of a run's time and score. */
static int score_columns(const struct game *game)
{
	char words[REPORT_MAX];
	describe_sitting(game, words);
	return game->run == NULL ? 0 : text_columns(words);
}

/* Before the first move, what the puzzle is about, where that takes nothing from the board. */
static const char *first_words(const struct app *app, const struct viewport *viewport)
{
	const struct game *game = game_of(app);
	const struct session *session = &game->session;
	const char *goal = _(session->puzzle->text.goal);
	const bool first = session_count(session) == 0 && !session->level.endless && !game->solved;
	const bool fits = viewport->row + viewport->extent.rows <= app->picture->rows - 3 &&
	                  words_rows(app->picture, goal) == 1;
	return first && fits ? goal : "";
}

/* The hint that was asked for, else the level's own words. Unless they are beside the board, also
 * the counter, with the status below it, or above it where it has no room in its row. */
static void draw_below(struct app *app, const struct viewport *viewport, bool hint_is_beside)
{
	const struct game *game = game_of(app);
	struct picture *picture = app->picture;
	char hint[REPORT_MAX] = "", room[REPORT_MAX], status[REPORT_MAX];
	if (!hint_is_beside && game->replay == REPLAY_NONE)
		report_hint(&game->session, hint);
	const char *words = hint[0] != '\0' ? hint : own_words(app, room);
	if (room_side_columns(picture) == 0) {
		char progress[REPORT_MAX];
		const bool wide = is_wide(picture);
		game_status(game, wide ? REPORT_PARTS_MAX : NARROW_PARTS,
		            picture->glyphs == GLYPHS_ASCII, status, progress);
		const int column = draw_counter(app, score_columns(game)) + STATUS_GAP;
		const bool fits = text_columns(status) <= app->right - column;
		if (game->replay != REPLAY_NONE && game->session.review.count > 0)
			review_draw(app, picture->rows - 2, column, 1, app->right - column);
		else if (words[0] == '\0' && progress[0] == '\0' && !fits && game->run == NULL)
			words = status;
		else
			draw_status(app, column, status, progress);
		if (words[0] == '\0')
			words = first_words(app, viewport);
	}
	app_draw_footer(app, game_where(app), entries_to_drop(app), words,
	                hint[0] != '\0' ? ROLE_STRONG : ROLE_QUIET, false);
}

/* A game in which the counter was seen is no longer unaided. At the start it says no more than
 * par. */
static void note_counter(struct app *app)
{
	struct game *game = game_of(app);
	if (session_count(&game->session) == 0 || game->solved || !game_counter_is_shown(app))
		return;
	game->dirty |= session_unaided(&game->session);
	session_note_aid(&game->session);
}

static void draw_board(struct app *app, const struct viewport *viewport)
{
	const struct game *game = game_of(app);
	const struct session *session = &game->session;
	struct picture *picture = app->picture;
	struct state state;
	move_code hint = 0;
	session_state(session, &state);
	const bool moving = game->animation.frame > 0;
	const bool solved = !moving && session_solved(session);
	const bool pointing =
		!moving && session->hint >= HINT_PIECE && session_next_move(session, &hint);
	move_code valid[MOVES_MAX];
	const bool showing = game->showing && !moving;
	const int valid_count =
		showing ? puzzle_valid_moves(session->puzzle, &session->level, &state, valid) : 0;
	const struct view view = {
		.state = moving ? &game->animation.from : &state,
		.cursor = solved || game->watching != NULL ? NULL : &session->cursor,
		.hint = pointing && session->hint == HINT_MOVE ? &hint : NULL,
		.named = pointing && session->hint == HINT_PIECE ? &hint : NULL,
		.valid = showing ? valid : NULL,
		.valid_count = valid_count,
		.moving = game->animation.move,
		.frame = game->animation.frame,
	};
	viewport_begin(viewport, picture);
	session->puzzle->screen.paint(&session->level, &view, picture);
	animation_paint_triumph(game, picture);
	viewport_end(viewport, picture);
}

/* Texts are in line with the board and the column beside it, or farther to the right if both are
 * narrow; or about the board in the middle: on a wide screen, its ends are far away. */
static void place_texts(struct app *app, const struct viewport *viewport)
{
	const int begin = viewport->column, end = begin + viewport->extent.columns;
	const int side = room_side_columns(app->picture);
	if (side > 0) {
		app->left = begin;
		app->right = least(app->right, greatest(end + side, begin + TEXT_COLUMNS));
		return;
	}
	const int middle = (begin + end - TEXT_COLUMNS) / 2;
	const int left = greatest(1, least(middle, app->right - TEXT_COLUMNS));
	app->left = least(left, greatest(1, begin));
	app->right = greatest(least(left + TEXT_COLUMNS, app->right), least(end, app->right));
}

void game_draw(struct app *app)
{
	const struct game *game = game_of(app);
	const struct session *session = &game->session;
	struct panel panel;
	char words[REPORT_MAX];
	const struct viewport room =
		room_find(app->picture, session->puzzle, &session->level, level_words(app, words));
	struct viewport viewport =
		viewport_find(&app->scroll, session->puzzle, &session->level, room,
	                      cursor_cell(&session->level, &session->cursor));
	const bool result = game_where(app) == ON_RESULT && game->animation.frame == 0;
	result_keep_room(app, &viewport);
	if (tour_is_on(app))
		app_click_anywhere(app, PRESS_OTHER);
	if (result)
		panel = result_place(app, &viewport);
	place_texts(app, &viewport);
	draw_title(app);
	if (race_waits(game)) {
		race_draw_waiting(app);
		return;
	}
	draw_board(app, &viewport);
	note_counter(app);
	draw_below(app, &viewport,
	           room_side_columns(app->picture) > 0 && !result && side_draw(app, &viewport));
	if (result && game->sharing)
		result_draw_shared(app);
	else if (result)
		result_draw(app, &panel);
}
