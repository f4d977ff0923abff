/* The session as text: the names of the moves on a path, and saving and restoring the whole
 * history. */
#include "play/session_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/file.h"
#include "os/text.h"
#include "puzzle/times.h"

/* Where nodes are written: their names, and their times in the order in which restoring adds the
 * nodes; NULL: not wanted. */
struct writer {
	FILE *words, *times;
};

static void print_time(const struct session *session, uint32_t node, struct writer out)
{
	if (out.times != NULL)
		fprintf(out.times, ",%d", (int)session->nodes[node].tenths);
}

/* A move's name, with a star if the solver made it. */
static void print_move(const struct session *session, uint32_t node, struct writer out)
{
	char name[MOVE_NAME_MAX];
	session->puzzle->format.name_move(&session->level, session->nodes[node].move, name);
	fprintf(out.words, "%s%s", name, session->nodes[node].assisted ? "*" : "");
	print_time(session, node, out);
}

/* The moves from one node to another, in order; false without memory. */
static bool print_path(const struct session *session, uint32_t from, uint32_t to, char separator,
                       struct writer out)
{
	const int count = session->nodes[to].count - session->nodes[from].count;
	uint32_t *path = session_path(session, from, to);
	if (path == NULL)
		return false;
	for (int i = 1; i <= count; i++) {
		if (i > 1)
			fputc(separator, out.words);
		print_move(session, path[i], out);
	}
	free(path);
	return true;
}

static char *moves_text(const struct session *session, uint32_t node)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	const uint32_t start = session->nodes[node].start;
	return file_close_memory(out, &text,
	                         print_path(session, start, node, ' ', (struct writer){out, NULL}));
}

char *session_moves(const struct session *session)
{
	return moves_text(session, session_current_node(session));
}

char *session_best_moves(const struct session *session)
{
	return moves_text(session, session->best);
}

/* The times of the path from its start to a node. */
static char *times_text(const struct session *session, uint32_t node)
{
	const struct history_node *nodes = session->nodes;
	const int count = nodes[node].count;
	uint32_t *path = session_path(session, nodes[node].start, node);
	if (path == NULL || nodes[node].tenths < 0 || count == 0) {
		free(path);
		return path == NULL ? NULL : strdup("");
	}
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	for (int i = 1; out != NULL && i <= count; i++)
		fprintf(out, "%s%d", i > 1 ? "," : "",
		        (int)(nodes[path[i]].tenths - (i > 1 ? nodes[path[i - 1]].tenths : 0)));
	free(path);
	return out == NULL ? NULL : file_close_memory(out, &text, true);
}

char *session_times(const struct session *session)
{
	return times_text(session, session_current_node(session));
}

char *session_best_times(const struct session *session)
{
	return times_text(session, session->best);
}

#define NOT_ON_LINE UINT32_MAX

/* The index of each node's first occurrence on the line, or NOT_ON_LINE. The caller frees it; NULL
 * without memory. */
static uint32_t *first_positions(const struct session *session)
{
	const struct history_line *line = &session->line;
	uint32_t *positions = malloc(session->node_count * sizeof *positions);
	if (positions == NULL)
		return NULL;
	for (uint32_t node = 0; node < session->node_count; node++)
		positions[node] = NOT_ON_LINE;
	for (uint32_t position = line->count; position-- > 0;)
		positions[line->nodes[position]] = position;
	return positions;
}

/* The target of a jump: "#0" for a restart; "#K" for the node at index K of the line, if K < `end`;
 * else the moves to it, separated by commas, after "#K," for the last node of its path that is on
 * the line, or after "@" if it begins at a start that is not on the line. False without memory.
 *
 * No move is written twice, so the text's length is linear in the player's steps: after a return to
 * the checkpoint, the next one is set on the line or after new moves, so two paths that are off the
 * line never share a move. */
static bool print_target(const struct session *session, const uint32_t *positions, uint32_t node,
                         uint32_t end, struct writer out)
{
	if (session->nodes[node].count == 0)
		return fputs("#0", out.words) >= 0;
	uint32_t from = node;
	while (positions[from] >= end && session->nodes[from].count > 0)
		from = session->nodes[from].parent;
	if (positions[from] >= end) {
		fputc('@', out.words);
		print_time(session, from, out);
	} else {
		fprintf(out.words, from == node ? "#%u" : "#%u,", (unsigned)positions[from]);
	}
	return print_path(session, from, node, ',', out);
}

/* Whether the node at this index occurs here first, one move after the node at the index before. */
static bool is_new_step(const struct session *session, const uint32_t *positions, uint32_t position)
{
	const uint32_t *line = session->line.nodes;
	const struct history_node *node = &session->nodes[line[position]];
	return positions[line[position]] == position && node->count > 0 &&
	       node->parent == line[position - 1];
}

/* One word for each index of the line after the first: the name of the move from the node before,
 * or the target of a restart or return. Then "| AT", with a star if a solution was shown in this
 * game, a "u" if it is unaided and an "h" after a hint, and "| TARGET" of the checkpoint. False
 * without memory. */
static bool print_history(const struct session *session, const uint32_t *positions,
                          struct writer out)
{
	bool complete = true;
	const struct history_line *line = &session->line;
	fprintf(out.times, "%d", (int)session->tenths);
	print_time(session, line->nodes[0], out);
	for (uint32_t i = 1; i < line->count; i++) {
		if (is_new_step(session, positions, i))
			print_move(session, line->nodes[i], out);
		else
			complete &= print_target(session, positions, line->nodes[i], i, out);
		if (session->nodes[line->nodes[i]].count == 0) /* becomes another start */
			print_time(session, line->nodes[i], out);
		fputc(' ', out.words);
	}
	fprintf(out.words, "| %u%s%s%s | ", (unsigned)line->at,
	        session_solution_shown(session) ? "*" : "", session_unaided(session) ? "u" : "",
	        session->hinted ? "h" : "");
	return print_target(session, positions, session->checkpoint, line->count, out) && complete;
}

bool session_text_with_clock(const struct session *session, char **words, char **times)
{
	size_t size, times_size;
	bool complete = false;
	uint32_t *positions = first_positions(session);
	struct writer out = {open_memstream(words, &size), open_memstream(times, &times_size)};
	if (positions != NULL && out.words != NULL && out.times != NULL)
		complete = print_history(session, positions, out);
	free(positions);
	*words = out.words == NULL ? NULL : file_close_memory(out.words, words, complete);
	*times = out.times == NULL ? NULL : file_close_memory(out.times, times, complete);
	if (*times != NULL && session->tenths < 0)
		**times = '\0';
	if (*words != NULL && *times != NULL)
		return true;
	free(*words);
	free(*times);
	*words = *times = NULL;
	return false;
}

char *session_text(const struct session *session)
{
	char *words, *times;
	if (session_text_with_clock(session, &words, &times))
		free(times);
	return words;
}

bool session_text_assisted(const char *words)
{
	const char *bar = strchr(words, '|');
	const char *second = bar == NULL ? NULL : strchr(bar + 1, '|');
	return second != NULL && second - bar > 2 && second[-2] == '*';
}

/* Removes a mark at the end of a word; false if it is not there. */
static bool strip(char *word, char mark)
{
	const size_t length = strlen(word);
	if (length == 0 || word[length - 1] != mark)
		return false;
	word[length - 1] = '\0';
	return true;
}

/* Adds the node one move after `parent`, from a word of print_move. Modifies `name`. */
static bool add_child(struct session *session, uint32_t parent, char *name, uint32_t *child)
{
	struct state state;
	move_code move;
	const bool assisted = strip(name, '*');
	session_node_state(session, parent, &state);
	*child = session->node_count;
	if (!puzzle_find_move(session->puzzle, &session->level, &state, name, &move) ||
	    !session_add_move(session, parent, move, assisted))
		return false;
	if (assisted)
		session_note_solution_shown(session, parent);
	return true;
}

/* Adds the nodes of moves, the first after *node, which becomes the last. Modifies `names`. */
static bool add_path(struct session *session, char *names, const char *separator, uint32_t *node)
{
	char *rest = NULL;
	for (char *name = strtok_r(names, separator, &rest); name != NULL;
	     name = strtok_r(NULL, separator, &rest))
		if (!add_child(session, *node, name, node))
			return false;
	return true;
}

bool session_add_words(struct session *session, const char *names, uint32_t *node)
{
	char *copy = strdup(names);
	const bool added = copy != NULL && add_path(session, copy, " ", node);
	free(copy);
	return added;
}

/* Finds or adds the node that print_target wrote. Modifies `word`. For a restart any start will
 * do. */
static bool find_target(struct session *session, char *word, uint32_t *node)
{
	long position;
	if (word[0] == '@')
		return session_add_start(session, node) && add_path(session, word + 1, ",", node);
	char *moves = strchr(word, ',');
	if (moves != NULL)
		*moves++ = '\0';
	if (word[0] != '#' ||
	    !text_read_number(word + 1, 0, (long)session->line.count - 1, &position))
		return false;
	*node = session->line.nodes[position];
	return moves == NULL || add_path(session, moves, ",", node);
}

/* Finds or adds the next node of the line, and appends it. */
static bool restore_word(struct session *session, char *word)
{
	uint32_t node;
	const bool jump = word[0] == '@' || word[0] == '#';
	if (!jump && !add_child(session, session_current_node(session), word, &node))
		return false;
	if (jump && (!find_target(session, word, &node) ||
	             (session->nodes[node].count == 0 && !session_add_start(session, &node))))
		return false;
	session->full = !session_append(session, node);
	return !session->full;
}

/* Modifies `words`. */
static bool restore_all(struct session *session, char *words)
{
	char *bar = strchr(words, '|');
	char *second = bar == NULL ? NULL : strchr(bar + 1, '|');
	if (second == NULL || bar[1] != ' ' || second - bar < 4 || second[-1] != ' ')
		return false;
	*bar = second[-1] = '\0';
	char *rest = NULL;
	for (char *word = strtok_r(words, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		if (!restore_word(session, word))
			return false;
	long at;
	const bool hinted = strip(bar + 2, 'h'), unaided = strip(bar + 2, 'u');
	const bool shown = strip(bar + 2, '*');
	if (!text_read_number(bar + 2, 0, (long)session->line.count - 1, &at) || second[1] != ' ' ||
	    !find_target(session, second + 2, &session->checkpoint))
		return false;
	session->line.at = (uint32_t)at;
	session->checkpoint_set = session->nodes[session->checkpoint].count > 0;
	session->unaided = unaided && session->watched; /* games of version 0.1 are not */
	session->hinted = hinted;
	if (shown)
		session_note_solution_shown(session, session_current_node(session));
	return true;
}

static void discard(struct session *session)
{
	session->node_count = session->line.count = 1;
	session->nodes[0].tenths = session->tenths;
	session->line.at = session->checkpoint = session->best = session->minimum_end = 0;
	session->nodes[0].assisted = session->solution_seen = session->checkpoint_set = false;
	session->unaided = session->watched;
	session->hinted = false;
}

bool session_restore(struct session *session, const char *words)
{
	char *copy = strdup(words);
	session->full = copy == NULL;
	const bool restored = copy != NULL && restore_all(session, copy);
	free(copy);
	if (!restored)
		discard(session);
	session_position_changed(session, NULL);
	return restored;
}

/* ---- the clock ---- */

void session_set_clock(struct session *session, int64_t tenths)
{
	if (session->tenths >= 0 && tenths > session->tenths)
		session->tenths = tenths < TIMES_TENTHS_MAX ? (int32_t)tenths : TIMES_TENTHS_MAX;
}

void session_start_clock(struct session *session)
{
	session->tenths = 0;
	for (uint32_t node = 0; node < session->node_count; node++)
		session->nodes[node].tenths = TENTHS_UNKNOWN;
	if (session->node_count == 1)
		session->nodes[0].tenths = 0;
}

/* Reads one number of print_time; false if it is none. */
static bool read_time(const char **text, int32_t *tenths)
{
	char *end;
	const long number = strtol(*text, &end, 10);
	if (end == *text || number < TENTHS_UNKNOWN || number > TIMES_TENTHS_MAX ||
	    (*end != ',' && *end != '\0'))
		return false;
	*text = *end == ',' ? end + 1 : end;
	*tenths = (int32_t)number;
	return true;
}

/* Whether it can be the time of a node, as those before it are: times rise. */
static bool is_time(const struct session *session, const struct history_node *node)
{
	const struct history_node *from = &session->nodes[node->parent];
	if (node->tenths < 0)
		return true;
	if (node->count == 0)
		return node->tenths <= session->tenths;
	return from->tenths >= 0 && session->nodes[node->start].tenths >= 0 &&
	       (from->count == 0 || node->tenths >= from->tenths);
}

/* Its first number is the clock's, the others those of the nodes in their order. */
bool session_restore_clock(struct session *session, const char *times)
{
	uint32_t node = 0;
	bool good = read_time(&times, &session->tenths) && session->tenths >= 0;
	for (; good && node < session->node_count; node++)
		good = read_time(&times, &session->nodes[node].tenths) &&
		       is_time(session, &session->nodes[node]);
	good = good && *times == '\0';
	if (!good)
		session_start_clock(session);
	return good;
}

void session_discard(struct session *session)
{
	session->full = false;
	discard(session);
	session_position_changed(session, NULL);
}
