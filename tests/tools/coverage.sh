#!/bin/sh
# Prints the share of lines that the tests reached in each source file, from gcov's counts:
# coverage.sh SOURCE..., in the build folder, paths below src without .c, for `make coverage`. Fails
# if any is below 95 %.
set -eu

GCOV=${GCOV:-gcov}
least=95
status=0
for source in "$@"; do
	name=${source##*/}
	# A test may have its own object of a file.
	find "src/${source%/*}" -name "$name.gcda" -o -name "*-$name.gcda" >gcov.list
	xargs "$GCOV" -n <gcov.list 2>/dev/null |
		awk -v least="$least" -v source="src/$source.c" -F "[':% ]" '
			/^File / { ours = index($0, source "\047") }
			ours && /^Lines executed/ { share = $3; count = $6 }
			END {
				printf "%5.1f %% of %3d  %s\n", share, count, source
				exit share < least
			}' || status=1
done
rm gcov.list
[ "$status" = 0 ] || echo "less than $least % of a file"
exit "$status"
