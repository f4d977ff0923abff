#!/bin/sh
# The bars of tests/tools/torture.h: a few seconds of each here, all that is asked for with
# `make torture`. ENDURE and PARLOUR are the programs; KILLS, DROPS, SSH_DROPS, FAILS and CROWD how
# many of each. What has calls fail, fail.so beside it, is only there on Linux and without
# sanitizers; lines of ssh drop where there is an sshd.
# shellcheck disable=SC2317 # what a trap calls
set -eu

srcdir=${srcdir:-$(dirname "$0")/..}
. "$srcdir/tests/cli/sshd.sh"

work=$(mktemp -d)
finish() {
	sshd_end
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 99' HUP INT TERM

status=0
part() {
	"$ENDURE" "$@" || status=1
}

part kill "${KILLS:-60}" "$PARLOUR"
part drop "${DROPS:-21}" "$PARLOUR"
if sshd_begin "$work"; then
	part drop "${SSH_DROPS:-5}" "$PARLOUR" "$sshd_config"
	sshd_end
else
	echo 'drop: no lines of ssh'
fi
part crowd "${CROWD:-4}" "$PARLOUR"
library=$(dirname "$ENDURE")/fail.so
if [ -f "$library" ]; then
	part fail "${FAILS:-40}" "$PARLOUR" "$library"
else
	echo 'fail: skipped, there is no fail.so'
fi
exit "$status"
