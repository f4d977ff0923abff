/* Boards are made one after another, because the first moves that do not fit end the reading: a
 * forged run costs no more than the boards that it solves and one. */
#include "play/run.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "play/game_id.h"
#include "play/generate.h"
#include "puzzle/replay.h"

/* ---- boards ---- */

static void drop_levels(struct run_boards *boards)
{
	while (boards->count > 0)
		free(boards->level[--boards->count]);
}

void run_boards_free(struct run_boards *boards)
{
	drop_levels(boards);
	for (int i = 0; i < RUN_SEEN_MAX; i++)
		free(boards->seen[i].words);
	*boards = (struct run_boards){.count = 0};
}

/* Makes the next board. */
static bool make_board(struct run_boards *boards, struct error *error)
{
	const struct game_id id = game_id_of_run(&boards->id, boards->count + 1);
	struct level *level = malloc(sizeof *level);
	if (level == NULL)
		return error_set(error, _("out of memory"));
	if (!generate(id.puzzle, &id.recipe, id.seed, level, error)) {
		free(level);
		return false;
	}
	boards->level[boards->count++] = level;
	return true;
}

const struct level *run_boards_get(struct run_boards *boards, const struct run_id *id, int board,
                                   struct error *error)
{
	assert(board >= 1 && board <= RUN_BOARDS_MAX);
	if (!run_id_equal(&boards->id, id)) {
		drop_levels(boards);
		boards->id = *id;
	}
	while (boards->count < board)
		if (!make_board(boards, error))
			return NULL;
	return boards->level[board - 1];
}

/* ---- playing ---- */

void run_free(struct run *run)
{
	for (int i = 0; i < run->count; i++)
		free(run->board[i].moves);
	*run = (struct run){.id = run->id};
}

void run_set(struct run *run, struct run_board board)
{
	assert(run->count > 0);
	free(run->board[run->count - 1].moves);
	run->board[run->count - 1] = board;
}

bool run_next(struct run *run)
{
	if (run->count == RUN_BOARDS_MAX)
		return false;
	const int tenths = run_tenths(run);
	run->board[run->count++] = (struct run_board){.tenths = tenths};
	return true;
}

/* ---- what it is worth ---- */

int run_score(const struct run *run)
{
	int score = 0;
	for (int i = 0; i < run->count; i++)
		score +=
			run->board[i].minimal + (run->id.kind == RUN_STORM && run->board[i].solved);
	return score;
}

int run_solved(const struct run *run)
{
	int solved = 0;
	for (int i = 0; i < run->count; i++)
		solved += run->board[i].solved;
	return solved;
}

int run_moves(const struct run *run)
{
	int moves = 0;
	for (int i = 0; i < run->count; i++)
		moves += run->board[i].count;
	return moves;
}

int run_tenths(const struct run *run)
{
	return run->count == 0 ? 0 : run->board[run->count - 1].tenths;
}

bool run_is_missed(const struct run *run, int par)
{
	const struct run_board *board = &run->board[run->count - 1];
	return run->id.kind == RUN_STREAK && !board->minimal && board->count >= par;
}

const char *run_rule(enum run_kind kind)
{
	static const char *const rules[RUN_KINDS] = {
		[RUN_STREAK] = N_("The first board over its minimum number of moves ends the "
	                          "streak; no undo."),
		[RUN_STORM] = N_("Three minutes. A board is one point, or two if solved in its "
	                         "minimum."),
	};
	return _(rules[kind]);
}

void run_score_words(enum run_kind kind, int score, char *out, size_t size)
{
	if (kind == RUN_STREAK)
		snprintf(out, size, text_plural("%d board", "%d boards", score), score);
	else
		snprintf(out, size, text_plural("%d point", "%d points", score), score);
}

/* ---- as text ---- */

char *run_words(const struct run *run)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	for (int i = 0; i < run->count; i++) {
		const struct run_board *board = &run->board[i];
		const char *moves = board->moves == NULL ? "" : board->moves;
		fprintf(out, "%s%d%s%s", i > 0 ? " / " : "", board->tenths,
		        moves[0] != '\0' ? " " : "", moves);
	}
	return file_close_memory(out, &text, ftell(out) < RUN_TEXT_MAX);
}

/* Cuts "TENTHS MOVES" at the first blank. */
static bool read_tenths(const struct run *run, char *part, int *tenths, char **moves,
                        struct error *error)
{
	long number;
	const long most = run->id.kind == RUN_STORM ? STORM_TENTHS : RUN_TENTHS_MAX;
	*moves = part + strcspn(part, " ");
	if (**moves != '\0')
		*(*moves)++ = '\0';
	*tenths = 0;
	if (!text_read_number(part, run_tenths(run), most, &number))
		return error_set(error, _("board %d: \"%s\" is not a time from %d to %ld"),
		                 run->count + 1, text_shown(part).bytes, run_tenths(run), most);
	*tenths = (int)number;
	return true;
}

/* Replays the moves on the current board. */
static bool replay(const struct run *run, struct run_boards *boards, struct run_board *board,
                   struct error *error)
{
	struct replay replay;
	struct error fault;
	const struct level *level = run_boards_get(boards, &run->id, run->count, error);
	if (level == NULL)
		return false;
	if (!replay_moves(run->id.puzzle, level, board->moves, &replay, &fault))
		return error_set(error, _("board %d: %s"), run->count, fault.text);
	if (replay.assisted)
		return error_set(error, _("board %d: the solver made a move"), run->count);
	board->count = replay.count;
	board->solved = replay.solved;
	board->minimal = replay.solved && replay.count <= level->par;
	return true;
}

static bool read_part(struct run *run, struct run_boards *boards, char *part, struct error *error)
{
	struct run_board board = {.moves = NULL};
	char *moves;
	if (run->count > 0 && run->id.kind == RUN_STREAK && !run->board[run->count - 1].minimal)
		return error_set(error, _("board %d: not solved in the minimum"), run->count);
	if (!read_tenths(run, part, &board.tenths, &moves, error))
		return false;
	if (!run_next(run))
		return error_set(error, _("more than %d boards"), RUN_BOARDS_MAX);
	board.moves = strdup(moves);
	if (board.moves == NULL)
		return error_set(error, _("out of memory"));
	const bool good = replay(run, boards, &board, error);
	run_set(run, board);
	return good;
}

bool run_read(struct run *run, struct run_boards *boards, const struct run_id *id,
              const char *words, struct error *error)
{
	*run = (struct run){.id = *id};
	if (strlen(words) >= RUN_TEXT_MAX)
		return error_set(error, _("longer than %d bytes"), RUN_TEXT_MAX);
	char *copy = strdup(words), *rest = copy;
	bool good = copy != NULL || error_set(error, _("out of memory"));
	while (good && rest != NULL) {
		char *part = rest, *end = strstr(rest, " / ");
		rest = end == NULL ? NULL : end + 3;
		if (end != NULL)
			*end = '\0';
		good = read_part(run, boards, part, error);
	}
	free(copy);
	if (!good)
		run_free(run);
	return good;
}
