/* seccomp: an allowlist of the system calls that the game, its libraries and the solver's threads
 * make.
 *
 * Any other call fails with ENOSYS, as on an older kernel: the C library then falls back to an
 * older call, and a call missing from this list costs no player a game. It also turns clone3, whose
 * flags a filter can't see, into clone, whose flags it can see (clone(2), seccomp(2)). */
#include "os/sandbox_private.h"

#ifdef HAVE_SANDBOX
#ifdef HAVE_SECCOMP
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>

/* By name, because not every machine has all of them. */
static const char *const calls[] = {
	/* files: Landlock decides which */
	"open", "openat", "close", "read", "write", "readv", "writev", "pread64", "pwrite64",
	"lseek", "_llseek", "stat", "stat64", "lstat", "lstat64", "fstat", "fstat64", "newfstatat",
	"fstatat64", "statx", "access", "faccessat", "faccessat2", "flock", "fsync", "fdatasync",
	"ftruncate", "ftruncate64", "unlink", "unlinkat", "rename", "renameat", "renameat2",
	"mkdir", "mkdirat", "readlink", "readlinkat", "getcwd", "getdents64", "pipe", "pipe2",
	"dup2", "dup3",
	/* waiting and time */
	"poll", "ppoll", "ppoll_time64", "select", "_newselect", "pselect6", "pselect6_time64",
	"nanosleep", "clock_nanosleep", "clock_nanosleep_time64", "clock_gettime",
	"clock_gettime64", "gettimeofday", "time",
	/* memory and threads */
	"brk", "munmap", "mremap", "madvise", "futex", "futex_time64", "set_robust_list", "rseq",
	"set_tid_address", "sched_yield", "sched_getaffinity", "sysinfo", "getrandom", "uname",
	/* the process itself */
	"getpid", "gettid", "getppid", "getuid", "getuid32", "geteuid", "geteuid32", "getgid",
	"getgid32", "getegid", "getegid32", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn",
	"sigreturn", "rt_sigpending", "restart_syscall", "exit", "exit_group",
};

/* ioctl: the terminal, but not TIOCSTI and TIOCLINUX, which insert input. */
static const scmp_datum_t terminal_requests[] = {
	TCGETS, TCSETS, TCSETSW, TCSETSF, TCFLSH, TCSBRK, TIOCGWINSZ, FIONREAD,
};

/* fcntl: not F_SETOWN, which makes the kernel send signals. */
static const scmp_datum_t file_requests[] = {
	F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_DUPFD_CLOEXEC,
#if defined F_SETLK64 && F_SETLK64 != F_SETLK /* a library may be built for larger files */
	F_GETLK64, F_SETLK64, F_SETLKW64,
#endif
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

#if defined __s390__
enum { CLONE_FLAGS = 1 };
#else
enum { CLONE_FLAGS = 0 };
#endif

#define EQUAL(number, value) {.arg = (number), .op = SCMP_CMP_EQ, .datum_a = (value)}
#define MASKED(number, mask, value) \
	{.arg = (number), .op = SCMP_CMP_MASKED_EQ, .datum_a = (mask), .datum_b = (value)}

static bool allow(scmp_filter_ctx filter, const char *name, unsigned count,
                  const struct scmp_arg_cmp *arguments)
{
	const int call = seccomp_syscall_resolve_name(name);
	/* The name is unknown on this architecture: nothing to allow. */
	return call < 0 ||
	       seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, count, arguments) == 0;
}

/* A process may signal itself: raise(3), abort(3). A thread may lower its own priority; with
 * another first argument 0 would mean the process group or the user. */
static bool allow_to_itself(scmp_filter_ctx filter)
{
	const struct scmp_arg_cmp self = EQUAL(0, (scmp_datum_t)getpid());
	const struct scmp_arg_cmp thread[] = {EQUAL(0, PRIO_PROCESS), EQUAL(1, 0)};
	return allow(filter, "tgkill", 1, &self) && allow(filter, "tkill", 1, &self) &&
	       allow(filter, "setpriority", 2, thread);
}

/* Allows a call for some values of its second argument. */
static bool allow_requests(scmp_filter_ctx filter, const char *name, const scmp_datum_t *values,
                           size_t count)
{
	bool good = true;
	for (size_t i = 0; good && i < count; i++)
		good = allow(filter, name, 1, &(struct scmp_arg_cmp)EQUAL(1, values[i]));
	return good;
}

static bool fill(scmp_filter_ctx filter)
{
	const struct scmp_arg_cmp thread = MASKED(CLONE_FLAGS, CLONE_THREAD, CLONE_THREAD);
	const struct scmp_arg_cmp not_executable = MASKED(2, PROT_EXEC, 0);
	bool good = true;
	for (size_t i = 0; good && i < COUNT(calls); i++)
		good = allow(filter, calls[i], 0, NULL);
	/* Two calls have another name on some 32-bit machines. */
	return good &&
	       allow_requests(filter, "ioctl", terminal_requests, COUNT(terminal_requests)) &&
	       allow_requests(filter, "fcntl", file_requests, COUNT(file_requests)) &&
	       allow_requests(filter, "fcntl64", file_requests, COUNT(file_requests)) &&
	       allow(filter, "clone", 1, &thread) && allow(filter, "mmap", 1, &not_executable) &&
	       allow(filter, "mmap2", 1, &not_executable) &&
	       allow(filter, "mprotect", 1, &not_executable) && allow_to_itself(filter);
}

bool seccomp_available(void)
{
	return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

bool seccomp_start_filter(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
	const bool good = filter != NULL && fill(filter) && seccomp_load(filter) == 0;
	seccomp_release(filter);
	return good;
}

#else
bool seccomp_available(void)
{
	return false;
}

bool seccomp_start_filter(void)
{
	return false;
}
#endif
#endif
