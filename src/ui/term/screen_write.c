/* Bytes for a picture: what changed, and as little else as the terminal lets us.
 *
 * Colours are most of the bytes, so the picture is written look by look: all that can be written in
 * the look that the terminal was left in, wherever that is, then all in the look that is cheapest
 * to change to, and so on; of equals, the one whose background most cells still need. Of a blank
 * only the background matters, and two pixels can be shown with either of their colours as the
 * background. Blanks are erased where that is shorter, together with what is written over them
 * later. The cursor moves by the shortest sequence. Every sequence is terminfo's, but for 24-bit
 * colours. Terminfo's "rep" is not used: behind the name of an xterm there may be mosh, JediTerm or
 * an older tmux, which do not repeat characters like these.
 *
 * curses could draw too, but row by row, with both colours sent when one changes, both again when
 * bold does, and plain attributes after every picture: two or three times as many bytes. */
#define NCURSES_NOMACROS
#include "os/signal.h"
#include "os/text.h"
#include "ui/term/screen_private.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

/* <term.h> names capabilities by such macros. */
#undef columns
#undef lines

enum {
	SEQUENCE_MAX = 64,       /* bytes that move the cursor */
	FULL_MILLISECONDS = 100, /* between two tries to write without waiting */
	MOVE_BYTES = 5,          /* to move the cursor within a row, about */
	NUMBER_MAX = 0xffffff,   /* in a capability: a row, a column, a colour */
};

static const char *const names[CAP_COUNT] = {
	[CAP_MOVE] = "cup", [CAP_MOVE_ROW] = "vpa", [CAP_MOVE_COLUMN] = "hpa",
	[CAP_UP] = "cuu", [CAP_DOWN] = "cud", [CAP_RIGHT] = "cuf", [CAP_LEFT] = "cub",
	[CAP_UP_ONE] = "cuu1", [CAP_DOWN_ONE] = "cud1", [CAP_RIGHT_ONE] = "cuf1",
	[CAP_LEFT_ONE] = "cub1", [CAP_ROW_BEGIN] = "cr",
	[CAP_CLEAR] = "clear", [CAP_ERASE_TO_END] = "el", [CAP_ERASE] = "ech",
	[CAP_PLAIN] = "sgr0", [CAP_OWN_COLOURS] = "op",
	[CAP_FOREGROUND] = "setaf", [CAP_BACKGROUND] = "setab",
	[CAP_BOLD] = "bold", [CAP_DIM] = "dim", [CAP_UNDERLINE] = "smul", [CAP_REVERSE] = "rev",
	[CAP_MOUSE] = "XM", [CAP_KEYPAD_ON] = "smkx", [CAP_KEYPAD_OFF] = "rmkx",
	[CAP_CURSOR_ON] = "cnorm", [CAP_CURSOR_OFF] = "civis",
	[CAP_ENTER] = "smcup", [CAP_LEAVE] = "rmcup",
};

static const struct spot blank = {U' ', {COLOUR_ANY, COLOUR_OWN, 0}};

static const struct {
	enum capability capability;
	uint8_t flag;
} flags[] = {
	/* clang-format off */
	{CAP_BOLD, LOOK_BOLD}, {CAP_DIM, LOOK_DIM},
	{CAP_UNDERLINE, LOOK_UNDERLINE}, {CAP_REVERSE, LOOK_REVERSE},
	/* clang-format on */
};
enum { FLAGS = sizeof flags / sizeof flags[0] };

/* ---- capabilities ---- */

const char *terminal_text(const char *name)
{
	const char *text = tigetstr(name);
	return text == (char *)-1 ? NULL : text;
}

static void forget(struct writer *writer)
{
	writer->row = -1;
	writer->look = (struct look){COLOUR_UNKNOWN, COLOUR_UNKNOWN, writer->flags};
}

/* The capability with its parameters, valid until the next call; NULL if the terminal has none. */
static const char *fill_in(const struct writer *writer, enum capability capability, int first,
                           int second)
{
	const char *text = writer->text[capability];
	return text == NULL ? NULL : tiparm(text, first, second);
}

/* Fills in each capability at its longest: curses allocates only the first time, and without memory
 * it crashes or ends the process. */
bool writer_begin(struct writer *writer)
{
	bool whole = true;
	for (int i = 0; i < CAP_COUNT; i++) {
		writer->text[i] = terminal_text(names[i]);
		whole &= writer->text[i] == NULL ||
		         fill_in(writer, (enum capability)i, NUMBER_MAX, NUMBER_MAX) != NULL;
	}
	/* Attributes that take up a cell of the screen are of no use. */
	const bool usable = tigetnum("xmc") <= 0 && writer->text[CAP_PLAIN] != NULL;
	const int not_with_colours = tigetnum("ncv");
	for (int i = 0; i < FLAGS && usable; i++)
		if (writer->text[flags[i].capability] != NULL)
			writer->flags |= flags[i].flag;
	writer->coloured_flags =
		writer->flags & (uint8_t)(not_with_colours < 0 ? UINT8_MAX : ~not_with_colours);
	writer->moves_in_any_look = tigetflag("msgr") > 0;
	writer->erases_in_colour = tigetflag("bce") > 0;
	writer->direct = tigetflag("RGB") > 0 && tigetnum("colors") == COLOUR_RGB;
	writer->wraps_at_once = tigetflag("am") > 0 && tigetflag("xenl") <= 0;
	forget(writer);
	return whole;
}

/* ---- bytes ---- */

void writer_flush(struct writer *writer)
{
	int failed = 0;
	for (size_t sent = 0; sent < writer->length && failed < 2 && signal_received() == 0;) {
		const ssize_t count =
			write(STDOUT_FILENO, writer->bytes + sent, writer->length - sent);
		struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
		if (count > 0)
			sent += (size_t)count;
		else if (errno == EAGAIN)
			poll(&output, 1, FULL_MILLISECONDS);
		else if (errno != EINTR)
			failed++; /* twice: the terminal is gone, as the next wait finds */
	}
	writer->length = 0;
}

static void add_byte(struct writer *writer, char byte)
{
	if (writer->length == sizeof writer->bytes)
		writer_flush(writer);
	writer->bytes[writer->length++] = byte;
}

static struct writer *tputs_writer; /* tputs has no parameter for it */

static int tputs_byte(int byte)
{
	add_byte(tputs_writer, (char)byte);
	return byte;
}

void writer_put_text(struct writer *writer, const char *text)
{
	tputs_writer = writer;
	tputs(text, 1, tputs_byte);
}

void writer_put_bytes(struct writer *writer, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		add_byte(writer, bytes[i]);
}

void writer_put(struct writer *writer, enum capability capability)
{
	if (writer->text[capability] != NULL)
		writer_put_text(writer, writer->text[capability]);
}

void writer_put_with(struct writer *writer, enum capability capability, int first, int second)
{
	const char *text = fill_in(writer, capability, first, second);
	if (text != NULL)
		writer_put_text(writer, text);
}

/* ---- looks ---- */

/* Back to no attributes. That leaves the terminal's own colours as they are; whether it resets
 * others, terminfo does not say. */
static void put_plain(struct writer *writer)
{
	struct look *look = &writer->look;
	writer_put(writer, CAP_PLAIN);
	look->flags = 0;
	if (look->foreground != COLOUR_OWN)
		look->foreground = COLOUR_UNKNOWN;
	if (look->background != COLOUR_OWN)
		look->background = COLOUR_UNKNOWN;
}

/* A 24-bit colour, as xterm has them and all others since; terminfo has no name for it. */
static void put_rgb(struct writer *writer, int layer, int32_t colour)
{
	char text[SEQUENCE_MAX];
	const int length =
		snprintf(text, sizeof text, "\033[%d;2;%d;%d;%dm", layer, (int)(colour >> 16 & 255),
	                 (int)(colour >> 8 & 255), (int)(colour & 255));
	writer_put_bytes(writer, text, (size_t)length);
}

/* `layer` is the number that begins a 24-bit colour. Where numbers are 24-bit values, the first
 * eight still are ANSI colours, or the first 256: darker blues become a little red. */
static void put_colour(struct writer *writer, enum capability capability, int layer, int32_t colour)
{
	if (writer->direct && colour >= CUBE_FIRST) {
		const int32_t rgb =
			colour >= COLOUR_RGB ? colour - COLOUR_RGB : (int32_t)cube_rgb(colour);
		writer_put_with(writer, capability, rgb < 256 ? rgb + 0x010000 : rgb, 0);
	} else if (colour >= COLOUR_RGB)
		put_rgb(writer, layer, colour);
	else
		writer_put_with(writer, capability, colour, 0);
}

static void put_foreground(struct writer *writer, int32_t colour)
{
	put_colour(writer, CAP_FOREGROUND, 38, colour);
	writer->look.foreground = colour;
}

static void put_background(struct writer *writer, int32_t colour)
{
	put_colour(writer, CAP_BACKGROUND, 48, colour);
	writer->look.background = colour;
}

/* Whether the terminal's own colours come first, as nothing else sets one of them. */
static bool needs_own(const struct look *look, int32_t foreground, int32_t background)
{
	return (foreground == COLOUR_OWN && look->foreground != COLOUR_OWN) ||
	       (background == COLOUR_OWN && look->background != COLOUR_OWN);
}

static void put_colours(struct writer *writer, int32_t foreground, int32_t background)
{
	struct look *look = &writer->look;
	if (needs_own(look, foreground, background)) {
		writer_put(writer, CAP_OWN_COLOURS);
		look->foreground = look->background = COLOUR_OWN;
	}
	if (foreground != COLOUR_ANY && foreground != look->foreground)
		put_foreground(writer, foreground);
	if (background != look->background)
		put_background(writer, background);
}

/* The flags that can be seen on this spot. */
static uint8_t visible_flags(struct spot spot)
{
	return spot.look.foreground == COLOUR_ANY ? LOOK_SEEN_ON_BLANKS : UINT8_MAX;
}

static bool has_this_look(const struct writer *writer, struct spot spot)
{
	const struct look *look = &writer->look;
	return (spot.look.foreground == COLOUR_ANY || look->foreground == spot.look.foreground) &&
	       look->background == spot.look.background &&
	       ((look->flags ^ spot.look.flags) & visible_flags(spot)) == 0;
}

/* Whether it is two pixels, neither in the terminal's own colours of text and background. */
static bool can_turn(struct spot spot)
{
	return (spot.glyph == U'▀' || spot.glyph == U'▄') && spot.look.foreground >= 0 &&
	       spot.look.background >= 0 && spot.look.flags == 0;
}

/* The same two pixels, with foreground and background exchanged. */
static struct spot turned(struct spot spot)
{
	return (struct spot){spot.glyph == U'▀' ? U'▄' : U'▀',
	                     {spot.look.background, spot.look.foreground, 0}};
}

/* True if the spot can be written in the look that the terminal has. */
static bool has_look(const struct writer *writer, struct spot spot)
{
	return has_this_look(writer, spot) ||
	       (can_turn(spot) && has_this_look(writer, turned(spot)));
}

/* Whether the look has attributes that the spot must not show: they end together. */
static bool needs_plain(const struct look *look, struct spot spot)
{
	return (look->flags & ~spot.look.flags & visible_flags(spot)) != 0;
}

static void take_look(struct writer *writer, struct spot spot)
{
	if (needs_plain(&writer->look, spot))
		put_plain(writer);
	put_colours(writer, spot.look.foreground, spot.look.background);
	for (int i = 0; i < FLAGS; i++)
		if (flags[i].flag & spot.look.flags & ~writer->look.flags)
			writer_put(writer, flags[i].capability);
	writer->look.flags |= spot.look.flags;
}

void writer_plain(struct writer *writer)
{
	if (writer->look.flags != 0)
		put_plain(writer);
	put_colours(writer, COLOUR_OWN, COLOUR_OWN);
}

/* ---- moving the cursor ---- */

/* Bytes that will be sent: "$<" to ">" only asks for a delay. */
static size_t cost_of(const char *sequence)
{
	size_t cost = 0;
	while (*sequence != '\0') {
		const char *end = strncmp(sequence, "$<", 2) == 0 ? strchr(sequence, '>') : NULL;
		cost += end == NULL;
		sequence = end == NULL ? sequence + 1 : end + 1;
	}
	return cost;
}

/* Takes the other sequence if it is shorter. */
static void take_shorter(char sequence[SEQUENCE_MAX], const char *other)
{
	if (other != NULL && cost_of(other) < cost_of(sequence) && strlen(other) < SEQUENCE_MAX)
		snprintf(sequence, SEQUENCE_MAX, "%s", other);
}

/* The capabilities that change one of row and column. */
struct axis {
	enum capability absolute, back, forth, back_one, forth_one;
};

/* The shortest sequence from one number to another; too long to be taken if there is none. */
static void find_sequence(const struct writer *writer, struct axis axis, int from, int to,
                          char sequence[SEQUENCE_MAX])
{
	const bool forth = to > from;
	const size_t steps = (size_t)(forth ? to - from : from - to);
	const char *step = writer->text[forth ? axis.forth_one : axis.back_one];
	memset(sequence, '?', SEQUENCE_MAX - 1);
	sequence[steps == 0 ? 0 : SEQUENCE_MAX - 1] = '\0';
	if (steps == 0) /* nothing is shorter */
		return;
	take_shorter(sequence, fill_in(writer, axis.absolute, to, 0));
	take_shorter(sequence, fill_in(writer, forth ? axis.forth : axis.back, (int)steps, 0));
	if (step != NULL && strlen(step) * steps < SEQUENCE_MAX) {
		char repeated[SEQUENCE_MAX] = "", *end = repeated;
		for (size_t i = 0; i < steps; i++)
			end = stpcpy(end, step);
		take_shorter(sequence, repeated);
	}
}

static void find_shortest(const struct writer *writer, int row, int column,
                          char sequence[SEQUENCE_MAX])
{
	static const struct axis upright = {CAP_MOVE_ROW, CAP_UP, CAP_DOWN, CAP_UP_ONE,
	                                    CAP_DOWN_ONE};
	static const struct axis across = {CAP_MOVE_COLUMN, CAP_LEFT, CAP_RIGHT, CAP_LEFT_ONE,
	                                   CAP_RIGHT_ONE};
	char up[SEQUENCE_MAX], along[SEQUENCE_MAX], both[2 * SEQUENCE_MAX];
	snprintf(sequence, SEQUENCE_MAX, "%s", fill_in(writer, CAP_MOVE, row, column));
	if (writer->row < 0)
		return;
	find_sequence(writer, upright, writer->row, row, up);
	find_sequence(writer, across, writer->column, column, along);
	if (column == 0)
		take_shorter(along, writer->text[CAP_ROW_BEGIN]);
	snprintf(both, sizeof both, "%s%s", up, along);
	take_shorter(sequence, both);
}

/* ---- pictures ---- */

static void put_spot(struct writer *writer, int columns, struct spot spot)
{
	char bytes[TEXT_BYTES_MAX];
	if (can_turn(spot) && !has_this_look(writer, spot))
		spot = turned(spot);
	writer_put_bytes(writer, bytes, text_encode(bytes, spot.glyph));
	writer->column += text_width(spot.glyph) == 2 ? 2 : 1;
	if (writer->column >= columns) /* terminals differ here */
		writer->row = -1;
}

/* Bytes to move the cursor along its row by writing its cells again; too many if that would
 * take another look. */
static size_t cost_of_writing(const struct writer *writer, int row, int column,
                              const struct spot *shown)
{
	char bytes[TEXT_BYTES_MAX];
	size_t cost = 0;
	if (writer->row != row || writer->column > column || column - writer->column > SEQUENCE_MAX)
		return SEQUENCE_MAX;
	for (int c = writer->column; c < column; c++) {
		if (shown[c].glyph == 0 || text_width(shown[c].glyph) != 1 ||
		    !has_look(writer, shown[c]))
			return SEQUENCE_MAX;
		cost += text_encode(bytes, shown[c].glyph);
	}
	return cost;
}

static void go_to(struct writer *writer, int row, int column, int columns, const struct spot *shown)
{
	char sequence[SEQUENCE_MAX];
	if (writer->row == row && writer->column == column)
		return;
	find_shortest(writer, row, column, sequence);
	if (cost_of_writing(writer, row, column, shown) <= cost_of(sequence)) {
		while (writer->column < column)
			put_spot(writer, columns, shown[writer->column]);
		return;
	}
	if (!writer->moves_in_any_look)
		writer_plain(writer);
	writer_put_text(writer, sequence);
	writer->row = row;
	writer->column = column;
}

static bool is_same(struct spot a, struct spot b)
{
	return a.glyph == b.glyph && a.look.foreground == b.look.foreground &&
	       a.look.background == b.look.background && a.look.flags == b.look.flags;
}

/* Blanks of one background in a row, from one on up to `end`, and what lies between them. */
struct blanks {
	int end;
	bool to_end; /* of the row: all that follows can be erased, too */
	size_t cost; /* bytes to write those that changed one by one, about */
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
			blanks.cost += 1U + (gap ? MOVE_BYTES : 0U);
			blanks.end = c + 1;
			gap = false;
		}
	}
	blanks.to_end = c == columns && !gap;
	return blanks;
}

/* Erases the blanks that begin at the cursor, in the present look, if that is shorter than writing
 * them. */
static bool erase_spots(struct writer *writer, int column, int columns, struct spot *shown,
                        const struct spot *wanted)
{
	const struct spot spot = wanted[column];
	if (spot.glyph != U' ' || spot.look.flags != 0 ||
	    (spot.look.background != COLOUR_OWN && !writer->erases_in_colour))
		return false;
	const struct blanks blanks = find_blanks(column, columns, shown, wanted);
	const enum capability erase = blanks.to_end ? CAP_ERASE_TO_END : CAP_ERASE;
	const char *sequence = fill_in(writer, erase, blanks.end - column, 0);
	if (sequence == NULL ||
	    blanks.cost <= cost_of(sequence) + (blanks.to_end ? 0 : MOVE_BYTES - 1))
		return false;
	writer_put_with(writer, erase, blanks.end - column, 0);
	for (int i = column; i < blanks.end; i++)
		shown[i] = spot;
	return true;
}

/* Writes the spot there in the present look, or erases it and others. */
static void put_spots(struct writer *writer, int row, int column, int columns, struct spot *shown,
                      const struct spot *wanted)
{
	go_to(writer, row, column, columns, shown);
	if (!has_look(writer, wanted[column])) /* moving took it */
		take_look(writer, wanted[column]);
	if (erase_spots(writer, column, columns, shown, wanted))
		return;
	put_spot(writer, columns, wanted[column]);
	/* The right half of a wide character that it cuts is blank now. */
	if (writer->column < columns && shown[writer->column].glyph == 0)
		shown[writer->column].look.foreground = COLOUR_UNKNOWN;
	shown[column] = wanted[column];
}

/* ---- a look ---- */

struct canvas {
	int rows, columns;
	struct spot *shown;
	const struct spot *wanted;
};

/* Columns of a row that may be written: a glyph in the last cell may scroll the screen. */
static int columns_of(const struct writer *writer, const struct canvas *canvas, int row)
{
	return canvas->columns - (row == canvas->rows - 1 && writer->wraps_at_once);
}

/* Whether a cell is left to be written, in any look. */
static bool is_left(const struct canvas *canvas, int i)
{
	return canvas->wanted[i].glyph != 0 && !is_same(canvas->shown[i], canvas->wanted[i]);
}

/* Whether a cell is to be written in the present look. */
static bool is_due(const struct writer *writer, const struct canvas *canvas, int i)
{
	return is_left(canvas, i) && has_look(writer, canvas->wanted[i]);
}

/* Writes all that is due, the row of the cursor first: it has just changed, and may have again. */
static void put_look(struct writer *writer, const struct canvas *canvas)
{
	const int first = writer->row < 0 ? 0 : writer->row;
	for (int i = 0; i < canvas->rows; i++) {
		const int row = (first + i) % canvas->rows, start = row * canvas->columns;
		const int columns = columns_of(writer, canvas, row);
		for (int column = 0; column < columns; column++)
			if (is_due(writer, canvas, start + column))
				put_spots(writer, row, column, columns, canvas->shown + start,
				          canvas->wanted + start);
	}
}

/* ---- the order of looks ---- */

/* How many cells are left to be written on each background; of more than these, the rest counts
 * nothing. */
struct tally {
	int count;
	struct {
		int32_t background;
		int cells;
	} of[64];
};

static int *tally_of(struct tally *tally, int32_t background)
{
	static const int most = sizeof tally->of / sizeof tally->of[0];
	int i = 0;
	while (i < tally->count && tally->of[i].background != background)
		i++;
	if (i == tally->count && i < most) {
		tally->of[i].background = background;
		tally->of[i].cells = 0;
		tally->count++;
	}
	return i < most ? &tally->of[i].cells : NULL;
}

static void count_cell(struct tally *tally, int32_t background)
{
	int *cells = tally_of(tally, background);
	if (cells != NULL)
		++*cells;
}

/* Bytes that set a colour, about. */
static int colour_cost(int32_t colour)
{
	return colour >= COLOUR_RGB ? 17 : colour >= 8 ? 11 : 5;
}

/* Bytes that change to the spot's look, about. */
static int look_cost(const struct writer *writer, struct spot spot)
{
	const struct look *look = &writer->look;
	const bool plain = needs_plain(look, spot);
	const bool own = needs_own(look, spot.look.foreground, spot.look.background);
	const int32_t foreground = own ? COLOUR_OWN : look->foreground;
	const int32_t background = own ? COLOUR_OWN : look->background;
	int cost = (plain ? 3 : 0) + (own ? 5 : 0);
	if (spot.look.foreground != COLOUR_ANY && spot.look.foreground != foreground)
		cost += colour_cost(spot.look.foreground);
	if (spot.look.background != background)
		cost += colour_cost(spot.look.background);
	return cost + ((spot.look.flags & ~look->flags) != 0 ? 4 : 0);
}

struct next {
	struct spot spot;
	int cost, cells;
};

static void consider(const struct writer *writer, struct tally *tally, struct spot spot,
                     struct next *next)
{
	const int *cells = tally_of(tally, spot.look.background);
	const struct next other = {spot, look_cost(writer, spot), cells == NULL ? 0 : *cells};
	if (next->cost < 0 || other.cost < next->cost ||
	    (other.cost == next->cost && other.cells > next->cells))
		*next = other;
}

/* Changes to the look that is the cheapest. False if nothing is left to be written. */
static bool take_next(struct writer *writer, const struct canvas *canvas)
{
	const int count = canvas->rows * canvas->columns - writer->wraps_at_once;
	struct tally tally = {.count = 0};
	struct next next = {.cost = -1};
	for (int i = 0; i < count; i++)
		if (is_left(canvas, i)) {
			count_cell(&tally, canvas->wanted[i].look.background);
			if (can_turn(canvas->wanted[i]))
				count_cell(&tally, canvas->wanted[i].look.foreground);
		}
	for (int i = 0; i < count; i++)
		if (is_left(canvas, i)) {
			consider(writer, &tally, canvas->wanted[i], &next);
			if (can_turn(canvas->wanted[i]))
				consider(writer, &tally, turned(canvas->wanted[i]), &next);
		}
	if (next.cost >= 0)
		take_look(writer, next.spot);
	return next.cost >= 0;
}

void writer_show(struct writer *writer, int rows, int columns, struct spot *shown,
                 const struct spot *wanted)
{
	const struct canvas canvas = {rows, columns, shown, wanted};
	for (int i = 0; i < rows * columns; i++) /* right halves of wide characters */
		if (wanted[i].glyph == 0)
			shown[i] = wanted[i];
	do
		put_look(writer, &canvas);
	while (take_next(writer, &canvas));
}

void writer_clear(struct writer *writer, struct spot *shown, int count)
{
	for (int i = 0; i < count; i++)
		shown[i] = blank;
	forget(writer);
	writer_plain(writer);
	writer_put(writer, CAP_CLEAR);
	writer->row = writer->column = 0;
}
