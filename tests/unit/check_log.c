/* Log lines on standard error: what they look like, how many there are, and that nobody waits for a
 * reader. tests/cli/check_host.sh has those of syslog. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/log.h"
#include "support/folder.h"
#include "support/help.h"

static int saved;
static char *root, path[512];
static struct error error;

static void set_up(void)
{
	root = folder_new();
	snprintf(path, sizeof path, "%s/log", root);
	saved = dup(STDERR_FILENO);
	ck_assert_int_ge(saved, 0);
}

static void tear_down(void)
{
	dup2(saved, STDERR_FILENO);
	close(saved);
	folder_free(root);
}

static void redirect(int file)
{
	ck_assert_int_eq(dup2(file, STDERR_FILENO), STDERR_FILENO);
	close(file);
}

/* What was written; valid until the next call. */
static const char *written(void)
{
	static char *text;
	struct bytes bytes = folder_read(path);
	free(text);
	text = malloc(bytes.size + 1);
	memcpy(text, bytes.at, bytes.size);
	text[bytes.size] = '\0';
	free(bytes.at);
	return text;
}

START_TEST(lines)
{
	struct log log;
	redirect(open(path, O_CREAT | O_RDWR | O_APPEND, 0600));
	ck_assert(log_open(&log, LOG_STDERR, &error));
	log_write(&log, LEVEL_ERROR, "%s: not saved: %s", "anna", "disk full");
	log_write(&log, LEVEL_WARNING, "two\nlines, \033[2J");
	log_write(&log, LEVEL_NOTICE, "three");
	log_close(&log);
	log_write(&log, LEVEL_NOTICE, "closed");
	ck_assert_str_eq(written(), "parlour: error: anna: not saved: disk full\n"
	                            "parlour: warning: two?lines, ?[2J\n"
	                            "parlour: notice: three\n");
}
END_TEST

START_TEST(nowhere)
{
	struct log log;
	redirect(open(path, O_CREAT | O_RDWR | O_APPEND, 0600));
	ck_assert(log_open(&log, LOG_NOWHERE, &error));
	log_write(&log, LEVEL_ERROR, "x");
	ck_assert_str_eq(written(), "");
}
END_TEST

START_TEST(their_number)
{
	struct log log;
	int count = 0;
	redirect(open(path, O_CREAT | O_RDWR | O_APPEND, 0600));
	ck_assert(log_open(&log, LOG_STDERR, &error));
	for (int line = 0; line < 3 * LOG_LINES; line++)
		log_write(&log, LEVEL_WARNING, "line %d", line);
	const char *text = written();
	for (const char *c = text; *c != '\0'; c++)
		count += *c == '\n';
	ck_assert_int_eq(count, LOG_LINES);
	ck_assert_ptr_nonnull(strstr(text, "writes no more\n"));
}
END_TEST

START_TEST(a_long_line)
{
	struct log log;
	char text[3000];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	redirect(open(path, O_CREAT | O_RDWR | O_APPEND, 0600));
	ck_assert(log_open(&log, LOG_STDERR, &error));
	log_write(&log, LEVEL_ERROR, "%s", text);
	const char *line = written();
	ck_assert_uint_lt(strlen(line), 512);
	ck_assert_ptr_eq(strchr(line, '\n'), line + strlen(line) - 1);
}
END_TEST

/* A pipe that nobody reads: this would wait for ever. */
START_TEST(a_full_pipe)
{
	int ends[2];
	char block[4096] = "";
	struct log log;
	ck_assert_int_eq(pipe(ends), 0);
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	while (write(ends[1], block, sizeof block) > 0)
		;
	fcntl(ends[1], F_SETFL, 0);
	redirect(ends[1]);
	ck_assert(log_open(&log, LOG_STDERR, &error));
	for (int line = 0; line < 10; line++)
		log_write(&log, LEVEL_ERROR, "line %d", line);
	close(ends[0]);
}
END_TEST

START_TEST(a_terminal)
{
	struct log log;
	const int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	char text[64];
	if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
		return; /* no terminals here */
	const int terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
	ck_assert_int_ge(terminal, 0);
	redirect(terminal);
	ck_assert(log_open(&log, LOG_STDERR, &error));
	log_write(&log, LEVEL_ERROR, "over the game");
	ck_assert_int_le(read(master, text, sizeof text), 0);
	close(master);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, lines);
	tcase_add_test(tests, nowhere);
	tcase_add_test(tests, their_number);
	tcase_add_test(tests, a_long_line);
	tcase_add_test(tests, a_full_pipe);
	tcase_add_test(tests, a_terminal);
}

int main(void)
{
	return run_tests("log", add_all);
}
