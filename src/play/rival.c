#include "play/rival.h"

#include <stdio.h>
#include <stdlib.h>

#include "os/language.h"
#include "os/text.h"
#include "play/session_private.h"
#include "puzzle/puzzle.h"
#include "puzzle/reason.h"
#include "puzzle/times.h"

enum { NOT_SETTLED = MINIMUM_NONE - 1 };

bool rival_open(struct rival *rival, const char *name, const struct puzzle *puzzle,
                const struct level *level)
{
	struct error error;
	*rival = (struct rival){.left = NULL};
	snprintf(rival->name, sizeof rival->name, "%s", name);
	return session_open(&rival->session, puzzle, level, NULL, &error);
}

void rival_close(struct rival *rival)
{
	session_close(&rival->session);
	free(rival->left);
	*rival = (struct rival){.left = NULL};
}

/* ---- ghosts ---- */

/* Makes the moves, each at its time. */
static bool make_moves(struct session *session, const char *moves, const char *times)
{
	char name[MOVE_NAME_MAX];
	int64_t tenths = 0;
	int length;
	for (; sscanf(moves, " %15s%n", name, &length) == 1; moves += length) {
		struct state state;
		move_code move;
		session_state(session, &state);
		if (!times_next(&times, &tenths) || session_count(session) == RIVAL_MOVES_MAX ||
		    !puzzle_find_move(session->puzzle, &session->level, &state, name, &move))
			return false;
		session_set_clock(session, tenths);
		if (!session_move(session, move))
			return false;
	}
	return *times == '\0' && session_solved(session);
}

bool rival_open_ghost(struct rival *rival, const char *name, const struct puzzle *puzzle,
                      const struct level *level, const char *moves, const char *times)
{
	_Static_assert(MOVE_NAME_MAX == 16, "the width in make_moves");
	if (level->endless || !rival_open(rival, name, puzzle, level))
		return false;
	session_start_clock(&rival->session);
	if (make_moves(&rival->session, moves, times)) {
		session_undo_to(&rival->session, 0);
		return true;
	}
	rival_close(rival);
	return false;
}

/* The node after the current one of a ghost's; NULL: it is the last. */
static const struct history_node *next_node(const struct rival *rival)
{
	const struct history_line *line = &rival->session.line;
	return line->at + 1 < line->count ? &rival->session.nodes[line->nodes[line->at + 1]] : NULL;
}

int64_t rival_next(const struct rival *rival)
{
	const struct history_node *next = next_node(rival);
	return next == NULL ? -1 : next->tenths;
}

bool rival_follow(struct rival *rival, int64_t tenths)
{
	bool moved = false;
	while (next_node(rival) != NULL && rival_next(rival) <= tenths)
		moved |= session_redo(&rival->session);
	return moved;
}

/* ---- distances ---- */

static bool make_room(struct rival *rival)
{
	const uint32_t room = rival->session.node_room;
	if (rival->room >= rival->session.node_count)
		return true;
	int *left = realloc(rival->left, room * sizeof *left);
	if (left == NULL)
		return false;
	for (rival->left = left; rival->room < room; rival->room++)
		left[rival->room] = NOT_SETTLED;
	return true;
}

/* What was settled once stays so: the solver is not asked again where it gave up. */
static bool settle(struct rival *rival, uint32_t node, struct session *session, int *left)
{
	struct state state;
	*left = MINIMUM_UNKNOWN;
	if (!make_room(rival))
		return false;
	if (rival->left[node] == NOT_SETTLED) {
		session_node_state(&rival->session, node, &state);
		if (session_prove(session, rival->session.puzzle, &rival->session.level, &state,
		                  left))
			rival->left[node] = *left;
	}
	if (rival->left[node] != NOT_SETTLED)
		*left = rival->left[node];
	return rival->left[node] != NOT_SETTLED;
}

bool rival_left(struct rival *rival, struct session *session, int *left)
{
	return settle(rival, session_current_node(&rival->session), session, left);
}

bool rival_prepare(struct rival *rival, struct session *session)
{
	const struct history_line *line = &rival->session.line;
	int left;
	for (uint32_t i = 0; i < line->count; i++)
		if (!settle(rival, line->nodes[i], session, &left))
			return false;
	return true;
}

/* ---- the end ---- */

static struct finish finish_at(const struct rival *rival, uint32_t node)
{
	const struct session *session = &rival->session;
	struct state state;
	session_node_state(session, node, &state);
	if (!session->puzzle->rules.solved(&session->level, &state))
		return (struct finish){.count = -1};
	return (struct finish){session->nodes[node].count, session->nodes[node].tenths};
}

struct finish rival_finish(const struct rival *rival)
{
	return finish_at(rival, session_current_node(&rival->session));
}

struct finish rival_end(const struct rival *rival)
{
	const struct history_line *line = &rival->session.line;
	return finish_at(rival, line->nodes[line->count - 1]);
}

int finish_compare(const struct finish *one, const struct finish *other)
{
	if ((one->count < 0) != (other->count < 0))
		return one->count < 0 ? 1 : -1;
	return one->count != other->count ? one->count - other->count
	                                  : one->tenths - other->tenths;
}

void rival_words(struct rival *rival, struct session *session, bool brief, char *out, size_t size)
{
	int left;
	const int count = session_count(&rival->session);
	const bool settled = rival_left(rival, session, &left);
	char rest[96];
	snprintf(out, size, brief ? "%d" : text_plural("%d move", "%d moves", count), count);
	if (settled && left >= 0)
		/* TRANSLATORS: After "5 moves" of an opponent: moves to a solution. */
		snprintf(rest, sizeof rest, text_plural("%d left", "%d left", left), left);
	else
		snprintf(rest, sizeof rest, "%s",
		         settled && left == MINIMUM_NONE ? C_("opponent", "unsolvable")
		                                         : C_("opponent", "? left"));
	text_add_item(out, size, rest);
}
