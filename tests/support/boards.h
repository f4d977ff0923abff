/* Boards for the tests on a terminal, and for measure. */
#ifndef PARLOUR_TESTS_SUPPORT_BOARDS_H
#define PARLOUR_TESTS_SUPPORT_BOARDS_H

/* Tilt, solved at once: 9 moves, 2153 positions. Right and left are always valid. */
#define EASY_BOARD             \
	"a......b   ......dc\n" \
	"...##...   ...##..b\n" \
	"........   ........\n" \
	"..#.....   ..#.....\n" \
	".....#..   .....#..\n" \
	"........   .....a..\n" \
	"...##...   ...##...\n" \
	"c......d   ........\n"

/* Tilt, not solved within a minute: twenty blocks, each of another colour. The lower bound rises
 * quickly and for a long time. */
#define HARD_BOARD             \
	".#.f.##c   .#.eq##k\n" \
	"...g.l.p   ...fmpdb\n" \
	".ajo##k.   ....##ai\n" \
	"..r#e#.d   ...#c#gl\n" \
	"#...h...   #...hrno\n" \
	".#ts..m.   j#....st\n" \
	".#..i..b   .#......\n" \
	"...nq...   ........\n"

#endif
