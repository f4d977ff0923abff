#!/bin/sh
# The program's output must equal the files in golden/. GENERATE=1 rewrites them; review their
# diff. The levels are golden's own, so shipped ones can change.
set -eu

test -x "${PARLOUR:-}" || {
	echo "PARLOUR is to be the program's absolute path" >&2
	exit 99
}
cd "${srcdir:-.}/tests/golden" || exit 99
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

cases=0
faults=0

# show COMMAND...: prints the command line as one would type it.
show() {
	printf '$ parlour'
	for word; do
		case $word in
		'' | *[!a-zA-Z0-9./:,=-]*) printf " '%s'" "$word" ;;
		*) printf ' %s' "$word" ;;
		esac
	done
	echo
}

# run ARGUMENT...: the command, its output, standard error, and exit status. Times are masked.
run() {
	status=0
	show "$@"
	HOME=$work/home XDG_STATE_HOME=$work/home/state "$PARLOUR" "$@" \
		<"$work/in" >"$work/out" 2>"$work/err" || status=$?
	sed -e 's/"seconds": [0-9.e+-]*/"seconds": S/' -e 's/ \(states*\), [0-9.]* s)/ \1, S s)/' \
		"$work/out"
	sed 's/^/stderr: /' "$work/err"
	echo "exit $status"
}

# compare NAME: $work/got with the golden file.
compare() {
	cases=$((cases + 1))
	echo "$1.txt" >>"$work/known"
	if [ "${GENERATE:-}" = 1 ]; then
		cp "$work/got" "$1.txt"
	elif ! diff -u "$1.txt" "$work/got"; then
		echo "$1: differs; GENERATE=1 takes it as it is now"
		faults=$((faults + 1))
	fi
}

# try NAME LOCALE ARGUMENT...: with standard input from $work/in.
try() {
	name=$1
	locale=$2
	shift 2
	rm -rf "${work:?}/home"
	mkdir "$work/home"
	if [ "$locale" = C.UTF-8 ] && [ "$utf8" = no ]; then
		echo "$name: skipped, there is no locale $locale"
		echo "$name.txt" >>"$work/known"
		return
	fi
	(
		LC_ALL=$locale
		export LC_ALL
		run "$@"
	) >"$work/got"
	compare "$name"
}

# input: sets the standard input of the next commands, from the script.
input() {
	cat >"$work/in"
}

utf8=no
if [ "$(LC_ALL=C.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]; then utf8=yes; fi

input </dev/null
try help C --help
try bad-option C --frobnicate
try solve C.UTF-8 --solve boards.level
try solve-c C --solve boards.level
try solve-json C.UTF-8 --solve --json boards.level faulty.level
try solve-no-way C --solve faulty.level:3
try check C --check boards.level
try check-faulty C --check faulty.level
try check-json C.UTF-8 --check --json faulty.level
try play C.UTF-8 --play '' boards.level
try play-some C.UTF-8 --play 'right down' boards.level:1
try play-solved C --play 'down right up' boards.level:1
try play-longer C --play 'right,down,left,up,down,right,up' boards.level:1
try play-no-move C --play 'down down' boards.level:1
try play-json C.UTF-8 --play 'down right up' --json boards.level:1
try play-json-c C --play 'up' --json boards.level:2
try demo C.UTF-8 --demo boards.level
try demo-no-way C --demo faulty.level:3
try list C.UTF-8 --list boards.level faulty.level
try list-json C --list --json boards.level faulty.level
try rate C.UTF-8 --rate boards.level faulty.level specials.level:1
try rate-json C --rate --json boards.level faulty.level:3
try generate C --generate tilt --seed 1 --size 5x5
try generate-recipe C --generate tilt --seed 7 --size 4x6 --pieces 3 --colours 3 --par 4..9 \
	--count 2
try generate-none C --generate tilt --seed 1 --size 3x3 --par 30..40
try generate-impossible C --generate gems --pieces 9 --colours 2 --par 9
try game-id C --play '' tilt:5x5#20260101

try puzzles-solve C --solve puzzles.level
try puzzles-check C --check puzzles.level
try puzzles-play C --play '' --json puzzles.level
try puzzles-cascade C --play b2-b1 puzzles.level:2
try puzzles-demo C.UTF-8 --demo puzzles.level:5 puzzles.level:8
try puzzles-generate C --generate bishop --seed 4 --size 5x5 --rules 'no-attack slide' \
	--piece rook --par 4..20
try puzzles-generate-bad C --generate lines --goal 'close some'
try puzzles-generate-wrong C --generate tilt --rules slide

input <<'END'
?
moves
t
t
t
t
right
sideways
u
u
U
u
down
m
right
'
r
u
b
left, right
T
n
p
p
g faulty.level:3
t
g nowhere
q
down
END
try plain C --plain boards.level
try plain-utf8 C.UTF-8 --plain boards.level

input <<'END'
down right up
END
try plain-solved C --plain boards.level:1

input <<'END'
R
B
right
R
left
down right up
review
y
u
retry
END
try plain-review C --plain boards.level:1

input <<'END'
moves
c4-d4
t
t
r
n
n
n
1-left
2-right
END
try puzzles-plain C --plain puzzles.level:4 puzzles.level:7

# Refusals say why.
input <<'END'
B
c1-a3
a4-b3
a4-b2
a4-z9
z9
a0-b9
g puzzles.level:3
a1-a3
a1-a9
a1-b1
g puzzles.level:7
9-left
z-up
a-right
1-up
a-sideways
END
try plain-refused C --plain puzzles.level:5

# The same in words only, without boards.
input <<'END'
boards
  where
c3
a9
counter
solve
undo
redo
restart
return
restart	
checkpoint now
next
B
w
a1
go 99
go
g -
list puzzles.level:7
previous
END
for level in 1 3 5 7; do
	try "plain-words-$level" C --plain "puzzles.level:$level"
done

# Special gems, and a clock that no move starts.
try specials-play C --play 'c5-d5, a3-b3' specials.level:1
try specials-play-json C --play '' --json specials.level
input <<'END'
d1
c5-d5
a3-b3
n
b
END
try specials-plain C --plain specials.level:1

input <<'END'
level: From standard input
mode: tilt
par: 1

a..   ..a
END
try standard-input C --play right -

for file in *.txt; do
	grep -qxF "$file" "$work/known" || {
		echo "$file: no command makes it"
		faults=$((faults + 1))
	}
done
echo "$cases commands, $faults faults"
test "$faults" = 0
