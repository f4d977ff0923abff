/* The two parts of the sandbox. Private to the sandbox and its probe. */
#ifndef PARLOUR_OS_SANDBOX_PRIVATE_H
#define PARLOUR_OS_SANDBOX_PRIVATE_H

#include "os/sandbox.h"

/* Sanitizers read /proc, and LeakSanitizer traces this process from another one. */
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDER_SANITIZER 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define UNDER_SANITIZER 1
#endif

#if defined __linux__ && !defined UNDER_SANITIZER
#define HAVE_SANDBOX 1
#endif

/* The version of the system's interface; 0: not available. */
int landlock_version(void);

/* False if the system refuses it. */
bool landlock_start(int version, const char *const *write, const char *const *read);

bool seccomp_available(void);
bool seccomp_start_filter(void);

#endif
