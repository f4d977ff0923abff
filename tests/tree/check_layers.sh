#!/bin/sh
# The arrows between the folders of src/: what each may include, what its object files may refer to,
# and which file may use which library. Run in the build folder, with srcdir in the environment. To
# try it on another tree, name its src/ as the argument, and the folder of its objects as the second.
set -eu

. "${srcdir:-.}/tests/cli/holds.sh"
same_sanitized references
build=$(cd "${2:-src}" && pwd)
src=${1:-${srcdir:-.}/src}
cd "$src" || exit 99
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

# ---- who may use whom ----

# permit USER USED HOW: a fault unless the file USER may use the file USED. main.c joins everything.
permit() {
	case ${1%%/*} in
	os) may=os ;;
	algo) may='algo os' ;;
	puzzle) may='algo os puzzle' ;;
	puzzles) may='algo os puzzle puzzles' ;;
	solve) may='algo os puzzle solve' ;;
	store) may='algo os puzzle store' ;;
	play) may='algo os puzzle solve play' ;;
	cli) may='algo os puzzle solve play store cli' ;;
	ui) may='algo os puzzle solve play store ui' ;;
	sync) may='algo os puzzle puzzles play store cli sync' ;;
	main.c) may='algo os puzzle puzzles solve play store cli ui' ;;
	*)
		fault "$1: no layer is named \"${1%%/*}\"; add it to $0"
		return
		;;
	esac
	case " $may " in
	*" ${2%%/*} "*) ;;
	*) fault "$1 $3; ${1%%/*} may use: $may" ;;
	esac
	# Puzzles do not know each other: only the list of them knows all.
	case $1:$2 in
	puzzles/*/*:puzzles/list.*) fault "$1 $3; only main.c and tests may" ;;
	puzzles/*/*:puzzles/*)
		of_user=${1#puzzles/}
		of_used=${2#puzzles/}
		[ "${of_user%%/*}" = "${of_used%%/*}" ] || fault "$1 $3, of another puzzle"
		;;
	ui/*:ui/*) permit_ui "$@" ;;
	esac
}

# find_part FILE: $part is the part of ui/ that a file belongs to. Each page is one.
find_part() {
	case $1 in
	ui/term/*) part=term ;;
	ui/widget/*) part=widget ;;
	ui/page/editor*) part='page editor' ;;
	ui/page/form*) part='page form' ;;
	ui/page/help*) part='page help' ;;
	ui/page/menu*) part='page menu' ;;
	ui/page/players*) part='page players' ;;
	ui/page/statistics*) part='page statistics' ;;
	ui/page/*) part='page game' ;;
	ui/pages.*) part=table ;;
	ui/app.* | ui/broadcast.* | ui/settings.*) part=app ;;
	*) part=top ;;
	esac
}

# permit_ui USER USED HOW: the terminal, widgets, the app that pages share, pages, the table of
# pages, and on top of them what opens pages and hands them keys.
permit_ui() {
	find_part "$1"
	from=$part
	find_part "$2"
	to=$part
	case $from:$to in
	term:term | widget:term | widget:widget) ;;
	app:term | app:widget | app:app) ;;
	app:table) ;; # by a declaration of app.h
	page*:term | page*:widget | page*:app) ;;
	table:page* | table:app) ;;
	top:page*) fault "$1 $3; only ui/pages.c may use a page" ;;
	top:*) ;;
	page*:page*) [ "$from" = "$to" ] || fault "$1 $3, of another page" ;;
	*) fault "$1 $3; ui/${from%% *} may not use ui/${to%% *}" ;;
	esac
}

# ---- includes ----

find . -name '*.[ch]' | sed 's|^\./||' | sort >"$work/files"
# shellcheck disable=SC2046 # no file here has blanks in its name
awk -F '"' '$1 ~ /^[ \t]*#[ \t]*include[ \t]*$/ { print FILENAME, $2 }' $(cat "$work/files") \
	>"$work/includes"
test -s "$work/includes" || fault "no file in $src includes another"
while read -r file header; do
	permit "$file" "$header" "includes \"$header\""
done <"$work/includes"

# ---- symbols: an extern declaration needs no include ----

# Lines "FILE SYMBOL" of what the objects define, and of what they refer to. Of all references from
# one file to another, the first is looked at.
symbols=0
: >"$work/defined"
: >"$work/wanted"
(cd "$build" && find . -name '*.o') | sed 's|^\./||' | LC_ALL=C sort >"$work/built"
# All in one go: nm takes long to begin.
sed -n 's/\.c$/.o/p' "$work/files" | LC_ALL=C sort | LC_ALL=C comm -12 - "$work/built" |
	(cd "$build" && xargs nm -g -A) | sed 's/^\([^:]*\)\.o: */\1.c /' |
	awk -v defined="$work/defined" -v wanted="$work/wanted" '
		NF == 4 && $3 ~ /[TDBRCVW]/ { print $1, $4 >defined }
		NF == 3 && $2 == "U" { print $1, $3 >wanted }'
awk 'NR == FNR { place[$2] = $1; next }
	$2 in place && !seen[$1, place[$2]]++ { print $1, place[$2], $2 }' \
	"$work/defined" "$work/wanted" >"$work/uses"
while read -r user used symbol; do
	symbols=$((symbols + 1))
	permit "$user" "$used" "refers to $symbol of $used"
done <"$work/uses"
test "$symbols" -gt 0 || fault "no object files in $build: build the program first"

# ---- the verifier shares nothing with the program ----

verify=$src/../verify
grep -n '^[[:blank:]]*#[[:blank:]]*include' "$verify"/*.[ch] | sed "s|^$verify/|verify/|" |
	grep -vE '"verify\.h"$|<(errno|stdarg|stdbool|stddef|stdint|stdio|stdlib|string)\.h>$' >"$work/found" || :
while read -r line; do
	fault "$line: only C's own headers may be included"
done <"$work/found"
# Lines that are neither blank nor comments only.
length=$(cat "$verify"/*.[ch] | awk '
	{ begins = index($0, "/*"); if (begins) { before = substr($0, 1, begins - 1); inside = 1 } else before = inside ? "" : $0 }
	inside && index($0, "*/") { inside = 0 }
	before ~ /[^ \t]/ { count++ }
	END { print count }')
test "$length" -le 1000 || fault "verify/ has $length lines without comments; at most 1000"

# ---- libraries have one place each ----

# only PATTERN PLACE: what includes a header of that pattern lies at PLACE.
only() {
	grep -Ern "^[[:blank:]]*#[[:blank:]]*include[[:blank:]]*[<\"]($1)" --include='*.[ch]' . |
		sed 's|^\./||' | grep -Ev "^$2" >"$work/found" || :
	while read -r line; do
		fault "$line: only $2 may"
	done <"$work/found"
}
only '.*curses.*\.h|term\.h' 'ui/term/screen(_[a-z]+)?\.c'
only sqlite3 'store/store(_[a-z]+)?\.[ch]'
only pthread '(os/parallel.[ch]|solve/solver.c)'
only jansson cli/
only 'uni(gbrk|width)|fribidi' os/glyph.c
only 'uni(case|ctype|norm)' 'os/(glyph|text).c'
only libpq sync/database.h
only 'seccomp\.h' os/sandbox_seccomp.c

# ---- no puzzle is known outside puzzles/ ----

# Comments and example names in longer texts may name a puzzle; code may not. Code does where it
# uses the puzzle's value, or has a string that starts as a name of a level does.
code_of() {
	awk 'FNR == 1 { inside = 0 }
	{
		line = $0
		code = ""
		while (line != "") {
			at = index(line, inside ? "*/" : "/*")
			if (!inside)
				code = code (at ? substr(line, 1, at - 1) : line)
			if (!at)
				break
			line = substr(line, at + 2)
			inside = !inside
		}
		sub("//.*", "", code)
		print FILENAME ":" FNR ": " code
	}' "$@"
}
sed -n 's/^[ 	]*\.name = "\([a-z]*\)".*/\1/p' puzzles/*/*.c >"$work/names"
test -s "$work/names" || fault "no puzzle found in puzzles/"
# shellcheck disable=SC2046 # as above
code_of $(grep -v '^puzzles/' "$work/files") >"$work/code"
while read -r name; do
	grep -E "(^|[^a-z_])${name}_puzzle([^a-z_]|\$)|\"${name}[\":/#]" "$work/code" \
		>"$work/found" || :
	while read -r line; do
		fault "$line: knows the puzzle \"$name\""
	done <"$work/found"
done <"$work/names"

echo "$(grep -c . "$work/files") files, $symbols references between files," \
	"$(grep -c . "$work/names") puzzles, $faults faults"
test "$faults" = 0
