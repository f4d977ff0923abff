#!/bin/sh
# The templates have every message of the source, and the PO files fit them: formats, plurals, and no
# message left out. The manual pages are fit to read. Needs GNU gettext.
# shellcheck disable=SC1112 # quotation marks of languages
set -eu

top=$(cd "${srcdir:-.}" && pwd)
. "$top/tests/cli/holds.sh"
for tool in xgettext msgfmt msgcmp msgattrib; do
	command -v $tool >/dev/null || skip "GNU gettext is not installed: $tool"
done
same_sanitized languages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

# A complete file of a template: no message untranslated or only rough.
is_complete() {
	msgfmt --check --output-file=/dev/null "$1" &&
		msgcmp --use-untranslated "$1" "$2" 2>/dev/null &&
		test -z "$(msgattrib --only-fuzzy --no-obsolete "$1")" &&
		test -z "$(msgattrib --untranslated "$1")"
}

holds "the templates are up to date" sh "$top/po/update" --check
# xgettext drops a comment that does not stand right above the message.
grep -rho 'TRANSLATORS: .*' "$top/src" | sed 's| *\*/.*||' >"$work/comments"
awk 'NR == FNR { template = template $0 "\n"; next } !index(template, $0)' \
	"$top/po/parlour.pot" "$work/comments" >"$work/dropped"
holds "comments not in the template: $(cat "$work/dropped")" test ! -s "$work/dropped"
for file in "$top"/po/*.po; do
	test -e "$file" || continue
	name=$(basename "$file")
	holds "$name is complete" is_complete "$file" "$top/po/parlour.pot"
	holds "levels/$name is complete" is_complete "$top/po/levels/$name" "$top/po/levels.pot"
	holds "desktop/$name is complete" is_complete "$top/po/desktop/$name" "$top/po/desktop.pot"
	holds "manual/$name is complete" is_complete "$top/po/manual/$name" "$top/po/manual.pot"
	holds "po/$name is part of the program" grep -q "po/$name" "$top/Makefile.am"
	holds "po/levels/$name is part of the program" grep -q "po/levels/$name" "$top/Makefile.am"
	holds "po/desktop/$name is part of the entry" grep -q "po/desktop/$name" "$top/Makefile.am"
	holds "po/manual/$name makes pages" grep -q "po/manual/$name" "$top/Makefile.am"
	holds "po/manual.cfg has no $name" grep -q "po4a_langs.* ${name%.po}\( \|\$\)" "$top/po/manual.cfg"
done

# has_sections PAGE: each section that the page refers to is there.
has_sections() {
	sed -n 's/^\.Sx \(.*\)/\1/p' "$1" | sed -e 's/\( Ns\)\{0,1\}\( [.,:;)]\)*$//' -e 's/^"\(.*\)"/\1/' |
		sort -u >"$work/sections"
	while read -r section; do
		grep -qxF -e ".Sh $section" -e ".Ss $section" "$1" || {
			echo "$1: no section: $section"
			return 1
		}
	done <"$work/sections"
}
# marks_of LANGUAGE: its quotation marks, and ’ where that is an apostrophe too
marks_of() {
	case $1 in
	de) echo '„ “' ;;
	es) echo '« » ‘ ’' ;;
	fr | nb) echo '« »' ;;
	ja) echo '「 」' ;;
	nl) echo '‘ ’' ;;
	pl) echo '„ ”' ;;
	uk) echo '« » ’' ;;
	*) echo '“ ” ‘ ’' ;;
	esac | tr ' ' '\n' | LC_ALL=C sort
}
printf '%s\n' '„' '“' '”' '‚' '‘' '’' '«' '»' '‹' '›' '「' '」' '『' '』' >"$work/marks"
# has_marks FILE LANGUAGE: pages have all of these marks, and no others
has_marks() {
	marks_of "$2" >"$work/expected"
	LC_ALL=C grep -oF -f "$work/marks" "$1" | LC_ALL=C sort -u >"$work/found" || :
	diff "$work/expected" "$work/found"
}
# groff_page PAGE: as man shows it on 78 columns; what groff warns of is in $work/warnings
groff_page() {
	groff -K utf8 -T utf8 -m mdoc -ww -rLL=78n -P-cbou "$1" 2>"$work/said" || return
	sed -e 's/.*: warning[^:]*: //' -e 's/[0-9][0-9.]*//g' "$work/said" | sort -u >"$work/warnings"
}
groff_is_fit=no
if command -v groff >/dev/null && echo '„“' | groff -K utf8 -T utf8 -m mdoc 2>/dev/null | grep -q '„“'; then
	groff_is_fit=yes
fi
# two_blanks PAGE: where it has them, outside of displays
two_blanks() {
	awk '/^\.Bd/ { shown = 1 } /^\.Ed/ { shown = 0 } !shown && /[^ ]  / { print FILENAME ": " $0 }' "$1"
}

# The English pages come first: the others are compared with them.
pages=0
for page in "$top"/man/*.[1-9] man/*/man*/* "$top"/man/*/man*/*; do
	test -f "$page" || continue
	pages=$((pages + 1))
	case $page in
	"$top"/man/*/* | man/*) language=${page%/*/*} language=${language##*/} ;;
	*) language=en ;;
	esac
	echo "$language" >>"$work/languages"
	holds "sections of $page" has_sections "$page"
	two_blanks "$page" >"$work/blanks"
	holds "two blanks: $(cat "$work/blanks")" test ! -s "$work/blanks"
	if command -v mandoc >/dev/null; then
		mandoc -Tlint -Wwarning "$page" 2>/dev/null | grep -v -e 'new sentence, new line' >"$work/lint" || :
		holds "mandoc: $(cat "$work/lint")" test ! -s "$work/lint"
		mandoc -Tutf8 "$page" >>"$work/mandoc.$language"
	fi
	if [ "$groff_is_fit" = yes ]; then
		groff_page "$page" >"$work/page"
		cat "$work/page" >>"$work/groff.$language"
		english=$work/english.${page##*/}
		[ "$language" != en ] || cp "$work/warnings" "$english"
		comm -13 "$english" "$work/warnings" >"$work/more"
		holds "groff of $page, but not of the English one: $(cat "$work/more")" test ! -s "$work/more"
		# Only English doubles the blank after a sentence.
		if [ "$language" != en ]; then
			LC_ALL=C grep '[[:alnum:])]\.  [^ ]' "$work/page" >"$work/blanks" || :
			holds "groff doubles blanks in $page: $(cat "$work/blanks")" test ! -s "$work/blanks"
		fi
	fi
done
sort -u "$work/languages" >"$work/all"
while read -r language; do
	for rendered in "$work/mandoc.$language" "$work/groff.$language"; do
		test -e "$rendered" || continue
		holds "quotation marks of $language by ${rendered##*/} are not these (<)" \
			has_marks "$rendered" "$language"
	done
done <"$work/all"

# What the checks above are worth: a message less, another format and a rough one are found.
cat >"$work/x.pot" <<'END'
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

#, c-format
msgid "%d moves"
msgstr ""

msgid "Solved."
msgstr ""
END
head_of_x='msgid ""
msgstr "Language: de\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nProject-Id-Version: x\nPO-Revision-Date: 2026-01-01 00:00+0000\nLast-Translator: x <x>\nLanguage-Team: x\n"
'
write_x() {
	printf '%s\n#, %sc-format\nmsgid "%%d moves"\nmsgstr "%s"\n\n%s\n' "$head_of_x" "$1" "$2" "$3" \
		>"$work/x.po"
}
is_refused() {
	! is_complete "$work/x.po" "$work/x.pot" >/dev/null 2>&1
}
solved='msgid "Solved."
msgstr "Gelöst."'
write_x '' '%d Züge' "$solved"
holds "a complete file is taken" is_complete "$work/x.po" "$work/x.pot"
write_x '' '%s Züge' "$solved"
holds "another format is refused" is_refused
write_x '' '%d Züge' ''
holds "a message less is refused" is_refused
write_x 'fuzzy, ' '%d Züge' "$solved"
holds "a rough message is refused" is_refused

printf '.Sh ONE\n.Sx TWO .\n' >"$work/page"
if has_sections "$work/page" >/dev/null; then
	faults=$((faults + 1))
	echo 'a section that is not there is not found'
fi
printf 'Auf „Deutsch“, ‘so’.\n' >"$work/page"
if has_marks "$work/page" de >/dev/null; then
	faults=$((faults + 1))
	echo 'other quotation marks are not found'
fi
echo "$pages pages, $asserted assertions, $faults faults"
test "$faults" -eq 0
