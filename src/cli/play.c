/* --play: makes the moves of the command line and prints the result. */
#include "cli/print.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/cell.h"
#include "puzzle/replay.h"

/* The rows as in a level file: first words, and second ones if they hold marks that move. */
static json_t *json_of_board(const struct position *position)
{
	const struct puzzle_format *format = &position->puzzle->format;
	struct level_writer writer = {0};
	const struct level_text *text = &writer.text;
	json_t *rows = json_array();
	format->write(position->level, &position->state, &writer);
	for (int r = 0; r < position->level->rows; r++) {
		const char *first = text->words[0][r];
		const char *marks = format->marks ? text->words[1][r] : NULL;
		json_array_append_new(rows, marks == NULL ? json_string(first)
		                                          : json_sprintf("%s %s", first, marks));
	}
	return rows;
}

static json_t *json_of_next(const struct position *position)
{
	json_t *names = json_array();
	move_code moves[MOVES_MAX];
	const int count =
		puzzle_valid_moves(position->puzzle, position->level, &position->state, moves);
	for (int i = 0; i < count; i++) {
		char name[MOVE_NAME_MAX];
		position->puzzle->format.name_move(position->level, moves[i], name);
		json_array_append_new(names, json_string(name));
	}
	return names;
}

static json_t *json_of_groups(const struct position *position)
{
	struct groups groups;
	json_t *all = json_array();
	position->puzzle->rules.groups(position->level, &position->state, &groups);
	for (int g = 0; g < groups.count; g++)
		json_array_append_new(all, json_pack("{s:[], s:b}", "cells", "closed",
		                                     groups.closed[g]));
	for (int cell = 0; cell < level_cells(position->level); cell++)
		if (groups.of[cell] >= 0) {
			const json_t *group = json_array_get(all, (size_t)groups.of[cell]);
			char name[CELL_NAME_MAX];
			cell_name(position->level, cell, name);
			json_array_append_new(json_object_get(group, "cells"), json_string(name));
		}
	return all;
}

enum { COUNTER_SECONDS = 5 }; /* unless --time-limit gives another time */

/* The counter: the proven bounds on the moves left. */
static json_t *json_of_counter(struct shown_level *shown, const struct state *state)
{
	const struct answer *answer = &shown->answer;
	const int par = shown->level.par;
	const struct limits limits = options_limits(shown->request->options, COUNTER_SECONDS);
	puzzle_prepare(shown->puzzle, &shown->level);
	solve_position(shown->puzzle, &shown->level, state, &limits, NULL, NULL, &shown->answer);
	return json_pack("{s:i, s:o, s:b, s:o}", "lower", answer->lower, "upper",
	                 json_if_known(answer->upper >= 0, answer->upper), "proven",
	                 answer->verdict == OPTIMAL || answer->verdict == UNSOLVABLE, "par",
	                 json_if_known(par >= 0, par));
}

static bool print_result_json(struct shown_level *shown, const struct position *position,
                              const struct replay *replay)
{
	json_t *counter = json_of_counter(shown, &position->state);
	const struct puzzle_rules *rules = &shown->puzzle->rules;
	json_t *members =
		json_pack("{s:i, s:b, s:o, s:o}", "count", replay->count, "solved", replay->solved,
	                  "board", json_of_board(position), "next", json_of_next(position));
	json_t *object = json_of_level(shown->request->library, shown->ref, members);
	json_object_update(object, counter);
	json_decref(counter);
	if (rules->points != NULL)
		json_object_set_new(object, "score", json_integer(replay->score));
	if (rules->groups != NULL)
		json_object_set_new(object, "groups", json_of_groups(position));
	return print_json(object);
}

/* Prints "solved after 5 moves: the minimum, proven", or the distance left. */
static void print_outcome(struct shown_level *shown, const struct replay *replay)
{
	const struct answer *answer = &shown->answer;
	const bool solved = replay->solved;
	if (shown->puzzle->rules.points != NULL)
		printf("score %d\n", replay->score);
	solve_shown(shown, solved ? &shown->level.start : &replay->state, NULL);
	printf("%s after %d %s", solved ? "solved" : "not solved", replay->count,
	       text_plural("move", "moves", replay->count));
	if (shown->level.endless)
		puts("; endless");
	else if (answer->verdict == UNSOLVABLE)
		puts("; unsolvable from here (proven)");
	else if (answer->verdict != OPTIMAL)
		printf("; at least %d %s\n", answer->lower, solved ? "are needed" : "are left");
	else if (!solved)
		printf("; best from here %d\n", answer->upper);
	else if (answer->upper == replay->count)
		puts(": the minimum, proven");
	else
		printf("; the minimum is %d\n", answer->upper);
}

static int show(struct shown_level *shown)
{
	const struct request *request = shown->request;
	struct error error, why;
	struct replay replay;
	if (!replay_moves(shown->puzzle, &shown->level, request->options->moves, &replay, &why)) {
		error_set(&error, "--play: %s", why.text);
		return cli_fail(error.text);
	}
	const int status = replay.solved ? STATUS_OK : STATUS_NO;
	const struct position position = {shown->puzzle, &shown->level, replay.state};
	if (request->options->json)
		return print_result_json(shown, &position, &replay) ? status : STATUS_NO;
	if (request->levels.count > 1)
		print_heading(request->library, shown->ref);
	print_board(&position, "");
	print_valid_moves("next: ", &position, "none");
	print_outcome(shown, &replay);
	return status;
}

int cli_play(struct request *request)
{
	return show_levels(request, show, NULL);
}
