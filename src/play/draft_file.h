/* A draft into a level file, whole or not at all: a file beside it is synced, then renamed. */
#ifndef PARLOUR_PLAY_DRAFT_FILE_H
#define PARLOUR_PLAY_DRAFT_FILE_H

#include "play/draft.h"

/* Where a draft came from: one level of a file. */
struct draft_origin {
	char *path;   /* NULL: no file */
	int index;    /* of the level in it, from 0 */
	char *text;   /* the level as it was read: draft_text */
};

void draft_origin_free(struct draft_origin *origin);

/* Notes that a draft just opened is that level of a file; false without memory. */
bool draft_origin_set(struct draft_origin *origin, const struct draft *draft, const char *path,
                      int index);

/* Is that path the file it came from, by whatever name? */
bool draft_origin_is(const struct draft_origin *origin, const char *path);

/* The name of a new file, from the title: "two-corners.level". To be freed; NULL without memory. */
char *draft_file_name(const struct draft *draft);

enum draft_saved {
	DRAFT_SAVED,
	DRAFT_EXISTS, /* there is another file of this name, and it is not to be replaced */
	DRAFT_REFUSED /* `error` says why */
};

/* Settles the draft and writes a file of it alone. Only with `replace` in place of another. */
enum draft_saved draft_save(struct draft *draft, int par, const char *path, bool replace,
                            struct error *error);

/* The same to where it came from: there its own lines are replaced, and no other. The origin is
 * then this draft. False where the file is not as it was. */
bool draft_save_back(struct draft *draft, int par, struct draft_origin *origin,
                     struct error *error);

#endif
