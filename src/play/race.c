#include "play/race.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/language.h"
#include "play/generate.h"
#include "play/relay.h"
#include "puzzle/puzzle.h"
#include "puzzle/times.h"

enum { BOARD_SECONDS = 3 /* for making one */ };

#define TAG "race1 "
#define MILLISECONDS_MAX INT64_C(253402300799000) /* the end of year 9999 */

/* ---- the first line ---- */

static bool read_time(const char *word, int64_t *time)
{
	uint64_t number;
	const bool good = word != NULL && text_read_unsigned(word, &number) &&
	                  number <= (uint64_t)MILLISECONDS_MAX;
	*time = good ? (int64_t)number : 0;
	return good;
}

static bool read_levels(struct race_text *race, char *names)
{
	struct game_id id;
	const char *name;
	while ((name = strsep(&names, ",")) != NULL) {
		if (race->boards == RACE_BOARDS_MAX || strlen(name) >= RACE_LEVEL_MAX)
			return false;
		snprintf(race->level[race->boards], RACE_LEVEL_MAX, "%s", name);
		if (!race_board(race, race->boards++, &id))
			return false;
	}
	return true;
}

/* The same of the line alone, which it changes. */
static bool read_line(struct race_text *race, char *line)
{
	char *rest = line + strlen(TAG);
	const char *owner = strsep(&rest, " "), *began = rest == NULL ? NULL : strsep(&rest, " ");
	const char *starts = rest == NULL ? NULL : strsep(&rest, " ");
	if (rest == NULL || !text_is_player_name(owner) || !read_time(began, &race->began) ||
	    !read_time(starts, &race->starts))
		return false;
	snprintf(race->owner, sizeof race->owner, "%s", owner);
	return read_levels(race, rest);
}

bool race_text_read(struct race_text *race, const char *text, const char **rest)
{
	char line[RACE_LINE_MAX];
	const size_t length = strcspn(text, "\n");
	*race = (struct race_text){.boards = 0};
	if (strncmp(text, TAG, strlen(TAG)) != 0 || text[length] != '\n' || length >= sizeof line)
		return false;
	memcpy(line, text, length);
	line[length] = '\0';
	*rest = text + length + 1;
	return read_line(race, line);
}

void race_text_write(const struct race_text *race, char out[RACE_LINE_MAX])
{
	int used = snprintf(out, RACE_LINE_MAX, TAG "%s %" PRId64 " %" PRId64 " ", race->owner,
	                    race->began, race->starts);
	for (int i = 0; i < race->boards; i++)
		used += snprintf(out + used, (size_t)(RACE_LINE_MAX - used), "%s%s",
		                 i > 0 ? "," : "", race->level[i]);
	snprintf(out + used, (size_t)(RACE_LINE_MAX - used), "\n");
}

bool race_is_same(const struct race_text *one, const struct race_text *other)
{
	return one->began == other->began && strcmp(one->owner, other->owner) == 0;
}

/* ---- boards ---- */

void race_choose(struct race_text *race, const struct puzzle *puzzle, int boards, uint64_t seed)
{
	race->boards = boards;
	for (int i = 0; i < boards; i++)
		generate_name(puzzle, &puzzle->generator.recipe, seed + (uint64_t)i, race->level[i],
		              RACE_LEVEL_MAX);
}

bool race_board(const struct race_text *race, int board, struct game_id *id)
{
	if (!game_id_parse(race->level[board], id) || id->rung > 0 || id->board > 0)
		return false;
	const struct recipe *usual = &id->puzzle->generator.recipe, *recipe = &id->recipe;
	if (recipe->rows != usual->rows || recipe->columns != usual->columns)
		return false;
	id->recipe.seconds = BOARD_SECONDS;
	return true;
}

struct level *race_make_board(const struct game_id *id, struct error *error)
{
	struct level *level = malloc(sizeof *level);
	if (level == NULL) {
		error_set(error, _("out of memory"));
		return NULL;
	}
	if (generate(id->puzzle, &id->recipe, id->seed, level, error) && !level->endless)
		return level;
	error_set(error, _("the board can't be made"));
	free(level);
	return NULL;
}

/* ---- racers ---- */

bool racer_open(struct racer *racer, const char *name, const struct race_boards *boards)
{
	*racer = (struct racer){.board = 0};
	if (!rival_open(&racer->rival, name, boards->puzzle[0], boards->level[0]))
		return false;
	session_start_clock(&racer->rival.session);
	return true;
}

void racer_close(struct racer *racer)
{
	rival_close(&racer->rival);
	free(racer->lines);
	*racer = (struct racer){.board = 0};
}

bool racer_solved(const struct racer *racer)
{
	return racer->rival.session.nodes != NULL && session_solved(&racer->rival.session);
}

/* Puts the racer at the start of a board; false without memory. */
static bool go_to_board(struct racer *racer, const struct race_boards *boards, int board)
{
	char name[RIVAL_NAME_MAX];
	snprintf(name, sizeof name, "%s", racer->rival.name);
	rival_close(&racer->rival);
	racer->board = board;
	if (rival_open(&racer->rival, name, boards->puzzle[board], boards->level[board])) {
		session_start_clock(&racer->rival.session);
		return true;
	}
	return false;
}

void race_add_line(char **lines, int tenths, const struct session *session)
{
	char *moves = session_moves(session), *longer = NULL;
	if (moves == NULL ||
	    asprintf(&longer, "%s%d %s\n", *lines == NULL ? "" : *lines, tenths, moves) < 0)
		longer = NULL;
	free(moves);
	free(*lines);
	*lines = longer;
}

/* Makes a move at a time. */
static void move(struct racer *racer, const struct race_boards *boards, const char *word,
                 int64_t tenths)
{
	struct session *session = &racer->rival.session;
	move_code made;
	session_set_clock(session, tenths);
	racer->wrong = relay_take(session, word, &made) == RELAY_WRONG;
	if (racer->wrong || !session_solved(session))
		return;
	racer->sum.count += session_count(session);
	if (racer->sum.tenths < session->tenths)
		racer->sum.tenths = session->tenths;
	struct finish *seen = &racer->seen[racer->board];
	if (seen->count == 0)
		*seen = racer->sum;
	racer->sum = *seen;
	race_add_line(&racer->lines, racer->sum.tenths, session);
	racer->done = racer->board + 1 == boards->count;
}

void racer_take_word(struct racer *racer, const struct race_boards *boards, const char *word,
                     int64_t tenths)
{
	if (racer->done || racer->wrong || racer->rival.session.nodes == NULL)
		return;
	const bool solved = racer_solved(racer);
	if (strcmp(word, "+") != 0 && !solved)
		move(racer, boards, word, tenths);
	else if (strcmp(word, "+") == 0 && solved)
		racer->wrong = !go_to_board(racer, boards, racer->board + 1);
	else
		racer->wrong = true;
}

/* The moves of a line, all made at its time. */
static void take_line(struct racer *racer, const struct race_boards *boards, char *line,
                      int64_t earliest, int64_t now)
{
	char *rest = line;
	uint64_t tenths;
	const char *word = strsep(&rest, " ");
	if (!text_read_unsigned(word, &tenths) || tenths > TIMES_TENTHS_MAX) {
		racer->wrong = true;
		return;
	}
	int64_t time = (int64_t)tenths > now ? now : (int64_t)tenths;
	if (time < earliest)
		time = earliest;
	while ((word = strsep(&rest, " ")) != NULL)
		if (word[0] != '\0')
			racer_take_word(racer, boards, word, time);
}

void racer_take_text(struct racer *racer, const struct race_boards *boards, const char *rest,
                     int64_t earliest, int64_t now)
{
	char *copy = strdup(rest), *lines = copy;
	if (racer->done || copy == NULL) {
		free(copy);
		return;
	}
	const int boards_seen = racer->board;
	racer->sum = (struct finish){0};
	free(racer->lines);
	racer->lines = NULL;
	racer->wrong = !go_to_board(racer, boards, 0);
	for (int board = 0; !racer->wrong && board < boards->count && lines != NULL; board++) {
		char *line = strsep(&lines, "\n");
		if (line[0] == '\0')
			break;
		if (board > 0)
			racer_take_word(racer, boards, "+", now);
		take_line(racer, boards, line, board < boards_seen ? 0 : earliest, now);
	}
	free(copy);
}

struct finish racer_finish(const struct racer *racer)
{
	return racer->done ? racer->sum : (struct finish){.count = -1};
}
