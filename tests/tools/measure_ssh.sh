#!/bin/sh
# The cost of a key over a real ssh connection: bytes of TCP payload in both directions, on loopback.
#
#	tests/tools/measure_ssh.sh build/parlour
#
# Starts its own sshd on a free port, with keys and configuration in a temporary folder, for the
# current user only. Needs sshd, ssh, ssh-keygen, ss and tmux. The bytes are those that ss reports for
# the server's socket, acknowledged and received, before and after each key.
set -eu

program=$(realpath "${1:?usage: measure_ssh.sh PARLOUR}")
srcdir=$(dirname "$0")/../..
. "$srcdir/tests/cli/sshd.sh"
for tool in ss tmux; do
	command -v $tool >/dev/null || {
		echo "measure_ssh: $tool is not installed" >&2
		exit 77
	}
done

work=$(mktemp -d)
finish() {
	tmux -L "parlour-$$" kill-server 2>/dev/null || :
	sshd_end
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 99' HUP INT TERM

# Bytes that the server's socket has acknowledged and received so far.
bytes() {
	ss -Htin state established "sport = :$sshd_port" | awk '
		{ for (i = 1; i <= NF; i++) {
			if ($i ~ /^bytes_acked:/) { sub(".*:", "", $i); sent = $i }
			if ($i ~ /^bytes_received:/) { sub(".*:", "", $i); received = $i }
			if ($i ~ /^data_segs_out:/) { sub(".*:", "", $i); segments = $i }
		} }
		END { print sent + 0, received + 0, segments + 0 }'
}

# The same once no more has come for a while.
settled() {
	was=''
	now=$(bytes)
	while [ "$now" != "$was" ]; do
		sleep 0.4
		was=$now
		now=$(bytes)
	done
	echo "$now"
}

# key NAME TMUX-KEY: types the key and prints its bytes
key() {
	before=$(settled)
	tmux -L "parlour-$$" send-keys -t game "$2"
	sleep 0.2
	after=$(settled)
	# shellcheck disable=SC2086 # two times three numbers
	set -- "$1" $before $after
	printf '  %-34s %6d B down in %d segments, %4d B up\n' \
		"$1" $(($5 - $2)) $(($7 - $4)) $(($6 - $3))
}

play() {
	tmux -L "parlour-$$" -f /dev/null new-session -d -s game -x 80 -y 24 \
		"TERM=xterm-256color ssh -F $sshd_config -tt server \
		'LANG=C.UTF-8 LC_ALL=C.UTF-8 XDG_STATE_HOME=$work/state exec $program $1'"
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		tmux -L "parlour-$$" capture-pane -p -t game | grep -q 'moves 0' && break
		sleep 0.5
	done
	tmux -L "parlour-$$" capture-pane -p -t game | grep -q 'moves 0' || {
		cat "$work/sshd_log" >&2
		echo "measure_ssh: the game did not start" >&2
		exit 1
	}
	echo "$1"
	key 'first key (right)' Right
	for direction in Down Left Up; do
		key "cursor or tilt: $direction" $direction
	done
	before=$(settled)
	sleep 5
	after=$(settled)
	if [ "$before" = "$after" ]; then idle=none; else idle="$before -> $after"; fi
	echo "  idle for five seconds: $idle"
	tmux -L "parlour-$$" kill-session -t game
	sleep 0.5
}

sshd_begin "$work" >&2 || exit 77
for level in tilt/classic:10 gems/endless:1 bishop/classics:13 lines/pictures:7; do
	play $level
done
