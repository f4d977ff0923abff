/* Any text as a level code, as the text that a code packs, as a level file whose levels get codes,
 * and as the board of another program. A code is refused with one harmless line, or is one level
 * that has a code again. */
#undef NDEBUG /* the assertions are the test */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/message.h"
#include "play/import_board.h"
#include "puzzle/level_code.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A level of a pack that was read, and its code. */
static void check_code_of(const struct pack *pack, int index)
{
	static struct level level, other;
	char code[LEVEL_CODE_MAX + 1];
	struct error error;
	struct pack again;
	assert(pack_level_bare(pack, index, &level, &error));
	if (!level_code_write(pack, index, code, &error)) {
		check_message(&error);
		return;
	}
	assert(level_code_is(code) && strlen(code) <= LEVEL_CODE_MAX);
	assert(level_code_read(&again, code, &error) && again.count == 1);
	assert(strcmp(again.name, code) == 0 && pack_puzzle(&again, 0) == pack_puzzle(pack, index));
	assert(pack_level_bare(&again, 0, &other, &error) && other.par == level.par);
	assert(level_identity(pack_puzzle(pack, index), &level) ==
	       level_identity(pack_puzzle(&again, 0), &other));
	pack_free(&again);
}

static void check_code(const char *code)
{
	struct error error = {""};
	struct pack pack = {.count = -1};
	if (!level_code_is(code))
		return;
	if (!level_code_read(&pack, code, &error)) {
		check_message(&error);
		assert(pack.count == -1 && strlen(error.text) < 400);
		return;
	}
	assert(pack.count == 1);
	check_code_of(&pack, 0);
	pack_free(&pack);
}

static void check_file(const char *text)
{
	enum { LEVELS = 4 };
	struct error error = {""};
	struct pack pack;
	if (!pack_read_text(&pack, "a file", text, strlen(text), &error))
		return;
	for (int i = 0; i < pack.count && i < LEVELS; i++)
		check_code_of(&pack, i);
	pack_free(&pack);
}

/* Any text as a board of another program: the level is read as it was printed. */
static void check_import(const struct puzzle *puzzle, const char *text)
{
	struct error error = {""};
	struct pack pack;
	char *level = import_board(puzzle, text, &error);
	if (level == NULL) {
		check_message(&error);
		return;
	}
	assert(pack_read_syntax(&pack, "a level", level, strlen(level), &error));
	assert(pack.count == 1 && pack_puzzle(&pack, 0) == puzzle);
	pack_free(&pack);
	free(level);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char code[LEVEL_CODE_MAX + 1];
	char *text = NULL;
	assert(asprintf(&text, "parlour:1%.*s", (int)size, (const char *)data) >= 0);
	check_code(text);
	check_code(text + strlen("parlour:1"));
	if (level_code_of_text(text + strlen("parlour:1"), code))
		check_code(code);
	check_file(text + strlen("parlour:1"));
	for (int i = 0; puzzle_at(i) != NULL; i++)
		check_import(puzzle_at(i), text + strlen("parlour:1"));
	free(text);
	return 0;
}
