/* --play: makes the moves of the command line and prints the result. */
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/print.h"
#include "os/text.h"
#include "puzzle/cell.h"
#include "puzzle/replay.h"

/* A level after the moves. */
struct game_played {
	const struct puzzle *puzzle;
	struct level level;
	struct replay replay;
};

static bool make_moves(struct game_played *game, const char *names, struct error *error)
{
	struct error why;
	return replay_moves(game->puzzle, &game->level, names, &game->replay, &why) ||
	       error_set(error, "--play: %s", why.text);
}

static json_t *json_of_next(const struct game_played *game)
{
	json_t *names = json_array();
	move_code moves[MOVES_MAX];
	const int count =
		puzzle_valid_moves(game->puzzle, &game->level, &game->replay.state, moves);
	for (int i = 0; i < count; i++) {
		char name[MOVE_NAME_MAX];
		game->puzzle->format.name_move(&game->level, moves[i], name);
		json_array_append_new(names, json_string(name));
	}
	return names;
}

static json_t *json_of_groups(const struct game_played *game)
{
	struct groups groups;
	json_t *all = json_array();
	game->puzzle->rules.groups(&game->level, &game->replay.state, &groups);
	for (int g = 0; g < groups.count; g++) {
		json_t *cells = json_array();
		for (int cell = 0; cell < level_cells(&game->level); cell++)
			if (groups.of[cell] == g) {
				char name[CELL_NAME_MAX];
				cell_name(&game->level, cell, name);
				json_array_append_new(cells, json_string(name));
			}
		json_t *group = json_object();
		json_object_set_new(group, "cells", cells);
		json_object_set_new(group, "closed", json_boolean(groups.closed[g]));
		json_array_append_new(all, group);
	}
	return all;
}

/* Prints "solved in 5 moves; that is the least", or the distance left. */
static bool print_outcome(const struct options *options, const struct game_played *game,
                          bool solved)
{
	struct answer *answer = malloc(sizeof *answer);
	if (answer == NULL)
		return false;
	const struct state *from = solved ? &game->level.start : &game->replay.state;
	if (game->puzzle->rules.points != NULL)
		printf("score %d\n", game->replay.score);
	solve_position(game->puzzle, &game->level, from, &options->limits, NULL, NULL, answer);
	printf(text_plural("%s after %d move", "%s after %d moves", game->replay.count),
	       solved ? "solved" : "not solved", game->replay.count);
	if (game->level.endless)
		puts("; there is no end");
	else if (answer->verdict == UNSOLVABLE)
		puts("; no way from here");
	else if (answer->verdict != OPTIMAL)
		printf("; at least %d %s\n", answer->lower, solved ? "are needed" : "are left");
	else if (!solved)
		printf("; best from here %d\n", answer->upper);
	else if (answer->upper == game->replay.count)
		puts("; that is the least");
	else
		printf("; the least is %d\n", answer->upper);
	free(answer);
	return true;
}

static void print_heading(const struct library *library, struct level_ref ref)
{
	char heading[HEADING_MAX];
	level_heading(library, ref, heading);
	puts(heading);
}

static bool print_played(const struct options *options, const struct library *library,
                         struct level_ref ref, const struct game_played *game)
{
	const bool solved = game->replay.solved;
	if (options->json) {
		json_t *object = json_of_level_ref(library, ref);
		json_object_del(object, "title");
		json_object_set_new(object, "count", json_integer(game->replay.count));
		json_object_set_new(object, "solved", json_boolean(solved));
		json_object_set_new(object, "board",
		                    json_of_board(game->puzzle, &game->level, &game->replay.state));
		json_object_set_new(object, "next", json_of_next(game));
		if (game->puzzle->rules.points != NULL)
			json_object_set_new(object, "score", json_integer(game->replay.score));
		if (game->puzzle->rules.groups != NULL)
			json_object_set_new(object, "groups", json_of_groups(game));
		return print_json(object) && solved;
	}
	print_board(game->puzzle, &game->level, &game->replay.state, "", stdout);
	print_valid_moves("next: ", game->puzzle, &game->level, &game->replay.state, "none");
	return print_outcome(options, game, solved) && solved;
}

int cli_play(const struct options *options, struct library *library,
             const struct level_list *levels)
{
	struct error error;
	int status = STATUS_OK;
	struct game_played *game = calloc(1, sizeof *game);
	if (game == NULL) {
		error_set(&error, "out of memory");
		return cli_fail(&error);
	}
	for (int i = 0; i < levels->count && status != STATUS_ERROR; i++) {
		game->puzzle = library_puzzle(library, levels->refs[i]);
		const bool good =
			library_level_bare(library, levels->refs[i], &game->level, &error) &&
			make_moves(game, options->moves, &error);
		if (!good)
			status = cli_fail(&error);
		if (good && levels->count > 1 && !options->json)
			print_heading(library, levels->refs[i]);
		if (good && !print_played(options, library, levels->refs[i], game))
			status = STATUS_NO;
	}
	free(game);
	return status;
}
