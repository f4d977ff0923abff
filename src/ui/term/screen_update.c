/* What has changed in a picture, in an order that takes few bytes.
 *
 * A picture is written look by look: all that can be written in the look that the terminal was left
 * in, wherever that is, then all in the look that is cheapest to change to, and so on; of equals,
 * the first on the screen, which may enclose the others. Of a blank only the background matters,
 * and two colours that share a cell can be shown with either as the background. Within a look the
 * cursor goes to what is nearest. Blanks are erased where that is shorter, together with what is
 * written over them later; and where later looks fill a small gap, it is blanked rather than jumped
 * over.
 *
 * curses could draw too, but row by row, with both colours sent when one changes, both again when
 * bold does, and plain attributes after every picture: two or three times as many bytes. */
#include "os/glyph.h"
#include "ui/term/screen_private.h"

#include <string.h>

/* Bytes of sequences, about. */
enum {
	MOVE_BYTES = 5,    /* to move the cursor within a row */
	JUMP_BYTES = 4,    /* the same in the shortest form, by any number */
	STEP_BYTES = 3,    /* and by one to the right */
	NEAR_BYTES = 5,    /* what takes as many is not near */
	NEAR_COLUMNS = 16, /* nor is what is further away */
	BLANK_BYTES = 2,   /* saved by a blank that is written with the glyphs beside it */
	BLANKS_LAST = 24,  /* more than one colour takes */
};

static const struct spot blank = {U' ', {COLOUR_ANY, COLOUR_OWN, 0}};

static bool is_same(struct spot a, struct spot b)
{
	return a.glyph == b.glyph && a.look.foreground == b.look.foreground &&
	       a.look.background == b.look.background && a.look.flags == b.look.flags;
}

/* Whether a cell must still be written, in any look. */
static bool is_left(const struct canvas *canvas, int i)
{
	return canvas->wanted[i].glyph != 0 && !is_same(canvas->shown[i], canvas->wanted[i]);
}

/* Whether a cell should be written in the current look. */
static bool is_due(const struct writer *writer, const struct canvas *canvas, int i)
{
	return is_left(canvas, i) && writer_has_look(writer, canvas->wanted[i]);
}

/* ---- moving the cursor ---- */

/* Whether a cell shows one glyph of one column, in the old picture and in the new. */
static bool is_single(const struct canvas *canvas, int i)
{
	return canvas->shown[i].glyph != 0 && glyph_width(canvas->shown[i].glyph) == 1 &&
	       canvas->wanted[i].glyph != 0 && glyph_width(canvas->wanted[i].glyph) == 1;
}

/* Bytes to move the cursor along its row by writing its cells again, or blanks where something else
 * will be written; too many if that would take another look. */
static size_t cost_of_writing(const struct writer *writer, const struct canvas *canvas, int row,
                              int column)
{
	char bytes[GLYPH_BYTES_MAX];
	size_t cost = 0;
	if (writer->row != row || writer->column > column || column - writer->column > SEQUENCE_MAX)
		return SEQUENCE_MAX;
	for (int c = writer->column; c < column; c++) {
		const int i = row * canvas->columns + c;
		if (!is_single(canvas, i))
			return SEQUENCE_MAX;
		if (is_left(canvas, i))
			cost++;
		else if (writer_has_look(writer, canvas->shown[i]))
			cost += glyph_encode(bytes, canvas->shown[i].glyph);
		else
			return SEQUENCE_MAX;
	}
	return cost;
}

/* Writes the cell at the cursor again, or a blank. */
static void write_over(struct writer *writer, const struct canvas *canvas)
{
	struct spot *shown = &canvas->shown[writer->row * canvas->columns + writer->column];
	if (is_left(canvas, (int)(shown - canvas->shown))) {
		*shown = blank;
		shown->look.background = writer->look.background;
		shown->look.flags = writer->look.flags & LOOK_SEEN_ON_BLANKS;
	}
	writer_put_spot(writer, canvas->columns, *shown);
}

static void go_to(struct writer *writer, const struct canvas *canvas, int row, int column)
{
	char sequence[SEQUENCE_MAX];
	if (writer->row == row && writer->column == column)
		return;
	writer_find_move(writer, row, column, sequence);
	if (cost_of_writing(writer, canvas, row, column) <= sequence_cost(sequence)) {
		while (writer->column < column)
			write_over(writer, canvas);
		return;
	}
	if (!writer->moves_in_any_look)
		writer_plain(writer);
	writer_put_text(writer, sequence);
	writer->row = row;
	writer->column = column;
}

/* Bytes to go to a cell below the cursor, or to the right of it: small steps down and to the left
 * take a byte each, and so does a blank. */
static int distance(const struct writer *writer, int row, int column)
{
	const int down = row - writer->row, right = column - writer->column;
	const int steps = right < 0 ? -right : right;
	const int along = right == 1 && down > 0 ? STEP_BYTES : steps;
	if (right > 1 && down > 0)
		return down + JUMP_BYTES;
	return down + (along < JUMP_BYTES ? along : JUMP_BYTES);
}

/* Columns of a row that may be written: a glyph in the last cell may scroll the screen. */
static int columns_of(const struct writer *writer, const struct canvas *canvas, int row)
{
	return canvas->columns - (row == canvas->rows - 1 && writer->wraps_at_once);
}

/* Whether a run of cells that are due begins here, or continues from the cursor. */
static bool is_start(const struct writer *writer, const struct canvas *canvas, int i)
{
	return is_due(writer, canvas, i) &&
	       (i % canvas->columns == 0 || i == writer->row * canvas->columns + writer->column ||
	        !is_due(writer, canvas, i - 1));
}

/* The nearest start of a run, below the cursor or to the right of it; -1: none is near. */
static int find_near(const struct writer *writer, const struct canvas *canvas)
{
	int best = NEAR_BYTES, found = -1;
	const int first = writer->column < NEAR_COLUMNS ? 0 : writer->column - NEAR_COLUMNS;
	for (int row = writer->row; row >= 0 && row < canvas->rows && row - writer->row < best;
	     row++) {
		const int columns = columns_of(writer, canvas, row);
		const int last = writer->column + NEAR_COLUMNS;
		int column = row == writer->row ? writer->column : first;
		for (; column < columns && column < last; column++) {
			const int i = row * canvas->columns + column;
			const int bytes = distance(writer, row, column);
			if (bytes < best && is_start(writer, canvas, i)) {
				best = bytes;
				found = i;
			}
		}
	}
	return found;
}

/* ---- erasing ---- */

/* Blanks of one background in a row, from one on up to `end`, and what lies between them. */
struct blanks {
	int end;
	bool to_end; /* up to the end of the row: all that follows can be erased, too */
	int cost;    /* bytes to write those that changed one by one, about */
};

/* The blanks like the one at `column`, as far as only such lie between them as will be written
 * later. */
static struct blanks find_blanks(int column, int columns, const struct spot *shown,
                                 const struct spot *wanted)
{
	struct blanks blanks = {.end = column};
	bool gap = false;
	int c = column;
	for (; c < columns; c++) {
		const bool changed = !is_same(shown[c], wanted[c]);
		if (!is_same(wanted[c], wanted[column])) {
			if (!changed)
				break;
			gap = true;
		} else if (changed) {
			blanks.cost += 1 + (gap ? MOVE_BYTES : 0);
			blanks.end = c + 1;
			gap = false;
		}
	}
	blanks.to_end = c == columns && !gap;
	return blanks;
}

/* Bytes by which erasing is dearer than writing up to `end`, since it leaves the cursor where it
 * is: it has to go on after the blanks, or it is there already, where more begin below. */
static int cost_of_staying(const struct writer *writer, const struct canvas *canvas, int row,
                           int column, int end)
{
	const int below = (row + 1) * canvas->columns + column;
	const int after = row * canvas->columns + end;
	const bool goes_on = end < canvas->columns && is_due(writer, canvas, after);
	if (!goes_on && row + 1 < canvas->rows && is_start(writer, canvas, below))
		return end - column < JUMP_BYTES ? column - end : -JUMP_BYTES;
	return MOVE_BYTES - 1;
}

/* Erases the blanks that begin at the cursor, in the current look, if that is shorter than writing
 * them. */
static bool erase_spots(struct writer *writer, const struct canvas *canvas, int row, int column)
{
	const int start = row * canvas->columns, columns = columns_of(writer, canvas, row);
	struct spot *shown = canvas->shown + start;
	const struct spot *wanted = canvas->wanted + start, spot = wanted[column];
	if (spot.glyph != U' ' || spot.look.flags != 0 ||
	    (spot.look.background != COLOUR_OWN && !writer->erases_in_colour))
		return false;
	const struct blanks blanks = find_blanks(column, columns, shown, wanted);
	const enum capability erase = blanks.to_end ? CAP_ERASE_TO_END : CAP_ERASE;
	const char *sequence = writer_fill_in(writer, erase, blanks.end - column, 0);
	if (sequence == NULL)
		return false;
	const int more = blanks.to_end
	                         ? 0
	                         : cost_of_staying(writer, canvas, row, column, blanks.end);
	if (blanks.cost <= (int)sequence_cost(sequence) + more)
		return false;
	writer_put_with(writer, erase, blanks.end - column, 0);
	for (int i = column; i < blanks.end; i++)
		shown[i] = spot;
	return true;
}

/* ---- a look ---- */

/* Writes a glyph that terminals show in different widths: over blanks, which a narrow one leaves,
 * and what a wide one covers is written again. Where the cursor is then is not known. */
static void put_varying(struct writer *writer, const struct canvas *canvas, int row, int column)
{
	struct spot *shown = canvas->shown + row * canvas->columns;
	struct spot spot = canvas->wanted[row * canvas->columns + column], space = spot;
	const int columns = columns_of(writer, canvas, row), width = glyph_width(spot.glyph);
	const int most = glyph_width_max(spot.glyph);
	space.glyph = U' ';
	if (column + most > columns) { /* it might go on in the next row */
		spot.glyph = U'?';
		writer_put_spot(writer, columns, spot);
		for (int i = 1; i < width && column + i < columns; i++)
			writer_put_spot(writer, columns, space);
		return;
	}
	for (int i = 0; i < width; i++)
		writer_put_spot(writer, columns, space);
	go_to(writer, canvas, row, column);
	writer_take_look(writer, spot); /* which moving may have ended */
	writer_put_spot(writer, columns, spot);
	writer->row = -1;
	for (int i = column + width; i < column + most; i++)
		shown[i].look.foreground = COLOUR_UNKNOWN;
	writer->has_covered |= most > width;
}

/* Writes the cell in the current look, or erases it and others. */
static void put_cell(struct writer *writer, const struct canvas *canvas, int i)
{
	const int row = i / canvas->columns, column = i % canvas->columns;
	const int start = i - column, columns = columns_of(writer, canvas, row);
	struct spot *shown = canvas->shown + start;
	const struct spot *wanted = canvas->wanted + start;
	go_to(writer, canvas, row, column);
	if (!writer_has_look(writer, wanted[column])) /* moving took it */
		writer_take_look(writer, wanted[column]);
	if (erase_spots(writer, canvas, row, column))
		return;
	if (glyph_width_max(wanted[column].glyph) > 0)
		put_varying(writer, canvas, row, column);
	else
		writer_put_spot(writer, columns, wanted[column]);
	/* The right half of a wide character that it cuts is blank now. */
	if (writer->column < columns && shown[writer->column].glyph == 0)
		shown[writer->column].look.foreground = COLOUR_UNKNOWN;
	shown[column] = wanted[column];
}

/* Writes all that is due: what is near the cursor, else the next from its row on, which has just
 * changed, and may have again. */
static void put_look(struct writer *writer, const struct canvas *canvas)
{
	const int row = writer->row < 0 ? 0 : writer->row;
	int first = 0;
	while (first < canvas->left_count && canvas->left[first] < row * canvas->columns)
		first++;
	for (int passed = 0; passed < canvas->left_count; passed++) {
		const int next = canvas->left[(first + passed) % canvas->left_count];
		if (!is_due(writer, canvas, next))
			continue;
		for (int i = next; i >= 0; i = find_near(writer, canvas))
			put_cell(writer, canvas, i);
	}
}

/* ---- the order of looks ---- */

struct next {
	struct spot spot;
	int cost;
};

/* Blanks come last: until then they are what small gaps are crossed with, a byte each. */
static void consider(const struct writer *writer, struct spot spot, struct next *next)
{
	const int cost = writer_look_cost(writer, spot) + (spot.glyph == U' ' ? BLANKS_LAST : 0);
	if (next->cost < 0 || cost < next->cost)
		*next = (struct next){spot, cost};
}

/* Bytes gained by taking a look: some for each blank on its background, which else would be written
 * later, after a move of the cursor. */
static int gain_of(const struct writer *writer, const struct canvas *canvas, struct spot spot)
{
	int blanks = 0;
	for (int k = 0; k < canvas->left_count; k++) {
		const struct spot *cell = &canvas->wanted[canvas->left[k]];
		blanks += cell->glyph == U' ' && cell->look.background == spot.look.background;
	}
	return blanks * BLANK_BYTES - writer_look_cost(writer, spot);
}

/* Two colours that share the cell, the other way round if that gains more. */
static struct spot better_side(const struct writer *writer, const struct canvas *canvas,
                               struct spot spot)
{
	if (!spot_can_turn(spot))
		return spot;
	const struct spot other = spot_turned(spot);
	return gain_of(writer, canvas, other) > gain_of(writer, canvas, spot) ? other : spot;
}

/* Removes cells from the list that have since been written. */
static void update_left(struct canvas *canvas)
{
	int count = 0;
	for (int k = 0; k < canvas->left_count; k++)
		if (is_left(canvas, canvas->left[k]))
			canvas->left[count++] = canvas->left[k];
	canvas->left_count = count;
}

/* Changes to the look that is the cheapest. False if nothing is left to write. */
static bool take_next(struct writer *writer, const struct canvas *canvas)
{
	struct next next = {.cost = -1};
	for (int k = 0; k < canvas->left_count; k++) {
		const struct spot spot = canvas->wanted[canvas->left[k]];
		if (k > 0 && is_same(spot, canvas->wanted[canvas->left[k - 1]]))
			continue; /* as most are: this loop is the dearest of a picture */
		consider(writer, spot, &next);
		if (spot_can_turn(spot))
			consider(writer, spot_turned(spot), &next);
	}
	if (next.cost >= 0)
		writer_take_look(writer, better_side(writer, canvas, next.spot));
	return next.cost >= 0;
}

void writer_show(struct writer *writer, struct canvas *canvas)
{
	const int cells = canvas->rows * canvas->columns;
	for (int i = 0; i < cells; i++) /* right halves of wide characters */
		if (canvas->wanted[i].glyph == 0)
			canvas->shown[i] = canvas->wanted[i];
	do {
		writer->has_covered = false;
		canvas->left_count = 0;
		for (int i = 0; i < cells - writer->wraps_at_once; i++)
			if (is_left(canvas, i))
				canvas->left[canvas->left_count++] = i;
		do {
			put_look(writer, canvas);
			update_left(canvas);
		} while (take_next(writer, canvas));
	} while (writer->has_covered);
}

void writer_clear(struct writer *writer, struct spot *shown, int count)
{
	for (int i = 0; i < count; i++)
		shown[i] = blank;
	writer_forget(writer);
	writer_plain(writer);
	writer_put(writer, CAP_CLEAR);
	writer->row = writer->column = 0;
}
