#!/bin/sh
# What `make install` brings, in a staged installation: programs without paths of the build, pages
# whose links lead somewhere, what desktops read, completions. `make uninstall` removes all of it.
# Run in the build folder.
# shellcheck disable=SC2016 # scripts for other shells
set -eu

test -x "${PARLOUR:-}" || {
	echo "PARLOUR must be the program's absolute path" >&2
	exit 99
}
top=$(cd "${srcdir:-.}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
. "$top/tests/cli/holds.sh"
# Of an outer make, whose TESTS and jobs are not ours.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

stage=$work/stage
"${MAKE:-make}" -s install DESTDIR="$stage" prefix=/usr >"$work/log" 2>&1 || {
	cat "$work/log"
	exit 1
}
share=$stage/usr/share
pages=$share/doc/parlour

has() {
	holds "not installed: $1" test -s "$stage/usr/$1"
}
has bin/parlour
has share/man/man6/parlour.6
has bin/parlour-verify
has share/man/man6/parlour-verify.6
has share/man/man5/parlour-levels.5
# From a checkout without po4a, only the English pages are there: po/manual has the others.
if [ -e man/pages.stamp ] || [ -e "$top/man/pages.stamp" ]; then
	for language in "$top"/po/manual/*.po; do
		has "share/man/$(basename "$language" .po)/man6/parlour.6"
		has "share/man/$(basename "$language" .po)/man6/parlour-verify.6"
		has "share/man/$(basename "$language" .po)/man5/parlour-levels.5"
	done
fi
has share/doc/parlour/LICENSE
has share/doc/parlour/levels/tilt/classic.level
has share/applications/parlour.desktop
has share/metainfo/parlour.metainfo.xml
has share/icons/hicolor/scalable/apps/parlour.svg
has share/icons/hicolor/symbolic/apps/parlour-symbolic.svg
programs=parlour
if [ -e "$stage/usr/bin/parlour-sync" ]; then programs="parlour parlour-sync"; fi
for program in $programs; do
	has "share/bash-completion/completions/$program"
	has "share/zsh/site-functions/_$program"
	has "share/fish/vendor_completions.d/$program.fish"
done

# ---- programs ----

# Without the paths of the source and of the build, two builds can be the same. The sanitizers have
# reasons for them.
if [ -z "${SANITIZED-}" ]; then
	for program in $programs; do
		for folder in "$top" "$PWD"; do
			holds "$program has the path $folder" \
				sh -c '! grep -aqF -e "$1" "$2"' - "$folder" "$stage/usr/bin/$program"
		done
	done
fi

# ---- links ----

(cd "$pages" && find . -name '*.md') | sed 's|^\./||' | sort >"$work/pages"
holds 'README.md is not installed' grep -qx README.md "$work/pages"
links=0
while read -r page; do
	grep -o '](\([^)#][^)]*\))' "$pages/$page" | sed 's/^](\(.*\))$/\1/; s/#.*//' |
		grep -v '^https*:' >"$work/links" || :
	while read -r link; do
		links=$((links + 1))
		holds "$page: there is no $link" test -s "$pages/$(dirname "$page")/$link"
	done <"$work/links"
done <"$work/pages"
holds "only $links links" test "$links" -ge 30

# ---- desktops ----

entry=$share/applications/parlour.desktop
metainfo=$share/metainfo/parlour.metainfo.xml
value_of() {
	sed -n "s/^$1=//p" "$entry" | head -n 1
}
holds 'the desktop entry starts another program' test -x "$stage/usr/bin/$(value_of Exec)"
holds 'the desktop entry has another icon' \
	test -s "$share/icons/hicolor/scalable/apps/$(value_of Icon).svg"
holds 'the desktop entry needs a terminal' test "$(value_of Terminal)" = true
holds 'the metainfo describes the game in other words' grep -qF ">$(value_of Comment)<" "$metainfo"
sed -n 's/^Exec=parlour *//p' "$entry" | grep . | while read -r options; do
	"$PARLOUR" --help | grep -qw -e "$options" || echo "$options"
done >"$work/unknown"
holds "the desktop entry has unknown options: $(cat "$work/unknown")" test ! -s "$work/unknown"

# Every language has what is there in English, in the words that msgfmt would take. Older ones write pt_BR
# in XML, and not all know the same elements.
entry_texts=$(grep -E '^(Name|GenericName|Comment|Keywords)=' "$entry" | grep -cv '=Parlour$')
metainfo_texts=$(grep -cE '<(summary|p|li|keyword)>' "$metainfo")
languages=0
for file in "$top"/po/desktop/*.po; do
	languages=$((languages + 1))
	language=$(basename "$file" .po)
	tag=$(echo "$language" | tr _ -)
	holds "the desktop entry is not in $language" \
		test "$(grep -c "^[A-Za-z]*\[$language\]=" "$entry")" = "$entry_texts"
	holds "the metainfo is not in $language" \
		test "$(grep -c " xml:lang=\"$tag\"" "$metainfo")" = "$metainfo_texts"
	if msgfmt --desktop --help >"$work/said" 2>&1 && grep -q -e --xml "$work/said"; then
		msgfmt --desktop --template="$top/data/parlour.desktop.in" -l "$language" -o - "$file" |
			grep "\[$language\]=" >"$work/texts"
		msgfmt --xml --template="$top/data/parlour.metainfo.xml.in" -l "$language" -o - "$file" |
			grep " xml:lang=" | sed "s/xml:lang=\"$language\"/xml:lang=\"$tag\"/" >>"$work/texts"
		cat "$entry" "$metainfo" | grep -vxF -f - "$work/texts" >"$work/other" || :
		holds "msgfmt translates otherwise: $(cat "$work/other")" test ! -s "$work/other"
		holds "msgfmt translates nothing into $language" test "$(wc -l <"$work/texts")" -ge 10
	fi
done
holds 'no languages' test "$languages" -ge 1

# The last release is that of the changelog: "## [1.0.0] - 2026-12-24".
sed -n 's/^## \[\([0-9][^]]*\)\] - \([0-9-]*\)$/version="\1" date="\2"/p' "$top/CHANGELOG.md" |
	sed 's/-rc/~rc/' >"$work/changes"
sed -n 's/.*<release \(version="[^"]*" date="[^"]*"\).*/\1/p' "$metainfo" >"$work/releases"
holds "the metainfo has other releases than the changelog:
$(diff "$work/changes" "$work/releases")" cmp -s "$work/changes" "$work/releases"
holds 'no release' test -s "$work/releases"

# checked_by TOOL ARGUMENT...
checked_by() {
	if ! command -v "$1" >/dev/null; then
		echo "not tested: what $1 says, which is not installed"
	else
		tool=$1
		"$@" >"$work/said" 2>&1 && status=0 || status=$?
		holds "$tool: $(cat "$work/said")" test "$status" = 0
	fi
}
checked_by desktop-file-validate "$entry"
checked_by appstreamcli validate --pedantic --no-net "$metainfo"

# ---- removal ----

"${MAKE:-make}" -s uninstall DESTDIR="$stage" prefix=/usr >"$work/log" 2>&1 || cat "$work/log"
find "$stage" ! -type d >"$work/left"
holds "left behind: $(cat "$work/left")" test ! -s "$work/left"
holds "left behind: $pages" test ! -e "$pages"

echo "$links links, $asserted asserted, $faults faults"
test "$faults" = 0
