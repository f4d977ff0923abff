#include "play/scores.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/puzzle.h"
#include "puzzle/replay.h"
#include "puzzle/times.h"

/* ---- records ---- */

/* A record as text, if need be without the times; NULL if it is too long. False without memory. */
static bool write_record(time_t now, const char *player, uint64_t level, const char *place,
                         const char *times, const char *moves, char **text)
{
	const char mark[2] = {times[0] != '\0' ? TIMES_MARK : '\0'};
	const int length = asprintf(text, "%jd %s %016" PRIx64 " %s%s%s %s", (intmax_t)now, player,
	                            level, place, mark, times, moves);
	if (length >= 0 && length < SCORE_TEXT_MAX)
		return true;
	if (length >= 0)
		free(*text);
	*text = NULL;
	return length >= 0 &&
	       (times[0] == '\0' || write_record(now, player, level, place, "", moves, text));
}

bool scores_record_run(const char *player, const struct run_id *id, const char *words, time_t now,
                       char **text)
{
	char name[RUN_NAME_MAX];
	*text = NULL;
	run_id_name(id, 0, name);
	return player == NULL || write_record(now, player, hash_text(name), name, "", words, text);
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
	char *times = timed ? session_best_times(session) : session_times(session);
	const bool good = moves != NULL && times != NULL &&
	                  write_record(now, player, identity, name, times, moves, text);
	free(times);
	free(moves);
	return good;
}

/* The word at *rest as a date: seconds since 1970, until the end of year 9999. */
static bool read_date(char **rest, int64_t *date)
{
	uint64_t seconds;
	const char *word = strsep(rest, " ");
	if (!text_read_unsigned(word, &seconds) || seconds > UINT64_C(253402300799))
		return false;
	*date = (int64_t)seconds;
	return true;
}

/* Takes the times off a place, which may be NULL; "" if there are none. */
static const char *cut_times(char *place)
{
	char *mark = place == NULL ? NULL : strchr(place, TIMES_MARK);
	if (mark == NULL)
		return "";
	*mark = '\0';
	return mark + 1;
}

bool score_read(struct score *score)
{
	char *rest = score->text;
	if (!read_date(&rest, &score->date) || rest == NULL)
		return false;
	score->player = strsep(&rest, " ");
	const char *level = rest == NULL ? NULL : strsep(&rest, " ");
	char *place = rest == NULL ? NULL : strsep(&rest, " ");
	score->place = place;
	score->times = cut_times(place);
	score->moves = rest;
	score->count = -1;
	return rest != NULL && text_is_shared_name(score->player) &&
	       text_read_identity(level, &score->level);
}

const char *score_host(const struct score *score)
{
	const char *at = strchr(score->player, '@');
	return at == NULL ? NULL : at + 1;
}

static bool is_wanted(const struct score_filter *filter, const struct score *score)
{
	const char *host = score_host(score);
	if (score->date < filter->since || (filter->until > 0 && score->date > filter->until))
		return false;
	return filter->host == NULL ||
	       strcmp(filter->host, host == NULL ? SCORES_THIS_HOST : host) == 0;
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

static void add_record(struct scores *scores, char *text)
{
	struct score score = {.text = text};
	if (!score_read(&score) || !is_wanted(&scores->filter, &score))
		free(text);
	else if (scores->count < scores->room || grow(scores))
		scores->score[scores->count++] = score;
	else {
		scores->out_of_memory = true;
		free(text);
	}
}

/* ---- withdrawals ---- */

/* What no longer counts: records of `who` up to a date. */
struct score_withdrawal {
	char who[SHARED_NAME_MAX + 1]; /* HOST, or a player, NAME@HOST */
	int64_t date;                  /* of several of a player, the latest holds; of a host 0 */
	int64_t until;
};

/* "DATE HOST" or "DATE NAME@HOST UNTIL"; false if it is anything else. Changes the text. */
static bool read_withdrawal(char *text, struct score_withdrawal *withdrawal)
{
	char *rest = text;
	*withdrawal = (struct score_withdrawal){.date = 0};
	if (!read_date(&rest, &withdrawal->until) || rest == NULL)
		return false;
	const char *who = strsep(&rest, " ");
	const bool of_player = strchr(who, '@') != NULL;
	snprintf(withdrawal->who, sizeof withdrawal->who, "%s", who);
	if (!of_player)
		return rest == NULL && text_is_host_name(who);
	withdrawal->date = withdrawal->until;
	return rest != NULL && text_is_shared_name(who) && read_date(&rest, &withdrawal->until) &&
	       rest == NULL;
}

/* Takes the text. */
static void add_withdrawal(struct scores *scores, char *text)
{
	enum { STEP = 64 };
	struct score_withdrawal withdrawal, *more = scores->withdrawal;
	const bool good = read_withdrawal(text, &withdrawal);
	free(text);
	if (good && scores->withdrawals % STEP == 0)
		more = realloc(more, (scores->withdrawals + STEP) * sizeof *more);
	scores->out_of_memory |= good && more == NULL;
	if (!good || more == NULL)
		return;
	scores->withdrawal = more;
	more[scores->withdrawals++] = withdrawal;
}

static int compare_who(const void *a, const void *b)
{
	const struct score_withdrawal *one = a, *other = b;
	return strcmp(one->who, other->who);
}

/* The one that holds first. */
static int compare_withdrawals(const void *a, const void *b)
{
	const struct score_withdrawal *one = a, *other = b;
	const int order = compare_who(one, other);
	if (order != 0)
		return order;
	if (one->date != other->date)
		return one->date > other->date ? -1 : 1;
	return one->until > other->until ? -1 : one->until < other->until;
}

/* Sorts them, and keeps those that hold. */
static void sort_withdrawals(struct scores *scores)
{
	size_t left = 0;
	struct score_withdrawal *all = scores->withdrawal;
	qsort(all, scores->withdrawals, sizeof *all, compare_withdrawals);
	for (size_t i = 0; i < scores->withdrawals; i++)
		if (left == 0 || compare_who(&all[left - 1], &all[i]) != 0)
			all[left++] = all[i];
	scores->withdrawals = left;
}

/* Whether records of that date are withdrawn; they are sorted. */
static bool has_withdrawn(const struct scores *scores, const char *who, int64_t date)
{
	struct score_withdrawal key = {.date = 0};
	snprintf(key.who, sizeof key.who, "%s", who);
	const struct score_withdrawal *withdrawal =
		bsearch(&key, scores->withdrawal, scores->withdrawals, sizeof key, compare_who);
	return withdrawal != NULL && date <= withdrawal->until;
}

static void drop_withdrawn(struct scores *scores)
{
	size_t left = 0;
	if (scores->withdrawals == 0)
		return;
	sort_withdrawals(scores);
	for (size_t i = 0; i < scores->count; i++) {
		const struct score *score = &scores->score[i];
		const char *host = score_host(score);
		if (host != NULL && (has_withdrawn(scores, host, score->date) ||
		                     has_withdrawn(scores, score->player, score->date)))
			free(score->text);
		else
			scores->score[left++] = *score;
	}
	scores->count = left;
}

/* ---- digests ---- */

/* How many players have solved a level in how many moves: the words "MOVES:PLAYERS". */
struct score_digest {
	uint64_t level;
	int64_t date;
	char *text, *words; /* the words are the end of the text */
};

/* By level; the latest of a level first. */
static int compare_digests(const void *a, const void *b)
{
	const struct score_digest *one = a, *other = b;
	if (one->level != other->level)
		return one->level < other->level ? -1 : 1;
	return one->date > other->date ? -1 : one->date < other->date;
}

/* The latest; they are sorted. */
static const struct score_digest *digest_of(const struct scores *scores, uint64_t level)
{
	size_t first = 0, end = scores->digests;
	while (first < end) {
		const size_t middle = first + (end - first) / 2;
		if (scores->digest[middle].level < level)
			first = middle + 1;
		else
			end = middle;
	}
	return first < scores->digests && scores->digest[first].level == level
	               ? &scores->digest[first]
	               : NULL;
}

/* The next word at *at, and moves past it; false at the end, or before anything else. */
static bool next_count(const char **at, int *moves, int *players)
{
	int used = 0;
	if (sscanf(*at, "%7d:%9d%n", moves, players, &used) != 2 || *moves < 0 || *players < 0)
		return false;
	*at += used + ((*at)[used] == ' ');
	return true;
}

/* Splits "DATE LEVEL MOVES:PLAYERS ..."; false if it is anything else. */
static bool read_digest(struct score_digest *digest)
{
	int moves, players;
	char *rest = digest->text;
	if (!read_date(&rest, &digest->date) || rest == NULL)
		return false;
	const char *level = strsep(&rest, " ");
	digest->words = rest;
	if (rest == NULL || !text_read_identity(level, &digest->level))
		return false;
	const char *at = rest;
	while (next_count(&at, &moves, &players))
		;
	return at > rest && *at == '\0';
}

/* Takes the text. Without memory there is no digest, which nobody misses. */
static void add_digest(struct scores *scores, char *text)
{
	enum { STEP = 64 };
	struct score_digest digest = {.text = text}, *more = scores->digest;
	const bool good = read_digest(&digest);
	if (good && scores->digests % STEP == 0)
		more = realloc(scores->digest, (scores->digests + STEP) * sizeof *more);
	if (!good || more == NULL) {
		free(text);
		return;
	}
	scores->digest = more;
	more[scores->digests++] = digest;
}

int scores_percentile(const struct scores *scores, uint64_t level, int count)
{
	const struct score_digest *digest = digest_of(scores, level);
	int64_t all = 0, worse = 0;
	int moves, players;
	const char *at = digest == NULL ? "" : digest->words;
	while (next_count(&at, &moves, &players)) {
		all += players;
		worse += moves > count ? players : 0;
	}
	return all < SCORE_DIGEST_PLAYERS ? -1 : (int)(100 * worse / all);
}

/* ---- lines ---- */

bool scores_line_is_sound(const char *tag, const char *text)
{
	struct score score = {.text = strlen(text) < SCORE_TEXT_MAX ? strdup(text) : NULL};
	bool sound = score.text != NULL;
	for (const char *c = text; sound && *c != '\0'; c++)
		sound = *c >= ' ' && *c <= '~';
	if (sound && strncmp(tag, "score", strlen("score")) == 0)
		sound = score_read(&score) && score.place[0] != '\0' && score.moves[0] != '\0';
	else if (sound && strcmp(tag, "digest1") == 0)
		sound = read_digest(&(struct score_digest){.text = score.text});
	else
		sound = sound && strcmp(tag, "withdraw1") == 0 &&
		        read_withdrawal(score.text, &(struct score_withdrawal){.date = 0});
	free(score.text);
	return sound;
}

char *scores_with_host(const char *text, const char *host)
{
	char *with;
	const char *player = strchr(text, ' ') + 1;
	const int before = (int)(player + strcspn(player, " ") - text);
	return asprintf(&with, "%.*s@%s%s", before, text, host, text + before) < 0 ? NULL : with;
}

/* ---- adding ---- */

/* Whether a record is older than those that are wanted: of a long log, most are. */
static bool is_too_old(const struct scores *scores, const char *text)
{
	return scores->filter.since > 0 && strtoll(text, NULL, 10) < scores->filter.since;
}

void scores_add(struct scores *scores, const char *tag, const char *text)
{
	if (strcmp(tag, "score1") == 0 && is_too_old(scores, text))
		return;
	char *copy = scores->out_of_memory ? NULL : strdup(text);
	scores->out_of_memory |= copy == NULL;
	if (copy != NULL && strcmp(tag, "score1") == 0) {
		add_record(scores, copy);
		return;
	}
	if (copy != NULL && strcmp(tag, "digest1") == 0) {
		add_digest(scores, copy);
		return;
	}
	if (copy != NULL && strcmp(tag, "withdraw1") == 0) {
		add_withdrawal(scores, copy);
		return;
	}
	free(copy);
}

void scores_free(struct scores *scores)
{
	for (size_t i = 0; i < scores->count; i++)
		free(scores->score[i].text);
	free(scores->score);
	free(scores->withdrawal);
	for (size_t i = 0; i < scores->digests; i++)
		free(scores->digest[i].text);
	free(scores->digest);
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
	drop_withdrawn(scores);
	if (scores->count > 0)
		qsort(scores->score, scores->count, sizeof *scores->score, compare_levels);
	if (scores->digests > 0)
		qsort(scores->digest, scores->digests, sizeof *scores->digest, compare_digests);
	return !scores->out_of_memory || error_set(error, _("out of memory"));
}

/* ---- ranking ---- */

void score_replay(struct score *score, const struct puzzle *puzzle, const struct level *level)
{
	struct replay replay;
	struct error fault;
	const bool timed = level->seconds > 0;
	int64_t tenths;
	const bool counts = replay_moves(puzzle, level, score->moves, &replay, &fault) &&
	                    (timed ? replay.score > 0 : replay.solved) && !replay.assisted;
	score->count = counts ? replay.count : -1;
	score->score = counts && timed ? replay.score : 0;
	if (counts && !times_fit(score->times, replay.count, &tenths))
		score->times = "";
}

/* Of two records of one player, drops the second, which is not better; but it may have been faster.
 */
static void join(struct score *first, struct score *second)
{
	if (second->count == first->count && second->score == first->score &&
	    times_are_less(second->times, first->times)) {
		first->moves = second->moves;
		first->times = second->times;
	}
	second->count = -1;
}

/* Keeps each player's best record and ranks them; returns how many there are. */
static int rank(struct score *score, size_t count)
{
	int left = 0;
	qsort(score, count, sizeof *score, compare_players);
	for (size_t i = count; i-- > 1;)
		if (strcmp(score[i].player, score[i - 1].player) == 0)
			join(&score[i - 1], &score[i]);
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

void scores_rank_level(struct scores *scores, const struct puzzle *puzzle,
                       const struct level *level, struct leaderboard *board)
{
	struct score *first;
	*board = (struct leaderboard){0};
	const size_t count = find_records(scores, level_identity(puzzle, level), &first);
	if (count == 0)
		return;
	for (size_t i = 0; i < count; i++)
		score_replay(&first[i], puzzle, level);
	*board = (struct leaderboard){.score = first, .count = rank(first, count)};
}

bool scores_rank(struct scores *scores, const struct library *library, struct level_ref ref,
                 struct leaderboard *board, struct error *error)
{
	*board = (struct leaderboard){0};
	if (scores->count == 0 || !library_is_portable(library, ref))
		return true;
	struct level *level = malloc(sizeof *level);
	if (level == NULL)
		return error_set(error, _("out of memory"));
	const bool good = library_level_bare(library, ref, level, error);
	if (good)
		scores_rank_level(scores, library_puzzle(library, ref), level, board);
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
