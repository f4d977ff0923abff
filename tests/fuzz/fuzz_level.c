/* Any bytes as a level file: it is refused with one harmless line, or is a pack whose every level
 * can be played, written, and read again as the same level. A pack of one level is also saved with
 * that level's results. */
#undef NDEBUG /* the assertions are the test */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "algo/random.h"
#include "fuzz/message.h"
#include "puzzle/pack.h"
#include "puzzle/puzzle.h"
#include "puzzle/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The text of one level as a file has it. To be freed. */
static char *write_down(const struct puzzle *puzzle, const struct level *level,
                        const struct state *state)
{
	char *text = NULL;
	size_t size = 0;
	struct level_writer *writer = calloc(1, sizeof *writer);
	FILE *out = open_memstream(&text, &size);
	assert(writer != NULL && out != NULL);
	puzzle->format.write(level, state, writer);
	assert(writer->text.rows == level->rows && writer->text.columns[0] == level->columns);
	writer->text.title = "again";
	writer->text.value[HEADER_MODE] = puzzle->name;
	level_text_print(&writer->text, out);
	fclose(out);
	free(writer);
	return text;
}

static bool plays_the_same(const struct level *a, const struct level *b)
{
	return a->rows == b->rows && a->columns == b->columns && a->state_size == b->state_size &&
	       a->rules == b->rules && a->amount == b->amount &&
	       memcmp(&a->start, &b->start, sizeof a->start) == 0 &&
	       memcmp(a->map, b->map, sizeof a->map) == 0 &&
	       memcmp(a->goal, b->goal, sizeof a->goal) == 0 &&
	       memcmp(a->pieces, b->pieces, sizeof a->pieces) == 0 &&
	       memcmp(a->table, b->table, sizeof a->table) == 0;
}

static void check_tail(const struct level *level, const struct state *state)
{
	static const struct state none;
	const size_t size = level->state_size;
	assert(memcmp(state->byte + size, none.byte, STATE_MAX - size) == 0);
}

static void check_level(const struct puzzle *puzzle, const struct level *level, uint64_t identity)
{
	static struct replay_level again;
	struct error error;
	assert(level->rows >= 1 && level->rows <= SIDE_MAX);
	assert(level->columns >= 1 && level->columns <= SIDE_MAX);
	assert(level->par >= -1 && level->par <= PAR_MAX);
	assert(level->state_size >= 1 && level->state_size <= STATE_MAX);
	check_tail(level, &level->start);
	char *text = write_down(puzzle, level, NULL);
	assert(replay_read("again", text, strlen(text), &again, &error));
	free(text);
	puzzle_prepare(again.puzzle, &again.level);
	assert(again.puzzle == puzzle && plays_the_same(level, &again.level));
	assert(again.identity == identity);
}

/* A candidate move is made, twice with the same bytes, or refused, and nothing is changed. */
static void check_move(const struct puzzle *puzzle, const struct level *level,
                       const struct state *state, move_code move)
{
	struct state one = *state, two = *state;
	const bool made = puzzle->rules.apply(level, &one, move);
	assert(puzzle->rules.apply(level, &two, move) == made);
	assert(memcmp(&one, &two, sizeof one) == 0);
	assert(made || memcmp(&one, state, sizeof one) == 0);
	check_tail(level, &one);
}

/* The rules work on any level that was accepted. */
static void check_moves(const struct puzzle *puzzle, const struct level *level,
                        struct random *random)
{
	enum { STEPS = 4 };
	static move_code moves[MOVES_MAX];
	struct state state = level->start;
	for (int step = 0; step < STEPS; step++) {
		const int lowest = puzzle->rules.lower_bound(level, &state);
		assert(lowest >= DEAD_END && (!puzzle->rules.solved(level, &state) || lowest == 0));
		const int count = puzzle->rules.moves(level, &state, moves);
		assert(count >= 0 && count <= MOVES_MAX);
		for (int i = 0; i < count; i++)
			check_move(puzzle, level, &state, moves[i]);
		const int valid = puzzle_valid_moves(puzzle, level, &state, moves);
		assert(valid <= count);
		if (valid == 0)
			break;
		assert(puzzle->rules.apply(level, &state,
		                           moves[random_below(random, (uint32_t)valid)]));
	}
	free(write_down(puzzle, level, &state));
}

/* A text of one level, as it is saved with a result. */
static void check_only(const struct pack *pack, uint64_t identity, const char *text, size_t size)
{
	static struct replay_level read;
	struct error error = {""};
	const bool one = replay_read("a file", text, size, &read, &error);
	assert(one == (pack->count == 1));
	if (!one) {
		check_message(&error);
		return;
	}
	assert(read.puzzle == pack_puzzle(pack, 0) && read.identity == identity);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct level level;
	struct random random = {size};
	struct error error = {""};
	struct pack pack = {.count = -1};
	uint64_t identity = 0;
	const char *text = (const char *)data;
	if (!pack_read_text(&pack, "a file", text, size, &error)) {
		check_message(&error);
		assert(pack.count == -1 && pack.text == NULL);
		return 0;
	}
	assert(pack.count >= 1 && pack.count <= PACK_LEVELS_MAX);
	for (int i = 0; i < pack.count; i++) {
		const struct puzzle *puzzle = pack_puzzle(&pack, i);
		assert(pack_level(&pack, i, &level, &error));
		identity = level_identity(puzzle, &level);
		check_level(puzzle, &level, identity);
		check_moves(puzzle, &level, &random);
	}
	check_only(&pack, identity, text, size);
	pack_free(&pack);
	return 0;
}
