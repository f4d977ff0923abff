#!/bin/sh
# What the shipped packs promise: above each level are its idea and how it was made, no two levels
# have one title, and the measured rating rises within a pack. First steps may deviate from that
# where teaching asks for it. Endless levels have no rating.
set -eu

modes='tilt gems bishop lines'

test -x "${PARLOUR:-}" || {
	echo "PARLOUR must be the program's absolute path" >&2
	exit 99
}
cd "${srcdir:-.}" || exit 99
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

for mode in $modes; do
	awk '
		/^level: / && (above !~ /^; (composed$|parlour,? |climb,? |climbed )/ || idea !~ /^; Idea: /) {
			print FILENAME ":" FNR ": expected \"; Idea: ...\" and how it was made above"
		}
		{ idea = above; above = $0 }
	' "levels/$mode"/*.level >>"$work/faults"
	sed -n 's/^level: //p' "levels/$mode"/*.level >>"$work/titles"
	"$PARLOUR" --rate --json "$mode" >>"$work/ratings"
done

sed -n 's/^level: //p' levels/*/*.level | sort | uniq -d | grep -xFf "$work/titles" |
	sed 's/^/two levels have the title /' >>"$work/faults" || :

sed -n 's/^{"file": "\([^"]*\)", "index": \([0-9]*\),.* "rating": \([0-9]*\),.*/\1 \2 \3/p' \
	"$work/ratings" >"$work/measured"
awk '
	$1 == pack && $3 < last && $1 !~ /\/first-steps$/ {
		print $1 ":" $2 ": rating " $3 " after " last
	}
	{ pack = $1; last = $3 }
' "$work/measured" >>"$work/faults"

levels=$(wc -l <"$work/titles")
measured=$(wc -l <"$work/measured")
endless=$(grep -c '"endless, so it has no rating"' "$work/ratings" || :)
faults=$(wc -l <"$work/faults")
cat "$work/faults"
echo "$levels levels, $measured ratings, $endless endless, $faults faults"
test $((measured + endless)) = "$levels" && test "$levels" -gt 0 && test "$faults" = 0
