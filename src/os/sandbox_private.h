/* The two parts of the sandbox. Only files of the sandbox include this, and its probe. */
#ifndef PARLOUR_OS_SANDBOX_PRIVATE_H
#define PARLOUR_OS_SANDBOX_PRIVATE_H

#include "os/sandbox.h"

/* Sanitizers look into /proc, and at the end have a process of their own trace this one. */
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

/* The version of the system's interface; 0: there is none. */
int landlock_version(void);

/* False where it could not be done. */
bool landlock_start(int version, const char *const *write, const char *const *read);

bool seccomp_available(void);
bool seccomp_start_filter(void);

#endif
