#!/bin/sh
# Builds the game for another machine and runs tests there: cross.sh MACHINE [TEST...], in the source
# folder after autoreconf. A machine is one of the table below. The tests are names as in TESTS of
# `make check`; without any, those of values that must be the same on every machine: identities,
# seeds, files, games as text, solvers. The longest ones, such as check_rate, take hours. The last
# line says how many passed, were skipped, and failed.
#
# The machine's libraries are Debian packages, unpacked but not installed, in the folder
# $CROSS_ROOTS/MACHINE (default: ~/.cache/parlour/cross). The build is in build-MACHINE, and continues
# where it stopped. Programs of the other machine run under qemu-user, those of i386 as they are.
# Nothing needs root.
#
# Packages: mmdebstrap qemu-user gcc-s390x-linux-gnu gcc-aarch64-linux-gnu gcc-arm-linux-gnueabihf
# gcc-i686-linux-gnu gcc-riscv64-linux-gnu, those that are used.
set -eu

usage() {
	echo "usage: tests/tools/cross.sh s390x|arm64|armhf|i386|riscv64 [TEST...]" >&2
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
*) usage ;;
esac
for tool in mmdebstrap $qemu "$compiler-gcc"; do
	command -v "$tool" >/dev/null || {
		echo "cross.sh: $tool is missing" >&2
		exit 2
	}
done
# Where apt gets Debian from; CROSS_MIRROR may name another place. Without either, as on Ubuntu,
# mmdebstrap knows one.
# shellcheck disable=SC2016 # apt's word
mirror() {
	echo "${CROSS_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' |
		grep '/debian/*$' | head -n 1)}"
}

[ -x configure ] || {
	echo "cross.sh: there is no ./configure: run autoreconf -fi in the source folder" >&2
	exit 2
}

# ---- the machine's libraries ----

roots=${CROSS_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/parlour/cross}
root=$roots/$machine
if [ ! -d "$root" ]; then
	mkdir -p "$roots"
	rm -rf "$root.new"
	packages=libc6-dev,libc-bin,libncurses-dev,ncurses-term,libsqlite3-dev,libjansson-dev
	packages=$packages,libseccomp-dev,check,libvterm-dev,libatomic1
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
fi

# ---- the build ----

jobs=-j${JOBS:-$(getconf _NPROCESSORS_ONLN)}
mkdir -p "build-$machine"
cd "build-$machine"
[ -e config.status ] ||
	PKG_CONFIG=pkg-config PKG_CONFIG_SYSROOT_DIR=$root \
		PKG_CONFIG_LIBDIR=$root/usr/lib/$libraries/pkgconfig:$root/usr/share/pkgconfig \
		../configure -q --enable-werror --without-sync "--host=$compiler" \
		CC="$compiler-gcc --sysroot=$root"
make -s "$jobs" parlour

# ---- the tests ----

# Each program becomes a script that runs it on the other machine.
run="$qemu -L $root"
[ -n "$qemu" ] ||
	run="$root/lib/ld-linux.so.2 --library-path $root/lib/$libraries:$root/usr/lib/$libraries"
rm -rf programs
mkdir programs
for program in parlour key_table; do
	printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$run" "$PWD/$program" >"programs/$program"
	chmod +x "programs/$program"
done

# The machine is emulated, and slow.
[ $# -gt 0 ] || set -- check_core check_algo check_seeds check_shape check_ladder check_run \
	check_replay check_live check_scores check_store check_data_file check_damage check_file \
	check_text check_tilt check_gems check_bishop check_lines check_rating check_sync check_tally \
	check_guests check_draft check_keys check_log check_sqlite check_session check_language \
	check_level_code check_backup check_pending check_rival check_ghosts tests/cli/check_golden.sh
units=key_table
for test; do
	case $test in *.sh) ;; *) units="$units $test" ;; esac
done
failed=0
rm -f test-suite.log
CK_TIMEOUT_MULTIPLIER=20 PATIENCE=20 \
	make -s "$jobs" check "programs=$PWD/programs" \
	"LOG_COMPILER=$run" "TESTS=$*" "check_PROGRAMS=$units" || failed=1
awk -v machine="$machine" '/^# [A-Z]+: / { count[$2] = $3 }
	END { printf "%s: %d passed, %d skipped, %d failed\n", machine, count["PASS:"],
		count["SKIP:"], count["FAIL:"] + count["ERROR:"] }' test-suite.log
exit $failed
