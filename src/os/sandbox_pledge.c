/* The sandbox on OpenBSD: unveil decides which files there are, pledge which system calls. */
#include "os/sandbox_private.h"

#ifdef HAVE_PLEDGE
#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

/* Files within what is unveiled, with locks and modes; the terminal. No sockets, no processes. */
static const char promises[] = "stdio rpath wpath cpath fattr flock tty";

/* A folder includes everything in it. A path in a folder that is missing is nothing to show. */
static bool show(const char *const *paths, const char *permissions)
{
	for (; *paths != NULL; paths++)
		if (unveil(*paths, permissions) != 0 && errno != ENOENT && errno != ENOTDIR)
			return false;
	return true;
}

struct sandbox sandbox_available(void)
{
	return (struct sandbox){.pledge = true};
}

struct sandbox sandbox_start(const char *const *write, const char *const *read, uint64_t memory)
{
	const rlim_t limit = memory < RLIM_INFINITY ? (rlim_t)memory : RLIM_INFINITY;
	setrlimit(RLIMIT_DATA, &(struct rlimit){limit, limit});
	const bool good = show(read, "r") && show(write, "rwc") && unveil(NULL, NULL) == 0 &&
	                  pledge(promises, NULL) == 0;
	return (struct sandbox){.pledge = good};
}
#endif
