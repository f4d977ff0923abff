/* Boards that the tests of the screen play, and that measure does. */
#ifndef PARLOUR_TESTS_SUPPORT_BOARDS_H
#define PARLOUR_TESTS_SUPPORT_BOARDS_H

/* Tilt, and the solver ends at once: 9 moves, 2153 positions. Right and left always move. */
#define EASY_BOARD             \
	"a......b   ......dc\n" \
	"...##...   ...##..b\n" \
	"........   ........\n" \
	"..#.....   ..#.....\n" \
	".....#..   .....#..\n" \
	"........   .....a..\n" \
	"...##...   ...##...\n" \
	"c......d   ........\n"

/* Tilt, and no search ends in a minute: twenty blocks, each of its own colour. The bound rises
 * quickly and for long. */
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
