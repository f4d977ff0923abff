/* Questions to the terminal: its background, and whether it has 24-bit colours.
 *
 * They are sent once, after the first picture, and nothing waits for the answers: these come as
 * input, among the keys, whole or in parts, late or never. Most terminals ignore a question that
 * they do not know, but some print it. So only those are asked that read control strings, by TERM;
 * and the one question that is a device control string goes only to those that answered another.
 *
 *	background   OSC 11 ; ? ST      answer: OSC 11 ; rgb:hhhh/hhhh/hhhh ST
 *	name         CSI > q            answer: DCS > | NAME ST
 *	24-bit       DCS + q 524742 ST  answer: DCS 1 + r 524742 ... ST, or DCS 0 + r ... ST
 *
 * The name is also asked for when text from right to left is first shown, see talk_order.
 *
 * (xterm's control sequences: OSC, XTVERSION, XTGETTCAP; 524742 is "RGB" in hexadecimal.) An answer
 * begins with a key of our own, as curses sees it; its other bytes are collected from one call to
 * the next. */
#define NCURSES_NOMACROS
#include "os/clock.h"
#include "ui/term/screen_private.h"

#include <curses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum {
	ANSWER_MILLISECONDS = 1000,      /* until the next byte of an answer, or it is given up */
	AFTER_ESCAPE_MILLISECONDS = 100, /* for the byte after Esc, while answers are awaited */
	AWAIT_MILLISECONDS = 1500,       /* how long answers are awaited */
	LEAVE_MILLISECONDS = 150, /* after a question, until the terminal can be left to a shell */
};

enum { ASK_BACKGROUND = 1, ASK_NAME = 2, ASK_RGB = 4 };

static const struct {
	unsigned question;
	const char *text;
} questions[] = {
	{ASK_BACKGROUND, "\033]11;?\033\\"},
	{ASK_NAME, "\033[>q"},
	{ASK_RGB, "\033P+q524742\033\\"},
};
enum { QUESTIONS = sizeof questions / sizeof questions[0] };

/* ---- asking ---- */

static bool begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* Whether TERM begins with one of the names, of which NULL is the last. */
static bool is_one_of(const char *const names[])
{
	const char *term = getenv("TERM");
	for (; term != NULL && *names != NULL; names++)
		if (begins_with(term, *names))
			return true;
	return false;
}

/* Whether the terminal is of a kind that reads control strings. */
static bool can_be_asked(void)
{
	static const char *const kinds[] = {
		"xterm",        "alacritty", "contour", "foot",    "ghostty",
		"gnome",        "iterm",     "kitty",   "konsole", "mintty",
		"rxvt-unicode", "st-",       "tmux",    "vte",     "wezterm", NULL,
	};
	return getenv("INSIDE_EMACS") == NULL && getenv("STY") == NULL && is_one_of(kinds);
}

/* Whether it is a terminal that orders text from right to left and can't be told not to. */
static bool orders_always(void)
{
	static const char *const kinds[] = {"konsole", "mlterm", "nsterm", "putty", NULL};
	const char *program = getenv("TERM_PROGRAM");
	return is_one_of(kinds) || (program != NULL && strcmp(program, "Apple_Terminal") == 0);
}

void talk_begin(struct screen *screen)
{
	struct talk *talk = &screen->talk;
	screen->orders = orders_always();
	talk->open = can_be_asked();
	if (!talk->open)
		return;
	if (screen->depth != DEPTH_MONO)
		talk->ask = ASK_BACKGROUND | (screen->depth == DEPTH_RGB ? 0 : ASK_NAME);
	define_key("\033]", KEY_ANSWER_OSC);
	define_key("\033P", KEY_ANSWER_DCS);
}

void talk_ask(struct screen *screen)
{
	struct talk *talk = &screen->talk;
	if (talk->ask == 0)
		return;
	for (int i = 0; i < QUESTIONS; i++)
		if (talk->ask & questions[i].question)
			writer_put_bytes(&screen->writer, questions[i].text,
			                 strlen(questions[i].text));
	talk->awaited |= talk->ask;
	talk->ask = 0;
	talk->asked = milliseconds_now();
	if (talk->escape_delay == 0 && get_escdelay() < AFTER_ESCAPE_MILLISECONDS) {
		talk->escape_delay = get_escdelay();
		set_escdelay(AFTER_ESCAPE_MILLISECONDS);
	}
}

static void put_explicit_order(struct screen *screen)
{
	static const char sequence[] = "\033[8l";
	writer_put_bytes(&screen->writer, sequence, sizeof sequence - 1);
}

void talk_order(struct screen *screen)
{
	static const char implicit_mode[] = "\033[8h";
	const size_t size = sizeof implicit_mode - 1;
	if (!screen->talk.open || screen->talk.ordering)
		return;
	screen->talk.ordering = true;
	screen->talk.ask |= ASK_NAME;
	put_explicit_order(screen);
	if (screen->reset_length + size <= sizeof screen->reset) {
		memcpy(screen->reset + screen->reset_length, implicit_mode, size);
		screen->reset_length += size;
	}
}

void talk_resume(struct screen *screen)
{
	if (screen->talk.ordering)
		put_explicit_order(screen);
}

/* Restores curses' own delay before a lone Esc is accepted. */
static void end_delay(struct talk *talk)
{
	if (talk->escape_delay != 0)
		set_escdelay(talk->escape_delay);
	talk->escape_delay = 0;
}

/* ---- answers ---- */

/* A component of a colour, of one to four hexadecimal digits: from 0 to 255; -1 if it is none. */
static int component(const char **text)
{
	char *end;
	const unsigned long value = strtoul(*text, &end, 16);
	const long digits = end - *text;
	static const unsigned long most[] = {0, 0xf, 0xff, 0xfff, 0xffff};
	if (digits < 1 || digits > 4 || strspn(*text, "+- ") > 0)
		return -1;
	*text = end + (*end == '/');
	return (int)(value * 255 / most[digits]);
}

/* "11;rgb:1d1d/2020/2121", or rgba with a fourth component. */
static void take_background(struct screen *screen, const char *text)
{
	const char *colour = strchr(text, ':');
	uint32_t rgb = 0;
	screen->talk.awaited &= (unsigned)~ASK_BACKGROUND;
	if (colour == NULL || !begins_with(text, "11;rgb"))
		return;
	colour++;
	for (int i = 0; i < 3; i++) {
		const int value = component(&colour);
		if (value < 0)
			return;
		rgb = rgb << 8 | (uint32_t)value;
	}
	screen->ground = rgb;
	screen->background = theme_is_light(rgb) ? BACKGROUND_LIGHT : BACKGROUND_DARK;
	screen_resolve(screen);
}

static void take_rgb(struct screen *screen)
{
	if (screen->depth < DEPTH_8)
		return;
	screen->depth = DEPTH_RGB;
	screen_resolve(screen);
}

/* Of terminals with a name, these have always had 24-bit colours but do not answer for them. */
static void take_name(struct screen *screen, const char *name)
{
	screen->talk.awaited &= (unsigned)~ASK_NAME;
	screen->orders |= begins_with(name, "Konsole ");
	if (screen->depth == DEPTH_RGB || screen->depth == DEPTH_MONO)
		return;
	if (begins_with(name, "VTE(") || begins_with(name, "Konsole "))
		take_rgb(screen);
	else if (!begins_with(name, "tmux "))
		screen->talk.ask |= ASK_RGB;
}

static void take_answer(struct screen *screen)
{
	const char *text = screen->talk.text;
	if (screen->talk.kind == KEY_ANSWER_OSC)
		take_background(screen, text);
	else if (begins_with(text, ">|"))
		take_name(screen, text + 2);
	else {
		screen->talk.awaited &= (unsigned)~ASK_RGB;
		if (begins_with(text, "1+r524742"))
			take_rgb(screen);
	}
	if (screen->talk.awaited == 0)
		end_delay(&screen->talk);
}

/* Whether these are the first bytes of an answer to one of the questions. */
static bool is_answer(const struct talk *talk)
{
	static const struct {
		int kind;
		const char *start;
	} answers[] = {
		{KEY_ANSWER_OSC, "11;"},
		{KEY_ANSWER_DCS, ">|"},
		{KEY_ANSWER_DCS, "1+r"},
		{KEY_ANSWER_DCS, "0+r"},
	};
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
		if (answers[i].kind == talk->kind && (begins_with(talk->text, answers[i].start) ||
		                                      begins_with(answers[i].start, talk->text)))
			return true;
	return false;
}

/* Another byte of an answer. False if it can't be: then it is a key. */
static bool add(struct screen *screen, unsigned byte)
{
	struct talk *talk = &screen->talk;
	const bool end = byte == '\a' || (talk->escape && byte == '\\');
	if (end)
		take_answer(screen);
	else if (byte == '\033' && !talk->escape) {
		talk->escape = true;
		return true;
	} else if (!talk->escape && byte >= ' ' && byte < 0x7F && talk->length < ANSWER_MAX - 1) {
		talk->text[talk->length++] = (char)byte;
		talk->text[talk->length] = '\0';
		if (is_answer(talk))
			return true;
	}
	talk->kind = 0;
	return end;
}

bool talk_take(struct screen *screen, bool function_key, unsigned key)
{
	struct talk *talk = &screen->talk;
	const int64_t now = milliseconds_now();
	if (now > talk->asked + AWAIT_MILLISECONDS)
		end_delay(talk);
	if (now > talk->latest + ANSWER_MILLISECONDS)
		talk->kind = 0;
	talk->latest = now;
	if (function_key && (key == KEY_ANSWER_OSC || key == KEY_ANSWER_DCS)) {
		talk->kind = (int)key;
		talk->length = 0;
		talk->text[0] = '\0';
		talk->escape = false;
		return true;
	}
	if (talk->kind == 0)
		return false;
	if (function_key)
		talk->kind = 0;
	return !function_key && add(screen, key);
}

/* Reads any answers that have arrived. False at other input, which stays unread. */
static bool read_answers(struct screen *screen)
{
	wint_t key;
	for (;;) {
		const int result = screen_read(screen, &key);
		if (result == ERR)
			return true;
		if (talk_take(screen, result == KEY_CODE_YES, key))
			continue;
		screen_put_back(screen, result == KEY_CODE_YES, key);
		return false;
	}
}

void talk_end(struct screen *screen)
{
	struct talk *talk = &screen->talk;
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	for (;;) {
		const int64_t left = talk->asked + LEAVE_MILLISECONDS - milliseconds_now();
		if (talk->awaited == 0 || left <= 0 || poll(&input, 1, (int)left) <= 0 ||
		    (input.revents & POLLIN) == 0 || !read_answers(screen))
			return;
	}
}
