#!/bin/sh
# packaging/: the units by systemd-analyze, where there is one; each file that is named exists; the
# container's files name what the tree and the program have. PARLOUR_CONTAINERS=1 also builds and
# runs the image, with podman or docker, whichever works.
# shellcheck disable=SC2016 # scripts for other shells
set -eu

top=$(cd "${srcdir:-.}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
checks=0 faults=0
holds() {
	what=$1
	shift
	checks=$((checks + 1))
	"$@" >"$work/said" 2>&1 || {
		printf '%s: %s\n' "$what" "$(cat "$work/said")"
		faults=$((faults + 1))
	}
}

# ---- systemd ----

# In the copies the program is one that exists.
sed 's|^ExecStart=/usr/local/bin/parlour-sync|ExecStart=/bin/true|' \
	"$top/packaging/parlour-sync.service" >"$work/parlour-sync.service"
cp "$top/packaging/guests.conf" "$work/guests.slice"
holds 'the service runs another program' \
	sh -c '! cmp -s "$1" "$2"' - "$top/packaging/parlour-sync.service" "$work/parlour-sync.service"
if command -v systemd-analyze >/dev/null &&
	systemd-analyze verify --man=no "$work/guests.slice" 2>/dev/null; then
	holds 'the service' systemd-analyze verify --man=no "$work/parlour-sync.service"
	# It also reports faults of other units of this machine.
	systemd-analyze verify --man=no "$work/parlour-sync.service" "$work/guests.slice" 2>&1 |
		grep -e parlour-sync -e guests.slice >"$work/verified" || :
	holds "the units: $(cat "$work/verified")" test ! -s "$work/verified"
	# 100 would be no sandbox at all.
	if systemd-analyze security --help 2>/dev/null | grep -q -e --offline; then
		holds 'the sandbox of the service' systemd-analyze security --no-pager \
			--offline=true --threshold=20 "$work/parlour-sync.service"
	fi
else
	echo 'not tested: the units, as systemd-analyze does not work here'
fi

# ---- names ----

# Of the four options of parlour-sync, the unit and the compose file have each once.
for option in host log others database; do
	for file in parlour-sync.service compose.yaml; do
		count=$(grep -oe "--$option\\b" "$top/packaging/$file" | wc -l)
		holds "$file: --$option $count times" test "$count" = 1
	done
done
for file in guests.conf parlour-sync.service pg_service.conf Containerfile compose.yaml container-start \
	database-start; do
	holds "packaging/$file is missing" test -s "$top/packaging/$file"
	case $file in
	container-start) ;;
	*) holds "packaging/README.md: nothing on $file" grep -qF "$file" "$top/packaging/README.md" ;;
	esac
done
# In the compose file, parlour-sync has the role that is created and admitted, not the owner's.
service() {
	sed -n "/^  $1:\$/,/^\$/p" "$top/packaging/compose.yaml"
}
role=$(service sync | sed -n 's/.* user=\([a-z_]*\).*/\1/p')
host=$(service sync | sed -n '/- --host/{n;s/.* - //p;}')
owner=$(service database | sed -n 's/ *POSTGRES_USER: //p')
holds 'no role, host or owner in compose.yaml' test -n "$role" -a -n "$host" -a -n "$owner"
holds "parlour-sync has the owner's role" test "$role" != "$owner"
holds "parlour-sync has the owner's password" \
	sh -c '! printf %s "$1" | grep -q PARLOUR_DATABASE_PASSWORD' - "$(service sync)"
holds "the host is not admitted with the role $role" \
	sh -c 'printf "%s\n" "$1" | grep -qxF "      - $2"' - "$(service admit)" "$host=$role"
holds 'another admits than the owner' \
	sh -c 'printf "%s\n" "$1" | grep -qxF "      PGUSER: $2"' - "$(service admit)" "$owner"
holds "the role $role is not created" \
	grep -q "^CREATE ROLE $role LOGIN PASSWORD" "$top/packaging/database-start"
# What the image copies from the source is there.
sed -n 's/^COPY \(doc.*\) [^ ]*$/\1/p' "$top/packaging/Containerfile" | tr ' ' '\n' >"$work/copied"
holds 'the image copies nothing' test -s "$work/copied"
while read -r file; do
	holds "the image copies $file" test -e "$top/$file"
done <"$work/copied"
holds 'the lines of sshd on the page' test -n "$(sed -n "/sshd_config.d.*<<'END'\$/,/^END\$/p" \
	"$top/doc/hosting.md" | sed '1d;$d' | grep AuthorizedKeysCommand)"

# ---- compose, parsed strictly: two blanks a level, keys once, and only those that are known ----

known='build cap_add cap_drop command condition container_name context depends_on dockerfile
environment file healthcheck image interval mem_limit networks pids_limit ports profiles read_only
restart retries security_opt services test tmpfs user volumes'
awk -v known="$known" '
	function fault(text) { print FILENAME ":" FNR ": " text; bad = 1 }
	BEGIN { split(known, words); for (i in words) is_known[words[i]] = 1 }
	/\t/ { fault("a tab") }
	/^ *#/ || /^$/ { next }
	{
		match($0, /^ */)
		level = RLENGTH / 2
		text = substr($0, RLENGTH + 1)
		if (level != int(level) || level > last + 1)
			fault("wrong indentation")
		if (text ~ /^- /) {
			if (text ~ /^- .*: / && text !~ /^- "/)
				fault("an item that is a map")
			next
		}
		if (text !~ /^[A-Za-z_]+:( .+)?$/)
			fault("neither an item nor a key: " text)
		key = text
		sub(/:.*/, "", key)
		last = level
		path[level] = key
		whole = ""
		for (i = 0; i <= level; i++)
			whole = whole "/" path[i]
		if (whole in seen)
			fault("twice: " whole)
		seen[whole] = 1
		# Names of ours: of services, volumes, networks, secrets and variables.
		named = level == 1 || path[level - 1] ~ /^(environment|depends_on)$/
		if (!named && !(key in is_known))
			fault("an unknown key: " key)
	}
	END {
		if (!("/services/parlour/build/dockerfile" in seen))
			fault("no service parlour")
		exit bad
	}' "$top/packaging/compose.yaml" >"$work/compose" || :
holds "compose.yaml: $(cat "$work/compose")" test ! -s "$work/compose"
for tool in docker-compose podman-compose; do
	if command -v $tool >/dev/null; then
		holds "$tool" env COMPOSE_PROFILES=admit,sync $tool -f "$top/packaging/compose.yaml" config
	fi
done

# ---- the image ----

run_image() {
	engine=$1 port=22822
	holds 'the image' "$engine" build -f "$top/packaging/Containerfile" -t parlour-check "$top"
	holds 'the container' "$engine" run -d --rm --name parlour-check -p "127.0.0.1:$port:22" \
		parlour-check
	ssh-keygen -q -t ed25519 -N '' -f "$work/user"
	sleep 3
	{
		sleep 2
		printf 'anna\n'
		sleep 2
		printf '\003'
	} | timeout 60 ssh -tt -p $port -i "$work/user" -o IdentitiesOnly=yes -o BatchMode=yes \
		-o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=no play@127.0.0.1 \
		>"$work/screen" 2>&1 || :
	holds "a guest: $(cat "$work/screen")" grep -q 'First steps' "$work/screen"
	"$engine" exec parlour-check su - play -c 'parlour --health' >"$work/health" 2>&1 || :
	holds "health: $(cat "$work/health")" grep -q '1 guest' "$work/health"
	"$engine" stop -t 2 parlour-check >/dev/null 2>&1 || :
}

# The first tool that can run anything here.
base=$(sed -n 's/^ARG BASE=//p' "$top/packaging/Containerfile")
if [ "${PARLOUR_CONTAINERS-}" = 1 ]; then
	engine=
	for tool in podman docker; do
		if [ -z "$engine" ] && command -v $tool >/dev/null &&
			timeout 120 $tool run --rm "$base" true >/dev/null 2>&1; then engine=$tool; fi
	done
	if [ -n "$engine" ]; then run_image "$engine"; else echo "not tested: the image; no tool runs $base here"; fi
else
	echo 'not tested: the image, which PARLOUR_CONTAINERS=1 builds and runs'
fi

echo "$checks checks, $faults faults"
exit $((faults > 0))
