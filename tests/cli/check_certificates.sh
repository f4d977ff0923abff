#!/bin/sh
# Certificates on the command line: shipped levels of all packs but the hardest are proven; what is not
# covered is said; what is refused.
set -eu

. "${srcdir:-$(dirname "$0")/../..}/tests/cli/holds.sh"
top=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
verify=${VERIFY:?the path of parlour-verify}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
cd "$work"

# status NUMBER COMMAND...: the output is in `said`.
status() {
	expected=$1
	shift
	got=0
	"$@" >said 2>&1 || got=$?
	asserted=$((asserted + 1))
	test "$got" = "$expected" || fault "$* exits with $got, not $expected: $(cat said)"
}

says() {
	holds "not said: $1 but: $(cat said)" grep -qF -e "$1" said
}

# ---- the shipped levels ----

# Some of each pack, fewer under sanitizers; all of them are left to make certificates.
"$PARLOUR" --list --json | sed -n 's/^{"file": "\([^"]*\)", .*/\1/p' | sort -u >packs
select=$(grep -v -e records -e five-by-five packs | tr '\n' '|' | sed 's/|$//')
some='[258]'
test -z "${SANITIZED-}" || some=5
srcdir=$top VERIFY=$verify JOBS=2 ONLY="^($select):1?$some\$|^(tilt|bishop)/records:[1-4]\$" \
	sh "$top/verify/all.sh" >all || fault "not proven: $(cat all)"
holds "few levels: $(cat all)" test "$(sed -n '$s/ .*//p' all)" -ge "$(grep -c . packs)"

# ---- one level ----

status 0 "$PARLOUR" --solve --certificate proof tilt/classic:7
says 'Toppled pyramid: 9 moves, proven'
status 0 "$verify" proof
says 'Toppled pyramid: 9 is the minimum'
status 0 "$verify" proof "$top/levels/tilt/classic.level" 7
status 1 "$verify" proof "$top/levels/tilt/classic.level" 6
says 'about another level'
status 2 "$verify" proof "$top/levels/tilt/classic.level" 999
for number in 7x 0 -1 4294967303; do
	status 2 "$verify" proof "$top/levels/tilt/classic.level" $number
	says "$number: expected the number of a level"
done
status 2 "$verify" absent
if test -c /dev/full; then
	# shellcheck disable=SC2016 # the other shell expands it
	status 2 sh -c '"$1" "$2" >/dev/full' - "$verify" proof
	says 'standard output: '
fi
status 2 "$verify"
status 1 "$verify" "$top/levels/tilt/classic.level"
says 'not a certificate'

printf '%s\n' 'mode: tilt' 'level: Corner' '' 'a. ..' '.. .a' >corner.level
status 0 "$PARLOUR" --solve --certificate corner corner.level
status 0 "$verify" corner corner.level
says 'Corner: 2 is the minimum (1 position)'

# Blanks about a line, and ends of lines as on other systems, make no other level.
printf ' %s \t\r\n' 'mode: tilt' 'level: Corner' '' 'a. ..' '.. .a' >blanks.level
status 0 "$PARLOUR" --solve blanks.level
status 0 "$verify" corner blanks.level

# Nor do those before a colon; and what is a header for the game is one for the verifier.
away() {
	printf '%s\n' 'mode : bishop' 'level : Away' ${1+"$1"} '' 'a.. ...' '... .a.' '... ...'
}
away >away.level
status 0 "$PARLOUR" --solve --certificate away away.level
status 0 "$verify" away away.level
says 'Away: 1 is the minimum'
away 'rules : slide' >sliding.level
status 1 "$PARLOUR" --solve sliding.level
says 'unsolvable'
status 1 "$verify" away sliding.level
says 'about another level'
for header in 'rule: slide' 'Rules: slide'; do
	away "$header" >unknown.level
	status 2 "$PARLOUR" --solve unknown.level
	status 2 "$verify" away unknown.level
	says 'is no header here'
done
(away && echo 'rules: slide') >late.level
status 2 "$PARLOUR" --solve late.level
status 2 "$verify" away late.level

# Memory for a few thousand positions: the certificate claims less, and is right.
status 1 "$PARLOUR" --solve --certificate part --memory-limit 1 lines/midnight-oil:8
says 'the certificate proves at least'
status 3 "$verify" part
says 'not covered: '

# ---- no solution ----

printf '%s\n' 'mode: tilt' 'level: Apart' '' 'a.#.   ..#a' '..#.   ..#.' >apart.level
status 1 "$PARLOUR" --solve --certificate apart apart.level
status 0 "$verify" apart apart.level
says 'unsolvable'

# One of two parts.
printf '%s\n' 'mode: bishop' 'piece: rook' 'level: Corridor' '' 'a.b#a.   b.a#.a' >apart.level
status 1 "$PARLOUR" --solve --certificate apart apart.level
status 0 "$verify" apart apart.level
says 'unsolvable'

# The bound alone proves it of the start, so no position is listed.
printf '%s\n' 'mode: gems' 'level: Pair' '' '..' 'aa' >apart.level
status 1 "$PARLOUR" --solve --certificate apart apart.level
status 0 "$verify" apart apart.level
says 'unsolvable (0 positions)'

# ---- refused by the program ----

status 2 "$PARLOUR" --solve --certificate many tilt/classic
says 'takes one level'
status 2 "$PARLOUR" --certificate none tilt/classic:7
says 'needs --solve'
status 2 "$PARLOUR" --solve --certificate endless gems/endless:1
says 'no certificates of such levels'
printf 'mode: tilt\nlevel: Short\npar: 2\n\na.b .ab\n' >wrong.level
status 1 "$PARLOUR" --solve --certificate wrong wrong.level
says 'wrong.level:3: par of "Short" is 2; 1 is proven'
test ! -e wrong || fault 'a wrong par has a certificate'
status 2 "$PARLOUR" --solve --certificate no/such/folder tilt/classic:7
status 2 "$PARLOUR" --restricted --solve --certificate proof tilt/classic:7

echo "$asserted assertions, $faults faults: $(tail -n 1 all)"
test "$faults" = 0
