/* --demo without a screen: boards and moves as text. */
#include "cli/print.h"
#include "os/language.h"
#include "os/text.h"
#include "play/report.h"
#include "play/session.h"

/* Makes a move and prints its name, without a newline. */
static void make_move(struct position *position, int number, move_code move)
{
	char name[MOVE_NAME_MAX];
	position->puzzle->format.name_move(position->level, move, name);
	position->puzzle->rules.apply(position->level, &position->state, move);
	printf("\n%d. %s", number, name);
}

/* An endless game, played by the puzzle's own advice. */
static int show_game(struct position *position)
{
	const struct puzzle *puzzle = position->puzzle;
	const struct level *level = position->level;
	move_code move;
	int score = 0, count = 0;
	while (count < DEMO_MOVES_MAX && puzzle->rules.advise(level, &position->state, &move)) {
		char remark[REPORT_MAX] = "";
		if (puzzle->text.remark != NULL)
			puzzle->text.remark(level, &position->state, score, move, remark,
			                    sizeof remark);
		score = puzzle_score(puzzle, level, &position->state, move, score);
		make_move(position, ++count, move);
		printf("   ");
		printf(_("(score %d)"), score);
		putchar('\n');
		if (remark[0] != '\0')
			puts(remark);
		print_board(position, "  ");
	}
	putchar('\n');
	printf(text_plural("%d move, score %d. The game is endless.",
	                   "%d moves, score %d. The game is endless.", count),
	       count, score);
	putchar('\n');
	return STATUS_OK;
}

static int print_verdict(const struct answer *answer)
{
	const int lower = answer->lower, upper = answer->upper;
	putchar('\n');
	if (answer->verdict == OPTIMAL)
		printf(text_plural("Solved in %d move: the minimum, proven.",
		                   "Solved in %d moves: the minimum, proven.", upper),
		       upper);
	else if (answer->verdict == UNSOLVABLE)
		printf("%s", _("Unsolvable: proven."));
	else if (upper >= 0)
		printf(text_plural(
			       "Stopped at a limit: at least %d move; a solution of %d is known.",
			       "Stopped at a limit: at least %d moves; a solution of %d is known.",
			       lower),
		       lower, upper);
	else
		printf(text_plural("Stopped at a limit: at least %d move.",
		                   "Stopped at a limit: at least %d moves.", lower),
		       lower);
	putchar('\n');
	return answer->verdict == OPTIMAL ? STATUS_OK : STATUS_NO;
}

static void print_best(int moves)
{
	printf("   ");
	printf(_("(best from here %d)"), moves);
}

static int show_solution(struct shown_level *shown, struct position *position)
{
	const struct answer *answer = &shown->answer;
	fflush(stdout); /* so that a reader who closes the pipe after the title is noticed */
	solve_shown(shown, &shown->level.start, cli_has_reader);
	for (int i = 0; i < answer->length; i++) {
		make_move(position, i + 1, answer->plan[i]);
		if (answer->verdict == OPTIMAL)
			print_best(answer->length - i - 1);
		putchar('\n');
		print_board(position, "  ");
	}
	return print_verdict(answer);
}

static int show(struct shown_level *shown)
{
	struct position position = {shown->puzzle, &shown->level, shown->level.start};
	if (shown->index > 0)
		putchar('\n');
	print_heading(shown->request->library, shown->ref);
	putchar('\n');
	print_board(&position, "  ");
	return shown->level.endless ? show_game(&position) : show_solution(shown, &position);
}

int cli_demo(struct request *request)
{
	return show_levels(request, show, NULL);
}
