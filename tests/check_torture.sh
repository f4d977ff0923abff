#!/bin/sh
# The bars of tests/torture.h: a few seconds of each here, all that is asked for with `make torture`.
# ENDURE and PARLOUR are the programs; KILLS, DROPS, FAILS and CROWD how many of each. What has
# calls fail, fail.so beside it, is only there on Linux and without sanitizers.
set -eu

status=0
part() {
	"$ENDURE" "$@" || status=1
}

part kill "${KILLS:-60}" "$PARLOUR"
part drop "${DROPS:-20}" "$PARLOUR"
part crowd "${CROWD:-4}" "$PARLOUR"
library=$(dirname "$ENDURE")/fail.so
if [ -f "$library" ]; then
	part fail "${FAILS:-40}" "$PARLOUR" "$library"
else
	echo 'fail: skipped, there is no fail.so'
fi
exit "$status"
