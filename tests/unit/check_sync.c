/* The parts of parlour-sync that need no database: identities, the file that the game reads, and
 * which records are passed on. tests/sync/check_sync.sh has the rest. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algo/sha256.h"
#include "store/score_file.h"
#include "support/folder.h"
#include "support/help.h"
#include "sync/judge.h"
#include "sync/others.h"

enum { PATH_BYTES = 512, LOG_BYTES = 1 << 20 };

static char *folder, path[PATH_BYTES];

static void set_up(void)
{
	folder = folder_new();
	snprintf(path, sizeof path, "%s/others.log", folder);
}

static void tear_down(void)
{
	folder_free(folder);
}

/* ---- identities ---- */

static const char *hash_of(const char *text, size_t size)
{
	static char digits[2 * SHA256_BYTES + 1];
	uint8_t hash[SHA256_BYTES];
	sha256(text, size, hash);
	for (size_t i = 0; i < SHA256_BYTES; i++)
		sprintf(digits + 2 * i, "%02x", hash[i]);
	return digits;
}

/* The examples of FIPS 180-4, and the lengths about a block's. */
START_TEST(hashes_are_those_of_the_standard)
{
	char *million = malloc(1000000);
	memset(million, 'a', 1000000);
	ck_assert_str_eq(hash_of("", 0),
	                 "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	ck_assert_str_eq(hash_of("abc", 3),
	                 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	ck_assert_str_eq(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56),
	                 "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
	ck_assert_str_eq(hash_of(million, 55),
	                 "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
	ck_assert_str_eq(hash_of(million, 64),
	                 "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
	ck_assert_str_eq(hash_of(million, 1000000),
	                 "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	free(million);
}
END_TEST

START_TEST(a_set_has_what_was_added)
{
	struct identities set = {0};
	char words[32];
	for (int i = 0; i < 20000; i += 2) {
		snprintf(words, sizeof words, "%d", i);
		const struct identity identity = identity_of(words);
		ck_assert(!identities_have(&set, &identity));
		ck_assert(identities_add(&set, &identity) && identities_add(&set, &identity));
	}
	ck_assert_uint_eq(set.count, 10000);
	for (int i = 0; i < 20000; i++) {
		snprintf(words, sizeof words, "%d", i);
		const struct identity identity = identity_of(words);
		ck_assert_int_eq(identities_have(&set, &identity), i % 2 == 0);
	}
	identities_free(&set);
}
END_TEST

/* ---- the file ---- */

static struct others open_others(void)
{
	struct others others;
	struct error error = {""};
	must(others_open(&others, path, &error), "%s", error.text);
	return others;
}

/* Adds lines "N a@b ..." and moves the cursor with each; returns how many were new. */
static int add_lines(struct others *others, int from, int to, bool note)
{
	struct error error = {""};
	int added = 0;
	for (int i = from; i < to; i++) {
		char text[80];
		bool is_new;
		snprintf(text, sizeof text, "%d a@b 0123456789abcdef p left", i);
		ck_assert(others_add(others, "score1", text, &is_new));
		added += is_new;
		const struct place place = {.seq = i + 1, .identity = identity_of(text)};
		must(others_flush(others, &place, note, &error), "%s", error.text);
	}
	return added;
}

START_TEST(the_file_remembers_lines_and_the_cursor)
{
	struct others others = open_others();
	ck_assert_int_eq(others.cursor.seq, 0);
	ck_assert_int_eq(add_lines(&others, 0, 200, false), 200);
	ck_assert_int_eq(add_lines(&others, 0, 200, false), 0);
	ck_assert_int_eq(others.cursor.seq, 200);
	others_close(&others);
	others = open_others();
	ck_assert_int_eq(add_lines(&others, 100, 201, true), 1);
	others_close(&others);
	others = open_others();
	ck_assert_int_eq(others.cursor.seq, 201);
	const struct identity last = identity_of("200 a@b 0123456789abcdef p left");
	ck_assert_mem_eq(&others.cursor.identity, &last, sizeof last);
	others_close(&others);
}
END_TEST

/* Whenever it was killed: no row before the cursor is missing, and no line is there twice. */
START_TEST(a_file_that_ends_early_is_made_whole)
{
	static char whole[LOG_BYTES], now[LOG_BYTES];
	struct others others = open_others();
	add_lines(&others, 0, 150, false);
	others_close(&others);
	const size_t size = folder_read_into(path, whole, LOG_BYTES);
	for (size_t keep = 0; keep < size; keep += 37 * SLOWDOWN) {
		folder_write(path, whole, keep);
		others = open_others();
		const int from = (int)others.cursor.seq;
		ck_assert_int_le(from, 150);
		add_lines(&others, from, 151, true);
		ck_assert_uint_eq(others.known.count, 151);
		others_close(&others);
		folder_read_into(path, now, LOG_BYTES);
		int lines = 0;
		for (const char *at = now; (at = strstr(at, "score1 ")) != NULL; at++)
			lines++;
		ck_assert_int_eq(lines, 151);
	}
}
END_TEST

START_TEST(a_file_that_was_emptied_or_replaced_is_followed)
{
	struct others others = open_others();
	struct error error = {""};
	add_lines(&others, 0, 10, true);
	ck_assert(others_follow(&others, &error));
	ck_assert_int_eq(others.cursor.seq, 10);
	ck_assert_int_eq(truncate(path, 0), 0);
	must(others_follow(&others, &error), "%s", error.text);
	ck_assert_int_eq(others.cursor.seq, 0);
	ck_assert_int_eq(add_lines(&others, 0, 10, true), 10);
	/* Between a look at the file and a write to it. */
	must(others_follow(&others, &error), "%s", error.text);
	ck_assert_int_eq(others.cursor.seq, 10);
	ck_assert_int_eq(truncate(path, 0), 0);
	ck_assert_int_eq(add_lines(&others, 10, 11, false), 1);
	must(others_follow(&others, &error), "%s", error.text);
	ck_assert_int_eq(others.cursor.seq, 0);
	ck_assert_int_eq(add_lines(&others, 0, 11, true), 10);
	ck_assert_int_eq(unlink(path), 0);
	must(others_follow(&others, &error), "%s", error.text);
	ck_assert_int_eq(others.cursor.seq, 0);
	others_close(&others);
}
END_TEST

START_TEST(only_one_may_write)
{
	struct others others = open_others(), second;
	struct error error = {""};
	ck_assert(!others_open(&second, path, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "another parlour-sync"));
	others_close(&second);
	others_close(&others);
}
END_TEST

START_TEST(a_full_file_stays_as_it_is)
{
	struct others others = open_others();
	struct error error = {""};
	struct stat status;
	bool is_new;
	add_lines(&others, 0, 1, true);
	others_close(&others);
	ck_assert_int_eq(stat(path, &status), 0);
	char *rest = malloc(SCORE_LOG_MAX);
	memset(rest, '\n', SCORE_LOG_MAX);
	FILE *file = fopen(path, "ab");
	ck_assert(file != NULL &&
	          fwrite(rest, 1, (size_t)(SCORE_LOG_MAX - 100 - status.st_size), file) > 0);
	ck_assert_int_eq(fclose(file), 0);
	free(rest);
	others = open_others();
	ck_assert(others_add(&others, "score1", "9 a@b 0123456789abcdef p left", &is_new));
	ck_assert(!others_flush(&others, &(struct place){.seq = 9}, true, &error));
	ck_assert(others.full);
	ck_assert_ptr_nonnull(strstr(error.text, "full"));
	ck_assert_int_eq(others.cursor.seq, 1);
	ck_assert_uint_eq(others.known.count, 1);
	ck_assert_int_eq(truncate(path, status.st_size), 0);
	ck_assert(others_follow(&others, &error));
	ck_assert(!others.full);
	ck_assert_int_eq(add_lines(&others, 1, 2, true), 1);
	others_close(&others);
}
END_TEST

/* A digest is added again when a tenth more players are in it, also after another start. */
START_TEST(digests_are_added_sparingly)
{
	static const struct {
		long players;
		int lines;
	} steps[] = {{100, 1}, {100, 1}, {109, 1}, {110, 2}, {120, 2}, {121, 3}, {60, 4}, {62, 4}};
	static char bytes[LOG_BYTES];
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		struct others others = open_others();
		struct error error = {""};
		char text[80];
		snprintf(text, sizeof text, "%zu 0123456789abcdef 3:50 4:%ld", i,
		         steps[i].players - 50);
		ck_assert(others_add_digest(&others, UINT64_C(0x0123456789abcdef), steps[i].players,
		                            text));
		must(others_flush(&others, &others.cursor, true, &error), "%s", error.text);
		others_close(&others);
		folder_read_into(path, bytes, LOG_BYTES);
		int lines = 0;
		for (const char *at = bytes; (at = strstr(at, "digest1 ")) != NULL; at++)
			lines++;
		must(lines == steps[i].lines, "step %zu: %d", i, lines);
	}
}
END_TEST

/* ---- records ---- */

static struct judge judge;

static const char *verdict(const char *tag, const char *text)
{
	const char *why = judge_record(&judge, tag, text);
	return why == NULL ? "good" : why;
}

START_TEST(records_are_replayed)
{
	struct error error = {""};
	struct level_list list = {0};
	char text[256];
	must(judge_open(&judge, &error), "%s", error.text);
	must(library_find(&judge.library, "tilt/first-steps:1", &list, &error), "%s", error.text);
	must(library_level_bare(&judge.library, list.refs[0], judge.current, &error), "%s",
	     error.text);
	const uint64_t identity =
		level_identity(library_puzzle(&judge.library, list.refs[0]), judge.current);
	static const struct {
		const char *date, *place, *moves, *verdict;
	} records[] = {
		{"1", "tilt/first-steps:1", "up right", "good"},
		{"1", "elsewhere", "up right", "good"},
		{"1", "tilt/first-steps:1", "up left", "its moves do not solve the level"},
		{"1", "tilt/first-steps:1", "up", "its moves do not solve the level"},
		{"1", "tilt/first-steps:1", "up* right", "its moves do not solve the level"},
		{"1", "tilt/first-steps:1", "nowhere", "its moves do not solve the level"},
		{"1", "tilt/first-steps:1", "", "not a record"},
		{"x", "tilt/first-steps:1", "up right", "not a record"},
		{"200000000000", "tilt/first-steps:1", "up right", "of the future"},
	};
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
			snprintf(text, sizeof text, "%s a@b %016" PRIx64 " %s %s", records[i].date,
			         identity, records[i].place, records[i].moves);
			ck_assert_str_eq(verdict("score1", text), records[i].verdict);
		}
	/* A newer version may know the level, or how to read the record. */
	ck_assert_str_eq(verdict("score1", "1 a@b 0123456789abcdef p left"), "good");
	snprintf(text, sizeof text, "1 a@b %016" PRIx64 " p 0.1 up right", identity);
	ck_assert_str_eq(verdict("score2", text), "good");
	level_list_free(&list);
	judge_close(&judge);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, hashes_are_those_of_the_standard);
	tcase_add_test(tests, a_set_has_what_was_added);
	tcase_add_test(tests, the_file_remembers_lines_and_the_cursor);
	tcase_add_test(tests, a_file_that_ends_early_is_made_whole);
	tcase_add_test(tests, a_file_that_was_emptied_or_replaced_is_followed);
	tcase_add_test(tests, only_one_may_write);
	tcase_add_test(tests, a_full_file_stays_as_it_is);
	tcase_add_test(tests, digests_are_added_sparingly);
	tcase_add_test(tests, records_are_replayed);
}

int main(void)
{
	return run_tests("sync", add_all);
}
