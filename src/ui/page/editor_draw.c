/* Draws the editor page: title, board, palette, and the proof or the reason why it is not a level
 * yet.
 *
 * The puzzle paints a level. A draft that is not a level yet is painted here, letter by letter, in
 * the same cells. On top are the cursor and a plus and a minus on each side of the frame. */
#include "ui/page/editor.h"

#include <stdio.h>
#include <string.h>

#include "algo/least.h"
#include "os/language.h"
#include "os/text.h"
#include "play/report.h"
#include "puzzle/board.h"
#include "puzzle/key.h"

enum {
	HEAD_ROWS = 1,
	FOOT_ROWS = 2, /* counter, keys */
	NARROW = 60,   /* columns */
	TITLE_MIN = 6, /* columns; with fewer, the level's title is left out */
	ROWS_FOR_GLYPHS = 20,
	COLOURS_SHOWN = 8, /* in the palette, as pieces: those with shapes */
};

/* ---- the board ---- */

/* The colour of a piece's letter; 0 if it is none. */
static int colour_of(const struct puzzle *puzzle, char letter)
{
	return puzzle->screen.cell_glyphs == NULL && letter >= 'a' && letter <= 'z'
	               ? letter - 'a' + 1
	               : 0;
}

/* The glyph of a letter that is no piece. */
static char32_t glyph_of(const struct picture *picture, const struct puzzle *puzzle, char letter)
{
	const char *at = strchr(puzzle->format.alphabet[0], letter);
	if (puzzle->screen.cell_glyphs == NULL || at == NULL || picture->glyphs == GLYPHS_ASCII)
		return (char32_t)letter;
	return puzzle->screen.cell_glyphs[at - puzzle->format.alphabet[0]];
}

static void paint_letters(const struct draft *draft, struct picture *picture)
{
	const struct puzzle *puzzle = draft->puzzle;
	const struct size margin = puzzle->screen.margin;
	board_thin_frame(picture, margin, draft->rows, draft->columns);
	for (int cell = 0; cell < draft->rows * draft->columns; cell++) {
		const int row = cell / draft->columns, column = cell % draft->columns;
		const char start = draft->word[0][cell], second = draft->word[1][cell];
		const int piece = colour_of(puzzle, start);
		const int wanted = puzzle->format.marks != NULL ? 0 : colour_of(puzzle, second);
		if (start == '.' || start == '#' || piece > 0)
			board_cell(picture, margin, row, column, start == '#', piece, wanted);
		else
			board_mark(picture, margin, row, column, glyph_of(picture, puzzle, start),
			           second == '*' ? ROLE_STRONG : ROLE_TEXT, 0);
	}
}

/* A plus and a minus for a row or column at that side. */
static void draw_side(struct picture *picture, int row, int column, int more, int less, int cell)
{
	picture_put(picture, row, column, U'+', ROLE_STRONG, 0);
	picture_put(picture, row, column + 1, U'-', ROLE_STRONG, 0);
	picture_click_area(picture, row, column, 1, 1, more, -1);
	picture_click_area(picture, row, column + 1, 1, 1, less, cell);
}

/* The row below the board: the frame, or the next one where a column's letter would be hidden. */
static int row_below(const struct picture *picture, int row, int column)
{
	for (int i = 0; i < 2; i++) {
		const char32_t glyph = picture_cell_at(picture, row, column + i).glyph;
		if (glyph >= 'a' && glyph <= 'z')
			return row + 1;
	}
	return row;
}

static void draw_sides(const struct draft *draft, struct picture *picture)
{
	const struct size margin = draft->puzzle->screen.margin;
	const int height = (draft->rows * picture->side + 1) / 2;
	const int width = draft->columns * picture->side;
	const int middle_row = margin.rows + (height - 1) / 2;
	const int middle = margin.columns + width / 2 - 1;
	draw_side(picture, margin.rows - 1, middle, PRESS_SHIFT_UP, '_', 0);
	draw_side(picture, row_below(picture, margin.rows + height, middle), middle,
	          PRESS_SHIFT_DOWN, '_', (draft->rows - 1) * draft->columns);
	draw_side(picture, middle_row, margin.columns - 2, PRESS_SHIFT_LEFT, '|', 0);
	draw_side(picture, middle_row, margin.columns + width, PRESS_SHIFT_RIGHT, '|',
	          draft->columns - 1);
}

static void draw_board(struct app *app, int rows)
{
	const struct editor *editor = editor_of(app);
	const struct draft *draft = &editor->draft;
	const struct puzzle *puzzle = draft->puzzle;
	struct picture *picture = app->picture;
	const struct viewport room = {.top = HEAD_ROWS,
	                              .rows = rows,
	                              .columns = picture->columns,
	                              .pixels = picture->pixels,
	                              .flat = picture_is_flat(picture)};
	const struct viewport viewport =
		viewport_find(&app->scroll, puzzle, &editor->level, room, editor_cell(editor));
	viewport_begin(&viewport, picture);
	if (editor->is_level)
		puzzle->screen.paint(&editor->level, &(struct view){.state = &editor->level.start},
		                     picture);
	else
		paint_letters(draft, picture);
	board_click_areas(picture, puzzle->screen.margin, draft->rows, draft->columns);
	draw_sides(draft, picture);
	board_brackets(picture, puzzle->screen.margin, editor->row, editor->column, ROLE_CURSOR);
	viewport_end(&viewport, picture);
}

/* ---- the palette ---- */

const char *editor_word_name(const struct editor *editor, int word)
{
	const struct puzzle *puzzle = editor->draft.puzzle;
	if (word == 0)
		/* TRANSLATORS: what is drawn in the editor: where the pieces are at the start */
		return C_("editor", "start");
	if (puzzle->format.alphabet[1] == NULL)
		return NULL;
	if (puzzle->format.marks != NULL)
		return language_text_in(puzzle->format.marks);
	/* TRANSLATORS: what is drawn in the editor: where the pieces are to go */
	return C_("editor", "goal");
}

/* What a letter stands for, a piece in the colour that it has on the board. */
static void draw_meaning(struct picture *picture, int row, int column, int colour, char32_t glyph)
{
	if (colour == 0)
		picture_put(picture, row, column, glyph, ROLE_QUIET, 0);
	else if (picture->pixels)
		picture_ink(picture, row, column, picture_piece_glyph(picture, colour),
		            hue_colour(colour, TONE_TEXT), COLOUR_CELL_ODD);
	else
		picture_put(picture, row, column, picture_piece_glyph(picture, colour), ROLE_GOAL,
		            colour);
}

/* With what it stands for, if there are two rows. */
static void draw_letter(const struct app *app, int row, int column, int rows, int index)
{
	const struct editor *editor = editor_of(app);
	const struct puzzle *puzzle = editor->draft.puzzle;
	const char letter = puzzle->format.alphabet[editor->word][index];
	const bool selected = letter == editor->brush[editor->word];
	const int colour = colour_of(puzzle, letter);
	struct picture *picture = app->picture;
	picture_put(picture, row, column, (char32_t)letter, selected ? ROLE_HINT : ROLE_TEXT, 0);
	if (rows > 1 && colour <= COLOURS_SHOWN)
		draw_meaning(picture, row + 1, column, colour, glyph_of(picture, puzzle, letter));
	picture_click_area(picture, row, column, rows, 1, PRESS_OTHER, index);
}

/* The names of the words, the current one inverse; a click switches to the other. Returns the
 * column after them. */
static int draw_names(struct app *app, int row)
{
	const struct editor *editor = editor_of(app);
	struct picture *picture = app->picture;
	int column = picture->columns >= NARROW;
	for (int w = 0; w < 2 && editor_word_name(editor, w) != NULL; w++) {
		const bool drawn = w == editor->word;
		const int end = picture_print(picture, row, column, drawn ? ROLE_HINT : ROLE_QUIET,
		                              "%s", editor_word_name(editor, w));
		if (!drawn)
			picture_click_area(picture, row, column, 1, end - column, PRESS_TAB, -1);
		column = end + 1;
	}
	return column;
}

/* The letters of the current word, the brush inverse; a click chooses another brush. Where there is
 * no room for all, those around the brush. */
static void draw_palette(struct app *app, int row, int rows)
{
	const struct editor *editor = editor_of(app);
	if (rows == 0)
		return;
	const char *letters = editor->draft.puzzle->format.alphabet[editor->word];
	struct picture *picture = app->picture;
	const char32_t more = picture_glyph(picture, U'…', U'~');
	const int count = (int)strlen(letters), column = draw_names(app, row);
	const int room = greatest(picture->columns - column, 1);
	const int step = 1 + 2 * count <= room ? 2 : 1;
	const char *brush = strchr(letters, editor->brush[editor->word]);
	const int chosen = brush == NULL ? 0 : (int)(brush - letters);
	const int first = greatest(least(chosen - room / 2, count - room), 0);
	const int end = least(first + room, count);
	for (int i = first; i < end; i++)
		draw_letter(app, row, column + step - 1 + (i - first) * step, rows, i);
	if (first > 0)
		picture_put(picture, row, column, more, ROLE_QUIET, 0);
	if (end < count)
		picture_put(picture, row, column + room - 1, more, ROLE_QUIET, 0);
}

/* ---- words ---- */

static void draw_title(struct app *app)
{
	const struct editor *editor = editor_of(app);
	struct picture *picture = app->picture;
	char file[64], right[128], left[REPORT_MAX];
	const char *origin = editor_file(editor), *path = origin == NULL ? "" : origin;
	const char *slash = strrchr(path, '/');
	text_sanitize(file, sizeof file, slash == NULL ? path : slash + 1);
	snprintf(right, sizeof right, "%s%s", file,
	         editor_is_saved(editor) ? ""
	         : *file                 ? " *"
	                                 : C_("drawing", "not saved"));
	const int end = picture->columns - 1 - text_columns(right);
	int column = 1;
	if (picture->columns >= NARROW)
		column = picture_text(picture, 0, column, end, ROLE_STRONG, "Parlour") + 3;
	snprintf(left, sizeof left, _("Editor: %s"), _(editor->draft.puzzle->title));
	column = picture_text(picture, 0, column, end - column - 1, ROLE_QUIET, left);
	if (column + TITLE_MIN < end) {
		picture_put(picture, 0, column + 1, picture_glyph(picture, U'·', U'-'), ROLE_QUIET,
		            0);
		column += 3;
		const int after = picture_text(picture, 0, column, end - column - 1, ROLE_STRONG,
		                               editor_title(editor));
		picture_click_area(picture, 0, column, 1, after - column, ':', -1);
	}
	picture_print(picture, 0, end, ROLE_TEXT, "%s", right);
}

/* The proof; the numbers keep their role, so that an update costs few bytes. */
static int draw_proof(struct app *app, int row, int column)
{
	const struct editor *editor = editor_of(app);
	struct picture *picture = app->picture;
	char text[REPORT_MAX];
	const struct answer *answer = &editor->answer;
	if (!editor->is_level)
		return picture_print(picture, row, column, ROLE_TEXT, "%s", _("not a level yet"));
	if (editor->level.endless)
		return picture_print(picture, row, column, ROLE_TEXT, "%s",
		                     C_("drawing", "endless"));
	if (answer->verdict == OPTIMAL && answer->upper == 0)
		return picture_print(picture, row, column, ROLE_TEXT, "%s",
		                     C_("drawing", "already solved"));
	report_answer(answer, picture->glyphs == GLYPHS_ASCII, text);
	return picture_print(picture, row, column,
	                     answer->verdict == UNSOLVABLE ? ROLE_WARNING : ROLE_TEXT, "%s", text);
}

/* The proof, the size, and the letters under the cursor. */
static void draw_counter(struct app *app)
{
	const struct editor *editor = editor_of(app);
	const struct draft *draft = &editor->draft;
	const bool wide = app->picture->columns >= NARROW;
	const int row = app->picture->rows - 2, left = wide;
	const int cell = editor_cell(editor);
	char second[64] = "";
	int column = draw_proof(app, row, left);
	if (draft_has_second_word(draft))
		snprintf(second, sizeof second, " %s%s%c", wide ? editor_word_name(editor, 1) : "",
		         wide ? " " : "", draft->word[1][cell]);
	const int usual = left + 16;
	column = (column < usual ? usual : column) + 1 + 2 * wide;
	column = picture_print(app->picture, row, column, ROLE_TEXT, "%dx%d", draft->rows,
	                       draft->columns) + 1 + 2 * wide;
	picture_print(app->picture, row, column, ROLE_TEXT, "%c%d: %s%s%c%s", 'a' + editor->column,
	              draft->rows - editor->row, wide ? editor_word_name(editor, 0) : "",
	              wide ? " " : "", draft->word[0][cell], second);
}

/* Where a text has a letter in quotes, 'a'; NULL: nowhere. */
static const char *find_letter(const char *text)
{
	const char *quote = strchr(text, '\'');
	while (quote != NULL && (quote[1] < 'a' || quote[1] > 'z' || quote[2] != '\''))
		quote = strchr(quote + 1, '\'');
	return quote;
}

/* How the words below the board name a colour: by its shape, or by the letter that draws it, which
 * the counter's row and the palette show. */
static void name_colour(const struct picture *picture, char letter, char out[TEXT_BYTES_MAX + 1])
{
	const char32_t glyph = picture_piece_glyph(picture, letter - 'a' + 1);
	out[text_encode(out, glyph < 0x80 ? (char32_t)letter : glyph)] = '\0';
}

/* Why the drawing is no level yet, as a sentence in which colours are named as above: "● has 1
 * block but 2 goals." Errors name a colour as "colour 'a'", whichever puzzle they are about; of
 * another language, only the letter in quotes is known. */
static void fault_words(const struct app *app, char out[REPORT_MAX])
{
	static const char mark[] = "colour ";
	const char *text = editor_of(app)->fault.text, *quote = find_letter(text);
	char words[sizeof editor_of(app)->fault.text], name[TEXT_BYTES_MAX + 1];
	const size_t before = quote == NULL ? 0 : (size_t)(quote - text), length = strlen(mark);
	const bool marked = before >= length && strncmp(quote - length, mark, length) == 0;
	if (quote == NULL || (!marked && language_current() == 0)) {
		text_sentence(out, REPORT_MAX, text);
		return;
	}
	name_colour(app->picture, quote[1], name);
	const bool shape = name[0] != quote[1];
	snprintf(words, sizeof words, "%.*s%s%s", (int)(before - (marked && shape ? length : 0)),
	         text, name, quote + 3);
	text_sentence(out, REPORT_MAX, words);
}

void editor_say_fault(struct app *app)
{
	char words[REPORT_MAX];
	fault_words(app, words);
	app_say(app, _("Not a level yet. %s"), words);
}

/* Why it is not a level, else the level's hint or rules. */
static void find_words(const struct app *app, char words[REPORT_MAX])
{
	const struct editor *editor = editor_of(app);
	const struct draft *draft = &editor->draft;
	if (!editor->is_level) {
		fault_words(app, words);
		return;
	}
	report_rules(draft->puzzle, &editor->level, false, words);
	if (draft->value[HEADER_HINT] != NULL)
		snprintf(words, REPORT_MAX, "%.*s", REPORT_MAX - 1, draft->value[HEADER_HINT]);
}

/* The rows for the board, and those of the palette (0 to 2). The palette is left out if the board
 * fits then. If that is not enough, words cover the lower edge of the board. */
static int board_rows(const struct app *app, int *palette)
{
	const struct editor *editor = editor_of(app);
	const struct picture *picture = app->picture;
	const int rows = picture->rows - HEAD_ROWS - FOOT_ROWS;
	const int minimum =
		viewport_minimum(editor->draft.puzzle, &editor->level, app->picture->pixels).rows;
	int words = picture->columns < NARROW ? 2 : 1;
	*palette = picture->rows < ROWS_FOR_GLYPHS ? 1 : 2;
	while (minimum <= rows && minimum > rows - words - *palette)
		if (*palette > 0)
			--*palette;
		else
			words--;
	return rows - words - *palette;
}

void editor_draw(struct app *app)
{
	static const enum action drop[] = {ACTION_QUIT, ACTION_PLAY_UP, ACTION_HEADER, ACTION_NONE};
	char words[REPORT_MAX];
	int palette;
	editor_translate(app);
	const int rows = board_rows(app, &palette);
	draw_title(app);
	draw_board(app, rows);
	draw_palette(app, HEAD_ROWS + rows, palette);
	draw_counter(app);
	find_words(app, words);
	app_draw_footer(app, ON_EDITOR, drop, words,
	                editor_of(app)->is_level ? ROLE_QUIET : ROLE_TEXT, false);
}
