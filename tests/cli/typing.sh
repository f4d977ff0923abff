# Keys for a game behind ssh, and what is on its screen; to be sourced. The game's output goes to
# $work/screen, and keys are typed on descriptor 5. Of several games at a time each has a name: see
# player_begin.
# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # used by, and of, the sourcing script

# await SECONDS COMMAND...: until it holds
await() {
	tenths=$(($1 * 10))
	shift
	while ! "$@"; do
		tenths=$((tenths - 1))
		if [ "$tenths" = 0 ]; then return 1; fi
		sleep 0.1
	done
}

on_screen() {
	grep -qF -e "$1" "$work/screen"
}

# keys TEXT: where nobody reads them any more, that is for what follows to find
keys() {
	printf '%b' "$1" >&5 2>/dev/null || :
}

# client_begin COMMAND...: in the background, as $client
client_begin() {
	rm -f "$work/typed"
	mkfifo "$work/typed"
	: >"$work/screen"
	"$@" <"$work/typed" >"$work/screen" 2>"$work/errors" &
	client=$!
	exec 5>"$work/typed"
}

# client_end: waits for it; its status is in $status
client_end() {
	status=0
	wait "$client" || status=$?
	client=
	exec 5>&-
}

# ---- several players ----

# player_begin NAME COMMAND...: in the background, a program and no function. Its output goes to $work/NAME.screen, keys come from
# $work/NAME.typed. What players_end kills is in $work/processes.
player_begin() {
	player=$1
	shift
	rm -f "$work/$player.typed"
	mkfifo "$work/$player.typed"
	: >"$work/$player.screen"
	: >"$work/$player.errors"
	"$@" <"$work/$player.typed" >>"$work/$player.screen" 2>"$work/$player.errors" &
	echo $! >"$work/$player.client"
	sleep 3600 <>"$work/$player.typed" & # keeps it open, also when the game has ended
	echo $! >>"$work/processes"
	cat "$work/$player.client" >>"$work/processes"
}

# player_end NAME: quits and waits
player_end() {
	types "$1" '\0003'
	status=0
	wait "$(cat "$work/$1.client")" || status=$?
}

players_end() {
	[ ! -f "$work/processes" ] || while read -r process; do
		kill -KILL "$process" 2>/dev/null || :
	done <"$work/processes"
}

# types NAME KEYS
types() {
	printf '%b' "$2" >"$work/$1.typed"
}

# sees NAME WORDS: once all is painted again, in which words are in one piece
sees() {
	painted=$(wc -c <"$work/$1.screen")
	types "$1" '\0014'
	sleep 0.2
	tail -c "+$((painted + 1))" "$work/$1.screen" | grep -qaF -e "$2"
}

# saw NAME WORDS: waits until they are there
saw() {
	holds "$1 does not see: $2" await 20 sees "$1" "$2"
}

# solves NAME MOVES SECONDS...: makes the moves of a tilt, after these times, again and again
solves() {
	player=$1 moves=$2
	shift 2
	for move in $moves; do
		sleep "$1"
		set -- "$@" "$1"
		shift
		case $move in
		up) types "$player" k ;;
		down) types "$player" j ;;
		left) types "$player" h ;;
		right) types "$player" l ;;
		esac
	done
}
