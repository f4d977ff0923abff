# For scripts that run the program many times: sets up a working folder with a home and an empty file
# `in`. To be sourced; counts in $cases and $faults.
# shellcheck shell=sh
# shellcheck disable=SC2034 # used by the sourcing script

test -x "${PARLOUR:-}" || {
	echo "PARLOUR must be the program's absolute path" >&2
	exit 99
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
cd "$work" || exit 99
HOME=$work/home
XDG_STATE_HOME=$work/home/state
LC_ALL=C
export HOME XDG_STATE_HOME LC_ALL
mkdir "$HOME"
: >in

cases=0
faults=0

# Ends runs that hang, if timeout(1) exists; PATIENCE multiplies the time for slow machines.
limit=
if command -v timeout >/dev/null; then limit="timeout $((60 * ${PATIENCE:-1}))"; fi
