#!/bin/sh
# The completions in the real shells: bash and zsh on a terminal, by their keys; fish by its command.
# A shell that is not installed is left out, and so are bash and zsh where script(1) can't run them.
#
# In bash and zsh a key inserts all that could follow, and `parlour` is a function that writes its
# arguments to a file. In fish a command lists them.
# shellcheck disable=SC2016 # scripts for other shells
set -eu

test -x "${PARLOUR:-}" || {
	echo "PARLOUR must be the program's absolute path" >&2
	exit 99
}
srcdir=$(cd "${srcdir:-.}" && pwd)
made=$PWD/completions
work=$(mktemp -d)
client=
ending() {
	if [ -n "$client" ]; then kill "$client" 2>/dev/null || :; fi
	rm -rf "$work"
}
trap ending EXIT
trap 'exit 99' HUP INT TERM
. "$srcdir/tests/cli/holds.sh"
. "$srcdir/tests/cli/typing.sh"
HOME=$work/home XDG_STATE_HOME=$work/state LC_ALL=C.UTF-8 TERM=vt100
export HOME XDG_STATE_HOME LC_ALL TERM
unset HISTFILE
mkdir -p "$HOME" "$work/folder/maps" "$XDG_STATE_HOME/parlour/players/anna" \
	"$XDG_STATE_HOME/parlour/players/bert"
cd "$work/folder"
: >mine.level
: >notes.txt
: >scores.log

# ---- asking a shell ----

PATIENCE=${PATIENCE:-1}
written() {
	test -e "$work/said"
}

# ask WORDS: what may follow, a line each in $work/got. Folders are without their slash.
#
# Escape and * is the key. Then the words before the last one come first. Where bash breaks a word at
# ":", what is before the break is with the first name only.
ask_typing() {
	rm -f "$work/said" "$work/arguments"
	keys "$1\0033*\r"
	if await $((10 * PATIENCE)) written; then
		before=${1% *}
		last=${1##* }
		set -f
		# shellcheck disable=SC2086 # words
		set -- $before
		set +f
		case $shell:$last in
		bash:*:*) sed "2,\$s|^\([0-9]*\)\$|${last%:*}:\1|" ;;
		*) cat ;;
		esac <"$work/arguments" | tail -n "+$#" | sed 's|/$||' | sort >"$work/got"
	else
		echo "no answer; the screen: $(tail -c 300 "$work/screen" | tr -d '\033')" >"$work/got"
	fi
}

ask_fish() {
	fish --no-config -c 'for file in $argv[2..]; source $file; end
		complete -C "$argv[1]"' "$1" "$made"/fish/*.fish </dev/null 2>&1 |
		sed -e 's/	.*//' -e 's|/$||' | sort >"$work/got"
}

# follows WORDS EXPECTED...: exactly these
follows() {
	words=$1
	shift
	printf '%s\n' "$@" | sort >"$work/expected"
	$ask "$words"
	holds "$shell: after \"$words\":
$(diff "$work/expected" "$work/got" | sed 's/^</lacks:/; s/^>/has:/' | grep -v '^[0-9]' | head -n 20)" \
		cmp -s "$work/expected" "$work/got"
}

# has WORDS EXPECTED...: these and others
has() {
	words=$1
	shift
	$ask "$words"
	for expected; do
		holds "$shell: after \"$words\" lacks: $expected" grep -qxF -e "$expected" "$work/got"
	done
}

lacks() {
	words=$1
	shift
	$ask "$words"
	for unwanted; do
		holds "$shell: after \"$words\" has: $unwanted" \
			sh -c '! grep -qxF -e "$1" "$2"' - "$unwanted" "$work/got"
	done
}

# ---- what must be there ----

"$PARLOUR" --help >"$work/help"
long_options() {
	tr -c 'a-z-' '\n' <"$1" | grep '^--[a-z]' | sort -u
}
# shellcheck disable=SC2046 # names are words
check_game() {
	follows 'parlour --' $(long_options "$work/help")
	has 'parlour --sol' --solve
	has 'parlour ' tilt gems bishop lines tilt/classic lines/records mine.level
	lacks 'parlour ' tilt/classic:1
	follows 'parlour gems/en' gems/endless $(levels gems/endless)
	has 'parlour lines/pictures' lines/pictures lines/pictures:1
	follows 'parlour tilt/classic:1' $(levels tilt/classic | grep ':1')
	follows 'parlour tilt/classic:4' tilt/classic:4
	follows 'parlour tilt/classic:2 bishop/st' bishop/stables $(levels bishop/stables)
	follows 'parlour --generate ' tilt gems bishop lines
	follows 'parlour -g b' bishop
	follows 'parlour --from l' lines
	follows 'parlour --player ' anna bert
	follows 'parlour --generate --piece kn' knight
	follows 'parlour --log s' stderr syslog
	follows 'parlour --scores --since ' today
	has 'parlour --import ' mine.level notes.txt scores.log
	has 'parlour --xlog n' notes.txt
	follows 'parlour --backup m' maps
	has 'parlour --player-from HOM' HOME
	has 'parlour --seed 5 --dem' --demo
	has 'parlour --time-limit 5 tilt/full' tilt/full-house:1
}

check_sync() {
	[ -x "${SYNC:-}" ] || return 0
	"$SYNC" --help >"$work/sync-help"
	# shellcheck disable=SC2046 # names are words
	follows 'parlour-sync --' $(long_options "$work/sync-help")
	has 'parlour-sync --log sc' scores.log
	has 'parlour-sync --withdraw loc' localhost
}

# levels PACK: the names of its levels, as the program lists them
levels() {
	"$PARLOUR" --list "$1" | sed -n "s|^ *\\($1:[0-9]*\\) .*|\\1|p"
}

# ---- the shells ----

# shell_begin COMMAND: on a terminal
shell_begin() {
	client_begin script -qefc "stty rows 50 columns 200; exec $1" /dev/null
	ask=ask_typing
}

shell_end() {
	keys '\025exit\r'
	client_end
}

available() {
	if ! command -v "$1" >/dev/null; then
		echo "not tested: $1, which is not installed"
	elif [ "$1" != fish ] && ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
		echo "not tested: $1, as script does not run a command here"
	else
		tested=1
		return 0
	fi
	return 1
}

# What the words of a line are, when it is entered.
report='{ printf "%s\n" "$@" >"'$work'/arguments"; : >"'$work'/said"; }'
tested=0

shell=bash
if available bash; then
	cat >"$work/bashrc" <<-END
		PS1='> '
		bind 'set bell-style none' 'set completion-query-items -1' 'set page-completions off'
		for file in "$made"/bash/*; do . "\$file"; done
		parlour() $report
		parlour-sync() $report
	END
	shell_begin "bash --noprofile --rcfile '$work/bashrc' -i"
	check_game
	check_sync
	# The words before the break at ":" stay.
	rm -f "$work/said"
	keys 'parlour tilt/classic:12\011\r'
	holds 'bash: no answer to Tab' await $((10 * PATIENCE)) written
	holds "bash: Tab after tilt/classic:12: $(cat "$work/arguments")" \
		test "$(cat "$work/arguments")" = tilt/classic:12
	shell_end
fi

shell=zsh
if available zsh; then
	cat >"$work/home/.zshrc" <<-END
		PS1='> '
		unsetopt beep list_beep
		fpath=("$made/zsh" \$fpath)
		autoload -Uz compinit && compinit -u -D
		zle -C all-matches complete-word _generic
		zstyle ':completion:all-matches::::' completer _all_matches _complete
		zstyle ':completion:all-matches:*' insert true
		bindkey '\\e*' all-matches
		parlour() $report
		parlour-sync() $report
	END
	shell_begin 'zsh -d -i'
	check_game
	check_sync
	shell_end
fi

shell=fish
if available fish; then
	ask=ask_fish
	check_game
	check_sync
fi

# ---- what the table must have ----

# A value of a kind that is not known is an error.
sed '/{"xlog"/s/"FILE"/"GIZMO"/' "$srcdir/src/cli/options.c" >"$work/options.c"
for shell in bash zsh fish; do
	holds "$shell: a kind of value that nothing completes is no error" \
		sh -c '! awk -f "$1/completions.awk" program=parlour "$2" "$5" "shell=$3" \
			"$1/completion.$3" >/dev/null 2>"$4"' - \
		"$srcdir/data" "$work/options.c" $shell "$work/errors" "$srcdir/levels/tilt/deep.level"
	holds "$shell: it is not named: $(cat "$work/errors")" grep -q 'GIZMO of --xlog' "$work/errors"
done

echo "$asserted asserted, $faults faults"
[ "$faults" = 0 ] || exit 1
[ "$tested" = 1 ] || exit 77
