#!/bin/sh
# Makes and verifies a certificate for each shipped level that has a par, JOBS at once, and keeps them
# in the folder KEEP, if that is set. PARLOUR and VERIFY are the programs; srcdir has the levels; ONLY
# is a pattern of names. Prints a line for each that is not proven, and a summary. Fails if there is one.
set -eu
: "${srcdir:?}"

case ${1:-} in
'')
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
	export work
	began=$(date +%s)
	"$PARLOUR" --list --json |
		sed -n 's/^{"file": "\([^"]*\)", "index": \([0-9]*\),.*"par": [0-9].*/\1:\2/p' |
		grep -E "${ONLY:-.}" >"$work/levels"
	# Those of the last packs take longest.
	grep records "$work/levels" >"$work/order" || :
	grep -v records "$work/levels" >>"$work/order" || :
	xargs -n 1 -P "${JOBS:-2}" sh "$0" <"$work/order" >"$work/results"
	grep -v '^proven ' "$work/results" || :
	awk -v levels="$(grep -c . "$work/levels")" -v seconds=$(($(date +%s) - began)) '
		$1 == "proven" { proven++ }
		{ positions += $3; bytes += $4; if ($4 > most) most = $4 }
		END {
			printf "%d of %d levels proven: %d positions, %d bytes (at most %d), %d seconds\n",
				proven, levels, positions, bytes, most, seconds
			exit proven != levels || levels == 0
		}' "$work/results"
	;;
*) # one level; srcdir is in the environment
	pack=${1%:*}
	file=${KEEP:-$work}/$(printf %s "$1" | tr '/:' '--').certificate
	"$PARLOUR" --solve --certificate "$file" "$1" >/dev/null 2>&1 || :
	says=$("$VERIFY" "$file" "$srcdir/levels/$pack.level" "${1##*:}" 2>&1) && what=proven || what=not-proven
	positions=$(printf '%s\n' "$says" | sed -n 's/.* (\([0-9]*\) positions*)$/\1/p')
	echo "$what $1 ${positions:-0} $(wc -c <"$file" || echo 0) $says"
	test -n "${KEEP:-}" || rm -f "$file"
	;;
esac
