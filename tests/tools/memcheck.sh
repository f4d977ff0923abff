#!/bin/sh
# Tests under valgrind, with the programs that they start: memcheck.sh MAKE TEST..., from the build
# folder: what `make memcheck` does. What valgrind finds in any process fails it, and is then in
# memcheck/found; so does a test that fails.
set -eu

make=$1
shift
folder=$PWD/memcheck
# Threads take turns there; those who compute would else leave no turn to the others.
check="valgrind -q --fair-sched=yes --leak-check=full --show-leak-kinds=definite"
check="$check --errors-for-leak-kinds=definite --error-exitcode=99 --log-file=$folder/%p.out"

# In place of each program one of its name that runs it there.
rm -rf "$folder"
mkdir "$folder"
for program in parlour key_table fuzz_*; do
	printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$check" "$PWD/$program" >"$folder/$program"
	chmod +x "$folder/$program"
done

# All is slow, and each of many similar files and inputs takes as long as the first.
status=0
CK_TIMEOUT_MULTIPLIER=20 PATIENCE=20 FUZZ_RUNS=100 UNDER_VALGRIND=1 \
	"$make" check DATABASES=30 "programs=$folder" "LOG_COMPILER=$check" "TESTS=$*" || status=$?

# Other lines are of system calls that this valgrind does not know and the program can do without.
find "$folder" -name '*.out' -exec cat {} + | grep '^==' >"$folder/found" || :
find "$folder" -name '*.out' -exec rm {} +
if [ -s "$folder/found" ]; then
	cat "$folder/found"
	status=1
fi
exit "$status"
