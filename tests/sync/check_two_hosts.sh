#!/bin/sh
# Two hosts and a PostgreSQL server, each in a network of its own: guests race on one host, over ssh
# and in the sandbox, and a guest of the other races against the winner's ghost. The connections of
# parlour-sync are as in doc/sync.md: by TLS, with a password. A cable is pulled out, and put back.
#
# Three network namespaces hang on a bridge in a fourth, where the guests' clients run.
# shellcheck disable=SC2046,SC2086,SC2317 # words of commands; functions given to others to call
set -eu

srcdir=${srcdir:-$(dirname "$0")/../..}
. "$srcdir/tests/cli/holds.sh"
PATH=$PATH:/usr/sbin:/sbin:/usr/local/sbin
[ "$(id -u)" = 0 ] || skip 'only root can make networks'
[ -x "${SYNC:-}" ] || skip 'there is no parlour-sync, which needs libpq'
for tool in ip nsenter ssh ssh-keygen openssl mkfifo; do
	command -v $tool >/dev/null || skip "$tool is not installed"
done
sshd=$(command -v sshd) || skip 'sshd is not installed'
unshare --net --mount --uts ip link add name bridge0 type bridge 2>/dev/null ||
	skip 'no network namespace with a bridge is available here'
. "$srcdir/tests/cli/account.sh"
. "$srcdir/tests/cli/typing.sh"
. "$srcdir/tests/cli/sshd.sh"
. "$srcdir/tests/sync/postgres.sh"

account_end=stop
stop() {
	postgres_end
	players_end
}

# ---- the networks ----

# host_begin NAME FOLDER: a host whose account has its home there
host_begin() {
	mkdir -p "$2"
	chown "$account:$group" "$2"
	rm -f "$work/up"
	# shellcheck disable=SC2016 # a script for another shell
	unshare --net --mount --uts sh -ec 'hostname "$0"; ip link set lo up; mount --bind "$1" "$2"
		: >"$3"; exec sleep 3600' "$1" "$2" "$work/home" "$work/up" &
	echo $! >"$work/$1.host"
	echo $! >>"$work/processes"
	await 10 test -e "$work/up" || skip "the host $1 does not start"
}

# inside HOST: the words before a command that runs there
inside() {
	echo "nsenter --target $(cat "$work/$1.host") --net --mount --uts --wd=${2-/} --"
}

# within HOST COMMAND...
within() {
	within=$(inside "$1")
	shift
	$within "$@"
}

# cable HOST ADDRESS: from the host to the bridge
cable() {
	ip link add name "to-$1" netns "$(cat "$work/street.host")" type veth \
		peer name eth0 netns "$(cat "$work/$1.host")"
	within street ip link set "to-$1" master bridge0 up
	within "$1" ip address add "$2/24" dev eth0
	within "$1" ip link set eth0 up
}

networks() {
	mount -t tmpfs tmpfs /run
	mkdir /run/sshd
	printf '127.0.0.1 localhost\n10.77.0.1 db.example\n10.77.0.2 a.example\n10.77.0.3 b.example\n' \
		>"$work/names"
	chmod 644 "$work/names"
	mount --bind "$work/names" /etc/hosts
	for host in street db a b; do host_begin $host "$work/$host"; done
	within street ip link add name bridge0 type bridge
	within street ip address add 10.77.0.254/24 dev bridge0
	within street ip link set bridge0 up
	cable db 10.77.0.1
	cable a 10.77.0.2
	cable b 10.77.0.3
}

# ---- the database ----

# certificate NAME SIGNER: "ca" signs itself
certificate() {
	if [ "$1" = "$2" ]; then set -- "$1" '' '' CA:TRUE; else set -- "$1" -CA "$2" CA:FALSE; fi
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
		-subj "/CN=$1" -addext "subjectAltName=DNS:$1" -addext "basicConstraints=critical,$4" \
		${2:+"$2" "$work/$3.crt" -CAkey "$work/$3.key"} \
		-keyout "$work/$1.key" -out "$work/$1.crt" 2>"$work/errors" ||
		skip "openssl makes no certificate: $(tail -n 1 "$work/errors")"
}

database_begin() {
	postgres_begin
	certificate ca ca
	certificate other other
	certificate db.example ca
	install -o "$owner" -m 600 "$work/db.example.key" "$work/postgres/data/server.key"
	install -o "$owner" -m 644 "$work/db.example.crt" "$work/postgres/data/server.crt"
	{
		echo 'local all owner trust'
		grep '^hostssl ' "$srcdir/doc/sync.md"
	} >"$work/postgres/data/pg_hba.conf"
	grep '^listen_addresses \|^ssl' "$srcdir/doc/sync.md" >>"$work/postgres/data/postgresql.conf"
	postgres_stop
	as_owner="$(inside db "$work/postgres") $as_owner"
	postgres_start
	"$SYNC" --init --database "$(database owner)" 2>"$work/errors" || fault "--init: $(cat "$work/errors")"
}

# ---- hosts ----

# state_of HOST: the folder of its game
state_of() {
	echo "$work/$1/.local/state/parlour"
}

# block HEADING: the commands of doc/hosting.md that begin with ```HEADING
block() {
	sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$srcdir/doc/hosting.md" | sed '1d;$d'
}

sshd_of() {
	{
		printf '%s\n' "HostKey $work/host" 'AuthorizedKeysFile none' 'PidFile none' 'StrictModes no' \
			'UsePAM no' "ListenAddress $1.example"
		sed -n "/sshd_config.d.*<<'END'\$/,/^END\$/p" "$srcdir/doc/hosting.md" | sed '1d;$d' |
			sed "s|/usr/local/bin/parlour|$program|"
	} >"$work/$1.sshd"
	: >"$work/$1.sshd-log"
	$(inside "$1") "$sshd" -D -e -f "$work/$1.sshd" 2>"$work/$1.sshd-log" &
	echo $! >>"$work/processes"
	await 20 grep -q '^Server listening' "$work/$1.sshd-log" || {
		cat "$work/$1.sshd-log"
		skip 'sshd does not start here'
	}
}

# connection HOST: its string in doc/sync.md
connection() {
	sed -n '/^host=db.example .*sslrootcert/p' "$srcdir/doc/sync.md" | sed "s|host_a|host_$1|
		s|/etc/parlour/ca.crt|$work/ca.crt|; s|/etc/parlour/password|$work/$1.password|"
	echo ' tcp_user_timeout=3000 keepalives_idle=2' # it shall not take long
}

# sync_of HOST CONNECTION ARGUMENT...: replaces this shell
sync_of() {
	name=$1 string=$2
	shift 2
	folder=$work/home/.local/state/parlour
	exec $(inside "$name") setpriv --reuid=parlour-sync --regid=parlour-sync --clear-groups env -i \
		"$work/bin/parlour-sync" --host "$name.example" --log "$folder/scores.log" \
		--others "$folder/others.log" --database "$string" "$@" 2>>"$work/$name.sync-log"
}

sync_begin() {
	password=$(openssl rand -hex 12)
	sql "CREATE ROLE host_$1 LOGIN PASSWORD '$password'"
	"$SYNC" --admit "$1.example=host_$1" --database "$(database owner)" 2>>"$work/errors"
	(umask 077 && echo "db.example:5432:games:host_$1:$password" >"$work/$1.password")
	chown parlour-sync "$work/$1.password"
	block host-sync | sed "/^useradd /d; s|^cd .*|cd '$work/home'|" >"$work/block"
	within "$1" sh -euc ". '$work/block'" || fault "doc/hosting.md: the files of parlour-sync"
	: >"$work/$1.sync-log"
	(sync_of "$1" "$(connection "$1")") &
	echo $! >>"$work/processes"
	await 20 grep -q 'info: connected' "$work/$1.sync-log" ||
		fault "$1 does not connect: $(cat "$work/$1.sync-log")"
}

# ---- guests ----

# guest_begin GUEST HOST: at once with a new key and this name
guest_begin() {
	[ -f "$work/$1.key" ] || ssh-keygen -q -t ed25519 -N '' -f "$work/$1.key"
	ssh_options "$work/$1.key" >"$work/$1.ssh"
	TERM=xterm-256color LC_ALL=C.UTF-8 player_begin "$1" \
		$(inside street) ssh -F "$work/$1.ssh" -tt "play@$2.example"
	await 20 grep -qF 'Name [guest-' "$work/$1.screen" ||
		fault "$1 is not asked: $(cat "$work/$1.errors" "$work/$2.sshd-log")"
	types "$1" "${1%-*}\\n"
	await 20 sees "$1" 'First steps' || fault "$1 sees no list"
}

# ---- waiting ----

# count FILE PATTERN
count() {
	grep -c -e "$2" "$1" 2>/dev/null || :
}

# is_count NUMBER FILE PATTERN
is_count() {
	test "$(count "$2" "$3")" = "$1"
}

in_database() {
	test "$(sql "SELECT count(*) FROM parlour.record WHERE line ~ '$2'")" = "$1"
}

# has_lock GRANTED: whether anybody has it, or waits for it
has_lock() {
	test "$(sql "SELECT count(*) FROM pg_locks WHERE relation = 'parlour.turn'::regclass
		AND granted = $1")" = 1
}

has_warned() {
	test "$(count "$work/b.sync-log" 'warning: ')" -gt "$warnings"
}

milliseconds() {
	date +%s%3N
}

# plays_first HOST PLAYER: a result of that player there
plays_first() {
	within "$1" setpriv --reuid=play --regid=play --clear-groups env -i "HOME=$work/home" \
		sh -c "printf 'up right\nq\n' | '$program' --plain --player $2 tilt/first-steps:1" >"$work/out"
}

# watch_ghost GUEST: writes "MOVES NOT-BEFORE NOT-AFTER" when a number of moves is seen first, until it
# has made them all: the milliseconds when the last look without them began, and when this one ended
watch_ghost() {
	was=-1 last=$(milliseconds)
	end=$((last + 60000))
	while [ "$was" != "$count" ] && [ "$last" -lt "$end" ]; do
		begun=$(milliseconds)
		sees "$1" 'you 0' || :
		now=$(tail -c "+$((painted + 1))" "$work/$1.screen" |
			sed -n 's/.*anna@a.example \([0-9][0-9]*\) move.*/\1/p' | tail -n 1)
		[ -z "$now" ] || [ "$now" = "$was" ] || echo "$now $last $(milliseconds)"
		was=${now:-$was} last=$begun
	done
}

# ---- the story ----

echo 'parlour-sync:x:61404:' >>"$work/group"
echo "play:x:$group:" >>"$work/group"
sed '/^parlour-sync:/d' "$work/passwd" >"$work/passwd.two"
echo 'parlour-sync:x:61404:61404::/:/bin/false' >>"$work/passwd.two"
cat "$work/passwd.two" >"$work/passwd"
cp "$SYNC" "$work/bin/parlour-sync"
networks
database_begin
ssh-keygen -q -t ed25519 -N '' -f "$work/host"
for host in a b; do
	sync_begin $host
	sshd_of $host
done

# Nobody connects without TLS, or to a server that another authority vouches for.
(sync_of a "$(connection a | sed 's/verify-full/disable/')" --once) && fault 'connected without TLS'
(sync_of a "$(connection a | sed "s|$work/ca.crt|$work/other.crt|")" --once) &&
	fault 'any certificate is good'
holds 'both by TLS' test "$(sql "SELECT count(*) FROM pg_stat_ssl s JOIN pg_stat_activity USING (pid)
	WHERE ssl AND usename ~ '^host_'")" = 2

# A race on a.
guest_begin anna a
guest_begin berta a
types anna w
saw anna 'Who plays'
types berta w
types anna r
saw berta 'proposes a race: Tilt'
types berta '\n'
saw anna '1 has joined. s starts it.'
types anna s
saw anna 'you 0 · berta 0 moves'
saw berta 'you 0 · anna 0 moves'
level=$(grep -ao 'tilt:7x7#[0-9]*' "$(state_of a)/live/anna" | head -n 1)
solution=$(XDG_STATE_HOME=$work/none "$PARLOUR" --solve "$level" | sed -n '$s/^ *//p')
count=$(echo "$solution" | wc -w)
holds "the board $level: $solution" test "$count" -gt 2
solves anna "$solution" 0.4 1.6 0.4 0.8
saw anna 'place 1 of 2'
saw berta "anna solved: $count in "
log=$(state_of a)/scores.log
holds 'no record with times' await 10 is_count 1 "$log" " anna .* $level~[0-9,]* "
holds 'the record is not on b within two seconds' await 2 is_count 1 "$(state_of b)/others.log" \
	" anna@a.example .* $level~"

# Its ghost is in the list on b, for a guest of the same name.
guest_begin anna-b b
types anna-b w
saw anna-b 'Ghosts of the day'
saw anna-b "Tilt 7x7: $count moves in 0:"
types anna-b '\n'
saw anna-b 'Race against anna@a.example'
watch_ghost anna-b >"$work/watched"
# Two moves may pass between two looks, but each one seen has its time.
holds "moves of the ghost: $(cat "$work/watched")" test "$(wc -l <"$work/watched")" -ge $((count - 1))
sed -n "s/.* $level~\([0-9,]*\) .*/\1/p" "$log" | tr , '\n' |
	awk 'BEGIN { print 0, 0 } { print NR, sum += 100 * $1 }' >"$work/recorded"
# Nobody sees the start. Each move puts it between two times, and the latest of the earlier ones is
# not after the earliest of the later ones.
awk '
	NR == FNR { recorded[$1] = $2; next }
	$1 == 0 { next }
	{ low = $2 - recorded[$1]; high = $3 - recorded[$1] }
	latest == "" || low > latest { latest = low }
	earliest == "" || high < earliest { earliest = high }
	END { print (latest > earliest ? latest - earliest : 0) }' \
	"$work/recorded" "$work/watched" >"$work/late"
holds "the ghost moves $(cat "$work/late") ms too soon or late: $(cat "$work/watched" "$work/recorded")" \
	test "$(cat "$work/late")" -lt 500
saw anna-b "anna@a.example $count moves, 0 left"

# The answer to what b sends is lost: it waits for its turn when nothing comes back any more. Then the
# cable of the database is pulled out.
warnings=$(count "$work/b.sync-log" 'warning: ')
mkfifo "$work/turn"
"$bin/psql" -X -q -h "$work/postgres" -U owner -d games <"$work/turn" >"$work/out" 2>&1 &
echo $! >>"$work/processes"
exec 5>"$work/turn"
echo 'BEGIN; LOCK TABLE parlour.turn IN EXCLUSIVE MODE;' >&5
holds 'no turn to wait for' await 20 has_lock true
solves anna-b "$solution" 0.3
saw anna-b 'You lose'
holds 'b sends nothing' await 20 has_lock false
within db ip route add blackhole 10.77.0.3/32
echo 'COMMIT;' >&5
holds 'what b sends does not count' await 20 in_database 1 "anna@b.example .*$level~"
exec 5>&-
within street ip link set to-db down
plays_first b cara
holds 'no result while the cable is out' is_count 1 "$(state_of b)/scores.log" ' cara '
holds "b does not notice: $(cat "$work/b.sync-log")" await 60 has_warned
holds 'it is in the database already' in_database 0 ' cara@b.example '

# It is put back.
within db ip route del blackhole 10.77.0.3/32
within street ip link set to-db up
for player in anna cara; do
	holds "$player@b.example does not arrive: $(cat "$work/b.sync-log")" \
		await 60 is_count 1 "$(state_of a)/others.log" " $player@b.example "
done
holds 'b has not connected again' test "$(count "$work/b.sync-log" 'info: connected')" -gt 1
types anna-b '\0003'
# Whoever comes later is behind all that went before.
plays_first a dora
holds 'dora does not arrive' await 60 is_count 1 "$(state_of b)/others.log" ' dora@a.example '
for record in a:anna@b b:anna@a a:cara@b; do
	holds "not once: $record" \
		is_count 1 "$(state_of "${record%%:*}")/others.log" " ${record#*:}.example "
	holds "not once in the database: $record" in_database 1 " ${record#*:}.example "
done
holds 'others than these' test "$(sql 'SELECT count(*) FROM parlour.record')" = 4
within a setpriv --reuid=play --regid=play --clear-groups env -i "HOME=$work/home" \
	"$program" --scores --json "$level" | sed 's/.*"player": "\([^"]*\)".*/\1/' >"$work/ranks"
holds "the ranks on a: $(cat "$work/ranks")" test "$(tr '\n' ' ' <"$work/ranks")" = 'anna anna@b.example '

# A backup is restored on a: with the commands of the page, run again, parlour-sync has its rights back.
as_play() {
	within a setpriv --reuid=play --regid=play --clear-groups env -i "HOME=$work/home" sh -euc "$1"
}
as_play "cd; '$program' --backup backup
	mv .local/state/parlour .local/state/parlour.before
	cp -R backup .local/state/parlour" >"$work/out" 2>&1 || fault "no backup: $(cat "$work/out")"
(sync_of a "$(connection a)" --once) && fault 'the restored files have the rights of parlour-sync already'
within a sh -euc ". '$work/block'" || fault "doc/hosting.md: the files of parlour-sync, again"
# The one that has been running all along goes on with the restored files.
plays_first b emil
holds "emil does not arrive after a restore: $(tail -n 3 "$work/a.sync-log")" \
	await 60 is_count 1 "$(state_of a)/others.log" ' emil@b.example '
for player in anna cara; do
	holds "$player@b.example is not there after a restore" \
		is_count 1 "$(state_of a)/others.log" " $player@b.example "
done
holds 'the restored log is empty' is_count 1 "$(state_of a)/scores.log" ' dora '
echo "the ghost's $count moves: at most $(cat "$work/late") ms from their times"
account_verdict
