# Makes a manual page in another language, as po4a leaves it, fit to read:
#     LC_ALL=C awk -v language=CODE -f page.awk <page >new
# - roff's macros for quotations, .Dq, .Sq and .Ql, have English marks. Where the language has others,
#   .Dq and .Sq become text with these, and .Ql a literal between them.
# - groff doubles the blank after a sentence, as English typists do, where a line of the source ends.
#   (mandoc 1.14 ignores .ss.)
# - po4a leaves blanks: at the end of .It, and a second one where it broke a line after "\ ".
BEGIN {
	# Opening and closing mark: of .Dq, then of .Sq and .Ql. "\~" is a blank that doesn't break.
	split("de:„:“:„:“ es:«:» fr:«\\~:\\~»:«\\~:\\~» ja:「:」:「:」 nb:«:»:«:» nl:‘:’ " \
	      "pl:„:”:„:” uk:«:»:«:»", languages, " ")
	for (i in languages) {
		split(languages[i], mark, ":")
		if (mark[1] != language)
			continue
		marks["Dq"] = mark[2] SUBSEP mark[3]
		if (mark[4] != "")
			marks["Sq"] = marks["Ql"] = mark[4] SUBSEP mark[5]
	}
}
# What a macro quotes, between its marks; punctuation at the end comes after them.
function quotation(macro, text,  after, mark) {
	for (after = ""; text ~ / [.,:;!?)]$/; text = substr(text, 1, length(text) - 2))
		after = substr(text, length(text)) after
	split(marks[macro], mark, SUBSEP)
	if (macro == "Ql")
		text = "Li " text
	if (text !~ /^(Ar|Li) /) {
		gsub(/^"|"$/, "", text)
		return mark[1] text mark[2] after
	}
	gsub(/./, " &", after)
	return ".No " mark[1] " Ns " text " Ns No " mark[2] after
}
/^\.Bd/ { display = 1 }
/^\.Ed/ { display = 0 }
!display && /^\./ {
	sub(/ +$/, "")
	gsub(/\\  +/, "\\ ")
}
!display && substr($1, 2) in marks { $0 = quotation(substr($1, 2), substr($0, 5)) }
{ print }
/^\.Os/ { print ".ss 12 0" }
