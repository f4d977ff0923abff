#!/bin/sh
# What a race costs: bytes that a session writes for its own move to what others read and to its
# screen, those that a move of another writes to the screen, and what all write while nobody moves.
#
#	tests/tools/measure_race.sh build/parlour [PLAYERS]
#
# PLAYERS (8) of one account on terminals of 80x24, as over ssh. Needs tmux and strace. The writes are
# those that strace sees, of the first player and the last.
set -eu

program=$(realpath "${1:?usage: measure_race.sh PARLOUR [PLAYERS]}")
players=${2-8}
for tool in strace tmux; do
	command -v $tool >/dev/null || {
		echo "measure_race: $tool is not installed" >&2
		exit 77
	}
done
work=$(mktemp -d)
finish() {
	tmux -L "parlour-$$" kill-server 2>/dev/null || :
	sleep 1 # they end
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 99' HUP INT TERM

shows() {
	tries=200
	until tmux -L "parlour-$$" capture-pane -p -t "$1" | grep -qF -e "$2"; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || {
			tmux -L "parlour-$$" capture-pane -p -t "$1"
			echo "measure_race: $1 does not show: $2" >&2
			exit 1
		}
		sleep 0.1
	done
}

types() {
	tmux -L "parlour-$$" send-keys -t "$1" "$2"
}

# The program is traced from the start, with the names of files.
start() {
	tmux -L "parlour-$$" -f /dev/null new-session -d -s "$1" -x 80 -y 24 \
		"TERM=xterm-256color LC_ALL=C.UTF-8 XDG_STATE_HOME=$work SSH_CONNECTION='::1 1 ::1 22' \
		exec strace -f -y -s 0 -e trace=write,writev,pwrite64 -o $work/$1.trace $program --player $1"
	shows "$1" 'Enter play'
	types "$1" w
	shows "$1" 'Who plays'
}

# marks: what was written before does not count
marks() {
	for number in 1 "$players"; do
		wc -l <"$work/p$number.trace" >"$work/p$number.mark"
	done
}

# written NUMBER PATTERN: bytes in so many writes to files of that name
written() {
	tail -n "+$(($(cat "$work/p$1.mark") + 1))" "$work/p$1.trace" | grep -e "$2" |
		awk '{ sum += $NF; writes++ } END { printf "%d bytes in %d writes", sum, writes }'
}

report() {
	printf '  %-36s live: %-26s screen: %s\n' "$1, own" "$(written 1 /live/)" "$(written 1 /dev/pts)"
	printf '  %-36s live: %-26s screen: %s\n' "$1, another's" "$(written "$players" /live/)" \
		"$(written "$players" /dev/pts)"
}

for number in $(seq "$players"); do start "p$number"; done
types p1 r
shows p1 'Your race: Tilt'
for number in $(seq 2 "$players"); do
	shows "p$number" 'proposes a race'
	types "p$number" Enter
	shows "p$number" "In p1's race"
done
shows p1 "p$players"
sleep 2
types p1 s
shows p1 'you 0'
shows "p$players" 'you 0'
sleep 5 # the countdown, and the solver
marks
sleep 10
report 'nobody moves for ten seconds'
for key in Up Right Down Left; do
	marks
	types p1 "$key"
	sleep 1.5
	report "$key"
done
