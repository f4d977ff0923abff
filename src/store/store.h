/* What is kept of a player: games in progress, results, settings, drafts of levels. One SQLite
 * file.
 *
 * It lies under $XDG_STATE_HOME/parlour, or ~/.local/state/parlour: the only thing the game ever
 * writes, but for levels that are saved. The game plays on whatever happens to it: where it can't
 * be opened or written, the store says why (store_trouble), keeps in memory what it was given, and
 * tries again with the next write. A damaged file is set aside under another name, never
 * overwritten; a file of a newer schema is left alone.
 *
 * The text of each level is kept with its games and results. A result that is read from the file
 * counts for nothing unless its moves, made again from that text, come to what it says; one that
 * does not stays in the file. Nor is it the least in more moves than the text's par. */
#ifndef PARLOUR_STORE_STORE_H
#define PARLOUR_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "os/error.h"
#include "store/entry.h"

struct store;

/* A game in progress. */
struct kept_game {
	uint64_t level;      /* level_identity */
	const char *place;   /* where the level is found again: "tilt/classic:3", a file, an ID */
	const char *puzzle;  /* name of its mode */
	const char *history; /* words: session_text */
	const char *text;    /* of the level, as a level file has it */
	int64_t seconds;     /* time played */
};

/* A finished one. */
struct result {
	uint64_t level;
	const char *puzzle;
	const char *place;  /* where the level is found again */
	const char *text;   /* of the level, as a level file has it */
	const char *moves;  /* names of the moves from the level's start, by blanks */
	int count;          /* of the moves, at least 0 */
	bool optimal;       /* proven to be the least */
	int64_t seconds;
	int64_t score;      /* reached in a game without an end; 0: the level is solved */
};

struct best {
	int count;          /* least moves of any result; -1: there is none */
	bool optimal;
	int64_t score;      /* of a game without an end: the most; 0 otherwise */
};

/* What a player has done in one mode. */
struct statistics {
	int played, solved;  /* levels: begun or solved; solved */
	int at_par, least;   /* of the solved: in no more than par; in the least moves, proven */
	int64_t moves;       /* of all solutions, of the same level too */
	int64_t seconds;     /* with the games in progress */
	int64_t score;       /* the best of games without an end */
	/* Days in a row (UTC) with a level solved: up to today or yesterday; and the most ever. */
	int streak, longest;
};

/* Whether there was something to give, or it could not be read. */
enum store_answer {
	STORE_FOUND,
	STORE_NONE,
	STORE_UNREADABLE /* there may be one, which is not to be written over */
};

/* What takes a game that was asked for. The strings live as long as the call, in which the store
 * may be used. */
typedef void store_game_callback(void *context, const struct kept_game *game);

/* Opens the player's file, made where it is missing. NULL only when there is no memory. */
struct store *store_open(void);

/* The same for one of many players of this account, by a good name (os/player.h): its file is in
 * a folder of its own. NULL: the account has but one. */
struct store *store_open_player(const char *player);

/* While a player sits before it, who can wait for others' writing no longer than half a second:
 * what is not saved by then is saved later. Not so (false) once the player has left, and it is now
 * or never. */
void store_hurry(struct store *store, bool interactive);

/* That name; NULL where the account has but one player. */
const char *store_player(const struct store *store);

/* Adds a text to the log that all players of the account share, where it is news there
 * (store/score_log.h). NULL adds nothing. */
void store_add_score(struct store *store, const char *text);

/* Tries once more to save what is pending. False, with the reason and what is lost in `error`:
 * "disk full (2 results, 1 game)"; it is for the caller to tell. A store that is NULL has nothing
 * to lose. */
bool store_close(struct store *store, struct error *error);

/* Why not everything is saved, in a few words; NULL while all is kept. */
const char *store_trouble(const struct store *store);

/* Whether something waits to be saved, and a try to save it now; true once nothing waits. */
bool store_waits(const struct store *store);
bool store_try(struct store *store);

/* What the player should be told once: that a file was set aside, and under which name; NULL for
 * nothing, and once it was asked for. It may come with any call, as damage may only be met then. */
const char *store_notice(struct store *store);

/* Keeps the game, in place of an earlier one of the same level, and makes it the last one played.
 * Committed when it returns true. */
bool store_keep_game(struct store *store, const struct kept_game *game);

/* Notes that something is not to be saved at all, as that would do harm: store_close will tell.
 * `why` is a few words that outlive the store. */
void store_give_up(struct store *store, const char *why);

/* Calls `callback` with the kept game of a level, if there is one; NULL: the answer is enough. */
enum store_answer store_game(struct store *store, uint64_t level, store_game_callback *callback,
                             void *context);

/* Calls `callback` with all games in progress, the one played last at the end. The store must not be
 * used in it. */
void store_games(struct store *store, store_game_callback *callback, void *context);

/* Adds a result and drops the level's game in progress, in one commit; a score is added to a game
 * that goes on. */
bool store_add_result(struct store *store, const struct result *result);

/* The best result of a level: of the highest score, and of those of the fewest moves. */
struct best store_best(struct store *store, uint64_t level);

/* Gives the best result of each level that has one; where a level comes twice, the latter holds.
 * The store must not be used in it. */
typedef void store_best_callback(void *context, uint64_t level, struct best best);
void store_bests(struct store *store, store_best_callback *callback, void *context);

/* Keeps the text of a level that is being drawn, in place of an earlier one of the same number;
 * NULL drops it. */
bool store_keep_draft(struct store *store, uint64_t number, const char *text);

/* Calls `callback` with the text that is kept under a number, if there is one; NULL: the answer is
 * enough. It lives as long as the call. */
typedef void store_draft_callback(void *context, uint64_t number, const char *text);
enum store_answer store_draft(struct store *store, uint64_t number, store_draft_callback *callback,
                              void *context);

/* Calls `callback` with all of them. The store must not be used in it. */
void store_drafts(struct store *store, store_draft_callback *callback, void *context);

/* Calls `callback` with all levels of which older versions kept results or games without a text, but
 * those that had "" added for one; the store must not be used in it. `place` is where one was found
 * at that time; "": not known. */
typedef void store_missing_text_callback(void *context, uint64_t level, const char *place);
void store_missing_texts(struct store *store, store_missing_text_callback *callback, void *context);

/* The level whose result was found at this place; 0 if none was. */
uint64_t store_level(struct store *store, const char *place);

/* All that is in the file and can be believed, in the order in which it came: results, games,
 * drawings, settings; each with its level's text, "" where that of a game is not known. *left: how
 * many results are left out. False, and why in store_trouble or store_notice, if not all could be
 * read, as where there is no home to have been found. */
bool store_read_all(struct store *store, struct entries *all, int *left);

/* Adds all of these in one transaction; what is there already stays as it is. `added`: how many of
 * each were new. False, and why in store_trouble: nothing was added. */
bool store_add_all(struct store *store, const struct entries *all, int added[ENTRY_KINDS]);

/* By what is in the file, and what is still to be saved. */
struct statistics store_statistics(struct store *store, const char *puzzle);

/* Between the two, whatever is asked of the store goes to the file as it is found at first, which
 * saves the finding for each of many questions. Nothing may be kept meanwhile. Releasing it says
 * whether the file could be read for all of them, or there was none. */
void store_hold(struct store *store);
bool store_release(struct store *store);

/* The moves of the best result, to be freed; NULL where there is none, or no memory. */
char *store_best_moves(struct store *store, uint64_t level);

/* Settings: small whole numbers by name. `default_value` is returned where nothing was set. */
long store_setting(struct store *store, const char *name, long default_value);
bool store_set(struct store *store, const char *name, long value);

#endif
