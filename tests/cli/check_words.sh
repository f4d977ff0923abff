#!/bin/sh
# The command line in another language: the German of tests/language/de.po, in which some words of
# commands and moves are chosen to collide.
set -eu

top=$(cd "${srcdir:-.}" && pwd)
polyglot=$(pwd)/polyglot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
. "$top/tests/cli/holds.sh"
export XDG_STATE_HOME="$work" LC_ALL=C.UTF-8 LANGUAGE=de

# Plays a line of --plain; the output is in $work/out.
play() {
	printf '%s\n' "$@" | "$polyglot" --plain tilt/first-steps:2 >"$work/out"
}
has() {
	grep -qF -e "$1" "$work/out"
}
lacks() {
	! has "$1"
}

# ---- words of commands ----

play down zurück
holds 'a translated command' has 'Zurückgenommen: '
play down undo
holds 'the same in English' has 'Zurückgenommen: '
play weiter
holds 'another translated command' has 'tilt/first-steps:3'
play next
holds 'an English word is that command, whatever else is called so' has 'tilt/first-steps:3'
play '?'
holds 'help says what is typed' has 'u or zurück: undo the move'
holds 'and whatever is not translated' has 'r or restart: restart the level'

play Zurück
holds 'case need not be typed' has 'Nothing to undo.'
play down zuruck
holds 'nor accents' has 'Zurückgenommen: '
play down "$(printf 'zuru\314\210ck')"
holds 'accents may be characters of their own' has 'Zurückgenommen: '
play v
holds 'moves are listed by the names that are typed' has 'runter'

# ---- moves ----

play runter
holds 'a translated direction' has 'runter: a at a'
play down
holds 'an English one' has 'down: a at a'
play up
holds 'an English direction is that one, whatever else is called so' lacks 'up: a at'
printf 'c-runter\n' | "$polyglot" --plain lines/first-steps:2 >"$work/out"
holds 'a direction in a longer name' has 'c-runter: '
play hinunter
holds 'no word' has '"hinunter" is not a valid move here'

# ---- titles ----

"$polyglot" --list tilt/first-steps:1 >"$work/out"
holds 'a shipped title' has 'In die Ecke'
printf 'level: Into the corner\nmode: tilt\n\na..   ..a\n' >"$work/own.level"
"$polyglot" --list "$work/own.level" >"$work/out"
holds 'what a player wrote stays' has 'Into the corner'

# ---- English, where the language can't be shown or programs read ----

printf 'down\nundo\nzurück\n' | LC_ALL=C "$polyglot" --plain tilt/first-steps:2 >"$work/out"
holds 'English in ASCII' has 'Undone: '
"$polyglot" --list --json tilt/first-steps:1 >"$work/out"
holds 'English in JSON' has '"Into the corner"'

# ---- options ----

"$polyglot" --size 3x3 tilt 2>"$work/out" || :
holds 'an error' has 'parlour: --size geht nur mit --generate'
"$polyglot" --help >"$work/out"
holds 'columns of --help' has \
	"  -p, --play ZÜGE       die Züge machen ('' für keine), und ausgeben, wie es"
holds 'a longer text of --help' has '                        danach steht'

echo "$asserted assertions, $faults faults"
test "$faults" -eq 0
