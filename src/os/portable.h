/* What not every system has, by its usual name.
 *
 * The code is written for POSIX.1-2008 with a few functions that Linux and most BSDs add. What
 * configure does not find is made here of what every system has, so the callers need no conditions.
 * Such a replacement behaves as its manual page says, as far as this program uses it. */
#ifndef PARLOUR_OS_PORTABLE_H
#define PARLOUR_OS_PORTABLE_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <time.h>

/* The environment. POSIX leaves its declaration to programs. */
extern char **environ;

#ifndef HAVE_PPOLL
/* Knows descriptors below FD_SETSIZE, POLLIN and POLLOUT. A bad descriptor fails with EBADF. */
int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *mask);
#endif

#ifndef HAVE_PIPE2
/* Knows O_CLOEXEC and O_NONBLOCK, and is not atomic. */
int pipe2(int ends[2], int flags);
#endif

#ifndef HAVE_MEMRCHR
void *memrchr(const void *bytes, int byte, size_t size);
#endif

#ifndef HAVE_CLOCK_GETCPUCLOCKID
/* Knows no other process: ENOSYS. */
int clock_getcpuclockid(pid_t process, clockid_t *clock);
#endif

/* Returns memory that was freed to the system, where the C library keeps it and can. */
void memory_trim(void);

/* Closes a descriptor and all above it. */
void close_all_from(int file);

/* Sets O_CLOEXEC and O_NONBLOCK for an open descriptor, as far as they are among the flags. False
 * with errno. */
bool set_descriptor_flags(int file, int flags);

/* When the file was written, and when it or what is known about it was changed. */
struct timespec time_written(const struct stat *status);
struct timespec time_changed(const struct stat *status);

#endif
