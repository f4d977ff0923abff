#include "ui/broadcast.h"

#include <stdlib.h>
#include <string.h>

static void take_words(struct left_race *left, const struct live_reader *reader)
{
	const int count = left->count + reader->count;
	struct live_word *words = realloc(left->words, (size_t)count * sizeof *words);
	if (words == NULL)
		return;
	memcpy(words + left->count, reader->words, (size_t)reader->count * sizeof *words);
	left->words = words;
	left->count = count;
}

/* Forgets what was told, and who was there unless it is the same race. */
static void replace_left(struct broadcast *broadcast, char *text)
{
	struct race_text race;
	const char *rest;
	struct left_race *left = &broadcast->left;
	if (text == NULL || !race_text_read(&race, text, &rest) ||
	    !broadcast_has_left(broadcast, &race))
		left->opponent_count = 0;
	free(left->text);
	free(left->words);
	left->text = text;
	left->words = NULL;
	left->count = 0;
}

/* Not once the file is taken: reading it would release its lock. */
void broadcast_note_left(struct broadcast *broadcast, const char *player)
{
	struct live_reader reader;
	struct race_text race;
	const char *rest;
	if (broadcast_is_on(broadcast) || !live_reader_open(&reader, player))
		return;
	if (live_read(&reader) == LIVE_TEXT && race_text_read(&race, reader.text, &rest) &&
	    race.starts > 0) {
		replace_left(broadcast, strdup(reader.text));
		while (broadcast->left.count < LIVE_WORDS && live_read(&reader) == LIVE_ADDED)
			take_words(&broadcast->left, &reader);
	}
	live_reader_close(&reader);
}

bool broadcast_has_left(const struct broadcast *broadcast, const struct race_text *race)
{
	struct race_text left;
	const char *rest;
	return broadcast->left.text != NULL && race_text_read(&left, broadcast->left.text, &rest) &&
	       race_is_same(&left, race);
}

bool broadcast_open(struct broadcast *broadcast, const char *player)
{
	broadcast_forget(broadcast);
	broadcast_note_left(broadcast, player);
	return live_open(&broadcast->live, player);
}

/* What was told of a race stays in the file: it counts for those who race on. */
void broadcast_close(struct broadcast *broadcast)
{
	if (!broadcast->racing)
		broadcast_nothing(broadcast);
	broadcast->racing = false;
	live_close(&broadcast->live);
}

void broadcast_free(struct broadcast *broadcast)
{
	broadcast_close(broadcast);
	replace_left(broadcast, NULL);
}

void broadcast_nothing(struct broadcast *broadcast)
{
	if (broadcast_is_on(broadcast) && !broadcast->racing)
		live_begin(&broadcast->live, "");
	broadcast_forget(broadcast);
}

/* The path of a level file is nobody's business. */
static void begin(struct broadcast *broadcast, const struct library *library,
                  struct level_ref level, const struct session *session)
{
	char place[LEVEL_NAME_MAX] = "";
	char *level_text = library_level_text(library, level);
	if (library_is_portable(library, level))
		library_name(library, level, place);
	char *text = level_text == NULL ? NULL : relay_text(session, place, level_text);
	broadcast->begun = text != NULL && live_begin(&broadcast->live, text);
	broadcast->failed = !broadcast->begun;
	broadcast->node = relay_node(session);
	free(level_text);
	free(text);
}

void broadcast_game(struct broadcast *broadcast, const struct library *library,
                    struct level_ref level, const struct session *session)
{
	char word[RELAY_WORD_MAX];
	if (!broadcast_is_on(broadcast) || broadcast->racing)
		return;
	broadcast->begun =
		broadcast->begun && relay_distance(session, broadcast->node) <= RELAY_STEPS_MAX;
	while (broadcast->begun && relay_next(session, &broadcast->node, word))
		broadcast->begun = live_add(&broadcast->live, word);
	if (!broadcast->begun && (!broadcast->failed || session_count(session) == 0))
		begin(broadcast, library, level, session);
}

bool broadcast_race(struct broadcast *broadcast, const char *player, const char *text)
{
	if (!broadcast_is_on(broadcast) && !broadcast_open(broadcast, player))
		return false;
	broadcast->racing = true;
	return live_begin(&broadcast->live, text);
}

void broadcast_end_race(struct broadcast *broadcast, char *text)
{
	if (text != NULL)
		replace_left(broadcast, text);
	if (broadcast->racing)
		broadcast_close(broadcast);
}
