#!/bin/sh
# Of each source file named, what part of its lines the tests reached, as gcov counted: coverage.sh
# SOURCE..., from the build folder, below src and without .c: a part of what `make coverage` does.
# Less than 95 of a hundred of any fails.
set -eu

GCOV=${GCOV:-gcov}
least=95
status=0
for source in "$@"; do
	name=${source##*/}
	# A test may have an object of its own of a file.
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
