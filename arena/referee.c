/* The arena: measures players of Parlour's puzzles by proven numbers; doc/arena.md has the
 * protocol.
 *
 *   referee list                     all boards
 *   referee show [BOARD]...          boards, as positions
 *   referee rate [BOARD]...          their optima, ratings and shapes
 *   referee play PLAYER [BOARD]...   the moves of one of the arena's own players
 *   referee score                    moves in, regret out, and a summary
 *   referee talk                     the same a move at a time
 *   referee sum                      results in, their summary out
 *
 * All lines in and out are objects of JSON. Without a BOARD, boards are read from lines such as
 * those of `list`. The first error ends the program with status 2. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "play/rate.h"
#include "players.h"
#include "puzzle/registry.h"
#include "puzzle/shape.h"
#include "puzzles/list.h"
#include "sums.h"

enum { STATUS_ERROR = 2 };

/* ---- lines ---- */

enum { LINE_BYTES_MAX = 1 << 16 };

/* What is done with a line of input, and with what it keeps. */
struct arena;
typedef bool line_function(struct arena *arena, const json_t *object, struct error *error);

/* Makes the line of output about a board; NULL with an error. */
typedef json_t *board_function(const struct board *board, const struct player *player,
                               struct error *error);

struct arena {
	board_function *function;
	const struct player *player; /* or NULL */
	struct sums sums;
	struct game game;
	bool playing; /* a game has begun and is not over */
};

/* Reads an object, NULL at the end. False with an error if it is something else. */
static bool read_object(json_t **object, struct error *error)
{
	static char line[LINE_BYTES_MAX];
	json_error_t why;
	*object = NULL;
	if (fgets(line, sizeof line, stdin) == NULL)
		return !ferror(stdin) || error_set(error, "%s", strerror(errno));
	const size_t length = strlen(line);
	if (length == sizeof line - 1 && line[length - 1] != '\n')
		return error_set(error, "longer than %d bytes", LINE_BYTES_MAX - 2);
	*object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &why);
	if (*object == NULL)
		return error_set(error, "not JSON: %s", why.text);
	return json_is_object(*object) || error_set(error, "not an object");
}

/* Calls the function for each line of standard input. An error tells the number of the line. */
static bool each_line(struct arena *arena, line_function *function, struct error *error)
{
	struct error why;
	for (int number = 1;; number++) {
		json_t *object;
		const bool good = read_object(&object, &why) &&
		                  (object == NULL || function(arena, object, &why));
		const bool end = object == NULL;
		json_decref(object);
		if (!good)
			return error_set(error, "line %d: %s", number, why.text);
		if (end)
			return true;
	}
}

/* Prints an object and drops it. */
static bool print_object(json_t *object, struct error *error)
{
	const bool good =
		object != NULL &&
		json_dumpf(object, stdout, JSON_REAL_PRECISION(6) | JSON_ENSURE_ASCII) == 0 &&
		putchar('\n') != EOF && fflush(stdout) == 0;
	json_decref(object);
	return good || error_set(error, "standard output: %s", strerror(errno));
}

/* ---- boards ---- */

/* The board that an object names. */
static bool board_of(const json_t *object, struct board *board, struct error *error)
{
	const char *name = json_string_value(json_object_get(object, "board"));
	return name == NULL ? error_set(error, "no \"board\"") : board_parse(name, board, error);
}

static bool list(struct error *error)
{
	bool good = true;
	for (int place = 0; good && place < ARENA_BOARDS; place++) {
		const struct board board = board_at(place);
		good = print_object(board_entry(&board), error);
	}
	return good;
}

static json_t *show(const struct board *board, const struct player *player, struct error *error)
{
	static struct game game;
	(void)player;
	json_t *position = game_begin(&game, board, error) ? game_position(&game) : NULL;
	game_end(&game);
	return position;
}

static json_t *rate(const struct board *board, const struct player *player, struct error *error)
{
	static struct level level;
	struct rating rating;
	char name[BOARD_NAME_MAX], shape[32];
	const struct puzzle *puzzle = puzzle_named(arena_puzzle(board->puzzle));
	(void)player;
	if (!board_make(board, &level, error) ||
	    !rate_level(puzzle, &level, &limits_default, &rating, error))
		return NULL;
	board_name(board, name);
	snprintf(shape, sizeof shape, "%016" PRIx64, level_shape(puzzle, &level).least);
	return json_pack("{s:s, s:i, s:i, s:s}", "board", name, "optimum", level.par, "rating",
	                 rating.rating, "shape", shape);
}

static json_t *play(const struct board *board, const struct player *player, struct error *error)
{
	static struct level level;
	static move_code made[GAME_MOVES_MAX];
	char name[BOARD_NAME_MAX];
	const struct puzzle *puzzle = puzzle_named(arena_puzzle(board->puzzle));
	if (!board_make(board, &level, error))
		return NULL;
	const int count = player_play(player, puzzle, &level, board_limit(board), made);
	if (count < 0) {
		error_set(error, "out of memory");
		return NULL;
	}
	json_t *moves = json_array();
	for (int i = 0; i < count; i++) {
		char move[MOVE_NAME_MAX];
		puzzle->format.name_move(&level, made[i], move);
		json_array_append_new(moves, json_string(move));
	}
	board_name(board, name);
	return json_pack("{s:s, s:o}", "board", name, "moves", moves);
}

static bool do_board(const struct arena *arena, const struct board *board, struct error *error)
{
	json_t *object = arena->function(board, arena->player, error);
	return object != NULL && print_object(object, error);
}

static bool do_line(struct arena *arena, const json_t *object, struct error *error)
{
	struct board board;
	return board_of(object, &board, error) && do_board(arena, &board, error);
}

/* Does it with the boards named or, without names, with those of standard input. */
static bool do_boards(struct arena *arena, board_function *function, char **names,
                      struct error *error)
{
	struct board board;
	bool good = true;
	arena->function = function;
	if (*names == NULL)
		return each_line(arena, do_line, error);
	for (; good && *names != NULL; names++)
		good = board_parse(*names, &board, error) && do_board(arena, &board, error);
	return good;
}

/* ---- games ---- */

static bool begin(struct arena *arena, const json_t *object, struct error *error)
{
	struct board board;
	if (!board_of(object, &board, error))
		return false;
	arena->playing = true;
	return game_begin(&arena->game, &board, error);
}

static bool make_moves(struct game *game, const json_t *object, struct error *error)
{
	const json_t *moves = json_object_get(object, "moves");
	const json_t *move;
	size_t i;
	if (!json_is_array(moves))
		return error_set(error, "%s: no array of \"moves\"", game->name);
	json_array_foreach(moves, i, move)
	{
		if (!json_is_string(move))
			return error_set(error, "%s: move %d is not a string", game->name,
			                 game->made + 1);
		if (!game_move(game, json_string_value(move), error))
			return false;
	}
	return true;
}

static bool finish(struct arena *arena, struct error *error)
{
	json_t *result = game_result(&arena->game);
	game_end(&arena->game);
	arena->playing = false;
	if (sums_add(&arena->sums, result, error))
		return print_object(result, error);
	json_decref(result);
	return false;
}

static bool score_line(struct arena *arena, const json_t *object, struct error *error)
{
	return begin(arena, object, error) && make_moves(&arena->game, object, error) &&
	       finish(arena, error);
}

static bool score(struct arena *arena, struct error *error)
{
	return each_line(arena, score_line, error) &&
	       print_object(sums_summary(&arena->sums), error);
}

/* Each line of a talk has one answer: the position or, once a game is over, its result. */
static bool talk_line(struct arena *arena, const json_t *object, struct error *error)
{
	const bool begins = json_object_get(object, "board") != NULL;
	if (begins && arena->playing)
		return error_set(error, "%s is not over", arena->game.name);
	if (!begins && !arena->playing)
		return error_set(error, "no \"board\"");
	if (json_is_true(json_object_get(object, "end")))
		return finish(arena, error);
	if (!(begins ? begin(arena, object, error) : make_moves(&arena->game, object, error)))
		return false;
	return game_is_over(&arena->game) ? finish(arena, error)
	                                  : print_object(game_position(&arena->game), error);
}

static bool talk(struct arena *arena, struct error *error)
{
	return each_line(arena, talk_line, error) && (!arena->playing || finish(arena, error)) &&
	       print_object(sums_summary(&arena->sums), error);
}

/* Of shards: their summaries are left out. */
static bool sum_line(struct arena *arena, const json_t *object, struct error *error)
{
	return json_object_get(object, "summary") != NULL || sums_add(&arena->sums, object, error);
}

static bool sum(struct arena *arena, struct error *error)
{
	return each_line(arena, sum_line, error) && print_object(sums_summary(&arena->sums), error);
}

/* ---- commands ---- */

static bool usage(struct error *error)
{
	return error_set(error,
	                 "expected list, show [BOARD]..., rate [BOARD]..., "
	                 "play random|greedy|look-ahead|beam [BOARD]..., score, talk or sum");
}

static bool run(struct arena *arena, int count, char **words, struct error *error)
{
	const char *command = count == 0 ? "" : words[0];
	if (strcmp(command, "show") == 0)
		return do_boards(arena, show, words + 1, error);
	if (strcmp(command, "rate") == 0)
		return do_boards(arena, rate, words + 1, error);
	if (strcmp(command, "play") == 0) {
		arena->player = count == 1 ? NULL : player_named(words[1]);
		return arena->player == NULL ? usage(error)
		                             : do_boards(arena, play, words + 2, error);
	}
	if (count != 1)
		return usage(error);
	if (strcmp(command, "list") == 0)
		return list(error);
	if (strcmp(command, "score") == 0)
		return score(arena, error);
	if (strcmp(command, "talk") == 0)
		return talk(arena, error);
	if (strcmp(command, "sum") == 0)
		return sum(arena, error);
	return usage(error);
}

int main(int argc, char **argv)
{
	static struct arena arena;
	struct error error;
	const bool good =
		registry_install(all_puzzles, &error) && run(&arena, argc - 1, argv + 1, &error);
	if (arena.playing) /* an error has ended it */
		game_end(&arena.game);
	if (!good)
		fprintf(stderr, "referee: %s\n", error.text);
	return good ? EXIT_SUCCESS : STATUS_ERROR;
}
