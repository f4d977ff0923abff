#!/bin/sh
# Runs tests, and the programs they start, under valgrind: memcheck.sh MAKE TEST..., in the build
# folder, for `make memcheck`. Fails if a test fails or if valgrind reports anything, which is then
# in memcheck/found.
set -eu

make=$1
shift
folder=$PWD/memcheck
# Under valgrind threads take turns; without fair scheduling one that computes would starve the others.
check="valgrind -q --fair-sched=yes --leak-check=full --show-leak-kinds=definite"
check="$check --errors-for-leak-kinds=definite --error-exitcode=99 --log-file=$folder/%p.out"

# Replace each program by a script of its name that runs it under valgrind.
rm -rf "$folder"
mkdir "$folder"
for program in parlour key_table fuzz_*; do
	printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$check" "$PWD/$program" >"$folder/$program"
	chmod +x "$folder/$program"
done

# Everything is slow, so similar files and inputs are fewer.
status=0
CK_TIMEOUT_MULTIPLIER=20 PATIENCE=20 FUZZ_RUNS=100 UNDER_VALGRIND=1 \
	"$make" check DATABASES=30 "programs=$folder" "LOG_COMPILER=$check" "TESTS=$*" || status=$?

# Other lines are about system calls that this valgrind does not know and the program can do without.
find "$folder" -name '*.out' -exec cat {} + | grep '^==' >"$folder/found" || :
find "$folder" -name '*.out' -exec rm {} +
if [ -s "$folder/found" ]; then
	cat "$folder/found"
	status=1
fi
exit "$status"
