/* Older versions saved results without the text of their level, which is needed to replay them. So
 * these levels are searched where they were found then. Generating a board again takes time: when
 * that is used up, the rest waits for the next start. A level that is not found is not searched
 * again; but if it is ever played, its text is saved. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "os/clock.h"

enum { TEXTS_MILLISECONDS = 50 };

/* Adds a level with its text; "" means that it was not found. */
static bool add_level(struct entries *levels, uint64_t level, const char *place, const char *text)
{
	return entries_add(levels, &(struct entry){.kind = ENTRY_LEVEL,
	                                           .level = level,
	                                           .name = "",
	                                           .place = place,
	                                           .words = "",
	                                           .text = text});
}

static void add_missing(void *context, const struct entry *entry)
{
	add_level(context, entry->level, entry->place, "");
}

static bool contains(const struct entries *levels, uint64_t level)
{
	const struct entry *entry = levels->oldest;
	while (entry != NULL && entry->level != level)
		entry = entry->next;
	return entry != NULL;
}

/* Adds the level's text if it is one of those missing. */
static void try_level(const struct library *library, struct level_ref ref,
                      const struct entries *missing, struct entries *texts)
{
	struct error error;
	struct level level;
	char *text = library_level_text(library, ref);
	if (text != NULL && library_level_bare(library, ref, &level, &error)) {
		const uint64_t identity = level_identity(library_puzzle(library, ref), &level);
		if (contains(missing, identity) && !contains(texts, identity))
			add_level(texts, identity, "", text);
	}
	free(text);
}

/* Places are untrusted, so each is looked up separately. Returns the first one that was not
 * searched in time. */
static const struct entry *search_recorded_places(struct library *library,
                                                  const struct entries *missing,
                                                  struct entries *texts)
{
	const int64_t deadline = milliseconds_now() + TEXTS_MILLISECONDS;
	const struct entry *level = missing->oldest;
	for (; level != NULL && milliseconds_now() < deadline; level = level->next) {
		struct error error;
		struct level_list places = {0};
		if (!contains(texts, level->level) && level->place[0] != '\0' &&
		    level->place[0] != '-' && strlen(level->place) < LEVEL_NAME_MAX &&
		    library_find(library, level->place, &places, &error) && places.count == 1)
			try_level(library, places.refs[0], missing, texts);
		level_list_free(&places);
	}
	return level;
}

static void find_texts(struct library *library, const struct entries *missing,
                       struct entries *texts)
{
	for (int pack = 0; pack < library->shipped; pack++)
		for (int level = 0; level < library->packs[pack].count; level++)
			try_level(library, (struct level_ref){pack, level}, missing, texts);
	const struct entry *rest = search_recorded_places(library, missing, texts);
	for (const struct entry *level = missing->oldest; level != rest; level = level->next)
		if (!contains(texts, level->level))
			add_level(texts, level->level, "", "");
}

void cli_find_missing_texts(struct library *library, struct store *store)
{
	struct entries missing = {0}, texts = {0};
	store_list(store, ENTRY_LEVEL, add_missing, &missing);
	if (missing.oldest != NULL)
		find_texts(library, &missing, &texts);
	if (texts.oldest != NULL) {
		int added[ENTRY_KINDS];
		store_add_all(store, &texts, added);
	}
	entries_free(&texts);
	entries_free(&missing);
}
