/* Attempts everything that the sandbox must refuse.
 *
 * With --restricted it starts like the program, with the same two calls; without, it shows what
 * each attempt does if nothing stops it. It prints a line for each: "file: NAME: WORD", or "call:
 * NAME: WORD", by the part that should refuse it. WORD is "refused" if the error is the sandbox's,
 * "done", or another error.
 *
 * The files outside are in the account's home, next to the game's folder: it has every right there,
 * so only the sandbox can refuse them. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/restricted.h"
#include "os/portable.h"
#include "os/sandbox_private.h"
#include "store/data_file.h"
#include "store/live.h"

/* The account, looked up before the sandbox hides the user database. */
static char home_folder[2048];

static void find_home(void)
{
	const struct passwd *account = getpwuid(getuid());
	if (account != NULL)
		snprintf(home_folder, sizeof home_folder, "%s", account->pw_dir);
}

static const char *home(const char *name)
{
	static char path[4096];
	snprintf(path, sizeof path, "%s/%s", home_folder, name);
	return path;
}

static void tell(const char *kind, const char *name, long result)
{
	const char *word = result >= 0                              ? "done"
	                   : errno == ENOSYS || errno == EACCES ? "refused"
	                                                         : strerror(errno);
	printf("%s: %s: %s\n", kind, name, word);
	fflush(stdout);
}

/* ---- files ---- */

static int open_and_close(const char *path, int flags)
{
	const int file = open(path, flags | O_CLOEXEC | O_NOCTTY, 0600);
	if (file >= 0)
		close(file);
	return file;
}

static int shorten(const char *path)
{
	const int file = open_and_close(path, O_WRONLY | O_TRUNC);
	return file < 0 ? file : 0;
}

static void try_files(void)
{
	char secret[4096];
	tell("file", "read in the home", open_and_close(home("secret"), O_RDONLY));
	tell("file", "write in the home", open_and_close(home("secret"), O_WRONLY));
	tell("file", "make a file in the home", open_and_close(home("made"), O_WRONLY | O_CREAT));
	tell("file", "list the home", open_and_close(home(""), O_RDONLY | O_DIRECTORY));
	tell("file", "make a folder in the home", mkdir(home("folder"), 0700));
	snprintf(secret, sizeof secret, "%s", home("secret"));
	tell("file", "rename in the home", rename(secret, home("renamed")));
	tell("file", "remove in the home", unlink(home("spare")));
	tell("file", "read /etc/passwd", open_and_close("/etc/passwd", O_RDONLY));
	tell("file", "read /proc/self/environ", open_and_close("/proc/self/environ", O_RDONLY));
	tell("file", "list /", open_and_close("/", O_RDONLY | O_DIRECTORY));
}

/* What sessions tell each other: every player reads it all, and writes their own. */
static void try_live(const char *player)
{
	char *lives = live_make_folder();
	char path[4096], other[4096];
	struct live live;
	snprintf(path, sizeof path, "%s%s", lives, player);
	snprintf(other, sizeof other, "%sother", lives);
	errno = 0;
	tell("shared", "tell others of a game",
	     live_open(&live, player) && live_begin(&live, "text") ? 0 : -1);
	live_close(&live);
	tell("shared", "read another's game", open_and_close(other, O_RDONLY));
	tell("shared", "list all games", open_and_close(lives, O_RDONLY | O_DIRECTORY));
	tell("other", "write another's game", open_and_close(other, O_WRONLY));
	tell("other", "shorten another's game", shorten(other));
	tell("other", "remove another's game", unlink(other));
	tell("other", "rename a game", rename(path, other));
	snprintf(other, sizeof other, "%snew", lives);
	tell("other", "make a game", open_and_close(other, O_WRONLY | O_CREAT));
	free(lives);
}

/* Shared files, and another player's. */
static void try_other_players(const char *player)
{
	char *others = data_file_make_folder("players/"),
	     *log = data_file_make_folder("scores.log");
	char path[4096];
	tell("shared", "add to the leaderboard", open_and_close(log, O_WRONLY | O_APPEND));
	snprintf(path, sizeof path, "%.*sothers.log", (int)(strlen(log) - strlen("scores.log")),
	         log);
	tell("shared", "read other hosts' results", open_and_close(path, O_RDONLY));
	tell("other", "write other hosts' results", open_and_close(path, O_WRONLY | O_APPEND));
	snprintf(path, sizeof path, "%sother/parlour.db", others);
	try_live(player);
	tell("other", "read another's file", open_and_close(path, O_RDONLY));
	tell("other", "write another's file", open_and_close(path, O_WRONLY));
	tell("other", "remove another's file", unlink(path));
	tell("other", "list all players", open_and_close(others, O_RDONLY | O_DIRECTORY));
	snprintf(path, sizeof path, "%snew", others);
	tell("other", "make a player", mkdir(path, 0700));
	free(others);
	char *guests = data_file_make_folder("guests");
	tell("other", "read the table of guests", open_and_close(guests, O_RDONLY));
	tell("other", "write the table of guests", open_and_close(guests, O_WRONLY | O_APPEND));
	tell("other", "remove the table of guests", unlink(guests));
	free(guests);
	free(log);
}

/* ---- calls ---- */

#ifdef __linux__
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

static long try_fork(void)
{
	const pid_t child = fork();
	if (child == 0)
		_exit(0);
	return child;
}

static long try_memory(int made_as)
{
	void *memory = mmap(NULL, 4096, made_as, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return -1;
	return made_as & PROT_EXEC ? 0 : mprotect(memory, 4096, PROT_READ | PROT_EXEC);
}

/* Without a filter the terminal's own answer may be "not a terminal", or EIO since Linux 6.2. */
static void try_terminal(void)
{
	char typed = 'x';
	tell("call", "type on the terminal", ioctl(STDIN_FILENO, TIOCSTI, &typed));
	tell("call", "paste on the console", ioctl(STDIN_FILENO, TIOCLINUX, &typed));
	tell("call", "take the terminal over", ioctl(STDIN_FILENO, TIOCSCTTY, 0));
	tell("call", "have signals sent", fcntl(STDIN_FILENO, F_SETOWN, getppid()));
}

static void try_network(void)
{
	const struct sockaddr_un closed_pipe = {.sun_family = AF_UNIX};
	int pair[2];
	tell("call", "socket (TCP)", socket(AF_INET, SOCK_STREAM, 0));
	tell("call", "socket (local)", socket(AF_UNIX, SOCK_STREAM, 0));
	tell("call", "socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
	tell("call", "connect",
	     connect(STDIN_FILENO, (const struct sockaddr *)&closed_pipe, sizeof closed_pipe));
}

static void try_processes(void)
{
	tell("call", "fork", try_fork());
	tell("call", "clone3", syscall(SYS_clone3, NULL, 0));
	tell("call", "a new namespace", syscall(SYS_unshare, 0));
	tell("call", "signal the parent", kill(getppid(), 0));
	tell("call", "signal the group", kill(0, 0));
	tell("call", "signal another's thread", syscall(SYS_tgkill, getppid(), getppid(), 0));
	tell("call", "priority of another", setpriority(PRIO_PROCESS, (id_t)getppid(), 19));
	/* The current priority of the group, unless the test was started with another. */
	tell("call", "priority of the group", setpriority(PRIO_PGRP, 0, 0));
	tell("call", "ptrace", ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
	tell("call", "read another's memory",
	     syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0));
}

static void try_system(void)
{
	tell("call", "mount", mount("none", home(""), "tmpfs", 0, NULL));
	tell("call", "chmod", chmod(home(""), 0700));
	tell("call", "symlink", symlink("/etc/passwd", home("symlink")));
	tell("call", "link", link(home("secret"), "/nonexistent/link"));
	tell("call", "setuid", syscall(SYS_setuid, getuid()));
	tell("call", "prctl", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
	tell("call", "raise a limit", setrlimit(RLIMIT_NOFILE, &(struct rlimit){64, 64}));
	tell("call", "io_uring", syscall(SYS_io_uring_setup, 1, NULL));
	tell("call", "bpf", syscall(SYS_bpf, 0, NULL, 0));
	tell("call", "a file in memory", syscall(SYS_memfd_create, "probe", 0));
	tell("call", "memory to be run", try_memory(PROT_READ | PROT_EXEC));
	tell("call", "memory made to be run", try_memory(PROT_READ | PROT_WRITE));
}

static void try_calls(void)
{
	try_terminal();
	try_network();
	try_processes();
	try_system();
}
#else
static void try_calls(void)
{
}
#endif

/* ---- what must work ---- */

static void *nothing(void *context)
{
	return context;
}

static long try_thread(void)
{
	pthread_t thread;
	errno = pthread_create(&thread, NULL, nothing, NULL);
	if (errno != 0)
		return -1;
	return -pthread_join(thread, NULL);
}

/* SQLite locks its files with calls that it chooses itself. */
static long try_database(const char *path)
{
	sqlite3 *file = NULL;
	const bool good = sqlite3_open(path, &file) == SQLITE_OK &&
	                  sqlite3_exec(file, "CREATE TABLE probe (number)", NULL, NULL, NULL) ==
	                          SQLITE_OK;
	const int error = sqlite3_system_errno(file);
	sqlite3_close(file);
	unlink(path);
	errno = error;
	return good ? 0 : -1;
}

static void try_own(const char *player)
{
	char path[4096] = "", other[4096 + 8];
	char below[DATA_FILE_NAME_MAX];
	data_file_player_path(player, "", below);
	char *folder = data_file_make_folder(below);
	if (folder != NULL)
		snprintf(path, sizeof path, "%s/probe", folder);
	snprintf(other, sizeof other, "%s.other", path);
	tell("own", "make a file", open_and_close(path, O_RDWR | O_CREAT));
	tell("own", "shorten it", open_and_close(path, O_RDWR | O_TRUNC));
	tell("own", "rename it", rename(path, other));
	tell("own", "remove it", unlink(other));
	tell("own", "write a database", try_database(path));
	tell("own", "a thread", try_thread());
	tell("own", "signal 0 to itself", raise(0));
	free(folder);
}

/* ---- what it runs with ---- */

/* Asks the kernel, not the code under test. */
static void tell_kernel(void)
{
#ifdef HAVE_SANDBOX
#ifdef SYS_landlock_create_ruleset
	const unsigned tell_version = 1;
	const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, tell_version);
	if (version > 0)
		printf("kernel: landlock %ld\n", version);
#endif
#ifdef HAVE_SECCOMP
	const unsigned is_available = 2, answer_with_error = 0x00050000;
	if (syscall(SYS_seccomp, is_available, 0, &answer_with_error) == 0)
		puts("kernel: seccomp");
#endif
#endif
}

static void tell_process(void)
{
	struct rlimit core;
	struct sigaction stop;
	for (char **variable = environ; variable != NULL && *variable != NULL; variable++)
		printf("environment: %s\n", *variable);
	for (int file = STDERR_FILENO + 1; file < 1024; file++)
		if (fcntl(file, F_GETFD) >= 0)
			printf("open: %d\n", file);
	printf("umask: %03o\n", (unsigned)umask(077));
	if (getrlimit(RLIMIT_CORE, &core) == 0)
		printf("core: %llu\n", (unsigned long long)core.rlim_max);
	if (sigaction(SIGTSTP, NULL, &stop) == 0 && stop.sa_handler == SIG_IGN)
		puts("stop: ignored");
}

/* Binds the socket of syslog, and prints what it receives until it is stopped. */
static int receive(const char *path)
{
	char message[1024];
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
	const int file = socket(AF_UNIX, SOCK_DGRAM, 0);
	if (file < 0 || bind(file, (struct sockaddr *)&address, sizeof address) != 0)
		return 2;
	for (ssize_t got; (got = recv(file, message, sizeof message, 0)) >= 0;) {
		printf("%.*s\n", (int)got, message);
		fflush(stdout);
	}
	return 2;
}

int main(int argc, char **argv)
{
	struct error error;
	char name[SANDBOX_NAME_MAX];
	const char *player = NULL;
	bool restricted;
	if (argc == 3 && strcmp(argv[1], "--receive") == 0)
		return receive(argv[2]);
	find_home();
	if (!restricted_requested(&argc, argv, &restricted, &error))
		return 2;
	if (restricted) {
		if (!restricted_prepare(&error)) {
			fprintf(stderr, "probe: %s\n", error.text);
			return 2;
		}
		if (argc > 3 && strcmp(argv[2], "--player") == 0)
			player = argv[3];
		tell_process();
		tell_kernel();
		sandbox_name(restricted_start_sandbox(player, NULL, 64 << 20), name);
		printf("sandbox: %s\n", name);
	}
	try_own(player);
	try_files();
	if (player != NULL)
		try_other_players(player);
	try_calls();
	/* Last, because it would end the process. */
	execl("/bin/echo", "echo", "call: exec: done", (char *)NULL);
	tell("call", "exec", -1);
	return 0;
}
