/* The list is not modified: each name is copied into a buffer for the longest one. A longer word
 * can't be a move. */
#include "puzzle/replay.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "puzzle/pack.h"
#include "puzzle/puzzle.h"

static const char separators[] = " \t\n,";

static bool make_move(const struct puzzle *puzzle, const struct level *level, const char *word,
                      size_t length, struct replay *replay)
{
	char name[MOVE_NAME_MAX];
	move_code move;
	const bool assisted = word[length - 1] == '*';
	length -= assisted;
	if (length >= sizeof name)
		return false;
	memcpy(name, word, length);
	name[length] = '\0';
	if (!puzzle_find_move(puzzle, level, &replay->state, name, &move))
		return false;
	replay->score = puzzle_score(puzzle, level, &replay->state, move, replay->score);
	puzzle->rules.apply(level, &replay->state, move);
	assert(state_is_valid(level, &replay->state));
	replay->assisted |= assisted;
	replay->count++;
	return true;
}

/* Says which move is not valid, and why if that is known. A longer word than a name is cut off. */
static bool refuse(const struct puzzle *puzzle, const struct level *level, const char *word,
                   size_t length, const struct replay *replay, struct error *error)
{
	char name[TEXT_SHOWN_MAX + 1], why[REASON_MAX];
	snprintf(name, sizeof name, "%.*s", (int)length, word);
	puzzle_explain_name(puzzle, level, &replay->state, name, why);
	if (why[0] == '\0')
		return error_set(error, _("move %d: \"%s\" is not a valid move here"),
		                 replay->count + 1, text_shown_part(word, length).bytes);
	/* TRANSLATORS: The last %s is a sentence that says why. */
	return error_set(error, _("move %d: \"%s\" is not a valid move here. %s"),
	                 replay->count + 1, text_shown_part(word, length).bytes, why);
}

bool replay_moves(const struct puzzle *puzzle, const struct level *level, const char *words,
                  struct replay *replay, struct error *error)
{
	*replay = (struct replay){.state = level->start};
	for (words += strspn(words, separators); *words != '\0';
	     words += strspn(words, separators)) {
		const size_t length = strcspn(words, separators);
		if (replay->count == REPLAY_MOVES_MAX)
			return error_set(error, _("more than %d moves"), REPLAY_MOVES_MAX);
		if (!make_move(puzzle, level, words, length, replay))
			return refuse(puzzle, level, words, length, replay, error);
		words += length;
	}
	replay->solved = puzzle->rules.solved(level, &replay->state);
	return true;
}

static bool read_only_level(const char *name, const struct pack *pack, struct replay_level *read,
                            struct error *error)
{
	if (pack->count != 1)
		return error_at(error, name, pack->levels[1].line, _("expected one level, not %d"),
		                pack->count);
	if (!pack_level_bare(pack, 0, &read->level, error))
		return false;
	read->puzzle = pack_puzzle(pack, 0);
	read->identity = level_identity(read->puzzle, &read->level);
	return true;
}

bool replay_read(const char *name, const char *text, size_t size, struct replay_level *read,
                 struct error *error)
{
	struct pack pack;
	if (!pack_read_syntax(&pack, name, text, size, error))
		return false;
	const bool good = read_only_level(name, &pack, read, error);
	pack_free(&pack);
	return good;
}
