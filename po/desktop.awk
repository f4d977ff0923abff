# Adds the translations to a desktop entry or to AppStream metainfo:
#     LC_ALL=C awk -f desktop.awk -f read.awk desktop.pot desktop/CODE.po... FILE
# or writes the messages of these files for the template:
#     LC_ALL=C awk -v template=1 -f desktop.awk -f read.awk FILE...
# (msgfmt and xgettext do the same, but which elements of metainfo they know depends on what is
# installed, and version 0.21 writes pt_BR in XML, where it has to be pt-BR.)
#
# In the entry the values of some keys are translated, in the metainfo the texts of some elements. An
# element begins and ends on lines of its own; there are no entities in its text.

# The message has been read: prints it for the template, or its translations, each between BEFORE
# with the language in place of CODE, and AFTER.
function translate(kind, message, before, after,  i, code, start, text) {
	if (template && !(message in seen)) {
		seen[message] = 1
		gsub(/[\\"]/, "\\\\&", message)
		printf "#. %s\n#: %s\nmsgid \"%s\"\nmsgstr \"\"\n\n", kind, FILENAME, message
	}
	for (i = 1; i <= known; i++) {
		code = languages[i]
		if (after != "")
			sub(/_/, "-", code)
		start = before
		sub(/CODE/, code, start)
		text = texts[languages[i], message]
		sub(/\001$/, "", text)
		if (text != "")
			print start text after
	}
}
function put(line) {
	if (!template)
		print line
}
FNR == 1 { # templates and PO files are for read.awk
	is_po = FILENAME ~ /\.pot?$/
	if (FILENAME ~ /\.po$/) {
		languages[++known] = FILENAME
		gsub(/.*\/|\.po$/, "", languages[known])
	} else if (!is_po)
		finish()
}
!is_po && /^(Name|GenericName|Comment|Keywords)=/ && !/=Parlour$/ {
	put($0)
	key = substr($0, 1, index($0, "=") - 1)
	translate(key == "Keywords" ? "what to search for; each ends in a semicolon" : key,
	          substr($0, length(key) + 2), key "[CODE]=", "")
	next
}
!is_po && match($0, /<(summary|p|li|keyword)>/) {
	indent = substr($0, 1, RSTART - 1)
	element = substr($0, RSTART + 1, RLENGTH - 2)
	words = ""
}
!is_po {
	put($0)
	if (element == "")
		next
	words = words " " $0
	if (!index($0, "</" element ">"))
		next
	gsub(/<[^>]*>/, "", words)
	gsub(/[ \t]+/, " ", words)
	gsub(/^ | $/, "", words)
	translate(element, words, indent "<" element " xml:lang=\"CODE\">", "</" element ">")
	element = ""
	next
}
