/* How much of the screen a board takes, and that all of it is painted there. */
#include <check.h>
#include <stdlib.h>

#include "support/help.h"
#include "support/share.h"
#include "ui/page/game_room.h"

/* Where the width allows it, nine tenths of the rows between title and status. */
START_TEST(boards_take_the_room)
{
	int count, wide = 0;
	struct share *shares = share_all(share_sizes[_i], &count);
	ck_assert_ptr_nonnull(shares);
	for (int i = 0; i < count; i++) {
		const struct share *share = &shares[i];
		must(share->rows <= share->between, "%s is too high", share->name);
		must(share->narrow || share_is_enough(share), "%s takes %d of %d rows, side %d",
		     share->name, share->rows, share->between, share->side);
		wide += !share->narrow;
	}
	ck_assert_int_gt(wide, count * 8 / 10);
	free(shares);
}
END_TEST

/* Without tones, blocks of tilt have gaps beside them: the rest of a cell has a middle. */
START_TEST(cells_without_tones_are_even)
{
	struct level level;
	const struct puzzle *puzzle =
		read_level("level: t\nmode: tilt\n\na.. ..a\n... ...\n... ...\n", &level);
	int odd = 0;
	for (int rows = 8; rows <= 40; rows++) {
		struct scroll scroll = {.cell = -1};
		struct viewport room = {.rows = rows, .columns = 200, .pixels = true};
		const int side = viewport_find(&scroll, puzzle, &level, room, 0).side;
		room.flat = true;
		const int flat = viewport_find(&scroll, puzzle, &level, room, 0).side;
		ck_assert_int_eq(flat % 2, 0);
		ck_assert_int_ge(flat, side - 1);
		odd += side % 2;
	}
	ck_assert_int_gt(odd, 0);
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, cells_without_tones_are_even);
	tcase_add_loop_test(tests, boards_take_the_room, 0, SHARE_SIZES);
}

int main(void)
{
	return run_tests("room", add);
}
