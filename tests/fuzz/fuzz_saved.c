/* Any bytes as a saved game, or as the moves of a result. The first byte chooses which of the two,
 * and the level; the rest is the text.
 *
 * A saved game is refused and the session stays at its start; or the session that it makes, saved
 * again in no more bytes, leads to the same game, position by position. Moves are refused at the
 * first that is not valid, or are worth what a session that makes them reaches. */
#undef NDEBUG /* the assertions are the test */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/message.h"
#include "play/session.h"
#include "puzzle/puzzle.h"
#include "puzzle/replay.h"
#include "puzzle/times.h"

enum { LEVELS = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const texts[LEVELS] = {
	"level: Tilt\nmode: tilt\n\na..#   ...#\n..#.   ..#a\n....   ....\n",
	"level: Colours\nmode: tilt\n\nb#a.   .#..\n....   ....\na#..   .#.b\n....   a..a\n",
	"level: Score\nmode: gems\ngoal: score 100\nrefill: bbbaab daabca adaacd acadbb\n\n"
	"aaca\ndbab\ncbac\nddcc\n",
	"level: Endless\nmode: gems\nrefill: random 7 4\n\nbdac\nacba\nbdad\nbcda\n",
	"level: Turns\nmode: bishop\nrules: alternate\n\n...a   ...b\n...#   ...#\n....   ....\n"
	"b...   a...\n",
	"level: Knights\nmode: bishop\npiece: knight\nrules: no-attack\n\na..a   b..b\n"
	"....   ....\nb..b   a..a\n",
	"level: Marks\nmode: lines\n\n12d1   ....\n187e   ....\na3ee   ..*.\n5df7   ....\n",
	"level: Wide\nmode: lines\n\n6c3a95\n39c65a\n",
};

static struct replay_level levels[LEVELS];

static void read_levels(void)
{
	struct error error;
	for (int i = 0; levels[LEVELS - 1].puzzle == NULL; i++)
		assert(replay_read("level", texts[i], strlen(texts[i]), &levels[i], &error));
}

/* ---- words ---- */

static void open_session(struct session *session, const struct replay_level *level)
{
	struct error error;
	assert(session_open(session, level->puzzle, &level->level, NULL, &error));
}

static void check_at_start(struct session *session)
{
	struct state state;
	session_state(session, &state);
	assert(memcmp(&state, &session->level.start, sizeof state) == 0);
	assert(session_count(session) == 0 && session_score(session) == 0);
	assert(!session_assisted(session) && session_best(session)->score == 0);
	assert(!session_undo(session) && !session_redo(session) && !session_restart(session));
	char *words = session_text(session);
	assert(words != NULL && strcmp(words, "| 0 | #0") == 0);
	free(words);
}

static void check_same_place(const struct session *a, const struct session *b)
{
	struct state one, other;
	session_state(a, &one);
	session_state(b, &other);
	assert(memcmp(&one, &other, sizeof one) == 0);
	assert(session_count(a) == session_count(b) && session_score(a) == session_score(b));
	assert(session_assisted(a) == session_assisted(b) && a->stuck == b->stuck);
	assert(session_solved(a) == session_solved(b));
}

/* Walks along both lines to their ends and back to their starts. */
static void check_same_line(struct session *a, struct session *b)
{
	assert(a->line.count == b->line.count && a->line.at == b->line.at);
	check_same_place(a, b);
	while (session_redo(a)) {
		assert(session_redo(b));
		check_same_place(a, b);
	}
	while (session_undo(a)) {
		assert(session_undo(b));
		check_same_place(a, b);
	}
	assert(!session_undo(b));
	assert(session_return_to_checkpoint(a) == session_return_to_checkpoint(b));
	check_same_place(a, b);
}

/* ---- moves ---- */

/* Makes the moves in a separate session, to their end or the first that is not valid. */
static void make_moves(struct session *session, const char *words)
{
	char *copy = strdup(words), *rest = NULL;
	assert(copy != NULL);
	for (char *name = strtok_r(copy, " \t\n,", &rest); name != NULL;
	     name = strtok_r(NULL, " \t\n,", &rest)) {
		struct state state;
		move_code move;
		const size_t length = strlen(name);
		if (name[length - 1] == '*')
			name[length - 1] = '\0';
		session_state(session, &state);
		if (!puzzle_find_move(session->puzzle, &session->level, &state, name, &move))
			break;
		assert(session_move(session, move));
	}
	free(copy);
}

static void check_replay(const struct replay_level *level, const char *words, struct replay *replay)
{
	struct error error = {""};
	struct session session;
	struct state state;
	if (!replay_moves(level->puzzle, &level->level, words, replay, &error))
		check_message(&error);
	open_session(&session, level);
	make_moves(&session, words);
	session_state(&session, &state);
	assert(memcmp(&state, &replay->state, sizeof state) == 0);
	assert(session_count(&session) == replay->count);
	assert(session_score(&session) == replay->score);
	assert(error.text[0] != '\0' || session_solved(&session) == replay->solved);
	session_close(&session);
}

/* The moves that lead to a session's position are accepted, for the result that it has. */
static void check_moves(const struct replay_level *level, const struct session *session)
{
	struct replay replay;
	char *moves = session_moves(session);
	assert(moves != NULL);
	check_replay(level, moves, &replay);
	assert(replay.count == session_count(session) && replay.score == session_score(session));
	assert(replay.solved == session_solved(session));
	assert(!replay.assisted || session_assisted(session));
	free(moves);
}

/* Whatever the clock was restored from, the times rise and are saved and restored the same. */
static void check_clock(const struct replay_level *level, struct session *session,
                        const char *times)
{
	struct session again;
	char *own, *words, *same, *same_words;
	int64_t tenths;
	session_restore_clock(session, times);
	assert(session->tenths >= 0);
	char *moves = session_times(session);
	assert(moves != NULL);
	assert(moves[0] == '\0' ||
	       (times_fit(moves, session_count(session), &tenths) && tenths <= TIMES_TENTHS_MAX));
	free(moves);
	assert(session_text_with_clock(session, &words, &own));
	open_session(&again, level);
	assert(session_restore(&again, words) && session_restore_clock(&again, own));
	assert(session_text_with_clock(&again, &same_words, &same));
	assert(strcmp(own, same) == 0);
	free(words);
	free(same_words);
	free(same);
	free(own);
	session_close(&again);
}

/* After a newline are the times. */
static void check_words(const struct replay_level *level, char *words)
{
	struct session session, again;
	char *times = strchr(words, '\n');
	if (times != NULL)
		*times++ = '\0';
	open_session(&session, level);
	if (!session_restore(&session, words)) {
		check_at_start(&session);
		session_close(&session);
		return;
	}
	check_moves(level, &session);
	check_clock(level, &session, times == NULL ? "" : times);
	char *own = session_text(&session);
	assert(own != NULL);
	open_session(&again, level);
	assert(session_restore(&again, own));
	char *same = session_text(&again);
	assert(same != NULL && strcmp(own, same) == 0);
	assert(again.node_count <= session.node_count);
	assert(session_best(&session)->score == session_best(&again)->score);
	check_same_line(&session, &again);
	free(own);
	free(same);
	session_close(&again);
	session_close(&session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct replay replay;
	if (size == 0)
		return 0;
	read_levels();
	const struct replay_level *level = &levels[data[0] % LEVELS];
	char *text = malloc(size);
	assert(text != NULL);
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	if (data[0] / LEVELS % 2 == 0)
		check_words(level, text);
	else
		check_replay(level, text, &replay);
	free(text);
	return 0;
}
