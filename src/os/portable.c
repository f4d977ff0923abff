/* Each replacement is compiled only where configure misses the function. tests/tools/portable.sh
 * tries them all on Linux. */
#include "os/portable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/select.h>
#include <unistd.h>
#ifdef HAVE_MALLOC_TRIM
#include <malloc.h>
#endif

/* ---- descriptors ---- */

bool set_descriptor_flags(int file, int flags)
{
	const int before = fcntl(file, F_GETFL);
	if (before < 0)
		return false;
	return ((flags & O_CLOEXEC) == 0 || fcntl(file, F_SETFD, FD_CLOEXEC) == 0) &&
	       ((flags & O_NONBLOCK) == 0 || fcntl(file, F_SETFL, before | O_NONBLOCK) == 0);
}

#ifndef HAVE_PIPE2
int pipe2(int ends[2], int flags)
{
	if (pipe(ends) != 0)
		return -1;
	if (set_descriptor_flags(ends[0], flags) && set_descriptor_flags(ends[1], flags))
		return 0;
	const int fault = errno;
	close(ends[0]);
	close(ends[1]);
	errno = fault;
	return -1;
}
#endif

void close_all_from(int file)
{
#ifdef HAVE_CLOSE_RANGE
	if (close_range((unsigned)file, ~0U, 0) == 0)
		return;
#elif defined HAVE_CLOSEFROM
	closefrom(file);
	return;
#endif
	enum { MANY = 1 << 20 }; /* the limit may be none */
	const long limit = sysconf(_SC_OPEN_MAX), end = limit < 0 || limit > MANY ? MANY : limit;
	for (; file < end; file++)
		close(file);
}

/* ---- processes ---- */

#ifndef HAVE_CLOCK_GETCPUCLOCKID
int clock_getcpuclockid(pid_t process, clockid_t *clock)
{
	(void)process;
	(void)clock;
	return ENOSYS;
}
#endif

/* ---- waiting ---- */

#ifndef HAVE_PPOLL
struct watched {
	fd_set in, out;
	int end; /* above the last descriptor */
};

/* False with errno if select can't watch one of the descriptors. */
static bool watch(struct watched *watched, const struct pollfd *files, nfds_t count)
{
	FD_ZERO(&watched->in);
	FD_ZERO(&watched->out);
	watched->end = 0;
	for (nfds_t i = 0; i < count; i++) {
		const int file = files[i].fd;
		if (file >= FD_SETSIZE) {
			errno = EINVAL;
			return false;
		}
		if (file >= 0 && (files[i].events & POLLIN))
			FD_SET(file, &watched->in);
		if (file >= 0 && (files[i].events & POLLOUT))
			FD_SET(file, &watched->out);
		watched->end = file >= watched->end ? file + 1 : watched->end;
	}
	return true;
}

static short events_of(const struct watched *watched, int file)
{
	if (file < 0)
		return 0;
	return (short)((FD_ISSET(file, &watched->in) ? POLLIN : 0) |
	               (FD_ISSET(file, &watched->out) ? POLLOUT : 0));
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
	struct watched watched;
	if (!watch(&watched, files, count) ||
	    pselect(watched.end, &watched.in, &watched.out, NULL, time, mask) < 0)
		return -1;
	int ready = 0;
	for (nfds_t i = 0; i < count; i++) {
		files[i].revents = events_of(&watched, files[i].fd);
		ready += files[i].revents != 0;
	}
	return ready;
}
#endif

/* ---- bytes ---- */

#ifndef HAVE_MEMRCHR
void *memrchr(const void *bytes, int byte, size_t size)
{
	const unsigned char *start = bytes;
	while (size-- > 0)
		if (start[size] == (unsigned char)byte)
			return (void *)(uintptr_t)(start + size);
	return NULL;
}
#endif

/* ---- memory ---- */

void memory_trim(void)
{
#ifdef HAVE_MALLOC_TRIM
	malloc_trim(0);
#endif
}

/* ---- times of files ---- */

#ifdef HAVE_STRUCT_STAT_ST_MTIM
#define WRITTEN st_mtim
#define CHANGED st_ctim
#else /* macOS */
#define WRITTEN st_mtimespec
#define CHANGED st_ctimespec
#endif

struct timespec time_written(const struct stat *status)
{
	return status->WRITTEN;
}

struct timespec time_changed(const struct stat *status)
{
	return status->CHANGED;
}
