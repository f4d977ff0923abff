/* parlour-verify: certificates of the program are accepted; changed ones are refused, also where
 * the checksum is right; its rules are the program's. Links nothing of the program, but runs it. */
#define _POSIX_C_SOURCE 200809L /* popen; NOLINT(bugprone-reserved-identifier) */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../verify/verify.h"

/* ---- certificates ---- */

struct file {
	char *bytes; /* and a NUL */
	size_t size;
};

static struct file read_file(const char *path)
{
	struct file file = {NULL, 0};
	FILE *stream = fopen(path, "rb");
	ck_assert_msg(stream != NULL, "%s can't be read", path);
	fseek(stream, 0, SEEK_END);
	file.size = (size_t)ftell(stream);
	rewind(stream);
	file.bytes = calloc(file.size + 1, 1);
	ck_assert(file.bytes != NULL && fread(file.bytes, 1, file.size, stream) == file.size);
	fclose(stream);
	return file;
}

static const char *program(void)
{
	const char *path = getenv("PARLOUR");
	return path == NULL ? "./parlour" : path;
}

/* What the program writes for a level. */
static struct file make(const char *level)
{
	static const char path[] = "check_verify.certificate";
	char command[4096];
	snprintf(command, sizeof command, "'%s' --solve --certificate '%s' '%s' >/dev/null",
	         program(), path, level);
	ck_assert_msg(system(command) == 0, "%s failed", command);
	const struct file file = read_file(path);
	remove(path);
	return file;
}

static struct file text_file(const char *text, size_t size)
{
	struct file file = {calloc(size + 1, 1), size};
	ck_assert(file.bytes != NULL);
	memcpy(file.bytes, text, size);
	return file;
}

/* A copy with some bytes replaced by others. */
static struct file splice(struct file file, size_t at, size_t length, const char *other,
                          size_t more)
{
	struct file copy = {calloc(file.size - length + more + 1, 1), file.size - length + more};
	ck_assert(copy.bytes != NULL && at + length <= file.size);
	memcpy(copy.bytes, file.bytes, at);
	memcpy(copy.bytes + at, other, more);
	memcpy(copy.bytes + at + more, file.bytes + at + length, file.size - at - length);
	return copy;
}

/* Makes the checksum right. */
static void seal(struct file file)
{
	enum { LINE = 27 };
	char line[LINE + 1];
	uint64_t hash = UINT64_C(0xCBF29CE484222325);
	for (size_t i = 0; i < file.size - LINE; i++)
		hash = (hash ^ (uint8_t)file.bytes[i]) * UINT64_C(0x100000001B3);
	snprintf(line, sizeof line, "checksum: %016llx\n", (unsigned long long)hash);
	memcpy(file.bytes + file.size - LINE, line, LINE);
}

static struct verdict verdict;

/* Takes the file, and leaves verdict or reason. */
static bool accepts(struct file file)
{
	const bool good = certificate_check(file.bytes, file.size, &verdict);
	free(file.bytes);
	return good;
}

/* Refuses a copy with a right checksum, for a reason with these words. */
static void refuses(struct file copy, const char *words)
{
	seal(copy);
	ck_assert_msg(!accepts(copy), "accepted, expected: %s", words);
	ck_assert_msg(strstr(refusal, words) != NULL, "refused: %s; expected: %s", refusal, words);
}

static size_t offset_of(struct file file, const char *words)
{
	const char *found = strstr(file.bytes, words);
	ck_assert_msg(found != NULL, "no '%s'", words);
	return (size_t)(found - file.bytes) + strlen(words);
}

static const char *const small[] = {"tilt/first-steps:4", "bishop/first-steps:6",
                                    "gems/first-steps:5", "lines/first-steps:5",
                                    "bishop/turns:2",     "gems/weather:2",
                                    "lines/stars:3"};
enum { SMALL = sizeof small / sizeof small[0] };

START_TEST(test_accepted)
{
	const struct file file = make(small[_i]);
	ck_assert_msg(accepts(text_file(file.bytes, file.size)), "%s: %s", small[_i], refusal);
	ck_assert_int_eq(verdict.bound, verdict.plan);
	ck_assert_int_eq(verdict.bound, verdict.level.par);
	free(file.bytes);
}
END_TEST

/* Any byte changed in any of three ways, and any end cut off. */
START_TEST(test_accidents)
{
	const struct file file = make(small[_i]);
	for (size_t i = 0; i < file.size; i++) {
		for (int change = 1; change < 256; change = 5 * change + 8) {
			struct file copy = text_file(file.bytes, file.size);
			copy.bytes[i] = (char)(copy.bytes[i] ^ change);
			ck_assert_msg(!accepts(copy), "%s: byte %zu changed", small[_i], i);
		}
		ck_assert_msg(!accepts(text_file(file.bytes, i)), "%s: cut at %zu", small[_i], i);
	}
	free(file.bytes);
}
END_TEST

/* The same in the proof, with a right checksum: whatever it says then, it proves nothing wrong. */
START_TEST(test_forgeries)
{
	const struct file file = make(small[_i]);
	ck_assert(accepts(text_file(file.bytes, file.size)));
	const int par = verdict.bound;
	for (size_t i = offset_of(file, "\n\nplan:"); i < file.size; i++)
		for (int change = 1; change < 256; change *= 2) {
			struct file copy = text_file(file.bytes, file.size);
			copy.bytes[i] = (char)(copy.bytes[i] ^ change);
			seal(copy);
			if (accepts(copy))
				ck_assert_msg(verdict.bound <= par &&
				                      (verdict.plan < 0 || verdict.plan >= par),
				              "%s: byte %zu ^ %d proves %d", small[_i], i, change,
				              verdict.bound);
		}
	free(file.bytes);
}
END_TEST

/* ---- clever forgeries ---- */

/* Where the positions of the only part begin, and their size and number. */
static size_t positions(struct file file, size_t *size, int *count)
{
	const size_t layers = offset_of(file, "\nlayers:");
	char *at = file.bytes + layers;
	for (*count = 0; *at == ' ';)
		*count += (int)strtol(at, &at, 10);
	const size_t first = (size_t)(at + 1 - file.bytes);
	*size = (file.size - strlen("checksum: 0123456789abcdef\n") - first) / (size_t)*count;
	return first;
}

/* A copy without position `index`. */
static struct file without(struct file file, int index)
{
	size_t size;
	int count, before = 0;
	char number[32];
	const size_t first = positions(file, &size, &count);
	const struct file shorter = splice(file, first + (size_t)index * size, size, "", 0);
	char *at = shorter.bytes + offset_of(shorter, "\nlayers:"), *end;
	while (before + strtol(at, &end, 10) <= index) {
		before += (int)strtol(at, &end, 10);
		at = end;
	}
	snprintf(number, sizeof number, " %ld", strtol(at, &end, 10) - 1);
	const struct file copy = splice(shorter, (size_t)(at - shorter.bytes), (size_t)(end - at),
	                                number, strlen(number));
	free(shorter.bytes);
	return copy;
}

START_TEST(test_missing_position)
{
	const struct file file = make(small[_i]);
	size_t size;
	int count;
	positions(file, &size, &count);
	ck_assert_int_gt(count, 1);
	for (int i = 0; i < count; i++) {
		const struct file copy = without(file, i);
		refuses(copy, i == 0 ? "does not list the start" : "is not covered");
	}
	free(file.bytes);
}
END_TEST

/* A copy without a plan, so that nothing but the proof can be refused. */
static struct file without_plan(struct file file)
{
	const size_t plan = offset_of(file, "\n\nplan:");
	return splice(file, plan, strcspn(file.bytes + plan, "\n"), " none", 5);
}

START_TEST(test_high_bound)
{
	const struct file whole = make("tilt/first-steps:4"), file = without_plan(whole);
	const size_t at = offset_of(file, "\npart: ");
	char bound[16];
	snprintf(bound, sizeof bound, "%d", atoi(file.bytes + at) + 1);
	refuses(splice(file, at, strcspn(file.bytes + at, "\n"), bound, strlen(bound)),
	        "is not covered");
	refuses(splice(file, at, strcspn(file.bytes + at, "\n"), "unsolvable", 10),
	        "can't be read");
	free(whole.bytes);
	free(file.bytes);
}
END_TEST

/* A proof about blocks in a corridor, with these positions of a byte each. */
static struct file corridor(const char *board, const char *positions, int count)
{
	char text[256];
	const int head = snprintf(text, sizeof text,
	                          "; parlour certificate 1\nlevel: Corridor\nmode: tilt\n\n"
	                          "%s\n\nplan: none\npart: unsolvable\nlayers: %d\n",
	                          board, count);
	memcpy(text + head, positions, (size_t)count);
	strcpy(text + head + count, "checksum: 0123456789abcdef\n");
	return text_file(text, (size_t)head + (size_t)count + 27);
}

START_TEST(test_closed_set)
{
	static const char both[] = {0, (char)0xC0}; /* the block at one end, and at the other */
	static const char same[] = {0, 0}, more[] = {0, (char)0xC0, (char)0x40};
	static const char pairs[] = {0x10, (char)0xB0, 0}; /* the last with two in one cell */
	static const char none[] = {0, (char)0xC0, 1};
	struct file file = corridor("a...   ..a.", both, 2);
	seal(file);
	ck_assert_msg(accepts(file), "%s", refusal);
	ck_assert(verdict.bound == UNSOLVABLE && verdict.plan == -1 && verdict.positions == 2);
	file = corridor("a...   ..a.", more, 3); /* one that is never reached does no harm */
	seal(file);
	ck_assert_msg(accepts(file), "%s", refusal);
	refuses(corridor("a...   ...a", both, 2), "lists a solved position");
	refuses(corridor("a...   a...", both, 2), "lists a solved position");
	refuses(corridor("a...   ..a.", both, 1), "right in a position of layer 0 is not covered");
	refuses(corridor("a...   ..a.", both + 1, 1), "does not list the start");
	refuses(corridor("a...   ..a.", same, 2), "listed again");
	refuses(corridor("a...   ..a.", none, 3), "no position");
	file = corridor("aa..   .aa.", pairs, 2);
	seal(file);
	ck_assert_msg(accepts(file), "%s", refusal);
	refuses(corridor("aa..   .aa.", pairs, 3), "no position");
}
END_TEST

START_TEST(test_plan)
{
	const struct file file = make("tilt/first-steps:4");
	const size_t at = offset_of(file, "\n\nplan:");
	const char *plan = file.bytes + at;
	const size_t length = strcspn(plan, "\n");
	size_t last = length;
	while (plan[last] != ' ')
		last--;
	refuses(splice(file, at + last, length - last, "", 0), "does not solve");
	refuses(splice(file, at, length, " jump", 5), "is not valid");
	refuses(splice(file, at, length, "", 0), "does not solve");
	free(file.bytes);
}
END_TEST

/* The proof of one level says nothing about another. */
START_TEST(test_other_level)
{
	const struct file one = make("tilt/first-steps:4"), other = make("tilt/first-steps:5");
	const size_t end = offset_of(one, "\n\nplan:"), start = offset_of(other, "\n\nplan:");
	const struct file mixed = splice(other, 0, start, one.bytes, end);
	const struct file file = without_plan(mixed);
	seal(file);
	ck_assert(!accepts(file));
	free(one.bytes);
	free(other.bytes);
	free(mixed.bytes);
}
END_TEST

/* ---- rules ---- */

/* The text after "key": in a line of JSON. */
static const char *member(const char *line, const char *key)
{
	char words[32];
	snprintf(words, sizeof words, "\"%s\": ", key);
	const char *found = strstr(line, words);
	ck_assert_msg(found != NULL, "no %s in %s", words, line);
	return found + strlen(words);
}

static char letter_of(const struct level *level, uint8_t content)
{
	if (level->puzzle == &lines_puzzle)
		return ".123456789abcdef"[content % STAR];
	return content == WALL   ? '#'
	       : content == DEAD ? '?'
	       : content == 0    ? '.'
	                         : (char)('a' + content - 1);
}

/* Compares a position with what --play prints of it. */
static void compare(const struct level *level, const struct state *state, const char *line)
{
	const char *next = member(line, "next"), *board = member(line, "board");
	const size_t length = strcspn(next, "]");
	int count = 0, expected = 0;
	for (int move = 0; move < level->moves; move++) {
		struct state after = *state;
		char name[NAME_BYTES], quoted[NAME_BYTES + 2];
		if (!level->puzzle->move(level, &after, move))
			continue;
		level->puzzle->name_move(level, move, name);
		snprintf(quoted, sizeof quoted, "\"%s\"", name);
		const char *found = strstr(next, quoted);
		ck_assert_msg(found != NULL && found < next + length, "%s is not valid: %s", name,
		              line);
		count++;
	}
	for (size_t i = 0; i < length; i++)
		expected += next[i] == '"';
	ck_assert_msg(2 * count == expected, "%d moves, expected: %s", count, line);
	ck_assert_msg(level->puzzle->is_solved(level, state) ==
	                      (strncmp(member(line, "solved"), "true", 4) == 0),
	              "solved: %s", line);
	for (int cell = 0; cell < level->rows * level->columns; cell++) {
		if (cell % level->columns == 0) { /* the next row; this one may have another word */
			board += strcspn(board, "[,") + 1;
			board += strcspn(board, "\"") + 1;
		}
		ck_assert_msg((*board == '0' ? '.' : *board) == letter_of(level, state->cell[cell]),
		              "cell %d: %s", cell, line);
		board++;
	}
}

static unsigned next_random(unsigned *random)
{
	*random = *random * 1103515245U + 12345;
	return *random >> 16;
}

/* Makes up to a number of random moves; adds their names. */
static void wander(const struct level *level, struct state *state, unsigned *random, int moves,
                   char *names)
{
	for (int tries = 0; tries < 100000 && moves > 0; tries++) {
		const int move = (int)(next_random(random) % (unsigned)level->moves);
		struct state after = *state;
		char name[NAME_BYTES];
		if (!level->puzzle->move(level, &after, move))
			continue;
		*state = after;
		level->puzzle->name_move(level, move, name);
		names += sprintf(names, " %s", name);
		moves--;
	}
}

static const char *const puzzles[] = {"tilt", "gems", "bishop", "lines"};

/* Every few levels of a puzzle, after as many random moves. */
START_TEST(test_rules)
{
	enum { EVERY = 7, MOVES = 6 };
	const char *top = getenv("srcdir");
	char command[4096], pack[256], names[512];
	unsigned random = 1;
	int compared = 0;
	snprintf(command, sizeof command, "cd '%s/levels' && ls %s/*.level",
	         top == NULL ? "." : top, puzzles[_i]);
	FILE *packs = popen(command, "r");
	ck_assert(packs != NULL);
	for (int number = 0; fscanf(packs, "%255s", pack) == 1;) {
		for (int index = 1;; index++, number++) {
			static struct level level;
			struct state state;
			char line[16384] = "";
			snprintf(command, sizeof command, "%s/levels/%s", top == NULL ? "." : top,
			         pack);
			struct file file = read_file(command);
			const bool good = level_read(&level, file.bytes, index);
			free(file.bytes);
			if (!good && strstr(refusal, "there is no level") != NULL)
				break;
			if (!good || number % EVERY != 0)
				continue; /* endless ones can't be read */
			state = level.start;
			names[0] = '\0';
			wander(&level, &state, &random, (int)(next_random(&random) % (MOVES + 1)),
			       names);
			snprintf(command, sizeof command,
			         "'%s' --json --time-limit 0.01 --play '%s' '%.*s:%d'", program(),
			         names, (int)(strlen(pack) - strlen(".level")), pack, index);
			FILE *play = popen(command, "r");
			ck_assert_msg(play != NULL && fgets(line, sizeof line, play) != NULL, "%s",
			              command);
			pclose(play);
			compare(&level, &state, line);
			compared++;
		}
	}
	pclose(packs);
	ck_assert_int_gt(compared, 15);
}
END_TEST

/* ---- bounds ---- */

static unsigned random_below(unsigned below)
{
	static uint64_t state = 21;
	state = state * UINT64_C(6364136223846793005) + 1442695040888963407; /* Knuth's MMIX */
	return (unsigned)(state >> 33) % below;
}

/* Gems without empty cells below them, as text, with a goal and rules by chance. */
static void random_gems(char *out)
{
	static const char *const goals[] = {"", "goal: clear a\n", "goal: clear ab\n"};
	const unsigned rows = 3 + random_below(3), columns = 3 + random_below(3);
	const unsigned colours = 2 + random_below(3);
	unsigned height[5];
	out += sprintf(out, "level: t\nmode: gems\n%s%s", goals[random_below(3)],
	               random_below(4) == 0 ? "rules: holes\n" : "");
	if (random_below(4) == 0) {
		out += sprintf(out, "refill:");
		for (unsigned column = 0; column < columns; column++)
			out += sprintf(out, " %.*s", 1 + (int)random_below(2),
			               &"abcacb"[random_below(5)]);
		*out++ = '\n';
	}
	for (unsigned column = 0; column < columns; column++)
		height[column] = random_below(rows + 1);
	for (unsigned row = 0; row < rows; row++) {
		*out++ = '\n';
		for (unsigned column = 0; column < columns; column++)
			*out++ = rows - row > height[column] ? '.'
			                                     : (char)('a' + random_below(colours));
	}
	strcpy(out, "\n");
}

/* Whether so many moves are enough. */
static bool is_enough(const struct level *level, const struct state *state, int moves)
{
	if (level->puzzle->is_solved(level, state))
		return true;
	for (int move = 0; moves > 0 && move < level->moves; move++) {
		struct state next = *state;
		if (level->puzzle->move(level, &next, move) && is_enough(level, &next, moves - 1))
			return true;
	}
	return false;
}

/* Where matches cross, too, the bound is not above the minimum. */
START_TEST(test_bounds)
{
	enum { DEPTH = 3 };
	char text[400];
	int bounded = 0, unsolvable = 0;
	for (int i = 0; i < 20000; i++) {
		struct level level;
		char copy[sizeof text];
		random_gems(text);
		strcpy(copy, text);
		ck_assert_msg(level_read(&level, copy, 1), "%s: %s", text, refusal);
		const int bound = level.puzzle->bound(&level, &level.start);
		const int below = bound == UNSOLVABLE ? DEPTH : bound - 1;
		ck_assert_msg(below < 0 || !is_enough(&level, &level.start, below),
		              "%d moves are enough, but the bound is %d:\n%s", below, bound, text);
		bounded += bound > 1;
		unsolvable += bound == UNSOLVABLE;
	}
	ck_assert(bounded > 2000 && unsolvable > 100);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("verify");
	TCase *tests = tcase_create("verify");
	tcase_set_timeout(tests, 600);
	tcase_add_loop_test(tests, test_accepted, 0, SMALL);
	tcase_add_loop_test(tests, test_accidents, 0, SMALL);
	tcase_add_loop_test(tests, test_forgeries, 0, SMALL);
	tcase_add_loop_test(tests, test_missing_position, 0, 1);
	tcase_add_test(tests, test_high_bound);
	tcase_add_test(tests, test_closed_set);
	tcase_add_test(tests, test_plan);
	tcase_add_test(tests, test_other_level);
	tcase_add_loop_test(tests, test_rules, 0, 4);
	tcase_add_test(tests, test_bounds);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
