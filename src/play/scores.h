/* The leaderboard: for each shared level, the players who solved it, by number of moves; of a
 * level against the clock, by points.
 *
 * A record is a line of text that anyone may have written: "DATE PLAYER LEVEL PLACE MOVE MOVE...",
 * with the level's identity. Only the result of replaying its moves counts, on the level with this
 * identity, wherever that is now: the place is where it was then. Of a run (play/run.h), the
 * identity is the hash of its name, the place its name, and the moves are its text. Players of
 * other hosts are NAME@HOST; a host may have withdrawn its records, or those of a player.
 *
 * After the place and TIMES_MARK may be the times of the moves (puzzle/times.h). Versions that know
 * of none take them for a part of the place, which decides nothing: sessions of such a version that
 * still run, and hosts that have not changed over, rank these records like any other. A new tag
 * would hide them there. */
#ifndef PARLOUR_PLAY_SCORES_H
#define PARLOUR_PLAY_SCORES_H

#include <stdint.h>
#include <time.h>

#include "os/error.h"
#include "play/library.h"
#include "play/run.h"
#include "play/session.h"

/* Bytes of a record with its NUL; longer solutions are not recorded. */
enum { SCORE_TEXT_MAX = 60000 };

/* A record; its strings point into `text`. */
struct score {
	char *text;
	const char *player; /* of another host: NAME@HOST */
	const char *place, *moves;
	const char *times; /* of the moves; "": unknown. Whoever wrote them */
	uint64_t level;
	int64_t date; /* seconds since 1970 */
	int count;    /* number of moves; -1: does not count, or not verified yet */
	int score;    /* points in a level against the clock or a run; else 0 */
};

/* Which records are wanted. */
struct score_filter {
	int64_t since, until; /* dates, in seconds since 1970; 0: no limit */
	const char *host;     /* a host's name; SCORES_THIS_HOST; NULL: any */
};
#define SCORES_THIS_HOST "localhost"

struct score_withdrawal;
struct score_digest;

/* All zero: empty, and all records are wanted. */
struct scores {
	struct score_filter filter; /* set it before records are added */
	struct score *score;
	size_t count, room;
	struct score_withdrawal *withdrawal;
	size_t withdrawals;
	struct score_digest *digest;
	size_t digests;
	bool out_of_memory; /* some records were dropped */
};

/* The ranking of one level: most points first, then fewest moves, then the earliest; of a player's
 * results in as few moves, the moves are of the one with the least time. Valid until the next call
 * with the same scores. */
struct leaderboard {
	const struct score *score;
	int count;
};

/* Sets *text to a record of a game, to be freed by the caller; NULL if the game does not count: no
 * player name, a private level, not solved, solved with help, no points, or too long. False, with
 * NULL, without memory. */
bool scores_record(const char *player, const struct library *library, struct level_ref ref,
                   const struct session *session, time_t now, char **text);

/* The same of a run that is over, as text. */
bool scores_record_run(const char *player, const struct run_id *id, const char *words, time_t now,
                       char **text);

/* Adds a line of a log, which may be anything: its tag and text (store/score_file.h). */
void scores_add(struct scores *scores, const char *tag, const char *text);

/* Splits score->text into words, which it changes; false if it is not a record. */
bool score_read(struct score *score);

/* Counts a record's moves, and its points in a level against the clock, if they solve the level
 * without help, or score; else its count is -1. */
void score_replay(struct score *score, const struct puzzle *puzzle, const struct level *level);

/* Whether a line with this tag may be what it says: names, dates and numbers are valid, and all of
 * it is printable ASCII. Its moves are not replayed. */
bool scores_line_is_sound(const char *tag, const char *text);

/* A record with its player as NAME@HOST, to be freed by the caller; NULL without memory. */
char *scores_with_host(const char *text, const char *host);

/* The host of a record's player; NULL: this one. */
const char *score_host(const struct score *score);

/* Call it after the last line, before the first ranking. False if records were dropped. */
bool scores_sort(struct scores *scores, struct error *error);

/* Replays all records of a run and ranks the best one of each player, by its score. */
void scores_rank_run(struct scores *scores, struct run_boards *boards, const struct run_id *id,
                     struct leaderboard *board);

/* Replays all records of a level and ranks the best one of each player. */
bool scores_rank(struct scores *scores, const struct library *library, struct level_ref ref,
                 struct leaderboard *board, struct error *error);

/* The same of a level that need not be in a library. */
void scores_rank_level(struct scores *scores, const struct puzzle *puzzle,
                       const struct level *level, struct leaderboard *board);

/* Of a hundred players who have solved a level on any host, how many needed more moves than this:
 * 0 to 100; -1 if there is no digest of the level, or of few players. */
enum { SCORE_DIGEST_PLAYERS = 20 };
int scores_percentile(const struct scores *scores, uint64_t level, int count);

void scores_free(struct scores *scores);

#endif
