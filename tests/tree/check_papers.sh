#!/bin/sh
# The papers against the program and the tree: examples are run, and what the pages say of options,
# keys, variables, targets, files and versions is compared with where it comes from.
#
# In README.md, HACKING.md and doc/hosting.md an example is a fenced block, in a manual page a literal
# display:
#   commands   a block marked "console", or a display with lines "$ COMMAND", each followed by its
#              output, where a line "..." stands for any number of lines
#   a file     a block marked "text", or another display, after a line that ends with NAME.level
#              and a colon
#   more       a block marked "sh", or lines ".Dl $ COMMAND": of these the ones that call parlour
#              are run, and must find nothing wrong with the command line
# All blocks of a page are run in order, in one folder.
set -eu

test -x "${PARLOUR:-}" || {
	echo "PARLOUR must be the program's absolute path" >&2
	exit 99
}
top=$(cd "${srcdir:-.}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
mkdir "$work/bin" "$work/home"
ln -s "$PARLOUR" "$work/bin/parlour"
ln -s "$VERIFY" "$work/bin/parlour-verify"
PATH=$work/bin:$PATH
HOME=$work/home
LC_ALL=C
export PATH HOME LC_ALL
unset XDG_STATE_HOME
cd "$work"

examples=0
. "$top/tests/cli/holds.sh"

# same WHAT: one and other hold the same lines, in any order.
same() {
	sort -u one >one.sorted
	sort -u other >other.sorted
	test -s one.sorted || fault "$1: nothing found to compare"
	diff one.sorted other.sorted >difference ||
		fault "$1 (< there, > in the papers):
$(grep '^[<>]' difference)"
}

# ---- the blocks of a page ----

# Each writes NNN.console, NNN.text (its first line the file's name) or NNN.sh into the folder that
# is named.
cut_markdown() {
	awk -v folder="$1" '
		/^```/ && inside { inside = 0; close(out); next }
		/^```/ {
			inside = 1
			out = sprintf("%s/%03d.%s", folder, ++count, substr($0, 4))
			printf "" >out
			if ($0 == "```text") {
				sub(/`:$/, "", last)
				sub(/.*`/, "", last)
				print last >out
			}
			next
		}
		inside { print >out; next }
		NF { last = $0 }'
}

cut_mdoc() {
	unroff | awk -v folder="$1" '
		function piece(kind) { return sprintf("%s/%03d.%s", folder, ++count, kind) }
		/^\.Bd -literal/ { inside = 1; out = ""; next }
		/^\.Ed/ { inside = 0; close(out); next }
		inside && out == "" {
			out = piece(/^\$ / ? "console" : "text")
			if (!/^\$ /)
				print (last ~ /^\.Pa .* :$/ ? words[2] : "") >out
		}
		inside { print >out; next }
		/^\.Dl \$ / { sub(/^\.Dl \$ /, ""); print >piece("sh"); next }
		{ last = $0; split($0, words, " ") }'
}

# What roff makes of the characters that we escape.
unroff() {
	sed -e 's/\\-/-/g' -e "s/\\\\(aq/'/g" -e 's/\\(dq/"/g' -e 's/\\&//g' -e 's/\\e/\\/g'
}

# ---- running them ----

# Figures that differ from run to run, or with a better search.
mask() {
	sed -e 's/"seconds": [0-9.e+-]*/"seconds": S/' -e 's/"states": [0-9]*/"states": N/' \
		-e 's/([0-9]* states, [0-9.]* s)/(N states, S s)/' -e 's/[ 	]*$//'
}

# fits EXPECTED GOT: line by line, "..." for any lines.
fits() {
	awk '
		function fit(i, j, k) {
			while (i <= expected && line[i] != "...") {
				if (j > got || line[i] != output[j])
					return 0
				i++
				j++
			}
			if (i > expected)
				return j > got
			for (k = j; k <= got + 1; k++)
				if (fit(i + 1, k))
					return 1
			return 0
		}
		FILENAME == ARGV[1] { line[++expected] = $0; next }
		{ output[++got] = $0 }
		END { exit !fit(1, 1) }' "$1" "$2"
}

# run_console PAGE BLOCK: all its commands in one shell, so that $? is known to the next one.
run_console() {
	rm -f ../expected.* ../output.*
	awk '
		/^\$ / {
			expected = sprintf("../expected.%02d", ++count)
			printf "" >expected
			printf "{ %s\n} >../output.%02d 2>&1\n", substr($0, 3), count
			next
		}
		{ print >expected }' "$2" >../script
	sh ../script </dev/null || : # a status that matters is shown by echo $?
	for output in ../output.*; do
		examples=$((examples + 1))
		expected=../expected.${output##*.}
		mask <"$expected" >../expected
		mask <"$output" >../output
		fits ../expected ../output || fault "$1: an example prints something else
$(diff ../expected ../output)"
	done
}

# run_sh PAGE BLOCK: a game needs a terminal, but by the time it says so all else was found right.
run_sh() {
	sed -e 's/^ssh -t host //' -e 's/^[A-Z_]*=[^ ]* //' -e 's|^\./bootstrap run|parlour|' \
		-e 's/[ 	]*#[ 	].*//' "$2" >../lines
	while read -r line; do
		case $line in
		parlour | 'parlour '*) ;;
		*) continue ;;
		esac
		examples=$((examples + 1))
		status=0
		sh -c "$line" </dev/null >../output 2>../errors || status=$?
		case $status in
		0 | 1) ;;
		*) grep -q 'needs a terminal' ../errors || fault "$1: $line: $(cat ../errors)" ;;
		esac
	done <../lines
}

run_page() {
	rm -rf page "${work:?}/home"
	mkdir page "$work/home"
	mkdir page/blocks
	case $1 in
	*.md) cut_markdown page/blocks <"$top/$1" ;;
	*) cut_mdoc page/blocks <"$top/$1" ;;
	esac
	cd page
	for block in blocks/*; do
		case $block in
		*.console) run_console "$1" "$block" ;;
		*.sh) run_sh "$1" "$block" ;;
		*.text)
			name=$(sed 1q "$block")
			case $name in
			*[!a-z.]* | '') ;;
			*.level) sed 1d "$block" >"$name" ;;
			esac
			;;
		esac
	done
	cd ..
}

for page in README.md HACKING.md doc/certificates.md doc/hosting.md man/parlour.6 man/parlour-levels.5 \
	man/parlour-verify.6; do
	before=$examples
	run_page "$page"
	test "$examples" -gt "$before" || fault "$page: no example found"
done

# ---- excerpts ----

# Code on the page about new puzzles is copied from the example, which is tested.
mkdir excerpts
cut_markdown excerpts <"$top/doc/new-puzzle.md"
for block in excerpts/*.c; do
	examples=$((examples + 1))
	awk '
		FILENAME == ARGV[1] { block = block $0 "\n"; next }
		{ source = source $0 "\n" }
		END { exit !index(source, block) }' "$block" "$top/tests/puzzles/fifteen.c" ||
		fault "doc/new-puzzle.md: not in tests/puzzles/fifteen.c:
$(cat "$block")"
done

# ---- the manual ----

for page in parlour.6 parlour-levels.5 parlour-verify.6 parlour-sync.8; do
	"${MANDOC:-:}" -Tlint -W warning "$top/man/$page" >lint 2>&1 || fault "$page: $(cat lint)"
done

# The messages of parlour-levels.5, each from a level that is wrong in that way.
complain() {
	printf '%b' "$1" >bad.level
	parlour --check bad.level 2>&1 | sed 's/^parlour: bad.level:[0-9]*: //'
}
for level in 'levle: x\n' 'mode: tlit\n' 'level: x\nmode: tilt\na. .a\n' \
	'level: x\nmode: tilt\n\na.\n' 'level: x\nmode: tilt\n\na#. a..\n' \
	'level: x\nmode: tilt\n\na.. ...\n' 'level: x\nmode: tilt\n\nA.. a..\n' \
	'level: x\nmode: gems\n\nbbb\n' 'level: x\nmode: gems\nrefill: a b\n\nbab\n' \
	'level: x\nmode: bishop\nrules: slid\n\na.. a..\n' \
	'level: x\nmode: bishop\nrules: no-attack\n\n..b ...\n... ...\na.. ..a\n' \
	'level: x\nmode: lines\n\n1g2\n' 'level: x\nmode: lines\ngoal: close 0\n\n142\n'; do
	complain "$level"
done >one
unroff <"$top/man/parlour-levels.5" | sed -n '/^\.Sh DIAGNOSTICS/,$s/^\.It Li //p' >other
same 'messages'

manual=$top/man/parlour.6
parlour --help >help
awk 'length > 80' help >long
test ! -s long || fault "--help: wider than 80 columns: $(cat long)"
tr -c 'a-z-' '\n' <help | grep '^--[a-z]' >one
unroff <"$manual" | awk '{
	for (i = 1; i < NF; i++)
		if ($i ~ /^\.?Fl$/)
			for (j = i + 1; $j ~ /^(-[a-z]|,)/; j++)
				if ($j != ",")
					print "-" $j
}' >other
same 'long options'

sed -n 's/^ *-\([a-zA-Z]\), --\([a-z]*\).*/\1 \2/p' help >one
unroff <"$manual" | sed -n 's/^\.It Fl \([a-zA-Z]\) , Fl -\([a-z]*\).*/\1 \2/p' >other
same 'short options'

"${KEY_TABLE:?must be the absolute path of the program that prints the keys}" >one
unroff <"$manual" | sed -n '/^\.Sh KEYS$/,/^\.Sh CUSTOM KEYS$/p' |
	sed -n 's/^\.It Ic "*\([^"]*\)"* Ta Cm \([a-z-]*\) Ta \(.*\)/\1: \2: \3/p' >other
same 'keys'

parlour --plain tilt <<'END' | sed -n "s/^\(.\) or \([a-z]*\)\( \[*LEVEL]*\)*: /\1: \2: /p" >one
?
END
unroff <"$manual" | sed -n '/^\.Sh PLAIN TEXT/,/^\.Sh JSON/p' |
	sed -n 's/^\.It Ic \(.\) Ta Cm \([a-z]*\) Ta /\1: \2: /p' >other
same 'words of plain text'

grep -rhE 'getenv\("' "$top/src" | sed 's/.*getenv("\([A-Z_]*\)").*/\1/' | sort -u >one
while read -r name; do
	grep -Eq "^\.It Ev (.* , )?$name( |\$)" "$manual" || fault "parlour.6: no word on $name"
done <one

# ---- the tree ----

# Every target of a link and every path in backquotes, outside of blocks.
paths_of() {
	awk '
		/^```/ { inside = !inside; next }
		inside { next }
		{
			text = $0
			while (match(text, /\]\([^)]*\)/)) {
				target = substr(text, RSTART + 2, RLENGTH - 3)
				sub(/#.*/, "", target)
				if (target != "")
					print target
				text = substr(text, RSTART + RLENGTH)
			}
			count = split($0, part, "`")
			for (i = 2; i <= count; i += 2)
				if (part[i] ~ /^(src|tests|levels|man|doc|\.ci)(\/[^ ]*)?$/ ||
				    part[i] ~ /^[^ \/]+\.(c|h|md|sh|am|ac|svg)$/)
					print part[i]
		}' "$1" | grep -v '^https*:'
}

for page in README.md ARCHITECTURE.md HACKING.md CHANGELOG.md doc/design.md doc/hosting.md doc/sync.md \
	doc/new-puzzle.md doc/rating.md; do
	paths_of "$top/$page" >paths || :
	while read -r path; do
		test -e "$top/$path" || test -e "$top/$(dirname "$page")/$path" ||
			fault "$page: there is no $path"
	done <paths
done

# has_heading PAGE ANCHOR: as GitHub makes anchors of headings
has_heading() {
	sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9\n-' | grep -qx -e "$2"
}

# Headings that links lead to.
for page in README.md ARCHITECTURE.md HACKING.md doc/design.md doc/hosting.md doc/sync.md doc/new-puzzle.md \
	doc/rating.md; do
	grep -o '][(][^)]*#[^)]*)' "$top/$page" | sed 's/^](\(.*\))$/\1/' >links || :
	while read -r link; do
		file=${link%%#*}
		has_heading "$top/$(dirname "$page")/${file:-$(basename "$page")}" "${link#*#}" ||
			fault "$page: there is no heading $link"
	done <links
done

# In a folder's own page, names are those of its files; links go from there.
(cd "$top" && find src tests -name README.md) | sort >pages
while read -r page; do
	folder=$top/$(dirname "$page")
	test "$(grep -c . "$folder/README.md")" -le 12 || fault "$page: longer than a short note"
	paths_of "$folder/README.md" >paths || :
	while read -r path; do
		test -e "$folder/$path" || test -e "$top/$path" || fault "$page: there is no $path"
	done <paths
done <pages
find "$top/src" -type d ! -path "$top/src" >folders
while read -r folder; do
	test -e "$folder/README.md" || fault "${folder#"$top/"}: has no README.md"
done <folders

for folder in "$top"/src/*/; do
	folder=$(basename "$folder")
	grep -q "\`src/$folder\`" "$top/ARCHITECTURE.md" ||
		fault "ARCHITECTURE.md: src/$folder is not on the map"
done

# Functions and types that the map names exist.
# shellcheck disable=SC2016 # backquotes of Markdown
grep -o '`[a-z]*_[a-z_]*`' "$top/ARCHITECTURE.md" "$top/doc/design.md" | sed 's/.*:`\(.*\)`/\1/' |
	sort -u >names
test -s names || fault 'ARCHITECTURE.md: names no function'
while read -r name; do
	grep -rqw --include="*.[ch]" "$name" "$top/src" "$top/tests" ||
		fault "the map names $name, which does not exist"
done <names

sed -n 's/^\.PHONY: *//p' "$top/Makefile.am" | tr ' ' '\n' | sed 's/^/make /' >list
sed -n 's/^AC_ARG_ENABLE(\[\([a-z-]*\)\].*/--enable-\1/p' "$top/configure.ac" >>list
while read -r word; do
	grep -qF -e "\`$word\`" "$top/HACKING.md" || fault "HACKING.md: no word on $word"
done <list

version=$(sed -n 's/^AC_INIT(\[[^]]*\], \[\([^]]*\)\].*/\1/p' "$top/configure.ac")
changelog=$top/CHANGELOG.md
grep -qF "## [$version] - " "$changelog" || fault "CHANGELOG.md: nothing about version $version"
# As on https://keepachangelog.com: versions from the newest, with their dates, and kinds of changes.
grep '^##* ' "$changelog" |
	grep -vxE -e '# Changelog' -e '## \[Unreleased\]' \
		-e '## \[[0-9]+\.[0-9]+\.[0-9]+(-rc[0-9]+)?\] - [0-9]{4}-[0-9]{2}-[0-9]{2}' \
		-e '### (Added|Changed|Deprecated|Removed|Fixed|Security)' >list || :
test ! -s list || fault "CHANGELOG.md: another heading than those of Keep a Changelog: $(cat list)"
sed -n 's/^## .* - //p' "$changelog" >one
sort -r one | cmp -s - one || fault 'CHANGELOG.md: the newest version is not the first'

find "$top/levels" -name '*.level' >levels
test -s levels || fault 'levels: none found'
while read -r file; do
	sed '/^level:/q' "$file" | grep -qx 'licence: CC0-1.0' || fault "$file: not under CC0-1.0"
done <levels

echo "$examples examples, $faults faults"
test "$faults" = 0
