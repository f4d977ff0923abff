# bash completion for @PROGRAM@. Made from the program's table of options.
# shellcheck shell=bash disable=SC2207 # bash 3.2 has no mapfile

# What kind of value the option $1 takes, in $kind.
_@ID@_kind_of() {
	kind=
	case $1 in
@VALUES@
	esac
}

# ---- each kind: sets COMPREPLY to what begins with $value ----

_@ID@_among() {
	COMPREPLY=($(compgen -W "$1" -- "$value"))
}

# bash itself completes files where there is no reply.
_@ID@_FILE() {
	COMPREPLY=()
}

_@ID@_FOLDER() {
	compopt +o default -o dirnames 2>/dev/null
}

_@ID@_HOST() {
	COMPREPLY=($(compgen -W localhost -A hostname -- "$value"))
}

_@ID@_NOTHING() {
	compopt +o default 2>/dev/null
}
@BEGIN LEVELS@

_@ID@_MODE() {
	_@ID@_among "${modes// /$'\n'}"
}

_@ID@_PIECE() {
	_@ID@_among $'bishop\nrook\nqueen\nknight\nking'
}

_@ID@_WHERE() {
	_@ID@_among $'stderr\nsyslog'
}

_@ID@_DATE() {
	_@ID@_among today
}

_@ID@_VARIABLE() {
	COMPREPLY=($(compgen -e -- "$value"))
}

# The players of this account have folders.
_@ID@_NAME() {
	local folder=${XDG_STATE_HOME:-$HOME/.local/state}/parlour/players
	_@ID@_among "$(cd "$folder" 2>/dev/null && printf '%s\n' *)"
}

_@ID@_packs='
@LEVELS@
'

# Modes and packs; the levels of a pack once no other one is left; level files.
_@ID@_LEVEL() {
	local names=${modes// /$'\n'} pack count left=0 only='' number
	while IFS=' ' read -r pack count; do
		case $pack in
		'') continue ;;
		"${value%%:*}") left=1 only="$pack $count" ;;
		"$value"*) [[ $only == "$value "* ]] || left=$((left + 1)) only="$pack $count" ;;
		esac
		names+=$'\n'$pack
	done <<<"$_@ID@_packs"
	if ((left == 1)); then
		for ((number = 1; number <= ${only#* }; number++)); do
			names+=$'\n'${only% *}:$number
		done
	fi
	_@ID@_among "$names"
	((${#COMPREPLY[@]})) || return
	local file
	while IFS= read -r file; do
		COMPREPLY+=("$(printf %q "$file")")
	done < <(compgen -f -X '!*.level' -- "$value")
}
@END LEVELS@

# ---- the command line ----

_@ID@() {
	local IFS=$'\n' line=${COMP_LINE:0:COMP_POINT} operand=NOTHING
	local word value words kind='' ended='' last
	local names='@NAMES@'
@BEGIN LEVELS@
	local modes='@MODES@'
	operand=LEVEL
@END LEVELS@
	COMPREPLY=()
	# The words as they are written, which bash breaks at ":" and "=".
	value=${line##*[[:space:]]}
	IFS=$' \t\n' read -r -a words <<<"${line%"$value"}"
	for word in "${words[@]:1}"; do
		if [[ -n $kind ]]; then
			kind=
			continue
		fi
		[[ $word != -- ]] || ended=1
		[[ -z $ended ]] || continue
		_@ID@_kind_of "$word"
@BEGIN LEVELS@
		case $word in
@OPERANDS@
		esac
@END LEVELS@
	done
	if [[ -z $kind && -z $ended && $value == --*=* ]]; then
		_@ID@_kind_of "${value%%=*}"
		value=${value#*=}
	elif [[ -z $kind && -z $ended && $value == -* ]]; then
		_@ID@_among "${names// /$'\n'}"
		return
	fi
	_@ID@_"${kind:-$operand}"

	# The reply stands for what follows the last break.
	last=${value##*[:=]}
	if [[ $last != "$value" && $COMP_WORDBREAKS == *"${value:$((${#value} - ${#last} - 1)):1}"* ]]; then
		COMPREPLY=("${COMPREPLY[@]#"${value%"$last"}"}")
	fi
}

complete -o default -F _@ID@ @PROGRAM@
