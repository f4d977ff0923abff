/* Points of endless games, by the puzzle's own advice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "os/clock.h"
#include "play/generate.h"

enum {
	GAMES = 200, /* of each endless level, with seeds from 1 */
	GAME_MOVES = 100,
};

/* One game by the puzzle's own advice, its board and all new gems drawn from the seed; returns the
 * points, and how many moves were made in *moves. */
static int play_game(const struct board *board, const struct recipe *recipe, uint64_t seed,
                     int *moves)
{
	static struct level level;
	struct error error;
	move_code move;
	int points = 0;
	if (!generate(board->puzzle, recipe, seed, &level, &error)) {
		fprintf(stderr, "bench: %s\n", error.text);
		exit(EXIT_FAILURE);
	}
	level.seed = seed;
	struct state state = level.start;
	for (*moves = 0; *moves < GAME_MOVES; ++*moves) {
		if (!board->puzzle->rules.advise(&level, &state, &move))
			break;
		points += board->puzzle->rules.points(&level, &state, move, 0);
		if (!board->puzzle->rules.apply(&level, &state, move))
			break;
	}
	return points;
}

static void print_games(const struct board *board, void *context)
{
	struct recipe recipe = board->puzzle->generator.recipe;
	double points[GAMES], sum = 0;
	int moves = 0;
	(void)context;
	if (!board->level.endless)
		return;
	recipe.rows = board->level.rows;
	recipe.columns = board->level.columns;
	memcpy(recipe.value, board->text->value, sizeof recipe.value);
	const double start = seconds_now();
	for (int i = 0; i < GAMES; i++) {
		int made;
		points[i] = play_game(board, &recipe, (uint64_t)i + 1, &made);
		sum += points[i];
		moves += made;
	}
	const double seconds = seconds_now() - start;
	quantile(points, GAMES, 0);
	printf("%-28.28s %8d %10d %10.0f %10.0f %10.0f %12.0f\n", board->title, GAMES, moves,
	       sum / GAMES, points[0], points[GAMES - 1], seconds / moves * 1e6);
}

bool print_endless(const char *path, struct error *error)
{
	return for_boards(path, print_games, NULL, error);
}
