#!/bin/sh
# The arrows between the folders of src/, and who may know which library or puzzle. To try it on
# another tree, name its src/ as the argument.
set -eu

src=${1:-${srcdir:-.}/src}
cd "$src" || exit 99
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

faults=0
fault() {
	printf '%s\n' "$1"
	faults=$((faults + 1))
}

# ---- who includes whom ----

# allowed FOLDER: the folders whose headers a file there may include. main.c joins everything.
allowed() {
	case $1 in
	core) echo core ;;
	modes) echo core modes ;;
	search) echo core search ;;
	store) echo core store ;;
	play) echo core search play ;;
	ui) echo core search play store ui ;;
	cli) echo core search play store cli ;;
	main.c) echo core search play store ui cli ;;
	*) return 1 ;;
	esac
}

find . -name '*.[ch]' | sed 's|^\./||' | sort >"$work/files"
while read -r file; do
	folder=${file%%/*}
	may=$(allowed "$folder") || {
		fault "$file: no layer is called \"$folder\"; say in $0 what it may include"
		continue
	}
	sed -n 's/^[ 	]*#[ 	]*include[ 	]*"\([^"]*\)".*/\1/p' "$file" >"$work/headers"
	while read -r header; do
		case " $may " in
		*" ${header%%/*} "*) ;;
		*) fault "$file includes \"$header\"; $folder may include: $may" ;;
		esac
	done <"$work/headers"
done <"$work/files"

# ---- libraries have one place each ----

# only PATTERN PLACE: what includes a header of that pattern lies at PLACE.
only() {
	grep -Ern "^[[:blank:]]*#[[:blank:]]*include[[:blank:]]*[<\"]($1)" --include='*.[ch]' . |
		sed 's|^\./||' | grep -Ev "^$2" >"$work/found" || :
	while read -r line; do
		fault "$line: only $2 may"
	done <"$work/found"
}
only '.*curses.*\.h|term\.h' 'ui/screen(_[a-z]+)?\.c'
only sqlite3 'store/store(_[a-z]+)?\.[ch]'
only pthread "(core/crew|search/solver).c"
only jansson cli/
only 'seccomp\.h' core/sandbox_seccomp.c

# ---- no puzzle is known outside modes/ ----

# Comments and example names in longer texts may tell of a puzzle; code may not. Code does where
# it uses the mode's value, or has a string that starts as a name of a level does.
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
sed -n 's/^[ 	]*\.name = "\([a-z]*\)".*/\1/p' modes/*.c >"$work/names"
test -s "$work/names" || fault "no puzzle found in modes/"
grep -v '^modes/' "$work/files" | while read -r file; do
	code_of "$file"
done >"$work/code"
while read -r name; do
	grep -E "(^|[^a-z_])${name}_mode([^a-z_]|\$)|\"${name}[\":/#]" "$work/code" \
		>"$work/found" || :
	while read -r line; do
		fault "$line: knows the puzzle \"$name\""
	done <"$work/found"
done <"$work/names"

echo "$(grep -c . "$work/files") files, $(grep -c . "$work/names") puzzles, $faults faults"
test "$faults" = 0
