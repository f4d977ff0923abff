#!/bin/sh
# An upgrade loses nothing: tests/upgrade has, by version, the files that a release left behind, and
# in expected/ what that release printed of them. This version must print the same.
#
# 0.1 has in state/ databases of schema 5 and the leaderboard's log: results of each puzzle, of a
# game ID, of an own level and of an endless one; games in progress with a checkpoint, a return, a
# restart, an undo and moves of the solver; drawings, settings, and two players. config/ has a keys
# file and data/ own levels. Schemas 1 to 4 were never released; check_store.c makes files of each.
set -eu

. "${srcdir:-$(dirname "$0")/..}/tests/cli/runs.sh"

# As runs.sh changes to its own folder, srcdir may be relative to the one before.
case ${srcdir:-.} in
/*) upgrades=$srcdir/tests/upgrade ;;
*) upgrades=$OLDPWD/${srcdir:-.}/tests/upgrade ;;
esac

# same EXPECTED ARGUMENT...: the program prints what the old one did, apart from members that the
# lists of version 0.1 did not have. Levels may have moved and got other titles: `known` leaves
# places and titles out, so lines about levels are compared as a set. Levels may have been added, which
# nobody has played.
known() {
	sed -e 's/"identity": "[0-9a-f]*", "shape": "[0-9a-f]*", //' \
		-e 's/"rating": [0-9a-z]*, //' \
		-e 's/^\({"file": "[^"]*", \)"index": [0-9]*, "title": "[^"]*", /\1/' "$@" | LC_ALL=C sort
}
same() {
	printed=$1
	shift
	cases=$((cases + 1))
	$limit "$PARLOUR" "$@" <in >all 2>err || {
		echo "$*: status $?"
		faults=$((faults + 1))
	}
	known all >out
	known "$printed" >wanted
	if test "$1" = --list; then
		LC_ALL=C comm -13 wanted out | grep '"best": null}$' >added || :
		LC_ALL=C sort -o wanted wanted added
	fi
	diff wanted out || {
		echo "$*: differs from $printed"
		faults=$((faults + 1))
	}
	test ! -s err || {
		cat err
		faults=$((faults + 1))
	}
}

for old in "$upgrades"/*; do
	version=${old##*/}
	cp -R "$old" "$work/$version"
	chmod -R u+w "$work/$version"
	cd "$work/$version/data/parlour"
	: >in
	expected=$work/$version/expected
	XDG_STATE_HOME=$work/$version/state
	XDG_DATA_HOME=$work/$version/data
	export XDG_STATE_HOME XDG_DATA_HOME

	# What is exported was verified: results were replayed, games in progress restored.
	same "$expected/export.jsonl" --export
	same "$expected/anna.jsonl" --player anna --export
	same "$expected/bert.jsonl" --player bert --export
	same "$expected/list.jsonl" --list --json own.level tilt/first-steps bishop/first-steps \
		gems/first-steps lines/first-steps gems/endless tilt:5x5#7
	same "$expected/scores.jsonl" --scores --json tilt/first-steps:1 gems/first-steps:1 \
		lines/first-steps:1

	# A new result joins the old ones, and takes the place of none.
	printf 'down\nq\n' >moves
	$limit "$PARLOUR" --plain own.level:2 <moves >out
	grep -q '^Solved in ' out || {
		echo "own.level:2 is not solved"
		faults=$((faults + 1))
	}
	$limit "$PARLOUR" --export >after
	grep -vxFf "$expected/export.jsonl" after >added || :
	if test "$(grep -c '' after)" != $(($(grep -c '' "$expected/export.jsonl") + 1)) ||
		test "$(grep -c '"kind": "result"' added)" != 1; then
		echo "a new result changed the old ones"
		faults=$((faults + 1))
	fi

	# The export moves to another machine whole.
	XDG_STATE_HOME=$work/$version/other
	$limit "$PARLOUR" --import "$expected/export.jsonl" >out
	sort "$expected/export.jsonl" >sorted
	$limit "$PARLOUR" --export | sort | diff sorted - || {
		echo "an import of the old export differs from it"
		faults=$((faults + 1))
	}

	# Game IDs and the daily boards of fixed days are what they were.
	while read -r line; do
		id=${line#*\"file\": \"}
		id=${id%%\"*}
		printf '%s\n' "$line" >board
		cases=$((cases + 1))
		$limit "$PARLOUR" --play '' --json "$id" >out || test $? = 1
		# Without the members that version 0.1 did not have.
		sed -e 's/"title": "[^"]*", //' -e 's/, "lower": .*, "par": [0-9a-z]*//' out |
			diff board - || {
			echo "$id is another board"
			faults=$((faults + 1))
		}
	done <"$expected/boards.jsonl"

	# The keys file means the same.
	cases=$((cases + 1))
	"$KEY_TABLE" keys <"$work/$version/config/parlour/keys" >out
	while read -r line; do
		grep -q "^$line: " out || {
			echo "the keys file does not mean: $line"
			faults=$((faults + 1))
		}
	done <"$expected/keys"
done

echo "$cases cases, $faults faults"
test "$faults" = 0
