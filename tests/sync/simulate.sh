#!/bin/sh
# What a database of many hosts costs: SYNC_HOSTS hosts, and RECORDS records made up for a year, of
# which BOARDS in a hundred are of boards that nobody else plays. The figures come twice, with a
# quarter of the records and with all, so that what grows shows. They are the durations that the
# server logs for the statements of real parlour-sync programs: of one that sends and receives, of
# the owner's, and of LISTENERS at a time that stay connected for LISTEN_SECONDS seconds while RATE
# records a second come. Not a test: HACKING.md has the command.
# shellcheck disable=SC2013 # numbers of processes
set -eu

: "${SYNC_HOSTS:=1000}" "${RECORDS:=2000000}" "${BOARDS:=40}" "${LISTENERS:=200}" "${LISTEN_SECONDS:=30}"
: "${RATE:=3}" # a second: 10^8 in a year
[ "$RECORDS" -ge 500000 ] || {
	echo 'RECORDS must be at least 500000: of a quarter, 100000 are read'
	exit 2
}
srcdir=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
sync=${SYNC:?must be the path of parlour-sync}
work=$(mktemp -d)
. "$srcdir/tests/sync/postgres.sh"

trap postgres_leave EXIT
trap 'exit 99' HUP INT TERM

owner_does() {
	"$sync" --database "$(database owner)" "$@" 2>>"$work/owner.log" || {
		tail -n 1 "$work/owner.log"
		exit 1
	}
}

say() {
	printf '\n%s\n' "$1"
}

milliseconds() {
	date +%s%3N
}

# server_time: milliseconds of a processor that the server has used so far, all its processes
server_time() {
	read -r server <"$work/postgres/data/postmaster.pid"
	for process in $server $(cat "/proc/$server/task/$server/children"); do
		cat "/proc/$process/stat" 2>/dev/null || :
	done | sed 's/.*) //' | awk -v ticks="$(getconf CLK_TCK)" -v server="$server" '
		{ sum += $12 + $13; if (NR == 1) sum += $14 + $15 }
		END { print int(sum * 1000 / ticks) }'
}

# ---- the server ----

serve() {
	postgres_begin
	$as_owner tee -a "$work/postgres/data/postgresql.conf" >/dev/null <<-END
		max_connections = $((LISTENERS + 20))
		shared_buffers = 512MB
		max_wal_size = 8GB
		log_min_duration_statement = 0
		log_parameter_max_length = 0
		log_line_prefix = ''
		autovacuum = off
	END
	postgres_restart fast
	owner_does --init
	sql "DO \$\$ BEGIN FOR i IN 1..$SYNC_HOSTS LOOP
			EXECUTE format('CREATE ROLE host_%s LOGIN', i);
			PERFORM parlour.admit(format('h%s.example', i), format('host_%s', i));
		END LOOP; END \$\$"
	# The records lie in two partitions.
	sql "SELECT setval('parlour.record_seq', 1); SELECT parlour.next_seq();
		SELECT setval('parlour.record_seq', 10000000); SELECT parlour.next_seq()" >/dev/null
	first=$((10000000 - RECORDS / 2))
	last=$((first + RECORDS)) # the first of those that are sent
	sql "SELECT setval('parlour.record_seq', $last)" >/dev/null
}

# ---- the records ----

# fill FROM TO: makes the records of these numbers, in the order of their dates
fill() {
	sql "
	CREATE TEMP TABLE plan AS
		SELECT v, n, string_agg((ARRAY['up', 'down', 'left', 'right'])[1 + abs(hashint8(v * 99 + i) % 4)],
				' ' ORDER BY i) AS moves,
			string_agg((3 + abs(hashint8(v * 77 + i) % 40))::text, ',' ORDER BY i) AS times
		FROM generate_series(0, 31) v, generate_series(6, 30) n, generate_series(1, n) i GROUP BY v, n;
	CREATE TEMP TABLE made AS
		SELECT g, kind, level, 'h' || 1 + abs(hashint8extended(g, 1) % $SYNC_HOSTS) || '.example' AS host,
			'player' || abs(hashint8extended(g, 2) % 100) AS player, least +
			least(abs(hashint8extended(g, 4) % 5), abs(hashint8extended(g, 5) % 5))::integer AS moves,
			least
		FROM (SELECT g, kind, level, (6 + abs(level % 19))::integer AS least
			FROM (SELECT g, kind, hashint8extended(CASE kind WHEN 0 THEN g
					WHEN 1 THEN g * 365 / $RECORDS * 20 + abs(hashint8extended(g, 6) % 20)
					ELSE abs(hashint8extended(g, 6) % 700) END, 10 + kind) AS level
				FROM (SELECT g, CASE WHEN abs(hashint8extended(g, 3) % 100) < $BOARDS THEN 0
						WHEN abs(hashint8extended(g, 7) % 3) = 0 THEN 1 ELSE 2 END AS kind
					FROM generate_series($1::bigint, $2 - 1) g) k) l) m;
	ANALYZE made;
	WITH numbered AS (
		SELECT *, row_number() OVER (PARTITION BY level ORDER BY g) - 1
			+ coalesce((SELECT sum(players) FROM parlour.digest d WHERE d.level = made.level), 0) AS before
		FROM made)
	INSERT INTO parlour.record
		SELECT $first + g, before * (m.moves - least + 1) / 5, host, format('score1 %s %s@%s %s %s~%s %s',
			$(($(date +%s) - 31536000)) + g * 31536000 / $RECORDS, player, host, lpad(to_hex(level), 16, '0'),
			CASE kind WHEN 2 THEN 'tilt/classic:10' ELSE 'tilt:7x7#' || abs(level % 10000000000) END,
			times, p.moves)
		FROM numbered m JOIN plan p ON p.v = m.g % 32 AND p.n = m.moves ORDER BY g;
	INSERT INTO parlour.known SELECT parlour.identity_of(line) FROM parlour.record
		WHERE seq >= $first + $1 AND seq < $first + $2;
	INSERT INTO parlour.best SELECT level, player || '@' || host, min(moves) FROM made GROUP BY 1, 2
		ON CONFLICT (level, player) DO UPDATE SET moves = least(best.moves, excluded.moves);
	TRUNCATE parlour.digest;
	INSERT INTO parlour.digest SELECT level, moves, count(*) FROM parlour.best GROUP BY 1, 2;
	DO \$\$ BEGIN IF to_regclass('parlour.popular') IS NOT NULL THEN
		INSERT INTO parlour.popular SELECT level FROM parlour.digest
			GROUP BY level HAVING sum(players) >= 20 ON CONFLICT DO NOTHING;
	END IF; END \$\$" >/dev/null
	sql 'VACUUM ANALYZE'
}

# ---- what statements cost ----

# mark: from here on the server's log counts
mark() {
	marked=$(wc -c <"$work/postgres/log")
}

# durations PATTERN: how many statements of that kind there were since the mark, milliseconds of one
# on average, and of the longest. The parts of an extended query are added.
durations() {
	tail -c +$((marked + 1)) "$work/postgres/log" | awk -v pattern="$1" '
		/ duration: / && $0 ~ pattern {
			match($0, /duration: [0-9.]+/)
			time = substr($0, RSTART + 10, RLENGTH - 10)
			if ($0 ~ / ms  (parse|bind) /) { part += time; next }
			time += part; part = 0; sum += time; count++
			if (time > most) most = time
		}
		END { printf "%d %.3f %.3f\n", count, count ? sum / count : 0, most }'
}

# figure NAME MILLISECONDS [REMARK]
figure() {
	printf '  %-44s %10.3f ms%s\n' "$1" "$2" "${3:+   ($3)}"
}

figure_of() {
	# shellcheck disable=SC2046 # three numbers
	set -- "$1" $(durations "$2")
	figure "$1" "$3" "$2 statements, longest $4 ms"
}

# cursor_line SEQ: of an others.log that has been read up to there
cursor_line() {
	"${MAKE_SCORES:?}" cursor1 "$1 $(sql "SELECT replace(parlour.identity_of(line)::text, '-', '')
		FROM parlour.record WHERE seq = $1")"
}

# once NUMBER ARGUMENT...: that host exchanges what is new
once() {
	host=$1
	shift
	"$sync" --once --host "h$host.example" --log "$work/$host.scores" --others "$work/$host.others" \
		--database "$(database "host_$host")" "$@" 2>>"$work/sync.log" || {
		tail -n 3 "$work/sync.log"
		exit 1
	}
}

# real NUMBER PLAYERS RESULTS: results that a host sends
real() {
	"$MAKE_SCORES" "$work/$1.scores" "$2" "$3" 0 <"$work/solutions"
}

sizes() {
	sql "SELECT name, total / $size, heap / $size FROM (
			SELECT 'record' AS name, sum(pg_total_relation_size(c.oid)) AS total,
				sum(pg_relation_size(c.oid)) AS heap
				FROM pg_class c WHERE relname ~ '^record_[0-9]+\$' AND relkind = 'r'
			UNION ALL SELECT relname, pg_total_relation_size(oid), pg_relation_size(oid)
				FROM pg_class WHERE relnamespace = 'parlour'::regnamespace
					AND relname IN ('known', 'best', 'digest', 'popular')) s" |
		while IFS='|' read -r name total heap; do
			printf '  %-44s %10s bytes a record, %s of them rows\n' "$name" "${total%%.*}" "${heap%%.*}"
		done
}

measure() {
	size=$(sql 'SELECT count(*) FROM parlour.record')
	newest=$(sql "SELECT max(seq) FROM parlour.record WHERE seq < $last")
	say "$size records, $(sql 'SELECT count(*) FROM parlour.digest') rows of digest:"
	sizes
	real 1 20 250
	cursor_line "$newest" >"$work/1.others"
	mark
	once 1
	figure_of 'comparing 500 records, none known' 'WITH ORDINALITY'
	figure_of 'adding 500 records' 'parlour.send'
	mark
	once 1
	figure_of 'comparing 500 records, all known' 'WITH ORDINALITY'
	: >"$work/2.scores"
	mark
	for from in 100000 50000; do
		cursor_line $((newest - from)) >"$work/2.others"
		once 2
	done
	figure_of 'reading 250 records' 'EXECUTE records_from'
	cursor_line "$(sql "SELECT seq FROM parlour.record
		WHERE seq < $newest - 100000 AND ahead < 20 ORDER BY seq DESC LIMIT 1")" >"$work/2.others"
	mark
	once 2 --best
	figure_of 'reading 250 records with --best' 'EXECUTE records_from'
	mark
	for number in 3 4 5; do
		: >"$work/$number.scores"
		cursor_line "$newest" >"$work/$number.others"
		once $number
	done
	figure_of 'numbers of players by moves' 'FROM parlour.popular'
	before=$(milliseconds)
	owner_does --withdraw "h$((SYNC_HOSTS - withdrawn)).example"
	withdrawn=$((withdrawn + 1))
	figure 'withdrawing a host' $(($(milliseconds) - before)) "of $((size / SYNC_HOSTS)) records"
}

# ---- many at a time ----

listen() {
	say "$LISTENERS hosts connected, $RATE records a second:"
	newest=$(sql 'SELECT max(seq) FROM parlour.record')
	cursor_line "$newest" >"$work/line"
	for number in $(seq 10 $((LISTENERS + 9))); do
		: >"$work/$number.scores"
		cp "$work/line" "$work/$number.others"
		"$sync" --host "h$number.example" --log "$work/$number.scores" --others "$work/$number.others" \
			--database "$(database "host_$number")" 2>>"$work/listeners.log" &
		echo $! >"$work/$number.pid"
	done
	began=$(milliseconds)
	until [ "$(grep -c 'info: connected' "$work/listeners.log")" -ge "$LISTENERS" ]; do
		[ $(($(milliseconds) - began)) -lt 120000 ] || {
			tail -n 3 "$work/listeners.log"
			echo 'not all hosts connect'
			exit 1
		}
		sleep 0.2
	done
	sleep 5 # the numbers of players, too
	read -r server <"$work/postgres/data/postmaster.pid"
	memory=$(for process in $(cat "/proc/$server/task/$server/children"); do
		sed -n 's/^Pss_Anon: *\([0-9]*\) kB/\1/p' "/proc/$process/smaps_rollup" 2>/dev/null || :
	done | awk '{ sum += $1 } END { print int(sum / 1024) }')
	idle=$(server_time)
	sleep 10
	idle=$(($(server_time) - idle))
	mark
	before=$(server_time)
	for _ in $(seq "$LISTEN_SECONDS"); do
		for number in $(seq 10 $((RATE + 9))); do real "$number" 1 1; done
		sleep 1
	done
	began=$(milliseconds)
	sent=0 behind=1
	# Also the last of them are everywhere.
	until [ "$sent" = $((RATE * LISTEN_SECONDS)) ] && [ "$behind" = 0 ]; do
		sleep 0.1
		sent=$(sql "SELECT count(*) FROM parlour.record WHERE seq > $newest")
		behind=0
		for number in $(seq $((RATE + 10)) $((LISTENERS + 9))); do
			[ "$(grep -c '^score1' "$work/$number.others")" = "$sent" ] || behind=$((behind + 1))
		done
		[ $(($(milliseconds) - began)) -lt 60000 ] || { echo "$behind hosts lack records"; exit 1; }
	done
	late=$(($(milliseconds) - began))
	used=$(($(server_time) - before))
	printf '  %-44s %10d MiB\n' 'memory of their own of all server processes' "$memory"
	figure 'processor of the server, a second, idle' "$((idle / 10))"
	figure 'processor of the server, a second, busy' "$((used * 1000 / (LISTEN_SECONDS * 1000 + late)))"
	figure 'the last record is everywhere after' "$late"
	figure_of 'adding one record or a few' 'parlour.send'
	figure_of 'reading what is new' 'EXECUTE records_from'
	for number in $(seq 10 $((LISTENERS + 9))); do
		kill "$(cat "$work/$number.pid")"
		wait "$(cat "$work/$number.pid")" || :
		rm "$work/$number.pid"
	done
}

partitions() {
	say 'partitions:'
	sql "SELECT setval('parlour.record_seq', 19999999)" >/dev/null
	real 6 1 1
	cursor_line "$newest" >"$work/6.others"
	mark
	once 6
	figure_of 'adding the first record of a partition' 'parlour.send'
	before=$(milliseconds)
	sql 'ALTER TABLE parlour.record DETACH PARTITION parlour.record_0 CONCURRENTLY'
	figure 'detaching a partition while others read' $(($(milliseconds) - before))
	before=$(milliseconds)
	sql 'DROP TABLE parlour.record_0'
	figure 'dropping it' $(($(milliseconds) - before))
}

backup() {
	say 'a backup by pg_dump -Fc:'
	printf '  %-44s %10d bytes a record\n' 'its size' \
		$(($("$bin/pg_dump" -Fc -h "$work/postgres" -U owner games | wc -c) / size))
}

# ---- in all ----

solutions() {
	"$PARLOUR" --solve --json tilt/first-steps |
		sed 's/.*"file": "\([^"]*\)", "index": \([0-9]*\),.*"solution": "\([^"]*\)".*/\1:\2 \3/' \
			>"$work/moves"
	"$PARLOUR" --list --json tilt/first-steps |
		sed 's/.*"file": "\([^"]*\)", "index": \([0-9]*\),.*"identity": "\([^"]*\)".*/\3 \1:\2/' |
		awk 'NR == FNR { id[$2] = $1; next } $1 in id { print id[$1], $0 }' - "$work/moves" >"$work/solutions"
}

XDG_STATE_HOME=$work/none # not that of whoever runs this
export XDG_STATE_HOME
withdrawn=0
solutions
serve
started=$(date +%s)
fill 0 $((RECORDS / 4))
echo "filled in $(($(date +%s) - started)) s"
measure
fill $((RECORDS / 4)) "$RECORDS"
echo "filled in $(($(date +%s) - started)) s"
measure
backup
listen
partitions
say "$(($(date +%s) - started)) s"
