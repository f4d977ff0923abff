# Keys for a game behind ssh, and what is on its screen; to be sourced. The game's output goes to
# $work/screen, and keys are typed on descriptor 5.
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
