#include "play/relay.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "play/session_private.h"
#include "puzzle/puzzle.h"

/* ---- telling ---- */

char *relay_text(const struct session *session, const char *place, const char *level_text)
{
	char *text, *moves = session_moves(session);
	if (moves == NULL || asprintf(&text, "%s\n%s | %d | #0\n%s", place, moves,
	                              session_count(session), level_text) < 0)
		text = NULL;
	free(moves);
	return text;
}

uint32_t relay_node(const struct session *session)
{
	return session_current_node(session);
}

/* The last node on the paths to both; all starts count as the same one. */
static uint32_t common_node(const struct session *session, uint32_t one, uint32_t other)
{
	const struct history_node *nodes = session->nodes;
	assert(one < session->node_count && other < session->node_count);
	while (one != other && (nodes[one].count > 0 || nodes[other].count > 0)) {
		if (nodes[one].count >= nodes[other].count)
			one = nodes[one].parent;
		else
			other = nodes[other].parent;
	}
	return one;
}

int relay_distance(const struct session *session, uint32_t node)
{
	const uint32_t here = session_current_node(session);
	const int common = session->nodes[common_node(session, node, here)].count;
	const int moves = session->nodes[here].count - common;
	const int steps = moves + (session->nodes[node].count > common);
	return steps > RELAY_STEPS_MAX ? RELAY_STEPS_MAX + 1 : steps;
}

bool relay_next(const struct session *session, uint32_t *node, char word[RELAY_WORD_MAX])
{
	const struct history_node *nodes = session->nodes;
	uint32_t next = session_current_node(session);
	const int common = nodes[common_node(session, *node, next)].count;
	const bool back = nodes[*node].count > common;
	if (nodes[next].count == common && !back)
		return false;
	while (nodes[next].count > common + !back)
		next = nodes[next].parent;
	if (back)
		snprintf(word, RELAY_WORD_MAX, "=%d", common);
	else
		session->puzzle->format.name_move(&session->level, nodes[next].move, word);
	*node = next;
	return true;
}

/* ---- reading ---- */

void relayed_free(struct relayed *relayed)
{
	free(relayed->saved);
	pack_free(&relayed->pack);
	*relayed = (struct relayed){.saved = NULL};
}

/* Copies a line; returns the text after it, or NULL if it does not end, or without memory. */
static const char *cut_line(const char *text, char **line)
{
	const char *end = strchr(text, '\n');
	*line = end == NULL ? NULL : strndup(text, (size_t)(end - text));
	return *line == NULL ? NULL : end + 1;
}

static int read_count(const char *saved)
{
	const char *bar = strchr(saved, '|');
	int count = 0;
	return bar != NULL && sscanf(bar, "| %6d", &count) == 1 && count > 0 ? count : 0;
}

bool relay_read(struct relayed *relayed, const char *text, struct error *error)
{
	char *place = NULL;
	struct game_id id;
	*relayed = (struct relayed){.saved = NULL};
	text = cut_line(text, &place);
	if (place != NULL)
		snprintf(relayed->place, sizeof relayed->place, "%s", place);
	free(place);
	if (text != NULL)
		text = cut_line(text, &relayed->saved);
	if (text == NULL) {
		relayed_free(relayed);
		return error_set(error, _("not a game"));
	}
	const char *name = game_id_parse(relayed->place, &id) ? relayed->place : _("own level");
	if (!pack_read_syntax(&relayed->pack, name, text, strlen(text), error) ||
	    relayed->pack.count != 1) {
		relayed_free(relayed);
		return error_set(error, _("not a level"));
	}
	relayed->count = read_count(relayed->saved);
	return true;
}

bool relayed_find(const struct relayed *relayed, const struct library *library,
                  struct level_ref *ref)
{
	struct level one, other;
	struct error error;
	long number;
	char name[LEVEL_NAME_MAX];
	snprintf(name, sizeof name, "%s", relayed->place);
	char *colon = strrchr(name, ':');
	if (colon == NULL || !text_read_number(colon + 1, 1, PACK_LEVELS_MAX, &number))
		return false;
	*colon = '\0';
	*ref = (struct level_ref){library_pack(library, name), (int)number - 1};
	return ref->pack >= 0 && ref->pack < library->shipped &&
	       ref->level < library->packs[ref->pack].count &&
	       pack_puzzle(&relayed->pack, 0) == library_puzzle(library, *ref) &&
	       library_level_bare(library, *ref, &one, &error) &&
	       pack_level_bare(&relayed->pack, 0, &other, &error) &&
	       level_identity(library_puzzle(library, *ref), &one) ==
	               level_identity(library_puzzle(library, *ref), &other);
}

int relay_count(const char *word, int count)
{
	long back;
	if (word[0] != '=')
		return count < HISTORY_MAX ? count + 1 : count;
	return text_read_number(word + 1, 0, HISTORY_MAX, &back) ? (int)back : count;
}

enum relay_step relay_take(struct session *session, const char *word, move_code *move)
{
	struct state state;
	session_state(session, &state);
	if (word[0] == '=')
		return session_undo_to(session, relay_count(word, -1)) ? RELAY_BACK : RELAY_WRONG;
	return puzzle_find_move(session->puzzle, &session->level, &state, word, move) &&
	                       session_move(session, *move)
	               ? RELAY_MOVE
	               : RELAY_WRONG;
}
