/* Restricts the process to the system calls and files it needs after its start.
 *
 * On Linux two parts, each used if the system and the build support it: Landlock restricts files,
 * TCP, and which processes signals and abstract sockets may reach; a seccomp filter restricts
 * system calls. On OpenBSD unveil(2) restricts files and pledge(2) system calls. None can be
 * removed again, by this process or any other. Other systems have no sandbox: FreeBSD's Capsicum
 * refuses paths, and SQLite opens and deletes its files by path. */
#ifndef PARLOUR_OS_SANDBOX_H
#define PARLOUR_OS_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

struct sandbox {
	int landlock; /* version of its interface; 0: not available */
	bool seccomp;
	bool pledge; /* with unveil */
};

/* What this system and this build support. */
struct sandbox sandbox_available(void);

/* From now on the process writes only to the paths of the first list, and reads only from both
 * lists; a folder includes everything in it. It can't start programs or processes, open sockets,
 * signal other processes, make memory executable, allocate more than `memory` bytes, or dump core.
 * Each list ends with NULL; missing paths are ignored. Call it before any thread is started.
 * Returns the parts in force. */
struct sandbox sandbox_start(const char *const *write, const char *const *read, uint64_t memory);

/* Whether no part is missing. */
bool sandbox_is_complete(struct sandbox sandbox);

/* "landlock 7, seccomp"; "pledge, unveil"; "none". */
enum { SANDBOX_NAME_MAX = 48 };
void sandbox_name(struct sandbox sandbox, char out[SANDBOX_NAME_MAX]);

#endif
