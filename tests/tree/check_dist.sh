#!/bin/sh
# The source package is the same, byte for byte: made here, and made again of the unpacked package, in
# another folder, under another umask, in another zone of time and language. Run in the build folder.
set -eu

top=$(cd "${srcdir:-.}" && pwd)
. "$top/tests/cli/holds.sh"
same_sanitized package
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES SOURCE_DATE_EPOCH
# Compressed more, it takes ten times as long, and the same bytes stay the same.
XZ_OPT=-1
export XZ_OPT
for tool in "${TAR:-tar}" xz; do
	command -v "$tool" >/dev/null || skip "$tool is not installed"
done
"${TAR:-tar}" --version 2>/dev/null | grep -q 'GNU tar' ||
	skip "${TAR:-tar} is not GNU tar"
command -v po4a >/dev/null || test -f "$top/man/pages.stamp" ||
	skip 'po4a is not installed, which makes the manual in other languages'
work=$(mktemp -d)
ending() {
	chmod -R u+w "$work"
	rm -rf "$work"
}
trap ending EXIT
trap 'exit 99' HUP INT TERM

# package UMASK: makes it here; its path is in $package
package() {
	(umask "$1" && "${MAKE:-make}" -s dist) >"$work/log" 2>&1 || {
		cat "$work/log"
		exit 1
	}
	package=$(echo "$PWD"/parlour-*.tar.xz)
}

package 022
xz -dc "$package" >"$work/first.tar"
mv "$package" "$work/first.tar.xz"

mkdir "$work/elsewhere"
cd "$work/elsewhere"
(umask 077 && tar -xf "$work/first.tar")
cd parlour-*/
mkdir made
cd made
TZ=Pacific/Kiritimati LC_ALL=C.UTF-8
export TZ LC_ALL
../configure -q --without-sync --without-seccomp >"$work/log" 2>&1 || {
	cat "$work/log"
	exit 1
}
package 077
holds "another package: $(cmp "$work/first.tar.xz" "$package" 2>&1)" \
	cmp -s "$work/first.tar.xz" "$package"
# Where they differ, what differs.
xz -dc "$package" >"$work/second.tar"
for which in first second; do
	tar --numeric-owner --full-time -tvf "$work/$which.tar" >"$work/$which"
done
diff "$work/first" "$work/second" | head -n 20

# What a file system and an account add is not there.
sed 's/ [^ ]*$//' "$work/first" | awk '{ print $1, $2, $4, $5 }' | sort -u >"$work/kinds"
sed -e '/^drwxr-xr-x 0\/0 /d; /^-rwxr-xr-x 0\/0 /d; /^-rw-r--r-- 0\/0 /d' "$work/kinds" >"$work/odd"
holds "owners or modes: $(cat "$work/odd")" test ! -s "$work/odd"
holds "more than one time: $(cat "$work/kinds")" \
	test "$(cut -d ' ' -f 3- "$work/kinds" | sort -u | wc -l)" = 1

echo "$asserted asserted, $faults faults"
test "$faults" = 0
