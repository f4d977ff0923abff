#!/bin/sh
# The command line: errors, and the format of its output. Every error is one line on standard error
# that begins with "parlour:", with the right exit status, and never a crash.
set -eu

. "${srcdir:-$(dirname "$0")/../..}/tests/cli/runs.sh"

tab=$(printf '\t')

fault() {
	printf '%s\n' "$1"
	sed 's/^/    /' out err | head -n 8
	faults=$((faults + 1))
}

# run ARGUMENT...: with standard input from the file in; leaves out, err and $status.
run() {
	cases=$((cases + 1))
	status=0
	$limit "$PARLOUR" "$@" <in >out 2>err || status=$?
}

lines() {
	grep -c '' "$1" || :
}

# refused PATTERN ARGUMENT...: status 2, nothing on standard output, one line that matches.
refused() {
	pattern=$1
	shift
	run "$@"
	one_line "$pattern" "$*"
	test ! -s out || fault "$*: refused, but there is output"
}

# one_line PATTERN WHAT [STATUS]: the last run had this exit status (2) and one line that matches.
one_line() {
	test "$status" = "${3-2}" || fault "$2: status $status, not ${3-2}"
	test "$(lines err)" = 1 || fault "$2: not one line on standard error"
	grep -q '^parlour: ' err || fault "$2: the line does not begin with parlour:"
	grep -q -e "$1" err || fault "$2: the line does not say: $1"
}

# ends STATUS ARGUMENT...: this exit status, and nothing on standard error.
ends() {
	expected=$1
	shift
	run "$@"
	test "$status" = "$expected" || fault "$*: status $status, not $expected"
	test ! -s err || fault "$*: unexpected words on standard error"
}

# says PATTERN: a line of the last output matches.
says() {
	grep -q -e "$1" out || fault "the output does not say: $1"
}

# file NAME: writes a file from the script.
file() {
	cat >"$1"
}

# masked FILE: without times, which differ.
masked() {
	sed 's/"seconds": [0-9.e+-]*/"seconds": S/' "$1"
}

# keys FILE: the keys of its first JSON object, in order.
keys() {
	sed -n 1p "$1" | tr ',{' '\n' | sed -n 's/^[] [}]*"\([a-z]*\)":.*/\1/p' | tr '\n' ' '
}

# ---- invalid packs ----

file good.level <<'END'
level: One move
mode: tilt
par: 1

a..   ..a
END
ends 0 --check good.level

# bad_pack PATTERN: the pack on standard input must be refused with such a line. Not for use in a
# pipe, where its counts would be lost.
bad_pack() {
	cat >bad.level
	for command in --solve --check --list --demo; do
		refused "$1" "$command" bad.level
	done
	cp bad.level in
	refused "$1" --check -
	: >in
}

bad_pack 'bad.level:5:.*3 wide.*4\|-:5:.*3 wide.*4' <<'END'
level: Ragged
mode: tilt

a...   ...a
...   ....
END
bad_pack ':2:.*"mod".*"mode"' <<'END'
level: Key
mod: tilt

a..   ..a
END
bad_pack ':2: unknown key "frobnication"; expected' <<'END'
level: Key
frobnication: yes

a..   ..a
END
bad_pack ':4:.*wall' <<'END'
level: Wall
mode: tilt

a.#   ..a
END
bad_pack ':4:.*goal' <<'END'
level: Goal
mode: tilt

a..
END
bad_pack ':4:.*goal' <<'END'
level: Goals
mode: tilt

a.b   .a.
END
bad_pack ':2:.*tlit.*tilt' <<'END'
level: Mode
mode: tlit

a..   ..a
END
bad_pack ':1:.*mode' <<'END'
level: No mode

a..   ..a
END
bad_pack ':3:.*par' <<'END'
level: Par
mode: tilt
par: few

a..   ..a
END
bad_pack ':4:.*twice.*3' <<'END'
level: Par twice
mode: tilt
par: 1
par: 1

a..   ..a
END
bad_pack ':3:.*tilt.*piece' <<'END'
level: Not for tilt
mode: tilt
piece: rook

a..   ..a
END
bad_pack ':4:.*'"'A'"'' <<'END'
level: Letter
mode: tilt

A..   ..A
END
bad_pack 'no board' <<'END'
level: No board
mode: tilt
END
bad_pack 'title' <<'END'
level:
mode: tilt

a..   ..a
END
bad_pack 'two cells' <<'END'
level: One cell
mode: tilt

a   a
END
bad_pack ':4:.*' <<'END'
level: Three words
mode: tilt

a..   ..a   ...
END
bad_pack 'no level' </dev/null
printf 'level: NUL\nmode: tilt\n\na\0.   ..a\n' >made
bad_pack ':4:.*not UTF-8' <made
printf 'level: \377\nmode: tilt\n\na..   ..a\n' >made
bad_pack ':1:.*not UTF-8' <made
awk 'BEGIN {
	print "level: Wide\nmode: tilt\n"
	for (i = 0; i < 27; i++) row = row "."
	print row "a " row "a"
}' >made
bad_pack ':4:.*26' <made
awk 'BEGIN {
	print "level: High\nmode: tilt\n"
	for (i = 0; i < 27; i++) print "a. .a"
}' >made
bad_pack '26' <made
awk 'BEGIN {
	for (i = 0; i < 10001; i++) print "level: Many\nmode: tilt\n\na. .a\n"
}' >made
bad_pack '10000' <made

# ---- level codes ----

cat >coded.level <<'END'
author: A friend

level: Two corners
mode: tilt
par: 3
hint: Which block moves first?

a..#   ...#
..#.   ..#a
....   ....

level: Ring
mode: lines
goal: close 4

6c0   .*.
390   ...
END
ends 0 --code coded.level
test "$(lines out)" = 2 || fault '--code: not a line for each level'
{ read -r first && read -r second; } <out
test "$first" = parlour:1H6vj62f_zqeJ36hQrffeL4MHKLly2bjT7eJKw1kh3ellgaX-C7BuBrzyDw ||
	fault '--code: the code of a level has changed'
ends 0 --list --json "$first" "$second"
sed 's/"file": "[^"]*", "index": [0-9]*, //' out >of-codes
ends 0 --list --json coded.level
sed 's/"file": "[^"]*", "index": [0-9]*, //' out | cmp -s - of-codes ||
	fault 'the levels of codes are not those they were made of'
ends 0 --solve " $first "
says '3 moves, proven'
ends 0 --play 'down right up' "$first"
ends 0 --code "$first"
test "$(cat out)" = "$first" || fault '--code: a code has another code'
echo 'g 2' >in
ends 0 --plain "$first"
: >in
says '^This level is alone; name another pack, too, as in tilt/classic:2\.$'
refused 'not a whole level code' --solve "${first%?}"
refused 'not a whole level code' --solve "${first}A"
refused 'not a whole level code' --solve parlour:1abcdefgh
refused 'needs a newer version' --solve "parlour:2${first#parlour:1}"
refused 'no such' --solve parlour:12
refused '--json needs' --code --json "$first"
awk 'BEGIN {
	srand(1)
	print "level: Large\nmode: lines\n"
	for (i = 0; i < 26; i++) {
		for (j = 0; j < 26; j++) printf "%x", int(rand() * 16)
		print ""
	}
}' >large.level
refused 'large.level:1.*Large.*too large for a level code' --code large.level
file parlour <coded.level
ends 0 --list parlour:2
says 'Ring'

# ---- boards of other programs ----

# from MODE: the board in the file made becomes the level on standard input.
from() {
	cat >wanted
	cp made in
	ends 0 --from "$1"
	: >in
	cmp -s wanted out || fault "--from $1: another level"
}

printf '  #####\n###   #\n# $ # ##\n# # .  #\n# *  @ #\n########\nTitle: Old room\nAuthor: A B\n' >made
from bishop <<'END'
level: Old room
mode: bishop
author: A B

##...#   ##...#
.a.#.#   ...#.#
.#....   .#.a..
.a....   .a....
END
printf 'Level 1\n\n#####\n#$ .#\n#@  #\n#####\n\nHave fun\n' >made
from bishop <<'END'
level: Level 1
mode: bishop

a..   ..a
...   ...
END
printf 'Microban\n#####\n#$ .#\n#####\n' >made
from bishop <<'END'
level: Microban
mode: bishop

a..   ..a
END
# The first board of a collection.
printf '; 1\n\n#####\n#$ .#\n#####\n\n; 2\n\n######\n#$. @#\n######\n' >made
from bishop <<'END'
level: Untitled
mode: bishop

a..   ..a
END
printf 'Level 1\n#####\n#$ .#\n#####\nLevel 2\n#####\n#$. #\n#####\nLevel 3\n#####\n#.$ #\n#####\n' >made
from bishop <<'END'
level: Level 1
mode: bishop

a..   ..a
END
printf 'Title: one\n#aA.#\nAuthor: x\n\nTitle: two\nAuthor: y\n#.aA#\n' >made
from bishop <<'END'
level: one
mode: bishop
author: x

a..   .a.
END
printf '#aA.#\nTitle: below\n#.aA#\nTitle: two\n' >made
from bishop <<'END'
level: below
mode: bishop

a..   .a.
END
printf 'a.\n\n.a\n\n..\n' >made
from bishop <<'END'
level: Untitled
mode: bishop

a.   .a
END
# A byte order mark, and headings in capitals.
printf '\357\273\277START\na.\n..\nGOAL\n..\n.a\n' >made
from bishop <<'END'
level: Untitled
mode: bishop

a.   ..
..   .a
END
printf 'a#.\n..B\nb.A\n' >made
from tilt <<'END'
level: Untitled
mode: tilt

a#.   .#.
...   ..b
b..   ..a
END
printf '; two grids\n# # # # #\r\n# a . b #\r\n# # # # #\r\n\r\n#,#,#,#,#\n#,B,_,A,#\n#,#,#,#,#' >made
from bishop <<'END'
level: Untitled
mode: bishop

a.b   b.a
END
printf 'a..#   ...#\n..#.   ..#a\n' >made
from tilt <<'END'
level: Untitled
mode: tilt

a..#   ...#
..#.   ..#a
END
printf 'ab.\n' >made
from gems <<'END'
level: Untitled
mode: gems

ab.
END
ends 0 --from tilt coded.level
says 'hint: Which block'
printf 'xy.\n' >made
refused "made: no board of lines" --from lines made
printf 'a!A\n' >made
refused "made: '!' in row 1, column 2" --from bishop made
printf 'a.\n' >made
refused "made: colour 'a' has 1 block but no goals" --from tilt made
printf 'a.\n\n.A.\n' >made
refused 'made: the start is 1x2 and the goal 1x3' --from tilt made
printf '\n' >made
refused 'made: no board' --from tilt made
file made <<'END'
hello world
END
refused 'made: no board' --from tilt made
awk 'BEGIN { for (i = 0; i < 70; i++) printf "a"; print ".A" }' >made
refused 'made: more than 26 columns' --from tilt made
awk 'BEGIN { for (i = 0; i < 27; i++) printf "a"; print ".A" }' >made
refused 'made: .*29 wide' --from tilt made
printf 'a\0A\n' >made
refused "made: can't be read as the text" --from tilt made
refused 'expected a mode' --from chess made
refused 'one FILE' --from tilt made made
refused 'nowhere' --from tilt nowhere

# ---- other files ----

mkdir folder
refused 'folder: is a folder' --check folder
refused 'nowhere.level' --check nowhere.level
refused 'nowhere/x.level' --check nowhere/x.level
mkfifo pipe
refused 'pipe.*regular' --check pipe
refused 'not a regular file; expected a level file' --check /dev/null
printf 'a\n' >unreadable.level
chmod 000 unreadable.level
if ! test -r unreadable.level; then refused 'unreadable.level' --check unreadable.level; fi
if test -e /proc/self/mem; then refused '/proc/self/mem' --check /proc/self/mem; fi
dd if=/dev/null of=huge.level bs=1 seek=1073741824 2>/dev/null
refused 'huge.level.*larger' --check huge.level
mv huge.level in
refused 'larger' --check -
rm in
: >in
long=$(awk 'BEGIN { for (i = 0; i < 3000; i++) printf "x" }')
refused 'xxx' --check "$long"
refused '?' --check "$(printf 'a\033]0;b\007\nc')"
test "$(tr -d '\033\007' <err)" = "$(cat err)" ||
	fault 'a file name sends control characters to the terminal'

# ---- noise ----

# noise SEED: some random bytes.
noise() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		count = int(rand() * 400)
		for (i = 0; i < count; i++) printf "%c", int(rand() * 256)
	}'
}

# spoil SEED: good.level with one character replaced.
spoil() {
	awk -v seed="$1" 'BEGIN { srand(seed); RS = "\001"; letters = ":#.ab;0 \n\t" }
	{
		at = int(rand() * length($0))
		printf "%s%s%s", substr($0, 1, at), substr(letters, 1 + int(rand() * 10), 1),
			substr($0, at + 2)
	}' good.level
}

seed=0
while [ $seed -lt 40 ]; do
	seed=$((seed + 1))
	noise $seed >noise.level
	refused 'noise.level' --check noise.level
	spoil $seed >spoilt.level
	run --check spoilt.level
	case $status in
	2) one_line 'spoilt.level' "spoilt with seed $seed" ;;
	0 | 1) test ! -s err || fault "spoilt with seed $seed: words on standard error" ;;
	*) fault "spoilt with seed $seed: status $status" ;;
	esac
done

# ---- missing levels ----

refused 'no level 2; the last is 1' --check good.level:2
refused 'no such' --check good.level:0
refused 'no such' --check good.level:x
refused 'no such' --check tilt/nowhere-near
first=$("$PARLOUR" --list --json tilt 2>/dev/null | sed -n '1s/.*"file": "\([^"]*\)".*/\1/p')
refused 'there is no level 999' --check "$first:999"
refused '^parlour: tilt:99x99#5: 99 rows; a board has 1 to 26$' --check tilt:99x99#5
refused '^parlour: tilt:3x99#1: 99 columns; a board has 1 to 26$' tilt:3x99#1
refused '^parlour: tilt:0x5#1: 0 rows; a board has 1 to 26$' --solve tilt:0x5#1
refused '^parlour: lines:5x1000000#1: 1000000 columns; a board has 1 to 26$' lines:5x1000000#1
refused '^parlour: tilt:5x5#18446744073709551616: the seed is out of range; it is at most 1844' \
	--solve tilt:5x5#18446744073709551616
refused '^parlour: the LEVEL is empty: ""; see parlour --list$' ''
refused '^parlour: the LEVEL is empty: " "; see parlour --list$' --solve ' '
refused 'tilt:7x7: a game ID needs a seed, such as "tilt:7x7#42"$' --check tilt:7x7
refused 'x#y: no such file or game ID; an ID looks like "tilt:7x7#42"$' --check x#y
refused "did you mean \"$first\"" --check "${first}x"
refused 'did you mean "tilt"' --check tlit
refused 'tlit' --generate tlit
for id in 'tilt:27x5#1' 'tilt:0x5#1' 'tilt:5x5#' 'tilt:5x5#x' 'tilt:5x5#-1' 'tlit:5x5#1' \
	'tilt:5#1' 'tilt:5x5#99999999999999999999'; do
	refused "$id" --solve "$id"
done

# ---- options ----

refused '^parlour: unknown option --frobnicate; see --help$' --frobnicate
refused '^parlour: unknown option --blurb; see --help$' --blurb=1 tilt
refused '^parlour: unknown option --slove; did you mean --solve?$' --slove tilt
refused '^parlour: unknown option -x; see --help$' -x
refused '^parlour: unknown option -x; see --help$' -sx good.level
refused '^parlour: -l takes no value$' -l=3
refused '^parlour: -s takes no value$' -s= good.level
refused '^parlour: unknown option -=; see --help$' -=3
refused '^parlour: unknown option --; see --help$' --=1
refused '^parlour: --s is ambiguous: --solve, --scores, --scratch, --since, --size, --seed$' --s
refused '^parlour: --pla is ambiguous: --play, --plain, --player, --player-from, --player-from-key$' --pla=up good.level
refused '^parlour: --play needs a value; see --help$' --play
refused '^parlour: -p needs a value; see --help$' good.level -p
refused '^parlour: --seed needs a value; see --help$' --gen tilt --see
refused '^parlour: --version takes no value$' --version=3
refused '^parlour: --solve takes no value$' --solv=yes good.level
while IFS=$tab read -r option values; do
	for value in $values; do
		if [ "$value" = EMPTY ]; then value=; fi
		refused "$option.*expected" "$option" "$value" --generate tilt
	done
done <<END
--size	0x5 5x0 27x5 5x27 5 5x 5x5x5 x 1x1 -5x5 5X5 EMPTY
--pieces	0 -1 677 x 1.5 EMPTY
--colours	0 -1 27 x EMPTY
--par	10000 1..10000 a..b 1... .. EMPTY
--seed	-1 x 1x 99999999999999999999 1.. ..1 1..x 2..1..3 5.. 1...3 EMPTY
--count	0 -1 10001 x EMPTY
--time-limit	0 -1 x nan inf 1s EMPTY
--memory-limit	0 -1 x 1.5 9999999999 EMPTY
--threads	0 -1 65 x 1.5 EMPTY
END
refused '^parlour: give only one of --solve and --check$' --solve --check good.level
refused '^parlour: give only one of --play and --list$' -p right --list
refused '^parlour: --json needs --solve, ' --json --demo good.level
refused "^parlour: --count can.t be combined with a range of seeds$" \
	--generate tilt --seed 1..2 --count 2
refused "^parlour: --seed 3..2: the first seed is above the last$" --generate tilt --seed 3..2
refused "^parlour: --json needs seeds of at most 9223372036854775807$" \
	--generate tilt --json --seed 9223372036854775808
refused '^parlour: --json needs --solve, ' --json
refused '^parlour: --generate needs a mode, such as tilt$' --generate
refused '^parlour: --generate takes one mode only$' --generate tilt tilt
refused "^parlour: --generate can't be combined with --daily$" --generate --daily
refused "^parlour: --generate can't be combined with --memory-limit or --scratch: " \
	--generate tilt --memory-limit 5
refused "^parlour: --generate can't be combined with --memory-limit or --scratch: " \
	--generate tilt --scratch .
refused '^parlour: nowhere: can.t make a file: no such file or folder$' --solve --scratch nowhere good.level
refused '^parlour: good.level: can.t make a file: not a folder$' --solve --scratch good.level good.level
refused '^parlour: --pieces needs --generate$' --pieces 3 --solve good.level

# Options and levels in any order; letters together; a value in the same word or the next.
for words in '--solve good.level' 'good.level --solve' '-s good.level' '--sol -- good.level'; do
	# shellcheck disable=SC2086 # two words
	ends 0 $words
	says '1 move, proven'
done
for words in '-p right good.level' '-pright good.level' '--play=right good.level'; do
	# shellcheck disable=SC2086
	ends 0 $words
	says '^solved after 1 move'
done
ends 0 --help --solve
says '^Usage: '
ends 0 -sV
says '^Parlour [0-9]'
cp good.level ./--list
ends 0 --check -- --list
rm ./--list
refused 'needs a LEVEL' --play right
refused 'needs a mode, such as tilt; "good.level" is not one' --generate good.level
run --generate tilt --size 3x3 --par 30..40 --seed 1
one_line 'no 3x3 tilt board of par 30..40 with seed 1 in 2,000 tries; the closest had par [0-9]*$' \
	'a level that there is not' 1
run --generate tilt --size 3x3 --par 30..40 --seed 7..9
one_line '^parlour: none of the seeds 7..9 gives a level; the last: no 3x3 tilt board .* seed 9 in ' \
	'a range without a level' 1
refused 'needs a mode' --generate tlit --seed 1..2
refused 'room for at most 8 pieces' --generate tilt --seed 1..2 --size 3x3 --pieces 10

# A range goes on where a seed gives no level. In JSON, each seed has its line.
some='--generate tilt --size 3x3 --par 26..29'
# shellcheck disable=SC2086 # options are words
ends 0 $some --seed 1..12 --json
test "$(lines out)" = 12 || fault 'not a line for each seed'
says '"level": null, "reason": "no 3x3 tilt board of par 26..29 with seed '
test "$(sed 's/.*"seed": \([0-9]*\),.*/\1/' out | tr '\n' ' ')" = '1 2 3 4 5 6 7 8 9 10 11 12 ' ||
	fault 'the seeds of a range'
grep -v '"level": null' out >found
test "$(lines found)" -ge 2 || fault 'a range of seeds: too few levels'
says '^{"mode": "tilt", "seed": [0-9]*, "identity": "[0-9a-f]\{16\}", "shape": "[0-9a-f]\{16\}", '
says '"par": 2[0-9], "rows": 3, "columns": 3, "pieces": [0-9], "walls": [0-9], "symmetries": [1248], '
says '"command": "parlour --generate tilt --size 3x3 --par 26..29 --seed [0-9]*", "level": "level: '
# shellcheck disable=SC2086
ends 0 $some --seed 1..12
cp out range.level
test "$(grep -c '^level: ' range.level)" = "$(lines found)" || fault 'a range: not the same levels'
ends 0 --check range.level
ends 0 --list --json range.level
for name in identity shape par; do
	sed 's/.*"'"$name"'": \([^,]*\),.*/\1/' found >wanted
	sed 's/.*"'"$name"'": \([^,]*\),.*/\1/' out >got
	cmp -s wanted got || fault "--list --json: $name is not that of --generate"
done
ends 0 --generate tilt --seed 18446744073709551615..18446744073709551615

# A pack of more than 1,000 levels.
awk 'BEGIN {
	print "mode: tilt"
	for (i = 1; i <= 1500; i++)
		printf "level: number %d\n\n%s\n", i, i % 2 ? "a.. ..a" : "a.# .a#"
}' >large.level
ends 0 --list large.level
test "$(lines out)" = 1501 || fault 'the list of a large pack'
ends 0 --solve large.level:1499 large.level:1500
ends 1 --check large.level
test "$(grep -c 'number ' out)" = 1500 || fault 'the check of a large pack'

refused '^parlour: a 3x3 board has room for at most 8 pieces, not 10$' \
	--generate tilt --size 3x3 --pieces 10
refused '^parlour: 2 pieces can have at most 2 colours, not 3$' \
	--generate bishop --colours 3 --pieces 2
refused '^parlour: --goal "close 8": tilt levels have no "goal:"$' \
	--generate tilt --goal 'close 8' --size 3x3
refused '^parlour: --piece "rook": gems levels have no "piece:"$' --generate gems --piece rook
refused '^parlour: --goal: goal is "close 3"; expected "clear", ' --generate gems --goal 'close 3'
refused '^parlour: --goal: goal is "clear"; expected "close all", ' --generate lines --goal clear
refused '^parlour: --rules: unknown rule "slid"; expected any of no-attack, ' \
	--generate bishop --piece rook --rules slid
refused '^parlour: --goal: goal is "clock 20"; expected a level with "refill: random", ' \
	--generate gems --goal 'clock 20'
refused '^parlour: --par 9..3: the minimum is above the maximum$' --generate tilt --par 9..3
refused '^parlour: 36 gems need at most 11 moves; par 20 is not possible$' \
	--generate gems --par 20..30
refused '^parlour: gems:4x4#12: 16 gems need at most 4 moves; par ' --plain gems:4x4#12

# More work than a command without a time may take: the board needs --time-limit, and its comment
# says so. A sanitized program would take the better part of a minute.
if [ -z "${UNDER_VALGRIND-}${SANITIZED-}" ]; then
	usual=$limit
	limit=${limit:+timeout $((300 * ${PATIENCE:-1}))}
	late='--generate lines --size 5x5 --par 10 --seed 40'
	# shellcheck disable=SC2086 # two words and more
	run $late
	one_line ' tries and [0-9,]* states.*; --time-limit SECONDS searches longer$' "$late" 1
	# shellcheck disable=SC2086
	ends 0 $late --time-limit 1000
	says '^; parlour --generate lines .* --time-limit 1000 .*--seed 40$'
	says '^par: 10$'
	limit=$usual
fi
refused 'terminal.*--plain.*--demo' good.level
refused 'terminal.*--plain.*--demo'
refused 'terminal' --edit tilt
refused 'no such' --edit nothing.level
refused '^parlour: --edit takes one LEVEL' --edit good.level tilt
refused '^parlour: --edit takes one LEVEL' --edit --daily
refused 'give only one of --edit and --solve' --edit --solve
refused 'move 2: "sideways" is not a valid move here$' --play 'right sideways' good.level
refused 'move 2: "right" is not' --play 'right right' good.level

# ---- the answer is no ----

file answers.level <<'END'
mode: tilt

level: Par too high
par: 2

a..   ..a

level: No par

a..   ..a

level: No way
par: 2

a.b   b.a
END
ends 1 --check answers.level:1
says '^answers.level:4: .*par.*2.*1'
ends 1 --check answers.level:2
says '^answers.level:8: .*no par'
ends 1 --check answers.level:3
says '^answers.level:12: .*unsolvable (proven)'
ends 1 --check answers.level good.level
test "$(lines out)" = 3 || fault 'not one line for each wrong level'
ends 0 --solve answers.level:1
ends 1 --solve answers.level
says 'unsolvable (proven)'
ends 1 --demo answers.level:3
ends 1 --play '' good.level
ends 0 --play right good.level

# --check goes on to the next file; each bad one has its message.
printf 'x\n' >worse.level
run --check worse.level answers.level:1 nowhere.level good.level worse.level:3
test "$status" = 2 || fault "--check of bad files: status $status, not 2"
test "$(sed 's/: .*//' err | tr '\n' ' ')" = 'parlour parlour parlour ' || fault 'not three errors'
for name in worse.level:1 nowhere.level worse.level:1; do
	grep -q "^parlour: $name: " err || fault "--check does not name $name"
done
test "$(cat out)" = 'answers.level:4: par of "Par too high" is 2; 1 is proven' ||
	fault '--check does not go on after a bad file'
run --check worse.level good.level
one_line '^parlour: worse.level:1: ' '--check worse.level good.level'
test ! -s out || fault '--check of a bad file says that all is well'
refused '^parlour: worse.level:1: ' --solve worse.level good.level

# Levels by number on standard input, and from a pipe that the shell made.
cp answers.level in
ends 0 --solve -:1
says '^-:1  Par too high: 1 move, proven'
ends 0 --solve -:2 -:1
test "$(sed -n 's/  .*: .*//p' out | tr '\n' ' ')" = '-:2 -:1 ' || fault '-:2 -:1: other levels'
ends 0 --play right -:2
refused '^parlour: -: there is no level 4; the last is 3$' --solve -:4
refused '^parlour: -:x: no such' --solve -:x
ends 0 --demo /dev/stdin:2
ends 0 --list /dev/fd/0
: >in
if [ -e /dev/fd/0 ]; then
	# from_pipe STATUS PATTERN ARGUMENT...: a pack comes late, as descriptor 7
	from_pipe() {
		cases=$((cases + 1))
		expected=$1
		pattern=$2
		shift 2
		status=0
		mkfifo late
		{ sleep 0.1 && cat answers.level; } >late &
		$limit "$PARLOUR" "$@" 7<late <in >out 2>err || status=$?
		rm late
		test "$status" = "$expected" || fault "$*: status $status, not $expected"
		cat err out | grep -q -e "$pattern" || fault "$*: does not say: $pattern"
	}
	from_pipe 1 '^/dev/fd/7:2  No par: 1 move, proven' --solve /dev/fd/7
	from_pipe 0 '^/dev/fd/7:2  No par: 1 move, proven' --solve /dev/fd/7:2
	from_pipe 0 '^solved after 1 move' --play right /proc/self/fd/7:1
	from_pipe 0 'par' --list /dev/fd/7
	from_pipe 0 '^Solved in 1 move' --demo /dev/fd/7:1
	printf 'right\nq\n' >in
	from_pipe 0 '^right: a on goal a' --plain /dev/fd/7:2
	from_pipe 2 '^parlour: /dev/fd/7:1: not JSON' --import /dev/fd/7
	refused '^parlour: /dev/fd/7: no such' --solve /dev/fd/7
	# Later on, when a name no longer comes from the command line, a pipe is not waited for.
	printf 'g /dev/fd/0\nq\n' >in
	# shellcheck disable=SC2002 # a pipe is meant
	cat in | $limit "$PARLOUR" --plain good.level >out 2>err || fault 'g /dev/fd/0: fails'
	says '/dev/fd/0: is not a regular file'
	: >in
fi

# A level that is not proven: 40 random slides from a solution.
file hard.level <<'END'
level: Hard
mode: lines
par: 40
goal: close all

23eae8ac5
3f6afcd0c
169c4758a
8e991b647
5fac78556
7bc713fdd
934198eb1
289663824
226398a25
END
for bound in '--memory-limit 1' '--time-limit 0.00001'; do
	# shellcheck disable=SC2086 # two words
	ends 1 --solve --json $bound hard.level
	says '"verdict": "gave-up", "moves": null'
	says '"solution": null'
	lower=$(sed 's/.*"lower": \([0-9]*\).*/\1/' out)
	upper=$(sed 's/.*"upper": \([0-9a-z]*\).*/\1/' out)
	if [ "$upper" = null ]; then upper=40; fi
	if [ "$lower" -gt 40 ] || [ "$upper" -lt "$lower" ]; then
		fault "$bound: bounds that are not true"
	fi
	# shellcheck disable=SC2086
	ends 1 --solve $bound hard.level
	says "at least $lower\|at least"
	# shellcheck disable=SC2086
	ends 1 --check $bound hard.level
	says '^hard.level:3: .*not proven'
	# shellcheck disable=SC2086
	ends 1 --demo $bound hard.level
done
# What memory can't hold may be on disk; nothing is left there.
large=$(cd "$OLDPWD" && cd "${srcdir:-$(dirname "$0")/../..}" && pwd)/tests/bench/tilt-12x12.level:1
ends 1 --solve --memory-limit 2 --time-limit 1 "$large"
mkdir scratch
ends 0 --solve --memory-limit 2 --scratch scratch "$large"
says '33 moves, proven'
rmdir scratch || fault 'a file is left in scratch'

# As many bytes as 32 bits can number, and more.
for mebibytes in 4095 4096 1048576; do
	ends 0 --solve --memory-limit $mebibytes tilt/first-steps:1
	says '2 moves, proven'
done

# ---- streams ----

full() {
	cases=$((cases + 1))
	status=0
	: >out
	$limit "$PARLOUR" "$@" <in >/dev/full 2>err || status=$?
	one_line 'standard output: disk full' "$* >/dev/full"
}
closed() {
	cases=$((cases + 1))
	status=0
	: >out
	$limit "$PARLOUR" "$@" <in >&- 2>err || status=$?
	one_line 'standard output' "$* >&-"
}
for broken in full closed; do
	if [ $broken = full ] && ! test -c /dev/full; then continue; fi
	# valgrind opens what is closed.
	if [ $broken = closed ] && [ -n "${UNDER_VALGRIND-}" ]; then continue; fi
	$broken --help
	$broken --version
	$broken --list
	$broken --list --json
	$broken --solve good.level
	$broken --solve --json good.level
	$broken --check good.level
	$broken --play right good.level
	$broken --play right --json good.level
	$broken --demo good.level
	$broken --plain good.level
	$broken --generate tilt --seed 1
done
status=0
$limit "$PARLOUR" --check - <&- >out 2>err || status=$?
one_line '^parlour: -' '--check - <&-'
status=0
$limit "$PARLOUR" --check nowhere.level <in >out 2>&- || status=$?
test "$status" = 2 || fault "a closed standard error changes the status to $status"
status=0
$limit "$PARLOUR" --check good.level <in >out 2>&- || status=$?
test "$status" = 0 || fault "a closed standard error changes the status to $status"

# --plain reads go to the end of any input, and prompts only on a terminal.
printf 'right' >in
ends 0 --plain good.level
says '^right: a on goal a at c1; nothing at a1$'
says '^Solved in 1 move'
if grep -q '^>' out; then fault '--plain asks a pipe for its moves'; fi
noise 7 >in
ends 0 --plain good.level
test "$(LC_ALL=C tr -d '\033\007\010' <out)" = "$(cat out)" ||
	fault '--plain passes control characters on'
: >in
status=0
$limit "$PARLOUR" --plain good.level <&- >out 2>err || status=$?
one_line 'standard input' '--plain <&-'
status=0
$limit "$PARLOUR" --plain good.level <folder >out 2>err || status=$?
one_line 'standard input' '--plain <folder'
printf 'right left\nq\n' >in
ends 0 --plain good.level
says '^Solved in 1 move'
says '^The level is solved. u undoes a move'
ends 0 --list good.level
says ' best   1 \*$'
printf 'l\nlist tilt\ng %s:2\np\ng tilt:5x5#7\nq\nright\n' "$first" >in
ends 0 --plain good.level
says "^$first, .*: 0 of [0-9]* solved\$"
says '^gems/endless, .*: 0 of [0-9]* played$'
says "^  $first:1 .* par .* best"
says "^$first:2  "
says "^$first:1  "
says '^tilt:5x5#7$'
if grep -q '^right:' out; then fault '--plain continues after q'; fi
: >in

# ---- output ----

cp good.level in
ends 0 --check -
ends 0 --solve --json -
: >in

# Titles from files can't move the cursor.
{
	printf 'pack: P\033[2J\nlevel: T\033[31m\302\233x\nhint: H\033c\n'
	tail -n 4 good.level
} >escapes.level
for locale in C C.UTF-8; do
	for command in --solve --check --list --demo --plain '--solve --json' '--list --json'; do
		cases=$((cases + 1))
		# shellcheck disable=SC2086 # two words
		LC_ALL=$locale $limit "$PARLOUR" $command escapes.level <in >out 2>err || :
		test "$(tr -d '\033' <out)" = "$(cat out)" ||
			fault "$command passes control characters on"
	done
done

# In an 8-bit locale the bytes of UTF-8 could: those of U+26DB end in 9B, which is CSI there. musl
# has no such locale.
{
	printf 'pack: P\342\233\233\nlevel: T\342\233\233 \303\251\n'
	tail -n 4 good.level
} >eight.level
LOCPATH=$work/locales
export LOCPATH
mkdir "$LOCPATH"
if ldd "$PARLOUR" 2>/dev/null | grep -q '/libc\.so\.6' &&
	localedef -i en_US -f ISO-8859-1 "$LOCPATH/en_US.ISO-8859-1" >/dev/null 2>&1 &&
	test "$(LC_ALL=en_US.ISO-8859-1 locale charmap 2>/dev/null)" = ISO-8859-1; then
	for command in --solve --check --list --demo --plain '--list --json' \
		"--list $(printf 'x\342\233\233')"; do
		cases=$((cases + 1))
		# shellcheck disable=SC2086 # two words
		LC_ALL=en_US.ISO-8859-1 $limit "$PARLOUR" $command eight.level <in >out 2>err || :
		test "$(cat out err | tr -d '\200-\377')" = "$(cat out err)" ||
			fault "$command passes bytes of UTF-8 on to a terminal of eight bits"
	done
fi
unset LOCPATH

# Carriage returns, a byte order mark and a missing newline at the end are fine.
printf '\357\273\277level: T\r\nmode: tilt\r\npar: 1\r\n\r\na..   ..a' >dos.level
ends 0 --check dos.level

ends 0 --list
"$PARLOUR" --list --json >list
sed 's/.*"mode": "\([a-z]*\)".*/\1/' list | sort -u >modes
grep -q . modes || fault 'no shipped level'
test "$(keys list)" = 'file index title mode identity shape par rating best ' || fault "--list --json: $(keys list)"
while read -r mode; do
	level=$(grep "\"mode\": \"$mode\"" list |
		sed -n '1s/.*"file": "\([^"]*\)", "index": \([0-9]*\).*/\1:\2/p')
	ends 0 --solve --json "$level"
	test "$(keys out)" = \
		'file index title mode verdict moves lower upper states seconds solution ' ||
		fault "--solve --json $level: $(keys out)"
	solution=$(sed 's/.*"solution": "\([^"]*\)".*/\1/' out)
	ends 0 --play "$solution" --json "$level"
	says '"solved": true'
	ends 1 --play '' --json "$level"
	case $mode in
	gems) extra='score ' ;;
	lines) extra='groups ' ;;
	*) extra= ;;
	esac
	test "$(keys out | sed 's/groups \(cells closed \)*/groups /')" = \
		"file index title mode count solved board next lower upper proven par $extra" ||
		fault "--play --json $level: $(keys out)"
	says '"lower": [1-9][0-9]*, "upper": [1-9][0-9]*, "proven": true, "par": [1-9]'
	par=$(sed 's/.*"par": \([0-9]*\).*/\1/' out)
	says "\"lower\": $par, \"upper\": $par, "
	run --play "$solution" --json "$level"
	says '"lower": 0, "upper": 0, "proven": true, '

	# --play without moves gives the distance that --solve proves.
	run --solve --json "${level%:*}"
	sed -n 's/.*"moves": \([0-9]*\),.*/\1/p' out >proven
	run --play '' "${level%:*}"
	sed -n 's/.*; best from here //p' out >left
	test -s left || fault "--play ${level%:*}: no distance"
	cmp -s proven left || fault "--play ${level%:*}: not the distances of --solve"

	# A game ID is the same board every time, and so is what --generate prints.
	ends 0 --solve --json "$mode:5x5#7"
	masked out >before
	ends 0 --solve --json "$mode:5x5#7"
	masked out >after
	cmp -s before after || fault "$mode:5x5#7 is not the same twice"
	ends 0 --generate "$mode" --size 5x5 --seed 3 --count 2
	cp out generated.level
	ends 0 --check generated.level
	sed -n 's/^; parlour //p' generated.level >commands
	test "$(lines commands)" = 2 || fault "--generate $mode: not one command a level"
	while read -r command; do
		# shellcheck disable=SC2086 # the words of a command
		ends 0 $command
		cat out
		echo
	done <commands >repeated.level
	echo >>generated.level
	cmp -s generated.level repeated.level || fault "$mode: its own command makes another level"
	ends 0 --generate "$mode"
	cp out in
	ends 0 --check -
	: >in
done <modes

# Players of one account: each has their own data, and they share a leaderboard.
for name in '' . .. .a -a a/b 'a b' "$tab" abcdefghijklmnopqrstuvwxyz0123456; do
	refused '--player "' --player "$name" --list tilt/first-steps
done
refused '--json needs' --player eve --json
# solves NAME LEVEL MOVES: at the plain prompt
solves() {
	printf '%s\nq\n' "$3" >in
	ends 0 --plain --player "$1" "$2"
	: >in
}
level=tilt/first-steps:2
ends 0 --solve --json "$level"
solution=$(sed 's/.*"solution": "\([^"]*\)".*/\1/' out)
solves alice "$level" "$solution"
solves bob "$level" "$solution"
solves alice "$level" "$solution" # no better, and not added again
mv "$XDG_STATE_HOME/parlour/scores.log" before
solves alice "$level" "$solution" # whose best it is, but not of this board
solves bob "$level" "$solution"
solves eve "$level" T
printf '%s\nq\n' "$solution" >in
ends 0 --plain "$level"
: >in
log=$XDG_STATE_HOME/parlour/scores.log
test "$(lines "$log")" = 2 || fault 'scores.log does not hold two records'
ends 0 --scores "$level"
test "$(awk '$3 ~ /[0-9]/ && $4 ~ /^moves?$/ { printf "%s %s;", $1, $2 }' out)" = '1 alice;2 bob;' ||
	fault '--scores does not say alice, bob'
ends 0 --scores
grep -q '^   1  alice ' out || fault '--scores without a level leaves a result out'
ends 0 --scores --json tilt
test "$(lines out)" = 2 || fault '--scores --json is not a line a result'
ends 0 --scores --daily
grep -q alice out && fault '--scores --daily tells of another level'
for player in alice bob; do
	ends 0 --list --player $player "$level"
	grep -q 'best *[0-9]' out || fault "--player $player has no best"
done
# The logs of two hosts, each with an alice and a bob, joined; others.log is read beside scores.log.
cp "$log" first.log
{
	cat "$log"
	echo 'score1 0123456789abcdef 1 eve 0123456789abcdef tilt/x left'
	printf torn
} >second.log
run --merge-scores first.log b.example=second.log second.log
one_line 'left out 4 lines: not of a leaderboard$' '--merge-scores of torn lines' 1
test "$(lines out)" = 4 || fault '--merge-scores does not print each line once'
test "$(cut -d ' ' -f 4 out | sort | tr '\n' ' ')" = 'alice alice@b.example bob bob@b.example ' ||
	fault '--merge-scores tells players apart in another way'
cut -d ' ' -f 3 out | sort -c || fault '--merge-scores does not print by date'
cp out merged.log
cp out "$XDG_STATE_HOME/parlour/others.log"
ends 0 --merge-scores merged.log merged.log
cmp -s out merged.log || fault '--merge-scores of its own output is another one'
run --merge-scores c=merged.log
one_line 'left out 2 lines' '--merge-scores of players with another host' 1
refused 'nowhere' --merge-scores first.log nowhere
refused 'is a folder' --merge-scores folder
refused 'needs a FILE' --merge-scores
refused 'a=": expected FILE or HOST=FILE' --merge-scores a=
sed '1s/./-/g' "$log" >erased.log # as --forget leaves it
ends 0 --merge-scores a=erased.log
test "$(lines out)" = 1 || fault '--merge-scores of an erased line is not the other one'
head -c 33554433 /dev/zero >large.log
refused 'larger than the limit' --merge-scores large.log
rm large.log
ends 0 --scores "$level"
test "$(awk '$3 ~ /[0-9]/ { printf "%s;", $2 }' out | tr ';' '\n' | sort | tr '\n' ' ')" = \
	'alice alice@b.example bob bob@b.example ' || fault '--scores does not show both hosts'
ends 0 --scores --host b.example "$level"
test "$(awk '$3 ~ /[0-9]/ { print $2 }' out | sort | tr '\n' ' ')" = 'alice@b.example bob@b.example ' ||
	fault '--scores --host shows other players'
ends 0 --scores --host localhost --json "$level"
test "$(lines out)" = 2 || fault '--scores --host localhost does not show two players'
ends 0 --scores --since 2000-01-01 --until today --json "$level"
test "$(lines out)" = 4 || fault '--scores --until today leaves players out'
for past in '--until 2020-02-29' '--since 2019-52 --until 2019-W52' '--since 9999-12-31'; do
	# shellcheck disable=SC2086 # two words
	ends 0 --scores $past --json "$level"
	test ! -s out || fault "--scores $past: somebody is there"
done
for date in 2020-02-30 2020-54 2019-53 2019-W53 2019W52 x '' 2020-1-1 1969-12-31; do
	refused '--since "' --scores --since "$date"
done
refused '--since is later than --until' --scores --since 2020-02-29 --until 2020-02-28
refused '--host "' --scores --host a_b
refused '--host needs --scores' --list --host a
rm "$XDG_STATE_HOME/parlour/others.log"
mkdir "$XDG_STATE_HOME/parlour/others.log"
refused 'is a folder; expected a leaderboard' --scores "$level"
rmdir "$XDG_STATE_HOME/parlour/others.log"
sed 's/alice/eve/' "$log" >in && cat in >"$log"
ends 0 --scores "$level"
grep -q 'eve\|alice' out && fault '--scores believes a changed record'
: >in
rm "$log"
mkdir "$log"
printf '%s\nq\n' "$solution" >in
run --plain --player carol "$level"
one_line 'NOT SAVED: not a file' 'a leaderboard that cannot be written' 0
grep -q '^NOT SAVED: not a file' out || fault 'a leaderboard that cannot be written is not told'
sed '/^Solved/q' out | grep -q '^NOT SAVED' || fault 'a result is told before it is kept'
refused 'is a folder; expected a leaderboard' --scores "$level"
rm -r "${XDG_STATE_HOME:?}"

# The daily boards: one per puzzle, and the same again, unless midnight has passed.
for try in 1 2; do
	ends 0 --daily --list
	cp out daily
	ends 0 --daily --list
	if cmp -s out daily; then break; fi
done
cmp -s out daily || fault "--daily is not the same twice, in try $try"
ends 0 --daily --list --json
test "$(lines out)" = "$(lines modes)" || fault '--daily is not one board a mode'
ends 0 --daily --check

# A line has a maximum length, which no solution reaches.
printf '%70000d\nright up\n' 0 >in
ends 0 --plain tilt/first-steps:1
says '^The line is too long (65536 bytes or more'
says '^Solved in 2 moves'

# A line of moves ends where the level is solved.
printf 'right up down up down up\nq\n' >in
ends 0 --plain --player dora tilt/first-steps:1
says '^moves 2,'
says '^The level is solved. u undoes a move'
: >in
ends 0 --export --player dora
test "$(grep -c '"result"' out)" = 1 || fault 'one game is more than one result'

# Each move has the time at which its line was read, in tenths of a second.
: >out
until_out_says() {
	for try in $(seq 600); do
		if grep -q "$1" out; then break; fi
		sleep 0.1
	done
}
{
	echo right
	until_out_says '^right:'
	sleep 0.3
	echo up
} | "$PARLOUR" --plain --player flora tilt/first-steps:1 >out 2>err ||
	fault 'two lines that come one after the other fail'
grep -q ' flora .* tilt/first-steps:1~[0-9]*,\([3-9]\|[1-9][0-9]\+\) right up$' "$log" ||
	fault 'scores.log does not have the times of --plain'
ends 0 --export --player flora
says '"times": \[[0-9]*, \([3-9]\|[1-9][0-9]\+\)\]'

# If its output is no longer read, it ends and saves the score.
{
	echo a5-b5
	yes w | head -n 20000
} | "$PARLOUR" --plain --player dora gems/endless:4 2>/dev/null | sed '/^moves 1/q' >out
ends 0 --list --player dora gems/endless:4
says ' best  *10$'

# In --plain, n and p go to the next puzzle's.
printf 'n\nn\np\nq\n' >in
ends 0 --plain 'tilt:7x7#20261121'
grep '#20261121$' out >went
printf '%s:#20261121\n' tilt gems bishop gems >want
sed 's/:[0-9x]*/:/' went | cmp -s - want || fault "n and p went by: $(cat went)"
: >in

echo "$cases runs, $faults faults"
test "$faults" = 0
