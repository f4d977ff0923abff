#!/bin/sh
# Static checks of the sources, for `make lint`. Reports and skips tools that are missing; fails on
# any finding. Run in the build folder, with srcdir, LINT_FLAGS (compiler flags that find the
# headers) and, where they have other names, the tools in the environment.
set -eu

srcdir=${srcdir:-.}
CC=${CC:-cc}
CPPCHECK=${CPPCHECK:-cppcheck}
CLANG_TIDY=${CLANG_TIDY:-clang-tidy}
MANDOC=${MANDOC:-mandoc}
SHELLCHECK=${SHELLCHECK:-shellcheck}
LINT_FLAGS=${LINT_FLAGS:--std=c17 -D_GNU_SOURCE -I$srcdir/src -I$srcdir/tests}
# How far clang's analyser follows one function. With its default of 225000 it takes many times as
# long, with 20000 twice as long; the tests run everything under the sanitizers anyway. Given a number,
# the compiler's analyser runs, too.
thorough=${ANALYSER_NODES:+yes}
ANALYSER_NODES=${ANALYSER_NODES:-5000}
JOBS=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
failed=''

# has TOOL NAME: whether it is installed (configure writes ":" for a missing tool).
has() {
	if [ "${1%% *}" != : ] && command -v "${1%% *}" >/dev/null; then return 0; fi
	echo "$2: skipped, it is not installed"
	return 1
}

# Headers of tests may have names of system headers.
SOURCE_FLAGS=
for flag in $LINT_FLAGS; do
	case $flag in
	-I*/tests) ;;
	*) SOURCE_FLAGS="$SOURCE_FLAGS $flag" ;;
	esac
done

# verdict TOOL STATUS: reports the findings in $work/found.
verdict() {
	if [ "$2" = 0 ] && ! test -s "$work/found"; then
		echo "$1: nothing found"
	else
		cat "$work/found"
		failed="$failed $1"
	fi
}

# parlour-sync can't be checked without libpq.
sync=$srcdir/src/sync
# shellcheck disable=SC2086 # flags are words
if echo '#include <libpq-fe.h>' | $CC $LINT_FLAGS -fsyntax-only -x c - 2>/dev/null; then sync=; fi
for folder in src arena atlas verify; do find "$srcdir/$folder" -name '*.c'; done |
	grep -v "^${sync:-none}/" | sort >"$work/sources"

# Tests need libraries that may be missing.
: >"$work/tests"
find "$srcdir/tests" -name '*.c' | sort | while read -r file; do
	# shellcheck disable=SC2086 # flags are words
	if $CC $LINT_FLAGS -fsyntax-only "$file" 2>"$work/why"; then
		echo "$file" >>"$work/tests"
	else
		echo "$file: skipped, it does not compile here: $(grep -m 1 'error' "$work/why")"
	fi
done

# ---- lines ----

# Tabs are eight columns wide; no line needs scrolling.
for folder in src arena atlas verify tests; do find "$srcdir/$folder" -name '*.[ch]'; done | sort |
while read -r file; do
	expand "$file" | LC_ALL=C.UTF-8 grep -nE '^.{101}' | sed "s|^|$file:|"
done >"$work/found"
verdict 'lines of at most 100 columns' 0

# ---- the compiler's analyser ----

# Of 152 calls of free() written twice to try it, clang's analyser found 132, the compiler's 109 (gcc
# 12), and both together 141; the compiler's took three times as long. So it is for where there is no
# other, and for a thorough run.
#
# It takes chunks in an array for leaks; LeakSanitizer does not. With -Og it finds as much as with
# -O2, in less time.
cat >"$work/analyse" <<'END'
status=0
for file; do
	$CC $SOURCE_FLAGS -Og -Werror \
		-fanalyzer -Wno-analyzer-malloc-leak -c -o /dev/null "$file" || status=1
done
exit $status
END
export CC SOURCE_FLAGS
: >"$work/empty.c"
if [ -z "$thorough" ] && has "$CLANG_TIDY" clang-tidy >/dev/null; then
	echo "$CC -fanalyzer: skipped, clang-tidy finds more (ANALYSER_NODES=225000 runs both)"
elif $CC -fanalyzer -fsyntax-only "$work/empty.c" 2>/dev/null; then
	status=0
	xargs -n 4 -P "$JOBS" sh "$work/analyse" <"$work/sources" >"$work/found" 2>&1 || status=1
	verdict "$CC -fanalyzer" $status
else
	echo "$CC -fanalyzer: skipped, it has none"
fi

# ---- clang-tidy ----

# Tests may have long functions of plain assertions, copy strings that are known to fit, run
# commands, and contain the characters that the program has to make harmless. The analyser would take
# longer for them than for all sources; they run under the sanitizers.
for_tests='-clang-analyzer-*'
for_tests=$for_tests,-readability-function-cognitive-complexity
for_tests=$for_tests,-cert-env33-c
for_tests=$for_tests,-misc-misleading-bidirectional
cat >"$work/tidy" <<'END'
checks=$1
flags=$2
shift 2
limit="-Xclang -analyzer-config -Xclang max-nodes=$ANALYSER_NODES"
$CLANG_TIDY --quiet "--checks=$checks" "$@" -- $flags $limit 2>/dev/null
END
export CLANG_TIDY ANALYSER_NODES
if has "$CLANG_TIDY" clang-tidy; then
	status=0
	xargs -n 4 -P "$JOBS" sh "$work/tidy" '' "$SOURCE_FLAGS" \
		<"$work/sources" >"$work/found" || status=1
	xargs -n 2 -P "$JOBS" sh "$work/tidy" "$for_tests" "$LINT_FLAGS" \
		<"$work/tests" >>"$work/found" || status=1
	verdict clang-tidy $status
fi

# ---- cppcheck ----

# It understands only some of the compiler's flags.
if has "$CPPCHECK" cppcheck; then
	flags=
	last=
	for flag in $LINT_FLAGS; do
		case $last$flag in
		-include) ;;
		-include*) flags="$flags --include=$flag" ;;
		-I* | -D*) flags="$flags $flag" ;;
		esac
		last=
		if [ "$flag" = -include ]; then last=$flag; fi
	done
	status=0
	# Members of a table's rows are used through the table.
	# shellcheck disable=SC2086 # flags are words
	xargs "$CPPCHECK" --quiet -j "$JOBS" --std=c11 --error-exitcode=1 --inline-suppr \
		--enable=warning,style,performance,portability \
		--suppress=unusedStructMember $flags \
		<"$work/sources" >"$work/found" 2>&1 || status=1
	# Local names in tests may be those of functions.
	# shellcheck disable=SC2086
	xargs "$CPPCHECK" --quiet -j "$JOBS" --std=c11 --error-exitcode=1 --inline-suppr \
		--enable=warning,performance,portability $flags \
		<"$work/tests" >>"$work/found" 2>&1 || status=1
	verdict cppcheck $status
fi

# ---- scripts and manual pages ----

if has "$SHELLCHECK" shellcheck; then
	status=0
	# From where they lie, so that it finds what they source.
	(
		cd "$srcdir"
		{
			find .ci/run bootstrap atlas/sequences atlas/shards levels/embed levels/rate verify/all.sh
			find tests -type f -name '*.sh'
		} 2>/dev/null | sort | xargs "$SHELLCHECK"
	) >"$work/found" 2>&1 || status=1
	"$SHELLCHECK" completions/bash/* >>"$work/found" 2>&1 || status=1
	verdict shellcheck $status
fi
if has "$MANDOC" mandoc; then
	status=0
	find "$srcdir/man" -name '*.[1-9]' | sort >"$work/pages"
	xargs "$MANDOC" -Tlint -W warning <"$work/pages" >"$work/found" 2>&1 || status=1
	verdict mandoc $status
fi

if [ -n "$failed" ]; then
	echo "findings of:$failed"
	exit 1
fi
