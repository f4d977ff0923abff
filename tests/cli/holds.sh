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
