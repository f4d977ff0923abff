#!/bin/sh
# doc/doors.md: the recipes, each started as its program would start it: on a terminal, as the
# account, with its own words replaced. What stands in for dgamelaunch does what its example
# configuration says of DEFINE: it runs the commands, replaces %n, %r and %u, and records the terminal.
# shellcheck disable=SC2016,SC2317 # scripts for other shells; functions that are given to others to call
set -eu

srcdir=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
export srcdir
. "$srcdir/tests/cli/account.sh"
. "$srcdir/tests/cli/typing.sh"

script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
	skip 'script (util-linux) is needed, for a terminal'

state=$work/home/.local/state/parlour
trap '' PIPE
export SHELL=/bin/sh

# block LANGUAGE: of the page
block() {
	sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$srcdir/doc/doors.md" | sed '1d;$d'
}

# ours: with the paths of this test
ours() {
	sed -e "s|/usr/local/bin/parlour|PROGRAM|g; s|/bin/parlour|PROGRAM|g; s|PROGRAM|$program|g" \
		-e "s|/var/parlour/|$work/home/|g"
}

# A hang-up has to end the game also where this test was started with nohup.
hearing=
if env --default-signal=HUP true 2>/dev/null; then hearing=--default-signal=HUP; fi

# on_terminal COMMAND: run by a shell as the account, on a terminal
on_terminal() {
	as_player env ${hearing:+"$hearing"} sh -c 'SHELL=/bin/sh TERM=xterm-256color LANG=C.UTF-8
		export SHELL TERM LANG
		exec script -qefc "stty rows 24 columns 80; exec $1" /dev/null' - "$1"
}

# starts NAME PLAYER COMMAND: a list comes, a level is solved, and the player's it is
starts() {
	client_begin on_terminal "$3"
	holds "$1: no list: $(cat "$work/errors")" await 20 on_screen 'First steps'
	keys '\n'
	holds "$1: no board" await 20 on_screen 'Into the corner'
	keys 'kl'
	holds "$1: not solved" await 20 on_screen 'Solved'
	keys 'q'
	client_end
	holds "$1: ends with $status" test "$status" = 0
	holds "$1: no data of $2" test -s "$state/players/$2/parlour.db"
	as_player "$program" --scores --json >"$work/scores"
	holds "$1: no score of $2" grep -q "\"player\": \"$2\"" "$work/scores"
}

# ---- dgamelaunch ----

# value NAME: of the recipe, with what dgamelaunch replaces
value() {
	block dgamelaunch | sed -n "s/^  $1 = //p" | sed -e "s|%n|$nick|g; s|%r|$work/home/|g; s|%u|$account|g" | ours
}

# The arguments, the first of which is the program's name.
dgamelaunch() {
	nick=$1
	arguments=$(value game_args | sed 's/", *"/ /g; s/^"//; s/"$//')
	setenv=$(value commands | sed -n 's/^setenv "\([A-Z]*\)" "\([^"]*\)"$/\1=\2/p')
	holds 'the recipe sets no variable' test -n "$setenv"
	echo "env $setenv ${arguments}"
}

starts dgamelaunch anna "$(dgamelaunch anna)"
holds "the xlogfile: $(cat "$work/home/xlogfile")" \
	grep -q '^version=.*:name=anna:mode=tilt:level=tilt/first-steps_1:' "$work/home/xlogfile"
block xlog | tr ':' '\n' | sed 's/=.*//' >"$work/there"
tr ':' '\n' <"$work/home/xlogfile" | sed 's/=.*//' >"$work/here"
holds "the page has other fields: $(diff "$work/there" "$work/here")" cmp -s "$work/there" "$work/here"

# Idle for too long: a hang-up. The game is saved, and goes on.
games() {
	for process in /proc/[0-9]*; do
		if { tr '\0' ' ' <"$process/cmdline"; } 2>/dev/null |
			grep -q "^$program .*--player $1 "; then
			echo "${process#/proc/}"
		fi
	done
}
client_begin on_terminal "$(dgamelaunch anna)"
holds 'no list' await 20 on_screen 'First steps'
keys 'l\n' # the second level
holds 'no board' await 20 on_screen 'moves 0'
touch "$work/stamp"
sleep 0.1
keys 'kjhl'
saved() {
	test "$state/players/anna/parlour.db" -nt "$work/stamp"
}
holds 'no move' await 20 saved
game=$(games anna)
begun=$(date +%s)
for process in $game; do kill -HUP "$process"; done
client_end
holds "a hang-up: status $status" test "$status" = 129
holds 'a hang-up: slow' test $(($(date +%s) - begun)) -le 3
as_player "$program" --player anna --export >"$work/export"
holds "a hang-up: the game is lost: $(cat "$work/export")" grep -q '"kind": "game".*"history": "[a-z]* [a-z]* ' "$work/export"

# A name that is none is refused, and nothing is made of it.
status=0
on_terminal "$(dgamelaunch 'a/../b')" </dev/null >"$work/out" 2>&1 || status=$?
holds "a bad name: $status" test "$status" = 2
holds 'a bad name: a folder' test "$(find "$state/players" -mindepth 1 -type d)" = "$state/players/anna"

# ---- BBSes ----

synchronet=$(block synchronet | sed -n 's/^Command Line: //p' | sed 's/%1/12/' | ours)
starts Synchronet user12 "$synchronet"

enigma=$(block enigma | sed -n 's/^ *cmd: //p') # then the words of the list
words=$(block enigma | sed -n 's/^ *args: \[ \(.*\) \]$/\1/p' | sed 's/[",]//g; s/{userId}/7/')
variables=$(block enigma | sed -n 's/^ *env: { \(.*\) }$/\1/p' | sed 's/: /=/g; s/,//g; s/"//g')
starts 'ENiGMA½' user7 "$(echo "env $variables $enigma $words" | ours)"

# ---- a script, and a variable ----

block sh-door | ours >"$work/bin/door"
chmod 755 "$work/bin/door"
rm -rf "$state/players/anna" "$state/scores.log"
starts 'a script' anna "sh $work/bin/door"
status=0
as_player "$program" --restricted --player-from NONE --list </dev/null >"$work/out" 2>"$work/errors" ||
	status=$?
holds "no variable: $status $(cat "$work/errors")" grep -q 'NONE is not set' "$work/errors"
as_player env 'NAME=J D' "$program" --restricted --player-from NAME --list >"$work/out" 2>"$work/errors" &&
	fault 'a name with a blank'
holds "a blank: $(cat "$work/errors")" grep -q 'is not a name' "$work/errors"

account_verdict
