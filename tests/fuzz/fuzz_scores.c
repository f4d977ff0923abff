/* Any records of the leaderboard, one a line: whatever they say, a ranking has each player once, in
 * the order of the number of moves, with moves that solve the level in that many. */
#undef NDEBUG /* the assertions are the test */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "os/text.h"
#include "play/scores.h"
#include "puzzle/puzzle.h"
#include "puzzle/replay.h"
#include "puzzle/times.h"

enum { BOARDS = 5 };

/* Of runs: each player once, by falling scores, none of them 0. */
static void check_runs(struct scores *scores)
{
	static const char *const names[] = {"tilt:streak#20261125", "tilt:storm#20261125"};
	static struct run_boards boards;
	for (int i = 0; i < 2; i++) {
		struct run_id id;
		struct leaderboard board;
		int number;
		assert(run_id_parse(names[i], &id, &number));
		scores_rank_run(scores, &boards, &id, &board);
		for (int j = 0; j < board.count; j++) {
			assert(board.score[j].score > 0 && board.score[j].count > 0);
			assert(j == 0 || board.score[j].score <= board.score[j - 1].score);
			for (int k = 0; k < j; k++)
				assert(strcmp(board.score[j].player, board.score[k].player) != 0);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct library library;
static struct level_list places;
static struct replay_level levels[BOARDS];

static void open_library(void)
{
	static const char *const names[BOARDS] = {
		"tilt/first-steps:1", "tilt/first-steps:2", "gems/first-steps:1",
		"bishop/first-steps:1", "lines/first-steps:1",
	};
	struct error error;
	if (library.count > 0)
		return;
	assert(library_open(&library, &error));
	for (int i = 0; i < BOARDS; i++) {
		assert(library_find(&library, names[i], &places, &error));
		levels[i].puzzle = library_puzzle(&library, places.refs[i]);
		assert(library_level(&library, places.refs[i], &levels[i].level, &error));
		levels[i].identity = level_identity(levels[i].puzzle, &levels[i].level);
	}
}

static void check_score(const struct replay_level *level, const struct score *score)
{
	struct replay replay;
	struct error error;
	assert(text_is_shared_name(score->player) && score->date >= 0);
	assert(score->level == level->identity);
	assert(replay_moves(level->puzzle, &level->level, score->moves, &replay, &error));
	int64_t tenths;
	assert(replay.solved && !replay.assisted && replay.count == score->count);
	assert(score->times[0] == '\0' || times_fit(score->times, score->count, &tenths));
}

static void check_board(const struct replay_level *level, const struct leaderboard *board)
{
	for (int i = 0; i < board->count; i++) {
		const struct score *score = &board->score[i];
		check_score(level, score);
		for (int before = 0; before < i; before++)
			assert(strcmp(board->score[before].player, score->player) != 0);
		if (i > 0)
			assert(score[-1].count < score->count ||
			       (score[-1].count == score->count && score[-1].date <= score->date));
	}
}

/* A record, or a line of another tag, named before it. What is sound stays so with a host. */
static void add_line(struct scores *scores, const char *line)
{
	static const char withdrawal[] = "withdraw1 ";
	const size_t length = strlen(withdrawal);
	const bool record = strncmp(line, withdrawal, length) != 0;
	const char *tag = record ? "score1" : "withdraw1", *text = record ? line : line + length;
	if (scores_line_is_sound(tag, text) && record && strchr(text, '@') == NULL &&
	    strlen(text) < SCORE_TEXT_MAX / 2) {
		char *with = scores_with_host(text, "b.example");
		assert(with != NULL && scores_line_is_sound(tag, with));
		scores_add(scores, tag, with);
		free(with);
	}
	scores_add(scores, tag, text);
}

/* Splits `text` into lines. */
static void add_lines(struct scores *scores, char *text)
{
	char *rest = NULL;
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		add_line(scores, line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct scores scores = {0};
	struct error error;
	char *text = malloc(size + 1);
	open_library();
	assert(text != NULL);
	memcpy(text, data, size);
	text[size] = '\0';
	add_lines(&scores, text);
	free(text);
	assert(scores_sort(&scores, &error));
	check_runs(&scores);
	for (int i = 0; i < BOARDS; i++) {
		struct leaderboard board;
		assert(scores_rank(&scores, &library, places.refs[i], &board, &error));
		check_board(&levels[i], &board);
	}
	scores_free(&scores);
	return 0;
}
