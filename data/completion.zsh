#compdef @PROGRAM@
# zsh completion for @PROGRAM@. Made from the program's table of options.

# ---- each kind of value ----

_@ID@_FILE() {
	_files
}

_@ID@_FOLDER() {
	_files -/
}

_@ID@_HOST() {
	_alternative 'hosts:host:(localhost)' 'hosts:host:_hosts'
}

_@ID@_NOTHING() {
	_message 'no more arguments'
}
@BEGIN LEVELS@

_@ID@_MODE() {
	local expl
	_wanted modes expl mode compadd @MODES@
}

_@ID@_PIECE() {
	local expl
	_wanted pieces expl piece compadd bishop rook queen knight king
}

_@ID@_WHERE() {
	local expl
	_wanted logs expl log compadd stderr syslog
}

_@ID@_DATE() {
	local expl
	_wanted dates expl 'day or week' compadd today
}

_@ID@_VARIABLE() {
	_parameters -g '*export*'
}

# The players of this account have folders.
_@ID@_NAME() {
	local expl
	_wanted players expl player \
		compadd -- ${XDG_STATE_HOME:-$HOME/.local/state}/parlour/players/*(N/:t)
}

# Modes and packs; the levels of a pack once no other one is left; level files.
_@ID@_LEVEL() {
	local expl row pack ret=1
	local -a packs names shown rows=(
@LEVELS@
	)
	packs=(${(M)${rows%%$'\t'*}:#${(b)PREFIX%%:*}*})
	packs=(${packs:#*:*})
	pack=${PREFIX%%:*}
	if (( ! ${packs[(Ie)$pack]} )); then
		if (( $#packs == 1 )); then pack=$packs[1]; else pack=; fi
	fi
	for row in $rows; do
		case ${row%%$'\t'*} in
		(*:*) [[ $row == ${(b)pack}:* ]] || continue ;;
		esac
		names+=(${row%%$'\t'*})
		shown+=("${(r:24:)row%%$'\t'*}  ${row#*$'\t'}")
	done
	_wanted modes expl mode compadd @MODES@ && ret=0
	_wanted -V levels expl 'pack or level' compadd -l -d shown -a names && ret=0
	_wanted files expl 'level file' _files -g '*.level(-.)' && ret=0
	return ret
}
@END LEVELS@

# ---- the command line ----

_@ID@_operand() {
	local option operand=NOTHING
@BEGIN LEVELS@
	operand=LEVEL
	for option in ${(k)opt_args}; do
		case $option in
@OPERANDS@
		esac
	done
@END LEVELS@
	_@ID@_$operand
}

local -a options=(
@OPTIONS@
)
_arguments -s -S $options '*:LEVEL:_@ID@_operand'
