#!/bin/sh
# --export and --import: everything exported can be imported; changed lines are refused with their
# number and do no harm; concurrent sessions lose nothing.
set -eu

. "${srcdir:-$(dirname "$0")/../..}/tests/cli/runs.sh"

fault() {
	printf '%s\n' "$1"
	head -c 400 err | sed 's/^/    /'
	faults=$((faults + 1))
}

# run STATUS ARGUMENT...: with standard input from the file in; leaves out and err.
run() {
	expected=$1
	shift
	cases=$((cases + 1))
	status=0
	$limit "$PARLOUR" "$@" <in >out 2>err || status=$?
	test "$status" = "$expected" || fault "$*: status $status, not $expected"
}

# refused PATTERN: the file in is refused with one line that begins so, and nothing is imported.
refused() {
	run 2 --import
	test "$(grep -c '' err)" = 1 || fault "$1: not one line on standard error"
	grep -q -e "^parlour: standard input$1" err || fault "the line does not say: $1"
	test ! -s out || fault "$1: refused, but there is output"
	cp in refused
	: >in
	run 0 --export
	test ! -s out || fault "$1: refused, but something is kept"
	cp refused in
}

# play LEVEL MOVE...: with --plain.
play() {
	level=$1
	shift
	printf '%s\n' "$*" q >in
	run 0 --plain "$level"
}

# at HOME: uses another home from here on.
at() {
	XDG_STATE_HOME=$work/home/$1
	export XDG_STATE_HOME
	mkdir -p "$XDG_STATE_HOME"
}

# ---- round trip ----

: >in
run 0 --export
test ! -s out || fault 'there is something to export before the first game'
run 0 --import
grep -q '^Nothing to import\.$' out || fault 'nothing is not imported as nothing'
play tilt/first-steps:1 right up
play tilt/first-steps:1 left down up right
cat >own.level <<'EOF'
level: "Quoted" \ back
mode: tilt

a..   ..a
EOF
play own.level right
play gems/endless:1 t
"$PARLOUR" --solve --time-limit 9 bishop/first-steps:1 | tail -n 1 >plan
# shellcheck disable=SC2046 # moves are words
play bishop/first-steps:1 $(cat plan)
run 0 --export
cp out first
test "$(grep -c '"kind": "result"' first)" = 4 || fault 'not every result is exported'
grep -q '"optimal": true' first || fault 'no result is the least'
: >in
at second
run 0 --import "$work/first"
grep -q '^4 results; new: 4 results$' out || fault 'the import does not say what was new'
run 0 --import "$work/first"
grep -q 'new: nothing$' out || fault 'the same twice is not the same once'
cp first in
run 0 --import -
: >in
run 0 --export
cmp -s out "$work/first" || fault 'what is exported again is not the same'
run 0 --list tilt/first-steps:1
grep -q 'best   2 \*' out || fault 'an imported result is not the best'

# Games, drawings and settings, written by hand, since only the screen creates them.
cat >line <<'EOF'
{"parlour": 1, "kind": "game", "level": "63fbd167c26d9604", "mode": "tilt", "place": "tilt/first-steps:1", "text": "level: Other title\nmode: tilt\n\n....   ...a\n.a..   ....\n....   ....\n", "history": "right down | 1 | #0", "seconds": 61}
EOF
cat >others <<'EOF'
{"parlour": 1, "kind": "drawing", "drawing": "00000000000000ff", "text": "level: A\nmode: tilt\n\n..   ..\n"}
{"parlour": 1, "kind": "setting", "name": "speed", "value": 7}
EOF
cat line others >in
run 0 --import
grep -q '^1 game, 1 drawing, 1 setting; new: 1 game, 1 drawing, 1 setting$' out ||
	fault 'game, drawing and setting are not new'
sed 's/right down/up right down/; s/"value": 7/"value": 3/' line others >in
run 0 --import
grep -q 'new: nothing$' out || fault 'what was there does not stay'
: >in
run 0 --export
grep -q '"history": "right down | 1 | #0", "seconds": 61' out || fault 'the game is not there'
grep -q '"name": "speed", "value": 7' out || fault 'the setting is another'
# Whether others may watch is asked on each host.
echo '{"parlour": 1, "kind": "setting", "name": "watch", "value": 1}' >in
run 0 --import
grep -q '^Nothing to import\.$' out || fault 'the consent to be watched is taken in'
: >in
run 0 --export
grep -q '"name": "watch"' out && fault 'the consent to be watched is exported'
cp out all
at third
run 0 --import "$work/all"
run 0 --export
cmp -s out "$work/all" || fault 'all that is exported again is not the same'

# Of two games of a level, the one that was moved last, whichever comes first; a level that was solved
# since has none. A date of the future is now.
dated() {
	sed "s/right down/$1/; s/\"seconds\"/\"date\": \"$2T05:06:07Z\", \"seconds\"/" "$work/line"
}
holds_game() {
	: >in
	run 0 --export
	grep '"kind": "game"' out | grep -q "\"history\": \"$1 |.*\"date\": \"$2" ||
		fault "the game is not $1 of $2: $(grep '"kind": "game"' out)"
}
at dated
cat "$work/line" >in
run 0 --import
dated 'right up' 2021-01-02 >in
run 0 --import
holds_game 'right up' 2021-01-02
dated 'left up' 2020-01-02 >in
run 0 --import
grep -q 'new: nothing$' out || fault 'an older game replaces a newer one'
holds_game 'right up' 2021-01-02
dated 'left up' 2099-01-02 >in
run 0 --import
holds_game 'left up' "$(date -u +%Y)"
grep -m 1 first-steps:1 "$work/first" | sed 's/"date": "20../"date": "2011/' >in
run 0 --import
holds_game 'left up' "$(date -u +%Y)"
at solved
dated 'left up' 2021-01-02 >in
run 0 --import
cat "$work/first" >in
run 0 --import
: >in
run 0 --export
! grep '"kind": "game"' out || fault 'a game stays that was made before the level was solved'

# Times of moves; results and games without them stay as they are.
at times
grep -m 1 first-steps:1 "$work/first" | sed 's/"times": [^]]*]/"times": [12, 17]/' >timed
sed 's/"seconds"/"times": [30, 0, 5, -1], "seconds"/; s/right down/right up/' line >timed_game
cat timed timed_game >in
run 0 --import
: >in
run 0 --export
grep -q '"kind": "result".*"times": \[12, 17\]' out || fault 'the times of a result are not kept'
grep -q '"kind": "game".*"times": \[30, 0, 5, -1\]' out ||
	fault 'the times of a game are not kept'
cp out all
at times-again
run 0 --import "$work/all"
run 0 --export
cmp -s out "$work/all" || fault 'times that are exported again are not the same'

# A date after January 2038, more seconds than 31 bits hold.
at later
grep -m 1 first-steps:1 "$work/first" | sed 's/"date": "[^"]*"/"date": "2042-03-04T05:06:07Z"/' >in
run 0 --import
: >in
run 0 --export
grep -q '"date": "2042-03-04T05:06:07Z"' out || fault 'a date after 2038 is not kept'

# ---- refused lines ----

at fourth
grep -m 1 first-steps:1 "$work/first" >good
# change SCRIPT: the valid line, then the same line changed.
change() {
	sed "$1" good >bad
	cat good bad >in
}
change 's/"moves": "right/"moves": "left/'
refused ':2: the moves do not solve'
change 's/"moves": "right/"moves": "sideways/'
refused ':2: move 1: "sideways" is not a valid move'
change 's/"moves": "right up"/"moves": "right up*"/'
refused ':2: the solver made a move'
change 's/63fbd167c26d9604/63fbd167c26d9605/'
refused ':2: "text" is not the text of level 63fbd167c26d9605'
change 's/63fbd167c26d9604/63FBD167C26D9604/'
refused ':2: "level": expected sixteen'
change 's/\.a\.\./..../'
refused ':2: "text" is '
change 's/mode: tilt/mode: chess/'
refused ':2: "text" is not a level: text:'
change 's/"mode": "tilt"/"mode": "gems"/'
refused ':2: "mode": the level is one of tilt'
change 's/"parlour": 1/"parlour": 2/'
refused ':2: written by a newer version'
change 's/"parlour": 1/"parlour": "1"/'
refused ':2: expected a line of parlour --export'
change 's/"kind": "result"/"kind": "trick"/'
refused ':2: "kind": expected'
change 's/"date": "20/"date": "yesterday 20/'
refused ':2: "date": expected'
change 's/"date": "[^"]*"/"date": "2026-02-31T00:00:00Z"/'
refused ':2: "date": expected'
change 's/"date": "[^"]*"/"date": "1969-12-31T00:00:00Z"/'
refused ':2: "date": expected'
change 's/"seconds": [0-9]*/"seconds": -1/'
refused ':2: "seconds": expected'
change 's/"seconds": [0-9]*/"seconds": 1e9/'
refused ':2: "seconds": expected'
change 's/"seconds": [0-9]*/"seconds": 99999999999999999999/'
refused ':2: not JSON'
change 's/"place": "/"place": "'"$(printf '%0600d' 0)/"
refused ':2: "place": longer'
change 's/"times": [^]]*]/"times": [12]/'
refused ':2: "times": expected 2, one for each move'
change 's/"times": [^]]*]/"times": [12, 17, 18]/'
refused ':2: "times": expected 2, one for each move'
change 's/"times": [^]]*]/"times": [17, 12]/'
refused ':2: "times": expected tenths of a second that rise'
change 's/"times": [^]]*]/"times": [12, 1e3]/'
refused ':2: "times": expected tenths'
change 's/"times": [^]]*]/"times": [12, 9000000000]/'
refused ':2: "times": expected tenths'
change 's/"times": [^]]*]/"times": "12,5"/'
refused ':2: "times": expected tenths'
change 's/^/[/'
refused ':2: not JSON'
change 's/"kind"/"seconds": 1, "kind"/'
refused ':2: not JSON: duplicate'
change 's/tilt/\\u0000/'
refused ':2: not JSON'
printf '{"parlour": 1, "kind": "\377"}\n' | cat good - >in
refused ':2: not JSON'
printf 'a\0b\n' | cat good - >in
refused ':2: not JSON'
printf '\n\n{}' | cat good - >in
refused ':4: expected a line of parlour'
head -c 200000 /dev/zero | tr '\0' '[' | cat good - >in
refused ':2: not JSON: maximum parsing depth'
head -c 18000000 /dev/zero | tr '\0' ' ' | cat good - >in
refused ':2: longer than 16 MiB'
sed 's/"seconds"/"times": [30, 0, 5, 4], "seconds"/; s/right down/right up/' line |
	cat good - >in
refused ':2: "times" do not fit the history'
sed 's/right down | 1/right up | 9/' line | cat good - >in
refused ':2: "history" does not fit'
dated 'right up' 2021-13-02 | cat good - >in
refused ':2: "date": expected a time'
sed 's/level: A/level/' others | cat good - >in
refused ':2: "text" is not a drawing'
sed 's/"speed"/"a b"/' others | cat good - >in
refused ':3: "name": expected'
sed 's/"value": 7/"value": 7.5/' others | cat good - >in
refused ':3: "value": expected'
: >in
for name in none.json . fifo; do
	test $name != fifo || mkfifo fifo
	run 2 --import $name
	test "$(grep -c "^parlour: $name" err)" = 1 || fault "$name is not refused"
done
run 2 --import good good
run 2 --export tilt
run 2 --export --import
run 0 --import good

# A line's claims don't count, nor does an optimum without proof.
at fifth
sed 's/"count": 2/"count": 1/; s/"score": 0/"score": 99/' good >in
run 0 --import
: >in
run 0 --list tilt/first-steps:1
grep -q 'best   2 \*' out || fault 'a claimed number counts'
at sixth
grep '"count": [3-9]' "$work/first" | grep first-steps:1 |
	sed 's/"optimal": false/"optimal": true/' >in
test -s in || fault 'there is no longer way'
run 0 --import
: >in
run 0 --export
grep -q '"optimal": true' out && fault 'a longer way is the least'

# Without time for a proof, a shipped level's par is one.
"$PARLOUR" --solve gems/motherlode:6 | tail -n 1 >plan
# shellcheck disable=SC2046 # moves are words
play gems/motherlode:6 $(cat plan)
: >in
run 0 --export
grep motherlode:6 out | sed 's/"optimal": false/"optimal": true/' >unproven
at proofs
run 0 --import --time-limit 0.000001 unproven
run 0 --export
grep -q '"optimal": true' out || fault 'a par that is reached is not the least'

# The second star goes along, and is never made up.
at stars
grep '"unaided"' "$work/first" && fault 'a game without a screen is unaided'
grep '"kind": "result"' "$work/first" | sed 's/"optimal"/"unaided": true, "optimal"/' >in
run 0 --import
: >in
run 0 --export
grep -q '"unaided": true' out || fault 'an unaided result is none after an import'
run 0 --list tilt/first-steps:1
grep -q 'best   2 \*\*' out || fault 'the second star is not listed'

# The rating follows from first tries without help. It is exported, never imported.
: >in
run 0 --export
grep -q '"kind": "rating", "mode": "tilt", "rating": 1[0-9]*, "deviation": [0-9]*, "tries": [0-9]*, "days": \[{' \
	out || fault 'the rating of tilt is not exported'
grep -q '"kind": "rating", "mode": "gems"' out && fault 'a rating without a first try'
grep -q '"kind": "rating", "mode": null' out || fault 'the rating of all is not exported'
day=$(sed -n 's/.*"date": "\([-0-9]*\)T.*/\1/p' out | sort | tail -n 1)
grep '"kind": "rating"' out | grep -q "\"date\": \"$day\"}\]}$" || fault 'its history has no date'
cp out rated
sed 's/"rating": 1[0-9]*/"rating": 9999/g' out >in
at rated
run 0 --import
run 0 --export
cmp -s out "$work/rated" || fault 'a rating is taken from a line'
grep '"kind": "rating"' "$work/rated" >in
at sixth
run 0 --import
grep -q '^Nothing to import\.$' out || fault 'a rating is imported'
at first
grep -q '"kind": "rating"' "$work/first" && fault 'a rating without an unaided result'

# Results that don't replay are left out; the rest is exported.
at changed
cat first line others >in
run 0 --import
: >in
run 0 --export
kept=$(grep -c '' out)
database=$XDG_STATE_HOME/parlour/parlour.db
cp "$database" whole
# left_out COUNT WORDS SCRIPT: COUNT records are left out after the script changed the file.
left_out() {
	LC_ALL=C sed "$3" whole >"$database"
	run 1 --export
	test "$(grep -c '' out)" = $((kept - $1)) || fault "$3: not $1 records are left out"
	grep -q "^parlour: $2\$" err || fault "$3: it is not told"
}
moves='s/left down up right/left down up wrong/g'
history='s/right down | 1/right down | 9/g'
left_out 1 'left out 1 record: --import would refuse it' "$moves"
left_out 1 'left out 1 record: --import would refuse it' "$history"
left_out 2 'left out 2 records: --import would refuse them' "$moves; $history"

# So are values that a line can't have: an invalid time, a number out of range.
# spoiled SQL: one record is left out after the statement changed the file; the rest is imported.
spoiled() {
	cp whole "$database"
	sqlite3 "$database" "$1"
	run 1 --export
	test "$(grep -c '' out)" = $((kept - 1)) || fault "$1: not one record is left out"
	grep -q '^parlour: left out 1 record: --import would refuse it$' err ||
		fault "$1: it is not told"
	run 0 --import out
}
if command -v sqlite3 >/dev/null; then
	first='WHERE id = (SELECT min(id) FROM result)'
	for date in -5 400000000000 9223372036854775807; do
		spoiled "UPDATE result SET finished = $date $first"
	done
	spoiled "UPDATE result SET place = hex(zeroblob(600)) $first"
	spoiled "UPDATE setting SET value = 2147483648 WHERE name = 'speed'"
else
	echo 'what has no place in a line: skipped, sqlite3 is not installed'
fi

# The total size is limited, too.
at sixth
cases=$((cases + 1))
line=$(tail -n 1 "$work/others")
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do
	printf '%s%16000000s\n' "$line" ''
done | $limit "$PARLOUR" --import >out 2>err || :
grep -q '^parlour: standard input:17: more than 256 MiB$' err || fault 'more than 256 MiB are taken'

# If nothing can be saved.
at seventh
mkdir -p "$XDG_STATE_HOME/parlour/parlour.db"
run 2 --import good
grep -q '^parlour: nothing was imported: ' err || fault 'a store that fails is not told'
run 2 --export
grep -q '^parlour: nothing was exported: ' err || fault 'a store that fails is not told by --export'

# If data can't be read, one line says so, and the output is not mistaken for complete.
told() {
	grep -q -e "^parlour: $1" err || fault "it is not told: $1"
	test "$(grep -c '' err)" = 1 || fault "$1: not one line on standard error"
}
at unread
play tilt/first-steps:1 right up
: >in
database=$XDG_STATE_HOME/parlour/parlour.db
cp "$database" whole
# unread KIND WHY: --export and --list with the file in $KIND, then with a sound one.
unread() {
	cp "$1" "$database"
	run 2 --export
	told "nothing was exported: $2"
	test ! -s out || fault "$2: something is exported"
	cp "$1" "$database"
	run 2 --list tilt/first-steps
	told "your results can't be read: $2"
	grep -q 'first-steps:1 .* best   -$' out || fault "$2: the levels are not listed"
	cp whole "$database"
	run 0 --list tilt/first-steps
	test ! -s err || fault "$2: it is told of a good file"
}
printf 'not a database' >foreign
aside='set aside as parlour.db.damaged-[-0-9]*; started a new file$'
unread foreign "not a Parlour file: $aside"
{ head -c 100 whole; head -c 60000 /dev/zero; } >damaged
unread damaged "damaged file: $aside"
cp whole newer
printf '\177' | dd of=newer bs=1 seek=60 conv=notrunc 2>/dev/null
unread newer "file of a newer version$"
cp foreign "$database"
run 0 --import "$work/first"
told "not a Parlour file: $aside"
home=$HOME
unset HOME XDG_STATE_HOME
run 2 --export
told 'nothing was exported: no home directory$'
run 0 --list tilt/first-steps
test ! -s err || fault '--list needs a home'
export HOME="$home"

# ---- concurrent sessions ----

# Each solves the same level differently, and one that nobody else plays. Under valgrind four of
# them would write for longer than the lock's timeout.
at eighth
sessions='1 2 3 4'
if [ -n "${UNDER_VALGRIND-}" ]; then sessions='1 2'; fi
for session in $sessions; do
	way=up
	for step in $sessions; do
		test "$step" -lt "$session" || way="left right $way"
	done
	printf '%s\n' "$way" "g tilt/first-steps:$((session + 1))" q >"in$session"
	$limit "$PARLOUR" --plain tilt/first-steps:1 <"in$session" >"out$session" 2>&1 &
done
wait
: >in
run 0 --export
test "$(grep -c '"kind": "result"' out)" = "$(echo "$sessions" | wc -w)" ||
	fault 'sessions at once lost a result'

echo "$cases runs, $faults faults"
test "$faults" = 0
