/* --demo without a screen: boards and moves as text. */
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/print.h"
#include "os/text.h"
#include "play/session.h"

/* An endless game, played by the puzzle's own advice. */
static void print_game(const struct puzzle *puzzle, const struct level *level)
{
	struct state state = level->start;
	move_code move;
	int score = 0, count = 0;
	print_board(puzzle, level, &state, "  ", stdout);
	while (count < DEMO_MOVES_MAX && puzzle->rules.advise(level, &state, &move)) {
		char name[MOVE_NAME_MAX];
		const char *remark = puzzle->text.remark == NULL
		                           ? NULL
		                           : puzzle->text.remark(level, &state, move);
		puzzle->format.name_move(level, move, name);
		score += puzzle->rules.points(level, &state, move, 0);
		puzzle->rules.apply(level, &state, move);
		printf("\n%d. %s   (score %d)\n", ++count, name, score);
		if (remark != NULL)
			printf("%s\n", remark);
		print_board(puzzle, level, &state, "  ", stdout);
	}
	printf(text_plural("\n%d move, score %d. There is no end.\n",
	                   "\n%d moves, score %d. There is no end.\n", count),
	       count, score);
}

static void print_steps(const struct puzzle *puzzle, const struct level *level,
                        const struct answer *answer)
{
	struct state state = level->start;
	print_board(puzzle, level, &state, "  ", stdout);
	for (int i = 0; i < answer->length; i++) {
		char name[MOVE_NAME_MAX];
		puzzle->format.name_move(level, answer->plan[i], name);
		puzzle->rules.apply(level, &state, answer->plan[i]);
		printf("\n%d. %s", i + 1, name);
		if (answer->verdict == OPTIMAL)
			printf("   (best from here %d)", answer->length - i - 1);
		putchar('\n');
		print_board(puzzle, level, &state, "  ", stdout);
	}
}

static int show(const struct options *options, const struct puzzle *puzzle,
                const struct level *level)
{
	if (level->endless) {
		print_game(puzzle, level);
		return STATUS_OK;
	}
	struct answer *answer = malloc(sizeof *answer);
	if (answer == NULL)
		return STATUS_NO;
	fflush(stdout); /* so that a reader who closes the pipe after the title is noticed */
	solve_position(puzzle, level, &level->start, &options->limits, cli_has_reader, NULL,
	               answer);
	print_steps(puzzle, level, answer);
	const enum verdict verdict = answer->verdict;
	if (verdict == OPTIMAL)
		printf(text_plural("\nSolved in %d move. It takes at least that many: proven.\n",
		                   "\nSolved in %d moves. It takes at least that many: proven.\n",
		                   answer->upper),
		       answer->upper);
	else if (verdict == UNSOLVABLE)
		puts("\nThere is no way: proven.");
	else if (answer->upper >= 0)
		printf(text_plural(
			       "\nA limit was met: at least %d move, and a way of %d is known.\n",
			       "\nA limit was met: at least %d moves, and a way of %d is known.\n",
			       answer->lower),
		       answer->lower, answer->upper);
	else
		printf(text_plural("\nA limit was met: at least %d move.\n",
		                   "\nA limit was met: at least %d moves.\n", answer->lower),
		       answer->lower);
	free(answer);
	return verdict == OPTIMAL ? STATUS_OK : STATUS_NO;
}

int cli_demo(const struct options *options, struct library *library,
             const struct level_list *levels)
{
	struct error error;
	struct level *level = malloc(sizeof *level);
	int status = level == NULL ? STATUS_NO : STATUS_OK;
	for (int i = 0; level != NULL && i < levels->count && status != STATUS_ERROR; i++) {
		char heading[HEADING_MAX];
		const struct level_ref ref = levels->refs[i];
		if (!library_level(library, ref, level, &error)) {
			status = cli_fail(&error);
			break;
		}
		level_heading(library, ref, heading);
		printf("%s%s\n\n", i == 0 ? "" : "\n", heading);
		const int shown = show(options, library_puzzle(library, ref), level);
		if (shown != STATUS_OK)
			status = shown;
	}
	free(level);
	return status;
}
