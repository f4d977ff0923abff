#!/bin/sh
# Pictures of each puzzle at four sizes, in each depth of colour, on a dark and on a light ground, to
# be looked at: in the folder GALLERY, with a page of all of them. Each board is proven first, so that
# the pictures are the same in each run.
set -eu
: "${SNAP:=./snap}" "${PARLOUR:=./parlour}" "${GALLERY:=gallery}"
mkdir -p "$GALLERY"

# take NAME ROWSxCOLUMNS DEPTH GROUND LEVEL KEYS
take()
{
	proof='✓'
	case $3 in
	rgb) set -- "$@" COLORTERM=truecolor TERM=xterm-256color LANG=C.UTF-8 ;;
	256) set -- "$@" COLORTERM= TERM=xterm-256color LANG=C.UTF-8 ;;
	8) set -- "$@" COLORTERM= TERM=xterm LANG=C.UTF-8 ;;
	mono) set -- "$@" NO_COLOR=1 TERM=xterm-256color LANG=C.UTF-8 ;;
	ascii)
		set -- "$@" NO_COLOR=1 TERM=xterm-256color LANG=C
		proof=proven
		;;
	esac
	light=
	background='15;0'
	if [ "$4" = light ]; then
		light=-l
		background='0;15'
	fi
	# shellcheck disable=SC2086
	"$SNAP" $light -s "$2" -e "$7" -e "$8" -e "$9" -e "COLORFGBG=$background" \
		-w 'moves 0' -w "$proof" -k "$6" -o "$GALLERY/$1-$2-$3-$4.svg" -- "$PARLOUR" "$5"
}

# one NAME LEVEL KEYS
one()
{
	printf '<h2>%s</h2>\n' "$1" >&3
	for size in 16x40 24x80 40x120 60x200; do
		for depth in rgb 256 8 mono ascii; do
			for ground in dark light; do
				take "$1" "$size" "$depth" "$ground" "$2" "$3"
				printf '<figure><img src="%s"><figcaption>%s</figcaption></figure>\n' \
					"$1-$size-$depth-$ground.svg" "$size, $depth, $ground" >&3
			done
		done
	done
}

exec 3> "$GALLERY/index.html"
printf '<!doctype html>\n<meta charset="utf-8">\n<title>Parlour</title>\n' >&3
printf '<style>figure { display: inline-block; margin: 4px; width: 30%% } ' >&3
printf 'img { width: 100%% }</style>\n' >&3
one tilt tilt/classic:10 ''
one gems gems/motherlode:4 ' '
one bishop bishop/pillars:14 '\t\t'
one lines lines/pictures:3 ''
