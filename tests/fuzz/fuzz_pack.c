/* The level reader against any bytes: it refuses them with one harmless line, or accepts a pack
 * whose every level can be played, written down and read again as the same level. */
#undef NDEBUG /* the assertions are what this is for */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/mode.h"
#include "core/pack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A message is one line, and nothing in it can move a terminal's cursor. */
static void check_message(const struct error *error)
{
	const size_t length = strlen(error->text);
	assert(length > 0 && length < sizeof error->text);
	for (size_t i = 0; i < length; i++)
		assert((unsigned char)error->text[i] >= ' ' && error->text[i] != 0x7F);
}

/* The text of one level as a file has it. To be freed. */
static char *write_down(const struct mode *mode, const struct level *level,
                        const struct state *state)
{
	char *text = NULL;
	size_t size = 0;
	struct level_writer *writer = calloc(1, sizeof *writer);
	FILE *out = open_memstream(&text, &size);
	assert(writer != NULL && out != NULL);
	mode->write(level, state, writer);
	assert(writer->text.rows == level->rows && writer->text.columns[0] == level->columns);
	writer->text.title = "again";
	writer->text.value[HEADER_MODE] = mode->name;
	level_text_print(&writer->text, out);
	fclose(out);
	free(writer);
	return text;
}

static void read_again(const struct mode *mode, const char *text, struct level *level)
{
	struct pack pack;
	struct error error = {""};
	assert(pack_read_text(&pack, "again", text, strlen(text), &error));
	assert(pack.count == 1 && pack_mode(&pack, 0) == mode);
	assert(pack_level(&pack, 0, level, &error));
	pack_free(&pack);
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

static void check_level(const struct mode *mode, const struct level *level)
{
	static struct level again;
	assert(level->rows >= 1 && level->rows <= SIDE_MAX);
	assert(level->columns >= 1 && level->columns <= SIDE_MAX);
	assert(level->par >= -1 && level->par <= PAR_MAX);
	assert(level->state_size >= 1 && level->state_size <= STATE_MAX);
	for (size_t i = level->state_size; i < STATE_MAX; i++)
		assert(level->start.byte[i] == 0);
	char *text = write_down(mode, level, NULL);
	read_again(mode, text, &again);
	free(text);
	assert(plays_the_same(level, &again));
	assert(level_identity(mode, level) == level_identity(mode, &again));
}

/* The rules stand any level that was accepted. */
static void check_moves(const struct mode *mode, const struct level *level)
{
	enum { STEPS = 4 };
	static move_code moves[MOVES_MAX];
	struct state state = level->start;
	for (int step = 0; step < STEPS; step++) {
		const int least = mode->at_least(level, &state);
		assert(least >= DEAD && (!mode->solved(level, &state) || least == 0));
		const int count = mode_valid_moves(mode, level, &state, moves);
		assert(count >= 0 && count <= MOVES_MAX);
		free(write_down(mode, level, &state));
		if (count == 0)
			return;
		assert(mode->apply(level, &state, moves[step % count]));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct level level;
	struct error error = {""};
	struct pack pack = {.count = -1};
	if (!pack_read_text(&pack, "a file", (const char *)data, size, &error)) {
		check_message(&error);
		assert(pack.count == -1 && pack.text == NULL);
		return 0;
	}
	assert(pack.count >= 1 && pack.count <= PACK_LEVELS_MAX);
	for (int i = 0; i < pack.count; i++) {
		assert(pack_level(&pack, i, &level, &error));
		check_level(pack_mode(&pack, i), &level);
		check_moves(pack_mode(&pack, i), &level);
	}
	pack_free(&pack);
	return 0;
}
