#!/bin/sh
# levels/rate: the table of ratings is completed, sorted, and rid of rows without a level.
# levels/mine: shards and ratings that are killed and resumed are those that were made without a stop;
# merging does not depend on the order of files, and prefers boards that are hard for their par. Parts
# of it need GNU parallel.
set -eu

. "${srcdir:-$(dirname "$0")/../..}/tests/cli/runs.sh"

top=$(cd "$OLDPWD" && cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
mine=$top/levels/mine
program=$PARLOUR

fault() {
	echo "$1"
	faults=$((faults + 1))
}

lines() {
	grep -c '' "$1" || :
}

# seeds FILE: the seeds of its lines, on one line.
seeds() {
	sed -n 's/^{"mode": "[a-z]*", "seed": \([0-9]*\),.*}$/\1/p' "$1" | tr '\n' ' '
}

# same_folder A B: equal names and contents.
same_folder() {
	cases=$((cases + 1))
	diff -r "$1" "$2" >difference || {
		fault "$1 and $2 differ:"
		head -n 5 difference
	}
}

cat >recipes <<'END'
# Some seeds of the first give no board, and many of them the same.
1..25 tilt --size 3x3 --par 26..29

1..20 bishop --size 3x3 --rules 'no-attack slide' --piece rook --par 2..9
END
"$mine" plan recipes 10 >the-plan
test "$(lines the-plan)" = 5 || fault 'not five shards'
grep -q '^tilt-[0-9]*-21-25.jsonl 21..25 tilt --size 3x3 --par 26..29$' the-plan || fault 'the last shard'
cut -d ' ' -f 1 the-plan | sort | uniq -d | grep . && fault 'two shards have one name'
while read -r shard; do
	"$mine" shard whole "$shard" 2>messages
done <the-plan
for shard in whole/*; do
	cases=$((cases + 1))
	range=${shard#whole/*-*-}
	range=${range%.jsonl}
	wanted=$(seq -s ' ' "${range%-*}" "${range#*-}")
	test "$(seeds "$shard")" = "$wanted " || fault "$shard: $(seeds "$shard")"
done
grep -q '"level": null' whole/tilt-* || fault 'every seed gives a board'
cp -r whole again
"$mine" shard again "$(sed -n 2p the-plan)"
same_folder whole again

# ---- killed and resumed ----

# A program that is killed in the middle of a line when it makes the second shard for the first time,
# and says which process it is.
cat >fragile <<END
#!/bin/sh
echo \$\$ >>"$work/pids"
case "\$*" in
*11..20*)
	if mkdir "$work/killed" 2>/dev/null; then
		"$program" "\$@" | head -c 1500
		kill -9 \$\$
	fi ;;
esac
exec "$program" "\$@"
END
chmod +x fragile
PARLOUR=$work/fragile
export PARLOUR
run_plan() {
	if command -v parallel >/dev/null; then
		# Without a host to reach, a list of hosts holds this machine alone.
		echo 2/: >hosts
		"$mine" run shards the-plan --sshloginfile hosts
		return
	fi
	fallen=0
	while read -r shard; do
		"$mine" shard shards "$shard" || fallen=1
	done <the-plan
	return "$fallen"
}
run_plan 2>messages && fault 'a killed shard is no failure'
test -n "$(tail -c 1 "shards/$(sed -n '2s/ .*//p' the-plan)")" || fault 'no line was cut'
run_plan 2>messages || fault "resumed, it fails: $(cat messages)"
same_folder whole shards
"$mine" run shards the-plan >out 2>&1 || ! command -v parallel >/dev/null || fault "again: $(cat out)"
same_folder whole shards

# A long shard, killed for real, twice; and while it runs no other process writes to it.
long='long.jsonl 1..1000000 tilt --size 3x3 --par 8..20'
grows() {
	seen=0
	if test -f far/long.jsonl; then seen=$(lines far/long.jsonl); fi
	: >pids
	"$mine" shard far "$long" 2>messages &
	worker=$!
	tries=0
	while test ! -f far/long.jsonl || test "$(lines far/long.jsonl)" -lt $((seen + 20)); do
		tries=$((tries + 1))
		test "$tries" -lt $((600 * ${PATIENCE:-1})) || break
		sleep 0.1
	done
	if command -v flock >/dev/null; then
		"$mine" shard far "$long" 2>out && fault 'two processes write to a shard'
		grep -q 'another process is at work' out || fault 'no word about another process'
	fi
	kill "-$1" "$(head -n 1 pids)"
	wait "$worker" && fault "killed by $1, it is no failure"
	cases=$((cases + 1))
}
grows KILL
printf '{"mode": "tilt", "se' >>far/long.jsonl
grows KILL
grows TERM
printf '{' >>far/long.jsonl
sed '$d' far/long.jsonl >all
count=$(lines all)
test "$count" -ge 60 || fault "only $count lines"
test "$(seeds all)" = "$(seq -s ' ' "$count") " || fault 'seeds are missing or there twice'
PARLOUR=$program

# Under Slurm, a task makes the line of its number.
(
	cd "$top"
	SLURM_ARRAY_TASK_ID=3 sh levels/mine.slurm "$work/slurm" "$work/the-plan" 2>"$work/messages"
)
cmp -s "slurm/$(sed -n '3s/ .*//p' the-plan)" "whole/$(sed -n '3s/ .*//p' the-plan)" || fault 'under Slurm'

# ---- merged ----

"$mine" merge whole/* >merged
# shellcheck disable=SC2046 # names without blanks
"$mine" merge $(printf '%s\n' whole/* | sort -r) >reversed
cmp -s merged reversed || fault 'merging depends on the order'
"$mine" merge whole/tilt-* >one
"$mine" merge all whole/bishop-* >two
"$mine" merge two one one whole/*-1-10.jsonl >parts
"$mine" merge one two >others
cmp -s parts others || fault 'merging what is merged depends on the order'
"$mine" merge merged >twice
cmp -s merged twice || fault 'merging again changes something'
shapes() {
	sed -n 's/.*"shape": "\([0-9a-f]*\)".*/\1/p' "$@" | sort
}
shapes whole/* | sort -u >wanted
shapes merged >got
cmp -s wanted got || fault 'not each shape once'
test "$(lines got)" -lt "$(cat whole/* | grep -c '"level": "level')" || fault 'no board was dropped'
"$mine" merge -k one merged >rest
grep -q '"mode": "bishop"' rest || fault 'without known boards: nothing is left'
grep '"mode": "tilt"' rest && fault 'a known board was kept'
"$mine" merge -b 1 merged >best
sed 's/.*"mode": \("[a-z]*"\).* "par": \([0-9]*\),.*/\1 \2/' merged | uniq >groups
sed 's/.*"mode": \("[a-z]*"\).* "par": \([0-9]*\),.*/\1 \2/' best >got
cmp -s groups got || fault 'not the best of each par'
cases=$((cases + 7))

"$mine" pack best >best.level
"$PARLOUR" --check best.level >out 2>&1 || fault "a mined pack: $(cat out)"
"$PARLOUR" --list --json best.level | shapes >got
shapes best >wanted
cmp -s wanted got || fault 'the levels of a pack'

# ---- other spacing, and lines that are no boards ----

compact() {
	sed 's/": /":/g; s/, "/,"/g' "$1"
}
compact merged >close
cmp -s merged close && fault 'not another spacing'
"$mine" merge close >got
cmp -s merged got || fault 'merged from another spacing'
"$mine" merge -k close merged >got
test ! -s got || fault 'known boards in another spacing are kept'
"$mine" pack merged >wanted
"$mine" pack close >got
cmp -s wanted got || fault 'packed from another spacing'
cases=$((cases + 3))

# rejected LINE: a file with this as its second line, and another one after it, is not merged.
rejected() {
	cases=$((cases + 1))
	{
		sed -n 1p merged
		printf '%s\n' "$1"
		sed -n 2p merged
	} >odd.jsonl
	status=0
	"$mine" merge merged odd.jsonl merged >got 2>messages || status=$?
	test "$status" = 2 || fault "status $status after the line $1"
	test ! -s got || fault "boards in spite of the line $1"
	grep -qx 'mine: odd.jsonl:2: expected a board as a line of JSON' messages ||
		fault "$(cat messages) after the line $1"
}
rejected 'a board'
rejected '{"mode": "tilt"}'
rejected "$(sed -n 3p merged | cut -c 1-200)"
rejected "$(sed -n 3p merged | sed 's/}$//')"

# Half a line may be the last one, where no other has been written yet; but not a whole one.
{
	cat merged
	sed -n 2p merged | cut -c 1-99 | tr -d '\n'
} >half
"$mine" merge half >got
cmp -s merged got || fault 'merged with half a line'
echo >>half
"$mine" merge half >got 2>&1 && fault 'a broken line at the end is left out'
cases=$((cases + 2))

# ---- ratings ----

# 20 boards with bishops, and a seed that gives none.
{
	sed -n 1,10p merged
	printf '%s\n' '{"mode": "tilt", "seed": 1, "level": null, "reason": "none"}'
	sed -n 11,20p merged
} >some.jsonl
compact some.jsonl >close.jsonl
"$mine" rate some.jsonl close.jsonl
test "$(lines some.rated.jsonl)" = 20 || fault "$(lines some.rated.jsonl) boards are rated"
cmp -s some.rated.jsonl close.rated.jsonl || fault 'other ratings with another spacing'
grep '"level": "' some.jsonl | "$mine" pack >some.level
"$PARLOUR" --rate --json some.level >measured
figures() {
	sed 's/.*"rating": \([0-9]*\),.* "trap": \([0-9]*\), "away": \([0-9]*\).*/\1 \2 \3/' "$1"
}
figures measured >wanted
figures some.rated.jsonl >got
cmp -s wanted got || fault 'ratings are not those of --rate'
cp some.rated.jsonl wanted
"$mine" rate some.jsonl some.rated.jsonl
cmp -s wanted some.rated.jsonl || fault 'rating again changes something'
test ! -e some.rated.rated.jsonl || fault 'what is rated is rated'
cases=$((cases + 4))

# A program that is killed when it rates for the second time.
cat >fragile <<END
#!/bin/sh
echo >>"$work/calls"
if test "\$(grep -c '' "$work/calls")" = 2; then
	"$program" "\$@" | head -n 3
	kill -9 \$\$
fi
exec "$program" "\$@"
END
cp some.jsonl torn.jsonl
status=0
PARLOUR=$work/fragile "$mine" rate torn.jsonl 2>messages || status=$?
test "$status" -gt 2 || fault "rating, the program is killed: status $status"
test "$(lines torn.rated.jsonl)" -lt 20 || fault 'all boards are rated by a killed program'
sed -n 9p some.rated.jsonl | cut -c 1-99 | tr -d '\n' >>torn.rated.jsonl
"$mine" rate torn.jsonl
cmp -s some.rated.jsonl torn.rated.jsonl || fault 'killed and resumed, ratings differ'
printf '#!/bin/sh\nexit 1\n' >fragile
cp some.jsonl silent.jsonl
PARLOUR=$work/fragile "$mine" rate silent.jsonl 2>messages && fault 'a program that rates nothing'
cases=$((cases + 3))

# The order is of no effect, and ratings and traps are part of the score.
"$mine" merge some.rated.jsonl whole/* >one
"$mine" merge whole/* some.rated.jsonl >two
cmp -s one two || fault 'merging ratings depends on the order'
test "$(grep -c '"rating"' one)" = 20 || fault 'ratings are lost'
board() {
	printf '{"mode": "tilt", "shape": "%s", "par": 5, "rows": 3, "columns": 3, "pieces": %s, ' "$1" "$2"
	printf '"walls": 1, "symmetries": 2, "level": "level: %s\\n"%s}\n' "$1" "$3"
}
best_is() {
	cases=$((cases + 1))
	"$mine" merge -b 1 two-boards >got
	grep -q "\"shape\": \"$1\".*, \"score\": $2}\$" got || fault "expected $1 and $2: $(cat got)"
}
{
	board aa 3 ', "rating": 1500, "trap": 2, "away": 1, "dead_ends": 0.25'
	board bb 3 ', "rating": 1400, "trap": 2, "away": 1, "dead_ends": 0.25'
} >two-boards
best_is aa 154
{
	board aa 3 ', "rating": 1500, "trap": 2, "away": 0, "dead_ends": 0.0'
	board bb 3 ', "rating": 1500, "trap": 4, "away": 0, "dead_ends": 0.0'
} >two-boards
best_is bb 156
{
	board aa 4 ''
	board bb 3 ', "rating": null'
} >two-boards
best_is bb -6

# ---- levels/rate ----

cases=$((cases + 1))
{
	echo 'ffffffffffffffff 1234' # of no level
	sort -r "$top/levels/ratings" | sed 2,4d
	sed -n 9,12p "$top/levels/ratings" # a merge may have them twice
} >table
sh "$top/levels/rate" table || fault "levels/rate: status $?"
cmp -s table "$top/levels/ratings" || fault 'levels/rate makes another table than levels/ratings'

status=0
"$mine" 2>out || status=$?
test "$status" = 2 || fault "without a command: status $status"
grep -q 'mine merge' out || fault 'without a command: no list of them'
command -v parallel >/dev/null || echo 'GNU parallel is not installed: one worker only'
echo "$cases cases, $faults faults"
test "$faults" = 0
