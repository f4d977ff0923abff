#!/bin/sh
# packaging/: the files for distributions agree with configure.ac and Makefile.am in the version, the
# libraries and the files, and each fact is in one place. `make packages` builds the packages.
# shellcheck disable=SC2016,SC2094 # scripts for other shells; files that are only read
set -eu

top=$(cd "${srcdir:-.}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
checks=0 faults=0
holds() {
	what=$1
	shift
	checks=$((checks + 1))
	"$@" >"$work/said" 2>&1 || {
		printf '%s: %s\n' "$what" "$(cat "$work/said")"
		faults=$((faults + 1))
	}
}
systems='alpine arch debian fedora freebsd homebrew nix'

# ---- the version ----

# filled FOLDER VERSION: the finished files of a tree with that version, in FOLDER/files
filled() {
	mkdir "$1"
	sed "s/^AC_INIT(\[Parlour\], \[[^]]*\]/AC_INIT([Parlour], [$2]/" "$top/configure.ac" >"$1/configure.ac"
	cp -R "$top/packaging" "$1"
	chmod -R u+w "$1"
	echo "not a source package" >"$1/parlour-$2.tar.xz"
	sh "$1/packaging/fill" "$1/parlour-$2.tar.xz" "$1/files"
}
# versions FOLDER DEBIAN FEDORA ARCH ALPINE OTHERS: how each system's file writes it
versions() {
	holds "debian/changelog: not $2" \
		grep -q "^parlour ($2-1) unstable" "$1/files/debian/changelog"
	holds "parlour.spec: not $3" grep -qx "Version: *$3" "$1/files/fedora/parlour.spec"
	holds "PKGBUILD: not $4" grep -qx "pkgver=$4" "$1/files/arch/PKGBUILD"
	holds "APKBUILD: not $5" grep -qx "pkgver=$5" "$1/files/alpine/APKBUILD"
	holds "parlour.rb: not $6" grep -q "^  url .*/parlour-$6.tar.xz\"$" "$1/files/homebrew/parlour.rb"
	holds "freebsd/Makefile: not $6" grep -qx "DISTVERSION=	$6" "$1/files/freebsd/Makefile"
	for system in fedora/parlour.spec arch/PKGBUILD alpine/APKBUILD; do
		holds "$system: another source package" grep -q "parlour-$6.tar.xz" "$1/files/$system"
	done
}
version=$(sed -n 's/^AC_INIT(\[Parlour\], \[\([^]]*\)\].*/\1/p' "$top/configure.ac")
holds 'configure.ac has no version' test -n "$version"
filled "$work/now" "$version"
holds 'the version changed' cmp "$top/configure.ac" "$work/now/configure.ac"
filled "$work/candidate" 1.2.0-rc3
versions "$work/candidate" '1\.2\.0~rc3' '1\.2\.0~rc3' '1\.2\.0rc3' '1\.2\.0_rc3' '1\.2\.0-rc3'
filled "$work/release" 1.2.0
versions "$work/release" '1\.2\.0' '1\.2\.0' '1\.2\.0' '1\.2\.0' '1\.2\.0'
holds 'fill takes the source package of another version' \
	sh -c '! sh "$1/packaging/fill" "$2" "$1/other"' - "$work/now" "$work/release/parlour-1.2.0.tar.xz"
holds 'nix/package.nix does not read configure.ac' \
	grep -qF 'readFile ../../configure.ac' "$top/packaging/nix/package.nix"

# Nothing is left to fill in, but what uscan replaces in debian/watch.
find "$work/now/files" -type f | while read -r file; do
	sed 's/@PACKAGE@-@ANY_VERSION@@ARCHIVE_EXT@//' "$file" | grep -E '@[A-Z_0-9]+@' | sed "s|^|$file: |"
done >"$work/left"
holds "left to fill in: $(cat "$work/left")" test ! -s "$work/left"
# The version, the homepage and the address are in no file but configure.ac and packaging/fill.
for system in $systems; do
	holds "packaging/$system has the version" \
		sh -c '! grep -rF "$1" "$2"' - "$version" "$top/packaging/$system"
	grep -rE '[a-z]+://|@[a-z]+\.' "$top/packaging/$system" |
		grep -v ':Format: https://www.debian.org/doc/packaging-manuals/' >"$work/named" || :
	holds "packaging/$system: $(cat "$work/named")" test ! -s "$work/named"
done

# The homepage and the id of the metainfo: both are placeholders, or neither.
holds 'only one of homepage and AppStream id is a placeholder' test \
	"$(grep -c '^homepage=.*\.example/' "$top/packaging/fill")" = \
	"$(grep -c '<id>org\.example\.' "$top/data/parlour.metainfo.xml.in")"

# ---- the libraries ----

# The modules of pkg-config that configure looks for, as each system names them; the last lines are
# what else a build needs there. Homebrew does not run the tests; FreeBSD has no seccomp.
cat >"$work/table" <<'TABLE'
module     debian         fedora                arch            alpine         homebrew   nix             freebsd
ncursesw   libncurses-dev pkgconfig(ncursesw)   ncurses         ncurses-dev    ncurses    ncurses         ncurses
sqlite3    libsqlite3-dev pkgconfig(sqlite3)    sqlite          sqlite-dev     sqlite     sqlite          sqlite
fribidi    libfribidi-dev pkgconfig(fribidi)    fribidi         fribidi-dev    fribidi    fribidi         fribidi
jansson    libjansson-dev pkgconfig(jansson)    jansson         jansson-dev    jansson    jansson         jansson
check      check          pkgconfig(check)      check           check-dev      -          check           check
vterm      libvterm-dev   pkgconfig(vterm)      libvterm        libvterm-dev   -          libvterm-neovim libvterm
libseccomp libseccomp-dev pkgconfig(libseccomp) libseccomp      libseccomp-dev libseccomp libseccomp      -
libpq      libpq-dev      pkgconfig(libpq)      postgresql-libs libpq-dev      libpq      libpq           pgsql
-          libunistring-dev libunistring-devel  libunistring    libunistring-dev libunistring libunistring  libunistring
-          pkgconf        gcc                   -               -              pkgconf    pkg-config      pkgconfig
-          pkg-config     make                  -               -              -          autoreconfHook  gmake
-          debhelper-compat systemd-rpm-macros  -               -              -          po4a            localbase
-          dh-sequence-installsysusers -        -               -              -          -               tar:xz
TABLE
sed -n 's/^.*PKG_CHECK_MODULES(\[[A-Z]*\], \[\([^] ]*\).*/\1/p' "$top/configure.ac" | sort >"$work/modules"
awk 'NR > 1 && $1 != "-" { print $1 }' "$work/table" | sort >"$work/known"
holds 'the modules of configure.ac are not those of the table' diff "$work/modules" "$work/known"

# needs SYSTEM: what its file says a build needs, a word a line
needs() {
	case $1 in
	debian)
		sed -n '/^Build-Depends:/,/^[^ B]/s/^ //p' "$top/packaging/debian/control" |
			sed -e 's/<[^>]*>//g' -e 's/\[[^]]*\]//g' -e 's/([^)]*)//g' | tr ',| ' '\n'
		;;
	fedora) sed -n 's/^BuildRequires: *\([^ ]*\).*/\1/p' "$top/packaging/fedora/parlour.spec" ;;
	arch) sed -n 's/^[a-z]*kedepends=(\(.*\))$/\1/p; s/^checkdepends=(\(.*\))$/\1/p' \
		"$top/packaging/arch/PKGBUILD" | tr ' ' '\n' ;;
	alpine) sed -n '/^[a-z]*depends="$/,/"$/s/^	\([a-z].*\)/\1/p' "$top/packaging/alpine/APKBUILD" ;;
	homebrew) sed -n 's/^ *depends_on "\([^"]*\)".*/\1/p' "$top/packaging/homebrew/parlour.rb" ;;
	nix) sed -n '/^{$/,/^}:$/s/^  \([^ ,]*\),$/\1/p' "$top/packaging/nix/package.nix" |
		grep -vx -e lib -e stdenv ;;
	freebsd)
		sed -e ':joined' -e '/\\$/{N;s/\\\n//;b joined' -e '}' "$top/packaging/freebsd/Makefile" |
			sed -n -e 's/^[A-Z_]*DEPENDS=//p' -e 's/^[A-Z_]*USES=//p' | tr ' \t' '\n' |
			sed 's|.*:.*/||'
		;;
	esac | sed '/^$/d' | sort
}
column=1
for system in debian fedora arch alpine homebrew nix freebsd; do
	column=$((column + 1))
	awk -v "column=$column" 'NR > 1 && $column != "-" { print $column }' "$work/table" |
		sort >"$work/expected"
	needs $system >"$work/needed"
	holds "what packaging/$system needs (<) is not in the table of this test (>)" \
		diff "$work/needed" "$work/expected"
done
# The oldest versions, for systems that can name them.
sed -n 's/^.*PKG_CHECK_MODULES(\[[A-Z]*\], \[\([a-z0-9]*\) >= \([0-9.]*\)\].*/\1 \2/p' "$top/configure.ac" \
	>"$work/oldest"
holds 'configure.ac asks for no version' test -s "$work/oldest"
while read -r module oldest; do
	package=$(awk -v "module=$module" '$1 == module { print $2 }' "$work/table")
	holds "debian/control: $package (>= $oldest)" \
		grep -qF "$package (>= $oldest)" "$top/packaging/debian/control"
	holds "parlour.spec: pkgconfig($module) >= $oldest" \
		grep -qxF "BuildRequires:  pkgconfig($module) >= $oldest" "$top/packaging/fedora/parlour.spec"
done <"$work/oldest"

# A library that configure can do without is asked for, so that a build without it fails.
for file in debian/rules fedora/parlour.spec arch/PKGBUILD alpine/APKBUILD homebrew/parlour.rb \
	nix/package.nix freebsd/Makefile; do
	holds "packaging/$file: no --with-fribidi" grep -q -e --with-fribidi "$top/packaging/$file"
	case $file in # Nixpkgs writes its options itself; FreeBSD has no seccomp
	nix/*) holds "packaging/$file: no seccomp" grep -q 'withFeature .* "seccomp"' "$top/packaging/$file" ;;
	freebsd/*) ;;
	*) holds "packaging/$file: no --with-seccomp" grep -q -e --with-seccomp "$top/packaging/$file" ;;
	esac
done

# ---- the files ----

# All files of packaging/ are in the source package, those that the packages take are there.
find "$top/packaging" -mindepth 1 -maxdepth 1 | while read -r file; do
	grep -qE "(^|[[:blank:]])packaging/$(basename "$file")([[:blank:]]|\$)" "$top/Makefile.am" ||
		basename "$file"
done >"$work/lost"
holds "not in EXTRA_DIST: $(cat "$work/lost")" test ! -s "$work/lost"
for system in $systems; do
	grep -rhoE 'packaging/[a-z_-]+\.[a-z]+' "$top/packaging/$system" || :
done | sort -u >"$work/taken"
holds 'the packages take nothing of packaging/' test -s "$work/taken"
while read -r file; do
	holds "$file is missing" test -s "$top/$file"
done <"$work/taken"
# The levels of Debian's tests come with the package.
grep -rhoE 'doc/parlour/levels/[a-z/-]+\.level' "$top/packaging/debian/tests" |
	sed 's|doc/parlour/||' >"$work/levels"
holds 'no test reads a level of the package' test -s "$work/levels"
while read -r level; do
	holds "$level is no pack" grep -qF "$level" "$top/Makefile.am"
done <"$work/levels"
# The account of the unit is the one that the packages create.
account=$(sed -n 's/^User=//p' "$top/packaging/parlour-sync.service")
holds "no account $account" grep -q "^u $account " "$top/packaging/parlour-sync.sysusers"
if systemd-sysusers --help 2>/dev/null | grep -q -e --dry-run; then
	mkdir "$work/system"
	holds "the account can't be created" systemd-sysusers --dry-run "--root=$work/system" \
		"$top/packaging/parlour-sync.sysusers"
fi
holds 'the unit runs no program in /usr/local, which the packages replace' \
	grep -q '^ExecStart=/usr/local/bin/parlour-sync ' "$top/packaging/parlour-sync.service"

# What `make install` brings is what the packages take: programs in bin, the rest in share, and the
# name parlour-sync says what belongs to it.
make=$(command -v gmake || echo make)
if [ -e Makefile ]; then
	env -u MAKEFLAGS "$make" -s install "DESTDIR=$work/root" prefix=/usr >"$work/log" 2>&1 || {
		tail -n 5 "$work/log"
		faults=$((faults + 1))
	}
	(cd "$work/root/usr" && find . ! -type d) | sed 's|^\./||' >"$work/installed"
	(cd "$work/root" && find . ! -type d ! -path './usr/bin/*' ! -path './usr/share/*') >"$work/astray"
	holds "the packages would miss $(cat "$work/astray")" test ! -s "$work/astray"
	holds 'the game is not installed' grep -qx bin/parlour "$work/installed"
	holds 'the verifier is not installed' grep -qx bin/parlour-verify "$work/installed"
	grep '^bin/' "$work/installed" |
		grep -vx -e bin/parlour -e bin/parlour-sync -e bin/parlour-verify >"$work/others" || :
	holds "unknown to the packages: $(cat "$work/others")" test ! -s "$work/others"
	for page in man6/parlour.6 man6/parlour-verify.6 man5/parlour-levels.5; do
		holds "no manual page $page" grep -qx "share/man/$page" "$work/installed"
	done
	# Fedora's list of files takes each page by its name, with its languages.
	sed -n 's|^share/man/[^/]*/man[1-9]/\(.*\)\.[1-9]$|%find_lang \1 --with-man|p' "$work/installed" |
		sort -u >"$work/pages"
	while read -r line; do
		holds "parlour.spec: no $line" grep -qxF "$line" "$top/packaging/fedora/parlour.spec"
	done <"$work/pages"
else
	echo 'not tested: what is installed, as this is no build folder'
fi

echo "$checks checks, $faults faults"
exit $((faults > 0))
