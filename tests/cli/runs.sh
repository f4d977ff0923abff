# Where many runs of the program are tried: a folder of their own to stand in, with a home in it, and
# an empty file `in`. To be sourced; counts in $cases and $faults.
# shellcheck shell=sh
# shellcheck disable=SC2034 # for who sources it

test -x "${PARLOUR:-}" || {
	echo "PARLOUR is to be the program's absolute path" >&2
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

# What hangs is ended, where there is a tool for it; PATIENCE times later where all is slow.
limit=
if command -v timeout >/dev/null; then limit="timeout $((60 * ${PATIENCE:-1}))"; fi
