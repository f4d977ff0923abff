# What scripts assert, counted in $asserted and $faults; to be sourced.
# shellcheck shell=sh
# shellcheck disable=SC2034 # used by the sourcing script

asserted=0
faults=0
fault() {
	printf '%s\n' "$1"
	faults=$((faults + 1))
}

# holds WHAT COMMAND...
holds() {
	what=$1
	shift
	asserted=$((asserted + 1))
	"$@" || fault "$what"
}

# skip WHY: ends a test that can't run here.
skip() {
	echo "skipped: $1"
	exit 77
}

# same_sanitized WHAT: ends a test of files that are the same in a build with sanitizers.
same_sanitized() {
	[ -z "${SANITIZED-}" ] || skip "a build without sanitizers has the same $1"
}
