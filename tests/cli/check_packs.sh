#!/bin/sh
# What the shipped packs promise: above each level are its idea and how it was made, and no two levels
# have one title.
set -eu

modes='tilt gems bishop lines'

cd "${srcdir:-.}" || exit 99
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

for mode in $modes; do
	awk '
		/^level: / && (above !~ /^; (composed$|parlour,? |climb,? |climbed |chart )/ || idea !~ /^; Idea: /) {
			print FILENAME ":" FNR ": expected \"; Idea: ...\" and how it was made above"
		}
		{ idea = above; above = $0 }
	' "levels/$mode"/*.level >>"$work/faults"
	sed -n 's/^level: //p' "levels/$mode"/*.level >>"$work/titles"
done

sed -n 's/^level: //p' levels/*/*.level | sort | uniq -d | grep -xFf "$work/titles" |
	sed 's/^/two levels have the title /' >>"$work/faults" || :

levels=$(wc -l <"$work/titles")
faults=$(wc -l <"$work/faults")
cat "$work/faults"
echo "$levels levels, $faults faults"
test "$levels" -gt 0 && test "$faults" = 0
