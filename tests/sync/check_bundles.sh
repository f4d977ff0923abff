#!/bin/sh
# A guest who plays on two hosts with one key, over parlour-sync with a real PostgreSQL: what they
# have on one host is on the other; the newest move wins, and nothing is lost. And what other hosts
# are told of names that were forgotten or changed.
# shellcheck disable=SC2317 # functions that are given to others to call
set -eu

srcdir=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
. "$srcdir/tests/cli/holds.sh"
sync=${SYNC:-}
[ -x "$sync" ] || skip 'there is no parlour-sync, which needs libpq'
command -v script >/dev/null || skip 'script (bsdutils) is needed, for a terminal'
work=$(mktemp -d)
. "$srcdir/tests/sync/postgres.sh"
. "$srcdir/tests/cli/typing.sh"
client=
leave() {
	[ -z "$client" ] || kill -KILL "$client" 2>/dev/null || :
	for file in "$work"/*.pid; do
		[ ! -f "$file" ] || kill -KILL "$(cat "$file")" 2>/dev/null || :
	done
	postgres_end
	rm -rf "$work"
}
trap leave EXIT
trap 'exit 99' HUP INT TERM
postgres_begin

# ---- hosts ----

key=SHA256:0123456789+/ABCDEFGHIJKLMNOPQRSTUVWXYZabcde
name=0123456789-_ABCDEFGHIJKLMNOPQRSTUVWXYZabcde
game=tilt/first-steps:5

add_host() {
	mkdir -p "$work/$1/parlour/leaving" "$work/$1/parlour/arriving"
	sql "CREATE ROLE role_$1 LOGIN"
	"$sync" --database "$(database owner)" --admit "$1=role_$1"
}

sync_of() {
	host=$1
	shift
	exec "$sync" --host "$host" --log "$work/$host/parlour/scores.log" \
		--others "$work/$host/parlour/others.log" \
		--database "$(database "role_$host")" "$@" 2>>"$work/$host.log"
}

once() {
	(sync_of "$1" --once) || holds "$1 --once: $(tail -n 3 "$work/$1.log")" false
}

begin() {
	(sync_of "$1") &
	echo $! >"$work/$1.pid"
}

# stop HOST SIGNAL
stop() {
	pid=$(cat "$work/$1.pid")
	rm "$work/$1.pid"
	kill "-$2" "$pid"
	wait "$pid" 2>/dev/null || :
}

# on HOST ARGUMENT...: as a guest with the key; their name is that of the host
on() {
	host=$1
	shift
	printf '%s\n' "anna-$host" |
		XDG_STATE_HOME=$work/$host "$PARLOUR" --plain --player-from-key "$key" "$@" \
			2>>"$work/errors-$host"
}

# solves HOST LEVEL
solves() {
	XDG_STATE_HOME=$work/$1 "$PARLOUR" --solve --json "$2" |
		sed 's/.*"solution": "\([^"]*\)".*/\1\nq/' >"$work/moves"
	XDG_STATE_HOME=$work/$1 "$PARLOUR" --plain --player-from-key "$key" "$2" \
		<"$work/moves" >/dev/null 2>>"$work/errors-$1"
}

# results HOST, games HOST: places, in order; of a game, what was played, too
results() {
	on "$1" --export | sed -n 's/.*"kind": "result".*"place": "\([^"]*\)".*/\1/p' | sort |
		tr '\n' ' '
}

games() {
	on "$1" --export |
		sed -n 's/.*"kind": "game".*"place": "\([^"]*\)".*"history": "\([^"]*\)".*/\1 \2/p' |
		sort | tr '\n' ';'
}

has_results() {
	[ "$(results "$1")" = "$2" ]
}

# Whether the game on a host, as its file has it, has these moves; and as it left it for others
is_saved() {
	XDG_STATE_HOME=$work/$1 "$PARLOUR" --player "anna-$1" --export >"$work/saved"
	grep -q "\"kind\": \"game\".*\"history\": \"$2 |" "$work/saved"
}
has_left() {
	grep -q "\"kind\": \"game\".*\"history\": \"$2 |" "$work/$1/parlour/leaving/$name"
}

# plays HOST KEYS MOVES: on the screen, until these moves are saved; then the connection is lost
plays() {
	TERM=xterm-256color XDG_STATE_HOME=$work/$1 client_begin script -qfec \
		"stty rows 24 columns 80; exec '$PARLOUR' --player-from-key $key $game" /dev/null
	holds "no board on $1: $(cat "$work/errors")" await 20 on_screen 'moves'
	keys "$2"
	holds "not $3 on $1: $(cat "$work/saved")" await 10 is_saved "$1" "$3"
	kill -KILL "$client"
	client_end 2>/dev/null
	holds "$1 does not leave $3" await 10 has_left "$1" "$3"
}

# has_game HOST MOVES
has_game() {
	case $(games "$1") in "$game $2 |"*) return 0 ;; esac
	return 1
}

touch "$work/saved" "$work/errors"
"$sync" --init --database "$(database owner)"
add_host a
add_host b

# ---- found on the other host ----

on a --list tilt/first-steps:1 >/dev/null
solves a tilt/first-steps:1
solves a gems/first-steps:1
holds 'results of a' has_results a 'gems/first-steps:1 tilt/first-steps:1 '
holds 'no file for the key' test -s "$work/a/parlour/leaving/$name"
on b --list tilt/first-steps:1 >/dev/null
once a
once b
holds "results on b: $(results b)" has_results b 'gems/first-steps:1 tilt/first-steps:1 '
holds 'a name goes to another host' test ! -e "$work/b/parlour/players/anna-a"
XDG_STATE_HOME=$work/b "$PARLOUR" --scores tilt/first-steps:1 >"$work/out" || :
holds 'they are on the leaderboard once' test "$(grep -c 'anna' "$work/out")" = 1
holds 'not as anna-a@a' grep -q 'anna-a@a' "$work/out"

# ---- a game in progress, while parlour-sync runs ----

begin a
begin b
plays a hk 'left up'
holds "not on b: $(games b)" await 5 has_game b 'left up'
plays b l 'left up right'
holds "not back on a: $(games a)" await 5 has_game a 'left up right'

# At the first login on a host, it arrives in the open list.
add_host d
TERM=xterm-256color XDG_STATE_HOME=$work/d client_begin script -qfec \
	"stty rows 24 columns 80; exec '$PARLOUR' --player-from-key $key" /dev/null
holds 'no question on d' await 20 on_screen 'Name ['
keys 'anna-d\n'
holds 'no list on d' await 20 on_screen 'First steps'
begin d # only now: before, it might arrive as the session begins, which needs no words
holds "nothing arrives in the list of d: $(cat "$work/errors")" await 20 on_screen 'from another host'
keys '\003'
client_end
holds "d has: $(results d)" test "$(results d)" = "$(results a)"
stop d TERM

# A connection is cut in the middle of what is carried.
for round in 1 2 3 4; do
	solves a "tilt/first-steps:$((round + 1))"
	stop a KILL
	begin a
	stop b KILL
	begin b
done
all='gems/first-steps:1 tilt/first-steps:1 tilt/first-steps:2 tilt/first-steps:3 '
all="${all}tilt/first-steps:4 tilt/first-steps:5 "
holds "after kills, b has: $(results b)" await 10 has_results b "$all"
holds 'a game goes on that was solved on the other host' test -z "$(games b)$(games a)"

# ---- both hosts at once, without a connection ----

stop a TERM
stop b TERM
solves a gems/first-steps:2
solves b gems/first-steps:3
plays b h left
sleep 1.1
plays a hk 'left up'
solves b gems/first-steps:4
begin a
begin b
all="gems/first-steps:1 gems/first-steps:2 gems/first-steps:3 gems/first-steps:4 ${all#* }"
holds "a has: $(results a)" await 5 has_results a "$all"
holds "b has: $(results b)" await 5 has_results b "$all"
holds "the newer game of a is not on b: $(games b)" has_game b 'left up'
holds "the newer game of a is lost: $(games a)" has_game a 'left up'

# An older backup of a host comes back: what others have is newer.
cp -R "$work/a/parlour/players/anna-a" "$work/backup"
plays a l 'left up right'
holds "b: $(games b)" await 5 has_game b 'left up right'
rm -r "$work/a/parlour/players/anna-a"
mv "$work/backup" "$work/a/parlour/players/anna-a"
holds "an older backup: $(games a)" await 5 has_game a 'left up right'
solves a bishop/first-steps:1
holds "b: $(games b)" await 5 has_game b 'left up right'

# All data of a guest is lost on a host, and found on the others.
rm -r "$work/b/parlour/players/anna-b"
holds "nothing is found: $(results b)" await 5 has_results b "bishop/first-steps:1 $all"

# ---- forged bundles ----

add_host c
XDG_STATE_HOME=$work/a "$PARLOUR" --player anna-a --export >"$work/export"
result=$(grep '"kind": "result".*gems/first-steps:1"' "$work/export" |
	sed 's/"date": "20../"date": "2011/; s|gems/first-steps:1|good:1|')
{
	sed 's/"moves": "[^"]*/"moves": "left/; s/"history": "[^"]*/"history": "wrong/' "$work/export"
	printf '%s\n' "$result" | sed 's/good:1/forged:1/; s/"count"/"text": "", "count"/'
	printf '[[[[{{\nno JSON\n{"parlour": 1, "kind": "setting", "name": "../x", "value": 1}\n'
	printf '%s\n' "$result"
} | "${MAKE_BUNDLE:?}" >"$work/c/parlour/leaving/$name"
before=$(results b)
once c
holds 'a good line among forged ones does not come' await 5 has_results b \
	"$(echo "$before good:1" | tr ' ' '\n' | grep . | sort | tr '\n' ' ')"
on b --log stderr --list tilt/first-steps:1 >/dev/null
holds 'a forged game holds' has_game b 'left up right'
for broken in 'bundle1 0123456789abcdef\nforged' 'bundle1 \n' 'x' '' \
	"$(head -c 60 "$work/c/parlour/leaving/$name")"; do
	printf %b "$broken" >"$work/c/parlour/leaving/$name"
	once c
	holds "a broken bundle is sent: $broken" \
		test "$(sql "SELECT count(*) FROM parlour.bundle WHERE host = 'c' AND body LIKE '%good:1%'")" = 1
done

# ---- rights ----

for statement in 'SELECT * FROM parlour.bundle' "DELETE FROM parlour.bundle" \
	'SELECT * FROM parlour.gone' "SELECT parlour.delete_player('anna-a@a', 99999999999, 9)" \
	"SELECT parlour.send_any(ARRAY['x'])" "SELECT parlour.own_host()"; do
	if sql "$statement" games role_c >/dev/null 2>&1; then holds "a host may: $statement" false; fi
done

# A host that knows no guest hears of bundles, and reads what it may: there is no name of a key.
add_host e
may() {
	sql "SELECT string_agg($1, ' ' ORDER BY $1) FROM pg_$2 WHERE $3 = 'parlour'::regnamespace AND $4"
}
tables=$(may relname class relnamespace \
	"relkind IN ('r', 'p', 'v', 'm', 'S') AND has_table_privilege('role_e', oid, 'SELECT')")
holds "a host may read: $tables" \
	test "$tables" = 'digest host known migration popular record'
functions=$(may proname proc pronamespace "has_function_privilege('role_e', oid, 'EXECUTE')")
holds "a host may call: $functions" test "$functions" = \
	'bundle_of bundles_of own_bundles put_bundle send withdraw_players'
for table in $tables; do sql "SELECT * FROM parlour.$table" games role_e; done >"$work/read"
sql 'SELECT * FROM parlour.own_bundles()' games role_e >>"$work/read"
holds 'a host reads no table' grep -q anna-a@a "$work/read"
no_key_in() {
	! grep -qe "$name" -e "$secret" "$1"
}
secret=secretsecretsecretsecretsecretsecretsecret_
holds 'a host reads the name of a key' no_key_in "$work/read"
# It prints what it hears after each statement, until $work/heard is gone.
listen() {
	echo 'LISTEN parlour_guest;'
	while [ -e "$work/heard" ]; do
		echo 'SELECT 1;'
		sleep 0.1
	done
}
heard() {
	grep -c 'Asynchronous notification "parlour_guest"' "$work/heard" || :
}
hears() {
	[ "$(heard)" -ge "$1" ]
}
: >"$work/heard"
listen | "$bin/psql" -X -q -A -t -h "$work/postgres" -U role_e -d games >"$work/heard" &
holds 'nobody listens' await 5 grep -q 1 "$work/heard"
puts() {
	sql "SELECT parlour.put_bundle('$secret', '0123456789abcdef', $1)" games role_c
}
puts "'x'"
holds "a host does not hear of a bundle: $(cat "$work/heard")" await 5 hears 1
sed -n 's/.* payload "\([^"]*\)".*/\1/p' "$work/heard" | while read -r payload; do
	sql "SELECT * FROM parlour.bundles_of('$payload')" games role_e
done >"$work/read"
holds "a host finds bundles by what it hears: $(cat "$work/read")" test ! -s "$work/read"
puts NULL
holds 'a host does not hear that a bundle is gone' await 5 hears 2

# A type of the host's own, in place of one that the owner's functions use, has no effect.
for statement in "parlour.send(ARRAY['x'])" "parlour.withdraw_players(ARRAY['x'])" \
	"parlour.put_bundle('$secret', 'x', NULL)" 'parlour.own_bundles()' \
	"parlour.bundles_of('x')" "parlour.bundle_of('x', 'y')"; do
	holds "a host has rights of the owner: $statement" sql "
		CREATE FUNCTION pg_temp.rights(pg_catalog.text) RETURNS boolean LANGUAGE plpgsql AS
			'BEGIN IF current_user <> session_user THEN RAISE ''as %'', current_user; END IF;
			RETURN true; END';
		GRANT ALL ON FUNCTION pg_temp.rights TO PUBLIC;
		CREATE DOMAIN pg_temp.text AS pg_catalog.text CHECK (pg_temp.rights(VALUE));
		CREATE DOMAIN pg_temp.uuid AS pg_catalog.uuid CHECK (pg_temp.rights(VALUE::pg_catalog.text));
		SELECT * FROM $statement" games role_e
done
now=$(date +%s)
sql "SELECT parlour.withdraw_players(ARRAY['$now anna-a@a $now', 'x', '$now x@c 99999999999'])" games role_c >"$work/out"
holds "a host withdraws another one's player: $(cat "$work/out")" grep -qx 0 "$work/out"

# ---- names that are forgotten or changed ----

# ranked HOST: the players of a level
ranked() {
	XDG_STATE_HOME=$work/$1 "$PARLOUR" --scores --json tilt/first-steps:1 |
		sed 's/.*"player": "\([^"]*\)".*/\1/' | sort | tr '\n' ' '
}
ranks() {
	[ "$(ranked "$1")" = "$2" ]
}
XDG_STATE_HOME=$work/a "$PARLOUR" --player anna-a --rename berta
holds "after a rename b ranks: $(ranked b)" await 5 ranks b 'berta@a '
XDG_STATE_HOME=$work/a "$PARLOUR" --player berta --rename anna-a
holds "after a rename back b ranks: $(ranked b)" await 5 ranks b 'anna-a@a '
sleep 1.1
XDG_STATE_HOME=$work/a "$PARLOUR" --player anna-a --forget >/dev/null
holds "after --forget b ranks: $(ranked b)" await 5 ranks b ''
holds 'all is read again' test -z "$(grep 'read last is gone' "$work/b.log")"
none_of_a() {
	[ "$(sql "SELECT count(*) FROM parlour.bundle WHERE host = 'a'")" = 0 ]
}
holds 'the database keeps a bundle of a guest who was forgotten' await 5 none_of_a
holds 'the database keeps records' test "$(sql "SELECT count(*) FROM parlour.record WHERE line LIKE 'score%anna-a@a%'")" = 0
holds 'the digest counts them' test "$(sql 'SELECT coalesce(sum(players), 0) FROM parlour.digest')" = "$(sql 'SELECT count(*) FROM parlour.best')"
holds 'the file is there' test ! -e "$work/a/parlour/leaving/$name" -a ! -e "$work/a/parlour/arriving/$name"
not_arriving() {
	[ ! -e "$work/b/parlour/arriving/$name/a" ]
}
holds 'the bundle of a stays on b' await 5 not_arriving
holds 'b loses results' test "$(results b | wc -w)" = "$(echo "$before good:1" | wc -w)"

# The guest comes back to a, as a new one there, and finds what is on b.
on a --list tilt/first-steps:1 >/dev/null 2>&1 || :
printf 'anna-2\n' | XDG_STATE_HOME=$work/a "$PARLOUR" --plain --player-from-key "$key" --list tilt/first-steps:1 >/dev/null
holds "nothing is found: $(results a)" await 5 has_results a "$(results b)"

# A host that is withdrawn.
count=$(heard)
"$sync" --withdraw b --database "$(database owner)"
not_from_b() {
	[ ! -e "$work/a/parlour/arriving/$name/b" ]
}
holds 'the bundle of a host that was withdrawn stays' await 5 not_from_b
holds 'no host hears of bundles that were withdrawn' await 5 hears $((count + 1))
holds "a host hears the name of a key: $(cat "$work/heard")" no_key_in "$work/heard"
rm "$work/heard"
"$sync" --admit b=role_b --database "$(database owner)"
holds 'no bundle of a host that is admitted again' await 30 test -e "$work/a/parlour/arriving/$name/b"

echo "$asserted assertions, $faults faults"
exit $((faults > 0))
