/* The sandbox, and its first part on Linux, Landlock: files, TCP, and the reach of signals.
 *
 * The kernel reports the version of its interface, and may only be given flags that this version
 * knows (docs.kernel.org/userspace-api/landlock). The structures are declared here in their newest
 * form, because the headers of the build system may be older than the running kernel. */
#include "os/sandbox.h"

#include <stdio.h>

#include "os/sandbox_private.h"

#ifdef HAVE_SANDBOX
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset /* older headers: a call that no kernel has */
#define SYS_landlock_create_ruleset (-1)
#define SYS_landlock_add_rule (-1)
#define SYS_landlock_restrict_self (-1)
#endif

enum { GET_VERSION = 1U << 0, RULE_PATH_BENEATH = 1 };

enum {
	FILE_WRITE = 1 << 1,
	FILE_READ = 1 << 2,
	FOLDER_READ = 1 << 3,
	FILE_REMOVE = 1 << 5,
	FILE_MAKE = 1 << 8,
	FILE_TRUNCATE = 1 << 14, /* since version 3 */
	NET_ALL = 0x3,           /* since version 4: TCP, bind and connect */
	SCOPE_ALL = 0x3,         /* since version 6: abstract sockets, signals */
};

enum {
	READ = FILE_READ | FOLDER_READ,
	WRITE = READ | FILE_WRITE | FILE_REMOVE | FILE_MAKE | FILE_TRUNCATE,
};

struct ruleset {
	uint64_t files, net, scope; /* denied unless a rule allows it */
};

struct rule {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

/* All file rights of a version, one bit each. */
static uint64_t all_of_files(int version)
{
	static const int bits[] = {0, 13, 14, 15, 15, 16};
	const int last = sizeof bits / sizeof bits[0] - 1;
	return (UINT64_C(1) << bits[version < last ? version : last]) - 1;
}

/* The version of the system's interface; 0: not available. */
static int landlock_version(void)
{
	const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, GET_VERSION);
	return version > 0 ? (int)version : 0;
}

/* A rule for a folder holds for everything in it. For a file, the kernel refuses some rights. */
static bool allow(int ruleset, const char *path, uint64_t allowed)
{
	int parent = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (parent < 0) {
		parent = open(path, O_PATH | O_CLOEXEC);
		allowed &= FILE_READ | FILE_WRITE | FILE_TRUNCATE;
	}
	if (parent < 0)
		return true;
	const struct rule rule = {.allowed = allowed, .parent = parent};
	const long added = syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0);
	close(parent);
	return added == 0;
}

/* False if the system refuses it. */
static bool landlock_start(int version, const char *const *write, const char *const *read)
{
	const struct ruleset denied = {.files = all_of_files(version),
	                               .net = version >= 4 ? NET_ALL : 0,
	                               .scope = version >= 6 ? SCOPE_ALL : 0};
	const int ruleset = (int)syscall(SYS_landlock_create_ruleset, &denied, sizeof denied, 0);
	if (ruleset < 0)
		return false;
	bool good = true;
	for (; good && *write != NULL; write++)
		good = allow(ruleset, *write, WRITE & denied.files);
	for (; good && *read != NULL; read++)
		good = allow(ruleset, *read, READ);
	good = good && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
	close(ruleset);
	return good;
}

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
#elif !defined HAVE_PLEDGE
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

bool sandbox_is_complete(struct sandbox sandbox)
{
	return sandbox.pledge || (sandbox.landlock > 0 && sandbox.seccomp);
}

void sandbox_name(struct sandbox sandbox, char out[SANDBOX_NAME_MAX])
{
	if (sandbox.pledge)
		snprintf(out, SANDBOX_NAME_MAX, "pledge, unveil");
	else if (sandbox.landlock > 0)
		snprintf(out, SANDBOX_NAME_MAX, "landlock %d, %s", sandbox.landlock,
		         sandbox.seccomp ? "seccomp" : "no seccomp");
	else
		snprintf(out, SANDBOX_NAME_MAX, "%s",
		         sandbox.seccomp ? "seccomp, no landlock" : "none");
}
