#!/bin/sh
# The owner of the database and the hosts, with a real PostgreSQL: a host is withdrawn whatever it has
# done before, no host can do anything in the name of another or of the owner, and each command says
# what it did not do.
set -eu

srcdir=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
. "$srcdir/tests/sync/hosts.sh"

# is_sql RESULT STATEMENT
is_sql() {
	found=$(sql "$2")
	[ "$found" = "$1" ] || {
		echo "$2: $found, not $1"
		return 1
	}
}

# ends STATUS COMMAND...
ends() {
	wanted=$1 ended=0
	shift
	("$@") >"$work/out" 2>&1 || ended=$?
	[ "$ended" = "$wanted" ]
}

# Whether somebody has put a bundle in the database lesser, and not committed it.
has_put_bundle() {
	test "$(sql "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
		WHERE a.usename = 'role_c' AND l.mode = 'RowExclusiveLock' AND l.granted
		AND l.relation = 'parlour.bundle'::regclass" lesser)" -gt 0
}

forget() {
	XDG_STATE_HOME=$work/$1 "$PARLOUR" --player "$2" --forget >/dev/null
}

# in_transaction ROLE STATEMENT: begins one that is not ended
in_transaction() {
	mkfifo "$work/pipe"
	"$bin/psql" -X -q -h "$work/postgres" -U "$1" -d games <"$work/pipe" >/dev/null 2>&1 &
	echo $! >"$work/psql.pid"
	exec 3>"$work/pipe"
	echo "BEGIN; $2;" >&3
	until_so 10 is_sql 1 "SELECT count(*) FROM pg_locks WHERE relation = 'parlour.turn'::regclass
		AND granted" >/dev/null
}

holds '--init' owner_does --init
for host in a b c; do add_host $host; done

# ---- withdrawing a host whose newest record is one of a forgotten player ----

plays b anna "$level"
plays b carl "$level"
once b
forget b carl
once b
plays a anna "$level"
once a
once b
# b's last row is the one that says that carl is gone; that of his result is kept for readers
plays b dora tilt/first-steps:3
once b
forget b dora
once b
holds 'of each last record the identity stays' \
	is_sql 2 "SELECT count(*) FROM parlour.record WHERE host = 'b' AND line LIKE 'gone1 %'"
holds "--withdraw b: $(cat "$work/owner.log")" owner_does --withdraw b
holds 'b is not admitted' is_sql f "SELECT admitted FROM parlour.host WHERE name = 'b'"
holds 'one row of b is left' is_sql 1 "SELECT count(*) FROM parlour.record WHERE host = 'b'"
holds 'which says so' \
	is_sql 1 "SELECT count(*) FROM parlour.record WHERE host = 'b' AND line LIKE 'withdraw1 % b'"
once a
holds 'a does not show b' test "$(ranks a "$level")" = 'anna '
owner_does --admit b=role_b
sleep 2 # results of the second of the withdrawal are refused, and it may be rounded up
plays b emil "$level"
once b

# ---- results that the database does not take are reported ----

has_not_taken() {
	has "$work/b.log" 'warning: the database does not take 1 record of our log'
}
holds "b is not told: $(cat "$work/b.log")" has_not_taken

# ---- who receives the best only goes on after a record is gone ----

sed -n 's/^\([0-9a-f]* tilt.first-steps:1 .*\)/\1/p' "$work/solutions" >"$work/one"
add_host d
"${MAKE_SCORES:?}" "$(log_of d)" 22 1 0 <"$work/one"
once d
plays a yves tilt/first-steps:4
once a
plays a last tilt/first-steps:1
once a
add_host e
(sync_as e --best --once) || fault "e: $(cat "$work/e.log")"
holds 'the last record is not among the best' \
	is_sql 1 "SELECT count(*) FROM parlour.record WHERE line LIKE '% last@a %' AND ahead >= 20"
forget a yves
once a
(sync_as e --best --once) || fault "e: $(cat "$work/e.log")"
if has "$work/e.log" 'is gone from the database'; then fault "e reads all again: $(cat "$work/e.log")"; fi
holds 'e shows who was forgotten' test "$(ranks e tilt/first-steps:4)" = ''
holds 'of no record more than needed the identity stays' \
	is_sql 1 "SELECT count(*) FROM parlour.record WHERE line LIKE 'gone1 %'"

# ---- functions of a host in a schema where everybody may make them, as before PostgreSQL 15 ----

sql 'GRANT CREATE ON SCHEMA public TO PUBLIC'
trap_of() {
	sql "CREATE FUNCTION public.$1 LANGUAGE plpgsql AS \$\$ BEGIN
		IF session_user <> 'role_c' THEN RAISE EXCEPTION 'caught'; END IF;
		RETURN NULL; END \$\$" games role_c
}
trap_of 'pg_advisory_xact_lock(integer) RETURNS text'
trap_of 'bar(integer, text) RETURNS text'
sql 'CREATE OPERATOR public.|| (LEFTARG = integer, RIGHTARG = text, FUNCTION = public.bar)' games role_c
trap_of 'set_config(text, text, boolean, integer DEFAULT 1) RETURNS text'
holds "--init calls no host's function: $(cat "$work/owner.log")" owner_does --init
holds "--admit calls no host's function: $(cat "$work/owner.log")" owner_does --admit a=role_a
once d
has "$(others_of d)" '^digest1 ' || fault 'd receives no numbers of players'
if grep -q caught "$work"/*.log; then fault "a host's function was called: $(cat "$work"/*.log)"; fi
sql 'REVOKE CREATE ON SCHEMA public FROM PUBLIC'

# ---- hosts that do not end their transactions ----

transaction_ends() {
	exec 3>&-
	wait "$(cat "$work/psql.pid")" || :
	rm "$work/psql.pid" "$work/pipe"
}

withdraws() {
	holds "--withdraw $1: $(cat "$work/owner.log")" \
		timeout 60 "$sync" --database "${2-$(database owner)}" --withdraw "$1"
	holds "$1 is withdrawn" is_sql f "SELECT admitted FROM parlour.host WHERE name = '$1'"
}

bundle() {
	printf "SELECT parlour.put_bundle('%043d', '0123456789abcdef', '%s')" "$1" "$2"
}

in_transaction role_c "SELECT parlour.send('{}')"
withdraws c
transaction_ends
plays a after tilt/first-steps:3
once a
holds 'others can send again' \
	is_sql 1 "SELECT count(*) FROM parlour.record WHERE line LIKE '% after@a %'"
if sql "SELECT parlour.send('{}')" games role_c 2>/dev/null; then
	fault 'a host that was withdrawn still gets the lock'
fi
owner_does --admit c=role_c
sql "$(bundle 1 x)" games role_c
in_transaction role_c "$(bundle 1 y); SELECT parlour.send('{}')"
withdraws c
transaction_ends

# An owner who may not end the sessions of others.
sql 'CREATE ROLE lesser LOGIN CREATEROLE' postgres
sql 'CREATE DATABASE lesser OWNER lesser' postgres
lesser=$(database lesser | sed 's/games/lesser/')
"$sync" --init --database "$lesser" 2>>"$work/owner.log" || fault "--init, lesser: $(cat "$work/owner.log")"
"$sync" --admit a=role_a --database "$lesser" 2>>"$work/owner.log" || fault 'lesser admits nobody'
"$sync" --admit c=role_c --database "$lesser" 2>>"$work/owner.log" || fault 'lesser admits nobody'
mkfifo "$work/pipe"
"$bin/psql" -X -q -h "$work/postgres" -U role_c -d lesser <"$work/pipe" >"$work/psql.out" 2>&1 &
echo $! >"$work/psql.pid"
exec 3>"$work/pipe"
printf 'BEGIN; %s;\n' "$(bundle 2 z)" >&3
until_so 10 has_put_bundle
holds 'lesser withdraws c' timeout 60 "$sync" --database "$lesser" --withdraw c
echo 'COMMIT;' >&3
transaction_ends
holds 'the bundle was put' test "$(sql 'SELECT count(*) FROM parlour.bundle' lesser)" = 1
holds 'but nobody finds it' test "$(sql "SELECT count(*) FROM parlour.bundles_of('$(printf %043d 2)')" \
	lesser role_a)" = 0
"$sync" --admit c=role_c --database "$lesser" 2>>"$work/owner.log"
holds 'nor when the host is back' test "$(sql "SELECT count(*)
	FROM parlour.bundles_of('$(printf %043d 2)')" lesser role_a)" = 0
if sql "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT parlour.send('{}')" lesser role_c 2>/dev/null; then
	fault 'a transaction may look at the past'
fi

# ---- a record that is twice in the log ----

plays a twice tilt/first-steps:3
grep ' twice ' "$(log_of a)" >"$work/line"
cat "$work/line" >>"$(log_of a)"
: >"$work/a.log"
once a
if has "$work/a.log" 'warning: the database does not take'; then fault "a false warning: $(cat "$work/a.log")"; fi
holds 'it is sent' is_sql 1 "SELECT count(*) FROM parlour.record WHERE line LIKE '% twice@a %'"

# ---- what was not done is said ----

holds 'the role of another host' ends 1 "$sync" --database "$(database owner)" --admit x=role_a
has "$work/out" 'error: the role role_a is that of host a$' || fault "it says $(cat "$work/out")"
holds 'no such host' ends 1 "$sync" --database "$(database owner)" --withdraw nobody
has "$work/out" 'error: there is no host nobody$' || fault "it says $(cat "$work/out")"
holds 'an option of the exchange' ends 2 "$sync" --init --host a --database "$(database owner)"
has "$work/out" '--host does not go with commands of the owner' || fault "it says $(cat "$work/out")"
holds 'an unknown option' ends 2 "$sync" --bogus
has "$work/out" 'unknown option --bogus; see --help$' || fault "it says $(cat "$work/out")"
holds 'a host that is not admitted sends nothing' ends 1 sync_as c --once
holds 'nor gets its own' ends 1 sync_as c --own --others "$work/own"
has "$work/c.log" 'does not admit c with this role$' || fault "it says $(cat "$work/c.log")"
cp "$(log_of a)" "$work/before"
holds 'one file for both' ends 1 sync_as a --once --others "$(log_of a)"
has "$work/a.log" 'this is the log of --log' || fault "it says $(cat "$work/a.log")"
cmp -s "$(log_of a)" "$work/before" || fault 'the log was changed'
holds 'own results among those of others' ends 1 sync_as a --own
has "$work/a.log" '--own needs a new file' || fault "it says $(cat "$work/a.log")"

echo "$asserted assertions, $faults faults"
test "$faults" -eq 0
