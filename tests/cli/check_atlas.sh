#!/bin/sh
# The atlas: small tables are made again by chart, in one piece and in shards, and by recount, a
# simpler program, and are those of atlas/*.jsonl; the game proves a board of each table; doc/atlas.md
# has the checksums of these files.
set -eu

. "${srcdir:-$(dirname "$0")/../..}/tests/cli/runs.sh"

top=$(cd "$OLDPWD" && cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
shards=$top/atlas/shards

fault() {
	echo "$1"
	faults=$((faults + 1))
}

# made NAME TABLE PARTS: the lines of a table in the file NAME.
made() {
	echo "$2" >tables
	"$shards" plan tables "$3" >the-plan
	rm -rf parts
	while read -r shard; do
		"$shards" make parts "$shard" || fault "shard $shard: status $?"
	done <the-plan
	"$shards" merge parts/*.jsonl >"$1"
}

# shipped TABLE: its lines in the tree.
shipped() {
	echo "$1" | {
		read -r mode size one two _
		key="{\"atlas\": \"$mode\", \"rows\": ${size%x*}, \"columns\": ${size#*x}"
		case $mode in
		tilt) key="$key, \"blocks\": $one, \"colours\": \"$two\"" ;;
		bishop) key="$key, \"pieces\": \"$one\", \"rules\": \"$two\"" ;;
		exchange) key="$key, \"rules\": \"$one\"" ;;
		gems) key="$key, \"colours\": $one, \"cells\": \"$two\"" ;;
		house) key="$key, \"tiles\": \"$one\"" ;;
		esac
		grep -F "$key, " "$top/atlas/$mode.jsonl"
	}
}

# ---- tables that take no time ----

step=1
test -z "${SANITIZED-}" || step=7
grep -E -e '^(tilt (2x[2345]|3x[34]|4x4) [12345] .* 0|lines 2x[23])$' \
	-e '^(bishop 4x4 .*|exchange (3x4|4x5|5x4) .*|gems (3x3|3x4|4x3 2) .*)$' \
	"$top/atlas/tables" |
	awk -v step=$step 'NR % step == 0' >small
test "$(grep -c '' small)" -ge $((60 / step)) || fault 'hardly any small table'
while read -r table <&3; do
	cases=$((cases + 1))
	shipped "$table" >wanted
	made got "$table" 1
	cmp -s wanted got || fault "$table: $(head -n 1 got), expected $(head -n 1 wanted)"
done 3<small

for table in 'tilt 3x4 3 different 0' 'lines 2x3' 'bishop 4x4 abc free 0' 'gems 3x4 3 full' \
	'exchange 5x4 no-attack 1000000'; do
	cases=$((cases + 1))
	shipped "$table" >wanted
	made got "$table" 7
	test "$(grep -c '' the-plan)" = 7 || fault "$table: not seven shards"
	cmp -s wanted got || fault "$table in shards: $(head -n 1 got)"
done

# A bound that a board reaches changes nothing but the work; of one that none reaches, it says so.
cases=$((cases + 2))
unbound() { sed 's/"bound": [0-9]*, //' "$1"; }
shipped 'tilt 3x4 5 different 0' >wanted
most=$(sed -n '1s/.*"most": \([0-9]*\).*/\1/p' wanted)
made got "tilt 3x4 5 different $most" 2
test "$(unbound got)" = "$(unbound wanted)" || fault "with the bound $most: $(head -n 1 got)"
made got "tilt 3x4 5 different $((most + 1))" 2
grep -q '"most": null, "boards": 0' got || fault "with the bound $((most + 1)): $(head -n 1 got)"

# Of fourteen blocks or more those that stay are left out where boards of interest need two moves or
# more; walks with all blocks found what is shipped.
if test -z "${SANITIZED-}"; then
	cases=$((cases + 2))
	shipped 'tilt 3x5 14 different 0' >wanted
	made got 'tilt 3x5 14 different 0' 1
	cmp -s wanted got || fault "14 blocks: $(head -n 1 got)"
	made got 'tilt 3x5 14 different 20' 1
	test "$(unbound got)" = "$(unbound wanted)" || fault "14 blocks, bound 20: $(head -n 1 got)"
fi

# ---- counted in another way ----

for table in 'tilt 2x2 3 different' 'tilt 2x4 2 alike' 'tilt 3x3 1 different' 'tilt 3x3 2 different' \
	'tilt 3x3 3 alike' 'tilt 3x3 3 different' 'lines 2x2' 'lines 2x3' \
	'bishop 3x3 ab free' 'bishop 4x4 a free' 'bishop 4x4 aa free' 'bishop 4x4 ab no-attack' \
	'bishop 3x5 aab free' 'bishop 4x4 abc no-attack' \
	'gems 3x3 2 full' 'gems 3x3 3 full' 'gems 3x3 3 any' 'gems 3x4 2 full' \
	'exchange 3x3 free 2' 'exchange 3x4 free 3' 'exchange 4x3 free 3' 'exchange 4x3 free 6' \
	'exchange 4x3 no-attack 2' 'exchange 4x3 no-attack 1' 'exchange 5x2 free 4'; do
	cases=$((cases + 1))
	# shellcheck disable=SC2086 # words of a table
	"$RECOUNT" $table >recounted
	shipped "$table 0" | grep -F -e '"complete"' -e '"exchange"' >wanted
	grep -qF "$(cat recounted)" wanted || fault "$table: $(cat recounted)"
done

# Single layouts: number 439 has starts whose two classes reach different words.
for i in $(seq 300 449); do
	cases=$((cases + 1))
	"$CHART" tilt 3x3 5 different 0 "$i..$((i + 1))" >made
	grep -q '"layouts": 1' made || continue
	"$RECOUNT" tilt 3x3 5 different $((i * 0x7c15 % 512)) >recounted
	grep -qF "$(cat recounted)" made || fault "layout $i: $(cat recounted), not $(head -n 1 made)"
done

# All positions of ten different tiles, with tiles that go with the board's symmetries and without.
for tiles in 0a14283c69 013469abce; do
	test -z "${SANITIZED-}" || break
	cases=$((cases + 2))
	"$RECOUNT" house 2x5 "$tiles" | sed 's/.*"most"/"most"/' >recounted
	most=$(sed -n 's/"most": \([0-9]*\).*/\1/p' recounted)
	made got "house 2x5 $tiles $most 3" 2
	grep -F '"complete": true' got | grep -qF "$(cat recounted)" ||
		fault "house 2x5 $tiles: $(head -n 1 got), not $(cat recounted)"
	shipped "house 2x5 $tiles" >wanted
	cmp -s wanted got || fault "house 2x5 $tiles: not the shipped boards"
	made got "house 2x5 $tiles $((most + 1)) 2" 1
	grep -q '"positions": 3628800, "most": null, "boards": 0' got ||
		fault "house 2x5 $tiles $((most + 1)): $(head -n 1 got)"
done

# Sides that see each other from the beginning have no line.
cases=$((cases + 1))
test "$("$RECOUNT" exchange 3x4 no-attack 3)" = attack || fault 'exchange 3x4 no-attack 3: no attack'
! shipped 'exchange 3x4 no-attack' | grep -q '"pieces": 3,' || fault 'exchange 3x4 no-attack 3 has a line'

# ---- proven by the game: the first board of each table ----

# level LINE: a board of the atlas as a level.
level() {
	awk '
		function value(name) {
			if (!match($0, "\"" name "\": (\"[^\"]*\"|[^\",}]+)"))
				return ""
			return substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 4)
		}
		function text(name, found) {
			found = value(name)
			return substr(found, 2, length(found) - 2)
		}
		{
			print "level: Board " NR "\nmode: " text("atlas") "\npar: " value("moves")
			if (text("rules") == "no-attack")
				print "rules: no-attack"
			print ""
			rows = split(text("start"), start, "/")
			split(text("goal"), goal, "/")
			for (r = 1; r <= rows; r++)
				print start[r] (goal[r] == "" ? "" : " " goal[r])
			print ""
		}'
}
# Those of twelve to fourteen different blocks take half a minute, and are left out.
boards() {
	(cd "$top/atlas" && cat tilt.jsonl lines.jsonl bishop.jsonl gems.jsonl) |
		grep -v '"blocks": 1[234], "colours": "different"'
}
{
	printf 'pack: Atlas\nauthor: x\nlicence: CC0-1.0\n\n'
	boards | awk '/"complete"/ { first = 1; next } first { print; first = 0 }' | level
} >first.level
cases=$((cases + 1))
"$PARLOUR" --check first.level >out || fault "--check: $(grep -v 'right' out | head -n 5)"
test "$(grep -c '^level:' first.level)" = "$(boards | grep '"complete": true' |
	grep -vc '"most": null')" || fault 'a table has no board'

if test -z "${SANITIZED-}"; then
	cases=$((cases + 1))
	"$PARLOUR" --check "$top/atlas/full-house.level" >out || fault "the full house: $(cat out)"
fi

# The packs "Nothing harder exists": what each level says of its table, and its par.
cat "$top"/levels/*/nothing-harder.level | awk '
	sub(/^; chart /, "") { table = $0 }
	sub(/^par: /, "") { print $0, table }
' >levels
test "$(cut -d ' ' -f 2 levels | sort -u | tr '\n' ' ')" = 'bishop gems lines tilt ' ||
	fault 'a puzzle has no pack'
while read -r par table <&3; do
	cases=$((cases + 1))
	shipped "$table" >wanted
	grep -q "\"complete\": true.*\"most\": $par, " wanted || fault "$table: not $par moves"
done 3<levels

# The largest layout of a shade: all of its 25 cells.
cases=$((cases + 1))
"$CHART" bishop 7x7 ab free 0 13143235..13143236 >got
grep -q '"layouts": 1, "most": 5, "boards": 37' got || fault "the whole of 7x7: $(head -n 1 got)"

# ---- the shards ----

# One that was ended leaves nothing behind, and is made when it is run again.
echo 'tilt 5x5 4 different 125' >tables
"$shards" plan tables 1 >the-plan
rm -rf parts
"$shards" make parts "$(cat the-plan)" &
worker=$!
sleep 0.3
kill "$worker"
wait "$worker" && fault 'killed, it is no failure'
test -z "$(ls -A parts 2>/dev/null)" || fault "a killed shard left $(ls -A parts)"
cases=$((cases + 1))

# Two of one range, one missing, and parts of different tables.
echo 'tilt 3x3 2 different 0' >tables
"$shards" plan tables 3 >the-plan
rm -rf parts
while read -r shard; do "$shards" make parts "$shard"; done <the-plan
"$shards" merge parts/* | grep -q '"complete": true' || fault 'three shards are not a table'
set -- parts/*
"$shards" merge "$1" "$2" | grep -q '"complete": false, "share": 0.66' || fault 'two shards of three'
"$shards" merge "$1" "$@" | grep -q '"complete": false' || fault 'a shard counts twice'
"$CHART" tilt 3x3 3 different 0 >other
status=0
"$shards" merge "$@" other >out 2>messages || status=$?
test "$status" = 2 || fault "shards of two tables: status $status"
cases=$((cases + 4))

# A list of tables may lack the end of its last line.
printf 'tilt 3x3 2 different 0' >tables
"$shards" plan tables 3 | cmp -s - the-plan || fault 'the last table is left out'
cases=$((cases + 1))

# refused ARGUMENTS...: one line, status 2
refused() {
	cases=$((cases + 1))
	status=0
	"$shards" "$@" >out 2>messages </dev/null || status=$?
	test "$status" = 2 -a "$(grep -c '' messages)" = 1 -a ! -s out ||
		fault "shards $*: status $status: $(cat out messages)"
}
refused merge
refused merge missing
refused merge "$1" missing
refused merge tables
refused make parts
refused make parts x
head -n 1 "$1" >damaged
refused merge damaged
sed '$s/.$//' "$1" >damaged
refused merge damaged "$2"
cat "$1" "$2" >damaged
refused merge damaged
: >damaged
refused merge "$@" damaged
refused plan
refused plan missing
refused plan tables 0
refused plan tables x
refused run parts

for wrong in '' 'tilt 3x3' 'tilt 7x3 1 different 0' 'tilt 3x3 9 different 0' 'tilt 4x5 14 different 0' \
	'tilt 3x3 1 equal 0' 'tilt 3x3 1 alike 0 5..3' 'tilt 3x3 1 alike 0 0..513' 'tilt 3x3 1 alike -1' \
	'lines 4x4' 'lines 2x2 0..7' 'house 2x4 01234689 9 3' 'house 3x3 01234689c 9 3' \
	'house 2x5 0a14283c6a 9 3' 'house 2x5 0a14283c6 9 3' 'house 2x5 0a14283c69 3 3' 'house 4x4' \
	'house 2x5 0123456789 9 3' 'house 2x5 0a14283c69 9 5' 'house 2x5 0a14283c69 9 3 0..4' \
	'gems 3x3' 'gems 3x3 5 full' 'gems 7x5 2 full' 'gems 3x3 2 half' \
	'bishop 3x3 ba free 0' 'bishop 3x3 abcde free 0' 'bishop 3x3 ab slide 0' 'exchange 1x4 free 9' \
	'exchange 11x4 free 9' 'exchange 4x4 free 0' 'chess 3x3' 'tilt 03x3 1 alike 0' 'tilt 3x+3 1 alike 0' \
	'tilt 3x3 +1 alike 0' 'tilt 3x3 01 alike 0' 'tilt 3x3 1 alike 0 0..0512' 'tilt 3x3 1 alike 0 0..1x' \
	'tilt 3x3 4294967297 alike 0' 'tilt 3x3 1 alike 0 0..18446744073709551617'; do
	cases=$((cases + 1))
	status=0
	# shellcheck disable=SC2086 # words
	"$CHART" $wrong >out 2>&1 || status=$?
	test "$status" = 2 || fault "chart $wrong: status $status"
	test "$(cat out)" = "chart:${wrong:+ }$wrong: no such table; chart help lists them" ||
		fault "chart $wrong: $(cat out)"
done
cases=$((cases + 1))
"$CHART" help | grep -q '^Usage: chart ' || fault 'chart help lists nothing'
if test -c /dev/full && "$CHART" lines 2x2 >/dev/full 2>&1; then fault 'chart: a full disk is not noticed'; fi

# ---- the page ----

cases=$((cases + 1))
"$top/atlas/sequences" "$top/atlas" >got
cmp -s "$top/atlas/sequences.txt" got || fault 'atlas/sequences prints something else than sequences.txt'
for file in tables tilt.jsonl lines.jsonl house.jsonl bishop.jsonl exchange.jsonl gems.jsonl sequences.txt; do
	cases=$((cases + 1))
	sum=$(cksum <"$top/atlas/$file" | cut -d ' ' -f 1)
	grep -q "atlas/$file.*$sum" "$top/doc/atlas.md" || fault "doc/atlas.md: atlas/$file has the checksum $sum"
done

echo "$cases cases, $faults faults"
test "$faults" = 0
