#include "ui/broadcast.h"

#include <stdlib.h>

bool broadcast_open(struct broadcast *broadcast, const char *player)
{
	broadcast_forget(broadcast);
	return live_open(&broadcast->live, player);
}

void broadcast_close(struct broadcast *broadcast)
{
	broadcast->racing = false;
	broadcast_nothing(broadcast);
	live_close(&broadcast->live);
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

void broadcast_end_race(struct broadcast *broadcast, bool keep)
{
	if (!broadcast->racing)
		return;
	broadcast->racing = false;
	if (keep)
		broadcast_nothing(broadcast);
	else
		broadcast_close(broadcast);
}
