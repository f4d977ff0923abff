/* Older versions saved results without the text of their level, which is needed to replay them. So
 * these levels are searched where they were found then. Generating a board again takes time: when
 * that is used up, the rest waits for the next start. A level that is not found is not searched
 * again; but if it is ever played, its text is saved. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "os/clock.h"

enum { TEXTS_MILLISECONDS = 50 };

/* A level whose text is missing. */
struct missing {
	struct missing *next;
	uint64_t level;
	char place[LEVEL_NAME_MAX];
	bool found, searched;
};

static void add_missing(void *context, const struct entry *entry)
{
	struct missing **first = context;
	struct missing *missing = calloc(1, sizeof *missing);
	if (missing == NULL)
		return;
	*missing = (struct missing){.next = *first, .level = entry->level};
	const size_t size = strlen(entry->place) + 1;
	if (size <= LEVEL_NAME_MAX)
		memcpy(missing->place, entry->place, size);
	*first = missing;
}

/* Adds the level's text; "" means that it was not found. */
static bool add_text(struct entries *texts, uint64_t level, const char *text)
{
	return entries_add(texts,
	                   &(struct entry){.kind = ENTRY_LEVEL, .level = level, .text = text});
}

/* Adds the level's text if it is one of those missing. */
static void try_level(const struct library *library, struct level_ref place, struct missing *first,
                      struct entries *texts)
{
	struct error error;
	struct level *level = malloc(sizeof *level);
	char *text = library_level_text(library, place);
	const bool good = level != NULL && text != NULL &&
	                  library_level_bare(library, place, level, &error);
	const uint64_t identity = good ? level_identity(library_puzzle(library, place), level) : 0;
	for (struct missing *missing = first; good && missing != NULL; missing = missing->next)
		if (missing->level == identity && !missing->found)
			missing->found = add_text(texts, identity, text);
	free(text);
	free(level);
}

/* Places are untrusted: each is looked up on its own. */
static void search_recorded_places(struct library *library, struct missing *first,
                                   struct entries *texts)
{
	const int64_t deadline = milliseconds_now() + TEXTS_MILLISECONDS;
	for (struct missing *missing = first; missing != NULL && milliseconds_now() < deadline;
	     missing = missing->next) {
		struct error error;
		struct level_list places = {0};
		missing->searched = true;
		if (!missing->found && missing->place[0] != '\0' && missing->place[0] != '-' &&
		    library_find(library, missing->place, &places, &error) && places.count == 1)
			try_level(library, places.refs[0], missing, texts);
		level_list_free(&places);
	}
}

static void find_texts(struct library *library, struct missing *first, struct entries *texts)
{
	for (int pack = 0; pack < library->shipped; pack++)
		for (int level = 0; level < library->packs[pack].count; level++)
			try_level(library, (struct level_ref){pack, level}, first, texts);
	search_recorded_places(library, first, texts);
	for (const struct missing *missing = first; missing != NULL; missing = missing->next)
		if (missing->searched && !missing->found)
			add_text(texts, missing->level, "");
}

void cli_find_missing_texts(struct library *library, struct store *store)
{
	struct missing *first = NULL;
	struct entries texts = {0};
	store_list(store, ENTRY_LEVEL, add_missing, &first);
	if (first != NULL)
		find_texts(library, first, &texts);
	if (texts.oldest != NULL) {
		int added[ENTRY_KINDS];
		store_add_all(store, &texts, added);
	}
	entries_free(&texts);
	while (first != NULL) {
		struct missing *next = first->next;
		free(first);
		first = next;
	}
}
