#include "boards.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "os/text.h"
#include "play/generate.h"
#include "puzzle/registry.h"

/* Chosen so that every optimum in a game is proven in milliseconds, and that no two boards are
 * alike up to symmetry; doc/arena.md has what was measured. */
static const struct {
	const char *puzzle;
	struct board_step grade[ARENA_GRADES];
} arena[ARENA_PUZZLES] = {
	/* Rows, columns, pieces, colours, the range of optima, rules. Frozen. */
	/* clang-format off */
	{"tilt",
	 {{5, 5, 2, 2, 2, 3, NULL}, {5, 5, 2, 2, 4, 5, NULL},
	  {5, 5, 2, 2, 6, 7, NULL}, {5, 5, 3, 3, 7, 8, NULL},
	  {6, 6, 3, 3, 8, 9, NULL}, {6, 6, 3, 3, 10, 11, NULL},
	  {7, 7, 4, 4, 11, 13, NULL}, {7, 7, 4, 4, 14, 16, NULL},
	  {7, 7, 4, 4, 17, 20, NULL}, {8, 8, 5, 5, 18, 22, NULL}}},
	{"gems",
	 {{6, 6, 18, -1, 2, 2, NULL}, {5, 6, 18, 4, 3, 3, NULL},
	  {5, 5, -1, -1, 3, 3, NULL}, {5, 6, -1, -1, 4, 4, NULL},
	  {5, 6, -1, -1, 5, 5, NULL}, {6, 6, -1, -1, 6, 6, NULL},
	  {6, 6, -1, -1, 7, 7, NULL}, {7, 7, -1, -1, 9, 10, NULL},
	  {8, 8, 45, 4, 11, 12, NULL}, {8, 8, 48, 4, 11, 13, NULL}}},
	{"bishop",
	 {{4, 5, 2, 2, 2, 3, NULL}, {4, 4, 3, 2, 5, 6, NULL},
	  {4, 5, 4, 2, 7, 8, NULL}, {4, 4, 4, 3, 8, 9, NULL},
	  {5, 5, -1, -1, 13, 16, "no-attack"}, {4, 5, 4, 2, 7, 9, "slide"},
	  {4, 5, 4, 3, 10, 12, "slide"}, {5, 5, 4, 2, 10, 12, "no-attack slide"},
	  {5, 5, -1, -1, 13, 16, "no-attack slide"},
	  {6, 6, -1, -1, 20, 26, "no-attack slide"}}},
	{"lines",
	 {{3, 3, -1, -1, 2, 2, NULL}, {3, 4, -1, -1, 3, 3, NULL},
	  {3, 3, -1, -1, 4, 4, NULL}, {3, 4, -1, -1, 4, 4, NULL},
	  {3, 4, -1, -1, 5, 5, NULL}, {4, 4, -1, -1, 5, 5, NULL},
	  {3, 4, -1, -1, 6, 6, NULL}, {4, 4, -1, -1, 6, 6, NULL},
	  {4, 4, -1, -1, 7, 7, NULL}, {4, 4, -1, -1, 8, 9, NULL}}},
	/* clang-format on */
};

static const struct puzzle *puzzle_of(const struct board *board)
{
	return puzzle_named(arena[board->puzzle].puzzle);
}

static const struct board_step *step_of(const struct board *board)
{
	return &arena[board->puzzle].grade[board->grade - 1];
}

struct board board_at(int place)
{
	assert(place >= 0 && place < ARENA_BOARDS);
	return (struct board){.puzzle = place / ARENA_GRADES % ARENA_PUZZLES,
	                      .grade = place % ARENA_GRADES + 1,
	                      .number = place / (ARENA_GRADES * ARENA_PUZZLES) + 1};
}

int board_place(const struct board *board)
{
	return ((board->number - 1) * ARENA_PUZZLES + board->puzzle) * ARENA_GRADES + board->grade -
	       1;
}

const char *arena_puzzle(int puzzle)
{
	return arena[puzzle].puzzle;
}

void board_name(const struct board *board, char out[BOARD_NAME_MAX])
{
	snprintf(out, BOARD_NAME_MAX, "%s:%d#%d", arena[board->puzzle].puzzle, board->grade,
	         board->number);
}

bool board_parse(const char *name, struct board *board, struct error *error)
{
	char puzzle[16], again[BOARD_NAME_MAX], shown[64];
	const bool read =
		sscanf(name, "%15[a-z]:%2d#%3d", puzzle, &board->grade, &board->number) == 3;
	for (board->puzzle = 0; read && board->puzzle < ARENA_PUZZLES; board->puzzle++)
		if (strcmp(puzzle, arena[board->puzzle].puzzle) == 0) {
			board_name(board, again);
			if (board->grade >= 1 && board->grade <= ARENA_GRADES &&
			    board->number >= 1 && board->number <= ARENA_EACH &&
			    strcmp(name, again) == 0)
				return true;
		}
	return error_set(error, "\"%s\" is not a board; expected one such as tilt:3#17",
	                 text_sanitize(shown, sizeof shown, name));
}

int board_limit(const struct board *board)
{
	return 2 * step_of(board)->par_max + 10;
}

/* Another one for each grade: with the same, boards of different goals would have the same
 * walls. */
static int seed_of(const struct board *board)
{
	return 1000 * (board->grade - 1) + board->number;
}

bool board_make(const struct board *board, struct level *level, struct error *error)
{
	const struct recipe recipe = recipe_of_step(puzzle_of(board), step_of(board));
	return generate(puzzle_of(board), &recipe, (uint64_t)seed_of(board), level, error);
}

static void write_command(const struct board *board, char *out, size_t size)
{
	const struct board_step *step = step_of(board);
	char pieces[32] = "", colours[32] = "", rules[64] = "";
	if (step->pieces >= 0)
		snprintf(pieces, sizeof pieces, " --pieces %d", step->pieces);
	if (step->colours >= 0)
		snprintf(colours, sizeof colours, " --colours %d", step->colours);
	if (step->rules != NULL)
		snprintf(rules, sizeof rules, " --rules '%s'", step->rules);
	snprintf(out, size, "parlour --generate %s --size %dx%d%s%s%s --par %d..%d --seed %d",
	         arena[board->puzzle].puzzle, step->rows, step->columns, pieces, colours, rules,
	         step->par_min, step->par_max, seed_of(board));
}

json_t *board_entry(const struct board *board)
{
	char name[BOARD_NAME_MAX], command[256];
	board_name(board, name);
	write_command(board, command, sizeof command);
	return json_pack("{s:s, s:s, s:i, s:s}", "board", name, "puzzle",
	                 arena[board->puzzle].puzzle, "grade", board->grade, "make", command);
}
