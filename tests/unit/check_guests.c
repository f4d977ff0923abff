/* The table of guests: who has which name, which names are free, the limits, and what renaming and
 * forgetting leave of the table, the folder and the leaderboard, also after they were interrupted.
 * Each test has its own state directory. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/bundle.h"
#include "store/guests.h"
#include "store/score_log.h"
#include "store/score_player.h"
#include "support/folder.h"
#include "support/help.h"

#define KEY_ONE "SHA256:1111111111111111111111111111111111111111111"
#define KEY_TWO "SHA256:2222222222222222222222222222222222222222222"

enum { PATH_BYTES = 512 };

static char *root, folder[PATH_BYTES];
static struct error error;

static void set_up(void)
{
	root = folder_new_state();
	snprintf(folder, sizeof folder, "%s/parlour", root);
	error.text[0] = '\0';
}

static void tear_down(void)
{
	folder_free(root);
}

static const char *in_folder(const char *name)
{
	static char path[PATH_BYTES + 128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

static bool exists(const char *name)
{
	struct stat status;
	return stat(in_folder(name), &status) == 0;
}

static void write_file(const char *name, const char *text)
{
	mkdir(folder, 0700);
	FILE *file = fopen(in_folder(name), "wb");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
}

/* A file's content; valid until the next call. */
static const char *content(const char *name)
{
	static char *text;
	free(text);
	struct bytes bytes = folder_read(in_folder(name));
	text = malloc(bytes.size + 1);
	memcpy(text, bytes.at, bytes.size);
	text[bytes.size] = '\0';
	free(bytes.at);
	return text;
}

static int count_of(const char *text, const char *part)
{
	int count = 0;
	while ((text = strstr(text, part)) != NULL) {
		text++;
		count++;
	}
	return count;
}

/* ---- one use of the table each ---- */

static struct guests begin(void)
{
	struct guests guests;
	must(guests_open(&guests, &error), "%s", error.text);
	return guests;
}

static bool add(const char *key, const char *name)
{
	struct guests guests = begin();
	const bool added = guests_add(&guests, key, name, &error);
	guests_close(&guests);
	return added;
}

/* The name that a key has; "" if none. */
static const char *name_of(const char *key)
{
	static struct guest guest;
	struct guests guests = begin();
	const bool found = guests_find(&guests, key, &guest);
	guests_close(&guests);
	ck_assert(found == (guest.name[0] != '\0'));
	return guest.name;
}

static bool is_free(const char *own, const char *name)
{
	struct guests guests = begin();
	const bool free = guests_is_free(&guests, own, name, &error);
	guests_close(&guests);
	return free;
}

static bool rename_player(const char *from, const char *to)
{
	struct guests guests = begin();
	const bool renamed = guests_rename(&guests, from, to, &error);
	guests_close(&guests);
	return renamed;
}

static size_t forget(const char *name)
{
	size_t results;
	struct guests guests = begin();
	must(guests_forget(&guests, name, &results, &error), "%s", error.text);
	guests_close(&guests);
	return results;
}

static bool count_new(const char *address, struct guest_limits limits, bool *limited)
{
	struct guests guests = begin();
	const bool counted = guests_count_new(&guests, address, &limits, limited, &error);
	guests_close(&guests);
	return counted;
}

/* A player with a folder, a file in it and two results. */
static void make_player(const char *name)
{
	char text[128];
	struct score_log log;
	const int held = guests_hold(name, false, &error);
	ck_assert_int_ge(held, 0);
	close(held);
	snprintf(text, sizeof text, "players/%s/parlour.db", name);
	write_file(text, name);
	mkdir(in_folder("live"), 0700);
	snprintf(text, sizeof text, "live/%s", name);
	write_file(text, name);
	score_log_open(&log);
	for (int place = 1; place <= 2; place++) {
		snprintf(text, sizeof text, "7 %s 00000000000000aa place:%d left up", name, place);
		ck_assert(score_log_add(&log, text, false));
	}
	score_log_close(&log);
}

/* ---- names ---- */

START_TEST(keys_have_their_last_name)
{
	ck_assert_str_eq(name_of(KEY_ONE), "");
	ck_assert(add(KEY_ONE, "anna") && add(KEY_TWO, "berta"));
	ck_assert_str_eq(name_of(KEY_ONE), "anna");
	ck_assert(add(KEY_ONE, "clara"));
	ck_assert_str_eq(name_of(KEY_ONE), "clara");
	ck_assert_str_eq(name_of(KEY_TWO), "berta");
	ck_assert_str_eq(name_of("-"), "");
}
END_TEST

/* Lines that are not ours are left out, and a torn one at the end does not swallow the next. */
START_TEST(damaged_lines)
{
	write_file("guests", "\n" KEY_ONE " anna\n" KEY_ONE " an/na 1\n" KEY_ONE " .anna 1\n"
	                     "- -x 1\nx\n" KEY_TWO " berta 5\n" KEY_ONE " anna -1\n" KEY_ONE " an");
	ck_assert_str_eq(name_of(KEY_ONE), "");
	ck_assert_str_eq(name_of(KEY_TWO), "berta");
	ck_assert(add(KEY_ONE, "anna"));
	ck_assert_str_eq(name_of(KEY_ONE), "anna");
	ck_assert_str_eq(name_of(KEY_TWO), "berta");
}
END_TEST

START_TEST(table_is_bounded)
{
	char *big = malloc(GUESTS_MAX + 2);
	memset(big, 'x', GUESTS_MAX + 1);
	big[GUESTS_MAX + 1] = '\0';
	big[GUESTS_MAX - 1] = '\n';
	big[GUESTS_MAX] = '\0';
	write_file("guests", big);
	ck_assert(!add(KEY_ONE, "anna"));
	ck_assert_ptr_nonnull(strstr(error.text, "full"));
	big[GUESTS_MAX] = 'x';
	write_file("guests", big);
	struct guests guests;
	ck_assert(!guests_open(&guests, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "too large"));
	free(big);
}
END_TEST

START_TEST(free_names)
{
	static const char *const officials[] = {"admin",        "R00T",  "a.d-m_i.n", "Guest",
	                                        "guest-123456", "sysop", "parlour"};
	ck_assert(is_free(NULL, "anna"));
	ck_assert(!is_free(NULL, "_") && !is_free(NULL, "_.-"));
	for (size_t i = 0; i < sizeof officials / sizeof officials[0]; i++)
		ck_assert_msg(!is_free(NULL, officials[i]), "%s", officials[i]);
	ck_assert(add(KEY_ONE, "Ilona"));
	static const char *const alike[] = {"Ilona", "ilona", "1lona", "llona", "il.ona", "IL0NA_"};
	for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
		ck_assert_msg(!is_free(NULL, alike[i]), "%s", alike[i]);
	ck_assert(is_free(NULL, "ilonas"));
	ck_assert(is_free("Ilona", "ilona")); /* its own */
	ck_assert(!is_free("Ilona", "Ilona"));
	ck_assert_str_eq(error.text, "That is your name already.");
	ck_assert(add("-", "mayor"));
	ck_assert(!is_free(NULL, "mayor"));
}
END_TEST

/* Players who never came by a key have their names, too. */
START_TEST(names_of_players)
{
	make_player("anna");
	ck_assert(!is_free(NULL, "Anna"));
	folder_remove(in_folder("players/anna")); /* the results are left */
	ck_assert(!is_free(NULL, "Anna"));
	ck_assert(is_free("anna", "Anna"));
	write_file("scores.log", "");
	ck_assert(is_free(NULL, "Anna"));
}
END_TEST

static bool is_player(const char *name, bool formerly)
{
	struct guests guests = begin();
	const bool found = guests_is_player(&guests, name, formerly);
	guests_close(&guests);
	return found;
}

START_TEST(players)
{
	ck_assert(!is_player("anna", true));
	make_player("anna");
	ck_assert(is_player("anna", false) && !is_player("ann", true) && !is_player("Anna", true));
	folder_remove(in_folder("players/anna")); /* the results are left */
	ck_assert(is_player("anna", false));
	write_file("scores.log", "");
	ck_assert(!is_player("anna", true));
	ck_assert(add(KEY_ONE, "anna"));
	ck_assert(is_player("anna", false));
	ck_assert(add(KEY_ONE, "berta") && add("-", "clara"));
	ck_assert(is_player("berta", false));
	ck_assert(!is_player("anna", false) && is_player("anna", true));
	ck_assert(!is_player("clara", false) && is_player("clara", true));
	ck_assert(!exists("players/anna") && !exists("players/clara"));
}
END_TEST

START_TEST(made_names)
{
	char one[PLAYER_NAME_MAX + 1], other[PLAYER_NAME_MAX + 1], longer[PLAYER_NAME_MAX + 1];
	struct guests guests = begin();
	guests_make_name(&guests, KEY_ONE, one);
	guests_make_name(&guests, KEY_TWO, other);
	guests_close(&guests);
	ck_assert(text_is_player_name(one) && strncmp(one, "guest-", 6) == 0);
	ck_assert_str_ne(one, other);
	ck_assert(add(KEY_TWO, one));
	guests = begin();
	guests_make_name(&guests, KEY_ONE, longer);
	guests_close(&guests);
	ck_assert_uint_eq(strlen(longer), strlen(one) + 1);
}
END_TEST

/* ---- limits ---- */

START_TEST(limits)
{
	const struct guest_limits three = {.all = 3, .address = 2};
	bool limited;
	ck_assert(count_new("10.0.0.1", three, &limited) && !limited);
	ck_assert(count_new("10.0.0.1", three, &limited) && !limited);
	ck_assert(!count_new("10.0.0.1", three, &limited) && limited);
	ck_assert(count_new("10.0.0.2", three, &limited) && !limited);
	ck_assert(!count_new("10.0.0.3", three, &limited) && limited);
	ck_assert_int_eq(count_of(content("guests.recent"), "\n"), 3);
	const struct guest_limits none = {.all = 0, .address = 0};
	ck_assert(!count_new("10.0.0.4", none, &limited) && limited);
}
END_TEST

/* Only the last hour counts; a clock that was set back does not close the door. */
START_TEST(limits_end)
{
	const struct guest_limits one = {.all = 1, .address = 1};
	char text[128];
	bool limited;
	const intmax_t now = time(NULL);
	snprintf(text, sizeof text, "%jd 10.0.0.1\n%jd 10.0.0.1\nx\n%jd", now - 3600, now + 500,
	         now);
	write_file("guests.recent", text);
	ck_assert(count_new("10.0.0.1", one, &limited));
	ck_assert_int_eq(count_of(content("guests.recent"), "\n"), 1);
}
END_TEST

/* ---- the leaderboard's lines ---- */

START_TEST(erased_lines)
{
	size_t count;
	ck_assert_ptr_null(score_player_erase("anna", &count));
	ck_assert_uint_eq(count, 0);
	make_player("anna");
	make_player("annabel");
	const size_t size = strlen(content("scores.log"));
	ck_assert_ptr_null(score_player_erase("anna", &count));
	ck_assert_uint_eq(count, 2);
	const char *log = content("scores.log");
	ck_assert_uint_eq(strlen(log), size);
	ck_assert_int_eq(count_of(log, " anna "), 0);
	ck_assert_int_eq(count_of(log, " annabel "), 2);
	ck_assert_int_eq(count_of(log, "\n"), 4);
	make_player("anna"); /* the log still takes lines */
	ck_assert_int_eq(count_of(content("scores.log"), " anna "), 2);
}
END_TEST

static void count_record(const char *name, int expected)
{
	char part[64];
	snprintf(part, sizeof part, " %s ", name);
	ck_assert_int_eq(count_of(content("scores.log"), part), expected);
}

/* Later kinds of lines and a torn one are carried over, or ended. */
START_TEST(renamed_lines)
{
	make_player("anna");
	char *before = strdup(content("scores.log"));
	char *more;
	ck_assert_int_gt(asprintf(&more, "%sscore2 0123456789abcdef 9 anna x y 1,2 up\nscore1 0",
	                          before),
	                 0);
	write_file("scores.log", more);
	ck_assert_ptr_null(score_player_rename("anna", "berta"));
	count_record("anna", 0);
	count_record("berta", 3);
	ck_assert_int_eq(count_of(content("scores.log"), "\nscore2 "), 1);
	ck_assert_int_eq(count_of(content("scores.log"), "\nscore1 0\n"), 1);
	/* A renamed line is valid: the same result is not new. */
	const size_t size = strlen(content("scores.log"));
	make_player("berta");
	ck_assert_uint_eq(strlen(content("scores.log")), size);
	free(before);
	free(more);
}
END_TEST

/* ---- renaming and forgetting ---- */

START_TEST(renaming)
{
	ck_assert(add(KEY_ONE, "anna") && add(KEY_TWO, "anna"));
	make_player("anna");
	must(rename_player("anna", "berta"), "%s", error.text);
	ck_assert_str_eq(name_of(KEY_ONE), "berta");
	ck_assert_str_eq(name_of(KEY_TWO), "berta");
	ck_assert(!exists("players/anna") && exists("players/berta/parlour.db"));
	ck_assert(!exists("live/anna"));
	count_record("anna", 0);
	count_record("berta", 2);
	ck_assert(!is_free(NULL, "anna"));   /* nobody else may take it */
	ck_assert(is_free("berta", "anna")); /* but may go back */
}
END_TEST

/* What other hosts are told: a name no longer counts; it does again. */
START_TEST(names_that_no_longer_count)
{
	ck_assert(add(KEY_ONE, "anna"));
	make_player("anna");
	must(rename_player("anna", "berta"), "%s", error.text);
	ck_assert_int_eq(count_of(content("withdrawn.log"), "\n"), 1);
	ck_assert_int_eq(count_of(content("withdrawn.log"), " anna "), 1);
	must(rename_player("berta", "anna"), "%s", error.text);
	ck_assert_int_eq(count_of(content("withdrawn.log"), " anna 0\n"), 1);
	ck_assert_int_eq(count_of(content("withdrawn.log"), " berta "), 1);
	forget("anna");
	ck_assert_int_eq(count_of(content("withdrawn.log"), " anna "), 3);
	ck_assert_int_eq(count_of(content("withdrawn.log"), " anna 0\n"), 1);
	ck_assert_int_eq(count_of(content("withdrawn.log"), "withdraw1 "), 4);
	/* Each line of a name is later than the one before, however soon it comes. */
	const char *log = content("withdrawn.log");
	long long before = 0, date;
	while ((log = strstr(log, " anna ")) != NULL) {
		ck_assert_int_eq(sscanf(log - 10, "%lld", &date), 1);
		ck_assert_int_gt(date, before);
		before = date;
		log++;
	}
}
END_TEST

START_TEST(renaming_without_a_key)
{
	make_player("anna");
	must(rename_player("anna", "berta"), "%s", error.text);
	ck_assert(exists("players/berta/parlour.db"));
	ck_assert(!is_free(NULL, "anna") && !is_free(NULL, "berta"));
}
END_TEST

/* Killed after the table was written, or after the results were moved. */
START_TEST(interrupted_renaming)
{
	struct guest guest;
	for (int step = 0; step < 2; step++) {
		const char *from = step == 0 ? "anna" : "clara", *to = step == 0 ? "berta" : "dora";
		make_player(from);
		ck_assert(add(KEY_ONE, from) && add(KEY_ONE, to));
		if (step == 1)
			ck_assert_ptr_null(score_player_rename(from, to));
		struct guests guests = begin();
		ck_assert(guests_find(&guests, KEY_ONE, &guest));
		guests_close(&guests);
		ck_assert_str_eq(guest.previous, from);
		must(guests_finish_rename(&guest, &error), "%s", error.text);
		count_record(from, 0);
		count_record(to, 2);
		char path[64];
		snprintf(path, sizeof path, "players/%s/parlour.db", to);
		ck_assert(exists(path));
		must(guests_finish_rename(&guest, &error), "%s", error.text);
		count_record(to, 2);
	}
}
END_TEST

START_TEST(forgetting)
{
	ck_assert(add(KEY_ONE, "anna") && add(KEY_ONE, "berta") && add(KEY_TWO, "clara"));
	make_player("berta");
	make_player("clara");
	write_file("players/berta/parlour.db.damaged-1", "x");
	ck_assert_uint_eq(forget("berta"), 2);
	ck_assert(!exists("players/berta") && exists("players/clara/parlour.db"));
	ck_assert(!exists("live/berta") && exists("live/clara"));
	count_record("berta", 0);
	count_record("clara", 2);
	ck_assert_int_eq(count_of(content("guests"), KEY_ONE), 0);
	ck_assert_str_eq(name_of(KEY_ONE), "");
	ck_assert_str_eq(name_of(KEY_TWO), "clara");
	ck_assert(!is_free(NULL, "anna") && !is_free(NULL, "berta"));
	ck_assert_uint_eq(forget("berta"), 0); /* once more changes nothing */
	ck_assert_int_eq(count_of(content("guests"), "\n"), 3);
}
END_TEST

/* A link in the folder, which no guest can make, leads nowhere. */
START_TEST(forgetting_follows_no_link)
{
	make_player("anna");
	write_file("kept", "x");
	char *target = strdup(in_folder("kept"));
	ck_assert_int_eq(symlink(target, in_folder("players/anna/link")), 0);
	free(target);
	target = strdup(folder);
	ck_assert_int_eq(symlink(target, in_folder("players/anna/folder")), 0);
	free(target);
	forget("anna");
	ck_assert(exists("kept") && !exists("players/anna"));
}
END_TEST

/* ---- bundles ---- */

static const char bundle_key[] = "SHA256:0123456789+/ABCDEFGHIJKLMNOPQRSTUVWXYZabcde";
#define BUNDLE_NAME "0123456789-_ABCDEFGHIJKLMNOPQRSTUVWXYZabcde"
#define LEAVING "leaving/" BUNDLE_NAME
#define ARRIVING "arriving/" BUNDLE_NAME

static void allow_bundles(void)
{
	ck_assert(!bundle_prepare(bundle_key)); /* no folders: they are off */
	ck_assert(!exists("leaving") && !exists("arriving"));
	mkdir(folder, 0700);
	ck_assert_int_eq(mkdir(in_folder("leaving"), 0700), 0);
	ck_assert_int_eq(mkdir(in_folder("arriving"), 0700), 0);
	ck_assert(bundle_prepare(bundle_key) && bundle_prepare(bundle_key));
}

static const char *left(void)
{
	static struct bundle bundle;
	bundle_free(&bundle);
	return bundle_read(AT_FDCWD, in_folder(LEAVING), &bundle) ? bundle.text : "";
}

START_TEST(bundles_are_whole_or_none)
{
	char name[BUNDLE_NAME_BYTES + 1];
	bundle_name(bundle_key, name);
	ck_assert_str_eq(name, BUNDLE_NAME);
	ck_assert(bundle_is_name(name) && !bundle_is_name("..") && !bundle_is_name(name + 1));
	allow_bundles();
	ck_assert_str_eq(left(), "");
	must(bundle_leave(in_folder(LEAVING), "one\ntwo\nthree\n", &error), "%s", error.text);
	ck_assert_str_eq(left(), "one\ntwo\nthree\n");
	must(bundle_leave(in_folder(LEAVING), "two\n", &error), "%s", error.text);
	ck_assert_str_eq(left(), "two\n");
	ck_assert(bundle_read_sum(AT_FDCWD, in_folder(LEAVING)) == bundle_sum("two\n"));
	ck_assert(!bundle_leave(in_folder("leaving/none"), "x", &error));
	ck_assert_str_eq(error.text, "no such file or folder");
	char *whole = strdup(content(LEAVING));
	const size_t size = strlen(whole);
	for (size_t length = 0; length < size; length++) {
		whole[length] ^= 1;
		write_file(LEAVING, whole);
		ck_assert_str_eq(left(), "");
		whole[length] ^= 1;
		char *part = strndup(whole, length);
		write_file(LEAVING, part);
		ck_assert_str_eq(left(), "");
		free(part);
	}
	write_file(LEAVING, whole);
	ck_assert_str_eq(left(), "two\n");
	must(bundle_leave(in_folder(LEAVING), "\xff\n", &error), "%s", error.text);
	ck_assert_str_eq(left(), ""); /* not UTF-8 */
	free(whole);
}
END_TEST

static void note_host(void *context, const char *host, const struct bundle *bundle)
{
	char *hosts = context;
	snprintf(hosts + strlen(hosts), 64, "%s:%s ", host, bundle->text);
}

START_TEST(bundles_arrive)
{
	char hosts[128] = "", text[64], header[BUNDLE_HEADER_MAX];
	allow_bundles();
	char *arriving = bundle_arriving_path(bundle_key);
	ck_assert_uint_eq(bundle_sum_of_all(arriving), 0);
	bundle_write_header(bundle_sum("x"), header);
	snprintf(text, sizeof text, "%sx", header);
	write_file(ARRIVING "/a.example", text);
	const uint64_t one = bundle_sum_of_all(arriving);
	ck_assert_uint_ne(one, 0);
	write_file(ARRIVING "/.new", text);
	ck_assert_uint_eq(bundle_sum_of_all(arriving), one);
	write_file(ARRIVING "/b.example", "bundle1 0123456789abcdef\nx");
	ck_assert_int_eq(symlink("a.example", in_folder(ARRIVING "/c")), 0);
	ck_assert_int_eq(mkfifo(in_folder(ARRIVING "/d"), 0600), 0);
	ck_assert_uint_ne(bundle_sum_of_all(arriving), one);
	bundle_read_all(arriving, note_host, hosts);
	ck_assert_str_eq(hosts, "a.example:x ");
	free(arriving);
}
END_TEST

/* Those of the keys that had the name. */
START_TEST(forgetting_deletes_bundles)
{
	allow_bundles();
	ck_assert(add(bundle_key, "anna") && add(KEY_ONE, "berta"));
	ck_assert(bundle_prepare(KEY_ONE));
	write_file(ARRIVING "/a.example", "x");
	forget("anna");
	ck_assert(!exists(LEAVING) && !exists(ARRIVING));
	char name[BUNDLE_NAME_BYTES + 1], path[64];
	bundle_name(KEY_ONE, name);
	snprintf(path, sizeof path, "leaving/%s", name);
	ck_assert(exists(path));
}
END_TEST

START_TEST(held_folders)
{
	const int one = guests_hold("anna", false, &error);
	const int other = guests_hold("anna", false, &error);
	ck_assert(one >= 0 && other >= 0);
	ck_assert_int_eq(guests_hold("anna", true, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "playing"));
	close(one);
	close(other);
	const int alone = guests_hold("anna", true, &error);
	ck_assert_int_ge(alone, 0);
	ck_assert_int_eq(guests_hold("anna", false, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "renamed or deleted"));
	close(alone);
	write_file("players/berta", "no folder"); /* is no reason not to play */
	ck_assert_int_eq(guests_hold("berta", false, &error), -1);
	ck_assert_str_eq(error.text, "");
}
END_TEST

/* Many guests who want one name at once: one gets it, and no line is lost. */
START_TEST(one_name_for_many)
{
	enum { GUESTS = 12 };
	for (int i = 0; i < GUESTS; i++)
		if (fork() == 0) {
			char key[FINGERPRINT_MAX], own[16];
			snprintf(key, sizeof key, "SHA256:%043d", i);
			snprintf(own, sizeof own, "own%d", i);
			struct guests guests;
			if (!guests_open(&guests, &error))
				_exit(2);
			const bool got = guests_is_free(&guests, NULL, "anna", &error);
			const bool added = guests_add(&guests, key, got ? "anna" : own, &error);
			guests_close(&guests);
			_exit(added ? got : 2);
		}
	int got = 0, status;
	while (wait(&status) > 0) {
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) < 2);
		got += WEXITSTATUS(status);
	}
	ck_assert_int_eq(got, 1);
	ck_assert_int_eq(count_of(content("guests"), "\n"), GUESTS);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, keys_have_their_last_name);
	tcase_add_test(tests, damaged_lines);
	tcase_add_test(tests, table_is_bounded);
	tcase_add_test(tests, free_names);
	tcase_add_test(tests, names_of_players);
	tcase_add_test(tests, players);
	tcase_add_test(tests, made_names);
	tcase_add_test(tests, limits);
	tcase_add_test(tests, limits_end);
	tcase_add_test(tests, erased_lines);
	tcase_add_test(tests, renamed_lines);
	tcase_add_test(tests, renaming);
	tcase_add_test(tests, names_that_no_longer_count);
	tcase_add_test(tests, renaming_without_a_key);
	tcase_add_test(tests, interrupted_renaming);
	tcase_add_test(tests, forgetting);
	tcase_add_test(tests, forgetting_follows_no_link);
	tcase_add_test(tests, bundles_are_whole_or_none);
	tcase_add_test(tests, bundles_arrive);
	tcase_add_test(tests, forgetting_deletes_bundles);
	tcase_add_test(tests, held_folders);
	tcase_add_test(tests, one_name_for_many);
}

int main(void)
{
	return run_tests("guests", add_all);
}
