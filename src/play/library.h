/* The levels of the program, and the meaning of a LEVEL on the command line.
 *
 * The shipped packs are compiled into the program. A LEVEL is a puzzle ("tilt"), a pack
 * ("tilt/classic"), one level ("tilt/classic:7"), a file ("my.level", "my.level:2"), "-" for
 * standard input, a game ID ("tilt:7x7#1234", "tilt:ladder#2026-48:3"), all rungs of a ladder
 * ("tilt:ladder#2026-48") or a level code ("parlour:1Qk0…", puzzle/level_code.h). A run
 * ("tilt:streak#20261125") is not a LEVEL; its boards are ("tilt:streak#20261125:7"). */
#ifndef PARLOUR_PLAY_LIBRARY_H
#define PARLOUR_PLAY_LIBRARY_H

#include "play/game_id.h"
#include "puzzle/pack.h"

struct library {
	struct pack *packs; /* the shipped ones, then those opened later */
	int count, shipped;
	int foreign;        /* the pack of library_show, which no name finds; 0: none yet */
	const char *advice; /* added to the error for an unknown name; NULL: none */
	bool no_files;      /* a LEVEL is never a file */
	bool pipes;         /* a LEVEL may be an open pipe, such as /dev/fd/63 */
};

/* A reference to a level of the library. */
struct level_ref {
	int pack, level; /* from 0 */
};

struct level_list {
	struct level_ref *refs;
	int count;
};

/* Reads the shipped packs. */
bool library_open(struct library *library, struct error *error);
void library_close(struct library *library);

/* Appends the levels that a LEVEL means. This may read a file or generate a level. */
bool library_find(struct library *library, const char *name, struct level_list *levels,
                  struct error *error);
void level_list_free(struct level_list *levels);

/* Finds a shipped level by its identity, in whatever pack and place it is now. False if there is
 * none. */
bool library_find_shipped(const struct library *library, uint64_t identity, struct level_ref *ref);

/* Adds the level of a game ID that was generated before, unless it is open. */
bool library_add_id(struct library *library, const struct game_id *id, const struct level *level,
                    struct level_ref *ref, struct error *error);

/* Replaces `levels` with those that next and previous go through from a level: all shipped ones, or
 * those of its pack. *current is the level's index. Without memory nothing changes. */
void library_neighbours(const struct library *library, struct level_ref ref,
                        struct level_list *levels, int *current);

/* The number of an open pack, by its name; -1 if there is none. */
int library_pack(const struct library *library, const char *name);

/* The name by which library_find finds a level again: "tilt/classic:3". */
void library_name(const struct library *library, struct level_ref ref, char out[LEVEL_NAME_MAX]);

/* The date of a daily board, "2026-11-21"; false if the level is not one. */
enum { DAY_MAX = 16 };
bool library_day(const struct library *library, struct level_ref ref, char out[DAY_MAX]);

/* The number of a rung of a ladder, from 1, and its week, "2026-48"; 0 if the level is not one. */
int library_rung(const struct library *library, struct level_ref ref, char week[DAY_MAX]);

/* The run and the number, from 1, of a board of a run; false if the level is not one. */
bool library_run(const struct library *library, struct level_ref ref, struct run_id *run,
                 int *board);

/* The game ID before (-1) or after (1) that of a level, as game_id_neighbour; false, too, if the
 * level has none. */
bool library_id_neighbour(const struct library *library, struct level_ref ref, int step,
                          char out[LEVEL_NAME_MAX]);
/* A message that no level comes before (-1) or after (1) this one. */
const char *library_end(const struct library *library, struct level_ref ref, int step);

/* Whether the level's name means the same everywhere: it is shipped, a game ID or a level code, not
 * a file. */
bool library_is_portable(const struct library *library, struct level_ref ref);

/* The title from the pack's header, or its name without folders. */
const char *library_pack_title(const struct library *library, int pack);

/* A text of a pack, such as a title or a hint, as it is shown: in the player's language if the pack
 * is shipped; what somebody else wrote stays as it is, but for UNTITLED. */
const char *library_shown(const struct library *library, int pack, const char *text);
/* The title of a pack (library_pack_title), and that of a level, as they are shown. */
const char *library_shown_pack(const struct library *library, int pack);
const char *library_shown_title(const struct library *library, struct level_ref ref);

/* Takes ownership of a pack, which replaces an open one, or is added (-1). Returns its number; -1
 * without memory, and then the pack is freed. */
int library_replace_pack(struct library *library, int pack, struct pack *taken);

/* Takes ownership of a pack that somebody else made, whatever its name, to show its only level; it
 * replaces the one before. False without memory, and then the pack is freed. */
bool library_show(struct library *library, struct pack *taken, struct level_ref *ref);

const struct level_text *library_text(const struct library *library, struct level_ref ref);
/* The same in level file format. The caller frees it; NULL without memory. */
char *library_level_text(const struct library *library, struct level_ref ref);
const struct puzzle *library_puzzle(const struct library *library, struct level_ref ref);

/* Makes a level playable. */
bool library_level(const struct library *library, struct level_ref ref, struct level *level,
                   struct error *error);

/* The same without the preparation for searches: see pack_level_bare. */
bool library_level_bare(const struct library *library, struct level_ref ref, struct level *level,
                        struct error *error);

/* ---- the player's own levels ---- */

/* They are the level files in $XDG_DATA_HOME/parlour, or ~/.local/share/parlour. The editor saves
 * there by default, and the list of levels shows them. This is the path of a file there. The caller
 * frees it; NULL without a home or memory. */
char *user_levels_path(const char *name);

/* Creates the folder, if `path` is a file in it, and no folder in that. */
void user_levels_make_folder(const char *path);

/* Reads the files there into the library and appends their levels, in the order of the file names;
 * none if the library allows no files. A file read before keeps its pack number, which a game or
 * the editor may hold. Returns how many files could not be read; `error` has the reason for the
 * first, without the folder. */
int user_levels_read(struct library *library, struct level_list *levels, struct error *error);

/* ---- shipped packs ---- */

/* The text of a shipped pack. The build makes this list from levels/; an entry without a name ends
 * it. */
struct shipped_pack {
	const char *name; /* "tilt/classic" */
	const unsigned char *text;
	size_t size;
};
extern const struct shipped_pack shipped_packs[];

/* ---- tour.c ---- */

/* The levels of the demo if none is named: shipped levels of par 3 to 12 of each puzzle in turn,
 * and endless ones now and then. A puzzle without such levels is left out. The caller frees the
 * list; it is empty without memory, or if no puzzle has such a level. */
struct level_list tour_levels(const struct library *library);

#endif
