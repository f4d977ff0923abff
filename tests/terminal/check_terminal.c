/* The program with real terminals, shells and lines: sizes, signals, hang-ups, poor terminals, and
 * the bytes it may send to each. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/folder.h"
#include "support/playing.h"

static struct term *start_proven(struct start start)
{
	struct term *term = start_with(start);
	see_moves(term, 0);
	see_best(term, FIRST_PAR);
	return term;
}

static struct term *start_own(void)
{
	return start_proven((struct start){.arguments = {OWN}});
}

/* The next start resumes the first level after one move. */
static void expect_kept(void)
{
	struct term *term = start(OWN);
	see(term, "Resumed at move 1");
	see_moves(term, 1);
	quit(term);
}

/* ---- sizes ---- */

START_TEST(every_size_works)
{
	struct term *term = start_own();
	char *before = fresh_screen(term, LAST);
	term_resize(term, 16, 40);
	see_gone(term, "Parlour"); /* the title is shorter there */
	see_moves(term, 0);
	see(term, "best 3 "); /* and so is the counter */
	term_resize(term, 10, 30);
	see(term, "this is 30x10.");
	term_resize(term, 1, 1);
	term_read(term, 20);
	term_resize(term, 1000, 1000);
	see_moves(term, 0);
	term_resize(term, 1, 200);
	term_resize(term, 200, 1);
	term_resize(term, 24, 80);
	see_screen(term, before);
	free(before);
	quit(term);
}
END_TEST

/* Keys whose effect can't be seen are ignored; help can be seen. */
START_TEST(no_move_is_made_while_the_board_is_hidden)
{
	struct term *term = start_own();
	char *before = fresh_screen(term, LAST);
	term_resize(term, 10, 30);
	see(term, "Needs 40x16; this is 30x10.");
	type(term, TERM_DOWN "TrnEmgR+\r" TERM_ESCAPE);
	type(term, "?");
	see(term, LAST_OF_HELP);
	type(term, TERM_ESCAPE);
	see(term, "this is 30x10.");
	type(term, TERM_DOWN "\014");
	term_resize(term, 24, 80);
	see_moves(term, 0);
	see_screen(term, before);
	free(before);
	term_resize(term, 10, 30);
	see(term, "this is 30x10.");
	type(term, "q");
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(menu_and_help_work_in_every_size)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, TERM_RIGHT);
	see(term, "The long way round"); /* below a board that stands still */
	for (int page = 0; page < 2; page++) {
		char *before = fresh_screen(term, page == 0 ? LAST : LAST_OF_HELP);
		term_resize(term, 16, 40);
		term_read(term, 20);
		term_resize(term, 1, 1);
		term_read(term, 20);
		term_resize(term, 1000, 1000);
		see(term, page == 0 ? MENU : LAST_OF_HELP);
		term_resize(term, 24, 80);
		see_screen(term, before);
		free(before);
		type(term, page == 0 ? "?" : TERM_ESCAPE);
		see(term, page == 0 ? LAST_OF_HELP : MENU);
	}
	quit(term);
}
END_TEST

static bool is_last_row_help(struct term *term, const void *context)
{
	(void)context;
	return strstr(term_row(term, term_rows(term) - 1), LAST_OF_HELP) != NULL;
}

START_TEST(a_resize_is_not_a_key)
{
	struct term *term = start_own();
	type(term, "?");
	see(term, "any key: more");
	term_resize(term, 40, 90);
	see_that(term, "help in the new size", is_last_row_help, NULL);
	type(term, " ");
	see(term, "any key: back"); /* the second page, not past it */
	quit(term);
}
END_TEST

START_TEST(many_resizes_at_once_work)
{
	struct term *term = start_own();
	char *before = fresh_screen(term, LAST);
	unsigned random = 1;
	for (int storm = 0; storm < 5; storm++) {
		for (int i = 0; i < 200; i++) {
			random = random * 1103515245 + 12345;
			term_resize(term, 1 + (int)(random >> 16) % 60,
			            1 + (int)(random >> 8) % 200);
			if (random >> 30 == 0)
				term_read(term, 1);
		}
		term_resize(term, 24, 80);
		see_screen(term, before);
	}
	free(before);
	quit(term);
}
END_TEST

/* ---- stopping and going on ---- */

#define PROMPT "ready> "

/* A shell with job control, and the game in front of it. */
static struct term *start_in_shell(void)
{
	const char *argv[] = {"sh", "-i", NULL};
	struct term *term = start_argv(argv, (struct start){.environment = {"PS1=" PROMPT, "ENV"}});
	see(term, PROMPT);
	type(term, "\"$PARLOUR\" " OWN ":2\r");
	see_moves(term, 0);
	see_best(term, SECOND_PAR);
	return term;
}

static bool is_prompting(struct term *term, const void *context)
{
	int row, column;
	term_cursor(term, &row, &column);
	(void)context;
	return strncmp(term_row(term, row), PROMPT, strlen(PROMPT)) == 0 &&
	       column == (int)strlen(PROMPT);
}

static void expect_shell(struct term *term)
{
	see_that(term, "the shell's prompt", is_prompting, NULL);
	ck_assert(!term_alternate(term));
	ck_assert(term_cursor_visible(term));
	ck_assert(!term_mode(term, 1000));
}

static void end_shell(struct term *term)
{
	type(term, "q");
	expect_shell(term);
	type(term, "exit\r");
	ck_assert_int_eq(term_end(term), 0);
	term_free(term);
}

/* valgrind continues a process that should stop. */
static bool can_be_stopped(void)
{
	return getenv("UNDER_VALGRIND") == NULL;
}

START_TEST(after_a_stop_arrows_work_both_ways)
{
	if (!can_be_stopped())
		return;
	struct term *term = start_in_shell();
	int moves = 0;
	for (int round = 0; round < 3; round++) {
		if (round % 2 == 0)
			type(term, "\032");
		else
			kill(-term_foreground(term), SIGTSTP);
		expect_shell(term);
		type(term, "fg\r");
		see_moves(term, moves);
		ck_assert(term_alternate(term));
		ck_assert(!term_cursor_visible(term));
		ck_assert(term_mode(term, 1000));
		type(term, "\033[C");
		see_moves(term, ++moves);
		type(term, "\033OD");
		see_moves(term, ++moves);
	}
	end_shell(term);
}
END_TEST

START_TEST(a_size_changed_while_stopped_is_seen)
{
	if (!can_be_stopped())
		return;
	struct term *term = start_in_shell();
	type(term, "\032");
	expect_shell(term);
	term_resize(term, 10, 30);
	type(term, "fg\r");
	see(term, "this is 30x10.");
	term_resize(term, 24, 80);
	see_moves(term, 0);
	end_shell(term);
}
END_TEST

START_TEST(an_unannounced_stop_works)
{
	struct term *term = start_own();
	char *before = fresh_screen(term, LAST);
	term_signal(term, SIGSTOP);
	type(term, TERM_DOWN "u");
	term_signal(term, SIGCONT);
	see_screen(term, before);
	term_signal(term, SIGTSTP); /* has no effect if there is no shell to return to */
	type(term, TERM_DOWN);
	see_moves(term, 1);
	free(before);
	quit(term);
}
END_TEST

/* ---- the end ---- */

static const int deadly[] = {SIGTERM, SIGINT,  SIGQUIT, SIGHUP,
                             SIGXCPU, SIGALRM, SIGABRT /* a crash */};

START_TEST(a_signal_ends_the_game_and_saves_it)
{
	struct term *term = start_own();
	type(term, TERM_DOWN);
	see_moves(term, 1);
	term_signal(term, deadly[_i]);
	expect_end(term, deadly[_i], 0);
	expect_kept();
}
END_TEST

START_TEST(a_signal_ends_plain_text_and_saves_the_score)
{
	struct term *term = start_with(
		(struct start){.arguments = {"--plain", "gems/endless:1"}, .rows = 40});
	type(term, "e5-f5 f4-f5\n");
	see(term, "score 70");
	term_signal(term, deadly[_i]);
	expect_end(term, deadly[_i], 0);
	term = start_shell("$PARLOUR --list gems/endless:1");
	see(term, "best  70");
	expect_end(term, 0, 0);
}
END_TEST

/* Nor does the last message wait for a stopped line. (All text before it is out by then: the thread
 * sanitizer puts off a handler until a write is done.) */
START_TEST(a_signal_ends_plain_text_on_a_stopped_line)
{
	write_file("state", "in the way");
	struct term *term = start_with(
		(struct start){.arguments = {"--plain", "tilt/first-steps:1"}, .rows = 40});
	type(term, "right up\n");
	see(term, "Solved in 2 moves");
	term_drain(term, 100);
	type(term, "\023");
	term_signal(term, deadly[_i]);
	ck_assert_msg(term_wait_end(term, term_timeout()), "it waits for the terminal");
	const int status = term_end(term);
	ck_assert_int_eq(WTERMSIG(status), deadly[_i]);
	term_free(term);
}
END_TEST

START_TEST(a_signal_ends_plain_text_while_it_searches)
{
	struct term *term = start_with((struct start){
		.arguments = {"--plain", "--time-limit", "100000", HARD}, .rows = 40});
	see(term, "Boards: ");
	term_signal(term, deadly[_i]);
	expect_end(term, deadly[_i], 0);
}
END_TEST

/* On a terminal whose mouse terminfo knows nothing of, it is switched on all the same. */
START_TEST(a_signal_leaves_no_mouse_on)
{
	struct term *term = start_proven((struct start){{OWN}, {"TERM=screen"}, 0, 0});
	ck_assert(term_mode(term, 1000));
	term_signal(term, deadly[_i]);
	expect_end(term, deadly[_i], 0);
}
END_TEST

START_TEST(a_signal_ends_a_search)
{
	struct term *term = start(HARD);
	see(term, "best from here ≥");
	term_signal(term, deadly[_i]);
	expect_end(term, deadly[_i], 0);
}
END_TEST

/* curses would wait for the rest of the mouse report. */
START_TEST(a_signal_ends_it_within_a_partial_mouse_report)
{
	static const char *const reports[] = {"\033[<", "\033[<0;1", "\033[", "\033O"};
	struct term *term = start_own();
	type(term, reports[_i]);
	term_signal(term, SIGTERM);
	expect_end(term, SIGTERM, 0);
}
END_TEST

START_TEST(a_dropped_line_ends_the_game_and_saves_it)
{
	struct term *term = start_own();
	type(term, TERM_DOWN);
	see_moves(term, 1);
	term_hangup(term);
	ck_assert_msg(term_end(term) != -1, "it hangs or spins");
	term_free(term);
	expect_kept();
}
END_TEST

/* As under nohup: only the end of input shows it. */
START_TEST(a_silently_dropped_line_ends_it_too)
{
	const bool searching = _i == 1;
	struct term *term = start_shell(searching ? "trap '' HUP; exec \"$PARLOUR\" " HARD
	                                          : "trap '' HUP; exec \"$PARLOUR\" " OWN);
	see(term, searching ? "best from here ≥" : "best from here 3");
	type(term, TERM_DOWN);
	see_moves(term, 1);
	term_signal(term, SIGHUP);
	type(term, TERM_RIGHT);
	see_moves(term, 2); /* it is really ignored */
	type(term, "u");
	see_moves(term, 1);
	term_hangup(term);
	ck_assert_msg(term_end(term) != -1, "it hangs or spins");
	term_free(term);
	if (!searching)
		expect_kept();
}
END_TEST

/* SQLite's count of the commits to the file (fileformat2.html, 1.3.7). */
static unsigned commits(void)
{
	const struct bytes file = folder_read(at_home("state/parlour/parlour.db"));
	unsigned count = 0;
	ck_assert_uint_ge(file.size, 28);
	for (int i = 24; i < 28; i++)
		count = count << 8 | file.at[i];
	free(file.at);
	return count;
}

START_TEST(keys_at_once_share_a_commit)
{
	enum { PAIRS = 40 };
	char keys[2 * PAIRS + 1] = "";
	struct term *term = start_own();
	type(term, TERM_DOWN);
	see_moves(term, 1);
	const unsigned before = commits();
	for (int i = 0; i < PAIRS; i++)
		strcat(keys, "uU");
	type(term, keys);
	type(term, TERM_RIGHT);
	see_moves(term, 2);
	const unsigned more = commits() - before;
	ck_assert_uint_ge(more, 1);
	ck_assert_uint_le(more, PAIRS / 4);
	quit(term);
}
END_TEST

/* A running search does not delay that. */
START_TEST(plain_text_ends_with_its_line)
{
	static const char *const what[] = {"", "--demo "};
	char command[128];
	snprintf(command, sizeof command,
	         "trap '' HUP; exec \"$PARLOUR\" --plain %s--time-limit 100000 %s", what[_i], HARD);
	struct term *term = start_shell(command);
	see(term, _i == 0 ? "Boards: " : "Hard"); /* its title */
	term_hangup(term);
	ck_assert_msg(term_end(term) != -1, "it goes on");
	term_free(term);
}
END_TEST

/* The best score of an endless game is saved only when the player leaves the game. */
START_TEST(a_dropped_line_saves_the_score)
{
	struct term *term = start_shell(_i == 0 ? "exec \"$PARLOUR\" gems/endless:1"
	                                        : "trap '' HUP; exec \"$PARLOUR\" gems/endless:1");
	char score[32];
	see(term, "score 0");
	for (int i = 0; i < 8; i++)
		type(term, TERM_LEFT TERM_DOWN);
	type(term, TERM_RIGHT TERM_RIGHT TERM_RIGHT);
	for (int i = 0; i < 7; i++)
		type(term, TERM_UP);
	type(term, "L"); /* d8-e8 */
	see_moves(term, 1);
	free(fresh_screen(term, LAST));
	snprintf(score, sizeof score, "best  %d", number_after(term, "score "));
	term_hangup(term);
	ck_assert_msg(term_end(term) != -1, "it hangs or spins");
	term_free(term);
	term = start_shell("$PARLOUR --list gems/endless:1");
	see(term, score);
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(a_terminal_that_does_not_read_can_not_block_the_exit)
{
	/* A board so large that one picture of it fills the buffer of a line. */
	struct term *term = start_with((struct start){{OWN}, {NULL}, 300, 400});
	see(term, "✓ proven");
	type(term, TERM_DOWN);
	see_moves(term, 1);
	term_set_deaf(term, true);
	for (int i = 0; i < 100; i++) {
		type(term, "\014");
		term_read(term, 2);
	}
	term_signal(term, deadly[_i]);
	ck_assert_msg(term_wait_end(term, term_timeout()), "it waits for the terminal");
	term_set_deaf(term, false);
	expect_end(term, deadly[_i], 0);
	expect_kept();
}
END_TEST

/* Even while it is about to stop for the shell. */
START_TEST(a_blocked_write_does_not_delay_signals)
{
	if (!can_be_stopped())
		return;
	struct term *term = start_in_shell();
	const pid_t game = term_foreground(term);
	term_fill(term);
	kill(-game, SIGTSTP);
	term_wait_end(term, 50); /* the shell goes on; the game now waits for the line */
	kill(-game, SIGTERM);
	for (int tries = term_timeout() / 10; tries > 0 && kill(-game, 0) == 0; tries--)
		term_wait_end(term, 10);
	ck_assert_msg(kill(-game, 0) != 0, "it waits for the terminal");
	term_free(term);
}
END_TEST

/* The terminal belongs to the shell by then, and stops a process that sets its modes. */
START_TEST(a_stopped_game_can_be_ended)
{
	if (!can_be_stopped())
		return;
	struct term *term = start_in_shell();
	const pid_t game = term_foreground(term);
	type(term, "\032");
	expect_shell(term);
	kill(-game, SIGTERM);
	kill(-game, SIGCONT);
	for (int tries = term_timeout() / 10; tries > 0 && kill(-game, 0) == 0; tries--) {
		type(term, "\r"); /* for the shell to check its jobs */
		term_drain(term, 10);
	}
	ck_assert_msg(kill(-game, 0) != 0, "it waits for the terminal to come back");
	type(term, "exit\r");
	term_end(term);
	term_free(term);
}
END_TEST

START_TEST(keys_before_a_stop_are_saved_before_it)
{
	if (!can_be_stopped())
		return;
	struct term *term = start_in_shell();
	type(term, TERM_RIGHT "\032");
	expect_shell(term);
	type(term, "\"$PARLOUR\" --export | grep -o 'history.*'\r");
	see(term, "history\": \"right ");
	expect_shell(term);
	type(term, "fg\r");
	see_moves(term, 1);
	end_shell(term);
}
END_TEST

/* The next byte always arrives within curses' timeout for escape sequences. */
START_TEST(a_held_key_does_not_delay_signals)
{
	struct term *term = start_with((struct start){{OWN}, {"ESCDELAY=1000"}, 0, 0});
	see_best(term, FIRST_PAR);
	type(term, TERM_DOWN);
	see_moves(term, 1);
	type(term, TERM_ESCAPE);
	term_signal(term, deadly[_i]);
	for (int tries = term_timeout(); tries > 0 && !term_wait_end(term, 1); tries--)
		term_send(term, TERM_ESCAPE);
	ck_assert_msg(term_wait_end(term, 0), "it waits for the keys to end");
	expect_end(term, deadly[_i], 0);
	expect_kept();
}
END_TEST

START_TEST(it_quits_cleanly_from_everywhere)
{
	static const char *const keys[] = {"q", "\003"};
	struct term *term = start_own();
	type(term, keys[_i]);
	expect_end(term, 0, 0);

	term = start(NULL);
	see(term, MENU);
	type(term, keys[_i]);
	expect_end(term, 0, 0);

	term = start_own();
	type(term, "?");
	see(term, "any key");
	type(term, keys[_i]);
	expect_end(term, 0, 0);

	term = start_with((struct start){.arguments = {"--demo", OWN}});
	see(term, "pause");
	type(term, keys[_i]);
	expect_end(term, 0, 0);
}
END_TEST

/* ---- no terminal, or an unusable one ---- */

static const struct {
	const char *command, *advice;
} unusable[] = {
	{"\"$PARLOUR\" <&- 2>err", ""},
	{"\"$PARLOUR\" </dev/null 2>err", ""},
	{"\"$PARLOUR\" 2>err >out", ""},
	{"\"$PARLOUR\" >&- 2>err", ""},
	{"\"$PARLOUR\" <&- >&- 2>err", ""},
	{"\"$PARLOUR\" " OWN " </dev/null >out 2>err", ""},
	{"unset TERM; \"$PARLOUR\" 2>err", "--plain"},
	{"TERM= \"$PARLOUR\" 2>err", "--plain"},
	{"TERM=nonesuch \"$PARLOUR\" 2>err", "--plain"},
	{"TERM=dumb \"$PARLOUR\" 2>err", "--plain"},
	{"TERM=dumb \"$PARLOUR\" --demo " OWN " 2>err", "--plain"},
};

START_TEST(without_a_terminal_it_says_so_in_one_line)
{
	expect_refusal(unusable[_i].command, unusable[_i].advice);
}
END_TEST

/* --plain prompts on a terminal, and does not change its settings. */
START_TEST(plain_text_prompts_for_each_line)
{
	struct term *term =
		start_with((struct start){.arguments = {"--plain", OWN}, .environment = {"TERM"}});
	see(term, "? shows help.");
	see(term, "> ");
	type(term, "down\r");
	see(term, "down: a at a1; nothing at a3");
	see(term, "moves 1, best from here 2 proven, par 3");
	type(term, "nonsense\r");
	see(term, "is not a valid move");
	ck_assert(!term_alternate(term));
	type(term, "\004"); /* the end of input */
	expect_end(term, 0, 0);
}
END_TEST

/* A search for a board shows its progress on one line, which is erased before anything else is
 * printed. */
START_TEST(generating_shows_progress_on_a_terminal)
{
	if (getenv("UNDER_VALGRIND") != NULL) /* minutes */
		return;
	struct term *term = start_with((struct start){
		.arguments = {"--generate", "bishop", "--size=4x4", "--par=30..40", "--seed=1",
	                      "--time-limit=3"}});
	see(term, "parlour: no 4x4 bishop board of par 30..40");
	ck_assert(term_logged(term, "\rtry "));
	ck_assert(term_logged(term, ", closest par "));
	see_gone(term, ", closest par");
	expect_end(term, 0, 1);
	term = start_shell("\"$PARLOUR\" --generate bishop --par 30..40 --time-limit 1 2>err; "
	                   "head -c 12 err; echo .");
	see(term, "parlour: no .");
	expect_end(term, 0, 0);
}
END_TEST

/* Nobody can see a message, but the shell gets the status. */
START_TEST(it_ends_when_all_streams_are_closed)
{
	static const char *const closed[] = {"<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"};
	char command[64];
	snprintf(command, sizeof command, "\"$PARLOUR\" %s; echo status $?", closed[_i]);
	struct term *term = start_shell(command);
	see(term, "status 2");
	ck_assert_int_eq(term_end(term), 0);
	term_free(term);
}
END_TEST

START_TEST(without_standard_error_it_plays)
{
	struct term *term = start_shell("exec \"$PARLOUR\" " OWN " 2>&-");
	see_best(term, FIRST_PAR);
	type(term, TERM_DOWN);
	see_moves(term, 1);
	quit(term);
	expect_kept();
}
END_TEST

/* ---- sequences sent ---- */

/* An escape sequence: `ESC [ ? 25 h` is '[', "?25", 'h'; `ESC (B` is '(', "", 'B'. */
struct sequence {
	char kind, final;
	char parameters[32];
};

/* The next one of the log after *place; false after the last. */
static bool next_sequence(struct term *term, size_t *place, struct sequence *sequence)
{
	size_t length, count = 0;
	const char *log = term_log(term, &length);
	while (*place < length && log[*place] != '\033')
		++*place;
	if (*place + 1 >= length)
		return false;
	*sequence = (struct sequence){.kind = log[++*place]};
	sequence->final = sequence->kind;
	if (strchr("[()", sequence->kind) == NULL)
		return true;
	while (++*place < length && log[*place] < '@' && log[*place] >= ' ')
		if (count < sizeof sequence->parameters - 1)
			sequence->parameters[count++] = log[*place];
	sequence->final = *place < length ? log[*place] : '\0';
	return true;
}

/* Opens the menu, every theme, a game, hints and a result, and quits; the log then has everything
 * that was sent. */
static struct term *play_a_session(struct start start)
{
	start.arguments[0] = NULL;
	struct term *term = start_with(start);
	see(term, MENU);
	type(term, "cccccC?");
	see(term, "any key");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	type(term, "g" OWN "\r");
	see_moves(term, 0);
	see_best(term, FIRST_PAR);
	type(term, "ttt");
	see(term, "Hint: down");
	for (int i = 0; i < FIRST_PAR; i++) {
		type(term, first_plan[i]);
		see_best(term, FIRST_PAR - 1 - i);
	}
	see(term, SOLVED);
	type(term, "\014MM");
	see(term, "Mouse on.");
	type(term, "q");
	ck_assert_int_eq(term_end(term), 0);
	ck_assert(term_restored(term));
	return term;
}

/* The two questions that a terminal is asked at first. */
static const char ask_background[] = "\033]11;?\033\\", ask_name[] = "\033[>q";

/* How often the text was sent. */
static int count_logged(struct term *term, const char *text)
{
	size_t length;
	int count = 0;
	const char *log = term_log(term, &length), *end = log + length;
	while ((log = memmem(log, (size_t)(end - log), text, strlen(text))) != NULL) {
		count++;
		log++;
	}
	return count;
}

START_TEST(no_other_query_is_sent_and_no_colour_redefined)
{
	struct term *term = play_a_session((struct start){0});
	struct sequence sequence;
	int strings = 0, names = 0;
	for (size_t place = 0; next_sequence(term, &place, &sequence);) {
		const bool csi = sequence.kind == '[';
		ck_assert_msg(strchr("P_^XZ", sequence.kind) == NULL, "ESC %c was sent",
		              sequence.kind);
		strings += sequence.kind == ']';
		names += csi && sequence.final == 'q' && sequence.parameters[0] == '>';
		ck_assert_msg(!csi || strchr("cnpux", sequence.final) == NULL,
		              "ESC [ %s %c was sent", sequence.parameters, sequence.final);
		ck_assert(!csi || sequence.final != 't' || sequence.parameters[0] == '2');
		ck_assert(!csi || (strstr(sequence.parameters, "1002") == NULL &&
		                   strstr(sequence.parameters, "1003") == NULL));
	}
	ck_assert_int_eq(strings, 1);
	ck_assert_int_eq(names, 1);
	ck_assert_int_eq(count_logged(term, ask_background), 1);
	ck_assert_int_eq(count_logged(term, ask_name), 1);
	term_free(term);
}
END_TEST

/* Terminals that might print a question, and where no answer would matter. */
START_TEST(other_terminals_are_not_asked)
{
	static const char *const environments[] = {"TERM=linux",     "TERM=screen-256color",
	                                           "TERM=vt100",     "NO_COLOR=1",
	                                           "INSIDE_EMACS=1", "STY=1.x"};
	struct term *term = start_with(
		(struct start){{"tilt"}, {environments[_i], "NCURSES_GPM_TERMS=none"}, 0, 0});
	see_moves(term, 0);
	type(term, "?");
	see(term, "any key");
	ck_assert(!term_logged(term, "\033]"));
	ck_assert(!term_logged(term, "\033P"));
	ck_assert(!term_logged(term, ask_name));
	type(term, TERM_ESCAPE);
	quit(term);
}
END_TEST

/* ---- answers of the terminal ---- */

#define LIGHT_ANSWER "\033]11;rgb:ffff/ffff/f0f0\033\\"
#define DARK_ANSWER "\033]11;rgb:1e/1e/2e\a"

static struct term *start_asked(void)
{
	struct term *term = start_with((struct start){.arguments = {"gems/clean-sweep:2"}});
	see_moves(term, 0);
	type(term, "P"); /* the questions have been sent before this is drawn */
	see(term, "Theme: ");
	return term;
}

/* Types the answer in two parts, some time apart, and then a key: only the key has an effect. */
static void expect_no_key(const char *answer, size_t split, bool name)
{
	struct term *term = start_asked();
	ck_assert(term_send_n(term, answer, split));
	if (split > 1) /* otherwise curses waits for the rest of the key */
		term_drain(term, 60);
	type(term, answer + split);
	type(term, "A");
	see(term, "Animation: ");
	see_moves(term, 0);
	ck_assert_int_eq(count_logged(term, "\033P+q524742\033\\"), name);
	quit(term);
}

START_TEST(an_answer_is_never_taken_for_keys)
{
	static const char *const answers[] = {
		LIGHT_ANSWER,
		DARK_ANSWER,
		"\033P>|XTerm(390)\033\\",
		"\033P0+r524742\033\\",
		"\033P1+r524742=382f382f38\033\\",
	};
	const char *answer = answers[_i];
	for (size_t split = 1; split < strlen(answer); split += split < 4 ? 1 : 5)
		expect_no_key(answer, split, _i == 2);
}
END_TEST

/* One that ends too soon is given up: a control character is a key, and so is all that comes
 * later. */
START_TEST(a_cut_answer_is_given_up)
{
	struct term *term = start_asked();
	type(term, "\033]11;rgb:ff");
	term_drain(term, 1100);
	type(term, "A");
	see(term, "Animation: ");
	type(term, "\033P>|Some\003");
	expect_end(term, 0, 0);
}
END_TEST

/* The colour of the first cell that has its own background. */
static bool shows_rgb(struct term *term, const void *context)
{
	(void)context;
	for (int i = 0; i < term_rows(term) * term_columns(term); i++) {
		const struct term_cell cell =
			term_cell(term, i / term_columns(term), i % term_columns(term));
		if (cell.background != TERM_DEFAULT && (cell.background & TERM_RGB))
			return true;
	}
	return false;
}

/* The terminal's own statement on 24-bit colours, by its name or its capability. */
START_TEST(a_terminal_that_says_so_gets_24_bit_colours)
{
	struct term *term = start("gems/clean-sweep:2");
	see_moves(term, 0);
	type(term, "A");
	see(term, "Animation");
	ck_assert(!shows_rgb(term, NULL));
	if (_i == 0)
		type(term, "\033P>|VTE(7200)\033\\");
	else {
		type(term, "\033P>|XTerm(390)\033\\A");
		see(term, "Animation: reduced");
		ck_assert_int_eq(count_logged(term, "\033P+q524742\033\\"), 1);
		type(term, "\033P1+r524742=38\033\\");
	}
	see_that(term, "24-bit colours", shows_rgb, NULL);
	quit(term);
}
END_TEST

/* The test's terminal shows the parts of an emoji side by side: four take eight columns, of which
 * two are its own. What stands beside it is not moved, and not covered. */
START_TEST(an_emoji_of_several_parts_moves_nothing)
{
	write_file("e.level", "pack: P\nlevel: a 👨‍👩‍👧‍👦bcdefgh ❤️i\nmode: tilt\n\na..   ..a\n");
	struct term *term = start("e.level");
	see_moves(term, 0);
	const int row = 0;
	int column = 0;
	while (strcmp(term_cell(term, row, column).glyph, "a") != 0 ||
	       strcmp(term_cell(term, row, column + 1).glyph, " ") != 0)
		ck_assert_int_lt(column++, term_columns(term) - 16);
	const char *const after = "bcdefgh ";
	for (int i = 0; after[i] != '\0'; i++)
		ck_assert_int_eq(term_cell(term, row, column + 4 + i).glyph[0], after[i]);
	ck_assert_str_eq(term_cell(term, row, column + 14).glyph, "i");
	quit(term);
}
END_TEST

#ifdef HAVE_FRIBIDI
#define RIGHT_TO_LEFT "pack: P\nlevel: אבג\nmode: tilt\n\na..   ..a\n"

/* One that could order text is told that it is in order; nothing is told if there is no such
 * text. */
START_TEST(a_terminal_is_told_that_text_is_in_order)
{
	const char *told = "\033[8l", *ended = "\033[8h";
	write_file("r.level", RIGHT_TO_LEFT);
	struct term *term = start("r.level");
	see(term, "גבא");
	type(term, "A");
	see(term, "Animation: ");
	ck_assert_int_eq(count_logged(term, told), 1);
	ck_assert_int_eq(count_logged(term, ended), 0);
	/* It says to be one that can't be told. */
	type(term, "\033P>|Konsole 22.12.3\033\\");
	see(term, "אבג");
	type(term, "q");
	ck_assert_int_eq(term_end(term), 0);
	ck_assert_int_eq(count_logged(term, ended), 1);
	term_free(term);
	term = start("tilt/first-steps:1");
	see_moves(term, 0);
	ck_assert_int_eq(count_logged(term, told), 0);
	quit(term);
	term = start_with((struct start){{"r.level"}, {"TERM_PROGRAM=Apple_Terminal"}, 0, 0});
	see(term, "אבג");
	ck_assert_int_eq(count_logged(term, told), 0);
	quit(term);
}
END_TEST
#endif

static void expect_ascii(struct term *term)
{
	size_t length;
	const char *log = term_log(term, &length);
	ck_assert_uint_gt(length, 0);
	for (size_t i = 0; i < length; i++)
		ck_assert_msg((unsigned char)log[i] < 0x80, "byte %#x was sent",
		              (unsigned char)log[i]);
}

START_TEST(a_plain_locale_gets_plain_ascii)
{
	struct term *term = play_a_session((struct start){.environment = {"LC_ALL=C"}});
	expect_ascii(term);
	term_free(term);

	write_file("w\xc3\xb6.level",
	           "pack: \xe2\x98\x85\nmode: tilt\n\nlevel: \xc3\x96\n\na.   ..\n..   .a\n");
	term = start_with((struct start){{"w\xc3\xb6.level"}, {"LC_ALL=C"}, 0, 0});
	see_best(term, 2);
	expect_ascii(term);
	quit(term);
}
END_TEST

/* Whether it chooses a colour, not only the terminal's own. */
static bool is_coloured(const struct sequence *sequence)
{
	if (sequence->kind != '[' || sequence->final != 'm')
		return false;
	for (const char *number = sequence->parameters; *number != '\0';) {
		char *end;
		const long value = strtol(number, &end, 10);
		if ((value >= 30 && value <= 38) || (value >= 40 && value <= 48) || value >= 90)
			return true;
		number = *end == '\0' ? end : end + 1;
	}
	return false;
}

static int count_coloured(struct term *term)
{
	struct sequence sequence;
	int count = 0;
	for (size_t place = 0; next_sequence(term, &place, &sequence);)
		count += is_coloured(&sequence);
	return count;
}

START_TEST(no_color_is_honoured)
{
	struct term *term = play_a_session((struct start){0});
	ck_assert_int_gt(count_coloured(term), 0); /* otherwise the test below proves nothing */
	term_free(term);
	term = play_a_session((struct start){.environment = {"NO_COLOR=1"}});
	ck_assert_int_eq(count_coloured(term), 0);
	term_free(term);
	term = play_a_session((struct start){.environment = {"NO_COLOR="}});
	ck_assert_int_gt(count_coloured(term), 0); /* set but empty is not set */
	term_free(term);
}
END_TEST

/* ---- other terminals ---- */

static const struct {
	const char *name;
	int colours;
} terminals[] = {
	{"vt100", 0},           {"linux", 8}, {"screen", 8}, {"screen-256color", 256},
	{"tmux-256color", 256}, {"xterm", 8},
};

/* The highest colour on the screen, or -1. */
static int highest_colour(struct term *term)
{
	int highest = -1;
	for (int row = 0; row < term_rows(term); row++)
		for (int column = 0; column < term_columns(term); column++) {
			const struct term_cell cell = term_cell(term, row, column);
			highest = cell.foreground > highest ? cell.foreground : highest;
			highest = cell.background > highest ? cell.background : highest;
		}
	return highest;
}

START_TEST(all_terminals_show_the_same)
{
	char variable[64];
	if (!term_is_known(terminals[_i].name))
		return;
	struct term *term = start_proven((struct start){
		{OWN}, {terminals[_i].colours == 0 ? "NO_COLOR=1" : "NO_COLOR"}, 0, 0});
	char *screen = fresh_screen(term, LAST);
	quit(term);
	snprintf(variable, sizeof variable, "TERM=%s", terminals[_i].name);
	/* The mouse of the Linux console, which ncurses would load, leaks. */
	term = start_proven((struct start){{OWN}, {variable, "NCURSES_GPM_TERMS=none"}, 0, 0});
	if (terminals[_i].colours != 8) /* else some neighbours have the same colour */
		see_screen(term, screen);
	free(screen);
	const int highest = highest_colour(term);
	ck_assert_int_lt(highest, terminals[_i].colours);
	ck_assert(terminals[_i].colours == 0 || highest > 0);
	static const char *const plain[] = {"\033[B", "\033[C", "\033[A"};
	for (int i = 0; i < FIRST_PAR; i++) {
		type(term, plain[i]);
		see_best(term, FIRST_PAR - 1 - i);
		type(term, "u");
		see_best(term, FIRST_PAR - i);
		type(term, first_plan[i]);
		see_best(term, FIRST_PAR - 1 - i);
	}
	see(term, SOLVED);
	quit(term);
}
END_TEST

enum {
	DEADLY = sizeof deadly / sizeof deadly[0],
	UNUSABLE = sizeof unusable / sizeof unusable[0],
	TERMINALS = sizeof terminals / sizeof terminals[0],
};

int main(void)
{
	TCase *tests = playing_case("terminal");
	tcase_add_test(tests, every_size_works);
	tcase_add_test(tests, no_move_is_made_while_the_board_is_hidden);
	tcase_add_test(tests, menu_and_help_work_in_every_size);
	tcase_add_test(tests, a_resize_is_not_a_key);
	tcase_add_test(tests, many_resizes_at_once_work);
	tcase_add_test(tests, after_a_stop_arrows_work_both_ways);
	tcase_add_test(tests, a_size_changed_while_stopped_is_seen);
	tcase_add_test(tests, an_unannounced_stop_works);
	tcase_add_loop_test(tests, a_signal_ends_the_game_and_saves_it, 0, DEADLY);
	tcase_add_loop_test(tests, a_signal_ends_plain_text_and_saves_the_score, 0, 4);
	tcase_add_loop_test(tests, a_signal_ends_plain_text_on_a_stopped_line, 0, 4);
	tcase_add_loop_test(tests, a_signal_ends_plain_text_while_it_searches, 0, 4);
	tcase_add_loop_test(tests, a_signal_ends_it_within_a_partial_mouse_report, 0, 4);
	tcase_add_loop_test(tests, a_signal_leaves_no_mouse_on, 0, DEADLY);
	tcase_add_loop_test(tests, a_signal_ends_a_search, 0, DEADLY);
	tcase_add_test(tests, a_dropped_line_ends_the_game_and_saves_it);
	tcase_add_loop_test(tests, a_silently_dropped_line_ends_it_too, 0, 2);
	tcase_add_test(tests, keys_at_once_share_a_commit);
	tcase_add_loop_test(tests, plain_text_ends_with_its_line, 0, 2);
	tcase_add_loop_test(tests, a_dropped_line_saves_the_score, 0, 2);
	tcase_add_loop_test(tests, a_terminal_that_does_not_read_can_not_block_the_exit, 0, DEADLY);
	tcase_add_test(tests, a_blocked_write_does_not_delay_signals);
	tcase_add_test(tests, a_stopped_game_can_be_ended);
	tcase_add_test(tests, keys_before_a_stop_are_saved_before_it);
	tcase_add_loop_test(tests, a_held_key_does_not_delay_signals, 0, DEADLY);
	tcase_add_loop_test(tests, it_quits_cleanly_from_everywhere, 0, 2);
	tcase_add_loop_test(tests, without_a_terminal_it_says_so_in_one_line, 0, UNUSABLE);
	tcase_add_test(tests, plain_text_prompts_for_each_line);
	tcase_add_test(tests, generating_shows_progress_on_a_terminal);
	tcase_add_loop_test(tests, it_ends_when_all_streams_are_closed, 0, 3);
	tcase_add_test(tests, without_standard_error_it_plays);
	tcase_add_test(tests, no_other_query_is_sent_and_no_colour_redefined);
	tcase_add_loop_test(tests, other_terminals_are_not_asked, 0, 6);
	tcase_add_loop_test(tests, an_answer_is_never_taken_for_keys, 0, 5);
	tcase_add_test(tests, a_cut_answer_is_given_up);
	tcase_add_test(tests, an_emoji_of_several_parts_moves_nothing);
#ifdef HAVE_FRIBIDI
	tcase_add_test(tests, a_terminal_is_told_that_text_is_in_order);
#endif
	tcase_add_loop_test(tests, a_terminal_that_says_so_gets_24_bit_colours, 0, 2);
	tcase_add_test(tests, a_plain_locale_gets_plain_ascii);
	tcase_add_test(tests, no_color_is_honoured);
	tcase_add_loop_test(tests, all_terminals_show_the_same, 0, TERMINALS);
	return run_playing("terminal", tests);
}
