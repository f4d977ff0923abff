#!/bin/sh
# An upgrade loses nothing: tests/upgrade has, by version, the files that a release left behind, and
# in expected/ what that release printed of them. This version must print the same: now, more than a
# year later (with faketime, if that is installed), in another time zone and in another language.
#
# 0.1 has in state/ databases of schema 5 and the leaderboard's log: results of each puzzle, of a
# game ID, of an own level and of an endless one; games in progress with a checkpoint, a return, a
# restart, an undo and moves of the solver; drawings, settings, and two players. config/ has a keys
# file and data/ own levels. Schemas 1 to 4 were never released; check_store.c makes files of each.
#
# 1.0.0-rc1 has databases of schema 10, and besides what 0.1 has: results with the times of their
# moves, unaided, and after hints; those of a day's boards, of ladders, of a level code and against
# the clock; practice that is due, ratings of several days; streaks and storms, over and in progress;
# games in progress with times, after a hint, after a review and against the clock; the language and
# other settings; a theme; keys with the names of 0.1 and new ones; guests with keys, one of whom was
# renamed and one forgotten (withdrawn.log); results of other hosts, with a withdrawal and numbers of
# players (others.log); counters of sessions; bundles that left and one that has arrived; results and
# a game that were imported from 0.1. shared/ has texts that S made. Its screens are for
# tests/terminal/check_kept.c.
#
# In expected/, `commands` has the commands and the files with what they printed; `boards.jsonl` has
# boards by their names; `new` has levels, and moves that solve them; `keys`, `theme` and `practice`
# are what key_table and kept print; `guests` has keys and their names, "-": none; `taken` has names
# that nobody gets; `renamed` has guests and their former names; `health` has parts of its line;
# `arrived.jsonl` is the first guest's export after a bundle has arrived.
set -eu

. "${srcdir:-$(dirname "$0")/..}/tests/cli/runs.sh"

# As runs.sh changes to its own folder, srcdir may be relative to the one before.
case ${srcdir:-.} in
/*) upgrades=$srcdir/tests/upgrade ;;
*) upgrades=$OLDPWD/${srcdir:-.}/tests/upgrade ;;
esac

fault() {
	printf '%s\n' "$name: $1"
	faults=$((faults + 1))
}

# run PROGRAM ARGUMENT...: by the clock of this round.
run() {
	# shellcheck disable=SC2086 # several words, or none
	$limit $clock "$@"
}

# alike A B WHAT: the files are equal.
alike() {
	cases=$((cases + 1))
	diff "$1" "$2" || fault "$3"
}

# known FILE...: without what versions may change. Levels may have moved and got other titles and
# ratings, so lines about levels are compared as a set without these. The lists of version 0.1 lacked
# some members.
known() {
	case $version in
	0.1) lacked='s/"identity": "[0-9a-f]*", "shape": "[0-9a-f]*", //' ;;
	*) lacked= ;;
	esac
	sed -e "$lacked" \
		-e '/^{"file": /s/"rating": [0-9a-z]*, //' \
		-e 's/^\({"file": "[^"]*", \)"index": [0-9]*, "title": "[^"]*", /\1/' "$@" | LC_ALL=C sort
}

# same EXPECTED ARGUMENT...: the program prints what the old one did. Levels may have been added,
# which nobody has played, and metrics.
same() {
	printed=$1
	shift
	cases=$((cases + 1))
	run "$PARLOUR" "$@" <in >all 2>err || fault "$*: status $?"
	known all >out
	known "$printed" >wanted
	case " $* " in
	*' --list '*) LC_ALL=C comm -13 wanted out | grep '"best": null}$' >added || : ;;
	*' --metrics '*) LC_ALL=C comm -13 wanted out >added ;;
	*) : >added ;;
	esac
	LC_ALL=C sort -o wanted wanted added
	diff wanted out || fault "$*: differs from $printed"
	test ! -s err || fault "$*: $(cat err)"
}

# What is exported was verified: results were replayed, games in progress restored.
check_printed() {
	while read -r printed arguments; do
		# shellcheck disable=SC2086 # the words of a command
		same "$expected/$printed" $arguments
	done <"$expected/commands"
	for printed in "$expected"/*practice; do
		test -f "$printed" || continue
		player=${printed##*/}
		player=${player%practice}
		# shellcheck disable=SC2086 # a name, or none
		run "$KEPT" practice ${player%-} >out || fault 'there is no practice'
		alike "$printed" out "other levels are to practise"
	done
}

# The export without the levels' texts: a new result brings its level's present text.
textless() {
	run "$PARLOUR" --export | sed 's/"text": "[^"]*", //'
}

# play LEVEL MOVES: solves it. The new result joins the old ones, and takes the place of none.
play() {
	cases=$((cases + 1))
	textless >before
	printf '%s\nq\n' "$2" >moves
	run "$PARLOUR" --plain "$1" <moves >out 2>&1 || fault "$1: $(cat out)"
	textless >after
	grep -vxFf before after >added || :
	grep -vxFf after before >lost || :
	alike /dev/null lost "$1: a new result changed the old ones"
	if test "$(grep -c '' added)" != 1 || ! grep -q '"kind": "result"' added; then
		fault "$1: no new result: $(cat added out)"
	fi
}

check_new() {
	while read -r level moves; do
		play "$level" "$moves"
	done <"$expected/new"
}

# The export moves to another machine whole, and adds nothing where it comes from.
check_import() {
	run "$PARLOUR" --export >before
	run "$PARLOUR" --import "$expected/export.jsonl" >out || fault 'the old export is refused'
	run "$PARLOUR" --export >after
	alike before after 'an import of the old export changes its own data'
	XDG_STATE_HOME=$old/other
	run "$PARLOUR" --import "$expected/export.jsonl" >out || fault 'the old export is refused'
	run "$PARLOUR" --export | LC_ALL=C sort >out
	LC_ALL=C sort "$expected/export.jsonl" >wanted
	alike wanted out 'an import of the old export differs from it'
	XDG_STATE_HOME=$old/state
}

# Without what the boards of version 0.1 lacked.
board() {
	case $version in
	0.1) sed -e 's/"title": "[^"]*", //' -e 's/, "lower": .*, "par": [0-9a-z]*//' "$@" ;;
	*) cat "$@" ;;
	esac
}

# Game IDs, the boards of fixed days, weeks and runs, and level codes are what they were; so are the
# commands in texts that were shared.
check_boards() {
	while read -r line; do
		id=${line#*\"file\": \"}
		id=${id%%\"*}
		printf '%s\n' "$line" >wanted
		run "$PARLOUR" --play '' --json "$id" >all 2>err || : # it is not solved
		board all >out
		alike wanted out "$id is another board"
	done <"$expected/boards.jsonl"
	for text in "$old"/shared/*; do
		test -f "$text" || continue
		cases=$((cases + 1))
		id=$(sed -n 's/^Play: parlour //p' "$text")
		case $id in
		*streak* | *storm*) run "$PARLOUR" --scores --json "$id" >out 2>err || : ;;
		*) run "$PARLOUR" --play '' --json "$id" >out 2>err || : ;;
		esac
		test -s out || fault "${text##*/}: nothing is known of $id"
	done
}

# The keys and the theme mean the same.
check_config() {
	cases=$((cases + 1))
	"$KEY_TABLE" keys <"$XDG_CONFIG_HOME/parlour/keys" >out || fault 'the keys file is refused'
	while read -r line; do
		grep -q "^$line: " out || fault "the keys file does not mean: $line"
	done <"$expected/keys"
	test -f "$expected/theme" || return 0
	"$KEPT" theme >out || fault 'the theme is refused'
	LC_ALL=C sort -o out out
	LC_ALL=C sort "$expected/theme" | LC_ALL=C comm -23 - out >lost
	alike /dev/null lost 'the theme has other colours'
}

# Other titles, hints, places and names of files detach no result from its level.
check_titles() {
	run "$PARLOUR" --list --json own.level >all
	known all | sed 's/^{"file": "[^"]*", //' >wanted
	# The levels in reverse order: the pack's headers come first, then each level's and its board.
	awk 'BEGIN { RS = "" } { part[NR] = $0 }
		END { print part[1] "\n"
			for (i = NR - 1; i > 1; i -= 2) print part[i] "\n\n" part[i + 1] "\n" }' own.level |
		sed -e 's/^\(pack\|level\): .*/\1: Another title/' \
			-e 's/^hint: .*/hint: Another hint./' >renamed.level
	mv own.level before.text
	run "$PARLOUR" --list --json renamed.level >all
	grep -c 'Another title' all >out
	grep -c '' wanted | diff - out || fault 'the titles have not changed'
	known all | sed 's/^{"file": "[^"]*", //' >out
	alike wanted out 'titles that change detach results'

	# With another result of the first level, now the last, its text is the new one; all its results
	# have it.
	last=$(grep -c '' all)
	level=$(sed -n "/\"index\": $last,/s/.*\"identity\": \"\([0-9a-f]*\)\".*/\1/p" all)
	run "$PARLOUR" --solve "renamed.level:$last" | tail -n 1 >plan
	play "renamed.level:$last" "$(cat plan)"
	run "$PARLOUR" --export | grep "\"kind\": \"result\", \"level\": \"$level\"" >out
	if test ! -s out || grep -qv 'Another title' out; then
		fault 'a result under a new title does not bring it'
	fi
	mv before.text own.level
}

# ---- a shared account ----

# enter KEY LINE...: a guest's session with these lines on standard input.
enter() {
	key=$1
	shift
	printf '%s\n' "$@" q | run "$PARLOUR" --player-from-key "$key" --plain 'tilt:5x5#7' >out 2>&1
}

# Names of keys in the table, without their dates.
table() {
	sed 's/ [0-9]*$//' "$XDG_STATE_HOME/parlour/guests"
}

# What has arrived is taken in; what has left arrives elsewhere.
check_bundles() {
	read -r key guest <"$expected/guests"
	enter "$key" || fault "$key can't enter: $(cat out)"
	same "$expected/arrived.jsonl" --player "$guest" --export
	for bundle in "$old"/state/parlour/leaving/*; do
		XDG_STATE_HOME=$old/elsewhere.${bundle##*/}
		there=$XDG_STATE_HOME/parlour
		mkdir -p "$there/leaving" "$there/arriving/${bundle##*/}"
		cp "$upgrades/$version/state/parlour/leaving/${bundle##*/}" \
			"$there/arriving/${bundle##*/}/a.example"
		key=SHA256:$(echo "${bundle##*/}" | sed 's/-/+/g; s|_|/|g')
		enter "$key" somebody || fault "$key can't enter elsewhere: $(cat out)"
		sed 1d "$there/arriving/${bundle##*/}/a.example" | LC_ALL=C sort >wanted
		run "$PARLOUR" --player somebody --export | grep -v '"kind": "rating"' | LC_ALL=C sort >out
		alike wanted out "the bundle $key arrives as another"
	done
	XDG_STATE_HOME=$old/state
}

# Keys have the names that they had, and nobody gets a name that is taken.
check_guests() {
	table >before
	while read -r key guest; do
		if test "$guest" = -; then continue; fi
		cases=$((cases + 1))
		enter "$key" 'left up left up right up left up right down' ||
			fault "$key can't enter: $(cat out)"
		grep -q " $guest [0-9a-f]* tilt:5x5#7~" "$XDG_STATE_HOME/parlour/scores.log" ||
			fault "$key is not $guest"
	done <"$expected/guests"
	table >after
	alike before after 'guests who are known changed the table'
	number=0
	while read -r guest; do
		number=$((number + 1))
		enter "SHA256:000000000000000000000000000000000000000000$number" "$guest" "new$number" ||
			fault "a new guest can't enter: $(cat out)"
		echo "SHA256:000000000000000000000000000000000000000000$number new$number" >>before
	done <"$expected/taken"
	while read -r key guest; do
		if test "$guest" != -; then continue; fi
		number=$((number + 1))
		enter "$key" "new$number" || fault "a forgotten guest can't enter: $(cat out)"
		echo "$key new$number" >>before
	done <"$expected/guests"
	table >after
	alike before after 'a name that is taken was given'
	# What was withdrawn is known: a guest who takes the old name back is told to other hosts.
	while read -r guest former; do
		cases=$((cases + 1))
		run "$PARLOUR" --player "$guest" --rename "$former" >out 2>&1 ||
			fault "$guest can't be $former again: $(cat out)"
		grep -q " $former 0$" "$XDG_STATE_HOME/parlour/withdrawn.log" ||
			fault "$former is withdrawn for ever"
	done <"$expected/renamed"
	LC_ALL=C LANGUAGE='' run "$PARLOUR" --health >out 2>&1 || : # a sandbox may be missing
	while read -r line; do
		grep -qF "$line" out || fault "the health lacks $line: $(cat out)"
	done <"$expected/health"
}

# ---- all of it ----

# check VERSION: in the zone, the language and by the clock that are set.
check() {
	version=$1
	rounds=$((rounds + 1))
	name="$version, ${TZ:-no zone}, ${LANGUAGE:-no language}, ${clock:-now}"
	old=$work/$version-$rounds
	cp -R "$upgrades/$version" "$old"
	chmod -R u+w "$old"
	cd "$old/data/parlour"
	: >in
	expected=$upgrades/$version/expected
	XDG_STATE_HOME=$old/state
	XDG_DATA_HOME=$old/data
	XDG_CONFIG_HOME=$old/config
	export XDG_STATE_HOME XDG_DATA_HOME XDG_CONFIG_HOME
	check_printed
	check_boards
	check_config
	check_new
	check_import
	check_titles
	if test -f "$expected/guests"; then
		check_bundles
		check_guests
	fi
	find "$old/state" -name '*.db.*' >out
	alike /dev/null out 'files were set aside'
}

case $upgrades in /*) ;; *) upgrades=$(cd "$upgrades" && pwd) ;; esac
rounds=0
clock=
for old in "$upgrades"/*; do
	check "${old##*/}"
done
TZ=Pacific/Kiritimati LC_ALL=C.UTF-8 LANGUAGE=de
export TZ LC_ALL LANGUAGE
# faketime is a library that is loaded first, and so is a sanitizer's.
if command -v faketime >/dev/null && test -z "${SANITIZED-}"; then
	# shellcheck disable=SC2016 # for the inner shell
	library=$(faketime -f +0 sh -c 'echo "${LD_PRELOAD-}"' 2>/dev/null) || library=
	test -z "$library" || clock="env LD_PRELOAD=$library FAKETIME=+500d"
fi
for old in "$upgrades"/*; do
	check "${old##*/}"
done

echo "$cases cases, $faults faults"
test "$faults" = 0
