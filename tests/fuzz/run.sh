#!/bin/sh
# Fuzzes: run.sh RUNS SECONDS JOBS TARGET..., from the build folder: what `make fuzz` does. Each job
# has its own seed; with libFuzzer they share what they find, in fuzz/TARGET/found.
set -eu

runs=$1 seconds=$2 jobs=$3
shift 3
corpora=$(cd "${srcdir:-.}/tests/fuzz/corpus" && pwd)
folder=$PWD
failed=''
# A harness frees a hundred KiB each time: a quarantine that fits into the cache, and traces that are
# long only when an input that failed is run again.
export ASAN_OPTIONS="quarantine_size_mb=4:malloc_context_size=1:${ASAN_OPTIONS-}"

# fuzz TARGET SEED: one job.
fuzz() {
	"$folder/fuzz_$1" "-runs=$runs" "-max_total_time=$seconds" "-seed=$2" -timeout=1 \
		found "$corpora/$1" >"log-$2" 2>&1
}

for target in "$@"; do
	mkdir -p "fuzz/$target/found"
	cd "fuzz/$target"
	pids='' seed=$(date +%s)
	last=$((seed + jobs))
	while [ "$seed" -lt "$last" ]; do
		fuzz "$target" "$seed" &
		pids="$pids $!"
		seed=$((seed + 1))
	done
	for pid in $pids; do
		wait "$pid" || failed=$target
	done
	seed=$((last - jobs))
	while [ "$seed" -lt "$last" ]; do
		echo "$target: $(grep -E '^Done|^[0-9]+ runs' "log-$seed" || tail -n 3 "log-$seed")"
		seed=$((seed + 1))
	done
	cd "$folder"
	if [ -n "$failed" ]; then
		echo "found something: see fuzz/$failed"
		exit 1
	fi
done
