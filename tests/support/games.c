#include "support/games.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/registry.h"
#include "support/help.h"

const char corners[] = "a..# ...#\n..#. ..#a\n.... ....";

void open_session(struct session *session, const struct puzzle *puzzle, const struct level *level,
                  struct solver *solver)
{
	struct error error = {""};
	must(session_open(session, puzzle, level, solver, &error), "%s", error.text);
}

void open_tilt(struct session *session, const char *rows, struct solver *solver)
{
	struct level level;
	read_tilt(rows, &level);
	open_session(session, puzzle_named("tilt"), &level, solver);
}

void play(struct session *session, const char *names)
{
	char *copy = strdup(names), *rest = NULL;
	must(copy != NULL, "no memory");
	for (char *name = strtok_r(copy, " ", &rest); name != NULL;
	     name = strtok_r(NULL, " ", &rest)) {
		struct state state;
		move_code move;
		session_state(session, &state);
		must(puzzle_find_move(session->puzzle, &session->level, &state, name, &move), "%s",
		     name);
		must(session_move(session, move), "%s was refused", name);
	}
	free(copy);
}

bool play_random(struct session *session, struct random *random)
{
	struct state state;
	move_code valid[MOVES_MAX];
	session_state(session, &state);
	const int count = puzzle_valid_moves(session->puzzle, &session->level, &state, valid);
	return count > 0 && session_move(session, valid[random_below(random, (uint32_t)count)]);
}

void play_wildly(struct session *session, int steps, struct random *random)
{
	while (steps-- > 0) {
		switch (random_below(random, 14)) {
		case 0:
			session_set_checkpoint(session);
			break;
		case 1:
			session_restart(session);
			break;
		case 2:
			session_return_to_checkpoint(session);
			break;
		case 3:
		case 4:
			for (uint32_t i = random_below(random, 6); i > 0; i--)
				session_undo(session);
			break;
		case 5:
			session_redo(session);
			break;
		default:
			play_random(session, random);
		}
	}
}
