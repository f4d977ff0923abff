/* A preloaded library that makes calls of the program fail.
 *
 *	FAIL='openat 7 EMFILE' FAIL_MET=met LD_PRELOAD=./fail.so parlour
 *
 * fails the program's seventh openat; with "7+" instead of "7" all from there on. With FAIL=count
 * nothing fails. In either case the file FAIL_MET counts the calls of each kind in
 * tests/tools/fail.h, 64 bits each; only with `count` are all kinds counted.
 *
 * Allocation functions are replaced by name. System calls are caught everywhere, inside other
 * libraries too: a seccomp filter passes each to a second process, which lets it continue or gives
 * it an error (seccomp_unotify(2)). Calls of the loader before main are not caught. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif

#include "tools/fail.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	UNAVAILABLE = 77,
	STORM = 50, /* interruptions in a row at most */
};

/* The fault to inject. Set once, before main. */
static struct {
	int kind;              /* index in fail_kinds; -1: none, all are counted */
	uint64_t first;        /* number of the call that fails, from 1 */
	bool on;               /* all calls after it fail, too */
	int error;
	_Atomic uint64_t *met; /* counts by kind; NULL: inactive */
} fault;

static bool is_to_fail(int kind)
{
	const uint64_t now = atomic_fetch_add(&fault.met[kind], 1) + 1;
	const uint64_t last = !fault.on ? fault.first
	                      : fault.error == EINTR ? fault.first + STORM
	                                             : UINT64_MAX;
	return kind == fault.kind && fault.first <= now && now <= last;
}

/* ---- allocations ---- */

/* Memory is the first kind. */
static bool is_out_of_memory(void)
{
	if (fault.met == NULL || !is_to_fail(0))
		return false;
	errno = fault.error;
	return true;
}

/* The next library's function of that name, looked up at the first call, when there is one
 * thread. */
#define NEXT(next, function) \
	((next) != NULL ? (next) \
	                : ((next) = (__typeof__(next))(uintptr_t)dlsym(RTLD_NEXT, #function)))

/* The C library's parameter names are reserved. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
void *malloc(size_t size)
{
	static __typeof__(&malloc) next;
	return is_out_of_memory() ? NULL : NEXT(next, malloc)(size);
}

void *calloc(size_t count, size_t size)
{
	static __typeof__(&calloc) next;
	return is_out_of_memory() ? NULL : NEXT(next, calloc)(count, size);
}

void *realloc(void *memory, size_t size)
{
	static __typeof__(&realloc) next;
	return is_out_of_memory() ? NULL : NEXT(next, realloc)(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	static __typeof__(&aligned_alloc) next;
	return is_out_of_memory() ? NULL : NEXT(next, aligned_alloc)(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	static __typeof__(&posix_memalign) next;
	return is_out_of_memory() ? fault.error
	                          : NEXT(next, posix_memalign)(memory, alignment, size);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

/* ---- system calls ---- */

static int kind_of(int number)
{
	int kind = 0;
	while (fail_kinds[kind].number != number)
		kind++;
	return kind;
}

/* Answers each call that the filter passes on, until the program has ended. */
static void answer_calls(int listener)
{
	struct pollfd waiting = {.fd = listener, .events = POLLIN};
	for (;;) {
		struct seccomp_notif call = {0};
		if (poll(&waiting, 1, -1) < 0 || (waiting.revents & POLLHUP) != 0)
			return;
		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
			continue;
		struct seccomp_notif_resp answer = {.id = call.id};
		if (is_to_fail(kind_of(call.data.nr)))
			answer.error = -fault.error;
		else
			answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
	}
}

union one_descriptor {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(sizeof(int))];
};

static bool send_descriptor(int line, int descriptor)
{
	char byte = 0;
	union one_descriptor control = {.bytes = {0}};
	struct iovec data = {&byte, 1};
	struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes,
	                         .msg_controllen = sizeof control.bytes};
	control.head = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof descriptor),
	                                .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
	memcpy(CMSG_DATA(&control.head), &descriptor, sizeof descriptor);
	return sendmsg(line, &message, 0) == 1;
}

static int receive_descriptor(int line)
{
	char byte;
	int descriptor;
	union one_descriptor control;
	struct iovec data = {&byte, 1};
	struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes,
	                         .msg_controllen = sizeof control.bytes};
	if (recvmsg(line, &message, 0) != 1 || CMSG_FIRSTHDR(&message) == NULL)
		return -1;
	memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof descriptor);
	return descriptor;
}

/* The second process: detached from the terminal, so that signals to the first do not end it. */
static _Noreturn void stand_by(const int line[2])
{
	setsid();
	close(line[0]);
	const int listener = receive_descriptor(line[1]);
	for (int file = 0; file < 64; file++)
		if (file != listener)
			close(file);
	if (listener >= 0)
		answer_calls(listener);
	_exit(0);
}

static bool is_caught(int kind)
{
	return fail_kinds[kind].number != FAIL_MEMORY && (fault.kind < 0 || fault.kind == kind);
}

/* The listener of a filter that catches the calls; -1 if that is impossible. */
static int listen_to_calls(void)
{
	struct sock_filter code[2 * FAIL_KINDS + 2] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog filter = {1, code};
	for (int kind = 0; kind < FAIL_KINDS; kind++) {
		const unsigned number = (unsigned)fail_kinds[kind].number;
		if (!is_caught(kind))
			continue;
		code[filter.len++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number,
		                                                  0, 1);
		code[filter.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
		                                                  SECCOMP_RET_USER_NOTIF);
	}
	code[filter.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
	                    SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter);
}

static void catch_calls(void)
{
	int line[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0)
		_exit(UNAVAILABLE);
	const pid_t second = fork();
	if (second == 0)
		stand_by(line);
	const int listener = listen_to_calls();
	if (second < 0 || listener < 0 || !send_descriptor(line[0], listener))
		_exit(UNAVAILABLE);
	close(listener);
	close(line[0]);
	close(line[1]);
}

/* ---- before main ---- */

static bool read_fault(const char *text)
{
	char name[32], on[2] = "", error[32];
	unsigned long first;
	fault.kind = -1;
	if (strcmp(text, "count") == 0)
		return true;
	if (sscanf(text, "%31s %lu%1[+] %31s", name, &first, on, error) != 4 &&
	    sscanf(text, "%31s %lu %31s", name, &first, error) != 3)
		return false;
	fault.first = first;
	fault.on = on[0] == '+';
	for (int kind = 0; kind < FAIL_KINDS; kind++)
		if (strcmp(name, fail_kinds[kind].name) == 0)
			fault.kind = kind;
	for (int i = 0; i < FAIL_ERRORS; i++)
		if (strcmp(error, fail_errors[i].name) == 0)
			fault.error = fail_errors[i].number;
	return fault.kind >= 0 && fault.error != 0;
}

__attribute__((constructor)) static void begin(void)
{
	const size_t size = FAIL_KINDS * sizeof *fault.met;
	const char *text = getenv("FAIL"), *path = getenv("FAIL_MET");
	if (text == NULL || path == NULL)
		return;
	const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (!read_fault(text) || file < 0 || ftruncate(file, (off_t)size) != 0)
		_exit(UNAVAILABLE);
	void *met = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	close(file);
	if (met == MAP_FAILED)
		_exit(UNAVAILABLE);
	if (fault.kind != kind_of(FAIL_MEMORY)) {
		fault.met = met;
		catch_calls();
	}
	fault.met = met;
}
