#!/bin/sh
# The arena: its boards are those of the game's own commands, and the same for ever; the players'
# results are those of doc/arena.md; regrets are those that --play proves, a move at a time; perfect
# games have none; shards and talks add up to the same; whatever is wrong is refused.
set -eu

. "${srcdir:-$(dirname "$0")/../..}/tests/cli/runs.sh"

top=$(cd "$OLDPWD" && cd "${srcdir:-$(dirname "$0")/../..}" && pwd)

fault() {
	echo "$1"
	faults=$((faults + 1))
}

# in_doc WHAT: whether standard input has the checksum that doc/arena.md gives for it.
in_doc() {
	sum=$(cksum | cut -d ' ' -f 1)
	grep -qF "| $1 | $sum |" "$top/doc/arena.md" && return
	echo "doc/arena.md: $1 has the checksum $sum"
	return 1
}

# member NAME: of each object in standard input, as it is there.
member() {
	sed -En "s/.*\"$1\": (\[[^]]*\]|\"[^\"]*\"|[^\",}]*).*/\\1/p"
}

# strings: the strings of an array, as words.
strings() {
	tr -d '[]",'
}

# ---- the boards ----

"$REFEREE" list >boards
test "$(member board <boards | sort -u | grep -c '')" = 10000 || fault 'not 10,000 boards'
in_doc 'all of list' <boards || faults=$((faults + 1))
head -n 40 boards >first
"$REFEREE" show <first >shown
in_doc 'show, the first 40 boards' <shown || faults=$((faults + 1))

# Each is what the game makes.
member make <first | sed "s|^\"parlour|\"\$PARLOUR\"|; s|\"\$| >>pack.level|" >commands
# shellcheck disable=SC1091 # made here
. ./commands
for word in 1 2; do
	awk -v word=$word '/^;/ { board = 0 } board && $word != "" { print $word } /^$/ { board = 1 }' pack.level
done >wanted
{
	member rows <shown
	member targets <shown
} | strings | tr ' ' '\n' | cmp -s - wanted || fault 'the boards are not those of the game'
cases=$((cases + 4))

# ---- perfect games ----

member board <first >names
"$PARLOUR" --solve --json pack.level >solved
member solution <solved | sed 's/ /", "/g; s/^"/["/; s/"$/"]/' |
	paste -d '|' names - | sed 's/\(.*\)|\(.*\)/{"board": \1, "moves": \2}/' >perfect
"$REFEREE" score <perfect >results
test "$(grep -cE '"solved": true, "dead_end": false, "left": 0, "regrets": \[(0, )*0\], "regret": 0\}' results)" = 40 ||
	fault "a perfect game has regrets: $(head -n 1 results)"
grep -q '"all": {"boards": 40, "score": 1.0, "regret": 0.0, "solved": 1.0, "dead_ends": 0.0, "wrong_moves": 0.0, "move_regret": 0.0}' results ||
	fault "the summary of perfect games: $(tail -n 1 results)"
cases=$((cases + 2))

# ---- the players ----

# All but one leave out the boards that take longest to make and to judge.
test -z "${SANITIZED-}" || head -n 40 boards | awk 'NR % 4 == 1' >first
grep -vE 'lines|:10#|bishop:5#' first >few
for player in random greedy look-ahead beam; do
	boards=few
	test "$player" != beam || boards=first
	"$REFEREE" play "$player" <$boards >"$player.moves"
	"$REFEREE" score <"$player.moves" >"$player.results"
	test -n "${SANITIZED-}" || grep -v summary "$player.results" |
		in_doc "$player on $(grep -c '' $boards) of these" || faults=$((faults + 1))
	cases=$((cases + 1))
done

# ---- the same regrets, in a simpler way ----

# judge LEVEL MOVE...: the regrets of the moves, by what the game proves after each of them.
judge() {
	level=$1
	shift
	played=
	before=$("$PARLOUR" --play '' --json "$level" | member upper)
	for move; do
		played="$played $move"
		after=$("$PARLOUR" --play "$played" --json "$level" | member upper || :)
		if [ "$after" = null ]; then echo null; break; fi
		echo $((after + 1 - before))
		before=$after
	done | paste -s -d , - | sed 's/,/, /g; s/.*/[&]/'
}
for place in 2 3 7 12 14 22 25 33; do
	board=$(sed -n "${place}p" names)
	for player in random beam; do
		grep -F "\"board\": $board" "$player.moves" >game || continue
		cases=$((cases + 1))
		# shellcheck disable=SC2046 # words
		judge "pack.level:$place" $(member moves <game | strings) >wanted
		grep -F "\"board\": $board" "$player.results" | member regrets >got
		cmp -s wanted got || fault "$player on $board: $(cat got), expected $(cat wanted)"
	done
done

# ---- in parts, and a move at a time ----

"$REFEREE" sum <greedy.results >whole
tail -n 1 greedy.results | cmp -s - whole || fault 'the sum of the results is not their summary'
head -n 4 greedy.moves | "$REFEREE" score >part.1
tail -n +5 greedy.moves | "$REFEREE" score >part.2
cat part.2 part.1 | "$REFEREE" sum | cmp -s - whole || fault 'the sum of two parts is not that of all'
cases=$((cases + 2))

"$top/arena/tables" grades 1 10 >one
"$top/arena/tables" grades 3 10 >three
cmp -s one three || fault 'the tables of one process and of three differ'
grep -q '^| tilt | 10 | 1 |.*| \*\*[0-9]*\*\* | [0-9]* |$' one || fault "a table of grades: $(tail -n 3 one)"
grep -q '^different boards up to symmetry: 10$' one || fault 'ten boards are not ten'
cases=$((cases + 3))

# A player that is asked for one move after another.
awk '{
	split($0, part, "\"moves\": ")
	print substr(part[1], 1, length(part[1]) - 2) "}"
	count = split(substr(part[2], 2, index(part[2], "]") - 2), move, ", ")
	for (i = 1; i <= count; i++)
		print "{\"moves\": [" move[i] "]}"
}' beam.moves | "$REFEREE" talk >talked
grep '"optimum"\|summary' talked >got
cmp -s got beam.results || fault "talk has other results: $(head -n 1 got)"
test "$(grep -c '' talked)" = "$(($(member moves <beam.moves | strings | wc -w) + $(grep -c '' beam.moves) + 1))" ||
	fault 'not one answer to each line'
printf '%s\n' '{"board": "tilt:1#1"}' '{"end": true}' | "$REFEREE" talk | sed -n 2p >got
echo '{"board": "tilt:1#1", "moves": []}' | "$REFEREE" score | head -n 1 | cmp -s - got ||
	fault "given up: $(cat got)"
cases=$((cases + 3))

# ---- what is refused ----

# refused COMMAND LINES ERROR: with the error in one line, and no summary.
refused() {
	cases=$((cases + 1))
	status=0
	# shellcheck disable=SC2086 # words
	printf '%s\n' "$2" | "$REFEREE" $1 >out 2>messages || status=$?
	test "$status" = 2 || fault "$1: $2: status $status"
	echo "referee: $3" | cmp -s - messages || fault "$1: $2: $(cat messages)"
	if grep -q summary out; then fault "$1: $2: a summary"; fi
}
board='"board": "tilt:3#17"'
refused score "{$board, \"moves\": [\"down\", \"lft\"]}" \
	'line 1: tilt:3#17: move 2, "lft": not a valid move here'
refused score "{$board, \"moves\": [\"up\"]}" \
	'line 1: tilt:3#17: move 1, "up": not a valid move here: Nothing moves that way.'
refused score "{$board, \"moves\": [3]}" 'line 1: tilt:3#17: move 1 is not a string'
refused score "{$board}" 'line 1: tilt:3#17: no array of "moves"'
refused score "{$board, \"moves\": []}
{$board, \"moves\": []}" 'line 2: tilt:3#17 has a result already'
for name in tilt:3#0 tilt:3#251 tilt:0#1 tilt:11#1 tilt:3#017 tilt:3#17x chess:1#1 ''; do
	refused score "{\"board\": \"$name\", \"moves\": []}" \
		"line 1: \"$name\" is not a board; expected one such as tilt:3#17"
done
refused score '{"moves": []}' 'line 1: no "board"'
refused score '[]' 'line 1: not an object'
refused talk '{"moves": []}' 'line 1: no "board"'
refused talk "{$board}
{$board}" 'line 2: tilt:3#17 is not over'
refused sum "{$board}" 'line 1: not a result of the arena'
# forged MOVES SOLVED DEAD_END REGRETS REGRET: no result of a board of five moves.
forged() {
	refused sum "{$board, \"optimum\": 5, \"moves\": $1, \"solved\": $2, \"dead_end\": $3, \"regrets\": $4, \"regret\": $5}" \
		'line 1: not a result of the arena'
}
forged 5 true false '[0, 0, 0, 0]' 0
forged 6 true false '[0, 0, 0, 0, 0, 0]' 1
forged 6 true false '[0, 0, 0, 0, 0, 1]' 0
forged 5 true false '[0, 0, 0, 1, -1]' 0
forged 1 false true '[0]' 9
forged 2 false true '[null, null]' 9
forged 1 false false '[null]' 9
forged 1 false false '["1"]' 9
forged 1 true true '[null]' 9
forged 0 false false 0 9
refused 'play greedy' '{}' 'line 1: no "board"'
printf '%s\n' 'not JSON' | "$REFEREE" score 2>&1 | grep -q '^referee: line 1: not JSON: ' || fault 'not JSON'
awk 'BEGIN { for (i = 0; i < 70000; i++) printf " "; print "" }' >long
"$REFEREE" score <long 2>&1 | grep -q '^referee: line 1: longer than' || fault 'a long line'
for wrong in '' nothing 'play' 'play nobody' 'score tilt:3#17' 'list list'; do
	# shellcheck disable=SC2086 # words
	if "$REFEREE" $wrong <in >out 2>&1; then fault "referee $wrong: status 0"; fi
done
# A solved board, and one move too many for the grade.
head -n 1 perfect | sed 's/]/, "up"]/' | "$REFEREE" score 2>&1 | grep -q '"up": the board is solved$' ||
	fault 'a move on a solved board'
awk 'BEGIN { printf "{\"board\": \"lines:1#1\", \"moves\": [\"1-right\""
	for (i = 1; i < 15; i++) printf ", \"1-%s\"", i % 2 ? "left" : "right"; print "]}" }' |
	"$REFEREE" score 2>&1 | grep -q 'move 15, "1-right": a game of this grade has no more moves$' ||
	fault 'more moves than the grade allows'
cases=$((cases + 10))

echo "$cases cases, $faults faults"
test "$faults" = 0
