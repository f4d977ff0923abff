#include "play/scores.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"
#include "os/text.h"
#include "puzzle/puzzle.h"
#include "puzzle/replay.h"

/* ---- records ---- */

/* A record as text; NULL if it is too long. False without memory. */
static bool write_record(time_t now, const char *player, uint64_t level, const char *place,
                         const char *moves, char **text)
{
	const int length = asprintf(text, "%jd %s %016" PRIx64 " %s %s", (intmax_t)now, player,
	                            level, place, moves);
	if (length >= SCORE_TEXT_MAX)
		free(*text);
	if (length < 0 || length >= SCORE_TEXT_MAX)
		*text = NULL;
	return length >= 0;
}

bool scores_record_run(const char *player, const struct run_id *id, const char *words, time_t now,
                       char **text)
{
	char name[RUN_NAME_MAX];
	*text = NULL;
	run_id_name(id, 0, name);
	return player == NULL || write_record(now, player, hash_text(name), name, words, text);
}

bool scores_record(const char *player, const struct library *library, struct level_ref ref,
                   const struct session *session, time_t now, char **text)
{
	char name[LEVEL_NAME_MAX];
	*text = NULL;
	const bool timed = session->level.seconds > 0;
	const bool counts = timed ? session_best(session)->score > 0
	                          : session_solved(session) && !session_assisted(session);
	if (player == NULL || !library_is_portable(library, ref) || !counts)
		return true;
	char *moves = timed ? session_best_moves(session) : session_moves(session);
	library_name(library, ref, name);
	const uint64_t identity = level_identity(session->puzzle, &session->level);
	const bool good = moves != NULL && write_record(now, player, identity, name, moves, text);
	free(moves);
	return good;
}

/* Splits score->text; false if it is not a record. */
static bool read_record(struct score *score)
{
	const uint64_t date_max = UINT64_C(253402300799); /* the end of year 9999 */
	uint64_t seconds;
	char *rest = score->text;
	const char *date = strsep(&rest, " "), *player = strsep(&rest, " ");
	const char *level = strsep(&rest, " ");
	score->place = strsep(&rest, " ");
	if (rest == NULL || !text_is_player_name(player) || !text_read_unsigned(date, &seconds) ||
	    seconds > date_max || !text_read_identity(level, &score->level))
		return false;
	score->date = (int64_t)seconds;
	score->player = player;
	score->moves = rest;
	score->count = -1;
	return true;
}

static bool grow(struct scores *scores)
{
	const size_t room = scores->room == 0 ? 64 : 2 * scores->room;
	struct score *score = realloc(scores->score, room * sizeof *score);
	if (score == NULL)
		return false;
	scores->score = score;
	scores->room = room;
	return true;
}

void scores_add(struct scores *scores, const char *text)
{
	struct score score = {.text = strdup(text)};
	scores->out_of_memory |=
		score.text == NULL || (scores->count == scores->room && !grow(scores));
	if (!scores->out_of_memory && read_record(&score))
		scores->score[scores->count++] = score;
	else
		free(score.text);
}

void scores_free(struct scores *scores)
{
	for (size_t i = 0; i < scores->count; i++)
		free(scores->score[i].text);
	free(scores->score);
	*scores = (struct scores){0};
}

/* ---- order ---- */

static int compare_levels(const void *a, const void *b)
{
	const uint64_t one = ((const struct score *)a)->level;
	const uint64_t other = ((const struct score *)b)->level;
	return one < other ? -1 : one > other;
}

/* Records that don't count come last. */
static int compare_count(const struct score *one, const struct score *other)
{
	if ((one->count < 0) != (other->count < 0))
		return one->count < 0 ? 1 : -1;
	if (one->score != other->score)
		return one->score > other->score ? -1 : 1;
	if (one->count != other->count)
		return one->count < other->count ? -1 : 1;
	return one->date < other->date ? -1 : one->date > other->date;
}

static int compare_players(const void *a, const void *b)
{
	const struct score *one = a, *other = b;
	const int order = strcmp(one->player, other->player);
	return order != 0 ? order : compare_count(one, other);
}

static int compare_ranks(const void *a, const void *b)
{
	const struct score *one = a, *other = b;
	const int order = compare_count(one, other);
	return order != 0 ? order : strcmp(one->player, other->player);
}

bool scores_sort(struct scores *scores, struct error *error)
{
	if (scores->count > 0)
		qsort(scores->score, scores->count, sizeof *scores->score, compare_levels);
	return !scores->out_of_memory || error_set(error, "out of memory");
}

/* ---- ranking ---- */

/* Counts the moves of each record, if they solve the level without help, or score against the
 * clock. */
static void count_all(struct score *score, size_t count, const struct puzzle *puzzle,
                      const struct level *level)
{
	struct replay replay;
	struct error fault;
	for (size_t i = 0; i < count; i++) {
		const bool counts = replay_moves(puzzle, level, score[i].moves, &replay, &fault) &&
		                    (level->seconds > 0 ? replay.score > 0 : replay.solved) &&
		                    !replay.assisted;
		score[i].count = counts ? replay.count : -1;
		score[i].score = counts && level->seconds > 0 ? replay.score : 0;
	}
}

/* Keeps each player's best record and ranks them; returns how many there are. */
static int rank(struct score *score, size_t count)
{
	int left = 0;
	qsort(score, count, sizeof *score, compare_players);
	for (size_t i = count; i-- > 1;)
		if (strcmp(score[i].player, score[i - 1].player) == 0)
			score[i].count = -1;
	qsort(score, count, sizeof *score, compare_ranks);
	while ((size_t)left < count && score[left].count >= 0)
		left++;
	return left;
}

/* The records with a level's identity; returns how many there are. */
static size_t find_records(struct scores *scores, uint64_t identity, struct score **first)
{
	const struct score key = {.level = identity};
	struct score *found = scores->count == 0 ? NULL
	                                         : bsearch(&key, scores->score, scores->count,
	                                                   sizeof key, compare_levels);
	if (found == NULL)
		return 0;
	struct score *last = found, *const end = scores->score + scores->count;
	while (found > scores->score && found[-1].level == identity)
		found--;
	while (last < end && last->level == identity)
		last++;
	*first = found;
	return (size_t)(last - found);
}

bool scores_rank(struct scores *scores, const struct library *library, struct level_ref ref,
                 struct leaderboard *board, struct error *error)
{
	const struct puzzle *puzzle = library_puzzle(library, ref);
	struct score *first;
	*board = (struct leaderboard){0};
	if (scores->count == 0 || !library_is_portable(library, ref))
		return true;
	struct level *level = malloc(sizeof *level);
	if (level == NULL)
		return error_set(error, "out of memory");
	const bool good = library_level_bare(library, ref, level, error);
	const size_t count = good ? find_records(scores, level_identity(puzzle, level), &first) : 0;
	if (count > 0) {
		count_all(first, count, puzzle, level);
		*board = (struct leaderboard){.score = first, .count = rank(first, count)};
	}
	free(level);
	return good;
}

/* Counts a record's moves and points, if it is a run with any. */
static void count_run(struct score *score, struct run_boards *boards, const struct run_id *id)
{
	struct run run;
	struct error fault;
	score->count = -1;
	score->score = 0;
	if (!run_read(&run, boards, id, score->moves, &fault))
		return;
	score->score = run_score(&run);
	score->count = score->score > 0 ? run_moves(&run) : -1;
	run_free(&run);
}

void scores_rank_run(struct scores *scores, struct run_boards *boards, const struct run_id *id,
                     struct leaderboard *board)
{
	char name[RUN_NAME_MAX];
	struct score *first;
	run_id_name(id, 0, name);
	*board = (struct leaderboard){0};
	const size_t count = find_records(scores, hash_text(name), &first);
	if (count == 0)
		return;
	for (size_t i = 0; i < count; i++)
		count_run(&first[i], boards, id);
	*board = (struct leaderboard){.score = first, .count = rank(first, count)};
}
