# Reads templates and PO files as msgcat writes them, for the awk programs here: with this, building needs
# no gettext. A PO file's name is its language's code; there may be several of one language, in different
# folders. Texts that are only rough ("fuzzy") are left out. A program that has read all files
# calls finish(), and has
#     order[0 ... count - 1]   the messages of the templates; a context comes first, with \004
#     texts[LANGUAGE, message] the translation; each of its forms ends in \001
function unquote(line,    out, i, c) {
	sub(/^[^"]*"/, "", line)
	sub(/"[^"]*$/, "", line)
	out = ""
	while ((i = index(line, "\\")) > 0) {
		c = substr(line, i + 1, 1)
		out = out substr(line, 1, i - 1) (c == "n" ? "\n" : c == "t" ? "\t" : c)
		line = substr(line, i + 2)
	}
	return out line
}
# Takes in the entry that has been read.
function finish(    i, id, text) {
	if (have && message != "") {
		id = context == "" ? message : context "\004" message
		if (is_template) {
			if (!(id in number))
				order[count++] = id
			number[id] = 1
		} else if (!fuzzy && id in number && form[0] != "") {
			text = ""
			for (i = 0; i < forms; i++)
				text = text form[i] "\001"
			texts[language, id] = text
		}
	}
	have = fuzzy = forms = 0
	context = message = ""
	split("", form)
}
FNR == 1 {
	finish()
	is_template = FILENAME ~ /\.pot$/
	language = FILENAME
	gsub(/.*\/|\.po$/, "", language)
}
/^#~/ { next }
/^#,.*fuzzy/ { finish(); fuzzy = 1; next }
/^#/ { if (have && forms > 0) finish(); next }
/^msgctxt / { if (have) finish(); have = 1; part = "context" }
/^msgid / { if (have && part != "context") finish(); have = 1; part = "message" }
/^msgid_plural / { part = "plural" }
/^msgstr/ { part = "form"; forms++ }
/"/ {
	value = unquote($0)
	if (part == "context") context = context value
	else if (part == "message") message = message value
	else if (part == "form") form[forms - 1] = form[forms - 1] value
}
