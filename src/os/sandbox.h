/* What the process may still do, once it has said that it needs no more.
 *
 * Two parts, each used where the system and the build have it: Landlock, which knows files,
 * TCP, and whom a signal or an abstract socket may reach; and a seccomp filter, which knows
 * system calls. Neither can be taken off again, by this process or any other. */
#ifndef PARLOUR_OS_SANDBOX_H
#define PARLOUR_OS_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

struct sandbox {
	int landlock; /* the version of its interface; 0: there is none */
	bool seccomp;
};

/* What this system and this build have of it. */
struct sandbox sandbox_available(void);

/* From here on nothing is written but at the first paths, nothing read but there and at the second
 * ones, and below those that are folders; no program started, no process made, no socket, no signal
 * sent to others, no memory made executable, and no more than so many bytes of it taken; and no
 * core is ever left. Each list ends with NULL; what isn't there does not matter. Called before any
 * thread is started. Returns what is now in force. */
struct sandbox sandbox_start(const char *const *write, const char *const *read, uint64_t memory);

/* "landlock 7, seccomp"; "none". */
enum { SANDBOX_NAME_MAX = 48 };
void sandbox_name(struct sandbox sandbox, char out[SANDBOX_NAME_MAX]);

#endif
