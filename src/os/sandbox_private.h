/* When there is a sandbox, and its second part. Private to the sandbox and its probe. */
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
#define HAVE_SANDBOX 1 /* that of Linux */
#endif

bool seccomp_available(void);
bool seccomp_start_filter(void);

#endif
