# An account for tests, "play", which nobody outside ever hears of: sourced by scripts that need
# one.
#
# The script is started again in a mount namespace, where /etc/passwd is another file. For root,
# play is a separate user; for anybody else, the same user by another name and with another
# home. Where the system allows no such namespace, the script is skipped.
#
# Then $work is a folder of the script's, removed at its end, $work/home the account's, $program and
# $probe are copies of both that it may run, and as_player runs a command as it.
# shellcheck shell=sh

# shellcheck disable=SC2154 # of the sourcing script
. "$srcdir/tests/cli/holds.sh"

if [ "${ACCOUNT_WITHIN-}" != yes ]; then
	if ! command -v unshare >/dev/null || ! command -v setpriv >/dev/null; then
		skip 'unshare and setpriv (util-linux) are needed'
	fi
	if [ "$(id -u)" = 0 ]; then set -- --mount; else set -- --user --map-current-user --keep-caps --mount; fi
	unshare "$@" true 2>/dev/null || skip 'no mount namespace is available here'
	ACCOUNT_WITHIN=yes exec unshare "$@" sh "$0"
fi

work=$(mktemp -d)
account_end=:
account_leave() {
	$account_end
	# In a user's own namespace, attempts that no sandbox stops have mounted something here.
	while umount "$work/home" 2>/dev/null; do :; done
	rm -rf "$work"
}
trap account_leave EXIT
trap 'exit 99' HUP INT TERM

# account_shell SHELL: the account's, from now on.
account_shell() {
	sed "/^play:/d; /^[^:]*:[^:]*:$account:/d" "$work/passwd.before" >"$work/passwd.new"
	printf 'play:x:%s:%s::%s:%s\n' "$account" "$group" "$work/home" "$1" >>"$work/passwd.new"
	cat "$work/passwd.new" >"$work/passwd" # the file that is mounted
}

account_begin() {
	account=$(id -u) group=$(id -g)
	if [ "$account" = 0 ]; then account=61403 group=61403; fi
	chmod 755 "$work"
	mkdir "$work/home" "$work/bin"
	cp "${PARLOUR:?must be the absolute path of the program}" "$work/bin/parlour"
	cp "${PROBE:?must be the absolute path of the probe}" "$work/bin/probe"
	# shellcheck disable=SC2034 # for those who source this
	program=$work/bin/parlour probe=$work/bin/probe
	cp /etc/passwd "$work/passwd.before"
	: >"$work/passwd"
	account_shell /bin/sh
	chmod 644 "$work/passwd"
	chown "$account:$group" "$work/home"
	# sshd would give the terminal to the group tty, which a user's own namespace does not know.
	sed '/^tty:/d' /etc/group >"$work/group"
	chmod 644 "$work/group"
	if ! mount --bind "$work/passwd" /etc/passwd || ! mount --bind "$work/group" /etc/group; then
		skip 'nothing can be mounted here'
	fi
}

# as_player COMMAND...: runs it as the account, without our environment.
as_player() {
	if [ "$(id -u)" = 0 ]; then
		setpriv --reuid="$account" --regid="$group" --clear-groups \
			env -i "PATH=$PATH" "HOME=$work/home" TERM=xterm "$@"
	else
		setpriv --ambient-caps=-all --inh-caps=-all \
			env -i "PATH=$PATH" "HOME=$work/home" TERM=xterm "$@"
	fi
}

# What is in the way of an attempt that the sandbox does not stop: nothing.
account_files() {
	as_player sh -c 'cd && rm -rf folder made renamed symlink && touch secret spare'
}

account_begin

# ---- what both scripts assert ----

# has FILE LINE: one line of the file is just this
has() {
	grep -qxF -e "$2" "$1"
}

hasnt() {
	! grep -q -e "$2" "$1"
}

# refused_all KIND LEAST: each attempt of the kind, and that many
refused_all() {
	grep "^$1: " "$work/said" | grep -v ': refused$' >"$work/not" || :
	holds "$who: not refused: $(cat "$work/not")" test ! -s "$work/not"
	holds "$who: too few attempts" test "$(grep -c "^$1: " "$work/said")" -ge "$2"
}

# probe_held FILE WHO: the probe that WHO started said in FILE what a restricted program must say.
probe_held() {
	who=$2
	grep -v "$no_sandbox" "$1" >"$work/said" || :
	sandbox=$(sed -n 's/^sandbox: //p' "$work/said")
	holds "$who: descriptors: $(grep '^open: ' "$work/said")" hasnt "$work/said" '^open: '
	holds "$who: its umask" has "$work/said" 'umask: 077'
	holds "$who: cores" has "$work/said" 'core: 0'
	holds "$who: it can be stopped" has "$work/said" 'stop: ignored'
	holds "$who: its own folder and threads: $(grep '^own: ' "$work/said")" \
		test "$(grep -c '^own: .*: done$' "$work/said")" = 7
	sed -n 's/^kernel: //p' "$work/said" >"$work/kernel"
	while read -r part; do
		case ", $sandbox," in
		*", $part,"*) ;;
		*) fault "$who: the kernel has $part, and in force is: $sandbox" ;;
		esac
	done <"$work/kernel"
	case $sandbox in *landlock\ [1-9]*) refused_all file 10 ;; esac
	case $sandbox in seccomp* | *', seccomp') refused_all call 30 ;; esac
}

# The messages if a part of the sandbox is not available.
no_sandbox='^parlour: the sandbox is incomplete'

account_verdict() {
	echo "$asserted assertions, $faults faults; sandbox: ${sandbox:-?}"
	exit $((faults > 0))
}
