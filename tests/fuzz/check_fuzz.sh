#!/bin/sh
# The corpora of the fuzz harnesses, where what once was found stays found, and some changes of them.
# `make fuzz` goes on from there.
set -eu
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
trap 'exit 99' HUP INT TERM
: >"$found/empty"
corpora=${srcdir:?}/tests/fuzz/corpus
for target in code import keys keys_file level live saved scores; do
	echo "$target"
	"${FUZZERS:-.}/fuzz_$target" -runs="${FUZZ_RUNS:-1000}" -seed=1 "$found" "$corpora/$target"
done
