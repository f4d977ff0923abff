/* Races: against ghosts, and between players. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "play/scores.h"
#include "store/live.h"
#include "store/score_file.h"
#include "support/playing.h"

#define LEVEL "tilt/first-steps:1" /* right up */
#define RIGHT "\033OC"
#define UP "\033OA"
#define DOWN "\033OB"
#define LEFT "\033OD"

static struct term *start_player(const char *name, const char *level, int rows, int columns)
{
	return start_with((struct start){.arguments = {"--player", name, level},
	                                 .rows = rows,
	                                 .columns = columns});
}

/* A player who solves the level in two moves, or with the detour in three. */
static void play_once(const char *name, bool detour)
{
	struct term *term = start_player(name, LEVEL, 0, 0);
	see_moves(term, 0);
	if (detour) {
		type(term, DOWN);
		see_moves(term, 1);
	}
	type(term, RIGHT);
	see_moves(term, detour + 1);
	type(term, UP);
	see(term, SOLVED);
	quit(term);
}

static struct term *start_race(const char *name, int rows, int columns)
{
	struct term *term = start_player(name, LEVEL, rows, columns);
	see_moves(term, 0);
	type(term, "G");
	return term;
}

START_TEST(a_ghost_moves_as_it_did)
{
	play_once("anna", true);
	struct term *term = start_race("berta", 0, 0);
	see(term, "Race against anna");
	see(term, "3 moves in 0:0");
	type(term, RIGHT); /* too soon */
	see(term, "you 0 · anna");
	see(term, "anna 3 moves, 0 left"); /* soon after */
	type(term, "t");
	see(term, "There is no help in a race.");
	type(term, RIGHT);
	see(term, "you 1 · anna");
	see_gone(term, "best from here");
	type(term, "r");
	see(term, "you 0 · anna"); /* the time goes on */
	type(term, RIGHT);
	see(term, "you 1 · anna");
	type(term, UP);
	see(term, "You win");
	see(term, "anna 3 in 0:0");
	type(term, "G");
	see(term, "Race against anna"); /* once more */
	type(term, "G");
	see(term, "Race against your best");
	see(term, "2 moves in 0:0");
	type(term, "G");
	see(term, "Race against anna");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	type(term, "G");
	see(term, "Race against your best");
	quit(term);
}
END_TEST

/* A result that was merged from another host's log has its times too. */
START_TEST(a_ghost_comes_from_another_host)
{
	char command[400];
	play_once("anna", true);
	snprintf(command, sizeof command,
	         "cd '%s' && mv parlour/scores.log b.log && XDG_STATE_HOME=$PWD \"$PARLOUR\" "
	         "--merge-scores b.example=b.log >parlour/others.log",
	         at_home("state"));
	ck_assert_int_eq(system(command), 0);
	struct term *term = start_race("berta", 0, 0);
	see(term, "Race against anna@b.example");
	see(term, "anna@b.example 3 moves, 0 left");
	type(term, RIGHT);
	see(term, "you 1");
	type(term, UP);
	see(term, "You win");
	quit(term);
}
END_TEST

START_TEST(fewer_moves_win_whatever_the_time)
{
	play_once("anna", false);
	struct term *term = start_race("berta", 16, 40);
	see(term, "you 0 · anna 2 moves, 0 left");
	type(term, DOWN);
	see(term, "you 1");
	type(term, RIGHT);
	see(term, "you 2");
	type(term, UP);
	see(term, "You lose");
	quit(term);
}
END_TEST

/* Of the player alone; without a result there is none, nor from one of an older version. */
START_TEST(there_is_no_ghost_without_times)
{
	struct term *term = start(OWN);
	see(term, FIRST);
	type(term, "G");
	see(term, "No ghost yet");
	solve_first(term);
	see(term, SOLVED);
	type(term, "G");
	see(term, "Race against your best");
	see(term, "you 0");
	type(term, "R");
	see(term, MENU);
	quit(term);
}
END_TEST

/* A game in progress is still there after the race. */
START_TEST(a_race_keeps_the_game_before_it)
{
	play_once("anna", false);
	struct term *term = start_player("berta", LEVEL, 0, 0);
	see_moves(term, 0);
	type(term, DOWN);
	see_moves(term, 1);
	type(term, "G");
	see(term, "you 0 · anna 2 moves");
	type(term, "u");
	see(term, "Nothing to undo.");
	type(term, "'");
	see(term, "No checkpoint yet.");
	type(term, RIGHT);
	see(term, "you 1");
	type(term, "R");
	see(term, MENU);
	type(term, "\r");
	see(term, "Resumed at move 1.");
	type(term, "uu");
	see_moves(term, 1); /* down */
	quit(term);
}
END_TEST

/* ---- players ---- */

static struct term *start_list(const char *name, int rows, int columns)
{
	struct term *term = start_player(name, NULL, rows, columns);
	see(term, MENU);
	type(term, "w");
	see(term, "Who plays");
	return term;
}

/* Berta joins Anna's race, Anna starts it. */
static void start_both(struct term *anna, struct term *berta)
{
	see(berta, "anna");
	see(berta, "race: Tilt");
	type(berta, "\r");
	see(berta, "You joined anna's race");
	see(anna, "1 has joined. s starts it.");
	type(anna, "s");
	see(anna, "with berta");
	see(berta, "with anna");
	type(anna, "uuu"); /* too soon */
	see(anna, "you 0 · berta 0 moves");
	see(berta, "you 0 · anna 0 moves");
}

/* What a command prints. */
static void read_moves(const char *command, char moves[200])
{
	FILE *in = popen(command, "r");
	ck_assert_ptr_nonnull(in);
	ck_assert_ptr_nonnull(fgets(moves, 200, in));
	ck_assert_int_eq(pclose(in), 0);
}

/* A shortest solution of the race's board of that number, from what Anna's session tells. */
static void find_plan(int board, char plan[200])
{
	char command[600];
	snprintf(command, sizeof command,
	         "\"$PARLOUR\" --solve \"$(grep -ao 'tilt:7x7#[0-9]*' '%s' | sed -n %dp)\" | "
	         "tail -n 1",
	         at_home("state/parlour/live/anna"), board);
	read_moves(command, plan);
}

/* A longer solution: of the best after each pair of first moves, the longest. */
static void find_detour(int board, char plan[200])
{
	char command[900];
	snprintf(command, sizeof command,
	         "level=$(grep -ao 'tilt:7x7#[0-9]*' '%s' | sed -n %dp); "
	         "for first in up down left right; do for second in up down left right; do "
	         "printf '%%s\\n' $first $second T q | "
	         "XDG_STATE_HOME=/nonexistent \"$PARLOUR\" --plain $level | "
	         "sed -n 's/^\\([a-z]*\\): .* at .*/\\1/p' | tr '\\n' ' '; echo; done; done | "
	         "awk 'NF > most { most = NF; plan = $0 } END { print plan }'",
	         at_home("state/parlour/live/anna"), board);
	read_moves(command, plan);
}

static int count_moves(const char *moves)
{
	int count = 0;
	while (*(moves += strspn(moves, " \n")) != '\0') {
		moves += strcspn(moves, " \n");
		count++;
	}
	return count;
}

/* Makes the moves; returns how many. */
static int play_plan(struct term *term, const char *plan)
{
	static const char *const names[] = {"up", "down", "left", "right"};
	static const char *const keys[] = {UP, DOWN, "\033OD", RIGHT};
	char copy[200], *rest = NULL;
	int count = 0;
	snprintf(copy, sizeof copy, "%s", plan);
	for (char *name = strtok_r(copy, " \n", &rest); name != NULL;
	     name = strtok_r(NULL, " \n", &rest), count++)
		for (int i = 0; i < 4; i++)
			if (strcmp(name, names[i]) == 0)
				type(term, keys[i]);
	return count;
}

/* ---- ghosts of the day ---- */

#define BOARD "tilt:7x7#1795684504831"
static const char best_moves[] = "right down right down left down right up right up";
static const char more_moves[] = "right left right down right down left down right up right up";

/* A player who makes these moves in `--plain`. */
static void play_plain(const char *name, const char *level, const char *moves)
{
	char command[600];
	snprintf(command, sizeof command,
	         "printf '%%s\\nq\\n' '%s' | XDG_STATE_HOME='%s' \"$PARLOUR\" --plain --player %s "
	         "'%s' >/dev/null",
	         moves, at_home("state"), name, level);
	ck_assert_int_eq(system(command), 0);
}

/* Makes the log's records those of another host, with what `change`, unless NULL, does to one. */
static void carry(void (*change)(char *text))
{
	char path[300], line[2000];
	struct score_line read;
	snprintf(path, sizeof path, "%s", at_home("state/parlour/others.log"));
	FILE *in = fopen(at_home("state/parlour/scores.log"), "r"), *out = fopen(path, "a");
	ck_assert(in != NULL && out != NULL);
	while (fgets(line, sizeof line, in) != NULL) {
		ck_assert(score_line_read(line, &read));
		char *with = scores_with_host(read.text, "b.example");
		if (change != NULL)
			change(with);
		char *written = score_line_write(read.tag, with);
		ck_assert(fputs(written, out) >= 0);
		free(written);
		free(with);
	}
	fclose(in);
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_int_eq(remove(at_home("state/parlour/scores.log")), 0);
}

static void make_of_yesterday(char *text)
{
	const long date = strtol(text, NULL, 10);
	char digits[24];
	snprintf(digits, sizeof digits, "%ld", date - date % 86400 - 1);
	ck_assert_uint_eq(strlen(digits), strcspn(text, " "));
	for (size_t i = 0; digits[i] != '\0'; i++)
		text[i] = digits[i];
}

static void drop_times(char *text)
{
	char *mark = strchr(text, '~'), *moves = strchr(mark, ' ');
	memmove(mark, moves, strlen(moves) + 1);
}

static void drop_last_move(char *text)
{
	*strrchr(text, ' ') = '\0';
}

START_TEST(the_list_has_the_ghosts_of_the_day)
{
	play_plain("anna", BOARD, more_moves);
	play_plain("berta", BOARD, best_moves);
	carry(NULL);
	struct term *term = start_list("dora", 0, 0);
	see(term, "Nobody who lets others watch is here now.");
	see(term, "Ghosts of the day");
	see(term, "berta@b.example and 1 more  Tilt 7x7: 10 moves in 0:0");
	see(term, "Enter ghost");
	type(term, "\r");
	see(term, "Race against berta@b.example");
	see(term, "berta@b.example 10 moves, 0 left");
	play_plan(term, more_moves);
	see(term, "You lose");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	quit(term);
}
END_TEST

START_TEST(a_ghost_of_the_day_is_beaten)
{
	play_plain("anna", BOARD, more_moves);
	carry(NULL);
	struct term *term = start_list("dora", 16, 40);
	see(term, "anna@b.example  Tilt: 12 in 0:0");
	click(term, "anna@b.example");
	see(term, "Race against anna@b.example");
	see(term, "you 0");
	play_plan(term, best_moves);
	see(term, "You win");
	quit(term);
}
END_TEST

/* Zoe's shows that the list is read; Emil's, that it is read again. */
START_TEST(what_is_no_ghost_of_the_day_is_not_listed)
{
	static const char *const others[] = {"yester",  "untimed", "forger",
	                                     "shipped", "daily",   "Tilt"};
	play_plain("yester", BOARD, best_moves);
	carry(make_of_yesterday);
	play_plain("untimed", BOARD, best_moves);
	carry(drop_times);
	play_plain("forger", BOARD, best_moves);
	carry(drop_last_move);
	play_plain("shipped", LEVEL, "right up");
	play_plain("daily", "tilt:7x7#20261125", "right up left down left down right down left up");
	carry(NULL);
	play_plain("dora", BOARD, best_moves);
	play_plain("zoe", "lines:4x4#1795684505002", "2-right d-up 4-left a-up c-up");
	struct term *term = start_list("dora", 0, 0);
	see(term, "zoe  Lines 4x4: 5 moves in 0:0");
	usleep(300000); /* for the boards after it */
	char *screen = fresh_screen(term, LAST);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		ck_assert_ptr_null(strstr(screen, others[i]));
	free(screen);
	play_plain("emil", BOARD, more_moves);
	see(term, "emil  Tilt 7x7: 12 moves in 0:0");
	quit(term);
}
END_TEST

/* ---- races between players ---- */

START_TEST(two_players_race)
{
	char plan[200], words[100], command[600];
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 16, 40);
	type(anna, "s");
	see(anna, "Only the player who proposed the race");
	type(anna, "r");
	see(anna, "Your race: Tilt, 1 board.");
	type(anna, "s");
	see(anna, "Nobody has joined your race yet.");
	start_both(anna, berta);
	find_plan(1, plan);
	type(anna, "n");
	see(anna, "R leaves the race.");
	type(anna, "t");
	see(anna, "There is no help in a race.");
	const int count = play_plan(berta, plan);
	see(berta, "place 1 of 2 so far");
	snprintf(words, sizeof words, "berta solved: %d in 0:", count);
	see(anna, words);
	usleep(200000); /* so that she takes more time, by a tenth of a second at least */
	play_plan(anna, plan);
	see(anna, "place 2 of 2");
	see(berta, "anna ");
	snprintf(words, sizeof words, "berta %d in 0:", count);
	see(anna, words);
	type(anna, "v"); /* the result replays */
	see(anna, "Your solution");
	type(anna, TERM_ESCAPE);
	see(anna, "place 2 of 2");
	type(anna, "R");
	see(anna, "Who plays");
	quit(anna);
	quit(berta);
	snprintf(command, sizeof command, "grep -q ' berta .* tilt:7x7#[0-9]*~[0-9,]* ' '%s'",
	         at_home("state/parlour/scores.log"));
	ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(fewer_moves_win_among_players)
{
	char plan[200], detour[200], words[100];
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	type(anna, "r");
	start_both(anna, berta);
	find_plan(1, plan);
	find_detour(1, detour);
	const int more = play_plan(berta, detour);
	see(berta, "place 1 of 2 so far");
	see(anna, "berta solved: ");
	const int count = play_plan(anna, plan);
	ck_assert_int_gt(more, count);
	see(anna, "place 1 of 2");
	snprintf(words, sizeof words, "you %d in 0:", count);
	see(anna, words);
	see(berta, "place 2 of 2");
	quit(anna);
	quit(berta);
}
END_TEST

/* Berta's session is killed; the new one goes back to the race. */
static struct term *drop_and_come_back(struct term *anna, struct term *berta)
{
	term_signal(berta, 9);
	term_end(berta);
	term_free(berta);
	see(anna, "berta is away");
	berta = start_list("berta", 0, 0);
	see(berta, "is in a race: Tilt");
	type(berta, "\r");
	return berta;
}

/* Who leaves is away, and may come back: the race goes on, but its board begins again. */
START_TEST(a_player_leaves_and_comes_back)
{
	char plan[200];
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	type(anna, "r");
	start_both(anna, berta);
	find_plan(1, plan);
	type(berta, strncmp(plan + 2, "up", 2) == 0 ? UP : DOWN);
	type(berta, RIGHT);
	type(berta, LEFT);
	see_gone(anna, "berta 0 moves");
	berta = drop_and_come_back(anna, berta);
	see(berta, "you 0 · anna 0 moves");
	see(anna, "berta 0 moves");
	play_plan(berta, plan);
	see(berta, "place 1 of 2");
	see(anna, "berta solved");
	quit(berta);
	quit(anna);
}
END_TEST

START_TEST(a_race_of_three_boards_goes_on_by_itself)
{
	char plan[200];
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 60, 200);
	type(anna, "r");
	see(anna, "Your race: Tilt, 1 board.");
	type(anna, "\t");
	see(anna, "Your race: Tilt, 3 boards.");
	start_both(anna, berta);
	for (int board = 1; board <= 3; board++) {
		char words[64];
		snprintf(words, sizeof words, "race: board %d/3", board);
		see(berta, words);
		find_plan(board, plan);
		if (board > 1) {
			snprintf(words, sizeof words, "berta board %d: 0 moves, %d left", board,
			         count_moves(plan));
			see(anna, words);
		}
		play_plan(berta, plan);
	}
	see(anna, "berta solved: ");
	see(berta, "place 1 of 2 so far");
	quit(anna);
	see(berta, "anna is away");
	quit(berta);
}
END_TEST

/* One try counts: who has finished can't begin again, and nobody joins a race that has begun. */
START_TEST(who_has_finished_does_not_come_back)
{
	char plan[200];
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	type(anna, "r");
	start_both(anna, berta);
	struct term *cleo = start_list("cleo", 0, 0);
	see(cleo, "is in a race: Tilt");
	type(cleo, "\r");
	see(cleo, "That race has begun without you.");
	quit(cleo);
	find_plan(1, plan);
	play_plan(berta, plan);
	see(berta, "place 1 of 2");
	type(berta, "R");
	see(berta, "anna");
	see(berta, "is in a race: Tilt");
	type(berta, "\r");
	see(berta, "You have finished this race.");
	quit(berta);
	berta = start_list("berta", 0, 0);
	see(berta, "is in a race: Tilt");
	type(berta, "\r");
	see(berta, "You have finished this race.");
	see(anna, "berta solved: ");
	quit(berta);
	quit(anna);
}
END_TEST

/* The boards solved before count as they were. */
START_TEST(a_player_comes_back_to_the_second_board)
{
	char plan[200];
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	type(anna, "r\t");
	see(anna, "Your race: Tilt, 3 boards.");
	start_both(anna, berta);
	find_plan(1, plan);
	play_plan(berta, plan);
	see(berta, "race: board 2/3");
	see(anna, "berta board 2: 0 moves");
	/* Whichever the board is: some may move nothing. */
	type(berta, UP);
	type(berta, RIGHT);
	type(berta, DOWN);
	type(berta, LEFT);
	see_gone(anna, "berta board 2: 0 moves");
	berta = drop_and_come_back(anna, berta);
	see(berta, "race: board 2/3");
	see(anna, "berta board 2: 0 moves");
	for (int board = 2; board <= 3; board++) {
		find_plan(board, plan);
		play_plan(berta, plan);
		see(berta, board == 2 ? "race: board 3/3" : "place 1 of 2 so far");
	}
	see(anna, "berta solved: ");
	type(berta, "R");
	see(berta, "is in a race: Tilt");
	type(berta, "\r");
	see(berta, "You have finished this race.");
	quit(berta);
	quit(anna);
}
END_TEST

START_TEST(a_race_is_withdrawn)
{
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	type(anna, "r");
	see(berta, "proposes a race");
	type(berta, "\r");
	see(berta, "You joined anna's race");
	type(anna, "r");
	see(anna, "Your race is withdrawn.");
	see(berta, "The race was withdrawn.");
	type(anna, "r");
	see(berta, "proposes a race");
	type(berta, "\r");
	see(berta, "You joined anna's race");
	quit(anna);
	see(berta, "The race was withdrawn.");
	quit(berta);
}
END_TEST

/* What another session tells is replayed: no move that is not valid, no solution without moves, no
 * board that takes long to make. */
START_TEST(forged_racers_do_not_win)
{
	struct live forger = LIVE_CLOSED;
	char text[300], state[300];
	const char *first = "race1 forger 5 0 tilt:7x7#5\n";
	snprintf(state, sizeof state, "%s", at_home("state"));
	setenv("XDG_STATE_HOME", state, 1);
	ck_assert(live_open(&forger, "forger"));
	ck_assert(live_begin(&forger, "race1 forger 5 0 tilt:20x20#5\n"));
	struct term *anna = start_list("anna", 0, 0);
	see(anna, "no game now");
	ck_assert(live_begin(&forger, first));
	see(anna, "proposes a race: Tilt, 1 board");
	type(anna, "\r");
	see(anna, "You joined forger's race");
	const long long now = (long long)time(NULL) * 1000 + 3000;
	snprintf(text, sizeof text, "race1 forger 5 %lld tilt:7x7#5\n", now);
	ck_assert(live_begin(&forger, text));
	see(anna, "you 0 · forger 0 moves");
	ck_assert(live_add(&forger, "+"));
	see(anna, "forger can't be followed");
	strcat(text, "1 up down up down sideways\n");
	ck_assert(live_begin(&forger, text));
	see(anna, "forger can't be followed");
	ck_assert(live_begin(&forger, "\033]0;x\a"));
	see(anna, "forger is away");
	quit(anna);
	live_close(&forger);
}
END_TEST

/* Players who tell others that they take part in a race of the first of them. */
static void tell_all(struct live *others, int count, const char *text)
{
	for (int i = 0; i < count; i++)
		ck_assert(live_begin(&others[i], text));
}

/* Takes the files of so many players, named with a number each. */
static void open_others(struct live *others, int count, const char *names)
{
	char name[PLAYER_NAME_MAX + 1], state[300];
	snprintf(state, sizeof state, "%s", at_home("state"));
	setenv("XDG_STATE_HOME", state, 1);
	for (int i = 0; i < count; i++) {
		others[i] = (struct live)LIVE_CLOSED;
		snprintf(name, sizeof name, "%s%d", names, i + 1);
		ck_assert(live_open(&others[i], name));
	}
}

/* They tell that they are in a race; `starts` 0: it has not been started. */
static void begin_with(struct live *others, int count, const char *owner, int64_t starts)
{
	char text[300];
	snprintf(text, sizeof text, "race1 %s 5 %lld tilt:7x7#5\n", owner, (long long)starts);
	tell_all(others, count, text);
}

/* As many as can race, and one more; all of them on the smallest screen. */
START_TEST(eight_race_and_no_more)
{
	enum { OTHERS = 8 };
	struct live others[OTHERS];
	char name[16];
	open_others(others, OTHERS, "player");
	begin_with(others, OTHERS, "player1", 0);
	struct term *anna = start_list("anna", 16, 40);
	see(anna, "player1     race: Tilt, 1 board");
	see(anna, "player8     has joined");
	type(anna, "\r");
	see(anna, "Eight players are in that race");
	live_close(&others[OTHERS - 1]);
	see_gone(anna, "player8");
	type(anna, "j\r"); /* where player2 has joined */
	see(anna, "You joined player1's race");
	type(anna, "s");
	see(anna, "Only the player who proposed");
	begin_with(others, OTHERS - 1, "player1", (int64_t)time(NULL) * 1000 + 2000);
	see(anna, "you 0"); /* in place of that message */
	for (int i = 1; i < OTHERS; i++) {
		snprintf(name, sizeof name, "pl%d 0/", i);
		see(anna, name);
	}
	quit(anna);
	for (int i = 0; i < OTHERS - 1; i++)
		live_close(&others[i]);
}
END_TEST

START_TEST(two_who_join_at_once_are_not_nine)
{
	enum { OTHERS = 7 };
	struct live others[OTHERS];
	char name[16];
	open_others(others, OTHERS, "guest-3f9a2");
	begin_with(others, OTHERS, "guest-3f9a21", 0);
	struct term *anna = start_list("anna", 24, 80), *berta = start_list("berta", 24, 80);
	see(anna, "guest-3f9a27");
	see(berta, "guest-3f9a27");
	type(anna, "\r");
	type(berta, "\r");
	struct term *out = NULL;
	for (int tries = term_timeout() / 50; out == NULL && tries > 0; tries--) {
		term_read(anna, 50);
		out = term_find(anna, "it is full", NULL, NULL)    ? anna
		      : term_find(berta, "it is full", NULL, NULL) ? berta
		                                                   : NULL;
	}
	ck_assert_ptr_nonnull(out);
	struct term *in = out == anna ? berta : anna;
	see(in, "You joined guest-3f9a21's race");
	quit(out);
	begin_with(others, OTHERS, "guest-3f9a21", (int64_t)time(NULL) * 1000 + 1000);
	see(in, "you 0");
	for (int i = 1; i <= OTHERS; i++) { /* there is room for all */
		snprintf(name, sizeof name, "guest-3f9a2%d", i);
		see(in, name);
	}
	quit(in);
	for (int i = 0; i < OTHERS; i++)
		live_close(&others[i]);
}
END_TEST

#define CODE "parlour:1H6vj62f_zqeJ36hQrffeL4MHKLly2bjT7eJKw1kh3ellgaX-C7BuBrzyDw"

/* Berta solves the first of three boards, then her session is hung up. */
static struct term *solve_and_hang_up(struct term *anna, struct term *berta)
{
	char plan[200];
	type(anna, "r\t");
	see(anna, "Your race: Tilt, 3 boards.");
	start_both(anna, berta);
	find_plan(1, plan);
	play_plan(berta, plan);
	see(berta, "race: board 2/3");
	term_signal(berta, 1);
	term_end(berta);
	term_free(berta);
	see(anna, "berta is away");
	return start_list("berta", 0, 0);
}

/* What is told to those who watch does not take the place of what was told of the race. */
START_TEST(a_player_who_is_watched_comes_back)
{
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	type(berta, "W");
	see(berta, "yes");
	berta = solve_and_hang_up(anna, berta);
	see(berta, "is in a race: Tilt");
	type(berta, "\r");
	see(berta, "race: board 2/3");
	see(berta, " left"); /* no more news, which would take the place of the answer */
	type(berta, "g");
	see(berta, "R leaves the race.");
	type(berta, "u");
	see(berta, "Nothing to undo.");
	type(berta, "\033[200~" CODE "\033[201~");
	see(berta, "R leaves the race.");
	see(berta, "race: board 2/3");
	type(berta, "R");
	see(berta, "Who plays");
	quit(berta);
	quit(anna);
}
END_TEST

START_TEST(a_second_session_goes_on_where_the_first_one_was)
{
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	struct term *second = start_list("berta", 0, 0);
	char plan[200];
	type(anna, "r\t");
	start_both(anna, berta);
	see(second, "is in a race: Tilt");
	type(second, "\r");
	see(second, "Another session of yours");
	find_plan(1, plan);
	play_plan(berta, plan);
	see(berta, "race: board 2/3");
	quit(berta);
	see(anna, "berta is away");
	type(second, "\r");
	see(second, "race: board 2/3");
	quit(second);
	quit(anna);
}
END_TEST

/* The race as its owner tells of it. */
static void read_race(char line[300])
{
	char command[600];
	snprintf(command, sizeof command, "grep -ao 'race1 anna .*' '%s' | head -n 1",
	         at_home("state/parlour/live/anna"));
	FILE *in = popen(command, "r");
	ck_assert_ptr_nonnull(in);
	ck_assert_ptr_nonnull(fgets(line, 300, in));
	pclose(in);
}

/* Nobody joins a race that has begun, and nobody but its owner says what it is about. */
START_TEST(a_stranger_does_not_join_and_changes_nothing)
{
	struct live stranger;
	char plan[200], text[700], line[300], when[40];
	long long began, starts;
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	open_others(&stranger, 1, "mallory");
	type(anna, "r");
	start_both(anna, berta);
	usleep(2200000);
	read_race(line);
	find_plan(1, plan);
	snprintf(text, sizeof text, "%s0 %s", line, plan + strspn(plan, " "));
	ck_assert(live_begin(&stranger, text));
	type(berta, "R");
	see(anna, "berta is away");
	ck_assert(!term_find(anna, "mallory", NULL, NULL));
	ck_assert_int_eq(sscanf(line, "race1 anna %lld %lld", &began, &starts), 2);
	quit(anna);
	snprintf(when, sizeof when, "%lld", (long long)time(NULL) * 1000 - 1000);
	snprintf(text, sizeof text, "race1 anna %lld %s gems:6x6#5\n", began, when);
	ck_assert(live_begin(&stranger, text));
	see(berta, "is in a race: Gems");
	type(berta, "\r");
	see(berta, "tilt:7x7#");
	see(berta, "you 0");
	quit(berta);
	live_close(&stranger);
}
END_TEST

/* Who has started a race and leaves at once has started it. */
START_TEST(an_owner_leaves_before_the_start)
{
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	type(anna, "r");
	see(berta, "race: Tilt");
	type(berta, "\r");
	see(anna, "1 has joined. s starts it.");
	type(anna, "s");
	see(anna, "Race on 1 board");
	type(anna, "R");
	see(anna, "Who plays");
	see(berta, "Race on 1 board");
	see(berta, "you 0");
	quit(anna);
	quit(berta);
}
END_TEST

/* The tenths of the moves of a player's result. */
static int read_times(const char *player)
{
	char command[600];
	int sum;
	snprintf(command, sizeof command,
	         "sed -n 's/.* %s .*~\\([0-9,]*\\) .*/\\1/p' '%s' | tr , '\\n' | "
	         "awk '{ sum += $1 } END { print sum + 0 }'",
	         player, at_home("state/parlour/scores.log"));
	FILE *in = popen(command, "r");
	ck_assert_ptr_nonnull(in);
	ck_assert_int_eq(fscanf(in, "%d", &sum), 1);
	pclose(in);
	return sum;
}

/* Whoever is away may come back, so places may change; the time that was lost counts. */
START_TEST(a_player_comes_back_after_the_other_has_finished)
{
	char plan[200], words[40];
	bool found = false;
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	type(anna, "r");
	start_both(anna, berta);
	type(berta, "R");
	see(anna, "berta is away");
	find_plan(1, plan);
	play_plan(anna, plan);
	see(anna, "place 1 of 2 so far");
	usleep(1000000);
	type(berta, "\r");
	see(berta, "anna solved");
	play_plan(berta, plan);
	see(berta, "place 2 of 2");
	see_gone(anna, "so far");
	quit(berta);
	const int tenths = read_times("berta");
	ck_assert_int_ge(tenths, 10);
	for (int i = tenths - 2; i <= tenths + 2; i++) {
		snprintf(words, sizeof words, "in %d:%02d.%d", i / 600, i / 10 % 60, i % 10);
		found |= term_find(anna, words, NULL, NULL);
	}
	ck_assert_msg(found, "%d tenths are not on the screen", tenths);
	quit(anna);
}
END_TEST

/* What a player told is gone from their file with their next proposal. And a proposal that is
 * withdrawn is no race that could be left. */
START_TEST(who_went_on_after_the_race_still_has_a_place)
{
	char plan[200];
	struct term *anna = start_list("anna", 0, 0), *berta = start_list("berta", 0, 0);
	struct term *cleo = start_list("cleo", 0, 0);
	type(anna, "r");
	see(cleo, "race: Tilt");
	type(cleo, "\r");
	see(cleo, "You joined anna's race");
	see(berta, "race: Tilt");
	type(berta, "\r");
	see(anna, "2 have joined");
	type(anna, "s");
	see(anna, "you 0");
	see(berta, "you 0");
	find_plan(1, plan);
	play_plan(berta, plan);
	see(berta, "place 1 of 3 so far");
	see(anna, "berta solved");
	see(cleo, "berta solved");
	type(cleo, "R");
	see(cleo, "Who plays");
	type(berta, "R");
	see(berta, "Who plays");
	type(berta, "r");
	see(berta, "Your race: Tilt");
	see(cleo, "proposes a race");
	type(cleo, "r");
	see(cleo, "Your race: Tilt");
	type(cleo, "r");
	see(cleo, "Your race is withdrawn.");
	type(cleo, "\r"); /* anna is the first in the list */
	see(cleo, "berta solved");
	play_plan(cleo, plan);
	see(cleo, "place 2 of 3 so far");
	usleep(300000); /* the times shall differ */
	play_plan(anna, plan);
	see(anna, "place 3 of 3");
	see_gone(cleo, "so far");
	quit(anna);
	quit(berta);
	quit(cleo);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("race");
	tcase_add_test(tests, eight_race_and_no_more);
	tcase_add_test(tests, a_ghost_moves_as_it_did);
	tcase_add_test(tests, a_ghost_comes_from_another_host);
	tcase_add_test(tests, the_list_has_the_ghosts_of_the_day);
	tcase_add_test(tests, a_ghost_of_the_day_is_beaten);
	tcase_add_test(tests, what_is_no_ghost_of_the_day_is_not_listed);
	tcase_add_test(tests, fewer_moves_win_whatever_the_time);
	tcase_add_test(tests, there_is_no_ghost_without_times);
	tcase_add_test(tests, a_race_keeps_the_game_before_it);
	tcase_add_test(tests, two_players_race);
	tcase_add_test(tests, fewer_moves_win_among_players);
	tcase_add_test(tests, a_player_leaves_and_comes_back);
	tcase_add_test(tests, a_race_of_three_boards_goes_on_by_itself);
	tcase_add_test(tests, who_has_finished_does_not_come_back);
	tcase_add_test(tests, a_player_comes_back_to_the_second_board);
	tcase_add_test(tests, a_player_who_is_watched_comes_back);
	tcase_add_test(tests, who_went_on_after_the_race_still_has_a_place);
	tcase_add_test(tests, a_second_session_goes_on_where_the_first_one_was);
	tcase_add_test(tests, a_stranger_does_not_join_and_changes_nothing);
	tcase_add_test(tests, an_owner_leaves_before_the_start);
	tcase_add_test(tests, a_player_comes_back_after_the_other_has_finished);
	tcase_add_test(tests, two_who_join_at_once_are_not_nine);
	tcase_add_test(tests, a_race_is_withdrawn);
	tcase_add_test(tests, forged_racers_do_not_win);
	return run_playing("race", tests);
}
