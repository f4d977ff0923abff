# Writes the completion of a program for a shell on standard output:
#
#	awk -f completions.awk program=NAME SOURCE LEVELS... shell=bash|zsh|fish TEMPLATE
#
# SOURCE is the C file with the table of options, whose rows begin with the name and the letter:
#	{"name", 'l', ... NC_("argument", "VALUE"), N_("help")},
# LEVELS are level files named as in levels/. TEMPLATE is completion.SHELL; in it a line
#	@OPTIONS@	becomes what zsh or fish is told of the options
#	@VALUES@	for bash, what kind of value an option takes
#	@OPERANDS@	what kind of operands go with an option, where it is not LEVEL
#	@LEVELS@	the packs and levels
# and @PROGRAM@, @ID@, @MODES@ and, of the options, @NAMES@ become words. Lines from @BEGIN LEVELS@ to @END LEVELS@ are left
# out where there are no levels. A kind of value is a function of the template, named by what --help
# calls the value; it is an error if there is none.

BEGIN {
	# Nothing to choose from.
	free = " N S M RxC MIN..MAX MOVES TEXT FINGERPRINT CONNINFO NEW-NAME HOST=ROLE "
	operand["generate"] = "MODE"
	operand["import"] = operand["from"] = operand["merge-scores"] = "FILE"
	nothing = "export forget rename health metrics backup help version"
	count = split(nothing, words, " ")
	for (i = 1; i <= count; i++)
		operand[words[i]] = "NOTHING"
}

FNR == 1 { source = FILENAME ~ /\.c$/; pack_file = FILENAME ~ /\.level$/ }

function fail(text) {
	print "completions.awk: " text | "cat >&2"
	failed = 1
	exit 1
}

# ---- the table of options ----

source && /\{"[a-z][a-z-]*", *(0|'.'),/ { row = ""; inside = 1 }
source && inside {
	line = $0
	sub(/^[ \t]+/, "", line)
	row = row line
	if (is_whole(row)) {
		inside = 0
		take(row)
	}
}

# Whether as many braces are closed as opened; there are none in texts.
function is_whole(text) {
	return gsub(/\{/, "", text) == gsub(/\}/, "", text)
}

# The strings, one after another, that begin the rest of the row.
function take_string(    text) {
	text = ""
	while (match(rest, /^[ ]*"[^"]*"/)) {
		text = text substr(rest, index(rest, "\"") + 1)
		text = substr(text, 1, length(text) - (length(rest) - RLENGTH) - 1)
		rest = substr(rest, RLENGTH + 1)
	}
	return text
}

# What a macro has in the row; "" if it is not there.
function take_message(row, macro) {
	if (index(row, macro) == 0)
		return ""
	rest = substr(row, index(row, macro) + length(macro))
	return take_string()
}

function take(row,    i) {
	options++
	rest = row
	sub(/^[^"]*/, "", rest)
	name[options] = take_string()
	sub(/^, */, "", rest)
	letter[options] = rest ~ /^'/ ? substr(rest, 2, 1) : ""
	value[options] = take_message(row, "NC_(\"argument\", ")
	help[options] = take_message(row, "N_(")
	if (help[options] == "" && row !~ /NULL/)
		fail(FILENAME ":" FNR ": no text: " row)
	for (i = options - 1; help[options] != "" && i > 0 && help[i] == ""; i--)
		help[i] = help[options]
}

# ---- packs and levels ----

pack_file && FNR == 1 {
	pack = FILENAME
	sub(/^levels\//, "", pack)
	sub(/\.level$/, "", pack)
	mode = pack
	sub(/\/.*/, "", mode)
	if (index(" " modes " ", " " mode " ") == 0)
		modes = modes (modes == "" ? "" : " ") mode
	packs++
	pack_name[packs] = pack
}
pack_file && /^pack: / { pack_title[packs] = substr($0, 7) }
pack_file && /^level: / { title[packs, ++levels[packs]] = substr($0, 8) }
source || pack_file { next }

# ---- what the shells are told ----

function quoted(text) {
	gsub(/'/, shell == "fish" ? "\\'" : "'\\''", text)
	return "'" text "'"
}

# The function for a value.
function kind_of(option) {
	if (index(free, " " value[option] " ") != 0)
		return "NOTHING"
	wanted[value[option]] = name[option]
	return value[option]
}

function all_names(option, between) {
	return (letter[option] == "" ? "" : "-" letter[option] between) "--" name[option]
}

function names_of_all(text) {
	text = ""
	for (i = 1; i <= options; i++)
		text = text (i == 1 ? "" : " ") all_names(i, " ")
	return text
}

function bash_values() {
	for (i = 1; i <= options; i++)
		if (value[i] != "")
			print "\t" all_names(i, " | ") ") kind=" kind_of(i) " ;;"
}

function zsh_option(option, text) {
	text = help[option]
	gsub(/[][]/, "\\\\&", text)
	text = "[" text "]"
	if (value[option] != "") {
		kind = kind_of(option)
		text = text ":" value[option] ":" (kind == "NOTHING" ? " " : "_" id "_" kind)
	}
	equals = value[option] == "" ? "" : "="
	if (letter[option] == "")
		return "\t" quoted("--" name[option] equals text)
	return "\t" quoted("(" all_names(option, " ") ")") "{-" letter[option] \
		(equals == "" ? "" : "+") ",--" name[option] equals "}" quoted(text)
}

function fish_option(option, text) {
	text = "complete -c " program
	if (letter[option] != "")
		text = text " -s " letter[option]
	text = text " -l " name[option]
	if (value[option] != "") {
		kind = kind_of(option)
		text = text " -x" (kind == "NOTHING" ? "" : " -a " quoted("(__" id "_" kind ")"))
	}
	return text " -d " quoted(help[option])
}

function print_options() {
	for (i = 1; i <= options; i++)
		print (shell == "zsh" ? zsh_option(i) : fish_option(i))
}

function print_operands() {
	for (i = 1; i <= options; i++)
		if (name[i] in operand) {
			known[name[i]] = 1
			if (shell == "fish")
				print "            case " all_names(i, " ") "\n                set operand " \
					operand[name[i]]
			else
				print "\t" all_names(i, " | ") ") operand=" operand[name[i]] " ;;"
		}
	for (option in operand)
		if (!(option in known))
			fail("there is no option --" option)
}

function print_levels(end) {
	end = shell == "fish" ? " \\" : ""
	for (i = 1; i <= packs; i++) {
		if (shell == "bash") {
			print pack_name[i] " " levels[i]
			continue
		}
		print "\t" quoted(pack_name[i] "\t" pack_title[i]) end
		for (j = 1; j <= levels[i]; j++)
			print "\t" quoted(pack_name[i] ":" j "\t" title[i, j]) end
	}
}

# ---- the template ----

options == 0 { fail("no table of options found") }
id == "" {
	id = program
	gsub(/-/, "_", id)
}
/^@BEGIN LEVELS@$/ { skipping = packs == 0; next }
/^@END LEVELS@$/ { skipping = 0; next }
skipping { next }
/^@OPTIONS@$/ { print_options(); next }
/^@VALUES@$/ { bash_values(); next }
/^@OPERANDS@$/ { print_operands(); next }
/^@LEVELS@$/ { print_levels(); next }
{
	gsub(/@PROGRAM@/, program)
	gsub(/@ID@/, id)
	gsub(/@MODES@/, modes)
	gsub(/@NAMES@/, names_of_all())
	print
}
# A function of the template: _parlour_FILE().
/^(function )?_+[a-z_]*_[A-Z]+(\(\).*)?$/ {
	kind = $0
	sub(/\(.*/, "", kind)
	sub(/.*_/, "", kind)
	defined[kind] = 1
}

END {
	if (failed)
		exit 1
	for (kind in wanted)
		if (!(kind in defined))
			fail("nothing completes the value " kind " of --" wanted[kind] " in " shell)
}
