/* New boards of match three.
 *
 * Boards whose goal is to clear gems are built from the last move to the first: runs are inserted
 * one after the other, each lifting the gems above it; then a gem of the last run is swapped out of
 * it. If swapping it back leads to exactly the board from before, a move has been undone. */
#include <assert.h>
#include <string.h>

#include "os/language.h"
#include "puzzle/pieces.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/rules.h"

enum {
	COLOURS_DEFAULT = 4,
	PIECES_MAX = 36, /* by default */
	RUN_MIN = 3,
	RUN_MAX = 5,
	UNDO_ATTEMPTS = 500, /* for each move */
	DEAL_ATTEMPTS = 20,  /* for a full board with a valid swap */
	RANDOM_MOVES = 400,  /* in total, to find out whether the goal can be reached */
};

static int below(struct random *random, int limit)
{
	return (int)random_below(random, (uint32_t)limit);
}

/* ---- full boards ---- */

/* The number of colours: by default, those of the random stream. */
static int colours_of(const struct level *level, const struct recipe *recipe)
{
	if (recipe->colours > 0)
		return recipe->colours;
	if ((level->rules & RULE_RANDOM) != 0)
		return stream_colours(level);
	return COLOURS_DEFAULT;
}

static bool deal(const struct level *level, const struct recipe *recipe, struct gems *gems,
                 struct random *random)
{
	const int free = recipe->pieces > 0 ? level_cells(level) - recipe->pieces : 0;
	*gems = (struct gems){.score = 0};
	if (free < 0 || !gems_deal(level, gems, colours_of(level, recipe), random))
		return false;
	memset(gems->cell, EMPTY, (size_t)free);
	return gems_next_swap(level, gems, 0) >= 0;
}

/* A random valid swap; -1 if there is none. */
static int random_swap(const struct level *level, struct gems *gems, struct random *random)
{
	int found = -1;
	uint32_t seen = 0;
	for (int swap = 0; (swap = gems_next_swap(level, gems, swap)) >= 0; swap++)
		if (random_below(random, ++seen) == 0)
			found = swap;
	return found;
}

static bool goal_reached(const struct level *level, const struct gems *gems, int points)
{
	return (level->rules & RULE_SCORE) != 0 ? points >= level->amount
	                                        : gems_count_wanted(level, gems) == 0;
}

/* Whether games of random moves reach the goal. */
static bool is_winnable(const struct level *level, const struct gems *start, struct random *random)
{
	struct gems gems = *start;
	for (int i = 0, points = 0; i < RANDOM_MOVES; i++) {
		const int swap = random_swap(level, &gems, random);
		if (swap < 0) {
			gems = *start;
			points = 0;
			continue;
		}
		gems_make_swap(level, &gems, swap);
		points += gems_cascade(level, &gems, swap);
		if (goal_reached(level, &gems, points))
			return true;
	}
	return false;
}

/* A full board whose goal is not reached yet, and can be. */
static bool deal_winnable(const struct level *level, const struct recipe *recipe, struct gems *gems,
                          struct random *random)
{
	for (int i = 0; i < DEAL_ATTEMPTS; i++)
		if (deal(level, recipe, gems, random))
			return level->endless ||
			       (!goal_reached(level, gems, 0) && is_winnable(level, gems, random));
	return false;
}

/* ---- boards built backwards ---- */

/* The cells of an inserted run. */
struct run {
	int cell[RUN_MAX];
	int length;
};

static int height(const struct level *level, const struct gems *gems, int column)
{
	int rows = 0;
	while (rows < level->rows &&
	       gems->cell[(level->rows - 1 - rows) * level->columns + column] != EMPTY)
		rows++;
	return rows;
}

/* Inserts a gem into a column, `row` rows above the bottom. */
static void insert_gem(const struct level *level, struct gems *gems, int row, int column,
                       uint8_t colour, struct run *run)
{
	const int columns = level->columns;
	const int cell = (level->rows - 1 - row) * columns + column;
	for (int to = column; to < cell; to += columns)
		gems->cell[to] = gems->cell[to + columns];
	gems->cell[cell] = colour;
	run->cell[run->length++] = cell;
}

/* Inserts a run of `length` gems somewhere, if there is room. */
static bool insert_gems(const struct level *level, struct gems *gems, int length, bool vertical,
                        uint8_t colour, struct random *random, struct run *run)
{
	const int wide = vertical ? 1 : length, high = vertical ? length : 1;
	if (wide > level->columns)
		return false;
	const int first = below(random, level->columns - wide + 1);
	int lowest = level->rows;
	for (int column = first; column < first + wide; column++) {
		const int top = height(level, gems, column);
		if (top + high > level->rows)
			return false;
		lowest = top < lowest ? top : lowest;
	}
	const int row = below(random, lowest + 1);
	for (int i = 0; i < length; i++)
		insert_gem(level, gems, vertical ? row + i : row, vertical ? first : first + i,
		           colour, run);
	return true;
}

/* Inserts a run. Leaves none of the `left` gems, or enough for another run. */
static bool insert_run(const struct level *level, struct gems *gems, int colours, int *left,
                       struct random *random, struct run *run)
{
	const int chance = below(random, 12);
	int length = chance == 0 ? RUN_MAX : chance <= 2 ? RUN_MAX - 1 : RUN_MIN;
	const uint8_t colour = (uint8_t)(1 + below(random, colours));
	if (*left <= RUN_MAX)
		length = *left;
	else if (*left - length < RUN_MIN)
		length = RUN_MIN;
	*left -= length;
	*run = (struct run){.length = 0};
	return length >= RUN_MIN && (*left == 0 || *left >= RUN_MIN) &&
	       insert_gems(level, gems, length, below(random, 2) == 0, colour, random, run);
}

/* Swaps a gem of the run out of it; returns the swap, or -1. */
static int swap_out(const struct level *level, struct gems *gems, const struct run *run,
                    struct random *random)
{
	const int cell = run->cell[below(random, run->length)];
	const int direction = below(random, 4);
	const int other = direction == 0 ? cell - 1 : direction == 1 ? cell + level->columns : cell;
	if (other < 0)
		return -1;
	const int swap = 2 * other + direction % 2;
	const int partner = gems_partner(level, swap);
	if (partner < 0 || (other != cell && partner != cell))
		return -1;
	gems_swap(gems, other, partner);
	return swap;
}

/* Whether the board is at rest without runs, and this swap leads to `after`. */
static bool leads_to(const struct level *level, const struct gems *gems, int swap,
                     const struct gems *after)
{
	bool in_run[CELLS_MAX];
	struct gems next = *gems;
	if (gems_find_runs(level, gems, in_run) > 0 || gems_fall(level, &next) ||
	    !gems_make_swap(level, &next, swap))
		return false;
	gems_cascade(level, &next, swap);
	return memcmp(next.cell, after->cell, (size_t)level_cells(level)) == 0;
}

/* Undoes a move, of one run or two, the last move of two. False, and no change, if this attempt
 * fails. */
static bool undo_move(const struct level *level, struct gems *gems, bool last, int colours,
                      int *left, struct random *random)
{
	struct gems before = *gems;
	struct run run = {.length = 0};
	int rest = *left;
	const int runs = last || below(random, 3) == 0 ? 2 : 1;
	for (int i = 0; i < runs; i++)
		if (!insert_run(level, &before, colours, &rest, random, &run))
			return false;
	const int swap = swap_out(level, &before, &run, random);
	if (swap < 0 || !leads_to(level, &before, swap, gems))
		return false;
	*gems = before;
	*left = rest;
	return true;
}

static bool has_colours(const struct level *level, const struct gems *gems, int colours)
{
	int count[COLOURS_MAX + 1] = {0};
	for (int column = 0; column < level->columns; column++)
		gems_count_column(level, gems, column, count);
	for (int colour = 1; colour <= colours; colour++)
		if (count[colour] == 0)
			return false;
	return true;
}

static int choose_pieces(const struct level *level, const struct recipe *recipe,
                         struct random *random)
{
	if (recipe->pieces > 0)
		return recipe->pieces;
	const int max = level_cells(level) < PIECES_MAX ? level_cells(level) : PIECES_MAX;
	const int pieces = max - below(random, max / 3 + 1);
	return pieces < 2 * RUN_MIN ? 2 * RUN_MIN : pieces;
}

static bool build_backwards(const struct level *level, const struct recipe *recipe,
                            struct gems *gems, struct random *random)
{
	const int pieces = choose_pieces(level, recipe, random);
	int left = pieces;
	const int colours = colours_of(level, recipe);
	*gems = (struct gems){.score = 0};
	if (left > level_cells(level) || left < RUN_MIN || colours > left / RUN_MIN ||
	    level_cells(level) < RUN_MIN + 1)
		return false;
	for (int i = 0; i < UNDO_ATTEMPTS && left > 0; i++)
		if (undo_move(level, gems, left == pieces, colours, &left, random))
			i = 0;
	return left == 0 && (recipe->colours < 0 || has_colours(level, gems, colours));
}

static bool is_built_backwards(const struct level *level)
{
	return (level->rules & RULE_CLEAR_ALL) == RULE_CLEAR_ALL &&
	       (level->rules & RULE_STREAMS) == 0;
}

/* Checks a board of at most `gems` gems that is built backwards: each move clears a run, the last
 * one clears two. */
static bool check_backwards(const struct level *level, const struct recipe *recipe, int gems,
                            struct error *error)
{
	const int colours = colours_of(level, recipe), moves = gems / RUN_MIN - 1;
	if (gems < 2 * RUN_MIN)
		return error_set(error,
		                 text_plural("at least %d gem is needed, not %d",
		                             "at least %d gems are needed, not %d", 2 * RUN_MIN),
		                 2 * RUN_MIN, gems);
	if (colours > gems / RUN_MIN)
		return error_set(error,
		                 /* TRANSLATORS: The form goes with the first number. */
		                 text_plural("%d gem is too few for %d colours; each needs %d",
		                             "%d gems are too few for %d colours; each needs %d",
		                             gems),
		                 gems, colours, RUN_MIN);
	return recipe->par_min <= moves ||
	       error_set(error,
	                 /* TRANSLATORS: The form goes with the second number. The first is >= 6. */
	                 text_plural("%d gems need at most %d move; par %d is not possible",
	                             "%d gems need at most %d moves; par %d is not possible",
	                             moves),
	                 gems, moves, recipe->par_min);
}

/* Whether the generator has all colours that must be cleared; those that fall in may be any. */
static bool check_wanted(const struct level *level, const struct recipe *recipe,
                         struct error *error)
{
	const uint32_t wanted = level->rules & RULE_CLEAR_ALL;
	const int colours = colours_of(level, recipe);
	if (wanted == RULE_CLEAR_ALL || (level->rules & RULE_STREAMS) != 0)
		return true;
	for (int colour = colours + 1; colour <= COLOURS_MAX; colour++)
		if ((wanted & UINT32_C(1) << colour) != 0)
			return error_set(error,
			                 _("the goal's '%c' is not among the %d colours a to %c"),
			                 'a' + colour - 1, colours, 'a' + colours - 1);
	return true;
}

bool gems_check_recipe(const struct level *level, const struct recipe *recipe, struct error *error)
{
	const int cells = level_cells(level);
	const int max = cells < PIECES_MAX ? cells : PIECES_MAX;
	if (!pieces_check_room(recipe, cells, error) || !check_wanted(level, recipe, error))
		return false;
	return !is_built_backwards(level) ||
	       check_backwards(level, recipe, recipe->pieces > 0 ? recipe->pieces : max, error);
}

bool gems_generate(struct level *level, const struct recipe *recipe, struct random *random)
{
	struct gems gems;
	if (is_built_backwards(level) ? !build_backwards(level, recipe, &gems, random)
	                              : !deal_winnable(level, recipe, &gems, random))
		return false;
	assert(gems_next_swap(level, &gems, 0) >= 0);
	gems_set_start(level, &gems);
	return true;
}
