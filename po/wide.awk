# Makes a manual page in Japanese or Chinese, as page.awk leaves it, fit to read:
#     LC_ALL=C awk -f wide.awk <page >new
# - roff puts a blank between a line of text and a macro. It goes where a full-width punctuation mark
#   is on one side, and where both sides are full-width characters or a quotation.
# - groff breaks a line only at blanks, so \: between full-width characters says where else it may.
#   (mandoc 1.14 ignores \: and lets the terminal break such lines.)
function kind(c) { # of a character: a full-width mark, wide, or other
	if (c ~ mark)
		return "M"
	return c ~ /^[\343-\351\357]..$/ ? "W" : "O"
}
function first(line) {
	if (line ~ /^\.(Dq|Sq|Ql)/)
		return "Q"
	if (line ~ /^\./)
		sub(/^\.([A-Z][a-z] +)+"?/, "", line)
	return kind(substr(line, 1, 3))
}
function last(line) {
	if (line ~ /^\.(Dq|Sq|Ql)/)
		return "Q"
	sub(/"$/, "", line)
	return kind(substr(line, length(line) - 2))
}
function joins(a, b) {
	return a == "M" || b == "M" || (a ~ /[WQ]/ && b ~ /[WQ]/)
}
function parts(a, b,  c) { # whether a line may end between the two
	sub(/^\.([A-Z][a-z] +)+"?/, "", b)
	c = substr(b, 1, 1)
	if (c >= "\300")
		c = substr(b, 1, 3)
	return substr(a, length(a) - 2) !~ opening && c !~ closing
}
function is_text(line) {
	return line != "" && line !~ /^[.']/
}
function is_inline(line) {
	return line ~ /^\.(Ar|Em|Sx|Sq|Dq|Pq|Ic|Li|Fl|Pa|Xr|Cm|Ev|Nm|No|Op|Ql|Dv)( |$)/
}
function with_breaks(line,  out, i, c, prior) {
	for (i = 1; i <= length(line); i += length(c)) {
		c = substr(line, i, 1)
		c = substr(line, i, c < "\300" ? 1 : c < "\340" ? 2 : c < "\360" ? 3 : 4)
		if (i > 1 && (kind(prior) != "O" || kind(c) != "O") && prior !~ /[ \\]/ && c != " " &&
		    prior !~ opening && c !~ closing)
			out = out "\\:"
		out = out c
		prior = c
	}
	return out
}
function item(line) { # of a list: the last column of a table, or a message
	match(line, /^\.It (Li|.* Ta) /)
	return substr(line, 1, RLENGTH) with_breaks(substr(line, RLENGTH + 1))
}
BEGIN {
	mark = "^(\343\200[\201\202\210-\221]|\357\274[\201\210\211\214\232\233\237])$"
	opening = "^(\343\200[\210\212\214\216\220]|\357\274\210)$"
	# Neither do small kana and the sign of a long vowel begin a line.
	closing = "^(\343\200[\201\202\205\211\213\215\217\221]|\357\274[\201\211\214\232\233\237]|" \
	          "\343\201[\201\203\205\207\211\243]|\343\202[\203\205\207\241\243\245\247\251]|" \
	          "\343\203[\203\243\245\247\273\274]|[.,:;!?)])$"
}
/^\.Bd/ { display = 1 }
/^\.Ed/ { display = 0 }
/^\.Sh/ { synopsis = $2 == "SYNOPSIS" } # where a blank has a meaning
{ here = !display && !synopsis && (is_text($0) || is_inline($0)) }
NR > 1 {
	ending = ""
	if (before_here && here && joins(last(before), first($0)))
		ending = is_text(before) ? (parts(before, $0) ? "\\:\\c" : "\\c") : before ~ / Ns$/ ? "" : " Ns"
	print before ending
}
{
	before = here && is_text($0) ? with_breaks($0) : /^\.It (Li|.* Ta) / ? item($0) : $0
	before_here = here
}
END { print before }
