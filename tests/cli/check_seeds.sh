#!/bin/sh
# The command above a shipped board makes that board: every one of levels/*/*.level is run, one in eight
# of a sanitized program. "; climb, N s: ..." is a command of more than a few seconds, and is not.
set -eu

test -x "${PARLOUR:-}" || {
	echo "PARLOUR must be the program's absolute path" >&2
	exit 99
}
test -x "${CLIMB:-}" || {
	echo "CLIMB must be the absolute path of levels/climb.c, compiled" >&2
	exit 99
}
cd "${srcdir:-.}" || exit 99
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

# board: a level's headers and rows, without the lines that do not come from a command.
board() {
	sed -e '/^;/d' -e '/^mode: /d' -e '/^level: /d' -e '/^hint: /d' -e '/^$/d'
}

# A file for each command, its first line, and the board below it.
awk -v folder="$work" '
	FNR == 1 || /^;/ { out = "" }
	/^; (parlour --generate|climb) / { out = sprintf("%s/%04d", folder, ++count) }
	out != "" { print >out }
	/^;/ && last != "" { close(last) }
	{ last = out }
' levels/*/*.level

step=1
test -z "${SANITIZED-}" || step=8
cases=0
faults=0
for wanted in "$work"/[0-9]*; do
	cases=$((cases + 1))
	test $((cases % step)) = 0 || continue
	command=$(sed -n '1s/^; //p' "$wanted")
	board <"$wanted" >"$work/wanted"
	case $command in
	climb*) eval "\"\$CLIMB\" ${command#* }" ;;
	*) eval "\"\$PARLOUR\" ${command#* }" ;;
	esac 2>"$work/errors" | board >"$work/made"
	diff "$work/wanted" "$work/made" >"$work/difference" && continue
	faults=$((faults + 1))
	echo "$command"
	cat "$work/difference" "$work/errors"
done
test "$cases" -ge 100 || {
	echo "$cases commands only"
	exit 1
}

# A limit of time changes no board: there is that one, or none.
"$PARLOUR" --generate lines --seed 3 >"$work/wanted"
"$PARLOUR" --generate lines --seed 3 --time-limit 1000 >"$work/made"
if ! cmp "$work/wanted" "$work/made"; then
	faults=$((faults + 1))
	echo "--time-limit makes another board"
fi
status=0
"$PARLOUR" --generate lines --seed 3 --time-limit 0.000001 >"$work/made" 2>&1 || status=$?
if test "$status" != 1 || ! grep -q '^parlour: no 4x4 .* in 0 tries and 1e-06 seconds' "$work/made"; then
	faults=$((faults + 1))
	cat "$work/made"
fi
echo "$cases commands, one in $step tried, $faults faults"
test "$faults" = 0
