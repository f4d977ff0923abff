#!/bin/sh
# Replays the corpora of the fuzz harnesses: what once was found stays found.
set -eu
for harness in pack keys; do
	"./fuzz_${harness}_replay" "${srcdir:?}/tests/fuzz/corpus/$harness"
done
