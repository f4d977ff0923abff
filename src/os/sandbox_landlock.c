/* Landlock: which files, which network, and whom signals may reach.
 *
 * Its interface grows: a kernel tells its version, and is asked only for what that version
 * knows (docs.kernel.org/userspace-api/landlock). So the structures stand here as the newest one
 * has them, as the headers of the system that builds may be older than the kernel that runs. */
#include "os/sandbox_private.h"

#ifdef HAVE_SANDBOX
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef SYS_landlock_create_ruleset

enum { GET_VERSION = 1U << 0, RULE_PATH_BENEATH = 1 };

enum {
	FILE_WRITE = 1 << 1,
	FILE_READ = 1 << 2,
	FOLDER_READ = 1 << 3,
	FILE_REMOVE = 1 << 5,
	FILE_MAKE = 1 << 8,
	FILE_TRUNCATE = 1 << 14, /* known from version 3 on */
	NET_ALL = 0x3,           /* from 4 on: TCP, to bind and to connect */
	SCOPE_ALL = 0x3,         /* from 6 on: abstract sockets, signals */
};

enum {
	READ = FILE_READ | FOLDER_READ,
	WRITE = READ | FILE_WRITE | FILE_REMOVE | FILE_MAKE | FILE_TRUNCATE,
};

struct ruleset {
	uint64_t files, net, scope; /* what is denied unless a rule says otherwise */
};

struct rule {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

/* All that a version knows of files: a bit each. */
static uint64_t all_of_files(int version)
{
	static const int bits[] = {0, 13, 14, 15, 15, 16};
	const int last = sizeof bits / sizeof bits[0] - 1;
	return (UINT64_C(1) << bits[version < last ? version : last]) - 1;
}

int landlock_version(void)
{
	const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, GET_VERSION);
	return version > 0 ? (int)version : 0;
}

/* What is said of a folder holds for all below it; of a file, some of it would be refused. */
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
	const long added =
		syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0);
	close(parent);
	return added == 0;
}

bool landlock_start(int version, const char *const *write, const char *const *read)
{
	const struct ruleset denied = {
		.files = all_of_files(version),
		.net = version >= 4 ? NET_ALL : 0,
		.scope = version >= 6 ? SCOPE_ALL : 0,
	};
	const int ruleset =
		(int)syscall(SYS_landlock_create_ruleset, &denied, sizeof denied, 0);
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

#else
int landlock_version(void)
{
	return 0;
}

bool landlock_start(int version, const char *const *write, const char *const *read)
{
	(void)version;
	(void)write;
	(void)read;
	return false;
}
#endif
#endif
