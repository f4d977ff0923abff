# An sshd for the caller, on this machine and for the current user; to be sourced. sshd_begin starts
# it in an existing folder; sshd_end ends it. $sshd_config is a file for `ssh -F` that names it
# "server", and $sshd_port its port. If sshd is not installed, sshd_begin says so and fails.
# shellcheck shell=sh
# shellcheck disable=SC2034 # used by the sourcing script

sshd_process=

# sshd_run FOLDER COMMAND...: sshd gives each terminal to the group tty, which only root may do. For
# anybody else it runs, where that is allowed, in a namespace whose /etc/group has no such group.
# shellcheck disable=SC2016,SC2086 # a script for another shell; options are words
sshd_run() {
	sshd_groups=$1/group
	sshd_namespace='--user --map-current-user --keep-caps --mount'
	shift
	if [ "$(id -u)" = 0 ] || ! unshare $sshd_namespace true 2>/dev/null; then exec "$@"; fi
	sed '/^tty:/d' /etc/group >"$sshd_groups"
	exec unshare $sshd_namespace \
		sh -c 'mount --bind "$0" /etc/group && exec "$@"' "$sshd_groups" "$@"
}

# sshd_begin FOLDER
sshd_begin() {
	for tool in ssh ssh-keygen; do
		command -v $tool >/dev/null || {
			echo "$tool is not installed"
			return 1
		}
	done
	sshd_program=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd) || {
		echo "sshd is not installed"
		return 1
	}
	# As root, sshd wants a folder that only packages make.
	if [ "$(id -u)" = 0 ]; then mkdir -p /run/sshd; fi
	ssh-keygen -q -t ed25519 -N '' -f "$1/host"
	ssh-keygen -q -t ed25519 -N '' -f "$1/user"
	cat >"$1/sshd_config" <<-END
		HostKey $1/host
		AuthorizedKeysFile $1/user.pub
		PidFile none
		StrictModes no
		UsePAM no
		PasswordAuthentication no
		KbdInteractiveAuthentication no
		PermitRootLogin prohibit-password
		MaxStartups 200
	END
	for sshd_port in 22622 22731 23142 24253 25364 26475; do
		: >"$1/sshd_log"
		sshd_run "$1" "$sshd_program" -D -e -f "$1/sshd_config" -o "ListenAddress=127.0.0.1:$sshd_port" \
			2>"$1/sshd_log" &
		sshd_process=$!
		while kill -0 "$sshd_process" 2>/dev/null; do
			if grep -q '^Server listening' "$1/sshd_log"; then
				sshd_client "$1"
				sshd_has_terminals "$1"
				return
			fi
			sleep 0.1
		done
	done
	cat "$1/sshd_log"
	return 1
}

sshd_client() {
	sshd_config=$1/ssh_config
	cat >"$sshd_config" <<-END
		Host server
		HostName 127.0.0.1
		Port $sshd_port
	END
	ssh_options "$1/user" >>"$sshd_config"
}

# ssh_options KEY: for `ssh -F`: that key alone, and no questions
ssh_options() {
	cat <<-END
		IdentityFile $1
		IdentitiesOnly yes
		UserKnownHostsFile /dev/null
		StrictHostKeyChecking no
		LogLevel ERROR
		BatchMode yes
	END
}

sshd_has_terminals() {
	if ssh -F "$sshd_config" -tt server true </dev/null >/dev/null 2>&1; then return; fi
	sshd_end
	echo 'sshd gives this user no terminal:'
	cat "$1/sshd_log"
	return 1
}

sshd_end() {
	if [ -n "$sshd_process" ]; then kill "$sshd_process" 2>/dev/null || :; fi
	sshd_process=
}
