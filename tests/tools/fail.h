/* The calls that tests/tools/fail.c can make fail, and the errors it can give. */
#ifndef PARLOUR_TESTS_TOOLS_FAIL_H
#define PARLOUR_TESTS_TOOLS_FAIL_H

#include <errno.h>
#include <sys/syscall.h>

/* By number of the system call; FAIL_MEMORY: any allocation. Left out are calls that can't fail
 * (close releases its descriptor in any case, brk has no errors), futex, whose failure makes the C
 * library abort, and those that reach the second process (socketcall, sendmsg). */
enum { FAIL_MEMORY = -1 };

static const struct {
	const char *name;
	int number;
} fail_kinds[] = {
#define CALL(name) {#name, SYS_##name}
	{"memory", FAIL_MEMORY},
#ifdef SYS_open /* newer architectures have only their successors */
	CALL(open), CALL(unlink), CALL(mkdir), CALL(rename), CALL(access), CALL(poll), CALL(stat),
	CALL(lstat), CALL(readlink), CALL(pipe),
#endif
	CALL(openat), CALL(unlinkat), CALL(mkdirat), CALL(renameat2), CALL(faccessat), CALL(ppoll),
#ifdef SYS_newfstatat
	CALL(newfstatat),
#endif
	CALL(fstat), CALL(statx), CALL(readlinkat), CALL(pipe2),
	CALL(read), CALL(write), CALL(pread64), CALL(pwrite64), CALL(lseek),
	CALL(fsync), CALL(fdatasync), CALL(ftruncate), CALL(fchmod), CALL(fchown),
	CALL(flock), CALL(fcntl), CALL(ioctl), CALL(getcwd), CALL(getrandom),
#ifdef SYS_mmap /* 32-bit ARM has mmap2 alone */
	CALL(mmap),
#endif
	CALL(mprotect), CALL(madvise), CALL(clone3), CALL(clone),
	CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(clock_nanosleep), CALL(setpriority),
	CALL(prlimit64), CALL(socket), CALL(connect), CALL(prctl), CALL(munmap),
	CALL(clock_gettime),
#ifdef SYS_landlock_create_ruleset
	CALL(landlock_create_ruleset),
#endif
#ifdef SYS_fcntl64 /* on 32 bits, these are called in place of those above */
	CALL(fcntl64), CALL(stat64), CALL(lstat64), CALL(fstat64), CALL(fstatat64), CALL(_llseek),
	CALL(ftruncate64), CALL(mmap2), CALL(fchown32),
#endif
#ifdef SYS_clock_gettime64
	CALL(clock_gettime64), CALL(clock_nanosleep_time64), CALL(ppoll_time64),
#endif
#undef CALL
};
enum { FAIL_KINDS = sizeof fail_kinds / sizeof fail_kinds[0] };

static const struct {
	const char *name;
	int number;
} fail_errors[] = {
	{"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EINTR", EINTR},
	{"EMFILE", EMFILE}, {"EACCES", EACCES},
};
enum { FAIL_ERRORS = sizeof fail_errors / sizeof fail_errors[0] };

#endif
