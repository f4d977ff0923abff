# A PostgreSQL server for a test, on a socket in a folder of the test's: sourced by scripts that need
# one. Where there is none, the script is skipped. The server refuses to run as root; then it runs as
# another account.
#
# postgres_begin starts it in $work/postgres; postgres_stop, _start, _restart and _end are what they
# say. database ROLE prints the connection string of a role; sql STATEMENT runs as the owner.
# shellcheck shell=sh
: "${work:?must be a folder of the script}"

. "${srcdir:?must be the top of the source}/tests/cli/holds.sh"

postgres_find() {
	bin=
	for folder in $(command -v pg_config >/dev/null && pg_config --bindir) /usr/lib/postgresql/*/bin \
		/usr/pgsql-*/bin /usr/local/bin /usr/bin; do
		[ -n "$bin" ] || [ ! -x "$folder/initdb" ] || [ ! -x "$folder/psql" ] || bin=$folder
	done
	[ -n "$bin" ] || skip 'there is no PostgreSQL server'
	as_owner=
	[ "$(id -u)" = 0 ] || return 0
	command -v setpriv >/dev/null || skip 'setpriv (util-linux) is needed'
	for owner in postgres nobody; do
		if id "$owner" >/dev/null 2>&1; then
			as_owner="setpriv --reuid=$owner --regid=$(id -g "$owner") --clear-groups"
			return 0
		fi
	done
	skip 'there is no account for PostgreSQL, which refuses to run as root'
}

postgres_begin() {
	postgres_find
	chmod 755 "$work"
	mkdir -m 700 "$work/postgres"
	[ -z "$as_owner" ] || chown "$owner" "$work/postgres"
	# shellcheck disable=SC2086 # words of a command
	(cd "$work/postgres" && $as_owner "$bin/initdb" -A trust -U owner -N -E UTF8 --locale=C data) \
		>"$work/initdb" 2>&1 || {
		cat "$work/initdb"
		exit 99
	}
	# The disk is of no interest here, only crashes of the server.
	$as_owner tee -a "$work/postgres/data/postgresql.conf" >/dev/null <<-END
		listen_addresses = ''
		unix_socket_directories = '$work/postgres'
		unix_socket_permissions = 0777
		fsync = off
		max_connections = 50
	END
	chmod 711 "$work/postgres"
	postgres_start
	sql 'CREATE DATABASE games' postgres
}

postgres_start() {
	(cd "$work/postgres" && $as_owner "$bin/pg_ctl" -w -s -D data -l log start)
}

# postgres_stop [MODE]: fast, or immediate, which is a crash.
postgres_stop() {
	(cd "$work/postgres" && $as_owner "$bin/pg_ctl" -w -s -D data -m "${1-fast}" stop)
}

postgres_restart() {
	postgres_stop "$1"
	postgres_start
}

postgres_end() {
	[ ! -d "${work:?}/postgres/data" ] || postgres_stop immediate || :
}

# postgres_leave: at a script's end; also ends the programs whose ids are in $work/NAME.pid
postgres_leave() {
	for file in "$work"/*.pid; do
		[ ! -f "$file" ] || kill -KILL "$(cat "$file")" 2>/dev/null || :
	done
	postgres_end
	rm -rf "$work"
}

# sql STATEMENT [DATABASE [ROLE]]
sql() {
	PGOPTIONS='-c client_min_messages=warning' "$bin/psql" -X -q -A -t -v ON_ERROR_STOP=1 \
		-h "$work/postgres" -U "${3-owner}" -d "${2-games}" -c "$1"
}

# database ROLE: the connection string.
database() {
	echo "host=$work/postgres user=$1 dbname=games"
}
