/* The bytes that change a look, move the cursor, and write a spot: the shortest that the terminal
 * understands.
 *
 * Every sequence is terminfo's, except for 24-bit colours. Terminfo's "rep" is not used: a terminal
 * named xterm may be mosh, JediTerm or an older tmux, which do not repeat characters like these. */
#define NCURSES_NOMACROS
#include "os/signal.h"
#include "os/glyph.h"
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
	FULL_MILLISECONDS = 100, /* between two tries to write without waiting */
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

void writer_forget(struct writer *writer)
{
	writer->row = -1;
	writer->look = (struct look){COLOUR_UNKNOWN, COLOUR_UNKNOWN, writer->flags};
}

/* The capability with its parameters, valid until the next call; NULL if the terminal has none. */
const char *writer_fill_in(const struct writer *writer, enum capability capability, int first,
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
		         writer_fill_in(writer, (enum capability)i, NUMBER_MAX, NUMBER_MAX) != NULL;
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
	writer_forget(writer);
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
	const char *text = writer_fill_in(writer, capability, first, second);
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

/* Halves and quarters of a cell: each beside what it leaves free. */
static const char32_t halves[] = U"▀▄▌▐▖▜▗▛▘▟▝▙▚▞";

/* Its place among them; -1: it is another glyph. */
static int find_half(char32_t glyph)
{
	for (int i = 0; halves[i] != 0; i++)
		if (halves[i] == glyph)
			return i;
	return -1;
}

/* Whether it is two colours that share the cell, neither of them the terminal's own. */
bool spot_can_turn(struct spot spot)
{
	return spot.look.foreground >= 0 && spot.look.background >= 0 && spot.look.flags == 0 &&
	       find_half(spot.glyph) >= 0;
}

/* The same two colours, with foreground and background exchanged. */
struct spot spot_turned(struct spot spot)
{
	return (struct spot){halves[find_half(spot.glyph) ^ 1],
	                     {spot.look.background, spot.look.foreground, 0}};
}

/* True if the spot can be written in the look that the terminal has. */
bool writer_has_look(const struct writer *writer, struct spot spot)
{
	return has_this_look(writer, spot) ||
	       (spot_can_turn(spot) && has_this_look(writer, spot_turned(spot)));
}

/* Whether the look has attributes that the spot must not show: they end together. */
static bool needs_plain(const struct look *look, struct spot spot)
{
	return (look->flags & ~spot.look.flags & visible_flags(spot)) != 0;
}

void writer_take_look(struct writer *writer, struct spot spot)
{
	if (needs_plain(&writer->look, spot))
		put_plain(writer);
	put_colours(writer, spot.look.foreground, spot.look.background);
	for (int i = 0; i < FLAGS; i++)
		if (flags[i].flag & spot.look.flags & ~writer->look.flags)
			writer_put(writer, flags[i].capability);
	writer->look.flags |= spot.look.flags;
}

/* Bytes that set a colour, about. */
static int colour_cost(int32_t colour)
{
	return colour >= COLOUR_RGB ? 17 : colour >= 8 ? 11 : 5;
}

int writer_look_cost(const struct writer *writer, struct spot spot)
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

void writer_plain(struct writer *writer)
{
	if (writer->look.flags != 0)
		put_plain(writer);
	put_colours(writer, COLOUR_OWN, COLOUR_OWN);
}

/* ---- moving the cursor ---- */

/* Bytes that will be sent: "$<" to ">" only asks for a delay. */
size_t sequence_cost(const char *sequence)
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
	if (other != NULL && sequence_cost(other) < sequence_cost(sequence) &&
	    strlen(other) < SEQUENCE_MAX)
		snprintf(sequence, SEQUENCE_MAX, "%s", other);
}

/* The capabilities that change one of row and column. */
struct axis {
	enum capability absolute, back, forth, back_one, forth_one;
};

/* The shortest sequence from one number to another; too long to use if there is none. */
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
	take_shorter(sequence, writer_fill_in(writer, axis.absolute, to, 0));
	take_shorter(sequence,
	             writer_fill_in(writer, forth ? axis.forth : axis.back, (int)steps, 0));
	if (step != NULL && strlen(step) * steps < SEQUENCE_MAX) {
		char repeated[SEQUENCE_MAX] = "", *end = repeated;
		for (size_t i = 0; i < steps; i++)
			end = stpcpy(end, step);
		take_shorter(sequence, repeated);
	}
}

void writer_find_move(const struct writer *writer, int row, int column, char sequence[SEQUENCE_MAX])
{
	static const struct axis upright = {CAP_MOVE_ROW, CAP_UP, CAP_DOWN, CAP_UP_ONE,
	                                    CAP_DOWN_ONE};
	static const struct axis across = {CAP_MOVE_COLUMN, CAP_LEFT, CAP_RIGHT, CAP_LEFT_ONE,
	                                   CAP_RIGHT_ONE};
	char up[SEQUENCE_MAX], along[SEQUENCE_MAX], both[2 * SEQUENCE_MAX];
	snprintf(sequence, SEQUENCE_MAX, "%s", writer_fill_in(writer, CAP_MOVE, row, column));
	if (writer->row < 0)
		return;
	find_sequence(writer, upright, writer->row, row, up);
	find_sequence(writer, across, writer->column, column, along);
	if (column == 0)
		take_shorter(along, writer->text[CAP_ROW_BEGIN]);
	snprintf(both, sizeof both, "%s%s", up, along);
	take_shorter(sequence, both);
}

/* ---- a spot ---- */

void writer_put_spot(struct writer *writer, int columns, struct spot spot)
{
	char bytes[GLYPH_BYTES_MAX];
	if (spot_can_turn(spot) && !has_this_look(writer, spot))
		spot = spot_turned(spot);
	writer_put_bytes(writer, bytes, glyph_encode(bytes, spot.glyph));
	writer->column += glyph_width(spot.glyph);
	if (writer->column >= columns) /* terminals differ here */
		writer->row = -1;
}
