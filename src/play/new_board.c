#include "play/new_board.h"

#include <assert.h>
#include <stdlib.h>

#include "os/clock.h"
#include "os/language.h"
#include "play/generate.h"

static const double step_seconds = 0.5; /* processor time for one board */

const char *difficulty_name(enum difficulty difficulty)
{
	/* TRANSLATORS: How difficult a new board is. */
	static const char *const names[DIFFICULTIES] = {NC_("difficulty", "easy"),
	                                                NC_("difficulty", "medium"),
	                                                NC_("difficulty", "hard")};
	return language_text_in(names[difficulty]);
}

/* ---- sizes and pars ---- */

/* For a puzzle that lists no sizes: its default size, with its range of pars split in three equal
 * parts. */
static struct board_size only_size(const struct recipe *recipe)
{
	const int range = recipe->par_max - recipe->par_min + 1;
	return (struct board_size){.rows = recipe->rows,
	                           .columns = recipe->columns,
	                           .medium = recipe->par_min + range / 3,
	                           .hard = recipe->par_min + 2 * range / 3};
}

struct board_size new_board_size(const struct puzzle *puzzle, int number)
{
	const struct puzzle_generator *generator = &puzzle->generator;
	if (generator->sizes != NULL)
		return generator->sizes[number];
	return number == 0 ? only_size(&generator->recipe) : (struct board_size){.rows = 0};
}

int new_board_usual_size(const struct puzzle *puzzle)
{
	const struct recipe *recipe = &puzzle->generator.recipe;
	for (int i = 0;; i++) {
		const struct board_size size = new_board_size(puzzle, i);
		if (size.rows == 0)
			return 0;
		if (size.rows == recipe->rows && size.columns == recipe->columns)
			return i;
	}
}

struct par_range new_board_pars(const struct puzzle *puzzle, struct board_size size,
                                enum difficulty difficulty)
{
	const struct recipe *recipe = &puzzle->generator.recipe;
	switch (difficulty) {
	case DIFFICULTY_EASY:
		return (struct par_range){recipe->par_min, size.medium - 1};
	case DIFFICULTY_MEDIUM:
		return (struct par_range){size.medium, size.hard - 1};
	default:
		return (struct par_range){size.hard, recipe->par_max};
	}
}

/* ---- the search ---- */

void new_board_begin(struct new_board *board, const struct puzzle *puzzle, struct board_size size,
                     enum difficulty difficulty, double seconds)
{
	const int64_t now = milliseconds_now();
	*board = (struct new_board){.puzzle = puzzle,
	                            .recipe = puzzle->generator.recipe,
	                            .wanted = new_board_pars(puzzle, size, difficulty),
	                            .began = now,
	                            .deadline = now + (int64_t)(seconds * 1000),
	                            .seed = generate_fresh_seed(),
	                            .par = -1};
	board->recipe.rows = size.rows;
	board->recipe.columns = size.columns;
	board->recipe.seconds = step_seconds;
}

/* The distance of a par from the wanted range; 0: it is in it. */
static int distance(const struct new_board *board, int par)
{
	const struct par_range *wanted = &board->wanted;
	return par < wanted->min ? wanted->min - par : par > wanted->max ? par - wanted->max : 0;
}

/* Skips a seed that gives no board, or one that takes too long. */
static void try_seed(struct new_board *board, struct level *level)
{
	struct error error;
	const uint64_t seed = board->seed++;
	board->tried++;
	if (!generate(board->puzzle, &board->recipe, seed, level, &error))
		return;
	if (board->par >= 0 && distance(board, level->par) >= distance(board, board->par))
		return;
	board->par = level->par;
	board->nearest = seed;
}

enum new_board_result new_board_step(struct new_board *board)
{
	struct level *level = malloc(sizeof *level);
	if (level != NULL)
		try_seed(board, level);
	free(level);
	if (board->par >= 0 && distance(board, board->par) == 0)
		return NEW_BOARD_FOUND;
	return milliseconds_now() < board->deadline ? NEW_BOARD_SEARCHING : NEW_BOARD_NONE;
}

void new_board_name(const struct new_board *board, char *out, size_t size)
{
	assert(board->par >= 0);
	generate_name(board->puzzle, &board->recipe, board->nearest, out, size);
}
