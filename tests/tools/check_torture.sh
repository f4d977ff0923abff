#!/bin/sh
# The parts of tests/tools/torture.h, a few seconds of each; `make torture` runs the full counts.
# ENDURE and PARLOUR are the programs; KILLS, DROPS, SSH_DROPS, FAILS and CROWD are the counts.
# Failing calls need fail.so beside ENDURE, which exists on Linux without sanitizers; dropped ssh
# connections need an sshd.
# shellcheck disable=SC2317 # called by a trap
set -eu

srcdir=${srcdir:-$(dirname "$0")/../..}
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

# Each scenario at least once.
if [ -z "${SANITIZED-}" ]; then
	kills=60 drops=21
else
	kills=20 drops=7
fi
part kill "${KILLS:-$kills}" "$PARLOUR"
part drop "${DROPS:-$drops}" "$PARLOUR"
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
