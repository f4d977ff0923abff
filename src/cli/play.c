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

/* What is proven for a game that is solved after that many moves. */
static void print_solved(const struct answer *answer, int count)
{
	if (answer->verdict == OPTIMAL && answer->upper == count)
		printf(text_plural("solved after %d move: the minimum, proven",
		                   "solved after %d moves: the minimum, proven", count),
		       count);
	else if (answer->verdict == OPTIMAL)
		printf(text_plural("solved after %d move; the minimum is %d",
		                   "solved after %d moves; the minimum is %d", count),
		       count, answer->upper);
	else
		printf(text_plural("solved after %d move; at least %d are needed",
		                   "solved after %d moves; at least %d are needed", count),
		       count, answer->lower);
}

/* What is proven from where the moves have led. */
static void print_unsolved(const struct answer *answer, int count)
{
	if (answer->verdict == UNSOLVABLE)
		printf(text_plural("not solved after %d move; unsolvable from here (proven)",
		                   "not solved after %d moves; unsolvable from here (proven)",
		                   count),
		       count);
	else if (answer->verdict == OPTIMAL)
		printf(text_plural("not solved after %d move; best from here %d",
		                   "not solved after %d moves; best from here %d", count),
		       count, answer->upper);
	else
		printf(text_plural("not solved after %d move; at least %d are left",
		                   "not solved after %d moves; at least %d are left", count),
		       count, answer->lower);
}

/* Prints "solved after 5 moves: the minimum, proven", or the distance left. */
static void print_outcome(struct shown_level *shown, const struct replay *replay)
{
	const int count = replay->count;
	if (shown->puzzle->rules.points != NULL) {
		printf(_("score %d"), replay->score);
		putchar('\n');
	}
	solve_shown(shown, replay->solved ? &shown->level.start : &replay->state, NULL);
	if (shown->level.endless)
		printf(text_plural("not solved after %d move; endless",
		                   "not solved after %d moves; endless", count),
		       count);
	else if (replay->solved)
		print_solved(&shown->answer, count);
	else
		print_unsolved(&shown->answer, count);
	putchar('\n');
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
	/* TRANSLATORS: Before the valid moves; ends with a blank. */
	const char *label = _("next: ");
	print_valid_moves(label, &position, false, C_("moves", "none"));
	print_outcome(shown, &replay);
	return status;
}

int cli_play(struct request *request)
{
	return show_levels(request, show, NULL);
}
