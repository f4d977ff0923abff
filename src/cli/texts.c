/* Older versions kept results without the text of their level, which is needed to replay them. So
 * these levels are looked for where they were found at that time. Boards that have to be made again
 * take a while each: those for which there is no time left wait for the next start. One that is not
 * found is not looked for again; but if it is ever played, it is known from then on. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "os/clock.h"

enum { TEXTS_MILLISECONDS = 50 };

/* A level that is wanted. */
struct wanted {
	struct wanted *next;
	uint64_t level;
	char place[LEVEL_NAME_MAX];
	bool found, sought;
};

static void want(void *context, uint64_t level, const char *place)
{
	struct wanted **first = context;
	struct wanted *wanted = calloc(1, sizeof *wanted);
	if (wanted == NULL)
		return;
	*wanted = (struct wanted){.next = *first, .level = level};
	const size_t size = strlen(place) + 1;
	if (size <= LEVEL_NAME_MAX)
		memcpy(wanted->place, place, size);
	*first = wanted;
}

/* Adds the level's text; "" says that there is none to be found. */
static bool add_text(struct entries *texts, uint64_t level, const char *text)
{
	return entries_add(texts, &(struct entry){.kind = ENTRY_LEVEL, .level = level,
	                                          .name = "", .place = "", .words = "",
	                                          .text = text});
}

/* Adds the level's text if it is one of those wanted. */
static void look_at(const struct library *library, struct level_ref place, struct wanted *first,
                    struct entries *texts)
{
	struct error error;
	struct level *level = malloc(sizeof *level);
	char *text = library_print(library, place);
	const bool good = level != NULL && text != NULL &&
	                  library_level_bare(library, place, level, &error);
	const uint64_t identity = good ? level_identity(library_puzzle(library, place), level) : 0;
	for (struct wanted *wanted = first; good && wanted != NULL; wanted = wanted->next)
		if (wanted->level == identity && !wanted->found)
			wanted->found = add_text(texts, identity, text);
	free(text);
	free(level);
}

/* The places may say anything: they are looked at one by one. */
static void look_where_found(struct library *library, struct wanted *first,
                             struct entries *texts)
{
	const int64_t until = milliseconds_now() + TEXTS_MILLISECONDS;
	for (struct wanted *wanted = first; wanted != NULL && milliseconds_now() < until;
	     wanted = wanted->next) {
		struct error error;
		struct level_list places = {0};
		wanted->sought = true;
		if (!wanted->found && wanted->place[0] != '\0' && wanted->place[0] != '-' &&
		    library_find(library, wanted->place, &places, &error) && places.count == 1)
			look_at(library, places.place[0], wanted, texts);
		level_list_free(&places);
	}
}

static void find_texts(struct library *library, struct wanted *first, struct entries *texts)
{
	for (int pack = 0; pack < library->shipped; pack++)
		for (int level = 0; level < library->packs[pack].count; level++)
			look_at(library, (struct level_ref){pack, level}, first, texts);
	look_where_found(library, first, texts);
	for (const struct wanted *wanted = first; wanted != NULL; wanted = wanted->next)
		if (wanted->sought && !wanted->found)
			add_text(texts, wanted->level, "");
}

void cli_find_texts(struct library *library, struct store *store)
{
	struct wanted *first = NULL;
	struct entries texts = {0};
	store_wanted(store, want, &first);
	if (first != NULL)
		find_texts(library, first, &texts);
	if (texts.oldest != NULL) {
		int added[ENTRY_KINDS];
		store_add_all(store, &texts, added);
	}
	entries_free(&texts);
	while (first != NULL) {
		struct wanted *next = first->next;
		free(first);
		first = next;
	}
}
