/* Capabilities of terminals with their parameters filled in, against curses' own. */
#define NCURSES_NOMACROS
#include "help.h"
#include "ui/screen_expand.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

enum { OUT_MAX = 256 };

static bool fill_in(const char *capability, long first, long second, char out[OUT_MAX])
{
	const struct parameter numbers[EXPAND_PARAMETERS] = {{.number = first}, {.number = second}};
	return expand(capability, numbers, out, OUT_MAX);
}

/* Common ones, and some with rare commands. Which of them are known differs by machine. */
static const char *const terminals[] = {
	"xterm", "xterm-256color", "xterm-direct", "linux", "vt100", "vt52", "tmux-256color",
	"screen", "rxvt-unicode", "putty", "konsole", "foot", "alacritty", "ansi", "adm3a", "wy50",
	"hp2392", "d220", "d470c", "ibm3151", "cons25", "sun", "tek4105", "dg460-ansi", "ibcs2",
};
static const char *const capabilities[] = {
	"cup", "vpa", "hpa", "cuu", "cud", "cuf", "cub", "ech", "setaf", "setab", "XM",
};
enum {
	TERMINALS = sizeof terminals / sizeof terminals[0],
	CAPABILITIES = sizeof capabilities / sizeof capabilities[0],
};

static void compare(const char *terminal, const char *name)
{
	char out[OUT_MAX];
	const char *capability = tigetstr(name);
	if (capability == NULL || capability == (const char *)-1)
		return;
	for (int first = 0; first < 300; first++)
		for (int second = 0; second < 200; second += 13) {
			const char *wanted = tiparm(capability, first, second);
			must(fill_in(capability, first, second, out) && strcmp(out, wanted) == 0,
			     "%s of %s with %d and %d", name, terminal, first, second);
		}
}

START_TEST(it_says_what_curses_says)
{
	int known = 0, result;
	for (int t = 0; t < TERMINALS; t++) {
		if (setupterm(terminals[t], STDOUT_FILENO, &result) != OK)
			continue;
		known++;
		for (int c = 0; c < CAPABILITIES; c++)
			compare(terminals[t], capabilities[c]);
		del_curterm(cur_term);
	}
	ck_assert_int_gt(known, 0);
}
END_TEST

/* What no capability here has. */
START_TEST(the_whole_language_is_understood)
{
	static const struct {
		const char *capability, *wanted; /* with 7 and 3 */
	} cases[] = {
		{"%%%p1%d", "%7"},
		{"%i%p1%d;%p2%d", "8;4"},
		{"%p1%p2%-%d %p1%p2%*%d %p1%p2%/%d %p1%p2%m%d", "4 21 2 1"},
		{"%p1%p2%&%d %p1%{8}%|%d %p1%p2%^%d %p1%~%d", "3 15 4 -8"},
		{"%p1%p2%=%d%p1%p2%<%d%p1%p2%>%d", "001"},
		{"%p1%{0}%A%d%p1%{0}%O%d%p1%!%d", "010"},
		{"%p1%{0}%/%d%p1%{0}%m%d", "00"},
		{"%?%p1%t%?%p2%{3}%=%ta%eb%;%ec%;", "a"},
		{"%?%p1%{6}%=%ta%e%p1%{7}%=%tb%ec%;d", "bd"},
		{"%?%{0}%t%?%{1}%ta%eb%;%ec%;", "c"},
		{"%p1%Pz%gz%gz%+%d%gA%d", "140"},
		{"%p1%'a'%+%c%{0}%c", "h\200"},
		{"%p1%3d|%p1%03d|%p1%.2d|%{255}%x|%{255}%X|%{255}%2.2o", "  7|007|07|ff|FF|377"},
		{"%d", "0"},
	};
	char out[OUT_MAX];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		ck_assert_msg(fill_in(cases[i].capability, 7, 3, out), "%s", cases[i].capability);
		ck_assert_str_eq(out, cases[i].wanted);
	}
}
END_TEST

START_TEST(a_text_can_be_a_parameter)
{
	const struct parameter words[EXPAND_PARAMETERS] = {{.text = "c"}, {.text = "QUJD"}};
	char out[OUT_MAX];
	ck_assert(expand("\033]52;%p1%s;%p2%s\a", words, out, sizeof out));
	ck_assert_str_eq(out, "\033]52;c;QUJD\a");
	ck_assert(expand("%p2%l%d", words, out, sizeof out));
	ck_assert_str_eq(out, "4");
}
END_TEST

static const char *const senseless[] = {
	"%", "%p1%", "%p1%q", "%{12", "%'", "%'a", "%p1%s", "%P1", "%g ", "%p1%99d",
	"%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}%{1}",
};

START_TEST(what_makes_no_sense_is_refused)
{
	char out[OUT_MAX];
	ck_assert(!fill_in(senseless[_i], 7, 3, out));
	ck_assert_str_eq(out, "");
}
END_TEST

START_TEST(what_does_not_fit_is_refused)
{
	const struct parameter numbers[EXPAND_PARAMETERS] = {{.number = 12345}};
	char out[8];
	for (size_t size = 1; size <= sizeof out; size++)
		ck_assert_int_eq(expand("a%p1%d", numbers, out, size), size >= sizeof "a12345");
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, it_says_what_curses_says);
	tcase_add_test(tests, the_whole_language_is_understood);
	tcase_add_test(tests, a_text_can_be_a_parameter);
	tcase_add_loop_test(tests, what_makes_no_sense_is_refused, 0,
	                    sizeof senseless / sizeof senseless[0]);
	tcase_add_test(tests, what_does_not_fit_is_refused);
}

int main(void)
{
	return run_tests("expand", add);
}
