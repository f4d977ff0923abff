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
