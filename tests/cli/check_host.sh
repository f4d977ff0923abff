#!/bin/sh
# What a host's administrator is told: --health, --metrics, log lines, a line for each result.
# shellcheck disable=SC2317 # functions that are given to others to call
set -eu

srcdir=${srcdir:-$(dirname "$0")/../..}
. "$srcdir/tests/cli/account.sh"

state=$work/home/.local/state/parlour

# plays OPTIONS...: anna solves the first level
plays() {
	printf 'up right\nq\n' | as_player "$program" "$@" --plain tilt/first-steps:1 \
		>"$work/out" 2>"$work/errors"
}

# health STATUS WORDS: what it answers
health() {
	status=0
	as_player "$program" --health >"$work/health" 2>&1 || status=$?
	holds "health: $status, $(cat "$work/health")" test "$status" = "$1"
	holds "health: more than a line" test "$(wc -l <"$work/health")" = 1
	holds "health lacks $2: $(cat "$work/health")" grep -q -e "$2" "$work/health"
}

# well WORDS: all is well and, among other things, this, except for the sandbox where it isn't complete
case $("$program" --version) in
*landlock\ [1-9]*,\ seccomp*) complete=yes ;;
*) complete=no ;;
esac
well() {
	if [ $complete = yes ]; then
		health 0 "^ok: .*$1"
	else
		health 1 "^not ok: sandbox.*$1"
	fi
}

# metric NAME: its value
metric() {
	as_player "$program" --metrics | sed -n "s/^parlour_$1 //p"
}

# ---- nothing yet ----

as_player "$program" --backup "$work/home/backup" >"$work/out" 2>&1 && fault 'a backup of nothing'
holds "a backup of nothing: $(cat "$work/out")" grep -q 'no such file' "$work/out"
holds 'a backup of nothing makes folders' test -z "$(ls -A "$work/home")"

# ---- counters ----

holds 'no sessions' test "$(metric sessions_total)" = 0
plays --restricted --player anna
plays --restricted --player anna
plays --player anna # the same result again
holds 'sessions' test "$(metric sessions_total)" = 3
holds 'results' test "$(metric results_total)" = 3
holds 'moves' test "$(metric moves_total)" = 6
as_player "$program" --backup "$state/backup" >"$work/out" 2>&1 && fault 'a backup in itself'
holds "a backup in itself: $(cat "$work/out")" grep -q 'is within the folder to copy' "$work/out"
holds 'a backup in itself is made' test ! -e "$state/backup"
holds 'players' test "$(metric players)" = 1
holds 'nobody plays' test "$(metric sessions)" = 0
as_player "$program" --plain tilt/first-steps:1 </dev/null >"$work/out"
holds 'a session of no host' test "$(metric sessions_total)" = 3

mkfifo "$work/keys"
# The process to kill is the game itself, not a shell or setpriv that waits for it.
# shellcheck disable=SC2016 # the other shell expands it
as_player sh -c 'echo $$ >&3; exec "$@"' - \
	"$program" --restricted --player berta --plain tilt/first-steps:1 \
	<"$work/keys" >"$work/out" 2>&1 3>"$work/game" &
waiting=$!
exec 8>"$work/keys"
tenths=100
while [ "$(metric sessions)" != 1 ] && [ $tenths -gt 0 ]; do
	sleep 0.1
	tenths=$((tenths - 1))
done
holds 'somebody plays' test "$(metric sessions)" = 1
well '1 playing'
kill -9 "$(cat "$work/game")"
wait "$waiting" 2>/dev/null || :
exec 8>&-
holds 'nobody plays any more' test "$(metric sessions)" = 0
holds 'the killed session' test "$(metric sessions_total)" = 4
printf 'up\nu\nU\nnone\nu\nu\n' | as_player "$program" --player anna --plain tilt/first-steps:1 \
	>"$work/out"
holds 'moves undone' test "$(metric moves_total)" = 10

# Each line is a comment or "NAME VALUE", and each name has its help and type.
as_player "$program" --metrics >"$work/metrics"
grep -v '^#' "$work/metrics" |
	grep -vE '^parlour_[a-z_]+(\{part="[a-z]+"\})? [0-9]+(\.[0-9]+)?$' >"$work/bad" || :
holds "metrics: $(cat "$work/bad")" test ! -s "$work/bad"
for word in HELP TYPE; do
	sed -n "s/^# $word \\([^ ]*\\) .*/\\1/p" "$work/metrics" >"$work/$word"
	grep -v '^#' "$work/metrics" | sed 's/[ {].*//' | uniq | cmp -s - "$work/$word" ||
		fault "metrics: not each has its $word"
done

# ---- results for collectors ----

plays --restricted --player anna --xlog "$work/home/xlog"
expected='version=[^:]*:name=anna:mode=tilt:level=tilt/first-steps_1:id=[0-9a-f]\{16\}:kind=level:points=0:turns=2:optimal=1:unaided=[01]:realtime=[0-9]*:endtime=[0-9]*'
holds "the xlog: $(cat "$work/home/xlog")" grep -qx "$expected" "$work/home/xlog"
for _ in 1 2 3 4 5 6 7 8; do
	plays --restricted --player anna --xlog "$work/home/xlog" &
done
wait
holds "lines of nine games: $(cat "$work/home/xlog")" \
	test "$(grep -cx "$expected" "$work/home/xlog")/$(wc -l <"$work/home/xlog")" = 9/9
plays --restricted --player anna --xlog "$work/home/none/xlog" && fault 'no folder for the xlog'
holds "no folder: $(cat "$work/errors")" grep -q 'no such file' "$work/errors"
plays --restricted --player anna --xlog /dev/null && fault 'an xlog that is no file'

# ---- log lines ----

plays --restricted --player anna --log stderr
grep -v 'sandbox is incomplete' "$work/errors" >"$work/told" || :
holds "nothing to tell: $(cat "$work/told")" hasnt "$work/told" '^parlour: [a-z]*: '
echo 'not a database, but long enough to be one' >"$work/bad"
cat "$work/bad" "$work/bad" "$work/bad" >"$work/thrice"
mv "$work/thrice" "$work/bad"
as_player tee "$state/players/anna/parlour.db" <"$work/bad" >"$work/out"
plays --restricted --player anna --log stderr
holds "set aside: $(cat "$work/errors")" \
	grep -q '^parlour: warning: anna: .*set aside as parlour.db.damaged-' "$work/errors"
health 1 '1 damaged data file set aside'
as_player sh -c "rm '$state'/players/anna/*.damaged-*; rm '$state/players/anna/parlour.db'
	mkdir '$state/players/anna/parlour.db'"
plays --restricted --player anna --log stderr || :
holds "not saved: $(cat "$work/errors")" \
	grep -q '^parlour: error: anna: not saved: not a file$' "$work/errors"
holds 'not saved: counted' test "$(metric not_saved_total)" = 1
as_player rmdir "$state/players/anna/parlour.db"
key=SHA256:0000000000000000000000000000000000000000000
echo hugo | as_player "$program" --restricted --player-from-key "$key" \
	--log stderr --plain tilt/first-steps:1 >"$work/out" 2>"$work/errors"
holds "a new name: $(cat "$work/errors")" \
	grep -q '^parlour: notice: hugo: new name of a new guest, from unknown' "$work/errors"
echo | as_player "$program" --restricted --player-from-key "${key%0}1" --new-names 0 \
	--log stderr --plain tilt/first-steps:1 >"$work/out" 2>"$work/errors" && fault 'no limit'
holds "a limit: $(cat "$work/errors")" \
	grep -q '^parlour: warning: no new name .*: limit reached$' "$work/errors"
holds 'guests' test "$(metric guests)" = 1

# ---- health ----

well ' free, leaderboard 0% full, 1 guest.* 0 playing, [0-9]* levels'
as_player sh -c "yes | head -c 31000000 >'$state/scores.log'"
health 1 '^not ok: leaderboard 92% full'
as_player sh -c ": >'$state/scores.log'"
mkfifo "$work/locked"
chmod 622 "$work/locked"
as_player flock "$state/scores.lock" sh -c "echo >'$work/locked' && exec sleep 6" &
read -r _ <"$work/locked"
health 1 '^not ok: scores.lock can.t be had: another session is writing'
wait
well ''
as_player chmod 500 "$state"
health 1 '^not ok: the folder can.t be written: permission denied'
as_player chmod 700 "$state"
as_player sh -c ": >'$state/others.log'"
for name in scores.log others.log players guests; do # as a restore by root leaves them
	as_player chmod 0 "$state/$name"
	health 1 "^not ok: $name: permission denied"
	as_player chmod 700 "$state/$name"
done
as_player rm "$state/others.log"
well ''

# ---- syslog, whose socket is a file in /dev: here that is a folder of ours ----

private_dev() {
	mkdir "$work/dev"
	for device in null urandom; do
		: >"$work/dev/$device"
		mount --bind "/dev/$device" "$work/dev/$device" || return 1
	done
	mount --rbind "$work/dev" /dev
}

as_player mkdir "$state/players/anna/parlour.db"
if private_dev; then
	plays --restricted --player anna --log syslog || :
	holds "no syslog: $(cat "$work/errors")" grep -q '^parlour: syslog: ' "$work/errors"
	"$probe" --receive /dev/log >"$work/received" &
	receiver=$!
	tenths=50
	while [ ! -S /dev/log ] && [ $tenths -gt 0 ]; do
		sleep 0.1
		tenths=$((tenths - 1))
	done
	chmod 666 /dev/log
	plays --restricted --player anna --log syslog || :
	sleep 0.3
	kill "$receiver"
	holds "syslog: $(cat "$work/received")" grep -qE \
		'^<27>[A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} parlour\[[0-9]+\]: anna: not saved: not a file$' \
		"$work/received"
	umount -l /dev
	umount "$work/dev/null" "$work/dev/urandom"
else
	echo 'not tested: syslog'
fi

account_verdict
