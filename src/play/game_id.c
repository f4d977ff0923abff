#include "play/game_id.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "play/generate.h"
#include "play/ladder.h"
#include "puzzle/registry.h"

/* Seconds of processor time for making a board. Game IDs have a time limit but no limit of states,
 * so that any ID that once worked works again. */
enum { ID_SECONDS = 60 };

enum { DIGITS_MAX = 24 }; /* of a number, for an error that names it */

/* The parts of a name that has the form of a game ID; false if it has not. */
static bool split(const char *name, const struct puzzle **puzzle, char rows[DIGITS_MAX + 1],
                  char columns[DIGITS_MAX + 1], const char **seed)
{
	char puzzle_name[16];
	int used = 0;
	if (sscanf(name, "%15[a-z]:%24[0-9]x%24[0-9]#%n", puzzle_name, rows, columns, &used) != 3 ||
	    used == 0)
		return false;
	*puzzle = puzzle_named(puzzle_name);
	*seed = name + used;
	return *puzzle != NULL;
}

bool game_id_fault(const char *name, struct error *error)
{
	char rows[DIGITS_MAX + 1], columns[DIGITS_MAX + 1];
	const struct puzzle *puzzle;
	const char *seed;
	uint64_t number;
	long side;
	if (ladder_fault(name, error))
		return true;
	if (!split(name, &puzzle, rows, columns, &seed) || seed[0] == '\0' ||
	    seed[strspn(seed, "0123456789")] != '\0')
		return false;
	if (!text_read_number(rows, 1, SIDE_MAX, &side))
		return !error_set(error, _("%s: %s rows; a board has 1 to %d"),
		                  text_shown(name).bytes, rows, SIDE_MAX);
	if (!text_read_number(columns, 1, SIDE_MAX, &side))
		return !error_set(error, _("%s: %s columns; a board has 1 to %d"),
		                  text_shown(name).bytes, columns, SIDE_MAX);
	if (!text_read_unsigned(seed, &number))
		return !error_set(error, _("%s: the seed is out of range; it is at most %ju"),
		                  text_shown(name).bytes, UINTMAX_C(18446744073709551615));
	return false;
}

static bool parse_rung(const char *name, struct game_id *id)
{
	const struct puzzle *puzzle;
	int week, rung;
	if (!ladder_parse(name, &puzzle, &week, &rung) || rung == 0)
		return false;
	*id = (struct game_id){.puzzle = puzzle,
	                       .recipe = ladder_recipe(puzzle, rung),
	                       .seed = ladder_seed(week, rung, ladder_pick(puzzle, week, rung)),
	                       .week = week,
	                       .rung = rung};
	id->recipe.seconds = ID_SECONDS;
	return true;
}

struct game_id game_id_of_run(const struct run_id *run, int board)
{
	struct game_id id = {.puzzle = run->puzzle,
	                     .recipe = run_recipe(run, board),
	                     .seed = run_seed(run, board),
	                     .run = *run,
	                     .board = board};
	id.recipe.seconds = ID_SECONDS;
	return id;
}

static bool parse_board(const char *name, struct game_id *id)
{
	struct run_id run;
	int board;
	const bool good = run_id_parse(name, &run, &board) && board > 0;
	if (good)
		*id = game_id_of_run(&run, board);
	return good;
}

bool game_id_parse(const char *name, struct game_id *id)
{
	char rows[DIGITS_MAX + 1], columns[DIGITS_MAX + 1];
	const char *seed;
	long sides[2];
	if (parse_rung(name, id) || parse_board(name, id))
		return true;
	*id = (struct game_id){.board = 0};
	if (!split(name, &id->puzzle, rows, columns, &seed) ||
	    !text_read_unsigned(seed, &id->seed) ||
	    !text_read_number(rows, 1, SIDE_MAX, &sides[0]) ||
	    !text_read_number(columns, 1, SIDE_MAX, &sides[1]))
		return false;
	id->recipe = id->puzzle->generator.recipe;
	id->recipe.seconds = ID_SECONDS;
	id->recipe.rows = (int)sides[0];
	id->recipe.columns = (int)sides[1];
	return true;
}

void game_id_name(const struct game_id *id, char out[LEVEL_NAME_MAX])
{
	if (id->rung > 0)
		ladder_name(id->puzzle, id->week, id->rung, out, LEVEL_NAME_MAX);
	else if (id->board > 0)
		run_id_name(&id->run, id->board, out);
	else
		generate_name(id->puzzle, &id->recipe, id->seed, out, LEVEL_NAME_MAX);
}

/* ---- its level ---- */

bool game_id_pack(const struct game_id *id, const struct level *level, struct pack *pack,
                  struct error *error)
{
	char name[LEVEL_NAME_MAX];
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	game_id_name(id, name);
	const bool printed = out != NULL && generate_print(id->puzzle, level, name, out);
	if (out == NULL || file_close_memory(out, &text, printed) == NULL)
		return error_set(error, _("out of memory"));
	const bool good = pack_read_text(pack, name, text, size, error);
	free(text);
	return good;
}

static bool name_fault(const char *name, struct error *error)
{
	const struct error why = *error;
	return error_set(error, "%s: %s", name, why.text);
}

bool game_id_make(const struct game_id *id, struct pack *pack, struct error *error)
{
	char name[LEVEL_NAME_MAX];
	struct level *level = malloc(sizeof *level);
	if (level == NULL)
		return error_set(error, _("out of memory"));
	game_id_name(id, name);
	const bool made = generate(id->puzzle, &id->recipe, id->seed, level, error) ||
	                  name_fault(name, error);
	const bool good = made && game_id_pack(id, level, pack, error);
	free(level);
	return good;
}

/* ---- daily boards ---- */

void game_id_daily(const struct puzzle *puzzle, time_t now, char out[LEVEL_NAME_MAX])
{
	generate_name(puzzle, &puzzle->generator.recipe, (uint64_t)date_number(now), out,
	              LEVEL_NAME_MAX);
}

bool game_id_is_daily(const struct game_id *id, struct tm *day)
{
	const struct recipe *usual = &id->puzzle->generator.recipe;
	return id->board == 0 && id->rung == 0 && id->recipe.rows == usual->rows &&
	       id->recipe.columns == usual->columns && date_read(id->seed, day);
}

/* The same day's board of the previous or next puzzle. */
static bool daily_neighbour(const struct game_id *id, int step, char out[LEVEL_NAME_MAX])
{
	int number = 0;
	while (puzzle_at(number) != id->puzzle)
		number++;
	const struct puzzle *other = number + step < 0 ? NULL : puzzle_at(number + step);
	if (other != NULL)
		generate_name(other, &other->generator.recipe, id->seed, out, LEVEL_NAME_MAX);
	return other != NULL;
}

/* The rung below or above. */
static bool rung_neighbour(const struct game_id *id, int step, char out[LEVEL_NAME_MAX])
{
	const int rung = id->rung + step;
	const bool there = rung >= 1 && rung <= LADDER_RUNGS;
	if (there)
		ladder_name(id->puzzle, id->week, rung, out, LEVEL_NAME_MAX);
	return there;
}

bool game_id_neighbour(const struct game_id *id, int step, char out[LEVEL_NAME_MAX])
{
	struct tm day;
	struct game_id next = *id;
	assert(step == 1 || step == -1);
	if (id->rung > 0)
		return rung_neighbour(id, step, out);
	if (id->board > 0) {
		next.board += step;
		if (next.board < 1 || next.board > RUN_BOARDS_MAX)
			return false;
		game_id_name(&next, out);
		return true;
	}
	if (game_id_is_daily(id, &day))
		return daily_neighbour(id, step, out);
	if (id->seed == (step < 0 ? 0 : UINT64_MAX))
		return false;
	next.seed = step < 0 ? id->seed - 1 : id->seed + 1;
	game_id_name(&next, out);
	return true;
}
