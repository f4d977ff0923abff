#undef NDEBUG /* the assertions are the test */
#include "fuzz/any_level.h"

#include <assert.h>
#include <string.h>

#include "play/generate.h"
#include "play/library.h"
#include "puzzle/registry.h"
#include "solve/solve.h"

enum {
	SIDE_TRIED = 5,
	TRIES = 8,
	REACHED_STATES = 500,
	SHIPPED_FROM = 40, /* from here on numbers select a shipped level, smaller ones headers */
};

/* Sets the headers of that number (from 1; 0: none), if the puzzle understands them. */
static void add_headers(const struct puzzle *puzzle, int number, struct level *level,
                        struct recipe *recipe)
{
	static const struct {
		const char *value[HEADER_COUNT];
	} wishes[] = {
		{{[HEADER_RULES] = "holes"}},
		{{[HEADER_RULES] = "no-attack"}},
		{{[HEADER_RULES] = "no-attack slide alternate", [HEADER_PIECE] = "rook"}},
		{{[HEADER_RULES] = "alternate", [HEADER_PIECE] = "queen"}},
		{{[HEADER_PIECE] = "knight"}},
		{{[HEADER_PIECE] = "king", [HEADER_RULES] = "no-attack"}},
		{{[HEADER_GOAL] = "clear a"}},
		{{[HEADER_GOAL] = "score 100", [HEADER_REFILL] = "random 5 4"}},
		{{[HEADER_REFILL] = "random 6 5"}},
		{{[HEADER_GOAL] = "close 3"}},
		{{[HEADER_GOAL] = "groups 1"}},
		{{[HEADER_RULES] = "specials", [HEADER_REFILL] = "random 7 4"}},
		{{[HEADER_RULES] = "specials",
		  [HEADER_GOAL] = "clock 60",
		  [HEADER_REFILL] = "random 8 4"}},
	};
	const int count = (int)(sizeof wishes / sizeof wishes[0]);
	struct error error;
	struct recipe wanted = *recipe;
	if (number < 1 || number > count)
		return;
	memcpy(wanted.value, wishes[number - 1].value, sizeof wanted.value);
	if (generate_begin(puzzle, &wanted, level, &error))
		*recipe = wanted;
}

/* Chooses one of the shipped levels. */
static void take_level(struct bytes *input, const struct puzzle **puzzle, struct level *level)
{
	static struct library library;
	struct error error;
	if (library.count == 0)
		assert(library_open(&library, &error));
	struct level_ref ref = {.pack = next_below(input, library.shipped)};
	ref.level = next_below(input, library.packs[ref.pack].count);
	*puzzle = library_puzzle(&library, ref);
	assert(library_level(&library, ref, level, &error));
}

/* Makes a small board with a goal that can be reached; false if the bytes make none. */
static bool make_board(struct bytes *input, const struct puzzle *puzzle, int headers,
                       struct level *level)
{
	struct recipe recipe = {.pieces = -1, .colours = -1, .par_max = PAR_MAX};
	recipe.rows = 1 + next_below(input, SIDE_TRIED);
	recipe.columns = 1 + next_below(input, SIDE_TRIED);
	if (recipe.rows * recipe.columns < 2)
		return false;
	struct random random = {(uint64_t)next_byte(input)};
	struct error error;
	bool made = false;
	add_headers(puzzle, headers, level, &recipe);
	for (int i = 0; i < TRIES && !made; i++)
		made = generate_begin(puzzle, &recipe, level, &error) &&
		       puzzle->generator.start(level, &recipe, &random);
	if (!made || puzzle->generator.set_goal == NULL)
		return made;
	struct state goal;
	if (reach_pick(puzzle, level, REACHED_STATES, 0, PAR_MAX, false, &random, &goal, NULL) < 0)
		return false;
	puzzle->generator.set_goal(level, &goal);
	return true;
}

/* The first byte chooses the puzzle, and the headers or a shipped level. */
bool any_level(struct bytes *input, const struct puzzle **puzzle, struct level *level)
{
	const int first = next_byte(input), count = puzzle_count();
	assert(count > 0);
	const int headers = first / count;
	*puzzle = puzzle_at(first % count);
	if (headers < SHIPPED_FROM)
		return make_board(input, *puzzle, headers, level);
	take_level(input, puzzle, level);
	return true;
}
