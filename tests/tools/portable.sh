#!/bin/sh
# Builds the game on Linux without what macOS and the BSDs lack, and runs tests: portable.sh [TEST...],
# in the source folder after autoreconf. tests/tools/lacking.h takes it away; src/os/portable.h and
# configure must make do. The build is in build-portable.
set -eu

[ -x configure ] || {
	echo "portable.sh: there is no ./configure: run autoreconf -fi in the source folder" >&2
	exit 2
}
jobs=-j${JOBS:-$(getconf _NPROCESSORS_ONLN)}
mkdir -p build-portable
cd build-portable

# No Linux, no sandbox, no calls by Linux's number.
[ -e config.status ] ||
	../configure -q --enable-werror --without-seccomp ac_cv_header_uchar_h=no \
		ac_cv_func_clock_getcpuclockid=no \
		ac_cv_func_close_range=no ac_cv_func_closefrom=no ac_cv_func_malloc_trim=no \
		ac_cv_func_memrchr=no ac_cv_func_pipe2=no ac_cv_func_ppoll=no \
		ac_cv_member_struct_stat_st_mtim=no ac_cv_have_decl_SECCOMP_FILTER_FLAG_NEW_LISTENER=no
lacking="CPPFLAGS=-U__linux__ -include ../tests/tools/lacking.h"
make -s "$jobs" "$lacking" parlour

# FreeBSD, NetBSD and macOS have no sandbox, and the program says so.
./parlour --version | grep -qx 'sandbox with --restricted: none' || {
	echo "portable.sh: --version does not say that there is no sandbox" >&2
	exit 1
}

# OpenBSD's sandbox, with declarations as in its <unistd.h>, is compiled but not run.
cat >openbsd.h <<'END'
int pledge(const char *promises, const char *exec_promises);
int unveil(const char *path, const char *permissions);
END
for file in sandbox sandbox_pledge; do
	${CC:-cc} -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -U__linux__ \
		-include config.h -include openbsd.h -DHAVE_PLEDGE -I../src \
		-c "../src/os/$file.c" -o "openbsd_$file.o"
done

# Waiting, pipes, descriptors, times of files.
[ $# -gt 0 ] || set -- check_file check_log check_scores check_session check_store check_screen \
	check_terminal
make -s "$jobs" "$lacking" check "TESTS=$*" "check_PROGRAMS=$* key_table"
