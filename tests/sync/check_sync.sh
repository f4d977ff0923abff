#!/bin/sh
# parlour-sync with a real PostgreSQL: what it promises, then a storm: on HOSTS hosts, PLAYERS
# players each have RESULTS results, while programs are killed KILLS times and the database is
# restarted RESTARTS times, half of them as by a crash, and once replaced by an older backup. In the
# end every host must have exactly all results of the others, none twice, and no forged one.
set -eu

: "${HOSTS:=3}" "${PLAYERS:=4}" "${RESULTS:=25}" "${KILLS:=8}" "${RESTARTS:=2}" "${SECONDS_LONG:=6}"
srcdir=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
. "$srcdir/tests/sync/hosts.sh"

# ---- setting up ----

add_lines() {
	mkdir -p "$work/x/parlour"
	: >"$work/x/parlour/scores.log"
}
add_lines
if (sync_as x --once); then fault 'a role that does not exist can connect'; fi
if "$sync" --host x --log /dev/null --others "$work/x/parlour/others.log" --once \
	--database "$(database owner)" 2>"$work/err"; then fault 'it runs without a schema'; fi
has "$work/err" 'parlour-sync --init' || fault "without a schema it says: $(cat "$work/err")"
owner_does --init || fault "--init: $(cat "$work/owner.log")"
owner_does --init || fault "--init, again: $(cat "$work/owner.log")"
for word in q 'bad host=role' a=; do
	status=0
	owner_does --admit "$word" || status=$?
	[ "$status" = 2 ] || fault "--admit $word: $status, not 2"
done
add_host a
add_host b
if (sync_as a --once --log "$work/nowhere/scores.log"); then fault 'a log may be in no folder'; fi
has "$work/a.log" 'error: .*/nowhere/scores.log: ' || fault "without a folder: $(cat "$work/a.log")"
once a
has "$work/a.log" 'warning: .*/scores.log: .*: nothing is sent' || fault 'a missing log is not reported'
plays a anna "$level"
plays b anna "$level"
once a
once b
once a
[ "$(ranks a "$level")" = 'anna anna@b ' ] || fault "ranks of a: $(ranks a "$level")"
[ "$(ranks b "$level")" = 'anna anna@a ' ] || fault "ranks of b: $(ranks b "$level")"

# ---- rights ----

for statement in "INSERT INTO parlour.record VALUES (99, 0, 'b', 'x')" \
	"UPDATE parlour.record SET host = 'a'" 'DELETE FROM parlour.record' \
	'TRUNCATE parlour.known' "UPDATE parlour.host SET role = 'role_a'" \
	"SELECT parlour.withdraw('b')" "SELECT parlour.admit('b', 'role_a')" \
	'LOCK TABLE parlour.turn IN EXCLUSIVE MODE' "SELECT nextval('parlour.record_seq')" \
	"SELECT parlour.note_best(1, 'x@b', 1)" 'CREATE TABLE parlour.mine ()' \
	'SELECT * FROM parlour.best'; do
	if sql "$statement" games role_a >/dev/null 2>&1; then fault "a host may: $statement"; fi
done
line=$(sql "SELECT line FROM parlour.record WHERE host = 'b'")
for forged in "$line" 'score1 1 x@a 0' "score1 99999999999 x@a 0123456789abcdef p left" \
	"score1 1 x@a 0123456789abcdef p l
score1 1 x@a 0123456789abcdef p l" 'score1 1 x 0123456789abcdef p left' 'withdraw1 1 b'; do
	sent=$(sql "SELECT parlour.send(ARRAY['$(printf %s "$forged" | sed 's/@b /@b  /')', '$forged'])" games role_a)
	[ "$sent" = 0 ] || fault "a sends $forged"
done

# ---- forged rows, by somebody who has the owner's rights ----

begin a
until_so 10 has "$work/a.log" 'connected' || fault 'a does not connect'
good=$(printf %s "$line" | sed 's/anna@b/eve@b/')
short=$(printf %s "$good" | sed 's/ [a-z]*$//')
number=1000
for forged in "$short" "$(printf %s "$good" | sed 's/@b/@c/')" 'withdraw1 9999999999 c' 'x' '' \
	"$good	" "$(printf %s "$good" | sed 's/^score1 [0-9]*/score1 9999999999/')" \
	'cursor1 5 00000000000000000000000000000000' "$(printf %s "$good" | sed 's/@b//')" \
	"$(printf %s "$good" | sed 's/@b/@a/')" "score1 1 eve@b 0123456789abcdef p $(printf %070000d 0)"; do
	number=$((number + 1))
	sql "INSERT INTO parlour.record VALUES ($number, 0, 'b', '$forged')"
done
sql "INSERT INTO parlour.record VALUES (2000, 0, 'b', '$(printf %s "$good" | sed 's/eve/late/')')"
sql 'NOTIFY parlour'
until_so 10 has "$(others_of a)" ' late@b ' || fault 'a does not receive what comes after forged rows'
if grep -q 'eve\|@c\|@a\|^withdraw' "$(others_of a)"; then fault "forged: $(cat "$(others_of a)")"; fi
left_out() {
	sed -n 's/.*warning: left out \([0-9]*\) .*/\1/p' "$work/a.log" | awk '{ sum += $1 } END { exit sum != 11 }'
}
until_so 5 left_out || # it says so after it has written the file
	fault "forged rows are not reported: $(cat "$work/a.log")"
has "$work/a.log" 'left out [0-9]* records* of the database, the last from b: ' ||
	fault "nobody says whose they are: $(cat "$work/a.log")"
sql "DELETE FROM parlour.record WHERE seq > 1000; SELECT setval('parlour.record_seq', 3000)" >/dev/null

# ---- promptness ----

begin b
until_so 10 has "$work/b.log" 'connected' || fault 'b does not connect'
sleep 0.5
plays a prompt "$level"
until_so 2 has "$(others_of b)" ' prompt@a ' || fault 'a result takes more than two seconds'
if (sync_as b) 2>/dev/null; then fault 'two may write one file'; fi
has "$work/b.log" 'another parlour-sync writes to it' || fault 'it does not say who has the file'

# ---- emptied and torn files ----

: >"$(others_of b)"
plays a later "$level"
until_so 5 has "$(others_of b)" ' later@a ' || fault 'nothing comes after the file was emptied'
until_so 5 has "$(others_of b)" ' anna@a ' || fault 'what was there does not come again'
stop b KILL
printf 'score1 0123' >>"$(others_of b)"
plays a last "$level"
begin b
until_so 5 has "$(others_of b)" ' last@a ' || fault 'nothing comes after a torn line'
if grep -q 'score1 0123score' "$(others_of b)"; then fault 'a torn line stays'; fi

# ---- withdrawal ----

plays b anna tilt/first-steps:3
until_so 5 has "$(others_of a)" ' anna@b .*first-steps:3[~ ]' ||
	fault 'a does not receive the last record'
owner_does --withdraw a || fault "--withdraw: $(cat "$work/owner.log")"
until_so 5 has "$(others_of b)" '^withdraw1 .* a$' || fault 'no withdrawal comes'
[ "$(ranks b "$level")" = 'anna ' ] || fault "ranks after a withdrawal: $(ranks b "$level")"
[ "$(sql "SELECT count(*) FROM parlour.record WHERE host = 'a'")" = 1 ] ||
	fault 'records of a host that was withdrawn stay in the database'
[ "$(sql 'SELECT sum(players) FROM parlour.digest')" = "$(sql 'SELECT count(*) FROM parlour.best')" ] ||
	fault 'the digest counts players who were withdrawn'
until_so 5 has "$work/a.log" 'does not admit a' || fault 'a host does not notice that it is withdrawn'
stop a TERM
: >"$work/a.log"
begin a
until_so 5 has "$work/a.log" 'does not admit a' || fault 'a host is not told'
owner_does --admit a=role_a
sleep 1 # results of the second of the withdrawal are refused
plays a again "$level"
until_so 30 has "$(others_of b)" ' again@a ' || fault 'a host does not notice that it is admitted'
has "$work/a.log" 'info: the database admits a now' || fault 'it does not say that it is admitted'
stop a TERM
stop b TERM

# ---- digests: 12 players with 2 moves, 13 with 4 ----

add_host d
sed -n 's/^\([0-9a-f]* tilt.first-steps:1 \).*/\1up right/p; s/ right$/ down up right/p' "$work/solutions" |
	sed -n "/first-steps:1 up/p" | sort -u >"$work/two"
[ "$(wc -l <"$work/two")" = 2 ] || fault "solutions for the digest: $(cat "$work/two")"
"${MAKE_SCORES:?}" "$(log_of d)" 25 1 0 <"$work/two"
once d
once b
has "$(others_of b)" '^digest1 .* 2:12 4:13$' || fault "the digest is: $(grep digest "$(others_of b)")"
plays b anna tilt/first-steps:1
XDG_STATE_HOME=$work/b "$PARLOUR" --scores tilt/first-steps:1 >"$work/out"
has "$work/out" ' anna  .* 2 moves  .*  better than 52 of 100$' || fault "$(cat "$work/out")"
once b
[ "$(grep -c '^digest1' "$(others_of b)")" = 1 ] || fault 'a digest with a player more is added'

# ---- a database of the first version, with the same 25 results ----

sql 'CREATE DATABASE old' postgres
"$bin/psql" -X -q -h "$work/postgres" -U owner -d old -v ON_ERROR_STOP=1 \
	-f "$srcdir/tests/sync/schema-1.sql" >/dev/null || fault 'schema-1.sql cannot be restored'
old=$(database owner | sed 's/games/old/')
"$sync" --database "$old" --init 2>>"$work/owner.log" || fault "--init, old: $(cat "$work/owner.log")"
mkdir -p "$work/f/parlour"
sql 'CREATE ROLE role_f LOGIN'
"$sync" --database "$old" --admit f=role_f 2>>"$work/owner.log" || fault 'an old one admits nobody'
plays f anna tilt/first-steps:1
(sync_as f --once --database "$(database role_f | sed 's/games/old/')") ||
	fault "old: $(cat "$work/f.log")"
has "$(others_of f)" '^digest1 .* 2:14 3:12$' || fault "old: the digest is: $(grep digest "$(others_of f)")"
[ "$(grep -c '^score1 .*@d ' "$(others_of f)")" = 25 ] || fault 'old: not all records come'
"$sync" --database "$old" --withdraw d 2>>"$work/owner.log" || fault 'old: no host is withdrawn'
[ "$(sql 'SELECT count(*) FROM parlour.best' old)" = 1 ] || fault 'old: players stay'
for table in digest best known record popular host migration turn gone bundle; do
	theirs=$(sql "SELECT relacl::text FROM pg_class WHERE oid = 'parlour.$table'::regclass" old)
	ours=$(sql "SELECT relacl::text FROM pg_class WHERE oid = 'parlour.$table'::regclass")
	[ "$theirs" = "$ours" ] || fault "old: rights to $table: $theirs, not $ours"
done

# ---- the role that the container of the database creates ----

sql 'CREATE DATABASE contained' postgres
PATH=$bin:$PATH PGHOST=$work/postgres POSTGRES_USER=owner POSTGRES_DB=contained \
	PARLOUR_HOST_PASSWORD="it's" "$srcdir/packaging/database-start" || fault 'database-start fails'
PGHOST=$work/postgres PGUSER=owner PGDATABASE=contained "$sync" --init --admit h=host \
	2>>"$work/owner.log" || fault "the owner's admission: $(cat "$work/owner.log")"
mkdir -p "$work/h/parlour"
plays h anna "$level"
(sync_as h --once --database "$(database host | sed 's/games/contained/')") ||
	fault "contained: $(cat "$work/h.log")"
has "$work/h.log" 'sent 1 record' || fault "contained: $(cat "$work/h.log")"
[ "$(sql "SELECT rolsuper OR rolcreatedb OR rolcreaterole FROM pg_roles WHERE rolname = 'host'")" = f ] ||
	fault 'the role of the container has other rights than a host'

# ---- an older backup of a host's log: its own results come back from the database ----

add_host i
plays i anna tilt/first-steps:1
cp "$(log_of i)" "$work/older"
for player in zoe berta gone; do plays i "$player" tilt/first-steps:1; done
XDG_STATE_HOME=$work/i "$PARLOUR" --player gone --forget >/dev/null
once i
grep '^score' "$(log_of i)" | sort >"$work/newer"
cat "$work/older" >"$(log_of i)"
line=$(sql "SELECT line FROM parlour.record WHERE host = 'i' AND line LIKE '%zoe@%'")
number=$(sql "SELECT nextval('parlour.record_seq')")
sql "INSERT INTO parlour.record VALUES ($number, 0, 'i', '$(printf %s "$line" | sed 's/zoe@/eve@/; s/ [a-z]*$//')')"
own() {
	rm -f "$work/own"
	(sync_as i --own --others "$work/own") || fault "--own: $(tail -n 3 "$work/i.log")"
}
once i
[ "$(ranks i tilt/first-steps:1 | tr ' ' '\n' | grep -v @ | tr '\n' ' ')" = 'anna ' ] ||
	fault 'the restored log has newer results'
own
[ "$(grep -c '^score' "$work/own")" = 2 ] || fault "--own brings: $(cat "$work/own")"
grep '^score' "$work/own" >>"$(log_of i)"
sort "$(log_of i)" | cmp -s - "$work/newer" || fault "after --own the log is: $(cat "$(log_of i)")"
own
if has "$work/own" '^score'; then fault "--own brings again: $(cat "$work/own")"; fi
if (sync_as i --own --database "$(database role_x)") 2>/dev/null; then fault '--own hides a failure'; fi
sql "DELETE FROM parlour.record WHERE seq = $number"

# ---- a name that is withdrawn needs a partition: the first one, the next one ----

sql 'CREATE DATABASE empty' postgres
empty=$(database owner | sed 's/games/empty/')
"$sync" --database "$empty" --init 2>>"$work/owner.log" || fault "--init, empty: $(cat "$work/owner.log")"
mkdir -p "$work/g/parlour"
sql 'CREATE ROLE role_g LOGIN'
"$sync" --database "$empty" --admit g=role_g 2>>"$work/owner.log" || fault 'an empty one admits nobody'
for player in anna zoe; do
	plays g "$player" "$level"
	XDG_STATE_HOME=$work/g "$PARLOUR" --player "$player" --forget >/dev/null
	(sync_as g --once --database "$(database role_g | sed 's/games/empty/')") ||
		fault "$player is not withdrawn: $(tail -n 3 "$work/g.log")"
	has "$work/g.log" 'told other hosts of 1 name' || fault "$player: nobody is told"
	: >"$work/g.log"
	sql "SELECT setval('parlour.record_seq', 9999999)" empty >/dev/null
done
[ "$(sql 'SELECT count(*) FROM parlour.record_1' empty)" = 1 ] || fault 'zoe has no new partition'

# ---- only the best: 13 players have 2 moves already, and every other one of 240 more ----

add_host e
"${MAKE_SCORES:?}" "$(log_of e)" 240 1 0 <"$work/two"
once e
sql "INSERT INTO parlour.record VALUES (nextval('parlour.record_seq'), 0, 'e',
	'score1 1000 past@e 0123456789abcdef tilt:7x7#5 left')"
(sync_as b --once --best)
if has "$(others_of b)" ' past@e '; then fault '--best receives the board of a day long ago'; fi
best=$(grep -c '^score1 .*@e ' "$(others_of b)" || :)
case $best in
[3-9] | 1[0-2]) ;;
*) fault "of 240 players, $best are among the best" ;;
esac
: >"$(others_of b)"
once b
[ "$(grep -c '^score1 .*@e ' "$(others_of b)")" = 241 ] || fault 'without --best not all come'

# ---- no database ----

postgres_stop
: >"$work/a.log"
begin a
plays a patient "$level"
until_so 5 has "$work/a.log" 'warning: ' || fault 'a lost database is not reported'
stop a TERM
postgres_start

# ---- a host that can connect, but not send: it comes less and less often ----

sql 'REVOKE EXECUTE ON FUNCTION parlour.send(text[]) FROM parlour_host'
: >"$work/a.log"
begin a
sleep 5 # after at least 0, 0.25, 0.75, 1.75 and 3.75 seconds
times=$(grep -c 'info: connected' "$work/a.log" || :)
case $times in
[2-5]) ;;
*) fault "connected $times times: $(tail -n 3 "$work/a.log")" ;;
esac
sql 'GRANT EXECUTE ON FUNCTION parlour.send(text[]) TO parlour_host'
until_so 20 has "$work/a.log" 'info: sent 1 record' || fault 'it does not send after all'
stop a TERM

# ---- the storm ----

names=
for number in $(seq "$HOSTS"); do
	names="$names s$number"
	add_host "s$number"
done
for host in $names; do
	begin "$host"
	"${MAKE_SCORES:?}" "$(log_of "$host")" "$PLAYERS" "$RESULTS" \
		$((SECONDS_LONG * 1000)) <"$work/solutions" &
	echo $! >"$work/make-$host.pid"
done

random() {
	od -An -N2 -tu2 /dev/urandom | tr -d ' '
}

backup() {
	"$bin/pg_dump" -h "$work/postgres" -U owner games >"$work/backup.sql"
}

# While all are connected.
restore() {
	sql 'DROP DATABASE games WITH (FORCE)' postgres
	sql 'CREATE DATABASE games' postgres
	"$bin/psql" -X -q -h "$work/postgres" -U owner -d games -v ON_ERROR_STOP=1 \
		-f "$work/backup.sql" >/dev/null || fault 'the backup cannot be restored'
}

steps=$((KILLS + RESTARTS))
began=$(date +%s)
for step in $(seq "$steps"); do
	# shellcheck disable=SC2086 # names
	host=$(echo $names | cut -d ' ' -f $(($(random) % HOSTS + 1)))
	if [ $((step * RESTARTS / steps)) != $(((step - 1) * RESTARTS / steps)) ]; then
		if [ $((step % 2)) = 0 ]; then postgres_restart immediate; else postgres_restart fast; fi
	else
		stop "$host" KILL
		begin "$host"
	fi
	if [ "$step" = $((steps / 3)) ]; then backup; fi
	if [ "$step" = $((steps * 2 / 3)) ]; then restore; fi
	# The steps are spread over the time.
	due=$((began + step * SECONDS_LONG / steps))
	if [ "$(date +%s)" -lt "$due" ]; then sleep 1; fi
done
for host in $names; do
	wait "$(cat "$work/make-$host.pid")" || fault "$host: not all results were made"
	rm "$work/make-$host.pid"
done
written=$(date +%s)

# wanted HOST: the results of the others, without those that were forged; got HOST: what came
for host in $names; do
	"$PARLOUR" --merge-scores "$host=$(log_of "$host")" >"$work/$host.own" 2>/dev/null ||
		[ $? = 1 ] # forged lines may be none at all
done
wanted() {
	for other in $names; do
		[ "$other" = "$1" ] || cat "$work/$other.own"
	done | awk -v solutions="$work/solutions" '
		BEGIN { while ((getline <solutions) > 0) good[$0] = 1 }
		{ text = $0; sub(/^[^ ]* [^ ]* [^ ]* [^ ]* /, "", text) }
		text in good' | sort
}
got() {
	grep '^score1 .*@s' "$(others_of "$1")" | sort
}
is_complete() {
	got "$1" | cmp -s - "$work/$1.wanted"
}
records=0
for host in $names; do
	wanted "$host" >"$work/$host.wanted"
	records=$((records + $(wc -l <"$work/$host.wanted")))
	until_so 180 is_complete "$host" || {
		got "$host" | diff - "$work/$host.wanted" | sed -n '1,5p'
		tail -n 5 "$work/$host.log"
		fault "$host: not exactly the results of the others"
	}
done
all=$((HOSTS * (HOSTS - 1) * PLAYERS * RESULTS))
[ "$records" = "$all" ] || fault "$records results are wanted, not $all"
for host in $names; do stop "$host" TERM; done
echo "$HOSTS hosts, $PLAYERS players, $RESULTS results: $records records received," \
	"$KILLS kills, $RESTARTS restarts and a restored backup in $((written - began)) s;" \
	"all there $(($(date +%s) - written)) s later; $faults faults"
test "$faults" = 0
