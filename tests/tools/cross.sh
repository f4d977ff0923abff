#!/bin/sh
# Builds the game for another machine, or as a static program with musl, and runs tests of it:
# cross.sh MACHINE [TEST...], in the source folder after autoreconf. A machine is one of the table
# below. The tests are names as in TESTS of `make check`. Without any, on an emulated machine, they
# are those of values that must be the same everywhere: identities, seeds, files, games as text,
# solvers; the longest ones, such as check_rate, take hours there. With musl they are all but those
# of the tree. The last line says how many passed, were skipped, and failed.
#
# The libraries are in the folder $CROSS_ROOTS/MACHINE (default: ~/.cache/parlour/cross). Those of
# another machine are Debian packages, unpacked but not installed. musl.sh builds those for musl
# from this system's source packages. The build is in build-MACHINE, and continues where it stopped.
# Programs of the other machine run under qemu-user, those of i386 and musl as they are. Nothing
# needs root.
#
# Packages: mmdebstrap qemu-user gcc-s390x-linux-gnu gcc-aarch64-linux-gnu gcc-arm-linux-gnueabihf
# gcc-i686-linux-gnu gcc-riscv64-linux-gnu, those that are used. For musl: musl-tools dpkg-dev
# libtool tcl.
set -eu

usage() {
	echo "usage: tests/tools/cross.sh s390x|arm64|armhf|i386|riscv64|musl [TEST...]" >&2
	exit 2
}

[ $# -ge 1 ] || usage
machine=$1
shift
suite=bookworm
case $machine in
s390x) compiler=s390x-linux-gnu libraries=s390x-linux-gnu qemu=qemu-s390x ;; # big-endian
arm64) compiler=aarch64-linux-gnu libraries=aarch64-linux-gnu qemu=qemu-aarch64 ;;
armhf) compiler=arm-linux-gnueabihf libraries=arm-linux-gnueabihf qemu=qemu-arm ;;
i386) compiler=i686-linux-gnu libraries=i386-linux-gnu qemu= ;; # a PC runs it
riscv64) compiler=riscv64-linux-gnu libraries=riscv64-linux-gnu qemu=qemu-riscv64 suite=trixie ;;
musl) compiler=musl qemu= ;;
*) usage ;;
esac
[ "$machine" = musl ] || tools="mmdebstrap $qemu $compiler-gcc"
for tool in ${tools:-musl-gcc dpkg-source libtoolize tclsh}; do
	command -v "$tool" >/dev/null || {
		echo "cross.sh: $tool is missing" >&2
		exit 2
	}
done
[ -x configure ] || {
	echo "cross.sh: there is no ./configure: run autoreconf -fi in the source folder" >&2
	exit 2
}

roots=${CROSS_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/parlour/cross}
root=$roots/$machine
jobs=-j${JOBS:-$(getconf _NPROCESSORS_ONLN)}

# ---- libraries of another machine ----

# Where apt gets Debian from; CROSS_MIRROR may name another place. Without either, as on Ubuntu,
# mmdebstrap knows one.
# shellcheck disable=SC2016 # apt's word
mirror() {
	echo "${CROSS_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' |
		grep '/debian/*$' | head -n 1)}"
}

unpack_libraries() {
	rm -rf "$root.new"
	packages=libc6-dev,libc-bin,libncurses-dev,ncurses-term,libsqlite3-dev,libjansson-dev
	packages=$packages,libunistring-dev,libfribidi-dev,libseccomp-dev,check,libvterm-dev
	packages=$packages,libatomic1
	mirror=$(mirror)
	mmdebstrap --quiet --variant=extract "--architectures=$machine" "--include=$packages" \
		"$suite" "$root.new" ${mirror:+"$mirror"}
	# Since trixie, packages have no /lib. The link is from one that is not unpacked.
	[ -e "$root.new/lib" ] || ln -s usr/lib "$root.new/lib"
	# qemu looks for every path there first; these are to be this system's.
	rm -rf "$root.new/dev" "$root.new/tmp" "$root.new/var"
	# Links that begin at the root of that system must stay in it.
	find "$root.new" -type l -lname '/*' | while read -r link; do
		ln -sfn "$root$(readlink "$link")" "$link"
	done
	mv "$root.new" "$root"
}

# ---- the build ----

configure_for_machine() {
	PKG_CONFIG=pkg-config PKG_CONFIG_SYSROOT_DIR=$root \
		PKG_CONFIG_LIBDIR=$root/usr/lib/$libraries/pkgconfig:$root/usr/share/pkgconfig \
		../configure -q --enable-werror --without-sync "--host=$compiler" \
		CC="$compiler-gcc --sysroot=$root"
}

configure_for_musl() {
	PKG_CONFIG='pkg-config --static' PKG_CONFIG_LIBDIR=$root/lib/pkgconfig \
		../configure -q --enable-werror --without-sync --without-seccomp "CC=$root/cc" \
		"CPPFLAGS=-I$root/include" "LDFLAGS=-L$root/lib"
}

mkdir -p "$roots" "build-$machine"
if [ "$machine" = musl ]; then
	[ -e "$root/complete" ] || sh tests/tools/musl.sh "$root"
elif [ ! -d "$root" ]; then
	unpack_libraries
fi
cd "build-$machine"
if [ ! -e config.status ]; then
	if [ "$machine" = musl ]; then configure_for_musl; else configure_for_machine; fi
fi
make -s "$jobs" parlour

# ---- the tests ----

# Each program becomes a script that runs it on the other machine.
wrap_programs() {
	rm -rf programs
	mkdir programs
	for program in parlour key_table; do
		printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$run" "$PWD/$program" \
			>"programs/$program"
		chmod +x "programs/$program"
	done
}

check() {
	rm -f test-suite.log
	CK_TIMEOUT_MULTIPLIER=20 PATIENCE=20 make -s "$jobs" check "$@"
}

failed=0
if [ "$machine" = musl ]; then
	# shellcheck disable=SC2016 # make's words
	[ $# -gt 0 ] || set -- '$(SCREEN_TESTS)' '$(TORTURE_TESTS)' '$(UNIT_TESTS)' \
		'$(filter-out tests/tree/% tests/sync/% %/check_hosting.sh,$(SCRIPT_TESTS))'
	check "TESTS=$*" || failed=1
else
	run="$qemu -L $root"
	[ -n "$qemu" ] || run="$root/lib/ld-linux.so.2 \
--library-path $root/lib/$libraries:$root/usr/lib/$libraries"
	wrap_programs
	# The machine is emulated, and slow.
	[ $# -gt 0 ] || set -- check_core check_algo check_seeds check_shape check_ladder \
		check_run check_replay check_live check_scores check_store check_data_file \
		check_damage check_file check_text check_tilt check_gems check_bishop check_lines \
		check_rating check_sync check_tally check_guests check_draft check_keys check_log \
		check_sqlite check_session check_language check_level_code check_backup \
		check_pending check_rival check_ghosts check_glyph tests/cli/check_golden.sh
	units=key_table
	for test; do
		case $test in *.sh) ;; *) units="$units $test" ;; esac
	done
	check "programs=$PWD/programs" "LOG_COMPILER=$run" "TESTS=$*" "check_PROGRAMS=$units" ||
		failed=1
fi
awk -v machine="$machine" '/^# [A-Z]+: / { count[$2] = $3 }
	END { printf "%s: %d passed, %d skipped, %d failed\n", machine, count["PASS:"],
		count["SKIP:"], count["FAIL:"] + count["ERROR:"] }' test-suite.log
exit $failed
