/* The player's data: games in progress, results, runs, settings and drafts, in one SQLite file.
 *
 * It is in $XDG_STATE_HOME/parlour, or ~/.local/state/parlour, the only place the game writes to
 * except for saved levels. Failures never stop the game: if the file can't be opened or written,
 * the store says why (store_trouble), queues the data in memory, and retries with the next write. A
 * damaged file is renamed, never overwritten; a file of a newer schema is left alone.
 *
 * Each level's text is saved with its games and results. Results are verified when they are read:
 * one counts only if replaying its moves on that text gives what it says, and it is optimal only
 * within the text's par. Results that fail stay in the file. Runs are read unverified: whoever
 * reads one replays it (play/run.h). */
#ifndef PARLOUR_STORE_STORE_H
#define PARLOUR_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "os/error.h"
#include "store/entry.h"

struct store;

struct best {
	int count; /* fewest moves of any result; -1: no result */
	bool optimal;
	bool unaided;  /* reached without seeing the counter or a hint */
	int64_t score; /* highest score of an endless game; else 0 */
};

/* The statistics of one puzzle. */
struct statistics {
	int played, solved;  /* levels: started or solved; solved */
	int at_par, minimal; /* solved levels: within par; in the proven minimum */
	int unaided;         /* solved levels: within par by an unaided result */
	int64_t moves;       /* moves of all solutions, even of the same level */
	int64_t seconds;     /* including games in progress */
	int64_t score;       /* the highest of endless games */
	/* Days in a row (UTC) with a level solved: up to today or yesterday; the longest run. */
	int days_in_a_row, longest;
};

/* The result of a lookup. */
enum store_lookup {
	STORE_FOUND,
	STORE_NONE,
	STORE_UNREADABLE /* there may be one: do not overwrite it */
};

/* Receives an entry, whose strings are valid during the call. */
typedef void store_callback(void *context, const struct entry *entry);

/* Opens the player's file, and creates it if it is missing. The account has only one player (NULL),
 * or this is one of several, by a valid name (os/text.h): the file is in the player's folder.
 * NULL only without memory. */
struct store *store_open(const char *player);

/* The same for a command that only reads: without a folder, nothing is created. */
struct store *store_open_to_read(const char *player);

/* What an observer is told. */
enum store_event {
	STORE_SAVED_GAME,   /* or a run in progress, with the entry */
	STORE_SAVED_RESULT, /* a result, or a run that is over, with the entry */
	STORE_NOT_SAVED,    /* saving has begun to fail, with the reason */
	STORE_SET_ASIDE,    /* a damaged file was, with the notice */
};

/* From now on calls `observer` with what happens, for the host's administrator. It must not use the
 * store. `text` or `entry` is NULL. */
typedef void store_observer(void *context, enum store_event event, const char *text,
                            const struct entry *entry);
void store_observe(struct store *store, store_observer *observer, void *context);

/* Sets the lock timeout: half a second at most while a player waits (true), since anything not
 * saved then is saved later; two seconds at the end (false). */
void store_set_interactive(struct store *store, bool interactive);

/* The player's name; NULL if the account has only one. */
const char *store_player(const struct store *store);

/* Adds a record to the leaderboard's log, if it is new there (store/score_log.h), which differs for
 * one that counts by points. NULL adds nothing. */
void store_add_score(struct store *store, const char *text, bool by_points);

/* Retries saving pending entries, then closes the store. False if something is lost, with the
 * reason in `error`: "disk full (2 results, 1 game)"; the caller reports it. NULL is closed
 * already. */
bool store_close(struct store *store, struct error *error);

/* Why not everything is saved, in a few words; NULL if all is saved. */
const char *store_trouble(const struct store *store);

/* Whether something is pending; and retrying to save it, which returns true once nothing is. */
bool store_has_pending(const struct store *store);
bool store_retry(struct store *store);

/* A notice to show the player once: a file was set aside, and its new name. NULL if there is none,
 * or after the first call. Any call can cause one, because damage may be found late. */
const char *store_notice(struct store *store);

/* Saves an entry; true once it is committed. A game replaces an earlier one of the same level and
 * becomes the last one played. A result deletes its level's game in progress, in one transaction; a
 * score does so only with ends_game. */
bool store_save(struct store *store, const struct entry *entry);

/* Notes that something can't be saved at all; store_close will report it. `why` is a static string
 * of a few words. */
void store_note_loss(struct store *store, const char *why);

/* Calls `callback`, unless NULL, with the game in progress of a level, or the draft of a number, if
 * there is one. The callback may use the store. */
enum store_lookup store_find(struct store *store, enum entry_kind kind, uint64_t level,
                             store_callback *callback, void *context);

/* Calls `callback` with all games in progress, the last one played at the end; with all drafts;
 * with all runs, in the order in which they began, those in the queue at the end; or with each
 * level whose results or games were saved without its text, by older versions, except those with
 * the text "". Such a level's place is where it was found then; "": unknown. The
 * callback must not use the store. */
void store_list(struct store *store, enum entry_kind kind, store_callback *callback, void *context);

/* The best result of a level: highest score, then fewest moves. */
struct best store_best(struct store *store, uint64_t level);

/* Calls `callback` with the best result of each level that has one. A level may come twice: then
 * the later result holds. The callback must not use the store. */
typedef void store_best_callback(void *context, uint64_t level, struct best best);
void store_bests(struct store *store, store_best_callback *callback, void *context);

/* Saves the text of a draft, which replaces an earlier one of the same number; NULL deletes it. */
bool store_save_draft(struct store *store, uint64_t number, const char *text);

/* The level of a result at this place; 0: none. */
uint64_t store_level(struct store *store, const char *place);

/* Reads all verified data of the file, in the order it was added: results, games, drafts, runs
 * (not verified), settings, each with its level's text, which is "" for a game if it is unknown.
 * *omitted: number of results omitted. False, with the reason in store_trouble or store_notice, if
 * not all could be read, or there is no home. */
bool store_read_all(struct store *store, struct entries *all, int *omitted);

/* Adds entries in one transaction, of this host or of another one. Existing ones are not changed,
 * but a game is replaced by one of the same level that was moved later, and a run by one that began
 * as it did and went further. A game with a date ends, or is not added, if its level was solved
 * since. `added` gets the number of new ones by kind. False, with the reason in store_trouble, if
 * nothing was added. */
bool store_add_all(struct store *store, const struct entries *all, int added[ENTRY_KINDS]);

/* From the file and the write queue. */
struct statistics store_statistics(struct store *store, const char *puzzle);

/* All lookups between the two read the same state of the file, which is faster for many of them.
 * Nothing may be saved meanwhile. The end returns whether the file could be read throughout, or did
 * not exist. */
void store_begin_snapshot(struct store *store);
bool store_end_snapshot(struct store *store);

/* The moves of the best result. The caller frees it; NULL if there is none, or without memory. */
char *store_best_moves(struct store *store, uint64_t level);

/* The moves and the times of the best result that has times, the fastest of several; the caller
 * frees both. False if there is none, or without memory. */
bool store_best_timed(struct store *store, uint64_t level, char **moves, char **times);

/* Settings of one host: they are not among all data, nor taken in from elsewhere. Which bundles
 * were taken in; and 1 if the player agreed that others may watch, 0 if not, never set: not asked
 * yet. */
#define SETTING_ARRIVED "arrived"
#define SETTING_WATCH "watch"
bool setting_is_of_host(const char *name);

/* Settings: numbers by name. `default_value` is returned if the setting was never set. */
long store_setting(struct store *store, const char *name, long default_value);
bool store_set(struct store *store, const char *name, long value);

#endif
