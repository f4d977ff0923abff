/* Included before every file by tests/tools/portable.sh: a Linux without what macOS and the BSDs
 * lack. Functions have other names; constants are gone; other names can't be written. */
#ifndef PARLOUR_TESTS_TOOLS_LACKING_H
#define PARLOUR_TESTS_TOOLS_LACKING_H

#define ppoll hidden_ppoll
#define pipe2 hidden_pipe2
#define memrchr hidden_memrchr
#define closefrom hidden_closefrom
#define close_range hidden_close_range
#define clock_getcpuclockid hidden_clock_getcpuclockid
#define environ hidden_environ
#define st_atim st_atimespec
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#undef ppoll
#undef pipe2
#undef memrchr
#undef closefrom
#undef close_range
#undef clock_getcpuclockid
#undef environ
#undef st_atim
#undef st_mtim
#undef st_ctim
#undef st_atime
#undef st_mtime
#undef st_ctime
#define st_atime st_atimespec.tv_sec
#define st_mtime st_mtimespec.tv_sec
#define st_ctime st_ctimespec.tv_sec

/* macOS takes the address of a status. */
#undef WEXITSTATUS
#undef WTERMSIG
#define WEXITSTATUS(status) (*(const int *)&(status) >> 8 & 0xFF)
#define WTERMSIG(status) (*(const int *)&(status) & 0x7F)

#undef SOCK_CLOEXEC
#undef SOCK_NONBLOCK
#undef O_PATH
#undef O_TMPFILE
#undef MSG_NOSIGNAL

#pragma GCC poison accept4 canonicalize_file_name dup3 eaccess epoll_create1 euidaccess eventfd   \
	execvpe explicit_bzero fallocate get_current_dir_name getauxval getrandom gettid mempcpy  \
		mremap posix_fallocate pthread_setname_np pthread_timedjoin_np pthread_tryjoin_np \
			qsort_r rawmemchr renameat2 secure_getenv sched_getaffinity sigabbrev_np  \
				signalfd st_atim st_ctim st_mtim strchrnul strverscmp syncfs      \
					timerfd_create vfork64 versionsort wmempcpy               \
						program_invocation_name                           \
							program_invocation_short_name
#endif
