#!/bin/sh
# The game for guests, through a real sshd on this machine: the recipe of doc/hosting.md as it
# stands there, with other paths and keys. What the process has is looked up in /proc, what it is
# refused is tried by tests/cli/probe.c in its place, and everything else that ssh has to offer is
# asked for and must come to nothing.
# shellcheck disable=SC2317 # functions that are given to others to call
set -eu

srcdir=${srcdir:-$(dirname "$0")/../..}
. "$srcdir/tests/cli/account.sh"
. "$srcdir/tests/cli/typing.sh"
. "$srcdir/tests/cli/sshd.sh"

for tool in ssh ssh-keygen scp sftp mkfifo timeout; do
	command -v $tool >/dev/null || skip "$tool is not installed"
done
sshd=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd) || skip 'sshd is not installed'

# ---- the server ----

server='' client=''
account_end=stop
stop() {
	players_end
	if [ -n "$client" ]; then kill "$client" 2>/dev/null || :; fi
	if [ -n "$server" ]; then
		kill "$server" 2>/dev/null || :
		wait "$server" 2>/dev/null || :
	fi
	server='' client=''
}

# block LANGUAGE PROGRAM: the block of that language in doc/hosting.md, or for sshdkeys the file that a
# block writes, with the program's path
block() {
	case $1 in
	sshdkeys) sed -n "/sshd_config.d.*<<'END'\$/,/^END\$/p" "$srcdir/doc/hosting.md" ;;
	*) sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$srcdir/doc/hosting.md" ;;
	esac | sed '1d;$d' |
		sed "s|/usr/local/bin/parlour|$2|"
}

listens_or_ended() {
	grep -q '^Server listening' "$work/log" || ! kill -0 "$server" 2>/dev/null
}

# serve PROGRAM SERVER-BLOCK KEY-BLOCK: with these parts of the recipe, or "no" for none
serve() {
	stop
	{
		printf '%s\n' "HostKey $work/host" "AuthorizedKeysFile $work/keys" 'PidFile none' \
			'StrictModes no' 'UsePAM no' 'Subsystem sftp internal-sftp' \
			'PrintMotd no' 'PrintLastLog no' 'AcceptEnv *' 'AllowAgentForwarding yes' 'AllowTcpForwarding yes'
		if [ "$2" != no ]; then block "$2" "$1"; fi
	} >"$work/config"
	if [ "$3" != no ]; then
		block "$3" "$1" | sed "s|ssh-ed25519 .*|$(cat "$work/user.pub")|" >"$work/keys"
	else
		cp "$work/user.pub" "$work/keys"
	fi
	for port in 22622 22731 23142 24253 25364 26475; do
		rm -f "$work/log"
		: >"$work/log"
		"$sshd" -D -e -f "$work/config" -o "ListenAddress=127.0.0.1:$port" 2>"$work/log" &
		server=$!
		await 10 listens_or_ended || :
		if kill -0 "$server" 2>/dev/null; then return; fi
	done
	cat "$work/log"
	skip 'sshd does not start here'
}

set_up() {
	trap '' PIPE
	ssh-keygen -q -t ed25519 -N '' -f "$work/host"
	ssh-keygen -q -t ed25519 -N '' -f "$work/user"
	# As root it wants a folder that only packages make: ours is gone with the namespace.
	if [ "$(id -u)" = 0 ]; then
		mount -t tmpfs tmpfs /run
		mkdir /run/sshd
	fi
	{
		ssh_options "$work/user"
		printf 'ForwardAgent yes\nSendEnv *\n'
	} >"$work/client"
}

# through COMMAND OPTION...: ssh, scp or sftp with our server
through() {
	tool=$1
	shift
	timeout 20 "$tool" -F "$work/client" -o "Port=$port" "$@"
}

# ---- the game ----

says() {
	sed -n "s/^$2:[[:blank:]]*//p" "/proc/$game/$1"
}

# is_ours PROCESS: whether this server is its ancestor
is_ours() {
	process=$1
	while [ "${process:-0}" -gt 1 ]; do
		[ "$process" != "$server" ] || return 0
		process=$(sed -n 's/^PPid:[[:blank:]]*//p' "/proc/$process/status" 2>/dev/null)
	done
	return 1
}

# The one that this server has started, and nobody else who plays here.
find_game() {
	printf '%s\n' "$1" >"$work/name" # not among the arguments of those who look
	grep -lxzaF -f "$work/name" /proc/[0-9]*/cmdline 2>/dev/null | cut -d/ -f3 >"$work/games"
	while read -r game; do
		case $(says status Uid 2>/dev/null) in
		"$account"[[:blank:]]*) if is_ours "$game"; then return; fi ;;
		esac
	done <"$work/games"
	return 1
}

# Root owns the files in /proc of a process that can't be dumped. In a namespace of a user's own root
# has no number, and its files have that of a user who is not known.
root=0
if [ "$(id -u)" != 0 ]; then root=$(cat /proc/sys/kernel/overflowuid); fi
if [ "$root" = "$account" ]; then
	echo 'not tested: whether the game can be dumped, as this user has the number of unknown ones'
fi

is_of_root() {
	test "$root" = "$account" || test "$(stat -c %u "$1")" = "$root"
}

process_held() {
	case $version in
	*': none') ;;
	*)
		holds "$1: it can be dumped" is_of_root "/proc/$game/status"
		holds "$1: memory" hasnt "/proc/$game/limits" '^Max data size  *unlimited'
		;;
	esac
	case $version in
	*': seccomp'* | *', seccomp')
		for task in /proc/"$game"/task/*; do
			holds "$1: seccomp of ${task##*/}" grep -q '^Seccomp:[[:blank:]]*2$' "$task/status"
			holds "$1: privileges" grep -q '^NoNewPrivs:[[:blank:]]*1$' "$task/status"
		done
		holds "$1: no solver" test "$(says status Threads)" = 2
		;;
	esac
	holds "$1: cores" grep -q '^Max core file size  *0  *0 ' "/proc/$game/limits"
	holds "$1: umask" test "$(says status Umask)" = 0077
	holds "$1: not the account's" test "$(says status Uid)" = "$(printf '%s\t%s\t%s\t%s' \
		"$account" "$account" "$account" "$account")"
}

# play_by NAME ARGUMENT [FILE]: a game with this among its arguments begins, takes keys, isn't
# stopped, and ends
play_by() {
	rm -rf "$work/home/.local"
	TERM=xterm-256color LC_ALL=C.UTF-8 client_begin through ssh -tt play@127.0.0.1
	holds "$1: no game: $(cat "$work/errors" "$work/log")" await 20 on_screen 'Parlour'
	holds "$1: no process" await 20 find_game "$2"
	keys '\0032'
	holds "$1: Ctrl-Z is not refused" await 20 on_screen 'no shell to return to'
	keys '\n'
	holds "$1: no board" await 20 on_screen 'moves 0'
	keys 'l'
	process_held "$1"
	holds "$1: no move" await 20 test -s "$work/home/.local/state/parlour/${3:-parlour.db}"
	keys 'ES'
	holds "$1: a drawing is saved" await 20 on_screen 'be saved here'
	holds "$1: stopped" test "$(says status State | cut -c 1)" != T
	keys '\0003'
	client_end
	holds "$1: ends with $status" test "$status" = 0
}

# shows_shapes WHOM COMMAND: to a guest whose client sends no locale; the command judges the screen
shows_shapes() {
	TERM=xterm-256color client_begin through ssh -tt play@127.0.0.1
	holds "$1, no locale: no list" await 20 on_screen 'First steps'
	holds "$1, no locale: no board" await 20 on_screen 'Into the corner'
	holds "$1, no locale: no keys" await 20 on_screen 'quit'
	holds "$1, no locale: not $2" await 20 "$2" # Ctrl-C would cut off the rest of the picture
	keys '\0003'
	client_end
	holds "$1, no locale: not $2 at the end" "$2"
}

# joins NAME: another player of the account, in a sandbox like all
joins() {
	sed "s/--player [a-z]*/--player $1/" "$work/keys" >"$work/keys.new"
	cat "$work/keys.new" >"$work/keys"
	TERM=xterm-256color LC_ALL=C.UTF-8 player_begin "$1" \
		timeout 300 ssh -F "$work/client" -o "Port=$port" -tt play@127.0.0.1
	holds "$1 has no game: $(cat "$work/$1.errors" "$work/log")" await 20 grep -qa 'First steps' "$work/$1.screen"
}

is_held() {
	holds "no process of $1" await 20 find_game "$1"
	process_held "$1, $2"
}

# watched: a player plays, and another one watches once that is allowed
watched() {
	rm -rf "$work/home/.local"
	joins clara
	types clara '\n'
	saw clara 'moves 0'
	joins dora
	holds 'watching: not asked' await 20 grep -qa 'here watch you play' "$work/dora.screen"
	types dora w
	saw dora 'Nobody who lets'
	holds 'watching: clara is seen, who did not agree' hasnt "$work/dora.screen" clara
	types clara W
	saw dora clara
	types dora '\n'
	saw dora 'watching clara'
}

# raced: two players race, while two others watch and are watched
raced() {
	joins anna
	joins berta
	types anna w
	saw anna clara
	types anna r
	saw anna 'Your race: Tilt'
	types berta w
	saw berta 'proposes a race: Tilt'
	types berta '\n' # anna is the first of the list
	saw anna '1 has joined. s starts it.'
	types anna s
	saw anna 'you 0 · berta 0 moves'
	saw berta 'you 0 · anna 0 moves'
	for player in anna berta; do is_held $player 'racing'; done
	is_held clara 'watched'
	is_held dora 'watching'
	types clara k
	saw dora 'moves 1'
	level=$(grep -ao 'tilt:7x7#[0-9]*' "$work/home/.local/state/parlour/live/anna" | head -n 1)
	solution=$(XDG_STATE_HOME=$work/none "$PARLOUR" --solve "$level" | sed -n '$s/^ *//p')
	solves berta "$solution" 0.2
	saw berta 'place 1 of 2'
	saw anna "berta solved: $(echo "$solution" | wc -w) in "
	solves anna "$solution" 0.2
	saw anna 'place 2 of 2'
	types clara l
	saw dora 'clara: Solved in 2 moves'
	for name in anna berta clara dora; do
		player_end $name
		holds "$name ends with $status" test "$status" = 0
	done
	holds 'racing: the results' test "$(grep -c " $level~[0-9,]* $solution\$" \
		"$work/home/.local/state/parlour/scores.log")" = 2
}

unicode_on_screen() {
	on_screen '○' && on_screen '←'
}

ascii_on_screen() {
	! LC_ALL=C grep -q '[^ -~[:cntrl:]]' "$work/screen"
}

# ---- all else ----

# The command must not have run, and one line says so.
no_command() {
	name=$1 status=0
	shift
	"$@" </dev/null >"$work/out" 2>"$work/errors" || status=$?
	holds "$name: status 0" test "$status" != 0
	holds "$name: $(cat "$work/out")" hasnt "$work/out" .
	holds "$name: $(cat "$work/errors")" grep -q 'only the game runs here' "$work/errors"
	holds "$name: it was run" test ! -e "$work/home/made"
}

# A forwarding is refused, and no byte comes through.
no_forwarding() {
	name=$1 status=0
	shift
	through ssh "$@" play@127.0.0.1 </dev/null >"$work/out" 2>"$work/errors" || status=$?
	holds "$name: status $status, $(cat "$work/errors")" test "$status" = 255
	holds "$name: $(cat "$work/out")" hasnt "$work/out" SSH-2.0
}

refused_by() {
	no_command "$1: a command" through ssh play@127.0.0.1 "touch $work/home/made"
	no_command "$1: an option" through ssh play@127.0.0.1 "$program --version"
	no_command "$1: scp" through scp -O "$work/user.pub" "play@127.0.0.1:made"
	through sftp -b /dev/null play@127.0.0.1 >"$work/out" 2>"$work/errors" &&
		fault "$1: sftp"
	through scp -s "$work/user.pub" "play@127.0.0.1:made" >"$work/out" 2>&1 &&
		fault "$1: scp by sftp"
	holds "$1: a file was written" test ! -e "$work/home/made"
	status=0
	through ssh -T play@127.0.0.1 </dev/null >"$work/out" 2>"$work/errors" || status=$?
	holds "$1: without a terminal" test "$status" = 2
	holds "$1: without a terminal" grep -q 'needs a terminal' "$work/errors"
}

# A terminal of no good name, or not known: one line, and no advice to choose what isn't theirs.
terminal_refused_by() {
	for name in ../xterm nonesuch; do
		status=0
		TERM=$name through ssh -tt play@127.0.0.1 </dev/null >"$work/out" 2>"$work/errors" ||
			status=$?
		holds "$1: TERM=$name: status $status" test "$status" = 2
		holds "$1: TERM=$name: $(cat "$work/out")" \
			test "$(grep -c '^parlour: .* terminal' "$work/out")" = 1
		holds "$1: TERM=$name: $(cat "$work/out")" hasnt "$work/out" plain
	done
}

forwarding_refused_by() {
	no_forwarding "$1: -W" -W "127.0.0.1:$port"
	no_forwarding "$1: -R" -N -o ExitOnForwardFailure=yes -R "0:127.0.0.1:$port"
	no_forwarding "$1: -R of a socket" -N -o ExitOnForwardFailure=yes \
		-R "$work/home/socket:127.0.0.1:$port"
}

# probe_by WHOM VARIABLES: what the probe finds in the game's place, with a terminal and the worst of
# environments, of which these variables are left
probe_by() {
	account_files
	env TERM=xterm LC_ALL=../x TERMINFO="$work" LD_BIND_NOW=1 LINES=3 SSH_AUTH_SOCK=/x \
		timeout 20 ssh -F "$work/client" -o "Port=$port" -tt play@127.0.0.1 </dev/null 2>&1 |
		tr -d '\r' >"$work/out"
	probe_held "$work/out" "$1: the probe"
	sed -n 's/^environment: \([^=]*\)=.*/\1/p' "$work/out" | sort | tr '\n' ' ' >"$work/environment"
	holds "$1: its environment: $(cat "$work/environment")" \
		test "$(cat "$work/environment")" = "$2 "
	account_files
}

# The manual has the same recipe.
sed "s/\\\\(aq/'/g" "$srcdir/man/parlour.6" >"$work/manual"
for language in sshdconfig authorizedkeys sshdplayers playerkeys sshdkeys; do
	block $language "$program" | sed "s|$program|/usr/local/bin/parlour|" | while read -r line; do
		grep -qF -e "$line" "$work/manual" || echo "parlour.6 lacks: $line"
	done >"$work/lacking"
	holds "$(cat "$work/lacking")" test ! -s "$work/lacking"
done

unset LANG LC_ALL LC_CTYPE # a client would send them
own_variables='SSH_CONNECTION TERM XDG_CONFIG_HOME XDG_STATE_HOME'
set_up
version=$(as_player "$program" --version)

serve "$program" sshdconfig authorizedkeys
play_by 'both' "$program"
shows_shapes 'both' unicode_on_screen
refused_by 'both'
terminal_refused_by 'both'
forwarding_refused_by 'both'
serve "$probe" sshdconfig authorizedkeys
probe_by 'both' "LANG $own_variables"

# Each part of the recipe holds without the other.
serve "$program" sshdconfig no
refused_by 'sshd_config'
forwarding_refused_by 'sshd_config'
serve "$program" no authorizedkeys
forwarding_refused_by 'authorized_keys'

# The login shell.
account_shell "$program"
serve "$program" no authorizedkeys
play_by 'login shell' -parlour
shows_shapes 'login shell without SetEnv' ascii_on_screen
serve "$program" sshdconfig authorizedkeys
play_by 'login shell, forced' "exec $program --restricted"
refused_by 'login shell, forced'
account_shell "$probe"
serve "$probe" no authorizedkeys
probe_by 'login shell' "$own_variables"

# Many players of one account, each with a key, by way of a shell.
account_shell /bin/sh
serve "$program" sshdplayers playerkeys
play_by 'a player' anna players/anna/parlour.db
shows_shapes 'a player' unicode_on_screen
refused_by 'a player'
forwarding_refused_by 'a player'
watched
raced

# Guests with any key, who choose their names. sshd runs the command for keys only as root.
guest_named() {
	name=$1 answer=$2
	TERM=xterm-256color client_begin through ssh -tt play@127.0.0.1
	holds "$name: is not asked: $(cat "$work/errors" "$work/log")" \
		await 20 on_screen 'Name [guest-'
	keys "$answer\n"
	holds "$name: no list" await 20 on_screen 'First steps'
	holds "$name: no process" await 20 find_game --player-from-key
	process_held "$name"
	status=0
	through ssh play@127.0.0.1 forget </dev/null >"$work/out" 2>"$work/forget" || status=$?
	holds "$name: forgotten without a word" test "$status" != 0
	keys '\0003'
	client_end
}

if [ "$(id -u)" = 0 ]; then
	state=$work/home/.local/state/parlour
	rm -rf "$work/home/.local"
	serve "$program" sshdkeys no
	no_command 'a key without a name' through ssh play@127.0.0.1 "touch $work/home/made"
	holds 'a name without a terminal' test ! -s "$state/guests"
	guest_named 'a new guest' anna
	fingerprint=$(ssh-keygen -lf "$work/user.pub" | cut -d' ' -f2)
	holds "the table: $(cat "$state/guests")" grep -q "^$fingerprint anna " "$state/guests"
	refused_by 'a guest with a name'
	forwarding_refused_by 'a guest with a name'
	rm "$work/user" "$work/user.pub"
	ssh-keygen -q -t rsa -N '' -f "$work/user"
	guest_named 'another guest' ''
	holds 'a made name' grep -q ' guest-[0-9a-f]* ' "$state/guests"
	holds 'both have folders' test "$(find "$state/players" -mindepth 1 -type d | wc -l)" = 2
	sed -n 's/.* \(guest-[0-9a-f]*\) .*/\1/p' "$state/guests" |
		through ssh play@127.0.0.1 forget >"$work/out" 2>"$work/errors" || :
	holds "forgotten: $(cat "$work/errors")" grep -q 'Deleted all data' "$work/out"
	holds 'one folder is left' test "$(find "$state/players" -mindepth 1 -type d)" = "$state/players/anna"
else
	echo 'not tested: keys that any guest may have, which takes root'
fi

account_verdict
