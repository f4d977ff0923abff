/* Saves drafts to level files, atomically: a temporary file is written, synced and renamed. */
#ifndef PARLOUR_PLAY_DRAFT_FILE_H
#define PARLOUR_PLAY_DRAFT_FILE_H

#include "play/draft.h"

/* The level of a file that a draft came from. */
struct draft_origin {
	char *path;   /* NULL: no file */
	int index;    /* index of the level in it, from 0 */
	char *text;   /* draft_text of the level as it was read */
};

void draft_origin_free(struct draft_origin *origin);

/* Records the origin of a draft just opened; false without memory. */
bool draft_origin_set(struct draft_origin *origin, const struct draft *draft, const char *path,
                      int index);

/* Whether `path` is the origin's file, also under another name. */
bool draft_origin_is(const struct draft_origin *origin, const char *path);

/* A file name made from the title: "two-corners.level". The caller frees it; NULL without
 * memory. */
char *draft_file_name(const struct draft *draft);

enum draft_saved {
	DRAFT_SAVED,
	DRAFT_EXISTS, /* another file has this name, and `replace` is not set */
	DRAFT_FAILED  /* `error` says why */
};

/* Normalizes the draft and writes it to a file of its own. `replace` allows overwriting another
 * file. */
enum draft_saved draft_save(struct draft *draft, int par, const char *path, bool replace,
                            struct error *error);

/* The same to the origin: replaces the lines of that level only. Then this draft is the origin.
 * False if the file has changed since it was read. */
bool draft_save_to_origin(struct draft *draft, int par, struct draft_origin *origin,
                          struct error *error);

#endif
