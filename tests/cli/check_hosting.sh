#!/bin/sh
# doc/hosting.md from nothing to removal: its commands as they stand, as root in a fresh Debian that
# mmdebstrap or debootstrap makes, with a guest who plays meanwhile. The system has its own mounts,
# processes and network. HOSTING_BASE may name a tar file of such a system, or where to keep one.
# shellcheck disable=SC2317 # functions that are given to others to call
set -eu

srcdir=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
. "$srcdir/tests/cli/holds.sh"

# ---- outside: the system ----

if [ "${HOSTING_WITHIN-}" != yes ]; then
	[ "$(id -u)" = 0 ] || skip 'a fresh system takes root'
	[ -z "${SANITIZED-}" ] || skip 'a sanitizer has no sandbox, and libraries of its own'
	for tool in unshare chroot ssh ssh-keygen mkfifo timeout ldd dpkg ip tar; do
		command -v $tool >/dev/null || skip "$tool is not installed"
	done
	grep -qx 'ID=debian' /etc/os-release || skip 'this is not Debian, so its program would not run there'
	unshare --mount --pid --net --fork true 2>/dev/null || skip 'no namespaces are available here'
	suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
	# The packages of the libraries that the program was built with.
	packages=$(ldd "${PARLOUR:?must be the absolute path of the program}" |
		sed -n 's|.*=> \(/[^ ]*\) .*|\1|p' | while read -r library; do
		dpkg -S "$(readlink -f "$library")" "$library" 2>/dev/null | head -n 1 | cut -d: -f1
	done | sort -u | tr '\n' ,)
	packages="$packages,openssh-server,ncurses-term,cron,iproute2"
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	trap 'exit 99' HUP INT TERM
	chmod 755 "$work"
	base=${HOSTING_BASE-$work/base.tar}
	if [ ! -s "$base" ]; then
		if command -v mmdebstrap >/dev/null; then
			mmdebstrap --quiet --variant=minbase --include="$packages" "$suite" "$base" \
				>"$work/log" 2>&1 || skip "no system can be had: $(tail -n 1 "$work/log")"
		elif command -v debootstrap >/dev/null; then
			debootstrap --variant=minbase --include="$packages" "$suite" "$work/base" \
				>"$work/log" 2>&1 || skip "no system can be had: $(tail -n 1 "$work/log")"
			tar -C "$work/base" -cf "$base" .
			rm -rf "$work/base"
		else
			skip 'neither mmdebstrap nor debootstrap is installed'
		fi
	fi
	mkdir "$work/root"
	tar -C "$work/root" --exclude='./dev/*' -xf "$base"
	status=0
	HOSTING_WITHIN=yes work=$work srcdir=$srcdir \
		unshare --mount --pid --net --uts --fork sh "$0" || status=$?
	exit "$status"
fi

# ---- within ----

. "$srcdir/tests/cli/typing.sh"
. "$srcdir/tests/cli/sshd.sh"
root=$work/root state=$work/root/home/play/.local/state/parlour

mount --make-rprivate /
mount -t proc proc /proc
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/run"
ip link set lo up
hostname host
mkdir -p "$root/root/parlour/build"
install -m 755 "$PARLOUR" "$root/usr/local/bin/parlour"
install -m 755 "$PARLOUR" "$root/root/parlour/build/parlour"

# The blocks of the page, by the heading above them.
mkdir "$work/blocks"
awk -v folder="$work/blocks" '
	/^#+ / { heading = $0; sub(/^#+ /, "", heading); gsub(/[^A-Za-z]/, "-", heading); next }
	/^```host$/ { inside = 1; next }
	/^```/ { inside = 0; next }
	inside { print >>(folder "/" heading) }' "$srcdir/doc/hosting.md"

# within COMMAND...: as root in the system
within() {
	env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm \
		chroot "$root" "$@"
}

# follow HEADING: runs what the page says there, with its output in $work/said
follow() {
	holds "$1: the page has no commands" test -s "$work/blocks/$1"
	cp "$work/blocks/$1" "$root/root/parlour/block"
	status=0
	within sh -euc 'cd /root/parlour && . ./block' >"$work/said" 2>&1 || status=$?
	holds "$1: status $status: $(cat "$work/said")" test "$status" = 0
	rm "$root/root/parlour/block"
}

guest() {
	timeout 60 ssh -F "$work/client" "$@"
}

play_begins() {
	TERM=xterm-256color client_begin guest -tt play@127.0.0.1
}

quit() {
	keys '\0003'
	client_end
	holds "the game ends with $status: $(cat "$work/errors")" test "$status" = 0
}

saved() {
	test "$state/players/anna/parlour.db" -nt "$work/stamp"
}

# moves WHEN: a move of the guest is saved. One only: two solve the level, and if both come at once,
# within a second of the same result, nothing is new.
moves() {
	touch "$work/stamp"
	sleep 0.1
	keys 'k'
	holds "no move $1" await 20 saved
	holds "a move is not saved $1" lacks 'NOT SAVED'
}

lacks() {
	! on_screen "$1"
}

# The game of the guest who plays now.
game() {
	grep -lxzF -e --player-from-key /proc/[0-9]*/cmdline 2>/dev/null | cut -d/ -f3 | while read -r id; do
		case $(readlink "/proc/$id/exe") in *parlour*) echo "$id" ;; esac
	done | head -n 1
}

is_old() {
	case $(readlink "/proc/$(game)/exe") in *deleted*) return 0 ;; esac
	return 1
}

scores() {
	within runuser -l play -c 'parlour --scores --json' | grep -c '"player": "anna"' || :
}

ssh-keygen -q -t ed25519 -N '' -f "$work/user"
ssh_options "$work/user" >"$work/client"

begun=$(date +%s)
follow Install
holds "the version: $(cat "$work/said")" grep -q '^sandbox.*landlock' "$work/said"
within service ssh start >"$work/said" # as the package does, where something starts services
follow The-account
follow sshd

play_begins
holds "no question: $(cat "$work/errors")" await 30 on_screen 'Name [guest-'
keys 'anna\n'
holds 'no list' await 20 on_screen 'First steps'
keys '\n'
holds 'no board' await 20 on_screen 'moves 0'
keys 'kl'
holds 'not solved' await 20 on_screen 'Solved'
quit
holds 'no result' test "$(scores)" = 1

follow Limits
follow Watching-the-host
holds "health: $(cat "$work/said")" grep -q '^ok: .* 1 guest' "$work/said"
within sh -c 'mkdir -p /var/lib/prometheus/node-exporter'
sed -n 's/^\* \* \* \* \* root //p' "$root/etc/cron.d/parlour" >"$work/cron"
within sh -c "$(cat "$work/cron")"
holds 'metrics by cron' grep -q '^parlour_results_total 1$' \
	"$root/var/lib/prometheus/node-exporter/parlour.prom"

# A backup while anna plays.
play_begins
holds 'no list' await 20 on_screen 'First steps'
holds 'asked again' lacks 'Name ['
keys '\n'
holds 'no board' await 20 on_screen 'moves 0'
holds 'a limit' grep -q '^Max processes  *[0-9]*  *2000 ' "/proc/$(game)/limits"
follow Backup
holds "the backup: $(cat "$work/said")" grep -q '^Backed up 1 player' "$work/said"
moves 'after the backup'
quit
copy=$root/var/backups/parlour/today
holds 'the backup lacks something' test -s "$copy/players/anna/parlour.db" -a -s "$copy/scores.log" \
	-a -s "$copy/guests" -a -s "$copy/sessions/0"

# All is lost, and comes back.
rm -rf "$state/players" "$state/guests" "$state/scores.log"
follow Restore
holds 'the result did not come back' test "$(scores)" = 1
within runuser -l play -c 'parlour --player anna --list --json tilt/first-steps:1' >"$work/list"
holds "the best did not come back: $(cat "$work/list")" grep -q '"best": 2' "$work/list"

# Another program, while anna plays. It is the same but for its place on the disk.
play_begins
holds 'no list after the restore' await 20 on_screen 'First steps'
holds 'asked again after the restore' lacks 'Name ['
keys '\n'
holds 'no board' await 20 on_screen 'moves 0'
old=$(stat -c %i "$root/usr/local/bin/parlour")
follow Upgrade
holds 'the same program' test "$old" != "$(stat -c %i "$root/usr/local/bin/parlour")"
holds 'not the old program' is_old
moves 'in the old program'
quit
play_begins
holds 'no list in the new program' await 20 on_screen 'First steps'
if is_old; then holds 'not the new program' false; fi
quit

# The guest's own words.
echo anna | guest play@127.0.0.1 forget >"$work/out" 2>"$work/errors" || :
holds "not forgotten: $(cat "$work/errors")" test ! -e "$state/players/anna"

follow Removal
holds 'the account is left' test ! -e "$root/home/play"
holds 'the program is left' test ! -e "$root/usr/local/bin/parlour"
guest play@127.0.0.1 </dev/null >"$work/out" 2>&1 && holds 'a guest after the removal' false
for block in "$work"/blocks/*; do
	case ${block##*/} in
	Install | The-account | sshd | Limits | Watching-the-host | Backup | Restore | Upgrade | Removal) ;;
	*) holds "not tested: ${block##*/}" false ;;
	esac
done

echo "$asserted assertions, $faults faults; $(($(date +%s) - begun)) seconds"
exit $((faults > 0))
