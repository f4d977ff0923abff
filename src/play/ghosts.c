#include "play/ghosts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "puzzle/times.h"

struct score_filter ghosts_filter(time_t now)
{
	const int64_t day = (int64_t)now / SECONDS_PER_DAY * SECONDS_PER_DAY;
	return (struct score_filter){.since = day, .until = day + SECONDS_PER_DAY - 1};
}

/* ---- which boards ---- */

/* The game ID of a fresh board, in the form that all write; false if the name is anything else. */
static bool read_board(const char *name, struct game_id *id)
{
	struct race_text race = {.boards = 1};
	struct tm day;
	char written[LEVEL_NAME_MAX];
	if (strchr(name, '#') == NULL || strlen(name) >= RACE_LEVEL_MAX)
		return false;
	snprintf(race.level[0], RACE_LEVEL_MAX, "%s", name);
	if (!race_board(&race, 0, id) || game_id_is_daily(id, &day))
		return false;
	game_id_name(id, written);
	return strcmp(written, name) == 0;
}

struct game_id ghost_board(const struct ghost *ghost)
{
	struct game_id id;
	const bool good = read_board(ghost->board, &id);
	assert(good);
	(void)good;
	return id;
}

/* Whether all boards are newer than that. */
static bool is_too_old(const struct ghosts *ghosts, int64_t date)
{
	return ghosts->count == GHOST_BOARDS_MAX && ghosts->ghost[ghosts->count - 1].date >= date;
}

/* Whether a result may be a ghost for this player. */
static bool may_race(const struct ghosts *ghosts, const struct score *score)
{
	return score->times[0] != '\0' && strcmp(score->player, ghosts->own) != 0;
}

static int find_board(const struct ghosts *ghosts, const char *name)
{
	int i = 0;
	while (i < ghosts->count && strcmp(ghosts->ghost[i].board, name) != 0)
		i++;
	return i;
}

/* Adds a board, or a newer record of it; if there are too many, the oldest drops out. */
static void add_board(struct ghosts *ghosts, const char *name, int64_t date)
{
	struct ghost *ghost = ghosts->ghost;
	int at = find_board(ghosts, name);
	if (at == ghosts->count && ghosts->count < GHOST_BOARDS_MAX)
		ghosts->count++;
	else if (at == ghosts->count)
		at--;
	if (ghost[at].board[0] != '\0' && ghost[at].date >= date)
		return;
	for (; at > 0 && ghost[at - 1].date < date; at--)
		ghost[at] = ghost[at - 1];
	ghost[at] = (struct ghost){.date = date};
	snprintf(ghost[at].board, sizeof ghost[at].board, "%s", name);
}

static void find_boards(struct ghosts *ghosts)
{
	struct game_id id;
	const struct scores *scores = &ghosts->scores;
	for (size_t i = 0; i < scores->count; i++) {
		const struct score *score = &scores->score[i];
		if (may_race(ghosts, score) && !is_too_old(ghosts, score->date) &&
		    read_board(score->place, &id))
			add_board(ghosts, score->place, score->date);
	}
}

/* ---- checking ---- */

/* Makes the board of a ghost, unless that is done, or can't be. */
static void make_board(struct ghost *ghost)
{
	struct error error;
	const struct game_id id = ghost_board(ghost);
	if (!ghost->tried)
		ghost->level = race_make_board(&id, &error);
	ghost->tried = true;
}

/* Finds the best of the results that can be raced against. The leaderboard has one result of each
 * player, in the order of moves. */
static void find_best(struct ghosts *ghosts, struct ghost *ghost)
{
	struct leaderboard board;
	const struct game_id id = ghost_board(ghost);
	int players = 0;
	scores_rank_level(&ghosts->scores, id.puzzle, ghost->level, &board);
	for (int i = 0; i < board.count; i++) {
		const struct score *score = &board.score[i];
		int64_t tenths;
		if (!may_race(ghosts, score) || !times_fit(score->times, score->count, &tenths))
			continue;
		const struct finish finish = {.count = score->count, .tenths = (int)tenths};
		if (players++ > 0 && finish_compare(&finish, &ghost->best) >= 0)
			continue;
		ghost->best = finish;
		snprintf(ghost->player, sizeof ghost->player, "%s", score->player);
	}
	ghost->others = players > 0 ? players - 1 : 0;
}

/* The next board to check: the first, as long as the rest is not too old to be shown; -1: none. */
static int find_next(const struct ghosts *ghosts)
{
	int shown = 0;
	for (int i = 0; i < ghosts->count && shown < GHOSTS_SHOWN_MAX; i++) {
		if (!ghosts->ghost[i].checked)
			return i;
		shown += ghosts->ghost[i].player[0] != '\0';
	}
	return -1;
}

static void check(struct ghosts *ghosts, int number)
{
	struct ghost *ghost = &ghosts->ghost[number];
	make_board(ghost);
	if (ghost->level != NULL)
		find_best(ghosts, ghost);
	ghost->checked = true;
	ghosts->shown_count = 0;
	for (int i = 0; i < ghosts->count && ghosts->shown_count < GHOSTS_SHOWN_MAX; i++)
		if (ghosts->ghost[i].player[0] != '\0')
			ghosts->shown[ghosts->shown_count++] = i;
}

bool ghosts_are_waiting(const struct ghosts *ghosts)
{
	return find_next(ghosts) >= 0;
}

void ghosts_check(struct ghosts *ghosts)
{
	assert(ghosts_are_waiting(ghosts));
	check(ghosts, find_next(ghosts));
}

bool ghosts_have_more(const struct ghosts *ghosts)
{
	return ghosts->shown_count == GHOSTS_SHOWN_MAX &&
	       ghosts->shown[GHOSTS_SHOWN_MAX - 1] + 1 < ghosts->count;
}

/* ---- reading again ---- */

/* Takes over the boards that were made before. */
static void keep_boards(struct ghosts *ghosts, struct ghosts *before)
{
	for (int i = 0; i < before->count; i++) {
		struct ghost *old = &before->ghost[i];
		const int at = find_board(ghosts, old->board);
		if (at == ghosts->count)
			continue;
		ghosts->ghost[at].level = old->level;
		ghosts->ghost[at].tried = old->tried;
		old->level = NULL;
	}
}

void ghosts_take(struct ghosts *ghosts, struct scores *scores, const char *own)
{
	struct ghosts before = *ghosts;
	*ghosts = (struct ghosts){.scores = *scores};
	*scores = (struct scores){.count = 0};
	snprintf(ghosts->own, sizeof ghosts->own, "%s", own);
	find_boards(ghosts);
	keep_boards(ghosts, &before);
	ghosts_free(&before);
	for (int i = 0; i < ghosts->count; i++)
		if (ghosts->ghost[i].tried)
			check(ghosts, i); /* so that no row disappears meanwhile */
}

void ghosts_free(struct ghosts *ghosts)
{
	for (int i = 0; i < ghosts->count; i++)
		free(ghosts->ghost[i].level);
	scores_free(&ghosts->scores);
	*ghosts = (struct ghosts){.count = 0};
}
