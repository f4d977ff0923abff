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

# allowed FOLDER: the folders that a file there may use. main.c joins everything.
allowed() {
	case $1 in
	os) echo os ;;
	algo) echo algo os ;;
	puzzle) echo algo os puzzle ;;
	puzzles) echo algo os puzzle puzzles ;;
	solve) echo algo os puzzle solve ;;
	store) echo algo os puzzle store ;;
	play) echo algo os puzzle solve play ;;
	cli) echo algo os puzzle solve play store cli ;;
	ui) echo algo os puzzle solve play store ui ;;
	sync) echo algo os puzzle puzzles play store cli sync ;;
	main.c) echo algo os puzzle puzzles solve play store cli ui ;;
	*) return 1 ;;
	esac
}

# permit USER USED HOW: a fault unless the file USER may use the file USED.
permit() {
	may=$(allowed "${1%%/*}") || {
		fault "$1: no layer is named \"${1%%/*}\"; add it to $0"
		return
	}
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

# part FILE: which part of ui/ a file belongs to. Each page is a part.
part() {
	case $1 in
	ui/term/*) echo term ;;
	ui/widget/*) echo widget ;;
	ui/page/editor*) echo page editor ;;
	ui/page/form*) echo page form ;;
	ui/page/help*) echo page help ;;
	ui/page/menu*) echo page menu ;;
	ui/page/players*) echo page players ;;
	ui/page/statistics*) echo page statistics ;;
	ui/page/*) echo page game ;;
	ui/pages.*) echo table ;;
	ui/app.* | ui/broadcast.* | ui/settings.*) echo app ;;
	*) echo top ;;
	esac
}

# permit_ui USER USED HOW: the terminal, widgets, the app that pages share, pages, the table of
# pages, and on top of them what opens pages and hands them keys.
permit_ui() {
	from=$(part "$1")
	to=$(part "$2")
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
while read -r file; do
	sed -n 's/^[ 	]*#[ 	]*include[ 	]*"\([^"]*\)".*/\1/p' "$file" >"$work/headers"
	while read -r header; do
		permit "$file" "$header" "includes \"$header\""
	done <"$work/headers"
done <"$work/files"

# ---- symbols: an extern declaration needs no include ----

# Lines "FILE SYMBOL" of what the objects define, and of what they refer to. Of all references from
# one file to another, the first is looked at.
symbols=0
: >"$work/defined"
: >"$work/wanted"
(cd "$build" && find . -name '*.o' | sed 's|^\./||' | sort) >"$work/objects"
while read -r object; do
	source=${object%.o}.c
	test -f "$source" || continue
	nm -g "$build/$object" | awk -v file="$source" -v defined="$work/defined" \
		-v wanted="$work/wanted" '
		NF == 3 && $2 ~ /[TDBRCVW]/ { print file, $3 >>defined }
		NF == 2 && $1 == "U" { print file, $2 >>wanted }'
done <"$work/objects"
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
	awk '{
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
	}' "$1"
}
sed -n 's/^[ 	]*\.name = "\([a-z]*\)".*/\1/p' puzzles/*/*.c >"$work/names"
test -s "$work/names" || fault "no puzzle found in puzzles/"
grep -v '^puzzles/' "$work/files" | while read -r file; do
	code_of "$file"
done >"$work/code"
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
