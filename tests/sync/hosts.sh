# What tests of parlour-sync begin with: a PostgreSQL, hosts with a folder each in $work, and what they
# do. To be sourced, with $srcdir set; the test is skipped without parlour-sync.
# shellcheck shell=sh disable=SC2034 # used by the sourcing script
: "${srcdir:?must be the top of the source}"

. "$srcdir/tests/cli/holds.sh"
sync=${SYNC:-}
[ -x "$sync" ] || skip 'there is no parlour-sync, which needs libpq'
work=$(mktemp -d)
. "$srcdir/tests/sync/postgres.sh"

trap postgres_leave EXIT
trap 'exit 99' HUP INT TERM
postgres_begin

owner_does() {
	"$sync" --database "$(database owner)" "$@" 2>>"$work/owner.log"
}

# log_of HOST, others_of HOST: their paths
log_of() {
	echo "$work/$1/parlour/scores.log"
}

others_of() {
	echo "$work/$1/parlour/others.log"
}

add_host() {
	mkdir -p "$work/$1/parlour"
	sql "CREATE ROLE role_$1 LOGIN"
	owner_does --admit "$1=role_$1"
}

# sync_as HOST ARGUMENT...: replaces this shell
sync_as() {
	host=$1
	shift
	exec "$sync" --host "$host" --log "$(log_of "$host")" --others "$(others_of "$host")" \
		--database "$(database "role_$host")" "$@" 2>>"$work/$host.log"
}

once() {
	(sync_as "$1" --once) || fault "$1 --once: $(tail -n 3 "$work/$1.log")"
}

begin() {
	(sync_as "$1") &
	echo $! >"$work/$1.pid"
}

# stop HOST SIGNAL
stop() {
	pid=$(cat "$work/$1.pid")
	rm "$work/$1.pid"
	kill "-$2" "$pid"
	ended=0
	wait "$pid" 2>/dev/null || ended=$?
	[ "$ended" = 0 ] || [ "$2" = KILL ] ||
		fault "$1: ends with $ended: $(tail -n 12 "$work/$1.log")"
}

# plays HOST PLAYER LEVEL: solves it
plays() {
	solution=$(sed -n "s|^[0-9a-f]* $3 ||p" "$work/solutions")
	printf '%s\nq\n' "$solution" |
		XDG_STATE_HOME=$work/$1 "$PARLOUR" --plain --player "$2" "$3" >/dev/null
}

# ranks HOST LEVEL: its players, in order
ranks() {
	XDG_STATE_HOME=$work/$1 "$PARLOUR" --scores --json "$2" |
		sed 's/.*"player": "\([^"]*\)".*/\1/' | sort | tr '\n' ' '
}

# until SECONDS COMMAND...: waits until it succeeds
until_so() {
	tries=$(($1 * 20))
	shift
	while ! "$@"; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || return 1
		sleep 0.05
	done
}

# has FILE PATTERN
has() {
	grep -q -e "$2" "$1" 2>/dev/null
}

# IDENTITY PLACE MOVES of some levels
"$PARLOUR" --solve --json tilt/first-steps gems/first-steps bishop/first-steps |
	sed 's/.*"file": "\([^"]*\)", "index": \([0-9]*\),.*"solution": "\([^"]*\)".*/\1:\2 \3/' \
		>"$work/moves"
"$PARLOUR" --list --json tilt/first-steps gems/first-steps bishop/first-steps |
	sed 's/.*"file": "\([^"]*\)", "index": \([0-9]*\),.*"identity": "\([^"]*\)".*/\3 \1:\2/' \
		>"$work/identities"
awk 'FILENAME == ARGV[1] { id[$2] = $1; next } $1 in id { print id[$1], $0 }' \
	"$work/identities" "$work/moves" >"$work/solutions"
[ "$(wc -l <"$work/solutions")" -gt 10 ] || fault 'there are no solutions'
level=tilt/first-steps:2
