#include "support/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "puzzle/puzzle.h"
#include "puzzle/replay.h"
#include "support/help.h"

/* Cells below the board, which no block reaches, make each level different. */
static void tilt_text(uint64_t number, char out[SAMPLE_TEXT_MAX])
{
	size_t used = (size_t)sprintf(out, "level: Number %d\nmode: tilt\npar: 7\n\n"
	                                   "a.###   ..###\n...##   ..a##\n#####   #####\n",
	                              (int)number);
	for (int row = 0; row < 3; row++) {
		char cells[6] = "";
		for (int column = 0; column < 5; column++)
			cells[column] = number >> (5 * row + column) & 1 ? '#' : '.';
		used += (size_t)sprintf(out + used, "%s   %s\n", cells, cells);
	}
}

void sample_text(uint64_t number, char out[SAMPLE_TEXT_MAX])
{
	if (number < SAMPLES_MAX)
		tilt_text(number, out);
	else
		snprintf(out, SAMPLE_TEXT_MAX,
		         "level: Endless\nmode: gems\nrefill: random %d 7\n\n"
		         "bdgadecb\ncaacacgc\nbdbfabag\nfdgdfagb\negcefdgb\ndacgafcf\n"
		         "dgadfbfd\nefabegef\n",
		         (int)(number - ENDLESS));
}

static void read_sample(uint64_t number, struct replay_level *read)
{
	char text[SAMPLE_TEXT_MAX];
	struct error error;
	sample_text(number, text);
	must(replay_read("kept", text, strlen(text), read, &error), "%s", error.text);
}

uint64_t sample_identity(uint64_t number)
{
	struct replay_level read;
	read_sample(number, &read);
	return read.identity;
}

/* Makes the first valid move, again and again. */
static void play_first_moves(uint64_t number, int count, char *moves)
{
	struct replay_level read;
	read_sample(number, &read);
	struct state state = read.level.start;
	for (int i = 0; i < count; i++) {
		static move_code valid[MOVES_MAX];
		char name[MOVE_NAME_MAX];
		const int valid_count = puzzle_valid_moves(read.puzzle, &read.level, &state, valid);
		must(valid_count > 0, "no move is left");
		read.puzzle->format.name_move(&read.level, valid[0], name);
		read.puzzle->rules.apply(&read.level, &state, valid[0]);
		moves += sprintf(moves, "%s%s", i > 0 ? " " : "", name);
	}
}

char *sample_moves(uint64_t number, int count, int64_t *score)
{
	char *moves = calloc((size_t)count + 2, MOVE_NAME_MAX);
	must(moves != NULL, "no memory");
	*score = 0;
	if (number >= ENDLESS) {
		play_first_moves(number, count, moves);
		*score = sample_score(number, count);
		return moves;
	}
	strcpy(moves, count % 2 == 0 ? "down right" : "right down right");
	char *end = moves + strlen(moves);
	for (int made = 2 + count % 2; made < count; made += 2)
		end += sprintf(end, " left right");
	return moves;
}

int64_t sample_score(uint64_t number, int count)
{
	struct replay_level read;
	struct replay replay;
	struct error error;
	char *moves = calloc((size_t)count + 1, MOVE_NAME_MAX);
	must(moves != NULL, "no memory");
	read_sample(number, &read);
	play_first_moves(number, count, moves);
	must(replay_moves(read.puzzle, &read.level, moves, &replay, &error), "%s", error.text);
	free(moves);
	return replay.score;
}

static struct entry result_of(uint64_t number, const char *text, const char *moves)
{
	return (struct entry){.kind = ENTRY_RESULT,
	                      .date = time(NULL),
	                      .level = sample_identity(number),
	                      .name = number < ENDLESS ? "tilt" : "gems",
	                      .place = number < ENDLESS ? "tilt/classic:3" : "gems/endless:1",
	                      .text = text,
	                      .words = moves,
	                      .seconds = 5};
}

bool sample_add_claim(struct store *store, uint64_t number, const char *moves, int count,
                      int64_t score)
{
	char text[SAMPLE_TEXT_MAX];
	sample_text(number, text);
	struct entry result = result_of(number, text, moves);
	result.number = count;
	result.score = score;
	return store_save(store, &result);
}

bool sample_add_result(struct store *store, uint64_t number, int count, bool optimal)
{
	return sample_add_unaided(store, number, count, optimal, false);
}

bool sample_add_unaided(struct store *store, uint64_t number, int count, bool optimal, bool unaided)
{
	char text[SAMPLE_TEXT_MAX];
	int64_t score;
	char *moves = sample_moves(number, count, &score);
	sample_text(number, text);
	struct entry result = result_of(number, text, moves);
	result.number = count;
	result.score = score;
	result.optimal = optimal;
	result.unaided = unaided;
	const bool saved = store_save(store, &result);
	free(moves);
	return saved;
}

bool sample_save_game(struct store *store, uint64_t number, const char *history)
{
	char text[SAMPLE_TEXT_MAX];
	sample_text(number, text);
	return store_save(store, &(struct entry){.kind = ENTRY_GAME,
	                                         .level = sample_identity(number),
	                                         .place = "tilt/classic:3",
	                                         .name = "tilt",
	                                         .words = history,
	                                         .text = text,
	                                         .seconds = 61});
}
