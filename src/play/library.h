/* Which levels there are, and what a LEVEL on the command line means.
 *
 * The shipped packs are part of the program, so it needs no files of its own. A LEVEL is a mode
 * ("tilt"), a pack of it ("tilt/classic"), one level ("tilt/classic:7"), a file ("my.level",
 * "my.level:2"), "-" for standard input, or a game ID ("tilt:7x7#1234"). */
#ifndef PARLOUR_PLAY_LIBRARY_H
#define PARLOUR_PLAY_LIBRARY_H

#include <time.h>

#include "puzzle/pack.h"

enum { LEVEL_NAME_MAX = 512 }; /* bytes of the name of a level's place */

struct library {
	struct pack *packs; /* the shipped ones in their order, then those opened since */
	int count, shipped;
	const char *advice; /* where to see what there is, for a name that is none; NULL: nowhere */
	bool no_files;      /* a LEVEL is never a file */
};

/* A level of the library. */
struct level_ref {
	int pack, level; /* from 0 */
};

struct level_list {
	struct level_ref *place;
	int count;
};

/* Reads the shipped packs. */
bool library_open(struct library *library, struct error *error);
void library_close(struct library *library);

/* Appends the levels that a LEVEL means; reads a file or makes a level where that is asked for. */
bool library_find(struct library *library, const char *name, struct level_list *levels,
                  struct error *error);
void level_list_free(struct level_list *levels);

/* Appends all levels of a pack; false without memory. */
bool library_list_pack(const struct library *library, struct level_list *levels, int pack,
                       struct error *error);

/* The levels that next and previous go through from a level, in place of those before: all shipped
 * ones, or those of its pack. *current: where it is among them. Without memory nothing changes. */
void library_around(const struct library *library, struct level_ref ref, struct level_list *levels,
                    int *current);

/* The pack of that name that is open already; -1 if none is. */
int library_pack(const struct library *library, const char *name);

/* The name by which library_find finds a level again: "tilt/classic:3". */
void library_name(const struct library *library, struct level_ref ref, char out[LEVEL_NAME_MAX]);

/* The game ID of a mode's board of the day, the same for everyone; the day is UTC's. */
void library_daily(const struct puzzle *puzzle, time_t now, char out[LEVEL_NAME_MAX]);

/* The day that a place is the board of, "2026-11-21"; false if it is of none. */
enum { DAY_MAX = 16 };
bool library_day(const struct library *library, struct level_ref ref, char out[DAY_MAX]);

/* From the board of a day, the game ID of the same day's of the puzzle before (-1) or after (1) its
 * own; false if the place is none, or there is no such puzzle. */
bool library_daily_neighbour(const struct library *library, struct level_ref ref, int step,
                             char out[LEVEL_NAME_MAX]);

/* Whether that name means the same level wherever the game runs: it is no file. */
bool library_is_common(const struct library *library, struct level_ref ref);

/* The pack's own title, from its header, or its name without folders. */
const char *library_pack_title(const struct library *library, int pack);

/* Takes over a pack, in place of one opened before, or of none (-1): then it is a new one. Returns
 * its number; -1 without memory, and the pack is freed. */
int library_put(struct library *library, int pack, struct pack *taken);

const struct level_text *library_text(const struct library *library, struct level_ref ref);
/* The same as a level file has it, to be freed; NULL without memory. */
char *library_print(const struct library *library, struct level_ref ref);
const struct puzzle *library_puzzle(const struct library *library, struct level_ref ref);

/* Makes a level playable. */
bool library_level(const struct library *library, struct level_ref ref, struct level *level,
                   struct error *error);

/* The same without what a search needs, as pack_level_bare. */
bool library_level_bare(const struct library *library, struct level_ref ref, struct level *level,
                        struct error *error);

/* Text of a shipped pack; the build makes the list from levels/. An entry without a name ends
 * it. */
struct shipped_pack {
	const char *name; /* "tilt/classic" */
	const unsigned char *text;
	size_t size;
};
extern const struct shipped_pack shipped_packs[];

#endif
