#include "os/sandbox.h"

#include <stdio.h>

#include "os/sandbox_private.h"

#ifdef HAVE_SANDBOX
#include <sys/prctl.h>
#include <sys/resource.h>

/* Without no_new_privs the kernel accepts neither part from a process that isn't root. */
static bool drop_privileges(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

struct sandbox sandbox_available(void)
{
	return (struct sandbox){.landlock = landlock_version(), .seccomp = seccomp_available()};
}

struct sandbox sandbox_start(const char *const *write, const char *const *read, uint64_t memory)
{
	struct sandbox sandbox = sandbox_available();
	const rlim_t limit = memory < RLIM_INFINITY ? (rlim_t)memory : RLIM_INFINITY;
	setrlimit(RLIMIT_DATA, &(struct rlimit){limit, limit});
	if (!drop_privileges())
		return (struct sandbox){0};
	if (sandbox.landlock > 0 && !landlock_start(sandbox.landlock, write, read))
		sandbox.landlock = 0;
	/* Last, because the filter does not allow the calls that Landlock needs. */
	sandbox.seccomp = sandbox.seccomp && seccomp_start_filter();
	return sandbox;
}
#else
struct sandbox sandbox_available(void)
{
	return (struct sandbox){0};
}

struct sandbox sandbox_start(const char *const *write, const char *const *read, uint64_t memory)
{
	(void)memory;
	(void)write;
	(void)read;
	return sandbox_available();
}
#endif

void sandbox_name(struct sandbox sandbox, char out[SANDBOX_NAME_MAX])
{
	if (sandbox.landlock > 0)
		snprintf(out, SANDBOX_NAME_MAX, "landlock %d, %s", sandbox.landlock,
		         sandbox.seccomp ? "seccomp" : "no seccomp");
	else
		snprintf(out, SANDBOX_NAME_MAX, "%s",
		         sandbox.seccomp ? "seccomp, no landlock" : "none");
}
