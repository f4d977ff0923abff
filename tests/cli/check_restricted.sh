#!/bin/sh
# --restricted: the options it accepts, how it cleans its environment, and what its sandbox refuses,
# tried from inside (tests/cli/probe.c).
set -eu

srcdir=${srcdir:-$(dirname "$0")/../..}
. "$srcdir/tests/cli/account.sh"

# refuses WORDS COMMAND...: as the player; status 2, nothing on standard output, and one line
refuses() {
	words=$1 status=0
	shift
	as_player "$@" </dev/null >"$work/out" 2>"$work/all" || status=$?
	grep -v "$no_sandbox" "$work/all" >"$work/errors" || :
	holds "$*: status $status" test "$status" = 2
	holds "$*: says $(cat "$work/out")" test ! -s "$work/out"
	holds "$*: $(cat "$work/errors")" grep -q -e "^parlour: .*$words" "$work/errors"
	holds "$*: more than a line" test "$(wc -l <"$work/errors")" = 1
}

# ---- options ----

refuses 'must be the first argument' "$program" --list --restricted
refuses 'must be the first argument' "$program" --restrict
refuses 'no such mode, pack, level or file' "$program" --restricted --list "$work/home/secret"
refuses 'no such mode, pack, level or file' "$program" --restricted --plain -- -
refuses 'no such mode, pack, level or file' "$program" --restricted --demo /etc/passwd
refuses "can't be combined with --scratch" "$program" --restricted --scratch "$work"
for option in --solve --check --generate '--play='; do
	refuses 'allows only the game' "$program" --restricted $option tilt
done
refuses 'only the game runs here' "$program" --restricted
refuses 'only the game runs here' env SSH_ORIGINAL_COMMAND=true "$program" --restricted

if [ "$(id -u)" = 0 ]; then
	status=0
	"$program" --restricted --list >"$work/out" 2>&1 || status=$?
	holds "as root: $(cat "$work/out")" test "$status" = 2
	holds "as root: $(cat "$work/out")" grep -q 'refuses to run as root' "$work/out"
fi

# AddressSanitizer itself refuses to start in such a program.
if [ "$(id -u)" = 0 ] && ! grep -q __asan_init "$program"; then
	cp "$program" "$work/bin/setgid"
	chgrp 1 "$work/bin/setgid"
	chmod g+s "$work/bin/setgid"
	refuses 'setuid or setgid' "$work/bin/setgid" --restricted --list
	chgrp "$group" "$work/bin/setgid"
	chown 1 "$work/bin/setgid"
	chmod 4755 "$work/bin/setgid"
	refuses 'setuid or setgid' "$work/bin/setgid" --restricted --list
fi

# Shipped levels and game IDs can be played.
as_player "$program" --restricted --list tilt/first-steps >"$work/out"
holds 'the shipped levels' grep -q 'tilt/first-steps:1 ' "$work/out"
as_player "$program" --restricted --list 'tilt:4x4#3' >"$work/out"
holds 'a game ID' grep -q 'tilt:4x4#3 ' "$work/out"

# ---- a login shell ----

ln -s "$program" "$work/bin/-parlour"
refuses 'only the game runs here' sh -c "PATH=$work/bin:\$PATH; -parlour"
refuses 'only the game runs here' sh -c "PATH=$work/bin:\$PATH; -parlour --version"
as_player "$program" -c tilt/first-steps:1 >"$work/out"
holds 'no login shell yet' grep -q proven "$work/out"
account_shell "$program"
refuses 'only the game runs here' "$program" -c 'tilt/first-steps:1'
refuses 'only the game runs here' "$program" --version
refuses 'only the game runs here' "$program"
account_shell /bin/sh
refuses 'only the game runs here' env SHELL="$program" "$program" -c tilt/first-steps:1

# If the account can't be looked up, any command line a login shell may get is refused.
chmod 000 "$work/passwd"
refuses 'use --check instead' "$program" -c tilt/first-steps:1
as_player "$program" --check tilt/first-steps:1 >"$work/out"
holds 'nobody known, but no login shell' grep -q proven "$work/out"
chmod 644 "$work/passwd"

# ---- environment and sandbox ----

# Inherited descriptors are closed. HOME is unset, so that curses finds no .terminfo.
account_files
as_player env LANG=de_DE.UTF-8@euro LANGUAGE=de_AT:de LC_MESSAGES=de_AT.UTF-8 LC_ALL=../../../tmp/evil LC_CTYPE=C.UTF-8 TERM=xterm-256color \
	TERMINFO="$work/home" TERMINFO_DIRS="$work" TERMCAP=/etc/passwd NCURSES_NO_UTF8_ACS=1 \
	ESCDELAY=50 LINES=3 COLUMNS=9 HOME=/ XDG_STATE_HOME="$work" XDG_CONFIG_HOME="$work" \
	COLORTERM=truecolor 'COLORFGBG=0;default;15' NO_COLOR=1 SSH_CONNECTION='::1 50022 fe80::1%eth0 22' LD_BIND_NOW=1 TZ=:/etc/passwd \
	MALLOC_TRACE="$work/home/trace" "$probe" --restricted 7<"$work" 9>"$work/home/left" \
	</dev/null >"$work/out"
grep '^environment: ' "$work/out" | sort >"$work/environment"
cat >"$work/expected" <<END
environment: COLORFGBG=0;default;15
environment: COLORTERM=truecolor
environment: ESCDELAY=50
environment: LANG=de_DE.UTF-8@euro
environment: LANGUAGE=de_AT:de
environment: LC_CTYPE=C.UTF-8
environment: LC_MESSAGES=de_AT.UTF-8
environment: NO_COLOR=1
environment: SSH_CONNECTION=::1 50022 fe80::1%eth0 22
environment: TERM=xterm-256color
environment: XDG_CONFIG_HOME=$work/home/.config
environment: XDG_STATE_HOME=$work/home/.local/state
END
holds "the environment: $(cat "$work/environment")" cmp -s "$work/environment" "$work/expected"
probe_held "$work/out" 'the probe'

# A player has access to their own folder and the leaderboard, not to other players' folders.
account_files
as_player sh -c "cd '$work/home/.local/state/parlour' && mkdir -p players/other live &&
	echo x >players/other/parlour.db && echo x >live/other && echo x >others.log &&
	echo - x 0 >guests"
as_player "$probe" --restricted --player anna </dev/null >"$work/out"
probe_held "$work/out" 'a player'
holds 'the leaderboard' has "$work/out" 'shared: add to the leaderboard: done'
holds 'other hosts' has "$work/out" "shared: read other hosts' results: done"
for done in 'tell others of a game' "read another's game" 'list all games'; do
	holds "shared: $done" has "$work/out" "shared: $done: done"
done
case $sandbox in *landlock\ [1-9]*) refused_all other 14 ;; esac
holds 'a player has a folder' test -d "$work/home/.local/state/parlour/players/anna"

# A guest with a key has a name from the first game on; without a terminal, --plain asks for it.
key=SHA256:0000000000000000000000000000000000000000000
table=$work/home/.local/state/parlour/guests
refuses 'only the game runs here' "$program" --restricted --player-from-key "$key"
refuses 'expected SHA256:' "$program" --restricted --player-from-key anna --list
refuses 'give only one' "$program" --restricted --player anna --player-from-key "$key" --list
holds 'no name yet' hasnt "$table" SHA256
guest() {
	as_player "$@" "$program" --restricted --player-from-key "$key" --plain tilt/first-steps:1 \
		>"$work/out" 2>"$work/errors"
}
printf 'other\nx y\nroot\nclara\nup right\nq\n' | guest env
holds "a taken name: $(cat "$work/out")" grep -q 'Somebody has that name' "$work/out"
holds 'not a name' grep -q 'That is not a name' "$work/out"
holds 'a reserved name' grep -q 'That name is reserved' "$work/out"
holds "no move: $(cat "$work/out")" grep -qi '^solved' "$work/out"
holds 'the name' grep -q "^$key clara [0-9]*\$" "$table"
holds 'the folder' test -s "$work/home/.local/state/parlour/players/clara/parlour.db"
printf 'q\n' | guest env
holds "asked again: $(cat "$work/out")" hasnt "$work/out" 'Welcome to Parlour'

# begins OPTIONS: a game, which takes its lines from descriptor 8
begins() {
	# shellcheck disable=SC2086 # several words
	as_player "$program" --restricted $1 --plain tilt/first-steps:1 \
		<"$work/keys" >"$work/says" 2>"$work/errors" &
	exec 8>"$work/keys" 9<"$work/says"
	while read -r line <&9; do
		case $line in 'moves 0,'*) break ;; esac
	done
}

# leaves: it ends; the rest of what it said is in $work/out
leaves() {
	exec 8>&-
	cat <&9 >"$work/out"
	exec 9<&-
	wait
}

# The client's command asks for two things only, and neither happens without a word.
: | guest env SSH_ORIGINAL_COMMAND=rename && fault 'renamed'
printf 'admin\nother\nclara\ndora\n' | guest env SSH_ORIGINAL_COMMAND=rename ||
	fault 'a first name cannot be changed on its day'
holds "renamed to the same name: $(cat "$work/out")" grep -q 'That is your name already' "$work/out"
holds "not renamed: $(cat "$work/out")" grep -q 'Your name is dora now' "$work/out"
echo emil | guest env SSH_ORIGINAL_COMMAND=rename && fault 'renamed twice a day'
holds "renamed twice: $(cat "$work/errors")" grep -q 'once a day' "$work/errors"
log=$work/home/.local/state/parlour/scores.log
holds 'the result moved' test "$(grep -c ' dora ' "$log")/$(grep -c ' clara ' "$log")" = 1/0
holds 'the folder moved' test -s "$work/home/.local/state/parlour/players/dora/parlour.db"
echo clara | guest env SSH_ORIGINAL_COMMAND=forget && fault 'forgotten by another name'
holds 'not forgotten' test -s "$work/home/.local/state/parlour/players/dora/parlour.db"
for word in forget\  'forget dora' FORGET; do
	printf 'q\n' | guest env SSH_ORIGINAL_COMMAND="$word"
	holds "$word: $(cat "$work/out")" hasnt "$work/out" 'This deletes'
done
mkfifo "$work/keys" "$work/says"
begins "--player-from-key $key"
echo dora | guest env SSH_ORIGINAL_COMMAND=forget && fault 'forgotten while playing'
holds "forgotten while playing: $(cat "$work/errors")" grep -q 'close the game first' "$work/errors"
holds "asked while playing: $(cat "$work/out")" hasnt "$work/out" 'This deletes'
leaves
echo dora | guest env SSH_ORIGINAL_COMMAND=forget
holds 'forgotten' test ! -e "$work/home/.local/state/parlour/players/dora"
holds 'the result is erased' hasnt "$log" ' dora '
holds 'the key is forgotten' hasnt "$table" SHA256
holds 'the names are reserved' test "$(grep -c '^- \(clara\|dora\) ' "$table")" = 2
echo clara | guest env && fault 'a reserved name was given'
holds 'reserved' grep -q 'Somebody has that name' "$work/out"

# The administrator does the same; no game may be open.
as_player "$program" --player gustl --plain tilt/first-steps:1 </dev/null >"$work/out"
as_player "$program" --player gustl --rename hanna
holds 'renamed' test -d "$work/home/.local/state/parlour/players/hanna"
status=0
as_player "$program" --player hanna --rename Anna 2>"$work/errors" || status=$?
holds "a name like another: $status" test "$status" = 2
as_player "$program" --player hanna --forget >"$work/out"
holds 'forgotten by the administrator' test ! -e "$work/home/.local/state/parlour/players/hanna"
refuses 'allows only the game' "$program" --restricted --player anna --forget
state=$work/home/.local/state/parlour
find "$state" ! -name '*.lock' -exec cksum {} + >"$work/before" 2>"$work/errors" || :
refuses 'That is your name already' "$program" --player anna --rename anna
refuses 'there is no player annna' "$program" --player annna --rename zoe
refuses 'there is no player annna' "$program" --player annna --forget
refuses 'there is no player clara' "$program" --player clara --rename zoe # reserved
for word in forget rename; do
	refuses 'nothing is kept under your name' env SSH_ORIGINAL_COMMAND=$word \
		"$program" --restricted --player annna
done
for option in --list --export --scores; do
	as_player "$program" --player annna "$option" >"$work/out" || fault "$option of no player"
done
find "$state" ! -name '*.lock' -exec cksum {} + >"$work/after" 2>"$work/errors" || :
holds "changed: $(diff "$work/before" "$work/after")" cmp -s "$work/before" "$work/after"
holds 'a folder of no player' test ! -e "$state/players/annna" -a ! -e "$state/players/zoe"
refuses 'allows only the game' "$program" --restricted --player anna --rename x

# Limits of new names.
try_key() {
	echo | as_player env "SSH_CONNECTION=$2 1 ::1 22" "$program" --restricted \
		--player-from-key "SHA256:000000000000000000000000000000000000000000$1" \
		--new-names 9 --new-names-per-address 2 --plain tilt/first-steps:1 \
		>"$work/out" 2>"$work/errors"
}
try_key 1 2001:db8::1 || fault "a network: $(cat "$work/errors")"
try_key 2 2001:db8::2:2 || fault "twice the same network: $(cat "$work/errors")"
try_key 3 2001:db8::3 && fault 'three of one network'
holds "the limit: $(cat "$work/errors")" grep -q 'Too many new names' "$work/errors"
try_key 3 2001:db8:0:1::3 || fault "another network: $(cat "$work/errors")"
try_key 1 2001:db8::1 || fault "a guest who has a name: $(cat "$work/errors")"

# A leaderboard emptied as in the manual can be written by running sessions.
grep '^flock ' "$srcdir/man/parlour.6" >"$work/bin/empty"
begins '--player berta'
echo old | as_player tee -a "$work/home/.local/state/parlour/scores.log" >"$work/out"
as_player sh -ec "cd '$work/home/.local/state/parlour'; . '$work/bin/empty'"
printf 'up right\nq\n' >&8
leaves
holds "emptied under way: $(cat "$work/errors")" hasnt "$work/errors" 'NOT SAVED'
holds 'the old leaderboard' has "$work/home/.local/state/parlour/scores.old" old
holds 'the new leaderboard' grep -q ' berta ' "$work/home/.local/state/parlour/scores.log"
holds 'Restarted' hasnt "$work/home/.local/state/parlour/scores.log" old

# Guests whose games are carried between hosts: from within the sandbox, each leaves a bundle in the
# file of the key, and finds what has arrived for that key.
as_player mkdir "$state/leaving" "$state/arriving"
for guest in nora olga; do
	digits=$(printf '%-43s' "$guest+/" | tr ' ' 0)
	key=SHA256:$digits
	file=$(printf '%s' "$digits" | sed 's/+/-/; s|/|_|')
	printf '%s\nup right\nq\n' "$guest" |
		as_player "$program" --restricted --plain --player-from-key "$key" tilt/first-steps:1 \
			>"$work/out" 2>"$work/errors"
	holds "$guest leaves nothing: $(cat "$work/errors")" grep -q '"kind": "result"' "$state/leaving/$file"
	holds 'others can read it' test -n "$(find "$state/leaving/$file" -perm 640)"
done
sed "1d; s/first-steps:1/carried:1/; s/\"date\": \"20../\"date\": \"2011/" "$state/leaving/$file" >"$work/text"
"${MAKE_BUNDLE:?}" <"$work/text" >"$work/bundle"
as_player sh -c "cat >'$state/arriving/$file/a.example'" <"$work/bundle"
as_player sh -c "ln -s /etc/passwd '$state/arriving/$file/b.example'; mkfifo '$state/arriving/$file/c.example'"
as_player "$program" --restricted --player-from-key "$key" --list tilt/first-steps:1 </dev/null >"$work/out"
as_player "$program" --player olga --export >"$work/out"
holds "nothing arrives: $(cat "$work/out")" grep -q '"place": "tilt/carried:1"' "$work/out"
as_player "$program" --player nora --export >"$work/out"
holds 'it arrives for another guest' hasnt "$work/out" 'carried'

# Variables are passed only with safe values.
long=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
for bad in ESCDELAY=5x ESCDELAY=-1 TERM=../xterm TERM= TERM=x/term TERM='x term' TERM=.xterm \
	TERM=-x "TERM=$long" LANG=/tmp/x LANG="$(printf 'C\033[2J')" LC_ALL=..; do
	account_files
	as_player env -u TERM "$bad" "$probe" --restricted </dev/null >"$work/out"
	holds "$bad is kept" hasnt "$work/out" "^environment: ${bad%%=*}="
done

# The attempts are real: without the sandbox almost all of them succeed. Three need a terminal,
# which the test does not have; others need rights that the account may not have.
account_files
as_player sh -c "'$probe'; :" </dev/null >"$work/free"
holds "files without a sandbox: $(cat "$work/free")" \
	test "$(grep -c '^file: .*: done$' "$work/free")" = "$(grep -c '^file: ' "$work/out")"
for call in 'have signals sent' 'socket (local)' socketpair fork 'signal the parent' \
	'signal the group' chmod symlink setuid prctl 'raise a limit' exec; do
	holds "without a sandbox, $call: $(cat "$work/free")" has "$work/free" "call: $call: done"
done

# It reports what is in force, as --version does.
now=$(as_player "$program" --version | sed -n 's/^sandbox with --restricted: //p')
holds "before: $now, within: $sandbox" test "$now" = "$sandbox"
holds 'within' test "$(as_player "$program" --restricted --version 2>/dev/null |
	sed -n 's/^sandbox: //p')" = "$now"

account_verdict
